//! From bytes to [`Xps`].

pub mod scan;

use super::types::settings;
use super::types::vertices::Vertices;
use super::types::{Header, Mesh, Trailer, Xps};
use crate::xnalara::net::{Prefix, SINGLE_BYTE};
use scan::Reading;
use wire::{Reader, Result, codes};

/// Reads a binary model with the layout that fits.
pub fn read(r: &mut Reader<'_>) -> Result<Xps> {
    let plan = scan::plan(r)?;
    read_with(r, &plan)
}

/// Reads a binary model whose layout is known.
pub fn read_with(r: &mut Reader<'_>, plan: &Reading) -> Result<Xps> {
    let version = scan::peek_version(r);
    r.set_version(if plan.prefix == Prefix::SingleByte { SINGLE_BYTE } else { 0 });
    let header = match version {
        Some(v) => Some(r.field("header", |r| header(r, v))?),
        None => None,
    };
    let bones = if plan.layout.bone_block { r.field("bones", Reader::get)? } else { Vec::new() };
    let meshes = r.field("meshes", |r| {
        let n = r.field("count", |r| r.count_u32(17))?;
        r.list_with(n, 17, |r, i| mesh(r, plan, i))
    })?;
    let at = r.position();
    r.set_version(0);
    let trailer = r.attempt(|r| r.field("trailer", trailer)).ok();
    if trailer.is_none() {
        r.seek(at as u64)?;
    }
    let trailing = r.field("trailing", |r| r.take(r.remaining()).map(<[u8]>::to_vec))?;
    Ok(Xps { header, layout: plan.layout, bones, meshes, trailer, trailing })
}

fn header(r: &mut Reader<'_>, version: (u16, u16)) -> Result<Header> {
    r.field("magic", Reader::u32)?;
    let major = r.field("major", Reader::u16)?;
    let minor = r.field("minor", Reader::u16)?;
    let tool = r.field("tool", Reader::get)?;
    let words = r.field("settings_words", |r| r.count_u32(4))?;
    let machine = r.field("machine", Reader::get)?;
    let user = r.field("user", Reader::get)?;
    let files = r.field("files", Reader::get)?;
    let old = scan::old_settings(version);
    let settings = r.field("settings", |r| r.within(words.saturating_mul(4), |r| settings::read(r, old)))?;
    Ok(Header { major, minor, tool, machine, user, files, settings })
}

fn mesh(r: &mut Reader<'_>, plan: &Reading, index: usize) -> Result<Mesh> {
    let name = r.field("name", Reader::get)?;
    let uv_layers = r.field("uv_layers", Reader::u32)?;
    let textures = r.field("textures", Reader::get)?;
    let count = r.field("vertex_count", Reader::u32)?;
    let size = plan.vertex_bytes.get(index).copied().unwrap_or(0);
    let bytes = r.field("vertices", |r| r.keep(size))?;
    let vertices = Vertices { layout: plan.layout, uv_layers, count, bytes };
    let triangles = r.field("triangle_count", |r| r.count_u32(12))?;
    let indices = r.field("triangles", |r| r.bulk(triangles.saturating_mul(3)))?;
    Ok(Mesh { name, uv_layers, textures, vertices, indices })
}

/// Reads the trailer, or fails on the first part that differs from what XPS writes.
pub fn trailer(r: &mut Reader<'_>) -> Result<Trailer> {
    tag(r, "B")?;
    tag(r, " ")?;
    let mut address = [0; 4];
    for part in &mut address {
        *part = r.field("address", Reader::u32)?;
        tag(r, " ")?;
    }
    for t in ["O", " ", "MM", " "] {
        tag(r, t)?;
    }
    let mac = r.field("mac", Reader::get)?;
    tag(r, "MMFF")?;
    let mac_again = r.field("mac_again", Reader::get)?;
    tag(r, "FF")?;
    tag(r, " ")?;
    Ok(Trailer { address, mac, mac_again })
}

fn tag(r: &mut Reader<'_>, want: &str) -> Result<()> {
    r.field("tag", |r| {
        let len = usize::from(r.u8()?);
        let got = r.take(len.min(r.remaining()))?;
        if len == want.len() && got == want.as_bytes() {
            Ok(())
        } else {
            Err(r.error(&codes::VALUE, format!("the trailer lacks its {want:?}")))
        }
    })
}
