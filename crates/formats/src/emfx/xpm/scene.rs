//! A morph motion bound to a scene: weights of meshes, transforms of nodes.

use super::super::notes;
use super::super::notes::{TargetNote, TransformNote};
use super::super::rules::codes;
use super::super::types::Emfx;
use super::super::types::body::Body;
use super::super::xsm::scene::split;
use super::super::xsm::scene::split::Bound;
use super::super::xsm::scene::tracks::{Repairs, Track, lerp};
use super::types::MorphTrack;
use crate::emfx::maths::{halves, turned, unit, vec};
use crate::emfx::motion_name;
use crate::emfx::xsm::hold;
use crate::{Context, Names};
use glam::{DQuat, DVec3};
use scene::curves::nlerp;
use scene::{Animation, Channel, Extras, Interpolation, Mesh, Node, NodeId, Property, Scene};
use std::collections::{HashMap, HashSet};
use wire::{Result, Sink};

/// A track as weights over time; a constant one has no times.
struct Weights {
    keys: Track<f32>,
    pose: f32,
}

impl Weights {
    fn new(t: &MorphTrack, repairs: &mut Repairs) -> Self {
        let finite = |v: f32| v.is_finite().then_some(v);
        let keys = t.keys.iter().map(|k| (k.time, finite(t.weight(k.value))));
        Self { keys: Track::clean(keys, lerp, repairs), pose: finite(t.pose_weight).unwrap_or(0.0) }
    }

    fn at(&self, time: f64) -> f64 {
        f64::from(self.keys.at(time, lerp).unwrap_or(self.pose))
    }

    /// The times at which a weight held inside a range bends.
    fn times(&self, min: f32, max: f32, out: &mut Vec<f32>) {
        out.extend(&self.keys.times);
        let pairs = self.keys.times.iter().zip(&self.keys.values);
        for ((t0, a), (t1, b)) in pairs.clone().zip(pairs.skip(1)) {
            for edge in [min, max] {
                if (a - edge) * (b - edge) < 0.0 {
                    let s = f64::from(edge - a) / f64::from(b - a);
                    out.push((f64::from(*t0) + (f64::from(*t1) - f64::from(*t0)) * s) as f32);
                }
            }
        }
    }
}

fn range(min: f32, max: f32) -> (f32, f32) {
    if min < max { (min, max) } else { (f32::MIN, f32::MAX) }
}

fn sorted(mut times: Vec<f32>) -> Vec<f32> {
    times.sort_by(f32::total_cmp);
    times.dedup();
    times
}

/// Tracks of a file by raw and by shown name; the first of several.
struct Library {
    weights: Vec<Weights>,
    raw: HashMap<Vec<u8>, usize>,
    shown: HashMap<String, usize>,
    used: HashSet<usize>,
    /// Tracks whose keys are in a channel of weights.
    shown_in: HashSet<usize>,
}

impl Library {
    fn find(&mut self, raw: &[u8], shown: &str, in_weights: bool) -> Option<&Weights> {
        let by_bytes = (!raw.is_empty()).then(|| self.raw.get(raw)).flatten();
        let i =
            by_bytes.or_else(|| self.raw.get(shown.as_bytes())).or_else(|| self.shown.get(shown)).copied()?;
        self.used.insert(i);
        if in_weights {
            self.shown_in.insert(i);
        }
        self.weights.get(i)
    }
}

