//! Repairs of morph targets.

use super::recount::even;
use crate::Repair;
use crate::emfx::phonemes;
use crate::emfx::types::Emfx;
use crate::emfx::types::body::Body;
use crate::emfx::xac::scene::actor::Actor;
use crate::emfx::xac::types::MorphTarget;
use std::collections::HashMap;

fn each_target(file: &mut Emfx) -> impl Iterator<Item = &mut MorphTarget> {
    file.chunks.iter_mut().flat_map(|c| match &mut c.body {
        Body::MorphTarget(t) => std::slice::from_mut(t),
        Body::MorphTargets(list) => list.targets.as_mut_slice(),
        _ => &mut [],
    })
}

pub(super) fn fix_morphs(file: &mut Emfx, nodes: usize, repair: Repair) {
    let vertices: HashMap<(u32, u32), u32> = Actor::new(file)
        .meshes
        .iter()
        .filter(|m| m.1.collision == 0)
        .map(|m| ((m.1.node, m.1.lod.unwrap_or(0)), m.1.vertices))
        .collect();
    let range = |min: &mut f32, max: &mut f32, high: f32| {
        if !min.is_finite() || !max.is_finite() {
            (*min, *max) = (0.0, high);
        } else if *min > *max {
            std::mem::swap(min, max);
        }
    };
    for t in each_target(file) {
        range(&mut t.range_min, &mut t.range_max, 1.0);
        if repair == Repair::All {
            t.phonemes &= phonemes::ALL;
        }
        let lod = t.lod;
        t.deltas.retain(|d| vertices.contains_key(&(d.node, lod)));
        for d in &mut t.deltas {
            even(d);
            // The wrong way round, the values run the other way.
            if d.min.is_finite() && d.max.is_finite() && d.min > d.max {
                d.positions.iter_mut().flatten().for_each(|v| *v = 65535 - *v);
            }
            range(&mut d.min, &mut d.max, 0.0);
            let limit = vertices.get(&(d.node, lod)).copied().unwrap_or(0);
            let keep: Vec<bool> = d.vertices.iter().map(|v| *v < limit).collect();
            retain(&mut d.positions, &keep);
            retain(&mut d.normals, &keep);
            retain(&mut d.tangents, &keep);
            retain(&mut d.vertices, &keep);
        }
        t.transforms.retain(|x| {
            let numbers = x.rotation.iter().chain(&x.scale_rotation).chain(&x.position).chain(&x.scale);
            (x.node as usize) < nodes && numbers.clone().all(|v| v.is_finite())
        });
    }
}

fn retain<T>(list: &mut Vec<T>, keep: &[bool]) {
    let mut keep = keep.iter();
    list.retain(|_| keep.next() == Some(&true));
}
