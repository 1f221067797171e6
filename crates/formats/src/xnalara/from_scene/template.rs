//! The original file of a scene, and whether it is.

use super::bones::Skeleton;
use super::origin::{Origin, Template};
use crate::Names;
use crate::xnalara::model::Model;
use crate::xnalara::notes;
use crate::xnalara::xps::Around;
use glam::Vec3;
use scene::Scene;
use std::collections::HashMap;

/// The original file: its names, and what stands next to the model.
#[derive(Debug)]
pub struct Original {
    /// Names of bones and meshes, textures.
    pub names: Template,
    /// Header and trailer.
    pub around: Around,
}

impl Original {
    /// Of a model, with or without geometry.
    pub fn new(model: &Model, around: Around) -> Self {
        Self { names: Template::new(model, Names::guess(model.names())), around }
    }
}

/// How much of a scene is in the template.
#[derive(Debug, Clone, Copy)]
pub struct Likeness {
    /// Share of bones with the same name, where it has bones.
    named: Option<f32>,
    /// Share of bones with the same name at the same place.
    placed: Option<f32>,
    /// Share of meshes that were the template's.
    meshes: Option<f32>,
}

impl Likeness {
    /// Neither bones nor meshes fit.
    pub fn is_other(self) -> bool {
        let less = |share: Option<f32>, than: f32| share.is_none_or(|s| s < than);
        let empty = self.named.is_none() && self.meshes.is_none();
        let strangers = less(self.named, 0.5) && less(self.meshes, 0.5);
        !empty && (strangers || (less(self.placed, 0.5) && less(self.meshes, 1e-6)))
    }

    /// The same model, perhaps edited: what its header says is this one's.
    pub fn is_same(self) -> bool {
        let at_least = |share: Option<f32>, than: f32| share.is_none_or(|s| s >= than);
        at_least(self.named, 0.8) && at_least(self.meshes, 1e-6)
    }
}

/// Compares a scene with the template.
pub fn likeness(scene: &Scene, skeleton: &Skeleton, template: &Template) -> Likeness {
    let heads: HashMap<&str, Vec3> =
        template.bones.iter().map(|(name, _, head)| (name.as_str(), Vec3::from_array(*head))).collect();
    let size = extent(template.bones.iter().map(|b| b.2));
    let share = |n: usize, of: usize| (of > 0).then(|| n as f32 / of as f32);
    let (mut named, mut placed) = (0, 0);
    for bone in &skeleton.bones {
        if let Some(head) = heads.get(bone.name.lossy().as_str()) {
            named += 1;
            placed += usize::from((*head - Vec3::from_array(bone.head)).length() <= 0.01 * size);
        }
    }
    let of = if template.bones.is_empty() { 0 } else { skeleton.bones.len() };
    let parts: Vec<bool> = scene
        .nodes
        .iter()
        .filter_map(|n| {
            let mesh = scene.meshes.get(n.mesh?.0 as usize)?;
            let materials =
                mesh.primitives.iter().filter_map(|p| scene.materials.get(p.material?.0 as usize));
            let noted = Origin::noted(&mesh.extras).is_some_and(|o| template.part(&o.name).is_some());
            let mut names =
                materials.map(|m| m.name.as_str()).chain([n.name.trim_end_matches("#mesh"), &mesh.name]);
            Some(noted || names.any(|name| template.part(name).is_some()))
        })
        .collect();
    let found = parts.iter().filter(|p| **p).count();
    Likeness { named: share(named, of), placed: share(placed, of), meshes: share(found, parts.len()) }
}

fn extent(points: impl Iterator<Item = [f32; 3]>) -> f32 {
    let (mut least, mut most) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for p in points.map(Vec3::from_array).filter(|p| p.is_finite()) {
        (least, most) = (least.min(p), most.max(p));
    }
    let size = (most - least).length();
    if size.is_finite() && size > 0.0 { size } else { 1.0 }
}

/// Header and trailer that the scene carries, where every part that has a note is of the same file: what says who made
/// another one does not travel.
pub fn own_around(scene: &Scene) -> Option<Around> {
    let file = notes::File::read(&scene.extras)?;
    let around: Around = crate::from_value(scene.extras.get(notes::FAMILY)?).ok()?;
    let notes: Vec<Origin> = scene
        .meshes
        .iter()
        .map(|m| &m.extras)
        .chain(scene.materials.iter().map(|m| &m.extras))
        .filter_map(Origin::noted)
        .collect();
    let others = notes.iter().any(|o| o.of != file.of);
    let strangers = notes.is_empty() && !scene.meshes.is_empty();
    (around.header.is_some() && !others && !strangers).then_some(around)
}
