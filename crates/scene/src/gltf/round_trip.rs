//! `read(write(scene))` keeps everything, over random scenes.

use super::tests::everything;
use super::{WriteOptions, read, write_glb, write_gltf};
use crate::*;
use proptest::prelude::*;
use serde_json::json;
use wire::Sink;

fn back(scene: &Scene) -> (Scene, Sink) {
    let mut sink = Sink::new();
    let glb = write_glb(scene, &WriteOptions::default(), &mut sink).unwrap();
    (read(&glb, &Memory::default(), "a.glb", &mut sink).unwrap(), sink)
}

/// Everything but what the writer may choose: as text, so that a difference can be seen.
fn text(scene: &Scene) -> String {
    format!("{scene:#?}")
}

#[test]
fn a_second_trip_changes_nothing() {
    let (first, _) = back(&everything());
    let (second, _) = back(&first);
    assert_eq!(text(&first), text(&second));
    assert_eq!(first.nodes.len(), everything().nodes.len() + 1, "one holder was added, no root remains");
    assert_eq!(first.materials.len(), 2, "the variant is its original again");
    let skin = &first.materials[0];
    assert_eq!(skin.textures.len(), 3);
    assert_eq!(first.images[skin.textures[2].image.0 as usize].file, "gone.tga");
    assert!(first.images[skin.textures[2].image.0 as usize].ops.invert_green);
}

#[test]
fn separate_files_read_the_same() {
    let (embedded, _) = back(&everything());
    let options = WriteOptions { stem: "a b".into() };
    let made = write_gltf(&everything(), &options, &mut Sink::new()).unwrap();
    let mut files = Memory::default();
    for (name, bytes) in made.files {
        files.insert(format!("dir/{name}"), bytes);
    }
    let mut scene = read(&made.json, &files, "dir/a b.gltf", &mut Sink::new()).unwrap();
    assert_eq!(scene.images[0].found.take().as_deref(), Some("dir/Skin.png"));
    assert_eq!(text(&scene), text(&embedded));
}

fn finite() -> impl Strategy<Value = f32> {
    prop_oneof![-1000.0f32..1000.0, Just(0.0), any::<f32>().prop_filter("finite", |v| v.is_finite())]
        .prop_map(|v| v + 0.0) // no negative zero
}

fn vec3() -> impl Strategy<Value = [f32; 3]> {
    [finite(), finite(), finite()]
}

fn unit() -> impl Strategy<Value = [f32; 3]> {
    [-1.0f32..1.0, -1.0f32..1.0, 0.1f32..1.0].prop_map(|v| glam::Vec3::from(v).normalize().to_array())
}

fn quaternion() -> impl Strategy<Value = [f32; 4]> {
    [-1.0f32..1.0, -1.0f32..1.0, -1.0f32..1.0, 0.1f32..1.0]
        .prop_map(|v| glam::Vec4::from(v).normalize().to_array())
}

fn extras() -> impl Strategy<Value = Extras> {
    prop_oneof![
        Just(Extras::new()),
        (any::<String>(), any::<i64>()).prop_map(|(s, n)| {
            let mut e = Extras::new();
            e.insert("emfx".into(), json!({ "text": s, "n": n, "deep": [{ "x": 0.1 }] }));
            e.insert("gltf".into(), json!({ "color": s, "list": [1, 2.5, null] }));
            e
        })
    ]
}

fn target(vertices: usize) -> impl Strategy<Value = MorphTarget> {
    let moved = (1f32..9.0, finite(), finite()).prop_map(|(x, y, z)| [x, y, z]);
    (any::<String>(), prop::collection::btree_map(0..vertices as u32, (moved, vec3()), 0..=vertices))
        .prop_map(|(name, map)| MorphTarget {
            name,
            vertices: map.keys().copied().collect(),
            positions: map.values().map(|v| v.0).collect(),
            normals: map.values().map(|v| v.1).collect(),
            tangents: vec![],
        })
}

