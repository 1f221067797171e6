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

use self::scene::classic_from_scene;
pub(super) use self::scene::placeholders;
pub use self::scene::{Around, from_model, standard_header};
pub use rules::scrub_extras;
pub use types::Xps;
pub use write::write;

use crate::registry::like;
use crate::{Confidence, Context, Document, Format, Outputs, WriteOptions, dump, from_value};
use ::scene::Scene;
use serde_json::{Value, json};
use std::io;
use types::settings::Settings;
use wire::{Reader, Result, Sink};

const BOTH: Format = Format {
    templates: &["xnalara-bin", "xps", "xnalara-ascii"],
    codes: &[super::rules::ALL],
    ..Format::of::<Xps>()
};

/// Headerless files: only reading shows that a file is one.
pub static CLASSIC: Format = Format {
    id: "xnalara-bin",
    title: "XNALara model",
    extensions: &["mesh"],
    extension: "mesh",
    sniff: |_, _| Confidence::No,
    from_scene: Some(|scene, options, sink| {
        like(options, |original| classic_from_scene(scene, original, options, sink))
    }),
    ..BOTH
};

/// Files with a header.
pub static FORMAT: Format = Format {
    id: "xps",
    title: "XPS model (Generic Item 2)",
    extensions: &["xps"],
    extension: "xps",
    trial: |_, _, _| None,
    profiles: &["xps2", "xps3", "3.15", "2.15", "2.12", "1.12"],
    ..BOTH
};

impl Document for Xps {
    fn sniff(bytes: &[u8], _: &str) -> Confidence {
        if bytes.starts_with(&read::scan::MAGIC.to_le_bytes()) { Confidence::Magic } else { Confidence::No }
    }

    fn trial(r: &mut Reader<'_>, name: &str, _: &mut Sink) -> Option<(Confidence, Result<Self>)> {
        let ours = matches!(name.rsplit('.').next(), Some("mesh" | "xps"));
        let len = r.position() + r.remaining();
        match read::scan::plan(r) {
            Ok(plan) if ours || (plan.readable && !plan.is_empty() && plan.end == len) => {
                Some((Confidence::Content, read::read_with(r, &plan)))
            }
            Err(e) if ours => Some((Confidence::Extension, Err(e))),
            _ => None,
        }
    }

    fn read(r: &mut Reader<'_>, _: &mut Sink) -> Result<Self> {
        read::read(r)
    }

    fn build(value: Value) -> Result<Self> {
        from_value(&value)
    }

    fn from_scene(scene: &Scene, like: Option<&Self>, options: &WriteOptions, sink: &mut Sink) -> Outputs {
        self::scene::from_scene(scene, like, options, sink)
    }

    /// Names and textures; what only binary files have is not there.
    fn adopt(other: &dyn Document) -> Option<Self> {
        let ascii = other.as_any().downcast_ref::<super::ascii::Ascii>()?;
        Some(from_model(&ascii.model().outline(), None, None))
    }

    fn picture_names(scene: &Scene, like: Option<&Self>) -> Vec<String> {
        super::from_scene::picture_names(scene, like.map(Xps::original).as_ref())
    }

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
}
