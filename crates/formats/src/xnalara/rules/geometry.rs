//! Rules about vertices and triangles. Each names the first element concerned, so that its byte can be shown.

use super::super::maths;
use super::super::model::{Geometry, Mesh, Model, Weights};
use super::fix::{fits_one, normalise};
use super::{
    BONES_PER_MESH, INDEX_16BIT, INDEX_RANGE, MESH_TINY, NORMALS_BAD, NOT_FINITE, TANGENTS_DUMMY,
    WEIGHTS_BONE, WEIGHTS_SUM, WEIGHTS_ZERO, zero_bad,
};
use crate::rules::Pass;
use wire::Code;

/// An element of a mesh.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    /// A vertex by its number.
    Vertex(usize),
    /// A triangle by its number.
    Triangle(usize),
}

impl Element {
    /// Its path in the structure.
    pub fn path(self, mesh: usize) -> String {
        match self {
            Self::Vertex(v) => format!("meshes[{mesh}].vertices[{v}]"),
            Self::Triangle(t) => format!("meshes[{mesh}].triangles[{t}]"),
        }
    }
}

/// Where an element begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// Bytes after the first of its kind in the mesh.
    Into(u64),
    /// Byte of the file.
    Byte(u64),
}

/// Finds an element of a mesh.
pub type Locate<'a> = &'a dyn Fn(usize, Element) -> At;

/// How many vertices something is wrong with, and which is the first.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// How many.
    pub count: usize,
    /// The first.
    pub first: usize,
}

impl Tally {
    fn note(&mut self, vertex: usize, wrong: bool) {
        if wrong && self.count == 0 {
            self.first = vertex;
        }
        self.count += usize::from(wrong);
    }
}

/// What is wrong with the vertices of a mesh.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Faults {
    /// Weights do not sum to one.
    pub sum: Tally,
    /// Weights sum to zero.
    pub zero: Tally,
    /// Hangs on missing bones.
    pub missing: Tally,
    /// Numbers are not finite.
    pub not_finite: Tally,
    /// The normal has no length.
    pub normal: Tally,
}

/// Looks at the vertices of a mesh.
pub fn faults(g: &Geometry, bones: usize) -> Faults {
    let mut out = Faults::default();
    let weighted = g.weights.is_some() && bones > 0;
    for v in 0..g.len() {
        let mut bad = !columns_finite(g, v);
        if weighted {
            let (ids, weights) = g.weights.of(v);
            let sum: f32 = weights.iter().sum();
            let finite = weights.iter().all(|w| w.is_finite());
            bad |= !finite;
            out.missing.note(v, ids.iter().zip(weights).any(|(b, w)| usize::from(*b) >= bones && *w != 0.0));
            out.zero.note(v, sum == 0.0);
            out.sum.note(v, sum != 0.0 && finite && !fits_one(sum));
        }
        out.not_finite.note(v, bad);
        out.normal.note(v, g.normals.get(v).is_some_and(is_zero));
    }
    out
}

fn columns_finite(g: &Geometry, v: usize) -> bool {
    let finite = |values: Option<&[f32]>| values.unwrap_or_default().iter().all(|c| c.is_finite());
    finite(g.positions.get(v).map(<[f32; 3]>::as_slice))
        && finite(g.normals.get(v).map(<[f32; 3]>::as_slice))
        && g.uvs.iter().all(|l| finite(l.get(v).map(<[f32; 2]>::as_slice)))
        && g.tangents.iter().all(|l| finite(l.get(v).map(<[f32; 4]>::as_slice)))
}

/// A normal without length.
fn is_zero(normal: &[f32; 3]) -> bool {
    normal.iter().all(|c| *c == 0.0)
}

