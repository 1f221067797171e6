//! What changed in a model, back into the BGF it came from.

use super::super::rules::LOST;
use super::super::scene::nodes::axes;
use super::super::scene::slides::Vector;
use super::super::scene::{EULER_ORDER, eyes, looks, mirror, text};
use super::compare::{compare_nodes, labels, matched};
use super::{MadeGraph, is_helper};
use crate::anark::bgf::{Bgf, Keyframe};
use crate::anark::companions::Companions;
use crate::anark::notes::{self, FAMILY};
use crate::anark::value::ValueType;
use crate::{Context, LoadOptions};
use glam::DQuat;
use scene::curves::{euler, inserted};
use scene::{Channel, Interpolation, Memory, Property, Scene};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use wire::{Result, Sink};

/// Puts what differs in a scene into the BGF it came from: places, parents, ids and animations.
pub(super) fn with_scene(scene: &Scene, face: Bgf, made: &MadeGraph, sink: &mut Sink) -> Result<Bgf> {
    let mut out = face.clone();
    // A model of elements alone has no graph.
    let alone = scene.nodes.iter().any(|n| notes::node::ELEMENT.is_in(&n.extras))
        && !scene.nodes.iter().any(|n| notes::node::GRAPH.is_in(&n.extras));
    let original = {
        let companions = Companions { bgf: Some(face), bsg: (!alone).then(|| made.bsg.clone()), dae: None };
        let options = LoadOptions {
            names: scene.nodes.iter().map(|n| n.name.clone()).collect(),
            ..LoadOptions::default()
        };
        let files = Memory::default();
        let cx = Context { files: &files, path: "x", options: &options };
        super::super::scene::to_scene(&companions, &cx, &mut Sink::new())?
    };
    if !alone {
        places(&mut out, made, sink);
    }
    let then_ids: HashMap<usize, u32> = original
        .nodes
        .iter()
        .enumerate()
        .filter_map(|(i, n)| Some((i, notes::node::GRAPH.get(&n.extras)?.id)))
        .collect();
    let now_ids = if alone { HashMap::new() } else { made.ids.clone() };
    let (labels_now, labels_then) = (labels(scene, &now_ids, &out), labels(&original, &then_ids, &out));
    compare_nodes(scene, &original, &labels_now, &labels_then, alone, sink);
    let matched = matched(scene, &original, &labels_now, &labels_then);
    eyes::back(&mut out, &matched, [&original, scene], sink);
    text::back(&mut out, &matched);
    looks::back(&mut out, scene);
    let now = numbered(scene);
    let mut known = HashSet::new();
    for (key, animation) in numbered(&original) {
        let Some(now) = now.get(&key) else {
            sink.push(&LOST, "", format!("animation {:?} is not in the model; in the BGF it stays", key.0));
            continue;
        };
        known.insert(key);
        let mut by_target: HashMap<_, &Channel> = HashMap::new();
        for c in &now.channels {
            if let Some(label) = labels_now.get(&c.node.0) {
                by_target.entry((label, c.property)).or_insert(c);
            }
        }
        for channel in &animation.channels {
            let label = labels_then.get(&channel.node.0);
            let changed = label
                .and_then(|label| by_target.get(&(label, channel.property)))
                .filter(|c| !same(channel, c));
            if let Some(now) = changed {
                put(&mut out, &original, channel, now, sink);
            }
        }
    }
    for (name, _) in now.keys().filter(|key| !known.contains(*key)) {
        sink.push(&LOST, "", format!("animation {name:?} is in no slide of the BGF"));
    }
    out.recount();
    let ids = || made.bsg.nodes.list.iter().map(|n| n.scene_item_id);
    if !alone {
        out.header.highest_id = ids().fold(out.header.highest_id, u32::max);
    }
    Ok(out)
}

