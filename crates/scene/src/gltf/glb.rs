//! The container of a binary glTF: a header and chunks, the same for reading, writing and keeping a file as it is.
//!
//! | offset | size | type | field   | notes                                        |
//! |--------|------|------|---------|----------------------------------------------|
//! | 0x00   | 4    | [u8] | magic   | `glTF`; a file without it is the JSON form   |
//! | 0x04   | 4    | u32  | version | 2                                            |
//! | 0x08   | 4    | u32  | length  | of the whole file                            |
//! | 0x0c   | …    |      | chunks  | length u32, kind u32 (`JSON`, `BIN\0`), bytes |
//!
//! Known: all of it (Khronos glTF 2.0 specification).

use crate::codes::{GLTF_HEADER, GLTF_TOO_LARGE};
use serde::{Deserialize, Serialize};
use wire::{Error, Reader, Result, Wire, Writer, record};

/// The first four bytes.
pub const MAGIC: &[u8; 4] = b"glTF";
/// The chunk of the document.
pub const JSON: &[u8; 4] = b"JSON";
/// The chunk of the buffer.
pub const BIN: &[u8; 4] = b"BIN\0";

record! {
    /// Start of a GLB.
    #[derive(Debug, Clone, Serialize, Deserialize)]
    pub struct Header {
        /// `glTF`.
        pub magic: [u8; 4],
        /// 2.
        pub version: u32,
        /// Bytes of the whole file, as declared.
        pub length: u32,
    }
}

record! {
    /// Start of a chunk.
    #[derive(Debug, Clone)]
    pub struct ChunkHead {
        /// Bytes of the payload, as declared.
        pub length: u32,
        /// `JSON` or `BIN\0`.
        pub kind: [u8; 4],
    }
}

/// The chunks of a binary file, and what follows the last one.
#[derive(Debug)]
pub struct Glb<'a> {
    /// Its first twelve bytes.
    pub header: Header,
    /// Kind and payload.
    pub chunks: Vec<([u8; 4], &'a [u8])>,
    /// Bytes after the last chunk.
    pub rest: &'a [u8],
}

impl<'a> Glb<'a> {
    /// Reads a container, `None` if the bytes are not one.
    pub fn read(r: &mut Reader<'a>) -> Result<Option<Self>> {
        if r.peek(MAGIC.len()) != MAGIC {
            return Ok(None);
        }
        let header = r.field("header", Header::read)?;
        let mut chunks = Vec::new();
        while r.remaining() >= ChunkHead::MIN_SIZE {
            let i = chunks.len();
            chunks.push(r.field("chunks", |r| r.index(i, read_chunk))?);
        }
        let rest = r.field("rest", |r| r.take(r.remaining()))?;
        Ok(Some(Self { header, chunks, rest }))
    }
}

fn read_chunk<'a>(r: &mut Reader<'a>) -> Result<([u8; 4], &'a [u8])> {
    let head = ChunkHead::read(r)?;
    let data = r.field("data", |r| {
        let n = r.count(head.length as usize, 1)?;
        r.take(n)
    })?;
    Ok((head.kind, data))
}

/// A document and the buffer that came with it.
#[derive(Debug, Clone, Copy)]
pub struct Parts<'a> {
    /// The document.
    pub json: &'a [u8],
    /// Where it starts in the file.
    pub json_at: u64,
    /// The buffer of a GLB.
    pub bin: Option<&'a [u8]>,
}

impl<'a> Parts<'a> {
    /// Of a whole file of either form.
    pub fn of(bytes: &'a [u8]) -> Result<Self> {
        match Glb::read(&mut Reader::new(bytes))? {
            Some(glb) => Self::of_chunks(glb.header.version, glb.chunks.iter().map(|(k, d)| (&k[..], *d))),
            None => Ok(Self::of_text(bytes)),
        }
    }

    /// Of the JSON form.
    pub fn of_text(bytes: &'a [u8]) -> Self {
        let json = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        Self { json, json_at: (bytes.len() - json.len()) as u64, bin: None }
    }

    /// Of the chunks of a GLB, kind and payload: the first of each kind counts.
    pub fn of_chunks<'k>(version: u32, chunks: impl Iterator<Item = (&'k [u8], &'a [u8])>) -> Result<Self> {
        if version != 2 {
            return Err(Error::at(&GLTF_HEADER, 4, format!("version is {version}, expected 2")));
        }
        let (mut json, mut bin, mut at) = (None, None, Header::MIN_SIZE as u64);
        for (kind, data) in chunks {
            at += ChunkHead::MIN_SIZE as u64;
            match kind {
                b"JSON" if json.is_none() => json = Some((data, at)),
                b"BIN\0" if bin.is_none() => bin = Some(data),
                _ => {}
            }
            at += data.len() as u64;
        }
        let (json, json_at) = json.ok_or_else(|| Error::at(&GLTF_HEADER, 12, "there is no JSON chunk"))?;
        Ok(Self { json, json_at, bin })
    }
}

/// The start of a GLB: everything but the `bin` bytes of the buffer, which are to follow if there are any.
pub fn start(json: &[u8], bin: usize) -> Result<Vec<u8>> {
    let padded = json.len().next_multiple_of(4);
    let chunk = |payload: usize| ChunkHead::MIN_SIZE + payload;
    let total = Header::MIN_SIZE + chunk(padded) + if bin > 0 { chunk(bin) } else { 0 };
    let length = u32::try_from(total).map_err(|_| too_large("the GLB", total))?;
    let mut w = Writer::with_capacity(wire::Endian::Little, total);
    Header { magic: *MAGIC, version: 2, length }.write(&mut w);
    ChunkHead { length: padded as u32, kind: *JSON }.write(&mut w);
    w.bytes(json);
    w.bytes(b"   ".get(..padded - json.len()).unwrap_or_default());
    if bin > 0 {
        ChunkHead { length: bin as u32, kind: *BIN }.write(&mut w);
    }
    Ok(w.finish())
}

/// The error of a file that a `u32` cannot measure.
pub fn too_large(what: &str, bytes: usize) -> Error {
    Error::new(&GLTF_TOO_LARGE, format!("{what} would be {bytes} bytes, the most is {}", u32::MAX))
}
