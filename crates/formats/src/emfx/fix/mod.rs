//! Repairs and recounting; scrubbing is in `scrub.rs`.

mod mesh;
mod morphs;
mod motion;
mod nodes;
mod recount;
mod scrub;
mod surface;

use super::body::{Body, Nested};
use super::check::rank;
use super::chunk::Emfx;
use super::xac::actor::Actor;
pub use motion::{fix_submotion, fix_track};
pub use recount::recount;
pub use scrub::scrub;
use std::collections::HashSet;

/// Repairs what can be repaired.
pub fn fix(file: &mut Emfx) {
    file.header.version = [1, 0];
    file.header.multiply_order = file.header.multiply_order.min(1);
    file.trailing.clear();
    file.chunks
        .retain(|c| !matches!(c.body, Body::Unknown(_)) || c.version <= 8 || super::chunk::known_id(c.id));
    for chunk in &mut file.chunks {
        chunk.slack.clear();
        if let Body::LodActor(lod) = &mut chunk.body
            && let Nested::Actor(inner) = &mut lod.file
        {
            fix(inner);
        }
    }
    nodes::fix_nodes(file);
    let nodes = Actor::new(file).nodes.len();
    surface::fix_materials(file);
    mesh::fix_meshes(file, nodes);
    morphs::fix_morphs(file, nodes);
    nodes::fix_references(file, nodes);
    motion::fix_motions(file);
    if file.chunks.iter().any(|c| rank(&c.body) < 8) {
        sort(file);
    }
    // A chunk that is larger than the file now says how large it is.
    recount(file);
}

/// Chunks in the order the engine needs, each skin behind its mesh.
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
