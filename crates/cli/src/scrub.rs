//! `scrub`: removes what identifies a person and nothing else.

use crate::input::{self, ReadArgs, Walk};
use crate::{output, show};
use anyhow::{Result, bail};
use std::path::PathBuf;
use std::process::ExitCode;
use wire::Sink;

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
    let inputs = input::find(std::slice::from_ref(&args.file), None, Walk::All)?;
    let [one] = inputs.as_slice() else { bail!("{}: scrub takes one file", args.file) };
    let mut document = match formats::pipeline::document(&one.source, &options, &mut Sink::new()) {
        Ok(document) => document,
        Err(e) => {
            anstream::eprintln!(
                "{}",
                show::finding(&one.source.label, &(&e).into(), one.source.read().ok().as_deref())
            );
            return Ok(ExitCode::FAILURE);
        }
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
