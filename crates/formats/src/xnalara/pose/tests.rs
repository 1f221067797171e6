//! Poses on a model: hand-worked numbers, clips, and converting back.

use super::{FORMAT, Pose};
use crate::xnalara::xps::tests::{file, model};
use crate::{Context, Document, LoadOptions, WriteOptions};
use glam::Vec3;
use scene::{Memory, Property, Scene};
use wire::{Reader, Sink};

fn pose(text: &str) -> Box<dyn Document> {
    let mut r = Reader::new(text.as_bytes()).with_trace();
    let doc = (FORMAT.read)(&mut r, &mut Sink::new()).unwrap();
    assert_eq!(r.take_trace().unwrap().untiled(text.len() as u64), None);
    assert_eq!(doc.write(), text.as_bytes());
    let mut json = Vec::new();
    doc.dump(&mut json).unwrap();
    assert_eq!(crate::build(&json).unwrap().write(), text.as_bytes());
    doc
}

/// Root at the origin, a bone one unit above it, one two units above that.
fn chain() -> Scene {
    let mut m = model(3, &[1], 4);
    for (b, y) in m.bones.iter_mut().zip([0.0, 1.0, 3.0]) {
        b.head = [0.0, y, 0.0];
    }
    let files = Memory::default();
    let options = LoadOptions::default();
    let cx = Context { files: &files, path: "generic_item.mesh", options: &options };
    file(&m, None, None).to_scene(&cx, &mut Sink::new()).unwrap()
}

