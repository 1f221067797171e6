//! Random actors and motions, written by a plain encoder, moved by the formulas of the format (slowly, in double
//! precision, in the source's own left-handed space), against what the `gltf` crate reads from our GLB.
//! Shares no code with the converter.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::type_complexity, reason = "a test")]
#![allow(clippy::needless_for_each, clippy::semicolon_if_nothing_returned, reason = "short on purpose")]

use formats::{Context, Document, LoadOptions};
use glam::{DMat4, DQuat, DVec3};
use proptest::prelude::*;
use scene::Memory;
use std::collections::HashMap;
use wire::{Reader, Sink};

// ---------------------------------------------------------------- numbers

struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 11) % n
    }
    fn chance(&mut self, one_in: u64) -> bool {
        self.below(one_in) == 0
    }
    fn unit(&mut self) -> f32 {
        self.below(1 << 20) as f32 / (1 << 20) as f32
    }
    fn span(&mut self, a: f32, b: f32) -> f32 {
        a + (b - a) * self.unit()
    }
    fn vec3(&mut self, a: f32, b: f32) -> [f32; 3] {
        [self.span(a, b), self.span(a, b), self.span(a, b)]
    }
    fn quat(&mut self) -> [f32; 4] {
        loop {
            let q = [self.span(-1.0, 1.0), self.span(-1.0, 1.0), self.span(-1.0, 1.0), self.span(-1.0, 1.0)];
            let len = q.iter().map(|v| v * v).sum::<f32>().sqrt();
            if len > 0.2 {
                return q.map(|v| v / len);
            }
        }
    }
    fn scale(&mut self) -> [f32; 3] {
        match self.below(4) {
            0 => [1.0; 3],
            1 => [self.span(0.6, 1.6); 3],
            2 => self.vec3(0.6, 1.6),
            _ => {
                let [x, y, z] = self.vec3(0.6, 1.6);
                [-x, y, z]
            }
        }
    }
}

fn q(v: [f32; 4]) -> DQuat {
    DQuat::from_array(v.map(f64::from)).normalize()
}

fn v(v: [f32; 3]) -> DVec3 {
    DVec3::from_array(v.map(f64::from))
}

fn nlerp(a: DQuat, b: DQuat, t: f64) -> DQuat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    (a * (1.0 - t) + b * t).normalize()
}

// ---------------------------------------------------------------- what a file says

struct Node {
    rotation: [f32; 4],
    scale_rotation: [f32; 4],
    position: [f32; 3],
    scale: [f32; 3],
    parent: Option<usize>,
}

struct Mesh {
    node: usize,
    positions: Vec<[f32; 3]>,
    originals: Vec<u32>,
    submeshes: Vec<(Vec<u32>, u32)>,
    /// Influences and table; `None` for a rigid mesh.
    skin: Option<(Vec<(f32, u16)>, Vec<[u32; 2]>)>,
}

struct Target {
    min: f32,
    max: f32,
    /// Node, min, max, packed positions, vertices.
    deltas: Vec<(usize, f32, f32, Vec<[u16; 3]>, Vec<u32>)>,
    /// Node, rotation, position, scale.
    transforms: Vec<(usize, [f32; 4], [f32; 3], [f32; 3])>,
}

struct Actor {
    order: u8,
    nodes: Vec<Node>,
    meshes: Vec<Mesh>,
    targets: Vec<Target>,
}

type Keys<T> = Vec<(T, f32)>;

struct Submotion {
    name: String,
    pose: ([f32; 4], [f32; 4], [f32; 3], [f32; 3]),
    positions: Keys<[f32; 3]>,
    rotations: Keys<[f32; 4]>,
    scales: Keys<[f32; 3]>,
    scale_rotations: Keys<[f32; 4]>,
}

struct MorphTrack {
    name: String,
    pose: f32,
    min: f32,
    max: f32,
    keys: Vec<(f32, u16)>,
}

// ---------------------------------------------------------------- making one up

