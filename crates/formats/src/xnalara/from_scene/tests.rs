//! There and back: through the scene, and through glTF itself.

use super::super::scene::colors::to_display;
use crate::xnalara::model::{Geometry, Texture};
use crate::xnalara::xps::Xps;
use crate::xnalara::xps::tests::{file, model};
use crate::{Context, Document, LoadOptions, WriteOptions};
use proptest::prelude::*;
use scene::{
    Alpha, Colors, Influences, Material, Memory, Mesh, Node, NodeId, PixelOps, Primitive, Scene, Skin,
    SkinId, Slot, Specular, TextureSlot,
};
use wire::{Reader, Sink};

fn read(bytes: &[u8], name: &str) -> Box<dyn Document> {
    crate::read(&mut Reader::new(bytes), name, &mut Sink::new()).unwrap()
}

fn scene_of(doc: &dyn Document, name: &str) -> Scene {
    let files = Memory::default();
    let options = LoadOptions::default();
    doc.to_scene(&Context { files: &files, path: name, options: &options }, &mut Sink::new()).unwrap()
}

fn findings(doc: &dyn Document, name: &str) -> Vec<String> {
    let files = Memory::default();
    let options = LoadOptions::default();
    let mut sink = Sink::new();
    doc.check(&Context { files: &files, path: name, options: &options }, &mut sink);
    let bad = sink.findings().iter().filter(|d| d.severity > wire::Severity::Info);
    bad.map(|d| format!("{} {}", d.code.id, d.message)).collect()
}

fn through_gltf(scene: &Scene) -> Scene {
    let glb = scene::gltf::write_glb(scene, &scene::gltf::WriteOptions::default(), &mut Sink::new()).unwrap();
    scene::gltf::read(&glb, &Memory::default(), "x.glb", &mut Sink::new()).unwrap()
}

fn make(scene: &Scene, format: &str, name: &str, profile: Option<&str>) -> Vec<u8> {
    let options = WriteOptions {
        file_name: name.into(),
        profile: profile.map(Into::into),
        texture_files: scene.images.iter().map(|i| scene::file_name(&i.file).to_owned()).collect(),
        ..WriteOptions::default()
    };
    let from = crate::by_id(format).unwrap().from_scene.unwrap();
    from(scene, &options, &mut Sink::new()).unwrap().remove(0).bytes
}

/// Influences of a vertex by bone, without empty ones.
fn sorted(g: &Geometry, v: usize) -> Vec<(u16, f32)> {
    let (i, w) = g.weights.of(v);
    let mut pairs: Vec<_> = i.iter().copied().zip(w.iter().copied()).filter(|p| p.1 != 0.0).collect();
    pairs.sort_by_key(|p| p.0);
    pairs
}

#[test]
fn back_from_our_own_gltf_nothing_is_lost() {
    for version in [None, Some((2, 15)), Some((3, 15))] {
        let weights = if version == Some((3, 15)) { 6 } else { 4 };
        let mut m = model(8, &[2, 1], weights);
        m.meshes[0].name = "25_+Hat|Red.a_0.5".into();
        m.meshes[0].textures = ["d.png", "c:\\x\\L.dds", "b.tga", "s.png", "more.png"]
            .map(|f| Texture { file: f.into(), uv_layer: 1 })
            .to_vec();
        let xps = file(&m, version, Some("bone 1: 10 20 30 1 2 3\n"));
        let original = crate::xnalara::xps::write(&xps);
        let scene = through_gltf(&scene_of(&xps, "generic_item.mesh"));
        let id = if version.is_some() { "xps" } else { "xnalara-bin" };
        let back = make(&scene, id, "generic_item.xps", None);
        let back = read(&back, "generic_item.xps");
        let back = back.as_any().downcast_ref::<Xps>().unwrap();
        assert_eq!(back.header, xps.header);
        assert_eq!(back.bones, xps.bones);
        for (a, b) in back.model().meshes.iter().zip(&m.meshes) {
            assert_eq!((&a.name, &a.textures, &a.indices), (&b.name, &b.textures, &b.indices));
            assert_eq!(a.geometry.positions, b.geometry.positions);
            assert_eq!(a.geometry.colors, b.geometry.colors);
            assert_eq!(a.geometry.uvs, b.geometry.uvs);
            if version.is_none() {
                assert_eq!(a.geometry.tangents, b.geometry.tangents);
            }
            for v in 0..a.geometry.len() {
                for (a, b) in sorted(&a.geometry, v).iter().zip(sorted(&b.geometry, v)) {
                    assert!(a.0 == b.0 && (a.1 - b.1).abs() < 1e-6, "{a:?} {b:?}");
                }
            }
        }
        assert_eq!(original.len(), crate::xnalara::xps::write(back).len());
    }
}

