//! Lightmaps multiplied into the base colour, for programs that show no occlusion (Blender shows none), and out again.
//!
//! Only where both pictures are on the same UVs. Display values are multiplied, as the original programs do.

use super::{Problem, mime, pixels::Pixels, with_rgba};
use crate::{Image, ImageId, Material, PixelOps, Scene, Slot, TextureSlot};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Key of a material's extras.
const KEY: &str = "baked";

/// What was baked, for [`unbake`].
#[derive(Debug, Serialize, Deserialize)]
struct Baked {
    /// Files of the two pictures.
    base: String,
    light: String,
    /// A number made of the pixels: another one, and somebody painted on the picture.
    hash: String,
}

/// Bakes the lightmap of every material that can be. Returns how many.
pub fn bake(scene: &mut Scene, limit: u64) -> usize {
    let mut made: HashMap<(ImageId, ImageId), Option<(ImageId, String)>> = HashMap::new();
    let mut count = 0;
    for i in 0..scene.materials.len() {
        let Some((base, light)) = scene.materials.get(i).and_then(pair) else { continue };
        let done = made.entry((base, light)).or_insert_with(|| picture(scene, base, light, limit)).clone();
        let (Some((image, hash)), Some(material)) = (done, scene.materials.get_mut(i)) else { continue };
        let file = |id: ImageId| scene.images.get(id.0 as usize).map(|i| i.file.clone()).unwrap_or_default();
        let note = Baked { base: file(base), light: file(light), hash };
        if let Ok(note) = serde_json::to_value(note) {
            material.extras.insert(KEY.into(), note);
        }
        material.textures.retain(|t| t.slot != Slot::Lightmap);
        for t in material.textures.iter_mut().filter(|t| t.slot == Slot::BaseColor) {
            t.image = image;
        }
        count += 1;
    }
    count
}

/// Base colour and lightmap on the same UVs.
fn pair(material: &Material) -> Option<(ImageId, ImageId)> {
    let (base, light) = (material.texture(&Slot::BaseColor)?, material.texture(&Slot::Lightmap)?);
    let same = base.uv == light.uv && base.transform == light.transform;
    same.then_some((base.image, light.image))
}

fn picture(scene: &mut Scene, base: ImageId, light: ImageId, limit: u64) -> Option<(ImageId, String)> {
    let read = |id: ImageId| -> Option<(u32, u32, Vec<u8>)> {
        let image = scene.images.get(id.0 as usize)?;
        with_rgba(image.data.as_deref()?, &image.file, limit, |w, h, p| (w, h, p)).ok()
    };
    let ((width, height, mut data), (lw, lh, shade)) = (read(base)?, read(light)?);
    let (shade, _) = shade.as_chunks::<4>();
    for (i, p) in data.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        let (x, y) = (i as u64 % u64::from(width), i as u64 / u64::from(width));
        let at =
            (y * u64::from(lh) / u64::from(height)) * u64::from(lw) + x * u64::from(lw) / u64::from(width);
        let light = shade.get(at as usize).copied().unwrap_or([255; 4]);
        for (value, light) in p.iter_mut().zip(light).take(3) {
            *value = ((u16::from(*value) * u16::from(light) + 127) / 255) as u8;
        }
    }
    let hash = hash(width, height, &data);
    let stem = |id: ImageId| {
        let file = scene.images.get(id.0 as usize).map(|i| crate::file_name(&i.file)).unwrap_or_default();
        file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned()
    };
    let file = format!("{}+{}.png", stem(base), stem(light));
    let png = Pixels { width, height, channels: 4, data }.into_png().ok()?;
    let mime = mime(&png)?.to_owned();
    scene.images.push(Image { file, data: Some(png.into()), mime, ..Image::default() });
    Some((ImageId(scene.images.len() as u32 - 1), hash))
}

