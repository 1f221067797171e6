//! Part animation (`.ani`): keys of positions, Euler angles and scales.
//!
//! | offset | size | type     | field      | notes                                                       |
//! |--------|------|----------|------------|-------------------------------------------------------------|
//! | 0x00   | 4    | i32      | num_anims  |                                                             |
//! | 0x04   | 4    | i32      | key_offset | 16 + 160 · num_anims; 0 in an empty file                    |
//! | 0x08   | 4    | i32      | version    | 1                                                           |
//! | 0x0c   | 4    | i32      | zero       |                                                             |
//! | 0x10   | 160… |          | anims      | name (64), subname (64), five key counts, duration, 8 zero bytes |
//! | …      | 128… |          | keys       | by animation: position, rotation, scale, pre and post scale |
//!
//! Known: the layout, seconds, radians, the order of angles and what control points are (see `scene/curves.rs`), that a key's
//! interpolation is that of the way to the next key. The duration is the window that plays: keys before and after it are
//! normal. Unknown: `angle_key`, ease in and out, quadratic and cubic keys.

mod from_scene;
pub mod rules;
pub mod scene;
mod types;

#[cfg(test)]
mod tests;

pub use crate::egosoft::fixed::Fixed;
pub use from_scene::{from_channels, rebuild_all};
pub use types::*;

use crate::egosoft::has_extension;
use crate::{Confidence, Context, Document, Format, Kind, Names, Output, Outputs, WriteOptions, from_value};
use ::scene::{Node, Scene};
use serde_json::{Value, json};
use std::io;
use wire::{Reader, Result, Sink, Text};

/// The registry entry.
pub static FORMAT: Format = Format {
    id: "ani",
    title: "Egosoft part animation",
    extensions: &["ani"],
    extension: "ani",
    kind: Kind::Motion,
    codes: &[rules::CODES],
    ..Format::of::<Ani>()
};

impl Document for Ani {
    fn sniff(bytes: &[u8], name: &str) -> Confidence {
        if !has_extension(name, "ani") || bytes.starts_with(b"RIFF") {
            // Windows has animated cursors of that name.
            Confidence::No
        } else if bytes.get(8..16) == Some(&[1, 0, 0, 0, 0, 0, 0, 0]) {
            Confidence::Content
        } else {
            Confidence::Extension
        }
    }

    fn read(r: &mut Reader<'_>, _: &mut Sink) -> Result<Self> {
        Ani::read(r)
    }

    fn build(value: Value) -> Result<Self> {
        from_value(&value)
    }

    fn from_scene(scene: &Scene, _: Option<&Self>, _: &WriteOptions, sink: &mut Sink) -> Outputs {
        let ani = from_channels(scene, sink)?;
        if ani.anims.is_empty() {
            sink.push(&rules::LOST, "", "no animation of the scene moves a part: the file is empty");
        }
        Ok(vec![Output::new(".ani", ani.write())])
    }

    fn format(&self) -> &'static str {
        FORMAT.id
    }

    fn version(&self) -> String {
        self.header.version.to_string()
    }

    fn write(&self) -> Vec<u8> {
        Ani::write(self)
    }

    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        crate::dump(FORMAT.id, self, out)
    }

    fn recount(&mut self) {
        Ani::recount(self);
    }

    fn check(&self, _cx: &Context<'_>, sink: &mut Sink) {
        self.check_file(sink);
    }

    fn fix(&mut self, _cx: &Context<'_>) {
        self.fix_file();
    }

    fn details(&self, _cx: &Context<'_>) -> Value {
        let anims: Vec<Value> = self
            .anims
            .iter()
            .map(|a| {
                json!({
                    "part": String::from_utf8_lossy(a.desc.part()),
                    "name": a.desc.subname.lossy(),
                    "seconds": a.desc.duration,
                    "keys": a.lists().map(Vec::len),
                })
            })
            .collect();
        json!({"animations": anims})
    }

    fn to_scene(&self, cx: &Context<'_>, _sink: &mut Sink) -> Result<Scene> {
        let mut scene = Scene { name: cx.stem().to_owned(), ..Scene::default() };
        let names = Names::detect(self.anims.iter().map(|a| a.desc.part()), cx.options.encoding.as_deref())?;
        for part in self.tracks() {
            let (name, raw_name) = names.decode(&part.0);
            scene.add_node(Node { name, raw_name, ..Node::default() });
        }
        self.bind(&mut scene);
        Ok(scene)
    }

    fn tracks(&self) -> Vec<Text> {
        let mut seen = std::collections::HashSet::new();
        let parts = self.anims.iter().map(|a| Text(a.desc.part().to_vec()));
        parts.filter(|p| seen.insert(p.clone())).collect()
    }

    fn animate(&self, scene: &mut Scene, _cx: &Context<'_>, _sink: &mut Sink) -> Result<(usize, usize)> {
        Ok((self.bind(scene), self.anims.len()))
    }
}
