//! Several models in one, on one skeleton where they have the same names.

use crate::codes::BONES_APART;
use crate::{ImageId, MaterialId, MeshId, Node, NodeId, NodeKind, Scene, SkinId};
use glam::{Mat4, Vec3};
use std::collections::{HashMap, HashSet};
use wire::Sink;

/// Puts models together. Nodes of the source with the same name (raw bytes first) become one; the first model's
/// transform stays. What cannot share a node gets one of its own: so do bones that are elsewhere, because two characters
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
    let (map, shown) = add_nodes(into, nodes, apart, first_mesh, first_skin);
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

/// Adds nodes; returns where each went, and where its mesh went.
fn add_nodes(
    into: &mut Scene,
    nodes: Vec<Node>,
    apart: &[bool],
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
        for (key, value) in std::mem::take(&mut node.extras) {
            there.extras.entry(key).or_insert(value);
        }
    }
    for (i, holder) in extra {
        let id = into.add_node(holder);
        shown.get_mut(i).into_iter().for_each(|s| *s = id);
    }
    (map, shown)
}
