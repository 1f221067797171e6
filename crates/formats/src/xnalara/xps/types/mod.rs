//! The bytes as structs.

pub mod settings;
pub mod vertices;

use crate::xnalara::net::NetString;
use serde::{Deserialize, Serialize};
use settings::Settings;
use vertices::Vertices;
use wire::record;

/// A binary model, with or without header.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Xps {
    /// "Generic Item 2" header; classic files have none.
    pub header: Option<Header>,
    /// How vertices and blocks are laid out, found by trial.
    pub layout: Layout,
    /// Skeleton.
    pub bones: Vec<Bone>,
    /// Meshes.
    pub meshes: Vec<Mesh>,
    /// What XPS appends about the machine that saved the file.
    pub trailer: Option<Trailer>,
    /// Bytes of unknown meaning, at the end.
    #[serde(with = "wire::exact::hex")]
    pub trailing: Vec<u8>,
}

/// The header.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Major version: 1, 2 or 3.
    pub major: u16,
    /// Minor version: 12 or 15.
    pub minor: u16,
    /// `XNAaraL`.
    pub tool: NetString,
    /// Host name, reversed.
    pub machine: NetString,
    /// Login name, reversed.
    pub user: NetString,
    /// `<reversed user>@<source path>--><saved path>`.
    pub files: NetString,
    /// Measured in words.
    pub settings: Settings,
}

record! {
    /// One bone.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Bone {
        /// Name.
        pub name: NetString,
        /// Index into the bones, or -1 for a root. May point forwards.
        pub parent: i16,
        /// Head in model space, not relative to the parent.
        #[serde(with = "wire::exact")]
        pub position: [f32; 3],
    }
}

/// One mesh.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mesh {
    /// Name: it says the material.
    pub name: NetString,
    /// UV layers of each vertex.
    pub uv_layers: u32,
    /// Textures in slot order.
    pub textures: Vec<Texture>,
    /// Vertices as bytes with their layout.
    pub vertices: Vertices,
    /// Three indices a triangle, clockwise in front.
    pub indices: Vec<u32>,
}

record! {
    /// One texture.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Texture {
        /// File, perhaps with a Windows path.
        pub file: NetString,
        /// Ignored by renderers.
        pub uv_layer: u32,
    }
}

/// What XPS appends: the local address and the network card of the saving machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trailer {
    /// IPv4 address, a word per part.
    pub address: [u32; 4],
    /// MAC address, each digit followed by a blank.
    pub mac: NetString,
    /// The same once more.
    pub mac_again: NetString,
}

/// How tangents are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tangents {
    /// Not at all.
    None,
    /// One per UV layer, after all UVs.
    PerLayer,
    /// Each after its own UV, as XNALaraMesh reads them.
    Interleaved,
    /// One per vertex, whatever the number of layers: a fault of XNALaraMesh's writer.
    Single,
}

/// How weights are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeightLayout {
    /// Not at all: the model has no bones.
    None,
    /// Four indices, four weights.
    Fixed,
    /// A count, then as many of each.
    Counted,
    /// A count and nothing after it: some 3.x files without bones.
    CountOnly,
}

/// The layout of a file's vertices and blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// How tangents are stored.
    pub tangents: Tangents,
    /// How weights are stored.
    pub weights: WeightLayout,
    /// The position comes twice: a fault of GLLara's writer.
    pub position_twice: bool,
    /// Whether the bone count is there: XNALaraMesh leaves it out when there are no bones.
    pub bone_block: bool,
}

impl Layout {
    /// What the version promises, for a model with or without bones.
    pub fn of_version(version: Option<(u16, u16)>, has_bones: bool) -> Self {
        let (tangents, counted) = match version {
            None => (Tangents::PerLayer, false),
            Some((major, minor)) if is_old(major, minor) => (Tangents::PerLayer, false),
            Some((major, _)) => (Tangents::None, major >= 3),
        };
        let weights = match (has_bones, counted) {
            (false, _) => WeightLayout::None,
            (true, false) => WeightLayout::Fixed,
            (true, true) => WeightLayout::Counted,
        };
        Self { tangents, weights, position_twice: false, bone_block: true }
    }

    /// Bytes of a vertex before its weights; `None` for a number of layers no file has.
    pub fn fixed_size(&self, uv_layers: u32) -> Option<usize> {
        let uv = usize::try_from(uv_layers).ok().filter(|n| *n <= MAX_UV_LAYERS)?;
        let tangents = match self.tangents {
            Tangents::None => 0,
            Tangents::PerLayer | Tangents::Interleaved => 16 * uv,
            Tangents::Single => 16,
        };
        Some(28 + 12 * usize::from(self.position_twice) + 8 * uv + tangents)
    }
}

/// More layers than this are a sign of a wrong layout.
pub const MAX_UV_LAYERS: usize = 32;

/// Old settings block and tangents: XNALaraMesh's rule, from testing many files.
pub fn is_old(major: u16, minor: u16) -> bool {
    major <= 2 && minor <= 12
}

impl Xps {
    /// Major and minor version, if there is a header.
    pub fn header_version(&self) -> Option<(u16, u16)> {
        self.header.as_ref().map(|h| (h.major, h.minor))
    }
}
