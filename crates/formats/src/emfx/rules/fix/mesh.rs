//! Repairs of meshes and skins.

use super::recount::mesh_totals;
use crate::emfx::types::Emfx;
use crate::emfx::types::body::Body;
use crate::emfx::xac::scene::actor::Actor;
use crate::emfx::xac::types::{Influence, LayerData, Mesh, NORMAL, ORIGINAL, Skin, TANGENT, VertexLayer};
use glam::Vec3;
use std::collections::HashMap;

pub(super) fn fix_meshes(file: &mut Emfx, nodes: usize) {
    let materials: Vec<u32> = Actor::new(file).materials.iter().map(|m| m.lod).collect();
    let known = |lod: u32, index: u32| {
        let lod = if materials.contains(&lod) { lod } else { 0 };
        (index as usize) < materials.iter().filter(|l| **l == lod).count()
    };
    let tables: HashMap<(u32, bool, u32), u32> = Actor::new(file)
        .skins
        .iter()
        .map(|(_, s)| ((s.node, s.collision != 0, s.lod.unwrap_or(0)), s.table.len() as u32))
        .collect();
    let mut originals: HashMap<(u32, bool, u32), u32> = HashMap::new();
    for chunk in &mut file.chunks {
        let Body::Mesh(mesh) = &mut chunk.body else { continue };
        let lod = mesh.lod.unwrap_or(0);
        let declared = mesh.original_vertices;
        mesh_totals(mesh);
        fix_originals(mesh, declared, tables.get(&(mesh.node, mesh.collision != 0, lod)).copied());
        fix_tangents(mesh);
        for layer in &mut mesh.layers {
            if let LayerData::F32(values) = &mut layer.data {
                values.iter_mut().filter(|v| !v.is_finite()).for_each(|v| *v = 0.0);
            }
        }
        for s in &mut mesh.submeshes {
            let limit = s.vertices;
            let good = s.indices.as_chunks::<3>().0.iter().filter(|t| t.iter().all(|i| *i < limit));
            s.indices = good.flatten().copied().collect();
            if !known(lod, s.material) {
                s.material = 0;
            }
            s.bones.retain(|b| (*b as usize) < nodes);
        }
        if mesh.originals().is_none() && mesh.vertices > 0 {
            let data = LayerData::U32((0..mesh.vertices).collect());
            let layer =
                VertexLayer { kind: ORIGINAL, size: 4, keep_originals: 0, is_scale: 0, pad: [0; 2], data };
            mesh.layers.retain(|l| l.kind != ORIGINAL);
            mesh.layers.insert(0, layer);
            mesh.original_vertices = mesh.vertices;
        }
        originals.insert((mesh.node, mesh.collision != 0, lod), mesh.original_vertices);
    }
    file.chunks.retain_mut(|chunk| match &mut chunk.body {
        Body::Mesh(m) => (m.node as usize) < nodes,
        Body::Skin(s) => {
            let mesh = originals.get(&(s.node, s.collision != 0, s.lod.unwrap_or(0)));
            if let Some(count) = mesh.filter(|_| (s.node as usize) < nodes) {
                fix_skin(s, *count as usize, nodes);
            }
            mesh.is_some() && (s.node as usize) < nodes
        }
        _ => true,
    });
}

/// Tangents that are not finite: any direction along the surface.
fn fix_tangents(mesh: &mut Mesh) {
    let normals: Vec<[f32; 3]> = match mesh.layers.iter().find(|l| l.kind == NORMAL && l.size == 12) {
        Some(VertexLayer { data: LayerData::F32(v), .. }) => v.as_chunks::<3>().0.to_vec(),
        _ => Vec::new(),
    };
    for layer in mesh.layers.iter_mut().filter(|l| l.kind == TANGENT && l.size == 16) {
        let LayerData::F32(values) = &mut layer.data else { continue };
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
}

/// Original vertices in proportion to the mesh: a table is as long as their count says, whatever that is.
fn fix_originals(mesh: &mut Mesh, declared: u32, table: Option<u32>) {
    let likely = mesh.vertices.saturating_mul(4).saturating_add(16);
    let limit = mesh.vertices.max(table.unwrap_or(0)).max(declared.min(likely));
    let layer = mesh.layers.iter_mut().find(|l| l.kind == ORIGINAL && l.size == 4);
    let Some(LayerData::U32(numbers)) = layer.map(|l| &mut l.data) else { return };
    let mut next = limit;
    for number in numbers.iter_mut().filter(|n| **n >= limit) {
        // Nothing is known of it: an original vertex of its own.
        (*number, next) = (next, next.saturating_add(1));
    }
    let used = numbers.iter().max().map_or(0, |n| n.saturating_add(1));
    let count = if declared > limit { table.unwrap_or(0) } else { declared };
    mesh.original_vertices = count.max(used);
}

/// Rebuilds a skin whose weights, nodes or table are wrong; a sound one stays as it is.
fn fix_skin(skin: &mut Skin, count: usize, nodes: usize) {
    let total = skin.influences.len() as u64;
    let sound = |i: &Influence| i.weight.is_finite() && i.weight >= 0.0 && usize::from(i.node) < nodes;
    let entry = |[s, n]: &[u32; 2]| u64::from(*s) + u64::from(*n) <= total && *n <= 4;
    let sums = (0..skin.table.len() as u32).all(|o| {
        let own = skin.of(o);
        own.is_empty() || (own.iter().map(|i| i.weight).sum::<f32>() - 1.0).abs() <= 1e-3
    });
    if skin.table.len() == count && skin.table.iter().all(entry) && skin.influences.iter().all(sound) && sums
    {
        return;
    }
    let mut influences: Vec<Influence> = Vec::new();
    let mut table = Vec::with_capacity(count);
    for o in 0..count as u32 {
        let mut own: Vec<Influence> =
            skin.of(o).iter().filter(|i| sound(i) && i.weight > 0.0).copied().collect();
        if let ([only], true) = (skin.of(o), own.is_empty())
            && usize::from(only.node) < nodes
        {
            // The node is known, and the weight can only be 1.
            own.push(Influence { weight: 1.0, ..*only });
        }
        own.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        own.truncate(4);
        let sum: f32 = own.iter().map(|i| i.weight).sum();
        if own.is_empty() || !sum.is_finite() {
            own = vec![Influence { weight: 1.0, node: skin.node as u16, pad: [0; 2] }];
        } else {
            for i in &mut own {
                i.weight /= sum;
            }
        }
        table.push([influences.len() as u32, own.len() as u32]);
        influences.extend(own);
    }
    (skin.influences, skin.table) = (influences, table);
}
