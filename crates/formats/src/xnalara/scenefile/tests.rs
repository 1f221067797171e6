//! Both generations, exact bytes, models placed.

use super::types::{
    Accessory, Body, BonePose, Camera, Contents, Generation, Item, Light, SceneFile, Sky, Surroundings,
    Window,
};
use super::{FORMAT, write};
use crate::xnalara::xps;
use crate::xnalara::xps::tests::{file, model};
use crate::{Context, Document, LoadOptions};
use glam::Vec3;
use scene::{Memory, NodeKind};
use wire::{Reader, Sink};

/// A scene of two items.
pub fn scene(minor: u16, generation: Generation, bones: usize) -> SceneFile {
    let v = (1, minor);
    let is_xps = generation == Generation::Xps;
    let late = is_xps && v > (1, 21);
    let item = |n: usize, directory: &str| Item {
        kind: "generic_item".into(),
        directory: (v >= (1, 5)).then(|| directory.into()),
        visible: 1,
        scale: vec![2.0; if v >= (1, 8) { 3 } else { 1 }],
        bones: (0..n)
            .map(|i| BonePose {
                name: is_xps.then(|| format!("bone {i}").as_str().into()),
                values: (0..if is_xps {
                    9
                } else if v >= (1, 3) {
                    6
                } else {
                    3
                })
                    .map(|k| {
                        if k == 0 && i == 0 {
                            90.0
                        } else if k >= 6 {
                            1.0
                        } else {
                            0.0
                        }
                    })
                    .collect(),
            })
            .collect(),
        position: [10.0, 0.0, 0.0],
        accessories: vec![Accessory { name: "Hat".into(), visible: 1 }],
        more_accessories: if is_xps {
            vec![Accessory { name: "Gun".into(), visible: 0 }]
        } else {
            Vec::new()
        },
        glow: if v >= (1, 11) { vec![1.0; 6] } else { Vec::new() },
    };
    let light = |i: usize| Light {
        unknown_before: (is_xps && i > 0 && v >= (1, 30)).then_some(1),
        direction: [0.0, -1.0, 0.5],
        intensity: (v >= (1, 2)).then_some(1.1),
        color: [255, 250, 240],
        shadow_depth: 0.4,
    };
    let lights = if v >= (1, 10) {
        3
    } else if v >= (1, 4) {
        2
    } else {
        1
    };
    SceneFile {
        major: 1,
        minor,
        body: Body::Known(Box::new(Contents {
            generation,
            items: vec![item(bones, "data\\People\\Anna"), item(bones, "data\\People\\Bert")],
            camera: Camera {
                fov: 0.7,
                target: [0.0, 1.0, 0.0],
                distance: 3.0,
                horizontal: 0.5,
                vertical: 0.1,
            },
            before_lights: if is_xps { vec![0.5] } else { Vec::new() },
            lights: (0..lights).map(light).collect(),
            surroundings: Some(Surroundings {
                use_post_processing: late.then_some(1),
                post_processing: if v >= (1, 9) { vec![1.0, 0.0, 1.0, 1.0] } else { Vec::new() },
                unknown_after_post: vec![0; if late { 5 } else { usize::from(is_xps) }],
                ground_visible: 1,
                ground_texture: "data\\ground.png".into(),
                background_color: (v >= (1, 1)).then_some([1, 2, 3]),
                background_image: "".into(),
                background_more: if late { vec!["Stretch".into(), "".into()] } else { Vec::new() },
                sky: (v >= (1, 6)).then(|| Sky { visible: 0, texture: "sky.png".into(), values: [0.0, 1.0] }),
                window: (v >= (1, 7)).then_some(Window { fixed: 0, size: [800, 600] }),
            }),
            rest: Vec::new(),
        })),
    }
}

fn read(bytes: &[u8]) -> Box<dyn Document> {
    let mut r = Reader::new(bytes).with_trace();
    let doc = (FORMAT.read)(&mut r, &mut Sink::new()).unwrap();
    assert_eq!(r.take_trace().unwrap().untiled(bytes.len() as u64), None);
    assert_eq!(doc.write(), bytes);
    let mut json = Vec::new();
    doc.dump(&mut json).unwrap();
    assert_eq!(crate::build(&json).unwrap().write(), bytes);
    doc
}

#[test]
fn every_version_of_both_generations() {
    for minor in (0..=11).chain([21, 22, 30]) {
        let generation = if minor < 12 { Generation::Classic } else { Generation::Xps };
        for bones in [0, 1, 7] {
            let file = scene(minor, generation, bones);
            let doc = read(&write(&file));
            let back = doc.as_any().downcast_ref::<SceneFile>().unwrap();
            assert_eq!(*back, file, "1.{minor} with {bones} bones");
        }
    }
}

#[test]
fn an_unknown_end_is_kept() {
    let mut bytes = write(&scene(30, Generation::Xps, 2));
    bytes.extend_from_slice(b"\x07something else");
    let doc = read(&bytes);
    let files = Memory::default();
    let options = LoadOptions::default();
    let mut sink = Sink::new();
    doc.check(&Context { files: &files, path: "x.scene", options: &options }, &mut sink);
    assert!(sink.has(&super::super::rules::SCENE_TAIL));
}

