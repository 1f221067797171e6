//! Whether a scene can be walked at all, whoever made it.

use crate::{NodeId, Scene};

impl Scene {
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
