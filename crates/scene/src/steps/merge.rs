//! Several models in one, on one skeleton where they have the same names.

use crate::codes::BONES_APART;
use crate::{ImageId, MaterialId, MeshId, Node, NodeId, NodeKind, Scene, SkinId};
use glam::{Mat4, Vec3};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use wire::Sink;

/// Puts models together. Nodes of the source with the same name (raw bytes first) become one; the first model's
/// transform stays, except where only a later one has a parent for it: place and parent are then that one's, in whichever
/// order the models come. What cannot share a node gets one of its own: so do bones that are elsewhere, because two characters
/// whose bones have the same names are still two.
pub fn merge(scenes: Vec<Scene>, sink: &mut Sink) -> Scene {
    let mut all = scenes.into_iter();
    let Some(mut into) = all.next() else { return Scene::default() };
    for scene in all {
        let apart = apart(&into, &scene, sink);
        add_apart(&mut into, scene, &apart);
    }
    into
}

/// How far bones of the same name may be from each other and still be one, of the size of the model.
const NEAR: f32 = 0.01;

/// Which nodes of a scene are not those of the same name: bones of two skins that are elsewhere. Where more than a tenth
/// of them do, it is another skeleton, and shares nothing.
fn apart(into: &Scene, scene: &Scene, sink: &mut Sink) -> Vec<bool> {
    let heads = |s: &Scene| -> Vec<Option<Vec3>> {
        let mut out = vec![None; s.nodes.len()];
        for skin in &s.skins {
            for (joint, inverse) in skin.joints.iter().zip(&skin.inverse_binds) {
                let m = Mat4::from_cols_array(inverse);
                if let Some(slot @ None) = out.get_mut(joint.0 as usize)
                    && m.determinant().abs() > 1e-12
                {
                    *slot = Some(m.inverse().w_axis.truncate()).filter(|h| h.is_finite());
                }
            }
        }
        out
    };
    let (there, here) = (heads(into), heads(scene));
    let all = there.iter().chain(&here).flatten();
    let (least, most) = all.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(a, b), h| (a.min(*h), b.max(*h)));
    let near = NEAR * (most - least).length();
    let mut known: HashMap<Vec<u8>, Vec3> = HashMap::new();
    for (node, head) in into.nodes.iter().zip(&there) {
        if let (Some(key), Some(head)) = (key(node), head) {
            known.entry(key).or_insert(*head);
        }
    }
    let mut out = vec![false; scene.nodes.len()];
    let (mut shared, mut far) = (0, 0);
    for ((node, head), slot) in scene.nodes.iter().zip(&here).zip(&mut out) {
        if let (Some(head), Some(other)) = (head, key(node).and_then(|k| known.get(&k))) {
            shared += 1;
            *slot = (*head - *other).length() > near;
            far += usize::from(*slot);
        }
    }
    if far > 0 {
        let whole = far * 10 > shared;
        let own = if whole { "its whole skeleton stays its own" } else { "these stay its own" };
        let message = format!(
            "{far} of {shared} bones of {:?} have another place than those of the same name; {own}",
            scene.name
        );
        sink.push(&BONES_APART, "nodes", message);
        if whole {
            out.iter_mut().zip(&here).for_each(|(slot, head)| *slot = head.is_some());
        }
    }
    out
}

/// What a node is known by.
fn key(node: &Node) -> Option<Vec<u8>> {
    let bytes = node.raw_name.clone().unwrap_or_else(|| node.name.clone().into_bytes());
    (node.kind != NodeKind::Holder && !bytes.is_empty()).then_some(bytes)
}

/// Adds one model to another.
pub(super) fn add(into: &mut Scene, scene: Scene) {
    add_apart(into, scene, &[]);
}

