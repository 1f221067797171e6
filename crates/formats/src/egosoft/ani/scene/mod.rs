//! Animations to channels.
//!
//! x → −x: positions negate x; rotations: [`turn`]. Values are relative to the part's rest, in the part's own (turned)
//! axes: position adds, scale multiplies, rotation is rest · delta.

pub mod curves;

use super::types::{Ani, Anim, Key};
use crate::egosoft::notes::{self, AniNote, Kind};
use crate::egosoft::{MIRROR, base64_text};
use curves::{curve, turn};
use glam::{Quat, Vec3};
use md5::{Digest, Md5};
use scene::curves::bezier::{self, Joined};
use scene::curves::{Budget, euler, inserted};
use scene::{Animation, Channel, Extras, Interpolation, Node, NodeId, Property, Scene};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap, HashSet};
use wire::Writer;

/// How far a curve with bent time may be off, in units of the value.
const TOLERANCE: f32 = 1e-4;
/// Nodes one animation moves at most: a component has up to 64 levels of detail and as many of its wreck.
const MOST_NODES: usize = 128;

impl Ani {
    /// Adds all animations to a scene; returns how many found their part.
    pub fn bind(&self, scene: &mut Scene) -> usize {
        let targets = Targets::new(scene);
        let keys = self.anims.iter().flat_map(Anim::lists).map(Vec::len).sum();
        let mut budget = Budget::for_keys(keys);
        // Animations of one name are one clip of several parts; a part that comes twice starts another clip.
        let mut clips: HashMap<String, usize> = HashMap::new();
        let mut taken: HashSet<(usize, NodeId)> = HashSet::new();
        let mut bound = 0;
        let mut unbound = Vec::new();
        let mut kept: BTreeMap<usize, Vec<AniNote>> = BTreeMap::new();
        for (i, anim) in self.anims.iter().enumerate() {
            let nodes = targets.of(anim.desc.part());
            if nodes.is_empty() {
                unbound.push(raw_anim(i, anim, &[]));
                continue;
            }
            bound += 1;
            let channels: Vec<Channel> =
                nodes.iter().flat_map(|n| channels(scene, *n, anim, &mut budget)).collect();
            let raw = raw_anim(i, anim, &channels);
            if channels.is_empty() {
                // glTF has no animation without channels; those without keys, or of stretch rotations alone, wait apart.
                unbound.push(raw);
                continue;
            }
            let name = anim.desc.subname.lossy();
            let free = |at: &usize| !channels.iter().any(|c| taken.contains(&(*at, c.node)));
            let at = clips.get(&name).copied().filter(free).unwrap_or_else(|| {
                scene.animations.push(Animation { name: name.clone(), ..Animation::default() });
                scene.animations.len() - 1
            });
            clips.insert(name, at);
            taken.extend(channels.iter().map(|c| (at, c.node)));
            if let Some(a) = scene.animations.get_mut(at) {
                a.channels.extend(channels);
                kept.entry(at).or_default().push(raw);
            }
        }
        for (at, list) in kept {
            if let Some(a) = scene.animations.get_mut(at) {
                notes::animation::ANI.put(&mut a.extras, &list);
            }
        }
        if !unbound.is_empty() {
            notes::scene::UNBOUND.put(&mut scene.extras, &unbound);
        }
        bound
    }
}

/// Which nodes a name means.
struct Targets {
    /// By name; what is spelled like that goes before what differs in case.
    exact: HashMap<Vec<u8>, Vec<NodeId>>,
    /// By lower-case name.
    any_case: HashMap<Vec<u8>, Vec<NodeId>>,
}

impl Targets {
    /// In each hierarchy (there is one for every level of detail) all parts of a component that have the name: a ship with
    /// two bays has the parts of a bay twice. Otherwise one node, the first: what happens to have the name of a part,
    /// such as its connection, does not move.
    fn new(scene: &Scene) -> Self {
        let is_part = |n: &Node| notes::kind(n) == Some(Kind::Part);
        let mut nodes: Vec<(NodeId, &Node)> =
            scene.nodes.iter().enumerate().map(|(i, n)| (NodeId(i as u32), n)).collect();
        nodes.sort_by_key(|(_, n)| !is_part(n));
        let mut out = Self { exact: HashMap::new(), any_case: HashMap::new() };
        let roots = roots(scene);
        let (mut seen, mut seen_lower) = (HashSet::new(), HashSet::new());
        for (id, n) in nodes {
            let name = n.raw_name.clone().unwrap_or_else(|| n.name.clone().into_bytes());
            let root = roots.get(id.0 as usize).copied();
            let lower = name.to_ascii_lowercase();
            if seen_lower.insert((lower.clone(), root)) || is_part(n) {
                out.any_case.entry(lower).or_default().push(id);
            }
            if seen.insert((name.clone(), root)) || is_part(n) {
                out.exact.entry(name).or_default().push(id);
            }
        }
        out
    }

