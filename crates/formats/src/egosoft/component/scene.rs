//! A component and the files it names, put together.
//!
//! Nodes: the component, a node per connection (its offset), a node per part below its connection. A connection with a
//! `parent` hangs on that part. Everything is mirrored (x → −x): positions (−x, y, z), quaternions (x, −y, −z, w).

use super::check::{
    ANIMATION, GEOMETRY, MESH_BROKEN, MESH_MISSING, NOT_COMPONENT, PARENT, PLACED_TWICE, REFERENCE,
};
use crate::egosoft::ani::Ani;
use crate::egosoft::find;
use crate::egosoft::materials::{self, Library};
use crate::egosoft::xmf::{Built, Xmf};
use crate::egosoft::xml::{ElementId, Xml};
use crate::{Context, Lod, Names};
use scene::{Files, MeshId, Node, NodeId, Scene};
use serde_json::{Value, json};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use wire::{Error, Reader, Result, Sink};

/// Frames of the XML per second.
pub const FRAMES_PER_SECOND: f32 = 30.0;
/// Levels of detail looked for beyond those the XML declares.
const MAX_LODS: u32 = 16;
/// How far macros and references are followed.
const MAX_HOPS: usize = 8;

/// One `<lod>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LodEntry {
    /// `@index`.
    pub index: u32,
    /// `@id` (1-based range) and `@ref`.
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
    /// The geometry folder, looked for once.
    folder: OnceCell<Option<String>>,
}

/// A mesh file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LodFile {
    /// Level.
    pub lod: u32,
    /// Path in the file system.
    pub path: String,
}

/// The files of a part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PartFiles {
    /// By level.
    pub lods: Vec<LodFile>,
    /// The collision mesh.
    pub collision: Option<String>,
    /// The wreck, by level.
    pub wreck: Vec<LodFile>,
}

fn text(xml: &Xml, id: ElementId, name: &str) -> Option<String> {
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
    }
}

