//! The files that a component was made of: they supply what the detour through another program lost, and come back as
//! they were where nothing was edited.

use super::super::Component;
use super::super::scene::files::Finder;
use super::super::types::Model;
use crate::egosoft::ani::Ani;
use crate::egosoft::notes;
use crate::egosoft::xmf::Xmf;
use crate::egosoft::{base64_bytes, has_extension};
use crate::{Context, WriteOptions};
use ::scene::{Mesh, Scene, file_name};
use std::collections::HashMap;
use wire::Reader;

/// Meshes and animations of a component, by file name.
pub fn companions(component: &Component, cx: &Context<'_>) -> Vec<(String, Vec<u8>)> {
    let Ok(model) = Model::new(&component.xml) else { return Vec::new() };
    let finder = Finder::new(&model, cx);
    let mut paths: Vec<String> = finder.animation_file().into_iter().collect();
    for part in model.connections.iter().flat_map(|c| &c.parts).filter(|p| p.reference.is_none()) {
        let files = finder.part(part);
        paths.extend(files.lods.into_iter().chain(files.wreck).map(|f| f.path));
        paths.extend(files.collision.into_iter().chain(files.wreck_collision));
    }
    paths.sort();
    paths.dedup();
    let parts = model.connections.iter().flat_map(|c| &c.parts).filter(|p| finder.part(p).cooked);
    // What is in them is not used; that they are there says enough.
    let cooked: Vec<(String, Vec<u8>)> =
        parts.map(|p| (format!("{}.jcs", p.name.to_lowercase()), Vec::new())).collect();
    let read = |path: String| Some((file_name(&path).to_owned(), cx.files.read(&path).ok()?));
    paths.into_iter().filter_map(read).chain(cooked).collect()
}

/// What is known of the files a scene came from.
pub(crate) struct Originals {
    meshes: HashMap<String, Xmf>,
    pub ani: Option<Ani>,
}

impl Originals {
    /// Those of the template; animations also from extras.
    pub fn of(scene: &Scene, options: &WriteOptions) -> Self {
        let files = &options.template_files;
        let is = |ending: &'static str| files.iter().filter(move |(name, _)| has_extension(name, ending));
        let mesh = |(name, bytes): &(String, Vec<u8>)| {
            Some((name.to_lowercase(), Xmf::read(&mut Reader::new(bytes)).ok()?))
        };
        let read = |bytes: &[u8]| Ani::read(&mut Reader::new(bytes)).ok();
        let kept =
            || scene.nodes.iter().find_map(|n| base64_bytes(&notes::component::ANI_FILE.get(&n.extras)?));
        let ani = is("ani").next().map(|(_, bytes)| bytes.clone()).or_else(kept);
        Self { meshes: is("xmf").filter_map(mesh).collect(), ani: ani.and_then(|bytes| read(&bytes)) }
    }

    /// The file of a mesh: that of the template, else the one its extras hold.
    pub fn mesh(&self, mesh: &Mesh, stem: &str) -> Option<Xmf> {
        let known = self.meshes.get(&format!("{}.xmf", stem.to_lowercase())).cloned();
        known.or_else(|| Xmf::kept(&mesh.extras))
    }
}
