//! Our rasteriser against Blender's Workbench: the same outline from the same camera.

use super::{Env, Outcome, process};
use anyhow::{Context, Result};
use scene::{Memory, Scene};
use serde_json::{Value, json};
use std::path::Path;
use view::camera::{Angle, FIELD_OF_VIEW};
use view::pose::Pose;
use view::raster::{Look, Studio};

/// Least intersection over union.
const LEAST: f64 = 0.98;
const SIZE: u32 = 320;

/// What we see of a file, and the camera it was seen with; `None` if there is nothing to see.
fn own(path: &Path) -> Result<Option<(Vec<bool>, Value)>> {
    let bytes = std::fs::read(path)?;
    let scene: Scene = scene::gltf::read(&bytes, &Memory::default(), "model.glb", &mut wire::Sink::new())
        .map_err(|e| anyhow::anyhow!("{e}"))?;
    if !scene.nodes.iter().any(|n| n.mesh.is_some()) {
        return Ok(None);
    }
    let studio = Studio::new(&scene);
    let set = studio.pose(&Pose::rest(&scene));
    let Some(camera) = set.camera(Angle::default(), [SIZE; 2]) else { return Ok(None) };
    // Drawn as clay nothing is see-through: the outline of the geometry, which is what Workbench draws.
    let picture = set.render(&camera, &Look { size: [SIZE; 2], wireframe: true, ..Look::default() });
    let mask = picture.rgba.chunks_exact(4).map(|p| p[3] >= 128).collect();
    let hidden: Vec<&str> = scene.nodes.iter().filter(|n| !n.visible).map(|n| n.name.as_str()).collect();
    let plan = json!({
        "glb": path, "eye": camera.eye, "axes": camera.axes, "fov": FIELD_OF_VIEW, "depth": camera.depth,
        "size": SIZE, "hidden": hidden,
    });
    Ok(Some((mask, plan)))
}

fn overlap(a: &[bool], b: &[bool]) -> f64 {
    let both = a.iter().zip(b).filter(|(a, b)| **a && **b).count();
    let either = a.iter().zip(b).filter(|(a, b)| **a || **b).count();
    both as f64 / either.max(1) as f64
}

/// Compares every GLB below a folder that has a mesh.
pub fn compare(env: &Env, folder: &Path) -> Result<Outcome> {
    let python = match env.blender() {
        Ok(python) => python,
        Err(why) => return Ok(env.missing("Blender", &why)),
    };
    let work = env.fresh("silhouette")?;
    let mut masks = Vec::new();
    let mut plan = Vec::new();
    for (name, path) in crate::tree::files(folder)? {
        if !name.ends_with(".glb") {
            continue;
        }
        if let Some((mask, mut one)) = own(&path).with_context(|| name.clone())? {
            let out = work.join(format!("{}.png", plan.len()));
            one["out"] = json!(out);
            plan.push(one);
            masks.push((name, mask, out));
        }
    }
    let input = work.join("plan.json");
    std::fs::write(&input, serde_json::to_vec(&plan)?)?;
    let script = crate::root().join("clients/blender/silhouette.py");
    process::run(std::process::Command::new(&python).arg(script).arg(&input))?;
    let mut problems = Vec::new();
    let mut least = 1.0_f64;
    for (name, mask, out) in &masks {
        let theirs =
            image::open(out).with_context(|| format!("{name}: Blender made no picture"))?.into_rgba8();
        let theirs: Vec<bool> = theirs.pixels().map(|p| p.0[3] >= 128).collect();
        let share = overlap(mask, &theirs);
        least = least.min(share);
        if share < LEAST || !mask.contains(&true) {
            problems.push(format!("{name}: {:.2} % of the outlines agree", share * 100.0));
        }
    }
    if masks.is_empty() || !problems.is_empty() {
        return Ok(Outcome::failed(format!("{} files\n{}", masks.len(), problems.join("\n"))));
    }
    Ok(Outcome::passed(masks.len(), format!("{} files, least overlap {:.2} %", masks.len(), least * 100.0)))
}
