//! Which object of a scene is which part, level, collision mesh or connection of a component.
//!
//! Names decide, because they survive every program: `part-lod1`, `part-collision`, `part_wreck`, with the `.001` that
//! Blender gives copies. An object's own ending goes before that of its mesh.

use super::super::rules::AMBIGUOUS;
use super::super::types::Model;
use super::clean;
use crate::egosoft::notes::{self, Kind};
use crate::egosoft::xmf::PartName;
use scene::{Mesh, MeshId, Node, NodeId, Scene};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use wire::{Error, Result};

/// What a mesh of the scene is the file of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Claim {
    /// Lower-case.
    part: String,
    pub collision: bool,
    pub lod: u32,
}

/// A mesh file to be.
pub(crate) struct Shown {
    pub node: NodeId,
    pub mesh: MeshId,
    /// The name of its part as it is spelled.
    pub part: String,
    /// The part its object stands for: the same, or the one it is the wreck of.
    pub object: String,
}

/// Names of the XML, lower-case.
#[derive(Default)]
pub(crate) struct Names {
    parts: HashMap<String, Option<String>>,
    wrecks: HashSet<String>,
    /// Parts that the XML has more than once.
    twice: HashSet<String>,
    connections: HashSet<String>,
    borrowed: HashSet<String>,
}

impl Names {
    pub fn of(model: Option<&Model<'_>>) -> Self {
        let mut out = Self::default();
        for c in model.into_iter().flat_map(|m| &m.connections) {
            out.connections.insert(c.name.to_lowercase());
            for p in &c.parts {
                if p.reference.is_some() {
                    out.borrowed.insert(p.name.to_lowercase());
                }
                let wreck = p.wreck.as_ref().map(|w| w.to_lowercase());
                out.wrecks.extend(wreck.clone());
                match out.parts.entry(p.name.to_lowercase()) {
                    Entry::Vacant(slot) => {
                        slot.insert(wreck);
                    }
                    Entry::Occupied(slot) => {
                        out.twice.insert(slot.key().clone());
                    }
                }
            }
        }
        out
    }

    /// Whether the mesh of a node is that of another component: a part with `ref`, or its collision mesh.
    pub fn is_lent(&self, scene: &Scene, node: &Node) -> bool {
        let plain = self.plain(&node.name);
        let collision = self.ending(plain).filter(|p| p.collision);
        let above = || node.parent.and_then(|p| scene.node(p));
        let is_collision = collision.is_some() || notes::kind(node) == Some(Kind::Collision);
        notes::part::REF.is_in(&node.extras)
            || self.borrowed.contains(&plain.to_lowercase())
            || collision.is_some_and(|p| self.borrowed.contains(&p.part.to_lowercase()))
            || (is_collision && above().is_some_and(|p| notes::part::REF.is_in(&p.extras)))
    }

    pub fn is_connection(&self, name: &str) -> bool {
        self.connections.contains(&name.to_lowercase())
    }

    /// Whether a name is that of a part, or of its wreck.
    pub fn is_part(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.parts.contains_key(&name) || self.wrecks.contains(&name)
    }

    fn knows(&self, name: &str) -> bool {
        self.is_part(name) || self.is_connection(name)
    }

    /// Whether a name is that of the wreck of a part.
    fn is_wreck_of(&self, wreck: &str, part: &str) -> bool {
        let (wreck, part) = (wreck.to_lowercase(), part.to_lowercase());
        let other = || self.parts.is_empty() && wreck.ends_with("_wreck") && !part.ends_with("_wreck");
        let listed = || self.parts.get(&part).is_some_and(|w| w.as_ref() == Some(&wreck));
        wreck == format!("{part}_wreck") || listed() || other()
    }

