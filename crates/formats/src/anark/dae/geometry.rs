//! Triangles and polygons to columns.

use super::Geometry;
use super::polygon::triangles;
use super::xml::Tag;
use scene::{Colors, Mesh, Primitive};
use std::collections::HashMap;

/// One `<input>`: where its numbers are and at which place of the index tuples it stands.
struct Input<'a> {
    semantic: &'a str,
    data: Source,
    offset: usize,
}

/// Numbers with their width.
#[derive(Clone, Default)]
struct Source {
    values: Vec<f32>,
    stride: usize,
}

impl Source {
    fn get<const N: usize>(&self, index: u32, default: f32) -> Option<[f32; N]> {
        let at = (index as usize).checked_mul(self.stride)?;
        let row = self.values.get(at..at.checked_add(self.stride)?)?;
        let mut out = [default; N];
        out.iter_mut().zip(row).for_each(|(slot, v)| *slot = *v);
        Some(out)
    }
}

/// The mesh of a geometry.
pub(super) fn geometry(mesh: &Tag, name: &str) -> Geometry {
    let sources: HashMap<&str, &Tag> = mesh.all("source").filter_map(|s| Some((s.get("id")?, s))).collect();
    let vertices: HashMap<&str, &Tag> =
        mesh.all("vertices").filter_map(|v| Some((v.get("id")?, v))).collect();
    let mut out = Geometry { mesh: Mesh { name: name.to_owned(), ..Mesh::default() }, ..Geometry::default() };
    let mut build = Builder::default();
    for part in &mesh.children {
        let polygons = match part.name.as_str() {
            "triangles" | "polylist" | "polygons" => polygons(part),
            _ => continue,
        };
        let inputs = inputs(part, &sources, &vertices);
        let start = build.indices.len() as u32;
        build.add(&inputs, &polygons, stride(part));
        let count = build.indices.len() as u32 - start;
        if count > 0 {
            out.mesh.primitives.push(Primitive { start, count, ..Primitive::default() });
            out.symbols.push(part.get("material").unwrap_or_default().to_owned());
        }
    }
    out.broken = build.broken;
    build.finish(&mut out.mesh);
    out
}

/// Numbers of an index tuple.
fn stride(part: &Tag) -> usize {
    let last = part.all("input").filter_map(|i| i.get("offset")?.parse::<usize>().ok()).max();
    last.map_or(1, |o| o.min(64) + 1)
}

/// Index tuples and corner counts of a part.
struct Polygons {
    tuples: Vec<u32>,
    corners: Vec<u32>,
    /// Corners of every polygon where `corners` is empty.
    fixed: usize,
}

fn polygons(part: &Tag) -> Polygons {
    let lists = part.children.iter().filter_map(|c| match c.name.as_str() {
        "p" => Some(c.indices()),
        // A polygon with holes: its outline.
        "ph" => c.child("p").map(Tag::indices),
        _ => None,
    });
    let mut out = Polygons { tuples: Vec::new(), corners: Vec::new(), fixed: 0 };
    match part.name.as_str() {
        "triangles" => {
            out.fixed = 3;
            out.tuples = lists.flatten().collect();
        }
        "polylist" => {
            out.corners = part.child("vcount").map(Tag::indices).unwrap_or_default();
            out.tuples = lists.flatten().collect();
        }
        _ => {
            let stride = stride(part);
            for list in lists {
                out.corners.push((list.len() / stride) as u32);
                out.tuples.extend(list.iter().take(list.len() / stride * stride));
            }
        }
    }
    out
}

fn inputs<'a>(
    part: &'a Tag,
    sources: &HashMap<&str, &Tag>,
    vertices: &HashMap<&str, &'a Tag>,
) -> Vec<Input<'a>> {
    let mut out = Vec::new();
    for input in part.all("input") {
        let (Some(semantic), Some(link)) = (input.get("semantic"), input.link("source")) else { continue };
        let offset = input.get("offset").and_then(|o| o.parse().ok()).unwrap_or(0);
        if semantic == "VERTEX" {
            for inner in vertices.get(link).into_iter().flat_map(|v| v.all("input")) {
                if let (Some(semantic), Some(link)) = (inner.get("semantic"), inner.link("source")) {
                    out.push(Input { semantic, data: source(sources.get(link).copied()), offset });
                }
            }
        } else {
            out.push(Input { semantic, data: source(sources.get(link).copied()), offset });
        }
    }
    out
}

