//! Bytes and findings. Knows no format.
//!
//! | piece | what it is for |
//! |---|---|
//! | [`Reader`] | borrows the file; every count, bound and limit is checked here and nowhere else |
//! | [`Columns`], [`Scalar`] | arrays of the file as arrays of ours |
//! | [`Writer`] | the same, backwards |
//! | [`Wire`], [`record!`] | one description of a record, both directions |
//! | [`Error`] | the document cannot continue: code, message, byte offset, field path |
//! | [`Code`], [`Diagnostic`], [`Sink`] | the document can continue, but somebody should know |
//! | [`Trace`] | which byte range is which field, for `--layout` and for finding offsets |
//! | [`Text`] | a string of the file as raw bytes, decoded only for display |
//! | [`exact`] | floats in JSON that keep every bit, NaN payloads included |
#![deny(clippy::indexing_slicing, clippy::arithmetic_side_effects, clippy::as_conversions)]

mod columns;
mod error;
pub mod exact;
mod finding;
mod reader;
mod record;
mod text;
mod trace;
mod writer;

pub use columns::{Columns, Scalar, bulk};
pub use error::{Error, Result, codes};
pub use finding::{Code, Diagnostic, Severity, Sink};
pub use reader::{Limits, Reader};
pub use record::{Versions, Wire};
pub use text::{Text, from_hex, to_hex};
pub use trace::{Range, Trace};
pub use writer::Writer;

/// Byte order of a file, known at run time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Endian {
    /// Least significant byte first.
    #[default]
    Little,
    /// Most significant byte first.
    Big,
}
