//! An archive as a file system: `<inner archive>/<path>`. Only what is asked for is read from the disk.

pub(crate) mod cipher;
pub(crate) mod codec;
pub(crate) mod game;
pub(crate) mod pack;

use super::types::{Deletion, FOOTER_SIZE, Footer, Record, SEARCH, find_footer, skip_records};
use crate::archive::Folders;
use codec::decode;
use scene::{Entry, Files, ReadAt, file_name, safe_relative};
use std::collections::HashMap;
use std::io;
use std::sync::OnceLock;
use wire::{Limits, Reader};

/// An open archive.
pub struct Archive {
    data: Box<dyn ReadAt>,
    label: String,
    footer: Footer,
    records: Vec<Record>,
    deletions: Vec<Deletion>,
    limit: u64,
    index: OnceLock<Index>,
}

/// Lower-case names to records.
#[derive(Default)]
struct Index {
    /// With the inner archive; the later of two wins.
    full: HashMap<String, u32>,
    /// Without it, and with it but without its `.ipf`; the first wins.
    short: HashMap<String, u32>,
    /// File names alone; the first wins.
    names: HashMap<String, u32>,
    folders: Folders,
}

fn bad(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}

/// What keeps a table from being read: it does not fit, or the disk says no.
fn read_table(data: &dyn ReadAt, footer: &Footer, end: u64) -> Option<(Vec<Record>, Vec<Deletion>)> {
    let start = u64::from(footer.table_offset);
    // A table of 65,535 records with the longest names is below 9 GiB; one that is there is what is read.
    let bytes = data.read_at(start, end.checked_sub(start)?).ok()?;
    let used = skip_records(&bytes, footer.files)?;
    let records = Reader::new(&bytes).list::<Record>(footer.files.into()).ok()?;
    let skip = u64::from(footer.deletion_offset).checked_sub(start).and_then(|n| usize::try_from(n).ok());
    let deletions = match footer.deletions {
        0 => None,
        n => skip.filter(|s| *s >= used).and_then(|s| Deletion::parse(bytes.get(s..)?, n)),
    };
    Some((records, deletions.unwrap_or_default()))
}

impl Archive {
    /// Reads the footer and the tables. `label` is what messages call it.
    pub fn new(data: Box<dyn ReadAt>, label: impl Into<String>) -> io::Result<Self> {
        let size = data.size()?;
        let start = size.saturating_sub(SEARCH as u64);
        let tail = data.read_at(start, size - start)?;
        let mut tables = None;
        let found = find_footer(&tail, start, |footer, end| {
            // Where the footer is not at the end, the records decide.
            footer.table_offset as u64 + FOOTER_SIZE as u64 <= size
                && read_table(&*data, footer, end).is_some()
        });
        if let Some((footer, at)) = found {
            tables = read_table(&*data, &footer, start + at as u64).map(|t| (footer, t));
        }
        let Some((footer, (records, deletions))) = tables else {
            return Err(bad(
                "it has no footer with the signature 50 4B 05 06; it is cut off, or not an archive of Tree of Savior",
            ));
        };
        let limit = Limits::default().bytes;
        Ok(Self { data, label: label.into(), footer, records, deletions, limit, index: OnceLock::new() })
    }

    /// Opens an archive of a file system.
    pub fn open(files: &dyn Files, path: &str) -> io::Result<Self> {
        let found = files.resolve(path).ok_or(io::ErrorKind::NotFound)?;
        Self::new(files.open(&found)?, files.display(&found))
    }

    /// Most bytes that one file may decode to.
    #[must_use]
    pub fn with_limit(mut self, bytes: u64) -> Self {
        self.limit = bytes;
        self
    }

    /// The footer.
    pub fn footer(&self) -> &Footer {
        &self.footer
    }

    /// All files, in file order.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// What a patch removes.
    pub fn deletions(&self) -> &[Deletion] {
        &self.deletions
    }

    /// What messages call it.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The bytes of a record as they are stored.
    pub fn stored(&self, r: &Record) -> io::Result<Vec<u8>> {
        self.data.read_at(r.offset.into(), r.stored.into()).map_err(|_| {
            let message = format!("{} ends before {} does", self.label, r.full_path());
            io::Error::new(io::ErrorKind::UnexpectedEof, message)
        })
    }

    /// The file of a record and whether its CRC is the one of the table.
    pub fn read_record(&self, r: &Record) -> io::Result<(Vec<u8>, bool)> {
        if u64::from(r.size) > self.limit {
            return Err(bad(format!("{} is {} bytes, the limit is {}", r.full_path(), r.size, self.limit)));
        }
        let decoded = decode(r, &self.stored(r)?)
            .ok_or_else(|| bad(format!("{} cannot be decoded: its data are damaged", r.full_path())))?;
        Ok((decoded.bytes, decoded.crc == r.crc))
    }

    /// The record of a path: with its inner archive, with that archive's name without `.ipf`, or the path alone.
    pub fn find(&self, path: &str) -> Option<&Record> {
        let key = safe_relative(path)?.to_lowercase();
        let index = self.index();
        let at = *index.full.get(&key).or_else(|| index.short.get(&key))?;
        self.records.get(at as usize)
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let mut index = Index::default();
            let mut paths = Vec::with_capacity(self.records.len());
            for (i, r) in self.records.iter().enumerate() {
                // What leads out of the archive cannot be reached.
                let Some(path) = safe_relative(&r.full_path()) else { continue };
                let (lower, at) = (path.to_lowercase(), i as u32);
                if let Some(inner) = safe_relative(&r.path.lossy()) {
                    let inner = inner.to_lowercase();
                    if let Some(archive) = r.archive.lossy().to_lowercase().strip_suffix(".ipf") {
                        index.short.entry(format!("{archive}/{inner}")).or_insert(at);
                    }
                    index.short.entry(inner).or_insert(at);
                }
                index.names.entry(file_name(&lower).to_owned()).or_insert(at);
                index.full.insert(lower, at);
                paths.push(path);
            }
            index.folders = Folders::new(paths.into_iter());
            index
        })
    }

    /// The path below the file system of a record.
    fn shown(&self, at: u32) -> Option<String> {
        safe_relative(&self.records.get(at as usize)?.full_path())
    }
}

impl Files for Archive {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let record = self.find(path).ok_or(io::ErrorKind::NotFound)?;
        self.read_record(record).map(|(bytes, _)| bytes)
    }

    fn list(&self, folder: &str) -> Vec<Entry> {
        self.index().folders.list(folder)
    }

    fn resolve(&self, path: &str) -> Option<String> {
        self.find(path).and_then(|r| safe_relative(&r.full_path()))
    }

    fn find_name(&self, name: &str) -> Option<String> {
        self.index().names.get(&name.to_lowercase()).and_then(|at| self.shown(*at))
    }

    fn display(&self, path: &str) -> String {
        format!("{}:{path}", self.label)
    }
}
