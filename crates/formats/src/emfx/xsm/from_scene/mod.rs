//! Animations of a scene as skeletal motions.

mod halves;
pub mod original;

use super::super::from_scene;
use super::super::from_scene::Template;
use super::super::from_scene::curve;
use super::super::from_scene::curve::Curve;
use super::super::from_scene::profile::Profile;
use super::super::notes;
use super::super::rules::codes;
use super::super::types::body::Body;
use super::super::types::{Chunk, Emfx, Header, Magic};
use super::scene::split::{bound, outer_of};
use super::scene::tracks::{Track, lerp3, turn, union};
use super::types::{MotionInfo, PackedKey, Quat, RotationKeys, Submotion, pack};
use crate::emfx::maths::{Local, join, mirror, mirror_quat, to_f32};
use crate::emfx::{APPLICATION, EXPORTER_DATE};
use crate::{Output, Outputs, WriteOptions};
use glam::DQuat;
use halves::Pair;
use indexmap::IndexMap;
use scene::curves::{inserted, nlerp};
use scene::{Animation, Channel, NodeId, NodeKind, Property, Scene};
use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use wire::{Endian, Reader, Sink, Text};

/// A motion file for each animation that moves nodes; the first takes the name asked for.
pub fn from_scene(scene: &Scene, like: Option<&Emfx>, options: &WriteOptions, sink: &mut Sink) -> Outputs {
    let profile = Profile::of(options)?;
    let scene = from_scene::apply(scene, like.map(Template));
    let mut out = outputs(&scene, options, profile, sink);
    if let Some(first) = out.first_mut() {
        first.suffix = ".xsm".into();
    } else {
        let mut empty = file(&scene, &Nodes::of(&scene), &Animation::default(), options, profile, sink);
        empty.true_sizes();
        out.push(Output::new(".xsm", empty.to_bytes()));
        sink.push(&codes::LOST, "", "no animation of the scene moves a node: the motion is empty");
    }
    let shapes = |a: &&Animation| a.channels.iter().any(|c| c.property == Property::Weights);
    let left_out: Vec<&str> = scene.animations.iter().filter(shapes).map(|a| a.name.as_str()).collect();
    if let Some(first) = left_out.first() {
        let text = format!(
            "shape keys of {} animations, first {first:?}, have no place in an .xsm: -o x.xpm writes them",
            left_out.len()
        );
        sink.push(&codes::LOST, "", text);
    }
    Ok(out)
}

/// Motion files, named after their animations.
pub fn outputs(scene: &Scene, options: &WriteOptions, profile: Profile, sink: &mut Sink) -> Vec<Output> {
    let mut out = Vec::new();
    let mut used = HashMap::new();
    let nodes = Nodes::of(scene);
    for a in &scene.animations {
        let moves =
            |c: &Channel| c.property != Property::Weights && !without_track(c) && !is_slider(scene, c.node);
        let from_motion = notes::animation::SUBMOTIONS.is_in(&a.extras);
        // What a morph motion moves is in the morph motion.
        let from_morphs = notes::animation::MORPH.marks(&a.extras);
        let written = (a.channels.iter().any(moves) && !from_morphs) || from_motion;
        let held = |c: &&Channel| moves(c) && scene.node(c.node).is_some_and(|n| n.kind == NodeKind::Holder);
        let held = a.channels.iter().filter(held).count();
        if written && held > 0 {
            let text = format!(
                "animation {:?} moves {held} meshes apart from their nodes, which no motion can",
                a.name
            );
            sink.push(&codes::LOST, "", text);
        }
        if written {
            let mut file = file(scene, &nodes, a, options, profile, sink);
            file.true_sizes();
            let suffix = format!(".{}.xsm", safe_name(&a.name, out.len(), &mut used));
            out.push(Output::new(suffix, file.to_bytes()));
        }
    }
    out
}

/// A name that may be part of a file name, once only. `used`: names there are, in lower case, each with the number to try next.
pub fn safe_name(name: &str, number: usize, used: &mut HashMap<String, u32>) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_control() || "\\/:*?\"<>|.".contains(c) { '_' } else { c }).collect();
    let plain = plain.trim().to_owned();
    let base = if plain.is_empty() { format!("motion{number}") } else { plain };
    let mut n = used.get(&base.to_lowercase()).copied().unwrap_or(1);
    loop {
        let out = if n == 1 { base.clone() } else { format!("{base} {n}") };
        n += 1;
        if let Entry::Vacant(free) = used.entry(out.to_lowercase()) {
            free.insert(2);
            used.insert(base.to_lowercase(), n);
            return out;
        }
    }
}

