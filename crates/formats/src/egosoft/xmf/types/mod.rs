//! The bytes of an XMF file as structs.

pub mod decl;
mod json;
mod raw;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use wire::{Endian, record};

/// `XUMF`.
pub const MAGIC: [u8; 4] = *b"XUMF";
/// Bytes of the known part of the header.
pub const HEADER_SIZE: usize = 0x40;
/// Bytes of a description without listed elements.
pub const SHORT_DESC: usize = 0x38;
/// Bytes of a description with sixteen element slots.
pub const LONG_DESC: usize = 0xbc;
/// Bytes of a material range.
pub const RANGE_SIZE: usize = 0x88;
/// `kind` of an index buffer.
pub const KIND_INDEX: u32 = 30;
/// `format` of 16-bit indices.
pub const INDEX_U16: u32 = 30;
/// `format` of 32-bit indices.
pub const INDEX_U32: u32 = 31;
/// `format` of a stream whose elements are listed.
pub const FORMAT_LISTED: u32 = 32;
/// Bytes of an element slot.
pub const SLOT_SIZE: usize = 8;
/// Element slots of a description.
pub const SLOTS: usize = 16;

record! {
    /// The first 64 bytes.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Header {
        /// `XUMF`.
        #[serde(with = "wire::exact::hex")]
        pub magic: [u8; 4],
        /// Always 3.
        pub version: u8,
        /// Byte order of everything after offset 13; 0 in all files met.
        pub big_endian: u8,
        /// Where descriptions start: 0x40.
        pub header_size: u8,
        /// Zero.
        pub reserved: u8,
        /// Number of buffers.
        pub num_buffers: u8,
        /// Bytes per description: 0xbc, or 0x38 without element lists.
        pub desc_size: u8,
        /// Number of material ranges.
        pub num_materials: u8,
        /// Bytes per material range: 0x88.
        pub material_size: u8,
        /// Says nothing about the winding: studio files have both values with the same winding.
        pub culling_cw: u8,
        /// 0 = left-handed.
        pub right_handed: u8,
        /// Vertices; garbage in files of some converters.
        pub num_vertices: u32,
        /// Indices; garbage in files of some converters.
        pub num_indices: u32,
        /// D3DPRIMITIVETYPE, 4 = triangle list.
        pub primitive_type: u32,
        /// 1 in LOD meshes, 0 in collision meshes.
        pub mesh_optimization: u32,
        /// Centre of the bounding box, or zero; garbage in files of some converters.
        #[serde(with = "wire::exact")]
        pub bounds_center: [f32; 3],
        /// Half size of the bounding box, or zero; garbage in files of some converters.
        #[serde(with = "wire::exact")]
        pub bounds_half_size: [f32; 3],
        /// Zero.
        #[serde(with = "wire::exact::hex")]
        pub zero: [u8; 10],
    }
}

impl Header {
    /// The byte order of the file.
    pub fn endian(&self) -> Endian {
        if self.big_endian == 0 { Endian::Little } else { Endian::Big }
    }
}

record! {
    /// One attribute of a vertex.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
    pub struct Element {
        /// D3DDECLTYPE.
        #[serde(rename = "type")]
        pub ty: u32,
        /// D3DDECLUSAGE.
        pub usage: u8,
        /// Which of several attributes of one usage.
        pub usage_index: u8,
        /// Uninitialised memory.
        pub junk: u16,
    }
}

record! {
    /// What a buffer holds: the 56 bytes every description has.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Description {
        /// 30 = indices, otherwise vertices and the usage of the implicit element.
        pub kind: u32,
        /// Usage index of the implicit element.
        pub usage_index: u32,
        /// Where the payload starts, after all tables.
        pub data_offset: u32,
        /// 1 = one zlib stream.
        pub compressed: u32,
        /// Zero.
        pub zero: u32,
        /// Indices: 30 = u16, 31 = u32. Vertices: D3DDECLTYPE of the implicit element, or 32.
        pub format: u32,
        /// Bytes in the file.
        pub stored_size: u32,
        /// Items per section.
        pub items: u32,
        /// Bytes per item.
        pub item_size: u32,
        /// 1 in all files met.
        pub num_sections: u32,
        /// Smallest number in the buffer; 0 for interleaved streams.
        #[serde(with = "wire::exact")]
        pub min: f64,
        /// Largest number in the buffer; 0 for interleaved streams.
        #[serde(with = "wire::exact")]
        pub max: f64,
    }
}

impl Description {
    /// Bytes of the buffer once inflated.
    pub fn raw_size(&self) -> u64 {
        self.count().saturating_mul(self.item_size.into())
    }

    /// Vertices or indices in the buffer.
    pub fn count(&self) -> u64 {
        u64::from(self.items).saturating_mul(self.num_sections.into())
    }

    /// Whether it holds indices.
    pub fn is_index(&self) -> bool {
        self.kind == KIND_INDEX
    }
}

/// One buffer: description, element slots, payload.
#[derive(Debug, Clone, PartialEq)]
pub struct Buffer {
    /// What it holds.
    pub desc: Description,
    /// Number of listed elements, where the description is long enough to say so.
    pub num_elements: u32,
    /// All sixteen slots, used or not; none in a short description.
    pub slots: Vec<Element>,
    /// Bytes of the description after what is known.
    pub extra: Vec<u8>,
    /// The payload, inflated.
    pub data: Bytes,
    /// The payload as the file has it, while `data` is what it inflates to. `None` = not compressed.
    pub packed: Option<Bytes>,
}

/// Which indices are drawn with which material.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MaterialRange {
    /// First index.
    pub first_index: u32,
    /// Number of indices.
    pub num_indices: u32,
    /// `collection.material`, NUL-padded to 128 bytes.
    pub name: Vec<u8>,
    /// Bytes after what is known.
    pub extra: Vec<u8>,
}

impl MaterialRange {
    /// The name without its padding.
    pub fn trimmed(&self) -> &[u8] {
        let end = self.name.iter().position(|b| *b == 0).unwrap_or(self.name.len());
        self.name.get(..end).unwrap_or_default()
    }
}

/// Bytes between and after payloads that no buffer claims.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// Offset after all tables.
    pub offset: u64,
    /// What is there.
    #[serde(with = "wire::exact::hex")]
    pub bytes: Vec<u8>,
}

/// A mesh.
#[derive(Debug, Clone, PartialEq)]
pub struct Xmf {
    /// The first 64 bytes.
    pub header: Header,
    /// Bytes between the header and the first description.
    pub header_extra: Vec<u8>,
    /// Vertex streams and indices.
    pub buffers: Vec<Buffer>,
    /// Material ranges.
    pub materials: Vec<MaterialRange>,
    /// Bytes no buffer claims.
    pub gaps: Vec<Gap>,
}
