//! Component and macro XML: what a ship or station is made of.
//!
//! ```text
//! components/component@name,@class
//!   source@geometry                      folder of the meshes, from the game root
//!   connections/connection@name,@tags,@parent
//!     offset/position@x,y,z  offset/quaternion@qx,qy,qz,qw
//!     animations/animation@name,@start,@end       frames at 30 a second
//!     parts/part@name,@ref,@wreck
//!       lods/lod@index/materials/material@id,@ref
//!       size/max,center
//! macros/macro@name/component@ref        through index/components.xml
//!   connections/connection@ref/macro@ref,@connection    what is attached, through index/macros.xml
//! ```
//! The text is kept as it is and edited in place.

mod from_scene;
pub mod rules;
mod scene;
mod types;
mod write;

#[cfg(test)]
mod tests;

use from_scene::from_scene;
pub use from_scene::originals::companions;
pub use scene::files::{Finder, Index, LodFile, PartFiles};
pub(super) use scene::place;
pub use types::{Connection, FRAMES_PER_SECOND, LodEntry, Model, Part, XmlAnimation};

use super::xml::Xml;
use crate::egosoft::has_extension;
use crate::{Confidence, Context, Document, Format, Outputs, WriteOptions, from_value};
use ::scene::Scene;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io;
use wire::{Reader, Result, Sink, Text};

/// The registry entry.
pub static FORMAT: Format = Format {
    id: "component",
    title: "Egosoft component or macro (XML)",
    extensions: &["xml"],
    extension: "xml",
    templates: &["component"],
    profiles: &["x4", "xrebirth"],
    codes: &[rules::CODES, super::xml::CODES],
    ..Format::of::<Component>()
};

/// The name of the first element, without parsing more than what is before it.
fn root_element(bytes: &[u8]) -> Option<&str> {
    let mut rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    loop {
        let at = rest.iter().position(|b| *b == b'<')?;
        rest = rest.get(at + 1..)?;
        let skip: &[u8] = match rest.first()? {
            b'?' => b"?>",
            b'!' if rest.starts_with(b"!--") => b"-->",
            b'!' => b">",
            _ => {
                let end = rest.iter().position(|b| !b.is_ascii_alphanumeric() && *b != b'_')?;
                return std::str::from_utf8(rest.get(..end)?).ok();
            }
        };
        let end = rest.windows(skip.len()).position(|w| w == skip)?;
        rest = rest.get(end + skip.len()..)?;
    }
}

#[derive(Serialize, Deserialize)]
struct Dump {
    xml: Text,
}

/// A component or macro file.
#[derive(Debug, Clone)]
pub struct Component {
    /// Its text and structure.
    pub xml: Xml,
}

impl Component {
    /// Reads a file.
    pub fn read(r: &mut Reader<'_>) -> Result<Self> {
        let start = r.position() as u64;
        let source = r.rest();
        // The tree takes up to 16 bytes for one of the text.
        r.charge(source.len() as u64 * 16)?;
        let xml = Xml::parse(source)?;
        if r.is_tracing() {
            let mut tags = xml.tags();
            tags.sort_by_key(|(range, _)| range.start);
            let mut at = 0;
            for (range, path) in tags {
                r.note(start + at as u64, (range.start - at) as u64, "text");
                r.note(start + range.start as u64, range.len() as u64, path);
                at = range.end;
            }
            r.note(start + at as u64, (source.len() - at) as u64, "text");
        }
        r.seek(start + source.len() as u64)?;
        Ok(Self { xml })
    }
}

impl Document for Component {
    fn sniff(bytes: &[u8], name: &str) -> Confidence {
        // The name first: a text without a tag would be looked through to its end.
        let root = if has_extension(name, "xml") { root_element(bytes) } else { None };
        match root {
            Some("components" | "component" | "macros") => Confidence::Content,
            _ => Confidence::No,
        }
    }

    fn read(r: &mut Reader<'_>, _: &mut Sink) -> Result<Self> {
        Component::read(r)
    }

    fn build(value: Value) -> Result<Self> {
        let d: Dump = from_value(&value)?;
        Ok(Component { xml: Xml::parse(&d.xml.0)? })
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

    fn write(&self) -> Vec<u8> {
        self.xml.source().to_vec()
    }

    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        crate::dump(FORMAT.id, &Dump { xml: Text(self.xml.source().to_vec()) }, out)
    }

    fn check(&self, cx: &Context<'_>, sink: &mut Sink) {
        if self.xml.name(self.xml.root()) == "macros" {
            if let Err(e) = scene::files::macro_component(&self.xml, cx) {
                sink.push(e.code(), "macros", e.message());
            }
            return;
        }
        match Model::new(&self.xml) {
            Ok(model) => rules::check(&model, cx, sink),
            Err(e) => sink.push(e.code(), e.path(), e.message()),
        }
    }

    fn details(&self, cx: &Context<'_>) -> Value {
        let Ok(model) = Model::new(&self.xml) else {
            let reference =
                self.xml.all("component").find_map(|c| self.xml.attr(c, "ref").map(|r| r.into_owned()));
            return json!({"macro": true, "component": reference});
        };
        let finder = Finder::new(&model, cx);
        let parts: Vec<Value> = model
            .connections
            .iter()
            .flat_map(|c| c.parts.iter().map(move |p| (c, p)))
            .map(|(c, p)| {
                let files = finder.part(p);
                json!({
                    "name": p.name,
                    "connection": c.name,
                    "parent": c.parent,
                    "ref": p.reference.as_ref().map(|(a, b)| format!("{a}.{b}")),
                    "wreck": p.wreck,
                    "lods": files.lods.iter().map(|f| f.path.clone()).collect::<Vec<_>>(),
                    "collision": files.collision,
                })
            })
            .collect();
        let animations: Vec<Value> = model
            .connections
            .iter()
            .flat_map(|c| {
                c.animations.iter().map(
                    move |a| json!({"connection": c.name, "name": a.name, "start": a.start, "end": a.end}),
                )
            })
            .collect();
        json!({
            "name": model.name,
            "class": model.class,
            "geometry": model.geometry,
            "geometryFolder": finder.geometry_folder(),
            "animationFile": finder.animation_file(),
            "connections": model.connections.len(),
            "parts": parts,
            "animations": animations,
        })
    }

    fn to_scene(&self, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
        if self.xml.name(self.xml.root()) == "macros" {
            return scene::attached::macro_scene(&self.xml, cx, sink);
        }
        let model = Model::new(&self.xml)?;
        scene::Assembly::new(&model, cx, sink).into_scene(sink)
    }
}
