//! From placed vertices to triangles in fixed point, sorted into tiles.

use super::{Draw, Instance};
use crate::camera::Camera;
use crate::math::{V3, dot, sub};
use rayon::prelude::*;

/// Bits below the pixel.
pub(crate) const SUB: i32 = 8;
/// One pixel.
pub(crate) const ONE: i32 = 1 << SUB;
/// Pixels a side of a tile.
pub(crate) const TILE: i32 = 64;
/// Nothing is drawn further outside than this, so that edge functions fit 64 bits with room to spare.
const GUARD: f32 = 16_384.0;

/// Sub-samples of a pixel: eight, no two in a row or column.
pub(crate) const SAMPLES: usize = 8;
/// Their places relative to the pixel's centre, in sub-pixels.
pub(crate) const PATTERN: [(i32, i32); SAMPLES] =
    [(16, -48), (-16, 48), (80, 16), (-48, -80), (-80, 80), (-112, -16), (48, 112), (112, -112)];

/// A vertex on the picture. `iw`, one over the distance, is also its depth; 0 = not drawable.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Projected {
    pub x: i32,
    pub y: i32,
    pub iw: f32,
}

/// A triangle with positive area in picture coordinates (y down).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tri {
    pub x: [i32; 3],
    pub y: [i32; 3],
    pub iw: [f32; 3],
    /// Number of the triangle in its draw; the top bit says that corners 1 and 2 changed places.
    id: u32,
    pub draw: u32,
    /// The eye sees its back.
    pub back: bool,
}

const SWAPPED: u32 = 1 << 31;

impl Tri {
    /// Number of the triangle in its draw.
    pub fn number(&self) -> u32 {
        self.id & !SWAPPED
    }

    /// The corners in drawing order, from the corners in the file's order.
    pub fn corners(&self, v: [u32; 3]) -> [u32; 3] {
        if self.id & SWAPPED != 0 { [v[0], v[2], v[1]] } else { v }
    }
}

/// Puts vertices on the picture.
pub(crate) fn project(camera: &Camera, size: [u32; 2], positions: &[V3]) -> Vec<Projected> {
    let [w, h] = size.map(|s| s as f32);
    let (kx, ky) = (0.5 * w / camera.slope[0], -0.5 * h / camera.slope[1]);
    let near = camera.depth[0] * 0.5;
    let one = |p: &V3| {
        let d = sub(*p, camera.eye);
        let depth = -dot(camera.axes[2], d);
        let iw = 1.0 / depth;
        let x = dot(camera.axes[0], d) * iw * kx + 0.5 * w;
        let y = dot(camera.axes[1], d) * iw * ky + 0.5 * h;
        if depth > near && x.abs() < GUARD && y.abs() < GUARD {
            let fixed = |v: f32| (v * ONE as f32 + 0.5).floor() as i32;
            Projected { x: fixed(x), y: fixed(y), iw }
        } else {
            Projected { x: 0, y: 0, iw: 0.0 }
        }
    };
    positions.par_iter().with_min_len(4096).map(one).collect()
}

/// A run of triangles of one draw and which tiles they touch.
pub(crate) struct Batch {
    pub tris: Vec<Tri>,
    /// By tile: indices into `tris`, ascending.
    pub bins: Vec<Vec<u32>>,
}

/// Number of tiles across and down.
pub(crate) fn tiles(size: [u32; 2]) -> [i32; 2] {
    size.map(|s| (s as i32 + TILE - 1) / TILE)
}

const RUN: u32 = 8192;

