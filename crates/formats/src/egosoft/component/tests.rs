use super::*;
use crate::egosoft::xmf::{Xmf, build_mesh};
use crate::{LoadOptions, Lod, WriteOptions};
use ::scene::{Files, Interpolation, Memory, Mesh, Primitive, Property, Topology};
use wire::Severity;

const XML: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<!-- a comment that stays -->
<components>
  <component name="ship_test" class="ship_s">
    <source geometry="assets\units\size_s\ship_test_data" />
    <layers/>
    <connections>
      <connection name="Connection01" tags="part  animation " >
        <offset>
          <position x="1.5" y="2" z="3"/>
        </offset>
        <parts>
          <part name="part_main" wreck="part_main_wreck">
            <lods>
              <lod index="0"><materials><material id="1" ref="hulls.red"/></materials></lod>
              <lod index="1"><materials><material id="1" ref="hulls.blue"/></materials></lod>
            </lods>
            <size><max x="1" y="1" z="1"/><center x="0" y="0" z="0"/></size>
          </part>
        </parts>
      </connection>
      <connection name="con_radar" tags="part nocollision" parent="part_main">
        <offset>
          <position x="0" y="5" z="0"/>
          <quaternion qx="0" qy="0.70710677" qz="0" qw="0.70710677"/>
        </offset>
        <animations><animation name="loop" start="1" end="300"/></animations>
        <parts>
          <part name="anim_radar"/>
        </parts>
      </connection>
      <connection name="con_ref" tags="part">
        <parts><part name="borrowed" ref="other.thing"/></parts>
      </connection>
      <connection name="con_weapon" tags="weapon small"/>
    </connections>
  </component>
</components>
"#;

/// A cube with a corner at `reach`, so that mirroring shows.
fn cube(reach: f32) -> Mesh {
    let mut m = Mesh::default();
    for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0), (2, 1.0), (2, -1.0_f32)] {
        let base = m.positions.len() as u32;
        let mut n = [0.0; 3];
        n[axis] = sign;
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0_f32)] {
            let mut p = [0.0; 3];
            p[axis] = sign;
            p[u] = a * sign;
            p[v] = b;
            m.positions.push([if p[0] > 0.0 { reach } else { p[0] }, p[1], p[2]]);
            m.normals.push(n);
        }
        m.indices.extend([0, 1, 2, 0, 2, 3].map(|i| base + i));
    }
    m.uvs.push((0..24_u8).map(|i| [f32::from(i % 2), f32::from(i / 2 % 2)]).collect());
    m.primitives.push(Primitive { count: 36, ..Primitive::default() });
    m
}

fn xmf(reach: f32, collision: bool, name: &str) -> Vec<u8> {
    let names = [Some(name.as_bytes().to_vec())];
    Xmf::write(&build_mesh(cube(reach), &names, collision, &mut Sink::new()).unwrap())
}

