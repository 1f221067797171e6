//! A mesh to the neutral model.
//!
//! Stored left-handed, +Y up, +Z forward, metres. x → −x makes it right-handed; the stored winding then is
//! counter-clockwise as it is. UVs keep (top left origin). Stored tangents are −dP/du, so glTF's are −mirror(T).

pub(crate) mod columns;

use super::rules::{COLUMN_KEPT, ELEMENTS, INDEX_COUNT, INDEX_RANGE, NO_POSITION, PRIMITIVE, STREAM_LENGTHS};
use super::types::decl;
use super::types::decl::{Attribute, ty, usage};
use super::types::{Buffer, Header, LONG_DESC, Xmf};
use super::write::adler32;
use crate::egosoft::base64_text;
use crate::egosoft::notes::{ColumnNote, IndexNote, StreamNote, mesh as notes};
use columns::{Column, Fourth, Odd, Rows};
use glam::Vec3;
use scene::parallel::prelude::*;
use scene::{Colors, Extras, Mesh, Primitive, Topology};
use serde_json::{Map, Value};
use wire::{Endian, Error, Result, Sink};

/// What a file name says: `part-lod0`, `part-collision`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartName {
    /// The part.
    pub part: String,
    /// Level of detail, 0 = finest.
    pub lod: u32,
    /// A collision mesh.
    pub collision: bool,
}

impl PartName {
    /// Splits the stem of a file name.
    pub fn parse(stem: &str) -> Self {
        let lower = stem.to_ascii_lowercase();
        let cut = |n: usize| stem.get(..n).unwrap_or(stem).to_owned();
        if let Some(part) = lower.strip_suffix("-collision") {
            return Self { part: cut(part.len()), lod: 0, collision: true };
        }
        if let Some((part, n)) = lower.rsplit_once("-lod")
            && !n.is_empty()
            && let Ok(lod) = n.parse()
        {
            return Self { part: cut(part.len()), lod, collision: false };
        }
        Self { part: stem.to_owned(), lod: 0, collision: false }
    }
}

/// A mesh, and which material range each of its primitives is (`None` = no range covers it).
pub struct Built {
    /// Geometry; primitives have no material yet.
    pub mesh: Mesh,
    /// By primitive.
    pub materials: Vec<Option<RangeName>>,
}

/// A material range as a component refers to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RangeName {
    /// Its number, from 1.
    pub number: u32,
    /// The material's name in the file, raw.
    pub name: Vec<u8>,
}

impl Xmf {
    /// Geometry in the neutral model.
    pub fn to_mesh(&self, stem: &str, sink: &mut Sink) -> Result<Built> {
        let part = PartName::parse(stem);
        let mut mesh =
            Mesh { name: stem.to_owned(), lod: part.lod, collision: part.collision, ..Mesh::default() };
        let (kept, indices) = scene::parallel::join(|| self.fill_columns(&mut mesh, sink), || self.indices());
        let kept = kept?;
        let materials = self.fill_indices(indices, &mut mesh, sink);
        fill_tangents(&mut mesh);
        handedness(&mut mesh);
        mesh.extras = self.extras(kept);
        Ok(Built { mesh, materials })
    }

