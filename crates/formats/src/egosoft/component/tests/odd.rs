//! Ships as mods have them, warts included: what nobody edits comes back as it was, through the door that users take.

use super::*;

/// Two connections of one name, a part that comes twice with materials of its own, a component that is not here, an
/// animation that the file does not have, and a mesh with the counts of a converter.
fn odd_ship() -> Memory {
    let mut m = game();
    let more = r#"<connection name="container" tags="" />
      <connection value="0" name="container" tags="contents" />
      <connection name="con_twin" tags="part nocollision"><offset><position x="4" y="0" z="0"/></offset>
        <parts><part name="part_main"><lods><lod index="0"><materials><material id="1" ref="hulls.blue"/></materials></lod></lods></part></parts>
      </connection>
      <connection name="con_dock_macro" tags="dock"/>
      <connection name="con_away" tags="part"><parts><part name="airlock" ref="not_here.airlock"/></parts></connection>
      <connection name="con_weapon" tags="weapon small"/>"#;
    let xml = XML.replace("<connection name=\"con_weapon\" tags=\"weapon small\"/>", more);
    m.insert(
        PATH,
        xml.replace("name=\"loop\" start=\"1\" end=\"300\"", "name=\"loop\" start=\"1\" end=\"30\""),
    );
    // A level that the XML does not list.
    m.insert("assets/units/size_s/ship_test_data/part_main-lod2.xmf", xmf(1.5, false, "hulls.red"));
    for file in ["part_main-lod0.xmf", "part_main-collision.xmf"] {
        let path = format!("assets/units/size_s/ship_test_data/{file}");
        let mut x = Xmf::read(&mut Reader::new(&m.read(&path).unwrap())).unwrap();
        (x.header.num_vertices, x.header.num_indices) = (746_520_700, 12);
        for b in &mut x.buffers {
            (b.desc.min, b.desc.max) = (0.0, 0.0);
        }
        m.insert(path, Xmf::write(&x));
    }
    m
}

/// Through GLB and the door of the registry, without a template.
fn back(scene: &Scene) -> (Memory, Sink) {
    let options = ::scene::gltf::WriteOptions::default();
    let glb = ::scene::gltf::write_glb(scene, &options, &mut Sink::new()).unwrap();
    let scene = ::scene::gltf::read(&glb, &Memory::default(), "a.glb", &mut Sink::new()).unwrap();
    let options = WriteOptions { file_name: "ship_test.xml".into(), ..WriteOptions::default() };
    let mut sink = Sink::new();
    let mut m = Memory::default();
    for (i, o) in FORMAT.make(&scene, &options, &mut sink).unwrap().into_iter().enumerate() {
        let name = if i == 0 { "ship_test.xml".to_owned() } else { o.file("ship_test") };
        m.insert(name, o.bytes);
    }
    (m, sink)
}

#[test]
fn what_nobody_edited_is_neither_repaired_nor_refused() {
    let m = odd_ship();
    let (s, _) = load(&m, PATH, &LoadOptions { lod: Lod::All, collision: true, ..LoadOptions::default() });
    let (out, sink) = back(&s);
    assert!(sink.findings().is_empty(), "{:?}", sink.findings());
    let text = |m: &Memory, path: &str| String::from_utf8(m.read(path).unwrap()).unwrap();
    assert_eq!(text(&out, "ship_test.xml"), text(&m, PATH));
    let dir = "assets/units/size_s/";
    for e in m.list(&format!("{dir}ship_test_data")) {
        let file = format!("ship_test_data/{}", e.name);
        assert!(out.read(&file).ok() == m.read(&format!("{dir}{file}")).ok(), "{file}");
    }
    assert!(out.read("ship_test_data.ani").unwrap() == m.read(&format!("{dir}ship_test_data.ANI")).unwrap());
}

