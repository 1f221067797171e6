//! Random actors and motions, written by a plain encoder, moved by the formulas of the format (slowly, in double
//! precision, in the source's own left-handed space), against what the `gltf` crate reads from our GLB: every version of
//! nodes, meshes, skins, targets and motions, both byte orders. Shares no code with the converter.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::type_complexity, reason = "a test")]
#![allow(clippy::needless_for_each, clippy::semicolon_if_nothing_returned, reason = "short on purpose")]

extern crate xenomesh_formats as formats;

mod encode;
mod file;
mod formulas;
mod glb;
mod numbers;

use encode::{Layout, encode_actor, encode_morphs, encode_motion, name};
use file::{Actor, Keys, MorphTrack, Node, Submotion, actor, submotion, times};
use formats::{Context, Document, LoadOptions};
use formulas::{Trs, bind, evaluate, track};
use glam::{DQuat, DVec3};
use glb::{Glb, compare};
use numbers::{Rng, nlerp, q, v};
use proptest::prelude::*;
use scene::Memory;
use wire::{Reader, Sink};

fn read(bytes: &[u8], file: &str) -> Box<dyn Document> {
    formats::read(&mut Reader::new(bytes), file, &mut Sink::new()).unwrap()
}

fn check(seed: u64) {
    let r = &mut Rng(seed | 1);
    let mut a = actor(r);
    let deep = a.nodes.len() == 40;
    // Joints with a uniform scale, mirrored ones too, that no motion changes.
    let calm = !deep && r.chance(2);
    if calm {
        for n in &mut a.nodes {
            n.scale = [[1.0, 0.7, -1.0, 1.4][r.below(4) as usize]; 3];
        }
    }
    let big = r.chance(2);
    let layout = Layout::new(r);
    let mut motion: Vec<Submotion> = Vec::new();
    for i in 0..a.nodes.len() {
        if !r.chance(4) {
            motion.push(submotion(r, name(i), deep, layout.packed));
        }
    }
    motion.push(submotion(r, "nobody".into(), deep, layout.packed));
    let mut second: Vec<Submotion> =
        (0..a.nodes.len()).map(|i| submotion(r, name(i), deep, layout.packed)).collect();
    for (list, all) in [(&mut motion, true), (&mut second, r.chance(2))] {
        for s in list.iter_mut().filter(|_| calm && all) {
            let Some(i) = (0..a.nodes.len()).find(|i| name(*i) == s.name) else { continue };
            s.scales.clear();
            s.pose.3 = a.nodes[i].scale;
        }
    }
    let mut morphs: Vec<MorphTrack> = Vec::new();
    for i in 0..a.targets.len() {
        if r.chance(4) {
            continue;
        }
        morphs.push(MorphTrack {
            name: format!("target {i}"),
            pose: r.span(0.0, 1.0),
            min: if r.chance(3) { -0.5 } else { 0.0 },
            max: if r.chance(3) { 1.5 } else { 1.0 },
            keys: times(r).into_iter().map(|t| (t, r.below(65536) as u16)).collect(),
        });
    }

    let files = Memory::default();
    let options = LoadOptions::default();
    let cx = |path| Context { files: &files, path, options: &options };
    let mut sink = Sink::new();
    let mut scene = read(&encode_actor(&a, &layout, big), "a.xac").to_scene(&cx("a.xac"), &mut sink).unwrap();
    let bound = |list: &[Submotion]| list.iter().filter(|s| s.name != "nobody").count();
    for (list, file) in [(&motion, "one.xsm"), (&second, "two.xsm")] {
        let doc = read(&encode_motion(list, &layout, big, r.below(2) as u8), file);
        assert_eq!(doc.animate(&mut scene, &cx(file), &mut sink).unwrap(), (bound(list), list.len()));
    }
    read(&encode_morphs(&morphs, &layout, big), "m.xpm")
        .animate(&mut scene, &cx("m.xpm"), &mut sink)
        .unwrap();
    formats::settle(&mut scene);
    let first = glb_of(&scene);
    let said = Said { a: &a, motions: [&motion, &second], morphs: &morphs, seed };
    said.holds_for(&first, 1.0, true, "first");
    // Through glTF and back: with everything that rides in extras, and with nothing but what every program keeps.
    for extras in [true, false] {
        let mut back = scene::gltf::read(&first, &files, "a.glb", &mut Sink::new()).unwrap();
        if !extras {
            strip(&mut back);
        }
        let again = through(&back, &files, &options, &format!("seed {seed} extras {extras}"));
        said.holds_for(&again, 3.0, extras, if extras { "with extras" } else { "without extras" });
    }
}

fn glb_of(scene: &scene::Scene) -> Vec<u8> {
    scene::gltf::write_glb(scene, &scene::gltf::WriteOptions::default(), &mut Sink::new()).unwrap()
}

