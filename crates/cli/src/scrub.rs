//! `scrub`: removes what identifies a person and nothing else.

use crate::input::{self, ReadArgs};
use crate::output;
use anyhow::Result;
use std::path::PathBuf;
use std::process::ExitCode;

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
    let options = args.read.options()?;
    output::refuse_existing(&args.output, args.force)?;
    let Some((_, mut document)) = input::open_one(&args.file, "scrub", &options)? else {
        return Ok(ExitCode::FAILURE);
    };
    let removed = document.scrub();
    output::write(&args.output, &document.write())?;
    for line in &removed {
        anstream::eprintln!("removed {line}");
    }
    if removed.is_empty() {
        anstream::eprintln!("{}: nothing in it identifies a person", args.file);
    }
    Ok(ExitCode::SUCCESS)
}