prop_compose! {
    fn mesh(joints: u16, materials: u32)(n in 3usize..40)(
        name in any::<String>(),
        positions in prop::collection::vec(vec3(), n),
        normals in prop::collection::vec(unit(), n),
        uvs in prop::collection::vec(prop::collection::vec([finite(), finite()], n), 2..4),
        bytes in prop::collection::vec(any::<[u8; 4]>(), n),
        floats in prop::collection::vec([0f32..=1.0, 0f32..=1.0, 0f32..=1.0, 0f32..=1.0], n),
        handed in any::<bool>(),
        weights in prop::collection::vec(prop::collection::btree_map(0..joints, 0.01f32..1.0, 1..12), n),
        faces in prop::collection::vec([0..n as u32, 0..n as u32, 0..n as u32], 1..20),
        split in 0usize..20,
        targets in prop::collection::vec(target(n), 0..4),
        (lod, collision, extras) in (0u32..3, any::<bool>(), extras()),
        material in 0..materials,
    ) -> Mesh {
        let mut influences = Influences { starts: vec![0], ..Influences::default() };
        for vertex in weights {
            let sum: f64 = vertex.values().map(|w| f64::from(*w)).sum();
            let mut list: Vec<(u16, f32)> =
                vertex.into_iter().map(|(j, w)| (j, (f64::from(w) / sum) as f32)).collect();
            list.sort_by(|a, b| b.1.total_cmp(&a.1));
            influences.joints.extend(list.iter().map(|(j, _)| *j));
            influences.weights.extend(list.iter().map(|(_, w)| *w));
            influences.starts.push(influences.joints.len() as u32);
        }
        let at = (split % faces.len()) as u32 * 3;
        let all = faces.len() as u32 * 3;
        let mut primitives = vec![Primitive { count: at, material: None, ..Primitive::default() }];
        primitives.push(Primitive { start: at, count: all - at, material: Some(MaterialId(material)), topology: Topology::Triangles });
        primitives.retain(|p| p.count > 0);
        let w = if handed { 1.0 } else { -1.0 };
        Mesh {
            tangents: normals.iter().map(|v| [v[1], v[0], v[2], w]).collect(),
            colors: vec![Colors::U8(bytes), Colors::F32(floats)],
            indices: faces.into_flattened(),
            influences: Some(influences),
            name, positions, normals, uvs, primitives, targets, lod, collision, extras,
        }
    }
}

prop_compose! {
    fn material()(
        name in any::<String>(),
        c in [0f32..=1.0, 0f32..=1.0, 0f32..=1.0, 0f32..=1.0],
        (metallic, roughness) in (0f32..=1.0, 0f32..=1.0),
        alpha in prop_oneof![Just(Alpha::Opaque), Just(Alpha::Blend), (0f32..1.0).prop_map(Alpha::Mask)],
        flags in any::<[bool; 3]>(),
        offset in [finite(), finite()],
        uv in 0u32..2,
        extras in extras(),
    ) -> Material {
        let transform = flags[0].then_some(TextureTransform { offset, rotation: 0.5, scale: [2.0, 1.0] });
        let slot = |slot, image| TextureSlot { uv, clamp: flags[1], transform, ..TextureSlot::new(slot, ImageId(image)) };
        Material {
            ior: (!flags[2]).then_some(1.4),
            name,
            base_color: c,
            metallic,
            roughness,
            emissive: [c[0], c[1], c[2]],
            specular: flags[2].then_some(Specular { factor: c[3], color: [c[2], c[1], c[0]] }),
            alpha,
            double_sided: flags[1],
            unlit: flags[2],
            textures: vec![
                slot(Slot::BaseColor, 0),
                TextureSlot { strength: c[1], ..slot(Slot::Normal, 2) },
                slot(Slot::Other("dirt".into()), 1),
                slot(Slot::Mask, 3),
            ],
            extras,
        }
    }
}

fn channel(nodes: u32) -> impl Strategy<Value = Channel> {
    let property = prop::sample::select(vec![Property::Translation, Property::Rotation, Property::Scale]);
    let how =
        prop::sample::select(vec![Interpolation::Step, Interpolation::Linear, Interpolation::CubicSpline]);
    (0..nodes, property, how, 2usize..9, vec3(), quaternion(), extras()).prop_map(
        |(node, property, interpolation, keys, v, q, extras)| {
            let one: &[f32] = if property == Property::Rotation { &q } else { &v };
            let cubic = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
            Channel {
                node: NodeId(node),
                property,
                interpolation,
                times: (0..keys).map(|k| k as f32 * 0.1).collect(),
                values: one.repeat(keys * cubic),
                extras,
            }
        },
    )
}

