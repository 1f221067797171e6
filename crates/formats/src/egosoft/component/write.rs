//! The component XML, edited in place or made anew.

use super::from_scene::lights::{edit_lights, layer_xml, lights_xml};
use super::from_scene::size::{edit_size, size_xml};
use super::from_scene::sweep::Sweep;
use super::from_scene::tree::ByPart;
use super::from_scene::{Clip, File, Place, Placed, clean};
use super::scene::hardpoints::Hardpoint;
use super::scene::lights::{Edited, Fresh};
use super::types::{Connection, Model, Part, to_angles};
use crate::egosoft::xml::{Edits, ElementId, Xml};
use glam::{Quat, Vec3};
use quick_xml::escape::escape;
use std::collections::{BTreeSet, HashMap, HashSet};

/// A number as the game's files spell them.
pub(super) fn number(v: f32) -> String {
    let v = v + 0.0;
    format!("{v}")
}

fn lod_xml(f: &File, indent: &str) -> String {
    let mut out = format!("{indent}<lod index=\"{}\">\n{indent}  <materials>\n", f.lod);
    for (i, name) in f.xmf.material_list().iter().enumerate() {
        out.push_str(&format!(
            "{indent}    <material id=\"{}\" ref=\"{}\"/>\n",
            i + 1,
            escape(name.as_str())
        ));
    }
    out.push_str(&format!("{indent}  </materials>\n{indent}</lod>\n"));
    out
}

fn part_xml(p: &Placed, changes: &Changes<'_>, indent: &str) -> String {
    let wreck = changes.wreck_names.get(&p.name.to_lowercase());
    let wreck = wreck.map_or(String::new(), |w| format!(" wreck=\"{}\"", escape(w.as_str())));
    let mut out = format!("{indent}<part name=\"{}\"{wreck}>\n{indent}  <lods>\n", escape(p.name.as_str()));
    for f in changes.files.of(&p.name).iter().filter(|f| !f.collision) {
        out.push_str(&lod_xml(f, &format!("{indent}    ")));
    }
    out.push_str(&format!("{indent}  </lods>\n"));
    out.push_str(&size_xml(changes, &p.name, &format!("{indent}  ")));
    let lights = lights_xml(Some(&p.name), changes, &format!("{indent}    "));
    if !lights.is_empty() {
        out.push_str(&format!("{indent}  <lights>\n{lights}{indent}  </lights>\n"));
    }
    out.push_str(&format!("{indent}</part>\n"));
    out
}

fn clip_xml(clip: &Clip, indent: &str) -> String {
    let name = escape(clip.name.as_str());
    format!("{indent}<animation name=\"{name}\" start=\"1\" end=\"{}\"/>\n", number(clip.frames))
}

pub(super) fn offset_xml(p: &Place, indent: &str) -> String {
    let [x, y, z] = p.position.map(number);
    let [qx, qy, qz, qw] = p.rotation.map(number);
    format!(
        "{indent}<offset>\n{indent}  <position x=\"{x}\" y=\"{y}\" z=\"{z}\"/>\n\
         {indent}  <quaternion qx=\"{qx}\" qy=\"{qy}\" qz=\"{qz}\" qw=\"{qw}\"/>\n{indent}</offset>\n"
    )
}

/// A connection without parts.
fn hardpoint_xml(h: &Hardpoint, indent: &str) -> String {
    let attribute = |name: &str, value: Option<&String>| {
        value
            .filter(|v| !v.is_empty())
            .map_or(String::new(), |v| format!(" {name}=\"{}\"", escape(v.as_str())))
    };
    let group = attribute("group", h.marks.group.as_ref());
    let rest = attribute("value", h.marks.value.as_ref()) + &attribute("parent", h.parent.as_ref());
    let tags = escape(h.marks.tags.as_deref().unwrap_or_default());
    let offset = offset_xml(&h.place, &format!("{indent}  "));
    let name = escape(h.name.as_str());
    format!(
        "{indent}<connection name=\"{name}\"{group} tags=\"{tags}\"{rest}>\n{offset}{indent}</connection>\n"
    )
}

/// Names of connections, each once.
struct Taken(HashSet<String>);

impl Taken {
    fn new<'n>(known: impl Iterator<Item = &'n str>) -> Self {
        Self(known.map(str::to_lowercase).collect())
    }

    /// The name asked for, else `Connection` with the first number that is free.
    fn take(&mut self, asked: Option<&str>) -> String {
        let numbered = |n: usize| format!("Connection{n:02}");
        let taken = |name: &str| self.0.contains(&name.to_lowercase());
        let name = match asked {
            Some(asked) if !taken(asked) => asked.to_owned(),
            _ => numbered(scene::free_number(1, |n| taken(&numbered(n)))),
        };
        self.0.insert(name.to_lowercase());
        name
    }
}

