//! Poses (`.pose`): text, one line per bone.
//!
//! | form | line |
//! |---|---|
//! | new | `name: rx ry rz [tx ty tz [sx sy sz]]` (degrees, model units, factors), name before the last colon |
//! | old | `rx ry rz`, no colon, in bone order |
//!
//! Known: all of it, and the maths (`super::maths`). Guessed: that scale is innermost.

mod doc;
#[cfg(test)]
mod tests;
pub mod text;

pub use doc::{CLIP_FPS, FORMAT, Pose, pose_clip};

use super::check;
use super::from_scene::Skeleton;
use super::maths::{self, BonePose};
use glam::{Mat4, Vec3};
use scene::{Animation, Channel, Extras, Interpolation, NodeId, NodeKind, Property, Scene};
use serde_json::json;
use std::collections::HashMap;
use text::{Line, Parsed};
use wire::{Sink, Text};

/// Which node each line moves.
#[derive(Debug, Clone, Default)]
pub struct Bound {
    /// Node and what the pose does to it.
    pub moves: Vec<(NodeId, BonePose)>,
    /// Lines of the pose.
    pub lines: usize,
}

/// Finds the nodes of a pose: by raw name first, by position in the old style. Unknown bones are one finding.
pub fn bind(scene: &Scene, pose: &Parsed, path: &str, sink: &mut Sink) -> Bound {
    let nodes: Vec<usize> = (0..scene.nodes.len())
        .filter(|i| scene.nodes.get(*i).is_some_and(|n| n.kind == NodeKind::Source))
        .collect();
    let mut by_name: HashMap<&[u8], usize> = HashMap::new();
    for i in nodes.iter().rev() {
        if let Some(node) = scene.nodes.get(*i) {
            by_name.insert(node.name.as_bytes(), *i);
        }
    }
    for i in nodes.iter().rev() {
        if let Some(raw) = scene.nodes.get(*i).and_then(|n| n.raw_name.as_ref()) {
            by_name.insert(raw, *i);
        }
    }
    let mut out = Bound { lines: pose.lines.len(), ..Bound::default() };
    let mut unknown: Vec<String> = Vec::new();
    for (i, line) in pose.lines.iter().enumerate() {
        let node =
            if pose.old_style { nodes.get(i).copied() } else { by_name.get(line.bone.as_bytes()).copied() };
        match node {
            Some(node) => out.moves.push((NodeId(node as u32), line.pose())),
            None if pose.old_style => unknown.push(format!("bone {i}")),
            None => unknown.push(line.bone.lossy()),
        }
    }
    if !unknown.is_empty() {
        let shown: Vec<&str> = unknown.iter().take(5).map(String::as_str).collect();
        let more = if unknown.len() > 5 { ", …" } else { "" };
        let message = format!("{} bones are not in the model: {}{more}", unknown.len(), shown.join(", "));
        sink.push(&check::POSE_BONE, path, message);
    }
    out
}

/// Local transform of a posed node. The bones of a model have no rotation of their own; a node that has one keeps it
/// innermost, as the pose turns about the model's axes.
fn posed(scene: &Scene, node: NodeId, pose: &BonePose) -> ([f32; 3], [f32; 4], [f32; 3]) {
    let Some(n) = scene.node(node) else { return ([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3]) };
    let t = pose.translation;
    let translation = [n.translation[0] + t[0], n.translation[1] + t[1], n.translation[2] + t[2]];
    let q = glam::Quat::from_array(maths::quaternion(pose.rotation));
    let rest = glam::Quat::from_array(n.rotation);
    let rotation = if rest == glam::Quat::IDENTITY { q } else { q * rest };
    let s = pose.scale;
    (translation, rotation.to_array(), [n.scale[0] * s[0], n.scale[1] * s[1], n.scale[2] * s[2]])
}

/// Moves the nodes themselves.
pub fn apply(scene: &mut Scene, pose: &Parsed, path: &str, sink: &mut Sink) -> Bound {
    let bound = bind(scene, pose, path, sink);
    for (id, p) in &bound.moves {
        let (translation, rotation, scale) = posed(scene, *id, p);
        if let Some(n) = scene.nodes.get_mut(id.0 as usize) {
            (n.translation, n.rotation, n.scale) = (translation, rotation, scale);
        }
    }
    bound
}

/// Adds the pose as an animation of one key.
pub fn add_animation(scene: &mut Scene, name: &str, bound: &Bound) {
    add_clip(scene, name, std::slice::from_ref(bound), 1.0);
}

/// Notes the poses an animation was made of, so that the next of a numbered series can join them.
fn remember(animation: &mut Animation, stem: &str, frames: &[Parsed]) {
    let frames: Vec<_> =
        frames.iter().map(|f| json!({ "oldStyle": f.old_style, "lines": f.lines })).collect();
    animation.extras.insert("xnalara".into(), json!({ "poses": frames, "last": stem }));
}

/// Joins a pose to the clip of the poses numbered before it; false if there is none.
fn extend_clip(scene: &mut Scene, base: &str, number: u32, pose: &Parsed, fps: f32) -> bool {
    let before = |a: &Animation| {
        let last = a.extras.get("xnalara")?.get("last")?.as_str()?;
        let digits = last.strip_prefix(base)?;
        (digits.parse::<u32>().ok()?.checked_add(1)? == number).then_some(())
    };
    let Some(at) = scene.animations.iter().rposition(|a| before(a).is_some()) else { return false };
    let old = scene.animations.remove(at);
    let width =
        old.extras.get("xnalara").and_then(|x| x.get("last")).and_then(|l| l.as_str()).map_or(0, str::len);
    let stored = old.extras.get("xnalara").and_then(|x| x.get("poses")).and_then(|p| p.as_array()).cloned();
    let mut frames: Vec<Parsed> = stored
        .unwrap_or_default()
        .into_iter()
        .filter_map(|f| {
            let lines = serde_json::from_value(f.get("lines")?.clone()).ok()?;
            Some(Parsed { old_style: f.get("oldStyle")?.as_bool()?, lines, ..Parsed::default() })
        })
        .collect();
    frames.push(pose.clone());
    let bound: Vec<Bound> = frames.iter().map(|f| bind(scene, f, "", &mut Sink::new())).collect();
    let name = if base.is_empty() { "poses" } else { base };
    add_clip(scene, name, &bound, fps);
    if let Some(animation) = scene.animations.last_mut() {
        let digits = width.saturating_sub(base.len());
        remember(animation, &format!("{base}{number:0digits$}"), &frames);
    }
    true
}

