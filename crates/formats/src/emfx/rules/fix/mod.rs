//! Repairs and recounting; scrubbing is in `scrub.rs`.

mod mesh;
mod morphs;
mod motion;
mod nodes;
mod recount;
mod scrub;
mod surface;

use super::super::types::body::{Body, Nested};
use super::super::types::{Chunk, Emfx, exporter_size, known_id};
use super::super::xac::scene::actor::Actor;
use super::rank;
use crate::Repair;
pub use motion::{fix_submotion, fix_track};
pub use recount::recount;
pub use scrub::scrub;
use std::collections::{HashMap, HashSet};

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
    nodes::fix_nodes(file, repair);
    let nodes = Actor::new(file).nodes.len();
    surface::fix_materials(file);
    mesh::fix_meshes(file, nodes);
    morphs::fix_morphs(file, nodes, repair);
    nodes::fix_references(file, nodes);
    motion::fix_motions(file, repair);
    if file.chunks.iter().any(|c| rank(&c.body) < 8) {
        sort(file);
    }
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
        let known = !matches!(c.body, Body::Unknown(_));
        let likely = known || c.version <= 8 || known_id(c.id);
        let sound = likely || (ends && (c.size as usize) == unknown_len(&c.body));
        if sound {
            ends = known_id(c.id) && c.version <= 8;
        }
        out.push(sound);
    }
    out.reverse();
    out
}

fn unknown_len(body: &Body) -> usize {
    if let Body::Unknown(bytes) = body { bytes.len() } else { 0 }
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

/// Chunks in the order the engine needs, each skin after its mesh.
fn sort(file: &mut Emfx) {
    let wrong = {
        let ranks: Vec<u8> = file.chunks.iter().map(|c| rank(&c.body)).filter(|r| *r < 8).collect();
        !ranks.is_sorted_by(|a, b| a <= b || (*a == 2 && *b == 1)) || {
            let mut seen = HashSet::new();
            file.chunks.iter().any(|c| match &c.body {
                Body::Mesh(m) => {
                    seen.insert((m.node, m.collision != 0, m.lod.unwrap_or(0)));
                    false
                }
                Body::Skin(s) => !seen.contains(&(s.node, s.collision != 0, s.lod.unwrap_or(0))),
                _ => false,
            })
        }
    };
    if wrong {
        file.chunks.sort_by_key(|c| {
            let kind = u8::from(matches!(c.body, Body::Skin(_)));
            (rank(&c.body), kind)
        });
    }
}
