//! Decoded pictures, what is done to them, and PNG.

use crate::PixelOps;

/// First bytes of every PNG.
pub(crate) use crate::pictures::PNG_MAGIC;

/// A decoded picture, 8 bits a channel, RGB or RGBA.
#[derive(Clone)]
pub struct Pixels {
    /// Pixels a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// 3 or 4.
    pub channels: usize,
    /// Rows from the top.
    pub data: Vec<u8>,
}

impl Pixels {
    /// Applies (and, being their own inverse but for alpha, undoes) operations.
    pub fn apply(&mut self, ops: PixelOps) {
        let flags = [ops.invert_red, ops.invert_green, ops.invert_blue];
        if flags.contains(&true) {
            let mask = flags.map(|on| if on { 255u8 } else { 0 });
            for pixel in self.data.chunks_exact_mut(self.channels) {
                for (value, mask) in pixel.iter_mut().zip(mask) {
                    *value ^= mask;
                }
            }
        }
        if ops.red_only {
            for pixel in self.data.chunks_exact_mut(self.channels.max(1)) {
                if let [r, g, b, ..] = pixel {
                    (*g, *b) = (*r, *r);
                }
            }
        }
        if ops.drop_alpha && self.channels == 4 {
            self.drop_alpha();
        }
    }

    /// Leaves alpha out, in place.
    fn drop_alpha(&mut self) {
        let count = self.data.len() / 4;
        for i in 0..count {
            self.data.copy_within(i * 4..i * 4 + 3, i * 3);
        }
        self.data.truncate(count * 3);
        self.channels = 3;
    }

    /// Whether two pictures look alike to the bit, with alpha or without.
    pub fn shows(&self, other: &Self) -> bool {
        let full = |p: &[u8]| match *p {
            [r, g, b] => [r, g, b, 255],
            [r, g, b, a, ..] => [r, g, b, a],
            _ => [0; 4],
        };
        (self.width, self.height) == (other.width, other.height)
            && self
                .data
                .chunks_exact(self.channels)
                .zip(other.data.chunks_exact(other.channels))
                .all(|(a, b)| full(a) == full(b))
    }

    /// Whether red, green and blue are the same everywhere.
    pub fn is_grey(&self) -> bool {
        self.data.chunks_exact(self.channels).all(|p| matches!(p, [r, g, b, ..] if r == g && g == b))
    }

    /// Takes everything but red from a picture of the same size.
    pub fn take_other_colours(&mut self, from: &Self) {
        if (self.width, self.height) != (from.width, from.height) {
            return;
        }
        let own = std::mem::replace(&mut self.data, from.data.clone());
        let new = self.data.chunks_exact_mut(from.channels);
        for (to, from) in new.zip(own.chunks_exact(self.channels)) {
            if let ([to, ..], [red, ..]) = (to, from) {
                *to = *red;
            }
        }
        self.channels = from.channels;
    }

    /// Takes the alpha of a picture of the same size.
    pub fn take_alpha(&mut self, from: Self) {
        if (self.width, self.height) != (from.width, from.height) || from.channels != 4 {
            return;
        }
        let own = std::mem::take(&mut self.data);
        let alpha = from.data.as_chunks::<4>().0;
        let colors = own.chunks_exact(self.channels).filter_map(|p| p.first_chunk::<3>());
        self.data = colors.zip(alpha).flat_map(|([r, g, b], [.., a])| [*r, *g, *b, *a]).collect();
        self.channels = 4;
    }

    /// As RGBA.
    pub fn into_rgba(self) -> Vec<u8> {
        if self.channels == 4 {
            return self.data;
        }
        let (pixels, _) = self.data.as_chunks::<3>();
        pixels.iter().flat_map(|[r, g, b]| [*r, *g, *b, 255]).collect()
    }

    /// Encodes quickly, always to the same bytes; without alpha where all of it is opaque.
    pub fn into_png(mut self) -> Result<Vec<u8>, String> {
        if self.channels == 4 && self.data.as_chunks::<4>().0.iter().all(|p| p[3] == 255) {
            self.drop_alpha();
        }
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, self.width, self.height);
        encoder.set_color(if self.channels == 4 { png::ColorType::Rgba } else { png::ColorType::Rgb });
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        let written = encoder.write_header().and_then(|mut w| {
            w.write_image_data(&self.data)?;
            w.finish()
        });
        written.map_err(|e| e.to_string())?;
        Ok(out)
    }
}

/// Whether a chunk may stay: glTF readers ignore colour profiles and physical sizes, and the validator warns of them.
fn stays(kind: &[u8], data: &[u8]) -> bool {
    /// White point and primaries of sRGB.
    const SRGB: [u32; 8] = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000];
    let words = || data.as_chunks::<4>().0.iter().map(|w| u32::from_be_bytes(*w));
    match kind {
        b"iCCP" | b"pHYs" => false,
        b"cHRM" => words().eq(SRGB),
        b"gAMA" => words().eq([45455]) || words().eq([100_000]),
        _ => true,
    }
}

/// Whether a JPEG has a frame header that glTF allows, one or three channels, and an end.
pub fn plain_jpeg(bytes: &[u8]) -> bool {
    if !bytes.windows(2).rev().any(|w| w == b"\xff\xd9") {
        return false;
    }
    let mut rest = bytes.get(2..).unwrap_or_default();
    while let [0xff, marker, after @ ..] = rest {
        match marker {
            0xff => rest = rest.get(1..).unwrap_or_default(),
            0xc0..=0xcf if ![0xc4, 0xc8, 0xcc].contains(marker) => {
                return matches!(after.get(7), Some(1 | 3));
            }
            0x01 | 0xd0..=0xd8 => rest = after,
            _ => {
                let Some(len) = after.first_chunk::<2>() else { return false };
                rest = after.get(usize::from(u16::from_be_bytes(*len))..).unwrap_or_default();
            }
        }
    }
    false
}

/// The same PNG without colour profile and physical size, byte for byte otherwise; `None` if its chunks are broken.
pub fn strip_png(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(bytes.len());
    out.extend_from_slice(bytes.get(..8)?);
    let mut rest = bytes.get(8..)?;
    loop {
        let len = u32::from_be_bytes(*rest.first_chunk::<4>()?) as usize;
        let kind = rest.get(4..8)?;
        let (chunk, after) = rest.split_at_checked(len.checked_add(12)?)?;
        if stays(kind, chunk.get(8..8 + len)?) {
            out.extend_from_slice(chunk);
        }
        if kind == b"IEND" {
            return Some(out);
        }
        rest = after;
    }
}