/// Transforms, parents and ids of elements whose nodes changed.
fn places(out: &mut Bgf, made: &MadeGraph, sink: &mut Sink) {
    let by_id = out.elements_by_id();
    for (before, after) in &made.moved {
        let element = by_id.get(&after.scene_item_id).and_then(|e| out.elements.list.get_mut(*e));
        let Some(element) = element else { continue };
        for (vector, before, after) in [
            (Vector::Position, before.translation, after.translation),
            (Vector::Rotation, before.rotation, after.rotation),
            (Vector::Scale, before.scale, after.scale),
        ] {
            for ((name, before), after) in axes(vector.name()).into_iter().zip(before).zip(after) {
                let attribute = element.attributes.iter_mut().find(|a| a.name() == name);
                // Where the element says something else than the node, it stays with that.
                if let Some(a) = attribute
                    && before != after
                    && a.ty() == ValueType::Float
                    && (f32::from_bits(a.value) - before).abs() <= 1e-4 * before.abs().max(1.0)
                {
                    a.value = after.to_bits();
                }
            }
        }
    }
    for (id, parent) in &made.rehung {
        let Some(e) = by_id.get(id).copied() else { continue };
        let above = parent.map(|p| by_id.get(&p).copied());
        match (above, out.elements.list.get_mut(e)) {
            (None, Some(element)) => element.parent = -1,
            (Some(Some(above)), Some(element)) if above < e => element.parent = above as i32,
            _ => {
                let message = format!(
                    "element {e} has another parent in the model; in the BGF it keeps its own, since parents come first there"
                );
                sink.push(&LOST, "", message);
            }
        }
    }
    if made.cut {
        let bsg = &made.bsg;
        let there: HashSet<u32> = bsg
            .nodes
            .list
            .iter()
            .map(|n| n.scene_item_id)
            .chain(bsg.assets.list.iter().map(|a| a.scene_item_id))
            .collect();
        for (i, e) in out.elements.list.iter_mut().enumerate() {
            if e.scene_item_id != 0 && !there.contains(&e.scene_item_id) {
                let message = format!("element {i} has no node any more: it stays without one, its id is 0");
                sink.push(&LOST, "", message);
                e.scene_item_id = 0;
            }
        }
    }
}

/// Animations by their name and which one of that name they are. Those without channels glTF does not keep.
fn numbered(scene: &Scene) -> BTreeMap<(&str, usize), &scene::Animation> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    scene
        .animations
        .iter()
        .filter(|a| !a.channels.is_empty())
        .map(|a| {
            let count = seen.entry(a.name.as_str()).or_default();
            *count += 1;
            ((a.name.as_str(), *count), a)
        })
        .collect()
}

pub(super) fn near(a: &[f32], b: &[f32]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-5 * a.abs().max(1.0))
}

fn same(a: &Channel, b: &Channel) -> bool {
    a.interpolation == b.interpolation && near(&a.times, &b.times) && near(&a.values, &b.values)
}

/// Whether some axes of a channel are only those of the original at other times: Blender writes a key per frame, and
/// stops at the last whole frame.
fn resampled(original: &Channel, now: &Channel, axes: Range<usize>) -> bool {
    /// Blender's frames are 1/24 s long.
    const FRAME: f32 = 0.05;
    let ends = |c: &Channel| Some((*c.times.first()?, *c.times.last()?));
    let (Some(then), Some(there)) = (ends(original), ends(now)) else { return false };
    let steps = || now.times.windows(2).filter_map(|w| Some(w.get(1)? - w.first()?));
    let even = steps().fold(f32::MIN, f32::max) - steps().fold(f32::MAX, f32::min) < 1e-3;
    // Keys at the old times were meant, and so were a few here and there.
    let edited = near(&original.times, &now.times);
    let by_frame = even && now.times.len() > 2 && now.interpolation == Interpolation::Linear;
    let ends_fit = (then.0 - there.0).abs() <= FRAME && (then.1 - there.1).abs() <= FRAME;
    let comparable = edited || (by_frame && ends_fit);
    if !comparable {
        return false;
    }
    let width = if original.property == Property::Rotation { 4 } else { 3 };
    let part = |row: Vec<f32>| row.get(axes.clone()).unwrap_or_default().to_vec();
    let keys: Vec<Vec<f32>> = (0..original.times.len()).map(|i| part(value(original, width, i, 1))).collect();
    let all = || keys.iter().flatten().copied();
    let travel = all().fold(f32::MIN, f32::max) - all().fold(f32::MAX, f32::min);
    let allowed = if edited { 1e-5 } else { 2e-3 * travel + 1e-5 };
    (0..now.times.len()).all(|i| {
        let is = part(value(now, width, i, 1));
        let was = part(at(original, width, now.times.get(i).copied().unwrap_or(0.0)));
        let off = |sign: f32| is.iter().zip(&was).map(|(a, b)| (a - sign * b).abs()).fold(0.0, f32::max);
        let off = if width == 4 { off(1.0).min(off(-1.0)) } else { off(1.0) };
        off <= allowed * if width == 4 { 1.0 } else { was.iter().fold(1.0, |m: f32, v| m.max(v.abs())) }
    })
}

/// In-slope (0), value (1) or out-slope (2) of a key.
fn value(c: &Channel, width: usize, key: usize, part: usize) -> Vec<f32> {
    let cubic = c.interpolation == Interpolation::CubicSpline;
    let at = if cubic { (3 * key + part) * width } else { key * width };
    c.values.get(at..at + width).unwrap_or_default().to_vec()
}

