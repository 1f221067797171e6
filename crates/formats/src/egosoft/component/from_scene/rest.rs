//! Parts and connections at rest: where nothing has moved them yet.

use super::super::scene::hardpoints::{self, Hardpoint};
use super::super::types::{Connection, Model};
use super::{Objects, Place, Placed, is_part};
use crate::egosoft::MIRROR;
use crate::egosoft::notes::{Kind, kind};
use ::scene::{Channel, Interpolation, Node, NodeId, Property, Scene};
use glam::{Quat, Vec3};
use std::collections::HashMap;
use wire::Sink;

/// Whether a rotation turns nothing.
fn is_none(turn: Quat) -> bool {
    turn.dot(Quat::IDENTITY).abs() > 1.0 - 1e-7
}

/// Turns the places of a channel about a point; slopes have no point.
fn turn_keys(c: &mut Channel, turn: Quat, about: Vec3) {
    let cubic = c.interpolation == Interpolation::CubicSpline;
    for (i, v) in c.values.as_chunks_mut::<3>().0.iter_mut().enumerate() {
        let about = if cubic && i % 3 != 1 { Vec3::ZERO } else { about };
        *v = (about + turn * (Vec3::from(*v) - about)).to_array();
    }
}

impl Objects<'_> {
    /// The hierarchy with the names of the game and parts at rest: programs write what moves where it happens to be.
    pub(super) fn at_rest(&self, model: Option<&Model<'_>>, placed: &[Placed]) -> Scene {
        let mut nodes = self.scene.nodes.clone();
        let mut turned: HashMap<NodeId, (Quat, Vec3)> = HashMap::new();
        let names: HashMap<String, &str> =
            placed.iter().map(|p| (p.name.to_lowercase(), p.name.as_str())).collect();
        for (i, node) in nodes.iter_mut().enumerate() {
            let id = NodeId(i as u32);
            if !is_part(self.scene, self.names, node) {
                // A part that one of the levels has no mesh of.
                let known = names.get(&self.names.plain(&node.name).to_lowercase());
                if let Some(name) = known.filter(|_| node.mesh.is_none() && self.tree.is_animated(id)) {
                    node.name = (*name).to_owned();
                }
                continue;
            }
            let name = self.part_name(node);
            let part = model.and_then(|m| m.part(&name));
            if let Some(part) = part.filter(|_| self.tree.is_animated(id)) {
                let turn = Quat::from_array(node.rotation);
                if !self.tree.is_moved(id, Property::Rotation) && !is_none(turn) {
                    turned.insert(
                        id,
                        (turn.inverse(), Vec3::from(MIRROR.point(part.pivot.unwrap_or_default()))),
                    );
                }
                node.translation = part.pivot.map_or([0.0; 3], |p| MIRROR.fresh(p));
                (node.rotation, node.scale) = ([0.0, 0.0, 0.0, 1.0], [1.0; 3]);
            } else if model.is_none() && self.holder(id).is_some() {
                let (t, r) = self.still(id, node);
                (node.translation, node.rotation) = (t.to_array(), r.to_array());
            }
            node.name = name;
        }
        let mut animations = self.scene.animations.clone();
        // Keys are in the axes of their part, which turned with its connection.
        for c in animations.iter_mut().flat_map(|a| &mut a.channels) {
            if let (Property::Translation, Some((back, pivot))) = (c.property, turned.get(&c.node)) {
                turn_keys(c, *back, *pivot);
            }
        }
        Scene { nodes, animations, extras: self.scene.extras.clone(), ..Scene::default() }
    }

    /// Where each connection of the XML is now; `None` where the scene no longer has it.
    pub(super) fn connections(&self, model: &Model<'_>, sink: &mut Sink) -> Vec<Option<Hardpoint>> {
        let found: Vec<Option<Hardpoint>> = model
            .connections
            .iter()
            .zip(self.tree.connections(model.connections.iter().map(|c| c.name.as_str())))
            .map(|(c, id)| id.map(|id| self.hardpoint(id, c)))
            .collect();
        if found.iter().any(Option::is_some) {
            for (c, _) in model.connections.iter().zip(&found).filter(|(_, f)| f.is_none()) {
                hardpoints::report_removed(model, c, sink);
            }
        }
        found
    }

    /// A connection as its node, and the first of its parts, say.
    fn hardpoint(&self, id: NodeId, c: &Connection) -> Hardpoint {
        let (mut t, mut r, _) = self.place(id);
        let part = c.parts.first().and_then(|p| {
            let named = |n: &Node| {
                kind(n) != Some(Kind::Collision) && self.part_name(n).eq_ignore_ascii_case(&p.name)
            };
            let at = self.tree.children(id).iter().find(|c| self.node(**c).is_some_and(named))?;
            Some((*at, p.pivot.unwrap_or_default()))
        });
        if let Some((part, pivot)) = part
            && let Some(n) = self.node(part)
        {
            // A part that was moved moves its connection; what an animation changes is its own affair.
            let pivot = Vec3::from(MIRROR.point(pivot));
            let moved = |property| self.tree.is_moved(part, property);
            let pt = if moved(Property::Translation) { pivot } else { n.translation.into() };
            let pr = if moved(Property::Rotation) { Quat::IDENTITY } else { Quat::from_array(n.rotation) };
            let still = pt.abs_diff_eq(pivot, 1e-5 * pivot.length().max(1.0)) && is_none(pr);
            if !still {
                t += r * (pt - pr * pivot);
                r *= pr;
            }
        }
        let marks = hardpoints::marks(self.node(id));
        Hardpoint { name: c.name.clone(), parent: self.part_above(id), place: Place::new(t, r), marks }
    }
}
