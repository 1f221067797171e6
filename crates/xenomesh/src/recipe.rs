//! What was asked for, understood: files read, names looked up.

use crate::input::not_a_folder;
use crate::output::Existing;
use crate::steps::{STEPS, StepContext};
use crate::template::{Template, check_picture, check_profile};
use crate::{ConvertOptions, Error, Hidden, Inputs, Result, Source, Target, Walk};
use formats::{Frames, LoadOptions, Names};
use scene::textures::{self, Search};
use scene::{Files, Folder, Scene, gltf};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wire::Sink;

/// Everything a conversion needs besides its inputs. [`Recipe::new`] makes it of [`ConvertOptions`].
#[derive(Clone, Default)]
pub struct Recipe {
    /// What to take from files and how to read them.
    pub options: LoadOptions,
    /// Motions to bind.
    pub motions: Vec<Source>,
    /// Bind the motions of the model's folder that fit.
    pub auto: bool,
    /// Models to hang on nodes.
    pub attach: Vec<(Source, String)>,
    /// Folders to look for pictures in besides the model's own; `None` = no pictures.
    pub textures: Option<Vec<Arc<dyn Files>>>,
    /// A country's colours over the masks of pictures, the first and the second; none = not painted.
    pub colours: Vec<[u8; 3]>,
    /// Leave hidden parts out.
    pub omit_hidden: bool,
    /// Keep the strongest influences of each vertex.
    pub max_influences: Option<u32>,
    /// Multiply all lengths.
    pub scale: Option<f32>,
    /// Turn joints along their bones.
    pub orient_bones: bool,
    /// Lightmaps go into the base colour.
    pub bake_lightmaps: bool,
    /// Rename joints: `old;new` lines.
    pub bone_map: Option<String>,
    /// Target game or variant.
    pub profile: Option<String>,
    /// The original file: supplies what glTF cannot hold.
    pub template: Option<Template>,
    /// The original of a picture: says how a DDS is compressed.
    pub picture_template: Option<(String, Vec<u8>)>,
    /// Class of a component.
    pub class: Option<String>,
    /// Where the game finds the meshes of a component.
    pub geometry: Option<String>,
    /// Largest error of key reduction; 0 = keep all keys.
    pub key_error: f32,
    /// Which moments of a motion, for poses.
    pub frames: Frames,
    /// Bones called as Blender mirrors them.
    pub blender_names: bool,
    /// Where pictures of a game format go instead of next to it.
    pub textures_to: Option<PathBuf>,
    /// Where decoded buffers go.
    pub raw: Option<PathBuf>,
    /// What to do about outputs that exist.
    pub existing: Existing,
}

/// Where the files that options name come from: the disk, or what stands in for it.
struct Disk<'a>(Option<&'a Arc<dyn Files>>);

impl Disk<'_> {
    fn read(&self, option: &'static str, path: &Path) -> Result<Vec<u8>> {
        let read = match self.0 {
            Some(files) => {
                let typed = path.to_string_lossy();
                files.read(&files.resolve(&typed).unwrap_or_else(|| typed.into_owned()))
            }
            None => scene::disk::read(path),
        };
        read.map_err(|e| Error::Option {
            option,
            message: format!("{}: {}", path.display(), scene::disk::plain(&e)),
        })
    }

    fn text(&self, option: &'static str, path: &Path) -> Result<String> {
        String::from_utf8(self.read(option, path)?)
            .map_err(|_| Error::Option { option, message: format!("{} is not UTF-8 text", path.display()) })
    }

    fn folder(&self, path: &Path) -> Arc<dyn Files> {
        match self.0 {
            Some(files) => {
                Arc::new(Below { files: files.clone(), folder: path.to_string_lossy().into_owned() })
            }
            None => Arc::new(Folder::new(path)),
        }
    }
}

/// A folder of another file system as one of its own.
struct Below {
    files: Arc<dyn Files>,
    folder: String,
}

impl Below {
    fn inside(&self, path: &str) -> String {
        let folder = self.folder.trim_end_matches('/');
        if folder.is_empty() || path.is_empty() {
            format!("{folder}{path}")
        } else {
            format!("{folder}/{path}")
        }
    }
}

impl Files for Below {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        self.files.read(&self.inside(path))
    }

    fn list(&self, folder: &str) -> Vec<scene::Entry> {
        self.files.list(&self.inside(folder))
    }

    fn resolve(&self, path: &str) -> Option<String> {
        let found = self.files.resolve(&self.inside(&scene::safe_relative(path)?))?;
        let below = found.get(self.folder.trim_end_matches('/').len()..)?;
        Some(below.trim_start_matches('/').to_owned())
    }
}