fn read_connection(xml: &Xml, element: ElementId) -> Connection {
    let offset = xml.child(element, "offset");
    let position = offset.and_then(|o| xml.child(o, "position")).map_or([0.0; 3], |p| xml.xyz(p));
    let rotation = offset.and_then(|o| xml.child(o, "quaternion")).map_or([0.0, 0.0, 0.0, 1.0], |q| {
        ["qx", "qy", "qz", "qw"].map(|n| xml.number(q, n).filter(|v| v.is_finite()).unwrap_or(0.0))
    });
    let animations = xml.child(element, "animations").into_iter().flat_map(|a| xml.named(a, "animation"));
    Connection {
        element,
        name: text(xml, element, "name").unwrap_or_default(),
        tags: xml.attr(element, "tags").unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
        parent: text(xml, element, "parent"),
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
                Error::at(
                    &NOT_COMPONENT,
                    xml.offset(root),
                    format!("<{}> holds no component", xml.name(root)),
                )
            })?;
        let connections =
            xml.child(element, "connections").into_iter().flat_map(|c| xml.named(c, "connection"));
        Ok(Self {
            xml,
            element,
            name: text(xml, element, "name").unwrap_or_default(),
            class: text(xml, element, "class").unwrap_or_default(),
            geometry: xml.child(element, "source").and_then(|s| text(xml, s, "geometry")),
            connections: connections.map(|c| read_connection(xml, c)).collect(),
            folder: OnceCell::new(),
        })
    }

    /// Numbers of an offset that are none: byte and message.
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

    /// The geometry folder in the file system.
    pub fn geometry_folder(&self, cx: &Context<'_>) -> Option<String> {
        let look = || find::folder(cx.files, cx.path, self.geometry.as_deref()?);
        self.folder.get_or_init(look).clone()
    }

    /// The animation file beside the geometry folder.
    pub fn animation_file(&self, cx: &Context<'_>) -> Option<String> {
        find::file(
            cx.files,
            cx.path,
            &format!("{}.ani", self.geometry.as_deref()?.trim_end_matches(['\\', '/'])),
        )
    }

    /// The mesh files of a part.
    pub fn part_files(&self, part: &Part, cx: &Context<'_>, sink: &mut Sink) -> PartFiles {
        let (folder, name) = match &part.reference {
            Some((component, name)) => {
                let Some(other) = component_path(cx.files, cx.path, component) else {
                    sink.push(
                        &REFERENCE,
                        self.xml.describe(part.element),
                        format!("component {component:?} is in no index"),
                    );
                    return PartFiles::default();
                };
                let folder =
                    cx.files.read(&other).ok().and_then(|bytes| Xml::parse(&bytes).ok()).and_then(|xml| {
                        let model = Model::new(&xml).ok()?;
                        find::folder(cx.files, &other, model.geometry.as_deref()?)
                    });
                (folder, name.as_str())
            }
            None => (self.geometry_folder(cx), part.name.as_str()),
        };
        let Some(folder) = folder else { return PartFiles::default() };
        let look = |file: String| cx.files.resolve(&find::below(&folder, &file));
        let levels = |name: &str| -> Vec<LodFile> {
            let declared = part.lods.iter().map(|l| l.index + 1).max().unwrap_or(0).min(64);
            let mut out = Vec::new();
            for lod in 0..MAX_LODS.max(declared) {
                match look(format!("{name}-lod{lod}.xmf")) {
                    Some(path) => out.push(LodFile { lod, path }),
                    // Levels are contiguous unless the XML says otherwise.
                    None if lod >= declared => break,
                    None => {}
                }
            }
            out
        };
        PartFiles {
            lods: levels(name),
            collision: look(format!("{name}-collision.xmf")),
            wreck: part.wreck.as_deref().map(levels).unwrap_or_default(),
        }
    }

    /// Whether the animations of the XML are those of the `.ani`.
    pub fn check_animations(&self, cx: &Context<'_>, sink: &mut Sink) {
        let ani = self.animation_file(cx).and_then(|p| cx.files.read(&p).ok());
        let ani = ani.and_then(|bytes| Ani::read(&mut Reader::new(&bytes)).ok());
        for c in &self.connections {
            for a in &c.animations {
                let path = self.xml.describe(c.element);
                let found = ani.iter().flat_map(|a| &a.anims).find(|x| {
                    x.desc.subname.lossy().eq_ignore_ascii_case(&a.name)
                        && c.parts.iter().any(|p| p.name.as_bytes().eq_ignore_ascii_case(x.desc.part()))
                });
                match found {
                    None => sink.push(
                        &ANIMATION,
                        path,
                        format!("{:?} of {:?} is not in the .ani file", a.name, c.name),
                    ),
                    Some(x) => {
                        let seconds = (a.end - a.start + 1.0) / FRAMES_PER_SECOND;
                        // One frame more or less depends on how the end is counted.
                        if (seconds - x.desc.duration).abs() > 1.5 / FRAMES_PER_SECOND {
                            let message = format!(
                                "{:?} is {seconds} s long by its frames, {} s in the .ani file",
                                a.name, x.desc.duration
                            );
                            sink.push(&ANIMATION, path, message);
                        }
                    }
                }
            }
        }
    }
}

/// The XML of a component by its name, through `index/components.xml` of the game and its extensions.
pub fn component_path(files: &dyn Files, document: &str, name: &str) -> Option<String> {
    indexed(files, document, "index/components.xml", name)
}

fn indexed(files: &dyn Files, document: &str, index: &str, name: &str) -> Option<String> {
    // Later indices override earlier ones.
    for path in find::all(files, document, index).iter().rev() {
        let Some(xml) = files.read(path).ok().and_then(|bytes| Xml::parse(&bytes).ok()) else { continue };
        let hit =
            xml.all("entry").find(|e| xml.attr(*e, "name").is_some_and(|n| n.eq_ignore_ascii_case(name)));
        if let Some(value) = hit.and_then(|e| xml.attr(e, "value")) {
            let file = if value.to_ascii_lowercase().ends_with(".xml") {
                value.into_owned()
            } else {
                format!("{value}.xml")
            };
            if let Some(found) = find::file(files, document, &file) {
                return Some(found);
            }
        }
    }
    None
}

