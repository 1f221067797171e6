//! A component and the files it names, put together.
//!
//! Nodes: the component, a node per connection (its offset), a node per part below its connection. A connection with a
//! `parent` hangs on that part. Everything is mirrored (x → −x), [`scene::Mirror::X`].
//! Wrecks take the place of their parts, so they are scenes of their own, after the levels of detail.

pub(crate) mod attached;
pub(crate) mod files;
pub(crate) mod hardpoints;
pub(crate) mod lights;

use super::rules::{MESH_BROKEN, MESH_MISSING, PARENT, PART_TWICE, check_geometry};
use super::types::{Connection, Model, Part};
use crate::egosoft::MIRROR;
use crate::egosoft::base64_text;
use crate::egosoft::materials::{self, Library};
use crate::egosoft::notes::{self, Kind};
use crate::egosoft::xmf::{Built, Xmf};
use crate::{Context, Lod, Names};
use files::{Finder, PartFiles};
use scene::{MeshId, Node, NodeId, Scene};
use serde_json::{Value, json};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use wire::{Reader, Result, Sink};

/// A mesh file and the materials the XML gives it.
type MeshKey = (String, Vec<(u32, String)>);

/// Puts everything together.
pub(crate) struct Assembly<'m, 'c> {
    model: &'m Model<'m>,
    cx: &'c Context<'c>,
    finder: Finder<'m, 'c>,
    library: Option<Arc<Library>>,
    meshes: HashMap<MeshKey, Option<MeshId>>,
    files: Vec<Vec<PartFiles>>,
    wrecks: &'m HashSet<String>,
}

/// What one glTF scene shows.
#[derive(Clone, Copy)]
enum Level {
    Lod(u32),
    Wreck(u32),
}

impl<'m, 'c> Assembly<'m, 'c> {
    pub fn new(model: &'m Model<'m>, cx: &'c Context<'c>, sink: &mut Sink) -> Self {
        let finder = Finder::new(model, cx);
        check_geometry(model, &finder, sink);
        let files = model.connections.iter().map(|c| c.parts.iter().map(|p| finder.part(p)).collect());
        let files = files.collect();
        finder.report_missing(sink);
        let library = Library::load(cx.files, cx.path);
        Self { model, cx, finder, library, meshes: HashMap::new(), files, wrecks: model.wrecks() }
    }

    /// The whole scene.
    pub fn into_scene(mut self, sink: &mut Sink) -> Result<Scene> {
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
        self.animate(&mut scene, sink);
        Ok(scene)
    }

