//! The way back: pictures as files beside a model.

use super::{dds, decode, mime};
use crate::{Image, PixelOps, Scene, file_name, safe_relative};
use image::{ExtendedColorType, ImageEncoder};
use std::collections::{HashMap, HashSet};

/// What can be written.
const WRITTEN: [&str; 6] = ["dds", "tga", "png", "jpg", "jpeg", "bmp"];

fn extension(name: &str) -> Option<String> {
    name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map(|(_, e)| e.to_ascii_lowercase())
}

/// A safe file name for every image, by [`crate::ImageId`]: the base name and ending of the source where they can be
/// kept. Images of one file share its name; others never do.
pub fn file_names(scene: &Scene) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::new();
    let mut known: HashMap<&str, String> = HashMap::new();
    let mut out = Vec::with_capacity(scene.images.len());
    for (i, image) in scene.images.iter().enumerate() {
        let name = known.entry(&image.file).or_insert_with(|| {
            let name = safe_name(&image.file, i);
            let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, "dds"));
            let spelled = |n: usize| {
                if n == 0 { format!("{stem}.{ending}") } else { format!("{stem}_{n}.{ending}") }
            };
            let free = (0..=scene.images.len()).map(spelled).find(|n| !taken.contains(&n.to_lowercase()));
            let free = free.unwrap_or(name);
            taken.insert(free.to_lowercase());
            free
        });
        out.push(name.clone());
    }
    out
}

fn safe_name(file: &str, i: usize) -> String {
    let base = file_name(file);
    let base = base.strip_suffix(".gz").unwrap_or(base);
    let clean: String =
        base.chars().map(|c| if c.is_control() || "<>:\"|?*".contains(c) { '_' } else { c }).collect();
    let clean = clean.trim_end_matches([' ', '.']);
    let name = if clean.is_empty() || safe_relative(clean).is_none() {
        format!("texture_{i}")
    } else {
        clean.into()
    };
    match extension(&name) {
        Some(e) if WRITTEN.contains(&e.as_str()) => name,
        _ => format!("{name}.dds"),
    }
}

/// Name and bytes of every picture that was loaded, pixel operations undone, encoded as its ending says.
pub fn export(scene: &Scene) -> Vec<(String, Vec<u8>)> {
    let names = file_names(scene);
    let mut done = HashSet::new();
    let mut out = Vec::new();
    for (image, name) in scene.images.iter().zip(names) {
        if image.data.is_some()
            && done.insert(name.clone())
            && let Some(bytes) = one(image, &name)
        {
            out.push((name, bytes));
        }
    }
    out
}

fn one(image: &Image, name: &str) -> Option<Vec<u8>> {
    let data = image.data.as_deref()?;
    let ending = extension(name)?;
    let undo = PixelOps { drop_alpha: false, ..image.ops };
    let same = matches!(
        (ending.as_str(), mime(data)),
        ("png", Some("image/png")) | ("jpg" | "jpeg", Some("image/jpeg"))
    );
    if same && undo == PixelOps::default() {
        return Some(data.to_vec());
    }
    let mut pixels = decode::decode(data, "", u64::MAX).ok()?;
    pixels.apply(undo);
    let (width, height) = (pixels.width, pixels.height);
    if ending == "dds" {
        return Some(dds::encode(width, height, &pixels.into_rgba()));
    }
    if ending == "png" {
        return pixels.into_png().ok();
    }
    let mut out = Vec::new();
    let color = if pixels.channels == 4 { ExtendedColorType::Rgba8 } else { ExtendedColorType::Rgb8 };
    let written = match ending.as_str() {
        "tga" => {
            image::codecs::tga::TgaEncoder::new(&mut out).write_image(&pixels.data, width, height, color)
        }
        "bmp" => {
            image::codecs::bmp::BmpEncoder::new(&mut out).write_image(&pixels.data, width, height, color)
        }
        _ => {
            if pixels.channels == 4 {
                pixels.apply(PixelOps { drop_alpha: true, ..PixelOps::default() });
            }
            let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut out, 95);
            encoder.write_image(&pixels.data, width, height, ExtendedColorType::Rgb8)
        }
    };
    written.ok().map(|()| out)
}
