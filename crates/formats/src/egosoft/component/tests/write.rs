//! Scenes to components.

use super::*;

#[test]
fn an_untouched_ship_comes_back_the_same() {
    let files = game();
    let options = LoadOptions { lod: Lod::All, collision: true, ..LoadOptions::default() };
    let (s, _) = load(&files, PATH, &options);
    let back = made(&s, None);
    assert_eq!(String::from_utf8(back.read("ship_test.xml").unwrap()).unwrap(), XML);
    let dir = "assets/units/size_s";
    for file in ["part_main-lod0", "part_main-collision", "part_main_wreck-lod0", "anim_radar-lod0"] {
        let (a, b) = (format!("{dir}/ship_test_data/{file}.xmf"), format!("ship_test_data/{file}.xmf"));
        assert_eq!(files.read(&a).unwrap(), back.read(&b).unwrap(), "{file}");
    }
    assert_eq!(
        files.read(&format!("{dir}/ship_test_data.ANI")).unwrap(),
        back.read("ship_test_data.ani").unwrap()
    );
    assert!(back.resolve("ship_test_data/thing-lod0.xmf").is_none(), "a borrowed mesh stays where it is");
}

#[test]
fn edits_show_in_the_xml_and_nowhere_else() {
    let (mut s, _) = load(&game(), PATH, &LoadOptions::default());
    let at = node(&s, "Connection01").0;
    s.nodes[at].translation = [4.0, 2.0, 3.0];
    let back = made(&s, Some(XML));
    assert_eq!(
        String::from_utf8(back.read("ship_test.xml").unwrap()).unwrap(),
        XML.replace("x=\"1.5\"", "x=\"-4\"")
    );
    // A new part gets a connection of its own.
    let mesh = s.add_mesh(Mesh { name: "antenna".into(), ..cube(1.0) });
    let main = ::scene::NodeId(node(&s, "part_main").0 as u32);
    s.add_node(::scene::Node {
        name: "antenna".into(),
        mesh: Some(mesh),
        parent: Some(main),
        translation: [1.0, 0.0, 0.0],
        ..Default::default()
    });
    let text = String::from_utf8(made(&s, Some(XML)).read("ship_test.xml").unwrap()).unwrap();
    assert!(
        text.contains("<part name=\"antenna\">")
            && text.contains("parent=\"part_main\"")
            && text.contains("<!-- a comment that stays -->")
    );
    assert!(Xml::parse(text.as_bytes()).is_ok());
}

#[test]
fn animations_show_in_the_xml() {
    let (mut s, _) = load(&game(), PATH, &LoadOptions::default());
    let animated = |files: &Memory| {
        let text = String::from_utf8(files.read("ship_test.xml").unwrap()).unwrap();
        let found: Vec<String> =
            text.lines().filter(|l| l.contains("<animation ")).map(|l| l.replace("  ", "")).collect();
        found
    };
    // Twice as long, and one more, on the part the connection already has.
    s.animations[0].channels[0].times.iter_mut().for_each(|t| *t *= 2.0);
    let mut more = s.animations[0].clone();
    (more.name, more.extras) = ("unfold".into(), ::scene::Extras::default());
    s.animations.push(more);
    let back = made(&s, Some(XML));
    assert_eq!(
        animated(&back),
        [
            r#"<animations><animation name="loop" start="1" end="600"/><animation name="unfold" start="1" end="600"/>"#,
        ]
    );
    assert!(!findings(&back, "ship_test.xml").contains(&"COMPONENT_ANIMATION"));
    // A component of its own.
    s.nodes[0].extras.clear();
    s.animations.truncate(1);
    let back = made(&s, None);
    assert_eq!(animated(&back), [r#"<animation name="loop" start="1" end="600"/>"#]);
    assert!(!findings(&back, "ship_test.xml").contains(&"COMPONENT_ANIMATION"));
}

#[test]
fn a_new_ship_passes_validation() {
    let mut s = Scene::default();
    let mesh = s.add_mesh(Mesh { name: "hull".into(), ..cube(3.0) });
    s.add_node(::scene::Node {
        name: "hull".into(),
        mesh: Some(mesh),
        translation: [1.0, 2.0, 3.0],
        scale: [2.0; 3],
        ..Default::default()
    });
    let m = made(&s, None);
    assert_eq!(findings(&m, "ship_test.xml"), [""; 0]);
    for file in ["hull-lod0", "hull-collision"] {
        let path = format!("ship_test_data/{file}.xmf");
        let bytes = m.read(&path).unwrap();
        let options = LoadOptions::default();
        let mut sink = Sink::new();
        let doc = Xmf::read(&mut Reader::new(&bytes)).unwrap();
        doc.check(&Context { files: &m, path: &path, options: &options }, &mut sink);
        assert!(
            sink.findings().iter().all(|f| f.severity == Severity::Info),
            "{file}: {:?}",
            sink.findings()
        );
    }
    let (back, _) = load(&m, "ship_test.xml", &LoadOptions::default());
    let far = |s: &Scene| {
        let world = s.world_matrices();
        let at = s.nodes.iter().position(|n| n.mesh.is_some()).unwrap();
        let p = s.meshes[s.nodes[at].mesh.unwrap().0 as usize].positions.iter();
        p.map(|p| world[at].transform_point3((*p).into())).fold(glam::Vec3::MIN, glam::Vec3::max)
    };
    assert!(far(&s).abs_diff_eq(far(&back), 1e-4), "{} {}", far(&s), far(&back));
    assert_eq!(back.meshes[0].primitives[0].topology, Topology::Triangles);
}

#[test]
fn the_text_is_traced_and_comes_back() {
    let mut r = Reader::new(XML.as_bytes()).with_trace();
    let doc = Component::read(&mut r).unwrap();
    assert_eq!(r.take_trace().unwrap().untiled(XML.len() as u64), None);
    assert_eq!(doc.write(), XML.as_bytes());
    let mut json = Vec::new();
    doc.dump(&mut json).unwrap();
    assert_eq!(crate::build(&json).unwrap().write(), XML.as_bytes());
}
