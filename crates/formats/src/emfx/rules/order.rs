//! Rules of references to nodes and of the order of chunks.

use super::super::types::Emfx;
use super::super::types::body::Body;
use super::{Later, codes};
use crate::emfx::xac::types::NONE;
use crate::rules::Pass;
use std::collections::HashMap;

pub(super) fn references(file: &Emfx, nodes: usize, later: &mut Later, pass: &mut Pass<'_, Emfx>) {
    let fits = move |n: u32| (n as usize) < nodes;
    for (i, chunk) in file.chunks.iter().enumerate() {
        let mut bad: Vec<(String, u32)> = Vec::new();
        let mut say = |path: &dyn Fn() -> String, n: u32| {
            if !fits(n) {
                bad.push((path(), n));
            }
        };
        match &chunk.body {
            Body::Limit(l) => {
                say(&|| "limit.node".into(), l.node);
                later.gone.extend((!fits(l.node)).then_some(i));
            }
            Body::NodeGroups(g) => {
                for (n, group) in g.groups.iter().enumerate() {
                    group.nodes.iter().for_each(|v| say(&|| format!("node_groups[{n}].nodes"), (*v).into()));
                }
            }
            Body::MotionSources(l) => {
                let used = l.nodes.iter().filter(|n| **n != u16::MAX);
                used.for_each(|n| say(&|| "motion_sources.nodes".into(), (*n).into()));
            }
            Body::Attachments(l) => {
                l.nodes.iter().for_each(|n| say(&|| "attachments.nodes".into(), (*n).into()));
            }
            Body::ActorInfo(info) => {
                for (name, node) in [
                    ("repositioning_node", info.repositioning_node),
                    ("trajectory_node", info.trajectory_node),
                    ("extraction_node", info.extraction_node),
                ] {
                    if let Some(n) = node.filter(|n| *n != NONE) {
                        say(&|| format!("actor_info.{name}"), n);
                    }
                }
            }
            _ => {}
        }
        if !bad.is_empty() {
            pass.keep(&codes::NODE_REFERENCE, move |file| {
                file.chunks.get_mut(i).into_iter().for_each(|c| drop_references(&mut c.body, fits));
            });
        }
        for (path, n) in bad {
            pass.report(
                &codes::NODE_REFERENCE,
                format!("chunks[{i}].{path}"),
                format!("there is no node {n}"),
            );
        }
    }
}

fn drop_references(body: &mut Body, fits: impl Fn(u32) -> bool) {
    match body {
        Body::NodeGroups(g) => g.groups.iter_mut().for_each(|g| g.nodes.retain(|n| fits((*n).into()))),
        Body::MotionSources(l) => {
            l.nodes.iter_mut().filter(|n| !fits((**n).into())).for_each(|n| *n = u16::MAX);
        }
        Body::Attachments(l) => l.nodes.retain(|n| fits((*n).into())),
        Body::ActorInfo(info) => {
            for node in [&mut info.repositioning_node, &mut info.trajectory_node, &mut info.extraction_node] {
                *node = node.map(|n| if fits(n) { n } else { NONE });
            }
        }
        _ => {}
    }
}

/// What a chunk needs before it: nodes, materials, its mesh.
fn rank(body: &Body) -> u8 {
    match body {
        Body::ActorInfo(_) => 0,
        Body::Node(_) | Body::Nodes(_) => 1,
        Body::Limit(_) | Body::NodeGroups(_) | Body::MotionSources(_) | Body::Attachments(_) => 2,
        Body::MaterialInfo(_) => 3,
        Body::Material(_) | Body::FxMaterial(_) | Body::MaterialLayer(_) => 4,
        Body::Mesh(_) | Body::Skin(_) => 5,
        Body::LodActor(_) => 6,
        Body::MorphTarget(_) | Body::MorphTargets(_) => 7,
        _ => 8,
    }
}

pub(super) fn order(file: &Emfx, later: &mut Later, pass: &mut Pass<'_, Emfx>) {
    let last: HashMap<u8, usize> = file.chunks.iter().enumerate().map(|(i, c)| (rank(&c.body), i)).collect();
    for (i, chunk) in file.chunks.iter().enumerate() {
        let needs: &[(u8, &str)] = match rank(&chunk.body) {
            2 => &[(1, "nodes")],
            5 => &[(1, "nodes"), (4, "materials")],
            7 => &[(1, "nodes"), (5, "meshes")],
            _ => &[],
        };
        for (needed, what) in needs {
            if last.get(needed).is_some_and(|l| *l > i) {
                let text = format!("chunk {} comes before {what}, which it needs", chunk.id);
                pass.report(&codes::CHUNK_ORDER, format!("chunks[{i}]"), text);
                later.sort = true;
                return;
            }
        }
    }
}

/// Chunks in the order the engine needs, each skin after its mesh.
pub(super) fn sort(file: &mut Emfx) {
    file.chunks.sort_by_key(|c| (rank(&c.body), matches!(c.body, Body::Skin(_))));
}

/// Where a material may be put: before everything that needs it.
pub(super) fn place_of_material(file: &Emfx) -> usize {
    file.chunks.iter().position(|c| (5..8).contains(&rank(&c.body))).unwrap_or(file.chunks.len())
}
