//! Key lists made fit for glTF: finite, ascending, no time twice, none before zero.

use glam::DQuat;
use scene::curves::nlerp::nlerp;

/// What had to be done to a list of keys.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Repairs {
    /// Keys that were not finite.
    pub bad: usize,
    /// Keys out of order or before zero.
    pub disordered: usize,
    /// Keys with the time of the one before.
    pub twice: usize,
}

impl std::ops::AddAssign for Repairs {
    fn add_assign(&mut self, other: Self) {
        self.bad += other.bad;
        self.disordered += other.disordered;
        self.twice += other.twice;
    }
}

/// Times and values of a track; none at all is the pose value.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Track<T> {
    /// Seconds.
    pub times: Vec<f32>,
    /// Values.
    pub values: Vec<T>,
}

impl<T: Copy + PartialEq> Track<T> {
    /// Cleans keys. The later of two keys with the same time is dropped; a last key that is there twice is no repair.
    pub fn clean(
        keys: impl IntoIterator<Item = (f32, Option<T>)>,
        mix: impl Fn(T, T, f64) -> T,
        repairs: &mut Repairs,
    ) -> Self {
        let mut list: Vec<(f32, T)> = Vec::new();
        for (time, value) in keys {
            match value {
                Some(value) if time.is_finite() => list.push((time, value)),
                _ => repairs.bad += 1,
            }
        }
        if !list.is_sorted_by(|a, b| a.0 <= b.0) {
            let falls = list.iter().zip(list.iter().skip(1)).filter(|(a, b)| a.0 > b.0).count();
            repairs.disordered += falls;
            list.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        if matches!(list.as_slice(), [.., a, b] if a == b) {
            list.pop();
        }
        let before = list.len();
        list.dedup_by(|later, earlier| later.0 == earlier.0);
        repairs.twice += before - list.len();
        let negative = list.iter().take_while(|k| k.0 < 0.0).count();
        if negative > 0 {
            repairs.disordered += negative;
            let last = list.get(negative - 1).copied();
            let next = list.get(negative).copied();
            list.drain(..negative);
            // What the motion is at zero, where the clip begins.
            match (last, next) {
                (Some(a), Some(b)) if b.0 > 0.0 => {
                    let t = -f64::from(a.0) / (f64::from(b.0) - f64::from(a.0));
                    list.insert(0, (0.0, mix(a.1, b.1, t)));
                }
                (Some(a), None) => list.push((0.0, a.1)),
                _ => {}
            }
        }
        let (times, values) = list.into_iter().map(|(t, v)| (if t == 0.0 { 0.0 } else { t }, v)).unzip();
        Self { times, values }
    }
}

impl<T: Copy> Track<T> {
    /// Whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// The same times with other values.
    pub fn map<U>(&self, f: impl Fn(T) -> U) -> Track<U> {
        Track { times: self.times.clone(), values: self.values.iter().map(|v| f(*v)).collect() }
    }

    /// The value at a time, held before the first and after the last key.
    pub fn at(&self, time: f64, mix: impl Fn(T, T, f64) -> T) -> Option<T> {
        let next = self.times.partition_point(|t| f64::from(*t) <= time);
        let get = |i: usize| Some((f64::from(*self.times.get(i)?), *self.values.get(i)?));
        match (next.checked_sub(1).and_then(get), get(next)) {
            (Some((t0, a)), Some((t1, b))) => Some(mix(a, b, (time - t0) / (t1 - t0))),
            (Some((_, a)), None) => Some(a),
            (None, Some((_, b))) => Some(b),
            (None, None) => None,
        }
    }
}

/// Straight line between vectors.
pub fn lerp3(a: [f32; 3], b: [f32; 3], t: f64) -> [f32; 3] {
    let at = |v: [f32; 3], i: usize| f64::from(v.get(i).copied().unwrap_or(0.0));
    std::array::from_fn(|i| (at(a, i) + (at(b, i) - at(a, i)) * t) as f32)
}

/// Straight line between numbers.
pub fn lerp(a: f32, b: f32, t: f64) -> f32 {
    (f64::from(a) + (f64::from(b) - f64::from(a)) * t) as f32
}

/// The rotation between two keys.
pub fn turn(a: DQuat, b: DQuat, t: f64) -> DQuat {
    nlerp(a, b, t)
}

/// All times of two lists, ascending, once each.
pub fn union(a: &[f32], b: &[f32]) -> Vec<f32> {
    let mut out: Vec<f32> = a.iter().chain(b).copied().collect();
    out.sort_by(f32::total_cmp);
    out.dedup();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_made_fit() {
        let mut repairs = Repairs::default();
        let keys = [
            (2.0, Some(4.0)),
            (-1.0, Some(0.0)),
            (1.0, Some(2.0)),
            (1.0, Some(9.0)),
            (f32::NAN, Some(1.0)),
            (3.0, None),
        ];
        let t = Track::clean(keys, lerp, &mut repairs);
        assert_eq!(t.times, [0.0, 1.0, 2.0]);
        assert_eq!(t.values, [1.0, 2.0, 4.0]);
        assert_eq!(repairs, Repairs { bad: 2, disordered: 2, twice: 1 });
        assert_eq!(t.at(1.5, lerp), Some(3.0));
        assert_eq!(t.at(9.0, lerp), Some(4.0));
        assert_eq!(t.at(-1.0, lerp), Some(1.0));
    }
}
