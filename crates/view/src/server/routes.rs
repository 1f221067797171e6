//! The answers.

use super::state::{Layout, Listed, Refused, State, Uploaded, with_uploads};
use crate::browser;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Query, State as Shared};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use formats::{LoadOptions, Lod};
use futures_util::stream::{Stream, unfold};
use rayon::prelude::*;
use scene::Scene;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::broadcast::error::RecvError;
use wire::{Diagnostic, Error, Reader, Sink, Trace};
use xenomesh::{ErrorReport, FileReport, Recipe, Source, inspect};

const PAGE: &str = include_str!("../../web/index.html");
const STYLE: &str = include_str!("../../web/app.css");
/// The page's script with three.js, made by `cargo xtask page`.
const APP: &[u8] = include_bytes!("../../page/app.js");

fn typed(kind: &'static str, body: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], body).into_response()
}

pub async fn page() -> Response {
    typed("text/html; charset=utf-8", PAGE)
}

pub async fn script() -> Response {
    typed("text/javascript; charset=utf-8", APP)
}

pub async fn style() -> Response {
    typed("text/css; charset=utf-8", STYLE)
}

pub async fn list(Shared(state): Shared<Arc<State>>) -> Json<Vec<Listed>> {
    Json(state.list())
}

/// A file that was never opened.
fn unknown() -> Response {
    (StatusCode::NOT_FOUND, "no such file is open\n").into_response()
}

fn trouble(e: &Error) -> Response {
    (StatusCode::UNPROCESSABLE_ENTITY, Json(ErrorReport::from(e))).into_response()
}

/// Reading and converting take their time: not on the threads that answer.
async fn blocking(f: impl FnOnce() -> Response + Send + 'static) -> Response {
    let done = tokio::task::spawn_blocking(f).await;
    done.unwrap_or_else(|_| {
        (StatusCode::INTERNAL_SERVER_ERROR, "reading the file ended unexpectedly\n").into_response()
    })
}

