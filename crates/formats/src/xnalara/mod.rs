//! XNALara and XPS: binary and ASCII models, poses, scenes.
//!
//! | module | files |
//! |---|---|
//! | [`xps`] | binary `.mesh` and `.xps` |
//! | [`ascii`] | `.mesh.ascii` |
//! | [`pose`] | `.pose` |
//! | [`scenefile`] | `.scene` |
//!
//! Shared here: [`model`] (columns of any model file), [`groups`], [`names`] and `materials` (what a mesh name means),
//! [`maths`] (poses), `rules` (codes and rules; those about vertices in `rules/geometry.rs`), `scene`, `from_scene`.

pub mod ascii;
mod details;
mod foreign;
mod from_scene;
pub mod groups;
pub mod maths;
pub mod model;
pub mod names;
pub mod net;
mod notes;
mod numbers;
pub mod pose;
pub mod rules;
mod scene;
pub mod scenefile;
pub mod xps;

pub use foreign::sentence;
pub use from_scene::picture_names;
pub use xps::scrub_extras;