/// What a program does that keeps nothing of ours.
fn strip(scene: &mut scene::Scene) {
    scene.extras.clear();
    scene.nodes.iter_mut().for_each(|n| n.extras.clear());
    scene.meshes.iter_mut().for_each(|m| m.extras.clear());
    scene.animations.iter_mut().for_each(|a| a.extras.clear());
    scene.animations.iter_mut().flat_map(|a| &mut a.channels).for_each(|c| c.extras.clear());
}

/// Scene → XAC, XSM, XPM → scene → GLB. Every file must be sound.
fn through(scene: &scene::Scene, files: &Memory, options: &LoadOptions, what: &str) -> Vec<u8> {
    let write = formats::WriteOptions {
        file_name: "a.xac".into(),
        profile: Some("paradox".into()),
        ..formats::WriteOptions::default()
    };
    let make = formats::by_id("xac").unwrap().from_scene.unwrap();
    let outputs = make(scene, &write, &mut Sink::new()).unwrap();
    let mut made: Option<scene::Scene> = None;
    for o in &outputs {
        let path = format!("a{}", o.suffix);
        let cx = Context { files, path: &path, options };
        let mut sink = Sink::new();
        let doc = formats::read(&mut Reader::new(&o.bytes), &path, &mut sink).unwrap();
        doc.check(&cx, &mut sink);
        let bad: Vec<_> = sink
            .findings()
            .iter()
            .filter(|f| f.severity != wire::Severity::Info)
            .map(|f| (f.code.id, &f.message))
            .collect();
        assert!(bad.is_empty(), "{what}: {path}: {bad:?}");
        match &mut made {
            None => made = Some(doc.to_scene(&cx, &mut sink).unwrap()),
            Some(scene) => {
                doc.animate(scene, &cx, &mut sink).unwrap();
            }
        }
    }
    let mut made = made.unwrap();
    formats::settle(&mut made);
    glb_of(&made)
}

/// What a file says, to be held against what a reader of GLB sees.
struct Said<'a> {
    a: &'a Actor,
    motions: [&'a [Submotion]; 2],
    morphs: &'a [MorphTrack],
    seed: u64,
}

impl Said<'_> {
    fn holds_for(&self, glb: &[u8], slack: f64, with_morphs: bool, what: &str) {
        let Said { a, motions, morphs, seed } = self;
        let seed = format!("{seed} {what}");
        let deep = a.nodes.len() == 40;
        let gltf::Gltf { document, blob } = gltf::Gltf::from_slice(glb).unwrap();
        let glb = Glb { doc: document, bin: blob.unwrap_or_default() };

        let rest: Vec<Trs> = a.nodes.iter().map(bind).collect();
        let none = vec![0.0; a.targets.len()];
        compare(
            &evaluate(a, &rest, &none),
            &glb.evaluate(None, 0.0),
            2e-5 * slack,
            &format!("seed {seed} rest"),
        );

        let by_index = |wanted: &str| glb.doc.animations().position(|x| x.name() == Some(wanted));
        let tolerance = slack * (1.5e-4 * a.nodes.len().min(12) as f64 + if deep { 4e-3 } else { 0.0 });
        for (list, clip) in [(motions[0], "one"), (motions[1], "two")] {
            let Some(index) = by_index(clip) else {
                assert!(list.iter().filter(|s| s.name != "nobody").count() == 0, "animation {clip} is gone");
                continue;
            };
            for time in [0.0, 0.07, 0.2, 0.33, 0.5, 0.81, 1.3, 9.0] {
                let mut pose = rest.clone();
                for s in list {
                    let Some(i) = (0..a.nodes.len()).find(|i| name(*i) == s.name) else { continue };
                    let turn = |keys: &Keys<[f32; 4]>, pose: [f32; 4]| {
                        let keys: Vec<(DQuat, f32)> = keys.iter().map(|k| (q(k.0), k.1)).collect();
                        track(&keys, q(pose), time, nlerp)
                    };
                    let line = |keys: &Keys<[f32; 3]>, pose: [f32; 3]| {
                        let keys: Vec<(DVec3, f32)> = keys.iter().map(|k| (v(k.0), k.1)).collect();
                        track(&keys, v(pose), time, |a, b, t| a + (b - a) * t)
                    };
                    pose[i] = (
                        line(&s.positions, s.pose.2),
                        turn(&s.rotations, s.pose.0),
                        line(&s.scales, s.pose.3),
                        turn(&s.scale_rotations, s.pose.1),
                    );
                }
                let want = evaluate(a, &pose, &none);
                compare(
                    &want,
                    &glb.evaluate(Some(index), time),
                    tolerance,
                    &format!("seed {seed} {clip} at {time}"),
                );
            }
        }
        let Some(index) = by_index("m").filter(|_| with_morphs) else { return };
        for time in [0.0, 0.1, 0.25, 0.4, 0.7, 9.0] {
            let weight = |i: usize| {
                let Some(t) = morphs.iter().find(|t| t.name == format!("target {i}")) else { return 0.0 };
                let value = |u: u16| f64::from(t.min) + f64::from(t.max - t.min) * f64::from(u) / 65535.0;
                let keys: Vec<(f64, f32)> = t.keys.iter().map(|k| (value(k.1), k.0)).collect();
                let w = track(&keys, f64::from(t.pose), time, |a, b, s| a + (b - a) * s);
                w.clamp(f64::from(a.targets[i].min), f64::from(a.targets[i].max))
            };
            let weights: Vec<f64> = (0..a.targets.len()).map(weight).collect();
            let mut pose = rest.clone();
            for (i, t) in a.targets.iter().enumerate() {
                if morphs.iter().all(|m| m.name != format!("target {i}")) {
                    continue;
                }
                for (node, rotation, position, scale) in &t.transforms {
                    let bind = rest[*node].1;
                    let normal = (weights[i] - f64::from(t.min)) / f64::from(t.max - t.min);
                    pose[*node].0 += v(*position) * weights[i];
                    pose[*node].2 += v(*scale) * weights[i];
                    pose[*node].1 *= bind.conjugate() * nlerp(bind, q(*rotation), normal);
                }
            }
            let want = evaluate(a, &pose, &weights);
            let what = format!("seed {seed} morphs at {time}");
            compare(&want, &glb.evaluate(Some(index), time), tolerance.max(6e-4), &what);
        }
    }
}

