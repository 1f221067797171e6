//! The chunk walk shared by XAC, XSM and XPM.
//!
//! | offset | size | type | field          | notes                                             |
//! |--------|------|------|----------------|---------------------------------------------------|
//! | 0x00   | 4    | [u8] | magic          | `XAC `, `XSM `, `XPM `, never swapped              |
//! | 0x04   | 2    | u8×2 | version        | high, low: 1, 0                                   |
//! | 0x06   | 1    | u8   | endian         | 0 little, 1 big: everything after the header     |
//! | 0x07   | 1    | u8   | multiply_order | 0 or 1, changes nothing: a node is T·R·Q·S·Q⁻¹   |
//! | 0x08   | 12   | u32×3| id, size, version | of each chunk; `size` counts the payload only  |
//!
//! The original engine parses known chunks by structure and ignores their declared size, which is why files
//! shipped with sizes that are too small (3 v2 leaves out its layers), too large (202) or zero. Known: all of it.

pub(crate) mod body;
pub(crate) mod bulk;
pub(crate) mod events;

use super::rules::codes;
use body::{Body, Seen};
use serde::{Deserialize, Serialize};
use wire::{Endian, Error, Reader, Result, Sink, Writer};

/// Which of the three files it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Magic {
    /// An actor.
    #[serde(rename = "XAC ")]
    Xac,
    /// A skeletal motion.
    #[serde(rename = "XSM ")]
    Xsm,
    /// A progressive morph motion.
    #[serde(rename = "XPM ")]
    Xpm,
}

impl Magic {
    /// The four bytes.
    pub fn bytes(self) -> [u8; 4] {
        match self {
            Magic::Xac => *b"XAC ",
            Magic::Xsm => *b"XSM ",
            Magic::Xpm => *b"XPM ",
        }
    }

    /// The format id.
    pub fn id(self) -> &'static str {
        match self {
            Magic::Xac => "xac",
            Magic::Xsm => "xsm",
            Magic::Xpm => "xpm",
        }
    }

    /// From the first bytes of a file.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        [Magic::Xac, Magic::Xsm, Magic::Xpm].into_iter().find(|m| bytes.starts_with(&m.bytes()))
    }
}

/// The first eight bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Which file.
    pub magic: Magic,
    /// High and low version: 1, 0.
    pub version: [u8; 2],
    /// Byte order of everything after.
    pub endian: Endian,
    /// 0 or 1; kept, and without meaning for how nodes are evaluated.
    pub multiply_order: u8,
}

/// What Risen puts around a stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wrapper {
    /// Everything before the byte count.
    #[serde(with = "wire::exact::hex")]
    pub head: Vec<u8>,
    /// How many bytes the stream has.
    pub byte_count: u32,
    /// Everything after the stream.
    #[serde(with = "wire::exact::hex")]
    pub tail: Vec<u8>,
}

/// One chunk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    /// Kind.
    pub id: u32,
    /// Declared payload size; often wrong and kept as it is.
    pub size: u32,
    /// Layout version of the kind.
    pub version: u32,
    /// Content.
    pub body: Body,
    /// Bytes between the end of the structure and the declared end.
    #[serde(default, with = "wire::exact::hex", skip_serializing_if = "Vec::is_empty")]
    pub slack: Vec<u8>,
}

impl Chunk {
    /// What follows its header.
    pub fn bytes(&self, endian: Endian) -> Vec<u8> {
        let mut w = Writer::new(endian);
        self.body.write(&mut w, self.version);
        w.bytes(&self.slack);
        w.finish()
    }
}

/// A whole file: every byte as structure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Emfx {
    /// Risen's wrapper, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrapper: Option<Wrapper>,
    /// The first eight bytes.
    pub header: Header,
    /// Chunks in file order.
    pub chunks: Vec<Chunk>,
    /// Fewer bytes than a chunk header, or nothing but zeros, at the end.
    #[serde(default, with = "wire::exact::hex", skip_serializing_if = "Vec::is_empty")]
    pub trailing: Vec<u8>,
}

/// Ids that the format has.
pub fn known_id(id: u32) -> bool {
    matches!(id, 0..=15 | 50 | 51 | 100..=102 | 200..=203)
}

