use super::scene::curves::{BEZIER, BEZIER_LINEAR_TIME, LINEAR, STEP, TCB};
use super::*;
use crate::LoadOptions;
use crate::egosoft::fixed::Fixed;
use ::scene::{Channel, Interpolation, Memory, Property, Scene};
use proptest::prelude::*;
use std::f32::consts::TAU;

/// As the registry calls it.
fn from_scene(scene: &Scene, options: &crate::WriteOptions, sink: &mut Sink) -> Result<Vec<crate::Output>> {
    FORMAT.from_scene.unwrap()(scene, options, sink)
}

fn key(time: f32, value: [f32; 3], kind: i32) -> Key {
    Key { time, value, interpolation: [kind; 3], ..Key::default() }
}

fn anim(name: &str, sub: &str) -> Anim {
    Anim {
        desc: Description {
            name: Fixed::new(name.as_bytes()),
            subname: Fixed::new(sub.as_bytes()),
            num_pos: 0,
            num_rot: 0,
            num_scale: 0,
            num_pre_scale: 0,
            num_post_scale: 0,
            duration: 0.0,
            zero: [0; 2],
        },
        pos: vec![],
        rot: vec![],
        scale: vec![],
        pre_scale: vec![],
        post_scale: vec![],
    }
}

fn file(anims: Vec<Anim>) -> Ani {
    let mut a = Ani { anims, ..Ani::empty() };
    a.fix_file();
    a
}

/// A radar that turns once in ten seconds, as the studio writes it.
fn radar() -> Ani {
    let mut a = anim("radar", "loop");
    a.rot = vec![key(0.0, [0.0; 3], LINEAR), key(10.0, [0.0, 0.0, TAU], STEP)];
    file(vec![a])
}

