//! Meshes out of rings. Numbers are rounded to 1e-5, so that the last bit of a sine is never committed.

use glam::DVec3;
use scene::{Colors, Influences, Mesh, Primitive};
use std::collections::BTreeMap;
use std::f64::consts::TAU;

/// Rounds to what samples store.
pub fn round(v: f64) -> f32 {
    let r = (v * 1e5).round() / 1e5;
    (r + 0.0) as f32
}

/// Rounds a vector.
pub fn round3(v: DVec3) -> [f32; 3] {
    [round(v.x), round(v.y), round(v.z)]
}

/// An ellipse: centre and the radius vectors to the left (+X side) and to the front (+Z side).
#[derive(Debug, Clone, Copy)]
pub struct Ring {
    /// Centre.
    pub center: DVec3,
    /// Radius towards the figure's left.
    pub side: DVec3,
    /// Radius towards the front.
    pub front: DVec3,
}

impl Ring {
    /// A level ring.
    pub fn level(center: [f64; 3], side: f64, front: f64) -> Self {
        Self { center: center.into(), side: DVec3::X * side, front: DVec3::Z * front }
    }

    /// The point at `u` of the way round: back, right, front (0.5), left.
    fn point(&self, u: f64) -> DVec3 {
        self.center - self.front * (TAU * u).cos() - self.side * (TAU * u).sin()
    }

    fn is_point(&self) -> bool {
        self.side.length() < 1e-9 && self.front.length() < 1e-9
    }
}

/// A mesh in the making, in double precision.
#[derive(Default)]
pub struct Builder {
    positions: Vec<DVec3>,
    uvs: Vec<[f64; 2]>,
    indices: Vec<u32>,
    /// First index of each part.
    starts: Vec<u32>,
}

impl Builder {
    /// Number of vertices so far.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// The positions so far.
    pub fn positions(&self) -> &[DVec3] {
        &self.positions
    }

    /// Starts a part with a material of its own.
    pub fn part(&mut self) {
        self.starts.push(self.indices.len() as u32);
    }

    /// A skin over rings from top to bottom; rings of no size are poles. `uv`: left, top, width, height.
    pub fn tube(&mut self, rings: &[Ring], segments: u32, uv: [f64; 4]) {
        let base = self.positions.len() as u32;
        let last = (rings.len() - 1).max(1) as f64;
        for (i, ring) in rings.iter().enumerate() {
            for s in 0..=segments {
                let u = f64::from(s) / f64::from(segments);
                self.positions.push(ring.point(if s == segments { 0.0 } else { u }));
                self.uvs.push([uv[0] + uv[2] * u, uv[1] + uv[3] * (i as f64 / last)]);
            }
        }
        let at = |ring: usize, s: u32| base + ring as u32 * (segments + 1) + s;
        for i in 0..rings.len() - 1 {
            for s in 0..segments {
                let (a, b, c, d) = (at(i, s), at(i + 1, s), at(i, s + 1), at(i + 1, s + 1));
                if !rings[i].is_point() {
                    self.indices.extend([a, b, c]);
                }
                if !rings[i + 1].is_point() {
                    self.indices.extend([c, b, d]);
                }
            }
        }
    }

    /// An ellipsoid with its poles up and down. `from` and `to`: which part of it, 0 = top, 1 = bottom.
    pub fn ellipsoid(
        &mut self,
        center: DVec3,
        radius: [f64; 3],
        rings: u32,
        segments: u32,
        (from, to): (f64, f64),
        uv: [f64; 4],
    ) {
        let rings: Vec<Ring> = (0..=rings)
            .map(|i| {
                let t = from + (to - from) * f64::from(i) / f64::from(rings);
                let angle = t * TAU / 2.0;
                let r = if t <= 0.0 || t >= 1.0 { 0.0 } else { angle.sin() };
                Ring::level(
                    [center.x, center.y + radius[1] * angle.cos(), center.z],
                    radius[0] * r,
                    radius[2] * r,
                )
            })
            .collect();
        self.tube(&rings, segments, uv);
    }

    /// A rounded tube along points with radii, closed at both ends.
    pub fn capsule(&mut self, line: &[(DVec3, f64)], segments: u32, uv: [f64; 4]) {
        let mut rings = Vec::new();
        for (i, (center, radius)) in line.iter().enumerate() {
            let before = line[i.saturating_sub(1)].0;
            let after = line[(i + 1).min(line.len() - 1)].0;
            let along = (after - before).normalize();
            let front = (DVec3::Z - along * along.z).normalize_or(DVec3::Y);
            let side = front.cross(along);
            let ring = |c: DVec3, r: f64| Ring { center: c, side: side * r, front: front * r };
            if i == 0 {
                rings.push(ring(*center - along * *radius, 0.0));
                rings.push(ring(*center - along * (*radius * 0.7), *radius * 0.7));
            }
            rings.push(ring(*center, *radius));
            if i + 1 == line.len() {
                rings.push(ring(*center + along * (*radius * 0.7), *radius * 0.7));
                rings.push(ring(*center + along * *radius, 0.0));
            }
        }
        self.tube(&rings, segments, uv);
    }

