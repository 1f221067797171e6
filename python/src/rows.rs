//! Rows of a table of many files: read, hashed and summed up without Python, a batch at a time.

use crate::picture::png_of;
use crate::pool;
use pyo3::prelude::*;
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use view::raster::{Background, LARGEST, Look};
use view::thumb::{Shot, still};
use wire::Sink;
use xenomesh::{
    ConvertOptions, Error, Facts, FileReport, Inputs, Model, Recipe, SceneReport, Source, Target,
};

/// One row; the columns by their names. What is not known is `None`.
#[derive(Default, IntoPyObject)]
pub struct Row {
    path: String,
    sha256: Option<String>,
    bytes: Option<u64>,
    format: Option<&'static str>,
    version: Option<String>,
    meshes: Option<usize>,
    vertices: Option<usize>,
    triangles: Option<usize>,
    joints: Option<usize>,
    bounds_min: Option<[f32; 3]>,
    bounds_max: Option<[f32; 3]>,
    materials: Option<Vec<String>>,
    textures: Option<Vec<Texture>>,
    animations: Option<Vec<Animation>>,
    findings: Option<Vec<Finding>>,
    error_code: Option<&'static str>,
    error: Option<String>,
    thumbnail: Option<Vec<u8>>,
    glb: Option<String>,
    seconds: f64,
}

/// A picture of a material.
#[derive(IntoPyObject)]
struct Texture {
    slot: String,
    file: String,
    found: bool,
}

/// A motion.
#[derive(IntoPyObject)]
struct Animation {
    name: String,
    seconds: f32,
}

/// Something that is wrong.
#[derive(IntoPyObject)]
struct Finding {
    code: &'static str,
    severity: &'static str,
    path: String,
    message: String,
}

/// What rows hold besides facts.
struct Wanted {
    recipe: Recipe,
    /// Pixels a side; 0 = none.
    thumbnail: u32,
    /// Folder for a GLB of each model.
    glb: Option<String>,
}

impl Wanted {
    fn new(py: Python<'_>, thumbnail: u32, glb: Option<String>, limit: u64) -> PyResult<Self> {
        if thumbnail > LARGEST {
            let message = format!("{thumbnail} is not between 0 and {LARGEST} pixels");
            return Err(crate::error::field(py, "thumbnail", &message));
        }
        let options = ConvertOptions { limit: Some(limit), ..ConvertOptions::default() };
        let recipe = Recipe::new(&options).map_err(|e| crate::error::of(py, &e, ""))?;
        Ok(Self { recipe, thumbnail, glb })
    }

    /// One row. What goes wrong is in it.
    fn row(&self, path: &str, source: Result<&Source, &Error>) -> Row {
        let started = Instant::now();
        let mut row = Row { path: path.to_owned(), ..Row::default() };
        match source {
            Ok(source) => {
                if let Err(e) = self.fill(&mut row, source) {
                    row.fail(&e);
                }
            }
            Err(e) => row.fail(e),
        }
        row.seconds = started.elapsed().as_secs_f64();
        row
    }

    fn fill(&self, row: &mut Row, source: &Source) -> Result<(), Error> {
        let corners = Mutex::new(None);
        let Facts { report, model, data } = xenomesh::facts(source, &self.recipe.options, &|scene, sink| {
            self.recipe.locate(scene, source, sink);
            *corners.lock().unwrap_or_else(PoisonError::into_inner) = bounds(scene);
        });
        // A file that could not be read at all has no bytes, and so no hash.
        if report.error.as_ref().is_none_or(|e| e.code != formats::UNREADABLE.id) {
            row.sha256 = Some(hex(&Sha256::digest(&data)));
            row.bytes = Some(report.bytes);
        }
        drop(data);
        row.report(report);
        let corners = corners.into_inner().unwrap_or_else(PoisonError::into_inner);
        (row.bounds_min, row.bounds_max) = corners.unzip();
        match model {
            Some(model) if row.vertices.is_some_and(|n| n > 0) => self.look(row, &model),
            _ => Ok(()),
        }
    }

    /// The picture and the GLB of a model.
    fn look(&self, row: &mut Row, model: &Model) -> Result<(), Error> {
        if self.thumbnail == 0 && self.glb.is_none() {
            return Ok(());
        }
        let target = self.glb.as_ref().map(|_| Target::Glb);
        let scene = self.recipe.scene_of(model, target.as_ref(), &mut Sink::new())?;
        if self.thumbnail > 0 {
            row.thumbnail = picture(&scene, self.thumbnail);
        }
        if let (Some(folder), Some(hash)) = (&self.glb, &row.sha256) {
            let path = Path::new(folder).join(format!("{hash}.glb"));
            xenomesh::output::write(&path, &self.recipe.glb(&scene, &mut Sink::new())?)?;
            row.glb = Some(path.display().to_string());
        }
        Ok(())
    }
}

impl Row {
    fn fail(&mut self, e: &Error) {
        (self.error_code, self.error) = match e {
            Error::File(e) => (Some(e.code().id), Some(placed(e.message(), e.offset(), &e.path()))),
            Error::Output { .. } => (Some("OUTPUT"), Some(e.to_string())),
            e => (Some(wire::codes::REQUEST.id), Some(e.to_string())),
        };
    }