/// Adds one model to another, some of whose nodes share nothing.
fn add_apart(into: &mut Scene, scene: Scene, apart: &[bool]) {
    let held = held(into, &scene);
    let Scene {
        mut nodes,
        meshes,
        mut skins,
        mut materials,
        images,
        mut animations,
        mut lights,
        mut cameras,
        extras,
        ..
    } = scene;
    let first_camera = into.cameras.len() as u32;
    for camera in nodes.iter_mut().filter_map(|n| n.camera.as_mut()) {
        camera.0 += first_camera;
    }
    into.cameras.append(&mut cameras);
    let first_light = into.lights.len() as u32;
    for light in nodes.iter_mut().filter_map(|n| n.light.as_mut()) {
        light.0 += first_light;
    }
    into.lights.append(&mut lights);
    let images: Vec<ImageId> = images.into_iter().map(|image| same_image(into, image)).collect();
    let first_material = into.materials.len() as u32;
    for texture in materials.iter_mut().flat_map(|m| &mut m.textures) {
        texture.image = images.get(texture.image.0 as usize).copied().unwrap_or(texture.image);
    }
    into.materials.append(&mut materials);
    let first_mesh = into.meshes.len() as u32;
    for mut mesh in meshes {
        for primitive in &mut mesh.primitives {
            primitive.material = primitive.material.map(|m| MaterialId(m.0 + first_material));
        }
        into.meshes.push(mesh);
    }
    let first_skin = into.skins.len() as u32;
    let (map, shown) = add_nodes(into, nodes, (apart, &held), first_mesh, first_skin);
    let new = |id: NodeId, map: &[NodeId]| map.get(id.0 as usize).copied().unwrap_or(id);
    for joint in skins.iter_mut().flat_map(|s| &mut s.joints) {
        *joint = new(*joint, &map);
    }
    into.skins.append(&mut skins);
    for channel in animations.iter_mut().flat_map(|a| &mut a.channels) {
        let weights = channel.property == crate::Property::Weights;
        channel.node = new(channel.node, if weights { &shown } else { &map });
    }
    into.animations.append(&mut animations);
    for (key, value) in extras {
        into.extras.entry(key).or_insert(value);
    }
}

/// An image that is there already, or a new one.
fn same_image(into: &mut Scene, image: crate::Image) -> ImageId {
    let same = |other: &crate::Image| {
        other.file == image.file
            && other.ops == image.ops
            && other.data == image.data
            && other.extras == image.extras
    };
    let at = into.images.iter().position(same).unwrap_or_else(|| {
        into.images.push(image);
        into.images.len() - 1
    });
    ImageId(at as u32)
}

/// Roots that move a skin and that another model, where they move none, has elsewhere: they stay, or the skin deforms.
fn held(into: &Scene, scene: &Scene) -> HashSet<NodeId> {
    let joints = |s: &Scene| s.skins.iter().flat_map(|s| s.joints.iter().copied()).collect::<HashSet<_>>();
    let (there, here) = (joints(into), joints(scene));
    let root = |id: &NodeId| into.node(*id).is_some_and(|n| n.parent.is_none());
    let mut roots: HashMap<Vec<u8>, NodeId> = HashMap::new();
    for id in there.into_iter().filter(root) {
        roots.extend(into.node(id).and_then(key).map(|k| (k, id)));
    }
    if roots.is_empty() {
        return HashSet::new();
    }
    let (old, new) = (into.world_matrices(), scene.world_matrices());
    let elsewhere = |(i, node): (usize, &Node)| {
        let id = key(node).and_then(|k| roots.get(&k).copied())?;
        let (a, b) = (old.get(id.0 as usize)?, new.get(i)?);
        let size = 1.0 + a.w_axis.truncate().length();
        (!here.contains(&NodeId(i as u32)) && !a.abs_diff_eq(*b, 1e-3 * size)).then_some(id)
    };
    scene.nodes.iter().enumerate().filter_map(elsewhere).collect()
}

