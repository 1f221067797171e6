//! The space that a part sweeps, as `<size>` of a part that moves says it.
//!
//! `size` is the box of the part's mesh in poses of its clips and of the clips of the parts it hangs on. The part turns in its
//! own axes, but what it travels is added **in the component's axes**, whichever way it is turned at rest: a part turned
//! by 45° that slides 10.35 along itself has a box 7.32 longer in x and y. Over six mods 158 parts have a mesh, a size and
//! a clip. 7 of them agree only so, none only with the travel in its own axes; in 15 the rotation must be in its own axes,
//! in 23 it must be there at all, in 12 the parts it hangs on must be. 95 agree to 1 % with every frame. In 50 the size ends
//! short of the motion: the studio looks at few moments, and which ones is open (five for each clip fits one mod). What is
//! written here covers every frame, so that nothing reaches out between them. 8 parts of one mod have the centre turned into
//! the axes of the parent, in `size` and `size_raw` alike.
//! `size_raw` is the mesh at rest: the centre of its box and half its extent (145 parts of mods for X4), or as `max` how
//! far its low corner is from 0 (22 of 22 parts of X Rebirth, 18 of mods). A part keeps what it had.

use super::Placed;
use crate::egosoft::ani::scene::curves::{curve, turn};
use crate::egosoft::ani::{Ani, Anim, Key};
use crate::egosoft::component::FRAMES_PER_SECOND;
use crate::egosoft::xmf::Xmf;
use glam::{DMat4, DQuat, DVec3, DVec4};
use std::collections::{BTreeSet, HashMap};

/// Poses looked at in one clip, and vertices times poses at most.
const POSES: usize = 240;
const WORK: usize = 20_000_000;
/// How far parts hang on one another.
const DEPTH: usize = 64;

/// Centre and half extent, or centre and `max`; stored axes.
pub(in super::super) type Size = ([f32; 3], [f32; 3]);

struct Hung<'a> {
    /// Lower-case.
    parent: Option<String>,
    /// From the parent, a scene's axes.
    rest: DMat4,
    anims: Vec<&'a Anim>,
}

/// Every part with its clips.
pub(in super::super) struct Sweep<'a> {
    parts: HashMap<String, Hung<'a>>,
}

impl<'a> Sweep<'a> {
    pub fn new(placed: &[Placed], ani: &'a Ani) -> Self {
        let mut clips: HashMap<Vec<u8>, Vec<&Anim>> = HashMap::new();
        for a in &ani.anims {
            clips.entry(a.desc.part().to_ascii_lowercase()).or_default().push(a);
        }
        let hung = |p: &Placed| {
            let name = p.name.to_lowercase();
            let ([x, y, z], [qx, qy, qz, qw]) =
                (p.place.position.map(f64::from), p.place.rotation.map(f64::from));
            let turn = DQuat::from_xyzw(qx, -qy, -qz, qw).normalize();
            let hung = Hung {
                parent: p.parent.as_ref().map(|n| n.to_lowercase()),
                rest: DMat4::from_rotation_translation(turn, DVec3::new(-x, y, z)),
                anims: clips.get(name.as_bytes()).cloned().unwrap_or_default(),
            };
            (name, hung)
        };
        Self { parts: placed.iter().map(hung).collect() }
    }

