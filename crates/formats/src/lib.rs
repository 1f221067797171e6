//! One folder per format, the registry, sniffing and the pipeline from files to a [`scene::Scene`].
//!
//! Adding a format touches its folder, one line of `registry.rs`, one fuzz target and one changelog line.
#![deny(clippy::indexing_slicing)]

pub mod anark;
mod document;
pub mod egosoft;
mod emfx;
pub mod exercise;
mod gltf;
mod json;
mod options;
pub mod pipeline;
mod registry;
pub mod report;
mod text;
pub mod xnalara;

pub use document::{Context, Document, Kind, Output, Support};
pub use json::{build, dump, from_value};
pub use options::{LoadOptions, Lod, Rest, WriteOptions};
pub use registry::{Confidence, FORMATS, Format, by_id, codes, identify, read, stem};
pub use text::Names;
