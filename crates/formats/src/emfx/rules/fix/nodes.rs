//! Repairs of nodes and of references to them.

use super::super::is_unit;
use crate::Repair;
use crate::emfx::maths::{to_f32, unit};
use crate::emfx::types::Emfx;
use crate::emfx::types::body::Body;
use crate::emfx::xac::types::{NONE, Node};
use std::collections::HashSet;
use wire::Text;

fn each_node(file: &mut Emfx) -> impl Iterator<Item = &mut Node> {
    file.chunks.iter_mut().flat_map(|c| match &mut c.body {
        Body::Node(n) => std::slice::from_mut(&mut **n),
        Body::Nodes(list) => list.nodes.as_mut_slice(),
        _ => &mut [],
    })
}

pub(super) fn fix_nodes(file: &mut Emfx, repair: Repair) {
    let mut names: HashSet<Vec<u8>> = each_node(file).map(|n| n.name.0.clone()).collect();
    let mut used: HashSet<Vec<u8>> = HashSet::new();
    for (i, node) in each_node(file).enumerate() {
        if node.parent != NONE && node.parent as usize >= i {
            node.parent = NONE;
        }
        for q in [&mut node.rotation, &mut node.scale_rotation] {
            if !is_unit(*q) {
                *q = unit(*q).map_or([0.0, 0.0, 0.0, 1.0], to_f32);
            }
        }
        for v in node.position.iter_mut().filter(|v| !v.is_finite()) {
            *v = 0.0;
        }
        for v in node.scale.iter_mut().filter(|v| !v.is_finite()) {
            *v = 1.0;
        }
        if let (Some(flags), Repair::All) = (&mut node.flags, repair) {
            *flags &= 1;
        }
        if node.name.0.is_empty() {
            node.name = format!("node {i}").into();
        }
        let base = node.name.0.clone();
        let mut n = 2;
        while used.contains(&node.name.0) {
            let next: Vec<u8> = base.iter().copied().chain(format!(" {n}").into_bytes()).collect();
            if !names.contains(&next) {
                node.name = Text(next);
            }
            n += 1;
        }
        names.insert(node.name.0.clone());
        used.insert(node.name.0.clone());
    }
}

pub(super) fn fix_references(file: &mut Emfx, nodes: usize) {
    let fits = |n: u32| (n as usize) < nodes;
    file.chunks.retain_mut(|chunk| match &mut chunk.body {
        Body::Limit(l) => fits(l.node),
        Body::NodeGroups(g) => {
            g.groups.iter_mut().for_each(|g| g.nodes.retain(|n| fits(u32::from(*n))));
            true
        }
        Body::MotionSources(l) => {
            l.nodes
                .iter_mut()
                .filter(|n| **n != u16::MAX && !fits(u32::from(**n)))
                .for_each(|n| *n = u16::MAX);
            true
        }
        Body::Attachments(l) => {
            l.nodes.retain(|n| fits(u32::from(*n)));
            true
        }
        Body::ActorInfo(info) => {
            for node in [&mut info.repositioning_node, &mut info.trajectory_node, &mut info.extraction_node] {
                if node.is_some_and(|n| n != NONE && !fits(n)) {
                    *node = Some(NONE);
                }
            }
            true
        }
        _ => true,
    });
}
