//! Rules of the family, each with its repair. What is done to a file as a whole is in `fix`.

pub(crate) mod codes;
pub(crate) mod fix;
mod mesh;
mod morphs;
mod motion;
mod order;
mod skin;
mod surface;

use super::maths::{to_f32, unit};
use super::types::body::{Body, LodActor, Nested};
use super::types::{Emfx, Magic};
use super::xac::scene::actor::Actor;
use super::xac::types::{NONE, Node};
use super::xsm::types::xsmtime::XsmTime;
use crate::rules::Pass;
pub use motion::{submotion, track};
use std::collections::{HashMap, HashSet};
use wire::{Sink, Text};

/// Looks for everything that is wrong.
pub fn check(file: &Emfx, sink: &mut Sink) {
    crate::rules::check(file, sink, rules);
}

fn rules(file: &Emfx, pass: &mut Pass<'_, Emfx>) {
    let mut later = Later::default();
    match file.header.magic {
        Magic::Xac => actor(file, &mut later, pass),
        Magic::Xsm => motion::motion(file, &mut later.gone, pass),
        Magic::Xpm => motion::morph_motion(file, &mut later.gone, pass),
    }
    for (i, chunk) in file.chunks.iter().enumerate() {
        if let Body::LodActor(lod) = &chunk.body
            && let Nested::Actor(inner) = &lod.file
        {
            let path = format!("chunks[{i}].lod_actor.file");
            pass.part(&path, move |file| nested_mut(file, i), |pass| rules(inner, pass));
        }
    }
    pass.remove(later.gone, |file| Some(&mut file.chunks));
    if later.material {
        pass.keep(&codes::MESH_MATERIAL, mesh::add_material);
    }
    if later.sort {
        pass.keep(&codes::CHUNK_ORDER, order::sort);
    }
}

fn nested_mut(file: &mut Emfx, chunk: usize) -> Option<&mut Emfx> {
    match &mut file.chunks.get_mut(chunk)?.body {
        Body::LodActor(LodActor { file: Nested::Actor(inner), .. }) => Some(inner),
        _ => None,
    }
}

/// What moves chunks is done when everything else is.
#[derive(Default)]
struct Later {
    /// Chunks that are left out.
    gone: Vec<usize>,
    /// A material is needed.
    material: bool,
    /// Chunks are not in order.
    sort: bool,
}

/// Times of a companion file.
pub fn xsmtime(file: &XsmTime, pass: &mut Pass<'_, XsmTime>) {
    for (i, pair) in file.items.windows(2).enumerate() {
        if let [a, b] = pair
            && (b.time < a.time || b.time.is_nan())
        {
            let text = format!("time {} follows {}", b.time, a.time);
            pass.report(&codes::XSM_KEY_TIME, format!("items[{}].time", i + 1), text);
            pass.once(&codes::XSM_KEY_TIME, |file| {
                file.items.retain(|i| i.time.is_finite());
                file.items.sort_by(|a, b| a.time.total_cmp(&b.time));
            });
        }
    }
    if !file.trailing.is_empty() {
        let text = format!("{} bytes after the last item", file.trailing.len());
        pass.repair(&codes::TRAILING_BYTES, "trailing", text, |file| file.trailing.clear());
    }
}

fn actor(file: &Emfx, later: &mut Later, pass: &mut Pass<'_, Emfx>) {
    let actor = Actor::new(file);
    if actor.nodes.is_empty() {
        pass.report(&codes::NO_NODES, "chunks", "there is no chunk of nodes");
    }
    nodes(file, &actor, pass);
    surface::materials(file, &actor, later, pass);
    mesh::meshes(&actor, later, pass);
    skin::skins(&actor, later, pass);
    morphs::morphs(file, &actor, pass);
    morphs::collections(file, pass);
    order::references(file, actor.nodes.len(), later, pass);
    order::order(file, later, pass);
    let mut levels: Vec<u32> = actor.lods.iter().map(|l| l.1.level).collect();
    if levels != actor.nested_levels()
        && let Some((chunk, _)) = actor.lods.first()
    {
        levels.sort_unstable();
        let text = format!("levels {levels:?} are taken in order of appearance");
        pass.report(&codes::LOD_LEVEL, format!("chunks[{chunk}].lod_actor.level"), text);
    }
}

/// Whether a quaternion is finite and of length one.
pub fn is_unit(q: [f32; 4]) -> bool {
    let len = q.iter().map(|v| f64::from(*v).powi(2)).sum::<f64>().sqrt();
    (len - 1.0).abs() < 1e-2
}

/// A quaternion of length one; no rotation where there is no direction.
fn normalised(q: [f32; 4]) -> [f32; 4] {
    if is_unit(q) { q } else { unit(q).map_or([0.0, 0.0, 0.0, 1.0], to_f32) }
}

/// What is not finite becomes what is usual.
fn make_finite<'a>(values: impl IntoIterator<Item = &'a mut f32>, usual: f32) {
    values.into_iter().filter(|v| !v.is_finite()).for_each(|v| *v = usual);
}

/// Where the elements of lists in several chunks are: chunk and number in it.
fn places(file: &Emfx, count: impl Fn(&Body) -> usize) -> impl Iterator<Item = (usize, usize)> {
    file.chunks.iter().enumerate().flat_map(move |(c, chunk)| (0..count(&chunk.body)).map(move |n| (c, n)))
}

