//! Finished pictures and their files.

use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder, EncodingError, Filter};

/// RGBA, 8 bits, sRGB, alpha not premultiplied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Row by row from the top, four bytes a pixel.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// One colour all over.
    pub fn filled(width: u32, height: u32, color: [u8; 4]) -> Self {
        Self { width, height, rgba: color.repeat(width as usize * height as usize) }
    }

    pub(crate) fn from_tiles(size: [u32; 2], across: usize, tile: usize, tiles: &[Vec<[u8; 4]>]) -> Self {
        let [width, height] = size.map(|s| s as usize);
        let mut rgba = Vec::with_capacity(width * height * 4);
        for y in 0..height {
            for tx in 0..across {
                let row = &tiles[y / tile * across + tx][y % tile * tile..];
                let cells = tile.min(width - tx * tile);
                rgba.extend(row[..cells].iter().flatten());
            }
        }
        Self { width: size[0], height: size[1], rgba }
    }

    /// One pixel; transparent outside.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        if x >= self.width {
            return [0; 4];
        }
        let at = (y as usize * self.width as usize + x as usize) * 4;
        self.rgba.get(at..at + 4).and_then(|p| p.try_into().ok()).unwrap_or_default()
    }

    /// Puts another picture on this one, its upper left corner at `(x, y)`.
    pub fn paste(&mut self, other: &Picture, x: u32, y: u32) {
        for row in 0..other.height.min(self.height.saturating_sub(y)) {
            for column in 0..other.width.min(self.width.saturating_sub(x)) {
                self.cover(x + column, y + row, other.pixel(column, row));
            }
        }
    }

    /// Lays a colour over a pixel.
    pub fn cover(&mut self, x: u32, y: u32, color: [u8; 4]) {
        if x >= self.width || y >= self.height {
            return;
        }
        let at = (y as usize * self.width as usize + x as usize) * 4;
        let below = self.pixel(x, y);
        let (a, b) = (u32::from(color[3]), u32::from(below[3]) * (255 - u32::from(color[3])) / 255);
        let total = a + b;
        let blend = |i: usize| {
            (u32::from(color[i]) * a + u32::from(below[i]) * b).checked_div(total).unwrap_or(0) as u8
        };
        self.rgba[at..at + 4].copy_from_slice(&[blend(0), blend(1), blend(2), total as u8]);
    }

    /// Fitted into a square of `side` pixels by averaging; smaller pictures stay as they are.
    pub fn shrunk(&self, side: u32) -> Picture {
        let longest = self.width.max(self.height);
        if longest <= side {
            return self.clone();
        }
        let scaled = |v: u32| (u64::from(v) * u64::from(side) / u64::from(longest)).max(1) as u32;
        let mut out = Picture::filled(scaled(self.width), scaled(self.height), [0; 4]);
        let span = |i: u32, from: u32, to: u32| {
            let edge = |i: u32| (u64::from(i) * u64::from(from) / u64::from(to)) as u32;
            edge(i)..edge(i + 1).max(edge(i) + 1)
        };
        for y in 0..out.height {
            for x in 0..out.width {
                let mut sum = [0_u64; 4];
                let mut count = 0;
                for sy in span(y, self.height, out.height) {
                    for sx in span(x, self.width, out.width) {
                        let p = self.pixel(sx, sy).map(u64::from);
                        sum =
                            [sum[0] + p[0] * p[3], sum[1] + p[1] * p[3], sum[2] + p[2] * p[3], sum[3] + p[3]];
                        count += 1;
                    }
                }
                let at = (y as usize * out.width as usize + x as usize) * 4;
                for i in 0..3 {
                    out.rgba[at + i] = sum[i].checked_div(sum[3]).unwrap_or(0) as u8;
                }
                out.rgba[at + 3] = (sum[3] / count) as u8;
            }
        }
        out
    }

    /// No pixel is see-through.
    pub fn is_opaque(&self) -> bool {
        self.rgba.chunks_exact(4).all(|p| p[3] == 255)
    }

    /// As a PNG file; RGB where nothing is see-through.
    pub fn png(&self) -> Result<Vec<u8>, EncodingError> {
        let mut out = Vec::new();
        let opaque = self.is_opaque();
        let mut encoder = encoder(&mut out, self, opaque);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.bytes(opaque))?;
        writer.finish()?;
        Ok(out)
    }

    fn bytes(&self, opaque: bool) -> Vec<u8> {
        if opaque {
            self.rgba.chunks_exact(4).flat_map(|p| &p[..3]).copied().collect()
        } else {
            self.rgba.clone()
        }
    }
}

fn encoder<'a>(out: &'a mut Vec<u8>, first: &Picture, opaque: bool) -> Encoder<'a, &'a mut Vec<u8>> {
    let mut encoder = Encoder::new(out, first.width, first.height);
    encoder.set_color(if opaque { ColorType::Rgb } else { ColorType::Rgba });
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    encoder.set_filter(Filter::Adaptive);
    encoder
}

/// An animated PNG that runs for ever; programs that do not know the kind show its first picture.
pub fn apng(frames: &[Picture], per_second: u16) -> Result<Vec<u8>, EncodingError> {
    let mut out = Vec::new();
    let Some(first) = frames.first() else { return Ok(out) };
    let opaque = frames.iter().all(Picture::is_opaque);
    let mut encoder = encoder(&mut out, first, opaque);
    encoder.set_animated(frames.len() as u32, 0)?;
    encoder.set_frame_delay(1, per_second.max(1))?;
    encoder.set_blend_op(BlendOp::Source)?;
    encoder.set_dispose_op(DisposeOp::None)?;
    let mut writer = encoder.write_header()?;
    for frame in frames {
        writer.write_image_data(&frame.bytes(opaque))?;
    }
    writer.finish()?;
    Ok(out)
}
