//! What `inspect` and `validate` say about a file, as data.

use crate::pipeline::{self, Source};
use crate::{LoadOptions, Lod};
use bytes::Bytes;
use scene::{NodeKind, Scene};
use serde::Serialize;
use wire::{Diagnostic, Error, Result, Sink, Trace};

/// One file of `inspect --json`.
#[derive(Debug, Serialize)]
pub struct FileReport {
    /// As it was named.
    pub path: String,
    /// Format id, if it was recognised.
    pub format: Option<&'static str>,
    /// Version as people say it.
    pub version: String,
    /// Size.
    pub bytes: u64,
    /// Why it cannot be read.
    pub error: Option<ErrorReport>,
    /// What is inside, whatever the format.
    pub scene: Option<SceneReport>,
    /// What only this format has.
    pub details: serde_json::Value,
    /// What is wrong.
    pub findings: Vec<Diagnostic>,
}

/// Why a file cannot be read.
#[derive(Debug, Serialize)]
pub struct ErrorReport {
    /// Stable code.
    pub code: &'static str,
    /// What was found and what was expected.
    pub message: String,
    /// Byte.
    pub offset: Option<u64>,
    /// Field.
    pub path: String,
}

impl From<&Error> for ErrorReport {
    fn from(e: &Error) -> Self {
        Self { code: e.code().id, message: e.message().to_owned(), offset: e.offset(), path: e.path() }
    }
}

/// What is inside, whatever the format.
#[derive(Debug, Serialize)]
pub struct SceneReport {
    /// One entry per source mesh, visual and collision.
    pub meshes: Vec<MeshReport>,
    /// All nodes of the hierarchy in file order.
    pub joints: Vec<String>,
    /// Surfaces.
    pub materials: Vec<MaterialReport>,
    /// Motions.
    pub animations: Vec<AnimationReport>,
}

/// One mesh.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MeshReport {
    /// Name.
    pub name: String,
    /// Number of vertices.
    pub vertices: usize,
    /// Number of triangles.
    pub triangles: usize,
    /// Number of UV sets.
    pub uv_sets: usize,
    /// Bound to joints.
    pub skinned: bool,
    /// Name of the first material.
    pub material: Option<String>,
    /// Not drawn in the game.
    pub collision: bool,
    /// Level of detail.
    pub lod: u32,
    /// Names of its morph targets.
    pub morph_targets: Vec<String>,
}

/// One material.
#[derive(Debug, Serialize)]
pub struct MaterialReport {
    /// Name.
    pub name: String,
    /// Its pictures.
    pub textures: Vec<TextureReport>,
}

/// One picture of a material.
#[derive(Debug, Serialize)]
pub struct TextureReport {
    /// What for.
    pub slot: String,
    /// As the file names it.
    pub file: String,
    /// Whether it was found.
    pub found: bool,
}

/// One motion.
#[derive(Debug, Serialize)]
pub struct AnimationReport {
    /// Name.
    pub name: String,
    /// Largest key time.
    pub seconds: f32,
    /// Number of channels.
    pub channels: usize,
}

impl SceneReport {
    /// Sums up a scene whose pictures were looked for.
    pub fn new(scene: &Scene) -> Self {
        let material_name = |m: &scene::Mesh| {
            let id = m.primitives.iter().find_map(|p| p.material)?;
            scene.materials.get(id.0 as usize).map(|m| m.name.clone())
        };
        let mut skinned = vec![false; scene.meshes.len()];
        for node in scene.nodes.iter().filter(|n| n.skin.is_some()) {
            if let Some(slot) = node.mesh.and_then(|m| skinned.get_mut(m.0 as usize)) {
                *slot = true;
            }
        }
        Self {
            meshes: scene
                .meshes
                .iter()
                .zip(&skinned)
                .map(|(m, skinned)| MeshReport {
                    name: m.name.clone(),
                    vertices: m.positions.len(),
                    triangles: m.triangle_count(),
                    uv_sets: m.uvs.len(),
                    skinned: (*skinned || m.influences.is_some()) && !is_rigid(m),
                    material: material_name(m),
                    collision: m.collision,
                    lod: m.lod,
                    morph_targets: m.targets.iter().map(|t| t.name.clone()).collect(),
                })
                .collect(),
            joints: scene
                .nodes
                .iter()
                .filter(|n| n.kind == NodeKind::Source)
                .map(|n| n.name.clone())
                .collect(),
            materials: scene
                .materials
                .iter()
                .map(|m| MaterialReport {
                    name: m.name.clone(),
                    textures: m
                        .textures
                        .iter()
                        .filter_map(|t| Some((t, scene.images.get(t.image.0 as usize)?)))
                        .map(|(t, image)| TextureReport {
                            slot: t.slot.label(),
                            file: image.file.clone(),
                            found: image.found.is_some() || image.data.is_some(),
                        })
                        .collect(),
                })
                .collect(),
            animations: scene
                .animations
                .iter()
                .map(|a| AnimationReport {
                    name: a.name.clone(),
                    seconds: seconds(a),
                    channels: a.channels.len(),
                })
                .collect(),
        }
    }
}

