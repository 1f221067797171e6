//! The neutral model, pure steps on it, files, textures, glTF and OBJ.
//!
//! A format never names glTF and glTF never names a format: both meet in [`Scene`].
//! Right-handed, +Y up, counter-clockwise front faces, V down, column vectors, quaternions xyzw, seconds: glTF's
//! conventions. Units are never scaled unless asked for.

#![deny(clippy::indexing_slicing)]

pub mod codes;
pub mod curves;
pub mod disk;
mod files;
mod free;
pub mod gltf;
mod material;
mod mirror;
mod model;
pub mod obj;
pub mod parallel;
mod pictures;
mod sound;
pub mod steps;
#[cfg(feature = "textures")]
pub mod textures;
#[cfg(not(feature = "textures"))]
#[path = "textures_off.rs"]
pub mod textures;

pub use files::{
    Entry, Files, Folder, Memory, Overlay, ReadAt, below, file_name, folder_of, has_extension,
    portable_relative, safe_relative, stem, upwards,
};
pub use free::free_number;
pub use material::*;
pub use mirror::Mirror;
pub use model::*;
