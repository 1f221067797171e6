//! The meshes.

use super::bones::Skeleton;
use super::pictures::{BUCKLE, CLOTH, DENIM, EYES, FACE, HAIR, LEATHER, SKIN};
use crate::samples::shapes::{Builder, Ring, colors, round, round3, weights};
use glam::DVec3;
use scene::{MaterialId, Mesh, MorphTarget};

/// Morph targets of the head.
pub const TARGETS: [&str; 4] = ["smile", "blink left", "blink right", "mouth open"];

const HEAD: DVec3 = DVec3::new(0.0, 1.56, 0.0);
const EYE: DVec3 = DVec3::new(0.042, 1.58, 0.086);
const EYE_RADIUS: f64 = 0.026;

fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// Both sides: the sign of X.
const SIDES: [f64; 2] = [1.0, -1.0];

/// All meshes of the character.
pub fn meshes(skeleton: &Skeleton) -> Vec<Mesh> {
    vec![
        head(skeleton),
        eyes(skeleton),
        hair(skeleton),
        shirt(skeleton),
        hands(skeleton),
        trousers(skeleton),
        belt(skeleton),
    ]
}

fn single(mut mesh: Mesh, material: MaterialId) -> Mesh {
    for p in &mut mesh.primitives {
        p.material = Some(material);
    }
    mesh
}

/// Skull, nose, ears, eyelids and neck; morph targets.
fn head(skeleton: &Skeleton) -> Mesh {
    let mut b = Builder::default();
    b.ellipsoid(HEAD, [0.1, 0.135, 0.112], 14, 24, (0.0, 1.0), [0.0, 0.0, 1.0, 1.0]);
    // A chin, flatter cheeks, a flatter back.
    b.shape(0, |p| {
        let low = ((1.56 - p.y) / 0.135).clamp(0.0, 1.0);
        v(p.x * (1.0 - 0.22 * low), p.y, p.z * (1.0 - 0.12 * low) + 0.018 * low)
    });
    b.capsule(&[(v(0.0, 1.575, 0.108), 0.008), (v(0.0, 1.545, 0.124), 0.014)], 8, [0.49, 0.55, 0.02, 0.1]);
    for s in SIDES {
        b.ellipsoid(v(0.1 * s, 1.56, -0.005), [0.014, 0.032, 0.022], 5, 8, (0.0, 1.0), [0.1, 0.4, 0.1, 0.1]);
    }
    b.capsule(&[(v(0.0, 1.46, -0.005), 0.05), (v(0.0, 1.37, -0.008), 0.056)], 14, [0.0, 0.78, 1.0, 0.1]);
    // Lips: a flat ring in front of the face.
    let lips = b.len();
    b.ellipsoid(v(0.0, 1.492, 0.105), [0.03, 0.009, 0.012], 4, 14, (0.0, 1.0), [0.02, 0.96, 0.08, 0.03]);
    let lids = b.len();
    for s in SIDES {
        let center = v(EYE.x * s, EYE.y, EYE.z);
        let r = EYE_RADIUS * 1.07;
        b.ellipsoid(center, [r; 3], 5, 12, (0.0, 0.34), [0.1, 0.1, 0.1, 0.1]);
    }
    let (mesh, kept) = b.finish("head");
    let mut mesh = single(mesh, FACE);
    let bones = skeleton.select(&["head neck", "head jaw", "spine upper"]);
    mesh.influences = Some(weights(&mesh, &bones, 4, 0.02));
    // The second UV set: the face seen from the front, for the baked light.
    let flat = |p: &[f32; 3]| [round(0.5 + f64::from(p[0]) * 4.0), round((1.7 - f64::from(p[1])) * 2.8)];
    mesh.uvs.push(mesh.positions.iter().map(flat).collect());
    mesh.targets = TARGETS
        .iter()
        .map(|name| {
            let moved: Vec<DVec3> = b
                .positions()
                .iter()
                .enumerate()
                .map(|(i, p)| match *name {
                    "smile" if i >= lips && i < lids => smile(*p),
                    "mouth open" => open(*p, i >= lips && i < lids, i < lids),
                    "blink left" if i >= lids && p.x > 0.0 => close(*p, 1.0),
                    "blink right" if i >= lids && p.x < 0.0 => close(*p, -1.0),
                    _ => *p,
                })
                .collect();
            target(name, &b, &moved, &kept)
        })
        .collect();
    mesh
}

