//! The neutral model to a mesh, as the studio writes them.
//!
//! A mesh that came from an XMF file has its declaration in extras and gets it back. Others get: positions as half
//! floats where that moves no vertex by more than [`HALF_ERROR`] of the mesh's size, else as floats; normals and
//! tangents as D3DCOLOR; UVs as half floats where that moves none by more than [`UV_ERROR`]; colours as D3DCOLOR.

use super::check::{EXTRAS_STALE, HALF_RANGE, LOST, MATERIAL_NAME, NOTHING_TO_WRITE, WRITE_LIMIT};
use super::columns::color_direction;
use super::decl::{self, Meaning, encode, half, to_half, ty, usage};
use super::scene::PartName;
use super::types::{
    Buffer, Description, Element, FORMAT_LISTED, Header, INDEX_U16, INDEX_U32, KIND_INDEX, LONG_DESC, MAGIC,
    MaterialRange, RANGE_SIZE, SLOTS, Xmf,
};
use crate::egosoft::base64_bytes;
use crate::{Output, WriteOptions};
use glam::{Mat3, Mat4, Vec3};
use scene::{Colors, Mesh, Primitive, Scene, Topology};
use serde_json::Value;
use std::collections::HashMap;
use wire::{Endian, Error, Reader, Result, Sink};

/// Largest move of a vertex by half floats, as a part of the mesh's largest extent.
pub const HALF_ERROR: f32 = 1e-4;
/// Largest move of a UV by half floats: half a texel of a 1024 texture.
pub const UV_ERROR: f32 = 1.0 / 2048.0;

/// The format's `from_scene`: one mesh, chosen by the name asked for.
pub fn from_scene(scene: &Scene, options: &WriteOptions, sink: &mut Sink) -> Result<Vec<Output>> {
    let wanted = PartName::parse(crate::registry::stem(&options.file_name));
    let mesh = merge(scene, &wanted)?;
    let names = material_names(scene, &mesh);
    let xmf = build(mesh, &names, wanted.collision, sink)?;
    let bytes = match options.template.as_deref().map(|t| Xmf::read(&mut Reader::new(t))) {
        Some(Ok(template)) => xmf.with_template(&template),
        _ => xmf.write(),
    };
    Ok(vec![Output { suffix: ".xmf".into(), bytes }])
}

/// The mesh asked for, or all that fit put together in the place they have in the scene.
fn merge(scene: &Scene, wanted: &PartName) -> Result<Mesh> {
    let world = scene.world_matrices();
    let mut found: Vec<(Mesh, Mat4)> = Vec::new();
    for (node, matrix) in scene.nodes.iter().zip(&world) {
        if let Some(mesh) = node.mesh.and_then(|m| scene.meshes.get(m.0 as usize)) {
            found.push((mesh.clone(), *matrix));
        }
    }
    if found.is_empty() {
        return Err(Error::new(&NOTHING_TO_WRITE, "the scene has no mesh"));
    }
    if found.len() > 1 {
        // Of several levels the one asked for; collision meshes only if asked for, unless there is nothing else.
        let fits = |m: &Mesh| m.collision == wanted.collision && (wanted.collision || m.lod == wanted.lod);
        if found.iter().any(|(m, _)| fits(m)) {
            found.retain(|(m, _)| fits(m));
        }
    }
    if let [(mesh, matrix)] = &mut found[..] {
        bake(mesh, *matrix);
        return Ok(mesh.clone());
    }
    let mut out = Mesh::default();
    for (mut mesh, matrix) in found {
        bake(&mut mesh, matrix);
        append(&mut out, mesh);
    }
    Ok(out)
}

