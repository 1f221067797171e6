//! Rotations joined by normalised lerp (EMotionFX) as keys joined by slerp (glTF).
//!
//! Both walk the same arc, at different speeds: they differ by at most 0.032·φ³ for an angle φ between neighbouring
//! quaternions (in four dimensions, half the angle of the rotation). Keys are inserted only where that is more than
//! [`TOLERANCE`].

use glam::DQuat;

/// Largest difference between the two motions, as an angle of rotation in radians.
pub const TOLERANCE: f64 = 1e-4;

/// How often an interval may be halved.
const DEPTH: u32 = 12;

/// Keys for slerp.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sampled {
    /// Seconds, strictly ascending.
    pub times: Vec<f32>,
    /// Unit quaternions, signs continuous.
    pub values: Vec<[f32; 4]>,
    /// Indices of the keys that the source does not have.
    pub inserted: Vec<u32>,
}

impl Sampled {
    fn push(&mut self, time: f32, value: DQuat, inserted: bool) {
        if inserted {
            self.inserted.push(self.times.len() as u32);
        }
        self.times.push(time);
        self.values.push(value.to_array().map(|v| v as f32));
    }

    /// The values one after another.
    pub fn flat(&self) -> Vec<f32> {
        self.values.as_flattened().to_vec()
    }
}

/// Normalised lerp on the shorter arc.
pub fn nlerp(a: DQuat, b: DQuat, t: f64) -> DQuat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    let q = a * (1.0 - t) + b * t;
    if q.length_squared() > 1e-24 { q.normalize() } else { a }
}

/// Slerp on the shorter arc, exact for small angles too.
pub fn slerp(a: DQuat, b: DQuat, t: f64) -> DQuat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    let angle = angle4(a, b);
    let sin = angle.sin();
    if sin < 1e-9 {
        return nlerp(a, b, t);
    }
    (a * (((1.0 - t) * angle).sin() / sin) + b * ((t * angle).sin() / sin)).normalize()
}

/// Angle between two rotations in radians.
pub fn angle(a: DQuat, b: DQuat) -> f64 {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    2.0 * angle4(a, b)
}

/// Angle in four dimensions, exact where the cosine is not.
fn angle4(a: DQuat, b: DQuat) -> f64 {
    2.0 * (a - b).length().atan2((a + b).length())
}

/// Negates keys so that neighbours are on the same side.
pub fn continuous(keys: &mut [DQuat]) {
    let mut last: Option<DQuat> = None;
    for key in keys {
        if last.is_some_and(|l| l.dot(*key) < 0.0) {
            *key = -*key;
        }
        last = Some(*key);
    }
}

/// Keys joined by normalised lerp as keys joined by slerp. Times strictly ascending, values of length one.
pub fn to_slerp(times: &[f32], values: &[DQuat]) -> Sampled {
    denser(times, values, nlerp)
}

/// Keys joined by slerp as keys joined by normalised lerp: the inverse.
pub fn to_nlerp(times: &[f32], values: &[DQuat]) -> Sampled {
    denser(times, values, slerp)
}

fn denser(times: &[f32], values: &[DQuat], walk: fn(DQuat, DQuat, f64) -> DQuat) -> Sampled {
    let mut values = values.to_vec();
    continuous(&mut values);
    let mut out = Sampled {
        times: Vec::with_capacity(times.len()),
        values: Vec::with_capacity(times.len()),
        inserted: Vec::new(),
    };
    let mut last: Option<(f32, DQuat)> = None;
    for (time, value) in times.iter().zip(&values) {
        if let Some((t0, a)) = last {
            arc(&mut out, (t0, *time), a, *value, walk);
        }
        out.push(*time, *value, false);
        last = Some((*time, *value));
    }
    out
}

/// Inserts keys between two where the motions differ by too much. Both walk one arc, so its length says it all.
fn arc(out: &mut Sampled, (t0, t1): (f32, f32), a: DQuat, b: DQuat, walk: fn(DQuat, DQuat, f64) -> DQuat) {
    let phi = angle4(a, b);
    if 0.0321 * phi.powi(3) <= TOLERANCE && phi < 0.5 {
        return;
    }
    let by_chord = |t: f64, phi: f64| (t * phi.sin()).atan2(1.0 - t + t * phi.cos());
    let chord = std::ptr::fn_addr_eq(walk, nlerp as fn(DQuat, DQuat, f64) -> DQuat);
    let span = f64::from(t1) - f64::from(t0);
    let time = |t: f64| (f64::from(t0) + span * t) as f32;
    // Halves of the interval still to be looked at, the first on top.
    let mut stack = vec![(0.0_f64, 1.0_f64, 0_u32)];
    while let Some((from, to, depth)) = stack.pop() {
        let off = |s: f64| {
            if chord {
                let (w0, w1) = (by_chord(from, phi), by_chord(to, phi));
                2.0 * (by_chord(from + (to - from) * s, phi) - (w0 + (w1 - w0) * s)).abs()
            } else {
                let part = (to - from) * phi;
                2.0 * (by_chord(s, part) - s * part).abs()
            }
        };
        let worst = [0.125, 0.211, 0.375, 0.5, 0.625, 0.789, 0.875].into_iter().map(off).fold(0.0, f64::max);
        let mid = f64::midpoint(from, to);
        let apart = time(from) < time(mid) && time(mid) < time(to);
        if worst > 0.9 * TOLERANCE && depth < DEPTH && apart {
            stack.push((mid, to, depth + 1));
            stack.push((from, mid, depth + 1));
        } else if to < 1.0 {
            // The value that belongs to the time as it is stored.
            let stored = if span > 0.0 { (f64::from(time(to)) - f64::from(t0)) / span } else { to };
            out.push(time(to), walk(a, b, stored), true);
        }
    }
}

