//! What archives of all kinds share: listings of folders, patterns, writing their files to disk, and the other way round.

use glob::{MatchOptions, Pattern};
use scene::disk::{Temporary, link_below};
use scene::{Entry, portable_relative, safe_relative};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Folders deeper than this are no folders: nothing that a system can unpack is.
pub const LEVELS: usize = 64;

/// The paths of an archive, sorted: folders are what they share. Takes as much memory as the paths, however deep they are.
#[derive(Default)]
pub struct Folders {
    /// Lower-case path, and how it is spelled.
    paths: Vec<(String, String)>,
}

impl Folders {
    /// The folders of some paths; of two that differ in case only, the later is listed.
    pub fn new(paths: impl Iterator<Item = String>) -> Self {
        let shallow = paths.filter(|p| p.split('/').count() <= LEVELS);
        let mut paths: Vec<(String, String)> = shallow.map(|p| (p.to_lowercase(), p)).collect();
        paths.reverse();
        paths.sort_by(|a, b| a.0.cmp(&b.0));
        paths.dedup_by(|a, b| a.0 == b.0);
        Self { paths }
    }

    /// What a folder holds, sorted by name.
    pub fn list(&self, folder: &str) -> Vec<Entry> {
        let prefix = match folder {
            "" => Some(String::new()),
            _ => safe_relative(folder).map(|f| f.to_lowercase() + "/"),
        };
        let Some(prefix) = prefix else { return Vec::new() };
        let level = prefix.matches('/').count();
        let start = self.paths.partition_point(|(lower, _)| *lower < prefix);
        let mut rest = self.paths.get(start..).unwrap_or_default();
        let mut out: Vec<Entry> = Vec::new();
        while let Some((lower, path)) = rest.first() {
            let Some(inner) = lower.strip_prefix(&prefix) else { break };
            let name = path.split('/').nth(level).unwrap_or_default().to_owned();
            let same = match inner.split_once('/') {
                None => 1,
                Some((first, _)) => {
                    let below = format!("{prefix}{first}/");
                    rest.partition_point(|(other, _)| other.starts_with(&below))
                }
            };
            out.push(Entry { name, folder: inner.contains('/') });
            rest = rest.get(same..).unwrap_or_default();
        }
        out.sort_by(|a, b| a.name.cmp(&b.name));
        out
    }
}

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

/// The items any of the patterns fits; all without patterns. Of items with one path the last one is the file.
pub fn choose<T>(items: Vec<T>, patterns: &[String], path: impl Fn(&T) -> &str) -> Vec<T> {
    let patterns: Vec<(Pattern, String)> = patterns.iter().map(|p| pattern(p)).collect();
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut out: Vec<Option<T>> = Vec::new();
    for item in items {
        let path = path(&item).replace('\\', "/").to_lowercase();
        if !patterns.is_empty() && !patterns.iter().any(|p| fits(p, &path)) {
            continue;
        }
        if let Some(old) = places.insert(path, out.len()).and_then(|at| out.get_mut(at)) {
            *old = None;
        }
        out.push(Some(item));
    }
    out.into_iter().flatten().collect()
}

/// A pattern, and its text: names with brackets are typed as they are, too.
fn pattern(text: &str) -> (Pattern, String) {
    let text = text.replace('\\', "/").to_lowercase();
    let literal = || Pattern::new(&Pattern::escape(&text)).unwrap_or_default();
    (Pattern::new(&text).unwrap_or_else(|_| literal()), text)
}

/// Whether a pattern fits a path, both lower-case: `*` and `?` stay within a folder, `**` does not; a pattern without
/// a slash is about the file name alone.
fn fits((pattern, text): &(Pattern, String), path: &str) -> bool {
    let path = if text.contains('/') || text == "**" { path } else { scene::file_name(path) };
    let options = MatchOptions { require_literal_separator: true, ..MatchOptions::new() };
    pattern.matches_with(path, options) || text == path
}

