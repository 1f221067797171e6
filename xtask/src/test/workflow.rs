//! The release workflow, looked at by zizmor: pinned actions, no more permissions than needed, nothing injected.

use super::process::capture;
use super::{Env, Outcome};
use anyhow::Result;
use std::process::Command;

/// Runs zizmor without a network over `.github/workflows`.
pub fn workflow(env: &Env) -> Result<Outcome> {
    let program = match super::install::zizmor() {
        Ok(program) => program,
        Err(why) => return Ok(env.missing("zizmor", &why)),
    };
    let mut command = Command::new(program);
    command.args(["--offline", "--persona=pedantic", "--format=plain", "--no-progress", ".github/workflows"]);
    let (code, output) = capture(command.current_dir(crate::root()))?;
    if code == Some(0) {
        return Ok(Outcome::passed(1, "no findings"));
    }
    Ok(Outcome::failed(output))
}
