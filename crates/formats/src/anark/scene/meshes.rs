//! Geometry: meshes of the COLLADA file, letters of texts, boxes where there is nothing else.

use super::looks::{Drawn, Looks};
use super::nodes::{Item, PlacedNode, Tree};
use super::values::Values;
use super::{boxes, text};
use crate::anark::bgf::Bgf;
use crate::anark::bsg::NodeType;
use crate::anark::companions::Companions;
use crate::anark::dae::Dae;
use crate::anark::names::Dictionary;
use crate::anark::notes::mesh as notes;
use md5::{Digest, Md5};
use scene::{Alpha, Material, MaterialId, Mesh, MeshId, Scene};
use std::collections::HashMap;

/// Gives every node its mesh, or its box.
pub(super) fn add(
    scene: &mut Scene,
    tree: &Tree,
    placed: &[PlacedNode],
    companions: &Companions,
    names: &Dictionary,
) {
    let bgf = companions.bgf.as_ref();
    let mut shop = Shop {
        dae: companions.dae.as_ref(),
        bgf,
        looks: Looks::new(bgf, names),
        meshes: HashMap::new(),
        boxes: HashMap::new(),
        letters: text::ALL_LETTERS,
    };
    let mut opacity: Vec<f32> = Vec::with_capacity(tree.items.len());
    for (item, place) in tree.items.iter().zip(placed) {
        // Opacity is local: a parent's counts too.
        let above = item.parent.and_then(|p| opacity.get(p)).copied().unwrap_or(1.0);
        let shown = above * item.opacity;
        opacity.push(shown);
        let drawn = Drawn { opacity: shown, transparent: item.transparent };
        let mesh = shop
            .mesh(scene, item, drawn)
            .or_else(|| shop.text(scene, item, drawn))
            .or_else(|| shop.bounds(scene, item, drawn));
        if let Some(node) = scene.nodes.get_mut(place.node.0 as usize) {
            node.mesh = mesh;
        }
    }
}

/// A fingerprint: while a mesh still has it, it is the one of the COLLADA file.
pub(crate) fn mark(mesh: &Mesh) -> String {
    let mut hash = Md5::new();
    for v in mesh.positions.iter().flatten() {
        // −0 and 0 are one number to every program in between.
        hash.update((v + 0.0).to_bits().to_le_bytes());
    }
    mesh.indices.iter().for_each(|i| hash.update(i.to_le_bytes()));
    hash.finalize().iter().map(|b| format!("{b:02x}")).collect()
}

/// What was made already.
struct Shop<'a> {
    dae: Option<&'a Dae>,
    bgf: Option<&'a Bgf>,
    looks: Looks<'a>,
    /// By geometry ids, material ids and how it is drawn.
    meshes: HashMap<String, MeshId>,
    boxes: HashMap<(u8, u32), (MaterialId, MaterialId)>,
    /// Letters that may still be drawn.
    letters: usize,
}

