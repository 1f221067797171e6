//! Procedural pictures and the encoders for them. Integers and products only: the same bytes everywhere.

use anyhow::{Context, Result};
use image::{ImageFormat, Rgba, RgbaImage};
use std::io::Cursor;

/// How a texture file is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// PNG.
    Png,
    /// Targa.
    Tga,
    /// DDS, 32 bits a pixel, no mip maps.
    Dds,
    /// DDS, BC1 with mip maps.
    Bc1,
    /// DDS, BC3 with mip maps.
    Bc3,
}

/// A picture made by a function of the pixel.
pub fn paint(size: u32, f: impl Fn(u32, u32) -> [u8; 4]) -> RgbaImage {
    RgbaImage::from_fn(size, size, |x, y| Rgba(f(x, y)))
}

/// The same picture with green upside down: OpenGL normals to Direct3D normals and back.
pub fn invert_green(picture: &RgbaImage) -> RgbaImage {
    let mut out = picture.clone();
    out.pixels_mut().for_each(|p| p.0[1] = 255 - p.0[1]);
    out
}

/// The bytes of a texture file.
pub fn encode(picture: &RgbaImage, encoding: Encoding) -> Result<Vec<u8>> {
    match encoding {
        Encoding::Png => through_image(picture, ImageFormat::Png),
        Encoding::Tga => through_image(picture, ImageFormat::Tga),
        Encoding::Dds => Ok(dds(picture, None)),
        Encoding::Bc1 => Ok(dds(picture, Some(false))),
        Encoding::Bc3 => Ok(dds(picture, Some(true))),
    }
}

fn through_image(picture: &RgbaImage, format: ImageFormat) -> Result<Vec<u8>> {
    let mut out = Cursor::new(Vec::new());
    if picture.pixels().all(|p| p.0[3] == 255) {
        let rgb = image::DynamicImage::ImageRgba8(picture.clone()).to_rgb8();
        rgb.write_to(&mut out, format).context("encoding a texture")?;
    } else {
        picture.write_to(&mut out, format).context("encoding a texture")?;
    }
    Ok(out.into_inner())
}

/// A DDS file: uncompressed, or BC1 (`Some(false)`) or BC3 (`Some(true)`) with all mip maps.
fn dds(picture: &RgbaImage, blocks: Option<bool>) -> Vec<u8> {
    let (w, h) = picture.dimensions();
    let mips = if blocks.is_some() { 32 - w.max(h).leading_zeros() } else { 1 };
    let pitch = match blocks {
        None => w * 4,
        Some(alpha) => w.div_ceil(4) * h.div_ceil(4) * if alpha { 16 } else { 8 },
    };
    let flags = 0x1007 | if blocks.is_some() { 0xa_0000 } else { 0x8 };
    let mut head = vec![0x2053_4444, 124, flags, h, w, pitch, 0, mips];
    head.extend([0; 11]);
    match blocks {
        None => head.extend([32, 0x41, 0, 32, 0x00ff_0000, 0xff00, 0xff, 0xff00_0000]),
        Some(alpha) => head.extend([32, 4, if alpha { 0x3554_5844 } else { 0x3154_5844 }, 0, 0, 0, 0, 0]),
    }
    head.extend([if mips > 1 { 0x40_1008 } else { 0x1000 }, 0, 0, 0, 0]);
    let mut out: Vec<u8> = head.iter().flat_map(|v: &u32| v.to_le_bytes()).collect();
    let mut level = picture.clone();
    for _ in 0..mips {
        match blocks {
            None => out.extend(level.pixels().flat_map(|p| [p.0[2], p.0[1], p.0[0], p.0[3]])),
            Some(alpha) => encode_blocks(&level, alpha, &mut out),
        }
        level = halve(&level);
    }
    out
}

fn halve(p: &RgbaImage) -> RgbaImage {
    let (w, h) = p.dimensions();
    RgbaImage::from_fn((w / 2).max(1), (h / 2).max(1), |x, y| {
        let at = |dx: u32, dy: u32| p.get_pixel((x * 2 + dx).min(w - 1), (y * 2 + dy).min(h - 1)).0;
        let four = [at(0, 0), at(1, 0), at(0, 1), at(1, 1)];
        Rgba(std::array::from_fn(|c| (four.iter().map(|q| u32::from(q[c])).sum::<u32>() / 4) as u8))
    })
}

fn encode_blocks(p: &RgbaImage, alpha: bool, out: &mut Vec<u8>) {
    let (w, h) = p.dimensions();
    for by in 0..h.div_ceil(4) {
        for bx in 0..w.div_ceil(4) {
            let pixels: [[u8; 4]; 16] = std::array::from_fn(|i| {
                let (x, y) = (bx * 4 + i as u32 % 4, by * 4 + i as u32 / 4);
                p.get_pixel(x.min(w - 1), y.min(h - 1)).0
            });
            if alpha {
                alpha_block(&pixels, out);
            }
            color_block(&pixels, out);
        }
    }
}

