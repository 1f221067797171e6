//! The converter: inputs and options in, files out.

use crate::job::{self, Job};
use crate::output::Existing;
use crate::target::is_file_name;
use crate::{
    ConvertOptions, Error, Input, Inputs, Model, Recipe, Result, Source, Target, Walk, actor_types, archives,
    input, names,
};
use scene::Files;
use scene::parallel::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wire::{Diagnostic, Sink};

/// A file that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputFile {
    /// Name next to the main file.
    pub name: String,
    /// Its bytes; empty once they were written to disk.
    pub bytes: Vec<u8>,
    /// How many bytes there are.
    pub size: u64,
}

impl OutputFile {
    pub(crate) fn new(name: String, bytes: Vec<u8>) -> Self {
        Self { name, size: bytes.len() as u64, bytes }
    }
}

/// How the conversion of one input ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// Made, and written if it was to be.
    Done,
    /// The output was there already.
    Skipped,
    /// The input is to blame, or an output that is there already.
    Failed,
    /// The output could not be written.
    Unwritable,
    /// The cancel flag was set before it was finished.
    Cancelled,
}

/// What became of one input, or of several that were merged.
#[derive(Debug)]
pub struct Converted {
    /// What people call its inputs.
    pub label: String,
    /// Its inputs.
    pub sources: Vec<Source>,
    /// Where its main file goes: a path, or a name if nothing is written.
    pub output: PathBuf,
    /// How it ended.
    pub status: Status,
    /// What was made, the main file first.
    pub files: Vec<OutputFile>,
    /// What reading and converting found.
    pub findings: Vec<Diagnostic>,
    /// Why it failed.
    pub error: Option<Error>,
}

/// What a conversion says while it runs. Calls come from several threads.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Event<'a> {
    /// One output has come to a step: `read`, a name of [`crate::STEPS`], or `write`.
    Step {
        /// Number of the output, from 0.
        job: usize,
        /// How many there are.
        of: usize,
        /// What comes now.
        step: &'static str,
    },
    /// One output is finished.
    Finished {
        /// Number of the output, from 0.
        job: usize,
        /// How many there are.
        of: usize,
        /// What became of it.
        converted: &'a Converted,
    },
}

type Callback = Arc<dyn Fn(Event<'_>) + Send + Sync>;

/// Converts models. Every option of `xenomesh convert` is a method, [`Converter::with`] takes them all as data.
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// use std::sync::Arc;
/// use xenomesh::{Converter, Event};
///
/// let finished = Arc::new(AtomicUsize::new(0));
/// let count = finished.clone();
/// let done = Converter::new()
///     .no_textures()
///     .max_influences(4)
///     .progress(move |event| {
///         if let Event::Finished { .. } = event {
///             count.fetch_add(1, Ordering::Relaxed);
///         }
///     })
///     .convert(["../../samples/xnalara/*.mesh"])?;
/// assert_eq!(finished.load(Ordering::Relaxed), done.len());
/// # Ok::<(), xenomesh::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Converter {
    options: ConvertOptions,
    files: Option<Arc<dyn Files>>,
    progress: Option<Callback>,
    cancel: Option<Arc<AtomicBool>>,
}

/// One builder method for each option.
macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $kind:ty)?) => $field:ident = $value:expr;)*) => {
        $($(#[$doc])*
        #[must_use]
        pub fn $name(mut self $(, $arg: $kind)?) -> Self {
            self.options.$field = $value;
            self
        })*
    };
}

impl Converter {
    /// With all options at their defaults: models to GLB, with their textures.
    pub fn new() -> Self {
        Self::default()
    }

    /// With options from elsewhere.
    pub fn with(options: ConvertOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// The options so far.
    pub fn options(&self) -> &ConvertOptions {
        &self.options
    }

    /// Looks for inputs and for files that options name in here instead of on the disk.
    ///
    /// ```
    /// use std::sync::Arc;
    /// let mut upload = xenomesh::Memory::default();
    /// upload.insert("in/hero.mesh", std::fs::read("../../samples/xnalara/character.mesh")?);
    /// let done = xenomesh::Converter::new().files(Arc::new(upload)).convert(["in"])?;
    /// assert_eq!(done[0].files[0].name, "hero.glb");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn files(mut self, files: Arc<dyn Files>) -> Self {
        self.files = Some(files);
        self
    }