/// Whether what is not understood is a chunk all the same. `ends`: its size leads to another one, or to the end of the file.
pub(crate) fn is_chunk(id: u32, version: u32, ends: bool) -> bool {
    known_id(id) || version <= 8 || ends
}

/// Chunks whose declared size is never used to find the next one.
fn size_lies(id: u32) -> bool {
    matches!(id, 3 | 202 | 102)
}

/// Whether twelve bytes look like the header of a chunk.
pub(crate) fn plausible(bytes: &[u8], endian: Endian) -> bool {
    let word = |at: usize| {
        let b = bytes.get(at..)?.first_chunk::<4>()?;
        Some(match endian {
            Endian::Little => u32::from_le_bytes(*b),
            Endian::Big => u32::from_be_bytes(*b),
        })
    };
    matches!((word(0), word(8)), (Some(id), Some(version)) if known_id(id) && version <= 8)
}

/// Whether a chunk can end here: at the end of the file, or before another chunk.
pub(crate) fn can_end(r: &Reader<'_>) -> bool {
    r.is_empty() || plausible(r.rest(), r.endian())
}

/// Where a Risen resource keeps its stream: position of the magic.
pub fn wrapped(bytes: &[u8]) -> Option<(usize, Magic)> {
    let magic = match bytes.first_chunk::<8>()? {
        b"GR01MA02" => Magic::Xac,
        b"GR01MO01" => Magic::Xsm,
        _ => return None,
    };
    let needle = magic.bytes();
    let fits = |at: usize| {
        let count = bytes.get(at.checked_sub(4)?..at)?.first_chunk::<4>()?;
        let count = u32::from_le_bytes(*count) as usize;
        (count >= 8 && bytes.get(at..at.checked_add(count)?)?.starts_with(&needle)).then_some(at)
    };
    let at = fits(140).or_else(|| (12..bytes.len().saturating_sub(7)).find_map(fits))?;
    Some((at, magic))
}

impl Emfx {
    /// An empty file.
    pub fn new(header: Header) -> Self {
        Self { wrapper: None, header, chunks: Vec::new(), trailing: Vec::new() }
    }

    /// Reads a file, wrapped or not.
    pub fn read(r: &mut Reader<'_>, sink: &mut Sink) -> Result<Self> {
        let Some((at, _)) = wrapped(r.rest()) else {
            return Self::read_stream(r, sink, 0);
        };
        let head = r.field("wrapper", |r| r.field("head", |r| r.take(at - 4)))?.to_vec();
        let byte_count = r.field("wrapper", |r| r.field("byte_count", Reader::u32))?;
        let mut file = r.within(byte_count as usize, |r| Self::read_stream(r, sink, 0))?;
        r.set_endian(Endian::Little);
        let tail = r.field("wrapper", |r| r.field("tail", |r| r.take(r.remaining())))?.to_vec();
        file.wrapper = Some(Wrapper { head, byte_count, tail });
        Ok(file)
    }

    /// Reads header and chunks to the end of the reader's range.
    pub(crate) fn read_stream(r: &mut Reader<'_>, sink: &mut Sink, depth: u32) -> Result<Self> {
        let header = r.field("header", |r| read_header(r, sink))?;
        r.set_endian(header.endian);
        let mut file = Self::new(header);
        let mut seen = Seen { depth, ..Seen::default() };
        while r.remaining() >= 12 {
            if r.rest().iter().all(|b| *b == 0) {
                break;
            }
            let i = file.chunks.len();
            let chunk = r.field("chunks", |r| r.index(i, |r| read_chunk(r, &mut seen, i, sink)))?;
            file.chunks.push(chunk);
        }
        if !r.is_empty() {
            let at = r.offset();
            file.trailing = r.field("trailing", |r| r.take(r.remaining()))?.to_vec();
            let n = file.trailing.len();
            sink.push_at(&codes::TRAILING_BYTES, at, "trailing", format!("{n} bytes after the last chunk"));
        }
        Ok(file)
    }

