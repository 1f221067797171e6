//! `cargo xtask test`: everything CI does. Steps that keep the compiler busy come one after another, those after `convert`
//! two at a time: a client uses one core.
//!
//! Clients we did not write are installed in the background while the compiler works. Where one is not available (no root,
//! no network) its steps are skipped by name; with `CI=true` that is a failure.

mod blender;
mod edits;
mod extension;
mod foreign;
pub(crate) mod install;
mod menu;
pub(crate) mod process;
mod python;
mod ship;
mod silhouette;
mod steps;
mod three;
mod trips;
mod workflow;

pub use steps::build_release;

use anyhow::{Result, bail};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

/// What came of a step.
pub struct Outcome {
    /// Checks that passed, failed and were skipped.
    counts: [usize; 3],
    /// One line for the summary.
    note: String,
    /// What to show if something failed.
    output: String,
}

impl Outcome {
    fn passed(count: usize, note: impl Into<String>) -> Self {
        Self { counts: [count.max(1), 0, 0], note: note.into(), output: String::new() }
    }

    fn failed(output: impl Into<String>) -> Self {
        Self { counts: [0, 1, 0], note: String::new(), output: output.into() }
    }

    fn skipped(note: impl Into<String>) -> Self {
        Self { counts: [0, 0, 1], note: note.into(), output: String::new() }
    }

    fn word(&self) -> &'static str {
        match self.counts {
            [_, failed, _] if failed > 0 => "FAILED",
            [0, 0, skipped] if skipped > 0 => "skipped",
            _ => "ok",
        }
    }
}

/// What steps share.
pub struct Env {
    /// Clients that are not available are failures.
    ci: bool,
    /// `.cache/test`.
    cache: PathBuf,
    /// This program, by a path that stays right when the tests build it anew.
    me: PathBuf,
    python: OnceLock<Result<PathBuf, String>>,
    newest: OnceLock<Result<PathBuf, String>>,
    node: OnceLock<Result<(), String>>,
    chromium: OnceLock<Result<(), String>>,
    release: OnceLock<Result<PathBuf, String>>,
    wheel: OnceLock<Result<PathBuf, String>>,
    /// Whether the samples were converted by this run.
    fresh_samples: Mutex<bool>,
}

impl Env {
    fn new() -> Self {
        Self {
            ci: std::env::var("CI").is_ok_and(|v| v == "true" || v == "1"),
            cache: crate::root().join(".cache/test"),
            me: std::env::current_exe().unwrap_or_default(),
            python: OnceLock::new(),
            newest: OnceLock::new(),
            node: OnceLock::new(),
            chromium: OnceLock::new(),
            release: OnceLock::new(),
            wheel: OnceLock::new(),
            fresh_samples: Mutex::new(false),
        }
    }

    /// An empty folder for a step.
    fn fresh(&self, name: &str) -> Result<PathBuf> {
        let dir = self.cache.join(name);
        if dir.exists() {
            std::fs::remove_dir_all(&dir)?;
        }
        std::fs::create_dir_all(&dir)?;
        Ok(dir)
    }

    /// Where the converted samples are.
    fn converted(&self) -> PathBuf {
        self.cache.join("converted")
    }

    /// The Python that has Blender as a module.
    fn blender(&self) -> Result<PathBuf, String> {
        self.python.get_or_init(|| install::blender(&install::BLENDER)).clone()
    }

    /// The newest Blender that can be had, for the extension.
    fn newest_blender(&self) -> Result<PathBuf, String> {
        self.newest.get_or_init(|| install::blender(&install::NEWEST)).clone()
    }

    /// Node with the packages of `clients/`.
    fn node(&self) -> Result<(), String> {
        self.node.get_or_init(install::node).clone()
    }

    /// A browser.
    fn chromium(&self) -> Result<(), String> {
        self.chromium.get_or_init(install::chromium).clone()
    }

    /// The program as users build it.
    fn release(&self) -> Result<PathBuf, String> {
        self.release.get_or_init(|| steps::build_release().map_err(|e| format!("{e:#}"))).clone()
    }

    /// The Python package as users get it.
    fn wheel(&self) -> Result<PathBuf, String> {
        self.wheel.get_or_init(|| crate::wheel::build().map_err(|e| format!("{e:#}"))).clone()
    }

    /// A client that is not available.
    fn missing(&self, what: &str, why: &str) -> Outcome {
        if self.ci {
            Outcome::failed(format!("{what} is not available: {why}"))
        } else {
            Outcome::skipped(format!("{what} is not available: {}", why.lines().last().unwrap_or(why)))
        }
    }
}

