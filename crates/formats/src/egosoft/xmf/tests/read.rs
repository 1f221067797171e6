//! Bytes to structs and scenes.

use super::super::types::decl;
use super::super::types::decl::{Meaning, decode, encode, half, ty, usage};
use super::*;
use ::scene::Colors;
use proptest::prelude::*;

#[test]
fn known_bits_of_every_type() {
    let le = Endian::Little;
    let plain = |bytes: &[u8], ty| decode(bytes, ty, le, Meaning::Plain);
    let f = |v: &[f32]| v.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>();
    assert_eq!(plain(&f(&[1.5]), ty::FLOAT1), [1.5, 0.0, 0.0, 1.0]);
    assert_eq!(plain(&f(&[1.5, -2.0]), ty::FLOAT2), [1.5, -2.0, 0.0, 1.0]);
    assert_eq!(plain(&f(&[1.5, -2.0, 3.0]), ty::FLOAT3), [1.5, -2.0, 3.0, 1.0]);
    assert_eq!(plain(&f(&[1.5, -2.0, 3.0, 4.0]), ty::FLOAT4), [1.5, -2.0, 3.0, 4.0]);
    assert_eq!(plain(&[0x33, 0x66, 0xff, 0x00], ty::D3DCOLOR), [1.0, 0.4, 0.2, 0.0], "memory order BGRA");
    let d = decode(&[0x00, 0xff, 0x7f, 0x00], ty::D3DCOLOR, le, Meaning::Direction);
    assert!((d[0] + 0.003_921_569).abs() < 1e-7 && d[1] == 1.0 && d[2] == -1.0, "x = R: {d:?}");
    assert_eq!(plain(&[1, 2, 3, 255], ty::UBYTE4), [1.0, 2.0, 3.0, 255.0]);
    assert_eq!(plain(&[0xff, 0xfe, 0x00, 0x80], ty::SHORT2), [-257.0, -32768.0, 0.0, 1.0]);
    assert_eq!(plain(&[1, 0, 2, 0, 3, 0, 0xff, 0xff], ty::SHORT4), [1.0, 2.0, 3.0, -1.0]);
    assert_eq!(plain(&[0, 51, 102, 255], ty::UBYTE4N), [0.0, 0.2, 0.4, 1.0], "no swap");
    assert_eq!(plain(&[0xff, 0x7f, 0x00, 0x80], ty::SHORT2N), [1.0, -1.0, 0.0, 1.0], "-32768 clamps");
    assert_eq!(plain(&[1, 0x80, 0, 0, 0xff, 0x7f, 0, 0], ty::SHORT4N), [-1.0, 0.0, 1.0, 0.0]);
    assert_eq!(plain(&[0xff, 0xff, 0, 0], ty::USHORT2N), [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(plain(&[0x33, 0x33, 0, 0, 0xff, 0xff, 0xff, 0xff], ty::USHORT4N), [0.2, 0.0, 1.0, 1.0]);
    let udec = (1_u32 | 1023 << 10 | 512 << 20 | 3 << 30).to_le_bytes();
    assert_eq!(plain(&udec, ty::UDEC3), [1.0, 1023.0, 512.0, 1.0]);
    let dec = (511_u32 | 0x201 << 10 | 0x3ff << 20).to_le_bytes();
    assert_eq!(plain(&dec, ty::DEC3N), [1.0, -1.0, -1.0 / 511.0, 1.0], "signs");
    assert_eq!(plain(&[0x00, 0x3c, 0x00, 0xc0], ty::FLOAT16_2), [1.0, -2.0, 0.0, 1.0]);
    assert_eq!(plain(&[0, 0x3c, 0, 0x38, 0, 0, 0, 0x80], ty::FLOAT16_4), [1.0, 0.5, 0.0, -0.0]);
    assert_eq!(plain(&[], ty::UNUSED), [0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn halves_agree_with_the_half_crate() {
    for bits in 0..=u16::MAX {
        let (ours, theirs) = (half(bits), ::half::f16::from_bits(bits).to_f32());
        assert!(ours.to_bits() == theirs.to_bits() || (ours.is_nan() && theirs.is_nan()), "{bits:#06x}");
    }
    assert_eq!((half(0), half(0x8000).to_bits(), half(1)), (0.0, 0x8000_0000, 2.0_f32.powi(-24)));
    assert_eq!((half(0x7c00), half(0xfc00)), (f32::INFINITY, f32::NEG_INFINITY));
    assert!(half(0x7c01).is_nan());
}

#[test]
fn every_type_encodes_what_it_decodes() {
    for endian in [Endian::Little, Endian::Big] {
        for t in 0..=16 {
            for meaning in [Meaning::Plain, Meaning::Direction] {
                let size = decl::size_of(t).unwrap();
                // Bit patterns that mean something in all types.
                let bytes: Vec<u8> =
                    [0x12, 0x3c, 0x55, 0x3a, 0x21, 0x39, 0x40, 0x3b, 1, 2, 3, 4, 5, 6, 7, 8][..size].to_vec();
                let bytes =
                    if matches!(t, ty::UDEC3 | ty::DEC3N) { vec![0x12, 0x3c, 0x15, 0x12] } else { bytes };
                let mut again = Vec::new();
                encode(&mut again, decode(&bytes, t, endian, meaning), t, endian, meaning);
                assert_eq!(again, bytes, "{} {endian:?} {meaning:?}", decl::type_name(t));
            }
        }
    }
}

#[test]
fn files_come_back_byte_for_byte() {
    for endian in [Endian::Little, Endian::Big] {
        round_trips(&Xmf::write(&triangle(endian)));
    }
}

#[test]
fn odd_layouts_come_back_byte_for_byte() {
    // A gap, an overlap, a tail, a long header, a big description, an uncompressed buffer.
    let mut x = triangle(Endian::Little);
    x.header.header_size = 0x44;
    x.header_extra = vec![1, 2, 3, 4];
    x.header.desc_size = 0xbe;
    for b in &mut x.buffers {
        b.extra = vec![5, 6];
    }
    x.buffers[1].desc.compressed = 0;
    let data = x.buffers[1].data.clone();
    x.buffers[1].set_data(data);
    x.recount();
    x.buffers[0].desc.data_offset += 7;
    x.buffers[1].desc.data_offset += 11;
    let mut again = x.buffers[1].clone();
    again.desc.data_offset += 2;
    again.desc.items = 2;
    again.desc.stored_size = 4;
    again.data = again.data.slice(2..);
    x.buffers.push(again);
    x.header.num_buffers = 3;
    let mut bytes = Xmf::write(&x);
    bytes.extend_from_slice(b"tail");
    round_trips(&bytes);
    let back = read(&bytes).unwrap();
    assert_eq!(back.gaps.len(), 3);
    assert!(findings(&back, "a-lod0.xmf").contains(&"XMF_LAYOUT"));
}

#[test]
fn the_short_description_implies_its_element() {
    let mut data = Vec::new();
    for p in [[0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0]] {
        encode(&mut data, p, ty::FLOAT3, Endian::Little, Meaning::Plain);
    }
    let mut b = vec![
        buffer(1, ty::FLOAT3, 12, data, false),
        buffer(KIND_INDEX, INDEX_U32, 4, vec![0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0], false),
    ];
    for b in &mut b {
        b.slots.clear();
    }
    let x = file(Endian::Little, b, &[]);
    assert_eq!(x.header.desc_size, 0x38);
    let bytes = Xmf::write(&x);
    assert_eq!(bytes.len(), 0x40 + 2 * 0x38 + 36 + 12);
    round_trips(&bytes);
    let s = scene_of(&read(&bytes).unwrap(), "a.xmf");
    assert_eq!(s.meshes[0].positions, [[0.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    assert_eq!(s.meshes[0].indices, [0, 1, 2]);
}

#[test]
fn the_scene_is_mirrored() {
    for endian in [Endian::Little, Endian::Big] {
        let s = scene_of(&triangle(endian), "dir/part_main-lod2.xmf");
        let m = &s.meshes[0];
        assert_eq!((s.nodes[0].name.as_str(), m.name.as_str(), m.lod), ("part_main", "part_main-lod2", 2));
        assert_eq!(m.positions, [[0.0, 0.0, 5.0], [-1.0, 0.0, 5.0], [0.0, 2.0, 5.0]]);
        assert_eq!(m.normals, [[0.0, 0.0, 1.0]; 3]);
        assert_eq!(m.uvs, [vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]]);
        assert_eq!(m.colors, [Colors::U8(vec![[30, 20, 10, 40]; 3])]);
        // Stored T = −x = −dP/du; in the scene dP/du points to −x as well, and V is down, not mirrored.
        assert_eq!(m.tangents[0][..3], [-1.0, 0.0, 0.0]);
        assert_eq!(m.primitives.len(), 1);
    }
}

#[test]
fn hostile_files_end_in_clear_errors() {
    let good = Xmf::write(&triangle(Endian::Little));
    let code = |bytes: &[u8]| read(bytes).unwrap_err().code().id;
    let patch = |at: usize, with: &[u8]| {
        let mut b = good.clone();
        b[at..at + with.len()].copy_from_slice(with);
        b
    };
    assert_eq!(code(b"XUMX"), "XMF_SIGNATURE");
    assert_eq!(code(&patch(4, &[4])), "XMF_VERSION");
    assert_eq!(code(&patch(6, &[0x20])), "XMF_SIZES");
    assert_eq!(code(&patch(0x40 + 8, &[0xff, 0xff, 0xff, 0x7f])), "XMF_PAYLOAD");
    assert_eq!(code(&patch(0x40 + 28, &[0xff, 0xff, 0xff, 0xff])), "XMF_INFLATE", "a bomb by its claim");
    assert_eq!(code(&patch(0x40 + 28, &[2])), "XMF_INFLATE", "more than declared");
    assert_eq!(code(&patch(0x40 + 28, &[4])), "XMF_INFLATE", "less than declared");
    let payload = 0x40 + 2 * 0xbc + 0x88;
    assert_eq!(code(&patch(payload + 5, &[0xff; 6])), "XMF_INFLATE");
    for n in 0..good.len() {
        let _ = read(&good[..n]).map(|x| scene_of(&x, "a.xmf"));
    }
    // 255 descriptions of one payload are charged one by one.
    let mut x = triangle(Endian::Little);
    let b = x.buffers[0].clone();
    x.buffers.extend(std::iter::repeat_n(b, 200));
    x.header.num_buffers = x.buffers.len() as u8;
    let bytes = Xmf::write(&x);
    let small = wire::Limits { bytes: 1000, depth: 8 };
    assert_eq!(Xmf::read(&mut Reader::new(&bytes).with_limits(small)).unwrap_err().code().id, "WIRE_LIMIT");
}

#[test]
fn bad_indices_and_ranges_still_convert() {
    let mut x = triangle(Endian::Little);
    x.buffers[1].set_data(u16s(&[0, 1, 2, 0, 1, 9, 2], Endian::Little));
    x.recount();
    x.materials[0].first_index = 3;
    let found = findings(&x, "a-lod0.xmf");
    for want in ["XMF_INDEX_RANGE", "XMF_INDEX_COUNT", "XMF_RANGES"] {
        assert!(found.contains(&want), "{want} in {found:?}");
    }
    let s = scene_of(&x, "a-lod0.xmf");
    assert_eq!(s.meshes[0].indices, [0, 1, 2], "the good triangle no range covers");
}

#[test]
fn the_order_of_ranges_says_nothing() {
    let mut x = triangle(Endian::Little);
    x.buffers[1].set_data(u16s(&[0, 1, 2, 2, 1, 0], Endian::Little));
    let mut second = x.materials[0].clone();
    (x.materials[0].first_index, second.first_index) = (3, 0);
    second.num_indices = 3;
    x.materials[0].num_indices = 3;
    x.materials.push(second);
    x.recount();
    assert!(!findings(&x, "a-lod0.xmf").contains(&"XMF_RANGES"));
    for first in [0, 2] {
        x.materials[0].first_index = first;
        assert!(findings(&x, "a-lod0.xmf").contains(&"XMF_RANGES"), "overlap or gap: {first}");
    }
}

#[test]
fn strips_and_fans_become_lists() {
    let mut x = triangle(Endian::Little);
    x.materials.clear();
    x.buffers[1].set_data(u16s(&[0, 1, 2, 0], Endian::Little));
    x.recount();
    x.header.primitive_type = 5;
    assert_eq!(scene_of(&x, "a.xmf").meshes[0].indices, [0, 1, 2, 2, 1, 0]);
    x.header.primitive_type = 6;
    assert_eq!(scene_of(&x, "a.xmf").meshes[0].indices, [0, 1, 2, 0, 2, 0]);
    x.header.primitive_type = 3;
    assert_eq!(scene_of(&x, "a.xmf").meshes[0].indices, [0, 1, 1, 2, 2, 0]);
}

#[test]
fn an_edited_dump_is_compressed_anew() {
    let x = triangle(Endian::Little);
    let mut json = Vec::new();
    x.dump(&mut json).unwrap();
    let mut value: Value = serde_json::from_slice(&json).unwrap();
    value["document"]["buffers"][1]["data"]["indices"] = json!([2, 1, 0, 0, 1, 2]);
    let built = crate::build(&serde_json::to_vec(&value).unwrap()).unwrap();
    let back = read(&built.write()).unwrap();
    assert_eq!(scene_of(&back, "a.xmf").meshes[0].indices, [2, 1, 0, 0, 1, 2]);
    assert_eq!(back.buffers[0].packed, x.buffers[0].packed, "the untouched block stays");
}

fn arb_element() -> impl Strategy<Value = (u32, u8, u8)> {
    (0_u32..18, 0_u8..14, 0_u8..3)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_declaration_round_trips(
        mut elements in prop::collection::vec(arb_element(), 0..8),
        n in 3_usize..20,
        seed in prop::collection::vec(any::<u8>(), 64),
        packed: bool,
        big: bool,
    ) {
        let endian = if big { Endian::Big } else { Endian::Little };
        elements.insert(0, (ty::FLOAT3, usage::POSITION, 0));
        let stride: usize = elements.iter().filter_map(|e| decl::size_of(e.0)).sum();
        let data: Vec<u8> = (0..n * stride).map(|i| seed[i % 64].wrapping_mul(i as u8 | 1)).collect();
        let index = buffer(KIND_INDEX, INDEX_U16, 2, u16s(&[0, 1, 2], endian), packed);
        let bytes = Xmf::write(&file(endian, vec![listed(&elements, data, packed), index], &[(0, 3, "a.b")]));
        round_trips(&bytes);
        let s = scene_of(&read(&bytes).unwrap(), "x-lod0.xmf");
        prop_assert_eq!(s.meshes[0].positions.len(), n);
    }
}
