//! Random files with every chunk and version, garbage in every pad.

use super::super::types::body::{Body, LodActor, Nested};
use super::super::types::events::{Event, EventLayout, EventTable, EventTrack, TimeStamp};
use super::super::types::{Chunk, Emfx, Header, Magic};
use super::super::xac::types::materials::{
    FxBitmap, FxFloats, FxMaterial, FxValue, Layer, Layers, Material, MaterialInfo,
};
use super::super::xac::types::morphs::{MeshDeltas, MorphTarget, MorphTargets, MorphTransform};
use super::super::xsm::types::wavelet::{Wavelet, WaveletChunk, WaveletInfo, WaveletSubmotion};
use crate::emfx::xac::types::{
    ActorInfo, Influence, LayerData, Limit, Mesh, Node, NodeGroup, NodeGroups, NodeList, Nodes, Skin,
    Submesh, VertexLayer,
};
use crate::emfx::xpm::types::{MorphInfo, MorphKey, MorphTrack};
use crate::emfx::xsm::types::{MotionInfo, PackedKey, Quat, RotationKeys, Submotion};
use wire::{Endian, Text};

/// A small generator: the same numbers everywhere.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    pub fn byte(&mut self) -> u8 {
        self.next() as u8
    }
    fn u32(&mut self) -> u32 {
        self.next() as u32
    }
    /// Any bits: NaN payloads too.
    fn f32(&mut self) -> f32 {
        f32::from_bits(self.next() as u32)
    }
    fn floats<const N: usize>(&mut self) -> [f32; N] {
        std::array::from_fn(|_| self.f32())
    }
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.byte())
    }
    fn text(&mut self) -> Text {
        let n = self.below(9);
        Text((0..n).map(|_| self.byte()).collect())
    }
    fn vec<T>(&mut self, max: usize, f: impl Fn(&mut Self) -> T) -> Vec<T> {
        let n = self.below(max + 1);
        (0..n).map(|_| f(self)).collect()
    }
    fn list<T>(&mut self, n: usize, f: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..n).map(|_| f(self)).collect()
    }
}

fn node(r: &mut Rng, v: u32) -> Node {
    Node {
        rotation: r.floats(),
        scale_rotation: r.floats(),
        position: r.floats(),
        scale: r.floats(),
        shear: r.floats(),
        skeletal_lods: r.u32(),
        motion_lods: (v == 4).then(|| r.u32()),
        parent: r.u32(),
        children: (v == 4).then(|| r.u32()),
        flags: (v >= 2).then(|| r.byte()),
        pad: (v >= 2).then(|| r.bytes()),
        obb: (v >= 3).then(|| r.floats()),
        importance: (v == 4).then(|| r.f32()),
        name: r.text(),
    }
}

fn info(r: &mut Rng, v: u32) -> ActorInfo {
    ActorInfo {
        lods: (v == 4).then(|| r.u32()),
        trajectory_node: (v >= 3).then(|| r.u32()),
        extraction_node: (v >= 3).then(|| r.u32()),
        extraction_mask: (v == 3).then(|| r.u32()),
        repositioning_mask: (v <= 2).then(|| r.u32()),
        repositioning_node: (v <= 2).then(|| r.u32()),
        exporter_version: r.bytes(),
        pad: r.bytes(),
        retarget_root_offset: (v >= 2).then(|| r.f32()),
        source_application: r.text(),
        original_file: r.text(),
        exporter_date: r.text(),
        actor_name: r.text(),
    }
}

fn mesh(r: &mut Rng, v: u32, node: u32, originals: u32) -> Mesh {
    let vertices = r.below(6) as u32;
    let layers = r.list(6, |r| {
        let kind = r.below(10) as u32;
        let size = if r.below(5) == 0 { r.below(20) } else { 4 * r.below(6) } as u32;
        let n = (size * vertices) as usize;
        let data = match kind {
            _ if !size.is_multiple_of(4) => LayerData::Bytes(r.list(n, Rng::byte)),
            0..=3 | 6 | 7 => LayerData::F32(r.list(n / 4, Rng::f32)),
            4 | 5 | 8 => LayerData::U32(r.list(n / 4, Rng::u32)),
            _ => LayerData::Bytes(r.list(n, Rng::byte)),
        };
        VertexLayer { kind, size, keep_originals: r.byte(), is_scale: r.byte(), pad: r.bytes(), data }
    });
    let submeshes = r.vec(3, |r| Submesh {
        vertices: r.u32(),
        material: r.u32(),
        indices: r.vec(9, Rng::u32),
        bones: r.vec(4, Rng::u32),
    });
    Mesh {
        node,
        lod: (v == 2).then_some(node % 3),
        original_vertices: originals,
        vertices,
        indices: r.u32(),
        collision: (node % 2) as u8,
        pad: r.bytes(),
        layers,
        submeshes,
    }
}

