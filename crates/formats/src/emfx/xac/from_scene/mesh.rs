//! A mesh of a scene as a mesh and a skin of an actor.

use super::super::types::{Influence, LayerData, Mesh, POSITION, Skin, Submesh};
use super::layers::layers;
use super::nodes::Hierarchy;
use crate::emfx::notes;
use crate::emfx::rules::codes;
use glam::{DMat3, DMat4, DVec3};
use scene::{Mesh as SceneMesh, MeshId, NodeKind, Scene, Topology};
use std::collections::{HashMap, HashSet};
use wire::Sink;

/// Most influences a vertex may have.
const INFLUENCES: usize = 4;

/// How positions change on the way into model space.
#[derive(Clone, Copy)]
pub struct Turn {
    matrix: DMat4,
    identity: bool,
}

impl Turn {
    fn new(matrix: DMat4) -> Self {
        Self { matrix, identity: matrix.abs_diff_eq(DMat4::IDENTITY, 1e-5) }
    }

    /// Whether triangles turn round.
    fn mirrors(&self) -> bool {
        !self.identity && self.matrix.determinant() < 0.0
    }

    /// A position.
    pub fn point(&self, p: [f32; 3]) -> [f32; 3] {
        if self.identity {
            return p;
        }
        self.matrix.transform_point3(DVec3::from_array(p.map(f64::from))).as_vec3().to_array()
    }

    /// A difference of positions.
    pub fn vector(&self, p: [f32; 3]) -> [f32; 3] {
        if self.identity {
            return p;
        }
        self.matrix.transform_vector3(DVec3::from_array(p.map(f64::from))).as_vec3().to_array()
    }

    /// A direction that stands on a surface.
    pub fn normal(&self, p: [f32; 3]) -> [f32; 3] {
        if self.identity {
            return p;
        }
        let m = DMat3::from_mat4(self.matrix).inverse().transpose();
        (m * DVec3::from_array(p.map(f64::from))).normalize_or_zero().as_vec3().to_array()
    }
}

/// A mesh, its skin, and where its vertices came from.
pub struct MadeMesh {
    /// Chunk 1.
    pub mesh: Mesh,
    /// Chunk 2.
    pub skin: Option<Skin>,
    /// The mesh of the scene.
    pub source: MeshId,
    /// Vertices by the source vertex they came from; `None` if they are the same.
    copies: Option<HashMap<u32, Vec<u32>>>,
    /// What was done to positions.
    pub turn: Turn,
}

impl MadeMesh {
    /// All vertices that came from one of the scene.
    pub fn copies(&self, vertex: u32) -> Vec<u32> {
        match &self.copies {
            None => vec![vertex],
            Some(copies) => copies.get(&vertex).cloned().unwrap_or_default(),
        }
    }

    /// How many nodes move it.
    pub fn bones(&self) -> usize {
        let influences = self.skin.iter().flat_map(|s| &s.influences);
        influences.map(|i| i.node).collect::<HashSet<_>>().len()
    }

    /// Which node moves which point, in the scene's space.
    pub fn moved(&self) -> Vec<(u32, DVec3)> {
        let layer = self.mesh.layers_of(POSITION).next();
        let Some(LayerData::F32(values)) = layer.map(|l| &l.data) else { return Vec::new() };
        let mut out = Vec::new();
        let originals = self.mesh.originals().unwrap_or_default();
        for (i, [x, y, z]) in values.as_chunks::<3>().0.iter().enumerate() {
            let p = DVec3::new(f64::from(*x), f64::from(*y), -f64::from(*z));
            match &self.skin {
                None => out.push((self.mesh.node, p)),
                Some(skin) => {
                    let of = originals.get(i).copied().unwrap_or(u32::MAX);
                    out.extend(skin.of(of).iter().map(|i| (u32::from(i.node), p)));
                }
            }
        }
        out
    }
}

/// Which nodes own a mesh already.
pub struct Owners<'s> {
    taken: HashSet<(u32, bool)>,
    by_name: HashMap<&'s str, u32>,
}

impl<'s> Owners<'s> {
    /// Of meshes of a scene whose nodes are numbered.
    pub fn new(scene: &'s Scene, hierarchy: &Hierarchy) -> Self {
        Self { taken: HashSet::new(), by_name: hierarchy.by_name(scene) }
    }

