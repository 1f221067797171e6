//! Blender as an oracle: the same bones, meshes and moving vertices as ours.

use super::{Env, Outcome, process};
use crate::evaluate::Model;
use anyhow::{Context, Result};
use gltf::mesh::Mode;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Largest difference as a share of the model's size.
const TOLERANCE: f64 = 1e-4;
/// Largest difference between keys where Blender has curves of its own, as a share of how far things move; theirs goes
/// as near as the keys we insert lead it.
const BETWEEN: f64 = 1e-3;
/// Times of an animation that are looked at, on keys and between them.
const TIMES: usize = 8;

/// What Blender should show for one GLB; `None` where it cannot be held to it.
fn expect(glb: &Path, data: &Path) -> Result<Option<Value>> {
    let model = Model::open(glb)?;
    if model.may_shear() {
        return Ok(None);
    }
    let rest = model.evaluate(None, 0.0)?;
    // Lines become loose edges with vertices of their own; anything else Blender takes apart.
    if rest.iter().flat_map(|i| &i.parts).any(|p| !matches!(p.mode, Mode::Triangles | Mode::Lines)) {
        return Ok(None);
    }
    let points = || rest.iter().flat_map(|i| &i.parts).flat_map(|p| p.positions.iter().copied());
    let low = points().reduce(glam::DVec3::min).unwrap_or_default();
    let high = points().reduce(glam::DVec3::max).unwrap_or_default();
    let mut numbers: Vec<u8> = Vec::new();
    let mut variants = vec![json!({"animation": -1, "times": [[0.0, TOLERANCE]]})];
    let mut add = |instances: &[crate::evaluate::Instance]| {
        for p in instances.iter().flat_map(|i| &i.parts).flat_map(|p| p.used()) {
            numbers.extend(p.as_vec3().to_array().iter().flat_map(|v| v.to_le_bytes()));
        }
    };
    add(&rest);
    let size = (high - low).max_element();
    for a in 0..model.animations().len() {
        let common = model.common_times(a)?;
        let stride = common.len().div_ceil(TIMES).max(1);
        let chosen: Vec<(f32, bool)> = common.into_iter().step_by(stride).collect();
        let mut travel = 0.0_f64;
        for (t, _) in &chosen {
            let moved = model.evaluate(Some(a), *t)?;
            travel = travel.max(farthest(&rest, &moved));
            add(&moved);
        }
        let times: Vec<Value> = chosen
            .iter()
            .map(|(t, exact)| {
                let between = BETWEEN * travel / if size > 0.0 { size } else { 1.0 };
                json!([t, if *exact { TOLERANCE } else { TOLERANCE.max(between) }])
            })
            .collect();
        variants.push(json!({"animation": a, "times": times}));
    }
    std::fs::write(data, numbers)?;
    let meshes: Vec<Value> = rest
        .iter()
        .map(|i| json!({"name": i.name, "mesh": i.mesh, "vertices": i.parts.iter().map(|p| p.used().len()).sum::<usize>()}))
        .collect();
    Ok(Some(json!({
        "glb": glb, "data": data, "joints": model.joints(), "meshes": meshes,
        "variants": variants, "size": size,
    })))
}

/// How far any vertex is from where it was.
fn farthest(from: &[crate::evaluate::Instance], to: &[crate::evaluate::Instance]) -> f64 {
    let points = |list: &[crate::evaluate::Instance]| -> Vec<glam::DVec3> {
        list.iter().flat_map(|i| &i.parts).flat_map(|p| p.positions.clone()).collect()
    };
    points(from).iter().zip(points(to)).map(|(a, b)| a.distance(b)).fold(0.0, f64::max)
}

/// Compares every GLB below a folder. Files are dealt out to two Blenders.
pub fn compare(env: &Env, folder: &Path) -> Result<Outcome> {
    let python = match env.blender() {
        Ok(python) => python,
        Err(why) => return Ok(env.missing("Blender", &why)),
    };
    let work = env.fresh("blender")?;
    let glbs: Vec<PathBuf> = crate::tree::files(folder)?
        .into_values()
        .filter(|p| p.extension().is_some_and(|e| e == "glb"))
        .collect();
    let mut plans: [Vec<Value>; 2] = [Vec::new(), Vec::new()];
    let mut left_out = Vec::new();
    let expected: Vec<Result<Option<Value>>> = glbs
        .par_iter()
        .enumerate()
        .map(|(i, glb)| {
            expect(glb, &work.join(format!("{i}.f32"))).with_context(|| glb.display().to_string())
        })
        .collect();
    for (i, (glb, plan)) in glbs.iter().zip(expected).enumerate() {
        match plan? {
            Some(plan) => plans[i % 2].push(plan),
            None => left_out.push(glb.file_name().unwrap_or_default().to_string_lossy().into_owned()),
        }
    }
    let results: Vec<Result<Vec<Value>>> = plans
        .par_iter()
        .enumerate()
        .map(|(i, plan)| {
            let (input, output) = (work.join(format!("plan{i}.json")), work.join(format!("result{i}.json")));
            std::fs::write(&input, serde_json::to_vec(plan)?)?;
            let mut command = std::process::Command::new(&python);
            command.arg(crate::root().join("clients/blender/compare.py")).arg(&input).arg(&output);
            process::run(&mut command)?;
            Ok(serde_json::from_slice(&std::fs::read(&output).context("Blender gave no result")?)?)
        })
        .collect();
    let mut problems = Vec::new();
    let (mut files, mut compared, mut worst, mut between) = (0, 0, 0.0_f64, 0.0_f64);
    for one in results.into_iter().collect::<Result<Vec<_>>>()?.into_iter().flatten() {
        files += 1;
        compared += one["compared"].as_u64().unwrap_or(0);
        worst = worst.max(one["worst"].as_f64().unwrap_or(0.0));
        between = between.max(one["between"].as_f64().unwrap_or(0.0));
        for problem in one["problems"].as_array().into_iter().flatten() {
            problems.push(format!(
                "{}: {}",
                one["glb"].as_str().unwrap_or(""),
                problem.as_str().unwrap_or("")
            ));
        }
    }
    if !problems.is_empty() || files == 0 {
        return Ok(Outcome::failed(format!("{files} files compared\n{}", problems.join("\n"))));
    }
    let mut note = format!(
        "{files} files, {compared} meshes, largest difference {worst:.1e} of the size, {between:.1e} between keys of curves"
    );
    if !left_out.is_empty() {
        note.push_str(&format!("; not comparable (shear under bones, strips): {}", left_out.join(" ")));
    }
    Ok(Outcome::passed(files, note))
}
