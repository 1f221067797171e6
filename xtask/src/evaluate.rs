//! Our own word on what a GLB looks like: plain skinning, morphing and animation, in double precision, on top of the
//! `gltf` crate. Shares no code with the program's reader and writer.

use anyhow::{Context, Result, bail};
use glam::{DMat3, DMat4, DQuat, DVec3};
use gltf::animation::Interpolation;
use gltf::animation::util::ReadOutputs;
use gltf::mesh::Mode;
use std::path::Path;

/// A glTF file and its buffers.
pub struct Model {
    doc: gltf::Document,
    buffers: Vec<Vec<u8>>,
}

/// A mesh on a node, at some time.
pub struct Instance {
    /// Number of the node.
    pub node: usize,
    /// Name of the node.
    pub name: String,
    /// Name of the mesh.
    pub mesh: String,
    /// What is drawn, a part per primitive.
    pub parts: Vec<Part>,
}

/// A primitive in world space.
pub struct Part {
    /// Positions of all vertices, used or not.
    pub positions: Vec<DVec3>,
    /// Normals, or empty; not morphed.
    pub normals: Vec<DVec3>,
    /// UV sets.
    pub uvs: Vec<Vec<[f32; 2]>>,
    /// Nodes that move each vertex and how much; empty without a skin.
    pub weights: Vec<Vec<(usize, f32)>>,
    /// Vertex numbers.
    pub indices: Vec<u32>,
    /// Triangles or not.
    pub mode: Mode,
}

/// One animated property.
struct Track {
    node: usize,
    property: gltf::animation::Property,
    interpolation: Interpolation,
    times: Vec<f32>,
    /// Values of a key one after another, `width` numbers each.
    values: Vec<f64>,
    width: usize,
}

/// The state of a node.
#[derive(Clone)]
struct Pose {
    t: DVec3,
    r: DQuat,
    s: DVec3,
    weights: Vec<f64>,
}

impl Model {
    /// Reads a `.glb` or `.gltf`.
    pub fn open(path: &Path) -> Result<Self> {
        let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
        let gltf::Gltf { document: doc, blob } = gltf::Gltf::from_slice(&bytes)
            .with_context(|| format!("the gltf crate refuses {}", path.display()))?;
        let mut buffers = Vec::new();
        for buffer in doc.buffers() {
            buffers.push(match buffer.source() {
                gltf::buffer::Source::Bin => blob.clone().context("no binary chunk")?,
                gltf::buffer::Source::Uri(uri) if uri.starts_with("data:") => bail!("data URI in {uri:.40}"),
                gltf::buffer::Source::Uri(uri) => {
                    let folder = path.parent().unwrap_or(Path::new("."));
                    std::fs::read(folder.join(uri.replace("%20", " ")))?
                }
            });
        }
        Ok(Self { doc, buffers })
    }

    /// Names of the animations.
    pub fn animations(&self) -> Vec<String> {
        self.doc.animations().map(|a| a.name().unwrap_or_default().to_owned()).collect()
    }

    /// Names of all nodes, by number.
    pub fn nodes(&self) -> Vec<String> {
        self.doc.nodes().map(|n| n.name().unwrap_or_default().to_owned()).collect()
    }

    /// Names of all materials.
    pub fn materials(&self) -> Vec<String> {
        self.doc.materials().map(|m| m.name().unwrap_or_default().to_owned()).collect()
    }

    /// All key times of an animation.
    pub fn times(&self, animation: usize) -> Result<Vec<f32>> {
        let mut all: Vec<f32> = self.tracks(animation)?.iter().flat_map(|t| t.times.clone()).collect();
        all.sort_by(f32::total_cmp);
        all.dedup();
        Ok(all)
    }

    /// Names of all joints of all skins.
    pub fn joints(&self) -> Vec<String> {
        let mut out: Vec<(usize, String)> = self
            .doc
            .skins()
            .flat_map(|s| {
                s.joints().map(|j| (j.index(), j.name().unwrap_or_default().to_owned())).collect::<Vec<_>>()
            })
            .collect();
        out.sort();
        out.dedup();
        out.into_iter().map(|(_, n)| n).collect()
    }

