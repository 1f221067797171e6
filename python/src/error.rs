//! Errors of the library as exceptions of the package. They are defined in Python (`_errors.py`): the limited API of 3.11
//! cannot subclass an exception here.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use wire::{Code, codes};

/// Which class.
#[derive(Clone, Copy)]
pub enum Class {
    /// The file.
    Read,
    /// The request or the scene.
    Write,
    /// The file system.
    File,
    /// A file that is not there.
    Missing,
    /// A file that is there already.
    Exists,
    /// The caller.
    Cancelled,
    /// A value of a scene.
    Field,
}

impl Class {
    fn name(self) -> &'static str {
        match self {
            Self::Read => "ReadError",
            Self::Write => "WriteError",
            Self::File => "FileError",
            Self::Missing => "MissingFileError",
            Self::Exists => "ExistingFileError",
            Self::Cancelled => "Cancelled",
            Self::Field => "FieldError",
        }
    }
}

/// What an exception says.
#[derive(Default)]
pub struct Details<'a> {
    /// One sentence.
    pub message: &'a str,
    /// Stable code.
    pub code: &'a str,
    /// Byte in the file.
    pub offset: Option<u64>,
    /// Field in the structure.
    pub path: &'a str,
    /// What to do.
    pub help: &'a str,
    /// The input.
    pub file: &'a str,
}

static MODULE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// An exception.
pub fn raise(py: Python<'_>, class: Class, d: &Details<'_>) -> PyErr {
    let made = MODULE
        .get_or_try_init(py, || py.import("xenomesh._errors").map(|m| m.into_any().unbind()))
        .and_then(|module| module.bind(py).getattr(class.name()))
        .and_then(|kind| Ok(kind.cast_into::<PyType>()?));
    match made {
        Ok(kind) => {
            let args = (d.message, d.code, d.offset, d.path, d.help, d.file);
            match kind.call1((
                args.0.to_owned(),
                args.1.to_owned(),
                args.2,
                args.3.to_owned(),
                args.4,
                args.5,
            )) {
                Ok(value) => PyErr::from_value(value),
                Err(e) => e,
            }
        }
        Err(e) => e,
    }
}

/// An error of reading or making a file.
pub fn of_file(py: Python<'_>, e: &wire::Error, file: &str) -> PyErr {
    of_kind(py, e, file, Class::Read)
}

/// An error of making a file.
pub fn of_writing(py: Python<'_>, e: &xenomesh::Error, file: &str) -> PyErr {
    match e {
        xenomesh::Error::File(e) => of_kind(py, e, file, Class::Write),
        e => of(py, e, file),
    }
}

fn of_kind(py: Python<'_>, e: &wire::Error, file: &str, usual: Class) -> PyErr {
    let missing = e.message().contains("there is no such file");
    let class = match e.code() {
        c if c.id == formats::UNREADABLE.id && missing => Class::Missing,
        c if c.id == formats::UNREADABLE.id => Class::File,
        c if c.id == codes::REQUEST.id => Class::Write,
        _ => usual,
    };
    let (path, code): (String, &Code) = (e.path(), e.code());
    let details = Details {
        message: e.message(),
        code: code.id,
        offset: e.offset(),
        path: &path,
        help: code.help,
        file,
    };
    raise(py, class, &details)
}

/// An error of the library.
pub fn of(py: Python<'_>, e: &xenomesh::Error, file: &str) -> PyErr {
    let (class, code, message, file) = match e {
        xenomesh::Error::File(e) => return of_file(py, e, file),
        xenomesh::Error::Output { path, message } => {
            let class = if message.starts_with("exists") { Class::Exists } else { Class::File };
            (class, "OUTPUT", message.clone(), path.display().to_string())
        }
        xenomesh::Error::Cancelled => (Class::Cancelled, "CANCELLED", e.to_string(), file.to_owned()),
        _ => (Class::Write, codes::REQUEST.id, e.to_string(), file.to_owned()),
    };
    let help =
        if matches!(class, Class::Exists) { "overwrite=True (convert: force=True) replaces it" } else { "" };
    raise(py, class, &Details { message: &message, code, file: &file, help, ..Details::default() })
}

/// An error of the file system.
pub fn of_io(py: Python<'_>, e: &std::io::Error, file: &str) -> PyErr {
    let class = if e.kind() == std::io::ErrorKind::NotFound { Class::Missing } else { Class::File };
    let details =
        Details { message: &e.to_string(), code: formats::UNREADABLE.id, file, ..Details::default() };
    raise(py, class, &details)
}

/// A value that does not fit into a scene.
pub fn field(py: Python<'_>, path: &str, message: &str) -> PyErr {
    raise(py, Class::Field, &Details { message, path, code: "FIELD", ..Details::default() })
}
