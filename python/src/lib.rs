//! The compiled part of the Python package `xenomesh`: columns, scenes both ways, and the verbs.
//!
//! Classes that people see are Python (`xenomesh/*.py`); what is here is what they call.

mod column;
mod error;
mod export;
mod import;
mod model;
mod picture;
mod pool;
mod recipe;
mod rows;
mod scenes;
mod verbs;

use pyo3::prelude::*;

/// The compiled part. Use the package, not this module: it may change with every release.
#[pymodule]
pub mod _xenomesh {
    #[pymodule_export]
    use crate::column::Column;
    #[pymodule_export]
    use crate::model::{CoreArchive, CoreModel, build, open, open_archive, open_bytes};
    #[pymodule_export]
    use crate::picture::{decode_image, encode_png, local_matrices, mime, world_matrices};
    #[pymodule_export]
    use crate::recipe::convert_options;
    #[pymodule_export]
    use crate::rows::{catalogue_models, catalogue_row, catalogue_rows};
    #[pymodule_export]
    use crate::scenes::{check_scene, copy_scene, save_file, save_scene, scene_from_gltf, write_scene};
    #[pymodule_export]
    use crate::verbs::{convert, formats, run, target_of_path, thumbnail};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(m: &Bound<'_, PyModule>) -> PyResult<()> {
        m.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// What a finding says, in the order of `Finding`.
pub(crate) type FindingParts = (&'static str, &'static str, String, String, Option<u64>, bool, &'static str);

/// Findings for Python.
pub(crate) fn findings(list: Vec<wire::Diagnostic>) -> Vec<FindingParts> {
    let one = |d: wire::Diagnostic| {
        let severity = severity(d.severity);
        (d.code.id, severity, d.message, d.path, d.offset, d.fixable, d.code.help)
    };
    list.into_iter().map(one).collect()
}

/// The word for a severity.
pub(crate) fn severity(severity: wire::Severity) -> &'static str {
    match severity {
        wire::Severity::Error => "error",
        wire::Severity::Warning => "warning",
        wire::Severity::Info => "info",
    }
}
