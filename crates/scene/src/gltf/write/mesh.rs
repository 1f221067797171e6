//! Meshes: all primitives share the columns of their mesh.

use super::super::json::{self, ARRAY, Attributes, ELEMENTS, U8, U16, U32};
use super::buffer::Components;
use super::material::Materials;
use super::node::{NodePlan, Use};
use super::{Out, extras, influences, morph, sanitise};
use crate::codes::{COLORS_CLAMPED, INDEX_RANGE, MESH_EMPTY, NONFINITE, TANGENTS_DROPPED};
use crate::{Colors, Mesh, Primitive, Topology};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// glTF meshes by mesh: without and with influences.
#[derive(Clone, Copy, Default)]
struct WrittenMesh {
    rigid: Option<u32>,
    skinned: Option<u32>,
}

/// Where the meshes went.
pub struct Meshes(Vec<WrittenMesh>);

impl Meshes {
    /// The glTF mesh a node shows.
    pub fn index(&self, shown: Use) -> Option<u32> {
        let made = self.0.get(shown.mesh)?;
        if shown.skin.is_some() { made.skinned } else { made.rigid }
    }
}

/// Writes all meshes.
pub fn write(out: &mut Out<'_, '_>, plan: &NodePlan, mut materials: Materials<'_>) -> Meshes {
    let scene = out.scene;
    let mut wanted = vec![(false, None); scene.meshes.len()];
    for shown in plan.uses.iter().flatten() {
        let Some((rigid, skin)) = wanted.get_mut(shown.mesh) else { continue };
        match shown.skin {
            None => *rigid = true,
            // The skin with the fewest joints decides which of them exist.
            Some(s) => {
                let joints = |s: usize| plan.skin(s).map_or(0, |p| p.joints.len());
                *skin = skin.filter(|b: &usize| joints(*b) <= joints(s)).or(Some(s));
            }
        }
    }
    let mut made = Vec::with_capacity(scene.meshes.len());
    for (i, (mesh, (rigid, skin))) in scene.meshes.iter().zip(wanted).enumerate() {
        made.push(one(out, plan, &mut materials, i, mesh, rigid, skin));
    }
    Meshes(made)
}

fn one<'a>(
    out: &mut Out<'a, '_>,
    plan: &NodePlan,
    materials: &mut Materials<'_>,
    i: usize,
    mesh: &'a Mesh,
    rigid: bool,
    skin: Option<usize>,
) -> WrittenMesh {
    let path = format!("meshes[{i}]");
    let faces = faces(out, mesh, &path);
    if faces.is_empty() {
        out.sink.push(&MESH_EMPTY, path, format!("mesh {:?} draws nothing", mesh.name));
        return WrittenMesh::default();
    }
    let columns = columns(out, mesh, &path);
    let base = (columns.contains_key("NORMAL"), columns.contains_key("TANGENT"));
    let targets = morph::write(out, mesh, base, &path);
    let uv_sets = mesh.uvs.len() as u32;
    let primitives: Vec<json::Primitive> = faces
        .into_iter()
        .map(|(primitive, indices)| {
            let mut attributes = columns.clone();
            if primitive.topology == Topology::Points {
                attributes.shift_remove("TANGENT");
            }
            json::Primitive {
                attributes,
                indices: Some(indices),
                material: primitive.material.and_then(|m| materials.pick(out, m, uv_sets, &path)),
                mode: match primitive.topology {
                    Topology::Triangles => None,
                    Topology::Lines => Some(1),
                    Topology::Points => Some(0),
                },
                targets: targets.clone(),
                ..json::Primitive::default()
            }
        })
        .collect();
    let plain =
        json::Mesh { name: mesh.name.clone(), primitives, weights: Vec::new(), extras: mesh_extras(mesh) };
    let mut made = WrittenMesh::default();
    let push = |out: &mut Out<'a, '_>, mesh| {
        out.root.meshes.push(mesh);
        Some(out.root.meshes.len() as u32 - 1)
    };
    if let Some(plan) = skin.and_then(|s| plan.skin(s))
        && let Some(inf) = &mesh.influences
    {
        let mut extra = Attributes::new();
        influences::write(out, inf, mesh.positions.len(), plan, &path, &mut extra);
        let mut skinned = plain.clone();
        for primitive in &mut skinned.primitives {
            primitive.attributes.extend(extra.iter().map(|(k, v)| (k.clone(), *v)));
        }
        made.skinned = push(out, skinned);
    }
    if rigid || made.skinned.is_none() {
        made.rigid = push(out, plain);
    }
    made
}

fn mesh_extras(mesh: &Mesh) -> Option<Value> {
    let mut model = Map::new();
    if mesh.lod != 0 {
        model.insert("lod".into(), mesh.lod.into());
    }
    if mesh.collision {
        model.insert("collision".into(), true.into());
    }
    let mut plain = Map::new();
    if !mesh.targets.is_empty() {
        plain.insert("targetNames".into(), mesh.targets.iter().map(|t| t.name.clone()).collect());
    }
    extras::write(&mesh.extras, model, plain)
}