/// Moves a mesh to where its node puts it.
pub fn bake(mesh: &mut Mesh, matrix: Mat4) {
    if matrix.abs_diff_eq(Mat4::IDENTITY, 1e-7) {
        return;
    }
    let linear = Mat3::from_mat4(matrix);
    let normal = linear.inverse().transpose();
    for p in &mut mesh.positions {
        *p = matrix.transform_point3(Vec3::from(*p)).to_array();
    }
    for n in &mut mesh.normals {
        *n = (normal * Vec3::from(*n)).normalize_or_zero().to_array();
    }
    for t in &mut mesh.tangents {
        let [x, y, z, w] = *t;
        let v = (linear * Vec3::new(x, y, z)).normalize_or_zero();
        *t = [v.x, v.y, v.z, w];
    }
    if linear.determinant() < 0.0 {
        for t in mesh.indices.as_chunks_mut::<3>().0 {
            t.swap(1, 2);
        }
    }
}

fn append(out: &mut Mesh, mesh: Mesh) {
    let (base, start) = (out.positions.len(), out.indices.len() as u32);
    let n = mesh.positions.len();
    let first = base == 0;
    out.positions.extend(mesh.positions);
    // A column that one of them lacks is lost for all but normals, which can be made anew.
    if first || (!out.normals.is_empty() && !mesh.normals.is_empty()) {
        out.normals.extend(mesh.normals);
    } else {
        out.normals.clear();
    }
    if first || (!out.tangents.is_empty() && !mesh.tangents.is_empty()) {
        out.tangents.extend(mesh.tangents);
    } else {
        out.tangents.clear();
    }
    while out.uvs.len() < mesh.uvs.len() {
        out.uvs.push(vec![[0.0; 2]; base]);
    }
    for (i, set) in out.uvs.iter_mut().enumerate() {
        match mesh.uvs.get(i) {
            Some(uv) => set.extend(uv),
            None => set.resize(base + n, [0.0; 2]),
        }
    }
    let white = |n: usize| Colors::U8(vec![[255; 4]; n]);
    while out.colors.len() < mesh.colors.len() {
        out.colors.push(white(base));
    }
    for (i, set) in out.colors.iter_mut().enumerate() {
        let mut bytes = color_bytes(set);
        bytes.extend(mesh.colors.get(i).map_or(vec![[255; 4]; n], color_bytes));
        *set = Colors::U8(bytes);
    }
    out.indices.extend(mesh.indices.iter().map(|i| i + base as u32));
    out.primitives.extend(mesh.primitives.into_iter().map(|p| Primitive { start: p.start + start, ..p }));
}

fn color_bytes(colors: &Colors) -> Vec<[u8; 4]> {
    match colors {
        Colors::U8(v) => v.clone(),
        Colors::F32(v) => v.iter().map(|c| c.map(|x| (x.clamp(0.0, 1.0) * 255.0).round() as u8)).collect(),
    }
}

/// The name each primitive's material goes by in the file.
pub fn material_names(scene: &Scene, mesh: &Mesh) -> Vec<Option<Vec<u8>>> {
    let name = |p: &Primitive| {
        let m = scene.materials.get(p.material?.0 as usize)?;
        let raw =
            m.extras.get("xmf").and_then(|x| x.get("rawName")).and_then(Value::as_str).and_then(base64_bytes);
        Some(raw.unwrap_or_else(|| m.name.clone().into_bytes()))
    };
    mesh.primitives.iter().map(name).collect()
}