    /// The node a mesh goes to: its own, that of its name, or a new one. One visual and one collision mesh each.
    pub fn of(&mut self, scene: &Scene, hierarchy: &mut Hierarchy, node: usize, mesh: &SceneMesh) -> u32 {
        let source = scene.nodes.get(node);
        let name = source.map(|n| n.name.as_str()).unwrap_or_default();
        let stem = name.strip_suffix("#mesh").or_else(|| name.strip_suffix("#collision")).unwrap_or(name);
        let own = source.filter(|n| n.kind == NodeKind::Source).and_then(|_| hierarchy.number(node));
        let stored: Option<String> = source.and_then(|n| notes::node::OWNER.get(&n.extras)?);
        let parent = source.filter(|n| n.kind == NodeKind::Holder && n.skin.is_none()).and_then(|n| n.parent);
        let owner = own
            .or_else(|| parent.and_then(|p| hierarchy.number(p.0 as usize)))
            .or_else(|| stored.and_then(|s| self.by_name.get(s.as_str()).copied()))
            .or_else(|| self.by_name.get(stem).copied())
            .unwrap_or_else(|| hierarchy.add_plain(stem, None));
        if self.taken.insert((owner, mesh.collision)) {
            return owner;
        }
        let extra = hierarchy.add_plain(if mesh.name.is_empty() { stem } else { &mesh.name }, Some(owner));
        self.taken.insert((extra, mesh.collision));
        extra
    }
}

/// Makes the chunks of one mesh on one node.
pub fn convert(
    scene: &Scene,
    hierarchy: &Hierarchy,
    owner: u32,
    node: usize,
    id: MeshId,
    materials: &[u32],
    sink: &mut Sink,
) -> Option<MadeMesh> {
    let source = scene.meshes.get(id.0 as usize)?;
    let rigid = notes::mesh::RIGID.marks(&source.extras);
    let binding = scene.nodes.get(node).and_then(|n| n.skin).and_then(|s| scene.skins.get(s.0 as usize));
    let binding = binding.filter(|_| !rigid && source.influences.is_some() && !source.collision);
    if source.collision && !rigid && source.influences.is_some() {
        let text = format!("collision meshes have no skin: {:?} loses its weights", source.name);
        sink.push(&codes::LOST, "", text);
    }
    let (joints, turn) = match binding {
        Some(skin) => bind(skin, hierarchy, sink, &source.name),
        None if rigid => (Vec::new(), Turn::new(DMat4::IDENTITY)),
        None => (Vec::new(), Turn::new(hierarchy.between(node, owner))),
    };
    let (order, submeshes) = submeshes(source, materials, turn.mirrors(), sink);
    let n = order.as_ref().map_or(source.positions.len(), Vec::len);
    let at = |i: usize| order.as_ref().map_or(i, |o| o.get(i).copied().unwrap_or(0) as usize);
    let influences: Option<Vec<Vec<Influence>>> = (binding.is_some()).then(|| {
        let weights = source.influences.as_ref();
        (0..n).map(|i| weights.map(|w| limited(w.of(at(i)), &joints, owner)).unwrap_or_default()).collect()
    });
    let capped = source.influences.as_ref().filter(|_| binding.is_some()).map_or(0, |w| {
        (0..source.positions.len()).filter(|v| w.of(*v).filter(|i| i.1 > 0.0).count() > INFLUENCES).count()
    });
    if capped > 0 {
        let text = format!(
            "{capped} vertices of {:?} have more than {INFLUENCES} influences; the strongest stay",
            source.name
        );
        sink.push(&codes::LOST, "", text);
    }
    let (originals, count) = originals(source, order.as_deref(), influences.as_deref(), n);
    let skin = influences.as_ref().map(|list| make_skin(owner, list, &originals, count, source.collision));
    let mut mesh = Mesh {
        node: owner,
        lod: None,
        original_vertices: count,
        vertices: n as u32,
        indices: submeshes.iter().map(|s| s.indices.len() as u32).sum(),
        collision: u8::from(source.collision),
        pad: notes::mesh::PAD.get(&source.extras).unwrap_or_default(),
        layers: layers(source, order.as_deref(), originals, n, turn),
        submeshes,
    };
    if let Some(list) = &influences {
        palettes(&mut mesh, list);
    }
    let copies = order.map(|order| {
        let mut copies: HashMap<u32, Vec<u32>> = HashMap::new();
        for (i, from) in order.into_iter().enumerate() {
            copies.entry(from).or_default().push(i as u32);
        }
        copies
    });
    Some(MadeMesh { mesh, skin, source: id, copies, turn })
}

