//! The Blender extension: built by Blender's tool, installed from its zip into an empty user folder, driven by operators,
//! in the long-term release and in the newest Blender.

use super::{Env, Outcome, process};
use anyhow::{Context, Result};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

pub fn run(env: &Env) -> Result<Outcome> {
    let python = match env.blender() {
        Ok(python) => python,
        Err(why) => return Ok(env.missing("Blender", &why)),
    };
    let wheel = match env.wheel() {
        Ok(wheel) => wheel,
        Err(why) => return Ok(env.missing("the Python wheel", &why)),
    };
    let zip = crate::extension::build(&python, &wheel)?;
    // Side by side: each Blender uses one core.
    let (first, second) = std::thread::scope(|scope| {
        let second =
            scope.spawn(|| env.newest_blender().map(|newest| drive(env, &newest, &zip, "extension-newest")));
        let first = drive(env, &python, &zip, "extension");
        (first, second.join())
    });
    let mut all = first?;
    match second {
        Ok(Ok(more)) => {
            let more = more?;
            all.counts = [0, 1, 2].map(|k| all.counts[k] + more.counts[k]);
            all.note = format!("{}; {}", all.note, more.note);
            all.output.push_str(&more.output);
        }
        Ok(Err(why)) => {
            all.counts[2] += 1;
            let why = why.lines().last().unwrap_or(&why).to_owned();
            all.note = format!("{}; the newest Blender is not available: {why}", all.note);
        }
        Err(_) => anyhow::bail!("a thread of the tests ended"),
    }
    let size = std::fs::metadata(&zip)?.len();
    all.note = format!("{}; zip {:.1} MB", all.note, size as f64 / 1e6);
    Ok(all)
}

/// The checks in one Blender.
fn drive(env: &Env, python: &Path, zip: &Path, name: &str) -> Result<Outcome> {
    let work = env.fresh(name)?;
    let result = work.join("result.json");
    let mut command = Command::new(python);
    command.arg(crate::root().join("clients/blender/extension.py")).arg(zip);
    command.arg(crate::root().join("samples")).arg(work.join("work")).arg(&result);
    // Nothing of the user's own Blender takes part.
    command.env("BLENDER_USER_RESOURCES", work.join("user"));
    let (_, output) = process::capture(&mut command)?;
    let text = std::fs::read(&result).with_context(|| format!("Blender gave no result\n{output}"))?;
    let found: Value = serde_json::from_slice(&text)?;
    let texts = |key: &str| -> Vec<String> {
        let list = found[key].as_array().into_iter().flatten();
        list.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let problems = texts("problems");
    let version = texts("notes").first().cloned().unwrap_or_else(|| "Blender".into());
    let passed = usize::try_from(found["passed"].as_u64().unwrap_or(0))?;
    if passed < 100 || !problems.is_empty() {
        return Ok(Outcome::failed(format!("{version}: {passed} checks passed\n{}", problems.join("\n"))));
    }
    let worst = found["worst"].as_f64().unwrap_or(0.0);
    let note = format!("{passed} checks in {version}, largest difference {worst:.1e} of the size");
    Ok(Outcome::passed(passed, note))
}

/// `cargo xtask speed [ADDON]`: how long an import takes by the extension, through a GLB, and by another add-on.
pub fn speed(args: &[String]) -> Result<bool> {
    let env = Env::new();
    let python = env.blender().map_err(anyhow::Error::msg)?;
    let wheel = env.wheel().map_err(anyhow::Error::msg)?;
    let zip = crate::extension::build(&python, &wheel)?;
    let work = env.fresh("speed")?;
    let result = work.join("result.json");
    let mut command = Command::new(&python);
    command.arg(crate::root().join("clients/blender/speed.py")).arg(&zip).arg(work.join("work"));
    command.arg(&result).args(args).env("BLENDER_USER_RESOURCES", work.join("user"));
    let (_, output) = process::capture(&mut command)?;
    let text = std::fs::read(&result).with_context(|| format!("Blender gave no result\n{output}"))?;
    let found: Value = serde_json::from_slice(&text)?;
    println!("Blender {}, {} cores, load {}", found["blender"], found["cores"], found["load"][0]);
    println!(
        "| model | extension | our GLB, Blender's importer | the old add-on | of that, reading the file |"
    );
    println!("|---|---:|---:|---:|---:|");
    let mut fast = true;
    for row in found["rows"].as_array().into_iter().flatten() {
        let ours = row["ours"].as_f64().unwrap_or(f64::NAN);
        let ratio = |key: &str| row[key].as_f64().map(|s| (s, s / ours));
        let cell = |key| ratio(key).map_or_else(|| "–".into(), |(s, r)| format!("{s:.2} s ({r:.1} ×)"));
        println!(
            "| {} | {ours:.2} s | {} | {} | {} |",
            row["model"].as_str().unwrap_or(""),
            cell("glb"),
            cell("addon"),
            cell("reader")
        );
        fast &= ratio("glb").is_some_and(|(_, r)| r >= 2.0) && ratio("addon").is_none_or(|(_, r)| r >= 20.0);
    }
    Ok(fast)
}
