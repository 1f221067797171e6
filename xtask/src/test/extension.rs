//! The Blender extension: built by Blender's tool, installed from its zip into an empty user folder, driven by operators.

use super::{Env, Outcome, process};
use anyhow::{Context, Result};
use serde_json::Value;
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
    let work = env.fresh("extension")?;
    let result = work.join("result.json");
    let mut command = Command::new(&python);
    command
        .arg(crate::root().join("clients/blender/extension.py"))
        .arg(&zip)
        .arg(crate::root().join("samples"));
    command.arg(work.join("work")).arg(&result);
    // Nothing of the user's own Blender takes part.
    command.env("BLENDER_USER_RESOURCES", work.join("user"));
    let (_, output) = process::capture(&mut command)?;
    let text = std::fs::read(&result).with_context(|| format!("Blender gave no result\n{output}"))?;
    let found: Value = serde_json::from_slice(&text)?;
    let problems: Vec<&str> =
        found["problems"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let passed = usize::try_from(found["passed"].as_u64().unwrap_or(0))?;
    if passed < 100 || !problems.is_empty() {
        return Ok(Outcome::failed(format!("{passed} checks passed\n{}", problems.join("\n"))));
    }
    let worst = found["worst"].as_f64().unwrap_or(0.0);
    let size = std::fs::metadata(&zip)?.len();
    let note = format!(
        "{} checks in {}, largest difference {worst:.1e} of the size, zip {:.1} MB",
        passed,
        found["notes"][0].as_str().unwrap_or("Blender"),
        size as f64 / 1e6
    );
    let left_out: Vec<&str> =
        found["left_out"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let note = if left_out.is_empty() {
        note
    } else {
        format!("{note}; not comparable (joints scaled unevenly): {}", left_out.join(" "))
    };
    Ok(Outcome::passed(passed, note))
}
