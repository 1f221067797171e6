//! What is open.

use axum::body::Bytes;
use formats::{FORMATS, Kind};
use scene::{Entry, Files, Memory, Overlay};
use serde::Serialize;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, RwLock};
use tokio::sync::broadcast;
use wire::Range;
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
    pub layouts: Mutex<HashMap<usize, Arc<Layout>>>,
}

impl State {
    pub fn new(open: Vec<Open>, loader: Recipe, port: u16) -> Self {
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
            layouts: Mutex::default(),
        }
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
        if let Ok(mut layouts) = self.layouts.lock() {
            layouts.retain(|id, _| !ids.contains(id));
        }
        // Nobody may be listening.
        let _ = self.changes.send(ids);
    }

    /// Opens a dropped file; the same name again replaces it.
    pub fn upload(&self, name: &str, bytes: Vec<u8>) -> Option<Uploaded> {
        let name = scene::safe_relative(scene::file_name(name))?;
        let identified = formats::identify(&bytes, &name);
        self.uploads.insert(&name, bytes);
        let kind = match &identified {
            Ok(f) => word(f.kind),
            Err(_) if is_picture(&name) => "texture",
            Err(e) => return Some(Uploaded { id: None, kind: "unknown", name, error: Some(e.to_string()) }),
        };
        if kind == "texture" {
            return Some(Uploaded { id: None, kind, name, error: None });
        }
        let mut open = self.open.write().ok()?;
        let old = open.iter().position(|o| o.path.is_none() && o.source.path == name);
        let id = old.unwrap_or_else(|| {
            let source = Source { files: self.uploads.clone(), path: name.clone(), label: name.clone() };
            open.push(Open { source, name: name.clone(), path: None });
            open.len() - 1
        });
        drop(open);
        if let Ok(mut layouts) = self.layouts.lock() {
            layouts.remove(&id);
        }
        Some(Uploaded { id: Some(id), kind, name, error: None })
    }
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

/// Dropped files, in one flat folder in memory.
#[derive(Default)]
pub struct Uploads(RwLock<Memory>);

impl Uploads {
    fn insert(&self, name: &str, bytes: Vec<u8>) {
        if let Ok(mut memory) = self.0.write() {
            memory.insert(name, bytes);
        }
    }

    fn with<T>(&self, f: impl FnOnce(&Memory) -> T, otherwise: T) -> T {
        self.0.read().map_or(otherwise, |m| f(&m))
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
