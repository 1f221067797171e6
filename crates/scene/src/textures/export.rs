//! Converting back: pictures as files next to a model.

use super::budget::Budget;
use super::find::{Places, Search};
use super::gate::enter_everywhere;
use super::pixels::Pixels;
use super::{DDS, dds_write, decode, mime};
use crate::codes::TEXTURE_KIND;
use crate::{Image, PixelOps, Scene, file_name, safe_relative};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use image::{ExtendedColorType, ImageEncoder};
use std::collections::{HashMap, HashSet};
use wire::Sink;

/// What can be written.
const WRITTEN: [&str; 6] = ["dds", "tga", "png", "jpg", "jpeg", "bmp"];

fn extension(name: &str) -> Option<String> {
    name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map(|(_, e)| e.to_ascii_lowercase())
}

/// A safe file name for every image, by [`crate::ImageId`]: the base name and ending of the source where they can be
/// kept. Images of one file share its name, also where it is named with and without its ending or in another case (`body`
/// and `Body.dds` of one folder); others never do.
pub fn file_names(scene: &Scene) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::new();
    let mut known: HashMap<&str, String> = HashMap::new();
    let mut spellings: HashMap<String, Vec<(&Image, String)>> = HashMap::new();
    let mut out = Vec::with_capacity(scene.images.len());
    for (i, image) in scene.images.iter().enumerate() {
        let name = known.entry(&image.file).or_insert_with(|| {
            let name = safe_name(&image.file, i);
            let folder = image.file.strip_suffix(file_name(&image.file)).unwrap_or_default();
            let place = format!("{folder}{name}").replace('\\', "/").to_lowercase();
            let others = spellings.entry(place).or_default();
            if let Some((_, same)) = others.iter().find(|(other, _)| may_be_one(image, other)) {
                return same.clone();
            }
            let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, "dds"));
            let spelled = |n: usize| {
                if n == 0 { format!("{stem}.{ending}") } else { format!("{stem}_{n}.{ending}") }
            };
            let free = spelled(crate::free_number(0, |n| taken.contains(&spelled(n).to_lowercase())));
            taken.insert(free.to_lowercase());
            others.push((image, free.clone()));
            free
        });
        out.push(name.clone());
    }
    out
}

/// Whether two images of one name may be one file: the same pixels, or pixels that cannot be compared.
fn may_be_one(a: &Image, b: &Image) -> bool {
    match (&a.data, &b.data) {
        (Some(x), Some(y)) => a.ops != b.ops || x == y,
        _ => true,
    }
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

/// Pictures as the original model has them: where they may be, the first place that has one wins.
pub struct Originals<'a> {
    places: Vec<Places<'a>>,
    limit: u64,
    only_changed: bool,
}

/// Key of [`crate::Image::extras`]: the picture is the one that was loaded.
pub const UNCHANGED: &str = "unchanged";

impl<'a> Originals<'a> {
    /// Nowhere to look.
    pub fn none() -> Self {
        Self::within(1 << 30)
    }

    /// Nowhere to look, and a limit of what pictures may ask for.
    pub fn within(limit: u64) -> Self {
        Self { places: Vec::new(), limit, only_changed: false }
    }

