//! A scene to game files: the component XML, a mesh file per part and level, and the animation file.
//!
//! An XML there is (a template, or the one extras kept) is edited in place: offsets, levels of detail, materials and
//! sizes of parts, hardpoints; everything else stays, comments and order included.

mod borrowed;
mod clips;
mod collisions;
mod held;
pub(crate) mod lights;
pub(crate) mod originals;
mod rest;
pub(crate) mod roles;
pub(crate) mod size;
pub(crate) mod sweep;
pub(crate) mod tree;

use super::Component;
use super::rules::{GEOMETRY, NAME, STALE_JCS};
use super::scene::hardpoints;
use super::types::Model;
use super::write::{Changes, edit, new_xml, usual_geometry};
use crate::egosoft::MIRROR;
use crate::egosoft::ani;
use crate::egosoft::base64_text;
use crate::egosoft::notes::{self, Kind, kind};
use crate::egosoft::xmf::{self, Game, PartName, Xmf};
use crate::egosoft::xml::Xml;
use crate::{Output, Outputs, WriteOptions};
use ::scene::{Node, NodeId, Scene};
pub(crate) use clips::Clip;
use clips::clips;
use collisions::add_collisions;
use glam::{Mat4, Quat, Vec3};
use originals::Originals;
use roles::{Names, Shown, shown};
use std::collections::{BTreeSet, HashMap, HashSet};
use sweep::{Size, Sweep};
use tree::{ByPart, Tree};
use wire::{Error, Result, Sink};

/// A mesh file to write.
pub(crate) struct File {
    pub part: String,
    pub lod: u32,
    pub collision: bool,
    /// The wreck of another part.
    pub wreck: bool,
    /// It was read from a mesh file before.
    pub old: bool,
    /// It is that file, byte for byte.
    pub unchanged: bool,
    /// Its vertices are where they were, so that the size of its part is the same.
    pub same_places: bool,
    /// Centre and half extent of the file it came from.
    pub old_bounds: Option<Size>,
    /// Its materials are those it was read with.
    pub same_materials: bool,
    /// The materials it was read with, where that is known.
    pub had: Option<Vec<String>>,
    pub xmf: Xmf,
}

/// A part of the scene.
pub(crate) struct Placed {
    pub name: String,
    /// The part it hangs on.
    pub parent: Option<String>,
    pub place: Place,
    /// The connection of the scene that holds it, where no XML says.
    pub connection: Option<String>,
}

/// A place in stored axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Place {
    pub position: [f32; 3],
    pub rotation: [f32; 4],
}

impl Place {
    pub fn new(translation: Vec3, rotation: Quat) -> Self {
        let t = translation;
        let [x, y, z, w] = MIRROR.quat(rotation.normalize().to_array());
        Self { position: MIRROR.fresh(t.to_array()), rotation: [x, y + 0.0, z + 0.0, w] }
    }
}