fn with<T>(name: &str, f: impl FnOnce(&Context<'_>, &mut Sink) -> T) -> (T, Sink) {
    let files = Memory::default();
    let options = LoadOptions::default();
    let mut sink = Sink::new();
    let out = f(&Context { files: &files, path: name, options: &options }, &mut sink);
    (out, sink)
}

/// World position of a bone in the first key of an animation.
fn head(scene: &Scene, bone: usize) -> Vec3 {
    let mut posed = scene.clone();
    for c in &scene.animations[0].channels {
        let n = &mut posed.nodes[c.node.0 as usize];
        match c.property {
            Property::Translation => n.translation = c.values[..3].try_into().unwrap(),
            Property::Rotation => n.rotation = c.values[..4].try_into().unwrap(),
            Property::Scale => n.scale = c.values[..3].try_into().unwrap(),
            Property::Weights => {}
        }
    }
    posed.world_matrices()[bone].w_axis.truncate()
}

#[test]
fn worked_by_hand() {
    let mut s = chain();
    // Bone 1: a quarter turn about X carries its child from above (+y) to the front (+z); then it moves by (5, 0, 0).
    // Bone 0: a quarter turn about Y carries z to x and x to -z.
    let doc = pose("bone 1: 90 0 0 5 0 0\nbone 0: 0 90 0\nnobody: 1 2 3\n");
    let ((bound, all), sink) = with("wave.pose", |cx, sink| doc.animate(&mut s, cx, sink).unwrap());
    assert_eq!((bound, all), (2, 3));
    assert_eq!(sink.findings().len(), 1);
    assert_eq!(s.animations[0].name, "wave");
    assert!(head(&s, 0).abs_diff_eq(Vec3::ZERO, 1e-5));
    assert!(head(&s, 1).abs_diff_eq(Vec3::new(0.0, 1.0, -5.0), 1e-5), "{}", head(&s, 1));
    assert!(head(&s, 2).abs_diff_eq(Vec3::new(2.0, 1.0, -5.0), 1e-5), "{}", head(&s, 2));
}

#[test]
fn old_style_and_scale() {
    let mut s = chain();
    let doc = pose("0 0 90\n0 0 0\n");
    with("x.pose", |cx, sink| doc.animate(&mut s, cx, sink).unwrap());
    assert!(head(&s, 2).abs_diff_eq(Vec3::new(-3.0, 0.0, 0.0), 1e-5));
    let mut s = chain();
    let doc = pose("bone 1: 0 0 0 0 0 0 1 2 1\n");
    with("x.pose", |cx, sink| doc.animate(&mut s, cx, sink).unwrap());
    assert!(head(&s, 2).abs_diff_eq(Vec3::new(0.0, 5.0, 0.0), 1e-5));
}

#[test]
fn numbered_poses_become_a_clip() {
    let mut s = chain();
    for (i, angle) in [0, 90, 180].iter().enumerate() {
        let doc = pose(&format!("bone 1: {angle} 0 0\n"));
        with(&format!("walk{:03}.pose", i + 1), |cx, sink| doc.animate(&mut s, cx, sink).unwrap());
    }
    let doc = pose("bone 1: 1 0 0\n");
    with("other.pose", |cx, sink| doc.animate(&mut s, cx, sink).unwrap());
    let names: Vec<&str> = s.animations.iter().map(|a| a.name.as_str()).collect();
    assert_eq!(names, ["walk", "other"]);
    let c = &s.animations[0].channels[0];
    assert_eq!((c.times.len(), c.values.len()), (3, 12));
    assert!((c.times[2] - 2.0 / 24.0).abs() < 1e-6);
}

#[test]
fn and_back_to_a_pose() {
    let text = "bone 0: 10 20 30 0.5 0 0\nbone 1: 90 45 0 5 0 0 1 2 1\nbone 2: 0 0 -120 0 0 0\n";
    let mut s = chain();
    let doc = pose(text);
    with("wave.pose", |cx, sink| doc.animate(&mut s, cx, sink).unwrap());
    let from = FORMAT.from_scene.unwrap();
    let out = from(&s, &WriteOptions::default(), &mut Sink::new()).unwrap().remove(0).bytes;
    let back = super::types::parse(&out);
    let want = super::types::parse(text.as_bytes());
    assert_eq!(back.lines.len(), 3);
    for (a, b) in back.lines.iter().zip(&want.lines) {
        let (a_pose, b_pose) = (a.pose(), b.pose());
        let qa = glam::Quat::from_array(crate::xnalara::maths::quaternion(a_pose.rotation));
        let qb = glam::Quat::from_array(crate::xnalara::maths::quaternion(b_pose.rotation));
        assert!(qa.dot(qb).abs() > 1.0 - 1e-5, "{a:?} {b:?}");
        for (x, y) in a_pose.translation.iter().zip(b_pose.translation) {
            assert!((x - y).abs() < 1e-4, "{a:?} {b:?}");
        }
    }
}

#[test]
fn a_pose_alone_is_a_list_of_bones() {
    let doc = pose("arm: 90 0 0\nleg: 0 0 0 1 2 3\n");
    let (s, _) = with("wave.pose", |cx, sink| doc.to_scene(cx, sink).unwrap());
    assert_eq!(s.nodes.iter().map(|n| n.name.as_str()).collect::<Vec<_>>(), ["arm", "leg"]);
    assert_eq!(s.animations[0].channels.len(), 3);
    assert_eq!(doc.tracks().len(), 2);
    assert!(doc.as_any().downcast_ref::<Pose>().is_some());
}

#[test]
fn repairs() {
    let mut doc = pose("arm: 1 2 3 4\nnonsense\nleg: NaN 0 0\n");
    let ((), sink) = with("x.pose", |cx, sink| doc.check(cx, sink));
    assert_eq!(sink.findings().len(), 3);
    with("x.pose", |cx, _| doc.fix(cx));
    let fixed = pose(std::str::from_utf8(&doc.write()).unwrap());
    let ((), sink) = with("x.pose", |cx, sink| fixed.check(cx, sink));
    assert!(sink.findings().is_empty(), "{:?}", sink.findings());
}

#[test]
fn a_pose_counts_from_the_bind_whatever_the_nodes_stand_in() {
    let doc = pose("bone 1: 90 0 0 5 0 0\nbone 0: 0 90 0\n");
    let mut s = chain();
    let stands = super::types::parse(b"bone 0: 10 20 30 1 2 3\nbone 1: 0 0 45 0 1 0 2 2 2\nbone 2: 0 10 0\n");
    super::scene::apply(&mut s, &stands, "", &mut Sink::new());
    with("wave.pose", |cx, sink| doc.animate(&mut s, cx, sink).unwrap());
    // As in `worked_by_hand`: what the nodes stood in is gone. Bone 2 is not named, its place is its parent's doing.
    assert!(head(&s, 1).abs_diff_eq(Vec3::new(0.0, 1.0, -5.0), 1e-5), "{}", head(&s, 1));
    assert!(head(&s, 2).abs_diff_eq(Vec3::new(2.0, 1.0, -5.0), 1e-5), "{}", head(&s, 2));
}

#[test]
fn sides_as_blender_has_them() {
    let mut s = chain();
    s.nodes[1].name = "arm *side* elbow.L".into();
    s.nodes[2].name = "leg right ankle".into();
    let doc =
        pose("arm left elbow: 1 0 0\nleg *side* ankle.R: 2 0 0\nleg left ankle: 3 0 0\nleftover: 4 0 0\n");
    let ((bound, all), sink) = with("x.pose", |cx, sink| doc.animate(&mut s, cx, sink).unwrap());
    assert_eq!((bound, all), (2, 4));
    assert!(sink.findings()[0].message.contains("leg left ankle, leftover"), "{:?}", sink.findings());
}

#[test]
fn nothing_is_no_pose_and_ten_numbers_are_too_many() {
    for text in ["", "\n \n"] {
        let e = (FORMAT.read)(&mut Reader::new(text.as_bytes()), &mut Sink::new()).err().unwrap();
        assert!(e.message().contains("empty"), "{e}");
    }
    let mut doc = pose("arm: 1 2 3 4 5 6 7 8 9 10\n");
    let ((), sink) = with("x.pose", |cx, sink| doc.check(cx, sink));
    assert!(sink.has(&super::super::rules::POSE_VALUES));
    with("x.pose", |cx, _| doc.fix(cx));
    assert_eq!(doc.write(), b"arm: 1 2 3 4 5 6 7 8 9\n");
}