/// A scene as somebody else makes it: a scaled armature, joints with bind rotations, a rigid mesh under a joint.
fn foreign() -> Scene {
    let mut s = Scene::default();
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let armature = s.add_node(Node { name: "Armature".into(), scale: [2.0; 3], ..Node::default() });
    let hip = s.add_node(Node {
        name: "Hip".into(),
        parent: Some(armature),
        translation: [0.0, 1.0, 0.0],
        rotation: [half, 0.0, 0.0, half],
        ..Node::default()
    });
    let knee = s.add_node(Node {
        name: "Knee".into(),
        parent: Some(hip),
        translation: [0.0, 0.5, 0.0],
        ..Node::default()
    });
    let world = s.world_matrices();
    let inverse_binds = [hip, knee].map(|n| world[n.0 as usize].inverse().to_cols_array()).to_vec();
    s.skins.push(Skin { name: "s".into(), joints: vec![hip, knee], inverse_binds });
    let image = s.image("skin_color.png", PixelOps::default());
    let normal = s.image("skin_normal.png", PixelOps::default());
    let material = s.add_material(Material {
        name: "Skin".into(),
        alpha: Alpha::Blend,
        textures: vec![TextureSlot::new(Slot::BaseColor, image), TextureSlot::new(Slot::Normal, normal)],
        specular: Some(Specular { factor: 0.25, color: [1.0; 3] }),
        ..Material::default()
    });
    let plain = s.add_material(Material { base_color: [0.5, 1.0, 1.0, 1.0], ..Material::default() });
    let mesh = s.add_mesh(Mesh {
        name: "left_leg".into(),
        positions: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [9.0, 9.0, 9.0]],
        normals: vec![[0.0, 0.0, 1.0]; 4],
        uvs: vec![vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]],
        influences: Some(Influences {
            starts: vec![0, 5, 6, 7, 8],
            joints: vec![0, 1, 0, 1, 0, 1, 1, 0],
            weights: vec![0.3, 0.2, 0.2, 0.2, 0.1, 1.0, 1.0, 1.0],
        }),
        indices: vec![0, 1, 2, 1, 3, 2],
        primitives: vec![
            Primitive { material: Some(material), start: 0, count: 3, ..Primitive::default() },
            Primitive { material: Some(plain), start: 3, count: 3, ..Primitive::default() },
        ],
        ..Mesh::default()
    });
    s.add_node(Node { name: "leg".into(), mesh: Some(mesh), skin: Some(SkinId(0)), ..Node::default() });
    let hat = s.add_mesh(Mesh {
        name: "hat".into(),
        positions: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
        indices: vec![0, 1, 2],
        primitives: vec![Primitive { count: 3, ..Primitive::default() }],
        ..Mesh::default()
    });
    s.add_node(Node { name: "Hat".into(), parent: Some(knee), mesh: Some(hat), ..Node::default() });
    s
}

#[test]
fn a_model_from_someone_who_never_heard_of_us() {
    let s = foreign();
    for (format, name, profile) in [
        ("xnalara-bin", "x.mesh", None),
        ("xps", "x.xps", None),
        ("xps", "x.xps", Some("xps2")),
        ("xnalara-ascii", "x.mesh.ascii", None),
    ] {
        let bytes = make(&s, format, name, profile);
        let doc = read(&bytes, name);
        assert_eq!((doc.format(), findings(&*doc, name)), (format, vec![]));
        let back = scene_of(&*doc, name);
        let names: Vec<&str> = back.meshes.iter().map(|m| m.name.as_str()).collect();
        assert_eq!(names, ["6_left-leg_0.25", "5_left-leg", "5_hat"]);
        assert_eq!(back.nodes[1].name, "Knee");
        assert_eq!(back.nodes[1].parent, Some(NodeId(0)));
        // Armature scale 2: the hip is at y 2, the knee half a unit (times 2) along its turned y, which is z.
        let world = back.world_matrices();
        assert!(world[0].w_axis.truncate().abs_diff_eq(glam::Vec3::new(0.0, 2.0, 0.0), 1e-5));
        assert!(world[1].w_axis.truncate().abs_diff_eq(glam::Vec3::new(0.0, 2.0, 1.0), 1e-5));
        // The hat hangs on the knee, twice as large, its z where the turned knee points: down.
        let hat = &back.meshes[2];
        assert_eq!(hat.influences.as_ref().unwrap().of(0).next(), Some((1, 1.0)));
        let p = glam::Vec3::from_array(hat.positions[2]);
        assert!(p.abs_diff_eq(glam::Vec3::new(0.0, 0.0, 1.0), 1e-5), "{p}");
        assert_eq!(back.materials[0].textures.len(), 2);
        // Half of the light is 188 of 255 on a screen.
        let shown = display(&back.meshes[1], 0);
        assert_eq!(shown, [188, 255, 255, 255]);
        let sum: f32 = back.meshes[0].influences.as_ref().unwrap().of(0).map(|p| p.1).sum();
        assert!((sum - 1.0).abs() < 1e-5);
    }
}

