//! One entry per fuzz target: reading alone, so that it is fast, then each further step.

use crate::{INFLATED, hostile_scene};
use formats::exercise::same;
use formats::{Context, Document, FORMATS, Format, LoadOptions, Lod, WriteOptions, by_id};
use scene::{Files, Image, ImageId, Material, Memory, PixelOps, Scene, Slot, TextureSlot};
use wire::{Limits, Reader, Severity, Sink};
use xenomesh::{Model, Source};

/// Formats that are further tried together: the last byte of the input says which.
pub const FAMILIES: &[(&str, &[&str])] = &[
    ("xnalara", &["xnalara-bin", "xps", "xnalara-ascii", "pose", "scene"]),
    ("emfx", &["xac", "xsm", "xpm"]),
    ("egosoft", &["xmf", "ani", "cat", "component"]),
    ("anark", &["bgp", "bgf", "bsg"]),
    ("games", &["gfx", "ipf"]),
    ("gltf", &["gltf"]),
];
/// What a family goes through after reading.
const STEPS: &[(&str, Step)] =
    &[("check", Step::Check), ("fix", Step::Fix), ("scene", Step::Scene), ("dump", Step::Dump)];
/// Kinds of pictures, by ending.
pub const PICTURES: &[&str] = &["dds", "tga", "bmp", "png", "jpg"];
/// Kinds of archives, by ending.
pub const ARCHIVES: &[&str] = &["zip", "ipf", "cat"];

/// A step after reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Findings and details.
    Check,
    /// Repaired, nothing that can be repaired remains.
    Fix,
    /// To a scene, to GLB, and that read back.
    Scene,
    /// To JSON and back.
    Dump,
}

