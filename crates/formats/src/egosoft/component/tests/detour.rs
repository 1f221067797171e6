//! What other programs do to a ship on its way.

use super::super::scene::hardpoints;
use super::*;

/// A scene as Blender's default export leaves it: no extras, and numbers after names that are taken.
fn through_blender(mut scene: Scene) -> Scene {
    let mut taken = std::collections::HashSet::new();
    for node in &mut scene.nodes {
        node.extras.clear();
        let base = node.name.clone();
        for n in 1.. {
            if taken.insert(node.name.clone()) {
                break;
            }
            node.name = format!("{base}.{n:03}");
        }
    }
    for mesh in &mut scene.meshes {
        mesh.extras.clear();
        (mesh.lod, mesh.collision) = (0, false);
    }
    scene.animations.iter_mut().for_each(|a| a.extras.clear());
    scene
}

fn whole_ship() -> Scene {
    load(&game(), PATH, &LoadOptions { lod: Lod::All, collision: true, ..LoadOptions::default() }).0
}

fn paths(m: &Memory) -> Vec<String> {
    let mut out: Vec<String> = m.list("ship_test_data").into_iter().map(|e| e.name).collect();
    out.sort();
    out
}

#[test]
fn copies_are_recognised_by_name_and_place() {
    // Meshes decide about materials, so an XML that says otherwise would be corrected.
    let lods = r#"<part name="anim_radar"><lods><lod index="0"><materials><material id="1" ref="hulls.red"/></materials></lod></lods></part>"#;
    let xml = &XML.replace("hulls.blue", "hulls.red").replace("<part name=\"anim_radar\"/>", lods);
    let back = made(&through_blender(whole_ship()), Some(xml));
    let want = [
        "anim_radar-lod0.xmf",
        "part_main-collision.xmf",
        "part_main-lod0.xmf",
        "part_main-lod1.xmf",
        "part_main_wreck-lod0.xmf",
    ];
    assert_eq!(paths(&back), want);
    assert_eq!(String::from_utf8(back.read("ship_test.xml").unwrap()).unwrap(), *xml, "nothing was edited");
    let collision =
        Xmf::read(&mut Reader::new(&back.read("ship_test_data/part_main-collision.xmf").unwrap())).unwrap();
    assert_eq!((collision.vertex_count(), collision.materials.len()), (8, 0));
    let hull = Xmf::read(&mut Reader::new(&back.read("ship_test_data/part_main-lod0.xmf").unwrap())).unwrap();
    let seen = through_blender(whole_ship());
    let before = seen.meshes.iter().find(|m| m.name == "part_main-lod0").map(|m| m.positions.len());
    assert_eq!(Some(hull.vertex_count()), before, "a collision mesh never takes the place of a visible one");
    // An object's own name goes before that of its mesh.
    let mut s = through_blender(whole_ship());
    let at = node(&s, "part_main-collision").0;
    let hull = s.meshes.iter().position(|m| m.name == "part_main-lod0").unwrap();
    let mut copy = s.meshes[hull].clone();
    copy.name = "part_main-lod0.001".into();
    s.nodes[at].mesh = Some(s.add_mesh(copy));
    s.nodes[at].name = "part_main-collision.004".into();
    assert_eq!(paths(&made(&s, Some(XML))), want);
}

#[test]
fn two_objects_for_one_file_are_an_error_that_names_both() {
    let mut s = through_blender(whole_ship());
    let (_, hull) = node(&s, "part_main");
    let mut copy = s.meshes[hull.mesh.unwrap().0 as usize].clone();
    let parent = hull.parent;
    copy.name = "part_main-lod0.001".into();
    let mesh = Some(s.add_mesh(copy));
    s.add_node(::scene::Node { name: "part_main.077".into(), parent, mesh, ..Default::default() });
    let options = WriteOptions {
        file_name: "ship_test.xml".into(),
        originals: crate::registry::original("a.xml", XML.as_bytes()),
        ..WriteOptions::default()
    };
    let e = from_scene(&s, &options, &mut Sink::new()).unwrap_err();
    assert_eq!(e.code().id, "COMPONENT_AMBIGUOUS");
    assert!(
        e.message().contains("\"part_main\"") && e.message().contains("\"part_main.077\""),
        "{}",
        e.message()
    );
}