/// Adds a motion as an animation. Returns how many tracks found a target and how many there are.
pub fn animate(file: &Emfx, scene: &mut Scene, cx: &Context<'_>, sink: &mut Sink) -> Result<(usize, usize)> {
    crate::emfx::restore(scene);
    let list: Vec<&MorphTrack> = super::tracks(file).collect();
    let names = Names::detect(list.iter().map(|t| t.name.as_bytes()), cx.options.encoding.as_deref())?;
    let mut repairs = Repairs::default();
    let mut library = Library {
        weights: list.iter().map(|t| Weights::new(t, &mut repairs)).collect(),
        raw: HashMap::new(),
        shown: HashMap::new(),
        used: HashSet::new(),
        shown_in: HashSet::new(),
    };
    for (i, t) in list.iter().enumerate() {
        library.raw.entry(t.name.0.clone()).or_insert(i);
        library.shown.entry(names.text(&t.name)).or_insert(i);
    }
    let mut animation = Animation { name: motion_name(file, cx), ..Animation::default() };
    for i in 0..scene.nodes.len() {
        let node = NodeId(i as u32);
        let mesh = scene.node(node).and_then(|n| n.mesh).and_then(|m| scene.meshes.get(m.0 as usize));
        if let Some(mesh) = mesh {
            animation.channels.extend(weights(node, mesh, &mut library));
        }
        let morphs: Option<Vec<TransformNote>> =
            scene.node(node).and_then(|n| notes::node::MORPHS.get(&n.extras));
        if let Some(morphs) = morphs {
            animation.channels.extend(transforms(scene, node, &morphs, &mut library));
        }
    }
    let (bound, total) = (library.used.len(), list.len());
    if animation.channels.is_empty() {
        // A clip without channels cannot be, and each motion becomes one.
        animation.channels.extend(still(scene, &mut library).or_else(|| split::still(scene)));
        if total == 0 {
            sink.push(&codes::XPM_NO_TRACKS, "", "a motion without tracks moves nothing");
        }
    }
    let unbound: Vec<&&MorphTrack> =
        list.iter().enumerate().filter(|(i, _)| !library.used.contains(i)).map(|(_, t)| t).collect();
    let elsewhere: Vec<&&MorphTrack> =
        list.iter().enumerate().filter(|(i, _)| !library.shown_in.contains(i)).map(|(_, t)| t).collect();
    animation.extras = notes(file, &list, &elsewhere);
    scene.animations.push(animation);
    if let Some(first) = unbound.first() {
        let text = format!("{} of {total} tracks have no shape key, first {:?}", unbound.len(), first.name);
        sink.push(&codes::XPM_TRACK_UNBOUND, "", text);
    }
    if repairs.bad + repairs.disordered > 0 {
        let text =
            format!("{} keys are not finite, out of order or before 0", repairs.bad + repairs.disordered);
        sink.push(&codes::XPM_KEY_TIME, "", text);
    }
    if repairs.twice > 0 {
        let text = format!("{} keys have the time of the one before and are left out", repairs.twice);
        sink.push(&codes::XPM_KEY_TWICE, "", text);
    }
    Ok((bound, total))
}

/// Zero weights of the first mesh that the motion names a target of.
fn still(scene: &Scene, library: &mut Library) -> Option<Channel> {
    let named = |library: &mut Library, mesh: &Mesh| {
        mesh.targets.iter().any(|t| library.find(&[], &t.name, true).is_some())
    };
    scene.nodes.iter().enumerate().find_map(|(i, node)| {
        let mesh = scene.meshes.get(node.mesh?.0 as usize)?;
        named(library, mesh).then(|| hold(NodeId(i as u32), Property::Weights, vec![0.0; mesh.targets.len()]))
    })
}