    fn fill_columns(&self, mesh: &mut Mesh, sink: &mut Sink) -> Result<Map<String, Value>> {
        let endian = self.header.endian();
        let mut all: Vec<(usize, &Buffer, Attribute)> = Vec::new();
        for (i, b) in self.buffers.iter().enumerate().filter(|(_, b)| !b.desc.is_index()) {
            let (attributes, why) = b.attributes();
            if let Some(why) = why {
                sink.push(&ELEMENTS, format!("buffers[{i}].slots"), why);
            }
            all.extend(attributes.into_iter().map(|a| (i, b, a)));
        }
        let position = all
            .iter()
            .find(|(_, _, a)| a.usage == usage::POSITION && a.usage_index == 0)
            .or_else(|| all.iter().find(|(_, _, a)| matches!(a.usage, usage::POSITION | usage::POSITIONT)))
            .copied();
        let Some((at, b, a)) = position else {
            return Err(Error::new(&NO_POSITION, "no vertex element holds positions").in_field("buffers"));
        };
        let n = Rows::of(b).len();
        // Sets in the order of their usage index, whatever the order in the vertex; positions first.
        all.sort_by_key(|(i, _, a)| (a.usage, a.usage_index, *i));
        let mut wanted = vec![Wanted::new(at, b, a, Column::Positions(Vec::with_capacity(n)))];
        for (i, b, a) in all.into_iter().filter(|(i, _, other)| (*i, *other) != (at, a)) {
            if b.desc.count() as usize != n {
                let what = decl::usage_name(a.usage, a.usage_index);
                let message = format!("{what} has {} vertices, positions have {n}; left out", b.desc.count());
                sink.push(&STREAM_LENGTHS, format!("buffers[{i}]"), message);
            } else if a.ty != ty::UNUSED {
                let column = column(&a, &wanted, n);
                if matches!(column, Column::None) {
                    let what = decl::usage_name(a.usage, a.usage_index);
                    let message = format!("{what} has no place in a scene; kept in extras");
                    sink.push(&COLUMN_KEPT, format!("buffers[{i}]"), message);
                }
                wanted.push(Wanted::new(i, b, a, column));
            }
        }
        for (i, b) in self.buffers.iter().enumerate() {
            let mut own: Vec<&mut Wanted<'_>> = wanted.iter_mut().filter(|w| w.buffer == i).collect();
            if own.is_empty() {
                continue;
            }
            let take = |own: &mut [&mut Wanted<'_>]| {
                for block in Rows::of(b).blocks() {
                    for w in &mut *own {
                        w.append(block, endian);
                    }
                }
            };
            // Columns of large meshes are shared out; each core goes through the vertices once.
            let cores = if n < SHARED { 1 } else { scene::parallel::current_num_threads() };
            let share = own.len().div_ceil(cores);
            own.par_chunks_mut(share).for_each(take);
        }
        let mut kept = Map::new();
        for w in wanted {
            w.place(mesh, &mut kept, endian);
        }
        Ok(kept)
    }

    /// The indices as stored and the highest of them, if there are any and they can be read.
    pub(super) fn indices(&self) -> Option<(Vec<u32>, Option<u32>)> {
        columns::indices(self.index_buffer()?, self.header.endian())
    }

    /// Indices and primitives; returns the material of each primitive.
    pub(super) fn fill_indices(
        &self,
        indices: Option<(Vec<u32>, Option<u32>)>,
        mesh: &mut Mesh,
        sink: &mut Sink,
    ) -> Vec<Option<RangeName>> {
        let n = mesh.positions.len();
        let buffer = self.buffers.iter().position(|b| b.desc.is_index());
        let (stored, highest) = indices.unwrap_or_else(|| match buffer {
            Some(i) => {
                let message = "index format and item size disagree";
                sink.push(&ELEMENTS, format!("buffers[{i}].format"), message);
                (Vec::new(), None)
            }
            // Nothing listed: the vertices follow one another.
            None => ((0..n as u32).collect(), None),
        });
        let ranges = self.ranges(stored.len());
        let simple = self.header.primitive_type == 4
            && ranges
                .iter()
                .scan(0, |at, r| Some(std::mem::replace(at, r.end) == r.start && (r.end - r.start) % 3 == 0))
                .all(|ok| ok)
            && highest.is_none_or(|highest| (highest as usize) < n);
        let mut materials = Vec::with_capacity(ranges.len());
        if simple {
            for r in &ranges {
                mesh.primitives.push(Primitive {
                    start: r.start as u32,
                    count: (r.end - r.start) as u32,
                    ..Primitive::default()
                });
                materials.push(r.name.clone());
            }
            mesh.indices = stored;
            return materials;
        }
        let (topology, arity) = topology(self.header.primitive_type);
        if self.header.primitive_type != 4 {
            let message = format!(
                "primitive type {}, the game draws 4 (triangle list) only",
                self.header.primitive_type
            );
            sink.push(&PRIMITIVE, "header.primitive_type", message);
        }
        let mut dropped = 0_usize;
        for r in &ranges {
            let start = mesh.indices.len();
            let part = stored.get(r.start..r.end).unwrap_or_default();
            let list = unroll(part, self.header.primitive_type);
            // A file of other primitives, or without indices, is reported as that.
            if !list.len().is_multiple_of(arity) && self.header.primitive_type == 4 && buffer.is_some() {
                sink.push(
                    &INDEX_COUNT,
                    "buffers",
                    format!("{} indices are no whole number of primitives", list.len()),
                );
            }
            for corner in list.chunks_exact(arity) {
                if corner.iter().all(|i| (*i as usize) < n) {
                    mesh.indices.extend_from_slice(corner);
                } else {
                    dropped += 1;
                }
            }
            let count = (mesh.indices.len() - start) as u32;
            if count > 0 {
                mesh.primitives.push(Primitive { material: None, start: start as u32, count, topology });
                materials.push(r.name.clone());
            }
        }
        if dropped > 0 {
            let message = format!("{dropped} primitives use vertices beyond the {n} there are; left out");
            // Positions that are fewer than the vertices are what is wrong, not the indices.
            let what = if n < self.vertex_count() { &STREAM_LENGTHS } else { &INDEX_RANGE };
            sink.push(what, "buffers", message);
        }
        materials
    }