fn luma(p: &[u8; 4]) -> u32 {
    u32::from(p[0]) * 2 + u32::from(p[1]) * 4 + u32::from(p[2])
}

fn to_565(p: &[u8; 4]) -> u16 {
    let scale = |v: u8, max: u32| (u32::from(v) * max + 127) / 255;
    ((scale(p[0], 31) << 11) | (scale(p[1], 63) << 5) | scale(p[2], 31)) as u16
}

fn from_565(v: u16) -> [i32; 3] {
    let v = i32::from(v);
    [(v >> 11) * 255 / 31, ((v >> 5) & 63) * 255 / 63, (v & 31) * 255 / 31]
}

/// Ends at the darkest and the brightest pixel, four colours between them.
fn color_block(pixels: &[[u8; 4]; 16], out: &mut Vec<u8>) {
    let lightest = pixels.iter().max_by_key(|p| luma(p)).map_or(0, to_565);
    let darkest = pixels.iter().min_by_key(|p| luma(p)).map_or(0, to_565);
    let (a, b) = (lightest.max(darkest), lightest.min(darkest));
    let (ca, cb) = (from_565(a), from_565(b));
    let mix = |n: i32| -> [i32; 3] { std::array::from_fn(|c| (ca[c] * (3 - n) + cb[c] * n) / 3) };
    let palette = [ca, cb, mix(1), mix(2)];
    let mut bits = 0_u32;
    for (i, p) in pixels.iter().enumerate() {
        let error = |q: &[i32; 3]| -> i32 { (0..3).map(|c| (q[c] - i32::from(p[c])).pow(2)).sum() };
        // Equal ends mean three-colour mode, where index 3 is black: stay with the first.
        let best = if a == b { 0 } else { (0..4).min_by_key(|k| error(&palette[*k])).unwrap_or(0) };
        bits |= (best as u32) << (2 * i);
    }
    out.extend(a.to_le_bytes());
    out.extend(b.to_le_bytes());
    out.extend(bits.to_le_bytes());
}

/// Eight steps between the largest and the smallest alpha.
fn alpha_block(pixels: &[[u8; 4]; 16], out: &mut Vec<u8>) {
    let hi = pixels.iter().map(|p| i32::from(p[3])).max().unwrap_or(255);
    let lo = pixels.iter().map(|p| i32::from(p[3])).min().unwrap_or(255);
    let step = |k: i32| match k {
        0 => hi,
        1 => lo,
        _ if hi == lo => hi,
        _ => (hi * (8 - k) + lo * (k - 1)) / 7,
    };
    let mut bits = 0_u64;
    for (i, p) in pixels.iter().enumerate() {
        let best = (0..8).min_by_key(|k| (step(*k) - i32::from(p[3])).abs()).unwrap_or(0);
        bits |= (best as u64) << (3 * i);
    }
    out.extend([hi as u8, lo as u8]);
    out.extend(&bits.to_le_bytes()[..6]);
}

/// A number from 0 to 255 that looks random but depends on the pixel only.
pub fn noise(x: u32, y: u32, seed: u32) -> u32 {
    let mut v = x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca6b) ^ seed.wrapping_mul(0xc2b2_ae35);
    v ^= v >> 15;
    v = v.wrapping_mul(0x2c1b_3c6d);
    v ^= v >> 12;
    (v >> 8) & 255
}

/// A colour made lighter or darker by `amount` of 255.
pub fn shade(color: [u8; 3], amount: i32) -> [u8; 4] {
    let one = |v: u8| (i32::from(v) + amount).clamp(0, 255) as u8;
    [one(color[0]), one(color[1]), one(color[2]), 255]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Our block encoder against the decoder the program uses.
    #[test]
    fn blocks_decode_to_what_went_in() {
        let picture = paint(16, |x, y| [(x * 16) as u8, (x * 16) as u8, (x * 16) as u8, (y / 4 * 80) as u8]);
        for (encoding, alpha) in [(Encoding::Bc1, false), (Encoding::Bc3, true), (Encoding::Dds, true)] {
            let bytes = encode(&picture, encoding).unwrap();
            let dds = image_dds::ddsfile::Dds::read(&mut Cursor::new(bytes)).unwrap();
            let back = image_dds::image_from_dds(&dds, 0).unwrap();
            for (p, q) in picture.pixels().zip(back.pixels()) {
                assert!(p.0[0].abs_diff(q.0[0]) <= 12, "{encoding:?}: {p:?} became {q:?}");
                assert!(!alpha || p.0[3].abs_diff(q.0[3]) <= 1, "{encoding:?}: {p:?} became {q:?}");
            }
        }
    }
}