/// Builds the file of one mesh.
pub fn build(mut mesh: Mesh, names: &[Option<Vec<u8>>], collision: bool, sink: &mut Sink) -> Result<Xmf> {
    if mesh.influences.is_some() || !mesh.targets.is_empty() {
        sink.push(&LOST, mesh.name.clone(), "skin weights and morph targets are left out");
    }
    let extras = mesh.extras.get("xmf").cloned().unwrap_or(Value::Null);
    if mesh.indices.is_empty() && mesh.primitives.is_empty() {
        mesh.indices = (0..mesh.positions.len() as u32 / 3 * 3).collect();
    }
    let groups = groups(&mut mesh, names, sink);
    if mesh.positions.is_empty() || mesh.indices.is_empty() {
        return Err(Error::new(&NOTHING_TO_WRITE, format!("mesh {:?} has no triangles", mesh.name)));
    }
    sanitise(&mut mesh);
    let mut xmf = if collision { build_collision(&mesh) } else { build_lod(&mut mesh, &extras, sink)? };
    let flag = |name: &str| extras.get(name).and_then(Value::as_u64);
    xmf.header.culling_cw = flag("culling").map_or(0, |v| v as u8);
    if let Some(v) = flag("optimization") {
        xmf.header.mesh_optimization = v as u32;
    }
    if !collision {
        for (first, count, name) in groups {
            if let Some(name) = name {
                let name = fit_name(&name, sink)?;
                xmf.materials.push(MaterialRange {
                    first_index: first,
                    num_indices: count,
                    name,
                    extra: Vec::new(),
                });
            }
        }
    }
    if xmf.materials.len() > 255 {
        return Err(Error::new(&WRITE_LIMIT, format!("{} materials, 255 is the most", xmf.materials.len())));
    }
    for i in 0..xmf.buffers.len() {
        if let Some(min_max) = xmf.buffers.get(i).map(|b| xmf.min_max(b))
            && let (Some((min, max)), Some(b)) = (min_max, xmf.buffers.get_mut(i))
        {
            (b.desc.min, b.desc.max) = (min, max);
        }
    }
    // Studio files leave the box empty; it is filled in unless the mesh comes from such a file.
    if extras.is_null() || extras.get("bounds").is_some() {
        (xmf.header.bounds_center, xmf.header.bounds_half_size) = xmf.bounds().unwrap_or_default();
    }
    xmf.recount();
    Ok(xmf)
}

type Group = (u32, u32, Option<Vec<u8>>);

/// Triangles in the order of their primitives; the range of each, and its name.
fn groups(mesh: &mut Mesh, names: &[Option<Vec<u8>>], sink: &mut Sink) -> Vec<Group> {
    let n = mesh.positions.len();
    if mesh.primitives.is_empty() {
        mesh.primitives.push(Primitive { count: mesh.indices.len() as u32, ..Primitive::default() });
    }
    let mut indices = Vec::with_capacity(mesh.indices.len());
    let mut out: Vec<Group> = Vec::new();
    for (i, p) in mesh.primitives.iter().enumerate() {
        if p.topology != Topology::Triangles {
            sink.push(&LOST, mesh.name.clone(), "lines and points are left out");
            continue;
        }
        let part = mesh.indices.get(p.start as usize..(p.start + p.count) as usize).unwrap_or_default();
        let first = indices.len() as u32;
        for t in part.as_chunks::<3>().0 {
            if t.iter().all(|i| (*i as usize) < n) {
                indices.extend_from_slice(t);
            }
        }
        let count = indices.len() as u32 - first;
        if count > 0 {
            out.push((first, count, names.get(i).cloned().flatten()));
        }
    }
    mesh.indices = indices;
    if out.iter().any(|g| g.2.is_some()) {
        // Ranges cover everything or nothing.
        for g in &mut out {
            g.2.get_or_insert_with(|| b"generic.none".to_vec());
        }
    }
    out
}

/// What is no number would make the game refuse the mesh.
fn sanitise(mesh: &mut Mesh) {
    for p in mesh.positions.iter_mut().flatten() {
        if !p.is_finite() {
            *p = 0.0;
        }
    }
    let n = mesh.positions.len();
    if !mesh.normals.is_empty() && mesh.normals.len() != n {
        mesh.normals.clear();
    }
    if mesh.tangents.len() != n {
        mesh.tangents.clear();
    }
    mesh.uvs.retain(|u| u.len() == n);
}

/// A name in its field: `collection.material`, ASCII, 127 bytes at most.
fn fit_name(name: &[u8], sink: &mut Sink) -> Result<Vec<u8>> {
    let two = name.split(|b| *b == b'.').filter(|p| !p.is_empty()).count() >= 2;
    let mut out = name.to_vec();
    if !two || !name.is_ascii() {
        let plain = |b: &u8| if b.is_ascii_graphic() { *b } else { b'_' };
        out = name.iter().map(plain).collect();
        if !two {
            out.splice(0..0, *b"generic.");
            out.retain(|b| *b != 0);
        }
        let message =
            format!("{:?} is written as {:?}", String::from_utf8_lossy(name), String::from_utf8_lossy(&out));
        sink.push(&MATERIAL_NAME, "materials", message);
    }
    if out.len() > RANGE_SIZE - 9 {
        let message = format!(
            "material name {:?} has {} bytes, 127 is the most",
            String::from_utf8_lossy(&out),
            out.len()
        );
        return Err(Error::new(&WRITE_LIMIT, message));
    }
    out.resize(RANGE_SIZE - 8, 0);
    Ok(out)
}

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

