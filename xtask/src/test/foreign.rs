//! Models that Blender made, through every format we can write, and back: the same triangles, UVs, normals and weights,
//! and where the format has motions, the same at every time of every animation.

use super::{Env, Outcome, process};
use crate::evaluate::{Instance, Model};
use crate::soup::{self, Tolerance, Triangle};
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What formats that store floats keep.
const EXACT: Tolerance = Tolerance { position: 1e-4, normal: 1e-3, uv: 1e-5, weight: Some(1e-3) };
/// Normals in bytes, UVs as half floats, no skins: what the games' own files have.
const PACKED: Tolerance = Tolerance { position: 1e-4, normal: 2e-2, uv: 1e-3, weight: None };
/// Rotations in 16 bits, morph targets in 16 bits over their range.
const MOVED: Tolerance = Tolerance { position: 5e-4, ..EXACT };

/// A format that holds geometry.
struct Target {
    id: &'static str,
    /// The extension it is written with.
    extension: &'static str,
    /// How exactly it keeps things.
    tolerance: Tolerance,
    /// Extensions of the motions that are written next to it.
    motions: &'static [&'static str],
    /// What is asked for besides.
    options: &'static [&'static str],
}

const fn shape(id: &'static str, extension: &'static str, tolerance: Tolerance) -> Target {
    Target { id, extension, tolerance, motions: &[], options: &[] }
}

/// An actor with its motions, for one game.
const fn actor(id: &'static str, options: &'static [&'static str]) -> Target {
    Target { id, extension: "xac", tolerance: EXACT, motions: &["xsm", "xpm"], options }
}

const TARGETS: &[Target] = &[
    shape("xnalara-bin", "mesh", EXACT),
    shape("xps", "xps", EXACT),
    shape("xnalara-ascii", "mesh.ascii", EXACT),
    actor("xac", &[]),
    actor("xac-tos", &["--profile", "tos"]),
    actor("xac-paradox", &["--profile", "paradox"]),
    shape("xmf", "xmf", PACKED),
];

fn triangles(instances: &[Instance], names: &[String]) -> Vec<Triangle> {
    instances.iter().flat_map(|i| &i.parts).flat_map(|p| soup::triangles(p, names)).collect()
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
        for target in TARGETS {
            let folder = work.join(format!("{model}.{}", target.id));
            std::fs::create_dir_all(&folder)?;
            let result = there_and_back(program, &made.join(model), target, &folder);
            match result {
                Ok(()) => compared += 1,
                Err(e) => problems.push(format!("{model} through {}: {e:#}", target.id)),
            }
        }
    }
    if !problems.is_empty() || compared == 0 {
        return Ok(Outcome::failed(format!("{compared} survived\n{}", problems.join("\n"))));
    }
    Ok(Outcome::passed(compared, format!("{} models, {compared} ways there and back", models.len())))
}

fn there_and_back(program: &Path, model: &Path, target: &Target, folder: &Path) -> Result<()> {
    let one = folder.join(format!("model.{}", target.extension));
    let back = folder.join("back.glb");
    convert(program, model, &one, target.options, &[])?;
    let is_motion =
        |p: &PathBuf| p.extension().and_then(|e| e.to_str()).is_some_and(|e| target.motions.contains(&e));
    let mut motions: Vec<PathBuf> = crate::tree::files(folder)?.into_keys().map(|n| folder.join(n)).collect();
    motions.retain(is_motion);
    convert(program, &one, &back, &[], &motions)?;
    let (a, b) = (Model::open(model)?, Model::open(&back)?);
    same_at(&a, None, &b, None, 0.0, target.tolerance).context("at rest")?;
    if target.motions.is_empty() { Ok(()) } else { same_names(&a, &b).and_then(|()| same_motions(&a, &b)) }
}

pub(super) fn convert(
    program: &Path,
    from: &Path,
    to: &Path,
    options: &[&str],
    motions: &[PathBuf],
) -> Result<()> {
    let mut command = Command::new(program);
    command.arg("convert").arg(from).arg("-o").arg(to).arg("--force").args(options);
    if !motions.is_empty() {
        command.arg("--motion").args(motions);
    }
    process::run(&mut command).map(drop).with_context(|| format!("writing {}", to.display()))
}

pub(super) fn same_at(
    a: &Model,
    of_a: Option<usize>,
    b: &Model,
    of_b: Option<usize>,
    time: f32,
    tolerance: Tolerance,
) -> Result<()> {
    let want = triangles(&a.evaluate(of_a, time)?, &a.nodes());
    let got = triangles(&b.evaluate(of_b, time)?, &b.nodes());
    soup::same(&want, &got, tolerance)
}

/// Every node and every material that is used still has its name.
fn same_names(a: &Model, b: &Model) -> Result<()> {
    for (what, before, after) in [("node", a.nodes(), b.nodes()), ("material", a.materials(), b.materials())]
    {
        let after: BTreeSet<String> = after.into_iter().collect();
        if let Some(lost) = before.iter().find(|n| !after.contains(*n)) {
            bail!("{what} {lost:?} is gone; there are {after:?}");
        }
    }
    Ok(())
}

/// Every animation by name, at its keys and between them, and as long as it was.
fn same_motions(a: &Model, b: &Model) -> Result<()> {
    let now = b.animations();
    for (i, name) in a.animations().iter().enumerate() {
        let Some(j) = now.iter().position(|n| n == name) else {
            bail!("animation {name:?} is gone; there are {now:?}");
        };
        let times = a.times(i)?;
        let (end, end_now) = (times.last(), b.times(j)?.last().copied());
        if end.copied().zip(end_now).is_none_or(|(x, y)| (x - y).abs() > 1e-4) {
            bail!("animation {name:?} took {end:?} s and takes {end_now:?} s");
        }
        let between = times.windows(2).map(|w| f32::midpoint(w[0], w[1]));
        let mut at: Vec<f32> = times.iter().copied().chain(between).collect();
        at.sort_by(f32::total_cmp);
        for time in at.iter().step_by(at.len().div_ceil(13)) {
            same_at(a, Some(i), b, Some(j), *time, MOVED)
                .with_context(|| format!("animation {name:?} at {time} s"))?;
        }
    }
    Ok(())
}
