//! Nodes of a scene as motions see them, and splitting one when a motion needs two.

use super::constant;
use crate::emfx::maths::{Local, identity, join, mirror_quat, to_f32, unit};
use crate::emfx::notes;
use crate::emfx::xac_split;
use glam::DQuat;
use scene::{Animation, Channel, NodeId, NodeKind, Property, Scene};
use std::collections::HashMap;

/// A node that a motion moves.
#[derive(Debug, Clone, Copy)]
pub struct Bound {
    /// The node with the source's name.
    pub node: NodeId,
    /// Its outer half, if it is split.
    pub outer: Option<NodeId>,
    /// Its rest transform.
    pub rest: Local,
}

/// Source nodes by raw name, then by shown name; the first of several.
pub fn by_name(scene: &Scene) -> (HashMap<Vec<u8>, NodeId>, HashMap<String, NodeId>) {
    let mut raw = HashMap::new();
    let mut shown = HashMap::new();
    for (i, node) in scene.nodes.iter().enumerate().filter(|(_, n)| n.kind == NodeKind::Source) {
        let id = NodeId(i as u32);
        let bytes = node.raw_name.clone().unwrap_or_else(|| node.name.clone().into_bytes());
        raw.entry(bytes).or_insert(id);
        shown.entry(node.name.clone()).or_insert(id);
    }
    (raw, shown)
}

/// The outer half of a node, if it has one.
pub fn outer_of(scene: &Scene, id: NodeId) -> Option<NodeId> {
    let node = scene.node(id)?;
    let parent = node.parent?;
    let outer = scene.node(parent)?;
    let named = outer.name.strip_suffix("#scale") == Some(node.name.as_str());
    (named || outer.kind == NodeKind::Helper).then_some(parent)
}

/// A channel that holds the first node of a scene where it is: a clip that moves nothing still needs one.
pub fn still(scene: &Scene) -> Option<Channel> {
    let first = scene.nodes.iter().position(|n| n.kind == NodeKind::Source)?;
    let first = NodeId(first as u32);
    let node = outer_of(scene, first).unwrap_or(first);
    let mut channel = constant(node, Property::Translation, scene.node(node)?.translation.to_vec());
    notes::channel::STILL.put(&mut channel.extras, &true);
    Some(channel)
}

/// The multiply order the actor gave a node, if it came from one.
pub fn order_of(scene: &Scene, id: NodeId) -> Option<u8> {
    notes::node::ORDER.get(&scene.node(id)?.extras).map(|o| o.min(1))
}

/// How a node rests.
pub fn bound(scene: &Scene, id: NodeId, order: u8) -> Option<Bound> {
    let order = order_of(scene, id).unwrap_or(order);
    let node = scene.node(id)?;
    let rotation = |q: [f32; 4]| unit(q).unwrap_or(DQuat::IDENTITY);
    let outer = outer_of(scene, id);
    let rest = if let Some(helper) = outer.and_then(|o| scene.node(o)) {
        let (r, q) = join(rotation(helper.rotation), rotation(node.rotation));
        Local { order, translation: helper.translation, rotation: r, scale: helper.scale, scale_rotation: q }
    } else {
        let stored = notes::node::NODE
            .value(&node.extras)
            .and_then(|n| crate::from_value::<[f32; 4]>(n.get("scale_rotation")?).ok())
            .map(mirror_quat)
            .or_else(|| notes::node::SCALE_ROTATION.get(&node.extras));
        Local {
            order,
            translation: node.translation,
            rotation: rotation(node.rotation),
            scale: node.scale,
            scale_rotation: stored.and_then(unit).unwrap_or(DQuat::IDENTITY),
        }
    };
    Some(Bound { node: id, outer, rest })
}

/// Splits a node for good, so that all motions see it split: the rest pose and earlier animations stay what they are.
pub fn split(scene: &mut Scene, bound: &mut Bound) {
    if bound.outer.is_some() {
        return;
    }
    let q = bound.rest.scale_rotation;
    let (outer_rotation, inner_rotation) = bound.rest.halves();
    if let Some(node) = scene.nodes.get_mut(bound.node.0 as usize) {
        node.rotation = outer_rotation.to_array().map(|v| v as f32);
    }
    let Some(outer) = xac_split(scene, bound.node, inner_rotation) else { return };
    bound.outer = Some(outer);
    for animation in &mut scene.animations {
        follow(animation, bound, outer, q);
    }
}

/// Moves the channels of an earlier animation to the halves of a node that is now split.
fn follow(animation: &mut Animation, bound: &Bound, outer: NodeId, q: DQuat) {
    let (mut touched, mut turned) = (false, false);
    for channel in animation.channels.iter_mut().filter(|c| c.node == bound.node) {
        touched |= channel.property != Property::Weights;
        match channel.property {
            Property::Translation | Property::Scale => channel.node = outer,
            Property::Rotation => {
                turned = true;
                channel.node = outer;
            }
            Property::Weights => {}
        }
    }
    // Q turned nothing in that animation: none is right.
    if touched && !identity(q) {
        let hold = |node, value: DQuat| constant(node, Property::Rotation, to_f32(value).to_vec());
        if !turned {
            animation.channels.push(hold(outer, bound.rest.rotation));
        }
        animation.channels.push(hold(bound.node, DQuat::IDENTITY));
    }
}
