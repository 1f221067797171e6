//! Rules of motions of both kinds.

use super::super::types::Emfx;
use super::super::types::body::Body;
use super::{codes, is_unit, make_finite, normalised};
use crate::emfx::maths::unit;
use crate::emfx::phonemes;
use crate::emfx::xpm::types::MorphTrack;
use crate::emfx::xsm::types::{Quat, RotationKeys, Submotion, pack, unpack};
use crate::rules::Pass;
use std::collections::HashSet;
use wire::Code;

pub(super) fn motion(file: &Emfx, gone: &mut Vec<usize>, pass: &mut Pass<'_, Emfx>) {
    let mut names: HashSet<&[u8]> = HashSet::new();
    let mut count = 0_usize;
    for (i, chunk) in file.chunks.iter().enumerate() {
        let (one, list) = match &chunk.body {
            Body::Submotion(s) => (true, std::slice::from_ref(&**s)),
            Body::Submotions(list) => (false, list.as_slice()),
            Body::Wavelet(_) => {
                let text = "the chunk is kept, not decoded";
                pass.report(&codes::XSM_WAVELET, format!("chunks[{i}].wavelet"), text);
                count += 1;
                continue;
            }
            _ => continue,
        };
        count += list.len();
        let mut again = Vec::new();
        for (n, s) in list.iter().enumerate() {
            let path =
                if one { format!("chunks[{i}].submotion") } else { format!("chunks[{i}].submotions[{n}]") };
            if !names.insert(s.name.as_bytes()) {
                let text = format!("a second track of {:?}", s.name);
                pass.report(&codes::XSM_TRACK_TWICE, format!("{path}.name"), text);
                again.push(n);
            }
            pass.part(&path, move |file| submotion_mut(file, i, n), |pass| submotion(s, pass));
        }
        gone.extend((one && !again.is_empty()).then_some(i));
        pass.remove(again, move |file| match &mut file.chunks.get_mut(i)?.body {
            Body::Submotions(list) => Some(list),
            _ => None,
        });
    }
    if count == 0 {
        pass.report(&codes::XSM_NO_TRACKS, "chunks", "there are no submotions");
    }
}

fn submotion_mut(file: &mut Emfx, chunk: usize, number: usize) -> Option<&mut Submotion> {
    match &mut file.chunks.get_mut(chunk)?.body {
        Body::Submotion(s) => Some(s),
        Body::Submotions(list) => list.get_mut(number),
        _ => None,
    }
}

/// The rules of one track.
pub fn submotion(s: &Submotion, pass: &mut Pass<'_, Submotion>) {
    type Find<T> = fn(&mut Submotion) -> Option<&mut T>;
    type Vectors = Vec<[f32; 4]>;
    let poses: [(&str, &Quat, Find<Quat>); 4] = [
        ("pose_rotation", &s.pose_rotation, |s| Some(&mut s.pose_rotation)),
        ("bind_rotation", &s.bind_rotation, |s| Some(&mut s.bind_rotation)),
        ("pose_scale_rotation", &s.pose_scale_rotation, |s| Some(&mut s.pose_scale_rotation)),
        ("bind_scale_rotation", &s.bind_scale_rotation, |s| Some(&mut s.bind_scale_rotation)),
    ];
    for (field, q, find) in poses {
        pass.part(field, find, |pass| quat(q, pass));
    }
    for (field, v) in [
        ("pose_position", s.pose_position),
        ("pose_scale", s.pose_scale),
        ("bind_position", s.bind_position),
        ("bind_scale", s.bind_scale),
    ] {
        if v.iter().any(|c| !c.is_finite()) {
            pass.repair(&codes::XSM_KEY_VALUE, field, format!("{v:?} is not finite"), |s| {
                make_finite(s.pose_position.iter_mut().chain(&mut s.bind_position), 0.0);
                make_finite(s.pose_scale.iter_mut().chain(&mut s.bind_scale), 1.0);
            });
        }
    }
    let vectors: [(&str, &Vectors, Find<Vectors>); 2] = [
        ("positions", &s.positions, |s| Some(&mut s.positions)),
        ("scales", &s.scales, |s| Some(&mut s.scales)),
    ];
    for (field, keys, find) in vectors {
        pass.part(field, find, |pass| {
            key_times(keys, |[_, _, _, t]| *t, vectors_in_order, |keys| _ = keys.pop(), pass);
            if keys.iter().any(|[x, y, z, _]| !(x.is_finite() && y.is_finite() && z.is_finite())) {
                pass.repair(&codes::XSM_KEY_VALUE, "", "a key is not finite", vectors_in_order);
            }
        });
    }
    let rotations: [(&str, &RotationKeys, Find<RotationKeys>); 2] = [
        ("rotations", &s.rotations, |s| Some(&mut s.rotations)),
        ("scale_rotations", &s.scale_rotations, |s| Some(&mut s.scale_rotations)),
    ];
    for (field, keys, find) in rotations {
        pass.part(field, find, |pass| {
            let list = keys.keys();
            key_times(&list, |k| k.0, rotations_in_order, RotationKeys::pop, pass);
            if list.iter().any(|k| k.1.iter().any(|c| !c.is_finite())) {
                pass.repair(&codes::XSM_KEY_VALUE, "", "a key is not finite", rotations_in_order);
            } else if list.iter().any(|k| !is_unit(k.1)) {
                pass.repair(&codes::XSM_KEY_QUAT, "", "a key is not of length 1", rotations_in_order);
            }
        });
    }
}

