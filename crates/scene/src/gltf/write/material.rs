//! Materials, textures, samplers, images.
//!
//! A texture whose picture was not loaded, or whose slot has no place in glTF, stays in `extras`; a picture that was
//! loaded for such a slot is an image that no texture uses.

use super::super::json::{self, CLAMP};
use super::sanitise::finite_or;
use super::{Out, extras, percent_encode};
use crate::codes::{MATERIAL_RANGE, REFERENCE, UV_SET_MISSING};
use crate::{Alpha, Image, ImageChannel, Material, MaterialId, PixelOps, Slot, TextureSlot};
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// Writes materials as meshes ask for them.
pub struct Materials<'n> {
    image_files: Option<&'n [String]>,
    images: HashMap<u32, u32>,
    textures: HashMap<(u32, bool), u32>,
    /// Copies for meshes with fewer UV sets than the material uses.
    variants: HashMap<(u32, u32), u32>,
}

/// Writes all materials; variants follow when meshes need them.
pub fn write<'n>(out: &mut Out<'_, '_>, image_files: Option<&'n [String]>) -> Materials<'n> {
    let mut made =
        Materials { image_files, images: HashMap::new(), textures: HashMap::new(), variants: HashMap::new() };
    for (i, material) in out.scene.materials.iter().enumerate() {
        let path = format!("materials[{i}]");
        check_range(out, material, &path);
        let m = made.one(out, material, u32::MAX, None, &path);
        out.root.materials.push(m);
    }
    made
}

/// Whether glTF has a place for a texture of this material.
fn has_place(material: &Material, slot: &Slot) -> bool {
    match slot {
        Slot::BaseColor | Slot::Normal | Slot::Emissive | Slot::MetallicRoughness | Slot::Lightmap => true,
        // An unlit material must not have other extensions.
        Slot::Specular => material.specular.is_some() && !material.unlit,
        Slot::Mask | Slot::Environment | Slot::Other(_) => false,
    }
}

