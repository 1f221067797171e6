//! A scene as an actor: chunk order, counts and limits as the documented engine rules want them.

mod layers;
mod mesh;
mod nodes;
pub(crate) mod surface;
mod tangents;

use super::super::from_scene;
use super::super::from_scene::Template;
use super::super::from_scene::curve;
use super::super::from_scene::profile::Profile;
use super::super::notes;
use super::super::notes::{TargetNote, TransformNote};
use super::super::rules::codes;
use super::super::types::body::{Body, LodActor, Nested};
use super::super::types::{Chunk, Emfx, Header, Magic};
use super::types::morphs::{MeshDeltas, MorphTarget, MorphTargets, MorphTransform};
use super::types::{ActorInfo, NONE, Nodes};
use crate::emfx::maths::{mirror, mirror_quat};
use crate::emfx::{APPLICATION, xpm, xsm};
use crate::{Output, Outputs, WriteOptions};
use mesh::{MadeMesh, Owners, convert};
use nodes::Hierarchy;
use scene::{Property, Scene};
use std::collections::HashMap;
use wire::{Endian, Error, Sink, Text};

/// Each level is an actor with all nodes: without a bound a small file of many levels would fill the memory. Games have six.
const LEVELS: usize = 32;

/// An actor and a motion file for each animation.
pub fn from_scene(scene: &Scene, like: Option<&Emfx>, options: &WriteOptions, sink: &mut Sink) -> Outputs {
    let profile = Profile::of(options)?;
    let template = like.map(Template);
    let scene = from_scene::apply(scene, template);
    // Where the scene has one level only, the others are those of the original.
    let all = levels(&scene);
    if all.len() > LEVELS {
        let message = format!("{} levels of detail; an actor is written with {LEVELS} at most", all.len());
        return Err(Error::new(&wire::codes::REQUEST, message));
    }
    let one_level = all.iter().all(|l| *l == 0);
    let kept = template.filter(|_| one_level).map(|t| t.levels(sink)).unwrap_or_default();
    let mut file = actor(&scene, options, profile, 0, kept, sink);
    file.wrapper = template.and_then(|t| t.wrapper());
    file.true_sizes();
    let mut out = vec![Output::new(".xac", file.to_bytes())];
    out.extend(xsm::outputs(&scene, options, profile, sink));
    out.extend(xpm::outputs(&scene, sink));
    Ok(out)
}

