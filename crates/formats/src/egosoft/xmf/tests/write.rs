//! Scenes to files.

use super::super::types::decl;
use super::super::types::decl::{ty, usage};
use super::*;
use proptest::prelude::*;

/// As the registry calls it.
fn from_scene(scene: &Scene, options: &crate::WriteOptions, sink: &mut Sink) -> Result<Vec<crate::Output>> {
    FORMAT.from_scene.unwrap()(scene, options, sink)
}

fn there_and_back(x: &Xmf, name: &str) -> Xmf {
    let options = crate::WriteOptions { file_name: name.into(), ..crate::WriteOptions::default() };
    let made = from_scene(&scene_of(x, name), &options, &mut Sink::new()).unwrap();
    read(&made[0].bytes).unwrap()
}

#[test]
fn an_untouched_mesh_keeps_its_data() {
    let x = triangle(Endian::Little);
    let back = there_and_back(&x, "a-lod0.xmf");
    assert_eq!(back.buffers[0].data, x.buffers[0].data);
    assert_eq!(back.buffers[1].data, x.buffers[1].data);
    assert_eq!(back.materials, x.materials);
    assert_eq!(findings(&back, "a-lod0.xmf"), [""; 0]);
}

#[test]
fn a_template_gives_the_junk_back() {
    let x = triangle(Endian::Little);
    let bytes = Xmf::write(&x);
    let mut scene = scene_of(&x, "a-lod0.xmf");
    let options = crate::WriteOptions {
        file_name: "a-lod0.xmf".into(),
        originals: crate::registry::original("a.xmf", &bytes),
        ..crate::WriteOptions::default()
    };
    let made = from_scene(&scene, &options, &mut Sink::new()).unwrap();
    assert_eq!(made[0].bytes, bytes);
    scene.meshes[0].positions[0][1] = 9.0;
    let made = read(&from_scene(&scene, &options, &mut Sink::new()).unwrap()[0].bytes).unwrap();
    assert_eq!(made.buffers[1].slots, x.buffers[1].slots, "junk of the untouched buffer");
    assert_eq!(findings(&made, "a-lod0.xmf"), [""; 0]);
}

#[test]
fn collision_meshes_are_welded_and_wide() {
    let s = scene_of(&triangle(Endian::Little), "a-lod0.xmf");
    let mut mesh = s.meshes[0].clone();
    // A second triangle with vertices of its own in the same places.
    mesh.positions.extend_from_within(..);
    mesh.indices.extend([3, 4, 5]);
    mesh.primitives[0].count = 6;
    let x = from_mesh(mesh, &[], true, &mut Sink::new()).unwrap();
    assert_eq!((x.vertex_count(), x.buffers[1].desc.format, x.materials.len()), (3, INDEX_U32, 0));
    assert_eq!((x.buffers[0].desc.min, x.buffers[0].desc.max, x.buffers[1].desc.max), (-5.0, 2.0, 2.0));
    assert_eq!(findings(&x, "a-collision.xmf"), [""; 0]);
}

