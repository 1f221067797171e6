//! Lights of a component: `omni` and `spot` as lights, `area` and `box` as marked nodes.
//!
//! They stand in `layers/layer/lights` of the component and in `lights` of its parts. Spots shine along their +z, which is
//! turned to glTF's −z. All attributes ride in extras. Back in the XML a light that was moved is moved; one that is not in
//! the scene stays, because most programs write none unless asked to.

use super::super::from_scene::{Objects, Place};
use super::super::types::Model;
use super::mirrored;
use crate::egosoft::notes::{self, Kind};
use crate::egosoft::xml::{ElementId, Xml};
use glam::{Quat, Vec3};
use scene::{Light, LightKind, Node, NodeId, Scene};
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// Adds the lights of one element below a node.
fn add(scene: &mut Scene, xml: &Xml, lights: ElementId, parent: NodeId) {
    for id in xml.children(lights) {
        let kind = xml.name(id).to_owned();
        let light = match kind.as_str() {
            "omni" | "spot" => Some(scene.add_light(punctual(xml, id, &kind))),
            "area" | "box" => None,
            _ => continue,
        };
        let (translation, mut rotation) = mirrored(&super::super::types::read_offset(xml, id));
        if kind == "spot" {
            rotation = (Quat::from_array(rotation) * Quat::from_rotation_y(std::f32::consts::PI)).to_array();
        }
        let mut marks: Map<String, Value> =
            xml.attrs(id).filter(|(n, _)| *n != "name").map(|(n, v)| (n.to_owned(), json!(v))).collect();
        if let Some(size) = xml.child(id, "size") {
            marks.insert("size".into(), json!(xml.xyz(size)));
        }
        let name = xml.attr(id, "name").map_or(kind.clone(), |n| n.into_owned());
        let mut extras = notes::node::KIND.with(&Kind::Light);
        notes::light::LIGHT.put(&mut extras, &kind);
        notes::light::ATTRIBUTES.put(&mut extras, &marks);
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
pub(crate) fn of_component(scene: &mut Scene, model: &Model<'_>, root: NodeId) {
    let layers =
        model.xml.child(model.element, "layers").into_iter().flat_map(|l| model.xml.named(l, "layer"));
    for lights in layers.filter_map(|l| model.xml.child(l, "lights")) {
        add(scene, model.xml, lights, root);
    }
}

/// Lights of a part.
pub(crate) fn of_part(scene: &mut Scene, model: &Model<'_>, part: ElementId, node: NodeId) {
    if let Some(lights) = model.xml.child(part, "lights") {
        add(scene, model.xml, lights, node);
    }
}

/// Elements of lights, with the part they belong to.
fn elements(model: &Model<'_>) -> Vec<(ElementId, Option<String>)> {
    let xml = model.xml;
    let layers = xml.child(model.element, "layers").into_iter().flat_map(|l| xml.named(l, "layer"));
    let mut lists: Vec<(ElementId, Option<String>)> =
        layers.filter_map(|l| xml.child(l, "lights")).map(|l| (l, None)).collect();
    for part in model.connections.iter().flat_map(|c| &c.parts) {
        lists.extend(xml.child(part.element, "lights").map(|l| (l, Some(part.name.clone()))));
    }
    let kinds = ["omni", "spot", "area", "box"];
    let inside = |(list, part): (ElementId, Option<String>)| {
        let own: Vec<ElementId> = xml.children(list).filter(|id| kinds.contains(&xml.name(*id))).collect();
        own.into_iter().map(move |id| (id, part.clone()))
    };
    lists.into_iter().flat_map(inside).collect()
}

/// Lights of the XML that the scene has elsewhere now, and where. Several may have one name: those that did not move are
/// reported first.
pub(crate) fn moved(objects: &Objects<'_>, model: &Model<'_>) -> Vec<(ElementId, Place)> {
    let is_light = |n: &Node| notes::kind(n) == Some(Kind::Light) || (n.light.is_some() && n.mesh.is_none());
    let nodes = objects.scene.nodes.iter().enumerate().filter(|(_, n)| is_light(n));
    let mut free = Free::default();
    for (i, n) in nodes {
        let id = NodeId(i as u32);
        let (t, r, _) = objects.place(id);
        let one = (objects.part_above(id), Place::new(t, r));
        free.by_name.entry(objects.names.plain(&n.name).to_ascii_lowercase()).or_default().push(one);
    }
    let mut open = Vec::new();
    for (id, part) in elements(model) {
        let kind = model.xml.name(id);
        let name = model.xml.attr(id, "name").map_or(kind.to_owned(), |n| n.into_owned());
        let was = Vec3::from(super::super::types::read_offset(model.xml, id).0);
        let near = 1e-4 * was.length().max(1.0);
        let found = free.take(&name, |above, place| {
            let same = match (above, &part) {
                (Some(a), Some(b)) => a.eq_ignore_ascii_case(b),
                (a, b) => a.is_none() == b.is_none(),
            };
            same && (Vec3::from(place.position) - was).length() < near
        });
        open.push((id, kind == "spot", found, name, part));
    }
    let mut out = Vec::new();
    for (id, spot, found, name, part) in open {
        let take = |free: &mut Free| free.take(&name, |above, _| above.is_some() == part.is_some());
        let Some(mut place) = found.or_else(|| take(&mut free)) else { continue };
        if spot {
            // Half a turn about y is the same in either axes.
            let turned = Quat::from_array(place.rotation) * Quat::from_rotation_y(std::f32::consts::PI);
            place.rotation = turned.to_array();
        }
        out.push((id, place));
    }
    out
}

/// Pairs of lights of one name that are compared.
const WORK: usize = 20_000_000;

/// Lights of a scene that no element of the XML has yet: by lower-case name, the part they hang on and their place.
#[derive(Default)]
struct Free {
    by_name: HashMap<String, Vec<(Option<String>, Place)>>,
    work: usize,
}

impl Free {
    /// The first of a name that fits.
    fn take(&mut self, name: &str, fits: impl Fn(Option<&String>, &Place) -> bool) -> Option<Place> {
        let list = self.by_name.get_mut(&name.to_ascii_lowercase())?;
        self.work += list.len();
        let at = if self.work > WORK { 0 } else { list.iter().position(|(a, p)| fits(a.as_ref(), p))? };
        (at < list.len()).then(|| list.remove(at).1)
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
