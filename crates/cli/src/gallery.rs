//! `gallery`: a folder of models as a static page.

use crate::args::{LookArgs, ReadArgs, understood};
use crate::progress::Progress;
use ::view::gallery::{self, Item, Options};
use ::view::raster::Look;
use ::view::thumb::Shot;
use anyhow::{Result, anyhow};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use xenomesh::{ConvertOptions, Motions, output};

/// Make a static page of a whole folder: pictures, search, details, findings, GLB files
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  xenomesh gallery models -o site\n  xenomesh gallery models -o site --textures tex --motions auto\n\n\
    Open site/index.html in a browser; no server is needed. A second run makes anew only what changed."
)]
pub struct Args {
    /// Folders (or files, patterns, archive.cat:inner/path)
    #[arg(required = true, value_name = "DIR")]
    paths: Vec<String>,
    /// Folder for the page
    #[arg(short, long, value_name = "SITE", required = true)]
    output: PathBuf,
    /// Title of the page [default: the folder's name]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Pixels a side of the pictures
    #[arg(long, value_name = "N", default_value_t = 320, value_parser = clap::value_parser!(u32).range(32..=2048))]
    size: u32,
    /// Do not write GLB files; without them there is no 3D
    #[arg(long)]
    no_glb: bool,
    /// Keep what identifies a person (host, user, paths, addresses); it is removed otherwise
    #[arg(long)]
    keep_private: bool,
    /// `auto` binds the motions of each model's folder that fit it
    #[arg(long, value_name = "auto", value_parser = ["auto"])]
    motions: Option<String>,
    #[command(flatten)]
    look: LookArgs,
    /// How many files at once [default: all cores]
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Report only what failed
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs it.
pub fn run(args: Args) -> Result<ExitCode> {
    let inputs = args.look.models(&args.paths, &args.read)?;
    let relative: Vec<&str> = inputs.iter().map(|i| i.relative.as_str()).collect();
    let labels: Vec<&str> = inputs.iter().map(|i| i.source.label.as_str()).collect();
    let names = xenomesh::names::distinct(&relative, &labels);
    let items: Vec<Item> =
        inputs.into_iter().zip(names).map(|(i, relative)| Item { source: i.source, relative }).collect();
    let options = Options {
        title: args.title.clone().unwrap_or_else(|| title(&args.paths)),
        loader: understood(&ConvertOptions {
            motions: args.motions.as_ref().map(|_| Motions::Auto),
            ..args.look.options(&args.read)
        })?,
        shot: Shot { look: Look { size: [args.size; 2], ..Look::default() }, ..Shot::default() },
        glb: !args.no_glb,
        private: args.keep_private,
    };
    let progress = Progress::new(items.len(), args.quiet);
    let write = |path: &Path, bytes: &[u8]| output::write(path, bytes).map_err(|e| e.to_string());
    let step = || progress.step();
    let work = || gallery::write(&items, &args.output, &options, &write, &step);
    let summary = scene::parallel::on_threads(args.jobs, work).map_err(|e| anyhow!("{e}"))?;
    drop(progress);
    if !args.quiet {
        let failed =
            if summary.failed > 0 { format!(", {} cannot be read", summary.failed) } else { String::new() };
        let removed = if summary.removed > 0 { format!(", {} gone", summary.removed) } else { String::new() };
        if summary.scrubbed > 0 {
            crate::say!(
                "private data (host, user, paths, addresses) was removed from {} of the models; --keep-private leaves it in",
                summary.scrubbed
            );
        }
        crate::say!(
            "{} made, {} unchanged{failed}{removed} → {}",
            summary.made,
            summary.kept,
            args.output.join("index.html").display()
        );
    }
    Ok(ExitCode::from(u8::from(summary.failed > 0)))
}

fn title(paths: &[String]) -> String {
    let first = paths.first().map_or(".", String::as_str);
    let full = std::path::absolute(first).unwrap_or_else(|_| PathBuf::from(first));
    full.file_name().map_or_else(|| "Models".to_owned(), |n| n.to_string_lossy().into_owned())
}
