//! Files that were opened, and archives.

use crate::column::Column;
use crate::export::Export;
use crate::recipe::{options, recipe};
use crate::{FindingParts, error, findings, pool};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};
use wire::{Limits, Sink};
use xenomesh::{Files, Inputs, Model, Recipe, Source, Target};

/// A file that was opened.
#[pyclass(frozen, module = "xenomesh._xenomesh")]
pub struct CoreModel {
    model: RwLock<Model>,
    #[pyo3(get)]
    path: String,
    #[pyo3(get)]
    format: &'static str,
    #[pyo3(get)]
    version: String,
}

impl CoreModel {
    fn new(model: Model) -> Self {
        let (path, format, version) = (model.label().to_owned(), model.format(), model.version());
        Self { model: RwLock::new(model), path, format, version }
    }

    /// Looks at the model without the GIL.
    fn read<R: Send>(&self, py: Python<'_>, look: impl FnOnce(&Model) -> R + Send) -> PyResult<R> {
        pool::work(py, || look(&self.model.read().unwrap_or_else(PoisonError::into_inner)))
    }

    /// What options mean for this model; a game folder is laid below the files next to it.
    fn recipe(&self, py: Python<'_>, json: &str, bone_map: Option<String>) -> PyResult<Recipe> {
        if let Some(game) = options(py, json)?.game {
            self.change(py, |m| m.look_into(&game))?.map_err(|e| error::of(py, &e, &self.path))?;
        }
        recipe(py, json, bone_map, None)
    }

    /// Changes the model without the GIL.
    fn change<R: Send>(&self, py: Python<'_>, change: impl FnOnce(&mut Model) -> R + Send) -> PyResult<R> {
        pool::work(py, || change(&mut self.model.write().unwrap_or_else(PoisonError::into_inner)))
    }
}

#[pymethods]
impl CoreModel {
    /// The bytes that were read.
    #[getter]
    fn data(&self, py: Python<'_>) -> PyResult<Column> {
        Ok(Column::shared(self.read(py, |m| m.bytes().clone())?))
    }

    /// Everything that is wrong.
    fn findings(&self, py: Python<'_>) -> PyResult<Vec<FindingParts>> {
        self.read(py, Model::validate).map(findings)
    }

    /// The bytes as they are now.
    fn write<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.read(py, Model::write)?))
    }

    /// Every field as JSON.
    fn dump(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.change(py, |m| {
            m.learn_names();
            m.dump()
        })?;
        Ok(String::from_utf8(text)?)
    }

    /// Repairs; returns what remains. `infos`: what is only worth a note, too.
    fn fix(&self, py: Python<'_>, infos: bool) -> PyResult<Vec<FindingParts>> {
        self.change(py, |m| {
            if infos {
                m.fix_all()
            } else {
                m.fix()
            };
            m.validate()
        })
        .map(findings)
    }

    /// Removes what identifies a person; returns what it was.
    fn scrub(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.change(py, Model::scrub)
    }

    /// What is inside, as JSON; pictures are looked for next to the file, in `textures` and in `game`.
    fn inspect(&self, py: Python<'_>, options: &str) -> PyResult<String> {
        let recipe = self.recipe(py, options, None)?;
        let text = self.read(py, |m| serde_json::to_string(&m.inspect_with(&recipe)))?;
        text.map_err(|e| pyo3::exceptions::PyValueError::new_err(e.to_string()))
    }

    /// Which byte is which field: offset, length, path. Empty once the model was changed.
    fn layout(&self, py: Python<'_>) -> PyResult<Vec<(u64, u64, String)>> {
        let ranges = self.read(py, |m| m.layout().map(|t| t.ranges()).unwrap_or_default())?;
        Ok(ranges.into_iter().map(|r| (r.start, r.len, r.path)).collect())
    }

    /// The model as a scene, and what was found on the way.
    fn scene<'py>(
        &self,
        py: Python<'py>,
        options: &str,
        bone_map: Option<String>,
        tangents: bool,
        writable: bool,
    ) -> PyResult<(Bound<'py, PyDict>, Vec<FindingParts>)> {
        let recipe = self.recipe(py, options, bone_map)?;
        let mut sink = Sink::new();
        let target = tangents.then_some(Target::Glb);
        let made = self.read(py, |m| recipe.scene_of(m, target.as_ref(), &mut sink))?;
        let scene = made.map_err(|e| error::of(py, &e, &self.path))?;
        Ok((Export { py, writable }.scene(scene)?, findings(sink.finish())))
    }
}

