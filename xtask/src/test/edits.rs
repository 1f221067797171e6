//! The posing artist's loop: each edit made in Blender, converted to XPS, read by a reader of its own and looked at.

use super::{Env, Outcome, process, steps};
use anyhow::Result;
use std::process::Command;

/// Fewer than this, and somebody lost some.
const LEAST: usize = 171;

/// `clients/blender/rig.py`, `loop.py` and `artists.py` over the samples.
pub fn run(env: &Env) -> Result<Outcome> {
    let python = match env.blender() {
        Ok(python) => python,
        Err(why) => return Ok(env.missing("Blender", &why)),
    };
    let (program, work) = (steps::program(env)?, env.fresh("edits")?);
    let samples = crate::root().join("samples");
    let mut output = String::new();
    let mut fine = true;
    for script in ["rig.py", "artists.py", "loop.py"] {
        let mut command = Command::new(&python);
        command
            .arg(crate::root().join("clients/blender").join(script))
            .arg(&program)
            .arg(&samples)
            .arg(&work);
        let (code, text) = process::capture(&mut command)?;
        fine &= code == Some(0);
        output.push_str(&text);
    }
    let passed = output.lines().filter(|l| l.starts_with("ok ")).count();
    let wrong: Vec<&str> = output.lines().filter(|l| l.starts_with("FAIL ")).collect();
    if !fine || passed < LEAST || !wrong.is_empty() {
        let shown = if wrong.is_empty() { output.clone() } else { wrong.join("\n") };
        return Ok(Outcome { counts: [passed, wrong.len().max(1), 0], note: String::new(), output: shown });
    }
    Ok(Outcome::passed(passed, output.lines().last().unwrap_or_default()))
}
