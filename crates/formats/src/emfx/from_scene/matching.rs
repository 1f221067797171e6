//! What a detour renamed, renumbered or dropped, found again in the original.

use super::super::notes;
use super::super::xac::unnumbered;
use super::fill;
use scene::{Material, MaterialId, Node, NodeId, NodeKind, Scene, Slot};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Materials get the data of the original's: by name, by the picture of their colour, by the mesh that uses them. They
/// come in the original's order, with those that nothing uses and that programs therefore drop.
pub fn materials(original: &Scene, out: &mut Scene) {
    let pairs = pairs(original, out);
    let by_original: HashMap<usize, usize> = pairs.iter().map(|(own, from)| (*from, *own)).collect();
    for (own, from) in &pairs {
        let (Some(m), Some(o)) = (out.materials.get_mut(*own), original.materials.get(*from)) else {
            continue;
        };
        if fill(&mut m.extras, Some(&o.extras)) {
            notes::material::LENT.put(&mut m.extras, &true);
        }
        if unnumbered(&m.name) == o.name {
            m.name.clone_from(&o.name);
        }
    }
    let used: HashSet<MaterialId> =
        original.meshes.iter().flat_map(|m| &m.primitives).filter_map(|p| p.material).collect();
    let mut list: Vec<Material> = Vec::new();
    let mut numbers: HashMap<u32, u32> = HashMap::new();
    for (i, o) in original.materials.iter().enumerate() {
        if let Some(m) = by_original.get(&i).and_then(|own| out.materials.get(*own)) {
            numbers.insert(by_original.get(&i).map_or(0, |own| *own as u32), list.len() as u32);
            list.push(m.clone());
        } else if !used.contains(&MaterialId(i as u32)) {
            // Its pictures are named in its data.
            let mut unused = Material { textures: Vec::new(), ..o.clone() };
            notes::material::UNUSED.put(&mut unused.extras, &true);
            list.push(unused);
        }
    }
    for (i, m) in out.materials.iter().enumerate() {
        if let std::collections::hash_map::Entry::Vacant(e) = numbers.entry(i as u32) {
            e.insert(list.len() as u32);
            list.push(m.clone());
        }
    }
    out.materials = list;
    for id in out.meshes.iter_mut().flat_map(|m| &mut m.primitives).filter_map(|p| p.material.as_mut()) {
        id.0 = numbers.get(&id.0).copied().unwrap_or(0);
    }
}

/// Which material of the scene is which of the original, each once; the best matches first.
fn pairs(original: &Scene, out: &Scene) -> Vec<(usize, usize)> {
    let users = |scene: &Scene| {
        let mut list: HashMap<u32, Vec<(String, usize)>> = HashMap::new();
        for mesh in scene.meshes.iter().filter(|m| !m.collision) {
            for (i, p) in mesh.primitives.iter().enumerate() {
                if let Some(m) = p.material {
                    list.entry(m.0).or_default().push((mesh.name.clone(), i));
                }
            }
        }
        list
    };
    let (used, used_before) = (users(out), users(original));
    let mut found: Vec<(u32, usize, usize)> = Vec::new();
    for (i, m) in out.materials.iter().enumerate() {
        for (j, o) in original.materials.iter().enumerate() {
            let name = if m.name == o.name {
                8
            } else if unnumbered(&m.name) == o.name {
                6
            } else {
                0
            };
            let picture = picture(out, m).filter(|p| Some(p) == picture(original, o).as_ref());
            let mesh = match (used.get(&(i as u32)), used_before.get(&(j as u32))) {
                (Some(a), Some(b)) => a.iter().any(|a| b.contains(a)),
                _ => false,
            };
            let score = name + 3 * u32::from(picture.is_some()) + u32::from(mesh);
            if score > 0 {
                found.push((score, i, j));
            }
        }
    }
    found.sort_by_key(|(score, i, j)| (std::cmp::Reverse(*score), *i, *j));
    let (mut own, mut from) = (HashSet::new(), HashSet::new());
    found.retain(|(_, i, j)| !own.contains(i) && !from.contains(j) && own.insert(*i) && from.insert(*j));
    found.into_iter().map(|(_, i, j)| (i, j)).collect()
}

/// The picture of the colour, without folder and extension.
fn picture(scene: &Scene, m: &Material) -> Option<String> {
    let image = scene.images.get(m.texture(&Slot::BaseColor)?.image.0 as usize)?;
    let name = scene::file_name(&image.file);
    Some(name.rsplit_once('.').map_or(name, |n| n.0).to_ascii_lowercase())
}

