//! Reading: header, memory section, then seven sections whose records the memory section counts.

use super::check::{RECORDS_MISFIT, VERSION};
use super::types::{Animation, Bgf, COUNTS, Contract, Count, Element, Header, Logic, Memory, Slide};
use crate::anark::section::Section;
use crate::anark::value::Param;
use wire::{Endian, Error, Reader, Result, Sink, Text, Wire, codes};

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
    let at = r.offset();
    let header_size = r.field("header_size", Reader::u32)?;
    let Some(more) = header_size.checked_sub(0x1A) else {
        let message = format!("header size {header_size:#x}, expected 0x1a");
        return Err(Error::at(&codes::VALUE, at, message).in_field("header_size"));
    };
    Ok(Header {
        byte_order,
        unknown_0x01,
        header_size,
        magic: r.field("magic", |r| Ok(Text(r.take(8)?.to_vec())))?,
        version: r.field("version", Reader::u32)?,
        unknown_0x12: r.field("unknown_0x12", Reader::u32)?,
        width: r.field("width", Reader::u16)?,
        height: r.field("height", Reader::u16)?,
        fit_mode: r.field("fit_mode", Reader::u8)?,
        highest_id: r.field("highest_id", Reader::u32)?,
        unknown_0x1f: r.field("unknown_0x1f", Reader::u8)?,
        rest: r.field("rest", |r| Ok(r.take(more as usize)?.to_vec()))?,
    })
}

fn memory(r: &mut Reader<'_>) -> Result<Memory> {
    let at = r.offset();
    let size = r.field("size", Reader::u32)?;
    let Some(more) = size.checked_sub(4 * COUNTS as u32) else {
        let message = format!("memory section of {size} bytes, expected 100 (25 counts)");
        return Err(Error::at(&codes::VALUE, at, message).in_field("size"));
    };
    let mut counts = [0; COUNTS];
    r.field("counts", |r| {
        for (slot, name) in counts.iter_mut().zip(super::types::COUNT_NAMES) {
            *slot = r.field(name, Reader::u32)?;
        }
        Ok(())
    })?;
    let rest = r.field("rest", |r| Ok(r.take(more as usize)?.to_vec()))?;
    Ok(Memory { size, counts, rest })
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

    /// Whether all sections from one on are in order, to the last byte of the file.
    fn clean_from(&self, first: usize, mut r: Reader<'_>) -> bool {
        let sections = (first..7).all(|i| {
            let n = self.get(i);
            match i {
                0 => Section::<Text>::skip_clean(&mut r, n),
                1 => Section::<Element>::skip_clean(&mut r, n),
                2 => Section::<Contract>::skip_clean(&mut r, n),
                3 => Section::<Animation>::skip_clean(&mut r, n),
                4 => Section::<Logic>::skip_clean(&mut r, n),
                5 => Section::<Param>::skip_clean(&mut r, n),
                _ => Section::<Slide>::skip_clean(&mut r, n),
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
    let (section, misfit) =
        r.field(name, |r| Section::<T>::read(r, counts.get(index), |r| counts.clean_from(index + 1, r)))?;
    if let Some(e) = misfit {
        let e = e.in_field(name);
        let message = format!(
            "{} of {} records fit the section of {} bytes: {}",
            section.list.len(),
            counts.get(index),
            section.size,
            e.message()
        );
        sink.push_at(&RECORDS_MISFIT, e.offset().unwrap_or(0), e.path(), message);
    }
    Ok(section)
}
