//! Cameras, lights, texts and surfaces, both ways.

use super::*;
use crate::anark::value::ValueType::{Bool, Float, Int, String as Str};
use scene::gltf::{WriteOptions as GltfOptions, read as read_gltf, write_glb};
use scene::{Alpha, LightKind, Projection, Slot};

fn float(name: &str, v: f32) -> Attribute {
    Attribute::new(name, Float, v.to_bits())
}

/// A camera, an orthographic one, three lights, a text and a textured plate.
fn stage() -> (Bgf, Bsg) {
    let strings = [
        "Eye",
        "Plan",
        "Sun",
        "Spot",
        "Lamp",
        "Label",
        "Plate",
        "Paint",
        "Picture",
        "zekton bold",
        "Two\nlines",
        "plate.tga",
    ];
    let with = |mut e: Element, list: Vec<Attribute>| {
        e.attributes = list;
        e
    };
    let rgb = |name: &str, v: [f32; 3]| {
        ["r", "g", "b"].into_iter().zip(v).map(|(c, v)| float(&format!("{name}.{c}"), v)).collect::<Vec<_>>()
    };
    let eye = vec![float("fov", 45.0), float("clipnear", 2.0), float("clipfar", 900.0)];
    let plan = vec![Attribute::new("orthographic", Bool, 1), float("fov", 60.0)];
    let mut spot = rgb("lightdiffuse", [255.0, 0.0, 128.0]);
    spot.extend([float("brightness", 50.0), float("outerconeangle", 40.0)]);
    let label = vec![
        Attribute::new("textstring", Str, 10),
        Attribute::new("font", Str, 9),
        float("size", 36.0),
        Attribute::new("horzalign", Int, 1),
        float("textcolor.g", 0.0),
    ];
    let mut paint = rgb("diffuse", [255.0, 51.0, 0.0]);
    paint.push(float("opacity", 50.0));
    let elements = vec![
        element("Scene", -1, 1, ElementType::DUMMY),
        with(element("Eye", 0, 2, ElementType::CAMERA), eye),
        with(element("Plan", 0, 3, ElementType::CAMERA), plan),
        element("Sun", 0, 4, ElementType::LIGHT),
        with(element("Spot", 0, 5, ElementType::LIGHT), spot),
        with(element("Lamp", 0, 6, ElementType::LIGHT), vec![float("linearfade", 1.0)]),
        with(element("Label", 0, 7, ElementType::TEXT), label),
        element("Plate", 0, 8, ElementType::GEOMETRY),
        with(element("Paint", 7, 9, ElementType::MATERIAL), paint),
        with(
            element("Picture", 8, 10, ElementType::TEXTURE),
            vec![Attribute::new("source", Str, 11), float("scalev", -1.0), float("positionu", 0.25)],
        ),
    ];
    let types = [
        NodeType::DUMMY,
        NodeType::CAMERA,
        NodeType::CAMERA,
        NodeType::LIGHT,
        NodeType::LIGHT,
        NodeType::LIGHT,
        NodeType::TEXT,
        NodeType::GEOMETRY,
    ];
    let nodes = types
        .into_iter()
        .enumerate()
        .map(|(i, node_type)| {
            let boxed = if i >= 6 { [3.0, 1.0, 0.0] } else { [0.0; 3] };
            GraphNode {
                parent: if i == 0 { -1 } else { 0 },
                scene_item_id: i as u32 + 1,
                node_type,
                translation: [i as f32, 0.0, -600.0],
                box_max: boxed,
                ..GraphNode::default()
            }
        })
        .collect();
    let mut bsg = Bsg { nodes: Section::new(nodes), ..Bsg::default() };
    bsg.assets.list = vec![
        crate::anark::bsg::Asset { scene_item_id: 9, asset_type: NodeType::MATERIAL },
        crate::anark::bsg::Asset { scene_item_id: 10, asset_type: NodeType::TEXTURE },
    ];
    bsg.recount();
    let mut bgf = Bgf {
        strings: Section::new(strings.into_iter().map(Into::into).collect()),
        elements: Section::new(elements),
        ..Bgf::default()
    };
    bgf.header.width = 1600;
    bgf.header.height = 900;
    bgf.recount();
    (bgf, bsg)
}

fn named<'a>(scene: &'a Scene, name: &str) -> &'a scene::Node {
    scene.nodes.iter().find(|n| n.name == name).unwrap()
}