/// Channels that no track made: of morph transforms, of sliders, of a clip that would have none.
fn without_track(c: &Channel) -> bool {
    use notes::channel::{MORPH, SLIDER, STILL};
    [MORPH, SLIDER, STILL].iter().any(|note| note.marks(&c.extras))
}

/// Nodes that stand for morph targets.
pub fn is_slider(scene: &Scene, node: NodeId) -> bool {
    scene.node(node).is_some_and(|n| notes::node::SLIDER.marks(&n.extras))
}

/// How a track is written.
#[derive(Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each says something else")]
struct How {
    /// The node is in two halves.
    split: bool,
    /// The animation came from a motion file.
    ours: bool,
    /// Its positions and scales were moved to another skeleton.
    retargeted: bool,
    /// Rotations in 16 bits.
    packed: bool,
    /// Largest error of key reduction.
    key_error: f32,
}

/// Channels of one node.
#[derive(Default, Clone, Copy)]
struct Channels<'a> {
    position: Option<&'a Channel>,
    rotation: Option<&'a Channel>,
    scale: Option<&'a Channel>,
    /// Rotation of the inner half.
    inner: Option<&'a Channel>,
    /// Translation and scale of the inner half, which programs that key everything have too.
    inner_position: Option<&'a Channel>,
    inner_scale: Option<&'a Channel>,
}

/// The nodes of a scene as all motions look for them.
struct Nodes {
    raw: HashMap<Vec<u8>, NodeId>,
    shown: HashMap<String, NodeId>,
    /// The node of each outer half.
    inner: HashMap<NodeId, NodeId>,
}

impl Nodes {
    fn of(scene: &Scene) -> Self {
        let (raw, shown) = super::scene::split::by_name(scene);
        let all = (0..scene.nodes.len() as u32).map(NodeId);
        let inner = all.filter_map(|node| Some((outer_of(scene, node)?, node))).collect();
        Self { raw, shown, inner }
    }
}

fn file(
    scene: &Scene,
    nodes: &Nodes,
    a: &Animation,
    options: &WriteOptions,
    profile: Profile,
    sink: &mut Sink,
) -> Emfx {
    let order = order_of(scene, a);
    let stored: Option<Header> = notes::animation::HEADER.get(&a.extras);
    let packed = notes::animation::PACKED.get(&a.extras).filter(|_| !Profile::asked(options));
    let packed = packed.unwrap_or(profile != Profile::Paradox);
    let mut out = Emfx::new(Header {
        magic: Magic::Xsm,
        version: [1, 0],
        endian: stored.map_or(Endian::Little, |h| h.endian),
        multiply_order: stored.map_or(order, |h| h.multiply_order.min(1)),
    });
    let others: Vec<Chunk> = notes::animation::CHUNKS.get(&a.extras).unwrap_or_default();
    let (infos, others): (Vec<Chunk>, Vec<Chunk>) =
        others.into_iter().partition(|c| matches!(c.body, Body::MotionInfo(_)));
    if infos.is_empty() {
        out.push(201, 2, Body::MotionInfo(new_info(&a.name)));
    }
    for chunk in infos {
        match chunk.body {
            Body::MotionInfo(info) if Profile::asked(options) => {
                out.push(201, 2, Body::MotionInfo(second_version(info)));
            }
            _ => out.chunks.push(chunk),
        }
    }
    let list = submotions(scene, nodes, a, (order, options.key_error, packed), sink);
    out.push(202, if packed { 2 } else { 1 }, Body::Submotions(list));
    out.chunks.extend(others);
    out
}

/// The info of any version as version 2, which is what the games of the profiles read.
fn second_version(info: MotionInfo) -> MotionInfo {
    MotionInfo {
        importance: info.importance.or(Some(1.0)),
        max_error: info.max_error.or(Some(1e8)),
        extraction_mask: None,
        ..info
    }
}

fn new_info(name: &str) -> MotionInfo {
    MotionInfo {
        importance: Some(1.0),
        max_error: Some(1e8),
        fps: 30,
        extraction_mask: None,
        exporter_version: [1, 0],
        pad: [0; 2],
        source_application: APPLICATION.into(),
        original_file: Text::default(),
        exporter_date: EXPORTER_DATE.into(),
        motion_name: name.into(),
    }
}

/// The multiply order of the actor whose nodes move.
fn order_of(scene: &Scene, a: &Animation) -> u8 {
    let of = |n: NodeId| super::scene::split::order_of(scene, n);
    let header: Option<Header> = notes::scene::HEADER.get(&scene.extras);
    a.channels.iter().find_map(|c| of(c.node)).or(header.map(|h| h.multiply_order.min(1))).unwrap_or(0)
}

