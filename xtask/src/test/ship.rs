//! A ship through Blender and back: unedited byte for byte, and edits where they belong.

use super::{Env, Outcome, process, steps};
use anyhow::Result;
use std::process::Command;

/// Fewer than this, and somebody lost some.
const LEAST: usize = 60;

/// `clients/blender/ship.py` over the sample ship.
pub fn run(env: &Env) -> Result<Outcome> {
    let python = match env.blender() {
        Ok(python) => python,
        Err(why) => return Ok(env.missing("Blender", &why)),
    };
    let (program, work) = (steps::program(env)?, env.fresh("ship")?);
    let ship = "samples/egosoft/ship/assets/units/size_s/ship_sample.xml";
    let mut command = Command::new(python);
    command.arg(crate::root().join("clients/blender/ship.py"));
    command.arg(program).arg(crate::root().join(ship)).arg(work);
    let (code, output) = process::capture(&mut command)?;
    let passed = output.lines().filter(|l| l.starts_with("ok ")).count();
    let wrong: Vec<&str> = output.lines().filter(|l| l.starts_with("FAIL ")).collect();
    if code != Some(0) || passed < LEAST || !wrong.is_empty() {
        let shown = if wrong.is_empty() { output.clone() } else { wrong.join("\n") };
        return Ok(Outcome { counts: [passed, wrong.len().max(1), 0], note: String::new(), output: shown });
    }
    Ok(Outcome::passed(passed, output.lines().last().unwrap_or_default()))
}
