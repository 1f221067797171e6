//! Materials, textures, images.

use super::super::json::{self, CLAMP};
use super::{In, data_uri, extras, next_to, no_such};
use crate::codes::GLTF_IMAGE;
use crate::textures::Problem;
use crate::{
    Alpha, Image, ImageChannel, ImageId, Material, MaterialId, PixelOps, Scene, Slot, Specular, TextureSlot,
    TextureTransform,
};
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::sync::Arc;
use wire::{Error, Result};

/// Scene material by glTF material.
pub struct Materials(Vec<MaterialId>);

impl Materials {
    /// The material with a glTF index.
    pub fn get(&self, index: u32) -> Result<MaterialId> {
        self.0.get(index as usize).copied().ok_or_else(|| no_such("material", index, self.0.len()))
    }
}

/// Reads images and materials.
pub fn read(input: &mut In<'_, '_>, scene: &mut Scene) -> Result<Materials> {
    let root = input.root;
    let mut foreign = Vec::with_capacity(root.images.len());
    let mut known = HashSet::new();
    for (i, image) in root.images.iter().enumerate() {
        let (made, ours) =
            one_image(input, image, i, &mut known).map_err(|e| e.in_index(i).in_field("images"))?;
        scene.images.push(made);
        foreign.push(!ours);
    }
    let sink = &mut *input.sink;
    crate::textures::verify(&mut scene.images, input.limit, |i, problem| {
        let code = if matches!(problem, Problem::Large(_)) { problem.code() } else { &GLTF_IMAGE };
        sink.push(code, format!("images[{i}]"), format!("the picture was left out: {problem}"));
    });
    let mut made = Vec::with_capacity(root.materials.len());
    let mut variants = Vec::new();
    for (i, material) in root.materials.iter().enumerate() {
        let (m, variant) = one(input, scene, material, i).map_err(|e| e.in_index(i).in_field("materials"))?;
        // A copy for meshes with fewer UV sets is its original again.
        let original = variant.filter(|v| (*v as usize) < i);
        match original.and_then(|v| made.get(v as usize).copied()) {
            Some(original) => {
                made.push(original);
                variants.push(i);
            }
            None => made.push(scene.add_material(m)),
        }
    }
    mark_foreign_normal_maps(scene, &foreign);
    Ok(Materials(made))
}

/// A normal map of another program is green-up as glTF says; all games here want it the other way round, so it
/// is noted as inverted and [`crate::textures::export`] turns it.
fn mark_foreign_normal_maps(scene: &mut Scene, foreign: &[bool]) {
    let textures = scene.materials.iter().flat_map(|m| &m.textures);
    let normals: Vec<u32> = textures.filter(|t| t.slot == Slot::Normal).map(|t| t.image.0).collect();
    for id in normals {
        let at = id as usize;
        if let (Some(true), Some(image)) = (foreign.get(at), scene.images.get_mut(at)) {
            image.ops.invert_green = true;
        }
    }
}

/// `known` are the files that pictures were made of already: what comes again is paid for.
fn one_image(
    input: &mut In<'_, '_>,
    image: &json::Image,
    i: usize,
    known: &mut HashSet<String>,
) -> Result<(Image, bool)> {
    let path = format!("images[{i}]");
    let read = extras::read(image.extras.as_ref(), &[], &path, input.sink);
    let mut made = Image { extras: read.extras, ..Image::default() };
    let (data, name): (Option<Vec<u8>>, Option<String>) = match (&image.uri, image.buffer_view) {
        (Some(uri), _) if uri.starts_with("data:") => (data_uri(uri).map(|(_, b)| b), None),
        (Some(uri), _) => {
            let file = next_to(input.folder, uri);
            made.found = input.files.resolve(&file);
            let bytes = made.found.as_ref().and_then(|f| input.files.read(f).ok());
            let len = bytes.as_ref().map_or(0, Vec::len);
            if made.found.as_ref().is_some_and(|f| known.insert(f.clone())) {
                input.data.allow(len);
            } else {
                input.data.charge(len, 1)?;
            }
            (bytes, Some(super::percent_decode(uri)))
        }
        (None, Some(view)) => {
            let bytes = input.data.view(view)?.0;
            input.data.charge(bytes.len(), 1)?;
            (Some(bytes.to_vec()), None)
        }
        (None, None) => (None, None),
    };
    let mime = data.as_deref().and_then(crate::textures::mime);
    match (data, mime) {
        (Some(bytes), Some(mime)) => {
            made.data = Some(Arc::from(bytes));
            mime.clone_into(&mut made.mime);
        }
        (data, _) => {
            let what = if data.is_some() { "is neither PNG nor JPEG" } else { "is missing" };
            let name = image.uri.as_deref().filter(|u| !u.starts_with("data:")).unwrap_or(&image.name);
            input.sink.push(&GLTF_IMAGE, path, format!("picture {name:?} {what}"));
        }
    }
    let extension = if made.mime == "image/jpeg" { "jpg" } else { "png" };
    let named = || if image.name.is_empty() { format!("image_{i}") } else { image.name.clone() };
    let ours = read.model.get("file").and_then(Value::as_str).map(str::to_owned);
    let is_ours = ours.is_some();
    made.file = ours.or(name).unwrap_or_else(|| {
        let name = named();
        let has = [".png", ".jpg", ".jpeg"].iter().any(|e| name.to_ascii_lowercase().ends_with(e));
        if has { name } else { format!("{name}.{extension}") }
    });
    made.ops = ops(&read.model);
    made.channels = ImageChannel::from_json(read.model.get("channels"));
    Ok((made, is_ours))
}

