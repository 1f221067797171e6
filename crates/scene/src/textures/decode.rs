//! Encoded files to pixels, recognised by content. TGA has no signature and comes last.

use super::budget::Problem;
use super::dds;
use super::pixels::{PNG_MAGIC, Pixels};
use image::{DynamicImage, ImageDecoder, ImageFormat};
use std::io::Cursor;

/// Which decoder.
enum Kind {
    Dds,
    Image(ImageFormat),
    Tga,
}

fn kind(bytes: &[u8], name: &str) -> Result<Kind, String> {
    let tga = name.to_ascii_lowercase().contains(".tga");
    Ok(match bytes {
        [] => return Err("the file is empty".into()),
        _ if bytes.starts_with(b"DDS ") => Kind::Dds,
        _ if bytes.starts_with(PNG_MAGIC) => Kind::Image(ImageFormat::Png),
        _ if bytes.starts_with(b"\xff\xd8\xff") => Kind::Image(ImageFormat::Jpeg),
        _ if bytes.starts_with(b"BM") && !tga => Kind::Image(ImageFormat::Bmp),
        _ if looks_like_tga(bytes) => Kind::Tga,
        _ => return Err("it is not a DDS, TGA, BMP, PNG or JPEG".into()),
    })
}

fn looks_like_tga(bytes: &[u8]) -> bool {
    let Some(h) = bytes.first_chunk::<18>() else { return false };
    h[1] <= 1 && matches!(h[2], 1..=3 | 9..=11) && matches!(h[16], 8 | 15 | 16 | 24 | 32)
}

/// TGA writers disagree on the number of alpha bits; this is what the decoder accepts.
fn tga_header(bytes: &[u8]) -> [u8; 18] {
    let mut h = bytes.first_chunk::<18>().copied().unwrap_or_default();
    let alpha = match (h[2], h[16]) {
        (2 | 10, 32) => 8,
        (2 | 10, 24) | (3 | 11, 8) => 0,
        _ => return h,
    };
    h[17] = (h[17] & 0xf0) | alpha;
    h
}

/// Width, height and the bytes a decoder fills, from the header alone.
fn declared(bytes: &[u8], name: &str) -> Result<(u32, u32, u64), String> {
    let rgba = |width: u32, height: u32| u64::from(width).saturating_mul(u64::from(height)).saturating_mul(4);
    match kind(bytes, name)? {
        Kind::Dds => dds::header(bytes).map(|h| (h.width, h.height, rgba(h.width, h.height))),
        Kind::Image(format) => {
            let reader = image::ImageReader::with_format(Cursor::new(bytes), format);
            let decoder = reader.into_decoder().map_err(|e| e.to_string())?;
            let (width, height) = decoder.dimensions();
            // Grey and 16 bits a channel are turned into 8 bits of colour: both are held then.
            let plain = matches!(decoder.color_type(), image::ColorType::Rgb8 | image::ColorType::Rgba8);
            let first = decoder.total_bytes();
            let need = if plain { first } else { first.saturating_add(rgba(width, height)) };
            Ok((width, height, need.max(rgba(width, height))))
        }
        Kind::Tga => {
            let h = tga_header(bytes);
            let word = |low: u8, high: u8| u32::from(u16::from_le_bytes([low, high]));
            let (width, height) = (word(h[12], h[13]), word(h[14], h[15]));
            Ok((width, height, rgba(width, height)))
        }
    }
}

/// Bytes that decoding fills, if they are not above the limit.
pub fn size(bytes: &[u8], name: &str, limit: u64) -> Result<u64, Problem> {
    let (width, height, need) = declared(bytes, name)?;
    if need == 0 {
        return Err(Problem::Broken(format!("it is {width} × {height} pixels")));
    }
    if need > limit {
        let message = format!("{width} × {height} pixels need {need} bytes, the limit is {limit}");
        return Err(Problem::Large(message));
    }
    Ok(need)
}

/// Width and height as declared.
pub fn dimensions(bytes: &[u8], name: &str) -> Result<(u32, u32), String> {
    declared(bytes, name).map(|(width, height, _)| (width, height))
}

