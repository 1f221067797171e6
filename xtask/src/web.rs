//! `cargo xtask web [-o DIR]`: the viewer's page for any static host, with the library in WebAssembly instead of a server.
//!
//! The compiler of the project is used where it has the target wasm32 (`rustup target add wasm32-unknown-unknown`);
//! on Debian without rustup, packages of Debian's own compiler are unpacked below `.cache/wasm`, nothing is installed.

use crate::test::{install, process};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
/// The page may take this much of the network.
pub const MOST_GZIPPED: u64 = 3_000_000;

/// Nothing from elsewhere, nothing inline; WebAssembly may be compiled.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self' blob:; base-uri 'none'; form-action 'none'";

pub fn run(args: &[String]) -> Result<bool> {
    let out = match args {
        [] => crate::root().join("target/web"),
        [o, dir] if o == "-o" => PathBuf::from(dir),
        _ => bail!("cargo xtask web [-o DIR]"),
    };
    let gzipped = build(&out)?;
    println!("{}: xenomesh.wasm has {:.2} MB gzipped", out.display(), gzipped as f64 / 1e6);
    println!("try it: python3 -m http.server --bind 127.0.0.1 --directory {}", out.display());
    Ok(gzipped <= MOST_GZIPPED)
}

/// Makes the folder; the size of the library as it is sent.
pub fn build(out: &Path) -> Result<u64> {
    let wasm = compile()?;
    std::fs::create_dir_all(out)?;
    let view = crate::root().join("crates/view");
    let page = std::fs::read_to_string(view.join("web/index.html"))?;
    let mark = "<meta charset=\"utf-8\">";
    let head = format!(
        "{mark}\n<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"xenomesh-wasm\" content=\"xenomesh.wasm\">"
    );
    if !page.contains(mark) {
        bail!("index.html has no {mark}");
    }
    let library = std::fs::read(&wasm).with_context(|| wasm.display().to_string())?;
    let offline = std::fs::read_to_string(view.join("web/offline.js"))?;
    let write = |name: &str, bytes: &[u8]| std::fs::write(out.join(name), bytes);
    write("index.html", page.replacen(mark, &head, 1).as_bytes())?;
    let script = std::fs::read(view.join("page/app.js"))?;
    write("app.js", &script)?;
    write("app.css", &std::fs::read(view.join("web/app.css"))?)?;
    write("worker.js", &std::fs::read(view.join("web/worker.js"))?)?;
    // Another build, another name: the page replaces what it kept.
    let mut sum = flate2::Crc::new();
    sum.update(&library);
    sum.update(&script);
    write("offline.js", offline.replace("BUILD", &format!("{:08x}", sum.sum())).as_bytes())?;
    write("xenomesh.wasm", &library)?;
    gzipped(&out.join("xenomesh.wasm"))
}

/// As a web server sends it.
fn gzipped(file: &Path) -> Result<u64> {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(&std::fs::read(file)?)?;
    Ok(encoder.finish()?.len() as u64)
}

fn compile() -> Result<PathBuf> {
    let target = crate::root().join("target/wasm");
    let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    cargo.current_dir(crate::root()).env("CARGO_TARGET_DIR", &target);
    cargo.args(["build", "--quiet", "--profile", "web", "--target", TARGET, "--package", "xenomesh-web"]);
    if !has_target() {
        let compiler = install::wasm_compiler().map_err(anyhow::Error::msg)?;
        cargo.env("RUSTC", &compiler).env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
        let bin = compiler.parent().map(|p| p.join("usr/bin")).unwrap_or_default();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(bin).chain(std::env::split_paths(&path));
        cargo.env("PATH", std::env::join_paths(paths)?);
    }
    // What cargo gives to programs it runs is for this project's compiler.
    for name in ["RUSTUP_TOOLCHAIN", "RUSTC_WRAPPER", "LD_LIBRARY_PATH"] {
        cargo.env_remove(name);
    }
    process::run(&mut cargo)?;
    Ok(target.join(TARGET).join("web/xenomesh_web.wasm"))
}

/// Whether the project's own compiler can do it.
fn has_target() -> bool {
    let folder = process::run(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]));
    folder.is_ok_and(|f| Path::new(f.trim()).is_dir())
}
