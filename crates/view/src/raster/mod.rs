//! A software rasteriser: the same pixels on every machine, no GPU.
//!
//! Vertices are placed ([`crate::pose`]), projected to 24.8 fixed point, set up as triangles with 64-bit edge functions
//! and sorted into tiles, all in parallel but in file order. A tile first finds which triangle each of eight samples per
//! pixel sees, then lights each visible triangle once per pixel, blends what is see-through from back to front and
//! averages in linear light. Depth is 1/w, which is straight across the picture.

mod fill;
mod picture;
mod setup;
mod shapes;
mod surface;
mod texture;

pub use picture::{Picture, apng};
pub(crate) use surface::{CLAY_ROUGHNESS, clay};

use crate::camera::{Angle, Camera};
use crate::math::V3;
use crate::pose::{Pose, Posed, place};
use fill::Frame;
use rayon::prelude::*;
use scene::{Alpha, Colors, Mesh, NodeId, Primitive, Scene, Topology};
use setup::{Batch, TILE, Tri};
use std::borrow::Cow;
use surface::{Lights, Shader, Surface};
use texture::{Texture, gamma};

/// What is behind the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Background {
    /// Nothing: the picture has alpha.
    #[default]
    Transparent,
    /// A colour, sRGB.
    Plain([u8; 3]),
}

impl Background {
    fn pixel(self) -> [u8; 4] {
        match self {
            Background::Transparent => [0; 4],
            Background::Plain([r, g, b]) => [r, g, b, 255],
        }
    }
}

/// How a picture is taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// Pixels across and down.
    pub size: [u32; 2],
    /// What is behind.
    pub background: Background,
    /// Triangles drawn as lines on clay.
    pub wireframe: bool,
    /// Most bytes all decoded pictures may take.
    pub limit: u64,
}

impl Default for Look {
    fn default() -> Self {
        Self { size: [512, 512], background: Background::Transparent, wireframe: false, limit: 1 << 30 }
    }
}

/// Blended materials less opaque than this do not count for the frame.
const FAINT: f32 = 0.05;

/// The largest picture, pixels a side.
pub const LARGEST: u32 = 8192;

/// A mesh where it stands.
pub(crate) struct Instance<'a> {
    mesh: Cow<'a, Mesh>,
    posed: Posed,
}

/// Triangles of one instance with one surface.
#[derive(Debug, Clone)]
pub(crate) struct Draw {
    instance: usize,
    surface: usize,
    /// First index.
    first: usize,
    triangles: u32,
    double_sided: bool,
    /// Nothing to see through, whatever its material's mode.
    solid: bool,
    blend: bool,
}

/// A scene with its surfaces made ready and its pictures decoded: once for any number of poses.
pub struct Studio<'a> {
    scene: &'a Scene,
    surfaces: Vec<Surface>,
    textures: Vec<Option<Texture>>,
    shown: Vec<NodeId>,
}

impl<'a> Studio<'a> {
    /// Decodes what the shown meshes need, within 1 GiB.
    pub fn new(scene: &'a Scene) -> Self {
        Self::within(scene, Look::default().limit)
    }

    /// Decodes what the shown meshes need, within a limit.
    pub fn within(scene: &'a Scene, limit: u64) -> Self {
        let shown = within(scene, shown(scene), limit);
        let mut surfaces = surface::surfaces(scene);
        let mut wanted = vec![None; scene.images.len()];
        for node in &shown {
            let mesh = scene.nodes[node.0 as usize].mesh.and_then(|m| scene.meshes.get(m.0 as usize));
            for material in mesh.into_iter().flat_map(|m| &m.primitives).filter_map(|p| p.material) {
                if let Some(surface) = surfaces.get(material.0 as usize) {
                    surface.mark(&mut wanted);
                }
            }
        }
        let textures = texture::decode(scene, &wanted, limit);
        for surface in &mut surfaces {
            surface.forget_missing(&textures);
        }
        Self { scene, surfaces, textures, shown }
    }