#[test]
fn placeholders_fill_what_a_group_needs() {
    let mut s = foreign();
    let glow = s.image("glow.png", PixelOps::default());
    s.materials[1].textures = vec![TextureSlot::new(Slot::Emissive, glow)];
    s.materials[1].emissive = [1.0; 3];
    let options = WriteOptions { file_name: "x.xps".into(), ..WriteOptions::default() };
    let out = crate::xnalara::xps::FORMAT.from_scene.unwrap()(&s, &options, &mut Sink::new()).unwrap();
    let extra: Vec<&str> = out[1..].iter().map(|o| o.suffix.as_str()).collect();
    assert_eq!(extra, ["_flat.png", "_white.png"]);
    let doc = read(&out[0].bytes, "x.xps");
    let m = doc.as_any().downcast_ref::<Xps>().unwrap().model();
    assert_eq!(m.meshes[1].name.lossy(), "30_left-leg_0");
    let files: Vec<String> = m.meshes[1].textures.iter().map(|t| t.file.lossy()).collect();
    assert_eq!(files, ["x_white.png", "x_flat.png", "glow.png"]);
    assert_eq!(findings(&*doc, "x.xps"), Vec::<String>::new());
}

/// Vertex alpha that the program ignores rides along, and comes back only where it is ignored again.
#[test]
fn ignored_alpha_does_not_begin_to_count() {
    for (alpha, opaque_in_header) in [(vec![100; 5], 255), (vec![1, 2, 3, 4, 5], 255), (vec![0; 5], 0)] {
        let mut m = model(3, &[1], 4);
        for (c, a) in m.meshes[0].geometry.colors.iter_mut().zip(&alpha) {
            c[3] = *a;
        }
        let scene = through_gltf(&scene_of(&file(&m, None, None), "generic_item.mesh"));
        let alpha_of = |scene: &Scene, format: &str, name: &str| -> Vec<u8> {
            let doc = read(&make(scene, format, name, None), name);
            let any = doc.as_any();
            let m = any.downcast_ref::<Xps>().map(Xps::model);
            let m =
                m.or_else(|| any.downcast_ref::<crate::xnalara::ascii::Ascii>().map(|a| a.model().clone()));
            m.unwrap().meshes[0].geometry.colors.iter().map(|c| c[3]).collect()
        };
        assert_eq!(alpha_of(&scene, "xnalara-bin", "generic_item.mesh"), alpha);
        assert_eq!(alpha_of(&scene, "xnalara-ascii", "generic_item.mesh.ascii"), alpha);
        assert_eq!(alpha_of(&scene, "xps", "x.xps"), [opaque_in_header; 5]);
        let mut renamed = scene.clone();
        renamed.meshes[0].name = "7_part0".into();
        assert_eq!(alpha_of(&renamed, "xnalara-bin", "generic_item.mesh"), [opaque_in_header; 5]);
    }
}

#[test]
fn every_slot_of_a_group_is_written() {
    let mut m = model(3, &[1], 4);
    m.meshes[0].name = "24_part_0.5".into();
    m.meshes[0].textures = vec![Texture { file: "d.png".into(), uv_layer: 0 }];
    let xps = file(&m, Some((3, 15)), None);
    assert_eq!(findings(&xps, "x.xps").len(), 1, "one picture is too few for group 24");
    let scene = through_gltf(&scene_of(&xps, "x.xps"));
    let doc = read(&make(&scene, "xps", "x.xps", None), "x.xps");
    assert_eq!(findings(&*doc, "x.xps"), Vec::<String>::new());
    let back = doc.as_any().downcast_ref::<Xps>().unwrap().model();
    let files: Vec<String> = back.meshes[0].textures.iter().map(|t| t.file.lossy()).collect();
    assert_eq!(files, ["d.png", "x_white.png", "x_flat.png", "x_white.png"]);
}