    fn of(&self, name: &[u8]) -> &[NodeId] {
        let found = self.exact.get(name).or_else(|| self.any_case.get(&name.to_ascii_lowercase()));
        let found = found.map(Vec::as_slice).unwrap_or_default();
        found.get(..MOST_NODES).unwrap_or(found)
    }
}

/// The outermost node above each node; a circle ends somewhere.
fn roots(scene: &Scene) -> Vec<NodeId> {
    let mut out: Vec<Option<NodeId>> = vec![None; scene.nodes.len()];
    let mut path = Vec::new();
    for i in 0..scene.nodes.len() {
        let mut at = NodeId(i as u32);
        let root = loop {
            if let Some(root) = out.get(at.0 as usize).copied().flatten() {
                break root;
            }
            path.push(at);
            match scene.node(at).and_then(|n| n.parent) {
                Some(up) if path.len() <= scene.nodes.len() => at = up,
                _ => break at,
            }
        };
        for id in path.drain(..) {
            if let Some(slot) = out.get_mut(id.0 as usize) {
                *slot = Some(root);
            }
        }
    }
    out.into_iter().map(|r| r.unwrap_or(NodeId(0))).collect()
}

/// Everything of one animation as it is in the file, and a mark of what it became: while the channels still have
/// that mark, the original goes back into the file.
fn raw_anim(index: usize, anim: &Anim, channels: &[Channel]) -> AniNote {
    let mut w = Writer::default();
    w.put(&anim.desc);
    anim.lists().into_iter().for_each(|l| w.put_all(l));
    AniNote {
        index,
        part: String::from_utf8_lossy(anim.desc.part()).into_owned(),
        raw: base64_text(&w.finish()),
        mark: mark(channels.iter()),
    }
}

/// A fingerprint of channels.
pub(crate) fn mark<'a>(channels: impl Iterator<Item = &'a Channel>) -> String {
    let mut sorted: Vec<&Channel> = channels.collect();
    sorted.sort_by_key(|c| (c.node, c.property as u8));
    let mut hash = Md5::new();
    for c in sorted {
        hash.update([c.property as u8, c.interpolation as u8]);
        for v in c.times.iter().chain(&c.values) {
            // −0 and 0 are one number to every program in between.
            hash.update((v + 0.0).to_bits().to_le_bytes());
        }
    }
    hash.finalize().iter().map(|b| format!("{b:02x}")).collect()
}

fn channels(scene: &Scene, node: NodeId, anim: &Anim, budget: &mut Budget) -> Vec<Channel> {
    let Some(n) = scene.node(node) else { return Vec::new() };
    let mut out = Vec::new();
    if !anim.pos.is_empty() {
        let rest = Vec3::from(n.translation);
        let j = join(&anim.pos, budget);
        out.push(channel(
            node,
            Property::Translation,
            map(j, |v, is_value| {
                let moved = from_own_axes(n, Vec3::from(MIRROR.point(v)));
                (if is_value { rest + moved } else { moved }).to_array()
            }),
        ));
    }
    if !anim.rot.is_empty() {
        let curves = [0, 1, 2].map(|axis| curve(&anim.rot, axis));
        let rest = glam::DQuat::from_array(n.rotation.map(f64::from));
        let s = euler::sample_within(&curves, |angles| rest * turn(angles), budget);
        out.push(Channel {
            node,
            property: Property::Rotation,
            interpolation: s.interpolation,
            times: s.times,
            values: s.values.into_iter().flatten().collect(),
            extras: Extras::new(),
        });
    }
    if !anim.scale.is_empty() {
        let s = n.scale;
        let j = join(&anim.scale, budget);
        out.push(channel(node, Property::Scale, map(j, |v, _| [s[0] * v[0], s[1] * v[1], s[2] * v[2]])));
    }
    out
}

/// What is in a part's own axes, in those of its node's parent.
pub fn from_own_axes(node: &Node, v: Vec3) -> Vec3 {
    let turn = Quat::from_array(node.rotation);
    if turn == Quat::IDENTITY { v } else { turn.normalize() * v }
}

fn join(keys: &[Key], budget: &mut Budget) -> Joined {
    bezier::join_within(&[0, 1, 2].map(|axis| curve(keys, axis)), TOLERANCE, budget)
}

/// Changes every triple: values and slopes.
fn map(mut j: Joined, f: impl Fn([f32; 3], bool) -> [f32; 3]) -> Joined {
    let cubic = j.interpolation == Interpolation::CubicSpline;
    for (i, v) in j.values.as_chunks_mut::<3>().0.iter_mut().enumerate() {
        *v = f(*v, !cubic || i % 3 == 1);
    }
    j
}

fn channel(node: NodeId, property: Property, j: Joined) -> Channel {
    let mut extras = Extras::new();
    if !j.inserted.is_empty() {
        let mut own = Map::new();
        inserted::mark(&mut own, &j.inserted, j.times.len());
        extras.insert(notes::FAMILY.into(), Value::Object(own));
    }
    Channel { node, property, interpolation: j.interpolation, times: j.times, values: j.values, extras }
}
