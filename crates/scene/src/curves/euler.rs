//! Euler angles over time become quaternions that glTF interpolates to the same motion.
//!
//! Samples are taken until slerp between them is within [`TOLERANCE`] of the true rotation and no step turns by more
//! than [`MAX_STEP`], so that a full turn between two keys still turns. Signs are continuous. Steps are short enough that
//! programs that take straight lines between quaternions instead of slerp (Blender) see the same motion.

use super::bezier::{Curve, union_times};
use super::{Budget, guard};
use crate::Interpolation;
use glam::DQuat;
use std::f64::consts::PI;

/// Largest angle between the samples' slerp and the true rotation, in radians.
pub const TOLERANCE: f64 = 1e-4;
/// Largest turn from one sample to the next, in radians: 18°, where a straight line is 5e-5 off slerp. For a turn not to
/// be lost, 90° would do.
pub const MAX_STEP: f64 = PI / 10.0;
/// Samples between two keys at most: a hostile file may ask for a million turns.
const MAX_SAMPLES: usize = 1 << 14;
/// In which order three angles turn: `Xyz` is `Rx · Ry · Rz` on column vectors, so z turns first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    /// `Rx · Ry · Rz`.
    Xyz,
    /// `Rx · Rz · Ry`.
    Xzy,
    /// `Ry · Rx · Rz`.
    Yxz,
    /// `Ry · Rz · Rx`.
    Yzx,
    /// `Rz · Rx · Ry`.
    Zxy,
    /// `Rz · Ry · Rx`.
    Zyx,
}

impl Order {
    fn glam(self) -> glam::EulerRot {
        match self {
            Order::Xyz => glam::EulerRot::XYZ,
            Order::Xzy => glam::EulerRot::XZY,
            Order::Yxz => glam::EulerRot::YXZ,
            Order::Yzx => glam::EulerRot::YZX,
            Order::Zxy => glam::EulerRot::ZXY,
            Order::Zyx => glam::EulerRot::ZYX,
        }
    }

    /// The axes from the outermost (turning last) to the innermost: 0 = x.
    pub fn axes(self) -> [usize; 3] {
        match self {
            Order::Xyz => [0, 1, 2],
            Order::Xzy => [0, 2, 1],
            Order::Yxz => [1, 0, 2],
            Order::Yzx => [1, 2, 0],
            Order::Zxy => [2, 0, 1],
            Order::Zyx => [2, 1, 0],
        }
    }
}

/// The rotation of angles about x, y and z, in radians.
pub fn quat(angles: [f64; 3], order: Order) -> DQuat {
    let single = [
        DQuat::from_rotation_x(angles[0]),
        DQuat::from_rotation_y(angles[1]),
        DQuat::from_rotation_z(angles[2]),
    ];
    let [a, b, c] = order.axes().map(|i| single.get(i).copied().unwrap_or(DQuat::IDENTITY));
    a * b * c
}

/// Angles about x, y and z of a rotation, the set nearest to `near` of those that mean the same: unwrapped turns.
pub fn angles(rotation: DQuat, order: Order, near: [f64; 3]) -> [f64; 3] {
    let (a, b, c) = rotation.normalize().to_euler(order.glam());
    let axes = order.axes();
    let candidate = |outer: f64, middle: f64, inner: f64| {
        let mut out = [0.0; 3];
        for (axis, value) in axes.into_iter().zip([outer, middle, inner]) {
            let want = near.get(axis).copied().unwrap_or(0.0);
            let turns = ((want - value) / std::f64::consts::TAU).round();
            if let Some(slot) = out.get_mut(axis) {
                *slot = value + turns * std::f64::consts::TAU;
            }
        }
        out
    };
    let distance = |v: &[f64; 3]| v.iter().zip(near).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
    let pi = std::f64::consts::PI;
    let (first, second) = (candidate(a, b, c), candidate(a + pi, pi - b, c + pi));
    if distance(&second) < distance(&first) { second } else { first }
}

/// Quaternion keys.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sampled {
    /// `Step` or `Linear`.
    pub interpolation: Interpolation,
    /// Seconds, strictly ascending, not negative.
    pub times: Vec<f32>,
    /// xyzw, signs continuous.
    pub values: Vec<[f32; 4]>,
}

