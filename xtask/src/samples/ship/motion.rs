//! How the ship moves, and the space that its parts sweep.

use formats::egosoft::ani::scene::curves::{BEZIER, BEZIER_LINEAR_TIME, LINEAR, STEP, TCB, curve, turn};
use formats::egosoft::ani::{Ani, Anim, Description, Fixed, Key};
use formats::egosoft::component::FRAMES_PER_SECOND;
use glam::{DMat4, DQuat, DVec3};

/// Which part moves in which clip, and the frames of it.
pub(super) const CLIPS: [(&str, &str, (u32, u32)); 7] = [
    ("anim_radar", "loop", (1, 300)),
    ("part_wing_left", "wings_folding", (301, 360)),
    ("part_wing_right", "wings_folding", (301, 360)),
    ("part_engine", "engine_idle", (361, 405)),
    ("part_engine", "engine_boost", (406, 465)),
    ("anim_ramp", "ramp_opening", (466, 510)),
    ("anim_ramp", "ramp_closed", (511, 511)),
];

/// A key of all three axes.
fn key(time: f32, value: [f32; 3], interpolation: i32) -> Key {
    Key { time, value, interpolation: [interpolation; 3], ..Key::default() }
}

/// Keys with handles about a third of the time away, `bow` next to the straight line.
fn bowed(mut keys: Vec<Key>, interpolation: i32, bow: [f32; 3]) -> Vec<Key> {
    for i in 1..keys.len() {
        let (from, to) = (keys[i - 1], keys[i]);
        let dt = to.time - from.time;
        keys[i - 1].interpolation = [interpolation; 3];
        for (axis, bow) in bow.into_iter().enumerate() {
            let rise = to.value[axis] - from.value[axis];
            keys[i - 1].control[axis][0] = [from.time + dt * 0.3, from.value[axis] + rise / 3.0 + bow];
            keys[i].control[axis][1] = [from.time + dt * 0.6, from.value[axis] + rise * 2.0 / 3.0 + bow];
        }
    }
    keys
}

/// Every kind of key: straight, stepped, both Beziers, and Kochanek–Bartels.
pub(super) fn animation() -> Ani {
    let anim = |(name, clip, (start, end)): (&str, &str, (u32, u32))| Anim {
        desc: Description {
            name: Fixed::new(name.as_bytes()),
            subname: Fixed::new(clip.as_bytes()),
            num_pos: 0,
            num_rot: 0,
            num_scale: 0,
            num_pre_scale: 0,
            num_post_scale: 0,
            duration: (end - start + 1) as f32 / FRAMES_PER_SECOND,
            zero: [0; 2],
        },
        pos: vec![],
        rot: vec![],
        scale: vec![],
        pre_scale: vec![],
        post_scale: vec![],
    };
    let [mut radar, mut left, mut right, mut idle, mut boost, mut ramp, closed] = CLIPS.map(anim);
    radar.rot = vec![key(0.0, [0.0; 3], LINEAR), key(10.0, [0.0, std::f32::consts::TAU, 0.0], STEP)];
    left.rot = vec![
        key(0.0, [0.0; 3], LINEAR),
        key(1.0, [-0.1, 0.0, 0.6], LINEAR),
        key(2.0, [-0.2, 0.3, 1.2], STEP),
    ];
    let slide =
        vec![key(0.0, [0.0; 3], STEP), key(1.0, [0.3, 0.1, 0.0], STEP), key(2.0, [0.4, 0.3, -0.4], STEP)];
    left.pos = bowed(slide, BEZIER_LINEAR_TIME, [0.0, 0.05, 0.0]);
    right.rot = vec![
        key(0.0, [0.0; 3], TCB),
        key(0.5, [-0.1, 0.0, -0.3], TCB),
        key(1.0, [-0.1, -0.2, -0.7], TCB),
        key(2.0, [-0.2, -0.3, -1.2], STEP),
    ];
    right.pos = vec![
        key(0.0, [0.0; 3], TCB),
        key(0.5, [-0.1, 0.1, 0.0], TCB),
        key(1.0, [-0.3, 0.1, -0.1], TCB),
        key(2.0, [-0.4, 0.3, -0.4], STEP),
    ];
    idle.pos = vec![key(0.0, [0.0; 3], STEP), key(0.5, [0.0, 0.0, -0.1], STEP), key(1.0, [0.0; 3], STEP)];
    idle.scale = vec![key(0.0, [1.0; 3], LINEAR), key(1.5, [1.1; 3], STEP)];
    boost.pos =
        bowed(vec![key(0.0, [0.0; 3], STEP), key(2.0, [0.0, 0.0, -0.5], STEP)], BEZIER, [0.0, 0.0, 0.2]);
    // The part's y is across the ship: positive angles about it lower the tail. The last key is outside of the window.
    let lowered =
        [key(0.0, [0.0; 3], STEP), key(1.5, [0.0, 0.7, 0.0], STEP), key(2.0, [0.0, 0.7, 0.0], STEP)];
    ramp.rot = bowed(lowered.to_vec(), BEZIER, [0.0; 3]);
    let mut ani = Ani { anims: vec![radar, left, right, idle, boost, ramp, closed], ..Ani::empty() };
    ani.recount();
    ani
}

/// Lowest and highest corner of a mesh in every frame of a part's clips, in the part's own axes; `None` if it has none.
pub(super) fn swept(ani: &Ani, part: &str, positions: &[[f32; 3]]) -> Option<(DVec3, DVec3)> {
    let clips: Vec<&Anim> = ani.anims.iter().filter(|a| a.desc.part() == part.as_bytes()).collect();
    clips.first()?;
    let vertices = || positions.iter().map(|p| DVec3::from(p.map(f64::from)));
    let mut corners = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let mut add = |pose: DMat4| {
        for v in vertices().map(|v| pose.transform_point3(v)) {
            corners = (corners.0.min(v), corners.1.max(v));
        }
    };
    add(DMat4::IDENTITY);
    for clip in clips {
        let frames = f64::from(clip.desc.duration * FRAMES_PER_SECOND).round() as u32;
        for frame in 0..=frames {
            let time = f64::from(clip.desc.duration) * f64::from(frame) / f64::from(frames.max(1));
            let at = |keys: &[Key], rest: f64| {
                [0, 1, 2].map(|axis| if keys.is_empty() { rest } else { curve(keys, axis).at(time) })
            };
            let ([x, y, z], scale) = (at(&clip.pos, 0.0), at(&clip.scale, 1.0));
            let rotation = if clip.rot.is_empty() { DQuat::IDENTITY } else { turn(at(&clip.rot, 0.0)) };
            let place = DVec3::new(-x, y, z);
            add(DMat4::from_scale_rotation_translation(scale.into(), rotation, place));
        }
    }
    Some(corners)
}
