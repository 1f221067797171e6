//! Comparing models whose vertices were split, merged or sorted: as a heap of triangles.

use crate::evaluate::Part;
use anyhow::{Result, bail};
use glam::DVec3;
use std::collections::HashMap;

/// A corner: position in the world, normal in the world, first UV, what moves it.
#[derive(Debug, Clone)]
pub struct Corner {
    /// Position.
    pub position: DVec3,
    /// Normal, if the model has them.
    pub normal: Option<DVec3>,
    /// UV, if the model has them.
    pub uv: Option<[f32; 2]>,
    /// Weights by the name of the joint, sorted; empty without a skin.
    pub weights: Vec<(String, f32)>,
}

/// Three corners, counter-clockwise.
pub type Triangle = [Corner; 3];

/// Weights that count for something.
const FELT: f32 = 1e-4;

/// Triangles of a primitive that have an area; `names` are those of the nodes.
pub fn triangles(part: &Part, names: &[String]) -> Vec<Triangle> {
    let weights = |i: u32| {
        let list = part.weights.get(i as usize).into_iter().flatten().filter(|w| w.1 > FELT);
        let mut out: Vec<(String, f32)> = list.map(|(node, w)| (names[*node].clone(), *w)).collect();
        out.sort_by(|a, b| a.0.cmp(&b.0));
        out
    };
    let corner = |i: u32| Corner {
        position: part.positions.get(i as usize).copied().unwrap_or_default(),
        normal: part.normals.get(i as usize).copied(),
        uv: part.uvs.first().and_then(|u| u.get(i as usize)).copied(),
        weights: weights(i),
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

/// How far things may be apart.
#[derive(Debug, Clone, Copy)]
pub struct Tolerance {
    /// Distance of two positions, as a share of the model's size.
    pub position: f64,
    /// Length of the difference of two normals.
    pub normal: f64,
    /// Difference of a coordinate.
    pub uv: f32,
    /// Difference of two weights, if the format has them.
    pub weight: Option<f32>,
}

/// Whether every triangle of `want` is in `got` and no other is.
pub fn same(want: &[Triangle], got: &[Triangle], tolerance: Tolerance) -> Result<()> {
    if want.len() != got.len() {
        bail!("{} triangles became {}", want.len(), got.len());
    }
    let corners = || want.iter().flatten().map(|c| c.position);
    let low = corners().reduce(DVec3::min).unwrap_or_default();
    let high = corners().reduce(DVec3::max).unwrap_or_default();
    let near = ((high - low).max_element() * tolerance.position).max(1e-9);
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
        let weights = p.weights.is_empty() || tolerance.weight.is_none_or(|t| same_weights(p, q, t));
        p.position.distance(q.position) < near && normals && uvs && weights
    })
}

fn same_weights(a: &Corner, b: &Corner, tolerance: f32) -> bool {
    let of = |c: &Corner, name: &str| c.weights.iter().find(|w| w.0 == name).map_or(0.0, |w| w.1);
    let names = a.weights.iter().chain(&b.weights).map(|w| w.0.as_str());
    names.into_iter().all(|n| (of(a, n) - of(b, n)).abs() < tolerance)
}
