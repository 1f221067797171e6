//! What every format offers, whatever it is.

use crate::{Confidence, LoadOptions, WriteOptions};
use scene::{Files, Scene};
use std::any::Any;
use std::io;
use wire::{Error, Reader, Result, Sink, Text, codes};

/// What a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Something to look at.
    Model,
    /// Moves a model; not converted alone when a folder is walked.
    Motion,
    /// Holds other files.
    Archive,
    /// Belongs to another file and is opened through it.
    Companion,
}

/// What works with a format: one row of `xenomesh formats`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Support {
    /// Reads it.
    pub read: bool,
    /// Writes it, byte for byte.
    pub write: bool,
    /// Has rules for it.
    pub validate: bool,
    /// Converts it to glTF.
    pub to_gltf: bool,
    /// Makes it from glTF.
    pub from_gltf: bool,
}

impl Support {
    /// A model that is only read.
    pub const MODEL: Self = Self { read: true, write: true, validate: true, to_gltf: true, from_gltf: false };
    /// An archive or a plan: there is nothing in it to convert.
    pub const NO_MODEL: Self = Self { to_gltf: false, ..Self::MODEL };
}

/// Where a document is and what was asked for.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The file system it was found in: companions and references.
    pub files: &'a dyn Files,
    /// Its own path in there, with `/`.
    pub path: &'a str,
    /// What was asked for.
    pub options: &'a LoadOptions,
}

impl Context<'_> {
    /// The folder of the document: `""` or `a/b`.
    pub fn folder(&self) -> &str {
        scene::folder_of(self.path)
    }

    /// A path next to the document.
    pub fn next_to(&self, name: &str) -> String {
        scene::below(self.folder(), name)
    }

    /// The document's file name.
    pub fn file_name(&self) -> &str {
        scene::file_name(self.path)
    }

    /// The file name without its format extension (`hero.mesh.ascii` → `hero`).
    pub fn stem(&self) -> &str {
        crate::registry::stem(self.file_name())
    }
}

/// A file made by [`crate::Format::from_scene`].
#[derive(Debug, Clone)]
pub struct Output {
    /// What follows the stem of the name asked for; the first output takes the name itself. `.walk.xsm`
    /// After a `/` it is a whole path next to the first: `/hull_data/part_main-lod0.xmf`.
    pub suffix: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// It is the file that the scene came from, to the byte or edited in place: what nobody edited nobody repairs.
    pub original: bool,
}

/// Files made from a scene, or why there are none.
pub type Outputs = Result<Vec<Output>>;

impl Output {
    /// A file that was made.
    pub fn new(suffix: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { suffix: suffix.into(), bytes, original: false }
    }

    /// The file's path from the folder of the first output, whose stem this is.
    #[must_use]
    pub fn file(&self, stem: &str) -> String {
        // A number continues the number of the first file: `nod001.pose`, `nod002.pose`.
        let numbered = self.suffix.starts_with(|c: char| c.is_ascii_digit());
        let stem = if numbered { stem.trim_end_matches(|c: char| c.is_ascii_digit()) } else { stem };
        self.suffix.strip_prefix('/').map_or_else(|| format!("{stem}{}", self.suffix), str::to_owned)
    }
}

/// A format, as its root type has it: a file that was read, all of its bytes as structure, and the ways to get one.
/// [`crate::Format::of`] makes the entry of the registry from it.
///
/// Readers are lenient and put what they noticed into the sink; [`Document::check`] looks for the rest.
pub trait Document: Any + Send + Sync {
    /// Is a file of this format? Bytes of the whole file and its lower-case name. A signature or a look at the first
    /// lines; where only reading decides, see [`Document::trial`].
    fn sniff(bytes: &[u8], name: &str) -> Confidence
    where
        Self: Sized;

