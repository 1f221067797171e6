//! MikkTSpace tangents, where a normal map needs them and none usable are stored.

use super::vertex_normals;
use crate::parallel::prelude::*;
use crate::{Colors, Mesh, Scene, Slot, Topology};
use bevy_mikktspace::{Geometry, TangentSpace};
use glam::Vec3;
use std::collections::HashMap;

/// Generates tangents for every mesh that a material with a loaded normal map draws and whose stored tangents are
/// missing or not usable. Vertices are split where the tangent space is. Returns how many meshes got them.
pub fn tangents(scene: &mut Scene) -> usize {
    let normal_uv: Vec<Option<u32>> = scene
        .materials
        .iter()
        .map(|m| {
            let t = m.texture(&Slot::Normal)?;
            scene.images.get(t.image.0 as usize)?.data.as_ref().map(|_| t.uv)
        })
        .collect();
    let make = |mesh: &mut Mesh| {
        let uv_of = |m: Option<crate::MaterialId>| m.and_then(|m| *normal_uv.get(m.0 as usize)?);
        let Some(uv) = mesh.primitives.iter().find_map(|p| uv_of(p.material)) else { return false };
        let uv = if (uv as usize) < mesh.uvs.len() { uv as usize } else { 0 };
        !has_tangents(mesh) && (complete(mesh, uv) || generate_tangents(mesh, uv))
    };
    scene.meshes.par_iter_mut().map(make).filter(|made| *made).count()
}

/// Whether a stored tangent can be written.
fn is_good(t: &[f32; 4]) -> bool {
    let length = Vec3::new(t[0], t[1], t[2]).length();
    length.is_finite() && length > 1e-6 && t[3].is_finite() && t[3] != 0.0
}

/// Whether stored tangents can be written.
fn has_tangents(mesh: &Mesh) -> bool {
    let all = !mesh.tangents.is_empty() && mesh.tangents.len() == mesh.positions.len();
    all && mesh.tangents.iter().all(is_good)
}

/// Generates the few tangents that cannot be written; the others stay, and so do all vertices. `false` where most of them
/// cannot.
fn complete(mesh: &mut Mesh, uv: usize) -> bool {
    let bad = mesh.tangents.iter().filter(|t| !is_good(t)).count();
    let count = mesh.positions.len();
    if mesh.tangents.len() != count || bad * 2 > count || mesh.normals.len() != count {
        return false;
    }
    let Some(corners) = corner_tangents(mesh, uv) else { return false };
    for (vertex, made) in mesh.indices.iter().zip(corners) {
        if let (Some(slot), Some(made)) = (mesh.tangents.get_mut(*vertex as usize), made)
            && !is_good(slot)
        {
            *slot = made;
        }
    }
    for (slot, normal) in mesh.tangents.iter_mut().zip(&mesh.normals).filter(|(t, _)| !is_good(t)) {
        let normal = Vec3::from_array(*normal).try_normalize().unwrap_or(Vec3::Y);
        let [x, y, z] = normal.any_orthonormal_vector().to_array();
        *slot = [x, y, z, 1.0];
    }
    true
}

/// Generates tangents of one mesh from a UV set, normals too where there are none. `false` if the mesh has no such
/// set or no triangles.
pub fn generate_tangents(mesh: &mut Mesh, uv: usize) -> bool {
    let count = mesh.positions.len();
    let fits = mesh.uvs.get(uv).is_some_and(|u| u.len() == count) && count > 0;
    let corners = triangle_corners(mesh);
    if !fits || corners.is_empty() {
        return false;
    }
    repair_normals(mesh);
    let Some(out) = solve(mesh, uv, &corners) else { return false };
    assign(mesh, &corners, &out);
    true
}

/// The tangent of every corner of the triangles, one per index; `None` where the UVs have no direction. Nothing is split:
/// for formats that keep tangents of several UV sets. `None` altogether if the mesh has no such set or no normals.
pub fn corner_tangents(mesh: &Mesh, uv: usize) -> Option<Vec<Option<[f32; 4]>>> {
    let count = mesh.positions.len();
    if mesh.uvs.get(uv)?.len() != count || mesh.normals.len() != count {
        return None;
    }
    let corners = triangle_corners(mesh);
    let solved = solve(mesh, uv, &corners)?;
    let mut out = vec![None; mesh.indices.len()];
    for (corner, tangent) in corners.iter().zip(solved) {
        if let Some(slot) = out.get_mut(*corner as usize) {
            *slot = tangent;
        }
    }
    Some(out)
}

/// Corners at one place that are solved together. MikkTSpace compares each with each and recurses around the place:
/// beyond this a fan is solved in parts, so that the time stays linear. No surface that is modelled has such places.
const FAN: u32 = 256;