fn through_glb(scene: &Scene) -> Scene {
    let glb = write_glb(scene, &GltfOptions::default(), &mut Sink::new()).unwrap();
    read_gltf(&glb, &Memory::default(), "a.glb", &mut Sink::new()).unwrap()
}

/// The BGF that comes back, and its findings.
fn returned(scene: &Scene) -> (Bgf, Sink) {
    let mut sink = Sink::new();
    let out = bsg_from_scene(scene, &WriteOptions::default(), &mut sink).unwrap();
    let bytes = &out.iter().find(|o| o.suffix == ".bgf").unwrap().bytes;
    (crate::anark::bgf::read(&mut Reader::new(bytes), &mut Sink::new()).unwrap(), sink)
}

#[test]
fn cameras_are_cameras() {
    let (bgf, bsg) = stage();
    let scene = through_glb(&convert(Some(&bgf), &bsg, None));
    let camera = |name: &str| &scene.cameras[named(&scene, name).camera.unwrap().0 as usize];
    let eye = camera("Eye");
    assert_eq!((eye.near, eye.far), (2.0, Some(900.0)));
    let Projection::Perspective { yfov, aspect } = eye.projection else { panic!("{eye:?}") };
    assert!((yfov.to_degrees() - 45.0).abs() < 1e-4);
    assert!((aspect.unwrap() - 16.0 / 9.0).abs() < 1e-5);
    assert_eq!(camera("Plan").projection, Projection::Orthographic { xmag: 800.0, ymag: 450.0 });
    // Before the scene in BSG space, looking at it: so it is in glTF, along −Z.
    assert_eq!(named(&scene, "Eye").translation, [1.0, 0.0, 600.0]);
}

#[test]
fn lights_are_lights() {
    let (bgf, bsg) = stage();
    let scene = through_glb(&convert(Some(&bgf), &bsg, None));
    let light = |name: &str| &scene.lights[named(&scene, name).light.unwrap().0 as usize];
    assert_eq!((light("Sun").kind, light("Sun").intensity), (LightKind::Directional, 1.0));
    assert_eq!(light("Lamp").kind, LightKind::Point);
    let LightKind::Spot { outer, .. } = light("Spot").kind else { panic!() };
    assert!((outer.to_degrees() - 20.0).abs() < 1e-4, "half of the whole angle");
    assert_eq!((light("Spot").intensity, light("Spot").color[0], light("Spot").color[1]), (0.5, 1.0, 0.0));
    assert!((light("Spot").color[2] - 0.2158605).abs() < 1e-5, "linear");
}

#[test]
fn unedited_files_come_back_to_the_byte() {
    let (bgf, bsg) = stage();
    let scene = through_glb(&convert(Some(&bgf), &bsg, None));
    let (back, sink) = returned(&scene);
    assert_eq!(back.to_bytes(), bgf.to_bytes());
    assert!(sink.findings().is_empty(), "{:?}", sink.findings());
    let out = bsg_from_scene(&scene, &WriteOptions::default(), &mut Sink::new()).unwrap();
    assert_eq!(out[0].bytes, bsg.to_bytes());
}

/// Which attributes differ: element, name, value.
fn changes(a: &Bgf, b: &Bgf) -> Vec<(usize, u32, f32)> {
    let mut out = Vec::new();
    for (i, (a, b)) in a.elements.list.iter().zip(&b.elements.list).enumerate() {
        for value in &b.attributes {
            if !a.attributes.contains(value) {
                out.push((i, value.name(), value.number().unwrap_or(f32::NAN)));
            }
        }
        assert!(b.attributes.len() >= a.attributes.len());
    }
    out
}

