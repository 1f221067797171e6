//! `cargo xtask fuzz`: every fuzz target in turn, as long as asked for. What they keep is merged, minimised, and a small
//! part of it goes to `fuzz/corpus`, which the ordinary tests replay.
//!
//! Needs `cargo install cargo-fuzz --locked`; a stable compiler is made to do what a nightly one does.

use crate::test::process;
use anyhow::{Context, Result, bail};
use attacks::{Job, Target, seeds, targets};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// What is committed of each target, at most.
const COMMITTED_BYTES: u64 = 4 << 10;
const COMMITTED_FILES: usize = 8;
/// Larger inputs are slow and find little.
const LONGEST: usize = 4096;
/// Reading alone is meant to be fast, and nearly all of it is reached by small files.
const LONGEST_READ: usize = 1024;
/// Scenes are made from few bytes.
const LONGEST_SCENE: usize = 256;
/// Of which no stack is kept with every allocation.
const SANITIZER: &str =
    "detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=0:malloc_context_size=1";

/// What was asked for.
struct Plan {
    time: Duration,
    slice: u64,
    only: Vec<String>,
    program: Option<PathBuf>,
    commit: bool,
    kills: Option<u32>,
    glbs: Option<(PathBuf, u64)>,
}

fn plan(args: &[String]) -> Result<Plan> {
    let mut plan = Plan {
        time: Duration::from_hours(1),
        slice: 20,
        only: Vec::new(),
        program: None,
        commit: false,
        kills: None,
        glbs: None,
    };
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let mut value = || rest.next().with_context(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--minutes" => plan.time = Duration::from_secs_f64(value()?.parse::<f64>()? * 60.0),
            "--slice" => plan.slice = value()?.parse()?,
            "--only" => plan.only = value()?.split(',').map(str::to_owned).collect(),
            "--program" => plan.program = Some(value()?.into()),
            "--commit" => plan.commit = true,
            "--glbs" => plan.glbs = Some((value()?.into(), 300)),
            "--kills" => plan.kills = Some(value()?.parse()?),
            _ => bail!(
                "no option {arg:?}; --minutes N, --slice SECONDS, --only a,b, --program FILE, --commit, --glbs DIR, --kills N"
            ),
        }
    }
    Ok(plan)
}

/// Executions, seconds and findings of a target.
#[derive(Default, Clone, Copy)]
struct Done {
    executions: u64,
    seconds: f64,
    findings: usize,
}

/// `cargo xtask fuzz`
pub fn run(args: &[String]) -> Result<bool> {
    let plan = plan(args)?;
    if let Some(kills) = plan.kills {
        return kill_loops(kills);
    }
    if let Some((folder, count)) = &plan.glbs {
        println!("{} GLBs of damaged files", attacks::glbs(folder, *count)?);
        return Ok(true);
    }
    let chosen: Vec<Target> = targets()
        .into_iter()
        .filter(|t| plan.only.is_empty() || plan.only.iter().any(|o| t.name.starts_with(o.as_str())))
        .collect();
    if chosen.is_empty() {
        bail!("no target begins with {}", plan.only.join(" or "));
    }
    let place = crate::root().join(".cache/fuzz");
    if plan.commit {
        return commit(&chosen, &place);
    }
    let program = match &plan.program {
        Some(program) => program.clone(),
        None => build()?,
    };
    let mut done = read_totals(&place);
    let started = Instant::now();
    for target in &chosen {
        plant(target, &place)?;
    }
    'rounds: loop {
        for target in &chosen {
            if started.elapsed() >= plan.time {
                break 'rounds;
            }
            let one = slice(&program, target, &place, plan.slice)?;
            let sum = done.entry(target.name.clone()).or_default();
            sum.executions += one.executions;
            sum.seconds += one.seconds;
            sum.findings += one.findings;
            write_totals(&place, &done)?;
        }
    }
    for target in &chosen {
        merge(&program, target, &place)?;
    }
    Ok(print_table(&done, &place))
}

/// The program with every target, with the address sanitizer.
fn build() -> Result<PathBuf> {
    let fuzz = crate::root().join("fuzz");
    process::run(
        Command::new("cargo")
            .args(["fuzz", "build", "attack"])
            .current_dir(&fuzz)
            .env("RUSTC_BOOTSTRAP", "1"),
    )
    .context("cargo fuzz (cargo install cargo-fuzz --locked)")?;
    let found = attacks::files_below(&fuzz.join("target"));
    let program = found.into_iter().find(|p| p.ends_with("release/attack"));
    program.context("cargo fuzz built no program")
}

/// Puts the seeds and what is committed where a target begins.
fn plant(target: &Target, place: &Path) -> Result<()> {
    let folder = place.join("corpus").join(&target.name);
    fs::create_dir_all(&folder)?;
    // What is longer would be cut off, and then it is no file any more.
    let all = seeds(target);
    let small = all.iter().filter(|s| s.len() <= longest(target)).count();
    for (i, seed) in all.iter().enumerate().filter(|(_, s)| small == 0 || s.len() <= longest(target)) {
        fs::write(folder.join(format!("seed-{i}")), seed)?;
    }
    for path in attacks::files_below(&committed(target)) {
        if let Some(name) = path.file_name() {
            fs::copy(&path, folder.join(name))?;
        }
    }
    Ok(())
}

fn committed(target: &Target) -> PathBuf {
    crate::root().join("fuzz/corpus").join(&target.name)
}