/// Writes files below a folder: path, size and what `write` needs to give the bytes of each. Every file is written next
/// to its target and renamed; nothing leaves the folder.
pub fn unpack_files<E>(
    items: &[(String, u64, E)],
    folder: &Path,
    existing: Existing,
    progress: &mut dyn FnMut(Progress<'_>),
    write: &mut dyn FnMut(&E, &mut File) -> io::Result<()>,
) -> io::Result<Unpacked> {
    let of_bytes = items.iter().map(|i| i.1).sum();
    let mut out = Unpacked::default();
    let mut done = 0;
    let mut last_folder: Option<PathBuf> = None;
    for (i, (name, size, item)) in items.iter().enumerate() {
        progress(Progress { path: name, files: i, of_files: items.len(), bytes: done, of_bytes });
        done += size;
        let safe = match portable_relative(name) {
            Ok(safe) => safe,
            Err(why) => {
                out.failed.push((name.clone(), why.into()));
                continue;
            }
        };
        let target = folder.join(safe);
        if let Some(link) = link_below(folder, &target) {
            let message = format!("it would be written through the link {}", link.display());
            out.failed.push((name.clone(), message));
            continue;
        }
        if existing != Existing::Replace && target.exists() {
            if existing == Existing::Skip {
                out.skipped += 1;
            } else {
                out.failed.push((name.clone(), format!("{} exists", target.display())));
            }
            continue;
        }
        let parent = target.parent().unwrap_or(folder).to_path_buf();
        if last_folder.as_deref() != Some(&parent) {
            // One of `a` and `a/b` cannot be there.
            if let Err(error) = fs::create_dir_all(&parent) {
                if folder.is_dir() && parent != folder {
                    out.failed.push((name.clone(), format!("its folder cannot be made: {error}")));
                    continue;
                }
                return Err(error);
            }
            last_folder = Some(parent);
        }
        let result = Temporary::create(&target).and_then(|(temporary, mut file)| {
            write(item, &mut file)?;
            drop(file);
            temporary.commit()
        });
        match result {
            Ok(()) => {
                out.written += 1;
                out.bytes += size;
            }
            Err(error) => out.failed.push((name.clone(), error.to_string())),
        }
    }
    progress(Progress { path: "", files: items.len(), of_files: items.len(), bytes: of_bytes, of_bytes });
    Ok(out)
}

/// A file to pack: its path below the folder with `/`, where it is, and what the disk says about it.
pub type Found = (String, PathBuf, fs::Metadata);

/// All files below a folder but hidden ones. A link, a pipe or a device is an error: an archive holds files.
pub fn walk(folder: &Path, out: &mut Vec<Found>) -> io::Result<()> {
    walk_below(folder, "", out)
}

fn walk_below(folder: &Path, prefix: &str, out: &mut Vec<Found>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let bad = |why: &str| {
            io::Error::new(io::ErrorKind::InvalidInput, format!("{} {why}", entry.path().display()))
        };
        let name = entry.file_name().into_string().map_err(|_| bad("has a name that is not UTF-8"))?;
        if name.starts_with('.') {
            continue;
        }
        let path = format!("{prefix}{name}");
        let kind = entry.file_type()?;
        if kind.is_symlink() {
            return Err(bad("is a link; an archive holds files, so put the file itself there"));
        } else if kind.is_dir() {
            walk_below(&entry.path(), &format!("{path}/"), out)?;
        } else if kind.is_file() {
            out.push((path, entry.path(), entry.metadata()?));
        } else {
            return Err(bad("is a pipe, a device or a socket, not a file"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_stay_within_a_folder_unless_they_say_otherwise() {
        for (text, path, want) in [
            ("*.xml", "a/b/c.xml", true),
            ("a/*.xml", "a/b/c.xml", false),
            ("a/**/*.xml", "a/b/c.xml", true),
            ("a/**/*.xml", "a/c.xml", true),
            ("**", "a/b", true),
            ("a/**", "a/b/c", true),
            ("a/?.xml", "a/b.xml", true),
            ("a/?.xml", "a/bb.xml", false),
            ("A*b*C", "axbyc", true),
            ("a", "b", false),
            ("a[1].txt", "x/a[1].txt", true),
            ("a[12].txt", "x/a2.txt", true),
            ("a**[", "a**[", true),
        ] {
            assert_eq!(fits(&pattern(text), path), want, "{text} {path}");
        }
        assert!(!fits(&pattern(&"*a".repeat(60)), &"a".repeat(50)), "and soon");
    }
}
