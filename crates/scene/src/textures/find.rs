//! Where a texture name of a source leads: any case, any slash, any drive, and the endings people drop.
//!
//! Order: next to the model (with the folders of the name, then without), the same path from each folder above,
//! `--textures` folders (path, name, anywhere below), the game,
//! archives that know a file by its name alone. Last of all the same again with another ending.

pub use crate::pictures::Search;
use crate::{Files, file_name, safe_relative};
use flate2::read::GzDecoder;
use std::collections::{HashMap, HashSet};
use std::io::Read;

/// Endings in the order they are tried.
const ENDINGS: [&str; 5] = ["dds", "tga", "png", "jpg", "bmp"];
/// Where Paradox games have the flags of their countries, from the game's root.
const FLAGS: &str = "gfx/flags";
/// Most files of a `--textures` folder that are looked through.
const INDEX_LIMIT: usize = 200_000;
/// Bytes of a file that are enough to see its header, inflated or not.
const HEAD: u64 = 4096;
/// How deep a `--textures` folder is looked through.
const INDEX_DEPTH: usize = 12;

/// A file that was found.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Found {
    place: usize,
    /// Path in its file system.
    pub path: String,
    /// Whether it has another ending than asked for.
    pub other_extension: bool,
}

/// All file systems of a search.
pub struct Places<'a> {
    files: Vec<&'a dyn Files>,
    folder: &'a str,
    extra: std::ops::Range<usize>,
    /// Paths below each `--textures` folder by lower-case name, made when first needed.
    index: HashMap<usize, HashMap<String, String>>,
    /// What was found before, by lower-case name.
    known: HashMap<String, Option<Found>>,
}

impl<'a> Places<'a> {
    /// Looks at nothing yet.
    pub fn new(search: &Search<'a>) -> Self {
        let mut files = vec![search.files];
        files.extend(search.extra.iter().copied());
        let extra = 1..files.len();
        files.extend(search.game);
        Self { files, folder: search.folder, extra, index: HashMap::new(), known: HashMap::new() }
    }

    /// What to call a file in messages.
    pub fn display(&self, found: &Found) -> String {
        self.files.get(found.place).map_or_else(String::new, |f| f.display(&found.path))
    }

    /// Its bytes, inflated if it is a `.gz`.
    pub fn read(&self, found: &Found, limit: u64) -> Result<Vec<u8>, String> {
        let files = self.files.get(found.place).ok_or("its place is gone")?;
        let bytes = files.read(&found.path).map_err(|e| e.to_string())?;
        inflated(bytes, limit)
    }

    /// How the content begins, and its length, without reading or inflating the rest.
    pub fn start(&self, found: &Found) -> Option<(Vec<u8>, u64)> {
        let file = self.files.get(found.place)?.open(&found.path).ok()?;
        let size = file.size().ok()?;
        let head = file.read_at(0, size.min(HEAD)).ok()?;
        if !head.starts_with(&[0x1f, 0x8b]) {
            return Some((head, size));
        }
        let mut out = Vec::new();
        // Its end is cut off: what comes before that is all that is wanted.
        let _ = GzDecoder::new(&head[..]).take(HEAD).read_to_end(&mut out);
        let stored = file.read_at(size.checked_sub(4)?, 4).ok()?;
        Some((out, u64::from(u32::from_le_bytes(*stored.first_chunk()?))))
    }

    /// The file a name leads to.
    pub fn find(&mut self, name: &str) -> Option<Found> {
        let key = name.to_lowercase();
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let names = Names::new(name);
        let found = names.as_ref().and_then(|names| {
            let exact = self.look(names, &names.given).map(|(place, path)| (place, path, false));
            let other = || self.look(names, &names.others).map(|(place, path)| (place, path, true));
            let (place, path, other_extension) = exact.or_else(other)?;
            Some(Found { place, path, other_extension })
        });
        self.known.insert(key, found.clone());
        found
    }

    fn look(&mut self, names: &Names, endings: &[String]) -> Option<(usize, String)> {
        let try_at = |place: usize, folder: &str, stem: &str| {
            let files = self.files.get(place)?;
            let path = join(folder, stem)?;
            endings.iter().find_map(|ending| files.resolve(&format!("{path}{ending}")))
        };
        let mut folder = self.folder;
        let stems = names.paths.iter().chain([&names.base]);
        for stem in stems {
            if let Some(path) = try_at(0, folder, stem) {
                return Some((0, path));
            }
        }
        while !names.paths.is_empty() && !folder.is_empty() {
            folder = crate::folder_of(folder);
            if let Some(found) = names.paths.iter().find_map(|path| try_at(0, folder, path)) {
                return Some((0, found));
            }
        }
        for place in 1..self.files.len() {
            for stem in names.paths.iter().chain([&names.base]) {
                if let Some(path) = try_at(place, "", stem) {
                    return Some((place, path));
                }
            }
        }
        let above = crate::upwards(self.folder);
        let flags = above.map(|f| (0, f)).chain((1..self.files.len()).map(|place| (place, "")));
        for (place, folder) in flags {
            if let Some(path) = try_at(place, &format!("{folder}/{FLAGS}"), &names.base) {
                return Some((place, path));
            }
        }
        let indexed = self.extra.clone().find_map(|place| {
            let files = *self.files.get(place)?;
            let index = self.index.entry(place).or_insert_with(|| index_of(files));
            let hit = endings.iter().find_map(|e| index.get(&format!("{}{e}", names.base).to_lowercase()));
            hit.map(|path| (place, path.clone()))
        });
        indexed.or_else(|| {
            self.files.iter().enumerate().find_map(|(place, files)| {
                let hit = endings.iter().find_map(|e| files.find_name(&format!("{}{e}", names.base)));
                hit.map(|path| (place, path))
            })
        })
    }
}

