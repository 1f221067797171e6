//! Reading: header, memory section, then seven sections whose records the memory section counts.

use super::rules::VERSION;
use super::types::{
    Animation, Bgf, COUNT_NAMES, COUNTS, Contract, Count, Element, Header, Logic, Memory, Slide,
};
use crate::anark::frame::{self, Declared};
use crate::anark::section::Section;
use crate::anark::value::Param;
use wire::{Reader, Result, Sink, Text, Wire};

/// Reads a whole file.
pub fn read(r: &mut Reader<'_>, sink: &mut Sink) -> Result<Bgf> {
    let header = r.field("header", header)?;
    if header.version != 3 {
        let message = format!("version {}, known is BGF 3 (BSG has 2, Just Cause 2 has 1)", header.version);
        sink.push(&VERSION, "header.version", message);
    }
    let memory = r.field("memory", memory)?;
    let counts = Expected::of(&memory);
    Ok(Bgf {
        header,
        strings: section::<Text>(r, "strings", &counts, 0, sink)?,
        elements: section::<Element>(r, "elements", &counts, 1, sink)?,
        contracts: section::<Contract>(r, "contracts", &counts, 2, sink)?,
        animations: section::<Animation>(r, "animations", &counts, 3, sink)?,
        logic: section::<Logic>(r, "logic", &counts, 4, sink)?,
        params: section::<Param>(r, "params", &counts, 5, sink)?,
        slides: section::<Slide>(r, "slides", &counts, 6, sink)?,
        trailing: r.field("trailing", |r| Ok(r.take(r.remaining())?.to_vec()))?,
        memory,
        names: Vec::new(),
    })
}

fn header(r: &mut Reader<'_>) -> Result<Header> {
    let byte_order = frame::byte_order(r)?;
    let unknown_0x01 = r.field("unknown_0x01", Reader::u8)?;
    let size = Declared::read(r, "header_size", 0x1A)?;
    Ok(Header {
        byte_order,
        unknown_0x01,
        header_size: size.size,
        magic: r.field("magic", |r| Ok(Text(r.take(8)?.to_vec())))?,
        version: r.field("version", Reader::u32)?,
        unknown_0x12: r.field("unknown_0x12", Reader::u32)?,
        width: r.field("width", Reader::u16)?,
        height: r.field("height", Reader::u16)?,
        fit_mode: r.field("fit_mode", Reader::u8)?,
        highest_id: r.field("highest_id", Reader::u32)?,
        unknown_0x1f: r.field("unknown_0x1f", Reader::u8)?,
        rest: size.rest(r, "header_size", |mut r| r.u32().is_ok_and(|n| n == 4 * COUNTS as u32))?,
    })
}

fn memory(r: &mut Reader<'_>) -> Result<Memory> {
    let size = Declared::read(r, "size", 4 * COUNTS as u32)?;
    let mut counts = [0; COUNTS];
    r.field("counts", |r| {
        for (slot, name) in counts.iter_mut().zip(COUNT_NAMES) {
            *slot = r.field(name, Reader::u32)?;
        }
        Ok(())
    })?;
    let mut out = Memory { size: size.size, counts, rest: Vec::new() };
    out.rest = size.rest(r, "size", |r| Expected::of(&out).clean_from(0, r))?;
    Ok(out)
}

/// Records of the seven sections, by the memory section.
struct Expected([u32; 7]);

impl Expected {
    fn of(memory: &Memory) -> Self {
        Self([
            memory.get(Count::Strings),
            memory.get(Count::Small).saturating_add(memory.get(Count::Large)),
            memory.get(Count::Contracts),
            memory.get(Count::Animations),
            memory.get(Count::Logics),
            memory.get(Count::Params),
            memory.get(Count::Slides),
        ])
    }

    fn get(&self, section: usize) -> u32 {
        self.0.get(section).copied().unwrap_or(0)
    }

    /// Whether all sections from one on are in order, to the last byte of the file: by their lengths, or by the counts
    /// alone.
    fn clean_from(&self, first: usize, r: Reader<'_>) -> bool {
        self.walk(first, r.fork(), false) || self.walk(first, r, true)
    }

    fn walk(&self, first: usize, mut r: Reader<'_>, counts_only: bool) -> bool {
        fn skip<T: Wire>(r: &mut Reader<'_>, n: u32, counts_only: bool) -> bool {
            if counts_only { Section::<T>::skip_counted(r, n) } else { Section::<T>::skip_clean(r, n) }
        }
        let sections = (first..7).all(|i| {
            let n = self.get(i);
            match i {
                0 => skip::<Text>(&mut r, n, counts_only),
                1 => skip::<Element>(&mut r, n, counts_only),
                2 => skip::<Contract>(&mut r, n, counts_only),
                3 => skip::<Animation>(&mut r, n, counts_only),
                4 => skip::<Logic>(&mut r, n, counts_only),
                5 => skip::<Param>(&mut r, n, counts_only),
                _ => skip::<Slide>(&mut r, n, counts_only),
            }
        });
        sections && r.is_empty()
    }
}

fn section<T: Wire>(
    r: &mut Reader<'_>,
    name: &'static str,
    counts: &Expected,
    index: usize,
    sink: &mut Sink,
) -> Result<Section<T>> {
    Section::read(r, name, counts.get(index), |r| counts.clean_from(index + 1, r), sink)
}
