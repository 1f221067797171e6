//! Bundles the viewer's page with esbuild where the packages of `clients/` are installed. Without Node the crate builds
//! all the same, and `view` says what to install.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default()).join("app.js");
    let clients = here.join("../../clients");
    let modules = clients.join("node_modules");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=web");
    println!("cargo::rerun-if-env-changed=XENOMESH_NPM");
    if std::env::var("XENOMESH_NPM").is_ok_and(|v| v == "1") && !modules.join("three").is_dir() {
        let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
        run(Command::new(npm).args(["ci", "--no-audit", "--no-fund"]).current_dir(&clients));
    }
    // Watch one file where there are thousands, and the folder where they may appear.
    let installed = modules.join(".package-lock.json");
    let watch = if installed.is_file() { installed } else { clients };
    println!("cargo::rerun-if-changed={}", watch.display());
    let bundled = modules.join("three").is_dir() && bundle(&here, &modules, &out);
    if !bundled && let Err(e) = std::fs::write(&out, "") {
        println!("cargo::error={} cannot be written: {e}", out.display());
    }
}

fn bundle(here: &Path, modules: &Path, out: &Path) -> bool {
    if !modules.join("esbuild").is_dir() {
        println!(
            "cargo::warning=the viewer's page is left out: esbuild is missing, run `npm ci` in clients/"
        );
        return false;
    }
    run(Command::new("node").arg(here.join("web/bundle.cjs")).arg(out).env("NODE_PATH", modules))
}

/// Whether it worked; what it said becomes a warning of the build.
fn run(command: &mut Command) -> bool {
    match command.output() {
        Ok(done) if done.status.success() => true,
        Ok(done) => {
            for line in String::from_utf8_lossy(&done.stderr).lines().take(20) {
                println!("cargo::warning={line}");
            }
            false
        }
        Err(e) => {
            let program = command.get_program().to_string_lossy().into_owned();
            println!("cargo::warning=the viewer's page is left out: {program} cannot be started: {e}");
            false
        }
    }
}
