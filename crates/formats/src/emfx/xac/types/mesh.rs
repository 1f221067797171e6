//! 1: a mesh, its vertex layers and submeshes.

use serde::{Deserialize, Serialize};
use wire::{Reader, Result, Writer, bulk, record};

/// Vertex layer: position.
pub const POSITION: u32 = 0;
/// Vertex layer: normal.
pub const NORMAL: u32 = 1;
/// Vertex layer: tangent with handedness, one per UV set.
pub const TANGENT: u32 = 2;
/// Vertex layer: UV set.
pub const UV: u32 = 3;
/// Vertex layer: colour in a `u32`.
pub const COLOR32: u32 = 4;
/// Vertex layer: original vertex number.
pub const ORIGINAL: u32 = 5;
/// Vertex layer: colour in four floats.
pub const COLOR128: u32 = 6;
/// Vertex layer: bitangent.
pub const BITANGENT: u32 = 7;

record! {
    /// 1: a mesh.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Mesh {
        /// Owner.
        pub node: u32,
        /// Level of detail.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub lod: u32 = 2,
        /// Vertices before they were split.
        pub original_vertices: u32,
        /// Vertices.
        pub vertices: u32,
        /// Indices.
        pub indices: u32,
        @count submesh_count = submeshes * 16;
        @count layer_count = layers * 12;
        /// Not drawn in the game.
        pub collision: u8,
        /// Garbage.
        pub pad: [u8; 3],
        /// Vertex attributes.
        pub layers: Vec<VertexLayer> as layers(layer_count, vertices),
        /// Consecutive ranges, one per material.
        pub submeshes: Vec<Submesh> [submesh_count],
    }
}

/// One attribute of all vertices.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VertexLayer {
    /// Meaning.
    pub kind: u32,
    /// Bytes per vertex.
    pub size: u32,
    /// Whether the engine keeps the undeformed values.
    pub keep_originals: u8,
    /// Whether it is a scale.
    pub is_scale: u8,
    /// Garbage.
    pub pad: [u8; 2],
    /// The values of all vertices.
    pub data: LayerData,
}

/// Values of a layer, in the byte order of this machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LayerData {
    /// Kinds 0, 1, 2, 3, 6, 7.
    F32(#[serde(with = "wire::exact")] Vec<f32>),
    /// Kinds 4, 5, 8.
    U32(Vec<u32>),
    /// Any other kind, or a size that is no multiple of four.
    #[serde(with = "wire::exact::hex")]
    Bytes(Vec<u8>),
}

record! {
    /// A range of a mesh with one material.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Submesh {
        @count index_count = indices * 4;
        /// Number of vertices.
        pub vertices: u32,
        /// Material in file order.
        pub material: u32,
        @count bone_count = bones * 4;
        /// Triangles, relative to the first vertex of the submesh.
        pub indices: Vec<u32> as bulk(index_count),
        /// Palette of nodes for skinning on the GPU: derived data.
        pub bones: Vec<u32> as bulk(bone_count),
    }
}

impl Mesh {
    /// The layers of a kind, in order.
    pub fn layers_of(&self, kind: u32) -> impl Iterator<Item = &VertexLayer> {
        self.layers.iter().filter(move |l| l.kind == kind)
    }

    /// What a skin has in common with its mesh: node, collision, level of detail.
    pub fn key(&self) -> (u32, bool, u32) {
        (self.node, self.collision != 0, self.lod.unwrap_or(0))
    }

    /// Numbers of the original vertices, if the layer is there.
    pub fn originals(&self) -> Option<&[u32]> {
        self.layers_of(ORIGINAL).find_map(|l| match &l.data {
            LayerData::U32(v) if l.size == 4 => Some(v.as_slice()),
            _ => None,
        })
    }
}

/// The layers of a mesh: as long as it has vertices.
mod layers {
    use super::{Reader, Result, VertexLayer, Writer};

    pub fn read(r: &mut Reader<'_>, count: usize, vertices: u32) -> Result<Vec<VertexLayer>> {
        r.list_with(count, 12, |r, _| VertexLayer::read(r, vertices))
    }

    pub fn write(layers: &[VertexLayer], w: &mut Writer) {
        for layer in layers {
            layer.write(w);
        }
    }
}

impl VertexLayer {
    fn read(r: &mut Reader<'_>, vertices: u32) -> Result<Self> {
        let kind = r.field("kind", Reader::u32)?;
        let at = r.offset();
        let size = r.field("size", Reader::u32)?;
        let keep_originals = r.field("keep_originals", Reader::u8)?;
        let is_scale = r.field("is_scale", Reader::u8)?;
        let pad = r.field("pad", |r| r.get())?;
        let bytes = r
            .count(size as usize, vertices as usize)
            .map(|size| size * vertices as usize)
            .map_err(|e| wire::Error::at(e.code(), at, e.message()).in_field("size"))?;
        let data = r.field("data", |r| {
            Ok(match kind {
                _ if size % 4 != 0 => LayerData::Bytes(r.take(bytes)?.to_vec()),
                POSITION | NORMAL | TANGENT | UV | COLOR128 | BITANGENT => LayerData::F32(r.bulk(bytes / 4)?),
                COLOR32 | ORIGINAL | 8 => LayerData::U32(r.bulk(bytes / 4)?),
                _ => LayerData::Bytes(r.take(bytes)?.to_vec()),
            })
        })?;
        Ok(Self { kind, size, keep_originals, is_scale, pad, data })
    }

    fn write(&self, w: &mut Writer) {
        w.u32(self.kind);
        w.u32(self.size);
        w.u8(self.keep_originals);
        w.u8(self.is_scale);
        w.bytes(&self.pad);
        match &self.data {
            LayerData::F32(v) => bulk::write(v, w),
            LayerData::U32(v) => bulk::write(v, w),
            LayerData::Bytes(v) => w.bytes(v),
        }
    }
}
