//! Meshes of a scene, one per material.

use super::super::rules as codes;
use super::super::rules::fix;
use super::super::rules::geometry::is_tangent;
use super::super::scene::colors;
use super::bones::{Skeleton, nearest_bone};
use super::materials::{self, Pictures, Placeholder};
use super::origin::{Origin, Template};
use super::parts::{self, Shown};
use super::surface::Turner;
use super::{Target, layers, look};
use crate::WriteOptions;
use crate::notes::base64_bytes;
use crate::xnalara::maths;
use crate::xnalara::model::{Geometry, Mesh, Texture, Weights};
use crate::xnalara::names::MeshName;
use crate::xnalara::notes;
use glam::{Mat3, Mat4, Vec3};
use scene::{Colors, Material, Node, Primitive, Scene, Topology};
use std::collections::BTreeSet;
use wire::{Sink, Text};

/// Makes meshes.
pub struct Maker<'a> {
    /// From here.
    pub scene: &'a Scene,
    /// Onto these bones.
    pub skeleton: &'a Skeleton,
    /// What was asked for.
    pub options: &'a WriteOptions,
    /// What kind of file.
    pub target: Target,
    /// The original file.
    pub template: Option<&'a Template>,
    /// Pictures for slots that nothing fills.
    pub placeholders: BTreeSet<Placeholder>,
    /// Turns normal maps.
    pub turner: Turner,
}

impl Maker<'_> {
    /// All meshes of all nodes, in the order they had.
    pub fn all(&mut self, sink: &mut Sink) -> Vec<Mesh> {
        let scene = self.scene;
        let world = scene.world_matrices();
        let mut out = Vec::new();
        for (i, node) in scene.nodes.iter().enumerate() {
            let Some(mesh) = node.mesh.and_then(|m| scene.meshes.get(m.0 as usize)) else { continue };
            let mut place = self.place(i, node, world.get(i).copied().unwrap_or(Mat4::IDENTITY));
            let first = mesh.primitives.first().map(|p| p.material);
            place.several = mesh.primitives.iter().any(|p| Some(p.material) != first);
            for primitive in &mesh.primitives {
                if primitive.topology != Topology::Triangles {
                    let message = format!("points or lines of {:?} are left out", mesh.name);
                    sink.push(&codes::LOST_TOPOLOGY, "meshes", message);
                    continue;
                }
                out.push(self.mesh(node, mesh, primitive, &place, sink));
            }
        }
        in_order(out)
    }

    fn place(&self, index: usize, node: &Node, world: Mat4) -> Attachment {
        let skin = node.skin.and_then(|s| self.scene.skins.get(s.0 as usize));
        let root = self.skeleton.root();
        match (skin, node.skin) {
            (Some(skin), Some(id)) => Attachment {
                matrix: self.skeleton.skin_space.get(id.0 as usize).copied().unwrap_or(Mat4::IDENTITY),
                joints: skin
                    .joints
                    .iter()
                    .map(|j| self.skeleton.of_node.get(j.0 as usize).copied().flatten().unwrap_or(root))
                    .collect(),
                rigid: nearest_bone(self.scene, self.skeleton, index).unwrap_or(root),
                several: false,
            },
            _ => Attachment {
                matrix: world,
                joints: Vec::new(),
                rigid: nearest_bone(self.scene, self.skeleton, index).unwrap_or(root),
                several: false,
            },
        }
    }

    fn mesh(
        &mut self,
        node: &Node,
        mesh: &scene::Mesh,
        primitive: &Primitive,
        place: &Attachment,
        sink: &mut Sink,
    ) -> (Rank, Mesh) {
        let material = primitive.material.and_then(|m| self.scene.materials.get(m.0 as usize));
        let fallback = Material::default();
        let material = material.unwrap_or(&fallback);
        let (picked, indices) =
            pick(mesh.indices_of(primitive), mesh.positions.len(), mesh.primitives.len() == 1);
        let has_bones = !self.skeleton.bones.is_empty();
        let mut geometry = geometry(mesh, &picked, place, has_bones, material.base_color);
        let mirrored = place.matrix.determinant() < 0.0;
        // Clockwise in front.
        let mut indices = indices;
        for t in indices.as_chunks_mut::<3>().0 {
            if !mirrored {
                t.swap(1, 2);
            }
        }
        finish(&mut geometry, &indices);
        if mesh.colors.len() > 1 {
            let message = format!("{:?} has {} colour sets", mesh.name, mesh.colors.len());
            sink.push(&codes::LOST_COLORS, "meshes", message);
        }
        let shown = Shown { node, mesh, material, several: place.several, scene: self.scene };
        let (name, parsed, textures, rank) = self.identity(shown, sink);
        let alpha_counts = self.target == Target::Header || parsed.render_group().0.blended;
        // What the mesh's note says is of one part only.
        let own = |o: &Origin| Origin::noted(&mesh.extras).is_none_or(|m| m.name == o.name);
        if !place.several || Origin::noted(&material.extras).is_some_and(|o| own(&o)) {
            restore(&mut geometry, mesh, &picked, alpha_counts);
        }
        let ours = rank.is_some();
        let header = self.target == Target::Header;
        let lost = layers::settle(&mut geometry, material, &parsed, header, ours);
        if !lost.is_empty() {
            let message = format!(
                "{:?}: the UVs of the {} map are not those its render group reads",
                parsed.spell(),
                lost.join(" and the ")
            );
            sink.push(&codes::LOST_MATERIAL, "meshes", message);
        }
        let uv_layers = geometry.uvs.len() as u32;
        (rank, Mesh { name, textures, uv_layers, geometry, indices })
    }

    /// Name, textures and place of a part.
    fn identity(&mut self, shown: Shown<'_>, sink: &mut Sink) -> (Text, MeshName, Vec<Texture>, Rank) {
        let named = parts::name(shown, self.template, sink);
        let material = shown.material;
        let origin = named.origin.as_ref();
        let pictures = Pictures::of(self.scene, shown.mesh);
        let followed = if named.decided && !named.by_hand {
            look::follow(&named.name, material, origin, pictures, sink)
        } else {
            None
        };
        let (name, parsed) = match followed {
            Some(parsed) => (parsed.spell().into(), parsed),
            None if named.decided => {
                let parsed = MeshName::parse(&named.name);
                (named.raw.map_or_else(|| named.name.clone().into(), Text), parsed)
            }
            None => {
                let parsed = materials::choose_name(&named.name, shown, sink);
                (parsed.spell().into(), parsed)
            }
        };
        let mut namer = materials::Namer {
            scene: self.scene,
            options: self.options,
            pictures,
            placeholders: &mut self.placeholders,
            turner: &mut self.turner,
            filled: Vec::new(),
        };
        let textures = namer.textures(&parsed, material, origin);
        if !namer.filled.is_empty() {
            let message = format!("{:?} has no {} map", parsed.spell(), namer.filled.join(", no "));
            sink.push(&codes::LOST_PICTURE, "meshes", message);
        }
        (name, parsed, textures, origin.map(|o| (o.of.clone(), o.rank)))
    }
}