/// The component a macro file means: its path and XML.
pub fn macro_component(xml: &Xml, cx: &Context<'_>) -> Result<(String, Xml)> {
    let mut here: Option<Xml> = None;
    for _ in 0..MAX_HOPS {
        let xml = here.as_ref().unwrap_or(xml);
        let reference = xml.all("component").find_map(|c| text(xml, c, "ref")).ok_or_else(|| {
            Error::new(&NOT_COMPONENT, format!("<{}> names no component", xml.name(xml.root())))
        })?;
        let found = component_path(cx.files, cx.path, &reference)
            .or_else(|| find::file(cx.files, cx.path, &format!("{reference}.xml")))
            .ok_or_else(|| Error::new(&REFERENCE, format!("component {reference:?} is in no index")))?;
        let bytes = cx.files.read(&found).map_err(|e| Error::new(&REFERENCE, format!("{found}: {e}")))?;
        let next = Xml::parse(&bytes)?;
        if next.name(next.root()) != "macros" && Model::new(&next).is_ok() {
            return Ok((found, next));
        }
        here = Some(next);
    }
    Err(Error::new(&REFERENCE, "macros refer to one another without end"))
}

/// A mesh file and the materials the XML gives it.
type MeshKey = (String, Vec<(u32, String)>);

/// Puts everything together.
pub(super) struct Assembly<'m, 'c> {
    model: &'m Model<'m>,
    cx: &'c Context<'c>,
    library: Option<Arc<Library>>,
    meshes: HashMap<MeshKey, Option<MeshId>>,
    files: Vec<Vec<PartFiles>>,
}

/// What one glTF scene shows.
#[derive(Clone, Copy)]
enum Level {
    Lod(u32),
    Wreck(u32),
}

impl<'m, 'c> Assembly<'m, 'c> {
    pub fn new(model: &'m Model<'m>, cx: &'c Context<'c>, sink: &mut Sink) -> Self {
        if let Some(g) = &model.geometry
            && model.geometry_folder(cx).is_none()
        {
            sink.push(&GEOMETRY, model.xml.describe(model.element), format!("{g:?} is not there"));
        }
        let files =
            model.connections.iter().map(|c| c.parts.iter().map(|p| model.part_files(p, cx, sink)).collect());
        let files = files.collect();
        Self { model, cx, library: Library::load(cx.files, cx.path), meshes: HashMap::new(), files }
    }

    /// The whole scene.
    pub fn build(mut self, sink: &mut Sink) -> Result<Scene> {
        let mut scene = Scene { name: self.model.name.clone(), ..Scene::default() };
        let all = || self.files.iter().flatten();
        let lods = all().flat_map(|f| f.lods.iter().map(|l| l.lod + 1)).max().unwrap_or(1);
        let wrecks = all().flat_map(|f| f.wreck.iter().map(|l| l.lod + 1)).max().unwrap_or(0);
        match self.cx.options.lod {
            Lod::One(n) => self.tree(&mut scene, Level::Lod(n), None, sink)?,
            Lod::All => {
                for n in 0..lods {
                    self.tree(&mut scene, Level::Lod(n), Some(n), sink)?;
                }
                for n in 0..wrecks {
                    self.tree(&mut scene, Level::Wreck(n), Some(lods + n), sink)?;
                }
            }
        }
        self.animate(&mut scene);
        Ok(scene)
    }

    /// One hierarchy: component, connections, parts.
    fn tree(&mut self, scene: &mut Scene, level: Level, lod: Option<u32>, sink: &mut Sink) -> Result<()> {
        let model = self.model;
        let mut extras = json!({"kind": "component", "class": model.class, "geometry": model.geometry});
        if let (Some(map), true) = (extras.as_object_mut(), lod.is_none_or(|n| n == 0)) {
            map.insert("xml".into(), json!(String::from_utf8_lossy(model.xml.source())));
        }
        if let (Level::Wreck(_), Some(map)) = (level, extras.as_object_mut()) {
            map.insert("wreck".into(), json!(true));
        }
        let root =
            scene.add_node(Node { name: model.name.clone(), lod, extras: own(extras), ..Node::default() });
        let mut connections = Vec::with_capacity(model.connections.len());
        let mut parts: HashMap<String, (NodeId, usize)> = HashMap::new();
        for (c, connection) in model.connections.iter().enumerate() {
            let node = scene.add_node(connection_node(connection, root));
            connections.push(node);
            for (p, part) in connection.parts.iter().enumerate() {
                let id = self.part(scene, node, (c, p), part, level, sink)?;
                match parts.entry(part.name.to_lowercase()) {
                    Entry::Vacant(slot) => {
                        slot.insert((id, c));
                    }
                    Entry::Occupied(_) if lod.is_none_or(|n| n == 0) => {
                        let message = format!("part {:?} comes twice", part.name);
                        sink.push(&PLACED_TWICE, model.xml.describe(part.element), message);
                    }
                    Entry::Occupied(_) => {}
                }
            }
        }
        self.hang(scene, &connections, &parts, lod.is_none_or(|n| n == 0), sink);
        Ok(())
    }

