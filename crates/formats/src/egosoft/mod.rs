//! Egosoft: X Rebirth and X4.
//!
//! Meshes ([`xmf`]), part animation ([`ani`]), archives ([`cat`]), and the component XML that puts them together
//! ([`component`]) with materials from `material_library.xml` ([`materials`]).

pub mod ani;
pub mod cat;
pub mod component;
mod find;
mod fixed;
pub mod materials;
pub mod modding;
pub mod notes;
pub mod pictures;
pub mod xmf;
pub mod xml;

/// Space of the files to the scene's and back.
pub(crate) const MIRROR: scene::Mirror = scene::Mirror::X;

pub(crate) use crate::notes::{base64_bytes, base64_text};
pub(crate) use scene::has_extension;
