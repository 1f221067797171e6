//! Files with their buffers: a level of detail, a collision mesh.

use super::super::rules::WRITE_LIMIT;
use super::super::rules::fix::weld;
use super::super::types::decl;
use super::super::types::decl::{ty, usage};
use super::super::types::{
    Buffer, Description, Element, Header, INDEX_U16, INDEX_U32, KIND_INDEX, LONG_DESC, MAGIC, RANGE_SIZE,
    SLOTS, Xmf,
};
use super::Game;
use super::column::column;
use super::streams::{adapt, original_streams, sets, studio_stream};
use crate::egosoft::notes::{IndexNote, mesh as notes};
use scene::{Extras, Mesh};
use wire::{Endian, Error, Result, Sink};

fn header(optimization: u32) -> Header {
    Header {
        magic: MAGIC,
        version: 3,
        big_endian: 0,
        header_size: 0x40,
        reserved: 0,
        num_buffers: 0,
        desc_size: LONG_DESC as u8,
        num_materials: 0,
        material_size: RANGE_SIZE as u8,
        culling_cw: 0,
        right_handed: 0,
        num_vertices: 0,
        num_indices: 0,
        primitive_type: 4,
        mesh_optimization: optimization,
        bounds_center: [0.0; 3],
        bounds_half_size: [0.0; 3],
        zero: [0; 10],
    }
}

fn buffer(
    kind: u32,
    usage_index: u32,
    format: u32,
    item_size: usize,
    compressed: u32,
    data: Vec<u8>,
) -> Buffer {
    let mut b = Buffer {
        desc: Description {
            kind,
            usage_index,
            data_offset: 0,
            compressed,
            zero: 0,
            format,
            stored_size: 0,
            items: (data.len() / item_size.max(1)) as u32,
            item_size: item_size as u32,
            num_sections: 1,
            min: 0.0,
            max: 0.0,
        },
        num_elements: 0,
        slots: vec![Element::default(); SLOTS],
        extra: Vec::new(),
        data: bytes::Bytes::new(),
        packed: None,
    };
    b.set_data(data);
    b
}

fn index_buffer(indices: &[u32], wide: bool, compressed: u32) -> Buffer {
    let mut w = wire::Writer::new(Endian::Little);
    for i in indices {
        if wide {
            w.u32(*i);
        } else {
            w.u16(*i as u16);
        }
    }
    let (format, size) = if wide { (INDEX_U32, 4) } else { (INDEX_U16, 2) };
    buffer(KIND_INDEX, 0, format, size, compressed, w.finish())
}

/// Whether extras are those of a collision mesh: one stream, not listed.
pub(super) fn was_collision(extras: &Extras) -> bool {
    notes::STREAMS.get(extras).is_some_and(|s| s.len() == 1 && s.iter().all(|s| !s.listed))
}

/// Welded positions, one implicit FLOAT3 stream, 32-bit indices. A mesh with the vertices of its file keeps them.
pub(super) fn collision(mesh: &Mesh, extras: &Extras) -> Xmf {
    let vertices = mesh.positions.len();
    let kept = was_collision(extras) && notes::VERTICES.get(extras) == Some(vertices);
    let format = notes::INDEX.get(extras).map(|i| i.format);
    let narrow = kept && format == Some(INDEX_U16) && vertices <= 0xffff;
    let (data, indices) = if kept {
        let element = Element { ty: ty::FLOAT3, usage: usage::POSITION, ..Element::default() };
        (column(mesh, extras, element), mesh.indices.clone())
    } else {
        weld(&mesh.positions, &mesh.indices, Endian::Little)
    };
    let buffers = vec![buffer(0, 0, ty::FLOAT3, 12, 1, data), index_buffer(&indices, !narrow, 1)];
    Xmf { header: header(0), header_extra: Vec::new(), buffers, materials: Vec::new(), gaps: Vec::new() }
}

/// Streams as the mesh had them, or as the studio writes them.
pub(super) fn lod(mesh: &mut Mesh, extras: &Extras, game: Option<Game>, sink: &mut Sink) -> Result<Xmf> {
    let streams = match original_streams(extras) {
        Some(streams) => {
            // Most programs write no tangents; what had them gets new ones.
            if sets(&streams, usage::TANGENT).contains(&0) && mesh.tangents.is_empty() && !mesh.uvs.is_empty()
            {
                scene::steps::generate_tangents(mesh, 0);
            }
            adapt(streams, mesh, extras, sink)
        }
        None => vec![studio_stream(mesh, game, sink)],
    };
    let mut buffers = Vec::new();
    for s in &streams {
        if s.elements.len() > SLOTS {
            return Err(Error::new(
                &WRITE_LIMIT,
                format!("{} vertex elements, 16 is the most", s.elements.len()),
            ));
        }
        let size: usize = s.elements.iter().filter_map(|e| decl::size_of(e.ty)).sum();
        let columns: Vec<Vec<u8>> = s.elements.iter().map(|e| column(mesh, extras, *e)).collect();
        let mut data = Vec::with_capacity(size * mesh.positions.len());
        for v in 0..mesh.positions.len() {
            for (e, column) in s.elements.iter().zip(&columns) {
                let n = decl::size_of(e.ty).unwrap_or(0);
                data.extend_from_slice(column.get(v * n..(v + 1) * n).unwrap_or_default());
            }
        }
        let mut b = buffer(s.kind, s.usage_index, s.format, size, s.compressed, data);
        if s.listed {
            b.num_elements = s.elements.len() as u32;
            for (slot, element) in b.slots.iter_mut().zip(&s.elements) {
                *slot = *element;
            }
        }
        buffers.push(b);
    }
    let index = notes::INDEX.get(extras).unwrap_or(IndexNote { format: 0, compressed: 1 });
    let wide = mesh.positions.len() > 0xffff || index.format == INDEX_U32;
    buffers.push(index_buffer(&mesh.indices, wide, index.compressed));
    if buffers.len() > 255 {
        return Err(Error::new(&WRITE_LIMIT, format!("{} buffers, 255 is the most", buffers.len())));
    }
    Ok(Xmf { header: header(1), header_extra: Vec::new(), buffers, materials: Vec::new(), gaps: Vec::new() })
}
