//! Influences as glTF wants them: strongest first, each joint once, sum one, zeros clean.

use super::super::json::{ARRAY, Attributes, U8, U16};
use super::Out;
use super::buffer::Components;
use super::node::SkinPlan;
use crate::Influences;
use crate::codes::{COLUMN_LENGTH, INFLUENCES_CAPPED, INFLUENCES_MISSING, JOINT_RANGE, JOINTS_MERGED};
use std::borrow::Cow;

/// The most influences of a vertex: sixteen sets.
const CAP: usize = 64;

/// Vertices that needed help, by kind.
#[derive(Default)]
struct Counts {
    missing: usize,
    range: usize,
    capped: usize,
    merged: usize,
}

/// Adds `JOINTS_n` and `WEIGHTS_n` to the attributes of a mesh.
pub fn write(
    out: &mut Out<'_, '_>,
    influences: &Influences,
    vertices: usize,
    skin: &SkinPlan,
    path: &str,
    attributes: &mut Attributes,
) {
    if influences.starts.len() != vertices + 1 || influences.joints.len() != influences.weights.len() {
        let message = format!(
            "influences are for {} vertices, there are {vertices}",
            influences.starts.len().saturating_sub(1)
        );
        out.sink.push(&COLUMN_LENGTH, path, message);
    }
    let mut counts = Counts::default();
    if skin.joints.len() <= 256 {
        let sets = sets::<u8>(influences, vertices, skin, &mut counts);
        push(out, sets, U8, attributes);
    } else {
        let sets = sets::<u16>(influences, vertices, skin, &mut counts);
        push(out, sets, U16, attributes);
    }
    let mut report = |number: usize, code, what: &str| {
        if number > 0 {
            out.sink.push(code, path, format!("{number} of {vertices} vertices {what}"));
        }
    };
    report(counts.missing, &INFLUENCES_MISSING, "have no weight on any joint");
    report(counts.range, &JOINT_RANGE, "have weights on joints that do not exist");
    report(counts.capped, &INFLUENCES_CAPPED, "have more than 64 influences");
    report(counts.merged, &JOINTS_MERGED, "name a joint twice");
}

type Set<J> = (Vec<[J; 4]>, Vec<[f32; 4]>);

fn push<J: bytemuck::Pod>(
    out: &mut Out<'_, '_>,
    sets: Vec<Set<J>>,
    component: u32,
    attributes: &mut Attributes,
) {
    let layout = Components { kind: "VEC4", component, normalized: false };
    let mut weights = Vec::new();
    for (n, (joints, values)) in sets.into_iter().enumerate() {
        let count = joints.len();
        let joints = out.buffers.accessor(Cow::Owned(joints), count, &layout, None, Some(ARRAY));
        attributes.insert(format!("JOINTS_{n}"), joints);
        let floats = Components::float("VEC4");
        weights.push(out.buffers.accessor(Cow::Owned(values), count, &floats, None, Some(ARRAY)));
    }
    attributes.extend(weights.into_iter().enumerate().map(|(n, w)| (format!("WEIGHTS_{n}"), w)));
}

/// A joint number as stored; values are below the number of joints.
trait Joint: Copy + Default {
    fn from_number(n: u16) -> Self;
}

impl Joint for u8 {
    fn from_number(n: u16) -> Self {
        n as u8
    }
}

impl Joint for u16 {
    fn from_number(n: u16) -> Self {
        n
    }
}

fn sets<J: Joint>(inf: &Influences, vertices: usize, skin: &SkinPlan, counts: &mut Counts) -> Vec<Set<J>> {
    let most = inf.starts.array_windows().map(|[a, b]| b.saturating_sub(*a)).max().unwrap_or(0) as usize;
    if most <= 4 && inf.starts.len() == vertices + 1 {
        return vec![four(inf, skin, counts)];
    }
    let room = most.clamp(1, CAP).div_ceil(4);
    let mut sets: Vec<Set<J>> =
        (0..room).map(|_| (vec![[J::default(); 4]; vertices], vec![[0.0f32; 4]; vertices])).collect();
    let mut scratch: Vec<(u16, f32)> = Vec::with_capacity(most.min(4096));
    let mut used = 1;
    for v in 0..vertices {
        let a = inf.starts.get(v).map_or(0, |s| *s as usize);
        let b = inf.starts.get(v + 1).map_or(a, |s| *s as usize);
        let joints = inf.joints.get(a..b).unwrap_or_default();
        let weights = inf.weights.get(a..b).unwrap_or_default();
        gather(joints, weights, skin, &mut scratch, counts);
        used = used.max(scratch.len());
        for (chunk, (to_joints, to_weights)) in scratch.chunks(4).zip(&mut sets) {
            let (Some(j), Some(w)) = (to_joints.get_mut(v), to_weights.get_mut(v)) else { continue };
            for ((joint, weight), (j, w)) in chunk.iter().zip(j.iter_mut().zip(w)) {
                (*j, *w) = (J::from_number(*joint), *weight);
            }
        }
    }
    sets.truncate(used.div_ceil(4));
    sets
}

