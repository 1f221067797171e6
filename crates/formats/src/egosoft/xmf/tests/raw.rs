//! Sizes that no known file has, and decoded buffers.

use super::super::*;
use crate::Document;
use ::scene::{Mesh, Primitive};
use wire::{Reader, Sink};

fn xmf() -> Xmf {
    let mesh = Mesh {
        positions: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]],
        normals: vec![[0.0, 0.0, 1.0]; 3],
        uvs: vec![vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]],
        indices: vec![0, 1, 2],
        primitives: vec![Primitive { count: 3, ..Primitive::default() }],
        ..Mesh::default()
    };
    from_mesh(mesh, &[Some(b"a.b".to_vec())], false, &mut Sink::new()).unwrap()
}

fn found(x: &Xmf) -> Vec<&'static str> {
    let mut sink = Sink::new();
    x.check_file(false, &mut sink);
    sink.findings().iter().map(|d| d.code.id).collect()
}

/// A description that ends within its slots has those slots; the others are none.
#[test]
fn short_descriptions_keep_their_elements() {
    let good = xmf();
    assert!(found(&good).is_empty());
    for slots in 1..16 {
        let mut x = good.clone();
        x.buffers.iter_mut().for_each(|b| b.slots.truncate(slots));
        x.recount();
        assert_eq!(usize::from(x.header.desc_size), 0x3c + 8 * slots);
        let bytes = x.write();
        let mut back = Xmf::read(&mut Reader::new(&bytes)).unwrap();
        assert_eq!(back.write(), bytes);
        assert_eq!(back.buffers[0].slots, good.buffers[0].slots[..slots]);
        assert!(found(&back).contains(&"XMF_DESC_SIZE"), "{slots}");
        let used = good.buffers[0].num_elements as usize;
        assert_eq!(found(&back).contains(&"XMF_ELEMENTS"), slots < used, "{slots} of {used}");
        back.fix_file(false);
        assert_eq!(back.header.desc_size, 0xbc);
    }
}

#[test]
fn strange_sizes_are_said_and_repaired() {
    type Change = fn(&mut Xmf);
    let changes: [(&str, Change); 6] = [
        ("XMF_ENTRY_SIZE", |x| x.header_extra = vec![1, 2]),
        ("XMF_ENTRY_SIZE", |x| x.materials[0].extra = vec![1]),
        ("XMF_DESC_SIZE", |x| x.buffers.iter_mut().for_each(|b| b.extra = vec![9; 3])),
        ("XMF_COMPRESSED", |x| x.buffers[0].desc.compressed = 77),
        ("XMF_STORED_SIZE", |x| {
            let longer = [x.buffers[0].stored(), &[1, 2, 3]].concat();
            x.buffers[0].packed = Some(longer.into());
        }),
        ("XMF_STORED_SIZE", |x| {
            let b = &mut x.buffers[0];
            b.desc.compressed = 0;
            b.packed = None;
            b.data = [&b.data[..], &[1, 2, 3]].concat().into();
        }),
    ];
    for (code, change) in changes {
        let mut x = xmf();
        change(&mut x);
        let items: Vec<u32> = x.buffers.iter().map(|b| b.desc.items).collect();
        x.recount();
        x.buffers.iter_mut().zip(items).for_each(|(b, n)| b.desc.items = n);
        let bytes = x.write();
        let mut back = Xmf::read(&mut Reader::new(&bytes)).unwrap();
        assert_eq!(back.write(), bytes, "{code}");
        assert!(found(&back).contains(&code), "{code}: {:?}", found(&back));
        back.fix_file(false);
        let bytes = back.write();
        let again = Xmf::read(&mut Reader::new(&bytes)).unwrap();
        assert!(found(&again).is_empty(), "{code}: {:?}", found(&again));
    }
    let mut none = xmf();
    none.buffers.truncate(1);
    none.recount();
    assert!(found(&none).contains(&"XMF_INDEX_BUFFERS"));
}

#[test]
fn raw_buffers_are_what_the_layout_says() {
    let x = xmf();
    let files = x.raw();
    let names: Vec<&str> = files.iter().map(|f| f.0.as_str()).collect();
    assert_eq!(names, [".raw.json", ".0.bin", ".1.bin"]);
    let layout: serde_json::Value = serde_json::from_slice(&files[0].1).unwrap();
    let stream = &layout["buffers"][0];
    let stride = stream["stride"].as_u64().unwrap() as usize;
    assert_eq!(files[1].1.len(), stride * 3);
    let elements = stream["elements"].as_array().unwrap();
    assert!(elements[0]["usage"].as_str().unwrap().starts_with("POSITION"), "{elements:?}");
    let mut at = 0;
    for e in elements {
        assert_eq!(e["offset"], at, "{elements:?}");
        at += e["bytes"].as_u64().unwrap();
    }
    assert_eq!(at as usize, stride, "the elements fill a vertex");
    for (file, buffer) in files[1..].iter().zip(&x.buffers) {
        assert_eq!(file.1, buffer.data, "as it is once inflated");
    }
    let index = |i: usize| u32::from_le_bytes(files[2].1[4 * i..4 * i + 4].try_into().unwrap());
    let narrow = |i: usize| u16::from_le_bytes(files[2].1[2 * i..2 * i + 2].try_into().unwrap()).into();
    let wide = layout["buffers"][1]["elements"][0]["type"] == "u32";
    let mut used: Vec<u32> = (0..3).map(|i| if wide { index(i) } else { narrow(i) }).collect();
    used.sort_unstable();
    assert_eq!(used, [0, 1, 2]);
    assert_eq!(layout["materials"][0]["name"], "a.b");
}