/// Node numbers of the joints, and the way from mesh to model space: the same for all joints in a sound file.
fn bind(skin: &scene::Skin, hierarchy: &Hierarchy, sink: &mut Sink, name: &str) -> (Vec<Option<u16>>, Turn) {
    let number = |j: &scene::NodeId| hierarchy.number(j.0 as usize).and_then(|n| u16::try_from(n).ok());
    let joints: Vec<Option<u16>> = skin.joints.iter().map(number).collect();
    let mut first: Option<DMat4> = None;
    let mut differs = 0_usize;
    for (joint, inverse) in joints.iter().zip(&skin.inverse_binds) {
        let Some(world) = joint.and_then(|j| hierarchy.worlds.get(usize::from(j))) else { continue };
        let m = *world * DMat4::from_cols_array(&inverse.map(f64::from));
        let size = m.w_axis.truncate().length().max(1.0);
        match first {
            None => first = Some(m),
            Some(f) => differs += usize::from(!f.abs_diff_eq(m, 1e-3 * size)),
        }
    }
    if differs > 0 {
        let text = format!(
            "the rest pose of {differs} joints is not the one {name:?} is bound in; the first joint's is used"
        );
        sink.push(&codes::LOST, "", text);
    }
    let matrix = first.filter(|m| m.is_finite()).unwrap_or(DMat4::IDENTITY);
    (joints, Turn::new(matrix))
}

/// The strongest influences, merged by node, summing to one.
fn limited(list: impl Iterator<Item = (u16, f32)>, joints: &[Option<u16>], owner: u32) -> Vec<Influence> {
    let mut out: Vec<Influence> = Vec::new();
    for (joint, weight) in list {
        let Some(node) = joints.get(usize::from(joint)).copied().flatten() else { continue };
        if !(weight.is_finite() && weight > 0.0) {
            continue;
        }
        match out.iter_mut().find(|i| i.node == node) {
            Some(i) => i.weight += weight,
            None => out.push(Influence { weight, node, pad: [0; 2] }),
        }
    }
    if out.len() > INFLUENCES {
        out.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        out.truncate(INFLUENCES);
    }
    let sum: f32 = out.iter().map(|i| i.weight).sum();
    if (sum - 1.0).abs() > 1e-6 {
        for i in &mut out {
            i.weight /= sum;
        }
    }
    if out.is_empty() {
        out.push(Influence { weight: 1.0, node: owner as u16, pad: [0; 2] });
    }
    out
}

/// Submeshes with consecutive vertices. The vertices stay where they are if that is already so.
fn submeshes(
    mesh: &SceneMesh,
    materials: &[u32],
    mirrored: bool,
    sink: &mut Sink,
) -> (Option<Vec<u32>>, Vec<Submesh>) {
    let mut parts: Vec<(u32, &[u32])> = Vec::new();
    for p in &mesh.primitives {
        if p.topology != Topology::Triangles {
            sink.push(&codes::LOST, "", format!("points or lines of {:?} are left out", mesh.name));
            continue;
        }
        let indices = mesh.indices_of(p);
        parts.push((p.material.and_then(|m| materials.get(m.0 as usize)).copied().unwrap_or(0), indices));
    }
    let total = mesh.positions.len() as u32;
    let reversed = |list: &[u32], first: u32| -> Vec<u32> {
        let turn = |[a, b, c]: &[u32; 3]| if mirrored { [*a, *b, *c] } else { [*a, *c, *b] };
        list.as_chunks::<3>().0.iter().flat_map(turn).map(|v| v - first).collect()
    };
    if let Some(starts) = consecutive(mesh, &parts, total) {
        let ends = starts.iter().skip(1).copied().chain([total]);
        let out = parts.iter().zip(starts.iter().zip(ends)).map(|((material, list), (start, end))| Submesh {
            vertices: end - start,
            material: *material,
            indices: reversed(list, *start),
            bones: Vec::new(),
        });
        return (None, out.collect());
    }
    let mut order: Vec<u32> = Vec::new();
    let mut out = Vec::new();
    for (material, list) in parts {
        let first = order.len() as u32;
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        let mut indices = Vec::with_capacity(list.len());
        for [a, b, c] in list.as_chunks::<3>().0 {
            if [a, b, c].iter().any(|i| **i >= total) {
                continue;
            }
            for i in if mirrored { [a, b, c] } else { [a, c, b] } {
                let next = order.len() as u32 - first;
                let number = *numbers.entry(*i).or_insert(next);
                if number == next {
                    order.push(*i);
                }
                indices.push(number);
            }
        }
        out.push(Submesh { vertices: order.len() as u32 - first, material, indices, bones: Vec::new() });
    }
    (Some(order), out)
}

