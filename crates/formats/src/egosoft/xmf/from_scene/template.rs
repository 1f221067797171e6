//! What an original file still has to say about a mesh made anew.

use super::super::types::{Buffer, Element, FORMAT_LISTED, SLOTS, Xmf};
use super::super::write::{adler32, deflate};
use crate::egosoft::base64_bytes;
use crate::egosoft::notes::{FAMILY, mesh as notes};
use flate2::Compression;
use scene::{Extras, Mesh};
use wire::{Reader, Sink};

impl Xmf {
    /// The bytes, with everything of an original that is still the same.
    pub fn with_template(self, template: &Xmf) -> Vec<u8> {
        self.merged(template).write()
    }

    /// Gives a mesh that lost its extras those of this file, so that its declaration stays.
    pub(crate) fn remind(&self, mesh: &mut Mesh, stem: &str) {
        if mesh.extras.contains_key(FAMILY) {
            return;
        }
        if let Ok(built) = self.to_mesh(stem, &mut Sink::new()) {
            mesh.extras.extend(built.mesh.extras);
            self.note_blocks(&mut mesh.extras);
        }
    }

    /// The file whose tables extras kept: buffers that are still the same have their data, the others none.
    pub(super) fn remembered(&self, extras: &Extras) -> Option<Xmf> {
        let tables = base64_bytes(&notes::TABLES.get(extras)?)?;
        let mut old = Xmf::read_tables(&mut Reader::new(&tables)).ok()?;
        let sums = notes::SUMS.get(extras)?;
        let blocks = notes::BLOCKS.get(extras).unwrap_or_default();
        for (i, ((b, sum), own)) in old.buffers.iter_mut().zip(&sums).zip(&self.buffers).enumerate() {
            let same = sum.first() == Some(&adler32(&own.data)) && own.data.len() as u64 == b.desc.raw_size();
            if !same {
                continue;
            }
            b.data = own.data.clone();
            let kept = blocks.get(i).and_then(|b| base64_bytes(b.as_deref()?));
            if b.desc.compressed != 0 && kept.is_some() {
                b.packed = kept.map(Into::into);
            } else if b.desc.compressed != 0 {
                // The second byte of a zlib stream says how hard it was packed.
                let level = match sum.get(1) {
                    Some(0x01) => 1,
                    Some(0x5e) => 5,
                    Some(0x9c) => 6,
                    _ => 9,
                };
                b.packed = Some(deflate(&b.data, Compression::new(level)).into());
            }
        }
        Some(old)
    }

    /// Takes from the original whatever is the same: whole if nothing was changed, else blocks, junk and header bytes.
    pub(super) fn merged(mut self, template: &Xmf) -> Xmf {
        let same_elements = |a: &Buffer, b: &Buffer| {
            let plain =
                |x: &Buffer| x.elements().iter().map(|e| (e.ty, e.usage, e.usage_index)).collect::<Vec<_>>();
            plain(a) == plain(b)
                && a.is_listed() == b.is_listed()
                && a.desc.kind == b.desc.kind
                && a.desc.format == b.desc.format
        };
        let mut all = self.buffers.len() == template.buffers.len() && template.header.big_endian == 0;
        for (own, old) in self.buffers.iter_mut().zip(&template.buffers) {
            if same_elements(own, old) && own.data == old.data {
                let offset = own.desc.data_offset;
                *own = old.clone();
                own.desc.data_offset = offset;
            } else {
                all = false;
            }
        }
        let ranges = |x: &Xmf| {
            x.materials
                .iter()
                .filter(|m| m.num_indices > 0)
                .map(|m| (m.first_index, m.num_indices, m.trimmed().to_vec()))
                .collect::<Vec<_>>()
        };
        if all && ranges(&self) == ranges(template) {
            let mut same = template.clone();
            // Another program's deflate may pack in another way.
            if same.buffers.iter().any(|b| b.stored().len() != b.desc.stored_size as usize) {
                same.recount();
            }
            return same;
        }
        let (own, old) = (&mut self.header, &template.header);
        (own.culling_cw, own.mesh_optimization, own.zero) = (old.culling_cw, old.mesh_optimization, old.zero);
        if template.header.desc_size != self.header.desc_size {
            // Short descriptions cannot hold lists: everything stays long.
            for b in &mut self.buffers {
                b.extra.clear();
                b.slots.resize(SLOTS, Element::default());
            }
        }
        for b in self.buffers.iter_mut().filter(|b| b.is_listed() && !b.desc.is_index()) {
            b.desc.format = FORMAT_LISTED;
        }
        self.measure();
        self.recount();
        self
    }
}
