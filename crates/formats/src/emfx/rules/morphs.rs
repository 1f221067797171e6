//! Rules of morph targets.

use super::super::types::Emfx;
use super::super::types::body::Body;
use super::super::xac::scene::actor::Actor;
use super::codes;
use crate::emfx::phonemes;
use crate::emfx::xac::types::Mesh;
use wire::Sink;

/// Several collections, or one of another level of detail.
pub(super) fn collections(file: &Emfx, sink: &mut Sink) {
    let lists = file.chunks.iter().enumerate().filter_map(|(i, c)| match &c.body {
        Body::MorphTargets(list) => Some((i, list)),
        _ => None,
    });
    let lists: Vec<_> = lists.collect();
    let levels: Vec<u32> = lists.iter().map(|l| l.1.lod).collect();
    if let Some((i, _)) = lists.first()
        && (lists.len() > 1 || levels.iter().any(|l| *l > 0))
    {
        let text = format!("{} collections of morph targets, of levels {levels:?}", lists.len());
        sink.push(&codes::MORPH_SETS, format!("chunks[{i}].morph_targets"), text);
    }
}

pub(super) fn morphs(actor: &Actor<'_>, sink: &mut Sink) {
    for (path, t) in &actor.targets {
        if t.phonemes > phonemes::ALL {
            let text = format!(
                "phonemes {:#x}, of which {:?} have a meaning",
                t.phonemes,
                phonemes::names(t.phonemes)
            );
            sink.push(&codes::MORPH_PHONEMES, format!("{path}.phonemes"), text);
        }
        if t.range_min > t.range_max || !t.range_min.is_finite() || !t.range_max.is_finite() {
            let text = format!("range {} to {}", t.range_min, t.range_max);
            sink.push(&codes::MORPH_VALUE, format!("{path}.range_min"), text);
        }
        for (i, d) in t.deltas.iter().enumerate() {
            let at = format!("{path}.deltas[{i}]");
            if d.min > d.max || !d.min.is_finite() || !d.max.is_finite() {
                let text = format!("range {} to {}", d.min, d.max);
                sink.push(&codes::MORPH_VALUE, format!("{at}.min"), text);
            }
            let of = |m: &Mesh| m.node == d.node && m.collision == 0 && m.lod.unwrap_or(0) == t.lod;
            let Some((_, mesh)) = actor.meshes.iter().find(|m| of(m.1)) else {
                let text = format!("node {} has no mesh of level {}", d.node, t.lod);
                sink.push(&codes::MORPH_NODE, format!("{at}.node"), text);
                continue;
            };
            let outside = d.vertices.iter().filter(|v| **v >= mesh.vertices).count();
            if outside > 0 {
                let text = format!("{outside} vertices are not below the {} of the mesh", mesh.vertices);
                sink.push(&codes::MORPH_VERTEX, format!("{at}.vertices"), text);
            } else if d.vertices.len() > mesh.vertices as usize {
                let text = format!("{} changes, the mesh has {} vertices", d.vertices.len(), mesh.vertices);
                sink.push(&codes::MORPH_COUNT, format!("{at}.vertex_count"), text);
            }
        }
        for (i, x) in t.transforms.iter().enumerate() {
            if x.node as usize >= actor.nodes.len() {
                let at = format!("{path}.transforms[{i}].node");
                sink.push(&codes::MORPH_NODE, at, format!("there is no node {}", x.node));
            }
            let numbers = x.rotation.iter().chain(&x.scale_rotation).chain(&x.position).chain(&x.scale);
            if numbers.clone().any(|v| !v.is_finite()) {
                sink.push(&codes::MORPH_VALUE, format!("{path}.transforms[{i}]"), "a number is not finite");
            }
        }
    }
}
