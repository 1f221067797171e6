//! `cargo xtask coverage`: which lines of the product the tests run, by crate and file, and which ones nothing runs. The
//! fuzz targets are part of the tests (`tests/attacks` replays their corpus).
//!
//! Needs `llvm-profdata` and `llvm-cov` of the compiler's LLVM: Debian's package `llvm-N`, N as `rustc -vV` says.

use crate::test::process;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Line → how often it was run, by file.
type Lines = BTreeMap<String, BTreeMap<u32, u64>>;

/// `cargo xtask coverage [--missing]`
pub fn run(args: &[String]) -> Result<bool> {
    let missing = match args {
        [] => false,
        [one] if one == "--missing" => true,
        _ => bail!("no option {args:?}; --missing: list the lines that nothing runs"),
    };
    let (profdata, cov) = (tool("llvm-profdata")?, tool("llvm-cov")?);
    let place = crate::root().join(".cache/coverage");
    if place.exists() {
        fs::remove_dir_all(&place)?;
    }
    fs::create_dir_all(&place)?;
    let programs = build()?;
    let (code, text) = process::capture(
        cargo().args(["--no-fail-fast"]).env("LLVM_PROFILE_FILE", place.join("%4m.profraw")),
    )?;
    if code != Some(0) {
        let failed: Vec<&str> = text.lines().filter(|l| l.contains("FAILED")).collect();
        eprintln!("some tests failed (their lines count nevertheless):\n{}", failed.join("\n"));
    }
    let all = place.join("all.profdata");
    let raw = fs::read_dir(&place)?.filter_map(|e| Some(e.ok()?.path()));
    let raw: Vec<PathBuf> = raw.filter(|p| p.extension().is_some_and(|e| e == "profraw")).collect();
    process::run(Command::new(profdata).args(["merge", "--sparse", "-o"]).arg(&all).args(raw))?;
    let mut export = Command::new(cov);
    export.args(["export", "--format=lcov", "--instr-profile"]).arg(&all);
    for program in &programs {
        export.arg("--object").arg(program);
    }
    let lines = lines(&process::run(&mut export)?);
    print_table(&lines);
    if missing {
        print_missing(&lines);
    }
    Ok(true)
}

/// A program of LLVM, by the version of the compiler's.
fn tool(name: &str) -> Result<String> {
    let about = process::run(Command::new("rustc").arg("-vV"))?;
    let version =
        about.lines().find_map(|l| l.strip_prefix("LLVM version: ")).context("rustc -vV has no LLVM")?;
    let major = version.split('.').next().unwrap_or_default();
    let versioned = format!("{name}-{major}");
    if process::exists(&versioned) {
        return Ok(versioned);
    }
    bail!("there is no {versioned}: apt-get install llvm-{major}")
}

/// `cargo test`, counting. In a folder of its own, so that ordinary builds stay.
fn cargo() -> Command {
    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--workspace", "--exclude", "xtask", "--lib", "--bins", "--tests"]);
    cargo
        .current_dir(crate::root())
        .env("RUSTFLAGS", "-C instrument-coverage")
        .env("CARGO_TARGET_DIR", crate::root().join("target/coverage"));
    cargo
}

/// Every program that is started while testing.
fn build() -> Result<Vec<String>> {
    let text = process::run(cargo().args(["--no-run", "--message-format=json"]))?;
    let json = text.lines().filter_map(|l| serde_json::from_str::<serde_json::Value>(l).ok());
    let programs: Vec<String> =
        json.filter_map(|v| Some(v.get("executable")?.as_str()?.to_owned())).collect();
    if programs.is_empty() {
        bail!("cargo built no program");
    }
    Ok(programs)
}

/// What LLVM exported, of the product alone.
fn lines(lcov: &str) -> Lines {
    let root = crate::root();
    let mut all = Lines::new();
    let mut file = None;
    for line in lcov.lines() {
        if let Some(path) = line.strip_prefix("SF:") {
            let path = std::path::Path::new(path).strip_prefix(&root).ok().map(|p| p.display().to_string());
            file = path.filter(|p| p.starts_with("crates/") && p.contains("/src/") && !p.contains("tests"));
        } else if let Some(((number, count), file)) =
            line.strip_prefix("DA:").and_then(|d| d.split_once(',')).zip(file.as_ref())
            && let (Ok(number), Ok(count)) = (number.parse(), count.parse::<u64>())
        {
            let counts = all.entry(file.clone()).or_default().entry(number).or_default();
            *counts = (*counts).max(count);
        }
    }
    all
}

fn print_table(lines: &Lines) {
    let mut crates: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    println!("{:64} {:>7} {:>7} {:>7}", "file", "lines", "missed", "run");
    for (file, counts) in lines {
        let missed = counts.values().filter(|c| **c == 0).count();
        let of = crates.entry(file.split('/').nth(1).unwrap_or_default()).or_default();
        *of = (of.0 + counts.len(), of.1 + missed);
        row(file, counts.len(), missed);
    }
    println!();
    for (name, (all, missed)) in &crates {
        row(name, *all, *missed);
    }
    let (all, missed) = crates.values().fold((0, 0), |s, c| (s.0 + c.0, s.1 + c.1));
    row("all", all, missed);
}

fn row(name: &str, all: usize, missed: usize) {
    let share = 100.0 * (all - missed) as f64 / all.max(1) as f64;
    println!("{name:64} {all:>7} {missed:>7} {share:>6.1}%");
}

/// The lines themselves, as ranges.
fn print_missing(lines: &Lines) {
    println!("\nlines that nothing runs");
    for (file, counts) in lines {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        let mut open = false;
        for (line, count) in counts {
            match ranges.last_mut() {
                Some(last) if open && *count == 0 => last.1 = *line,
                _ if *count == 0 => ranges.push((*line, *line)),
                _ => {}
            }
            open = *count == 0;
        }
        if !ranges.is_empty() {
            let list: Vec<String> =
                ranges.iter().map(|(a, b)| if a == b { a.to_string() } else { format!("{a}-{b}") }).collect();
            println!("{file}: {}", list.join(" "));
        }
    }
}
