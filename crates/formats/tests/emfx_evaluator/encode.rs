//! A plain encoder: each layout as the format page has it.

use crate::file::{Actor, Keys, Mesh, MorphTrack, Node, Skin, Submotion, Target};
use crate::numbers::Rng;

pub struct Enc {
    pub out: Vec<u8>,
    pub big: bool,
}

impl Enc {
    pub fn new(magic: &[u8], big: bool, order: u8) -> Self {
        let mut out = magic.to_vec();
        out.extend([1, 0, u8::from(big), order]);
        Self { out, big }
    }
    pub fn u16(&mut self, v: u16) {
        self.out.extend(if self.big { v.to_be_bytes() } else { v.to_le_bytes() });
    }
    pub fn u32(&mut self, v: u32) {
        self.out.extend(if self.big { v.to_be_bytes() } else { v.to_le_bytes() });
    }
    pub fn f32(&mut self, v: f32) {
        self.u32(v.to_bits());
    }
    pub fn fs(&mut self, v: &[f32]) {
        v.iter().for_each(|v| self.f32(*v));
    }
    pub fn str(&mut self, s: &str) {
        self.u32(s.len() as u32);
        self.out.extend(s.as_bytes());
    }
    pub fn chunk(&mut self, id: u32, version: u32, body: impl FnOnce(&mut Self)) {
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

pub fn name(i: usize) -> String {
    format!("node {i}")
}

/// Which chunks and versions a file is made of.
pub struct Layout {
    /// Nodes in chunks of their own of this version, or all in chunk 11.
    pub nodes: Option<u32>,
    pub mesh: u32,
    pub skin: u32,
    /// Targets and tracks in chunks of their own.
    pub apart: bool,
    /// Submotions in chunks of their own of this version, or all in chunk 202.
    pub submotions: Option<u32>,
    /// Rotations in 16 bits.
    pub packed: bool,
}

impl Layout {
    pub fn new(r: &mut Rng) -> Self {
        let packed = r.chance(2);
        let alone = if packed { 3 } else { 1 + r.below(2) as u32 };
        Self {
            nodes: r.chance(2).then(|| 1 + r.below(4) as u32),
            mesh: 1 + r.below(2) as u32,
            skin: 1 + r.below(4) as u32,
            apart: r.chance(3),
            submotions: r.chance(3).then_some(alone),
            packed,
        }
    }
}

pub fn encode_actor(a: &Actor, layout: &Layout, big: bool) -> Vec<u8> {
    let mut e = Enc::new(b"XAC ", big, a.order);
    match layout.nodes {
        None => e.chunk(11, 1, |e| {
            e.u32(a.nodes.len() as u32);
            e.u32(1);
            a.nodes.iter().enumerate().for_each(|(i, n)| node(e, i, n, 4));
        }),
        Some(version) => {
            for (i, n) in a.nodes.iter().enumerate() {
                e.chunk(0, version, |e| node(e, i, n, version));
            }
        }
    }
    for m in &a.meshes {
        e.chunk(1, layout.mesh, |e| mesh(e, m, layout.mesh));
        if let Some(s) = &m.skin {
            e.chunk(2, layout.skin, |e| skin(e, m.node, s, layout.skin));
        }
    }
    if layout.apart {
        for (i, t) in a.targets.iter().enumerate() {
            e.chunk(9, 1, |e| target(e, i, t));
        }
    } else {
        e.chunk(12, 1, |e| {
            e.u32(a.targets.len() as u32);
            e.u32(0);
            a.targets.iter().enumerate().for_each(|(i, t)| target(e, i, t));
        });
    }
    e.out
}

fn node(e: &mut Enc, i: usize, n: &Node, version: u32) {
    e.fs(&n.rotation);
    e.fs(&n.scale_rotation);
    e.fs(&n.position);
    e.fs(&n.scale);
    e.fs(&[-1.0; 3]);
    e.u32(u32::MAX);
    if version == 4 {
        e.u32(u32::MAX);
    }
    e.u32(n.parent.map_or(u32::MAX, |p| p as u32));
    if version == 4 {
        e.u32(0);
    }
    if version >= 2 {
        e.out.extend([1, 0xca, 0x17, 0x91]);
    }
    if version >= 3 {
        e.fs(&[0.0; 16]);
    }
    if version == 4 {
        e.f32(1.0);
    }
    e.str(&name(i));
}

fn mesh(e: &mut Enc, m: &Mesh, version: u32) {
    let indices: usize = m.submeshes.iter().map(|s| s.0.len()).sum();
    let originals = m.skin.as_ref().map_or(m.positions.len(), |s| s.1.len());
    e.u32(m.node as u32);
    if version == 2 {
        e.u32(0);
    }
    for n in [originals, m.positions.len(), indices, m.submeshes.len(), 2] {
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
}

fn skin(e: &mut Enc, node: usize, (influences, table): &Skin, version: u32) {
    let influence = |e: &mut Enc, (weight, node): &(f32, u16)| {
        e.f32(*weight);
        e.u16(*node);
        e.out.extend([3, 1]);
    };
    e.u32(node as u32);
    // Level of detail, local bones, total.
    for (since, value) in [(4, 0), (3, 0), (2, influences.len() as u32)] {
        if version >= since {
            e.u32(value);
        }
    }
    e.out.extend([0, 1, 2, 3]);
    if version == 1 {
        for [start, count] in table {
            e.out.push(*count as u8);
            let range = *start as usize..(*start + *count) as usize;
            influences[range].iter().for_each(|i| influence(e, i));
        }
        return;
    }
    influences.iter().for_each(|i| influence(e, i));
    table.iter().flatten().for_each(|v| e.u32(*v));
}

fn target(e: &mut Enc, i: usize, t: &Target) {
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

pub fn encode_motion(list: &[Submotion], layout: &Layout, big: bool, order: u8) -> Vec<u8> {
    let mut e = Enc::new(b"XSM ", big, order);
    match layout.submotions {
        Some(version) => list.iter().for_each(|s| e.chunk(200, version, |e| submotion(e, s, version))),
        None => e.chunk(202, if layout.packed { 2 } else { 1 }, |e| {
            e.u32(list.len() as u32);
            list.iter().for_each(|s| submotion(e, s, if layout.packed { 3 } else { 2 }));
        }),
    }
    e.out
}

fn submotion(e: &mut Enc, s: &Submotion, version: u32) {
    let quat = |e: &mut Enc, v: &[f32; 4]| match version {
        3 => v.iter().for_each(|c| e.u16((c * 32767.0).round() as i16 as u16)),
        _ => e.fs(v),
    };
    let one = [0.0, 0.0, 0.0, 1.0];
    [s.pose.0, one, s.pose.1, one].iter().for_each(|v| quat(e, v));
    e.fs(&s.pose.2);
    e.fs(&s.pose.3);
    e.fs(&[9.0; 6]);
    for n in [s.positions.len(), s.rotations.len(), s.scales.len(), s.scale_rotations.len()] {
        e.u32(n as u32);
    }
    if version >= 2 {
        e.f32(0.0);
    }
    e.str(&s.name);
    let three = |e: &mut Enc, keys: &Keys<[f32; 3]>| {
        for (value, time) in keys {
            e.fs(value);
            e.f32(*time);
        }
    };
    let four = |e: &mut Enc, keys: &Keys<[f32; 4]>| {
        for (value, time) in keys {
            quat(e, value);
            e.f32(*time);
        }
    };
    three(e, &s.positions);
    four(e, &s.rotations);
    three(e, &s.scales);
    four(e, &s.scale_rotations);
}

pub fn encode_morphs(list: &[MorphTrack], layout: &Layout, big: bool) -> Vec<u8> {
    let mut e = Enc::new(b"XPM ", big, 0);
    if layout.apart {
        list.iter().for_each(|t| e.chunk(100, 1, |e| morph_track(e, t)));
    } else {
        e.chunk(102, 1, |e| {
            e.u32(list.len() as u32);
            list.iter().for_each(|t| morph_track(e, t));
        });
    }
    e.out
}

fn morph_track(e: &mut Enc, t: &MorphTrack) {
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
