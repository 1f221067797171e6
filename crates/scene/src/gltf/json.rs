//! The glTF document as serde structs, both directions.
//!
//! Own types instead of gltf-json: writing needs typed extensions and one-string extras, reading must be lenient
//! about what real exporters leave out, and `f32` fields keep their shortest exact spelling.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Float component type.
pub const F32: u32 = 5126;
/// Unsigned byte component type.
pub const U8: u32 = 5121;
/// Unsigned short component type.
pub const U16: u32 = 5123;
/// Unsigned int component type.
pub const U32: u32 = 5125;
/// Buffer view target of vertex attributes.
pub const ARRAY: u32 = 34962;
/// Buffer view target of indices.
pub const ELEMENTS: u32 = 34963;
/// Sampler wrap mode.
pub const CLAMP: u32 = 33071;

fn is_default<T: Default + PartialEq>(v: &T) -> bool {
    *v == T::default()
}

macro_rules! object {
    ($(#[$doc:meta])* $name:ident { $($(#[$attr:meta])* $field:ident: $ty:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase", default)]
        pub struct $name {
            $(#[serde(skip_serializing_if = "is_default")] $(#[$attr])* pub $field: $ty,)*
        }
    };
}

object! { /// The document.
Root {
    asset: Asset,
    extensions_used: Vec<String>,
    extensions_required: Vec<String>,
    scene: Option<u32>,
    scenes: Vec<Scene>,
    nodes: Vec<Node>,
    meshes: Vec<Mesh>,
    skins: Vec<Skin>,
    materials: Vec<Material>,
    textures: Vec<Texture>,
    samplers: Vec<Sampler>,
    images: Vec<Image>,
    animations: Vec<Animation>,
    cameras: Vec<Camera>,
    accessors: Vec<Accessor>,
    buffer_views: Vec<BufferView>,
    buffers: Vec<Buffer>,
    extensions: Option<RootExtensions>,
    extras: Option<Value>,
}}

object! { /// Extensions of the document.
RootExtensions {
    #[serde(rename = "KHR_lights_punctual")]
    lights: Option<Lights>,
}}

object! { /// `KHR_lights_punctual` of the document.
Lights {
    lights: Vec<Light>,
}}

object! { /// A light.
Light {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    color: Option<[f32; 3]>,
    intensity: Option<f32>,
    range: Option<f32>,
    spot: Option<Spot>,
}}

object! { /// The cone of a spot light.
Spot {
    inner_cone_angle: Option<f32>,
    outer_cone_angle: Option<f32>,
}}

/// `KHR_lights_punctual` of a node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LightUse {
    /// Which light.
    pub light: u32,
}

object! { /// A camera.
Camera {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    perspective: Option<Perspective>,
    orthographic: Option<Orthographic>,
}}

object! { /// A perspective projection. 0 is never valid, so it stands for a number that is not there.
Perspective {
    aspect_ratio: Option<f32>,
    yfov: f32,
    znear: f32,
    zfar: Option<f32>,
}}

/// An orthographic projection; all of it is written.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Orthographic {
    /// Half of the width.
    pub xmag: f32,
    /// Half of the height.
    pub ymag: f32,
    /// Near plane.
    pub znear: f32,
    /// Far plane.
    pub zfar: f32,
}

object! { /// Who made it.
Asset {
    version: String,
    min_version: Option<String>,
    generator: Option<String>,
    copyright: Option<String>,
    extras: Option<Value>,
}}

object! { /// A set of roots.
Scene {
    name: String,
    nodes: Vec<u32>,
    extras: Option<Value>,
}}

object! { /// A node.
Node {
    name: String,
    children: Vec<u32>,
    mesh: Option<u32>,
    skin: Option<u32>,
    camera: Option<u32>,
    translation: Option<[f32; 3]>,
    rotation: Option<[f32; 4]>,
    scale: Option<[f32; 3]>,
    matrix: Option<[f32; 16]>,
    weights: Vec<f32>,
    extensions: Option<NodeExtensions>,
    extras: Option<Value>,
}}

object! { /// Extensions of a node.
NodeExtensions {
    #[serde(rename = "KHR_node_visibility")]
    visibility: Option<Visibility>,
    #[serde(rename = "KHR_lights_punctual")]
    light: Option<LightUse>,
}}

/// `KHR_node_visibility`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Visibility {
    /// Whether the node and what hangs on it is drawn.
    #[serde(default = "yes")]
    pub visible: bool,
}

fn yes() -> bool {
    true
}

object! { /// A mesh.
Mesh {
    name: String,
    primitives: Vec<Primitive>,
    weights: Vec<f32>,
    extras: Option<Value>,
}}

object! { /// What is drawn with one material.
Primitive {
    attributes: Attributes,
    indices: Option<u32>,
    material: Option<u32>,
    mode: Option<u32>,
    targets: Vec<Attributes>,
    extensions: Option<Map<String, Value>>,
    extras: Option<Value>,
}}

/// Accessor by attribute name, in writing order.
pub type Attributes = indexmap::IndexMap<String, u32>;

object! { /// A skin.
Skin {
    name: String,
    inverse_bind_matrices: Option<u32>,
    skeleton: Option<u32>,
    joints: Vec<u32>,
    extras: Option<Value>,
}}