    /// Looks in all of these.
    pub fn new(searches: &[Search<'a>]) -> Self {
        let limit = searches.iter().map(|s| s.limit).min().unwrap_or(1 << 30);
        Self { places: searches.iter().map(Places::new).collect(), limit, only_changed: false }
    }

    /// For games that find pictures by a path of their own: those that did not change are where they were.
    pub fn only_changed(&mut self) {
        self.only_changed = true;
    }

    /// Whether there is a picture of a name, whatever its ending.
    pub fn has(&mut self, file: &str) -> bool {
        self.places.iter_mut().any(|p| p.find(file).is_some())
    }

    /// The bytes of a picture by its name.
    fn read(&mut self, file: &str) -> Option<Vec<u8>> {
        self.places.iter_mut().find_map(|p| {
            let found = p.find(file).filter(|f| !f.other_extension)?;
            p.read(&found, self.limit).ok()
        })
    }

    /// Whether a picture is a gzipped file.
    pub fn is_gz(&mut self, file: &str) -> bool {
        let found = self.places.iter_mut().find_map(|p| p.find(file).filter(|f| !f.other_extension));
        found.is_some_and(|f| f.path.to_lowercase().ends_with(".gz"))
    }

    /// The name of a picture that has another ending.
    fn other_name(&mut self, file: &str) -> Option<String> {
        self.places.iter_mut().find_map(|p| {
            let found = p.find(file).filter(|f| f.other_extension)?;
            Some(file_name(&found.path).to_owned())
        })
    }
}

/// Programs such as Blender call every picture a PNG. Where the originals have one of the same name as DDS, TGA or BMP,
/// that is the picture: it gets its name back.
pub fn recognise(scene: &mut Scene, originals: &mut Originals<'_>) {
    for image in scene.images.iter_mut().filter(|i| i.data.is_some()) {
        if matches!(extension(&image.file).as_deref(), Some("png" | "jpg" | "jpeg"))
            && let Some(name) = originals.other_name(&image.file)
        {
            image.file = name;
        }
    }
}

/// Name and bytes of every picture that was loaded, pixel operations undone. One whose pixels are those of the original
/// is the original, to the byte; a changed one is encoded as the original was, or as its ending says if there is none.
pub fn export(scene: &Scene, originals: &mut Originals<'_>, sink: &mut Sink) -> Vec<(String, Vec<u8>)> {
    export_as(scene, &file_names(scene), originals, sink)
}

/// The same under given names, by [`crate::ImageId`].
pub fn export_as(
    scene: &Scene,
    names: &[String],
    originals: &mut Originals<'_>,
    sink: &mut Sink,
) -> Vec<(String, Vec<u8>)> {
    let limit = originals.limit;
    let mut budget = Budget::new(limit);
    let mut done = HashSet::new();
    let mut out = Vec::new();
    for (i, (image, name)) in scene.images.iter().zip(names).enumerate() {
        let Some(data) = image.data.as_deref() else { continue };
        let unchanged = originals.only_changed && image.extras.contains_key(UNCHANGED);
        if !done.insert(name.clone()) || unchanged {
            continue;
        }
        let charged = decode::size(data, "", limit)
            .and_then(|need| budget.charge(Budget::excess(need, data.len())).map(|()| need));
        let need = match charged {
            Ok(need) => need,
            Err(problem) => {
                let message = format!("picture {name:?} was not written: {problem}");
                sink.push(problem.code(), format!("images[{i}]"), message);
                continue;
            }
        };
        if !image.channels.is_empty() {
            let _pass = enter_everywhere(need.saturating_mul(2), limit);
            out.extend(unpacked(image, originals, i, sink));
            continue;
        }
        let original = originals.read(&image.file);
        let _pass = enter_everywhere(need.saturating_mul(2), limit);
        let before = if originals.only_changed { original.clone() } else { None };
        if let Some(bytes) = one(image, name, original, limit, i, sink)
            && before.as_ref() != Some(&bytes)
        {
            let gz = extension(name).as_deref() == Some("gz");
            out.push((name.clone(), if gz { gzipped(&bytes).unwrap_or(bytes) } else { bytes }));
        }
    }
    out
}

/// The files that a picture was put together of, where their channel changed.
fn unpacked(
    image: &Image,
    originals: &mut Originals<'_>,
    i: usize,
    sink: &mut Sink,
) -> Vec<(String, Vec<u8>)> {
    let limit = originals.limit;
    let Some(pixels) = image.data.as_deref().and_then(|d| decode::decode(d, "", limit).ok()) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for channel in &image.channels {
        let original = originals.read(&channel.file);
        let old = original.as_deref().and_then(|o| decode::decode(o, &channel.file, limit).ok());
        if old.is_some_and(|old| super::pack::has_channel(&pixels, &old, channel)) {
            continue;
        }
        let grey = super::pack::channel_of(&pixels, channel);
        let name = safe_name(&channel.file, i);
        let mut like = Image { file: channel.file.clone(), ..Image::default() };
        like.extras.extend(channel.dds.clone().map(|header| (DDS.into(), header.into())));
        let Some(bytes) = encode_dds(&like, grey, original, &name, i, sink) else { continue };
        let stem = name.strip_suffix(".dds").unwrap_or(&name);
        match gzipped(&bytes) {
            Ok(packed) if channel.gz => out.push((format!("{stem}.gz"), packed)),
            _ => out.push((format!("{stem}.dds"), bytes)),
        }
    }
    out
}

/// A gzip file, always the same for the same bytes.
pub fn gzipped(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut encoder = flate2::GzBuilder::new().write(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut encoder, bytes).map_err(|e| e.to_string())?;
    encoder.finish().map_err(|e| e.to_string())
}

fn one(
    image: &Image,
    name: &str,
    original: Option<Vec<u8>>,
    limit: u64,
    i: usize,
    sink: &mut Sink,
) -> Option<Vec<u8>> {
    // What was taken out cannot be put back: the original picture stays.
    let data = image.data.as_deref().filter(|_| !image.ops.red_only)?;
    let ending = extension(name).map(|e| if e == "gz" { "dds".to_owned() } else { e })?;
    let undo = PixelOps { drop_alpha: false, red_only: false, ..image.ops };
    let same = matches!(
        (ending.as_str(), mime(data)),
        ("png", Some("image/png")) | ("jpg" | "jpeg", Some("image/jpeg"))
    );
    if same && undo == PixelOps::default() && original.is_none() {
        return Some(data.to_vec());
    }
    let mut pixels = decode::decode(data, "", limit).ok()?;
    let old = original.as_deref().and_then(|o| decode::decode(o, name, limit).ok());
    if let Some(old) = old {
        // Programs drop the note that only red was shown: grey in the place of colours says it too.
        let grey = image.ops == PixelOps::default() && pixels.is_grey() && !old.is_grey();
        let alpha = image.ops.drop_alpha.then(|| old.clone());
        let mut shown = old.clone();
        shown.apply(PixelOps { red_only: grey, ..image.ops });
        if shown.shows(&pixels) {
            return original;
        }
        if grey {
            pixels.take_other_colours(&old);
        }
        if let Some(old) = alpha {
            pixels.take_alpha(old);
        }
    }
    pixels.apply(undo);
    if ending == "dds" {
        return encode_dds(image, pixels, original, name, i, sink);
    }
    if same && undo == PixelOps::default() {
        return Some(data.to_vec());
    }
    encode(&ending, pixels)
}

/// As the original was; else as the header says that was noted when the picture was loaded; else uncompressed.
fn encode_dds(
    image: &Image,
    pixels: Pixels,
    original: Option<Vec<u8>>,
    name: &str,
    i: usize,
    sink: &mut Sink,
) -> Option<Vec<u8>> {
    let noted = || image.extras.get(DDS).and_then(|v| STANDARD.decode(v.as_str()?).ok());
    let Some(head) = original.clone().filter(|o| o.starts_with(b"DDS ")).or_else(noted) else {
        return Some(dds_write::plain(pixels));
    };
    let path = || format!("images[{i}]");
    match dds_write::like(&head, pixels) {
        Ok(made) => {
            if let Some((kind, was)) = made.instead {
                let message = format!("{name:?} was {was}, which cannot be written: it is {kind} now");
                sink.push(&TEXTURE_KIND, path(), message);
            }
            Some(made.bytes)
        }
        Err(why) => {
            sink.push(&TEXTURE_KIND, path(), format!("{name:?} is not written: {why}"));
            original
        }
    }
}

pub fn encode(ending: &str, mut pixels: Pixels) -> Option<Vec<u8>> {
    if ending == "png" {
        return pixels.into_png().ok();
    }
    let (width, height) = (pixels.width, pixels.height);
    let mut out = Vec::new();
    if !matches!(ending, "tga" | "bmp") {
        pixels.apply(PixelOps { drop_alpha: true, ..PixelOps::default() });
    }
    let color = if pixels.channels == 4 { ExtendedColorType::Rgba8 } else { ExtendedColorType::Rgb8 };
    let written = match ending {
        "tga" => {
            image::codecs::tga::TgaEncoder::new(&mut out).write_image(&pixels.data, width, height, color)
        }
        "bmp" => {
            image::codecs::bmp::BmpEncoder::new(&mut out).write_image(&pixels.data, width, height, color)
        }
        _ => image::codecs::jpeg::JpegEncoder::new_with_quality(&mut out, 95).write_image(
            &pixels.data,
            width,
            height,
            color,
        ),
    };
    written.ok().map(|()| out)
}