#[test]
fn new_meshes_are_like_the_studios() {
    let mut mesh = scene_of(&triangle(Endian::Little), "a-lod0.xmf").meshes.remove(0);
    mesh.extras.clear();
    mesh.tangents.clear();
    let x = from_mesh(mesh.clone(), &[Some(b"plain".to_vec())], false, &mut Sink::new()).unwrap();
    let types: Vec<(u32, u8)> = x.buffers[0].elements().iter().map(|e| (e.ty, e.usage)).collect();
    assert_eq!(
        types[..3],
        [(ty::FLOAT16_4, usage::POSITION), (ty::D3DCOLOR, usage::NORMAL), (ty::D3DCOLOR, usage::TANGENT)]
    );
    assert_eq!(x.materials[0].trimmed(), b"generic.plain");
    assert_eq!(findings(&x, "a-lod0.xmf"), [""; 0]);
    mesh.positions[0] = [1234.567, 0.001, 0.0];
    mesh.uvs[0][0] = [5000.3, 0.0];
    let mut sink = Sink::new();
    let x = from_mesh(mesh, &[None], false, &mut sink).unwrap();
    assert_eq!((x.buffers[0].elements()[0].ty, sink.has(&rules::HALF_RANGE)), (ty::FLOAT3, true));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_declaration_survives_the_scene(
        mut elements in prop::collection::btree_map((0_u8..14, 0_u8..3), 0_u32..17, 0..7),
        n in 3_usize..12,
        seed in prop::collection::vec(any::<u8>(), 64),
    ) {
        elements.remove(&(usage::POSITION, 0));
        let mut list = vec![(ty::FLOAT3, usage::POSITION, 0)];
        list.extend(elements.iter().map(|((u, i), t)| (*t, *u, *i)));
        let stride: usize = list.iter().filter_map(|e| decl::size_of(e.0)).sum();
        // Small floats and halves: every byte pattern is a number below 2.
        let mut data: Vec<u8> = (0..n * stride).map(|i| seed[i % 64] & 0x3b).collect();
        for (v, vertex) in data.chunks_exact_mut(stride).enumerate() {
            vertex[..4].copy_from_slice(&(v as f32).to_le_bytes());
        }
        let index = buffer(KIND_INDEX, INDEX_U16, 2, u16s(&[0, 1, 2], Endian::Little), true);
        let x = file(Endian::Little, vec![listed(&list, data, true), index], &[(0, 3, "a.b")]);
        let back = there_and_back(&x, "a-lod0.xmf");
        let declared = |x: &Xmf| x.buffers[0].elements().iter().map(|e| (e.ty, e.usage, e.usage_index)).collect::<Vec<_>>();
        prop_assert_eq!(declared(&back), declared(&x));
        let (a, b) = (scene_of(&x, "a-lod0.xmf"), scene_of(&back, "a-lod0.xmf"));
        let (a, b) = (&a.meshes[0], &b.meshes[0]);
        prop_assert_eq!(&a.positions, &b.positions);
        prop_assert_eq!(&a.indices, &b.indices);
        for (a, b) in a.normals.iter().zip(&b.normals) {
            let off = a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            prop_assert!(off < 0.02, "{:?} {:?}", a, b);
        }
        let near = |a: f32, b: f32| (a - b).abs() <= 1e-3 * a.abs().max(1.0);
        for (a, b) in a.uvs.iter().flatten().flatten().zip(b.uvs.iter().flatten().flatten()) {
            prop_assert!(near(*a, *b), "{} {}", a, b);
        }
        prop_assert_eq!(a.colors.len(), b.colors.len());
        prop_assert_eq!(a.extras.get("xmf").unwrap().get("columns"), b.extras.get("xmf").unwrap().get("columns"));
    }
}

#[test]
fn big_endian_files_come_back_little() {
    // A second position and the fourth numbers of a normal ride in extras as bytes.
    let elements = [
        (ty::FLOAT3, usage::POSITION, 0),
        (ty::SHORT4N, usage::NORMAL, 0),
        (ty::FLOAT16_4, usage::TEXCOORD, 0),
        (ty::FLOAT2, usage::PSIZE, 0),
        (ty::UDEC3, 8, 0),
    ];
    let make = |endian: Endian| {
        let mut data = Vec::new();
        for v in 0..3_u8 {
            let x = f32::from(v);
            for (ty, value) in [
                (ty::FLOAT3, [x, 2.0 * x, x * x, 1.0]),
                (ty::SHORT4N, [0.0, 0.0, 1.0, 0.25 * x]),
                (ty::FLOAT16_4, [0.5, x, 3.0, 4.0]),
                (ty::FLOAT2, [x, 7.5, 0.0, 1.0]),
                (ty::UDEC3, [1.0, x, 1000.0, 1.0]),
            ] {
                encode(&mut data, value, ty, endian, Meaning::Plain);
            }
        }
        let index = buffer(KIND_INDEX, INDEX_U16, 2, u16s(&[0, 1, 2], endian), true);
        file(endian, vec![listed(&elements, data, true), index], &[(0, 3, "a.b")])
    };
    let little = make(Endian::Little);
    let back = there_and_back(&make(Endian::Big), "a-lod0.xmf");
    assert_eq!(back.header.big_endian, 0);
    assert_eq!(back.buffers[0].data, little.buffers[0].data);
    let mut fixed = make(Endian::Big);
    fixed.fix_file(false);
    assert_eq!((fixed.header.big_endian, &fixed.buffers[0].data), (0, &little.buffers[0].data));
    assert_eq!(fixed.buffers[1].data, little.buffers[1].data);
}

