//! Checks of columns, written so that the compiler makes them wide, and their repair.

use super::buffer::Bounds;
use crate::codes::{COLUMN_LENGTH, NONFINITE, NORMALS_LENGTH, NORMALS_REBUILT};
use glam::Vec3;
use std::borrow::Cow;
use wire::Sink;

/// How far a unit vector may be off before it is normalised; the validator's limit is 0.00674.
const UNIT_TOLERANCE: f32 = 0.005;

/// Whether no number is NaN or infinite.
pub fn all_finite(flat: &[f32]) -> bool {
    const EXPONENT: u32 = 0x7f80_0000;
    let bad = |acc: u32, v: &f32| acc | u32::from(v.to_bits() & EXPONENT == EXPONENT);
    let (chunks, rest) = flat.as_chunks::<256>();
    chunks.iter().all(|c| c.iter().fold(0, bad) == 0) && rest.iter().fold(0, bad) == 0
}

/// A finite number, or a stand-in.
pub fn finite_or(v: f32, default: f32) -> f32 {
    if v.is_finite() { v } else { default }
}

/// Columns whose length does not fit are left out.
pub fn fits<T>(column: &[T], vertices: usize, name: &str, path: &str, sink: &mut Sink) -> bool {
    if column.is_empty() {
        return false;
    }
    if column.len() != vertices {
        sink.push(
            &COLUMN_LENGTH,
            path,
            format!("{name} has {} entries for {vertices} vertices", column.len()),
        );
    }
    column.len() == vertices
}

/// Numbers that are not finite become zero.
pub fn finite<'a, const N: usize>(
    column: &'a [[f32; N]],
    name: &str,
    path: &str,
    sink: &mut Sink,
) -> Cow<'a, [[f32; N]]> {
    if all_finite(column.as_flattened()) {
        return Cow::Borrowed(column);
    }
    let number = column.iter().filter(|v| !all_finite(*v)).count();
    sink.push(&NONFINITE, path, format!("{number} of {} entries of {name} are not finite", column.len()));
    Cow::Owned(column.iter().map(|v| v.map(|c| finite_or(c, 0.0))).collect())
}

/// Smallest and largest of each component; not-a-numbers count for neither.
pub fn bounds<const N: usize>(column: &[[f32; N]]) -> Bounds {
    measure(column).0
}

/// [`finite`] and [`bounds`] of what comes out of it; for good columns in one go.
pub fn finite_with_bounds<'a, const N: usize>(
    column: &'a [[f32; N]],
    name: &str,
    path: &str,
    sink: &mut Sink,
) -> (Cow<'a, [[f32; N]]>, Bounds) {
    let (limits, numbers) = measure(column);
    if numbers && limits.iter().all(|(min, max)| all_finite(min) && all_finite(max)) {
        return (Cow::Borrowed(column), limits);
    }
    let column = finite(column, name, path, sink);
    let limits = bounds(&column);
    (column, limits)
}

/// Smallest and largest of each component, and whether all of them are numbers.
fn measure<const N: usize>(column: &[[f32; N]]) -> (Bounds, bool) {
    // Four elements at a time, so that each lane has its own minimum.
    let mut min = [[f32::INFINITY; N]; 4];
    let mut max = [[f32::NEG_INFINITY; N]; 4];
    let mut numbers = [[true; N]; 4];
    let (groups, rest) = column.as_chunks::<4>();
    for group in groups {
        let lanes = min.iter_mut().zip(&mut max).zip(&mut numbers);
        for (element, ((min, max), numbers)) in group.iter().zip(lanes) {
            for (v, ((min, max), number)) in element.iter().zip(min.iter_mut().zip(max).zip(numbers)) {
                *min = if *v < *min { *v } else { *min };
                *max = if *v > *max { *v } else { *max };
                *number &= !v.is_nan();
            }
        }
    }
    let fold = |lanes: &[[f32; N]; 4], pick: fn(f32, f32) -> f32, start: f32| -> Vec<f32> {
        let mut out = vec![start; N];
        for element in lanes.iter().chain(rest) {
            out.iter_mut().zip(element).for_each(|(slot, v)| *slot = pick(*slot, *v));
        }
        out
    };
    let limits = (!column.is_empty())
        .then(|| (fold(&min, f32::min, f32::INFINITY), fold(&max, f32::max, f32::NEG_INFINITY)));
    let numbers =
        numbers.as_flattened().iter().all(|n| *n) && !rest.as_flattened().iter().any(|v| v.is_nan());
    (limits, numbers)
}

