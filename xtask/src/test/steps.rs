//! The steps.

use super::{Env, Outcome, process};
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::Command;
use std::sync::PoisonError;

fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    command.args(args).current_dir(crate::root());
    command
}

fn plain(command: &mut Command) -> Result<Outcome> {
    Ok(match process::capture(command)? {
        (Some(0), _) => Outcome::passed(1, ""),
        (_, output) => Outcome::failed(output),
    })
}

pub fn fmt(_: &Env) -> Result<Outcome> {
    plain(&mut cargo(&["fmt", "--all", "--check"]))
}

pub fn clippy(_: &Env) -> Result<Outcome> {
    plain(&mut cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

/// The smallest sets of features and the largest.
pub fn features(_: &Env) -> Result<Outcome> {
    let sets = ["xnalara", "emotionfx", "egosoft", "anark", "textures", "parallel", "default"];
    for set in sets {
        let check = ["check", "--quiet", "--package", "xenomesh", "--no-default-features", "--features", set];
        if let (code @ (None | Some(1..)), output) = process::capture(&mut cargo(&check))? {
            return Ok(Outcome::failed(format!("feature {set}, status {code:?}:\n{output}")));
        }
    }
    new_format_builds(sets.len())
}

/// What `cargo xtask new-format` writes is a part of the library at once: tried in a copy of the workspace.
fn new_format_builds(before: usize) -> Result<Outcome> {
    let root = crate::root();
    let copy = root.join(".cache/test/new-format");
    std::fs::remove_dir_all(&copy).or_else(|e| if copy.exists() { Err(e) } else { Ok(()) })?;
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(&root).output().context("git")?;
    let names = String::from_utf8(listed.stdout)?;
    let needed = |n: &&str| !["", "samples", "docs", "clients"].contains(&n.split('/').next().unwrap_or(""));
    for name in names.split('\0').filter(needed) {
        let to = copy.join(name);
        std::fs::create_dir_all(to.parent().context("no folder")?)?;
        std::fs::copy(root.join(name), to).with_context(|| name.to_owned())?;
    }
    crate::new_format::write(&copy, "demo")?;
    let mut check = cargo(&["check", "--quiet", "--package", "xenomesh"]);
    // What is not ours was built above already.
    check.current_dir(&copy).env("CARGO_TARGET_DIR", root.join("target"));
    let mut outcome = plain(&mut check)?;
    outcome.counts[0] += before;
    if crate::new_format::write(&copy, "demo").is_ok() {
        return Ok(Outcome::failed("new-format writes over a format that is there".to_owned()));
    }
    Ok(outcome)
}

/// The crates that are published, each after those it needs.
const LIBRARIES: [&str; 5] =
    ["xenomesh-wire", "xenomesh-scene", "xenomesh-formats", "xenomesh", "xenomesh-view"];

/// What is packed builds without the rest of the repository.
pub fn package(_: &Env) -> Result<Outcome> {
    forget_unpacked()?;
    let mut command = cargo(&["package", "--quiet", "--allow-dirty"]);
    for name in LIBRARIES {
        command.args(["--package", name]);
    }
    plain(&mut command)
}

/// Removes what earlier runs left in Cargo's home. Cargo unpacks our archives there, into a folder named after
/// the path of this clone, and never again while name and version are the same: without this a second run at
/// the same path would build today's crates on those of an older commit.
fn forget_unpacked() -> Result<()> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let Some(home) = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))) else { return Ok(()) };
    // nothing was unpacked yet on a new machine
    for entry in std::fs::read_dir(home.join("registry/src")).into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with('-') {
            continue; // a registry on a host, not one made by `cargo package`
        }
        for name in LIBRARIES {
            let folder = entry.path().join(format!("{name}-{}", env!("CARGO_PKG_VERSION")));
            if folder.exists() {
                std::fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
            }
        }
    }
    Ok(())
}

pub fn doc(_: &Env) -> Result<Outcome> {
    let mut command = cargo(&["doc", "--quiet", "--workspace", "--no-deps"]);
    plain(command.env("RUSTDOCFLAGS", "-D warnings"))
}

/// The numbers of all `test result:` lines together: passed, failed, ignored.
fn count(output: &str) -> [usize; 3] {
    let mut sums = [0; 3];
    for line in output.lines().filter(|l| l.starts_with("test result:")) {
        for (sum, word) in sums.iter_mut().zip([" passed", " failed", " ignored"]) {
            let number = line.split(word).next().and_then(|s| s.rsplit(' ').next());
            *sum += number.and_then(|n| n.parse::<usize>().ok()).unwrap_or(0);
        }
    }
    sums
}

fn cargo_tests(command: &mut Command) -> Result<Outcome> {
    let (code, output) = process::capture(command)?;
    let [passed, failed, ignored] = count(&output);
    let failed = if code == Some(0) { 0 } else { failed.max(1) };
    let note =
        format!("{passed} tests{}", if ignored > 0 { format!(", {ignored} ignored") } else { String::new() });
    Ok(Outcome { counts: [passed, failed, ignored], note, output: failures(&output) })
}

