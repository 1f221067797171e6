//! The document of an ASCII model.

use super::super::rules as codes;
use super::super::rules::fix;
use super::super::rules::geometry::{At, Locate};
use super::super::rules::{About, is_absolute};
use super::super::scene::materials::Surface;
use super::super::scene::{Wrapping, to_scene};
use super::{read as reader, write};
use crate::rules::{Pass, settle};
use crate::xnalara::from_scene::Original;
use crate::xnalara::model::{Bone, Geometry, Mesh, Model, Texture};
use crate::xnalara::xps::{Around, Xps};
use crate::xnalara::{details, from_scene};
use crate::{Confidence, Context, Document, Output, Outputs, WriteOptions, dump, from_value};
use scene::Scene;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::cell::OnceCell;
use std::io;
use wire::{Code, Reader, Result, Sink, Text};

/// An ASCII model: the text, and what it says.
#[derive(Debug, Clone)]
pub struct Ascii {
    /// The text as it was read.
    source: Vec<u8>,
    /// What it says, perhaps changed since.
    model: Model,
    /// Whether `model` may say something else than `source`.
    edited: bool,
    /// Where the last value ends.
    end: usize,
    /// Meshes with tangents in the text.
    tangent_lines: Vec<usize>,
}

/// What `dump` shows: the values, and the text that spells them.
#[derive(Serialize, Deserialize)]
struct Repr {
    source: Text,
    bones: Vec<Bone>,
    meshes: Vec<MeshRepr>,
}

#[derive(Serialize, Deserialize)]
struct MeshRepr {
    name: Text,
    uv_layers: u32,
    textures: Vec<Texture>,
    vertices: Geometry,
    indices: Vec<u32>,
}

/// Reads a text.
fn read(r: &mut Reader<'_>, sink: &mut Sink) -> Result<Ascii> {
    let base = r.offset();
    let source = r.rest();
    let parsed = if r.is_tracing() {
        let parsed = reader::parse::<true>(source, sink);
        if let Ok(parsed) = &parsed {
            trace(r, &parsed.model, &parsed.spans)?;
        }
        parsed
    } else {
        reader::parse::<false>(source, sink)
    }
    .map_err(|e| if base == 0 { e } else { shift(&e, base) })?;
    let source = source.to_vec();
    r.take(r.remaining())?;
    let (end, tangent_lines) = (parsed.end, parsed.tangent_lines);
    Ok(Ascii { source, model: parsed.model, edited: false, end, tangent_lines })
}

fn shift(e: &wire::Error, base: u64) -> wire::Error {
    let at = e.offset().unwrap_or(0) + base;
    let out = wire::Error::at(e.code(), at, e.message());
    if e.path().is_empty() { out } else { out.in_field(e.path()) }
}

/// Names the bytes: each field reaches from the end of the one before to its own end.
fn trace(r: &mut Reader<'_>, model: &Model, spans: &[super::read::scan::Span]) -> Result<()> {
    let start = r.position();
    let mut ends = spans.iter().map(|s| s.1 as usize);
    // Up to the end of the n-th value from here.
    let upto = |r: &mut Reader<'_>, n: usize, ends: &mut dyn Iterator<Item = usize>| {
        let Some(last) = n.checked_sub(1) else { return Ok(()) };
        let end = ends.nth(last).unwrap_or(0);
        let here = r.position() - start;
        r.take(end.saturating_sub(here)).map(|_| ())
    };
    r.field("bones", |r| {
        for i in 0..model.bones.len() {
            r.index(i, |r| {
                r.field("name", |r| upto(r, 1, &mut ends))?;
                r.field("parent", |r| upto(r, 1, &mut ends))?;
                r.field("position", |r| upto(r, 3, &mut ends))
            })?;
        }
        Ok(())
    })?;
    r.field("meshes", |r| {
        for (i, m) in model.meshes.iter().enumerate() {
            let g = &m.geometry;
            r.index(i, |r| {
                r.field("name", |r| upto(r, 1, &mut ends))?;
                r.field("textures", |r| {
                    for t in 0..m.textures.len() {
                        r.index(t, |r| {
                            r.field("file", |r| upto(r, 1, &mut ends))?;
                            r.field("uv_layer", |r| upto(r, 1, &mut ends))
                        })?;
                    }
                    Ok(())
                })?;
                let vertices = g.len() * (10 + 2 * g.uvs.len()) + 2 * g.weights.bones.len();
                r.field("vertices", |r| upto(r, vertices, &mut ends))?;
                r.field("triangles", |r| upto(r, m.indices.len(), &mut ends))
            })?;
        }
        Ok(())
    })?;
    let rest = r.fork().remaining();
    r.field("rest", |r| r.take(rest)).map(|_| ())
}

