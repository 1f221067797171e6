//! Animations.

use super::At;
use pyo3::prelude::*;
use scene::{Animation, Channel, Interpolation, NodeId, Property};

const PATHS: [(&str, Property); 4] = [
    ("translation", Property::Translation),
    ("rotation", Property::Rotation),
    ("scale", Property::Scale),
    ("weights", Property::Weights),
];

const INTERPOLATIONS: [(&str, Interpolation); 3] = [
    ("step", Interpolation::Step),
    ("linear", Interpolation::Linear),
    ("cubicspline", Interpolation::CubicSpline),
];

/// An animation; `targets`: how many morph targets the mesh of each node has.
pub fn animation(at: &At<'_>, targets: &[usize]) -> PyResult<Animation> {
    Ok(Animation {
        name: at.value("name")?,
        channels: at.list("channels", |c| channel(c, targets))?,
        extras: at.extras()?,
    })
}

fn channel(at: &At<'_>, targets: &[usize]) -> PyResult<Channel> {
    let node = at.index("node", targets.len(), "nodes")?.ok_or_else(|| at.bad("a channel needs a node"))?;
    let property = at.choice("path", &PATHS)?;
    let interpolation = at.choice("interpolation", &INTERPOLATIONS)?;
    let times: Vec<f32> = at.flat("times")?;
    let ascending = times.is_sorted_by(|a, b| a < b) && times.first().is_none_or(|t| *t >= 0.0);
    if at.strict && !ascending {
        return Err(at.get("times")?.bad("must be strictly ascending and not negative"));
    }
    let width = match property {
        Property::Translation | Property::Scale => 3,
        Property::Rotation => 4,
        Property::Weights => targets.get(node as usize).copied().unwrap_or(0),
    };
    let spline = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
    let field = at.get("values")?;
    let (values, shape) = field.scalars::<f32>()?;
    if values.len() != times.len() * width * spline {
        let want = if spline == 3 {
            format!("({}, 3, {width})", times.len())
        } else {
            format!("({}, {width})", times.len())
        };
        return Err(field.bad(format!("the shape must be {want}, not {shape:?}")));
    }
    Ok(Channel { node: NodeId(node), property, interpolation, times, values, extras: at.extras()? })
}