/// Hangs a root where another model has it, unless it would be below itself.
fn hang(into: &mut Scene, target: NodeId, node: Node) {
    let mut up = node.parent;
    for _ in 0..=into.nodes.len() {
        match up {
            Some(id) if id == target => return,
            Some(id) => up = into.node(id).and_then(|n| n.parent),
            None => break,
        }
    }
    let Some(there) = into.nodes.get_mut(target.0 as usize).filter(|_| up.is_none()) else { return };
    if there.parent.is_some() {
        return;
    }
    there.parent = node.parent;
    (there.translation, there.rotation, there.scale) = (node.translation, node.rotation, node.scale);
    // What the families say about the place goes with it.
    for (family, value) in node.extras {
        match (there.extras.get_mut(&family), value) {
            (Some(Value::Object(old)), Value::Object(new)) => old.extend(new),
            (_, value) => {
                there.extras.insert(family, value);
            }
        }
    }
}

/// Adds nodes; returns where each went, and where its mesh went. Some share nothing, and some of those that are there
/// stay where they are.
fn add_nodes(
    into: &mut Scene,
    nodes: Vec<Node>,
    (apart, held): (&[bool], &HashSet<NodeId>),
    mesh: u32,
    skin: u32,
) -> (Vec<NodeId>, Vec<NodeId>) {
    let mut known: HashMap<Vec<u8>, NodeId> = HashMap::new();
    for (i, node) in into.nodes.iter().enumerate() {
        if let Some(key) = key(node) {
            known.entry(key).or_insert(NodeId(i as u32));
        }
    }
    let mut taken = HashSet::new();
    let mut next = into.nodes.len() as u32;
    let map: Vec<NodeId> = nodes
        .iter()
        .enumerate()
        .map(|(i, node)| {
            let shares = apart.get(i) != Some(&true);
            let same = key(node).filter(|_| shares).and_then(|k| known.get(&k).copied());
            same.filter(|id| taken.insert(*id)).unwrap_or_else(|| {
                next += 1;
                NodeId(next - 1)
            })
        })
        .collect();
    let mut shown = map.clone();
    let mut extra: Vec<(usize, Node)> = Vec::new();
    let mut hung: Vec<(NodeId, Node)> = Vec::new();
    let old = into.nodes.len() as u32;
    for (i, (mut node, target)) in nodes.into_iter().zip(map.iter().copied()).enumerate() {
        node.mesh = node.mesh.map(|m| MeshId(m.0 + mesh));
        node.skin = node.skin.map(|s| SkinId(s.0 + skin));
        node.parent = node.parent.and_then(|p| map.get(p.0 as usize).copied());
        if target.0 >= old {
            into.nodes.push(node);
            continue;
        }
        let Some(there) = into.nodes.get_mut(target.0 as usize) else { continue };
        there.light = there.light.or(node.light);
        there.camera = there.camera.or(node.camera);
        if there.mesh.is_none() {
            (there.mesh, there.skin) = (node.mesh, node.skin);
            there.weights = std::mem::take(&mut node.weights);
        } else if node.mesh.is_some() {
            let holder = Node {
                name: format!("{}#mesh", node.name),
                kind: NodeKind::Holder,
                parent: if node.skin.is_some() { None } else { Some(target) },
                mesh: node.mesh,
                skin: node.skin,
                weights: std::mem::take(&mut node.weights),
                visible: node.visible,
                lod: node.lod,
                ..Node::default()
            };
            extra.push((i, holder));
        }
        if there.parent.is_none() && node.parent.is_some() && !held.contains(&target) {
            hung.push((target, Node { mesh: None, skin: None, ..node }));
            continue;
        }
        for (key, value) in std::mem::take(&mut node.extras) {
            there.extras.entry(key).or_insert(value);
        }
    }
    for (target, node) in hung {
        hang(into, target, node);
    }
    for (i, holder) in extra {
        let id = into.add_node(holder);
        shown.get_mut(i).into_iter().for_each(|s| *s = id);
    }
    (map, shown)
}
