//! Keys next to bends, for programs that throw tangents away.
//!
//! Blender keeps times and values of a `CUBICSPLINE` and lays a curve of its own through them: the cubic spline whose
//! second derivative is continuous, flat at both ends. Between the keys of a file that is another motion, often by more
//! than all the way it goes. Such a spline is exact wherever the curve is one polynomial; what goes wrong begins where
//! value, slope or curvature is not continuous, and shrinks by [`DECAY`] with each key that follows at the same
//! distance. So each such bend gets a few keys close to it on both sides, on the curve: glTF plays the same as before,
//! Blender nearly the same.
//!
//! Blender also drops keys that are less than a hundredth of a frame apart, so that of a jump (two keys, one float
//! apart) only the later one remains. A key [`NEAREST`] before it keeps the jump where it is, for straight lines too.

use super::Budget;
use super::bezier::Joined;
use crate::Interpolation;

/// Keys are not put closer together, in seconds: 0.012 frames of Blender's 24 a second.
pub(super) const NEAREST: f64 = 0.0005;
/// No frame falls into a way this short, and its own keys are close enough.
const SHORT: f64 = 8.0 * NEAREST;
/// What is closer together is one key to Blender, and a jump.
const JUMP: f64 = 0.01 / 24.0;
/// By what the error of the spline's slope shrinks from key to key: 2 − √3.
const DECAY: f64 = 0.267_949;
/// How far the spline may be off, as a share of all the way; nearer than [`NEAREST`] to a bend it may be more.
const TOLERANCE: f64 = 5e-4;
/// A slope that is off by 1 per second moves a span of a second by this (4/27), and a second derivative that changes by
/// 1 in the midst of two such spans moves them by this.
const PER_SLOPE: f64 = 0.15;
const PER_CURVATURE: f64 = 0.02;

/// A key where value, slope or curvature is not continuous.
#[derive(Debug, Clone, Copy)]
struct Bend {
    /// Distance of the keys to put next to it, in seconds.
    gap: f64,
    /// By how much the slope of the spline is off here, all the way being 1.
    slope: f64,
}

impl Bend {
    const JUMP: Self = Self { gap: NEAREST, slope: 1.0 / NEAREST };

    /// What asks for more on both sides.
    fn and(self, other: Self) -> Self {
        Self { gap: self.gap.min(other.gap), slope: self.slope.max(other.slope) }
    }

    /// How many keys it takes until the error is small over `span` seconds.
    fn count(self, span: f64) -> u8 {
        let too_large = PER_SLOPE * self.slope * span / TOLERANCE;
        (too_large.ln() / -DECAY.ln()).ceil().clamp(0.0, 20.0) as u8
    }
}

/// Adds the keys, and notes which they are.
pub(super) fn add(j: Joined, axes: usize, budget: &mut Budget) -> Joined {
    let n = j.times.len();
    if n < 2 || axes == 0 || j.interpolation == Interpolation::Step {
        return j;
    }
    let curve = Keys { j: &j, axes };
    let bends: Vec<Option<Bend>> = curve.bends();
    let mut out = Joined { interpolation: j.interpolation, ..Joined::default() };
    let mut left = budget.left();
    let mut new: Vec<f64> = Vec::new();
    for i in 0..n {
        out.times.push(curve.time(i) as f32);
        out.values.extend_from_slice(curve.row(i));
        let (a, b) = (curve.time(i), curve.time(i + 1));
        if i + 1 == n || b - a < SHORT {
            continue;
        }
        new.clear();
        curve.next_to_bends(i, &bends, &mut new);
        if new.len() > left {
            continue;
        }
        left -= new.len();
        for t in &new {
            // Where floats are far apart there may be no room.
            let t = *t as f32;
            if out.times.last().is_some_and(|last| *last < t) && f64::from(t) < b {
                out.inserted.push(out.times.len() as u32);
                out.times.push(t);
                curve.extend(&mut out.values, i, t.into());
            }
        }
    }
    budget.spend(out.inserted.len());
    out
}

/// A channel being read.
struct Keys<'a> {
    j: &'a Joined,
    axes: usize,
}

