//! What an original file still has to say about a mesh made anew.

use super::super::types::{Buffer, Element, SLOTS, Xmf};

impl Xmf {
    /// Takes from the original whatever is the same: whole if nothing was changed, else blocks, junk and header bytes.
    pub fn with_template(mut self, template: &Xmf) -> Vec<u8> {
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
                .map(|m| (m.first_index, m.num_indices, m.trimmed().to_vec()))
                .collect::<Vec<_>>()
        };
        if all && ranges(&self) == ranges(template) {
            return template.write();
        }
        self.header.culling_cw = template.header.culling_cw;
        self.header.mesh_optimization = template.header.mesh_optimization;
        if template.header.desc_size != self.header.desc_size {
            // Short descriptions cannot hold lists: everything stays long.
            for b in &mut self.buffers {
                b.extra.clear();
                b.slots.resize(SLOTS, Element::default());
            }
        }
        self.recount();
        self.write()
    }
}
