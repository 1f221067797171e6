//! Whether a mesh still is the one of a file, whatever a program did to the order of its vertices and triangles.
//!
//! Blender writes vertices anew: other numbers, no tangents, normals within a thousandth. What shows the same triangles
//! with the same materials, UVs, normals and colours was not edited, so the file may stay as it was.

use super::super::types::Xmf;
use crate::egosoft::{base64_bytes, notes::mesh as notes};
use glam::{DVec3, Vec3};
use scene::{Colors, Extras, Mesh, Topology};
use std::collections::HashMap;
use wire::{Reader, Sink};

/// Largest difference of a UV, of numbers up to 1.
const UV_NEAR: f32 = 2e-5;
/// Smallest cosine between normals.
const NORMAL_NEAR: f32 = 0.998;
/// What Blender gives some corners whose normal does not fit their face, and of how many triangles one may be odd.
const BLENDER_NORMAL: [f32; 3] = [0.0, 1.0, 0.0];
const BLENDER_SHARE: usize = 40;
/// How high a triangle is over its longest side, at most, to be a line.
const FLAT: f64 = 1e-4;
/// Largest difference of a colour: programs keep them in other spaces.
pub(super) const COLOR_NEAR: f32 = 4.0 / 255.0;

impl Xmf {
    /// The whole file, from what extras keep of it: tables and compressed blocks.
    pub(crate) fn kept(extras: &Extras) -> Option<Xmf> {
        let mut file = base64_bytes(&notes::TABLES.get(extras)?)?;
        let tables = Xmf::read_tables(&mut Reader::new(&file)).ok()?;
        let base = file.len();
        let blocks = notes::BLOCKS.get(extras)?;
        let mut order: Vec<(u32, Option<String>)> =
            tables.buffers.iter().map(|b| b.desc.data_offset).zip(blocks).collect();
        order.sort_by_key(|(offset, _)| *offset);
        for (offset, block) in order {
            if file.len() - base != offset as usize {
                return None;
            }
            file.extend(base64_bytes(&block?)?);
        }
        Xmf::read(&mut Reader::new(&file)).ok()
    }

    /// Whether a mesh shows what this file does.
    pub(crate) fn is_shown_by(&self, mesh: &Mesh, names: &[Option<Vec<u8>>], stem: &str) -> bool {
        let Ok(built) = self.to_mesh(stem, &mut Sink::new()) else { return false };
        let named = built.materials.iter().flatten().any(|r| !r.name.is_empty());
        let own: Vec<Option<Vec<u8>>> =
            built.materials.iter().map(|r| r.as_ref().map(|r| r.name.clone()).filter(|_| named)).collect();
        let theirs: Vec<Option<Vec<u8>>> = mesh
            .primitives
            .iter()
            .enumerate()
            .map(|(i, _)| names.get(i).cloned().flatten().filter(|_| named))
            .collect();
        if built.mesh.uvs.len() != mesh.uvs.len() || mesh.colors.len() > built.mesh.colors.len() {
            return false;
        }
        let (old, new) = (triangles(&built.mesh, &own), triangles(mesh, &theirs));
        let alike = |a: &[u32; 3], b: &[u32; 3], lax: bool| {
            let normals = match (is_flat(&built.mesh, *a), lax) {
                (true, _) => Normals::Any,
                (false, true) => Normals::Lax,
                (false, false) => Normals::Near,
            };
            a.iter().zip(b).all(|(a, b)| corner(&built.mesh, *a, mesh, *b, normals))
        };
        let same = |list: &[[u32; 3]], other: &[[u32; 3]], lax: bool| {
            list.iter().all(|a| other.iter().any(|b| alike(a, b, lax)))
                && other.iter().all(|b| list.iter().any(|a| alike(a, b, lax)))
        };
        let (mut odd, mut gone) = (0, 0);
        let all = old.iter().all(|(key, list)| {
            let Some(other) = new.get(key) else {
                gone += 1;
                return new.contains_key(&(key.0, reverse(key.1)));
            };
            let strictly = same(list, other, false);
            odd += usize::from(!strictly);
            strictly || same(list, other, true)
        });
        all && new.len() + gone == old.len() && (odd + gone) * BLENDER_SHARE <= old.len()
    }
}

/// The other side of a triangle: Blender keeps one of two that share their corners.
fn reverse([a, b, c]: [[u32; 3]; 3]) -> [[u32; 3]; 3] {
    [[a, c, b], [c, b, a], [b, a, c]].into_iter().min().unwrap_or([a, c, b])
}

