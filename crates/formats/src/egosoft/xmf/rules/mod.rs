//! Codes and rules; how data is repaired is in `fix`.

pub(crate) mod fix;
mod measure;

use super::types::decl::{ty, usage};
use super::types::{
    Buffer, Element, FORMAT_LISTED, INDEX_U16, LONG_DESC, MaterialRange, RANGE_SIZE, SHORT_DESC, SLOTS, Xmf,
};
use crate::Context;
use crate::egosoft::materials::{Library, split};
use crate::rules::Pass;
use wire::{Code, Sink};

wire::codes! { CODES = "XMF":
    SIGNATURE Error
        "the file does not start with XUMF"
        "it is not an XMF mesh; check where it comes from";
    VERSION Error
        "a version other than 3"
        "only version 3 is known; the file is newer or damaged";
    SIZES Error
        "a table entry is smaller than the fields it must hold"
        "the header is damaged";
    PAYLOAD Error
        "a buffer's data are outside of the file or too short"
        "the file is cut off or its offsets are damaged";
    INFLATE Error
        "a compressed buffer does not give the declared bytes"
        "the file is damaged; get a complete copy";
    DESC_SIZE Warning fixable
        "descriptions of another size than 0xbc and 0x38"
        "the fields that are there are read and the others are 0; --fix writes a known size";
    ENTRY_SIZE Warning fixable
        "a header or material range larger than what is known of it"
        "no known file has this; --fix drops the unused bytes";
    COMPRESSED Warning fixable
        "the compression of a buffer is neither 0 nor 1"
        "it is read as compressed; --fix writes 1";
    STORED_SIZE Warning fixable
        "a payload is larger than the data in it"
        "no program reads the rest; --fix drops it";
    INDEX_BUFFERS Error
        "the mesh does not have exactly one index buffer"
        "the game draws indexed triangles; export the mesh again";
    INDEX_RANGE Error fixable
        "an index points beyond the vertices"
        "the game refuses the mesh; --fix leaves such triangles out";
    INDEX_COUNT Error fixable
        "the number of indices is not a multiple of three"
        "the game refuses the mesh; --fix leaves the rest out";
    ELEMENTS Error
        "the vertex elements do not add up to the size of a vertex"
        "the declaration is damaged; export the mesh again";
    STREAM_LENGTHS Error
        "vertex streams of different length"
        "all streams describe the same vertices; export the mesh again";
    NO_POSITION Error
        "no vertex element holds positions"
        "the mesh cannot be drawn; export it again";
    PRIMITIVE Error
        "a primitive type other than a triangle list"
        "the game draws triangle lists only; convert the mesh";
    COLLISION_LAYOUT Error fixable
        "a collision mesh that is not one implicit FLOAT3 stream without materials"
        "X Rebirth crashes on it; --fix rewrites it";
    COLLISION_INDEX_16 Warning fixable
        "a collision mesh with 16-bit indices"
        "X4 logs that its octree is corrupt; --fix widens them";
    CONVERTER Warning fixable
        "a file written by XRConverters or a tool like it"
        "counts, smallest and largest numbers and formats are garbage or zero; --fix fills all of them in";
    HEADER_COUNTS Warning fixable
        "the header's counts differ from the buffers"
        "converters leave garbage there; --fix fills them in";
    BOUNDS Warning fixable
        "the header's bounding box is not that of the vertices"
        "converters leave garbage there; --fix fills it in";
    MIN_MAX Warning fixable
        "a buffer's smallest and largest number are not those of its data"
        "converters write zeros; --fix fills them in";
    STREAM_FORMAT Warning fixable
        "an interleaved stream whose format is not 32"
        "XRConverters writes 0; --fix corrects it";
    LAYOUT Warning fixable
        "payloads that do not follow one another to the end of the file"
        "some tools read them in sequence; --fix packs them";
    RANGES Warning fixable
        "material ranges that overlap or do not cover the indices"
        "triangles are drawn twice or not at all; --fix puts them in order";
    MATERIAL_NAME Warning fixable
        "a material name that is not collection.material"
        "the game finds materials by both names; --fix puts generic. before it";
    NO_TANGENT Warning fixable
        "no tangents although a material has a normal map"
        "the surface is lit wrong; --fix makes them where there are normals and UVs";
    SECTIONS Warning fixable
        "a buffer with a number of sections other than one"
        "other tools refuse it; --fix makes it one";
    BIG_ENDIAN Warning fixable
        "a big-endian file"
        "no PC game ships these; --fix turns it around";
    COLUMN_KEPT Info
        "a vertex element that has no place in a scene"
        "it is kept in extras and written back from there";
    HALF_RANGE Warning
        "half floats would move vertices visibly, so full floats are written"
        "nothing to do; the file is larger";
    EXTRAS_STALE Warning
        "extras of a mesh that no longer fit its vertices"
        "the mesh was edited; what the extras held is dropped";
    WRITE_LIMIT Error
        "more than the file's fields can hold"
        "split the mesh or shorten the name";
    COLOR_LOST Warning
        "vertex colours that another program left out or wrote without alpha"
        "the original's are taken where they still fit; export colours with alpha, or paint them again";
    NOTHING_TO_WRITE Error
        "the scene has no mesh to write"
        "give a scene with geometry";
    LOST Warning
        "something an XMF mesh cannot hold"
        "skins and shape keys belong into XAC files";
    LIBRARY Info
        "materials that are in no library, so that nothing is known of them but their names"
        "keep the file in its mod or game, or give --game";
}

