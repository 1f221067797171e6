//! Nodes of an actor to nodes of a scene, with the two-node rule for scales that one TRS cannot say.

use super::super::types::{NONE, Node};
use super::actor::Actor;
use crate::Names;
use crate::emfx::maths::{Local, mirror, mirror_quat, to_f32, unit};
use crate::emfx::notes;
use crate::emfx::rules::codes;
use glam::{DMat4, DQuat};
use scene::{Node as SceneNode, NodeId, NodeKind, Scene};
use wire::Sink;

/// The local transform of a node in the scene's space; what is not finite becomes its neutral value.
pub fn local(order: u8, node: &Node) -> Local {
    let finite = |v: [f32; 3], neutral: f32| v.map(|c| if c.is_finite() { c } else { neutral });
    Local {
        order,
        translation: mirror(finite(node.position, 0.0)),
        rotation: unit(mirror_quat(node.rotation)).unwrap_or(DQuat::IDENTITY),
        scale: finite(node.scale, 1.0),
        scale_rotation: unit(mirror_quat(node.scale_rotation)).unwrap_or(DQuat::IDENTITY),
    }
}

/// Adds all nodes of the main actor: node `i` of the file is node `first + i` of the scene, helpers follow.
pub fn add(scene: &mut Scene, actor: &Actor<'_>, names: &Names, sink: &mut Sink) -> Vec<NodeId> {
    let first = scene.nodes.len();
    for (i, (path, node)) in actor.nodes.iter().enumerate() {
        let parent = actor.parent(i);
        if parent.is_none() && node.parent != NONE {
            sink.push(
                &codes::NODE_PARENT,
                format!("{path}.parent"),
                format!("parent {} of node {i} does not come before it; it is made a root", node.parent),
            );
        }
        add_one(scene, actor.order, node, parent.map(|p| NodeId((first + p) as u32)), names);
    }
    let ids: Vec<NodeId> = (first..scene.nodes.len()).map(|i| NodeId(i as u32)).collect();
    for ((_, node), id) in actor.nodes.iter().zip(&ids) {
        place(scene, *id, local(actor.order, node));
    }
    ids
}

/// Adds one node without its transform.
pub fn add_one(scene: &mut Scene, order: u8, node: &Node, parent: Option<NodeId>, names: &Names) -> NodeId {
    let (name, raw_name) = names.decode(&node.name.0);
    let mut value = serde_json::to_value(node).unwrap_or_default();
    if let Some(map) = value.as_object_mut() {
        // The hierarchy and the name are the scene's; indices would be stale after an edit.
        map.remove("parent");
        map.remove("children");
        map.remove("name");
    }
    let mut extras = notes::node::ORDER.with(&order);
    notes::node::NODE.put(&mut extras, &value);
    scene.add_node(SceneNode { name, raw_name, parent, extras, ..SceneNode::default() })
}

/// Gives a node its transform; makes the outer helper where one TRS cannot say it.
pub fn place(scene: &mut Scene, id: NodeId, local: Local) {
    let two = local.needs_two();
    let (outer, inner) = local.halves();
    if let Some(node) = scene.nodes.get_mut(id.0 as usize) {
        node.translation = local.translation;
        node.rotation = to_f32(if two { outer } else { local.rotation });
        node.scale = local.scale;
    }
    if two {
        split(scene, id, inner);
    }
}

/// Moves the transform of a node to a new outer node `<name>#scale`; the node itself keeps `inner` as its rotation.
/// Children, meshes and skins stay with the inner node.
pub fn split(scene: &mut Scene, id: NodeId, inner: DQuat) -> Option<NodeId> {
    let helper = NodeId(scene.nodes.len() as u32);
    let node = scene.nodes.get_mut(id.0 as usize)?;
    let outer = SceneNode {
        name: format!("{}#scale", node.name),
        kind: NodeKind::Helper,
        parent: node.parent,
        translation: node.translation,
        rotation: node.rotation,
        scale: node.scale,
        lod: node.lod,
        ..SceneNode::default()
    };
    node.parent = Some(helper);
    node.translation = [0.0; 3];
    node.rotation = to_f32(inner);
    node.scale = [1.0; 3];
    node.lod = None;
    scene.nodes.push(outer);
    Some(helper)
}

/// World matrices at rest in double precision: long chains lose nothing.
pub fn worlds(scene: &Scene) -> Vec<DMat4> {
    let mut world = vec![DMat4::IDENTITY; scene.nodes.len()];
    let (children, roots) = scene.children();
    let mut stack: Vec<(NodeId, DMat4)> = roots.iter().map(|r| (*r, DMat4::IDENTITY)).collect();
    while let Some((id, parent)) = stack.pop() {
        let (Some(node), Some(slot)) = (scene.node(id), world.get_mut(id.0 as usize)) else { continue };
        *slot = parent
            * DMat4::from_scale_rotation_translation(
                crate::emfx::maths::vec(node.scale),
                unit(node.rotation).unwrap_or(DQuat::IDENTITY),
                crate::emfx::maths::vec(node.translation),
            );
        let m = *slot;
        stack.extend(children.get(id.0 as usize).into_iter().flatten().map(|c| (*c, m)));
    }
    world
}

/// Inverse bind matrices of joints; one that cannot be inverted is reported once.
pub fn inverse_binds(scene: &Scene, joints: &[NodeId], sink: &mut Sink) -> Vec<[f32; 16]> {
    let worlds = worlds(scene);
    let mut bad = Vec::new();
    let out = joints
        .iter()
        .map(|j| {
            let world = worlds.get(j.0 as usize).copied().unwrap_or(DMat4::IDENTITY);
            let mut inverse = world.inverse();
            if !inverse.is_finite() {
                bad.push(scene.node(*j).map_or_else(String::new, |n| n.name.clone()));
                inverse = DMat4::IDENTITY;
            }
            let mut m = inverse.to_cols_array().map(|v| v as f32);
            // Rounding must not leave the last row.
            for (at, value) in [(3, 0.0), (7, 0.0), (11, 0.0), (15, 1.0)] {
                if let Some(slot) = m.get_mut(at) {
                    *slot = value;
                }
            }
            m
        })
        .collect();
    if let Some(first) = bad.first() {
        let text = format!("the bind of {} joints cannot be inverted, first {first:?}", bad.len());
        sink.push(&codes::BIND_SINGULAR, "", text);
    }
    out
}
