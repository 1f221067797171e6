//! Reading and writing: header, memory section, nodes, assets.

use super::super::rules::VERSION;
use super::types::{Asset, Bsg, GraphNode, Header, Memory};
use crate::anark::frame::{self, Declared};
use crate::anark::section::Section;
use wire::{Endian, Reader, Result, Sink, Text, Writer};

/// Reads a whole file.
pub fn read(r: &mut Reader<'_>, sink: &mut Sink) -> Result<Bsg> {
    let header = r.field("header", header)?;
    if header.version != 2 {
        let message = format!("version {}, known is BSG 2 (BGF has 3, Just Cause 2 has 1)", header.version);
        sink.push(&VERSION, "header.version", message);
    }
    let memory = r.field("memory", memory)?;
    let nodes = Section::read(r, "nodes", memory.nodes, |r| assets_follow(r, &memory), sink)?;
    let assets = Section::read(r, "assets", memory.assets, |r| r.is_empty(), sink)?;
    let trailing = r.field("trailing", |r| Ok(r.take(r.remaining())?.to_vec()))?;
    Ok(Bsg { header, memory, nodes, assets, trailing, names: Vec::new() })
}

/// Whether the assets section and nothing else follows: by its length, or by the count alone.
fn assets_follow(r: Reader<'_>, memory: &Memory) -> bool {
    let (mut by_length, mut by_count) = (r.fork(), r);
    Section::<Asset>::skip_clean(&mut by_length, memory.assets) && by_length.is_empty()
        || Section::<Asset>::skip_counted(&mut by_count, memory.assets) && by_count.is_empty()
}

/// Whether both sections and nothing else follow.
fn sections_follow(r: Reader<'_>, memory: &Memory) -> bool {
    let (mut by_length, mut by_count) = (r.fork(), r);
    Section::<GraphNode>::skip_clean(&mut by_length, memory.nodes) && assets_follow(by_length, memory)
        || Section::<GraphNode>::skip_counted(&mut by_count, memory.nodes) && assets_follow(by_count, memory)
}

fn header(r: &mut Reader<'_>) -> Result<Header> {
    let byte_order = frame::byte_order(r)?;
    let unknown_0x01 = r.field("unknown_0x01", Reader::u8)?;
    let unknown_0x02 = r.field("unknown_0x02", Reader::u16)?;
    let size = Declared::read(r, "header_size", 0x18)?;
    Ok(Header {
        byte_order,
        unknown_0x01,
        unknown_0x02,
        header_size: size.size,
        magic: r.field("magic", |r| Ok(Text(r.take(8)?.to_vec())))?,
        version: r.field("version", Reader::u32)?,
        unknown_0x14: r.field("unknown_0x14", Reader::u32)?,
        unknown_0x18: r.field("unknown_0x18", |r| r.get())?,
        rest: size.rest(r, "header_size", |mut r| r.u32().is_ok_and(|n| n == 8))?,
    })
}

fn memory(r: &mut Reader<'_>) -> Result<Memory> {
    let size = Declared::read(r, "size", 8)?;
    let mut out = Memory {
        size: size.size,
        nodes: r.field("nodes", Reader::u32)?,
        assets: r.field("assets", Reader::u32)?,
        rest: Vec::new(),
    };
    out.rest = size.rest(r, "size", |r| sections_follow(r, &out))?;
    Ok(out)
}

impl Bsg {
    /// The byte order the file is written in.
    pub fn endian(&self) -> Endian {
        frame::endian(self.header.byte_order)
    }

    /// The bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut w = Writer::with_capacity(self.endian(), 64 + self.nodes.list.len() * 96);
        let h = &self.header;
        w.u8(h.byte_order);
        w.u8(h.unknown_0x01);
        w.u16(h.unknown_0x02);
        w.u32(h.header_size);
        w.bytes(h.magic.as_bytes());
        w.u32(h.version);
        w.u32(h.unknown_0x14);
        w.put(&h.unknown_0x18);
        w.bytes(&h.rest);
        w.u32(self.memory.size);
        w.u32(self.memory.nodes);
        w.u32(self.memory.assets);
        w.bytes(&self.memory.rest);
        self.nodes.write(&mut w);
        self.assets.write(&mut w);
        w.bytes(&self.trailing);
        w.finish()
    }

    /// Recomputes sizes and counts, and the spelling of the magic.
    pub fn recount(&mut self) {
        self.header.header_size = 0x18 + self.header.rest.len() as u32;
        self.header.magic = super::types::magic(self.header.byte_order).into();
        self.memory.size = 8 + self.memory.rest.len() as u32;
        self.memory.nodes = self.nodes.list.len() as u32;
        self.memory.assets = self.assets.list.len() as u32;
        self.nodes.size = self.nodes.actual_size();
        self.assets.size = self.assets.actual_size();
    }
}