    /// Calls back at every step and after every output.
    #[must_use]
    pub fn progress(mut self, callback: impl Fn(Event<'_>) + Send + Sync + 'static) -> Self {
        self.progress = Some(Arc::new(callback));
        self
    }

    /// Stops between two steps once the flag is set; what is not finished is [`Status::Cancelled`].
    #[must_use]
    pub fn cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Binds a motion; may be called several times.
    #[must_use]
    pub fn motion(mut self, path: impl Into<String>) -> Self {
        self.options.motion.push(path.into());
        self
    }

    /// Hangs a model on a node, `helmet.xac@Head`; may be called several times.
    #[must_use]
    pub fn attach(mut self, what: impl Into<String>) -> Self {
        self.options.attach.push(what.into());
        self
    }

    /// Looks for textures in a folder too; may be called several times.
    #[must_use]
    pub fn textures(mut self, folder: impl Into<PathBuf>) -> Self {
        self.options.textures.push(folder.into());
        self
    }

    /// Reads names for hashes from a file; may be called several times.
    #[must_use]
    pub fn names(mut self, file: impl Into<PathBuf>) -> Self {
        self.options.names.push(file.into());
        self
    }

    setters! {
        /// Converts to this: `glb`, `gltf`, `obj`, `svg`, `dot`, `mmd` or the id of a format.
        to(target: &str) => to = Some(target.to_owned());
        /// Binds the motions of the model's folder that fit it.
        motions_auto() => motions = Some(crate::Motions::Auto);
        /// Adds to positions and scales of motions what the model's bind pose differs from theirs.
        retarget() => retarget = true;
        /// Of a `.gfx` with several actor types, this one.
        actor_type(name: &str) => actor_type = Some(name.to_owned());
        /// Which pose is the rest pose.
        rest(rest: crate::Rest) => rest = rest;
        /// Leaves textures out.
        no_textures() => no_textures = true;
        /// Paints a country's two colours over the masks of Paradox models: `RRGGBB,RRGGBB`.
        colours(colours: &str) => colours = Some(colours.to_owned());
        /// A game folder: its files and catalogs are searched too.
        game(folder: impl Into<PathBuf>) => game = Some(folder.into());
        /// Which levels of detail.
        lod(lod: crate::Lod) => lod = lod;
        /// Collision meshes too.
        collision() => collision = true;
        /// What becomes of hidden parts.
        hidden(hidden: crate::Hidden) => hidden = hidden;
        /// Keeps the strongest influences of each vertex.
        max_influences(n: u32) => max_influences = Some(n);
        /// Multiplies all lengths.
        scale(factor: f32) => scale = Some(factor);
        /// Turns joints along their bones.
        orient_bones() => orient_bones = true;
        /// Multiplies lightmaps into the base colour, for programs that do not show them.
        bake_lightmaps() => bake_lightmaps = true;
        /// Renames joints by a file of `old;new` lines.
        bone_map(file: impl Into<PathBuf>) => bone_map = Some(file.into());
        /// Target game or variant.
        profile(name: &str) => profile = Some(name.to_owned());
        /// The original file: supplies what glTF cannot hold.
        template(original: impl Into<PathBuf>) => template = Some(original.into());
        /// Class of a component: `ship_m`.
        component_class(name: &str) => component_class = Some(name.to_owned());
        /// Where the game finds the meshes of a component.
        geometry(path: &str) => geometry = Some(path.to_owned());
        /// Drops keys that interpolation restores within this error.
        key_error(error: f32) => key_error = error;
        /// A frame of the motion, 24 a second, from 0: for poses.
        frame(n: u32) => frame = Some(n);
        /// Every key of the motion, a `.pose` each.
        frames_all() => frames = Some(crate::EveryFrame::All);
        /// Calls bones as Blender mirrors them.
        blender_names() => bone_names = Some(crate::BoneNames::Blender);
        /// Where pictures of a game format go instead of next to it.
        textures_to(folder: impl Into<PathBuf>) => textures_to = Some(folder.into());
        /// Writes the decoded buffers of XMF meshes there, with their layout as JSON.
        raw(folder: impl Into<PathBuf>) => raw = Some(folder.into());
        /// Code page of names that are not UTF-8.
        encoding(name: &str) => encoding = Some(name.to_owned());
        /// Most memory a file may ask for beyond its own size, in bytes.
        limit(bytes: u64) => limit = Some(bytes);
        /// Replaces existing outputs.
        force() => force = true;
        /// Passes over inputs whose output exists.
        skip_existing() => skip_existing = true;
        /// How many files at once.
        jobs(n: usize) => jobs = Some(n);
    }

    /// Each input becomes an output of its own, in memory. An input that fails is an entry with its error.
    pub fn convert<S: AsRef<str>>(&self, inputs: impl IntoIterator<Item = S>) -> Result<Vec<Converted>> {
        let (target, inputs) = self.find(inputs, None)?;
        self.run(&by_name(inputs, &target, None), &target, false)
    }

    /// All inputs merged into one scene, bound by node name, in memory. The name decides the target.
    ///
    /// ```
    /// let folder = "../../samples/xnalara";
    /// let done = xenomesh::Converter::new()
    ///     .convert_into([format!("{folder}/character.mesh"), format!("{folder}/wave.pose")], "hero.gltf")?;
    /// assert_eq!(done.files[0].name, "hero.gltf");
    /// assert!(done.files.iter().any(|file| file.name == "hero.bin"));
    /// # Ok::<(), xenomesh::Error>(())
    /// ```
    pub fn convert_into<S: AsRef<str>>(
        &self,
        inputs: impl IntoIterator<Item = S>,
        name: &str,
    ) -> Result<Converted> {
        let (target, inputs) = self.find(inputs, Some(Path::new(name)))?;
        self.one(Job { inputs, out: PathBuf::from(name) }, &target)
    }

    /// An opened model as it is now, in memory.
    ///
    /// ```
    /// let mut model = xenomesh::open("../../samples/xnalara/character_saved.xps")?;
    /// model.scrub();
    /// let done = xenomesh::Converter::new().to("xnalara-ascii").convert_model(&model)?;
    /// assert_eq!(done.files[0].name, "character_saved.mesh.ascii");
    /// # Ok::<(), xenomesh::Error>(())
    /// ```
    pub fn convert_model(&self, model: &Model) -> Result<Converted> {
        let target = Target::choose(self.options.to.as_deref(), None)?;
        let source = model.to_source();
        let name = format!("{}.{}", formats::stem(source.file_name()), target.extension());
        let relative = source.file_name().to_owned();
        self.one(Job { inputs: vec![Input { source, relative }], out: PathBuf::from(name) }, &target)
    }

    /// Converts to disk. `out` with an extension is one file, all inputs merged; else a folder that mirrors the inputs.
    pub fn write<S: AsRef<str>>(
        &self,
        inputs: impl IntoIterator<Item = S>,
        out: impl AsRef<Path>,
    ) -> Result<Vec<Converted>> {
        let out = out.as_ref();
        let (target, inputs) = self.find(inputs, Some(out))?;
        let name = out.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let jobs = if !out.is_dir() && is_file_name(&name) {
            vec![Job { inputs, out: out.to_owned() }]
        } else {
            std::fs::create_dir_all(out).map_err(|e| Error::Output {
                path: out.to_owned(),
                message: format!("cannot be made: {e}"),
            })?;
            let jobs = by_name(inputs, &target, Some(out));
            // Before anything is written.
            jobs.iter().try_for_each(|job| crate::output::refuse_links(out, &job.out))?;
            jobs
        };
        self.run(&jobs, &target, true)
    }

    /// Converts to disk, each output next to its input; one from an archive next to the archive.
    pub fn write_next_to<S: AsRef<str>>(
        &self,
        inputs: impl IntoIterator<Item = S>,
    ) -> Result<Vec<Converted>> {
        let (target, inputs) = self.find(inputs, None)?;
        self.run(&next_to(inputs, &target), &target, true)
    }

    fn find<S: AsRef<str>>(
        &self,
        typed: impl IntoIterator<Item = S>,
        out: Option<&Path>,
    ) -> Result<(Target, Vec<Input>)> {
        let typed: Vec<S> = typed.into_iter().collect();
        let mut target = Target::choose(self.options.to.as_deref(), out)?;
        // Pictures alone become what every program opens.
        let alone = !typed.is_empty() && typed.iter().all(|t| Target::is_game_picture(t.as_ref()));
        if matches!(target, Target::Glb) && self.options.to.is_none() && alone {
            target = Target::by_name("png")?;
        }
        let walk = match target {
            Target::Drawing(_) => Walk::Drawings,
            Target::Picture(_) => Walk::Pictures,
            _ => Walk::Models,
        };
        let away = !matches!(target, Target::Glb | Target::Gltf);
        let look = Inputs::new(walk).options(&self.options).gltf(away).within(self.files.clone());
        let mut found = look.find(&typed)?;
        if walk == Walk::Models {
            input::drop_companions(&mut found, |i| &i.source.label);
            let one = out.is_some_and(|out| {
                let name = out.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                !out.is_dir() && is_file_name(&name)
            });
            found = actor_types::expand(found, self.options.actor_type.as_deref(), one)?;
        }
        if found.is_empty() {
            let typed: Vec<&str> = typed.iter().map(AsRef::as_ref).collect();
            let message =
                format!("no file in {} is of a known format; see `xenomesh formats`", typed.join(", "));
            return Err(Error::Request(message));
        }
        Ok((target, found))
    }

    fn one(&self, job: Job, target: &Target) -> Result<Converted> {
        let mut done = self.run(&[job], target, false)?;
        done.pop().ok_or_else(|| Error::Request("nothing to convert".into()))
    }

    fn run(&self, jobs: &[Job], target: &Target, to_disk: bool) -> Result<Vec<Converted>> {
        let recipe = Recipe::within(&self.options, self.files.as_ref())?;
        recipe.check(target)?;
        let work = |(i, job): (usize, &Job)| {
            let converted = self.do_job(i, jobs.len(), job, target, &recipe, to_disk);
            self.say(Event::Finished { job: i, of: jobs.len(), converted: &converted });
            converted
        };
        Ok(scene::parallel::on_threads(self.options.jobs, || jobs.par_iter().enumerate().map(work).collect()))
    }

    fn say(&self, event: Event<'_>) {
        if let Some(callback) = &self.progress {
            callback(event);
        }
    }

    fn cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    fn do_job(
        &self,
        number: usize,
        of: usize,
        job: &Job,
        target: &Target,
        recipe: &Recipe,
        to_disk: bool,
    ) -> Converted {
        let mut out = Converted {
            label: job.label(),
            sources: job.inputs.iter().map(|i| i.source.clone()).collect(),
            output: job.out.clone(),
            status: Status::Done,
            files: Vec::new(),
            findings: Vec::new(),
            error: None,
        };
        // An input that is not there is what is wrong, whatever else is.
        let is_there = |i: &Input| i.source.files.resolve(&i.source.path).is_some();
        if to_disk
            && job.out.exists()
            && job.inputs.iter().all(is_there)
            && recipe.existing != Existing::Replace
        {
            if recipe.existing == Existing::Skip {
                out.status = Status::Skipped;
            } else {
                out.status = Status::Failed;
                let message = "exists; --force replaces it, --skip-existing skips it".to_owned();
                out.error = Some(Error::Output { path: job.out.clone(), message });
            }
            return out;
        }
        let go_on = |step| {
            self.say(Event::Step { job: number, of, step });
            !self.cancelled()
        };
        let mut sink = Sink::new();
        let made = job::make(job, target, recipe, to_disk, &mut sink, &go_on);
        out.findings = sink.finish();
        let written = made.and_then(|mut files| {
            if to_disk {
                job::put_all(job, &mut files, recipe)?;
            }
            out.files = files;
            Ok(())
        });
        if let Err(e) = written {
            out.status = match e {
                Error::Cancelled => Status::Cancelled,
                Error::Output { .. } => Status::Unwritable,
                _ => Status::Failed,
            };
            out.error = Some(e);
        }
        out
    }
}

/// One job for each input, named by its path below what it was found by.
fn by_name(inputs: Vec<Input>, target: &Target, folder: Option<&Path>) -> Vec<Job> {
    let relative: Vec<&str> = inputs.iter().map(|i| i.relative.as_str()).collect();
    let names = names::outputs(&relative, target.extension());
    let place = |name: String| folder.map_or_else(|| PathBuf::from(&name), |dir| dir.join(&name));
    inputs.into_iter().zip(names).map(|(i, name)| Job { inputs: vec![i], out: place(name) }).collect()
}

/// One job for each input, in the input's own folder.
fn next_to(inputs: Vec<Input>, target: &Target) -> Vec<Job> {
    let full: Vec<String> = inputs.iter().map(|i| place_of(&i.source)).collect();
    let paths: Vec<&str> = full.iter().map(String::as_str).collect();
    let names = names::outputs(&paths, target.extension());
    inputs.into_iter().zip(names).map(|(i, name)| Job { inputs: vec![i], out: PathBuf::from(name) }).collect()
}

/// Where a source is on disk, with `/`: a file of an archive next to the archive.
fn place_of(source: &Source) -> String {
    let label = if cfg!(windows) { source.label.replace('\\', "/") } else { source.label.clone() };
    if let Some(folder) = actor_types::folder_of(&label) {
        return format!("{folder}{}", source.file_name());
    }
    match archives::split(&label) {
        Some((archive, _)) => match archive.rsplit_once('/') {
            Some((folder, _)) => format!("{folder}/{}", source.file_name()),
            None => source.file_name().to_owned(),
        },
        None => label,
    }
}
