//! From a model to a BSG, and changed animations back into a BGF.
//!
//! A node that came from a BSG brings its 96 bytes along; what did not change is written as it was. A BGF cannot be made
//! from nothing: its elements, slides and scripts come from the extras or from a template, and animations that were
//! changed are put in.

use super::nodes::{pivot_offset, rotation};
use super::slides::Vector;
use super::{EULER_ORDER, FAMILY, boxes, from_base64, mirror, mirror_angles};
use crate::anark::bgf::{self, Bgf, Keyframe};
use crate::anark::bsg::{self, Bsg, GraphNode, NodeType};
use crate::anark::companions::Companions;
use crate::{Context, LoadOptions, Output, WriteOptions};
use glam::{DMat4, DQuat, DVec3};
use scene::curves::euler;
use scene::{Channel, Interpolation, Memory, Node, NodeKind, Property, Scene};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use wire::{Code, Error, Reader, Result, Severity, Sink, codes};

/// Something has no place in the file.
pub const LOST: Code = Code {
    id: "ANARK_LOST",
    severity: Severity::Warning,
    summary: "something of the model has no place in an Anark file",
    help: "meshes belong into the COLLADA file beside it; skins and morph targets do not exist",
    fixable: false,
};

/// Nodes of another origin that differ by less than this are taken as unchanged.
const SAME: f64 = 1e-5;

fn family(extras: &scene::Extras) -> Option<&Value> {
    extras.get(FAMILY)
}

/// A node that only helps another: half of a pivot.
fn is_helper(node: &Node) -> bool {
    node.kind == NodeKind::Helper || node.name.ends_with("#pivot") || node.name.ends_with("#position")
}

/// Makes a BSG, and the BGF that belongs to it if the model brings one.
pub fn bsg_from_scene(scene: &Scene, options: &WriteOptions, sink: &mut Sink) -> Result<Vec<Output>> {
    let template =
        options.template.as_deref().and_then(|t| bsg::read(&mut Reader::new(t), &mut Sink::new()).ok());
    let graph = graph(scene, template.as_ref())?;
    report_losses(scene, sink);
    let mut out = vec![Output { suffix: ".bsg".into(), bytes: graph.to_bytes() }];
    if let Some(face) = embedded_bgf(scene) {
        let face = with_animations(scene, face, graph, sink)?;
        out.push(Output { suffix: ".bgf".into(), bytes: face.to_bytes() });
    }
    Ok(out)
}

/// Puts the animations of a model into the BGF it came from.
pub fn bgf_from_scene(scene: &Scene, options: &WriteOptions, sink: &mut Sink) -> Result<Vec<Output>> {
    let template = options.template.as_deref().map(|t| bgf::read(&mut Reader::new(t), &mut Sink::new()));
    let face = match (template.transpose()?, embedded_bgf(scene)) {
        (Some(template), _) => template,
        (None, Some(embedded)) => embedded,
        (None, None) => {
            let message = "a BGF cannot be made from a model alone: convert a model that came from one, or \
                           name the original with --template";
            return Err(Error::new(&codes::VALUE, message));
        }
    };
    report_losses(scene, sink);
    let graph = graph(scene, None)?;
    let face = with_animations(scene, face, graph, sink)?;
    Ok(vec![Output { suffix: ".bgf".into(), bytes: face.to_bytes() }])
}

fn embedded_bgf(scene: &Scene) -> Option<Bgf> {
    let bytes = from_base64(family(&scene.extras)?.get("bgf")?.as_str()?)?;
    bgf::read(&mut Reader::new(&bytes), &mut Sink::new()).ok()
}

fn report_losses(scene: &Scene, sink: &mut Sink) {
    let is_box = |m: &scene::Mesh| family(&m.extras).and_then(|e| e.get("box")) == Some(&Value::Bool(true));
    let meshes = scene.meshes.iter().filter(|m| !is_box(m)).count();
    for (what, n) in [("meshes", meshes), ("skins", scene.skins.len())] {
        if n > 0 {
            sink.push(&LOST, "", format!("{n} {what} have no place in a BSG or BGF"));
        }
    }
}

