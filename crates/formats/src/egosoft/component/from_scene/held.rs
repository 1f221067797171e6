//! Parts that hang on a connection of the scene, where no XML says which.

use super::super::scene::hardpoints;
use super::{Objects, is_part};
use ::scene::{Node, NodeId, Property};
use glam::{Quat, Vec3};

impl Objects<'_> {
    /// The empty above a part that by its name is a connection.
    pub fn holder(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.node(id)?.parent?;
        let node = self.node(parent)?;
        let meant = node.mesh.is_none() && hardpoints::is_named(self.names.plain(&node.name));
        (meant && !is_part(self.scene, self.names, node)).then_some(parent)
    }

    /// Where a part lies that a connection holds. Programs write what moves where it happens to be.
    pub fn held(&self, holder: NodeId, id: NodeId, node: &Node) -> (Vec3, Quat, Vec3) {
        let (t, r, scale) = self.place(holder);
        let (own_t, own_r) = self.still(id, node);
        (t + r * own_t, r * own_r, scale * Vec3::from(node.scale))
    }

    /// Place and turn of a part in its connection, without what an animation does to it: programs write it where it happens
    /// to be. A motion that never comes through its connection's own place is around a place of the part.
    pub fn still(&self, id: NodeId, node: &Node) -> (Vec3, Quat) {
        let moved = |property| self.tree.passes_rest(id, property);
        let t = if moved(Property::Translation) { Vec3::ZERO } else { node.translation.into() };
        let r = if moved(Property::Rotation) { Quat::IDENTITY } else { Quat::from_array(node.rotation) };
        (t, r)
    }
}
