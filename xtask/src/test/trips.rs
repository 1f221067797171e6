//! Actors with motions through Blender and back into the game's files, with Blender's default options: untouched they
//! move as before, and a key that was changed there arrives. With the original as template and without. Masks of country
//! colours come back too, whether the colours were shown or not.

use super::foreign::{convert, same_at};
use super::{Env, Outcome, process};
use crate::evaluate::Model;
use crate::soup::Tolerance;
use anyhow::{Context, Result, bail};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Actor and motion below the samples.
const ACTORS: [(&str, &str); 4] = [
    ("cavalry.xac", "cavalry.gallop.xsm"),
    ("horse.xac", "horse.gallop.xsm"),
    ("ship.xac", "ship.fire.xsm"),
    ("soldier.xac", "soldier.walk.xsm"),
];

/// Positions as a share of the size; Blender draws normals and weights again.
const MOVED: Tolerance = Tolerance { position: 1e-4, normal: 2.0, uv: 1e-4, weight: None };

/// An actor whose material has a mask of country colours, and how it is converted.
const MASKED: &str = "horse.xac";
const MASKS: [(&str, &[&str]); 2] = [("plain", &[]), ("colours", &["--colours", "B22222,FFD700"])];

/// Frames a second of Blender's export: between them everything is its own.
const RATE: f32 = 24.0;

/// All actors.
pub fn run(env: &Env, program: &Path) -> Result<Outcome> {
    let python = match env.blender() {
        Ok(python) => python,
        Err(why) => return Ok(env.missing("Blender", &why)),
    };
    let work = env.fresh("trips")?;
    let folder = crate::root().join("samples/paradox-game/gfx/anims");
    let mut plan = Vec::new();
    for (actor, motion) in ACTORS {
        let glb = work.join(format!("{actor}.glb"));
        convert(program, &folder.join(actor), &glb, &["--no-textures"], &[folder.join(motion)])?;
        let (untouched, edited) =
            (work.join(format!("{actor}.same.glb")), work.join(format!("{actor}.edit.glb")));
        plan.push(json!({"from": glb, "untouched": untouched, "edited": edited}));
    }
    for (name, options) in MASKS {
        let glb = work.join(format!("{name}.glb"));
        convert(program, &folder.join(MASKED), &glb, options, &[])?;
        plan.push(json!({"from": glb, "untouched": work.join(format!("{name}.same.glb"))}));
    }
    std::fs::write(work.join("plan.json"), serde_json::to_vec(&plan)?)?;
    let script = crate::root().join("clients/blender/trip.py");
    process::run(Command::new(python).arg(script).arg(work.join("plan.json")))?;
    let mut problems = Vec::new();
    let mut compared = 0;
    for (actor, _) in ACTORS {
        for (kind, template) in [("same", false), ("same", true), ("edit", false), ("edit", true)] {
            let original = template.then(|| folder.join(actor));
            match back(program, &work, actor, kind, original.as_deref()) {
                Ok(()) => compared += 1,
                Err(e) => problems.push(format!("{actor}, {kind}, template {template}: {e:#}")),
            }
        }
    }
    for (name, _) in MASKS {
        for template in [false, true] {
            match masked(program, &work, name, template, &folder) {
                Ok(()) => compared += 1,
                Err(e) => problems.push(format!("{MASKED}, {name}, template {template}: {e:#}")),
            }
        }
    }
    if !problems.is_empty() {
        return Ok(Outcome::failed(format!("{compared} came back\n{}", problems.join("\n"))));
    }
    Ok(Outcome::passed(compared, format!("{} actors, {compared} ways back", ACTORS.len())))
}

/// A material exported back with a mask: the same textures in the same places; the pictures of the game where the
/// template says which they are; and never one that shows a country's colours.
fn masked(program: &Path, work: &Path, name: &str, template: bool, original: &Path) -> Result<()> {
    let folder = work.join(format!("{name}.{}", u8::from(template)));
    std::fs::create_dir_all(&folder)?;
    let (actor, back) = (original.join(MASKED), folder.join("back.xac"));
    let text = actor.to_string_lossy().into_owned();
    let options: &[&str] = if template { &["--template", &text] } else { &[] };
    convert(program, &work.join(format!("{name}.same.glb")), &back, options, &[])?;
    let (before, now) = (textures(program, &actor)?, textures(program, &back)?);
    if before != now || !before.iter().any(|t| t.0 == "other:country colours") {
        bail!("textures {now:?}, expected {before:?}");
    }
    for (file, path) in crate::tree::files(&folder)? {
        let was = original.join(&file);
        if template && was.exists() && file != "back.xac" && std::fs::read(&was)? != std::fs::read(&path)? {
            bail!("{file} is another picture");
        }
        if name == "colours" && file.starts_with("units.") {
            bail!("{file} shows a country's colours");
        }
    }
    if template && !folder.join("units_s.tga").exists() {
        bail!("the mask is not there");
    }
    Ok(())
}

/// Slot and file of every texture of the materials.
fn textures(program: &Path, file: &Path) -> Result<Vec<(String, String)>> {
    let out = Command::new(program).args(["inspect", "--json"]).arg(file).output()?;
    let report: serde_json::Value = serde_json::from_slice(&out.stdout)?;
    let materials = report["files"][0]["scene"]["materials"].as_array().context("no materials")?;
    let all = materials.iter().filter_map(|m| m["textures"].as_array()).flatten();
    Ok(all
        .map(|t| (t["slot"].to_string().replace('"', ""), t["file"].to_string().replace('"', "")))
        .collect())
}

/// A GLB exported back into an actor and a motion, which then move as Blender's file says, and untouched as they always did.
fn back(program: &Path, work: &Path, actor: &str, kind: &str, template: Option<&Path>) -> Result<()> {
    let from = work.join(format!("{actor}.{kind}.glb"));
    let folder = work.join(format!("{actor}.{kind}.{}", u8::from(template.is_some())));
    std::fs::create_dir_all(&folder)?;
    let mut options = vec!["--no-textures"];
    let original = template.map(|t| t.to_string_lossy().into_owned());
    options.extend(original.iter().flat_map(|t| ["--template", t.as_str()]));
    convert(program, &from, &folder.join("back.xac"), &options, &[])?;
    let mut motions: Vec<PathBuf> = crate::tree::files(&folder)?.into_values().collect();
    motions.retain(|p| p.extension().is_some_and(|e| e == "xsm"));
    let [motion] = motions.as_slice() else { bail!("{} motions came back, expected one", motions.len()) };
    let glb = folder.join("back.glb");
    convert(program, &folder.join("back.xac"), &glb, &["--no-textures"], std::slice::from_ref(motion))?;
    let (before, through, now) =
        (Model::open(&work.join(format!("{actor}.glb")))?, Model::open(&from)?, Model::open(&glb)?);
    let end = through.times(0)?.last().copied().context("no keys")?;
    let mut changed = false;
    for frame in 0..=(end * RATE).round() as u32 {
        let time = frame as f32 / RATE;
        let at = || format!("at {time:.3} s");
        same_at(&through, Some(0), &now, Some(0), time, MOVED).with_context(at).context("against Blender")?;
        let original = same_at(&before, Some(0), &now, Some(0), time, MOVED).with_context(at);
        match kind {
            "same" => original.context("against the original")?,
            _ => changed |= original.is_err(),
        }
    }
    if kind == "edit" && !changed {
        bail!("the changed key did not arrive");
    }
    Ok(())
}
