//! Repairs: a converter's file becomes one like the studio's.

use super::columns;
use super::decl::{Meaning, encode, ty};
use super::types::{Element, FORMAT_LISTED, INDEX_U16, INDEX_U32, Xmf};

impl Xmf {
    /// Makes a converter's file look like the studio's.
    pub fn fix_file(&mut self, collision: bool) {
        if collision {
            self.fix_collision();
        }
        for i in 0..self.buffers.len() {
            let Some((min_max, listed)) = self.buffers.get(i).map(|b| (self.min_max(b), b.is_listed()))
            else {
                continue;
            };
            if let Some(b) = self.buffers.get_mut(i) {
                if let Some((min, max)) = min_max {
                    (b.desc.min, b.desc.max) = (min, max);
                }
                if listed && !b.desc.is_index() {
                    b.desc.format = FORMAT_LISTED;
                }
            }
        }
        let (center, half) = self.bounds().unwrap_or_default();
        let h = &mut self.header;
        if (h.bounds_center, h.bounds_half_size) != ([0.0; 3], [0.0; 3]) {
            (h.bounds_center, h.bounds_half_size) = (center, half);
        }
        // Garbage of converters; studio files have both values with the same winding.
        h.culling_cw = u8::from(h.culling_cw == 1);
        h.right_handed = 0;
        h.mesh_optimization =
            if h.mesh_optimization > 1 { u32::from(!collision) } else { h.mesh_optimization };
        self.recount();
    }

    fn fix_collision(&mut self) {
        let endian = self.header.endian();
        let Some((b, a)) = self.position_attribute() else { return };
        let implicit =
            b.num_elements == 0 && a.ty == ty::FLOAT3 && b.desc.kind == 0 && b.desc.usage_index == 0;
        if !implicit || self.buffers.iter().filter(|b| !b.desc.is_index()).count() != 1 {
            let mut data = Vec::new();
            for [x, y, z] in columns::positions(b, &a, endian) {
                encode(&mut data, [-x, y, z, 1.0], ty::FLOAT3, endian, Meaning::Plain);
            }
            let mut new = b.clone();
            new.desc.kind = 0;
            new.desc.usage_index = 0;
            new.desc.format = ty::FLOAT3;
            new.desc.item_size = 12;
            new.num_elements = 0;
            new.slots.fill(Element::default());
            new.set_data(data);
            let old = std::mem::take(&mut self.buffers);
            self.buffers.push(new);
            self.buffers.extend(old.into_iter().filter(|b| b.desc.is_index()));
        }
        self.materials.clear();
        if let Some(b) = self.buffers.iter_mut().find(|b| b.desc.is_index() && b.desc.format == INDEX_U16)
            && let Some(indices) = columns::indices(b, endian)
        {
            let mut w = wire::Writer::new(endian);
            for i in &indices {
                w.u32(*i);
            }
            b.desc.format = INDEX_U32;
            b.desc.item_size = 4;
            b.set_data(w.finish());
        }
    }
}
