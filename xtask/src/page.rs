//! `cargo xtask page`: the script of the viewer's page, bundled from its source with the packages of `clients/`.
//! The result is committed, so that building the program needs no Node; a test of the browser step compares it.

use anyhow::{Context, Result, bail};
use std::process::Command;

pub fn run(_: &[String]) -> Result<bool> {
    let root = crate::root();
    let clients = root.join("clients");
    if !clients.join("node_modules/esbuild").is_dir() {
        let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
        let done = Command::new(npm).arg("ci").current_dir(&clients).status();
        if !done.context("npm cannot be started; Node 20 or newer is needed")?.success() {
            bail!("`npm ci` in clients/ did not work");
        }
    }
    let out = root.join("crates/view/page/app.js");
    let done = Command::new("node").arg(clients.join("page.mjs")).arg(&out).status();
    if !done.context("node cannot be started")?.success() {
        return Ok(false);
    }
    println!("{}: {} bytes", out.display(), std::fs::metadata(&out)?.len());
    Ok(true)
}
