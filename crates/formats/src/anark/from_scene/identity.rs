//! Which node of a model is which record of the files it came from.
//!
//! A node says so itself in its extras. Where a detour lost those, the originals help that `--template` names and that
//! are next to it: by the name of the BGF's element, by the id in the name (`AK12`), else by the node's place within a
//! parent that is already known.

use super::{fresh, is_helper, local_matrix, source_parent, stored_matrix};
use crate::anark::bgf::{self, Bgf};
use crate::anark::bsg::{Bsg, GraphNode};
use crate::anark::hash::hash;
use crate::anark::notes;
use crate::{Document, WriteOptions};
use glam::DMat4;
use scene::{NodeKind, Scene};
use std::collections::{HashMap, HashSet};
use wire::{Reader, Sink};

/// Siblings that are compared each with each.
const MOST_SIBLINGS: usize = 1024;

/// The files a model came from.
#[derive(Default)]
pub(super) struct Known {
    /// Elements and animations: the template, else what is next to it, else what the model brings.
    pub bgf: Option<Bgf>,
    /// The graph: the template, or what is next to it.
    pub bsg: Option<Bsg>,
    /// The COLLADA file next to the template.
    pub dae: Option<Vec<u8>>,
}

impl Known {
    /// What is written is like one half; the other is among the originals.
    pub fn new(scene: &Scene, bgf: Option<&Bgf>, bsg: Option<&Bsg>, options: &WriteOptions) -> Self {
        let files = &options.template_files;
        let kept = || {
            let bytes = crate::notes::base64_bytes(&notes::scene::BGF.get(&scene.extras)?)?;
            bgf::read(&mut Reader::new(&bytes), &mut Sink::new()).ok()
        };
        Self {
            bgf: bgf.or_else(|| original(options)).cloned().or_else(kept),
            bsg: bsg.or_else(|| original(options)).cloned(),
            dae: files.iter().find(|(name, _)| scene::has_extension(name, "dae")).map(|f| f.1.clone()),
        }
    }
}

/// The original of a type.
fn original<T: Document>(options: &WriteOptions) -> Option<&T> {
    options.originals.iter().find_map(|d| d.as_any().downcast_ref())
}

/// The record of a node.
pub(super) struct Record {
    /// Its place in the file; what is new comes last.
    pub index: usize,
    /// Its 96 bytes.
    pub graph: GraphNode,
    /// Whether they are of a file, so that the parent is an index there.
    pub stored: bool,
}

/// The nodes that have a record, parents first.
pub(super) fn sources(scene: &Scene) -> Vec<usize> {
    let is_source =
        |i: &usize| scene.nodes.get(*i).is_some_and(|n| !is_helper(n) && n.kind == NodeKind::Source);
    let mut depths: HashMap<usize, usize> = HashMap::new();
    let mut out: Vec<usize> = (0..scene.nodes.len()).filter(is_source).collect();
    for i in &out {
        let (mut depth, mut at, mut path) = (0, Some(*i), Vec::new());
        while let Some(node) = at {
            if let Some(known) = depths.get(&node) {
                depth = known + 1;
                break;
            }
            path.push(node);
            at = source_parent(scene, node).filter(|_| path.len() <= scene.nodes.len());
        }
        for (k, node) in path.iter().rev().enumerate() {
            depths.insert(*node, depth + k);
        }
    }
    out.sort_by_key(|i| depths.get(i).copied().unwrap_or(0));
    out
}

/// Finds the records of nodes, which come parents first.
pub(super) fn records(scene: &Scene, sources: &[usize], known: &Known) -> HashMap<usize, Record> {
    let mut out: HashMap<usize, Record> = HashMap::new();
    for i in sources {
        let stored = || {
            let note = notes::node::GRAPH.get(&scene.nodes.get(*i)?.extras)?;
            Some(Record { index: note.index, graph: note.graph()?, stored: true })
        };
        if let Some(record) = stored() {
            out.insert(*i, record);
        }
    }
    if out.len() < sources.len() {
        by_name(scene, sources, known, &mut out);
    }
    if let Some(bsg) = known.bsg.as_ref().filter(|_| out.len() < sources.len()) {
        by_place(scene, sources, &bsg.nodes.list, &mut out);
    }
    out
}

/// A name without the number that Blender gives to the second of a name.
pub(super) fn plain_name(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((base, number)) if number.len() == 3 && number.bytes().all(|b| b.is_ascii_digit()) => base,
        _ => name,
    }
}

