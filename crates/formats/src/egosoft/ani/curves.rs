//! Keys of the file to curves, and from channels back to keys.
//!
//! Open facts, each in one place: what control points mean ([`CONTROL_POINTS`]) and in which order angles turn
//! ([`EULER_ORDER`]).

use super::types::Key;
use scene::curves::bezier::{self, Curve, Join};
use scene::curves::euler::Order;

/// Open: no file met shows it. `Rz · Ry · Rx`: x turns first, as 3ds Max does.
pub const EULER_ORDER: Order = Order::Zyx;

/// What the two control points of a key are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ControlPoints {
    /// (time in seconds, value) of the two inner points of the curve from this key to the next.
    Segment,
}

/// Open: the engine calls them first and second control point, and a key's interpolation is that of the way to the
/// next key, so its points are taken to be as well.
pub const CONTROL_POINTS: ControlPoints = ControlPoints::Segment;

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
    let list: Vec<bezier::Key> = keys
        .iter()
        .enumerate()
        .map(|(i, k)| bezier::Key { time: k.time, value: pick(&k.value, axis), join: join(&keys, i, axis) })
        .collect();
    Curve::new(&list)
}

fn join(keys: &[&Key], i: usize, axis: usize) -> Join {
    let (Some(k), Some(next)) = (keys.get(i), keys.get(i + 1)) else { return Join::Step };
    match pick(&k.interpolation, axis) {
        STEP => Join::Step,
        BEZIER => timed(k, next, axis),
        BEZIER_LINEAR_TIME => {
            let [a, b] = pick(&k.control, axis);
            if unset(k, axis) { Join::Linear } else { Join::Bezier(a[1], b[1]) }
        }
        TCB => Join::Hermite(slope(keys, i, axis, Side::Out), slope(keys, i + 1, axis, Side::In)),
        // Unknown, quadratic and cubic have no numbers of their own: straight.
        _ => Join::Linear,
    }
}

/// Control points that were never filled in.
fn unset(k: &Key, axis: usize) -> bool {
    pick(&k.control, axis).iter().flatten().all(|v| *v == 0.0)
}

fn timed(k: &Key, next: &Key, axis: usize) -> Join {
    let dt = next.time - k.time;
    if unset(k, axis) || dt <= 0.0 {
        return Join::Linear;
    }
    let [a, b] = pick(&k.control, axis);
    let fraction = |p: [f32; 2]| [(p[0] - k.time) / dt, p[1]];
    Join::Timed(fraction(a), fraction(b))
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