    /// Writes the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut w = Writer::new(Endian::Little);
        if let Some(wrapper) = &self.wrapper {
            w.bytes(&wrapper.head);
            w.u32(wrapper.byte_count);
        }
        self.write_stream(&mut w);
        if let Some(wrapper) = &self.wrapper {
            w.bytes(&wrapper.tail);
        }
        w.finish()
    }

    /// Writes header and chunks; leaves the byte order of the writer as it was.
    pub(crate) fn write_stream(&self, w: &mut Writer) {
        let outer = w.endian();
        w.bytes(&self.header.magic.bytes());
        w.bytes(&self.header.version);
        w.u8(u8::from(self.header.endian == Endian::Big));
        w.u8(self.header.multiply_order);
        w.set_endian(self.header.endian);
        for chunk in &self.chunks {
            w.u32(chunk.id);
            w.u32(chunk.size);
            w.u32(chunk.version);
            chunk.body.write(w, chunk.version);
            w.bytes(&chunk.slack);
        }
        w.bytes(&self.trailing);
        w.set_endian(outer);
    }

    /// Sets every declared size to the truth.
    pub fn true_sizes(&mut self) {
        let endian = self.header.endian;
        for chunk in &mut self.chunks {
            if let Body::LodActor(lod) = &mut chunk.body {
                lod.true_sizes();
            }
            let mut w = Writer::new(endian);
            chunk.body.write(&mut w, chunk.version);
            chunk.size = (w.len() + chunk.slack.len()) as u32;
        }
        if let Some(mut wrapper) = self.wrapper.take() {
            let mut w = Writer::new(endian);
            self.write_stream(&mut w);
            wrapper.byte_count = w.len() as u32;
            self.wrapper = Some(wrapper);
        }
    }

    /// Appends a chunk; sizes are set by [`Emfx::true_sizes`].
    pub fn push(&mut self, id: u32, version: u32, body: Body) {
        self.chunks.push(Chunk { id, size: 0, version, body, slack: Vec::new() });
    }
}

fn read_header(r: &mut Reader<'_>, sink: &mut Sink) -> Result<Header> {
    let at = r.offset();
    let bytes = r.field("magic", |r| r.take(4))?;
    let Some(magic) = Magic::of(bytes) else {
        return Err(Error::at(
            &codes::MAGIC,
            at,
            format!("magic is {:?}, expected \"XAC \", \"XSM \" or \"XPM \"", String::from_utf8_lossy(bytes)),
        ));
    };
    let version: [u8; 2] = r.field("version", |r| r.get())?;
    if version != [1, 0] {
        let [high, low] = version;
        sink.push_at(
            &codes::VERSION,
            at + 4,
            "header.version",
            format!("version {high}.{low}, every file seen has 1.0"),
        );
    }
    let endian = r.field("endian", |r| {
        let at = r.offset();
        match r.u8()? {
            0 => Ok(Endian::Little),
            1 => Ok(Endian::Big),
            other => Err(Error::at(
                &codes::ENDIAN,
                at,
                format!("endian byte is {other}, expected 0 little or 1 big"),
            )),
        }
    })?;
    let multiply_order = r.field("multiply_order", Reader::u8)?;
    if multiply_order > 1 {
        sink.push_at(
            &codes::MULTIPLY_ORDER,
            at + 7,
            "header.multiply_order",
            format!("multiply order is {multiply_order}, expected 0 or 1; read as 1"),
        );
    }
    Ok(Header { magic, version, endian, multiply_order })
}

