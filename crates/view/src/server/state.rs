//! What is open.

use axum::body::Bytes;
use formats::{FORMATS, Kind};
use scene::{Entry, Files, Memory, Overlay};
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, RwLock};
use tokio::sync::broadcast;
use wire::{Range, Sink};
use xenomesh::{Recipe, Source};

/// A file to open.
#[derive(Clone)]
pub struct Open {
    /// Where it is.
    pub source: Source,
    /// Shown path.
    pub name: String,
    /// Its place on disk, for reloading.
    pub path: Option<PathBuf>,
}

/// One line of `api/list`.
#[derive(Serialize)]
pub struct Listed {
    pub id: usize,
    pub name: String,
    pub kind: &'static str,
    pub format: String,
}

/// Looks again for what was opened: files may have come since.
pub type Rescan = Box<dyn Fn() -> Vec<Open> + Send + Sync>;

/// The byte map of a file, kept while the file stays the same.
pub struct Layout {
    pub data: Bytes,
    pub ranges: Vec<Range>,
}

pub struct State {
    pub token: String,
    pub port: u16,
    pub loader: Recipe,
    pub open: RwLock<Vec<Open>>,
    pub uploads: Arc<Uploads>,
    /// Ids of files that changed.
    pub changes: broadcast::Sender<Vec<usize>>,
    /// Whether files came.
    pub listed: broadcast::Sender<()>,
    pub rescan: Option<Rescan>,
    /// All dropped files together, in bytes.
    pub upload_limit: usize,
    layouts: Mutex<Vec<(usize, Arc<Layout>)>>,
    /// Names of the tracks of motions that were looked at.
    tracks: Mutex<HashMap<usize, Arc<Vec<String>>>>,
}

/// Byte maps of so many files are kept: the page shows one.
const LAYOUTS: usize = 3;

impl State {
    pub fn new(open: Vec<Open>, loader: Recipe, port: u16, upload_limit: usize) -> Self {
        let uploads = Arc::new(Uploads::default());
        let mut loader = loader;
        if let Some(folders) = &mut loader.textures {
            folders.push(uploads.clone());
        }
        Self {
            token: token(),
            port,
            loader,
            open: RwLock::new(open),
            uploads,
            changes: broadcast::channel(16).0,
            listed: broadcast::channel(16).0,
            rescan: None,
            upload_limit,
            layouts: Mutex::default(),
            tracks: Mutex::default(),
        }
    }

    pub fn layout(&self, id: usize) -> Option<Arc<Layout>> {
        self.layouts.lock().ok()?.iter().find(|(i, _)| *i == id).map(|(_, l)| l.clone())
    }

    pub fn keep_layout(&self, id: usize, layout: Layout) {
        if let Ok(mut layouts) = self.layouts.lock() {
            layouts.retain(|(i, _)| *i != id);
            layouts.insert(0, (id, Arc::new(layout)));
            layouts.truncate(LAYOUTS);
        }
    }

    fn forget(&self, ids: &[usize]) {
        if let Ok(mut layouts) = self.layouts.lock() {
            layouts.retain(|(id, _)| !ids.contains(id));
        }
        if let Ok(mut tracks) = self.tracks.lock() {
            tracks.retain(|id, _| !ids.contains(id));
        }
    }

    /// The names that a motion moves; none if it cannot be read.
    pub fn tracks(&self, id: usize, file: &Open) -> Arc<Vec<String>> {
        if let Some(known) = self.tracks.lock().ok().and_then(|t| t.get(&id).cloned()) {
            return known;
        }
        let source = &file.source;
        let opened = source.read().and_then(|bytes| {
            formats::open(&bytes, source.file_name(), &self.loader.options, false, &mut Sink::new())
        });
        let tracks = opened.map(|o| o.document.tracks()).unwrap_or_default();
        let names: Vec<String> = tracks.iter().map(wire::Text::lossy).collect();
        let names = Arc::new(names);
        if let Ok(mut tracks) = self.tracks.lock() {
            tracks.insert(id, names.clone());
        }
        names
    }

    /// Opens files that came since; says whether there are any.
    pub fn look_again(&self) -> bool {
        let Some(found) = self.rescan.as_ref().map(|look| look()) else { return false };
        let Ok(mut open) = self.open.write() else { return false };
        let known: HashSet<String> = open.iter().map(|o| o.source.label.clone()).collect();
        let before = open.len();
        open.extend(found.into_iter().filter(|o| o.path.is_some() && !known.contains(&o.source.label)));
        let more = open.len() > before;
        drop(open);
        if more {
            // Nobody may be listening.
            let _ = self.listed.send(());
        }
        more
    }

    pub fn file(&self, id: usize) -> Option<Open> {
        self.open.read().ok()?.get(id).cloned()
    }

    pub fn list(&self) -> Vec<Listed> {
        let open = self.open.read().map(|o| o.clone()).unwrap_or_default();
        let entry = |(id, o): (usize, Open)| {
            let (kind, format) = kind_of(&o.name);
            Listed { id, name: o.name, kind, format }
        };
        open.into_iter().enumerate().map(entry).collect()
    }