/// Corners of the mouth go out, up and back.
fn smile(p: DVec3) -> DVec3 {
    let k = (p.x / 0.03).powi(2);
    v(p.x * 1.25, p.y + 0.014 * k, p.z - 0.01 * k)
}

/// The lower lip and the chin go down.
fn open(p: DVec3, lip: bool, skull: bool) -> DVec3 {
    match () {
        () if lip && p.y < 1.492 => v(p.x * 0.85, p.y - 0.026, p.z - 0.004),
        () if lip => v(p.x * 0.85, p.y + 0.003, p.z),
        () if skull && p.z > 0.02 && p.y < 1.485 && p.y > 1.42 => v(p.x, p.y - 0.02, p.z - 0.004),
        () => p,
    }
}

/// A lid turns down over the front of its eye.
fn close(p: DVec3, side: f64) -> DVec3 {
    let center = v(EYE.x * side, EYE.y, EYE.z);
    let d = p - center;
    // About X, by up to 70 degrees: what was on top comes to the front.
    let (sin, cos) = (0.94, 0.3412);
    center + v(d.x, d.y * cos - d.z * sin * 0.6, d.z * cos + d.y * sin)
}

/// The difference between moved and resting vertices, only where there is one.
fn target(name: &str, b: &Builder, moved: &[DVec3], kept: &[usize]) -> MorphTarget {
    let (before, after) = (b.normals(b.positions()), b.normals(moved));
    let mut out = MorphTarget { name: name.to_owned(), ..MorphTarget::default() };
    for (new, old) in kept.iter().enumerate() {
        let change = round3(moved[*old] - b.positions()[*old]);
        let turn = round3(after[*old] - before[*old]);
        if change != [0.0; 3] || turn != [0.0; 3] {
            out.vertices.push(new as u32);
            out.positions.push(change);
            out.normals.push(turn);
        }
    }
    out
}

fn eyes(skeleton: &Skeleton) -> Mesh {
    let mut b = Builder::default();
    for s in SIDES {
        let center = v(EYE.x * s, EYE.y, EYE.z);
        b.ellipsoid(center, [EYE_RADIUS; 3], 8, 12, (0.0, 1.0), [0.0, 0.0, 1.0, 1.0]);
    }
    let mut mesh = single(b.finish("eyes").0, EYES);
    mesh.influences = Some(weights(&mesh, &skeleton.select(&["eyeball"]), 1, 0.001));
    mesh
}

/// A cap with a fringe and a ponytail; vertex colours fade towards the tips.
fn hair(skeleton: &Skeleton) -> Mesh {
    let mut b = Builder::default();
    b.ellipsoid(v(0.0, 1.575, -0.012), [0.112, 0.138, 0.122], 8, 24, (0.0, 0.62), [0.0, 0.0, 2.0, 1.0]);
    // The hairline: high in front, low behind.
    b.shape(0, |p| {
        let front = (p.z / 0.12).clamp(0.0, 1.0);
        let limit = 1.535 + 0.085 * front;
        if p.y < limit { v(p.x, limit + (p.y - limit) * 0.08, p.z) } else { p }
    });
    let tail = [
        (v(0.0, 1.625, -0.115), 0.022),
        (v(0.0, 1.585, -0.15), 0.036),
        (v(0.0, 1.51, -0.168), 0.04),
        (v(0.0, 1.43, -0.172), 0.034),
        (v(0.0, 1.35, -0.166), 0.014),
    ];
    b.capsule(&tail, 10, [0.0, 0.0, 1.0, 0.85]);
    let mut mesh = single(b.finish("hair").0, HAIR);
    let bones = skeleton.select(&["head hair", "head neck upper"]);
    mesh.influences = Some(weights(&mesh, &bones, 4, 0.012));
    mesh.colors = vec![colors(&mesh, |p| {
        let k = ((1.7 - p[1]) * 300.0).clamp(0.0, 100.0) as u8;
        [255, 255 - k / 4, 255 - k, 255]
    })];
    mesh
}

