//! From text to a model.

pub(crate) mod scan;

use super::super::rules::geometry::Element;
use crate::xnalara::model::{Bone, Geometry, Mesh, Model, Texture};
use scan::{Cursor, Span};
use wire::{Error, Result, Sink, Text};

/// What was read.
#[derive(Debug, Default)]
pub struct Parsed {
    /// The model.
    pub model: Model,
    /// Places of the values in reading order, if asked for.
    pub spans: Vec<Span>,
    /// Where the last value ends.
    pub end: usize,
    /// Meshes whose UVs are each followed by a line of tangents.
    pub tangent_lines: Vec<usize>,
}

impl Parsed {
    /// The place of the first value of an element, in a text read with spans.
    pub fn span_of(&self, mesh: usize, element: Element) -> Option<Span> {
        let before = self.model.bones.len() * 5;
        let before = before + self.model.meshes.iter().take(mesh).map(values).sum::<usize>();
        let m = self.model.meshes.get(mesh)?;
        let inside = match element {
            Element::Vertex(v) => values_before(m, v),
            Element::Triangle(t) => values_before(m, m.geometry.len()) + 3 * t,
        };
        self.spans.get(before + inside).copied()
    }
}

/// How many values of a mesh stand before one of its vertices.
fn values_before(m: &Mesh, vertex: usize) -> usize {
    let weights = m.geometry.weights.starts.get(vertex).map_or(0, |s| *s as usize);
    1 + 2 * m.textures.len() + vertex * (10 + 2 * m.geometry.uvs.len()) + 2 * weights
}

fn values(m: &Mesh) -> usize {
    values_before(m, m.geometry.len()) + m.indices.len()
}

/// How the vertices of one mesh are spelled.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Shape {
    uvs: usize,
    tangents: bool,
    bones: bool,
    /// Colours may be blank lines: white.
    blank_colors: bool,
}

/// Reads the text; with `SPANS` it notes where every value stands.
pub fn parse<const SPANS: bool>(text: &[u8], sink: &mut Sink) -> Result<Parsed> {
    let mut c = Cursor::<SPANS>::new(text);
    let mut out = Parsed::default();
    let n = c.count(8).map_err(|e| e.in_field("count").in_field("bones"))?;
    for i in 0..n {
        let bone = bone(&mut c).map_err(|e| e.in_index(i).in_field("bones"))?;
        out.model.bones.push(bone);
    }
    let n = c.count(8).map_err(|e| e.in_field("count").in_field("meshes"))?;
    for i in 0..n {
        let (mesh, tangents) = mesh(&mut c, !out.model.bones.is_empty(), i + 1 == n)
            .map_err(|e| e.in_index(i).in_field("meshes"))?;
        out.model.meshes.push(mesh);
        if tangents {
            out.tangent_lines.push(i);
        }
    }
    out.end = c.position();
    c.findings(sink);
    out.spans = c.spans;
    Ok(out)
}

fn bone<const SPANS: bool>(c: &mut Cursor<'_, SPANS>) -> Result<Bone> {
    let field = |name: &'static str| move |e: Error| e.in_field(name);
    let name = c
        .name(|next| matches!(next, [a, b, ..] if ints(a) == 1 && numbers(b) >= 3))
        .map_err(field("name"))?;
    let name = Text(name.to_vec());
    let parent = int_or(c, -1).map_err(field("parent"))?;
    let head = c.floats().map_err(field("position"))?;
    Ok(Bone { name, parent, head })
}

fn int_or<const SPANS: bool>(c: &mut Cursor<'_, SPANS>, other: i32) -> Result<i32> {
    Ok(i32::try_from(c.int()?).unwrap_or(other))
}

/// How many whole numbers a line holds; 0 if it holds anything else.
fn ints(line: &[u8]) -> usize {
    count_if(line, |t| crate::xnalara::numbers::parse_int(t).is_some())
}

fn numbers(line: &[u8]) -> usize {
    count_if(line, |t| crate::xnalara::numbers::parse_f32(t).is_some())
}

fn count_if(line: &[u8], fits: impl Fn(&[u8]) -> bool) -> usize {
    let mut n = 0;
    for token in line.split(u8::is_ascii_whitespace).filter(|t| !t.is_empty()) {
        if !fits(token) {
            return 0;
        }
        n += 1;
    }
    n
}