fn with_cx<T>(f: impl FnOnce(&Context<'_>, &mut Sink) -> T) -> T {
    let (files, options) = (Memory::default(), LoadOptions::default());
    f(&Context { files: &files, path: "ship_data.ani", options: &options }, &mut Sink::new())
}

fn round_trips(bytes: &[u8]) {
    let mut r = Reader::new(bytes).with_trace();
    let a = Ani::read(&mut r).unwrap();
    assert_eq!(Ani::write(&a), bytes);
    assert_eq!(r.take_trace().unwrap().untiled(bytes.len() as u64), None);
    let mut json = Vec::new();
    a.dump(&mut json).unwrap();
    assert_eq!(crate::build(&json).unwrap().write(), bytes);
}

#[test]
fn files_come_back_byte_for_byte() {
    round_trips(&[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    let mut a = radar();
    round_trips(&Ani::write(&a));
    a.anims[0].desc.name.0[40..43].copy_from_slice(b"\xffxy");
    a.gap = vec![1, 2, 3];
    a.tail = vec![4; 5];
    a.recount();
    a.anims[0].rot[0].deriv_in[1] = f32::from_bits(0x7fc0_1234);
    round_trips(&Ani::write(&a));
}

#[test]
fn hostile_files_end_in_errors() {
    let good = Ani::write(&radar());
    let code = |at: usize, with: &[u8]| {
        let mut b = good.clone();
        b[at..at + with.len()].copy_from_slice(with);
        Ani::read(&mut Reader::new(&b)).unwrap_err().code().id
    };
    assert_eq!(code(8, &[2]), "ANI_VERSION");
    assert_eq!(code(4, &[20]), "ANI_KEY_OFFSET");
    assert_eq!(code(4, &[0, 0, 1]), "ANI_KEY_OFFSET");
    assert_eq!(code(0, &[0xff, 0xff, 0xff, 0x7f]), "WIRE_COUNT_TOO_LARGE");
    assert_eq!(code(0, &[0xff, 0xff, 0xff, 0xff]), "WIRE_VALUE");
    assert_eq!(code(16 + 128, &[0xff, 0xff, 0xff, 0x7f]), "WIRE_COUNT_TOO_LARGE");
    for n in 0..good.len() {
        assert!(Ani::read(&mut Reader::new(&good[..n])).is_err(), "{n}");
    }
}

#[test]
fn a_full_turn_of_two_keys_turns() {
    let scene = with_cx(|cx, sink| radar().to_scene(cx, sink)).unwrap();
    assert_eq!((scene.nodes[0].name.as_str(), scene.animations[0].name.as_str()), ("radar", "loop"));
    let c = &scene.animations[0].channels[0];
    assert_eq!((c.property, c.times.len(), c.times[20]), (Property::Rotation, 21, 10.0));
    // A quarter at a quarter of the time; about z the file counts the other way round, and so does the mirror.
    assert_eq!(c.times[5], 2.5);
    assert!((c.values[5 * 4 + 2] - 0.5_f32.sqrt()).abs() < 1e-6, "{:?}", &c.values[20..24]);
}

#[test]
fn hostile_tracks_stay_in_proportion_to_the_file() {
    let mut anims = Vec::new();
    for i in 0..300_u32 {
        // One name in three hundred spellings, each of which turns a million times and bends in time.
        let spelled: String = (0..12).map(|bit| if i >> bit & 1 == 0 { 'a' } else { 'A' }).collect();
        let mut a = anim(&spelled, "x");
        a.rot = vec![key(0.0, [0.0; 3], LINEAR), key(1.0, [1e30, -1e30, 7e6], STEP)];
        a.pos = vec![key(0.0, [1e30; 3], BEZIER), key(1.0, [-1e30; 3], STEP)];
        a.pos[0].control = [[[0.9, 1e30], [0.1, -1e30]]; 3];
        anims.push(a);
    }
    let source = file(anims);
    let bytes = Ani::write(&source).len();
    let scene = with_cx(|cx, sink| source.to_scene(cx, sink)).unwrap();
    let channels = || scene.animations.iter().flat_map(|a| &a.channels);
    assert_eq!(channels().count(), 600, "each moves its own node");
    let numbers: usize = channels().map(|c| c.times.len() + c.values.len()).sum();
    assert!(numbers * 4 < 16 * bytes + (4 << 20), "{numbers} numbers of {bytes} bytes");
}

#[test]
fn a_name_means_one_node_of_each_hierarchy() {
    let mut scene = Scene::default();
    for tree in 0..2 {
        let root = scene.add_node(Node { name: "ship".into(), lod: Some(tree), ..Node::default() });
        for name in ["Radar", "radar", "radar"] {
            scene.add_node(Node { name: name.into(), parent: Some(root), ..Node::default() });
        }
    }
    radar().bind(&mut scene);
    let nodes = |s: &Scene| s.animations[0].channels.iter().map(|c| c.node.0).collect::<Vec<_>>();
    assert_eq!(nodes(&scene), [2, 6], "as it is spelled");
    scene.animations.clear();
    scene.nodes.iter_mut().filter(|n| n.name == "radar").for_each(|n| n.name = "RADAR".into());
    radar().bind(&mut scene);
    assert_eq!(nodes(&scene), [1, 5], "or in another case");
}

#[test]
fn values_are_relative_and_mirrored() {
    let mut a = anim("part 12", "open");
    a.pos = vec![key(0.0, [1.0, 2.0, 3.0], LINEAR), key(1.0, [2.0, 2.0, 3.0], STEP)];
    a.scale = vec![key(0.0, [2.0; 3], STEP)];
    a.rot = vec![key(0.0, [0.0, 0.5, 0.0], STEP)];
    let mut scene = Scene::default();
    let half = 0.3_f32;
    scene.add_node(Node {
        name: "part".into(),
        translation: [10.0, 20.0, 30.0],
        scale: [1.0, 2.0, 3.0],
        rotation: [half.sin(), 0.0, 0.0, half.cos()],
        ..Node::default()
    });
    let (bound, all) = with_cx(|cx, sink| file(vec![a]).animate(&mut scene, cx, sink)).unwrap();
    assert_eq!((bound, all), (1, 1));
    let [pos, rot, scale] = &scene.animations[0].channels[..] else { panic!() };
    // Along the part, which is turned by 0.6 about x.
    let along = glam::Quat::from_rotation_x(0.6);
    for (i, x) in [-1.0, -2.0].into_iter().enumerate() {
        let want = glam::Vec3::new(10.0, 20.0, 30.0) + along * glam::Vec3::new(x, 2.0, 3.0);
        let is = glam::Vec3::from_slice(&pos.values[3 * i..]);
        assert!(is.abs_diff_eq(want, 1e-5), "{is} {want}");
    }
    assert_eq!((scale.values.as_slice(), scale.interpolation), (&[2.0, 4.0, 6.0][..], Interpolation::Step));
    let want = glam::Quat::from_rotation_x(0.6) * glam::Quat::from_rotation_y(-0.5);
    assert!(glam::Quat::from_slice(&rot.values).dot(want).abs() > 0.999_999);
}

/// The first channel of an animation with the keys of the file alone.
fn stored(scene: &Scene, animation: usize) -> Channel {
    let channel = &scene.animations[animation].channels[0];
    ::scene::curves::inserted::dropped(channel, "xmf").into_owned()
}

#[test]
fn keys_next_to_bends_are_not_exported_back() {
    let mut a = anim("p", "b");
    a.pos = vec![key(0.0, [0.0; 3], BEZIER_LINEAR_TIME), key(2.0, [4.0; 3], STEP)];
    a.pos[0].control = [[[0.0, 1.0], [0.0; 2]]; 3];
    a.pos[1].control = [[[0.0; 2], [0.0, 4.0]]; 3];
    let mut scene = with_cx(|cx, sink| file(vec![a]).to_scene(cx, sink)).unwrap();
    let channel = &mut scene.animations[0].channels[0];
    assert!(channel.times.len() > 2);
    // Edited, so that the keys are made anew: the last one moves.
    let at = channel.values.len() - 6;
    channel.values[at] = -5.0;
    let made = from_scene(&scene, &crate::WriteOptions::default(), &mut Sink::new()).unwrap();
    let made = Ani::read(&mut wire::Reader::new(&made[0].bytes)).unwrap();
    let pos = &made.anims[0].pos;
    assert_eq!(
        pos.iter().map(|k| (k.time, k.value)).collect::<Vec<_>>(),
        [(0.0, [0.0; 3]), (2.0, [5.0, 4.0, 4.0])]
    );
    let handles = [pos[0].control[1][0][1], pos[1].control[1][1][1]];
    assert_eq!(
        (pos[0].interpolation, handles),
        ([BEZIER; 3], [1.0, 4.0]),
        "the way between them is the old one"
    );
}

#[test]
fn beziers_and_tcb_become_cubic_splines() {
    let mut k = [key(0.0, [0.0; 3], BEZIER_LINEAR_TIME), key(2.0, [4.0; 3], STEP)];
    k[0].control = [[[0.0, 1.0], [0.0; 2]]; 3];
    k[1].control = [[[0.0; 2], [0.0, 4.0]]; 3];
    let mut a = anim("p", "b");
    a.pos = k.to_vec();
    let mut t = anim("p", "t");
    t.pos = vec![key(0.0, [0.0; 3], TCB), key(1.0, [1.0; 3], TCB), key(4.0, [10.0; 3], TCB)];
    let scene = with_cx(|cx, sink| file(vec![a, t]).to_scene(cx, sink)).unwrap();
    let c = stored(&scene, 0);
    assert_eq!((c.interpolation, c.times.as_slice()), (Interpolation::CubicSpline, &[0.0, 2.0][..]));
    assert_eq!(c.values[3..9], [0.0, 0.0, 0.0, -1.5, 1.5, 1.5], "value and out = 3(1 − 0)/2, x mirrored");
    assert_eq!(c.values[9..12], [0.0, 0.0, 0.0], "in = 3(4 − 4)/2");
    let c = stored(&scene, 1);
    assert_eq!(c.times, [0.0, 1.0, 4.0]);
    // Catmull–Rom over unequal intervals: (10 − 0)/(4 − 0).
    assert_eq!(c.values[9 + 1], 2.5);
    assert_eq!(c.values[9 + 7], 2.5);
}

#[test]
fn control_points_are_handles_in_seconds_or_frames() {
    let mut keys = vec![key(0.0, [0.0; 3], BEZIER), key(2.0, [4.0; 3], BEZIER), key(3.0, [1.0; 3], STEP)];
    keys[0].control = [[[0.5, 1.0], [-0.3, 0.0]]; 3];
    keys[1].control = [[[2.5, 3.0], [1.5, 5.0]]; 3];
    keys[2].control = [[[3.3, 1.0], [2.9, 2.0]]; 3];
    let seconds = scene::curves::curve(&keys, 1);
    // De Casteljau: at half of the parameter time is 1 s, the value (0 + 3·1 + 3·5 + 4)/8.
    assert!((seconds.at(1.0) - 2.75).abs() < 1e-6, "the middle: {}", seconds.at(1.0));
    // A timeline that starts with frame 0 or, as far as handles can say, 300 is the same.
    for zero in [0.0, 300.0] {
        let mut frames = keys.clone();
        frames.iter_mut().flat_map(|k| &mut k.control).flatten().for_each(|p| p[0] = p[0] * 30.0 + zero);
        let frames = scene::curves::curve(&frames, 1);
        for i in 0..=30 {
            let t = f64::from(i) / 10.0;
            let off = (frames.at(t) - seconds.at(t)).abs();
            assert!(off < if zero > 1.0 { 0.5 } else { 1e-5 }, "{zero}: {t}: {off}");
        }
    }
}

/// The exporter whose handles are in frames subtracts the first frame of the clip in seconds: frame 3 less 0.1.
#[test]
fn handles_in_frames_count_from_the_first_frame_of_their_clip() {
    let mut keys = vec![key(0.0, [0.0; 3], BEZIER), key(1.9, [-2.0; 3], STEP)];
    let third = 1.9_f32 / 3.0;
    keys[0].control = [[[third, 0.0], [-third, 0.0]]; 3];
    keys[1].control = [[[1.9 + third, -2.0], [1.9 - third, -2.0]]; 3];
    let seconds = scene::curves::curve(&keys, 1);
    for first in [3.0, 5.0, 120.0] {
        let mut frames = keys.clone();
        let zero = first - first / 30.0;
        frames.iter_mut().flat_map(|k| &mut k.control).flatten().for_each(|p| p[0] = p[0] * 30.0 + zero);
        let frames = scene::curves::curve(&frames, 1);
        for i in 0..=19 {
            let t = f64::from(i) / 10.0;
            let off = (frames.at(t) - seconds.at(t)).abs();
            assert!(off < 1e-4, "frame {first}: {t}: {off}");
        }
    }
}

#[test]
fn positions_are_along_the_part_however_its_node_is_turned() {
    let quarter = std::f32::consts::FRAC_1_SQRT_2;
    let mut s = Scene::default();
    s.add_node(::scene::Node {
        name: "strut".into(),
        rotation: [0.0, 0.0, quarter, quarter],
        ..::scene::Node::default()
    });
    let mut slide = anim("strut", "slide");
    slide.pos = vec![key(0.0, [0.0; 3], LINEAR), key(1.0, [0.0, -10.0, 2.0], STEP)];
    file(vec![slide]).bind(&mut s);
    // Turned by a quarter about z, down along the part is to the right.
    let values = &s.animations[0].channels[0].values;
    assert!(
        (values[3] - 10.0).abs() < 1e-4 && values[4].abs() < 1e-4 && (values[5] - 2.0).abs() < 1e-6,
        "{values:?}"
    );
    // And back, without what the file said.
    s.animations[0].extras.clear();
    let back = from_channels(&s, &mut Sink::new()).unwrap();
    let key = &back.anims[0].pos[1];
    assert!(key.value.iter().zip([0.0, -10.0, 2.0]).all(|(a, b)| (a - b).abs() < 1e-4), "{:?}", key.value);
}

/// Two keys with no number between their times are a jump; nothing before it may move for it.
#[test]
fn a_jump_of_a_rotation_stays_one() {
    let mut s = Scene::default();
    let node = s.add_node(::scene::Node { name: "gate".into(), ..::scene::Node::default() });
    let jump = 0.4972_f32;
    let turned = glam::Quat::from_euler(glam::EulerRot::YXZ, 2.5, 1.2, -1.9).to_array();
    let still = [0.0, 0.0, 0.0, 1.0];
    s.animations.push(::scene::Animation {
        name: "open".into(),
        channels: vec![Channel {
            node,
            property: Property::Rotation,
            interpolation: Interpolation::Linear,
            times: vec![0.0, jump, jump.next_up(), 1.0],
            values: [still, still, turned, turned].concat(),
            extras: ::scene::Extras::new(),
        }],
        extras: ::scene::Extras::new(),
    });
    let back = from_channels(&s, &mut Sink::new()).unwrap();
    let keys = &back.anims[0].rot;
    assert_eq!(keys.iter().map(|k| k.time).collect::<Vec<_>>(), [0.0, jump, jump.next_up(), 1.0]);
    assert!(keys[..2].iter().all(|k| k.value.iter().all(|v| v.abs() < 1e-6)), "{keys:?}");
}

/// `Ry(y) · Rz(−z) · Rx(−x)` on stored vectors, mirrored, written out without any quaternion.
#[test]
fn angles_turn_as_the_swept_sizes_say() {
    let [x, y, z] = [0.3_f64, -0.7, 1.1];
    let about_x = |a: f64, [x, y, z]: [f64; 3]| [x, y * a.cos() - z * a.sin(), y * a.sin() + z * a.cos()];
    let about_y = |a: f64, [x, y, z]: [f64; 3]| [x * a.cos() + z * a.sin(), y, z * a.cos() - x * a.sin()];
    let about_z = |a: f64, [x, y, z]: [f64; 3]| [x * a.cos() - y * a.sin(), x * a.sin() + y * a.cos(), z];
    for v in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.2, -0.5, 0.9]] {
        let stored = about_y(y, about_z(-z, about_x(-x, v)));
        let got = scene::curves::turn([x, y, z]) * glam::DVec3::new(-v[0], v[1], v[2]);
        assert!(
            got.abs_diff_eq(glam::DVec3::new(-stored[0], stored[1], stored[2]), 1e-12),
            "{got} {stored:?}"
        );
    }
    let back = scene::curves::angles(scene::curves::turn([x, y, z]), [0.0; 3]);
    assert!(back.iter().zip([x, y, z]).all(|(a, b)| (a - b).abs() < 1e-12), "{back:?}");
}

#[test]
fn keys_outside_of_the_window_are_normal() {
    let mut a = anim("gun", "firing");
    a.pos = vec![key(-0.5, [0.0; 3], LINEAR), key(0.5, [0.0, 4.0, 0.0], STEP)];
    a.desc.duration = 0.1;
    let source = file(vec![a, anim("gun", "idle")]);
    with_cx(|cx, sink| {
        source.check(cx, sink);
        assert!(sink.findings().is_empty(), "{:?}", sink.findings());
    });
    let scene = with_cx(|cx, sink| source.to_scene(cx, sink)).unwrap();
    let c = &scene.animations[0].channels[0];
    assert_eq!(
        (scene.animations.len(), c.times[0], c.values[1], *c.times.last().unwrap()),
        (1, 0.0, 2.0, 0.5)
    );
    let made = from_scene(&scene, &crate::WriteOptions::default(), &mut Sink::new()).unwrap();
    assert_eq!(made[0].bytes, Ani::write(&source), "the one without keys too");
}

#[test]
fn stored_derivatives_win() {
    let mut a = anim("p", "t");
    a.pos = vec![key(0.0, [0.0; 3], TCB), key(1.0, [1.0; 3], TCB)];
    for k in &mut a.pos {
        k.derivatives_valid = 1;
        k.deriv_out = [0.0, 7.0, 0.0];
        k.deriv_in = [0.0, 5.0, 0.0];
    }
    let scene = with_cx(|cx, sink| file(vec![a]).to_scene(cx, sink)).unwrap();
    let v = stored(&scene, 0).values;
    assert_eq!((v[7], v[10]), (7.0, 5.0));
}

#[test]
fn untouched_animations_come_back_exactly() {
    let mut a = anim("p x", "b");
    a.pos = vec![key(0.0, [0.1; 3], BEZIER), key(2.0, [4.0; 3], 3)];
    a.pos[0].control = [[[0.3, 1.0], [1.9, 4.0]]; 3];
    a.pos[0].angle_key = 77;
    let mut s = anim("q", "b");
    s.pre_scale = vec![key(0.0, [1.0; 3], LINEAR)];
    s.post_scale = vec![key(0.0, [1.0; 3], LINEAR)];
    let source = file(vec![a, radar().anims.remove(0), s]);
    let mut scene = with_cx(|cx, sink| source.to_scene(cx, sink)).unwrap();
    let made = from_scene(&scene, &crate::WriteOptions::default(), &mut Sink::new()).unwrap();
    assert_eq!(made[0].bytes, Ani::write(&source));
    // An edit shows, the other animations stay.
    let loop_at = scene.animations.iter().position(|a| a.name == "loop").unwrap();
    scene.animations[loop_at].channels[0].times.iter_mut().for_each(|t| *t *= 2.0);
    let made = from_scene(&scene, &crate::WriteOptions::default(), &mut Sink::new()).unwrap();
    let back = Ani::read(&mut Reader::new(&made[0].bytes)).unwrap();
    assert_eq!(back.anims[0], source.anims[0]);
    assert_eq!((back.anims[1].desc.duration, back.anims[1].rot.last().unwrap().value[2]), (20.0, TAU));
    with_cx(|cx, sink| {
        back.check(cx, sink);
        assert!(sink.findings().iter().all(|f| f.severity == wire::Severity::Info), "{:?}", sink.findings());
    });
}

#[test]
fn damage_is_found_and_fixed() {
    let mut a = radar();
    a.anims[0].rot.swap(0, 1);
    a.tail = vec![0];
    let found = |a: &Ani| {
        with_cx(|cx, sink| {
            a.check(cx, sink);
            sink.findings().iter().map(|f| f.code.id).collect::<Vec<_>>()
        })
    };
    assert_eq!(found(&a), ["ANI_KEY_TIME", "ANI_TAIL"]);
    a.fix_file();
    assert_eq!(found(&a), [""; 0]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn rotations_survive_the_detour(keys in prop::collection::vec((0.05..2.0_f32, any::<[i16; 3]>()), 2..5)) {
        let mut a = anim("p", "r");
        let mut t = 0.0;
        for (dt, v) in &keys {
            a.rot.push(key(t, v.map(|x| f32::from(x) / 9000.0), LINEAR));
            t += dt;
        }
        let source = file(vec![a]);
        let mut scene = with_cx(|cx, sink| source.to_scene(cx, sink)).unwrap();
        scene.animations[0].extras.clear();
        let made = from_scene(&scene, &crate::WriteOptions::default(), &mut Sink::new()).unwrap();
        let back = Ani::read(&mut Reader::new(&made[0].bytes)).unwrap();
        let angles = |a: &Ani, t: f64| [0, 1, 2].map(|axis| scene::curves::curve(&a.anims[0].rot, axis).at(t));
        for i in 0..100 {
            let at = f64::from(t) * f64::from(i) / 100.0;
            let q = |a: &Ani| scene::curves::turn(angles(a, at));
            prop_assert!(q(&source).dot(q(&back)).abs() > 0.000_3_f64.cos(), "{at}");
        }
    }
}