fn longest(target: &Target) -> usize {
    match target.job {
        Job::Write(_) | Job::Thumb => LONGEST_SCENE,
        Job::Read(_) | Job::Sniff => LONGEST_READ,
        _ => LONGEST,
    }
}

fn command(program: &Path, target: &Target) -> Command {
    let mut command = Command::new(program);
    command.env("XENOMESH_TARGET", &target.name).env("RAYON_NUM_THREADS", "1");
    command.env("ASAN_OPTIONS", SANITIZER);
    command
}

/// Runs one target for some seconds; again after each finding.
fn slice(program: &Path, target: &Target, place: &Path, seconds: u64) -> Result<Done> {
    let found = place.join("found");
    fs::create_dir_all(&found)?;
    let started = Instant::now();
    let (code, text) = process::capture(
        command(program, target)
            .arg(place.join("corpus").join(&target.name))
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-max_len={}", longest(target)))
            .args(["-timeout=20", "-rss_limit_mb=2048", "-print_final_stats=1", "-detect_leaks=0"])
            .arg(format!("-artifact_prefix={}/{}-", found.display(), target.name)),
    )?;
    let executions = text
        .lines()
        .find_map(|l| l.strip_prefix("stat::number_of_executed_units:")?.trim().parse().ok())
        .unwrap_or(0);
    let findings = usize::from(code != Some(0));
    if findings > 0 {
        let last: Vec<&str> = text.lines().rev().take(60).collect();
        let last: Vec<&str> = last.into_iter().rev().collect();
        eprintln!("{}: FOUND\n{}", target.name, last.join("\n"));
    }
    Ok(Done { executions, seconds: started.elapsed().as_secs_f64(), findings })
}

/// Only the inputs that reach something the others do not.
fn merge(program: &Path, target: &Target, place: &Path) -> Result<()> {
    let (old, new) = (place.join("corpus").join(&target.name), place.join("merged").join(&target.name));
    if new.exists() {
        fs::remove_dir_all(&new)?;
    }
    fs::create_dir_all(&new)?;
    let merged = process::capture(
        command(program, target).args(["-merge=1", "-timeout=20", "-rss_limit_mb=2048"]).arg(&new).arg(&old),
    )?;
    if merged.0 == Some(0) && fs::read_dir(&new)?.next().is_some() {
        fs::remove_dir_all(&old)?;
        fs::rename(&new, &old)?;
    }
    Ok(())
}

/// Copies the smallest inputs of each target to `fuzz/corpus`: names by content, so that nothing changes twice.
fn commit(chosen: &[Target], place: &Path) -> Result<bool> {
    let mut bytes = 0;
    for target in chosen {
        let mut files: Vec<(u64, PathBuf)> = attacks::files_below(&place.join("corpus").join(&target.name))
            .into_iter()
            .filter_map(|p| Some((p.metadata().ok()?.len(), p)))
            .collect();
        files.sort();
        let folder = committed(target);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        let mut sum = 0;
        // From the smallest to the largest that fits, evenly: small ones alone are all refused at once.
        let step = (files.len() / COMMITTED_FILES).max(1);
        for (size, path) in files.iter().step_by(step) {
            if sum + size > COMMITTED_BYTES && sum > 0 {
                break;
            }
            sum += size;
            let content = fs::read(path)?;
            fs::write(folder.join(format!("{:016x}", fingerprint(&content))), content)?;
        }
        bytes += sum;
    }
    println!("{} kB in fuzz/corpus", bytes / 1000);
    Ok(true)
}

fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3))
}

fn read_totals(place: &Path) -> BTreeMap<String, Done> {
    let text = fs::read_to_string(place.join("totals.txt")).unwrap_or_default();
    let line = |l: &str| {
        let mut parts = l.split_whitespace();
        let name = parts.next()?.to_owned();
        let executions = parts.next()?.parse().ok()?;
        let seconds = parts.next()?.parse().ok()?;
        Some((name, Done { executions, seconds, findings: parts.next()?.parse().ok()? }))
    };
    text.lines().filter_map(line).collect()
}

fn write_totals(place: &Path, done: &BTreeMap<String, Done>) -> Result<()> {
    let line =
        |(name, d): (&String, &Done)| format!("{name} {} {:.1} {}\n", d.executions, d.seconds, d.findings);
    Ok(fs::write(place.join("totals.txt"), done.iter().map(line).collect::<String>())?)
}

/// The figures; whether nothing was found.
fn print_table(done: &BTreeMap<String, Done>, place: &Path) -> bool {
    println!("{:20} {:>12} {:>9} {:>9}", "target", "executions", "a second", "findings");
    for (name, d) in done {
        let rate = d.executions as f64 / d.seconds.max(0.001);
        println!("{name:20} {:>12} {rate:>9.0} {:>9}", d.executions, d.findings);
    }
    let all: u64 = done.values().map(|d| d.executions).sum();
    let findings: usize = done.values().map(|d| d.findings).sum();
    println!("{all} executions, {findings} findings; inputs in {}", place.join("found").display());
    findings == 0
}

/// The tests that kill the program, so many times each.
fn kill_loops(kills: u32) -> Result<bool> {
    let mut command = Command::new("cargo");
    command.args(["nextest", "run", "-p", "xenomesh-cli", "--test", "faults", "killed", "--no-capture"]);
    let text = process::run(command.current_dir(crate::root()).env("XENOMESH_KILLS", kills.to_string()))?;
    println!("{text}");
    Ok(true)
}
