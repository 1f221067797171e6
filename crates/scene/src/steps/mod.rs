//! Pure steps on a [`crate::Scene`]. Each does one thing and leaves the rest alone.

mod attach;
mod bones;
mod influences;
mod merge;
mod normals;
mod orient;
mod prune;
mod roll;
mod scale;
mod sides;
mod still;
mod tangents;
#[cfg(test)]
mod tests;

pub use attach::attach;
pub use bones::bone_map;
pub use influences::max_influences;
pub use merge::merge;
pub use normals::{generate_normals, vertex_normals};
pub use orient::{orient_bones, unorient_bones};
pub use prune::omit_hidden;
pub use scale::scale;
pub use sides::{blender_names, from_blender, source_names, to_blender};
pub use still::{key_times, stand};
pub use tangents::{corner_tangents, generate_tangents, tangents};