/// Samples three curves of angles (x, y, z, radians).
pub fn sample(curves: &[Curve; 3], order: Order) -> Sampled {
    sample_with(curves, |angles| quat(angles, order))
}

/// Samples three curves whose values `turn` makes into a rotation. No angle of the result may turn faster than the
/// sum of the three values does.
pub fn sample_with(curves: &[Curve; 3], turn: impl Fn([f64; 3]) -> DQuat) -> Sampled {
    sample_within(curves, turn, &mut Budget::for_keys(union_times(curves).len()))
}

/// The same with a budget that several tracks share.
pub fn sample_within(curves: &[Curve; 3], turn: impl Fn([f64; 3]) -> DQuat, shared: &mut Budget) -> Sampled {
    let keys = union_times(curves);
    let at = |t: f64| turn([curves[0].at(t), curves[1].at(t), curves[2].at(t)]);
    let before =
        |t: f64| turn([curves[0].value_before(t), curves[1].value_before(t), curves[2].value_before(t)]);
    let jumps = |t: f32| curves.iter().any(|c| c.value_before(t.into()) != c.at(t.into()));
    let still = |a: f32, b: f32| curves.iter().all(|c| c.variation(a, b) == 0.0);
    let spans = || keys.iter().zip(keys.iter().skip(1));
    let mut out = Builder::default();
    if spans().all(|(a, b)| still(*a, *b)) {
        // Nothing moves between keys: steps, or one value for good.
        for t in &keys {
            out.push(*t, at((*t).into()));
        }
        return out.finish(Interpolation::Step);
    }
    let mut budget = shared.left();
    for (a, b) in spans() {
        if out.times.is_empty() {
            out.push(*a, at((*a).into()));
        }
        let jump = jumps(*b);
        let end = if jump { b.next_down().max(*a) } else { *b };
        let total: f64 = curves.iter().map(|c| c.variation(*a, *b)).sum();
        // A hair less than a whole number of steps is that number.
        let most = MAX_SAMPLES.min(budget).max(1);
        let n = (total / MAX_STEP - 1e-6).ceil().clamp(1.0, most as f64) as usize;
        budget = budget.saturating_sub(n - 1);
        let mut cuts: Vec<f32> = (0..=n)
            .map(|i| (f64::from(*a) + (f64::from(end) - f64::from(*a)) * (i as f64 / n as f64)) as f32)
            .collect();
        if let Some(last) = cuts.last_mut() {
            *last = end;
        }
        // As `guard.rs` says: of keys as close as those of a jump, Blender keeps the later one.
        let early = (f64::from(end) - guard::NEAREST) as f32;
        if jump && cuts.iter().rev().nth(1).is_some_and(|last| *last < early) {
            cuts.insert(cuts.len() - 1, early);
        }
        for (s, e) in cuts.iter().zip(cuts.iter().skip(1)) {
            let value = |t: f32| if t >= end { before((*b).into()) } else { at(t.into()) };
            refine(&mut out, &at, &value, &mut budget, *s, *e, |s, e| {
                curves.iter().map(|c| c.variation(s, e)).sum::<f64>() <= MAX_STEP + 1e-6
            });
        }
        if jump {
            out.push(*b, at((*b).into()));
        }
    }
    shared.spend(out.times.len().saturating_sub(keys.len()));
    out.finish(Interpolation::Linear)
}

/// Adds the end of a span, and samples within it where slerp is not good enough.
fn refine(
    out: &mut Builder,
    at: &impl Fn(f64) -> DQuat,
    value: &impl Fn(f32) -> DQuat,
    budget: &mut usize,
    start: f32,
    end: f32,
    short: impl Fn(f32, f32) -> bool,
) {
    let mut stack = vec![(start, end, 0)];
    while let Some((a, b, depth)) = stack.pop() {
        let mid = f32::midpoint(a, b);
        let (qa, qb) = (value(a), value(b));
        let good = || {
            short(a, b)
                && [0.21, 0.5, 0.79].into_iter().all(|s| {
                    let t = f64::from(a) + (f64::from(b) - f64::from(a)) * s;
                    angle_between(slerp(qa, qb, s), at(t)) <= TOLERANCE * 0.7
                })
        };
        if depth >= 14 || *budget == 0 || mid <= a || mid >= b || good() {
            out.push(b, qb);
        } else {
            *budget -= 1;
            stack.push((mid, b, depth + 1));
            stack.push((a, mid, depth + 1));
        }
    }
}

