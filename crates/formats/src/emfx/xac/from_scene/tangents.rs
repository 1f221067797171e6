//! Tangent layers of a mesh. The games' files have one for every UV set, and their shaders declare them; programs such as
//! Blender export none.

use super::super::types::mesh::TANGENT;
use crate::emfx::notes;
use glam::Vec3;
use scene::{Mesh, steps};

/// Tangents by scene vertex, a list per layer. `untouched`: the other layers are those the file had.
pub fn columns(mesh: &Mesh, untouched: bool) -> Vec<Vec<[f32; 4]>> {
    let had = notes::mesh::LAYERS.get(&mesh.extras);
    let had = had.map(|l| l.iter().filter(|h| h.0 == TANGENT).count());
    let home: usize = notes::mesh::TANGENT.get(&mesh.extras).unwrap_or(0);
    let own = || Some(mesh.tangents.clone()).filter(|t| !t.is_empty());
    if untouched || had == Some(0) || mesh.uvs.is_empty() {
        let made = || (had? > 0).then(|| made(mesh, home)).flatten();
        return own().or_else(made).into_iter().collect();
    }
    let set = |i: usize| if i == home { own().or_else(|| made(mesh, i)) } else { made(mesh, i) };
    (0..mesh.uvs.len()).filter_map(set).collect()
}

/// `MikkTSpace`, one tangent a vertex: that of the larger part of its corners where they do not agree.
fn made(mesh: &Mesh, uv: usize) -> Option<Vec<[f32; 4]>> {
    let corners = steps::corner_tangents(mesh, uv)?;
    let mut sums = vec![[Vec3::ZERO; 2]; mesh.positions.len()];
    for (vertex, tangent) in mesh.indices.iter().zip(corners) {
        if let (Some([x, y, z, w]), Some(slot)) = (tangent, sums.get_mut(*vertex as usize)) {
            let [right, left] = slot;
            *(if w < 0.0 { left } else { right }) += Vec3::new(x, y, z);
        }
    }
    let one = |([right, left], normal): (&[Vec3; 2], &[f32; 3])| {
        let normal = Vec3::from_array(*normal).try_normalize().unwrap_or(Vec3::Y);
        let (sum, w) = if left.length() > right.length() { (left, -1.0) } else { (right, 1.0) };
        let along = (*sum - normal * normal.dot(*sum)).try_normalize();
        let t = along.filter(|t| t.is_finite()).unwrap_or_else(|| normal.any_orthonormal_vector());
        [t.x, t.y, t.z, w]
    };
    Some(sums.iter().zip(&mesh.normals).map(one).collect())
}
