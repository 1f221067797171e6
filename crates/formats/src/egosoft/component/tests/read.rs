//! Components to scenes.

use super::*;

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
fn what_a_macro_attaches_stands_where_connections_meet() {
    let mut m = game();
    m.insert(
        "index/components.xml",
        r#"<index><entry name="ship_test" value="assets\units\size_s\ship_test"/><entry name="bridge" value="assets\props\bridge"/></index>"#,
    );
    m.insert(
        "index/macros.xml",
        r#"<index><entry name="bridge_macro" value="assets\props\bridge_macro"/></index>"#,
    );
    m.insert(
        "assets/props/bridge.xml",
        r#"<components><component name="bridge"><source geometry="assets\props\bridge_data"/><connections>
        <connection name="con_hull" tags="x"><offset><position x="0" y="2" z="0"/></offset></connection>
        <connection name="con_part" tags="part"><parts><part name="deck"><lods><lod index="0"/></lods></part></parts></connection>
        </connections></component></components>"#,
    );
    m.insert("assets/props/bridge_data/deck-lod0.xmf", xmf(1.0, false, "hulls.red"));
    m.insert(
        "assets/props/bridge_macro.xml",
        r#"<macros><macro name="bridge_macro"><component ref="bridge"/></macro></macros>"#,
    );
    let path = "assets/units/size_s/macros/ship_test_macro.xml";
    m.insert(
        path,
        r#"<macros><macro name="ship_test_macro"><component ref="ship_test"/><connections>
        <connection ref="con_weapon"><macro ref="bridge_macro" connection="con_hull"/></connection>
        <connection ref="con_weapon"><macro ref="gone_macro" connection="a"/></connection>
        <connection ref="con_weapon"><macro ref="gone_macro" connection="a"/></connection></connections></macro></macros>"#,
    );
    let (s, found) = load(&m, path, &LoadOptions::default());
    let (deck, _) = node(&s, "deck");
    let (weapon, _) = node(&s, "con_weapon");
    let world = s.world_matrices();
    let (at, on) = (world[deck].w_axis.truncate(), world[weapon]);
    assert!(at.abs_diff_eq(on.transform_point3(glam::Vec3::new(0.0, -2.0, 0.0)), 1e-5), "{at}");
    let missing = found.iter().filter(|f| f.1.contains("2 attached macros are in no index: gone_macro"));
    assert_eq!(missing.count(), 1, "{found:?}");
    // They have files of their own: back comes the ship alone, extras or none.
    for mut scene in [s.clone(), s] {
        let options = WriteOptions { file_name: "ship_test.xml".into(), ..WriteOptions::default() };
        let made = from_scene(&scene, &options, &mut Sink::new()).unwrap();
        assert!(
            made.iter().all(|o| !o.suffix.contains("deck")),
            "{:?}",
            made.iter().map(|o| &o.suffix).collect::<Vec<_>>()
        );
        scene.nodes.iter_mut().for_each(|n| n.extras.clear());
        let made = from_scene(&scene, &options, &mut Sink::new()).unwrap();
        assert!(made.iter().all(|o| !o.suffix.contains("deck")));
    }
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
    let mut x = from_mesh(cube(1.0), &[Some(b"hulls.red".to_vec())], false, &mut Sink::new()).unwrap();
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
    assert!(s.nodes.iter().any(|n| n.name == "part_main-collision"), "collision next to any level");
}

#[test]
fn angles_of_an_offset_turn_as_docks_of_real_ships_stand() {
    let up = |angles: [f32; 3]| {
        let [x, y, z, w] = types::from_angles(angles);
        glam::Quat::from_xyzw(x, y, z, w) * glam::Vec3::Y
    };
    let (s, c) = 14.5_f32.to_radians().sin_cos();
    // On the right of the hull, facing outwards, upside down: away from a surface that rises outwards.
    assert!(up([90.0, 14.5, 180.0]).abs_diff_eq(glam::Vec3::new(s, -c, 0.0), 1e-6));
    assert!(up([90.0, -14.5, 0.0]).abs_diff_eq(glam::Vec3::new(s, c, 0.0), 1e-6));
    let back = types::to_angles(types::from_angles([30.0, -20.0, 100.0]));
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
