//! Meshes, skins and morph targets of an actor to columns of a scene.

use super::super::types::morphs::{MeshDeltas, MorphTarget as FileTarget, unit};
use super::super::types::{
    COLOR32, COLOR128, LayerData, Mesh, NORMAL, ORIGINAL, POSITION, Skin, Submesh, TANGENT, UV, VertexLayer,
};
use super::actor::Actor;
use crate::Names;
use crate::emfx::maths::mirror;
use crate::emfx::notes;
use crate::emfx::notes::TargetNote;
use crate::emfx::rules::codes;
use scene::{Colors, Extras, Influences, MaterialId, Mesh as SceneMesh, MorphTarget, NodeId, Primitive};
use std::collections::BTreeMap;
use wire::Sink;

/// What a mesh needs to know about its actor.
pub struct Context<'a, 'b> {
    /// The actor.
    pub actor: &'b Actor<'a>,
    /// Scene nodes by node number.
    pub nodes: &'b [NodeId],
    /// Scene materials by index into the actor's list.
    pub materials: &'b [MaterialId],
    /// UV set of the normal map of each of those materials.
    pub normal_uv: &'b [Option<u32>],
    /// How names are decoded.
    pub names: &'b Names,
    /// Path of the actor in the file: empty, or that of a nested one.
    pub prefix: &'b str,
}

/// Joints in use, grown on demand.
#[derive(Default)]
pub struct Joints {
    /// Joint number of each scene node, if it has one.
    slots: Vec<u16>,
    /// Scene nodes by joint number.
    pub nodes: Vec<NodeId>,
}

impl Joints {
    /// The joint number of a node.
    pub fn of(&mut self, node: NodeId) -> u16 {
        let at = node.0 as usize;
        if self.slots.len() <= at {
            self.slots.resize(at + 1, u16::MAX);
        }
        match self.slots.get_mut(at) {
            Some(slot) if *slot == u16::MAX => {
                *slot = self.nodes.len() as u16;
                self.nodes.push(node);
                *slot
            }
            Some(slot) => *slot,
            None => 0,
        }
    }
}

/// The values of a float layer as rows of `N`.
pub fn rows<const N: usize, T>(layer: &VertexLayer, f: impl Fn([f32; N]) -> T) -> Option<Vec<T>> {
    let LayerData::F32(values) = &layer.data else { return None };
    let stride = layer.size as usize / 4;
    if stride == N {
        return Some(values.as_chunks::<N>().0.iter().map(|v| f(*v)).collect());
    }
    if stride < N {
        return None;
    }
    Some(values.chunks_exact(stride).filter_map(|v| v.first_chunk::<N>()).map(|v| f(*v)).collect())
}

/// Columns, primitives, influences and targets of one mesh.
pub fn convert(
    cx: &Context<'_, '_>,
    chunk: usize,
    mesh: &Mesh,
    joints: &mut Joints,
    sink: &mut Sink,
) -> Option<SceneMesh> {
    let path = format!("{}chunks[{chunk}].mesh", cx.prefix);
    let owner = cx.actor.nodes.get(mesh.node as usize).map(|n| cx.names.text(&n.1.name));
    if owner.is_none() {
        sink.push(&codes::MESH_NODE, format!("{path}.node"), format!("there is no node {}", mesh.node));
    }
    let Some(positions) = mesh.layers_of(POSITION).find_map(|l| rows::<3, _>(l, mirror)) else {
        if mesh.vertices > 0 {
            sink.push(&codes::MESH_NO_POSITIONS, path, "the mesh has no positions and is left out");
        }
        return None;
    };
    let lod = mesh.lod.unwrap_or(0);
    let mut out = SceneMesh {
        name: owner.unwrap_or_else(|| format!("node {}", mesh.node)),
        normals: mesh.layers_of(NORMAL).find_map(|l| rows::<3, _>(l, mirror)).unwrap_or_default(),
        uvs: mesh.layers_of(UV).filter_map(|l| rows::<2, _>(l, |v| v)).collect(),
        colors: mesh.layers.iter().filter_map(colors).collect(),
        lod,
        collision: mesh.collision != 0,
        positions,
        ..SceneMesh::default()
    };
    let tangent = tangent_set(cx, mesh, lod);
    let mut tangents = mesh.layers_of(TANGENT);
    if let Some(layer) = tangents.nth(tangent) {
        out.tangents = rows::<4, _>(layer, |[x, y, z, w]| {
            let [x, y, z] = mirror([x, y, z]);
            [x, y, z, w]
        })
        .unwrap_or_default();
    }
    primitives(cx, mesh, lod, &path, &mut out, sink);
    if let Some((skin_chunk, skin)) = cx.actor.skin_of(mesh) {
        let at = format!("{}chunks[{skin_chunk}].skin", cx.prefix);
        out.influences = Some(influences(cx, mesh, skin, joints, &at, sink));
    }
    out.extras = mesh_extras(mesh, tangent, &out);
    if !out.collision {
        targets(cx, mesh, &mut out, sink);
    }
    Some(out)
}