#[derive(Deserialize)]
pub struct GlbQuery {
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

impl GlbQuery {
    /// How this model is loaded.
    fn loader(&self, state: &State) -> Recipe {
        let ids = self.motions.split(',').filter_map(|s| s.parse::<usize>().ok());
        let motions = ids.filter_map(|id| state.file(id)).map(|o| o.source).collect();
        let mut loader = Recipe { motions, ..state.loader.clone() };
        loader.options.lod = Lod::One(self.lod);
        loader.options.collision = self.collision;
        loader
    }
}

/// A file with the findings of how it was made.
fn made(kind: &'static str, bytes: Vec<u8>, sink: &Sink) -> Response {
    let mut response = typed(kind, bytes);
    if let Ok(value) = HeaderValue::from_str(&findings_header(sink.findings())) {
        response.headers_mut().insert("x-xenomesh-findings", value);
    }
    response
}

const GLB: &str = "model/gltf-binary";

/// The model for the page: as `convert` writes it, less what three.js cannot do.
pub async fn glb(Shared(state): Shared<Arc<State>>, Query(q): Query<GlbQuery>) -> Response {
    let Some(file) = state.file(q.id) else { return unknown() };
    blocking(move || {
        let (loader, mut sink) = (q.loader(&state), Sink::new());
        let make = |sink: &mut Sink| {
            let mut source = with_uploads(&file.source, &state.uploads);
            if q.fixed {
                source = repaired(&source, &loader.options)?;
            }
            // three.js reads four influences of a vertex.
            let loader = Recipe { max_influences: Some(4), ..loader };
            let mut scene = loader.scene(std::slice::from_ref(&source), sink)?;
            browser::dress(&mut scene);
            loader.glb(&scene, sink)
        };
        match make(&mut sink) {
            Ok(bytes) => made(GLB, bytes, &sink),
            Err(e) => trouble(&e),
        }
    })
    .await
}

/// The file after `validate --fix`.
fn repaired(source: &Source, options: &LoadOptions) -> wire::Result<Source> {
    let bytes = source.read()?;
    let mut document = formats::open(&bytes, source.file_name(), options, false, &mut Sink::new())?.document;
    document.fix(&source.context(options));
    Ok(browser::replaced(source, document.write()))
}

/// What `convert` writes, for downloading.
pub async fn convert(Shared(state): Shared<Arc<State>>, Query(q): Query<GlbQuery>) -> Response {
    let Some(file) = state.file(q.id) else { return unknown() };
    blocking(move || {
        let (loader, mut sink) = (q.loader(&state), Sink::new());
        let source = with_uploads(&file.source, &state.uploads);
        let scene = loader.scene(std::slice::from_ref(&source), &mut sink);
        match scene.and_then(|scene| loader.glb(&scene, &mut sink)) {
            Ok(bytes) => made(GLB, bytes, &sink),
            Err(e) => trouble(&e),
        }
    })
    .await
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct About {
    /// All dropped files together.
    upload_limit: usize,
    /// What to do about each finding.
    help: HashMap<&'static str, &'static str>,
}

pub async fn about(Shared(state): Shared<Arc<State>>) -> Response {
    let help = formats::codes().into_iter().map(|c| (c.id, c.help)).collect();
    Json(About { upload_limit: state.upload_limit, help }).into_response()
}

/// How many tracks of each motion name a node or a shape key of a model, and how many tracks it has.
pub async fn fits(Shared(state): Shared<Arc<State>>, Query(q): Query<FileQuery>) -> Response {
    let Some(file) = state.file(q.id) else { return unknown() };
    blocking(move || {
        let source = with_uploads(&file.source, &state.uploads);
        let scene = match xenomesh::assemble(&[source], &[], false, &state.loader.options, &mut Sink::new()) {
            Ok(scene) => scene,
            Err(e) => return trouble(&e),
        };
        // As motions are bound: by the name in the file, or as it is shown.
        let raw = scene.nodes.iter().filter_map(|n| n.raw_name.as_deref());
        let nodes = scene.nodes.iter().map(|n| n.name.clone());
        let targets = scene.meshes.iter().flat_map(|m| &m.targets).map(|t| t.name.clone());
        let raw = raw.map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let names: HashSet<String> = nodes.chain(targets).chain(raw).collect();
        let motions: Vec<usize> = state.list().iter().filter(|l| l.kind == "motion").map(|l| l.id).collect();
        let counts: HashMap<usize, [usize; 2]> = motions
            .into_par_iter()
            .filter_map(|id| Some((id, state.tracks(id, &state.file(id)?))))
            .map(|(id, tracks)| (id, [tracks.iter().filter(|t| names.contains(*t)).count(), tracks.len()]))
            .collect();
        Json(counts).into_response()
    })
    .await
}

#[derive(Deserialize)]
pub struct PosedQuery {
    id: usize,
    /// `pose`, `glb` or `xps`.
    to: String,
}

/// Where a node was put by hand.
#[derive(Deserialize)]
pub struct Placed {
    translation: [f32; 3],
    rotation: [f32; 4],
    scale: [f32; 3],
}

/// A model with nodes moved by hand, by name.
pub async fn posed(
    Shared(state): Shared<Arc<State>>,
    Query(q): Query<PosedQuery>,
    Json(nodes): Json<HashMap<String, Placed>>,
) -> Response {
    let Some(file) = state.file(q.id) else { return unknown() };
    blocking(move || {
        let source = with_uploads(&file.source, &state.uploads);
        let mut sink = Sink::new();
        let make = |sink: &mut Sink| {
            let mut scene = state.loader.scene(std::slice::from_ref(&source), sink)?;
            place(&mut scene, &nodes);
            match q.to.as_str() {
                "glb" => state.loader.glb(&scene, sink),
                "pose" | "xps" => browser::game(&scene, &q.to, source.file_name(), sink),
                other => {
                    Err(Error::new(&wire::codes::REQUEST, format!("a pose cannot be saved as {other:?}")))
                }
            }
        };
        match make(&mut sink) {
            Ok(bytes) => made(if q.to == "glb" { GLB } else { "application/octet-stream" }, bytes, &sink),
            Err(e) => trouble(&e),
        }
    })
    .await
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

/// Findings of the conversion, percent-encoded: the body is the GLB.
fn findings_header(findings: &[Diagnostic]) -> String {
    const MOST: usize = 40;
    let first = &findings[..findings.len().min(MOST)];
    let json = serde_json::to_string(first).unwrap_or_default();
    let plain = |b: u8| b.is_ascii_graphic() && b != b'%';
    json.bytes().map(|b| if plain(b) { (b as char).to_string() } else { format!("%{b:02X}") }).collect()
}

#[derive(Deserialize)]
pub struct FileQuery {
    id: usize,
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

pub async fn report(Shared(state): Shared<Arc<State>>, Query(q): Query<FileQuery>) -> Response {
    let Some(file) = state.file(q.id) else { return unknown() };
    blocking(move || {
        let source = with_uploads(&file.source, &state.uploads);
        let done =
            inspect(&source, &state.loader.options, &|scene, sink| state.loader.locate(scene, &source, sink));
        let trace = done.trace.or_else(|| read_so_far(&done.data, source.file_name(), &state.loader.options));
        let ranges = trace.map(|t| t.ranges()).unwrap_or_default();
        let mut mesh_fields: Vec<String> =
            ranges.iter().filter_map(|r| mesh_field(&r.path)).map(str::to_owned).collect();
        mesh_fields.dedup();
        let answer = Report { file: done.report, fields: ranges.len(), mesh_fields };
        state.keep_layout(q.id, Layout { data: done.data, ranges });
        Json(answer).into_response()
    })
    .await
}

/// The fields of a broken file up to where its reader gave up.
fn read_so_far(data: &[u8], name: &str, options: &LoadOptions) -> Option<Trace> {
    let format = formats::identify(data, name).ok()?;
    let mut reader = Reader::new(data).with_limits(options.limits).with_trace();
    // It is known to be broken.
    let _ = (format.read)(&mut reader, &mut Sink::new());
    reader.take_trace()
}

#[derive(Deserialize)]
pub struct BytesQuery {
    id: usize,
    at: u64,
    #[serde(default)]
    len: Option<u64>,
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

pub async fn bytes(Shared(state): Shared<Arc<State>>, Query(q): Query<BytesQuery>) -> Response {
    let Some(file) = state.file(q.id) else { return unknown() };
    blocking(move || {
        let layout = match state.layout(q.id) {
            Some(layout) => layout,
            None => match file.source.read() {
                Ok(data) => Arc::new(Layout { data, ranges: Vec::new() }),
                Err(e) => return trouble(&e),
            },
        };
        Json(piece(&layout, q.at, q.len.unwrap_or(512))).into_response()
    })
    .await
}

/// Whole rows of sixteen around an offset.
fn piece(layout: &Layout, at: u64, len: u64) -> Piece {
    let size = layout.data.len() as u64;
    let start = at.min(size.saturating_sub(1)) / 16 * 16;
    let end = size.min(start.saturating_add(len.min(1 << 16)));
    let data = layout.data.get(start as usize..end as usize).unwrap_or_default();
    // Sorted by start; a field may begin before the piece.
    let from = layout.ranges.partition_point(|r| r.start + r.len <= start);
    let fields = layout.ranges[from..]
        .iter()
        .take_while(|r| r.start < end)
        .map(|r| Field { start: r.start, len: r.len, path: r.path.clone() })
        .collect();
    Piece { start, size, hex: data.iter().map(|b| format!("{b:02x}")).collect(), fields }
}

#[derive(Deserialize)]
pub struct UploadQuery {
    name: String,
}

pub async fn upload(
    Shared(state): Shared<Arc<State>>,
    Query(q): Query<UploadQuery>,
    body: Bytes,
) -> Response {
    match state.upload(&q.name, body.into()) {
        Ok(done) => Json::<Uploaded>(done).into_response(),
        Err(Refused::Name) => {
            (StatusCode::BAD_REQUEST, format!("{:?} is no file name\n", q.name)).into_response()
        }
        Err(Refused::Full) => {
            let most = state.upload_limit >> 20;
            let text = format!(
                "dropped files may have {most} MiB together; `xenomesh view FOLDER` has no such limit\n"
            );
            (StatusCode::PAYLOAD_TOO_LARGE, text).into_response()
        }
    }
}

pub async fn events(Shared(state): Shared<Arc<State>>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let receivers = (state.changes.subscribe(), state.listed.subscribe());
    let stream = unfold(receivers, |(mut changes, mut listed)| async move {
        loop {
            let event = tokio::select! {
                ids = changes.recv() => match ids {
                    Ok(ids) => Event::default().event("changed").data(serde_json::to_string(&ids).unwrap_or_default()),
                    Err(RecvError::Lagged(_)) => continue,
                    Err(RecvError::Closed) => return None,
                },
                more = listed.recv() => match more {
                    Ok(()) | Err(RecvError::Lagged(_)) => Event::default().event("listed").data("again"),
                    Err(RecvError::Closed) => return None,
                },
            };
            return Some((Ok(event), (changes, listed)));
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}
