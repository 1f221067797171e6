//! Getting the clients: by name, from where the machine's own tools get things, only what is missing.

use super::process::{exists, run};
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, OnceLock};

/// The Blender that is installed as a Python module, and the Python it needs.
const BPY: &str = "bpy==4.5.15";
const PYTHON: &str = "3.11";
/// Builds the wheel.
const MATURIN: &str = "maturin==1.16.0";

/// Installs Debian packages, the list of them refreshed once.
fn apt(packages: &[&str]) -> Result<(), String> {
    static LOCK: Mutex<()> = Mutex::new(());
    static UPDATED: OnceLock<Result<(), String>> = OnceLock::new();
    let _one_at_a_time = LOCK.lock();
    let names = packages.join(" ");
    if !exists("apt-get") {
        return Err(format!("no apt-get here to install {names}"));
    }
    let id = run(Command::new("id").arg("-u")).unwrap_or_default();
    let root = id.trim() == "0";
    if !root && run(Command::new("sudo").args(["-n", "true"])).is_err() {
        return Err(format!("installing {names} needs root"));
    }
    let get = |args: &[&str]| {
        let mut command = Command::new(if root { "apt-get" } else { "sudo" });
        if !root {
            command.args(["-n", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        }
        command.env("DEBIAN_FRONTEND", "noninteractive").args(args);
        run(&mut command).map(drop).map_err(|e| format!("{e:#}"))
    };
    UPDATED.get_or_init(|| get(&["update", "-q"])).clone()?;
    let mut args = vec!["install", "-y", "-q", "--no-install-recommends"];
    args.extend(packages);
    get(&args)
}

/// Node, npm and the packages of `clients/package-lock.json`.
pub fn node() -> Result<(), String> {
    if !exists("node") || !exists("npm") {
        apt(&["nodejs", "npm"])?;
    }
    let clients = crate::root().join("clients");
    let lock = std::fs::read(clients.join("package-lock.json")).map_err(|e| e.to_string())?;
    // npm ci throws everything away first; only do that when the lock file changed.
    let marker = clients.join("node_modules/.xenomesh-lock");
    if std::fs::read(&marker).is_ok_and(|old| old == lock) {
        return Ok(());
    }
    run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&clients))
        .map_err(|e| format!("{e:#}"))?;
    std::fs::write(marker, lock).map_err(|e| e.to_string())
}

/// Chromium, by any of its names.
pub fn chromium() -> Result<(), String> {
    if ["chromium", "chromium-browser", "google-chrome"].iter().any(|n| exists(n)) {
        return Ok(());
    }
    apt(&["chromium"])
}

/// maturin, in `.cache/build-venv`.
pub fn maturin() -> Result<PathBuf, String> {
    let venv = crate::root().join(".cache/build-venv");
    let program = venv.join("bin/maturin");
    if program.exists() {
        return Ok(program);
    }
    venv_at("python3", &venv)?;
    let python = venv.join("bin/python");
    run(Command::new(&python).args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        MATURIN,
    ]))
    .map_err(|e| format!("{e:#}"))?;
    Ok(program)
}

/// A Python environment of its own.
fn venv_at(base: &str, venv: &std::path::Path) -> Result<(), String> {
    let make = || run(Command::new(base).args(["-m", "venv"]).arg(venv));
    if make().is_err() {
        apt(&["python3-venv"])?;
        make().map_err(|e| format!("{e:#}"))?;
    }
    Ok(())
}

/// Blender as a module of a Python of its own, in `.cache/venv`.
pub fn blender() -> Result<PathBuf, String> {
    let venv = crate::root().join(".cache/venv");
    let python = venv.join("bin/python");
    let imports =
        || run(Command::new(&python).args(["-c", "import bpy, os, sys; sys.stdout.flush(); os._exit(0)"]));
    let marker = venv.join("bpy.version");
    if std::fs::read_to_string(&marker).is_ok_and(|v| v == BPY) && python.exists() {
        return Ok(python);
    }
    let base = [format!("python{PYTHON}"), "python3".into()]
        .into_iter()
        .find(|p| run(Command::new(p).arg("--version")).is_ok_and(|v| v.contains(&format!(" {PYTHON}."))))
        .ok_or_else(|| format!("Blender's module needs Python {PYTHON}"))?;
    venv_at(&base, &venv)?;
    run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", BPY]))
        .map_err(|e| format!("{e:#}"))?;
    if imports().is_err() {
        apt(&[
            "libgl1",
            "libegl1",
            "libxi6",
            "libxrender1",
            "libxfixes3",
            "libxkbcommon0",
            "libxxf86vm1",
            "libsm6",
            "libice6",
            "libgomp1",
        ])?;
        imports().map_err(|e| format!("{e:#}"))?;
    }
    std::fs::write(&marker, BPY).map_err(|e| e.to_string())?;
    Ok(python)
}