fn read_chunk(r: &mut Reader<'_>, seen: &mut Seen, index: usize, sink: &mut Sink) -> Result<Chunk> {
    let id = r.field("id", Reader::u32)?;
    let size_at = r.offset();
    let size = r.field("size", Reader::u32)?;
    let version = r.field("version", Reader::u32)?;
    let start = r.position();
    let left = r.remaining();
    let declared = size as usize;
    let path = || format!("chunks[{index}].size");
    let findings = sink.findings().len();
    let parsed = r.attempt(|r| Body::read(r, id, version, declared.min(left), seen, sink));
    sink.prefix_from(findings, &format!("chunks[{index}]"));
    let body = match parsed {
        Ok(Some(body)) => body,
        Ok(None) => {
            if declared > left {
                sink.push_at(
                    &codes::CHUNK_SIZE_PAST_END,
                    size_at,
                    path(),
                    format!("chunk {id} v{version} declares {size} bytes, {left} remain"),
                );
            }
            let after = r.rest().get(declared..);
            let ends = after.is_some_and(|a| a.is_empty() || plausible(a, r.endian()));
            if is_chunk(id, version, ends) {
                sink.push_at(
                    &codes::UNKNOWN_CHUNK,
                    size_at - 4,
                    format!("chunks[{index}]"),
                    format!("chunk {id} version {version} is not known and kept as it is"),
                );
            } else {
                sink.push_at(
                    &codes::NOT_A_CHUNK,
                    size_at - 4,
                    format!("chunks[{index}]"),
                    format!("id {id} with version {version} is not a chunk header; the bytes are kept"),
                );
            }
            let body = r.field("unknown", |r| r.take(declared.min(left)))?.to_vec();
            return Ok(Chunk { id, size, version, body: Body::Unknown(body), slack: Vec::new() });
        }
        Err(e) => {
            // A broken chunk whose extent is known stays as bytes; a broken one with a size that may lie ends it.
            let after = r.rest().get(declared..).unwrap_or_default();
            let extent = declared > 0
                && declared <= left
                && !size_lies(id)
                && (after.is_empty() || plausible(after, r.endian()));
            if !extent {
                return Err(e);
            }
            let at = e.offset().unwrap_or(size_at);
            let inner = e.path();
            let dot = if inner.is_empty() { "" } else { "." };
            let inner = format!("chunks[{index}]{dot}{inner}");
            sink.push_at(
                &codes::BROKEN_CHUNK,
                at,
                inner,
                format!("chunk {id} kept as bytes: {}", e.message()),
            );
            let body = r.field("unknown", |r| r.take(declared))?.to_vec();
            return Ok(Chunk { id, size, version, body: Body::Unknown(body), slack: Vec::new() });
        }
    };
    let used = r.position() - start;
    let slack = resync(r, id, declared, used, left)?;
    let chunk = Chunk { id, size, version, body, slack };
    report_size(&chunk, used + chunk.slack.len(), left, size_at, path(), sink);
    Ok(chunk)
}

/// Goes forward to the declared end where that is safe: never for kinds whose sizes lie, only inside the file, only
/// if a chunk header (or the end of the file) is there.
fn resync(r: &mut Reader<'_>, id: u32, declared: usize, used: usize, left: usize) -> Result<Vec<u8>> {
    if size_lies(id) || declared <= used || declared > left {
        return Ok(Vec::new());
    }
    let gap = declared - used;
    let after = r.rest().get(gap..).unwrap_or_default();
    let at_end = after.is_empty() && !plausible(r.rest(), r.endian());
    if at_end || plausible(after, r.endian()) {
        return Ok(r.field("slack", |r| r.take(gap))?.to_vec());
    }
    Ok(Vec::new())
}

/// Whether a declared size is wrong in the way the exporters' are: the layers of a material are not counted, and
/// submotions are counted before their keys were reduced.
pub fn exporter_size(chunk: &Chunk, used: usize) -> bool {
    let declared = chunk.size as usize;
    match &chunk.body {
        Body::Material(m) if chunk.version >= 2 => {
            let layers: usize = m.layers.0.iter().map(|l| 32 + l.texture.0.len()).sum();
            declared.checked_add(layers) == Some(used)
        }
        Body::Submotions(_) => declared > used,
        _ => false,
    }
}

fn report_size(chunk: &Chunk, used: usize, left: usize, at: u64, path: String, sink: &mut Sink) {
    let Chunk { id, size, version, .. } = chunk;
    let declared = *size as usize;
    if declared == used {
        return;
    }
    let text = format!("chunk {id} v{version} declares {size} bytes, its structure takes {used}");
    let code = if declared == 0 {
        &codes::CHUNK_SIZE_ZERO
    } else if exporter_size(chunk, used) {
        &codes::CHUNK_SIZE_EXPORTER
    } else if declared > left {
        &codes::CHUNK_SIZE_PAST_END
    } else {
        &codes::CHUNK_SIZE
    };
    sink.push_at(code, at, path, text);
}