object! { /// A material.
Material {
    name: String,
    pbr_metallic_roughness: Option<Pbr>,
    normal_texture: Option<TextureInfo>,
    occlusion_texture: Option<TextureInfo>,
    emissive_texture: Option<TextureInfo>,
    emissive_factor: Option<[f32; 3]>,
    alpha_mode: Option<String>,
    alpha_cutoff: Option<f32>,
    double_sided: bool,
    extensions: Option<MaterialExtensions>,
    extras: Option<Value>,
}}

object! { /// Metallic-roughness.
Pbr {
    base_color_factor: Option<[f32; 4]>,
    base_color_texture: Option<TextureInfo>,
    metallic_factor: Option<f32>,
    roughness_factor: Option<f32>,
    metallic_roughness_texture: Option<TextureInfo>,
}}

/// One use of a texture.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TextureInfo {
    /// Which texture.
    pub index: u32,
    /// UV set.
    #[serde(skip_serializing_if = "is_default")]
    pub tex_coord: u32,
    /// Of a normal map.
    #[serde(skip_serializing_if = "is_default")]
    pub scale: Option<f32>,
    /// Of an occlusion map.
    #[serde(skip_serializing_if = "is_default")]
    pub strength: Option<f32>,
    /// Extensions.
    #[serde(skip_serializing_if = "is_default")]
    pub extensions: Option<TextureInfoExtensions>,
}

object! { /// Extensions of a use of a texture.
TextureInfoExtensions {
    #[serde(rename = "KHR_texture_transform")]
    transform: Option<TextureTransform>,
}}

object! { /// `KHR_texture_transform`.
TextureTransform {
    offset: Option<[f32; 2]>,
    rotation: Option<f32>,
    scale: Option<[f32; 2]>,
    tex_coord: Option<u32>,
}}

object! { /// Extensions of a material.
MaterialExtensions {
    #[serde(rename = "KHR_materials_unlit")]
    unlit: Option<Empty>,
    #[serde(rename = "KHR_materials_specular")]
    specular: Option<Specular>,
    #[serde(rename = "KHR_materials_emissive_strength")]
    emissive_strength: Option<EmissiveStrength>,
    #[serde(rename = "KHR_materials_ior")]
    ior: Option<Ior>,
}}

/// `{}`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Empty {}

object! { /// `KHR_materials_specular`.
Specular {
    specular_factor: Option<f32>,
    specular_texture: Option<TextureInfo>,
    specular_color_factor: Option<[f32; 3]>,
    specular_color_texture: Option<TextureInfo>,
}}

object! { /// `KHR_materials_ior`.
Ior {
    ior: Option<f32>,
}}

object! { /// `KHR_materials_emissive_strength`.
EmissiveStrength {
    emissive_strength: Option<f32>,
}}

object! { /// An image with its sampler.
Texture {
    name: String,
    sampler: Option<u32>,
    source: Option<u32>,
    extras: Option<Value>,
}}

object! { /// How a texture is looked up.
Sampler {
    mag_filter: Option<u32>,
    min_filter: Option<u32>,
    wrap_s: Option<u32>,
    wrap_t: Option<u32>,
}}

object! { /// A picture.
Image {
    name: String,
    uri: Option<String>,
    mime_type: Option<String>,
    buffer_view: Option<u32>,
    extras: Option<Value>,
}}

object! { /// A motion.
Animation {
    name: String,
    channels: Vec<Channel>,
    samplers: Vec<AnimationSampler>,
    extras: Option<Value>,
}}

/// What a sampler moves.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Channel {
    /// Which sampler.
    pub sampler: u32,
    /// Which property.
    pub target: Target,
}

object! { /// A property of a node.
Target {
    node: Option<u32>,
    path: String,
}}

/// Times and values.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AnimationSampler {
    /// Accessor of the times.
    pub input: u32,
    /// Accessor of the values.
    pub output: u32,
    /// How keys are joined; absent = `LINEAR`.
    #[serde(skip_serializing_if = "is_default")]
    pub interpolation: Option<String>,
}

object! { /// A typed look at bytes.
Accessor {
    buffer_view: Option<u32>,
    byte_offset: u64,
    component_type: u32,
    normalized: bool,
    count: u64,
    #[serde(rename = "type")]
    kind: String,
    min: Vec<f32>,
    max: Vec<f32>,
    sparse: Option<Sparse>,
}}

/// Replaced elements of an accessor.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sparse {
    /// How many.
    pub count: u64,
    /// Which.
    pub indices: SparsePart,
    /// By what.
    pub values: SparsePart,
}

object! { /// Where a part of a sparse accessor is.
SparsePart {
    buffer_view: Option<u32>,
    byte_offset: u64,
    component_type: Option<u32>,
}}

/// A range of a buffer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BufferView {
    /// Which buffer.
    pub buffer: u32,
    /// Where it starts.
    #[serde(skip_serializing_if = "is_default")]
    pub byte_offset: u64,
    /// How long it is.
    pub byte_length: u64,
    /// From element to element, where they are not tight.
    #[serde(skip_serializing_if = "is_default")]
    pub byte_stride: Option<u32>,
    /// What a graphics card would use it for.
    #[serde(skip_serializing_if = "is_default")]
    pub target: Option<u32>,
}

object! { /// Bytes.
Buffer {
    uri: Option<String>,
    byte_length: u64,
}}
