//! Converting back: from a model to the files.

use super::*;

#[test]
fn through_glb_and_back_nothing_changes() {
    let (bgf, bsg) = files();
    let scene = there_and_back(&convert(Some(&bgf), &bsg, None));
    let mut sink = Sink::new();
    let out = bsg_from_scene(&scene, &WriteOptions::default(), &mut sink).unwrap();
    assert!(sink.findings().is_empty(), "{:?}", sink.findings());
    assert_eq!(out[0].bytes, bsg.to_bytes());
    assert_eq!((out[1].suffix.as_str(), &out[1].bytes), (".bgf", &bgf.to_bytes()));
    let out = bgf_from_scene(&scene, &WriteOptions::default(), &mut sink).unwrap();
    assert_eq!(out[0].bytes, bgf.to_bytes());
}

#[test]
fn changes_come_back() {
    let (bgf, bsg) = files();
    let mut scene = there_and_back(&convert(Some(&bgf), &bsg, None));
    let panel = scene.nodes.iter().position(|n| n.name == "Panel").unwrap();
    scene.nodes[panel].translation[2] += 1.0;
    for channel in &mut scene.animations[0].channels {
        if channel.node.0 as usize == panel && channel.property == scene::Property::Translation {
            // The value of the last key, x.
            let last = channel.values.len() - 6;
            channel.values[last] = 8.5;
        }
    }
    scene.nodes.push(scene::Node {
        name: "Added".into(),
        parent: Some(scene::NodeId(panel as u32)),
        ..scene::Node::default()
    });
    let out = bsg_from_scene(&scene, &WriteOptions::default(), &mut Sink::new()).unwrap();
    let graph = crate::anark::bsg::read(&mut Reader::new(&out[0].bytes), &mut Sink::new()).unwrap();
    assert_eq!(graph.nodes.list[1].translation, [0.5, 6.0, 2.0], "z is mirrored");
    assert_eq!((graph.nodes.list[4].parent, graph.nodes.list[4].scene_item_id), (1, 5));
    let mut sink = Sink::new();
    let (files, options) = (Memory::default(), LoadOptions::default());
    graph.check(&Context { files: &files, path: "x.bsg", options: &options }, &mut sink);
    assert!(sink.findings().is_empty(), "{:?}", sink.findings());
    let face = crate::anark::bgf::read(&mut Reader::new(&out[1].bytes), &mut Sink::new()).unwrap();
    let keys = &face.animations.list[0].keyframes;
    assert!((keys.last().unwrap().value - 8.5).abs() < 1e-5, "{keys:?}");
    let times: Vec<u32> = keys.iter().map(|k| k.time_ms).collect();
    assert_eq!(times, [0, 250, 500, 1000, 1500], "keys of all axes, none of those next to bends");
    assert_eq!(face.animations.list[2], bgf.animations.list[2], "what did not change stays");
}

/// Two elements of one name, each with its own way.
fn twins() -> (Bgf, Bsg) {
    let node = |parent: i32, id: u32, x: f32| GraphNode {
        parent,
        scene_item_id: id,
        translation: [x, 0.0, 0.0],
        ..GraphNode::default()
    };
    let mut bsg = Bsg {
        nodes: Section::new(vec![node(-1, 1, 0.0), node(0, 2, 5.0), node(0, 3, 7.0)]),
        ..Bsg::default()
    };
    bsg.recount();
    let mut bgf = Bgf {
        strings: Section::new(vec!["Plate".into()]),
        elements: Section::new(vec![
            element("Scene", -1, 1, ElementType::DUMMY),
            element("Plate", 0, 2, ElementType::DUMMY),
            element("Plate", 0, 3, ElementType::DUMMY),
        ]),
        animations: Section::new(vec![
            animation(1, "position.y", vec![key(0, 1.0, 1.0, 2.0), key(400, 2.0, -1.0, -1.0)]),
            animation(2, "position.y", vec![key(0, 3.0, 3.0, 4.0), key(400, 4.0, -1.0, -1.0)]),
        ]),
        slides: Section::new(vec![slide("Open", 1, 4, 400, &[(1, 0)]), slide("Open", 2, 4, 500, &[(2, 1)])]),
        ..Bgf::default()
    };
    bgf.recount();
    (bgf, bsg)
}

#[test]
fn elements_of_one_name_keep_their_own_animations() {
    let (bgf, bsg) = twins();
    let mut scene = there_and_back(&convert(Some(&bgf), &bsg, None));
    let unchanged = bgf_from_scene(&scene, &WriteOptions::default(), &mut Sink::new()).unwrap();
    assert_eq!(unchanged[0].bytes, bgf.to_bytes());
    // The second one's first value, y.
    scene.animations[1].channels[0].values[4] = 3.5;
    let changed = |scene: &Scene, options: &WriteOptions| {
        let out = bgf_from_scene(scene, options, &mut Sink::new()).unwrap();
        let face = crate::anark::bgf::read(&mut Reader::new(&out[0].bytes), &mut Sink::new()).unwrap();
        assert_eq!(face.animations.list[0], bgf.animations.list[0], "the other stays");
        let keys = &face.animations.list[1].keyframes;
        assert_eq!((keys.len(), keys[0].value), (2, 3.5));
    };
    changed(&scene, &WriteOptions::default());
    // A detour that lost the extras: the original comes as a template, nodes are recognised by their order.
    scene.extras.clear();
    scene.nodes.iter_mut().for_each(|n| n.extras.clear());
    scene.animations.iter_mut().flat_map(|a| &mut a.channels).for_each(|c| c.extras.clear());
    let options = WriteOptions { originals: vec![Arc::new(bgf.clone())], ..WriteOptions::default() };
    changed(&scene, &options);
}

