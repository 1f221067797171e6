//! Bounding boxes as something to look at: see-through faces and solid edges.

use super::mirror;
use crate::anark::bsg::GraphNode;
use scene::{MaterialId, Mesh, Primitive, Topology};

/// The corners of the box in glTF space, lower and upper.
pub(crate) fn corners(graph: &GraphNode) -> ([f32; 3], [f32; 3]) {
    let (a, b) = (mirror(graph.box_min), mirror(graph.box_max));
    let low = [a[0].min(b[0]), a[1].min(b[1]), a[2].min(b[2])];
    let high = [a[0].max(b[0]), a[1].max(b[1]), a[2].max(b[2])];
    (low, high)
}

/// The two corners of faces and edges: bit 0 = x, 1 = y, 2 = z of the upper corner.
const FACES: [(usize, [u32; 6]); 6] = [
    (0, [0, 4, 6, 0, 6, 2]),
    (0, [1, 3, 7, 1, 7, 5]),
    (1, [0, 1, 5, 0, 5, 4]),
    (1, [2, 6, 7, 2, 7, 3]),
    (2, [0, 2, 3, 0, 3, 1]),
    (2, [4, 5, 7, 4, 7, 6]),
];
const EDGES: [(usize, [u32; 2]); 12] = [
    (0, [0, 1]),
    (0, [2, 3]),
    (0, [4, 5]),
    (0, [6, 7]),
    (1, [0, 2]),
    (1, [1, 3]),
    (1, [4, 6]),
    (1, [5, 7]),
    (2, [0, 4]),
    (2, [1, 5]),
    (2, [2, 6]),
    (2, [3, 7]),
];

/// The box as a mesh; `None` if it is a point.
pub(super) fn mesh(name: &str, graph: &GraphNode, faces: MaterialId, edges: MaterialId) -> Option<Mesh> {
    let (low, high) = corners(graph);
    let flat = [0, 1, 2].map(|i: usize| low.get(i) == high.get(i));
    let flats = flat.iter().filter(|f| **f).count();
    if flats == 3 {
        return None;
    }
    let is_flat = |axis: usize| flat.get(axis).copied().unwrap_or(true);
    let pick = |bit: usize, low: f32, high: f32| if bit == 0 { low } else { high };
    let positions = (0..8)
        .map(|i: usize| {
            [
                pick(i & 1, low[0], high[0]),
                pick(i >> 1 & 1, low[1], high[1]),
                pick(i >> 2 & 1, low[2], high[2]),
            ]
        })
        .collect();
    // A picture is on the front as it would be on the mesh that is not there.
    let uvs = (0..8).map(|i: usize| [pick(i & 1, 0.0, 1.0), pick(i >> 1 & 1, 1.0, 0.0)]).collect();
    let mut out = Mesh { name: name.to_owned(), positions, uvs: vec![uvs], ..Mesh::default() };
    // A flat box is its front face alone, a line has no face.
    let keep = |(axis, _): &&(usize, [u32; 6])| match flats {
        0 => true,
        1 => is_flat(*axis),
        _ => false,
    };
    let wanted = if flats == 1 { 1 } else { 6 };
    let skip = usize::from(flats == 1);
    for (_, face) in FACES.iter().filter(keep).skip(skip).take(wanted) {
        out.indices.extend(face);
    }
    let count = out.indices.len() as u32;
    if count > 0 {
        out.primitives.push(Primitive {
            material: Some(faces),
            start: 0,
            count,
            topology: Topology::Triangles,
        });
    }
    // Edges that coincide are drawn once: those on the lower side of flat axes.
    for (axis, edge) in EDGES {
        let lower = [0, 1, 2].iter().all(|a: &usize| !is_flat(*a) || edge[0] >> a & 1 == 0);
        if !is_flat(axis) && lower {
            out.indices.extend(edge);
        }
    }
    let start = count;
    let count = out.indices.len() as u32 - start;
    out.primitives.push(Primitive { material: Some(edges), start, count, topology: Topology::Lines });
    Some(out)
}