/// One step: name, what it does, what runs.
type Step = (&'static str, &'static str, fn(&Env) -> Result<Outcome>);

static STEPS: &[Step] = &[
    ("fmt", "the source is formatted", steps::fmt),
    ("clippy", "no lint warns", steps::clippy),
    ("quick", "unit tests and the round trips, built without optimisation; only with --quick", steps::quick),
    ("tests", "unit and integration tests, hardening, property tests", steps::tests),
    ("doctests", "examples in the documentation", steps::doctests),
    ("features", "each family builds alone, and everything together", steps::features),
    ("package", "every library crate builds from its packed archive", steps::package),
    ("doc", "the documentation builds without warnings", steps::doc),
    ("codes", "ISSUES.md is what the source says", steps::codes),
    ("samples", "samples/ can be made again byte for byte", steps::samples),
    ("fixtures", "tests/data/codes/ can be made again byte for byte", steps::fixtures),
    ("readme", "every command and option the README names exists", steps::readme),
    ("convert", "the real program converts every sample, twice to the same bytes", steps::convert),
    ("validator", "the Khronos validator finds nothing in any GLB", steps::validator),
    ("blender", "Blender sees the same bones, meshes and moving vertices", steps::blender),
    ("three", "three.js plays every animation as we do, between keys too", steps::three),
    ("silhouette", "our pictures have the outlines of Blender's", steps::silhouette),
    ("foreign", "models made by Blender survive every format and back", steps::foreign),
    ("trips", "actors with motions through Blender and back into the game's files", steps::trips),
    ("edits", "what artists edit in Blender arrives in the XPS file, and its picture with it", edits::run),
    ("menu", "a menu through Blender: COLLADA, cameras, lights, an edited mesh back", steps::menu),
    ("ship", "a ship goes to Blender and back: unedited byte for byte, edits where they belong", ship::run),
    ("extension", "the Blender extension imports, plays and exports every sample", extension::run),
    ("browser", "Chromium with three.js shows the models and the viewer", steps::browser),
    ("web", "the page for static hosts, in Chromium: WebAssembly, no network, archives, traps", steps::web),
    ("python", "the wheel in fresh environments: pytest, types, stubs, doctests", python::python),
    ("workflow", "zizmor finds nothing in the release workflow", workflow::workflow),
];

/// What `--quick` runs: a verdict within three minutes while working, no client, no damaged files by the thousand.
const QUICK: &[&str] = &["fmt", "quick", "codes", "samples", "fixtures"];

pub use extension::speed;

/// `cargo xtask test`
pub fn run(args: &[String]) -> Result<bool> {
    let mut chosen: Vec<&'static Step> = STEPS.iter().filter(|s| s.0 != "quick").collect();
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let mut names = || -> Result<Vec<String>> {
            let list = rest.next().map(|s| s.split(',').map(str::to_owned).collect()).unwrap_or_default();
            for name in &list {
                if !STEPS.iter().any(|s| s.0 == name) {
                    bail!("no step {name:?}; see --list");
                }
            }
            Ok(list)
        };
        match arg.as_str() {
            "--list" => {
                for s in STEPS {
                    println!("  {:10} {}", s.0, s.1);
                }
                return Ok(true);
            }
            "--quick" => chosen = STEPS.iter().filter(|s| QUICK.contains(&s.0)).collect(),
            "--only" => {
                let names = names()?;
                chosen = STEPS.iter().filter(|s| names.iter().any(|n| n == s.0)).collect();
            }
            "--skip" => {
                let names = names()?;
                chosen.retain(|s| !names.iter().any(|n| n == s.0));
            }
            other => bail!("unknown option {other:?}; there are --quick, --list, --only a,b and --skip a,b"),
        }
    }
    let env = Arc::new(Env::new());
    std::fs::create_dir_all(&env.cache)?;
    prepare(&env, &chosen);
    Ok(run_steps(&env, &chosen))
}

/// `cargo xtask blender DIR`: the comparison with Blender for the GLB files of any folder.
pub fn blender_folder(args: &[String]) -> Result<bool> {
    let [dir] = args else { bail!("expected a folder") };
    let env = Env::new();
    let outcome = blender::compare(&env, std::path::Path::new(dir))?;
    println!("{}{} {}", outcome.output, outcome.word(), outcome.note);
    Ok(outcome.counts[1] == 0)
}