fn actor(r: &mut Rng) -> Actor {
    let n = if r.chance(6) { 40 } else { 1 + r.below(9) as usize };
    let deep = n == 40;
    let plain_turns = r.chance(2);
    let nodes = (0..n)
        .map(|i| Node {
            rotation: r.quat(),
            scale_rotation: if plain_turns || deep { [0.0, 0.0, 0.0, 1.0] } else { r.quat() },
            position: r.vec3(-1.0, 1.0),
            scale: if deep { [1.0; 3] } else { r.scale() },
            parent: if i == 0 || (!deep && r.chance(5)) {
                None
            } else if deep {
                Some(i - 1)
            } else {
                Some(r.below(i as u64) as usize)
            },
        })
        .collect::<Vec<_>>();
    let mut meshes: Vec<Mesh> = Vec::new();
    for _ in 0..=r.below(2) {
        let node = r.below(n as u64) as usize;
        if meshes.iter().all(|m| m.node != node) {
            meshes.push(mesh(r, node, n));
        }
    }
    let targets = (0..r.below(4)).map(|_| target(r, &meshes, n)).collect();
    Actor { order: r.below(2) as u8, nodes, meshes, targets }
}

fn mesh(r: &mut Rng, node: usize, nodes: usize) -> Mesh {
    let originals = 3 + r.below(5) as u32;
    let mut positions = Vec::new();
    let mut of = Vec::new();
    let mut submeshes = Vec::new();
    for _ in 0..=r.below(2) {
        let count = 3 + r.below(5) as u32;
        for _ in 0..count {
            positions.push(r.vec3(-2.0, 2.0));
            of.push(r.below(u64::from(originals)) as u32);
        }
        let indices = (0..3 * (1 + r.below(4))).map(|_| r.below(u64::from(count)) as u32).collect();
        submeshes.push((indices, count));
    }
    let skin = (!r.chance(3)).then(|| {
        let mut influences: Vec<(f32, u16)> = Vec::new();
        let mut table: Vec<[u32; 2]> = Vec::new();
        for i in 0..originals {
            if i > 0 && r.chance(4) {
                let shared = table[r.below(u64::from(i)) as usize];
                table.push(shared);
                continue;
            }
            let n = 1 + r.below(4);
            let weights: Vec<f32> = (0..n).map(|_| r.span(0.1, 1.0)).collect();
            let sum: f32 = weights.iter().sum();
            table.push([influences.len() as u32, n as u32]);
            influences.extend(weights.iter().map(|w| (w / sum, r.below(nodes as u64) as u16)));
        }
        (influences, table)
    });
    Mesh { node, positions, originals: of, submeshes, skin }
}

fn target(r: &mut Rng, meshes: &[Mesh], nodes: usize) -> Target {
    let (min, max) = if r.chance(3) { (-1.0, 2.0) } else { (0.0, 1.0) };
    let mut deltas = Vec::new();
    for m in meshes {
        if r.chance(4) {
            continue;
        }
        let mut vertices: Vec<u32> = (0..m.positions.len() as u32).filter(|_| r.chance(2)).collect();
        if r.chance(2) {
            vertices.reverse();
        }
        let low = r.span(-1.0, 0.0);
        let high = if r.chance(5) { low } else { r.span(0.0, 1.0) };
        let packed = vertices.iter().map(|_| std::array::from_fn(|_| r.below(65536) as u16)).collect();
        deltas.push((m.node, low, high, packed, vertices));
    }
    let mut transforms = Vec::new();
    if r.chance(2) {
        let node = r.below(nodes as u64) as usize;
        transforms.push((node, r.quat(), r.vec3(-0.5, 0.5), r.vec3(0.0, 0.3)));
    }
    Target { min, max, deltas, transforms }
}

fn times(r: &mut Rng) -> Vec<f32> {
    let n = match r.below(5) {
        0 | 1 => 0,
        2 => 1,
        _ => 2 + r.below(4),
    };
    let mut t = if r.chance(4) { 0.3 } else { 0.0 };
    (0..n)
        .map(|_| {
            let at = t;
            // Now and then two keys at the same time.
            t += if r.chance(8) { 0.0 } else { r.span(0.05, 0.5) };
            at
        })
        .collect()
}

fn submotion(r: &mut Rng, name: String, deep: bool) -> Submotion {
    let pose = (
        r.quat(),
        if deep || r.chance(2) { [0.0, 0.0, 0.0, 1.0] } else { r.quat() },
        r.vec3(-1.0, 1.0),
        if deep { [1.0; 3] } else { r.scale() },
    );
    let turns = |r: &mut Rng| times(r).into_iter().map(|t| (r.quat(), t)).collect::<Keys<_>>();
    let positions = times(r).into_iter().map(|t| (r.vec3(-1.0, 1.0), t)).collect();
    let rotations = turns(r);
    let scales = if deep { Vec::new() } else { times(r).into_iter().map(|t| (r.scale(), t)).collect() };
    let scale_rotations = if deep || r.chance(2) { Vec::new() } else { turns(r) };
    Submotion { name, pose, positions, rotations, scales, scale_rotations }
}

