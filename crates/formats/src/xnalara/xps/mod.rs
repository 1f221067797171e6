//! Binary models (`.mesh`, `.xps`), with or without "Generic Item 2" header. The content decides, not the extension.
//!
//! | # | field | type | note |
//! |---|---|---|---|
//! | 1 | magic | u32 | 323232; absent in classic files, which begin with field 9 |
//! | 2 | version | u16 × 2 | 1.12, 2.12, 2.15, 3.15 |
//! | 3 | tool | string | `XNAaraL` |
//! | 4 | settings words | u32 | length of field 8 in words |
//! | 5–7 | machine, user, files | string | who saved it, reversed; paths |
//! | 8 | settings | words | see [`settings`] |
//! | 9 | bones | u32 count | name, parent i16, head 3 × f32 in model space |
//! | 10 | meshes | u32 count | name, UV layers u32, textures, vertices (see [`vertices`]), triangles |
//! | 11 | trailer | strings | address and network card of the saving machine; only files of XPS |
//!
//! Strings have a 7-bit length. Little-endian. Known: all of it. Guessed: that the settings' hash may be anything.
//! Which vertex layout a file has is decided by trial, see [`scan`].

mod doc;
mod read;
mod rules;
mod scene;
#[cfg(test)]
pub(super) mod tests;
pub mod types;
mod write;

pub(super) use self::scene::placeholders;
pub use self::scene::{Beside, classic_from_scene, from_model, from_scene, standard_header};
pub use rules::scrub_extras;
pub use types::Xps;
pub use write::write;

use crate::{Confidence, Format, Kind, Support};
use wire::Reader;

const SUPPORT: Support = Support { read: true, write: true, validate: true, to_gltf: true, from_gltf: true };

/// Headerless files.
pub static CLASSIC: Format = Format {
    id: "xnalara-bin",
    title: "XNALara model",
    extensions: &["mesh"],
    extension: "mesh",
    kind: Kind::Model,
    support: SUPPORT,
    sniff: sniff_classic,
    read: doc::read,
    build: doc::build,
    from_scene: Some(classic_from_scene),
    templates: &["xnalara-bin", "xps", "xnalara-ascii"],
    profiles: &[],
    codes: &[super::rules::ALL],
};

/// Files with a header.
pub static FORMAT: Format = Format {
    id: "xps",
    title: "XPS model (Generic Item 2)",
    extensions: &["xps"],
    extension: "xps",
    kind: Kind::Model,
    support: SUPPORT,
    sniff: sniff_header,
    read: doc::read,
    build: doc::build,
    from_scene: Some(from_scene),
    templates: &["xnalara-bin", "xps", "xnalara-ascii"],
    profiles: &["xps2", "xps3", "3.15", "2.15", "2.12", "1.12"],
    codes: &[super::rules::ALL],
};

fn sniff_header(bytes: &[u8], _: &str) -> Confidence {
    if bytes.starts_with(&read::scan::MAGIC.to_le_bytes()) { Confidence::Magic } else { Confidence::No }
}

fn sniff_classic(bytes: &[u8], name: &str) -> Confidence {
    if bytes.starts_with(&read::scan::MAGIC.to_le_bytes()) {
        return Confidence::No;
    }
    let ours = matches!(name.rsplit('.').next(), Some("mesh" | "xps"));
    let r = Reader::new(bytes);
    match read::scan::plan(&r) {
        Ok(plan) if plan.readable && !plan.is_empty() && (ours || plan.end == bytes.len()) => {
            Confidence::Content
        }
        Ok(_) if ours => Confidence::Content,
        Err(_) if ours => Confidence::Extension,
        _ => Confidence::No,
    }
}
