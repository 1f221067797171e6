//! The `xenomesh` command: argument structs and printing only.

mod archive;
mod args;
mod convert;
mod details;
mod dump;
mod gallery;
mod hash;
mod info;
mod inspect;
mod progress;
mod scrub;
mod show;
mod thumb;
mod validate;
mod view;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Opens, shows, checks, repairs and converts game models, and writes them back without losing a byte.
#[derive(Parser)]
#[command(name = "xenomesh", version, propagate_version = true, arg_required_else_help = true)]
#[command(
    after_help = "Examples:\n  xenomesh convert models -o out              a folder of models to GLB\n  \
    xenomesh inspect hero.xps                   what is inside\n  \
    xenomesh validate models --json             what is wrong, for a script\n\n\
    Exit status: 0 all good, 1 at least one input failed (validate: has an error), 2 could not run."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Inspect(inspect::Args),
    Validate(validate::Args),
    Thumb(thumb::Args),
    Gallery(gallery::Args),
    View(view::Args),
    Convert(Box<convert::Args>),
    Dump(dump::DumpArgs),
    Build(dump::BuildArgs),
    Scrub(scrub::Args),
    Unpack(archive::UnpackArgs),
    Pack(archive::PackArgs),
    Hash(hash::Args),
    Formats(info::FormatsArgs),
    Completions(info::CompletionsArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    // A second handler cannot be there; without one an interruption may leave a `.tmp` file, nothing worse.
    let _ = ctrlc::set_handler(|| {
        xenomesh::output::remove_unfinished();
        std::process::exit(130);
    });
    let result = match cli.command {
        Command::Inspect(args) => inspect::run(args),
        Command::Validate(args) => validate::run(args),
        Command::Thumb(args) => thumb::run(args),
        Command::Gallery(args) => gallery::run(args),
        Command::View(args) => view::run(args),
        Command::Convert(args) => convert::run(*args),
        Command::Dump(args) => dump::run_dump(args),
        Command::Build(args) => dump::run_build(args),
        Command::Scrub(args) => scrub::run(args),
        Command::Unpack(args) => archive::run_unpack(args),
        Command::Pack(args) => archive::run_pack(args),
        Command::Hash(args) => hash::run(args),
        Command::Formats(args) => info::run_formats(args),
        Command::Completions(args) => info::run_completions(args),
    };
    match result {
        Ok(code) => code,
        Err(e) if is_broken_pipe(&e) => ExitCode::SUCCESS,
        Err(e) => {
            anstream::eprintln!("xenomesh: {e:#}");
            ExitCode::from(2)
        }
    }
}

/// `xenomesh inspect … | head` is no failure.
fn is_broken_pipe(e: &anyhow::Error) -> bool {
    e.chain()
        .filter_map(|c| c.downcast_ref::<std::io::Error>())
        .any(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
}
