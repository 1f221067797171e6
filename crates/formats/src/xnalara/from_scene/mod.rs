//! From a scene to a model, whoever made the scene.
//!
//! Skins are flattened into model space: a bone's head is where its joint is at bind, its rotation is dropped (the format
//! has none), vertices lie where the bind pose puts them. Rigid meshes are baked with their node's transform and hang on
//! the nearest joint. What our own glTF carries in its extras comes back as it was.

mod bones;
mod materials;
mod meshes;
#[cfg(test)]
mod tests;

pub use bones::{Skeleton, skeleton as skeleton_of};
pub use materials::Placeholder;

use super::check as codes;
use super::fix;
use super::model::Model;
use super::xps::Beside;
use crate::WriteOptions;
use scene::{Extras, Scene};
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use wire::{Error, Reader, Result, Sink};

/// What a scene becomes.
#[derive(Debug)]
pub struct Made {
    /// The model; tangents only where the scene has them, weights of any number.
    pub model: Model,
    /// Header and trailer of the file the scene came from.
    pub beside: Option<Beside>,
    /// The rest pose, where it is not the bind pose.
    pub pose: Option<Vec<u8>>,
    /// Pictures for slots that the material does not fill.
    pub placeholders: BTreeSet<Placeholder>,
}

/// Our own part of extras.
pub(super) fn own<'a>(extras: &'a Extras, key: &str) -> Option<&'a Value> {
    extras.get("xnalara")?.get(key)
}

/// What kind of file is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Headerless binary.
    Classic,
    /// "Generic Item 2": vertex alpha counts, a default pose can be stored.
    Header,
    /// ASCII, where a name must not hold `#`.
    Text,
}

/// Makes the model.
pub fn model(scene: &Scene, options: &WriteOptions, target: Target, sink: &mut Sink) -> Result<Made> {
    let template = template(options)?;
    let skeleton = bones::skeleton(scene, sink)?;
    report_losses(scene, sink);
    let mut maker = meshes::Maker {
        scene,
        skeleton: &skeleton,
        options,
        target,
        template: template.as_ref().map(|t| &t.0),
        placeholders: BTreeSet::new(),
    };
    let meshes = maker.all(sink);
    let placeholders = maker.placeholders;
    let mut model = Model { bones: skeleton.bones.clone(), meshes };
    rename(&mut model, target == Target::Text, sink);
    let own: Option<Beside> =
        scene.extras.get("xnalara").and_then(|v| serde_json::from_value(v.clone()).ok());
    let beside = own.filter(|b| b.header.is_some()).or_else(|| template.map(|t| t.1));
    let stored_pose = beside.as_ref().and_then(|b| b.header.as_ref()).and_then(|h| h.settings.pose());
    if target != Target::Header && (skeleton.pose.is_some() || stored_pose.is_some()) {
        sink.push(&codes::LOST_ANIMATION, "", "the default pose is left out; only .xps files hold one");
    }
    Ok(Made { model, beside, pose: skeleton.pose, placeholders })
}

/// The original file: its model, and what stands beside it.
fn template(options: &WriteOptions) -> Result<Option<(Model, Beside)>> {
    let Some(bytes) = &options.template else { return Ok(None) };
    let mut r = Reader::new(bytes);
    let mut sink = Sink::new();
    let doc = crate::registry::read(&mut r, "template", &mut sink)
        .or_else(|_| crate::registry::read(&mut Reader::new(bytes), "template.ascii", &mut sink))
        .map_err(|e| Error::new(e.code(), format!("the template: {}", e.message())))?;
    let any = doc.as_any();
    if let Some(xps) = any.downcast_ref::<super::xps::Xps>() {
        Ok(Some((xps.model(), xps.beside())))
    } else if let Some(ascii) = any.downcast_ref::<super::ascii::Ascii>() {
        let beside = Beside { format: "xnalara-ascii".into(), header: None, trailer: None };
        Ok(Some((ascii.model().clone(), beside)))
    } else {
        let message = format!("the template is a {} file, not a model of this family", doc.format());
        Err(Error::new(&wire::codes::VALUE, message))
    }
}

fn report_losses(scene: &Scene, sink: &mut Sink) {
    let animations: Vec<&str> =
        scene.animations.iter().map(|a| a.name.as_str()).filter(|n| *n != "default pose").collect();
    if !animations.is_empty() {
        let message = format!("left out: {}", animations.join(", "));
        sink.push(&codes::LOST_ANIMATION, "animations", message);
    }
    for m in scene.meshes.iter().filter(|m| !m.targets.is_empty()) {
        let message = format!("{} targets of {:?} are left out", m.targets.len(), m.name);
        sink.push(&codes::LOST_MORPHS, "meshes", message);
    }
}

/// Names that every program can live with: there, unique, no `#` in text.
fn rename(model: &mut Model, text: bool, sink: &mut Sink) {
    let mut report = |from: &str, to: &str| {
        if from != to {
            sink.push(&codes::RENAMED, "", format!("{from:?} became {to:?}"));
        }
    };
    let clean = |name: &str| {
        let one_line = name.replace(['\r', '\n'], " ");
        if text { one_line.replace('#', "-").trim().to_owned() } else { one_line }
    };
    let mut seen = HashSet::new();
    for b in &mut model.bones {
        // Raw bytes that are not UTF-8 are kept: they are what the file had.
        if let Some(name) = b.name.as_str() {
            let new = fix::unique(&clean(name), "bone", &mut seen, |n, i| format!("{n} {i}"));
            report(name, &new);
            b.name = new.into();
        }
    }
    let mut seen = HashSet::new();
    for m in &mut model.meshes {
        if let Some(name) = m.name.as_str() {
            let new = fix::unique(&clean(name), "5_unnamed", &mut seen, fix::rename_part);
            report(name, &new);
            m.name = new.into();
        }
        if text {
            for t in &mut m.textures {
                if let Some(file) = t.file.as_str() {
                    t.file = clean(file).into();
                }
            }
        }
    }
}
