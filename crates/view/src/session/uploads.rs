//! Dropped files.

use scene::{Entry, Files, Memory, Overlay};
use std::collections::HashMap;
use std::io;
use std::sync::{Arc, RwLock};
use xenomesh::Source;

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
    pub fn insert(&self, name: &str, bytes: Vec<u8>, limit: usize) -> bool {
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
