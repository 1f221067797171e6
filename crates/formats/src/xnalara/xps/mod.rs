//! Binary models (`.mesh`, `.xps`), with or without "Generic Item 2" header. The content decides, not the extension.
//!
//! | # | field | type | note |
//! |---|---|---|---|
//! | 1 | magic | u32 | 323232; absent in classic files, which begin with field 9 |
//! | 2 | version | u16 × 2 | 1.12, 2.12, 2.15, 3.15 |
//! | 3 | tool | string | `XNAaraL` |
//! | 4 | settings words | u32 | length of field 8 in words |
//! | 5–7 | machine, user, files | string | who saved it, reversed; paths |
//! | 8 | settings | words | see `types/settings.rs` |
//! | 9 | bones | u32 count | name, parent i16, head 3 × f32 in model space |
//! | 10 | meshes | u32 count | name, UV layers u32, textures, vertices (see `types/vertices.rs`), triangles |
//! | 11 | trailer | strings | address and network card of the saving machine; only files of XPS |
//!
//! Strings have a 7-bit length. Little-endian. Known: all of it. Guessed: that the settings' hash may be anything.
//! Which vertex layout a file has is decided by trial, see `read/scan.rs`.

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

use crate::{Confidence, Context, Document, Format, Kind, Support, dump, from_value};
use ::scene::Scene;
use serde_json::{Value, json};
use std::any::Any;
use std::io;
use types::settings::Settings;
use wire::{Reader, Result, Sink};

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
    read: open,
    build: from_json,
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
    read: open,
    build: from_json,
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

/// Reads a binary model.
fn open(r: &mut Reader<'_>, _: &mut Sink) -> Result<Box<dyn Document>> {
    Ok(Box::new(read::read(r)?))
}

/// Makes one from its dump.
fn from_json(value: Value) -> Result<Box<dyn Document>> {
    Ok(Box::new(from_value::<Xps>(value)?))
}

impl Document for Xps {
    fn format(&self) -> &'static str {
        self.format_id()
    }

    fn version(&self) -> String {
        self.header_version().map(|(a, b)| format!("{a}.{b}")).unwrap_or_default()
    }

    fn write(&self) -> Vec<u8> {
        write::write(self)
    }

    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        dump(self.format_id(), self, out)
    }

    fn recount(&mut self) {
        if let Some(h) = &mut self.header
            && let Settings::Items(items) = &mut h.settings
        {
            items.recount();
        }
        for m in &mut self.meshes {
            m.uv_layers = m.vertices.uv_layers;
        }
    }

    fn check(&self, cx: &Context<'_>, sink: &mut Sink) {
        rules::check(self, cx, sink);
    }

    fn fix(&mut self, cx: &Context<'_>) {
        rules::fix(self, cx);
    }

    fn scrub(&mut self) -> Vec<String> {
        rules::scrub(self)
    }

    fn details(&self, _: &Context<'_>) -> Value {
        let settings = self.header.as_ref().map(|h| &h.settings);
        json!({
            "header": self.header.is_some(),
            "layout": self.layout,
            "bones": self.bones.len(),
            "defaultPose": settings.is_some_and(|s| s.pose().is_some()),
            "flags": settings.map(|s| (0..8).filter_map(|f| s.flag(f).map(|v| [f, v])).collect::<Vec<_>>()),
            "trailer": self.trailer.is_some(),
            "trailingBytes": self.trailing.len(),
            "renderGroups": crate::xnalara::details::groups(self.meshes.iter().map(|m| m.name.text.lossy())),
            "switches": crate::xnalara::details::switches(self.meshes.iter().map(|m| m.name.text.lossy())),
        })
    }

    fn to_scene(&self, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
        scene::to_scene(self, cx, sink)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