/// The part of a test run that says what failed.
fn failures(output: &str) -> String {
    let from =
        ["\nfailures:", "\nerror", "panicked at"].iter().filter_map(|m| output.find(m)).min().unwrap_or(0);
    output.get(from..).unwrap_or(output).to_owned()
}

pub fn tests(_: &Env) -> Result<Outcome> {
    cargo_tests(&mut cargo(&["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"]))
}

/// The tests that need neither clients nor minutes, in a profile that compiles fast.
pub fn quick(_: &Env) -> Result<Outcome> {
    let mut command =
        cargo(&["test", "--profile", "quick", "--workspace", "--exclude", "xtask", "--lib", "--bins"]);
    command.args([
        "--test",
        "codes",
        "--test",
        "round_trip",
        "--test",
        "inspect",
        "--test",
        "cli",
        "--no-fail-fast",
    ]);
    cargo_tests(command.env("PROPTEST_CASES", "32"))
}

pub fn doctests(_: &Env) -> Result<Outcome> {
    cargo_tests(&mut cargo(&["test", "--workspace", "--doc", "--no-fail-fast"]))
}

/// The same comparison as the task of that name, output caught.
fn own_task(env: &Env, args: &[&str]) -> Result<Outcome> {
    plain(Command::new(&env.me).args(args).current_dir(crate::root()))
}

pub fn codes(env: &Env) -> Result<Outcome> {
    own_task(env, &["codes", "--check"])
}

pub fn samples(env: &Env) -> Result<Outcome> {
    own_task(env, &["samples", "--check"])
}

pub fn fixtures(env: &Env) -> Result<Outcome> {
    own_task(env, &["fixtures", "--check"])
}

/// Builds the program as users do; `XENOMESH_PROGRAM` names one that is there already.
pub fn build_release() -> Result<PathBuf> {
    if let Some(program) = std::env::var_os("XENOMESH_PROGRAM") {
        return Ok(program.into());
    }
    process::run(&mut cargo(&["build", "--release", "--package", "xenomesh-cli"]))?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| crate::root().join("target"), PathBuf::from);
    let program =
        crate::root().join(target).join("release").join(format!("xenomesh{}", std::env::consts::EXE_SUFFIX));
    if program.exists() { Ok(program) } else { bail!("{} was not built", program.display()) }
}

pub fn program(env: &Env) -> Result<PathBuf> {
    env.release().map_err(anyhow::Error::msg)
}

/// Every line of the README's shell blocks that starts with the program: its verb and its options exist.
pub fn readme(env: &Env) -> Result<Outcome> {
    let program = program(env)?;
    let text = std::fs::read_to_string(crate::root().join("README.md"))?;
    let mut problems = Vec::new();
    let mut lines = 0;
    for line in text.lines() {
        let Some(rest) =
            line.strip_prefix("xenomesh ").or_else(|| line.strip_prefix("cargo run --release -- "))
        else {
            continue;
        };
        lines += 1;
        let words: Vec<&str> = rest.split('#').next().unwrap_or_default().split_whitespace().collect();
        let verb = words.first().copied().unwrap_or_default();
        let (code, help) = process::capture(Command::new(&program).args([verb, "--help"]))?;
        if code != Some(0) {
            problems.push(format!("{line}: there is no command {verb}"));
        }
        for option in words.iter().filter(|w| w.starts_with("--")) {
            if !help.contains(option) {
                problems.push(format!("{line}: {verb} has no {option}"));
            }
        }
    }
    if lines < 10 || !problems.is_empty() {
        return Ok(Outcome::failed(format!("{lines} lines\n{}", problems.join("\n"))));
    }
    Ok(Outcome::passed(1, format!("{lines} lines")))
}

/// Levels of detail, collision meshes, and the motions that are next to the models.
const WHOLE: &[&str] = &["--lod", "all", "--collision", "--motions", "auto"];

/// The README's main job with several cores, and again with one.
pub fn convert(env: &Env) -> Result<Outcome> {
    let mut fresh = env.fresh_samples.lock().unwrap_or_else(PoisonError::into_inner);
    let outcome = convert_samples(env)?;
    *fresh = outcome.counts[1] == 0;
    Ok(outcome)
}

fn convert_samples(env: &Env) -> Result<Outcome> {
    let program = program(env)?;
    let (many, one) = (env.converted(), env.fresh("converted-one")?);
    env.fresh("converted")?;
    for (out, jobs) in [(&many, "4"), (&one, "1")] {
        // As the README has it; and with all there is to a model.
        for (extra, to) in [(&[][..], ""), (WHOLE, "whole")] {
            let mut command = Command::new(&program);
            command.current_dir(crate::root()).args(["convert", "samples", "--force", "--jobs", jobs]);
            command.args(extra).arg("-o").arg(out.join(to));
            process::run(&mut command).with_context(|| format!("convert samples with --jobs {jobs}"))?;
        }
    }
    let (a, b) = (crate::tree::files(&many)?, crate::tree::files(&one)?);
    let mut problems = Vec::new();
    if a.keys().ne(b.keys()) {
        problems.push(format!("other files with one job: {:?} and {:?}", a.keys(), b.keys()));
    }
    for (name, path) in &a {
        if b.get(name).map(std::fs::read).transpose()? != Some(std::fs::read(path)?) {
            problems.push(format!("{name} differs with one job"));
        }
    }
    if a.is_empty() || !problems.is_empty() {
        return Ok(Outcome::failed(format!("{} files\n{}", a.len(), problems.join("\n"))));
    }
    Ok(Outcome::passed(a.len(), format!("{} files", a.len())))
}