/// The scene as a detour leaves it: no extras, nodes in another order.
fn bare(scene: &Scene) -> Scene {
    let mut out = scene.clone();
    out.extras.clear();
    out.nodes.iter_mut().for_each(|n| n.extras.clear());
    out.animations.iter_mut().flat_map(|a| &mut a.channels).for_each(|c| c.extras.clear());
    let last = out.nodes.len() as u32 - 1;
    let turned = |id: scene::NodeId| scene::NodeId(last - id.0);
    out.nodes.reverse();
    for n in &mut out.nodes {
        n.parent = n.parent.map(turned);
    }
    for c in out.animations.iter_mut().flat_map(|a| &mut a.channels) {
        c.node = turned(c.node);
    }
    out
}

#[test]
fn a_template_recognises_nodes_whatever_their_order() {
    for (bgf, bsg) in [files(), twins()] {
        let scene = bare(&convert(Some(&bgf), &bsg, None));
        let (face, graph): (Arc<dyn Document>, Arc<dyn Document>) =
            (Arc::new(bgf.clone()), Arc::new(bsg.clone()));
        let both = |originals: [&Arc<dyn Document>; 2]| {
            let options =
                WriteOptions { originals: originals.map(Arc::clone).into(), ..WriteOptions::default() };
            bsg_from_scene(&scene, &options, &mut Sink::new()).unwrap()
        };
        for out in [both([&graph, &face]), both([&face, &graph])] {
            assert_eq!(out[0].bytes, bsg.to_bytes());
            assert_eq!(out[1].bytes, bgf.to_bytes());
        }
        // Without names, by place.
        let options = WriteOptions { originals: vec![graph], ..WriteOptions::default() };
        let mut sink = Sink::new();
        let out = bsg_from_scene(&scene, &options, &mut sink).unwrap();
        assert_eq!(out[0].bytes, bsg.to_bytes());
        assert_eq!(out.len(), 1);
        assert!(sink.findings().iter().any(|f| f.code.id == "ANARK_LOST"), "the animations are lost");
    }
}

/// Writes a pair, checks it and gives it back with what was said.
fn written(scene: &Scene) -> (Bsg, Bgf, Vec<String>) {
    let mut sink = Sink::new();
    let out = bsg_from_scene(scene, &WriteOptions::default(), &mut sink).unwrap();
    let mut files = Memory::default();
    files.insert("x.bsg", out[0].bytes.clone());
    files.insert("x.bgf", out[1].bytes.clone());
    let said = sink.findings().iter().map(|f| f.message.clone()).collect();
    let graph = crate::anark::bsg::read(&mut Reader::new(&out[0].bytes), &mut Sink::new()).unwrap();
    let face = crate::anark::bgf::read(&mut Reader::new(&out[1].bytes), &mut Sink::new()).unwrap();
    let options = LoadOptions::default();
    let mut sink = Sink::new();
    graph.check(&Context { files: &files, path: "x.bsg", options: &options }, &mut sink);
    face.check(&Context { files: &files, path: "x.bgf", options: &options }, &mut sink);
    let bad: Vec<_> = sink.findings().iter().filter(|f| f.code.severity != wire::Severity::Info).collect();
    assert!(bad.is_empty(), "{bad:?}");
    (graph, face, said)
}

#[test]
fn edits_of_nodes_reach_both_files_or_are_reported() {
    let (bgf, bsg) = twins();
    let scene = there_and_back(&convert(Some(&bgf), &bsg, None));
    let mut added = scene.clone();
    added.nodes.push(scene::Node { name: "New".into(), ..scene::Node::default() });
    let (graph, face, said) = written(&added);
    assert_eq!((graph.nodes.list.len(), face.header.highest_id), (4, 4));
    assert!(said.iter().any(|s| s.contains("\"New\" has no element")), "{said:?}");

    let mut renamed = scene.clone();
    renamed.nodes[1].name = "Other".into();
    let (_, face, said) = written(&renamed);
    assert_eq!(face.to_bytes(), bgf.to_bytes());
    assert!(said.iter().any(|s| s.contains("\"Other\"")), "{said:?}");
    // Blender's number for the second of a name is no new name.
    renamed.nodes[1].name = "Plate.001".into();
    assert_eq!(written(&renamed).2, Vec::<String>::new());

    let mut rehung = scene.clone();
    rehung.nodes[2].parent = Some(scene::NodeId(1));
    let (graph, face, said) = written(&rehung);
    assert_eq!((graph.nodes.list[2].parent, face.elements.list[2].parent), (1, 1));
    assert!(said.is_empty(), "{said:?}");

    let mut cut = scene.clone();
    cut.animations.iter_mut().for_each(|a| a.channels.retain(|c| c.node.0 != 2));
    cut.nodes.truncate(2);
    let (graph, face, said) = written(&cut);
    assert_eq!((graph.nodes.list.len(), face.elements.list[2].scene_item_id), (2, 0));
    assert!(said.iter().any(|s| s.contains("element 2 has no node")), "{said:?}");

    let mut still = scene.clone();
    still.animations.remove(0);
    let (_, face, said) = written(&still);
    assert_eq!(face.to_bytes(), bgf.to_bytes());
    assert!(said.iter().any(|s| s.contains("not in the model")), "{said:?}");
}

