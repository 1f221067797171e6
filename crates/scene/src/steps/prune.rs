//! Leaving hidden things out.

use crate::{ImageId, LightId, MaterialId, MeshId, NodeId, NodeKind, Scene};

/// Removes what hidden nodes, and nodes below them, show, with meshes, materials and images that nothing else uses.
/// Nodes of the source stay: they may be joints. Holders go. Lights of hidden nodes go too: viewers would let them shine.
pub fn omit_hidden(scene: &mut Scene) {
    let hidden = hidden_nodes(scene);
    if !hidden.contains(&true) {
        return;
    }
    let mut used_before = vec![false; scene.meshes.len()];
    for mesh in scene.nodes.iter().filter_map(|n| n.mesh) {
        set(&mut used_before, mesh.0);
    }
    for (node, _) in scene.nodes.iter_mut().zip(&hidden).filter(|(_, hidden)| **hidden) {
        node.mesh = None;
        node.skin = None;
        node.light = None;
        node.weights.clear();
        node.visible = true;
    }
    let mut used = vec![false; scene.meshes.len()];
    for mesh in scene.nodes.iter().filter_map(|n| n.mesh) {
        set(&mut used, mesh.0);
    }
    let keep: Vec<bool> = used.iter().zip(&used_before).map(|(now, before)| *now || !before).collect();
    drop_meshes(scene, &keep);
    drop_lights(scene);
    let has_child = has_children(scene);
    let gone: Vec<bool> = scene
        .nodes
        .iter()
        .zip(hidden)
        .zip(has_child)
        .map(|((n, hidden), has_child)| hidden && n.kind == NodeKind::Holder && !has_child)
        .collect();
    drop_nodes(scene, &gone);
}

fn set(list: &mut [bool], at: u32) {
    if let Some(slot) = list.get_mut(at as usize) {
        *slot = true;
    }
}

fn has_children(scene: &Scene) -> Vec<bool> {
    let mut out = vec![false; scene.nodes.len()];
    for parent in scene.nodes.iter().filter_map(|n| n.parent) {
        set(&mut out, parent.0);
    }
    out
}

fn hidden_nodes(scene: &Scene) -> Vec<bool> {
    let (children, _) = scene.children();
    let mut hidden = vec![false; scene.nodes.len()];
    let starts = scene.nodes.iter().enumerate().filter(|(_, n)| !n.visible);
    let mut stack: Vec<u32> = starts.map(|(i, _)| i as u32).collect();
    while let Some(i) = stack.pop() {
        match hidden.get_mut(i as usize) {
            Some(slot) if !*slot => *slot = true,
            _ => continue,
        }
        stack.extend(children.get(i as usize).into_iter().flatten().map(|c| c.0));
    }
    hidden
}

/// New index by old, for what stays.
fn renumber(keep: &[bool]) -> Vec<Option<u32>> {
    let mut next = 0;
    keep.iter()
        .map(|keep| {
            keep.then(|| {
                next += 1;
                next - 1
            })
        })
        .collect()
}

fn retain<T>(list: &mut Vec<T>, keep: &[bool]) {
    let mut flags = keep.iter();
    list.retain(|_| flags.next().copied().unwrap_or(true));
}

fn drop_meshes(scene: &mut Scene, keep: &[bool]) {
    let materials_of = |scene: &Scene| {
        let mut used = vec![false; scene.materials.len()];
        let primitives = scene.meshes.iter().flat_map(|m| &m.primitives);
        primitives.filter_map(|p| p.material).for_each(|m| set(&mut used, m.0));
        used
    };
    let before = materials_of(scene);
    let map = renumber(keep);
    retain(&mut scene.meshes, keep);
    for node in &mut scene.nodes {
        node.mesh = node.mesh.and_then(|m| map.get(m.0 as usize).copied().flatten()).map(MeshId);
    }
    let after = materials_of(scene);
    let keep: Vec<bool> = before.iter().zip(&after).map(|(b, a)| *a || !b).collect();
    drop_materials(scene, &keep);
}

/// Removes lights that no node holds.
fn drop_lights(scene: &mut Scene) {
    let mut used = vec![false; scene.lights.len()];
    scene.nodes.iter().filter_map(|n| n.light).for_each(|l| set(&mut used, l.0));
    let map = renumber(&used);
    retain(&mut scene.lights, &used);
    for node in &mut scene.nodes {
        node.light = node.light.and_then(|l| map.get(l.0 as usize).copied().flatten()).map(LightId);
    }
}

fn drop_materials(scene: &mut Scene, keep: &[bool]) {
    let images_of = |scene: &Scene| {
        let mut used = vec![false; scene.images.len()];
        scene.materials.iter().flat_map(|m| &m.textures).for_each(|t| set(&mut used, t.image.0));
        used
    };
    let before = images_of(scene);
    let map = renumber(keep);
    retain(&mut scene.materials, keep);
    for primitive in scene.meshes.iter_mut().flat_map(|m| &mut m.primitives) {
        primitive.material =
            primitive.material.and_then(|m| map.get(m.0 as usize).copied().flatten()).map(MaterialId);
    }
    let after = images_of(scene);
    let keep: Vec<bool> = before.iter().zip(&after).map(|(b, a)| *a || !b).collect();
    let map = renumber(&keep);
    retain(&mut scene.images, &keep);
    for texture in scene.materials.iter_mut().flat_map(|m| &mut m.textures) {
        if let Some(Some(new)) = map.get(texture.image.0 as usize) {
            texture.image = ImageId(*new);
        }
    }
}

/// Removes nodes that are no joints and have no children.
fn drop_nodes(scene: &mut Scene, gone: &[bool]) {
    let mut keep: Vec<bool> = gone.iter().map(|g| !g).collect();
    for joint in scene.skins.iter().flat_map(|s| &s.joints) {
        set(&mut keep, joint.0);
    }
    let map = renumber(&keep);
    let new = |id: NodeId| map.get(id.0 as usize).copied().flatten().map(NodeId);
    retain(&mut scene.nodes, &keep);
    for node in &mut scene.nodes {
        node.parent = node.parent.and_then(new);
    }
    for joint in scene.skins.iter_mut().flat_map(|s| &mut s.joints) {
        *joint = new(*joint).unwrap_or(*joint);
    }
    for animation in &mut scene.animations {
        animation.channels.retain_mut(|c| {
            let node = new(c.node);
            c.node = node.unwrap_or(c.node);
            node.is_some()
        });
    }
}
