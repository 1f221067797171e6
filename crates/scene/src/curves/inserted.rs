//! Keys that a file does not have, and that a channel got for the sake of those who play it: marked in the channel's
//! extras, dropped on the way back.

use crate::Channel;
use serde_json::Value;
use std::borrow::Cow;

/// The key within the family's extras.
const KEY: &str = "inserted";

/// Marks keys (by number, ascending) of a channel of `total` keys within the extras of a family: how many keys are of
/// the file, how many behind them are inserted, and so on in turn: `1 5 1`. One text, since a list of numbers takes more
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
    for ((time, row), _) in
        channel.times.iter().zip(channel.values.chunks(width.max(1))).zip(&keep).filter(|(_, keep)| **keep)
    {
        out.times.push(*time);
        out.values.extend_from_slice(row);
    }
    if let Some(own) = out.extras.get_mut(family).and_then(Value::as_object_mut) {
        own.remove(KEY);
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Extras, Interpolation, NodeId, Property};

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
}