#[test]
fn a_default_pose_is_kept_replaced_or_said_to_be_lost() {
    let text = "bone 1: 10 20 30 1 2 3\n";
    let xps = file(&model(3, &[1], 4), Some((2, 15)), Some(text));
    let pose_of = |bytes: &[u8]| {
        let doc = read(bytes, "x.xps");
        let xps = doc.as_any().downcast_ref::<Xps>().unwrap();
        xps.header.as_ref().unwrap().settings.pose().map(wire::Text::lossy)
    };
    let files = Memory::default();
    let posed = LoadOptions { rest: crate::Rest::DefaultPose, ..LoadOptions::default() };
    let cx = Context { files: &files, path: "x.xps", options: &posed };
    let standing = through_gltf(&xps.to_scene(&cx, &mut Sink::new()).unwrap());
    let bound = through_gltf(&scene_of(&xps, "x.xps"));
    for scene in [&standing, &bound] {
        assert_eq!(pose_of(&make(scene, "xps", "x.xps", None)).as_deref(), Some(text));
    }
    let mut moved = standing.clone();
    moved.nodes[2].rotation = glam::Quat::from_rotation_y(1.0).to_array();
    let new = pose_of(&make(&moved, "xps", "x.xps", None)).unwrap();
    assert!(super::super::pose::types::same_pose(
        new.as_bytes(),
        format!("{text}bone 2: 0 57.2958 0\n").as_bytes()
    ));
    for (format, name, profile) in [
        ("xnalara-bin", "x.mesh", None),
        ("xnalara-ascii", "x.mesh.ascii", None),
        ("xps", "x.xps", Some("1.12")),
    ] {
        let mut sink = Sink::new();
        let options = WriteOptions {
            file_name: name.into(),
            profile: profile.map(Into::into),
            ..WriteOptions::default()
        };
        crate::by_id(format).unwrap().from_scene.unwrap()(&bound, &options, &mut sink).unwrap();
        assert!(sink.has(&super::super::rules::LOST_ANIMATION), "{format}");
    }
}

/// A pose that was asked for wins over the pose the model had; a root bone that is turned is a pose, not a place.
#[test]
fn a_pose_that_was_asked_for_is_the_default_pose() {
    let xps = file(&model(3, &[1], 4), Some((2, 15)), Some("bone 1: 10 20 30 1 2 3\n"));
    let pose_of = |bytes: &[u8]| {
        let doc = read(bytes, "x.xps");
        let xps = doc.as_any().downcast_ref::<Xps>().unwrap();
        xps.header.as_ref().unwrap().settings.pose().unwrap().lossy()
    };
    let mut scene = scene_of(&xps, "x.xps");
    let wave = read(b"bone 2: 0 0 100 0 0 0\n", "wave.pose");
    let (files, options) = (Memory::default(), LoadOptions::default());
    let cx = Context { files: &files, path: "wave.pose", options: &options };
    wave.animate(&mut scene, &cx, &mut Sink::new()).unwrap();
    for scene in [&scene, &through_gltf(&scene)] {
        let same = |text: &str| super::super::pose::types::same_pose(text.as_bytes(), b"bone 2: 0 0 100\n");
        assert!(same(&pose_of(&make(scene, "xps", "x.xps", None))));
        assert!(same(&String::from_utf8(make(scene, "pose", "x.pose", None)).unwrap()));
    }
}

#[test]
fn a_turned_root_bone_is_a_pose_and_a_turned_armature_is_not() {
    let xps = file(&model(3, &[1], 4), Some((2, 15)), None);
    let model_of = |scene: &Scene| {
        let doc = read(&make(scene, "xps", "x.xps", None), "x.xps");
        let xps = doc.as_any().downcast_ref::<Xps>().unwrap();
        let pose = xps.header.as_ref().unwrap().settings.pose().map(wire::Text::lossy).unwrap_or_default();
        (xps.model(), pose)
    };
    let still = through_gltf(&scene_of(&xps, "x.xps"));
    let root = still.nodes.iter().position(|n| n.name == "bone 0").unwrap();
    let turn = glam::Quat::from_rotation_y(1.0).to_array();
    let mut posed = still.clone();
    posed.nodes[root].rotation = turn;
    let (model, pose) = model_of(&posed);
    assert_eq!(model.bones, model_of(&still).0.bones, "nothing is baked");
    assert!(super::super::pose::types::same_pose(pose.as_bytes(), b"bone 0: 0 57.29578 0\n"), "{pose}");
    // What is above the bones places the model.
    let mut placed = still.clone();
    let above =
        placed.add_node(scene::Node { name: "Armature".into(), rotation: turn, ..scene::Node::default() });
    placed.nodes[root].parent = Some(above);
    let (model, pose) = model_of(&placed);
    assert_eq!(pose, "");
    assert_ne!(model.bones, model_of(&still).0.bones);
}

