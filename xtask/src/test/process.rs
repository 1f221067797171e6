//! Running other programs.

use anyhow::{Context, Result, bail};
use std::process::{Command, Stdio};

/// Runs a program to its end; its output, both streams together. An exit code other than 0 is an error with the output.
pub fn run(command: &mut Command) -> Result<String> {
    let (code, text) = capture(command)?;
    if code == Some(0) {
        return Ok(text);
    }
    bail!("{}\nexit {}", text.trim_end(), code.map_or_else(|| "by signal".into(), |c| c.to_string()))
}

/// Runs a program; its exit code and its output.
pub fn capture(command: &mut Command) -> Result<(Option<i32>, String)> {
    let name = command.get_program().to_string_lossy().into_owned();
    let out = command.stdin(Stdio::null()).output().with_context(|| format!("starting {name}"))?;
    let mut text = String::from_utf8_lossy(&out.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&out.stderr));
    Ok((out.status.code(), text))
}

/// Whether a program can be started at all.
pub fn exists(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|s| s.success())
}
