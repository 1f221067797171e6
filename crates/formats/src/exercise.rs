//! Everything a file can go through, in one function: the body of the fuzz targets, of the hardening tests and of
//! `cargo xtask corpus`.

use crate::{Context, LoadOptions, Lod, open};
use scene::{Files, Memory};
use wire::{Diagnostic, Error, Limits, Reader, Sink};

/// Which parts to run. Reading, writing and checking always are.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Record the byte map and see that it tiles the file.
    pub trace: bool,
    /// Dump to JSON, build from it, compare bytes.
    pub dump: bool,
    /// Convert to a scene and to GLB.
    pub convert: bool,
    /// What the reader may use up.
    pub limits: Limits,
}

impl Default for Plan {
    fn default() -> Self {
        Self { trace: true, dump: true, convert: true, limits: Limits::default() }
    }
}

/// What happened to a file that no promise was broken for.
#[derive(Debug)]
pub enum Outcome {
    /// It is of no known format, or could not be read.
    Refused(Error),
    /// It was read.
    Read(Box<Seen>),
}

/// A file that was read.
#[derive(Debug)]
pub struct Seen {
    /// Its format.
    pub format: &'static str,
    /// Findings of reading, checking and converting.
    pub findings: Vec<Diagnostic>,
    /// Why there is no scene, if there is none.
    pub refused: Option<Error>,
    /// The GLB, if there is one.
    pub glb: Option<Vec<u8>>,
}

/// Runs everything over bytes that are not in a file.
pub fn exercise(bytes: &[u8], file_name: &str) -> Result<Outcome, String> {
    let mut files = Memory::default();
    files.insert(file_name, bytes);
    run(bytes, &files, file_name, &Plan::default())
}

/// Runs a plan over a file; `Err` says which promise was broken.
pub fn run(bytes: &[u8], files: &dyn Files, path: &str, plan: &Plan) -> Result<Outcome, String> {
    let name = scene::file_name(path);
    let options =
        LoadOptions { lod: Lod::All, collision: true, limits: plan.limits, ..LoadOptions::default() };
    let cx = Context { files, path, options: &options };
    let mut sink = Sink::new();
    let file = bytes::Bytes::copy_from_slice(bytes);
    let (format, document) = match open(&file, name, &options, false, &mut sink) {
        Ok(opened) => (opened.format, opened.document),
        Err(e) => return Ok(Outcome::Refused(e)),
    };
    same(bytes, &document.write()).map_err(|e| format!("write(read(bytes)) differs: {e}"))?;
    if plan.trace {
        let mut reader = Reader::shared(&file).with_limits(plan.limits).with_trace();
        (format.read)(&mut reader, &mut Sink::new())
            .map_err(|e| format!("read without a trace but not with one: {e}"))?;
        let trace = reader.take_trace().ok_or("the reader lost its trace")?;
        if let Some(hole) = trace.untiled(bytes.len() as u64) {
            return Err(format!("the trace does not tile the file: {hole}"));
        }
    }
    if plan.dump {
        let mut json = Vec::new();
        document.dump(&mut json).map_err(|e| format!("dump: {e}"))?;
        let built = crate::build(&json).map_err(|e| format!("build(dump(bytes)): {e}"))?;
        same(bytes, &built.write()).map_err(|e| format!("build(dump(bytes)) differs: {e}"))?;
    }
    document.check(&cx, &mut sink);
    let mut seen = Seen { format: document.format(), findings: Vec::new(), refused: None, glb: None };
    if plan.convert {
        let _ = document.details(&cx);
        match document.to_scene(&cx, &mut sink) {
            Ok(scene) => {
                match scene::gltf::write_glb(&scene, &scene::gltf::WriteOptions::default(), &mut sink) {
                    Ok(glb) => seen.glb = Some(glb),
                    Err(e) => seen.refused = Some(e),
                }
            }
            Err(e) => seen.refused = Some(e),
        }
    }
    seen.findings = sink.finish();
    Ok(Outcome::Read(Box::new(seen)))
}

/// Whether two files are equal, and if not, where they begin to differ.
pub fn same(want: &[u8], got: &[u8]) -> Result<(), String> {
    if want == got {
        return Ok(());
    }
    let at = want.iter().zip(got).position(|(a, b)| a != b).unwrap_or(want.len().min(got.len()));
    let show = |b: &[u8]| b.get(at).map_or_else(|| "the end".to_owned(), |v| format!("{v:#04x}"));
    Err(format!("at {at:#x} {} became {} ({} bytes became {})", show(want), show(got), want.len(), got.len()))
}