/// Makes one from its dump.
fn build(value: Value) -> Result<Ascii> {
    let repr: Repr = from_value(&value)?;
    let model = Model {
        bones: repr.bones,
        meshes: repr
            .meshes
            .into_iter()
            .map(|m| Mesh {
                name: m.name,
                textures: m.textures,
                uv_layers: m.uv_layers,
                geometry: m.vertices,
                indices: m.indices,
            })
            .collect(),
    };
    Ok(Ascii { source: repr.source.0, ..Ascii::of(model) })
}

/// Makes one from a scene.
fn from_scene(scene: &Scene, like: Option<&Ascii>, options: &WriteOptions, sink: &mut Sink) -> Outputs {
    let original = like.map(Ascii::original);
    let mut made = from_scene::model(scene, original, options, from_scene::Target::Text, sink)?;
    for m in &mut made.model.meshes {
        m.geometry.tangents.clear();
    }
    if !made.model.bones.is_empty() {
        fix::fit_layout(&mut made.model, false, false);
    }
    let mut out = vec![Output::new(String::new(), write::spell(&made.model))];
    out.extend(crate::xnalara::xps::placeholders(&made.placeholders, options));
    out.extend(made.pictures);
    Ok(out)
}

impl Ascii {
    /// Of a model that no text spells yet.
    fn of(model: Model) -> Self {
        Self { source: Vec::new(), model, edited: true, end: usize::MAX, tangent_lines: Vec::new() }
    }

    /// As the original of what is written.
    fn original(&self) -> Original {
        let around = Around { format: "xnalara-ascii".into(), header: None, trailer: None };
        Original::new(&self.model, around)
    }

    /// What the text says.
    pub fn model(&self) -> &Model {
        &self.model
    }

    fn check_text(&self, sink: &mut Sink) {
        let mut blank = 0;
        let mut comma = 0;
        for line in self.source.split(|b| *b == b'\n') {
            let text = line.split(|b| *b == b'#').next().unwrap_or_default().trim_ascii();
            blank += usize::from(text.is_empty());
            let has_comma = |t: &[u8]| {
                t.contains(&b',') && crate::xnalara::numbers::parse_f32(t).is_some() && !t.contains(&b'.')
            };
            comma += usize::from(
                text.contains(&b',')
                    && text.split(u8::is_ascii_whitespace).all(|t| {
                        t.is_empty() || has_comma(t) || crate::xnalara::numbers::parse_f32(t).is_some()
                    }),
            );
        }
        // The last line end leaves one empty piece.
        blank -= usize::from(self.source.ends_with(b"\n"));
        if blank > 0 && !self.edited {
            sink.push_at(&codes::TEXT_BLANK, 0, "", format!("{blank} lines are empty or comments"));
        }
        if comma > 0 && !self.edited {
            sink.push_at(&codes::TEXT_COMMA, 0, "", format!("{comma} lines have numbers with a comma"));
        }
        for i in &self.tangent_lines {
            let message = "a line of four numbers follows each UV";
            sink.push(&codes::TEXT_TANGENTS, format!("meshes[{i}].vertices"), message);
        }
        for (i, m) in self.model.meshes.iter().enumerate() {
            if m.uv_layers as usize != m.geometry.uvs.len() {
                let message = format!("{} layers declared, {} found", m.uv_layers, m.geometry.uvs.len());
                sink.push(&codes::TEXT_UV, format!("meshes[{i}].vertices"), message);
            }
        }
        let tail = self.source.get(self.end..).unwrap_or_default();
        let left = tail
            .split(|b| *b == b'\n')
            .map(|l| l.split(|b| *b == b'#').next().unwrap_or_default().trim_ascii().len())
            .sum::<usize>();
        if left > 0 && !self.edited {
            let message = format!("{left} characters follow the last triangle");
            sink.push_at(&codes::TRAILING_BYTES, self.end as u64, "rest", message);
        }
    }
}

fn rules(model: &Model, cx: &Context<'_>, place: Locate<'_>, pass: &mut Pass<'_, Model>) {
    let about = About { stem: cx.stem(), header: false, text: true };
    codes::rules(model, about, cx.options.encoding.as_deref(), place, pass);
}

