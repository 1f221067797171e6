//! Vertex colours that another program left out.
//!
//! Blender's exporter writes colours without alpha unless a material uses it, and drops layers that none uses. What the
//! original file says about the same vertices still holds where the rest of their colour is as it was.

use super::super::rules::COLOR_LOST;
use super::same::{COLOR_NEAR, color};
use scene::{Colors, Mesh};
use std::collections::HashMap;
use wire::Sink;

/// Pairs of vertices looked at for those that were moved.
const WORK: usize = 50_000_000;

/// Gives a mesh the alpha and the colour layers of the one it came from, where they were lost.
pub(super) fn restore(mesh: &mut Mesh, original: &Mesh, sink: &mut Sink) {
    let mut lost = 0;
    for (layer, old) in original.colors.iter().enumerate() {
        let count = original.positions.len();
        let see_through = (0..count).filter_map(|i| color(old, i)).any(|c| c[3] < 1.0);
        let whole = match mesh.colors.get(layer) {
            Some(new) => {
                let kept = (0..mesh.positions.len()).filter_map(|i| color(new, i)).any(|c| c[3] < 1.0);
                if kept || !see_through {
                    continue;
                }
                false
            }
            // Layers are numbered: one that is missing in between cannot be distinguished from the next.
            None if mesh.colors.len() == layer => true,
            None => continue,
        };
        lost += fill(mesh, original, layer, whole);
    }
    if lost > 0 {
        let message = format!(
            "{lost} vertices have no alpha of their own, and none of the original fits: they get 255"
        );
        sink.push(&COLOR_LOST, mesh.name.clone(), message);
    }
}

/// Fills in one layer, or its alpha; how many vertices have no match.
fn fill(mesh: &mut Mesh, original: &Mesh, layer: usize, whole: bool) -> usize {
    let Some(old) = original.colors.get(layer) else { return 0 };
    let finder = Finder::new(original);
    let mut lost = 0;
    let mut work = WORK;
    let mut values: Vec<[u8; 4]> = Vec::with_capacity(mesh.positions.len());
    for i in 0..mesh.positions.len() {
        let now = mesh.colors.get(layer).and_then(|c| color(c, i)).filter(|_| !whole);
        let fits = |j: usize| match (now, color(old, j)) {
            (Some(a), Some(b)) => a.iter().zip(b).take(3).all(|(a, b)| (a - b).abs() <= COLOR_NEAR),
            (None, Some(_)) => true,
            _ => false,
        };
        let found = finder.find(mesh, i, fits, &mut work).and_then(|j| color(old, j));
        lost += usize::from(found.is_none());
        let [r, g, b, a] = match (now, found) {
            (Some([r, g, b, _]), Some([.., a])) => [r, g, b, a],
            (None, Some(c)) | (Some(c), None) => c,
            (None, None) => [1.0; 4],
        };
        values.push([r, g, b, a].map(|v| (v * 255.0).round().clamp(0.0, 255.0) as u8));
    }
    match mesh.colors.get_mut(layer) {
        Some(colors) => *colors = Colors::U8(values),
        None => mesh.colors.push(Colors::U8(values)),
    }
    lost
}

/// Vertices of the original by their place.
struct Finder<'a> {
    original: &'a Mesh,
    by_place: HashMap<[u32; 3], Vec<usize>>,
}

impl<'a> Finder<'a> {
    fn new(original: &'a Mesh) -> Self {
        let mut by_place: HashMap<[u32; 3], Vec<usize>> = HashMap::new();
        for (i, p) in original.positions.iter().enumerate() {
            by_place.entry(bits(*p)).or_default().push(i);
        }
        Self { original, by_place }
    }

    /// The vertex that is most like another: at its place the one with the nearest UV, else the nearest of all.
    fn find(&self, mesh: &Mesh, i: usize, fits: impl Fn(usize) -> bool, work: &mut usize) -> Option<usize> {
        let place = *mesh.positions.get(i)?;
        let uv = |m: &Mesh, i: usize| m.uvs.first().and_then(|l| l.get(i)).copied().unwrap_or_default();
        let want = uv(mesh, i);
        if let Some(list) = self.by_place.get(&bits(place)) {
            let far = |j: &usize| distance(&uv(self.original, *j), &want);
            return list.iter().copied().filter(|j| fits(*j)).min_by(|a, b| far(a).total_cmp(&far(b)));
        }
        *work = work.checked_sub(self.original.positions.len())?;
        let places = self.original.positions.iter().enumerate().filter(|(j, _)| fits(*j));
        places.min_by(|a, b| distance(a.1, &place).total_cmp(&distance(b.1, &place))).map(|(j, _)| j)
    }
}

fn bits(place: [f32; 3]) -> [u32; 3] {
    place.map(|v| (v + 0.0).to_bits())
}

fn distance(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}
