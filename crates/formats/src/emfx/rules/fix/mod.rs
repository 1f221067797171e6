//! What is done to a file as a whole: repairing, recounting, scrubbing.

mod recount;
mod scrub;

use super::super::types::body::{Body, Nested};
use super::super::types::{Chunk, Emfx, exporter_size, is_chunk, known_id};
use crate::Repair;
pub use recount::{mesh_totals, recount};
pub use scrub::scrub;
use std::collections::HashMap;

/// Repairs what can be repaired; what is only worth a note with [`Repair::All`].
pub fn fix(file: &mut Emfx, repair: Repair) {
    let sizes = Sizes::of(file, repair);
    file.header.version = [1, 0];
    file.header.multiply_order = file.header.multiply_order.min(1);
    file.trailing.clear();
    let real = ends_at_chunks(&file.chunks);
    let mut real = real.iter();
    file.chunks.retain(|_| real.next() == Some(&true));
    for chunk in &mut file.chunks {
        chunk.slack.clear();
        if let Body::LodActor(lod) = &mut chunk.body
            && let Nested::Actor(inner) = &mut lod.file
        {
            fix(inner, repair);
        }
    }
    crate::rules::settle(file, &|code| repair.takes(code), super::rules);
    // A chunk that is larger than the file now says how large it is.
    recount(file);
    sizes.put_back(file);
}

/// Which chunks stay: all but those that are no chunks, which nothing sound follows.
fn ends_at_chunks(chunks: &[Chunk]) -> Vec<bool> {
    let mut out: Vec<bool> = Vec::with_capacity(chunks.len());
    // Where a known chunk follows, or the end of the file, an unknown one is what it says: as the reader sees it.
    let mut ends = true;
    for c in chunks.iter().rev() {
        let sound = match &c.body {
            Body::Unknown(bytes) => is_chunk(c.id, c.version, ends && c.size as usize == bytes.len()),
            _ => true,
        };
        if sound {
            ends = known_id(c.id) && c.version <= 8;
        }
        out.push(sound);
    }
    out.reverse();
    out
}

/// Declared sizes that are wrong as the exporters have them, which is only worth a note: a chunk that no repair
/// touched keeps its own.
struct Sizes(HashMap<Vec<u8>, u32>);

impl Sizes {
    fn of(file: &Emfx, repair: Repair) -> Self {
        let mut out = HashMap::new();
        for chunk in file.chunks.iter().filter(|_| repair == Repair::Problems) {
            let bytes = chunk.bytes(file.header.endian);
            if chunk.size == 0 || exporter_size(chunk, bytes.len()) {
                out.insert(bytes, chunk.size);
            }
        }
        Self(out)
    }

    fn put_back(&self, file: &mut Emfx) {
        for chunk in file.chunks.iter_mut().filter(|_| !self.0.is_empty()) {
            if let Some(size) = self.0.get(&chunk.bytes(file.header.endian)) {
                chunk.size = *size;
            }
        }
    }
}