/// A channel at a time; straight lines do for the short steps of rotations.
pub(in crate::anark) fn at(c: &Channel, width: usize, time: f32) -> Vec<f32> {
    let next = c.times.partition_point(|t| *t <= time);
    let (Some(i), Some(t1)) = (next.checked_sub(1), c.times.get(next)) else {
        return value(c, width, next.saturating_sub(1), 1);
    };
    let t0 = c.times.get(i).copied().unwrap_or(0.0);
    let (dt, s) = (t1 - t0, (time - t0) / (t1 - t0));
    let (a, b) = (value(c, width, i, 1), value(c, width, next, 1));
    let mix = |a: &[f32], b: &[f32], x: f32, y: f32| -> Vec<f32> {
        a.iter().zip(b).map(|(a, b)| a * x + b * y).collect()
    };
    match c.interpolation {
        Interpolation::Step => a,
        Interpolation::Linear => mix(&a, &b, 1.0 - s, s),
        Interpolation::CubicSpline => {
            let (s2, s3) = (s * s, s * s * s);
            let values = mix(&a, &b, 2.0 * s3 - 3.0 * s2 + 1.0, 3.0 * s2 - 2.0 * s3);
            let (out, back) = (value(c, width, i, 2), value(c, width, next, 0));
            let slopes = mix(&out, &back, (s3 - 2.0 * s2 + s) * dt, (s3 - s2) * dt);
            mix(&values, &slopes, 1.0, 1.0)
        }
    }
}

/// Writes one channel into the animations it is made of. An axis that is as it was stays as it is in the file.
fn put(out: &mut Bgf, original: &Scene, channel: &Channel, now: &Channel, sink: &mut Sink) {
    let mut now = now.clone();
    let mut edited: Vec<bool> = Vec::new();
    // A detour loses the marks of inserted keys; at the same times they are the same keys.
    if near(&now.times, &channel.times) {
        now.extras.clone_from(&channel.extras);
        let width = |c: &Channel| c.values.len() / c.times.len().max(1);
        let value = |c: &Channel| -> Vec<f32> {
            let (width, cubic) = (width(c), c.interpolation == Interpolation::CubicSpline);
            let part = if cubic { width / 3..2 * width / 3 } else { 0..width };
            let rows = c.values.chunks_exact(width.max(1));
            rows.flat_map(|r| r.get(part.clone()).unwrap_or_default().to_vec()).collect()
        };
        let (a, b) = (value(channel), value(&now));
        let per_key = (a.len() / channel.times.len().max(1)).max(1);
        edited = a.chunks(per_key).zip(b.chunks(per_key)).map(|(a, b)| !near(a, b)).collect();
    }
    let turns = channel.property == Property::Rotation;
    if turns && resampled(channel, &now, 0..4) {
        return;
    }
    let sampled: Vec<bool> =
        (0..3).map(|a| !near(&now.times, &channel.times) && resampled(channel, &now, a..a + 1)).collect();
    let was = &*inserted::dropped(channel, FAMILY);
    let mut now =
        inserted::dropped_unless(&now, FAMILY, |i| edited.get(i).copied().unwrap_or(false)).into_owned();
    now.extras.clone_from(&channel.extras);
    let now = &now;
    let vector = notes::channel::VECTOR.get(&channel.extras);
    let Some(vector) = Vector::ALL.into_iter().find(|v| Some(v.name()) == vector.as_deref()) else { return };
    let sources = notes::channel::ANIMATIONS.get(&channel.extras).unwrap_or_default();
    let offset = position_offset(original, channel, vector);
    for (axis, source) in sources.iter().enumerate() {
        let keys = axis_keys(now, axis, vector, offset);
        let unchanged = || alike(&keys, &axis_keys(was, axis, vector, offset));
        if !turns && (sampled.get(axis) == Some(&true) || unchanged()) {
            continue;
        }
        let moves = keys.windows(2).any(|w| matches!(w, [a, b] if (a.value - b.value).abs() > 1e-5));
        match source.and_then(|i| out.animations.list.get_mut(i)) {
            Some(animation) => animation.keyframes = keys,
            None if moves => {
                let name = original.node(channel.node).map(|n| n.name.clone()).unwrap_or_default();
                let message = format!(
                    "{name}: {}.{} is not animated in the BGF",
                    vector.name(),
                    ["x", "y", "z"].get(axis).unwrap_or(&"?")
                );
                sink.push(&LOST, "", message);
            }
            None => {}
        }
    }
}

/// Whether keys say the same; inner values, which a detour computes anew, less exactly.
fn alike(a: &[Keyframe], b: &[Keyframe]) -> bool {
    let all = || b.iter().flat_map(|k| [k.value, k.p1, k.p2]);
    let reach = all().fold(f32::MIN, f32::max) - all().fold(f32::MAX, f32::min);
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| {
            a.time_ms == b.time_ms
                && near(&[a.value], &[b.value])
                && (a.p1 - b.p1).abs().max((a.p2 - b.p2).abs()) <= 2e-3 * reach
        })
}