/// The scene graph of a model.
fn graph(scene: &Scene, template: Option<&Bsg>) -> Result<Bsg> {
    let embedded = family(&scene.extras).and_then(|e| e.get("bsg")).cloned();
    let embedded = embedded.and_then(|json| serde_json::from_value::<Bsg>(json).ok());
    let mut out = template.cloned().or(embedded).unwrap_or_default();
    let sources: Vec<usize> = (0..scene.nodes.len())
        .filter(|i| scene.nodes.get(*i).is_some_and(|n| !is_helper(n) && n.kind == NodeKind::Source))
        .collect();
    let records = records(scene, &sources, template);
    let order = order(scene, &sources, &records);
    let mut ids = Ids::new(&out, records.values().map(|r| r.1.scene_item_id));
    let mut place: HashMap<usize, i32> = HashMap::new();
    out.nodes.list.clear();
    for i in order {
        let Some(node) = scene.nodes.get(i) else { continue };
        let parent = source_parent(scene, i);
        let local = local_matrix(scene, i, parent);
        let mut record = records.get(&i).map_or_else(|| fresh(scene, node), |r| r.1.clone());
        set_transform(&mut record, local);
        set_box(&mut record, scene, node);
        record.scene_item_id = ids.take(record.scene_item_id);
        record.parent = parent.and_then(|p| place.get(&p)).copied().unwrap_or(-1);
        place.insert(i, out.nodes.list.len() as i32);
        out.nodes.list.push(record);
    }
    bsg::check::fix(&mut out);
    if out.nodes.list.len() > i32::MAX as usize {
        return Err(Error::new(&codes::VALUE, format!("{} nodes are too many", out.nodes.list.len())));
    }
    Ok(out)
}

/// Scene item ids, each used once.
struct Ids {
    used: HashSet<u32>,
    next: u32,
}

impl Ids {
    fn new(frame: &Bsg, wanted: impl Iterator<Item = u32>) -> Self {
        let used: HashSet<u32> = frame.assets.list.iter().map(|a| a.scene_item_id).collect();
        let next = used.iter().copied().chain(wanted).max().unwrap_or(0).saturating_add(1);
        Self { used, next }
    }

    fn take(&mut self, wanted: u32) -> u32 {
        if wanted != 0 && self.used.insert(wanted) {
            return wanted;
        }
        while !self.used.insert(self.next) {
            self.next = self.next.wrapping_add(1);
        }
        self.next
    }
}

/// Stored records by node, with their place in the file they came from.
fn records(scene: &Scene, sources: &[usize], template: Option<&Bsg>) -> HashMap<usize, (usize, GraphNode)> {
    let mut out = HashMap::new();
    for (at, i) in sources.iter().enumerate() {
        let Some(node) = scene.nodes.get(*i) else { continue };
        let stored = || {
            let json = family(&node.extras)?.get("bsg")?;
            let bytes = from_base64(json.get("record")?.as_str()?)?;
            let record = Reader::new(&bytes).get::<GraphNode>().ok()?;
            Some((json.get("index").and_then(Value::as_u64).unwrap_or(0) as usize, record))
        };
        // A template knows nodes by their id, or, if there are as many, by their order.
        let from_template = || {
            let nodes = &template?.nodes.list;
            let id = node.name.strip_prefix("AK").and_then(|d| d.parse::<u32>().ok());
            let by_id = id.and_then(|id| nodes.iter().position(|n| n.scene_item_id == id));
            let index = by_id.or_else(|| (nodes.len() == sources.len()).then_some(at))?;
            Some((index, nodes.get(index)?.clone()))
        };
        if let Some(record) = stored().or_else(from_template) {
            out.insert(*i, record);
        }
    }
    out
}

/// The nearest node above that is not a helper.
fn source_parent(scene: &Scene, i: usize) -> Option<usize> {
    let mut at = scene.nodes.get(i)?.parent;
    for _ in 0..scene.nodes.len() {
        let p = at?;
        let node = scene.nodes.get(p.0 as usize)?;
        if !is_helper(node) && node.kind == NodeKind::Source {
            return Some(p.0 as usize);
        }
        at = node.parent;
    }
    None
}

