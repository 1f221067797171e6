//! Another unit of length.

use crate::{Projection, Property, Scene};

/// Multiplies every length: positions, morphs, node and key translations, inverse binds, what
/// cameras see and how far lights reach.
pub fn scale(scene: &mut Scene, factor: f32) {
    let all = |list: &mut [[f32; 3]]| {
        for v in list.as_flattened_mut() {
            *v *= factor;
        }
    };
    for mesh in &mut scene.meshes {
        all(&mut mesh.positions);
        for target in &mut mesh.targets {
            all(&mut target.positions);
        }
    }
    for node in &mut scene.nodes {
        all(std::slice::from_mut(&mut node.translation));
    }
    for range in scene.lights.iter_mut().filter_map(|l| l.range.as_mut()) {
        *range *= factor;
    }
    for camera in &mut scene.cameras {
        camera.near *= factor;
        camera.far = camera.far.map(|far| far * factor);
        if let Projection::Orthographic { xmag, ymag } = &mut camera.projection {
            *xmag *= factor;
            *ymag *= factor;
        }
    }
    for matrix in scene.skins.iter_mut().flat_map(|s| &mut s.inverse_binds) {
        for v in &mut matrix[12..15] {
            *v *= factor;
        }
    }
    let channels = scene.animations.iter_mut().flat_map(|a| &mut a.channels);
    for channel in channels.filter(|c| c.property == Property::Translation) {
        for v in &mut channel.values {
            *v *= factor;
        }
    }
}
