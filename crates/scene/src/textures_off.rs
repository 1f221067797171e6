//! In the place of `textures` where that feature is off: materials keep the names of their pictures, and none is looked
//! for, decoded or written.

pub use crate::pictures::{Problem, Search, mime};
use crate::{Scene, file_name};
use wire::Sink;

/// No picture can be decoded.
pub fn decode_rgba(_: &[u8], _: &str, _: u64) -> Result<(u32, u32, Vec<u8>), Problem> {
    Err(Problem::Broken("this program was built without the feature `textures`".into()))
}

/// Nothing is known of the pixels.
pub fn same_pixels(a: &[u8], b: &[u8], _: &str, _: u64) -> bool {
    a == b
}

/// Pictures stay as they are.
pub fn verify(_: &mut [crate::Image], _: u64, _: impl FnMut(usize, &Problem)) {}

/// A small PNG of one colour, its pixels not compressed.
pub fn one_color(rgb: [u8; 3]) -> Vec<u8> {
    const SIDE: u8 = 4;
    let row = std::iter::once(0).chain(std::iter::repeat_n(rgb, SIDE.into()).flatten());
    let rows: Vec<u8> = row.collect::<Vec<u8>>().repeat(SIDE.into());
    let (low, high) = rows.iter().fold((1_u32, 0_u32), |(a, b), v| {
        let a = (a + u32::from(*v)) % 65521;
        (a, (a + b) % 65521)
    });
    let length = rows.len() as u16;
    let mut data = vec![0x78, 0x01, 0x01];
    data.extend(length.to_le_bytes());
    data.extend((!length).to_le_bytes());
    data.extend(&rows);
    data.extend((high << 16 | low).to_be_bytes());
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut out, b"IHDR", &[0, 0, 0, SIDE, 0, 0, 0, SIDE, 8, 2, 0, 0, 0]);
    chunk(&mut out, b"IDAT", &data);
    chunk(&mut out, b"IEND", &[]);
    out
}

fn chunk(out: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    out.extend((data.len() as u32).to_be_bytes());
    out.extend(kind);
    out.extend(data);
    let crc = kind.iter().chain(data).fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |c, _| if c & 1 == 1 { (c >> 1) ^ 0xedb8_8320 } else { c >> 1 })
    });
    out.extend((!crc).to_be_bytes());
}

/// Looks for nothing.
pub fn locate(_: &mut Scene, _: &Search<'_>, _: &mut Sink) {}

/// Finds nothing wrong.
pub fn check(_: &mut Scene, _: &Search<'_>, _: &mut Sink) {}

/// Loads nothing.
pub fn load(_: &mut Scene, _: &Search<'_>, _: &mut Sink) {}

/// Paints nothing.
pub fn paint(_: &mut Scene, _: &[[u8; 3]], _: u64) -> usize {
    0
}

/// Nothing was painted.
pub fn unpaint(_: &mut Scene, _: &mut Sink) {}

/// The base name of every image.
pub fn file_names(scene: &Scene) -> Vec<String> {
    scene.images.iter().map(|i| file_name(&i.file).to_owned()).collect()
}

/// Pictures as the original model has them: none are looked for.
pub struct Originals<'a>(std::marker::PhantomData<&'a ()>);

impl<'a> Originals<'a> {
    /// Nowhere to look.
    pub fn none() -> Self {
        Self(std::marker::PhantomData)
    }

    /// None is known.
    pub fn has(&mut self, _: &str) -> bool {
        false
    }

    /// None is known.
    pub fn is_gz(&mut self, _: &str) -> bool {
        false
    }

    /// Writes nothing either way.
    pub fn only_changed(&mut self) {}

    /// Looks nowhere.
    pub fn new(_: &[Search<'a>]) -> Self {
        Self::none()
    }
}

/// Key of [`crate::Image::extras`]: the picture is the one that was loaded.
pub const UNCHANGED: &str = "unchanged";

/// Kinds of picture files that can be written: none.
pub const PICTURES: [&str; 0] = [];

/// No picture can be made.
pub fn convert(
    _: &[u8],
    _: &str,
    _: &str,
    _: Option<&[u8]>,
    _: u64,
) -> Result<(Vec<u8>, Option<String>), Problem> {
    Err(Problem::Broken("this program was built without the feature `textures`".into()))
}

/// Recognises nothing.
pub fn recognise(_: &mut Scene, _: &mut Originals<'_>) {}

/// Writes nothing.
pub fn export(_: &Scene, _: &mut Originals<'_>, _: &mut Sink) -> Vec<(String, Vec<u8>)> {
    Vec::new()
}

/// Writes nothing.
pub fn export_as(_: &Scene, _: &[String], _: &mut Originals<'_>, _: &mut Sink) -> Vec<(String, Vec<u8>)> {
    Vec::new()
}

/// No picture can be compared.
pub fn is_picture(_: &crate::Image, _: &[u8], _: &str, _: u64) -> bool {
    false
}

/// Without pictures there is nothing to bake.
pub fn bake_lightmaps(_: &mut Scene, _: u64) -> usize {
    0
}

/// Without pictures nothing was baked.
pub fn unbake_lightmaps(_: &mut Scene, _: u64) -> usize {
    0
}

/// Whether a file is a DDS; without the feature none is taken out of a `.gz`.
pub fn is_dds(bytes: &[u8]) -> bool {
    bytes.starts_with(b"DDS ")
}
