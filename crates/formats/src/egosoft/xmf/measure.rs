//! What the numbers in a file's buffers come to.

use super::columns;
use super::decl::{self, Attribute, Meaning, decode, ty, usage};
use super::types::{Buffer, Xmf};

impl Buffer {
    /// Whether it is the one implicit stream of positions that collision meshes have.
    pub(super) fn holds_positions(&self) -> bool {
        let implicit = |e: &super::types::Element| e.usage == usage::POSITION && e.ty == ty::FLOAT3;
        !self.desc.is_index() && !self.is_listed() && self.elements().iter().all(implicit)
    }
}

impl Xmf {
    /// Smallest and largest number of a buffer as the studio writes them; `None` if the data cannot be read.
    pub fn min_max(&self, b: &Buffer) -> Option<(f64, f64)> {
        if b.desc.is_index() {
            let (_, highest) = columns::indices(b, self.header.endian())?;
            return Some((0.0, highest.unwrap_or(0).into()));
        }
        if b.is_listed() {
            return Some((0.0, 0.0));
        }
        let (attributes, why) = b.attributes();
        let (a, None) = (attributes.first()?, why) else { return None };
        if !decl::is_float(a.ty) {
            return None;
        }
        let stride = (b.desc.item_size as usize).max(1);
        let mut out: Option<(f32, f32)> = None;
        for v in b.data.chunks_exact(stride).take(b.desc.count() as usize) {
            let numbers = decode(v.get(a.offset..)?, a.ty, self.header.endian(), Meaning::Plain);
            for c in numbers.into_iter().take(decl::components(a.ty)) {
                out = Some(out.map_or((c, c), |(lo, hi)| (lo.min(c), hi.max(c))));
            }
        }
        let (lo, hi) = out.unwrap_or((0.0, 0.0));
        Some((lo.into(), hi.into()))
    }

    /// Centre and half size of all positions, stored axes.
    pub fn bounds(&self) -> Option<([f32; 3], [f32; 3])> {
        let (b, a) = self.position_attribute()?;
        let mirrored = columns::all_positions(b, &a, self.header.endian());
        let (mut lo, mut hi) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for [x, y, z] in mirrored {
            for ((lo, hi), v) in lo.iter_mut().zip(&mut hi).zip([-x, y, z]) {
                (*lo, *hi) = (lo.min(v), hi.max(v));
            }
        }
        if lo.iter().chain(&hi).any(|v| !v.is_finite()) {
            return None;
        }
        let mut center = [0.0; 3];
        let mut half = [0.0; 3];
        for ((c, h), (lo, hi)) in center.iter_mut().zip(&mut half).zip(lo.iter().zip(&hi)) {
            (*c, *h) = (f32::midpoint(*lo, *hi), (hi - lo) * 0.5);
        }
        Some((center, half))
    }

    /// Where the positions are.
    pub(super) fn position_attribute(&self) -> Option<(&Buffer, Attribute)> {
        self.buffers.iter().filter(|b| !b.desc.is_index()).find_map(|b| {
            let a = b.attributes().0.into_iter().find(|a| a.usage == usage::POSITION)?;
            Some((b, a))
        })
    }
}
