//! Animations to channels.
//!
//! x → −x: positions negate x, rotations negate y and z. Values are relative to the part's rest: position adds,
//! scale multiplies, rotation is rest · delta.

use super::curves::{EULER_ORDER, curve};
use super::types::{Ani, Anim, Key};
use crate::egosoft::base64_text;
use glam::{Quat, Vec3};
use md5::{Digest, Md5};
use scene::curves::bezier::{self, Joined};
use scene::curves::euler;
use scene::{Animation, Channel, Extras, Interpolation, Node, NodeId, Property, Scene};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use wire::Writer;

/// How far a curve with bent time may be off, in units of the value.
const TOLERANCE: f32 = 1e-4;

impl Ani {
    /// Adds all animations to a scene; returns how many found their part.
    pub fn bind(&self, scene: &mut Scene) -> usize {
        let mut nodes: HashMap<Vec<u8>, Vec<NodeId>> = HashMap::new();
        for (i, n) in scene.nodes.iter().enumerate() {
            let name = n.raw_name.clone().unwrap_or_else(|| n.name.clone().into_bytes());
            nodes.entry(name.to_ascii_lowercase()).or_default().push(NodeId(i as u32));
        }
        // In a component the part moves, not a connection that happens to have its name.
        for list in nodes.values_mut() {
            let is_part = |id: &NodeId| {
                let own = scene.node(*id).and_then(|n| n.extras.get("xmf"));
                own.and_then(|x| x.get("kind")).and_then(Value::as_str) == Some("part")
            };
            if list.iter().any(is_part) {
                list.retain(is_part);
            }
        }
        // Animations of one name are one clip of several parts; a part that comes twice starts another clip.
        let mut clips: HashMap<String, usize> = HashMap::new();
        let mut taken: HashSet<(usize, NodeId, Property)> = HashSet::new();
        let mut bound = 0;
        let mut unbound = Vec::new();
        for (i, anim) in self.anims.iter().enumerate() {
            let Some(targets) = nodes.get(&anim.desc.part().to_ascii_lowercase()) else {
                unbound.push(raw_anim(i, anim, &[]));
                continue;
            };
            bound += 1;
            let channels: Vec<Channel> = targets.iter().flat_map(|t| channels(scene, *t, anim)).collect();
            let raw = raw_anim(i, anim, &channels);
            let name = anim.desc.subname.lossy();
            let free = |at: &usize| !channels.iter().any(|c| taken.contains(&(*at, c.node, c.property)));
            let at = clips.get(&name).copied().filter(free).unwrap_or_else(|| {
                let mut extras = Extras::new();
                extras.insert("xmf".into(), json!({"ani": []}));
                scene.animations.push(Animation { name: name.clone(), channels: Vec::new(), extras });
                scene.animations.len() - 1
            });
            clips.insert(name, at);
            taken.extend(channels.iter().map(|c| (at, c.node, c.property)));
            if let Some(a) = scene.animations.get_mut(at) {
                a.channels.extend(channels);
                let list =
                    a.extras.get_mut("xmf").and_then(|x| x.get_mut("ani")).and_then(Value::as_array_mut);
                if let Some(list) = list {
                    list.push(raw);
                }
            }
        }
        if !unbound.is_empty() {
            let own = scene.extras.entry("xmf").or_insert_with(|| json!({}));
            if let Some(map) = own.as_object_mut() {
                map.insert("aniUnbound".into(), Value::Array(unbound));
            }
        }
        bound
    }
}

/// Everything of one animation as it lies in the file, and a mark of what it became: while the channels still have
/// that mark, the original goes back into the file.
fn raw_anim(index: usize, anim: &Anim, channels: &[Channel]) -> Value {
    let mut w = Writer::default();
    w.put(&anim.desc);
    anim.lists().into_iter().for_each(|l| w.put_all(l));
    json!({"index": index, "part": String::from_utf8_lossy(anim.desc.part()), "raw": base64_text(&w.finish()), "mark": mark(channels.iter())})
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

/// A part's rest transform is its connection's offset, and positions add to that: they go along the axes the
/// connection lies in, not along those it turns its part to. The rotation between the two; assumed, see
/// `formats/xmf.md` §12.
pub(super) fn turned(scene: &Scene, part: &Node) -> Quat {
    let connection = part
        .parent
        .and_then(|p| scene.node(p))
        .filter(|p| p.extras.get("xmf").and_then(|x| x.get("kind")).is_some_and(|k| k == "connection"));
    connection.map_or(Quat::IDENTITY, |c| Quat::from_array(c.rotation).normalize())
}

fn channels(scene: &Scene, node: NodeId, anim: &Anim) -> Vec<Channel> {
    let Some(n) = scene.node(node) else { return Vec::new() };
    let mut out = Vec::new();
    if !anim.pos.is_empty() {
        let rest = Vec3::from(n.translation);
        let into = turned(scene, n).inverse();
        let j = join(&anim.pos);
        out.push(channel(
            node,
            Property::Translation,
            map(j, |v, is_value| {
                let moved = into * Vec3::new(-v[0], v[1], v[2]);
                (if is_value { rest + moved } else { moved }).to_array()
            }),
        ));
    }
    if !anim.rot.is_empty() {
        let curves = [0, 1, 2].map(|axis| curve(&anim.rot, axis));
        let rest = glam::DQuat::from_array(n.rotation.map(f64::from));
        // Angles about y and z change their sign with x → −x.
        let s = euler::sample_with(&curves, |[x, y, z]| rest * euler::quat([x, -y, -z], EULER_ORDER));
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
        let j = join(&anim.scale);
        out.push(channel(node, Property::Scale, map(j, |v, _| [s[0] * v[0], s[1] * v[1], s[2] * v[2]])));
    }
    out
}

fn join(keys: &[Key]) -> Joined {
    bezier::join(&[0, 1, 2].map(|axis| curve(keys, axis)), TOLERANCE)
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
    Channel {
        node,
        property,
        interpolation: j.interpolation,
        times: j.times,
        values: j.values,
        extras: Extras::new(),
    }
}