/// Welded positions, one implicit FLOAT3 stream, 32-bit indices.
fn build_collision(mesh: &Mesh) -> Xmf {
    let mut known: HashMap<[u32; 3], u32> = HashMap::new();
    let mut data = Vec::new();
    let indices: Vec<u32> = mesh
        .indices
        .iter()
        .map(|i| {
            let [x, y, z] = mesh.positions.get(*i as usize).copied().unwrap_or_default();
            // −0 and 0 are one place.
            let p = [-x + 0.0, y + 0.0, z + 0.0];
            let next = known.len() as u32;
            *known.entry(p.map(f32::to_bits)).or_insert_with(|| {
                encode(&mut data, [p[0], p[1], p[2], 1.0], ty::FLOAT3, Endian::Little, Meaning::Plain);
                next
            })
        })
        .collect();
    let buffers = vec![buffer(0, 0, ty::FLOAT3, 12, 1, data), index_buffer(&indices, true, 1)];
    Xmf { header: header(0), header_extra: Vec::new(), buffers, materials: Vec::new(), gaps: Vec::new() }
}

/// One vertex stream to be.
struct Stream {
    kind: u32,
    usage_index: u32,
    format: u32,
    compressed: u32,
    listed: bool,
    /// Type, usage, index.
    elements: Vec<(u32, u8, u8)>,
}

fn build_lod(mesh: &mut Mesh, extras: &Value, sink: &mut Sink) -> Result<Xmf> {
    let streams = match original_streams(extras) {
        Some(streams) => adapt(streams, mesh, extras, sink),
        None => vec![studio_stream(mesh, sink)],
    };
    let mut buffers = Vec::new();
    for s in &streams {
        if s.elements.len() > SLOTS {
            return Err(Error::new(
                &WRITE_LIMIT,
                format!("{} vertex elements, 16 is the most", s.elements.len()),
            ));
        }
        let size: usize = s.elements.iter().filter_map(|e| decl::size_of(e.0)).sum();
        let columns: Vec<Vec<u8>> = s.elements.iter().map(|e| column(mesh, extras, *e)).collect();
        let mut data = Vec::with_capacity(size * mesh.positions.len());
        for v in 0..mesh.positions.len() {
            for (e, column) in s.elements.iter().zip(&columns) {
                let n = decl::size_of(e.0).unwrap_or(0);
                data.extend_from_slice(column.get(v * n..(v + 1) * n).unwrap_or_default());
            }
        }
        let mut b = buffer(s.kind, s.usage_index, s.format, size, s.compressed, data);
        if s.listed {
            b.num_elements = s.elements.len() as u32;
            for (slot, (ty, usage, usage_index)) in b.slots.iter_mut().zip(&s.elements) {
                *slot = Element { ty: *ty, usage: *usage, usage_index: *usage_index, junk: 0 };
            }
        }
        buffers.push(b);
    }
    let index = extras.get("index");
    let stored = |name: &str| index.and_then(|i| i.get(name)).and_then(Value::as_u64);
    let wide = mesh.positions.len() > 0xffff || stored("format") == Some(INDEX_U32.into());
    buffers.push(index_buffer(&mesh.indices, wide, stored("compressed").map_or(1, |v| v as u32)));
    if buffers.len() > 255 {
        return Err(Error::new(&WRITE_LIMIT, format!("{} buffers, 255 is the most", buffers.len())));
    }
    Ok(Xmf { header: header(1), header_extra: Vec::new(), buffers, materials: Vec::new(), gaps: Vec::new() })
}

