//! `unpack` and `pack`: `.cat/.dat`, `.ipf` and (to unpack) `.zip` archives.

use crate::show;
use anyhow::{Context as _, Result, bail};
use formats::archive::{Existing, Progress, Unpacked, choose, unpack_files};
use formats::egosoft::cat::{Archive, Merged, PackOptions, Packed, merge_catalogs, pack_with, unpack};
use formats::ipf::{self, Stamp};
use formats::zip::Zip;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use scene::Files;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Take files out of a .cat/.dat, .ipf or .zip archive, list or verify them
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  xenomesh unpack 01.cat --list '*.xmf'\n  \
    xenomesh unpack 01.cat 'assets/units/**' -o out\n  xenomesh unpack 01.cat --verify\n  \
    xenomesh unpack data.ipf -o out\n  \
    xenomesh unpack ~/X4 'assets/units/**' -o out      a whole game folder: all its catalogs, later ones win\n\n\
    Patterns: * and ? stay within a folder, ** does not; without a slash they are about the file name.")]
pub struct UnpackArgs {
    /// The .cat file, its .dat next to it; or an .ipf or .zip file; or a game folder with catalogs
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    /// Which files; all if absent
    #[arg(value_name = "GLOB")]
    patterns: Vec<String>,
    /// Folder to write to
    #[arg(short, long, value_name = "DIR", required_unless_present_any = ["list", "verify"])]
    output: Option<PathBuf>,
    /// Print size, sum (MD5 or CRC-32) and path instead of writing
    #[arg(long)]
    list: bool,
    /// Check the sum of every file; without -o nothing is written
    #[arg(long)]
    verify: bool,
    /// Replace existing files
    #[arg(long)]
    force: bool,
    /// Skip files that exist
    #[arg(long, conflicts_with = "force")]
    skip_existing: bool,
    /// Report only what failed
    #[arg(short, long)]
    quiet: bool,
}

/// Pack a folder into a .cat/.dat or .ipf archive
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  xenomesh pack mymod -o mymod/ext_01.cat\n  \
    xenomesh pack edited -o ext_01.cat --changed-from unpacked\n  \
    xenomesh pack out -o 379125_001001.ipf --revision 379125 --template 379124_001001.ipf\n\n\
    In a .cat, content.xml and catalogs at the top of the folder are left out: the game reads them next to its catalogs.\n\
    In an .ipf, a folder that ends in .ipf is an inner archive; all else belongs to one of the file's own name. Revisions \
    and order come from --template, or from what unpack left in the folder.")]
pub struct PackArgs {
    /// The folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The .cat file to make, its .dat goes next to it; or an .ipf file
    #[arg(short, long, value_name = "FILE", required = true)]
    output: PathBuf,
    /// The original .ipf: files that did not change keep their stored bytes
    #[arg(long, value_name = "ORIGINAL")]
    template: Option<PathBuf>,
    /// Revision of an .ipf
    #[arg(long, value_name = "N")]
    revision: Option<u32>,
    /// Revision that an .ipf patches
    #[arg(long, value_name = "N")]
    base: Option<u32>,
    /// Only files of a .cat that this folder does not have with the same bytes
    #[arg(long, value_name = "DIR")]
    changed_from: Option<PathBuf>,
    /// Replace an existing archive
    #[arg(long)]
    force: bool,
    /// Report only what failed
    #[arg(short, long)]
    quiet: bool,
}

/// Runs `unpack`.
pub fn run_unpack(args: UnpackArgs) -> Result<ExitCode> {
    let archive = match Opened::open(&args.archive) {
        Ok(archive) => archive,
        Err(e) => {
            crate::say!("xenomesh: {}: {}", args.archive.display(), scene::disk::plain(&e));
            return Ok(ExitCode::FAILURE);
        }
    };
    let chosen = archive.select(&args.patterns);
    if chosen.is_empty() && !args.patterns.is_empty() {
        let hint = if args.patterns.iter().any(|p| p.contains('*') && !p.contains("**")) {
            "; * stays within a folder, ** goes into those below it"
        } else {
            ""
        };
        bail!("no file of {} fits {}{hint}", args.archive.display(), args.patterns.join(", "));
    }
    if args.list {
        let mut out = crate::terminal::stdout(false);
        for (path, size, i) in &chosen {
            writeln!(out, "{size:>12}  {}  {path}", archive.sum(path, *i))?;
        }
        out.flush()?;
    }
    let Some(folder) = &args.output else {
        return if args.verify { verify(&archive, &chosen, &args) } else { Ok(ExitCode::SUCCESS) };
    };
    let existing = match (args.force, args.skip_existing) {
        (true, _) => Existing::Replace,
        (_, true) => Existing::Skip,
        _ => Existing::Refuse,
    };
    let bar = Bar::new(args.quiet);
    let done = archive
        .unpack(&chosen, folder, args.verify, existing, &mut |p| bar.at(p.bytes, p.of_bytes))
        .with_context(|| format!("{} cannot be written", folder.display()))?;
    drop(bar);
    for (path, reason) in &done.failed {
        let hint = if reason.ends_with(" exists") { "; --force replaces it" } else { "" };
        crate::say!("{}:{path}: {reason}{hint}", args.archive.display());
    }
    let failed =
        if done.failed.is_empty() { String::new() } else { format!(", {} failed", done.failed.len()) };
    let skipped = if done.skipped == 0 { String::new() } else { format!(", {} skipped", done.skipped) };
    if !args.quiet {
        crate::say!(
            "{} → {}: {} files ({}){skipped}{failed}",
            args.archive.display(),
            folder.display(),
            done.written,
            show::size(done.bytes)
        );
    }
    Ok(ExitCode::from(u8::from(!done.failed.is_empty())))
}

