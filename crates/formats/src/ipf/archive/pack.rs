//! Archives to folders and back. A folder has no revisions and no order: both are carried in a hidden file next to the
//! files, and stored bytes of files that did not change come from the original archive.

use super::super::types::{Block, Footer, Ipf, Record};
use super::Archive;
use super::codec::{crc32, encode};
use crate::archive::{Existing, Progress, Unpacked, unpack_files, walk};
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use wire::Text;

/// The hidden file.
const STAMP: &str = ".ipf.json";

/// What an archive has besides its files.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Stamp {
    /// The revision that is patched.
    pub base: u32,
    /// The revision the archive brings.
    pub revision: u32,
    /// Inner archive and path of what the archive deletes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deletions: Vec<[String; 2]>,
    /// Full paths in the order of the archive.
    #[serde(default)]
    pub order: Vec<String>,
}

impl Stamp {
    /// That of an archive.
    pub fn of(archive: &Archive) -> Self {
        Self {
            base: archive.footer().base,
            revision: archive.footer().revision,
            deletions: archive.deletions().iter().map(|d| [d.archive.lossy(), d.path.lossy()]).collect(),
            order: archive.records().iter().map(Record::full_path).collect(),
        }
    }

    fn deletion_table(&self) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        for [archive, path] in &self.deletions {
            out.extend(length(archive)?.to_le_bytes());
            out.extend(length(path)?.to_le_bytes());
            out.extend([archive.as_bytes(), path.as_bytes()].concat());
        }
        Ok(out)
    }
}

fn length(name: &str) -> io::Result<u16> {
    u16::try_from(name.len()).map_err(|_| {
        io::Error::new(io::ErrorKind::InvalidInput, format!("{name} is longer than 65,535 bytes"))
    })
}

