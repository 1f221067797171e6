//! glTF 2.0, both ways.
//!
//! | file | holds |
//! |---|---|
//! | `glb.rs` | the container of a binary file |
//! | `json.rs` | the document as serde structs |
//! | `write/` | [`crate::Scene`] → GLB or separate files; sanitises on the way |
//! | `read/` | GLB or `.gltf` → [`crate::Scene`] |
//!
//! What glTF has no place for rides in `extras.xenomesh`, one JSON string per object: the object's
//! [`crate::Extras`] by family, and under `"model"` what the model itself knows beyond glTF (node kind, raw name,
//! LOD, collision, missing textures, pixel operations). See `write/extras.rs`.

pub mod glb;
mod json;
mod read;
mod write;

pub use read::{read, read_parts, sniff};
pub use write::image_names;
pub use write::{Separate, WriteOptions, check, write_glb, write_gltf};

#[cfg(test)]
mod read_tests;
#[cfg(test)]
mod round_trip;
#[cfg(test)]
mod tests;
