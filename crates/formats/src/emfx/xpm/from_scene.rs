//! Animations of a scene as morph motions.

use super::super::from_scene;
use super::super::from_scene::Template;
use super::super::from_scene::curve;
use super::super::from_scene::curve::Curve;
use super::super::notes;
use super::super::notes::TargetNote;
use super::super::rules::codes;
use super::super::types::body::Body;
use super::super::types::{Chunk, Emfx, Header, Magic};
use super::types::{MorphInfo, MorphKey, MorphTrack};
use crate::emfx::xsm::{is_slider, safe_name};
use crate::emfx::{APPLICATION, EXPORTER_DATE};
use crate::{Output, Outputs, Repair, WriteOptions};
use scene::{Animation, Property, Scene};
use std::collections::{HashMap, HashSet};
use wire::{Endian, Reader, Sink, Text};

/// A motion file for each animation that has weights; the first takes the name asked for.
pub fn from_scene(scene: &Scene, like: Option<&Emfx>, _options: &WriteOptions, sink: &mut Sink) -> Outputs {
    let scene = from_scene::apply(scene, like.map(Template));
    let mut out = outputs(&scene, sink);
    if let Some(first) = out.first_mut() {
        first.suffix = ".xpm".into();
    } else {
        let mut empty = file(&scene, &Animation::default());
        empty.true_sizes();
        out.push(Output::new(".xpm", empty.to_bytes()));
        sink.push(&codes::LOST, "", "no animation of the scene moves a shape key: the motion is empty");
    }
    Ok(out)
}

/// Motion files, named after their animations.
pub fn outputs(scene: &Scene, _sink: &mut Sink) -> Vec<Output> {
    let mut out = Vec::new();
    let mut used = HashMap::new();
    for a in &scene.animations {
        let weights = a.channels.iter().any(|c| c.property == Property::Weights || is_slider(scene, c.node));
        if weights || notes::animation::TRACKS.is_in(&a.extras) {
            let mut file = file(scene, a);
            file.true_sizes();
            let suffix = format!(".{}.xpm", safe_name(&a.name, out.len(), &mut used));
            out.push(Output::new(suffix, file.to_bytes()));
        }
    }
    out
}

fn file(scene: &Scene, a: &Animation) -> Emfx {
    let stored: Option<Header> = notes::animation::HEADER.get(&a.extras);
    let mut out = Emfx::new(Header {
        magic: Magic::Xpm,
        version: [1, 0],
        endian: stored.map_or(Endian::Little, |h| h.endian),
        multiply_order: stored.map_or(0, |h| h.multiply_order.min(1)),
    });
    let ours = notes::animation::TRACKS.is_in(&a.extras);
    let others: Vec<Chunk> =
        if ours { notes::animation::CHUNKS.get(&a.extras).unwrap_or_default() } else { Vec::new() };
    let (infos, others): (Vec<Chunk>, Vec<Chunk>) =
        others.into_iter().partition(|c| matches!(c.body, Body::MorphInfo(_)));
    if infos.is_empty() {
        let info = MorphInfo {
            fps: 30,
            exporter_version: [1, 0],
            pad: [0; 2],
            source_application: APPLICATION.into(),
            original_file: Text::default(),
            exporter_date: EXPORTER_DATE.into(),
            motion_name: a.name.as_str().into(),
        };
        out.push(101, 1, Body::MorphInfo(info));
    }
    out.chunks.extend(infos);
    out.push(102, 1, Body::MorphTracks(tracks(scene, a)));
    out.chunks.extend(others);
    out
}