/// FNV-1a.
fn hash(width: u32, height: u32, data: &[u8]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in width.to_le_bytes().iter().chain(&height.to_le_bytes()).chain(data) {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}

/// Undoes [`bake`] where nobody painted on the picture: the material names the two pictures it had. Returns how many.
pub fn unbake(scene: &mut Scene, limit: u64) -> usize {
    let mut known: HashMap<ImageId, Option<String>> = HashMap::new();
    let mut count = 0;
    for i in 0..scene.materials.len() {
        let Some(material) = scene.materials.get_mut(i) else { continue };
        let note = material.extras.shift_remove(KEY).and_then(|v| serde_json::from_value::<Baked>(v).ok());
        let (Some(note), Some(slot)) = (note, material.texture(&Slot::BaseColor).cloned()) else { continue };
        let image = scene.images.get(slot.image.0 as usize).cloned();
        let now = known.entry(slot.image).or_insert_with(|| {
            let image = image?;
            let made: Result<String, Problem> =
                with_rgba(image.data.as_deref()?, &image.file, limit, |w, h, p| hash(w, h, &p));
            made.ok()
        });
        if now.as_ref() != Some(&note.hash) {
            continue;
        }
        let [base, light] = [note.base, note.light].map(|file| scene.image(&file, PixelOps::default()));
        let Some(material) = scene.materials.get_mut(i) else { continue };
        material.textures.retain(|t| t.slot != Slot::Lightmap);
        for t in material.textures.iter_mut().filter(|t| t.slot == Slot::BaseColor) {
            t.image = base;
        }
        material.textures.push(TextureSlot { slot: Slot::Lightmap, image: light, ..slot });
        count += 1;
    }
    // Nobody shows them now, so nobody writes them.
    for id in known.into_keys() {
        let used = scene.materials.iter().flat_map(|m| &m.textures).any(|t| t.image == id);
        if let Some(image) = scene.images.get_mut(id.0 as usize).filter(|_| !used) {
            *image = Image::default();
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> Scene {
        let mut s = Scene::default();
        let mut material = Material::default();
        for (slot, file, rgb) in
            [(Slot::BaseColor, "face.dds", [200, 100, 50]), (Slot::Lightmap, "light.png", [128, 255, 0])]
        {
            let image = s.image(file, PixelOps::default());
            s.images[image.0 as usize].data = Some(crate::textures::one_color(rgb).into());
            material.textures.push(TextureSlot::new(slot, image));
        }
        s.materials.push(material);
        s
    }

    #[test]
    fn baked_and_out_again() {
        let (mut s, before) = (scene(), scene().materials[0].textures.clone());
        assert_eq!(bake(&mut s, 1 << 20), 1);
        let m = &s.materials[0];
        assert!(m.texture(&Slot::Lightmap).is_none());
        let image = &s.images[m.texture(&Slot::BaseColor).unwrap().image.0 as usize];
        assert_eq!(image.file, "face+light.png");
        let (_, _, rgba) =
            crate::textures::decode_rgba(image.data.as_ref().unwrap(), "a.png", 1 << 20).unwrap();
        assert_eq!(rgba[..4], [100, 100, 0, 255]);
        assert_eq!(unbake(&mut s, 1 << 20), 1);
        assert_eq!((&s.materials[0].textures, s.materials[0].extras.len()), (&before, 0));
        assert!(s.images.last().unwrap().data.is_none(), "not written any more");
        assert_eq!(unbake(&mut s, 1 << 20), 0);
    }

    #[test]
    fn a_painted_picture_stays() {
        let mut s = scene();
        bake(&mut s, 1 << 20);
        let image = s.materials[0].texture(&Slot::BaseColor).unwrap().image;
        s.images[image.0 as usize].data = Some(crate::textures::one_color([1, 2, 3]).into());
        assert_eq!(unbake(&mut s, 1 << 20), 0);
        assert_eq!(s.materials[0].texture(&Slot::BaseColor).unwrap().image, image);
    }

    #[test]
    fn other_uvs_and_missing_pictures_are_left() {
        let mut s = scene();
        s.materials[0].textures[1].uv = 1;
        assert_eq!(bake(&mut s, 1 << 20), 0);
        let mut s = scene();
        s.images[1].data = None;
        assert_eq!(bake(&mut s, 1 << 20), 0);
        assert!(s.materials[0].texture(&Slot::Lightmap).is_some());
    }
}