/// Path, size and number of a file that was chosen.
type Chosen = (String, u64, usize);

/// An archive of any kind.
enum Opened {
    Cat(Archive),
    Game(Merged),
    Ipf(ipf::Archive),
    Zip(Zip),
}

impl Opened {
    fn open(path: &Path) -> std::io::Result<Self> {
        if path.is_dir() {
            let merged = merge_catalogs(&scene::Folder::new(path), None)?;
            if merged.archives().is_empty() {
                let message = "the folder has no catalog (01.cat, or extensions with ext_01.cat)";
                return Err(std::io::Error::new(std::io::ErrorKind::NotFound, message));
            }
            return Ok(Self::Game(merged));
        }
        let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        match extension.as_deref() {
            Some("ipf") => {
                let file = scene::disk::open(path)?;
                Ok(Self::Ipf(ipf::Archive::new(Box::new(file), path.display().to_string())?))
            }
            Some("zip") => {
                let file = scene::disk::open(path)?;
                Ok(Self::Zip(Zip::new(Box::new(file), path.display().to_string())?))
            }
            Some("cat") => Ok(Self::Cat(xenomesh::open_archive(path)?)),
            Some("dat") if path.with_extension("cat").exists() => {
                let message = "the catalog next to it, which ends in .cat, says what is in it: name that";
                Err(std::io::Error::other(message))
            }
            _ if path.exists() => Err(std::io::Error::other("it is not an archive (.cat, .ipf or .zip)")),
            _ => Err(std::io::ErrorKind::NotFound.into()),
        }
    }

    fn all(&self) -> Vec<Chosen> {
        match self {
            Self::Cat(a) => {
                let entries = a.catalog().entries().iter().enumerate();
                entries.map(|(i, e)| (a.catalog().path(e), e.size, i)).collect()
            }
            Self::Game(m) => {
                m.entries().into_iter().enumerate().map(|(i, (p, size))| (p.to_owned(), size, i)).collect()
            }
            Self::Ipf(a) => {
                let records = a.records().iter().enumerate();
                records.map(|(i, r)| (r.full_path(), u64::from(r.size), i)).collect()
            }
            Self::Zip(z) => {
                z.entries().enumerate().map(|(i, (p, size, _))| (p.to_owned(), size, i)).collect()
            }
        }
    }

    /// What any pattern fits; all without patterns. Of files with one path the last one is the file.
    fn select(&self, patterns: &[String]) -> Vec<Chosen> {
        choose(self.all(), patterns, |c| &c.0)
    }

    fn sum(&self, path: &str, i: usize) -> String {
        match self {
            Self::Game(m) => m.md5_text(path),
            Self::Cat(a) => {
                let entry = a.catalog().entries().get(i);
                entry.map_or_else(String::new, |e| {
                    String::from_utf8_lossy(a.catalog().md5_text(e)).into_owned()
                })
            }
            Self::Ipf(a) => a.records().get(i).map_or_else(String::new, |r| format!("{:08x}", r.crc)),
            Self::Zip(z) => z.entry(i).map_or_else(String::new, |(_, _, crc)| format!("{crc:08x}")),
        }
    }

    /// Whether a file is what its sum says.
    fn is_intact(&self, path: &str, i: usize) -> std::io::Result<bool> {
        let gone = || std::io::Error::from(std::io::ErrorKind::NotFound);
        match self {
            Self::Game(m) => m.verify(path),
            Self::Cat(a) => a.verify_entry(a.catalog().entries().get(i).ok_or_else(gone)?),
            Self::Ipf(a) => a.read_record(a.records().get(i).ok_or_else(gone)?).map(|(_, good)| good),
            // Reading looks at the sum.
            Self::Zip(z) => z.read(z.entry(i).ok_or_else(gone)?.0).map(|_| true),
        }
    }

