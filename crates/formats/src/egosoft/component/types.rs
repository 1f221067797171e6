//! What the XML of a component says, before any other file is looked at.
//!
//! Angles of `offset/rotation` (degrees): yaw turns +z towards +x, pitch lifts +z towards +y, roll turns +y towards +x, and
//! roll turns first: `Ry(yaw) · Rx(−pitch) · Rz(−roll)` in stored axes. Docks of real ships stand upright on their hulls
//! only so. `pivot/offset/position` of a part adds to its place.

use super::rules::NONE;
use crate::egosoft::xml::{ElementId, Xml};
use glam::{DQuat, EulerRot};
use std::collections::{HashMap, HashSet};
use wire::{Error, Result};

/// Frames of the XML per second.
pub const FRAMES_PER_SECOND: f32 = 30.0;

/// One `<lod>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LodEntry {
    /// `@index`.
    pub index: u32,
    /// `@id` and `@ref`. The names in the mesh say which range has which; the ids are not numbers of ranges.
    pub materials: Vec<(u32, String)>,
}

/// One `<part>`.
#[derive(Debug, Clone)]
pub struct Part {
    /// The element.
    pub element: ElementId,
    /// `@name`.
    pub name: String,
    /// `@ref`: component and part.
    pub reference: Option<(String, String)>,
    /// `@wreck`.
    pub wreck: Option<String>,
    /// Levels of detail.
    pub lods: Vec<LodEntry>,
    /// Half extents and centre, stored axes.
    pub size: Option<([f32; 3], [f32; 3])>,
    /// The same without animation.
    pub size_raw: Option<([f32; 3], [f32; 3])>,
    /// `pivot/offset/position`, stored axes: adds to the part's place.
    pub pivot: Option<[f32; 3]>,
}

/// One `<animation>`.
#[derive(Debug, Clone, PartialEq)]
pub struct XmlAnimation {
    /// `@name`.
    pub name: String,
    /// `@start`, a frame.
    pub start: f32,
    /// `@end`, a frame.
    pub end: f32,
}

/// One `<connection>`.
#[derive(Debug, Clone)]
pub struct Connection {
    /// The element.
    pub element: ElementId,
    /// `@name`.
    pub name: String,
    /// `@tags`, split at blanks.
    pub tags: Vec<String>,
    /// `@parent`: a part.
    pub parent: Option<String>,
    /// `@group`.
    pub group: Option<String>,
    /// `@value`.
    pub value: Option<String>,
    /// Offset, stored axes.
    pub position: [f32; 3],
    /// Offset, stored axes, xyzw.
    pub rotation: [f32; 4],
    /// Parts.
    pub parts: Vec<Part>,
    /// Frame ranges.
    pub animations: Vec<XmlAnimation>,
}

/// A component as its XML says.
pub struct Model<'a> {
    /// The XML.
    pub xml: &'a Xml,
    /// The component.
    pub element: ElementId,
    /// `@name`.
    pub name: String,
    /// `@class`.
    pub class: String,
    /// `source@geometry`.
    pub geometry: Option<String>,
    /// In order.
    pub connections: Vec<Connection>,
    /// Places of parts in `connections` by name, lower-case: the first of a name.
    places: HashMap<String, (usize, usize)>,
    wrecks: HashSet<String>,
}

pub(super) fn text(xml: &Xml, id: ElementId, name: &str) -> Option<String> {
    xml.attr(id, name).map(|v| v.into_owned()).filter(|v| !v.is_empty())
}

fn size(xml: &Xml, part: ElementId, name: &str) -> Option<([f32; 3], [f32; 3])> {
    let size = xml.child(part, name)?;
    let max = xml.xyz(xml.child(size, "max")?);
    let center = xml.child(size, "center").map_or([0.0; 3], |c| xml.xyz(c));
    Some((max, center))
}

fn read_part(xml: &Xml, element: ElementId) -> Part {
    let lods = xml.child(element, "lods").into_iter().flat_map(|l| xml.named(l, "lod")).map(|lod| LodEntry {
        index: xml.number(lod, "index").map_or(0, |v| v as u32),
        materials: xml
            .child(lod, "materials")
            .into_iter()
            .flat_map(|m| xml.named(m, "material"))
            .filter_map(|m| Some((xml.number(m, "id")? as u32, text(xml, m, "ref")?)))
            .collect(),
    });
    Part {
        element,
        name: text(xml, element, "name").unwrap_or_default(),
        reference: text(xml, element, "ref")
            .and_then(|r| r.split_once('.').map(|(a, b)| (a.into(), b.into()))),
        wreck: text(xml, element, "wreck"),
        lods: lods.collect(),
        size: size(xml, element, "size"),
        size_raw: size(xml, element, "size_raw"),
        pivot: xml
            .child(element, "pivot")
            .and_then(|p| xml.child(p, "offset"))
            .and_then(|o| xml.child(o, "position"))
            .map(|p| xml.xyz(p)),
    }
}