/// Opens a file.
#[pyfunction]
pub fn open(py: Python<'_>, path: &str, options_json: &str) -> PyResult<CoreModel> {
    let options = options(py, options_json)?;
    let model = pool::work(py, || {
        let load = Recipe::new(&options)?.options;
        let found = Inputs::default().options(&options).one(path)?;
        Model::open(&found.source, &load)
    })?;
    model.map(CoreModel::new).map_err(|e| error::of(py, &e, path))
}

/// Opens bytes.
#[pyfunction]
pub fn open_bytes(py: Python<'_>, data: &[u8], name: &str, options_json: &str) -> PyResult<CoreModel> {
    let load = recipe(py, options_json, None, None)?.options;
    let model = pool::work(py, || Model::open(&Source::in_memory(name, data), &load))?;
    model.map(CoreModel::new).map_err(|e| error::of(py, &e, name))
}

/// Makes a file of its JSON.
#[pyfunction]
pub fn build(py: Python<'_>, text: &str, recount: bool) -> PyResult<CoreModel> {
    let model = pool::work(py, || {
        Model::build("", text.as_bytes()).map(|mut m| {
            if recount {
                m.recount();
            }
            m
        })
    })?;
    model.map(CoreModel::new).map_err(|e| error::of(py, &e, ""))
}

/// An archive as a file system.
#[pyclass(frozen, module = "xenomesh._xenomesh")]
pub struct CoreArchive {
    files: Arc<dyn Files>,
    #[pyo3(get)]
    path: String,
}

#[pymethods]
impl CoreArchive {
    /// Paths of all files.
    fn names(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        pool::work(py, || {
            let mut out = Vec::new();
            let mut folders = vec![String::new()];
            while let Some(folder) = folders.pop() {
                for entry in self.files.list(&folder) {
                    let path =
                        if folder.is_empty() { entry.name } else { format!("{folder}/{}", entry.name) };
                    if entry.folder { folders.push(path) } else { out.push(path) }
                }
            }
            out.sort();
            out
        })
    }

    /// The bytes of a file, whatever case its path is written in; `None` if it is not there.
    fn read<'py>(&self, py: Python<'py>, path: &str) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let read = pool::work(py, || self.files.resolve(path).map(|true_path| self.files.read(&true_path)))?;
        match read {
            None => Ok(None),
            Some(Ok(bytes)) => Ok(Some(PyBytes::new(py, &bytes))),
            Some(Err(e)) => Err(error::of_io(py, &e, &format!("{}:{path}", self.path))),
        }
    }

    /// Opens a file with the archive around it.
    fn open(&self, py: Python<'_>, path: &str, options_json: &str) -> PyResult<CoreModel> {
        let load = recipe(py, options_json, None, None)?.options;
        let label = format!("{}:{path}", self.path);
        let model = pool::work(py, || {
            let path = self.files.resolve(path).unwrap_or_else(|| path.to_owned());
            Model::open(&Source { files: self.files.clone(), path, label: label.clone() }, &load)
        })?;
        model.map(CoreModel::new).map_err(|e| error::of(py, &e, &label))
    }
}

/// Opens an archive: `.cat`, `.ipf` or `.zip`.
#[pyfunction]
pub fn open_archive(py: Python<'_>, path: &str) -> PyResult<CoreArchive> {
    let files = pool::work(py, || xenomesh::open_files(Path::new(path), Limits::default().bytes))?;
    let files = files.map_err(|e| error::of_io(py, &e, path))?;
    Ok(CoreArchive { files, path: path.to_owned() })
}
