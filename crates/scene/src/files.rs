//! Where companions, textures and archives come from. No format opens a path.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

/// One entry of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Name within the folder.
    pub name: String,
    /// Whether it is a folder itself.
    pub folder: bool,
}

/// A small read-only file system. Paths are relative, with `/`; lookups ignore case and never leave the root.
pub trait Files: Send + Sync {
    /// The bytes of a file, by the spelling [`Files::resolve`] gave.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;
    /// What a folder holds, sorted by name; `""` is the root. Empty if there is no such folder.
    fn list(&self, folder: &str) -> Vec<Entry>;
    /// The true spelling of a file that exists, whatever case and slashes were asked for.
    fn resolve(&self, path: &str) -> Option<String>;
    /// A file of this name in any folder, where that can be said without walking through all of them: archives, whose
    /// models name their textures without a folder.
    fn find_name(&self, _name: &str) -> Option<String> {
        None
    }
    /// What to call a file in messages.
    fn display(&self, path: &str) -> String {
        path.to_owned()
    }
    /// A file of which only parts will be read, such as an archive.
    fn open(&self, path: &str) -> io::Result<Box<dyn ReadAt>> {
        Ok(Box::new(self.read(path)?))
    }
    /// What a folder truly is, where links can lead to it by several names: a walk goes into each once.
    fn identity(&self, _folder: &str) -> Option<PathBuf> {
        None
    }
    /// Entries of a folder that [`Files::list`] leaves out because they are links that lead out of the root.
    fn left_out(&self, _folder: &str) -> Vec<String> {
        Vec::new()
    }
}

/// Bytes that can be read from anywhere, by several threads at once.
pub trait ReadAt: Send + Sync {
    /// How many bytes there are.
    fn size(&self) -> io::Result<u64>;
    /// Fills the buffer from an offset; fewer bytes than that are an error.
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;
    /// `len` bytes from an offset. Nothing is allocated that is not there.
    fn read_at(&self, offset: u64, len: u64) -> io::Result<Vec<u8>> {
        let end = offset.checked_add(len).filter(|end| self.size().is_ok_and(|size| *end <= size));
        match (end, usize::try_from(len)) {
            (Some(_), Ok(len)) => {
                let mut out = vec![0; len];
                self.read_exact_at(&mut out, offset)?;
                Ok(out)
            }
            _ => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

impl ReadAt for Vec<u8> {
    fn size(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let part = usize::try_from(offset).ok().and_then(|at| self.get(at..)?.get(..buffer.len()));
        buffer.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

impl ReadAt for std::fs::File {
    fn size(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    #[cfg(unix)]
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, buffer, offset)
    }

    #[cfg(windows)]
    fn read_exact_at(&self, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
        while !buffer.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(self, buffer, offset)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                n => {
                    buffer = buffer.get_mut(n..).unwrap_or_default();
                    offset += n as u64;
                }
            }
        }
        Ok(())
    }

    /// A browser has no disk.
    #[cfg(not(any(unix, windows)))]
    fn read_exact_at(&self, _: &mut [u8], _: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl<T: Files + ?Sized> Files for Arc<T> {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        (**self).read(path)
    }
    fn list(&self, folder: &str) -> Vec<Entry> {
        (**self).list(folder)
    }
    fn resolve(&self, path: &str) -> Option<String> {
        (**self).resolve(path)
    }
    fn find_name(&self, name: &str) -> Option<String> {
        (**self).find_name(name)
    }
    fn display(&self, path: &str) -> String {
        (**self).display(path)
    }
    fn open(&self, path: &str) -> io::Result<Box<dyn ReadAt>> {
        (**self).open(path)
    }
    fn identity(&self, folder: &str) -> Option<PathBuf> {
        (**self).identity(folder)
    }
    fn left_out(&self, folder: &str) -> Vec<String> {
        (**self).left_out(folder)
    }
}

/// The part of a path after the last `\`, `/` or `:`.
pub fn file_name(path: &str) -> &str {
    path.rsplit(['\\', '/', ':']).next().unwrap_or(path)
}

/// The file name of a path without its last extension.
pub fn stem(path: &str) -> &str {
    let base = file_name(path);
    base.rsplit_once('.').map_or(base, |(stem, _)| stem)
}

/// The folder of a path: `a/b` of `a/b/c`, empty where there is none.
pub fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A folder and those above it, up to the root: `a/b`, `a`, ``.
pub fn upwards(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |f| (!f.is_empty()).then(|| folder_of(f)))
}

/// A path below a folder.
pub fn below(folder: &str, path: &str) -> String {
    if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") }
}

/// Whether a file name has an extension (`xac`, `mesh.ascii`), whatever its case.
pub fn has_extension(name: &str, extension: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    lower.strip_suffix(&extension.to_ascii_lowercase()).is_some_and(|s| s.ends_with('.'))
}

/// A path from inside a file, made safe: relative, `/` only, no `..`, no drive, no device name, no NUL.
pub fn safe_relative(path: &str) -> Option<String> {
    let mut out: Vec<&str> = Vec::new();
    for part in path.split(['\\', '/']) {
        match part {
            "" | "." => {}
            ".." => return None,
            _ if part.contains([':', '\0']) || is_device(part) => return None,
            _ => out.push(part),
        }
    }
    if out.is_empty() || path.starts_with(['/', '\\']) { None } else { Some(out.join("/")) }
}

/// A path from inside an archive as a file to write: the same rule on every system, so that what one can unpack all can.
/// The reason otherwise.
pub fn portable_relative(path: &str) -> Result<String, &'static str> {
    let safe = safe_relative(path).ok_or("the path leads out of the folder, or names a device")?;
    if safe.chars().any(|c| c.is_control() || "<>:\"|?*".contains(c)) {
        return Err("the name has a character that not every system can hold");
    }
    if safe.split('/').any(|part| part.ends_with(['.', ' ']) || part.starts_with(' ')) {
        return Err("a part of the name starts with a blank, or ends in a blank or a dot");
    }
    if safe.split('/').any(|part| part.len() > 240) || safe.len() > 1024 || safe.split('/').count() > 64 {
        return Err("the name is longer, or deeper, than every system can hold");
    }
    Ok(safe)
}

fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or(part).trim_end().to_ascii_uppercase();
    matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$" | "CLOCK$")
        || (stem.len() == 4
            && (stem.starts_with("COM") || stem.starts_with("LPT"))
            && stem.ends_with(|c: char| c.is_ascii_digit()))
}