fn skin(r: &mut Rng, v: u32, node: u32, originals: usize) -> Skin {
    let mut skin = Skin {
        node,
        lod: (v == 4).then_some(node % 3),
        local_bones: (v >= 3).then(|| r.u32()),
        collision: (node % 2) as u8,
        pad: r.bytes(),
        influences: Vec::new(),
        table: Vec::new(),
    };
    let influence = |r: &mut Rng| Influence { weight: r.f32(), node: r.next() as u16, pad: r.bytes() };
    if v == 1 {
        for _ in 0..originals {
            let n = r.below(4);
            skin.table.push([skin.influences.len() as u32, n as u32]);
            skin.influences.extend(r.list(n, influence));
        }
    } else {
        skin.influences = r.vec(9, influence);
        skin.table = r.list(originals, |r| [r.u32(), r.u32()]);
    }
    skin
}

fn layer(r: &mut Rng) -> Layer {
    let [amount, u_offset, v_offset, u_tiling, v_tiling, rotation] = r.floats();
    Layer {
        amount,
        u_offset,
        v_offset,
        u_tiling,
        v_tiling,
        rotation,
        material: r.next() as u16,
        map_type: r.byte(),
        blend_mode: r.byte(),
        texture: r.text(),
    }
}

fn material(r: &mut Rng, v: u32) -> Material {
    let layers = if v == 1 { Vec::new() } else { r.vec(3, layer) };
    Material {
        lod: (v == 3).then(|| r.u32()),
        ambient: r.floats(),
        diffuse: r.floats(),
        specular: r.floats(),
        emissive: r.floats(),
        shine: r.f32(),
        shine_strength: r.f32(),
        opacity: r.f32(),
        ior: r.f32(),
        double_sided: r.byte(),
        wireframe: r.byte(),
        transparency: r.byte(),
        layer_count: if v == 1 { r.byte() } else { layers.len() as u8 },
        name: r.text(),
        layers: Layers(layers),
    }
}

fn fx(r: &mut Rng, v: u32) -> FxMaterial {
    fn value<const N: usize>(r: &mut Rng) -> FxFloats<N> {
        FxFloats { value: r.floats(), name: r.text() }
    }
    FxMaterial {
        lod: (v == 3).then(|| r.u32()),
        name: r.text(),
        effect: r.text(),
        technique: (v >= 2).then(|| r.text()),
        ints: r.vec(3, |r| FxValue { value: r.u32() as i32, name: r.text() }),
        floats: r.vec(3, value),
        colors: r.vec(3, value),
        bools: if v >= 2 { r.vec(3, |r| FxValue { value: r.byte(), name: r.text() }) } else { Vec::new() },
        vectors: if v >= 2 { r.vec(3, value) } else { Vec::new() },
        bitmaps: r.vec(3, |r| FxBitmap { name: r.text(), value: r.text() }),
    }
}

fn target(r: &mut Rng) -> MorphTarget {
    MorphTarget {
        range_min: r.f32(),
        range_max: r.f32(),
        lod: r.u32(),
        phonemes: r.u32(),
        name: r.text(),
        deltas: r.vec(2, |r| {
            let n = r.below(4);
            MeshDeltas {
                node: r.u32(),
                min: r.f32(),
                max: r.f32(),
                positions: r.list(n, |r| std::array::from_fn(|_| r.next() as u16)),
                normals: r.list(n, Rng::bytes),
                tangents: r.list(n, Rng::bytes),
                vertices: r.list(n, Rng::u32),
            }
        }),
        transforms: r.vec(2, |r| MorphTransform {
            node: r.u32(),
            rotation: r.floats(),
            scale_rotation: r.floats(),
            position: r.floats(),
            scale: r.floats(),
        }),
    }
}

fn limit(r: &mut Rng) -> Limit {
    Limit {
        translation_min: r.floats(),
        translation_max: r.floats(),
        rotation_min: r.floats(),
        rotation_max: r.floats(),
        scale_min: r.floats(),
        scale_max: r.floats(),
        flags: r.bytes(),
        pad: r.bytes(),
        node: r.u32(),
    }
}

