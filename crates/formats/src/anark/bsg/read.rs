//! Reading and writing: header, memory section, nodes, assets.

use super::types::{Asset, Bsg, GraphNode, Header, Memory};
use crate::anark::codes::{RECORDS_MISFIT, VERSION};
use crate::anark::section::Section;
use wire::{Endian, Error, Reader, Result, Sink, Text, Writer, codes};

/// Reads a whole file.
pub fn read(r: &mut Reader<'_>, sink: &mut Sink) -> Result<Bsg> {
    let header = r.field("header", header)?;
    if header.version != 2 {
        let message = format!("version {}, known is BSG 2 (BGF has 3, Just Cause 2 has 1)", header.version);
        sink.push(&VERSION, "header.version", message);
    }
    let memory = r.field("memory", memory)?;
    let assets_clean =
        |mut r: Reader<'_>| Section::<Asset>::skip_clean(&mut r, memory.assets) && r.is_empty();
    let (nodes, misfit) = r.field("nodes", |r| Section::<GraphNode>::read(r, memory.nodes, assets_clean))?;
    report("nodes", memory.nodes, nodes.list.len(), misfit, sink);
    let (assets, misfit) =
        r.field("assets", |r| Section::<Asset>::read(r, memory.assets, |r| r.is_empty()))?;
    report("assets", memory.assets, assets.list.len(), misfit, sink);
    let trailing = r.field("trailing", |r| Ok(r.take(r.remaining())?.to_vec()))?;
    Ok(Bsg { header, memory, nodes, assets, trailing, names: Vec::new() })
}

fn report(name: &'static str, expected: u32, found: usize, misfit: Option<Error>, sink: &mut Sink) {
    if let Some(e) = misfit {
        let e = e.in_field(name);
        let message = format!("{found} of {expected} records fit the section: {}", e.message());
        sink.push_at(&RECORDS_MISFIT, e.offset().unwrap_or(0), e.path(), message);
    }
}

fn header(r: &mut Reader<'_>) -> Result<Header> {
    let at = r.offset();
    let byte_order = r.field("byte_order", Reader::u8)?;
    match byte_order {
        0 => r.set_endian(Endian::Little),
        1 => r.set_endian(Endian::Big),
        other => {
            let message = format!("byte order {other}, expected 0 (little) or 1 (big)");
            return Err(Error::at(&codes::VALUE, at, message).in_field("byte_order"));
        }
    }
    let unknown_0x01 = r.field("unknown_0x01", Reader::u8)?;
    let unknown_0x02 = r.field("unknown_0x02", Reader::u16)?;
    let at = r.offset();
    let header_size = r.field("header_size", Reader::u32)?;
    let Some(more) = header_size.checked_sub(0x18) else {
        let message = format!("header size {header_size:#x}, expected 0x18");
        return Err(Error::at(&codes::VALUE, at, message).in_field("header_size"));
    };
    Ok(Header {
        byte_order,
        unknown_0x01,
        unknown_0x02,
        header_size,
        magic: r.field("magic", |r| Ok(Text(r.take(8)?.to_vec())))?,
        version: r.field("version", Reader::u32)?,
        unknown_0x14: r.field("unknown_0x14", Reader::u32)?,
        unknown_0x18: r.field("unknown_0x18", |r| r.get())?,
        rest: r.field("rest", |r| Ok(r.take(more as usize)?.to_vec()))?,
    })
}

fn memory(r: &mut Reader<'_>) -> Result<Memory> {
    let at = r.offset();
    let size = r.field("size", Reader::u32)?;
    let Some(more) = size.checked_sub(8) else {
        let message = format!("memory section of {size} bytes, expected 8 (two counts)");
        return Err(Error::at(&codes::VALUE, at, message).in_field("size"));
    };
    Ok(Memory {
        size,
        nodes: r.field("nodes", Reader::u32)?,
        assets: r.field("assets", Reader::u32)?,
        rest: r.field("rest", |r| Ok(r.take(more as usize)?.to_vec()))?,
    })
}

impl Bsg {
    /// The byte order the file is written in.
    pub fn endian(&self) -> Endian {
        if self.header.byte_order == 1 { Endian::Big } else { Endian::Little }
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
