//! From [`Xps`] to bytes.

use super::read::scan::MAGIC;
use super::types::{Header, Mesh, Trailer, Xps};
use crate::xnalara::net::NetString;
use wire::{Endian, Writer};

/// The bytes.
pub fn write(xps: &Xps) -> Vec<u8> {
    let bulk: usize = xps.meshes.iter().map(|m| m.vertices.bytes.len() + m.indices.len() * 4 + 128).sum();
    let mut w = Writer::with_capacity(Endian::Little, bulk + xps.bones.len() * 48 + 4096);
    if let Some(h) = &xps.header {
        header(&mut w, h);
    }
    if xps.layout.bone_block {
        w.u32(xps.bones.len() as u32);
        for b in &xps.bones {
            b.name.write(&mut w);
            w.i16(b.parent);
            w.put(&b.position);
        }
    }
    w.u32(xps.meshes.len() as u32);
    for m in &xps.meshes {
        mesh(&mut w, m);
    }
    if let Some(t) = &xps.trailer {
        trailer(&mut w, t);
    }
    w.bytes(&xps.trailing);
    w.finish()
}

fn header(w: &mut Writer, h: &Header) {
    w.u32(MAGIC);
    w.u16(h.major);
    w.u16(h.minor);
    h.tool.write(w);
    let mut block = Writer::new(Endian::Little);
    h.settings.write(&mut block);
    let block = block.finish();
    w.u32((block.len() / 4) as u32);
    h.machine.write(w);
    h.user.write(w);
    h.files.write(w);
    w.bytes(&block);
}

fn mesh(w: &mut Writer, m: &Mesh) {
    m.name.write(w);
    w.u32(m.uv_layers);
    w.u32(m.textures.len() as u32);
    for t in &m.textures {
        t.file.write(w);
        w.u32(t.uv_layer);
    }
    w.u32(m.vertices.count);
    w.bytes(&m.vertices.bytes);
    w.u32((m.indices.len() / 3) as u32);
    indices(w, &m.indices);
}

#[cfg(target_endian = "little")]
fn indices(w: &mut Writer, indices: &[u32]) {
    w.bytes(bytemuck::cast_slice(indices));
}

#[cfg(not(target_endian = "little"))]
fn indices(w: &mut Writer, indices: &[u32]) {
    w.put_all(indices);
}

fn trailer(w: &mut Writer, t: &Trailer) {
    let tag = |w: &mut Writer, s: &str| NetString::from(s).write(w);
    tag(w, "B");
    tag(w, " ");
    for part in t.address {
        w.u32(part);
        tag(w, " ");
    }
    for s in ["O", " ", "MM", " "] {
        tag(w, s);
    }
    t.mac.write(w);
    tag(w, "MMFF");
    t.mac_again.write(w);
    tag(w, "FF");
    tag(w, " ");
}