/// Collision meshes are not shown, so they are not in the scene: those of the original, on the nodes that are
/// there still, unless the scene has some of its own.
pub fn collisions(original: &Scene, out: &mut Cow<'_, Scene>) {
    if out.meshes.iter().any(|m| m.collision) || !original.meshes.iter().any(|m| m.collision) {
        return;
    }
    let by_name: HashMap<String, NodeId> = (out.nodes.iter().enumerate().rev())
        .filter(|(_, n)| n.kind == NodeKind::Source)
        .map(|(i, n)| (n.name.clone(), NodeId(i as u32)))
        .collect();
    let out = out.to_mut();
    for holder in &original.nodes {
        let Some(mesh) = holder.mesh.and_then(|m| original.meshes.get(m.0 as usize)) else { continue };
        let owner: Option<String> = notes::node::OWNER.get(&holder.extras).flatten();
        let Some(parent) = owner.as_ref().and_then(|o| by_name.get(o)).filter(|_| mesh.collision) else {
            continue;
        };
        let mut mesh = mesh.clone();
        for p in &mut mesh.primitives {
            p.material = p.material.filter(|m| (m.0 as usize) < out.materials.len());
        }
        let id = out.add_mesh(mesh);
        out.add_node(Node {
            name: holder.name.clone(),
            kind: NodeKind::Holder,
            parent: Some(*parent),
            mesh: Some(id),
            extras: notes::node::OWNER.with(&owner),
            ..Node::default()
        });
    }
}

/// Blender hangs the mesh of a bone on a node of the same name below it: that holds the mesh, it is no node of its own.
pub fn hold_meshes(scene: &mut Cow<'_, Scene>) {
    let parents: HashSet<NodeId> = scene.nodes.iter().filter_map(|n| n.parent).collect();
    let near = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-3);
    let holds = |(i, n): (usize, &Node)| {
        let parent = scene.node(n.parent?)?;
        let rigid = n.kind == NodeKind::Source && n.mesh.is_some() && n.skin.is_none();
        let same = unnumbered(&n.name) == parent.name && parent.mesh.is_none();
        let [x, y, z, w] = n.rotation;
        let plain = near(&n.scale, &[1.0; 3]) && near(&[x, y, z, w.abs()], &[0.0, 0.0, 0.0, 1.0]);
        let leaf = !parents.contains(&NodeId(i as u32)) && near(&n.translation, &[0.0; 3]);
        (rigid && same && plain && leaf).then_some(i)
    };
    let list: Vec<usize> = scene.nodes.iter().enumerate().filter_map(holds).collect();
    for i in list {
        if let Some(node) = scene.to_mut().nodes.get_mut(i) {
            node.kind = NodeKind::Holder;
        }
    }
}

/// Blender puts what has a skin below an armature, a node that the file does not have, and numbers a node of the same
/// name. It is passed over, and the node gets its name back. `names`: the nodes of the file.
pub fn pass_over_armature(names: &[String], scene: &mut Cow<'_, Scene>) {
    let known: HashSet<&str> = names.iter().map(String::as_str).collect();
    let joints: HashSet<NodeId> = scene.skins.iter().flat_map(|s| s.joints.iter().copied()).collect();
    let moved: HashSet<NodeId> = scene.animations.iter().flat_map(|a| &a.channels).map(|c| c.node).collect();
    let skinned = |id: NodeId| {
        let below = scene.nodes.iter().enumerate().filter(|(_, n)| n.parent == Some(id));
        below.clone().any(|(_, n)| n.skin.is_some()) && below.count() > 1
    };
    let twin = |name: &str| {
        let numbered = |n: &Node| n.name != name && unnumbered(&n.name) == name && !known.contains(&*n.name);
        scene.nodes.iter().position(numbered)
    };
    let armature = |(i, n): (usize, &Node)| {
        let id = NodeId(i as u32);
        let [x, y, z, w] = n.rotation;
        let rests =
            [x, y, z] == [0.0; 3] && w.abs() == 1.0 && n.translation == [0.0; 3] && n.scale == [1.0; 3];
        let bare = n.kind == NodeKind::Source && n.parent.is_none() && n.mesh.is_none() && rests;
        let twin = twin(&n.name);
        let added = !known.contains(&*n.name) || twin.is_some();
        (bare && added && !joints.contains(&id) && !moved.contains(&id) && skinned(id)).then_some((i, twin))
    };
    let found = if known.is_empty() { None } else { scene.nodes.iter().enumerate().find_map(armature) };
    let Some((at, twin)) = found else { return };
    let nodes = &mut scene.to_mut().nodes;
    let name = nodes.get_mut(at).map(|n| {
        n.kind = NodeKind::Holder;
        n.name.clone()
    });
    if let (Some(node), Some(name)) = (twin.and_then(|t| nodes.get_mut(t)), name) {
        node.name = name;
    }
}