#[test]
fn an_edit_changes_one_attribute() {
    let (bgf, bsg) = stage();
    let original = through_glb(&convert(Some(&bgf), &bsg, None));
    let hash = |name: &str| attribute_hash(name.as_bytes());
    let check = |edit: &dyn Fn(&mut Scene), wanted: &[(usize, &str, f32)]| {
        let mut scene = original.clone();
        edit(&mut scene);
        let (back, sink) = returned(&scene);
        let found = changes(&bgf, &back);
        assert_eq!(found.len(), wanted.len(), "{found:?}, wanted {wanted:?}");
        for ((e, name, value), (element, attribute, number)) in found.iter().zip(wanted) {
            assert_eq!((*e, *name), (*element, hash(attribute)), "{attribute}");
            assert!((value - number).abs() < 1e-3, "{attribute} is {value}, wanted {number}");
        }
        assert!(sink.findings().is_empty(), "{:?}", sink.findings());
        assert_eq!(back.slides.list, bgf.slides.list);
    };
    check(
        &|s| s.cameras[0].projection = Projection::Perspective { yfov: 30_f32.to_radians(), aspect: None },
        &[(1, "fov", 30.0)],
    );
    check(&|s| s.cameras[0].far = Some(1234.0), &[(1, "clipfar", 1234.0)]);
    check(&|s| s.cameras[1].near = 9.0, &[(2, "clipnear", 9.0)]);
    check(
        &|s| s.cameras[1].projection = Projection::Perspective { yfov: 1.0, aspect: None },
        &[(2, "orthographic", 0.0), (2, "fov", 1_f32.to_degrees())],
    );
    check(&|s| s.lights[1].intensity = 2.0, &[(4, "brightness", 200.0)]);
    check(&|s| s.lights[1].color = [1.0, 1.0, 0.2158605], &[(4, "lightdiffuse.g", 255.0)]);
    check(
        &|s| s.lights[1].kind = LightKind::Spot { inner: 0.0, outer: 0.25 },
        &[(4, "outerconeangle", 0.5_f32.to_degrees())],
    );
    let paint = |s: &mut Scene| {
        let m = s.materials.iter_mut().find(|m| m.name == "Paint").unwrap();
        m.base_color[1] = 1.0;
    };
    check(&paint, &[(8, "diffuse.g", 255.0)]);
}

#[test]
fn a_text_says_what_it_says() {
    let (bgf, bsg) = stage();
    let scene = through_glb(&convert(Some(&bgf), &bsg, None));
    let label = named(&scene, "Label");
    let text = &label.extras[FAMILY]["element"]["text"];
    assert_eq!(text["string"], "Two\nlines");
    assert_eq!((&text["font"], &text["size"]), (&json!("zekton bold"), &json!(36.0)));
    assert_eq!((&text["horizontal"], &text["color"]), (&json!("center"), &json!([255.0, 0.0, 255.0, 255.0])));
    let mesh = &scene.meshes[label.mesh.unwrap().0 as usize];
    let material = &scene.materials[mesh.primitives[0].material.unwrap().0 as usize];
    assert_eq!((material.base_color, material.unlit), ([1.0, 0.0, 1.0, 1.0], true));
    // All letters are inside of the box, two lines high.
    for [x, y, _] in &mesh.positions {
        assert!((-1e-4..=3.0001).contains(x) && (-1e-4..=1.0001).contains(y), "{x} {y}");
    }
    let rows: std::collections::BTreeSet<i32> =
        mesh.positions.iter().map(|p| (p[1] * 18.0).round() as i32).collect();
    assert!(rows.len() > 8, "{rows:?}");
    let mut edited = scene.clone();
    let node = edited.nodes.iter_mut().find(|n| n.name == "Label").unwrap();
    node.extras[FAMILY]["element"]["text"]["string"] = json!("New");
    let (back, _) = returned(&edited);
    let text = back.elements.list[6].attribute(attribute_hash(b"textstring")).unwrap();
    assert_eq!(back.string(text.string().unwrap()), Some("New"));
    assert_eq!(back.memory.counts[6], 13, "one string more");
}

#[test]
fn a_hostile_text_does_not_grow() {
    let (mut bgf, bsg) = stage();
    bgf.strings.list[10] = "W".repeat(100_000).as_str().into();
    for _ in 0..200 {
        let mut copy = bgf.elements.list[6].clone();
        copy.scene_item_id = 0;
        bgf.elements.list.push(copy);
    }
    bgf.recount();
    let files = Memory::default();
    let options = LoadOptions::default();
    let cx = Context { files: &files, path: "x.bgf", options: &options };
    let scene = bgf.to_scene(&cx, &mut Sink::new()).unwrap();
    let vertices: usize = scene.meshes.iter().map(|m| m.positions.len()).sum();
    assert!(vertices > 1000 && vertices < text::ALL_LETTERS * 4 * 20, "{vertices}");
    let _ = bsg;
}