    /// Material ranges within the indices there are, then what no range covers.
    fn ranges(&self, len: usize) -> Vec<Range> {
        let mut out = Vec::new();
        let mut covered: Vec<(usize, usize)> = Vec::new();
        if self.materials.is_empty() && len > 0 {
            // One group without a name; a component may still give it a material as the first.
            return vec![Range { start: 0, end: len, name: Some(RangeName { number: 1, name: Vec::new() }) }];
        }
        for (m, number) in self.materials.iter().zip(1..) {
            let start = (m.first_index as usize).min(len);
            let end = start.saturating_add(m.num_indices as usize).min(len);
            if start < end {
                let name = RangeName { number, name: m.trimmed().to_vec() };
                out.push(Range { start, end, name: Some(name) });
                covered.push((start, end));
            }
        }
        covered.sort_unstable();
        let mut at = 0;
        for (start, end) in covered {
            if at < start {
                out.push(Range { start: at, end: start, name: None });
            }
            at = at.max(end);
        }
        if at < len {
            out.push(Range { start: at, end: len, name: None });
        }
        out
    }

    /// What glTF has no place for.
    fn extras(&self, kept: Map<String, Value>) -> Extras {
        let h: &Header = &self.header;
        let stream = |b: &Buffer| StreamNote {
            kind: b.desc.kind,
            usage_index: b.desc.usage_index,
            format: b.desc.format,
            compressed: b.desc.compressed,
            listed: b.is_listed(),
            elements: b.elements().iter().map(|e| (e.ty, e.usage, e.usage_index)).collect(),
        };
        let streams = self.buffers.iter().filter(|b| !b.desc.is_index()).map(stream).collect();
        let mut out = notes::CULLING.with(&h.culling_cw);
        notes::RIGHT_HANDED.put(&mut out, &h.right_handed);
        notes::OPTIMIZATION.put(&mut out, &h.mesh_optimization);
        notes::STREAMS.put(&mut out, &streams);
        notes::MATERIALS.put(&mut out, &self.material_list());
        notes::VERTICES.put(&mut out, &self.vertex_count());
        if let Some(b) = self.index_buffer() {
            let note = IndexNote { format: b.desc.format, compressed: b.desc.compressed };
            notes::INDEX.put(&mut out, &note);
        }
        if (h.desc_size as usize) < LONG_DESC {
            notes::SHORT.put(&mut out, &true);
        }
        if h.big_endian == 0 {
            // Junk and garbage of the tables, and what shows that a buffer is still the same.
            notes::TABLES.put(&mut out, &base64_text(&self.tables()));
            notes::SUMS.put(&mut out, &self.buffers.iter().map(sum).collect());
        } else {
            notes::BIG_ENDIAN.put(&mut out, &true);
        }
        if h.bounds_half_size.iter().any(|v| *v != 0.0) {
            notes::BOUNDS.put(&mut out, &true);
        }
        if !kept.is_empty() {
            notes::COLUMNS.put(&mut out, &kept);
        }
        out
    }
}

impl Xmf {
    /// Notes compressed blocks as they are: no two programs pack the same bytes alike.
    pub(crate) fn note_blocks(&self, extras: &mut Extras) {
        let blocks = self.buffers.iter().map(|b| b.packed.as_deref().map(base64_text)).collect();
        notes::BLOCKS.put(extras, &blocks);
    }
}

