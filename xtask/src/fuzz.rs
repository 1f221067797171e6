//! `cargo xtask fuzz`: every fuzz target in turn, as long as asked for. What they keep is merged, minimised, and a small
//! part of it goes to `fuzz/corpus`, which the ordinary tests replay.
//!
//! Needs `cargo install cargo-fuzz --locked`; a stable compiler is made to do what a nightly one does. The target `python`
//! needs a Python 3.11 or newer with its library (`libpython3…so`) as well and is left out by name where there is none.

use crate::test::process;
use anyhow::{Context, Result, bail};
use attacks::{Job, Step, Target, seeds, targets};
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
/// The boundary of the Python package: a scene of Python objects, every function that takes some.
const PYTHON: &str = "python";
/// Of which no stack is kept with every allocation.
const SANITIZER: &str =
    "detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=0:malloc_context_size=1";

/// What was asked for.
struct Plan {
    time: Duration,
    rounds: Option<u32>,
    fresh: bool,
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
        rounds: None,
        fresh: false,
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
            "--rounds" => plan.rounds = Some(value()?.parse()?),
            "--fresh" => plan.fresh = true,
            "--minutes" => plan.time = Duration::from_secs_f64(value()?.parse::<f64>()? * 60.0),
            "--slice" => plan.slice = value()?.parse()?,
            "--only" => plan.only = value()?.split(',').map(str::to_owned).collect(),
            "--program" => plan.program = Some(value()?.into()),
            "--commit" => plan.commit = true,
            "--glbs" => plan.glbs = Some((value()?.into(), 300)),
            "--kills" => plan.kills = Some(value()?.parse()?),
            _ => bail!(
                "no option {arg:?}; --minutes N, --rounds N, --fresh, --slice SECONDS, --only a,b, --program FILE, --commit, \
                 --glbs DIR, --kills N"
            ),
        }
    }
    Ok(plan)
}

/// Executions, seconds (of the clock, of the processor) and findings of a target.
#[derive(Default, Clone, Copy)]
struct Done {
    executions: u64,
    seconds: f64,
    cpu: f64,
    findings: usize,
}

/// One that is run: a target of the attacks, or the boundary of Python.
struct Entry {
    name: String,
    target: Option<Target>,
}

impl Entry {
    fn of(target: Target) -> Self {
        Self { name: target.name.clone(), target: Some(target) }
    }

    fn longest(&self) -> usize {
        match self.target.as_ref().map(|t| t.job) {
            Some(Job::Write(_) | Job::Thumb) | None => LONGEST_SCENE,
            Some(Job::Read(_) | Job::Sniff) => LONGEST_READ,
            Some(_) => LONGEST,
        }
    }

    /// Slices a round: what is slow and has more to break gets more.
    fn weight(&self) -> u64 {
        match self.target.as_ref().map(|t| t.job) {
            Some(Job::Step(Step::Fix, _)) | None => 4,
            Some(Job::Write(_) | Job::Thumb) => 2,
            Some(_) => 1,
        }
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        self.target.as_ref().map_or_else(attacks::noise, seeds)
    }
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
    let python = Entry { name: PYTHON.into(), target: None };
    let mut chosen: Vec<Entry> = targets().into_iter().map(Entry::of).chain([python]).collect();
    chosen.retain(|e| plan.only.is_empty() || plan.only.iter().any(|o| e.name.starts_with(o.as_str())));
    if chosen.is_empty() {
        bail!("no target begins with {}", plan.only.join(" or "));
    }
    let place = crate::root().join(".cache/fuzz");
    if plan.commit {
        return commit(&chosen, &place);
    }
    let wanted = |python: bool| chosen.iter().any(|e| e.target.is_none() == python);
    let programs = Programs {
        attack: match &plan.program {
            Some(program) => program.clone(),
            None if wanted(false) => build("attack", &[])?,
            None => PathBuf::new(),
        },
        python: if wanted(true) { Python::build() } else { None },
    };
    if programs.python.is_none() {
        chosen.retain(|e| e.target.is_some());
    }
    let mut done = if plan.fresh { BTreeMap::new() } else { read_totals(&place) };
    let started = Instant::now();
    for entry in &chosen {
        plant(entry, &place)?;
    }
    let mut round = 0;
    'rounds: while plan.rounds.is_none_or(|most| round < most) {
        round += 1;
        for entry in &chosen {
            if plan.rounds.is_none() && started.elapsed() >= plan.time {
                break 'rounds;
            }
            let one = slice(&programs, entry, &place, plan.slice * entry.weight())?;
            let rate = one.executions as f64 / one.cpu.max(0.001);
            eprintln!("round {round} {:20} {:>9} {rate:>7.0} {}", entry.name, one.executions, one.findings);
            let sum = done.entry(entry.name.clone()).or_default();
            sum.executions += one.executions;
            sum.seconds += one.seconds;
            sum.cpu += one.cpu;
            sum.findings += one.findings;
            write_totals(&place, &done)?;
        }
    }
    for entry in &chosen {
        merge(&programs, entry, &place)?;
    }
    Ok(print_table(&done, &place))
}