fn node_mut(file: &mut Emfx, chunk: usize, number: usize) -> Option<&mut Node> {
    match &mut file.chunks.get_mut(chunk)?.body {
        Body::Node(node) => Some(node),
        Body::Nodes(list) => list.nodes.get_mut(number),
        _ => None,
    }
}

fn nodes(file: &Emfx, actor: &Actor<'_>, pass: &mut Pass<'_, Emfx>) {
    let mut names: HashMap<&[u8], usize> = HashMap::new();
    let mut children = vec![0_u32; actor.nodes.len()];
    for i in 0..actor.nodes.len() {
        if let Some(slot) = actor.parent(i).and_then(|p| children.get_mut(p)) {
            *slot += 1;
        }
    }
    let places = places(file, |body| match body {
        Body::Node(_) => 1,
        Body::Nodes(list) => list.nodes.len(),
        _ => 0,
    });
    for (i, ((path, node), (c, n))) in actor.nodes.iter().zip(places).enumerate() {
        let children = children.get(i).copied().unwrap_or(0);
        pass.part(path, move |f| node_mut(f, c, n), |pass| one_node(i, node, children, pass));
        if let Some(first) = names.insert(node.name.as_bytes(), i).filter(|_| !node.name.0.is_empty()) {
            let text = format!("node {i} has the name {:?} of node {first}", node.name);
            pass.report(&codes::NODE_NAME_TWICE, format!("{path}.name"), text);
            pass.once(&codes::NODE_NAME_TWICE, distinct_names);
        }
    }
    // Garbage of the exporter: once, not for each of hundreds of nodes.
    let mut odd = actor.nodes.iter().filter_map(|(path, n)| Some((path, n.flags.filter(|f| *f > 1)?)));
    if let Some((path, flags)) = odd.next() {
        let more = odd.count();
        let others = if more > 0 { format!(", as do {more} other nodes") } else { String::new() };
        let text = format!("flags {flags:#04x} have bits without meaning{others}; only bit 0 counts");
        pass.repair(&codes::NODE_FLAGS, format!("{path}.flags"), text, |file| {
            each_node(file).filter_map(|n| n.flags.as_mut()).for_each(|f| *f &= 1);
        });
    }
    for (i, chunk) in file.chunks.iter().enumerate() {
        if let Body::Nodes(list) = &chunk.body {
            let roots = (0..actor.nodes.len()).filter(|n| actor.parent(*n).is_none()).count();
            if actor.nodes.len() == list.nodes.len() && list.roots as usize != roots {
                let text = format!("{} roots are counted, there are {roots}", list.roots);
                pass.repair(&codes::NODE_COUNTS, format!("chunks[{i}].nodes.roots"), text, move |file| {
                    if let Some(Body::Nodes(list)) = file.chunks.get_mut(i).map(|c| &mut c.body) {
                        list.roots = roots as u32;
                    }
                });
            }
        }
    }
}

fn one_node(i: usize, node: &Node, children: u32, pass: &mut Pass<'_, Node>) {
    if node.parent != NONE && node.parent as usize >= i {
        let text = format!("parent {} of node {i} does not come before it", node.parent);
        pass.repair(&codes::NODE_PARENT, "parent", text, |n| n.parent = NONE);
    }
    if node.name.0.is_empty() {
        let text = format!("node {i} has no name");
        pass.repair(&codes::NODE_NAME_EMPTY, "name", text, move |n| n.name = format!("node {i}").into());
    }
    for (field, q) in [("rotation", node.rotation), ("scale_rotation", node.scale_rotation)] {
        if !is_unit(q) {
            pass.repair(&codes::NODE_QUAT, field, format!("{q:?} is not of length 1"), |n| {
                (n.rotation, n.scale_rotation) = (normalised(n.rotation), normalised(n.scale_rotation));
            });
        }
    }
    for (field, v) in [("position", node.position), ("scale", node.scale)] {
        if v.iter().any(|c| !c.is_finite()) {
            pass.repair(&codes::NODE_VALUE, field, format!("{v:?} is not finite"), |n| {
                make_finite(&mut n.position, 0.0);
                make_finite(&mut n.scale, 1.0);
            });
        }
    }
    if let Some(counted) = node.children.filter(|c| *c != children) {
        let text = format!("{counted} children are counted, there are {children}");
        pass.repair(&codes::NODE_COUNTS, "children", text, move |n| n.children = Some(children));
    }
}

fn each_node(file: &mut Emfx) -> impl Iterator<Item = &mut Node> {
    file.chunks.iter_mut().flat_map(|c| match &mut c.body {
        Body::Node(n) => std::slice::from_mut(&mut **n),
        Body::Nodes(list) => list.nodes.as_mut_slice(),
        _ => &mut [],
    })
}

/// A number after each name that another node has.
fn distinct_names(file: &mut Emfx) {
    let mut names: HashSet<Vec<u8>> = each_node(file).map(|n| n.name.0.clone()).collect();
    let mut used: HashSet<Vec<u8>> = HashSet::new();
    for node in each_node(file) {
        if !used.insert(node.name.0.clone()) {
            let numbered = |n: usize| [node.name.as_bytes(), format!(" {n}").as_bytes()].concat();
            let free = numbered(scene::free_number(2, |n| names.contains(&numbered(n))));
            names.insert(free.clone());
            used.insert(free.clone());
            node.name = Text(free);
        }
    }
}
