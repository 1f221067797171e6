//! XuMeshFile (`.xmf`): one mesh of X Rebirth or X4.
//!
//! | offset | size | type   | field             | notes                                                  |
//! |--------|------|--------|-------------------|--------------------------------------------------------|
//! | 0x00   | 4    | [u8]   | magic             | `XUMF`                                                 |
//! | 0x04   | 1    | u8     | version           | 3                                                      |
//! | 0x05   | 1    | u8     | big_endian        | 0                                                      |
//! | 0x06   | 1    | u8     | header_size       | 0x40                                                   |
//! | 0x08   | 4    | u8×4   | counts and sizes  | buffers, 0xbc or 0x38; material ranges, 0x88           |
//! | 0x0c   | 2    | u8×2   | culling, handed   | advisory                                               |
//! | 0x0e   | 8    | u32×2  | vertices, indices | garbage in files of some converters                    |
//! | 0x16   | 8    | u32×2  | primitive, optim. | 4; 1 in LODs, 0 in collision meshes                    |
//! | 0x1e   | 24   | f32×6  | bounds            | centre, half size; zero in studio files                |
//! | 0x36   | 10   | [u8]   | zero              |                                                        |
//! | 0x40   | …    |        | descriptions      | kind, usage index, offset, compressed, format, sizes, smallest and largest number, 16 element slots |
//! | …      | …    |        | material ranges   | first index, count, name (128)                          |
//! | …      | …    |        | payloads          | at their offsets from here; zlib level 9               |
//!
//! Known: all of the layout, from studio files and converter files; the alpha of a D3DCOLOR normal, 255 where the picture is
//! mirrored (`from_scene/tangents.rs`). Guessed: UBYTE4, UBYTE4N, UDEC3 and DEC3N (from
//! Direct3D, no file has them), big-endian files (never seen). Unknown: what `culling_cw` does.

mod from_scene;
mod read;
pub mod rules;
mod scene;
mod types;
mod write;

#[cfg(test)]
mod tests;

use from_scene::from_scene;
pub use from_scene::{Game, HALF_ERROR, UV_ERROR, bake, from_mesh, from_mesh_for, material_names};
pub use scene::{Built, PartName, RangeName};
pub use types::*;
pub(crate) use write::adler32;

use crate::egosoft::component::place;
use crate::egosoft::materials::Library;
use crate::{Confidence, Context, Document, Format, Outputs, WriteOptions, from_value};
use ::scene::{Node, Scene};
use serde_json::{Value, json};
use std::io;
use wire::{Reader, Result, Sink};

/// The registry entry.
pub static FORMAT: Format = Format {
    id: "xmf",
    title: "Egosoft mesh (XuMeshFile)",
    extensions: &["xmf"],
    extension: "xmf",
    templates: &["xmf"],
    profiles: &["x4", "xrebirth"],
    codes: &[rules::CODES],
    ..Format::of::<Xmf>()
};

impl Document for Xmf {
    fn sniff(bytes: &[u8], name: &str) -> Confidence {
        if bytes.starts_with(&MAGIC) { Confidence::Magic } else { Confidence::by_name(name, &["xmf"]) }
    }

    fn read(r: &mut Reader<'_>, _: &mut Sink) -> Result<Self> {
        Xmf::read(r)
    }

    fn build(value: Value) -> Result<Self> {
        Xmf::from_dump(from_value(&value)?)
    }

    fn from_scene(scene: &Scene, like: Option<&Self>, options: &WriteOptions, sink: &mut Sink) -> Outputs {
        from_scene(scene, like, options, sink)
    }

    fn picture_names(scene: &Scene, _: Option<&Self>) -> Vec<String> {
        crate::egosoft::pictures::names(scene)
    }

    fn format(&self) -> &'static str {
        FORMAT.id
    }

    fn raw(&self) -> Vec<(String, Vec<u8>)> {
        self.raw_files()
    }

    fn version(&self) -> String {
        self.header.version.to_string()
    }

    fn write(&self) -> Vec<u8> {
        Xmf::write(self)
    }

    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        crate::dump(FORMAT.id, &self.to_dump(), out)
    }

    fn recount(&mut self) {
        Xmf::recount(self);
    }

    fn check(&self, cx: &Context<'_>, sink: &mut Sink) {
        self.check_file(PartName::parse(cx.stem()).collision, sink);
        crate::rules::check(self, sink, |x, pass| x.tangents(cx, pass));
    }

    fn fix(&mut self, cx: &Context<'_>) {
        self.fix_in(PartName::parse(cx.stem()).collision, cx);
    }

    fn details(&self, cx: &Context<'_>) -> Value {
        let part = PartName::parse(cx.stem());
        let buffers: Vec<Value> = self
            .buffers
            .iter()
            .map(|b| {
                let elements: Vec<String> = b
                    .elements()
                    .iter()
                    .map(|e| {
                        format!(
                            "{} {}",
                            types::decl::type_name(e.ty),
                            types::decl::usage_name(e.usage, e.usage_index)
                        )
                    })
                    .collect();
                json!({
                    "kind": if b.desc.is_index() { "indices" } else { "vertices" },
                    "items": b.desc.count(),
                    "itemSize": b.desc.item_size,
                    "compressed": b.desc.compressed != 0,
                    "storedBytes": b.stored().len(),
                    "elements": if b.desc.is_index() { Vec::new() } else { elements },
                })
            })
            .collect();
        let ranges: Vec<Value> = self
            .materials
            .iter()
            .map(|m| json!({"name": String::from_utf8_lossy(m.trimmed()), "firstIndex": m.first_index, "indices": m.num_indices}))
            .collect();
        json!({
            "part": part.part,
            "lod": part.lod,
            "collision": part.collision,
            "buffers": buffers,
            "materialRanges": ranges,
        })
    }

    fn to_scene(&self, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
        let stem = cx.stem().to_owned();
        let part = PartName::parse(&stem);
        let built = self.to_mesh(&stem, sink)?;
        let mut scene = Scene { name: stem.clone(), ..Scene::default() };
        let library = if self.materials.is_empty() { None } else { Library::load(cx.files, cx.path) };
        self.check_library(library.as_deref(), sink);
        let mesh = place(&mut scene, built, &[], library.as_deref(), cx)?;
        // Animations find parts by their plain name.
        let name = if part.collision { stem } else { part.part };
        scene.add_node(Node { name, mesh: Some(mesh), ..Node::default() });
        Ok(scene)
    }
}
