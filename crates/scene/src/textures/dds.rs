//! DDS: first face, first slice, first mip.
//!
//! | offset | size | field | notes |
//! |---|---|---|---|
//! | 0x00 | 4 | magic | `DDS ` |
//! | 0x04 | 4 | size | 124 |
//! | 0x0c | 8 | height, width | |
//! | 0x4c | 4 | pixel format size | 32 |
//! | 0x50 | 4 | flags | 4 four-character code, 1 alpha, 2 alpha only, 0x40 RGB, 0x20000 luminance |
//! | 0x54 | 4 | code | `DXT1` …, `DX10`, or a Direct3D 9 number |
//! | 0x58 | 20 | bits, masks | red, green, blue, alpha |
//! | 0x80 | 20 | DX10 header | only with `DX10`; starts with the DXGI format |
//!
//! Blocks are decoded by image_dds in bands, so that one picture is held once. Uncompressed pixels go through their
//! masks, whatever they are. BC5 holds two numbers of a unit vector: the third is computed.

use super::pixels::Pixels;
use image_dds::{ImageFormat, Surface};
use texpresso::Format;

/// Rows decoded at a time: a multiple of the block height.
const BAND: u32 = 64;

/// What the header says.
#[derive(Debug)]
pub struct Header {
    /// Pixels a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    layout: PixelFormat,
    data: usize,
    code: u32,
}

/// What pixels are made of, for writing others like them.
#[derive(Debug, Clone)]
pub enum Kind {
    /// Blocks that can be made.
    Blocks(Format),
    /// BC7.
    Bc7,
    /// BC3 with red in its alpha (`RXGB`).
    Swizzled,
    /// Bits a pixel, and masks of red, green, blue, alpha.
    Masks(u32, [u32; 4]),
    /// What cannot be made, by name.
    Other(String),
}

impl Header {
    /// Where the pixels begin.
    pub fn data(&self) -> usize {
        self.data
    }

