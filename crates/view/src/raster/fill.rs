//! One tile: which triangle every sample sees, then light, then what is see-through, then the average.

use super::setup::{Batch, ONE, PATTERN, SAMPLES, TILE, Tri, pixels};
use super::surface::{Point, Shader, Surface};
use super::{Background, Draw, Instance};
use crate::camera::Camera;
use crate::math::{V3, cross, mix, normalize_or, scale, sub};
use scene::{Alpha, Colors};

/// Everything a tile reads.
pub(crate) struct Frame<'a> {
    pub camera: &'a Camera,
    pub draws: &'a [Draw],
    pub instances: &'a [&'a Instance<'a>],
    pub surfaces: &'a [Surface],
    pub shader: Shader<'a>,
    pub solid: &'a [Batch],
    /// From the farthest to the nearest.
    pub clear: &'a Batch,
    pub background: Background,
    pub wireframe: bool,
}

const NONE: u32 = u32::MAX;
const PIXELS: usize = (TILE * TILE) as usize;

/// Edge functions of a triangle: `e = a·x + b·y + c`, not negative inside, borders by the top-left rule.
struct Edges {
    a: [i64; 3],
    b: [i64; 3],
    c: [i64; 3],
    bias: [i64; 3],
}

impl Edges {
    fn new(tri: &Tri) -> Self {
        let mut e = Self { a: [0; 3], b: [0; 3], c: [0; 3], bias: [0; 3] };
        for i in 0..3 {
            let (from, to) = ((i + 1) % 3, (i + 2) % 3);
            let (x, y) = (i64::from(tri.x[from]), i64::from(tri.y[from]));
            let (dx, dy) = (i64::from(tri.x[to]) - x, i64::from(tri.y[to]) - y);
            e.a[i] = -dy;
            e.b[i] = dx;
            e.c[i] = dy * x - dx * y;
            let owns_border = dy < 0 || (dy == 0 && dx > 0);
            e.bias[i] = i64::from(!owns_border);
        }
        e
    }

    fn at(&self, i: usize, x: i64, y: i64) -> i64 {
        self.a[i] * x + self.b[i] * y + self.c[i]
    }

    fn area(&self) -> i64 {
        self.c[0] + self.c[1] + self.c[2]
    }
}

/// How 1/w changes over the picture, in steps of a sub-pixel.
struct Slope {
    origin: (i32, i32),
    base: f32,
    dx: f32,
    dy: f32,
    low: f32,
    high: f32,
}

impl Slope {
    fn new(tri: &Tri, e: &Edges) -> Self {
        let area = e.area() as f64;
        let sum = |k: &[i64; 3]| (0..3).map(|i| k[i] as f64 * f64::from(tri.iw[i])).sum::<f64>() / area;
        let [p, q, r] = tri.iw;
        Self {
            origin: (tri.x[0], tri.y[0]),
            base: p,
            dx: sum(&e.a) as f32,
            dy: sum(&e.b) as f32,
            low: p.min(q).min(r),
            high: p.max(q).max(r),
        }
    }

    #[inline]
    fn at(&self, x: i32, y: i32) -> f32 {
        let v = self.base + self.dx * (x - self.origin.0) as f32 + self.dy * (y - self.origin.1) as f32;
        v.clamp(self.low, self.high)
    }
}

/// The buffers of a tile.
struct Buffers {
    depth: Vec<f32>,
    seen: Vec<u32>,
    color: Vec<[f32; 4]>,
}

