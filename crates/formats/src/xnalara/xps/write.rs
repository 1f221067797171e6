//! From [`Xps`] to bytes.

use super::read::scan::MAGIC;
use super::types::{Header, Mesh, Trailer, Xps};
use crate::xnalara::net::NetString;
use wire::{Endian, Wire, Writer, bulk};

/// The bytes.
pub fn write(xps: &Xps) -> Vec<u8> {
    let bulk: usize = xps.meshes.iter().map(|m| m.vertices.bytes.len() + m.indices.len() * 4 + 128).sum();
    let mut w = Writer::with_capacity(Endian::Little, bulk + xps.bones.len() * 48 + 4096);
    if let Some(h) = &xps.header {
        header(&mut w, h);
    }
    if xps.layout.bone_block {
        w.put(&xps.bones);
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
    w.put(&m.textures);
    w.u32(m.vertices.count);
    w.bytes(&m.vertices.bytes);
    w.u32((m.indices.len() / 3) as u32);
    bulk::write(&m.indices, w);
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