/// Sets up all triangles of some draws, in order.
pub(crate) fn batches(
    draws: &[Draw],
    wanted: impl Fn(&Draw) -> bool,
    list: &[&Instance<'_>],
    projected: &[Vec<Projected>],
    size: [u32; 2],
) -> Vec<Batch> {
    let runs: Vec<(u32, u32)> = draws
        .iter()
        .enumerate()
        .filter(|(_, d)| wanted(d))
        .flat_map(|(i, d)| (0..d.triangles).step_by(RUN as usize).map(move |from| (i as u32, from)))
        .collect();
    runs.into_par_iter()
        .map(|(at, from)| {
            let draw = &draws[at as usize];
            let instance = list[draw.instance];
            let indices = &instance.mesh.indices[draw.first..];
            let corners = &projected[draw.instance];
            let to = (from + RUN).min(draw.triangles);
            let mut tris = Vec::with_capacity((to - from) as usize);
            for number in from..to {
                let i = number as usize * 3;
                let v = [indices[i], indices[i + 1], indices[i + 2]];
                if let Some(tri) = set_up(draw, v, number, at, corners, instance.posed.mirrored, size) {
                    tris.push(tri);
                }
            }
            let bins = bin(&tris, size);
            Batch { tris, bins }
        })
        .collect()
}

fn set_up(
    draw: &Draw,
    v: [u32; 3],
    number: u32,
    at: u32,
    corners: &[Projected],
    mirrored: bool,
    size: [u32; 2],
) -> Option<Tri> {
    let [a, b, c] = [corners.get(v[0] as usize)?, corners.get(v[1] as usize)?, corners.get(v[2] as usize)?];
    if a.iw <= 0.0 || b.iw <= 0.0 || c.iw <= 0.0 {
        return None;
    }
    let area = i64::from(b.x - a.x) * i64::from(c.y - a.y) - i64::from(b.y - a.y) * i64::from(c.x - a.x);
    // Counter-clockwise to the eye is negative where y points down.
    let back = (area > 0) != mirrored;
    if area == 0 || (back && !draw.double_sided) || misses(a, b, c, size) {
        return None;
    }
    let (b, c, id) = if area < 0 { (c, b, number | SWAPPED) } else { (b, c, number) };
    Some(Tri { x: [a.x, b.x, c.x], y: [a.y, b.y, c.y], iw: [a.iw, b.iw, c.iw], id, draw: at, back })
}

/// Outside of the picture, or so small that it is between the samples.
fn misses(a: &Projected, b: &Projected, c: &Projected, size: [u32; 2]) -> bool {
    let (x0, x1) = (a.x.min(b.x).min(c.x), a.x.max(b.x).max(c.x));
    let (y0, y1) = (a.y.min(b.y).min(c.y), a.y.max(b.y).max(c.y));
    // Samples are at odd multiples of a sixteenth: 16 + 32 k.
    let between = |lo: i32, hi: i32| (lo - 17) >> 5 == (hi - 16) >> 5;
    x1 < 0
        || y1 < 0
        || x0 >= size[0] as i32 * ONE
        || y0 >= size[1] as i32 * ONE
        || between(x0, x1)
        || between(y0, y1)
}

/// The pixels a triangle may touch: first and last, both ends included.
pub(crate) fn pixels(tri: &Tri) -> [i32; 4] {
    let [a, b, c] = tri.x;
    let [d, e, f] = tri.y;
    [a.min(b).min(c) >> SUB, d.min(e).min(f) >> SUB, a.max(b).max(c) >> SUB, d.max(e).max(f) >> SUB]
}

/// Sorts triangles into tiles, keeping their order.
pub(crate) fn bin(tris: &[Tri], size: [u32; 2]) -> Vec<Vec<u32>> {
    let [across, down] = tiles(size);
    let mut bins = vec![Vec::new(); (across * down) as usize];
    for (i, tri) in tris.iter().enumerate() {
        let [x0, y0, x1, y1] = pixels(tri);
        for ty in (y0 / TILE).max(0)..=(y1 / TILE).min(down - 1) {
            for tx in (x0 / TILE).max(0)..=(x1 / TILE).min(across - 1) {
                bins[(ty * across + tx) as usize].push(i as u32);
            }
        }
    }
    bins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_samples_is_exact() {
        // Against a walk over all sample coordinates near by.
        let corner = |x, y| Projected { x, y, iw: 1.0 };
        for lo in -70..70 {
            for hi in lo..lo + 80 {
                let hit = (-400..400).any(|k: i32| k.rem_euclid(32) == 16 && k >= lo && k <= hi);
                let off = 1000;
                let got = misses(
                    &corner(lo + 1024, off),
                    &corner(hi + 1024, off + 600),
                    &corner(hi + 1024, off),
                    [64, 64],
                );
                assert_eq!(got, !hit, "{lo}..{hi}");
            }
        }
    }

    #[test]
    fn samples_are_at_odd_sixteenths() {
        let (mut xs, mut ys): (Vec<_>, Vec<_>) = PATTERN.into_iter().unzip();
        assert!(xs.iter().chain(&ys).all(|v| (v + ONE / 2).rem_euclid(32) == 16));
        xs.sort_unstable();
        ys.sort_unstable();
        xs.dedup();
        ys.dedup();
        assert_eq!((xs.len(), ys.len()), (SAMPLES, SAMPLES));
    }
}
