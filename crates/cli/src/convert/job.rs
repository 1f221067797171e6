//! One output: load, steps, write.

use super::plan::{Job, Target};
use super::{Recipe, search};
use crate::output::{self, Existing};
use crate::show;
use formats::WriteOptions;
use formats::pipeline;
use scene::{Scene, gltf, obj, steps, textures};
use std::path::Path;
use wire::{Diagnostic, Error, Result, Severity, Sink, codes};

/// How a job ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Written.
    Done,
    /// The output was there already.
    Skipped,
    /// The input is to blame.
    Failed,
    /// The output is to blame.
    Unwritable,
}

/// How much is said.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Failures only.
    Quiet,
    /// Results and warnings.
    Normal,
    /// Notes too.
    Verbose,
}

/// Does a job and says what happened.
pub fn run(job: &Job, target: &Target, recipe: &Recipe, level: Level) -> (Outcome, String) {
    let label = job.inputs.iter().map(|i| i.source.label.as_str()).collect::<Vec<_>>().join(" + ");
    if job.out.exists() {
        match recipe.existing {
            Existing::Skip => return (Outcome::Skipped, String::new()),
            Existing::Keep => {
                let text = format!(
                    "{label}: {} exists; --force replaces it, --skip-existing passes over it",
                    job.out.display()
                );
                return (Outcome::Failed, text);
            }
            Existing::Replace => {}
        }
    }
    let mut sink = Sink::new();
    let files = match make(job, target, recipe, &mut sink) {
        Ok(files) => files,
        Err(e) => {
            let bytes =
                job.inputs.first().filter(|_| job.inputs.len() == 1).and_then(|i| i.source.read().ok());
            return (Outcome::Failed, show::finding(&label, &Diagnostic::from(&e), bytes.as_deref()));
        }
    };
    // The main file last: where it stands, everything it names stands.
    for (name, bytes) in files.iter().skip(1).chain(files.first()) {
        let path = job.out.with_file_name(name);
        if let Err(text) = put(&path, bytes, recipe) {
            return (Outcome::Unwritable, format!("{label}: {text}"));
        }
    }
    (Outcome::Done, summary(job, &label, &files, sink.finish(), level))
}

/// Beside the main file there may be pictures that are there already: the same bytes, or other bytes of the same
/// picture, are no quarrel, and stay as they are.
fn put(path: &Path, bytes: &[u8], recipe: &Recipe) -> std::result::Result<(), String> {
    let name = path.file_name().map(|n| n.to_string_lossy().to_lowercase()).unwrap_or_default();
    let picture = [".png", ".tga", ".dds", ".bmp", ".jpg", ".jpeg"].iter().any(|e| name.ends_with(e));
    if (picture || recipe.existing != Existing::Replace)
        && let Ok(old) = std::fs::read(path)
    {
        let decoded = |bytes: &[u8]| textures::decode_rgba(bytes, &name, recipe.load.limits.bytes);
        let same = || matches!((decoded(&old), decoded(bytes)), (Ok(old), Ok(new)) if old == new);
        if old == bytes || (picture && same()) {
            return Ok(());
        }
        if recipe.existing != Existing::Replace {
            return Err(format!("{} exists and differs; --force replaces it", path.display()));
        }
    }
    output::write(path, bytes).map_err(|e| format!("{e:#}"))
}

/// `hero.glb (2 kB)`, with what was written beside it.
fn outputs(job: &Job, files: &[(String, Vec<u8>)]) -> String {
    let size = |files: &[(String, Vec<u8>)]| show::size(files.iter().map(|f| f.1.len() as u64).sum());
    let (main, others) = files.split_at(1.min(files.len()));
    let mut text = format!("{} ({})", job.out.display(), size(main));
    match others {
        [] => {}
        [_, _, _, ..] => text.push_str(&format!(" + {} files ({})", others.len(), size(others))),
        few => {
            for file in few {
                text.push_str(&format!(" + {} ({})", file.0, size(std::slice::from_ref(file))));
            }
        }
    }
    text
}