// ---------------------------------------------------------------- writing it down

struct Enc {
    out: Vec<u8>,
    big: bool,
}

impl Enc {
    fn new(magic: &[u8], big: bool, order: u8) -> Self {
        let mut out = magic.to_vec();
        out.extend([1, 0, u8::from(big), order]);
        Self { out, big }
    }
    fn u16(&mut self, v: u16) {
        self.out.extend(if self.big { v.to_be_bytes() } else { v.to_le_bytes() });
    }
    fn u32(&mut self, v: u32) {
        self.out.extend(if self.big { v.to_be_bytes() } else { v.to_le_bytes() });
    }
    fn f32(&mut self, v: f32) {
        self.u32(v.to_bits());
    }
    fn fs(&mut self, v: &[f32]) {
        v.iter().for_each(|v| self.f32(*v));
    }
    fn str(&mut self, s: &str) {
        self.u32(s.len() as u32);
        self.out.extend(s.as_bytes());
    }
    fn chunk(&mut self, id: u32, version: u32, body: impl FnOnce(&mut Self)) {
        self.u32(id);
        let at = self.out.len();
        self.u32(0);
        self.u32(version);
        body(self);
        let size = (self.out.len() - at - 8) as u32;
        let bytes = if self.big { size.to_be_bytes() } else { size.to_le_bytes() };
        self.out[at..at + 4].copy_from_slice(&bytes);
    }
}

fn name(i: usize) -> String {
    format!("node {i}")
}

fn encode_actor(a: &Actor, big: bool) -> Vec<u8> {
    let mut e = Enc::new(b"XAC ", big, a.order);
    e.chunk(11, 1, |e| {
        e.u32(a.nodes.len() as u32);
        e.u32(1);
        for (i, n) in a.nodes.iter().enumerate() {
            e.fs(&n.rotation);
            e.fs(&n.scale_rotation);
            e.fs(&n.position);
            e.fs(&n.scale);
            e.fs(&[-1.0; 3]);
            e.u32(u32::MAX);
            e.u32(u32::MAX);
            e.u32(n.parent.map_or(u32::MAX, |p| p as u32));
            e.u32(0);
            e.out.extend([1, 0xca, 0x17, 0x91]);
            e.fs(&[0.0; 16]);
            e.f32(1.0);
            e.str(&name(i));
        }
    });
    for m in &a.meshes {
        e.chunk(1, 1, |e| {
            let indices: usize = m.submeshes.iter().map(|s| s.0.len()).sum();
            let originals = m.skin.as_ref().map_or(m.positions.len(), |s| s.1.len());
            for n in [m.node, originals, m.positions.len(), indices, m.submeshes.len(), 2] {
                e.u32(n as u32);
            }
            e.out.extend([0, 3, 1, 0x17]);
            e.u32(5);
            e.u32(4);
            e.out.extend([0, 0, 9, 9]);
            m.originals.iter().for_each(|o| e.u32(*o));
            e.u32(0);
            e.u32(12);
            e.out.extend([1, 0, 9, 9]);
            m.positions.iter().for_each(|p| e.fs(p));
            for (indices, vertices) in &m.submeshes {
                for n in [indices.len() as u32, *vertices, 0, 0] {
                    e.u32(n);
                }
                indices.iter().for_each(|i| e.u32(*i));
            }
        });
        if let Some((influences, table)) = &m.skin {
            e.chunk(2, 3, |e| {
                e.u32(m.node as u32);
                e.u32(0);
                e.u32(influences.len() as u32);
                e.out.extend([0, 1, 2, 3]);
                for (w, node) in influences {
                    e.f32(*w);
                    e.u16(*node);
                    e.out.extend([3, 1]);
                }
                table.iter().flatten().for_each(|v| e.u32(*v));
            });
        }
    }
    e.chunk(12, 1, |e| {
        e.u32(a.targets.len() as u32);
        e.u32(0);
        for (i, t) in a.targets.iter().enumerate() {
            e.fs(&[t.min, t.max]);
            e.u32(0);
            e.u32(t.deltas.len() as u32);
            e.u32(t.transforms.len() as u32);
            e.u32(2);
            e.str(&format!("target {i}"));
            for (node, min, max, packed, vertices) in &t.deltas {
                e.u32(*node as u32);
                e.fs(&[*min, *max]);
                e.u32(vertices.len() as u32);
                packed.iter().flatten().for_each(|v| e.u16(*v));
                e.out.extend(vec![128; 6 * vertices.len()]);
                vertices.iter().for_each(|v| e.u32(*v));
            }
            for (node, rotation, position, scale) in &t.transforms {
                e.u32(*node as u32);
                e.fs(rotation);
                e.fs(&[0.0, 0.0, 0.0, 1.0]);
                e.fs(position);
                e.fs(scale);
            }
        }
    });
    e.out
}

