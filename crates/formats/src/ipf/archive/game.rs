//! A game folder as a file system: `data/*.ipf`, then `patch/*.ipf`.
//!
//! Patches win over data, and of two archives of a folder the one of the higher revision wins. What a patch deletes is
//! gone from every inner archive before its own files are added. Loose files win over all.

use super::super::types::Deletion;
use super::Archive;
use crate::archive::Folders;
use scene::{Entry, Files, Folder, Overlay, file_name, safe_relative};
use std::collections::{HashMap, HashSet};
use std::io;
use std::path::Path;
use std::sync::OnceLock;

/// Whether a folder is one of this game: it has archives in `data` or `patch`.
pub fn is_game(files: &dyn Files) -> bool {
    ["data", "patch"].iter().any(|folder| files.list(folder).iter().any(|e| !e.folder && is_ipf(&e.name)))
}

fn is_ipf(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".ipf")
}

/// All files of a game folder.
pub fn game_files(root: &Path) -> io::Result<Box<dyn Files>> {
    let game = Game::open(&Folder::new(root))?;
    Ok(Box::new(Overlay::new(vec![Box::new(Folder::new(root)), Box::new(game)])))
}

/// Archives put together.
#[derive(Default)]
pub struct Game {
    archives: Vec<Archive>,
    /// Lower-case inner archive and path to archive and record.
    files: HashMap<String, (u32, u32)>,
    index: OnceLock<Index>,
}

#[derive(Default)]
struct Index {
    /// Paths without the inner archive; the first by name wins.
    short: HashMap<String, (u32, u32)>,
    names: HashMap<String, (u32, u32)>,
    folders: Folders,
}

impl Game {
    /// Opens the archives of a game folder.
    pub fn open(files: &dyn Files) -> io::Result<Self> {
        let mut out = Self::default();
        for folder in ["data", "patch"] {
            let mut archives = Vec::new();
            for entry in files.list(folder).into_iter().filter(|e| !e.folder && is_ipf(&e.name)) {
                let path = format!("{folder}/{}", entry.name);
                let archive = Archive::open(files, &path)
                    .map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", files.display(&path))))?;
                archives.push((archive.footer().revision, entry.name.to_lowercase(), archive));
            }
            archives.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
            for (_, _, archive) in archives {
                out.push(archive);
            }
        }
        Ok(out)
    }

    /// Adds a stronger archive.
    pub fn push(&mut self, archive: Archive) {
        self.delete(archive.deletions());
        let at = self.archives.len() as u32;
        for (i, r) in archive.records().iter().enumerate() {
            if let Some(path) = safe_relative(&r.full_path()) {
                self.files.insert(path.to_lowercase(), (at, i as u32));
            }
        }
        self.archives.push(archive);
        self.index = OnceLock::new();
    }

    /// From all inner archives: the only name seen there is `data`.
    fn delete(&mut self, deletions: &[Deletion]) {
        let gone = deletions.iter().filter_map(|d| safe_relative(&d.path.lossy()));
        let gone: HashSet<String> = gone.map(|path| path.to_lowercase()).collect();
        let inner = |full: &str| gone.contains(full.split_once('/').map_or(full, |(_, inner)| inner));
        if !gone.is_empty() {
            self.files.retain(|full, _| !inner(full));
        }
    }

    fn shown(&self, (archive, record): (u32, u32)) -> Option<String> {
        safe_relative(&self.archives.get(archive as usize)?.records().get(record as usize)?.full_path())
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let mut index = Index::default();
            let mut all: Vec<(&String, &(u32, u32))> = self.files.iter().collect();
            all.sort();
            for (lower, at) in all {
                if let Some((_, inner)) = lower.split_once('/') {
                    index.short.entry(inner.to_owned()).or_insert(*at);
                }
                index.names.entry(file_name(lower).to_owned()).or_insert(*at);
            }
            index.folders = Folders::new(self.files.values().filter_map(|at| self.shown(*at)));
            index
        })
    }

    fn find(&self, path: &str) -> Option<(u32, u32)> {
        let key = safe_relative(path)?.to_lowercase();
        self.files.get(&key).or_else(|| self.index().short.get(&key)).copied()
    }
}

impl Files for Game {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let (archive, record) = self.find(path).ok_or(io::ErrorKind::NotFound)?;
        let archive = self.archives.get(archive as usize).ok_or(io::ErrorKind::NotFound)?;
        let record = archive.records().get(record as usize).ok_or(io::ErrorKind::NotFound)?;
        archive.read_record(record).map(|(bytes, _)| bytes)
    }

    fn list(&self, folder: &str) -> Vec<Entry> {
        self.index().folders.list(folder)
    }

    fn resolve(&self, path: &str) -> Option<String> {
        self.find(path).and_then(|at| self.shown(at))
    }

    fn find_name(&self, name: &str) -> Option<String> {
        self.index().names.get(&name.to_lowercase()).and_then(|at| self.shown(*at))
    }

    fn display(&self, path: &str) -> String {
        let archive = self.find(path).and_then(|(a, _)| self.archives.get(a as usize));
        archive.map_or_else(|| path.to_owned(), |a| a.display(path))
    }
}
