//! Rules of meshes.

use super::super::xac::scene::actor::Actor;
use super::order::place_of_material;
use super::{Later, codes, fix, make_finite};
use crate::emfx::types::body::Body;
use crate::emfx::types::{Chunk, Emfx};
use crate::emfx::xac::default_material;
use crate::emfx::xac::types::{
    BITANGENT, COLOR32, COLOR128, LayerData, Mesh, NORMAL, ORIGINAL, POSITION, Submesh, TANGENT, UV,
    VertexLayer,
};
use crate::rules::Pass;
use glam::Vec3;
use std::collections::{HashMap, HashSet};

pub(super) fn mesh_mut(file: &mut Emfx, chunk: usize) -> Option<&mut Mesh> {
    match &mut file.chunks.get_mut(chunk)?.body {
        Body::Mesh(mesh) => Some(mesh),
        _ => None,
    }
}

pub(super) fn meshes(actor: &Actor<'_>, later: &mut Later, pass: &mut Pass<'_, Emfx>) {
    let mut owners: HashSet<(u32, bool, u32)> = HashSet::new();
    let tables: HashMap<(u32, bool, u32), u32> =
        actor.skins.iter().map(|(_, s)| (s.key(), s.table.len() as u32)).collect();
    for (chunk, mesh) in &actor.meshes {
        let path = format!("chunks[{chunk}].mesh");
        if mesh.node as usize >= actor.nodes.len() {
            let text = format!("there is no node {}", mesh.node);
            pass.report(&codes::MESH_NODE, format!("{path}.node"), text);
            later.gone.push(*chunk);
        }
        if !owners.insert(mesh.key()) {
            let text = format!("node {} has another mesh of this kind", mesh.node);
            pass.report(&codes::MESH_TWICE, format!("{path}.node"), text);
        }
        let (chunk, table) = (*chunk, tables.get(&mesh.key()).copied());
        pass.part(
            &path,
            move |file| mesh_mut(file, chunk),
            |pass| {
                layers(mesh, pass);
                originals(mesh, table, pass);
                totals(mesh, pass);
            },
        );
        for (i, s) in mesh.submeshes.iter().enumerate() {
            let known = actor.material(mesh.lod.unwrap_or(0), s.material).is_some();
            pass.part(
                &format!("{path}.submeshes[{i}]"),
                move |file| mesh_mut(file, chunk)?.submeshes.get_mut(i),
                |pass| submesh(s, known, actor.nodes.len(), pass),
            );
            later.material |= actor.materials.is_empty();
        }
    }
}

/// A material for meshes of an actor that has none.
pub(super) fn add_material(file: &mut Emfx) {
    let body = Body::Material(Box::new(default_material()));
    let at = place_of_material(file);
    file.chunks.insert(at, Chunk { id: 3, size: 0, version: 2, body, slack: Vec::new() });
}

fn layers(mesh: &Mesh, pass: &mut Pass<'_, Mesh>) {
    let mut seen = HashSet::new();
    for (i, layer) in mesh.layers.iter().enumerate() {
        let at = format!("layers[{i}]");
        let usual = match layer.kind {
            POSITION | NORMAL | BITANGENT => Some(12),
            TANGENT | COLOR128 => Some(16),
            UV => Some(8),
            COLOR32 | ORIGINAL => Some(4),
            _ => None,
        };
        let once = matches!(layer.kind, POSITION | NORMAL | ORIGINAL);
        if usual != Some(layer.size) {
            let text = format!("layer of kind {} has {} bytes per vertex", layer.kind, layer.size);
            pass.report(&codes::MESH_LAYER, format!("{at}.size"), text);
        } else if once && !seen.insert(layer.kind) {
            let text = format!("a second layer of kind {}", layer.kind);
            pass.report(&codes::MESH_LAYER, format!("{at}.kind"), text);
        }
        let LayerData::F32(values) = &layer.data else { continue };
        if values.iter().all(|v| v.is_finite()) {
            continue;
        }
        let (code, text) = if matches!(layer.kind, TANGENT | BITANGENT) {
            let rows = values.chunks(layer.size.max(4) as usize / 4);
            let n = rows.filter(|r| r.iter().any(|v| !v.is_finite())).count();
            (&codes::MESH_TANGENT, format!("{n} tangents of {} are not finite", mesh.vertices))
        } else {
            let n = values.iter().filter(|v| !v.is_finite()).count();
            (&codes::MESH_VALUE, format!("{n} numbers are not finite"))
        };
        pass.repair(code, format!("{at}.data"), text, move |mesh| make_layer_finite(mesh, i));
    }
    if mesh.vertices > 0 && mesh.layers_of(POSITION).next().is_none() {
        pass.report(&codes::MESH_NO_POSITIONS, "layers", "there is no layer of kind 0");
    }
}

/// Tangents that are not finite: any direction along the surface. Everything else: 0.
fn make_layer_finite(mesh: &mut Mesh, layer: usize) {
    let normals: Vec<[f32; 3]> = match mesh.layers.iter().find(|l| l.kind == NORMAL && l.size == 12) {
        Some(VertexLayer { data: LayerData::F32(v), .. }) => v.as_chunks::<3>().0.to_vec(),
        _ => Vec::new(),
    };
    let Some(layer) = mesh.layers.get_mut(layer) else { return };
    let LayerData::F32(values) = &mut layer.data else { return };
    if layer.kind == TANGENT && layer.size == 16 {
        for (i, row) in values.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            if row.iter().all(|v| v.is_finite()) {
                continue;
            }
            let n = Vec3::from_array(normals.get(i).copied().unwrap_or([0.0, 1.0, 0.0]));
            let n = if n.is_finite() { n.normalize_or(Vec3::Y) } else { Vec3::Y };
            let [.., w] = *row;
            let t = n.any_orthonormal_vector();
            *row = [t.x, t.y, t.z, if w < 0.0 { -1.0 } else { 1.0 }];
        }
    }
    make_finite(values, 0.0);
}