#[test]
fn a_key_per_frame_of_the_same_motion_changes_nothing() {
    let (bgf, bsg) = files();
    let mut scene = there_and_back(&convert(Some(&bgf), &bsg, None));
    let mut sampled = 0;
    for c in scene.animations.iter_mut().flat_map(|a| &mut a.channels) {
        if c.property == scene::Property::Rotation || c.times.len() < 2 {
            continue;
        }
        let frames = (c.times.last().unwrap() * 24.0).floor() as u16;
        let first = (c.times[0] * 24.0).ceil() as u16;
        let times: Vec<f32> = (first..=frames).map(|i| f32::from(i) / 24.0).collect();
        c.values = times.iter().flat_map(|t| crate::anark::from_scene::motion::at(c, 3, *t)).collect();
        (c.times, c.interpolation) = (times, scene::Interpolation::Linear);
        sampled += 1;
    }
    assert!(sampled > 1);
    let out = bgf_from_scene(&scene, &WriteOptions::default(), &mut Sink::new()).unwrap();
    assert_eq!(out[0].bytes, bgf.to_bytes());
}

#[test]
fn slides_that_move_nothing_are_in_the_extras_of_the_scene() {
    let (mut bgf, bsg) = twins();
    bgf.animations.list[1].attribute = crate::anark::value::AttributeName(hash(b"opacity") & 0x07FF_FFFF);
    bgf.slides.list.push(slide("Shown", 0, 4, 700, &[]));
    bgf.recount();
    let scene = there_and_back(&convert(Some(&bgf), &bsg, None));
    assert_eq!(scene.animations.len(), 1, "glTF has no animation without channels");
    let slides = scene.extras["anark"]["slides"].as_array().unwrap();
    let names: Vec<_> = slides.iter().map(|t| t["slides"][0]["slide"].as_str().unwrap()).collect();
    assert_eq!(names, ["Shown", "Open"]);
    assert_eq!(slides[1]["tracks"][0]["keys"].as_array().unwrap().len(), 2);
    assert_eq!(slides[1]["seconds"], 0.4_f32);
}

#[test]
fn a_move_in_a_model_of_a_bgf_alone_is_reported() {
    let (bgf, _) = files();
    let (files, options) = (Memory::default(), LoadOptions::default());
    let cx = Context { files: &files, path: "x.bgf", options: &options };
    let mut scene = there_and_back(&bgf.to_scene(&cx, &mut Sink::new()).unwrap());
    let mut sink = Sink::new();
    let out = bgf_from_scene(&scene, &WriteOptions::default(), &mut sink).unwrap();
    assert_eq!((out[0].bytes.as_slice(), sink.findings().len()), (bgf.to_bytes().as_slice(), 0));
    scene.nodes[1].translation[0] += 1.0;
    bgf_from_scene(&scene, &WriteOptions::default(), &mut sink).unwrap();
    assert!(sink.findings().iter().any(|f| f.message.contains("was moved")), "{:?}", sink.findings());
}

/// Blender writes the pose of the active action as the rest pose: that is no edit, whatever else is.
#[test]
fn the_pose_of_an_animation_is_no_edit() {
    let (bgf, bsg) = files();
    let original = there_and_back(&convert(Some(&bgf), &bsg, None));
    let panel = original.nodes.iter().position(|n| n.name == "Panel").unwrap();
    let channel = original
        .animations
        .iter()
        .flat_map(|a| &a.channels)
        .find(|c| c.node.0 as usize == panel && c.property == scene::Property::Translation)
        .unwrap();
    // In-slope, value, out-slope.
    let start: [f32; 3] = channel.values[3..6].try_into().unwrap();
    assert_ne!(start, original.nodes[panel].translation);
    let mut scene = original.clone();
    scene.nodes[panel].translation = start;
    let out = bsg_from_scene(&scene, &WriteOptions::default(), &mut Sink::new()).unwrap();
    assert_eq!(out[0].bytes, bsg.to_bytes());
    scene.nodes[panel].translation[0] += 1.0;
    let out = bsg_from_scene(&scene, &WriteOptions::default(), &mut Sink::new()).unwrap();
    assert_ne!(out[0].bytes, bsg.to_bytes(), "moved elsewhere");
}
