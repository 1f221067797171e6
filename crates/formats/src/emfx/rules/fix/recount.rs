//! Sizes and counts as they are.

use crate::emfx::types::Emfx;
use crate::emfx::types::body::{Body, Nested};
use crate::emfx::xac::scene::actor::{Actor, SurfaceKind};
use crate::emfx::xac::types::morphs::MeshDeltas;
use crate::emfx::xac::types::{LayerData, Mesh, Skin, VertexLayer};
use std::collections::HashSet;

/// Recomputes sizes and counts.
pub fn recount(file: &mut Emfx) {
    for chunk in &mut file.chunks {
        if let Body::LodActor(lod) = &mut chunk.body
            && let Nested::Actor(inner) = &mut lod.file
        {
            recount(inner);
        }
    }
    let (children, roots) = {
        let actor = Actor::new(file);
        let mut children = vec![0_u32; actor.nodes.len()];
        let mut roots = 0_u32;
        for i in 0..actor.nodes.len() {
            match actor.parent(i).and_then(|p| children.get_mut(p)) {
                Some(slot) => *slot += 1,
                None => roots += 1,
            }
        }
        (children, roots)
    };
    let totals: Vec<(u32, bool)> = {
        let actor = Actor::new(file);
        actor.materials.iter().map(|m| (m.lod, matches!(m.kind, SurfaceKind::Fx(_)))).collect()
    };
    let mut number = children.iter();
    for chunk in &mut file.chunks {
        match &mut chunk.body {
            Body::Node(node) => node.children = node.children.map(|_| number.next().copied().unwrap_or(0)),
            Body::Nodes(list) => {
                list.roots = roots;
                for node in &mut list.nodes {
                    node.children = Some(number.next().copied().unwrap_or(0));
                }
            }
            Body::Material(m) if chunk.version >= 2 => {
                m.layers.0.truncate(255);
                m.layer_count = m.layers.0.len() as u8;
            }
            Body::MaterialInfo(info) => {
                let of = |fx: bool| {
                    let here = |m: &&(u32, bool)| info.lod.is_none_or(|l| l == m.0) && m.1 == fx;
                    totals.iter().filter(here).count() as u32
                };
                (info.standard, info.fx) = (of(false), of(true));
                info.total = info.standard + info.fx;
            }
            Body::Mesh(mesh) => mesh_totals(mesh),
            Body::Skin(skin) => local_bones(skin),
            Body::MorphTarget(t) => t.deltas.iter_mut().for_each(even),
            Body::MorphTargets(list) => {
                list.targets.iter_mut().flat_map(|t| &mut t.deltas).for_each(even);
            }
            Body::Wavelet(w) => {
                w.info.chunks = w.chunks.len() as u32;
                w.info.submotions = w.submotions.len() as u32;
                w.mappings.resize(w.submotions.len(), [0; 4]);
            }
            _ => {}
        }
    }
    file.true_sizes();
}

/// All arrays of a delta as long as the shortest.
fn even(d: &mut MeshDeltas) {
    let n = d.positions.len().min(d.normals.len()).min(d.tangents.len()).min(d.vertices.len());
    d.positions.truncate(n);
    d.normals.truncate(n);
    d.tangents.truncate(n);
    d.vertices.truncate(n);
}

/// Totals of a mesh: what the layers hold decides.
pub fn mesh_totals(mesh: &mut Mesh) {
    mesh.indices = mesh.submeshes.iter().map(|s| s.indices.len() as u32).sum();
    let rows = |l: &VertexLayer| {
        let bytes = match &l.data {
            LayerData::F32(v) => v.len() * 4,
            LayerData::U32(v) => v.len() * 4,
            LayerData::Bytes(v) => v.len(),
        };
        (l.size > 0).then(|| (bytes / l.size as usize) as u32)
    };
    // What the layers hold decides; the last submesh takes what is over, the surplus is cut from the end.
    if let Some(n) = mesh.layers.iter().filter_map(rows).min() {
        for l in &mut mesh.layers {
            let bytes = l.size as usize * n as usize;
            match &mut l.data {
                LayerData::F32(v) => v.truncate(bytes / 4),
                LayerData::U32(v) => v.truncate(bytes / 4),
                LayerData::Bytes(v) => v.truncate(bytes),
            }
        }
        mesh.vertices = n;
    }
    let mut left = mesh.vertices;
    let last = mesh.submeshes.len().saturating_sub(1);
    for (i, s) in mesh.submeshes.iter_mut().enumerate() {
        s.vertices = if i == last { left } else { s.vertices.min(left) };
        left -= s.vertices;
    }
    if let Some(most) = mesh.originals().and_then(|o| o.iter().max().copied()) {
        mesh.original_vertices = mesh.original_vertices.max(most.saturating_add(1));
    }
}

fn local_bones(skin: &mut Skin) {
    if let Some(count) = &mut skin.local_bones {
        *count = skin.influences.iter().map(|i| i.node).collect::<HashSet<_>>().len() as u32;
    }
}