#[test]
fn a_file_name_with_control_characters_is_an_end_that_is_not_understood() {
    let bytes = write(&scene(30, Generation::Xps, 2));
    let at = bytes.windows(6).position(|w| w == b"ground").unwrap();
    let mut damaged = bytes.clone();
    damaged[at] = 7;
    let doc = read(&damaged);
    let c = doc.as_any().downcast_ref::<SceneFile>().unwrap().contents().unwrap();
    assert!(c.surroundings.is_none() && c.items.len() == 2 && damaged.ends_with(&c.rest));
}

#[test]
fn numbers_that_are_not_finite_become_those_that_change_nothing() {
    let mut file = scene(30, Generation::Xps, 2);
    let Body::Known(c) = &mut file.body else { panic!("a scene that is known") };
    c.items[1].scale[2] = f32::NAN;
    c.items[1].position[0] = f32::INFINITY;
    c.items[1].bones[0].values[0] = f32::NEG_INFINITY;
    c.items[1].bones[1].values[8] = f32::NAN;
    let mut doc = read(&write(&file));
    let (files, options) = (Memory::default(), LoadOptions::default());
    let cx = Context { files: &files, path: "x.scene", options: &options };
    let bad = |doc: &dyn Document| {
        let mut sink = Sink::new();
        doc.check(&cx, &mut sink);
        let found = sink.findings().iter().filter(|d| d.code.id == "XNA_NOT_FINITE");
        found.map(|d| d.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(bad(&*doc), ["4 numbers are not finite"]);
    doc.fix(&cx);
    let again = read(&doc.write());
    assert_eq!(bad(&*again), [""; 0]);
    let c = again.as_any().downcast_ref::<SceneFile>().unwrap().contents().unwrap();
    let item = &c.items[1];
    assert_eq!((item.scale.as_slice(), item.position), (&[2.0, 2.0, 1.0][..], [0.0; 3]));
    assert_eq!((item.bones[0].values[0], item.bones[1].values[8]), (0.0, 1.0));
}

#[test]
fn models_are_placed_and_posed() {
    for (minor, generation) in [(11, Generation::Classic), (21, Generation::Xps)] {
        let mut m = model(3, &[1], 4);
        for (b, y) in m.bones.iter_mut().zip([0.0, 1.0, 3.0]) {
            b.head = [0.0, y, 0.0];
        }
        let mut files = Memory::default();
        files.insert("saved/people/ANNA/Generic_Item.mesh", xps::write(&file(&m, None, None)));
        files.insert("saved/x.scene", write(&scene(minor, generation, 3)));
        let options = LoadOptions::default();
        let mut sink = Sink::new();
        let cx = Context { files: &files, path: "saved/x.scene", options: &options };
        let doc = read(&write(&scene(minor, generation, 3)));
        let s = doc.to_scene(&cx, &mut sink).unwrap();
        // Bert is missing.
        assert_eq!(sink.findings().iter().filter(|d| d.code.id == "XNA_SCENE_MODEL").count(), 1);
        assert_eq!(
            (s.meshes.len(), s.nodes[0].name.as_str(), s.nodes[0].kind),
            (1, "Anna", NodeKind::Holder)
        );
        // Bone 0 turns +y to +z, everything twice as large, ten to the left.
        let world = s.world_matrices();
        let top = world[3].w_axis.truncate();
        assert!(top.abs_diff_eq(Vec3::new(10.0, 0.0, 6.0), 1e-4), "{top}");
        assert_eq!(s.nodes[4].skin.map(|s| s.0), Some(0));
    }
}

#[test]
fn camera_and_lights_are_gltfs() {
    let (files, options) = (Memory::default(), LoadOptions::default());
    let cx = Context { files: &files, path: "x.scene", options: &options };
    let mut file = scene(21, Generation::Xps, 1);
    if let Body::Known(c) = &mut file.body {
        (c.camera.horizontal, c.camera.vertical) = (std::f32::consts::FRAC_PI_2, 0.5);
    }
    let s = file.to_scene(&cx, &mut Sink::new()).unwrap();
    let node = s.nodes.iter().position(|n| n.camera.is_some()).unwrap();
    let world = s.world_matrices()[node];
    // From the model's left and from above, three away, towards the target.
    let want = Vec3::new(3.0 * 0.5_f32.cos(), 1.0 + 3.0 * 0.5_f32.sin(), 0.0);
    assert!(world.w_axis.truncate().abs_diff_eq(want, 1e-5), "{world}");
    let looks = world.transform_vector3(-Vec3::Z);
    assert!((Vec3::new(0.0, 1.0, 0.0) - want).normalize().abs_diff_eq(looks, 1e-5), "{looks}");
    let scene::Projection::Perspective { yfov, aspect } = s.cameras[0].projection else {
        panic!("{:?}", s.cameras)
    };
    // 0.7 is the width's angle in a window of 800 by 600.
    assert!((2.0 * ((yfov / 2.0).tan() * aspect.unwrap()).atan() - 0.7).abs() < 1e-6);
    assert_eq!((s.lights.len(), aspect), (3, Some(800.0 / 600.0)));
    let light = s.nodes.iter().find(|n| n.light.is_some()).unwrap();
    let shines = glam::Quat::from_array(light.rotation) * -Vec3::Z;
    assert!(shines.abs_diff_eq(Vec3::new(0.0, -1.0, 0.5).normalize(), 1e-6), "{shines}");
    assert!((s.lights[0].intensity - 1.1 * std::f32::consts::PI).abs() < 1e-5 && s.lights[0].color[0] == 1.0);
}
