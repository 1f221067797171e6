//! Rules of skins.

use super::super::xac::scene::actor::Actor;
use super::mesh::{limit_originals, mesh_mut};
use super::{Later, codes};
use crate::emfx::types::Emfx;
use crate::emfx::types::body::Body;
use crate::emfx::xac::types::{Influence, Mesh, Skin};
use crate::rules::Pass;
use std::collections::{HashMap, HashSet};
use wire::Code;

pub(super) fn skins(actor: &Actor<'_>, later: &mut Later, pass: &mut Pass<'_, Emfx>) {
    // The first mesh of each kind.
    let mut meshes: HashMap<(u32, bool, u32), (usize, &Mesh)> = HashMap::new();
    for (chunk, mesh) in &actor.meshes {
        meshes.entry(mesh.key()).or_insert((*chunk, mesh));
    }
    for (chunk, skin) in &actor.skins {
        let (chunk, nodes) = (*chunk, actor.nodes.len());
        let path = format!("chunks[{chunk}].skin");
        if skin.node as usize >= nodes {
            let text = format!("there is no node {}", skin.node);
            pass.report(&codes::MESH_NODE, format!("{path}.node"), text);
            later.gone.push(chunk);
        }
        let mesh = meshes.get(&skin.key());
        match mesh {
            Some((at, mesh)) if *at < chunk => {
                let (at, entries) = (*at, skin.table.len());
                if mesh.original_vertices as usize != entries {
                    let text = format!("{entries} entries, the mesh has {}", mesh.original_vertices);
                    pass.repair(&codes::SKIN_TABLE, format!("{path}.table"), text, move |file| {
                        let Some(mesh) = mesh_mut(file, at) else { return };
                        limit_originals(mesh, Some(entries as u32));
                        let count = mesh.original_vertices as usize;
                        if let Some(skin) = skin_mut(file, chunk) {
                            rebuild(skin, count, nodes);
                        }
                    });
                }
            }
            other => {
                let text = format!("node {} has no mesh", skin.node);
                pass.report(&codes::SKIN_NO_MESH, format!("{path}.node"), text);
                // A mesh that comes later only has to come first.
                later.sort |= other.is_some();
                later.gone.extend(other.is_none().then_some(chunk));
            }
        }
        let unbound = mesh.map_or(0, |(_, mesh)| unbound(skin, mesh));
        pass.part(&path, move |file| skin_mut(file, chunk), |pass| one_skin(skin, unbound, nodes, pass));
    }
}

fn skin_mut(file: &mut Emfx, chunk: usize) -> Option<&mut Skin> {
    match &mut file.chunks.get_mut(chunk)?.body {
        Body::Skin(skin) => Some(skin),
        _ => None,
    }
}

/// Whether a weight can be one.
fn is_weight(i: &Influence) -> bool {
    i.weight.is_finite() && i.weight >= 0.0
}

/// Vertices whose original vertex has an entry, and that entry no influence.
fn unbound(skin: &Skin, mesh: &Mesh) -> usize {
    let empty = |original: &u32| skin.table.get(*original as usize).is_some_and(|[_, n]| *n == 0);
    match mesh.originals() {
        Some(list) => list.iter().filter(|o| empty(o)).count(),
        None => (0..mesh.vertices.min(skin.table.len() as u32)).filter(empty).count(),
    }
}

fn one_skin(skin: &Skin, unbound: usize, nodes: usize, pass: &mut Pass<'_, Skin>) {
    let total = skin.influences.len() as u64;
    let outside = skin.table.iter().filter(|[s, n]| u64::from(*s) + u64::from(*n) > total).count();
    let missing = skin.influences.iter().filter(|i| usize::from(i.node) >= nodes).count();
    let bad = skin.influences.iter().filter(|i| !is_weight(i)).count();
    let (mut sums, mut many) = (0_usize, 0_usize);
    for original in 0..skin.table.len() as u32 {
        let own = skin.of(original);
        let sum: f32 = own.iter().map(|i| i.weight).sum();
        sums += usize::from(!own.is_empty() && sum.is_finite() && (sum - 1.0).abs() > 1e-3);
        many += usize::from(own.len() > 4);
    }
    let found: [(&'static Code, &str, usize, &str); 6] = [
        (&codes::SKIN_TABLE, "table", outside, "entries point outside of the influences"),
        (&codes::SKIN_TABLE, "table", unbound, "vertices have no influence and follow the mesh's own node"),
        (&codes::SKIN_NODE, "influences", missing, "influences name nodes that do not exist"),
        (&codes::SKIN_WEIGHT, "influences", bad, "weights are not finite or negative"),
        (&codes::SKIN_SUM, "influences", sums, "vertices have weights that do not sum to 1"),
        (&codes::SKIN_INFLUENCES, "table", many, "vertices have more than four influences"),
    ];
    for (code, field, n, what) in found.into_iter().filter(|f| f.2 > 0) {
        let how = move |s: &mut Skin| rebuild(s, s.table.len(), nodes);
        pass.repair(code, field, format!("{n} {what}"), how);
    }
    let distinct = skin.influences.iter().map(|i| i.node).collect::<HashSet<_>>().len() as u32;
    if let Some(counted) = skin.local_bones.filter(|n| *n != distinct) {
        let text = format!("{counted} nodes are counted, {distinct} are used");
        let how = move |s: &mut Skin| s.local_bones = Some(distinct);
        pass.repair(&codes::SKIN_LOCAL_BONES, "local_bones", text, how);
    }
}

/// A skin of as many original vertices, each with one to four sound weights that sum to one.
fn rebuild(skin: &mut Skin, count: usize, nodes: usize) {
    let mut influences: Vec<Influence> = Vec::new();
    let mut table = Vec::with_capacity(count);
    for o in 0..count as u32 {
        let there = |i: &&Influence| usize::from(i.node) < nodes;
        let sound = skin.of(o).iter().filter(there).filter(|i| is_weight(i) && i.weight > 0.0);
        let mut own: Vec<Influence> = sound.copied().collect();
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