/// One weights channel for all targets of a mesh, on the union of their times.
fn weights(node: NodeId, mesh: &Mesh, library: &mut Library) -> Option<Channel> {
    if mesh.targets.is_empty() {
        return None;
    }
    let notes: Vec<TargetNote> = notes::mesh::TARGETS.get(&mesh.extras).unwrap_or_default();
    let mut times = Vec::new();
    let mut found = false;
    let mut ranges = Vec::new();
    for (i, target) in mesh.targets.iter().enumerate() {
        let note = notes.get(i);
        let limits = note.map_or((f32::MIN, f32::MAX), |n| range(n.range_min, n.range_max));
        let raw: &[u8] = note.map_or(&[], |n| n.name.as_bytes());
        ranges.push((limits, raw));
        if let Some(w) = library.find(raw, &target.name, true) {
            found = true;
            w.times(limits.0, limits.1, &mut times);
        }
    }
    if !found {
        return None;
    }
    let mut times = sorted(times);
    let constant = times.is_empty();
    if constant {
        times.push(0.0);
    }
    let mut values = Vec::with_capacity(times.len() * mesh.targets.len());
    for time in &times {
        for (target, ((min, max), raw)) in mesh.targets.iter().zip(&ranges) {
            let weight = library.find(raw, &target.name, true).map_or(0.0, |w| w.at(f64::from(*time)) as f32);
            values.push(weight.clamp(*min, *max));
        }
    }
    if constant && values.iter().all(|v| *v == 0.0) {
        return None;
    }
    Some(Channel {
        node,
        property: Property::Weights,
        interpolation: if times.len() == 1 { Interpolation::Step } else { Interpolation::Linear },
        times,
        values,
        extras: if constant { notes::channel::POSE.with(&true) } else { Extras::new() },
    })
}

/// Translation, rotation and scale of a node that targets change: position and scale are added times the weight, the
/// rotation goes from the bind by the normalised weight.
fn transforms(
    scene: &mut Scene,
    node: NodeId,
    morphs: &[TransformNote],
    library: &mut Library,
) -> Vec<Channel> {
    let mut times = Vec::new();
    let mut driven: Vec<TransformNote> = Vec::new();
    for m in morphs {
        let (min, max) = range(m.range_min, m.range_max);
        if let Some(w) = library.find(&[], &m.target, false) {
            w.times(min, max, &mut times);
            driven.push(m.clone());
        }
    }
    let Some(mut bound) = split::bound(scene, node, 0).filter(|_| !driven.is_empty()) else {
        return Vec::new();
    };
    let mut times = sorted(times);
    let keyed = !times.is_empty();
    if !keyed {
        times.push(0.0);
    }
    let mut weight = |m: &TransformNote, t: f64| {
        let (min, max) = range(m.range_min, m.range_max);
        let w = library
            .find(&[], &m.target, false)
            .map_or(0.0, |w| w.at(t))
            .clamp(f64::from(min), f64::from(max));
        let span = f64::from(m.range_max) - f64::from(m.range_min);
        let normal = if span > 0.0 { (w - f64::from(m.range_min)) / span } else { w };
        (w, normal.clamp(0.0, 1.0))
    };
    let rest = bound.rest;
    let mut positions = Vec::new();
    let mut scales = Vec::new();
    for t in &times {
        let (mut p, mut s) = (vec(rest.translation), vec(rest.scale));
        for m in &driven {
            let (w, _) = weight(m, f64::from(*t));
            p += vec(m.position) * w;
            s += vec(m.scale) * w;
        }
        positions.push(p.as_vec3().to_array());
        scales.push(s.as_vec3().to_array());
    }
    // Weights are pieces of straight lines, so their values at the times say everything.
    let normals: Vec<Track<f32>> = driven
        .iter()
        .map(|m| Track {
            times: times.clone(),
            values: times.iter().map(|t| weight(m, f64::from(*t)).1 as f32).collect(),
        })
        .collect();
    let rotation = |t: f64| {
        let mut r = rest.rotation;
        for (m, w) in driven.iter().zip(&normals) {
            let full = unit(m.rotation).unwrap_or(rest.rotation);
            let w = f64::from(w.at(t, lerp).unwrap_or(0.0));
            r *= rest.rotation.conjugate() * nlerp::nlerp(rest.rotation, full, w);
        }
        r
    };
    if scales.iter().any(|s| turned(*s, rest.scale_rotation)) {
        split::split(scene, &mut bound);
    }
    let mut out = Vec::new();
    let top = bound.outer.unwrap_or(node);
    if driven.iter().any(|m| m.position != [0.0; 3]) {
        out.push(straight(top, Property::Translation, &times, positions.as_flattened(), keyed));
    }
    if driven.iter().any(|m| m.scale != [0.0; 3]) {
        out.push(straight(top, Property::Scale, &times, scales.as_flattened(), keyed));
    }
    let still =
        |m: &TransformNote| nlerp::angle(unit(m.rotation).unwrap_or(rest.rotation), rest.rotation) < 1e-6;
    if !driven.iter().all(still) {
        out.extend(turns(&bound, &times, rotation));
    }
    out
}

