//! `validate`: what is wrong, and repairs.

use crate::args::{ReadArgs, typed};
use crate::progress::Progress;
use crate::show;
use anyhow::{Context as _, Result};
use scene::parallel::prelude::*;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use xenomesh::{ConvertOptions, Inputs, Repair, Severity, ValidateReport, output, validate};

/// Say what is wrong: code, severity, byte, field, message
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  xenomesh validate models\n  xenomesh validate models --fix -o repaired\n  \
    xenomesh validate models --fix all -o repaired          notes too\n  \
    xenomesh validate hero.xac --json\n\nEverything that `convert` would say about the file is said here too. \
    A texture that is not there is a note:\nthe file is right, and so is a repaired copy in another folder.\n\nExit status: 0 no errors, 1 an input has an error, 2 could not run."
)]
pub struct Args {
    /// Files, folders, patterns, or archive.cat:inner/path
    #[arg(required_unless_present = "fix", value_name = "PATH")]
    paths: Vec<String>,
    /// As JSON, for scripts
    #[arg(long)]
    json: bool,
    /// Write copies with warnings and errors repaired into the folder of -o; `all`: notes too
    #[arg(long, requires = "output", value_name = "all", num_args = 0..=1, default_missing_value = "")]
    fix: Option<String>,
    /// Folder for repaired copies
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Replace existing copies
    #[arg(long)]
    force: bool,
    /// A game folder: its files and catalogs are searched too
    #[arg(long, value_name = "DIR")]
    game: Option<PathBuf>,
    #[command(flatten)]
    read: ReadArgs,
}

struct Checked {
    report: ValidateReport,
    text: Vec<String>,
    fixed: Option<Result<Repaired>>,
}

/// What became of a repaired copy.
enum Repaired {
    /// Written; so many errors and warnings remain in it.
    Written(PathBuf, usize),
    /// Nothing of it can be repaired.
    Same,
}

/// Runs it.
pub fn run(mut args: Args) -> Result<ExitCode> {
    let mut options = args.read.recipe()?.options;
    match args.fix.as_deref() {
        Some("all") => options.repair = Repair::All,
        // `--fix PATH`: the option has no value, the path comes after it.
        Some(path) if !path.is_empty() => args.paths.insert(0, path.to_owned()),
        _ => {}
    }
    if args.paths.is_empty() {
        anyhow::bail!("name a file or a folder");
    }
    let look = ConvertOptions { game: args.game.clone(), ..args.read.options() };
    let inputs = Inputs::default().options(&look).find(&args.paths).map_err(typed)?;
    let relative: Vec<&str> = inputs.iter().map(|i| i.relative.as_str()).collect();
    let labels: Vec<&str> = inputs.iter().map(|i| i.source.label.as_str()).collect();
    let names = xenomesh::names::distinct(&relative, &labels);
    let progress = Progress::new(inputs.len(), args.json);
    let all: Vec<Checked> = inputs
        .par_iter()
        .zip(&names)
        .map(|(i, name)| {
            let checked = validate(&i.source, &options);
            let (report, data) = (checked.report, checked.data);
            let text = report.findings.iter().map(|d| show::finding(&report.path, d, Some(&data))).collect();
            let fixed = match (&args.output, checked.model) {
                (Some(dir), Some(mut model)) if args.fix.is_some() => {
                    let left = model.fix();
                    let bytes = model.write();
                    if left > 0 && bytes == data[..] {
                        Some(Ok(Repaired::Same))
                    } else {
                        let written = write_copy(dir, name, &bytes, args.force);
                        Some(written.map(|path| Repaired::Written(path, left)))
                    }
                }
                _ => None,
            };
            progress.step();
            Checked { report, text, fixed }
        })
        .collect();
    drop(progress);
    let bad = all.iter().any(|c| c.report.findings.iter().any(|d| d.severity == Severity::Error));
    let mut out = crate::terminal::stdout(args.json);
    if args.json {
        let files: Vec<&ValidateReport> = all.iter().map(|c| &c.report).collect();
        serde_json::to_writer_pretty(&mut out, &serde_json::json!({ "files": files }))?;
        writeln!(out)?;
        out.flush()?;
    }
    let mut failed = bad;
    for c in &all {
        if !args.json {
            for text in &c.text {
                writeln!(out, "{}", anstream::adapter::strip_str(text))?;
            }
            let counts = show::counts(&c.report.findings);
            let counts = counts.strip_prefix(", ").unwrap_or("ok");
            writeln!(out, "{}: {}, {counts}", c.report.path, c.report.format.unwrap_or("unknown format"))?;
            out.flush()?;
        }
        match &c.fixed {
            Some(Ok(Repaired::Written(path, 0))) => {
                crate::say!("{} → {}", c.report.path, path.display());
            }
            Some(Ok(Repaired::Written(path, left))) => crate::say!(
                "{} → {}, repaired in part: --fix cannot repair the remaining {left} errors or warnings",
                c.report.path,
                path.display()
            ),
            Some(Ok(Repaired::Same)) => crate::say!(
                "{}: not written: --fix cannot repair any of these findings; they say what to do",
                c.report.path
            ),
            Some(Err(e)) => {
                failed = true;
                crate::say!("{}: {e:#}", c.report.path);
            }
            None => {}
        }
    }
    Ok(ExitCode::from(u8::from(failed)))
}

fn write_copy(dir: &Path, name: &str, bytes: &[u8], force: bool) -> Result<PathBuf> {
    let path = dir.join(name);
    output::refuse_existing(&path, force)?;
    output::refuse_links(dir, &path)?;
    output::write(&path, bytes).context("repaired copy")?;
    Ok(path)
}
