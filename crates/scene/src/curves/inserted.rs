//! Keys that a file does not have, and that a channel got for the sake of those who play it: marked in the channel's
//! extras, dropped when converting back.

use crate::{Channel, Interpolation};
use glam::{DMat4, DVec4};
use serde_json::Value;
use std::borrow::Cow;

/// The key within the family's extras.
const KEY: &str = "inserted";
/// How much a slope holds to what it was, where points say more.
const LEAST: f64 = 1e-9;

/// Marks keys (by number, ascending) of a channel of `total` keys within the extras of a family: how many keys are of
/// the file, how many after them are inserted, and so on in turn: `1 5 1`. One text, since a list of numbers takes more
/// memory than the keys.
pub fn mark(extras: &mut serde_json::Map<String, Value>, inserted: &[u32], total: usize) {
    if inserted.is_empty() {
        return;
    }
    let mut runs = String::new();
    let mut at = 0;
    for run in inserted.chunk_by(|a, b| a + 1 == *b) {
        let start = run.first().map_or(0, |first| *first as usize);
        runs.push_str(&format!("{} {} ", start - at, run.len()));
        at = start + run.len();
    }
    runs.push_str(&(total - at).to_string());
    extras.insert(KEY.into(), runs.into());
}

/// The channel without the keys marked in the extras of `family`. A program in between may have added or removed keys:
/// then the marks mean nothing, and all keys stay.
pub fn dropped<'a>(channel: &'a Channel, family: &str) -> Cow<'a, Channel> {
    dropped_unless(channel, family, |_| false)
}

/// The same; inserted keys that someone edited stay.
pub fn dropped_unless<'a>(
    channel: &'a Channel,
    family: &str,
    edited: impl Fn(usize) -> bool,
) -> Cow<'a, Channel> {
    let runs = channel.extras.get(family).and_then(|e| e.get(KEY)?.as_str());
    let Some(runs) = runs else { return Cow::Borrowed(channel) };
    let total = channel.times.len();
    let mut keep = Vec::new();
    for (i, run) in runs.split(' ').enumerate() {
        let end = run.parse().ok().and_then(|run: usize| keep.len().checked_add(run));
        let Some(end) = end.filter(|end| *end <= total) else { return Cow::Borrowed(channel) };
        keep.resize(end, i % 2 == 0);
    }
    if keep.len() != total {
        return Cow::Borrowed(channel);
    }
    let width = channel.values.len() / total.max(1);
    let mut out = Channel { times: Vec::new(), values: Vec::new(), ..channel.clone() };
    let rows = channel.times.iter().zip(channel.values.chunks(width.max(1))).zip(&keep).enumerate();
    let mut last = None;
    for (at, ((time, row), keep)) in rows {
        if !*keep && !edited(at) {
            continue;
        }
        let start = out.values.len();
        out.times.push(*time);
        out.values.extend_from_slice(row);
        if let Some(last) =
            last.filter(|last| last + 1 < at && channel.interpolation == Interpolation::CubicSpline)
        {
            let before = start.saturating_sub(width);
            refit(channel, last, at, out.values.get_mut(before..).unwrap_or_default());
        }
        last = Some(at);
    }
    if let Some(own) = out.extras.get_mut(family).and_then(Value::as_object_mut) {
        own.remove(KEY);
    }
    Cow::Owned(out)
}

