//! Scalar curves (step, linear, cubic) joined into one channel without changing their shape.
//!
//! A cubic Bezier whose time is linear is a cubic polynomial, and so is every part of it: cut at the union of the key
//! times of all axes, each part is exactly a glTF `CUBICSPLINE` segment with out = 3(p1 − p0)/Δt and
//! in = 3(p3 − p2)/Δt. Curves whose time is bent too ([`Join::Timed`]) are no polynomials of time; those are cut
//! further until the error is below the tolerance asked for. A jump becomes two keys, one float apart. Keys next to bends are
//! added for programs that throw tangents away (`guard.rs`); they change nothing.

use super::{Budget, guard};
use crate::Interpolation;

/// How a curve goes from a key to the next one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Join {
    /// Holds the value, then jumps.
    Step,
    /// Straight.
    Linear,
    /// The two inner control values of a cubic Bezier, time linear.
    Bezier(f32, f32),
    /// Slope after this key and slope before the next one, per second.
    Hermite(f32, f32),
    /// Two inner control points (fraction of the time between the keys, value): time is a Bezier as well.
    Timed([f32; 2], [f32; 2]),
}

/// One key of one axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Key {
    /// Seconds.
    pub time: f32,
    /// Value.
    pub value: f32,
    /// The way to the next key.
    pub join: Join,
}

#[derive(Debug, Clone, Copy)]
enum Shape {
    Step,
    Linear,
    /// Bezier control values.
    Cubic([f64; 4]),
    /// Control points: fraction of time, value.
    Timed([[f64; 2]; 4]),
}

#[derive(Debug, Clone, Copy)]
struct Piece {
    start: f32,
    end: f32,
    from: f64,
    to: f64,
    shape: Shape,
}

/// A scalar curve over time. Before its first and after its last key it holds their values.
#[derive(Debug, Clone, Default)]
pub struct Curve {
    pieces: Vec<Piece>,
    times: Vec<f32>,
    first: f64,
    last: f64,
}

fn finite(v: f32) -> f64 {
    if v.is_finite() { f64::from(v) } else { 0.0 }
}

impl Curve {
    /// A curve that never changes.
    pub fn constant(value: f32) -> Self {
        let value = finite(value);
        Self { pieces: Vec::new(), times: Vec::new(), first: value, last: value }
    }

    /// A curve from keys in any order. Keys at one time are a jump; what is not finite counts as 0.
    pub fn new(keys: &[Key]) -> Self {
        let mut keys: Vec<Key> = keys.iter().copied().filter(|k| k.time.is_finite()).collect();
        keys.sort_by(|a, b| a.time.total_cmp(&b.time));
        let mut times: Vec<f32> = keys.iter().map(|k| k.time).collect();
        times.dedup();
        let first = times.first().copied().unwrap_or(0.0);
        let pieces =
            keys.iter().zip(keys.iter().skip(1)).filter(|(a, b)| a.time < b.time).map(|(a, b)| piece(a, b));
        Self {
            pieces: pieces.collect(),
            times,
            // Nothing is before the first key that it could jump from.
            first: keys.iter().take_while(|k| k.time == first).last().map_or(0.0, |k| finite(k.value)),
            last: keys.last().map_or(0.0, |k| finite(k.value)),
        }
    }

    /// The key times, ascending, each once.
    pub fn times(&self) -> &[f32] {
        &self.times
    }

    /// The value at a time; at a jump the value after it.
    pub fn at(&self, time: f64) -> f64 {
        self.after(time).0
    }

    /// Value and slope just after a time.
    fn after(&self, time: f64) -> (f64, f64) {
        let i = self.pieces.partition_point(|p| f64::from(p.end) <= time);
        match self.pieces.get(i) {
            Some(p) if f64::from(p.start) <= time => p.eval(time),
            Some(_) => (self.first, 0.0),
            None if self.times.first().is_some_and(|t| time < f64::from(*t)) => (self.first, 0.0),
            None => (self.last, 0.0),
        }
    }

    /// Value and slope just before a time.
    fn before(&self, time: f64) -> (f64, f64) {
        let i = self.pieces.partition_point(|p| f64::from(p.end) < time);
        match self.pieces.get(i) {
            Some(p) if f64::from(p.start) < time => p.eval_end(time),
            Some(_) => (self.first, 0.0),
            None if self.times.first().is_some_and(|t| time <= f64::from(*t)) => (self.first, 0.0),
            None => (self.last, 0.0),
        }
    }

