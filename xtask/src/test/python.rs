//! The Python package: wheel and source distribution built, installed into fresh environments, tested there.

use super::process::{capture, run};
use super::{Env, Outcome};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The largest wheel.
const LARGEST: u64 = 8_000_000;
/// Pythons to look for, the one that has to be there first, then the newest.
const WANTED: [&str; 4] = ["3.11", "3.14", "3.13", "3.12"];

/// Builds the wheel, installs it with nothing else around and runs `python/tests`.
pub fn python(env: &Env) -> Result<Outcome> {
    let found = interpreters();
    if found.is_empty() {
        return Ok(env.missing("Python 3.11 or newer", "none is on the path"));
    }
    let folder = env.fresh("python")?;
    let wheel = match build(env, &folder) {
        Ok(wheel) => wheel,
        Err(e) => return Ok(Outcome::failed(format!("{e:#}"))),
    };
    let size = std::fs::metadata(&wheel).with_context(|| wheel.display().to_string())?.len();
    if size > LARGEST {
        return Ok(Outcome::failed(format!("{} is {size} bytes, more than {LARGEST}", wheel.display())));
    }
    let mut notes = vec![format!("wheel {:.1} MB", size as f64 / 1e6)];
    // Both at once: each waits for downloads and for processes of its own most of the time.
    let results: Vec<Result<Tested>> = std::thread::scope(|scope| {
        let start = |(version, python): &(&'static str, PathBuf)| {
            let (version, python, folder) = (*version, python.clone(), folder.join(version));
            let wheel = &wheel;
            scope.spawn(move || tests(version, &python, wheel, &folder))
        };
        let running: Vec<_> = found.iter().map(start).collect();
        running
            .into_iter()
            .map(|r| r.join().unwrap_or_else(|_| bail!("a thread of the tests ended")))
            .collect()
    });
    let (mut passed, mut clusters) = (0, 0);
    for tested in results {
        let Tested { version, good, output, ray } = tested?;
        clusters += usize::from(ray);
        let count = passed_in(&output);
        if !good || count == 0 {
            return Ok(Outcome::failed(format!("with Python {version}:\n{output}")));
        }
        passed += count;
        let without = if ray { "" } else { ", without Ray: it has no wheel for this Python" };
        notes.push(format!("Python {version}: {count} tests{without}"));
    }
    if clusters == 0 && env.ci {
        return Ok(Outcome::failed("Ray could not be installed for any Python"));
    }
    Ok(Outcome::passed(passed, notes.join(", ")))
}

/// What one Python said.
struct Tested {
    version: &'static str,
    good: bool,
    output: String,
    ray: bool,
}

/// The oldest and the newest Python that can be had: version and interpreter.
fn interpreters() -> Vec<(&'static str, PathBuf)> {
    let is = |version: &str, program: &Path| {
        let code = "import sys; print('%d.%d' % sys.version_info[:2])";
        matches!(capture(Command::new(program).args(["-c", code])), Ok((Some(0), text)) if text.trim() == version)
    };
    let find = |version: &'static str| {
        let names = [format!("python{version}"), "python3".into(), "python".into()];
        let mut places: Vec<PathBuf> = names.into_iter().map(PathBuf::from).collect();
        places.extend(pyenv(version));
        places.into_iter().find(|p| is(version, p)).map(|p| (version, p))
    };
    WANTED.iter().copied().filter_map(find).take(2).collect()
}

/// Interpreters that pyenv has installed but not put on the path.
fn pyenv(version: &str) -> Vec<PathBuf> {
    let root = std::env::var_os("PYENV_ROOT").map(PathBuf::from);
    let root = root.or_else(|| std::env::home_dir().map(|home| home.join(".pyenv")));
    let all = root.and_then(|r| std::fs::read_dir(r.join("versions")).ok());
    let of_version =
        |e: &std::fs::DirEntry| e.file_name().to_string_lossy().starts_with(&format!("{version}."));
    let entries = all.into_iter().flatten().filter_map(Result::ok).filter(of_version);
    entries.map(|e| e.path().join("bin/python")).collect()
}

/// A new environment with some packages; its interpreter.
fn environment(python: &Path, folder: &Path, packages: &[&str]) -> Result<PathBuf> {
    run(Command::new(python).args(["-m", "venv"]).arg(folder))?;
    let bin = if cfg!(windows) { folder.join("Scripts/python.exe") } else { folder.join("bin/python") };
    run(Command::new(&bin)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .args(packages))?;
    Ok(bin)
}

/// The wheel, after the source distribution.
fn build(env: &Env, folder: &Path) -> Result<PathBuf> {
    let maturin = super::install::maturin().map_err(anyhow::Error::msg)?;
    let mut command = Command::new(maturin);
    command.args(["sdist", "--manifest-path", "python/Cargo.toml", "--out"]).arg(folder);
    run(command.current_dir(crate::root()))?;
    let made: Vec<PathBuf> = std::fs::read_dir(folder)?.filter_map(|e| Some(e.ok()?.path())).collect();
    let Some(sdist) = made.iter().find(|f| f.to_string_lossy().ends_with(".tar.gz")) else {
        bail!("no source distribution was made");
    };
    complete(sdist, &folder.join("sdist"))?;
    env.wheel().map_err(anyhow::Error::msg)
}

/// Every file that the package is compiled of is in the source distribution, and the lock file fits: it is compiled there,
/// with the dependencies that were compiled here.
fn complete(sdist: &Path, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    run(Command::new("tar").arg("-xzf").arg(sdist).arg("--strip-components=1").arg("-C").arg(folder))?;
    let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    cargo.args(["check", "--quiet", "--locked", "--offline", "--manifest-path"]);
    cargo.arg(folder.join("python/Cargo.toml")).env("CARGO_TARGET_DIR", crate::root().join("target"));
    run(&mut cargo).context("the source distribution cannot be built")?;
    Ok(())
}

/// Installs the wheel into an environment of its own and runs the tests, those of Ray where it can be had.
fn tests(version: &'static str, python: &Path, wheel: &Path, folder: &Path) -> Result<Tested> {
    let name = |extras: &str| format!("{}[{extras}]", wheel.display());
    let with_ray = environment(python, folder, &["--only-binary=ray", &name("test,ray")]);
    let (bin, ray) = match with_ray {
        Ok(bin) => (bin, true),
        Err(_) => (environment(python, folder, &[&name("test")])?, false),
    };
    let mut pytest = Command::new(bin);
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "python/tests"]);
    pytest.current_dir(crate::root()).env_remove("PYTHONPATH");
    if ray {
        pytest.env("XENOMESH_RAY", "required").env("RAY_USAGE_STATS_ENABLED", "0");
    }
    let (code, output) = capture(&mut pytest)?;
    Ok(Tested { version, good: code == Some(0), output, ray })
}

/// The number of pytest's last line: `168 passed in 23.2s`.
fn passed_in(output: &str) -> usize {
    let line = output.lines().rev().find(|l| l.contains(" passed")).unwrap_or_default();
    let number = line.split(" passed").next().and_then(|s| s.rsplit([' ', ',']).next());
    number.and_then(|n| n.parse().ok()).unwrap_or(0)
}
