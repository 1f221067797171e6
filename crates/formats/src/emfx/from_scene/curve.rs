//! Channels of a scene as keys joined by straight lines: what EMotionFX knows.

use super::super::xsm::scene::tracks::Track;
use glam::DQuat;
use scene::curves::nlerp::Sampled;
use scene::{Channel, Interpolation};

/// Times and values.
pub struct Curve<T> {
    /// Seconds, strictly ascending.
    pub times: Vec<f32>,
    /// One each.
    pub values: Vec<T>,
}

/// How many straight pieces stand for one cubic one.
const PIECES: u32 = 16;

/// Keys of a channel of vectors.
pub fn vectors(c: &Channel) -> Curve<[f32; 3]> {
    keys::<3>(c)
}

/// Keys of a channel of rotations, of length one.
pub fn rotations(c: &Channel) -> Curve<DQuat> {
    let Curve { times, values } = keys::<4>(c);
    let unit = |q: [f32; 4]| super::super::maths::unit(q).unwrap_or(DQuat::IDENTITY);
    Curve { times, values: values.into_iter().map(unit).collect() }
}

/// Keys of a channel of weights of which one is wanted.
pub fn weights(c: &Channel, width: usize, at: usize) -> Curve<f32> {
    let picked = Channel { values: pick(c, width, at), ..c.clone() };
    let Curve { times, values } = keys::<1>(&picked);
    Curve { times, values: values.into_iter().map(|[v]| v).collect() }
}

fn pick(c: &Channel, width: usize, at: usize) -> Vec<f32> {
    if width == 0 {
        return Vec::new();
    }
    c.values.chunks_exact(width).filter_map(|row| row.get(at).copied()).collect()
}

fn keys<const N: usize>(c: &Channel) -> Curve<[f32; N]> {
    let rows = c.values.as_chunks::<N>().0;
    match c.interpolation {
        Interpolation::Linear => Curve { times: c.times.clone(), values: rows.to_vec() },
        Interpolation::Step => stairs(&c.times, rows),
        Interpolation::CubicSpline => cubic(&c.times, rows),
    }
}

/// A step is a key right before the next one.
fn stairs<const N: usize>(times: &[f32], rows: &[[f32; N]]) -> Curve<[f32; N]> {
    let mut out = Curve { times: Vec::new(), values: Vec::new() };
    for (i, (t, v)) in times.iter().zip(rows).enumerate() {
        out.times.push(*t);
        out.values.push(*v);
        if let (Some(next), Some(value)) = (times.get(i + 1), rows.get(i + 1)) {
            let before = next - (next - t).min(1e-3) * 0.5;
            if before > *t && before < *next && value != v {
                out.times.push(before);
                out.values.push(*v);
            }
        }
    }
    out
}

/// Hermite pieces cut into straight ones.
fn cubic<const N: usize>(times: &[f32], rows: &[[f32; N]]) -> Curve<[f32; N]> {
    let row = |i: usize| rows.get(i).copied().unwrap_or([0.0; N]);
    let mut out = Curve { times: Vec::new(), values: Vec::new() };
    for (i, t0) in times.iter().enumerate() {
        out.times.push(*t0);
        out.values.push(row(3 * i + 1));
        let Some(t1) = times.get(i + 1) else { break };
        let d = t1 - t0;
        let (p0, m0, m1, p1) = (row(3 * i + 1), row(3 * i + 2), row(3 * i + 3), row(3 * i + 4));
        for k in 1..PIECES {
            let s = k as f32 / PIECES as f32;
            let (s2, s3) = (s * s, s * s * s);
            let weights = [2.0 * s3 - 3.0 * s2 + 1.0, s3 - 2.0 * s2 + s, -2.0 * s3 + 3.0 * s2, s3 - s2];
            let time = t0 + d * s;
            if time > out.times.last().copied().unwrap_or(0.0) && time < *t1 {
                let [a, b, c, e] = weights;
                let get = |v: [f32; N], n: usize| v.get(n).copied().unwrap_or(0.0);
                out.times.push(time);
                out.values.push(std::array::from_fn(|n| {
                    a * get(p0, n) + b * d * get(m0, n) + c * get(p1, n) + e * d * get(m1, n)
                }));
            }
        }
    }
    out
}