fn encode_motion(list: &[Submotion], big: bool, order: u8) -> Vec<u8> {
    let mut e = Enc::new(b"XSM ", big, order);
    e.chunk(202, 1, |e| {
        e.u32(list.len() as u32);
        for s in list {
            e.fs(&s.pose.0);
            e.fs(&[0.0, 0.0, 0.0, 1.0]);
            e.fs(&s.pose.1);
            e.fs(&[0.0, 0.0, 0.0, 1.0]);
            e.fs(&s.pose.2);
            e.fs(&s.pose.3);
            e.fs(&[9.0; 6]);
            for n in [s.positions.len(), s.rotations.len(), s.scales.len(), s.scale_rotations.len()] {
                e.u32(n as u32);
            }
            e.f32(0.0);
            e.str(&s.name);
            let three = |e: &mut Enc, keys: &Keys<[f32; 3]>| {
                for (value, time) in keys {
                    e.fs(value);
                    e.f32(*time);
                }
            };
            let four = |e: &mut Enc, keys: &Keys<[f32; 4]>| {
                for (value, time) in keys {
                    e.fs(value);
                    e.f32(*time);
                }
            };
            three(e, &s.positions);
            four(e, &s.rotations);
            three(e, &s.scales);
            four(e, &s.scale_rotations);
        }
    });
    e.out
}

fn encode_morphs(list: &[MorphTrack], big: bool) -> Vec<u8> {
    let mut e = Enc::new(b"XPM ", big, 0);
    e.chunk(102, 1, |e| {
        e.u32(list.len() as u32);
        for t in list {
            e.fs(&[t.pose, t.min, t.max]);
            e.u32(0);
            e.u32(t.keys.len() as u32);
            e.str(&t.name);
            for (time, value) in &t.keys {
                e.f32(*time);
                e.u16(*value);
                e.out.extend([7, 7]);
            }
        }
    });
    e.out
}

// ---------------------------------------------------------------- the formulas of the format

/// Value of a track at a time: the first of two keys with the same time counts.
fn track<T: Copy>(keys: &[(T, f32)], pose: T, time: f64, mix: impl Fn(T, T, f64) -> T) -> T {
    let mut list: Vec<(T, f32)> = Vec::new();
    for k in keys {
        if list.last().is_none_or(|l| l.1 < k.1) {
            list.push(*k);
        }
    }
    let Some(first) = list.first() else { return pose };
    if time <= f64::from(first.1) {
        return first.0;
    }
    for pair in list.windows(2) {
        let (t0, t1) = (f64::from(pair[0].1), f64::from(pair[1].1));
        if time < t1 {
            return mix(pair[0].0, pair[1].0, (time - t0) / (t1 - t0));
        }
    }
    list[list.len() - 1].0
}

type Trs = (DVec3, DQuat, DVec3, DQuat);

fn local(order: u8, (t, r, s, q): Trs) -> DMat4 {
    let (t, r, s) = (DMat4::from_translation(t), DMat4::from_quat(r), DMat4::from_scale(s));
    let (q, inverse) = (DMat4::from_quat(q), DMat4::from_quat(q.conjugate()));
    if order == 0 { t * r * q * s * inverse } else { t * q * s * inverse * r }
}

fn bind(n: &Node) -> Trs {
    (v(n.position), q(n.rotation), v(n.scale), q(n.scale_rotation))
}

fn worlds(a: &Actor, locals: &[Trs]) -> Vec<DMat4> {
    let mut out: Vec<DMat4> = Vec::new();
    for (n, l) in a.nodes.iter().zip(locals) {
        let m = local(a.order, *l);
        out.push(n.parent.map_or(m, |p| out[p] * m));
    }
    out
}

