//! Joints without scale, for programs whose bones have none at rest (Blender).
//!
//! A scale that is uniform and that no motion changes leaves its joint: W = W'·c, where `c` is what was taken out of the
//! joint and of the joints above it. Translations below grow by `c`, inverse binds take it in, and nodes that are no
//! joints keep the world they had. `c` rides in the node's extras as `scale`, so that [`restore`] undoes it all.

use super::maths::uniform_within;
use super::notes;
use scene::{Channel, Node, NodeId, NodeKind, Property, Scene};
use std::collections::HashMap;

/// How far a scale may be from uniform or from its rest and still leave the joint; the difference stays.
const NOISE: f32 = 1e-4;

/// Takes constant uniform scales out of joints and of what holds them. Called when all motions are bound; binding one
/// more puts them back first.
pub fn settle(scene: &mut Scene) {
    let ours = |n: &Node| notes::node::ORDER.is_in(&n.extras);
    if scene.skins.is_empty() || is_settled(scene) || !scene.nodes.iter().any(ours) {
        return;
    }
    let bones = bones(scene);
    let mut own = vec![1.0_f32; scene.nodes.len()];
    for ((slot, node), _) in own.iter_mut().zip(&scene.nodes).zip(&bones).filter(|(_, bone)| **bone) {
        *slot = constant_of(node.scale);
    }
    for c in scene.animations.iter().flat_map(|a| &a.channels).filter(|c| c.property == Property::Scale) {
        let Some(slot) = own.get_mut(c.node.0 as usize) else { continue };
        let near = |v: &[f32; 3]| v.iter().all(|v| (v - *slot).abs() <= NOISE * slot.abs());
        if !c.values.as_chunks::<3>().0.iter().all(near) {
            *slot = 1.0;
        }
    }
    if own.iter().all(|s| *s == 1.0) {
        return;
    }
    let mut total = vec![1.0_f32; scene.nodes.len()];
    for (id, parent) in parents_first(scene) {
        let i = id.0 as usize;
        let above = of(&total, parent);
        if let (Some(slot), Some(true), Some(own)) = (total.get_mut(i), bones.get(i), own.get(i)) {
            *slot = above * own;
        }
    }
    hold_meshes(scene, &total);
    total.resize(scene.nodes.len(), 1.0);
    apply(scene, &total, false);
    for ((node, c), bone) in scene.nodes.iter_mut().zip(&total).zip(&bones) {
        // Two mirrored ones above each other are 1 again, which is not what a joint without a note gets.
        if *bone && (*c != 1.0 || of(&total, node.parent) != 1.0) {
            notes::node::SCALE.put(&mut node.extras, c);
        }
    }
}

/// Puts the scales back that [`settle`] took out; new joints go with their parent.
pub fn restore(scene: &mut Scene) {
    if !is_settled(scene) {
        return;
    }
    let mut total = vec![1.0_f32; scene.nodes.len()];
    let mut joint = vec![false; scene.nodes.len()];
    for id in scene.skins.iter().flat_map(|s| &s.joints) {
        if let Some(slot) = joint.get_mut(id.0 as usize) {
            *slot = true;
        }
    }
    for (id, parent) in parents_first(scene) {
        let i = id.0 as usize;
        let known = scene.nodes.get(i).and_then(stored);
        let above = of(&total, parent);
        if let Some(slot) = total.get_mut(i) {
            *slot = known.unwrap_or(if joint.get(i) == Some(&true) { above } else { 1.0 });
        }
    }
    apply(scene, &total, true);
    for node in &mut scene.nodes {
        notes::node::SCALE.remove(&mut node.extras);
    }
}

/// Whether [`restore`] has something to do.
pub fn is_settled(scene: &Scene) -> bool {
    scene.nodes.iter().any(|n| stored(n).is_some())
}

/// What was taken out of a node and above it.
pub fn stored(node: &Node) -> Option<f32> {
    notes::node::SCALE.get(&node.extras).filter(|c| c.is_normal())
}

/// The uniform scale of a node, 1 where there is none to take out.
fn constant_of(scale: [f32; 3]) -> f32 {
    let [x, ..] = scale;
    let fine = x.is_normal() && uniform_within(scale, NOISE) && (x - 1.0).abs() > NOISE;
    if fine { x } else { 1.0 }
}

