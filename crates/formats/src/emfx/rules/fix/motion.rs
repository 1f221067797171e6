//! Repairs of motions of both kinds.

use super::super::{is_unit, twice_at_end};
use crate::Repair;
use crate::emfx::maths::{to_f32, unit};
use crate::emfx::types::Emfx;
use crate::emfx::types::body::Body;
use crate::emfx::xpm::types::MorphTrack;
use crate::emfx::xsm::types::{Quat, RotationKeys, Submotion, pack, unpack};
use std::collections::HashSet;

pub(super) fn fix_motions(file: &mut Emfx, repair: Repair) {
    let mut names: HashSet<Vec<u8>> = HashSet::new();
    file.chunks.retain_mut(|chunk| match &mut chunk.body {
        Body::Submotion(s) => {
            fix_submotion(s, repair);
            names.insert(s.name.0.clone())
        }
        Body::Submotions(list) => {
            for s in list.iter_mut() {
                fix_submotion(s, repair);
            }
            list.retain(|s| names.insert(s.name.0.clone()));
            true
        }
        Body::MorphTrack(t) => {
            fix_track(t, repair);
            names.insert(t.name.0.clone())
        }
        Body::MorphTracks(list) => {
            for t in list.iter_mut() {
                fix_track(t, repair);
            }
            list.retain(|t| names.insert(t.name.0.clone()));
            true
        }
        _ => true,
    });
}

/// Sorted, finite, no time twice; a last key that is there twice stays unless all is repaired.
fn ordered<T: PartialEq>(
    keys: &mut Vec<T>,
    time: impl Fn(&T) -> f32,
    fine: impl Fn(&T) -> bool,
    repair: Repair,
) {
    keys.retain(|k| time(k).is_finite() && time(k) >= 0.0 && fine(k));
    keys.sort_by(|a, b| time(a).total_cmp(&time(b)));
    let last = if repair == Repair::Problems && twice_at_end(keys) { keys.pop() } else { None };
    keys.dedup_by(|later, earlier| time(later) == time(earlier));
    keys.extend(last);
}

/// Finite, sorted, of length one.
pub fn fix_submotion(s: &mut Submotion, repair: Repair) {
    let whole = [0.0, 0.0, 0.0, 1.0];
    for q in
        [&mut s.pose_rotation, &mut s.bind_rotation, &mut s.pose_scale_rotation, &mut s.bind_scale_rotation]
    {
        if !is_unit(q.floats()) {
            let good = unit(q.floats()).map_or(whole, to_f32);
            *q = match q {
                Quat::F32(_) => Quat::F32(good),
                Quat::Q16(_) => Quat::Q16(pack(good)),
            };
        }
    }
    for v in s.pose_position.iter_mut().chain(&mut s.bind_position).filter(|v| !v.is_finite()) {
        *v = 0.0;
    }
    for v in s.pose_scale.iter_mut().chain(&mut s.bind_scale).filter(|v| !v.is_finite()) {
        *v = 1.0;
    }
    for keys in [&mut s.positions, &mut s.scales] {
        ordered(keys, |[_, _, _, t]| *t, |k| k.iter().all(|v| v.is_finite()), repair);
    }
    for keys in [&mut s.rotations, &mut s.scale_rotations] {
        match keys {
            RotationKeys::F32(list) => {
                ordered(list, |[.., t]| *t, |[x, y, z, w, _]| unit([*x, *y, *z, *w]).is_some(), repair);
                for [x, y, z, w, _] in list {
                    if !is_unit([*x, *y, *z, *w]) {
                        [*x, *y, *z, *w] = unit([*x, *y, *z, *w]).map_or(whole, to_f32);
                    }
                }
            }
            RotationKeys::Q16(list) => {
                ordered(list, |k| k.time, |k| k.value != [0; 4], repair);
                for k in list {
                    let q = unpack(k.value);
                    if !is_unit(q) {
                        k.value = pack(unit(q).map_or(whole, to_f32));
                    }
                }
            }
        }
    }
}

/// Finite and sorted.
pub fn fix_track(t: &mut MorphTrack, repair: Repair) {
    if repair == Repair::All {
        t.phonemes &= crate::emfx::phonemes::ALL;
    }
    if !t.min.is_finite() || !t.max.is_finite() {
        (t.min, t.max) = (0.0, 1.0);
    }
    if !t.pose_weight.is_finite() {
        t.pose_weight = 0.0;
    }
    ordered(&mut t.keys, |k| k.time, |_| true, Repair::All);
}