    /// One hierarchy: component, connections, parts.
    fn tree(&mut self, scene: &mut Scene, level: Level, lod: Option<u32>, sink: &mut Sink) -> Result<()> {
        let model = self.model;
        let mut extras = notes::node::KIND.with(&Kind::Component);
        notes::component::CLASS.put(&mut extras, &model.class);
        notes::component::GEOMETRY.put(&mut extras, &model.geometry);
        let first = lod.is_none_or(|n| n == 0);
        if first {
            let xml = String::from_utf8_lossy(model.xml.source()).into_owned();
            notes::component::XML.put(&mut extras, &xml);
            if let Some(ani) = self.finder.animations(&mut Sink::new()) {
                notes::component::ANI.put(&mut extras, &ani.header.key_offset);
                // Programs lose the extras of animations; those who want all levels go back to the game.
                if self.cx.options.lod == Lod::All && !ani.anims.is_empty() {
                    notes::component::ANI_FILE.put(&mut extras, &base64_text(&ani.write()));
                }
            }
        }
        if let Level::Wreck(_) = level {
            notes::component::WRECK.put(&mut extras, &true);
        }
        let root = scene.add_node(Node { name: model.name.clone(), lod, extras, ..Node::default() });
        let mut connections = Vec::with_capacity(model.connections.len());
        let mut parts: HashMap<String, (NodeId, usize)> = HashMap::new();
        for (c, connection) in model.connections.iter().enumerate() {
            let node = scene.add_node(connection_node(connection, root));
            connections.push(node);
            for (p, part) in connection.parts.iter().enumerate() {
                let id = self.part(scene, node, (c, p), part, (level, first), sink)?;
                match parts.entry(part.name.to_lowercase()) {
                    Entry::Vacant(slot) => {
                        slot.insert((id, c));
                    }
                    Entry::Occupied(_) if first => {
                        let message = format!("part {:?} comes twice", part.name);
                        sink.push(&PART_TWICE, model.xml.describe(part.element), message);
                    }
                    Entry::Occupied(_) => {}
                }
            }
        }
        self.hang(scene, &connections, &parts, first, sink);
        if first {
            lights::of_component(scene, model, root);
        }
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
        let circles = circles(connections.len(), |c| parent_of(c).map(|(_, owner)| owner));
        for (c, connection) in self.model.connections.iter().enumerate() {
            let Some(name) = &connection.parent else { continue };
            let circular = circles.get(c).copied().unwrap_or(false);
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
        (level, first): (Level, bool),
        sink: &mut Sink,
    ) -> Result<NodeId> {
        let mut files = self.files.get(c).and_then(|f| f.get(p)).cloned().unwrap_or_default();
        if self.wrecks.contains(&part.name.to_lowercase()) {
            // The wreck of another part stands where that part does, and only once that is wrecked.
            files = PartFiles::default();
        }
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
        let mesh = if let Some(f) = file {
            self.mesh(scene, &f.path, f.materials.clone(), sink)?
        } else {
            self.report_missing(part, level, sink);
            None
        };
        let mut extras = notes::node::KIND.with(&Kind::Part);
        if let Some((a, b)) = &part.reference {
            notes::part::REF.put(&mut extras, &format!("{a}.{b}"));
        }
        if let Some(w) = &part.wreck {
            notes::part::WRECK.put(&mut extras, w);
        }
        if files.cooked {
            notes::part::JCS.put(&mut extras, &true);
        }
        if let Some(pivot) = &part.pivot {
            notes::part::PIVOT.put(&mut extras, pivot);
        }
        let node = scene.add_node(Node {
            name: part.name.clone(),
            parent: Some(parent),
            translation: part.pivot.map_or([0.0; 3], |p| MIRROR.fresh(p)),
            mesh,
            extras,
            ..Node::default()
        });
        if first {
            lights::of_part(scene, self.model, part.element, node);
        }
        let collision = match level {
            Level::Lod(_) => {
                files.collision.as_ref().filter(|_| first).map(|path| (path, part.name.as_str()))
            }
            Level::Wreck(n) => {
                let wreck = part.wreck.as_deref().unwrap_or_default();
                files.wreck_collision.as_ref().filter(|_| n == 0).map(|path| (path, wreck))
            }
        };
        if let (true, Some((path, of))) = (self.cx.options.collision, collision)
            && let Some(mesh) = self.mesh(scene, path, Vec::new(), sink)?
        {
            let name = format!("{of}-collision");
            scene.add_node(Node {
                name,
                parent: Some(node),
                mesh: Some(mesh),
                extras: notes::node::KIND.with(&Kind::Collision),
                ..Node::default()
            });
        }
        Ok(node)
    }

    fn report_missing(&self, part: &Part, level: Level, sink: &mut Sink) {
        let wanted = matches!(level, Level::Lod(0)) && !part.lods.is_empty();
        let is_wreck = self.wrecks.contains(&part.name.to_lowercase());
        if wanted && !is_wreck && self.finder.geometry_folder().is_some() {
            let message = format!("{}-lod0.xmf is not there", part.name);
            sink.push(&MESH_MISSING, self.model.xml.describe(part.element), message);
        }
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
        let stem = crate::registry::stem(scene::file_name(path)).to_owned();
        let start = sink.findings().len();
        let id = match self.read(path, &stem, sink) {
            Ok(built) => {
                sink.prefix_from(start, &stem);
                Some(place(scene, built, &key.1, self.library.as_deref(), self.cx)?)
            }
            Err(why) => {
                sink.push(&MESH_BROKEN, stem, format!("{}: {why}", scene::file_name(path)));
                None
            }
        };
        self.meshes.insert(key, id);
        Ok(id)
    }

    fn read(&self, path: &str, stem: &str, sink: &mut Sink) -> std::result::Result<Built, String> {
        let bytes = self.cx.files.read(path).map_err(|e| e.to_string())?;
        let xmf = Xmf::read(&mut Reader::new(&bytes).with_limits(self.cx.options.limits));
        let built = xmf.and_then(|xmf| {
            let mut built = xmf.to_mesh(stem, sink)?;
            // All levels are asked for by people who go back to the game.
            if self.cx.options.lod == Lod::All {
                xmf.note_blocks(&mut built.mesh.extras);
            }
            Ok(built)
        });
        built.map_err(|e| e.to_string())
    }

    fn animate(&self, scene: &mut Scene, sink: &mut Sink) {
        let Some(ani) = self.finder.animations(sink) else { return };
        ani.bind(scene);
        for animation in &mut scene.animations {
            let frames: Vec<(String, f32, f32)> = self
                .model
                .connections
                .iter()
                .flat_map(|c| {
                    c.animations
                        .iter()
                        .filter(|a| a.name.eq_ignore_ascii_case(&animation.name))
                        .map(|a| (c.name.clone(), a.start, a.end))
                })
                .collect();
            if !frames.is_empty() && animation.extras.contains_key(notes::FAMILY) {
                notes::animation::FRAMES.put(&mut animation.extras, &frames);
            }
        }
    }
}

/// Which of so many things lead, upwards, into a circle. Each is looked at once.
fn circles(count: usize, parent: impl Fn(usize) -> Option<usize>) -> Vec<bool> {
    let mut known: Vec<Option<bool>> = vec![None; count];
    let mut visited = vec![false; count];
    let mut way = Vec::new();
    for start in 0..count {
        let mut at = Some(start);
        // Ends at the top, at something known, or where this very way came along.
        let circular = loop {
            let Some(here) = at else { break false };
            match (known.get(here), visited.get_mut(here)) {
                (Some(Some(answer)), _) => break *answer,
                (_, Some(true)) => break true,
                (_, Some(seen)) => *seen = true,
                _ => break false,
            }
            way.push(here);
            at = parent(here);
        };
        for here in way.drain(..) {
            if let Some(slot) = known.get_mut(here) {
                *slot = Some(circular);
            }
        }
    }
    known.into_iter().map(|k| k == Some(true)).collect()
}

/// A place of stored axes in a scene's.
pub(crate) fn mirrored((position, rotation): &([f32; 3], [f32; 4])) -> ([f32; 3], [f32; 4]) {
    let [x, y, z, w] = *rotation;
    let length = (x * x + y * y + z * z + w * w).sqrt();
    let rotation = if length > 1e-6 && length.is_finite() {
        // Already unit quaternions stay as they are written.
        let n = if (length - 1.0).abs() < 1e-6 { 1.0 } else { length };
        MIRROR.quat(*rotation).map(|v| v / n)
    } else {
        [0.0, 0.0, 0.0, 1.0]
    };
    (MIRROR.point(*position), rotation)
}

fn connection_node(c: &Connection, parent: NodeId) -> Node {
    let (translation, rotation) = mirrored(&(c.position, c.rotation));
    let mut extras = notes::node::KIND.with(&Kind::Connection);
    // Under names of their own, so that people see and change them as custom properties.
    let mut shown = serde_json::Map::new();
    let tags = Some(c.tags.join(" ")).filter(|t| !t.is_empty());
    for (name, value) in [("tags", &tags), ("group", &c.group), ("value", &c.value)] {
        if let Some(value) = value {
            shown.insert(name.into(), json!(value));
        }
    }
    if !shown.is_empty() {
        extras.insert("gltf".into(), Value::Object(shown));
    }
    Node { name: c.name.clone(), parent: Some(parent), translation, rotation, extras, ..Node::default() }
}

/// Puts a mesh into a scene with its materials: those the mesh names, else the XML's.
pub(in crate::egosoft) fn place(
    scene: &mut Scene,
    built: Built,
    overrides: &[(u32, String)],
    library: Option<&Library>,
    cx: &Context<'_>,
) -> Result<MeshId> {
    let Built { mut mesh, materials: names } = built;
    let raw = names.iter().flatten().map(|r| r.name.as_slice());
    let decode = Names::detect(raw, cx.options.encoding.as_deref())?;
    for (primitive, range) in mesh.primitives.iter_mut().zip(&names) {
        let Some(range) = range else { continue };
        let (own, bytes) = decode.decode(&range.name);
        let listed = || overrides.iter().find(|(id, _)| *id == range.number).map(|(_, name)| name);
        let name = if own.is_empty() { listed().unwrap_or(&own) } else { &own };
        if own.is_empty() {
            notes::mesh::LISTED.put(&mut mesh.extras, name);
        }
        if !name.is_empty() {
            primitive.material = Some(materials::material(scene, library, name, bytes.as_deref()));
        }
    }
    Ok(scene.add_mesh(mesh))
}
