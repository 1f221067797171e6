//! The family as formats and documents.

use super::rules::{codes, fix};
use super::types::body::{Body, Nested};
use super::types::{Emfx, Magic, wrapped};
use super::xsm::types::xsmtime;
use super::xsm::types::xsmtime::XsmTime;
use super::{phonemes, rules, xac, xpm, xsm};
use crate::{Confidence, Context, Document, Format, Kind, Support, dump, from_value};
use scene::Scene;
use serde_json::{Value, json};
use std::any::Any;
use std::io;
use wire::{Endian, Error, Reader, Result, Sink, Text};

const SUPPORT: Support = Support { read: true, write: true, validate: true, to_gltf: true, from_gltf: true };

/// Actors.
pub static XAC: Format = Format {
    id: "xac",
    title: "EMotionFX 3 actor",
    extensions: &["_xmac", "xac"],
    extension: "xac",
    kind: Kind::Model,
    support: SUPPORT,
    sniff: |bytes, name| sniff(Magic::Xac, bytes, name, &[".xac", "._xmac"]),
    read,
    build,
    from_scene: Some(xac::from_scene),
    templates: &["xac", "xsm", "xpm"],
    profiles: &["xrebirth", "x4", "tos", "paradox"],
    codes: &[codes::SHARED, codes::ACTOR],
};

/// Skeletal motions.
pub static XSM: Format = Format {
    id: "xsm",
    title: "EMotionFX 3 skeletal motion",
    extensions: &["xsmtime", "_xmot", "xsm"],
    extension: "xsm",
    kind: Kind::Motion,
    support: SUPPORT,
    sniff: |bytes, name| {
        if name.ends_with(".xsmtime") && xsmtime::is(bytes) {
            return Confidence::Content;
        }
        sniff(Magic::Xsm, bytes, name, &[".xsm", "._xmot", ".xsmtime"])
    },
    read: |r, sink| {
        if r.peek(4) == [0xff; 4] {
            return Ok(Box::new(XsmTime::read(r)?));
        }
        read(r, sink)
    },
    build: |value| {
        if value.get("mark").is_some() {
            return Ok(Box::new(from_value::<XsmTime>(value)?));
        }
        build(value)
    },
    from_scene: Some(xsm::from_scene),
    templates: &["xac", "xsm", "xpm"],
    profiles: &["xrebirth", "x4", "tos", "paradox"],
    codes: &[codes::SHARED, codes::MOTION],
};

/// Progressive morph motions.
pub static XPM: Format = Format {
    id: "xpm",
    title: "EMotionFX 3 morph motion",
    extensions: &["xpm"],
    extension: "xpm",
    kind: Kind::Motion,
    support: SUPPORT,
    sniff: |bytes, name| sniff(Magic::Xpm, bytes, name, &[".xpm"]),
    read,
    build,
    from_scene: Some(xpm::from_scene),
    templates: &["xac", "xsm", "xpm"],
    profiles: &["xrebirth", "x4", "tos", "paradox"],
    codes: &[codes::SHARED, codes::MORPH_MOTION],
};

fn sniff(magic: Magic, bytes: &[u8], name: &str, extensions: &[&str]) -> Confidence {
    if Magic::of(bytes) == Some(magic) || wrapped(bytes).is_some_and(|w| w.1 == magic) {
        return Confidence::Magic;
    }
    if extensions.iter().any(|e| name.ends_with(e)) { Confidence::Extension } else { Confidence::No }
}

fn read(r: &mut Reader<'_>, sink: &mut Sink) -> Result<Box<dyn Document>> {
    Ok(Box::new(Emfx::read(r, sink)?))
}

fn build(value: Value) -> Result<Box<dyn Document>> {
    Ok(Box::new(from_value::<Emfx>(value)?))
}