/// Index accessors of all primitives that draw something.
fn faces<'a>(out: &mut Out<'a, '_>, mesh: &'a Mesh, path: &str) -> Vec<(Primitive, u32)> {
    let whole = [Primitive { count: mesh.indices.len() as u32, ..Primitive::default() }];
    let primitives = if mesh.primitives.is_empty() { &whole[..] } else { &mesh.primitives };
    let vertices = mesh.positions.len();
    let mut made = Vec::with_capacity(primitives.len());
    let mut lost = 0usize;
    for primitive in primitives {
        let corners = match primitive.topology {
            Topology::Triangles => 3,
            Topology::Lines => 2,
            Topology::Points => 1,
        };
        let start = (primitive.start as usize).min(mesh.indices.len());
        let end = (start + primitive.count as usize).min(mesh.indices.len());
        let end = end - (end - start) % corners;
        lost += primitive.count as usize - (end - start);
        let mut indices = Cow::Borrowed(mesh.indices.get(start..end).unwrap_or_default());
        if indices.iter().fold(0, |a, i| a.max(*i)) as usize >= vertices {
            let faces = indices.chunks_exact(corners);
            let good = faces.filter(|f| f.iter().all(|i| (*i as usize) < vertices));
            let kept: Vec<u32> = good.flatten().copied().collect();
            lost += indices.len() - kept.len();
            indices = Cow::Owned(kept);
        }
        if !indices.is_empty() {
            made.push((primitive.clone(), index_accessor(out, indices, vertices)));
        }
    }
    if lost > 0 {
        let message = format!("{lost} indices do not make faces of the {vertices} vertices");
        out.sink.push(&INDEX_RANGE, path, message);
    }
    made
}

fn index_accessor<'a>(out: &mut Out<'a, '_>, indices: Cow<'a, [u32]>, vertices: usize) -> u32 {
    let count = indices.len();
    let layout = |component| Components { kind: "SCALAR", component, normalized: false };
    // 65535 would be the restart index.
    if vertices <= 65535 {
        let short: Vec<u16> = indices.iter().map(|i| *i as u16).collect();
        return out.buffers.accessor(Cow::Owned(short), count, &layout(U16), None, Some(ELEMENTS));
    }
    out.buffers.accessor(indices, count, &layout(U32), None, Some(ELEMENTS))
}

/// Accessors of everything but influences.
fn columns<'a>(out: &mut Out<'a, '_>, mesh: &'a Mesh, path: &str) -> Attributes {
    let n = mesh.positions.len();
    let mut attributes = Attributes::new();
    let (positions, limits) = sanitise::finite_with_bounds(&mesh.positions, "positions", path, out.sink);
    let vec = |kind| Components::float(kind);
    let normals = sanitise::fits(&mesh.normals, n, "normals", path, out.sink)
        .then(|| sanitise::normals(&mesh.normals, &positions, &mesh.indices, path, out.sink));
    attributes
        .insert("POSITION".into(), out.buffers.accessor(positions, n, &vec("VEC3"), limits, Some(ARRAY)));
    if let Some(normals) = normals {
        let normals = out.buffers.accessor(normals, n, &vec("VEC3"), None, Some(ARRAY));
        attributes.insert("NORMAL".into(), normals);
        if let Some(tangents) = tangents(out, mesh, path) {
            let tangents = out.buffers.accessor(tangents, n, &vec("VEC4"), None, Some(ARRAY));
            attributes.insert("TANGENT".into(), tangents);
        }
    }
    for (i, uv) in mesh.uvs.iter().enumerate() {
        let uv = if sanitise::fits(uv, n, &format!("UV set {i}"), path, out.sink) {
            sanitise::finite(uv, &format!("UV set {i}"), path, out.sink)
        } else {
            Cow::Owned(vec![[0.0; 2]; n]) // sets must be numbered without gaps
        };
        let uv = out.buffers.accessor(uv, n, &vec("VEC2"), None, Some(ARRAY));
        attributes.insert(format!("TEXCOORD_{i}"), uv);
    }
    let mut set = 0;
    for colors in &mesh.colors {
        if let Some(colors) = color_accessor(out, colors, n, path) {
            attributes.insert(format!("COLOR_{set}"), colors);
            set += 1;
        }
    }
    attributes
}

fn tangents<'a>(out: &mut Out<'_, '_>, mesh: &'a Mesh, path: &str) -> Option<Cow<'a, [[f32; 4]]>> {
    if !sanitise::fits(&mesh.tangents, mesh.positions.len(), "tangents", path, out.sink) {
        return None;
    }
    let good = sanitise::tangents(&mesh.tangents);
    if good.is_none() {
        out.sink.push(&TANGENTS_DROPPED, path, "some tangents have no direction or no handedness");
    }
    good
}

fn color_accessor<'a>(out: &mut Out<'a, '_>, colors: &'a Colors, n: usize, path: &str) -> Option<u32> {
    match colors {
        Colors::U8(c) => {
            let layout = Components { kind: "VEC4", component: U8, normalized: true };
            sanitise::fits(c, n, "colours", path, out.sink)
                .then(|| out.buffers.accessor(Cow::Borrowed(c), n, &layout, None, Some(ARRAY)))
        }
        Colors::F32(c) => {
            if !sanitise::fits(c, n, "colours", path, out.sink) {
                return None;
            }
            let flat = c.as_flattened();
            let good = flat.iter().fold(true, |ok, v| ok & (0.0..=1.0).contains(v));
            let c = if good {
                Cow::Borrowed(&c[..])
            } else {
                let finite = sanitise::all_finite(flat);
                let code = if finite { &COLORS_CLAMPED } else { &NONFINITE };
                out.sink.push(code, path, "vertex colours are outside of 0 to 1");
                let clamp = |v: f32| if v.is_nan() { 1.0 } else { v.clamp(0.0, 1.0) };
                Cow::Owned(c.iter().map(|v| v.map(clamp)).collect())
            };
            Some(out.buffers.accessor(c, n, &Components::float("VEC4"), None, Some(ARRAY)))
        }
    }
}