fn submotion(r: &mut Rng, v: u32) -> Submotion {
    let quat = |r: &mut Rng| if v == 3 { Quat::Q16(q16(r)) } else { Quat::F32(r.floats()) };
    let keys = |r: &mut Rng| {
        if v == 3 {
            RotationKeys::Q16(r.vec(4, |r| PackedKey { value: q16(r), time: r.f32() }))
        } else {
            RotationKeys::F32(r.vec(4, Rng::floats))
        }
    };
    Submotion {
        pose_rotation: quat(r),
        bind_rotation: quat(r),
        pose_scale_rotation: quat(r),
        bind_scale_rotation: quat(r),
        pose_position: r.floats(),
        pose_scale: r.floats(),
        bind_position: r.floats(),
        bind_scale: r.floats(),
        max_error: (v >= 2).then(|| r.f32()),
        name: r.text(),
        positions: r.vec(4, Rng::floats),
        rotations: keys(r),
        scales: r.vec(4, Rng::floats),
        scale_rotations: keys(r),
    }
}

fn q16(r: &mut Rng) -> [i16; 4] {
    std::array::from_fn(|_| r.next() as i16)
}

fn wavelet(r: &mut Rng) -> Wavelet {
    let (chunks, submotions) = (r.below(3), r.below(3));
    Wavelet {
        info: WaveletInfo {
            chunks: chunks as u32,
            samples_per_chunk: r.u32(),
            rotation_bytes: r.u32(),
            position_bytes: r.u32(),
            scale_bytes: r.u32(),
            rotation_tracks: r.u32(),
            scale_rotation_tracks: r.u32(),
            scale_tracks: r.u32(),
            position_tracks: r.u32(),
            chunk_overhead: r.u32(),
            compressed_size: r.u32(),
            optimized_size: r.u32(),
            uncompressed_size: r.u32(),
            scale_rotation_offset: r.u32(),
            submotions: submotions as u32,
            factors: r.floats(),
            wavelet: r.byte(),
            compressor: r.byte(),
            pad: r.bytes(),
        },
        mappings: r.list(submotions, |r| std::array::from_fn(|_| r.next() as u16)),
        submotions: r.list(submotions, |r| WaveletSubmotion {
            rotations: std::array::from_fn(|_| Quat::Q16(q16(r))),
            vectors: std::array::from_fn(|_| r.floats()),
            max_error: r.f32(),
            name: r.text(),
        }),
        chunks: r.list(chunks, |r| WaveletChunk {
            scales: r.floats(),
            bits: std::array::from_fn(|_| r.u32()),
            rotations: r.vec(5, Rng::byte),
            positions: r.vec(5, Rng::byte),
            scale_data: r.vec(5, Rng::byte),
        }),
    }
}

fn events(r: &mut Rng, v: u32) -> EventTable {
    let event = v as u8;
    let layout = EventLayout { counted: v == 3, named: v == 3, event };
    let tracks = r.list(if v == 3 { 2 } else { 1 }, |r| EventTrack {
        enabled: (v == 3).then(|| r.bytes()),
        name: (v == 3).then(|| r.text()),
        types: r.vec(2, Rng::text),
        params: r.vec(2, Rng::text),
        events: r.vec(3, |r| Event {
            start: r.f32(),
            end: (v != 1).then(|| r.f32()),
            kind: r.u32(),
            param: if v == 3 { r.u32() & 0xffff } else { r.u32() },
            pad: if v == 3 { r.bytes() } else { [0; 2] },
        }),
    });
    EventTable { layout, tracks }
}

/// Every chunk and version of a kind of file, with true sizes.
pub fn file(seed: u64, magic: Magic, endian: Endian, depth: u32) -> Emfx {
    let r = &mut Rng(seed);
    let mut out = Emfx::new(Header { magic, version: [1, 0], endian, multiply_order: (seed & 1) as u8 });
    let stamp = |r: &mut Rng| TimeStamp {
        year: r.next() as u16,
        month: r.byte() as i8,
        day: r.byte() as i8,
        hours: r.byte() as i8,
        minutes: r.byte() as i8,
        seconds: r.byte() as i8,
        pad: r.byte(),
    };
    out.push(51, 1, Body::TimeStamp(stamp(r)));
    match magic {
        Magic::Xac => actor(r, &mut out, endian, depth),
        Magic::Xsm => {
            for v in 1..=3 {
                let info = MotionInfo {
                    importance: (v >= 2).then(|| r.f32()),
                    max_error: (v >= 2).then(|| r.f32()),
                    fps: r.u32(),
                    extraction_mask: (v == 3).then(|| r.u32()),
                    exporter_version: r.bytes(),
                    pad: r.bytes(),
                    source_application: r.text(),
                    original_file: r.text(),
                    exporter_date: r.text(),
                    motion_name: r.text(),
                };
                out.push(201, v, Body::MotionInfo(info));
                out.push(200, v, Body::Submotion(Box::new(submotion(r, v))));
                out.push(50, v, Body::Events(events(r, v)));
            }
            out.push(203, 1, Body::Wavelet(Box::new(wavelet(r))));
            out.push(202, 1, Body::Submotions(r.vec(4, |r| submotion(r, 2))));
            out.push(202, 2, Body::Submotions(r.vec(4, |r| submotion(r, 3))));
        }
        Magic::Xpm => {
            let info = MorphInfo {
                fps: r.u32(),
                exporter_version: r.bytes(),
                pad: r.bytes(),
                source_application: r.text(),
                original_file: r.text(),
                exporter_date: r.text(),
                motion_name: r.text(),
            };
            out.push(101, 1, Body::MorphInfo(info));
            let track = |r: &mut Rng| MorphTrack {
                pose_weight: r.f32(),
                min: r.f32(),
                max: r.f32(),
                phonemes: r.u32(),
                name: r.text(),
                keys: r.vec(4, |r| MorphKey { time: r.f32(), value: r.next() as u16, pad: r.bytes() }),
            };
            out.push(100, 1, Body::MorphTrack(track(r)));
            out.push(102, 1, Body::MorphTracks(r.vec(4, track)));
        }
    }
    let unknown = r.vec(20, Rng::byte);
    out.push(777, 3, Body::Unknown(unknown));
    out.true_sizes();
    out
}

