//! The error of every reader: what, where in the bytes, where in the structure.

use crate::{Code, Severity};
use std::fmt;

/// Result of reading.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A document cannot be read or made any further.
#[derive(Clone)]
pub struct Error(Box<Inner>);

#[derive(Clone)]
struct Inner {
    code: &'static Code,
    message: String,
    offset: Option<u64>,
    /// Innermost segment first; it grows while the error travels up.
    path: Vec<Segment>,
}

#[derive(Clone)]
enum Segment {
    Field(String),
    Index(usize),
}

impl Error {
    /// An error that belongs to no particular byte.
    pub fn new(code: &'static Code, message: impl Into<String>) -> Self {
        Self(Box::new(Inner { code, message: message.into(), offset: None, path: Vec::new() }))
    }

    /// An error at an absolute byte offset of the file.
    pub fn at(code: &'static Code, offset: u64, message: impl Into<String>) -> Self {
        let mut error = Self::new(code, message);
        error.0.offset = Some(offset);
        error
    }

    /// Adds the field this error passed through on its way up.
    #[must_use]
    pub fn in_field(mut self, name: impl Into<String>) -> Self {
        self.0.path.push(Segment::Field(name.into()));
        self
    }

    /// Adds the list index this error passed through on its way up.
    #[must_use]
    pub fn in_index(mut self, index: usize) -> Self {
        self.0.path.push(Segment::Index(index));
        self
    }

    /// The stable code.
    pub fn code(&self) -> &'static Code {
        self.0.code
    }

    /// What was found and what was expected.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The byte, if one is to blame.
    pub fn offset(&self) -> Option<u64> {
        self.0.offset
    }

    /// The field path, outermost first: `meshes[3].name`.
    pub fn path(&self) -> String {
        let mut out = String::new();
        for segment in self.0.path.iter().rev() {
            match segment {
                Segment::Field(name) => {
                    if !out.is_empty() {
                        out.push('.');
                    }
                    out.push_str(name);
                }
                Segment::Index(i) => out.push_str(&format!("[{i}]")),
            }
        }
        out
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.message)?;
        if let Some(offset) = self.0.offset {
            write!(f, " at {offset:#x}")?;
        }
        let path = self.path();
        if path.is_empty() { Ok(()) } else { write!(f, " in {path}") }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {self}", self.0.code.id)
    }
}

impl std::error::Error for Error {}

/// Codes any format can raise, because the checks live in [`crate::Reader`].
pub mod codes {
    use super::{Code, Severity};

    /// The bytes end too early.
    pub const TRUNCATED: Code = Code {
        id: "WIRE_TRUNCATED",
        severity: Severity::Error,
        summary: "the file ends before a field does",
        help: "the file is cut off or not of this format; get a complete copy",
        fixable: false,
    };
    /// A count claims more items than there are bytes.
    pub const COUNT_TOO_LARGE: Code = Code {
        id: "WIRE_COUNT_TOO_LARGE",
        severity: Severity::Error,
        summary: "a count claims more items than the remaining bytes can hold",
        help: "the file is damaged, cut off or not of this format",
        fixable: false,
    };
    /// A limit of this program was reached.
    pub const LIMIT: Code = Code {
        id: "WIRE_LIMIT",
        severity: Severity::Error,
        summary: "the file needs more memory than the limit allows",
        help: "raise it with --limit if you trust the file",
        fixable: false,
    };
    /// Nested too deep.
    pub const DEPTH: Code = Code {
        id: "WIRE_DEPTH",
        severity: Severity::Error,
        summary: "structures are nested too deep",
        help: "the file is damaged or made to do harm",
        fixable: false,
    };
    /// A value no reader can continue with.
    pub const VALUE: Code = Code {
        id: "WIRE_VALUE",
        severity: Severity::Error,
        summary: "a value is outside of what the format knows",
        help: "the file is damaged, newer than this program, or not of this format",
        fixable: false,
    };
    /// Nothing is wrong with the file; it is not what was asked for.
    pub const REQUEST: Code = Code {
        id: "WIRE_REQUEST",
        severity: Severity::Error,
        summary: "what was asked for cannot be made of this file",
        help: "the message says what is missing; `xenomesh formats` lists what each format can become",
        fixable: false,
    };
    /// The edited JSON does not describe a file.
    pub const JSON: Code = Code {
        id: "WIRE_JSON",
        severity: Severity::Error,
        summary: "the JSON given to build does not describe a file of this format",
        help: "start from the output of dump and change values only",
        fixable: false,
    };
}