/// Calls `hit(pixel, x, y, mask)` for every pixel of the tile with covered samples.
#[inline]
fn scan(tri: &Tri, e: &Edges, origin: [i32; 2], mut hit: impl FnMut(usize, i32, i32, u32)) {
    let [x0, y0, x1, y1] = pixels(tri);
    let (x0, x1) = (x0.max(origin[0]), x1.min(origin[0] + TILE - 1));
    let (y0, y1) = (y0.max(origin[1]), y1.min(origin[1] + TILE - 1));
    let mut offset = [[0_i64; 3]; SAMPLES];
    for (o, (dx, dy)) in offset.iter_mut().zip(PATTERN) {
        for (i, o) in o.iter_mut().enumerate() {
            *o = e.a[i] * i64::from(dx) + e.b[i] * i64::from(dy) - e.bias[i];
        }
    }
    let step = e.a.map(|a| a * i64::from(ONE));
    for y in y0..=y1 {
        let cy = i64::from(y * ONE + ONE / 2);
        let cx = i64::from(x0 * ONE + ONE / 2);
        let mut v = [e.at(0, cx, cy), e.at(1, cx, cy), e.at(2, cx, cy)];
        for x in x0..=x1 {
            let mut mask = 0;
            for (s, o) in offset.iter().enumerate() {
                // All three not negative: no sign bit set in any of them.
                let any = (v[0] + o[0]) | (v[1] + o[1]) | (v[2] + o[2]);
                mask |= u32::from(any >= 0) << s;
            }
            if mask != 0 {
                hit(((y - origin[1]) * TILE + x - origin[0]) as usize, x, y, mask);
            }
            for (v, s) in v.iter_mut().zip(&step) {
                *v += s;
            }
        }
    }
}

/// Draws one tile: rows of RGBA, `TILE` wide.
pub(crate) fn tile(frame: &Frame<'_>, index: usize, origin: [i32; 2]) -> Vec<[u8; 4]> {
    let mut b =
        Buffers { depth: vec![0.0; PIXELS * SAMPLES], seen: vec![NONE; PIXELS * SAMPLES], color: Vec::new() };
    let mut base = 0;
    let mut bases = Vec::with_capacity(frame.solid.len());
    let mut touched = false;
    for batch in frame.solid {
        bases.push(base);
        for i in &batch.bins[index] {
            touched = true;
            solid(frame, &batch.tris[*i as usize], base + i, origin, &mut b);
        }
        base += batch.tris.len() as u32;
    }
    let clear = &frame.clear.bins[index];
    if !touched && clear.is_empty() {
        return vec![frame.background.pixel(); PIXELS];
    }
    b.color = vec![[0.0; 4]; PIXELS * SAMPLES];
    let find = |id: u32| {
        let batch = bases.partition_point(|b| *b <= id) - 1;
        &frame.solid[batch].tris[(id - bases[batch]) as usize]
    };
    for pixel in 0..PIXELS {
        light(frame, pixel, origin, &mut b, &find);
    }
    for i in clear {
        see_through(frame, &frame.clear.tris[*i as usize], origin, &mut b);
    }
    (0..PIXELS).map(|p| resolve(frame, &b.color[p * SAMPLES..(p + 1) * SAMPLES])).collect()
}

fn solid(frame: &Frame<'_>, tri: &Tri, id: u32, origin: [i32; 2], b: &mut Buffers) {
    let e = Edges::new(tri);
    let slope = Slope::new(tri, &e);
    let draw = &frame.draws[tri.draw as usize];
    let surface = &frame.surfaces[draw.surface];
    let cutoff = match surface.alpha {
        Alpha::Mask(cutoff) if !draw.solid && !frame.wireframe => Some(cutoff),
        _ => None,
    };
    scan(tri, &e, origin, |pixel, x, y, mask| {
        for (s, (dx, dy)) in PATTERN.iter().enumerate() {
            if mask & (1 << s) == 0 {
                continue;
            }
            let (sx, sy) = (x * ONE + ONE / 2 + dx, y * ONE + ONE / 2 + dy);
            let depth = slope.at(sx, sy);
            let at = pixel * SAMPLES + s;
            if depth > b.depth[at] {
                if let Some(cutoff) = cutoff
                    && Spot::new(frame, tri, &e, sx, sy).alpha() < cutoff
                {
                    continue;
                }
                b.depth[at] = depth;
                b.seen[at] = id;
            }
        }
    });
}