    /// Whether some node is scaled differently in its axes while it has children: then there may be shear. Only bones
    /// cannot have it: Blender multiplies the matrices of plain objects as they are.
    pub fn may_shear(&self) -> bool {
        if self.doc.skins().len() == 0 {
            return false;
        }
        let uneven = |s: [f32; 3]| (s[0] - s[1]).abs().max((s[1] - s[2]).abs()) > 1e-4 * s[0].abs();
        let scaled = self.doc.nodes().any(|n| n.children().len() > 0 && uneven(n.transform().decomposed().2));
        scaled
            || (0..self.animations().len()).any(|a| {
                let tracks = self.tracks(a).unwrap_or_default();
                tracks.iter().any(|t| {
                    t.property == gltf::animation::Property::Scale
                        && t.values.chunks_exact(3).any(|v| uneven([v[0] as f32, v[1] as f32, v[2] as f32]))
                })
            })
    }

    /// Times of an animation at which Blender must agree, and whether it must agree exactly: key times and times
    /// between them. Between keys it has splines of its own for cubic ones and straight lines for rotations.
    pub fn common_times(&self, animation: usize) -> Result<Vec<(f32, bool)>> {
        let tracks = self.tracks(animation)?;
        let keys = self.times(animation)?;
        let between =
            keys.iter().zip(keys.iter().skip(1)).flat_map(|(a, b)| [0.2, 0.5, 0.7].map(|s| a + (b - a) * s));
        let mut all: Vec<f32> = keys.iter().copied().chain(between).collect();
        all.sort_by(f32::total_cmp);
        // Keys next to bends are close together: of those a few.
        let least = all.last().zip(all.first()).map_or(0.0, |(b, a)| (b - a) / 100.0);
        let mut last = f32::NEG_INFINITY;
        all.retain(|t| {
            let keep = t - last >= least;
            last = if keep { *t } else { last };
            keep
        });
        let clear = all.into_iter().filter(|time| tracks.iter().all(|t| !t.jumps_near(*time)));
        Ok(clear.map(|time| (time, tracks.iter().all(|t| t.is_plain_at(time)))).collect())
    }

    fn tracks(&self, animation: usize) -> Result<Vec<Track>> {
        let animation = self.doc.animations().nth(animation).context("no such animation")?;
        let mut out = Vec::new();
        for channel in animation.channels() {
            let reader = channel.reader(|b| self.buffers.get(b.index()).map(Vec::as_slice));
            let times: Vec<f32> = reader.read_inputs().context("channel without times")?.collect();
            let values: Vec<f64> = match reader.read_outputs().context("channel without values")? {
                ReadOutputs::Translations(v) | ReadOutputs::Scales(v) => v.flatten().map(f64::from).collect(),
                ReadOutputs::Rotations(v) => v.into_f32().flatten().map(f64::from).collect(),
                ReadOutputs::MorphTargetWeights(v) => v.into_f32().map(f64::from).collect(),
            };
            let interpolation = channel.sampler().interpolation();
            let per_key = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
            let width = values.len() / times.len().max(1) / per_key;
            let node = channel.target().node().index();
            out.push(Track {
                node,
                property: channel.target().property(),
                interpolation,
                times,
                values,
                width,
            });
        }
        Ok(out)
    }

    fn poses(&self, animation: Option<usize>, time: f32) -> Result<Vec<Pose>> {
        let mut poses: Vec<Pose> = self
            .doc
            .nodes()
            .map(|n| {
                let (t, r, s) = n.transform().decomposed();
                let weights = n.weights().or_else(|| n.mesh().and_then(|m| m.weights())).unwrap_or_default();
                Pose {
                    t: DVec3::from(t.map(f64::from)),
                    r: DQuat::from_array(r.map(f64::from)).normalize(),
                    s: DVec3::from(s.map(f64::from)),
                    weights: weights.iter().map(|w| f64::from(*w)).collect(),
                }
            })
            .collect();
        for track in animation.map(|a| self.tracks(a)).transpose()?.unwrap_or_default() {
            let value = track.sample(time);
            let pose = &mut poses[track.node];
            match track.property {
                gltf::animation::Property::Translation => pose.t = DVec3::from_slice(&value),
                gltf::animation::Property::Scale => pose.s = DVec3::from_slice(&value),
                gltf::animation::Property::Rotation => pose.r = DQuat::from_slice(&value).normalize(),
                gltf::animation::Property::MorphTargetWeights => pose.weights = value,
            }
        }
        Ok(poses)
    }

