//! Repairs on the model, shared by binary and ASCII.

use super::super::maths;
use super::super::model::{Bone, Mesh, Model, Parent, Texture, Weights, hierarchy, parent_of};
use super::super::names::{GroupTag, MeshName};
use super::{About, is_classic};
use crate::{LoadOptions, Names, Repair};
use std::collections::HashSet;
use wire::Text;

/// Repairs everything the shared rules find; what is only worth a note with [`Repair::All`].
pub fn fix_model(model: &mut Model, about: About<'_>, options: &LoadOptions) {
    fix_names(model, about, options.encoding.as_deref());
    model.meshes.iter_mut().for_each(fill_slots);
    fix_bones(model);
    let bones = model.bones.len();
    for mesh in &mut model.meshes {
        fix_geometry(mesh, bones, options.repair);
    }
}

fn fix_names(model: &mut Model, about: About<'_>, encoding: Option<&str>) {
    if let Ok(names) = Names::detect(model.names(), encoding).or_else(|_| Names::detect([], None)) {
        let utf8 = |t: &mut Text| {
            if t.as_str().is_none() {
                *t = names.text(t).into();
            }
        };
        model.bones.iter_mut().for_each(|b| utf8(&mut b.name));
        for m in &mut model.meshes {
            utf8(&mut m.name);
            m.textures.iter_mut().for_each(|t| utf8(&mut t.file));
        }
    }
    let clean = |name: &Text| if about.text { name.lossy().replace('#', "-") } else { name.lossy() };
    let mut seen = HashSet::new();
    for b in &mut model.bones {
        b.name = unique(&clean(&b.name), "bone", &mut seen, |name, n| format!("{name} {n}")).into();
    }
    let mut seen = HashSet::new();
    for m in &mut model.meshes {
        let name = with_group(clean(&m.name), about);
        m.name = unique(&name, "5_unnamed", &mut seen, rename_part).into();
    }
}

/// The name with the render group programs show it as, where it names none or one nobody knows. Names of classic models
/// stay: their table knows them.
fn with_group(name: String, about: About<'_>) -> String {
    let parsed = MeshName::parse(&name);
    match parsed.group {
        GroupTag::Missing if !name.is_empty() && !is_classic(about, &parsed) => format!("5_{name}"),
        GroupTag::Number(_) if !parsed.render_group().1 => match name.split_once('_') {
            Some((_, rest)) => format!("5_{rest}"),
            None => "5_unnamed".to_owned(),
        },
        _ => name,
    }
}

/// What XNALaraMesh writes into a slot that has no picture.
const MISSING_TEXTURE: &str = "missing.png";

fn fill_slots(mesh: &mut Mesh) {
    let name = MeshName::parse(&mesh.name.lossy());
    if name.group != GroupTag::Missing && name.render_group().1 {
        let wanted = name.render_group().0.required_textures();
        while mesh.textures.len() < wanted {
            mesh.textures.push(Texture { file: MISSING_TEXTURE.into(), uv_layer: 0 });
        }
    }
}

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

fn fix_bones(model: &mut Model) {
    let (parents, _) = hierarchy(&model.bones);
    for i in 0..model.bones.len() {
        let broken = !matches!(parent_of(&model.bones, i), Parent::Root | Parent::Bone(_));
        let cut = parents.get(i).copied().flatten().is_none();
        if let Some(b) = model.bones.get_mut(i) {
            if broken || cut {
                b.parent = -1;
            }
            zero_bad(&mut b.head);
        }
    }
}

fn zero_bad(values: &mut [f32]) {
    for v in values {
        if !v.is_finite() {
            *v = 0.0;
        }
    }
}

fn fix_geometry(mesh: &mut Mesh, bones: usize, repair: Repair) {
    let n = mesh.geometry.len();
    let keep = |t: &&[u32; 3]| t.iter().all(|i| (*i as usize) < n);
    mesh.indices =
        mesh.indices.as_chunks::<3>().0.iter().filter(keep).copied().collect::<Vec<_>>().into_flattened();
    let g = &mut mesh.geometry;
    g.positions_again.clear();
    zero_bad(g.positions.as_flattened_mut());
    g.uvs.iter_mut().for_each(|l| zero_bad(l.as_flattened_mut()));
    g.tangents.iter_mut().for_each(|l| zero_bad(l.as_flattened_mut()));
    // A normal without length is only worth a note, one that is not finite is more.
    let bad = |n: &[f32; 3]| {
        n.iter().any(|v| !v.is_finite()) || (repair == Repair::All && n.iter().all(|v| *v == 0.0))
    };
    if g.normals.iter().any(bad) {
        let rebuilt = maths::normals(&g.positions, &mesh.indices);
        for (n, new) in g.normals.iter_mut().zip(rebuilt).filter(|(n, _)| bad(n)) {
            *n = new;
        }
    }
    if g.weights.is_some() && bones > 0 {
        g.weights = fix_weights(&g.weights, n, bones);
    }
}

fn fix_weights(w: &Weights, vertices: usize, bones: usize) -> Weights {
    let mut out = Weights { starts: vec![0], ..Weights::default() };
    for v in 0..vertices {
        let (ids, weights) = w.of(v);
        let mut pairs: Vec<(u16, f32)> = ids
            .iter()
            .zip(weights)
            .map(|(b, w)| {
                let there = usize::from(*b) < bones;
                (if there { *b } else { 0 }, if there && w.is_finite() { *w } else { 0.0 })
            })
            .collect();
        if pairs.is_empty() {
            pairs.push((0, 0.0));
        }
        normalise(&mut pairs);
        out.push(pairs);
    }
    out
}

/// Makes weights sum to one; all on the first slot if they sum to zero, or to what no division repairs.
pub fn normalise(pairs: &mut [(u16, f32)]) {
    let sum = |pairs: &[(u16, f32)]| -> f32 { pairs.iter().map(|p| p.1).sum() };
    let total = sum(pairs);
    let fits = |total: f32| (total - 1.0).abs() <= 1e-3;
    if total != 0.0 && !fits(total) {
        for p in &mut *pairs {
            p.1 /= total;
        }
    }
    if !fits(sum(pairs)) {
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

/// Four entries a vertex at least, as every program writes; four at most where the layout has no more.
pub fn pad_weights(w: &Weights, vertices: usize, four: bool) -> Weights {
    let mut out = Weights { starts: vec![0], ..Weights::default() };
    for v in 0..vertices {
        let (ids, weights) = w.of(v);
        let mut pairs: Vec<(u16, f32)> = ids.iter().copied().zip(weights.iter().copied()).collect();
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
