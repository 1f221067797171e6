//! The Python package as a wheel, built by maturin in a Python of its own.

use crate::test::{install, process};
use anyhow::{Context, Result};
use std::path::PathBuf;
use std::process::Command;

/// Builds the wheel as users get it; returns its path. `XENOMESH_WHEEL` names one that is there already.
pub fn build() -> Result<PathBuf> {
    if let Some(wheel) = std::env::var_os("XENOMESH_WHEEL") {
        return Ok(wheel.into());
    }
    let maturin = install::maturin().map_err(anyhow::Error::msg)?;
    let out = crate::root().join(".cache/wheels");
    if out.exists() {
        std::fs::remove_dir_all(&out)?;
    }
    let mut command = Command::new(maturin);
    command.args([
        "build",
        "--release",
        "--compression-level",
        "9",
        "--manifest-path",
        "python/Cargo.toml",
        "--out",
    ]);
    command.arg(&out);
    process::run(command.current_dir(crate::root()))?;
    let wheel = std::fs::read_dir(&out)?
        .filter_map(|e| e.ok().map(|e| e.path()))
        .find(|p| p.extension().is_some_and(|e| e == "whl"));
    wheel.context("maturin made no wheel")
}