#[test]
fn elements_decide_where_the_collada_file_does_not() {
    let (bgf, bsg) = stage();
    let scene = convert(Some(&bgf), &bsg, None);
    let find = |scene: &Scene| {
        let mesh = &scene.meshes[named(scene, "Plate").mesh.unwrap().0 as usize];
        scene.materials[mesh.primitives[0].material.unwrap().0 as usize].clone()
    };
    let paint = find(&scene);
    assert_eq!(paint.name, "Paint");
    assert_eq!((paint.base_color[0], paint.base_color[2], paint.base_color[3]), (1.0, 0.0, 0.5));
    assert!((paint.base_color[1] - 0.0331048).abs() < 1e-5, "linear");
    assert_eq!((paint.alpha, paint.unlit), (Alpha::Blend, true));
    let slot = paint.texture(&Slot::BaseColor).unwrap();
    assert_eq!(scene.images[slot.image.0 as usize].file, "plate.tga");
    // v upwards there: v' = −v; u' = u + ¼. Here v goes down: 1 − v' = 2 − (1 − v) … the upper corner goes to (¼, 2).
    let t = slot.transform.unwrap();
    assert_eq!((t.offset, t.scale, t.rotation), ([0.25, 2.0], [1.0, -1.0], 0.0));
    // A mesh whose material is not in the COLLADA file takes that of the element, a colour that is there stays.
    let quad = crate::anark::dae::tests::QUAD.replace("AK5", "AK8");
    let undecided = quad.replace("id=\"AK9\"", "id=\"AK99\"");
    assert_eq!(find(&convert(Some(&bgf), &bsg, Some(&undecided))).name, "Paint");
    let decided = find(&convert(Some(&bgf), &bsg, Some(&quad)));
    assert_eq!(decided.name, "Blue & green");
    assert_eq!(decided.base_color, [1.0, 1.0, 1.0, 0.5], "opacity is the element's alone");
    assert_eq!(decided.texture(&Slot::BaseColor).unwrap().transform, Some(t));
}

#[test]
fn transparent_is_what_the_graph_says() {
    let (mut bgf, mut bsg) = stage();
    bgf.elements.list[8].attributes.pop();
    let alpha = |bgf: &Bgf, bsg: &Bsg| {
        let scene = convert(Some(bgf), bsg, None);
        let mesh = &scene.meshes[named(&scene, "Plate").mesh.unwrap().0 as usize];
        scene.materials[mesh.primitives[0].material.unwrap().0 as usize].alpha
    };
    assert_eq!(alpha(&bgf, &bsg), Alpha::Opaque, "a picture's alpha does not count");
    bsg.nodes.list[7].transparent = 1;
    assert_eq!(alpha(&bgf, &bsg), Alpha::Blend);
    bsg.nodes.list[7].transparent = 0;
    bsg.nodes.list[7].opacity = 0.5;
    assert_eq!(alpha(&bgf, &bsg), Alpha::Blend, "half of it is seen through");
}

#[test]
fn what_is_upside_down_is_and_stays_so() {
    let (bgf, mut bsg) = files();
    for i in [1, 2, 3] {
        bsg.nodes.list[i].invert_y = 1;
    }
    let scene = convert(Some(&bgf), &bsg, None);
    let world = scene.world_matrices();
    let at = scene.nodes.iter().position(|n| n.name == "Panel").unwrap();
    let point = world[at].transform_point3(Vec3::new(1.0, 2.0, 0.0));
    assert!(point.distance(Vec3::new(1.5, 6.0 - 2.0, -3.0)) < 1e-5, "{point}");
    // The dial's scale moves from (1, 2, 1): upside down as well.
    let scale =
        scene.animations.iter().flat_map(|a| &a.channels).find(|c| c.property == scene::Property::Scale);
    let scale = scale.unwrap();
    assert!(scale.values.contains(&-2.0) && !scale.values.contains(&2.0), "{:?}", scale.values);
    let scene = through_glb(&scene);
    let out = bsg_from_scene(&scene, &WriteOptions::default(), &mut Sink::new()).unwrap();
    assert_eq!(out[0].bytes, bsg.to_bytes());
    assert_eq!(out[1].bytes, bgf.to_bytes());
    let mut moved = scene.clone();
    let panel = moved.nodes.iter_mut().find(|n| n.name == "Panel").unwrap();
    panel.translation[0] += 1.0;
    let out = bsg_from_scene(&moved, &WriteOptions::default(), &mut Sink::new()).unwrap();
    let back = crate::anark::bsg::read(&mut Reader::new(&out[0].bytes), &mut Sink::new()).unwrap();
    let (was, is) = (&bsg.nodes.list[1], &back.nodes.list[1]);
    assert!((is.translation[0] - was.translation[0] - 1.0).abs() < 1e-5);
    assert_eq!((is.invert_y, is.scale), (1, was.scale));
}