/// The format's `from_scene`.
pub fn from_scene(
    scene: &Scene,
    like: Option<&Component>,
    options: &WriteOptions,
    sink: &mut Sink,
) -> Outputs {
    let stem = crate::registry::stem(&options.file_name).to_owned();
    let kept = match like {
        Some(_) => None,
        None => kept_xml(scene).map(|bytes| Xml::parse(&bytes)).transpose()?,
    };
    let xml = like.map(|l| &l.xml).or(kept.as_ref());
    let model = xml.and_then(|x| Model::new(x).ok());
    let names = Names::of(model.as_ref());
    let scene = &*super::scene::attached::without(scene, |name| names.is_connection(names.plain(name)));
    let originals = Originals::of(scene, options);
    let asked = Game::named(options.profile.as_deref());
    let game = (asked.unwrap_or_else(|| Game::of(scene)), asked);
    let tree = Tree::new(scene, &names, |n| is_part(scene, &names, n));
    let objects =
        Objects { scene, names: &names, world: scene.world_matrices(), tree, originals: &originals, game };
    let shown = shown(scene, &names)?;
    let mut files = Vec::new();
    for (claim, s) in &shown {
        files.push(objects.file(s, claim.collision, claim.lod, sink)?);
    }
    let wreck_names = shown.values().filter(|s| s.part != s.object);
    let wreck_names: HashMap<String, String> =
        wreck_names.map(|s| (s.object.to_lowercase(), s.part.clone())).collect();
    let shown: Vec<Shown> = shown.into_values().collect();
    let placed = objects.placed(&shown, &files, model.is_none(), sink);
    if files.is_empty() && placed.is_empty() && model.is_none() {
        return Err(Error::new(&xmf::rules::NOTHING_TO_WRITE, "the scene has no part and no mesh"));
    }
    let known = |name: &str| model.as_ref().is_some_and(|m| m.has_part(name));
    add_collisions(&objects, placed.iter().filter(|p| !known(&p.name)), &mut files, sink)?;
    let rest = objects.at_rest(model.as_ref(), &placed);
    let (mut animation, rebuilt) = ani::rebuild_all(&rest, originals.ani.as_ref(), sink)?;
    let before = clips::rename(&rest, &mut animation);
    let same_names = before.iter().all(Option::is_none);
    let clips = clips(scene, &animation, originals.ani.as_ref(), &rebuilt, before);
    let sweep = Sweep::new(&placed, &animation);
    objects.report_borrowed(sink);
    let (lights, new_lights) = super::scene::lights::edited(&objects, model.as_ref(), sink);
    let (connections, fresh) = match &model {
        Some(model) => (objects.connections(model, sink), hardpoints::fresh(&objects, model)),
        None => (Vec::new(), hardpoints::all(&objects)),
    };
    let changes = Changes {
        placed: &placed,
        placed_by: ByPart::new(&placed, |p| &p.name),
        files: ByPart::new(&files, |f| &f.part),
        wrecks: files.iter().filter(|f| f.wreck).map(|f| f.part.as_str()).collect(),
        wreck_names: &wreck_names,
        clips: ByPart::new(&clips, |c| &c.part),
        moved: clips.iter().filter(|c| c.changed || c.fresh).map(|c| c.part.to_lowercase()).collect(),
        connections: &connections,
        hardpoints: &fresh,
        lights: &lights,
        new_lights: &new_lights,
        sweep: &sweep,
        class: options.class.as_deref(),
        geometry: options.geometry.as_deref(),
    };
    let folder = folder(&stem, model.as_ref(), &changes)?;
    let text = match (xml, &model) {
        (Some(xml), Some(model)) => edit(&stem, xml, model, &changes),
        _ => new_xml(&stem, &changes).into_bytes(),
    };
    report_cooked(scene, options, &files, sink);
    // An XML is edited in place; without one everything is new, whatever it holds.
    let known = xml.is_some();
    let mut out = vec![Output { original: known, ..Output::new(".xml", text) }];
    for f in &files {
        let kind = if f.collision { "collision".to_owned() } else { format!("lod{}", f.lod) };
        let file = Output::new(format!("/{folder}/{}-{kind}.xmf", f.part), f.xmf.write());
        out.push(Output { original: known && f.unchanged, ..file });
    }
    let listed = model.as_ref().is_some_and(|m| m.connections.iter().any(|c| !c.animations.is_empty()));
    let noted = || scene.nodes.iter().find_map(|n| notes::component::ANI.get(&n.extras));
    let had = originals.ani.as_ref().map(|a| a.header.key_offset).or_else(noted);
    if animation.anims.is_empty() {
        // Empty files say 0 or 16.
        animation.header.key_offset = had.unwrap_or(0);
    }
    if !animation.anims.is_empty() || listed || had.is_some() {
        let original = known && same_names && rebuilt.iter().all(|rebuilt| !rebuilt);
        out.push(Output { original, ..Output::new(format!("/{folder}.ani"), animation.write()) });
    }
    Ok(out)
}

/// The folder that the XML says the meshes are in: the last name of its geometry path.
fn folder(stem: &str, model: Option<&Model<'_>>, changes: &Changes<'_>) -> Result<String> {
    let last = |path: &str| {
        let name = path.trim_end_matches(['\\', '/']).rsplit(['\\', '/']).next().unwrap_or_default();
        let plain = |c: char| !c.is_control() && !"<>:\"|?*".contains(c);
        let good = !name.trim_matches(['.', ' ']).is_empty() && name.chars().all(plain);
        (good && name.len() < 200).then(|| name.to_owned())
    };
    if let Some(asked) = changes.geometry {
        return last(asked).ok_or_else(|| {
            Error::new(
                &GEOMETRY,
                format!(
                    "{asked:?} names no folder; --geometry is a path like assets\\units\\size_s\\NAME_data"
                ),
            )
        });
    }
    let usual = usual_geometry(stem, changes.class.unwrap_or_default());
    let written = model.and_then(|m| m.geometry.as_deref()).unwrap_or(&usual);
    Ok(last(written).unwrap_or_else(|| format!("{}_data", clean(stem))))
}