/// The rotations of sampled keys.
pub fn quats(s: &Sampled) -> Vec<DQuat> {
    s.values.iter().map(|q| super::super::maths::unit(*q).unwrap_or(DQuat::IDENTITY)).collect()
}

/// Drops keys that a line between their neighbours says within an error; first and last stay.
///
/// Each part is split at its worst key, and in its middle where that has not halved it for long: keys made to be split off one by
/// one would take time in the square of their number.
pub fn reduce<T: Copy>(
    track: &mut Track<T>,
    error: f64,
    mix: impl Fn(T, T, f64) -> T,
    off: impl Fn(T, T) -> f64,
) {
    let n = track.times.len();
    if n < 3 {
        return;
    }
    let key = |i: usize| Some((f64::from(*track.times.get(i)?), *track.values.get(i)?));
    let mut keep = vec![false; n];
    let mut stack = vec![(0, n - 1, 0_u32)];
    for end in [0, n - 1] {
        if let Some(slot) = keep.get_mut(end) {
            *slot = true;
        }
    }
    while let Some((a, b, depth)) = stack.pop() {
        let (Some((t0, v0)), Some((t1, v1))) = (key(a), key(b)) else { continue };
        let worst = (a + 1..b)
            .filter_map(|i| {
                let (t, v) = key(i)?;
                Some((off(v, mix(v0, v1, (t - t0) / (t1 - t0))), i))
            })
            .max_by(|x, y| x.0.total_cmp(&y.0));
        if let Some((_, i)) = worst.filter(|w| w.0 > error) {
            let i = if depth < 2 * n.ilog2() { i } else { a.midpoint(b) };
            if let Some(slot) = keep.get_mut(i) {
                *slot = true;
            }
            stack.push((a, i, depth + 1));
            stack.push((i, b, depth + 1));
        }
    }
    let mut kept = keep.iter();
    track.times.retain(|_| kept.next() == Some(&true));
    let mut kept = keep.iter();
    track.values.retain(|_| kept.next() == Some(&true));
}

#[cfg(test)]
mod tests {
    use super::{Track, reduce};
    use std::cell::Cell;

    fn run(values: Vec<f64>, error: f64) -> (Track<f64>, usize) {
        let calls = Cell::new(0);
        let off = |a: f64, b: f64| {
            calls.set(calls.get() + 1);
            (a - b).abs()
        };
        let mut track = Track { times: (0..values.len()).map(|i| i as f32).collect(), values };
        reduce(&mut track, error, |a, b, t| a + (b - a) * t, off);
        (track, calls.get())
    }

    #[test]
    fn what_a_line_says_goes_and_corners_stay() {
        let values: Vec<f64> = (0..100).map(|i| f64::from((i - 50_i32).abs())).collect();
        let (track, _) = run(values.clone(), 0.01);
        assert_eq!((track.times, track.values), (vec![0.0, 50.0, 99.0], vec![50.0, 0.0, 49.0]));
        assert_eq!(run(values, 100.0).0.times, [0.0, 99.0]);
    }

    /// Keys whose worst is always the first of the rest take time in proportion to their number nevertheless.
    #[test]
    fn twice_the_keys_take_about_twice_the_time() {
        let jagged = |n: i32| (0..n).map(|i| f64::from(if i % 2 == 0 { n - i } else { i - n })).collect();
        let [one, two] = [2000, 4000].map(|n| run(jagged(n), 0.5));
        assert!(two.0.times.len() > 3900, "all of these are corners");
        assert!(two.1 * 10 < one.1 * 24, "{} and {} comparisons", one.1, two.1);
    }
}