/// The actor of one level of detail; the finest holds the others, or those that were kept.
fn actor(
    scene: &Scene,
    options: &WriteOptions,
    profile: Profile,
    lod: u32,
    kept: Vec<Chunk>,
    sink: &mut Sink,
) -> Emfx {
    let stored: Option<Header> = notes::scene::HEADER.get(&scene.extras);
    let header = Header {
        magic: Magic::Xac,
        version: [1, 0],
        endian: stored.map_or(Endian::Little, |h| h.endian),
        multiply_order: stored.map_or(0, |h| h.multiply_order.min(1)),
    };
    let mut hierarchy = Hierarchy::new(scene, header.multiply_order);
    let (surfaces, materials) = surface::convert(scene, options, profile, sink);
    let mut owners = Owners::new(scene, &hierarchy);
    let mut made: Vec<MadeMesh> = Vec::new();
    let levels = levels(scene);
    for (i, node) in scene.nodes.iter().enumerate() {
        let mesh = node.mesh.and_then(|m| Some((m, scene.meshes.get(m.0 as usize)?)));
        if let Some((id, mesh)) = mesh
            && mesh.lod == lod
            && !mesh.positions.is_empty()
        {
            let owner = owners.of(scene, &mut hierarchy, i, mesh);
            made.extend(convert(scene, &hierarchy, owner, i, id, &materials, sink));
        }
    }
    hierarchy.finish(&made);
    if Profile::asked(options) && profile == Profile::Paradox {
        bones_of_game(scene, &made, sink);
    }
    let mut file = Emfx::new(header);
    let renumber = hierarchy.renumber(scene);
    let others = other_chunks(scene, &renumber);
    let info = others.iter().position(|c| matches!(c.body, Body::ActorInfo(_)));
    match info.and_then(|i| others.get(i)) {
        Some(Chunk { body: Body::ActorInfo(info), .. }) if Profile::asked(options) => {
            file.push(7, 2, Body::ActorInfo(Box::new(second_version(info, sink))));
        }
        Some(chunk) => file.chunks.push(chunk.clone()),
        None => file.push(7, 2, Body::ActorInfo(Box::new(new_info(&scene.name)))),
    }
    let roots = hierarchy.nodes.iter().filter(|n| n.parent == NONE).count() as u32;
    file.push(11, 1, Body::Nodes(Nodes { roots, nodes: std::mem::take(&mut hierarchy.nodes) }));
    let early = |c: &Chunk| !matches!(c.body, Body::ActorInfo(_) | Body::Unknown(_));
    file.chunks.extend(others.iter().filter(|c| early(c)).cloned());
    surface::push(&mut file, surfaces);
    let targets = targets(scene, &made, &hierarchy, lod, sink);
    for m in made {
        file.push(1, 1, Body::Mesh(m.mesh));
        if let Some(skin) = m.skin {
            file.push(2, 3, Body::Skin(skin));
        }
    }
    if lod == 0 {
        for level in levels.into_iter().filter(|l| *l > 0) {
            let nested = actor(scene, options, profile, level, Vec::new(), sink);
            let body = LodActor { level, size: 0, file: Nested::Actor(Box::new(nested)) };
            file.push(8, 1, Body::LodActor(body));
        }
        file.chunks.extend(kept);
    }
    if !targets.is_empty() {
        file.push(12, 1, Body::MorphTargets(MorphTargets { lod: 0, targets }));
    }
    file.chunks.extend(others.into_iter().filter(|c| matches!(c.body, Body::Unknown(_))));
    file
}

/// How many bones the shaders of the Paradox games take.
const PARADOX_BONES: usize = 45;

fn bones_of_game(scene: &Scene, made: &[MadeMesh], sink: &mut Sink) {
    for m in made.iter().filter(|m| m.bones() > PARADOX_BONES) {
        let name = scene.meshes.get(m.source.0 as usize).map_or("", |m| m.name.as_str());
        let text = format!(
            "mesh {name:?} has {} bones, the game takes {PARADOX_BONES}: split it into {} parts with fewer bones each",
            m.bones(),
            m.bones().div_ceil(PARADOX_BONES)
        );
        sink.push(&codes::BONES_OF_GAME, "", text);
    }
}