fn game() -> Memory {
    let mut m = Memory::default();
    m.insert("assets/units/size_s/ship_test.xml", XML);
    let dir = "assets/units/size_s/ship_test_data";
    m.insert(format!("{dir}/part_main-lod0.xmf"), xmf(1.0, false, "hulls.red"));
    m.insert(format!("{dir}/part_main-lod1.xmf"), xmf(1.0, false, "hulls.red"));
    m.insert(format!("{dir}/part_main-collision.xmf"), xmf(1.0, true, ""));
    m.insert(format!("{dir}/part_main_wreck-lod0.xmf"), xmf(1.0, false, "hulls.red"));
    m.insert(format!("{dir}/anim_radar-lod0.xmf"), xmf(2.0, false, "hulls.red"));
    m.insert("assets/units/size_s/ship_test_data.ANI", radar());
    m.insert("index/components.xml", r#"<index><entry name="other" value="assets\props\other"/></index>"#);
    m.insert("assets/props/other.xml", r#"<components><component name="other"><source geometry="assets\props\other_data"/></component></components>"#);
    m.insert("assets/props/other_data/thing-lod0.xmf", xmf(1.0, false, "hulls.red"));
    m.insert(
        "assets/units/size_s/macros/ship_test_macro.xml",
        r#"<macros><macro name="ship_test_macro"><component ref="ship_test"/></macro></macros>"#,
    );
    m.insert("libraries/material_library.xml", r#"<materiallibrary><collection name="hulls"><material name="red"/><material name="blue"/></collection></materiallibrary>"#);
    m
}

fn radar() -> Vec<u8> {
    use crate::egosoft::ani::{Ani, Key};
    let mut scene = Scene::default();
    scene.add_node(::scene::Node { name: "anim_radar".into(), ..Default::default() });
    let mut ani = Ani::empty();
    let raw = {
        let channel = ::scene::Channel {
            node: ::scene::NodeId(0),
            property: Property::Translation,
            interpolation: Interpolation::Linear,
            times: vec![0.0, 10.0],
            values: vec![0.0; 6],
            extras: ::scene::Extras::default(),
        };
        scene.animations.push(::scene::Animation {
            name: "loop".into(),
            channels: vec![channel],
            extras: ::scene::Extras::default(),
        });
        crate::egosoft::ani::build(&scene, &mut Sink::new()).unwrap()
    };
    ani.anims = raw.anims;
    ani.anims[0].pos.clear();
    ani.anims[0].rot = vec![
        Key::default(),
        Key { value: [0.0, std::f32::consts::TAU, 0.0], time: 10.0, interpolation: [1; 3], ..Key::default() },
    ];
    ani.recount();
    Ani::write(&ani)
}

fn load(files: &Memory, path: &str, options: &LoadOptions) -> (Scene, Vec<(&'static str, String)>) {
    let mut sink = Sink::new();
    let doc = Component::read(&mut Reader::new(&files.read(path).unwrap())).unwrap();
    let scene = doc.to_scene(&Context { files, path, options }, &mut sink).unwrap();
    (scene, sink.findings().iter().map(|f| (f.code.id, f.message.clone())).collect())
}

const PATH: &str = "assets/units/size_s/ship_test.xml";

fn node<'a>(s: &'a Scene, name: &str) -> (usize, &'a ::scene::Node) {
    s.nodes.iter().enumerate().find(|(_, n)| n.name == name).unwrap()
}

#[test]
fn a_ship_is_assembled() {
    let (s, found) = load(&game(), PATH, &LoadOptions::default());
    assert_eq!(found, []);
    let names: Vec<&str> = s.nodes.iter().map(|n| n.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "ship_test",
            "Connection01",
            "part_main",
            "con_radar",
            "anim_radar",
            "con_ref",
            "borrowed",
            "con_weapon"
        ]
    );
    assert_eq!(node(&s, "Connection01").1.translation, [-1.5, 2.0, 3.0]);
    assert_eq!(node(&s, "con_radar").1.rotation[1], -0.707_106_77);
    assert_eq!(node(&s, "con_radar").1.parent.unwrap().0 as usize, node(&s, "part_main").0);
    assert_eq!(s.meshes.len(), 3);
    assert!(node(&s, "borrowed").1.mesh.is_some());
    let material = s.meshes[0].primitives[0].material.unwrap();
    assert_eq!(s.materials[material.0 as usize].name, "hulls.red");
    let [a] = &s.animations[..] else { panic!("{:?}", s.animations) };
    assert_eq!(
        (a.name.as_str(), a.channels.len(), a.channels[0].node.0 as usize),
        ("loop", 1, node(&s, "anim_radar").0)
    );
    assert!(a.channels[0].times.len() >= 5);
    // The far corner of the radar: turned by 90° about y, then mirrored as a whole.
    let world = s.world_matrices();
    let at = world[node(&s, "anim_radar").0].transform_point3([-2.0, 0.0, 0.0].into());
    // Stored: corner (2, 0, 0) turned by +90° about y (left-handed numbers, same formula) is (0, 0, −2); plus (1.5, 7, 3).
    assert!(at.abs_diff_eq(glam::Vec3::new(-1.5, 7.0, 1.0), 1e-5), "{at}");
}

#[test]
fn levels_wrecks_and_collision() {
    let options = LoadOptions { lod: Lod::All, collision: true, ..LoadOptions::default() };
    let (s, _) = load(&game(), PATH, &options);
    let roots: Vec<Option<u32>> = s.nodes.iter().filter(|n| n.parent.is_none()).map(|n| n.lod).collect();
    assert_eq!(roots, [Some(0), Some(1), Some(2)], "two levels and the wreck");
    let names: Vec<&str> = s.meshes.iter().map(|m| m.name.as_str()).collect();
    for want in
        ["part_main-lod0", "part_main-lod1", "part_main-collision", "part_main_wreck-lod0", "anim_radar-lod0"]
    {
        assert!(names.contains(&want), "{want} in {names:?}");
    }
    let one = LoadOptions { lod: Lod::One(1), ..LoadOptions::default() };
    let (s, _) = load(&game(), PATH, &one);
    assert_eq!(s.meshes[0].name, "part_main-lod1");
    let material = s.meshes[0].primitives[0].material.unwrap();
    assert_eq!(s.materials[material.0 as usize].name, "hulls.red", "the mesh's material wins");
    let (s, _) = load(&game(), PATH, &LoadOptions { collision: true, ..one });
    let collisions = s.meshes.iter().filter(|m| m.collision).count();
    assert_eq!((s.meshes[0].name.as_str(), collisions), ("part_main-lod1", 1), "collision has no level");
}

#[test]
fn macros_lead_to_their_component() {
    let mut m = game();
    m.insert(
        "index/components.xml",
        r#"<index><entry name="ship_test" value="assets\units\size_s\ship_test"/></index>"#,
    );
    let (s, _) = load(&m, "assets/units/size_s/macros/ship_test_macro.xml", &LoadOptions::default());
    assert_eq!(s.name, "ship_test");
    assert!(!s.meshes.is_empty());
}

#[test]
fn a_lone_folder_is_enough() {
    let mut m = Memory::default();
    m.insert("ship_test.xml", XML);
    m.insert("ship_test_data/part_main-lod0.xmf", xmf(1.0, false, "hulls.red"));
    let (s, found) = load(&m, "ship_test.xml", &LoadOptions::default());
    assert_eq!(s.meshes.len(), 1);
    assert_eq!(found[0].0, "COMPONENT_REFERENCE");
}

#[test]
fn positions_add_along_the_axes_of_the_part_above() {
    use crate::egosoft::ani::{Ani, Key};
    let mut m = game();
    let mut ani = Ani::read(&mut Reader::new(&radar())).unwrap();
    ani.anims[0].pos = vec![Key { value: [1.0, 0.0, 0.0], ..Key::default() }];
    ani.recount();
    m.insert("assets/units/size_s/ship_test_data.ANI", Ani::write(&ani));
    let (s, _) = load(&m, PATH, &LoadOptions::default());
    let moved = s.animations[0].channels.iter().find(|c| c.property == Property::Translation).unwrap();
    let (at, radar) = node(&s, "anim_radar");
    let mut there = s.clone();
    there.nodes[at].translation = moved.values[..].try_into().unwrap();
    let place = |s: &Scene| s.world_matrices()[at].transform_point3(glam::Vec3::ZERO);
    // The connection is turned by 90° about y: the key moves along the part's own x, which is the ship's −z.
    let step = place(&there) - place(&s);
    assert!(step.abs_diff_eq(glam::Vec3::new(0.0, 0.0, -1.0), 1e-6), "{step} {radar:?}");
}

#[test]
fn borrowed_parts_have_the_materials_of_their_owner() {
    let mut m = game();
    m.insert("assets/props/other.xml", r#"<components><component name="other"><source geometry="assets\props\other_data"/><connections>
        <connection name="c"><parts><part name="Thing"><lods><lod index="0"><materials><material id="1" ref="hulls.blue"/></materials></lod></lods></part></parts></connection>
        </connections></component></components>"#);
    let mut plain = Xmf::read(&mut Reader::new(&xmf(1.0, false, "hulls.red"))).unwrap();
    plain.materials.clear();
    plain.recount();
    m.insert("assets/props/other_data/thing-lod0.xmf", Xmf::write(&plain));
    let (s, found) = load(&m, PATH, &LoadOptions::default());
    assert_eq!(found, []);
    assert_eq!(material_of(&s, "borrowed"), ["hulls.blue"]);
}

/// Names of the materials of a node's mesh, by primitive.
fn material_of<'a>(s: &'a Scene, name: &str) -> Vec<&'a str> {
    let mesh = &s.meshes[node(s, name).1.mesh.unwrap().0 as usize];
    let name = |p: &Primitive| p.material.map_or("", |m| s.materials[m.0 as usize].name.as_str());
    mesh.primitives.iter().map(name).collect()
}

#[test]
fn materials_go_by_the_name_in_the_mesh() {
    let mut x = build_mesh(cube(1.0), &[Some(b"hulls.red".to_vec())], false, &mut Sink::new()).unwrap();
    let lod0 = "assets/units/size_s/ship_test_data/part_main-lod0.xmf";
    let with = |x: &Xmf, materials: &str| {
        let mut m = game();
        m.insert(PATH, XML.replacen(r#"<material id="1" ref="hulls.red"/>"#, materials, 1));
        m.insert(lod0, Xmf::write(x));
        load(&m, PATH, &LoadOptions::default()).0
    };
    // The XML lists the set in an order of its own.
    let mut second = x.materials[0].clone();
    (x.materials[0].num_indices, second.first_index, second.num_indices) = (12, 12, 24);
    second.name[..11].copy_from_slice(b"hulls.blue\0");
    x.materials.push(second);
    x.recount();
    let shuffled = r#"<material id="1" ref="hulls.blue"/><material id="2" ref="hulls.red"/>"#;
    let s = with(&x, shuffled);
    assert_eq!(material_of(&s, "part_main"), ["hulls.red", "hulls.blue"]);
    let made = from_scene(&s, &WriteOptions::default(), &mut Sink::new()).unwrap();
    assert!(String::from_utf8_lossy(&made[0].bytes).contains(shuffled), "what was not edited stays");
    // No ranges at all: one group, which is the first.
    x.materials.clear();
    x.recount();
    assert_eq!(material_of(&with(&x, r#"<material id="1" ref="hulls.blue"/>"#), "part_main"), ["hulls.blue"]);
    assert_eq!(material_of(&with(&x, ""), "part_main"), [""]);
}

#[test]
fn a_wreck_listed_as_a_part_is_not_shown_with_the_whole_ship() {
    let mut m = game();
    let wreck = r#"<connection name="con_wreck" tags="part"><parts><part name="part_main_wreck"/></parts></connection>
      <connection name="con_weapon""#;
    m.insert(PATH, XML.replace("<connection name=\"con_weapon\"", wreck));
    let shown = |lod: Lod| {
        let (s, _) = load(&m, PATH, &LoadOptions { lod, ..LoadOptions::default() });
        s.nodes
            .iter()
            .filter(|n| n.mesh.is_some_and(|m| s.meshes[m.0 as usize].name.contains("wreck")))
            .count()
    };
    assert_eq!((shown(Lod::One(0)), shown(Lod::All)), (0, 1));
}

#[test]
fn companions_that_cannot_be_read_are_reported() {
    let mut m = game();
    m.insert("assets/units/size_s/ship_test_data.ANI", *b"\x01\0\0\0");
    let (s, found) = load(&m, PATH, &LoadOptions::default());
    assert_eq!((found[0].0, s.animations.len()), ("COMPONENT_ANIMATION", 0));
    assert!(found[0].1.contains("ship_test_data.ANI cannot be read"), "{}", found[0].1);
    assert!(findings(&m, PATH).contains(&"COMPONENT_ANIMATION"));
    let mut m = game();
    m.insert("assets/units/size_s/ship_test_data/anim_radar-lod0.xmf", *b"XUMF");
    let (s, found) = load(&m, PATH, &LoadOptions::default());
    assert_eq!((found[0].0, node(&s, "anim_radar").1.mesh), ("COMPONENT_MESH_BROKEN", None));
}

#[test]
fn a_pivot_moves_its_part() {
    let mut m = game();
    let pivot =
        r#"<part name="anim_radar"><pivot><offset><position x="1" y="2" z="3"/></offset></pivot></part>"#;
    m.insert(PATH, XML.replace("<part name=\"anim_radar\"/>", pivot));
    let (s, _) = load(&m, PATH, &LoadOptions { lod: Lod::One(1), collision: true, ..LoadOptions::default() });
    let radar = node(&s, "anim_radar").1;
    assert_eq!(
        (radar.translation, &radar.extras["xmf"]["pivot"]),
        ([-1.0, 2.0, 3.0], &json!([1.0, 2.0, 3.0]))
    );
    let made = from_scene(&s, &WriteOptions::default(), &mut Sink::new()).unwrap();
    assert_eq!(made[0].bytes, m.read(PATH).unwrap(), "and comes back where it was");
    assert!(s.nodes.iter().any(|n| n.name == "part_main-collision"), "collision beside any level");
}

#[test]
fn angles_of_an_offset_turn_as_docks_of_real_ships_stand() {
    let up = |angles: [f32; 3]| {
        let [x, y, z, w] = model::from_angles(angles);
        glam::Quat::from_xyzw(x, y, z, w) * glam::Vec3::Y
    };
    let (s, c) = 14.5_f32.to_radians().sin_cos();
    // On the right of the hull, facing outwards, upside down: away from a surface that rises outwards.
    assert!(up([90.0, 14.5, 180.0]).abs_diff_eq(glam::Vec3::new(s, -c, 0.0), 1e-6));
    assert!(up([90.0, -14.5, 0.0]).abs_diff_eq(glam::Vec3::new(s, c, 0.0), 1e-6));
    let back = model::to_angles(model::from_angles([30.0, -20.0, 100.0]));
    assert!(back.iter().zip([30.0, -20.0, 100.0]).all(|(a, b)| (a - b).abs() < 1e-3), "{back:?}");
    let mut m = game();
    let turned =
        r#"<offset><rotation yaw="30" pitch="-20" roll="100"/></offset><parts><part name="borrowed" "#;
    m.insert(PATH, XML.replace("<parts><part name=\"borrowed\" ", turned));
    let (mut s, _) = load(&m, PATH, &LoadOptions::default());
    let at = node(&s, "con_ref").0;
    s.nodes[at].rotation = glam::Quat::from_rotation_y(-0.5).to_array();
    let made = from_scene(&s, &WriteOptions::default(), &mut Sink::new()).unwrap();
    let made = String::from_utf8_lossy(&made[0].bytes).into_owned();
    assert!(made.contains("<rotation yaw=\"28.64") && made.contains("pitch=\"0\" roll=\"0\""), "{made}");
}

fn findings(files: &Memory, path: &str) -> Vec<&'static str> {
    let options = LoadOptions::default();
    let mut sink = Sink::new();
    let doc = Component::read(&mut Reader::new(&files.read(path).unwrap())).unwrap();
    doc.check(&Context { files, path, options: &options }, &mut sink);
    sink.findings().iter().filter(|f| f.severity != Severity::Info).map(|f| f.code.id).collect()
}

#[test]
fn cross_checks() {
    assert_eq!(findings(&game(), PATH), [""; 0]);
    let with = |from: &str, to: &str| {
        let mut m = game();
        assert!(XML.contains(from), "{from}");
        m.insert(PATH, XML.replace(from, to));
        findings(&m, PATH)
    };
    assert_eq!(with("lod index=\"1\"", "lod index=\"2\""), ["COMPONENT_MESH_MISSING"]);
    assert_eq!(with("hulls.blue", "hulls.none"), ["COMPONENT_MATERIAL"]);
    assert_eq!(with("max x=\"1\"", "max x=\"7\""), ["COMPONENT_SIZE"]);
    assert_eq!(with("end=\"300\"", "end=\"30\""), ["COMPONENT_ANIMATION"]);
    assert_eq!(with("x=\"1.5\"", "x=\"abc\""), ["COMPONENT_NUMBER"]);
    assert_eq!(with("name=\"con_weapon\"", "name=\"con weapon\""), ["COMPONENT_NAME"]);
    assert_eq!(with("other.thing", "nowhere.thing"), ["COMPONENT_REFERENCE"]);
    let (_, found) = {
        let mut m = game();
        m.insert(PATH, XML.replace("parent=\"part_main\"", "parent=\"anim_radar\""));
        load(&m, PATH, &LoadOptions::default())
    };
    assert_eq!(found[0].0, "COMPONENT_PARENT");
}

fn made(scene: &Scene, template: Option<&str>) -> Memory {
    let options = WriteOptions {
        file_name: "ship_test.xml".into(),
        template: template.map(|t| t.as_bytes().to_vec()),
        ..WriteOptions::default()
    };
    let mut sink = Sink::new();
    let outputs = from_scene(scene, &options, &mut sink).unwrap();
    let mut m = Memory::default();
    for (i, o) in outputs.into_iter().enumerate() {
        let name = if i == 0 { "ship_test.xml".to_owned() } else { format!("ship_test{}", o.suffix) };
        m.insert(name, o.bytes);
    }
    m
}

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
fn copies_are_told_apart_by_name_and_place() {
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
        template: Some(XML.into()),
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
        template: Some(XML.into()),
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
                assert!(findings.contains(&super::check::PARENT.id));
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
