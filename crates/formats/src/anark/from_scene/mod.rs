//! From a model to a BSG, and to the BGF it came with.
//!
//! A node that came from a BSG brings its 96 bytes along; what did not change is written as it was. A BGF cannot be made
//! from nothing: its elements, slides and scripts come from the extras or from a template, and what was changed is put in.

pub(crate) mod compare;
mod identity;
pub(crate) mod missing;
pub(crate) mod motion;
mod posed;

use super::rules::LOST;
use super::scene::nodes::{UP, pivot_offset, rotation, scale};
use super::scene::{EULER_ORDER, boxes, meshes, mirror, mirror_angles, text};
use crate::anark::bgf::Bgf;
use crate::anark::bsg::{self, Bsg, GraphNode, NodeType};
use crate::anark::notes;
use crate::{Output, Outputs, WriteOptions};
use glam::{DMat4, DQuat, DVec3};
use identity::{Known, Record, near, records, sources};
use motion::with_scene;
use posed::Posed;
use scene::curves::euler;
use scene::{Node, NodeKind, Scene};
use std::collections::{HashMap, HashSet};
use wire::{Error, Result, Sink, codes};

/// A node that only helps others: half of a pivot, or the turn of the whole.
pub(super) fn is_helper(node: &Node) -> bool {
    let suffixes = ["#pivot", "#position", UP];
    node.kind == NodeKind::Helper || suffixes.iter().any(|s| node.name.ends_with(s))
}

/// Makes a BSG, and the BGF that belongs to it if the model or the template brings one.
pub fn bsg_from_scene(scene: &Scene, like: Option<&Bsg>, options: &WriteOptions, sink: &mut Sink) -> Outputs {
    let mut known = Known::new(scene, None, like, options);
    let scene = &*missing::restored(scene, &known);
    let made = graph(scene, &known)?;
    let meshes = meshes_back(scene, &known, &made, sink);
    let mut out = vec![Output::new(".bsg", made.bsg.to_bytes())];
    match known.bgf.take() {
        Some(face) => {
            let face = with_scene(scene, face, &made, sink)?;
            out.push(Output::new(".bgf", face.to_bytes()));
        }
        None if !scene.animations.is_empty() => {
            let message = format!(
                "{} animations: a BGF holds them, and none is known; name the original with --template",
                scene.animations.len()
            );
            sink.push(&LOST, "", message);
        }
        None => {}
    }
    out.extend(meshes);
    Ok(out)
}

/// The COLLADA file next to the template, if a mesh of it was changed; reports what has no place anywhere.
fn meshes_back(scene: &Scene, known: &Known, made: &MadeGraph, sink: &mut Sink) -> Option<Output> {
    let put =
        |dae: &Vec<u8>, sink: &mut Sink| crate::anark::dae::write::put_back(dae, scene, &made.ids, sink);
    let mut returned = known.dae.as_ref().map(|dae| put(dae, sink)).unwrap_or_default();
    returned.placed.extend(stand_ins(scene, made));
    report_losses(scene, &returned.placed, sink);
    returned.dae.map(|bytes| Output::new(".dae", bytes))
}

/// Puts what changed in a model into the BGF it came from.
pub fn bgf_from_scene(scene: &Scene, like: Option<&Bgf>, options: &WriteOptions, sink: &mut Sink) -> Outputs {
    let known = Known::new(scene, like, None, options);
    let Some(face) = known.bgf.clone() else {
        let message = "a BGF cannot be made from a model alone: convert a model that came from one, or \
                       name the original BGF with --template";
        return Err(Error::new(&codes::REQUEST, message));
    };
    let scene = &*missing::restored(scene, &known);
    let made = graph(scene, &known)?;
    let meshes = meshes_back(scene, &known, &made, sink);
    let face = with_scene(scene, face, &made, sink)?;
    let mut out = vec![Output::new(".bgf", face.to_bytes())];
    out.extend(meshes);
    Ok(out)
}

/// Meshes that are the letters of a text or the bounds of a node, though a detour took their marks away.
fn stand_ins(scene: &Scene, made: &MadeGraph) -> HashSet<u32> {
    let by_id: HashMap<u32, &GraphNode> = made.bsg.nodes.list.iter().map(|n| (n.scene_item_id, n)).collect();
    let mut out = HashSet::new();
    for (i, node) in scene.nodes.iter().enumerate() {
        let record = made.ids.get(&i).and_then(|id| by_id.get(id));
        let mesh = node.mesh.and_then(|m| Some((m.0, scene.meshes.get(m.0 as usize)?)));
        let (Some(record), Some((id, mesh))) = (record, mesh) else { continue };
        let (low, high) = boxes::corners(record);
        let size = low.iter().zip(high).fold(1e-3_f32, |s, (a, b)| s.max(b - a));
        let on_corner = |p: &[f32; 3]| {
            let near = |v: f32, a: f32, b: f32| (v - a).abs().min((v - b).abs()) <= 1e-4 * size;
            p.iter().zip(low).zip(high).all(|((v, a), b)| near(*v, a, b))
        };
        let bounds = low != high && mesh.positions.len() <= 48 && mesh.positions.iter().all(on_corner);
        if record.node_type == NodeType::TEXT || bounds {
            out.insert(id);
        }
    }
    out
}

