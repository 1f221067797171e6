//! EMotionFX actor (`.xac`): hierarchy, meshes, skins, materials, morph targets.
//!
//! | id | chunk | versions | where |
//! |----|-------|----------|-------|
//! | 0, 11 | node, nodes | 1–4, 1 | `types.rs` |
//! | 1 | mesh | 1, 2 | `mesh.rs` |
//! | 2 | skin | 1–4 | `types.rs` |
//! | 3, 4, 5, 13 | materials | 1–3, 1–2, 1–3, 1–2 | `materials.rs` |
//! | 6, 10, 14, 15 | limit, node groups, motion sources, attachments | 1 | `types.rs` |
//! | 7 | info | 1–4 | `types.rs` |
//! | 8 | a whole actor as a level of detail | 1 | `../body.rs` |
//! | 9, 12 | morph targets | 1 | `morphs.rs` |
//!
//! Known from hundreds of files: all of the layouts above except 0 v1/v2, 1 v2, 2 v1/v4, 3 v3, 5 v1/v3, 7 v1/v3/v4,
//! 13 v2, which come from struct descriptions. Layer 4 is B, G, R, A and limit flags are TX … SZ as in
//! the later public engine. A node is T·R·Q·S·Q⁻¹; the multiply order of the header is kept and changes nothing.

mod from_scene;
pub(crate) mod scene;
pub mod types;

use super::document::{self, root};
use super::types::Magic;
use crate::Format;
pub use from_scene::from_scene;
pub use from_scene::surface::{default_material, unnumbered};
pub use scene::hierarchy::{place, split};
pub use scene::to_scene;

/// The format.
pub static FORMAT: Format = Format {
    id: "xac",
    title: "EMotionFX 3 actor",
    extensions: &["_xmac", "xac"],
    extension: "xac",
    templates: &["xac", "xsm", "xpm"],
    profiles: &["xrebirth", "x4", "tos", "paradox"],
    codes: &[super::rules::codes::SHARED, super::rules::codes::ACTOR],
    ..Format::of::<Xac>()
};

root! {
    /// An actor.
    Xac,
    |bytes, name| document::sniff(Magic::Xac, bytes, name, &["xac", "_xmac"]),
    to_scene,
    from_scene,
    |_| Vec::new(),
    document::no_motion
}
