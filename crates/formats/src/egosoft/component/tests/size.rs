//! Sizes of parts, and the folder that they are written to.

use super::*;
use glam::Vec3;

/// The XML whose radar has sizes, of a mesh that is `reach` long to the right.
fn sized() -> String {
    XML.replace(
        "<part name=\"anim_radar\"/>",
        "<part name=\"anim_radar\"><size><max x=\"9\" y=\"9\" z=\"9\"/><center x=\"0\" y=\"0\" z=\"0\"/></size>\
         <size_raw><max x=\"8\" y=\"8\" z=\"8\"/><center x=\"0\" y=\"0\" z=\"0\"/></size_raw></part>",
    )
}

/// Centre and `max` of a size of a part.
fn size_of(xml: &[u8], part: &str, name: &str) -> ([f32; 3], [f32; 3]) {
    let xml = Xml::parse(xml).unwrap();
    let model = types::Model::new(&xml).unwrap();
    let part = model.part(part).unwrap();
    let (max, center) = if name == "size" { part.size } else { part.size_raw }.unwrap();
    (center, max)
}

fn near(a: [f32; 3], b: [f32; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 2e-3)
}

#[test]
fn a_moving_part_that_was_edited_has_the_size_it_sweeps() {
    let mut files = game();
    files.insert(PATH, sized());
    let (mut s, _) = load(&files, PATH, &LoadOptions::default());
    // Untouched, whatever it says stays.
    let same = made(&s, Some(&sized())).read("ship_test.xml").unwrap();
    assert_eq!(String::from_utf8(same).unwrap(), sized());
    // In a scene's axes it reaches from −1 to 3 in x; it spins about y, so its corners are 3.162 from the axis.
    let mesh = s.meshes.iter_mut().find(|m| m.name.starts_with("anim_radar")).unwrap();
    mesh.positions.iter_mut().filter(|p| p[0] > 1.5).for_each(|p| p[0] = 3.0);
    let back = made(&s, Some(&sized())).read("ship_test.xml").unwrap();
    let far = 10.0_f32.sqrt();
    let (center, max) = size_of(&back, "anim_radar", "size");
    assert!(near(center, [0.0; 3]) && near(max, [far, 1.0, far]), "{center:?} {max:?}");
    // At rest: the centre of the box and half its extent (the game's x is mirrored).
    let (center, max) = size_of(&back, "anim_radar", "size_raw");
    assert!(near(center, [-1.0, 0.0, 0.0]) && near(max, [2.0, 1.0, 1.0]), "{center:?} {max:?}");
    // Older parts say how far the low corner is from 0, and keep to it: it reached from −2 to 1.
    let older = sized().replace("<max x=\"8\" y=\"8\" z=\"8\"/>", "<max x=\"2\" y=\"1\" z=\"1\"/>");
    let radar = files.read("assets/units/size_s/ship_test_data/anim_radar-lod0.xmf").unwrap();
    let options = WriteOptions {
        file_name: "ship_test.xml".into(),
        originals: crate::registry::original("a.xml", older.as_bytes()),
        template_files: vec![("anim_radar-lod0.xmf".into(), radar)],
        ..WriteOptions::default()
    };
    let back = from_scene(&s, &options, &mut Sink::new()).unwrap().remove(0).bytes;
    let (_, max) = size_of(&back, "anim_radar", "size_raw");
    assert!(near(max, [3.0, 1.0, 1.0]), "{max:?}");
    let (_, max) = size_of(&back, "part_main", "size");
    assert_eq!(max, [1.0; 3], "what does not move and was not edited");
}