/// Yaw, pitch and roll in degrees as a stored quaternion.
pub(super) fn from_angles(angles: [f32; 3]) -> [f32; 4] {
    let [yaw, pitch, roll] = angles.map(|v| f64::from(v).to_radians());
    let q = DQuat::from_euler(EulerRot::YXZ, yaw, -pitch, -roll);
    [q.x as f32, q.y as f32, q.z as f32, q.w as f32]
}

/// Yaw, pitch and roll in degrees of a stored quaternion.
pub(super) fn to_angles(rotation: [f32; 4]) -> [f32; 3] {
    let q = DQuat::from_array(rotation.map(f64::from)).normalize();
    let (yaw, pitch, roll) = q.to_euler(EulerRot::YXZ);
    // 0 is written as 0, not −0.
    [yaw, -pitch, -roll].map(|v| v.to_degrees() as f32 + 0.0)
}

/// Place and turn of an `offset`, stored axes.
pub(super) fn read_offset(xml: &Xml, element: ElementId) -> ([f32; 3], [f32; 4]) {
    let offset = xml.child(element, "offset");
    let position = offset.and_then(|o| xml.child(o, "position")).map_or([0.0; 3], |p| xml.xyz(p));
    let number = |id, n: &str| xml.number(id, n).filter(|v: &f32| v.is_finite()).unwrap_or(0.0);
    let find = |name: &str| offset.and_then(|o| xml.child(o, name));
    let rotation = match (find("quaternion"), find("rotation")) {
        (Some(q), _) => ["qx", "qy", "qz", "qw"].map(|n| number(q, n)),
        (None, Some(r)) => from_angles(["yaw", "pitch", "roll"].map(|n| number(r, n))),
        (None, None) => [0.0, 0.0, 0.0, 1.0],
    };
    (position, rotation)
}

fn read_connection(xml: &Xml, element: ElementId) -> Connection {
    let (position, rotation) = read_offset(xml, element);
    let animations = xml.child(element, "animations").into_iter().flat_map(|a| xml.named(a, "animation"));
    Connection {
        element,
        name: text(xml, element, "name").unwrap_or_default(),
        tags: xml.attr(element, "tags").unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
        parent: text(xml, element, "parent"),
        group: text(xml, element, "group"),
        value: text(xml, element, "value"),
        position,
        rotation,
        parts: xml
            .child(element, "parts")
            .into_iter()
            .flat_map(|p| xml.named(p, "part"))
            .map(|p| read_part(xml, p))
            .collect(),
        animations: animations
            .map(|a| XmlAnimation {
                name: text(xml, a, "name").unwrap_or_default(),
                start: xml.number(a, "start").unwrap_or(0.0),
                end: xml.number(a, "end").unwrap_or(0.0),
            })
            .collect(),
    }
}

impl<'a> Model<'a> {
    /// The first component of a document.
    pub fn new(xml: &'a Xml) -> Result<Self> {
        let root = xml.root();
        let element = if xml.name(root) == "component" { Some(root) } else { xml.child(root, "component") };
        let element =
            element.filter(|_| matches!(xml.name(root), "components" | "component")).ok_or_else(|| {
                Error::at(&NONE, xml.offset(root), format!("<{}> holds no component", xml.name(root)))
            })?;
        let connections =
            xml.child(element, "connections").into_iter().flat_map(|c| xml.named(c, "connection"));
        let connections: Vec<Connection> = connections.map(|c| read_connection(xml, c)).collect();
        let mut places = HashMap::new();
        let mut wrecks = HashSet::new();
        for (c, connection) in connections.iter().enumerate() {
            for (p, part) in connection.parts.iter().enumerate() {
                places.entry(part.name.to_ascii_lowercase()).or_insert((c, p));
                wrecks.extend(part.wreck.as_ref().map(|w| w.to_lowercase()));
            }
        }
        Ok(Self {
            xml,
            element,
            name: text(xml, element, "name").unwrap_or_default(),
            class: text(xml, element, "class").unwrap_or_default(),
            geometry: xml.child(element, "source").and_then(|s| text(xml, s, "geometry")),
            connections,
            places,
            wrecks,
        })
    }

    /// The part of a name.
    pub fn part(&self, name: &str) -> Option<&Part> {
        let (c, p) = self.places.get(&name.to_ascii_lowercase())?;
        self.connections.get(*c)?.parts.get(*p)
    }

    /// Whether there is a part of a name, or a part whose wreck has it.
    pub fn has_part(&self, name: &str) -> bool {
        self.part(name).is_some() || self.wrecks.contains(&name.to_lowercase())
    }

    /// Values of an offset that are not numbers: byte and message.
    pub fn bad_numbers(&self, connection: ElementId) -> Vec<(u64, String)> {
        let Some(offset) = self.xml.child(connection, "offset") else { return Vec::new() };
        let mut out = Vec::new();
        for id in self.xml.children(offset) {
            for (name, value) in self.xml.attrs(id) {
                if value.trim().parse::<f32>().is_ok_and(f32::is_finite) {
                    continue;
                }
                out.push((self.xml.offset(id), format!("{name}={value:?}, expected a number")));
            }
        }
        out
    }

    /// Parts that are the wreck of another one, lower-case: they are not there while the ship is whole.
    pub fn wrecks(&self) -> &HashSet<String> {
        &self.wrecks
    }
}