fn connection_xml(p: &Placed, name: &str, changes: &Changes<'_>, indent: &str) -> String {
    let clips = changes.clips.of(&p.name).iter();
    let list: String = clips.map(|c| clip_xml(c, &format!("{indent}    "))).collect();
    let animations = if list.is_empty() {
        list
    } else {
        format!("{indent}  <animations>\n{list}{indent}  </animations>\n")
    };
    let parent = p.parent.as_ref().map_or(String::new(), |n| format!(" parent=\"{}\"", escape(n.as_str())));
    let offset = offset_xml(&p.place, &format!("{indent}  "));
    format!(
        "{indent}<connection name=\"{}\" tags=\"part\"{parent}>\n\
         {offset}{animations}{indent}  <parts>\n{}{indent}  </parts>\n{indent}</connection>\n",
        escape(name),
        part_xml(p, changes, &format!("{indent}    "))
    )
}

/// Where the meshes of a new component are, unless it is asked for.
pub(super) fn usual_geometry(stem: &str, class: &str) -> String {
    let size =
        class.strip_prefix("ship_").filter(|s| matches!(*s, "xs" | "s" | "m" | "l" | "xl")).unwrap_or("s");
    format!("assets\\units\\size_{size}\\{}_data", clean(stem))
}

/// What every component of the game has: without them it cannot be placed.
fn usual_connections(class: &str, taken: &mut Taken) -> String {
    let space = if class.starts_with("ship_") { format!("ship {class}") } else { class.to_owned() };
    let usual = [
        ("container", "<connection name=\"container\" tags=\"contents\" value=\"0\"/>".to_owned()),
        ("position", "<connection name=\"position\" tags=\"position\" value=\"1\"/>".to_owned()),
        (
            "space",
            format!("<connection name=\"space\" tags=\"{space}\">\n        <offset/>\n      </connection>"),
        ),
    ];
    let free = usual.into_iter().filter(|(name, _)| taken.0.insert((*name).to_owned()));
    free.map(|(_, text)| format!("      {text}\n")).collect()
}

/// A component of its own.
pub(super) fn new_xml(stem: &str, changes: &Changes<'_>) -> String {
    let name = clean(stem);
    let class = changes.class.unwrap_or("ship_s");
    let geometry = changes.geometry.map_or_else(|| usual_geometry(stem, class), str::to_owned);
    let (class, geometry) = (escape(class), escape(geometry.as_str()));
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<components>\n  <component name=\"{name}\" class=\"{class}\">\n    \
         <source geometry=\"{geometry}\"/>\n"
    );
    let lights = lights_xml(None, changes, "          ");
    if !lights.is_empty() {
        out.push_str(&format!("    <layers>\n{}    </layers>\n", layer_xml(&lights)));
    }
    out.push_str("    <connections>\n");
    let mut taken = Taken::new(changes.hardpoints.iter().map(|h| h.name.as_str()));
    out.push_str(&usual_connections(&class, &mut taken));
    for p in changes.placed.iter().filter(|p| !changes.wrecks.contains(p.name.as_str())) {
        let name = taken.take(p.connection.as_deref());
        out.push_str(&connection_xml(p, &name, changes, "      "));
    }
    for h in changes.hardpoints {
        out.push_str(&hardpoint_xml(h, "      "));
    }
    out.push_str("    </connections>\n  </component>\n</components>\n");
    out
}

/// What a scene says about a component.
pub(super) struct Changes<'a> {
    pub placed: &'a [Placed],
    pub placed_by: ByPart<'a, Placed>,
    pub files: ByPart<'a, File>,
    /// Parts that are the wreck of another.
    pub wrecks: HashSet<&'a str>,
    /// The wrecks of parts, by the part's name in lower case.
    pub wreck_names: &'a HashMap<String, String>,
    pub clips: ByPart<'a, Clip>,
    /// Parts with clips that are new or others than before, lower-case.
    pub moved: BTreeSet<String>,
    /// By connection of the XML; `None` where the scene has it no longer.
    pub connections: &'a [Option<Hardpoint>],
    /// New ones.
    pub hardpoints: &'a [Hardpoint],
    /// Lights of the XML as they are now.
    pub lights: &'a [Edited],
    /// Lights that it does not have.
    pub new_lights: &'a [Fresh],
    /// What parts sweep.
    pub sweep: &'a Sweep<'a>,
    /// Asked for.
    pub class: Option<&'a str>,
    pub geometry: Option<&'a str>,
}

