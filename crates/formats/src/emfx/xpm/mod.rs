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

mod animate;
mod build;
pub mod types;

use super::body::Body;
use super::chunk::Emfx;
pub use animate::{animate, to_scene};
pub use build::{from_scene, outputs};
use types::MorphTrack;

/// All tracks of a file, wherever they lie.
pub fn tracks(file: &Emfx) -> impl Iterator<Item = &MorphTrack> {
    file.chunks.iter().flat_map(|c| match &c.body {
        Body::MorphTrack(t) => std::slice::from_ref(t),
        Body::MorphTracks(list) => list.as_slice(),
        _ => &[],
    })
}
