//! `hash`: Anark hashes of names, and names of hashes.

use anyhow::{Result, anyhow, bail};
use formats::anark::hash::{Fit, attribute_hash, find, hash, parse_hex};
use formats::anark::names::built_in;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Print the Anark hashes of names, or look for the name of a hash
///
/// Two values a name: all 32 bits, as elements and parameters have them, and the low 27, as attributes have them.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  xenomesh hash Button0 position.x\n  xenomesh hash --find 27C230D --names names.txt"
)]
pub struct Args {
    /// Names to hash
    #[arg(value_name = "NAME", required_unless_present = "find")]
    names: Vec<String>,
    /// Look for names with this hash, in hexadecimal
    #[arg(long, value_name = "HEX", conflicts_with = "names")]
    find: Option<String>,
    /// Names to look through, one per line, besides the built-in ones
    #[arg(long = "names", id = "file", value_name = "FILE", requires = "find")]
    file: Option<PathBuf>,
}

/// Runs it. Nothing found is a failure.
pub fn run(args: Args) -> Result<ExitCode> {
    let mut out = crate::terminal::stdout(false);
    let Some(wanted) = &args.find else {
        for name in &args.names {
            let (full, low) = (hash(name.as_bytes()), attribute_hash(name.as_bytes()));
            writeln!(out, "0x{full:08X}  0x{low:08X}  {name}")?;
        }
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    };
    if parse_hex(wanted).is_none() {
        bail!("{wanted:?} is not a hash; expected up to eight hexadecimal digits");
    }
    let text = match &args.file {
        Some(path) => {
            let bytes = scene::disk::read(path)
                .map_err(|e| anyhow!("--names: {}: {}", path.display(), scene::disk::plain(&e)))?;
            String::from_utf8_lossy(&bytes).into_owned()
        }
        None => String::new(),
    };
    let listed = text.lines().map(|l| l.trim_end_matches('\r')).filter(|l| !l.is_empty());
    let mut found = find(wanted, listed.chain(built_in())).unwrap_or_default();
    let mut seen = std::collections::HashSet::new();
    found.retain(|(name, _)| seen.insert(*name));
    for (name, fit) in &found {
        let kind = if *fit == Fit::Full { "32 bits" } else { "27 bits" };
        writeln!(out, "{kind}  {name}")?;
    }
    out.flush()?;
    if found.is_empty() {
        crate::say!("xenomesh: no name has the hash {wanted}");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