/// Vertices with up to four influences, the usual case: sorted and summed in registers, no list.
fn four<J: Joint>(inf: &Influences, skin: &SkinPlan, counts: &mut Counts) -> Set<J> {
    let vertices = inf.starts.len() - 1;
    let known = if skin.remap.is_none() { skin.joints.len() } else { 0 };
    let mut joints = vec![[J::default(); 4]; vertices];
    let mut weights = vec![[0.0_f32; 4]; vertices];
    let mut scratch: Vec<(u16, f32)> = Vec::with_capacity(4);
    let mut one = |from: &[u16], given: &[f32], mut j: [u16; 4], w: &mut [f32; 4]| {
        if !fast(&mut j, w, known) {
            gather(from, given, skin, &mut scratch, counts);
            (j, *w) = ([0; 4], [0.0; 4]);
            for ((joint, weight), (j, w)) in scratch.iter().zip(j.iter_mut().zip(w)) {
                (*j, *w) = (*joint, *weight);
            }
        }
        j.map(J::from_number)
    };
    let slots = joints.iter_mut().zip(&mut weights);
    if inf.starts.iter().zip((0..).step_by(4)).all(|(a, b)| *a == b) {
        // Four each: no ranges to look up.
        let stored = inf.joints.as_chunks::<4>().0.iter().zip(inf.weights.as_chunks::<4>().0);
        for ((to, w), (from, given)) in slots.zip(stored) {
            *w = *given;
            *to = one(from, given, *from, w);
        }
        return (joints, weights);
    }
    for ((to, w), [a, b]) in slots.zip(inf.starts.array_windows()) {
        let range = *a as usize..*b as usize;
        let from = inf.joints.get(range.clone()).unwrap_or_default();
        let given = inf.weights.get(range).unwrap_or_default();
        let mut j = [0u16; 4];
        for ((joint, weight), (j, w)) in from.iter().zip(given).zip(j.iter_mut().zip(w.iter_mut())) {
            (*j, *w) = (*joint, *weight);
        }
        *to = one(from, given, j, w);
    }
    (joints, weights)
}

/// Sorts and normalises; `false` if a joint is twice, beyond `known`, or there is no weight at all.
#[inline(always)]
#[allow(clippy::inline_always, reason = "the call costs as much as the work")]
#[allow(clippy::needless_bitwise_bool, reason = "one mispredicted branch costs more than all of these")]
fn fast(joints: &mut [u16; 4], weights: &mut [f32; 4], known: usize) -> bool {
    let [mut w0, mut w1, mut w2, mut w3] = *weights;
    let [mut j0, mut j1, mut j2, mut j3] = *joints;
    // Mostly strongest first already; NaN and negative numbers are not.
    if !((w0 >= w1) & (w1 >= w2) & (w2 >= w3) & (w3 >= 0.0) & (w0 <= f32::MAX)) {
        for w in [&mut w0, &mut w1, &mut w2, &mut w3] {
            *w = if *w > 0.0 && *w <= f32::MAX { *w } else { 0.0 };
        }
        // Neighbours only, so that equal weights keep their order.
        macro_rules! order {
            ($wa:ident $ja:ident $wb:ident $jb:ident) => {
                let swap = $wa < $wb;
                ($wa, $wb) = if swap { ($wb, $wa) } else { ($wa, $wb) };
                ($ja, $jb) = if swap { ($jb, $ja) } else { ($ja, $jb) };
            };
        }
        order!(w0 j0 w1 j1);
        order!(w1 j1 w2 j2);
        order!(w2 j2 w3 j3);
        order!(w0 j0 w1 j1);
        order!(w1 j1 w2 j2);
        order!(w0 j0 w1 j1);
    }
    // One in single precision is one to within its rounding, which is all that can be stored.
    if (w0 + w1) + (w2 + w3) != 1.0 {
        let sum = f64::from(w0) + f64::from(w1) + f64::from(w2) + f64::from(w3);
        if (sum - 1.0).abs() > 1e-7 {
            let scale = 1.0 / sum;
            [w0, w1, w2, w3] = [w0, w1, w2, w3].map(|w| (f64::from(w) * scale) as f32);
        }
    }
    // Joints without weight are 0.
    j1 = if w1 > 0.0 { j1 } else { 0 };
    j2 = if w2 > 0.0 { j2 } else { 0 };
    j3 = if w3 > 0.0 { j3 } else { 0 };
    let twice = ((j0 == j1) & (w1 > 0.0))
        | (((j0 == j2) | (j1 == j2)) & (w2 > 0.0))
        | (((j0 == j3) | (j1 == j3) | (j2 == j3)) & (w3 > 0.0));
    let highest = usize::from(j0.max(j1).max(j2.max(j3)));
    (*joints, *weights) = ([j0, j1, j2, j3], [w0, w1, w2, w3]);
    // With no weight at all, w0 is 0 or, divided by 0, NaN.
    !twice & (highest < known) & (w0 > 0.0)
}

