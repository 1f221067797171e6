//! Tangents for layouts that store them, w = sign((normal × tangent) · bitangent) on the stored UVs, V down.
//!
//! Two ways: models from elsewhere get MikkTSpace, which their normal maps were made with ([`generate`]); repairs of
//! stored models use the original program's sums ([`layer`]), which leave the vertices as they are.

use super::super::model::{Geometry, Mesh, Weights};
use glam::{Vec2, Vec3};
use std::collections::HashMap;

/// MikkTSpace tangents for the UV layers that have none. Vertices are split where corners differ.
pub fn generate(mesh: &mut Mesh) {
    let first = mesh.geometry.tangents.len();
    let corners: Vec<Vec<[f32; 4]>> =
        (first..mesh.geometry.uvs.len()).map(|layer| corner_tangents(mesh, layer)).collect();
    if corners.is_empty() {
        return;
    }
    let count = mesh.geometry.len();
    // For each vertex, then for each split one, the corner that gives it its tangents.
    let mut corner_of: Vec<Option<usize>> = vec![None; count];
    let mut sources: Vec<usize> = Vec::new();
    let mut split: HashMap<(u32, Vec<[u32; 4]>), u32> = HashMap::new();
    for (corner, index) in mesh.indices.iter_mut().enumerate() {
        let bits = |corner: usize| -> Vec<[u32; 4]> {
            corners.iter().filter_map(|l| l.get(corner)).map(|t| t.map(f32::to_bits)).collect()
        };
        let Some(slot) = corner_of.get_mut(*index as usize) else { continue };
        match slot {
            None => *slot = Some(corner),
            Some(there) if bits(*there) == bits(corner) => {}
            Some(_) => {
                let source = *index as usize;
                *index = *split.entry((*index, bits(corner))).or_insert_with(|| {
                    sources.push(source);
                    (count + sources.len() - 1) as u32
                });
                if *index as usize == corner_of.len() {
                    corner_of.push(Some(corner));
                }
            }
        }
    }
    duplicate(&mut mesh.geometry, &sources);
    let g = &mut mesh.geometry;
    for layer in &corners {
        let of = |(v, corner): (usize, &Option<usize>)| {
            corner.and_then(|c| layer.get(c).copied()).unwrap_or_else(|| any_tangent(g.normals.get(v)))
        };
        let tangents = corner_of.iter().enumerate().map(of).collect();
        g.tangents.push(tangents);
    }
}

/// Tangents of all corners of one layer. A corner whose UVs have no direction takes that of another corner of its vertex.
fn corner_tangents(mesh: &Mesh, layer: usize) -> Vec<[f32; 4]> {
    let g = &mesh.geometry;
    let unit = |n: &[f32; 3]| Vec3::from_array(*n).normalize_or(Vec3::Y).to_array();
    // MikkTSpace takes triangles that are counter-clockwise in front.
    let turned = |[a, b, c]: [u32; 3]| [a, c, b];
    let whole = scene::Mesh {
        positions: g.positions.clone(),
        normals: g.normals.iter().map(unit).collect(),
        uvs: g.uvs.get(layer).cloned().into_iter().collect(),
        indices: mesh.indices.as_chunks::<3>().0.iter().copied().flat_map(turned).collect(),
        ..scene::Mesh::default()
    };
    let mut found = scene::steps::corner_tangents(&whole, 0).unwrap_or_default();
    found.resize(mesh.indices.len(), None);
    for t in found.as_chunks_mut::<3>().0 {
        t.swap(1, 2);
    }
    let mut known: HashMap<u32, [f32; 4]> = HashMap::new();
    for (index, tangent) in mesh.indices.iter().zip(&found) {
        if let Some(t) = tangent {
            known.entry(*index).or_insert(*t);
        }
    }
    let of = |(index, tangent): (&u32, Option<[f32; 4]>)| {
        let [x, y, z, w] = tangent
            .or_else(|| known.get(index).copied())
            .unwrap_or_else(|| any_tangent(g.normals.get(*index as usize)));
        // glTF's bitangent goes up the picture, this format's down.
        [x, y, z, -w]
    };
    mesh.indices.iter().zip(found).map(of).collect()
}

fn any_tangent(normal: Option<&[f32; 3]>) -> [f32; 4] {
    let n = normal.map_or(Vec3::Y, |n| Vec3::from_array(*n)).normalize_or(Vec3::Y);
    let t = n.any_orthonormal_vector();
    [t.x, t.y, t.z, 1.0]
}

/// Appends copies of vertices to every column.
fn duplicate(g: &mut Geometry, sources: &[usize]) {
    fn append<T: Copy>(column: &mut Vec<T>, sources: &[usize]) {
        let copies: Vec<T> = sources.iter().filter_map(|s| column.get(*s).copied()).collect();
        column.extend(copies);
    }
    append(&mut g.positions, sources);
    append(&mut g.normals, sources);
    append(&mut g.colors, sources);
    g.uvs.iter_mut().for_each(|l| append(l, sources));
    g.tangents.iter_mut().for_each(|l| append(l, sources));
    if g.weights.is_some() {
        for s in sources {
            let copy: Vec<(u16, f32)> = entries(&g.weights, *s);
            g.weights.push(copy);
        }
    }
}

