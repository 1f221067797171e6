//! Models that Blender made, through every format we can write, and back: the same triangles, UVs and normals.

use super::{Env, Outcome, process};
use crate::evaluate::{Instance, Model};
use crate::soup::{self, Tolerance, Triangle};
use anyhow::{Context, Result};
use std::path::Path;
use std::process::Command;

/// What formats that store floats keep.
const EXACT: Tolerance = Tolerance { normal: 1e-3, uv: 1e-5 };
/// Normals in bytes, UVs as half floats: what the games' own files have.
const PACKED: Tolerance = Tolerance { normal: 2e-2, uv: 1e-3 };

/// Formats that hold geometry, the extension each is written with, and how exactly it keeps things.
const TARGETS: &[(&str, &str, Tolerance)] = &[
    ("xnalara-bin", "mesh", EXACT),
    ("xps", "xps", EXACT),
    ("xnalara-ascii", "mesh.ascii", EXACT),
    ("xac", "xac", EXACT),
    ("xmf", "xmf", PACKED),
];

fn triangles(instances: &[Instance]) -> Vec<Triangle> {
    instances.iter().flat_map(|i| &i.parts).flat_map(soup::triangles).collect()
}

/// Makes the models, converts each to every format and back, compares.
pub fn run(env: &Env, program: &Path) -> Result<Outcome> {
    let python = match env.blender() {
        Ok(python) => python,
        Err(why) => return Ok(env.missing("Blender", &why)),
    };
    let work = env.fresh("foreign")?;
    let made = work.join("made");
    process::run(Command::new(python).arg(crate::root().join("clients/blender/make.py")).arg(&made))?;
    let models: Vec<String> = crate::tree::files(&made)?
        .into_keys()
        .filter(|n| matches!(n.rsplit('.').next(), Some("glb" | "gltf")))
        .collect();
    let mut problems = Vec::new();
    let mut compared = 0;
    for model in &models {
        for (id, extension, tolerance) in TARGETS {
            let folder = work.join(format!("{model}.{id}"));
            let one = folder.join(format!("model.{extension}"));
            let back = folder.join("back.glb");
            std::fs::create_dir_all(&folder)?;
            let result = convert(program, &made.join(model), &one)
                .and_then(|()| convert(program, &one, &back))
                .and_then(|()| compare(&made.join(model), &back, *tolerance));
            match result {
                Ok(()) => compared += 1,
                Err(e) => problems.push(format!("{model} through {id}: {e:#}")),
            }
        }
    }
    if !problems.is_empty() || compared == 0 {
        return Ok(Outcome::failed(format!("{compared} survived\n{}", problems.join("\n"))));
    }
    Ok(Outcome::passed(compared, format!("{} models, {compared} ways there and back", models.len())))
}

fn convert(program: &Path, from: &Path, to: &Path) -> Result<()> {
    let mut command = Command::new(program);
    command.arg("convert").arg(from).arg("-o").arg(to).arg("--force");
    process::run(&mut command).map(drop).with_context(|| format!("writing {}", to.display()))
}

fn compare(before: &Path, after: &Path, tolerance: Tolerance) -> Result<()> {
    let (a, b) = (Model::open(before)?, Model::open(after)?);
    let (a, b) = (a.evaluate(None, 0.0)?, b.evaluate(None, 0.0)?);
    soup::same(&triangles(&a), &triangles(&b), tolerance)
}
