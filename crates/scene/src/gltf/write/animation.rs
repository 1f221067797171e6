//! Animations: times repaired, quaternions unit and continuous, equal data stored once.

use super::super::json;
use super::buffer::Components;
use super::mesh::Meshes;
use super::node::{NodePlan, unit_quaternion};
use super::sanitise::{all_finite, finite_or};
use super::{Out, extras};
use crate::codes::{CHANNEL_DROPPED, KEY_TIMES, NONFINITE};
use crate::{Animation, Channel, Interpolation, Property};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Accessors by content, so that channels with the same times share them.
type Known = HashMap<(&'static str, Vec<u32>), u32>;

/// Writes all animations that still have a channel.
pub fn write(out: &mut Out<'_, '_>, plan: &NodePlan, meshes: &Meshes) {
    if out.scene.animations.is_empty() {
        return;
    }
    let scene = out.scene;
    let mut known = Known::new();
    out.buffers.open();
    for (i, animation) in scene.animations.iter().enumerate() {
        if let Some(made) = one(out, plan, meshes, animation, &format!("animations[{i}]"), &mut known) {
            out.root.animations.push(made);
        }
    }
    out.buffers.close();
}

fn path_of(property: Property) -> &'static str {
    match property {
        Property::Translation => "translation",
        Property::Rotation => "rotation",
        Property::Scale => "scale",
        Property::Weights => "weights",
    }
}

fn one(
    out: &mut Out<'_, '_>,
    plan: &NodePlan,
    meshes: &Meshes,
    animation: &Animation,
    path: &str,
    known: &mut Known,
) -> Option<json::Animation> {
    let first = animation.channels.iter().flat_map(|c| &c.times).filter(|t| t.is_finite());
    let shift = first.fold(0.0f32, |a, t| a.min(*t));
    if shift < 0.0 {
        let message = format!("{:?} starts at {shift} seconds and was moved to 0", animation.name);
        out.sink.push(&KEY_TIMES, path, message);
    }
    let mut order: Vec<(usize, &Channel)> = animation.channels.iter().enumerate().collect();
    order.sort_by_key(|(_, c)| (c.node, path_of(c.property)));
    let mut made = json::Animation { name: animation.name.clone(), ..json::Animation::default() };
    let mut targets = HashSet::new();
    let mut samplers: HashMap<(u32, u32, Interpolation), u32> = HashMap::new();
    let mut channel_extras = Map::new();
    for (c, channel) in order {
        let path = format!("{path}.channels[{c}]");
        let node = match target(out, plan, meshes, channel) {
            Ok(node) if targets.insert((node, path_of(channel.property))) => node,
            Ok(_) => {
                let what = path_of(channel.property);
                let message = format!("node {} has its {what} moved twice", channel.node.0);
                out.sink.push(&CHANNEL_DROPPED, path, message);
                continue;
            }
            Err(why) => {
                out.sink.push(&CHANNEL_DROPPED, path, why);
                continue;
            }
        };
        let width = width(out, channel);
        let Some(keys) = tidy(out, channel, width, -shift, &path) else { continue };
        let (input, output) = accessors(out, channel.property, &keys, known);
        let next = samplers.len() as u32;
        let sampler = *samplers.entry((input, output, keys.interpolation)).or_insert(next);
        if sampler == next {
            let interpolation = match keys.interpolation {
                Interpolation::Step => Some("STEP".into()),
                Interpolation::Linear => None,
                Interpolation::CubicSpline => Some("CUBICSPLINE".into()),
            };
            made.samplers.push(json::AnimationSampler { input, output, interpolation });
        }
        if !channel.extras.is_empty() {
            let value = Value::Object(channel.extras.clone());
            channel_extras.insert(made.channels.len().to_string(), value);
        }
        made.channels.push(json::Channel {
            sampler,
            target: json::Target { node: Some(node), path: path_of(channel.property).into() },
        });
    }
    let mut model = Map::new();
    if !channel_extras.is_empty() {
        model.insert("channels".into(), Value::Object(channel_extras));
    }
    if shift < 0.0 {
        model.insert("timeOffset".into(), serde_json::json!(shift));
    }
    made.extras = extras::write(&animation.extras, model, Map::new());
    (!made.channels.is_empty()).then_some(made)
}

/// The glTF node a channel moves, or why it cannot be written.
fn target(out: &Out<'_, '_>, plan: &NodePlan, meshes: &Meshes, channel: &Channel) -> Result<u32, String> {
    let at = channel.node.0 as usize;
    let (Some(node), Some(shown)) = (out.scene.nodes.get(at), plan.shown_by.get(at)) else {
        return Err(format!("node {at} does not exist"));
    };
    if channel.property != Property::Weights {
        return Ok(channel.node.0);
    }
    let written = plan.shows(at).is_some_and(|u| meshes.index(u).is_some());
    if !written || width(out, channel) == 0 {
        return Err(format!("{:?} has no shape keys to move", node.name));
    }
    Ok(*shown)
}