/// A folder on disk. Links that lead out of it are not there, unless [`Folder::following`] says so.
pub struct Folder {
    root: PathBuf,
    follow: bool,
    /// A name in the root that somebody typed: where it leads is what was meant.
    named: Option<String>,
    /// What the root truly is, once somebody asked.
    real: OnceLock<Option<PathBuf>>,
    /// Listings by folder, so that a thousand textures cost one look at the disk.
    cache: Mutex<HashMap<String, Arc<Listing>>>,
}

/// What a folder holds, and where each name is whatever its case.
struct Listing {
    entries: Vec<Entry>,
    /// Links that lead out of the root.
    left_out: Vec<String>,
    /// The first entry by whether it is a folder and lower-case name.
    by_name: HashMap<(bool, String), usize>,
}

impl Listing {
    /// `inside` says whether a link may be followed.
    fn new(dir: &Path, inside: impl Fn(&str, &Path) -> bool) -> Self {
        let mut left_out = Vec::new();
        let mut entries: Vec<Entry> = std::fs::read_dir(dir)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|e| {
                let name = e.file_name().into_string().ok()?;
                // Only a link needs a second look.
                let folder = match e.file_type() {
                    Ok(kind) if !kind.is_symlink() => kind.is_dir(),
                    _ if !inside(&name, &e.path()) => {
                        left_out.push(name);
                        return None;
                    }
                    _ => e.path().is_dir(),
                };
                Some(Entry { name, folder })
            })
            .collect();
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        left_out.sort();
        let mut by_name = HashMap::with_capacity(entries.len());
        for (i, entry) in entries.iter().enumerate() {
            by_name.entry((entry.folder, entry.name.to_lowercase())).or_insert(i);
        }
        Self { entries, left_out, by_name }
    }

    /// The exact spelling first, else the first that differs in case only.
    fn find(&self, name: &str, folder: bool) -> Option<&Entry> {
        let exact = self.entries.binary_search_by(|e| e.name.as_str().cmp(name)).ok();
        exact
            .and_then(|i| self.entries.get(i))
            .filter(|e| e.folder == folder)
            .or_else(|| self.entries.get(*self.by_name.get(&(folder, name.to_lowercase()))?))
    }
}

