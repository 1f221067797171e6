//! Geometry that the file does not have: bones to look at, and lines and points with a width.

use super::Instance;
use crate::camera::Camera;
use crate::math::{V3, add, cross, dot, normalize_or, scale, sub};
use crate::pose::{Pose, Posed};
use scene::{Colors, Mesh, NodeKind, Primitive, Scene, Topology};
use std::borrow::Cow;

/// An octahedron from every node to each of its children, a small one for leaves.
pub(crate) fn bones(scene: &Scene, pose: &Pose) -> Option<Instance<'static>> {
    let head = |i: usize| pose.world[i].point([0.0; 3]).map(|v| v as f32);
    let mut bones: Vec<(V3, V3)> = Vec::new();
    for (i, node) in scene.nodes.iter().enumerate().filter(|(_, n)| n.kind != NodeKind::Holder) {
        if let Some(parent) = node.parent.map(|p| p.0 as usize).filter(|p| *p < scene.nodes.len()) {
            bones.push((head(parent), head(i)));
        }
    }
    let length = |(a, b): &(V3, V3)| dot(sub(*b, *a), sub(*b, *a)).sqrt();
    let mut lengths: Vec<f32> = bones.iter().map(length).filter(|l| *l > 0.0).collect();
    lengths.sort_by(f32::total_cmp);
    let typical = lengths.get(lengths.len() / 2).copied().unwrap_or(1.0);
    let leaf = |i: usize| !scene.nodes.iter().any(|n| n.parent.is_some_and(|p| p.0 as usize == i));
    // Leaves are looked for only in scenes small enough for it to be free.
    if scene.nodes.len() < 4096 {
        for (i, node) in scene.nodes.iter().enumerate() {
            if node.kind != NodeKind::Holder && leaf(i) {
                let at = head(i);
                bones.push((at, add(at, [0.0, typical * 0.25, 0.0])));
            }
        }
    }
    if bones.is_empty() {
        return None;
    }
    let mut mesh = Mesh::default();
    for bone in bones.iter().filter(|b| length(b) > 0.0) {
        octahedron(&mut mesh, *bone);
    }
    let count = mesh.indices.len() as u32;
    mesh.primitives = vec![Primitive { material: None, start: 0, count, topology: Topology::Triangles }];
    let posed = Posed { positions: mesh.positions.clone(), ..Posed::default() };
    Some(Instance { mesh: Cow::Owned(mesh), posed })
}

fn octahedron(mesh: &mut Mesh, (a, b): (V3, V3)) {
    let along = sub(b, a);
    let len = dot(along, along).sqrt();
    let dir = normalize_or(along, [0.0, 1.0, 0.0]);
    let other = if dir[1].abs() < 0.9 { [0.0, 1.0, 0.0] } else { [1.0, 0.0, 0.0] };
    let u = normalize_or(cross(other, dir), other);
    let v = cross(dir, u);
    let waist = add(a, scale(along, 0.15));
    let r = len * 0.1;
    let first = mesh.positions.len() as u32;
    mesh.positions.extend([
        a,
        add(waist, scale(u, r)),
        add(waist, scale(v, r)),
        add(waist, scale(u, -r)),
        add(waist, scale(v, -r)),
        b,
    ]);
    for i in 0..4 {
        let (p, q) = (1 + i, 1 + (i + 1) % 4);
        mesh.indices.extend([0, q, p, 5, p, q].map(|i| first + i));
    }
}

/// Lines and points of an instance as triangles that face the camera.
pub(crate) fn ribbons(i: &Instance<'_>, camera: &Camera, size: [u32; 2]) -> Option<Instance<'static>> {
    let mut out = Ribbons { from: i, mesh: Mesh::default(), posed: Posed::default(), source: Vec::new() };
    // Half a line's width: world units per unit of distance.
    let half = 0.8 * 2.0 * camera.slope[1] / size[1] as f32;
    for p in i.mesh.primitives.iter().filter(|p| p.topology != Topology::Triangles) {
        let start = out.mesh.indices.len() as u32;
        let indices = i.mesh.indices_of(p);
        match p.topology {
            Topology::Lines => indices.chunks_exact(2).for_each(|c| out.line(c[0], c[1], camera, half)),
            _ => indices.iter().for_each(|v| out.dot(*v, camera, half * 2.0)),
        }
        let count = out.mesh.indices.len() as u32 - start;
        out.mesh.primitives.push(Primitive {
            material: p.material,
            start,
            count,
            topology: Topology::Triangles,
        });
    }
    if out.mesh.indices.is_empty() {
        return None;
    }
    let pick = |column: &[[f32; 2]]| -> Vec<[f32; 2]> {
        out.source.iter().map(|v| column.get(*v).copied().unwrap_or_default()).collect()
    };
    out.mesh.uvs = i.mesh.uvs.iter().map(|c| pick(c)).collect();
    out.mesh.colors = i
        .mesh
        .colors
        .iter()
        .map(|c| match c {
            Colors::U8(c) => {
                Colors::U8(out.source.iter().map(|v| c.get(*v).copied().unwrap_or([255; 4])).collect())
            }
            Colors::F32(c) => {
                Colors::F32(out.source.iter().map(|v| c.get(*v).copied().unwrap_or([1.0; 4])).collect())
            }
        })
        .collect();
    Some(Instance { mesh: Cow::Owned(out.mesh), posed: out.posed })
}

struct Ribbons<'a> {
    from: &'a Instance<'a>,
    mesh: Mesh,
    posed: Posed,
    /// Which vertex of the file each new one comes from.
    source: Vec<usize>,
}

impl Ribbons<'_> {
    fn quad(&mut self, corners: [(V3, u32); 4], toward: V3) {
        let first = self.posed.positions.len() as u32;
        for (p, v) in corners {
            self.posed.positions.push(p);
            self.posed.normals.push(toward);
            self.source.push(v as usize);
        }
        // Both ways round, so that one of them is the front whatever the surface.
        self.mesh.indices.extend([0, 1, 2, 2, 1, 3, 0, 2, 1, 2, 3, 1].map(|i| first + i));
    }

    fn line(&mut self, a: u32, b: u32, camera: &Camera, half: f32) {
        let at = |v: u32| self.from.posed.positions.get(v as usize).copied();
        let (Some(p), Some(q)) = (at(a), at(b)) else { return };
        let toward = normalize_or(sub(camera.eye, p), camera.axes[2]);
        let side = normalize_or(cross(sub(q, p), toward), camera.axes[0]);
        let width = |p: V3| half * dot(camera.axes[2], sub(camera.eye, p));
        let (wp, wq) = (scale(side, width(p)), scale(side, width(q)));
        self.quad([(add(p, wp), a), (sub(p, wp), a), (add(q, wq), b), (sub(q, wq), b)], toward);
    }

    fn dot(&mut self, v: u32, camera: &Camera, half: f32) {
        let Some(p) = self.from.posed.positions.get(v as usize).copied() else { return };
        let r = half * dot(camera.axes[2], sub(camera.eye, p));
        let (x, y) = (scale(camera.axes[0], r), scale(camera.axes[1], r));
        let corners = [sub(sub(p, x), y), sub(add(p, x), y), add(sub(p, x), y), add(add(p, x), y)];
        self.quad(corners.map(|c| (c, v)), camera.axes[2]);
    }
}