impl Recipe {
    /// Understands options: files that they name are read, unknown names are refused.
    pub fn new(options: &ConvertOptions) -> Result<Self> {
        Self::within(options, None)
    }

    /// The same, with another file system in the place of the disk.
    pub fn within(options: &ConvertOptions, files: Option<&Arc<dyn Files>>) -> Result<Self> {
        in_range(options)?;
        let disk = Disk(files);
        let look = Inputs::new(Walk::All).options(options).within(files.cloned());
        let motions = look.find(&options.motion)?;
        if let Some(gone) = motions.iter().find(|i| i.source.files.resolve(&i.source.path).is_none()) {
            let label = &gone.source.label;
            let hint = if label == "auto" { " (did you mean --motions auto?)" } else { "" };
            let message = format!("{label}: there is no such file{hint}");
            return Err(Error::Option { option: "motion", message });
        }
        let mut attach = Vec::new();
        for what in &options.attach {
            let (file, node) =
                what.rsplit_once('@').filter(|(f, n)| !f.is_empty() && !n.is_empty()).ok_or_else(|| {
                    let message =
                        format!("{what:?} is not a file, @ and the name of a node, such as helmet.xac@Head");
                    Error::Option { option: "attach", message }
                })?;
            let found = look.find(&[file])?;
            attach.extend(found.into_iter().map(|i| (i.source, node.to_owned())));
        }
        if let Some(no) = options.textures.iter().find(|dir| files.is_none() && !dir.is_dir()) {
            return Err(not_a_folder("textures", no));
        }
        let folders = || options.textures.iter().map(|dir| disk.folder(dir)).collect();
        let template = options.template.as_deref();
        let is_picture = template.is_some_and(|t| Target::is_game_picture(&t.to_string_lossy()));
        let picture_template =
            template.filter(|_| is_picture).map(|p| disk.read("template", p)).transpose()?;
        let label = || template.map(|p| p.display().to_string()).unwrap_or_default();
        let picture_template = picture_template.map(|bytes| (label(), bytes));
        let template = template.filter(|_| !is_picture);
        let load = load_options(options, &disk)?;
        Ok(Self {
            options: load.clone(),
            motions: motions.into_iter().map(|i| i.source).collect(),
            auto: options.motions.is_some(),
            attach,
            textures: (!options.no_textures).then(folders),
            colours: options.colours.as_deref().map(colours).transpose()?.unwrap_or_default(),
            omit_hidden: options.hidden == Hidden::Omit,
            max_influences: options.max_influences,
            scale: options.scale,
            orient_bones: options.orient_bones,
            bake_lightmaps: options.bake_lightmaps,
            bone_map: options.bone_map.as_deref().map(|p| disk.text("bone_map", p)).transpose()?,
            profile: options.profile.clone(),
            template: template.map(|p| Template::open(p, files, &load)).transpose()?,
            picture_template,
            class: options.component_class.clone(),
            geometry: options.geometry.clone(),
            key_error: options.key_error,
            frames: match (options.frames, options.frame) {
                (Some(_), _) => Frames::All,
                (None, Some(n)) => Frames::One(n),
                _ => Frames::First,
            },
            blender_names: options.bone_names.is_some(),
            textures_to: options.textures_to.clone(),
            raw: options.raw.clone(),
            existing: match (options.force, options.skip_existing) {
                (true, _) => Existing::Replace,
                (_, true) => Existing::Skip,
                _ => Existing::Keep,
            },
        })
    }

    /// Refuses a template or a profile that the target has no use for.
    pub(crate) fn check(&self, target: &Target) -> Result<()> {
        self.template.as_ref().map_or(Ok(()), |t| t.check(target))?;
        self.picture_template.as_ref().map_or(Ok(()), |t| check_picture(t, target))?;
        let poses = match target {
            Target::Game(format) => matches!((format.id, self.frames), ("pose", _) | ("xps", Frames::One(_))),
            _ => false,
        };
        if self.frames != Frames::First && !poses {
            let (option, outputs) = match self.frames {
                Frames::All => ("frames", ".pose"),
                _ => ("frame", ".pose or .xps"),
            };
            return Err(Error::Option { option, message: format!("needs an output that ends in {outputs}") });
        }
        self.profile.as_deref().map_or(Ok(()), |p| check_profile(p, target))
    }