/// Random numbers from a seed.
fn random(seed: u64) -> impl FnMut() -> f32 {
    let mut state = seed | 1;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 40) as f32) / 4_194_304.0 - 2.0
    }
}

/// What a random mesh is made with.
#[derive(Debug, Clone, Copy)]
struct Recipe {
    triangles: usize,
    layers: usize,
    weights: usize,
    colors: bool,
    shared: bool,
    seed: u64,
}

/// Triangles on vertices of their own, or a strip whose vertices are shared.
fn random_mesh(name: String, recipe: Recipe, bones: usize) -> Mesh {
    let Recipe { triangles, layers, .. } = recipe;
    let n = if recipe.shared { triangles + 2 } else { triangles * 3 };
    let mut next = random(recipe.seed);
    let mut v3 = || [next(), next(), next()];
    let positions: Vec<[f32; 3]> = (0..n).map(|_| v3()).collect();
    let unit = |v: [f32; 3]| glam::Vec3::from_array(v).normalize_or(glam::Vec3::Y).to_array();
    let normals = (0..n).map(|_| unit(v3())).collect();
    let mut v2 = || [v3()[0], v3()[1]];
    let uvs = (0..layers).map(|_| (0..n).map(|_| v2()).collect()).collect();
    let influences = (bones > 0).then(|| {
        let many = recipe.weights.min(bones);
        let mut i = Influences { starts: vec![0], ..Influences::default() };
        for v in 0..n {
            // Eighths: the sum is exactly one, the first the largest.
            for k in 0..many {
                i.joints.push(((v + k) % bones) as u16);
                i.weights.push(if k == 0 { 1.0 - (many - 1) as f32 * 0.125 } else { 0.125 });
            }
            i.starts.push(i.joints.len() as u32);
        }
        i
    });
    let color = |v: usize| [(v * 37 % 256) as u8, (v * 91 % 256) as u8, 7, (255 - v % 200) as u8];
    let corner = |i: usize| if recipe.shared { (i / 3 + i % 3) as u32 } else { i as u32 };
    Mesh {
        name,
        positions,
        normals,
        uvs,
        colors: if recipe.colors { vec![Colors::U8((0..n).map(color).collect())] } else { Vec::new() },
        influences,
        indices: (0..triangles * 3).map(corner).collect(),
        primitives: vec![Primitive { count: triangles as u32 * 3, ..Primitive::default() }],
        ..Mesh::default()
    }
}

prop_compose! {
    fn arb_mesh()(
        triangles in 1_usize..5,
        layers in 0_usize..4,
        weights in 1_usize..8,
        colors in any::<bool>(),
        shared in any::<bool>(),
        seed in any::<u64>(),
    ) -> Recipe {
        Recipe { triangles, layers, weights, colors, shared, seed }
    }
}

prop_compose! {
    fn arb_scene()(
        bones in 0_usize..9,
        heads in prop::collection::vec(prop::array::uniform3(-2.0_f32..2.0), 9),
        meshes in prop::collection::vec(arb_mesh(), 1..4),
    ) -> Scene {
        let mut s = Scene::default();
        for (i, head) in heads.iter().take(bones).enumerate() {
            let parent = (i > 0).then(|| NodeId((i as u32 - 1) / 2));
            s.add_node(Node { name: format!("bone_{i}"), parent, translation: *head, ..Node::default() });
        }
        if bones > 0 {
            let inverse_binds = s.world_matrices().iter().map(|m| m.inverse().to_cols_array()).collect();
            let joints = (0..bones as u32).map(NodeId).collect();
            s.skins.push(Skin { name: String::new(), joints, inverse_binds });
        }
        for (k, recipe) in meshes.into_iter().enumerate() {
            // Blended, so that vertex alpha counts in every kind of file.
            let mesh = s.add_mesh(random_mesh(format!("7_mesh{k}"), recipe, bones));
            let skin = (bones > 0).then_some(SkinId(0));
            s.add_node(Node { name: format!("7_mesh{k}#mesh"), mesh: Some(mesh), skin, ..Node::default() });
        }
        s
    }
}

