//! BC7 blocks, of the one mode that suits any picture: mode 6, a line through RGBA with sixteen steps.
//!
//! | bits | what |
//! |---|---|
//! | 7 | the mode: six zeros, a one |
//! | 8 × 7 | red, green, blue, alpha of both ends, without their lowest bit |
//! | 2 × 1 | the lowest bit of all four, for each end |
//! | 63 | steps of sixteen pixels, 4 bits each; the first has 3, its highest is 0 |

use glam::{IVec4, Vec4};

/// Share of the second end, in 64ths.
const STEPS: [i32; 16] = [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64];

/// Two ends as they can be stored.
#[derive(Debug, Clone, Copy)]
struct Ends {
    /// Seven bits of each channel.
    high: [[u8; 4]; 2],
    /// Their lowest bit.
    low: [u8; 2],
}

impl Ends {
    /// All channels of both ends.
    fn values(&self) -> [[i32; 4]; 2] {
        let [(a, low_a), (b, low_b)] = [(self.high[0], self.low[0]), (self.high[1], self.low[1])];
        [a.map(|h| i32::from(h) * 2 + i32::from(low_a)), b.map(|h| i32::from(h) * 2 + i32::from(low_b))]
    }

    /// The nearest that can be stored.
    fn near(ends: [Vec4; 2], opaque: bool) -> Self {
        let [(a, low_a), (b, low_b)] = ends.map(|end| {
            let tried = [0_u8, 1].map(|low| {
                let high =
                    end.to_array().map(|v| ((v - f32::from(low)) / 2.0).round().clamp(0.0, 127.0) as u8);
                let off = Vec4::from(high.map(|h| f32::from(h) * 2.0 + f32::from(low))) - end;
                // Only an odd value is wholly opaque.
                let cost = if opaque && low == 0 { f32::MAX } else { off.length_squared() };
                (cost, low, high)
            });
            let [even, odd] = tried;
            let (_, low, high) = if even.0 <= odd.0 { even } else { odd };
            (high, low)
        });
        Self { high: [a, b], low: [low_a, low_b] }
    }

    /// The best step of every pixel, and how wrong they are together.
    fn steps(&self, pixels: &[[u8; 4]; 16]) -> ([u8; 16], i64) {
        let [a, b] = self.values().map(IVec4::from);
        let palette = STEPS.map(|w: i32| ((a * (64 - w) + b * w + 32_i32) >> 6_i32).to_array());
        let mut total = 0;
        let steps = pixels.map(|p| {
            let off = |color: &[i32; 4]| -> i64 {
                color.iter().zip(p).map(|(a, b)| i64::from(a - i32::from(b)).pow(2)).sum()
            };
            let best = palette.iter().enumerate().min_by_key(|(_, color)| off(color));
            let (step, cost) = best.map_or((0, 0), |(i, color)| (i as u8, off(color)));
            total += cost;
            step
        });
        (steps, total)
    }
}

/// The ends of the line along which the pixels are.
fn line(colors: &[Vec4; 16]) -> [Vec4; 2] {
    let mean = colors.iter().sum::<Vec4>() / 16.0;
    let spread = colors.iter().fold(Vec4::ZERO, |s, c| s.max((*c - mean).abs()));
    let mut axis = spread;
    // The direction in which they differ most.
    for _ in 0..8 {
        let next: Vec4 = colors.iter().map(|c| (*c - mean) * (*c - mean).dot(axis)).sum();
        axis = next.try_normalize().unwrap_or(axis);
    }
    let axis = axis.try_normalize().unwrap_or(Vec4::ZERO);
    let along = colors.map(|c| (c - mean).dot(axis));
    let (low, high) = along.iter().fold((0.0_f32, 0.0_f32), |(a, b), v| (a.min(*v), b.max(*v)));
    [mean + axis * low, mean + axis * high]
}

/// Ends that fit given steps best (least squares).
fn fitted(colors: &[Vec4; 16], steps: &[u8; 16]) -> Option<[Vec4; 2]> {
    let (mut aa, mut ab, mut bb, mut ca, mut cb) = (0.0_f32, 0.0_f32, 0.0_f32, Vec4::ZERO, Vec4::ZERO);
    for (color, step) in colors.iter().zip(steps) {
        let b = STEPS.get(usize::from(*step)).copied().unwrap_or(64) as f32 / 64.0;
        let a = 1.0 - b;
        (aa, ab, bb) = (aa + a * a, ab + a * b, bb + b * b);
        (ca, cb) = (ca + *color * a, cb + *color * b);
    }
    let det = aa * bb - ab * ab;
    let clamp = |v: Vec4| v.clamp(Vec4::ZERO, Vec4::splat(255.0));
    (det.abs() > 1e-3).then(|| [clamp((ca * bb - cb * ab) / det), clamp((cb * aa - ca * ab) / det)])
}

/// A block of sixteen pixels.
fn block(pixels: &[[u8; 4]; 16]) -> [u8; 16] {
    let colors = pixels.map(|p| Vec4::from(p.map(f32::from)));
    let opaque = pixels.iter().all(|p| p[3] == 255);
    let mut ends = Ends::near(line(&colors), opaque);
    let (mut steps, mut cost) = ends.steps(pixels);
    for _ in 0..2 {
        let Some(better) = fitted(&colors, &steps) else { break };
        let tried = Ends::near(better, opaque);
        let (new, now) = tried.steps(pixels);
        if now >= cost {
            break;
        }
        (ends, steps, cost) = (tried, new, now);
    }
    // The first pixel's step has no highest bit.
    if steps[0] >= 8 {
        ends = Ends { high: [ends.high[1], ends.high[0]], low: [ends.low[1], ends.low[0]] };
        steps = steps.map(|s| 15 - s);
    }
    let mut bits = 1_u128 << 6;
    let mut at = 7;
    let mut put = |value: u8, count: u32| {
        bits |= u128::from(value) << at;
        at += count;
    };
    for (a, b) in ends.high[0].into_iter().zip(ends.high[1]) {
        put(a, 7);
        put(b, 7);
    }
    put(ends.low[0], 1);
    put(ends.low[1], 1);
    for (i, step) in steps.into_iter().enumerate() {
        put(step, if i == 0 { 3 } else { 4 });
    }
    bits.to_le_bytes()
}

/// A row of blocks of `band`, up to four rows of RGBA pixels; what is missing repeats the edge.
pub fn row(band: &[u8], width: usize, to: &mut [u8]) {
    let (pixels, _) = band.as_chunks::<4>();
    let rows = (pixels.len() / width.max(1)).max(1);
    for (i, target) in to.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let part = std::array::from_fn(|k| {
            let (x, y) = ((i * 4 + k % 4).min(width.saturating_sub(1)), (k / 4).min(rows - 1));
            pixels.get(y * width + x).copied().unwrap_or_default()
        });
        *target = block(&part);
    }
}
