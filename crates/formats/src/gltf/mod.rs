//! glTF 2.0 (`.glb`, `.gltf`) as a document like any other: kept byte for byte, read by [`scene::gltf`].
//!
//! | offset | size | type | field | notes |
//! |--------|------|------|-------|-------|
//! | 0x00 | 4 | [u8] | magic | `glTF`; without it the file is JSON |
//! | 0x04 | 4 | u32 | version | 2 |
//! | 0x08 | 4 | u32 | length | of the whole file |
//! | 0x0c | … | | chunks | length u32, kind `JSON` or `BIN\0`, data padded to 4 |
//!
//! Little-endian. Known: all of it. The container is described in [`scene::gltf::glb`], where both directions of it are.

mod rules;
#[cfg(test)]
mod tests;
mod types;

pub use types::{Chunk, Gltf};

use crate::{Confidence, Context, Document, Format, Support};
use scene::Scene;
use scene::gltf::glb::{Glb, JSON, MAGIC};
use serde_json::Value;
use std::io;
use wire::{Reader, Result, Sink, Text, Wire, Writer};

/// glTF in the registry.
pub static FORMAT: Format = Format {
    id: "gltf",
    title: "Khronos glTF 2.0",
    extensions: &["glb", "gltf"],
    extension: "glb",
    support: Support { from_gltf: true, ..Support::MODEL },
    codes: &[rules::CODES],
    ..Format::one_way::<Gltf>()
};

fn read(r: &mut Reader<'_>, sink: &mut Sink) -> Result<Gltf> {
    let size = r.remaining();
    let Some(glb) = Glb::read(r)? else {
        let rest = Text(r.field("rest", |r| r.take(size))?.to_vec());
        return Ok(Gltf { header: None, chunks: Vec::new(), rest });
    };
    if glb.header.length as usize != size {
        let message = format!("the header says {} bytes, the file has {size}", glb.header.length);
        sink.push_at(&rules::GLB_LENGTH, 8, "header.length", message);
    }
    let chunk = |(kind, data): ([u8; 4], &[u8])| Chunk {
        kind: Text(kind.to_vec()),
        length: data.len() as u32,
        data: Text(data.to_vec()),
    };
    let chunks = glb.chunks.into_iter().map(chunk).collect();
    Ok(Gltf { header: Some(glb.header), chunks, rest: Text(glb.rest.to_vec()) })
}

impl Document for Gltf {
    fn sniff(bytes: &[u8], name: &str) -> Confidence {
        let head: &[u8] = bytes.get(..bytes.len().min(4096)).unwrap_or_default();
        if bytes.starts_with(MAGIC) {
            Confidence::Magic
        } else if name.ends_with(".gltf") && head.trim_ascii_start().starts_with(b"{") {
            Confidence::Content
        } else {
            Confidence::by_name(name, &["glb", "gltf"])
        }
    }

    fn read(r: &mut Reader<'_>, sink: &mut Sink) -> Result<Self> {
        read(r, sink)
    }

    fn build(value: Value) -> Result<Self> {
        crate::from_value(&value)
    }

    fn format(&self) -> &'static str {
        FORMAT.id
    }

    fn version(&self) -> String {
        "2.0".into()
    }

    fn write(&self) -> Vec<u8> {
        let mut w = Writer::default();
        if let Some(header) = &self.header {
            header.write(&mut w);
        }
        for chunk in &self.chunks {
            w.u32(chunk.length);
            w.bytes(&chunk.kind.0);
            w.bytes(&chunk.data.0);
        }
        w.bytes(&self.rest.0);
        w.finish()
    }

    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        crate::dump(FORMAT.id, self, out)
    }

    fn recount(&mut self) {
        for chunk in &mut self.chunks {
            chunk.length = chunk.data.0.len() as u32;
        }
        let length = self.size() as u32;
        if let Some(header) = &mut self.header {
            header.length = length;
        }
    }

    fn check(&self, cx: &Context<'_>, sink: &mut Sink) {
        let length = self.size();
        if let Some(h) =
            self.header.as_ref().filter(|h| h.length as usize != length && !sink.has(&rules::GLB_LENGTH))
        {
            sink.push(
                &rules::GLB_LENGTH,
                "header.length",
                format!("the header says {}, the file has {length}", h.length),
            );
        }
        if let Err(e) = self.to_scene(cx, sink) {
            sink.push(e.code(), e.path(), e.message());
        }
    }

    fn fix(&mut self, _cx: &Context<'_>) {
        self.recount();
    }

    fn scrub(&mut self) -> Vec<String> {
        if self.header.is_none() {
            let Some((json, removed)) = rules::scrub(&self.rest.0) else { return Vec::new() };
            self.rest = Text(json);
            return removed;
        }
        let Some(chunk) = self.chunks.iter_mut().find(|c| c.kind.0 == JSON) else { return Vec::new() };
        let Some((mut json, removed)) = rules::scrub(&chunk.data.0) else { return Vec::new() };
        json.resize(json.len().next_multiple_of(4), b' ');
        chunk.data = Text(json);
        self.recount();
        removed
    }

    fn to_scene(&self, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
        let limit = cx.options.limits.bytes;
        let mut scene = scene::gltf::read_parts(self.parts()?, cx.files, cx.path, limit, sink)?;
        if scene.name.is_empty() {
            cx.stem().clone_into(&mut scene.name);
        }
        Ok(scene)
    }
}