/// Sees that a PNG decodes to its last row, holding two rows of it.
pub fn verify_png(bytes: &[u8]) -> Result<(), String> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_limits(png::Limits { bytes: usize::MAX });
    let mut reader = decoder.read_info().map_err(|e| e.to_string())?;
    while reader.next_row().map_err(|e| e.to_string())?.is_some() {}
    reader.finish().map_err(|e| e.to_string())
}

/// Sees that a picture is there to its end, with as little decoding as that takes: the checksums of a PNG do. The other
/// kinds say it only while they are decoded; of a DDS ask [`dds::whole`].
pub fn whole(bytes: &[u8], name: &str, limit: u64) -> Result<(), Problem> {
    match kind(bytes, name)? {
        Kind::Dds => Ok(dds::whole(bytes, bytes.len() as u64)?),
        Kind::Image(ImageFormat::Png) => Ok(png_checksums(bytes)?),
        Kind::Image(_) | Kind::Tga => {
            let _pass = super::gate::enter_everywhere(size(bytes, name, limit)?, limit);
            decode(bytes, name, limit).map(drop)
        }
    }
}

fn png_checksums(bytes: &[u8]) -> Result<(), String> {
    let cut = || "it ends inside of a chunk".to_owned();
    let mut rest = bytes.get(PNG_MAGIC.len()..).ok_or_else(cut)?;
    loop {
        let len = rest.first_chunk::<4>().map(|l| u32::from_be_bytes(*l) as usize).ok_or_else(cut)?;
        let (chunk, after) = len.checked_add(12).and_then(|n| rest.split_at_checked(n)).ok_or_else(cut)?;
        let (kind, stored) = (chunk.get(4..8), chunk.last_chunk::<4>());
        let mut crc = flate2::Crc::new();
        crc.update(chunk.get(4..len + 8).unwrap_or_default());
        if stored.map(|c| u32::from_be_bytes(*c)) != Some(crc.sum()) {
            return Err("the checksum of a chunk is wrong".into());
        }
        if kind == Some(b"IEND") {
            return Ok(());
        }
        rest = after;
    }
}

/// Decodes, if the result is not above the limit.
pub fn decode(bytes: &[u8], name: &str, limit: u64) -> Result<Pixels, Problem> {
    let need = size(bytes, name, limit)?;
    let pixels = match kind(bytes, name)? {
        Kind::Dds => dds::decode(bytes),
        Kind::Image(format) => {
            let mut reader = image::ImageReader::with_format(Cursor::new(bytes), format);
            let mut limits = image::Limits::default();
            limits.max_alloc = Some(limit.saturating_mul(2));
            reader.limits(limits);
            reader.decode().map(to_pixels).map_err(|e| e.to_string())
        }
        Kind::Tga => decode_tga(bytes, need),
    };
    Ok(pixels?)
}

fn decode_tga(bytes: &[u8], need: u64) -> Result<Pixels, String> {
    // 64 KiB of colour map and 255 of id at most, then at least one byte per 128 pixels.
    if need / 4 > (bytes.len() as u64).saturating_mul(128) {
        return Err(format!("{} bytes cannot hold {} pixels", bytes.len(), need / 4));
    }
    let header = Cursor::new(tga_header(bytes));
    let whole = std::io::Read::chain(header, bytes.get(18..).unwrap_or_default());
    let decoder = image::codecs::tga::TgaDecoder::new(whole).map_err(|e| e.to_string())?;
    DynamicImage::from_decoder(decoder).map(to_pixels).map_err(|e| e.to_string())
}

fn to_pixels(image: DynamicImage) -> Pixels {
    let (width, height) = (image.width(), image.height());
    let (channels, data) = match image {
        DynamicImage::ImageRgb8(rgb) => (3, rgb.into_raw()),
        other if other.color().has_alpha() => (4, other.into_rgba8().into_raw()),
        other => (3, other.into_rgb8().into_raw()),
    };
    Pixels { width, height, channels, data }
}