impl Keys<'_> {
    fn cubic(&self) -> bool {
        self.j.interpolation == Interpolation::CubicSpline
    }

    fn time(&self, i: usize) -> f64 {
        self.j.times.get(i).copied().unwrap_or_default().into()
    }

    /// Seconds from a key to the next one; 0 before the first and after the last.
    fn span(&self, i: Option<usize>) -> f64 {
        match i {
            Some(i) if i + 1 < self.j.times.len() => self.time(i + 1) - self.time(i),
            _ => 0.0,
        }
    }

    fn row(&self, i: usize) -> &[f32] {
        let width = if self.cubic() { 3 * self.axes } else { self.axes };
        self.j.values.get(i * width..(i + 1) * width).unwrap_or_default()
    }

    /// In-slope, value and out-slope.
    fn key(&self, i: usize, axis: usize) -> [f64; 3] {
        let row = self.row(i);
        let get = |part: usize| row.get(part * self.axes + axis).copied().unwrap_or_default().into();
        if self.cubic() { [get(0), get(1), get(2)] } else { [0.0, get(0), 0.0] }
    }

    /// The polynomial from a key to the next one, `a + b·t + c·t² + d·t³`, t in seconds.
    fn polynomial(&self, i: usize, axis: usize) -> [f64; 4] {
        let ([_, a, out], [back, b, _]) = (self.key(i, axis), self.key(i + 1, axis));
        let dt = self.span(Some(i));
        let slope = (b - a) / dt;
        if !self.cubic() {
            return [a, slope, 0.0, 0.0];
        }
        [a, out, (3.0 * slope - 2.0 * out - back) / dt, (out + back - 2.0 * slope) / (dt * dt)]
    }

    /// What each key is to a program that lays a spline through all of them.
    fn bends(&self) -> Vec<Option<Bend>> {
        let n = self.j.times.len();
        let travel: Vec<f64> = (0..self.axes).map(|axis| self.travel(axis)).collect();
        (0..n)
            .map(|i| {
                let (before, after) = (self.span(i.checked_sub(1)), self.span(Some(i)));
                if (before > 0.0 && before < JUMP) || (after > 0.0 && after < JUMP) {
                    return Some(Bend::JUMP);
                }
                if !self.cubic() {
                    return None;
                }
                let moving = travel.iter().enumerate().filter(|(_, travel)| **travel > 0.0);
                moving.flat_map(|(axis, travel)| self.bend(i, axis, *travel)).flatten().reduce(Bend::and)
            })
            .collect()
    }

    /// From the least value to the largest; inner values of the Beziers count.
    fn travel(&self, axis: usize) -> f64 {
        let (mut low, mut high) = (f64::MAX, f64::MIN);
        for i in 0..self.j.times.len() {
            let [back, value, out] = self.key(i, axis);
            let (before, after) = (self.span(i.checked_sub(1)), self.span(Some(i)));
            for v in [value - back * before / 3.0, value, value + out * after / 3.0] {
                (low, high) = (low.min(v), high.max(v));
            }
        }
        high - low
    }

    /// What slope and curvature ask for.
    fn bend(&self, i: usize, axis: usize, travel: f64) -> [Option<Bend>; 2] {
        let previous = i.checked_sub(1);
        let (before, after) = (self.span(previous), self.span(Some(i)));
        let longer = before.max(after);
        // Flat where the curve begins and ends.
        let [back, _, out] = self.key(i, axis);
        let [back, out] = [if before > 0.0 { back } else { 0.0 }, if after > 0.0 { out } else { 0.0 }];
        let slope = (out - back).abs() / travel;
        let by_slope = (PER_SLOPE * slope * longer > TOLERANCE)
            .then(|| Bend { gap: (TOLERANCE / (PER_SLOPE * slope)).max(NEAREST), slope });
        let curvature = match previous {
            Some(previous) if after > 0.0 => {
                let [_, _, c, d] = self.polynomial(previous, axis);
                let [_, _, next, _] = self.polynomial(i, axis);
                2.0 * (next - c - 3.0 * d * before).abs() / travel
            }
            _ => 0.0,
        };
        let by_curvature = (PER_CURVATURE * curvature * longer * longer > TOLERANCE).then(|| {
            let gap = (TOLERANCE / (PER_CURVATURE * curvature)).sqrt().max(NEAREST);
            Bend { gap, slope: curvature * gap / 4.0 }
        });
        [by_slope, by_curvature]
    }

    /// Times of new keys between a key and the next one, ascending.
    fn next_to_bends(&self, i: usize, bends: &[Option<Bend>], new: &mut Vec<f64>) {
        let bend = |i: usize| bends.get(i).copied().flatten();
        let (a, b, span) = (self.time(i), self.time(i + 1), self.span(Some(i)));
        if !self.cubic() {
            new.extend(bend(i + 1).map(|_| b - NEAREST));
            return;
        }
        let half = |bend: Bend| {
            let distances = (1..=bend.count(span)).map(move |k| f64::from(k) * bend.gap);
            distances.take_while(move |d| *d < span / 2.0)
        };
        new.extend(bend(i).into_iter().flat_map(half).map(|d| a + d));
        let middle = new.len();
        new.extend(bend(i + 1).into_iter().flat_map(half).map(|d| b - d));
        new.get_mut(middle..).unwrap_or_default().reverse();
    }

    /// The key at a time between key `i` and the next one.
    fn extend(&self, values: &mut Vec<f32>, i: usize, time: f64) {
        let t = time - self.time(i);
        let all = || (0..self.axes).map(|axis| self.polynomial(i, axis));
        let slopes = || all().map(|[_, b, c, d]| (b + t * (2.0 * c + t * 3.0 * d)) as f32);
        if self.cubic() {
            values.extend(slopes());
        }
        values.extend(all().map(|[a, b, c, d]| (a + t * (b + t * (c + t * d))) as f32));
        if self.cubic() {
            values.extend(slopes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::bezier::{Curve, Join, Key, join};
    use super::*;
    use proptest::prelude::*;

    /// What Blender makes of times and values: of keys too close together the later one, and through the others the
    /// spline with continuous second derivatives that is flat at both ends.
    struct Spline {
        times: Vec<f64>,
        values: Vec<f64>,
        slopes: Vec<f64>,
    }

    impl Spline {
        fn new(j: &Joined, axes: usize, axis: usize) -> Self {
            let (mut times, mut values): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
            for (t, row) in j.times.iter().zip(j.values.chunks_exact(3 * axes)) {
                let t = f64::from(*t);
                if times.last().is_some_and(|last| t - last < 0.01 / 24.0) {
                    times.pop();
                    values.pop();
                }
                times.push(t);
                values.push(row[axes + axis].into());
            }
            // Slopes by elimination: s/h₀ + 2(1/h₀ + 1/h₁)s + s/h₁ = 3(Δ₀/h₀² + Δ₁/h₁²).
            let n = times.len();
            let h = |i: usize| times[i + 1] - times[i];
            let rise = |i: usize| values[i + 1] - values[i];
            let (mut upper, mut right) = (vec![0.0; n], vec![0.0; n]);
            for i in 1..n - 1 {
                let (a, b) = (1.0 / h(i - 1), 1.0 / h(i));
                let pivot = 2.0 * (a + b) - a * upper[i - 1];
                upper[i] = b / pivot;
                right[i] = (3.0 * (rise(i - 1) * a * a + rise(i) * b * b) - a * right[i - 1]) / pivot;
            }
            let mut slopes = vec![0.0; n];
            for i in (1..n - 1).rev() {
                slopes[i] = right[i] - upper[i] * slopes[i + 1];
            }
            Self { times, values, slopes }
        }

        fn at(&self, t: f64) -> f64 {
            let i = self.times.partition_point(|x| *x <= t).clamp(1, self.times.len() - 1);
            let (a, b) = (i - 1, i);
            let h = self.times[b] - self.times[a];
            let s = ((t - self.times[a]) / h).clamp(0.0, 1.0);
            let (s2, s3) = (s * s, s * s * s);
            (2.0 * s3 - 3.0 * s2 + 1.0) * self.values[a]
                + h * (s3 - 2.0 * s2 + s) * self.slopes[a]
                + (3.0 * s2 - 2.0 * s3) * self.values[b]
                + h * (s3 - s2) * self.slopes[b]
        }
    }

    /// The largest difference as a share of all the way, away from jumps.
    fn off(c: &Curve) -> f64 {
        let j = join(std::slice::from_ref(c), 1e-4);
        assert_eq!(j.interpolation, Interpolation::CubicSpline);
        let spline = Spline::new(&j, 1, 0);
        let jumps: Vec<f64> =
            j.times.windows(2).filter(|w| f64::from(w[1] - w[0]) < JUMP).map(|w| w[1].into()).collect();
        let (first, last) = (f64::from(j.times[0]), f64::from(*j.times.last().unwrap()));
        let times: Vec<f64> = (0..=4000).map(|i| first + (last - first) * f64::from(i) / 4000.0).collect();
        let values: Vec<f64> = times.iter().map(|t| c.at(*t)).collect();
        let travel =
            values.iter().copied().fold(f64::MIN, f64::max) - values.iter().copied().fold(f64::MAX, f64::min);
        let away = |t: f64| jumps.iter().all(|jump| (t - jump).abs() > 4.0 * NEAREST);
        times
            .iter()
            .zip(&values)
            .filter(|(t, _)| away(**t))
            .map(|(t, v)| (spline.at(*t) - v).abs() / travel)
            .fold(0.0, f64::max)
    }

    fn arb_join() -> impl Strategy<Value = Join> {
        prop_oneof![
            2 => Just(Join::Step),
            2 => Just(Join::Linear),
            // Cubic at least now and then, or there is nothing to see.
            6 => (-2.0..2.0_f32, -2.0..2.0_f32).prop_map(|(a, b)| Join::Bezier(a, b)),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]
        #[test]
        fn a_spline_through_the_keys_alone_goes_the_same_way(
            keys in prop::collection::vec((1..40_u8, -1.0..1.0_f32, arb_join()), 1..8),
            p1 in -2.0..2.0_f32,
        ) {
            let mut time = 0.0;
            let mut list = vec![Key { time, value: 3.0, join: Join::Bezier(3.0 + p1, 2.0) }];
            for (span, value, join) in keys {
                time += f32::from(span) * 0.05;
                list.push(Key { time, value, join });
            }
            let off = off(&Curve::new(&list));
            prop_assert!(off < 0.005, "{off}");
        }
    }

    #[test]
    fn a_menu_that_slides_in() {
        let key = |time, value, join| Key { time, value, join };
        let list = [
            key(0.0, 0.0, Join::Bezier(0.0, 8.0)),
            key(0.5, 8.2, Join::Bezier(8.2, 8.2)),
            key(1.0, 8.2, Join::Linear),
        ];
        assert!(off(&Curve::new(&list)) < 1e-3);
        // Without the keys next to the bend it is off by a ninth.
        let mut bare = join(&[Curve::new(&list)], 1e-4);
        let old = |i: usize| !bare.inserted.contains(&(i as u32));
        let kept: Vec<usize> = (0..bare.times.len()).filter(|i| old(*i)).collect();
        bare = Joined {
            interpolation: bare.interpolation,
            times: kept.iter().map(|i| bare.times[*i]).collect(),
            values: kept.iter().flat_map(|i| bare.values[i * 3..i * 3 + 3].to_vec()).collect(),
            inserted: Vec::new(),
        };
        assert_eq!(bare.times, [0.0, 0.5, 1.0]);
        let spline = Spline::new(&bare, 1, 0);
        assert!((spline.at(0.667) - 8.2).abs() / 8.2 > 0.1);
    }

    #[test]
    fn one_polynomial_that_begins_and_ends_at_rest_needs_no_key() {
        let ease = [
            Key { time: 0.0, value: 0.0, join: Join::Bezier(0.0, 1.0) },
            Key { time: 1.0, value: 1.0, join: Join::Linear },
        ];
        assert!(join(&[Curve::new(&ease)], 1e-4).inserted.is_empty());
    }

    #[test]
    fn a_jump_between_lines_has_a_key_before_it() {
        let key = |time, value, join| Key { time, value, join };
        let a = Curve::new(&[key(0.0, 0.0, Join::Step), key(1.0, 5.0, Join::Step)]);
        let b = Curve::new(&[key(0.0, 0.0, Join::Linear), key(2.0, 2.0, Join::Linear)]);
        let j = join(&[a, b], 1e-4);
        assert_eq!(
            (j.interpolation, j.times.len(), j.inserted.as_slice()),
            (Interpolation::Linear, 5, &[1][..])
        );
        let at = f64::from(j.times[1]);
        assert!((at - (1.0 - NEAREST)).abs() < 1e-6 && (f64::from(j.values[3]) - at).abs() < 1e-6);
        assert_eq!(j.values[2], 0.0, "the step still holds");
    }
}