    fn report(&mut self, report: FileReport) {
        self.format = report.format;
        self.version = report.format.map(|_| report.version);
        if let Some(e) = report.error {
            (self.error_code, self.error) = (Some(e.code), Some(placed(&e.message, e.offset, &e.path)));
        }
        if let Some(scene) = report.scene {
            self.scene(scene);
        }
        let finding = |d: wire::Diagnostic| Finding {
            code: d.code.id,
            severity: crate::severity(d.severity),
            path: d.path,
            message: d.message,
        };
        self.findings = Some(report.findings.into_iter().map(finding).collect());
    }

    fn scene(&mut self, scene: SceneReport) {
        self.meshes = Some(scene.meshes.len());
        self.vertices = Some(scene.meshes.iter().map(|m| m.vertices).sum());
        self.triangles = Some(scene.meshes.iter().map(|m| m.triangles).sum());
        self.joints = Some(scene.joints.len());
        let (mut names, mut textures) = (Vec::new(), Vec::new());
        for material in scene.materials {
            names.push(material.name);
            let one = |t: xenomesh::TextureReport| Texture { slot: t.slot, file: t.file, found: t.found };
            textures.extend(material.textures.into_iter().map(one));
        }
        (self.materials, self.textures) = (Some(names), Some(textures));
        let motion = |a: xenomesh::AnimationReport| Animation { name: a.name, seconds: a.seconds };
        self.animations = Some(scene.animations.into_iter().map(motion).collect());
    }
}

/// What an error says, with the byte and the field.
fn placed(message: &str, offset: Option<u64>, path: &str) -> String {
    let at = offset.map(|o| format!(" at {o:#x}")).unwrap_or_default();
    let within = if path.is_empty() { String::new() } else { format!(" in {path}") };
    format!("{message}{at}{within}")
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut out, b| {
        // A string takes everything that is written to it.
        let _ = write!(out, "{b:02x}");
        out
    })
}

/// Smallest and largest corner.
type Corners = ([f32; 3], [f32; 3]);

/// The corners of the finite positions of what is seen; `None` without any.
fn bounds(scene: &xenomesh::Scene) -> Option<Corners> {
    let seen = scene.meshes.iter().filter(|m| m.lod == 0 && !m.collision);
    let finite = seen.flat_map(|m| &m.positions).filter(|p| p.iter().all(|x| x.is_finite()));
    finite.fold(None, |all, p| {
        let (low, high) = all.unwrap_or((*p, *p));
        let pick = |a: [f32; 3], f: fn(f32, f32) -> f32| [f(a[0], p[0]), f(a[1], p[1]), f(a[2], p[2])];
        Some((pick(low, f32::min), pick(high, f32::max)))
    })
}

/// A PNG of a scene; transparent if there is nothing to see.
fn picture(scene: &xenomesh::Scene, size: u32) -> Option<Vec<u8>> {
    let look = Look { size: [size; 2], background: Background::Transparent, ..Look::default() };
    let pixels = still(scene, &Shot { look, ..Shot::default() }).map(|p| p.rgba);
    let pixels = pixels.unwrap_or_else(|| vec![0; size as usize * size as usize * 4]);
    png_of(&pixels, [size; 2], 4).ok()
}

/// Rows of files, one after the other; each folder is listed once.
#[pyfunction]
pub fn catalogue_rows(
    py: Python<'_>,
    paths: Vec<String>,
    thumbnail: u32,
    glb: Option<String>,
    limit: u64,
) -> PyResult<Vec<Row>> {
    let wanted = Wanted::new(py, thumbnail, glb, limit)?;
    pool::work(py, || {
        let found = Inputs::default().each(&paths)?;
        let row = |(path, input): (&String, Result<xenomesh::Input, Error>)| {
            wanted.row(path, input.as_ref().map(|i| &i.source))
        };
        Ok(paths.iter().zip(found).map(row).collect())
    })?
    .map_err(|e: Error| crate::error::of(py, &e, ""))
}

/// The row of a file that was read elsewhere; what is next to it is not looked at.
#[pyfunction]
pub fn catalogue_row(
    py: Python<'_>,
    path: &str,
    data: &[u8],
    thumbnail: u32,
    glb: Option<String>,
    limit: u64,
) -> PyResult<Row> {
    let wanted = Wanted::new(py, thumbnail, glb, limit)?;
    let source = Source::in_memory(scene::file_name(path), data);
    pool::work(py, || wanted.row(path, Ok(&source)))
}

/// Which of some XML files are models: most XML is something else. One that cannot be read is not passed over.
#[pyfunction]
pub fn catalogue_models(py: Python<'_>, paths: Vec<String>) -> PyResult<Vec<bool>> {
    let is_model = |input: Result<xenomesh::Input, Error>| match input.map(|i| i.source) {
        Ok(s) => {
            s.files.read(&s.path).map_or(true, |b| formats::identify(&b, scene::file_name(&s.path)).is_ok())
        }
        Err(_) => true,
    };
    pool::work(py, || Ok(Inputs::default().each(&paths)?.into_iter().map(is_model).collect()))?
        .map_err(|e: Error| crate::error::of(py, &e, ""))
}