/// What the one converter leaves in every file.
const FINGERPRINT: [&Code; 5] = [&HEADER_COUNTS, &BOUNDS, &MIN_MAX, &STREAM_FORMAT, &COLLISION_INDEX_16];

/// Each text once, in order.
fn once<'a>(list: &[&'a str]) -> Vec<&'a str> {
    let mut out: Vec<&str> = Vec::new();
    for text in list {
        if !out.contains(text) {
            out.push(text);
        }
    }
    out
}

/// Materials of the engine itself have no collection: `colormaterial` in 55 studio files, `standardmaterial` in 28.
pub(super) fn is_engine_material(name: &[u8]) -> bool {
    [&b"colormaterial"[..], b"standardmaterial"].iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Whether the game finds a material by this name: `collection.material`, ASCII, with room for a zero.
pub(super) fn is_named(name: &[u8]) -> bool {
    let named = split(&String::from_utf8_lossy(name)).is_some() || is_engine_material(name);
    name.len() < 128 && name.is_ascii() && named
}

impl Xmf {
    /// Looks for everything wrong with the file itself.
    pub fn check_file(&self, collision: bool, sink: &mut Sink) {
        let rules = |x: &Self, pass: &mut Pass<'_, Self>| x.rules(collision, pass);
        if !self.is_converted() {
            crate::rules::check(self, sink, rules);
            return;
        }
        let mut all = Sink::new();
        crate::rules::check(self, &mut all, rules);
        let (usual, rest): (Vec<_>, Vec<_>) =
            all.finish().into_iter().partition(|d| FINGERPRINT.iter().any(|c| c.id == d.code.id));
        let said: Vec<&str> = usual.iter().map(|d| d.code.summary).collect();
        sink.push(
            &CONVERTER,
            "header.num_vertices",
            format!("written by XRConverters: {}", once(&said).join("; ")),
        );
        for d in rest {
            sink.push(d.code, d.path, d.message);
        }
    }

    /// Makes a converter's file look like the studio's.
    pub fn fix_file(&mut self, collision: bool) {
        self.settle(collision, |x, pass| x.rules(collision, pass));
    }

    /// The same, with what the libraries of the game say.
    pub(super) fn fix_in(&mut self, collision: bool, cx: &Context<'_>) {
        self.settle(collision, |x, pass| {
            x.rules(collision, pass);
            x.tangents(cx, pass);
        });
    }

    fn settle(&mut self, collision: bool, rules: impl Fn(&Self, &mut Pass<'_, Self>)) {
        crate::rules::settle(self, &|_| true, rules);
        // Garbage of converters; studio files have both values with the same winding.
        let h = &mut self.header;
        h.culling_cw = u8::from(h.culling_cw == 1);
        h.right_handed = 0;
        h.mesh_optimization =
            if h.mesh_optimization > 1 { u32::from(!collision) } else { h.mesh_optimization };
        self.recount();
    }

    /// Whether the file has the marks of XRConverters: garbage counts, zeros for the smallest and largest index, and
    /// zlib's default level, which the studio never uses.
    fn is_converted(&self) -> bool {
        let index = self.index_buffer();
        let fast = |b: &Buffer| b.packed.as_ref().is_some_and(|p| p.starts_with(&[0x78, 0x9c]));
        let zeros = index.is_some_and(|b| (b.desc.min, b.desc.max) == (0.0, 0.0) && b.desc.count() > 0);
        let counted = index.is_some_and(|b| u64::from(self.header.num_indices) == b.desc.count());
        zeros && !counted && self.buffers.iter().all(fast)
    }

    fn rules(&self, collision: bool, pass: &mut Pass<'_, Self>) {
        self.header_rules(pass);
        self.buffer_rules(pass);
        let readable = self.index_rules(pass);
        // Ranges of what cannot be read are not put in order.
        if readable || self.index_buffer().is_none() {
            self.range_rules(pass);
        }
        // What lacks positions or indices is reported as that.
        if collision && readable && self.position_attribute().is_some() {
            self.collision_rules(pass);
        }
    }

    fn size_rules(&self, pass: &mut Pass<'_, Self>) {
        let h = &self.header;
        let size = usize::from(h.desc_size);
        if !self.buffers.is_empty() && ![SHORT_DESC, LONG_DESC].contains(&size) {
            let message = format!("descriptions of {size:#x} bytes, known are 0xbc and 0x38");
            pass.repair(&DESC_SIZE, "header.desc_size", message, |x| {
                for b in &mut x.buffers {
                    b.extra.clear();
                    if !b.slots.is_empty() {
                        b.slots.resize(SLOTS, Element::default());
                    }
                }
                x.recount();
            });
        }
        if !self.header_extra.is_empty() {
            let message = format!("a header of {:#x} bytes, 0x40 are known", h.header_size);
            pass.repair(&ENTRY_SIZE, "header.header_size", message, |x| x.header_extra.clear());
        }
        if !self.materials.is_empty() && usize::from(h.material_size) > RANGE_SIZE {
            let message = format!("material ranges of {:#x} bytes, 0x88 are known", h.material_size);
            pass.repair(&ENTRY_SIZE, "header.material_size", message, |x| {
                x.materials.iter_mut().for_each(|m| m.extra.clear());
                x.recount();
            });
        }
        let indices: Vec<usize> =
            self.buffers.iter().enumerate().filter(|(_, b)| b.desc.is_index()).map(|(i, _)| i).collect();
        if indices.len() != 1 {
            let path = indices.get(1).map_or_else(|| "buffers".into(), |i| format!("buffers[{i}].kind"));
            pass.report(&INDEX_BUFFERS, path, format!("{} index buffers, expected one", indices.len()));
        }
    }

    fn header_rules(&self, pass: &mut Pass<'_, Self>) {
        self.size_rules(pass);
        let h = &self.header;
        // Where elements are damaged, nothing can be turned around.
        let whole = |b: &Buffer| b.desc.is_index() || b.attributes().1.is_none();
        if h.big_endian != 0 && self.buffers.iter().all(whole) {
            let message = format!("big_endian {}, expected 0", h.big_endian);
            pass.repair(&BIG_ENDIAN, "header.big_endian", message, Self::turn_around);
        }
        if h.primitive_type != 4 {
            let message = format!("primitive type {}, expected 4", h.primitive_type);
            pass.report(&PRIMITIVE, "header.primitive_type", message);
            if matches!(h.primitive_type, 5 | 6) {
                pass.keep(&PRIMITIVE, Self::rebuild_indices);
            }
        }
        let vertices = self.vertex_count() as u64;
        if u64::from(h.num_vertices) != vertices {
            let message = format!("{} vertices in the header, {vertices} in the buffer", h.num_vertices);
            pass.repair(&HEADER_COUNTS, "header.num_vertices", message, Self::recount);
        }
        let indices = self.index_buffer().map_or(0, |b| b.desc.count());
        if u64::from(h.num_indices) != indices {
            let message = format!("{} indices in the header, {indices} in the buffer", h.num_indices);
            pass.repair(&HEADER_COUNTS, "header.num_indices", message, Self::recount);
        }
        let zero = [0.0; 3];
        if (h.bounds_center, h.bounds_half_size) != (zero, zero)
            && let Some((center, half)) = self.bounds()
        {
            let size = half.iter().fold(0.0_f32, |a, b| a.max(*b)).max(1e-3);
            let near = |a: [f32; 3], b: [f32; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= size * 1e-3);
            if !near(h.bounds_center, center) || !near(h.bounds_half_size, half) {
                let message = format!(
                    "centre {:?} and half size {:?}, the vertices have {center:?} and {half:?}",
                    h.bounds_center, h.bounds_half_size
                );
                pass.repair(&BOUNDS, "header.bounds_center", message, move |x| {
                    (x.header.bounds_center, x.header.bounds_half_size) = (center, half);
                });
            }
        }
    }

    fn buffer_rules(&self, pass: &mut Pass<'_, Self>) {
        let mut at = 0;
        let mut straight = self.gaps.is_empty();
        let mut vertices = None;
        let mut position = false;
        for (i, b) in self.buffers.iter().enumerate() {
            straight &= u64::from(b.desc.data_offset) == at;
            at += b.stored().len() as u64;
            let new = self.measured(b);
            let path = format!("buffers[{i}]");
            pass.part(&path, move |x: &mut Self| x.buffers.get_mut(i), |pass| b.rules(new, pass));
            if b.desc.is_index() {
                continue;
            }
            let n = *vertices.get_or_insert(b.desc.count());
            if n != b.desc.count() {
                let message = format!("{} vertices, the first stream has {n}", b.desc.count());
                pass.report(&STREAM_LENGTHS, format!("{path}.items"), message);
            }
            let (attributes, why) = b.attributes();
            position |= attributes.iter().any(|a| a.usage == usage::POSITION);
            if let Some(why) = why {
                let field = if b.is_listed() { "num_elements" } else { "format" };
                pass.report(&ELEMENTS, format!("{path}.{field}"), why);
            }
            if b.is_listed() && b.desc.format != FORMAT_LISTED {
                let message = format!("format {}, expected 32", b.desc.format);
                pass.repair(&STREAM_FORMAT, format!("{path}.format"), message, move |x| {
                    x.buffers.get_mut(i).into_iter().for_each(|b| b.desc.format = FORMAT_LISTED);
                });
            }
        }
        if !position {
            pass.report(&NO_POSITION, "buffers", "no vertex element holds positions");
        }
        if !straight {
            let path = if self.gaps.is_empty() { "buffers" } else { "gaps" };
            pass.repair(&LAYOUT, path, "payloads do not follow one another without gaps", Self::recount);
        }
    }

    /// Returns whether there are indices that can be read.
    fn index_rules(&self, pass: &mut Pass<'_, Self>) -> bool {
        let Some(i) = self.buffers.iter().position(|b| b.desc.is_index()) else { return false };
        let Some((indices, _)) = self.indices() else {
            pass.report(&ELEMENTS, format!("buffers[{i}].format"), "index format and item size disagree");
            return false;
        };
        let n = self.vertex_count();
        if let Some(at) = indices.iter().position(|x| *x as usize >= n) {
            let value = indices.get(at).copied().unwrap_or(0);
            let message = format!("index {value} at place {at}, there are {n} vertices");
            pass.repair(&INDEX_RANGE, format!("buffers[{i}].data"), message, Self::rebuild_indices);
        }
        if self.header.primitive_type == 4 && indices.len() % 3 != 0 {
            let message = format!("{} indices, expected a multiple of three", indices.len());
            pass.repair(&INDEX_COUNT, format!("buffers[{i}].items"), message, Self::rebuild_indices);
        }
        true
    }

    fn range_rules(&self, pass: &mut Pass<'_, Self>) {
        let total = self.index_buffer().map_or(self.vertex_count() as u64, |b| b.desc.count());
        let arity = if self.header.primitive_type == 4 { 3 } else { 1 };
        let mut at = 0_u64;
        let mut disorder = false;
        // The order of the records says nothing.
        let mut ordered: Vec<(usize, &MaterialRange)> = self.materials.iter().enumerate().collect();
        ordered.sort_by_key(|(_, m)| (m.first_index, m.num_indices));
        for (i, m) in ordered {
            if u64::from(m.first_index) != at || m.num_indices % arity != 0 {
                let message = format!(
                    "{} indices from {}, expected a multiple of three from {at}",
                    m.num_indices, m.first_index
                );
                pass.report(&RANGES, format!("materials[{i}]"), message);
                disorder = true;
            }
            at = u64::from(m.first_index) + u64::from(m.num_indices);
            let name = m.trimmed();
            if !is_named(name) {
                let message = format!("{:?}, expected collection.material", String::from_utf8_lossy(name));
                pass.repair(&MATERIAL_NAME, format!("materials[{i}].name"), message, move |x| {
                    x.materials.get_mut(i).into_iter().for_each(|m| m.name = fix::fitting(m.trimmed()));
                });
            }
        }
        if !self.materials.is_empty() && at != total {
            pass.report(&RANGES, "materials", format!("ranges end at index {at} of {total}"));
            disorder = true;
        }
        if disorder {
            pass.keep(&RANGES, Self::rebuild_indices);
        }
    }

    fn collision_rules(&self, pass: &mut Pass<'_, Self>) {
        let streams: Vec<(usize, &Buffer)> =
            self.buffers.iter().enumerate().filter(|(_, b)| !b.desc.is_index()).collect();
        let implicit = |b: &Buffer| {
            b.num_elements == 0
                && (b.desc.kind, b.desc.usage_index, b.desc.format, b.desc.item_size)
                    == (0, 0, ty::FLOAT3, 12)
        };
        if streams.len() != 1 || !streams.iter().all(|(_, b)| implicit(b)) {
            let at = streams.iter().find(|(_, b)| !implicit(b)).or(streams.first()).map_or(0, |(i, _)| *i);
            let message =
                format!("{} vertex streams, expected one implicit FLOAT3 of 12 bytes", streams.len());
            pass.repair(&COLLISION_LAYOUT, format!("buffers[{at}]"), message, Self::weld_collision);
        } else if !self.materials.is_empty() {
            let message = format!("{} materials, expected none", self.materials.len());
            pass.repair(&COLLISION_LAYOUT, "materials", message, Self::weld_collision);
        }
        if let Some((i, b)) = self.buffers.iter().enumerate().find(|(_, b)| b.desc.is_index())
            && b.desc.format == INDEX_U16
        {
            let message = "16-bit indices, expected 32-bit";
            pass.repair(&COLLISION_INDEX_16, format!("buffers[{i}].format"), message, Self::weld_collision);
        }
    }

    /// Says which materials are shown plain, because no library has them.
    pub(super) fn check_library(&self, library: Option<&Library>, sink: &mut Sink) {
        // A name without a collection is one of the engine's own.
        let names =
            self.material_list().into_iter().filter(|n| crate::egosoft::materials::split(n).is_some());
        let unknown: Vec<String> = names.filter(|n| library.is_none_or(|l| l.get(n).is_none())).collect();
        if unknown.is_empty() {
            return;
        }
        let list = unknown.join(", ");
        let message = match library {
            None => format!("there is no libraries/material_library.xml above the file; {list} stay plain"),
            Some(_) => format!("the material library does not have {list}"),
        };
        sink.push(&LIBRARY, "materials", message);
    }

    /// Whether a material wants tangents the mesh has not.
    pub(super) fn tangents(&self, cx: &Context<'_>, pass: &mut Pass<'_, Self>) {
        let has = self.buffers.iter().any(|b| {
            !b.desc.is_index() && b.elements().iter().any(|e| e.usage == usage::TANGENT && e.ty != ty::UNUSED)
        });
        if has || self.materials.is_empty() {
            return;
        }
        let Some(library) = Library::load(cx.files, cx.path) else { return };
        let with_map = self.materials.iter().enumerate().filter_map(|(i, m)| {
            let name = String::from_utf8_lossy(m.trimmed()).into_owned();
            let properties = &library.get(&name)?.properties;
            let map = properties.iter().find(|p| p.name.eq_ignore_ascii_case("normal_map"))?;
            (!map.value.trim().is_empty()).then(|| (i, name, map.value.clone()))
        });
        let with_map: Vec<(usize, String, String)> = with_map.collect();
        // One converter leaves them all out: that is one finding.
        if let Some((i, name, map)) = with_map.first() {
            let others = match with_map.len() {
                1 => String::new(),
                2 => " and so has another material".to_owned(),
                n => format!(" and so have {} others", n - 1),
            };
            let message = format!("{name:?} has the normal map {map:?}{others}, the mesh has no tangents");
            pass.repair(&NO_TANGENT, format!("materials[{i}]"), message, Self::add_tangents);
        }
    }
}

/// A number of any size, in few digits.
fn number(n: f64) -> String {
    match n.abs() {
        a if a != 0.0 && !(1e-6..1e15).contains(&a) => format!("{n:e}"),
        _ => n.to_string(),
    }
}

impl Buffer {
    /// `new`: the smallest and largest number, where they are others than those stored.
    fn rules(&self, new: Option<(f64, f64)>, pass: &mut Pass<'_, Self>) {
        let d = &self.desc;
        let count = d.count();
        if d.num_sections != 1 {
            let message = format!("{} sections, expected 1", d.num_sections);
            // More than can be counted is more than the file holds: a damaged number.
            let items = u32::try_from(count).unwrap_or(d.items);
            pass.repair(&SECTIONS, "num_sections", message, move |b| {
                (b.desc.items, b.desc.num_sections) = (items, 1);
            });
        }
        if let Some((min, max)) = new {
            let [was, to, least, most] = [d.min, d.max, min, max].map(number);
            let message = format!("smallest {was} and largest {to}, the data has {least} and {most}");
            pass.repair(&MIN_MAX, "min", message, move |b| (b.desc.min, b.desc.max) = (min, max));
        }
        if d.compressed > 1 {
            let message = format!("compressed is {}, expected 0 or 1", d.compressed);
            pass.repair(&COMPRESSED, "compressed", message, |b| b.desc.compressed = 1);
        }
        if self.has_rest() {
            let message = format!("{} bytes are stored, the data ends before", d.stored_size);
            pass.repair(&STORED_SIZE, "stored_size", message, Self::drop_rest);
        }
    }
}
