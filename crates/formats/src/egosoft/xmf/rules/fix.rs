//! How data is repaired: a converter's file becomes one like the studio's.

use super::super::from_scene::{direction, plain_name};
use super::super::scene::columns;
use super::super::types::decl::{Meaning, encode, implicit_kind, number_size, ty, usage};
use super::super::types::{Buffer, Element, INDEX_U16, INDEX_U32, MaterialRange, RANGE_SIZE, SLOTS, Xmf};
use crate::egosoft::MIRROR;
use glam::Vec3;
use scene::{Mesh, Topology};
use std::collections::HashMap;
use std::ops::Neg;
use wire::{Endian, Sink, Writer};

/// A name that the game finds, in its field.
pub(super) fn fitting(name: &[u8]) -> Vec<u8> {
    let mut name = plain_name(name);
    name.truncate(RANGE_SIZE - 9);
    name.resize(RANGE_SIZE - 8, 0);
    name
}

impl Xmf {
    /// No PC game ships big-endian files.
    pub(super) fn turn_around(&mut self) {
        self.header.big_endian = 0;
        for b in &mut self.buffers {
            let stride = (b.desc.item_size as usize).max(1);
            let attributes = if b.desc.is_index() { Vec::new() } else { b.attributes().0 };
            let mut data = b.data.to_vec();
            for item in data.chunks_exact_mut(stride) {
                if b.desc.is_index() {
                    item.reverse();
                }
                for a in &attributes {
                    let end = a.offset + super::super::types::decl::size_of(a.ty).unwrap_or(0);
                    let bytes = item.get_mut(a.offset..end).unwrap_or_default();
                    bytes.chunks_exact_mut(number_size(a.ty)).for_each(<[u8]>::reverse);
                }
            }
            b.set_data(data);
        }
    }

    /// Lists of triangles that use vertices there are, in ranges that cover them one after another. What the game
    /// could not draw is left out.
    pub(super) fn rebuild_indices(&mut self) {
        if self.index_buffer().is_none() {
            // Ranges of indices that are not there draw nothing.
            self.materials.clear();
            return;
        }
        let mut mesh = Mesh { positions: vec![[0.0; 3]; self.vertex_count()], ..Mesh::default() };
        let names = self.fill_indices(self.indices(), &mut mesh, &mut Sink::new());
        let Some(index) = self.buffers.iter_mut().find(|b| b.desc.is_index()) else { return };
        set_indices(index, &mesh.indices);
        self.header.primitive_type = match mesh.primitives.first().map(|p| p.topology) {
            Some(Topology::Points) => 1,
            Some(Topology::Lines) => 2,
            _ => 4,
        };
        if !self.materials.is_empty() {
            self.materials = (mesh.primitives.iter().zip(names))
                .map(|(p, range)| MaterialRange {
                    first_index: p.start,
                    num_indices: p.count,
                    name: fitting(&range.map(|r| r.name).unwrap_or_default()),
                    extra: Vec::new(),
                })
                .take(255)
                .collect();
        }
        self.recount();
    }

    /// One implicit FLOAT3 stream, welded, and 32-bit indices.
    pub(super) fn weld_collision(&mut self) {
        let (Some((b, a)), Some((indices, _))) = (self.position_attribute(), self.indices()) else { return };
        let endian = self.header.endian();
        let positions = columns::all_positions(b, &a, endian);
        let mut new = b.clone();
        let (data, indices) = weld(&positions, &indices, endian);
        new.desc.kind = 0;
        new.desc.usage_index = 0;
        new.desc.format = ty::FLOAT3;
        new.desc.item_size = 12;
        new.num_elements = 0;
        new.slots.fill(Element::default());
        new.set_data(data);
        self.buffers.retain(|b| b.desc.is_index());
        self.buffers.insert(0, new);
        self.materials.clear();
        if let Some(b) = self.buffers.iter_mut().find(|b| b.desc.is_index()) {
            (b.desc.format, b.desc.item_size) = (INDEX_U32, 4);
            let mut w = Writer::new(endian);
            for i in &indices {
                w.u32(*i);
            }
            b.set_data(w.finish());
        }
        self.recount();
    }

