//! `--template`: what a detour lost comes from the original file.

pub(crate) mod curve;
mod matching;
pub(crate) mod profile;

use super::notes;
use super::notes::FAMILY;
use super::rules::{codes, fix};
use super::types::body::{Body, Nested};
use super::types::{Chunk, Emfx, Magic, Wrapper};
use super::xsm::scene::split::outer_of;
use super::{joints, xac, xpm, xsm};
use crate::{Context, LoadOptions, Lod, Repair};
use scene::{Animation, Extras, Memory, Mesh, Node, NodeId, Property, Scene};
use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::Hash;
use wire::Sink;

/// The original file.
#[derive(Clone, Copy)]
pub struct Template<'f>(pub &'f Emfx);

impl Template<'_> {
    /// The scene with extras filled in, by name, where it has none of its own.
    fn fill<'a>(&self, scene: &'a Scene) -> Cow<'a, Scene> {
        let Some(original) = self.scene(scene.meshes.iter().any(|m| m.lod > 0)) else {
            return Cow::Borrowed(scene);
        };
        let mut out = scene.clone();
        if self.0.header.magic != Magic::Xac {
            fill_motion(&original, self.0, &mut out);
            return Cow::Owned(out);
        }
        fill(&mut out.extras, Some(&original.extras));
        let nodes = first_of(original.nodes.iter().map(|n| (n.name.as_str(), n)));
        for n in &mut out.nodes {
            let Some(was) = nodes.get(n.name.as_str()) else { continue };
            fill(&mut n.extras, Some(&was.extras));
            n.raw_name = n.raw_name.take().or_else(|| was.raw_name.clone());
        }
        matching::materials(&original, &mut out);
        let key = |m: &Mesh| (m.name.clone(), m.collision, m.lod);
        let meshes = first_of(original.meshes.iter().map(|m| (key(m), &m.extras)));
        for m in &mut out.meshes {
            let from = meshes.get(&key(m)).copied();
            fill(&mut m.extras, from);
        }
        settled_like(&original, &mut out);
        Cow::Owned(out)
    }

    fn scene(&self, levels: bool) -> Option<Scene> {
        let lod = if levels { Lod::All } else { Lod::One(0) };
        let options = LoadOptions { lod, collision: true, ..LoadOptions::default() };
        let files = Memory::default();
        let cx = Context { files: &files, path: "template", options: &options };
        let sink = &mut Sink::new();
        match self.0.header.magic {
            Magic::Xac => xac::to_scene(self.0, &cx, sink),
            Magic::Xsm => xsm::to_scene(self.0, &cx, sink),
            Magic::Xpm => xpm::to_scene(self.0, &cx, sink),
        }
        .ok()
    }

    /// Risen's wrapper, for what is written in its place.
    pub fn wrapper(&self) -> Option<Wrapper> {
        self.0.wrapper.clone()
    }

    /// The nested levels of detail, made sound; one that does not parse is left out.
    pub fn levels(&self, sink: &mut Sink) -> Vec<Chunk> {
        let mut broken = 0_usize;
        let mut out = Vec::new();
        for chunk in &self.0.chunks {
            let mut chunk = chunk.clone();
            match &mut chunk.body {
                Body::LodActor(lod) => match &mut lod.file {
                    Nested::Actor(inner) => fix::fix(inner, Repair::Problems),
                    Nested::Bytes(_) => {
                        broken += 1;
                        continue;
                    }
                },
                _ => continue,
            }
            out.push(chunk);
        }
        if broken > 0 {
            let text = format!("{broken} levels of detail of the template do not parse and are left out");
            sink.push(&codes::LOST, "", text);
        }
        out
    }
}