fn report_losses(scene: &Scene, placed: &HashSet<u32>, sink: &mut Sink) {
    // Boxes are in the graph, meshes of the COLLADA file are there.
    let has_place = |m: &scene::Mesh| {
        notes::mesh::BOX.marks(&m.extras)
            || text::is_text(m)
            || notes::mesh::DAE.get(&m.extras).is_some_and(|mark| mark == meshes::mark(m))
    };
    let lost = |(i, m): &(usize, &scene::Mesh)| !placed.contains(&(*i as u32)) && !has_place(m);
    let meshes = scene.meshes.iter().enumerate().filter(lost).count();
    if meshes > 0 {
        let message = format!(
            "{meshes} changed or new meshes have no place in a BSG or BGF: name the original whose .dae is next to \
             it with --template, or convert the model to .dae"
        );
        sink.push(&LOST, "", message);
    }
    if !scene.skins.is_empty() {
        sink.push(&LOST, "", format!("{} skins have no place in a BSG or BGF", scene.skins.len()));
    }
}

/// A scene graph, and what became of its records.
pub(super) struct MadeGraph {
    pub bsg: Bsg,
    /// Scene item id by node.
    pub ids: HashMap<usize, u32>,
    /// Records whose transform changed: before and after.
    pub moved: Vec<(GraphNode, GraphNode)>,
    /// Nodes that hang elsewhere now: id, id of the parent.
    pub rehung: Vec<(u32, Option<u32>)>,
    /// Whether nodes of the original are missing.
    pub cut: bool,
}

/// The scene graph of a model.
fn graph(scene: &Scene, known: &Known) -> Result<MadeGraph> {
    let embedded = || notes::scene::BSG.get(&scene.extras);
    let mut out = known.bsg.clone().or_else(embedded).unwrap_or_default();
    let sources = sources(scene);
    let records = records(scene, &sources, known);
    let order = order(scene, &sources, &records);
    let stored = records.values().filter(|r| r.stored).count();
    let mut made = MadeGraph {
        cut: stored < out.memory.nodes as usize,
        bsg: Bsg::default(),
        ids: HashMap::new(),
        moved: Vec::new(),
        rehung: Vec::new(),
    };
    let mut ids = Ids::new(&out, records.values().map(|r| r.graph.scene_item_id));
    let mut place: HashMap<usize, i32> = HashMap::new();
    let posed = Posed::new(scene);
    out.nodes.list.clear();
    for i in order {
        let Some(node) = scene.nodes.get(i) else { continue };
        let parent = source_parent(scene, i);
        let local = local_matrix(scene, i, parent);
        let known = records.get(&i);
        let before = known.map_or_else(|| fresh(scene, node), |r| r.graph.clone());
        let mut record = before.clone();
        // The pose of an animation is no edit of the rest pose.
        if known.is_none_or(|r| !r.stored) || !posed.is_posed(scene, i, &before) {
            set_transform(&mut record, local);
        }
        set_box(&mut record, scene, node);
        record.scene_item_id = ids.take(record.scene_item_id);
        made.ids.insert(i, record.scene_item_id);
        record.parent = parent.and_then(|p| place.get(&p)).copied().unwrap_or(-1);
        place.insert(i, out.nodes.list.len() as i32);
        if let Some(stored) = known.filter(|r| r.stored) {
            // A parent that comes after its child does not count.
            let old =
                usize::try_from(before.parent).ok().filter(|p| *p < stored.index).map_or(-1, |p| p as i32);
            let above =
                parent.and_then(|p| records.get(&p)).filter(|r| r.stored).map_or(-1, |r| r.index as i32);
            if above != old || (above < 0 && parent.is_some()) {
                let parent = parent.and_then(|p| made.ids.get(&p)).copied();
                made.rehung.push((record.scene_item_id, parent));
            }
            made.moved.push((before, record.clone()));
        }
        out.nodes.list.push(record);
    }
    bsg::rules::tidy(&mut out);
    if out.nodes.list.len() > i32::MAX as usize {
        return Err(Error::new(&codes::VALUE, format!("{} nodes are too many", out.nodes.list.len())));
    }
    made.bsg = out;
    Ok(made)
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

/// The nearest node above that is not a helper.
pub(super) fn source_parent(scene: &Scene, i: usize) -> Option<usize> {
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
pub(super) fn local_matrix(scene: &Scene, i: usize, parent: Option<usize>) -> DMat4 {
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
fn order(scene: &Scene, sources: &[usize], records: &HashMap<usize, Record>) -> Vec<usize> {
    let key = |i: &usize| records.get(i).map_or(usize::MAX, |r| r.index);
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

pub(super) fn fresh(scene: &Scene, node: &Node) -> GraphNode {
    let has_mesh = node.mesh.is_some_and(|m| scene.meshes.get(m.0 as usize).is_some());
    let node_type = match (node.camera, node.light) {
        (Some(_), _) => NodeType::CAMERA,
        (_, Some(_)) => NodeType::LIGHT,
        _ if has_mesh => NodeType::GEOMETRY,
        _ => NodeType::DUMMY,
    };
    GraphNode { node_type, ..GraphNode::default() }
}

/// The transform of a record within its parent.
pub(super) fn stored_matrix(record: &GraphNode) -> DMat4 {
    let t = DVec3::from_array(mirror(record.translation).map(f64::from))
        + DVec3::from_array(pivot_offset(record).map(f64::from));
    let scale = DVec3::from_array(scale(record).map(f64::from));
    DMat4::from_scale_rotation_translation(scale, rotation(record.rotation), t)
}

/// Takes over a transform unless it is the one the record already has.
fn set_transform(record: &mut GraphNode, local: DMat4) {
    if near(stored_matrix(record), local) {
        return;
    }
    // What is upside down stays so.
    let inverted = DMat4::from_scale(DVec3::new(1.0, if record.invert_y == 0 { 1.0 } else { -1.0 }, 1.0));
    let (scale, turn, translation) = (local * inverted).to_scale_rotation_translation();
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
    let is_box = notes::mesh::BOX.is_in(&mesh.extras);
    let empty = record.box_min == record.box_max && !text::is_text(mesh);
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