fn original_streams(extras: &Value) -> Option<Vec<Stream>> {
    let list = extras.get("streams")?.as_array()?;
    let one = |s: &Value| {
        let number = |name: &str| s.get(name).and_then(Value::as_u64).map(|v| v as u32);
        let elements = s.get("elements")?.as_array()?.iter().map(|e| {
            let part = |i: usize| e.get(i).and_then(Value::as_u64);
            let ty = part(0)? as u32;
            decl::size_of(ty)?;
            Some((ty, part(1)? as u8, part(2)? as u8))
        });
        Some(Stream {
            kind: number("kind")?,
            usage_index: number("usageIndex")?,
            format: number("format")?,
            compressed: number("compressed")?,
            listed: s.get("listed")?.as_bool()?,
            elements: elements.collect::<Option<Vec<_>>>()?,
        })
    };
    let streams = list.iter().map(one).collect::<Option<Vec<Stream>>>()?;
    let position = |e: &(u32, u8, u8)| e.1 == usage::POSITION && e.2 == 0;
    streams.iter().any(|s| s.elements.iter().any(position)).then_some(streams)
}

/// Sets of a usage in the order of their index.
fn sets(streams: &[Stream], wanted: u8) -> Vec<u8> {
    let mut out: Vec<u8> = streams
        .iter()
        .flat_map(|s| &s.elements)
        .filter(|e| e.1 == wanted && e.0 != ty::UNUSED)
        .map(|e| e.2)
        .collect();
    out.sort_unstable();
    out
}

/// Makes the declaration a mesh came with fit what it is now.
fn adapt(mut streams: Vec<Stream>, mesh: &Mesh, extras: &Value, sink: &mut Sink) -> Vec<Stream> {
    let n = mesh.positions.len();
    let (uv_sets, color_sets) = (sets(&streams, usage::TEXCOORD), sets(&streams, usage::COLOR));
    let mut dropped = Vec::new();
    for s in &mut streams {
        s.elements.retain(|e| {
            let at = |sets: &[u8]| sets.iter().position(|i| *i == e.2).unwrap_or(usize::MAX);
            let kept = match (e.1, e.2) {
                (usage::POSITION, 0) => true,
                _ if e.0 == ty::UNUSED => true,
                (usage::NORMAL, 0) => !mesh.normals.is_empty(),
                (usage::TANGENT, 0) => !mesh.tangents.is_empty(),
                (usage::TEXCOORD, _) => at(&uv_sets) < mesh.uvs.len(),
                (usage::COLOR, _) => at(&color_sets) < mesh.colors.len(),
                _ => raw_column(extras, *e).is_some_and(|c| c.len() == n * decl::size_of(e.0).unwrap_or(0)),
            };
            if !kept {
                dropped.push(decl::usage_name(e.1, e.2));
            }
            kept
        });
    }
    if !dropped.is_empty() {
        let message = format!("{} no longer fit the vertices and are left out", dropped.join(", "));
        sink.push(&EXTRAS_STALE, mesh.name.clone(), message);
    }
    streams.retain(|s| !s.elements.is_empty());
    // What the mesh has gained goes into the first listed stream, or one of its own.
    let mut more = Vec::new();
    let next = |sets: &[u8]| sets.last().map_or(0, |i| i + 1);
    more.extend(
        (uv_sets.len()..mesh.uvs.len())
            .zip(next(&uv_sets)..)
            .map(|(_, i)| (uv_type(mesh, usize::from(i), sink), usage::TEXCOORD, i)),
    );
    more.extend(
        (color_sets.len()..mesh.colors.len())
            .zip(next(&color_sets)..)
            .map(|(_, i)| (ty::D3DCOLOR, usage::COLOR, i)),
    );
    if !more.is_empty() {
        match streams.iter_mut().find(|s| s.listed) {
            Some(s) => s.elements.extend(more),
            None => streams.push(Stream {
                kind: 0,
                usage_index: 0,
                format: FORMAT_LISTED,
                compressed: 1,
                listed: true,
                elements: more,
            }),
        }
    }
    streams
}

