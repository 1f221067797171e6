//! Normals from triangles.

use glam::Vec3;

/// Smooth normals: the mean of the faces around a vertex, weighted by their area. A vertex without any face, or
/// whose faces cancel out, points up.
pub fn vertex_normals(positions: &[[f32; 3]], indices: &[u32]) -> Vec<[f32; 3]> {
    let mut sums = vec![glam::DVec3::ZERO; positions.len()];
    let at = |i: u32| positions.get(i as usize).map(|p| Vec3::from(*p).as_dvec3());
    for [a, b, c] in indices.as_chunks::<3>().0 {
        let (Some(pa), Some(pb), Some(pc)) = (at(*a), at(*b), at(*c)) else { continue };
        let face = (pb - pa).cross(pc - pa);
        if !face.is_finite() {
            continue;
        }
        for i in [a, b, c] {
            if let Some(sum) = sums.get_mut(*i as usize) {
                *sum += face;
            }
        }
    }
    sums.into_iter().map(|s| s.try_normalize().map_or([0.0, 1.0, 0.0], |n| n.as_vec3().to_array())).collect()
}

/// Gives every mesh without normals smooth ones. Those it has stay, bad ones too: the glTF writer repairs them.
pub fn generate_normals(scene: &mut crate::Scene) {
    for mesh in scene.meshes.iter_mut().filter(|m| m.normals.is_empty()) {
        mesh.normals = vertex_normals(&mesh.positions, &mesh.indices);
    }
}
