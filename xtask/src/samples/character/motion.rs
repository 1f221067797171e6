//! The walk cycle and the talking face.

use super::body::TARGETS;
use super::bones::Skeleton;
use crate::samples::shapes::round;
use glam::{DQuat, DVec3};
use scene::{Animation, Channel, Extras, Interpolation, NodeId, Property};
use std::f64::consts::TAU;

/// Keys of the walk, the last one equal to the first.
const KEYS: u32 = 24;

/// One second, two steps.
pub fn walk(skeleton: &Skeleton) -> Animation {
    let mut animation = Animation { name: "walk".into(), ..Animation::default() };
    let mut turn = |bone: &str, f: &dyn Fn(f64) -> DQuat| {
        animation.channels.push(channel(skeleton.node(bone), Property::Rotation, |t| quaternion(f(t))));
    };
    let x = DQuat::from_rotation_x;
    let y = DQuat::from_rotation_y;
    let z = DQuat::from_rotation_z;
    let wave = |t: f64| (TAU * t).sin();
    for (side, sign, phase) in [("left", 1.0, 0.0), ("right", -1.0, 0.5)] {
        let name = |what: &str| what.replace("left", side);
        // A leg forward is a negative turn about +X; the knee bends while the leg swings forward.
        turn(&name("leg left thigh"), &|t| x(-0.5 * wave(t + phase) - 0.08));
        turn(&name("leg left knee"), &|t| x(0.15 + 0.75 * (wave(t + phase + 0.2)).max(0.0).powi(2)));
        turn(&name("leg left ankle"), &|t| x(0.22 * wave(t + phase + 0.35) - 0.02));
        turn(&name("leg left toes"), &|t| x(-0.35 * (wave(t + phase + 0.6)).max(0.0)));
        // Arms hang down and swing against the legs.
        turn(&name("arm left shoulder 1"), &|t| z(-0.06 * sign) * y(0.05 * wave(t + phase + 0.5) * sign));
        turn(&name("arm left shoulder 2"), &|t| x(-0.42 * wave(t + phase + 0.5)) * z(-0.6 * sign));
        turn(&name("arm left elbow"), &|t| x(-0.3 - 0.2 * wave(t + phase + 0.45)));
        turn(&name("arm left wrist"), &|t| x(-0.1 * wave(t + phase + 0.4)));
        turn(&name("arm left finger 2a"), &|_| z(-0.35 * sign));
    }
    turn("root hips", &|t| y(0.09 * wave(t)) * z(0.03 * wave(t)));
    turn("spine lower", &|t| y(-0.06 * wave(t)) * x(0.03));
    turn("spine upper", &|t| y(-0.12 * wave(t)));
    turn("head neck upper", &|t| y(0.08 * wave(t)) * x(0.02 * wave(2.0 * t)));
    turn("head hair 1", &|t| x(0.12 * wave(2.0 * t + 0.1)));
    turn("head hair 2", &|t| x(0.15 * wave(2.0 * t - 0.05)) * z(0.12 * wave(t)));
    turn("head hair 3", &|t| x(0.18 * wave(2.0 * t - 0.15)) * z(0.15 * wave(t - 0.1)));
    let hips = skeleton.head("root hips") - skeleton.head("root ground");
    animation.channels.push(channel(skeleton.node("root hips"), Property::Translation, |t| {
        let at = hips + DVec3::new(0.012 * wave(t), 0.018 * wave(2.0 * t + 0.1) - 0.02, 0.0);
        vec![round(at.x), round(at.y), round(at.z)]
    }));
    animation
}

/// Two seconds of talking, smiling and blinking: one number per morph target a key.
pub fn talk(head: NodeId) -> Animation {
    #[rustfmt::skip]
    let keys: [(f32, [f32; TARGETS.len()]); 14] = [
        // seconds, smile, blink left, blink right, mouth open
        (0.0,  [0.0, 0.0, 0.0, 0.0]), (0.15, [0.0, 0.0, 0.0, 0.7]), (0.3,  [0.1, 0.0, 0.0, 0.2]),
        (0.45, [0.2, 0.0, 0.0, 0.9]), (0.6,  [0.3, 1.0, 1.0, 0.3]), (0.7,  [0.3, 0.0, 0.0, 0.1]),
        (0.85, [0.3, 0.0, 0.0, 0.8]), (1.0,  [0.5, 0.0, 0.0, 0.4]), (1.15, [0.6, 0.0, 0.0, 0.6]),
        (1.3,  [1.0, 0.0, 0.0, 0.0]), (1.45, [1.0, 1.0, 0.0, 0.0]), (1.6,  [1.0, 0.0, 0.0, 0.0]),
        (1.8,  [0.4, 0.0, 0.0, 0.1]), (2.0,  [0.0, 0.0, 0.0, 0.0]),
    ];
    let channel = Channel {
        node: head,
        property: Property::Weights,
        interpolation: Interpolation::Linear,
        times: keys.iter().map(|k| k.0).collect(),
        values: keys.iter().flat_map(|k| k.1).collect(),
        extras: Extras::new(),
    };
    Animation { name: "talk".into(), channels: vec![channel], ..Animation::default() }
}

fn channel(node: NodeId, property: Property, f: impl Fn(f64) -> Vec<f32>) -> Channel {
    let at = |i: u32| f64::from(i) / f64::from(KEYS);
    Channel {
        node,
        property,
        interpolation: Interpolation::Linear,
        times: (0..=KEYS).map(|i| at(i) as f32).collect(),
        values: (0..=KEYS).flat_map(|i| f(at(i % KEYS))).collect(),
        extras: Extras::new(),
    }
}

/// Rounded, yet of length one.
fn quaternion(q: DQuat) -> Vec<f32> {
    let q = DQuat::from_array(q.to_array().map(|v| f64::from(round(v)))).normalize();
    q.to_array().iter().map(|v| *v as f32).collect()
}