fn slerp(a: DQuat, b: DQuat, s: f64) -> DQuat {
    a.slerp(if a.dot(b) < 0.0 { -b } else { b }, s)
}

fn angle_between(a: DQuat, b: DQuat) -> f64 {
    // From the difference, since acos cannot distinguish small angles.
    let b = if a.dot(b) < 0.0 { -b } else { b };
    let d = a - b;
    4.0 * (d.length() * 0.5).min(1.0).asin()
}

#[derive(Default)]
struct Builder {
    times: Vec<f32>,
    values: Vec<DQuat>,
}

impl Builder {
    fn push(&mut self, time: f32, q: DQuat) {
        if self.times.last().is_some_and(|last| *last >= time) {
            return;
        }
        let q = q.normalize();
        let flip = self.values.last().is_some_and(|last| last.dot(q) < 0.0);
        self.times.push(time);
        self.values.push(if flip { -q } else { q });
    }

    fn finish(self, interpolation: Interpolation) -> Sampled {
        let values = self.values.iter().map(|q| q.to_array().map(|v| v as f32)).collect();
        Sampled { interpolation, times: self.times, values }
    }
}

#[cfg(test)]
mod tests {
    use super::super::bezier::{Join, Key};
    use super::*;
    use proptest::prelude::*;
    use std::f32::consts::TAU;

    fn linear(keys: &[(f32, f32)]) -> Curve {
        Curve::new(
            &keys
                .iter()
                .map(|(time, value)| Key { time: *time, value: *value, join: Join::Linear })
                .collect::<Vec<_>>(),
        )
    }

    /// A door of a real ship: a quarter turn, eased, on a budget that all doors share. Once the first took all of it, and
    /// the others opened along straight lines.
    #[test]
    fn eased_turns_leave_keys_for_the_others() {
        let eased = Curve::new(&[
            Key { time: 0.0, value: 0.0, join: Join::Timed([0.333, 0.0], [0.667, TAU / 4.0]) },
            Key { time: 5.767, value: TAU / 4.0, join: Join::Step },
        ]);
        let still = || Curve::constant(0.0);
        let curves = [eased, still(), still()];
        let turn = |a: [f64; 3]| quat(a, Order::Yzx);
        let mut budget = Budget::for_keys(2);
        for door in 0..8 {
            let s = sample_within(&curves, turn, &mut budget);
            assert!(s.times.len() < 500, "door {door}: {} keys", s.times.len());
            for i in 0..=1000 {
                let t = 5.767 * f64::from(i) / 1000.0;
                let off = angle_between(value_at(&s, t), turn([curves[0].at(t), 0.0, 0.0]));
                assert!(off < 1e-3, "door {door} is {off} off at {t}");
            }
        }
    }

    fn value_at(s: &Sampled, t: f64) -> DQuat {
        let q = |i: usize| DQuat::from_array(s.values[i].map(f64::from)).normalize();
        let i = s.times.partition_point(|x| f64::from(*x) <= t);
        if i == 0 || i == s.times.len() || s.interpolation == Interpolation::Step {
            return q(i.saturating_sub(1));
        }
        let (a, b) = (f64::from(s.times[i - 1]), f64::from(s.times[i]));
        slerp(q(i - 1), q(i), (t - a) / (b - a))
    }

    #[test]
    fn a_full_turn_turns() {
        let z = linear(&[(0.0, 0.0), (666.6667, TAU)]);
        let s = sample(&[Curve::default(), Curve::default(), z], Order::Xyz);
        assert_eq!(s.times.len(), 21, "twentieths");
        let half = value_at(&s, 333.333_35);
        assert!(half.w.abs() < 1e-5 && half.z.abs() > 0.9999, "half a turn at half time: {half}");
        assert!(s.values.windows(2).all(|w| {
            DQuat::from_array(w[0].map(f64::from)).dot(DQuat::from_array(w[1].map(f64::from))) > 0.0
        }));
        assert!(s.values[20][3] < -0.9999, "the sign runs on: {:?}", s.values[20]);
    }

