//! Rules of materials.

use super::super::types::Emfx;
use super::super::types::body::Body;
use super::super::xac::scene::actor::{Actor, Surface, SurfaceKind};
use super::codes;
use wire::Sink;

pub(super) fn materials(file: &Emfx, actor: &Actor<'_>, sink: &mut Sink) {
    for (i, chunk) in file.chunks.iter().enumerate() {
        if let Body::MaterialInfo(info) = &chunk.body {
            let lod = info.lod.unwrap_or(0);
            let of_lod: Vec<&Surface<'_>> =
                actor.materials.iter().filter(|m| info.lod.is_none() || m.lod == lod).collect();
            let fx = of_lod.iter().filter(|m| matches!(m.kind, SurfaceKind::Fx(_))).count() as u32;
            let total = of_lod.len() as u32;
            if (info.total, info.standard, info.fx) != (total, total - fx, fx) {
                let text = format!(
                    "{} materials are counted ({} standard, {} fx), there are {total} ({}, {fx})",
                    info.total,
                    info.standard,
                    info.fx,
                    total - fx
                );
                sink.push(&codes::MATERIAL_COUNT, format!("chunks[{i}].material_info.total"), text);
            }
        }
        if let Body::MaterialLayer(layer) = &chunk.body
            && usize::from(layer.material) >= actor.materials.len()
        {
            let text = format!("there is no material {}", layer.material);
            sink.push(&codes::MATERIAL_LAYER, format!("chunks[{i}].material_layer.material"), text);
        }
    }
    for (number, m) in actor.materials.iter().enumerate() {
        let SurfaceKind::Standard(s) = m.kind else { continue };
        let path = format!("chunks[{}].material", m.chunk);
        let numbers = [s.shine, s.shine_strength, s.opacity, s.ior];
        let colors = s.ambient.iter().chain(&s.diffuse).chain(&s.specular).chain(&s.emissive);
        if colors.chain(&numbers).any(|v| !v.is_finite()) {
            sink.push(&codes::MATERIAL_VALUE, path.clone(), "a colour or number is not finite");
        }
        let own = number_of(actor, number);
        for (n, layer) in s.layers.0.iter().enumerate() {
            if usize::from(layer.material) != own {
                let text = format!("the layer names material {}, its own is {own}", layer.material);
                sink.push(&codes::MATERIAL_LAYER, format!("{path}.layers[{n}].material"), text);
            }
            let numbers = [
                layer.amount,
                layer.u_offset,
                layer.v_offset,
                layer.u_tiling,
                layer.v_tiling,
                layer.rotation,
            ];
            if numbers.iter().any(|v| !v.is_finite()) {
                sink.push(&codes::MATERIAL_VALUE, format!("{path}.layers[{n}]"), "a number is not finite");
            }
        }
    }
}

/// The number of a material within its level of detail.
pub fn number_of(actor: &Actor<'_>, index: usize) -> usize {
    let lod = actor.materials.get(index).map_or(0, |m| m.lod);
    actor.materials.iter().take(index).filter(|m| m.lod == lod).count()
}
