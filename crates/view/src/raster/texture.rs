//! Pictures on surfaces: decoding, mip levels, filtering.

use rayon::prelude::*;
use scene::textures::{dimensions, with_rgba};
use scene::{Scene, TextureSlot};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;

/// 0–255 sRGB to linear, and 4,096 steps of linear back to 0–255.
pub(crate) struct Gamma {
    pub linear: [f32; 256],
    pub plain: [f32; 256],
    encoded: Vec<u8>,
}

const STEPS: f32 = 4095.0;

pub(crate) fn gamma() -> &'static Gamma {
    static TABLE: OnceLock<Gamma> = OnceLock::new();
    TABLE.get_or_init(|| {
        let decode = |v: f64| if v <= 0.04045 { v / 12.92 } else { libm::pow((v + 0.055) / 1.055, 2.4) };
        let encode =
            |v: f64| if v <= 0.0031308 { v * 12.92 } else { 1.055 * libm::pow(v, 1.0 / 2.4) - 0.055 };
        let mut g = Gamma { linear: [0.0; 256], plain: [0.0; 256], encoded: Vec::with_capacity(4096) };
        for i in 0..256 {
            g.plain[i] = i as f32 / 255.0;
            g.linear[i] = decode(i as f64 / 255.0) as f32;
        }
        // Square-root spacing: the dark end, where sRGB is steep, gets the finer steps.
        g.encoded.extend((0..4096).map(|i| {
            let root = f64::from(i) / f64::from(STEPS);
            (encode(root * root) * 255.0 + 0.5) as u8
        }));
        g
    })
}

impl Gamma {
    /// Linear 0–1 to sRGB 0–255.
    #[inline]
    pub fn encode(&self, v: f32) -> u8 {
        let v = if v > 0.0 { v.min(1.0) } else { 0.0 };
        self.encoded[(v.sqrt() * STEPS + 0.5) as usize]
    }
}

/// A decoded picture with its mip levels.
pub(crate) struct Texture {
    levels: Vec<Level>,
    /// Whether any texel is not opaque.
    pub translucent: bool,
}

struct Level {
    width: u32,
    height: u32,
    texels: Vec<[u8; 4]>,
}

/// Decodes the pictures that are asked for, in parallel; what cannot be decoded is `None`.
///
/// All of them, with their mip levels, stay within the limit: where they would not, the largest are held smaller.
pub(crate) fn decode(scene: &Scene, wanted: &[Option<Use>], limit: u64) -> Vec<Option<Texture>> {
    let sizes = wanted.iter().zip(&scene.images).map(|(wanted, image)| {
        let data = wanted.and(image.data.as_deref())?;
        dimensions(data, "").ok().filter(|(w, h)| *w > 0 && *h > 0)
    });
    let halvings = halvings(&sizes.collect::<Vec<_>>(), limit);
    wanted
        .par_iter()
        .zip(&scene.images)
        .zip(&halvings)
        .map(|((wanted, image), halvings)| {
            let kind = (*wanted)?;
            let color = kind == Use::Color;
            let base = with_rgba(image.data.as_deref()?, "", limit, |width, height, rgba| {
                let mut base = Level { width, height, texels: rgba.as_chunks::<4>().0.to_vec() };
                drop(rgba);
                for _ in 0..*halvings {
                    base = base.half_size(color, false);
                }
                base
            });
            let base = base.ok()?;
            Some(Texture::new(base.width, base.height, base.texels, color))
        })
        .collect()
}

/// How often each picture is halved so that all together fit: always the largest first, the first of several.
fn halvings(sizes: &[Option<(u32, u32)>], limit: u64) -> Vec<u32> {
    let bytes = |size: (u32, u32), n: u32| {
        let side = |s: u32| u64::from(s.checked_shr(n).unwrap_or(0).max(1));
        // A third more for the mip levels.
        side(size.0).saturating_mul(side(size.1)).saturating_mul(16) / 3
    };
    let mut out = vec![0; sizes.len()];
    let mut heap: BinaryHeap<(u64, Reverse<usize>)> =
        sizes.iter().enumerate().filter_map(|(i, s)| Some((bytes((*s)?, 0), Reverse(i)))).collect();
    let mut sum: u64 = heap.iter().map(|(b, _)| *b).fold(0, u64::saturating_add);
    while sum > limit
        && let Some((before, Reverse(i))) = heap.pop()
        && let (Some(Some(size)), Some(n)) = (sizes.get(i), out.get_mut(i))
    {
        *n += 1;
        let after = bytes(*size, *n);
        if after == before {
            break;
        }
        sum = sum.saturating_sub(before - after);
        heap.push((after, Reverse(i)));
    }
    out
}

