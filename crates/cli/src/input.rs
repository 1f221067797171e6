//! What was typed as an input becomes a list of sources: files, folders, globs, `archive.cat:inner/path`.

use crate::show;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use formats::pipeline::Source;
use formats::{Document, FORMATS, Format, Kind, LoadOptions};
use globset::GlobBuilder;
use scene::{Files, Folder};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wire::{Limits, Sink};

/// Options of reading that every verb takes.
#[derive(Args, Debug, Clone, Default)]
pub struct ReadArgs {
    /// Code page of names that are not UTF-8, such as cp949 or cp1252; guessed if absent
    #[arg(long, value_name = "NAME", help_heading = "Reading")]
    pub encoding: Option<String>,
    /// A text file with one name a line, to turn hashes (Anark) into names
    #[arg(long, value_name = "FILE", help_heading = "Reading")]
    pub names: Vec<PathBuf>,
    /// Most memory a file may ask for beyond its own size
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse_size, help_heading = "Reading")]
    pub limit: Option<u64>,
}

impl ReadArgs {
    /// As the library wants them.
    pub fn options(&self) -> Result<LoadOptions> {
        let mut names = Vec::new();
        for file in &self.names {
            let text =
                std::fs::read_to_string(file).with_context(|| format!("--names {}", file.display()))?;
            names.extend(text.lines().map(|l| l.trim_end().to_owned()).filter(|l| !l.is_empty()));
        }
        let mut limits = Limits::default();
        if let Some(bytes) = self.limit {
            limits.bytes = bytes;
        }
        Ok(LoadOptions { encoding: self.encoding.clone(), names, limits, ..LoadOptions::default() })
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

/// Where else a model's files may lie.
#[derive(Args, Debug, Clone, Default)]
pub struct LookArgs {
    /// Look for textures here too
    #[arg(long, value_name = "DIR", num_args = 1.., help_heading = "Textures")]
    textures: Vec<PathBuf>,
    /// Leave textures out
    #[arg(long, help_heading = "Textures")]
    no_textures: bool,
    /// A game folder: its files and catalogs are looked into
    #[arg(long, value_name = "DIR", help_heading = "Textures")]
    pub game: Option<PathBuf>,
}

impl LookArgs {
    /// Folders to look for textures in; `None` if none are wanted.
    pub fn folders(&self) -> Option<Vec<Arc<dyn Files>>> {
        (!self.no_textures).then(|| crate::convert::texture_folders(&self.textures))
    }
}

/// Reads the one file a verb takes; what is wrong with it is said here.
pub fn open_one(
    file: &str,
    verb: &str,
    options: &LoadOptions,
) -> Result<Option<(Source, Box<dyn Document>)>> {
    let inputs = find(&[file.to_owned()], None, Walk::All)?;
    let [one] = inputs.as_slice() else { bail!("{file}: {verb} takes one file") };
    match formats::pipeline::document(&one.source, options, &mut Sink::new()) {
        Ok(document) => Ok(Some((one.source.clone(), document))),
        Err(e) => {
            let bytes = one.source.read().ok();
            anstream::eprintln!("{}", show::finding(&one.source.label, &(&e).into(), bytes.as_deref()));
            Ok(None)
        }
    }
}

/// One input and where its output belongs below an output folder.
#[derive(Clone)]
pub struct Input {
    /// Where it is.
    pub source: Source,
    /// Path below the folder or glob it was found by, or its file name.
    pub relative: String,
}

/// Which files of a walked folder are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Walk {
    /// Everything that has the extension of a format.
    All,
    /// Models only: no motions and archives, and no companions of a model beside them.
    Models,
    /// What can be drawn.
    Drawings,
}

/// Finds all inputs. A path that does not exist becomes an input that fails, so that the others are still done.
pub fn find(paths: &[String], game: Option<&Path>, walk: Walk) -> Result<Vec<Input>> {
    let mut finder = Finder { walk, folders: HashMap::new(), game: None };
    if let Some(dir) = game {
        finder.game = Some(game_files(dir).with_context(|| format!("--game {}", dir.display()))?);
    }
    let mut out = Vec::new();
    for path in paths {
        finder.add(path, &mut out)?;
    }
    Ok(out)
}

struct Finder {
    walk: Walk,
    folders: HashMap<PathBuf, Arc<dyn Files>>,
    game: Option<Arc<dyn Files>>,
}

impl Finder {
    fn add(&mut self, typed: &str, out: &mut Vec<Input>) -> Result<()> {
        if let Some((archive, inner)) = split_archive(typed) {
            return self.add_archive(Path::new(&archive), inner, out);
        }
        let path = Path::new(typed);
        if path.is_dir() {
            // The listing is of the folder alone; a game laid below it is for companions.
            let files = self.folder(path);
            let before = out.len();
            self.walk_files(&Folder::new(path), &files, "", typed, out);
            if out.len() == before {
                let why = match self.walk {
                    Walk::All => {
                        "it is a folder that holds no file of a known format; see `xenomesh formats`"
                    }
                    Walk::Models => {
                        "it is a folder that holds no model; motions and archives are named one by one"
                    }
                    Walk::Drawings => "it is a folder that holds no state machine (.bgp)",
                };
                let source = Source {
                    files: Arc::new(Unopened(why.into())),
                    path: typed.to_owned(),
                    label: typed.to_owned(),
                };
                let relative = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                out.push(Input { source, relative });
            }
        } else if !path.exists() && typed.contains(['*', '?', '[']) {
            let found = self.glob(typed)?;
            if found.is_empty() {
                bail!("{typed}: no file fits this pattern");
            }
            out.extend(found);
        } else {
            out.push(self.file(path, typed));
        }
        Ok(())
    }