/// Joints and everything above them.
fn bones(scene: &Scene) -> Vec<bool> {
    let mut out = vec![false; scene.nodes.len()];
    for joint in scene.skins.iter().flat_map(|s| &s.joints) {
        let mut at = Some(*joint);
        while let Some(id) = at
            && let Some(slot) = out.get_mut(id.0 as usize).filter(|b| !**b)
        {
            *slot = true;
            at = scene.node(id).and_then(|n| n.parent);
        }
    }
    out
}

/// Every node that a root reaches, with its parent.
fn parents_first(scene: &Scene) -> Vec<(NodeId, Option<NodeId>)> {
    let (children, roots) = scene.children();
    let mut out: Vec<(NodeId, Option<NodeId>)> = roots.into_iter().map(|r| (r, None)).collect();
    let mut next = 0;
    while let Some((id, _)) = out.get(next).copied() {
        out.extend(children.get(id.0 as usize).into_iter().flatten().map(|c| (*c, Some(id))));
        next += 1;
    }
    out
}

fn of(total: &[f32], node: Option<NodeId>) -> f32 {
    node.and_then(|n| total.get(n.0 as usize)).copied().unwrap_or(1.0)
}

/// A rigid mesh of a joint that loses its scale goes to a child that has it.
fn hold_meshes(scene: &mut Scene, total: &[f32]) {
    let mut moved: HashMap<NodeId, NodeId> = HashMap::new();
    for (i, _) in total.iter().enumerate().filter(|(_, c)| **c != 1.0) {
        let holder = NodeId(scene.nodes.len() as u32);
        let Some(node) = scene.nodes.get_mut(i).filter(|n| n.skin.is_none()) else { continue };
        let Some(mesh) = node.mesh.take() else { continue };
        let (weights, owner) = (std::mem::take(&mut node.weights), node.name.clone());
        let name = scene.meshes.get(mesh.0 as usize).map_or(owner.clone(), |m| m.name.clone());
        scene.nodes.push(Node {
            name: format!("{name}#mesh"),
            kind: NodeKind::Holder,
            parent: Some(NodeId(i as u32)),
            mesh: Some(mesh),
            weights,
            extras: notes::node::OWNER.with(&Some(owner)),
            ..Node::default()
        });
        moved.insert(NodeId(i as u32), holder);
    }
    for c in scene.animations.iter_mut().flat_map(|a| &mut a.channels) {
        if let (Property::Weights, Some(holder)) = (c.property, moved.get(&c.node)) {
            c.node = *holder;
        }
    }
}

/// L' = c(parent)·L·c⁻¹, or back.
fn apply(scene: &mut Scene, total: &[f32], back: bool) {
    let factor: Vec<(f32, f32)> = (scene.nodes.iter().zip(total))
        .map(|(node, c)| {
            let above = of(total, node.parent);
            if back { (1.0 / above, c / above) } else { (above, above / c) }
        })
        .collect();
    for (node, (t, s)) in scene.nodes.iter_mut().zip(&factor) {
        node.translation = node.translation.map(|v| v * t);
        node.scale = scaled(node.scale, *s);
    }
    for c in scene.animations.iter_mut().flat_map(|a| &mut a.channels) {
        let Some((t, s)) = factor.get(c.node.0 as usize) else { continue };
        scale_channel(c, *t, *s);
    }
    for skin in &mut scene.skins {
        for (joint, bind) in skin.joints.iter().zip(&mut skin.inverse_binds) {
            let c = of(total, Some(*joint));
            let c = if back { 1.0 / c } else { c };
            for column in bind.as_chunks_mut::<4>().0 {
                let [x, y, z, w] = *column;
                *column = [x * c, y * c, z * c, w];
            }
        }
    }
}

fn scale_channel(c: &mut Channel, translation: f32, scale: f32) {
    match c.property {
        Property::Translation => c.values.iter_mut().for_each(|v| *v *= translation),
        Property::Scale if scale != 1.0 => {
            for row in c.values.as_chunks_mut::<3>().0 {
                *row = scaled(*row, scale);
            }
        }
        _ => {}
    }
}

/// Times a factor; what rounding leaves next to 1 is 1.
fn scaled(v: [f32; 3], factor: f32) -> [f32; 3] {
    if factor == 1.0 {
        return v;
    }
    let out = v.map(|v| v * factor);
    if out.iter().all(|v| (v - 1.0).abs() < 1e-6) { [1.0; 3] } else { out }
}
