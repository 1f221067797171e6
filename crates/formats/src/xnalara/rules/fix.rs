//! Names, weights and columns as files need them: for repairs and for models made from a scene.

use super::super::model::{Bone, Model, Weights};
use std::collections::HashSet;

/// A name nobody has yet.
pub fn unique(
    name: &str,
    empty: &str,
    seen: &mut HashSet<String>,
    rename: impl Fn(&str, usize) -> String,
) -> String {
    let base = if name.is_empty() { empty } else { name };
    let numbered = |n: usize| if n < 2 { base.to_owned() } else { rename(base, n) };
    let out = numbered(scene::free_number(1, |n| seen.contains(&numbered(n))));
    seen.insert(out.clone());
    out
}

/// A number after the part of a mesh name, which leaves group and parameters alone.
pub fn rename_part(name: &str, n: usize) -> String {
    let mut tokens: Vec<String> = name.split('_').map(str::to_owned).collect();
    let numbered = tokens.first().is_some_and(|t| t.parse::<f32>().is_ok());
    let at = usize::from(numbered && tokens.len() > 1);
    if let Some(part) = tokens.get_mut(at) {
        part.push_str(&format!("-{n}"));
    }
    tokens.join("_")
}

/// Whether a sum of weights is one, as far as programs care.
pub fn fits_one(sum: f32) -> bool {
    (sum - 1.0).abs() <= 1e-3
}

/// Makes weights sum to one; all on the first slot if they sum to zero, or to what no division repairs.
pub fn normalise(pairs: &mut [(u16, f32)]) {
    let sum = |pairs: &[(u16, f32)]| -> f32 { pairs.iter().map(|p| p.1).sum() };
    let total = sum(pairs);
    if total != 0.0 && !fits_one(total) {
        for p in &mut *pairs {
            p.1 /= total;
        }
    }
    if !fits_one(sum(pairs)) {
        for (i, p) in pairs.iter_mut().enumerate() {
            p.1 = if i == 0 { 1.0 } else { 0.0 };
        }
    }
}

/// A bone at the origin that everything hangs on, as XNALaraMesh adds it.
pub fn add_root(model: &mut Model) {
    model.bones.push(Bone { name: "root".into(), parent: -1, head: [0.0; 3] });
    for m in &mut model.meshes {
        let mut w = Weights { starts: vec![0], ..Weights::default() };
        for _ in 0..m.geometry.len() {
            w.push([(0, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]);
        }
        m.geometry.weights = w;
    }
}

/// Brings columns into what a layout stores: tangents for every layer or none, at most four weights.
pub fn fit_layout(model: &mut Model, tangents: bool, four: bool) {
    let has_bones = !model.bones.is_empty();
    for m in &mut model.meshes {
        let layers = m.geometry.uvs.len();
        let g = &mut m.geometry;
        if !tangents {
            g.tangents.clear();
        } else if g.tangents.len() != layers {
            g.tangents.truncate(layers);
            while g.tangents.len() < layers {
                let computed = super::super::from_scene::tangents::layer(
                    &g.positions,
                    &g.normals,
                    g.uvs.get(g.tangents.len()),
                    &m.indices,
                );
                g.tangents.push(computed);
            }
        }
        if !has_bones {
            g.weights = Weights::default();
        } else if !g.weights.is_some() {
            let mut w = Weights { starts: vec![0], ..Weights::default() };
            (0..g.len()).for_each(|_| w.push([(0, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]));
            g.weights = w;
        } else {
            g.weights = pad_weights(&g.weights, g.positions.len(), four);
        }
    }
}

/// Influences with those of one bone put together and those of no weight left out.
pub fn merged(pairs: &[(u16, f32)]) -> Vec<(u16, f32)> {
    let mut out: Vec<(u16, f32)> = Vec::with_capacity(pairs.len());
    for (bone, weight) in pairs.iter().filter(|p| p.1 != 0.0) {
        match out.iter_mut().find(|p| p.0 == *bone) {
            Some(same) => same.1 += weight,
            None => out.push((*bone, *weight)),
        }
    }
    out
}

/// Four entries a vertex at least, as every program writes; four at most where the layout has no more.
pub fn pad_weights(w: &Weights, vertices: usize, four: bool) -> Weights {
    let mut out = Weights { starts: vec![0], ..Weights::default() };
    for v in 0..vertices {
        let (ids, weights) = w.of(v);
        let mut pairs: Vec<(u16, f32)> = ids.iter().copied().zip(weights.iter().copied()).collect();
        if four && pairs.len() > 4 {
            pairs = merged(&pairs);
        }
        if four && pairs.len() > 4 {
            pairs.sort_by(|a, b| b.1.total_cmp(&a.1));
            pairs.truncate(4);
            let sum: f32 = pairs.iter().map(|p| p.1).sum();
            if sum != 0.0 {
                for p in &mut pairs {
                    p.1 /= sum;
                }
            }
        }
        while pairs.len() < 4 {
            pairs.push((0, 0.0));
        }
        out.push(pairs);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn influences_of_one_bone_are_put_together_before_any_is_cut() {
        let mut w = Weights { starts: vec![0], ..Weights::default() };
        w.push([(0, 0.3), (1, 0.2), (1, 0.2), (0, 0.2), (1, 0.1)]);
        w.push([(0, 0.4), (1, 0.3), (2, 0.1), (3, 0.1), (4, 0.1)]);
        let out = pad_weights(&w, 2, true);
        assert_eq!(out.of(0).0, [0, 1, 0, 0]);
        assert!(out.of(0).1.iter().zip([0.5, 0.5, 0.0, 0.0]).all(|(a, b)| (a - b).abs() < 1e-6));
        assert_eq!(out.of(1).0, [0, 1, 2, 3]);
        assert!((out.of(1).1.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }
}