#[test]
fn hardpoints_move_come_and_go() {
    let (mut s, _) = load(&game(), PATH, &LoadOptions::default());
    let (weapon, n) = node(&s, "con_weapon");
    assert_eq!(n.extras["gltf"], json!({"tags": "weapon small"}));
    s.nodes[weapon].translation = [-2.0, 3.0, 4.0];
    s.nodes[weapon].extras.insert("gltf".into(), json!({"tags": "weapon medium", "group": "front"}));
    let parent = Some(::scene::NodeId(node(&s, "part_main").0 as u32));
    s.add_node(::scene::Node {
        name: "con_turret_l_01".into(),
        parent,
        translation: [0.0, 1.0, 0.0],
        ..Default::default()
    });
    s.add_node(::scene::Node { name: "Empty".into(), parent, ..Default::default() });
    let gone = node(&s, "con_ref").0;
    s.nodes[gone].name = "Camera".into();
    s.nodes[gone].extras.clear();
    let mut sink = Sink::new();
    let options = WriteOptions {
        file_name: "ship_test.xml".into(),
        originals: crate::registry::original("a.xml", XML.as_bytes()),
        ..WriteOptions::default()
    };
    let text = from_scene(&s, &options, &mut sink).unwrap().remove(0).bytes;
    let text = String::from_utf8(text).unwrap();
    assert!(
        text.contains("<connection group=\"front\" name=\"con_weapon\" tags=\"weapon medium\">"),
        "{text}"
    );
    assert!(text.contains("<position x=\"2\" y=\"3\" z=\"4\"/>"), "{text}");
    assert!(
        text.contains("<connection name=\"con_turret_l_01\" tags=\"turret large\" parent=\"part_main\">"),
        "{text}"
    );
    assert!(!text.contains("Empty") && text.contains("con_ref"), "{text}");
    let found: Vec<_> = sink.findings().iter().map(|f| (f.code.id, f.message.as_str())).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].0 == "COMPONENT_REMOVED" && found[0].1.contains("con_ref"), "{found:?}");
}

#[test]
fn junk_and_foreign_compression_come_back_with_all_levels() {
    let mut m = game();
    let lod0 = "assets/units/size_s/ship_test_data/part_main-lod0.xmf";
    let mut x = Xmf::read(&mut Reader::new(&m.read(lod0).unwrap())).unwrap();
    (x.header.num_vertices, x.header.culling_cw, x.header.zero[2]) = (7, 84, 0x84);
    x.buffers[0].slots[15].junk = 0xbeef;
    // Blocks of another program: stored, not packed.
    for b in &mut x.buffers {
        let mut z = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::none());
        std::io::Write::write_all(&mut z, &b.data).unwrap();
        b.packed = Some(z.finish().unwrap().into());
    }
    let (vertices, sizes) = (x.header.num_vertices, x.header.num_indices);
    x.recount();
    (x.header.num_vertices, x.header.num_indices) = (vertices, sizes);
    m.insert(lod0, Xmf::write(&x));
    let (s, _) = load(&m, PATH, &LoadOptions { lod: Lod::All, collision: true, ..LoadOptions::default() });
    let glb =
        ::scene::gltf::write_glb(&s, &::scene::gltf::WriteOptions::default(), &mut Sink::new()).unwrap();
    let s = ::scene::gltf::read(&glb, &Memory::default(), "a.glb", &mut Sink::new()).unwrap();
    let back = made(&s, None);
    assert!(back.read("ship_test_data/part_main-lod0.xmf").unwrap() == m.read(lod0).unwrap());
    assert!(back.read("ship_test.xml").unwrap() == m.read(PATH).unwrap());
}

#[test]
fn lights_are_lights_or_marked_nodes() {
    let mut m = game();
    let lights = r#"<layers><layer><lights>
      <omni name="lamp" r="255" g="0" b="0" range="6" intensity="2"><offset><position x="1" y="2" z="3"/></offset></omni>
      <spot name="beam" hotspot="40" falloff="60"/><area name="panel"><size x="1" y="2" z="3"/></area>
      </lights></layer></layers>"#;
    m.insert(PATH, XML.replace("<layers/>", lights));
    let (s, _) = load(&m, PATH, &LoadOptions { lod: Lod::All, ..LoadOptions::default() });
    assert_eq!(s.lights.len(), 2, "once, whatever the number of levels");
    let (_, lamp) = node(&s, "lamp");
    assert_eq!((lamp.translation, lamp.light), ([-1.0, 2.0, 3.0], Some(::scene::LightId(0))));
    assert_eq!((s.lights[0].color, s.lights[0].range), ([1.0, 0.0, 0.0], Some(6.0)));
    let ::scene::LightKind::Spot { inner, outer } = s.lights[1].kind else { panic!() };
    assert!((inner.to_degrees() - 20.0).abs() < 1e-4 && (outer.to_degrees() - 30.0).abs() < 1e-4);
    // A spot shines along +z of its offset, which is −z of its node.
    let beam = glam::Quat::from_array(node(&s, "beam").1.rotation) * glam::Vec3::NEG_Z;
    assert!(beam.abs_diff_eq(glam::Vec3::Z, 1e-6), "{beam}");
    let (_, panel) = node(&s, "panel");
    assert_eq!((panel.light, &panel.extras["xmf"]["light"]), (None, &json!("area")));
    assert!(made(&s, None).read("ship_test.xml").unwrap() == m.read(PATH).unwrap());
}

