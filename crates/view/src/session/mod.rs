//! What is open and what can be asked about it. The server and the web page answer with the same words.

mod answers;
mod uploads;

pub use answers::Answer;
use uploads::Uploads;

use bytes::Bytes;
use formats::{FORMATS, Kind};
use scene::Files as _;
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, RwLock};
use wire::{Range, Sink};
use xenomesh::{Input, Inputs, Recipe, Source};

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
pub(crate) struct Listed {
    pub id: usize,
    pub name: String,
    pub kind: &'static str,
    pub format: String,
}

/// The byte map of a file, kept while the file stays the same.
pub(crate) struct ByteMap {
    pub data: Bytes,
    pub ranges: Vec<Range>,
}

/// What is open.
pub struct Session {
    /// How models are loaded.
    loader: Recipe,
    pub(crate) open: RwLock<Vec<Open>>,
    uploads: Arc<Uploads>,
    /// All dropped files together, in bytes.
    pub(crate) upload_limit: usize,
    layouts: Mutex<Vec<(usize, Arc<ByteMap>)>>,
    /// Names of the tracks of motions that were looked at.
    tracks: Mutex<HashMap<usize, Arc<Vec<String>>>>,
}

/// Byte maps of so many files are kept: the page shows one.
const LAYOUTS: usize = 3;

impl Session {
    /// Some files; more may be dropped.
    pub fn new(open: Vec<Open>, mut loader: Recipe, upload_limit: usize) -> Self {
        let uploads = Arc::new(Uploads::default());
        if let Some(folders) = &mut loader.textures {
            folders.push(uploads.clone());
        }
        Self {
            loader,
            open: RwLock::new(open),
            uploads,
            upload_limit,
            layouts: Mutex::default(),
            tracks: Mutex::default(),
        }
    }

    pub(crate) fn layout(&self, id: usize) -> Option<Arc<ByteMap>> {
        self.layouts.lock().ok()?.iter().find(|(i, _)| *i == id).map(|(_, l)| l.clone())
    }

    pub(crate) fn keep_layout(&self, id: usize, layout: ByteMap) {
        if let Ok(mut layouts) = self.layouts.lock() {
            layouts.retain(|(i, _)| *i != id);
            layouts.insert(0, (id, Arc::new(layout)));
            layouts.truncate(LAYOUTS);
        }
    }

    /// Forgets what was remembered of some files.
    pub(crate) fn forget(&self, ids: &[usize]) {
        if let Ok(mut layouts) = self.layouts.lock() {
            layouts.retain(|(id, _)| !ids.contains(id));
        }
        if let Ok(mut tracks) = self.tracks.lock() {
            tracks.retain(|id, _| !ids.contains(id));
        }
    }

    /// The names that a motion moves; none if it cannot be read.
    pub(crate) fn tracks(&self, id: usize, file: &Open) -> Arc<Vec<String>> {
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

    /// Opens more files, those on disk that are not open yet; says whether there were any.
    pub fn add(&self, found: Vec<Open>) -> bool {
        let Ok(mut open) = self.open.write() else { return false };
        let known: HashSet<String> = open.iter().map(|o| o.source.label.clone()).collect();
        let before = open.len();
        open.extend(found.into_iter().filter(|o| o.path.is_some() && !known.contains(&o.source.label)));
        open.len() > before
    }

    pub(crate) fn file(&self, id: usize) -> Option<Open> {
        self.open.read().ok()?.get(id).cloned()
    }

    pub(crate) fn list(&self) -> Vec<Listed> {
        let open = self.open.read().map(|o| o.clone()).unwrap_or_default();
        let entry = |(id, o): (usize, Open)| {
            let (kind, format) = kind_of(&o.name);
            Listed { id, name: o.name, kind, format }
        };
        open.into_iter().enumerate().map(entry).collect()
    }

    /// Opens a dropped file, which may be in folders; the same name again replaces it.
    pub(crate) fn upload(&self, name: &str, bytes: Vec<u8>) -> Result<Uploaded, Refused> {
        let safe = scene::safe_relative(name).or_else(|| scene::safe_relative(scene::file_name(name)));
        let name = safe.ok_or(Refused::Name)?;
        let identified = formats::identify(&bytes, scene::file_name(&name));
        if !self.uploads.insert(&name, bytes, self.upload_limit) {
            return Err(Refused::Full);
        }
        if let Some(archive) = self.archive_of(&name) {
            return Ok(self.unfold(archive));
        }
        let kind = match &identified {
            Ok(f) => kind_name(f.kind),
            Err(_) if is_picture(&name) => "texture",
            Err(e) => return Ok(Uploaded::failed("unknown", name, e.to_string())),
        };
        if kind == "texture" {
            return Ok(Uploaded { id: None, kind, name, error: None });
        }
        let source = Source { files: self.uploads.clone(), path: name.clone(), label: name.clone() };
        let id = self.open_dropped(source);
        Ok(Uploaded { id: Some(id), kind, name, error: None })
    }

    /// Opens a dropped source; one with the same label is replaced.
    fn open_dropped(&self, source: Source) -> usize {
        let mut open = self.open.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        let file = Open { name: source.label.clone(), source, path: None };
        let id = open.iter().position(|o| o.path.is_none() && o.name == file.name).unwrap_or(open.len());
        match open.get_mut(id) {
            Some(old) => *old = file,
            None => open.push(file),
        }
        drop(open);
        self.forget(&[id]);
        id
    }

    /// The archive that a dropped file is, or completes: a `.dat` belongs to its catalog.
    fn archive_of(&self, name: &str) -> Option<String> {
        if xenomesh::is_archive(name) {
            return Some(name.to_owned());
        }
        let (stem, ending) = name.rsplit_once('.')?;
        ending.eq_ignore_ascii_case("dat").then(|| self.uploads.resolve(&format!("{stem}.cat"))).flatten()
    }

    /// Opens everything of a known format in a dropped archive.
    fn unfold(&self, name: String) -> Uploaded {
        let files =
            match xenomesh::open_within(self.uploads.as_ref(), &name, self.loader.options.limits.bytes) {
                Ok(files) => files,
                Err(e) => return Uploaded::failed("archive", name, e.to_string()),
            };
        let found = Inputs::default().within(Some(files)).find(&[""]).unwrap_or_default();
        let mut first = None;
        for Input { source, relative } in found {
            let label = format!("{name}:{relative}");
            let is_model = kind_of(&relative).0 == "model";
            let id = self.open_dropped(Source { label, ..source });
            if is_model {
                first = first.or(Some(id));
            }
        }
        let error = first.is_none().then(|| "there is no model in this archive".to_owned());
        Uploaded { id: first, kind: "archive", name, error }
    }
}

/// Why a dropped file is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// It has no name that a file could have.
    Name,
    /// It would be too much.
    Full,
}

/// The answer to an upload.
#[derive(Serialize)]
pub(crate) struct Uploaded {
    pub id: Option<usize>,
    pub kind: &'static str,
    pub name: String,
    pub error: Option<String>,
}

impl Uploaded {
    fn failed(kind: &'static str, name: String, error: String) -> Self {
        Self { id: None, kind, name, error: Some(error) }
    }
}

fn kind_name(kind: Kind) -> &'static str {
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
    best.map_or(("model", String::new()), |(_, f)| (kind_name(f.kind), f.id.to_owned()))
}

fn is_picture(name: &str) -> bool {
    let extension = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    matches!(extension.as_str(), "png" | "jpg" | "jpeg" | "tga" | "bmp" | "dds" | "gz")
}

#[cfg(test)]
mod tests;
