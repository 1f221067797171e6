//! Rules of materials.

use super::super::types::Emfx;
use super::super::types::body::Body;
use super::super::xac::scene::actor::{Actor, Surface, SurfaceKind};
use super::{Later, codes, make_finite};
use crate::emfx::xac::types::Material;
use crate::rules::Pass;

pub(super) fn materials(file: &Emfx, actor: &Actor<'_>, later: &mut Later, pass: &mut Pass<'_, Emfx>) {
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
                let path = format!("chunks[{i}].material_info.total");
                pass.repair(&codes::MATERIAL_COUNT, path, text, move |file| {
                    if let Some(Body::MaterialInfo(info)) = file.chunks.get_mut(i).map(|c| &mut c.body) {
                        (info.total, info.standard, info.fx) = (total, total - fx, fx);
                    }
                });
            }
        }
        if let Body::MaterialLayer(layer) = &chunk.body
            && usize::from(layer.material) >= actor.materials.len()
        {
            let text = format!("there is no material {}", layer.material);
            pass.report(&codes::MATERIAL_LAYER, format!("chunks[{i}].material_layer.material"), text);
            later.gone.push(i);
        }
    }
    for (number, m) in actor.materials.iter().enumerate() {
        let SurfaceKind::Standard(s) = m.kind else { continue };
        let chunk = m.chunk;
        let own = number_of(actor, number);
        let path = format!("chunks[{chunk}].material");
        pass.part(&path, move |file| material_mut(file, chunk), |pass| standard(s, own, pass));
    }
}

fn material_mut(file: &mut Emfx, chunk: usize) -> Option<&mut Material> {
    match &mut file.chunks.get_mut(chunk)?.body {
        Body::Material(m) => Some(m),
        _ => None,
    }
}

fn standard(m: &Material, own: usize, pass: &mut Pass<'_, Material>) {
    let numbers = [m.shine, m.shine_strength, m.opacity, m.ior];
    let colors = m.ambient.iter().chain(&m.diffuse).chain(&m.specular).chain(&m.emissive);
    if colors.chain(&numbers).any(|v| !v.is_finite()) {
        pass.repair(&codes::MATERIAL_VALUE, "", "a colour or number is not finite", |m| {
            let colors = [&mut m.ambient, &mut m.diffuse, &mut m.specular, &mut m.emissive];
            make_finite(colors.into_iter().flatten(), 1.0);
            make_finite([&mut m.shine, &mut m.shine_strength], 0.0);
            make_finite([&mut m.opacity], 1.0);
            make_finite([&mut m.ior], 1.5);
        });
    }
    for (n, l) in m.layers.0.iter().enumerate() {
        if usize::from(l.material) != own {
            let text = format!("the layer names material {}, its own is {own}", l.material);
            pass.repair(&codes::MATERIAL_LAYER, format!("layers[{n}].material"), text, move |m| {
                m.layers.0.get_mut(n).into_iter().for_each(|l| l.material = own as u16);
            });
        }
        let numbers = [l.amount, l.u_offset, l.v_offset, l.u_tiling, l.v_tiling, l.rotation];
        if numbers.iter().any(|v| !v.is_finite()) {
            let text = "a number is not finite";
            pass.repair(&codes::MATERIAL_VALUE, format!("layers[{n}]"), text, move |m| {
                let Some(l) = m.layers.0.get_mut(n) else { return };
                make_finite([&mut l.amount, &mut l.u_tiling, &mut l.v_tiling], 1.0);
                make_finite([&mut l.u_offset, &mut l.v_offset, &mut l.rotation], 0.0);
            });
        }
    }
}

/// The number of a material within its level of detail.
fn number_of(actor: &Actor<'_>, index: usize) -> usize {
    let lod = actor.materials.get(index).map_or(0, |m| m.lod);
    actor.materials.iter().take(index).filter(|m| m.lod == lod).count()
}
