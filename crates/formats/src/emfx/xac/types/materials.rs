//! Chunks 3, 4, 5 and 13.

use crate::emfx::types::macros::versioned;
use serde::{Deserialize, Serialize};
use wire::{Reader, Result, Text, Wire, Writer};

versioned! {
    /// 13: how many materials follow.
    pub struct MaterialInfo {
        /// Level of detail.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lod: u32 = 2,
        /// All.
        total: u32,
        /// Standard ones.
        standard: u32,
        /// FX ones.
        fx: u32,
    }
}

versioned! {
    /// 3: a standard material. Version 1 has its layers in chunks of their own.
    pub struct Material {
        /// Level of detail.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lod: u32 = 3,
        /// Ambient.
        #[serde(with = "wire::exact")]
        ambient: [f32; 4],
        /// Diffuse.
        #[serde(with = "wire::exact")]
        diffuse: [f32; 4],
        /// Specular.
        #[serde(with = "wire::exact")]
        specular: [f32; 4],
        /// Emissive.
        #[serde(with = "wire::exact")]
        emissive: [f32; 4],
        /// Exponent.
        #[serde(with = "wire::exact")]
        shine: f32,
        /// Strength.
        #[serde(with = "wire::exact")]
        shine_strength: f32,
        /// 1 opaque.
        #[serde(with = "wire::exact")]
        opacity: f32,
        /// Index of refraction.
        #[serde(with = "wire::exact")]
        ior: f32,
        /// Drawn from both sides.
        double_sided: u8,
        /// Drawn as lines.
        wireframe: u8,
        /// `F` filter, `S` subtractive, `A` additive, `U` unknown.
        transparency: u8,
        /// Number of inline layers; garbage in version 1.
        layer_count: u8,
        /// Name.
        name: Text,
        /// Inline layers, versions 2 and 3.
        #[serde(default, skip_serializing_if = "Layers::is_empty")]
        layers: Layers,
    }
}

/// Layers after a material, read by [`Material::read_all`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Layers(pub Vec<Layer>);

impl Layers {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Wire for Layers {
    const MIN_SIZE: usize = 0;
    fn read(_: &mut Reader<'_>) -> Result<Self> {
        Ok(Self::default())
    }
    fn write(&self, w: &mut Writer) {
        for layer in &self.0 {
            layer.write(w, 2);
        }
    }
}

impl Material {
    /// Reads it with its inline layers.
    pub fn read_all(r: &mut Reader<'_>, version: u32) -> Result<Self> {
        let mut material = Self::read(r, version)?;
        if version >= 2 {
            let n = usize::from(material.layer_count);
            material.layers = Layers(r.field("layers", |r| r.list_with(n, 32, |r, _| Layer::read(r, 2)))?);
        }
        Ok(material)
    }

    /// Writes it; the layer count stays as stored.
    pub fn write_all(&self, w: &mut Writer, version: u32) {
        self.write(w, version);
    }
}

versioned! {
    /// 4 and the inline layers of 3: a texture.
    pub struct Layer {
        /// Strength.
        #[serde(with = "wire::exact")]
        amount: f32,
        /// U offset.
        #[serde(with = "wire::exact")]
        u_offset: f32,
        /// V offset.
        #[serde(with = "wire::exact")]
        v_offset: f32,
        /// U tiling.
        #[serde(with = "wire::exact")]
        u_tiling: f32,
        /// V tiling.
        #[serde(with = "wire::exact")]
        v_tiling: f32,
        /// Radians.
        #[serde(with = "wire::exact")]
        rotation: f32,
        /// Number of the material it belongs to.
        material: u16,
        /// What it is for.
        map_type: u8,
        /// How it is blended; garbage in version 1.
        blend_mode: u8,
        /// Name without path and extension.
        texture: Text,
    }
}

/// A parameter of an effect.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FxValue<T> {
    /// Value.
    pub value: T,
    /// Name.
    pub name: Text,
}

/// A parameter that is made of floats.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct FxFloats<const N: usize> {
    /// Value.
    #[serde(with = "wire::exact")]
    pub value: [f32; N],
    /// Name.
    pub name: Text,
}

impl<T: Wire> Wire for FxValue<T> {
    const MIN_SIZE: usize = T::MIN_SIZE.saturating_add(4);
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        Ok(Self { value: r.field("value", T::read)?, name: r.field("name", Text::read)? })
    }
    fn write(&self, w: &mut Writer) {
        self.value.write(w);
        self.name.write(w);
    }
}