/// Edits an XML in place.
pub(super) fn edit(stem: &str, xml: &Xml, model: &Model<'_>, changes: &Changes<'_>) -> Vec<u8> {
    let mut edits = Edits::default();
    if let Some(class) = changes.class.filter(|c| *c != model.class) {
        edits.set_attr(xml, model.element, "class", class);
    }
    if let Some(geometry) = changes.geometry.filter(|g| model.geometry.as_deref() != Some(*g)) {
        edit_geometry(xml, model, geometry, &mut edits);
    } else if model.geometry.is_none() && !changes.files.is_empty() {
        // Meshes that are new need a folder.
        let class = changes.class.unwrap_or(&model.class);
        edit_geometry(xml, model, &usual_geometry(stem, class), &mut edits);
    }
    edit_lights(xml, model, changes, &mut edits);
    for (connection, now) in model.connections.iter().zip(changes.connections) {
        edit_animations(xml, connection, changes, &mut edits);
        if let Some(h) = now {
            let was = (connection.position, connection.rotation);
            edit_offset(xml, connection.element, was, h.place, &mut edits);
            edit_marks(xml, connection, model, h, &mut edits);
        } else if let Some((part, p)) = first_part(connection, changes) {
            // Meshes alone: the part stands where its connection does, and its pivot further on.
            let pivot = Quat::from_array(p.place.rotation) * Vec3::from(part.pivot.unwrap_or_default());
            let position = (Vec3::from(p.place.position) - pivot).to_array();
            let was = (connection.position, connection.rotation);
            edit_offset(xml, connection.element, was, Place { position, ..p.place }, &mut edits);
        }
        // Of several parts of one name the first has the files.
        let first = |p: &&Part| model.part(&p.name).is_some_and(|first| first.element == p.element);
        for part in connection.parts.iter().filter(|p| p.reference.is_none()).filter(first) {
            edit_part(xml, part, changes, &mut edits);
        }
    }
    let fresh = |p: &&Placed| !model.has_part(&p.name) && !changes.wrecks.contains(p.name.as_str());
    let known = model.connections.iter().map(|c| c.name.as_str());
    let mut taken = Taken::new(known.chain(changes.hardpoints.iter().map(|h| h.name.as_str())));
    let mut text = String::new();
    for p in changes.placed.iter().filter(fresh) {
        text.push_str(&connection_xml(p, &taken.take(None), changes, "      "));
    }
    changes.hardpoints.iter().for_each(|h| text.push_str(&hardpoint_xml(h, "      ")));
    if !text.is_empty() {
        insert_into(xml, model.element, "connections", &text, "    ", &mut edits);
    }
    edits.apply(xml.source())
}

fn edit_geometry(xml: &Xml, model: &Model<'_>, geometry: &str, edits: &mut Edits) {
    if let Some(source) = xml.child(model.element, "source") {
        edits.set_attr(xml, source, "geometry", geometry);
    } else if let Some(inner) = xml.inner_range(model.element) {
        let text = format!("\n    <source geometry=\"{}\"/>", escape(geometry));
        edits.replace(inner.start..inner.start, text);
    }
}

fn first_part<'a>(connection: &'a Connection, changes: &Changes<'a>) -> Option<(&'a Part, &'a Placed)> {
    let part = connection.parts.first()?;
    Some((part, changes.placed_by.of(&part.name).first()?))
}

/// Parent, tags, group and value, where they are others than before.
fn edit_marks(xml: &Xml, connection: &Connection, model: &Model<'_>, h: &Hardpoint, edits: &mut Edits) {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let mut set = |name: &str, value: &str| edits.set_attr(xml, connection.element, name, value);
    if let Some(tags) = h.marks.tags.as_ref().filter(|t| words(t) != connection.tags) {
        set("tags", tags);
    }
    for (name, new, old) in
        [("group", &h.marks.group, &connection.group), ("value", &h.marks.value, &connection.value)]
    {
        if let Some(new) = new.as_ref().filter(|n| Some(n.as_str()) != old.as_deref()) {
            set(name, new);
        }
    }
    if let Some(parent) = h.parent.as_ref().filter(|p| model.part(p).is_some()) {
        let same = connection.parent.as_ref().is_some_and(|old| old.eq_ignore_ascii_case(parent));
        if !same {
            set("parent", parent);
        }
    }
}

