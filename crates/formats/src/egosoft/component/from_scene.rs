//! A scene to game files: the component XML, a mesh file per part and level, and the animation file.
//!
//! An XML there is (a template, or the one extras kept) is edited in place: offsets, levels of detail, materials and
//! sizes of parts; everything else stays, comments and order included.

use super::check::NAME;
use super::edit::{edit, new_xml};
use super::model::{FRAMES_PER_SECOND, Model};
use crate::egosoft::ani;
use crate::egosoft::xmf::{self, PartName, Xmf};
use crate::egosoft::xml::Xml;
use crate::{Output, WriteOptions};
use ::scene::{Mesh, Node, NodeId, Scene};
use glam::{Mat4, Vec3};
use serde_json::Value;
use std::collections::BTreeMap;
use wire::{Error, Result, Sink};

/// A mesh file to write.
pub(super) struct File {
    pub part: String,
    pub lod: u32,
    pub collision: bool,
    /// A part of its own, or the wreck of one.
    pub wreck: bool,
    /// It was read from a mesh file before.
    pub old: bool,
    /// Its materials are those it was read with.
    pub same_materials: bool,
    pub xmf: Xmf,
}

/// A part of the scene.
pub(super) struct Placed {
    pub name: String,
    /// The part it hangs on.
    pub parent: Option<String>,
    pub position: [f32; 3],
    pub rotation: [f32; 4],
    pub reference: bool,
}

/// An animation of a part.
pub(super) struct Clip {
    pub part: String,
    pub name: String,
    pub frames: f32,
    /// No file had it before.
    pub fresh: bool,
}

fn clips(scene: &Scene, animation: &ani::Ani) -> Vec<Clip> {
    let fresh = |name: &str| scene.animations.iter().any(|a| a.name == name && !a.extras.contains_key("xmf"));
    let one = |a: &ani::Anim| {
        let name = a.desc.subname.lossy();
        Clip {
            part: String::from_utf8_lossy(a.desc.part()).into_owned(),
            frames: (a.desc.duration * FRAMES_PER_SECOND).round().max(1.0),
            fresh: fresh(&name),
            name,
        }
    };
    animation.anims.iter().map(one).collect()
}

/// The format's `from_scene`.
pub fn from_scene(scene: &Scene, options: &WriteOptions, sink: &mut Sink) -> Result<Vec<Output>> {
    let stem = crate::registry::stem(&options.file_name).to_owned();
    let source = options.template.clone().or_else(|| kept_xml(scene));
    let xml = match &source {
        Some(bytes) => Some(Xml::parse(bytes)?),
        None => None,
    };
    let model = xml.as_ref().and_then(|x| Model::new(x).ok());
    let (placed, mut files) = collect(scene, sink)?;
    if model.is_none() {
        add_collisions(scene, &placed, &mut files, sink)?;
    }
    let animation = ani::build(scene, sink)?;
    let clips = clips(scene, &animation);
    let text = match (&xml, &model) {
        (Some(xml), Some(model)) => edit(xml, model, &placed, &files, &clips),
        _ => new_xml(&stem, &placed, &files, &clips).into_bytes(),
    };
    let mut out = vec![Output { suffix: ".xml".into(), bytes: text }];
    for f in &files {
        let kind = if f.collision { "collision".to_owned() } else { format!("lod{}", f.lod) };
        out.push(Output { suffix: format!("_data/{}-{kind}.xmf", f.part), bytes: f.xmf.write() });
    }
    let old = model.as_ref().is_some_and(|m| m.connections.iter().any(|c| !c.animations.is_empty()));
    if !animation.anims.is_empty() || old {
        out.push(Output { suffix: "_data.ani".into(), bytes: animation.write() });
    }
    Ok(out)
}

fn own<'a>(node: &'a Node, name: &str) -> Option<&'a Value> {
    node.extras.get("xmf").and_then(|x| x.get(name))
}

fn kind(node: &Node) -> &str {
    own(node, "kind").and_then(Value::as_str).unwrap_or("")
}

fn kept_xml(scene: &Scene) -> Option<Vec<u8>> {
    scene.nodes.iter().find_map(|n| own(n, "xml").and_then(Value::as_str)).map(|t| t.as_bytes().to_vec())
}

