//! Rules of meshes and skins.

use super::super::xac::scene::actor::Actor;
use super::codes;
use crate::emfx::xac::types::{
    BITANGENT, COLOR32, COLOR128, LayerData, Mesh, NORMAL, ORIGINAL, POSITION, Skin, TANGENT, UV,
};
use std::collections::HashSet;
use wire::{Code, Sink};

pub(super) fn meshes(actor: &Actor<'_>, sink: &mut Sink) {
    let mut owners: HashSet<(u32, bool, u32)> = HashSet::new();
    for (chunk, mesh) in &actor.meshes {
        let path = format!("chunks[{chunk}].mesh");
        if mesh.node as usize >= actor.nodes.len() {
            sink.push(&codes::MESH_NODE, format!("{path}.node"), format!("there is no node {}", mesh.node));
        }
        if !owners.insert((mesh.node, mesh.collision != 0, mesh.lod.unwrap_or(0))) {
            let text = format!("node {} has another mesh of this kind", mesh.node);
            sink.push(&codes::MESH_TWICE, format!("{path}.node"), text);
        }
        layers(mesh, &path, sink);
        submeshes(actor, mesh, &path, sink);
    }
}

fn layers(mesh: &Mesh, path: &str, sink: &mut Sink) {
    let mut seen = HashSet::new();
    for (i, layer) in mesh.layers.iter().enumerate() {
        let at = format!("{path}.layers[{i}]");
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
            sink.push(&codes::MESH_LAYER, format!("{at}.size"), text);
        } else if once && !seen.insert(layer.kind) {
            sink.push(
                &codes::MESH_LAYER,
                format!("{at}.kind"),
                format!("a second layer of kind {}", layer.kind),
            );
        }
        if let LayerData::F32(values) = &layer.data
            && values.iter().any(|v| !v.is_finite())
        {
            if matches!(layer.kind, TANGENT | BITANGENT) {
                let rows = values.chunks(layer.size.max(4) as usize / 4);
                let n = rows.filter(|r| r.iter().any(|v| !v.is_finite())).count();
                let text = format!("{n} tangents of {} are not finite", mesh.vertices);
                sink.push(&codes::MESH_TANGENT, format!("{at}.data"), text);
                continue;
            }
            let n = values.iter().filter(|v| !v.is_finite()).count();
            sink.push(&codes::MESH_VALUE, format!("{at}.data"), format!("{n} numbers are not finite"));
        }
    }
    if mesh.vertices > 0 && mesh.layers_of(POSITION).next().is_none() {
        sink.push(&codes::MESH_NO_POSITIONS, format!("{path}.layers"), "there is no layer of kind 0");
    }
    match mesh.originals() {
        None if mesh.vertices > 0 => {
            sink.push(&codes::MESH_ORIGINALS, format!("{path}.layers"), "there is no layer of kind 5");
        }
        Some(list) if list.iter().any(|o| *o >= mesh.original_vertices) => {
            let most = list.iter().max().copied().unwrap_or(0);
            let text =
                format!("{} original vertices are counted, number {most} is used", mesh.original_vertices);
            sink.push(&codes::MESH_ORIGINALS, format!("{path}.original_vertices"), text);
        }
        _ => {}
    }
}

fn submeshes(actor: &Actor<'_>, mesh: &Mesh, path: &str, sink: &mut Sink) {
    let vertices: u64 = mesh.submeshes.iter().map(|s| u64::from(s.vertices)).sum();
    let indices: u64 = mesh.submeshes.iter().map(|s| s.indices.len() as u64).sum();
    if vertices != u64::from(mesh.vertices) {
        let text = format!("{} vertices are counted, submeshes have {vertices}", mesh.vertices);
        sink.push(&codes::MESH_TOTALS, format!("{path}.vertices"), text);
    }
    if indices != u64::from(mesh.indices) {
        let text = format!("{} indices are counted, submeshes have {indices}", mesh.indices);
        sink.push(&codes::MESH_TOTALS, format!("{path}.indices"), text);
    }
    for (i, s) in mesh.submeshes.iter().enumerate() {
        let at = format!("{path}.submeshes[{i}]");
        if !s.indices.len().is_multiple_of(3) {
            let text = format!("{} indices are no multiple of 3", s.indices.len());
            sink.push(&codes::MESH_TRIANGLES, format!("{at}.index_count"), text);
        }
        let bad = s.indices.iter().filter(|v| **v >= s.vertices).count();
        if bad > 0 {
            let text = format!("{bad} indices are not below the {} vertices of the submesh", s.vertices);
            sink.push(&codes::MESH_INDICES, format!("{at}.indices"), text);
        }
        if actor.material(mesh.lod.unwrap_or(0), s.material).is_none() {
            let text = format!("there is no material {}", s.material);
            sink.push(&codes::MESH_MATERIAL, format!("{at}.material"), text);
        }
        if s.bones.iter().any(|b| *b as usize >= actor.nodes.len()) {
            sink.push(&codes::NODE_REFERENCE, format!("{at}.bones"), "a bone of the palette does not exist");
        }
    }
}

