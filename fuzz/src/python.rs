//! The boundary of the Python package: `python.py` says things to the compiled module that no package of ours would.
#![no_main]

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyModule};
use std::ffi::CString;
use std::sync::LazyLock;

use _xenomesh::_xenomesh as module;

/// The function of `python.py` that is called with each input.
static DRIVER: LazyLock<Py<PyAny>> = LazyLock::new(|| {
    pyo3::append_to_inittab!(module);
    Python::attach(|py| {
        let package = std::env::var("XENOMESH_PACKAGE").unwrap_or_else(|_| "python/xenomesh".into());
        let code = CString::new(include_str!("python.py"))?;
        let driver = PyModule::from_code(py, &code, c"python.py", c"driver")?;
        driver.getattr("start")?.call1((package,))?;
        Ok::<_, PyErr>(driver.getattr("run")?.unbind())
    })
    .unwrap_or_else(|e| panic!("{e}"))
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let driver = &*DRIVER;
    Python::attach(|py| {
        if let Err(e) = driver.bind(py).call1((PyBytes::new(py, bytes),)) {
            e.print(py);
            panic!("python: {e}");
        }
    });
});
