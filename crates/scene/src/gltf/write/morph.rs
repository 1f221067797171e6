//! Morph targets: sparse where that is worth it, all targets of a mesh with the same attributes.

use super::super::json::{ARRAY, Attributes};
use super::Out;
use super::buffer::{Bounds, Components};
use super::sanitise::{all_finite, bounds, finite_or};
use crate::codes::{COLUMN_LENGTH, NONFINITE};
use crate::{Mesh, MorphTarget};
use std::borrow::Cow;

/// A target whose vertices are ascending, unique and in range.
struct Clean<'a> {
    vertices: Cow<'a, [u32]>,
    positions: Cow<'a, [[f32; 3]]>,
    normals: Cow<'a, [[f32; 3]]>,
    tangents: Cow<'a, [[f32; 3]]>,
}

/// The `targets` of every primitive of a mesh.
pub fn write<'a>(out: &mut Out<'a, '_>, mesh: &'a Mesh, base: (bool, bool), path: &str) -> Vec<Attributes> {
    let vertices = mesh.positions.len();
    let clean: Vec<Clean<'a>> = mesh
        .targets
        .iter()
        .enumerate()
        .map(|(i, target)| tidy(out, target, vertices, &format!("{path}.targets[{i}]")))
        .collect();
    let normals = base.0 && clean.iter().any(|t| !t.normals.is_empty());
    let tangents = base.1 && clean.iter().any(|t| !t.tangents.is_empty());
    clean
        .into_iter()
        .map(|target| {
            let mut attributes = Attributes::new();
            let Clean { vertices: which, positions, normals: n, tangents: t } = target;
            attributes.insert("POSITION".into(), one(out, which.clone(), positions, vertices, true));
            if normals {
                attributes.insert("NORMAL".into(), one(out, which.clone(), n, vertices, false));
            }
            if tangents {
                attributes.insert("TANGENT".into(), one(out, which, t, vertices, false));
            }
            attributes
        })
        .collect()
}

fn tidy<'a>(out: &mut Out<'_, '_>, target: &'a MorphTarget, vertices: usize, path: &str) -> Clean<'a> {
    let ascending = target.vertices.is_sorted_by(|a, b| a < b);
    let in_range = target.vertices.last().is_none_or(|v| (*v as usize) < vertices);
    let fits = |c: &[[f32; 3]]| c.is_empty() || c.len() == target.vertices.len();
    let columns = [&target.positions, &target.normals, &target.tangents];
    let finite = columns.iter().all(|c| all_finite(c.as_flattened()));
    if !finite {
        out.sink.push(&NONFINITE, path, format!("changes of {:?} are not finite", target.name));
    }
    if ascending && in_range && finite && columns.iter().all(|c| fits(c)) {
        return Clean {
            vertices: Cow::Borrowed(&target.vertices),
            positions: Cow::Borrowed(&target.positions),
            normals: Cow::Borrowed(&target.normals),
            tangents: Cow::Borrowed(&target.tangents),
        };
    }
    let mut order: Vec<(usize, u32)> = target.vertices.iter().copied().enumerate().collect();
    order.retain(|(_, v)| (*v as usize) < vertices);
    order.sort_by_key(|(_, v)| *v);
    order.dedup_by_key(|(_, v)| *v);
    if order.len() < target.vertices.len() || columns.iter().any(|c| !fits(c)) {
        let message = format!("{:?} changes vertices that do not exist, or one twice", target.name);
        out.sink.push(&COLUMN_LENGTH, path, message);
    }
    let pick = |column: &[[f32; 3]]| -> Cow<'a, [[f32; 3]]> {
        if column.is_empty() {
            return Cow::Owned(Vec::new());
        }
        let at = |(i, _): &(usize, u32)| column.get(*i).map_or([0.0; 3], |v| v.map(|c| finite_or(c, 0.0)));
        Cow::Owned(order.iter().map(at).collect())
    };
    Clean {
        positions: pick(&target.positions),
        normals: pick(&target.normals),
        tangents: pick(&target.tangents),
        vertices: Cow::Owned(order.iter().map(|(_, v)| *v).collect()),
    }
}

/// One attribute: sparse if that takes less than half of the bytes.
fn one<'a>(
    out: &mut Out<'a, '_>,
    which: Cow<'a, [u32]>,
    values: Cow<'a, [[f32; 3]]>,
    vertices: usize,
    bounded: bool,
) -> u32 {
    let layout = Components::float("VEC3");
    let limits = |values: &[[f32; 3]]| if bounded { with_zero(values, vertices) } else { None };
    if values.is_empty() || which.is_empty() {
        // Clients stumble over accessors with neither a view nor sparse elements: say one zero.
        let zero = Cow::Owned(vec![[0.0f32; 3]]);
        let b = limits(&[[0.0; 3]]);
        out.buffers.open();
        return out.buffers.sparse(Cow::Owned(vec![0]), zero, vertices, &layout, b);
    }
    let index = if vertices <= 1 << 16 { 2 } else { 4 };
    if which.len() * (index + 12) * 2 <= vertices * 12 {
        let b = limits(&values);
        out.buffers.open();
        return out.buffers.sparse(which, values, vertices, &layout, b);
    }
    let dense = if which.len() == vertices {
        values
    } else {
        let mut dense = vec![[0.0f32; 3]; vertices];
        for (v, value) in which.iter().zip(values.iter()) {
            if let Some(slot) = dense.get_mut(*v as usize) {
                *slot = *value;
            }
        }
        Cow::Owned(dense)
    };
    let b = if bounded { bounds(&dense) } else { None };
    out.buffers.accessor(dense, vertices, &layout, b, Some(ARRAY))
}

/// Bounds of an accessor of which only some elements are not zero.
fn with_zero(values: &[[f32; 3]], vertices: usize) -> Bounds {
    let (mut min, mut max) = bounds(values)?;
    if values.len() < vertices {
        min = min.into_iter().map(|v| v.min(0.0)).collect();
        max = max.into_iter().map(|v| v.max(0.0)).collect();
    }
    Some((min, max))
}
