//! What the numbers in a file's buffers come to.

use super::super::scene::columns;
use super::super::types::decl;
use super::super::types::decl::{Attribute, Meaning, decode, ty, usage};
use super::super::types::{Buffer, Xmf};
use crate::egosoft::MIRROR;

impl Buffer {
    /// Whether its data says what its smallest and largest number are: those of UVs, normals and colours in streams of
    /// their own were taken before the data was packed.
    fn is_measured(&self) -> bool {
        let position = |e: &super::super::types::Element| e.usage == usage::POSITION && decl::is_float(e.ty);
        self.desc.is_index() || self.is_listed() || self.elements().iter().all(position)
    }

    /// Whether its smallest and largest number are others than these. Half floats were rounded after they were taken.
    fn differs(&self, min: f64, max: f64) -> bool {
        let half = |ty: u32| matches!(ty, ty::FLOAT16_2 | ty::FLOAT16_4);
        let half = !self.desc.is_index() && !self.is_listed() && self.elements().iter().all(|e| half(e.ty));
        let slack = if half { min.abs().max(max.abs()) / 1024.0 } else { 0.0 };
        let near = |a: f64, b: f64| a.total_cmp(&b).is_eq() || (a - b).abs() <= slack;
        !near(self.desc.min, min) || !near(self.desc.max, max)
    }
}

impl Xmf {
    /// Names of the material ranges, as people read them.
    pub fn material_list(&self) -> Vec<String> {
        self.materials.iter().map(|m| String::from_utf8_lossy(m.trimmed()).into_owned()).collect()
    }

    /// Smallest and largest number of a buffer as the studio writes them; `None` if the data cannot be read.
    pub fn min_max(&self, b: &Buffer) -> Option<(f64, f64)> {
        if b.desc.is_index() {
            let (list, highest) = columns::indices(b, self.header.endian())?;
            let lowest = list.into_iter().min().unwrap_or(0);
            return Some((lowest.into(), highest.unwrap_or(0).into()));
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
        let counted = if a.usage == usage::POSITION { 3 } else { decl::components(a.ty) };
        let counted = counted.min(decl::components(a.ty));
        let mut out: Option<(f32, f32)> = None;
        for v in b.data.chunks_exact(stride).take(b.desc.count() as usize) {
            let numbers = decode(v.get(a.offset..)?, a.ty, self.header.endian(), Meaning::Plain);
            // Of positions the studio takes (x, y, −z).
            let signs = [1.0, 1.0, if a.usage == usage::POSITION { -1.0 } else { 1.0 }, 1.0];
            for (c, sign) in numbers.into_iter().zip(signs).take(counted) {
                let c = c * sign + 0.0;
                out = Some(out.map_or((c, c), |(lo, hi)| (lo.min(c), hi.max(c))));
            }
        }
        let (lo, hi) = out.unwrap_or((0.0, 0.0));
        Some((lo.into(), hi.into()))
    }

    /// Smallest and largest number of a buffer, where they are others than those it says.
    pub(super) fn measured(&self, b: &Buffer) -> Option<(f64, f64)> {
        self.min_max(b).filter(|(min, max)| b.is_measured() && b.differs(*min, *max))
    }

    /// Fills in smallest and largest numbers where they are others than those of the data.
    pub(crate) fn measure(&mut self) {
        for i in 0..self.buffers.len() {
            let found = self.buffers.get(i).and_then(|b| self.measured(b));
            if let (Some(new), Some(b)) = (found, self.buffers.get_mut(i)) {
                (b.desc.min, b.desc.max) = new;
            }
        }
    }

    /// All positions, in a scene's axes.
    pub(in crate::egosoft) fn positions(&self) -> Vec<[f32; 3]> {
        self.position_attribute()
            .map(|(b, a)| columns::all_positions(b, &a, self.header.endian()))
            .unwrap_or_default()
    }

    /// Centre and half size of all positions, stored axes.
    pub fn bounds(&self) -> Option<([f32; 3], [f32; 3])> {
        let (mut lo, mut hi) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for p in self.positions() {
            for ((lo, hi), v) in lo.iter_mut().zip(&mut hi).zip(MIRROR.point(p)) {
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
