//! Bytes to structs.

use super::rules::{INFLATE, PAYLOAD, SIGNATURE, SIZES, VERSION};
use super::types::{
    Buffer, Description, Element, Gap, HEADER_SIZE, Header, MAGIC, MaterialRange, RANGE_SIZE, SHORT_DESC,
    SLOT_SIZE, SLOTS, Xmf,
};
use bytes::Bytes;
use flate2::{Decompress, FlushDecompress, Status};
use wire::{Error, Reader, Result};

/// No deflate stream grows by more than this; a bomb that claims more is refused before anything is allocated.
const MAX_RATIO: u64 = 1032;

impl Xmf {
    /// Reads a whole file.
    pub fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut xmf = Self::read_tables(r)?;
        let base = r.position();
        read_payloads(r, &mut xmf.buffers, base)?;
        xmf.gaps = trace_payloads(r, &xmf.buffers, base)?;
        Ok(xmf)
    }

    /// Reads everything before the payloads.
    pub(super) fn read_tables(r: &mut Reader<'_>) -> Result<Self> {
        if r.peek(4) != MAGIC {
            return Err(r.error(&SIGNATURE, format!("signature {:02x?}, expected XUMF", r.peek(4))));
        }
        // The byte order is known only from offset 5 on, and the first number is after it.
        let endian =
            if r.peek(6).get(5).is_some_and(|b| *b != 0) { wire::Endian::Big } else { wire::Endian::Little };
        r.set_endian(endian);
        let header: Header = r.field("header", Reader::get)?;
        check_sizes(&header)?;
        let header_extra =
            r.field("header_extra", |r| r.take(header.header_size as usize - HEADER_SIZE))?.to_vec();
        let desc_size = header.desc_size as usize;
        let buffers = r.field("buffers", |r| {
            r.list_with(header.num_buffers.into(), desc_size, |r, _| read_buffer(r, desc_size))
        })?;
        let range_size = header.material_size as usize;
        let materials = r.field("materials", |r| {
            r.list_with(header.num_materials.into(), range_size, |r, _| read_range(r, range_size))
        })?;
        Ok(Self { header, header_extra, buffers, materials, gaps: Vec::new() })
    }
}

fn check_sizes(h: &Header) -> Result<()> {
    let bad = |at: u64, field: &str, value: u8, least: usize| {
        let message = format!("{field} {value:#x}, expected at least {least:#x}");
        Err(Error::at(&SIZES, at, message).in_field(field).in_field("header"))
    };
    if h.version != 3 {
        let e = Error::at(&VERSION, 4, format!("version {}, 3 is the only one known", h.version));
        return Err(e.in_field("version").in_field("header"));
    }
    if (h.header_size as usize) < HEADER_SIZE {
        return bad(6, "header_size", h.header_size, HEADER_SIZE);
    }
    if h.num_buffers > 0 && (h.desc_size as usize) < SHORT_DESC {
        return bad(9, "desc_size", h.desc_size, SHORT_DESC);
    }
    if h.num_materials > 0 && (h.material_size as usize) < RANGE_SIZE {
        return bad(11, "material_size", h.material_size, RANGE_SIZE);
    }
    Ok(())
}

fn read_buffer(r: &mut Reader<'_>, size: usize) -> Result<Buffer> {
    let desc: Description = r.get()?;
    let mut rest = size - SHORT_DESC;
    let (mut num_elements, mut slots) = (0, Vec::new());
    // A description may end before the last of the sixteen slots; what it does not have is none.
    let own = size.saturating_sub(SHORT_DESC + 4) / SLOT_SIZE;
    if own > 0 {
        num_elements = r.field("num_elements", Reader::u32)?;
        slots = r.field("slots", |r| r.list::<Element>(own.min(SLOTS)))?;
        rest = size - SHORT_DESC - 4 - slots.len() * SLOT_SIZE;
    }
    let extra = r.field("extra", |r| r.take(rest))?.to_vec();
    Ok(Buffer { desc, num_elements, slots, extra, data: Bytes::new(), packed: None })
}

fn read_range(r: &mut Reader<'_>, size: usize) -> Result<MaterialRange> {
    Ok(MaterialRange {
        first_index: r.field("first_index", Reader::u32)?,
        num_indices: r.field("num_indices", Reader::u32)?,
        name: r.field("name", |r| r.take(RANGE_SIZE - 8))?.to_vec(),
        extra: r.field("extra", |r| r.take(size - RANGE_SIZE))?.to_vec(),
    })
}

