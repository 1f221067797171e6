//! A country's two colours over the masks of a picture, for looking at: the game paints them itself.

use super::gate::enter_everywhere;
use super::{decode, mime};
use crate::codes::TEXTURE_PAINTED;
use crate::{COUNTRY_MASKS, ImageId, PixelOps, Scene, Slot};
use std::collections::HashMap;
use wire::Sink;

/// What the name of a painted picture ends with, before its extension.
const PAINTED: &str = "#colours";

/// Paints every material that has masks: as the games' public shaders do, the colour of the picture becomes
/// c·(1 − m) + c·k·m², with m green of the masks and k the first colour, then m blue and the second. Materials get
/// pictures of their own. Returns how many materials were painted.
pub fn paint(scene: &mut Scene, colours: &[[u8; 3]], limit: u64) -> usize {
    let mut made: HashMap<(ImageId, ImageId), Option<ImageId>> = HashMap::new();
    let mut count = 0;
    for i in 0..scene.materials.len() {
        let Some(m) = scene.materials.get(i) else { continue };
        let masks = m.texture(&Slot::Other(COUNTRY_MASKS.into())).map(|t| t.image);
        let Some((base, masks)) = m.texture(&Slot::BaseColor).map(|t| t.image).zip(masks) else { continue };
        let new = match made.get(&(base, masks)) {
            Some(known) => *known,
            None => painted(scene, base, masks, colours, limit),
        };
        made.insert((base, masks), new);
        let slots = scene.materials.get_mut(i).map(|m| &mut m.textures).into_iter().flatten();
        for t in slots.filter(|t| t.slot == Slot::BaseColor && new.is_some()) {
            t.image = new.unwrap_or(t.image);
            count += 1;
        }
    }
    count
}

/// The picture of a colour with its masks painted, as a new image.
fn painted(
    scene: &mut Scene,
    base: ImageId,
    masks: ImageId,
    colours: &[[u8; 3]],
    limit: u64,
) -> Option<ImageId> {
    let of = |id: ImageId| scene.images.get(id.0 as usize);
    let (image, masks) = (of(base)?, of(masks)?.data.as_deref()?);
    let data = image.data.as_deref()?;
    let need = decode::size(data, "", limit).ok()?.saturating_add(decode::size(masks, "", limit).ok()?);
    let _pass = enter_everywhere(need.saturating_mul(2), limit);
    let mut pixels = decode::decode(data, "", limit).ok()?;
    let masks = decode::decode(masks, "", limit).ok()?;
    let (width, channels) = (pixels.width as usize, pixels.channels);
    let across = |i: usize, from: u32, to: u32| (i * to as usize / from.max(1) as usize).min(to as usize - 1);
    for (i, pixel) in pixels.data.chunks_exact_mut(channels).enumerate() {
        let x = across(i % width, pixels.width, masks.width);
        let y = across(i / width, pixels.height, masks.height);
        let at = (y * masks.width as usize + x) * masks.channels;
        let Some([_, green, blue, ..]) = masks.data.get(at..) else { continue };
        for (colour, mask) in colours.iter().zip([*green, *blue]) {
            let m = f32::from(mask) / 255.0;
            for (value, k) in pixel.iter_mut().zip(colour) {
                let share = 1.0 - m + f32::from(*k) / 255.0 * m * m;
                *value = (f32::from(*value) * share).round() as u8;
            }
        }
    }
    let png = pixels.into_png().ok()?;
    let (stem, ending) = split(&image.file);
    let file = format!("{stem}{PAINTED}{ending}");
    let id = scene.image(&file, PixelOps::default());
    let new = scene.images.get_mut(id.0 as usize)?;
    mime(&png).unwrap_or_default().clone_into(&mut new.mime);
    new.data = Some(png.into());
    Some(id)
}

/// Pictures that show a country's colours are not the game's: their names are those of the originals again, and the
/// originals stay.
pub fn unpaint(scene: &mut Scene, sink: &mut Sink) {
    for (i, image) in scene.images.iter_mut().enumerate() {
        let (stem, ending) = split(&image.file);
        let Some(plain) = stem.strip_suffix(PAINTED) else { continue };
        let file = format!("{plain}{ending}");
        let text = format!(
            "picture {file:?} shows a country's colours and is not written: edit one without --colours"
        );
        sink.push(&TEXTURE_PAINTED, format!("images[{i}]"), text);
        image.file = file;
        image.data = None;
    }
}

/// A file name before its extension, and that.
fn split(file: &str) -> (&str, &str) {
    let ends = |at: &usize| *at > 0 && !file.get(*at..).unwrap_or_default().contains(['/', '\\', '#']);
    file.split_at(file.rfind('.').filter(ends).unwrap_or(file.len()))
}