/// Says which physics of the engine no longer fit.
fn report_cooked(scene: &Scene, options: &WriteOptions, files: &[File], sink: &mut Sink) {
    let listed = options.template_files.iter().filter_map(|(file, _)| file.strip_suffix(".jcs"));
    let noted =
        scene.nodes.iter().filter(|n| notes::part::JCS.is_in(&n.extras)).map(|n| n.name.to_lowercase());
    let cooked: HashSet<String> = listed.map(str::to_owned).chain(noted).collect();
    for f in files.iter().filter(|f| f.collision && !f.unchanged) {
        if cooked.contains(&f.part.to_lowercase()) {
            let message = format!("{}-hull.jcs and -mesh.jcs are those of the old collision mesh", f.part);
            sink.push(&STALE_JCS, f.part.clone(), message);
        }
    }
}

fn kept_xml(scene: &Scene) -> Option<Vec<u8>> {
    scene.nodes.iter().find_map(|n| notes::component::XML.get(&n.extras)).map(String::into_bytes)
}

/// A name the game's tools take.
pub(crate) fn clean(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.') { c } else { '_' };
    name.chars().map(plain).take(63).collect()
}

/// Whether a node is a part: one that extras call so, or one with a mesh to look at, or with a part's name.
fn is_part(scene: &Scene, names: &Names, node: &Node) -> bool {
    match kind(node) {
        Some(Kind::Part) => true,
        None => {
            let mesh = node.mesh.and_then(|m| scene.meshes.get(m.0 as usize));
            mesh.is_some_and(|m| !m.collision && !PartName::parse(names.plain(&node.name)).collision)
                || (mesh.is_none() && names.is_part(names.plain(&node.name)))
        }
        _ => false,
    }
}

/// The objects of a scene, seen as parts and connections.
pub(crate) struct Objects<'a> {
    pub scene: &'a Scene,
    pub names: &'a Names,
    pub tree: Tree,
    world: Vec<Mat4>,
    originals: &'a Originals,
    game: (Game, Option<Game>),
}

