//! The file as structs: a container of chunks, or text.

use scene::gltf::glb::{ChunkHead, Header, Parts};
use serde::{Deserialize, Serialize};
use wire::{Result, Text, Wire};

/// One chunk of a GLB.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Chunk {
    /// `JSON` or `BIN\0`.
    pub kind: Text,
    /// Bytes as declared.
    pub length: u32,
    /// The payload: JSON is shown as text, anything else as hexadecimal digits.
    pub data: Text,
}

/// A glTF file, both forms.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Gltf {
    /// GLB only.
    pub header: Option<Header>,
    /// GLB only.
    pub chunks: Vec<Chunk>,
    /// The JSON form, or what follows the last chunk.
    pub rest: Text,
}

impl Gltf {
    /// Document and buffer.
    pub(super) fn parts(&self) -> Result<Parts<'_>> {
        let Some(header) = &self.header else { return Ok(Parts::of_text(&self.rest.0)) };
        Parts::of_chunks(header.version, self.chunks.iter().map(|c| (&c.kind.0[..], &c.data.0[..])))
    }

    /// Bytes of the whole file.
    pub(super) fn size(&self) -> usize {
        let chunks: usize = self.chunks.iter().map(|c| ChunkHead::MIN_SIZE + c.data.0.len()).sum();
        chunks + self.rest.0.len() + self.header.as_ref().map_or(0, |_| Header::MIN_SIZE)
    }
}