/// Adds text at the end of a child element, made if it is not there.
pub(super) fn insert_into(
    xml: &Xml,
    parent: ElementId,
    name: &str,
    text: &str,
    indent: &str,
    edits: &mut Edits,
) {
    if let Some(child) = xml.child(parent, name) {
        if let Some(inner) = xml.inner_range(child) {
            let at = last_line(xml, inner);
            edits.replace(at..at, text);
        } else {
            // `<connections/>` opens up.
            edits.replace(xml.whole_range(child), format!("<{name}>\n{text}{indent}</{name}>"));
        }
    } else if let Some(inner) = xml.inner_range(parent) {
        let at = last_line(xml, inner);
        edits.replace(at..at, format!("{indent}<{name}>\n{text}{indent}</{name}>\n"));
    } else {
        // `<parent …/>` opens up; its attributes may have edits of their own.
        let end = xml.open_range(parent).end;
        let (outer, tag) = (indent.get(2..).unwrap_or_default(), xml.name(parent));
        let opened = format!(">\n{indent}<{name}>\n{text}{indent}</{name}>\n{outer}</{tag}>");
        edits.replace(end.saturating_sub(2)..end, opened);
    }
}

/// Where the line of a closing tag starts, if nothing but blanks is before it.
fn last_line(xml: &Xml, inner: std::ops::Range<usize>) -> usize {
    let text = xml.source().get(inner.clone()).unwrap_or_default();
    let blanks = text.iter().rev().take_while(|b| matches!(b, b' ' | b'\t')).count();
    inner.end - blanks
}

/// The `offset` of a connection or light, where it is another than before.
pub(super) fn edit_offset(
    xml: &Xml,
    element: ElementId,
    (position, rotation): ([f32; 3], [f32; 4]),
    p: Place,
    edits: &mut Edits,
) {
    let size = p.position.iter().fold(1.0_f32, |a, b| a.max(b.abs()));
    let moved = p.position.iter().zip(position).any(|(a, b)| (a - b).abs() > size * 1e-5);
    let (new, was) = (Quat::from_array(p.rotation), Quat::from_array(rotation));
    let turned = was.length_squared() > 1e-6 && new.dot(was.normalize()).abs() < 1.0 - 1e-6;
    let ([x, y, z], [qx, qy, qz, qw]) = (p.position, p.rotation);
    let connection = element;
    let mut added = String::new();
    let mut set = |element: &str, values: &[(&str, f32)]| {
        if let Some(id) = xml.child(connection, "offset").and_then(|o| xml.child(o, element)) {
            for (n, v) in values {
                edits.set_attr(xml, id, n, &number(*v));
            }
        } else {
            let attributes: String = values.iter().map(|(n, v)| format!(" {n}=\"{}\"", number(*v))).collect();
            added.push_str(&format!("          <{element}{attributes}/>\n"));
        }
    };
    if moved {
        set("position", &[("x", x), ("y", y), ("z", z)]);
    }
    let angles = xml.child(connection, "offset").filter(|o| xml.child(*o, "quaternion").is_none());
    if turned && angles.and_then(|o| xml.child(o, "rotation")).is_some() {
        let [yaw, pitch, roll] = to_angles(p.rotation);
        set("rotation", &[("yaw", yaw), ("pitch", pitch), ("roll", roll)]);
    } else if turned {
        set("quaternion", &[("qx", qx), ("qy", qy), ("qz", qz), ("qw", qw)]);
    }
    if !added.is_empty() {
        insert_into(xml, connection, "offset", &added, "        ", edits);
    }
}

