//! One moment of a motion.

use crate::{Animation, Channel, Interpolation, Node, Property};
use glam::{Quat, Vec4};

/// Puts nodes where a motion has them at a time; before its first and after its last key it holds.
pub fn stand(nodes: &mut [Node], animation: &Animation, seconds: f32) {
    for channel in &animation.channels {
        let Some(node) = nodes.get_mut(channel.node.0 as usize) else { continue };
        let Some(value) = value(channel, seconds) else { continue };
        match channel.property {
            Property::Translation => node.translation = value.truncate().to_array(),
            Property::Rotation => node.rotation = value.normalize_or(Vec4::W).to_array(),
            Property::Scale => node.scale = value.truncate().to_array(),
            Property::Weights => {}
        }
    }
}

/// All times at which something has a key, ascending. Keys less than a hundredth of a second apart are one.
pub fn key_times(animation: &Animation) -> Vec<f32> {
    let mut times: Vec<f32> =
        animation.channels.iter().flat_map(|c| &c.times).copied().filter(|t| t.is_finite()).collect();
    times.sort_by(f32::total_cmp);
    times.dedup_by(|b, a| *b - *a < 0.01);
    times
}

fn value(channel: &Channel, seconds: f32) -> Option<Vec4> {
    let width = match channel.property {
        Property::Translation | Property::Scale => 3,
        Property::Rotation => 4,
        Property::Weights => return None,
    };
    let cubic = channel.interpolation == Interpolation::CubicSpline;
    let per_key = if cubic { 3 * width } else { width };
    // The parts of a cubic key: tangent in, value, tangent out.
    let part = |key: usize, which: usize| {
        let from = key * per_key + if cubic { which * width } else { 0 };
        let v = channel.values.get(from..from + width)?;
        Some(Vec4::new(*v.first()?, *v.get(1)?, *v.get(2)?, v.get(3).copied().unwrap_or(0.0)))
    };
    let after = channel.times.partition_point(|t| *t <= seconds);
    if after == 0 || after == channel.times.len() {
        return part(after.saturating_sub(1), 1);
    }
    let (t0, t1) = (*channel.times.get(after - 1)?, *channel.times.get(after)?);
    let dt = t1 - t0;
    let u = if dt > 0.0 { (seconds - t0) / dt } else { 0.0 };
    let (a, b) = (part(after - 1, 1)?, part(after, 1)?);
    Some(match channel.interpolation {
        Interpolation::Step => a,
        Interpolation::Linear if width == 4 => Vec4::from(Quat::from_vec4(a).slerp(Quat::from_vec4(b), u)),
        Interpolation::Linear => a.lerp(b, u),
        Interpolation::CubicSpline => {
            let (out, into) = (part(after - 1, 2)?, part(after, 0)?);
            let (u2, u3) = (u * u, u * u * u);
            a * (2.0 * u3 - 3.0 * u2 + 1.0)
                + out * ((u3 - 2.0 * u2 + u) * dt)
                + b * (3.0 * u2 - 2.0 * u3)
                + into * ((u3 - u2) * dt)
        }
    })
}