fn uv_type(mesh: &Mesh, set: usize, sink: &mut Sink) -> u32 {
    let error = mesh
        .uvs
        .get(set)
        .into_iter()
        .flatten()
        .flatten()
        .map(|v| (half(to_half(*v)) - v).abs())
        .fold(0.0, f32::max);
    if error <= UV_ERROR {
        return ty::FLOAT16_2;
    }
    let message = format!("UV set {set} would move by {error}, so it is written as floats");
    sink.push(&HALF_RANGE, mesh.name.clone(), message);
    ty::FLOAT2
}

/// The declaration of new meshes.
fn studio_stream(mesh: &mut Mesh, sink: &mut Sink) -> Stream {
    if mesh.normals.is_empty() {
        mesh.normals = scene::steps::vertex_normals(&mesh.positions, &mesh.indices);
    }
    if mesh.tangents.is_empty() && !mesh.uvs.is_empty() {
        scene::steps::generate_tangents(mesh, 0);
    }
    let size = mesh.positions.iter().flatten().fold(0.0_f32, |a, b| a.max(b.abs()));
    let error = mesh.positions.iter().flatten().map(|v| (half(to_half(*v)) - v).abs()).fold(0.0, f32::max);
    let mut elements = vec![if error <= size * HALF_ERROR {
        (ty::FLOAT16_4, usage::POSITION, 0)
    } else {
        (ty::FLOAT3, usage::POSITION, 0)
    }];
    elements.push((ty::D3DCOLOR, usage::NORMAL, 0));
    if !mesh.tangents.is_empty() {
        elements.push((ty::D3DCOLOR, usage::TANGENT, 0));
    }
    for i in 0..mesh.uvs.len().min(8) {
        elements.push((uv_type(mesh, i, sink), usage::TEXCOORD, i as u8));
    }
    for i in 0..mesh.colors.len().min(4) {
        elements.push((ty::D3DCOLOR, usage::COLOR, i as u8));
    }
    Stream { kind: 0, usage_index: 0, format: FORMAT_LISTED, compressed: 1, listed: true, elements }
}

/// A column extras kept as bytes.
fn raw_column(extras: &Value, (ty, usage, index): (u32, u8, u8)) -> Option<Vec<u8>> {
    let kept = extras.get("columns")?.get(decl::usage_name(usage, index))?;
    (kept.get("type")?.as_u64()? == u64::from(ty)).then_some(())?;
    base64_bytes(kept.get("raw")?.as_str()?)
}

/// The fourth numbers extras kept, as bytes per vertex.
fn kept_w(extras: &Value, (ty, usage, index): (u32, u8, u8), n: usize) -> Option<Vec<u8>> {
    let kept = extras.get("columns")?.get(format!("{}.w", decl::usage_name(usage, index)))?;
    (kept.get("type")?.as_u64()? == u64::from(ty)).then_some(())?;
    if let Some(one) = kept.get("all") {
        return Some(base64_bytes(one.as_str()?)?.repeat(n));
    }
    base64_bytes(kept.get("raw")?.as_str()?).filter(|w| w.len() == n * decl::size_of(ty).unwrap_or(0) / 4)
}

