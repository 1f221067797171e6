//! `cargo xtask blender`: the Blender extension as a zip, the wheel of the Python package inside.

use crate::test::{install, process};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files of the extension itself.
fn sources() -> Result<Vec<PathBuf>> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(crate::root().join("blender"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "py" || e == "toml") {
            out.push(path);
        }
    }
    out.sort();
    Ok(out)
}

/// Builds the zip with Blender's own tool; returns its path.
pub fn build(python: &Path, wheel: &Path) -> Result<PathBuf> {
    let stage = crate::root().join(".cache/extension");
    if stage.exists() {
        std::fs::remove_dir_all(&stage)?;
    }
    let source = stage.join("source");
    std::fs::create_dir_all(source.join("wheels"))?;
    for file in sources()? {
        std::fs::copy(&file, source.join(file.file_name().unwrap_or_default()))?;
    }
    let name = wheel.file_name().and_then(|n| n.to_str()).context("the wheel has no name")?;
    std::fs::copy(wheel, source.join("wheels").join(name))?;
    let manifest = std::fs::read_to_string(source.join("blender_manifest.toml"))?;
    let manifest = manifest
        .replace("platforms = []", &format!("platforms = [{:?}]", platform(name)?))
        .replace("wheels = []", &format!("wheels = [\"./wheels/{name}\"]"));
    std::fs::write(source.join("blender_manifest.toml"), manifest)?;
    let tool = tool(python)?;
    let mut check = Command::new(python);
    process::run(check.arg(&tool).arg("validate").arg(&source)).context("Blender refuses the extension")?;
    let mut build = Command::new(python);
    build.arg(&tool).args(["build", "--source-dir"]).arg(&source).arg("--output-dir").arg(&stage);
    process::run(&mut build)?;
    let zip = std::fs::read_dir(&stage)?
        .filter_map(|e| e.ok().map(|e| e.path()))
        .find(|p| p.extension().is_some_and(|e| e == "zip"));
    zip.context("Blender's tool made no zip")
}

/// Blender's word for the platform of a wheel.
fn platform(wheel: &str) -> Result<&'static str> {
    let known = [
        ("manylinux", "x86_64", "linux-x64"),
        ("linux", "x86_64", "linux-x64"),
        ("linux", "aarch64", "linux-arm64"),
        ("win_amd64", "", "windows-x64"),
        ("win_arm64", "", "windows-arm64"),
        ("macosx", "arm64", "macos-arm64"),
        ("macosx", "x86_64", "macos-x64"),
    ];
    let found = known.iter().find(|(a, b, _)| wheel.contains(a) && wheel.contains(b));
    match found {
        Some((_, _, name)) => Ok(name),
        None => bail!("{wheel} is for no platform Blender knows"),
    }
}

/// The extension tool that comes with Blender.
fn tool(python: &Path) -> Result<PathBuf> {
    let code =
        "import bpy, os, sys; print(bpy.utils.resource_path('LOCAL')); sys.stdout.flush(); os._exit(0)";
    let text = process::run(Command::new(python).args(["-c", code]))?;
    let root = text.lines().rfind(|l| !l.trim().is_empty()).context("Blender says no path")?;
    let path = Path::new(root.trim()).join("scripts/addons_core/bl_pkg/cli/blender_ext.py");
    if path.exists() { Ok(path) } else { bail!("{} is not there", path.display()) }
}

/// `cargo xtask blender`
pub fn run(_: &[String]) -> Result<bool> {
    let python = install::blender(&install::BLENDER).map_err(anyhow::Error::msg)?;
    let wheel = crate::wheel::build()?;
    let zip = build(&python, &wheel)?;
    println!("{}", zip.display());
    println!(
        "install it by dragging it onto Blender's window, or in Preferences → Get Extensions → Install from Disk"
    );
    Ok(true)
}