/// File and place there of a part, to sort by; none of its own for new ones.
type Rank = Option<(String, usize)>;

/// In the order of the file they are of; what is new comes last.
fn in_order(meshes: Vec<(Rank, Mesh)>) -> Vec<Mesh> {
    let mut files: Vec<String> = Vec::new();
    let mut keyed: Vec<((usize, usize), Mesh)> = Vec::with_capacity(meshes.len());
    for (rank, mesh) in meshes {
        let key = rank.map_or((usize::MAX, 0), |(file, rank)| {
            let at = files.iter().position(|f| *f == file).unwrap_or_else(|| {
                files.push(file);
                files.len() - 1
            });
            (at, rank)
        });
        keyed.push((key, mesh));
    }
    keyed.sort_by_key(|(key, _)| *key);
    keyed.into_iter().map(|(_, mesh)| mesh).collect()
}

/// Where a mesh goes and what it hangs on.
struct Attachment {
    matrix: Mat4,
    /// Bone of each joint of its skin.
    joints: Vec<u16>,
    /// Bone of vertices without influences.
    rigid: u16,
    /// Whether the mesh has more than one material.
    several: bool,
}

/// The vertices some triangles use, in order, and the triangles on them. All vertices if there are no other triangles.
fn pick(indices: &[u32], vertices: usize, all: bool) -> (Vec<u32>, Vec<u32>) {
    let whole: Vec<u32> = indices
        .as_chunks::<3>()
        .0
        .iter()
        .copied()
        .filter(|t| t.iter().all(|i| (*i as usize) < vertices))
        .collect::<Vec<_>>()
        .into_flattened();
    if all {
        return ((0..vertices as u32).collect(), whole);
    }
    let mut used = vec![false; vertices];
    for i in &whole {
        if let Some(slot) = used.get_mut(*i as usize) {
            *slot = true;
        }
    }
    let count = used.iter().filter(|u| **u).count();
    let mut renumbered = vec![0_u32; vertices];
    let mut picked = Vec::with_capacity(count);
    for (i, _) in used.iter().enumerate().filter(|(_, u)| **u) {
        if let Some(slot) = renumbered.get_mut(i) {
            *slot = picked.len() as u32;
        }
        picked.push(i as u32);
    }
    let whole = whole.iter().map(|i| renumbered.get(*i as usize).copied().unwrap_or(0)).collect();
    (picked, whole)
}

fn gather<T: Copy>(column: &[T], picked: &[u32]) -> Vec<T> {
    picked.iter().filter_map(|i| column.get(*i as usize).copied()).collect()
}

