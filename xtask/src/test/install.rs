//! Getting the clients: by name, from where the machine's own tools get things, only what is missing.

use super::process::{exists, run};
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, OnceLock};

/// A Blender that is installed as a Python module, the Python it needs, and the folder below `.cache` it goes to.
pub struct Bpy {
    package: &'static str,
    python: &'static str,
    folder: &'static str,
}

/// The long-term release that every step with Blender uses.
pub const BLENDER: Bpy = Bpy { package: "bpy==4.5.15", python: "3.11", folder: "venv" };
/// The newest that can be had, for the extension.
pub const NEWEST: Bpy = Bpy { package: "bpy==5.2.3", python: "3.13", folder: "venv-newest" };
/// Builds the wheel.
const MATURIN: &str = "maturin==1.16.0";
/// Looks at workflows.
const ZIZMOR: &str = "zizmor==1.32.0";

/// As root, or with its rights.
fn apt_get(args: &[&str]) -> Result<(), String> {
    let id = run(Command::new("id").arg("-u")).unwrap_or_default();
    let root = id.trim() == "0";
    if !root && run(Command::new("sudo").args(["-n", "true"])).is_err() {
        return Err(format!("apt-get {} needs root", args.join(" ")));
    }
    let mut command = Command::new(if root { "apt-get" } else { "sudo" });
    if !root {
        command.args(["-n", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
    }
    command.env("DEBIAN_FRONTEND", "noninteractive").args(args);
    run(&mut command).map(drop).map_err(|e| format!("{e:#}"))
}

/// The list of packages, refreshed once; whoever has what this returns is alone.
fn packages_known() -> Result<impl Drop, String> {
    static LOCK: Mutex<()> = Mutex::new(());
    static UPDATED: OnceLock<Result<(), String>> = OnceLock::new();
    let one_at_a_time = LOCK.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if !exists("apt-get") {
        return Err("no apt-get here".into());
    }
    UPDATED.get_or_init(|| apt_get(&["update", "-q"])).clone()?;
    Ok(one_at_a_time)
}

/// Installs Debian packages.
fn apt(packages: &[&str]) -> Result<(), String> {
    let names = packages.join(" ");
    let _alone = packages_known().map_err(|e| format!("{e} to install {names}"))?;
    let mut args = vec!["install", "-y", "-q", "--no-install-recommends"];
    args.extend(packages);
    apt_get(&args)
}

/// Debian's compiler for browsers with its standard library's source, unpacked in `.cache/wasm`; the path of its `rustc`.
pub fn wasm_compiler() -> Result<PathBuf, String> {
    let place = crate::root().join(".cache/wasm");
    let rustc = place.join("rustc");
    let works = || run(Command::new(&rustc).arg("--version"));
    if works().is_ok() {
        return Ok(rustc);
    }
    let archives = place.join("deb");
    std::fs::create_dir_all(&archives).map_err(|e| e.to_string())?;
    let alone = packages_known().map_err(|e| format!("{e} to fetch a compiler for wasm32"))?;
    let mut names: Vec<String> =
        ["rustc-web", "libstd-rust-web-dev", "rust-web-src", "rust-web-llvm"].map(str::to_owned).to_vec();
    names.extend(depends("libstd-rust-web-dev", "libstd-rust-web-"));
    // The linker has the number of the LLVM that the compiler is built with.
    for llvm in depends("rust-web-llvm", "llvm-") {
        let number = llvm.trim_start_matches("llvm-").to_owned();
        names.extend([llvm, format!("libllvm{number}"), format!("lld-{number}"), format!("liblld-{number}")]);
    }
    run(Command::new("apt-get").arg("download").args(&names).current_dir(&archives))
        .map_err(|e| format!("{e:#}"))?;
    drop(alone);
    for entry in std::fs::read_dir(&archives).map_err(|e| e.to_string())?.flatten() {
        run(Command::new("dpkg").arg("-x").arg(entry.path()).arg(&place)).map_err(|e| format!("{e:#}"))?;
    }
    let script = "#!/bin/sh\nhere=$(dirname \"$(readlink -f \"$0\")\")\n\
        LD_LIBRARY_PATH=$here/usr/lib/$(uname -m)-linux-gnu exec \"$here/usr/bin/rustc\" \"$@\"\n";
    std::fs::write(&rustc, script).map_err(|e| e.to_string())?;
    run(Command::new("chmod").arg("+x").arg(&rustc)).map_err(|e| format!("{e:#}"))?;
    if works().is_err() {
        apt(&["libz3-4", "libedit2", "libxml2"])?;
    }
    works().map(|_| rustc.clone()).map_err(|e| format!("{e:#}"))
}

/// The packages that a package needs and whose names begin so.
fn depends(package: &str, prefix: &str) -> Vec<String> {
    let text = run(Command::new("apt-cache").args(["depends", package])).unwrap_or_default();
    let names = text.lines().filter_map(|l| l.trim().strip_prefix("Depends: "));
    names.filter(|n| n.starts_with(prefix)).map(str::to_owned).collect()
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
    tool("build-venv", "maturin", MATURIN)
}

/// zizmor, in `.cache/lint-venv`.
pub fn zizmor() -> Result<PathBuf, String> {
    tool("lint-venv", "zizmor", ZIZMOR)
}

/// A program that is a Python package, in an environment of its own.
fn tool(folder: &str, name: &str, package: &str) -> Result<PathBuf, String> {
    let venv = crate::root().join(".cache").join(folder);
    let bin = venv.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let program = bin.join(name).with_extension(std::env::consts::EXE_EXTENSION);
    if program.exists() {
        return Ok(program);
    }
    venv_at("python3", &venv)?;
    let mut pip = Command::new(bin.join("python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]);
    run(&mut pip).map_err(|e| format!("{e:#}"))?;
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

/// Blender as a module of a Python of its own, below `.cache`.
pub fn blender(wanted: &Bpy) -> Result<PathBuf, String> {
    let venv = crate::root().join(".cache").join(wanted.folder);
    let python = venv.join("bin/python");
    let imports =
        || run(Command::new(&python).args(["-c", "import bpy, os, sys; sys.stdout.flush(); os._exit(0)"]));
    let marker = venv.join("bpy.version");
    if std::fs::read_to_string(&marker).is_ok_and(|v| v == wanted.package) && python.exists() {
        return Ok(python);
    }
    venv_at(&python_of(wanted)?, &venv)?;
    run(Command::new(&python).args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        wanted.package,
    ]))
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
    std::fs::write(&marker, wanted.package).map_err(|e| e.to_string())?;
    Ok(python)
}

/// A Python of the version Blender's module is made for: on the path, or of pyenv.
fn python_of(wanted: &Bpy) -> Result<String, String> {
    let version = format!(" {}.", wanted.python);
    let mut known = vec![format!("python{}", wanted.python), "python3".into()];
    let pyenv = run(Command::new("pyenv").args(["root"])).unwrap_or_default();
    if let Ok(entries) = std::fs::read_dir(PathBuf::from(pyenv.trim()).join("versions")) {
        let mut found: Vec<_> = entries.flatten().map(|e| e.path().join("bin/python3")).collect();
        found.sort();
        known.extend(found.iter().map(|p| p.display().to_string()));
    }
    known
        .into_iter()
        .find(|p| run(Command::new(p).arg("--version")).is_ok_and(|v| v.contains(&version)))
        .ok_or_else(|| format!("{} needs Python {}", wanted.package, wanted.python))
}