    /// The piece around the middle of a span that no key cuts.
    fn piece(&self, a: f32, b: f32) -> Option<&Piece> {
        let mid = f64::midpoint(f64::from(a), f64::from(b));
        let i = self.pieces.partition_point(|p| f64::from(p.end) <= mid);
        self.pieces.get(i).filter(|p| f64::from(p.start) <= mid)
    }

    /// The value just before a time.
    pub fn value_before(&self, time: f64) -> f64 {
        self.before(time).0
    }

    /// No more than this does the value move up and down between two times with no key between them.
    pub fn variation(&self, a: f32, b: f32) -> f64 {
        match self.piece(a, b).map(|p| p.shape) {
            None | Some(Shape::Step) => 0.0,
            Some(Shape::Linear) => (self.before(b.into()).0 - self.at(a.into())).abs(),
            Some(Shape::Cubic(_)) => {
                let dt = f64::from(b) - f64::from(a);
                let ((p0, out), (p3, back)) = (self.after(a.into()), self.before(b.into()));
                let (p1, p2) = (p0 + out * dt / 3.0, p3 - back * dt / 3.0);
                (p1 - p0).abs() + (p2 - p1).abs() + (p3 - p2).abs()
            }
            Some(Shape::Timed(_)) => self.piece(a, b).map_or(0.0, |p| p.timed_variation(a, b)),
        }
    }
}

fn piece(a: &Key, b: &Key) -> Piece {
    let (from, to) = (finite(a.value), finite(b.value));
    let dt = f64::from(b.time) - f64::from(a.time);
    let shape = match a.join {
        Join::Step => Shape::Step,
        Join::Linear => Shape::Linear,
        Join::Bezier(p1, p2) => cubic_or_line([from, finite(p1), finite(p2), to]),
        Join::Hermite(out, back) => {
            Shape::Cubic([from, from + finite(out) * dt / 3.0, to - finite(back) * dt / 3.0, to])
        }
        Join::Timed([t1, v1], [t2, v2]) => {
            // Outside of 0..1 the curve would not be a function of time.
            let (t1, t2) = (finite(t1).clamp(0.0, 1.0), finite(t2).clamp(0.0, 1.0));
            let (v1, v2) = (finite(v1), finite(v2));
            if (t1 - 1.0 / 3.0).abs() < 1e-6 && (t2 - 2.0 / 3.0).abs() < 1e-6 {
                cubic_or_line([from, v1, v2, to])
            } else {
                Shape::Timed([[0.0, from], [t1, v1], [t2, v2], [1.0, to]])
            }
        }
    };
    Piece { start: a.time, end: b.time, from, to, shape }
}

/// Two of three Beziers of real files have their inner values at one and two thirds of the way (as near as floats come)
/// and are straight. To say so is as exact, and leaves programs that have no tangents nothing to guess.
fn cubic_or_line(p: [f64; 4]) -> Shape {
    let [from, p1, p2, to] = p;
    let third = (to - from) / 3.0;
    let off = (p1 - from - third).abs().max((to - p2 - third).abs());
    if off <= 1e-6 * from.abs().max(to.abs()) { Shape::Linear } else { Shape::Cubic(p) }
}

fn cubic(p: [f64; 4], s: f64) -> f64 {
    let r = 1.0 - s;
    r * r * r * p[0] + 3.0 * r * r * s * p[1] + 3.0 * r * s * s * p[2] + s * s * s * p[3]
}

fn cubic_slope(p: [f64; 4], s: f64) -> f64 {
    let r = 1.0 - s;
    3.0 * (r * r * (p[1] - p[0]) + 2.0 * r * s * (p[2] - p[1]) + s * s * (p[3] - p[2]))
}

/// The value of a cubic's blossom: with (s, s, t) and the like it gives the control values of the part from s to t.
fn blossom(p: [f64; 4], [a, b, c]: [f64; 3]) -> f64 {
    let mix = |x: f64, y: f64, t: f64| x + (y - x) * t;
    let [q0, q1, q2] = [mix(p[0], p[1], a), mix(p[1], p[2], a), mix(p[2], p[3], a)];
    mix(mix(q0, q1, b), mix(q1, q2, b), c)
}

impl Piece {
    /// Up and down of the control values of the part of a curve with bent time between two moments.
    fn timed_variation(&self, a: f32, b: f32) -> f64 {
        let Shape::Timed(p) = self.shape else { return 0.0 };
        let (x, y) = (p.map(|q| q[0]), p.map(|q| q[1]));
        let dt = f64::from(self.end) - f64::from(self.start);
        let at = |t: f32| solve(x, ((f64::from(t) - f64::from(self.start)) / dt).clamp(0.0, 1.0));
        let (u, v) = (at(a), at(b));
        let part = [[u, u, u], [u, u, v], [u, v, v], [v, v, v]].map(|at| blossom(y, at));
        part.iter().zip(part.iter().skip(1)).map(|(a, b)| (b - a).abs()).sum()
    }