fn ops(model: &Map<String, Value>) -> PixelOps {
    let list = model.get("ops").and_then(Value::as_array);
    let has = |name: &str| list.is_some_and(|l| l.iter().any(|v| v.as_str() == Some(name)));
    PixelOps {
        invert_red: has("invertRed"),
        invert_green: has("invertGreen"),
        invert_blue: has("invertBlue"),
        drop_alpha: has("dropAlpha"),
        red_only: has("redOnly"),
    }
}

fn one(
    input: &mut In<'_, '_>,
    scene: &mut Scene,
    m: &json::Material,
    i: usize,
) -> Result<(Material, Option<u32>)> {
    let read = extras::read(m.extras.as_ref(), &[], &format!("materials[{i}]"), input.sink);
    let pbr = m.pbr_metallic_roughness.clone().unwrap_or_default();
    let ext = m.extensions.clone().unwrap_or_default();
    let strength = ext.emissive_strength.and_then(|e| e.emissive_strength).unwrap_or(1.0);
    let mut textures = Vec::new();
    let specular = ext.specular.as_ref();
    let slots = [
        (Slot::BaseColor, pbr.base_color_texture.as_ref(), "baseColorTexture"),
        (Slot::MetallicRoughness, pbr.metallic_roughness_texture.as_ref(), "metallicRoughnessTexture"),
        (Slot::Normal, m.normal_texture.as_ref(), "normalTexture"),
        (Slot::Lightmap, m.occlusion_texture.as_ref(), "occlusionTexture"),
        (Slot::Emissive, m.emissive_texture.as_ref(), "emissiveTexture"),
        (Slot::Specular, specular.and_then(|s| s.specular_color_texture.as_ref()), "specularColorTexture"),
    ];
    for (slot, info, name) in slots {
        if let Some(info) = info
            && let Some(t) = texture(input, slot, info).map_err(|e| e.in_field(name))?
        {
            textures.push(t);
        }
    }
    let material = Material {
        name: m.name.clone(),
        base_color: pbr.base_color_factor.unwrap_or([1.0; 4]),
        metallic: pbr.metallic_factor.unwrap_or(1.0),
        roughness: pbr.roughness_factor.unwrap_or(1.0),
        emissive: m.emissive_factor.unwrap_or([0.0; 3]).map(|c| c * strength),
        specular: specular
            .map(|s| Specular {
                factor: s.specular_factor.unwrap_or(1.0),
                color: s.specular_color_factor.unwrap_or([1.0; 3]),
            })
            .or_else(|| read.model.get("specular").and_then(kept_specular)),
        ior: ext.ior.and_then(|i| i.ior),
        alpha: match m.alpha_mode.as_deref() {
            Some("MASK") => Alpha::Mask(m.alpha_cutoff.unwrap_or(0.5)),
            Some("BLEND") => Alpha::Blend,
            _ => Alpha::Opaque,
        },
        double_sided: m.double_sided,
        unlit: ext.unlit.is_some(),
        textures: restore(scene, textures, &read.model),
        extras: read.extras,
    };
    Ok((material, extras::number(read.model.get("variantOf"))))
}