/// Numbers per key.
fn width(out: &Out<'_, '_>, channel: &Channel) -> usize {
    match channel.property {
        Property::Translation | Property::Scale => 3,
        Property::Rotation => 4,
        Property::Weights => {
            let mesh = out.scene.node(channel.node).and_then(|n| n.mesh);
            mesh.and_then(|m| out.scene.meshes.get(m.0 as usize)).map_or(0, |m| m.targets.len())
        }
    }
}

/// Keys ready for glTF.
struct Keys {
    times: Vec<f32>,
    values: Vec<f32>,
    interpolation: Interpolation,
}

fn tidy(out: &mut Out<'_, '_>, channel: &Channel, width: usize, shift: f32, path: &str) -> Option<Keys> {
    let cubic = channel.interpolation == Interpolation::CubicSpline;
    let stride = width * if cubic { 3 } else { 1 };
    let count = channel.times.len();
    if count == 0 || channel.values.len() != count * stride {
        let message =
            format!("{count} keys need {} numbers, there are {}", count * stride, channel.values.len());
        out.sink.push(&CHANNEL_DROPPED, path, message);
        return None;
    }
    let mut keys = Keys {
        times: channel.times.iter().map(|t| t + shift).collect(),
        values: channel.values.clone(),
        interpolation: channel.interpolation,
    };
    if !all_finite(&keys.values) {
        out.sink.push(&NONFINITE, path, "key values are not finite");
        let default = f32::from(u8::from(channel.property == Property::Scale));
        keys.values.iter_mut().for_each(|v| *v = finite_or(*v, default));
    }
    order_times(out, &mut keys, stride, path)?;
    if cubic && keys.times.len() == 1 {
        keys.values = keys.values.get(width..2 * width).unwrap_or_default().to_vec();
        keys.interpolation = Interpolation::Step;
    }
    if channel.property == Property::Rotation {
        rotations(&mut keys);
    }
    Some(keys)
}

/// Strictly ascending times: sorted, the first of equal ones kept.
fn order_times(out: &mut Out<'_, '_>, keys: &mut Keys, stride: usize, path: &str) -> Option<()> {
    let good = keys.times.is_sorted_by(|a, b| a < b) && all_finite(&keys.times);
    if good {
        return Some(());
    }
    let pairs = keys.times.iter().copied().zip(keys.values.chunks_exact(stride));
    let mut order: Vec<(f32, &[f32])> = pairs.filter(|(t, _)| t.is_finite()).collect();
    order.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    order.dedup_by(|(b, _), (a, _)| a == b);
    let dropped = keys.times.len() - order.len();
    let message = format!("key times are not ascending; {dropped} of {} were left out", keys.times.len());
    out.sink.push(&KEY_TIMES, path, message);
    (keys.times, keys.values) = (
        order.iter().map(|(t, _)| *t).collect(),
        order.iter().flat_map(|(_, values)| *values).copied().collect(),
    );
    (!keys.times.is_empty()).then_some(())
}

/// Unit quaternions; neighbours on the same side so that every client takes the short way.
fn rotations(keys: &mut Keys) {
    let cubic = keys.interpolation == Interpolation::CubicSpline;
    let (stride, at) = if cubic { (12, 4) } else { (4, 0) };
    let mut last: Option<glam::Vec4> = None;
    for key in keys.values.chunks_exact_mut(stride) {
        let Some(value) = key.get_mut(at..).and_then(|k| k.first_chunk_mut::<4>()) else { continue };
        let q = glam::Vec4::from(*value);
        let unit = glam::Vec4::from(unit_quaternion(*value));
        if cubic && unit != q {
            let length = q.length();
            let scale = if length > 0.0 && length.is_finite() { 1.0 / length } else { 0.0 };
            for v in key.iter_mut() {
                *v *= scale;
            }
        }
        if let Some(value) = key.get_mut(at..at + 4) {
            value.copy_from_slice(&unit.to_array());
        }
        let flip = keys.interpolation != Interpolation::Step && last.is_some_and(|l| l.dot(unit) < 0.0);
        if flip {
            for v in key.iter_mut() {
                *v = -*v;
            }
        }
        last = Some(if flip { -unit } else { unit });
    }
}

fn accessors(out: &mut Out<'_, '_>, property: Property, keys: &Keys, known: &mut Known) -> (u32, u32) {
    let bits = |v: &[f32]| v.iter().map(|x| x.to_bits()).collect::<Vec<u32>>();
    let input = *known.entry(("TIME", bits(&keys.times))).or_insert_with(|| {
        let limits = keys.times.first().zip(keys.times.last()).map(|(a, b)| (vec![*a], vec![*b]));
        let data = Cow::Owned(keys.times.clone());
        out.buffers.packed(data, keys.times.len(), &Components::float("SCALAR"), limits)
    });
    let (kind, width) = match property {
        Property::Translation | Property::Scale => ("VEC3", 3),
        Property::Rotation => ("VEC4", 4),
        Property::Weights => ("SCALAR", 1),
    };
    let output = *known.entry((kind, bits(&keys.values))).or_insert_with(|| {
        let data = Cow::Owned(keys.values.clone());
        out.buffers.packed(data, keys.values.len() / width, &Components::float(kind), None)
    });
    (input, output)
}
