//! Keys of the file to curves, and the order in which its angles turn.
//!
//! A key has two control points (seconds, value) for each axis: the handle after it and the handle before it, both
//! absolute. Files of one Blender exporter have the times of handles in frames, 30 to a second.

use super::super::types::Key;
use crate::egosoft::MIRROR;
use crate::egosoft::component::FRAMES_PER_SECOND;
use glam::DQuat;
use scene::curves::bezier::{self, Curve, Join};
use scene::curves::euler::{self, Order};

/// In a scene's axes: x turns first, then z, then y. In stored axes that is `Ry(y) · Rz(−z) · Rx(−x)`.
const EULER_ORDER: Order = Order::Yzx;

/// Stored angles as angles about a scene's axes, and back: the mirror of x turns y and z around, and the file counts x
/// and z the other way round.
fn mirrored(angles: [f64; 3]) -> [f64; 3] {
    let [x, y, z] = MIRROR.angles(angles);
    [-x, y, -z]
}

/// The rotation of stored angles, in a scene's axes.
pub fn turn(angles: [f64; 3]) -> DQuat {
    euler::quat(mirrored(angles), EULER_ORDER)
}

/// The stored angles of a rotation in a scene's axes, those nearest to `near`.
pub fn angles(rotation: DQuat, near: [f64; 3]) -> [f64; 3] {
    // 0 is written as 0, not −0.
    mirrored(euler::angles(rotation, EULER_ORDER, mirrored(near))).map(|v| v + 0.0)
}

/// What turns the times of a track's handles into seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Clock {
    /// Units a second.
    rate: f32,
    /// Time 0 in these units.
    zero: f32,
}

/// Handles further from their key than this many times their segment are not in seconds.
const FAR: f32 = 3.0;

impl Clock {
    const SECONDS: Self = Self { rate: 1.0, zero: 0.0 };

    fn seconds(self, time: f32) -> f32 {
        (time - self.zero) / self.rate
    }

    /// Seconds, unless most handles are far outside of their segments and would not be if they were frames.
    fn of(keys: &[&Key]) -> Self {
        let handles = handles(keys);
        let far = |clock: Self| {
            let outside = |h: &&Handle| (clock.seconds(h.time) - h.key).abs() > FAR * h.span;
            handles.iter().filter(outside).count()
        };
        if far(Self::SECONDS) * 2 <= handles.len() {
            return Self::SECONDS;
        }
        let rate = FRAMES_PER_SECOND;
        // Where the artist's timeline does not start at 0, handles say where: each is on its side of its key.
        let (mut low, mut high) = (f32::NEG_INFINITY, f32::INFINITY);
        for h in &handles {
            let zero = h.time - h.key * rate;
            if h.after {
                high = high.min(zero);
            } else {
                low = low.max(zero);
            }
        }
        let slack = 1e-3 * rate;
        let fits = |zero: f32| low - slack <= zero && zero <= high + slack;
        let middle = f32::midpoint(low, high);
        // Times of keys count from the first frame of a clip; of the times of handles the exporter subtracts that frame
        // in seconds, so that a clip that starts at frame 5 has its 0 at 5 − 5/30.
        let late = (middle * rate / (rate - 1.0)).round() * (rate - 1.0) / rate;
        let zero = if (middle - late).abs() < 0.005 {
            late
        } else {
            [0.0, 1.0, middle.round()].into_iter().find(|z| z.is_finite() && fits(*z)).unwrap_or(0.0)
        };
        let frames = Self { rate, zero };
        if far(frames) < far(Self::SECONDS) { frames } else { Self::SECONDS }
    }
}

/// A handle of a Bezier segment.
struct Handle {
    time: f32,
    /// Time of the key it belongs to.
    key: f32,
    /// Length of its segment.
    span: f32,
    /// After the key, not before it.
    after: bool,
}

fn handles(keys: &[&Key]) -> Vec<Handle> {
    let mut out = Vec::new();
    for (k, next) in keys.iter().zip(keys.iter().skip(1)) {
        let span = next.time - k.time;
        for axis in (0..3).filter(|axis| pick(&k.interpolation, *axis) == BEZIER && span > 0.0) {
            let (first, second) = (pick(&k.control, axis)[0], pick(&next.control, axis)[1]);
            if first != [0.0; 2] || second != [0.0; 2] {
                out.push(Handle { time: first[0], key: k.time, span, after: true });
                out.push(Handle { time: second[0], key: next.time, span, after: false });
            }
        }
    }
    out
}