prop_compose! {
    fn scene()(joints in 1u16..300, materials in prop::collection::vec(material(), 1..4))(
        name in any::<String>(),
        nodes in prop::collection::vec((any::<String>(), vec3(), quaternion(), vec3(), any::<prop::sample::Index>(), any::<[bool; 2]>(), extras()), joints as usize),
        meshes in prop::collection::vec(mesh(joints, materials.len() as u32), 1..3),
        channels in prop::collection::vec(channel(u32::from(joints)), 0..6),
        scene_extras in extras(),
        materials in Just(materials),
    ) -> Scene {
        let mut s = Scene { name, materials, extras: scene_extras, ..Scene::default() };
        for (i, (name, translation, rotation, scale, parent, [visible, raw], extras)) in nodes.into_iter().enumerate() {
            s.add_node(Node {
                name: format!("{name}."),
                parent: (i > 0).then(|| NodeId(parent.index(i) as u32)),
                raw_name: raw.then(|| vec![0xff, i as u8]),
                translation, rotation, scale, visible, extras,
                ..Node::default()
            });
        }
        let binds = s.nodes.iter().map(|n| {
            let mut m = [0.5; 16];
            m[12] = n.translation[0];
            (m[3], m[7], m[11], m[15]) = (0.0, 0.0, 0.0, 1.0);
            m
        });
        let skin = Skin { name: "skin".into(), inverse_binds: binds.collect(), joints: (0..s.nodes.len() as u32).map(NodeId).collect() };
        s.skins.push(skin);
        for mesh in meshes {
            let weights = vec![0.25; mesh.targets.len()];
            let name = format!("{}#mesh", mesh.name);
            let mesh = Some(s.add_mesh(mesh));
            s.add_node(Node { name, kind: NodeKind::Holder, mesh, skin: Some(SkinId(0)), weights, ..Node::default() });
        }
        let png = everything().images[0].clone();
        s.images = vec![png.clone(), Image { file: "dirt.dds".into(), ..Image::default() }, png.clone(), Image { file: "mask.dds".into(), ..png }];
        s.images[2].ops.invert_green = true;
        s.images[2].file = "normal.dds".into();
        let mut channels = channels;
        channels.sort_by_key(|c| (c.node, format!("{:?}", c.property).to_lowercase()));
        channels.dedup_by_key(|c| (c.node, c.property));
        if !channels.is_empty() {
            s.animations.push(Animation { name: "walk".into(), channels, extras: Extras::new() });
        }
        s
    }
}

/// Images may come in another order, textures know them by number.
fn canonical(scene: &Scene) -> Scene {
    let mut s = scene.clone();
    let mut order: Vec<usize> = (0..s.images.len()).collect();
    order.sort_by_key(|i| s.images[*i].file.clone());
    for m in &mut s.materials {
        m.textures.sort_by_key(|t| t.slot.label());
        for t in &mut m.textures {
            t.image = ImageId(order.iter().position(|i| *i == t.image.0 as usize).unwrap() as u32);
        }
    }
    s.images.sort_by_key(|i| i.file.clone());
    for c in s.animations.iter_mut().flat_map(|a| &mut a.channels).filter(|c| c.times.len() == 1) {
        c.interpolation = Interpolation::Step;
    }
    for t in s.meshes.iter_mut().flat_map(|m| &mut m.targets) {
        // An attribute that is zero everywhere is as good as none.
        if t.normals.iter().flatten().all(|c| *c == 0.0) {
            t.normals.clear();
        }
    }
    s
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn everything_survives(scene in scene()) {
        let (back, sink) = back(&scene);
        prop_assert!(sink.findings().is_empty(), "{:?}", sink.findings());
        if std::env::var_os("GLTF_OUT").is_some() {
            let glb = write_glb(&scene, &WriteOptions::default(), &mut Sink::new()).unwrap();
            super::tests::for_the_validator(&format!("random_{}.glb", glb.len()), &glb);
        }
        let (a, b) = (text(&canonical(&scene)), text(&canonical(&back)));
        if a != b {
            let line = a.lines().zip(b.lines()).position(|(x, y)| x != y).unwrap_or(0);
            let show = |s: &str| s.lines().skip(line.saturating_sub(12)).take(24).collect::<Vec<_>>().join("\n");
            prop_assert!(false, "line {line}: wrote\n{}\nread\n{}", show(&a), show(&b));
        }
    }

    #[test]
    fn damage_is_no_disaster(seed in any::<u64>(), cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20)) {
        let mut glb = write_glb(&everything(), &WriteOptions::default(), &mut Sink::new()).unwrap();
        for (at, byte) in &cuts {
            let at = at.index(glb.len());
            glb[at] = *byte;
        }
        if seed.is_multiple_of(3) {
            glb.truncate((seed / 3) as usize % glb.len());
        }
        let _ = read(&glb, &Memory::default(), "a.glb", &mut Sink::new());
    }
}