fn by_name(scene: &Scene, sources: &[usize], known: &Known, out: &mut HashMap<usize, Record>) {
    let mut taken: HashSet<u32> = out.values().map(|r| r.graph.scene_item_id).collect();
    let elements = known.bgf.as_ref().map(|b| b.elements.list.as_slice()).unwrap_or_default();
    let nodes = known.bsg.as_ref().map(|b| b.nodes.list.as_slice()).unwrap_or_default();
    let mut named: HashMap<u32, Vec<usize>> = HashMap::new();
    for (e, element) in elements.iter().enumerate().filter(|(_, e)| e.scene_item_id != 0) {
        named.entry(element.name.0).or_default().push(e);
    }
    let mut by_id: HashMap<u32, usize> = HashMap::new();
    for (n, node) in nodes.iter().enumerate() {
        by_id.entry(node.scene_item_id).or_insert(n);
    }
    // The nearest element above that has a node.
    let above = |e: usize| {
        let mut at = elements.get(e)?.parent;
        for _ in 0..elements.len() {
            let element = elements.get(usize::try_from(at).ok()?)?;
            if element.scene_item_id != 0 {
                return Some(element.scene_item_id);
            }
            at = element.parent;
        }
        None
    };
    for i in sources {
        let Some(node) = scene.nodes.get(*i).filter(|_| !out.contains_key(i)) else { continue };
        let parent = source_parent(scene, *i).and_then(|p| out.get(&p)).map(|r| r.graph.scene_item_id);
        let list = [node.name.as_str(), plain_name(&node.name)]
            .into_iter()
            .find_map(|name| named.get(&hash(name.as_bytes())))
            .map(Vec::as_slice)
            .unwrap_or_default();
        let free = || {
            list.iter()
                .copied()
                .filter(|e| elements.get(*e).is_some_and(|e| !taken.contains(&e.scene_item_id)))
        };
        let here = local_matrix(scene, *i, source_parent(scene, *i));
        let in_place = |e: &usize| {
            let id = elements.get(*e).map(|e| e.scene_item_id);
            let node = id.and_then(|id| by_id.get(&id)).and_then(|n| nodes.get(*n));
            node.is_some_and(|n| near(here, stored_matrix(n)))
        };
        // Of several of one name: below the same parent, at the same place.
        let element = free()
            .filter(|e| above(*e) == parent)
            .find(in_place)
            .or_else(|| free().find(|e| above(*e) == parent))
            .or_else(|| free().find(in_place))
            .or_else(|| free().next());
        let spelt = || {
            let id = plain_name(&node.name).strip_prefix("AK")?.parse::<u32>().ok()?;
            by_id.contains_key(&id).then_some(id)
        };
        let id = element.and_then(|e| elements.get(e)).map(|e| e.scene_item_id).or_else(spelt);
        let Some(id) = id.filter(|id| taken.insert(*id)) else { continue };
        let record = match by_id.get(&id).and_then(|n| Some((*n, nodes.get(*n)?))) {
            Some((index, graph)) => Record { index, graph: graph.clone(), stored: true },
            None => Record {
                index: element.unwrap_or(usize::MAX),
                graph: GraphNode { scene_item_id: id, ..fresh(scene, node) },
                stored: false,
            },
        };
        out.insert(*i, record);
    }
}

/// Nodes below a known parent by where they are; if as many remain on both sides, those by their order.
fn by_place(scene: &Scene, sources: &[usize], nodes: &[GraphNode], out: &mut HashMap<usize, Record>) {
    let mut taken: HashSet<usize> = out.values().filter(|r| r.stored).map(|r| r.index).collect();
    let mut children: HashMap<i32, Vec<usize>> = HashMap::new();
    for (n, node) in nodes.iter().enumerate() {
        children.entry(node.parent.max(-1)).or_default().push(n);
    }
    let mut groups: Vec<(Option<usize>, Vec<usize>)> = Vec::new();
    let mut at: HashMap<Option<usize>, usize> = HashMap::new();
    for i in sources {
        let parent = source_parent(scene, *i);
        let group = *at.entry(parent).or_insert_with(|| {
            groups.push((parent, Vec::new()));
            groups.len() - 1
        });
        if let Some((_, list)) = groups.get_mut(group) {
            list.push(*i);
        }
    }
    for (parent, list) in groups {
        let above = match parent {
            None => Some(-1),
            Some(p) => out.get(&p).filter(|r| r.stored).map(|r| r.index as i32),
        };
        let Some(below) = above.and_then(|a| children.get(&a)) else { continue };
        let mut open: Vec<usize> = list.into_iter().filter(|i| !out.contains_key(i)).collect();
        let mut free: Vec<usize> = below.iter().copied().filter(|n| !taken.contains(n)).collect();
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        if open.len() <= MOST_SIBLINGS && free.len() <= MOST_SIBLINGS {
            for i in &open {
                let here = local_matrix(scene, *i, parent);
                let fits = |n: &usize| nodes.get(*n).is_some_and(|n| near(here, stored_matrix(n)));
                if let Some(k) = free.iter().position(fits) {
                    pairs.push((*i, free.remove(k)));
                }
            }
        }
        let done: HashSet<usize> = pairs.iter().map(|p| p.0).collect();
        open.retain(|i| !done.contains(i));
        if open.len() == free.len() {
            pairs.extend(open.into_iter().zip(free));
        }
        for (i, n) in pairs {
            if let Some(graph) = nodes.get(n) {
                taken.insert(n);
                out.insert(i, Record { index: n, graph: graph.clone(), stored: true });
            }
        }
    }
}

/// Nodes of another origin that differ by less than this are taken as unchanged.
const SAME: f64 = 1e-5;

/// Whether two transforms are the same but for rounding.
pub(super) fn near(a: DMat4, b: DMat4) -> bool {
    let size = b.to_cols_array().iter().fold(1.0_f64, |a, b| a.max(b.abs()));
    a.to_cols_array().into_iter().zip(b.to_cols_array()).all(|(a, b)| (a - b).abs() <= SAME * size)
}