/// Tracks as they were, with the keys of now, then those of targets that move since.
fn tracks(scene: &Scene, a: &Animation) -> Vec<MorphTrack> {
    let mut made: Vec<Option<MorphTrack>> = Vec::new();
    // The first track of each name, as shown and as stored.
    let mut shown: HashMap<String, usize> = HashMap::new();
    let mut raw: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut add = |name: &str, track: MorphTrack| {
        shown.entry(name.to_owned()).or_insert(made.len());
        raw.entry(track.name.0.clone()).or_insert(made.len());
        made.push(Some(track));
    };
    let mut targets: HashSet<&str> = HashSet::new();
    for c in &a.channels {
        let Some(node) = scene.node(c.node) else { continue };
        if c.property == Property::Translation && is_slider(scene, c.node) {
            let raw = node.raw_name.clone().unwrap_or_else(|| node.name.clone().into_bytes());
            let note = TargetNote { name: Text(raw), range_max: 1.0, ..TargetNote::default() };
            targets.insert(&node.name);
            add(&node.name, track(curve::weights(c, 3, 1), &note, false));
            continue;
        }
        let mesh = node.mesh.and_then(|m| scene.meshes.get(m.0 as usize));
        let Some(mesh) = mesh.filter(|_| c.property == Property::Weights) else { continue };
        let notes: Vec<TargetNote> = notes::mesh::TARGETS.get(&mesh.extras).unwrap_or_default();
        let hold = c.times.len() == 1;
        for (i, target) in mesh.targets.iter().enumerate() {
            if !targets.insert(&target.name) {
                continue;
            }
            let plain =
                TargetNote { name: target.name.as_str().into(), range_max: 1.0, ..TargetNote::default() };
            let note = notes.get(i).filter(|n| !n.name.0.is_empty()).unwrap_or(&plain);
            let curve = curve::weights(c, mesh.targets.len(), i);
            add(&target.name, track(curve, note, hold));
        }
    }
    let mut out = Vec::new();
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    for mut head in stored(a) {
        crate::rules::settle(&mut head, &|code| Repair::Problems.takes(code), super::super::rules::track);
        if !seen.insert(head.name.0.clone()) {
            continue;
        }
        let named = [raw.get(&head.name.0), shown.get(&head.name.lossy())];
        let there = |i: &usize| made.get(*i).is_some_and(Option::is_some);
        let now = named.into_iter().flatten().copied().filter(there).min();
        out.push(match now.and_then(|i| made.get_mut(i)?.take()) {
            Some(t) => refit(head, t),
            None => head,
        });
    }
    // A target that rests in a channel of others had no track, and a track of zeros is not the same as none.
    let ours = notes::animation::TRACKS.is_in(&a.extras);
    let rests =
        |t: &MorphTrack| t.pose_weight == 0.0 && t.keys.iter().all(|k| t.weight(k.value).abs() < 1e-4);
    out.extend(made.into_iter().flatten().filter(|t| !(ours && rests(t))));
    out
}

fn stored(a: &Animation) -> Vec<MorphTrack> {
    let Some(bytes) = notes::animation::TRACKS.get(&a.extras).and_then(|t| notes::decode(&t)) else {
        return Vec::new();
    };
    let mut r = Reader::new(&bytes);
    r.get().unwrap_or_default()
}

/// Keys in 16 bits over the range of the values.
fn track(curve: Curve<f32>, note: &TargetNote, hold: bool) -> MorphTrack {
    let finite = |v: f32| if v.is_finite() { v } else { 0.0 };
    let (mut min, mut max) = (note.range_min, note.range_max);
    for v in &curve.values {
        (min, max) = (min.min(finite(*v)), max.max(finite(*v)));
    }
    if min >= max || !(max - min).is_finite() {
        (min, max) = (min, min + 1.0);
    }
    let mut out = MorphTrack {
        pose_weight: curve.values.first().copied().map_or(0.0, finite),
        min,
        max,
        phonemes: note.phoneme_mask(),
        name: note.name.clone(),
        keys: Vec::new(),
    };
    if !hold {
        let key =
            |(t, v): (&f32, &f32)| MorphKey { time: *t, value: pack(finite(*v), min, max), pad: [0; 2] };
        out.keys = curve.times.iter().zip(&curve.values).map(key).collect();
    }
    out
}

fn pack(v: f32, min: f32, max: f32) -> u16 {
    ((v - min) / (max - min) * 65535.0).round().clamp(0.0, 65535.0) as u16
}

/// The keys of now in the range the track had, if they fit.
fn refit(head: MorphTrack, now: MorphTrack) -> MorphTrack {
    let fits = head.min < head.max
        && now.keys.iter().all(|k| {
            let v = now.weight(k.value);
            v >= head.min - 1e-4 && v <= head.max + 1e-4
        });
    if !fits {
        return MorphTrack { name: head.name, phonemes: head.phonemes, ..now };
    }
    let key = |k: &MorphKey| MorphKey { value: pack(now.weight(k.value), head.min, head.max), ..*k };
    let keys = now.keys.iter().map(key).collect::<Vec<_>>();
    let pose_weight = if keys.is_empty() { now.pose_weight } else { head.pose_weight };
    MorphTrack { pose_weight, keys, ..head }
}
