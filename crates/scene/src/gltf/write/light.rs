//! Lights: `KHR_lights_punctual`.

use super::super::json;
use super::Out;
use super::sanitise::finite_or;
use crate::{Light, LightKind, Node};
use std::f32::consts::FRAC_PI_2;

/// Writes all lights that there are.
pub fn write(out: &mut Out<'_, '_>) {
    let lights: Vec<json::Light> = out.scene.lights.iter().map(one).collect();
    if !lights.is_empty() {
        out.used.lights = true;
        out.root.extensions = Some(json::RootExtensions { lights: Some(json::Lights { lights }) });
    }
}

/// The light a node holds, if it is there.
pub fn of(out: &Out<'_, '_>, node: &Node) -> Option<json::LightUse> {
    node.light.filter(|l| (l.0 as usize) < out.scene.lights.len()).map(|l| json::LightUse { light: l.0 })
}

fn one(light: &Light) -> json::Light {
    let (kind, spot) = match light.kind {
        LightKind::Point => ("point", None),
        LightKind::Directional => ("directional", None),
        LightKind::Spot { inner, outer } => {
            // The inner angle must be smaller, the outer one no more than a right angle.
            let outer = finite_or(outer, FRAC_PI_2 / 2.0).clamp(1e-3, FRAC_PI_2);
            let inner = finite_or(inner, 0.0).clamp(0.0, outer * 0.999);
            ("spot", Some(json::Spot { inner_cone_angle: Some(inner), outer_cone_angle: Some(outer) }))
        }
    };
    json::Light {
        name: light.name.clone(),
        kind: kind.into(),
        color: Some(light.color.map(|c| finite_or(c, 1.0).clamp(0.0, 1.0))),
        intensity: Some(finite_or(light.intensity, 1.0).max(0.0)),
        range: light.range.filter(|r| r.is_finite() && *r > 0.0),
        spot,
    }
}