/// Times of keys; the last key there twice is only worth a note.
fn key_times<K: PartialEq, D: 'static>(
    keys: &[K],
    time: impl Fn(&K) -> f32,
    in_order: fn(&mut D),
    pop: fn(&mut D),
    pass: &mut Pass<'_, D>,
) {
    let repeated = twice_at_end(keys);
    let own = keys.iter().take(keys.len() - usize::from(repeated)).map(time);
    times(own, [&codes::XSM_KEY_TIME, &codes::XSM_KEY_TWICE], true, in_order, pass);
    if repeated {
        let text = "the last two keys have the same time and the same value";
        pass.repair(&codes::XSM_KEY_REPEATED, "", text, pop);
    }
}

/// Whether the last key is the one before once more, time and value.
fn twice_at_end<T: PartialEq>(keys: &[T]) -> bool {
    matches!(keys, [.., a, b] if a == b)
}

fn quat(q: &Quat, pass: &mut Pass<'_, Quat>) {
    let v = q.floats();
    let (code, what) = if v.iter().any(|c| !c.is_finite()) {
        (&codes::XSM_KEY_VALUE, "finite")
    } else if !is_unit(v) {
        (&codes::XSM_KEY_QUAT, "of length 1")
    } else {
        return;
    };
    pass.repair(code, "", format!("{v:?} is not {what}"), move |q| {
        let good = normalised(v);
        *q = match q {
            Quat::F32(_) => Quat::F32(good),
            Quat::Q16(_) => Quat::Q16(pack(good)),
        };
    });
}

/// Finite, not negative, ascending, none twice; one finding of each kind a track.
fn times<D: 'static>(
    list: impl Iterator<Item = f32>,
    [bad, twice]: [&'static Code; 2],
    late: bool,
    in_order: fn(&mut D),
    pass: &mut Pass<'_, D>,
) {
    let mut last: Option<f32> = None;
    let (mut wrong, mut same) = (None, None);
    for t in list {
        if !t.is_finite() || t < 0.0 || last.is_some_and(|l| t < l) {
            wrong.get_or_insert((t, last));
        } else if last == Some(t) {
            same.get_or_insert(t);
        }
        if late && last.is_none() && t > 0.0 {
            let text =
                format!("the first key is at {t} s; its value holds until then, the game may begin with it");
            pass.report(&codes::XSM_KEY_LATE, "", text);
        }
        last = Some(t);
    }
    if let Some((t, last)) = wrong {
        let after = last.map_or_else(String::new, |l| format!(" after {l} s"));
        pass.repair(bad, "", format!("a key is at {t} s{after}"), in_order);
    }
    if let Some(t) = same {
        pass.repair(twice, "", format!("two keys are at {t} s"), in_order);
    }
}

/// Sorted, finite, no time twice; a last key that is there twice stays.
fn in_order<T: PartialEq>(keys: &mut Vec<T>, time: impl Fn(&T) -> f32, fine: impl Fn(&T) -> bool) {
    keys.retain(|k| time(k).is_finite() && time(k) >= 0.0 && fine(k));
    keys.sort_by(|a, b| time(a).total_cmp(&time(b)));
    let last = if twice_at_end(keys) { keys.pop() } else { None };
    keys.dedup_by(|later, earlier| time(later) == time(earlier));
    keys.extend(last);
}