fn summary(
    job: &Job,
    label: &str,
    files: &[(String, Vec<u8>)],
    findings: Vec<Diagnostic>,
    level: Level,
) -> String {
    if level == Level::Quiet {
        return String::new();
    }
    let read: u64 =
        job.inputs.iter().filter_map(|i| std::fs::metadata(&i.source.label).ok()).map(|m| m.len()).sum();
    let read = if read > 0 { format!(" ({})", show::size(read)) } else { String::new() };
    let mut text = format!("{label}{read} → {}{}", outputs(job, files), show::counts(&findings));
    let least = if level == Level::Verbose { Severity::Info } else { Severity::Warning };
    // What `--motions auto` chose is said without being asked: nobody named it.
    let chosen = |d: &Diagnostic| d.code.id == pipeline::MOTION_BOUND.id;
    for d in findings.iter().filter(|d| d.severity >= least || chosen(d)) {
        let place = if d.path.is_empty() { String::new() } else { format!(" ({})", d.path) };
        text.push_str(&format!("\n  {}[{}]: {}{place}", word(d.severity), d.code.id, d.message));
    }
    text
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

/// The files of a job: names beside the output and their bytes, the main one first.
fn make(job: &Job, target: &Target, recipe: &Recipe, sink: &mut Sink) -> Result<Vec<(String, Vec<u8>)>> {
    let name = job.out.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    if let Target::Drawing(kind) = target {
        return drawing(job, kind, recipe, sink).map(|text| vec![(name, text.into_bytes())]);
    }
    let sources: Vec<_> = job.inputs.iter().map(|i| i.source.clone()).collect();
    let mut scene = pipeline::assemble(&sources, &recipe.motions, recipe.auto, &recipe.load, sink)?;
    apply_steps(&mut scene, recipe, sink);
    if let (Some(folders), Some(first)) = (&recipe.texture_folders, job.inputs.first()) {
        let limit = recipe.load.limits.bytes;
        textures::load(&mut scene, &search(&first.source, folders, limit), sink);
    }
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(s, _)| s).to_owned();
    match target {
        Target::Glb => {
            steps::tangents(&mut scene);
            Ok(vec![(name, gltf::write_glb(&scene, &gltf::WriteOptions::default(), sink)?)])
        }
        Target::Gltf => {
            steps::tangents(&mut scene);
            let made = gltf::write_gltf(&scene, &gltf::WriteOptions { stem: stem.clone() }, sink)?;
            let mut files = vec![(name, made.json)];
            files.extend(made.files);
            Ok(files)
        }
        Target::Obj => {
            let made = obj::write(&scene, &stem);
            let mut files = vec![(name, made.obj)];
            files.extend(made.files);
            Ok(files)
        }
        Target::Game(format) => {
            steps::unorient_bones(&mut scene);
            game(&scene, format, name, recipe, sink)
        }
        Target::Drawing(_) => Ok(Vec::new()),
    }
}

fn apply_steps(scene: &mut Scene, recipe: &Recipe, sink: &mut Sink) {
    if let Some(map) = &recipe.bone_map {
        steps::bone_map(scene, map, sink);
    }
    if recipe.omit_hidden {
        steps::omit_hidden(scene);
    }
    if let Some(factor) = recipe.scale {
        steps::scale(scene, factor);
    }
    if let Some(n) = recipe.max_influences {
        steps::max_influences(scene, n as usize);
    }
    if recipe.orient_bones {
        steps::orient_bones(scene);
    }
}

fn game(
    scene: &Scene,
    format: &formats::Format,
    name: String,
    recipe: &Recipe,
    sink: &mut Sink,
) -> Result<Vec<(String, Vec<u8>)>> {
    let make = format
        .from_scene
        .ok_or_else(|| Error::new(&codes::REQUEST, format!("{} cannot be made from a scene", format.id)))?;
    let options = WriteOptions {
        file_name: name.clone(),
        profile: recipe.profile.clone(),
        template: recipe.template.clone(),
        template_beside: recipe.template_beside.clone(),
        texture_files: textures::file_names(scene),
        key_error: recipe.key_error,
    };
    let outputs = make(scene, &options, sink)?;
    if outputs.is_empty() {
        let message = format!("there is nothing in it that a {} file could hold", format.id);
        return Err(Error::new(&codes::REQUEST, message));
    }
    let stem = formats::stem(&name).to_owned();
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for (i, output) in outputs.into_iter().enumerate() {
        let file = if i == 0 { name.clone() } else { format!("{stem}{}", output.suffix) };
        files.push((file, output.bytes));
    }
    if recipe.texture_folders.is_some() {
        files.extend(textures::export(scene));
    }
    Ok(files)
}

fn drawing(job: &Job, kind: &str, recipe: &Recipe, sink: &mut Sink) -> Result<String> {
    let [one] = job.inputs.as_slice() else {
        return Err(Error::new(
            &codes::REQUEST,
            "a drawing is made of one file; give -o a folder for several",
        ));
    };
    let document = pipeline::document(&one.source, &recipe.load, sink)?;
    document.draw(kind).ok_or_else(|| {
        let message = format!(
            "a {} file has nothing to draw; {kind} is for Anark state machines (.bgp)",
            document.format()
        );
        Error::new(&codes::REQUEST, message)
    })
}