/// Blender's own names and no extras: the template knows connections that are called like macros, and an empty `.ani`.
#[test]
fn a_template_knows_what_names_do_not_say() {
    let mut m = odd_ship();
    let xml = String::from_utf8(m.read(PATH).unwrap()).unwrap();
    let xml = xml.replace("<animations><animation name=\"loop\" start=\"1\" end=\"30\"/></animations>", "");
    m.insert(PATH, xml.clone());
    let empty = [0_u8, 0, 0, 0, 16, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];
    m.insert("assets/units/size_s/ship_test_data.ANI", empty.to_vec());
    let options = LoadOptions { lod: Lod::All, collision: true, ..LoadOptions::default() };
    let (mut s, _) = load(&m, PATH, &options);
    let mut taken = std::collections::HashMap::<String, u32>::new();
    for n in &mut s.nodes {
        n.extras.clear();
        let count = taken.entry(n.name.clone()).and_modify(|c| *c += 1).or_insert(0);
        if *count > 0 {
            n.name = format!("{}.{count:03}", n.name);
        }
    }
    s.meshes.iter_mut().for_each(|m| m.extras.clear());
    let cx = Context { files: &m, path: PATH, options: &options };
    let options = WriteOptions {
        file_name: "ship_test.xml".into(),
        originals: crate::registry::original("a.xml", xml.as_bytes()),
        template_files: companions(&Component { xml: Xml::parse(xml.as_bytes()).unwrap() }, &cx),
        ..WriteOptions::default()
    };
    let mut sink = Sink::new();
    let out = FORMAT.make(&s, &options, &mut sink).unwrap();
    assert!(sink.findings().is_empty(), "{:?}", sink.findings());
    assert_eq!(String::from_utf8_lossy(&out[0].bytes), xml);
    let ani = out.iter().find(|o| o.suffix.ends_with(".ani")).unwrap();
    assert_eq!(ani.bytes, empty);
}

#[test]
fn an_edit_of_an_odd_ship_is_written_and_the_rest_stays_as_odd_as_it_was() {
    let m = odd_ship();
    let (mut s, _) =
        load(&m, PATH, &LoadOptions { lod: Lod::All, collision: true, ..LoadOptions::default() });
    for n in s.nodes.iter_mut().filter(|n| n.name == "con_weapon") {
        n.translation = [1.0, 2.0, 3.0];
    }
    let second = s.nodes.iter().enumerate().filter(|(_, n)| n.name == "container").nth(1).unwrap().0;
    s.nodes[second].translation = [0.0, 7.0, 0.0];
    let (out, _) = back(&s);
    let text = String::from_utf8(out.read("ship_test.xml").unwrap()).unwrap();
    let weapon = text.split_once("name=\"con_weapon\"").unwrap().1;
    assert!(weapon.contains("<position x=\"-1\" y=\"2\" z=\"3\"/>"), "{text}");
    // The second of a name is the second one in the XML.
    assert!(text.contains("<connection name=\"container\" tags=\"\" />"), "{text}");
    let container = text.split_once("tags=\"contents\"").unwrap().1.split_once("</connection>").unwrap().0;
    assert!(container.contains("y=\"7\""), "{text}");
    let hull = "ship_test_data/part_main-lod0.xmf";
    assert!(out.read(hull).unwrap() == m.read(&format!("assets/units/size_s/{hull}")).unwrap());
}

/// A ship with two bays has the parts of a bay twice, and one `.ani` moves both.
#[test]
fn all_parts_of_one_name_move() {
    let second = r#"      <connection name="con_radar_2" tags="part nocollision" parent="part_main">
        <offset><position x="9" y="5" z="0"/></offset>
        <animations><animation name="loop" start="1" end="300"/></animations>
        <parts><part name="anim_radar"/></parts>
      </connection>
      <connection name="con_ref" "#;
    let mut m = game();
    let text = XML.replace("      <connection name=\"con_ref\" ", second);
    m.insert(PATH, text.clone());
    let (s, found) = load(&m, PATH, &LoadOptions { lod: Lod::All, ..LoadOptions::default() });
    let radars = s.nodes.iter().filter(|n| n.name == "anim_radar" && n.mesh.is_some()).count();
    let [clip] = &s.animations[..] else { panic!("{found:?}") };
    let moved: std::collections::BTreeSet<_> = clip.channels.iter().map(|c| c.node).collect();
    let moved = moved.iter().filter(|n| s.nodes[n.0 as usize].mesh.is_some()).count();
    // Twice in each of two levels.
    assert_eq!((radars, moved), (4, 4));
    let found: Vec<_> = found.iter().map(|f| f.0).collect();
    assert_eq!(found, ["COMPONENT_PART_TWICE"]);
    // And back: the file that it was, with extras and with the original alone.
    let dir = "assets/units/size_s/";
    let ani = m.read(&format!("{dir}ship_test_data.ANI")).unwrap();
    let (out, _) = back(&s);
    assert_eq!(out.read("ship_test_data.ani").unwrap(), ani);
    assert_eq!(String::from_utf8(out.read("ship_test.xml").unwrap()).unwrap(), text);
    let mut bare = s;
    bare.animations.iter_mut().for_each(|a| a.extras.clear());
    let (out, _) = back(&bare);
    assert_eq!(
        crate::egosoft::ani::Ani::read(&mut Reader::new(&out.read("ship_test_data.ani").unwrap()))
            .unwrap()
            .anims
            .len(),
        1
    );
}
