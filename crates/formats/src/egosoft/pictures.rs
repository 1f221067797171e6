//! Pictures of materials, known again after a program lost their names: what they were rides with the material.
//!
//! The game finds pictures by the paths of its library, so one that did not change is not written again.

use super::materials::{Library, slot};
use super::xmf::adler32;
use scene::textures::UNCHANGED;
use scene::{Files, Image, ImageChannel, Material, Scene, Slot, TextureSlot, file_name};
use serde_json::{Map, Value, json};

/// Key of a material's extras.
const KEY: &str = "pictures";
/// Key of an image's extras: the header of the DDS it was.
const DDS: &str = "dds";
/// Key of an image's extras: it was gzipped.
const GZ: &str = "gz";

/// Notes with every material what its pictures are.
pub fn note(scene: &mut Scene) {
    let Scene { materials, images, .. } = scene;
    for m in materials.iter_mut().filter(|m| properties(m).is_some()) {
        let notes: Map<String, Value> = m.textures.iter().filter_map(|t| note_one(images, t)).collect();
        let own = m.extras.get_mut("xmf").and_then(Value::as_object_mut);
        if let (Some(own), false) = (own, notes.is_empty()) {
            own.insert(KEY.into(), Value::Object(notes));
        }
    }
}

fn note_one(images: &[Image], t: &TextureSlot) -> Option<(String, Value)> {
    let image = images.get(t.image.0 as usize)?;
    let data = image.data.as_deref()?;
    let gz = image.found.as_deref().is_some_and(|f| super::has_extension(f, "gz"));
    let mut note = json!({"bytes": data.len(), "sum": adler32(data)});
    if let Some(map) = note.as_object_mut() {
        if let Some(header) = image.extras.get(DDS) {
            map.insert(DDS.into(), header.clone());
        }
        if gz {
            map.insert(GZ.into(), true.into());
        }
    }
    Some((t.slot.label(), note))
}

fn properties(m: &Material) -> Option<&Vec<Value>> {
    m.extras.get("xmf")?.get("properties")?.as_array()
}

/// The bitmaps of a material: slot and path.
fn bitmaps(m: &Material) -> Vec<(String, String)> {
    let text = |v: &Value, i: usize| v.get(i).and_then(Value::as_str).unwrap_or_default().to_owned();
    let list = properties(m).into_iter().flatten();
    list.filter(|p| text(p, 0).eq_ignore_ascii_case("bitmap")).map(|p| (text(p, 1), text(p, 2))).collect()
}

/// Gives materials that lost their extras those of the library around a template.
pub fn remind(scene: &mut Scene, files: &dyn Files, document: &str) {
    let Some(library) = Library::load(files, document) else { return };
    for m in scene.materials.iter_mut().filter(|m| !m.extras.contains_key("xmf")) {
        // `collection.material.001` is a copy.
        let name = m.name.clone();
        let base = name.rsplit_once('.').map_or(name.as_str(), |(base, _)| base);
        if let Some(entry) = library.get(&name).or_else(|| library.get(base)) {
            let list: Vec<Value> = entry.properties.iter().map(|p| json!([p.ty, p.name, p.value])).collect();
            m.extras.insert("xmf".into(), json!({ "properties": list }));
        }
    }
}

/// Gives pictures their names back, and marks those that are as they were.
pub fn recall(scene: &mut Scene) {
    let Scene { materials, images, .. } = scene;
    for m in materials.iter() {
        let bitmaps = bitmaps(m);
        for t in &m.textures {
            let Some(image) = images.get_mut(t.image.0 as usize) else { continue };
            name_again(image, t, &bitmaps);
            let note = m.extras.get("xmf").and_then(|x| x.get(KEY)?.get(t.slot.label()));
            if let Some(note) = note {
                compare(image, note);
            }
        }
    }
}

/// The path in the library, where the picture has the name that it has in glTF, or none of its own.
fn name_again(image: &mut Image, t: &TextureSlot, bitmaps: &[(String, String)]) {
    if t.slot == Slot::MetallicRoughness {
        if image.channels.is_empty() {
            image.channels = channels(bitmaps, &image.file);
        }
        return;
    }
    let Some((_, path)) = bitmaps.iter().find(|(name, _)| slot(name) == t.slot) else { return };
    if stem(&image.file).eq_ignore_ascii_case(stem(path)) {
        image.file.clone_from(path);
    }
}

/// The files of smoothness and metal, if the picture has the name that was made of them.
fn channels(bitmaps: &[(String, String)], file: &str) -> Vec<ImageChannel> {
    let find =
        |name: &str| bitmaps.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, p)| p.clone());
    let (smooth, metal) = (find("smooth_map"), find("metal_map"));
    let first = smooth.as_ref().or(metal.as_ref()).map(|p| format!("{}_metal_rough", stem(p)));
    if first.is_none_or(|name| !stem(file).eq_ignore_ascii_case(&name)) {
        return Vec::new();
    }
    let one = |file: Option<String>, to: u8| {
        file.map(|file| ImageChannel { file, to, scale: 1.0, invert: to == 1 })
    };
    one(smooth, 1).into_iter().chain(one(metal, 2)).collect()
}

fn stem(file: &str) -> &str {
    let base = file_name(file);
    base.rsplit_once('.').map_or(base, |(stem, _)| stem)
}

fn compare(image: &mut Image, note: &Value) {
    let Some(data) = image.data.as_deref() else { return };
    let number = |name: &str| note.get(name).and_then(Value::as_u64);
    if number("bytes") == Some(data.len() as u64) && number("sum") == Some(adler32(data).into()) {
        image.extras.insert(UNCHANGED.into(), true.into());
    }
    if let Some(header) = note.get(DDS) {
        image.extras.entry(DDS).or_insert_with(|| header.clone());
    }
    if note.get(GZ) == Some(&Value::Bool(true)) {
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
        let properties = json!({"properties": [["BitMap", "diffuse_map", path]]});
        let mut m =
            Material { textures: vec![TextureSlot::new(Slot::BaseColor, ImageId(0))], ..Material::default() };
        m.extras.insert("xmf".into(), properties);
        scene.add_material(m);
        note(&mut scene);
        // Blender keeps the extras of materials, the bytes of pictures, and half of their names.
        scene.images[0] =
            Image { file: "hull_diff.png".into(), data: scene.images[0].data.clone(), ..Image::default() };
        let painted =
            Image { data: Some(scene::textures::one_color([9, 9, 9]).into()), ..scene.images[0].clone() };
        recall(&mut scene);
        assert_eq!(scene.images[0].file, path);
        assert!(scene.images[0].extras.contains_key(UNCHANGED));
        scene.images[0] = painted;
        recall(&mut scene);
        assert!(!scene.images[0].extras.contains_key(UNCHANGED));
        assert_eq!(
            (names(&scene), scene.images[0].extras.get(DDS)),
            (vec!["hull_diff.gz".into()], Some(&json!("header")))
        );
    }
}