fn is_unit(n: &[f32; 3]) -> bool {
    let square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    (square - 1.0).abs() <= 2.0 * UNIT_TOLERANCE
}

/// Unit normals: those without a direction rebuilt, others normalised.
pub fn normals<'a>(
    column: &'a [[f32; 3]],
    positions: &[[f32; 3]],
    indices: &[u32],
    path: &str,
    sink: &mut Sink,
) -> Cow<'a, [[f32; 3]]> {
    let bad = column.iter().fold(0usize, |n, v| n + usize::from(!is_unit(v)));
    if bad == 0 {
        return Cow::Borrowed(column);
    }
    let mut out = column.to_vec();
    let mut without: Vec<usize> = Vec::new();
    for (i, n) in out.iter_mut().enumerate().filter(|(_, n)| !is_unit(n)) {
        match direction(*n) {
            Some(unit) => *n = unit,
            None => without.push(i),
        }
    }
    let stretched = bad - without.len();
    if stretched > 0 {
        let message = format!("{stretched} of {} normals are not of length one", out.len());
        sink.push(&NORMALS_LENGTH, path, message);
    }
    if !without.is_empty() {
        let message = format!("{} of {} normals have no direction", without.len(), out.len());
        sink.push(&NORMALS_REBUILT, path, message);
        let rebuilt = crate::steps::vertex_normals(positions, indices);
        for i in without {
            if let (Some(to), Some(from)) = (out.get_mut(i), rebuilt.get(i)) {
                *to = *from;
            }
        }
    }
    Cow::Owned(out)
}

/// The unit vector of a direction, in double precision so that tiny and huge lengths work.
pub fn direction(v: [f32; 3]) -> Option<[f32; 3]> {
    let d = Vec3::from(v).as_dvec3();
    let unit = d.try_normalize()?;
    unit.is_finite().then(|| unit.as_vec3().to_array())
}

/// Tangents the validator accepts: unit xyz, w ±1. `None` if one of them is beyond repair.
pub fn tangents(column: &[[f32; 4]]) -> Option<Cow<'_, [[f32; 4]]>> {
    let good = |t: &[f32; 4]| is_unit(&[t[0], t[1], t[2]]) & (t[3].abs() == 1.0);
    if column.iter().fold(0_usize, |n, t| n + usize::from(!good(t))) == 0 {
        return Some(Cow::Borrowed(column));
    }
    let repair = |t: &[f32; 4]| {
        let [x, y, z] = direction([t[0], t[1], t[2]])?;
        if !t[3].is_finite() || t[3] == 0.0 {
            return None;
        }
        Some([x, y, z, t[3].signum()])
    };
    column
        .iter()
        .map(|t| if good(t) { Some(*t) } else { repair(t) })
        .collect::<Option<Vec<_>>>()
        .map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_leave_out_what_is_no_number() {
        let good: Vec<[f32; 3]> = (0..11_u8).map(|i| [f32::from(i), -f32::from(i), 2.0]).collect();
        let limits = Some((vec![0.0, -10.0, 2.0], vec![10.0, 0.0, 2.0]));
        let mut sink = Sink::new();
        assert_eq!(finite_with_bounds(&good, "a", "", &mut sink), (Cow::Borrowed(&good[..]), limits));
        assert!(sink.findings().is_empty());
        for (at, bad) in [(1, f32::NAN), (10, f32::NAN), (5, f32::INFINITY), (9, f32::NEG_INFINITY)] {
            let mut column = good.clone();
            column[at][1] = bad;
            let mut sink = Sink::new();
            let (repaired, limits) = finite_with_bounds(&column, "a", "", &mut sink);
            assert_eq!((sink.findings().len(), repaired[at][1]), (1, 0.0), "{bad} at {at}");
            assert_eq!(limits, bounds(&repaired));
        }
    }
}