    /// Models and motions as one scene for GLB: pictures loaded, tangents where a normal map needs them.
    pub fn scene(&self, inputs: &[Source], sink: &mut Sink) -> wire::Result<Scene> {
        match self.scene_for(inputs, &Target::Glb, sink, &|_| true) {
            Ok(scene) => Ok(scene),
            Err(Error::File(e)) => Err(e),
            Err(e) => Err(wire::Error::new(&wire::codes::REQUEST, e.to_string())),
        }
    }

    /// Reads and runs all steps. `go_on` hears what comes next and may say no.
    pub(crate) fn scene_for(
        &self,
        inputs: &[Source],
        target: &Target,
        sink: &mut Sink,
        go_on: &dyn Fn(&'static str) -> bool,
    ) -> Result<Scene> {
        let ask = |name| if go_on(name) { Ok(()) } else { Err(Error::Cancelled) };
        ask("read")?;
        let mut scene = crate::assemble::with_attached(
            inputs,
            &self.motions,
            self.auto,
            &self.attach,
            &self.options,
            sink,
        )?;
        formats::settle(&mut scene);
        let cx = StepContext { recipe: self, source: inputs.first(), target };
        for step in STEPS {
            ask(step.name)?;
            (step.run)(&mut scene, &cx, sink);
        }
        Ok(scene)
    }

    /// Finds the pictures of a scene without loading them, for `inspect`.
    pub fn locate(&self, scene: &mut Scene, source: &Source, sink: &mut Sink) {
        let folders = self.textures.as_deref().unwrap_or_default();
        textures::locate(scene, &self.search(source, folders), sink);
    }

    /// Where the textures of a model are looked for.
    pub(crate) fn search<'a>(&self, source: &'a Source, folders: &'a [Arc<dyn Files>]) -> Search<'a> {
        let extra = folders.iter().map(|f| &**f as &dyn Files).collect();
        // The source's own files are over the game's already.
        Search { extra, limit: self.options.limits.bytes, ..Search::next_to(&*source.files, source.folder()) }
    }

    /// A scene as GLB.
    pub fn glb(&self, scene: &Scene, sink: &mut Sink) -> wire::Result<Vec<u8>> {
        gltf::write_glb(scene, &gltf::WriteOptions::default(), sink)
    }
}

/// Numbers that no conversion can use, however they got here.
fn in_range(options: &ConvertOptions) -> Result<()> {
    let bad = |option, message: String| Err(Error::Option { option, message });
    if let Some(f) = options.scale.filter(|f| !(f.is_finite() && *f > 0.0)) {
        return bad("scale", format!("{f} is not a number above 0"));
    }
    if options.max_influences == Some(0) {
        return bad("max_influences", "a vertex needs at least 1".to_owned());
    }
    if options.jobs == Some(0) {
        return bad("jobs", "at least 1 is needed".to_owned());
    }
    if !(options.key_error.is_finite() && options.key_error >= 0.0) {
        return bad("key_error", format!("{} is not a number of 0 or more", options.key_error));
    }
    Ok(())
}

/// One or two colours as they are typed: `RRGGBB,RRGGBB`.
fn colours(text: &str) -> Result<Vec<[u8; 3]>> {
    let one = |word: &str| {
        let hex = word.trim().trim_start_matches('#');
        let plain = hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit());
        let value = u32::from_str_radix(hex, 16).ok().filter(|_| plain)?;
        let [_, r, g, b] = value.to_be_bytes();
        Some([r, g, b])
    };
    let list: Option<Vec<[u8; 3]>> = text.split(',').map(one).collect();
    list.filter(|l| l.len() <= 2).ok_or_else(|| {
        let message = format!("{text:?} is not one or two colours such as B22222,FFD700");
        Error::Option { option: "colours", message }
    })
}

fn load_options(options: &ConvertOptions, disk: &Disk<'_>) -> Result<LoadOptions> {
    let mut load = LoadOptions {
        lod: options.lod,
        collision: options.collision,
        rest: options.rest,
        retarget: options.retarget,
        encoding: options.encoding.clone(),
        motion_cache: Some(formats::motions::MotionCache::default()),
        ..LoadOptions::default()
    };
    Names::detect([], load.encoding.as_deref())
        .map_err(|e| Error::Option { option: "encoding", message: e.message().to_owned() })?;
    for file in &options.names {
        let text = disk.text("names", file)?;
        load.names.extend(text.lines().map(|l| l.trim_end().to_owned()).filter(|l| !l.is_empty()));
    }
    if let Some(bytes) = options.limit {
        load.limits.bytes = bytes;
    }
    Ok(load)
}
