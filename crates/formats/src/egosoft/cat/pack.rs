//! Archives to folders and back.

use super::archive::{Archive, data_path};
use super::catalog::CatEntry;
use crate::archive::{Existing, Found, Progress, Unpacked, choose, unpack_files, walk};
use md5::{Digest, Md5};
use scene::disk::Temporary;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// The entries any of the patterns fits; all without patterns. Of entries with one path the last one is the file.
pub fn select<'a>(archive: &'a Archive, patterns: &[String]) -> Vec<&'a CatEntry> {
    let all = archive.catalog().entries().iter().map(|e| (archive.catalog().path(e), e)).collect();
    choose(all, patterns, |(path, _)| path).into_iter().map(|(_, e)| e).collect()
}

/// Writes entries below a folder. Each file is written next to its target and renamed; nothing leaves the folder.
pub fn unpack(
    archive: &Archive,
    entries: &[&CatEntry],
    folder: &Path,
    verify: bool,
    existing: Existing,
    progress: &mut dyn FnMut(Progress<'_>),
) -> io::Result<Unpacked> {
    let items: Vec<_> = entries.iter().map(|e| (archive.catalog().path(e), e.size, *e)).collect();
    unpack_files(&items, folder, existing, progress, &mut |e, file| {
        let mut hash = verify.then(Md5::new);
        archive.chunks(e, |chunk| {
            if let Some(hash) = &mut hash {
                hash.update(chunk);
            }
            file.write_all(chunk)
        })?;
        let good = hash.is_none_or(|hash| archive.sum_fits(e, &hash.finalize()));
        if good { Ok(()) } else { Err(archive.bad_sum(e)) }
    })
}

/// Packs all files of a folder into `name.cat` and `name.dat`; returns the number of files. Both are written next to
/// their targets and renamed at the end. An existing archive is replaced only with `replace`.
pub fn pack(
    folder: &Path,
    cat: &Path,
    replace: bool,
    progress: &mut dyn FnMut(Progress<'_>),
) -> io::Result<usize> {
    let dat = PathBuf::from(data_path(&cat.to_string_lossy()));
    for target in [cat, &dat] {
        if !replace && target.exists() {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("{} exists", target.display())));
        }
    }
    let mut files = Vec::new();
    walk(folder, &mut files)?;
    if let Some((_, path, _)) = files.iter().find(|(name, _, _)| name.contains(['\n', '\r'])) {
        let message = format!("{} has a line break in its name, which a catalog cannot hold", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let own = |p: &Path| fs::canonicalize(p).ok();
    let ours = [own(cat), own(&dat)];
    files.retain(|(_, p, _)| own(p).is_none_or(|p| !ours.contains(&Some(p))));
    // As the game sorts: without looking at case, then by bytes.
    files.sort_by_cached_key(|(name, _, _)| (name.to_lowercase(), name.clone()));
    let (part_cat, text) = Temporary::create(cat)?;
    let (part_dat, data) = Temporary::create(&dat)?;
    write_archive(&files, text, data, progress)?;
    part_dat.commit()?;
    part_cat.commit()?;
    Ok(files.len())
}

fn write_archive(
    files: &[Found],
    text: File,
    mut data: File,
    progress: &mut dyn FnMut(Progress<'_>),
) -> io::Result<()> {
    let of_bytes = files.iter().map(|(_, _, m)| m.len()).sum();
    let mut text = BufWriter::new(text);
    let mut buffer = vec![0; super::archive::CHUNK];
    let mut bytes = 0;
    for (i, (name, path, meta)) in files.iter().enumerate() {
        progress(Progress { path: name, files: i, of_files: files.len(), bytes, of_bytes });
        let mut input = scene::disk::open(path)?;
        let mut hash = Md5::new();
        let mut size = 0_u64;
        loop {
            let n = input.read(&mut buffer)?;
            let Some(part) = buffer.get(..n).filter(|p| !p.is_empty()) else { break };
            hash.update(part);
            data.write_all(part)?;
            size += n as u64;
        }
        bytes += size;
        text.write_all(line(name, size, mtime(meta), &hash.finalize()).as_bytes())?;
    }
    text.flush()?;
    data.flush()
}

fn mtime(meta: &fs::Metadata) -> u64 {
    let time = meta.modified().ok().and_then(|t| t.duration_since(std::time::UNIX_EPOCH).ok());
    time.map_or(0, |d| d.as_secs())
}

/// One line of a catalog; empty files have a sum of zeros, as in studio catalogs.
pub fn line(path: &str, size: u64, mtime: u64, md5: &[u8]) -> String {
    let sum: String =
        if size == 0 { "0".repeat(32) } else { md5.iter().map(|b| format!("{b:02x}")).collect() };
    format!("{path} {size} {mtime} {sum}\n")
}

/// An archive in memory: text of the catalog, and data.
pub fn pack_memory(files: &[(&str, &[u8])], mtime: u64) -> (Vec<u8>, Vec<u8>) {
    let (mut text, mut data) = (String::new(), Vec::new());
    for (path, bytes) in files {
        text.push_str(&line(path, bytes.len() as u64, mtime, &Md5::digest(bytes)));
        data.extend_from_slice(bytes);
    }
    (text.into_bytes(), data)
}