/// Torso and sleeves in one mesh: shoulders have up to six influences.
fn shirt(skeleton: &Skeleton) -> Mesh {
    let mut b = Builder::default();
    let rings = [
        Ring::level([0.0, 1.415, -0.006], 0.058, 0.058),
        Ring::level([0.0, 1.4, -0.006], 0.085, 0.07),
        Ring::level([0.0, 1.375, -0.004], 0.15, 0.084),
        Ring::level([0.0, 1.34, 0.0], 0.178, 0.098),
        Ring::level([0.0, 1.29, 0.004], 0.172, 0.11),
        Ring::level([0.0, 1.23, 0.006], 0.158, 0.112),
        Ring::level([0.0, 1.16, 0.002], 0.142, 0.102),
        Ring::level([0.0, 1.09, 0.0], 0.132, 0.094),
        Ring::level([0.0, 1.02, 0.0], 0.138, 0.096),
        Ring::level([0.0, 0.965, 0.0], 0.15, 0.102),
        Ring::level([0.0, 0.93, 0.0], 0.158, 0.108),
    ];
    b.tube(&rings, 24, [0.0, 0.0, 1.0, 1.0]);
    for s in SIDES {
        let line = [
            (v(0.15 * s, 1.352, 0.0), 0.058),
            (v(0.2 * s, 1.325, 0.0), 0.06),
            (v(0.255 * s, 1.28, 0.0), 0.054),
            (v(0.31 * s, 1.235, 0.0), 0.05),
            (v(0.345 * s, 1.205, 0.0), 0.049),
            (v(0.38 * s, 1.175, 0.002), 0.048),
            (v(0.42 * s, 1.14, 0.004), 0.046),
        ];
        b.capsule(&line, 14, [0.0, 0.0, 0.6, 0.6]);
    }
    let mut mesh = single(b.finish("shirt").0, CLOTH);
    let bones = skeleton.select(&["spine", "shoulder", "elbow", "root hips", "neck lower"]);
    mesh.influences = Some(weights(&mesh, &bones, 6, 0.03));
    mesh
}

/// Forearms, palms and fingers.
fn hands(skeleton: &Skeleton) -> Mesh {
    let mut b = Builder::default();
    for s in SIDES {
        let at = |x: f64, y: f64, z: f64| v(x * s, y, z);
        let arm = [
            (at(0.4, 1.158, 0.003), 0.038),
            (at(0.455, 1.11, 0.007), 0.034),
            (at(0.505, 1.065, 0.012), 0.026),
            (at(0.53, 1.042, 0.014), 0.034),
            (at(0.557, 1.018, 0.016), 0.032),
        ];
        b.capsule(&arm, 12, [0.0, 0.0, 1.0, 1.0]);
        for k in 0..4 {
            let z = -0.014 + 0.02 * f64::from(k);
            let long = 0.052 - 0.006 * (f64::from(k) - 1.5).abs();
            let finger = [
                (at(0.56, 1.013, z), 0.0105),
                (at(0.56 + long * 0.5, 1.013 - long * 0.5, z), 0.01),
                (at(0.56 + long, 1.013 - long, z), 0.008),
            ];
            b.capsule(&finger, 6, [0.0, 0.0, 0.3, 0.3]);
        }
        let thumb = [(at(0.523, 1.048, 0.034), 0.013), (at(0.543, 1.02, 0.064), 0.01)];
        b.capsule(&thumb, 6, [0.0, 0.0, 0.3, 0.3]);
    }
    let mut mesh = single(b.finish("hands").0, SKIN);
    let bones = skeleton.select(&["elbow", "wrist", "finger"]);
    mesh.influences = Some(weights(&mesh, &bones, 4, 0.008));
    mesh
}