    /// Changes every position from vertex `from` on.
    pub fn shape(&mut self, from: usize, f: impl Fn(DVec3) -> DVec3) {
        for p in &mut self.positions[from..] {
            *p = f(*p);
        }
    }

    /// Smooth normals of the triangles; vertices in one place share theirs.
    pub fn normals(&self, positions: &[DVec3]) -> Vec<DVec3> {
        let key =
            |p: DVec3| [(p.x * 1e5).round() as i64, (p.y * 1e5).round() as i64, (p.z * 1e5).round() as i64];
        let mut sums: BTreeMap<[i64; 3], DVec3> = BTreeMap::new();
        for t in self.indices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|i| positions[t[i] as usize]);
            let normal = (b - a).cross(c - a);
            for p in [a, b, c] {
                *sums.entry(key(p)).or_default() += normal;
            }
        }
        positions
            .iter()
            .map(|p| sums.get(&key(*p)).copied().unwrap_or_default().normalize_or(DVec3::Y))
            .collect()
    }

    /// The finished mesh without skin; unused vertices (doubles at poles) are left out.
    ///
    /// Returns the mesh and, for each of its vertices, the builder's vertex.
    pub fn finish(&self, name: &str) -> (Mesh, Vec<usize>) {
        let mut used = vec![false; self.positions.len()];
        self.indices.iter().for_each(|i| used[*i as usize] = true);
        let kept: Vec<usize> = (0..used.len()).filter(|i| used[*i]).collect();
        let mut new = vec![0_u32; used.len()];
        kept.iter().enumerate().for_each(|(n, old)| new[*old] = n as u32);
        let normals = self.normals(&self.positions);
        let starts = if self.starts.is_empty() { vec![0] } else { self.starts.clone() };
        let mesh = Mesh {
            name: name.to_owned(),
            positions: kept.iter().map(|i| round3(self.positions[*i])).collect(),
            normals: kept.iter().map(|i| unit(normals[*i])).collect(),
            uvs: vec![kept.iter().map(|i| self.uvs[*i].map(round)).collect()],
            indices: self.indices.iter().map(|i| new[*i as usize]).collect(),
            primitives: starts
                .iter()
                .enumerate()
                .map(|(i, start)| Primitive {
                    start: *start,
                    count: starts.get(i + 1).copied().unwrap_or(self.indices.len() as u32) - start,
                    ..Primitive::default()
                })
                .collect(),
            ..Mesh::default()
        };
        (mesh, kept)
    }
}

/// A rounded unit vector that is still one.
pub fn unit(v: DVec3) -> [f32; 3] {
    let [x, y, z] = round3(v).map(f64::from);
    let v = DVec3::new(x, y, z).normalize_or(DVec3::Y);
    [v.x as f32, v.y as f32, v.z as f32]
}

/// Vertex colours by position.
pub fn colors(mesh: &Mesh, f: impl Fn([f32; 3]) -> [u8; 4]) -> Colors {
    Colors::U8(mesh.positions.iter().map(|p| f(*p)).collect())
}

/// A bone as far as weights care: its number and the line it moves.
#[derive(Debug, Clone, Copy)]
pub struct Segment {
    /// Joint number.
    pub joint: u16,
    /// Where it turns.
    pub head: DVec3,
    /// Where it ends.
    pub tail: DVec3,
}

impl Segment {
    fn distance(&self, p: DVec3) -> f64 {
        let along = self.tail - self.head;
        let t = ((p - self.head).dot(along) / along.length_squared().max(1e-9)).clamp(0.0, 1.0);
        p.distance(self.head + along * t)
    }
}

/// Smooth weights by distance to the nearest bones: at most `max` a vertex, small ones left out.
pub fn weights(mesh: &Mesh, bones: &[Segment], max: usize, softness: f64) -> Influences {
    let mut out = Influences { starts: vec![0], ..Influences::default() };
    for p in &mesh.positions {
        let p = DVec3::from(p.map(f64::from));
        let mut near: Vec<(u16, f64)> =
            bones.iter().map(|b| (b.joint, (b.distance(p) + softness).powi(-4))).collect();
        near.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        near.truncate(max);
        let total: f64 = near.iter().map(|w| w.1).sum();
        // Steps of 1/1000: the sum is exactly one.
        let mut steps: Vec<(u16, i32)> =
            near.iter().map(|w| (w.0, (w.1 / total * 1000.0).round() as i32)).filter(|w| w.1 >= 10).collect();
        let rest = 1000 - steps.iter().map(|w| w.1).sum::<i32>();
        if let Some(first) = steps.first_mut() {
            first.1 += rest;
        }
        for (joint, w) in steps {
            out.joints.push(joint);
            out.weights.push((f64::from(w) / 1000.0) as f32);
        }
        out.starts.push(out.joints.len() as u32);
    }
    out
}