    /// Hangs connections on the parts they name.
    fn hang(
        &self,
        scene: &mut Scene,
        connections: &[NodeId],
        parts: &HashMap<String, (NodeId, usize)>,
        report: bool,
        sink: &mut Sink,
    ) {
        let parent_of = |c: usize| {
            let name = self.model.connections.get(c)?.parent.as_ref()?;
            parts.get(&name.to_lowercase()).copied()
        };
        for (c, connection) in self.model.connections.iter().enumerate() {
            let Some(name) = &connection.parent else { continue };
            // Follows the chain upwards: one that comes back to itself hangs in the air.
            let mut at = parent_of(c);
            let mut steps = 0;
            while let Some((_, owner)) = at {
                steps += 1;
                if owner == c || steps > connections.len() {
                    break;
                }
                at = parent_of(owner);
            }
            let circular = at.is_some();
            match parent_of(c) {
                Some((part, _)) if !circular => {
                    if let Some(node) = connections.get(c).and_then(|id| scene.nodes.get_mut(id.0 as usize)) {
                        node.parent = Some(part);
                    }
                }
                _ if report => {
                    let why = if circular { "is its own child" } else { "is no part" };
                    sink.push(
                        &PARENT,
                        self.model.xml.describe(connection.element),
                        format!("parent {name:?} {why}"),
                    );
                }
                _ => {}
            }
        }
    }

    fn part(
        &mut self,
        scene: &mut Scene,
        parent: NodeId,
        (c, p): (usize, usize),
        part: &Part,
        level: Level,
        sink: &mut Sink,
    ) -> Result<NodeId> {
        let files = self.files.get(c).and_then(|f| f.get(p)).cloned().unwrap_or_default();
        let list = match level {
            Level::Lod(_) => &files.lods,
            Level::Wreck(_) => &files.wreck,
        };
        let (Level::Lod(want) | Level::Wreck(want)) = level;
        // A part with fewer levels shows its coarsest; wrecks show what there is.
        let file = list
            .iter()
            .find(|f| f.lod == want)
            .or_else(|| list.iter().filter(|f| f.lod < want).max_by_key(|f| f.lod));
        let materials = match level {
            Level::Lod(_) => {
                file.and_then(|f| part.lods.iter().find(|l| l.index == f.lod)).map(|l| l.materials.clone())
            }
            Level::Wreck(_) => None,
        };
        let mesh = if let Some(f) = file {
            self.mesh(scene, &f.path, materials.unwrap_or_default(), sink)?
        } else {
            let declared = matches!(level, Level::Lod(0)) && !part.lods.is_empty();
            if declared && self.model.geometry_folder(self.cx).is_some() {
                let message = format!("{}-lod0.xmf is not there", part.name);
                sink.push(&MESH_MISSING, self.model.xml.describe(part.element), message);
            }
            None
        };
        let mut extras = json!({"kind": "part"});
        if let Some(map) = extras.as_object_mut() {
            if let Some((a, b)) = &part.reference {
                map.insert("ref".into(), json!(format!("{a}.{b}")));
            }
            if let Some(w) = &part.wreck {
                map.insert("wreck".into(), json!(w));
            }
        }
        let node = scene.add_node(Node {
            name: part.name.clone(),
            parent: Some(parent),
            mesh,
            extras: own(extras),
            ..Node::default()
        });
        if let (true, Level::Lod(0), Some(path)) = (self.cx.options.collision, level, &files.collision)
            && let Some(mesh) = self.mesh(scene, path, Vec::new(), sink)?
        {
            let name = format!("{}-collision", part.name);
            scene.add_node(Node {
                name,
                parent: Some(node),
                mesh: Some(mesh),
                extras: own(json!({"kind": "collision"})),
                ..Node::default()
            });
        }
        Ok(node)
    }