/// Adds several poses as an animation, a key each. Bones that a frame does not name are at rest in it.
fn add_clip(scene: &mut Scene, name: &str, frames: &[Bound], fps: f32) {
    let mut order: Vec<NodeId> = Vec::new();
    let mut by_frame: Vec<HashMap<NodeId, BonePose>> = Vec::new();
    for frame in frames {
        let mut moves = HashMap::new();
        for (id, pose) in &frame.moves {
            if !by_frame.iter().any(|f: &HashMap<NodeId, BonePose>| f.contains_key(id))
                && !moves.contains_key(id)
            {
                order.push(*id);
            }
            moves.insert(*id, *pose);
        }
        by_frame.push(moves);
    }
    let interpolation = if frames.len() > 1 { Interpolation::Linear } else { Interpolation::Step };
    let times: Vec<f32> = (0..frames.len()).map(|i| i as f32 / fps.max(1e-3)).collect();
    let mut channels = Vec::new();
    for id in order {
        let poses: Vec<BonePose> =
            by_frame.iter().map(|f| f.get(&id).copied().unwrap_or(BonePose::IDENTITY)).collect();
        let mut last = glam::Quat::IDENTITY;
        let (mut t, mut r, mut s) = (Vec::new(), Vec::new(), Vec::new());
        for pose in &poses {
            let (translation, rotation, scale) = posed(scene, id, pose);
            let mut q = glam::Quat::from_array(rotation);
            // The shorter way from key to key.
            if q.dot(last) < 0.0 {
                q = -q;
            }
            last = q;
            t.extend(translation);
            r.extend(q.to_array());
            s.extend(scale);
        }
        let mut add = |property, values, moves: bool| {
            if moves {
                channels.push(Channel {
                    node: id,
                    property,
                    interpolation,
                    times: times.clone(),
                    values,
                    extras: Extras::new(),
                });
            }
        };
        add(Property::Translation, t, poses.iter().any(|p| p.translation != [0.0; 3]));
        add(Property::Rotation, r, true);
        add(Property::Scale, s, poses.iter().any(|p| p.scale != [1.0; 3]));
    }
    if !channels.is_empty() {
        scene.animations.push(Animation { name: name.to_owned(), channels, extras: Extras::new() });
    }
}

/// The pose that moves the bones of a skeleton from one set of world matrices to another, a line per bone.
///
/// Skin matrix = posed · bind⁻¹, so the bone's own world is that · T(head), and its local is seen from its parent's.
pub fn lines_between(skeleton: &Skeleton, bind: &[Mat4], posed: &[Mat4]) -> Vec<Line> {
    let at = |list: &[Mat4], i: usize| list.get(i).copied().unwrap_or(Mat4::IDENTITY);
    let mut worlds = vec![Mat4::IDENTITY; skeleton.bones.len()];
    for (node, bone) in skeleton.of_node.iter().enumerate() {
        if let Some(slot) = bone.and_then(|b| worlds.get_mut(usize::from(b))) {
            let b = at(bind, node);
            let inverse = if b.determinant().abs() > 1e-12 { b.inverse() } else { Mat4::IDENTITY };
            *slot = at(posed, node) * inverse * Mat4::from_translation(b.w_axis.truncate());
        }
    }
    let head = |i: usize| skeleton.bones.get(i).map_or(Vec3::ZERO, |b| Vec3::from_array(b.head));
    let mut out = Vec::with_capacity(skeleton.bones.len());
    for (i, bone) in skeleton.bones.iter().enumerate() {
        let parent = usize::try_from(bone.parent).ok();
        let above = parent.map_or(Mat4::IDENTITY, |p| at(&worlds, p));
        let above = if above.determinant().abs() > 1e-12 { above.inverse() } else { Mat4::IDENTITY };
        let local = above * at(&worlds, i);
        let rest = head(i) - parent.map_or(Vec3::ZERO, head);
        let (scale, rotation, translation) = local.to_scale_rotation_translation();
        let pose = BonePose {
            rotation: maths::degrees(rotation.to_array()),
            translation: (translation - rest).to_array(),
            scale: scale.to_array(),
        };
        out.push(line(&bone.name, &pose));
    }
    out
}

/// A line with as many values as needed: classic XNALara ignores lines of nine.
fn line(bone: &Text, pose: &BonePose) -> Line {
    let tidy = |v: f32, step: f32| {
        let rounded = (v / step).round() * step;
        if (rounded - v).abs() < step * 0.02 { if rounded == 0.0 { 0.0 } else { rounded } } else { v }
    };
    let mut values: Vec<f32> = pose.rotation.map(|v| tidy(v, 1e-3)).to_vec();
    values.extend(pose.translation.map(|v| if v.abs() < 1e-6 { 0.0 } else { v }));
    if pose.scale.iter().any(|s| (s - 1.0).abs() > 1e-5) {
        values.extend(pose.scale);
    }
    Line { bone: bone.clone(), values }
}
