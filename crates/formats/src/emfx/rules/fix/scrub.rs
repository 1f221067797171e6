//! Removing what identifies a person.

use crate::emfx::types::body::{Body, Nested};
use crate::emfx::types::{Chunk, Emfx};
use wire::{Endian, Text, Writer};

/// Removes folders (they hold user names) from the file an exporter worked on; returns what it was.
pub fn scrub(file: &mut Emfx) -> Vec<String> {
    let mut out = Vec::new();
    let mut cut = |what: &str, text: &mut Text| {
        let at = text.0.iter().rposition(|b| matches!(b, b'\\' | b'/' | b':'));
        if let Some(name) = at.and_then(|i| text.0.get(i + 1..)).map(<[u8]>::to_vec) {
            out.push(format!("{what} {:?}", text.lossy()));
            *text = Text(name);
        }
    };
    for chunk in &mut file.chunks {
        match &mut chunk.body {
            Body::ActorInfo(i) => cut("original file", &mut i.original_file),
            Body::MotionInfo(i) => cut("original file", &mut i.original_file),
            Body::MorphInfo(i) => cut("original file", &mut i.original_file),
            _ => {}
        }
    }
    for chunk in &mut file.chunks {
        if let Body::LodActor(lod) = &mut chunk.body {
            if let Nested::Actor(inner) = &mut lod.file {
                let inside = scrub(inner);
                if !inside.is_empty() {
                    lod.size = inner.to_bytes().len() as u32;
                    chunk.size = lod.size + 8;
                }
                out.extend(inside);
            }
        } else if matches!(chunk.body, Body::ActorInfo(_) | Body::MotionInfo(_) | Body::MorphInfo(_))
            && !out.is_empty()
            && chunk.size != 0
        {
            chunk.size = chunk_size(chunk);
        }
    }
    if !out.is_empty()
        && let Some(mut wrapper) = file.wrapper.take()
    {
        wrapper.byte_count = file.to_bytes().len() as u32;
        file.wrapper = Some(wrapper);
    }
    out
}

fn chunk_size(chunk: &Chunk) -> u32 {
    let mut w = Writer::new(Endian::Little);
    chunk.body.write(&mut w, chunk.version);
    (w.len() + chunk.slack.len()) as u32
}