impl Document for Ascii {
    fn sniff(bytes: &[u8], name: &str) -> Confidence {
        super::sniff(bytes, name)
    }

    fn read(r: &mut Reader<'_>, sink: &mut Sink) -> Result<Self> {
        read(r, sink)
    }

    fn build(value: Value) -> Result<Self> {
        build(value)
    }

    fn from_scene(scene: &Scene, like: Option<&Self>, options: &WriteOptions, sink: &mut Sink) -> Outputs {
        from_scene(scene, like, options, sink)
    }

    /// Names and textures.
    fn adopt(other: &dyn Document) -> Option<Self> {
        other.as_any().downcast_ref::<Xps>().map(|xps| Self::of(xps.outline()))
    }

    fn picture_names(scene: &Scene, like: Option<&Self>) -> Vec<String> {
        from_scene::picture_names(scene, like.map(Ascii::original).as_ref())
    }

    fn format(&self) -> &'static str {
        "xnalara-ascii"
    }

    fn write(&self) -> Vec<u8> {
        if self.edited { write::respell(&self.source, &self.model) } else { self.source.clone() }
    }

    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let mesh = |m: &Mesh| MeshRepr {
            name: m.name.clone(),
            uv_layers: m.uv_layers,
            textures: m.textures.clone(),
            vertices: m.geometry.clone(),
            indices: m.indices.clone(),
        };
        let repr = Repr {
            source: Text(self.source.clone()),
            bones: self.model.bones.clone(),
            meshes: self.model.meshes.iter().map(mesh).collect(),
        };
        dump("xnalara-ascii", &repr, out)
    }

    fn recount(&mut self) {
        for m in &mut self.model.meshes {
            m.uv_layers = m.geometry.uvs.len() as u32;
        }
        self.edited = true;
    }

    fn check(&self, cx: &Context<'_>, sink: &mut Sink) {
        self.check_text(sink);
        let places = OnceCell::new();
        let place = |mesh, element| {
            let parsed = places.get_or_init(|| reader::parse::<true>(&self.source, &mut Sink::new()).ok());
            let span = parsed.as_ref().filter(|_| !self.edited).and_then(|p| p.span_of(mesh, element));
            span.map_or(At::Into(0), |(start, _)| At::Byte(u64::from(start)))
        };
        crate::rules::check(&self.model, sink, |model, pass| rules(model, cx, &place, pass));
    }

    fn fix(&mut self, cx: &Context<'_>) {
        let nowhere = |_, _| At::Into(0);
        let takes = |code: &Code| cx.options.repair.takes(code);
        settle(&mut self.model, &takes, |model, pass| rules(model, cx, &nowhere, pass));
        for m in &mut self.model.meshes {
            m.uv_layers = m.geometry.uvs.len() as u32;
        }
        // Spelled anew as a whole: looseness goes with the old text.
        self.source = write::spell(&self.model);
        self.edited = false;
        self.end = self.source.len();
        self.tangent_lines.clear();
    }

    fn scrub(&mut self) -> Vec<String> {
        let mut out = Vec::new();
        for t in self.model.meshes.iter_mut().flat_map(|m| &mut m.textures) {
            let file = t.file.lossy();
            if is_absolute(&file) {
                let name = t.file.0.rsplit(|b| matches!(b, b'\\' | b'/' | b':')).next();
                t.file = Text(name.unwrap_or_default().to_vec());
                out.push(format!("path of a texture: {file}"));
            }
        }
        self.edited |= !out.is_empty();
        out
    }

    fn details(&self, _: &Context<'_>) -> Value {
        let names = || self.model.meshes.iter().map(|m| m.name.lossy());
        json!({
            "bones": self.model.bones.len(),
            "lineEnd": if self.source.windows(2).any(|w| w == b"\r\n") { "crlf" } else { "lf" },
            "byteOrderMark": self.source.starts_with(b"\xef\xbb\xbf"),
            "renderGroups": details::groups(names()),
            "switches": details::switches(names()),
        })
    }

    fn to_scene(&self, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
        let wrapping = Wrapping {
            surface: Surface::CLASSIC,
            pose: None,
            extras: json!({ "format": "xnalara-ascii" }),
            text: true,
        };
        to_scene(self.model.clone(), wrapping, cx, sink)
    }
}
