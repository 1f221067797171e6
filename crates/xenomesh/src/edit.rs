//! Scenes that a program holds and changes: from an opened model, and into files.

use crate::convert::OutputFile;
use crate::job::{self, Job};
use crate::output::Existing;
use crate::steps::{STEPS, StepContext};
use crate::{Error, Model, Recipe, Result, Target, assemble};
use scene::Scene;
use std::path::{Path, PathBuf};
use wire::Sink;

impl Recipe {
    /// An opened model as a scene: motions bound, all steps done; the file is not read again. `target` is what will be
    /// written; `None` = nothing yet, so that no tangents are made.
    ///
    /// ```
    /// use xenomesh::{ConvertOptions, Recipe, Sink, Target};
    /// let model = xenomesh::open("../../samples/xnalara/character.mesh")?;
    /// let recipe = Recipe::new(&ConvertOptions { no_textures: true, ..ConvertOptions::default() })?;
    /// let mut scene = recipe.scene_of(&model, None, &mut Sink::new())?;
    /// scene.materials[0].base_color = [1.0, 0.0, 0.0, 1.0];
    /// let files = recipe.files(scene, &Target::Glb, "red.glb", &mut Sink::new())?;
    /// assert!(files[0].bytes.starts_with(b"glTF"));
    /// # Ok::<(), xenomesh::Error>(())
    /// ```
    pub fn scene_of(&self, model: &Model, target: Option<&Target>, sink: &mut Sink) -> Result<Scene> {
        sink.append(model.sink.clone());
        let mut scene = assemble::around(model, &self.motions, self.auto, &self.options, sink)?;
        for what in &self.attach {
            assemble::attach(&mut scene, what, &self.options, sink)?;
        }
        if matches!(target, Some(Target::Glb)) {
            formats::settle(&mut scene);
        }
        // OBJ is the target that asks for nothing.
        let target = target.unwrap_or(&Target::Obj);
        let cx = StepContext { recipe: self, source: Some(&model.source), target };
        for step in STEPS {
            (step.run)(&mut scene, &cx, sink);
        }
        Ok(scene)
    }

    /// A scene as the files of a target, the main one first, which gets the name. Steps of the recipe that need no file
    /// are done before.
    pub fn files(
        &self,
        mut scene: Scene,
        target: &Target,
        name: &str,
        sink: &mut Sink,
    ) -> Result<Vec<OutputFile>> {
        if let Target::Drawing(kind) | Target::Picture(kind) = target {
            return Err(Error::Request(format!("{kind} is made from a file, not from a scene")));
        }
        self.check(target)?;
        let cx = StepContext { recipe: self, source: None, target };
        for step in STEPS {
            (step.run)(&mut scene, &cx, sink);
        }
        let files = job::encode(
            &scene,
            target,
            name.to_owned(),
            self,
            &mut scene::textures::Originals::none(),
            None,
            sink,
        )?;
        Ok(files.into_iter().map(|(name, bytes)| OutputFile::new(name, bytes)).collect())
    }

    /// Writes files that [`Recipe::files`] made to where the main one belongs. Returns their paths.
    pub fn put(&self, out: &Path, files: Vec<OutputFile>) -> Result<Vec<PathBuf>> {
        if self.existing != Existing::Replace && out.exists() {
            let message = "exists; ask for it to be replaced".to_owned();
            return Err(Error::Output { path: out.to_owned(), message });
        }
        let mut files = files;
        job::put_all(&Job { inputs: Vec::new(), out: out.to_owned() }, &mut files, self)?;
        Ok(files.iter().map(|f| out.with_file_name(&f.name)).collect())
    }
}
