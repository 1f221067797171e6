//! Archives as file systems.

pub(crate) mod game;
pub(crate) mod pack;

use super::types::{CatEntry, Catalog};
use crate::archive::Folders;
use md5::{Digest, Md5};
use scene::{Entry, Files, ReadAt, safe_relative};
use std::collections::HashMap;
use std::io;
use std::sync::OnceLock;

/// Bytes copied or summed at a time.
pub(super) const CHUNK: usize = 1 << 20;

/// A catalog with its data: files, looked up whatever their case.
pub struct Archive {
    catalog: Catalog,
    data: Box<dyn ReadAt>,
    label: String,
    verify: bool,
    index: OnceLock<Index>,
}

/// Built on the first lookup: opening an archive costs no more than reading its lines.
#[derive(Default)]
struct Index {
    /// Lower-case path to entry; the later of two wins.
    files: HashMap<String, u32>,
    /// What folders hold.
    folders: Folders,
}

impl Archive {
    /// An archive of a catalog's text and its data. `label` is what messages call it.
    pub fn new(text: Vec<u8>, data: Box<dyn ReadAt>, label: impl Into<String>) -> wire::Result<Self> {
        let catalog = Catalog::parse(text)?;
        Ok(Self { catalog, data, label: label.into(), verify: false, index: OnceLock::new() })
    }

    /// Opens `name.cat` and `name.dat` of a file system.
    pub fn open(files: &dyn Files, cat: &str) -> io::Result<Self> {
        let text = files.read(cat)?;
        let dat = data_path(cat);
        let data = files.resolve(&dat).ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::NotFound,
                format!("{} is missing, which holds the files of {cat}", files.display(&dat)),
            )
        })?;
        let data = files.open(&data)?;
        Self::new(text, data, files.display(cat))
            .map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e.to_string()))
    }

    /// Checks the MD5 of everything read from now on.
    #[must_use]
    pub fn verified(mut self) -> Self {
        self.verify = true;
        self
    }

    /// The catalog.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// What messages call it.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The data.
    pub fn data(&self) -> &dyn ReadAt {
        &*self.data
    }

    /// The entry of a path.
    pub fn find(&self, path: &str) -> Option<&CatEntry> {
        let key = safe_relative(path)?.to_lowercase();
        let at = *self.index().files.get(&key)?;
        self.catalog.entries().get(at as usize)
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let mut index =
                Index { files: HashMap::with_capacity(self.catalog.entries().len()), ..Index::default() };
            let mut paths = Vec::new();
            for (i, e) in self.catalog.entries().iter().enumerate() {
                // What leads out of the archive is in nobody's reach.
                if let Some(path) = safe_relative(&self.catalog.path(e)) {
                    index.files.insert(path.to_lowercase(), i as u32);
                    paths.push(path);
                }
            }
            index.folders = Folders::new(paths.into_iter());
            index
        })
    }

    /// The bytes of an entry.
    pub fn read_entry(&self, e: &CatEntry) -> io::Result<Vec<u8>> {
        let bytes = self.data.read_at(e.offset, e.size).map_err(|_| {
            let message = format!("{} ends before {} does", data_path(&self.label), self.catalog.path(e));
            io::Error::new(io::ErrorKind::UnexpectedEof, message)
        })?;
        if self.verify && !self.sum_fits(e, &Md5::digest(&bytes)) {
            return Err(self.bad_sum(e));
        }
        Ok(bytes)
    }

    /// Whether the MD5 of an entry is that of its bytes; `None` if the catalog has none.
    pub fn verify_entry(&self, e: &CatEntry) -> io::Result<bool> {
        let mut hash = Md5::new();
        self.chunks(e, |chunk| {
            hash.update(chunk);
            Ok(())
        })?;
        Ok(self.sum_fits(e, &hash.finalize()))
    }

    /// Hands the bytes of an entry over piece by piece.
    pub fn chunks(&self, e: &CatEntry, mut each: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        if e.offset.checked_add(e.size).is_none_or(|end| self.data.size().is_ok_and(|size| size < end)) {
            let message = format!("{} ends before {} does", data_path(&self.label), self.catalog.path(e));
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
        }
        let mut buffer = vec![0; CHUNK.min(e.size as usize)];
        let mut at = 0;
        while at < e.size {
            let n = (e.size - at).min(CHUNK as u64) as usize;
            let part = buffer.get_mut(..n).unwrap_or_default();
            self.data.read_exact_at(part, e.offset + at)?;
            each(part)?;
            at += n as u64;
        }
        Ok(())
    }

    /// Whether a computed sum is the one in the catalog.
    pub(super) fn sum_fits(&self, e: &CatEntry, sum: &[u8]) -> bool {
        match self.catalog.md5(e) {
            // Studio catalogs have zeros for empty files.
            Some(zero) if e.size == 0 && zero == [0; 16] => true,
            Some(want) => want.as_slice() == sum,
            None => false,
        }
    }

    pub(super) fn bad_sum(&self, e: &CatEntry) -> io::Error {
        let message = format!("the MD5 of {} is not the one in the catalog", self.catalog.path(e));
        io::Error::new(io::ErrorKind::InvalidData, message)
    }
}