    /// Places everything. A scene without anything to show shows its bones.
    pub fn pose(&self, pose: &Pose) -> Set<'_> {
        let tangents = |mesh: &Mesh| {
            mesh.primitives
                .iter()
                .filter_map(|p| p.material)
                .any(|m| self.surfaces.get(m.0 as usize).is_some_and(Surface::wants_tangents))
        };
        let mut instances: Vec<Instance<'_>> = self
            .shown
            .iter()
            .filter_map(|node| {
                let mesh = self.scene.meshes.get(self.scene.nodes[node.0 as usize].mesh?.0 as usize)?;
                let posed = place(self.scene, pose, *node, tangents(mesh));
                Some(Instance { mesh: Cow::Borrowed(mesh), posed })
            })
            .collect();
        if instances.iter().all(|i| i.mesh.positions.is_empty()) {
            instances = shapes::bones(self.scene, pose).into_iter().collect();
        }
        Set { studio: self, instances }
    }
}

/// Nodes whose mesh is drawn: visible with all their parents, of the finest level, and no collision unless there is
/// nothing else.
fn shown(scene: &Scene) -> Vec<NodeId> {
    let (children, roots) = scene.children();
    let finest = roots.iter().filter_map(|r| scene.nodes[r.0 as usize].lod).min();
    let mut reach = vec![false; scene.nodes.len()];
    let mut stack = roots;
    stack.retain(|r| scene.nodes[r.0 as usize].lod.is_none_or(|l| Some(l) == finest));
    while let Some(id) = stack.pop() {
        if scene.nodes[id.0 as usize].visible {
            reach[id.0 as usize] = true;
            stack.extend(&children[id.0 as usize]);
        }
    }
    let with = |collision: bool| -> Vec<NodeId> {
        let fits = |i: &u32| {
            let node = &scene.nodes[*i as usize];
            let mesh = node.mesh.and_then(|m| scene.meshes.get(m.0 as usize));
            reach[*i as usize] && mesh.is_some_and(|m| m.collision == collision && !m.positions.is_empty())
        };
        (0..scene.nodes.len() as u32).filter(fits).map(NodeId).collect()
    };
    let visual = with(false);
    if visual.is_empty() { with(true) } else { visual }
}

/// The nodes without those that show a mesh again when there is no more room for it: each is a mesh of its own once placed.
fn within(scene: &Scene, mut shown: Vec<NodeId>, limit: u64) -> Vec<NodeId> {
    let (mut seen, mut left) = (vec![false; scene.meshes.len()], limit);
    shown.retain(|id| {
        let Some(mesh) = scene.nodes.get(id.0 as usize).and_then(|n| n.mesh).map(|m| m.0 as usize) else {
            return false;
        };
        let again = seen.get(mesh).copied().unwrap_or(false);
        seen.get_mut(mesh).into_iter().for_each(|s| *s = true);
        let room = scene.meshes.get(mesh).filter(|_| again).map_or(0, Mesh::room);
        let fits = room <= left;
        left = left.saturating_sub(if fits { room } else { 0 });
        fits
    });
    shown
}

/// A placed scene: pictures of it can be taken from anywhere.
pub struct Set<'a> {
    studio: &'a Studio<'a>,
    instances: Vec<Instance<'a>>,
}