/// Any motion of a rotation as keys joined by slerp: all `times` (strictly ascending), and keys between where the
/// error would be larger than [`TOLERANCE`] or a step larger than a right angle.
pub fn sample(times: &[f32], f: impl Fn(f64) -> DQuat) -> Sampled {
    let mut out = Sampled::default();
    let Some(first) = times.first() else { return out };
    let mut last = f(f64::from(*first));
    out.push(*first, last, false);
    let towards = |from: DQuat, to: DQuat| if from.dot(to) < 0.0 { -to } else { to };
    for [t0, t1] in times.array_windows() {
        let mut stack = vec![(*t0, *t1, 0_u32)];
        while let Some((from, to, depth)) = stack.pop() {
            let at = |s: f64| f64::from(from) + (f64::from(to) - f64::from(from)) * s;
            let (a, b) = (last, f(f64::from(to)));
            let wrong = |s: f64| angle(f(at(s)), slerp(a, b, s));
            let worst = [0.21, 0.375, 0.5, 0.625, 0.79].into_iter().map(wrong).fold(0.0, f64::max);
            let mid = at(0.5) as f32;
            let split = worst > 0.8 * TOLERANCE || angle(a, b) > std::f64::consts::FRAC_PI_2;
            if split && depth < DEPTH && from < mid && mid < to {
                stack.push((mid, to, depth + 1));
                stack.push((from, mid, depth + 1));
                continue;
            }
            last = towards(last, b);
            out.push(to, last, to < *t1);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(s: &Sampled, t: f32) -> DQuat {
        let i = s.times.partition_point(|x| *x <= t).clamp(1, s.times.len() - 1);
        let q = |i: usize| DQuat::from_array(s.values[i].map(f64::from)).normalize();
        let (a, b) = (f64::from(s.times[i - 1]), f64::from(s.times[i]));
        slerp(q(i - 1), q(i), ((f64::from(t) - a) / (b - a)).clamp(0.0, 1.0))
    }

    proptest! {
        #[test]
        fn slerp_keys_move_like_nlerp(
            raw in prop::collection::vec(prop::array::uniform4(-1.0_f64..1.0), 2..6),
            probe in prop::collection::vec(0.0_f32..1.0, 20),
        ) {
            let keys: Vec<DQuat> = raw.iter().map(|q| DQuat::from_array(*q)).collect();
            prop_assume!(keys.iter().all(|q| q.length() > 0.1));
            let keys: Vec<DQuat> = keys.iter().map(|q| q.normalize()).collect();
            // Opposite quaternions have no shorter arc.
            prop_assume!(keys.windows(2).all(|w| w[0].dot(w[1]).abs() > 0.02));
            let times: Vec<f32> = (0..keys.len()).map(|i| i as f32 * 0.5).collect();
            let s = to_slerp(&times, &keys);
            prop_assert!(s.times.windows(2).all(|w| w[0] < w[1]));
            prop_assert_eq!(s.times.len() - s.inserted.len(), times.len());
            let general = sample(&times, |t| {
                let i = ((t / 0.5) as usize).min(keys.len() - 2);
                nlerp(keys[i], keys[i + 1], t / 0.5 - i as f64)
            });
            for p in probe {
                let t = p * 0.5 * (keys.len() - 1) as f32;
                let i = ((t / 0.5) as usize).min(keys.len() - 2);
                let want = nlerp(keys[i], keys[i + 1], f64::from(t) / 0.5 - i as f64);
                prop_assert!(angle(at(&s, t), want) <= 1.1 * TOLERANCE, "{} at {t}", angle(at(&s, t), want));
                prop_assert!(angle(at(&general, t), want) <= 1.1 * TOLERANCE);
            }
        }
    }

    #[test]
    fn small_steps_need_no_key_and_large_ones_do() {
        let turn = |a: f64| DQuat::from_rotation_y(a);
        assert!(to_slerp(&[0.0, 1.0], &[turn(0.0), turn(0.28)]).inserted.is_empty());
        let s = to_slerp(&[0.0, 1.0], &[turn(0.0), turn(2.0)]);
        assert!(!s.inserted.is_empty() && s.inserted.len() < 64, "{}", s.inserted.len());
        assert!(s.values.windows(2).all(|w| w[0].iter().zip(w[1]).map(|(a, b)| a * b).sum::<f32>() > 0.0));
    }
}
