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

use super::types::Emfx;
use super::types::body::Body;
pub use from_scene::{from_scene, outputs};
pub use scene::{animate, to_scene};
use types::MorphTrack;

/// All tracks of a file, wherever they lie.
pub fn tracks(file: &Emfx) -> impl Iterator<Item = &MorphTrack> {
    file.chunks.iter().flat_map(|c| match &c.body {
        Body::MorphTrack(t) => std::slice::from_ref(t),
        Body::MorphTracks(list) => list.as_slice(),
        _ => &[],
    })
}