fn source(tag: Option<&Tag>) -> Source {
    let Some(tag) = tag else { return Source::default() };
    let values = tag.child("float_array").map(Tag::floats).unwrap_or_default();
    let accessor = tag.find("accessor");
    let number = |name: &str| accessor.and_then(|a| a.get(name)?.parse::<usize>().ok());
    let stride = number("stride").unwrap_or(1).clamp(1, 64);
    let offset = number("offset").unwrap_or(0);
    Source { values: values.get(offset..).unwrap_or_default().to_vec(), stride }
}

/// Corners become vertices; equal corners share one.
#[derive(Default)]
struct Builder {
    known: HashMap<Vec<u32>, u32>,
    part: u32,
    positions: Vec<[f32; 3]>,
    normals: Vec<Option<[f32; 3]>>,
    uvs: Vec<Vec<Option<[f32; 2]>>>,
    colors: Vec<Option<[f32; 4]>>,
    indices: Vec<u32>,
    broken: usize,
}

impl Builder {
    fn add(&mut self, inputs: &[Input<'_>], polygons: &Polygons, stride: usize) {
        // Parts have sources of their own: their corners are never shared.
        self.part += 1;
        let mut tuples = polygons.tuples.chunks_exact(stride);
        let total = tuples.len();
        let fixed = std::iter::repeat_n(3, if polygons.fixed == 3 { total / 3 } else { 0 });
        let sizes: Vec<usize> = match polygons.fixed {
            3 => fixed.collect(),
            _ => polygons.corners.iter().map(|c| *c as usize).collect(),
        };
        for size in sizes {
            if size > tuples.len() {
                self.broken += 1;
                break;
            }
            let corners: Vec<Option<u32>> =
                tuples.by_ref().take(size).map(|t| self.vertex(inputs, t)).collect();
            let Some(corners) = corners.into_iter().collect::<Option<Vec<u32>>>() else {
                self.broken += 1;
                continue;
            };
            let at = |c: &u32| self.positions.get(*c as usize).copied().unwrap_or_default();
            let outline: Vec<[f32; 3]> = corners.iter().map(at).collect();
            for triangle in triangles(&outline) {
                self.indices.extend(triangle.iter().filter_map(|i| corners.get(*i)));
            }
        }
    }

    fn vertex(&mut self, inputs: &[Input<'_>], tuple: &[u32]) -> Option<u32> {
        let mut key = Vec::with_capacity(tuple.len() + 1);
        key.push(self.part);
        key.extend_from_slice(tuple);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        let (mut position, mut normal, mut color, mut uvs) = (None, None, None, Vec::new());
        for input in inputs {
            let index = *tuple.get(input.offset)?;
            match input.semantic {
                "POSITION" => position = Some(input.data.get(index, 0.0)?),
                "NORMAL" => normal = input.data.get(index, 0.0),
                // V goes up in COLLADA.
                "TEXCOORD" => uvs.push(input.data.get(index, 0.0).map(|[u, v]: [f32; 2]| [u, 1.0 - v])),
                "COLOR" => color = input.data.get(index, 1.0),
                _ => {}
            }
        }
        self.positions.push(position?);
        let vertex = self.positions.len() as u32 - 1;
        self.normals.push(normal);
        self.colors.push(color);
        for (set, uv) in uvs.into_iter().enumerate().take(8) {
            while self.uvs.len() <= set {
                self.uvs.push(Vec::new());
            }
            if let Some(column) = self.uvs.get_mut(set) {
                column.resize(vertex as usize, None);
                column.push(uv);
            }
        }
        self.known.insert(key, vertex);
        Some(vertex)
    }

    fn finish(self, mesh: &mut Mesh) {
        let n = self.positions.len();
        mesh.positions = self.positions;
        mesh.indices = self.indices;
        if self.normals.iter().all(Option::is_some) {
            mesh.normals = self.normals.into_iter().flatten().collect();
        }
        for mut column in self.uvs {
            column.resize(n, None);
            mesh.uvs.push(column.into_iter().map(Option::unwrap_or_default).collect());
        }
        if n > 0 && self.colors.iter().all(Option::is_some) {
            mesh.colors.push(Colors::F32(self.colors.into_iter().flatten().collect()));
        }
    }
}