#[test]
fn an_edit_beyond_the_old_type_gets_floats() {
    let elements = [(ty::FLOAT16_4, usage::POSITION, 0), (ty::FLOAT16_2, usage::TEXCOORD, 0)];
    let mut data = Vec::new();
    for p in [[0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]] {
        encode(&mut data, p, ty::FLOAT16_4, Endian::Little, Meaning::Plain);
        encode(&mut data, p, ty::FLOAT16_2, Endian::Little, Meaning::Plain);
    }
    let index = buffer(KIND_INDEX, INDEX_U16, 2, u16s(&[0, 1, 2], Endian::Little), true);
    let x = file(Endian::Little, vec![listed(&elements, data, true), index], &[(0, 3, "a.b")]);
    let types = |edit: &dyn Fn(&mut ::scene::Mesh)| {
        let mut scene = scene_of(&x, "a-lod0.xmf");
        edit(&mut scene.meshes[0]);
        let options = crate::WriteOptions { file_name: "a-lod0.xmf".into(), ..Default::default() };
        let mut sink = Sink::new();
        let made = read(&from_scene(&scene, &options, &mut sink).unwrap()[0].bytes).unwrap();
        let types: Vec<u32> = made.buffers[0].elements().iter().map(|e| e.ty).collect();
        (types, sink.has(&rules::HALF_RANGE), scene_of(&made, "a-lod0.xmf").meshes[0].positions[0][1])
    };
    assert_eq!(types(&|_| {}), (vec![ty::FLOAT16_4, ty::FLOAT16_2], false, 0.0));
    assert_eq!(types(&|m| m.positions[0][1] = 0.501).0, [ty::FLOAT16_4, ty::FLOAT16_2]);
    assert_eq!(types(&|m| m.positions[0][1] = 70_000.0), (vec![ty::FLOAT3, ty::FLOAT16_2], true, 70_000.0));
    assert_eq!(types(&|m| m.uvs[0][0] = [100.3, 0.0]), (vec![ty::FLOAT16_4, ty::FLOAT2], true, 0.0));
    // A set the file did not have goes after those it had, in the type it needs.
    let added = types(&|m| m.uvs.push(vec![[5000.3, 0.0]; 3]));
    assert_eq!(added, (vec![ty::FLOAT16_4, ty::FLOAT16_2, ty::FLOAT2], true, 0.0));
}

#[test]
fn a_part_of_a_component_is_written_in_its_own_axes() {
    let mut scene = scene_of(&triangle(Endian::Little), "wing-lod0.xmf");
    scene.nodes[0].translation = [7.0, 0.0, 0.0];
    scene.nodes[0].extras.insert("xmf".into(), json!({"kind": "part"}));
    let other = ::scene::Mesh { name: "hull-lod0".into(), ..scene.meshes[0].clone() };
    let mesh = scene.add_mesh(other);
    scene.add_node(Node { name: "hull".into(), mesh: Some(mesh), ..Node::default() });
    let made = |name: &str| {
        let options = crate::WriteOptions { file_name: name.into(), ..Default::default() };
        let bytes = from_scene(&scene, &options, &mut Sink::new()).unwrap().remove(0).bytes;
        scene_of(&read(&bytes).unwrap(), name).meshes.remove(0)
    };
    assert_eq!(made("wing-lod0.xmf").positions, scene.meshes[0].positions);
    assert_eq!(made("all.xmf").positions.len(), 6, "of another name it is all of them, where they are");
}

/// A wavy sheet with a colour of its own at each vertex, as a file and as the mesh that comes of it.
fn painted() -> (Xmf, ::scene::Mesh) {
    let mut m = ::scene::Mesh { name: "sheet-lod0".into(), ..::scene::Mesh::default() };
    for i in 0..400_u16 {
        let (x, y) = (f32::from(i % 20), f32::from(i / 20));
        m.positions.push([x, (x * 0.7).sin(), y]);
        m.normals.push([0.6, 0.8, 0.0]);
    }
    m.uvs.push(m.positions.iter().map(|p| [p[0] / 32.0, p[2] / 32.0]).collect());
    let color = |i: usize| [i as u8, (i / 3) as u8, 90, (255 - i % 200) as u8];
    m.colors.push(::scene::Colors::U8((0..400).map(color).collect()));
    for y in 0..19 {
        for x in 0..19 {
            let a = y * 20 + x;
            m.indices.extend([a, a + 20, a + 1, a + 1, a + 20, a + 21]);
        }
    }
    m.primitives.push(::scene::Primitive { count: m.indices.len() as u32, ..Default::default() });
    let built = from_mesh(m, &[Some(b"a.b".to_vec())], false, &mut Sink::new()).unwrap();
    let mut mesh = built.to_mesh("sheet-lod0", &mut Sink::new()).unwrap().mesh;
    // As in a component whose every level was asked for.
    built.note_blocks(&mut mesh.extras);
    (built, mesh)
}

