//! What the writer makes is read by a reader we did not write.

use super::{WriteOptions, write_glb, write_gltf};
use crate::*;
use wire::Sink;

/// The smallest PNG there is.
fn png() -> std::sync::Arc<[u8]> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, 2, 2);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&[128; 12]).unwrap();
    out.into()
}

/// One of everything: two roots, a skin across both, morphs, colours, two UV sets, materials, motion, a hidden node.
pub fn everything() -> Scene {
    let mut s = Scene { name: "all".into(), ..Scene::default() };
    let a = s.add_node(Node { name: "hip".into(), translation: [0.0, 1.0, 0.0], ..Node::default() });
    let b = s.add_node(Node {
        name: "knee".into(),
        parent: Some(a),
        translation: [0.0, -0.5, 0.1],
        rotation: [0.0, 0.6, 0.0, 0.8],
        raw_name: Some(vec![0xff, 0x31]),
        ..Node::default()
    });
    let c = s.add_node(Node { name: "other root".into(), scale: [1.0, 2.0, 1.0], ..Node::default() });
    let mut image = Image { file: "tex\\Skin.dds".into(), data: Some(png()), ..Image::default() };
    image.mime = "image/png".into();
    s.images.push(image);
    let missing = s.image("gone.tga", PixelOps { invert_green: true, ..PixelOps::default() });
    let mut m =
        Material { name: "skin".into(), alpha: Alpha::Mask(0.25), double_sided: true, ..Material::default() };
    m.textures.push(TextureSlot {
        transform: Some(TextureTransform { offset: [0.5, 0.0], rotation: 0.0, scale: [2.0, 2.0] }),
        ..TextureSlot::new(Slot::BaseColor, ImageId(0))
    });
    m.textures.push(TextureSlot { uv: 1, clamp: true, ..TextureSlot::new(Slot::Lightmap, ImageId(0)) });
    m.textures.push(TextureSlot::new(Slot::Normal, missing));
    m.specular = Some(Specular { factor: 0.5, color: [0.1, 0.2, 0.3] });
    s.add_material(m);
    s.add_material(Material { name: "flat".into(), unlit: true, alpha: Alpha::Blend, ..Material::default() });
    let positions = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.1], [1.0, 1.0, 0.3], [0.0, 1.0, 0.2]];
    let mesh = Mesh {
        name: "body".into(),
        normals: vec![[0.0, 0.0, 1.0]; 4],
        tangents: vec![[1.0, 0.0, 0.0, -1.0]; 4],
        uvs: vec![vec![[0.25, 0.5]; 4], vec![[0.1, 0.7]; 4]],
        colors: vec![Colors::U8(vec![[255, 128, 0, 255]; 4]), Colors::F32(vec![[0.5; 4]; 4])],
        influences: Some(Influences {
            starts: vec![0, 2, 7, 8, 8],
            joints: vec![0, 1, 2, 1, 0, 0, 2, 9],
            weights: vec![0.25, 0.75, 0.1, 0.2, 0.3, 0.3, 0.1, 1.0],
        }),
        indices: vec![0, 1, 2, 0, 2, 3],
        primitives: vec![
            Primitive { material: Some(MaterialId(0)), count: 3, ..Primitive::default() },
            Primitive { material: Some(MaterialId(1)), start: 3, count: 3, ..Primitive::default() },
        ],
        targets: vec![
            MorphTarget {
                name: "smile".into(),
                vertices: vec![2],
                positions: vec![[0.1, 0.2, 0.3]],
                normals: vec![[0.0, 0.1, 0.0]],
                tangents: vec![],
            },
            MorphTarget { name: "nothing".into(), ..MorphTarget::default() },
        ],
        lod: 0,
        collision: false,
        extras: Extras::new(),
        positions,
    };
    let mesh = s.add_mesh(mesh);
    s.skins.push(Skin {
        name: "skin".into(),
        joints: vec![a, b, c],
        inverse_binds: s.world_matrices()[..3].iter().map(|m| m.inverse().to_cols_array()).collect(),
    });
    let holder = s.add_node(Node {
        name: "body#mesh".into(),
        kind: NodeKind::Holder,
        mesh: Some(mesh),
        skin: Some(SkinId(0)),
        weights: vec![0.5],
        ..Node::default()
    });
    let box_mesh = s.add_mesh(Mesh {
        name: "box".into(),
        positions: vec![[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]],
        normals: vec![[0.0; 3]; 3],
        indices: vec![0, 1, 2, 0, 1, 7],
        primitives: vec![Primitive { material: Some(MaterialId(0)), count: 6, ..Primitive::default() }],
        ..Mesh::default()
    });
    s.add_node(Node {
        name: "hidden".into(),
        parent: Some(b),
        mesh: Some(box_mesh),
        visible: false,
        ..Node::default()
    });
    s.add_node(Node { parent: Some(b), mesh: Some(mesh), skin: Some(SkinId(0)), ..Node::default() });
    let channel = |node, property, interpolation, times: &[f32], values: &[f32]| Channel {
        node,
        property,
        interpolation,
        times: times.to_vec(),
        values: values.to_vec(),
        extras: Extras::new(),
    };
    let q = [0.0, 0.0, 0.0, 1.0, 0.0, -0.6, 0.0, -0.8];
    s.animations.push(Animation {
        name: "walk".into(),
        channels: vec![
            channel(b, Property::Rotation, Interpolation::Linear, &[0.0, 0.5], &q),
            channel(a, Property::Translation, Interpolation::Step, &[0.5, 0.25, 0.5], &[1.0; 9]),
            channel(a, Property::Scale, Interpolation::CubicSpline, &[0.0, 0.5], &[1.0; 18]),
            channel(holder, Property::Weights, Interpolation::Linear, &[0.0, 0.5], &[0.0, 0.1, 0.2, 0.3]),
        ],
        extras: Extras::new(),
    });
    s
}