/// The content of a `.gz`; anything else as it is.
pub fn inflated(bytes: Vec<u8>, limit: u64) -> Result<Vec<u8>, String> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut out = Vec::new();
    let read = GzDecoder::new(&bytes[..]).take(limit.saturating_add(1)).read_to_end(&mut out);
    match read {
        Ok(n) if n as u64 > limit => Err(format!("it inflates to more than {limit} bytes")),
        Ok(_) => Ok(out),
        Err(e) => Err(format!("it does not inflate: {e}")),
    }
}

/// Whether a file is a DDS, packed into a `.gz` or not.
pub fn is_dds(bytes: &[u8]) -> bool {
    let mut start = [0; 4];
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return GzDecoder::new(bytes).read_exact(&mut start).is_ok_and(|()| start == *b"DDS ");
    }
    bytes.starts_with(b"DDS ")
}

/// A path below a folder, with `..` followed; `None` if it leaves the root.
fn join(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The first path by name of everything below a folder, nearest first.
fn index_of(files: &dyn Files) -> HashMap<String, String> {
    let mut out = HashMap::new();
    let mut level = vec![String::new()];
    let mut seen = HashSet::new();
    for _ in 0..INDEX_DEPTH {
        let mut below = Vec::new();
        for folder in level {
            if files.identity(&folder).is_some_and(|real| !seen.insert(real)) {
                continue;
            }
            for entry in files.list(&folder) {
                let path =
                    if folder.is_empty() { entry.name.clone() } else { format!("{folder}/{}", entry.name) };
                if entry.folder {
                    below.push(path);
                } else if out.len() < INDEX_LIMIT {
                    out.entry(entry.name.to_lowercase()).or_insert(path);
                }
            }
        }
        level = below;
    }
    out
}

/// A name taken apart.
struct Names {
    /// Folders and name without ending, where there are folders. [`Files::resolve`] sees to it that it is safe. Then
    /// the same from the folder of the extension that is named, since a mod may be anywhere before it is installed.
    paths: Vec<String>,
    /// Name without folder and ending.
    base: String,
    /// Endings that fit what was asked for.
    given: Vec<String>,
    /// All others.
    others: Vec<String>,
}

impl Names {
    fn new(name: &str) -> Option<Self> {
        let name = name.trim().trim_end_matches('\0');
        let base = file_name(name);
        safe_relative(base)?;
        let lower = base.to_ascii_lowercase();
        let known =
            ENDINGS.iter().copied().chain(["jpeg", "gz"]).find(|e| {
                lower.strip_suffix(e).and_then(|s| s.strip_suffix('.')).is_some_and(|s| !s.is_empty())
            });
        let cut = known.map_or(0, |e| e.len() + 1);
        let without = |s: &str| s.get(..s.len() - cut).unwrap_or(s).to_owned();
        // `C:\a\b.dds` and `\a\b.dds` are worth their folders too, below the places looked at.
        let relative = name.rsplit(':').next().unwrap_or(name).trim_start_matches(['\\', '/']);
        let path = Some(relative.replace('\\', "/")).filter(|p| p.contains('/')).map(|p| without(&p));
        let own = path.as_deref().and_then(inside_extension).map(str::to_owned);
        let all = ENDINGS.iter().copied().chain(["jpeg"]).flat_map(|e| [format!(".{e}"), format!(".{e}.gz")]);
        let (given, others) = match known {
            Some("gz") => (vec![".gz".to_owned()], Vec::new()),
            Some(e) => {
                let given = vec![format!(".{e}"), format!(".{e}.gz")];
                (given.clone(), all.chain([".gz".to_owned()]).filter(|e| !given.contains(e)).collect())
            }
            // An ending nobody knows may be part of the name; so may none at all.
            None => {
                let first = if base.contains('.') { Some(String::new()) } else { None };
                let mut given: Vec<String> = first.into_iter().chain(all).collect();
                given.push(".gz".into());
                (given, Vec::new())
            }
        };
        Some(Self { paths: path.into_iter().chain(own).collect(), base: without(base), given, others })
    }
}

/// What comes after `extensions/<mod>/`.
fn inside_extension(path: &str) -> Option<&str> {
    let (first, rest) = path.split_once('/')?;
    let (_, inner) = rest.split_once('/')?;
    first.eq_ignore_ascii_case("extensions").then_some(inner)
}