/// The ring of issue 19: 12,000 connections in a circle took 19 s. Each finding and each chain was looked up from the start.
#[test]
fn rings_and_stars_of_connections_take_linear_time() {
    let ring = |n: usize| {
        let connections: String = (0..n)
            .map(|i| {
                let parent = (i + 1) % n;
                format!("<connection name='c{i}' parent='p{parent}'><parts><part name='p{i}'/></parts></connection>")
            })
            .collect();
        format!(
            "<components><component name='x'><connections>{connections}</connections></component></components>"
        )
    };
    let cost = |n: usize| {
        let text = ring(n);
        (0..3)
            .map(|_| {
                let started = std::time::Instant::now();
                let (scene, findings) = convert_text(text.as_bytes());
                assert_eq!(scene.nodes.len(), 1 + 2 * n);
                assert!(findings.contains(&super::rules::PARENT.id));
                started.elapsed()
            })
            .min()
            .unwrap()
    };
    let (one, four) = (cost(2_000), cost(8_000));
    assert!(four < one * 10 + std::time::Duration::from_millis(200), "{one:?} became {four:?}");
}

fn convert_text(bytes: &[u8]) -> (::scene::Scene, Vec<&'static str>) {
    let mut files = ::scene::Memory::default();
    files.insert("x.xml", bytes);
    let options = crate::LoadOptions::default();
    let cx = crate::Context { files: &files, path: "x.xml", options: &options };
    let mut sink = wire::Sink::new();
    let document = crate::read(&mut wire::Reader::new(bytes), "x.xml", &mut sink).unwrap();
    document.check(&cx, &mut sink);
    let scene = document.to_scene(&cx, &mut sink).unwrap();
    (scene, sink.finish().iter().map(|d| d.code.id).collect())
}

/// The mesh as a program writes it anew: other numbers of vertices, no tangents, UVs and normals a little off.
fn renumbered(mesh: &mut Mesh) {
    let n = mesh.positions.len() as u32;
    mesh.tangents.clear();
    mesh.positions.reverse();
    mesh.normals.reverse();
    mesh.normals.iter_mut().for_each(|v| v[0] += 1e-3);
    mesh.uvs.iter_mut().for_each(|u| {
        u.reverse();
        for v in u.iter_mut() {
            v[1] = 1.0 - (1.0 - v[1]);
        }
    });
    mesh.indices.iter_mut().for_each(|i| *i = n - 1 - *i);
    mesh.indices.as_chunks_mut::<3>().0.reverse();
    mesh.indices.as_chunks_mut::<3>().0.iter_mut().for_each(|t| t.rotate_left(1));
}

/// The motion sampled anew, as Blender does: 24 times a second, extras gone.
fn resampled(animation: &mut ::scene::Animation) {
    animation.extras.clear();
    for c in &mut animation.channels {
        assert_eq!((c.property, c.interpolation), (Property::Rotation, Interpolation::Linear));
        let end = c.times.last().copied().unwrap();
        c.times = (0..=(end * 24.0) as u32).map(|i| i as f32 / 24.0).collect();
        let turn = |t: &f32| glam::Quat::from_rotation_y(-std::f32::consts::TAU * t / end).to_array();
        c.values = c.times.iter().flat_map(turn).collect();
        c.extras.clear();
    }
}