    /// Tangents from the first UV set, after the normals or as a stream of their own. No vertex is split: the file has no
    /// room for the side a picture is mirrored to.
    pub(crate) fn add_tangents(&mut self) {
        let Ok(built) = self.to_mesh("", &mut Sink::new()) else { return };
        let Some(tangents) = vertex_tangents(&built.mesh) else { return };
        let mut column = Vec::with_capacity(tangents.len() * 4);
        for t in tangents {
            direction(&mut column, MIRROR.point(t).map(f32::neg), ty::D3DCOLOR);
        }
        let element = Element { ty: ty::D3DCOLOR, usage: usage::TANGENT, usage_index: 0, junk: 0 };
        let after_normal = |b: &Buffer| {
            let (attributes, why) = b.attributes();
            let at = attributes.iter().position(|a| a.usage == usage::NORMAL)?;
            let free = b.is_listed() && attributes.len() < b.slots.len() && why.is_none();
            free.then(|| (at + 1, attributes.get(at + 1).map_or(b.desc.item_size as usize, |a| a.offset)))
        };
        let mut streams = self.buffers.iter_mut().filter(|b| !b.desc.is_index());
        if let Some(((slot, offset), b)) = streams.find_map(|b| Some((after_normal(b)?, b))) {
            let vertices = b.data.chunks_exact((b.desc.item_size as usize).max(1));
            let mut data = Vec::with_capacity(b.data.len() + column.len());
            for (vertex, tangent) in vertices.zip(column.chunks_exact(4)) {
                let (before, after) = vertex.split_at(offset);
                data.extend_from_slice(before);
                data.extend_from_slice(tangent);
                data.extend_from_slice(after);
            }
            b.slots.insert(slot, element);
            b.slots.truncate(SLOTS);
            b.num_elements += 1;
            b.desc.item_size += 4;
            b.set_data(data);
        } else if let Some(at) = self.buffers.iter().rposition(|b| !b.desc.is_index())
            && self.buffers.len() < usize::from(u8::MAX)
        {
            let Some(mut new) = self.buffers.get(at).cloned() else { return };
            new.desc.kind = implicit_kind(usage::TANGENT).unwrap_or_default();
            new.desc.usage_index = 0;
            (new.desc.format, new.desc.item_size, new.num_elements) = (ty::D3DCOLOR, 4, 0);
            new.slots.fill(Element::default());
            new.set_data(column);
            self.buffers.insert(at + 1, new);
        }
    }
}

/// The mean of the tangents at each vertex, in the axes of a scene.
fn vertex_tangents(mesh: &Mesh) -> Option<Vec<[f32; 3]>> {
    let mut sums = vec![Vec3::ZERO; mesh.positions.len()];
    for (index, tangent) in mesh.indices.iter().zip(scene::steps::corner_tangents(mesh, 0)?) {
        if let (Some(sum), Some([x, y, z, _])) = (sums.get_mut(*index as usize), tangent) {
            *sum += Vec3::new(x, y, z);
        }
    }
    let some = |n: &[f32; 3]| Vec3::from(*n).normalize_or(Vec3::Y).any_orthonormal_vector();
    let unit = |(sum, n): (Vec3, &[f32; 3])| sum.try_normalize().unwrap_or_else(|| some(n)).to_array();
    Some(sums.into_iter().zip(&mesh.normals).map(unit).collect())
}

/// Indices in the width a buffer has.
fn set_indices(b: &mut Buffer, indices: &[u32]) {
    let mut w = Writer::new(Endian::Little);
    for i in indices {
        if b.desc.format == INDEX_U16 {
            w.u16(*i as u16);
        } else {
            w.u32(*i);
        }
    }
    b.set_data(w.finish());
}

/// Positions in use (mirrored, as a scene has them), each once and in stored axes, and indices into them.
pub(crate) fn weld(positions: &[[f32; 3]], indices: &[u32], endian: Endian) -> (Vec<u8>, Vec<u32>) {
    let mut known: HashMap<[u32; 3], u32> = HashMap::new();
    let mut data = Vec::new();
    let indices = indices.iter().map(|i| {
        let p = positions.get(*i as usize).copied().unwrap_or_default();
        // −0 and 0 are one place.
        let p = MIRROR.point(p).map(|v| v + 0.0);
        let next = known.len() as u32;
        *known.entry(p.map(f32::to_bits)).or_insert_with(|| {
            encode(&mut data, [p[0], p[1], p[2], 1.0], ty::FLOAT3, endian, Meaning::Plain);
            next
        })
    });
    let indices = indices.collect();
    (data, indices)
}
