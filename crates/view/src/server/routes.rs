//! The answers.

use super::state::{Layout, Listed, State, Uploaded, with_uploads};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Query, State as Shared};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use formats::{LoadOptions, Lod};
use futures_util::stream::{Stream, unfold};
use serde::{Deserialize, Serialize};
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
}

pub async fn glb(Shared(state): Shared<Arc<State>>, Query(q): Query<GlbQuery>) -> Response {
    let Some(file) = state.file(q.id) else { return unknown() };
    let ids = q.motions.split(',').filter_map(|s| s.parse::<usize>().ok());
    let motions: Vec<Source> = ids.filter_map(|id| state.file(id)).map(|o| o.source).collect();
    blocking(move || {
        // three.js reads four influences of a vertex.
        let mut loader = Recipe { motions, max_influences: Some(4), ..state.loader.clone() };
        loader.options.lod = Lod::One(q.lod);
        loader.options.collision = q.collision;
        let mut sink = Sink::new();
        let source = with_uploads(&file.source, &state.uploads);
        match make_glb(&loader, &source, &mut sink) {
            Ok(bytes) => {
                let mut response = typed("model/gltf-binary", bytes);
                if let Ok(value) = HeaderValue::from_str(&findings_header(sink.findings())) {
                    response.headers_mut().insert("x-xenomesh-findings", value);
                }
                response
            }
            Err(e) => trouble(&e),
        }
    })
    .await
}

fn make_glb(loader: &Recipe, source: &Source, sink: &mut Sink) -> wire::Result<Vec<u8>> {
    let scene = loader.scene(std::slice::from_ref(source), sink)?;
    loader.glb(&scene, sink)
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
        if let Ok(mut layouts) = state.layouts.lock() {
            layouts.insert(q.id, Arc::new(Layout { data: done.data, ranges }));
        }
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
        let known = state.layouts.lock().ok().and_then(|l| l.get(&q.id).cloned());
        let layout = match known {
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
    match state.upload(&q.name, body.to_vec()) {
        Some(done) => Json::<Uploaded>(done).into_response(),
        None => (StatusCode::BAD_REQUEST, format!("{:?} is no file name\n", q.name)).into_response(),
    }
}

pub async fn events(Shared(state): Shared<Arc<State>>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let stream = unfold(state.changes.subscribe(), |mut receiver| async move {
        loop {
            match receiver.recv().await {
                Ok(ids) => {
                    let text = serde_json::to_string(&ids).unwrap_or_default();
                    return Some((Ok(Event::default().event("changed").data(text)), receiver));
                }
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return None,
            }
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}