/// Holds until the next key.
pub const STEP: i32 = 1;
/// Straight.
pub const LINEAR: i32 = 2;
/// Bezier in time and value.
pub const BEZIER: i32 = 5;
/// Bezier in value, time linear.
pub const BEZIER_LINEAR_TIME: i32 = 6;
/// Kochanek–Bartels.
pub const TCB: i32 = 7;

/// Whether an interpolation is one this program knows how to follow.
pub fn is_known(kind: i32) -> bool {
    matches!(kind, STEP | LINEAR | BEZIER | BEZIER_LINEAR_TIME | TCB)
}

fn pick<T: Copy + Default>(list: &[T; 3], axis: usize) -> T {
    list.get(axis).copied().unwrap_or_default()
}

/// The curve of one axis.
pub fn curve(keys: &[Key], axis: usize) -> Curve {
    let mut keys: Vec<&Key> = keys.iter().filter(|k| k.time.is_finite()).collect();
    keys.sort_by(|a, b| a.time.total_cmp(&b.time));
    let clock = Clock::of(&keys);
    let list: Vec<bezier::Key> = keys
        .iter()
        .enumerate()
        .map(|(i, k)| {
            let join = join(&keys, i, axis, clock);
            bezier::Key { time: k.time, value: pick(&k.value, axis), join }
        })
        .collect();
    Curve::new(&list)
}

fn join(keys: &[&Key], i: usize, axis: usize, clock: Clock) -> Join {
    let (Some(k), Some(next)) = (keys.get(i), keys.get(i + 1)) else { return Join::Step };
    let dt = next.time - k.time;
    match pick(&k.interpolation, axis) {
        STEP => Join::Step,
        kind @ (BEZIER | BEZIER_LINEAR_TIME) => {
            let (first, second) = (pick(&k.control, axis)[0], pick(&next.control, axis)[1]);
            // Points that were never filled in.
            let unset = [first, second].iter().flatten().all(|v| *v == 0.0);
            let fraction = |p: [f32; 2]| [(clock.seconds(p[0]) - k.time) / dt, p[1]];
            match kind {
                _ if unset || dt <= 0.0 => Join::Linear,
                BEZIER => Join::Timed(fraction(first), fraction(second)),
                _ => Join::Bezier(first[1], second[1]),
            }
        }
        TCB => Join::Hermite(slope(keys, i, axis, Side::Out), slope(keys, i + 1, axis, Side::In)),
        // Unknown, quadratic and cubic have no numbers of their own: straight.
        _ => Join::Linear,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    In,
    Out,
}

/// Slope per second at a key: stored, or by Kochanek and Bartels with unequal intervals.
fn slope(keys: &[&Key], i: usize, axis: usize, side: Side) -> f32 {
    let Some(k) = keys.get(i) else { return 0.0 };
    if k.derivatives_valid != 0 {
        return pick(if side == Side::In { &k.deriv_in } else { &k.deriv_out }, axis);
    }
    let step = |a: Option<&&Key>, b: Option<&&Key>| {
        let (a, b) = (a?, b?);
        Some((pick(&b.value, axis) - pick(&a.value, axis), b.time - a.time))
    };
    let before = i.checked_sub(1).and_then(|p| step(keys.get(p), Some(k)));
    let after = step(Some(k), keys.get(i + 1));
    // At the ends the missing side is like the one there is.
    let (Some((rise_in, time_in)), Some((rise_out, time_out))) = (before.or(after), after.or(before)) else {
        return 0.0;
    };
    let total = time_in + time_out;
    if total <= 0.0 {
        return 0.0;
    }
    let (t, c, b) = (k.tension, k.continuity, k.bias);
    let c = if side == Side::Out { c } else { -c };
    let raw = (1.0 - t) * (1.0 + c) * (1.0 + b) * 0.5 * rise_in
        + (1.0 - t) * (1.0 - c) * (1.0 - b) * 0.5 * rise_out;
    raw * 2.0 / total
}