impl Materials<'_> {
    /// The glTF material for a mesh with a number of UV sets.
    pub fn pick(&mut self, out: &mut Out<'_, '_>, id: MaterialId, uv_sets: u32, path: &str) -> Option<u32> {
        let Some(material) = out.scene.materials.get(id.0 as usize) else {
            out.sink.push(&REFERENCE, path, format!("material {} does not exist", id.0));
            return None;
        };
        let beyond = |t: &&TextureSlot| t.uv >= uv_sets && written(out, material, t);
        let Some(first) = material.textures.iter().find(beyond) else { return Some(id.0) };
        let key = (id.0, uv_sets);
        let message = format!(
            "texture {} of material {:?} uses UV set {}, the mesh has {uv_sets}",
            first.slot.label(),
            material.name,
            first.uv
        );
        out.sink.push(&UV_SET_MISSING, path, message);
        if let Some(known) = self.variants.get(&key) {
            return Some(*known);
        }
        let m = self.one(out, material, uv_sets, Some(id.0), path);
        out.root.materials.push(m);
        let index = out.root.materials.len() as u32 - 1;
        self.variants.insert(key, index);
        Some(index)
    }

    fn one(
        &mut self,
        out: &mut Out<'_, '_>,
        material: &Material,
        uv_sets: u32,
        variant_of: Option<u32>,
        path: &str,
    ) -> json::Material {
        let mut pbr = json::Pbr::default();
        let mut made = json::Material::default();
        let mut ext = json::MaterialExtensions::default();
        let unit = |v: f32, d: f32| finite_or(v, d).clamp(0.0, 1.0);
        if let Some(s) = material.specular.filter(|_| !material.unlit) {
            let factor = unit(s.factor, 1.0);
            let color = s.color.map(|c| finite_or(c, 1.0).max(0.0));
            ext.specular = Some(json::Specular {
                specular_factor: (factor != 1.0).then_some(factor),
                specular_color_factor: (color != [1.0; 3]).then_some(color),
                ..json::Specular::default()
            });
            out.used.specular = true;
        }
        // 0 is the standard's word for a surface without reflection; between 0 and 1 nothing is allowed.
        if let Some(ior) =
            material.ior.filter(|i| !material.unlit && i.is_finite() && (*i >= 1.0 || *i == 0.0))
        {
            ext.ior = Some(json::Ior { ior: Some(ior) });
            out.used.ior = true;
        }
        if material.unlit {
            ext.unlit = Some(json::Empty {});
            out.used.unlit = true;
        }
        for t in material.textures.iter().filter(|t| t.uv < uv_sets) {
            if !written(out, material, t) {
                continue;
            }
            let Some(info) = self.info(out, t, path) else { continue };
            match t.slot {
                Slot::BaseColor => pbr.base_color_texture = Some(info),
                Slot::MetallicRoughness => pbr.metallic_roughness_texture = Some(info),
                Slot::Emissive => made.emissive_texture = Some(info),
                Slot::Normal => {
                    let scale = finite_or(t.strength, 1.0);
                    let scale = (scale != 1.0).then_some(scale);
                    made.normal_texture = Some(json::TextureInfo { scale, ..info });
                }
                Slot::Lightmap => {
                    let strength = unit(t.strength, 1.0);
                    let strength = (strength != 1.0).then_some(strength);
                    made.occlusion_texture = Some(json::TextureInfo { strength, ..info });
                }
                Slot::Specular => {
                    if let Some(s) = &mut ext.specular {
                        s.specular_color_texture = Some(info);
                    }
                }
                Slot::Mask | Slot::Environment | Slot::Other(_) => {}
            }
        }
        let color = material.base_color.map(|c| unit(c, 1.0));
        pbr.base_color_factor = (color != [1.0; 4]).then_some(color);
        let (metal, rough) = (unit(material.metallic, 0.0), unit(material.roughness, 1.0));
        pbr.metallic_factor = (metal != 1.0).then_some(metal);
        pbr.roughness_factor = (rough != 1.0).then_some(rough);
        made.name.clone_from(&material.name);
        made.pbr_metallic_roughness = (pbr != json::Pbr::default()).then_some(pbr);
        let emissive = material.emissive.map(|c| unit(c, 0.0));
        made.emissive_factor = (emissive != [0.0; 3]).then_some(emissive);
        match material.alpha {
            Alpha::Opaque => {}
            Alpha::Mask(cutoff) => {
                made.alpha_mode = Some("MASK".into());
                let cutoff = finite_or(cutoff, 0.5).max(0.0);
                made.alpha_cutoff = (cutoff != 0.5).then_some(cutoff);
            }
            Alpha::Blend => made.alpha_mode = Some("BLEND".into()),
        }
        made.double_sided = material.double_sided;
        made.extensions = (ext != json::MaterialExtensions::default()).then_some(ext);
        made.extras = self.extras(out, material, variant_of, path);
        made
    }

    /// The use of a texture, its texture and image made if new.
    fn info(&mut self, out: &mut Out<'_, '_>, t: &TextureSlot, path: &str) -> Option<json::TextureInfo> {
        let index = self.texture(out, t, path)?;
        let transform = t.transform.map(|x| {
            out.used.texture_transform = true;
            let offset = x.offset.map(|v| finite_or(v, 0.0));
            let scale = x.scale.map(|v| finite_or(v, 1.0));
            let rotation = finite_or(x.rotation, 0.0);
            json::TextureInfoExtensions {
                transform: Some(json::TextureTransform {
                    offset: (offset != [0.0; 2]).then_some(offset),
                    rotation: (rotation != 0.0).then_some(rotation),
                    scale: (scale != [1.0; 2]).then_some(scale),
                    tex_coord: None,
                }),
            }
        });
        Some(json::TextureInfo {
            index,
            tex_coord: t.uv,
            extensions: transform,
            ..json::TextureInfo::default()
        })
    }

    fn texture(&mut self, out: &mut Out<'_, '_>, t: &TextureSlot, path: &str) -> Option<u32> {
        let key = (t.image.0, t.clamp);
        if let Some(known) = self.textures.get(&key) {
            return Some(*known);
        }
        let source = self.image(out, t.image.0, path)?;
        let sampler = t.clamp.then(|| {
            if out.root.samplers.is_empty() {
                let (wrap_s, wrap_t) = (Some(CLAMP), Some(CLAMP));
                out.root.samplers.push(json::Sampler { wrap_s, wrap_t, ..json::Sampler::default() });
            }
            0
        });
        out.root.textures.push(json::Texture { sampler, source: Some(source), ..json::Texture::default() });
        let index = out.root.textures.len() as u32 - 1;
        self.textures.insert(key, index);
        Some(index)
    }

    fn image(&mut self, out: &mut Out<'_, '_>, id: u32, path: &str) -> Option<u32> {
        if let Some(known) = self.images.get(&id) {
            return Some(*known);
        }
        let scene = out.scene;
        let Some(image) = scene.images.get(id as usize) else {
            out.sink.push(&REFERENCE, path, format!("image {id} does not exist"));
            return None;
        };
        let data = image.data.as_ref()?;
        let mime = crate::textures::mime(data)?;
        let mut made = json::Image {
            name: crate::stem(&image.file).to_owned(),
            mime_type: Some(mime.into()),
            extras: image_extras(image),
            ..json::Image::default()
        };
        match self.image_files.and_then(|names| names.get(id as usize)) {
            Some(name) => made.uri = Some(percent_encode(name)),
            None => made.buffer_view = Some(out.buffers.picture(data)),
        }
        out.root.images.push(made);
        let index = out.root.images.len() as u32 - 1;
        self.images.insert(id, index);
        Some(index)
    }

    fn extras(
        &mut self,
        out: &mut Out<'_, '_>,
        material: &Material,
        variant_of: Option<u32>,
        path: &str,
    ) -> Option<Value> {
        let mut model = Map::new();
        if material.textures.iter().any(|t| !written(out, material, t)) {
            let mut list = Vec::with_capacity(material.textures.len());
            for t in &material.textures {
                list.push(if written(out, material, t) {
                    json!({ "slot": t.slot.label() })
                } else {
                    self.texture_json(out, t, path)
                });
            }
            model.insert("textures".into(), Value::Array(list));
        }
        if let Some(s) = material.specular.filter(|_| material.unlit) {
            model.insert("specular".into(), json!({ "factor": s.factor, "color": s.color }));
        }
        if let Some(base) = variant_of {
            model.insert("variantOf".into(), base.into());
        }
        extras::write(&material.extras, model, Map::new())
    }

    /// Everything about a texture that has no place in glTF. Its picture, if there is one, comes along: unused images
    /// are allowed, and converting back needs them.
    fn texture_json(&mut self, out: &mut Out<'_, '_>, t: &TextureSlot, path: &str) -> Value {
        let mut made = Map::new();
        made.insert("slot".into(), t.slot.label().into());
        if let Some(image) = out.scene.images.get(t.image.0 as usize) {
            made.insert("image".into(), image_json(image));
        }
        if let Some(source) = self.image(out, t.image.0, path) {
            made.insert("source".into(), source.into());
        }
        if t.uv != 0 {
            made.insert("uv".into(), t.uv.into());
        }
        if let Some(x) = t.transform {
            let value = json!({ "offset": x.offset, "rotation": x.rotation, "scale": x.scale });
            made.insert("transform".into(), value);
        }
        if t.strength != 1.0 {
            made.insert("strength".into(), json!(t.strength));
        }
        if t.clamp {
            made.insert("clamp".into(), true.into());
        }
        Value::Object(made)
    }
}