    /// The part and those it hangs on, the part first.
    fn chain(&self, part: &str) -> Vec<&Hung<'a>> {
        let next = |h: &&Hung<'a>| h.parent.as_ref().and_then(|n| self.parts.get(n));
        std::iter::successors(self.parts.get(&part.to_lowercase()), next).take(DEPTH).collect()
    }

    /// Whether any of the parts named moves this one.
    pub fn hangs_on(&self, part: &str, any: &BTreeSet<String>) -> bool {
        let mut at = Some(part.to_lowercase());
        for _ in 0..DEPTH {
            let Some(name) = at else { return false };
            if any.contains(&name) {
                return true;
            }
            at = self.parts.get(&name).and_then(|h| h.parent.clone());
        }
        false
    }

    /// Centre and half extent of what a part sweeps; `None` if nothing moves it.
    pub fn of(&self, part: &str, mesh: &Xmf) -> Option<Size> {
        let chain = self.chain(part);
        let clips: BTreeSet<String> = chain
            .iter()
            .flat_map(|h| &h.anims)
            .filter(|a| !(a.pos.is_empty() && a.rot.is_empty() && a.scale.is_empty()))
            .map(|a| a.desc.subname.lossy().to_lowercase())
            .collect();
        if clips.is_empty() {
            return None;
        }
        let vertices: Vec<DVec3> =
            mesh.positions().into_iter().map(|p| DVec3::from(p.map(f64::from))).collect();
        let poses = POSES.min(WORK / vertices.len().max(1) / clips.len()).max(8);
        let rest: DMat4 = chain.iter().rev().fold(DMat4::IDENTITY, |m, h| m * h.rest);
        let mut bounds = Bounds::default();
        bounds.add(&vertices, DMat4::IDENTITY);
        for clip in &clips {
            let moved: Vec<(&DMat4, Option<Pose>)> =
                chain.iter().map(|h| (&h.rest, Pose::of(&h.anims, clip))).collect();
            let seconds = moved.iter().filter_map(|(_, p)| p.as_ref()).map(|p| p.seconds).fold(0.0, f64::max);
            let steps = ((seconds * f64::from(FRAMES_PER_SECOND)).ceil() as usize).clamp(1, poses);
            for step in 0..=steps {
                let time = seconds * step as f64 / steps as f64;
                let now = moved.iter().rev().fold(DMat4::IDENTITY, |m, (rest, pose)| {
                    m * **rest * pose.as_ref().map_or(DMat4::IDENTITY, |p| p.at(time))
                });
                let mut pose = rest.inverse() * now;
                pose.w_axis = now.w_axis - rest.w_axis + DVec4::W;
                bounds.add(&vertices, pose);
            }
        }
        bounds.stored()
    }
}

/// The curves of one clip of one part.
struct Pose {
    seconds: f64,
    curves: [Option<[scene::curves::bezier::Curve; 3]>; 3],
}

impl Pose {
    fn of(anims: &[&Anim], clip: &str) -> Option<Self> {
        let anim = anims.iter().find(|a| a.desc.subname.lossy().to_lowercase() == clip)?;
        let curves = |keys: &Vec<Key>| (!keys.is_empty()).then(|| [0, 1, 2].map(|axis| curve(keys, axis)));
        let seconds = f64::from(anim.desc.duration);
        Some(Self {
            seconds: if seconds.is_finite() { seconds.max(0.0) } else { 0.0 },
            curves: [curves(&anim.pos), curves(&anim.rot), curves(&anim.scale)],
        })
    }

    fn at(&self, time: f64) -> DMat4 {
        let [pos, rot, scale] =
            self.curves.each_ref().map(|c| c.as_ref().map(|c| c.each_ref().map(|axis| axis.at(time))));
        let [x, y, z] = pos.unwrap_or([0.0; 3]);
        DMat4::from_scale_rotation_translation(
            scale.unwrap_or([1.0; 3]).into(),
            rot.map_or(DQuat::IDENTITY, turn),
            DVec3::new(-x, y, z),
        )
    }
}

struct Bounds {
    low: DVec3,
    high: DVec3,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { low: DVec3::INFINITY, high: DVec3::NEG_INFINITY }
    }
}

impl Bounds {
    fn add(&mut self, vertices: &[DVec3], pose: DMat4) {
        for v in vertices {
            let v = pose.transform_point3(*v);
            (self.low, self.high) = (self.low.min(v), self.high.max(v));
        }
    }

    /// Centre and half extent, x mirrored.
    fn stored(&self) -> Option<Size> {
        let (center, half) = ((self.low + self.high) / 2.0, (self.high - self.low) / 2.0);
        let center = DVec3::new(-center.x, center.y, center.z);
        let numbers = |v: DVec3| [v.x, v.y, v.z].map(|v| v as f32 + 0.0);
        (center.is_finite() && half.is_finite()).then(|| (numbers(center), numbers(half)))
    }
}

/// `max` of `size_raw` of older parts with this box: how far its low corner is from 0.
pub(in super::super) fn raw_max(center: [f32; 3], half: [f32; 3]) -> [f32; 3] {
    let mut out = half;
    for (o, c) in out.iter_mut().zip(center) {
        *o = (c - *o).abs();
    }
    out
}