fn written(mesh: &::scene::Mesh) -> (Xmf, Vec<&'static str>) {
    let mut sink = Sink::new();
    let xmf = from_mesh(mesh.clone(), &[Some(b"a.b".to_vec())], false, &mut sink).unwrap();
    (xmf, sink.findings().iter().map(|f| f.code.id).collect())
}

#[test]
fn alpha_that_a_program_left_out_comes_from_the_original() {
    let (_, mut mesh) = painted();
    let alpha = |xmf: &Xmf| -> Vec<u8> {
        let mesh = xmf.to_mesh("a", &mut Sink::new()).unwrap().mesh;
        let ::scene::Colors::U8(list) = &mesh.colors[0] else { panic!("bytes") };
        list.iter().map(|c| c[3]).collect()
    };
    let before = alpha(&written(&mesh).0);
    // One vertex moves; alpha becomes 1 everywhere, and the rest of a colour a little different.
    mesh.positions[7][1] += 0.4;
    let ::scene::Colors::U8(list) = &mut mesh.colors[0] else { panic!("bytes") };
    for c in list.iter_mut() {
        (c[0], c[3]) = (c[0].saturating_add(2), 255);
    }
    let (xmf, found) = written(&mesh);
    assert_eq!((alpha(&xmf), found), (before.clone(), vec![]));
    // A layer that is missing is that of the original.
    let mut bare = mesh.clone();
    bare.colors.clear();
    assert_eq!(alpha(&written(&bare).0), before);
    // Painted over: nothing fits, which is said.
    mesh.colors[0] = ::scene::Colors::U8(vec![[0, 0, 255, 255]; 400]);
    let (xmf, found) = written(&mesh);
    assert_eq!(found, ["XMF_COLOR_LOST"]);
    assert!(alpha(&xmf).iter().all(|a| *a == 255));
}

#[test]
fn a_few_normals_and_back_faces_that_blender_drops_are_no_edit() {
    let (built, mut mesh) = painted();
    let names = [Some(b"a.b".to_vec())];
    let shown = |xmf: &Xmf, mesh: &::scene::Mesh| xmf.is_shown_by(mesh, &names, "sheet-lod0");
    mesh.normals[30] = [0.0, 1.0, 0.0];
    assert!(shown(&built, &mesh));
    let mut many = mesh.clone();
    many.normals[..100].fill([0.0, 1.0, 0.0]);
    assert!(!shown(&built, &many), "so many are an edit");
    mesh.normals[30] = [0.0, -1.0, 0.0];
    assert!(!shown(&built, &mesh), "another normal is an edit");
    // A triangle with both sides comes back with one.
    let (_, mut double) = painted();
    double.extras.clear();
    let back = [double.indices[0], double.indices[2], double.indices[1]];
    double.indices.extend(back);
    double.primitives[0].count += 3;
    let both = from_mesh(double, &names, false, &mut Sink::new()).unwrap();
    let (_, single) = painted();
    assert!(shown(&both, &single));
    assert!(!shown(&built, &both.to_mesh("a", &mut Sink::new()).unwrap().mesh), "a new back face is an edit");
}

#[test]
fn normals_of_triangles_without_an_area_are_no_edit() {
    let names = [Some(b"a.b".to_vec())];
    let (_, mut thin) = painted();
    thin.extras.clear();
    // Three places in a row.
    thin.indices.extend([0, 20, 40]);
    thin.primitives[0].count += 3;
    let file = from_mesh(thin, &names, false, &mut Sink::new()).unwrap();
    let mut seen = file.to_mesh("sheet-lod0", &mut Sink::new()).unwrap().mesh;
    let last = seen.indices.len() - 3;
    for (at, v) in [0, 20, 40].into_iter().enumerate() {
        seen.indices[last + at] = seen.positions.len() as u32;
        seen.positions.push(seen.positions[v]);
        seen.normals.push([1.0, 0.0, 0.0]);
        let uv = seen.uvs[0][v];
        seen.uvs[0].push(uv);
        if let ::scene::Colors::U8(colors) = &mut seen.colors[0] {
            colors.push(colors[v]);
        }
    }
    assert!(file.is_shown_by(&seen, &names, "sheet-lod0"));
    seen.uvs[0][400] = [0.5, 0.5];
    assert!(!file.is_shown_by(&seen, &names, "sheet-lod0"), "another UV is an edit all the same");
}
