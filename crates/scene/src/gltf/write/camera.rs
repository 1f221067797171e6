//! Cameras.

use super::super::json;
use super::Out;
use super::sanitise::finite_or;
use crate::{Camera, Node, Projection};
use std::f32::consts::{FRAC_PI_4, PI};

/// Writes all cameras that there are.
pub fn write(out: &mut Out<'_, '_>) {
    out.root.cameras = out.scene.cameras.iter().map(one).collect();
}

/// The camera a node holds, if it is there.
pub fn of(out: &Out<'_, '_>, node: &Node) -> Option<u32> {
    node.camera.map(|c| c.0).filter(|c| (*c as usize) < out.scene.cameras.len())
}

/// A length that must be more than nothing.
fn positive(v: f32, default: f32) -> f32 {
    if v.is_finite() && v > 0.0 { v } else { default }
}

fn one(camera: &Camera) -> json::Camera {
    let name = camera.name.clone();
    match camera.projection {
        Projection::Perspective { yfov, aspect } => {
            let znear = positive(camera.near, 0.01);
            let perspective = json::Perspective {
                aspect_ratio: aspect.filter(|a| a.is_finite() && *a > 0.0),
                // The validator takes half a turn for a mistake.
                yfov: positive(yfov, FRAC_PI_4).min(PI - 1e-3),
                znear,
                zfar: camera.far.filter(|far| far.is_finite() && *far > znear),
            };
            json::Camera {
                name,
                kind: "perspective".into(),
                perspective: Some(perspective),
                orthographic: None,
            }
        }
        Projection::Orthographic { xmag, ymag } => {
            let znear = finite_or(camera.near, 0.0).max(0.0);
            let far = camera.far.filter(|far| far.is_finite() && *far > znear);
            let orthographic = json::Orthographic {
                xmag: positive(xmag, 1.0),
                ymag: positive(ymag, 1.0),
                znear,
                zfar: far.unwrap_or(znear + 1000.0),
            };
            json::Camera {
                name,
                kind: "orthographic".into(),
                perspective: None,
                orthographic: Some(orthographic),
            }
        }
    }
}