/// Which tangent layer goes with the normal map: that of its UV set, else the first.
fn tangent_set(cx: &Context<'_, '_>, mesh: &Mesh, lod: u32) -> usize {
    let wanted = mesh.submeshes.iter().find_map(|s| {
        let material = cx.actor.material(lod, s.material)?;
        *cx.normal_uv.get(material)?
    });
    let wanted = wanted.unwrap_or(0) as usize;
    if wanted < mesh.layers_of(TANGENT).count() { wanted } else { 0 }
}

/// Red, green, blue, alpha of a packed colour: A<<24 | R<<16 | G<<8 | B.
pub fn unpack_color(word: u32) -> [u8; 4] {
    let [b, g, r, a] = word.to_le_bytes();
    [r, g, b, a]
}

/// The inverse of [`unpack_color`].
pub fn pack_color([r, g, b, a]: [u8; 4]) -> u32 {
    u32::from_le_bytes([b, g, r, a])
}

/// A colour layer.
fn colors(layer: &VertexLayer) -> Option<Colors> {
    match (layer.kind, &layer.data) {
        (COLOR32, LayerData::U32(v)) if layer.size == 4 => {
            Some(Colors::U8(v.iter().map(|c| unpack_color(*c)).collect()))
        }
        (COLOR128, LayerData::F32(_)) => rows::<4, _>(layer, |v| v).map(Colors::F32),
        _ => None,
    }
}

fn primitives(cx: &Context<'_, '_>, mesh: &Mesh, lod: u32, path: &str, out: &mut SceneMesh, sink: &mut Sink) {
    let total = out.positions.len() as u64;
    let mut first = 0_u64;
    let mut faces: Vec<[u32; 3]> =
        Vec::with_capacity(mesh.submeshes.iter().map(|s| s.indices.len() / 3).sum());
    let (mut bad, mut odd) = (0_usize, 0_usize);
    for (n, s) in mesh.submeshes.iter().enumerate() {
        let start = faces.len();
        let (triangles, rest) = s.indices.as_chunks::<3>();
        odd += usize::from(!rest.is_empty());
        // Relative to the first vertex of the submesh, and never outside of the mesh.
        let room = u32::try_from(total.saturating_sub(first)).unwrap_or(u32::MAX);
        let base = first as u32;
        let turned = |[a, b, c]: &[u32; 3]| [base + a, base + c, base + b];
        if triangles.as_flattened().iter().fold(0, |most, i| most.max(*i)) < room {
            faces.extend(triangles.iter().map(turned));
        } else {
            let before = faces.len();
            faces.extend(triangles.iter().filter(|t| t.iter().all(|i| *i < room)).map(turned));
            bad += triangles.len() - (faces.len() - before);
        }
        let material = cx.actor.material(lod, s.material).and_then(|m| cx.materials.get(m)).copied();
        if material.is_none() {
            let text = format!("there is no material {}", s.material);
            sink.push(&codes::MESH_MATERIAL, format!("{path}.submeshes[{n}].material"), text);
        }
        let (start, count) = (start as u32 * 3, (faces.len() - start) as u32 * 3);
        if count > 0 {
            out.primitives.push(Primitive { material, start, count, ..Primitive::default() });
        }
        first = first.saturating_add(u64::from(s.vertices));
    }
    out.indices = faces.into_flattened();
    if bad > 0 {
        let text = format!("{bad} triangles use vertices that do not exist and are left out");
        sink.push(&codes::MESH_INDICES, format!("{path}.submeshes"), text);
    }
    if odd > 0 {
        let text = format!("{odd} submeshes have a number of indices that is not a multiple of 3");
        sink.push(&codes::MESH_TRIANGLES, format!("{path}.submeshes"), text);
    }
}