/// World positions of every mesh, by owner, morphed by weights and moved by local transforms.
fn evaluate(a: &Actor, locals: &[Trs], weights: &[f64]) -> HashMap<String, Vec<DVec3>> {
    let at_bind: Vec<Trs> = a.nodes.iter().map(bind).collect();
    let (rest, moved) = (worlds(a, &at_bind), worlds(a, locals));
    let mut out = HashMap::new();
    for m in &a.meshes {
        let mut points: Vec<DVec3> = m.positions.iter().map(|p| v(*p)).collect();
        for (t, w) in a.targets.iter().zip(weights) {
            for (node, min, max, packed, vertices) in &t.deltas {
                if *node == m.node {
                    for (p, i) in packed.iter().zip(vertices) {
                        let d = p.map(|u| f64::from(*min) + f64::from(max - min) * f64::from(u) / 65535.0);
                        points[*i as usize] += DVec3::from_array(d) * *w;
                    }
                }
            }
        }
        for (i, p) in points.iter_mut().enumerate() {
            *p = match &m.skin {
                None => moved[m.node].transform_point3(*p),
                Some((influences, table)) => {
                    let [start, count] = table[m.originals[i] as usize];
                    let mut sum = DVec3::ZERO;
                    for (w, node) in &influences[start as usize..(start + count) as usize] {
                        let m = moved[usize::from(*node)] * rest[usize::from(*node)].inverse();
                        sum += m.transform_point3(*p) * f64::from(*w);
                    }
                    sum
                }
            };
        }
        out.insert(name(m.node), points);
    }
    out
}

// ---------------------------------------------------------------- what a glTF reader sees

struct Glb {
    doc: gltf::Document,
    bin: Vec<u8>,
}

impl Glb {
    fn sample(&self, channel: &gltf::animation::Channel<'_>, time: f64) -> Vec<f64> {
        let reader = channel.reader(|_| Some(&self.bin[..]));
        let times: Vec<f32> = reader.read_inputs().unwrap().collect();
        assert!(times.windows(2).all(|w| w[0] < w[1]) && times[0] >= 0.0, "{times:?}");
        use gltf::animation::util::ReadOutputs::{MorphTargetWeights, Rotations, Scales, Translations};
        let (values, turn): (Vec<Vec<f64>>, bool) = match reader.read_outputs().unwrap() {
            Translations(i) => (i.map(|v| v.map(f64::from).to_vec()).collect(), false),
            Scales(i) => (i.map(|v| v.map(f64::from).to_vec()).collect(), false),
            Rotations(r) => (r.into_f32().map(|v| v.map(f64::from).to_vec()).collect(), true),
            MorphTargetWeights(w) => {
                let all: Vec<f64> = w.into_f32().map(f64::from).collect();
                let n = all.len() / times.len();
                (all.chunks(n).map(<[f64]>::to_vec).collect(), false)
            }
        };
        let next = times.partition_point(|t| f64::from(*t) <= time);
        if next == 0 {
            return values[0].clone();
        }
        let step = channel.sampler().interpolation() == gltf::animation::Interpolation::Step;
        if next == times.len() || step {
            return values[next - 1].clone();
        }
        let (a, b) = (&values[next - 1], &values[next]);
        let (t0, t1) = (f64::from(times[next - 1]), f64::from(times[next]));
        let t = (time - t0) / (t1 - t0);
        if turn {
            let (a, b) = (DQuat::from_slice(a).normalize(), DQuat::from_slice(b).normalize());
            let mut d = a.dot(b);
            let b = if d < 0.0 { -b } else { b };
            d = d.abs().min(1.0);
            let angle = d.acos();
            let out = if angle.sin() < 1e-6 {
                (a * (1.0 - t) + b * t).normalize()
            } else {
                (a * ((1.0 - t) * angle).sin() + b * (t * angle).sin()) / angle.sin()
            };
            return out.to_array().to_vec();
        }
        a.iter().zip(b).map(|(a, b)| a + (b - a) * t).collect()
    }