fn solve(mesh: &Mesh, uv: usize, corners: &[u32]) -> Option<Vec<Option<[f32; 4]>>> {
    let Some(parts) = parts(mesh, corners) else { return solve_part(mesh, uv, corners) };
    let mut out = vec![None; corners.len()];
    for faces in parts {
        let face = |f: &u32| *f as usize * 3..*f as usize * 3 + 3;
        let own: Vec<u32> =
            faces.iter().flat_map(|f| corners.get(face(f)).unwrap_or_default()).copied().collect();
        let solved = solve_part(mesh, uv, &own)?;
        for (f, three) in faces.iter().zip(solved.chunks_exact(3)) {
            if let Some(slots) = out.get_mut(face(f)) {
                slots.copy_from_slice(three);
            }
        }
    }
    Some(out)
}

fn solve_part(mesh: &Mesh, uv: usize, corners: &[u32]) -> Option<Vec<Option<[f32; 4]>>> {
    let mut work = Work { mesh, uv, corners, out: vec![None; corners.len()] };
    // The error type has no values.
    bevy_mikktspace::generate_tangents(&mut work).ok()?;
    Some(work.out)
}

/// Faces in parts of which none has more than [`FAN`] corners at one place; `None` if one part is enough.
fn parts(mesh: &Mesh, corners: &[u32]) -> Option<Vec<Vec<u32>>> {
    let mut places: HashMap<[u32; 3], u32> = HashMap::with_capacity(mesh.positions.len());
    // Zero has two spellings.
    let bits = |p: &[f32; 3]| p.map(|v| (v + 0.0).to_bits());
    let place_of: Vec<u32> = mesh
        .positions
        .iter()
        .map(|p| {
            let next = places.len() as u32;
            *places.entry(bits(p)).or_insert(next)
        })
        .collect();
    let place = |corner: &u32| {
        let vertex = mesh.indices.get(*corner as usize).copied().unwrap_or(0);
        place_of.get(vertex as usize).copied().unwrap_or(0) as usize
    };
    let mut counts = vec![0_u32; places.len()];
    for corner in corners {
        if let Some(count) = counts.get_mut(place(corner)) {
            *count += 1;
        }
    }
    if counts.iter().all(|n| *n <= FAN) {
        return None;
    }
    // A place moves on to the next part when it has filled one, and never back.
    let mut at: Vec<(u32, u32)> = vec![(0, 0); places.len()];
    let mut out: Vec<Vec<u32>> = Vec::new();
    for (f, face) in corners.chunks_exact(3).enumerate() {
        let three = [0, 1, 2].map(|i| face.get(i).map_or(0, place));
        let part = three.iter().filter_map(|p| at.get(*p)).map(|(part, _)| *part).max().unwrap_or(0);
        for p in three {
            if let Some((now, filled)) = at.get_mut(p) {
                if *now < part {
                    (*now, *filled) = (part, 0);
                }
                *filled += 1;
                // Up to three corners of a face may be at one place.
                if *filled + 3 > FAN {
                    (*now, *filled) = (part + 1, 0);
                }
            }
        }
        out.resize(out.len().max(part as usize + 1), Vec::new());
        if let Some(list) = out.get_mut(part as usize) {
            list.push(f as u32);
        }
    }
    Some(out)
}

/// Positions in `indices` of all corners of triangles whose vertices exist.
fn triangle_corners(mesh: &Mesh) -> Vec<u32> {
    let whole = [crate::Primitive { count: mesh.indices.len() as u32, ..crate::Primitive::default() }];
    let primitives = if mesh.primitives.is_empty() { &whole[..] } else { &mesh.primitives };
    let mut out = Vec::new();
    for p in primitives.iter().filter(|p| p.topology == Topology::Triangles) {
        for (f, face) in mesh.indices_of(p).chunks_exact(3).enumerate() {
            if face.iter().all(|i| (*i as usize) < mesh.positions.len()) {
                let first = p.start + f as u32 * 3;
                out.extend([first, first + 1, first + 2]);
            }
        }
    }
    out
}

fn repair_normals(mesh: &mut Mesh) {
    let good = |n: &[f32; 3]| Vec3::from(*n).try_normalize().is_some();
    if mesh.normals.len() == mesh.positions.len() && mesh.normals.iter().all(good) {
        return;
    }
    let made = vertex_normals(&mesh.positions, &mesh.indices);
    if mesh.normals.len() != mesh.positions.len() {
        mesh.normals = made;
        return;
    }
    for (normal, made) in mesh.normals.iter_mut().zip(made) {
        if !good(normal) {
            *normal = made;
        }
    }
}

struct Work<'a> {
    mesh: &'a Mesh,
    uv: usize,
    corners: &'a [u32],
    out: Vec<Option<[f32; 4]>>,
}