/// Parts by name, and the files of all meshes. Of several hierarchies (levels of detail) the first one places a part.
fn collect(scene: &Scene, sink: &mut Sink) -> Result<(Vec<Placed>, Vec<File>)> {
    let world = scene.world_matrices();
    let mut placed: Vec<Placed> = Vec::new();
    let mut files: BTreeMap<(String, bool, u32), File> = BTreeMap::new();
    for (i, node) in scene.nodes.iter().enumerate() {
        let mesh = node.mesh.and_then(|m| scene.meshes.get(m.0 as usize));
        if mesh.is_none() && kind(node) != "part" {
            continue;
        }
        let name = part_name(node, mesh, sink);
        let collision = mesh.is_some_and(|m| m.collision) || kind(node) == "collision";
        let (offset, scale) = relative(scene, NodeId(i as u32), &world);
        if !collision && !placed.iter().any(|p| p.name == name) {
            let (_, rotation, translation) = offset.to_scale_rotation_translation();
            placed.push(Placed {
                name: name.clone(),
                parent: part_above(scene, NodeId(i as u32)).map(|id| node_name(scene, id)),
                position: [-translation.x + 0.0, translation.y, translation.z],
                rotation: [rotation.x, -rotation.y + 0.0, -rotation.z + 0.0, rotation.w],
                reference: own(node, "ref").is_some(),
            });
        }
        let Some(mesh) = mesh.filter(|_| own(node, "ref").is_none()) else { continue };
        // `part_wreck-lod1` on the node of `part`: the file goes by the mesh's name.
        let by_mesh = PartName::parse(&mesh.name);
        let has_suffix = by_mesh.part != mesh.name;
        let part = if has_suffix { clean(&by_mesh.part) } else { name.clone() };
        let lod = if collision { 0 } else { mesh.lod };
        if files.contains_key(&(part.clone(), collision, lod)) {
            continue;
        }
        let old = mesh.extras.contains_key("xmf");
        let had = mesh.extras.get("xmf").and_then(|x| x.get("materials")).cloned();
        let mut copy = mesh.clone();
        xmf::bake(&mut copy, Mat4::from_scale(scale));
        let names = xmf::material_names(scene, &copy);
        let made = xmf::build_mesh(copy, &names, collision, sink)?;
        let wreck = has_suffix && part != name && !collision;
        let same_materials = had.is_some_and(|had| had == Value::from(made.material_list()));
        let file = File { part: part.clone(), lod, collision, wreck, old, same_materials, xmf: made };
        files.insert((part, collision, lod), file);
    }
    if files.is_empty() && placed.is_empty() {
        return Err(Error::new(&xmf::check::NOTHING_TO_WRITE, "the scene has no part and no mesh"));
    }
    Ok((placed, files.into_values().collect()))
}

pub(super) fn clean(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.') { c } else { '_' };
    name.chars().map(plain).take(63).collect()
}

fn node_name(scene: &Scene, id: NodeId) -> String {
    scene.node(id).map_or(String::new(), |n| clean(n.name.strip_suffix("#mesh").unwrap_or(&n.name)))
}

/// The name of a part in the game.
fn part_name(node: &Node, mesh: Option<&Mesh>, sink: &mut Sink) -> String {
    let base = node.name.strip_suffix("#mesh").unwrap_or(&node.name);
    let base = base.strip_suffix("-collision").unwrap_or(base);
    let base = if base.is_empty() { mesh.map_or("part", |m| m.name.as_str()) } else { base };
    let name = clean(&PartName::parse(base).part);
    if name != base && PartName::parse(base).part == base {
        sink.push(&NAME, base, format!("{base:?} is written as {name:?}"));
    }
    name
}

/// The nearest part above a node.
fn part_above(scene: &Scene, id: NodeId) -> Option<NodeId> {
    let mut at = scene.node(id)?.parent;
    for _ in 0..scene.nodes.len() {
        let node = scene.node(at?)?;
        if kind(node) == "part" || (node.mesh.is_some() && kind(node).is_empty()) {
            return at;
        }
        at = node.parent;
    }
    None
}

/// Where a node lies from the part above it (or the component), and the scale that goes into its mesh.
fn relative(scene: &Scene, id: NodeId, world: &[Mat4]) -> (Mat4, Vec3) {
    let at = |id: NodeId| world.get(id.0 as usize).copied().unwrap_or(Mat4::IDENTITY);
    let above = part_above(scene, id).or_else(|| root_component(scene, id)).map_or(Mat4::IDENTITY, at);
    let own = above.inverse() * at(id);
    let (scale, rotation, translation) = own.to_scale_rotation_translation();
    let plain = scale.abs_diff_eq(Vec3::ONE, 1e-5);
    (Mat4::from_rotation_translation(rotation, translation), if plain { Vec3::ONE } else { scale })
}

fn root_component(scene: &Scene, id: NodeId) -> Option<NodeId> {
    let mut at = scene.node(id)?.parent;
    for _ in 0..scene.nodes.len() {
        let node = scene.node(at?)?;
        if kind(node) == "component" {
            return at;
        }
        at = node.parent;
    }
    None
}

/// New components get a collision mesh for each part, made of its finest level.
fn add_collisions(scene: &Scene, placed: &[Placed], files: &mut Vec<File>, sink: &mut Sink) -> Result<()> {
    for p in placed {
        if files.iter().any(|f| f.part == p.name && f.collision) {
            continue;
        }
        let finest = scene.nodes.iter().find_map(|n| {
            let mesh = scene.meshes.get(n.mesh?.0 as usize)?;
            (node_name_of(n) == p.name && mesh.lod == 0 && !mesh.collision).then_some(mesh)
        });
        if let Some(mesh) = finest {
            let mut mesh = mesh.clone();
            mesh.extras.clear();
            let made = xmf::build_mesh(mesh, &[], true, sink)?;
            files.push(File {
                part: p.name.clone(),
                lod: 0,
                collision: true,
                wreck: false,
                old: false,
                same_materials: false,
                xmf: made,
            });
        }
    }
    Ok(())
}

fn node_name_of(node: &Node) -> String {
    let base = node.name.strip_suffix("#mesh").unwrap_or(&node.name);
    clean(&PartName::parse(base).part)
}
