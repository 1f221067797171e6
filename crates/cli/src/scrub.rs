//! `scrub`: removes what identifies a person and nothing else.

use crate::args::{ReadArgs, open_one};
use anyhow::Result;
use std::path::PathBuf;
use std::process::ExitCode;
use xenomesh::output;

/// Remove host, user, paths, IP and MAC addresses, and nothing else
#[derive(clap::Args)]
#[command(after_help = "Example:\n  xenomesh scrub hero.xps -o hero-clean.xps")]
pub struct Args {
    /// The file
    #[arg(value_name = "FILE")]
    file: String,
    /// The cleaned copy
    #[arg(short, long, value_name = "FILE", required = true)]
    output: PathBuf,
    /// Replace an existing output
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs it.
pub fn run(args: Args) -> Result<ExitCode> {
    output::refuse_existing(&args.output, args.force)?;
    let Some(mut model) = open_one(&args.file, "scrub", &args.read)? else { return Ok(ExitCode::FAILURE) };
    let removed = model.scrub();
    output::write(&args.output, &model.write())?;
    for line in &removed {
        crate::say!("removed {line}");
    }
    if removed.is_empty() {
        crate::say!("{}: nothing in it identifies a person", args.file);
    }
    Ok(ExitCode::SUCCESS)
}