fn geometry(
    mesh: &scene::Mesh,
    picked: &[u32],
    place: &Attachment,
    has_bones: bool,
    base_color: [f32; 4],
) -> Geometry {
    let m = place.matrix;
    let identity = m == Mat4::IDENTITY;
    let mut g = Geometry {
        positions: gather(&mesh.positions, picked),
        normals: gather(&mesh.normals, picked),
        colors: vertex_colors(mesh, picked, base_color),
        uvs: mesh.uvs.iter().map(|l| gather(l, picked)).collect(),
        tangents: Vec::new(),
        ..Geometry::default()
    };
    // Unusable ones are made anew by whoever stores them.
    if mesh.tangents.len() == mesh.positions.len() && mesh.tangents.iter().all(is_tangent) {
        let turned = gather(&mesh.tangents, picked).into_iter().map(|[x, y, z, w]| [x, y, z, -w]);
        g.tangents.push(turned.collect());
    }
    if !identity {
        for p in &mut g.positions {
            *p = m.transform_point3(Vec3::from_array(*p)).to_array();
        }
        let linear = Mat3::from_mat4(m);
        let normal = if linear.determinant().abs() > 1e-20 { linear.inverse().transpose() } else { linear };
        let turn = |m: Mat3, v: Vec3| (m * v).normalize_or(v);
        for n in &mut g.normals {
            *n = turn(normal, Vec3::from_array(*n)).to_array();
        }
        let sign = if m.determinant() < 0.0 { -1.0 } else { 1.0 };
        for t in g.tangents.iter_mut().flatten() {
            let v = turn(linear, Vec3::new(t[0], t[1], t[2]));
            *t = [v.x, v.y, v.z, t[3] * sign];
        }
    }
    if has_bones {
        g.weights = weights(mesh, picked, place);
    }
    g
}

fn weights(mesh: &scene::Mesh, picked: &[u32], place: &Attachment) -> Weights {
    let mut out = Weights { starts: vec![0], ..Weights::default() };
    for v in picked {
        let mut pairs: Vec<(u16, f32)> = match &mesh.influences {
            Some(i) if !place.joints.is_empty() => i
                .of(*v as usize)
                .filter(|(_, w)| w.is_finite() && *w != 0.0)
                .filter_map(|(j, w)| Some((*place.joints.get(usize::from(j))?, w)))
                .collect(),
            _ => Vec::new(),
        };
        if pairs.is_empty() {
            pairs.push((place.rigid, 1.0));
        }
        fix::normalise(&mut pairs);
        out.push(pairs);
    }
    out
}

fn vertex_colors(mesh: &scene::Mesh, picked: &[u32], base: [f32; 4]) -> Vec<[u8; 4]> {
    let tinted = |mut c: [f32; 4]| {
        c.iter_mut().zip(base).for_each(|(slot, factor)| *slot *= factor);
        colors::to_display(c)
    };
    let mut out: Vec<[u8; 4]> = match mesh.colors.first() {
        Some(Colors::U8(c)) => {
            gather(c, picked).into_iter().map(|c| tinted(c.map(|v| f32::from(v) / 255.0))).collect()
        }
        Some(Colors::F32(c)) => gather(c, picked).into_iter().map(tinted).collect(),
        None => Vec::new(),
    };
    out.resize(picked.len(), tinted([1.0; 4]));
    out
}

/// Numbers instead of what is not a number, normals where there are none.
fn finish(g: &mut Geometry, indices: &[u32]) {
    let zero = |values: &mut [f32]| {
        for v in values {
            if !v.is_finite() {
                *v = 0.0;
            }
        }
    };
    zero(g.positions.as_flattened_mut());
    zero(g.normals.as_flattened_mut());
    g.uvs.iter_mut().for_each(|l| zero(l.as_flattened_mut()));
    g.normals.resize(g.positions.len(), [0.0; 3]);
    for uv in &mut g.uvs {
        uv.resize(g.positions.len(), [0.0; 2]);
    }
    if g.normals.iter().any(|n| n.iter().all(|v| *v == 0.0)) {
        let rebuilt = maths::normals(&g.positions, indices);
        for (n, new) in g.normals.iter_mut().zip(rebuilt) {
            if n.iter().all(|v| *v == 0.0) {
                *n = new;
            }
        }
    }
}

/// Alpha and tangents as our own glTF carries them, where the vertices are still the same.
///
/// The alpha was put aside because the file's program ignores it: where it counts, only zero everywhere still means
/// "unset".
fn restore(g: &mut Geometry, mesh: &scene::Mesh, picked: &[u32], alpha_counts: bool) {
    let all_there = picked.len() == mesh.positions.len();
    let stored: Vec<u8> = match notes::mesh::ALPHA.get(&mesh.extras) {
        Some(notes::Alpha::All(alpha)) => vec![alpha; g.colors.len()],
        Some(notes::Alpha::Each(text)) if all_there => base64_bytes(&text).unwrap_or_default(),
        _ => Vec::new(),
    };
    let ignored = !alpha_counts || stored.iter().all(|a| *a == 0);
    if ignored && stored.len() == g.colors.len() && g.colors.iter().all(|c| c[3] == 255) {
        for (c, alpha) in g.colors.iter_mut().zip(stored) {
            c[3] = alpha;
        }
    }
    for layer in 0..g.uvs.len() {
        let stored = notes::tangents(&mesh.extras, layer);
        if let Some(t) = stored.filter(|t| all_there && t.len() == g.positions.len()) {
            if let Some(slot) = g.tangents.get_mut(layer) {
                *slot = t;
            } else if g.tangents.len() == layer {
                g.tangents.push(t);
            }
        }
    }
}
