//! A model hung on a node of another: a helmet on a head, a shadow under a soldier.

use crate::{NodeId, NodeKind, Scene};
use std::collections::HashSet;

/// Hangs a model on a node. Its nodes stay apart from those of the same name: they get `@` and the name of what they
/// belong to. Its motions are left out, because their clips belong to another model.
pub fn attach(into: &mut Scene, mut other: Scene, node: NodeId, name: &str) {
    let mut taken: HashSet<String> = into.nodes.iter().map(|n| n.name.clone()).collect();
    for n in other.nodes.iter_mut().filter(|n| !n.name.is_empty()) {
        if !taken.contains(&n.name) {
            continue;
        }
        let stem = format!("{}@{name}", n.name);
        let number = |i: usize| if i == 1 { stem.clone() } else { format!("{stem}.{i}") };
        n.name = number(crate::free_number(1, |i| taken.contains(&number(i))));
        n.raw_name = None;
        taken.insert(n.name.clone());
    }
    other.animations.clear();
    other.extras.clear();
    let first = into.nodes.len();
    super::merge::add(into, other);
    for n in into.nodes.iter_mut().skip(first) {
        // Skinned meshes stay on roots: their joints carry them.
        if n.parent.is_none() && !(n.kind == NodeKind::Holder && n.skin.is_some()) {
            n.parent = Some(node);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mesh, MeshId, Node};

    fn model(name: &str) -> Scene {
        let mut scene = Scene::default();
        let mesh = scene.add_mesh(Mesh { name: name.into(), ..Mesh::default() });
        let root = scene.add_node(Node { name: "Root".into(), ..Node::default() });
        scene.add_node(Node { name: name.into(), parent: Some(root), mesh: Some(mesh), ..Node::default() });
        scene
    }

    #[test]
    fn names_stay_apart_and_places_hold() {
        let mut scene = model("body");
        attach(&mut scene, model("hat"), NodeId(1), "Hat");
        attach(&mut scene, model("hat"), NodeId(1), "Hat");
        let names: Vec<&str> = scene.nodes.iter().map(|n| n.name.as_str()).collect();
        assert_eq!(names, ["Root", "body", "Root@Hat", "hat", "Root@Hat.2", "hat@Hat"]);
        assert_eq!(scene.nodes[2].parent, Some(NodeId(1)));
        assert_eq!((scene.nodes[3].parent, scene.nodes[3].mesh), (Some(NodeId(2)), Some(MeshId(1))));
        assert_eq!(scene.nodes[0].parent, None);
    }
}