/// Influences of every vertex through its original vertex.
fn influences(
    cx: &Context<'_, '_>,
    mesh: &Mesh,
    skin: &Skin,
    joints: &mut Joints,
    path: &str,
    sink: &mut Sink,
) -> Influences {
    let n = mesh.vertices as usize;
    let mut out = Influences::default();
    out.starts.reserve(n + 1);
    out.starts.push(0);
    out.joints.reserve(skin.influences.len());
    out.weights.reserve(skin.influences.len());
    let originals = mesh.originals();
    // Joints in node order where that is possible.
    let mut used = vec![false; cx.nodes.len()];
    let (mut unknown, mut bad) = (0_usize, 0_usize);
    for i in &skin.influences {
        let fine = i.weight.is_finite() && i.weight >= 0.0;
        bad += usize::from(!fine);
        match used.get_mut(usize::from(i.node)) {
            Some(slot) => *slot |= fine && i.weight > 0.0,
            None => unknown += 1,
        }
    }
    let numbers: Vec<u16> = used
        .iter()
        .zip(cx.nodes)
        .map(|(used, node)| if *used { joints.of(*node) } else { u16::MAX })
        .collect();
    let mut unbound = 0_usize;
    for v in 0..n {
        let original = originals.map_or(v as u32, |o| o.get(v).copied().unwrap_or(u32::MAX));
        let before = out.joints.len();
        for i in skin.of(original) {
            let joint = numbers.get(usize::from(i.node)).copied().unwrap_or(u16::MAX);
            if joint != u16::MAX && i.weight.is_finite() && i.weight > 0.0 {
                out.joints.push(joint);
                out.weights.push(i.weight);
            }
        }
        let only = match skin.of(original) {
            // The node is known, and its weight can only be 1.
            [only] if out.joints.len() == before => cx.nodes.get(usize::from(only.node)),
            _ => None,
        };
        if let Some(node) = only {
            out.joints.push(joints.of(*node));
            out.weights.push(1.0);
        } else if out.joints.len() == before {
            unbound += 1;
            if let Some(node) = cx.nodes.get(mesh.node as usize).or(cx.nodes.first()) {
                out.joints.push(joints.of(*node));
                out.weights.push(1.0);
            }
        }
        out.starts.push(out.joints.len() as u32);
    }
    if unknown > 0 {
        let text = format!("{unknown} influences name nodes that do not exist");
        sink.push(&codes::SKIN_NODE, format!("{path}.influences"), text);
    }
    if bad > 0 {
        let text = format!("{bad} weights are not finite or negative and are left out");
        sink.push(&codes::SKIN_WEIGHT, format!("{path}.influences"), text);
    }
    if unbound > 0 {
        let text = format!("{unbound} vertices have no influence and follow the mesh's own node");
        sink.push(&codes::SKIN_TABLE, format!("{path}.table"), text);
    }
    out
}

/// Morph targets that change this mesh, sorted by vertex.
fn targets(cx: &Context<'_, '_>, mesh: &Mesh, out: &mut SceneMesh, sink: &mut Sink) {
    let mut notes: Vec<TargetNote> = Vec::new();
    for (index, (path, target)) in cx.actor.targets.iter().enumerate() {
        if target.lod != out.lod {
            continue;
        }
        for (n, d) in target.deltas.iter().enumerate().filter(|(_, d)| d.node == mesh.node) {
            let path = format!("{}{path}.deltas[{n}]", cx.prefix);
            if d.vertices.len() > out.positions.len() {
                let text = format!("{} vertices, the mesh has {}", d.vertices.len(), out.positions.len());
                sink.push(&codes::MORPH_COUNT, path, text);
                continue;
            }
            let name = cx.names.text(&target.name);
            out.targets.push(deltas(d, name, out, &path, sink));
            notes.push(TargetNote {
                min: Some(finite(d.min, 0.0)),
                max: Some(finite(d.max, 0.0)),
                ..target_note(index, target)
            });
        }
    }
    if !notes.is_empty() {
        notes::mesh::TARGETS.put(&mut out.extras, &notes);
    }
}

/// What is remembered of a morph target, without the changes of a mesh.
pub fn target_note(index: usize, target: &FileTarget) -> TargetNote {
    TargetNote {
        index: Some(index as u32),
        name: target.name.clone(),
        range_min: finite(target.range_min, 0.0),
        range_max: finite(target.range_max, 1.0),
        lod: target.lod,
        phonemes: target.phonemes,
        phoneme_sets: crate::emfx::phonemes::names(target.phonemes).into_iter().map(Into::into).collect(),
        min: None,
        max: None,
    }
}

fn finite(v: f32, neutral: f32) -> f32 {
    if v.is_finite() { v } else { neutral }
}