impl Objects<'_> {
    fn node(&self, id: NodeId) -> Option<&Node> {
        self.scene.node(id)
    }

    /// The part a node stands for.
    pub fn part_name(&self, node: &Node) -> String {
        clean(&PartName::parse(self.names.plain(&node.name)).part)
    }

    /// The name of the nearest part above a node.
    pub fn part_above(&self, id: NodeId) -> Option<String> {
        self.tree.part_above(id).and_then(|up| self.node(up)).map(|n| self.part_name(n))
    }

    /// The node of the component above a node: one that extras call so, else an outermost one that shows nothing.
    fn component(&self, id: NodeId) -> Option<NodeId> {
        let called = self.tree.component_above(id);
        let root = self.tree.root(id);
        let bare = |n: &Node| n.mesh.is_none() && !self.names.is_connection(self.names.plain(&n.name));
        called.or_else(|| (root != id && self.node(root).is_some_and(bare)).then_some(root))
    }

    /// Where a node is from the part above it, or the component; and its scale there.
    pub fn place(&self, id: NodeId) -> (Vec3, Quat, Vec3) {
        let above = self.tree.part_above(id).or_else(|| self.component(id));
        if let Some(n) = self.node(id)
            && n.parent == above
        {
            // What was not touched comes back as it was.
            return (n.translation.into(), Quat::from_array(n.rotation), n.scale.into());
        }
        let at = |id: NodeId| self.world.get(id.0 as usize).copied().unwrap_or(Mat4::IDENTITY);
        let (scale, rotation, translation) =
            (above.map_or(Mat4::IDENTITY, at).inverse() * at(id)).to_scale_rotation_translation();
        (translation, rotation, scale)
    }

    fn file(&self, s: &Shown, collision: bool, lod: u32, sink: &mut Sink) -> Result<File> {
        let mut mesh = self.scene.meshes.get(s.mesh.0 as usize).cloned().unwrap_or_default();
        let kind = if collision { "collision".to_owned() } else { format!("lod{lod}") };
        let stem = format!("{}-{kind}", s.part);
        let original = self.originals.mesh(&mesh, &stem);
        let wreck = s.part != s.object && !collision;
        let same = |original: &Xmf| {
            let materials = xmf::material_names(self.scene, &mesh);
            let fits = self.game.1.is_none() && self.place(s.node).2.abs_diff_eq(Vec3::ONE, 1e-4);
            fits && original.is_shown_by(&mesh, &materials, &stem)
        };
        let old_bounds = original.as_ref().and_then(Xmf::bounds);
        if let Some(xmf) = original.clone().filter(same) {
            let part = s.part.clone();
            return Ok(File {
                part,
                lod,
                collision,
                wreck,
                old: true,
                unchanged: true,
                same_places: true,
                old_bounds,
                same_materials: true,
                had: None,
                xmf,
            });
        }
        if let Some(original) = &original {
            original.remind(&mut mesh, &stem);
        }
        let old = mesh.extras.contains_key(notes::FAMILY);
        let had = notes::mesh::MATERIALS.get(&mesh.extras);
        let tables = notes::mesh::TABLES.get(&mesh.extras);
        let (_, _, scale) = self.place(s.node);
        let plain = scale.abs_diff_eq(Vec3::ONE, 1e-4);
        let mut copy = mesh;
        xmf::bake(&mut copy, if plain { Mat4::IDENTITY } else { Mat4::from_scale(scale) });
        let materials = xmf::material_names(self.scene, &copy);
        let xmf = xmf::from_mesh_for(copy, &materials, collision, self.game, sink)?;
        let unchanged = tables.is_some_and(|t| t == base64_text(&xmf.tables()));
        Ok(File {
            part: s.part.clone(),
            lod,
            collision,
            wreck,
            old,
            unchanged,
            same_places: unchanged || original.is_some_and(|o| places(&o) == places(&xmf)),
            old_bounds,
            same_materials: had.as_ref().is_some_and(|had| *had == xmf.material_list()),
            had,
            xmf,
        })
    }

    /// Every part once, where its first object stands.
    fn placed(&self, shown: &[Shown], files: &[File], bare: bool, sink: &mut Sink) -> Vec<Placed> {
        let meshes: HashSet<NodeId> = shown.iter().map(|s| s.node).collect();
        let collision: HashSet<&str> =
            files.iter().filter(|f| f.collision).map(|f| f.part.as_str()).collect();
        let wrecks: HashSet<&str> = files.iter().filter(|f| f.wreck).map(|f| f.part.as_str()).collect();
        let mut seen: HashSet<String> = HashSet::new();
        let mut out: Vec<Placed> = Vec::new();
        for (i, node) in self.scene.nodes.iter().enumerate() {
            let id = NodeId(i as u32);
            if !is_part(self.scene, self.names, node) || notes::part::REF.is_in(&node.extras) {
                continue;
            }
            let name = self.part_name(node);
            if wrecks.contains(name.as_str()) || seen.contains(&name.to_ascii_lowercase()) {
                continue;
            }
            let base = self.names.plain(&node.name);
            if PartName::parse(base).part == base && clean(base) != base {
                sink.push(&NAME, base, format!("{base:?} is written as {name:?}"));
            }
            // A collision mesh alone is no part.
            if node.mesh.is_some()
                && !meshes.contains(&id)
                && collision.contains(name.as_str())
                && kind(node) != Some(Kind::Part)
            {
                continue;
            }
            let holder = self.holder(id).filter(|_| bare);
            let (t, r, _) = match holder {
                Some(holder) => self.held(holder, id, node),
                None => self.place(id),
            };
            let connection = holder.and_then(|c| self.node(c)).map(|c| clean(self.names.plain(&c.name)));
            seen.insert(name.to_ascii_lowercase());
            out.push(Placed { name, parent: self.part_above(id), place: Place::new(t, r), connection });
        }
        out
    }
}

/// Where the vertices of a mesh are, each once.
fn places(xmf: &Xmf) -> BTreeSet<[u32; 3]> {
    xmf.positions().into_iter().map(|p| p.map(|v| (v + 0.0).to_bits())).collect()
}
