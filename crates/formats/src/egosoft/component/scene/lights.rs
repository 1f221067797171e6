//! Lights of a component: `omni` and `spot` as lights, `area` and `box` as marked nodes.
//!
//! They stand in `layers/layer/lights` of the component and in `lights` of its parts. Spots shine along their +z, which is
//! turned to glTF's −z. All attributes ride in extras. Back in the XML a light that was changed is changed, a new one is added; one
//! that is not in the scene stays and is reported: most programs write none unless asked to.

use super::super::from_scene::{Objects, Place, clean};
use super::super::rules::REMOVED;
use super::super::types::Model;
use super::mirrored;
use crate::egosoft::notes::{self, Kind};
use crate::egosoft::xml::{ElementId, Xml};
use glam::{Quat, Vec3};
use scene::{Light, LightKind, Node, NodeId, Scene};
use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};
use wire::Sink;

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

/// Lights of the XML that the scene has, and where and how they are now; those it has no longer are reported. Several may
/// have one name: those that did not move are found first. And lights that are new.
pub(crate) fn edited(
    objects: &Objects<'_>,
    model: Option<&Model<'_>>,
    sink: &mut Sink,
) -> (Vec<Edited>, Vec<Fresh>) {
    let is_light = |n: &Node| notes::kind(n) == Some(Kind::Light) || (n.light.is_some() && n.mesh.is_none());
    let nodes = objects.scene.nodes.iter().enumerate().filter(|(_, n)| is_light(n));
    let mut free = Free::default();
    for (i, n) in nodes {
        let node = NodeId(i as u32);
        let (t, r, _) = objects.place(node);
        let one = Found { above: objects.part_above(node), place: Place::new(t, r), node };
        free.by_name.entry(objects.names.plain(&n.name).to_ascii_lowercase()).or_default().push(one);
    }
    let none = free.by_name.is_empty();
    // Without extras, an area is an empty like any other.
    let bare = objects.scene.nodes.iter().filter(|n| n.mesh.is_none() && !is_light(n));
    let bare: HashSet<String> = bare.map(|n| objects.names.plain(&n.name).to_lowercase()).collect();
    let mut open = Vec::new();
    for (id, part) in model.map(elements).unwrap_or_default() {
        let Some(xml) = model.map(|m| m.xml) else { continue };
        let kind = xml.name(id);
        let name = xml.attr(id, "name").map_or(kind.to_owned(), |n| n.into_owned());
        let was = Vec3::from(super::super::types::read_offset(xml, id).0);
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
    let (mut out, mut missing) = (Vec::new(), Vec::new());
    for (id, spot, found, name, part) in open {
        let take = |free: &mut Free| free.take(&name, |above, _| above.is_some() == part.is_some());
        let Some(Found { mut place, node, .. }) = found.or_else(|| take(&mut free)) else {
            if !bare.contains(&name.to_lowercase()) {
                missing.push((id, name));
            }
            continue;
        };
        if spot {
            place.rotation = turned(place.rotation);
        }
        let light = objects.scene.node(node).and_then(|n| objects.scene.lights.get(n.light?.0 as usize));
        let attributes = match (model, light) {
            (Some(model), Some(light)) => differences(model.xml, id, light),
            _ => Vec::new(),
        };
        out.push(Edited { element: id, place, attributes });
    }
    if let Some(model) = model {
        report_missing(model, &missing, none, sink);
    }
    let mut rest: Vec<Found> = free.by_name.into_values().flatten().collect();
    rest.sort_by_key(|f| f.node);
    let fresh = rest.into_iter().filter_map(|f| fresh(objects, f, sink)).collect();
    (out, fresh)
}

/// Says which lights the scene has no longer: once, where it has none at all, as many programs write it.
fn report_missing(model: &Model<'_>, missing: &[(ElementId, String)], none: bool, sink: &mut Sink) {
    let stays = |id: &ElementId, message: String, sink: &mut Sink| {
        sink.push(&REMOVED, model.xml.describe(*id), message);
    };
    match missing {
        [(first, _), _, ..] if none => {
            let names: Vec<&str> = missing.iter().map(|(_, name)| name.as_str()).collect();
            let names = names.join(", ");
            stays(first, format!("the scene has no lights; those of the XML stay: {names}"), sink);
        }
        _ => missing.iter().for_each(|(id, name)| {
            stays(id, format!("light {name:?} is not in the scene; it stays in the XML"), sink);
        }),
    }
}

/// A light of the XML as the scene has it.
pub(crate) struct Edited {
    pub element: ElementId,
    pub place: Place,
    /// Attributes that are others than before.
    pub attributes: Vec<(&'static str, f32)>,
}

/// A light that no XML has.
pub(crate) struct Fresh {
    /// The part it hangs on.
    pub part: Option<String>,
    pub kind: &'static str,
    pub name: String,
    pub place: Place,
    pub attributes: Vec<(&'static str, f32)>,
}

/// Half a turn about y, which is the same in either axes.
fn turned(rotation: [f32; 4]) -> [f32; 4] {
    (Quat::from_array(rotation) * Quat::from_rotation_y(std::f32::consts::PI)).to_array()
}

/// A colour as the XML has it.
fn encoded(linear: f32) -> f32 {
    linear.clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0
}

/// Inner and outer angle as glTF can have them.
fn cone(inner: f32, outer: f32) -> (f32, f32) {
    let outer = outer.clamp(1e-3, std::f32::consts::FRAC_PI_2);
    (inner.clamp(0.0, outer * 0.999), outer)
}

/// The whole cone in degrees, without what floats add.
fn degrees(angle: f32) -> f32 {
    ((angle * 2.0).to_degrees() * 1e3).round() / 1e3
}

/// Attributes of a light of the XML that are others in the scene. Some programs have no range.
fn differences(xml: &Xml, id: ElementId, light: &Light) -> Vec<(&'static str, f32)> {
    let old = punctual(xml, id, xml.name(id));
    let mut out = Vec::new();
    for ((name, new), old) in ["r", "g", "b"].into_iter().zip(light.color).zip(old.color) {
        let (new, old) = (encoded(new), encoded(old));
        if (new - old).abs() > 0.4 {
            out.push((name, new.round()));
        }
    }
    let far = |a: f32, b: f32| (a - b).abs() > 1e-3 * b.abs().max(1e-3);
    if far(light.intensity, old.intensity) {
        out.push(("intensity", light.intensity));
    }
    if let Some(range) = light.range.filter(|r| old.range.is_none_or(|old| far(*r, old))) {
        out.push(("range", range));
    }
    if let (LightKind::Spot { inner, outer }, LightKind::Spot { inner: old_inner, outer: old_outer }) =
        (light.kind, old.kind)
    {
        let ((inner, outer), (old_inner, old_outer)) = (cone(inner, outer), cone(old_inner, old_outer));
        if far(inner, old_inner) && (inner - old_inner).abs() > 2e-3 {
            out.push(("hotspot", degrees(inner)));
        }
        if far(outer, old_outer) {
            let plain = xml.attr(id, "falloff").is_none() && xml.attr(id, "angle").is_some();
            out.push((if plain { "angle" } else { "falloff" }, degrees(outer)));
        }
    }
    out
}

/// A light of the scene for the XML; areas and boxes are none that programs have.
fn fresh(objects: &Objects<'_>, found: Found, sink: &mut Sink) -> Option<Fresh> {
    let node = objects.scene.node(found.node)?;
    let light = objects.scene.lights.get(node.light?.0 as usize)?;
    let name = clean(&node.name);
    let mut place = found.place;
    let [r, g, b] = light.color.map(|c| encoded(c).round());
    let mut attributes = vec![("r", r), ("g", g), ("b", b)];
    attributes.extend(light.range.map(|r| ("range", r)));
    attributes.push(("intensity", light.intensity));
    let kind = match light.kind {
        LightKind::Point => "omni",
        LightKind::Spot { inner, outer } => {
            place.rotation = turned(place.rotation);
            attributes.extend([("hotspot", degrees(inner)), ("falloff", degrees(outer))]);
            "spot"
        }
        LightKind::Directional => {
            let message =
                format!("light {name:?} is that of a sun, which components do not have; it is left out");
            sink.push(&REMOVED, name, message);
            return None;
        }
    };
    Some(Fresh { part: found.above, kind, name, place, attributes })
}

/// Pairs of lights of one name that are compared.
const WORK: usize = 20_000_000;

/// A light of a scene: the part it hangs on, and its place.
struct Found {
    above: Option<String>,
    place: Place,
    node: NodeId,
}

/// Lights of a scene that no element of the XML has yet: by lower-case name.
#[derive(Default)]
struct Free {
    by_name: HashMap<String, Vec<Found>>,
    work: usize,
}

impl Free {
    /// The first of a name that fits.
    fn take(&mut self, name: &str, fits: impl Fn(Option<&String>, &Place) -> bool) -> Option<Found> {
        let list = self.by_name.get_mut(&name.to_ascii_lowercase())?;
        self.work += list.len();
        let at =
            if self.work > WORK { 0 } else { list.iter().position(|f| fits(f.above.as_ref(), &f.place))? };
        (at < list.len()).then(|| list.remove(at))
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