/// First vertex of each part, if parts use ranges that follow each other.
fn consecutive(mesh: &SceneMesh, parts: &[(u32, &[u32])], total: u32) -> Option<Vec<u32>> {
    if parts.is_empty() {
        return None;
    }
    // The ranges the file had, if they are still right.
    let stored: Option<Vec<[u32; 3]>> = notes::mesh::SUBMESHES.get(&mesh.extras);
    let stored = stored.filter(|s| {
        s.len() == parts.len() && s.iter().map(|x| u64::from(x[1])).sum::<u64>() == u64::from(total)
    });
    let mut starts = Vec::with_capacity(parts.len());
    let mut next = 0_u32;
    for (i, (_, list)) in parts.iter().enumerate() {
        let (low, high) = list.iter().fold((u32::MAX, 0), |(a, b), v| (a.min(*v), b.max(*v)));
        if !list.is_empty() && (low < next || high >= total) {
            return None;
        }
        starts.push(next);
        let used = if list.is_empty() { next } else { high + 1 };
        next = match stored.as_ref().and_then(|s| s.get(i)) {
            Some([_, vertices, _]) if next + vertices >= used => next + vertices,
            _ => used,
        };
    }
    (next <= total).then_some(starts)
}

/// Original vertex of every vertex, and how many there are.
fn originals(
    mesh: &SceneMesh,
    order: Option<&[u32]>,
    influences: Option<&[Vec<Influence>]>,
    n: usize,
) -> (Vec<u32>, u32) {
    let same = |list: &[u32]| {
        let mut first: HashMap<u32, usize> = HashMap::new();
        influences.is_none_or(|inf| {
            list.iter().enumerate().all(|(i, o)| {
                let j = *first.entry(*o).or_insert(i);
                inf.get(i) == inf.get(j)
            })
        })
    };
    let untouched = order.is_none()
        && notes::mesh::FINGERPRINT.get(&mesh.extras) == Some(notes::fingerprint(&mesh.positions));
    if untouched {
        let count: u32 = notes::mesh::ORIGINALS.get(&mesh.extras).unwrap_or(0);
        let stored = match notes::mesh::ORIGINAL_OF.get(&mesh.extras) {
            Some(text) => notes::decode_steps(&text).unwrap_or_default(),
            None => (0..n as u32).collect(),
        };
        if stored.len() == n
            && stored.iter().all(|o| *o < count)
            && count <= 4 * n as u32 + 16
            && same(&stored)
        {
            return (stored, count);
        }
    }
    type Key = ([u32; 3], Vec<(u16, u32)>);
    let mut numbers: HashMap<Key, u32> = HashMap::new();
    let list: Vec<u32> = (0..n)
        .map(|i| {
            let at = order.map_or(i, |o| o.get(i).copied().unwrap_or(0) as usize);
            let p = mesh.positions.get(at).copied().unwrap_or_default().map(f32::to_bits);
            let w = influences.and_then(|inf| inf.get(i));
            let w = w.map(|w| w.iter().map(|i| (i.node, i.weight.to_bits())).collect()).unwrap_or_default();
            let next = numbers.len() as u32;
            *numbers.entry((p, w)).or_insert(next)
        })
        .collect();
    (list, numbers.len() as u32)
}

fn make_skin(owner: u32, list: &[Vec<Influence>], originals: &[u32], count: u32, collision: bool) -> Skin {
    let mut table = vec![[0_u32; 2]; count as usize];
    let mut influences: Vec<Influence> = Vec::new();
    for (own, original) in list.iter().zip(originals) {
        if let Some(slot @ [_, 0]) = table.get_mut(*original as usize) {
            *slot = [influences.len() as u32, own.len() as u32];
            influences.extend(own);
        }
    }
    // An original vertex that no vertex uses still needs a sound entry.
    let filler = [0, influences.first().map_or(0, |_| 1)];
    let weight_one = influences.first().is_some_and(|i| (i.weight - 1.0).abs() < 1e-6);
    if table.iter().any(|t| t[1] == 0) && !weight_one {
        let at = influences.len() as u32;
        influences.push(Influence { weight: 1.0, node: owner as u16, pad: [0; 2] });
        table.iter_mut().filter(|t| t[1] == 0).for_each(|t| *t = [at, 1]);
    } else {
        table.iter_mut().filter(|t| t[1] == 0).for_each(|t| *t = filler);
    }
    let nodes: HashSet<u16> = influences.iter().map(|i| i.node).collect();
    Skin {
        node: owner,
        lod: None,
        local_bones: Some(nodes.len() as u32),
        collision: u8::from(collision),
        pad: [0; 3],
        influences,
        table,
    }
}

/// The nodes each submesh needs.
fn palettes(mesh: &mut Mesh, list: &[Vec<Influence>]) {
    let mut first = 0_usize;
    for s in &mut mesh.submeshes {
        let end = first + s.vertices as usize;
        let own = list.get(first..end).unwrap_or_default();
        let mut bones: Vec<u32> = own.iter().flatten().map(|i| u32::from(i.node)).collect();
        bones.sort_unstable();
        bones.dedup();
        s.bones = bones;
        first = end;
    }
}
