//! One picture file as another: DDS, gzipped DDS, TGA, BMP, PNG and JPEG, without a model.

use super::budget::Problem;
use super::pixels::Pixels;
use super::{dds_write, decode, export, find};

/// Kinds of picture files that can be written, by their endings.
pub const PICTURES: [&str; 7] = ["png", "dds", "gz", "tga", "bmp", "jpg", "jpeg"];

/// The file as another kind. A template says how a DDS is compressed, and is the result where it shows the same picture;
/// without one a DDS is DXT1, or DXT5 where the picture has alpha, with all its mips. Also says what could not be had.
pub fn convert(
    bytes: &[u8],
    name: &str,
    ending: &str,
    template: Option<&[u8]>,
    limit: u64,
) -> Result<(Vec<u8>, Option<String>), Problem> {
    let plain = find::inflated(bytes.to_vec(), limit)?;
    let need = decode::size(&plain, name, limit)?;
    let _pass = super::gate::enter_everywhere(need.saturating_mul(3), limit);
    let pixels = decode::decode(&plain, name, limit)?;
    let old = template.map(|t| find::inflated(t.to_vec(), limit)).transpose()?;
    let is_dds = matches!(ending, "dds" | "gz");
    if let (Some(template), Some(old)) = (template, old.as_deref())
        && is_dds == old.starts_with(b"DDS ")
        && (ending == "gz") == template.starts_with(&[0x1f, 0x8b])
        && decode::decode(old, "", limit).is_ok_and(|p| p.shows(&pixels))
    {
        return Ok((template.to_vec(), None));
    }
    if is_dds && template.is_none() && plain.starts_with(b"DDS ") {
        // Packed or not, it stays the picture it is: compressing it again would lose some of it.
        return Ok((if ending == "gz" { export::gzipped(&plain)? } else { plain }, None));
    }
    if !is_dds {
        let out = export::encode(ending, pixels);
        return out.map(|o| (o, None)).ok_or_else(|| format!("it cannot be written as {ending}").into());
    }
    let (dds, note) = as_dds(pixels, old.as_deref().filter(|o| o.starts_with(b"DDS ")))?;
    Ok((if ending == "gz" { export::gzipped(&dds)? } else { dds }, note))
}

fn as_dds(pixels: Pixels, template: Option<&[u8]>) -> Result<(Vec<u8>, Option<String>), Problem> {
    let made = match template {
        Some(old) => dds_write::like(old, pixels)?,
        None => dds_write::usual(pixels)?,
    };
    let note = made
        .instead
        .map(|(kind, was)| format!("the template is {was}, which cannot be written: it is {kind}"));
    Ok((made.bytes, note))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(alpha: bool) -> Vec<u8> {
        let data = (0..64_u8).flat_map(|i| [i * 4, 255 - i, i, if alpha { i * 3 } else { 255 }]).collect();
        Pixels { width: 8, height: 8, channels: 4, data }.into_png().unwrap()
    }

    #[test]
    fn a_picture_goes_to_the_game_and_back() {
        for (alpha, code) in [(false, b"DXT1"), (true, b"DXT5")] {
            let png = picture(alpha);
            let (gz, note) = convert(&png, "hull.png", "gz", None, 1 << 20).unwrap();
            assert!(gz.starts_with(&[0x1f, 0x8b]) && note.is_none());
            let (dds, _) = convert(&gz, "hull.gz", "dds", None, 1 << 20).unwrap();
            assert_eq!((&dds[0x54..0x58], dds[0x1c]), (&code[..], 4), "kind and number of mips");
            let (back, _) = convert(&dds, "hull.dds", "png", None, 1 << 20).unwrap();
            // Nothing was painted: the original file is the result, however it is packed.
            for original in [&gz, &dds] {
                let ending = if original == &gz { "gz" } else { "dds" };
                let (same, _) = convert(&back, "hull.png", ending, Some(original), 1 << 20).unwrap();
                assert!(same == *original, "{ending}");
            }
            let (other, _) = convert(&picture(!alpha), "a.png", "dds", Some(&dds), 1 << 20).unwrap();
            assert_eq!(other[..0x80], dds[..0x80], "the kind of the template");
        }
        assert!(convert(b"no picture", "a.dds", "png", None, 1 << 20).is_err());
    }
}