fn entries(w: &Weights, vertex: usize) -> Vec<(u16, f32)> {
    let (bones, weights) = w.of(vertex);
    bones.iter().copied().zip(weights.iter().copied()).collect()
}

/// Tangents of one UV layer, accumulated over the triangles, across the normal. Triangles are clockwise in front, as stored.
pub fn layer(
    positions: &[[f32; 3]],
    normals: &[[f32; 3]],
    uvs: Option<&Vec<[f32; 2]>>,
    indices: &[u32],
) -> Vec<[f32; 4]> {
    let mut along = vec![Vec3::ZERO; positions.len()];
    let mut across = vec![Vec3::ZERO; positions.len()];
    let p = |i: u32| positions.get(i as usize).map(|p| Vec3::from_array(*p));
    let t = |i: u32| uvs.and_then(|l| l.get(i as usize)).map(|t| Vec2::from_array(*t));
    for tri in indices.as_chunks::<3>().0 {
        let ([Some(a), Some(b), Some(c)], [Some(ta), Some(tb), Some(tc)]) = (tri.map(p), tri.map(t)) else {
            continue;
        };
        let (e1, e2, d1, d2) = (b - a, c - a, tb - ta, tc - ta);
        let area = d1.perp_dot(d2);
        if area == 0.0 || !area.is_finite() {
            continue;
        }
        let u = (e1 * d2.y - e2 * d1.y) / area;
        let v = (e2 * d1.x - e1 * d2.x) / area;
        for i in tri {
            if let (Some(s), Some(r)) = (along.get_mut(*i as usize), across.get_mut(*i as usize)) {
                *s += u;
                *r += v;
            }
        }
    }
    along
        .into_iter()
        .zip(across)
        .enumerate()
        .map(|(i, (u, v))| {
            let n = normals.get(i).map_or(Vec3::Y, |n| Vec3::from_array(*n)).normalize_or(Vec3::Y);
            let t = (u - n * n.dot(u)).try_normalize().unwrap_or_else(|| n.any_orthonormal_vector());
            let w = if n.cross(t).dot(v) < 0.0 { -1.0 } else { 1.0 };
            [t.x, t.y, t.z, w]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square of two triangles, clockwise in front, and a second one mirrored in its UVs next to it that shares an edge.
    fn strip() -> Mesh {
        let mut weights = Weights::default();
        (0..6).for_each(|i| weights.push([(i, 1.0)]));
        let uv: Vec<[f32; 2]> = vec![[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0], [0.0, 1.0]];
        let turned = uv.iter().map(|[u, v]| [*v, *u]).collect();
        Mesh {
            geometry: Geometry {
                positions: (0..6).map(|i| [(i / 2) as f32, (i % 2) as f32, 0.0]).collect(),
                normals: vec![[0.0, 0.0, 1.0]; 6],
                colors: (0..6).map(|i| [i; 4]).collect(),
                uvs: vec![uv, turned],
                weights,
                ..Geometry::default()
            },
            indices: vec![0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5],
            ..Mesh::default()
        }
    }

    #[test]
    fn mirrored_uvs_split_their_seam() {
        let before = strip();
        let mut m = before.clone();
        generate(&mut m);
        let g = &m.geometry;
        assert_eq!((g.len(), g.normals.len(), g.colors.len(), g.weights.starts.len()), (8, 8, 8, 9));
        assert_eq!(g.tangents.iter().map(Vec::len).collect::<Vec<_>>(), [8, 8]);
        for (old, new) in before.indices.iter().zip(&m.indices) {
            let (old, new) = (*old as usize, *new as usize);
            assert_eq!(g.positions[new], before.geometry.positions[old]);
            assert_eq!(
                (g.uvs[0][new], g.uvs[1][new]),
                (before.geometry.uvs[0][old], before.geometry.uvs[1][old])
            );
            assert_eq!(
                (g.colors[new], g.weights.of(new)),
                (before.geometry.colors[old], before.geometry.weights.of(old))
            );
        }
        // Right of the seam U runs to the left.
        let first = |layer: usize, corner: usize| g.tangents[layer][m.indices[corner] as usize];
        assert!(first(0, 0)[0] > 0.99 && first(0, 6)[0] < -0.99);
        // The second layer has U where the first has V: up, on both sides.
        assert!(first(1, 0)[1] > 0.99 && first(1, 6)[1] > 0.99);
    }

    #[test]
    fn both_ways_agree_on_a_plain_surface() {
        let mut m = strip();
        m.indices.truncate(6);
        let g = &m.geometry;
        let summed: Vec<_> =
            g.uvs.iter().map(|uv| layer(&g.positions, &g.normals, Some(uv), &m.indices)).collect();
        generate(&mut m);
        for (a, b) in m.geometry.tangents.iter().zip(&summed) {
            for (a, b) in a.iter().zip(b).take(4) {
                assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn stored_tangents_stay() {
        let mut m = strip();
        m.geometry.tangents = vec![vec![[0.0, 1.0, 0.0, 1.0]; 6]];
        generate(&mut m);
        assert!(m.geometry.tangents[0].iter().all(|t| *t == [0.0, 1.0, 0.0, 1.0]));
        assert_eq!(m.geometry.tangents[1].len(), m.geometry.len());
    }
}
