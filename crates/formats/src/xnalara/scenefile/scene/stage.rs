//! Camera and lights of a scene as glTF has them.
//!
//! Camera: it turns around its target, Ry(horizontal) · Rx(−vertical), and looks along its own −Z from the distance; the
//! angle of view is the horizontal one. Lights: directions without a place; a light of strength 1 shows a white surface
//! white, which is π lux. Depth of shadows, post-processing and surroundings stay in extras.

use super::super::types;
use super::super::types::Contents;
use glam::{Quat, Vec3};
use scene::{Camera, CameraId, Light, LightId, LightKind, Node, NodeKind, Projection, Scene};
use std::f32::consts::{FRAC_PI_2, PI};

/// Width by height of XNALara's window where the scene names none.
const WINDOW: f32 = 4.0 / 3.0;

/// Adds them.
pub fn add(out: &mut Scene, contents: &Contents) {
    camera(out, contents);
    for (i, light) in contents.lights.iter().enumerate() {
        add_light(out, i, light);
    }
}

fn camera(out: &mut Scene, contents: &Contents) {
    let types::Camera { fov, target, distance, horizontal, vertical } = contents.camera;
    let numbers = [fov, distance, horizontal, vertical];
    if !numbers.iter().chain(&target).all(|v| v.is_finite()) || !(1e-3..PI - 1e-3).contains(&fov) {
        return;
    }
    let size = contents.surroundings.as_ref().and_then(|s| s.window.as_ref()).map(|w| w.size);
    let aspect = size.filter(|s| s.iter().all(|v| *v > 0)).map(|[w, h]| w as f32 / h as f32);
    let yfov = 2.0 * ((fov / 2.0).tan() / aspect.unwrap_or(WINDOW)).atan();
    // Straight up or down the program stops a little before.
    let limit = FRAC_PI_2 - 1e-4;
    let turn = Quat::from_rotation_y(horizontal) * Quat::from_rotation_x(-vertical.clamp(-limit, limit));
    let at = Vec3::from(target) + turn * Vec3::Z * distance.max(1e-4);
    out.cameras.push(Camera {
        name: "camera".into(),
        projection: Projection::Perspective { yfov, aspect },
        near: 0.1,
        far: Some(1000.0),
    });
    out.add_node(Node {
        name: "camera".into(),
        kind: NodeKind::Holder,
        translation: at.to_array(),
        rotation: turn.to_array(),
        camera: Some(CameraId(out.cameras.len() as u32 - 1)),
        ..Node::default()
    });
}

fn add_light(out: &mut Scene, index: usize, light: &types::Light) {
    let strength = light.intensity.unwrap_or(1.0);
    let Some(to) = Vec3::from(light.direction).try_normalize().filter(|_| strength.is_finite()) else {
        return;
    };
    let name = format!("light {}", index + 1);
    let [r, g, b] = light.color;
    let [r, g, b, _] = crate::xnalara::scene::colors::linear([r, g, b, 255]);
    out.lights.push(Light {
        name: name.clone(),
        kind: LightKind::Directional,
        color: [r, g, b],
        intensity: strength.max(0.0) * PI,
        range: None,
    });
    out.add_node(Node {
        name,
        kind: NodeKind::Holder,
        rotation: Quat::from_rotation_arc(-Vec3::Z, to).to_array(),
        light: Some(LightId(out.lights.len() as u32 - 1)),
        ..Node::default()
    });
}
