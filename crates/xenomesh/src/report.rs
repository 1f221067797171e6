//! What `inspect` and `validate` say about a file, as data.

use crate::model::Unopened;
use crate::{Model, Source};
use bytes::Bytes;
use formats::{LoadOptions, Lod};
use scene::{NodeKind, Scene};
use serde::Serialize;
use std::collections::HashSet;
use wire::{Diagnostic, Error, Sink, Trace};

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
        let again = repeated(scene);
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
                .zip(&again)
                .filter(|(n, again)| n.kind == NodeKind::Source && !**again)
                .map(|(n, _)| n.name.clone())
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
                    channels: {
                        let once = |c: &&scene::Channel| again.get(c.node.0 as usize) != Some(&true);
                        a.channels.iter().filter(once).count()
                    },
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

/// Everything about one file, broken ones too: all levels of detail, collision meshes too. `locate` looks for pictures.
pub fn inspect(source: &Source, options: &LoadOptions, locate: &dyn Fn(&mut Scene, &mut Sink)) -> Inspected {
    let mut report = FileReport::new(source);
    match Model::read_traced(source, options, true) {
        Ok(model) => {
            model.fill(&mut report, locate);
            Inspected { report, data: model.bytes.clone(), trace: model.trace }
        }
        Err(failed) => {
            let data = failed.bytes.clone();
            report.fail(*failed);
            Inspected { report, trace: None, data }
        }
    }
}

/// A report without bytes of findings and details of the format, and what it was made of.
pub struct Facts {
    /// The report.
    pub report: FileReport,
    /// The file, if it could be read.
    pub model: Option<Model>,
    /// Its bytes.
    pub data: Bytes,
}

/// What a table of many files needs of one, broken ones too: as [`inspect`], but the file is read once, findings do not
/// say their byte, and `details` is empty.
pub fn facts(source: &Source, options: &LoadOptions, locate: &dyn Fn(&mut Scene, &mut Sink)) -> Facts {
    let mut report = FileReport::new(source);
    match Model::read_traced(source, options, false) {
        Ok(model) => {
            report.findings = model.fill_facts(&mut report, locate).finish();
            Facts { report, data: model.bytes.clone(), model: Some(model) }
        }
        Err(failed) => {
            let data = failed.bytes.clone();
            report.fail(*failed);
            Facts { report, model: None, data }
        }
    }
}

impl FileReport {
    /// Of a file that could not be opened.
    fn fail(&mut self, failed: Unopened) {
        self.bytes = failed.bytes.len() as u64;
        self.format = failed.format.map(|f| f.id);
        self.error = Some((&failed.error).into());
        self.findings = failed.sink.finish();
    }

    /// A report that says nothing yet.
    fn new(source: &Source) -> Self {
        Self {
            path: source.label.clone(),
            format: None,
            version: String::new(),
            bytes: 0,
            error: None,
            scene: None,
            details: serde_json::json!({}),
            findings: Vec::new(),
        }
    }
}

impl Model {
    /// What is inside and what is wrong; pictures are looked for next to the file.
    pub fn inspect(&self) -> FileReport {
        self.inspect_with(&crate::Recipe { textures: Some(Vec::new()), ..crate::Recipe::default() })
    }

    /// The same, with the folders of a recipe to look for pictures in.
    pub fn inspect_with(&self, recipe: &crate::Recipe) -> FileReport {
        let mut report = FileReport::new(&self.source);
        self.fill(&mut report, &|scene, sink| recipe.locate(scene, &self.source, sink));
        report
    }

    /// Everything of the report.
    fn fill(&self, report: &mut FileReport, locate: &dyn Fn(&mut Scene, &mut Sink)) {
        let all = self.all_of_it();
        report.details = self.document.details(&self.source.context(&all));
        let mut sink = self.fill_facts(report, locate);
        self.locate(&mut sink);
        report.findings = sink.finish();
    }

    /// All levels of detail, collision meshes too.
    fn all_of_it(&self) -> LoadOptions {
        LoadOptions { lod: Lod::All, collision: true, ..self.options.clone() }
    }

