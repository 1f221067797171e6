//! The Python package: reading against the library in a process of its own, two threads, a table against the program.
//!
//! Each pair is measured in turns, several times, and the best of each counts: what disturbs the machine disturbs both.

use super::Bench;
use super::program::{many_files, repeated, work_folder, write};
use crate::samples::character::character;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

const TURNS: usize = 3;
const FILES: usize = 4000;
/// The model is made at least this large.
const LARGE: usize = 100_000_000;

/// All rows.
pub fn rows(bench: &mut Bench) -> Result<()> {
    let python = environment()?;
    let program = crate::test::build_release()?;
    let format = formats::by_id("xps").context("there is no format xps")?;
    let work = work_folder("python")?;
    let large = work.join("large.xps");
    let scene = character()?.scene;
    let one = write(format, &scene)?.len().max(1);
    let bytes = write(format, &repeated(&scene, LARGE / one * 11 / 10 + 2))?;
    if bytes.len() < LARGE {
        bail!("the large model has {} bytes only", bytes.len());
    }
    std::fs::write(&large, bytes)?;
    reading(bench, &python, &large)?;
    threads(bench, &python, &large)?;
    std::fs::remove_file(&large)?;
    let folder = many_files(format, &work.join("many"), FILES)?;
    table(bench, &python, &program, &folder)?;
    std::fs::remove_dir_all(&work)?;
    Ok(())
}

/// A Python with the wheel and what the table needs.
fn environment() -> Result<PathBuf> {
    let wheel = crate::wheel::build()?;
    let venv = crate::root().join(".cache/bench-venv");
    let python = venv.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !python.exists() {
        let made = Command::new("python3").args(["-m", "venv"]).arg(&venv).status()?;
        if !made.success() {
            bail!("python3 -m venv fails");
        }
    }
    let wanted = format!("xenomesh[catalogue] @ file://{}", wheel.canonicalize()?.display());
    for extra in [&["--force-reinstall", "--no-deps"][..], &[]] {
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(extra).arg(&wanted);
        if !pip.status()?.success() {
            bail!("pip cannot install {}", wheel.display());
        }
    }
    Ok(python)
}

/// What `bench.py` measured.
fn measured(python: &Path, what: &str, path: &Path) -> Result<serde_json::Map<String, serde_json::Value>> {
    let mut command = Command::new(python);
    // -P: the wheel, not the sources that are next to the script.
    command.arg("-P").arg(crate::root().join("python/bench.py")).arg(what).arg(path).stderr(Stdio::inherit());
    let output = command.output()?;
    if !output.status.success() {
        bail!("bench.py {what} exits with {}", output.status);
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn number(of: &serde_json::Map<String, serde_json::Value>, name: &str) -> Result<f64> {
    of.get(name).and_then(serde_json::Value::as_f64).with_context(|| format!("no {name}"))
}

/// What it costs somebody who starts Python and opens a model: the first read of a process, imports not counted, in seconds
/// of CPU (one thread does it all; other work on the machine would count otherwise). A process that reads again and again
/// gets its memory back from the allocator, which does that better for one thread than for a pool: that row is a note.
fn reading(bench: &mut Bench, python: &Path, large: &Path) -> Result<()> {
    let mut own = [f64::INFINITY; 2];
    let (mut library, mut array) = ([f64::INFINITY; 2], f64::INFINITY);
    for _ in 0..TURNS {
        let numbers = measured(python, "read", large)?;
        own = [own[0].min(number(&numbers, "first")?), own[1].min(number(&numbers, "again")?)];
        array = array.min(number(&numbers, "array")?);
        let [first, again] = by_the_library(large)?;
        library = [library[0].min(first), library[1].min(again)];
    }
    let ratio = |i: usize| {
        let (own, library) = (own[i], library[i]);
        format!("{:.2} × ({:.0} ms, {:.0} ms)", own / library, own * 1e3, library * 1e3)
    };
    bench.add(
        "Python: opening 100 MB against the library",
        ratio(0),
        "≤ 1.3 ×".into(),
        own[0] <= 1.3 * library[0],
    );
    bench.note("Python: the same again in the same process", ratio(1));
    let value = format!("{:.0} µs", array * 1e6);
    bench.add("Python: an array over the library's memory", value, "≤ 1 ms".into(), array <= 1e-3);
    Ok(())
}

/// The library's own times, in a process as users start it: the first read and the best of the next.
fn by_the_library(large: &Path) -> Result<[f64; 2]> {
    let mut command = Command::new(std::env::current_exe()?);
    let output = command.args(["bench", READ]).arg(large).stderr(Stdio::inherit()).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    serde_json::from_str(text.trim()).with_context(|| format!("no times but {text:?}"))
}

/// `cargo xtask bench read-seconds FILE`: what [`by_the_library`] starts.
pub const READ: &str = "read-seconds";

/// Prints the times of reading a file as a scene, with what Python and the program call for it.
pub fn read_seconds(file: &str) -> Result<()> {
    let options = xenomesh::ConvertOptions { no_textures: true, ..xenomesh::ConvertOptions::default() };
    let recipe = xenomesh::Recipe::new(&options)?;
    let read = || -> Result<(f64, scene::Scene)> {
        let began = (Instant::now(), cpu_seconds());
        let model = xenomesh::open(file)?;
        let scene = recipe.scene_of(&model, None, &mut xenomesh::Sink::new())?;
        drop(model);
        let elapsed = began.0.elapsed().as_secs_f64();
        Ok((began.1.zip(cpu_seconds()).map_or(elapsed, |(a, b)| b - a), scene))
    };
    let first = read()?.0;
    let mut again = f64::INFINITY;
    for _ in 0..6 {
        again = again.min(read()?.0);
    }
    println!("[{first}, {again}]");
    Ok(())
}

/// Seconds of CPU that all threads of this process have had, where the system says so.
fn cpu_seconds() -> Option<f64> {
    let threads = std::fs::read_dir("/proc/self/task").ok()?;
    let of = |thread: std::fs::DirEntry| {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<f64>().ok()
    };
    Some(threads.filter_map(|t| of(t.ok()?)).sum::<f64>() / 1e9)
}

fn threads(bench: &mut Bench, python: &Path, large: &Path) -> Result<()> {
    let (mut one, mut both) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..TURNS {
        let numbers = measured(python, "threads", large)?;
        one = one.min(number(&numbers, "one")?);
        both = both.min(number(&numbers, "both")?);
    }
    let value = format!("{:.2} × ({:.0} ms, {:.0} ms)", one / both, one * 1e3, both * 1e3);
    bench.add("Python: two threads against one", value, "≥ 1.7 ×".into(), one / both >= 1.7);
    Ok(())
}

fn table(bench: &mut Bench, python: &Path, program: &Path, folder: &Path) -> Result<()> {
    let (mut own, mut other, mut files) = (f64::INFINITY, f64::INFINITY, 0.0);
    for _ in 0..TURNS {
        let numbers = measured(python, "catalogue", folder)?;
        own = own.min(number(&numbers, "seconds")?);
        files = number(&numbers, "files")?;
        let began = Instant::now();
        let mut command = Command::new(program);
        let status = command.args(["inspect", "--json"]).arg(folder).stdout(Stdio::null()).status()?;
        if !status.success() {
            bail!("inspect exits with {status}");
        }
        other = other.min(began.elapsed().as_secs_f64());
    }
    let value = format!("{:.2} × ({:.0} and {:.0} files/s)", other / own, files / own, files / other);
    bench.add("Python: catalogue against inspect --json", value, "≥ 0.7 ×".into(), other / own >= 0.7);
    Ok(())
}