/// The scene as the template completes it, with the scales back that joints were shown without.
pub fn apply<'a>(scene: &'a Scene, template: Option<Template<'_>>) -> Cow<'a, Scene> {
    let mut plain = Cow::Borrowed(scene);
    let file = template.filter(|t| t.0.header.magic == Magic::Xac).and_then(|t| t.scene(false));
    let names: Option<Vec<String>> =
        notes::scene::NODES.get(file.as_ref().map_or(&scene.extras, |f| &f.extras));
    matching::pass_over_armature(&names.unwrap_or_default(), &mut plain);
    let mut out = match template {
        Some(t) => Cow::Owned(t.fill(&plain).into_owned()),
        None => plain,
    };
    if joints::is_settled(&out) {
        joints::restore(out.to_mut());
    }
    matching::hold_meshes(&mut out);
    if let Some(original) = file {
        matching::collisions(&original, &mut out);
    }
    out
}

/// What the original's joints were shown without, for nodes that lost their extras; nothing where a node, or the outer
/// half that a motion gave it, has the scale still.
fn settled_like(original: &Scene, out: &mut Scene) {
    if joints::is_settled(out) {
        return;
    }
    let near = |a: [f32; 3], b: [f32; 3]| a.iter().zip(&b).all(|(a, b)| (a - b).abs() <= 1e-3 * b.abs());
    let mut scales: HashMap<&str, [f32; 3]> = HashMap::new();
    for (i, node) in out.nodes.iter().enumerate() {
        let outer = outer_of(out, NodeId(i as u32)).and_then(|o| out.node(o));
        scales.entry(&node.name).or_insert(outer.unwrap_or(node).scale);
    }
    let mut shown = original.clone();
    // What moves it keeps a scale where it is.
    let moves = |(i, was): (usize, &Node)| {
        let kept = was.scale != [1.0; 3] && scales.get(&*was.name).is_some_and(|s| near(*s, was.scale));
        let node = NodeId(i as u32);
        kept.then(|| xsm::scene::constant(node, Property::Scale, vec![0.0; 3]))
    };
    let channels = original.nodes.iter().enumerate().filter_map(moves).collect();
    shown.animations.push(Animation { channels, ..Animation::default() });
    joints::settle(&mut shown);
    let mut taken: HashMap<&str, f32> = HashMap::new();
    for (was, now) in original.nodes.iter().zip(&shown.nodes) {
        if let Some(c) = joints::stored(now) {
            taken.entry(&was.name).or_insert(c);
        }
    }
    for node in &mut out.nodes {
        if let Some(c) = taken.get(node.name.strip_suffix("#scale").unwrap_or(&node.name)) {
            notes::node::SCALE.put(&mut node.extras, c);
        }
    }
}

/// Header and other chunks of a motion; its tracks are those of the scene, which may have been edited, and the template's
/// where they were only sampled.
fn fill_motion(original: &Scene, file: &Emfx, out: &mut Scene) {
    let Some(source) = original.animations.first() else { return };
    let only = out.animations.len() == 1;
    for a in out.animations.iter_mut().filter(|a| only || a.name == source.name) {
        if a.extras.contains_key(FAMILY) {
            continue;
        }
        let packed = notes::animation::PACKED.get(&source.extras).unwrap_or(false);
        let tracks = xsm::from_scene::original::encode(xsm::submotions(file), packed);
        notes::animation::ORIGINAL.put(&mut a.extras, &tracks);
        notes::animation::HEADER.copy(&source.extras, &mut a.extras);
        notes::animation::PACKED.copy(&source.extras, &mut a.extras);
        notes::animation::CHUNKS.copy(&source.extras, &mut a.extras);
    }
}

/// The first of each name counts, as it does for motions.
fn first_of<'a, K: Eq + Hash, V>(list: impl Iterator<Item = (K, &'a V)>) -> HashMap<K, &'a V> {
    let mut out = HashMap::new();
    for (key, extras) in list {
        out.entry(key).or_insert(extras);
    }
    out
}

/// Fills what is missing in; whether something was.
pub fn fill(own: &mut Extras, from: Option<&Extras>) -> bool {
    let (false, Some(value)) = (own.contains_key(FAMILY), from.and_then(|f| f.get(FAMILY))) else {
        return false;
    };
    own.insert(FAMILY.into(), value.clone());
    true
}
