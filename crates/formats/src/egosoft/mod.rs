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

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Space of the files to the scene's and back.
pub(crate) const MIRROR: scene::Mirror = scene::Mirror::X;

pub(crate) use scene::has_extension;

/// Bytes as text for extras.
pub(crate) fn base64_text(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// And back.
pub(crate) fn base64_bytes(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}