#[test]
fn a_part_that_hangs_on_a_moving_one_is_swept_along() {
    let mut s = Scene::default();
    let mesh = s.add_mesh(Mesh { name: "arm".into(), ..cube(1.0) });
    let arm = s.add_node(::scene::Node { name: "arm".into(), mesh: Some(mesh), ..Default::default() });
    let mesh = s.add_mesh(Mesh { name: "hand".into(), ..cube(1.0) });
    s.add_node(::scene::Node {
        name: "hand".into(),
        mesh: Some(mesh),
        parent: Some(arm),
        translation: [0.0, 0.0, 10.0],
        ..Default::default()
    });
    let quarter = std::f32::consts::FRAC_1_SQRT_2;
    s.animations.push(::scene::Animation {
        name: "wave".into(),
        channels: vec![::scene::Channel {
            node: arm,
            property: Property::Rotation,
            interpolation: Interpolation::Linear,
            times: vec![0.0, 1.0],
            // A quarter about y: +z goes to +x, −x in the game.
            values: vec![0.0, 0.0, 0.0, 1.0, 0.0, quarter, 0.0, quarter],
            extras: ::scene::Extras::default(),
        }],
        extras: ::scene::Extras::default(),
    });
    let files = made(&s, None);
    let xml = files.read("ship_test.xml").unwrap();
    let (center, max) = size_of(&xml, "hand", "size");
    let (low, high) = (Vec3::from(center) - Vec3::from(max), Vec3::from(center) + Vec3::from(max));
    // From its rest it ends 10 to the side and 10 back, and turned by a quarter is still a cube there.
    assert!(low.x < -10.9 && low.z < -10.9 && high.x > 0.99 && high.z > 0.99, "{low} {high}");
    assert!((low.y + 1.0).abs() < 1e-3 && (high.y - 1.0).abs() < 1e-3, "{low} {high}");
    let (_, raw) = size_of(&xml, "hand", "size_raw");
    assert!(near(raw, [1.0; 3]), "{raw:?}");
    let (_, max) = size_of(&xml, "arm", "size");
    let corner = 2.0_f32.sqrt();
    assert!(near(max, [corner, 1.0, corner]), "{max:?}");
    assert_eq!(all_findings(&files, "ship_test.xml").iter().filter(|f| f.0 == "COMPONENT_SIZE").count(), 0);
}

#[test]
fn what_a_turned_part_travels_is_in_the_axes_of_the_component() {
    let mut s = Scene::default();
    let mesh = s.add_mesh(Mesh { name: "strut".into(), ..cube(1.0) });
    // A part turned by 45° about z that slides along its own y, as a landing gear does, and one that hangs on it.
    let turn = glam::Quat::from_rotation_z(-std::f32::consts::FRAC_PI_4);
    let strut = s.add_node(::scene::Node {
        name: "strut".into(),
        mesh: Some(mesh),
        rotation: turn.to_array(),
        ..Default::default()
    });
    let mesh = s.add_mesh(Mesh { name: "foot".into(), ..cube(1.0) });
    s.add_node(::scene::Node {
        name: "foot".into(),
        mesh: Some(mesh),
        parent: Some(strut),
        ..Default::default()
    });
    let down = turn * Vec3::new(0.0, -10.0, 0.0);
    s.animations.push(::scene::Animation {
        name: "landinggears_activating".into(),
        channels: vec![::scene::Channel {
            node: strut,
            property: Property::Translation,
            interpolation: Interpolation::Linear,
            times: vec![0.0, 1.0],
            values: [[0.0; 3], down.to_array()].concat(),
            extras: ::scene::Extras::default(),
        }],
        extras: ::scene::Extras::default(),
    });
    let xml = made(&s, None).read("ship_test.xml").unwrap();
    let half = 5.0 * std::f32::consts::FRAC_1_SQRT_2;
    for part in ["strut", "foot"] {
        let (center, max) = size_of(&xml, part, "size");
        // The game's x is mirrored.
        assert!(near(center, [half, -half, 0.0]), "{part} {center:?}");
        assert!(near(max, [1.0 + half, 1.0 + half, 1.0]), "{part} {max:?}");
        assert!(near(size_of(&xml, part, "size_raw").1, [1.0; 3]));
    }
}

#[test]
fn the_low_corner_is_the_size_of_a_part_at_rest() {
    let with = |raw: &str| {
        let mut files = game();
        let text = format!(
            "<part name=\"anim_radar\"><lods><lod index=\"0\"><materials/></lod></lods><size_raw><max {raw}/></size_raw></part>"
        );
        files.insert(PATH, XML.replace("<part name=\"anim_radar\"/>", &text));
        all_findings(&files, PATH).iter().filter(|f| f.0 == "COMPONENT_SIZE").count()
    };
    // The radar reaches from −2 to 1 in the game's x.
    assert_eq!(with("x=\"2\" y=\"1\" z=\"1\""), 0);
    assert_eq!(with("x=\"1.5\" y=\"1\" z=\"1\""), 0, "half its extent does too");
    assert_eq!(with("x=\"1\" y=\"1\" z=\"1\""), 1);
}

