//! What the three root types of the family share: signatures, reading, `inspect`, and all of `Document` that is alike.

use super::phonemes;
use super::types::body::{Body, Nested};
use super::types::{Emfx, Magic, wrapped};
use super::xac::Xac;
use super::xpm::Xpm;
use super::xsm::Xsm;
use crate::{Confidence, Context, Document};
use scene::Scene;
use serde_json::{Value, json};
use wire::{Endian, Error, Result, Sink};

pub(super) fn sniff(magic: Magic, bytes: &[u8], name: &str, extensions: &[&str]) -> Confidence {
    if Magic::of(bytes) == Some(magic) || wrapped(bytes).is_some_and(|w| w.1 == magic) {
        return Confidence::Magic;
    }
    Confidence::by_name(name, extensions)
}

/// A file of the kind it is taken for.
pub(super) fn of_kind(magic: Magic, file: Emfx) -> Result<Emfx> {
    if file.header.magic == magic {
        return Ok(file);
    }
    let message = format!("the file is an {}, not an {}", file.header.magic.id(), magic.id());
    Err(Error::at(&wire::codes::VALUE, 0, message).in_field("header"))
}

/// The root type of a format: an [`Emfx`] with its signature. What the three do alike is here, what they differ in is
/// given.
macro_rules! root {
    ($(#[$doc:meta])* $name:ident, $sniff:expr, $to_scene:path, $from_scene:path, $tracks:expr, $animate:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $crate::emfx::Emfx);

        impl std::ops::Deref for $name {
            type Target = $crate::emfx::Emfx;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        impl std::ops::DerefMut for $name {
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.0
            }
        }

        impl $crate::Document for $name {
            fn sniff(bytes: &[u8], name: &str) -> $crate::Confidence {
                let sniff: fn(&[u8], &str) -> $crate::Confidence = $sniff;
                sniff(bytes, name)
            }

            fn read(r: &mut wire::Reader<'_>, sink: &mut wire::Sink) -> wire::Result<Self> {
                let file = $crate::emfx::Emfx::read(r, sink)?;
                $crate::emfx::document::of_kind(Magic::$name, file).map(Self)
            }

            fn build(value: serde_json::Value) -> wire::Result<Self> {
                let file = $crate::from_value::<$crate::emfx::Emfx>(&value)?;
                $crate::emfx::document::of_kind(Magic::$name, file).map(Self)
            }

            fn from_scene(scene: &::scene::Scene, like: Option<&Self>, options: &$crate::WriteOptions, sink: &mut wire::Sink) -> $crate::Outputs {
                $from_scene(scene, like.map(|l| &l.0), options, sink)
            }

            /// Files of the family have one body: what a motion keeps serves an actor, and the other way round.
            fn adopt(other: &dyn $crate::Document) -> Option<Self> {
                $crate::emfx::document::body(other).cloned().map(Self)
            }

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

            fn dump(&self, out: &mut dyn std::io::Write) -> std::io::Result<()> {
                $crate::dump(self.format(), self, out)
            }

            fn recount(&mut self) {
                $crate::emfx::rules::fix::recount(self);
            }

            fn check(&self, _cx: &$crate::Context<'_>, sink: &mut wire::Sink) {
                $crate::emfx::rules::check(self, sink);
            }

            fn fix(&mut self, cx: &$crate::Context<'_>) {
                $crate::emfx::rules::fix::fix(self, cx.options.repair);
            }

            fn scrub(&mut self) -> Vec<String> {
                $crate::emfx::rules::fix::scrub(self)
            }

            fn details(&self, _cx: &$crate::Context<'_>) -> serde_json::Value {
                $crate::emfx::document::details(self)
            }

            fn to_scene(&self, cx: &$crate::Context<'_>, sink: &mut wire::Sink) -> wire::Result<::scene::Scene> {
                $to_scene(self, cx, sink)
            }

            fn tracks(&self) -> Vec<wire::Text> {
                let tracks: fn(&$crate::emfx::Emfx) -> Vec<wire::Text> = $tracks;
                tracks(self)
            }

            fn animate(
                &self,
                scene: &mut ::scene::Scene,
                cx: &$crate::Context<'_>,
                sink: &mut wire::Sink,
            ) -> wire::Result<(usize, usize)> {
                $animate(self, scene, cx, sink)
            }
        }
    };
}

pub(super) use root;

/// The body of a document of the family.
pub(super) fn body(document: &dyn Document) -> Option<&Emfx> {
    let any = document.as_any();
    let actor = any.downcast_ref::<Xac>().map(|d| &d.0);
    actor
        .or_else(|| any.downcast_ref::<Xsm>().map(|d| &d.0))
        .or_else(|| any.downcast_ref::<Xpm>().map(|d| &d.0))
}

/// An actor is no motion.
pub(super) fn no_motion(_: &Emfx, _: &mut Scene, _: &Context<'_>, _: &mut Sink) -> Result<(usize, usize)> {
    Err(Error::new(&wire::codes::REQUEST, "an xac file holds no motion"))
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
pub(super) fn details(file: &Emfx) -> Value {
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