/// A part bound wholly to one joint with a turned, unequal scale that no motion changes is rigid: edges keep their
/// length while the joint turns, in either multiply order.
fn rigid_part(seed: u64) {
    let r = &mut Rng(seed | 1);
    let order = r.below(2) as u8;
    let axes = r.quat();
    let node = |r: &mut Rng, scale, scale_rotation, parent| Node {
        rotation: r.quat(),
        scale_rotation,
        position: r.vec3(-1.0, 1.0),
        scale,
        parent,
    };
    let plain = [0.0, 0.0, 0.0, 1.0];
    let nodes = vec![node(r, [1.0; 3], plain, None), node(r, [0.6, 1.0, 1.7], axes, Some(0))];
    let mut part = file::mesh(r, 0, 2);
    let originals = part.originals.iter().max().unwrap() + 1;
    part.skin = Some((vec![(1.0, 1)], vec![[0, 1]; originals as usize]));
    let a = Actor { order, nodes, meshes: vec![part], targets: Vec::new() };
    let layout = Layout { packed: false, submotions: None, ..Layout::new(r) };
    let n = &a.nodes[1];
    let motion = vec![Submotion {
        name: name(1),
        pose: (n.rotation, n.scale_rotation, n.position, n.scale),
        positions: Vec::new(),
        rotations: vec![(r.quat(), 0.0), (r.quat(), 0.5), (r.quat(), 1.0)],
        scales: Vec::new(),
        scale_rotations: Vec::new(),
    }];
    let files = Memory::default();
    let options = LoadOptions::default();
    let cx = |path| Context { files: &files, path, options: &options };
    let mut sink = Sink::new();
    let mut scene =
        read(&encode_actor(&a, &layout, false), "a.xac").to_scene(&cx("a.xac"), &mut sink).unwrap();
    read(&encode_motion(&motion, &layout, false, order), "turn.xsm")
        .animate(&mut scene, &cx("turn.xsm"), &mut sink)
        .unwrap();
    let gltf::Gltf { document, blob } = gltf::Gltf::from_slice(&glb_of(&scene)).unwrap();
    let glb = Glb { doc: document, bin: blob.unwrap() };
    let lengths = |animation: Option<usize>, time: f64| -> Vec<f64> {
        let points = glb.evaluate(animation, time).remove(&name(0)).unwrap();
        points.windows(2).map(|w| (w[0] - w[1]).length()).collect()
    };
    let rest = lengths(None, 0.0);
    for time in [0.0, 0.2, 0.5, 0.8, 1.0] {
        for (a, b) in rest.iter().zip(lengths(Some(0), time)) {
            assert!((a - b).abs() < 1e-4 * (1.0 + a), "seed {seed}: {a} became {b} at {time}");
        }
    }
}

proptest! {
    #[test]
    fn rigid_parts_stay_rigid(seed in any::<u64>()) {
        rigid_part(seed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
    #[test]
    fn random_actors_move_as_the_format_says(seed in any::<u64>()) {
        check(seed);
    }
}
