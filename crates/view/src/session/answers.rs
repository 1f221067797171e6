//! The answers, by the name after `api/`.
//!
//! | name | answer |
//! |---|---|
//! | `list` | what is open |
//! | `about` | the upload limit, and what to do about each finding |
//! | `glb?id=…&lod=…&collision=…&motions=…&fixed=…` | the model for the page, or the repaired one |
//! | `convert?id=…&lod=…&collision=…&motions=…` | the GLB that `convert` writes |
//! | `fits?id=…` | how much of each motion fits a model |
//! | `report?id=…` | what `inspect --json` says |
//! | `bytes?id=…&at=…&len=…` | bytes and which fields they are |
//! | `posed?id=…&to=…`, with a body | the model with bones moved by hand, or its pose |
//! | `upload?name=…`, with a body | opens a dropped file |

use super::uploads::with_uploads;
use super::{ByteMap, Open, Refused, Session};
use crate::browser;
use formats::{LoadOptions, Lod};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use rayon::prelude::*;
use scene::Scene;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use wire::{Diagnostic, Error, Reader, Sink, Trace};
use xenomesh::{ErrorReport, FileReport, Model, Recipe, Source, inspect};

/// What the page gets, with a status as HTTP knows it.
#[derive(Debug)]
pub struct Answer {
    /// 200, or why not.
    pub status: u16,
    /// Of the body.
    pub content_type: &'static str,
    /// What was found while it was made: JSON, percent-encoded, for a header.
    pub findings: Option<String>,
    /// The file, JSON or a sentence.
    pub body: Vec<u8>,
}

const BINARY: &str = "application/octet-stream";
const GLB: &str = "model/gltf-binary";

impl Answer {
    fn sentence(status: u16, text: impl Into<String>) -> Self {
        let body = format!("{}\n", text.into()).into_bytes();
        Self { status, content_type: "text/plain; charset=utf-8", findings: None, body }
    }

    fn json_with(status: u16, value: &impl Serialize) -> Self {
        match serde_json::to_vec(value) {
            Ok(body) => Self { status, content_type: "application/json", findings: None, body },
            Err(e) => Self::sentence(500, e.to_string()),
        }
    }

    fn json(value: &impl Serialize) -> Self {
        Self::json_with(200, value)
    }

    /// A file with the findings of how it was made.
    fn made(content_type: &'static str, result: wire::Result<Vec<u8>>, sink: &Sink) -> Self {
        match result {
            Ok(body) => {
                Self { status: 200, content_type, findings: Some(findings_header(sink.findings())), body }
            }
            Err(e) => Self::from(&e),
        }
    }
}

impl From<&Error> for Answer {
    fn from(e: &Error) -> Self {
        Self::json_with(422, &ErrorReport::from(e))
    }
}

/// What a header cannot hold as it is.
const HEADER: &AsciiSet = &CONTROLS.add(b' ').add(b'%');

/// Findings, percent-encoded: the body is the file.
fn findings_header(findings: &[Diagnostic]) -> String {
    const MOST: usize = 40;
    let first = findings.get(..MOST).unwrap_or(findings);
    let json = serde_json::to_string(first).unwrap_or_default();
    utf8_percent_encode(&json, HEADER).to_string()
}

#[derive(Deserialize)]
struct GlbQuery {
    id: usize,
    #[serde(default)]
    lod: u32,
    #[serde(default)]
    collision: bool,
    /// Ids of motions, with commas.
    #[serde(default)]
    motions: String,
    /// After `validate --fix`.
    #[serde(default)]
    fixed: bool,
}

#[derive(Deserialize)]
struct FileQuery {
    id: usize,
}

#[derive(Deserialize)]
struct BytesQuery {
    id: usize,
    at: u64,
    #[serde(default)]
    len: Option<u64>,
}

#[derive(Deserialize)]
struct PosedQuery {
    id: usize,
    /// `pose`, `glb` or `xps`.
    to: String,
}

#[derive(Deserialize)]
struct UploadQuery {
    name: String,
}

/// Where a node was put by hand.
#[derive(Deserialize)]
struct Placed {
    translation: [f32; 3],
    rotation: [f32; 4],
    scale: [f32; 3],
}

type Asked<T> = Result<T, Answer>;

fn parsed<T: DeserializeOwned>(query: &str) -> Asked<T> {
    serde_urlencoded::from_str(query).map_err(|e| Answer::sentence(400, e.to_string()))
}

impl Session {
    /// The answer to `name?query`; what changes something comes with a body.
    pub fn answer(&self, name: &str, query: &str, body: Option<Vec<u8>>) -> Answer {
        self.asked(name, query, body).unwrap_or_else(|refusal| refusal)
    }

