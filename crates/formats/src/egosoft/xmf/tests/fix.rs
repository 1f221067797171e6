//! Repairs.

use super::super::types::decl::{Meaning, encode, ty, usage};
use super::*;

#[test]
fn a_converters_file_becomes_a_studios() {
    let mut x = triangle(Endian::Little);
    x.header.num_vertices = 746_520_700;
    x.header.bounds_center = [f32::NAN, 1e30, 0.0];
    x.buffers[0].desc.format = 0;
    x.buffers[1].desc.max = 0.0;
    let found = findings(&x, "a-lod0.xmf");
    for want in ["XMF_HEADER_COUNTS", "XMF_BOUNDS", "XMF_STREAM_FORMAT", "XMF_MIN_MAX"] {
        assert!(found.contains(&want), "{want} in {found:?}");
    }
    let found = findings(&x, "a-collision.xmf");
    assert!(
        found.contains(&"XMF_COLLISION_LAYOUT") && found.contains(&"XMF_COLLISION_INDEX_16"),
        "{found:?}"
    );
    let mut lod = x.clone();
    lod.fix_file(false);
    assert_eq!(findings(&read(&Xmf::write(&lod)).unwrap(), "a-lod0.xmf"), [""; 0]);
    x.fix_file(true);
    let fixed = read(&Xmf::write(&x)).unwrap();
    assert_eq!(findings(&fixed, "a-collision.xmf"), [""; 0]);
    assert_eq!((fixed.buffers[0].desc.min, fixed.buffers[0].desc.max), (-5.0, 2.0), "x, y, −z");
    assert_eq!((fixed.buffers[1].desc.format, fixed.buffers[1].desc.max), (INDEX_U32, 2.0));
}

#[test]
fn indices_and_ranges_are_put_in_order() {
    let mut x = triangle(Endian::Little);
    x.buffers[1].set_data(u16s(&[0, 1, 2, 2, 1, 0, 0, 1, 9, 1], Endian::Little));
    x.recount();
    let mut second = x.materials[0].clone();
    second.name[..7].copy_from_slice(b"b\xe9 c\0\0\0");
    (second.first_index, second.num_indices) = (3, 3);
    (x.materials[0].first_index, x.materials[0].num_indices) = (0, 3);
    x.materials.insert(0, second);
    x.buffers[1].desc.num_sections = 2;
    x.buffers[1].desc.items = 5;
    x.fix_file(false);
    let fixed = read(&Xmf::write(&x)).unwrap();
    assert_eq!(findings(&fixed, "a-lod0.xmf"), [""; 0]);
    let ranges: Vec<(u32, u32, &[u8])> =
        fixed.materials.iter().map(|m| (m.first_index, m.num_indices, m.trimmed())).collect();
    assert_eq!(ranges, [(0, 3, &b"generic.b__c"[..]), (3, 3, &b"col.mat"[..])]);
    assert_eq!(fixed.buffers[1].data, u16s(&[2, 1, 0, 0, 1, 2], Endian::Little));
}

#[test]
fn a_converters_collision_mesh_is_welded() {
    let mut data = Vec::new();
    for p in [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 1.0, 0.0],
        [1.0, 0.0, -0.0],
        [1.0, 1.0, 0.0],
    ] {
        encode(&mut data, [p[0], p[1], p[2], 1.0], ty::FLOAT3, Endian::Little, Meaning::Plain);
    }
    let index = buffer(KIND_INDEX, INDEX_U16, 2, u16s(&[0, 1, 2, 3, 4, 5], Endian::Little), true);
    let mut x = file(Endian::Little, vec![buffer(0, ty::FLOAT3, 12, data, true), index], &[]);
    let before = scene_of(&x, "a-collision.xmf");
    x.fix_file(true);
    assert_eq!(findings(&read(&Xmf::write(&x)).unwrap(), "a-collision.xmf"), [""; 0]);
    assert_eq!((x.vertex_count(), x.buffers[1].desc.format), (4, INDEX_U32));
    let corners = |s: &Scene| {
        let m = &s.meshes[0];
        m.indices.iter().map(|i| m.positions[*i as usize]).collect::<Vec<_>>()
    };
    assert_eq!(corners(&scene_of(&x, "a-collision.xmf")), corners(&before));
    // A second time nothing changes.
    let once = Xmf::write(&x);
    x.fix_file(true);
    assert_eq!(Xmf::write(&x), once);
    assert!(x.buffers[0].elements().iter().all(|e| e.usage == usage::POSITION));
}

