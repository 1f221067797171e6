//! One folder per format, the registry and sniffing. The crate `xenomesh` is the front door to all of it.
#![deny(clippy::indexing_slicing)]

#[cfg(feature = "anark")]
pub mod anark;
pub mod archive;
mod document;
#[cfg(feature = "egosoft")]
pub mod egosoft;
#[cfg(feature = "emotionfx")]
pub mod emfx;
pub mod exercise;
mod foreign;
pub mod gltf;
pub mod ipf;
mod json;
pub mod motions;
mod notes;
mod open;
mod options;
pub mod paradox;
mod registry;
pub mod rules;
mod strict;
mod text;
#[cfg(feature = "xnalara")]
pub mod xnalara;
pub mod zip;

pub use document::{Context, Document, Kind, Output, Outputs, Support};
#[cfg(feature = "emotionfx")]
pub use emfx::{restore, settle};
pub use json::{build, dump, from_value};
pub use open::{MOTION_BOUND, MOTION_NONE, MOTION_UNBOUND, Opened, UNREADABLE, open, open_as};
pub use options::{Frames, LoadOptions, Lod, Repair, Rest, WriteOptions};
pub use registry::counted;
pub use registry::{Confidence, FORMATS, Format, FromScene, Read, by_id, codes, identify, read, stem};
pub use strict::{ABOUT_OTHERS, ROUNDS};
pub use text::Names;

/// Only EMotionFX has scales to put back.
#[cfg(not(feature = "emotionfx"))]
pub fn restore(_: &mut scene::Scene) {}

/// Only EMotionFX has scales to take from joints.
#[cfg(not(feature = "emotionfx"))]
pub fn settle(_: &mut scene::Scene) {}