fn levels(scene: &Scene) -> Vec<u32> {
    let mut out: Vec<u32> = scene.meshes.iter().filter(|m| !m.positions.is_empty()).map(|m| m.lod).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// The info of any version as version 2, which is what the games of the profiles read.
fn second_version(info: &ActorInfo, sink: &mut Sink) -> ActorInfo {
    if info.trajectory_node.is_some_and(|n| n != NONE) {
        sink.push(&codes::LOST, "", "the trajectory node has no place in info version 2");
    }
    ActorInfo {
        lods: None,
        trajectory_node: None,
        extraction_node: None,
        extraction_mask: None,
        repositioning_mask: info.repositioning_mask.or(info.extraction_mask).or(Some(0)),
        repositioning_node: info.repositioning_node.or(info.extraction_node).or(Some(NONE)),
        retarget_root_offset: info.retarget_root_offset.or(Some(0.0)),
        ..info.clone()
    }
}

fn new_info(name: &str) -> ActorInfo {
    ActorInfo {
        lods: None,
        trajectory_node: None,
        extraction_node: None,
        extraction_mask: None,
        repositioning_mask: Some(0),
        repositioning_node: Some(NONE),
        exporter_version: [1, 0],
        pad: [0; 2],
        retarget_root_offset: Some(0.0),
        source_application: APPLICATION.into(),
        original_file: Text::default(),
        exporter_date: crate::emfx::EXPORTER_DATE.into(),
        actor_name: name.into(),
    }
}

/// Chunks that rode in extras, their node numbers brought up to date; references to nodes that are gone are dropped.
fn other_chunks(scene: &Scene, renumber: &HashMap<u32, u32>) -> Vec<Chunk> {
    let mut out: Vec<Chunk> = notes::scene::CHUNKS.get(&scene.extras).unwrap_or_default();
    let short = |list: &mut Vec<u16>| {
        *list = list.iter().filter_map(|n| u16::try_from(*renumber.get(&u32::from(*n))?).ok()).collect();
    };
    out.retain_mut(|chunk| match &mut chunk.body {
        Body::Limit(limit) => match renumber.get(&limit.node) {
            Some(node) => {
                limit.node = *node;
                true
            }
            None => false,
        },
        Body::NodeGroups(groups) => {
            groups.groups.iter_mut().for_each(|g| short(&mut g.nodes));
            true
        }
        Body::Attachments(list) => {
            short(&mut list.nodes);
            true
        }
        Body::MotionSources(list) => {
            // One entry per node: meaningless after the nodes changed.
            let same = list.nodes.len() == renumber.len() && renumber.iter().all(|(a, b)| a == b);
            same || list.nodes.is_empty()
        }
        Body::ActorInfo(info) => {
            let again = |node: &mut Option<u32>| {
                if let Some(n) = node.filter(|n| *n != NONE) {
                    *node = Some(renumber.get(&n).copied().unwrap_or(NONE));
                }
            };
            again(&mut info.repositioning_node);
            again(&mut info.trajectory_node);
            again(&mut info.extraction_node);
            true
        }
        _ => true,
    });
    out
}

/// Targets of all meshes by name, in the order they had.
fn targets(
    scene: &Scene,
    made: &[MadeMesh],
    hierarchy: &Hierarchy,
    lod: u32,
    sink: &mut Sink,
) -> Vec<MorphTarget> {
    let mut order: Vec<(u32, String)> = Vec::new();
    let mut by_name: HashMap<String, MorphTarget> = HashMap::new();
    let new = |name: Text, min: f32, max: f32, phonemes: u32| MorphTarget {
        range_min: min,
        range_max: max,
        lod: 0,
        phonemes,
        name,
        deltas: Vec::new(),
        transforms: Vec::new(),
    };
    if lod == 0 {
        let empty: Vec<TargetNote> = notes::scene::EMPTY_TARGETS.get(&scene.extras).unwrap_or_default();
        for n in empty {
            let shown = n.name.lossy();
            order.push((n.index.unwrap_or(u32::MAX), shown.clone()));
            let mut target = new(n.name.clone(), n.range_min, n.range_max, n.phoneme_mask());
            target.lod = n.lod;
            by_name.entry(shown).or_insert(target);
        }
    }
    let reached = reached(scene);
    let mut clipped = 0;
    for m in made {
        let Some(mesh) = scene.meshes.get(m.source.0 as usize) else { continue };
        let notes: Vec<TargetNote> = notes::mesh::TARGETS.get(&mesh.extras).unwrap_or_default();
        for (i, t) in mesh.targets.iter().enumerate() {
            let note = notes.get(i).cloned();
            let n = note.clone().unwrap_or_else(|| {
                let (range_min, range_max) = reached.get(&*t.name).copied().unwrap_or((0.0, 1.0));
                TargetNote { range_min, range_max, ..TargetNote::default() }
            });
            let raw = if n.name.0.is_empty() { Text::from(t.name.as_str()) } else { n.name.clone() };
            let entry = by_name.entry(t.name.clone()).or_insert_with(|| {
                order.push((n.index.unwrap_or(u32::MAX), t.name.clone()));
                new(raw, n.range_min, n.range_max, n.phoneme_mask())
            });
            let range = note.and_then(|n| Some((n.min?, n.max?)));
            entry.deltas.push(pack(t, m, range, &mut clipped));
        }
    }
    for (i, node) in scene.nodes.iter().enumerate() {
        let Some(number) = hierarchy.number(i) else { continue };
        let notes: Vec<TransformNote> = notes::node::MORPHS.get(&node.extras).unwrap_or_default();
        for n in notes.into_iter().filter(|n| n.lod == lod) {
            let entry = by_name.entry(n.target.clone()).or_insert_with(|| {
                order.push((n.index, n.target.clone()));
                new(n.target.as_str().into(), n.range_min, n.range_max, n.phonemes)
            });
            entry.transforms.push(MorphTransform {
                node: number,
                rotation: mirror_quat(n.rotation),
                scale_rotation: mirror_quat(n.scale_rotation),
                position: mirror(n.position),
                scale: n.scale,
            });
        }
    }
    if clipped > 0 {
        let text = format!("{clipped} changes of normals or tangents are larger than 1 and were cut off");
        sink.push(&codes::LOST, "", text);
    }
    order.sort_by_key(|o| o.0);
    order.into_iter().filter_map(|(_, name)| by_name.remove(&name)).collect()
}

/// The weights that motions give each target, 0 and 1 at least: a range that does not cover them would cut tracks off.
fn reached(scene: &Scene) -> HashMap<&str, (f32, f32)> {
    let mut out = HashMap::new();
    for c in scene.animations.iter().flat_map(|a| &a.channels).filter(|c| c.property == Property::Weights) {
        let mesh = scene.node(c.node).and_then(|n| n.mesh).and_then(|m| scene.meshes.get(m.0 as usize));
        let Some(mesh) = mesh else { continue };
        for (i, t) in mesh.targets.iter().enumerate() {
            let range = out.entry(t.name.as_str()).or_insert((0.0_f32, 1.0_f32));
            let values = curve::weights(c, mesh.targets.len(), i).values;
            for v in values.into_iter().filter(|v| v.is_finite()) {
                *range = (range.0.min(v), range.1.max(v));
            }
        }
    }
    out
}

/// Deltas in 16 and 8 bits, for every copy of a vertex.
fn pack(t: &scene::MorphTarget, m: &MadeMesh, range: Option<(f32, f32)>, clipped: &mut usize) -> MeshDeltas {
    let mut rows: Vec<(u32, usize)> = Vec::new();
    for (i, v) in t.vertices.iter().enumerate() {
        rows.extend(m.copies(*v).into_iter().map(|copy| (copy, i)));
    }
    rows.sort_unstable();
    let turn = m.turn;
    let position = |i: usize| mirror(turn.vector(t.positions.get(i).copied().unwrap_or_default()));
    let all: Vec<[f32; 3]> = rows.iter().map(|r| position(r.1)).collect();
    let (low, high) = all.iter().flatten().fold((f32::MAX, f32::MIN), |(a, b), v| (a.min(*v), b.max(*v)));
    let (low, high) = if all.is_empty() { (0.0, 0.0) } else { (low, high) };
    let slack = 1e-5 * (high - low).abs();
    let (min, max) = range.filter(|(a, b)| *a <= low + slack && *b >= high - slack).unwrap_or((low, high));
    let span = max - min;
    let word =
        |v: f32| if span > 0.0 { ((v - min) / span * 65535.0).round().clamp(0.0, 65535.0) as u16 } else { 0 };
    let mut byte = |v: f32| {
        *clipped += usize::from(v.abs() > 1.004);
        ((v + 1.0) * 127.5).round().clamp(0.0, 255.0) as u8
    };
    let mut small = |list: &[[f32; 3]], i: usize| {
        list.get(i).map_or([128; 3], |v| mirror(turn.vector(*v)).map(&mut byte))
    };
    MeshDeltas {
        node: m.mesh.node,
        min,
        max,
        positions: all.iter().map(|p| p.map(word)).collect(),
        normals: rows.iter().map(|r| small(&t.normals, r.1)).collect(),
        tangents: rows.iter().map(|r| small(&t.tangents, r.1)).collect(),
        vertices: rows.iter().map(|r| r.0).collect(),
    }
}