/// Whether a picture was loaded, and is one glTF can hold.
fn is_usable(image: &Image) -> bool {
    image.data.as_deref().and_then(crate::textures::mime).is_some()
}

/// Whether a texture is the one that goes into its glTF slot: a place, a picture, and first of its kind.
fn written(out: &Out<'_, '_>, material: &Material, t: &TextureSlot) -> bool {
    has_place(material, &t.slot)
        && out.scene.images.get(t.image.0 as usize).is_some_and(is_usable)
        && material.texture(&t.slot).is_some_and(|first| std::ptr::eq(first, t))
}

fn check_range(out: &mut Out<'_, '_>, material: &Material, path: &str) {
    let unit = |v: &f32| (0.0..=1.0).contains(v);
    let numbers = [material.metallic, material.roughness];
    let mut all = material.base_color.iter().chain(&material.emissive).chain(&numbers);
    if !all.all(unit) {
        let message = format!("material {:?} has values outside of 0 to 1", material.name);
        out.sink.push(&MATERIAL_RANGE, path, message);
    }
}

fn image_json(image: &Image) -> Value {
    let mut made = Map::new();
    made.insert("file".into(), image.file.clone().into());
    let PixelOps { invert_red, invert_green, invert_blue, drop_alpha, red_only } = image.ops;
    let flags = [
        ("invertRed", invert_red),
        ("invertGreen", invert_green),
        ("invertBlue", invert_blue),
        ("dropAlpha", drop_alpha),
        ("redOnly", red_only),
    ];
    let ops: Vec<Value> = flags.iter().filter(|(_, on)| *on).map(|(name, _)| (*name).into()).collect();
    if !ops.is_empty() {
        made.insert("ops".into(), Value::Array(ops));
    }
    if !image.channels.is_empty() {
        made.insert("channels".into(), ImageChannel::to_json(&image.channels));
    }
    if !image.extras.is_empty() {
        made.insert("extras".into(), Value::Object(image.extras.clone()));
    }
    Value::Object(made)
}

fn image_extras(image: &Image) -> Option<Value> {
    let mut model = Map::new();
    if let Value::Object(object) = image_json(image) {
        model = object;
        model.remove("extras");
    }
    extras::write(&image.extras, model, Map::new())
}