fn turns(bound: &Bound, times: &[f32], rotation: impl Fn(f64) -> DQuat) -> Option<Channel> {
    let q = bound.rest.scale_rotation;
    let (node, keys) = match bound.outer {
        None => (bound.node, nlerp::sample(times, rotation)),
        Some(outer) => (outer, nlerp::sample(times, |t| halves(rotation(t), q).0)),
    };
    (!keys.times.is_empty()).then(|| {
        let mut channel = crate::emfx::xsm_rotation(node, keys);
        notes::channel::MORPH.put(&mut channel.extras, &true);
        channel
    })
}

fn straight(node: NodeId, property: Property, times: &[f32], values: &[f32], keyed: bool) -> Channel {
    let mut extras = notes::channel::MORPH.with(&true);
    notes::channel::POSE.put(&mut extras, &!keyed);
    Channel {
        node,
        property,
        interpolation: if times.len() == 1 { Interpolation::Step } else { Interpolation::Linear },
        times: times.to_vec(),
        values: values.to_vec(),
        extras,
    }
}

/// What channels cannot say: header, other chunks, tracks without their keys (with them where no target was found).
fn notes(file: &Emfx, list: &[&MorphTrack], unbound: &[&&MorphTrack]) -> Extras {
    let mut w = wire::Writer::new(wire::Endian::Little);
    w.u32(list.len() as u32);
    for t in list {
        let keys = if unbound.iter().any(|u| std::ptr::eq(**u, *t)) { t.keys.clone() } else { Vec::new() };
        w.put(&MorphTrack { keys, name: t.name.clone(), ..**t });
    }
    let others = file.chunks.iter().filter(|c| !matches!(c.body, Body::MorphTrack(_) | Body::MorphTracks(_)));
    let mut out = notes::animation::HEADER.with(&file.header);
    notes::animation::MORPH.put(&mut out, &true);
    notes::animation::TRACKS.put(&mut out, &notes::encode(&w.finish()));
    notes::animation::CHUNKS.put(&mut out, &others.cloned().collect());
    out
}

/// A morph motion alone: one slider node per target whose height is the weight.
pub fn to_scene(file: &Emfx, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
    let list: Vec<&MorphTrack> = super::tracks(file).collect();
    let names = Names::detect(list.iter().map(|t| t.name.as_bytes()), cx.options.encoding.as_deref())?;
    let mut scene = Scene { name: cx.stem().to_owned(), ..Scene::default() };
    let mut animation = Animation { name: motion_name(file, cx), ..Animation::default() };
    let mut repairs = Repairs::default();
    for t in &list {
        let (name, raw_name) = names.decode(&t.name.0);
        let w = Weights::new(t, &mut repairs);
        let height = DVec3::new(0.0, f64::from(w.pose), 0.0).as_vec3().to_array();
        let node = scene.add_node(Node {
            name,
            raw_name,
            translation: height,
            extras: notes::node::SLIDER.with(&true),
            ..Node::default()
        });
        if !w.keys.is_empty() {
            let values: Vec<f32> = w.keys.values.iter().flat_map(|v| [0.0, *v, 0.0]).collect();
            let mut channel = straight(node, Property::Translation, &w.keys.times, &values, true);
            channel.extras = notes::channel::SLIDER.with(&true);
            animation.channels.push(channel);
        }
    }
    animation.extras = notes(file, &list, &[]);
    scene.animations.push(animation);
    sink.push(&codes::XPM_ALONE, "", format!("{} shape keys", list.len()));
    Ok(scene)
}
