//! Binary game face (`.bgf`): elements, attributes, animations and slides of a user interface scene.
//!
//! | offset | size | type | field | notes |
//! |---|---|---|---|---|
//! | 0x00 | 1 | u8 | byte_order | 0 little, 1 big |
//! | 0x01 | 1 | u8 | | 4 |
//! | 0x02 | 4 | u32 | header_size | 0x1A, bytes after this field |
//! | 0x06 | 8 | [u8] | magic | `AnarkBGF` in both byte orders |
//! | 0x0E | 4 | u32 | version | 3 |
//! | 0x12 | 4 | u32 | | 0 |
//! | 0x16 | 2+2 | u16×2 | width, height | |
//! | 0x1A | 1 | u8 | fit_mode | 0 none, 1 width, 2 both |
//! | 0x1B | 4 | u32 | highest_id | ≥ every scene item id |
//! | 0x1F | 1 | u8 | | 0 |
//! | 0x20 | 104 | u32×26 | memory | 0x64, 25 counts ([`COUNT_NAMES`]) |
//! | 0x88 | … | | strings | u32 size, then u32 length + bytes each |
//! | … | … | | elements | u32 size, [`Element`]s: 18 bytes, +5 when large, +8 per attribute |
//! | … | … | | contracts | u32 size, [`Contract`]s: 8 bytes, +4 per event |
//! | … | … | | animations | u32 size, [`Animation`]s: 12 bytes, +24 per key |
//! | … | … | | logic | u32 size, [`Logic`]s: 8 bytes, +8 per event, +20 per action |
//! | … | … | | params | u32 size, 8 bytes each |
//! | … | … | | slides | u32 size, [`Slide`]s: 33 bytes, settings 13 bytes, +8 per value, +4 per ref |
//!
//! Known from two independent readers, one of which writes a retail file of a sibling game byte for byte; meanings of
//! values from dumps of 25 real scenes. Unknown: counts 5, 7, 24, attribute bits 30–31, slide flag bit 4, the exact rule
//! of count 18.

mod read;
pub mod rules;
#[cfg(test)]
pub(super) mod tests;
mod types;
mod write;

pub use read::read;
pub use types::*;

use crate::anark::companions::Companions;
use crate::anark::frame::{check_magic, check_order};
use crate::anark::names::{Dictionary, Scope, shown};
use crate::{Confidence, Context, Document, Format, Kind, Outputs, WriteOptions};
use scene::Scene;
use serde_json::Value;
use std::collections::HashMap;
use std::io;
use wire::{Error, Reader, Result, Sink, Text, codes};

/// The format.
pub static FORMAT: Format = Format {
    id: "bgf",
    title: "Anark game face",
    extensions: &["bgf"],
    extension: "bgf",
    kind: Kind::Companion,
    templates: &["bgf", "bsg"],
    codes: &[rules::CODES, super::rules::SHARED],
    ..Format::of::<Bgf>()
};

/// From JSON. Strings given instead of indices are found in the strings section, or added to it.
fn build(value: Value) -> Result<Bgf> {
    let list = value.get("strings").and_then(|s| s.get("list")).cloned();
    let strings: Vec<Text> = list.as_ref().map(crate::from_value).transpose()?.unwrap_or_default();
    let counted = value.pointer("/memory/counts/strings").and_then(Value::as_u64);
    let mut scope = Scope::new(Dictionary::default(), strings);
    scope.moved = counted != Some(scope.strings.len() as u64);
    let (bgf, scope) = scope.enter(|| crate::from_value::<Bgf>(&value));
    let mut bgf = bgf?;
    bgf.strings.list = scope.strings;
    check_order(bgf.header.byte_order).map_err(|e| e.in_field("header"))?;
    check_magic(&bgf.header.magic).map_err(|e| e.in_field("header"))?;
    if let Some(a) = bgf.animations.list.iter().find(|a| a.keyframes.len() > usize::from(u16::MAX)) {
        let message = format!("{} keys, at most 65535 fit", a.keyframes.len());
        return Err(Error::new(&codes::JSON, message).in_field("animations"));
    }
    Ok(bgf)
}

impl Bgf {
    /// Names for its hashes: learnt ones, then its own strings.
    pub fn dictionary(&self) -> Dictionary {
        let mut names = Dictionary::new(self.names.iter().map(String::as_str));
        names.extend(self.strings.list.iter().filter_map(shown));
        names
    }

    /// Elements by scene item id; of several with one id the first.
    pub fn elements_by_id(&self) -> HashMap<u32, usize> {
        let mut out = HashMap::new();
        for (i, e) in self.elements.list.iter().enumerate().filter(|(_, e)| e.scene_item_id != 0) {
            out.entry(e.scene_item_id).or_insert(i);
        }
        out
    }

    /// A string for people.
    pub fn string(&self, index: u32) -> Option<&str> {
        self.strings.list.get(index as usize).and_then(shown)
    }
}

impl Document for Bgf {
    fn sniff(bytes: &[u8], name: &str) -> Confidence {
        match bytes.get(6..14) {
            Some(b"AnarkBGF") => Confidence::Magic,
            _ => Confidence::by_name(name, &["bgf"]),
        }
    }

    fn read(r: &mut Reader<'_>, sink: &mut Sink) -> Result<Self> {
        read(r, sink)
    }

    fn build(value: Value) -> Result<Self> {
        build(value)
    }

    fn from_scene(scene: &Scene, like: Option<&Self>, options: &WriteOptions, sink: &mut Sink) -> Outputs {
        super::scene::bgf_from_scene(scene, like, options, sink)
    }

    fn format(&self) -> &'static str {
        "bgf"
    }

    fn version(&self) -> String {
        self.header.version.to_string()
    }

    fn write(&self) -> Vec<u8> {
        self.to_bytes()
    }

    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let scope = Scope::new(self.dictionary(), self.strings.list.clone());
        scope.enter(|| crate::dump("bgf", self, out)).0
    }

    fn set_names(&mut self, names: &[String]) {
        self.names = names.to_vec();
    }

    fn learn_names(&mut self, cx: &Context<'_>) {
        self.names.clone_from(&cx.options.names);
        let companions = Companions::load(cx, &["dae"], &mut Sink::new());
        self.names.extend(companions.dae.into_iter().flat_map(|d| d.names));
    }

    fn recount(&mut self) {
        Bgf::recount(self);
    }

    fn check(&self, cx: &Context<'_>, sink: &mut Sink) {
        rules::check(self, cx, sink);
    }

    fn fix(&mut self, cx: &Context<'_>) {
        rules::fix(self, cx);
    }

    fn details(&self, cx: &Context<'_>) -> Value {
        let companions = Companions::load(cx, &["dae"], &mut Sink::new());
        super::scene::bgf_details(self, &companions, cx)
    }

    fn to_scene(&self, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
        let mut companions = Companions::load(cx, &["bsg", "dae"], sink);
        companions.bgf = Some(self.clone());
        super::scene::to_scene(&companions, cx, sink)
    }
}
