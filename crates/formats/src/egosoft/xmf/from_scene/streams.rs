//! Which vertex streams a mesh gets, and what is in them.

use super::super::rules::{EXTRAS_STALE, HALF_RANGE, LOST};
use super::super::types::decl;
use super::super::types::decl::{Meaning, decode, encode, ty, usage};
use super::super::types::{Element, FORMAT_LISTED};
use super::Game;
use super::column::{raw_column, set_place};
use crate::egosoft::notes::{self, StreamNote};
use scene::{Extras, Mesh};
use wire::{Endian, Sink};

/// Largest move of a vertex by half floats, as a part of the mesh's largest extent.
pub const HALF_ERROR: f32 = 1e-4;
/// Largest move of a UV by half floats: half a texel of a 1024 texture.
pub const UV_ERROR: f32 = 1.0 / 2048.0;
/// Largest move of a vertex, as a part of the largest extent, by the type its file had: what half floats do to any
/// number they can hold.
const KEPT_ERROR: f32 = 1.0 / 1024.0;
/// Sets of UVs and of colours a new declaration has room for.
const MOST_UVS: usize = 8;
const MOST_COLORS: usize = 4;

/// One vertex stream to be.
pub(super) struct Stream {
    pub kind: u32,
    pub usage_index: u32,
    pub format: u32,
    pub compressed: u32,
    pub listed: bool,
    pub elements: Vec<Element>,
}

impl Stream {
    fn listing(elements: Vec<Element>) -> Self {
        Self { kind: 0, usage_index: 0, format: FORMAT_LISTED, compressed: 1, listed: true, elements }
    }
}

fn element(ty: u32, usage: u8, usage_index: u8) -> Element {
    Element { ty, usage, usage_index, junk: 0 }
}

/// The streams a mesh had in its file, from its extras.
pub(super) fn original_streams(extras: &Extras) -> Option<Vec<Stream>> {
    let one = |s: StreamNote| {
        let known = |(ty, usage, index)| decl::size_of(ty).map(|_| element(ty, usage, index));
        Some(Stream {
            kind: s.kind,
            usage_index: s.usage_index,
            format: s.format,
            compressed: s.compressed,
            listed: s.listed,
            elements: s.elements.into_iter().map(known).collect::<Option<Vec<_>>>()?,
        })
    };
    let list = notes::mesh::STREAMS.get(extras)?;
    let streams = list.into_iter().map(one).collect::<Option<Vec<Stream>>>()?;
    let position = |e: &Element| e.usage == usage::POSITION && e.usage_index == 0;
    streams.iter().any(|s| s.elements.iter().any(position)).then_some(streams)
}

/// Sets of a usage in the order of their index.
pub(super) fn sets(streams: &[Stream], wanted: u8) -> Vec<u8> {
    let mut out: Vec<u8> = streams
        .iter()
        .flat_map(|s| &s.elements)
        .filter(|e| e.usage == wanted && e.ty != ty::UNUSED)
        .map(|e| e.usage_index)
        .collect();
    out.sort_unstable();
    out
}

/// Makes the declaration a mesh came with fit what it is now.
pub(super) fn adapt(mut streams: Vec<Stream>, mesh: &Mesh, extras: &Extras, sink: &mut Sink) -> Vec<Stream> {
    let n = mesh.positions.len();
    let (uv_sets, color_sets) = (sets(&streams, usage::TEXCOORD), sets(&streams, usage::COLOR));
    let mut dropped = Vec::new();
    for s in &mut streams {
        s.elements.retain(|e| {
            let at = |sets: &[u8]| sets.iter().position(|i| *i == e.usage_index).unwrap_or(usize::MAX);
            let kept = match (e.usage, e.usage_index) {
                (usage::POSITION, 0) => true,
                _ if e.ty == ty::UNUSED => true,
                (usage::NORMAL, 0) => !mesh.normals.is_empty(),
                (usage::TANGENT, 0) => !mesh.tangents.is_empty(),
                (usage::TEXCOORD, _) => at(&uv_sets) < mesh.uvs.len(),
                (usage::COLOR, _) => at(&color_sets) < mesh.colors.len(),
                _ => raw_column(extras, *e).is_some_and(|c| c.len() == n * decl::size_of(e.ty).unwrap_or(0)),
            };
            if !kept {
                dropped.push(decl::usage_name(e.usage, e.usage_index));
            }
            kept
        });
        for e in &mut s.elements {
            widen(e, mesh, extras, sink);
        }
        if let (false, [only]) = (s.listed, &s.elements[..]) {
            s.format = only.ty;
        }
    }
    if !dropped.is_empty() {
        let message = format!("{} no longer fit the vertices and are left out", dropped.join(", "));
        sink.push(&EXTRAS_STALE, mesh.name.clone(), message);
    }
    streams.retain(|s| !s.elements.is_empty());
    // What the mesh has gained goes into the first listed stream, or one of its own.
    let next = |sets: &[u8]| sets.last().map_or(0, |i| i.saturating_add(1));
    let fresh = |has: usize, now: usize, first: u8| (has..now).zip(first..u8::MAX);
    let uvs = fresh(uv_sets.len(), mesh.uvs.len(), next(&uv_sets))
        .map(|(set, i)| element(uv_type(mesh, set, sink), usage::TEXCOORD, i));
    let mut more: Vec<Element> = uvs.collect();
    more.extend(
        fresh(color_sets.len(), mesh.colors.len(), next(&color_sets))
            .map(|(_, i)| element(ty::D3DCOLOR, usage::COLOR, i)),
    );
    if !more.is_empty() {
        match streams.iter_mut().find(|s| s.listed) {
            Some(s) => s.elements.extend(more),
            None => streams.push(Stream::listing(more)),
        }
    }
    streams
}

