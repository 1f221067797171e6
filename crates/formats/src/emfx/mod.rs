//! EMotionFX 3: actors (`.xac`), skeletal motions (`.xsm`) and progressive morph motions (`.xpm`), with Risen's
//! wrappers (`._xmac`, `._xmot`) and Tree of Savior's `.xsmtime`.
//!
//! The layout of the file is in `chunk.rs`, that of the chunks in `xac/types.rs`, `xsm/types.rs`, `xpm/types.rs`.

mod document;
mod foreign;
mod from_scene;
mod joints;
mod maths;
mod notes;
mod phonemes;
mod rules;
#[cfg(test)]
mod tests;
mod types;
pub(crate) mod xac;
pub(crate) mod xpm;
pub(crate) mod xsm;

pub use foreign::sentence;
pub use joints::{restore, settle};
pub use types::body::{Body, LodActor, Nested};
pub use types::events::{EventTable, TimeStamp};
pub use types::{Chunk, Emfx, Header, Magic, Wrapper};
pub use xac::Xac;
pub use xpm::Xpm;
pub use xsm::Xsm;
pub use xsm::types::xsmtime::XsmTime;

/// The chunks of an actor.
pub mod actor {
    pub use super::xac::types::*;
}

/// The chunks of a skeletal motion.
pub mod motion {
    pub use super::xsm::types::*;
}

/// The chunks of a morph motion.
pub mod morph_motion {
    pub use super::xpm::types::*;
}

use xac::place as xac_place;
use xac::split as xac_split;
use xsm::name_of as motion_name;
use xsm::rotation_channel as xsm_rotation;

/// What we write as the source application.
const APPLICATION: &str = "Xenomesh";

/// What we write as the build date of the exporter: after November 2012 names are UTF-8.
const EXPORTER_DATE: &str = "Jan  1 2026";
