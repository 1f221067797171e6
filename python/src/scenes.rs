//! Scenes in and out.

use crate::export::Export;
use crate::{error, import, pool};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use scene::{Files, Folder, Memory};
use wire::Sink;

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
    import::scene(scene).map(drop)
}

/// A copy whose arrays may be changed.
#[pyfunction]
pub fn copy_scene<'py>(py: Python<'py>, scene: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    Export { py, writable: true }.scene(import::scene(scene)?)
}
