//! Chunks 3, 4, 5 and 13.

use serde::{Deserialize, Serialize};
use wire::{Reader, Result, Text, Wire, Writer, record};

record! {
    /// 13: how many materials follow.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct MaterialInfo {
        /// Level of detail.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub lod: u32 = 2,
        /// All.
        pub total: u32,
        /// Standard ones.
        pub standard: u32,
        /// FX ones.
        pub fx: u32,
    }
}

record! {
    /// 3: a standard material. Version 1 has its layers in chunks of their own.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Material(v) {
        /// Level of detail.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub lod: u32 = 3,
        /// Ambient.
        #[serde(with = "wire::exact")]
        pub ambient: [f32; 4],
        /// Diffuse.
        #[serde(with = "wire::exact")]
        pub diffuse: [f32; 4],
        /// Specular.
        #[serde(with = "wire::exact")]
        pub specular: [f32; 4],
        /// Emissive.
        #[serde(with = "wire::exact")]
        pub emissive: [f32; 4],
        /// Exponent.
        #[serde(with = "wire::exact")]
        pub shine: f32,
        /// Strength.
        #[serde(with = "wire::exact")]
        pub shine_strength: f32,
        /// 1 opaque.
        #[serde(with = "wire::exact")]
        pub opacity: f32,
        /// Index of refraction.
        #[serde(with = "wire::exact")]
        pub ior: f32,
        /// Drawn from both sides.
        pub double_sided: u8,
        /// Drawn as lines.
        pub wireframe: u8,
        /// `F` filter, `S` subtractive, `A` additive, `U` unknown.
        pub transparency: u8,
        /// Number of inline layers; garbage in version 1.
        pub layer_count: u8,
        /// Name.
        pub name: Text,
        /// Inline layers, versions 2 and 3.
        #[serde(default, skip_serializing_if = "Layers::is_empty")]
        pub layers: Layers as inline(v, layer_count),
    }
}

/// Layers after a material.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Layers(pub Vec<Layer>);

impl Layers {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The layers of a material: they have no version of their own. Their count stays as stored.
mod inline {
    use super::{Layers, Reader, Result, Writer};

    pub fn read(r: &mut Reader<'_>, version: u32, count: u8) -> Result<Layers> {
        Ok(if version >= 2 { Layers(r.list(usize::from(count))?) } else { Layers::default() })
    }

    pub fn write(layers: &Layers, w: &mut Writer) {
        w.put_all(&layers.0);
    }
}

record! {
    /// 4 and the inline layers of 3: a texture.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Layer {
        /// Strength.
        #[serde(with = "wire::exact")]
        pub amount: f32,
        /// U offset.
        #[serde(with = "wire::exact")]
        pub u_offset: f32,
        /// V offset.
        #[serde(with = "wire::exact")]
        pub v_offset: f32,
        /// U tiling.
        #[serde(with = "wire::exact")]
        pub u_tiling: f32,
        /// V tiling.
        #[serde(with = "wire::exact")]
        pub v_tiling: f32,
        /// Radians.
        #[serde(with = "wire::exact")]
        pub rotation: f32,
        /// Number of the material it belongs to.
        pub material: u16,
        /// What it is for.
        pub map_type: u8,
        /// How it is blended; garbage in version 1.
        pub blend_mode: u8,
        /// Name without path and extension.
        pub texture: Text,
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

record! {
    /// A picture of an effect: name first, then value.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct FxBitmap {
        /// Name of the parameter.
        pub name: Text,
        /// File name, `None` if unused.
        pub value: Text,
    }
}

record! {
    /// 5: a material with an effect file.
    #[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
    pub struct FxMaterial {
        /// Level of detail.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub lod: u32 = 3,
        @count int_count = ints * 8;
        @count float_count = floats * 8;
        @count color_count = colors * 20;
        @count bool_count = bools * 5, 2..;
        @count vector_count = vectors * 16, 2..;
        @count bitmap_count = bitmaps * 8;
        /// Name.
        pub name: Text,
        /// Effect file, without path.
        pub effect: Text,
        /// Shader technique.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub technique: Text = 2..,
        /// Integers.
        pub ints: Vec<FxValue<i32>> [int_count],
        /// Floats.
        pub floats: Vec<FxFloats<1>> [float_count],
        /// Colours.
        pub colors: Vec<FxFloats<4>> [color_count],
        /// Switches, versions 2 and 3.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub bools: Vec<FxValue<u8>> [bool_count],
        /// Vectors, versions 2 and 3.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub vectors: Vec<FxFloats<3>> [vector_count],
        /// Pictures.
        pub bitmaps: Vec<FxBitmap> [bitmap_count],
    }
}

impl FxMaterial {
    /// An integer parameter.
    pub fn int(&self, name: &str) -> Option<i32> {
        self.ints.iter().find(|p| p.name.0 == name.as_bytes()).map(|p| p.value)
    }

    /// A switch.
    pub fn bool(&self, name: &str) -> bool {
        self.bools.iter().any(|p| p.name.0 == name.as_bytes() && p.value != 0)
    }
}