/// Lights the samples of a pixel, once for each triangle it sees, in the middle of the samples that see it.
fn light<'a>(
    frame: &Frame<'_>,
    pixel: usize,
    origin: [i32; 2],
    b: &mut Buffers,
    find: &impl Fn(u32) -> &'a Tri,
) {
    let range = pixel * SAMPLES..(pixel + 1) * SAMPLES;
    let seen: [u32; SAMPLES] = std::array::from_fn(|s| b.seen[range.start + s]);
    let (x, y) = (origin[0] + pixel as i32 % TILE, origin[1] + pixel as i32 / TILE);
    let mut done = 0_u32;
    for s in 0..SAMPLES {
        if done & (1 << s) != 0 || seen[s] == NONE {
            continue;
        }
        let mut mask = 0;
        for (t, other) in seen.iter().enumerate().skip(s) {
            mask |= u32::from(*other == seen[s]) << t;
        }
        done |= mask;
        let tri = find(seen[s]);
        let e = Edges::new(tri);
        let (cx, cy) = middle(x, y, mask);
        let spot = Spot::new(frame, tri, &e, cx, cy);
        let c = if frame.wireframe { spot.wire(cx, cy) } else { spot.shade() };
        for t in 0..SAMPLES {
            if mask & (1 << t) != 0 {
                b.color[range.start + t] = [c[0], c[1], c[2], 1.0];
            }
        }
    }
}

/// The middle of some samples of a pixel.
fn middle(x: i32, y: i32, mask: u32) -> (i32, i32) {
    let (mut sx, mut sy, mut n) = (0, 0, 0);
    for (s, (dx, dy)) in PATTERN.iter().enumerate() {
        if mask & (1 << s) != 0 {
            (sx, sy, n) = (sx + dx, sy + dy, n + 1);
        }
    }
    (x * ONE + ONE / 2 + sx / n, y * ONE + ONE / 2 + sy / n)
}

/// Blends a triangle over what is there.
fn see_through(frame: &Frame<'_>, tri: &Tri, origin: [i32; 2], b: &mut Buffers) {
    let e = Edges::new(tri);
    let slope = Slope::new(tri, &e);
    scan(tri, &e, origin, |pixel, x, y, mask| {
        let mut open = 0;
        for (s, (dx, dy)) in PATTERN.iter().enumerate() {
            let (sx, sy) = (x * ONE + ONE / 2 + dx, y * ONE + ONE / 2 + dy);
            let covered = mask & (1 << s) != 0;
            if covered && slope.at(sx, sy) >= b.depth[pixel * SAMPLES + s] {
                open |= 1 << s;
            }
        }
        if open == 0 {
            return;
        }
        let (cx, cy) = middle(x, y, open);
        let c = Spot::new(frame, tri, &e, cx, cy).shade();
        let a = c[3];
        for s in 0..SAMPLES {
            if open & (1 << s) != 0 {
                let d = &mut b.color[pixel * SAMPLES + s];
                *d = [
                    c[0] * a + d[0] * (1.0 - a),
                    c[1] * a + d[1] * (1.0 - a),
                    c[2] * a + d[2] * (1.0 - a),
                    a + d[3] * (1.0 - a),
                ];
            }
        }
    });
}

fn resolve(frame: &Frame<'_>, samples: &[[f32; 4]]) -> [u8; 4] {
    let g = frame.shader.gamma;
    let mut sum = [0.0_f32; 4];
    for s in samples {
        for (a, b) in sum.iter_mut().zip(s) {
            *a += b;
        }
    }
    let sum = sum.map(|v| v / SAMPLES as f32);
    match frame.background {
        Background::Plain(rgb) => {
            let rest = 1.0 - sum[3];
            let [r, gr, b] = [0, 1, 2].map(|i| g.encode(sum[i] + g.linear[usize::from(rgb[i])] * rest));
            [r, gr, b, 255]
        }
        Background::Transparent if sum[3] <= 0.0 => [0; 4],
        Background::Transparent => {
            let alpha = (sum[3].min(1.0) * 255.0 + 0.5) as u8;
            let [r, gr, b] = [0, 1, 2].map(|i| g.encode(sum[i] / sum[3]));
            if alpha == 0 { [0; 4] } else { [r, gr, b, alpha] }
        }
    }
}

