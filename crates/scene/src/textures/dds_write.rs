//! DDS as the original was: its header, kind of pixels and number of mips, with new pixels.
//!
//! Blocks (BC1 to BC5) are made by texpresso, in pure Rust, BC7 by `bc7.rs`. BC6 becomes BC3, and the caller says so.

use super::bc7;
use super::dds::{self, Kind};
use super::pixels::Pixels;
use crate::parallel::prelude::*;
use texpresso::{Algorithm, COLOUR_WEIGHTS_UNIFORM, Format, Params};

/// Bytes of a header, without that of DX10.
const HEADER: usize = 0x80;
/// Flag of the header: the number of mips is given.
const HAS_MIPS: u32 = 0x2_0000;
/// Flags of the header: bytes a row, or bytes of the first picture.
const PITCH: u32 = 8;
const LINEAR_SIZE: u32 = 0x8_0000;
/// Capabilities: several surfaces, texture, mips.
const COMPLEX: u32 = 8;
const TEXTURE: u32 = 0x1000;
const MIPS: u32 = 0x40_0000;
/// Second capabilities: cube map or volume.
const CUBE_OR_VOLUME: u32 = 0x20_fe00;

/// A file that was made.
pub struct WrittenDds {
    /// The file.
    pub bytes: Vec<u8>,
    /// What it is and what the original was, where that is something else.
    pub instead: Option<(&'static str, String)>,
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|b| b.first_chunk::<4>()).map_or(0, |b| u32::from_le_bytes(*b))
}

fn set(bytes: &mut [u8], at: usize, value: u32) {
    if let Some(slot) = bytes.get_mut(at..at + 4) {
        slot.copy_from_slice(&value.to_le_bytes());
    }
}

/// How many mips a chain down to one pixel has.
pub fn full_chain(width: u32, height: u32) -> u32 {
    32 - width.max(height).max(1).leading_zeros()
}

/// A DDS like `original`, with other pixels. `Err` says why that cannot be.
pub fn like(original: &[u8], pixels: Pixels) -> Result<WrittenDds, String> {
    let old = dds::header(original)?;
    if u32_at(original, 0x70) & CUBE_OR_VOLUME != 0 {
        return Err("it is a cube map or a volume, of which only the first picture is known".into());
    }
    let (width, height) = (pixels.width, pixels.height);
    let count = u32_at(original, 0x1c).max(1);
    let chain = full_chain(width, height);
    let mips = if count == 1 {
        1
    } else if (old.width, old.height) == (width, height) {
        count.min(chain)
    } else {
        chain
    };
    let mut rgba = pixels.into_rgba();
    let (kind, instead) = match old.kind() {
        Kind::Other(name) => (Kind::Blocks(Format::Bc3), Some(("BC3 (DXT5)", name))),
        kind => (kind, None),
    };
    if matches!(kind, Kind::Swizzled) {
        for p in rgba.as_chunks_mut::<4>().0 {
            *p = [0, p[1], p[2], p[0]];
        }
    }
    let head = match &instead {
        Some(_) => block_header(*b"DXT5"),
        None => original.get(..old.data()).unwrap_or_default().to_vec(),
    };
    let bytes = assemble(head, width, height, mips, &kind, rgba);
    Ok(WrittenDds { bytes, instead })
}

/// A DDS for which there is no original: uncompressed, 32 bits, all mips.
pub fn plain(pixels: Pixels) -> Vec<u8> {
    let (width, height) = (pixels.width, pixels.height);
    let head = dds::encode(width, height, &[]);
    let kind = Kind::Masks(32, [0xff_0000, 0xff00, 0xff, 0xff00_0000]);
    assemble(head, width, height, full_chain(width, height), &kind, pixels.into_rgba())
}

fn block_header(code: [u8; 4]) -> Vec<u8> {
    let mut head = vec![0; HEADER];
    set(&mut head, 0, u32::from_le_bytes(*b"DDS "));
    set(&mut head, 4, 124);
    set(&mut head, 8, 0x1007);
    set(&mut head, 0x4c, 32);
    set(&mut head, 0x50, 4);
    set(&mut head, 0x54, u32::from_le_bytes(code));
    set(&mut head, 0x6c, TEXTURE);
    head
}

/// A DDS as the games have them: DXT5, or DXT1 for a picture without alpha, with all mips.
pub fn usual(pixels: Pixels) -> Result<WrittenDds, String> {
    let alpha = pixels.channels == 4 && pixels.data.as_chunks::<4>().0.iter().any(|p| p[3] != 255);
    let mut head = block_header(if alpha { *b"DXT5" } else { *b"DXT1" });
    // More than one: as many as there can be.
    set(&mut head, 0x1c, 2);
    like(&head, pixels)
}

