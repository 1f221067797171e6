//! Several meshes of a scene as one.

use super::super::rules::NOTHING_TO_WRITE;
use super::super::scene::PartName;
use crate::egosoft::notes::{self, Kind};
use glam::{Mat3, Mat4, Vec3};
use scene::{Colors, Mesh, Node, Primitive, Scene};
use std::collections::HashMap;
use wire::{Error, Result};

/// The mesh asked for, or all that fit put together in the place they have in the scene.
pub(super) fn merge(scene: &Scene, wanted: &PartName) -> Result<Mesh> {
    let world = scene.world_matrices();
    let mut found: Vec<(&Mesh, Mat4)> = Vec::new();
    let mut named = None;
    for (node, matrix) in scene.nodes.iter().zip(&world) {
        if let Some(mesh) = node.mesh.and_then(|m| scene.meshes.get(m.0 as usize)) {
            if named.is_none() && is_part(node, mesh, wanted) {
                named = Some(mesh);
            }
            found.push((mesh, *matrix));
        }
    }
    if found.is_empty() {
        return Err(Error::new(&NOTHING_TO_WRITE, "the scene has no mesh"));
    }
    // The file of a part of a component holds it in the part's own axes.
    if let Some(mesh) = named {
        return Ok(mesh.clone());
    }
    if found.len() > 1 {
        // Of several levels the one asked for; collision meshes only if asked for, unless there is nothing else.
        let fits = |m: &Mesh| m.collision == wanted.collision && (wanted.collision || m.lod == wanted.lod);
        if found.iter().any(|(m, _)| fits(m)) {
            found.retain(|(m, _)| fits(m));
        }
    }
    let mut baked = found.into_iter().map(|(mesh, matrix)| {
        let mut mesh = mesh.clone();
        bake(&mut mesh, matrix);
        mesh
    });
    let mut out = baked.next().unwrap_or_default();
    for (i, mesh) in baked.enumerate() {
        if i == 0 {
            // What extras say of the first is not true of all.
            out = append(Mesh::default(), out);
        }
        out = append(out, mesh);
    }
    Ok(out)
}

/// Whether a node of a component is the part, and its mesh the level, that a file is named after.
fn is_part(node: &Node, mesh: &Mesh, wanted: &PartName) -> bool {
    let name = PartName::parse(&mesh.name);
    matches!(notes::kind(node), Some(Kind::Part | Kind::Collision))
        && name.part.eq_ignore_ascii_case(&wanted.part)
        && (mesh.collision, mesh.lod) == (wanted.collision, wanted.lod)
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

/// Takes back what tangents split: if a mesh begins with the vertices it had and all others are copies of those, only
/// those stay.
pub(super) fn unsplit(mesh: &mut Mesh, vertices: usize) {
    if mesh.positions.len() <= vertices {
        return;
    }
    let keys: Vec<Vec<u32>> = (0..mesh.positions.len()).map(|v| bits(mesh, v)).collect();
    let mut first: HashMap<&[u32], u32> = HashMap::new();
    for (key, v) in keys.iter().zip(0..vertices as u32).rev() {
        first.insert(key, v);
    }
    let own = 0..vertices as u32;
    let copies = keys.iter().skip(vertices).map(|key| first.get(key.as_slice()).copied());
    let Some(map) = own.map(Some).chain(copies).collect::<Option<Vec<u32>>>() else { return };
    for i in &mut mesh.indices {
        *i = map.get(*i as usize).copied().unwrap_or(*i);
    }
    mesh.positions.truncate(vertices);
    mesh.normals.truncate(vertices);
    mesh.tangents.truncate(vertices);
    mesh.uvs.iter_mut().for_each(|u| u.truncate(vertices));
    mesh.colors.iter_mut().for_each(|c| match c {
        Colors::U8(v) => v.truncate(vertices),
        Colors::F32(v) => v.truncate(vertices),
    });
}

/// Everything of a vertex but its tangent.
pub(super) fn bits(mesh: &Mesh, v: usize) -> Vec<u32> {
    let mut out = Vec::new();
    let mut put = |list: Option<&[f32]>| out.extend(list.into_iter().flatten().map(|x| x.to_bits()));
    put(mesh.positions.get(v).map(|p| &p[..]));
    put(mesh.normals.get(v).map(|p| &p[..]));
    mesh.uvs.iter().for_each(|u| put(u.get(v).map(|p| &p[..])));
    for c in &mesh.colors {
        match c {
            Colors::U8(c) => out.extend(c.get(v).map(|c| u32::from_le_bytes(*c))),
            Colors::F32(c) => out.extend(c.get(v).into_iter().flatten().map(|x| x.to_bits())),
        }
    }
    out
}

fn append(mut out: Mesh, mesh: Mesh) -> Mesh {
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
    out.indices.extend(mesh.indices.iter().map(|i| i.saturating_add(base as u32)));
    let moved = |p: Primitive| Primitive { start: p.start.saturating_add(start), ..p };
    out.primitives.extend(mesh.primitives.into_iter().map(moved));
    out
}

fn color_bytes(colors: &Colors) -> Vec<[u8; 4]> {
    match colors {
        Colors::U8(v) => v.clone(),
        Colors::F32(v) => v.iter().map(|c| c.map(|x| (x.clamp(0.0, 1.0) * 255.0).round() as u8)).collect(),
    }
}