/// What the pivot adds to a position channel: rest translation minus the record's.
fn position_offset(original: &Scene, channel: &Channel, vector: Vector) -> [f32; 3] {
    if vector != Vector::Position {
        return [0.0; 3];
    }
    let Some(node) = original.node(channel.node) else { return [0.0; 3] };
    let holder = original.nodes.iter().find(|n| {
        n.parent == Some(channel.node) && is_helper(node) && format!("{}#pivot", n.name) == node.name
    });
    match notes::node::GRAPH.get(&holder.unwrap_or(node).extras).and_then(|g| g.graph()) {
        Some(r) => {
            let t = mirror(r.translation);
            std::array::from_fn(|i| {
                node.translation.get(i).copied().unwrap_or(0.0) - t.get(i).copied().unwrap_or(0.0)
            })
        }
        None => [0.0; 3],
    }
}

/// One axis of a channel as keys of a BGF.
fn axis_keys(channel: &Channel, axis: usize, vector: Vector, offset: [f32; 3]) -> Vec<Keyframe> {
    let inverted = notes::channel::INVERT_Y.marks(&channel.extras);
    let sign = vector.signs(inverted).get(axis).copied().unwrap_or(1.0);
    let offset = offset.get(axis).copied().unwrap_or(0.0);
    let back = |v: f32| sign * (v - offset);
    let rows = rows(channel, axis);
    let mut out: Vec<Keyframe> = Vec::new();
    for (i, (time, [_, value, slope])) in rows.iter().enumerate() {
        let time_ms = (f64::from(*time) * 1000.0).round().max(0.0) as u32;
        // Two keys within a millisecond: the later one counts.
        if out.last().is_some_and(|k| k.time_ms >= time_ms) {
            out.pop();
        }
        let (p1, p2) = match rows.get(i + 1) {
            Some((next, [arrive, end, _])) => {
                let dt = next - time;
                match channel.interpolation {
                    Interpolation::CubicSpline => (value + slope * dt / 3.0, end - arrive * dt / 3.0),
                    Interpolation::Linear => (value + (end - value) / 3.0, value + (end - value) * 2.0 / 3.0),
                    Interpolation::Step => (*value, *value),
                }
            }
            None => (0.0, 0.0),
        };
        out.push(Keyframe {
            time_ms,
            value: back(*value),
            p1: back(p1),
            p2: back(p2),
            ..Keyframe::default()
        });
        if channel.interpolation == Interpolation::Step
            && let Some((next, _)) = rows.get(i + 1)
        {
            let before = ((f64::from(*next) * 1000.0).round() as u32).saturating_sub(1);
            if before > time_ms {
                let v = back(*value);
                out.push(Keyframe { time_ms: before, value: v, p1: v, p2: v, ..Keyframe::default() });
            }
        }
    }
    // "None" after the last key is −1, in degrees where angles are meant.
    let none = if vector == Vector::Rotation { -1.0_f32.to_radians() } else { -1.0 };
    if let Some(last) = out.last_mut() {
        (last.p1, last.p2) = (none, none);
    }
    out.truncate(usize::from(u16::MAX));
    out
}

/// Time, and in-slope, value and out-slope of one axis.
fn rows(channel: &Channel, axis: usize) -> Vec<(f32, [f32; 3])> {
    if channel.property == Property::Rotation {
        let mut near = [0.0; 3];
        let (width, at) = if channel.interpolation == Interpolation::CubicSpline { (12, 4) } else { (4, 0) };
        return channel
            .times
            .iter()
            .zip(channel.values.chunks_exact(width))
            .map(|(time, row)| {
                let q = row
                    .get(at..at + 4)
                    .and_then(|q| <[f32; 4]>::try_from(q).ok())
                    .unwrap_or([0.0, 0.0, 0.0, 1.0]);
                let q = DQuat::from_array(q.map(f64::from));
                let q = if q.length_squared() > 1e-12 { q.normalize() } else { DQuat::IDENTITY };
                near = euler::angles(q, EULER_ORDER, near);
                (*time, [0.0, near.get(axis).copied().unwrap_or(0.0) as f32, 0.0])
            })
            .collect();
    }
    let cubic = channel.interpolation == Interpolation::CubicSpline;
    let width = if cubic { 9 } else { 3 };
    channel
        .times
        .iter()
        .zip(channel.values.chunks_exact(width))
        .map(|(time, row)| {
            let get = |i: usize| row.get(i).copied().unwrap_or(0.0);
            let values =
                if cubic { [get(axis), get(axis + 3), get(axis + 6)] } else { [0.0, get(axis), 0.0] };
            (*time, values)
        })
        .collect()
}
