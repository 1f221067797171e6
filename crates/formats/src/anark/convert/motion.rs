//! Changed animations of a model, back into the BGF they came from.

use super::back::{LOST, family, is_helper};
use super::nodes::UP;
use super::slides::Vector;
use super::{EULER_ORDER, FAMILY, from_base64, mirror};
use crate::anark::bgf::{Bgf, Keyframe};
use crate::anark::bsg::{Bsg, GraphNode};
use crate::anark::companions::Companions;
use crate::{Context, LoadOptions};
use glam::DQuat;
use scene::curves::{euler, inserted};
use scene::{Channel, Interpolation, Memory, Node, Property, Scene};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};
use wire::{Reader, Result, Sink};

/// Puts the animations of a scene that differ from those of a BGF into it.
pub(super) fn with_animations(scene: &Scene, face: Bgf, graph: Bsg, sink: &mut Sink) -> Result<Bgf> {
    let mut out = face.clone();
    let original = {
        let beside = Companions { bgf: Some(face), bsg: Some(graph), dae: None };
        let options = LoadOptions {
            names: scene.nodes.iter().map(|n| n.name.clone()).collect(),
            ..LoadOptions::default()
        };
        let files = Memory::default();
        let cx = Context { files: &files, path: "x", options: &options };
        super::to_scene(&beside, &cx, &mut Sink::new())?
    };
    let by_element = scene.nodes.iter().any(|n| element_index(n).is_some());
    let (labels_now, labels_then) = (labels(scene, by_element), labels(&original, by_element));
    let now = numbered(scene);
    let mut known = HashSet::new();
    for (key, animation) in numbered(&original) {
        let Some(now) = now.get(&key) else { continue };
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
                let mut now = Channel::clone(now);
                // A detour loses the marks of inserted keys; at the same times they are the same keys.
                if near(&now.times, &channel.times) {
                    now.extras.clone_from(&channel.extras);
                }
                put(&mut out, &original, channel, &inserted::dropped(&now, FAMILY), sink);
            }
        }
    }
    for (name, _) in now.keys().filter(|key| !known.contains(*key)) {
        sink.push(&LOST, "", format!("animation {name:?} is in no slide of the BGF"));
    }
    out.recount();
    Ok(out)
}

/// Animations by their name and which one of that name they are.
fn numbered(scene: &Scene) -> BTreeMap<(&str, usize), &scene::Animation> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    scene
        .animations
        .iter()
        .map(|a| {
            let count = seen.entry(a.name.as_str()).or_default();
            *count += 1;
            ((a.name.as_str(), *count), a)
        })
        .collect()
}

fn element_index(node: &Node) -> Option<u64> {
    family(&node.extras)?.get("element")?.get("index")?.as_u64()
}

/// What a node is, so that it is found again in another scene: its element or, where a detour lost that, its name and
/// which one of that name it is; and how many helpers below it that is.
fn labels(scene: &Scene, by_element: bool) -> HashMap<u32, (String, usize)> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut out = HashMap::new();
    for (i, node) in scene.nodes.iter().enumerate().filter(|(_, n)| !is_helper(n)) {
        let count = seen.entry(node.name.as_str()).or_default();
        *count += 1;
        let label = match (by_element, element_index(node)) {
            (true, Some(element)) => format!("element {element}"),
            (true, None) => continue,
            (false, _) => format!("{} {count}", node.name),
        };
        let (mut at, mut above) = (i as u32, 0);
        while out.insert(at, (label.clone(), above)).is_none() {
            let helper = scene.nodes.get(at as usize).and_then(|n| n.parent);
            let helper = helper.filter(|p| scene.node(*p).is_some_and(|n| is_helper(n) && n.name != UP));
            let Some(helper) = helper else { break };
            (at, above) = (helper.0, above + 1);
        }
    }
    out
}

fn near(a: &[f32], b: &[f32]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-5 * a.abs().max(1.0))
}

fn same(a: &Channel, b: &Channel) -> bool {
    a.interpolation == b.interpolation && near(&a.times, &b.times) && near(&a.values, &b.values)
}

/// Writes one channel into the animations it is made of.
fn put(out: &mut Bgf, original: &Scene, channel: &Channel, now: &Channel, sink: &mut Sink) {
    let Some(extras) = family(&channel.extras) else { return };
    let vector = extras.get("vector").and_then(Value::as_str);
    let Some(vector) = Vector::ALL.into_iter().find(|v| Some(v.name()) == vector) else { return };
    let sources: Vec<Option<usize>> = extras
        .get("animations")
        .and_then(Value::as_array)
        .map(|list| list.iter().map(|v| v.as_u64().map(|v| v as usize)).collect())
        .unwrap_or_default();
    let offset = position_offset(original, channel, vector);
    for (axis, source) in sources.iter().enumerate() {
        let keys = axis_keys(now, axis, vector, offset);
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

/// What the pivot adds to a position channel: rest translation minus the record's.
fn position_offset(original: &Scene, channel: &Channel, vector: Vector) -> [f32; 3] {
    if vector != Vector::Position {
        return [0.0; 3];
    }
    let Some(node) = original.node(channel.node) else { return [0.0; 3] };
    let holder = original.nodes.iter().find(|n| {
        n.parent == Some(channel.node) && is_helper(node) && format!("{}#pivot", n.name) == node.name
    });
    let record = family(&holder.unwrap_or(node).extras)
        .and_then(|e| from_base64(e.get("bsg")?.get("record")?.as_str()?))
        .and_then(|bytes| Reader::new(&bytes).get::<GraphNode>().ok());
    match record {
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
    let sign = vector.signs().get(axis).copied().unwrap_or(1.0);
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
    // "None" behind the last key is −1, in degrees where angles are meant.
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
