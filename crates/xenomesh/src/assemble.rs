//! Models and motions put together into one scene.

use crate::{Model, Source, auto};
use formats::{Document, Kind, LoadOptions, MOTION_UNBOUND, by_id};
use scene::Scene;
use wire::{Error, Result, Sink};

/// Reads a document from a source, without its byte map.
fn document(source: &Source, options: &LoadOptions, sink: &mut Sink) -> Result<Box<dyn Document>> {
    let bytes = source.read()?;
    Ok(formats::open(&bytes, source.file_name(), options, false, sink)?.document)
}

/// Whether a document moves things rather than being one.
fn is_motion(document: &dyn Document) -> bool {
    by_id(document.format()).is_some_and(|f| f.kind == Kind::Motion)
}

/// Models and motions put together into one scene, before any step.
///
/// Motions among the inputs are bound to the models among them; a motion alone becomes a skeleton. `motions` are bound
/// afterwards; with `auto`, so are those that
/// the game's definitions name for the model, or a guess.
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
            scene::steps::merge(scenes, sink)
        }
    };
    bind(&mut scene, &moving, options, sink)?;
    if auto && let Some(first) = inputs.first() {
        auto::bind(&mut scene, first, options, sink);
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
        auto::bind(&mut scene, &model.source, options, sink);
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

/// Hangs another model on a node.
pub(crate) fn attach(
    scene: &mut Scene,
    (source, node): &(Source, String),
    options: &LoadOptions,
    sink: &mut Sink,
) -> Result<()> {
    let other = document(source, options, sink)
        .and_then(|doc| doc.to_scene(&source.context(options), sink))
        .map_err(|e| Error::new(e.code(), format!("{}: {e}", source.label)))?;
    let found = formats::paradox::gfx::node_named(scene, node).ok_or_else(|| {
        let message = format!("{} cannot be attached: the model has no node {node:?}", source.label);
        Error::new(&wire::codes::REQUEST, message)
    })?;
    scene::steps::attach(scene, other, found, formats::stem(source.file_name()));
    Ok(())
}
