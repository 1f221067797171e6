//! Files made by hand, and what becomes of them.

mod fix;
#[cfg(test)]
mod raw;
mod read;
mod tangents;
mod write;

use super::types::decl::{Meaning, encode, ty, usage};
use super::*;
use crate::LoadOptions;
use ::scene::Memory;
use wire::{Endian, Trace};

/// A header for what follows.
fn header(endian: Endian) -> Header {
    Header {
        magic: MAGIC,
        version: 3,
        big_endian: u8::from(endian == Endian::Big),
        header_size: 0x40,
        reserved: 0,
        num_buffers: 0,
        desc_size: 0xbc,
        num_materials: 0,
        material_size: 0x88,
        culling_cw: 0,
        right_handed: 0,
        num_vertices: 0,
        num_indices: 0,
        primitive_type: 4,
        mesh_optimization: 1,
        bounds_center: [0.0; 3],
        bounds_half_size: [0.0; 3],
        zero: [0; 10],
    }
}

fn buffer(kind: u32, format: u32, item_size: u32, data: Vec<u8>, packed: bool) -> Buffer {
    let mut b = Buffer {
        desc: Description {
            kind,
            usage_index: 0,
            data_offset: 0,
            compressed: packed.into(),
            zero: 0,
            format,
            stored_size: 0,
            items: data.len() as u32 / item_size.max(1),
            item_size,
            num_sections: 1,
            min: 0.0,
            max: 0.0,
        },
        num_elements: 0,
        slots: vec![Element { ty: 0xdead_beef, usage: 7, usage_index: 9, junk: 0xabcd }; SLOTS],
        extra: Vec::new(),
        data: bytes::Bytes::new(),
        packed: None,
    };
    b.set_data(data);
    b
}

fn listed(elements: &[(u32, u8, u8)], data: Vec<u8>, packed: bool) -> Buffer {
    let size: usize = elements.iter().filter_map(|e| decl::size_of(e.0)).sum();
    let mut b = buffer(0, FORMAT_LISTED, size as u32, data, packed);
    b.num_elements = elements.len() as u32;
    for (slot, (ty, usage, usage_index)) in b.slots.iter_mut().zip(elements) {
        *slot = Element { ty: *ty, usage: *usage, usage_index: *usage_index, junk: 0x024a };
    }
    b
}

fn file(endian: Endian, buffers: Vec<Buffer>, ranges: &[(u32, u32, &str)]) -> Xmf {
    let materials = ranges
        .iter()
        .map(|(first_index, num_indices, name)| {
            let mut name = name.as_bytes().to_vec();
            name.resize(128, 0);
            MaterialRange { first_index: *first_index, num_indices: *num_indices, name, extra: Vec::new() }
        })
        .collect();
    let mut x =
        Xmf { header: header(endian), header_extra: Vec::new(), buffers, materials, gaps: Vec::new() };
    x.recount();
    x
}

fn u16s(v: &[u16], endian: Endian) -> Vec<u8> {
    let mut w = wire::Writer::new(endian);
    for x in v {
        w.u16(*x);
    }
    w.finish()
}

/// One triangle, one listed stream, two UV sets.
fn triangle(endian: Endian) -> Xmf {
    let elements = [
        (ty::FLOAT3, usage::POSITION, 0),
        (ty::D3DCOLOR, usage::NORMAL, 0),
        (ty::D3DCOLOR, usage::TANGENT, 0),
        (ty::FLOAT16_2, usage::TEXCOORD, 0),
        (ty::D3DCOLOR, usage::COLOR, 0),
    ];
    let mut data = Vec::new();
    for (p, uv) in
        [([0.0, 0.0, 5.0], [0.0, 0.0]), ([1.0, 0.0, 5.0], [1.0, 0.0]), ([0.0, 2.0, 5.0], [0.0, 1.0])]
    {
        let [x, y, z] = p;
        encode(&mut data, [x, y, z, 1.0], ty::FLOAT3, endian, Meaning::Plain);
        data.extend_from_slice(&[0xff, 0x7f, 0x7f, 0, 0x7f, 0x7f, 0x00, 0]);
        encode(&mut data, [uv[0], uv[1], 0.0, 1.0], ty::FLOAT16_2, endian, Meaning::Plain);
        data.extend_from_slice(&[10, 20, 30, 40]);
    }
    let index = buffer(KIND_INDEX, INDEX_U16, 2, u16s(&[0, 1, 2], endian), true);
    let mut x = file(endian, vec![listed(&elements, data, true), index], &[(0, 3, "col.mat")]);
    x.fix_file(false);
    x
}

fn read(bytes: &[u8]) -> Result<Xmf> {
    Xmf::read(&mut Reader::new(bytes))
}

fn traced(bytes: &[u8]) -> (Xmf, Trace) {
    let mut r = Reader::new(bytes).with_trace();
    let x = Xmf::read(&mut r).unwrap();
    (x, r.take_trace().unwrap())
}

fn findings(x: &Xmf, name: &str) -> Vec<&'static str> {
    let (files, options) = (Memory::default(), LoadOptions::default());
    let mut sink = Sink::new();
    x.check(&Context { files: &files, path: name, options: &options }, &mut sink);
    sink.findings().iter().map(|f| f.code.id).collect()
}

fn scene_of(x: &Xmf, name: &str) -> Scene {
    let (files, options) = (Memory::default(), LoadOptions::default());
    x.to_scene(&Context { files: &files, path: name, options: &options }, &mut Sink::new()).unwrap()
}

fn round_trips(bytes: &[u8]) {
    let (x, trace) = traced(bytes);
    assert_eq!(Xmf::write(&x), bytes);
    assert_eq!(trace.untiled(bytes.len() as u64), None);
    let mut json = Vec::new();
    x.dump(&mut json).unwrap();
    let built = crate::build(&json).unwrap();
    assert_eq!(built.write(), bytes, "build(dump)");
}