/// The transform of a node within its source parent: its own and those of the helpers between.
fn local_matrix(scene: &Scene, i: usize, parent: Option<usize>) -> DMat4 {
    let mut out = DMat4::IDENTITY;
    let mut at = Some(i);
    for _ in 0..=scene.nodes.len() {
        let Some(node) = at.filter(|a| Some(*a) != parent).and_then(|a| scene.nodes.get(a)) else { break };
        out = DMat4::from_scale_rotation_translation(
            DVec3::from_array(node.scale.map(f64::from)),
            DQuat::from_array(node.rotation.map(f64::from)).normalize(),
            DVec3::from_array(node.translation.map(f64::from)),
        ) * out;
        at = node.parent.map(|p| p.0 as usize);
    }
    out
}

/// The order of the original file where parents then come first, else parents first in any case.
fn order(scene: &Scene, sources: &[usize], records: &HashMap<usize, (usize, GraphNode)>) -> Vec<usize> {
    let key = |i: &usize| records.get(i).map_or(usize::MAX, |r| r.0);
    let mut out = sources.to_vec();
    out.sort_by_key(key);
    let mut seen = HashSet::new();
    let parents_first = out.iter().all(|i| {
        seen.insert(*i);
        source_parent(scene, *i).is_none_or(|p| seen.contains(&p))
    });
    if parents_first {
        return out;
    }
    let mut children: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
    for i in &out {
        children.entry(source_parent(scene, *i)).or_default().push(*i);
    }
    let mut stack: Vec<usize> = children.remove(&None).unwrap_or_default().into_iter().rev().collect();
    let mut sorted = Vec::new();
    while let Some(i) = stack.pop() {
        sorted.push(i);
        stack.extend(children.remove(&Some(i)).unwrap_or_default().into_iter().rev());
    }
    sorted
}

fn fresh(scene: &Scene, node: &Node) -> GraphNode {
    let has_mesh = node.mesh.is_some_and(|m| scene.meshes.get(m.0 as usize).is_some());
    let node_type = if has_mesh { NodeType::GEOMETRY } else { NodeType::DUMMY };
    GraphNode { node_type, ..GraphNode::default() }
}

/// Takes over a transform unless it is the one the record already has.
fn set_transform(record: &mut GraphNode, local: DMat4) {
    let stored = {
        let t = DVec3::from_array(mirror(record.translation).map(f64::from))
            + DVec3::from_array(pivot_offset(record).map(f64::from));
        let scale = DVec3::from_array(record.scale.map(f64::from));
        DMat4::from_scale_rotation_translation(scale, rotation(record.rotation), t)
    };
    let size = local.to_cols_array().iter().fold(1.0_f64, |a, b| a.max(b.abs()));
    let near = |(a, b): (f64, f64)| (a - b).abs() <= SAME * size;
    if stored.to_cols_array().into_iter().zip(local.to_cols_array()).all(near) {
        return;
    }
    let (scale, turn, translation) = local.to_scale_rotation_translation();
    let turn = if turn.is_finite() { turn } else { DQuat::IDENTITY };
    let close_to = mirror_angles(record.rotation).map(f64::from);
    let angles = euler::angles(turn, EULER_ORDER, close_to);
    record.rotation = mirror_angles(angles.map(|v| v as f32));
    record.scale = scale.to_array().map(|v| v as f32);
    let offset = DVec3::from_array(pivot_offset(record).map(f64::from));
    record.translation = mirror((translation - offset).to_array().map(|v| v as f32));
    for v in record.translation.iter_mut().chain(&mut record.rotation) {
        if !v.is_finite() {
            *v = 0.0;
        }
    }
}

/// Takes over the bounds of what the node shows: of a box always, of a mesh if there are none yet.
fn set_box(record: &mut GraphNode, scene: &Scene, node: &Node) {
    let Some(mesh) = node.mesh.and_then(|m| scene.meshes.get(m.0 as usize)) else { return };
    let is_box = family(&mesh.extras).is_some_and(|e| e.get("box").is_some());
    let empty = record.box_min == record.box_max;
    let Some(first) = mesh.positions.first().filter(|_| is_box || empty) else { return };
    let (mut low, mut high) = (*first, *first);
    for p in &mesh.positions {
        for axis in 0..3 {
            if let (Some(l), Some(h), Some(v)) = (low.get_mut(axis), high.get_mut(axis), p.get(axis)) {
                (*l, *h) = (l.min(*v), h.max(*v));
            }
        }
    }
    if (low, high) != boxes::corners(record) {
        let (a, b) = (mirror(low), mirror(high));
        record.box_min = [a[0], a[1], b[2]];
        record.box_max = [b[0], b[1], a[2]];
    }
}

