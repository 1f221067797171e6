//! From bytes to [`Xps`].

pub mod scan;

use super::types::settings;
use super::types::vertices::Vertices;
use super::types::{Bone, Header, Mesh, Texture, Trailer, Xps};
use crate::xnalara::net::{NetString, Prefix};
use scan::Plan;
use wire::{Reader, Result, codes};

/// Reads a binary model with the layout that fits.
pub fn read(r: &mut Reader<'_>) -> Result<Xps> {
    let plan = scan::plan(r)?;
    read_with(r, &plan)
}

fn read_with(r: &mut Reader<'_>, plan: &Plan) -> Result<Xps> {
    let version = scan::peek_version(r);
    let header = match version {
        Some(v) => Some(r.field("header", |r| header(r, plan.prefix, v))?),
        None => None,
    };
    let bones =
        if plan.layout.bone_block { r.field("bones", |r| bones(r, plan.prefix))? } else { Vec::new() };
    let meshes = r.field("meshes", |r| {
        let n = r.field("count", |r| r.count_u32(17))?;
        r.list_with(n, 17, |r, i| mesh(r, plan, i))
    })?;
    let at = r.position();
    let trailer = r.attempt(|r| r.field("trailer", trailer)).ok();
    if trailer.is_none() {
        r.seek(at as u64)?;
    }
    let trailing = r.field("trailing", |r| r.take(r.remaining()).map(<[u8]>::to_vec))?;
    Ok(Xps { header, layout: plan.layout, bones, meshes, trailer, trailing })
}

fn header(r: &mut Reader<'_>, prefix: Prefix, version: (u16, u16)) -> Result<Header> {
    r.field("magic", Reader::u32)?;
    let major = r.field("major", Reader::u16)?;
    let minor = r.field("minor", Reader::u16)?;
    let tool = r.field("tool", |r| NetString::read(r, prefix))?;
    let words = r.field("settings_words", |r| r.count_u32(4))?;
    let machine = r.field("machine", |r| NetString::read(r, prefix))?;
    let user = r.field("user", |r| NetString::read(r, prefix))?;
    let files = r.field("files", |r| NetString::read(r, prefix))?;
    let old = scan::old_settings(version);
    let settings = r.field("settings", |r| r.within(words.saturating_mul(4), |r| settings::read(r, old)))?;
    Ok(Header { major, minor, tool, machine, user, files, settings })
}

fn bones(r: &mut Reader<'_>, prefix: Prefix) -> Result<Vec<Bone>> {
    let n = r.field("count", |r| r.count_u32(15))?;
    r.list_with(n, 15, |r, _| {
        Ok(Bone {
            name: r.field("name", |r| NetString::read(r, prefix))?,
            parent: r.field("parent", Reader::i16)?,
            position: r.field("position", Reader::get)?,
        })
    })
}

fn mesh(r: &mut Reader<'_>, plan: &Plan, index: usize) -> Result<Mesh> {
    let name = r.field("name", |r| NetString::read(r, plan.prefix))?;
    let uv_layers = r.field("uv_layers", Reader::u32)?;
    let textures = r.field("textures", |r| {
        let n = r.field("count", |r| r.count_u32(5))?;
        r.list_with(n, 5, |r, _| {
            Ok(Texture {
                file: r.field("file", |r| NetString::read(r, plan.prefix))?,
                uv_layer: r.field("uv_layer", Reader::u32)?,
            })
        })
    })?;
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
    let mac = r.field("mac", |r| NetString::read(r, Prefix::SevenBit))?;
    tag(r, "MMFF")?;
    let mac_again = r.field("mac_again", |r| NetString::read(r, Prefix::SevenBit))?;
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