/// Gives an element floats where an edited mesh has numbers its type cannot hold. What came from the file fits.
fn widen(e: &mut Element, mesh: &Mesh, extras: &Extras, sink: &mut Sink) {
    let (error, most, wide) = match (e.usage, e.usage_index) {
        (usage::POSITION, 0) => {
            let size = mesh.positions.iter().flatten().fold(0.0_f32, |a, b| a.max(b.abs()));
            (coding_error(&mesh.positions, e.ty), size * KEPT_ERROR, ty::FLOAT3)
        }
        (usage::TEXCOORD, index) if e.ty != ty::UNUSED => {
            let set = mesh.uvs.get(set_place(extras, usage::TEXCOORD, index));
            (set.map_or(0.0, |s| coding_error(s, e.ty)), UV_ERROR, ty::FLOAT2)
        }
        _ => return,
    };
    if error <= most {
        return;
    }
    let message = format!(
        "{} would move by {error} as {}, so it is written as floats",
        decl::usage_name(e.usage, e.usage_index),
        decl::type_name(e.ty)
    );
    sink.push(&HALF_RANGE, mesh.name.clone(), message);
    e.ty = wide;
}

/// The largest difference a type makes to any number; infinite where it cannot hold it.
fn coding_error<const N: usize>(values: &[[f32; N]], ty: u32) -> f32 {
    let mut bytes = Vec::with_capacity(16);
    let mut worst = 0.0_f32;
    for v in values {
        let mut four = [0.0, 0.0, 0.0, 1.0];
        four.iter_mut().zip(v).for_each(|(slot, x)| *slot = *x);
        bytes.clear();
        encode(&mut bytes, four, ty, Endian::Little, Meaning::Plain);
        let back = decode(&bytes, ty, Endian::Little, Meaning::Plain);
        for (a, b) in v.iter().zip(back) {
            let d = (a - b).abs();
            worst = if d.is_nan() { f32::INFINITY } else { worst.max(d) };
        }
    }
    worst
}

fn uv_type(mesh: &Mesh, set: usize, sink: &mut Sink) -> u32 {
    let error = mesh.uvs.get(set).map_or(0.0, |uvs| coding_error(uvs, ty::FLOAT16_2));
    if error <= UV_ERROR {
        return ty::FLOAT16_2;
    }
    let message = format!("UV set {set} would move by {error}, so it is written as floats");
    sink.push(&HALF_RANGE, mesh.name.clone(), message);
    ty::FLOAT2
}

/// The declaration of new meshes.
pub(super) fn studio_stream(mesh: &mut Mesh, game: Option<Game>, sink: &mut Sink) -> Stream {
    if mesh.normals.is_empty() {
        mesh.normals = scene::steps::vertex_normals(&mesh.positions, &mesh.indices);
    }
    if mesh.tangents.is_empty() && !mesh.uvs.is_empty() {
        scene::steps::generate_tangents(mesh, 0);
    }
    let size = mesh.positions.iter().flatten().fold(0.0_f32, |a, b| a.max(b.abs()));
    let wide = game == Some(Game::X4);
    let half = !wide && coding_error(&mesh.positions, ty::FLOAT16_4) <= size * HALF_ERROR;
    let mut elements = vec![element(if half { ty::FLOAT16_4 } else { ty::FLOAT3 }, usage::POSITION, 0)];
    elements.push(element(ty::D3DCOLOR, usage::NORMAL, 0));
    if !mesh.tangents.is_empty() {
        elements.push(element(ty::D3DCOLOR, usage::TANGENT, 0));
    }
    for (have, most, what) in [(mesh.uvs.len(), MOST_UVS, "UV"), (mesh.colors.len(), MOST_COLORS, "colour")] {
        if have > most {
            sink.push(&LOST, mesh.name.clone(), format!("{have} {what} sets, the first {most} are written"));
        }
    }
    for i in 0..mesh.uvs.len().min(MOST_UVS) {
        let ty = if wide { ty::FLOAT2 } else { uv_type(mesh, i, sink) };
        elements.push(element(ty, usage::TEXCOORD, i as u8));
    }
    for i in 0..mesh.colors.len().min(MOST_COLORS) {
        elements.push(element(ty::D3DCOLOR, usage::COLOR, i as u8));
    }
    Stream::listing(elements)
}