    /// A mesh file, loaded once for each set of materials.
    fn mesh(
        &mut self,
        scene: &mut Scene,
        path: &str,
        materials: Vec<(u32, String)>,
        sink: &mut Sink,
    ) -> Result<Option<MeshId>> {
        let key = (path.to_owned(), materials);
        if let Some(known) = self.meshes.get(&key) {
            return Ok(*known);
        }
        let bytes = self.cx.files.read(path).map_err(|e| Error::new(&MESH_BROKEN, format!("{path}: {e}")))?;
        let stem = crate::registry::stem(scene::file_name(path)).to_owned();
        let read = Xmf::read(&mut Reader::new(&bytes).with_limits(self.cx.options.limits));
        let start = sink.findings().len();
        let id = match read.and_then(|xmf| xmf.to_mesh(&stem, sink)) {
            Ok(built) => {
                sink.prefix_from(start, &stem);
                let mesh = place(scene, built, &key.1, self.library.as_deref(), self.cx)?;
                Some(mesh)
            }
            Err(e) => {
                sink.push(&MESH_BROKEN, stem, format!("{}: {e}", scene::file_name(path)));
                None
            }
        };
        self.meshes.insert(key, id);
        Ok(id)
    }

    fn animate(&self, scene: &mut Scene) {
        let ani = self.model.animation_file(self.cx).and_then(|p| self.cx.files.read(&p).ok());
        let Some(ani) = ani.and_then(|bytes| Ani::read(&mut Reader::new(&bytes)).ok()) else { return };
        ani.bind(scene);
        for animation in &mut scene.animations {
            let frames: Vec<Value> = self
                .model
                .connections
                .iter()
                .flat_map(|c| {
                    c.animations
                        .iter()
                        .filter(|a| a.name.eq_ignore_ascii_case(&animation.name))
                        .map(|a| json!([c.name, a.start, a.end]))
                })
                .collect();
            if let (false, Some(map)) =
                (frames.is_empty(), animation.extras.get_mut("xmf").and_then(Value::as_object_mut))
            {
                map.insert("frames".into(), Value::Array(frames));
            }
        }
    }
}

/// Extras of this family.
pub(super) fn own(value: Value) -> scene::Extras {
    let mut out = scene::Extras::new();
    out.insert("xmf".into(), value);
    out
}

fn connection_node(c: &Connection, parent: NodeId) -> Node {
    let [x, y, z] = c.position;
    let [qx, qy, qz, qw] = c.rotation;
    let length = (qx * qx + qy * qy + qz * qz + qw * qw).sqrt();
    let rotation = if length > 1e-6 && length.is_finite() {
        // Already unit quaternions stay as they are written.
        let n = if (length - 1.0).abs() < 1e-6 { 1.0 } else { length };
        [qx / n, -qy / n, -qz / n, qw / n]
    } else {
        [0.0, 0.0, 0.0, 1.0]
    };
    let extras = own(json!({"kind": "connection", "tags": c.tags.join(" ")}));
    Node {
        name: c.name.clone(),
        parent: Some(parent),
        translation: [-x, y, z],
        rotation,
        extras,
        ..Node::default()
    }
}

/// Puts a mesh into a scene with its materials: the XML's where it names them, else the mesh's own.
pub(in crate::egosoft) fn place(
    scene: &mut Scene,
    built: Built,
    overrides: &[(u32, String)],
    library: Option<&Library>,
    cx: &Context<'_>,
) -> Result<MeshId> {
    let Built { mut mesh, materials: names } = built;
    let decode = Names::detect(names.iter().flatten().map(Vec::as_slice), cx.options.encoding.as_deref())?;
    for (i, (primitive, raw)) in mesh.primitives.iter_mut().zip(&names).enumerate() {
        let Some(raw) = raw else { continue };
        let (own, bytes) = decode.decode(raw);
        let name = overrides.iter().find(|(id, _)| *id as usize == i + 1).map_or(&own, |(_, r)| r);
        if !name.is_empty() {
            let bytes = bytes.filter(|_| *name == own);
            primitive.material = Some(materials::material(scene, library, name, bytes.as_deref()));
        }
    }
    Ok(scene.add_mesh(mesh))
}
