//! Pure steps on a [`crate::Scene`].

mod normals;

pub use normals::vertex_normals;
