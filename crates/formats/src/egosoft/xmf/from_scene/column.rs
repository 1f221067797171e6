//! The bytes of one vertex element, from the mesh or from what its extras kept.

use super::super::scene::columns::color_direction;
use super::super::types::Element;
use super::super::types::decl;
use super::super::types::decl::{Meaning, encode, ty, usage};
use super::streams::{original_streams, sets};
use super::tangents;
use crate::egosoft::{MIRROR, base64_bytes, notes};
use scene::{Colors, Extras, Mesh};
use std::collections::HashMap;
use std::ops::Neg;
use wire::Endian;

/// A column extras kept as bytes.
pub(super) fn raw_column(extras: &Extras, e: Element) -> Option<Vec<u8>> {
    let kept = notes::column(extras, &decl::usage_name(e.usage, e.usage_index))?;
    kept.raw.filter(|_| kept.ty == Some(e.ty)).and_then(|raw| base64_bytes(&raw))
}

/// The fourth numbers extras kept, as bytes per vertex.
fn kept_w(extras: &Extras, e: Element, n: usize) -> Option<Vec<u8>> {
    let name = format!("{}.w", decl::usage_name(e.usage, e.usage_index));
    let kept = notes::column(extras, &name).filter(|k| k.ty == Some(e.ty))?;
    if let Some(one) = kept.all {
        return Some(base64_bytes(&one)?.repeat(n));
    }
    base64_bytes(&kept.raw?).filter(|w| w.len() == n * decl::size_of(e.ty).unwrap_or(0) / 4)
}

/// The bytes of one element for all vertices.
pub(super) fn column(mesh: &Mesh, extras: &Extras, e: Element) -> Vec<u8> {
    let Element { ty, usage, usage_index: index, .. } = e;
    let n = mesh.positions.len();
    let mut out = Vec::with_capacity(n * decl::size_of(ty).unwrap_or(0));
    let mut put = |v: [f32; 4], m: Meaning| encode(&mut out, v, ty, Endian::Little, m);
    match (usage, index) {
        (usage::POSITION, 0) => {
            for p in &mesh.positions {
                // What came from a file keeps its −0.
                let known = notes::mesh::VERTICES.is_in(extras);
                let [x, y, z] = if known { MIRROR.point(*p) } else { MIRROR.fresh(*p) };
                put([x, y, z, if ty == ty::FLOAT16_4 { 0.0 } else { 1.0 }], Meaning::Plain);
            }
        }
        (usage::NORMAL | usage::TANGENT, 0) if raw_fits(mesh, extras, e) => {
            return raw_column(extras, e).unwrap_or_default();
        }
        (usage::NORMAL, 0) => {
            let stored = mesh.normals.iter().map(|n| MIRROR.point(*n));
            stored.clone().for_each(|d| direction(&mut out, d, ty));
            restore_odd(&mut out, stored, extras, e, n);
            if ty == ty::D3DCOLOR {
                let slots = out.as_chunks_mut::<4>().0.iter_mut();
                slots.zip(&mesh.tangents).for_each(|(slot, tangent)| slot[3] = tangents::sign(tangent));
            }
        }
        (usage::TANGENT, 0) => {
            let stored = mesh.tangents.iter().map(|[x, y, z, _]| MIRROR.point([*x, *y, *z]).map(f32::neg));
            stored.clone().for_each(|d| direction(&mut out, d, ty));
            restore_odd(&mut out, stored, extras, e, n);
        }
        (usage::TEXCOORD, _) if raw_uv(mesh, extras, e).is_some() => {
            return raw_uv(mesh, extras, e).unwrap_or_default();
        }
        (usage::TEXCOORD, _) => {
            let set = mesh.uvs.get(set_place(extras, usage, index)).cloned().unwrap_or_default();
            for [u, v] in set {
                put([u, v, 0.0, 1.0], Meaning::Plain);
            }
        }
        (usage::COLOR, _) if raw_color(mesh, extras, e).is_some() => {
            return raw_color(mesh, extras, e).unwrap_or_default();
        }
        (usage::COLOR, _) => match mesh.colors.get(set_place(extras, usage, index)) {
            Some(Colors::U8(v)) => {
                for c in v {
                    match ty {
                        ty::D3DCOLOR => out.extend_from_slice(&[c[2], c[1], c[0], c[3]]),
                        ty::UBYTE4 | ty::UBYTE4N => out.extend_from_slice(c),
                        _ => encode(
                            &mut out,
                            c.map(|x| f32::from(x) / 255.0),
                            ty,
                            Endian::Little,
                            Meaning::Plain,
                        ),
                    }
                }
            }
            Some(Colors::F32(v)) => v.iter().for_each(|c| put(*c, Meaning::Plain)),
            None => {}
        },
        _ => return raw_column(extras, e).unwrap_or_default(),
    }
    if let (true, Some(w)) =
        (decl::components(ty) == 4 && usage != usage::COLOR && usage != usage::TEXCOORD, kept_w(extras, e, n))
    {
        let (size, part) = (decl::size_of(ty).unwrap_or(4), decl::size_of(ty).unwrap_or(4) / 4);
        for (vertex, w) in out.chunks_exact_mut(size).zip(w.chunks_exact(part)) {
            if let Some(slot) = vertex.get_mut(size - part..) {
                slot.copy_from_slice(w);
            }
        }
    }
    out
}

