//! EMotionFX progressive morph motion (`.xpm`).
//!
//! | id | chunk | versions | notes |
//! |----|-------|----------|-------|
//! | 100 | one track | 1 | |
//! | 101 | info | 1 | |
//! | 102 | tracks | 1 | u32 count first; 0 is common |
//! | 50, 51 | events, time stamp | 1–3, 1 | `../events.rs` |
//!
//! Time precedes value. A value means min + (max − min)·v/65535; weights move in straight lines.

mod from_scene;
mod scene;
pub mod types;

use super::document::{self, root};
use super::types::Emfx;
use super::types::Magic;
use super::types::body::Body;
use crate::{Format, Kind};
pub use from_scene::{from_scene, outputs};
pub use scene::{animate, to_scene};
use types::MorphTrack;

/// The format.
pub static FORMAT: Format = Format {
    id: "xpm",
    title: "EMotionFX 3 morph motion",
    extensions: &["xpm"],
    extension: "xpm",
    kind: Kind::Motion,
    templates: &["xac", "xsm", "xpm"],
    profiles: &["xrebirth", "x4", "tos", "paradox"],
    codes: &[super::rules::codes::SHARED, super::rules::codes::MORPH_MOTION],
    ..Format::of::<Xpm>()
};

root! {
    /// A progressive morph motion.
    Xpm,
    |bytes, name| document::sniff(Magic::Xpm, bytes, name, &["xpm"]),
    to_scene,
    from_scene,
    |file| tracks(file).map(|t| t.name.clone()).collect(),
    animate
}

/// All tracks of a file, wherever they are.
pub fn tracks(file: &Emfx) -> impl Iterator<Item = &MorphTrack> {
    file.chunks.iter().flat_map(|c| match &c.body {
        Body::MorphTrack(t) => std::slice::from_ref(t),
        Body::MorphTracks(list) => list.as_slice(),
        _ => &[],
    })
}