/// The specular colour of an unlit material, which glTF does not allow to say.
fn kept_specular(value: &Value) -> Option<Specular> {
    let color: Vec<f32> =
        value.get("color")?.as_array()?.iter().filter_map(|c| extras::float(Some(c))).collect();
    Some(Specular { factor: extras::float(value.get("factor"))?, color: color.try_into().ok()? })
}

fn texture(input: &In<'_, '_>, slot: Slot, info: &json::TextureInfo) -> Result<Option<TextureSlot>> {
    let root = input.root;
    let in_textures = |e: Error| e.in_index(info.index as usize).in_field("textures");
    let texture = root
        .textures
        .get(info.index as usize)
        .ok_or_else(|| no_such("texture", info.index, root.textures.len()))?;
    let Some(source) = texture.source else { return Ok(None) };
    if source as usize >= root.images.len() {
        return Err(in_textures(no_such("image", source, root.images.len())));
    }
    let sampler = match texture.sampler {
        None => None,
        Some(s) => {
            let list = &root.samplers;
            Some(list.get(s as usize).ok_or_else(|| in_textures(no_such("sampler", s, list.len())))?)
        }
    };
    let transform = info.extensions.as_ref().and_then(|e| e.transform.as_ref());
    Ok(Some(TextureSlot {
        slot,
        image: ImageId(source),
        uv: transform.and_then(|t| t.tex_coord).unwrap_or(info.tex_coord),
        transform: transform.map(|t| TextureTransform {
            offset: t.offset.unwrap_or([0.0; 2]),
            rotation: t.rotation.unwrap_or(0.0),
            scale: t.scale.unwrap_or([1.0; 2]),
        }),
        strength: info.scale.or(info.strength).unwrap_or(1.0),
        clamp: sampler.is_some_and(|s| s.wrap_s == Some(CLAMP)),
    }))
}

fn slot(label: &str) -> Slot {
    match label {
        "baseColor" => Slot::BaseColor,
        "normal" => Slot::Normal,
        "emissive" => Slot::Emissive,
        "specular" => Slot::Specular,
        "metallicRoughness" => Slot::MetallicRoughness,
        "lightmap" => Slot::Lightmap,
        "mask" => Slot::Mask,
        "environment" => Slot::Environment,
        other => Slot::Other(other.strip_prefix("other:").unwrap_or(other).to_owned()),
    }
}

/// Puts textures that glTF could not hold back in their order. What the document says now comes first.
fn restore(scene: &mut Scene, mut present: Vec<TextureSlot>, model: &Map<String, Value>) -> Vec<TextureSlot> {
    let Some(list) = model.get("textures").and_then(Value::as_array) else { return present };
    let mut out = Vec::new();
    for entry in list.iter().filter_map(Value::as_object) {
        let slot = slot(entry.get("slot").and_then(Value::as_str).unwrap_or_default());
        if let Some(at) = present.iter().position(|t| t.slot == slot) {
            out.push(present.remove(at));
        } else if let Some(Value::Object(image)) = entry.get("image") {
            let image = kept_image(scene, image, extras::number(entry.get("source")));
            out.push(TextureSlot {
                slot,
                image,
                uv: extras::number(entry.get("uv")).unwrap_or(0),
                transform: entry.get("transform").and_then(transform),
                strength: extras::float(entry.get("strength")).unwrap_or(1.0),
                clamp: entry.get("clamp").and_then(Value::as_bool).unwrap_or(false),
            });
        }
    }
    out.append(&mut present);
    out
}

/// The image a texture without a place had: embedded, if nobody has renumbered the images since, else by name.
fn kept_image(scene: &mut Scene, model: &Map<String, Value>, source: Option<u32>) -> ImageId {
    let file = model.get("file").and_then(Value::as_str).unwrap_or_default();
    let embedded = source.and_then(|s| Some((s, scene.images.get(s as usize)?)));
    if let Some((at, _)) = embedded.filter(|(_, image)| image.file == file && image.ops == ops(model)) {
        return ImageId(at);
    }
    let id = scene.image(file, ops(model));
    if let Some(Value::Object(extras)) = model.get("extras")
        && let Some(image) = scene.images.get_mut(id.0 as usize)
    {
        image.extras.clone_from(extras);
    }
    id
}

fn transform(value: &Value) -> Option<TextureTransform> {
    let pair = |key: &str| {
        let list = value.get(key)?.as_array()?;
        Some([extras::float(list.first())?, extras::float(list.get(1))?])
    };
    Some(TextureTransform {
        offset: pair("offset")?,
        rotation: extras::float(value.get("rotation"))?,
        scale: pair("scale")?,
    })
}