    /// A file and the folder it may look around in.
    fn file(&mut self, path: &Path, label: &str) -> Input {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if let Some(game) = &self.game
            && !path.exists()
            && let Some(found) = game.resolve(label)
        {
            let source = Source { files: game.clone(), path: found, label: label.to_owned() };
            return Input { source, relative: name };
        }
        let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let root = game_root(parent).filter(|_| has_extension(&name, "xml")).unwrap_or(parent);
        let inner = path.strip_prefix(root).map_or_else(|_| name.clone(), slashed);
        let source = Source { files: self.folder(root), path: inner, label: label.to_owned() };
        Input { source, relative: name }
    }

    fn folder(&mut self, root: &Path) -> Arc<dyn Files> {
        let game = self.game.clone();
        self.folders
            .entry(root.to_owned())
            .or_insert_with(|| {
                let folder: Arc<dyn Files> = Arc::new(Folder::new(root));
                match game {
                    Some(game) => Arc::new(scene::Overlay::new(vec![Box::new(folder), Box::new(game)])),
                    None => folder,
                }
            })
            .clone()
    }

    fn walk_files(
        &self,
        listing: &dyn Files,
        files: &Arc<dyn Files>,
        base: &str,
        label: &str,
        out: &mut Vec<Input>,
    ) {
        let mut folders = vec![base.to_owned()];
        let mut found = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in listing.list(&folder) {
                if entry.name.starts_with('.') {
                    continue;
                }
                let path =
                    if folder.is_empty() { entry.name.clone() } else { format!("{folder}/{}", entry.name) };
                if entry.folder {
                    folders.push(path);
                } else if wanted(listing, &path, self.walk) {
                    found.push(path);
                }
            }
        }
        found.sort();
        if self.walk == Walk::Models {
            drop_companions(&mut found, String::as_str);
        }
        for path in found {
            let relative = path.strip_prefix(base).unwrap_or(&path).trim_start_matches('/').to_owned();
            let label = Path::new(label).join(&relative).display().to_string();
            let source = Source { files: files.clone(), path, label };
            out.push(Input { source, relative });
        }
    }

    fn glob(&mut self, pattern: &str) -> Result<Vec<Input>> {
        let slashed = pattern.replace('\\', "/");
        let cut = slashed.find(['*', '?', '[']).unwrap_or(0);
        let base = slashed.get(..cut).and_then(|s| s.rfind('/')).map_or("", |i| &slashed[..=i]);
        let matcher = GlobBuilder::new(&slashed[base.len()..])
            .literal_separator(true)
            .case_insensitive(cfg!(windows))
            .build()
            .with_context(|| format!("pattern {pattern:?}"))?
            .compile_matcher();
        let root = if base.is_empty() { Path::new(".") } else { Path::new(base) };
        let mut out = Vec::new();
        for entry in ignore::WalkBuilder::new(root)
            .standard_filters(false)
            .hidden(true)
            .sort_by_file_name(Ord::cmp)
            .build()
        {
            let entry = entry?;
            let inner = entry.path().strip_prefix(root).map(self::slashed).unwrap_or_default();
            if entry.file_type().is_some_and(|t| t.is_file()) && matcher.is_match(&inner) {
                let mut input = self.file(entry.path(), &format!("{base}{inner}"));
                input.relative = inner;
                out.push(input);
            }
        }
        Ok(out)
    }

