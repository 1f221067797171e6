//! three.js as an oracle: it plays every animation as the formulas of glTF say, between keys too, where Blender goes its
//! own way.

use super::{Env, Outcome, process};
use crate::evaluate::{Instance, Model};
use anyhow::{Context, Result};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Largest difference as a share of the model's size.
const TOLERANCE: f64 = 1e-5;
/// Times of an animation that are looked at.
const TIMES: u8 = 5;
/// Influences of a vertex that three.js knows.
const INFLUENCES: usize = 4;

/// What three.js should show for one GLB.
fn expect(glb: &Path, data: &Path) -> Result<Value> {
    let model = Model::open(glb)?;
    let rest = model.evaluate(None, 0.0)?;
    let points = || rest.iter().flat_map(|i| &i.parts).flat_map(|p| p.positions.iter().copied());
    let low = points().reduce(glam::DVec3::min).unwrap_or_default();
    let high = points().reduce(glam::DVec3::max).unwrap_or_default();
    let mut numbers: Vec<u8> = Vec::new();
    add(&mut numbers, &rest);
    let mut variants = vec![json!({"animation": -1, "times": [0.0]})];
    for a in 0..model.animations().len() {
        let keys = model.times(a)?;
        let (first, last) = (keys.first().copied().unwrap_or(0.0), keys.last().copied().unwrap_or(0.0));
        // Odd shares of the whole: seldom a key.
        let at = |i: u8| first + (last - first) * (f32::from(i) + 0.371) / f32::from(TIMES);
        let times: Vec<f32> = (0..TIMES).map(at).collect();
        for t in &times {
            add(&mut numbers, &model.evaluate(Some(a), *t)?);
        }
        variants.push(json!({"animation": a, "times": times}));
    }
    std::fs::write(data, numbers)?;
    let meshes: Vec<Value> = rest
        .iter()
        .map(|i| {
            let vertices: Vec<usize> = i.parts.iter().map(|p| p.positions.len()).collect();
            json!({"name": i.name, "node": i.node, "vertices": vertices})
        })
        .collect();
    let size = (high - low).max_element();
    Ok(json!({
        "glb": glb, "data": data, "meshes": meshes, "variants": variants, "size": size, "tolerance": TOLERANCE,
    }))
}

/// Positions of all vertices; of those that three.js cannot move right, what is no number.
fn add(numbers: &mut Vec<u8>, instances: &[Instance]) {
    for part in instances.iter().flat_map(|i| &i.parts) {
        for (v, p) in part.positions.iter().enumerate() {
            let too_many = part.weights.get(v).is_some_and(|w| w.len() > INFLUENCES);
            let p = if too_many { [f32::NAN; 3] } else { p.as_vec3().to_array() };
            numbers.extend(p.iter().flat_map(|v| v.to_le_bytes()));
        }
    }
}

/// Compares every GLB below a folder.
pub fn compare(env: &Env, folder: &Path) -> Result<Outcome> {
    if let Err(why) = env.node() {
        return Ok(env.missing("three.js", &why));
    }
    let work = env.fresh("three")?;
    let glbs: Vec<PathBuf> = crate::tree::files(folder)?
        .into_values()
        .filter(|p| p.extension().is_some_and(|e| e == "glb"))
        .collect();
    let plans = glbs
        .par_iter()
        .enumerate()
        .map(|(i, glb)| {
            expect(glb, &work.join(format!("{i}.f32"))).with_context(|| glb.display().to_string())
        })
        .collect::<Result<Vec<Value>>>()?;
    let (input, output) = (work.join("plan.json"), work.join("result.json"));
    std::fs::write(&input, serde_json::to_vec(&plans)?)?;
    process::run(Command::new("node").arg(crate::root().join("clients/three.mjs")).arg(&input).arg(&output))?;
    let results: Vec<Value> =
        serde_json::from_slice(&std::fs::read(&output).context("three.js gave no result")?)?;
    let mut problems = Vec::new();
    let (mut compared, mut left, mut worst) = (0, 0, 0.0_f64);
    for one in &results {
        compared += one["compared"].as_u64().unwrap_or(0);
        left += one["left"].as_u64().unwrap_or(0);
        worst = worst.max(one["worst"].as_f64().unwrap_or(0.0));
        let glb = one["glb"].as_str().unwrap_or_default();
        let said = one["problems"].as_array().into_iter().flatten();
        problems.extend(said.map(|p| format!("{glb}: {}", p.as_str().unwrap_or_default())));
    }
    if !problems.is_empty() || results.len() != glbs.len() || compared == 0 {
        return Ok(Outcome::failed(format!("{} files compared\n{}", results.len(), problems.join("\n"))));
    }
    let note = format!(
        "{} files, {compared} vertices at rest and between keys, largest difference {worst:.1e} of the size; {left} with \
         more than {INFLUENCES} influences left out",
        results.len()
    );
    Ok(Outcome::passed(results.len(), note))
}
