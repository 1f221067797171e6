//! Binary scene graph (`.bsg`): transforms, bounds and opacity of a user interface scene.
//!
//! | offset | size | type | field | notes |
//! |---|---|---|---|---|
//! | 0x00 | 1 | u8 | byte_order | 0 little, 1 big |
//! | 0x01 | 1 | u8 | | 4 |
//! | 0x02 | 2 | u16 | | 0 |
//! | 0x04 | 4 | u32 | header_size | 0x18, bytes after this field |
//! | 0x08 | 8 | u64 | magic | `AnarkBGF` little-endian, `FGBkranA` big-endian |
//! | 0x10 | 4 | u32 | version | 2 |
//! | 0x14 | 4 | u32 | | 2 |
//! | 0x18 | 8 | u8×8 | | ignored |
//! | 0x20 | 12 | u32×3 | memory | 8, number of nodes, number of assets |
//! | 0x2C | 4 | u32 | size | 96 × nodes |
//! | 0x30 | 96 each | | nodes | [`GraphNode`] |
//! | … | 4 | u32 | size | 5 × assets |
//! | … | 5 each | | assets | [`Asset`] |
//!
//! Known from two independent readers: sizes, parents, ids. From notes only: the other fields of a node.

mod read;
pub mod rules;
#[cfg(test)]
mod tests;
mod types;

pub use read::read;
pub use types::{Asset, Bsg, GraphNode, Header, Memory, NodeType, magic};

use crate::anark::companions::Companions;
use crate::anark::frame::{check_magic, check_order};
use crate::{Confidence, Context, Document, Format, Outputs, WriteOptions};
use scene::Scene;
use serde_json::Value;
use std::io;
use wire::{Reader, Result, Sink};

/// The format.
pub static FORMAT: Format = Format {
    id: "bsg",
    title: "Anark scene graph",
    extensions: &["bsg"],
    extension: "bsg",
    templates: &["bgf", "bsg"],
    codes: &[rules::CODES, super::rules::SHARED],
    ..Format::of::<Bsg>()
};

impl Document for Bsg {
    fn sniff(bytes: &[u8], name: &str) -> Confidence {
        match bytes.get(8..16) {
            Some(b"AnarkBGF" | b"FGBkranA") if super::just_cause_version(bytes).is_none() => {
                Confidence::Magic
            }
            _ => Confidence::by_name(name, &["bsg"]),
        }
    }

    fn read(r: &mut Reader<'_>, sink: &mut Sink) -> Result<Self> {
        read(r, sink)
    }

    fn build(value: Value) -> Result<Self> {
        let bsg: Bsg = crate::from_value(&value)?;
        check_order(bsg.header.byte_order).map_err(|e| e.in_field("header"))?;
        check_magic(&bsg.header.magic).map_err(|e| e.in_field("header"))?;
        Ok(bsg)
    }

    fn from_scene(scene: &Scene, like: Option<&Self>, options: &WriteOptions, sink: &mut Sink) -> Outputs {
        super::scene::bsg_from_scene(scene, like, options, sink)
    }

    fn format(&self) -> &'static str {
        "bsg"
    }

    fn version(&self) -> String {
        self.header.version.to_string()
    }

    fn write(&self) -> Vec<u8> {
        self.to_bytes()
    }

    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        crate::dump("bsg", self, out)
    }

    fn set_names(&mut self, names: &[String]) {
        self.names = names.to_vec();
    }

    fn recount(&mut self) {
        Bsg::recount(self);
    }

    fn check(&self, cx: &Context<'_>, sink: &mut Sink) {
        rules::check(self, cx, sink);
    }

    fn fix(&mut self, _cx: &Context<'_>) {
        rules::fix(self);
    }

    fn details(&self, cx: &Context<'_>) -> Value {
        let companions = Companions::load(cx, &["bgf", "dae"], &mut Sink::new());
        super::scene::bsg_details(self, &companions, cx)
    }

    fn to_scene(&self, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
        let mut companions = Companions::load(cx, &["bgf", "dae"], sink);
        companions.bsg = Some(self.clone());
        super::scene::to_scene(&companions, cx, sink)
    }
}
