//! Lights of a component: `omni` and `spot` as lights, `area` and `box` as marked nodes.
//!
//! They stand in `layers/layer/lights` of the component and in `lights` of its parts. Spots shine along their +z, which is
//! turned to glTF's −z. All attributes ride in extras; the XML itself is not changed on the way back.

use super::model::Model;
use super::scene::{mirrored, own};
use crate::egosoft::xml::{ElementId, Xml};
use glam::Quat;
use scene::{Light, LightKind, Node, NodeId, Scene};
use serde_json::{Map, Value, json};

/// Adds the lights of one element below a node.
fn add(scene: &mut Scene, xml: &Xml, lights: ElementId, parent: NodeId) {
    for id in xml.children(lights) {
        let kind = xml.name(id).to_owned();
        let light = match kind.as_str() {
            "omni" | "spot" => Some(scene.add_light(punctual(xml, id, &kind))),
            "area" | "box" => None,
            _ => continue,
        };
        let (translation, mut rotation) = mirrored(&super::model::read_offset(xml, id));
        if kind == "spot" {
            rotation = (Quat::from_array(rotation) * Quat::from_rotation_y(std::f32::consts::PI)).to_array();
        }
        let mut marks: Map<String, Value> =
            xml.attrs(id).filter(|(n, _)| *n != "name").map(|(n, v)| (n.to_owned(), json!(v))).collect();
        if let Some(size) = xml.child(id, "size") {
            marks.insert("size".into(), json!(xml.xyz(size)));
        }
        let name = xml.attr(id, "name").map_or(kind.clone(), |n| n.into_owned());
        let extras = own(json!({"kind": "light", "light": kind, "attributes": marks}));
        scene.add_node(Node {
            name,
            parent: Some(parent),
            translation,
            rotation,
            light,
            extras,
            ..Node::default()
        });
    }
}

/// Lights of the component as a whole.
pub(super) fn of_component(scene: &mut Scene, model: &Model<'_>, root: NodeId) {
    let layers =
        model.xml.child(model.element, "layers").into_iter().flat_map(|l| model.xml.named(l, "layer"));
    for lights in layers.filter_map(|l| model.xml.child(l, "lights")) {
        add(scene, model.xml, lights, root);
    }
}

/// Lights of a part.
pub(super) fn of_part(scene: &mut Scene, model: &Model<'_>, part: ElementId, node: NodeId) {
    if let Some(lights) = model.xml.child(part, "lights") {
        add(scene, model.xml, lights, node);
    }
}

fn punctual(xml: &Xml, id: ElementId, kind: &str) -> Light {
    let number = |name: &str| xml.number(id, name).filter(|v| v.is_finite());
    // Colours are those of pictures.
    let linear = |name: &str| (number(name).unwrap_or(255.0) / 255.0).clamp(0.0, 1.0).powf(2.2);
    // Angles are those of the whole cone, in degrees.
    let angle = |name: &str| number(name).map(|v| (v * 0.5).to_radians());
    let kind = if kind == "spot" {
        let outer = angle("falloff").or_else(|| angle("angle")).unwrap_or(std::f32::consts::FRAC_PI_4);
        LightKind::Spot { inner: angle("hotspot").unwrap_or(0.0), outer }
    } else {
        LightKind::Point
    };
    Light {
        name: xml.attr(id, "name").unwrap_or_default().into_owned(),
        kind,
        color: ["r", "g", "b"].map(linear),
        intensity: number("intensity").unwrap_or(1.0).max(0.0),
        range: number("range").filter(|r| *r > 0.0),
    }
}
