//! Tangents and the sign of the bitangent, which other programs lose.

use super::super::types::decl::{ty, usage};
use super::*;
use ::scene::{Mesh, Primitive};

/// Two squares side by side; the picture on the second is mirrored.
fn squares() -> Mesh {
    let square = |x: f32| [[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x + 1.0, 1.0, 0.0], [x, 1.0, 0.0]];
    let plain = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
    Mesh {
        name: "a-lod0".into(),
        positions: [square(0.0), square(2.0)].concat(),
        normals: vec![[0.0, 0.0, 1.0]; 8],
        uvs: vec![[plain, plain.map(|[u, v]| [1.0 - u, v])].concat()],
        indices: vec![0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7],
        primitives: vec![Primitive { count: 12, ..Primitive::default() }],
        ..Mesh::default()
    }
}

/// The stored bytes of one element of every vertex, by the vertex's place.
fn stored(x: &Xmf, wanted: u8) -> Vec<([f32; 3], [u8; 4])> {
    let (attributes, _) = x.buffers[0].attributes();
    let a = attributes.iter().find(|a| a.usage == wanted).unwrap();
    let stride = x.buffers[0].desc.item_size as usize;
    let rows = x.buffers[0].data.chunks_exact(stride);
    let bytes = rows.map(|row| <[u8; 4]>::try_from(&row[a.offset..a.offset + 4]).unwrap());
    let mut out: Vec<_> = x.positions().into_iter().zip(bytes).collect();
    out.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap());
    out
}

#[test]
fn the_alpha_of_a_normal_says_that_the_picture_is_mirrored() {
    let x = from_mesh(squares(), &[None], false, &mut Sink::new()).unwrap();
    for (place, [.., alpha]) in stored(&x, usage::NORMAL) {
        assert_eq!(alpha, if place[0].abs() > 1.5 { 255 } else { 0 }, "{place:?}");
    }
}

#[test]
fn an_edited_mesh_keeps_the_tangents_of_its_file() {
    let mut x = from_mesh(squares(), &[Some(b"a.b".to_vec())], false, &mut Sink::new()).unwrap();
    // Tangents that nobody would work out from the UVs, and a sign that does not follow them either.
    let (attributes, _) = x.buffers[0].attributes();
    let at = |wanted: u8| attributes.iter().find(|a| a.usage == wanted).unwrap().offset;
    let (normal, tangent) = (at(usage::NORMAL), at(usage::TANGENT));
    let stride = x.buffers[0].desc.item_size as usize;
    let mut data = x.buffers[0].data.to_vec();
    for row in data.chunks_exact_mut(stride) {
        row[tangent..tangent + 4].copy_from_slice(&[127, 218, 37, 0]);
    }
    data[normal + 3] = 255;
    x.buffers[0].set_data(data);
    x.measure();
    x.recount();
    let bytes = Xmf::write(&x);

    // As Blender writes it: vertices in another order, no tangents, no extras; one vertex was moved.
    let mut scene = scene_of(&x, "a-lod0.xmf");
    let mesh = &mut scene.meshes[0];
    mesh.extras.clear();
    mesh.tangents.clear();
    mesh.positions.reverse();
    mesh.normals.reverse();
    mesh.uvs[0].reverse();
    mesh.indices.iter_mut().for_each(|i| *i = 7 - *i);
    let moved =
        mesh.positions.iter_mut().find(|p| **p == [-3.0, 1.0, 0.0] || **p == [3.0, 1.0, 0.0]).unwrap();
    moved[1] = 1.5;
    let options = crate::WriteOptions {
        file_name: "a-lod0.xmf".into(),
        originals: crate::registry::original("a.xmf", &bytes),
        ..crate::WriteOptions::default()
    };
    let made = FORMAT.from_scene.unwrap()(&scene, &options, &mut Sink::new()).unwrap();
    let back = read(&made[0].bytes).unwrap();
    let types = |x: &Xmf| x.buffers[0].elements().iter().map(|e| (e.ty, e.usage)).collect::<Vec<_>>();
    assert_eq!(types(&back), types(&x), "the declaration stays");
    assert_eq!(types(&back)[1], (ty::D3DCOLOR, usage::NORMAL));
    assert_eq!(back.vertex_count(), 8, "nothing is split");
    for wanted in [usage::NORMAL, usage::TANGENT] {
        let same = stored(&back, wanted).into_iter().zip(stored(&x, wanted)).filter(|(a, b)| a == b).count();
        assert_eq!(same, 7, "all but the one that moved");
    }
    assert_eq!(findings(&back, "a-lod0.xmf"), [""; 0]);
}

/// Two halves of a mirrored picture meet in vertices that the file has once. Tangents made anew would need two there.
#[test]
fn vertices_between_mirrored_halves_stay_one() {
    let row = |y: f32| [[-1.0, y, 0.0], [0.0, y, 0.0], [1.0, y, 0.0]];
    let mesh = Mesh {
        name: "a-lod0".into(),
        positions: [row(0.0), row(1.0)].concat(),
        normals: vec![[0.0, 0.0, 1.0]; 6],
        uvs: vec![vec![[1.0, 0.0], [0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 1.0]]],
        tangents: vec![[1.0, 0.0, 0.0, 1.0]; 6],
        colors: vec![::scene::Colors::U8((0..6).map(|i| [i * 40, 0, 0, 255]).collect())],
        indices: vec![0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4],
        primitives: vec![Primitive { count: 12, ..Primitive::default() }],
        ..Mesh::default()
    };
    let x = from_mesh(mesh, &[Some(b"a.b".to_vec())], false, &mut Sink::new()).unwrap();
    assert_eq!(x.vertex_count(), 6);
    let mut scene = scene_of(&x, "a-lod0.xmf");
    let mesh = &mut scene.meshes[0];
    mesh.extras.clear();
    mesh.tangents.clear();
    let mut alone = mesh.clone();
    assert!(::scene::steps::generate_tangents(&mut alone, 0));
    assert_eq!(alone.positions.len(), 8, "tangents made anew split the two in the middle");
    // An edit, so that the file does not simply come back.
    mesh.positions.iter_mut().filter(|p| p[0].abs() > 0.5 && p[1] > 0.5).for_each(|p| p[1] = 1.25);
    let options = crate::WriteOptions {
        file_name: "a-lod0.xmf".into(),
        originals: crate::registry::original("a.xmf", &Xmf::write(&x)),
        ..crate::WriteOptions::default()
    };
    let made = FORMAT.from_scene.unwrap()(&scene, &options, &mut Sink::new()).unwrap();
    let back = read(&made[0].bytes).unwrap();
    assert_eq!((back.vertex_count(), back.indices().unwrap().0.len()), (6, 12));
    let middle = |x: &Xmf, wanted| {
        let rows = stored(x, wanted).into_iter().filter(|(p, _)| p[0] == 0.0);
        rows.map(|(_, bytes)| bytes).collect::<Vec<_>>()
    };
    assert_eq!(middle(&back, usage::TANGENT), middle(&x, usage::TANGENT));
    assert_eq!(middle(&back, usage::COLOR), middle(&x, usage::COLOR), "each keeps its own colour");
}