fn mesh<const SPANS: bool>(c: &mut Cursor<'_, SPANS>, bones: bool, last: bool) -> Result<(Mesh, bool)> {
    let field = |name: &'static str| move |e: Error| e.in_field(name);
    let name = c
        .name(|next| match next {
            [a, b, rest @ ..] if ints(a) == 1 && ints(b) == 1 => {
                *b == b"0" || rest.first().is_none_or(|l| ints(l) != 1)
            }
            _ => false,
        })
        .map_err(field("name"))?;
    let name = Text(name.to_vec());
    let uv_layers = c.count(0).map_err(field("uv_layers"))?;
    if uv_layers > 32 {
        return Err(c.error(format!("{uv_layers} UV layers; at most 32 make sense")).in_field("uv_layers"));
    }
    let n = c.count(3).map_err(field("textures"))?;
    let mut textures = Vec::new();
    for i in 0..n {
        let file = c
            .name(|next| next.first().is_some_and(|l| ints(l) == 1))
            .map_err(|e| e.in_field("file").in_index(i).in_field("textures"))?;
        let file = Text(file.to_vec());
        let uv_layer = c.int().map_err(|e| e.in_field("uv_layer").in_index(i).in_field("textures"))?;
        textures.push(Texture { file, uv_layer: u32::try_from(uv_layer).unwrap_or(0) });
    }
    let shapes = shapes(uv_layers, bones);
    let (pos, spans) = (c.position(), c.spans.len());
    let mut first = None;
    for (lenient, shape) in [false, true].into_iter().flat_map(|l| shapes.iter().map(move |s| (l, *s))) {
        let (odd, bad) = (c.odd_lines, c.bad_numbers);
        c.lenient = lenient;
        let tried = body(c, shape, last);
        c.lenient = false;
        match tried {
            Ok((geometry, indices)) => {
                let mesh = Mesh { name, textures, uv_layers: uv_layers as u32, geometry, indices };
                return Ok((mesh, shape.tangents));
            }
            Err(e) => {
                first.get_or_insert(e);
                c.rewind(pos, spans);
                (c.odd_lines, c.bad_numbers) = (odd, bad);
            }
        }
    }
    Err(first.unwrap_or_else(|| c.error("no vertices")))
}

/// What to try: as declared, with a UV line that was not declared, with tangents after each UV, with blank lines
/// instead of colours.
fn shapes(uv_layers: usize, bones: bool) -> [Shape; 3] {
    let plain = Shape { uvs: uv_layers, tangents: false, bones, blank_colors: false };
    let more = if uv_layers == 0 { Shape { uvs: 1, ..plain } } else { Shape { tangents: true, ..plain } };
    [plain, more, Shape { blank_colors: true, ..plain }]
}

fn body<const SPANS: bool>(
    c: &mut Cursor<'_, SPANS>,
    shape: Shape,
    last: bool,
) -> Result<(Geometry, Vec<u32>)> {
    // A colour may be a blank line.
    let least = 13 + 4 * shape.uvs + if shape.bones { 4 } else { 0 };
    let n = c.count(least).map_err(|e| e.in_field("vertex_count"))?;
    let mut g = Geometry { uvs: vec![Vec::with_capacity(n); shape.uvs], ..Geometry::default() };
    g.positions.reserve(n);
    g.normals.reserve(n);
    g.colors.reserve(n);
    if shape.bones {
        g.weights.starts.reserve(n + 1);
        g.weights.starts.push(0);
        g.weights.bones.reserve(4 * n);
        g.weights.weights.reserve(4 * n);
    }
    for v in 0..n {
        vertex(c, shape, &mut g).map_err(|e| e.in_index(v).in_field("vertices"))?;
    }
    let count = c.count(6).map_err(|e| e.in_field("triangle_count"))?;
    let mut indices = Vec::with_capacity(count * 3);
    for t in 0..count {
        triangle(c, n, &mut indices).map_err(|e| e.in_index(t).in_field("triangles"))?;
    }
    // A wrong shape leaves values unread.
    if last && !c.lenient && !c.at_end() {
        return Err(c.error("values follow the last triangle").in_field("triangles"));
    }
    Ok((g, indices))
}

#[inline]
fn vertex<const SPANS: bool>(c: &mut Cursor<'_, SPANS>, shape: Shape, g: &mut Geometry) -> Result<()> {
    g.positions.push(c.floats().map_err(|e| e.in_field("position"))?);
    g.normals.push(c.floats().map_err(|e| e.in_field("normal"))?);
    let blank = shape.blank_colors && c.blank_line();
    let color = if blank { Ok(c.no_color()) } else { c.color() };
    g.colors.push(color.map_err(|e| e.in_field("color"))?);
    for uv in &mut g.uvs {
        uv.push(c.floats().map_err(|e| e.in_field("uv"))?);
        if shape.tangents {
            let spans = c.spans.len();
            c.floats::<4>().map_err(|e| e.in_field("tangent"))?;
            c.spans.truncate(spans);
        }
    }
    if shape.bones {
        let w = &mut g.weights;
        let ids = c.bone_line(&mut w.bones).map_err(|e| e.in_field("bones"))?;
        let weights = c.weight_line(&mut w.weights).map_err(|e| e.in_field("weights"))?;
        if ids != weights {
            if !c.lenient {
                let message = format!("{ids} bones but {weights} weights");
                return Err(c.error(message).in_field("weights"));
            }
            c.odd_line();
            w.weights.resize(w.bones.len(), 0.0);
        }
        w.starts.push(w.bones.len() as u32);
    }
    Ok(())
}

#[inline]
fn triangle<const SPANS: bool>(c: &mut Cursor<'_, SPANS>, vertices: usize, out: &mut Vec<u32>) -> Result<()> {
    for _ in 0..3 {
        let i = c.int()?;
        match u32::try_from(i) {
            Ok(i) if (i as usize) < vertices || c.lenient => out.push(i),
            _ if c.lenient => out.push(u32::MAX),
            _ => return Err(c.error(format!("vertex {i} of {vertices}"))),
        }
    }
    if c.more_on_line() {
        c.odd_line();
    }
    Ok(())
}
