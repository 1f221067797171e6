//! Motion.

use super::super::json;
use super::node::Nodes;
use super::{In, extras, no_such};
use crate::codes::CHANNEL_DROPPED;
use crate::{Animation, Channel, Interpolation, Property, Scene};
use serde_json::Value;
use wire::{Error, Result};

/// Reads all animations.
pub fn read(input: &mut In<'_, '_>, scene: &mut Scene, nodes: &Nodes) -> Result<()> {
    for (i, animation) in input.root.animations.iter().enumerate() {
        let made = one(input, animation, nodes, &format!("animations[{i}]"))
            .map_err(|e| e.in_index(i).in_field("animations"))?;
        scene.animations.push(made);
    }
    Ok(())
}

fn one(input: &mut In<'_, '_>, a: &json::Animation, nodes: &Nodes, path: &str) -> Result<Animation> {
    let read = extras::read(a.extras.as_ref(), &[], path, input.sink);
    let kept = read.model.get("channels").and_then(Value::as_object);
    let mut made = Animation { name: a.name.clone(), extras: read.extras, ..Animation::default() };
    for (c, channel) in a.channels.iter().enumerate() {
        let at = |e: Error| e.in_index(c).in_field("channels");
        let Some(mut channel) = one_channel(input, a, channel, nodes).map_err(at)? else {
            let message = format!("{:?} cannot be moved", channel.target.path);
            input.sink.push(&CHANNEL_DROPPED, format!("{path}.channels[{c}]"), message);
            continue;
        };
        if let Some(Value::Object(extras)) = kept.and_then(|k| k.get(&c.to_string())) {
            channel.extras.clone_from(extras);
        }
        made.channels.push(channel);
    }
    Ok(made)
}

fn one_channel(
    input: &In<'_, '_>,
    a: &json::Animation,
    channel: &json::Channel,
    nodes: &Nodes,
) -> Result<Option<Channel>> {
    let Some(index) = channel.target.node else { return Ok(None) };
    let node = nodes.get(index as usize).ok_or_else(|| no_such("node", index, nodes.len()))?;
    let Some(node) = *node else { return Ok(None) };
    let property = match channel.target.path.as_str() {
        "translation" => Property::Translation,
        "rotation" => Property::Rotation,
        "scale" => Property::Scale,
        "weights" => Property::Weights,
        _ => return Ok(None),
    };
    let sampler = a
        .samplers
        .get(channel.sampler as usize)
        .ok_or_else(|| no_such("sampler", channel.sampler, a.samplers.len()).in_field("sampler"))?;
    let interpolation = match sampler.interpolation.as_deref() {
        Some("STEP") => Interpolation::Step,
        Some("CUBICSPLINE") => Interpolation::CubicSpline,
        _ => Interpolation::Linear,
    };
    let in_samplers = |e: Error| e.in_index(channel.sampler as usize).in_field("samplers");
    let times = input.data.floats::<1>(sampler.input).map_err(in_samplers)?.into_flattened();
    let values = match property {
        Property::Translation | Property::Scale => {
            input.data.floats::<3>(sampler.output).map(Vec::into_flattened)
        }
        Property::Rotation => input.data.floats::<4>(sampler.output).map(Vec::into_flattened),
        Property::Weights => input.data.floats::<1>(sampler.output).map(Vec::into_flattened),
    };
    let values = values.map_err(in_samplers)?;
    Ok(Some(Channel { node, property, interpolation, times, values, extras: crate::Extras::new() }))
}