    /// World positions by mesh name at a time of an animation, or at rest.
    fn evaluate(&self, animation: Option<usize>, time: f64) -> HashMap<String, Vec<DVec3>> {
        let nodes: Vec<_> = self.doc.nodes().collect();
        let mut pose: Vec<(DVec3, DQuat, DVec3)> = nodes
            .iter()
            .map(|n| {
                let (t, r, s) = n.transform().decomposed();
                (v(t), DQuat::from_array(r.map(f64::from)).normalize(), v(s))
            })
            .collect();
        let mut weights: HashMap<usize, Vec<f64>> = HashMap::new();
        if let Some(a) = animation {
            for c in self.doc.animations().nth(a).unwrap().channels() {
                let node = c.target().node().index();
                let value = self.sample(&c, time);
                match c.target().property() {
                    gltf::animation::Property::Translation => pose[node].0 = DVec3::from_slice(&value),
                    gltf::animation::Property::Rotation => {
                        pose[node].1 = DQuat::from_slice(&value).normalize()
                    }
                    gltf::animation::Property::Scale => pose[node].2 = DVec3::from_slice(&value),
                    gltf::animation::Property::MorphTargetWeights => {
                        weights.insert(node, value);
                    }
                }
            }
        }
        let mut parent = vec![None; nodes.len()];
        for n in &nodes {
            n.children().for_each(|c| parent[c.index()] = Some(n.index()));
        }
        let world = |i: usize| {
            let mut m = DMat4::IDENTITY;
            let mut at = Some(i);
            while let Some(i) = at {
                let (t, r, s) = pose[i];
                m = DMat4::from_scale_rotation_translation(s, r, t) * m;
                at = parent[i];
            }
            m
        };
        let mut out = HashMap::new();
        for n in nodes.iter().filter(|n| n.mesh().is_some()) {
            let mesh = n.mesh().unwrap();
            let primitive = mesh.primitives().next().unwrap();
            let reader = primitive.reader(|_| Some(&self.bin[..]));
            let mut points: Vec<DVec3> = reader.read_positions().unwrap().map(v).collect();
            if let Some(w) = weights.get(&n.index()) {
                for ((deltas, _, _), w) in reader.read_morph_targets().zip(w) {
                    for (p, d) in points.iter_mut().zip(deltas.into_iter().flatten()) {
                        *p += v(d) * *w;
                    }
                }
            }
            match n.skin() {
                None => points.iter_mut().for_each(|p| *p = world(n.index()).transform_point3(*p)),
                Some(skin) => {
                    let binds: Vec<DMat4> = skin
                        .reader(|_| Some(&self.bin[..]))
                        .read_inverse_bind_matrices()
                        .unwrap()
                        .map(|m| DMat4::from_cols_array_2d(&m.map(|c| c.map(f64::from))))
                        .collect();
                    let joints: Vec<DMat4> =
                        skin.joints().zip(&binds).map(|(j, b)| world(j.index()) * *b).collect();
                    let mut moved = vec![DVec3::ZERO; points.len()];
                    for set in 0.. {
                        let Some(numbers) = reader.read_joints(set) else { break };
                        let shares = reader.read_weights(set).unwrap().into_f32();
                        for ((i, js), ws) in numbers.into_u16().enumerate().zip(shares) {
                            for (j, w) in js.into_iter().zip(ws) {
                                moved[i] += joints[usize::from(j)].transform_point3(points[i]) * f64::from(w);
                            }
                        }
                    }
                    points = moved;
                }
            }
            out.insert(mesh.name().unwrap().to_owned(), points);
        }
        out
    }
}

fn compare(
    want: &HashMap<String, Vec<DVec3>>,
    got: &HashMap<String, Vec<DVec3>>,
    tolerance: f64,
    what: &str,
) {
    assert_eq!(want.len(), got.len(), "{what}: meshes");
    let size = want.values().flatten().map(|p| p.length()).fold(1.0, f64::max);
    for (name, points) in want {
        let got = got.get(name).unwrap_or_else(|| panic!("{what}: no mesh {name}"));
        assert_eq!(points.len(), got.len(), "{what}: vertices of {name}");
        for (i, (a, b)) in points.iter().zip(got).enumerate() {
            let mirrored = DVec3::new(a.x, a.y, -a.z);
            let off = (mirrored - *b).length();
            assert!(off <= tolerance * size, "{what}: {name}[{i}] is {b}, expected {mirrored}, off by {off}");
        }
    }
}

fn read(bytes: &[u8], file: &str) -> Box<dyn Document> {
    formats::read(&mut Reader::new(bytes), file, &mut Sink::new()).unwrap()
}

