//! The error of every reader: what, where in the bytes, where in the structure.

use crate::Code;
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
    crate::codes! { CODES = "WIRE":
        TRUNCATED Error
            "the file ends before a field does"
            "the file is cut off or not of this format; get a complete copy";
        COUNT_TOO_LARGE Error
            "a count claims more items than the remaining bytes can hold"
            "the file is damaged, cut off or not of this format";
        LIMIT Error
            "the file needs more memory than the limit allows"
            "raise it with --limit if you trust the file";
        DEPTH Error
            "structures are nested too deep"
            "the file is damaged or made to do harm";
        VALUE Error
            "a value is outside of what the format knows"
            "the file is damaged, newer than this program, or not of this format";
        REQUEST Error
            "what was asked for cannot be made of this file"
            "the message says what is missing; `xenomesh formats` lists what each format can become";
        JSON Error
            "the JSON given to build does not describe a file of this format"
            "start from the output of dump and change values only";
    }
}
