//! Chunks 9 and 12.

use serde::{Deserialize, Serialize};
use wire::{Text, bulk, record};

record! {
    /// 12: all morph targets.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct MorphTargets {
        @count count = targets * 0;
        /// Level of detail.
        pub lod: u32,
        /// Targets.
        pub targets: Vec<MorphTarget> [count],
    }
}

record! {
    /// 9 and the items of 12: a slider.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct MorphTarget {
        /// Smallest weight.
        #[serde(with = "wire::exact")]
        pub range_min: f32,
        /// Largest weight.
        #[serde(with = "wire::exact")]
        pub range_max: f32,
        /// Level of detail.
        pub lod: u32,
        @count delta_count = deltas * 16;
        @count transform_count = transforms * 60;
        /// Bits of the sounds it is for.
        pub phonemes: u32,
        /// Name; XPM tracks bind by it.
        pub name: Text,
        /// Changes of meshes.
        pub deltas: Vec<MeshDeltas> [delta_count],
        /// Changes of nodes.
        pub transforms: Vec<MorphTransform> [transform_count],
    }
}

record! {
    /// Changes of one mesh.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct MeshDeltas {
        /// Owner of the mesh.
        pub node: u32,
        /// Value of 0.
        #[serde(with = "wire::exact")]
        pub min: f32,
        /// Value of 65535.
        #[serde(with = "wire::exact")]
        pub max: f32,
        @count vertex_count = vertices * 16;
        /// Change of position.
        pub positions: Vec<[u16; 3]> as bulk(vertex_count),
        /// Change of normal: -1 + 2·b/255.
        pub normals: Vec<[u8; 3]> as bulk(vertex_count),
        /// Change of the first tangent.
        pub tangents: Vec<[u8; 3]> as bulk(vertex_count),
        /// Vertices, of all submeshes put together.
        pub vertices: Vec<u32> as bulk(vertex_count),
    }
}

record! {
    /// Change of one node.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct MorphTransform {
        /// Node.
        pub node: u32,
        /// Rotation at full weight.
        #[serde(with = "wire::exact")]
        pub rotation: [f32; 4],
        /// Scale rotation at full weight.
        #[serde(with = "wire::exact")]
        pub scale_rotation: [f32; 4],
        /// Added, times the weight.
        #[serde(with = "wire::exact")]
        pub position: [f32; 3],
        /// Added, times the weight.
        #[serde(with = "wire::exact")]
        pub scale: [f32; 3],
    }
}

impl MeshDeltas {
    /// Change of position of entry `i`.
    pub fn position(&self, packed: [u16; 3]) -> [f32; 3] {
        packed.map(|u| self.min + (self.max - self.min) * (f32::from(u) / 65535.0))
    }
}

/// Change of normal or tangent of one byte, as `XAC ` files have it.
pub fn unit(b: u8) -> f32 {
    -1.0 + 2.0 * f32::from(b) / 255.0
}