/// Submotions as they were, then those of nodes that move since.
fn submotions(
    scene: &Scene,
    nodes: &Nodes,
    a: &Animation,
    (order, key_error, packed): (u8, f32, bool),
    sink: &mut Sink,
) -> Vec<Submotion> {
    let mut by_node: IndexMap<NodeId, Channels<'_>> = IndexMap::new();
    for c in a.channels.iter().filter(|c| !without_track(c) && !is_slider(scene, c.node)) {
        let split = outer_of(scene, c.node).is_some();
        let node = nodes.inner.get(&c.node).copied().unwrap_or(c.node);
        if scene.node(node).is_none_or(|n| n.kind == NodeKind::Holder) {
            continue;
        }
        let slot = by_node.entry(node).or_default();
        match c.property {
            Property::Translation if split => slot.inner_position = Some(c),
            Property::Translation => slot.position = Some(c),
            Property::Rotation if split => slot.inner = Some(c),
            Property::Rotation => slot.rotation = Some(c),
            Property::Scale if split => slot.inner_scale = Some(c),
            Property::Scale => slot.scale = Some(c),
            Property::Weights => {}
        }
    }
    by_node.retain(|_, c| {
        let outer = c.position.is_some() || c.rotation.is_some() || c.scale.is_some();
        outer || c.inner.is_some() || c.inner_position.is_some() || c.inner_scale.is_some()
    });
    let ours = notes::animation::SUBMOTIONS.is_in(&a.extras);
    let retargeted = notes::animation::RETARGET.marks(&a.extras);
    let mut sheared = 0_usize;
    let mut make = |node: NodeId, c: &Channels<'_>, head: Option<Submotion>| {
        let name =
            scene.node(node).map(|n| n.raw_name.clone().unwrap_or_else(|| n.name.clone().into_bytes()));
        let at = bound(scene, node, order)?;
        let pair = Pair {
            outer: [c.position, c.rotation, c.scale],
            inner: [c.inner_position, c.inner, c.inner_scale],
        };
        let joined = halves::join(&at.rest, pair);
        sheared += usize::from(joined.sheared);
        let c = &Channels {
            position: joined.position.as_ref().or(c.position),
            scale: joined.scale.as_ref().or(c.scale),
            ..*c
        };
        let how = How { split: at.outer.is_some(), ours, retargeted, packed, key_error };
        Some(submotion(at.rest, c, Text(name?), head, how))
    };
    let mut out = Vec::new();
    let mut done: HashSet<NodeId> = HashSet::new();
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    for mut head in stored(a) {
        let node = nodes.raw.get(&head.name.0).or_else(|| nodes.shown.get(&head.name.lossy())).copied();
        crate::rules::settle(&mut head, &|_| true, super::super::rules::submotion);
        if !seen.insert(head.name.0.clone()) {
            continue;
        }
        match node.filter(|n| done.insert(*n)) {
            Some(node) => {
                let none = Channels::default();
                let channels = by_node.get(&node).unwrap_or(&none);
                out.extend(make(node, channels, Some(head)));
            }
            None => out.push(head),
        }
    }
    for (node, channels) in &by_node {
        if done.insert(*node) {
            out.extend(make(*node, channels, None));
        }
    }
    original::restore(a, packed, &mut out);
    if sheared > 0 {
        let text =
            format!("{sheared} nodes are scaled unequally inside of a turned scale, which no node can say");
        sink.push(&codes::LOST, "", text);
    }
    if out.is_empty() {
        sink.push(&codes::XSM_NO_TRACKS, "", format!("animation {:?} has no tracks", a.name));
    }
    out
}

/// Submotions that rode in extras.
fn stored(a: &Animation) -> Vec<Submotion> {
    let packed = notes::animation::PACKED.get(&a.extras).unwrap_or(false);
    let bytes = notes::animation::SUBMOTIONS.get(&a.extras).and_then(|t| notes::decode(&t));
    let Some(bytes) = bytes else { return Vec::new() };
    let mut r = Reader::new(&bytes);
    r.set_version(if packed { 3 } else { 2 });
    r.get().unwrap_or_default()
}