/// The rules for one mesh.
pub fn rules(model: &Model, i: usize, place: Locate<'_>, pass: &mut Pass<'_, Model>) {
    let Some(mesh) = model.meshes.get(i) else { return };
    let g = &mesh.geometry;
    let n = g.len();
    let bones = model.bones.len();
    let faults = faults(g, bones);
    type How = fn(&mut Mesh, usize);
    let counted: [(&'static Code, Tally, &str, How); 5] = [
        (&WEIGHTS_SUM, faults.sum, "have weights that do not sum to one", weigh),
        (&WEIGHTS_ZERO, faults.zero, "have weights that sum to zero", weigh),
        (&WEIGHTS_BONE, faults.missing, "use bones that do not exist", detach),
        (&NORMALS_BAD, faults.normal, "have a normal without length", |m, _| rebuild_normals(m, is_zero)),
        (&NOT_FINITE, faults.not_finite, "have numbers that are not finite", |m, _| make_finite(m)),
    ];
    let mut push = |code: &'static Code, element: Element, message: String, how: How| {
        match place(i, element) {
            At::Into(bytes) => pass.sink().push_into(code, bytes, element.path(i), message),
            At::Byte(byte) => pass.sink().push_at(code, byte, element.path(i), message),
        }
        pass.keep(code, move |m| m.meshes.get_mut(i).into_iter().for_each(|m| how(m, bones)));
    };
    for (code, tally, what, how) in counted.into_iter().filter(|c| c.1.count > 0) {
        let message = format!("{} of {n} vertices {what}", tally.count);
        push(code, Element::Vertex(tally.first), message, how);
    }
    let triangles = mesh.indices.as_chunks::<3>().0;
    if let Some(first) = triangles.iter().position(|t| !within(t, n)) {
        let out = triangles.iter().filter(|t| !within(t, n)).count();
        let message = format!("{out} triangles name vertices beyond {n}");
        push(&INDEX_RANGE, Element::Triangle(first), message, drop_outside);
    }
    let at = format!("meshes[{i}].vertices");
    if let Some(t) = g.tangents.first()
        && !t.is_empty()
        && t.iter().filter(|t| is_tangent(t)).count() * 10 < t.len() * 9
    {
        pass.report(&TANGENTS_DUMMY, at.clone(), "the tangents are zero or have no sign");
    }
    if n < 3 {
        pass.report(&MESH_TINY, at.clone(), format!("{n} vertices"));
    }
    if n > 65535 {
        pass.report(&INDEX_16BIT, at.clone(), format!("{n} vertices"));
    }
    let used = used_bones(model, i);
    if used > 59 {
        pass.report(&BONES_PER_MESH, at, format!("{used} bones"));
    }
}

/// No weight on a bone that does not exist.
fn detach(mesh: &mut Mesh, bones: usize) {
    let w = &mut mesh.geometry.weights;
    for (bone, weight) in w.bones.iter_mut().zip(&mut w.weights).filter(|(b, _)| usize::from(**b) >= bones) {
        (*bone, *weight) = (0, 0.0);
    }
}

/// Weights of every vertex that sum to one.
fn weigh(mesh: &mut Mesh, _: usize) {
    let mut out = Weights { starts: vec![0], ..Weights::default() };
    for v in 0..mesh.geometry.len() {
        let (ids, weights) = mesh.geometry.weights.of(v);
        let mut pairs: Vec<(u16, f32)> = ids.iter().copied().zip(weights.iter().copied()).collect();
        if pairs.is_empty() {
            pairs.push((0, 0.0));
        }
        normalise(&mut pairs);
        out.push(pairs);
    }
    mesh.geometry.weights = out;
}

fn make_finite(mesh: &mut Mesh) {
    let g = &mut mesh.geometry;
    zero_bad(g.positions.as_flattened_mut());
    g.uvs.iter_mut().for_each(|l| zero_bad(l.as_flattened_mut()));
    g.tangents.iter_mut().for_each(|l| zero_bad(l.as_flattened_mut()));
    zero_bad(&mut g.weights.weights);
    rebuild_normals(mesh, |n| n.iter().any(|v| !v.is_finite()));
}

fn rebuild_normals(mesh: &mut Mesh, bad: impl Fn(&[f32; 3]) -> bool) {
    let g = &mut mesh.geometry;
    if g.normals.iter().any(&bad) {
        let rebuilt = maths::normals(&g.positions, &mesh.indices);
        for (n, new) in g.normals.iter_mut().zip(rebuilt).filter(|(n, _)| bad(n)) {
            *n = new;
        }
    }
}

/// Whether a triangle names vertices there are.
fn within(triangle: &[u32; 3], vertices: usize) -> bool {
    triangle.iter().all(|v| (*v as usize) < vertices)
}

fn drop_outside(mesh: &mut Mesh, _: usize) {
    let n = mesh.geometry.len();
    let good = mesh.indices.as_chunks::<3>().0.iter().filter(|t| within(t, n));
    mesh.indices = good.copied().collect::<Vec<_>>().into_flattened();
}

fn used_bones(model: &Model, i: usize) -> usize {
    let mut used = vec![false; model.bones.len()];
    if let Some(w) = model.meshes.get(i).map(|m| &m.geometry.weights) {
        for (b, weight) in w.bones.iter().zip(&w.weights) {
            if *weight != 0.0
                && let Some(slot) = used.get_mut(usize::from(*b))
            {
                *slot = true;
            }
        }
    }
    used.into_iter().filter(|u| *u).count()
}

/// A direction of length one with a sign.
pub fn is_tangent(t: &[f32; 4]) -> bool {
    let [x, y, z, w] = *t;
    (x * x + y * y + z * z - 1.0).abs() < 0.02 && w.abs() == 1.0
}
