//! Rules of morph targets.

use super::super::types::Emfx;
use super::super::types::body::Body;
use super::super::xac::scene::actor::Actor;
use super::{codes, places};
use crate::emfx::phonemes;
use crate::emfx::xac::types::MorphTarget;
use crate::emfx::xac::types::morphs::MeshDeltas;
use crate::rules::Pass;
use std::collections::HashMap;

/// Several collections, or one of another level of detail.
pub(super) fn collections(file: &Emfx, pass: &mut Pass<'_, Emfx>) {
    let lists = file.chunks.iter().enumerate().filter_map(|(i, c)| match &c.body {
        Body::MorphTargets(list) => Some((i, list)),
        _ => None,
    });
    let lists: Vec<_> = lists.collect();
    let levels: Vec<u32> = lists.iter().map(|l| l.1.lod).collect();
    if let Some((i, _)) = lists.first()
        && (lists.len() > 1 || levels.iter().any(|l| *l > 0))
    {
        let text = format!("{} collections of shape keys, of levels {levels:?}", lists.len());
        pass.report(&codes::MORPH_SETS, format!("chunks[{i}].morph_targets"), text);
    }
}

fn target_mut(file: &mut Emfx, chunk: usize, number: usize) -> Option<&mut MorphTarget> {
    match &mut file.chunks.get_mut(chunk)?.body {
        Body::MorphTarget(t) => Some(t),
        Body::MorphTargets(list) => list.targets.get_mut(number),
        _ => None,
    }
}

/// Vertices of the visual meshes by node and level of detail.
type Vertices = HashMap<(u32, u32), u32>;

pub(super) fn morphs(file: &Emfx, actor: &Actor<'_>, pass: &mut Pass<'_, Emfx>) {
    let mut vertices = Vertices::new();
    for (_, m) in actor.meshes.iter().filter(|m| m.1.collision == 0) {
        vertices.entry((m.node, m.lod.unwrap_or(0))).or_insert(m.vertices);
    }
    let places = places(file, |body| match body {
        Body::MorphTarget(_) => 1,
        Body::MorphTargets(list) => list.targets.len(),
        _ => 0,
    });
    for ((path, t), (c, n)) in actor.targets.iter().zip(places) {
        pass.part(
            path,
            move |file| target_mut(file, c, n),
            |pass| {
                target(t, &vertices, actor.nodes.len(), pass);
            },
        );
    }
}

/// Whether a range is finite and the right way round.
fn is_range(min: f32, max: f32) -> bool {
    min <= max && min.is_finite() && max.is_finite()
}

/// A range that is one; `high`: the usual end.
fn make_range(min: &mut f32, max: &mut f32, high: f32) {
    (*min, *max) = if min.is_finite() && max.is_finite() { (*max, *min) } else { (0.0, high) };
}

fn target(t: &MorphTarget, vertices: &Vertices, nodes: usize, pass: &mut Pass<'_, MorphTarget>) {
    if t.phonemes > phonemes::ALL {
        let named = phonemes::names(t.phonemes);
        let text = format!("phonemes {:#x}, of which {named:?} have a meaning", t.phonemes);
        pass.repair(&codes::MORPH_PHONEMES, "phonemes", text, |t| t.phonemes &= phonemes::ALL);
    }
    if !is_range(t.range_min, t.range_max) {
        let text = format!("range {} to {}", t.range_min, t.range_max);
        let how = |t: &mut MorphTarget| make_range(&mut t.range_min, &mut t.range_max, 1.0);
        pass.repair(&codes::MORPH_VALUE, "range_min", text, how);
    }
    let mut gone = Vec::new();
    for (i, d) in t.deltas.iter().enumerate() {
        let limit = vertices.get(&(d.node, t.lod)).copied();
        let path = format!("deltas[{i}]");
        pass.part(&path, move |t| t.deltas.get_mut(i), |pass| deltas(d, limit, t.lod, pass));
        gone.extend(limit.is_none().then_some(i));
    }
    pass.remove(gone, |t| Some(&mut t.deltas));
    let mut gone = Vec::new();
    for (i, x) in t.transforms.iter().enumerate() {
        if x.node as usize >= nodes {
            let text = format!("there is no node {}", x.node);
            pass.report(&codes::MORPH_NODE, format!("transforms[{i}].node"), text);
            gone.push(i);
        }
        let mut numbers = x.rotation.iter().chain(&x.scale_rotation).chain(&x.position).chain(&x.scale);
        if numbers.any(|v| !v.is_finite()) {
            pass.report(&codes::MORPH_VALUE, format!("transforms[{i}]"), "a number is not finite");
            gone.push(i);
        }
    }
    pass.remove(gone, |t| Some(&mut t.transforms));
}

/// `limit`: vertices of the mesh; one that is not there takes its changes with it.
fn deltas(d: &MeshDeltas, limit: Option<u32>, lod: u32, pass: &mut Pass<'_, MeshDeltas>) {
    if !is_range(d.min, d.max) {
        let text = format!("range {} to {}", d.min, d.max);
        pass.repair(&codes::MORPH_VALUE, "min", text, |d| {
            // The wrong way round, the values run the other way.
            if d.min.is_finite() && d.max.is_finite() {
                d.positions.iter_mut().flatten().for_each(|v| *v = 65535 - *v);
            }
            make_range(&mut d.min, &mut d.max, 0.0);
        });
    }
    let Some(limit) = limit else {
        let text = format!("node {} has no mesh of level {lod}", d.node);
        pass.report(&codes::MORPH_NODE, "node", text);
        return;
    };
    let outside = d.vertices.iter().filter(|v| **v >= limit).count();
    if outside > 0 {
        let text = format!("{outside} vertices are not below the {limit} of the mesh");
        pass.repair(&codes::MORPH_VERTEX, "vertices", text, move |d| {
            let keep: Vec<bool> = d.vertices.iter().map(|v| *v < limit).collect();
            retain(&mut d.positions, &keep);
            retain(&mut d.normals, &keep);
            retain(&mut d.tangents, &keep);
            retain(&mut d.vertices, &keep);
        });
    } else if d.vertices.len() > limit as usize {
        let text = format!("{} changes, the mesh has {limit} vertices", d.vertices.len());
        pass.report(&codes::MORPH_COUNT, "vertex_count", text);
    }
}

fn retain<T>(list: &mut Vec<T>, keep: &[bool]) {
    let mut keep = keep.iter();
    list.retain(|_| keep.next() == Some(&true));
}