#[test]
fn the_gltf_crate_reads_what_was_written() {
    let mut sink = Sink::new();
    let glb = write_glb(&everything(), &WriteOptions::default(), &mut sink).unwrap();
    let ids: Vec<&str> = sink.findings().iter().map(|d| d.code.id).collect();
    for id in [
        "SCENE_NORMALS_REBUILT",
        "SCENE_INDEX_RANGE",
        "SCENE_JOINT_RANGE",
        "SCENE_INFLUENCES_MISSING",
        "SCENE_JOINTS_MERGED",
        "SCENE_KEY_TIMES",
        "SCENE_UV_SET_MISSING",
    ] {
        assert!(ids.contains(&id), "{id} is not in {ids:?}");
    }
    let (doc, buffers, images) = ::gltf::import_slice(&glb).unwrap();
    assert_eq!(images.len(), 1);
    assert_eq!(doc.skins().next().unwrap().joints().count(), 3);
    let mesh = doc.meshes().next().unwrap();
    assert_eq!(mesh.primitives().count(), 2);
    let primitive = mesh.primitives().next().unwrap();
    let reader = primitive.reader(|b| Some(&buffers[b.index()]));
    let joints: Vec<[u16; 4]> = reader.read_joints(0).unwrap().into_u16().collect();
    assert_eq!(joints[..2], [[1, 0, 0, 0], [0, 2, 1, 0]]);
    let weights: Vec<[f32; 4]> = reader.read_weights(0).unwrap().into_f32().collect();
    assert_eq!(weights[0], [0.75, 0.25, 0.0, 0.0]);
    assert!((weights[1][0] - 0.6).abs() < 1e-6);
    assert_eq!(weights[3], [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(reader.read_morph_targets().count(), 2);
    assert_eq!(doc.animations().next().unwrap().channels().count(), 4);
    for_the_validator("everything.glb", &glb);
}

#[test]
fn nothing_is_a_scene_too() {
    let glb = write_glb(&Scene::default(), &WriteOptions::default(), &mut Sink::new()).unwrap();
    ::gltf::import_slice(&glb).unwrap();
    for_the_validator("nothing.glb", &glb);
}

#[test]
fn separate_files_are_the_same() {
    let made = write_gltf(&everything(), &WriteOptions { stem: "a b".into() }, &mut Sink::new()).unwrap();
    let names: Vec<&str> = made.files.iter().map(|(n, _)| n.as_str()).collect();
    assert_eq!(names, ["a b.bin", "Skin.png"]);
    let text = String::from_utf8(made.json).unwrap();
    assert!(text.contains("\"a%20b.bin\"") && text.contains("\"Skin.png\""));
}

/// `GLTF_OUT=dir cargo test` leaves the files for the Khronos validator.
pub fn for_the_validator(name: &str, bytes: &[u8]) {
    if let Some(dir) = std::env::var_os("GLTF_OUT") {
        std::fs::write(std::path::Path::new(&dir).join(name), bytes).unwrap();
    }
}
