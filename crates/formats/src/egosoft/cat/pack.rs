//! Archives to folders and back.

use super::archive::{Archive, data_path};
use super::catalog::CatEntry;
use md5::{Digest, Md5};
use scene::safe_relative;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// What is going on, for a progress bar.
#[derive(Debug, Clone, Copy)]
pub struct Progress<'a> {
    /// The file at hand.
    pub path: &'a str,
    /// Files done.
    pub files: usize,
    /// Files to do.
    pub of_files: usize,
    /// Bytes done.
    pub bytes: u64,
    /// Bytes to do.
    pub of_bytes: u64,
}

/// What became of the entries.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Unpacked {
    /// Files written.
    pub written: usize,
    /// Bytes written.
    pub bytes: u64,
    /// Path and reason of what was not written.
    pub failed: Vec<(String, String)>,
    /// Files passed over because they exist.
    pub skipped: usize,
}

/// What to do with files that exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Leave them and report a failure.
    Refuse,
    /// Leave them.
    Skip,
    /// Replace them.
    Replace,
}

/// The entries any of the patterns fits; all without patterns. Of entries with one path the last one is the file.
pub fn select<'a>(archive: &'a Archive, patterns: &[String]) -> Vec<&'a CatEntry> {
    let patterns: Vec<String> = patterns.iter().map(|p| p.replace('\\', "/").to_lowercase()).collect();
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut out: Vec<Option<&CatEntry>> = Vec::new();
    for e in archive.catalog().entries() {
        let path = archive.catalog().path(e).replace('\\', "/").to_lowercase();
        if !patterns.is_empty() && !patterns.iter().any(|p| fits(p, &path)) {
            continue;
        }
        if let Some(old) = places.insert(path, out.len()).and_then(|at| out.get_mut(at)) {
            *old = None;
        }
        out.push(Some(e));
    }
    out.into_iter().flatten().collect()
}

/// Whether a pattern fits a path, both lower-case: `*` and `?` stay within a folder, `**` does not; a pattern without
/// a slash is about the file name alone.
pub fn fits(pattern: &str, path: &str) -> bool {
    let path = if pattern.contains('/') { path } else { path.rsplit('/').next().unwrap_or(path) };
    let (pattern, path): (Vec<char>, Vec<char>) = (pattern.chars().collect(), path.chars().collect());
    // Dynamic over the pattern: no pattern, however mean, takes longer than pattern × path.
    let mut states = vec![false; pattern.len() + 1];
    let close = |states: &mut Vec<bool>| {
        for i in 0..pattern.len() {
            if states.get(i) == Some(&true) && pattern.get(i) == Some(&'*') {
                let deep = pattern.get(i + 1) == Some(&'*');
                // `**/` may stand for no folder at all.
                let jump = if deep { if pattern.get(i + 2) == Some(&'/') { 3 } else { 2 } } else { 1 };
                for to in [i + 1, i + jump] {
                    if let Some(s) = states.get_mut(to) {
                        *s = true;
                    }
                }
            }
        }
    };
    if let Some(first) = states.first_mut() {
        *first = true;
    }
    close(&mut states);
    for c in path {
        let mut next = vec![false; states.len()];
        for (i, p) in pattern.iter().enumerate() {
            if states.get(i) != Some(&true) {
                continue;
            }
            let deep = *p == '*'
                && (pattern.get(i + 1) == Some(&'*') || (i > 0 && pattern.get(i - 1) == Some(&'*')));
            let (stay, step) = match p {
                '*' => (deep || c != '/', false),
                '?' => (false, c != '/'),
                p => (false, *p == c),
            };
            if stay && let Some(s) = next.get_mut(i) {
                *s = true;
            }
            if step && let Some(s) = next.get_mut(i + 1) {
                *s = true;
            }
        }
        close(&mut next);
        states = next;
    }
    states.last() == Some(&true)
}