impl Folder {
    /// Files below a folder.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self {
            root: root.into(),
            follow: false,
            named: None,
            real: OnceLock::new(),
            cache: Mutex::new(HashMap::new()),
        }
    }

    /// Whether links may lead out of the folder.
    pub fn following(mut self, follow: bool) -> Self {
        self.follow = follow;
        self
    }

    /// A file of the folder that somebody named: if it is a link, it is followed wherever it leads.
    pub fn naming(mut self, name: &str) -> Self {
        self.named = Some(name.to_owned());
        self
    }

    fn real(&self) -> Option<&Path> {
        self.real.get_or_init(|| std::fs::canonicalize(&self.root).ok()).as_deref()
    }

    fn is_inside(&self, path: &Path) -> bool {
        let real = std::fs::canonicalize(path).ok();
        self.follow || real.is_some_and(|r| self.real().is_some_and(|root| r.starts_with(root)))
    }

    /// Where a file is, if nothing on the way leads out of the folder.
    fn place(&self, path: &str) -> io::Result<PathBuf> {
        let refused = |why: &str| io::Error::new(io::ErrorKind::InvalidInput, format!("{path:?} {why}"));
        let safe = safe_relative(path).ok_or_else(|| refused("leaves the folder"))?;
        let place = self.root.join(&safe);
        let mut way = self.root.clone();
        let linked = safe.split('/').any(|part| {
            way.push(part);
            std::fs::symlink_metadata(&way).is_ok_and(|m| m.file_type().is_symlink())
        });
        if linked && self.named.as_deref() != Some(&safe) && place.exists() && !self.is_inside(&place) {
            return Err(refused("is a link that leads out of the folder; --follow takes it"));
        }
        Ok(place)
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn listing(&self, folder: &str) -> Option<Arc<Listing>> {
        if let Ok(cache) = self.cache.lock()
            && let Some(hit) = cache.get(folder)
        {
            return Some(hit.clone());
        }
        let dir = match folder {
            "" => self.root.clone(),
            _ => self.root.join(safe_relative(folder)?),
        };
        let named = |name: &str| folder.is_empty() && self.named.as_deref() == Some(name);
        let made = Arc::new(Listing::new(&dir, |name, path| named(name) || self.is_inside(path)));
        if let Ok(mut cache) = self.cache.lock() {
            cache.insert(folder.to_owned(), made.clone());
        }
        Some(made)
    }
}

impl Files for Folder {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        crate::disk::read(&self.place(path)?)
    }

    fn list(&self, folder: &str) -> Vec<Entry> {
        self.listing(folder).map_or_else(Vec::new, |l| l.entries.clone())
    }

    fn resolve(&self, path: &str) -> Option<String> {
        let safe = safe_relative(path)?;
        let mut found = String::new();
        let mut parts = safe.split('/').peekable();
        while let Some(part) = parts.next() {
            let listing = self.listing(&found)?;
            let hit = listing.find(part, parts.peek().is_some())?;
            if !found.is_empty() {
                found.push('/');
            }
            found.push_str(&hit.name);
        }
        Some(found)
    }

    fn display(&self, path: &str) -> String {
        self.root.join(path).display().to_string()
    }

    fn open(&self, path: &str) -> io::Result<Box<dyn ReadAt>> {
        Ok(Box::new(crate::disk::open(&self.place(path)?)?))
    }

    fn identity(&self, folder: &str) -> Option<PathBuf> {
        let place =
            if folder.is_empty() { self.root.clone() } else { self.root.join(safe_relative(folder)?) };
        std::fs::canonicalize(place).ok()
    }

    fn left_out(&self, folder: &str) -> Vec<String> {
        self.listing(folder).map_or_else(Vec::new, |l| l.left_out.clone())
    }
}