/// One vertex: what counts, strongest first, sum one. Never empty.
fn gather(joints: &[u16], weights: &[f32], skin: &SkinPlan, list: &mut Vec<(u16, f32)>, counts: &mut Counts) {
    list.clear();
    let known = skin.joints.len();
    let resolve = |j: u16| match &skin.remap {
        None => (usize::from(j) < known).then_some(j),
        Some(map) => map.get(usize::from(j)).copied().flatten(),
    };
    let (mut range, mut merged) = (false, false);
    let small = joints.len() <= CAP;
    for (j, w) in joints.iter().zip(weights) {
        // Not `w <= 0.0`: NaN counts as none too.
        if !(*w > 0.0 && w.is_finite()) {
            continue;
        }
        let Some(j) = resolve(*j) else {
            range = true;
            continue;
        };
        match list.iter_mut().find(|(other, _)| small && *other == j) {
            Some((_, sum)) => {
                *sum += w;
                merged = true;
            }
            None => list.push((j, *w)),
        }
    }
    if !small {
        list.sort_by_key(|(j, _)| *j);
        let before = list.len();
        list.dedup_by(|b, a| {
            let same = a.0 == b.0;
            if same {
                a.1 += b.1;
            }
            same
        });
        merged |= list.len() < before;
        list.sort_by(|a, b| b.1.total_cmp(&a.1));
        if list.len() > CAP {
            list.truncate(CAP);
            counts.capped += 1;
        }
    }
    sort_small(list);
    normalise(list);
    if list.is_empty() {
        let first = joints.first().and_then(|j| resolve(*j)).unwrap_or(0);
        list.push((first, 1.0));
        counts.missing += 1;
    }
    counts.range += usize::from(range);
    counts.merged += usize::from(merged);
}

/// Insertion sort, strongest first, equal weights in their order: mostly sorted, mostly four.
fn sort_small(list: &mut [(u16, f32)]) {
    for end in 2..=list.len() {
        let mut rest = list.get_mut(..end).unwrap_or_default();
        while let [.., before, last] = rest
            && before.1 < last.1
        {
            std::mem::swap(before, last);
            rest = rest.split_last_mut().map_or(&mut [], |(_, rest)| rest);
        }
    }
}

/// Sum one to within a rounding of each weight. Weights that vanish doing so are dropped.
fn normalise(list: &mut Vec<(u16, f32)>) {
    let sum: f64 = list.iter().map(|(_, w)| f64::from(*w)).sum();
    if list.is_empty() || (sum - 1.0).abs() <= 1e-7 {
        return;
    }
    let scale = 1.0 / sum;
    for (_, w) in list.iter_mut() {
        *w = (f64::from(*w) * scale) as f32;
    }
    while list.last().is_some_and(|(_, w)| *w == 0.0) {
        list.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn skin(joints: u32) -> SkinPlan {
        SkinPlan::for_test((0..joints).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]
        #[test]
        fn the_fast_way_gives_what_the_slow_way_gives(
            list in prop::collection::vec((0u16..8, prop_oneof![Just(0.0f32), Just(0.25), Just(f32::NAN), -1.0f32..1.0, Just(1e30)]), 0..=4),
        ) {
            let (joints, weights): (Vec<u16>, Vec<f32>) = list.iter().copied().unzip();
            let skin = skin(6);
            let mut slow = Vec::new();
            let mut counts = Counts::default();
            gather(&joints, &weights, &skin, &mut slow, &mut counts);
            let inf = Influences { starts: vec![0, joints.len() as u32], joints, weights };
            let (j, w) = four::<u16>(&inf, &skin, &mut Counts::default());
            for i in 0..4 {
                let (joint, weight) = slow.get(i).copied().unwrap_or_default();
                prop_assert_eq!((j[0][i], w[0][i]), (joint, weight));
            }
            let sum: f64 = w[0].iter().map(|w| f64::from(*w)).sum();
            prop_assert!((sum - 1.0).abs() < 2e-7, "{}", sum);
        }
    }
}
