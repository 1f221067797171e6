//! A `.gfx` of a Paradox game is as many inputs as it has actor types.

use crate::{Error, Input, Result, Source};
use formats::paradox::gfx::{self, Gfx};
use formats::{Context, LoadOptions};
use scene::{Entry, Files, ReadAt};
use std::collections::HashSet;
use std::io;
use std::sync::Arc;
use wire::Sink;

/// `a/b.gfx:Type` as the file and the name of the type.
pub(crate) fn split(label: &str) -> Option<(&str, &str)> {
    let at = label.to_ascii_lowercase().find(".gfx:")? + ".gfx".len();
    Some((label.get(..at)?, label.get(at + 1..)?))
}

/// The folder of `a/b.gfx:Type`, with its slash.
pub(crate) fn folder_of(label: &str) -> Option<&str> {
    let (before, _) = split(label)?;
    before.get(..before.rfind('/').map_or(0, |i| i + 1))
}

/// Each actor type becomes an input of its own, called as the type; of all of them only the one asked for, if one is.
/// With `one` there is one output for all, which several types cannot share.
pub(crate) fn expand(inputs: Vec<Input>, only: Option<&str>, one: bool) -> Result<Vec<Input>> {
    let mut out = Vec::with_capacity(inputs.len());
    let mut known: Vec<String> = Vec::new();
    for input in inputs {
        let Some(gfx) = read(&input.source) else {
            out.push(input);
            continue;
        };
        let gfx = Arc::new(gfx);
        let mut seen = HashSet::new();
        for t in gfx.types.iter().filter(|t| !t.name.is_empty() && seen.insert(t.name.to_lowercase())) {
            if only.is_none_or(|name| t.name.eq_ignore_ascii_case(name)) {
                out.push(one_type(&input, &gfx, t));
            } else {
                known.push(t.name.clone());
            }
        }
    }
    match only {
        Some(name) if out.is_empty() => {
            known.truncate(20);
            let message = format!("no actor type is called {name:?}; there are {}", known.join(", "));
            Err(Error::Option { option: "type", message })
        }
        None if one && out.iter().filter(|i| folder_of(&i.source.label).is_some()).count() > 1 => {
            let message = "a .gfx has several actor types: give -o a folder, or name one with --type";
            Err(Error::Request(message.into()))
        }
        _ => Ok(out),
    }
}

/// The definitions of an input, if it has any. One that cannot be read says so when it is converted.
fn read(source: &Source) -> Option<Gfx> {
    if !source.path.to_ascii_lowercase().ends_with(".gfx") {
        return None;
    }
    let bytes = source.read().ok()?;
    let options = LoadOptions::default();
    let opened = formats::open(&bytes, source.file_name(), &options, false, &mut Sink::new()).ok()?;
    opened.document.as_any().downcast_ref::<Gfx>().filter(|g| !g.types.is_empty()).cloned()
}

fn one_type(input: &Input, gfx: &Arc<Gfx>, t: &gfx::ActorType) -> Input {
    let options = LoadOptions::default();
    let cx = Context { files: &*input.source.files, path: &input.source.path, options: &options };
    // Next to its actor: there its pictures are.
    let folder = gfx::find_file(&cx, &t.actor)
        .map_or_else(|| cx.folder().to_owned(), |path| scene::folder_of(&path).to_owned());
    let name = format!("{}.gfx", gfx::file_stem(&t.name));
    let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
    let relative = match input.relative.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{name}"),
        None => name,
    };
    let files: Arc<dyn Files> = Arc::new(OneType {
        files: input.source.files.clone(),
        path: path.clone(),
        gfx: gfx.clone(),
        name: t.name.clone(),
    });
    Input { source: Source { files, path, label: format!("{}:{}", input.source.label, t.name) }, relative }
}

/// A file system with one file more: the definition of one type.
struct OneType {
    files: Arc<dyn Files>,
    path: String,
    gfx: Arc<Gfx>,
    name: String,
}

impl Files for OneType {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        if path == self.path { Ok(self.gfx.only(&self.name)) } else { self.files.read(path) }
    }

    fn list(&self, folder: &str) -> Vec<Entry> {
        self.files.list(folder)
    }

    fn resolve(&self, path: &str) -> Option<String> {
        if path == self.path { Some(self.path.clone()) } else { self.files.resolve(path) }
    }

    fn find_name(&self, name: &str) -> Option<String> {
        self.files.find_name(name)
    }

    fn display(&self, path: &str) -> String {
        self.files.display(path)
    }

    fn open(&self, path: &str) -> io::Result<Box<dyn ReadAt>> {
        if path == self.path { Ok(Box::new(self.gfx.only(&self.name))) } else { self.files.open(path) }
    }
}