fn submotion(rest: Local, c: &Channels<'_>, name: Text, head: Option<Submotion>, how: How) -> Submotion {
    let How { split, ours, retargeted, packed, key_error } = how;
    let mut pose = head.as_ref().map_or(rest, |h| super::pose(rest.order, h));
    // Retargeting is of the game, not of the motion.
    let moved = head.as_ref().filter(|_| retargeted).map_or([[0.0; 3]; 2], |h| super::offsets(h, &rest));
    let [moved, grown] = moved.map(|v| v.map(|c| -c));
    let position = vector(c.position, &mut pose.translation, moved, ours, key_error);
    let scale = vector(c.scale, &mut pose.scale, grown, ours, key_error);
    let kept = head.as_ref().filter(|_| split).and_then(|h| kept(h, c));
    let (rotation, scale_rotation) =
        kept.unwrap_or_else(|| turns(rest, split, c, &mut pose, ours, key_error));
    let (position, scale) = (from_zero(position), from_zero(scale));
    let (rotation, scale_rotation) = (from_zero(rotation), from_zero(scale_rotation));
    let quat = |q: DQuat| {
        let q = mirror_quat(to_f32(q));
        if packed { Quat::Q16(pack(q)) } else { Quat::F32(q) }
    };
    let keys = |t: &Track<DQuat>| {
        let rows = t.times.iter().zip(&t.values).map(|(t, q)| (*t, mirror_quat(to_f32(*q))));
        if packed {
            RotationKeys::Q16(rows.map(|(time, q)| PackedKey { value: pack(q), time }).collect())
        } else {
            RotationKeys::F32(rows.map(|(t, [x, y, z, w])| [x, y, z, w, t]).collect())
        }
    };
    let rows = |t: &Track<[f32; 3]>, flip: bool| {
        let row = |(t, v): (&f32, &[f32; 3])| {
            let [x, y, z] = if flip { mirror(*v) } else { *v };
            [x, y, z, *t]
        };
        t.times.iter().zip(&t.values).map(row).collect::<Vec<[f32; 4]>>()
    };
    let bind = head.as_ref().map_or_else(
        || (quat(rest.rotation), quat(rest.scale_rotation), mirror(rest.translation), rest.scale),
        |h| (h.bind_rotation, h.bind_scale_rotation, h.bind_position, h.bind_scale),
    );
    // The first key is the pose where there are keys, as exporters have it.
    let first = |t: &Track<[f32; 3]>, pose: [f32; 3]| t.values.first().copied().unwrap_or(pose);
    let turned = |t: &Track<DQuat>, pose: DQuat| t.values.first().copied().unwrap_or(pose);
    let max_error = head.as_ref().and_then(|h| h.max_error).or(Some(key_error));
    Submotion {
        pose_rotation: quat(turned(&rotation, pose.rotation)),
        bind_rotation: bind.0,
        pose_scale_rotation: quat(turned(&scale_rotation, pose.scale_rotation)),
        bind_scale_rotation: bind.1,
        pose_position: mirror(first(&position, pose.translation)),
        pose_scale: first(&scale, pose.scale),
        bind_position: bind.2,
        bind_scale: bind.3,
        max_error,
        name,
        positions: rows(&position, true),
        rotations: keys(&rotation),
        scales: rows(&scale, false),
        scale_rotations: keys(&scale_rotation),
    }
}

/// A first key at 0, with the value that holds until the one that was the first: engines differ there.
fn from_zero<T: Copy>(mut track: Track<T>) -> Track<T> {
    if let (Some(time), Some(value)) = (track.times.first(), track.values.first().copied())
        && *time > 0.0
    {
        track.times.insert(0, 0.0);
        track.values.insert(0, value);
    }
    track
}

/// Whether a channel is a value that holds: the motion's pose.
fn holds(c: &Channel, ours: bool) -> bool {
    c.times.len() == 1 && (!ours || notes::channel::POSE.marks(&c.extras))
}

fn vector(
    c: Option<&Channel>,
    pose: &mut [f32; 3],
    moved: [f32; 3],
    ours: bool,
    key_error: f32,
) -> Track<[f32; 3]> {
    let Some(c) = c else { return Track::default() };
    let Curve { times, mut values } = curve::vectors(c);
    for v in &mut values {
        *v = super::add(*v, moved);
    }
    if holds(c, ours) {
        *pose = values.first().copied().unwrap_or(*pose);
        return Track::default();
    }
    let mut track = Track { times, values };
    if key_error > 0.0 {
        let off = |a: [f32; 3], b: [f32; 3]| {
            a.iter().zip(&b).map(|(a, b)| f64::from((a - b).abs())).fold(0.0, f64::max)
        };
        curve::reduce(&mut track, f64::from(key_error), lerp3, off);
    }
    track
}

