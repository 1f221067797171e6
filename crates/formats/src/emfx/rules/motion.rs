//! Rules of motions of both kinds.

use super::super::types::Emfx;
use super::super::types::body::Body;
use super::codes;
use super::is_unit;
use crate::emfx::phonemes;
use crate::emfx::xpm::types::MorphTrack;
use crate::emfx::xsm::types::{Quat, Submotion};
use std::collections::HashSet;
use wire::{Code, Sink};

pub(super) fn motion(file: &Emfx, sink: &mut Sink) {
    let mut names: HashSet<&[u8]> = HashSet::new();
    let mut count = 0_usize;
    for (i, chunk) in file.chunks.iter().enumerate() {
        let list: Vec<(String, &Submotion)> = match &chunk.body {
            Body::Submotion(s) => vec![(format!("chunks[{i}].submotion"), s)],
            Body::Submotions(list) => {
                list.iter().enumerate().map(|(n, s)| (format!("chunks[{i}].submotions[{n}]"), s)).collect()
            }
            Body::Wavelet(_) => {
                sink.push(
                    &codes::XSM_WAVELET,
                    format!("chunks[{i}].wavelet"),
                    "the chunk is kept, not decoded",
                );
                count += 1;
                Vec::new()
            }
            _ => Vec::new(),
        };
        count += list.len();
        for (path, s) in list {
            if !names.insert(s.name.as_bytes()) {
                let text = format!("a second track of {:?}", s.name);
                sink.push(&codes::XSM_TRACK_TWICE, format!("{path}.name"), text);
            }
            submotion(&path, s, sink);
        }
    }
    if count == 0 {
        sink.push(&codes::XSM_NO_TRACKS, "chunks", "there are no submotions");
    }
}

fn submotion(path: &str, s: &Submotion, sink: &mut Sink) {
    let poses = [
        ("pose_rotation", &s.pose_rotation),
        ("bind_rotation", &s.bind_rotation),
        ("pose_scale_rotation", &s.pose_scale_rotation),
        ("bind_scale_rotation", &s.bind_scale_rotation),
    ];
    for (field, q) in poses {
        quat(&format!("{path}.{field}"), q, sink);
    }
    for (field, v) in [
        ("pose_position", s.pose_position),
        ("pose_scale", s.pose_scale),
        ("bind_position", s.bind_position),
        ("bind_scale", s.bind_scale),
    ] {
        if v.iter().any(|c| !c.is_finite()) {
            sink.push(&codes::XSM_KEY_VALUE, format!("{path}.{field}"), format!("{v:?} is not finite"));
        }
    }
    for (field, keys) in [("positions", &s.positions), ("scales", &s.scales)] {
        let at = format!("{path}.{field}");
        let repeated = twice_at_end(keys);
        let own = keys.iter().take(keys.len() - usize::from(repeated)).map(|[_, _, _, t]| *t);
        times(&at, own, [&codes::XSM_KEY_TIME, &codes::XSM_KEY_TWICE], true, sink);
        say_repeated(repeated, &at, sink);
        if keys.iter().any(|[x, y, z, _]| !(x.is_finite() && y.is_finite() && z.is_finite())) {
            sink.push(&codes::XSM_KEY_VALUE, at, "a key is not finite");
        }
    }
    for (field, keys) in [("rotations", &s.rotations), ("scale_rotations", &s.scale_rotations)] {
        let at = format!("{path}.{field}");
        let list = keys.keys();
        let repeated = twice_at_end(&list);
        let own = list.iter().take(list.len() - usize::from(repeated)).map(|k| k.0);
        times(&at, own, [&codes::XSM_KEY_TIME, &codes::XSM_KEY_TWICE], true, sink);
        say_repeated(repeated, &at, sink);
        if list.iter().any(|k| k.1.iter().any(|c| !c.is_finite())) {
            sink.push(&codes::XSM_KEY_VALUE, at, "a key is not finite");
        } else if list.iter().any(|k| !is_unit(k.1)) {
            sink.push(&codes::XSM_KEY_QUAT, at, "a key is not of length 1");
        }
    }
}

/// Whether the last key is the one before once more, time and value.
pub fn twice_at_end<T: PartialEq>(keys: &[T]) -> bool {
    matches!(keys, [.., a, b] if a == b)
}

fn say_repeated(repeated: bool, path: &str, sink: &mut Sink) {
    if repeated {
        sink.push(&codes::XSM_KEY_REPEATED, path, "the last two keys have the same time and the same value");
    }
}

fn quat(path: &str, q: &Quat, sink: &mut Sink) {
    let v = q.floats();
    if v.iter().any(|c| !c.is_finite()) {
        sink.push(&codes::XSM_KEY_VALUE, path, format!("{v:?} is not finite"));
    } else if !is_unit(v) {
        sink.push(&codes::XSM_KEY_QUAT, path, format!("{v:?} is not of length 1"));
    }
}

/// Finite, not negative, ascending, none twice; one finding of each kind a track.
fn times(
    path: &str,
    list: impl Iterator<Item = f32>,
    [bad, twice]: [&'static Code; 2],
    late: bool,
    sink: &mut Sink,
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
            sink.push(&codes::XSM_KEY_LATE, path, text);
        }
        last = Some(t);
    }
    if let Some((t, last)) = wrong {
        let behind = last.map_or_else(String::new, |l| format!(" after {l} s"));
        sink.push(bad, path, format!("a key is at {t} s{behind}"));
    }
    if let Some(t) = same {
        sink.push(twice, path, format!("two keys are at {t} s"));
    }
}

pub(super) fn morph_motion(file: &Emfx, sink: &mut Sink) {
    let mut names: HashSet<&[u8]> = HashSet::new();
    let mut count = 0;
    for (i, chunk) in file.chunks.iter().enumerate() {
        let list: Vec<(String, &MorphTrack)> = match &chunk.body {
            Body::MorphTrack(t) => vec![(format!("chunks[{i}].morph_track"), t)],
            Body::MorphTracks(list) => {
                list.iter().enumerate().map(|(n, t)| (format!("chunks[{i}].morph_tracks[{n}]"), t)).collect()
            }
            _ => Vec::new(),
        };
        count += list.len();
        for (path, t) in list {
            if !names.insert(t.name.as_bytes()) {
                sink.push(
                    &codes::XPM_TRACK_TWICE,
                    format!("{path}.name"),
                    format!("a second track of {:?}", t.name),
                );
            }
            if ![t.min, t.max, t.pose_weight].iter().all(|v| v.is_finite()) {
                let text = format!("range {} to {}, pose {}", t.min, t.max, t.pose_weight);
                sink.push(&codes::XPM_RANGE, format!("{path}.pose_weight"), text);
            }
            if t.phonemes > phonemes::ALL {
                let text = format!("phonemes {:#x} have bits without meaning", t.phonemes);
                sink.push(&codes::XPM_PHONEMES, format!("{path}.phonemes"), text);
            }
            let codes = [&codes::XPM_KEY_TIME, &codes::XPM_KEY_TWICE];
            times(&format!("{path}.keys"), t.keys.iter().map(|k| k.time), codes, false, sink);
        }
    }
    if count == 0 {
        sink.push(&codes::XPM_NO_TRACKS, "chunks", "there are no tracks");
    }
}
