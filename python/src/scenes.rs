//! Scenes in and out.

use crate::export::Export;
use crate::recipe::recipe;
use crate::verbs::{call, cancelled};
use crate::{FindingParts, error, findings, import, pool};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use scene::{Files, Folder, Memory};
use std::path::Path;
use wire::Sink;
use xenomesh::{Recipe, Scene, Target};

/// A scene from a GLB or the text of a `.gltf`.
#[pyfunction]
pub fn scene_from_gltf<'py>(
    py: Python<'py>,
    data: &[u8],
    folder: Option<String>,
    writable: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let read = || {
        let files: Box<dyn Files> = match &folder {
            Some(folder) => Box::new(Folder::new(folder)),
            None => Box::new(Memory::default()),
        };
        scene::gltf::read(data, &*files, "scene.gltf", &mut Sink::new())
    };
    let scene = pool::work(py, read)?.map_err(|e| error::of_file(py, &e, ""))?;
    Export { py, writable }.scene(scene)
}

/// Raises at the first field that does not fit.
#[pyfunction]
pub fn check_scene(scene: &Bound<'_, PyAny>) -> PyResult<()> {
    import::strict(scene).map(drop)
}

/// A copy whose arrays may be changed.
#[pyfunction]
pub fn copy_scene<'py>(py: Python<'py>, scene: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    Export { py, writable: true }.scene(import::scene(scene)?)
}

/// What a scene is to become.
struct Request {
    scene: Scene,
    recipe: Recipe,
    target: Target,
}

impl Request {
    fn new(
        scene: &Bound<'_, PyAny>,
        to: &str,
        options: &str,
        bone_map: Option<String>,
        template: Option<Vec<u8>>,
    ) -> PyResult<Self> {
        let py = scene.py();
        let target = Target::by_name(to).map_err(|e| error::of(py, &e, ""))?;
        let recipe = recipe(py, options, bone_map, template)?;
        Ok(Self { scene: import::scene(scene)?, recipe, target })
    }
}

/// A scene as files in memory: names and contents, the main one first.
#[pyfunction]
pub fn write_scene<'py>(
    py: Python<'py>,
    scene: &Bound<'py, PyAny>,
    to: &str,
    file_name: &str,
    options: &str,
    bone_map: Option<String>,
    template: Option<Vec<u8>>,
) -> PyResult<(Vec<(String, Bound<'py, PyBytes>)>, Vec<FindingParts>)> {
    let Request { scene, recipe, target } = Request::new(scene, to, options, bone_map, template)?;
    let name =
        if file_name.is_empty() { format!("scene.{}", target.extension()) } else { file_name.to_owned() };
    let mut sink = Sink::new();
    let files = pool::work(py, || recipe.files(scene, &target, &name, &mut sink))?;
    let files = files.map_err(|e| error::of_writing(py, &e, file_name))?;
    let files = files.into_iter().map(|f| (f.name, PyBytes::new(py, &f.bytes))).collect();
    Ok((files, findings(sink.finish())))
}

/// A scene as files on disk: their paths. `progress` is asked once everything is made and nothing is written.
#[pyfunction]
pub fn save_scene(
    scene: &Bound<'_, PyAny>,
    to: &str,
    path: &str,
    options: &str,
    bone_map: Option<String>,
    template: Option<Vec<u8>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Vec<String>, Vec<FindingParts>)> {
    let py = scene.py();
    let Request { scene, recipe, target } = Request::new(scene, to, options, bone_map, template)?;
    let mut sink = Sink::new();
    let out = Path::new(path);
    let name = out.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let files = pool::work(py, || recipe.files(scene, &target, &name, &mut sink))?;
    let files = files.map_err(|e| error::of_writing(py, &e, ""))?;
    if !call(py, progress.as_ref(), 0, files.len(), &name)? {
        return Err(cancelled(py));
    }
    let paths = pool::work(py, || recipe.put(out, files))?.map_err(|e| error::of_writing(py, &e, ""))?;
    Ok((paths.iter().map(|p| p.display().to_string()).collect(), findings(sink.finish())))
}

/// Writes a whole file or nothing.
#[pyfunction]
pub fn save_file(py: Python<'_>, path: &str, data: &[u8], overwrite: bool) -> PyResult<()> {
    let put = || {
        let out = Path::new(path);
        xenomesh::output::refuse_existing(out, overwrite).and_then(|()| xenomesh::output::write(out, data))
    };
    pool::work(py, put)?.map_err(|e| error::of(py, &e, ""))
}
