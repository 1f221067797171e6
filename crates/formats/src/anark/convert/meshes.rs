//! Geometry: meshes of the COLLADA file, boxes where it has none.

use super::nodes::{Place, Tree};
use super::{FAMILY, boxes};
use crate::anark::bsg::NodeType;
use crate::anark::dae::{Dae, DaeMaterial};
use md5::{Digest, Md5};
use scene::{Alpha, Material, MaterialId, Mesh, MeshId, PixelOps, Scene, Slot, TextureSlot};
use serde_json::json;
use std::collections::HashMap;

/// Gives every node its mesh, or its box.
pub(super) fn add(scene: &mut Scene, tree: &Tree, placed: &[Place], dae: Option<&Dae>) {
    let mut shop = Shop { dae, ..Shop::default() };
    let mut opacity: Vec<f32> = Vec::with_capacity(tree.items.len());
    for (item, place) in tree.items.iter().zip(placed) {
        // Opacity is local: a parent's counts too.
        let above = item.parent.and_then(|p| opacity.get(p)).copied().unwrap_or(1.0);
        let shown = above * item.opacity;
        opacity.push(shown);
        let from_dae = shop.mesh(scene, item.graph.scene_item_id, shown);
        let mesh = from_dae.or_else(|| {
            // A point has nothing to show, and needs no material for it.
            let (low, high) = boxes::corners(&item.graph);
            if low == high {
                return None;
            }
            let (faces, edges) = shop.box_materials(scene, item.graph.node_type, shown);
            let mesh = boxes::mesh(&item.name, &item.graph, faces, edges)?;
            let id = scene.add_mesh(mesh);
            mark_box(scene, id);
            Some(id)
        });
        if let Some(node) = scene.nodes.get_mut(place.node.0 as usize) {
            node.mesh = mesh;
        }
    }
}

fn mark_box(scene: &mut Scene, id: MeshId) {
    if let Some(mesh) = scene.meshes.get_mut(id.0 as usize) {
        mesh.extras.insert(FAMILY.into(), json!({ "box": true }));
    }
}

/// A fingerprint: while a mesh still has it, it is the one of the COLLADA file.
pub(super) fn mark(mesh: &Mesh) -> String {
    let mut hash = Md5::new();
    for v in mesh.positions.iter().flatten() {
        // −0 and 0 are one number to every program in between.
        hash.update((v + 0.0).to_bits().to_le_bytes());
    }
    mesh.indices.iter().for_each(|i| hash.update(i.to_le_bytes()));
    hash.finalize().iter().map(|b| format!("{b:02x}")).collect()
}

/// What was made already.
#[derive(Default)]
struct Shop<'a> {
    dae: Option<&'a Dae>,
    /// By geometry ids, material ids and opacity.
    meshes: HashMap<String, MeshId>,
    materials: HashMap<(String, u32), MaterialId>,
    boxes: HashMap<(u8, u32), (MaterialId, MaterialId)>,
}

impl Shop<'_> {
    /// The mesh of a node of the COLLADA file.
    fn mesh(&mut self, scene: &mut Scene, id: u32, opacity: f32) -> Option<MeshId> {
        let dae = self.dae?;
        let node = dae.nodes.get(&id)?;
        let mut parts = node.instances.iter().filter_map(|(g, m)| Some((dae.geometries.get(g)?, g, m)));
        let first = parts.next()?;
        let mut key = opacity.to_bits().to_string();
        for (url, bound) in &node.instances {
            let mut bound: Vec<_> = bound.iter().collect();
            bound.sort();
            key.push_str(&format!("|{url}|{bound:?}"));
        }
        if let Some(known) = self.meshes.get(&key) {
            return Some(*known);
        }
        let mut mesh = Mesh { name: first.0.mesh.name.clone(), ..Mesh::default() };
        for (geometry, _, bound) in std::iter::once(first).chain(parts) {
            let materials: Vec<Option<MaterialId>> = geometry
                .symbols
                .iter()
                .map(|symbol| {
                    // Without a binding the symbol itself may name the material.
                    let id = bound.get(symbol).unwrap_or(symbol);
                    dae.materials.get(id).map(|m| self.material(scene, id, m, opacity))
                })
                .collect();
            append(&mut mesh, &geometry.mesh, &materials);
        }
        (!mesh.indices.is_empty()).then(|| {
            mesh.extras.insert(FAMILY.into(), json!({ "dae": mark(&mesh) }));
            let id = scene.add_mesh(mesh);
            self.meshes.insert(key, id);
            id
        })
    }

    fn material(&mut self, scene: &mut Scene, id: &str, m: &DaeMaterial, opacity: f32) -> MaterialId {
        let key = (id.to_owned(), opacity.to_bits());
        if let Some(known) = self.materials.get(&key) {
            return *known;
        }
        let [r, g, b, a] = m.color;
        let mut out = Material {
            name: m.name.clone(),
            base_color: [linear(r), linear(g), linear(b), (a * opacity).clamp(0.0, 1.0)],
            emissive: if m.unlit { [0.0; 3] } else { m.emission.map(linear) },
            unlit: m.unlit,
            double_sided: true,
            ..Material::default()
        };
        if out.base_color[3] < 1.0 {
            out.alpha = Alpha::Blend;
        }
        if let Some(file) = &m.texture {
            out.alpha = Alpha::Blend;
            let image = scene.image(file, PixelOps::default());
            out.textures.push(TextureSlot::new(Slot::BaseColor, image));
        }
        let material = scene.add_material(out);
        self.materials.insert(key, material);
        material
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

/// Colours of COLLADA are as a screen shows them, those of glTF linear.
fn linear(v: f32) -> f32 {
    let v = v.clamp(0.0, 1.0);
    if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
}

/// Puts a part behind a mesh; columns only one of the two has are filled up.
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
    mesh.indices.extend(part.indices.iter().map(|i| i + vertices as u32));
    for (primitive, material) in part.primitives.iter().zip(materials) {
        mesh.primitives.push(scene::Primitive {
            material: *material,
            start: primitive.start + indices,
            ..primitive.clone()
        });
    }
}
