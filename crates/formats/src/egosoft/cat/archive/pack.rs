//! Archives to folders and back.

use super::super::types::CatEntry;
use super::{Archive, data_path};
use crate::archive::{Existing, Found, Progress, Unpacked, choose, unpack_files, walk};
use md5::{Digest, Md5};
use scene::disk::Temporary;
use std::collections::HashSet;
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

/// What may be asked of packing.
#[derive(Debug, Clone, Copy, Default)]
pub struct PackOptions<'a> {
    /// Replace an existing archive.
    pub replace: bool,
    /// Only files that this folder does not have with the same bytes.
    pub changed_from: Option<&'a Path>,
}

/// What became of the files of a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Packed {
    /// Files in the archive.
    pub files: usize,
    /// What the game reads next to its catalogs, or what is one: left out.
    pub left_out: Vec<String>,
    /// Empty files: the game takes them as the wish to delete the file of that name.
    pub empty: Vec<String>,
    /// Files that are the same in the other folder.
    pub unchanged: usize,
}

/// Packs all files of a folder into `name.cat` and `name.dat`; returns the number of files. Both are written next to
/// their targets and renamed at the end. An existing archive is replaced only with `replace`.
pub fn pack(
    folder: &Path,
    cat: &Path,
    replace: bool,
    progress: &mut dyn FnMut(Progress<'_>),
) -> io::Result<usize> {
    pack_with(folder, cat, PackOptions { replace, changed_from: None }, progress).map(|p| p.files)
}

/// The same, with more to ask for and more to say.
pub fn pack_with(
    folder: &Path,
    cat: &Path,
    options: PackOptions<'_>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> io::Result<Packed> {
    let dat = PathBuf::from(data_path(&cat.to_string_lossy()));
    for target in [cat, &dat] {
        if !options.replace && target.exists() {
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
    let mut out = Packed::default();
    let names: HashSet<String> = files.iter().map(|f| f.0.to_lowercase()).collect();
    files.retain(|(name, _, _)| {
        let stays = !is_companion(&name.to_lowercase(), &names);
        if !stays {
            out.left_out.push(name.clone());
        }
        stays
    });
    if let Some(other) = options.changed_from {
        let all = files.len();
        let mut changed = Vec::with_capacity(all);
        for file in files {
            if !is_same(&file, other)? {
                changed.push(file);
            }
        }
        files = changed;
        out.unchanged = all - files.len();
    }
    // As the game sorts: without looking at case, then by bytes.
    files.sort_by_cached_key(|(name, _, _)| (name.to_lowercase(), name.clone()));
    out.left_out.sort();
    out.empty = files.iter().filter(|(_, _, m)| m.len() == 0).map(|(name, _, _)| name.clone()).collect();
    let (part_cat, text) = Temporary::create(cat)?;
    let (part_dat, data) = Temporary::create(&dat)?;
    write_archive(&files, text, data, progress)?;
    part_dat.commit()?;
    part_cat.commit()?;
    out.files = files.len();
    Ok(out)
}

/// Whether a file, lower-case, is next to catalogs instead of in them: `content.xml`, and catalogs with their data and
/// signatures, all at the top.
fn is_companion(name: &str, all: &HashSet<String>) -> bool {
    if name.contains('/') {
        return false;
    }
    let catalog = |stem: &str| all.contains(&format!("{stem}.cat"));
    match name.rsplit_once('.') {
        Some((_, "cat" | "sig")) => true,
        Some((stem, "dat")) => catalog(stem),
        _ => name == "content.xml",
    }
}

/// Whether a folder has a file of the same name, whatever its case, with the same bytes.
fn is_same((name, path, meta): &Found, folder: &Path) -> io::Result<bool> {
    let files = scene::Folder::new(folder);
    let Some(found) = scene::Files::resolve(&files, name) else { return Ok(false) };
    let other = folder.join(found);
    if fs::metadata(&other)?.len() != meta.len() {
        return Ok(false);
    }
    Ok(scene::disk::read(path)? == scene::disk::read(&other)?)
}

fn write_archive(
    files: &[Found],
    text: File,
    mut data: File,
    progress: &mut dyn FnMut(Progress<'_>),
) -> io::Result<()> {
    let of_bytes = files.iter().map(|(_, _, m)| m.len()).sum();
    let mut text = BufWriter::new(text);
    let mut buffer = vec![0; super::CHUNK];
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