/// The influences a vertex has, and what remains of them where a file stores four.
fn influences(mesh: &Mesh, v: usize, four: bool) -> Vec<(u16, f32)> {
    let mut all: Vec<_> =
        mesh.influences.iter().flat_map(|i| i.of(v).collect::<Vec<_>>()).filter(|p| p.1 > 0.0).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    if four && all.len() > 4 {
        all.truncate(4);
        let sum: f32 = all.iter().map(|p| p.1).sum();
        for p in &mut all {
            p.1 /= sum;
        }
    }
    all.sort_by_key(|p| p.0);
    all
}

/// A vertex colour as a screen shows it.
fn display(m: &Mesh, v: usize) -> [u8; 4] {
    match m.colors.first() {
        Some(Colors::U8(c)) => to_display(c[v].map(|v| f32::from(v) / 255.0)),
        Some(Colors::F32(c)) => to_display(c[v]),
        None => [255; 4],
    }
}

fn same_corner(a: (&Mesh, u32), b: (&Mesh, u32), four: bool) -> std::result::Result<(), TestCaseError> {
    let ((a, i), (b, j)) = ((a.0, a.1 as usize), (b.0, b.1 as usize));
    prop_assert_eq!(a.positions[i], b.positions[j]);
    prop_assert_eq!(a.uvs.len(), b.uvs.len());
    for (x, y) in a.uvs.iter().zip(&b.uvs) {
        prop_assert_eq!(x[i], y[j]);
    }
    let normal = |m: &Mesh, v: usize| glam::Vec3::from_array(m.normals[v]);
    prop_assert!(normal(a, i).abs_diff_eq(normal(b, j), 1e-5));
    prop_assert_eq!(display(a, i), display(b, j));
    let (x, y) = (influences(a, i, false), influences(b, j, four));
    prop_assert_eq!(x.len(), y.len());
    for (x, y) in x.iter().zip(&y) {
        prop_assert!(x.0 == y.0 && (x.1 - y.1).abs() < 1e-6, "{x:?} {y:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn gltf_to_xps_to_gltf_keeps_everything(scene in arb_scene(), target in 0_usize..5) {
        let (format, name, profile, four) = [
            ("xnalara-bin", "generic_item.mesh", None, true),
            ("xps", "x.xps", Some("xps2"), true),
            ("xps", "x.xps", None, false),
            ("xps", "x.xps", Some("1.12"), true),
            ("xnalara-ascii", "generic_item.mesh.ascii", None, false),
        ][target];
        let bytes = make(&through_gltf(&scene), format, name, profile);
        let doc = read(&bytes, name);
        prop_assert_eq!(findings(&*doc, name), Vec::<String>::new());
        let back = through_gltf(&scene_of(&*doc, name));
        prop_assert_eq!(back.meshes.len(), scene.meshes.len());
        let joints = |s: &Scene| {
            let names = |k: &Skin| k.joints.iter().map(|j| s.nodes[j.0 as usize].name.clone()).collect::<Vec<_>>();
            s.skins.first().map(names)
        };
        prop_assert_eq!(joints(&back), joints(&scene));
        for (a, b) in back.meshes.iter().zip(&scene.meshes) {
            prop_assert_eq!(&a.name, &b.name);
            prop_assert_eq!(a.influences.is_some(), b.influences.is_some());
            // Layouts with tangents split vertices, so triangles are compared corner by corner.
            prop_assert_eq!(a.indices.len(), b.indices.len());
            for (i, j) in a.indices.iter().zip(&b.indices) {
                same_corner((a, *i), (b, *j), four)?;
            }
        }
    }
}

fn outputs(scene: &Scene, format: &str, profile: Option<&str>, sink: &mut Sink) -> Vec<crate::Output> {
    let options = WriteOptions {
        file_name: format!("x.{}", crate::by_id(format).unwrap().extension),
        profile: profile.map(Into::into),
        ..WriteOptions::default()
    };
    crate::by_id(format).unwrap().from_scene.unwrap()(scene, &options, sink).unwrap()
}

fn model_of(bytes: &[u8], name: &str) -> crate::xnalara::model::Model {
    let doc = read(bytes, name);
    let ascii = doc.as_any().downcast_ref::<crate::xnalara::ascii::Ascii>();
    ascii.map_or_else(|| doc.as_any().downcast_ref::<Xps>().unwrap().model(), |a| a.model().clone())
}

fn lost(sink: &Sink) -> String {
    let all = sink.findings().iter().filter(|d| d.code.id == super::super::rules::LOST_MATERIAL.id);
    all.map(|d| d.message.as_str()).collect::<Vec<_>>().join("; ")
}

/// Settings say which way green points, whether back faces are hidden and how wide highlights are; other files do not.
#[test]
fn what_only_settings_say_is_turned_or_reported() {
    let mut m = model(3, &[1], 4);
    m.meshes[0].name = "4_coat_0.1_0_0".into();
    m.meshes[0].textures = ["d.png", "b.png"].map(|f| Texture { file: f.into(), uv_layer: 0 }).to_vec();
    let mut xps = file(&m, Some((3, 15)), None);
    let settings = &mut xps.header.as_mut().unwrap().settings;
    for (flag, value) in [(0, 1), (4, 2), (6, 20)] {
        assert!(settings.set_flag(flag, value));
    }
    let mut scene = scene_of(&xps, "x.xps");
    for image in &mut scene.images {
        image.data = Some(scene::textures::one_color([128, 200, 250]).into());
        image.mime = "image/png".into();
    }
    for scene in [scene.clone(), through_gltf(&scene)] {
        for (format, profile) in
            [("xnalara-bin", None), ("xnalara-ascii", None), ("xps", Some("2.12")), ("xps", Some("1.12"))]
        {
            let mut sink = Sink::new();
            let made = outputs(&scene, format, profile, &mut sink);
            let name = format!("x.{}", crate::by_id(format).unwrap().extension);
            let files: Vec<String> =
                model_of(&made[0].bytes, &name).meshes[0].textures.iter().map(|t| t.file.lossy()).collect();
            assert_eq!(files, ["d.png", "x_b_flipped.png"], "{format}");
            assert_eq!(made[1].suffix, "_b_flipped.png");
            let mut image = scene.images[1].clone();
            image.ops.invert_green = true;
            assert!(scene::textures::is_picture(&image, &made[1].bytes, "b.png", 1 << 20), "{format}");
            assert!(lost(&sink).contains("hidden back faces (flag 0), gloss 20 (flag 6)"), "{}", lost(&sink));
            assert!(sink.has(&super::super::rules::RENAMED));
        }
        let mut sink = Sink::new();
        let made = outputs(&scene, "xps", None, &mut sink);
        assert_eq!((made.len(), lost(&sink).as_str()), (1, ""));
        let back = read(&made[0].bytes, "x.xps");
        assert_eq!(back.as_any().downcast_ref::<Xps>().unwrap().header, xps.header);
    }
    // A picture that is not there cannot be turned.
    scene.images.iter_mut().for_each(|i| i.data = None);
    let mut sink = Sink::new();
    assert_eq!(outputs(&scene, "xnalara-bin", None, &mut sink).len(), 1);
    assert!(lost(&sink).contains("\"b.png\""), "{}", lost(&sink));
}

#[test]
fn surfaces_of_one_side_are_a_flag() {
    let culling = |scene: &Scene, profile: Option<&str>, sink: &mut Sink| {
        let made = outputs(scene, "xps", profile, sink);
        read(&made[0].bytes, "x.xps").as_any().downcast_ref::<Xps>().unwrap().surface().culling
    };
    let mut s = foreign();
    s.images[1].ops.invert_green = true;
    let mut sink = Sink::new();
    assert!(culling(&s, None, &mut sink) && lost(&sink).is_empty(), "{}", lost(&sink));
    let mut sink = Sink::new();
    assert!(!culling(&s, Some("1.12"), &mut sink) && lost(&sink).contains("of one side"), "{}", lost(&sink));
    s.materials[0].double_sided = true;
    let mut sink = Sink::new();
    assert!(!culling(&s, None, &mut sink) && lost(&sink).contains("2 of 3 materials"), "{}", lost(&sink));
    // An edit of a file of ours.
    let mut ours = through_gltf(&scene_of(&file(&model(3, &[1], 4), Some((3, 15)), None), "x.xps"));
    assert!(!culling(&ours, None, &mut Sink::new()));
    ours.materials[0].double_sided = false;
    assert!(culling(&ours, None, &mut Sink::new()));
}

/// A triangle of another program with two UV sets.
fn two_sets(change: impl Fn(&mut Scene, &mut Material)) -> Scene {
    let mut s = Scene::default();
    let image = s.image("d.png", PixelOps::default());
    let mut material = Material {
        name: "mat".into(),
        double_sided: true,
        textures: vec![TextureSlot::new(Slot::BaseColor, image)],
        ..Material::default()
    };
    change(&mut s, &mut material);
    let material = s.add_material(material);
    let mesh = s.add_mesh(Mesh {
        name: "thing".into(),
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        normals: vec![[0.0, 0.0, 1.0]; 3],
        uvs: vec![vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], vec![[0.5, 0.5], [0.75, 0.5], [0.5, 0.75]]],
        indices: vec![0, 1, 2],
        primitives: vec![Primitive { material: Some(material), count: 3, ..Primitive::default() }],
        ..Mesh::default()
    });
    s.add_node(Node { name: "thing".into(), mesh: Some(mesh), ..Node::default() });
    s
}