/// Writes entries below a folder. Each file is written beside its target and renamed; nothing leaves the folder.
pub fn unpack(
    archive: &Archive,
    entries: &[&CatEntry],
    folder: &Path,
    verify: bool,
    existing: Existing,
    progress: &mut dyn FnMut(Progress<'_>),
) -> io::Result<Unpacked> {
    let of_bytes = entries.iter().map(|e| e.size).sum();
    let mut out = Unpacked::default();
    let mut done = 0;
    let mut last_folder: Option<PathBuf> = None;
    for (i, e) in entries.iter().enumerate() {
        let name = archive.catalog().path(e);
        progress(Progress { path: &name, files: i, of_files: entries.len(), bytes: done, of_bytes });
        done += e.size;
        let Some(safe) = safe_relative(&name) else {
            out.failed.push((name, "the path leads out of the folder".into()));
            continue;
        };
        let target = folder.join(safe);
        if existing != Existing::Replace && target.exists() {
            if existing == Existing::Skip {
                out.skipped += 1;
            } else {
                out.failed.push((name, format!("{} exists", target.display())));
            }
            continue;
        }
        let parent = target.parent().unwrap_or(folder).to_path_buf();
        if last_folder.as_deref() != Some(&parent) {
            fs::create_dir_all(&parent)?;
            last_folder = Some(parent);
        }
        match unpack_one(archive, e, &target, verify) {
            Ok(()) => {
                out.written += 1;
                out.bytes += e.size;
            }
            Err(error) => out.failed.push((name, error.to_string())),
        }
    }
    progress(Progress { path: "", files: entries.len(), of_files: entries.len(), bytes: of_bytes, of_bytes });
    Ok(out)
}

fn beside(target: &Path) -> PathBuf {
    let mut name = target.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    target.with_file_name(name)
}

fn unpack_one(archive: &Archive, e: &CatEntry, target: &Path, verify: bool) -> io::Result<()> {
    let part = beside(target);
    let write = || {
        let mut file = File::create(&part)?;
        let mut hash = verify.then(Md5::new);
        archive.chunks(e, |chunk| {
            if let Some(hash) = &mut hash {
                hash.update(chunk);
            }
            file.write_all(chunk)
        })?;
        if let Some(hash) = hash
            && !archive.sum_fits(e, &hash.finalize())
        {
            return Err(archive.bad_sum(e));
        }
        Ok(())
    };
    write().and_then(|()| fs::rename(&part, target)).inspect_err(|_| {
        let _ = fs::remove_file(&part);
    })
}

/// Packs all files of a folder into `name.cat` and `name.dat`; returns the number of files. Both are written beside
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
    walk(folder, "", &mut files)?;
    let own = |p: &Path| fs::canonicalize(p).ok();
    let ours = [own(cat), own(&dat)];
    files.retain(|(_, p, _)| own(p).is_none_or(|p| !ours.contains(&Some(p))));
    // As the game sorts: without looking at case, then by bytes.
    files.sort_by_cached_key(|(name, _, _)| (name.to_lowercase(), name.clone()));
    let (part_cat, part_dat) = (beside(cat), beside(&dat));
    let result = write_archive(&files, &part_cat, &part_dat, progress)
        .and_then(|()| fs::rename(&part_dat, &dat))
        .and_then(|()| fs::rename(&part_cat, cat));
    if result.is_err() {
        let _ = fs::remove_file(&part_cat);
        let _ = fs::remove_file(&part_dat);
    }
    result.map(|()| files.len())
}

type Found = (String, PathBuf, fs::Metadata);

fn walk(folder: &Path, prefix: &str, out: &mut Vec<Found>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let bad = |why: &str| {
            io::Error::new(io::ErrorKind::InvalidInput, format!("{} {why}", entry.path().display()))
        };
        let name = entry.file_name().into_string().map_err(|_| bad("has a name that is not UTF-8"))?;
        if name.starts_with('.') {
            continue;
        }
        if name.contains(['\n', '\r']) {
            return Err(bad("has a line break in its name, which a catalog cannot hold"));
        }
        let path = format!("{prefix}{name}");
        let meta = fs::metadata(entry.path())?;
        if entry.file_type()?.is_symlink() && meta.is_dir() {
            continue;
        }
        if meta.is_dir() {
            walk(&entry.path(), &format!("{path}/"), out)?;
        } else {
            out.push((path, entry.path(), meta));
        }
    }
    Ok(())
}

fn write_archive(
    files: &[Found],
    cat: &Path,
    dat: &Path,
    progress: &mut dyn FnMut(Progress<'_>),
) -> io::Result<()> {
    let of_bytes = files.iter().map(|(_, _, m)| m.len()).sum();
    let mut text = BufWriter::new(File::create(cat)?);
    let mut data = File::create(dat)?;
    let mut buffer = vec![0; super::archive::CHUNK];
    let mut bytes = 0;
    for (i, (name, path, meta)) in files.iter().enumerate() {
        progress(Progress { path: name, files: i, of_files: files.len(), bytes, of_bytes });
        let mut input = File::open(path)?;
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