/// What runs the targets.
struct Programs {
    attack: PathBuf,
    python: Option<Python>,
}

/// The program with Python in it, and where that Python's library is.
struct Python {
    program: PathBuf,
    library: PathBuf,
}

impl Python {
    /// Built where there is a Python that can be embedded; said and left out where there is none.
    fn build() -> Option<Self> {
        let interpreter = std::env::var("PYO3_PYTHON").unwrap_or_else(|_| "python3".into());
        let code = "import sys, sysconfig as s; assert s.get_config_var('Py_ENABLE_SHARED') and \
                    sys.version_info >= (3, 11); print(s.get_config_var('LIBDIR')); print(sys.executable)";
        let asked = process::run(Command::new(&interpreter).args(["-c", code]));
        let Some((library, own)) = asked.ok().and_then(|t| {
            let (library, own) = t.trim().split_once('\n')?;
            Some((library.to_owned(), own.to_owned()))
        }) else {
            eprintln!(
                "python: left out, {interpreter} is no Python 3.11 or newer with its library (PYO3_PYTHON=…)"
            );
            return None;
        };
        match build(PYTHON, &[("PYO3_PYTHON", &own)]) {
            Ok(program) => Some(Self { program, library: library.into() }),
            Err(e) => {
                eprintln!("python: left out, {e:#}");
                None
            }
        }
    }
}

/// One of the two programs, with the address sanitizer.
fn build(name: &str, env: &[(&str, &str)]) -> Result<PathBuf> {
    let fuzz = crate::root().join("fuzz");
    let mut command = Command::new("cargo");
    command.args(["fuzz", "build", name]).current_dir(&fuzz).env("RUSTC_BOOTSTRAP", "1");
    if name == PYTHON {
        command.args(["--features", PYTHON]);
    }
    process::run(command.envs(env.iter().copied()))
        .context("cargo fuzz (cargo install cargo-fuzz --locked)")?;
    let found = attacks::files_below(&fuzz.join("target"));
    let program = found.into_iter().find(|p| p.ends_with(Path::new("release").join(name)));
    program.with_context(|| format!("cargo fuzz built no {name}"))
}

/// Puts the seeds and what is committed where a target begins.
fn plant(entry: &Entry, place: &Path) -> Result<()> {
    let folder = place.join("corpus").join(&entry.name);
    fs::create_dir_all(&folder)?;
    // What is longer would be cut off, and then it is no file any more.
    let (all, longest) = (entry.seeds(), entry.longest());
    let small = all.iter().filter(|s| s.len() <= longest).count();
    for (i, seed) in all.iter().enumerate().filter(|(_, s)| small == 0 || s.len() <= longest) {
        fs::write(folder.join(format!("seed-{i}")), seed)?;
    }
    for path in attacks::files_below(&committed(entry)) {
        if let Some(name) = path.file_name() {
            fs::copy(&path, folder.join(name))?;
        }
    }
    Ok(())
}

fn committed(entry: &Entry) -> PathBuf {
    crate::root().join("fuzz/corpus").join(&entry.name)
}

fn command(programs: &Programs, entry: &Entry) -> Command {
    let mut command = match (&entry.target, &programs.python) {
        (None, Some(python)) => {
            let mut command = Command::new(&python.program);
            command.env("LD_LIBRARY_PATH", &python.library);
            command.env("XENOMESH_PACKAGE", crate::root().join("python/xenomesh"));
            command
        }
        _ => Command::new(&programs.attack),
    };
    command.env("XENOMESH_TARGET", &entry.name).env("RAYON_NUM_THREADS", "1");
    command.env("ASAN_OPTIONS", SANITIZER);
    command
}