#[test]
fn lights_come_back() {
    let mut scene = Scene::default();
    let kinds = [LightKind::Point, LightKind::Spot { inner: 0.25, outer: 0.5 }, LightKind::Directional];
    for (i, kind) in kinds.into_iter().enumerate() {
        let range = (i == 0).then_some(8.0);
        let light = Light { name: format!("lamp {i}"), kind, color: [1.0, 0.5, 0.25], intensity: 3.0, range };
        let light = scene.add_light(light);
        scene.add_node(Node { name: format!("node {i}"), light: Some(light), ..Node::default() });
    }
    let glb = write_glb(&scene, &WriteOptions::default(), &mut Sink::new()).unwrap();
    let back = read(&glb, &Memory::default(), "a.glb", &mut Sink::new()).unwrap();
    assert_eq!(back.lights, scene.lights);
    assert_eq!(back.nodes.iter().map(|n| n.light).collect::<Vec<_>>(), [0, 1, 2].map(|i| Some(LightId(i))));
    let both = crate::steps::merge(vec![scene.clone(), back], &mut Sink::new());
    assert_eq!(both.lights.len(), 6);
}

#[test]
fn cameras_come_back() {
    let mut scene = Scene::default();
    let wide = Projection::Perspective { yfov: 0.75, aspect: Some(1.5) };
    let plan = Projection::Orthographic { xmag: 4.0, ymag: 3.0 };
    for (projection, near, far) in [(wide, 0.5, Some(90.0)), (plan, 0.0, Some(20.0)), (wide, 0.25, None)] {
        let camera = Camera { name: format!("eye {near}"), projection, near, far };
        let camera = scene.add_camera(camera);
        scene.add_node(Node { name: format!("holder {near}"), camera: Some(camera), ..Node::default() });
    }
    let glb = write_glb(&scene, &WriteOptions::default(), &mut Sink::new()).unwrap();
    let mut back = read(&glb, &Memory::default(), "a.glb", &mut Sink::new()).unwrap();
    assert_eq!(back.cameras, scene.cameras);
    assert_eq!(back.nodes.iter().map(|n| n.camera).collect::<Vec<_>>(), [0, 1, 2].map(|i| Some(CameraId(i))));
    back.nodes.iter_mut().for_each(|n| n.name.push_str(" again"));
    let both = crate::steps::merge(vec![scene.clone(), back], &mut Sink::new());
    assert_eq!(both.cameras.len(), 6);
    assert_eq!(both.nodes[3].camera, Some(CameraId(3)));
    crate::steps::scale(&mut scene, 2.0);
    assert_eq!((scene.cameras[0].near, scene.cameras[0].far), (1.0, Some(180.0)));
    assert_eq!(scene.cameras[1].projection, Projection::Orthographic { xmag: 8.0, ymag: 6.0 });
}

/// Numbers glTF does not allow are replaced, so that the file stays valid.
#[test]
fn cameras_of_bad_numbers_are_valid() {
    let bad = [f32::NAN, f32::INFINITY, -1.0, 0.0, 9.0];
    let mut scene = Scene::default();
    for v in bad {
        for projection in [
            Projection::Perspective { yfov: v, aspect: Some(v) },
            Projection::Orthographic { xmag: v, ymag: v },
        ] {
            let camera = Camera { projection, near: v, far: Some(v), ..Camera::default() };
            scene.add_camera(camera);
        }
    }
    let glb = write_glb(&scene, &WriteOptions::default(), &mut Sink::new()).unwrap();
    let back = read(&glb, &Memory::default(), "a.glb", &mut Sink::new()).unwrap();
    for camera in back.cameras {
        assert!(camera.far.is_none_or(|far| far > camera.near), "{camera:?}");
        match camera.projection {
            Projection::Perspective { yfov, aspect } => {
                assert!(yfov > 0.0 && yfov < std::f32::consts::PI && camera.near > 0.0, "{camera:?}");
                assert!(aspect.is_none_or(|a| a > 0.0 && a.is_finite()), "{camera:?}");
            }
            Projection::Orthographic { xmag, ymag } => {
                assert!(xmag > 0.0 && ymag > 0.0 && camera.near >= 0.0 && camera.far.is_some(), "{camera:?}");
            }
        }
    }
}
