//! Whether channels still move a part as an animation of a file does, however a program sampled them.

use super::super::rules::last_time;
use super::super::scene::curves::{curve, turn};
use super::super::scene::from_own_axes;
use super::super::types::{Anim, Key};
use crate::egosoft::MIRROR;
use glam::{DQuat, Vec3};
use scene::curves::bezier::Curve;
use scene::{Channel, Interpolation, Node, Property, Scene};

/// Largest difference of places and scales, as a part of the travel; Blender bends curves by less.
const NEAR: f64 = 2e-3;
/// Largest angle between rotations, in radians.
const ANGLE: f64 = 4e-3;
/// How much earlier a clip may end: programs end at whole frames, 24 a second.
const FRAME: f32 = 1.5 / 24.0;

/// Whether an animation moves nothing.
pub(super) fn is_still(anim: &Anim) -> bool {
    [(&anim.pos, 0.0), (&anim.rot, 0.0), (&anim.scale, 1.0)].into_iter().all(
        |(keys, rest): (&Vec<Key>, f32)| keys.iter().flat_map(|k| k.value).all(|v| (v - rest).abs() < 1e-6),
    )
}

/// Whether the channels of a part are, at their keys, where the animation is. Programs sample all parts of a clip as long as
/// the longest, so that `clip_end`, the last key of the whole clip, is how late they may end.
pub(super) fn still_moves(anim: &Anim, clip_end: f32, scene: &Scene, channels: &[&Channel]) -> bool {
    let rest = Node::default();
    let has = |property| channels.iter().any(|c| c.property == property);
    let lists =
        [(Property::Translation, &anim.pos), (Property::Rotation, &anim.rot), (Property::Scale, &anim.scale)];
    for (property, keys) in lists {
        let rest = if property == Property::Scale { 1.0 } else { 0.0 };
        let moves = keys.iter().flat_map(|k| k.value).any(|v| (v - rest).abs() > 1e-6);
        if moves && !has(property) {
            return false;
        }
    }
    let end = channels.iter().filter_map(|c| c.times.last()).fold(0.0_f32, |a, b| a.max(*b));
    if end + FRAME < last_time(anim) || end > clip_end.max(last_time(anim)) + FRAME {
        return false;
    }
    channels.iter().all(|c| {
        let node = scene.node(c.node).unwrap_or(&rest);
        match c.property {
            Property::Translation => vectors(c, &anim.pos, |v| {
                Vec3::from(node.translation) + from_own_axes(node, Vec3::from(MIRROR.point(v.to_array())))
            }),
            Property::Scale => vectors(c, &ones(&anim.scale), |v| Vec3::from(node.scale) * v),
            Property::Rotation => rotations(c, &anim.rot, node),
            Property::Weights => true,
        }
    })
}

/// Without keys a part has its own size.
fn ones(keys: &[Key]) -> Vec<Key> {
    if keys.is_empty() { vec![Key { value: [1.0; 3], ..Key::default() }] } else { keys.to_vec() }
}

fn curves(keys: &[Key]) -> [Curve; 3] {
    [0, 1, 2].map(|axis| if keys.is_empty() { Curve::constant(0.0) } else { curve(keys, axis) })
}

/// Values before and after a jump at a moment, or twice the same.
fn both(curves: &[Curve; 3], time: f32) -> [[f64; 3]; 2] {
    let t = f64::from(time);
    [curves.each_ref().map(|c| c.at(t)), curves.each_ref().map(|c| c.value_before(t))]
}

/// Number of the value of a key among triples or fours.
fn value_at(c: &Channel, i: usize) -> usize {
    if c.interpolation == Interpolation::CubicSpline { 3 * i + 1 } else { i }
}

fn vectors(c: &Channel, keys: &[Key], place: impl Fn(Vec3) -> Vec3) -> bool {
    let curves = curves(keys);
    let all = keys.iter().map(|k| Vec3::from(k.value));
    let (low, high) = all.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)));
    let travel = if low.is_finite() { f64::from((high - low).length()) } else { 0.0 };
    c.times.iter().enumerate().all(|(i, t)| {
        let Some(v) = c.values.get(value_at(c, i) * 3..).and_then(<[f32]>::first_chunk::<3>) else {
            return false;
        };
        both(&curves, *t).iter().any(|w| {
            let want = place(Vec3::from(w.map(|x| x as f32)));
            let far = f64::from((want - Vec3::from(*v)).length());
            far <= NEAR * travel + 1e-5 * f64::from(want.length()).max(1.0)
        })
    })
}

fn rotations(c: &Channel, keys: &[Key], node: &Node) -> bool {
    let curves = curves(keys);
    let rest = DQuat::from_array(node.rotation.map(f64::from)).normalize();
    c.times.iter().enumerate().all(|(i, t)| {
        let Some(v) = c.values.get(value_at(c, i) * 4..).and_then(<[f32]>::first_chunk::<4>) else {
            return false;
        };
        let now = DQuat::from_array(v.map(f64::from)).normalize();
        both(&curves, *t).iter().any(|w| (rest * turn(*w)).dot(now).abs() > (ANGLE * 0.5).cos())
    })
}