impl<const N: usize> Wire for FxFloats<N> {
    const MIN_SIZE: usize = 4 * N + 4;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        Ok(Self { value: r.field("value", |r| r.get())?, name: r.field("name", Text::read)? })
    }
    fn write(&self, w: &mut Writer) {
        self.value.write(w);
        self.name.write(w);
    }
}

/// A picture of an effect: name first, then value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FxBitmap {
    /// Name of the parameter.
    pub name: Text,
    /// File name, `None` if unused.
    pub value: Text,
}

impl Wire for FxBitmap {
    const MIN_SIZE: usize = 8;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        Ok(Self { name: r.field("name", Text::read)?, value: r.field("value", Text::read)? })
    }
    fn write(&self, w: &mut Writer) {
        self.name.write(w);
        self.value.write(w);
    }
}

/// 5: a material with an effect file.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct FxMaterial {
    /// Level of detail, version 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lod: Option<u32>,
    /// Name.
    pub name: Text,
    /// Effect file, without path.
    pub effect: Text,
    /// Shader technique, versions 2 and 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub technique: Option<Text>,
    /// Integers.
    pub ints: Vec<FxValue<i32>>,
    /// Floats.
    pub floats: Vec<FxFloats<1>>,
    /// Colours.
    pub colors: Vec<FxFloats<4>>,
    /// Switches, versions 2 and 3.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bools: Vec<FxValue<u8>>,
    /// Vectors, versions 2 and 3.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vectors: Vec<FxFloats<3>>,
    /// Pictures.
    pub bitmaps: Vec<FxBitmap>,
}

impl FxMaterial {
    /// Reads it.
    pub fn read_all(r: &mut Reader<'_>, version: u32) -> Result<Self> {
        let later = version >= 2;
        let lod = if version == 3 { Some(r.field("lod", Reader::u32)?) } else { None };
        let ints = r.field("int_count", |r| r.count_u32(8))?;
        let floats = r.field("float_count", |r| r.count_u32(8))?;
        let colors = r.field("color_count", |r| r.count_u32(20))?;
        let bools = if later { r.field("bool_count", |r| r.count_u32(5))? } else { 0 };
        let vectors = if later { r.field("vector_count", |r| r.count_u32(16))? } else { 0 };
        let bitmaps = r.field("bitmap_count", |r| r.count_u32(8))?;
        Ok(Self {
            lod,
            name: r.field("name", |r| r.get())?,
            effect: r.field("effect", |r| r.get())?,
            technique: if later { Some(r.field("technique", |r| r.get())?) } else { None },
            ints: r.field("ints", |r| r.list(ints))?,
            floats: r.field("floats", |r| r.list(floats))?,
            colors: r.field("colors", |r| r.list(colors))?,
            bools: r.field("bools", |r| r.list(bools))?,
            vectors: r.field("vectors", |r| r.list(vectors))?,
            bitmaps: r.field("bitmaps", |r| r.list(bitmaps))?,
        })
    }

    /// Writes it.
    pub fn write_all(&self, w: &mut Writer, version: u32) {
        if version == 3 {
            w.u32(self.lod.unwrap_or(0));
        }
        w.u32(self.ints.len() as u32);
        w.u32(self.floats.len() as u32);
        w.u32(self.colors.len() as u32);
        if version >= 2 {
            w.u32(self.bools.len() as u32);
            w.u32(self.vectors.len() as u32);
        }
        w.u32(self.bitmaps.len() as u32);
        w.put(&self.name);
        w.put(&self.effect);
        if version >= 2 {
            w.put(&self.technique.clone().unwrap_or_default());
        }
        w.put_all(&self.ints);
        w.put_all(&self.floats);
        w.put_all(&self.colors);
        if version >= 2 {
            w.put_all(&self.bools);
            w.put_all(&self.vectors);
        }
        w.put_all(&self.bitmaps);
    }

    /// An integer parameter.
    pub fn int(&self, name: &str) -> Option<i32> {
        self.ints.iter().find(|p| p.name.0 == name.as_bytes()).map(|p| p.value)
    }

    /// A switch.
    pub fn bool(&self, name: &str) -> bool {
        self.bools.iter().any(|p| p.name.0 == name.as_bytes() && p.value != 0)
    }
}
