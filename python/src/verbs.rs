//! Converting, the support table, pictures of models, and the program itself.

use crate::column::Column;
use crate::error::{self, Class, Details};
use crate::recipe::options;
use crate::{FindingParts, findings, import, pool};
use pyo3::prelude::*;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use view::camera::Angle;
use view::raster::{Background, LARGEST, Look};
use view::thumb::{Shot, still};
use xenomesh::{Converted, Converter, Event, FORMATS, Kind, Status};

/// Input, outputs, findings, error, skipped.
type ConvertedParts = (String, Vec<String>, Vec<FindingParts>, Option<Py<PyAny>>, bool);

/// Converts, calling back and looking for signals on the calling thread.
#[pyfunction]
pub fn convert(
    py: Python<'_>,
    inputs: Vec<String>,
    output: Option<String>,
    options_json: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<ConvertedParts>> {
    let cancel = Arc::new(AtomicBool::new(false));
    let (sender, mut events) = channel();
    let converter =
        Converter::with(options(py, options_json)?).cancel(cancel.clone()).progress(move |event| {
            if let Event::Finished { of, converted, .. } = event {
                // Nobody listens any more once the caller has given up.
                let _ = sender.send((of, converted.label.clone()));
            }
        });
    let worker = std::thread::spawn(move || match output {
        Some(output) => converter.write(inputs, output),
        None => converter.write_next_to(inputs),
    });
    let mut stopped: Option<PyErr> = None;
    let mut done = 0usize;
    loop {
        let listener = &mut events;
        let event = py.detach(move || listener.recv_timeout(Duration::from_millis(50)));
        let asked = match event {
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => Ok(true),
            Ok((of, label)) => {
                done += 1;
                call(py, progress.as_ref().filter(|_| stopped.is_none()), done, of, &label)
            }
        };
        let verdict = asked.and_then(|go_on| py.check_signals().map(|()| go_on));
        if stopped.is_none() {
            stopped = match verdict {
                Ok(true) => continue,
                Ok(false) => Some(cancelled(py)),
                Err(e) => Some(e),
            };
            cancel.store(true, Ordering::Relaxed);
        }
    }
    let finished = py.detach(|| worker.join());
    if let Some(e) = stopped {
        return Err(e);
    }
    let finished = finished.map_err(|_| {
        pyo3::exceptions::PyRuntimeError::new_err("converting ended in a panic: please report it")
    })?;
    let list = finished.map_err(|e| error::of(py, &e, ""))?;
    Ok(list.into_iter().map(|c| parts(py, c)).collect())
}

/// Whether the callback wants to go on.
pub fn call(
    py: Python<'_>,
    callback: Option<&Py<PyAny>>,
    done: usize,
    of: usize,
    label: &str,
) -> PyResult<bool> {
    let Some(callback) = callback else { return Ok(true) };
    let answer = callback.bind(py).call1((done, of, label))?;
    Ok(!answer.is(pyo3::types::PyBool::new(py, false)))
}

/// The caller does not want to go on.
pub fn cancelled(py: Python<'_>) -> PyErr {
    let message = "the progress callback returned False";
    error::raise(py, Class::Cancelled, &Details { message, code: "CANCELLED", ..Details::default() })
}

fn parts(py: Python<'_>, c: Converted) -> ConvertedParts {
    let written = c.status == Status::Done;
    let outputs =
        c.files.iter().filter(|_| written).map(|f| c.output.with_file_name(&f.name).display().to_string());
    let outputs = outputs.collect();
    let error = c.error.as_ref().map(|e| error::of(py, e, &c.label).into_value(py).into_any());
    (c.label, outputs, findings(c.findings), error, c.status == Status::Skipped)
}

type FormatParts =
    (&'static str, &'static str, Vec<&'static str>, &'static str, [bool; 5], Vec<&'static str>);

/// The support table.
#[pyfunction]
pub fn formats() -> Vec<FormatParts> {
    let kind = |kind| match kind {
        Kind::Model => "model",
        Kind::Motion => "motion",
        Kind::Archive => "archive",
        Kind::Companion => "companion",
    };
    let row = |f: &&'static xenomesh::Format| {
        let s = f.support;
        let works = [s.read, s.write, s.validate, s.to_gltf, s.from_gltf];
        (f.id, f.title, f.extensions.to_vec(), kind(f.kind), works, f.profiles.to_vec())
    };
    FORMATS.iter().map(row).collect()
}

/// A picture of a scene: transparent if there is nothing to see.
#[pyfunction]
pub fn thumbnail(
    py: Python<'_>,
    scene: &Bound<'_, PyAny>,
    size: u32,
    yaw: f64,
    pitch: f64,
    wireframe: bool,
    background: Option<[u8; 3]>,
    animation: usize,
    seconds: Option<f64>,
) -> PyResult<Column> {
    if !(1..=LARGEST).contains(&size) {
        return Err(error::field(py, "size", &format!("{size} is not between 1 and {LARGEST} pixels")));
    }
    let scene = import::scene(scene)?;
    let background = background.map_or(Background::Transparent, Background::Plain);
    let look = Look { size: [size; 2], wireframe, background, ..Look::default() };
    let shot = Shot { angle: Angle { yaw, pitch }, look, animation, seconds };
    let picture = pool::work(py, || still(&scene, &shot))?;
    let nothing = match background {
        Background::Transparent => [0; 4],
        Background::Plain([r, g, b]) => [r, g, b, 255],
    };
    let pixels = picture.map_or_else(|| nothing.repeat(size as usize * size as usize), |p| p.rgba);
    Ok(Column::shaped(pixels, &[size as usize, size as usize, 4], true))
}

/// The id of the target that a path's extension stands for.
#[pyfunction]
pub fn target_of_path(py: Python<'_>, path: &str) -> PyResult<&'static str> {
    use xenomesh::Target;
    match Target::choose(None, Some(Path::new(path))).map_err(|e| error::of(py, &e, path))? {
        Target::Glb => Ok("glb"),
        Target::Gltf => Ok("gltf"),
        Target::Obj => Ok("obj"),
        Target::Dae => Ok("dae"),
        Target::Drawing(kind) | Target::Picture(kind) => Ok(kind),
        Target::Game(f) => Ok(f.id),
    }
}

/// Runs the program; returns its exit status.
#[pyfunction]
pub fn run(py: Python<'_>, arguments: Vec<String>) -> u8 {
    py.detach(|| cli::run(arguments))
}