/// Files in memory: tests, uploads, one file of an archive.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    files: BTreeMap<String, Vec<u8>>,
    /// The first path of each spelling in small letters.
    lower: HashMap<String, String>,
}

impl Memory {
    /// Adds or replaces a file.
    pub fn insert(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        let path = path.into();
        let first = self.lower.entry(path.to_lowercase()).or_insert_with(|| path.clone());
        if path < *first {
            first.clone_from(&path);
        }
        self.files.insert(path, bytes.into());
    }
}

impl Files for Memory {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.files.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn list(&self, folder: &str) -> Vec<Entry> {
        let mut out: BTreeMap<String, bool> = BTreeMap::new();
        let start = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let below = self.files.range(start.clone()..).map(|(path, _)| path.strip_prefix(&start));
        for rest in below.map_while(|rest| rest) {
            match rest.split_once('/') {
                Some((name, _)) => out.insert(name.to_owned(), true),
                None => out.insert(rest.to_owned(), false),
            };
        }
        out.into_iter().map(|(name, folder)| Entry { name, folder }).collect()
    }

    fn resolve(&self, path: &str) -> Option<String> {
        let safe = safe_relative(path)?;
        if self.files.contains_key(&safe) {
            return Some(safe);
        }
        self.lower.get(&safe.to_lowercase()).cloned()
    }
}

/// Several file systems, the first that has a file wins.
#[derive(Default)]
pub struct Overlay {
    layers: Vec<Box<dyn Files>>,
}

impl Overlay {
    /// Layers from the strongest to the weakest.
    pub fn new(layers: Vec<Box<dyn Files>>) -> Self {
        Self { layers }
    }

    /// Adds a weaker layer.
    pub fn push(&mut self, layer: Box<dyn Files>) {
        self.layers.push(layer);
    }
}