#[test]
fn what_a_program_wrote_anew_and_nobody_edited_is_the_file_it_was() {
    let files = game();
    let original = whole_ship();
    let template: Vec<(String, Vec<u8>)> = {
        let options = LoadOptions::default();
        companions(
            &Component { xml: Xml::parse(XML.as_bytes()).unwrap() },
            &Context { files: &files, path: PATH, options: &options },
        )
    };
    assert_eq!(template.len(), 6, "meshes and animations of the template");
    for (extras, template_files) in [(true, Vec::new()), (false, template)] {
        let mut scene = if extras { original.clone() } else { through_blender(original.clone()) };
        scene.meshes.iter_mut().for_each(renumbered);
        scene.animations.iter_mut().for_each(resampled);
        if !extras {
            scene.meshes.iter_mut().for_each(|m| m.extras.clear());
            scene.nodes.iter_mut().for_each(|n| n.extras.clear());
        }
        let options = WriteOptions {
            file_name: "ship_test.xml".into(),
            originals: if extras { Vec::new() } else { crate::registry::original("a.xml", XML.as_bytes()) },
            template_files,
            ..WriteOptions::default()
        };
        let write = |scene: &Scene| from_scene(scene, &options, &mut Sink::new()).unwrap();
        let same = |made: &[crate::Output]| -> Vec<String> {
            let differs = |o: &&crate::Output| {
                let path = if o.suffix == ".xml" {
                    PATH.to_owned()
                } else {
                    format!("assets/units/size_s/{}", o.file("ship_test"))
                };
                files.resolve(&path).and_then(|p| files.read(&p).ok()) != Some(o.bytes.clone())
            };
            made.iter().filter(differs).map(|o| o.suffix.clone()).collect()
        };
        assert_eq!(same(&write(&scene)), [""; 0], "extras: {extras}");
        // One vertex more to the left is an edit of one file; a key further on an edit of the animation.
        let main = scene.meshes.iter().position(|m| m.name.starts_with("part_main-lod1")).unwrap();
        scene.meshes[main].positions[0][0] -= 0.5;
        assert_eq!(same(&write(&scene)), ["/ship_test_data/part_main-lod1.xmf"], "extras: {extras}");
        let values = &mut scene.animations[0].channels[0].values;
        let at = values.len() / 2 / 4 * 4;
        values[at..at + 4].copy_from_slice(&[0.0, 0.0, 0.0, 1.0]);
        assert_eq!(
            same(&write(&scene)),
            ["/ship_test_data/part_main-lod1.xmf", "/ship_test_data.ani"],
            "extras: {extras}"
        );
    }
}

#[test]
fn a_ship_without_its_xml_keeps_connections_wrecks_and_motion() {
    let mut scene = through_blender(whole_ship());
    // Blender writes what moves as it happens to stand.
    let radar = node(&scene, "anim_radar").0;
    scene.nodes[radar].rotation = [0.0, 1.0, 0.0, 0.0];
    // A name that the connection of a new part would get.
    scene.add_node(::scene::Node { name: "Connection02".into(), ..Default::default() });
    let mesh = scene.add_mesh(Mesh { name: "fin".into(), ..cube(1.0) });
    scene.add_node(::scene::Node { name: "fin".into(), mesh: Some(mesh), ..Default::default() });
    let back = made(&scene, None);
    let text = String::from_utf8(back.read("ship_test.xml").unwrap()).unwrap();
    let xml = Xml::parse(text.as_bytes()).unwrap();
    let (model, before) = (types::Model::new(&xml).unwrap(), Xml::parse(XML.as_bytes()).unwrap());
    let before = types::Model::new(&before).unwrap();
    let mut names: Vec<String> = model.connections.iter().map(|c| c.name.to_lowercase()).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count, "each name once: {text}");
    for usual in ["container", "position", "space"] {
        assert!(names.iter().any(|n| n == usual), "{usual} is missing: {text}");
    }
    for old in &before.connections {
        let Some(part) = old.parts.first().filter(|p| p.reference.is_none()) else { continue };
        let new = model.connections.iter().find(|c| c.parts.iter().any(|p| p.name == part.name));
        let new = new.unwrap_or_else(|| panic!("{} is gone", part.name));
        if hardpoints::is_named(&old.name) {
            assert_eq!(new.name, old.name);
        }
        let pivot = part.pivot.unwrap_or_default();
        let far = new.position.iter().zip(old.position).zip(pivot).map(|((a, b), p)| (a - b - p).abs());
        assert!(far.fold(0.0, f32::max) < 1e-4, "{}: {:?} {:?}", part.name, new.position, old.position);
        let turn = glam::Quat::from_array(new.rotation).dot(glam::Quat::from_array(old.rotation)).abs();
        assert!(turn > 1.0 - 1e-5, "{}: {:?} {:?}", part.name, new.rotation, old.rotation);
        assert_eq!(new.parts[0].wreck, part.wreck);
    }
    let (seen, found) = load(&back, "ship_test.xml", &LoadOptions::default());
    assert_eq!(seen.animations.len(), 1, "{found:?}");
}