/// Frames of animations that are longer or shorter than before, and animations that are new.
fn edit_animations(xml: &Xml, connection: &Connection, changes: &Changes<'_>, edits: &mut Edits) {
    let list = xml.child(connection.element, "animations");
    let mut known: HashMap<String, ElementId> = HashMap::new();
    for id in list.into_iter().flat_map(|l| xml.named(l, "animation")) {
        let name = xml.attr(id, "name").unwrap_or_default().to_ascii_lowercase();
        known.entry(name).or_insert(id);
    }
    let parts: BTreeSet<String> = connection.parts.iter().map(|p| p.name.to_ascii_lowercase()).collect();
    let mut added = String::new();
    for clip in parts.iter().flat_map(|p| changes.clips.of(p)) {
        match known.get(&clip.name.to_ascii_lowercase()) {
            Some(id) => {
                let id = *id;
                let at = |name: &str| xml.number(id, name).unwrap_or(0.0);
                let end = at("start") + clip.frames - 1.0;
                // One frame more or less depends on how the end is counted.
                if clip.changed && (end - at("end")).abs() > 1.5 {
                    edits.set_attr(xml, id, "end", &number(end));
                }
            }
            None if clip.was.is_some() => {
                let was = clip.was.as_deref().unwrap_or_default();
                let other = |c: &&&Clip| c.name.eq_ignore_ascii_case(was);
                let still = parts.iter().flat_map(|p| changes.clips.of(p)).any(|c| other(&c));
                match known.get(&was.to_ascii_lowercase()).filter(|_| !still) {
                    Some(id) => edits.set_attr(xml, *id, "name", &clip.name),
                    None if still && known.contains_key(&was.to_ascii_lowercase()) => {
                        added.push_str(&clip_xml(clip, "          "));
                    }
                    None => {}
                }
            }
            None if clip.fresh => added.push_str(&clip_xml(clip, "          ")),
            None => {}
        }
    }
    if !added.is_empty() {
        insert_into(xml, connection.element, "animations", &added, "        ", edits);
    }
}

fn edit_part(xml: &Xml, part: &Part, changes: &Changes<'_>, edits: &mut Edits) {
    let wreck = changes.files.of(&format!("{}_wreck", part.name)).first();
    if let (None, Some(wreck)) = (&part.wreck, wreck) {
        edits.set_attr(xml, part.element, "wreck", &wreck.part);
    }
    let lods = xml.child(part.element, "lods");
    let mut known: HashMap<u32, ElementId> = HashMap::new();
    for lod in lods.into_iter().flat_map(|l| xml.named(l, "lod")) {
        if let Some(index) = xml.number(lod, "index") {
            known.entry(index as u32).or_insert(lod);
        }
    }
    let mut added = String::new();
    for f in changes.files.of(&part.name).iter().filter(|f| !f.collision) {
        match known.get(&f.lod) {
            Some(lod) => edit_materials(xml, *lod, f, edits),
            // Some parts have meshes that no list names: what was so stays so.
            None if f.unchanged || (lods.is_none() && f.old) => {}
            None => added.push_str(&lod_xml(f, "              ")),
        }
    }
    if !added.is_empty() {
        insert_into(xml, part.element, "lods", &added, "            ", edits);
    }
    edit_size(xml, part, changes, edits);
}

/// The XML lists the same set as the mesh, in an order of its own: names that are gone make room for new ones.
fn edit_materials(xml: &Xml, lod: ElementId, f: &File, edits: &mut Edits) {
    if f.same_materials {
        return;
    }
    let list = xml.child(lod, "materials");
    let entries: Vec<(ElementId, String)> = list
        .into_iter()
        .flat_map(|m| xml.named(m, "material"))
        .map(|m| (m, xml.attr(m, "ref").unwrap_or_default().into_owned()))
        .collect();
    let names = f.xmf.material_list();
    // What the mesh did not use before says nothing about it now.
    let used = |old: &str| f.had.as_ref().is_none_or(|had| had.iter().any(|h| h.eq_ignore_ascii_case(old)));
    let is_gone = |old: &str| used(old) && !names.iter().any(|n| n.eq_ignore_ascii_case(old));
    let mut gone: Vec<&(ElementId, String)> = entries.iter().filter(|(_, old)| is_gone(old)).collect();
    let mut next = entries.iter().filter_map(|(m, _)| xml.number(*m, "id")).fold(0.0, f32::max) as u32;
    let mut added = String::new();
    let mut seen: Vec<&String> = Vec::new();
    for (i, name) in names.iter().enumerate() {
        if seen.contains(&name) || entries.iter().any(|(_, old)| old.eq_ignore_ascii_case(name)) {
            continue;
        }
        seen.push(name);
        // The one in whose place it is, else the first that is gone.
        let before = f.had.as_ref().filter(|had| had.len() == names.len()).and_then(|had| had.get(i));
        let at = gone.iter().position(|(_, old)| before.is_some_and(|b| b.eq_ignore_ascii_case(old)));
        if !gone.is_empty() {
            let (id, _) = gone.remove(at.unwrap_or(0));
            edits.set_attr(xml, *id, "ref", name);
            continue;
        }
        next += 1;
        let name = escape(name.as_str());
        added.push_str(&format!("                  <material id=\"{next}\" ref=\"{name}\"/>\n"));
    }
    if !added.is_empty() {
        insert_into(xml, lod, "materials", &added, "                ", edits);
    }
}
