//! Rules of references to nodes and of the order of chunks.

use super::super::types::Emfx;
use super::super::types::body::Body;
use super::codes;
use crate::emfx::xac::types::NONE;
use wire::Sink;

pub(super) fn references(file: &Emfx, nodes: usize, sink: &mut Sink) {
    let mut say = |path: String, n: u64| {
        if n >= nodes as u64 {
            sink.push(&codes::NODE_REFERENCE, path, format!("there is no node {n}"));
        }
    };
    for (i, chunk) in file.chunks.iter().enumerate() {
        match &chunk.body {
            Body::Limit(l) => say(format!("chunks[{i}].limit.node"), u64::from(l.node)),
            Body::NodeGroups(g) => {
                for (n, group) in g.groups.iter().enumerate() {
                    for node in &group.nodes {
                        say(format!("chunks[{i}].node_groups[{n}].nodes"), u64::from(*node));
                    }
                }
            }
            Body::MotionSources(l) => {
                for node in l.nodes.iter().filter(|n| **n != u16::MAX) {
                    say(format!("chunks[{i}].motion_sources.nodes"), u64::from(*node));
                }
            }
            Body::Attachments(l) => {
                for node in &l.nodes {
                    say(format!("chunks[{i}].attachments.nodes"), u64::from(*node));
                }
            }
            Body::ActorInfo(info) => {
                for (name, node) in [
                    ("repositioning_node", info.repositioning_node),
                    ("trajectory_node", info.trajectory_node),
                    ("extraction_node", info.extraction_node),
                ] {
                    if let Some(node) = node.filter(|n| *n != NONE) {
                        say(format!("chunks[{i}].actor_info.{name}"), u64::from(node));
                    }
                }
            }
            _ => {}
        }
    }
}

/// What a chunk needs before it: nodes, materials, its mesh.
pub fn rank(body: &Body) -> u8 {
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

pub(super) fn order(file: &Emfx, sink: &mut Sink) {
    let last = |rank_of: u8| file.chunks.iter().rposition(|c| rank(&c.body) == rank_of);
    for (i, chunk) in file.chunks.iter().enumerate() {
        let needs: &[(u8, &str)] = match rank(&chunk.body) {
            2 => &[(1, "nodes")],
            5 => &[(1, "nodes"), (4, "materials")],
            7 => &[(1, "nodes"), (5, "meshes")],
            _ => &[],
        };
        for (needed, what) in needs {
            if last(*needed).is_some_and(|l| l > i) {
                let text = format!("chunk {} comes before {what}, which it needs", chunk.id);
                sink.push(&codes::CHUNK_ORDER, format!("chunks[{i}]"), text);
                return;
            }
        }
    }
}