/// `table`: entries of the skin.
fn originals(mesh: &Mesh, table: Option<u32>, pass: &mut Pass<'_, Mesh>) {
    // Vertices without a byte are a number that somebody wrote: a list as long as that is no repair, and that there are no
    // positions is said already.
    let real = mesh.vertices > 0 && mesh.layers.iter().any(|l| l.size > 0);
    match mesh.originals() {
        None if real => {
            let text = "there is no layer of kind 5";
            pass.repair(&codes::MESH_ORIGINALS, "layers", text, |mesh| {
                let data = LayerData::U32((0..mesh.vertices).collect());
                let layer = VertexLayer {
                    kind: ORIGINAL,
                    size: 4,
                    keep_originals: 0,
                    is_scale: 0,
                    pad: [0; 2],
                    data,
                };
                mesh.layers.retain(|l| l.kind != ORIGINAL);
                mesh.layers.insert(0, layer);
                mesh.original_vertices = mesh.vertices;
            });
        }
        Some(list) if list.iter().any(|o| *o >= mesh.original_vertices) => {
            let most = list.iter().max().copied().unwrap_or(0);
            let text =
                format!("{} original vertices are counted, number {most} is used", mesh.original_vertices);
            let how = move |mesh: &mut Mesh| limit_originals(mesh, table);
            pass.repair(&codes::MESH_ORIGINALS, "original_vertices", text, how);
        }
        _ => {}
    }
}

/// Original vertices in proportion to the mesh: a table is as long as their count says, whatever that is.
pub(super) fn limit_originals(mesh: &mut Mesh, table: Option<u32>) {
    let declared = mesh.original_vertices;
    let likely = mesh.vertices.saturating_mul(4).saturating_add(16);
    let limit = mesh.vertices.max(table.unwrap_or(0)).max(declared.min(likely));
    let layer = mesh.layers.iter_mut().find(|l| l.kind == ORIGINAL && l.size == 4);
    let mut used = 0;
    if let Some(LayerData::U32(numbers)) = layer.map(|l| &mut l.data) {
        let mut next = limit;
        for number in numbers.iter_mut().filter(|n| **n >= limit) {
            // Nothing is known of it: an original vertex of its own.
            (*number, next) = (next, next.saturating_add(1));
        }
        used = numbers.iter().max().map_or(0, |n| n.saturating_add(1));
    }
    let count = if declared > limit { table.unwrap_or(0) } else { declared };
    mesh.original_vertices = count.max(used);
}

fn totals(mesh: &Mesh, pass: &mut Pass<'_, Mesh>) {
    let vertices: u64 = mesh.submeshes.iter().map(|s| u64::from(s.vertices)).sum();
    let indices: u64 = mesh.submeshes.iter().map(|s| s.indices.len() as u64).sum();
    if vertices != u64::from(mesh.vertices) {
        let text = format!("{} vertices are counted, submeshes have {vertices}", mesh.vertices);
        pass.repair(&codes::MESH_TOTALS, "vertices", text, count_again);
    }
    if indices != u64::from(mesh.indices) {
        let text = format!("{} indices are counted, submeshes have {indices}", mesh.indices);
        pass.repair(&codes::MESH_TOTALS, "indices", text, count_again);
    }
}

fn count_again(mesh: &mut Mesh) {
    if mesh.submeshes.is_empty() {
        let whole = Submesh { vertices: mesh.vertices, material: 0, indices: Vec::new(), bones: Vec::new() };
        mesh.submeshes.push(whole);
    }
    fix::mesh_totals(mesh);
}

fn submesh(s: &Submesh, known: bool, nodes: usize, pass: &mut Pass<'_, Submesh>) {
    if !s.indices.len().is_multiple_of(3) {
        let text = format!("{} indices are not a multiple of 3", s.indices.len());
        pass.repair(&codes::MESH_TRIANGLES, "index_count", text, keep_triangles);
    }
    let bad = s.indices.iter().filter(|v| **v >= s.vertices).count();
    if bad > 0 {
        let text = format!("{bad} indices are not below the {} vertices of the submesh", s.vertices);
        pass.repair(&codes::MESH_INDICES, "indices", text, keep_triangles);
    }
    if !known {
        let text = format!("there is no material {}", s.material);
        pass.repair(&codes::MESH_MATERIAL, "material", text, |s| s.material = 0);
    }
    if s.bones.iter().any(|b| *b as usize >= nodes) {
        let text = "a bone of the palette does not exist";
        let how = move |s: &mut Submesh| s.bones.retain(|b| (*b as usize) < nodes);
        pass.repair(&codes::NODE_REFERENCE, "bones", text, how);
    }
}

/// Whole triangles of vertices there are.
fn keep_triangles(s: &mut Submesh) {
    let limit = s.vertices;
    let good = s.indices.as_chunks::<3>().0.iter().filter(|t| t.iter().all(|i| *i < limit));
    s.indices = good.flatten().copied().collect();
}