/// Puts the animations of a scene that differ from those of a BGF into it.
fn with_animations(scene: &Scene, face: Bgf, graph: Bsg, sink: &mut Sink) -> Result<Bgf> {
    let mut out = face.clone();
    let original = {
        let beside = Companions { bgf: Some(face), bsg: Some(graph), dae: None };
        let options = LoadOptions {
            names: scene.nodes.iter().map(|n| n.name.clone()).collect(),
            ..LoadOptions::default()
        };
        let files = Memory::default();
        let cx = Context { files: &files, path: "x", options: &options };
        super::to_scene(&beside, &cx, &mut Sink::new())?
    };
    let target = |s: &Scene, c: &Channel| Some((s.node(c.node)?.name.clone(), c.property));
    let mut known = HashSet::new();
    for animation in &original.animations {
        let Some(now) = scene.animations.iter().find(|a| a.name == animation.name) else { continue };
        known.insert(now.name.as_str());
        let by_target: HashMap<_, &Channel> =
            now.channels.iter().filter_map(|c| Some((target(scene, c)?, c))).collect();
        for channel in &animation.channels {
            let changed =
                target(&original, channel).and_then(|t| by_target.get(&t)).filter(|c| !same(channel, c));
            if let Some(now) = changed {
                put(&mut out, &original, channel, now, sink);
            }
        }
    }
    for animation in scene.animations.iter().filter(|a| !known.contains(a.name.as_str())) {
        let message = format!("animation {:?} is in no slide of the BGF", animation.name);
        sink.push(&LOST, "", message);
    }
    out.recount();
    Ok(out)
}

fn same(a: &Channel, b: &Channel) -> bool {
    let near = |a: &[f32], b: &[f32]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-5 * a.abs().max(1.0))
    };
    a.interpolation == b.interpolation && near(&a.times, &b.times) && near(&a.values, &b.values)
}

/// Writes one channel into the animations it is made of.
fn put(out: &mut Bgf, original: &Scene, channel: &Channel, now: &Channel, sink: &mut Sink) {
    let Some(extras) = family(&channel.extras) else { return };
    let vector = extras.get("vector").and_then(Value::as_str);
    let Some(vector) = Vector::ALL.into_iter().find(|v| Some(v.name()) == vector) else { return };
    let sources: Vec<Option<usize>> = extras
        .get("animations")
        .and_then(Value::as_array)
        .map(|list| list.iter().map(|v| v.as_u64().map(|v| v as usize)).collect())
        .unwrap_or_default();
    let offset = position_offset(original, channel, vector);
    for (axis, source) in sources.iter().enumerate() {
        let keys = axis_keys(now, axis, vector, offset);
        let moves = keys.windows(2).any(|w| matches!(w, [a, b] if (a.value - b.value).abs() > 1e-5));
        match source.and_then(|i| out.animations.list.get_mut(i)) {
            Some(animation) => animation.keyframes = keys,
            None if moves => {
                let name = original.node(channel.node).map(|n| n.name.clone()).unwrap_or_default();
                let message = format!(
                    "{name}: {}.{} is not animated in the BGF",
                    vector.name(),
                    ["x", "y", "z"].get(axis).unwrap_or(&"?")
                );
                sink.push(&LOST, "", message);
            }
            None => {}
        }
    }
}

/// What the pivot adds to a position channel: rest translation minus the record's.
fn position_offset(original: &Scene, channel: &Channel, vector: Vector) -> [f32; 3] {
    if vector != Vector::Position {
        return [0.0; 3];
    }
    let Some(node) = original.node(channel.node) else { return [0.0; 3] };
    let holder = original.nodes.iter().find(|n| {
        n.parent == Some(channel.node) && is_helper(node) && format!("{}#pivot", n.name) == node.name
    });
    let record = family(&holder.unwrap_or(node).extras)
        .and_then(|e| from_base64(e.get("bsg")?.get("record")?.as_str()?))
        .and_then(|bytes| Reader::new(&bytes).get::<GraphNode>().ok());
    match record {
        Some(r) => {
            let t = mirror(r.translation);
            std::array::from_fn(|i| {
                node.translation.get(i).copied().unwrap_or(0.0) - t.get(i).copied().unwrap_or(0.0)
            })
        }
        None => [0.0; 3],
    }
}