/// Writes files below a folder, each below the name of its inner archive. With `verify`, one whose CRC is not that of the
/// table is not written.
pub fn unpack(
    archive: &Archive,
    records: &[&Record],
    folder: &Path,
    verify: bool,
    existing: Existing,
    progress: &mut dyn FnMut(Progress<'_>),
) -> io::Result<Unpacked> {
    let items: Vec<_> = records.iter().map(|r| (r.full_path(), u64::from(r.size), *r)).collect();
    let done = unpack_files(&items, folder, existing, progress, &mut |r, file| {
        let (bytes, good) = archive.read_record(r)?;
        if verify && !good {
            let message = format!("the CRC of {} is not the one in the table", r.full_path());
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        file.write_all(&bytes)
    })?;
    // Some files of an archive are no archive.
    if records.len() == archive.records().len() && folder.is_dir() {
        let stamp = Stamp::of(archive);
        let target = folder.join(STAMP);
        if existing == Existing::Replace || !target.exists() {
            let (temporary, file) = scene::disk::Temporary::create(&target)?;
            serde_json::to_writer_pretty(file, &stamp)?;
            temporary.commit()?;
        }
    }
    Ok(done)
}

/// What `unpack` left in a folder, if it did.
pub fn stamp_of(folder: &Path) -> Option<Stamp> {
    serde_json::from_slice(&scene::disk::read(&folder.join(STAMP)).ok()?).ok()
}

/// A file to pack.
#[derive(Debug, Clone)]
pub struct Member {
    /// The inner archive.
    pub archive: String,
    /// Its path in there.
    pub path: String,
    /// The file.
    pub bytes: Vec<u8>,
}

/// Packs files in the order they are given; stored bytes of files that `like` has too are taken from there.
pub fn pack_memory(members: &[Member], stamp: &Stamp, like: Option<&Archive>) -> io::Result<Ipf> {
    let too_large =
        || io::Error::new(io::ErrorKind::InvalidInput, "an archive holds 65,535 files and 4 GiB at most");
    if members.len() > usize::from(u16::MAX) {
        return Err(too_large());
    }
    let mut data = Vec::with_capacity(members.len());
    let mut records = Vec::with_capacity(members.len());
    let mut offset = 0_u32;
    for m in members {
        let crc = crc32(&m.bytes);
        let size = u32::try_from(m.bytes.len()).map_err(|_| too_large())?;
        let stored = match like.and_then(|a| same(a, m, crc)) {
            Some(stored) => stored,
            None => encode(&m.path, &m.bytes, stamp.revision)?,
        };
        let taken = u32::try_from(stored.len()).map_err(|_| too_large())?;
        records.push(Record {
            crc,
            stored: taken,
            size,
            offset,
            archive: Text::from(m.archive.as_str()),
            path: Text::from(m.path.as_str()),
        });
        length(&m.archive)?;
        length(&m.path)?;
        offset = offset.checked_add(taken).ok_or_else(too_large)?;
        data.push(Block(Bytes::from(stored)));
    }
    let footer = Footer {
        files: 0,
        table_offset: 0,
        deletions: u16::try_from(stamp.deletions.len()).map_err(|_| too_large())?,
        deletion_offset: 0,
        magic: *b"PK\x05\x06",
        base: stamp.base,
        revision: stamp.revision,
    };
    let mut ipf = Ipf { data, records, deletion_table: stamp.deletion_table()?, footer, trailer: Vec::new() };
    ipf.renumber();
    Ok(ipf)
}

/// The stored bytes of a file that did not change.
fn same(archive: &Archive, m: &Member, crc: u32) -> Option<Vec<u8>> {
    let record = archive.find(&format!("{}/{}", m.archive, m.path))?;
    if record.crc != crc || record.size as usize != m.bytes.len() || record.archive.0 != m.archive.as_bytes()
    {
        return None;
    }
    let (bytes, _) = archive.read_record(record).ok()?;
    (bytes == m.bytes).then(|| archive.stored(record).ok()).flatten()
}

/// The inner archive and the path of a file below the packed folder: a folder that ends in `.ipf` is an inner archive,
/// all else belongs to the archive itself.
fn placed(path: &str, own: &str) -> (String, String) {
    match path.split_once('/') {
        Some((archive, inner)) if archive.to_ascii_lowercase().ends_with(".ipf") => {
            (archive.into(), inner.into())
        }
        _ => (own.into(), path.into()),
    }
}

/// Packs all files of a folder; returns their number. Files keep the order of `stamp`, new ones follow sorted as the
/// studio sorts. An existing archive is replaced only with `replace`.
pub fn pack(
    folder: &Path,
    target: &Path,
    stamp: &Stamp,
    like: Option<&Archive>,
    replace: bool,
    progress: &mut dyn FnMut(Progress<'_>),
) -> io::Result<usize> {
    if !replace && target.exists() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("{} exists", target.display())));
    }
    let mut files = Vec::new();
    walk(folder, &mut files)?;
    let own = fs::canonicalize(target).ok();
    files.retain(|(_, p, _)| own.is_none() || fs::canonicalize(p).ok() != own);
    let name = target.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let known: HashMap<&str, usize> = stamp.order.iter().enumerate().map(|(i, p)| (p.as_str(), i)).collect();
    let of_bytes = files.iter().map(|(_, _, m)| m.len()).sum();
    let mut members = Vec::with_capacity(files.len());
    let mut bytes = 0;
    for (i, (path, at, meta)) in files.iter().enumerate() {
        progress(Progress { path, files: i, of_files: files.len(), bytes, of_bytes });
        bytes += meta.len();
        let (archive, path) = placed(path, &name);
        members.push(Member { archive, path, bytes: scene::disk::read(at)? });
    }
    members.sort_by_cached_key(|m| {
        let full = format!("{}/{}", m.archive, m.path);
        let at = known.get(full.as_str()).copied().unwrap_or(usize::MAX);
        (at, m.archive.to_lowercase(), m.path.to_lowercase(), m.path.clone())
    });
    let packed = pack_memory(&members, stamp, like)?.to_bytes();
    let (temporary, mut file) = scene::disk::Temporary::create(target)?;
    io::Write::write_all(&mut file, &packed)?;
    drop(file);
    temporary.commit()?;
    Ok(members.len())
}
