//! A pose bound to a scene: nodes moved, or animations of one key and more.

use super::super::from_scene::Skeleton;
use super::super::maths;
use super::super::maths::BonePose;
use super::super::rules;
use super::notes::Clip;
use super::types::{Line, Parsed};
use glam::{Mat3, Mat4, Quat, Vec3};
use scene::{Animation, Channel, Extras, Interpolation, NodeId, NodeKind, Property, Scene};
use std::collections::HashMap;
use wire::{Sink, Text};

/// Which node each line moves.
#[derive(Debug, Clone, Default)]
pub struct Bound {
    /// Node and what the pose does to it.
    pub moves: Vec<(NodeId, BonePose)>,
    /// Lines of the pose.
    pub lines: usize,
}

/// Finds the nodes of a pose: by raw name first, then as XNALaraMesh renames sides for Blender, by position in the old
/// style. Unknown bones are one finding.
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
    let mut by_side: HashMap<String, usize> = HashMap::new();
    for i in nodes.iter().rev() {
        if let Some(name) = scene.nodes.get(*i).and_then(|n| sided(n.name.as_bytes())) {
            by_side.insert(name, *i);
        }
    }
    let find = |bone: &[u8]| {
        let exact = by_name.get(bone).copied();
        exact.or_else(|| by_side.get(&sided(bone)?).copied())
    };
    let mut out = Bound { lines: pose.lines.len(), ..Bound::default() };
    let mut unknown: Vec<String> = Vec::new();
    for (i, line) in pose.lines.iter().enumerate() {
        let node = if pose.old_style { nodes.get(i).copied() } else { find(line.bone.as_bytes()) };
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
        sink.push(&rules::POSE_BONE, path, message);
    }
    out
}

/// A name with its side as XNALaraMesh spells it in Blender: `arm left elbow` is `arm *side* elbow.L` there. `None` if it
/// has no side.
fn sided(name: &[u8]) -> Option<String> {
    let name = std::str::from_utf8(name).ok()?;
    if let Some(base) = name.strip_suffix(".L").or_else(|| name.strip_suffix(".R")) {
        return base.contains("*side*").then(|| name.to_owned());
    }
    let words: Vec<&str> = name.split(' ').collect();
    let at = words.iter().position(|w| matches!(w.to_ascii_lowercase().as_str(), "left" | "right"))?;
    let side = if words.get(at)?.eq_ignore_ascii_case("left") { "L" } else { "R" };
    let renamed: Vec<&str> =
        words.iter().enumerate().map(|(i, w)| if i == at { "*side*" } else { w }).collect();
    Some(format!("{}.{side}", renamed.join(" ")))
}

/// Where nodes are without any pose, seen from their parents.
///
/// A pose counts from the bind pose, whatever pose the nodes stand in (`--rest default-pose`): where the binds of a node
/// and of its parent are not turned, as those of our models, their difference is what the pose moves. Other nodes count
/// from where they stand.
struct Rest {
    heads: HashMap<NodeId, Vec3>,
}

impl Rest {
    fn of(scene: &Scene) -> Self {
        let mut heads = HashMap::new();
        for skin in &scene.skins {
            for (joint, inverse) in skin.joints.iter().zip(&skin.inverse_binds) {
                let m = Mat4::from_cols_array(inverse);
                if m.is_finite() && Mat3::from_mat4(m).abs_diff_eq(Mat3::IDENTITY, 1e-6) {
                    heads.entry(*joint).or_insert(-m.w_axis.truncate());
                }
            }
        }
        Self { heads }
    }

    fn local(&self, scene: &Scene, id: NodeId) -> (Vec3, Quat, Vec3) {
        let Some(n) = scene.node(id) else { return (Vec3::ZERO, Quat::IDENTITY, Vec3::ONE) };
        let above = match n.parent {
            None => Some(Vec3::ZERO),
            Some(p) => self.heads.get(&p).copied(),
        };
        // Where nothing stands posed, what the node says is exact.
        let still = Quat::from_array(n.rotation) == Quat::IDENTITY && n.scale == [1.0; 3];
        match (self.heads.get(&id), above) {
            (Some(head), Some(above))
                if !still || !(*head - above).abs_diff_eq(Vec3::from_array(n.translation), 1e-6) =>
            {
                (*head - above, Quat::IDENTITY, Vec3::ONE)
            }
            _ => (Vec3::from_array(n.translation), Quat::from_array(n.rotation), Vec3::from_array(n.scale)),
        }
    }