#[test]
fn meshes_lie_in_the_folder_that_the_xml_names() {
    let (s, _) = load(&game(), PATH, &LoadOptions::default());
    let mut bare = s.clone();
    bare.nodes.iter_mut().for_each(|n| n.extras.clear());
    let asked = Some("extensions\\my_mod\\assets\\units\\size_m\\fighter_data");
    let cases = [
        (&s, Some(XML), None, "ship_test_data"),
        (&s, Some(XML), asked, "fighter_data"),
        (&bare, None, None, "other_data"),
        (&bare, None, asked, "fighter_data"),
    ];
    for (scene, template, geometry, folder) in cases {
        let options = WriteOptions {
            file_name: "other.xml".into(),
            originals: template.map(|t| crate::registry::original("a.xml", t.as_bytes())).unwrap_or_default(),
            geometry: geometry.map(str::to_owned),
            ..WriteOptions::default()
        };
        let outputs = from_scene(scene, &options, &mut Sink::new()).unwrap();
        let mut files = Memory::default();
        for (i, o) in outputs.iter().enumerate() {
            let name = if i == 0 { "other.xml".to_owned() } else { o.file("other") };
            assert!(
                i == 0 || name.starts_with(&format!("{folder}/")) || name == format!("{folder}.ani"),
                "{name}"
            );
            files.insert(name, o.bytes.clone());
        }
        let text = String::from_utf8(files.read("other.xml").unwrap()).unwrap();
        assert!(text.contains(&format!("\\{folder}\"")), "{text}");
        let (back, found) = load(&files, "other.xml", &LoadOptions::default());
        assert!(back.meshes.len() >= 2 && back.animations.len() == 1, "{found:?}");
    }
    for bad in ["", "assets\\..", "a\\b:c", "\\"] {
        let options = WriteOptions { geometry: Some(bad.into()), ..WriteOptions::default() };
        let e = from_scene(&bare, &options, &mut Sink::new()).unwrap_err();
        assert_eq!(e.code().id, "COMPONENT_GEOMETRY", "{bad:?}");
    }
}

/// Posed by the channels of the scene, not by the code that writes sizes.
#[test]
fn animated_parts_of_the_sample_end_inside_of_their_swept_size() {
    let samples = ::scene::Folder::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/egosoft/ship"));
    let path = "assets/units/size_s/ship_sample.xml";
    let bytes = samples.read(path).unwrap();
    let doc = Component::read(&mut Reader::new(&bytes)).unwrap();
    let options = LoadOptions::default();
    let cx = Context { files: &samples, path, options: &options };
    let scene = doc.to_scene(&cx, &mut Sink::new()).unwrap();
    let rest = scene.world_matrices();
    let mut ends = 0;
    for clip in &scene.animations {
        let mut now = scene.clone();
        for c in &clip.channels {
            let wide = if c.property == Property::Rotation { 4 } else { 3 };
            let last = if c.interpolation == Interpolation::CubicSpline { 2 * wide } else { wide };
            let v = &c.values[c.values.len() - last..][..wide];
            let node = &mut now.nodes[c.node.0 as usize];
            match c.property {
                Property::Translation => node.translation.copy_from_slice(v),
                Property::Rotation => node.rotation.copy_from_slice(v),
                Property::Scale => node.scale.copy_from_slice(v),
                Property::Weights => {}
            }
        }
        let world = now.world_matrices();
        let moved: std::collections::BTreeSet<usize> =
            clip.channels.iter().map(|c| c.node.0 as usize).collect();
        for at in moved {
            let node = &scene.nodes[at];
            let (center, max) = size_of(&bytes, &node.name, "size");
            let pose = rest[at].inverse() * world[at];
            for p in &scene.meshes[node.mesh.unwrap().0 as usize].positions {
                let p = pose.transform_point3((*p).into());
                let off = (Vec3::new(-p.x, p.y, p.z) - Vec3::from(center)).abs() - Vec3::from(max);
                // Sizes are those of the collision mesh, which is coarser than the finest level.
                assert!(off.max_element() < 0.03, "{} of {}: {off} outside", node.name, clip.name);
            }
            ends += 1;
        }
    }
    assert_eq!(ends, 6);
}
