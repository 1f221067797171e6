//! Both halves of a split node put together: programs that key everything key both of them.

use super::super::scene::tracks::{Track, lerp3, turn, union};
use crate::emfx::from_scene::curve;
use crate::emfx::from_scene::curve::Curve;
use crate::emfx::maths::{Local, uniform_within, vec};
use glam::{DQuat, DVec3};
use scene::{Channel, Extras, Interpolation, Property};

/// What is noise in the inner half, as a share of the model's lengths or of 1.
const NOISE: f64 = 1e-5;

/// Channels of both halves of a node.
#[derive(Default, Clone, Copy)]
pub struct Pair<'a> {
    /// Translation, rotation and scale of the outer half.
    pub outer: [Option<&'a Channel>; 3],
    /// Those of the inner half.
    pub inner: [Option<&'a Channel>; 3],
}

/// Translation and scale of the whole node where the inner half has some of its own; `None` where it has none.
pub struct Joined {
    /// T(outer) + R(outer)·S(outer)·T(inner).
    pub position: Option<Channel>,
    /// S(outer) times the inner scale, which must be uniform.
    pub scale: Option<Channel>,
    /// Whether an inner scale is not uniform and was left out.
    pub sheared: bool,
}

/// Puts translations and scales of a pair together.
pub fn join(rest: &Local, pair: Pair<'_>) -> Joined {
    let [position, rotation, scale] = pair.outer;
    let [inner_position, _, inner_scale] = pair.inner;
    let vectors = |c: Option<&Channel>| c.map(track).unwrap_or_default();
    let (t, s) = (vectors(position), vectors(scale));
    let (ti, si) = (vectors(inner_position), vectors(inner_scale));
    let size = t.values.iter().chain([&rest.translation]).map(|v| vec(*v).length()).fold(1e-3, f64::max);
    let moved = ti.values.iter().any(|v| vec(*v).length() > NOISE * size);
    let grown = si.values.iter().any(|v| (vec(*v) - DVec3::ONE).length() > 10.0 * NOISE);
    let sheared = grown && !si.values.iter().all(|v| uniform_within(*v, 1e-4));
    let outer_rotation = rest.halves().0;
    let r = rotation.map(|c| {
        let Curve { times, values } = curve::rotations(c);
        Track { times, values }
    });
    let r: Track<DQuat> = r.unwrap_or_default();
    let scale_at = |at: f64| s.at(at, lerp3).unwrap_or(rest.scale);
    let position = moved.then(|| {
        let times = union(&union(&t.times, &ti.times), &union(&r.times, &s.times));
        let value = |time: &f32| {
            let at = f64::from(*time);
            let own = vec(ti.at(at, lerp3).unwrap_or_default()) * vec(scale_at(at));
            let turned = r.at(at, turn).unwrap_or(outer_rotation) * own;
            (vec(t.at(at, lerp3).unwrap_or(rest.translation)) + turned).as_vec3().to_array()
        };
        let values = times.iter().flat_map(value).collect();
        channel(Property::Translation, times, values)
    });
    let scale = (grown && !sheared).then(|| {
        let times = union(&s.times, &si.times);
        let value = |time: &f32| {
            let at = f64::from(*time);
            let [k, ..] = si.at(at, lerp3).unwrap_or([1.0; 3]);
            scale_at(at).map(|v| v * k)
        };
        let values = times.iter().flat_map(value).collect();
        channel(Property::Scale, times, values)
    });
    Joined { position, scale, sheared }
}

fn track(c: &Channel) -> Track<[f32; 3]> {
    let Curve { times, values } = curve::vectors(c);
    Track { times, values }
}

fn channel(property: Property, times: Vec<f32>, values: Vec<f32>) -> Channel {
    let interpolation = if times.len() == 1 { Interpolation::Step } else { Interpolation::Linear };
    Channel { node: scene::NodeId(0), property, interpolation, times, values, extras: Extras::new() }
}
