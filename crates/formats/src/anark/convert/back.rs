//! From a model to a BSG, and to the BGF it came with.
//!
//! A node that came from a BSG brings its 96 bytes along; what did not change is written as it was. A BGF cannot be made
//! from nothing: its elements, slides and scripts come from the extras or from a template, and animations that were
//! changed are put in.

use super::motion::with_animations;
use super::nodes::{UP, pivot_offset, rotation};
use super::{EULER_ORDER, FAMILY, boxes, from_base64, mirror, mirror_angles};
use crate::anark::bgf::{self, Bgf};
use crate::anark::bsg::{self, Bsg, GraphNode, NodeType};
use crate::{Output, WriteOptions};
use glam::{DMat4, DQuat, DVec3};
use scene::curves::euler;
use scene::{Node, NodeKind, Scene};
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

pub(super) fn family(extras: &scene::Extras) -> Option<&Value> {
    extras.get(FAMILY)
}

/// A node that only helps others: half of a pivot, or the turn of the whole.
pub(super) fn is_helper(node: &Node) -> bool {
    let suffixes = ["#pivot", "#position", UP];
    node.kind == NodeKind::Helper || suffixes.iter().any(|s| node.name.ends_with(s))
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
        let node = at.filter(|a| Some(*a) != parent).and_then(|a| scene.nodes.get(a));
        // The turn of the whole is not in the file.
        let Some(node) = node.filter(|n| n.name != UP) else { break };
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
