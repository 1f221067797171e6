//! Comparing models whose vertices were split, merged or sorted: as a heap of triangles.

use crate::evaluate::Part;
use anyhow::{Result, bail};
use glam::DVec3;
use std::collections::HashMap;

/// A corner: position in the world, normal in the world, first UV.
#[derive(Debug, Clone, Copy)]
pub struct Corner {
    /// Position.
    pub position: DVec3,
    /// Normal, if the model has them.
    pub normal: Option<DVec3>,
    /// UV, if the model has them.
    pub uv: Option<[f32; 2]>,
}

/// Three corners, counter-clockwise.
pub type Triangle = [Corner; 3];

/// Triangles of a primitive that have an area.
pub fn triangles(part: &Part) -> Vec<Triangle> {
    let corner = |i: u32| Corner {
        position: part.positions.get(i as usize).copied().unwrap_or_default(),
        normal: part.normals.get(i as usize).copied(),
        uv: part.uvs.first().and_then(|u| u.get(i as usize)).copied(),
    };
    let all = part.indices.chunks_exact(3).map(|t| [corner(t[0]), corner(t[1]), corner(t[2])]);
    all.filter(|t| area(t) > 1e-12).collect()
}

fn area(t: &Triangle) -> f64 {
    (t[1].position - t[0].position).cross(t[2].position - t[0].position).length()
}

fn center(t: &Triangle) -> DVec3 {
    (t[0].position + t[1].position + t[2].position) / 3.0
}

/// How far normals and UVs may be apart.
#[derive(Debug, Clone, Copy)]
pub struct Tolerance {
    /// Length of the difference of two normals.
    pub normal: f64,
    /// Difference of a coordinate.
    pub uv: f32,
}

/// Whether every triangle of `want` is in `got` and no other is; positions to 1e-4 of the size.
pub fn same(want: &[Triangle], got: &[Triangle], tolerance: Tolerance) -> Result<()> {
    if want.len() != got.len() {
        bail!("{} triangles became {}", want.len(), got.len());
    }
    let corners = || want.iter().flatten().map(|c| c.position);
    let low = corners().reduce(DVec3::min).unwrap_or_default();
    let high = corners().reduce(DVec3::max).unwrap_or_default();
    let near = ((high - low).max_element() * 1e-4).max(1e-9);
    let cell = |p: DVec3| (p / (near * 2.0)).floor().as_i64vec3();
    let mut grid: HashMap<glam::I64Vec3, Vec<usize>> = HashMap::new();
    for (i, t) in got.iter().enumerate() {
        grid.entry(cell(center(t))).or_default().push(i);
    }
    let mut taken = vec![false; got.len()];
    let mut lost = Vec::new();
    for (i, t) in want.iter().enumerate() {
        let home = cell(center(t));
        let around = (0..27).map(|k| home + glam::I64Vec3::new(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1));
        let hit = around
            .filter_map(|c| grid.get(&c))
            .flatten()
            .copied()
            .find(|j| !taken[*j] && (0..3).any(|turn| fits(t, &got[*j], turn, near, tolerance)));
        match hit {
            Some(j) => taken[j] = true,
            None => lost.push(i),
        }
    }
    let Some(first) = lost.first() else { return Ok(()) };
    let t = &want[*first];
    let nearest = got
        .iter()
        .zip(&taken)
        .filter(|(_, taken)| !**taken)
        .map(|(g, _)| g)
        .min_by(|a, b| center(a).distance(center(t)).total_cmp(&center(b).distance(center(t))));
    bail!(
        "{} of {} triangles changed, first {first}: {t:.5?}\n  nearest left over: {nearest:.5?}",
        lost.len(),
        want.len()
    )
}

fn fits(a: &Triangle, b: &Triangle, turn: usize, near: f64, tolerance: Tolerance) -> bool {
    (0..3).all(|k| {
        let (p, q) = (&a[k], &b[(k + turn) % 3]);
        let normals = match (p.normal, q.normal) {
            (Some(m), Some(n)) => m.distance(n) < tolerance.normal,
            (None, _) => true,
            (Some(_), None) => false,
        };
        let uvs = match (p.uv, q.uv) {
            (Some(m), Some(n)) => (0..2).all(|i| (m[i] - n[i]).abs() < tolerance.uv),
            (None, _) => true,
            (Some(_), None) => false,
        };
        p.position.distance(q.position) < near && normals && uvs
    })
}
