//! The binary part: parts that are copied once, views and accessors on them.

use super::super::json::{Accessor, BufferView, F32, Sparse, SparsePart, U16, U32};
use bytemuck::Pod;
use std::borrow::Cow;
use std::collections::HashMap;

/// Something that becomes bytes of the buffer.
pub trait Bytes {
    /// Little-endian bytes.
    fn bytes(&self) -> &[u8];
}

impl<T: Pod> Bytes for Cow<'_, [T]> {
    fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(self)
    }
}

/// Grows views, accessors and the list of parts.
#[derive(Default)]
pub struct Buffers<'a> {
    /// Views so far.
    pub views: Vec<BufferView>,
    /// Accessors so far.
    pub accessors: Vec<Accessor>,
    parts: Vec<Box<dyn Bytes + 'a>>,
    len: usize,
    /// Views of pictures by where they are in memory, which costs nothing.
    by_place: HashMap<(*const u8, usize), u32>,
    /// And by what they hold.
    by_content: HashMap<&'a [u8], u32>,
}

/// What an accessor is made of.
pub struct Components {
    /// `SCALAR`, `VEC3` …
    pub kind: &'static str,
    /// Component type.
    pub component: u32,
    /// Integers that mean 0–1.
    pub normalized: bool,
}

impl Components {
    /// Floats.
    pub fn float(kind: &'static str) -> Self {
        Self { kind, component: F32, normalized: false }
    }
}

/// Smallest and largest value by component.
pub type Bounds = Option<(Vec<f32>, Vec<f32>)>;

impl<'a> Buffers<'a> {
    /// Appends a part at a multiple of four; returns where.
    fn append<T: Pod>(&mut self, data: Cow<'a, [T]>) -> (usize, usize) {
        let start = self.len.next_multiple_of(4);
        let len = size_of_val::<[T]>(&data);
        self.len = start + len;
        self.parts.push(Box::new(data));
        (start, len)
    }

    /// A view of its own for one part.
    pub fn view<T: Pod>(&mut self, data: Cow<'a, [T]>, target: Option<u32>) -> u32 {
        let (start, len) = self.append(data);
        self.views.push(BufferView {
            byte_offset: start as u64,
            byte_length: len as u64,
            target,
            ..BufferView::default()
        });
        self.views.len() as u32 - 1
    }

    /// The view of a picture; equal pictures share one, whether or not they share memory.
    pub fn picture(&mut self, data: &'a [u8]) -> u32 {
        let place = (data.as_ptr(), data.len());
        if let Some(known) = self.by_place.get(&place) {
            return *known;
        }
        let known = self.by_content.get(data).copied();
        let view = known.unwrap_or_else(|| self.view(Cow::Borrowed(data), None));
        self.by_place.insert(place, view);
        self.by_content.insert(data, view);
        view
    }

    /// Adds a part to the last view; returns its offset there.
    fn extend<T: Pod>(&mut self, data: Cow<'a, [T]>) -> u64 {
        let (start, len) = self.append(data);
        let Some(view) = self.views.last_mut() else { return 0 };
        view.byte_length = (start + len) as u64 - view.byte_offset;
        start as u64 - view.byte_offset
    }

    /// An empty view that [`Buffers::packed`] and [`Buffers::sparse`] fill.
    pub fn open(&mut self) {
        let start = self.len.next_multiple_of(4) as u64;
        self.views.push(BufferView { byte_offset: start, ..BufferView::default() });
    }

    /// Takes an opened view back if nothing came.
    pub fn close(&mut self) {
        if self.views.last().is_some_and(|v| v.byte_length == 0) {
            self.views.pop();
        }
    }

    fn push(&mut self, accessor: Accessor) -> u32 {
        self.accessors.push(accessor);
        self.accessors.len() as u32 - 1
    }

    fn describe(layout: &Components, count: usize, bounds: Bounds) -> Accessor {
        let (min, max) = bounds.unwrap_or_default();
        Accessor {
            component_type: layout.component,
            normalized: layout.normalized,
            count: count as u64,
            kind: layout.kind.into(),
            min,
            max,
            ..Accessor::default()
        }
    }

    /// An accessor with a view of its own.
    pub fn accessor<T: Pod>(
        &mut self,
        data: Cow<'a, [T]>,
        count: usize,
        layout: &Components,
        bounds: Bounds,
        target: Option<u32>,
    ) -> u32 {
        let view = self.view(data, target);
        self.push(Accessor { buffer_view: Some(view), ..Self::describe(layout, count, bounds) })
    }

    /// An accessor in the opened view.
    pub fn packed<T: Pod>(
        &mut self,
        data: Cow<'a, [T]>,
        count: usize,
        layout: &Components,
        bounds: Bounds,
    ) -> u32 {
        let byte_offset = self.extend(data);
        let view = self.views.len() as u32 - 1;
        self.push(Accessor { buffer_view: Some(view), byte_offset, ..Self::describe(layout, count, bounds) })
    }

    /// An accessor of zeros with some elements replaced, in the opened view.
    pub fn sparse<T: Pod>(
        &mut self,
        indices: Cow<'a, [u32]>,
        values: Cow<'a, [T]>,
        count: usize,
        layout: &Components,
        bounds: Bounds,
    ) -> u32 {
        let number = indices.len() as u64;
        let view = self.views.len() as u32 - 1;
        let (component, index_offset) = if count <= 1 << 16 {
            (U16, self.extend(Cow::Owned(indices.iter().map(|i| *i as u16).collect::<Vec<u16>>())))
        } else {
            (U32, self.extend(indices))
        };
        let part =
            |byte_offset, component_type| SparsePart { buffer_view: Some(view), byte_offset, component_type };
        let sparse = Sparse {
            count: number,
            indices: part(index_offset, Some(component)),
            values: part(self.extend(values), None),
        };
        self.push(Accessor { sparse: Some(sparse), ..Self::describe(layout, count, bounds) })
    }

    /// Length of the buffer, padded to a multiple of four.
    pub fn padded_len(&self) -> usize {
        self.len.next_multiple_of(4)
    }

    /// Appends all parts, each at its place, and the padding.
    pub fn copy_to(&self, out: &mut Vec<u8>) {
        let base = out.len();
        for part in &self.parts {
            out.resize(base + (out.len() - base).next_multiple_of(4), 0);
            out.extend_from_slice(part.bytes());
        }
        out.resize(base + self.padded_len(), 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_pictures_share_a_view_wherever_they_are_in_memory() {
        let (first, second, third) = (vec![1_u8, 2, 3], vec![1_u8, 2, 3], vec![1_u8, 2]);
        let mut buffers = Buffers::default();
        let views = [&first[..], &second, &third, &first, &first[..2]].map(|data| buffers.picture(data));
        assert_eq!(views, [0, 0, 1, 0, 1]);
        assert_eq!(buffers.views.len(), 2);
    }
}