/// Seconds of the processor that ended children of this process have used; none where the system does not say.
fn children_cpu() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
    // The 16th and 17th field, in hundredths.
    fields.iter().skip(13).take(2).filter_map(|f| f.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// Runs one target for some seconds; again after each finding.
fn slice(programs: &Programs, entry: &Entry, place: &Path, seconds: u64) -> Result<Done> {
    let found = place.join("found");
    fs::create_dir_all(&found)?;
    let (started, cpu) = (Instant::now(), children_cpu());
    let (code, text) = process::capture(
        command(programs, entry)
            .arg(place.join("corpus").join(&entry.name))
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-max_len={}", entry.longest()))
            .args([
                "-timeout=20",
                "-rss_limit_mb=2048",
                "-print_final_stats=1",
                "-print_funcs=0",
                "-detect_leaks=0",
            ])
            .arg(format!("-artifact_prefix={}/{}-", found.display(), entry.name)),
    )?;
    let executions = text
        .lines()
        .find_map(|l| l.strip_prefix("stat::number_of_executed_units:")?.trim().parse().ok())
        .unwrap_or(0);
    let findings = usize::from(code != Some(0));
    if findings > 0 {
        let last: Vec<&str> = text.lines().rev().take(60).collect();
        let last: Vec<&str> = last.into_iter().rev().collect();
        eprintln!("{}: FOUND\n{}", entry.name, last.join("\n"));
    }
    let seconds = started.elapsed().as_secs_f64();
    Ok(Done { executions, seconds, cpu: children_cpu() - cpu, findings })
}

/// Only the inputs that reach something the others do not.
fn merge(programs: &Programs, entry: &Entry, place: &Path) -> Result<()> {
    let (old, new) = (place.join("corpus").join(&entry.name), place.join("merged").join(&entry.name));
    if new.exists() {
        fs::remove_dir_all(&new)?;
    }
    fs::create_dir_all(&new)?;
    let merged = process::capture(
        command(programs, entry).args(["-merge=1", "-timeout=20", "-rss_limit_mb=2048"]).arg(&new).arg(&old),
    )?;
    if merged.0 == Some(0) && fs::read_dir(&new)?.next().is_some() {
        fs::remove_dir_all(&old)?;
        fs::rename(&new, &old)?;
    }
    Ok(())
}

/// Copies the smallest inputs of each target to `fuzz/corpus`: names by content, so that nothing changes twice.
fn commit(chosen: &[Entry], place: &Path) -> Result<bool> {
    let mut bytes = 0;
    for entry in chosen {
        let mut files: Vec<(u64, PathBuf)> = attacks::files_below(&place.join("corpus").join(&entry.name))
            .into_iter()
            .filter_map(|p| Some((p.metadata().ok()?.len(), p)))
            .collect();
        files.sort();
        let folder = committed(entry);
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
        let (seconds, cpu) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        Some((name, Done { executions, seconds, cpu, findings: parts.next()?.parse().ok()? }))
    };
    text.lines().filter_map(line).collect()
}

fn write_totals(place: &Path, done: &BTreeMap<String, Done>) -> Result<()> {
    let line = |(name, d): (&String, &Done)| {
        format!("{name} {} {:.1} {:.1} {}\n", d.executions, d.seconds, d.cpu, d.findings)
    };
    Ok(fs::write(place.join("totals.txt"), done.iter().map(line).collect::<String>())?)
}

/// The figures; whether nothing was found. Executions are counted by seconds of the processor, which a busy machine does
/// not change, where the system says those.
fn print_table(done: &BTreeMap<String, Done>, place: &Path) -> bool {
    println!("| target | executions | a second | findings |\n|---|---:|---:|---:|");
    for (name, d) in done {
        let seconds = if d.cpu > 0.0 { d.cpu } else { d.seconds };
        let rate = d.executions as f64 / seconds.max(0.001);
        println!("| `{name}` | {} | {rate:.0} | {} |", d.executions, d.findings);
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