/// `cargo xtask silhouette DIR`: outlines of the GLB files of any folder.
pub fn silhouette_folder(args: &[String]) -> Result<bool> {
    let [dir] = args else { bail!("expected a folder") };
    let outcome = silhouette::compare(&Env::new(), std::path::Path::new(dir))?;
    println!("{}{} {}", outcome.output, outcome.word(), outcome.note);
    Ok(outcome.counts[1] == 0)
}

/// `cargo xtask foreign PROGRAM`: the step of that name with any build of the program.
pub fn foreign_program(args: &[String]) -> Result<bool> {
    let [program] = args else { bail!("expected a program") };
    let outcome = foreign::run(&Env::new(), std::path::Path::new(program))?;
    println!("{}{} {}", outcome.output, outcome.word(), outcome.note);
    Ok(outcome.counts[1] == 0)
}

/// Starts installing what the chosen steps need while other steps run.
fn prepare(env: &Arc<Env>, chosen: &[&Step]) {
    let needs = |names: &[&str]| chosen.iter().any(|s| names.contains(&s.0));
    let (blender, node, browser) = (
        needs(&["blender", "silhouette", "foreign", "trips", "edits", "menu", "ship", "extension"]),
        needs(&["validator", "three", "browser", "web"]),
        needs(&["browser", "web"]),
    );
    let newest = needs(&["extension"]);
    let env = env.clone();
    std::thread::spawn(move || {
        let _ = node.then(|| env.node());
        let _ = browser.then(|| env.chromium());
        let _ = blender.then(|| env.blender());
        let _ = newest.then(|| env.newest_blender());
    });
}

/// How many steps run at a time after `convert`.
const SIDE_BY_SIDE: usize = 2;

/// A step that was done: its name, seconds and what came of it.
type Done = (&'static str, f64, Outcome);

fn run_steps(env: &Env, chosen: &[&'static Step]) -> bool {
    let started = Instant::now();
    let place = |name: &str| STEPS.iter().position(|s| s.0 == name);
    let first = chosen.partition_point(|s| place(s.0) <= place("convert"));
    let (alone, together) = chosen.split_at(first);
    let queue = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let run = |i: usize, step: &'static Step| {
        println!("[{}/{}] {}: {}", i + 1, chosen.len(), step.0, step.1);
        let result = run_step(env, step);
        done.lock().unwrap_or_else(PoisonError::into_inner).push((i, result));
    };
    for (i, step) in alone.iter().enumerate() {
        run(i, step);
    }
    std::thread::scope(|scope| {
        for _ in 0..SIDE_BY_SIDE {
            scope.spawn(|| {
                while let Some((i, step)) = next(together, &queue) {
                    run(alone.len() + i, step);
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(i, _)| *i);
    let done: Vec<Done> = done.into_iter().map(|(_, d)| d).collect();
    summary(&done, started.elapsed().as_secs_f64())
}

fn next(steps: &[&'static Step], queue: &AtomicUsize) -> Option<(usize, &'static Step)> {
    let i = queue.fetch_add(1, Ordering::Relaxed);
    steps.get(i).map(|s| (i, *s))
}

fn run_step(env: &Env, (name, _, step): &'static Step) -> Done {
    let began = Instant::now();
    let outcome = step(env).unwrap_or_else(|e| Outcome::failed(format!("{e:#}")));
    let seconds = began.elapsed().as_secs_f64();
    let mut text = String::new();
    if outcome.counts[1] > 0 {
        let log = env.cache.join(format!("{name}.log"));
        let _ = std::fs::write(&log, &outcome.output);
        let lines: Vec<&str> = outcome.output.lines().collect();
        let tail = &lines[lines.len().saturating_sub(80)..];
        text = format!("{}\n    (all of it: {})\n", tail.join("\n"), log.display());
    }
    println!("{text}    {name}: {} {seconds:.1} s  {}", outcome.word(), outcome.note);
    (name, seconds, outcome)
}

fn summary(done: &[Done], seconds: f64) -> bool {
    println!("\n{:10} {:8} {:>8}", "step", "result", "seconds");
    for (name, seconds, outcome) in done {
        println!("{name:10} {:8} {seconds:8.1}  {}", outcome.word(), outcome.note);
    }
    println!("{:10} {:8} {seconds:8.1}", "all", "");
    let [passed, failed, skipped] =
        [0, 1, 2].map(|k| done.iter().map(|(_, _, o)| o.counts[k]).sum::<usize>());
    println!("{passed} passed, {failed} failed, {skipped} skipped");
    failed == 0
}
