//! One picture of the channels of several: games keep smoothness and metal in files of their own, glTF in one.

use super::budget::{Budget, Problem};
use super::decode;
use super::find::{Found, Places, Search};
use super::gate::enter_everywhere;
use super::pixels::Pixels;
use crate::{ImageChannel, Scene};
use wire::Sink;

/// Puts together every picture that is made of several files. A file that is not there was reported where it is used
/// alone; a picture of which no file is there stays without data.
pub fn load(scene: &mut Scene, search: &Search<'_>, budget: &mut Budget, sink: &mut Sink) {
    let mut places = Places::new(search);
    for (i, image) in scene.images.iter_mut().enumerate() {
        if image.data.is_some() || image.channels.is_empty() {
            continue;
        }
        let found: Vec<(Found, &mut ImageChannel)> =
            image.channels.iter_mut().filter_map(|c| Some((places.find(&c.file)?, c))).collect();
        let Some((first, _)) = found.first() else { continue };
        let display = places.display(first);
        match pack(&places, found, search.limit, budget) {
            Ok(png) => {
                image.data = Some(png.into());
                "image/png".clone_into(&mut image.mime);
                image.found = Some(display);
            }
            Err((file, problem)) => {
                sink.push(problem.code(), format!("images[{i}]"), format!("texture {file:?}: {problem}"));
            }
        }
    }
}

type Failed = (String, Problem);

fn pack(
    places: &Places<'_>,
    found: Vec<(Found, &mut ImageChannel)>,
    limit: u64,
    budget: &mut Budget,
) -> Result<Vec<u8>, Failed> {
    let mut out: Option<Pixels> = None;
    for (found, channel) in found {
        let failed = |problem: Problem| (channel.file.clone(), problem);
        let bytes = places.read(&found, limit).map_err(|e| failed(e.into()))?;
        let need = decode::size(&bytes, &found.path, limit).map_err(failed)?;
        budget.charge(Budget::excess(need, bytes.len())).map_err(failed)?;
        let _pass = enter_everywhere(need.saturating_mul(2), limit);
        let pixels = decode::decode(&bytes, &found.path, limit).map_err(failed)?;
        let target = out.get_or_insert_with(|| white(pixels.width, pixels.height));
        if u64::from(pixels.width) * u64::from(pixels.height) > area(target) {
            *target = resized(target, pixels.width, pixels.height);
        }
        put(target, &pixels, channel);
        channel.dds = super::dds_header(&bytes);
        channel.gz = found.path.to_lowercase().ends_with(".gz");
    }
    let out = out.unwrap_or_else(|| white(1, 1));
    out.into_png().map_err(|e| (String::new(), e.into()))
}

fn area(p: &Pixels) -> u64 {
    u64::from(p.width) * u64::from(p.height)
}

fn white(width: u32, height: u32) -> Pixels {
    Pixels { width, height, channels: 3, data: vec![255; width as usize * height as usize * 3] }
}

/// The place in a row of `from` of the pixel at `i` of a row of `to`.
fn scaled(i: usize, to: u32, from: u32) -> usize {
    (i * from as usize / (to as usize).max(1)).min((from as usize).saturating_sub(1))
}

fn resized(old: &Pixels, width: u32, height: u32) -> Pixels {
    let mut out = white(width, height);
    for (at, pixel) in out.data.as_chunks_mut::<3>().0.iter_mut().enumerate() {
        let (x, y) = (at % width as usize, at / width as usize);
        let from = scaled(y, height, old.height) * old.width as usize + scaled(x, width, old.width);
        if let Some(old) = old.data.as_chunks::<3>().0.get(from) {
            *pixel = *old;
        }
    }
    out
}