    fn asked(&self, name: &str, query: &str, body: Option<Vec<u8>>) -> Asked<Answer> {
        Ok(match (name, body) {
            ("list", None) => Answer::json(&self.list()),
            ("about", None) => self.about(),
            ("glb", None) => self.glb(&parsed(query)?)?,
            ("convert", None) => self.converted(&parsed(query)?)?,
            ("fits", None) => self.fits(&parsed(query)?)?,
            ("report", None) => self.report(&parsed(query)?)?,
            ("bytes", None) => self.bytes(&parsed(query)?)?,
            ("posed", Some(body)) => self.posed(&parsed(query)?, &body)?,
            ("upload", Some(body)) => self.taken(&parsed(query)?, body),
            _ => Answer::sentence(404, "there is nothing of this name"),
        })
    }

    /// An opened file, and its source with the dropped ones around it.
    fn found(&self, id: usize) -> Asked<(Open, Source)> {
        let file = self.file(id).ok_or_else(|| Answer::sentence(404, "no such file is open"))?;
        let source = with_uploads(&file.source, &self.uploads);
        Ok((file, source))
    }

    /// How a model is loaded.
    fn loader_for(&self, q: &GlbQuery) -> Recipe {
        let ids = q.motions.split(',').filter_map(|s| s.parse::<usize>().ok());
        let motions = ids.filter_map(|id| self.file(id)).map(|o| o.source).collect();
        let mut loader = Recipe { motions, ..self.loader.clone() };
        loader.options.lod = Lod::One(q.lod);
        loader.options.collision = q.collision;
        loader
    }

    /// The model for the page: as `convert` writes it, less what three.js cannot do.
    fn glb(&self, q: &GlbQuery) -> Asked<Answer> {
        let (_, mut source) = self.found(q.id)?;
        // three.js reads four influences of a vertex.
        let loader = Recipe { max_influences: Some(4), ..self.loader_for(q) };
        let mut sink = Sink::new();
        let mut make = || {
            if q.fixed {
                source = repaired(&source, &loader.options)?;
            }
            let mut scene = loader.scene(std::slice::from_ref(&source), &mut sink)?;
            browser::dress(&mut scene);
            loader.glb(&scene, &mut sink)
        };
        let made = make();
        Ok(Answer::made(GLB, made, &sink))
    }

    /// What `convert` writes, for downloading.
    fn converted(&self, q: &GlbQuery) -> Asked<Answer> {
        let (_, source) = self.found(q.id)?;
        let (loader, mut sink) = (self.loader_for(q), Sink::new());
        let scene = loader.scene(std::slice::from_ref(&source), &mut sink);
        let made = scene.and_then(|scene| loader.glb(&scene, &mut sink));
        Ok(Answer::made(GLB, made, &sink))
    }

    fn about(&self) -> Answer {
        let help = formats::codes().into_iter().map(|c| (c.id, c.help)).collect();
        Answer::json(&About { upload_limit: self.upload_limit, help })
    }

    /// How many tracks of each motion name a node or a shape key of a model, and how many tracks it has.
    fn fits(&self, q: &FileQuery) -> Asked<Answer> {
        let (_, source) = self.found(q.id)?;
        let scene = xenomesh::assemble(&[source], &[], false, &self.loader.options, &mut Sink::new());
        let scene = scene.map_err(|e| Answer::from(&e))?;
        // As motions are bound: by the name in the file, or as it is shown.
        let raw = scene.nodes.iter().filter_map(|n| n.raw_name.as_deref());
        let nodes = scene.nodes.iter().map(|n| n.name.clone());
        let targets = scene.meshes.iter().flat_map(|m| &m.targets).map(|t| t.name.clone());
        let raw = raw.map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let names: HashSet<String> = nodes.chain(targets).chain(raw).collect();
        let motions: Vec<usize> = self.list().iter().filter(|l| l.kind == "motion").map(|l| l.id).collect();
        let counts: HashMap<usize, [usize; 2]> = motions
            .into_par_iter()
            .filter_map(|id| Some((id, self.tracks(id, &self.file(id)?))))
            .map(|(id, tracks)| (id, [tracks.iter().filter(|t| names.contains(*t)).count(), tracks.len()]))
            .collect();
        Ok(Answer::json(&counts))
    }

    /// A model with nodes moved by hand, by name.
    fn posed(&self, q: &PosedQuery, body: &[u8]) -> Asked<Answer> {
        let (_, source) = self.found(q.id)?;
        let nodes: HashMap<String, Placed> =
            serde_json::from_slice(body).map_err(|e| Answer::sentence(400, e.to_string()))?;
        let mut sink = Sink::new();
        let mut make = || {
            let mut scene = self.loader.scene(std::slice::from_ref(&source), &mut sink)?;
            place(&mut scene, &nodes);
            match q.to.as_str() {
                "glb" => self.loader.glb(&scene, &mut sink),
                "pose" | "xps" => browser::game(&scene, &q.to, source.file_name(), &mut sink),
                other => {
                    Err(Error::new(&wire::codes::REQUEST, format!("a pose cannot be saved as {other:?}")))
                }
            }
        };
        let made = make();
        Ok(Answer::made(if q.to == "glb" { GLB } else { BINARY }, made, &sink))
    }