    fn eval_end(&self, time: f64) -> (f64, f64) {
        match self.shape {
            Shape::Step => (self.from, 0.0),
            _ => self.eval(time),
        }
    }

    /// Value and slope within the piece.
    fn eval(&self, time: f64) -> (f64, f64) {
        let dt = f64::from(self.end) - f64::from(self.start);
        let s = ((time - f64::from(self.start)) / dt).clamp(0.0, 1.0);
        match self.shape {
            Shape::Step => (self.from, 0.0),
            Shape::Linear => (self.from + (self.to - self.from) * s, (self.to - self.from) / dt),
            Shape::Cubic(p) => (cubic(p, s), cubic_slope(p, s) / dt),
            Shape::Timed(p) => {
                let (x, y) = (p.map(|q| q[0]), p.map(|q| q[1]));
                let u = solve(x, s);
                // A handle on top of its key has no direction: look a little inwards.
                let v = if cubic_slope(x, u) < 1e-4 { u.clamp(1e-3, 1.0 - 1e-3) } else { u };
                (cubic(y, u), cubic_slope(y, v) / cubic_slope(x, v).max(1e-6) / dt)
            }
        }
    }
}

/// Where a rising Bezier reaches a value: bisection, since it never fails.
fn solve(x: [f64; 4], at: f64) -> f64 {
    let (mut lo, mut hi) = (0.0, 1.0);
    for _ in 0..50 {
        let mid = f64::midpoint(lo, hi);
        if cubic(x, mid) < at { lo = mid } else { hi = mid }
    }
    f64::midpoint(lo, hi)
}

/// Key times and flat values of a channel.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Joined {
    /// How keys are joined.
    pub interpolation: Interpolation,
    /// Seconds, strictly ascending, not negative.
    pub times: Vec<f32>,
    /// Per key the axes; with `CubicSpline` in-tangents, values and out-tangents.
    pub values: Vec<f32>,
    /// Which keys no curve has ([`super::inserted`]).
    pub inserted: Vec<u32>,
}

/// All key times of several curves, ascending, none negative.
pub fn union_times(curves: &[Curve]) -> Vec<f32> {
    let mut times: Vec<f32> = curves.iter().flat_map(|c| c.times.iter().map(|t| t.max(0.0) + 0.0)).collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    if times.is_empty() {
        times.push(0.0);
    }
    times
}

/// Puts the axes of one property into one channel: exactly, except that curves with bent time are followed within
/// `tolerance`.
pub fn join(curves: &[Curve], tolerance: f32) -> Joined {
    join_within(curves, tolerance, &mut Budget::for_keys(union_times(curves).len()))
}

/// The same with a budget that several tracks share.
pub fn join_within(curves: &[Curve], tolerance: f32, budget: &mut Budget) -> Joined {
    let mut times = union_times(curves);
    if curves.iter().any(|c| c.pieces.iter().any(|p| matches!(p.shape, Shape::Timed(_)))) {
        times = refine(curves, &times, f64::from(tolerance.max(1e-7)), budget);
    }
    let interpolation = kind(curves, &times);
    let mut out = Joined { interpolation, ..Joined::default() };
    for (i, t) in times.iter().enumerate() {
        let jump = curves.iter().any(|c| c.before((*t).into()).0 as f32 != c.at((*t).into()) as f32);
        if interpolation != Interpolation::Step && i > 0 && jump {
            let early = t.next_down();
            if out.times.last().is_some_and(|last| *last < early) {
                push(&mut out, curves, early, Side::Before(*t));
            }
            push(&mut out, curves, *t, Side::After);
        } else {
            push(&mut out, curves, *t, Side::Both);
        }
    }
    guard::add(out, curves.len(), budget)
}

fn kind(curves: &[Curve], times: &[f32]) -> Interpolation {
    let shapes = || {
        times
            .iter()
            .zip(times.iter().skip(1))
            .flat_map(|(a, b)| curves.iter().filter_map(|c| c.piece(*a, *b)))
    };
    // What holds still may pass for a step, so that one moving axis does not decide for resting ones.
    if times.len() < 2 || shapes().all(|p| matches!(p.shape, Shape::Step)) {
        Interpolation::Step
    } else if shapes().any(|p| matches!(p.shape, Shape::Cubic(_) | Shape::Timed(_))) {
        Interpolation::CubicSpline
    } else {
        Interpolation::Linear
    }
}

