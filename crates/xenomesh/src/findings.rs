//! Everything there is to say about one file: its rules, and what converting it would report.

use crate::{Input, Source};
use formats::{Document, LoadOptions};
use scene::gltf;
use scene::textures::{self, Search};
use scene::{Files, Memory, Overlay};
use std::sync::Arc;
use wire::{Diagnostic, Severity, Sink, Trace};

/// What is wrong with a document, after what reading it found. With a byte map findings get their bytes.
pub(crate) fn of(
    document: &dyn Document,
    source: &Source,
    options: &LoadOptions,
    mut read: Sink,
    trace: Option<&Trace>,
) -> Vec<Diagnostic> {
    document.check(&source.context(options), &mut read);
    // The same thing may be said by the rules and by the converter; the rules' word is enough.
    let known: Vec<&str> = read.findings().iter().map(|d| d.code.id).collect();
    let mut new = Sink::new();
    for d in converting(document, source, options).findings() {
        if !known.contains(&d.code.id) {
            new.push(d.code, d.path.clone(), d.message.clone());
        }
    }
    read.append(new);
    if let Some(trace) = trace {
        read.locate(trace);
    }
    let mut all = read.finish();
    for d in &mut all {
        // Another file is missing or damaged: this one is right, and its repaired copy in another folder too.
        if scene::codes::TEXTURE_CODES.iter().any(|code| code.id == d.code.id) {
            d.severity = Severity::Info;
        }
    }
    all
}

/// What making a GLB of it with these options reports; of a `.gfx`, a GLB of each of its actor types.
fn converting(document: &dyn Document, source: &Source, options: &LoadOptions) -> Sink {
    let mut sink = Sink::new();
    if !formats::by_id(document.format()).is_some_and(|f| f.support.to_gltf) {
        return sink;
    }
    let types = if document.format() == "gfx" { actor_types(document, source) } else { Vec::new() };
    if types.len() < 2 {
        one(document, source, options, &mut sink);
    }
    for input in types.iter().filter(|_| types.len() > 1) {
        let bytes = input.source.read();
        let name = input.source.file_name();
        let opened = bytes.and_then(|b| formats::open(&b, name, options, false, &mut Sink::new()));
        if let Ok(opened) = opened {
            one(&*opened.document, &input.source, options, &mut sink);
        }
    }
    sink
}

/// The actor types of a `.gfx` as it is now, repaired or not.
fn actor_types(document: &dyn Document, source: &Source) -> Vec<Input> {
    let mut own = Memory::default();
    own.insert(source.path.clone(), document.write());
    let layers: Vec<Box<dyn Files>> = vec![Box::new(own), Box::new(source.files.clone())];
    let source = Source { files: Arc::new(Overlay::new(layers)), ..source.clone() };
    let whole = Input { relative: source.path.clone(), source };
    crate::actor_types::expand(vec![whole], None, false).unwrap_or_default()
}

fn one(document: &dyn Document, source: &Source, options: &LoadOptions, sink: &mut Sink) {
    match document.to_scene(&source.context(options), sink) {
        Ok(mut scene) => {
            let around = Search::next_to(&*source.files, source.folder());
            textures::check(&mut scene, &Search { limit: options.limits.bytes, ..around }, sink);
            gltf::check(&scene, sink);
        }
        // What was asked for is not the file's fault.
        Err(e) if e.code().id == wire::codes::REQUEST.id => {}
        Err(e) => sink.push(e.code(), e.path(), e.message()),
    }
}