/// Rotation keys of a channel; one of ours loses the keys it was given for slerp.
fn rotations(c: &Channel, ours: bool) -> Track<DQuat> {
    let c = if ours { inserted::dropped(c, notes::FAMILY) } else { Cow::Borrowed(c) };
    let Curve { times, values } = curve::rotations(&c);
    let mut out = Track { times, values };
    nlerp::continuous(&mut out.values);
    if ours {
        return out;
    }
    let dense = nlerp::to_nlerp(&out.times, &out.values);
    Track { times: dense.times.clone(), values: curve::quats(&dense) }
}

/// Rotation and scale rotation of a node, joined from its halves.
fn turns(
    rest: Local,
    split: bool,
    c: &Channels<'_>,
    pose: &mut Local,
    ours: bool,
    key_error: f32,
) -> (Track<DQuat>, Track<DQuat>) {
    let (outer_rest, inner_rest) = rest.halves();
    let of = |c: Option<&Channel>, rest: DQuat| {
        let Some(c) = c else { return (Track::default(), rest) };
        let track = rotations(c, ours);
        if holds(c, ours) {
            (Track::default(), track.values.first().copied().unwrap_or(rest))
        } else {
            (track, rest)
        }
    };
    let reduced = |mut t: Track<DQuat>| {
        if key_error > 0.0 {
            curve::reduce(&mut t, f64::from(key_error), turn, nlerp::angle);
        }
        t
    };
    if c.inner.is_none() && c.rotation.is_none() {
        return (Track::default(), Track::default());
    }
    if !split {
        // One node: its rotation is the rotation.
        let (track, value) = of(c.rotation, pose.rotation);
        pose.rotation = value;
        return (reduced(track), Track::default());
    }
    let (outer, outer_value) = of(c.rotation, outer_rest);
    let (inner, inner_value) = of(c.inner, inner_rest);
    (pose.rotation, pose.scale_rotation) = join(outer_value, inner_value);
    let times = union(&outer.times, &inner.times);
    let at = |t: f64| {
        let o = outer.at(t, turn).unwrap_or(outer_value);
        let i = inner.at(t, turn).unwrap_or(inner_value);
        join(o, i)
    };
    let rotation = if outer.is_empty() || inner.is_empty() {
        let mut values: Vec<DQuat> = times.iter().map(|t| at(f64::from(*t)).0).collect();
        nlerp::continuous(&mut values);
        Track { times, values }
    } else {
        let dense = nlerp::sample(&times, |t| at(t).0);
        let dense = nlerp::to_nlerp(&dense.times, &curve::quats(&dense));
        Track { values: curve::quats(&dense), times: dense.times }
    };
    // Q moves only where the half that holds it does.
    let axes = inner.map(DQuat::conjugate);
    (reduced(rotation), reduced(axes))
}

/// Rotation and scale rotation as the file had them, if the halves of the node still move like that.
fn kept(head: &Submotion, c: &Channels<'_>) -> Option<(Track<DQuat>, Track<DQuat>)> {
    let mut repairs = super::scene::tracks::Repairs::default();
    let mut track = |keys: &RotationKeys| {
        let keys = keys.keys().into_iter().map(|(t, q)| (t, crate::emfx::maths::unit(mirror_quat(q))));
        Track::clean(keys, turn, &mut repairs)
    };
    let (r, q) = (track(&head.rotations), track(&head.scale_rotations));
    if r.is_empty() || q.is_empty() {
        return None;
    }
    let same = |c: &Channel, first: bool| {
        let Curve { times, values } = curve::rotations(c);
        times.iter().zip(values).all(|(t, value)| {
            let at = f64::from(*t);
            let (Some(r), Some(q)) = (r.at(at, turn), q.at(at, turn)) else { return false };
            let (outer, inner) = crate::emfx::maths::halves(r, q);
            nlerp::angle(value, if first { outer } else { inner }) < 1e-3
        })
    };
    (same(c.rotation?, true) && same(c.inner?, false)).then_some((r, q))
}

#[cfg(test)]
mod tests {
    use super::safe_name;
    use std::collections::HashMap;

    #[test]
    fn names_of_files_are_there_once() {
        let mut used = HashMap::new();
        let mut name = |name: &str| safe_name(name, 7, &mut used);
        let names = ["walk", "Walk", "walk 2", "walk", "a/b", "a:b", " ", "walk 2"].map(&mut name);
        assert_eq!(names, ["walk", "Walk 2", "walk 2 2", "walk 3", "a_b", "a_b 2", "motion7", "walk 2 3"]);
        // One name very often: each next number is known.
        for n in 4..50_000 {
            assert_eq!(name("walk"), format!("walk {n}"));
        }
    }
}