/// Takes the slopes of a way from the keys dropped within it where those of its ends do not lead through them: Blender
/// writes slopes of its own, and a key that was moved leaves the keys next to it where they were.
///
/// `ends` are the rows of the two keys that stay.
fn refit(channel: &Channel, from: usize, to: usize, ends: &mut [f32]) {
    let time = |i: usize| f64::from(channel.times.get(i).copied().unwrap_or_default());
    let (start, dt) = (time(from), time(to) - time(from));
    let width = ends.len() / 2;
    let axes = width / 3;
    let middle = |i: usize, axis: usize| {
        f64::from(channel.values.get(i * width + axes + axis).copied().unwrap_or_default())
    };
    let basis = |s: f64| {
        let (s2, s3) = (s * s, s * s * s);
        DVec4::new(2.0 * s3 - 3.0 * s2 + 1.0, s3 - 2.0 * s2 + s, 3.0 * s2 - 2.0 * s3, s3 - s2)
    };
    for axis in 0..axes {
        // Value and slope (over the whole way) at both ends.
        let places = [axes + axis, 2 * axes + axis, width + axes + axis, width + axis];
        let get = |k: usize| f64::from(places.get(k).and_then(|p| ends.get(*p)).copied().unwrap_or_default());
        let now = DVec4::new(get(0), get(1) * dt, get(2), get(3) * dt);
        let points = || (from + 1..to).map(|i| (basis((time(i) - start) / dt), middle(i, axis)));
        let low = points().map(|p| p.1).fold(now.x.min(now.z), f64::min);
        let high = points().map(|p| p.1).fold(now.x.max(now.z), f64::max);
        let off = |x: DVec4| points().map(|(b, v)| (b.dot(x) - v).abs()).fold(0.0, f64::max);
        let near = 1e-4 * (high - low) + 1e-6 * low.abs().max(high.abs());
        if off(now) <= near {
            continue;
        }
        // Least squares; what the points say nothing about stays.
        let (mut matrix, mut right) = (DMat4::from_diagonal(DVec4::splat(LEAST)), now * LEAST);
        for (b, v) in points() {
            matrix += DMat4::from_cols(b * b.x, b * b.y, b * b.z, b * b.w);
            right += b * v;
        }
        let fitted = matrix.inverse() * right;
        if fitted.is_finite() && off(fitted) <= near {
            for (k, slope) in [(1, fitted.y), (3, fitted.w)] {
                if let Some(slot) = places.get(k).and_then(|p| ends.get_mut(*p)) {
                    *slot = (slope / dt) as f32;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Extras, NodeId, Property};

    fn channel() -> Channel {
        let mut own = serde_json::Map::new();
        mark(&mut own, &[1, 2], 4);
        assert_eq!(own["inserted"], "1 2 1");
        let mut extras = Extras::new();
        extras.insert("us".into(), Value::Object(own));
        Channel {
            node: NodeId(0),
            property: Property::Translation,
            interpolation: Interpolation::Linear,
            times: vec![0.0, 1.0, 2.0, 3.0],
            values: (0..12_u8).map(f32::from).collect(),
            extras,
        }
    }

    #[test]
    fn marked_keys_go() {
        let c = channel();
        let out = dropped(&c, "us");
        assert_eq!(
            (out.times.as_slice(), out.values.as_slice()),
            (&[0.0, 3.0][..], &[0., 1., 2., 9., 10., 11.][..])
        );
        assert_eq!(*dropped(&out, "us"), *out, "the marks go with the keys");
        assert!(matches!(dropped(&c, "other"), Cow::Borrowed(_)));
    }

    #[test]
    fn marks_of_another_number_of_keys_mean_nothing() {
        let mut c = channel();
        c.times.pop();
        c.values.truncate(9);
        assert!(matches!(dropped(&c, "us"), Cow::Borrowed(_)));
    }

    /// A channel of one axis with keys next to its bends, and which these are.
    fn bent() -> (Channel, Vec<usize>) {
        use crate::curves::bezier::{Curve, Join, Key, join};
        let key = |time, value, join| Key { time, value, join };
        let curve = Curve::new(&[
            key(0.0, 0.0, Join::Bezier(3.0, 8.0)),
            key(0.5, 8.2, Join::Bezier(6.0, 6.0)),
            key(1.5, 2.0, Join::Step),
        ]);
        let j = join(&[curve], 1e-4);
        let mut own = serde_json::Map::new();
        mark(&mut own, &j.inserted, j.times.len());
        let mut extras = Extras::new();
        extras.insert("us".into(), Value::Object(own));
        let channel = Channel {
            node: NodeId(0),
            property: Property::Weights,
            interpolation: j.interpolation,
            times: j.times,
            values: j.values,
            extras,
        };
        (channel, j.inserted.iter().map(|i| *i as usize).collect())
    }

    const SLOPES: [f32; 4] = [18.0, 1.2, -6.6, -12.0];

    fn has_slopes(c: &Channel) {
        assert_eq!(c.times, [0.0, 0.5, 1.5]);
        let found = [c.values[2], c.values[3], c.values[5], c.values[6]];
        assert!(found.iter().zip(SLOPES).all(|(a, b)| (a - b).abs() < 0.02), "{found:?}");
    }

    #[test]
    fn slopes_that_lead_elsewhere_come_from_the_keys_that_go() {
        let (channel, _) = bent();
        has_slopes(&dropped(&channel, "us"));
        // As Blender leaves them.
        let mut other = channel.clone();
        for row in other.values.chunks_exact_mut(3) {
            (row[0], row[2]) = (0.5, 0.5);
        }
        has_slopes(&dropped(&other, "us"));
    }

    #[test]
    fn a_key_that_was_moved_keeps_its_slopes() {
        let (mut channel, inserted) = bent();
        let moved = (0..channel.times.len()).filter(|i| !inserted.contains(i)).nth(1).unwrap();
        channel.values[moved * 3 + 1] = 9.0;
        for row in channel.values.chunks_exact_mut(3) {
            (row[0], row[2]) = (700.0, 700.0);
        }
        let out = dropped(&channel, "us");
        has_slopes(&out);
        assert_eq!(out.values[4], 9.0);
    }

    #[test]
    fn an_inserted_key_that_was_edited_stays() {
        let (channel, inserted) = bent();
        let out = dropped_unless(&channel, "us", |i| i == inserted[2]);
        assert_eq!((out.times.len(), out.times[1]), (4, channel.times[inserted[2]]));
    }
}
