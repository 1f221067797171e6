//! `mod`: mods of X4.

use crate::show;
use anyhow::{Context as _, Result, bail};
use std::path::PathBuf;
use std::process::ExitCode;
use xenomesh::formats::egosoft::modding::{About, Ship, new_mod};
use xenomesh::{Inputs, Walk, output};

/// Make mods of X4
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  xenomesh mod new --help")]
pub struct Args {
    #[command(subcommand)]
    command: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    New(NewArgs),
}

/// Make the skeleton of a mod around ships
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  xenomesh mod new my_mod --ship new/ship.xml\n  \
    xenomesh mod new my_mod --ship a.xml b.xml --title 'My ships' --author me -o X4/extensions\n  \
    xenomesh pack my_mod -o my_mod/ext_01.cat\n\n\
    Writes content.xml, index/components.xml, index/macros.xml, the component with its meshes and animations, its macro\n\
    (the one in macros/ next to the component, else a skeleton to fill in), the materials it uses as a diff of the\n\
    material library, and their pictures. The folder goes into the game's extensions folder.")]
struct NewArgs {
    /// Name of the mod: its folder and id; letters, digits and _
    #[arg(value_name = "NAME")]
    name: String,
    /// Component XML files
    #[arg(long, value_name = "SHIP.xml", num_args = 1.., required = true)]
    ship: Vec<String>,
    /// Where the mod's folder is made [default: here]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Name that players see [default: NAME]
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    title: String,
    /// Author
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    author: String,
    /// Date of the mod, such as 2026-01-31
    #[arg(long, value_name = "DATE", default_value = "", hide_default_value = true)]
    date: String,
    /// The game: materials and components are looked for there too
    #[arg(long, value_name = "DIR")]
    game: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    force: bool,
    /// Report only what failed
    #[arg(short, long)]
    quiet: bool,
}

/// Runs it.
pub fn run(args: Args) -> Result<ExitCode> {
    let Verb::New(args) = args.command;
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if args.name.is_empty() || !args.name.chars().all(plain) {
        bail!("{:?} cannot be the name of a mod; use letters, digits and _", args.name);
    }
    let found = Inputs::new(Walk::All).game(args.game.as_deref()).find(&args.ship)?;
    let ships: Vec<Ship<'_>> =
        found.iter().map(|i| Ship { files: &*i.source.files, path: &i.source.path }).collect();
    let about = About {
        id: args.name.clone(),
        title: args.title.clone(),
        author: args.author.clone(),
        date: args.date.clone(),
    };
    let made = match new_mod(&about, &ships) {
        Ok(made) => made,
        Err(e) => {
            crate::say!("xenomesh: {}: {e}", args.ship.join(", "));
            return Ok(ExitCode::FAILURE);
        }
    };
    let folder = args.output.clone().unwrap_or_default().join(&args.name);
    if let Some(path) = made.files.keys().map(|f| folder.join(f)).find(|p| !args.force && p.exists()) {
        bail!("{} exists; --force replaces it", path.display());
    }
    for (file, bytes) in &made.files {
        let path = folder.join(file);
        output::refuse_links(&folder, &path)?;
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).with_context(|| format!("folder {}", parent.display()))?;
        }
        output::write(&path, bytes)?;
    }
    if !args.quiet {
        let bytes: u64 = made.files.values().map(|b| b.len() as u64).sum();
        crate::say!("{}: {} files ({})", folder.display(), made.files.len(), show::size(bytes));
        for note in &made.notes {
            crate::say!("  note: {note}");
        }
    }
    Ok(ExitCode::SUCCESS)
}