    /// What needs no second reading: all but the format's own and the bytes of findings, which are returned.
    fn fill_facts(&self, report: &mut FileReport, locate: &dyn Fn(&mut Scene, &mut Sink)) -> Sink {
        let all = self.all_of_it();
        let cx = self.source.context(&all);
        let mut sink = self.sink.clone();
        report.bytes = self.bytes.len() as u64;
        report.format = Some(self.document.format());
        report.version = self.document.version();
        self.document.check(&cx, &mut sink);
        // The same thing may be said by the checker and by the converter; the checker's word is enough.
        let mut converting = Sink::new();
        match self.document.to_scene(&cx, &mut converting) {
            Ok(mut scene) => {
                locate(&mut scene, &mut converting);
                report.scene = Some(SceneReport::new(&scene));
            }
            // An archive or a state machine is no model: nothing to report, and nothing wrong.
            Err(_) if formats::by_id(self.document.format()).is_some_and(|f| !f.support.to_gltf) => {
                report.scene = Some(SceneReport::new(&Scene::default()));
            }
            Err(e) => report.error = Some((&e).into()),
        }
        sink.append_new(converting);
        sink
    }
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

/// A file that was checked.
pub struct Validated {
    /// The report.
    pub report: ValidateReport,
    /// The file.
    pub data: Bytes,
    /// What was read, for repairs.
    pub model: Option<Model>,
}

/// What is wrong with one file, broken ones too.
pub fn validate(source: &Source, options: &LoadOptions) -> Validated {
    let mut report = ValidateReport { path: source.label.clone(), format: None, findings: Vec::new() };
    match Model::read_traced(source, options, true) {
        Ok(model) => {
            report.format = Some(model.format());
            report.findings = model.validate();
            Validated { report, data: model.bytes.clone(), model: Some(model) }
        }
        Err(failed) => {
            report.format = failed.format.map(|f| f.id);
            report.findings.push((&failed.error).into());
            report.findings.extend(failed.sink.finish());
            Validated { report, data: failed.bytes, model: None }
        }
    }
}

/// Which nodes are those of the finest level once more: every coarser level has the hierarchy in a tree of its own.
fn repeated(scene: &Scene) -> Vec<bool> {
    let (children, roots) = scene.children();
    let mut coarse = vec![false; scene.nodes.len()];
    let root = |id: &scene::NodeId| scene.node(*id).and_then(|n| Some((n.name.as_str(), n.lod?)));
    let finest: HashSet<&str> = roots.iter().filter_map(root).filter(|r| r.1 == 0).map(|r| r.0).collect();
    let is_coarse = |id: &scene::NodeId| root(id).is_some_and(|(name, lod)| lod > 0 && finest.contains(name));
    let mut open: Vec<scene::NodeId> = roots.iter().copied().filter(is_coarse).collect();
    while let Some(id) = open.pop() {
        if let Some(slot) = coarse.get_mut(id.0 as usize).filter(|slot| !**slot) {
            *slot = true;
            open.extend(children.get(id.0 as usize).into_iter().flatten());
        }
    }
    let fine = scene.nodes.iter().zip(&coarse).filter(|(_, coarse)| !**coarse);
    let known: HashSet<&str> = fine.map(|(n, _)| n.name.as_str()).collect();
    scene.nodes.iter().zip(&coarse).map(|(n, c)| *c && known.contains(n.name.as_str())).collect()
}

/// The last key time, keys that have no channel (kept in extras) included.
fn seconds(a: &scene::Animation) -> f32 {
    let stored = a.extras.values().filter_map(|family| family.get("seconds")?.as_f64());
    stored.fold(a.seconds(), |all, s| all.max(s as f32))
}

/// Whether a skin with one joint stands for a mesh that hangs on its node: all levels of detail in one file need that.
fn is_rigid(mesh: &scene::Mesh) -> bool {
    mesh.extras.values().any(|family| family.get("rigid").and_then(serde_json::Value::as_bool) == Some(true))
}
