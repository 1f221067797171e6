//! Pictures of materials, known again after a program lost their names: what they were rides with the material.
//!
//! The game finds pictures by the paths of its library, so one that did not change is not written again.

use super::materials::{Library, slot};
use super::notes::{self, PictureNote};
use super::xmf::adler32;
use scene::textures::{Originals, UNCHANGED};
use scene::{Files, Image, ImageChannel, Material, Scene, Slot, TextureSlot, stem};
use serde_json::{Map, Value};

/// Key of an image's extras: the header of the DDS it was.
const DDS: &str = "dds";
/// Key of an image's extras: it was gzipped.
const GZ: &str = "gz";

/// Notes with every material what its pictures are.
pub fn note(scene: &mut Scene) {
    let Scene { materials, images, .. } = scene;
    for m in materials.iter_mut().filter(|m| properties(m).is_some()) {
        let notes: Map<String, Value> = m.textures.iter().filter_map(|t| note_one(images, t)).collect();
        if !notes.is_empty() {
            notes::material::PICTURES.put(&mut m.extras, &notes);
        }
    }
}

fn note_one(images: &[Image], t: &TextureSlot) -> Option<(String, Value)> {
    let image = images.get(t.image.0 as usize)?;
    let data = image.data.as_deref()?;
    let gz = image.found.as_deref().is_some_and(|f| super::has_extension(f, "gz"));
    let note = PictureNote {
        bytes: data.len(),
        sum: adler32(data),
        dds: image.extras.get(DDS).cloned(),
        gz,
        channels: (!image.channels.is_empty()).then(|| ImageChannel::to_json(&image.channels)),
    };
    Some((t.slot.label(), serde_json::to_value(note).ok()?))
}

fn properties(m: &Material) -> Option<Vec<[String; 3]>> {
    notes::material::PROPERTIES.get(&m.extras)
}

/// The bitmaps of a material: slot and path.
fn bitmaps(m: &Material) -> Vec<(String, String)> {
    let bitmap = |[ty, name, path]: [String; 3]| ty.eq_ignore_ascii_case("bitmap").then_some((name, path));
    properties(m).into_iter().flatten().filter_map(bitmap).collect()
}

/// Gives materials that lost their extras those of the library around a template.
pub fn remind(scene: &mut Scene, files: &dyn Files, document: &str) {
    let Some(library) = Library::load(files, document) else { return };
    for m in scene.materials.iter_mut().filter(|m| !m.extras.contains_key(notes::FAMILY)) {
        // `collection.material.001` is a copy.
        let name = m.name.clone();
        let base = name.rsplit_once('.').map_or(name.as_str(), |(base, _)| base);
        if let Some(entry) = library.get(&name).or_else(|| library.get(base)) {
            notes::material::PROPERTIES.put(&mut m.extras, &entry.property_list());
        }
    }
}

/// Gives pictures their names back, and marks those that are as they were, and those whose original is gzipped.
pub fn recall(scene: &mut Scene, originals: &mut Originals<'_>) {
    let Scene { materials, images, .. } = scene;
    for m in materials.iter() {
        for t in &m.textures {
            let Some(image) = images.get_mut(t.image.0 as usize) else { continue };
            let note = notes::picture(&m.extras, &t.slot.label());
            name_again(image, t, m, note.as_ref());
            if let Some(note) = note {
                compare(image, &note);
            }
            if originals.is_gz(&image.file) {
                image.extras.insert(GZ.into(), true.into());
            }
            for channel in &mut image.channels {
                channel.gz |= originals.is_gz(&channel.file);
            }
        }
    }
}

/// The path in the library, where the picture has the name that it has in glTF, or none of its own.
fn name_again(image: &mut Image, t: &TextureSlot, m: &Material, note: Option<&PictureNote>) {
    let bitmaps = bitmaps(m);
    if t.slot == Slot::MetallicRoughness {
        if image.channels.is_empty() {
            let made = made_of(&bitmaps, &image.file);
            let noted = ImageChannel::from_json(note.and_then(|n| n.channels.as_ref()));
            image.channels = match made {
                true if noted.is_empty() => channels(&bitmaps, m),
                true => noted,
                false => Vec::new(),
            };
        }
        return;
    }
    let Some((_, path)) = bitmaps.iter().find(|(name, _)| slot(name) == t.slot) else { return };
    if stem(&image.file).eq_ignore_ascii_case(stem(path)) {
        image.file.clone_from(path);
    }
}