/// Trousers and, with a material of their own, shoes.
fn trousers(skeleton: &Skeleton) -> Mesh {
    let mut b = Builder::default();
    b.part();
    let rings = [
        Ring::level([0.0, 0.985, 0.0], 0.143, 0.099),
        Ring::level([0.0, 0.94, 0.0], 0.154, 0.105),
        Ring::level([0.0, 0.88, -0.002], 0.163, 0.11),
        Ring::level([0.0, 0.82, -0.002], 0.15, 0.1),
        Ring::level([0.0, 0.785, 0.0], 0.06, 0.05),
        Ring::level([0.0, 0.775, 0.0], 0.0, 0.0),
    ];
    b.tube(&rings, 20, [0.0, 0.0, 2.0, 0.6]);
    for s in SIDES {
        let line = [
            (v(0.088 * s, 0.85, 0.0), 0.078),
            (v(0.093 * s, 0.74, 0.002), 0.076),
            (v(0.097 * s, 0.62, 0.004), 0.068),
            (v(0.1 * s, 0.52, 0.005), 0.06),
            (v(0.1 * s, 0.48, 0.005), 0.059),
            (v(0.101 * s, 0.44, 0.002), 0.058),
            (v(0.103 * s, 0.34, -0.008), 0.058),
            (v(0.105 * s, 0.22, -0.014), 0.054),
            (v(0.105 * s, 0.13, -0.018), 0.056),
        ];
        b.capsule(&line, 14, [0.0, 0.0, 2.0, 2.0]);
    }
    b.part();
    for s in SIDES {
        let line = [
            (v(0.105 * s, 0.105, -0.03), 0.045),
            (v(0.106 * s, 0.06, 0.0), 0.052),
            (v(0.109 * s, 0.045, 0.06), 0.048),
            (v(0.111 * s, 0.038, 0.12), 0.042),
        ];
        let from = b.len();
        b.capsule(&line, 12, [0.0, 0.0, 1.0, 1.0]);
        // Soles are flat: nothing goes below the ground.
        b.shape(from, |p| if p.y < 0.012 { v(p.x, p.y * 0.02 + 0.002, p.z) } else { p });
    }
    let mut mesh = single(b.finish("trousers").0, DENIM);
    if let Some(shoes) = mesh.primitives.get_mut(1) {
        shoes.material = Some(LEATHER);
    }
    let bones = skeleton.select(&["leg", "root hips", "spine lower"]);
    mesh.influences = Some(weights(&mesh, &bones, 4, 0.025));
    mesh
}

/// A belt and its glowing buckle.
fn belt(skeleton: &Skeleton) -> Mesh {
    let mut b = Builder::default();
    b.part();
    let rings = [
        Ring::level([0.0, 0.992, 0.0], 0.14, 0.098),
        Ring::level([0.0, 0.988, 0.0], 0.158, 0.112),
        Ring::level([0.0, 0.952, 0.0], 0.166, 0.116),
        Ring::level([0.0, 0.948, 0.0], 0.148, 0.103),
    ];
    b.tube(&rings, 24, [0.0, 0.0, 4.0, 0.5]);
    b.part();
    // Its front half shows the whole picture.
    b.ellipsoid(v(0.0, 0.97, 0.117), [0.04, 0.032, 0.012], 6, 16, (0.0, 1.0), [-0.5, 0.0, 2.0, 1.0]);
    let mut mesh = single(b.finish("belt").0, LEATHER);
    if let Some(part) = mesh.primitives.get_mut(1) {
        part.material = Some(BUCKLE);
    }
    let bones = skeleton.select(&["root hips", "spine lower"]);
    mesh.influences = Some(weights(&mesh, &bones, 2, 0.05));
    mesh
}