    fn add_archive(&mut self, archive: &Path, inner: &str, out: &mut Vec<Input>) -> Result<()> {
        let archived = match crate::archive::open(archive) {
            Ok(archived) => Arc::new(archived) as Arc<dyn Files>,
            // One input that fails; the others are still done.
            Err(e) => Arc::new(Unopened(e.root_cause().to_string())),
        };
        let files: Arc<dyn Files> = match &self.game {
            Some(game) => {
                Arc::new(scene::Overlay::new(vec![Box::new(archived.clone()), Box::new(game.clone())]))
            }
            None => archived.clone(),
        };
        let label = format!("{}:{inner}", archive.display());
        if let Some(path) = files.resolve(inner) {
            let relative = scene::file_name(&path).to_owned();
            out.push(Input { source: Source { files, path, label }, relative });
        } else if inner.is_empty() || !files.list(inner.trim_end_matches('/')).is_empty() {
            self.walk_files(&archived, &files, inner.trim_end_matches('/'), &label, out);
        } else if inner.contains(['*', '?', '[']) {
            let matcher = GlobBuilder::new(inner).case_insensitive(true).build()?.compile_matcher();
            let mut all = Vec::new();
            self.walk_files(&archived, &files, "", &format!("{}:", archive.display()), &mut all);
            let before = out.len();
            out.extend(all.into_iter().filter(|i| matcher.is_match(&i.source.path)));
            if out.len() == before {
                bail!("{label}: no file in the archive fits this pattern");
            }
        } else {
            out.push(Input {
                source: Source { files, path: inner.to_owned(), label },
                relative: inner.to_owned(),
            });
        }
        Ok(())
    }
}

/// `archive.cat:inner/path`, split at the first `.cat:`.
fn split_archive(typed: &str) -> Option<(String, &str)> {
    let at = typed.to_ascii_lowercase().find(".cat:")?;
    Some((typed.get(..at + 4)?.to_owned(), typed.get(at + 5..)?))
}

/// The folder above that looks like the root of a game's files.
fn game_root(from: &Path) -> Option<&Path> {
    from.ancestors()
        .filter(|a| !a.as_os_str().is_empty())
        .take(8)
        .find(|a| a.join("libraries").is_dir() || a.join("index").is_dir() || a.join("01.cat").is_file())
}

fn slashed(path: &Path) -> String {
    path.components().map(|c| c.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn has_extension(name: &str, extension: &str) -> bool {
    name.to_ascii_lowercase().strip_suffix(extension).is_some_and(|s| s.ends_with('.'))
}

/// Whether a file of a walked folder is an input. XML is looked into: most of it is something else.
fn wanted(files: &dyn Files, path: &str, walk: Walk) -> bool {
    let name = scene::file_name(path);
    let mut fitting = FORMATS.iter().filter(|f| f.extensions.iter().any(|e| has_extension(name, e)));
    if has_extension(name, "xml") {
        return walk != Walk::Drawings
            && files.read(path).is_ok_and(|bytes| {
                formats::identify(&bytes, name).is_ok_and(|f| walk == Walk::All || f.kind == Kind::Model)
            });
    }
    fitting.any(|f| match walk {
        Walk::All => true,
        Walk::Models => f.id != "gltf" && (f.kind == Kind::Model || is_companion(f)),
        Walk::Drawings => f.id == "bgp",
    })
}

/// A file that a model of its name takes in, and that is a model of its own without one.
fn is_companion(f: &Format) -> bool {
    f.kind == Kind::Companion && f.support.to_gltf
}

/// Leaves out what a model of the same name in the same folder takes in anyway.
pub fn drop_companions<T>(list: &mut Vec<T>, path: impl Fn(&T) -> &str) {
    let of_kind = |path: &str, wanted: &dyn Fn(&Format) -> bool| {
        let name = scene::file_name(path);
        FORMATS.iter().any(|f| wanted(f) && f.extensions.iter().any(|e| has_extension(name, e)))
    };
    let stem = |path: &str| path.rsplit_once('.').map_or(path, |(stem, _)| stem).to_lowercase();
    let models: HashSet<String> =
        list.iter().map(&path).filter(|p| of_kind(p, &|f| f.kind == Kind::Model)).map(stem).collect();
    list.retain(|item| {
        let path = path(item);
        !(models.contains(&stem(path)) && of_kind(path, &is_companion))
    });
}

/// An input that cannot be read, and why: it fails by itself, the others are still done.
struct Unopened(String);

impl Files for Unopened {
    fn read(&self, _: &str) -> std::io::Result<Vec<u8>> {
        Err(std::io::Error::other(self.0.clone()))
    }

    fn list(&self, _: &str) -> Vec<scene::Entry> {
        Vec::new()
    }

    fn resolve(&self, path: &str) -> Option<String> {
        Some(path.to_owned())
    }
}

fn game_files(dir: &Path) -> Result<Arc<dyn Files>> {
    Ok(Arc::from(formats::egosoft::cat::game_files(dir, None)?))
}