#[test]
fn maps_read_the_uvs_of_their_material() {
    let made = |change: &dyn Fn(&mut Scene, &mut Material)| {
        let mut sink = Sink::new();
        let out = outputs(&two_sets(change), "xps", None, &mut sink);
        let mesh = model_of(&out[0].bytes, "x.xps").meshes.remove(0);
        (mesh.name.lossy(), mesh.geometry.uvs, lost(&sink))
    };
    let [first, second] = <[_; 2]>::try_from(two_sets(|_, _| ()).meshes.remove(0).uvs).unwrap();
    let tiled = |t: f32| Some(scene::TextureTransform { offset: [0.0; 2], rotation: 0.0, scale: [t, t] });
    let with = |s: &mut Scene, m: &mut Material, slot: Slot, uv: u32, tile: f32| {
        let image = s.image("other.png", PixelOps { invert_green: true, ..PixelOps::default() });
        let transform = if tile == 1.0 { None } else { tiled(tile) };
        m.textures.push(TextureSlot { uv, transform, ..TextureSlot::new(slot, image) });
    };
    assert_eq!(made(&|_, _| ()), ("5_thing".into(), vec![first.clone(), second.clone()], String::new()));
    // Another set: both change places.
    let on_second = made(&|_, m| m.textures[0].uv = 1);
    assert_eq!(on_second, ("5_thing".into(), vec![second.clone(), first.clone()], String::new()));
    // Scaled and moved, and turned by a quarter.
    let (_, uvs, said) = made(&|_, m| {
        m.textures[0].transform =
            Some(scene::TextureTransform { offset: [0.5, 0.25], rotation: 0.0, scale: [2.0, 3.0] });
    });
    assert_eq!((uvs[0].as_slice(), said.as_str()), (&[[0.5, 0.25], [2.5, 0.25], [0.5, 3.25]][..], ""));
    let (_, uvs, _) = made(&|_, m| {
        let rotation = std::f32::consts::FRAC_PI_2;
        m.textures[0].transform =
            Some(scene::TextureTransform { offset: [0.0; 2], rotation, scale: [1.0; 2] });
    });
    assert!((uvs[0][1][1] + 1.0).abs() < 1e-6 && (uvs[0][2][0] - 1.0).abs() < 1e-6, "{:?}", uvs[0]);
    // A lightmap on the second set has a group of its own, where nothing is posed.
    let light = made(&|s, m| with(s, m, Slot::Lightmap, 1, 1.0));
    assert_eq!(light, ("17_thing".into(), vec![first.clone(), second.clone()], String::new()));
    // A bump map elsewhere has none; one that goes with the picture does.
    let (_, uvs, said) = made(&|s, m| with(s, m, Slot::Normal, 1, 1.0));
    assert_eq!(uvs, [first.clone(), second.clone()]);
    assert!(said.contains("UVs of the bump map"), "{said}");
    let (_, _, said) = made(&|s, m| with(s, m, Slot::Normal, 0, 4.0));
    assert!(said.contains("UVs of the bump map"), "{said}");
    let (_, uvs, said) = made(&|s, m| {
        with(s, m, Slot::Normal, 0, 2.0);
        m.textures[0].transform = tiled(2.0);
    });
    assert_eq!((uvs[0][1], said.as_str()), ([2.0, 0.0], ""));
    // A tiled glow is a number of the name.
    let (name, _, said) = made(&|s, m| {
        with(s, m, Slot::Emissive, 0, 4.0);
        m.emissive = [1.0; 3];
    });
    assert_eq!((name.as_str(), said.as_str()), ("36_thing_0_4", ""));
}