    /// A name without what programs add to it: `#mesh`, and the number of a copy.
    pub fn plain<'a>(&self, name: &'a str) -> &'a str {
        let name = name.strip_suffix("#mesh").unwrap_or(name);
        let Some((base, number)) = name.rsplit_once('.') else { return name };
        let copy = number.len() >= 3 && number.bytes().all(|b| b.is_ascii_digit()) && !base.is_empty();
        if copy && !self.knows(name) { base } else { name }
    }

    /// Part, level and kind by the ending of a name, if it has one: `-lod1`, `-collision`; `_lod1` and `_collision` too
    /// after the name of a part there is.
    fn ending(&self, name: &str) -> Option<PartName> {
        let plain = self.plain(name);
        let parsed = PartName::parse(plain);
        if parsed.part != plain {
            let part = self.plain(&parsed.part).to_owned();
            return Some(PartName { part, ..parsed });
        }
        let (base, last) = plain.rsplit_once(['_', '.'])?;
        let parsed = PartName::parse(&format!("{base}-{last}"));
        (parsed.part == base && self.is_part(base) && !self.is_part(plain)).then_some(parsed)
    }
}

/// Which part the object of a node stands for, its level, and whether it is a collision mesh; and the part whose file its
/// mesh is.
fn claim(node: &Node, mesh: &Mesh, names: &Names) -> (String, String, Claim) {
    let by_mesh = names.ending(&mesh.name);
    let make = |object: String, part: String, lod: u32, collision: bool| {
        let key =
            Claim { part: clean(&part).to_lowercase(), collision, lod: if collision { 0 } else { lod } };
        (clean(&object), clean(&part), key)
    };
    if let Some(p) = names.ending(&node.name) {
        return make(p.part.clone(), p.part, p.lod, p.collision);
    }
    let plain = names.plain(&node.name);
    let object = if plain.is_empty() { "part" } else { plain };
    let collision = notes::kind(node) == Some(Kind::Collision);
    match by_mesh {
        // The mesh of this part, or of its wreck, shown in its place.
        Some(p) if names.is_wreck_of(&p.part, object) => make(object.to_owned(), p.part, p.lod, p.collision),
        Some(p) => make(object.to_owned(), object.to_owned(), p.lod, p.collision || collision),
        None => make(object.to_owned(), object.to_owned(), mesh.lod, mesh.collision || collision),
    }
}

/// Whether two meshes show the same.
fn same_shape(a: &Mesh, b: &Mesh) -> bool {
    (&a.positions, &a.indices, &a.uvs, &a.normals) == (&b.positions, &b.indices, &b.uvs, &b.normals)
}

/// The mesh files of a scene, each once, in the order of their names. Two objects that would be one file are an error.
pub(crate) fn shown(scene: &Scene, names: &Names) -> Result<BTreeMap<Claim, Shown>> {
    let mut out: BTreeMap<Claim, Shown> = BTreeMap::new();
    for (i, node) in scene.nodes.iter().enumerate() {
        let Some((id, mesh)) = node.mesh.and_then(|m| Some((m, scene.meshes.get(m.0 as usize)?))) else {
            continue;
        };
        if names.is_lent(scene, node) {
            continue;
        }
        let (object, part, key) = claim(node, mesh, names);
        match out.get(&key) {
            None => {
                out.insert(key, Shown { node: NodeId(i as u32), mesh: id, part, object });
            }
            Some(other) if other.mesh == id => {}
            // A part that the XML has twice shows the same file twice.
            Some(other)
                if names.twice.contains(&key.part)
                    && scene.meshes.get(other.mesh.0 as usize).is_some_and(|m| same_shape(m, mesh)) => {}
            Some(other) => {
                let first = scene.node(other.node).map_or("", |n| n.name.as_str());
                let what = if key.collision {
                    "the collision mesh".to_owned()
                } else {
                    format!("level {}", key.lod)
                };
                let message = format!("objects {first:?} and {:?} are both {what} of {part:?}", node.name);
                return Err(Error::new(&AMBIGUOUS, message));
            }
        }
    }
    Ok(out)
}