impl Shop<'_> {
    /// The mesh of a node of the COLLADA file.
    fn mesh(&mut self, scene: &mut Scene, item: &Item, drawn: Drawn) -> Option<MeshId> {
        let dae = self.dae?;
        let node = dae.nodes.get(&item.graph.scene_item_id)?;
        let parts: Vec<_> =
            node.instances.iter().filter_map(|(g, m)| Some((dae.geometries.get(g)?, m))).collect();
        let first = parts.first()?;
        let mut key = format!("{drawn:?}");
        let mut undecided = false;
        for (url, bound) in &node.instances {
            let mut bound: Vec<_> = bound.iter().collect();
            bound.sort();
            key.push_str(&format!("|{url}|{bound:?}"));
        }
        let mut mesh = Mesh { name: first.0.mesh.name.clone(), ..Mesh::default() };
        if let Some(known) = self.meshes.get(&key) {
            return Some(*known);
        }
        for (geometry, bound) in &parts {
            let mut materials: Vec<Option<MaterialId>> = Vec::with_capacity(geometry.symbols.len());
            for (number, symbol) in geometry.symbols.iter().enumerate() {
                // Without a binding the symbol itself may name the material.
                let id = bound.get(symbol).unwrap_or(symbol);
                let decided = dae.materials.get(id).map(|m| self.looks.of_dae(scene, id, m, drawn));
                // Where the COLLADA file does not decide, the elements do, which differ from node to node.
                let own = || self.looks.of_geometry(item.element, number);
                let own = if decided.is_none() { own() } else { None };
                undecided |= own.is_some();
                materials.push(decided.or_else(|| own.map(|e| self.looks.of_element(scene, e, drawn))));
            }
            append(&mut mesh, &geometry.mesh, &materials);
        }
        (!mesh.indices.is_empty()).then(|| {
            mesh.extras = notes::DAE.with(&mark(&mesh));
            let id = scene.add_mesh(mesh);
            if !undecided {
                self.meshes.insert(key, id);
            }
            id
        })
    }

    /// The letters of a text.
    fn text(&mut self, scene: &mut Scene, item: &Item, drawn: Drawn) -> Option<MeshId> {
        let values = self.bgf.zip(item.element).and_then(|(b, e)| Values::of(b, e))?;
        if item.graph.node_type != NodeType::TEXT {
            return None;
        }
        let looks = &mut self.looks;
        let material = || looks.letters(scene, values, drawn);
        let mesh = text::mesh(&item.name, &item.graph, values, material, &mut self.letters)?;
        Some(scene.add_mesh(mesh))
    }

    /// The box of a node.
    fn bounds(&mut self, scene: &mut Scene, item: &Item, drawn: Drawn) -> Option<MeshId> {
        // A point has nothing to show, and needs no material for it.
        let (low, high) = boxes::corners(&item.graph);
        if low == high {
            return None;
        }
        let ty = item.graph.node_type;
        let (mut faces, edges) = self.box_materials(scene, ty, drawn.opacity);
        if ty == NodeType::GEOMETRY
            && let Some(own) = self.looks.of_geometry(item.element, 0)
        {
            faces = self.looks.of_element(scene, own, drawn);
        }
        let mut mesh = boxes::mesh(&item.name, &item.graph, faces, edges)?;
        mesh.extras = notes::BOX.with(&true);
        Some(scene.add_mesh(mesh))
    }

    fn box_materials(&mut self, scene: &mut Scene, ty: NodeType, opacity: f32) -> (MaterialId, MaterialId) {
        *self.boxes.entry((ty.0, opacity.to_bits())).or_insert_with(|| {
            let [r, g, b] = match ty {
                NodeType::GEOMETRY => [0.10, 0.35, 0.80],
                NodeType::TEXT => [0.80, 0.55, 0.10],
                NodeType::CAMERA | NodeType::LIGHT => [0.75, 0.75, 0.10],
                NodeType::LAYER => [0.55, 0.15, 0.70],
                _ => [0.30, 0.40, 0.45],
            };
            let plain = Material { unlit: true, double_sided: true, ..Material::default() };
            let faces = Material {
                name: format!("{} box", ty.shown()),
                base_color: [r, g, b, 0.35 * opacity],
                alpha: Alpha::Blend,
                ..plain.clone()
            };
            let edges =
                Material { name: format!("{} edges", ty.shown()), base_color: [r, g, b, 1.0], ..plain };
            (scene.add_material(faces), scene.add_material(edges))
        })
    }
}

/// Puts a part after a mesh; columns only one of the two has are filled up.
fn append(mesh: &mut Mesh, part: &Mesh, materials: &[Option<MaterialId>]) {
    let (vertices, indices) = (mesh.positions.len(), mesh.indices.len() as u32);
    let first = vertices == 0;
    mesh.positions.extend(&part.positions);
    if first || (!mesh.normals.is_empty() && !part.normals.is_empty()) {
        mesh.normals.extend(&part.normals);
    } else {
        mesh.normals.clear();
    }
    for set in 0..mesh.uvs.len().max(part.uvs.len()) {
        if mesh.uvs.len() <= set {
            mesh.uvs.push(vec![[0.0; 2]; vertices]);
        }
        if let Some(column) = mesh.uvs.get_mut(set) {
            column.extend(part.uvs.get(set).into_iter().flatten());
            column.resize(mesh.positions.len(), [0.0; 2]);
        }
    }
    if first {
        mesh.colors.clone_from(&part.colors);
    } else {
        mesh.colors.clear();
    }
    mesh.indices.extend(part.indices.iter().map(|i| i.saturating_add(vertices as u32)));
    for (primitive, material) in part.primitives.iter().zip(materials) {
        mesh.primitives.push(scene::Primitive {
            material: *material,
            start: primitive.start.saturating_add(indices),
            ..primitive.clone()
        });
    }
}