#[test]
fn what_is_not_enabled_is_not_played() {
    let (mut bgf, bsg) = files();
    let channels = |bgf: &Bgf| {
        let scene = convert(Some(bgf), &bsg, None);
        scene.animations.iter().map(|a| a.channels.len()).sum::<usize>()
    };
    let all = channels(&bgf);
    bgf.animations.list.iter_mut().for_each(|a| a.enabled = 0);
    assert_eq!((channels(&bgf), all > 0), (0, true));
    let scene = convert(Some(&bgf), &bsg, None);
    let text = serde_json::to_string(&scene.extras).unwrap();
    assert!(text.contains("\"enabled\":false"), "said in the extras");
    let out = bsg_from_scene(&scene, &WriteOptions::default(), &mut Sink::new()).unwrap();
    assert_eq!(out[1].bytes, bgf.to_bytes());
}

/// In real files the master slide switches everything off, and the next slide switches on what is seen at the start.
#[test]
fn the_slide_after_the_master_slide_is_seen_at_the_start() {
    let (mut bgf, bsg) = files();
    let all = |active: u8| -> Vec<Setting> {
        (1..4).map(|element| Setting { element, activate: active, ..Setting::default() }).collect()
    };
    let mut shown = all(1);
    shown[2].activate = 0;
    bgf.slides.list = vec![
        Slide { settings: all(0), ..slide("Master Slide", 0, 4, 100, &[]) },
        Slide { settings: shown, ..slide("Slide1", 0, 4, 100, &[]) },
        Slide { settings: all(0), ..slide("Slide2", 0, 4, 100, &[]) },
    ];
    bgf.elements.list.iter_mut().for_each(|e| e.flags |= 1);
    let scene = convert(Some(&bgf), &bsg, None);
    let visible = |name: &str| named(&scene, name).visible;
    assert_eq!(["Panel", "Dial", "Label"].map(visible), [true, true, false]);
}

/// An edited mesh goes back into the COLLADA file next to the template, and is no loss then.
#[test]
fn a_changed_mesh_goes_into_the_collada_file() {
    let (bgf, bsg) = stage();
    let dae = crate::anark::dae::tests::QUAD.replace("AK5", "AK8");
    let mut scene = through_glb(&convert(Some(&bgf), &bsg, Some(&dae)));
    let template = WriteOptions {
        originals: vec![Arc::new(bsg.clone()), Arc::new(bgf.clone())],
        template_files: vec![("stage.dae".into(), dae.clone().into_bytes())],
        ..WriteOptions::default()
    };
    let run = |scene: &Scene, options: &WriteOptions| {
        let mut sink = Sink::new();
        let out = bsg_from_scene(scene, options, &mut sink).unwrap();
        let list: Vec<String> = out.iter().map(|o| o.suffix.clone()).collect();
        (list, out, sink)
    };
    assert_eq!(run(&scene, &template).0, [".bsg", ".bgf"], "nothing changed");
    let plate = named(&scene, "Plate").mesh.unwrap().0 as usize;
    scene.meshes[plate].positions[0][0] -= 0.5;
    let (list, out, sink) = run(&scene, &template);
    assert_eq!(list, [".bsg", ".bgf", ".dae"]);
    assert!(sink.findings().is_empty(), "{:?}", sink.findings());
    assert_eq!(out[1].bytes, bgf.to_bytes());
    let again = convert(Some(&bgf), &bsg, Some(std::str::from_utf8(&out[2].bytes).unwrap()));
    let plate = &again.meshes[named(&again, "Plate").mesh.unwrap().0 as usize];
    assert!(plate.positions.iter().any(|p| p[0] == -0.5), "{:?}", plate.positions);
    // Without the template it has no place, and that is said.
    let (list, _, sink) = run(&scene, &WriteOptions::default());
    assert_eq!(list, [".bsg", ".bgf"]);
    assert!(sink.findings().iter().any(|f| f.message.contains("--template")), "{:?}", sink.findings());
}

