//! One output: read, steps, write.

use crate::convert::OutputFile;
use crate::output::{self, Existing};
use crate::pictures;
use crate::{Error, Input, Model, Recipe, Result, Target};
use formats::{Format, WriteOptions};
use scene::textures::{self, Originals, Search};
use scene::{Folder, Scene, gltf, obj};
use std::path::{Path, PathBuf};
use wire::{Error as FileError, Sink, codes};

/// Some inputs that become one output.
#[derive(Clone)]
pub(crate) struct Job {
    /// What goes in.
    pub inputs: Vec<Input>,
    /// The main file that comes out.
    pub out: PathBuf,
}

impl Job {
    /// What people call its inputs.
    pub fn label(&self) -> String {
        self.inputs.iter().map(|i| i.source.label.as_str()).collect::<Vec<_>>().join(" + ")
    }

    /// Name of the main file.
    fn name(&self) -> String {
        self.out.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default()
    }
}

/// The files of a job: the main one first.
pub(crate) fn make(
    job: &Job,
    target: &Target,
    recipe: &Recipe,
    to_disk: bool,
    sink: &mut Sink,
    go_on: &dyn Fn(&'static str) -> bool,
) -> Result<Vec<OutputFile>> {
    let name = job.name();
    if let Target::Drawing(kind) = target {
        let text = drawing(job, kind, recipe, sink)?;
        return Ok(vec![OutputFile::new(name, text.into_bytes())]);
    }
    if let Target::Picture(ending) = target {
        return picture(job, ending, recipe, sink).map(|bytes| vec![OutputFile::new(name, bytes)]);
    }
    let sources: Vec<_> = job.inputs.iter().map(|i| i.source.clone()).collect();
    let mut scene = recipe.scene_for(&sources, target, sink, go_on)?;
    if !go_on("write") {
        return Err(Error::Cancelled);
    }
    let out = Folder::new(job.out.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")));
    let folders = recipe.textures.as_deref().unwrap_or_default();
    let template = recipe.template.as_ref().map(|t| t.source());
    let mut places: Vec<Search<'_>> = template.map(|t| recipe.search(t, folders)).into_iter().collect();
    places.push(Search { limit: recipe.options.limits.bytes, ..Search::next_to(&out, "") });
    places.extend(sources.first().map(|s| recipe.search(s, folders)));
    let mut originals = Originals::new(&places);
    if let Target::Game(format) = target {
        #[cfg(feature = "egosoft")]
        if matches!(format.id, "component" | "xmf") {
            // The game finds pictures by the paths of its material library.
            if let Some(t) = template {
                formats::egosoft::pictures::remind(&mut scene, &*t.files, &t.path);
            }
            formats::egosoft::pictures::recall(&mut scene, &mut originals);
            originals.only_changed();
        }
        textures::recognise(&mut scene, &mut originals);
    }
    let folder = job.out.parent().filter(|_| to_disk);
    let mut files = encode(&scene, target, name, recipe, &mut originals, folder, sink)?;
    if let Some(dir) = &recipe.raw {
        files.extend(raw(job, dir, recipe)?);
    }
    Ok(files.into_iter().map(|(name, bytes)| OutputFile::new(name, bytes)).collect())
}

pub(crate) fn encode(
    scene: &Scene,
    target: &Target,
    name: String,
    recipe: &Recipe,
    originals: &mut Originals<'_>,
    folder: Option<&Path>,
    sink: &mut Sink,
) -> wire::Result<Vec<(String, Vec<u8>)>> {
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(s, _)| s).to_owned();
    report_lights(scene, target, sink);
    let limit = recipe.options.limits.bytes;
    let own = matches!(target, Target::Obj | Target::Game(_));
    if own && scene.repeated() > limit {
        let message = format!(
            "meshes are shown by many nodes, and written once for each they would be about {} bytes: more than the limit \
             of {limit} (--limit); glb keeps them once",
            scene.repeated()
        );
        return Err(FileError::new(&codes::REQUEST, message));
    }
    match target {
        Target::Glb => Ok(vec![(name, recipe.glb(scene, sink)?)]),
        Target::Gltf => {
            let made = gltf::write_gltf(scene, &gltf::WriteOptions { stem: stem.clone() }, sink)?;
            let mut files = vec![(name, made.json)];
            files.extend(made.files);
            Ok(files)
        }
        Target::Obj => {
            let made = obj::write(scene, &stem);
            let mut files = vec![(name, made.obj)];
            files.extend(made.files);
            Ok(files)
        }
        #[cfg(feature = "anark")]
        Target::Dae => {
            let made = formats::anark::collada(scene);
            let mut files = vec![(name, made.dae)];
            files.extend(made.files);
            Ok(files)
        }
        #[cfg(not(feature = "anark"))]
        Target::Dae => Err(FileError::new(&codes::REQUEST, "this build does not write COLLADA")),
        Target::Game(format) => game(scene, format, name, recipe, originals, folder, sink),
        Target::Drawing(_) | Target::Picture(_) => Ok(Vec::new()),
    }
}

/// Says which lights and cameras the target has no place for. Motions hold nothing but motion.
fn report_lights(scene: &Scene, target: &Target, sink: &mut Sink) {
    let (name, lights, cameras) = match target {
        Target::Obj => ("obj", false, false),
        Target::Dae => ("dae", false, false),
        Target::Game(f) if f.kind == formats::Kind::Model => {
            (f.id, matches!(f.id, "component" | "bsg" | "bgf"), matches!(f.id, "bsg" | "bgf"))
        }
        _ => return,
    };
    let lost = |held: bool, count: usize, word: &str| {
        let plural = if count == 1 { "" } else { "s" };
        (!held && count > 0).then(|| format!("{count} {word}{plural}"))
    };
    let parts = [lost(lights, scene.lights.len(), "light"), lost(cameras, scene.cameras.len(), "camera")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if !parts.is_empty() {
        let message = format!("left out, {name} has no place for them: {}", parts.join(", "));
        sink.push(&scene::codes::LIGHTS_LEFT_OUT, "", message);
    }
}

fn game(
    scene: &Scene,
    format: &Format,
    name: String,
    recipe: &Recipe,
    originals: &mut Originals<'_>,
    folder: Option<&Path>,
    sink: &mut Sink,
) -> wire::Result<Vec<(String, Vec<u8>)>> {
    let mut options = WriteOptions {
        file_name: name.clone(),
        profile: recipe.profile.clone(),
        key_error: recipe.key_error,
        class: recipe.class.clone(),
        geometry: recipe.geometry.clone(),
        frames: recipe.frames,
        ..WriteOptions::default()
    };
    if let Some(template) = &recipe.template {
        template.fill(&mut options, originals);
    }
    let to = recipe.textures_to.as_deref();
    let limit = recipe.options.limits.bytes;
    let folder = folder.map(|f| to.unwrap_or(f));
    let pictures = pictures::plan(scene, format, &mut options, originals, folder, limit, sink);
    let outputs = format.make(scene, &options, sink)?;
    if outputs.is_empty() {
        let message = format!("there is nothing in it that a {} file could hold", format.id);
        return Err(FileError::new(&codes::REQUEST, message));
    }
    let stem = formats::stem(&name).to_owned();
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for (i, output) in outputs.into_iter().enumerate() {
        let file = if i == 0 { name.clone() } else { output.file(&stem) };
        files.push((file, output.bytes));
    }
    if recipe.textures.is_some() {
        let place = |name: String| match to {
            Some(dir) => {
                std::path::absolute(dir.join(&name)).map_or(name, |p| p.to_string_lossy().into_owned())
            }
            None => name,
        };
        files.extend(pictures.into_iter().map(|(name, bytes)| (place(name), bytes)));
    }
    Ok(files)
}

/// The decoded buffers of the inputs.
fn raw(job: &Job, dir: &Path, recipe: &Recipe) -> Result<Vec<(String, Vec<u8>)>> {
    let mut out = Vec::new();
    for input in &job.inputs {
        let model = Model::open(&input.source, &recipe.options)?;
        let parts = model.document.raw();
        if parts.is_empty() {
            let message = format!(
                "{}: a {} file has no buffers to write; --raw is for XMF meshes",
                input.source.label,
                model.format()
            );
            return Err(FileError::new(&codes::REQUEST, message).into());
        }
        let stem = formats::stem(scene::file_name(&input.source.path)).to_owned();
        for (suffix, bytes) in parts {
            let path = dir.join(format!("{stem}{suffix}"));
            let path = std::path::absolute(&path).unwrap_or(path);
            out.push((path.to_string_lossy().into_owned(), bytes));
        }
    }
    Ok(out)
}

/// A picture file as another.
fn picture(job: &Job, ending: &str, recipe: &Recipe, sink: &mut Sink) -> Result<Vec<u8>> {
    let [one] = job.inputs.as_slice() else {
        let message = "a picture is made of one file; give -o a folder for several";
        return Err(FileError::new(&codes::REQUEST, message).into());
    };
    let bytes = one.source.read()?;
    let (limit, template) = (recipe.options.limits.bytes, recipe.picture_template.as_ref().map(|t| &*t.1));
    let (made, note) = textures::convert(&bytes, one.source.file_name(), ending, template, limit)
        .map_err(|problem| FileError::new(problem.code(), problem.to_string()))?;
    if let Some(note) = note {
        sink.push(&scene::codes::TEXTURE_KIND, one.source.file_name(), note);
    }
    Ok(made)
}

fn drawing(job: &Job, kind: &str, recipe: &Recipe, sink: &mut Sink) -> Result<String> {
    let [one] = job.inputs.as_slice() else {
        let message = "a drawing is made of one file; give -o a folder for several";
        return Err(FileError::new(&codes::REQUEST, message).into());
    };
    let model = Model::open(&one.source, &recipe.options)?;
    sink.append(model.sink.clone());
    model.document.draw(kind).ok_or_else(|| {
        let message = format!(
            "a {} file has nothing to draw; {kind} is for Anark state machines (.bgp)",
            model.format()
        );
        FileError::new(&codes::REQUEST, message).into()
    })
}

/// Writes the files of a job, the main one last: where it stands, everything it names stands.
pub(crate) fn put_all(job: &Job, files: &mut [OutputFile], recipe: &Recipe) -> Result<()> {
    let Some((main, others)) = files.split_first_mut() else { return Ok(()) };
    for file in others.iter_mut().chain([main]) {
        put(&job.out.with_file_name(&file.name), &file.bytes, recipe)?;
        file.bytes = Vec::new();
    }
    Ok(())
}

/// Next to the main file there may be pictures that are there already: the same bytes, or other bytes of the same
/// picture, are no quarrel, and stay as they are.
fn put(path: &Path, bytes: &[u8], recipe: &Recipe) -> Result<()> {
    let name = path.file_name().map(|n| n.to_string_lossy().to_lowercase()).unwrap_or_default();
    let picture = [".png", ".tga", ".dds", ".bmp", ".jpg", ".jpeg"].iter().any(|e| name.ends_with(e));
    if (picture || recipe.existing != Existing::Replace)
        && let Ok(old) = scene::disk::read(path)
    {
        let same = || textures::same_pixels(&old, bytes, &name, recipe.options.limits.bytes);
        if old == bytes || (picture && same()) {
            return Ok(());
        }
        if recipe.existing != Existing::Replace {
            let message = "exists and differs; --force replaces it".to_owned();
            return Err(Error::Output { path: path.to_owned(), message });
        }
    }
    output::write(path, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scene::{Camera, Light};

    #[test]
    fn lights_that_a_target_cannot_hold_are_reported() {
        let mut scene = Scene { lights: vec![Light::default(); 2], ..Scene::default() };
        scene.cameras.push(Camera::default());
        let said = |to: &str| {
            let mut sink = Sink::new();
            report_lights(&scene, &Target::by_name(to).unwrap(), &mut sink);
            sink.finish().into_iter().map(|d| d.message).collect::<Vec<_>>()
        };
        assert_eq!(said("xps"), ["left out, xps has no place for them: 2 lights, 1 camera"]);
        assert_eq!(said("obj"), ["left out, obj has no place for them: 2 lights, 1 camera"]);
        assert_eq!(said("component"), ["left out, component has no place for them: 1 camera"]);
        for holds in ["glb", "gltf", "bsg", "xsm", "pose"] {
            assert_eq!(said(holds), Vec::<String>::new(), "{holds}");
        }
    }
}
