//! Options that several verbs share.

use crate::show;
use anyhow::{Result, bail};
use clap::Args;
use std::path::PathBuf;
use xenomesh::{ConvertOptions, Diagnostic, Error, Input, Inputs, Model, Recipe, Walk};

/// Options of reading that every verb takes.
#[derive(Args, Debug, Clone, Default)]
pub struct ReadArgs {
    /// Code page of names that are not UTF-8, such as cp949 or cp1252; guessed if absent
    #[arg(long, value_name = "NAME", help_heading = "Reading")]
    encoding: Option<String>,
    /// A text file with one name a line, to turn hashes (Anark) into names
    #[arg(long, value_name = "FILE", help_heading = "Reading")]
    names: Vec<PathBuf>,
    /// Most memory a file may ask for beyond its own size
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse_size, help_heading = "Reading")]
    limit: Option<u64>,
    /// Follow links out of the folders that are named
    #[arg(long, help_heading = "Reading")]
    pub follow: bool,
}

impl ReadArgs {
    /// As the library wants them.
    pub fn options(&self) -> ConvertOptions {
        ConvertOptions {
            encoding: self.encoding.clone(),
            names: self.names.clone(),
            limit: self.limit,
            follow: self.follow,
            ..ConvertOptions::default()
        }
    }

    /// Understood, with nothing else asked for.
    pub fn recipe(&self) -> Result<Recipe> {
        understood(&self.options())
    }
}

fn parse_size(text: &str) -> Result<u64, String> {
    let lower = text.trim().to_ascii_lowercase();
    let digits = lower.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match lower.get(digits.len()..).unwrap_or_default() {
        "" | "b" => 1,
        "k" | "kb" | "kib" => 1 << 10,
        "m" | "mb" | "mib" => 1 << 20,
        "g" | "gb" | "gib" => 1_u64 << 30,
        other => return Err(format!("unknown unit {other:?}; use K, M or G")),
    };
    let number: u64 = digits.parse().map_err(|_| format!("{text:?} is not a size such as 512M"))?;
    number.checked_mul(unit).ok_or_else(|| format!("{text:?} is too large"))
}

/// Where else a model's files may be.
#[derive(Args, Debug, Clone, Default)]
pub struct LookArgs {
    /// Look for textures here too
    #[arg(long, value_name = "DIR", num_args = 1.., help_heading = "Textures")]
    textures: Vec<PathBuf>,
    /// Leave textures out
    #[arg(long, help_heading = "Textures")]
    no_textures: bool,
    /// A country's two colours, painted where Paradox models have masks for them (EU III, HoI III, Victoria 2)
    #[arg(long, value_name = "RRGGBB,RRGGBB", help_heading = "Textures")]
    colours: Option<String>,
    /// A game folder: its files and catalogs are searched too
    #[arg(long, value_name = "DIR", help_heading = "Textures")]
    pub game: Option<PathBuf>,
}

impl LookArgs {
    /// The models below some paths.
    pub fn models(&self, paths: &[String], read: &ReadArgs) -> Result<Vec<Input>> {
        let found = Inputs::new(Walk::Models).options(&self.options(read)).find(paths);
        let found = found.map_err(typed)?;
        if found.is_empty() {
            bail!("no file in {} is of a known format; see `xenomesh formats`", paths.join(", "));
        }
        Ok(found)
    }

    /// Options of reading and looking together.
    pub fn options(&self, read: &ReadArgs) -> ConvertOptions {
        ConvertOptions {
            textures: self.textures.clone(),
            no_textures: self.no_textures,
            colours: self.colours.clone(),
            game: self.game.clone(),
            ..read.options()
        }
    }
}

/// What options mean; one that cannot be used is named as it is typed.
pub fn understood(options: &ConvertOptions) -> Result<Recipe> {
    Recipe::new(options).map_err(typed)
}

/// An error that names an option as it is typed.
pub fn typed(e: Error) -> anyhow::Error {
    match e {
        Error::Option { option, message } => anyhow::anyhow!("--{}: {message}", option.replace('_', "-")),
        e => e.into(),
    }
}

/// Reads the one file a verb takes; what is wrong with it is said here.
pub fn open_one(file: &str, verb: &str, read: &ReadArgs) -> Result<Option<Model>> {
    let recipe = read.recipe()?;
    let inputs = Inputs::default().options(&read.options()).find(&[file]).map_err(typed)?;
    let [one] = inputs.as_slice() else { bail!("{file}: {verb} takes one file") };
    match Model::open(&one.source, &recipe.options) {
        Ok(model) => Ok(Some(model)),
        Err(Error::File(e)) => {
            let bytes = one.source.read().ok();
            let text = show::finding(&one.source.label, &Diagnostic::from(&e), bytes.as_deref());
            anstream::eprintln!("{}", crate::terminal::styled(&text));
            Ok(None)
        }
        Err(e) => Err(typed(e)),
    }
}
