//! A skeletal motion bound to a scene.

pub mod split;
pub mod tracks;

use super::super::notes;
use super::super::rules::codes;
use super::super::types::Emfx;
use super::super::types::body::Body;
use super::types::{RotationKeys, Submotion};
use super::{pose, submotions};
use crate::Context;
use crate::emfx::joints;
use crate::emfx::maths::{Local, halves, mirror, mirror_quat, turned, unit};
use glam::DQuat;
use scene::curves::inserted;
use scene::curves::nlerp::{self, Sampled};
use scene::{Animation, Channel, Extras, Interpolation, NodeId, Property, Scene};
use serde_json::{Map, Value};
use split::Bound;
use std::collections::HashSet;
use tracks::{Repairs, Track, lerp3, turn, union};
use wire::{Endian, Result, Sink, Writer};

/// The tracks of one submotion in the scene's space.
struct Tracks {
    position: Track<[f32; 3]>,
    rotation: Track<DQuat>,
    scale: Track<[f32; 3]>,
    scale_rotation: Track<DQuat>,
    /// Values where there are no keys.
    pose: Local,
}

/// Adds a motion as an animation. Returns how many tracks found a node and how many there are.
pub fn animate(file: &Emfx, scene: &mut Scene, cx: &Context<'_>, sink: &mut Sink) -> Result<(usize, usize)> {
    joints::restore(scene);
    let own_order = file.header.multiply_order.min(1);
    let names = super::names(file, cx.options.encoding.as_deref())?;
    let (raw, shown) = split::by_name(scene);
    let mut animation = Animation { name: name_of(file, cx), ..Animation::default() };
    let mut seen: HashSet<NodeId> = HashSet::new();
    let mut unbound: Vec<&Submotion> = Vec::new();
    let mut total = 0_usize;
    let mut repairs = Repairs::default();
    for s in submotions(file) {
        total += 1;
        let node = raw.get(&s.name.0).copied().or_else(|| shown.get(&names.text(&s.name)).copied());
        let Some(node) = node.filter(|n| seen.insert(*n)) else {
            unbound.push(s);
            continue;
        };
        let Some(mut bound) = split::bound(scene, node, own_order) else { continue };
        let mut tracks = Tracks::new(s, bound.rest.order, &bound.rest, &mut repairs);
        if cx.options.retarget {
            tracks.retarget(offsets(s, &bound.rest));
        }
        if tracks.needs_two() {
            split::split(scene, &mut bound);
        }
        let tracks_channels = tracks.channels(scene, &bound);
        animation.channels.extend(tracks_channels);
    }
    if animation.channels.is_empty() {
        // A clip without channels cannot be, and each motion becomes one.
        animation.channels.extend(split::still(scene));
        if total == 0 {
            sink.push(&codes::XSM_NO_TRACKS, "", "a motion without tracks moves nothing");
        }
    }
    animation.extras = notes(file, &unbound);
    if cx.options.retarget {
        notes::animation::RETARGET.put(&mut animation.extras, &true);
    }
    scene.animations.push(animation);
    report(file, total, &unbound, repairs, sink);
    Ok((total - unbound.len(), total))
}

/// The file's name, or what we wrote into a motion of our own.
pub fn name_of(file: &Emfx, cx: &Context<'_>) -> String {
    let own = file.chunks.iter().find_map(|c| match &c.body {
        Body::MotionInfo(i) => Some((&i.source_application, &i.motion_name)),
        Body::MorphInfo(i) => Some((&i.source_application, &i.motion_name)),
        _ => None,
    });
    match own {
        Some((app, name)) if app.0 == crate::emfx::APPLICATION.as_bytes() && !name.0.is_empty() => {
            name.lossy()
        }
        _ => cx.stem().to_owned(),
    }
}

/// What channels cannot say: header, other chunks, submotions without their keys (with them where no node was found).
fn notes(file: &Emfx, unbound: &[&Submotion]) -> Extras {
    let mut w = Writer::new(Endian::Little);
    let list: Vec<&Submotion> = submotions(file).collect();
    w.u32(list.len() as u32);
    let packed =
        file.chunks.iter().any(|c| (c.id == 202 && c.version == 2) || (c.id == 200 && c.version == 3));
    w.set_version(if packed { 3 } else { 2 });
    for s in list {
        if unbound.iter().any(|u| std::ptr::eq(*u, s)) {
            w.put(s);
        } else {
            let mut bare = s.clone_head();
            if !s.rotations.is_empty() && !s.scale_rotations.is_empty() {
                // Where both move they are joined in the halves of the node, and cannot be separated exactly.
                bare.rotations = s.rotations.clone();
                bare.scale_rotations = s.scale_rotations.clone();
            }
            w.put(&bare);
        }
    }
    let others = file.chunks.iter().filter(|c| !matches!(c.body, Body::Submotion(_) | Body::Submotions(_)));
    let mut out = notes::animation::HEADER.with(&file.header);
    notes::animation::PACKED.put(&mut out, &packed);
    notes::animation::SUBMOTIONS.put(&mut out, &notes::encode(&w.finish()));
    notes::animation::CHUNKS.put(&mut out, &others.cloned().collect());
    out
}