/// Checksum of a buffer's data, and the byte of its zlib header that says how hard it was packed.
fn sum(b: &Buffer) -> Vec<u32> {
    let packed = b.packed.as_deref().and_then(|p| Some((p.last_chunk::<4>()?, p.get(1)?)));
    match packed {
        Some((sum, level)) => vec![u32::from_be_bytes(*sum), (*level).into()],
        None => vec![adler32(&b.data)],
    }
}

/// Tangents without a direction would make glTF drop all of them: they get some direction along the surface.
fn fill_tangents(mesh: &mut Mesh) {
    let normals = mesh.normals.iter().copied().chain(std::iter::repeat([0.0, 1.0, 0.0]));
    for (t, n) in mesh.tangents.iter_mut().zip(normals) {
        if t[0] == 0.0 && t[1] == 0.0 && t[2] == 0.0 {
            let v = Vec3::from(n).normalize_or(Vec3::Y).any_orthonormal_vector();
            *t = [v.x, v.y, v.z, 1.0];
        }
    }
}

/// Vertices from which on it pays to use more than one core.
const SHARED: usize = 1 << 16;

struct Range {
    start: usize,
    end: usize,
    name: Option<RangeName>,
}

/// An element that becomes a column, or is kept as it is.
struct Wanted<'a> {
    buffer: usize,
    from: &'a Buffer,
    attribute: Attribute,
    column: Column,
    fourth: Option<Fourth>,
    odd: Option<Odd>,
}

impl<'a> Wanted<'a> {
    fn new(buffer: usize, from: &'a Buffer, attribute: Attribute, column: Column) -> Self {
        // The fourth number of a position, normal or tangent says nothing, but comes back.
        let fourth = match column {
            Column::Positions(_) => decl::components(attribute.ty) >= 4,
            Column::Normals(_) | Column::Tangents(_) => {
                decl::components(attribute.ty) >= 4 && !decl::is_whole(attribute.ty)
            }
            _ => false,
        };
        let odd = match column {
            Column::Normals(_) | Column::Tangents(_) => Odd::of(&attribute, Rows::of(from).len()),
            _ => None,
        };
        Self { buffer, from, attribute, column, fourth: fourth.then(Fourth::default), odd }
    }

    fn append(&mut self, block: Rows<'_>, endian: Endian) {
        self.column.append(block, &self.attribute, endian);
        if let Some(fourth) = &mut self.fourth {
            fourth.append(block, &self.attribute);
        }
        if let Some(odd) = &mut self.odd {
            odd.append(block, &self.attribute);
        }
    }

    /// Puts the column into the mesh, and what a column cannot say into the extras.
    fn place(self, mesh: &mut Mesh, kept: &mut Map<String, Value>, endian: Endian) {
        let Self { from, attribute: a, .. } = self;
        let name = decl::usage_name(a.usage, a.usage_index);
        if let Some(fourth) = &self.fourth
            && !Rows::of(from).is_empty()
        {
            let text = |bytes: Vec<u8>| Some(base64_text(&little(bytes, a.ty, endian)).into());
            let note = match fourth.shared() {
                Some(all) => ColumnNote { all: text(all.to_vec()), ..ColumnNote::default() },
                None => ColumnNote { raw: text(Fourth::all(from, &a)), ..ColumnNote::default() },
            };
            ColumnNote { ty: Some(a.ty), ..note }.put(kept, format!("{name}.w"));
        }
        if let Some((rows, raw)) = self.odd.as_ref().and_then(Odd::found) {
            let (rows, raw) = (Some(base64_text(rows).into()), Some(base64_text(raw).into()));
            ColumnNote { rows, raw, ..ColumnNote::default() }.put(kept, format!("{name}.odd"));
        }
        let mut keep_raw = || {
            let raw = little(columns::raw(from, &a), a.ty, endian);
            let raw = Some(base64_text(&raw).into());
            ColumnNote { ty: Some(a.ty), raw, ..ColumnNote::default() }.put(kept, name.clone());
        };
        // Whole numbers cannot say a direction of unit length: those come back as they were.
        let whole = decl::is_whole(a.ty);
        match self.column {
            Column::Positions(v) => mesh.positions = v,
            Column::Normals(v) => {
                mesh.normals = v;
                whole.then(keep_raw);
            }
            Column::Tangents(v) => {
                mesh.tangents = v;
                whole.then(keep_raw);
            }
            Column::Uvs(v) => {
                mesh.uvs.push(v);
                (decl::components(a.ty) > 2).then(keep_raw);
            }
            // Numbers that are no colours would be clamped by glTF: keep them as they are.
            Column::Colors(Colors::F32(v)) if v.iter().flatten().any(|c| !(0.0..=1.0).contains(c)) => {
                keep_raw();
                mesh.colors.push(Colors::F32(v.into_iter().map(|c| c.map(|x| x.clamp(0.0, 1.0))).collect()));
            }
            Column::Colors(v) => mesh.colors.push(v),
            Column::None => keep_raw(),
        }
    }
}