    fn report(&self, q: &FileQuery) -> Asked<Answer> {
        let (_, source) = self.found(q.id)?;
        let options = &self.loader.options;
        let done = inspect(&source, options, &|scene, sink| self.loader.locate(scene, &source, sink));
        let trace = done.trace.or_else(|| read_so_far(&done.data, source.file_name(), options));
        let ranges = trace.map(|t| t.ranges()).unwrap_or_default();
        let mut mesh_fields: Vec<String> =
            ranges.iter().filter_map(|r| mesh_field(&r.path)).map(str::to_owned).collect();
        mesh_fields.dedup();
        let answer = Answer::json(&Report { file: done.report, fields: ranges.len(), mesh_fields });
        self.keep_layout(q.id, ByteMap { data: done.data, ranges });
        Ok(answer)
    }

    fn bytes(&self, q: &BytesQuery) -> Asked<Answer> {
        let (file, _) = self.found(q.id)?;
        let fresh = || -> Asked<Arc<ByteMap>> {
            let data = file.source.read().map_err(|e| Answer::from(&e))?;
            Ok(Arc::new(ByteMap { data, ranges: Vec::new() }))
        };
        let layout = self.layout(q.id).map_or_else(fresh, Ok)?;
        Ok(Answer::json(&piece(&layout, q.at, q.len.unwrap_or(512))))
    }

    fn taken(&self, q: &UploadQuery, body: Vec<u8>) -> Answer {
        match self.upload(&q.name, body) {
            Ok(done) => Answer::json(&done),
            Err(Refused::Name) => Answer::sentence(400, format!("{:?} is not a file name", q.name)),
            Err(Refused::Full) => {
                let most = self.upload_limit >> 20;
                let why = format!("dropped files may have {most} MiB together");
                Answer::sentence(413, format!("{why}; `xenomesh view FOLDER` has no such limit"))
            }
        }
    }
}

/// The file after `validate --fix`.
fn repaired(source: &Source, options: &LoadOptions) -> wire::Result<Source> {
    let mut model = Model::open(source, options).map_err(|e| match e {
        xenomesh::Error::File(e) => e,
        e => wire::Error::new(&wire::codes::REQUEST, e.to_string()),
    })?;
    model.fix();
    Ok(browser::replaced(source, model.write()))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct About {
    /// All dropped files together.
    upload_limit: usize,
    /// What to do about each finding.
    help: HashMap<&'static str, &'static str>,
}

/// Puts nodes where they were moved to. The motions of the file would move them away again: the model stands as it is.
fn place(scene: &mut Scene, nodes: &HashMap<String, Placed>) {
    scene.animations.clear();
    for node in &mut scene.nodes {
        if let Some(p) = nodes.get(&node.name) {
            (node.translation, node.rotation, node.scale) = (p.translation, p.rotation, p.scale);
        }
    }
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    file: FileReport,
    /// How many fields the byte map has.
    fields: usize,
    /// Where the meshes are that are no list of their own in the file, such as `chunks[4].mesh`, in order.
    mesh_fields: Vec<String>,
}

/// `chunks[4].mesh` of `chunks[4].mesh.layers[1].data`.
fn mesh_field(path: &str) -> Option<&str> {
    let at = path.find("].mesh.")?;
    path.get(..at + "].mesh".len())
}

/// The fields of a broken file up to where its reader gave up.
fn read_so_far(data: &[u8], name: &str, options: &LoadOptions) -> Option<Trace> {
    let format = formats::identify(data, name).ok()?;
    let mut reader = Reader::new(data).with_limits(options.limits).with_trace();
    // It is known to be broken.
    let _ = (format.read)(&mut reader, &mut Sink::new());
    reader.take_trace()
}

#[derive(Serialize)]
struct Piece {
    start: u64,
    size: u64,
    hex: String,
    fields: Vec<Field>,
}

#[derive(Serialize)]
struct Field {
    start: u64,
    len: u64,
    path: String,
}

/// Whole rows of sixteen around an offset.
fn piece(layout: &ByteMap, at: u64, len: u64) -> Piece {
    let size = layout.data.len() as u64;
    let start = at.min(size.saturating_sub(1)) / 16 * 16;
    let end = size.min(start.saturating_add(len.min(1 << 16)));
    let data = layout.data.get(start as usize..end as usize).unwrap_or_default();
    // Sorted by start; a field may begin before the piece.
    let from = layout.ranges.partition_point(|r| r.start + r.len <= start);
    let fields = layout.ranges.iter().skip(from);
    let fields = fields
        .take_while(|r| r.start < end)
        .map(|r| Field { start: r.start, len: r.len, path: r.path.clone() })
        .collect();
    Piece { start, size, hex: data.iter().map(|b| format!("{b:02x}")).collect(), fields }
}