pub(super) fn skins(actor: &Actor<'_>, sink: &mut Sink) {
    for (chunk, skin) in &actor.skins {
        let path = format!("chunks[{chunk}].skin");
        let key = (skin.node, skin.collision != 0, skin.lod.unwrap_or(0));
        let of = |m: &Mesh| (m.node, m.collision != 0, m.lod.unwrap_or(0));
        let mesh = actor.meshes.iter().find(|m| of(m.1) == key && m.0 < *chunk).map(|m| m.1);
        if skin.node as usize >= actor.nodes.len() {
            sink.push(&codes::MESH_NODE, format!("{path}.node"), format!("there is no node {}", skin.node));
        }
        match mesh {
            None => sink.push(
                &codes::SKIN_NO_MESH,
                format!("{path}.node"),
                format!("node {} has no mesh", skin.node),
            ),
            Some(mesh) if mesh.original_vertices as usize != skin.table.len() => {
                let text = format!("{} entries, the mesh has {}", skin.table.len(), mesh.original_vertices);
                sink.push(&codes::SKIN_TABLE, format!("{path}.table"), text);
            }
            Some(_) => {}
        }
        one_skin(actor, skin, &path, sink);
    }
}

fn one_skin(actor: &Actor<'_>, skin: &Skin, path: &str, sink: &mut Sink) {
    let say = |sink: &mut Sink, code: &'static Code, field: &str, n: usize, what: &str| {
        if n > 0 {
            sink.push(code, format!("{path}.{field}"), format!("{n} {what}"));
        }
    };
    let total = skin.influences.len() as u64;
    let outside = skin.table.iter().filter(|[s, n]| u64::from(*s) + u64::from(*n) > total).count();
    say(sink, &codes::SKIN_TABLE, "table", outside, "entries point outside of the influences");
    let missing = skin.influences.iter().filter(|i| usize::from(i.node) >= actor.nodes.len()).count();
    say(sink, &codes::SKIN_NODE, "influences", missing, "influences name nodes that do not exist");
    let bad = skin.influences.iter().filter(|i| !i.weight.is_finite() || i.weight < 0.0).count();
    say(sink, &codes::SKIN_WEIGHT, "influences", bad, "weights are not finite or negative");
    let (mut sums, mut many) = (0_usize, 0_usize);
    for original in 0..skin.table.len() as u32 {
        let own = skin.of(original);
        let sum: f32 = own.iter().map(|i| i.weight).sum();
        sums += usize::from(!own.is_empty() && sum.is_finite() && (sum - 1.0).abs() > 1e-3);
        many += usize::from(own.len() > 4);
    }
    say(sink, &codes::SKIN_SUM, "influences", sums, "vertices have weights that do not sum to 1");
    say(sink, &codes::SKIN_INFLUENCES, "table", many, "vertices have more than four influences");
    let distinct = skin.influences.iter().map(|i| i.node).collect::<HashSet<_>>().len() as u32;
    if skin.local_bones.is_some_and(|n| n != distinct) {
        let text = format!("{} nodes are counted, {distinct} are used", skin.local_bones.unwrap_or(0));
        sink.push(&codes::SKIN_LOCAL_BONES, format!("{path}.local_bones"), text);
    }
}