    /// All meshes of the default scene, in world space, at a time of an animation or at rest.
    pub fn evaluate(&self, animation: Option<usize>, time: f32) -> Result<Vec<Instance>> {
        let poses = self.poses(animation, time)?;
        let scene = self.doc.default_scene().or_else(|| self.doc.scenes().next()).context("no scene")?;
        let mut world = vec![DMat4::IDENTITY; poses.len()];
        let mut shown = Vec::new();
        let mut stack: Vec<(gltf::Node<'_>, DMat4)> = scene.nodes().map(|n| (n, DMat4::IDENTITY)).collect();
        while let Some((node, parent)) = stack.pop() {
            let p = &poses[node.index()];
            let m = parent * DMat4::from_scale_rotation_translation(p.s, p.r, p.t);
            world[node.index()] = m;
            stack.extend(node.children().map(|c| (c, m)));
            shown.push(node);
        }
        shown.sort_by_key(gltf::Node::index);
        let mut out = Vec::new();
        for node in shown {
            if let Some(mesh) = node.mesh() {
                let parts = mesh
                    .primitives()
                    .map(|p| self.part(&p, &node, &poses[node.index()], &world))
                    .collect::<Result<_>>()
                    .with_context(|| format!("mesh {:?}", mesh.name().unwrap_or_default()))?;
                let name = node.name().unwrap_or_default().to_owned();
                let mesh = mesh.name().unwrap_or_default().to_owned();
                out.push(Instance { node: node.index(), name, mesh, parts });
            }
        }
        Ok(out)
    }

    fn part(
        &self,
        primitive: &gltf::Primitive<'_>,
        node: &gltf::Node<'_>,
        pose: &Pose,
        world: &[DMat4],
    ) -> Result<Part> {
        let reader = primitive.reader(|b| self.buffers.get(b.index()).map(Vec::as_slice));
        let mut positions: Vec<DVec3> =
            reader.read_positions().context("no positions")?.map(|p| DVec3::from(p.map(f64::from))).collect();
        for (target, weight) in reader.read_morph_targets().zip(&pose.weights) {
            for (p, d) in positions.iter_mut().zip(target.0.into_iter().flatten()) {
                *p += DVec3::from(d.map(f64::from)) * *weight;
            }
        }
        let mut normals: Vec<DVec3> = reader
            .read_normals()
            .map(|n| n.map(|n| DVec3::from(n.map(f64::from))).collect())
            .unwrap_or_default();
        let mut weights_of: Vec<Vec<(usize, f32)>> = Vec::new();
        match node.skin() {
            None => {
                let m = world[node.index()];
                let turn = DMat3::from_mat4(m).inverse().transpose();
                for p in &mut positions {
                    *p = m.transform_point3(*p);
                }
                for n in &mut normals {
                    *n = (turn * *n).normalize_or_zero();
                }
            }
            Some(skin) => {
                let matrices = self.skin_matrices(&skin, world);
                let sets = (0..).map_while(|s| {
                    let joints: Vec<[u16; 4]> = reader.read_joints(s)?.into_u16().collect();
                    let weights: Vec<[f32; 4]> = reader.read_weights(s)?.into_f32().collect();
                    Some((joints, weights))
                });
                let mut moved = vec![DVec3::ZERO; positions.len()];
                let mut turned = vec![DVec3::ZERO; normals.len()];
                let mut sums = vec![0.0_f64; positions.len()];
                let nodes: Vec<usize> = skin.joints().map(|j| j.index()).collect();
                weights_of = vec![Vec::new(); positions.len()];
                for (joints, weights) in sets {
                    for (v, (j, w)) in joints.iter().zip(&weights).enumerate() {
                        for k in 0..4 {
                            if w[k] != 0.0 {
                                let m = matrices.get(usize::from(j[k])).context("joint out of range")?;
                                moved[v] += m.transform_point3(positions[v]) * f64::from(w[k]);
                                sums[v] += f64::from(w[k]);
                                weights_of[v].push((nodes[usize::from(j[k])], w[k]));
                                if let (Some(to), Some(n)) = (turned.get_mut(v), normals.get(v)) {
                                    *to += m.transform_vector3(*n) * f64::from(w[k]);
                                }
                            }
                        }
                    }
                }
                if let Some(bad) = sums.iter().position(|s| (s - 1.0).abs() > 1e-3) {
                    bail!("weights of vertex {bad} sum up to {}", sums[bad]);
                }
                positions = moved;
                normals = turned.iter().map(|n| n.normalize_or_zero()).collect();
            }
        }
        let count = positions.len();
        Ok(Part {
            normals,
            weights: weights_of,
            uvs: (0..).map_while(|s| Some(reader.read_tex_coords(s)?.into_f32().collect())).collect(),
            indices: reader
                .read_indices()
                .map_or_else(|| (0..count as u32).collect(), |i| i.into_u32().collect()),
            mode: primitive.mode(),
            positions,
        })
    }

    fn skin_matrices(&self, skin: &gltf::Skin<'_>, world: &[DMat4]) -> Vec<DMat4> {
        let reader = skin.reader(|b| self.buffers.get(b.index()).map(Vec::as_slice));
        let mut inverse = reader.read_inverse_bind_matrices();
        skin.joints()
            .map(|j| {
                let bind = inverse.as_mut().and_then(Iterator::next);
                let bind =
                    bind.map_or(DMat4::IDENTITY, |m| DMat4::from_cols_array_2d(&m.map(|c| c.map(f64::from))));
                world[j.index()] * bind
            })
            .collect()
    }
}

impl Track {
    /// Whether there is no doubt about the value at a time, whatever a client makes of the way between keys.
    fn is_plain_at(&self, time: f32) -> bool {
        let (Some(first), Some(last)) = (self.times.first(), self.times.last()) else { return true };
        let on_key = || self.times.iter().any(|k| (k - time).abs() < 1e-6);
        let straight = self.interpolation != Interpolation::CubicSpline
            && self.property != gltf::animation::Property::Rotation;
        time <= *first || time >= *last || on_key() || straight
    }