/// What the numbers of a picture mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// sRGB.
    Color,
    /// As they are.
    Data,
}

impl Texture {
    pub fn new(width: u32, height: u32, texels: Vec<[u8; 4]>, color: bool) -> Self {
        let translucent = texels.iter().any(|t| t[3] != 255);
        let mut levels = vec![Level { width, height, texels }];
        while let Some(last) = levels.last()
            && (last.width > 1 || last.height > 1)
        {
            let next = last.half_size(color, true);
            levels.push(next);
        }
        Self { levels, translucent }
    }

    /// Trilinear. `spread` = how far, squared, one pixel reaches in UV (x, y), the larger of both directions.
    pub fn sample(&self, uv: [f32; 2], reach: [[f32; 2]; 2], clamp: bool, table: &[f32; 256]) -> [f32; 4] {
        let Some(base) = self.levels.first() else { return [1.0; 4] };
        let (w, h) = (base.width as f32, base.height as f32);
        let area = |d: [f32; 2]| (d[0] * w) * (d[0] * w) + (d[1] * h) * (d[1] * h);
        let lod = half_log2(area(reach[0]).max(area(reach[1])));
        let lod = if lod > 0.0 { lod.min((self.levels.len() - 1) as f32) } else { 0.0 };
        let fine = lod as usize;
        let t = lod - fine as f32;
        let a = self.levels[fine].bilinear(uv, clamp, table);
        match self.levels.get(fine + 1) {
            Some(coarse) if t > 0.0 => {
                let b = coarse.bilinear(uv, clamp, table);
                [0, 1, 2, 3].map(|i| a[i] + (b[i] - a[i]) * t)
            }
            _ => a,
        }
    }
}

/// Half of the binary logarithm, straight between powers of two: exponent and mantissa say it, on every machine.
fn half_log2(v: f32) -> f32 {
    if v.is_nan() || v <= 0.0 {
        return -100.0;
    }
    let bits = v.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let mantissa = (bits & 0x7f_ffff) as f32 / 8_388_608.0;
    0.5 * (exponent as f32 + mantissa)
}

impl Level {
    /// Box filter; colours in linear light and weighted by alpha, so that cut-outs keep no dark rim.
    fn half_size(&self, color: bool, parallel: bool) -> Level {
        let g = gamma();
        let table = if color { &g.linear } else { &g.plain };
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let mut texels = vec![[0; 4]; width as usize * height as usize];
        let fill = |(y, row): (usize, &mut [[u8; 4]])| {
            for (x, out) in row.iter_mut().enumerate() {
                let mut sum = [0.0_f32; 4];
                let mut bare = [0.0_f32; 3];
                for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    let x = (x * 2 + dx).min(self.width as usize - 1);
                    let y = (y * 2 + dy).min(self.height as usize - 1);
                    let t = self.texels[y * self.width as usize + x];
                    let a = if color { f32::from(t[3]) } else { 1.0 };
                    for i in 0..3 {
                        sum[i] += table[usize::from(t[i])] * a;
                        bare[i] += table[usize::from(t[i])];
                    }
                    sum[3] += f32::from(t[3]);
                }
                let weight = if color { sum[3] } else { 4.0 };
                for i in 0..3 {
                    let v = if weight > 0.0 { sum[i] / weight } else { bare[i] / 4.0 };
                    out[i] = if color { g.encode(v) } else { (v * 255.0 + 0.5) as u8 };
                }
                out[3] = (sum[3] / 4.0 + 0.5) as u8;
            }
        };
        if parallel {
            texels.par_chunks_mut(width as usize).with_min_len(16).enumerate().for_each(fill);
        } else {
            texels.chunks_mut(width as usize).enumerate().for_each(fill);
        }
        Level { width, height, texels }
    }

    fn bilinear(&self, uv: [f32; 2], clamp: bool, table: &[f32; 256]) -> [f32; 4] {
        let (x0, x1, fx) = place(uv[0], self.width, clamp);
        let (y0, y1, fy) = place(uv[1], self.height, clamp);
        let texel = |x: u32, y: u32| {
            let t = self.texels[y as usize * self.width as usize + x as usize];
            let c = |i: usize| table[usize::from(t[i])];
            [c(0), c(1), c(2), f32::from(t[3]) / 255.0]
        };
        let (a, b, c, d) = (texel(x0, y0), texel(x1, y0), texel(x0, y1), texel(x1, y1));
        [0, 1, 2, 3].map(|i| {
            let top = a[i] + (b[i] - a[i]) * fx;
            let bottom = c[i] + (d[i] - c[i]) * fx;
            top + (bottom - top) * fy
        })
    }
}