impl Document for Emfx {
    fn format(&self) -> &'static str {
        self.header.magic.id()
    }

    fn version(&self) -> String {
        let [high, low] = self.header.version;
        format!("{high}.{low}")
    }

    fn write(&self) -> Vec<u8> {
        self.to_bytes()
    }

    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        dump(self.format(), self, out)
    }

    fn recount(&mut self) {
        fix::recount(self);
    }

    fn check(&self, _cx: &Context<'_>, sink: &mut Sink) {
        rules::check(self, sink);
    }

    fn fix(&mut self, cx: &Context<'_>) {
        fix::fix(self, cx.options.repair);
    }

    fn scrub(&mut self) -> Vec<String> {
        fix::scrub(self)
    }

    fn details(&self, _cx: &Context<'_>) -> Value {
        details(self)
    }

    fn to_scene(&self, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
        match self.header.magic {
            Magic::Xac => xac::to_scene(self, cx, sink),
            Magic::Xsm => xsm::to_scene(self, cx, sink),
            Magic::Xpm => xpm::to_scene(self, cx, sink),
        }
    }

    fn tracks(&self) -> Vec<Text> {
        match self.header.magic {
            Magic::Xac => Vec::new(),
            Magic::Xsm => xsm::submotions(self).map(|s| s.name.clone()).collect(),
            Magic::Xpm => xpm::tracks(self).map(|t| t.name.clone()).collect(),
        }
    }

    fn animate(&self, scene: &mut Scene, cx: &Context<'_>, sink: &mut Sink) -> Result<(usize, usize)> {
        match self.header.magic {
            Magic::Xac => Err(Error::new(&wire::codes::REQUEST, "an xac file holds no motion")),
            Magic::Xsm => xsm::animate(self, scene, cx, sink),
            Magic::Xpm => xpm::animate(self, scene, cx, sink),
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// What a chunk is, in words.
fn chunk_name(id: u32) -> &'static str {
    match id {
        0 => "node",
        1 => "mesh",
        2 => "skin",
        3 => "material",
        4 => "material layer",
        5 => "effect material",
        6 => "limit",
        7 => "actor info",
        8 => "level of detail",
        9 => "morph target",
        10 => "node groups",
        11 => "nodes",
        12 => "morph targets",
        13 => "material totals",
        14 => "motion sources",
        15 => "attachment nodes",
        50 => "motion events",
        51 => "time stamp",
        100 => "morph track",
        101 => "morph motion info",
        102 => "morph tracks",
        200 => "submotion",
        201 => "motion info",
        202 => "submotions",
        203 => "wavelet motion",
        _ => "unknown",
    }
}

/// What a repositioning mask takes.
fn parts_of_mask(mask: u32) -> Vec<&'static str> {
    let parts = [(1, "position"), (2, "rotation"), (4, "scale")];
    parts.into_iter().filter(|(bit, _)| mask & bit != 0).map(|(_, name)| name).collect()
}

/// What is inside, for `inspect`.
fn details(file: &Emfx) -> Value {
    let chunks: Vec<Value> = file
        .chunks
        .iter()
        .map(|c| {
            let mut entry = json!({"id": c.id, "name": chunk_name(c.id), "version": c.version, "size": c.size});
            let extra = match &c.body {
                Body::ActorInfo(i) => json!({
                    "actorInfo": i,
                    "repositioning": i.repositioning_mask.or(i.extraction_mask).map(parts_of_mask),
                }),
                Body::MorphTarget(t) => json!({"morphTargets": [{"name": t.name, "phonemes": phonemes::names(t.phonemes)}]}),
                Body::MorphTargets(l) => json!({
                    "lod": l.lod,
                    "morphTargets": l.targets.iter().map(|t| json!({"name": t.name, "phonemes": phonemes::names(t.phonemes)})).collect::<Vec<_>>(),
                }),
                Body::MotionInfo(i) => json!({"motionInfo": i}),
                Body::MorphInfo(i) => json!({"morphInfo": i}),
                Body::TimeStamp(t) => json!({"timeStamp": t}),
                Body::Nodes(n) => json!({"nodes": n.nodes.len()}),
                Body::Submotions(s) => json!({"submotions": s.len()}),
                Body::MorphTracks(t) => json!({
                    "tracks": t.len(),
                    "phonemes": t.iter().filter(|t| t.phonemes != 0)
                        .map(|t| json!({"name": t.name, "phonemes": phonemes::names(t.phonemes)})).collect::<Vec<_>>(),
                }),
                Body::Wavelet(w) => json!({"wavelet": w.info}),
                Body::Unknown(b) => json!({"bytes": b.len()}),
                Body::LodActor(l) => json!({"lod": l.level, "actor": match &l.file {
                    Nested::Actor(a) => details(a),
                    Nested::Bytes(b) => json!({"bytes": b.len()}),
                }}),
                _ => Value::Null,
            };
            if let (Value::Object(entry), Value::Object(extra)) = (&mut entry, extra) {
                entry.extend(extra);
            }
            entry
        })
        .collect();
    json!({
        "endian": if file.header.endian == Endian::Big { "big" } else { "little" },
        "multiplyOrder": file.header.multiply_order,
        "wrapped": file.wrapper.is_some(),
        "chunks": chunks,
    })
}

impl Document for XsmTime {
    fn format(&self) -> &'static str {
        "xsm"
    }

    fn version(&self) -> String {
        "xsmtime".into()
    }

    fn write(&self) -> Vec<u8> {
        self.to_bytes()
    }

    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        dump("xsm", self, out)
    }

    fn check(&self, _cx: &Context<'_>, sink: &mut Sink) {
        rules::xsmtime(self, sink);
    }

    fn fix(&mut self, _cx: &Context<'_>) {
        self.items.retain(|i| i.time.is_finite());
        self.items.sort_by(|a, b| a.time.total_cmp(&b.time));
        self.trailing.clear();
    }

    fn details(&self, _cx: &Context<'_>) -> Value {
        json!({"times": self.items.len()})
    }

    fn to_scene(&self, cx: &Context<'_>, _sink: &mut Sink) -> Result<Scene> {
        Ok(Scene { name: cx.stem().to_owned(), ..Scene::default() })
    }

    fn animate(&self, _scene: &mut Scene, _cx: &Context<'_>, _sink: &mut Sink) -> Result<(usize, usize)> {
        Ok((0, 0))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
