//! Whether a scene can be walked at all, whoever made it.

use crate::{Mesh, NodeId, Scene};

/// What a vertex and an index may become where a mesh is written once more, in bytes.
const VERTEX: u64 = 128;
const INDEX: u64 = 16;

impl Mesh {
    /// Bytes, about, that one more of it takes.
    pub fn room(&self) -> u64 {
        self.positions.len() as u64 * VERTEX + self.indices.len() as u64 * INDEX
    }
}

impl Scene {
    /// Bytes, about, of what is there more than once where every node gets a mesh of its own: a mesh that a thousand nodes
    /// show is small in glTF and a thousand meshes in most files of games.
    pub fn repeated(&self) -> u64 {
        let mut shown = vec![0_u64; self.meshes.len()];
        for mesh in self.nodes.iter().filter_map(|n| n.mesh) {
            if let Some(times) = shown.get_mut(mesh.0 as usize) {
                *times += 1;
            }
        }
        let again = |(mesh, times): (&Mesh, u64)| mesh.room().saturating_mul(times.saturating_sub(1));
        self.meshes.iter().zip(shown).map(again).fold(0, u64::saturating_add)
    }

    /// The first node that is its own ancestor, or whose parent is not there. What walks a hierarchy asks first.
    pub fn tangled(&self) -> Option<NodeId> {
        // 0 = not seen, else the number of the walk that saw it.
        let mut seen = vec![0_usize; self.nodes.len()];
        for start in 0..self.nodes.len() {
            let mut at = start;
            loop {
                match seen.get_mut(at) {
                    None => return Some(NodeId(start as u32)),
                    Some(walk) if *walk == start + 1 => return Some(NodeId(at as u32)),
                    Some(0) => {}
                    Some(_) => break,
                }
                if let Some(slot) = seen.get_mut(at) {
                    *slot = start + 1;
                }
                match self.nodes.get(at).and_then(|n| n.parent) {
                    Some(up) => at = up.0 as usize,
                    None => break,
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Node;

    #[test]
    fn meshes_count_as_often_as_they_are_shown_again() {
        let mesh = Mesh { positions: vec![[0.0; 3]; 3], indices: vec![0, 1, 2], ..Mesh::default() };
        let shown = |n: usize| Scene {
            meshes: vec![mesh.clone(), Mesh::default()],
            nodes: vec![Node { mesh: Some(crate::MeshId(0)), ..Node::default() }; n],
            ..Scene::default()
        };
        assert_eq!([0, 1, 2, 5].map(|n| shown(n).repeated() / mesh.room()), [0, 0, 1, 4]);
    }

    #[test]
    fn rings_and_missing_parents_are_found() {
        let scene = |parents: &[Option<u32>]| Scene {
            nodes: parents.iter().map(|p| Node { parent: p.map(NodeId), ..Node::default() }).collect(),
            ..Scene::default()
        };
        assert_eq!(scene(&[None, Some(0), Some(1), Some(1)]).tangled(), None);
        assert_eq!(scene(&[Some(2), None, Some(1)]).tangled(), None);
        assert!(scene(&[Some(0)]).tangled().is_some());
        assert!(scene(&[None, Some(2), Some(3), Some(1)]).tangled().is_some());
        assert!(scene(&[None, Some(7)]).tangled().is_some());
    }
}
