//! What was typed as an input becomes a list of sources: files, folders, globs, `archive.cat:inner/path`
//! (also `.ipf` and `.zip`).

use crate::{Error, Result, Source, archives};
use formats::{FORMATS, Format, Kind};
use glob::{MatchOptions, Pattern};
use scene::{Files, Folder};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One input and where its output belongs below an output folder.
#[derive(Clone)]
pub struct Input {
    /// Where it is.
    pub source: Source,
    /// Path below the folder or glob it was found by, or its file name.
    pub relative: String,
}

/// Which files of a walked folder are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Walk {
    /// Everything that has the extension of a format.
    #[default]
    All,
    /// Models only: no motions and archives, and no companions of a model next to them.
    Models,
    /// What can be drawn.
    Drawings,
    /// Pictures in a kind that other programs do not open: DDS, gzipped DDS, TGA.
    Pictures,
}

/// Finds inputs: files, folders, patterns and `archive.cat:inner/path`.
///
/// ```
/// use xenomesh::{Inputs, Walk};
/// let found = Inputs::new(Walk::Models).find(&["../../samples/xnalara"])?;
/// assert!(found.iter().any(|input| input.relative == "character.mesh"));
/// assert!(found.iter().all(|input| !input.relative.ends_with(".pose")), "motions are named one by one");
/// # Ok::<(), xenomesh::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Inputs {
    walk: Walk,
    game: Option<PathBuf>,
    disk: Option<Arc<dyn Files>>,
    follow: bool,
    limit: Option<u64>,
    gltf: bool,
}

/// Everything of a known format below some paths.
pub fn inputs(paths: &[impl AsRef<str>]) -> Result<Vec<Input>> {
    Inputs::default().find(paths)
}

impl Inputs {
    /// With a choice of what to take from folders.
    pub fn new(walk: Walk) -> Self {
        Self { walk, ..Self::default() }
    }

    /// A game folder: its files and catalogs are searched too.
    pub fn game(mut self, folder: Option<&Path>) -> Self {
        self.game = folder.map(Path::to_owned);
        self
    }

    /// Paths are looked for in here instead of on the disk.
    pub fn within(mut self, files: Option<Arc<dyn Files>>) -> Self {
        self.disk = files;
        self
    }

    /// Whether links may lead out of the folders that are named. One that does otherwise is an input that fails.
    pub fn follow(mut self, follow: bool) -> Self {
        self.follow = follow;
        self
    }

    /// Whether glTF files of folders are models too: for those who make something else of them.
    pub fn gltf(mut self, wanted: bool) -> Self {
        self.gltf = wanted;
        self
    }

    /// Most bytes that a file of an archive may inflate to; 1 GiB if absent.
    pub fn limit(mut self, bytes: Option<u64>) -> Self {
        self.limit = bytes;
        self
    }

    /// What the options of a conversion say about finding inputs.
    pub fn options(self, options: &crate::ConvertOptions) -> Self {
        self.game(options.game.as_deref()).follow(options.follow).limit(options.limit)
    }

    /// Finds one input: a file, `archive.cat:inner/path`, or `units.gfx:Soldier`, one actor type of a `.gfx`.
    pub fn one(&self, typed: &str) -> Result<Input> {
        let mut finder = self.finder()?;
        self.single(&mut finder, typed)
    }

    /// The same for many: folders are listed once, however many of their files are named.
    pub fn each(&self, typed: &[impl AsRef<str>]) -> Result<Vec<Result<Input>>> {
        let mut finder = self.finder()?;
        Ok(typed.iter().map(|typed| self.single(&mut finder, typed.as_ref())).collect())
    }

    fn single(&self, finder: &mut Finder, typed: &str) -> Result<Input> {
        let mut found = Vec::new();
        match crate::actor_types::split(typed) {
            Some((file, name)) if !Path::new(typed).exists() => {
                self.add(finder, file, &mut found)?;
                found = crate::actor_types::expand(found, Some(name), true)?;
            }
            _ => self.add(finder, typed, &mut found)?,
        }
        match (found.len(), found.pop()) {
            (1, Some(one)) => Ok(one),
            (several, _) => Err(Error::Request(format!("one file is wanted, not {several}"))),
        }
    }

    /// Finds all inputs. A path that does not exist becomes an input that fails, so that the others are still done.
    pub fn find(&self, paths: &[impl AsRef<str>]) -> Result<Vec<Input>> {
        let mut finder = self.finder()?;
        let mut out = Vec::new();
        for path in paths {
            self.add(&mut finder, path.as_ref(), &mut out)?;
        }
        Ok(out)
    }

