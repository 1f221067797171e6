//! `scrub`: removes what identifies a person and nothing else.

use crate::args::{ReadArgs, open_one, typed};
use crate::show;
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use xenomesh::{Diagnostic, Error, Input, Inputs, Model, Recipe, names, output};

/// Remove host, user, paths, IP and MAC addresses, and nothing else
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  xenomesh scrub hero.xps -o hero-clean.xps\n  xenomesh scrub models -o clean          \
    every model of a folder, in the same tree\n\n\
    Of a folder, files of known formats are written, those with nothing to remove too; pictures and other files are not\n\
    copied. Nothing is replaced without --force."
)]
pub struct Args {
    /// Files or folders
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    /// The cleaned copy; for a folder or several files, a folder
    #[arg(short, long, value_name = "OUT", required = true)]
    output: PathBuf,
    /// Replace existing outputs
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// Runs it.
pub fn run(args: Args) -> Result<ExitCode> {
    let inputs = Inputs::default().options(&args.read.options()).find(&args.paths).map_err(typed)?;
    match args.paths.as_slice() {
        // An archive with several files is a folder.
        [one] if inputs.len() == 1 && !Path::new(one).is_dir() && !args.output.is_dir() => single(&args, one),
        _ => folder(&args, &inputs),
    }
}

fn single(args: &Args, file: &str) -> Result<ExitCode> {
    output::refuse_existing(&args.output, args.force)?;
    let Some(mut model) = open_one(file, "scrub", &args.read)? else { return Ok(ExitCode::FAILURE) };
    let removed = model.scrub();
    output::write(&args.output, &model.write())?;
    for line in &removed {
        crate::say!("removed {line}");
    }
    if removed.is_empty() {
        crate::say!("{file}: nothing in it identifies a person");
    }
    Ok(ExitCode::SUCCESS)
}

fn folder(args: &Args, inputs: &[Input]) -> Result<ExitCode> {
    if args.output.is_file() {
        bail!("--output: {} is a file; several inputs need a folder", args.output.display());
    }
    let recipe = args.read.recipe()?;
    let relative: Vec<&str> = inputs.iter().map(|i| i.relative.as_str()).collect();
    let labels: Vec<&str> = inputs.iter().map(|i| i.source.label.as_str()).collect();
    let (mut clean, mut failed) = (0, 0);
    for (input, name) in inputs.iter().zip(names::distinct(&relative, &labels)) {
        match one(args, &recipe, input, &args.output.join(&name)) {
            Ok(0) => {}
            Ok(_) => clean += 1,
            Err(text) => {
                anstream::eprintln!("{}", crate::terminal::styled(&text));
                failed += 1;
            }
        }
    }
    let failed_text = if failed > 0 { format!(", {failed} failed") } else { String::new() };
    crate::say!("{} written, {clean} of them cleaned{failed_text}", inputs.len() - failed);
    Ok(if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Cleans one file of several: how many things were removed, or what to say.
fn one(args: &Args, recipe: &Recipe, input: &Input, out: &Path) -> Result<usize, String> {
    let label = &input.source.label;
    let free =
        output::refuse_existing(out, args.force).and_then(|()| output::refuse_links(&args.output, out));
    free.map_err(|e| format!("{label}: {e}"))?;
    let mut model = Model::open(&input.source, &recipe.options).map_err(|e| match e {
        Error::File(e) => show::finding(label, &Diagnostic::from(&e), input.source.read().ok().as_deref()),
        e => format!("{label}: {e}"),
    })?;
    let removed = model.scrub();
    output::write(out, &model.write()).map_err(|e| format!("{label}: {e:#}"))?;
    for line in &removed {
        crate::say!("{label}: removed {line}");
    }
    Ok(removed.len())
}