/// Payloads are found by their offsets, in whatever order they are.
fn read_payloads(r: &mut Reader<'_>, buffers: &mut [Buffer], base: usize) -> Result<()> {
    let mut payload = r.fork();
    for (i, buffer) in buffers.iter_mut().enumerate() {
        let result = read_payload(&mut payload, buffer, base);
        result.map_err(|e| e.in_field("data").in_index(i).in_field("buffers"))?;
    }
    Ok(())
}

fn read_payload(r: &mut Reader<'_>, buffer: &mut Buffer, base: usize) -> Result<()> {
    let d = &buffer.desc;
    let start = base as u64 + u64::from(d.data_offset);
    let stored = r.seek(start).ok().and_then(|()| r.keep(d.stored_size as usize).ok());
    let Some(stored) = stored else {
        let message = format!(
            "payload of {} bytes at {start:#x} lies beyond the end of the file at {:#x}",
            d.stored_size,
            base + {
                r.seek(base as u64)?;
                r.remaining()
            }
        );
        return Err(Error::at(&PAYLOAD, start, message));
    };
    let want = d.raw_size();
    if d.compressed == 0 {
        if (stored.len() as u64) < want {
            let message =
                format!("{} bytes stored, {} items of {} need {want}", stored.len(), d.count(), d.item_size);
            return Err(Error::at(&PAYLOAD, start, message));
        }
        // Many descriptions may point at one payload: what they share counts each time.
        r.charge(stored.len() as u64)?;
        buffer.data = stored;
    } else {
        if want > (stored.len() as u64).saturating_mul(MAX_RATIO) {
            let message = format!("{want} bytes cannot come out of {} compressed ones", stored.len());
            return Err(Error::at(&INFLATE, start, message));
        }
        r.charge(want.saturating_add(stored.len() as u64))?;
        buffer.data = inflate(&stored, want as usize).map_err(|why| Error::at(&INFLATE, start, why))?.into();
        buffer.packed = Some(stored);
    }
    Ok(())
}

/// Inflates to exactly `want` bytes, or says what is wrong.
pub(super) fn inflate(stored: &[u8], want: usize) -> std::result::Result<Vec<u8>, String> {
    let mut out = Vec::with_capacity(want + 1);
    let mut z = Decompress::new(true);
    let status = z
        .decompress_vec(stored, &mut out, FlushDecompress::Finish)
        .map_err(|e| format!("damaged zlib stream after {} of {want} bytes: {e}", z.total_out()))?;
    match status {
        _ if out.len() > want => {
            Err(format!("more than the declared {want} bytes come out of the zlib stream"))
        }
        Status::StreamEnd if out.len() == want => Ok(out),
        Status::StreamEnd => Err(format!("{} bytes came out of the zlib stream, {want} declared", out.len())),
        _ => Err(format!("zlib stream ends after {} of {want} bytes", out.len())),
    }
}

/// Walks over the payload area once: what no buffer claims is kept, and the trace gets every byte once, even where
/// payloads overlap.
fn trace_payloads(r: &mut Reader<'_>, buffers: &[Buffer], base: usize) -> Result<Vec<Gap>> {
    r.seek(base as u64)?;
    let end = base + r.remaining();
    let mut order: Vec<(usize, usize, usize)> = buffers
        .iter()
        .enumerate()
        .map(|(i, b)| (base + b.desc.data_offset as usize, b.desc.stored_size as usize, i))
        .collect();
    order.sort_unstable();
    let mut gaps = Vec::new();
    for (start, len, i) in order {
        gap(r, &mut gaps, base, start)?;
        let left = (start + len).saturating_sub(r.position());
        if left > 0 {
            r.field("buffers", |r| r.index(i, |r| r.field("data", |r| r.take(left))))?;
        }
    }
    gap(r, &mut gaps, base, end)?;
    Ok(gaps)
}

fn gap(r: &mut Reader<'_>, gaps: &mut Vec<Gap>, base: usize, until: usize) -> Result<()> {
    if until > r.position() {
        let offset = (r.position() - base) as u64;
        let at = gaps.len();
        let bytes = r.field("gaps", |r| r.index(at, |r| r.take(until - r.position())))?;
        gaps.push(Gap { offset, bytes: bytes.to_vec() });
    }
    Ok(())
}