fn actor(r: &mut Rng, out: &mut Emfx, endian: Endian, depth: u32) {
    for v in 1..=4 {
        out.push(7, v, Body::ActorInfo(Box::new(info(r, v))));
        out.push(0, v, Body::Node(Box::new(node(r, v))));
    }
    let nodes = Nodes { roots: r.u32(), nodes: r.vec(5, |r| node(r, 4)) };
    out.push(11, 1, Body::Nodes(nodes));
    out.push(6, 1, Body::Limit(Box::new(limit(r))));
    for v in 1..=2 {
        let info =
            MaterialInfo { lod: (v == 2).then(|| r.u32()), total: r.u32(), standard: r.u32(), fx: r.u32() };
        out.push(13, v, Body::MaterialInfo(info));
        out.push(4, v, Body::MaterialLayer(layer(r)));
    }
    for v in 1..=3 {
        out.push(3, v, Body::Material(Box::new(material(r, v))));
        out.push(5, v, Body::FxMaterial(fx(r, v)));
    }
    for v in 1..=4 {
        // A mesh of its own for each, and one skin that has to go by its size.
        let originals = r.below(5);
        let mesh_version = if v == 4 { 2 } else { 1 };
        out.push(1, mesh_version, Body::Mesh(mesh(r, mesh_version, v, originals as u32)));
        out.push(2, v, Body::Skin(skin(r, v, v, originals)));
        let lone = r.below(4);
        out.push(2, v, Body::Skin(skin(r, v, 900 + v, lone)));
    }
    out.push(9, 1, Body::MorphTarget(target(r)));
    let targets = MorphTargets { lod: r.u32(), targets: r.vec(3, target) };
    out.push(12, 1, Body::MorphTargets(targets));
    let group = |r: &mut Rng| NodeGroup {
        disabled: r.byte(),
        pad: r.byte(),
        name: Text(b"group".to_vec()),
        nodes: vec![1, 2],
    };
    let groups = r.vec(3, group);
    out.push(10, 1, Body::NodeGroups(NodeGroups { counted: true, groups }));
    let one = vec![group(r)];
    out.push(10, 1, Body::NodeGroups(NodeGroups { counted: false, groups: one }));
    out.push(14, 1, Body::MotionSources(NodeList { nodes: r.vec(4, |r| r.next() as u16) }));
    out.push(15, 1, Body::Attachments(NodeList { nodes: r.vec(4, |r| r.next() as u16) }));
    if depth == 0 {
        for level in 0..2 {
            let nested = file(r.next(), Magic::Xac, if level == 0 { endian } else { Endian::Big }, 1);
            let lod = LodActor { level, size: 0, file: Nested::Actor(Box::new(nested)) };
            out.push(8, 1, Body::LodActor(lod));
        }
        let lod = LodActor { level: 9, size: 0, file: Nested::Bytes(b"XAC nonsense".to_vec()) };
        out.push(8, 1, Body::LodActor(lod));
    }
}

/// Wrong sizes as exporters write them.
pub fn quirky(file: &mut Emfx) {
    for Chunk { id, size, version, body, .. } in &mut file.chunks {
        match (*id, *version, body) {
            (3, 2, Body::Material(m)) => *size = 84 + 4 + m.name.0.len() as u32,
            (202, 1, _) => *size = *size * 7 + 100_000,
            (202, 2, Body::Submotions(list)) => *size += 32 * list.len() as u32,
            _ => {}
        }
    }
}
