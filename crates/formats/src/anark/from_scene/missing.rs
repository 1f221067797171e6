//! Cameras and lights that a program left out.
//!
//! Blender's exporter drops nodes with cameras and lights unless it is asked to keep them. Where a model has none of
//! them at all, those of the original stay; where it has some, the others were deleted.

use super::super::scene::mirror;
use super::super::scene::nodes::{pivot_offset, rotation, scale};
use super::identity::{Known, records, sources};
use crate::anark::bsg::{Bsg, GraphNode, NodeType};
use crate::anark::notes::{self, EyeNote, GraphNote};
use scene::{Node, NodeId, Scene};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// A node of the original that may be missing.
struct Eye {
    index: usize,
    graph: GraphNode,
    /// Id of its parent; 0 for a root.
    parent: u32,
    name: String,
}

fn is_eye(graph: &GraphNode) -> bool {
    matches!(graph.node_type, NodeType::CAMERA | NodeType::LIGHT)
}

fn eyes_of(bsg: &Bsg) -> Vec<Eye> {
    let list = &bsg.nodes.list;
    let id = |i: i32| usize::try_from(i).ok().and_then(|i| list.get(i)).map_or(0, |n| n.scene_item_id);
    list.iter()
        .enumerate()
        .filter(|(_, n)| is_eye(n))
        .map(|(index, n)| Eye {
            index,
            parent: id(n.parent),
            name: format!("AK{}", n.scene_item_id),
            graph: n.clone(),
        })
        .collect()
}

/// What the extras of a scene keep of them.
pub(crate) fn keep(bsg: &Bsg, names: &HashMap<u32, String>) -> Vec<EyeNote> {
    eyes_of(bsg)
        .iter()
        .map(|e| {
            let name = names.get(&e.graph.scene_item_id).unwrap_or(&e.name).clone();
            EyeNote::new(e.index, e.parent, name, &e.graph)
        })
        .collect()
}

fn kept(scene: &Scene) -> Vec<Eye> {
    let one = |e: EyeNote| Some(Eye { index: e.index, graph: e.graph()?, parent: e.parent, name: e.name });
    notes::scene::EYES.get(&scene.extras).into_iter().flatten().filter_map(one).collect()
}

/// The model with the cameras and lights that were left out.
pub(super) fn restored<'a>(scene: &'a Scene, known: &Known) -> Cow<'a, Scene> {
    let eyes = match &known.bsg {
        Some(bsg) => eyes_of(bsg),
        None => kept(scene),
    };
    let left_out = |e: &&Eye| match e.graph.node_type {
        NodeType::CAMERA => scene.cameras.is_empty(),
        _ => scene.lights.is_empty(),
    };
    if !eyes.iter().any(|e| left_out(&e)) {
        return Cow::Borrowed(scene);
    }
    let records = records(scene, &sources(scene), known);
    let mut by_id: HashMap<u32, usize> =
        records.iter().map(|(node, r)| (r.graph.scene_item_id, *node)).collect();
    let there: HashSet<u32> = by_id.keys().copied().collect();
    let mut out = scene.clone();
    for eye in eyes.iter().filter(left_out).filter(|e| !there.contains(&e.graph.scene_item_id)) {
        let parent = by_id.get(&eye.parent).map(|n| NodeId(*n as u32));
        // Its parent was deleted, and it with that.
        if eye.parent != 0 && parent.is_none() {
            continue;
        }
        by_id.insert(eye.graph.scene_item_id, out.nodes.len());
        out.nodes.push(node(eye, parent));
    }
    Cow::Owned(out)
}

fn node(eye: &Eye, parent: Option<NodeId>) -> Node {
    let g = &eye.graph;
    let (place, offset) = (mirror(g.translation), pivot_offset(g));
    Node {
        name: eye.name.clone(),
        parent,
        translation: std::array::from_fn(|i| {
            place.get(i).copied().unwrap_or(0.0) + offset.get(i).copied().unwrap_or(0.0)
        }),
        rotation: rotation(g.rotation).to_array().map(|v| v as f32),
        scale: scale(g),
        extras: notes::node::GRAPH.with(&GraphNote::new(eye.index, g)),
        ..Node::default()
    }
}