/// Material and positions of a triangle.
type Key<'a> = (Option<&'a [u8]>, [[u32; 3]; 3]);

/// Triangles by what they are known by, the smallest corner first. Those without an area are left out, as programs do.
fn triangles<'a>(mesh: &Mesh, names: &'a [Option<Vec<u8>>]) -> HashMap<Key<'a>, Vec<[u32; 3]>> {
    let bits = |i: u32| mesh.positions.get(i as usize).map(|p| p.map(|v| (v + 0.0).to_bits()));
    let mut out: HashMap<Key<'a>, Vec<[u32; 3]>> = HashMap::new();
    for (p, name) in mesh.primitives.iter().zip(names).filter(|(p, _)| p.topology == Topology::Triangles) {
        for tri in mesh.indices_of(p).as_chunks::<3>().0 {
            let [Some(a), Some(b), Some(c)] = tri.map(bits) else { continue };
            if a == b || b == c || a == c {
                continue;
            }
            let [i, j, k] = *tri;
            let turned = [([a, b, c], [i, j, k]), ([b, c, a], [j, k, i]), ([c, a, b], [k, i, j])];
            let Some((key, tri)) = turned.into_iter().min() else { continue };
            out.entry((name.as_deref(), key)).or_default().push(tri);
        }
    }
    out
}

/// Which normals are the same.
#[derive(Clone, Copy, PartialEq)]
enum Normals {
    Near,
    /// Also what Blender gives some.
    Lax,
    /// Nobody sees a triangle without an area, and Blender makes up its normals.
    Any,
}

/// Whether a triangle has no area: its corners are on a line.
fn is_flat(mesh: &Mesh, corners: [u32; 3]) -> bool {
    let place = |i: u32| mesh.positions.get(i as usize).map(|p| DVec3::from(p.map(f64::from)));
    let [Some(a), Some(b), Some(c)] = corners.map(place) else { return true };
    let (x, y) = (b - a, c - a);
    let longest = x.length().max(y.length()).max((c - b).length());
    x.cross(y).length() <= longest * longest * FLAT
}

fn near_uv(x: &[f32; 2], y: &[f32; 2]) -> bool {
    x.iter().zip(y).all(|(x, y)| (x - y).abs() <= UV_NEAR * x.abs().max(1.0))
}

fn near_normal(x: &[f32; 3], y: &[f32; 3]) -> bool {
    let (x, y) = (Vec3::from(*x), Vec3::from(*y));
    // Those of no length say nothing.
    x.length() < 0.5 || y.length() < 0.5 || x.normalize().dot(y.normalize()) > NORMAL_NEAR
}

/// Whether two vertices at one place are the same one.
pub(super) fn near(uv: &[f32; 2], old_uv: &[f32; 2], normal: &[f32; 3], old_normal: &[f32; 3]) -> bool {
    near_uv(old_uv, uv) && near_normal(old_normal, normal)
}

fn corner(a: &Mesh, i: u32, b: &Mesh, j: u32, allowed: Normals) -> bool {
    let (i, j) = (i as usize, j as usize);
    let uvs = a.uvs.iter().zip(&b.uvs).all(|(x, y)| match (x.get(i), y.get(j)) {
        (Some(x), Some(y)) => near_uv(x, y),
        _ => false,
    });
    let normals = match (a.normals.get(i), b.normals.get(j)) {
        _ if allowed == Normals::Any => true,
        (_, Some(y)) if allowed == Normals::Lax && *y == BLENDER_NORMAL => true,
        (Some(x), Some(y)) => near_normal(x, y),
        _ => true,
    };
    let colors = a.colors.iter().zip(&b.colors).all(|(x, y)| match (color(x, i), color(y, j)) {
        (Some(x), Some(y)) => {
            // Blender writes colours without alpha, which then is 1.
            let counted = if y[3] == 1.0 { 3 } else { 4 };
            x.iter().zip(y).take(counted).all(|(x, y)| (x - y).abs() <= COLOR_NEAR)
        }
        _ => false,
    });
    uvs && normals && colors
}

pub(super) fn color(colors: &Colors, i: usize) -> Option<[f32; 4]> {
    match colors {
        Colors::U8(v) => v.get(i).map(|c| c.map(|x| f32::from(x) / 255.0)),
        Colors::F32(v) => v.get(i).copied(),
    }
}