    #[test]
    fn a_straight_line_between_samples_is_near() {
        let z = linear(&[(0.0, 0.0), (1.0, 5.0)]);
        let s = sample(&[linear(&[(0.0, 0.3), (1.0, -0.2)]), Curve::default(), z], Order::Xyz);
        for (w, t) in s.values.windows(2).zip(s.times.windows(2)) {
            let (a, b) = (DQuat::from_array(w[0].map(f64::from)), DQuat::from_array(w[1].map(f64::from)));
            let at = f64::from(t[0]) + f64::from(t[1] - t[0]) * 0.21;
            assert!(angle_between((a * 0.79 + b * 0.21).normalize(), value_at(&s, at)) < 6e-5);
        }
    }

    #[test]
    fn orders_are_products() {
        let a = [0.3, -1.1, 2.0];
        let (x, y, z) =
            (DQuat::from_rotation_x(a[0]), DQuat::from_rotation_y(a[1]), DQuat::from_rotation_z(a[2]));
        for (order, want) in [
            (Order::Xyz, x * y * z),
            (Order::Xzy, x * z * y),
            (Order::Yxz, y * x * z),
            (Order::Yzx, y * z * x),
            (Order::Zxy, z * x * y),
            (Order::Zyx, z * y * x),
        ] {
            assert!(angle_between(quat(a, order), want) < 1e-12, "{order:?}");
            let back = angles(want, order, a);
            assert!(back.iter().zip(a).all(|(b, a)| (b - a).abs() < 1e-9), "{order:?}: {back:?}");
        }
    }

    #[test]
    fn angles_unwrap() {
        let turn = [0.0, 0.0, 5.0 * std::f64::consts::PI + 0.1];
        let back = angles(quat(turn, Order::Zyx), Order::Zyx, [0.0, 0.0, 15.5]);
        assert!((back[2] - turn[2]).abs() < 1e-9, "{back:?}");
    }

    #[test]
    fn steps_stay_steps_and_jumps_jump() {
        let key = |time, value, join| Key { time, value, join };
        let x =
            Curve::new(&[key(0.0, 0.0, Join::Step), key(1.0, 1.0, Join::Step), key(2.0, 2.0, Join::Step)]);
        let s = sample(&[x, Curve::default(), Curve::default()], Order::Xyz);
        assert_eq!((s.interpolation, s.times.as_slice()), (Interpolation::Step, &[0.0, 1.0, 2.0][..]));
        let x =
            Curve::new(&[key(0.0, 0.0, Join::Step), key(1.0, 1.0, Join::Linear), key(2.0, 1.5, Join::Step)]);
        let s = sample(&[x, Curve::default(), Curve::default()], Order::Xyz);
        assert_eq!(s.interpolation, Interpolation::Linear);
        assert!(angle_between(value_at(&s, 0.999), DQuat::IDENTITY) < 1e-6);
        assert!(angle_between(value_at(&s, 1.0), DQuat::from_rotation_x(1.0)) < 1e-6);
    }

    #[test]
    fn a_million_turns_end() {
        let z = linear(&[(0.0, 0.0), (1.0, 1e30), (2.0, f32::NAN), (f32::INFINITY, 0.0)]);
        let s = sample(&[Curve::default(), Curve::default(), z], Order::Xyz);
        assert!(s.times.len() <= 2 * MAX_SAMPLES + 4);
        assert!(s.values.iter().flatten().all(|v| v.is_finite()));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn every_time_is_within_the_tolerance(keys in prop::collection::vec((0.01..3.0_f32, any::<[i16; 3]>(), any::<bool>()), 2..5)) {
            let mut t = 0.0;
            let mut axes: [Vec<Key>; 3] = Default::default();
            for (dt, v, bend) in &keys {
                for (axis, value) in axes.iter_mut().zip(v) {
                    let value = f32::from(*value) / 5000.0;
                    let join = if *bend { Join::Hermite(1.0, -0.5) } else { Join::Linear };
                    axis.push(Key { time: t, value, join });
                }
                t += dt;
            }
            let curves = axes.map(|k| Curve::new(&k));
            let s = sample(&curves, Order::Yxz);
            for i in 0..1000 {
                let t = f64::from(t) * f64::from(i) / 1000.0;
                let want = quat([curves[0].at(t), curves[1].at(t), curves[2].at(t)], Order::Yxz);
                let off = angle_between(value_at(&s, t), want);
                prop_assert!(off <= TOLERANCE * 1.05, "{off} at {t}");
            }
        }
    }
}