/// The maps of smoothness and metal.
fn maps(bitmaps: &[(String, String)]) -> [Option<&String>; 2] {
    ["smooth_map", "metal_map"]
        .map(|name| bitmaps.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, p)| p))
}

/// Whether a picture has the name that is made of these maps.
fn made_of(bitmaps: &[(String, String)], file: &str) -> bool {
    let first = maps(bitmaps).into_iter().flatten().next();
    first.is_some_and(|p| stem(file).eq_ignore_ascii_case(&format!("{}_metal_rough", stem(p))))
}

/// The files of smoothness and metal, as [`super::materials`] puts them together.
fn channels(bitmaps: &[(String, String)], m: &Material) -> Vec<ImageChannel> {
    let [smooth, metal] = maps(bitmaps);
    let number = |name: &str| {
        let [_, _, value] = properties(m)?.into_iter().find(|[_, n, _]| n.eq_ignore_ascii_case(name))?;
        let value = value.trim().parse::<f32>().ok()?;
        value.is_finite().then(|| value.clamp(0.0, 1.0))
    };
    let smooth = smooth.map(|f| ImageChannel::new(f, 1, number("Smoothness").unwrap_or(1.0), true));
    smooth.into_iter().chain(metal.map(|f| ImageChannel::new(f, 2, 1.0, false))).collect()
}

fn compare(image: &mut Image, note: &PictureNote) {
    let Some(data) = image.data.as_deref() else { return };
    if (note.bytes, note.sum) == (data.len(), adler32(data)) {
        image.extras.insert(UNCHANGED.into(), true.into());
    }
    if let Some(header) = &note.dds {
        image.extras.entry(DDS).or_insert_with(|| header.clone());
    }
    if note.gz {
        image.extras.insert(GZ.into(), true.into());
    }
}

/// File names of pictures: gzipped where they were.
pub fn names(scene: &Scene) -> Vec<String> {
    let gz = |image: &Image| image.extras.get(GZ) == Some(&Value::Bool(true));
    let list = scene::textures::file_names(scene).into_iter().zip(&scene.images);
    list.map(|(name, image)| match name.strip_suffix(".dds") {
        Some(stem) if gz(image) => format!("{stem}.gz"),
        _ => name,
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use scene::{ImageId, PixelOps};

    #[test]
    fn pictures_are_known_again_after_a_program_lost_their_names() {
        let mut scene = Scene::default();
        let path = "extensions\\a_mod\\assets\\hull_diff";
        scene.image(path, PixelOps::default());
        let image = &mut scene.images[0];
        image.data = Some(scene::textures::one_color([1, 2, 3]).into());
        image.found = Some("a_mod/assets/hull_diff.gz".into());
        image.extras.insert(DDS.into(), "header".into());
        let properties = vec![["BitMap", "diffuse_map", path].map(String::from)];
        let mut m =
            Material { textures: vec![TextureSlot::new(Slot::BaseColor, ImageId(0))], ..Material::default() };
        notes::material::PROPERTIES.put(&mut m.extras, &properties);
        scene.add_material(m);
        note(&mut scene);
        // Blender keeps the extras of materials, the bytes of pictures, and half of their names.
        scene.images[0] =
            Image { file: "hull_diff.png".into(), data: scene.images[0].data.clone(), ..Image::default() };
        let painted =
            Image { data: Some(scene::textures::one_color([9, 9, 9]).into()), ..scene.images[0].clone() };
        recall(&mut scene, &mut Originals::none());
        assert_eq!(scene.images[0].file, path);
        assert!(scene.images[0].extras.contains_key(UNCHANGED));
        scene.images[0] = painted;
        recall(&mut scene, &mut Originals::none());
        assert!(!scene.images[0].extras.contains_key(UNCHANGED));
        assert_eq!(
            (names(&scene), scene.images[0].extras.get(DDS)),
            (vec!["hull_diff.gz".into()], Some(&serde_json::json!("header")))
        );
    }
}