/// A report and the byte map it was made with.
pub struct Inspected {
    /// The report.
    pub report: FileReport,
    /// The byte map, if the file could be read.
    pub trace: Option<Trace>,
    /// The file.
    pub data: Bytes,
}

/// Everything about one file: all levels of detail, collision meshes too.
pub fn inspect(source: &Source, options: &LoadOptions, locate: &dyn Fn(&mut Scene, &mut Sink)) -> Inspected {
    let mut report = FileReport {
        path: source.label.clone(),
        format: None,
        version: String::new(),
        bytes: 0,
        error: None,
        scene: None,
        details: serde_json::json!({}),
        findings: Vec::new(),
    };
    let data = match source.read() {
        Ok(data) => data,
        Err(e) => {
            report.error = Some((&e).into());
            return Inspected { report, trace: None, data: Bytes::new() };
        }
    };
    report.bytes = data.len() as u64;
    report.format = crate::identify(&data, source.file_name()).ok().map(|f| f.id);
    let mut sink = Sink::new();
    let trace = match inspect_bytes(&data, source, options, locate, &mut report, &mut sink) {
        Ok(trace) => trace,
        Err(e) => {
            report.error = Some((&e).into());
            None
        }
    };
    report.findings = sink.finish();
    Inspected { report, trace, data }
}

fn inspect_bytes(
    data: &Bytes,
    source: &Source,
    options: &LoadOptions,
    locate: &dyn Fn(&mut Scene, &mut Sink),
    report: &mut FileReport,
    sink: &mut Sink,
) -> Result<Option<Trace>> {
    let all = LoadOptions { lod: Lod::All, collision: true, ..options.clone() };
    let opened = pipeline::open(data, source.file_name(), &all, true, sink)?;
    let cx = source.context(&all);
    report.format = Some(opened.document.format());
    report.version = opened.document.version();
    report.details = opened.document.details(&cx);
    opened.document.check(&cx, sink);
    // The same thing may be said by the checker and by the converter; the checker's word is enough.
    let mut converting = Sink::new();
    match opened.document.to_scene(&cx, &mut converting) {
        Ok(mut scene) => {
            locate(&mut scene, &mut converting);
            report.scene = Some(SceneReport::new(&scene));
        }
        // An archive or a state machine is no model: nothing to tell, and nothing wrong.
        Err(_) if crate::by_id(opened.document.format()).is_some_and(|f| !f.support.to_gltf) => {
            report.scene = Some(SceneReport::new(&Scene::default()));
        }
        Err(e) => report.error = Some((&e).into()),
    }
    sink.append_new(converting);
    if let Some(trace) = &opened.trace {
        sink.locate(trace);
    }
    Ok(opened.trace)
}

/// One file of `validate --json`.
#[derive(Debug, Serialize)]
pub struct ValidateReport {
    /// As it was named.
    pub path: String,
    /// Format id, if it was recognised.
    pub format: Option<&'static str>,
    /// What is wrong.
    pub findings: Vec<Diagnostic>,
}

/// What is wrong with one file. The bytes are returned for excerpts and repairs.
pub fn validate(
    source: &Source,
    options: &LoadOptions,
) -> (ValidateReport, Bytes, Option<Box<dyn crate::Document>>) {
    let mut report = ValidateReport { path: source.label.clone(), format: None, findings: Vec::new() };
    let data = match source.read() {
        Ok(data) => data,
        Err(e) => {
            report.findings.push((&e).into());
            return (report, Bytes::new(), None);
        }
    };
    report.format = crate::identify(&data, source.file_name()).ok().map(|f| f.id);
    let mut sink = Sink::new();
    let document = match pipeline::open(&data, source.file_name(), options, true, &mut sink) {
        Ok(opened) => {
            report.format = Some(opened.document.format());
            opened.document.check(&source.context(options), &mut sink);
            if let Some(trace) = &opened.trace {
                sink.locate(trace);
            }
            Some(opened.document)
        }
        Err(e) => {
            report.findings.push((&e).into());
            None
        }
    };
    report.findings.extend(sink.finish());
    (report, data, document)
}

/// The last key time, keys that have no channel (kept in extras) included.
fn seconds(a: &scene::Animation) -> f32 {
    let told = a.extras.values().filter_map(|family| family.get("seconds")?.as_f64());
    told.fold(a.seconds(), |all, s| all.max(s as f32))
}

/// How many errors and warnings a file would have with these bytes.
pub fn trouble(source: &Source, options: &LoadOptions, bytes: &[u8]) -> usize {
    let mut sink = Sink::new();
    match pipeline::open(&Bytes::copy_from_slice(bytes), source.file_name(), options, false, &mut sink) {
        Ok(opened) => opened.document.check(&source.context(options), &mut sink),
        Err(_) => return 1,
    }
    sink.finish().iter().filter(|d| d.severity != wire::Severity::Info).count()
}

/// Whether a skin with one joint stands for a mesh that hangs on its node: all levels of detail in one file need that.
fn is_rigid(mesh: &scene::Mesh) -> bool {
    mesh.extras.values().any(|family| family.get("rigid").and_then(serde_json::Value::as_bool) == Some(true))
}