    /// What the pixels are made of.
    pub fn kind(&self) -> Kind {
        use ImageFormat as F;
        match self.layout {
            PixelFormat::Masks(bits, masks) => Kind::Masks(bits, masks),
            _ if self.code == u32::from_le_bytes(*b"RXGB") => Kind::Swizzled,
            PixelFormat::Known(F::BC1RgbaUnorm, ..) => Kind::Blocks(Format::Bc1),
            PixelFormat::Known(F::BC2RgbaUnorm, ..) => Kind::Blocks(Format::Bc2),
            PixelFormat::Known(F::BC3RgbaUnorm, ..) => Kind::Blocks(Format::Bc3),
            PixelFormat::Known(F::BC4RUnorm, ..) => Kind::Blocks(Format::Bc4),
            PixelFormat::Known(F::BC5RgUnorm, ..) => Kind::Blocks(Format::Bc5),
            PixelFormat::Known(F::BC7RgbaUnorm, ..) => Kind::Bc7,
            PixelFormat::Known(other, ..) => Kind::Other(format!("{other:?}")),
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum PixelFormat {
    /// Blocks or plain pixels that image_dds knows: format, block edge, bytes a block.
    Known(ImageFormat, u32, u32),
    /// Bits a pixel, and masks of red, green, blue, alpha.
    Masks(u32, [u32; 4]),
}

fn u32_at(bytes: &[u8], at: usize) -> Result<u32, String> {
    let four = bytes.get(at..at + 4).and_then(|b| b.first_chunk::<4>());
    four.map(|b| u32::from_le_bytes(*b)).ok_or_else(|| format!("the header ends at {:#x}", bytes.len()))
}

/// Reads the header.
pub fn header(bytes: &[u8]) -> Result<Header, String> {
    let (flags, code) = (u32_at(bytes, 0x50)?, u32_at(bytes, 0x54)?);
    let mut data = 0x80;
    let layout = if flags & 4 != 0 {
        if &code.to_le_bytes() == b"DX10" {
            data = 0x94;
            dxgi(u32_at(bytes, 0x80)?)?
        } else {
            four_cc(code)?
        }
    } else {
        let bits = u32_at(bytes, 0x58)?;
        if !matches!(bits, 8 | 16 | 24 | 32) {
            return Err(format!("{bits} bits a pixel, expected 8, 16, 24 or 32"));
        }
        let mut masks =
            [u32_at(bytes, 0x5c)?, u32_at(bytes, 0x60)?, u32_at(bytes, 0x64)?, u32_at(bytes, 0x68)?];
        if flags & 0x2_0000 != 0 {
            masks = [masks[0], masks[0], masks[0], masks[3]];
        }
        if flags & 2 != 0 {
            masks = [0, 0, 0, masks[3]];
        } else if flags & 1 == 0 {
            masks[3] = 0;
        }
        PixelFormat::Masks(bits, masks)
    };
    Ok(Header { width: u32_at(bytes, 0x10)?, height: u32_at(bytes, 0x0c)?, layout, data, code })
}

fn four_cc(code: u32) -> Result<PixelFormat, String> {
    use ImageFormat as F;
    let bytes = code.to_le_bytes();
    Ok(match &bytes {
        b"DXT1" => PixelFormat::Known(F::BC1RgbaUnorm, 4, 8),
        b"DXT2" | b"DXT3" => PixelFormat::Known(F::BC2RgbaUnorm, 4, 16),
        b"DXT4" | b"DXT5" | b"RXGB" => PixelFormat::Known(F::BC3RgbaUnorm, 4, 16),
        b"ATI1" | b"BC4U" => PixelFormat::Known(F::BC4RUnorm, 4, 8),
        b"BC4S" => PixelFormat::Known(F::BC4RSnorm, 4, 8),
        b"ATI2" | b"BC5U" => PixelFormat::Known(F::BC5RgUnorm, 4, 16),
        b"BC5S" => PixelFormat::Known(F::BC5RgSnorm, 4, 16),
        _ => match code {
            20 => PixelFormat::Masks(24, [0xff_0000, 0xff00, 0xff, 0]),
            21 => PixelFormat::Masks(32, [0xff_0000, 0xff00, 0xff, 0xff00_0000]),
            22 => PixelFormat::Masks(32, [0xff_0000, 0xff00, 0xff, 0]),
            23 => PixelFormat::Masks(16, [0xf800, 0x7e0, 0x1f, 0]),
            25 => PixelFormat::Masks(16, [0x7c00, 0x3e0, 0x1f, 0x8000]),
            26 => PixelFormat::Masks(16, [0xf00, 0xf0, 0xf, 0xf000]),
            28 => PixelFormat::Masks(8, [0, 0, 0, 0xff]),
            32 => PixelFormat::Masks(32, [0xff, 0xff00, 0xff_0000, 0xff00_0000]),
            36 => PixelFormat::Known(F::Rgba16Unorm, 1, 8),
            50 => PixelFormat::Masks(8, [0xff, 0xff, 0xff, 0]),
            51 => PixelFormat::Masks(16, [0xff, 0xff, 0xff, 0xff00]),
            111 => PixelFormat::Known(F::R16Float, 1, 2),
            112 => PixelFormat::Known(F::Rg16Float, 1, 4),
            113 => PixelFormat::Known(F::Rgba16Float, 1, 8),
            114 => PixelFormat::Known(F::R32Float, 1, 4),
            115 => PixelFormat::Known(F::Rg32Float, 1, 8),
            116 => PixelFormat::Known(F::Rgba32Float, 1, 16),
            _ => {
                let text: String = bytes.iter().map(|b| char::from(*b)).collect();
                return Err(format!("pixel format {text:?} ({code}) is not known"));
            }
        },
    })
}

fn dxgi(format: u32) -> Result<PixelFormat, String> {
    use ImageFormat as F;
    Ok(match format {
        2 => PixelFormat::Known(F::Rgba32Float, 1, 16),
        6 => PixelFormat::Known(F::Rgb32Float, 1, 12),
        10 => PixelFormat::Known(F::Rgba16Float, 1, 8),
        11 => PixelFormat::Known(F::Rgba16Unorm, 1, 8),
        13 => PixelFormat::Known(F::Rgba16Snorm, 1, 8),
        16 => PixelFormat::Known(F::Rg32Float, 1, 8),
        27..=29 => PixelFormat::Masks(32, [0xff, 0xff00, 0xff_0000, 0xff00_0000]),
        31 => PixelFormat::Known(F::Rgba8Snorm, 1, 4),
        34 => PixelFormat::Known(F::Rg16Float, 1, 4),
        35 => PixelFormat::Known(F::Rg16Unorm, 1, 4),
        41 => PixelFormat::Known(F::R32Float, 1, 4),
        48 | 49 => PixelFormat::Masks(16, [0xff, 0xff00, 0, 0]),
        51 => PixelFormat::Known(F::Rg8Snorm, 1, 2),
        54 => PixelFormat::Known(F::R16Float, 1, 2),
        56 => PixelFormat::Known(F::R16Unorm, 1, 2),
        60 | 61 => PixelFormat::Masks(8, [0xff, 0xff, 0xff, 0]),
        63 => PixelFormat::Known(F::R8Snorm, 1, 1),
        65 => PixelFormat::Masks(8, [0, 0, 0, 0xff]),
        70..=72 => PixelFormat::Known(F::BC1RgbaUnorm, 4, 8),
        73..=75 => PixelFormat::Known(F::BC2RgbaUnorm, 4, 16),
        76..=78 => PixelFormat::Known(F::BC3RgbaUnorm, 4, 16),
        79 | 80 => PixelFormat::Known(F::BC4RUnorm, 4, 8),
        81 => PixelFormat::Known(F::BC4RSnorm, 4, 8),
        82 | 83 => PixelFormat::Known(F::BC5RgUnorm, 4, 16),
        84 => PixelFormat::Known(F::BC5RgSnorm, 4, 16),
        85 => PixelFormat::Masks(16, [0xf800, 0x7e0, 0x1f, 0]),
        86 => PixelFormat::Masks(16, [0x7c00, 0x3e0, 0x1f, 0x8000]),
        87 | 90 | 91 => PixelFormat::Masks(32, [0xff_0000, 0xff00, 0xff, 0xff00_0000]),
        88 | 92 | 93 => PixelFormat::Masks(32, [0xff_0000, 0xff00, 0xff, 0]),
        94 | 95 => PixelFormat::Known(F::BC6hRgbUfloat, 4, 16),
        96 => PixelFormat::Known(F::BC6hRgbSfloat, 4, 16),
        97..=99 => PixelFormat::Known(F::BC7RgbaUnorm, 4, 16),
        115 => PixelFormat::Masks(16, [0xf00, 0xf0, 0xf, 0xf000]),
        _ => return Err(format!("DXGI format {format} is not known")),
    })
}

/// Decodes the first picture. The caller has looked at its size.
pub fn decode(bytes: &[u8]) -> Result<Pixels, String> {
    whole(bytes, bytes.len() as u64)?;
    let h = header(bytes)?;
    let data = bytes.get(h.data..).unwrap_or_default();
    let pixels = match h.layout {
        PixelFormat::Masks(bits, masks) => plain(&h, data, bits, masks)?,
        PixelFormat::Known(format, edge, size) => blocks(&h, data, format, edge, size)?,
    };
    let mut pixels = Pixels { width: h.width, height: h.height, channels: 4, data: pixels };
    if matches!(h.layout, PixelFormat::Known(ImageFormat::BC5RgUnorm | ImageFormat::BC5RgSnorm, ..)) {
        complete_normals(&mut pixels);
    }
    if u32_at(bytes, 0x54) == Ok(u32::from_le_bytes(*b"RXGB")) {
        for p in pixels.data.as_chunks_mut::<4>().0 {
            *p = [p[3], p[1], p[2], 255];
        }
    }
    Ok(pixels)
}

fn short(have: u64, need: u64) -> String {
    format!("the picture has {have} bytes, expected {need}")
}

/// Sees that all pixels of the first picture are there, in a file of so many bytes that begins like this. Whatever is in
/// a block, it decodes.
pub fn whole(start: &[u8], file: u64) -> Result<(), String> {
    let h = header(start)?;
    let have = file.saturating_sub(h.data as u64);
    let need = match h.layout {
        PixelFormat::Masks(bits, _) => u64::from(h.width) * u64::from(h.height) * u64::from(bits / 8),
        PixelFormat::Known(_, edge, size) => {
            u64::from(h.width.div_ceil(edge)) * u64::from(size) * u64::from(h.height.div_ceil(edge))
        }
    };
    if have < need { Err(short(have, need)) } else { Ok(()) }
}

fn blocks(h: &Header, data: &[u8], format: ImageFormat, edge: u32, size: u32) -> Result<Vec<u8>, String> {
    let row = u64::from(h.width.div_ceil(edge)) * u64::from(size);
    let mut out = Vec::with_capacity(h.width as usize * h.height as usize * 4);
    for top in (0..h.height).step_by(BAND as usize) {
        let height = BAND.min(h.height - top);
        let start = (u64::from(top / edge) * row) as usize;
        let len = (u64::from(height.div_ceil(edge)) * row) as usize;
        let band = data.get(start..).and_then(|d| d.get(..len)).unwrap_or_default();
        let surface = Surface {
            width: h.width,
            height,
            depth: 1,
            layers: 1,
            mipmaps: 1,
            image_format: format,
            data: band,
        };
        let decoded = surface.decode_rgba8().map_err(|e| e.to_string())?;
        out.extend_from_slice(&decoded.data);
    }
    Ok(out)
}

fn plain(h: &Header, data: &[u8], bits: u32, masks: [u32; 4]) -> Result<Vec<u8>, String> {
    let size = bits as usize / 8;
    let need = u64::from(h.width) * u64::from(h.height) * size as u64;
    let channels = masks.map(Channel::new);
    let mut out = Vec::with_capacity(h.width as usize * h.height as usize * 4);
    for pixel in data.get(..need as usize).unwrap_or_default().chunks_exact(size) {
        let value = pixel.iter().rev().fold(0u32, |v, b| (v << 8) | u32::from(*b));
        let [r, g, b, a] = &channels;
        // Alpha alone is white with that alpha; colour without alpha is opaque.
        let alone = masks[0] | masks[1] | masks[2] == 0;
        let dark = if alone { 255 } else { 0 };
        out.extend_from_slice(&[
            r.of(value).unwrap_or(dark),
            g.of(value).unwrap_or(dark),
            b.of(value).unwrap_or(dark),
            a.of(value).unwrap_or(255),
        ]);
    }
    Ok(out)
}

/// One mask, ready to use.
struct Channel {
    mask: u32,
    shift: u32,
    most: u32,
}

impl Channel {
    fn new(mask: u32) -> Self {
        let shift = mask.trailing_zeros() % 32;
        Self { mask, shift, most: (mask >> shift).max(1) }
    }

    fn of(&self, value: u32) -> Option<u8> {
        if self.mask == 0 {
            return None;
        }
        let v = u64::from((value & self.mask) >> self.shift);
        let most = u64::from(self.most);
        Some(((v * 255 + most / 2) / most) as u8)
    }
}

/// Blue from red and green of a unit vector.
fn complete_normals(pixels: &mut Pixels) {
    for p in pixels.data.as_chunks_mut::<4>().0 {
        let [x, y] = [p[0], p[1]].map(|c| f32::from(c) / 127.5 - 1.0);
        let z = (1.0 - x * x - y * y).max(0.0).sqrt();
        p[2] = ((z + 1.0) * 127.5).round() as u8;
    }
}

/// An uncompressed 32-bit DDS.
pub fn encode(width: u32, height: u32, rgba: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(128 + rgba.len());
    out.extend_from_slice(b"DDS ");
    let mut header = [0u32; 31];
    header[0] = 124;
    header[1] = 0x100f; // caps, height, width, pitch, pixel format
    (header[2], header[3], header[4]) = (height, width, width * 4);
    (header[18], header[19]) = (32, 0x41);
    header[21] = 32;
    (header[22], header[23], header[24], header[25]) = (0xff_0000, 0xff00, 0xff, 0xff00_0000);
    header[26] = 0x1000; // texture
    out.extend(header.iter().flat_map(|w| w.to_le_bytes()));
    out.extend(rgba.as_chunks::<4>().0.iter().flat_map(|[r, g, b, a]| [*b, *g, *r, *a]));
    out
}
