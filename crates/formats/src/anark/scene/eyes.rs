//! Cameras and lights, both ways.
//!
//! | attribute | here | known from |
//! |---|---|---|
//! | `fov` | whole vertical angle, degrees | dumps (25 to 90); that it is the vertical one is assumed |
//! | `clipnear`, `clipfar` | planes | dumps |
//! | `orthographic` | the picture is then as large as the header says, one unit a pixel | dumps; the size is assumed |
//! | `lightdiffuse.r/g/b` | colour, 0–255 | format notes; scale as that of other colours |
//! | `brightness` | intensity, 100 = 1 | assumed |
//! | `outerconeangle` | a spot; whole angle in degrees | assumed |
//! | `linearfade`, `expfade` | not 0: a point light; else it shines alike everywhere: directional | assumed |
//!
//! Both look along +z of BSG space, which is −Z in glTF. Open: everything about lights, because none of 25 real scenes
//! has one; what a file says rides in the extras of the node, and an unedited light comes back as it was.

use super::super::from_scene::compare::Matched;
use super::super::rules::LOST;
use super::nodes::{PlacedNode, Tree};
use super::values;
use super::values::{Values, display, linear};
use crate::anark::bgf::Bgf;
use crate::anark::bsg::NodeType;
use crate::anark::value::ValueType;
use scene::{Camera, Light, LightKind, Projection, Scene};
use std::collections::HashSet;
use wire::Sink;

/// What most known cameras say.
const FOV: f32 = 60.0;
const NEAR: f32 = 5.0;
const FAR: f32 = 5000.0;

/// The size of the picture where no header says it.
const SIZE: [f32; 2] = [1920.0, 1080.0];

/// Gives nodes their cameras and lights.
pub(super) fn add(scene: &mut Scene, tree: &Tree, placed: &[PlacedNode], bgf: Option<&Bgf>) {
    for (item, place) in tree.items.iter().zip(placed) {
        let values = bgf.zip(item.element).and_then(|(bgf, e)| Values::of(bgf, e));
        let (mut eye, mut lamp) = (None, None);
        match item.graph.node_type {
            NodeType::CAMERA => eye = Some(scene.add_camera(camera(&item.name, values, bgf))),
            NodeType::LIGHT => lamp = Some(scene.add_light(light(&item.name, values))),
            _ => continue,
        }
        if let Some(node) = scene.nodes.get_mut(place.node.0 as usize) {
            (node.camera, node.light) = (eye, lamp);
        }
    }
}

fn camera(name: &str, values: Option<Values<'_>>, bgf: Option<&Bgf>) -> Camera {
    let number = |name: &str, default: f32| values.and_then(|v| v.number(name)).unwrap_or(default);
    let size = bgf.map(|b| [b.header.width, b.header.height].map(f32::from));
    let size = size.filter(|s| s.iter().all(|v| *v > 0.0));
    let projection = if values.and_then(|v| v.flag("orthographic")) == Some(true) {
        let [w, h] = size.unwrap_or(SIZE);
        Projection::Orthographic { xmag: w / 2.0, ymag: h / 2.0 }
    } else {
        let yfov = number("fov", FOV).clamp(0.1, 179.0).to_radians();
        Projection::Perspective { yfov, aspect: size.map(|[w, h]| w / h) }
    };
    let near = number("clipnear", NEAR).max(1e-3);
    let far = number("clipfar", FAR);
    Camera { name: name.to_owned(), projection, near, far: Some(if far > near { far } else { near + FAR }) }
}

fn light(name: &str, values: Option<Values<'_>>) -> Light {
    let number = |name: &str| values.and_then(|v| v.number(name));
    let cone = number("outerconeangle").filter(|a| *a > 0.0 && *a <= 180.0);
    let fades = ["linearfade", "expfade"].into_iter().any(|f| number(f).is_some_and(|v| v != 0.0));
    Light {
        name: name.to_owned(),
        kind: match cone {
            Some(angle) => LightKind::Spot { inner: 0.0, outer: angle.to_radians() / 2.0 },
            None if fades => LightKind::Point,
            None => LightKind::Directional,
        },
        color: values.and_then(|v| v.rgb("lightdiffuse")).unwrap_or([1.0; 3]).map(linear),
        intensity: number("brightness").unwrap_or(100.0).max(0.0) / 100.0,
        range: None,
    }
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() <= 1e-4 * a.abs().max(b.abs()).max(1e-3)
}