#[derive(Clone, Copy)]
enum Side {
    /// The end of what came before; the time is that of the jump.
    Before(f32),
    /// The start of what comes, after a jump.
    After,
    Both,
}

fn push(out: &mut Joined, curves: &[Curve], time: f32, side: Side) {
    let left = |c: &Curve| match side {
        Side::Before(t) => c.before(t.into()),
        Side::After => (c.at(time.into()), 0.0),
        Side::Both => c.before(time.into()),
    };
    let right = |c: &Curve| match side {
        Side::Before(t) => (c.before(t.into()).0, 0.0),
        Side::After | Side::Both => c.after(time.into()),
    };
    out.times.push(time);
    let cubic = out.interpolation == Interpolation::CubicSpline;
    if cubic {
        out.values.extend(curves.iter().map(|c| left(c).1 as f32));
    }
    out.values.extend(curves.iter().map(|c| right(c).0 as f32));
    if cubic {
        out.values.extend(curves.iter().map(|c| right(c).1 as f32));
    }
}

/// Cuts spans until Hermite segments follow curves with bent time.
fn refine(curves: &[Curve], times: &[f32], tolerance: f64, shared: &mut Budget) -> Vec<f32> {
    let mut out = times.get(..1).unwrap_or_default().to_vec();
    let mut budget = shared.left();
    for (a, b) in times.iter().zip(times.iter().skip(1)) {
        let mut stack = vec![(*a, *b, 0)];
        while let Some((a, b, depth)) = stack.pop() {
            let mid = f32::midpoint(a, b);
            let fits = || curves.iter().all(|c| fits(c, a, b, tolerance));
            if depth >= 12 || budget == 0 || mid <= a || mid >= b || fits() {
                out.push(b);
            } else {
                budget -= 1;
                stack.push((mid, b, depth + 1));
                stack.push((a, mid, depth + 1));
            }
        }
    }
    shared.spend(out.len().saturating_sub(times.len()));
    out
}

