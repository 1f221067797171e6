//! Surfaces and pictures of the neutral model.

use crate::{Extras, ImageId};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;

/// How alpha is used.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Alpha {
    /// Ignored.
    #[default]
    Opaque,
    /// On or off around a cutoff.
    Mask(f32),
    /// Blended.
    Blend,
}

/// A surface, metallic-roughness.
#[derive(Debug, Clone)]
pub struct Material {
    /// Name, kept exactly.
    pub name: String,
    /// Base colour, linear RGBA.
    pub base_color: [f32; 4],
    /// 0–1.
    pub metallic: f32,
    /// 0–1.
    pub roughness: f32,
    /// Linear RGB.
    pub emissive: [f32; 3],
    /// `KHR_materials_specular`: factor and colour, where the source says so.
    pub specular: Option<Specular>,
    /// `KHR_materials_ior`, where it is not 1.5.
    pub ior: Option<f32>,
    /// How alpha is used.
    pub alpha: Alpha,
    /// Drawn from both sides.
    pub double_sided: bool,
    /// `KHR_materials_unlit`.
    pub unlit: bool,
    /// Pictures in use. At most one per slot that glTF has a place for; the others are for `inspect` and for converting back.
    pub textures: Vec<TextureSlot>,
    /// Original parameters and whatever else has no home above.
    pub extras: Extras,
}

impl Default for Material {
    fn default() -> Self {
        Self {
            name: String::new(),
            base_color: [1.0; 4],
            metallic: 0.0,
            roughness: 1.0,
            emissive: [0.0; 3],
            specular: None,
            ior: None,
            alpha: Alpha::Opaque,
            double_sided: false,
            unlit: false,
            textures: Vec::new(),
            extras: Extras::new(),
        }
    }
}

impl Material {
    /// The picture in a slot.
    pub fn texture(&self, slot: &Slot) -> Option<&TextureSlot> {
        self.textures.iter().find(|t| t.slot == *slot)
    }
}

/// `KHR_materials_specular`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Specular {
    /// Strength.
    pub factor: f32,
    /// Linear RGB.
    pub color: [f32; 3],
}

/// What a picture is used for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Slot {
    /// Colour and alpha.
    BaseColor,
    /// Tangent-space normals, glTF style (green up) once loaded.
    Normal,
    /// Glow.
    Emissive,
    /// `specularColorTexture` of `KHR_materials_specular`.
    Specular,
    /// glTF metallic-roughness (green roughness, blue metal).
    MetallicRoughness,
    /// Baked light or occlusion, multiplied; glTF's `occlusionTexture`.
    Lightmap,
    /// Blends detail maps; no place in glTF.
    Mask,
    /// Reflection; no place in glTF.
    Environment,
    /// Anything else, by its name in the source.
    Other(String),
}

impl Slot {
    /// The name `inspect` prints.
    pub fn label(&self) -> String {
        match self {
            Slot::BaseColor => "baseColor".into(),
            Slot::Normal => "normal".into(),
            Slot::Emissive => "emissive".into(),
            Slot::Specular => "specular".into(),
            Slot::MetallicRoughness => "metallicRoughness".into(),
            Slot::Lightmap => "lightmap".into(),
            Slot::Mask => "mask".into(),
            Slot::Environment => "environment".into(),
            Slot::Other(name) => format!("other:{name}"),
        }
    }
}

/// Name of a [`Slot::Other`]: masks of the two colours of a player's country, green for the first, blue for the second.
pub const COUNTRY_MASKS: &str = "country colours";

/// One use of a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct TextureSlot {
    /// For what.
    pub slot: Slot,
    /// Which picture.
    pub image: ImageId,
    /// UV set.
    pub uv: u32,
    /// `KHR_texture_transform`.
    pub transform: Option<TextureTransform>,
    /// Normal scale or lightmap strength; 1 otherwise.
    pub strength: f32,
    /// Clamp instead of repeat.
    pub clamp: bool,
}

impl TextureSlot {
    /// A plain use on the first UV set.
    pub fn new(slot: Slot, image: ImageId) -> Self {
        Self { slot, image, uv: 0, transform: None, strength: 1.0, clamp: false }
    }
}

/// `KHR_texture_transform`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextureTransform {
    /// Offset.
    pub offset: [f32; 2],
    /// Counter-clockwise radians.
    pub rotation: f32,
    /// Tiling.
    pub scale: [f32; 2],
}