    /// Forgets what was remembered of some files and tells every page.
    pub fn changed(&self, ids: Vec<usize>) {
        self.forget(&ids);
        // Nobody may be listening.
        let _ = self.changes.send(ids);
    }

    /// Opens a dropped file, which may be in folders; the same name again replaces it.
    pub fn upload(&self, name: &str, bytes: Vec<u8>) -> Result<Uploaded, Refused> {
        let safe = scene::safe_relative(name).or_else(|| scene::safe_relative(scene::file_name(name)));
        let name = safe.ok_or(Refused::Name)?;
        let identified = formats::identify(&bytes, scene::file_name(&name));
        if !self.uploads.insert(&name, bytes, self.upload_limit) {
            return Err(Refused::Full);
        }
        let kind = match &identified {
            Ok(f) => word(f.kind),
            Err(_) if is_picture(&name) => "texture",
            Err(e) => return Ok(Uploaded { id: None, kind: "unknown", name, error: Some(e.to_string()) }),
        };
        if kind == "texture" {
            return Ok(Uploaded { id: None, kind, name, error: None });
        }
        let mut open = self.open.write().map_err(|_| Refused::Full)?;
        let old = open.iter().position(|o| o.path.is_none() && o.source.path == name);
        let id = old.unwrap_or_else(|| {
            let source = Source { files: self.uploads.clone(), path: name.clone(), label: name.clone() };
            open.push(Open { source, name: name.clone(), path: None });
            open.len() - 1
        });
        drop(open);
        self.forget(&[id]);
        Ok(Uploaded { id: Some(id), kind, name, error: None })
    }
}

/// Why a dropped file is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// It has no name that a file could have.
    Name,
    /// It would be too much.
    Full,
}

/// The answer to an upload.
#[derive(Serialize)]
pub struct Uploaded {
    pub id: Option<usize>,
    pub kind: &'static str,
    pub name: String,
    pub error: Option<String>,
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Model => "model",
        Kind::Motion => "motion",
        Kind::Archive => "archive",
        Kind::Companion => "companion",
    }
}

/// By its extension: two thousand files need not be read to be listed.
fn kind_of(name: &str) -> (&'static str, String) {
    let lower = name.to_ascii_lowercase();
    let fits = |e: &&str| lower.strip_suffix(*e).is_some_and(|s| s.ends_with('.'));
    let best = FORMATS
        .iter()
        .filter_map(|f| f.extensions.iter().filter(|e| fits(e)).map(|e| e.len()).max().map(|n| (n, f)))
        .max_by_key(|(n, _)| *n);
    best.map_or(("model", String::new()), |(_, f)| (word(f.kind), f.id.to_owned()))
}

fn is_picture(name: &str) -> bool {
    let extension = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    matches!(extension.as_str(), "png" | "jpg" | "jpeg" | "tga" | "bmp" | "dds" | "gz")
}

/// 128 bits nobody can guess: the standard library seeds its hashers from the system's randomness.
fn token() -> String {
    let part = |n: u64| RandomState::new().hash_one((n, std::process::id()));
    format!("{:016x}{:016x}", part(1), part(2))
}

/// Dropped files, in memory, up to a limit.
#[derive(Default)]
pub struct Uploads(RwLock<Kept>);

#[derive(Default)]
struct Kept {
    memory: Memory,
    sizes: HashMap<String, usize>,
}

impl Uploads {
    /// Keeps a file, if all of them together stay below the limit.
    fn insert(&self, name: &str, bytes: Vec<u8>, limit: usize) -> bool {
        let Ok(mut kept) = self.0.write() else { return false };
        let others: usize = kept.sizes.iter().filter(|(n, _)| *n != name).map(|(_, size)| size).sum();
        let fits = others.saturating_add(bytes.len()) <= limit;
        if fits {
            kept.sizes.insert(name.to_owned(), bytes.len());
            kept.memory.insert(name, bytes);
        }
        fits
    }

    fn with<T>(&self, f: impl FnOnce(&Memory) -> T, otherwise: T) -> T {
        self.0.read().map_or(otherwise, |kept| f(&kept.memory))
    }
}

impl Files for Uploads {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.with(|m| m.read(path), Err(io::ErrorKind::NotFound.into()))
    }

    fn list(&self, folder: &str) -> Vec<Entry> {
        self.with(|m| m.list(folder), Vec::new())
    }

    fn resolve(&self, path: &str) -> Option<String> {
        self.with(|m| m.resolve(path), None)
    }
}

/// A source that also finds dropped companions.
pub fn with_uploads(source: &Source, uploads: &Arc<Uploads>) -> Source {
    let layers: Vec<Box<dyn Files>> = vec![Box::new(source.files.clone()), Box::new(uploads.clone())];
    Source { files: Arc::new(Overlay::new(layers)), ..source.clone() }
}