    /// For formats without a signature: reads the file to see whether it is one. What was read is kept, so that no file
    /// is read twice. `None` if there is no need to try.
    fn trial(_r: &mut Reader<'_>, _name: &str, _sink: &mut Sink) -> Option<(Confidence, Result<Self>)>
    where
        Self: Sized,
    {
        None
    }

    /// Reads it.
    fn read(r: &mut Reader<'_>, sink: &mut Sink) -> Result<Self>
    where
        Self: Sized;

    /// Makes it from the `document` part of a dump.
    fn build(value: serde_json::Value) -> Result<Self>
    where
        Self: Sized;

    /// Makes files from a scene, the main one first, where that works. `like`: the original, which supplies what the
    /// detour through glTF lost.
    fn from_scene(_scene: &Scene, _like: Option<&Self>, _options: &WriteOptions, _sink: &mut Sink) -> Outputs
    where
        Self: Sized,
    {
        Err(Error::new(&codes::REQUEST, "files of this format cannot be made from a scene"))
    }

    /// An original of another format, as far as it can stand in for one of this: the formats in
    /// [`crate::Format::templates`].
    fn adopt(_other: &dyn Document) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Why it is of no use as a template, though others of its format are.
    fn no_template(&self) -> Option<&'static str> {
        None
    }

    /// Names of the pictures of a scene as files of this format name them, by [`scene::ImageId`].
    fn picture_names(scene: &Scene, _like: Option<&Self>) -> Vec<String>
    where
        Self: Sized,
    {
        scene::textures::file_names(scene)
    }

    /// The id of its format (`xps`, `xnalara-bin` …): one reader may give several.
    fn format(&self) -> &'static str;

    /// The version as people say it: `3.15`, `1.0`; empty if the format has none.
    fn version(&self) -> String {
        String::new()
    }

    /// The bytes; exactly those that were read while nothing was changed.
    fn write(&self) -> Vec<u8>;

    /// Every field as JSON. Implementations call [`crate::dump`].
    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()>;

    /// Names to show for hashes.
    fn set_names(&mut self, _names: &[String]) {}

    /// Names to show for hashes: those asked for, and those of the files next to this one. Called before `dump`.
    fn learn_names(&mut self, cx: &Context<'_>) {
        self.set_names(&cx.options.names);
    }

    /// A drawing of what is inside: `svg`, `dot` or `mmd`. `None` if there is nothing of the kind to draw.
    fn draw(&self, _kind: &str) -> Option<String> {
        None
    }

    /// Decoded buffers and their layout, by what follows the file's stem: for people who look at bytes. None for most.
    fn raw(&self) -> Vec<(String, Vec<u8>)> {
        Vec::new()
    }

    /// Recomputes sizes and counts after an edit of the JSON.
    fn recount(&mut self) {}

    /// Looks for everything that is wrong. Paths are those of the trace, so that offsets can be found.
    fn check(&self, cx: &Context<'_>, sink: &mut Sink);

    /// Repairs what can be repaired. Afterwards [`Document::check`] finds no error and no warning that is fixable; what
    /// is only worth a note stays unless [`LoadOptions::repair`] says [`crate::Repair::All`].
    fn fix(&mut self, _cx: &Context<'_>) {}

    /// Removes what identifies a person; returns what it was, a line each.
    fn scrub(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Format specific facts for `inspect`.
    fn details(&self, _cx: &Context<'_>) -> serde_json::Value {
        serde_json::Value::Object(serde_json::Map::new())
    }

    /// The model. A motion alone becomes a skeleton with that animation.
    fn to_scene(&self, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene>;

    /// Names of the nodes a motion moves, as they are in the file: for finding out whose motion it is.
    fn tracks(&self) -> Vec<Text> {
        Vec::new()
    }

    /// Adds this motion to a scene, bound by node name. Returns how many of its tracks found a node, and how many
    /// tracks there are.
    fn animate(&self, _scene: &mut Scene, _cx: &Context<'_>, _sink: &mut Sink) -> Result<(usize, usize)> {
        Err(Error::new(&codes::REQUEST, format!("a {} file holds no motion", self.format())))
    }
}

impl dyn Document {
    /// For templates and companions.
    pub fn as_any(&self) -> &dyn Any {
        self
    }
}

impl std::fmt::Debug for dyn Document {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Document").field(&self.format()).finish()
    }
}