    fn finder(&self) -> Result<Finder> {
        let mut finder = Finder {
            walk: self.walk,
            folders: HashMap::new(),
            game: None,
            follow: self.follow,
            gltf: self.gltf,
            limit: self.limit.unwrap_or(wire::Limits::default().bytes),
        };
        if let Some(dir) = &self.game {
            if !dir.is_dir() {
                return Err(not_a_folder("game", dir));
            }
            let files = archives::game_files(dir)
                .map_err(|e| Error::Option { option: "game", message: format!("{}: {e}", dir.display()) })?;
            finder.game = Some(Arc::from(files));
        }
        Ok(finder)
    }

    fn add(&self, finder: &mut Finder, typed: &str, out: &mut Vec<Input>) -> Result<()> {
        match &self.disk {
            Some(disk) => {
                let inner = typed.trim_end_matches(['/', '\\']).trim_start_matches("./");
                let inner = if inner == "." { "" } else { inner };
                finder.add_inside(disk, "", inner, typed.to_owned(), out)
            }
            None => finder.add(typed, out),
        }
    }
}

struct Finder {
    walk: Walk,
    folders: HashMap<PathBuf, Arc<dyn Files>>,
    game: Option<Arc<dyn Files>>,
    follow: bool,
    gltf: bool,
    limit: u64,
}

impl Finder {
    fn add(&mut self, typed: &str, out: &mut Vec<Input>) -> Result<()> {
        if let Some((archive, inner)) = archives::split(typed) {
            return self.add_archive(Path::new(&archive), inner, out);
        }
        let path = Path::new(typed);
        if archives::is_folder(typed, self.walk) && path.is_file() {
            return self.add_archive(path, "", out);
        }
        if path.is_dir() {
            // The listing is of the folder alone; a game laid below it is for companions.
            let files = self.folder(path);
            let before = out.len();
            self.walk_files(&Folder::new(path).following(self.follow), &files, "", typed, out);
            if out.len() == before {
                out.push(self.empty(typed));
            }
        } else if !path.exists() && typed.contains(['*', '?', '[']) {
            let found = self.glob(typed)?;
            if found.is_empty() {
                return Err(Error::Request(format!("{typed}: no file fits this pattern")));
            }
            out.extend(found);
        } else {
            out.push(self.file(path, typed));
        }
        Ok(())
    }

    /// A folder with nothing to do in it: an input that fails.
    fn empty(&self, typed: &str) -> Input {
        let why = match self.walk {
            Walk::All => "it holds no file of a known format; see `xenomesh formats`",
            Walk::Models => "it holds no model; motions and archives are named one by one",
            Walk::Pictures => "it holds no DDS, gzipped DDS or TGA picture",
            Walk::Drawings => "it holds no state machine (.bgp)",
        };
        refused(typed.to_owned(), scene::file_name(typed), why)
    }

    /// A path in a file system that is not the disk: in an archive, `root` is what is before the path.
    fn add_inside(
        &mut self,
        listing: &Arc<dyn Files>,
        root: &str,
        inner: &str,
        label: String,
        out: &mut Vec<Input>,
    ) -> Result<()> {
        let files = self.lay(listing.clone());
        let before = out.len();
        let folder = inner.trim_end_matches('/');
        if let Some(path) = files.resolve(inner) {
            let relative = scene::file_name(&path).to_owned();
            out.push(Input { source: Source { files, path, label }, relative });
        } else if folder.is_empty() || !listing.list(folder).is_empty() {
            self.walk_files(listing, &files, folder, &label, out);
            if out.len() == before {
                out.push(self.empty(label.trim_end_matches(':')));
            }
        } else if inner.contains(['*', '?', '[']) {
            let matcher = matcher(inner, !root.is_empty())?;
            let mut all = Vec::new();
            self.walk_files(listing, &files, "", root, &mut all);
            out.extend(all.into_iter().filter(|i| matcher(&i.source.path)));
            if out.len() == before {
                return Err(Error::Request(format!("{label}: no file fits this pattern")));
            }
        } else {
            let relative = if root.is_empty() { scene::file_name(inner) } else { inner }.to_owned();
            out.push(Input { source: Source { files, path: inner.to_owned(), label }, relative });
        }
        Ok(())
    }

