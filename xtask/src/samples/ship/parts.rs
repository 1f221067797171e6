//! The parts of the ship, and their shapes.

use super::super::shapes::{Builder, Ring};
use glam::DVec3;

const HULL: &str = "sample_ship.hull";
const GLASS: &str = "sample_ship.glass";
const GLOW: &str = "sample_ship.glow";

/// An ellipse across the ship, which looks along +Z.
fn ring(x: f64, y: f64, z: f64, rx: f64, ry: f64) -> Ring {
    Ring { center: DVec3::new(x, y, z), side: DVec3::X * rx, front: DVec3::NEG_Y * ry }
}

/// One part of the ship.
pub(super) struct Part {
    pub name: &'static str,
    /// Offset, as the game has it: +X is to the right of somebody who sits in the ship.
    pub position: [f32; 3],
    /// Degrees about the ship's length.
    pub roll: f32,
    pub parent: Option<&'static str>,
    pub materials: &'static [&'static str],
    pub wreck: bool,
    pub shape: fn(&mut Builder, u32),
}

pub(super) const PARTS: [Part; 6] = [
    Part {
        name: "part_main",
        position: [0.0; 3],
        roll: 0.0,
        parent: None,
        materials: &[HULL, GLASS],
        wreck: true,
        shape: hull,
    },
    Part {
        name: "part_wing_left",
        position: [-1.0, 0.0, -1.5],
        roll: -6.0,
        parent: Some("part_main"),
        materials: &[HULL],
        wreck: false,
        shape: wing_left,
    },
    Part {
        name: "part_wing_right",
        position: [1.0, 0.0, -1.5],
        roll: 6.0,
        parent: Some("part_main"),
        materials: &[HULL],
        wreck: false,
        shape: wing_right,
    },
    Part {
        name: "part_engine",
        position: [0.0, 0.1, -4.0],
        roll: 0.0,
        parent: Some("part_main"),
        materials: &[HULL, GLOW],
        wreck: false,
        shape: engine,
    },
    Part {
        name: "anim_radar",
        position: [0.0, 1.15, -1.0],
        roll: 0.0,
        parent: Some("part_main"),
        materials: &[HULL],
        wreck: false,
        shape: radar,
    },
    // Hinged at its front edge, on a connection turned by a quarter about the ship's length; its pivot is the hinge.
    Part {
        name: "anim_ramp",
        position: [-0.35, -0.9, -1.0],
        roll: 90.0,
        parent: Some("part_main"),
        materials: &[HULL],
        wreck: false,
        shape: ramp,
    },
];

/// Where the ramp's hinge is from its connection, in the part's own axes.
pub(super) const RAMP_PIVOT: [f32; 3] = [0.0, -0.35, -0.2];

fn hull(b: &mut Builder, n: u32) {
    b.part();
    let rings = [
        ring(0.0, 0.0, 6.0, 0.0, 0.0),
        ring(0.0, 0.0, 5.6, 0.25, 0.18),
        ring(0.0, 0.05, 4.0, 0.7, 0.5),
        ring(0.0, 0.1, 1.5, 1.15, 0.85),
        ring(0.0, 0.1, -1.5, 1.3, 1.0),
        ring(0.0, 0.1, -3.6, 1.0, 0.8),
        ring(0.0, 0.1, -4.0, 0.7, 0.6),
        ring(0.0, 0.1, -4.0, 0.0, 0.0),
    ];
    b.tube(&rings, n, [0.0, 0.0, 2.0, 2.0]);
    b.part();
    b.ellipsoid(DVec3::new(0.0, 0.75, 2.2), [0.5, 0.45, 1.3], n / 3, n, (0.0, 0.55), [0.0, 0.0, 1.0, 0.5]);
}

/// Wings grow away from their origin; `side` −1 is the left one in game axes, so +1 in ours.
fn wing(b: &mut Builder, n: u32, side: f64, length: f64) {
    b.part();
    let cut = |t: f64| {
        let (x, chord) = (side * length * t, 1.6 - 1.0 * t);
        // Along the wing: side × front must point along it.
        Ring {
            center: DVec3::new(x, -0.3 * t, -0.9 * t),
            side: DVec3::Z * chord,
            front: DVec3::Y * (0.16 * (1.0 - 0.6 * t)) * -side,
        }
    };
    let tip = |t: f64| Ring { side: DVec3::ZERO, front: DVec3::ZERO, ..cut(t) };
    b.tube(&[tip(0.0), cut(0.0), cut(0.5), cut(1.0), tip(1.0)], n, [0.0, 0.0, 1.0, 1.0]);
}

fn wing_left(b: &mut Builder, n: u32) {
    wing(b, n, 1.0, 3.2);
    // An antenna on this side only: a mirrored ship shows it on the wrong side.
    b.capsule(
        &[(DVec3::new(3.0, -0.3, -0.6), 0.05), (DVec3::new(3.0, -0.3, 1.6), 0.03)],
        (n / 2).max(3),
        [0.0, 0.0, 0.2, 0.2],
    );
}

fn wing_right(b: &mut Builder, n: u32) {
    wing(b, n, -1.0, 3.2);
}

fn engine(b: &mut Builder, n: u32) {
    b.part();
    for x in [-0.55, 0.55] {
        let rings = [
            ring(x, 0.0, 0.6, 0.0, 0.0),
            ring(x, 0.0, 0.6, 0.42, 0.42),
            ring(x, 0.0, -0.9, 0.5, 0.5),
            ring(x, 0.0, -0.9, 0.36, 0.36),
        ];
        b.tube(&rings, n, [0.0, 0.0, 1.0, 0.5]);
    }
    b.part();
    for x in [-0.55, 0.55] {
        b.tube(&[ring(x, 0.0, -0.9, 0.36, 0.36), ring(x, 0.0, -0.8, 0.0, 0.0)], n, [0.0, 0.0, 1.0, 1.0]);
    }
}

/// A plate that points towards the ship's tail. The connection turns +y to −x, so the plate's width is along its y.
fn ramp(b: &mut Builder, n: u32) {
    b.part();
    let cut = |z: f64, size: f64| Ring {
        center: DVec3::new(0.0, 0.0, z),
        side: DVec3::X * (0.08 * size),
        front: DVec3::NEG_Y * (0.5 * size),
    };
    b.tube(&[cut(0.0, 0.0), cut(0.0, 1.0), cut(-2.0, 0.9), cut(-2.0, 0.0)], n, [0.0, 0.0, 1.0, 1.0]);
}

fn radar(b: &mut Builder, n: u32) {
    b.part();
    b.capsule(
        &[(DVec3::new(0.0, 0.5, 0.0), 0.07), (DVec3::new(0.0, -0.1, 0.0), 0.09)],
        (n / 2).max(3),
        [0.0, 0.0, 0.3, 0.5],
    );
    let from = b.len();
    b.ellipsoid(DVec3::new(0.0, 0.0, 0.0), [0.7, 0.25, 0.35], n / 3, n, (0.5, 1.0), [0.0, 0.5, 1.0, 0.5]);
    b.ellipsoid(DVec3::new(0.0, 0.0, 0.0), [0.7, 0.05, 0.35], n / 3, n, (0.0, 0.5), [0.0, 0.5, 1.0, 0.5]);
    // The dish looks forward.
    b.shape(from, |p| DVec3::new(p.x, p.z + 0.75, -p.y));
}