/// One axis of a channel as keys of a BGF.
fn axis_keys(channel: &Channel, axis: usize, vector: Vector, offset: [f32; 3]) -> Vec<Keyframe> {
    let sign = vector.signs().get(axis).copied().unwrap_or(1.0);
    let offset = offset.get(axis).copied().unwrap_or(0.0);
    let back = |v: f32| sign * (v - offset);
    let rows = rows(channel, axis);
    let mut out: Vec<Keyframe> = Vec::new();
    for (i, (time, [_, value, slope])) in rows.iter().enumerate() {
        let time_ms = (f64::from(*time) * 1000.0).round().max(0.0) as u32;
        // Two keys within a millisecond: the later one counts.
        if out.last().is_some_and(|k| k.time_ms >= time_ms) {
            out.pop();
        }
        let (p1, p2) = match rows.get(i + 1) {
            Some((next, [arrive, end, _])) => {
                let dt = next - time;
                match channel.interpolation {
                    Interpolation::CubicSpline => (value + slope * dt / 3.0, end - arrive * dt / 3.0),
                    Interpolation::Linear => (value + (end - value) / 3.0, value + (end - value) * 2.0 / 3.0),
                    Interpolation::Step => (*value, *value),
                }
            }
            None => (0.0, 0.0),
        };
        out.push(Keyframe {
            time_ms,
            value: back(*value),
            p1: back(p1),
            p2: back(p2),
            ..Keyframe::default()
        });
        if channel.interpolation == Interpolation::Step
            && let Some((next, _)) = rows.get(i + 1)
        {
            let before = ((f64::from(*next) * 1000.0).round() as u32).saturating_sub(1);
            if before > time_ms {
                let v = back(*value);
                out.push(Keyframe { time_ms: before, value: v, p1: v, p2: v, ..Keyframe::default() });
            }
        }
    }
    // "None" behind the last key is −1, in degrees where angles are meant.
    let none = if vector == Vector::Rotation { -1.0_f32.to_radians() } else { -1.0 };
    if let Some(last) = out.last_mut() {
        (last.p1, last.p2) = (none, none);
    }
    out.truncate(usize::from(u16::MAX));
    out
}

/// Time, and in-slope, value and out-slope of one axis.
fn rows(channel: &Channel, axis: usize) -> Vec<(f32, [f32; 3])> {
    if channel.property == Property::Rotation {
        let mut near = [0.0; 3];
        let (width, at) = if channel.interpolation == Interpolation::CubicSpline { (12, 4) } else { (4, 0) };
        return channel
            .times
            .iter()
            .zip(channel.values.chunks_exact(width))
            .map(|(time, row)| {
                let q = row
                    .get(at..at + 4)
                    .and_then(|q| <[f32; 4]>::try_from(q).ok())
                    .unwrap_or([0.0, 0.0, 0.0, 1.0]);
                let q = DQuat::from_array(q.map(f64::from));
                let q = if q.length_squared() > 1e-12 { q.normalize() } else { DQuat::IDENTITY };
                near = euler::angles(q, EULER_ORDER, near);
                (*time, [0.0, near.get(axis).copied().unwrap_or(0.0) as f32, 0.0])
            })
            .collect();
    }
    let cubic = channel.interpolation == Interpolation::CubicSpline;
    let width = if cubic { 9 } else { 3 };
    channel
        .times
        .iter()
        .zip(channel.values.chunks_exact(width))
        .map(|(time, row)| {
            let get = |i: usize| row.get(i).copied().unwrap_or(0.0);
            let values =
                if cubic { [get(axis), get(axis + 3), get(axis + 6)] } else { [0.0, get(axis), 0.0] };
            (*time, values)
        })
        .collect()
}