/// A place on a triangle.
struct Spot<'a> {
    frame: &'a Frame<'a>,
    tri: &'a Tri,
    edges: &'a Edges,
    corners: [usize; 3],
    weights: [f32; 3],
    at: (i32, i32),
}

impl<'a> Spot<'a> {
    fn new(frame: &'a Frame<'a>, tri: &'a Tri, edges: &'a Edges, x: i32, y: i32) -> Self {
        let draw = &frame.draws[tri.draw as usize];
        let indices = &frame.instances[draw.instance].mesh.indices;
        let i = draw.first + tri.number() as usize * 3;
        let corners = tri.corners([indices[i], indices[i + 1], indices[i + 2]]).map(|v| v as usize);
        let weights = weights(tri, edges, x, y);
        Self { frame, tri, edges, corners, weights, at: (x, y) }
    }

    fn instance(&self) -> &'a Instance<'a> {
        self.frame.instances[self.frame.draws[self.tri.draw as usize].instance]
    }

    fn surface(&self) -> &'a Surface {
        &self.frame.surfaces[self.frame.draws[self.tri.draw as usize].surface]
    }

    fn lerp<const N: usize>(&self, column: &[[f32; N]], w: [f32; 3]) -> Option<[f32; N]> {
        let [a, b, c] = self.corners;
        let (a, b, c) = (column.get(a)?, column.get(b)?, column.get(c)?);
        Some(std::array::from_fn(|i| a[i] * w[0] + b[i] * w[1] + c[i] * w[2]))
    }

    fn uv(&self, set: usize) -> ([f32; 2], [[f32; 2]; 2]) {
        let Some(column) = self.instance().mesh.uvs.get(set) else { return ([0.0; 2], [[0.0; 2]; 2]) };
        let at = |w: [f32; 3]| self.lerp(column, w).unwrap_or([0.0; 2]);
        let here = at(self.weights);
        let (x, y) = self.at;
        let reach = [(x + ONE, y), (x, y + ONE)].map(|(x, y)| {
            let there = at(weights(self.tri, self.edges, x, y));
            [there[0] - here[0], there[1] - here[1]]
        });
        (here, reach)
    }

    fn color(&self) -> [f32; 4] {
        match self.instance().mesh.colors.first() {
            Some(Colors::F32(column)) => self.lerp(column, self.weights).unwrap_or([1.0; 4]),
            Some(Colors::U8(column)) => {
                let mut out = [0.0; 4];
                for (v, w) in self.corners.iter().zip(self.weights) {
                    let c = column.get(*v).copied().unwrap_or([255; 4]);
                    for (o, c) in out.iter_mut().zip(c) {
                        *o += f32::from(c) / 255.0 * w;
                    }
                }
                out
            }
            None => [1.0; 4],
        }
    }

    /// The file's front side, from the positions.
    fn flat_normal(&self) -> V3 {
        let p = self.corners.map(|v| self.instance().posed.positions[v]);
        let n = normalize_or(cross(sub(p[1], p[0]), sub(p[2], p[0])), [0.0; 3]);
        // Drawing order has positive area with y down: its front looks away from the eye.
        scale(n, if self.tri.back { 1.0 } else { -1.0 })
    }

    fn tangent(&self, normal: V3) -> Option<[f32; 4]> {
        if !self.surface().wants_tangents() {
            return None;
        }
        if let Some(t) = self.lerp(&self.instance().posed.tangents, self.weights) {
            return Some([t[0], t[1], t[2], if t[3] < 0.0 { -1.0 } else { 1.0 }]);
        }
        // None stored: the direction in which U grows over this triangle.
        let uv = self.instance().mesh.uvs.first()?;
        let [a, b, c] = self.corners;
        let (ua, ub, uc) = (uv.get(a)?, uv.get(b)?, uv.get(c)?);
        let p = self.corners.map(|v| self.instance().posed.positions[v]);
        let (e1, e2) = (sub(p[1], p[0]), sub(p[2], p[0]));
        let (du1, dv1, du2, dv2) = (ub[0] - ua[0], ub[1] - ua[1], uc[0] - ua[0], uc[1] - ua[1]);
        let det = du1 * dv2 - du2 * dv1;
        if det == 0.0 {
            return None;
        }
        let sign = if det < 0.0 { -1.0 } else { 1.0 };
        let t = scale(sub(scale(e1, dv2), scale(e2, dv1)), sign);
        let v_down = scale(sub(scale(e2, du1), scale(e1, du2)), sign);
        let t = normalize_or(t, [0.0; 3]);
        // glTF: bitangent points where V falls, which is up in the picture.
        let hand = if crate::math::dot(cross(normal, t), v_down) > 0.0 { -1.0 } else { 1.0 };
        Some([t[0], t[1], t[2], hand])
    }

    fn with_point<T>(&self, f: impl FnOnce(&Point<'_>) -> T) -> T {
        let posed = &self.instance().posed;
        let position = self.lerp(&posed.positions, self.weights).unwrap_or([0.0; 3]);
        let stored = self.lerp(&posed.normals, self.weights);
        let normal = stored.filter(|n| crate::math::dot(*n, *n) > 1e-6).unwrap_or_else(|| self.flat_normal());
        let point = Point {
            uv: &|set| self.uv(set),
            color: self.color(),
            normal,
            tangent: self.tangent(normal),
            view: normalize_or(sub(self.frame.camera.eye, position), self.frame.camera.axes[2]),
            back: self.tri.back,
        };
        f(&point)
    }

    fn alpha(&self) -> f32 {
        self.with_point(|p| self.frame.shader.alpha(self.surface(), p))
    }

    fn shade(&self) -> [f32; 4] {
        self.with_point(|p| self.frame.shader.shade(self.surface(), p))
    }

    /// Clay with the triangle's sides drawn on it.
    fn wire(&self, x: i32, y: i32) -> [f32; 4] {
        let clay = Surface::clay(true);
        let c = self
            .with_point(|p| self.frame.shader.shade(&clay, &Point { color: [1.0; 4], tangent: None, ..*p }));
        let one = f64::from(ONE);
        let mut nearest = f64::INFINITY;
        let mut height = f64::INFINITY;
        for i in 0..3 {
            let (a, b) = (self.edges.a[i] as f64, self.edges.b[i] as f64);
            let len = (a * a + b * b).sqrt() * one;
            nearest = nearest.min(self.edges.at(i, i64::from(x), i64::from(y)) as f64 / len);
            height = height.min(self.edges.area() as f64 / len);
        }
        // Lines half a pixel to each side; in meshes finer than the pixels they fade instead of filling it.
        let strength = (1.1 - nearest.max(0.0)).clamp(0.0, 1.0) * (height / 4.0).clamp(0.25, 1.0);
        let ink = [0.012, 0.05, 0.11];
        let out = mix([c[0], c[1], c[2]], ink, strength as f32);
        [out[0], out[1], out[2], 1.0]
    }
}

/// Perspective-correct weights of the corners.
fn weights(tri: &Tri, e: &Edges, x: i32, y: i32) -> [f32; 3] {
    let area = e.area() as f64;
    let mut w = [0.0_f64; 3];
    for (i, w) in w.iter_mut().enumerate() {
        *w = e.at(i, i64::from(x), i64::from(y)) as f64 / area * f64::from(tri.iw[i]);
    }
    let sum = w[0] + w[1] + w[2];
    let sum = if sum.abs() > 1e-30 { sum } else { 1e-30 };
    w.map(|w| (w / sum) as f32)
}
