//! Rules of the family. Repairs are in `fix/`.

pub(crate) mod codes;
pub(crate) mod fix;
mod mesh;
mod morphs;
mod motion;
mod order;
mod surface;

use super::types::body::{Body, Nested};
use super::types::{Emfx, Magic};
use super::xac::scene::actor::Actor;
use super::xac::types::{NONE, Node};
use super::xsm::types::xsmtime::XsmTime;
pub use motion::twice_at_end;
pub use order::rank;
use std::collections::HashMap;
pub use surface::number_of;
use wire::Sink;

/// Looks for everything that is wrong.
pub fn check(file: &Emfx, sink: &mut Sink) {
    match file.header.magic {
        Magic::Xac => actor(file, sink),
        Magic::Xsm => motion::motion(file, sink),
        Magic::Xpm => motion::morph_motion(file, sink),
    }
    for (i, chunk) in file.chunks.iter().enumerate() {
        if let Body::LodActor(lod) = &chunk.body
            && let Nested::Actor(inner) = &lod.file
        {
            let start = sink.findings().len();
            check(inner, sink);
            sink.prefix_from(start, &format!("chunks[{i}].lod_actor.file"));
        }
    }
}

/// Times of a companion file.
pub fn xsmtime(file: &XsmTime, sink: &mut Sink) {
    for (i, pair) in file.items.windows(2).enumerate() {
        if let [a, b] = pair
            && (b.time < a.time || b.time.is_nan())
        {
            let text = format!("time {} follows {}", b.time, a.time);
            sink.push(&codes::XSM_KEY_TIME, format!("items[{}].time", i + 1), text);
        }
    }
    if !file.trailing.is_empty() {
        sink.push(
            &codes::TRAILING_BYTES,
            "trailing",
            format!("{} bytes behind the last item", file.trailing.len()),
        );
    }
}

fn actor(file: &Emfx, sink: &mut Sink) {
    let actor = Actor::new(file);
    if actor.nodes.is_empty() {
        sink.push(&codes::NO_NODES, "chunks", "there is no chunk of nodes");
    }
    nodes(file, &actor, sink);
    surface::materials(file, &actor, sink);
    mesh::meshes(&actor, sink);
    mesh::skins(&actor, sink);
    morphs::morphs(&actor, sink);
    morphs::collections(file, sink);
    order::references(file, actor.nodes.len(), sink);
    order::order(file, sink);
    let mut levels: Vec<u32> = actor.lods.iter().map(|l| l.1.level).collect();
    if levels != actor.nested_levels()
        && let Some((chunk, _)) = actor.lods.first()
    {
        levels.sort_unstable();
        let text = format!("levels {levels:?} are taken in order of appearance");
        sink.push(&codes::LOD_LEVEL, format!("chunks[{chunk}].lod_actor.level"), text);
    }
}

/// Whether a quaternion is finite and of length one.
pub fn is_unit(q: [f32; 4]) -> bool {
    let len = q.iter().map(|v| f64::from(*v).powi(2)).sum::<f64>().sqrt();
    (len - 1.0).abs() < 1e-2
}

fn nodes(file: &Emfx, actor: &Actor<'_>, sink: &mut Sink) {
    let mut names: HashMap<&[u8], usize> = HashMap::new();
    let mut children = vec![0_u32; actor.nodes.len()];
    for i in 0..actor.nodes.len() {
        if let Some(slot) = actor.parent(i).and_then(|p| children.get_mut(p)) {
            *slot += 1;
        }
    }
    for (i, (path, node)) in actor.nodes.iter().enumerate() {
        if node.parent != NONE && node.parent as usize >= i {
            let text = format!("parent {} of node {i} does not come before it", node.parent);
            sink.push(&codes::NODE_PARENT, format!("{path}.parent"), text);
        }
        if node.name.0.is_empty() {
            sink.push(&codes::NODE_NAME_EMPTY, format!("{path}.name"), format!("node {i} has no name"));
        } else if let Some(first) = names.insert(node.name.as_bytes(), i) {
            let text = format!("node {i} has the name {:?} of node {first}", node.name);
            sink.push(&codes::NODE_NAME_TWICE, format!("{path}.name"), text);
        }
        one_node(path, node, children.get(i).copied().unwrap_or(0), sink);
    }
    // Garbage of the exporter: once, not for each of hundreds of nodes.
    let mut odd = actor.nodes.iter().filter_map(|(path, n)| Some((path, n.flags.filter(|f| *f > 1)?)));
    if let Some((path, flags)) = odd.next() {
        let more = odd.count();
        let others = if more > 0 { format!(", as do {more} other nodes") } else { String::new() };
        let text = format!("flags {flags:#04x} have bits without meaning{others}; only bit 0 counts");
        sink.push(&codes::NODE_FLAGS, format!("{path}.flags"), text);
    }
    for (i, chunk) in file.chunks.iter().enumerate() {
        if let Body::Nodes(list) = &chunk.body {
            let roots = (0..actor.nodes.len()).filter(|n| actor.parent(*n).is_none()).count();
            if actor.nodes.len() == list.nodes.len() && list.roots as usize != roots {
                let text = format!("{} roots are counted, there are {roots}", list.roots);
                sink.push(&codes::NODE_COUNTS, format!("chunks[{i}].nodes.roots"), text);
            }
        }
    }
}

fn one_node(path: &str, node: &Node, children: u32, sink: &mut Sink) {
    for (field, q) in [("rotation", node.rotation), ("scale_rotation", node.scale_rotation)] {
        if !is_unit(q) {
            sink.push(&codes::NODE_QUAT, format!("{path}.{field}"), format!("{q:?} is not of length 1"));
        }
    }
    for (field, v) in [("position", node.position), ("scale", node.scale)] {
        if v.iter().any(|c| !c.is_finite()) {
            sink.push(&codes::NODE_VALUE, format!("{path}.{field}"), format!("{v:?} is not finite"));
        }
    }
    if node.children.is_some_and(|c| c != children) {
        let text = format!("{} children are counted, there are {children}", node.children.unwrap_or(0));
        sink.push(&codes::NODE_COUNTS, format!("{path}.children"), text);
    }
}