fn check(seed: u64) {
    let r = &mut Rng(seed | 1);
    let a = actor(r);
    let deep = a.nodes.len() == 40;
    let big = r.chance(2);
    let mut motion: Vec<Submotion> = Vec::new();
    for i in 0..a.nodes.len() {
        if !r.chance(4) {
            motion.push(submotion(r, name(i), deep));
        }
    }
    motion.push(submotion(r, "nobody".into(), deep));
    let second: Vec<Submotion> = (0..a.nodes.len()).map(|i| submotion(r, name(i), deep)).collect();
    let mut morphs: Vec<MorphTrack> = Vec::new();
    for i in 0..a.targets.len() {
        if r.chance(4) {
            continue;
        }
        morphs.push(MorphTrack {
            name: format!("target {i}"),
            pose: r.span(0.0, 1.0),
            min: if r.chance(3) { -0.5 } else { 0.0 },
            max: if r.chance(3) { 1.5 } else { 1.0 },
            keys: times(r).into_iter().map(|t| (t, r.below(65536) as u16)).collect(),
        });
    }

    let files = Memory::default();
    let options = LoadOptions::default();
    let cx = |path| Context { files: &files, path, options: &options };
    let mut sink = Sink::new();
    let mut scene = read(&encode_actor(&a, big), "a.xac").to_scene(&cx("a.xac"), &mut sink).unwrap();
    let bound = |list: &[Submotion]| list.iter().filter(|s| s.name != "nobody").count();
    for (list, file) in [(&motion, "one.xsm"), (&second, "two.xsm")] {
        let doc = read(&encode_motion(list, big, r.below(2) as u8), file);
        assert_eq!(doc.animate(&mut scene, &cx(file), &mut sink).unwrap(), (bound(list), list.len()));
    }
    read(&encode_morphs(&morphs, big), "m.xpm").animate(&mut scene, &cx("m.xpm"), &mut sink).unwrap();
    let first = glb_of(&scene);
    let said = Said { a: &a, motions: [&motion, &second], morphs: &morphs, seed };
    said.holds_for(&first, 1.0, true, "first");
    // Through glTF and back: with everything that rides in extras, and with nothing but what every program keeps.
    for extras in [true, false] {
        let mut back = scene::gltf::read(&first, &files, "a.glb", &mut Sink::new()).unwrap();
        if !extras {
            strip(&mut back);
        }
        let again = through(&back, &files, &options, &format!("seed {seed} extras {extras}"));
        said.holds_for(&again, 3.0, extras, if extras { "with extras" } else { "without extras" });
    }
}

fn glb_of(scene: &scene::Scene) -> Vec<u8> {
    scene::gltf::write_glb(scene, &scene::gltf::WriteOptions::default(), &mut Sink::new()).unwrap()
}

/// What a program does that keeps nothing of ours.
fn strip(scene: &mut scene::Scene) {
    scene.extras.clear();
    scene.nodes.iter_mut().for_each(|n| n.extras.clear());
    scene.meshes.iter_mut().for_each(|m| m.extras.clear());
    scene.animations.iter_mut().for_each(|a| a.extras.clear());
    scene.animations.iter_mut().flat_map(|a| &mut a.channels).for_each(|c| c.extras.clear());
}

/// Scene → XAC, XSM, XPM → scene → GLB. Every file must be sound.
fn through(scene: &scene::Scene, files: &Memory, options: &LoadOptions, what: &str) -> Vec<u8> {
    let write = formats::WriteOptions {
        file_name: "a.xac".into(),
        profile: Some("paradox".into()),
        ..formats::WriteOptions::default()
    };
    let make = formats::by_id("xac").unwrap().from_scene.unwrap();
    let outputs = make(scene, &write, &mut Sink::new()).unwrap();
    let mut made: Option<scene::Scene> = None;
    for o in &outputs {
        let path = format!("a{}", o.suffix);
        let cx = Context { files, path: &path, options };
        let mut sink = Sink::new();
        let doc = formats::read(&mut Reader::new(&o.bytes), &path, &mut sink).unwrap();
        doc.check(&cx, &mut sink);
        let bad: Vec<_> = sink
            .findings()
            .iter()
            .filter(|f| f.severity != wire::Severity::Info)
            .map(|f| (f.code.id, &f.message))
            .collect();
        assert!(bad.is_empty(), "{what}: {path}: {bad:?}");
        match &mut made {
            None => made = Some(doc.to_scene(&cx, &mut sink).unwrap()),
            Some(scene) => {
                doc.animate(scene, &cx, &mut sink).unwrap();
            }
        }
    }
    glb_of(&made.unwrap())
}

/// What a file says, to be held against what a reader of GLB sees.
struct Said<'a> {
    a: &'a Actor,
    motions: [&'a [Submotion]; 2],
    morphs: &'a [MorphTrack],
    seed: u64,
}

