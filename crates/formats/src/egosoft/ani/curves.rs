//! Keys of the file to curves, and from channels back to keys.
//!
//! Open facts, each in one place: what control points mean ([`ControlPoints`]) and in which order angles turn
//! ([`EULER_ORDER`]).

use super::types::Key;
use scene::curves::bezier::{self, Curve, Join};
use scene::curves::euler::Order;

/// Open: no file met shows it. `Rz · Ry · Rx`: x turns first, as 3ds Max does.
pub const EULER_ORDER: Order = Order::Zyx;

/// What the two control points (time in seconds, value) of a key are. Open: no file met has any, so both readings are
/// known and the times of a track's own points decide between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ControlPoints {
    /// The two inner points of the way from this key to the next, as a key's interpolation is that of this way.
    Segment,
    /// The handle behind the key and the one before it, as the one tool that shows them takes them.
    Handles,
}

impl ControlPoints {
    /// A second point that lies before its key can only be a handle.
    fn of(keys: &[&Key], axis: usize) -> Self {
        let before = |k: &&Key| {
            let [first, second] = pick(&k.control, axis);
            // Where time is linear, points may have none.
            let timed = first[0] != 0.0 || second[0] != 0.0;
            timed && second[0] < k.time && second != [0.0; 2]
        };
        if keys.iter().any(before) { Self::Handles } else { Self::Segment }
    }
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
    let points = ControlPoints::of(&keys, axis);
    let list: Vec<bezier::Key> = keys
        .iter()
        .enumerate()
        .map(|(i, k)| {
            let join = join(&keys, i, axis, points);
            bezier::Key { time: k.time, value: pick(&k.value, axis), join }
        })
        .collect();
    Curve::new(&list)
}

fn join(keys: &[&Key], i: usize, axis: usize, points: ControlPoints) -> Join {
    let (Some(k), Some(next)) = (keys.get(i), keys.get(i + 1)) else { return Join::Step };
    let dt = next.time - k.time;
    match pick(&k.interpolation, axis) {
        STEP => Join::Step,
        kind @ (BEZIER | BEZIER_LINEAR_TIME) => {
            let [first, second] = pick(&k.control, axis);
            let second = if points == ControlPoints::Handles { pick(&next.control, axis)[1] } else { second };
            // Points that were never filled in.
            let unset = [first, second].iter().flatten().all(|v| *v == 0.0);
            let fraction = |p: [f32; 2]| [(p[0] - k.time) / dt, p[1]];
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
