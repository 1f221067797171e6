//! As much of COLLADA as a user interface scene needs: names, ids, meshes, materials.

mod geometry;
mod materials;
mod polygon;
#[cfg(test)]
pub(super) mod tests;
pub(in crate::anark) mod write;
pub(super) mod xml;

use scene::Mesh;
use std::collections::{HashMap, HashSet};
use wire::Result;
use xml::Tag;

/// What a COLLADA file says.
#[derive(Debug, Default)]
pub(super) struct Dae {
    /// Every `name` attribute, each once, in file order.
    pub names: Vec<String>,
    /// Nodes by the number after `AK`.
    pub nodes: HashMap<u32, DaeNode>,
    /// Materials by their XML id.
    pub materials: HashMap<String, DaeMaterial>,
    /// Meshes by their XML id; `primitives` have no material, the symbols stand next to.
    pub geometries: HashMap<String, Geometry>,
    /// The turn of the whole scene that brings the file's upward axis to +Y, if it is another. Meshes and the nodes of
    /// the BSG are both in the file's own axes.
    pub up: Option<[f32; 4]>,
    ids: HashSet<u32>,
}

/// A node.
#[derive(Debug, Default, Clone)]
pub(super) struct DaeNode {
    /// Its name.
    pub name: Option<String>,
    /// What it shows: geometry ids with material ids by symbol.
    pub instances: Vec<(String, HashMap<String, String>)>,
}

/// A material.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DaeMaterial {
    /// Name, or id.
    pub name: String,
    /// Diffuse colour, sRGB or linear as the exporter had it.
    pub color: [f32; 4],
    /// Emission.
    pub emission: [f32; 3],
    /// Diffuse picture.
    pub texture: Option<String>,
    /// Without light.
    pub unlit: bool,
    /// Whether the file says the colour, or a picture.
    pub color_said: bool,
    /// Whether the file says how opaque it is.
    pub alpha_said: bool,
}

/// A mesh and the material symbol of each primitive.
#[derive(Debug, Default)]
pub(super) struct Geometry {
    /// Columns in the axes of the file; UVs as glTF has them.
    pub mesh: Mesh,
    /// One per primitive.
    pub symbols: Vec<String>,
    /// Polygons that point to vertices that are not there.
    pub broken: usize,
}

/// The number of `AK<number>`, whatever follows it.
pub(super) fn ak_id(id: &str) -> Option<u32> {
    let digits = id.strip_prefix("AK")?;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits.get(..end)?.parse().ok()
}

/// The turn that brings a file's upward axis to +Y; `None` where it is there already.
fn up(root: &Tag) -> Option<[f32; 4]> {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    match root.find("up_axis").map(|t| t.text.trim()) {
        Some("Z_UP") => Some([-half, 0.0, 0.0, half]),
        Some("X_UP") => Some([0.0, 0.0, half, half]),
        _ => None,
    }
}

impl Dae {
    /// Reads a file.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let root = xml::parse(bytes)?;
        let mut out = Self { up: up(&root), ..Self::default() };
        let mut seen = HashSet::new();
        for tag in root.walk() {
            if let Some(name) = tag.get("name").filter(|n| !n.is_empty())
                && seen.insert(name.to_owned())
            {
                out.names.push(name.to_owned());
            }
            out.ids.extend(tag.get("id").and_then(ak_id));
        }
        for tag in root.all("library_geometries").flat_map(|l| l.all("geometry")) {
            if let (Some(id), Some(mesh)) = (tag.get("id"), tag.child("mesh")) {
                let name = tag.get("name").unwrap_or(id);
                out.geometries.insert(id.to_owned(), geometry::geometry(mesh, name));
            }
        }
        out.materials = materials::materials(&root);
        for tag in root.all("library_visual_scenes").flat_map(|l| l.all("visual_scene")) {
            out.nodes(tag);
        }
        Ok(out)
    }

    /// Whether some object has the id `AK<id>`.
    pub fn has_id(&self, id: u32) -> bool {
        self.ids.contains(&id)
    }

    /// Nodes below a tag; geometry of a node without an id belongs to the nearest one above that has one.
    fn nodes(&mut self, tag: &Tag) {
        let mut stack: Vec<(&Tag, Option<u32>)> = vec![(tag, None)];
        while let Some((tag, owner)) = stack.pop() {
            let id = tag.get("id").and_then(ak_id).filter(|_| tag.name == "node");
            let owner = id.or(owner);
            if let Some(id) = id {
                self.nodes.entry(id).or_default().name = tag.get("name").map(str::to_owned);
            }
            if let Some(node) = owner.and_then(|o| self.nodes.get_mut(&o)) {
                for instance in tag.all("instance_geometry") {
                    let bound = instance.walk();
                    let materials = bound.iter().filter(|t| t.name == "instance_material");
                    let materials = materials
                        .filter_map(|t| Some((t.get("symbol")?.to_owned(), t.link("target")?.to_owned())));
                    let url = instance.link("url").unwrap_or_default().to_owned();
                    node.instances.push((url, materials.collect()));
                }
            }
            stack.extend(tag.children.iter().filter(|c| c.name == "node").rev().map(|c| (c, owner)));
        }
    }
}