fn fits(c: &Curve, a: f32, b: f32, tolerance: f64) -> bool {
    if !matches!(c.piece(a, b).map(|p| p.shape), Some(Shape::Timed(_))) {
        return true;
    }
    let dt = f64::from(b) - f64::from(a);
    let ((p0, out), (p3, back)) = (c.after(a.into()), c.before(b.into()));
    let p = [p0, p0 + out * dt / 3.0, p3 - back * dt / 3.0, p3];
    (1..8).all(|i| {
        let s = f64::from(i) / 8.0;
        (cubic(p, s) - c.at(f64::from(a) + dt * s)).abs() <= tolerance
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// glTF's own rule, written down a second time.
    pub(crate) fn gltf_at(j: &Joined, axes: usize, t: f32) -> Vec<f32> {
        let i = j.times.partition_point(|x| *x <= t);
        let width = if j.interpolation == Interpolation::CubicSpline { 3 * axes } else { axes };
        let value = |k: usize, part: usize| -> Vec<f64> {
            (0..axes).map(|a| f64::from(j.values[k * width + part * axes + a])).collect()
        };
        let main = usize::from(width > axes);
        let k = i.saturating_sub(1);
        if i == 0 || i == j.times.len() || j.interpolation == Interpolation::Step {
            return value(k, main).iter().map(|v| *v as f32).collect();
        }
        let (t0, t1) = (f64::from(j.times[k]), f64::from(j.times[i]));
        let (s, d) = ((f64::from(t) - t0) / (t1 - t0), t1 - t0);
        let (a, b) = (value(k, main), value(i, main));
        if j.interpolation == Interpolation::Linear {
            return a.iter().zip(&b).map(|(a, b)| (a + (b - a) * s) as f32).collect();
        }
        let (out, back) = (value(k, 2), value(i, 0));
        let (s2, s3) = (s * s, s * s * s);
        (0..axes)
            .map(|x| {
                ((2.0 * s3 - 3.0 * s2 + 1.0) * a[x]
                    + d * (s3 - 2.0 * s2 + s) * out[x]
                    + (-2.0 * s3 + 3.0 * s2) * b[x]
                    + d * (s3 - s2) * back[x]) as f32
            })
            .collect()
    }

    fn arb_join() -> impl Strategy<Value = Join> {
        prop_oneof![
            Just(Join::Step),
            Just(Join::Linear),
            (-5.0..5.0_f32, -5.0..5.0_f32).prop_map(|(a, b)| Join::Bezier(a, b)),
            (-5.0..5.0_f32, -5.0..5.0_f32).prop_map(|(a, b)| Join::Hermite(a, b)),
        ]
    }

    fn arb_curve() -> impl Strategy<Value = Curve> {
        prop::collection::vec((0..40_u8, -5.0..5.0_f32, arb_join()), 1..6).prop_map(|keys| {
            let keys: Vec<Key> = keys
                .iter()
                .map(|(t, value, join)| Key { time: f32::from(*t) * 0.25, value: *value, join: *join })
                .collect();
            Curve::new(&keys)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]
        #[test]
        fn joining_changes_no_value(curves in prop::collection::vec(arb_curve(), 1..4)) {
            let j = join(&curves, 1e-4);
            prop_assert!(j.times.windows(2).all(|w| w[0] < w[1]));
            for i in 0..200_u16 {
                let t = f32::from(i) * 0.0517 + 0.003;
                for (v, c) in gltf_at(&j, curves.len(), t).iter().zip(&curves) {
                    let want = c.at(t.into()) as f32;
                    prop_assert!((v - want).abs() < 2e-4, "{v} instead of {want} at {t}");
                }
            }
        }
    }

    #[test]
    fn tangents_are_those_of_the_bezier() {
        let key = |time, value, join| Key { time, value, join };
        let c = Curve::new(&[key(1.0, 10.0, Join::Bezier(11.0, 14.0)), key(3.0, 20.0, Join::Step)]);
        let j = join(&[c], 1e-4);
        assert_eq!(
            (j.interpolation, j.times[0], j.times.last()),
            (Interpolation::CubicSpline, 1.0, Some(&3.0))
        );
        assert_eq!(j.inserted.len(), j.times.len() - 2);
        // out = 3(11 − 10)/2, in = 3(20 − 14)/2.
        assert_eq!(
            (&j.values[..3], &j.values[j.values.len() - 3..]),
            (&[0.0, 10.0, 1.5][..], &[9.0, 20.0, 0.0][..])
        );
    }

    #[test]
    fn beziers_that_are_straight_are_lines() {
        let key = |time, value, join| Key { time, value, join };
        let third = |a: f32, b: f32| Join::Bezier(a + (b - a) / 3.0, a + (b - a) * 2.0 / 3.0);
        let list =
            [key(0.5, 5.1, third(5.1, -2.7)), key(0.7, -2.7, third(-2.7, 9.3)), key(4.0, 9.3, Join::Step)];
        let j = join(&[Curve::new(&list)], 1e-4);
        assert_eq!((j.interpolation, j.values.as_slice()), (Interpolation::Linear, &[5.1, -2.7, 9.3][..]));
        let ease = [key(0.0, 0.0, Join::Bezier(0.0, 0.001)), key(1.0, 0.001, Join::Step)];
        assert_eq!(join(&[Curve::new(&ease)], 1e-4).interpolation, Interpolation::CubicSpline);
    }

    #[test]
    fn a_step_on_one_axis_jumps_and_the_other_runs_on() {
        let key = |time, value, join| Key { time, value, join };
        let a = Curve::new(&[key(0.0, 0.0, Join::Step), key(1.0, 5.0, Join::Step)]);
        let b = Curve::new(&[key(0.0, 0.0, Join::Linear), key(2.0, 2.0, Join::Linear)]);
        let j = join(&[a, b], 1e-4);
        assert_eq!(j.interpolation, Interpolation::Linear);
        let v = gltf_at(&j, 2, 0.99);
        assert!(v[0] == 0.0 && (v[1] - 0.99).abs() < 1e-6, "{v:?}");
        assert_eq!(gltf_at(&j, 2, 1.0), [5.0, 1.0]);
    }

    #[test]
    fn bent_time_is_followed_within_the_tolerance() {
        let key = |time, value, join| Key { time, value, join };
        let c = Curve::new(&[
            key(0.0, 0.0, Join::Timed([0.8, 0.0], [0.9, 3.0])),
            key(4.0, 1.0, Join::Linear),
            key(5.0, 0.0, Join::Linear),
        ]);
        let j = join(std::slice::from_ref(&c), 1e-4);
        assert!(j.times.len() < 200, "{}", j.times.len());
        for i in 0..500_u16 {
            let t = f32::from(i) * 0.01;
            assert!((f64::from(gltf_at(&j, 1, t)[0]) - c.at(t.into())).abs() < 1.5e-4, "at {t}");
        }
    }

    #[test]
    fn one_key_and_no_key() {
        let one = Curve::new(&[Key { time: 2.0, value: 7.0, join: Join::Linear }]);
        let j = join(&[one, Curve::constant(1.0)], 1e-4);
        assert_eq!((j.interpolation, j.times, j.values), (Interpolation::Step, vec![2.0], vec![7.0, 1.0]));
        assert_eq!(join(&[Curve::default()], 1e-4).times, [0.0]);
    }
}