fn vectors_in_order(keys: &mut Vec<[f32; 4]>) {
    in_order(keys, |[_, _, _, t]| *t, |k| k.iter().all(|v| v.is_finite()));
}

/// The same, and of length one; what has no direction is left out.
fn rotations_in_order(keys: &mut RotationKeys) {
    match keys {
        RotationKeys::F32(list) => {
            in_order(list, |[.., t]| *t, |[x, y, z, w, _]| unit([*x, *y, *z, *w]).is_some());
            for [x, y, z, w, _] in list {
                [*x, *y, *z, *w] = normalised([*x, *y, *z, *w]);
            }
        }
        RotationKeys::Q16(list) => {
            in_order(list, |k| k.time, |k| k.value != [0; 4]);
            for k in list.iter_mut().filter(|k| !is_unit(unpack(k.value))) {
                k.value = pack(normalised(unpack(k.value)));
            }
        }
    }
}

pub(super) fn morph_motion(file: &Emfx, gone: &mut Vec<usize>, pass: &mut Pass<'_, Emfx>) {
    let mut names: HashSet<&[u8]> = HashSet::new();
    let mut count = 0;
    for (i, chunk) in file.chunks.iter().enumerate() {
        let (one, list) = match &chunk.body {
            Body::MorphTrack(t) => (true, std::slice::from_ref(t)),
            Body::MorphTracks(list) => (false, list.as_slice()),
            _ => continue,
        };
        count += list.len();
        let mut again = Vec::new();
        for (n, t) in list.iter().enumerate() {
            let path = if one {
                format!("chunks[{i}].morph_track")
            } else {
                format!("chunks[{i}].morph_tracks[{n}]")
            };
            if !names.insert(t.name.as_bytes()) {
                let text = format!("a second track of {:?}", t.name);
                pass.report(&codes::XPM_TRACK_TWICE, format!("{path}.name"), text);
                again.push(n);
            }
            pass.part(&path, move |file| track_mut(file, i, n), |pass| track(t, pass));
        }
        gone.extend((one && !again.is_empty()).then_some(i));
        pass.remove(again, move |file| match &mut file.chunks.get_mut(i)?.body {
            Body::MorphTracks(list) => Some(list),
            _ => None,
        });
    }
    if count == 0 {
        pass.report(&codes::XPM_NO_TRACKS, "chunks", "there are no tracks");
    }
}

fn track_mut(file: &mut Emfx, chunk: usize, number: usize) -> Option<&mut MorphTrack> {
    match &mut file.chunks.get_mut(chunk)?.body {
        Body::MorphTrack(t) => Some(t),
        Body::MorphTracks(list) => list.get_mut(number),
        _ => None,
    }
}

/// The rules of one track of a morph motion.
pub fn track(t: &MorphTrack, pass: &mut Pass<'_, MorphTrack>) {
    if ![t.min, t.max, t.pose_weight].iter().all(|v| v.is_finite()) {
        let text = format!("range {} to {}, pose {}", t.min, t.max, t.pose_weight);
        pass.repair(&codes::XPM_RANGE, "pose_weight", text, |t| {
            if !t.min.is_finite() || !t.max.is_finite() {
                (t.min, t.max) = (0.0, 1.0);
            }
            make_finite([&mut t.pose_weight], 0.0);
        });
    }
    if t.phonemes > phonemes::ALL {
        let text = format!("phonemes {:#x} have bits without meaning", t.phonemes);
        pass.repair(&codes::XPM_PHONEMES, "phonemes", text, |t| t.phonemes &= phonemes::ALL);
    }
    let keys = |t: &mut MorphTrack| {
        in_order(&mut t.keys, |k| k.time, |_| true);
        t.keys.dedup_by(|later, earlier| later.time == earlier.time);
    };
    let codes = [&codes::XPM_KEY_TIME, &codes::XPM_KEY_TWICE];
    pass.part("keys", |t| Some(t), |pass| times(t.keys.iter().map(|k| k.time), codes, false, keys, pass));
}
