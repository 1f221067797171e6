//! The bytes of a BSG as structs.

use crate::anark::kind::kind;
use crate::anark::section::Section;
use serde::{Deserialize, Serialize};
use wire::{Text, Wire};

/// The scene graph of a user interface scene.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Bsg {
    /// First 32 bytes.
    pub header: Header,
    /// How many of everything there are.
    pub memory: Memory,
    /// The hierarchy, parents first.
    pub nodes: Section<GraphNode>,
    /// Materials and textures.
    pub assets: Section<Asset>,
    /// Bytes after the last section.
    #[serde(default, with = "wire::exact::hex", skip_serializing_if = "Vec::is_empty")]
    pub trailing: Vec<u8>,
    /// Names learnt from elsewhere.
    #[serde(skip)]
    pub names: Vec<String>,
}

/// The header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// 0 little, 1 big.
    pub byte_order: u8,
    /// 4.
    pub unknown_0x01: u8,
    /// 0.
    pub unknown_0x02: u16,
    /// 0x18: bytes after this field.
    pub header_size: u32,
    /// A 64-bit number: `AnarkBGF` little-endian, `FGBkranA` big-endian.
    pub magic: Text,
    /// 2.
    pub version: u32,
    /// 2.
    pub unknown_0x14: u32,
    /// Ignored.
    #[serde(with = "wire::exact::hex")]
    pub unknown_0x18: [u8; 8],
    /// What a larger header has more.
    #[serde(default, with = "wire::exact::hex", skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<u8>,
}

/// The magic of a byte order.
pub fn magic(byte_order: u8) -> &'static str {
    if byte_order == 1 { "FGBkranA" } else { "AnarkBGF" }
}

impl Default for Header {
    fn default() -> Self {
        Self {
            byte_order: 0,
            unknown_0x01: 4,
            unknown_0x02: 0,
            header_size: 0x18,
            magic: magic(0).into(),
            version: 2,
            unknown_0x14: 2,
            unknown_0x18: [0; 8],
            rest: Vec::new(),
        }
    }
}

/// The memory section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// 8.
    pub size: u32,
    /// Number of nodes.
    pub nodes: u32,
    /// Number of assets.
    pub assets: u32,
    /// What a larger section has more.
    #[serde(default, with = "wire::exact::hex", skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<u8>,
}

impl Default for Memory {
    fn default() -> Self {
        Self { size: 8, nodes: 0, assets: 0, rest: Vec::new() }
    }
}

kind! {
    /// What a node or an asset is. The numbers differ from those of a BGF.
    NodeType, ["", "dummy", "geometry", "camera", "light", "text", "material", "texture", "layer"];
    /// Groups others.
    DUMMY = 1;
    /// Has a mesh.
    GEOMETRY = 2;
    /// Looks.
    CAMERA = 3;
    /// Shines.
    LIGHT = 4;
    /// Has a text.
    TEXT = 5;
    /// A surface; an asset, not a node.
    MATERIAL = 6;
    /// A picture; an asset, not a node.
    TEXTURE = 7;
    /// A layer.
    LAYER = 8;
}

impl NodeType {
    /// Whether it is one of the two kinds of assets.
    pub fn is_asset(self) -> bool {
        matches!(self, Self::MATERIAL | Self::TEXTURE)
    }
}

wire::record! {
    /// A node: 96 bytes.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct GraphNode {
        /// Index of the parent, smaller than the node's own; −1 for a root.
        pub parent: i32,
        /// Node `AK<id>` of the COLLADA file.
        pub scene_item_id: u32,
        /// What it is.
        pub node_type: NodeType,
        /// Ignored.
        #[serde(with = "wire::exact::hex")]
        pub unknown_0x09: [u8; 3],
        /// Place within the parent.
        #[serde(with = "wire::exact")]
        pub translation: [f32; 3],
        /// Euler angles in radians.
        #[serde(with = "wire::exact")]
        pub rotation: [f32; 3],
        /// Scale.
        #[serde(with = "wire::exact")]
        pub scale: [f32; 3],
        /// What rotation and scale turn about.
        #[serde(with = "wire::exact")]
        pub pivot: [f32; 3],
        /// Lower corner of the bounds.
        #[serde(with = "wire::exact")]
        pub box_min: [f32; 3],
        /// Upper corner of the bounds.
        #[serde(with = "wire::exact")]
        pub box_max: [f32; 3],
        /// Local opacity.
        #[serde(with = "wire::exact")]
        pub opacity: f32,
        /// Layer, 0 to 7.
        pub layer: u8,
        /// 4 in every known file.
        pub rotation_method: u8,
        /// Y upside down.
        pub invert_y: u8,
        /// 0; not aligned.
        pub unknown_0x5b: u32,
        /// Drawn transparent.
        pub transparent: u8,
    }
}

const _: () = assert!(GraphNode::MIN_SIZE == 96);

impl Default for GraphNode {
    fn default() -> Self {
        Self {
            parent: -1,
            scene_item_id: 0,
            node_type: NodeType::DUMMY,
            unknown_0x09: [0; 3],
            translation: [0.0; 3],
            rotation: [0.0; 3],
            scale: [1.0; 3],
            pivot: [0.0; 3],
            box_min: [0.0; 3],
            box_max: [0.0; 3],
            opacity: 1.0,
            layer: 0,
            rotation_method: 4,
            invert_y: 0,
            unknown_0x5b: 0,
            transparent: 0,
        }
    }
}

wire::record! {
    /// A material or a texture: 5 bytes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
    pub struct Asset {
        /// Object `AK<id>` of the COLLADA file.
        pub scene_item_id: u32,
        /// 6 material, 7 texture.
        pub asset_type: NodeType,
    }
}