    /// A file and the folder it may look around in.
    fn file(&mut self, path: &Path, label: &str) -> Input {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if let Some(game) = &self.game
            && !path.exists()
            && let Some(found) = game.resolve(label)
        {
            let source = Source { files: game.clone(), path: found, label: label.to_owned() };
            return Input { source, relative: name };
        }
        let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let root = match () {
            // Parts name their materials from the game's root too.
            () if scene::has_extension(&name, "xml") || scene::has_extension(&name, "xmf") => {
                game_root(parent)
            }
            // Definitions of Paradox games name files from the game's root, and are there for its actors.
            () if scene::has_extension(&name, "gfx") => {
                parent.ancestors().take(4).find(|a| a.join("gfx").is_dir())
            }
            () if scene::has_extension(&name, "xac") => {
                parent.ancestors().take(4).find(|a| a.join("gfx").is_dir() && a.join("interface").is_dir())
            }
            () => None,
        };
        let root = root.unwrap_or(parent);
        let inner = path.strip_prefix(root).map_or_else(|_| name.clone(), slashed);
        // A link that was named is followed, wherever it leads.
        let files = if path.is_symlink() {
            self.lay(Arc::new(Folder::new(root).following(self.follow).naming(&inner)))
        } else {
            self.folder(root)
        };
        Input { source: Source { files, path: inner, label: label.to_owned() }, relative: name }
    }

    fn folder(&mut self, root: &Path) -> Arc<dyn Files> {
        if let Some(known) = self.folders.get(root) {
            return known.clone();
        }
        let made = self.lay(Arc::new(Folder::new(root).following(self.follow)));
        self.folders.insert(root.to_owned(), made.clone());
        made
    }

    /// A file system over the game.
    fn lay(&self, files: Arc<dyn Files>) -> Arc<dyn Files> {
        match self.game.clone() {
            Some(game) => Arc::new(scene::Overlay::new(vec![Box::new(files), Box::new(game)])),
            None => files,
        }
    }

    fn walk_files(
        &self,
        listing: &dyn Files,
        files: &Arc<dyn Files>,
        base: &str,
        label: &str,
        out: &mut Vec<Input>,
    ) {
        let (mut found, left_out) = tree(listing, base);
        for path in left_out {
            let label = Path::new(label).join(path.strip_prefix(base).unwrap_or(&path));
            out.push(refused(label.display().to_string(), scene::file_name(&path), LEADS_OUT));
        }
        found.retain(|path| wanted(listing, path, self.walk, self.gltf));
        if self.walk == Walk::Models {
            drop_companions(&mut found, String::as_str);
        }
        for path in found {
            let relative = path.strip_prefix(base).unwrap_or(&path).trim_start_matches('/').to_owned();
            let label = if label.ends_with(':') {
                format!("{label}{relative}")
            } else {
                Path::new(label).join(&relative).display().to_string()
            };
            let source = Source { files: files.clone(), path, label };
            out.push(Input { source, relative });
        }
    }

    fn glob(&mut self, pattern: &str) -> Result<Vec<Input>> {
        let slashed = pattern.replace('\\', "/");
        let cut = slashed.find(['*', '?', '[']).unwrap_or(0);
        let base =
            slashed.get(..cut).and_then(|s| s.rfind('/')).and_then(|i| slashed.get(..=i)).unwrap_or("");
        let matcher = matcher(slashed.get(base.len()..).unwrap_or_default(), false)?;
        let root = if base.is_empty() { Path::new(".") } else { Path::new(base) };
        let (found, _) = tree(&Folder::new(root).following(self.follow), "");
        let fitting = found.into_iter().filter(|inner| matcher(inner));
        let input = |inner: String| {
            let mut input = self.file(&root.join(&inner), &format!("{base}{inner}"));
            input.relative = inner;
            input
        };
        Ok(fitting.map(input).collect())
    }

    fn add_archive(&mut self, archive: &Path, inner: &str, out: &mut Vec<Input>) -> Result<()> {
        let archived = archives::open_files(archive, self.limit).unwrap_or_else(|e| {
            // One input that fails; the others are still done.
            Arc::new(Unopened(scene::disk::plain(&e)))
        });
        let root = format!("{}:", archive.display());
        self.add_inside(&archived, &root, inner, format!("{root}{inner}"), out)
    }
}

/// The files below a folder, in order, and the links that were left out; hidden ones are passed over.
fn tree(listing: &dyn Files, base: &str) -> (Vec<String>, Vec<String>) {
    let (mut found, mut left_out) = (Vec::new(), Vec::new());
    let mut folders = vec![base.to_owned()];
    let mut seen = HashSet::new();
    while let Some(folder) = folders.pop() {
        // Links lead to a folder by many names: it is walked once.
        if listing.identity(&folder).is_some_and(|real| !seen.insert(real)) {
            continue;
        }
        let join = |name: &str| if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
        let visible = |name: &&str| !name.starts_with('.');
        left_out.extend(listing.left_out(&folder).iter().map(String::as_str).filter(visible).map(join));
        for entry in listing.list(&folder).iter().filter(|e| visible(&e.name.as_str())) {
            if entry.folder { &mut folders } else { &mut found }.push(join(&entry.name));
        }
    }
    found.sort();
    (found, left_out)
}

