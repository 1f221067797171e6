//! `unpack` and `pack`: `.cat/.dat` archives.

use crate::show;
use anyhow::{Context as _, Result, bail};
use formats::egosoft::cat::{Archive, Existing, pack, select, unpack};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Take files out of a .cat/.dat archive, list or verify them
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  xenomesh unpack 01.cat --list '*.xmf'\n  \
    xenomesh unpack 01.cat 'assets/units/**' -o out\n  xenomesh unpack 01.cat --verify\n\n\
    Patterns: * and ? stay within a folder, ** does not; without a slash they are about the file name.")]
pub struct UnpackArgs {
    /// The .cat file; its .dat lies beside it
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    /// Which files; all if absent
    #[arg(value_name = "GLOB")]
    patterns: Vec<String>,
    /// Folder to write to
    #[arg(short, long, value_name = "DIR", required_unless_present_any = ["list", "verify"])]
    output: Option<PathBuf>,
    /// Print path, size and MD5 instead of writing
    #[arg(long)]
    list: bool,
    /// Check the MD5 of every file; without -o nothing is written
    #[arg(long)]
    verify: bool,
    /// Replace existing files
    #[arg(long)]
    force: bool,
    /// Pass over files that exist
    #[arg(long, conflicts_with = "force")]
    skip_existing: bool,
    /// Say only what failed
    #[arg(short, long)]
    quiet: bool,
}

/// Pack a folder into a .cat/.dat archive
#[derive(clap::Args)]
#[command(after_help = "Example:\n  xenomesh pack mymod -o ext_01.cat")]
pub struct PackArgs {
    /// The folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The .cat file to make; its .dat goes beside it
    #[arg(short, long, value_name = "FILE.cat", required = true)]
    output: PathBuf,
    /// Replace an existing archive
    #[arg(long)]
    force: bool,
    /// Say only what failed
    #[arg(short, long)]
    quiet: bool,
}

/// Runs `unpack`.
pub fn run_unpack(args: UnpackArgs) -> Result<ExitCode> {
    let archive =
        match xenomesh::open_archive(&args.archive).with_context(|| args.archive.display().to_string()) {
            Ok(archive) => archive,
            Err(e) => {
                anstream::eprintln!("xenomesh: {e:#}");
                return Ok(ExitCode::FAILURE);
            }
        };
    let entries = select(&archive, &args.patterns);
    if entries.is_empty() && !args.patterns.is_empty() {
        bail!("no file of {} fits {}", args.archive.display(), args.patterns.join(", "));
    }
    if args.list {
        let mut out = BufWriter::new(std::io::stdout().lock());
        for e in &entries {
            let md5 = String::from_utf8_lossy(archive.catalog().md5_text(e)).into_owned();
            writeln!(out, "{:>12}  {md5}  {}", e.size, archive.catalog().path(e))?;
        }
        out.flush()?;
    }
    let Some(folder) = &args.output else {
        return if args.verify { verify(&archive, &entries, args.quiet) } else { Ok(ExitCode::SUCCESS) };
    };
    let existing = match (args.force, args.skip_existing) {
        (true, _) => Existing::Replace,
        (_, true) => Existing::Skip,
        _ => Existing::Refuse,
    };
    let bar = Bar::new(args.quiet);
    let done =
        unpack(&archive, &entries, folder, args.verify, existing, &mut |p| bar.at(p.bytes, p.of_bytes))
            .with_context(|| format!("{} cannot be written", folder.display()))?;
    drop(bar);
    for (path, reason) in &done.failed {
        let hint = if reason.ends_with(" exists") { "; --force replaces it" } else { "" };
        anstream::eprintln!("{}:{path}: {reason}{hint}", args.archive.display());
    }
    let failed =
        if done.failed.is_empty() { String::new() } else { format!(", {} failed", done.failed.len()) };
    let skipped = if done.skipped == 0 { String::new() } else { format!(", {} skipped", done.skipped) };
    if !args.quiet {
        anstream::eprintln!(
            "{} → {}: {} files ({}){skipped}{failed}",
            args.archive.display(),
            folder.display(),
            done.written,
            show::size(done.bytes)
        );
    }
    Ok(ExitCode::from(u8::from(!done.failed.is_empty())))
}

fn verify(archive: &Archive, entries: &[&formats::egosoft::cat::CatEntry], quiet: bool) -> Result<ExitCode> {
    let bar = Bar::new(quiet);
    let all = entries.iter().map(|e| e.size).sum();
    let (mut bad, mut done) = (0, 0);
    for e in entries {
        bar.at(done, all);
        done += e.size;
        let trouble = match archive.verify_entry(e) {
            Ok(true) => continue,
            Ok(false) => "its MD5 is not the one in the catalog".to_owned(),
            Err(e) => e.to_string(),
        };
        bad += 1;
        anstream::eprintln!("{}:{}: {trouble}", archive.label(), archive.catalog().path(e));
    }
    drop(bar);
    if !quiet {
        anstream::eprintln!(
            "{}: {} of {} files are intact",
            archive.label(),
            entries.len() - bad,
            entries.len()
        );
    }
    Ok(ExitCode::from(u8::from(bad > 0)))
}

/// Runs `pack`.
pub fn run_pack(args: PackArgs) -> Result<ExitCode> {
    if !args.folder.is_dir() {
        bail!("{} is no folder", args.folder.display());
    }
    if args.output.extension().is_none_or(|e| !e.eq_ignore_ascii_case("cat")) {
        bail!("{} does not end in .cat", args.output.display());
    }
    if let Some(parent) = args.output.parent().filter(|p| !p.as_os_str().is_empty()) {
        std::fs::create_dir_all(parent).with_context(|| format!("folder {}", parent.display()))?;
    }
    let bar = Bar::new(args.quiet);
    let result = pack(&args.folder, &args.output, args.force, &mut |p| bar.at(p.bytes, p.of_bytes));
    drop(bar);
    let n = match result {
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => bail!("{e}; --force replaces it"),
        other => other.with_context(|| args.output.display().to_string())?,
    };
    if !args.quiet {
        anstream::eprintln!("{} → {}: {n} files", args.folder.display(), args.output.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// Bytes on the terminal, after a second.
struct Bar {
    bar: ProgressBar,
    quiet: bool,
    started: Instant,
}

impl Bar {
    fn new(quiet: bool) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) =
            ProgressStyle::with_template("{bar:30} {bytes}/{total_bytes}  {bytes_per_sec}  {eta} left")
        {
            bar.set_style(style);
        }
        Self { bar, quiet, started: Instant::now() }
    }

    fn at(&self, bytes: u64, of: u64) {
        if self.bar.is_hidden()
            && !self.quiet
            && std::io::stderr().is_terminal()
            && self.started.elapsed() > Duration::from_secs(1)
        {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_length(of);
        self.bar.set_position(bytes);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