/// The header with its sizes, then every mip.
fn assemble(mut out: Vec<u8>, width: u32, height: u32, mips: u32, kind: &Kind, rgba: Vec<u8>) -> Vec<u8> {
    let (mut width, mut height, mut rgba) = (width, height, rgba);
    set(&mut out, 0x0c, height);
    set(&mut out, 0x10, width);
    let (size_flag, size) = match kind {
        Kind::Masks(bits, _) => (PITCH, (width * bits).div_ceil(8)),
        Kind::Blocks(f) => (LINEAR_SIZE, f.compressed_size(width as usize, height as usize) as u32),
        _ => (LINEAR_SIZE, Format::Bc3.compressed_size(width as usize, height as usize) as u32),
    };
    // Writers disagree about the size and its flag: what the original did not say stays unsaid.
    if u32_at(&out, 0x14) != 0 {
        set(&mut out, 0x14, size);
        let flags = u32_at(&out, 8) & !(PITCH | LINEAR_SIZE);
        set(&mut out, 8, flags | size_flag);
    }
    let (mut flags, mut caps) = (u32_at(&out, 8) & !HAS_MIPS, u32_at(&out, 0x6c) & !(COMPLEX | MIPS));
    if mips > 1 {
        (flags, caps) = (flags | HAS_MIPS, caps | COMPLEX | MIPS);
        set(&mut out, 0x1c, mips);
    } else {
        let count = u32_at(&out, 0x1c).min(1);
        set(&mut out, 0x1c, count);
    }
    set(&mut out, 8, flags);
    set(&mut out, 0x6c, caps | TEXTURE);
    for level in 0..mips {
        if level > 0 {
            rgba = half_size(&rgba, width, height);
            (width, height) = ((width / 2).max(1), (height / 2).max(1));
        }
        match kind {
            Kind::Masks(bits, masks) => masked(&rgba, *bits, *masks, &mut out),
            Kind::Blocks(format) => blocks(&rgba, width, height, *format, &mut out),
            Kind::Bc7 => rows(&rgba, width, height, Format::Bc3, &mut out, bc7::row),
            Kind::Swizzled | Kind::Other(_) => blocks(&rgba, width, height, Format::Bc3, &mut out),
        }
    }
    out
}

/// A picture of half the size, each pixel the mean of up to four; colours count by their alpha.
fn half_size(rgba: &[u8], width: u32, height: u32) -> Vec<u8> {
    let (w, h) = (width as usize, height as usize);
    let (to_w, to_h) = ((w / 2).max(1), (h / 2).max(1));
    let (pixels, _) = rgba.as_chunks::<4>();
    let at = |x: usize, y: usize| pixels.get(y.min(h - 1) * w + x.min(w - 1)).copied().unwrap_or_default();
    let mut out = Vec::with_capacity(to_w * to_h * 4);
    for y in 0..to_h {
        for x in 0..to_w {
            let four =
                [at(2 * x, 2 * y), at(2 * x + 1, 2 * y), at(2 * x, 2 * y + 1), at(2 * x + 1, 2 * y + 1)];
            let sum: glam::UVec4 = four.iter().map(|p| glam::UVec4::from(p.map(u32::from))).sum();
            out.extend(((sum + 2) / 4).to_array().map(|c| c as u8));
        }
    }
    out
}

fn blocks(rgba: &[u8], width: u32, height: u32, format: Format, out: &mut Vec<u8>) {
    let params = Params {
        algorithm: Algorithm::ClusterFit,
        weights: COLOUR_WEIGHTS_UNIFORM,
        weigh_colour_by_alpha: false,
    };
    rows(rgba, width, height, format, out, |band, w, to| {
        format.compress(band, w, band.len() / (w * 4), params, to);
    });
}

/// Every row of blocks; they are as large as those of a format.
fn rows(
    rgba: &[u8],
    width: u32,
    height: u32,
    format: Format,
    out: &mut Vec<u8>,
    make: impl Fn(&[u8], usize, &mut [u8]) + Sync + Send,
) {
    let (w, h) = (width as usize, height as usize);
    let start = out.len();
    out.resize(start + format.compressed_size(w, h), 0);
    let row = format.compressed_size(w, 1);
    let target = out.get_mut(start..).unwrap_or_default();
    target.par_chunks_mut(row).enumerate().for_each(|(i, to)| {
        let rest = rgba.get(i * w * 16..).unwrap_or_default();
        let band = rest.get(..rest.len().min(w * 16)).unwrap_or_default();
        make(band, w, to);
    });
}

fn masked(rgba: &[u8], bits: u32, masks: [u32; 4], out: &mut Vec<u8>) {
    let size = bits as usize / 8;
    let luminance = masks[0] != 0 && masks[0] == masks[1] && masks[1] == masks[2];
    for p in rgba.as_chunks::<4>().0 {
        let mut value = 0_u32;
        for (c, (mask, channel)) in masks.iter().zip(p).enumerate() {
            if *mask == 0 || (luminance && (c == 1 || c == 2)) {
                continue;
            }
            let shift = mask.trailing_zeros();
            let most = u64::from(mask >> shift);
            value |= (((u64::from(*channel) * most + 127) / 255) as u32) << shift;
        }
        out.extend_from_slice(value.to_le_bytes().get(..size).unwrap_or_default());
    }
}