/// Blender's default export drops nodes with cameras and lights: the original's stay. Where some came, others were
/// deleted.
#[test]
fn cameras_and_lights_that_were_left_out_stay() {
    let (bgf, bsg) = stage();
    let whole = through_glb(&convert(Some(&bgf), &bsg, None));
    let without = |scene: &Scene, names: &[&str], extras: bool| {
        let mut out = scene.clone();
        out.nodes.retain(|n| !names.contains(&n.name.as_str()));
        out.nodes.iter_mut().for_each(|n| n.parent = n.parent.map(|_| scene::NodeId(0)));
        if !out.nodes.iter().any(|n| n.camera.is_some()) {
            out.cameras.clear();
        }
        if !out.nodes.iter().any(|n| n.light.is_some()) {
            out.lights.clear();
        }
        if !extras {
            out.extras.clear();
            out.nodes.iter_mut().for_each(|n| n.extras.clear());
            out.meshes.clear();
            out.materials.clear();
            out.nodes.iter_mut().for_each(|n| n.mesh = None);
        }
        out
    };
    let all = ["Eye", "Plan", "Sun", "Spot", "Lamp"];
    let template = WriteOptions {
        originals: vec![Arc::new(bsg.clone()), Arc::new(bgf.clone())],
        ..WriteOptions::default()
    };
    for (extras, options) in [(true, &WriteOptions::default()), (true, &template), (false, &template)] {
        let mut sink = Sink::new();
        let out = bsg_from_scene(&without(&whole, &all, extras), options, &mut sink).unwrap();
        assert!(sink.findings().is_empty(), "{:?}", sink.findings());
        assert_eq!(out[0].bytes, bsg.to_bytes(), "extras {extras}");
        assert_eq!(out[1].bytes, bgf.to_bytes(), "extras {extras}");
    }
    let mut sink = Sink::new();
    let out = bsg_from_scene(&without(&whole, &["Plan"], true), &WriteOptions::default(), &mut sink).unwrap();
    let back = crate::anark::bsg::read(&mut Reader::new(&out[0].bytes), &mut Sink::new()).unwrap();
    assert_eq!(back.nodes.list.len(), bsg.nodes.list.len() - 1, "one camera was deleted");
    assert!(!sink.findings().is_empty());
}

proptest::proptest! {
    /// Whatever the angle, it comes back in the four bytes of its attribute and nowhere else.
    #[test]
    fn a_field_of_view_changes_four_bytes(degrees in 1.0_f32..170.0, near in 0.01_f32..4.0) {
        let (bgf, bsg) = stage();
        let mut scene = through_glb(&convert(Some(&bgf), &bsg, None));
        scene.cameras[0].projection = Projection::Perspective { yfov: degrees.to_radians(), aspect: None };
        let out = bsg_from_scene(&scene, &WriteOptions::default(), &mut Sink::new()).unwrap();
        proptest::prop_assert_eq!(&out[0].bytes, &bsg.to_bytes());
        let (was, is) = (bgf.to_bytes(), &out[1].bytes);
        proptest::prop_assert_eq!(was.len(), is.len());
        let differ: Vec<usize> = (0..was.len()).filter(|i| was[*i] != is[*i]).collect();
        let span = differ.last().zip(differ.first()).map_or(0, |(b, a)| b - a + 1);
        proptest::prop_assert!(span <= 4, "{:?}", differ);
        let face = crate::anark::bgf::read(&mut Reader::new(is), &mut Sink::new()).unwrap();
        let fov = face.elements.list[1].attribute(attribute_hash(b"fov")).unwrap().number().unwrap();
        proptest::prop_assert!((fov - degrees).abs() < 5e-3 * degrees, "{} became {}", degrees, fov);
        // The same for a plane, with the view as it was.
        let mut scene = through_glb(&convert(Some(&bgf), &bsg, None));
        scene.cameras[0].near = near;
        let (face, _) = returned(&scene);
        let changed = changes(&bgf, &face);
        proptest::prop_assert!(changed.iter().all(|c| c.0 == 1 && c.1 == attribute_hash(b"clipnear")), "{:?}", changed);
    }
}
