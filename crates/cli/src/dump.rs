//! `dump` and `build`: every field as JSON, and exactly back.

use crate::args::{ReadArgs, open_one};
use crate::show;
use anyhow::Result;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use xenomesh::{Diagnostic, Error, Model, output};

/// Write every field of a file as JSON; `build` turns it back, byte for byte
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  xenomesh dump hero.xps -o hero.json && xenomesh build hero.json -o same.xps"
)]
pub struct DumpArgs {
    /// The file, or archive.cat:inner/path
    #[arg(value_name = "FILE")]
    file: String,
    /// Where to; standard output if absent
    #[arg(short, long, value_name = "F.json")]
    output: Option<PathBuf>,
    /// Replace an existing output
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Make a file from JSON that `dump` wrote
#[derive(clap::Args)]
#[command(after_help = "Example:\n  xenomesh build menu.json -o menu.bgf --recount\n\n\
    Keys that begin with # are for people and not read, except that after strings were added to the list of a BGF or \
    taken out, #text and #events say which one is meant. To use another string write it as the value: \
    \"value\": \"New game\"; it is added to the list.")]
pub struct BuildArgs {
    /// The JSON
    #[arg(value_name = "F.json")]
    json: PathBuf,
    /// The file to make
    #[arg(short, long, value_name = "FILE", required = true)]
    output: PathBuf,
    /// Recompute sizes and counts after an edit
    #[arg(long)]
    recount: bool,
    /// Replace an existing output
    #[arg(long)]
    force: bool,
}

/// Runs `dump`.
pub fn run_dump(args: DumpArgs) -> Result<ExitCode> {
    if let Some(path) = &args.output {
        output::refuse_existing(path, args.force)?;
    }
    let Some(mut model) = open_one(&args.file, "dump", &args.read)? else { return Ok(ExitCode::FAILURE) };
    model.learn_names();
    if let Some(path) = &args.output {
        output::write(path, &model.dump())?;
    } else {
        let mut out = crate::terminal::stdout(true);
        model.dump_to(&mut out)?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs `build`.
pub fn run_build(args: BuildArgs) -> Result<ExitCode> {
    output::refuse_existing(&args.output, args.force)?;
    let json = match scene::disk::read(&args.json) {
        Ok(json) => json,
        Err(e) => {
            crate::say!("xenomesh: {}: {}", args.json.display(), scene::disk::plain(&e));
            return Ok(ExitCode::FAILURE);
        }
    };
    let mut model = match Model::build(&args.output.to_string_lossy(), &json) {
        Ok(model) => model,
        Err(Error::File(e)) => {
            let label = args.json.display().to_string();
            let text = show::finding(&label, &Diagnostic::from(&e), None);
            anstream::eprintln!("{}", crate::terminal::styled(&text));
            return Ok(ExitCode::FAILURE);
        }
        Err(e) => return Err(e.into()),
    };
    let name = args.output.to_string_lossy();
    if let Some(format) = formats::by_id(model.format())
        && !format.extensions.iter().any(|e| scene::has_extension(&name, e))
    {
        crate::say!(
            "warning: {name} becomes a file of the format {}, whose names end in .{}: programs go by the name",
            format.id,
            format.extension
        );
    }
    let mut bytes = model.write();
    model.recount();
    let counted = model.write();
    if args.recount {
        bytes = counted;
    } else if bytes != counted {
        // After an edit this is what a game trips over; a file that came that way is made again that way.
        crate::say!(
            "xenomesh: {}: sizes or counts do not fit the content and are kept as they are; --recount recomputes them",
            args.json.display()
        );
    }
    output::write(&args.output, &bytes)?;
    Ok(ExitCode::SUCCESS)
}
