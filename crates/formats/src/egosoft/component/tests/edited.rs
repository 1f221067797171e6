//! What people do to a ship in another program, and how it is written back.

use super::*;
use ::scene::{Animation, Channel, NodeId};

/// Writes over the template, and says what was found.
fn written(scene: &Scene, xml: &str) -> (String, Memory, Vec<(&'static str, String)>) {
    let options = WriteOptions {
        file_name: "ship_test.xml".into(),
        originals: crate::registry::original("a.xml", xml.as_bytes()),
        ..WriteOptions::default()
    };
    let mut sink = Sink::new();
    let mut files = Memory::default();
    for o in from_scene(scene, &options, &mut sink).unwrap() {
        files.insert(
            if o.suffix == ".xml" { "ship_test.xml".to_owned() } else { o.file("ship_test") },
            o.bytes,
        );
    }
    let text = String::from_utf8(files.read("ship_test.xml").unwrap()).unwrap();
    let found = sink.findings().iter().map(|f| (f.code.id, f.message.clone())).collect();
    (text, files, found)
}

fn slide(node: NodeId, values: Vec<f32>) -> Animation {
    let channel = Channel {
        node,
        property: Property::Translation,
        interpolation: Interpolation::Linear,
        times: vec![0.0, 1.0],
        values,
        extras: ::scene::Extras::default(),
    };
    Animation { name: "slide".into(), channels: vec![channel], extras: ::scene::Extras::default() }
}

fn connection(text: &str, name: &str) -> types::Connection {
    let xml = Xml::parse(text.as_bytes()).unwrap();
    let model = Model::new(&xml).unwrap();
    model.connections.iter().find(|c| c.name == name).unwrap().clone()
}

#[test]
fn a_part_that_only_turns_may_be_moved() {
    let (mut s, _) = load(&game(), PATH, &LoadOptions::default());
    let radar = node(&s, "anim_radar").0;
    s.nodes[radar].translation = [0.0, 7.0, 0.0];
    let (text, files, _) = written(&s, XML);
    let moved = connection(&text, "con_radar");
    assert!((moved.position[1] - 12.0).abs() < 1e-4, "{:?}", moved.position);
    let ani = "assets/units/size_s/ship_test_data.ANI";
    assert_eq!(files.read("ship_test_data.ani").unwrap(), game().read(ani).unwrap(), "it turns as before");
}

#[test]
fn a_part_that_only_slides_may_be_turned() {
    let (mut s, _) = load(&game(), PATH, &LoadOptions::default());
    let radar = node(&s, "anim_radar").0;
    s.animations = vec![slide(NodeId(radar as u32), vec![0.0, 0.0, 0.0, 0.0, 0.0, 4.0])];
    s.nodes[radar].rotation = glam::Quat::from_rotation_y(std::f32::consts::FRAC_PI_2).to_array();
    let end = |s: &Scene, at: usize| {
        let mut s = s.clone();
        let values = &s.animations.iter().find(|a| a.name == "slide").unwrap().channels[0].values;
        let last = values[values.len() - 3..].to_vec();
        s.nodes[at].translation.copy_from_slice(&last);
        s.world_matrices()[at]
    };
    let (text, files, _) = written(&s, XML);
    let mut back = game();
    back.insert(PATH, text);
    back.insert("assets/units/size_s/ship_test_data.ANI", files.read("ship_test_data.ani").unwrap());
    let (seen, _) = load(&back, PATH, &LoadOptions::default());
    let (was, now) = (end(&s, radar), end(&seen, node(&seen, "anim_radar").0));
    assert!(was.abs_diff_eq(now, 1e-4), "{was} {now}");
}

#[test]
fn a_part_without_its_xml_slides_around_its_own_place() {
    let mut s = Scene::default();
    let root = s.add_node(::scene::Node { name: "ship".into(), ..Default::default() });
    let holder = ::scene::Node { name: "con_01".into(), parent: Some(root), ..Default::default() };
    let parent = Some(s.add_node(holder));
    let mesh = Some(s.add_mesh(Mesh { name: "anim_p".into(), ..cube(1.0) }));
    let translation = [0.0, 7.0, 0.0];
    let part =
        s.add_node(::scene::Node { name: "anim_p".into(), parent, mesh, translation, ..Default::default() });
    s.animations.push(slide(part, vec![0.0, 8.0, 0.0, 0.0, 12.0, 0.0]));
    let files = made(&s, None);
    let text = String::from_utf8(files.read("ship_test.xml").unwrap()).unwrap();
    assert_eq!(connection(&text, "con_01").position, [0.0, 7.0, 0.0]);
    let ani = files.read("ship_test_data.ani").unwrap();
    let ani = crate::egosoft::ani::Ani::read(&mut Reader::new(&ani)).unwrap();
    let keys: Vec<f32> = ani.anims[0].pos.iter().map(|k| k.value[1]).collect();
    assert_eq!(keys, [1.0, 5.0]);
}

#[test]
fn a_renamed_material_takes_the_place_of_its_own_name() {
    let listed = ["hulls.grey", "hulls.red", "hulls.blue"]
        .iter()
        .enumerate()
        .map(|(i, name)| format!("<material id=\"{}\" ref=\"{name}\"/>", i + 1))
        .collect::<String>();
    let xml = XML.replacen("<material id=\"1\" ref=\"hulls.red\"/>", &listed, 1);
    let mut files = game();
    files.insert(PATH, xml.as_str());
    let (mut s, _) = load(&files, PATH, &LoadOptions::default());
    for m in s.materials.iter_mut().filter(|m| m.name == "hulls.red") {
        m.name = "hulls.new".into();
    }
    let (text, ..) = written(&s, &xml);
    let want = listed.replace("hulls.red", "hulls.new");
    assert!(text.contains(&want), "{text}");
}

const LIGHTS: &str = r#"<layers><layer><lights>
      <omni name="lamp" r="255" g="128" b="0" range="6" intensity="2"><offset><position x="1" y="2" z="3"/></offset></omni>
      <spot name="beam" r="300" hotspot="70" falloff="60"/><area name="panel"><size x="1" y="2" z="3"/></area>
      </lights></layer></layers>"#;

#[test]
fn lights_are_changed_added_and_missed() {
    let xml = XML.replace("<layers/>", LIGHTS);
    let mut files = game();
    files.insert(PATH, xml.as_str());
    let (s, _) = load(&files, PATH, &LoadOptions::default());
    let through = |s: &Scene| {
        let options = ::scene::gltf::WriteOptions::default();
        let glb = ::scene::gltf::write_glb(s, &options, &mut Sink::new()).unwrap();
        ::scene::gltf::read(&glb, &Memory::default(), "a.glb", &mut Sink::new()).unwrap()
    };
    let (same, _, found) = written(&through(&s), &xml);
    assert_eq!(same, xml);
    assert!(found.is_empty(), "{found:?}");
    let mut s = through(&s);
    let lamp = node(&s, "lamp").1.light.unwrap().0 as usize;
    (s.lights[lamp].color, s.lights[lamp].intensity) = ([0.0, 0.0, 1.0], 5.0);
    s.lights[lamp].range = Some(99.0);
    let gone = node(&s, "beam").0;
    (s.nodes[gone].light, s.nodes[gone].name) = (None, "Camera".into());
    s.nodes[gone].extras.clear();
    let light = Some(s.add_light(::scene::Light { range: Some(10.0), ..::scene::Light::default() }));
    let spot = ::scene::LightKind::Spot { inner: 0.0, outer: std::f32::consts::FRAC_PI_4 };
    let other = Some(s.add_light(::scene::Light { kind: spot, ..::scene::Light::default() }));
    let translation = [7.0, 8.0, 9.0];
    let main = NodeId(node(&s, "part_main").0 as u32);
    let on = |name: &str, parent, light| ::scene::Node {
        name: name.into(),
        parent: Some(parent),
        translation,
        light,
        ..Default::default()
    };
    s.add_node(on("New", NodeId(0), light));
    s.add_node(on("Head", main, other));
    let (text, _, found) = written(&s, &xml);
    assert!(text.contains(r#"<omni name="lamp" r="0" g="0" b="255" range="99" intensity="5">"#), "{text}");
    assert!(
        found.len() == 1 && found[0].0 == "COMPONENT_REMOVED" && found[0].1.contains("beam"),
        "{found:?}"
    );
    let check = |text: &str| {
        let mut files = game();
        files.insert(PATH, text);
        let (back, _) = load(&files, PATH, &LoadOptions::default());
        for (name, parent, light) in [("New", None, light), ("Head", Some("part_main"), other)] {
            let (_, n) = node(&back, name);
            let (made, want) =
                (&back.lights[n.light.unwrap().0 as usize], &s.lights[light.unwrap().0 as usize]);
            assert_eq!((made.color, made.intensity, made.range), (want.color, want.intensity, want.range));
            assert_eq!(n.translation, translation);
            let above = back.node(n.parent.unwrap()).map(|p| p.name.as_str());
            assert!(parent.is_none() || above == parent, "{name} on {above:?}");
        }
        back.lights.len()
    };
    assert_eq!(check(&text), 4);
    let (none, _) = load(&game(), PATH, &LoadOptions::default());
    let (text, _, found) = written(&none, &xml);
    assert_eq!(text, xml);
    assert!(found.len() == 1 && found[0].1.ends_with("stay: lamp, beam, panel"), "{found:?}");
    // Without the XML all lights are new.
    s.nodes.iter_mut().for_each(|n| n.extras.clear());
    let text = String::from_utf8(made(&s, None).read("ship_test.xml").unwrap()).unwrap();
    assert_eq!(check(&text), 3);
}

#[test]
fn a_borrowed_collision_mesh_stays_where_it_is() {
    let mut files = game();
    files.insert("assets/props/other_data/thing-collision.xmf", xmf(1.0, true, ""));
    for lod in [Lod::One(0), Lod::All] {
        let (mut s, _) = load(&files, PATH, &LoadOptions { lod, collision: true, ..LoadOptions::default() });
        assert!(s.nodes.iter().any(|n| n.name == "borrowed-collision"));
        for template in [None, Some(XML)] {
            let back = made(&s, template);
            let list: Vec<String> = back.list("ship_test_data").into_iter().map(|e| e.name).collect();
            assert!(list.iter().all(|name| !name.contains("borrowed")), "{list:?}");
            assert_eq!(back.read("ship_test.xml").unwrap(), XML.as_bytes());
        }
        s.nodes.iter_mut().for_each(|n| n.extras.clear());
        let (_, back, _) = written(&s, XML);
        assert!(back.resolve("ship_test_data/borrowed-collision.xmf").is_none(), "without extras");
    }
}

#[test]
fn an_edit_of_a_borrowed_mesh_is_reported() {
    for lod in [Lod::One(0), Lod::All] {
        let (mut s, _) = load(&game(), PATH, &LoadOptions { lod, ..LoadOptions::default() });
        let (_, _, found) = written(&s, XML);
        assert!(!found.iter().any(|f| f.0 == "XMF_LOST"), "{found:?}");
        let mesh = node(&s, "borrowed").1.mesh.unwrap();
        s.meshes[mesh.0 as usize].positions[0][1] -= 0.25;
        let (text, files, found) = written(&s, XML);
        assert!(found.iter().any(|f| f.0 == "XMF_LOST" && f.1.contains("\"borrowed\"")), "{found:?}");
        assert_eq!(text, XML);
        assert!(files.list("ship_test_data").iter().all(|e| !e.name.contains("borrowed")));
    }
}

#[test]
fn a_renamed_animation_is_renamed() {
    let (mut s, _) = load(&game(), PATH, &LoadOptions::default());
    let names = |files: &Memory| {
        let ani = files.read("ship_test_data.ani").unwrap();
        let ani = crate::egosoft::ani::Ani::read(&mut Reader::new(&ani)).unwrap();
        ani.anims.iter().map(|a| a.desc.subname.lossy()).collect::<Vec<_>>()
    };
    // The number of a copy, and the part, are what programs add.
    for name in ["loop.001", "Loop", "loop_anim_radar"] {
        s.animations[0].name = name.into();
        let (text, files, _) = written(&s, XML);
        assert_eq!((text.as_str(), names(&files)), (XML, vec!["loop".to_owned()]), "{name}");
    }
    s.animations[0].name = "spin".into();
    let (text, files, found) = written(&s, XML);
    assert_eq!(names(&files), ["spin"]);
    assert_eq!(text, XML.replace("<animation name=\"loop\"", "<animation name=\"spin\""));
    assert!(found.is_empty(), "{found:?}");
    // A copy of another name.
    let mut copy = s.animations[0].clone();
    copy.name = "loop".into();
    s.animations.push(copy);
    let (text, files, _) = written(&s, XML);
    assert_eq!(names(&files), ["spin", "loop"]);
    assert!(text.contains("<animation name=\"loop\"") && text.contains("<animation name=\"spin\""), "{text}");
}
