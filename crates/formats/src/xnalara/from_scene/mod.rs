//! From a scene to a model, whoever made the scene.
//!
//! Skins are flattened into model space: a bone's head is where its joint is at bind, its rotation is dropped (the format
//! has none), vertices are where the bind pose puts them. Rigid meshes are baked with their node's transform and hang on
//! the nearest joint. What our own glTF carries in its extras, or a template, says what was exported: what differs from
//! it is an edit, and wins; what is missing is filled from there.

mod bones;
#[cfg(test)]
mod edit_tests;
mod layers;
mod look;
mod materials;
mod meshes;
mod origin;
mod parts;
mod surface;
pub(crate) mod tangents;
mod template;
#[cfg(test)]
mod tests;

pub use bones::{Order, Skeleton, skeleton as skeleton_of};
pub use materials::Placeholder;
pub use surface::Sides;
pub use template::Original;

/// Names of all pictures of a scene, see `materials.rs`.
pub fn picture_names(scene: &Scene, original: Option<&Original>) -> Vec<String> {
    materials::picture_names(scene, original.map(|o| &o.names))
}

use super::model::Model;
use super::pose;
use super::rules as codes;
use super::rules::fix;
use super::xps::Around;
use crate::{Frames, Output, WriteOptions};
use scene::{Animation, Scene};
use std::collections::{BTreeSet, HashSet};
use wire::{Error, Result, Sink};

