//! Tangents for layouts that store them: accumulated over the triangles on the stored UVs, across the normal,
//! w = sign((normal × tangent) · bitangent).

use glam::{Vec2, Vec3};

/// Tangents of one UV layer. Triangles are clockwise in front, as stored.
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
