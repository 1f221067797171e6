//! Rest poses that are only the pose of an animation: Blender writes the pose of the active action as the rest pose.

use super::super::scene::mirror;
use super::super::scene::nodes::{pivot_offset, rotation, scale};
use crate::anark::bsg::GraphNode;
use glam::Quat;
use scene::{Channel, Interpolation, Property, Scene};
use std::collections::HashMap;

/// The channels of a model by their nodes.
pub(super) struct Posed<'a> {
    channels: HashMap<u32, Vec<&'a Channel>>,
}

fn near(a: &[f32], b: &[f32]) -> bool {
    let size = b.iter().fold(1.0_f32, |m, v| m.max(v.abs()));
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-4 * size)
}

/// Rotations have two signs.
fn same(property: Property, a: &[f32], b: &[f32]) -> bool {
    let other: Vec<f32> = b.iter().map(|v| -v).collect();
    near(a, b) || (property == Property::Rotation && near(a, &other))
}

/// The value of the first key.
fn first(channel: &Channel) -> Option<&[f32]> {
    let width = if channel.property == Property::Rotation { 4 } else { 3 };
    let start = if channel.interpolation == Interpolation::CubicSpline { width } else { 0 };
    channel.values.get(start..start + width)
}

impl<'a> Posed<'a> {
    pub fn new(scene: &'a Scene) -> Self {
        let mut channels: HashMap<u32, Vec<&Channel>> = HashMap::new();
        for c in scene.animations.iter().flat_map(|a| &a.channels) {
            channels.entry(c.node.0).or_default().push(c);
        }
        Self { channels }
    }

    /// Whether what differs between a node and its record is where an animation of the node starts.
    pub fn is_posed(&self, scene: &Scene, i: usize, record: &GraphNode) -> bool {
        let (Some(node), Some(channels)) = (scene.nodes.get(i), self.channels.get(&(i as u32))) else {
            return false;
        };
        let (place, offset) = (mirror(record.translation), pivot_offset(record));
        let rest: Vec<f32> = place.iter().zip(offset).map(|(a, b)| a + b).collect();
        let turn = Quat::from_array(rotation(record.rotation).to_array().map(|v| v as f32)).to_array();
        [
            (Property::Translation, node.translation.as_slice(), rest.as_slice()),
            (Property::Rotation, &node.rotation, &turn),
            (Property::Scale, &node.scale, &scale(record)),
        ]
        .into_iter()
        .all(|(property, is, was)| {
            let starts =
                |c: &&&Channel| c.property == property && first(c).is_some_and(|v| same(property, is, v));
            same(property, is, was) || channels.iter().any(|c| starts(&c))
        })
    }
}