impl Set<'_> {
    /// Every vertex that a triangle, line or point uses; what can hardly be seen only if there is nothing else.
    pub fn points(&self) -> impl Iterator<Item = V3> + '_ {
        let seen =
            |i: &Instance<'_>| i.mesh.primitives.iter().any(|p| p.count > 0 && !self.is_below(p, FAINT));
        let all = !self.instances.iter().any(seen);
        self.instances.iter().flat_map(move |i| {
            let mut used = vec![false; i.posed.positions.len()];
            for p in i.mesh.primitives.iter().filter(|p| all || !self.is_below(p, FAINT)) {
                for index in i.mesh.indices_of(p) {
                    if let Some(u) = used.get_mut(*index as usize) {
                        *u = true;
                    }
                }
            }
            used.into_iter().zip(&i.posed.positions).filter(|(u, _)| *u).map(|(_, p)| *p)
        })
    }

    /// Whether nothing of a primitive is ever seen, such as the curtain of a menu that has opened.
    fn is_clear(&self, p: &Primitive) -> bool {
        self.is_below(p, f32::MIN_POSITIVE)
    }

    /// Whether a primitive is blended with less than some opacity.
    fn is_below(&self, p: &Primitive, opacity: f32) -> bool {
        let surface = p.material.and_then(|m| self.studio.surfaces.get(m.0 as usize));
        surface.is_some_and(|s| s.alpha == Alpha::Blend && s.base[3] < opacity)
    }

    /// A camera that frames all of it, or `None` if there is nothing.
    pub fn camera(&self, angle: Angle, size: [u32; 2]) -> Option<Camera> {
        Camera::framing(self.points(), angle, size, 0.04)
    }

    /// Takes the picture.
    pub fn render(&self, camera: &Camera, look: &Look) -> Picture {
        let look = Look { size: look.size.map(|s| s.clamp(1, LARGEST)), ..*look };
        let extra: Vec<Instance<'_>> =
            self.instances.iter().filter_map(|i| shapes::ribbons(i, camera, look.size)).collect();
        let all: Vec<&Instance<'_>> = self.instances.iter().chain(&extra).collect();
        self.draw(camera, &look, &all)
    }

    fn draw(&self, camera: &Camera, look: &Look, instances: &[&Instance<'_>]) -> Picture {
        let projected: Vec<_> =
            instances.iter().map(|i| setup::project(camera, look.size, &i.posed.positions)).collect();
        let draws = self.draws(instances, look.wireframe);
        let solid = setup::batches(&draws, |d| !d.blend, instances, &projected, look.size);
        let clear = sorted(setup::batches(&draws, |d| d.blend, instances, &projected, look.size), look.size);
        let lights = Lights::around(camera.axes);
        let frame = Frame {
            camera,
            draws: &draws,
            instances,
            surfaces: &self.studio.surfaces,
            shader: Shader { textures: &self.studio.textures, lights: &lights, gamma: gamma() },
            solid: &solid,
            clear: &clear,
            background: look.background,
            wireframe: look.wireframe,
        };
        let [across, down] = setup::tiles(look.size);
        let tiles: Vec<Vec<[u8; 4]>> = (0..(across * down) as usize)
            .into_par_iter()
            .map(|i| fill::tile(&frame, i, [i as i32 % across * TILE, i as i32 / across * TILE]))
            .collect();
        Picture::from_tiles(look.size, across as usize, TILE as usize, &tiles)
    }

    fn draws(&self, instances: &[&Instance<'_>], wireframe: bool) -> Vec<Draw> {
        let mut out = Vec::new();
        let clay = self.studio.surfaces.len() - 1;
        for (instance, i) in instances.iter().enumerate() {
            let vertex_alpha = match i.mesh.colors.first() {
                Some(Colors::U8(c)) => c.iter().any(|c| c[3] != 255),
                Some(Colors::F32(c)) => c.iter().any(|c| c[3] < 1.0),
                None => false,
            };
            let triangles = |p: &&Primitive| p.topology == Topology::Triangles && !self.is_clear(p);
            for p in i.mesh.primitives.iter().filter(triangles) {
                let surface = p.material.map_or(clay, |m| (m.0 as usize).min(clay));
                let s = &self.studio.surfaces[surface];
                let solid = s.alpha == Alpha::Opaque || s.is_solid(&self.studio.textures, vertex_alpha);
                out.push(Draw {
                    instance,
                    surface,
                    first: p.start as usize,
                    triangles: (i.mesh.indices_of(p).len() / 3) as u32,
                    double_sided: s.double_sided,
                    solid,
                    blend: !solid && s.alpha == Alpha::Blend && !wireframe,
                });
            }
        }
        out
    }
}

/// One batch, from the farthest triangle to the nearest; equal ones in file order.
fn sorted(batches: Vec<Batch>, size: [u32; 2]) -> Batch {
    let mut tris: Vec<Tri> = batches.into_iter().flat_map(|b| b.tris).collect();
    tris.sort_by(|a, b| {
        let near = |t: &Tri| t.iw[0] + t.iw[1] + t.iw[2];
        near(a).total_cmp(&near(b))
    });
    let bins = setup::bin(&tris, size);
    Batch { tris, bins }
}

/// The picture of a scene at rest; `None` if there is nothing to see.
pub fn picture(scene: &Scene, pose: &Pose, angle: Angle, look: &Look) -> Option<Picture> {
    let studio = Studio::within(scene, look.limit);
    let set = studio.pose(pose);
    let camera = set.camera(angle, look.size)?;
    Some(set.render(&camera, look))
}

#[cfg(test)]
mod tests;