/// The two texels around a coordinate and how far it is between them.
fn place(v: f32, size: u32, clamp: bool) -> (u32, u32, f32) {
    let v = if v.is_finite() { v } else { 0.0 };
    let wrapped = if clamp { v.clamp(0.0, 1.0) } else { v - v.floor() };
    let at = wrapped * size as f32 - 0.5;
    let low = at.floor();
    let fraction = at - low;
    let low = low as i64;
    let size = i64::from(size);
    let fold = |i: i64| if clamp { i.clamp(0, size - 1) } else { i.rem_euclid(size) };
    (fold(low) as u32, fold(low + 1) as u32, fraction)
}

/// One use of a picture by a surface.
pub(crate) struct Layer {
    pub image: usize,
    pub uv: usize,
    pub clamp: bool,
    pub strength: f32,
    /// Rows of the UV transform.
    pub rows: [[f32; 3]; 2],
}

impl Layer {
    pub fn new(slot: &TextureSlot) -> Self {
        let rows = slot.transform.map_or([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], |t| {
            let (s, c) = (libm::sinf(t.rotation), libm::cosf(t.rotation));
            // KHR_texture_transform: translation · rotation · scale.
            [[c * t.scale[0], s * t.scale[1], t.offset[0]], [-s * t.scale[0], c * t.scale[1], t.offset[1]]]
        });
        Self {
            image: slot.image.0 as usize,
            uv: slot.uv as usize,
            clamp: slot.clamp,
            strength: slot.strength,
            rows,
        }
    }

    pub fn map(&self, uv: [f32; 2]) -> [f32; 2] {
        self.rows.map(|r| r[0] * uv[0] + r[1] * uv[1] + r[2])
    }

    pub fn map_reach(&self, d: [f32; 2]) -> [f32; 2] {
        self.rows.map(|r| r[0] * d[0] + r[1] * d[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn srgb_survives_the_tables() {
        let g = gamma();
        for i in 0..=255_u8 {
            assert_eq!(g.encode(g.linear[usize::from(i)]), i);
        }
        assert_eq!((g.encode(-1.0), g.encode(7.0), g.encode(f32::NAN)), (0, 255, 0));
    }

    #[test]
    fn pictures_that_do_not_fit_together_are_held_smaller() {
        let big = Some((1000, 1000));
        assert_eq!(halvings(&[big, Some((10, 10)), None], 6_000_000), [0, 0, 0]);
        assert_eq!(halvings(&[big, Some((10, 10)), big], 8_000_000), [1, 0, 0]);
        assert_eq!(halvings(&[big, Some((10, 10)), big], 3_000_000), [1, 0, 1]);
        assert_eq!(halvings(&[Some((u32::MAX, u32::MAX)); 2], 1 << 30).len(), 2, "no overflow");
        assert!(halvings(&[big], 0)[0] < 40, "nothing fits, and it ends");
    }

    #[test]
    fn far_away_is_the_average_and_near_is_the_texel() {
        let checker =
            (0..64).map(|i| if (i % 8 + i / 8) % 2 == 0 { [255; 4] } else { [0, 0, 0, 255] }).collect();
        let t = Texture::new(8, 8, checker, false);
        let table = &gamma().plain;
        assert_eq!(t.sample([1.0 / 16.0; 2], [[0.01, 0.0], [0.0, 0.01]], false, table)[0], 1.0);
        assert!((t.sample([0.3; 2], [[4.0, 0.0], [0.0, 4.0]], false, table)[0] - 0.5).abs() < 0.01);
        // Repeating and clamping differ at the border only.
        let edge = [0.0, 1.0 / 16.0];
        let tiny = [[0.001, 0.0], [0.0, 0.001]];
        assert!((t.sample(edge, tiny, false, table)[0] - 0.5).abs() < 1e-6);
        assert_eq!(t.sample(edge, tiny, true, table)[0], 1.0);
    }
}
