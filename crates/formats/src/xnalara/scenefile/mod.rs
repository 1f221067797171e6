//! Scenes (`.scene`): models placed and posed, camera, lights, surroundings. Little-endian, strings with 7-bit lengths.
//!
//! | # | field | type | note |
//! |---|---|---|---|
//! | 1 | version | u16 × 2 | classic up to 1.11, XPS from 1.21 |
//! | 2 | items | u32 count | type, directory (≥ 1.5), visible u8, scale 3 × f32 (≥ 1.8, else 1), bones, position 3 × f32, accessories, glow 6 × f32 (≥ 1.11) |
//! | 3 | camera | 7 × f32 | field of view, target, distance, angles (radians) |
//! | 4 | lights | 1 to 3 | direction, intensity (≥ 1.2), rgb u8, shadow depth; second ≥ 1.4, third ≥ 1.10 |
//! | 5 | surroundings | | post-processing (≥ 1.9), ground, background (≥ 1.1), sky (≥ 1.6), window (≥ 1.7) |
//!
//! Bones, classic: rotation and (≥ 1.3) movement per bone of the model, without count or names. XPS: u32 count, then
//! name, rotation, movement, scale. XPS adds a second accessory list (u16 count), a float before the lights, a byte before
//! lights 2 and 3 (≥ 1.30), bytes around post-processing and two strings after the background image (> 1.21).
//!
//! Known: classic, from its source. One program's reading: XPS. Unknown: 1.12 to 1.20, tried as both.

mod read;
mod scene;
#[cfg(test)]
mod tests;
pub mod types;
mod write;

use super::rules as codes;
use crate::rules::Pass;
use crate::{Confidence, Context, Document, Format, dump, from_value};
use ::scene::Scene;
use serde_json::{Value, json};
use std::io;
use types::{Body, Item, SceneFile};
use wire::{Reader, Result, Sink};

pub use write::write;

/// The format.
pub static FORMAT: Format = Format {
    id: "scene",
    title: "XNALara/XPS scene",
    extensions: &["scene"],
    extension: "scene",
    codes: &[codes::ALL],
    ..Format::one_way::<SceneFile>()
};

impl SceneFile {
    /// The contents, where they are known.
    pub fn contents(&self) -> Option<&types::Contents> {
        match &self.body {
            Body::Known(c) => Some(c),
            Body::Unresolved(_) => None,
        }
    }

    /// Reads itself again with the number of bones each item has.
    fn resolved(&self, bones: &[usize]) -> Result<SceneFile> {
        read::read(&mut Reader::new(&write(self)), Some(bones))
    }
}

fn rules(file: &SceneFile, pass: &mut Pass<'_, SceneFile>) {
    let Some(c) = file.contents() else {
        pass.report(&codes::SCENE_UNRESOLVED, "unresolved", "no number of bones makes the items fit");
        return;
    };
    if c.surroundings.is_none() || !c.rest.is_empty() {
        let message = format!("{} bytes after the lights are not understood", c.rest.len());
        pass.report(&codes::SCENE_TAIL, "rest", message);
    }
    for (i, item) in c.items.iter().enumerate() {
        let bad = item.bones.iter().flat_map(|b| &b.values).chain(&item.scale).chain(&item.position);
        let bad = bad.filter(|v| !v.is_finite()).count();
        if bad > 0 {
            let message = format!("{bad} numbers are not finite");
            pass.repair(&codes::NOT_FINITE, format!("items[{i}]"), message, move |file| {
                let Body::Known(c) = &mut file.body else { return };
                c.items.get_mut(i).into_iter().for_each(Item::make_finite);
            });
        }
    }
}

impl Document for SceneFile {
    fn sniff(_: &[u8], _: &str) -> Confidence {
        Confidence::No
    }

    fn trial(r: &mut Reader<'_>, name: &str, _: &mut Sink) -> Option<(Confidence, Result<Self>)> {
        if name.rsplit('.').next() != Some("scene") {
            return None;
        }
        let read = read::read(r, None);
        Some((if read.is_ok() { Confidence::Content } else { Confidence::Extension }, read))
    }

    fn read(r: &mut Reader<'_>, _: &mut Sink) -> Result<Self> {
        read::read(r, None)
    }

    fn build(value: Value) -> Result<Self> {
        from_value(&value)
    }

    fn format(&self) -> &'static str {
        "scene"
    }

    fn version(&self) -> String {
        format!("{}.{}", self.major, self.minor)
    }

    fn write(&self) -> Vec<u8> {
        write(self)
    }

    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        dump("scene", self, out)
    }

    fn check(&self, _: &Context<'_>, sink: &mut Sink) {
        crate::rules::check(self, sink, rules);
    }

    fn fix(&mut self, cx: &Context<'_>) {
        crate::rules::fix(self, &|code| cx.options.repair.takes(code), rules);
    }

    /// Paths of somebody's disk in directories and pictures.
    fn scrub(&mut self) -> Vec<String> {
        let mut out = Vec::new();
        let Body::Known(c) = &mut self.body else { return out };
        let mut names: Vec<&mut super::net::NetString> =
            c.items.iter_mut().filter_map(|i| i.directory.as_mut()).collect();
        if let Some(s) = &mut c.surroundings {
            names.extend([&mut s.ground_texture, &mut s.background_image]);
            names.extend(&mut s.background_more);
            names.extend(s.sky.as_mut().map(|s| &mut s.texture));
        }
        for name in names {
            let path = name.text.lossy();
            if codes::is_absolute(&path) {
                *name = ::scene::file_name(path.trim_end_matches(['\\', '/'])).into();
                out.push(format!("path: {path}"));
            }
        }
        out
    }

    fn details(&self, cx: &Context<'_>) -> Value {
        let Some(c) = self.contents() else { return json!({ "resolved": false }) };
        let items: Vec<Value> = c
            .items
            .iter()
            .map(|i| {
                json!({
                    "type": i.kind.text.lossy(),
                    "directory": i.directory.as_ref().map(|d| d.text.lossy()),
                    "model": scene::locate(i, cx),
                    "visible": i.visible != 0,
                    "scale": i.scale,
                    "position": i.position,
                    "bones": i.bones.len(),
                    "accessories": i.accessories.len() + i.more_accessories.len(),
                })
            })
            .collect();
        json!({
            "resolved": true,
            "generation": c.generation,
            "items": items,
            "camera": c.camera,
            "lights": c.lights,
            "surroundings": c.surroundings.is_some(),
        })
    }

    fn to_scene(&self, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
        scene::to_scene(self, cx, sink)
    }
}