/// What an element becomes: one set of normals and tangents, any number of UVs and colours. The rest (bitangents as
/// TANGENT1 or BINORMAL, second positions, blend weights …) has no place.
fn column(a: &Attribute, before: &[Wanted<'_>], n: usize) -> Column {
    let first = |is: fn(&Column) -> bool| !before.iter().any(|w| is(&w.column));
    match (a.usage, a.usage_index) {
        (usage::NORMAL, 0) if first(|c| matches!(c, Column::Normals(_))) => {
            Column::Normals(Vec::with_capacity(n))
        }
        (usage::TANGENT, 0) if first(|c| matches!(c, Column::Tangents(_))) => {
            Column::Tangents(Vec::with_capacity(n))
        }
        (usage::TEXCOORD, _) => Column::Uvs(Vec::with_capacity(n)),
        (usage::COLOR, _) => Column::colors(a.ty, n),
        _ => Column::None,
    }
}

/// Bytes of a type in the order files are written with.
fn little(mut bytes: Vec<u8>, ty: u32, endian: Endian) -> Vec<u8> {
    if endian == Endian::Big {
        bytes.chunks_exact_mut(decl::number_size(ty)).for_each(<[u8]>::reverse);
    }
    bytes
}

fn topology(primitive: u32) -> (Topology, usize) {
    match primitive {
        1 => (Topology::Points, 1),
        2 | 3 => (Topology::Lines, 2),
        _ => (Topology::Triangles, 3),
    }
}

/// Strips and fans as lists.
fn unroll(indices: &[u32], primitive: u32) -> Vec<u32> {
    match primitive {
        3 => indices.windows(2).flatten().copied().collect(),
        5 => indices
            .windows(3)
            .enumerate()
            .flat_map(|(i, w)| {
                let [a, b, c] = <[u32; 3]>::try_from(w).unwrap_or_default();
                if i % 2 == 0 { [a, b, c] } else { [b, a, c] }
            })
            .collect(),
        6 => match indices.split_first() {
            Some((hub, rim)) => rim.windows(2).flat_map(|w| std::iter::once(hub).chain(w)).copied().collect(),
            None => Vec::new(),
        },
        _ => indices.to_vec(),
    }
}

/// Gives tangents their sign: +1 where (as in most meshes) the picture is not mirrored on the surface.
fn handedness(mesh: &mut Mesh) {
    let (Some(uvs), false) = (mesh.uvs.first(), mesh.tangents.is_empty()) else {
        return;
    };
    let uv = |i: u32| uvs.get(i as usize).copied().unwrap_or_default();
    // V grows downwards: counter-clockwise in space and clockwise in these numbers is unmirrored.
    let area = |tri: &[u32; 3]| {
        let [a, b, c] = tri.map(uv);
        (c[0] - a[0]) * (b[1] - a[1]) - (b[0] - a[0]) * (c[1] - a[1])
    };
    let shown = mesh.primitives.iter().filter(|p| p.topology == Topology::Triangles);
    let lists: Vec<&[[u32; 3]]> = shown.map(|p| mesh.indices_of(p).as_chunks::<3>().0).collect();
    // Three far reads a triangle: large meshes are shared out.
    if lists.iter().all(|list| list.par_iter().with_min_len(1 << 15).all(|t| area(t) >= 0.0)) {
        return;
    }
    let mut turn = vec![0.0_f32; mesh.tangents.len()];
    for tri in lists.into_iter().flatten() {
        let area = area(tri);
        for i in tri {
            if let Some(slot) = turn.get_mut(*i as usize) {
                *slot += area;
            }
        }
    }
    for (tangent, turn) in mesh.tangents.iter_mut().zip(turn) {
        tangent[3] = if turn < 0.0 { -1.0 } else { 1.0 };
    }
}