fn report(file: &Emfx, total: usize, unbound: &[&Submotion], repairs: Repairs, sink: &mut Sink) {
    if let Some(first) = unbound.first() {
        let text =
            format!("{} of {total} tracks have no node of their own, first {:?}", unbound.len(), first.name);
        sink.push(&codes::XSM_TRACK_UNBOUND, "", text);
    }
    if repairs.bad > 0 {
        sink.push(&codes::XSM_KEY_VALUE, "", format!("{} keys are not finite and are left out", repairs.bad));
    }
    if repairs.disordered > 0 {
        sink.push(
            &codes::XSM_KEY_TIME,
            "",
            format!("{} keys are out of order or before 0", repairs.disordered),
        );
    }
    if repairs.twice > 0 {
        let text = format!("{} keys have the time of the one before and are left out", repairs.twice);
        sink.push(&codes::XSM_KEY_TWICE, "", text);
    }
    if file.chunks.iter().any(|c| matches!(c.body, Body::Wavelet(_))) {
        sink.push(&codes::XSM_WAVELET, "", "the wavelet chunk is not decoded");
    }
}

/// What retargeting adds to positions and scales: the actor's bind pose minus the motion's, in the scene's space.
pub fn offsets(s: &Submotion, rest: &Local) -> [[f32; 3]; 2] {
    let off = |a: [f32; 3], b: [f32; 3]| {
        let out = add(a, b.map(|v| -v));
        if out.iter().all(|v| v.is_finite()) { out } else { [0.0; 3] }
    };
    [off(rest.translation, mirror(s.bind_position)), off(rest.scale, s.bind_scale)]
}

/// The sum of two vectors.
pub fn add([x, y, z]: [f32; 3], [a, b, c]: [f32; 3]) -> [f32; 3] {
    [x + a, y + b, z + c]
}

impl Tracks {
    /// Moves a motion of another skeleton to this one.
    fn retarget(&mut self, [position, scale]: [[f32; 3]; 2]) {
        self.pose.translation = add(self.pose.translation, position);
        self.pose.scale = add(self.pose.scale, scale);
        self.position.values.iter_mut().for_each(|v| *v = add(*v, position));
        self.scale.values.iter_mut().for_each(|v| *v = add(*v, scale));
    }

    fn new(s: &Submotion, order: u8, rest: &Local, repairs: &mut Repairs) -> Self {
        let vectors = |keys: &[[f32; 4]], flip: bool, repairs: &mut Repairs| {
            let key = |[x, y, z, t]: &[f32; 4]| {
                let v = [*x, *y, *z];
                let v = if flip { mirror(v) } else { v };
                (*t, v.iter().all(|c| c.is_finite()).then_some(v))
            };
            Track::clean(keys.iter().map(key), lerp3, repairs)
        };
        let rotations = |keys: &RotationKeys, repairs: &mut Repairs| {
            Track::clean(keys.keys().into_iter().map(|(t, q)| (t, unit(mirror_quat(q)))), turn, repairs)
        };
        let mut pose = pose(order, s);
        // A pose value that is not finite leaves the node as it rests.
        if s.pose_position.iter().any(|c| !c.is_finite()) {
            (pose.translation, repairs.bad) = (rest.translation, repairs.bad + 1);
        }
        if s.pose_scale.iter().any(|c| !c.is_finite()) {
            (pose.scale, repairs.bad) = (rest.scale, repairs.bad + 1);
        }
        if unit(s.pose_rotation.floats()).is_none() {
            (pose.rotation, repairs.bad) = (rest.rotation, repairs.bad + 1);
        }
        Self {
            position: vectors(&s.positions, true, repairs),
            rotation: rotations(&s.rotations, repairs),
            scale: vectors(&s.scales, false, repairs),
            scale_rotation: rotations(&s.scale_rotations, repairs),
            pose,
        }
    }

    /// Whether one TRS cannot say this motion, at some key or halfway between two.
    fn needs_two(&self) -> bool {
        let times = union(&self.scale.times, &self.scale_rotation.times);
        let between =
            times.iter().zip(times.iter().skip(1)).map(|(a, b)| f64::midpoint((*a).into(), (*b).into()));
        let ends = times.iter().map(|t| f64::from(*t)).chain([0.0]);
        ends.chain(between).any(|t| {
            let scale = self.scale.at(t, lerp3).unwrap_or(self.pose.scale);
            let axes = self.scale_rotation.at(t, turn).unwrap_or(self.pose.scale_rotation);
            turned(scale, axes)
        })
    }