    fn unpack(
        &self,
        chosen: &[Chosen],
        folder: &Path,
        verify: bool,
        existing: Existing,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> std::io::Result<Unpacked> {
        match self {
            Self::Cat(a) => {
                let all = a.catalog().entries();
                let entries: Vec<_> = chosen.iter().filter_map(|c| all.get(c.2)).collect();
                unpack(a, &entries, folder, verify, existing, progress)
            }
            Self::Ipf(a) => {
                let records: Vec<_> = chosen.iter().filter_map(|c| a.records().get(c.2)).collect();
                ipf::unpack(a, &records, folder, verify, existing, progress)
            }
            Self::Game(m) => {
                let items: Vec<_> = chosen.iter().map(|(p, size, _)| (p.clone(), *size, p)).collect();
                unpack_files(&items, folder, existing, progress, &mut |path, file| {
                    if verify && !m.verify(path)? {
                        let message = "its MD5 is not the one in the catalog";
                        return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, message));
                    }
                    m.chunks(path, |chunk| file.write_all(chunk))
                })
            }
            Self::Zip(z) => {
                let items: Vec<_> = chosen.iter().map(|(p, size, _)| (p.clone(), *size, p)).collect();
                unpack_files(&items, folder, existing, progress, &mut |path, file| {
                    file.write_all(&z.read(path)?)
                })
            }
        }
    }
}

fn verify(archive: &Opened, chosen: &[Chosen], args: &UnpackArgs) -> Result<ExitCode> {
    let bar = Bar::new(args.quiet);
    let all = chosen.iter().map(|c| c.1).sum();
    let (mut bad, mut done) = (0, 0);
    for (path, size, i) in chosen {
        bar.at(done, all);
        done += size;
        let trouble = match archive.is_intact(path, *i) {
            Ok(true) => continue,
            Ok(false) => "its sum is not the one in the archive".to_owned(),
            Err(e) => e.to_string(),
        };
        bad += 1;
        crate::say!("{}:{path}: {trouble}", args.archive.display());
    }
    drop(bar);
    if !args.quiet {
        let label = args.archive.display();
        crate::say!("{label}: {} of {} files are intact", chosen.len() - bad, chosen.len());
    }
    Ok(ExitCode::from(u8::from(bad > 0)))
}

/// Runs `pack`.
pub fn run_pack(args: PackArgs) -> Result<ExitCode> {
    if !args.folder.is_dir() {
        let why = if args.folder.exists() { "is a file; name the folder to pack" } else { "is not there" };
        bail!("{} {why}", args.folder.display());
    }
    let ending = args.output.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
    let is_ipf = ending == "ipf";
    if !is_ipf && ending != "cat" {
        bail!("{} ends neither in .cat nor in .ipf", args.output.display());
    }
    if !is_ipf && (args.template.is_some() || args.revision.is_some() || args.base.is_some()) {
        bail!("--template, --revision and --base are for .ipf archives");
    }
    if is_ipf && args.changed_from.is_some() {
        bail!("--changed-from is for .cat archives");
    }
    if let Some(dir) = args.changed_from.as_ref().filter(|d| !d.is_dir()) {
        bail!("--changed-from: {} is not a folder", dir.display());
    }
    if let Some(parent) = args.output.parent().filter(|p| !p.as_os_str().is_empty()) {
        std::fs::create_dir_all(parent).with_context(|| format!("folder {}", parent.display()))?;
    }
    let bar = Bar::new(args.quiet);
    let result = if is_ipf {
        pack_ipf(&args, &bar)?.map(|files| Packed { files, ..Packed::default() })
    } else {
        let options = PackOptions { replace: args.force, changed_from: args.changed_from.as_deref() };
        pack_with(&args.folder, &args.output, options, &mut |p| bar.at(p.bytes, p.of_bytes))
    };
    drop(bar);
    let packed = match result {
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => bail!("{e}; --force replaces it"),
        other => other.with_context(|| args.output.display().to_string())?,
    };
    for name in &packed.empty {
        crate::say!("warning: {name} is empty, by which the game deletes the file of that name");
    }
    if !args.quiet {
        let unchanged = match packed.unchanged {
            0 => String::new(),
            n => format!(", {n} unchanged"),
        };
        let left_out = match packed.left_out.as_slice() {
            [] => String::new(),
            names => format!("; left out: {}", names.join(", ")),
        };
        let (from, to) = (args.folder.display(), args.output.display());
        crate::say!("{from} → {to}: {} files{unchanged}{left_out}", packed.files);
    }
    Ok(ExitCode::SUCCESS)
}

fn pack_ipf(args: &PackArgs, bar: &Bar) -> Result<std::io::Result<usize>> {
    let open = |path: &PathBuf| -> Result<ipf::Archive> {
        let label = path.display().to_string();
        let file = scene::disk::open(path).with_context(|| format!("--template {label}"))?;
        ipf::Archive::new(Box::new(file), &label).with_context(|| format!("--template {label}"))
    };
    let template = args.template.as_ref().map(open).transpose()?;
    let known = template.as_ref().map(Stamp::of).or_else(|| ipf::stamp_of(&args.folder));
    let mut stamp = known.unwrap_or_default();
    stamp.base = args.base.unwrap_or(stamp.base);
    stamp.revision = args.revision.unwrap_or(stamp.revision);
    let at = &mut |p: Progress<'_>| bar.at(p.bytes, p.of_bytes);
    Ok(ipf::pack(&args.folder, &args.output, &stamp, template.as_ref(), args.force, at))
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