/// Puts rows back that a direction can be spelled as in several ways, where the direction is still the same.
fn restore_odd(
    out: &mut [u8],
    stored: impl Iterator<Item = [f32; 3]>,
    extras: &Extras,
    e: Element,
    n: usize,
) {
    let name = format!("{}.odd", decl::usage_name(e.usage, e.usage_index));
    let Some(kept) = notes::column(extras, &name) else { return };
    let [rows, raw] = [kept.rows, kept.raw].map(|t| t.and_then(|t| base64_bytes(&t)).unwrap_or_default());
    if e.ty != ty::D3DCOLOR || notes::mesh::VERTICES.get(extras) != Some(n) {
        return;
    }
    let odd: HashMap<u32, &[u8; 4]> =
        rows.as_chunks::<4>().0.iter().map(|r| u32::from_le_bytes(*r)).zip(raw.as_chunks::<4>().0).collect();
    for ((slot, now), row) in out.as_chunks_mut::<4>().0.iter_mut().zip(stored).zip(0..) {
        let Some(raw) = odd.get(&row) else { continue };
        let was = color_direction(raw);
        let near = was.iter().zip(now).all(|(a, b)| (a - b).abs() < 1e-5);
        if near || was == [0.0; 3] {
            let [b, g, r, _] = **raw;
            (slot[0], slot[1], slot[2]) = (b, g, r);
        }
    }
}

/// Which of the mesh's sets an element is.
pub(super) fn set_place(extras: &Extras, usage: u8, index: u8) -> usize {
    match original_streams(extras) {
        Some(streams) => {
            let list = sets(&streams, usage);
            // Beyond the original sets the numbers go on.
            let beyond = || list.len() + usize::from(index.saturating_sub(list.last().map_or(0, |i| i + 1)));
            list.iter().position(|i| *i == index).unwrap_or_else(beyond)
        }
        None => index.into(),
    }
}

/// Colours beyond 0 to 1 come back as they were while what became of them is unchanged.
fn raw_color(mesh: &Mesh, extras: &Extras, e: Element) -> Option<Vec<u8>> {
    let size = decl::size_of(e.ty).filter(|s| *s > 0)?;
    let raw = raw_column(extras, e).filter(|r| r.len() == mesh.positions.len() * size)?;
    let Colors::F32(set) = mesh.colors.get(set_place(extras, e.usage, e.usage_index))? else { return None };
    let same = raw.chunks_exact(size).zip(set).all(|(bytes, c)| {
        decl::decode(bytes, e.ty, Endian::Little, Meaning::Plain).map(|x| x.clamp(0.0, 1.0)) == *c
    });
    same.then_some(raw)
}

/// Whether bytes extras kept for a direction of whole numbers are there for every vertex.
fn raw_fits(mesh: &Mesh, extras: &Extras, e: Element) -> bool {
    let size = decl::size_of(e.ty).unwrap_or(0) * mesh.positions.len();
    decl::is_whole(e.ty) && raw_column(extras, e).is_some_and(|r| r.len() == size)
}

/// UVs with more than two numbers come back whole while the first two are unchanged.
fn raw_uv(mesh: &Mesh, extras: &Extras, e: Element) -> Option<Vec<u8>> {
    let size = decl::size_of(e.ty).filter(|_| decl::components(e.ty) > 2)?;
    let raw = raw_column(extras, e).filter(|r| r.len() == mesh.positions.len() * size)?;
    let set = mesh.uvs.get(set_place(extras, e.usage, e.usage_index))?;
    let same = raw.chunks_exact(size).zip(set).all(|(bytes, uv)| {
        let [u, v, _, _] = decl::decode(bytes, e.ty, Endian::Little, Meaning::Plain);
        [u, v] == *uv
    });
    same.then_some(raw)
}

/// A direction in stored axes. Of D3DCOLORs the one that decodes to exactly this direction, if there is one: what was
/// read from a file goes back as it was.
pub(in super::super) fn direction(out: &mut Vec<u8>, [x, y, z]: [f32; 3], ty: u32) {
    let at = out.len();
    // The alpha of studio files is 0, which is −1.
    encode(out, [x, y, z, -1.0], ty, Endian::Little, Meaning::Direction);
    if ty != ty::D3DCOLOR {
        return;
    }
    let off = |c: &[u8; 4]| {
        let d = color_direction(c);
        (d[0] - x).abs().max((d[1] - y).abs()).max((d[2] - z).abs())
    };
    let Some(slot) = out.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<4>) else { return };
    if off(slot) < 1e-6 {
        return;
    }
    let [b, g, r, a] = *slot;
    let near = |v: u8| [v, v.saturating_sub(1), v.saturating_add(1)];
    for b in near(b) {
        for g in near(g) {
            for r in near(r) {
                if off(&[b, g, r, a]) < 1e-6 {
                    *slot = [b, g, r, a];
                    return;
                }
            }
        }
    }
}
