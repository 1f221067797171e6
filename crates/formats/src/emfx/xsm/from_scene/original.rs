//! Tracks that a detour only sampled: programs such as Blender write a key for every frame of their own. Where all of
//! those are on the original's track, the original's keys are the better ones.

use super::super::scene::tracks::{Repairs, Track, lerp3, turn, union};
use super::super::types::{RotationKeys, Submotion};
use crate::emfx::maths::{mirror, mirror_quat, unit, vec};
use crate::emfx::notes;
use glam::{DMat3, DQuat, DVec3};
use scene::Animation;
use std::collections::HashMap;
use wire::{Endian, Reader, Writer};

/// How far a sampled position may be off, as a share of the skeleton's lengths, and an axis, as a share of its length.
const NEAR: f64 = 3e-4;
/// A frame of other programs, seconds, and a little: so much a sampled clip may be shorter or longer.
const FRAME: f32 = 0.05;

/// Submotions as text for extras.
pub fn encode<'a>(list: impl Iterator<Item = &'a Submotion>, packed: bool) -> String {
    let list: Vec<&Submotion> = list.collect();
    let mut w = Writer::new(Endian::Little);
    w.set_version(if packed { 3 } else { 2 });
    w.u32(list.len() as u32);
    w.put_all(list);
    notes::encode(&w.finish())
}

/// Puts the template's tracks in the place of those that only sample them.
pub fn restore(a: &Animation, packed: bool, out: &mut Vec<Submotion>) {
    let bytes = notes::animation::ORIGINAL.get(&a.extras).and_then(|t| notes::decode(&t));
    let Some(bytes) = bytes else { return };
    let was_packed = notes::animation::PACKED.get(&a.extras).unwrap_or(false);
    let mut r = Reader::new(&bytes);
    r.set_version(if was_packed { 3 } else { 2 });
    let list: Vec<Submotion> = r.get().unwrap_or_default();
    if was_packed != packed {
        return;
    }
    let size =
        list.iter().map(|s| vec(s.pose_position).length()).filter(|v| v.is_finite()).fold(1e-3, f64::max);
    let end = |list: &[Submotion]| list.iter().map(last).fold(0.0, f32::max);
    if (end(out) - end(&list)).abs() > FRAME {
        return;
    }
    let by_name: HashMap<&[u8], &Submotion> = list.iter().rev().map(|s| (&s.name.0[..], s)).collect();
    for s in out.iter_mut() {
        if let Some(original) = by_name.get(&s.name.0[..]).filter(|o| samples(s, o, size)) {
            *s = (*original).clone();
        }
    }
    // What rests needs no channel in other programs.
    let rests = |s: &&Submotion| last(s) == 0.0 && !out.iter().any(|o| o.name == s.name);
    let still: Vec<Submotion> = list.iter().filter(rests).cloned().collect();
    out.extend(still);
}

/// The last key time.
fn last(s: &Submotion) -> f32 {
    let rotations = |k: &RotationKeys| k.keys().last().map_or(0.0, |k| k.0);
    let vectors = |k: &[[f32; 4]]| k.last().map_or(0.0, |k| k[3]);
    [vectors(&s.positions), vectors(&s.scales), rotations(&s.rotations), rotations(&s.scale_rotations)]
        .into_iter()
        .fold(0.0, f32::max)
}

/// A track as what it does to space.
struct Motion {
    position: Track<[f32; 3]>,
    rotation: Track<DQuat>,
    scale: Track<[f32; 3]>,
    axes: Track<DQuat>,
    pose: crate::emfx::maths::Local,
}

impl Motion {
    fn new(s: &Submotion) -> Self {
        let repairs = &mut Repairs::default();
        let mut vectors = |keys: &[[f32; 4]], flip: bool| {
            let key = |[x, y, z, t]: &[f32; 4]| {
                let v = [*x, *y, *z];
                (*t, Some(if flip { mirror(v) } else { v }))
            };
            Track::clean(keys.iter().map(key), lerp3, repairs)
        };
        let (position, scale) = (vectors(&s.positions, true), vectors(&s.scales, false));
        let mut turns = |keys: &RotationKeys| {
            Track::clean(keys.keys().into_iter().map(|(t, q)| (t, unit(mirror_quat(q)))), turn, repairs)
        };
        let (rotation, axes) = (turns(&s.rotations), turns(&s.scale_rotations));
        Self { position, rotation, scale, axes, pose: super::super::pose(0, s) }
    }

    /// T and R·Q·S·Q⁻¹ at a time.
    fn at(&self, t: f64) -> (DVec3, DMat3) {
        let q = DMat3::from_quat(self.axes.at(t, turn).unwrap_or(self.pose.scale_rotation));
        let s = DMat3::from_diagonal(vec(self.scale.at(t, lerp3).unwrap_or(self.pose.scale)));
        let r = DMat3::from_quat(self.rotation.at(t, turn).unwrap_or(self.pose.rotation));
        (vec(self.position.at(t, lerp3).unwrap_or(self.pose.translation)), r * q * s * q.transpose())
    }

    fn times(&self) -> Vec<f32> {
        let moved = union(&self.position.times, &self.rotation.times);
        union(&moved, &union(&self.scale.times, &self.axes.times))
    }
}

/// Whether every key of a track is on the original's, or both do not move and are the same.
fn samples(s: &Submotion, original: &Submotion, size: f64) -> bool {
    let (a, b) = (Motion::new(s), Motion::new(original));
    let mut times = a.times();
    if times.is_empty() {
        times = b.times();
    }
    times.push(0.0);
    times.iter().all(|t| {
        let ((p, m), (q, n)) = (a.at(f64::from(*t)), b.at(f64::from(*t)));
        let length = n.to_cols_array().iter().fold(0.0_f64, |most, v| most.max(v.abs()));
        let axes =
            m.to_cols_array().iter().zip(n.to_cols_array()).all(|(m, n)| (m - n).abs() <= NEAR * length);
        axes && p.distance(q) <= NEAR * size
    })
}
