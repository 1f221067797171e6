//! From inputs to a scene with its pictures, and to the GLB that `convert` would write.

use formats::LoadOptions;
use formats::pipeline::{self, Source};
use scene::textures::{self, Search};
use scene::{Files, Scene, gltf, steps};
use std::sync::Arc;
use wire::{Result, Sink};

/// How inputs are loaded: the same for a preview, a gallery and the viewer.
#[derive(Clone, Default)]
pub struct Loader {
    /// What to take and how.
    pub options: LoadOptions,
    /// Motions to bind.
    pub motions: Vec<Source>,
    /// Bind the motions of the model's folder that fit.
    pub auto: bool,
    /// Folders to look for pictures in besides the model's own; `None` = no pictures.
    pub textures: Option<Vec<Arc<dyn Files>>>,
}

impl Loader {
    /// Models and motions as one scene, pictures loaded, tangents where a normal map needs them.
    pub fn scene(&self, inputs: &[Source], sink: &mut Sink) -> Result<Scene> {
        let mut scene = pipeline::assemble(inputs, &self.motions, self.auto, &self.options, sink)?;
        if let (Some(folders), Some(first)) = (&self.textures, inputs.first()) {
            textures::load(&mut scene, &search(first, folders, &self.options), sink);
        }
        steps::tangents(&mut scene);
        Ok(scene)
    }

    /// Finds the pictures of a scene without loading them, for `inspect`.
    pub fn locate(&self, scene: &mut Scene, source: &Source, sink: &mut Sink) {
        let folders = self.textures.as_deref().unwrap_or_default();
        textures::locate(scene, &search(source, folders, &self.options), sink);
    }

    /// What three.js cannot do is left out: more than four influences of a vertex.
    pub fn for_browser(&self, scene: &mut Scene) {
        steps::max_influences(scene, 4);
    }

    /// A scene as GLB.
    pub fn glb(&self, scene: &Scene, sink: &mut Sink) -> Result<Vec<u8>> {
        gltf::write_glb(scene, &gltf::WriteOptions::default(), sink)
    }
}

fn search<'a>(source: &'a Source, folders: &'a [Arc<dyn Files>], options: &LoadOptions) -> Search<'a> {
    let folder = source.path.rsplit_once('/').map_or("", |(dir, _)| dir);
    let extra = folders.iter().map(|f| &**f as &dyn Files).collect();
    Search { extra, limit: options.limits.bytes, ..Search::beside(&*source.files, folder) }
}