/// An option that wants a folder.
pub(crate) fn not_a_folder(option: &'static str, path: &Path) -> Error {
    let why = if path.exists() { "is not a folder" } else { "is not there" };
    Error::Option {
        option,
        message: format!("{} {why}; name the folder that the files are in", path.display()),
    }
}

const LEADS_OUT: &str = "it is a link that leads out of the folder that was named; --follow takes it in";

/// An input that fails with a sentence.
fn refused(label: String, name: &str, why: &str) -> Input {
    let source = Source { files: Arc::new(Unopened(why.into())), path: label.clone(), label };
    Input { source, relative: name.to_owned() }
}

/// On a disk `*` stays within a folder; in an archive it does not, and case does not matter.
fn matcher(pattern: &str, archive: bool) -> Result<impl Fn(&str) -> bool> {
    let options = MatchOptions {
        case_sensitive: !(archive || cfg!(windows)),
        require_literal_separator: !archive,
        ..MatchOptions::new()
    };
    let built = Pattern::new(pattern).map_err(|e| Error::Request(format!("pattern {pattern:?}: {e}")))?;
    Ok(move |path: &str| built.matches_with(path, options))
}

/// Whether a word can be an input: a file or folder that exists, a pattern, or something in an archive.
pub fn is_input(typed: &str) -> bool {
    Path::new(typed).exists() || typed.contains(['*', '?']) || archives::split(typed).is_some()
}

/// The folder above that looks like the root of a game's files.
fn game_root(from: &Path) -> Option<&Path> {
    from.ancestors()
        .filter(|a| !a.as_os_str().is_empty())
        .take(8)
        .find(|a| a.join("libraries").is_dir() || a.join("index").is_dir() || a.join("01.cat").is_file())
}

fn slashed(path: &Path) -> String {
    path.components().map(|c| c.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Whether a file of a walked folder is an input. XML is looked into: most of it is something else.
fn wanted(files: &dyn Files, path: &str, walk: Walk, gltf: bool) -> bool {
    let name = scene::file_name(path);
    if walk == Walk::Pictures {
        return crate::Target::is_game_picture(name);
    }
    let mut fitting = FORMATS.iter().filter(|f| f.extensions.iter().any(|e| scene::has_extension(name, e)));
    if scene::has_extension(name, "xml") {
        return walk != Walk::Drawings
            // One that cannot be read is an input that fails.
            && files.read(path).map_or(true, |bytes| {
                formats::identify(&bytes, name).is_ok_and(|f| walk == Walk::All || f.kind == Kind::Model)
            });
    }
    fitting.any(|f| match walk {
        Walk::All => true,
        Walk::Models => (gltf || f.id != "gltf") && (f.kind == Kind::Model || is_companion(f)),
        Walk::Drawings => f.id == "bgp",
        Walk::Pictures => false,
    })
}

/// A file that a model of its name takes in, and that is a model of its own without one.
fn is_companion(f: &Format) -> bool {
    f.kind == Kind::Companion && f.support.to_gltf
}

/// Leaves out what a model of the same name in the same folder takes in anyway.
pub fn drop_companions<T>(list: &mut Vec<T>, path: impl Fn(&T) -> &str) {
    let of_kind = |path: &str, wanted: &dyn Fn(&Format) -> bool| {
        let name = scene::file_name(path);
        FORMATS.iter().any(|f| wanted(f) && f.extensions.iter().any(|e| scene::has_extension(name, e)))
    };
    let stem = |path: &str| path.rsplit_once('.').map_or(path, |(stem, _)| stem).to_lowercase();
    let models: HashSet<String> = list
        .iter()
        .map(&path)
        .filter(|p| of_kind(p, &|f| f.kind == Kind::Model && f.id != "gltf"))
        .map(stem)
        .collect();
    list.retain(|item| {
        let path = path(item);
        !(models.contains(&stem(path)) && of_kind(path, &is_companion))
    });
}

/// An input that cannot be read, and why: it fails alone, the others are still done.
struct Unopened(String);

impl Files for Unopened {
    fn read(&self, _: &str) -> std::io::Result<Vec<u8>> {
        Err(std::io::Error::other(self.0.clone()))
    }

    fn list(&self, _: &str) -> Vec<scene::Entry> {
        Vec::new()
    }

    fn resolve(&self, path: &str) -> Option<String> {
        Some(path.to_owned())
    }
}