#[test]
fn ranges_of_numbers_count_where_the_studio_takes_them_from_the_data() {
    let mut x = triangle(Endian::Little);
    let mut data = Vec::new();
    for v in [[0.25, 3.0], [-1.0, 0.5], [0.0, 0.0]] {
        encode(&mut data, [v[0], v[1], 0.0, 1.0], ty::FLOAT2, Endian::Little, Meaning::Plain);
    }
    x.buffers.insert(1, buffer(6, ty::FLOAT2, 8, data, true));
    x.buffers[1].desc.usage_index = 1;
    (x.buffers[1].desc.min, x.buffers[1].desc.max) = (-2.0, 1.5);
    x.recount();
    assert_eq!(findings(&x, "a-lod0.xmf"), [""; 0], "UVs had other numbers before they were packed");
    x.fix_file(false);
    assert_eq!((x.buffers[1].desc.min, x.buffers[1].desc.max), (-2.0, 1.5));
    // Positions are (x, y, −z), taken before they were rounded.
    let mut data = Vec::new();
    for v in [[0.0, 0.0, 7.3], [1.0, 2.0, 0.0], [0.0, 4.0, -3.0]] {
        encode(&mut data, [v[0], v[1], v[2], 1.0], ty::FLOAT16_4, Endian::Little, Meaning::Plain);
    }
    let mut x =
        file(Endian::Little, vec![buffer(0, ty::FLOAT16_4, 8, data, true), x.buffers[2].clone()], &[]);
    (x.buffers[0].desc.min, x.buffers[0].desc.max) = (-7.3, 4.0);
    assert_eq!(findings(&x, "a-lod0.xmf"), [""; 0]);
    (x.buffers[0].desc.min, x.buffers[0].desc.max) = (-3.0, 7.3);
    assert_eq!(findings(&x, "a-lod0.xmf"), ["XMF_MIN_MAX"]);
    x.fix_file(false);
    assert_eq!((x.buffers[0].desc.min, x.buffers[0].desc.max), (-7.30078125, 4.0));
}

#[test]
fn a_converters_fingerprint_is_one_finding() {
    let mut x = triangle(Endian::Little);
    (x.header.num_vertices, x.header.num_indices, x.header.culling_cw) = (746_520_700, 9, 84);
    x.buffers[0].desc.format = 0;
    for b in &mut x.buffers {
        (b.desc.min, b.desc.max) = (0.0, 0.0);
        b.packed = b.packed.as_ref().map(|p| [&[0x78, 0x9c], &p[2..]].concat().into());
    }
    assert_eq!(findings(&x, "a-lod0.xmf"), ["XMF_CONVERTER"]);
    x.fix_file(false);
    assert_eq!(findings(&x, "a-lod0.xmf"), [""; 0]);
}

#[test]
fn tangents_are_made_where_they_were() {
    for endian in [Endian::Little, Endian::Big] {
        let whole = triangle(endian);
        let wanted = scene_of(&whole, "a-lod0.xmf").meshes[0].tangents.clone();
        assert_eq!(wanted.len(), 3);
        let mut x = whole.clone();
        let b = &mut x.buffers[0];
        b.slots.remove(2);
        b.slots.push(Element::default());
        b.num_elements -= 1;
        let data: Vec<u8> = b.data.chunks(28).flat_map(|v| [&v[..16], &v[20..]].concat()).collect();
        b.desc.item_size = 24;
        b.set_data(data);
        x.recount();
        assert!(scene_of(&x, "a-lod0.xmf").meshes[0].tangents.is_empty());
        x.add_tangents();
        x.recount();
        assert_eq!(x.buffers[0].elements()[2].usage, usage::TANGENT);
        let fixed = read(&Xmf::write(&x)).unwrap();
        assert_eq!(findings(&fixed, "a-lod0.xmf").iter().filter(|f| **f != "XMF_BIG_ENDIAN").count(), 0);
        let (before, after) = (scene_of(&whole, "a-lod0.xmf"), scene_of(&fixed, "a-lod0.xmf"));
        assert_eq!(after.meshes[0].tangents, wanted);
        assert_eq!(after.meshes[0].colors, before.meshes[0].colors);
        assert_eq!(after.meshes[0].uvs, before.meshes[0].uvs);
    }
}

#[test]
fn streams_of_their_own_get_a_stream_of_tangents() {
    let whole = triangle(Endian::Little);
    let column = |from: usize, to: usize| -> Vec<u8> {
        whole.buffers[0].data.chunks(28).flat_map(|v| v[from..to].to_vec()).collect()
    };
    let mut x = file(
        Endian::Little,
        vec![
            buffer(0, ty::FLOAT3, 12, column(0, 12), true),
            buffer(2, ty::D3DCOLOR, 4, column(12, 16), true),
            buffer(6, ty::FLOAT16_2, 4, column(20, 24), true),
            whole.buffers[1].clone(),
        ],
        &[(0, 3, "col.mat")],
    );
    x.add_tangents();
    x.fix_file(false);
    let fixed = read(&Xmf::write(&x)).unwrap();
    assert_eq!((fixed.buffers.len(), fixed.buffers[3].desc.kind), (5, 4));
    assert_eq!(findings(&fixed, "a-lod0.xmf"), [""; 0]);
    assert_eq!(
        scene_of(&fixed, "a-lod0.xmf").meshes[0].tangents,
        scene_of(&whole, "a-lod0.xmf").meshes[0].tangents
    );
}