impl Work<'_> {
    fn vertex(&self, face: usize, corner: usize) -> usize {
        let at = self.corners.get(face * 3 + corner).copied().unwrap_or(0);
        self.mesh.indices.get(at as usize).copied().unwrap_or(0) as usize
    }
}

impl Geometry for Work<'_> {
    fn num_faces(&self) -> usize {
        self.corners.len() / 3
    }

    fn num_vertices_of_face(&self, _face: usize) -> usize {
        3
    }

    fn position(&self, face: usize, vert: usize) -> [f32; 3] {
        self.mesh.positions.get(self.vertex(face, vert)).copied().unwrap_or_default()
    }

    fn normal(&self, face: usize, vert: usize) -> [f32; 3] {
        let n = self.mesh.normals.get(self.vertex(face, vert)).copied().unwrap_or_default();
        Vec3::from(n).normalize_or(Vec3::Y).to_array()
    }

    fn tex_coord(&self, face: usize, vert: usize) -> [f32; 2] {
        // MikkTSpace wants V up, glTF has it down.
        let set = self.mesh.uvs.get(self.uv);
        let [u, v] = set.and_then(|s| s.get(self.vertex(face, vert))).copied().unwrap_or_default();
        [u, -v]
    }

    fn set_tangent(&mut self, tangent_space: Option<TangentSpace>, face: usize, vert: usize) {
        if let Some(slot) = self.out.get_mut(face * 3 + vert) {
            let usable = |t: &[f32; 4]| (Vec3::new(t[0], t[1], t[2]).length() - 1.0).abs() < 1e-3;
            *slot = tangent_space.map(|t| t.tangent_encoded()).filter(usable);
        }
    }
}

/// Any tangent of a normal.
fn some_tangent(normal: [f32; 3]) -> [f32; 4] {
    let t = Vec3::from(normal).normalize_or(Vec3::Y).any_orthonormal_vector();
    [t.x, t.y, t.z, 1.0]
}

/// Gives every vertex its tangent; corners that differ get a vertex of their own.
fn assign(mesh: &mut Mesh, corners: &[u32], tangents: &[Option<[f32; 4]>]) {
    let count = mesh.positions.len();
    let mut given: Vec<Option<[f32; 4]>> = vec![None; count];
    let mut splits: HashMap<(u32, [u32; 4]), u32> = HashMap::new();
    let mut sources: Vec<u32> = Vec::new();
    for (corner, tangent) in corners.iter().zip(tangents) {
        // A degenerate corner takes whatever its vertex has.
        let Some(tangent) = tangent else { continue };
        let Some(index) = mesh.indices.get_mut(*corner as usize) else { continue };
        let Some(slot) = given.get_mut(*index as usize) else { continue };
        match slot {
            None => *slot = Some(*tangent),
            Some(there) if there == tangent => {}
            Some(_) => {
                let new = *splits.entry((*index, tangent.map(f32::to_bits))).or_insert_with(|| {
                    sources.push(*index);
                    (count + sources.len() - 1) as u32
                });
                if new as usize == given.len() {
                    given.push(Some(*tangent));
                }
                *index = new;
            }
        }
    }
    duplicate(mesh, &sources);
    mesh.tangents =
        given.iter().zip(&mesh.normals).map(|(t, n)| t.unwrap_or_else(|| some_tangent(*n))).collect();
}

/// Appends copies of vertices to every column.
fn duplicate(mesh: &mut Mesh, sources: &[u32]) {
    if sources.is_empty() {
        return;
    }
    let first = mesh.positions.len();
    append(&mut mesh.positions, sources);
    append(&mut mesh.normals, sources);
    for uv in &mut mesh.uvs {
        append(uv, sources);
    }
    for colors in &mut mesh.colors {
        match colors {
            Colors::U8(c) => append(c, sources),
            Colors::F32(c) => append(c, sources),
        }
    }
    if let Some(influences) = &mut mesh.influences {
        for source in sources {
            let copy: Vec<(u16, f32)> = influences.of(*source as usize).collect();
            influences.joints.extend(copy.iter().map(|(j, _)| *j));
            influences.weights.extend(copy.iter().map(|(_, w)| *w));
            influences.starts.push(influences.joints.len() as u32);
        }
    }
    for target in &mut mesh.targets {
        let entries = target.vertices.len();
        for (i, source) in sources.iter().enumerate() {
            let Ok(at) = target.vertices.get(..entries).unwrap_or_default().binary_search(source) else {
                continue;
            };
            target.vertices.push((first + i) as u32);
            for column in [&mut target.positions, &mut target.normals, &mut target.tangents] {
                if let Some(value) = column.get(at).copied() {
                    column.push(value);
                }
            }
        }
    }
}

fn append<T: Copy>(column: &mut Vec<T>, sources: &[u32]) {
    column.reserve(sources.len());
    for source in sources {
        if let Some(value) = column.get(*source as usize).copied() {
            column.push(value);
        }
    }
}