impl Said<'_> {
    fn holds_for(&self, glb: &[u8], slack: f64, with_morphs: bool, what: &str) {
        let Said { a, motions, morphs, seed } = self;
        let seed = format!("{seed} {what}");
        let deep = a.nodes.len() == 40;
        let gltf::Gltf { document, blob } = gltf::Gltf::from_slice(glb).unwrap();
        let glb = Glb { doc: document, bin: blob.unwrap_or_default() };

        let rest: Vec<Trs> = a.nodes.iter().map(bind).collect();
        let none = vec![0.0; a.targets.len()];
        compare(
            &evaluate(a, &rest, &none),
            &glb.evaluate(None, 0.0),
            2e-5 * slack,
            &format!("seed {seed} rest"),
        );

        let by_index = |wanted: &str| glb.doc.animations().position(|x| x.name() == Some(wanted));
        let tolerance = slack * (1.5e-4 * a.nodes.len().min(12) as f64 + if deep { 4e-3 } else { 0.0 });
        for (list, clip) in [(motions[0], "one"), (motions[1], "two")] {
            let Some(index) = by_index(clip) else {
                assert!(list.iter().filter(|s| s.name != "nobody").count() == 0, "animation {clip} is gone");
                continue;
            };
            for time in [0.0, 0.07, 0.2, 0.33, 0.5, 0.81, 1.3, 9.0] {
                let mut pose = rest.clone();
                for s in list {
                    let Some(i) = (0..a.nodes.len()).find(|i| name(*i) == s.name) else { continue };
                    let turn = |keys: &Keys<[f32; 4]>, pose: [f32; 4]| {
                        let keys: Vec<(DQuat, f32)> = keys.iter().map(|k| (q(k.0), k.1)).collect();
                        track(&keys, q(pose), time, nlerp)
                    };
                    let line = |keys: &Keys<[f32; 3]>, pose: [f32; 3]| {
                        let keys: Vec<(DVec3, f32)> = keys.iter().map(|k| (v(k.0), k.1)).collect();
                        track(&keys, v(pose), time, |a, b, t| a + (b - a) * t)
                    };
                    pose[i] = (
                        line(&s.positions, s.pose.2),
                        turn(&s.rotations, s.pose.0),
                        line(&s.scales, s.pose.3),
                        turn(&s.scale_rotations, s.pose.1),
                    );
                }
                let want = evaluate(a, &pose, &none);
                compare(
                    &want,
                    &glb.evaluate(Some(index), time),
                    tolerance,
                    &format!("seed {seed} {clip} at {time}"),
                );
            }
        }
        let Some(index) = by_index("m").filter(|_| with_morphs) else { return };
        for time in [0.0, 0.1, 0.25, 0.4, 0.7, 9.0] {
            let weight = |i: usize| {
                let Some(t) = morphs.iter().find(|t| t.name == format!("target {i}")) else { return 0.0 };
                let value = |u: u16| f64::from(t.min) + f64::from(t.max - t.min) * f64::from(u) / 65535.0;
                let keys: Vec<(f64, f32)> = t.keys.iter().map(|k| (value(k.1), k.0)).collect();
                let w = track(&keys, f64::from(t.pose), time, |a, b, s| a + (b - a) * s);
                w.clamp(f64::from(a.targets[i].min), f64::from(a.targets[i].max))
            };
            let weights: Vec<f64> = (0..a.targets.len()).map(weight).collect();
            let mut pose = rest.clone();
            for (i, t) in a.targets.iter().enumerate() {
                if morphs.iter().all(|m| m.name != format!("target {i}")) {
                    continue;
                }
                for (node, rotation, position, scale) in &t.transforms {
                    let bind = rest[*node].1;
                    let normal = (weights[i] - f64::from(t.min)) / f64::from(t.max - t.min);
                    pose[*node].0 += v(*position) * weights[i];
                    pose[*node].2 += v(*scale) * weights[i];
                    pose[*node].1 *= bind.conjugate() * nlerp(bind, q(*rotation), normal);
                }
            }
            let want = evaluate(a, &pose, &weights);
            let what = format!("seed {seed} morphs at {time}");
            compare(&want, &glb.evaluate(Some(index), time), tolerance.max(6e-4), &what);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
    #[test]
    fn random_actors_move_as_the_format_says(seed in any::<u64>()) {
        check(seed);
    }
}