    /// Whether the value jumps about now: a client may stand on either side, and Blender keeps no keys that are less
    /// than a hundredth of a frame apart.
    fn jumps_near(&self, time: f32) -> bool {
        let near = |k: f32| (k - time).abs() < 3e-3;
        match self.interpolation {
            Interpolation::Step => self.times.iter().skip(1).any(|k| near(*k)),
            _ => self.times.windows(2).any(|w| w[1] - w[0] < 1e-4 && near(w[1])),
        }
    }

    fn key(&self, index: usize) -> &[f64] {
        let stride = if self.interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        let middle = usize::from(stride == 3);
        let at = (index * stride + middle) * self.width;
        &self.values[at..at + self.width]
    }

    fn sample(&self, time: f32) -> Vec<f64> {
        let last = self.times.len() - 1;
        if time <= self.times[0] {
            return self.key(0).to_vec();
        }
        if time >= self.times[last] {
            return self.key(last).to_vec();
        }
        let next = self.times.partition_point(|t| *t <= time);
        let i = next - 1;
        let span = f64::from(self.times[next] - self.times[i]);
        let u = f64::from(time - self.times[i]) / span;
        let (a, b) = (self.key(i), self.key(next));
        match self.interpolation {
            Interpolation::Step => a.to_vec(),
            Interpolation::Linear if self.property == gltf::animation::Property::Rotation => {
                DQuat::from_slice(a).slerp(DQuat::from_slice(b), u).to_array().to_vec()
            }
            Interpolation::Linear => a.iter().zip(b).map(|(a, b)| a + (b - a) * u).collect(),
            Interpolation::CubicSpline => {
                let w = self.width;
                let leave = &self.values[(i * 3 + 2) * w..][..w];
                let arrive = &self.values[next * 3 * w..][..w];
                let (u2, u3) = (u * u, u * u * u);
                (0..w)
                    .map(|k| {
                        (2.0 * u3 - 3.0 * u2 + 1.0) * a[k]
                            + span * (u3 - 2.0 * u2 + u) * leave[k]
                            + (-2.0 * u3 + 3.0 * u2) * b[k]
                            + span * (u3 - u2) * arrive[k]
                    })
                    .collect()
            }
        }
    }
}

impl Part {
    /// Vertices in the order Blender has them: those that are used, by number.
    pub fn used(&self) -> Vec<DVec3> {
        let mut used: Vec<u32> = self.indices.clone();
        used.sort_unstable();
        used.dedup();
        used.iter().filter_map(|i| self.positions.get(*i as usize).copied()).collect()
    }
}