    fn channels(&self, scene: &Scene, bound: &Bound) -> Vec<Channel> {
        let mut out = Vec::new();
        let top = bound.outer.unwrap_or(bound.node);
        let rest = scene.node(top).map_or(([0.0; 3], [1.0; 3]), |n| (n.translation, n.scale));
        vector(&mut out, top, Property::Translation, &self.position, self.pose.translation, rest.0);
        vector(&mut out, top, Property::Scale, &self.scale, self.pose.scale, rest.1);
        let resting = |id: NodeId| scene.node(id).map_or([0.0, 0.0, 0.0, 1.0], |n| n.rotation);
        let Some(outer) = bound.outer else {
            let r = self.rotation_keys();
            rotation(&mut out, bound.node, r, self.pose.rotation, resting(bound.node));
            return out;
        };
        for (node, first) in [(outer, true), (bound.node, false)] {
            let of = |r: DQuat, q: DQuat| {
                let (o, i) = halves(r, q);
                if first { o } else { i }
            };
            let constant = of(self.pose.rotation, self.pose.scale_rotation);
            rotation(&mut out, node, self.split_rotation(first, of), constant, resting(node));
        }
        out
    }

    fn rotation_keys(&self) -> Option<Sampled> {
        let t = &self.rotation;
        (!t.is_empty()).then(|| nlerp::to_slerp(&t.times, &t.values))
    }

    /// One half of a split rotation: exact where one of R and Q rests, else sampled on all their times.
    fn split_rotation(&self, outer: bool, of: impl Fn(DQuat, DQuat) -> DQuat) -> Option<Sampled> {
        let (r, q) = (&self.rotation, &self.scale_rotation);
        // The inner half does not depend on R.
        let alone = !outer;
        match (r.is_empty(), q.is_empty()) {
            (true, true) => None,
            (false, true) if alone => None,
            (false, true) => {
                let t = r.map(|r| of(r, self.pose.scale_rotation));
                Some(nlerp::to_slerp(&t.times, &t.values))
            }
            (empty, false) if empty || alone => {
                let t = q.map(|q| of(self.pose.rotation, q));
                Some(nlerp::to_slerp(&t.times, &t.values))
            }
            _ => {
                let times = union(&r.times, &q.times);
                Some(nlerp::sample(&times, |t| {
                    let r = r.at(t, turn).unwrap_or(self.pose.rotation);
                    let q = q.at(t, turn).unwrap_or(self.pose.scale_rotation);
                    of(r, q)
                }))
            }
        }
    }
}

/// A straight channel, or a constant one where the pose is not the rest.
fn vector(
    out: &mut Vec<Channel>,
    node: NodeId,
    property: Property,
    track: &Track<[f32; 3]>,
    pose: [f32; 3],
    rest: [f32; 3],
) {
    if track.is_empty() {
        if pose.iter().zip(&rest).any(|(a, b)| (a - b).abs() > 1e-7 * a.abs().max(1.0)) {
            out.push(constant(node, property, pose.to_vec()));
        }
        return;
    }
    out.push(Channel {
        node,
        property,
        interpolation: if track.times.len() == 1 { Interpolation::Step } else { Interpolation::Linear },
        times: track.times.clone(),
        values: track.values.as_flattened().to_vec(),
        extras: Extras::new(),
    });
}

fn rotation(out: &mut Vec<Channel>, node: NodeId, keys: Option<Sampled>, pose: DQuat, rest: [f32; 4]) {
    let Some(keys) = keys else {
        let rest = unit(rest).unwrap_or(DQuat::IDENTITY);
        if nlerp::angle(pose, rest) > 1e-6 {
            out.push(constant(node, Property::Rotation, pose.to_array().map(|v| v as f32).to_vec()));
        }
        return;
    };
    out.push(rotation_channel(node, keys));
}

/// A channel of sampled rotations, inserted keys marked.
pub fn rotation_channel(node: NodeId, keys: Sampled) -> Channel {
    let mut extras = Extras::new();
    if !keys.inserted.is_empty() {
        let mut own = Map::new();
        inserted::mark(&mut own, &keys.inserted, keys.times.len());
        extras.insert(notes::FAMILY.into(), Value::Object(own));
    }
    Channel {
        node,
        property: Property::Rotation,
        interpolation: if keys.times.len() == 1 { Interpolation::Step } else { Interpolation::Linear },
        values: keys.flat(),
        times: keys.times,
        extras,
    }
}

/// A value that holds: the motion's pose, not a key.
pub fn constant(node: NodeId, property: Property, values: Vec<f32>) -> Channel {
    Channel {
        node,
        property,
        interpolation: Interpolation::Step,
        times: vec![0.0],
        values,
        extras: notes::channel::POSE.with(&true),
    }
}