impl Files for Overlay {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        for layer in &self.layers {
            if let Some(found) = layer.resolve(path) {
                return layer.read(&found);
            }
        }
        Err(io::ErrorKind::NotFound.into())
    }

    fn list(&self, folder: &str) -> Vec<Entry> {
        let mut out: BTreeMap<String, Entry> = BTreeMap::new();
        for entry in self.layers.iter().flat_map(|l| l.list(folder)) {
            out.entry(entry.name.to_lowercase()).or_insert(entry);
        }
        let mut out: Vec<Entry> = out.into_values().collect();
        out.sort_by(|a, b| a.name.cmp(&b.name));
        out
    }

    fn resolve(&self, path: &str) -> Option<String> {
        self.layers.iter().find_map(|l| l.resolve(path))
    }

    fn find_name(&self, name: &str) -> Option<String> {
        self.layers.iter().find_map(|l| l.find_name(name))
    }

    fn display(&self, path: &str) -> String {
        let layer = self.layers.iter().find(|l| l.resolve(path).is_some());
        layer.map_or_else(|| path.to_owned(), |l| l.display(path))
    }

    fn open(&self, path: &str) -> io::Result<Box<dyn ReadAt>> {
        for layer in &self.layers {
            if let Some(found) = layer.resolve(path) {
                return layer.open(&found);
            }
        }
        Err(io::ErrorKind::NotFound.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leaves_the_root() {
        for bad in
            ["../x", "a/../../x", "/etc/passwd", "C:\\x", "a/nul", "COM1.txt", "\\\\host\\x", "", "a\0b"]
        {
            assert_eq!(safe_relative(bad), None, "{bad:?}");
        }
        assert_eq!(safe_relative("a\\.\\B//c.png").as_deref(), Some("a/B/c.png"));
    }

    #[test]
    fn names_that_trouble_some_system_are_refused_on_all() {
        let long = "x".repeat(241);
        let deep = "a/".repeat(65) + "b";
        for bad in [
            "CLOCK$",
            "a./b",
            "a /b",
            " a",
            "a\u{1}",
            "a\u{85}b",
            "a?b",
            "x:y",
            "../a",
            &long,
            &deep,
            "a/aux.xml",
        ] {
            assert!(portable_relative(bad).is_err(), "{bad:?}");
        }
        assert_eq!(portable_relative("assets\\Ship (1)/größe.xmf").unwrap(), "assets/Ship (1)/größe.xmf");
    }

    #[test]
    fn lookups_ignore_case_and_prefer_the_exact_name() {
        let mut m = Memory::default();
        m.insert("Tex/Hair.DDS", *b"1");
        m.insert("Tex/hair.dds", *b"2");
        assert_eq!(m.resolve("tex\\HAIR.dds").as_deref(), Some("Tex/Hair.DDS"));
        assert_eq!(m.resolve("Tex/hair.dds").as_deref(), Some("Tex/hair.dds"));
    }

    #[test]
    fn a_folder_on_disk_does_the_same() {
        let root = std::env::temp_dir().join(format!("xenomesh-files-{}", std::process::id()));
        std::fs::create_dir_all(root.join("Tex/tex")).unwrap();
        for name in ["Tex/Hair.DDS", "Tex/hair.dds", "Tex/TEX"] {
            std::fs::write(root.join(name), b"1").unwrap();
        }
        let files = Folder::new(&root);
        assert_eq!(files.resolve("TEX/HAIR.DDS").as_deref(), Some("Tex/Hair.DDS"));
        assert_eq!(files.resolve("tex/hair.dds").as_deref(), Some("Tex/hair.dds"));
        assert_eq!(files.resolve("tex\\tex").as_deref(), Some("Tex/TEX"), "a file, not the folder");
        assert_eq!(files.resolve("tex/none"), None);
        assert_eq!(files.list("Tex").len(), 4);
        std::fs::remove_dir_all(root).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_do_not_lead_out_of_the_folder() {
        use std::os::unix::fs::symlink;
        let root = std::env::temp_dir().join(format!("xenomesh-links-{}", std::process::id()));
        std::fs::create_dir_all(root.join("in/sub")).unwrap();
        std::fs::write(root.join("secret.xac"), b"s").unwrap();
        std::fs::write(root.join("in/own.xac"), b"o").unwrap();
        symlink("../secret.xac", root.join("in/out.xac")).unwrap();
        symlink("own.xac", root.join("in/alias.xac")).unwrap();
        symlink("..", root.join("in/sub/up")).unwrap();
        symlink("/", root.join("in/all")).unwrap();
        let names = |f: &Folder| f.list("").into_iter().map(|e| e.name).collect::<Vec<_>>();
        let files = Folder::new(root.join("in"));
        assert_eq!(names(&files), ["alias.xac", "own.xac", "sub"]);
        assert_eq!(files.left_out(""), ["all", "out.xac"]);
        assert_eq!(files.resolve("out.xac"), None);
        assert!(files.read("out.xac").unwrap_err().to_string().contains("--follow"));
        assert_eq!(files.read("alias.xac").unwrap(), b"o");
        assert_eq!(files.identity("sub/up"), files.identity(""));
        let named = Folder::new(root.join("in")).naming("out.xac");
        assert_eq!(named.read("out.xac").unwrap(), b"s", "what was named is followed");
        let all = Folder::new(root.join("in")).following(true);
        assert_eq!(all.read("out.xac").unwrap(), b"s");
        assert_eq!(names(&all).len(), 5);
        std::fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn the_first_layer_wins() {
        let (mut a, mut b) = (Memory::default(), Memory::default());
        a.insert("x.txt", *b"a");
        b.insert("X.TXT", *b"b");
        b.insert("y.txt", *b"b");
        let o = Overlay::new(vec![Box::new(a), Box::new(b)]);
        assert_eq!(o.read("X.TXT").unwrap(), b"a");
        assert_eq!(o.read("y.txt").unwrap(), b"b");
        assert_eq!(o.list("").len(), 2);
    }
}