fn deltas(d: &MeshDeltas, name: String, mesh: &SceneMesh, path: &str, sink: &mut Sink) -> MorphTarget {
    let mut order: Vec<usize> = (0..d.vertices.len()).collect();
    let vertex = |i: usize| d.vertices.get(i).copied().unwrap_or(u32::MAX);
    if !d.vertices.is_sorted() {
        order.sort_by_key(|i| vertex(*i));
    }
    let mut out = MorphTarget { name, ..MorphTarget::default() };
    let (normals, tangents) = (!mesh.normals.is_empty(), !mesh.tangents.is_empty());
    let mut outside = 0_usize;
    for i in order {
        let v = vertex(i);
        if v as usize >= mesh.positions.len() {
            outside += 1;
            continue;
        }
        let position = d.positions.get(i).map_or([0.0; 3], |p| mirror(d.position(*p)));
        let normal = d.normals.get(i).map_or([0.0; 3], |p| mirror(p.map(unit)));
        let tangent = d.tangents.get(i).map_or([0.0; 3], |p| mirror(p.map(unit)));
        let add = |list: &mut Vec<[f32; 3]>, value: [f32; 3], same: bool| match (same, list.last_mut()) {
            (true, Some(last)) => *last = std::array::from_fn(|k| pick(*last, k) + pick(value, k)),
            _ => list.push(value),
        };
        // The engine adds every entry, so two for one vertex are their sum.
        let same = out.vertices.last() == Some(&v);
        add(&mut out.positions, position, same);
        if normals {
            add(&mut out.normals, normal, same);
        }
        if tangents {
            add(&mut out.tangents, tangent, same);
        }
        if !same {
            out.vertices.push(v);
        }
    }
    if outside > 0 {
        let text = format!("{outside} vertices do not exist and are left out");
        sink.push(&codes::MORPH_VERTEX, format!("{path}.vertices"), text);
    }
    out
}

/// Whether tangents ride along as they are: programs leave all of them out for one that has no direction.
pub fn kept_whole(tangents: &[[f32; 4]]) -> bool {
    let good = |[x, y, z, w]: &[f32; 4]| {
        let length = x * x + y * y + z * z;
        length.is_finite() && length > 1e-12 && w.is_finite() && *w != 0.0
    };
    let n = tangents.iter().filter(|t| good(t)).count();
    n > 0 && n < tangents.len()
}

fn pick(v: [f32; 3], i: usize) -> f32 {
    v.get(i).copied().unwrap_or(0.0)
}

/// What has no column: for converting back.
fn mesh_extras(mesh: &Mesh, tangent: usize, out: &SceneMesh) -> Extras {
    use notes::mesh as note;
    let head = |l: &VertexLayer| (l.kind, l.size, l.keep_originals, l.is_scale, l.pad);
    let part = |s: &Submesh| [s.indices.len() as u32, s.vertices, s.material];
    let mut extras = note::ORIGINALS.with(&mesh.original_vertices);
    note::PAD.put(&mut extras, &mesh.pad);
    note::LAYERS.put(&mut extras, &mesh.layers.iter().map(head).collect());
    note::SUBMESHES.put(&mut extras, &mesh.submeshes.iter().map(part).collect());
    note::TANGENT.put(&mut extras, &tangent);
    note::FINGERPRINT.put(&mut extras, &notes::fingerprint(&out.positions));
    if let Some(lod) = mesh.lod {
        note::LOD.put(&mut extras, &lod);
    }
    if let Some(originals) = mesh.originals()
        && !originals.iter().enumerate().all(|(i, o)| *o as usize == i)
    {
        note::ORIGINAL_OF.put(&mut extras, &notes::encode_steps(originals));
    }
    let mut kept = BTreeMap::new();
    let mut tangents = 0_usize;
    for (i, layer) in mesh.layers.iter().enumerate() {
        let has_home = match layer.kind {
            POSITION | NORMAL | UV | COLOR32 | COLOR128 | ORIGINAL => true,
            TANGENT => {
                tangents += 1;
                tangents == tangent + 1 && !kept_whole(&out.tangents)
            }
            _ => false,
        };
        if !has_home {
            let bytes: Vec<u8> = match &layer.data {
                LayerData::F32(v) => v.iter().flat_map(|v| v.to_le_bytes()).collect(),
                LayerData::U32(v) => v.iter().flat_map(|v| v.to_le_bytes()).collect(),
                LayerData::Bytes(v) => v.clone(),
            };
            kept.insert(i, notes::encode(&bytes));
        }
    }
    if !kept.is_empty() {
        note::LAYER_DATA.put(&mut extras, &kept);
    }
    extras
}