/// The bytes of one element for all vertices.
fn column(mesh: &Mesh, extras: &Value, e: (u32, u8, u8)) -> Vec<u8> {
    let (ty, usage, index) = e;
    let n = mesh.positions.len();
    let mut out = Vec::with_capacity(n * decl::size_of(ty).unwrap_or(0));
    let mut put = |v: [f32; 4], m: Meaning| encode(&mut out, v, ty, Endian::Little, m);
    match (usage, index) {
        (usage::POSITION, 0) => {
            for [x, y, z] in &mesh.positions {
                put([-x + 0.0, *y, *z, if ty == ty::FLOAT16_4 { 0.0 } else { 1.0 }], Meaning::Plain);
            }
        }
        (usage::NORMAL | usage::TANGENT, 0) if raw_fits(mesh, extras, e) => {
            return raw_column(extras, e).unwrap_or_default();
        }
        (usage::NORMAL, 0) => {
            for [x, y, z] in &mesh.normals {
                direction(&mut out, [-x, *y, *z], ty);
            }
        }
        (usage::TANGENT, 0) => {
            for [x, y, z, _] in &mesh.tangents {
                direction(&mut out, [*x, -y, -z], ty);
            }
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

/// Which of the mesh's sets an element is.
fn set_place(extras: &Value, usage: u8, index: u8) -> usize {
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
fn raw_color(mesh: &Mesh, extras: &Value, e: (u32, u8, u8)) -> Option<Vec<u8>> {
    let size = decl::size_of(e.0).filter(|s| *s > 0)?;
    let raw = raw_column(extras, e).filter(|r| r.len() == mesh.positions.len() * size)?;
    let Colors::F32(set) = mesh.colors.get(set_place(extras, e.1, e.2))? else { return None };
    let same = raw.chunks_exact(size).zip(set).all(|(bytes, c)| {
        decl::decode(bytes, e.0, Endian::Little, Meaning::Plain).map(|x| x.clamp(0.0, 1.0)) == *c
    });
    same.then_some(raw)
}

/// Whether bytes extras kept for a direction of whole numbers are there for every vertex.
fn raw_fits(mesh: &Mesh, extras: &Value, e: (u32, u8, u8)) -> bool {
    let size = decl::size_of(e.0).unwrap_or(0) * mesh.positions.len();
    decl::is_whole(e.0) && raw_column(extras, e).is_some_and(|r| r.len() == size)
}

/// UVs with more than two numbers come back whole while the first two are unchanged.
fn raw_uv(mesh: &Mesh, extras: &Value, e: (u32, u8, u8)) -> Option<Vec<u8>> {
    let size = decl::size_of(e.0).filter(|_| decl::components(e.0) > 2)?;
    let raw = raw_column(extras, e).filter(|r| r.len() == mesh.positions.len() * size)?;
    let set = mesh.uvs.get(set_place(extras, e.1, e.2))?;
    let same = raw.chunks_exact(size).zip(set).all(|(bytes, uv)| {
        let [u, v, _, _] = decl::decode(bytes, e.0, Endian::Little, Meaning::Plain);
        [u, v] == *uv
    });
    same.then_some(raw)
}

/// A direction in stored axes. Of D3DCOLORs the one that decodes to exactly this direction, if there is one: what was
/// read from a file goes back as it was.
fn direction(out: &mut Vec<u8>, [x, y, z]: [f32; 3], ty: u32) {
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

impl Xmf {
    /// Takes from the original whatever is the same: whole if nothing was changed, else blocks, junk and header bytes.
    pub fn with_template(mut self, template: &Xmf) -> Vec<u8> {
        let same_elements = |a: &Buffer, b: &Buffer| {
            let plain =
                |x: &Buffer| x.elements().iter().map(|e| (e.ty, e.usage, e.usage_index)).collect::<Vec<_>>();
            plain(a) == plain(b)
                && a.is_listed() == b.is_listed()
                && a.desc.kind == b.desc.kind
                && a.desc.format == b.desc.format
        };
        let mut all = self.buffers.len() == template.buffers.len() && template.header.big_endian == 0;
        for (own, old) in self.buffers.iter_mut().zip(&template.buffers) {
            if same_elements(own, old) && own.data == old.data {
                let offset = own.desc.data_offset;
                *own = old.clone();
                own.desc.data_offset = offset;
            } else {
                all = false;
            }
        }
        let ranges = |x: &Xmf| {
            x.materials
                .iter()
                .map(|m| (m.first_index, m.num_indices, m.trimmed().to_vec()))
                .collect::<Vec<_>>()
        };
        if all && ranges(&self) == ranges(template) {
            return template.write();
        }
        self.header.culling_cw = template.header.culling_cw;
        self.header.mesh_optimization = template.header.mesh_optimization;
        if template.header.desc_size != self.header.desc_size {
            // Short descriptions cannot hold lists: everything stays long.
            for b in &mut self.buffers {
                b.extra.clear();
                b.slots.resize(SLOTS, Element::default());
            }
        }
        self.recount();
        self.write()
    }
}