    /// Local transform of a posed node. A node with a rotation of its own keeps it innermost, as the pose turns about the
    /// model's axes.
    fn posed(&self, scene: &Scene, id: NodeId, pose: &BonePose) -> ([f32; 3], [f32; 4], [f32; 3]) {
        let (translation, rotation, scale) = self.local(scene, id);
        let q = Quat::from_array(maths::quaternion(pose.rotation));
        let rotation = if rotation == Quat::IDENTITY { q } else { q * rotation };
        let translation = translation + Vec3::from_array(pose.translation);
        (translation.to_array(), rotation.to_array(), (scale * Vec3::from_array(pose.scale)).to_array())
    }
}

/// Moves the nodes themselves.
pub fn apply(scene: &mut Scene, pose: &Parsed, path: &str, sink: &mut Sink) -> Bound {
    let bound = bind(scene, pose, path, sink);
    let rest = Rest::of(scene);
    for (id, p) in &bound.moves {
        let (translation, rotation, scale) = rest.posed(scene, *id, p);
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
pub(crate) fn remember(animation: &mut Animation, stem: &str, frames: &[Parsed]) {
    Clip::new(frames, stem).note(&mut animation.extras);
}

/// Joins a pose to the clip of the poses numbered before it; false if there is none.
pub(crate) fn extend_clip(scene: &mut Scene, base: &str, number: u32, pose: &Parsed, fps: f32) -> bool {
    let before = |a: &Animation| {
        let clip = Clip::read(&a.extras)?;
        let number_of = clip.last.strip_prefix(base)?.parse::<u32>().ok()?;
        (number_of.checked_add(1)? == number).then_some(clip)
    };
    let found = scene.animations.iter().enumerate().rev().find_map(|(i, a)| Some((i, before(a)?)));
    let Some((at, clip)) = found else { return false };
    scene.animations.remove(at);
    let width = clip.last.len();
    let mut frames = clip.parsed();
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
pub(crate) fn add_clip(scene: &mut Scene, name: &str, frames: &[Bound], fps: f32) {
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
    let rest = Rest::of(scene);
    let mut channels = Vec::new();
    for id in order {
        let poses: Vec<BonePose> =
            by_frame.iter().map(|f| f.get(&id).copied().unwrap_or(BonePose::IDENTITY)).collect();
        let mut last = Quat::IDENTITY;
        let (mut t, mut r, mut s) = (Vec::new(), Vec::new(), Vec::new());
        for pose in &poses {
            let (translation, rotation, scale) = rest.posed(scene, id, pose);
            let mut q = Quat::from_array(rotation);
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
        let differs =
            |values: &[f32], stands: [f32; 3]| values.as_chunks::<3>().0.iter().any(|v| *v != stands);
        let stands = scene.node(id).map_or(([0.0; 3], [1.0; 3]), |n| (n.translation, n.scale));
        let (moves, grows) = (differs(&t, stands.0), differs(&s, stands.1));
        add(Property::Translation, t, moves);
        add(Property::Rotation, r, true);
        add(Property::Scale, s, grows);
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

/// What the animation that a model's own default pose becomes is called.
pub const DEFAULT_POSE: &str = "default pose";

/// The animation that poses are made of: the first that is not the model's own default pose.
pub fn chosen(scene: &Scene) -> Option<&Animation> {
    scene.animations.iter().find(|a| a.name != DEFAULT_POSE).or(scene.animations.first())
}

/// The pose of the chosen animation at a time, or of the nodes as they stand.
pub fn lines_at(scene: &Scene, skeleton: &Skeleton, time: Option<f32>) -> Vec<Line> {
    let mut posed = Scene { nodes: scene.nodes.clone(), ..Scene::default() };
    if let (Some(animation), Some(time)) = (chosen(scene), time) {
        scene::steps::stand(&mut posed.nodes, animation, time);
    }
    lines_between(skeleton, &skeleton.bind, &posed.world_matrices())
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
