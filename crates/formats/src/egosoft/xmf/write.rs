//! Structs to bytes.

use super::types::{Buffer, HEADER_SIZE, LONG_DESC, RANGE_SIZE, SHORT_DESC, SLOT_SIZE, Xmf};
use bytes::Bytes;
use flate2::{Compress, Compression, FlushCompress, Status};
use std::cell::RefCell;
use wire::Writer;

impl Buffer {
    /// The payload as it is in the file.
    pub fn stored(&self) -> &[u8] {
        self.packed.as_deref().unwrap_or(&self.data)
    }

    /// Puts new content in place: compressed as the studio does it where the buffer is a compressed one.
    pub fn set_data(&mut self, data: impl Into<Bytes>) {
        let data = data.into();
        if self.desc.compressed != 0 {
            self.packed = Some(deflate(&data, Compression::best()).into());
        } else {
            self.packed = None;
        }
        self.data = data;
    }
}

thread_local! {
    /// The compressor of the last stream: making a new one costs more than a small mesh.
    static COMPRESSOR: RefCell<Option<(Compression, Compress)>> = const { RefCell::new(None) };
}

/// One zlib stream; the studio writes level 9.
pub(super) fn deflate(data: &[u8], level: Compression) -> Vec<u8> {
    COMPRESSOR.with_borrow_mut(|last| {
        let kept = last.take().filter(|(of, _)| *of == level).map(|(_, z)| z);
        let (_, z) = last.insert((level, kept.unwrap_or_else(|| Compress::new(level, true))));
        z.reset();
        let mut out = Vec::with_capacity(data.len() / 2 + 64);
        // Writing into memory has nothing to stumble over.
        while let Ok(status) = z.compress_vec(
            data.get(z.total_in() as usize..).unwrap_or_default(),
            &mut out,
            FlushCompress::Finish,
        ) && status != Status::StreamEnd
        {
            out.reserve(out.len().max(64));
        }
        out
    })
}

impl Buffer {
    /// Whether the payload goes on after its data: a zlib stream ends with the sum of what it holds.
    pub(super) fn has_rest(&self) -> bool {
        match &self.packed {
            Some(packed) => !packed.ends_with(&adler32(&self.data).to_be_bytes()),
            None => self.data.len() as u64 > self.desc.raw_size(),
        }
    }

    /// Drops what the payload has after its data.
    pub(super) fn drop_rest(&mut self) {
        if self.has_rest() {
            let size = usize::try_from(self.desc.raw_size()).unwrap_or(usize::MAX);
            self.set_data(self.data.slice(..size.min(self.data.len())));
        }
    }
}

impl Xmf {
    /// The bytes; exactly those that were read while nothing was changed.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = self.tables();
        let base = bytes.len();
        for gap in &self.gaps {
            place(&mut bytes, base as u64 + gap.offset, &gap.bytes);
        }
        for b in &self.buffers {
            place(&mut bytes, base as u64 + u64::from(b.desc.data_offset), b.stored());
        }
        bytes
    }

    /// Everything before the payloads.
    pub(crate) fn tables(&self) -> Vec<u8> {
        let mut w = Writer::with_capacity(self.header.endian(), self.size_hint());
        w.put(&self.header);
        w.bytes(&self.header_extra);
        for b in &self.buffers {
            w.put(&b.desc);
            if !b.slots.is_empty() {
                w.u32(b.num_elements);
                w.put_all(&b.slots);
            }
            w.bytes(&b.extra);
        }
        for m in &self.materials {
            w.u32(m.first_index);
            w.u32(m.num_indices);
            w.bytes(&m.name);
            w.bytes(&m.extra);
        }
        w.finish()
    }

    fn size_hint(&self) -> usize {
        let payload: usize = self.buffers.iter().map(|b| b.stored().len() + LONG_DESC).sum();
        HEADER_SIZE + payload + self.materials.len() * RANGE_SIZE
    }

    /// Counts, sizes and offsets from what is really there; payloads one after another, nothing between them.
    pub fn recount(&mut self) {
        let mut offset = 0_u32;
        for b in &mut self.buffers {
            if b.data.len() as u64 != b.desc.raw_size() {
                let size = u64::from(b.desc.item_size.max(1)) * u64::from(b.desc.num_sections.max(1));
                b.desc.items = (b.data.len() as u64 / size) as u32;
            }
            if !b.slots.is_empty() {
                b.num_elements = b.num_elements.min(b.slots.len() as u32);
            }
            b.desc.stored_size = b.stored().len() as u32;
            b.desc.data_offset = offset;
            offset = offset.saturating_add(b.desc.stored_size);
        }
        self.gaps.clear();
        let vertices = self.vertex_count() as u32;
        let indices = self.index_buffer().map_or(0, |b| b.desc.count() as u32);
        let h = &mut self.header;
        h.header_size = (HEADER_SIZE + self.header_extra.len()) as u8;
        h.num_buffers = self.buffers.len() as u8;
        h.num_materials = self.materials.len() as u8;
        if let Some(b) = self.buffers.first() {
            let slots = if b.slots.is_empty() { 0 } else { 4 + b.slots.len() * SLOT_SIZE };
            let known = SHORT_DESC + slots;
            h.desc_size = (known + b.extra.len()) as u8;
        }
        if let Some(m) = self.materials.first() {
            h.material_size = (RANGE_SIZE + m.extra.len()) as u8;
        }
        h.num_vertices = vertices;
        h.num_indices = indices;
    }

    /// The first index buffer.
    pub fn index_buffer(&self) -> Option<&Buffer> {
        self.buffers.iter().find(|b| b.desc.is_index())
    }

    /// Vertices of the first stream; each has a byte at least, whatever is declared.
    pub fn vertex_count(&self) -> usize {
        let count = |b: &Buffer| (b.desc.count() as usize).min(b.data.len());
        self.buffers.iter().find(|b| !b.desc.is_index()).map_or(0, count)
    }
}

/// Adler-32, which every zlib stream ends with.
pub(crate) fn adler32(data: &[u8]) -> u32 {
    let (mut a, mut b) = (1_u32, 0_u32);
    // The longest run whose sums fit.
    for run in data.chunks(5552) {
        for byte in run {
            a += u32::from(*byte);
            b += a;
        }
        (a, b) = (a % 65521, b % 65521);
    }
    b << 16 | a
}

fn place(bytes: &mut Vec<u8>, at: u64, payload: &[u8]) {
    if payload.is_empty() {
        return;
    }
    let at = at as usize;
    let end = at + payload.len();
    if bytes.len() == at {
        bytes.extend_from_slice(payload);
        return;
    }
    if bytes.len() < end {
        bytes.resize(end, 0);
    }
    if let Some(slot) = bytes.get_mut(at..end) {
        slot.copy_from_slice(payload);
    }
}