pub fn validator(env: &Env) -> Result<Outcome> {
    if let Err(why) = env.node() {
        return Ok(env.missing("the Khronos validator", &why));
    }
    ensure_converted(env)?;
    // Damaged files and hostile scenes, too: what is written is valid, or nothing is.
    let damaged = env.fresh("damaged")?;
    attacks::glbs(&damaged, 120)?;
    let mut command = Command::new("node");
    command.arg(crate::root().join("clients/validate.mjs")).arg(env.converted()).arg(damaged);
    Ok(match process::capture(&mut command)? {
        (Some(0), output) => {
            let last = output.trim_end().lines().last().unwrap_or_default().to_owned();
            let files = last.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(1);
            Outcome::passed(files, last)
        }
        (_, output) => Outcome::failed(output),
    })
}

pub fn blender(env: &Env) -> Result<Outcome> {
    ensure_converted(env)?;
    super::blender::compare(env, &env.converted())
}

pub fn three(env: &Env) -> Result<Outcome> {
    ensure_converted(env)?;
    super::three::compare(env, &env.converted())
}

pub fn silhouette(env: &Env) -> Result<Outcome> {
    ensure_converted(env)?;
    super::silhouette::compare(env, &env.converted())
}

pub fn menu(env: &Env) -> Result<Outcome> {
    super::menu::run(env, &program(env)?)
}

pub fn foreign(env: &Env) -> Result<Outcome> {
    super::foreign::run(env, &program(env)?)
}

pub fn trips(env: &Env) -> Result<Outcome> {
    super::trips::run(env, &program(env)?)
}

/// Every `clients/browser/*.test.mjs`: gets the program, the converted samples and a folder to write to, and prints a line
/// `ok …` or `not ok …` for each test. The pictures of what was seen stay in `.cache/test/browser`.
pub fn browser(env: &Env) -> Result<Outcome> {
    let scripts = crate::tree::files(&crate::root().join("clients/browser"))?;
    let scripts = scripts.into_iter().filter(|(name, _)| name.ends_with(".test.mjs")).map(|(_, path)| path);
    in_browser(env, "browser", &scripts.collect::<Vec<_>>(), &[])
}

/// The page of `cargo xtask web`.
pub fn web(env: &Env) -> Result<Outcome> {
    let folder = env.cache.join("web-page");
    let gzipped = crate::web::build(&folder)?;
    if gzipped > crate::web::MOST_GZIPPED {
        return Ok(Outcome::failed(format!("xenomesh.wasm has {gzipped} bytes gzipped")));
    }
    let script = crate::root().join("clients/browser/web.mjs");
    let mut outcome = in_browser(env, "web", &[script], &[("XENOMESH_WEB", &folder)])?;
    outcome.note = format!("{}, {:.2} MB gzipped", outcome.note, gzipped as f64 / 1e6);
    Ok(outcome)
}

fn in_browser(env: &Env, name: &str, scripts: &[PathBuf], extra: &[(&str, &PathBuf)]) -> Result<Outcome> {
    if let Err(why) = env.node().and_then(|()| env.chromium()) {
        return Ok(env.missing("Chromium", &why));
    }
    let program = program(env)?;
    ensure_converted(env)?;
    let work = env.fresh(name)?;
    let (mut passed, mut failed, mut all) = (0, 0, String::new());
    for script in scripts {
        let mut command = Command::new("node");
        command.arg(script).arg(&program).arg(env.converted()).arg(&work).current_dir(crate::root());
        command.envs(extra.iter().copied());
        let (code, output) = process::capture(&mut command)?;
        let lines = |word: &str| output.lines().filter(|l| l.starts_with(word)).count();
        let (ok, not) = (lines("ok "), lines("not ok "));
        passed += ok;
        // A script that ends badly without saying so has failed too, and so has one without tests.
        failed += not.max(usize::from(code != Some(0) || ok + not == 0));
        all.push_str(&output);
    }
    if passed + failed == 0 {
        bail!("there is no clients/browser/*.test.mjs")
    }
    let note = format!("{passed} tests, pictures in {}", work.display());
    Ok(Outcome { counts: [passed, failed, 0], note, output: all })
}

/// Steps after `convert` may be chosen alone.
fn ensure_converted(env: &Env) -> Result<()> {
    // Another step may be at it: both wait for the same samples.
    let mut fresh = env.fresh_samples.lock().unwrap_or_else(PoisonError::into_inner);
    if !*fresh {
        let outcome = convert_samples(env)?;
        if outcome.counts[1] > 0 {
            bail!("{}", outcome.output)
        }
        *fresh = true;
    }
    Ok(())
}