/// What a scene becomes.
#[derive(Debug)]
pub struct MadeModel {
    /// The model; tangents only where the scene has them, weights of any number.
    pub model: Model,
    /// Header and trailer of the file the scene came from.
    pub around: Option<Around>,
    /// The rest pose, where it is not the bind pose.
    pub pose: Option<Vec<u8>>,
    /// Pictures for slots that the material does not fill.
    pub placeholders: BTreeSet<Placeholder>,
    /// Pictures that had to be turned.
    pub pictures: Vec<Output>,
    /// From which sides the surfaces are drawn.
    pub sides: Sides,
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
pub fn model(
    scene: &Scene,
    template: Option<Original>,
    options: &WriteOptions,
    target: Target,
    sink: &mut Sink,
) -> Result<MadeModel> {
    let skeleton = bones::skeleton(scene, &Order::new(scene, template.as_ref().map(|t| &t.names)), sink)?;
    let close = template.as_ref().map(|t| template::likeness(scene, &skeleton, &t.names));
    if close.is_some_and(|l| l.is_other()) {
        let message = "the template is another model: neither its bones nor its meshes are those of the input; \
                       give the file that the input was made from";
        return Err(Error::new(&wire::codes::REQUEST, message));
    }
    let mut skeleton = skeleton;
    if target == Target::Header
        && let Some(time) = moment(scene, options)
    {
        let lines = pose::lines_at(scene, &skeleton, Some(time));
        skeleton.pose = Some(pose::types::spell(&lines, "\n", false));
    }
    report_losses(scene, options, target, sink);
    let same = close.is_some_and(|l| l.is_same());
    let (template, given) = template.map_or((None, None), |t| (Some(t.names), same.then_some(t.around)));
    let around = template::own_around(scene).or(given);
    let settings = surface::kept(around.as_ref(), target, options);
    let mut maker = meshes::Maker {
        scene,
        skeleton: &skeleton,
        options,
        target,
        template: template.as_ref(),
        placeholders: BTreeSet::new(),
        turner: surface::Turner::new(surface::normal_ops(settings)),
    };
    let meshes = maker.all(sink);
    let (placeholders, turner) = (maker.placeholders, maker.turner);
    for (code, message) in turner.notes {
        sink.push(code, "images", message);
    }
    if let (None, Some(header)) = (settings, around.as_ref().and_then(|b| b.header.as_ref())) {
        surface::report_lost(&header.settings, sink);
    }
    let mut model = Model { bones: skeleton.bones.clone(), meshes };
    rename(&mut model, target == Target::Text, sink);
    let stored_pose = around.as_ref().and_then(|b| b.header.as_ref()).and_then(|h| h.settings.pose());
    if target != Target::Header && (skeleton.pose.is_some() || stored_pose.is_some()) {
        sink.push(&codes::LOST_ANIMATION, "", "the default pose is left out; only .xps files hold one");
    }
    let (pictures, sides) = (turner.outputs, Sides::of(scene));
    Ok(MadeModel { model, around, pose: skeleton.pose, placeholders, pictures, sides })
}

/// The moment of the chosen animation that becomes the default pose: a frame that was asked for, or a pose file.
fn moment(scene: &Scene, options: &WriteOptions) -> Option<f32> {
    let animation = pose::chosen(scene)?;
    match options.frames {
        Frames::One(n) => Some(n as f32 / pose::CLIP_FPS),
        _ => pose::Clip::is_in(&animation.extras).then_some(0.0),
    }
}

fn report_losses(scene: &Scene, options: &WriteOptions, target: Target, sink: &mut Sink) {
    let taken = pose::chosen(scene).filter(|_| target == Target::Header && moment(scene, options).is_some());
    let part = taken.filter(|a| scene::steps::key_times(a).len() > 1);
    let is_left_out = |a: &&Animation| {
        let whole = part.is_none() && taken.is_some_and(|taken| std::ptr::eq(*a, taken));
        !whole && a.name != pose::DEFAULT_POSE
    };
    let animations: Vec<&str> =
        scene.animations.iter().filter(is_left_out).map(|a| a.name.as_str()).collect();
    if let Some(part) = part.filter(|_| !animations.is_empty()) {
        let message = format!("one moment of {:?} is the default pose", part.name);
        sink.push(&codes::LOST_ANIMATION, "animations", message);
    } else if !animations.is_empty() {
        let message = format!("left out: {}", animations.join(", "));
        sink.push(&codes::LOST_ANIMATION, "animations", message);
    }
    for m in scene.meshes.iter().filter(|m| !m.targets.is_empty()) {
        let message = format!("{} shape keys of {:?} are left out", m.targets.len(), m.name);
        sink.push(&codes::LOST_MORPHS, "meshes", message);
    }
}

/// Names that every program can live with: there, unique, no `#` in text.
fn rename(model: &mut Model, text: bool, sink: &mut Sink) {
    let report = |from: &str, to: &str, sink: &mut Sink| {
        if from != to {
            sink.push(&codes::RENAMED, "", format!("{from:?} became {to:?}"));
        }
    };
    let mut renamed: Vec<(String, String)> = Vec::new();
    let clean = |name: &str| {
        let one_line = name.replace(['\r', '\n'], " ");
        if text { one_line.replace('#', "-").trim().to_owned() } else { one_line }
    };
    let mut seen = HashSet::new();
    for b in &mut model.bones {
        // Raw bytes that are not UTF-8 are kept: they are what the file had.
        if let Some(name) = b.name.as_str() {
            let new = fix::unique(&clean(name), "bone", &mut seen, |n, i| format!("{n} {i}"));
            if new != name && clean(name) != name {
                report(name, &new, sink);
            } else if new != name {
                renamed.push((name.to_owned(), new.clone()));
            }
            b.name = new.into();
        }
    }
    match renamed.as_slice() {
        // A whole skeleton is one sentence.
        [(from, to), .., _, _] => {
            let n = renamed.len();
            let message = format!(
                "{n} bones lie elsewhere than bones of the same name, so both skeletons keep their own: {from:?} became \
                 {to:?}, and so on"
            );
            sink.push(&codes::RENAMED, "", message);
        }
        few => few.iter().for_each(|(from, to)| report(from, to, sink)),
    }
    let mut seen = HashSet::new();
    for m in &mut model.meshes {
        if let Some(name) = m.name.as_str() {
            let new = fix::unique(&clean(name), "5_unnamed", &mut seen, fix::rename_part);
            report(name, &new, sink);
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