/// `name.cat` to `name.dat`.
pub fn data_path(cat: &str) -> String {
    cat.rsplit_once('.').map_or_else(|| format!("{cat}.dat"), |(stem, _)| format!("{stem}.dat"))
}

impl Files for Archive {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.read_entry(self.find(path).ok_or(io::ErrorKind::NotFound)?)
    }

    fn list(&self, folder: &str) -> Vec<Entry> {
        self.index().folders.list(folder)
    }

    fn resolve(&self, path: &str) -> Option<String> {
        self.find(path).and_then(|e| safe_relative(&self.catalog.path(e)))
    }

    fn display(&self, path: &str) -> String {
        format!("{}:{path}", self.label)
    }
}

/// Several archives as one: later ones override earlier ones, an empty file deletes.
#[derive(Default)]
pub struct Merged {
    archives: Vec<Archive>,
    files: HashMap<String, (u32, u32, String)>,
    folders: OnceLock<Folders>,
}

impl Merged {
    /// Adds a stronger archive whose paths are relative to `prefix` (`""` or `extensions/name/`).
    pub fn push(&mut self, archive: Archive, prefix: &str) {
        let at = self.archives.len() as u32;
        for (i, e) in archive.catalog.entries().iter().enumerate() {
            let Some(path) = safe_relative(&archive.catalog.path(e)) else { continue };
            let path = format!("{prefix}{path}");
            if e.size == 0 {
                self.files.remove(&path.to_lowercase());
            } else {
                self.files.insert(path.to_lowercase(), (at, i as u32, path));
            }
        }
        self.archives.push(archive);
        self.folders = OnceLock::new();
    }

    /// How many archives there are.
    pub fn archives(&self) -> &[Archive] {
        &self.archives
    }

    /// Every file with its size, by path.
    pub fn entries(&self) -> Vec<(&str, u64)> {
        let one = |(archive, entry, name): &(u32, u32, String)| -> Option<(&str, u64)> {
            let entry = self.archives.get(*archive as usize)?.catalog.entries().get(*entry as usize)?;
            // The name lives in the map.
            let name = self.files.get(&name.to_lowercase()).map(|f| f.2.as_str())?;
            Some((name, entry.size))
        };
        let mut out: Vec<(&str, u64)> = self.files.values().filter_map(one).collect();
        out.sort_unstable();
        out
    }

    /// The MD5 that the catalog has for a file, as text.
    pub fn md5_text(&self, path: &str) -> String {
        let found = self.find(path);
        found
            .map_or_else(String::new, |(a, e, _)| String::from_utf8_lossy(a.catalog.md5_text(e)).into_owned())
    }

    /// Whether a file is what its MD5 says.
    pub fn verify(&self, path: &str) -> io::Result<bool> {
        let (archive, entry, _) = self.find(path).ok_or(io::ErrorKind::NotFound)?;
        archive.verify_entry(entry)
    }

    /// Hands the bytes of a file over piece by piece.
    pub fn chunks(&self, path: &str, each: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let (archive, entry, _) = self.find(path).ok_or(io::ErrorKind::NotFound)?;
        archive.chunks(entry, each)
    }

    fn find(&self, path: &str) -> Option<(&Archive, &CatEntry, &str)> {
        let (archive, entry, name) = self.files.get(&safe_relative(path)?.to_lowercase())?;
        let archive = self.archives.get(*archive as usize)?;
        Some((archive, archive.catalog.entries().get(*entry as usize)?, name))
    }
}

impl Files for Merged {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let (archive, entry, _) = self.find(path).ok_or(io::ErrorKind::NotFound)?;
        archive.read_entry(entry)
    }

    fn list(&self, folder: &str) -> Vec<Entry> {
        let paths = || self.files.values().map(|(_, _, path)| path.clone());
        self.folders.get_or_init(|| Folders::new(paths())).list(folder)
    }

    fn resolve(&self, path: &str) -> Option<String> {
        self.find(path).map(|(_, _, name)| name.to_owned())
    }

    fn display(&self, path: &str) -> String {
        self.find(path)
            .map_or_else(|| path.to_owned(), |(a, e, _)| format!("{}:{}", a.label, a.catalog.path(e)))
    }
}