/// Writes the red of a picture into a channel of another one, which is at least as large.
fn put(out: &mut Pixels, from: &Pixels, channel: &ImageChannel) {
    let (width, height) = (out.width, out.height);
    for (at, pixel) in out.data.as_chunks_mut::<3>().0.iter_mut().enumerate() {
        let (x, y) = (at % width as usize, at / width as usize);
        let source = scaled(y, height, from.height) * from.width as usize + scaled(x, width, from.width);
        let red = from.data.get(source * from.channels).copied().unwrap_or(255);
        let value = (f32::from(red) * channel.scale.clamp(0.0, 1.0)).round() as u8;
        if let Some(slot) = pixel.get_mut(usize::from(channel.to)) {
            *slot = if channel.invert { 255 - value } else { value };
        }
    }
}

/// What a channel of a picture would be as a file of its own.
fn stored(pixel: &[u8], channel: &ImageChannel) -> u8 {
    let value = pixel.get(usize::from(channel.to)).copied().unwrap_or(255);
    let value = if channel.invert { 255 - value } else { value };
    (f32::from(value) / channel.scale.max(1e-3)).round().min(255.0) as u8
}

/// A channel as a grey picture.
pub fn channel_of(pixels: &Pixels, channel: &ImageChannel) -> Pixels {
    let grey = |p: &[u8]| [stored(p, channel); 3];
    let data = pixels.data.chunks_exact(pixels.channels.max(1)).flat_map(grey).collect();
    Pixels { width: pixels.width, height: pixels.height, channels: 3, data }
}

/// Whether a channel still is the red of a file, which may be smaller.
pub fn has_channel(pixels: &Pixels, old: &Pixels, channel: &ImageChannel) -> bool {
    let mut made = white(pixels.width, pixels.height);
    put(&mut made, old, channel);
    let to = usize::from(channel.to);
    let now = pixels.data.chunks_exact(pixels.channels.max(1)).map(|p| p.get(to));
    now.eq(made.data.as_chunks::<3>().0.iter().map(|p| p.get(to)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Image, Memory};

    fn grey(width: u32, height: u32, values: &[u8]) -> Vec<u8> {
        let data = values.iter().flat_map(|v| [*v, 0, 0]).collect();
        Pixels { width, height, channels: 3, data }.into_png().unwrap()
    }

    #[test]
    fn smooth_and_metal_are_one_picture_of_the_larger_size() {
        let mut files = Memory::default();
        files.insert("t/smooth.png", grey(2, 1, &[0, 200]));
        files.insert("t/metal.png", grey(4, 2, &[1, 2, 3, 4, 5, 6, 7, 8]));
        let channel = ImageChannel::new;
        let channels = vec![
            channel("t\\smooth", 1, 0.5, true),
            channel("t\\metal", 2, 1.0, false),
            channel("t\\gone", 0, 1.0, false),
        ];
        let alone = Image { file: "t\\smooth".into(), ..Image::default() };
        let image = Image { file: "rough".into(), channels, ..Image::default() };
        let mut scene = Scene { images: vec![alone, image], ..Scene::default() };
        let mut sink = Sink::new();
        super::super::load(&mut scene, &Search::next_to(&files, ""), &mut sink);
        assert!(sink.findings().is_empty(), "{:?}", sink.findings());
        assert!(scene.images[0].data.is_none() && scene.images[0].found.is_some(), "it is in the other one");
        let made = decode::decode(scene.images[1].data.as_deref().unwrap(), "", 1 << 20).unwrap();
        assert_eq!((made.width, made.height), (4, 2));
        let first_row: Vec<[u8; 3]> = made.data.as_chunks::<3>().0[..4].to_vec();
        let (smooth, metal) = (&scene.images[1].channels[0], &scene.images[1].channels[1]);
        assert_eq!(channel_of(&made, smooth).data[6], 200, "and back");
        let file = decode::decode(&grey(4, 2, &[1, 2, 3, 4, 5, 6, 7, 8]), "", 1 << 20).unwrap();
        assert!(has_channel(&made, &file, metal) && !has_channel(&made, &file, smooth));
        assert_eq!(first_row, [[255, 255, 1], [255, 255, 2], [255, 155, 3], [255, 155, 4]]);
    }
}
