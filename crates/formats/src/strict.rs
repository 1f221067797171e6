//! What is made for a game passes `validate`: read back and checked before anybody gets it.

use crate::{Context, FORMATS, Format, LoadOptions, Outputs, WriteOptions, open, stem};
use bytes::Bytes;
use scene::{Memory, Scene, has_extension};
use wire::{Diagnostic, Error, Result, Severity, Sink, codes};

/// How often a file is repaired: one repair may uncover what the next one is for.
pub const ROUNDS: usize = 4;

/// Findings about other files than the one that is written: reported by whoever validates it where it will be.
pub const ABOUT_OTHERS: &[&str] = &[
    "ANARK_COMPANION",
    "ANARK_ID_NOT_IN_DAE",
    "BGF_ID_NOT_IN_BSG",
    "COMPONENT_GEOMETRY",
    "COMPONENT_MESH_MISSING",
    "COMPONENT_REFERENCE",
    "GFX_ACTOR_MISSING",
    "GFX_ATTACH_MISSING",
    "GFX_MOTION_MISSING",
];

impl Format {
    /// Makes files of this format from a scene, the main one first. What they hold passes `validate` without an error
    /// or a warning: what a writer let through is repaired, and what cannot be repaired is an error that names it.
    /// With a template only what cannot be read at all is refused: its bytes are its owner's. A file that is as it was
    /// keeps its warnings, too: who edits a wing does not want the hull repaired.
    pub fn make(&self, scene: &Scene, options: &WriteOptions, sink: &mut Sink) -> Outputs {
        let make = self
            .from_scene
            .ok_or_else(|| Error::new(&codes::REQUEST, format!("{} cannot be made from a scene", self.id)))?;
        if let Some(node) = scene.tangled() {
            let message = format!(
                "node {} of the scene is its own ancestor, or has a parent that is not there",
                node.0
            );
            return Err(Error::new(&codes::REQUEST, message));
        }
        let templated = !options.originals.is_empty();
        if let Some(template) = options.originals.first() {
            let refused = |why| Error::new(&codes::REQUEST, format!("the template {why}"));
            self.accepts(&**template).map_err(refused)?;
        }
        let mut outputs = make(scene, options, sink)?;
        let name = |i: usize, suffix: &str| match i {
            0 => options.file_name.clone(),
            _ => format!("{}{suffix}", stem(&options.file_name)),
        };
        let names: Vec<String> = outputs.iter().enumerate().map(|(i, o)| name(i, &o.suffix)).collect();
        let mut files = Memory::default();
        for (name, output) in names.iter().zip(&outputs) {
            files.insert(name.clone(), output.bytes.clone());
        }
        // Pictures and COLLADA files that are next to a model have readers of their own.
        let ours = |name: &str| FORMATS.iter().flat_map(|f| f.extensions).any(|e| has_extension(name, e));
        for (name, output) in names.iter().zip(&mut outputs).filter(|(name, _)| ours(name)) {
            let counts = match (templated, output.original) {
                (true, _) => None,
                (false, true) => Some(Severity::Error),
                (false, false) => Some(Severity::Warning),
            };
            if let Some(bytes) = clean(name, &output.bytes, &files, counts, sink)? {
                files.insert(name.clone(), bytes.clone());
                output.bytes = bytes;
            }
        }
        Ok(outputs)
    }
}

/// The repaired file, or `None` if there is nothing to repair.
fn clean(
    name: &str,
    bytes: &[u8],
    files: &Memory,
    counts: Option<Severity>,
    sink: &mut Sink,
) -> Result<Option<Vec<u8>>> {
    let options = LoadOptions::default();
    let cx = Context { files, path: name, options: &options };
    let mut bytes = Bytes::copy_from_slice(bytes);
    let mut found: Vec<Diagnostic> = Vec::new();
    for round in 0..=ROUNDS {
        let mut seen = Sink::new();
        let refused = |e: Error| {
            let message = format!(
                "{name} was not written: it could not be read again ({}: {})",
                e.code().id,
                e.message()
            );
            Error::new(&codes::REQUEST, message)
        };
        let mut document = open(&bytes, name, &options, false, &mut seen).map_err(refused)?.document;
        document.check(&cx, &mut seen);
        let serious: Vec<Diagnostic> = seen
            .finish()
            .into_iter()
            .filter(|d| counts.is_some_and(|least| d.severity >= least) && !ABOUT_OTHERS.contains(&d.code.id))
            .collect();
        if serious.is_empty() {
            for d in &found {
                sink.push(d.code, d.path.clone(), format!("{} (repaired while writing)", d.message));
            }
            return Ok((round > 0).then(|| bytes.to_vec()));
        }
        let last = serious.iter().find(|d| !d.code.fixable).or_else(|| serious.first());
        if let Some(d) = last
            && (round == ROUNDS || !d.code.fixable)
        {
            let message =
                format!("{name} was not written: it would not pass validate ({}: {})", d.code.id, d.message);
            return Err(Error::new(&codes::REQUEST, message));
        }
        if found.is_empty() {
            found = serious;
        }
        document.fix(&cx);
        bytes = document.write().into();
    }
    Ok(None)
}
