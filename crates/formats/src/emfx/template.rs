//! `--template`: what a detour lost comes from the original file.

use super::chunk::Emfx;
use super::extras::FAMILY;
use super::xac;
use crate::{Context, LoadOptions, Lod, WriteOptions};
use scene::{Extras, Memory, Scene};
use std::borrow::Cow;
use std::collections::HashMap;
use wire::{Reader, Sink};

/// The scene with extras filled in from the template, by name, where it has none of its own.
pub fn apply<'a>(scene: &'a Scene, options: &WriteOptions) -> Cow<'a, Scene> {
    let Some(original) = options.template.as_deref().and_then(load) else { return Cow::Borrowed(scene) };
    let mut out = scene.clone();
    fill(&mut out.extras, Some(&original.extras));
    let nodes: HashMap<&str, &Extras> = original.nodes.iter().map(|n| (n.name.as_str(), &n.extras)).collect();
    for n in &mut out.nodes {
        fill(&mut n.extras, nodes.get(n.name.as_str()).copied());
    }
    let materials: HashMap<&str, &Extras> =
        original.materials.iter().map(|m| (m.name.as_str(), &m.extras)).collect();
    for m in &mut out.materials {
        fill(&mut m.extras, materials.get(m.name.as_str()).copied());
    }
    let meshes: HashMap<&str, &Extras> =
        original.meshes.iter().map(|m| (m.name.as_str(), &m.extras)).collect();
    for m in &mut out.meshes {
        fill(&mut m.extras, meshes.get(m.name.as_str()).copied());
    }
    Cow::Owned(out)
}

/// Risen's wrapper around the template, for what is written in its place.
pub fn wrapper(options: &WriteOptions) -> Option<super::chunk::Wrapper> {
    let bytes = options.template.as_deref()?;
    Emfx::read(&mut Reader::new(bytes), &mut Sink::new()).ok()?.wrapper
}

fn fill(own: &mut Extras, from: Option<&Extras>) {
    if let (false, Some(value)) = (own.contains_key(FAMILY), from.and_then(|f| f.get(FAMILY))) {
        own.insert(FAMILY.into(), value.clone());
    }
}

fn load(bytes: &[u8]) -> Option<Scene> {
    let file = Emfx::read(&mut Reader::new(bytes), &mut Sink::new()).ok()?;
    let options = LoadOptions { lod: Lod::All, collision: true, ..LoadOptions::default() };
    let files = Memory::default();
    let cx = Context { files: &files, path: "template.xac", options: &options };
    (file.header.magic == super::chunk::Magic::Xac)
        .then(|| xac::to_scene(&file, &cx, &mut Sink::new()).ok())
        .flatten()
}