/// Puts what differs into the BGF.
pub(crate) fn back(out: &mut Bgf, matched: &[Matched<'_>], scenes: [&Scene; 2], sink: &mut Sink) {
    let [original, scene] = scenes;
    for m in matched {
        let cameras = |scene: &'_ Scene, id: Option<scene::CameraId>| {
            id.and_then(|c| scene.cameras.get(c.0 as usize).cloned())
        };
        let lights = |scene: &'_ Scene, id: Option<scene::LightId>| {
            id.and_then(|l| scene.lights.get(l.0 as usize).cloned())
        };
        // Programs leave cameras and lights out by default: what is not there is as it was.
        if let (Some(was), Some(is)) = (cameras(original, m.was.camera), cameras(scene, m.is.camera)) {
            camera_back(out, m.element, &was, &is, sink);
        }
        if let (Some(was), Some(is)) = (lights(original, m.was.light), lights(scene, m.is.light)) {
            light_back(out, m.element, &was, &is, sink);
        }
    }
    let known: HashSet<*const scene::Node> = matched
        .iter()
        .filter(|m| m.was.camera.is_some() || m.was.light.is_some())
        .map(|m| std::ptr::from_ref(m.is))
        .collect();
    let new = |n: &&scene::Node| {
        (n.camera.is_some() || n.light.is_some()) && !known.contains(&std::ptr::from_ref(*n))
    };
    for node in scene.nodes.iter().filter(new) {
        let what = if node.camera.is_some() { "camera" } else { "light" };
        let message =
            format!("{:?} is a new {what}: elements of a BGF cannot be added, only changed", node.name);
        sink.push(&LOST, "", message);
    }
}

fn camera_back(out: &mut Bgf, element: usize, was: &Camera, is: &Camera, sink: &mut Sink) {
    let orthographic = |c: &Camera| matches!(c.projection, Projection::Orthographic { .. });
    if orthographic(was) != orthographic(is) {
        values::set(out, element, "orthographic", ValueType::Bool, u32::from(orthographic(is)));
    }
    match (was.projection, is.projection) {
        (Projection::Perspective { yfov: a, .. }, Projection::Perspective { yfov: b, .. }) if near(a, b) => {}
        (_, Projection::Perspective { yfov, .. }) => {
            values::set_number(out, element, "fov", yfov.to_degrees());
        }
        (Projection::Orthographic { xmag: a, ymag: b }, Projection::Orthographic { xmag: x, ymag: y })
            if (a.max(b) - x.max(y)).abs() > 1e-2 * a.max(b) =>
        {
            let message =
                format!("{:?}: how much an orthographic camera sees is the size of the BGF", is.name);
            sink.push(&LOST, "", message);
        }
        _ => {}
    }
    for (name, was, is) in [("clipnear", Some(was.near), Some(is.near)), ("clipfar", was.far, is.far)] {
        if let (Some(was), Some(is)) = (was, is)
            && !near(was, is)
        {
            values::set_number(out, element, name, is);
        }
    }
}

fn light_back(out: &mut Bgf, element: usize, was: &Light, is: &Light, sink: &mut Sink) {
    if !was.color.iter().zip(is.color).all(|(a, b)| (a - b).abs() <= 1e-3) {
        for (channel, v) in ["r", "g", "b"].into_iter().zip(is.color) {
            values::set_number(out, element, &format!("lightdiffuse.{channel}"), display(v));
        }
    }
    if !near(was.intensity, is.intensity) {
        values::set_number(out, element, "brightness", is.intensity * 100.0);
    }
    match (was.kind, is.kind) {
        (LightKind::Spot { outer: a, .. }, LightKind::Spot { outer: b, .. }) if near(a, b) => {}
        (_, LightKind::Spot { outer, .. }) => {
            values::set_number(out, element, "outerconeangle", outer.to_degrees() * 2.0);
        }
        (a, b) if a != b => {
            let message =
                format!("{:?} is another kind of light now; in the BGF it stays as it was", is.name);
            sink.push(&LOST, "", message);
        }
        _ => {}
    }
}