/// What a target does with its bytes.
#[derive(Clone, Copy)]
pub enum Job {
    /// Which format is it?
    Sniff,
    /// Read, and written as it was.
    Read(&'static Format),
    /// A further step.
    Step(Step, &'static [&'static str]),
    /// A hostile scene made from the bytes, written as this: a format, or `glb`, `obj`.
    Write(&'static str),
    /// Bytes as JSON for `build`.
    Build,
    /// Bytes as the COLLADA file next to a menu.
    Dae,
    /// Bytes as an archive: listed and unpacked.
    Archive(&'static str),
    /// Bytes as a picture.
    Picture(&'static str),
    /// A hostile scene as a thumbnail.
    Thumb,
}

/// One fuzz target.
#[derive(Clone)]
pub struct Target {
    /// `read-xac`, `fix-emfx`, `picture-dds` …
    pub name: String,
    /// What it does.
    pub job: Job,
}

/// All targets.
pub fn targets() -> Vec<Target> {
    let one = |name: String, job: Job| Target { name, job };
    let mut out = vec![one("sniff".into(), Job::Sniff)];
    out.extend(FORMATS.iter().map(|f| one(format!("read-{}", f.id), Job::Read(f))));
    for (step, what) in STEPS {
        out.extend(FAMILIES.iter().map(|(name, ids)| one(format!("{step}-{name}"), Job::Step(*what, ids))));
    }
    let writers = FORMATS.iter().filter(|f| f.from_scene.is_some() && f.id != "gltf").map(|f| f.id);
    out.extend(writers.chain(["glb", "obj"]).map(|id| one(format!("write-{id}"), Job::Write(id))));
    out.push(one("build".into(), Job::Build));
    out.push(one("dae".into(), Job::Dae));
    out.extend(ARCHIVES.iter().map(|a| one(format!("archive-{a}"), Job::Archive(a))));
    out.extend(PICTURES.iter().map(|p| one(format!("picture-{p}"), Job::Picture(p))));
    out.push(one("thumb".into(), Job::Thumb));
    out
}

impl Target {
    /// Runs it; `Err` says which promise was broken.
    pub fn run(&self, bytes: &[u8]) -> Result<(), String> {
        match self.job {
            Job::Sniff => {
                let _ = formats::identify(bytes, "x");
                Ok(())
            }
            Job::Read(format) => read(format, bytes).map(|_| ()),
            Job::Step(step, ids) => {
                let Some((pick, bytes)) = bytes.split_last() else { return Ok(()) };
                let format = ids.get(usize::from(*pick) % ids.len()).and_then(|id| by_id(id));
                format.map_or(Ok(()), |f| take(step, f, bytes))
            }
            Job::Write(id) => write(id, &hostile_scene(bytes)),
            Job::Build => build(bytes),
            Job::Dae => menu(bytes),
            Job::Archive(kind) => {
                archive(kind, bytes);
                Ok(())
            }
            Job::Picture(kind) => picture(kind, bytes),
            Job::Thumb => {
                let look = view::raster::Look { size: [32, 32], limit: INFLATED, ..Default::default() };
                let shot = view::thumb::Shot { look, seconds: Some(0.5), ..Default::default() };
                let _ = view::thumb::still(&hostile_scene(bytes), &shot);
                Ok(())
            }
        }
    }
}

fn options() -> LoadOptions {
    let limits = Limits { bytes: INFLATED, ..Limits::default() };
    LoadOptions { lod: Lod::All, collision: true, limits, ..LoadOptions::default() }
}

/// Read and written as it was; `None` if it is refused.
fn read(format: &'static Format, bytes: &[u8]) -> Result<Option<Box<dyn Document>>, String> {
    let file = bytes::Bytes::copy_from_slice(bytes);
    let mut reader = Reader::shared(&file).with_limits(options().limits);
    let Ok(document) = (format.read)(&mut reader, &mut Sink::new()) else { return Ok(None) };
    same(bytes, &document.write()).map_err(|e| format!("write(read(bytes)) differs: {e}"))?;
    Ok(Some(document))
}

fn take(step: Step, format: &'static Format, bytes: &[u8]) -> Result<(), String> {
    let Some(document) = read(format, bytes)? else { return Ok(()) };
    let name = format!("x.{}", format.extension);
    let mut files = Memory::default();
    files.insert(name.clone(), bytes);
    let options = options();
    let cx = Context { files: &files, path: &name, options: &options };
    match step {
        Step::Check => {
            document.check(&cx, &mut Sink::new());
            let _ = document.details(&cx);
            let _ = document.tracks();
            Ok(())
        }
        Step::Fix => fixed(&name, bytes),
        Step::Scene => {
            let Ok(scene) = document.to_scene(&cx, &mut Sink::new()) else { return Ok(()) };
            write("glb", &scene)
        }
        Step::Dump => {
            let mut json = Vec::new();
            document.dump(&mut json).map_err(|e| format!("dump: {e}"))?;
            let built = formats::build(&json).map_err(|e| format!("build(dump(bytes)): {e}"))?;
            same(bytes, &built.write()).map_err(|e| format!("build(dump(bytes)) differs: {e}"))
        }
    }
}

/// After a repair nothing that can be repaired remains.
fn fixed(name: &str, bytes: &[u8]) -> Result<(), String> {
    let open = |bytes: Vec<u8>| Model::open(&Source::in_memory(name, bytes), &options()).ok();
    let Some(mut model) = open(bytes.to_vec()) else { return Ok(()) };
    model.fix();
    // What no longer is of its format has been said to be beyond repair already.
    let Some(again) = open(model.write()) else { return Ok(()) };
    let left = again.validate().into_iter().find(|d| d.code.fixable && d.severity != Severity::Info);
    left.map_or(Ok(()), |d| Err(format!("{} remains after a repair: {}", d.code.id, d.message)))
}

fn write(id: &'static str, scene: &Scene) -> Result<(), String> {
    match id {
        "glb" => {
            let options = scene::gltf::WriteOptions::default();
            let Ok(glb) = scene::gltf::write_glb(scene, &options, &mut Sink::new()) else { return Ok(()) };
            let format = by_id("gltf").ok_or("no gltf")?;
            let read = (format.read)(&mut Reader::new(&glb), &mut Sink::new());
            read.map(|_| ()).map_err(|e| format!("the GLB cannot be read back: {e}"))
        }
        "obj" => {
            let _ = scene::obj::write(scene, "x");
            Ok(())
        }
        _ => {
            let format = by_id(id).ok_or("no such format")?;
            let options =
                WriteOptions { file_name: format!("x.{}", format.extension), ..WriteOptions::default() };
            let _ = format.make(scene, &options, &mut Sink::new());
            Ok(())
        }
    }
}

fn build(bytes: &[u8]) -> Result<(), String> {
    let Ok(mut document) = formats::build(bytes) else { return Ok(()) };
    let _ = document.write();
    document.recount();
    let _ = document.write();
    Ok(())
}

fn menu(bytes: &[u8]) -> Result<(), String> {
    let mut files = Memory::default();
    let bgf = include_bytes!("../../../samples/anark/main.bgf");
    files.insert("main.bgf", bgf.as_slice());
    files.insert("main.dae", bytes);
    let options = options();
    let cx = Context { files: &files, path: "main.bgf", options: &options };
    let format = by_id("bgf").ok_or("no bgf")?;
    let document = (format.read)(&mut Reader::new(bgf), &mut Sink::new()).map_err(|e| e.to_string())?;
    document.check(&cx, &mut Sink::new());
    if let Ok(scene) = document.to_scene(&cx, &mut Sink::new()) {
        write("glb", &scene)?;
    }
    Ok(())
}

/// Most entries that are unpacked of one archive.
const UNPACKED: usize = 64;

fn archive(kind: &str, bytes: &[u8]) {
    let data = Box::new(bytes.to_vec());
    let files: Option<Box<dyn Files>> = match kind {
        "zip" => formats::zip::Zip::new(data, "x").ok().map(|z| Box::new(z.with_limit(INFLATED)) as _),
        "ipf" => formats::ipf::Archive::new(data, "x").ok().map(|a| Box::new(a.with_limit(INFLATED)) as _),
        _ => {
            // The list of a catalog and its data, in one input.
            let at = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
            let (text, data) = bytes.split_at(at);
            let data = Box::new(data.to_vec());
            formats::egosoft::cat::Archive::new(text.to_vec(), data, "x").ok().map(|a| Box::new(a) as _)
        }
    };
    let Some(files) = files else { return };
    let mut folders = vec![String::new()];
    let mut left = UNPACKED;
    while let Some(folder) = folders.pop() {
        for entry in files.list(&folder) {
            let path = if folder.is_empty() { entry.name } else { format!("{folder}/{}", entry.name) };
            if left == 0 {
                return;
            }
            left -= 1;
            if entry.folder {
                folders.push(path);
            } else if let Some(path) = files.resolve(&path) {
                let _ = files.read(&path);
            }
        }
    }
}

/// A picture alone, and as the texture of a model: whatever a GLB holds of it decodes.
fn picture(kind: &str, bytes: &[u8]) -> Result<(), String> {
    let name = format!("x.{kind}");
    let _ = scene::textures::dimensions(bytes, &name);
    let _ = scene::textures::decode_rgba(bytes, &name, INFLATED);
    let mut files = Memory::default();
    files.insert(name.clone(), bytes);
    let mut scene = Scene::default();
    for ops in [PixelOps::default(), PixelOps { invert_green: true, ..PixelOps::default() }] {
        scene.images.push(Image { file: name.clone(), ops, ..Image::default() });
    }
    let textures =
        vec![TextureSlot::new(Slot::BaseColor, ImageId(0)), TextureSlot::new(Slot::Normal, ImageId(1))];
    scene.add_material(Material { textures, ..Material::default() });
    let mut search = scene::textures::Search::next_to(&files, "");
    search.limit = INFLATED;
    scene::textures::load(&mut scene, &search, &mut Sink::new());
    for image in &scene.images {
        if let Some(data) = &image.data {
            scene::textures::decode_rgba(data, "x.png", 4 * INFLATED)
                .map_err(|e| format!("a picture of the model does not decode: {e:?}"))?;
        }
    }
    Ok(())
}
