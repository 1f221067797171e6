//! Models and motions put together into one scene.

use crate::{Model, Source};
use formats::{Document, Kind, LoadOptions, MOTION_BOUND, MOTION_UNBOUND, Names, by_id};
use scene::Scene;
use std::collections::HashSet;
use wire::{Error, Result, Sink, Text};

/// Reads a document from a source, without its byte map.
fn document(source: &Source, options: &LoadOptions, sink: &mut Sink) -> Result<Box<dyn Document>> {
    let bytes = source.read()?;
    Ok(formats::open(&bytes, source.file_name(), options, false, sink)?.document)
}

/// Whether a document moves things rather than being one.
fn is_motion(document: &dyn Document) -> bool {
    by_id(document.format()).is_some_and(|f| f.kind == Kind::Motion)
}

/// How much of a motion must find its node for `--motions auto`.
const AUTO_SHARE: f64 = 0.8;

/// Models and motions put together into one scene, before any step.
///
/// Motions among the inputs are bound to the models among them; a motion alone becomes a skeleton. `motions` are bound
/// afterwards; with `auto`, so are the motions of the model's folder that fit.
pub fn assemble(
    inputs: &[Source],
    motions: &[Source],
    auto: bool,
    options: &LoadOptions,
    sink: &mut Sink,
) -> Result<Scene> {
    let mut scenes = Vec::new();
    let mut moving: Moving<'_> = Vec::new();
    for source in inputs {
        let doc = document(source, options, sink).map_err(|e| name_input(e, source, inputs.len()))?;
        if is_motion(&*doc) {
            moving.push((source, doc));
        } else {
            let scene = doc
                .to_scene(&source.context(options), sink)
                .map_err(|e| name_input(e, source, inputs.len()))?;
            scenes.push(scene);
        }
    }
    moving.extend(open_motions(motions, options, sink)?);
    let mut scene = match (scenes.len(), moving.is_empty()) {
        (0, true) => Scene::default(),
        (0, false) => {
            let (source, doc) = moving.remove(0);
            doc.to_scene(&source.context(options), sink)?
        }
        (1, _) => scenes.remove(0),
        _ => {
            scenes.iter_mut().for_each(formats::restore);
            scene::steps::merge(scenes)
        }
    };
    bind(&mut scene, &moving, options, sink)?;
    if auto && let Some(first) = inputs.first() {
        bind_folder(&mut scene, first, options, sink);
    }
    formats::settle(&mut scene);
    Ok(scene)
}

/// The same around a model that is open already.
pub(crate) fn around(
    model: &Model,
    motions: &[Source],
    auto: bool,
    options: &LoadOptions,
    sink: &mut Sink,
) -> Result<Scene> {
    let mut scene = model.document.to_scene(&model.source.context(options), sink)?;
    bind(&mut scene, &open_motions(motions, options, sink)?, options, sink)?;
    if auto {
        bind_folder(&mut scene, &model.source, options, sink);
    }
    Ok(scene)
}

/// Motions with where they come from.
type Moving<'a> = Vec<(&'a Source, Box<dyn Document>)>;

fn open_motions<'a>(motions: &'a [Source], options: &LoadOptions, sink: &mut Sink) -> Result<Moving<'a>> {
    let open = |source: &'a Source| {
        let doc = document(source, options, sink)
            .map_err(|e| Error::new(e.code(), format!("{}: {e}", source.label)))?;
        Ok((source, doc))
    };
    motions.iter().map(open).collect()
}

fn name_input(e: Error, source: &Source, inputs: usize) -> Error {
    if inputs > 1 { Error::new(e.code(), format!("{}: {e}", source.label)) } else { e }
}

/// Binds motions in order; poses that follow each other by number become one clip.
fn bind(
    scene: &mut Scene,
    moving: &[(&Source, Box<dyn Document>)],
    options: &LoadOptions,
    sink: &mut Sink,
) -> Result<()> {
    for (source, doc) in moving {
        let (bound, all) = doc
            .animate(scene, &source.context(options), sink)
            .map_err(|e| Error::new(e.code(), format!("{}: {e}", source.label)))?;
        if bound == 0 && all > 0 {
            sink.push(
                &MOTION_UNBOUND,
                source.file_name(),
                format!("none of its {all} tracks names a node of the model"),
            );
        }
    }
    Ok(())
}

/// Binds every motion of the model's folder of whose tracks enough name a node.
fn bind_folder(scene: &mut Scene, model: &Source, options: &LoadOptions, sink: &mut Sink) {
    let folder = model.folder();
    let names = scene.nodes.iter().map(|n| n.raw_name.clone().unwrap_or_else(|| n.name.clone().into_bytes()));
    let nodes: HashSet<Vec<u8>> = names.chain(scene.meshes.iter().flat_map(target_names)).collect();
    for entry in model.files.list(folder) {
        let path = if folder.is_empty() { entry.name.clone() } else { format!("{folder}/{}", entry.name) };
        if entry.folder || path == model.path || !has_motion_extension(&entry.name) {
            continue;
        }
        let source = Source { files: model.files.clone(), path, label: entry.name };
        let Ok(doc) = document(&source, options, &mut Sink::new()) else { continue };
        let tracks = doc.tracks();
        let Ok(shown) = Names::detect(tracks.iter().map(Text::as_bytes), options.encoding.as_deref()) else {
            continue;
        };
        // Nodes know their raw name, morph targets only the one that is shown.
        let known = |t: &Text| nodes.contains(t.as_bytes()) || nodes.contains(shown.text(t).as_bytes());
        let bound = tracks.iter().filter(|t| known(t)).count();
        if bound == 0 || (bound as f64) < AUTO_SHARE * tracks.len() as f64 {
            continue;
        }
        if doc.animate(scene, &source.context(options), sink).is_ok() {
            let message = format!("bound by itself, {bound} of {} tracks", tracks.len());
            sink.push(&MOTION_BOUND, source.file_name(), message);
        }
    }
}

/// Facial motions name morph targets instead of nodes.
fn target_names(mesh: &scene::Mesh) -> impl Iterator<Item = Vec<u8>> + '_ {
    mesh.targets.iter().map(|t| t.name.clone().into_bytes())
}

fn has_motion_extension(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    formats::FORMATS
        .iter()
        .filter(|f| f.kind == Kind::Motion)
        .flat_map(|f| f.extensions)
        .any(|e| lower.strip_suffix(e).is_some_and(|s| s.ends_with('.')))
}