/// How the pixels must change on the way to glTF (and back).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PixelOps {
    /// Invert red: normal maps whose X points left.
    pub invert_red: bool,
    /// Invert green: Direct3D normal maps.
    pub invert_green: bool,
    /// Invert blue.
    pub invert_blue: bool,
    /// Set alpha to opaque: the source does not use it.
    pub drop_alpha: bool,
    /// Red in all colours: the source keeps other things in green and blue. Not undone.
    pub red_only: bool,
}

/// A picture, by the name in the source until [`Image::data`] is filled from [`crate::Files`].
#[derive(Debug, Clone, Default)]
pub struct Image {
    /// As the source names it, path included.
    pub file: String,
    /// What must happen to its pixels on loading. Two uses with different operations are two images.
    pub ops: PixelOps,
    /// Files it is put together of, where the source has one for each channel; [`Image::file`] is then only a name.
    pub channels: Vec<ImageChannel>,
    /// Encoded PNG or JPEG, ready for glTF: filled by the texture step, or by the glTF reader.
    pub data: Option<Arc<[u8]>>,
    /// `image/png` or `image/jpeg` when `data` is there.
    pub mime: String,
    /// Where it was found, for messages and `inspect`.
    pub found: Option<String>,
    /// What has no home above.
    pub extras: Extras,
}

/// Images by what they are made of, so that thousands of them are not compared with each other.
#[derive(Clone, Default)]
pub struct KnownImages {
    seen: usize,
    pub(crate) files: HashMap<PixelOps, HashMap<String, ImageId>>,
    pub(crate) packed: HashMap<String, ImageId>,
}

impl std::fmt::Debug for KnownImages {
    /// Without its content, which is that of the scene once more.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("KnownImages")
    }
}

impl KnownImages {
    /// Takes in the images that were added since; of equal ones the first counts.
    pub(crate) fn catch_up(&mut self, images: &[Image]) {
        if images.len() < self.seen {
            *self = Self::default();
        }
        for (i, image) in images.iter().enumerate().skip(self.seen) {
            let id = ImageId(i as u32);
            self.files.entry(image.ops).or_default().entry(image.file.clone()).or_insert(id);
            if !image.channels.is_empty() {
                self.packed.entry(Self::key(&image.channels)).or_insert(id);
            }
        }
        self.seen = images.len();
    }

    pub(crate) fn key(channels: &[ImageChannel]) -> String {
        ImageChannel::to_json(channels).to_string()
    }
}

/// One channel of a picture that is put together of several files: 255 where no file says otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct ImageChannel {
    /// The file, as the source names it. Its red is taken.
    pub file: String,
    /// Where it goes: 0 red, 1 green, 2 blue.
    pub to: u8,
    /// What it is multiplied by, 0 to 1.
    pub scale: f32,
    /// Whether the result is inverted: smooth becomes rough.
    pub invert: bool,
    /// The header of the DDS that the file is, as base64, for writing another one like it.
    pub dds: Option<String>,
    /// Whether the file is gzipped.
    pub gz: bool,
}

impl ImageChannel {
    /// A channel of a file that was not looked at yet.
    pub fn new(file: impl Into<String>, to: u8, scale: f32, invert: bool) -> Self {
        Self { file: file.into(), to, scale, invert, dds: None, gz: false }
    }

    /// Channels as JSON: file, place, scale and whether inverted, each; then the header and whether gzipped, if known.
    pub fn to_json(channels: &[Self]) -> Value {
        let one = |c: &Self| match (&c.dds, c.gz) {
            (None, false) => json!([c.file, c.to, c.scale, c.invert]),
            (dds, gz) => json!([c.file, c.to, c.scale, c.invert, dds, gz]),
        };
        channels.iter().map(one).collect()
    }

    /// And back; what is no channel is left out.
    pub fn from_json(value: Option<&Value>) -> Vec<Self> {
        let one = |v: &Value| {
            Some(Self {
                file: v.get(0)?.as_str()?.to_owned(),
                to: u8::try_from(v.get(1)?.as_u64()?).ok()?,
                scale: v.get(2)?.as_f64()? as f32,
                invert: v.get(3)?.as_bool()?,
                dds: v.get(4).and_then(Value::as_str).map(str::to_owned),
                gz: v.get(5).and_then(Value::as_bool).unwrap_or_default(),
            })
        };
        value.and_then(Value::as_array).into_iter().flatten().filter_map(one).collect()
    }
}
