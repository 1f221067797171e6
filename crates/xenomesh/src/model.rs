//! A file that was opened once: its format, its document, its bytes and what reading found.

use crate::{Error, Result, Source, findings};
use bytes::Bytes;
use formats::{Document, Format, LoadOptions, Repair, open_as};
use scene::{Files, Memory, Overlay, Scene};
use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wire::{Diagnostic, Severity, Sink, Trace};

/// How often a document is repaired at most.
const REPAIRS: usize = 4;

/// A file that was opened.
///
/// ```
/// let model = xenomesh::open("../../samples/xnalara/character.mesh")?;
/// assert_eq!(model.format(), "xnalara-bin");
/// let scene = model.scene(&xenomesh::LoadOptions::default())?;
/// assert!(scene.meshes.len() > 3);
/// # Ok::<(), xenomesh::Error>(())
/// ```
pub struct Model {
    pub(crate) source: Source,
    pub(crate) options: LoadOptions,
    pub(crate) bytes: Bytes,
    pub(crate) format: &'static Format,
    pub(crate) document: Box<dyn Document>,
    pub(crate) trace: Option<Trace>,
    /// What reading found.
    pub(crate) sink: Sink,
    /// Whether the document still is what was read.
    pristine: bool,
    /// The game folder that [`Model::look_into`] laid below the file's own.
    game: Option<PathBuf>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut out = f.debug_struct("Model");
        out.field("label", &self.source.label).field("format", &self.format()).finish_non_exhaustive()
    }
}

/// Why a file could not be opened, and what is known of it all the same.
pub(crate) struct Unopened {
    pub bytes: Bytes,
    pub format: Option<&'static Format>,
    pub sink: Sink,
    pub error: wire::Error,
}

impl Model {
    /// Opens a source with options of reading.
    pub fn open(source: &Source, options: &LoadOptions) -> Result<Self> {
        Self::read_traced(source, options, false).map_err(|failed| failed.error.into())
    }

    /// Opens bytes that are not in a file. The name decides where the content does not, and gives the model its name.
    ///
    /// ```
    /// let bytes = std::fs::read("../../samples/emfx/xrebirth/character.xac")?;
    /// let model = xenomesh::Model::from_bytes("character.xac", bytes.clone())?;
    /// assert_eq!((model.format(), model.version().as_str()), ("xac", "1.0"));
    /// assert_eq!(model.write(), bytes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(name: &str, bytes: impl Into<Vec<u8>>) -> Result<Self> {
        Self::open(&Source::in_memory(name, bytes), &LoadOptions::default())
    }

    /// Makes a model of the JSON that [`Model::dump`] gives.
    ///
    /// ```
    /// let model = xenomesh::open("../../samples/xnalara/wave.pose")?;
    /// let again = xenomesh::Model::build("wave.pose", &model.dump())?;
    /// assert_eq!(again.write(), model.write());
    /// # Ok::<(), xenomesh::Error>(())
    /// ```
    pub fn build(name: &str, json: &[u8]) -> Result<Self> {
        let document = formats::build(json)?;
        let format = formats::by_id(document.format())
            .ok_or_else(|| Error::Request(format!("{} is not a format", document.format())))?;
        let bytes = document.write();
        Ok(Self {
            source: Source::in_memory(name, bytes.clone()),
            options: LoadOptions::default(),
            bytes: bytes.into(),
            format,
            document,
            trace: None,
            sink: Sink::new(),
            pristine: true,
            game: None,
        })
    }

    /// Identifies once, reads once.
    pub(crate) fn read_traced(
        source: &Source,
        options: &LoadOptions,
        traced: bool,
    ) -> std::result::Result<Self, Box<Unopened>> {
        let mut failed =
            Unopened { bytes: Bytes::new(), format: None, sink: Sink::new(), error: cannot_happen() };
        let opened = source.read().and_then(|bytes| {
            failed.bytes = bytes;
            open_as(&mut failed.format, &failed.bytes, source.file_name(), options, traced, &mut failed.sink)
        });
        match opened {
            Ok(opened) => Ok(Self {
                source: source.clone(),
                options: options.clone(),
                bytes: failed.bytes,
                format: opened.format,
                document: opened.document,
                trace: opened.trace,
                sink: failed.sink,
                pristine: true,
                game: None,
            }),
            Err(error) => Err(Box::new(Unopened { error, ..failed })),
        }
    }

    /// The id of its format: `xps`, `xac` …
    pub fn format(&self) -> &'static str {
        self.document.format()
    }

    /// The version as people say it: `3.15`, `1.0`; empty if the format has none.
    pub fn version(&self) -> String {
        self.document.version()
    }

    /// What it is called in messages.
    pub fn label(&self) -> &str {
        &self.source.label
    }

    /// Where it is.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The bytes it was read from.
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// What reading found. [`Model::validate`] looks for the rest.
    pub fn findings(&self) -> &[Diagnostic] {
        self.sink.findings()
    }

    /// Everything that is wrong with it, with the byte of each finding: what its rules say and what converting it to
    /// GLB would. Pictures are looked for next to the file and in the game of [`Model::look_into`]; one that is not
    /// there is a note here, since this file is not the worse for it.
    ///
    /// ```
    /// let model = xenomesh::open("../../tests/data/codes/XNA_INDEX_RANGE.mesh")?;
    /// let codes: Vec<&str> = model.validate().iter().map(|finding| finding.code.id).collect();
    /// assert!(codes.contains(&"XNA_INDEX_RANGE"));
    /// # Ok::<(), xenomesh::Error>(())
    /// ```
    pub fn validate(&self) -> Vec<Diagnostic> {
        let layout = if self.trace.is_none() { self.layout() } else { None };
        let trace = self.trace.as_ref().or(layout.as_ref());
        findings::of(&*self.document, &self.source, &self.options, self.sink.clone(), trace)
    }

    /// Gives findings their bytes, as long as the document is the one that was read.
    pub(crate) fn locate(&self, sink: &mut Sink) {
        match &self.trace {
            Some(trace) => sink.locate(trace),
            None => {
                if let Some(trace) = self.layout() {
                    sink.locate(&trace);
                }
            }
        }
    }

    /// Repairs what can be repaired; returns how many errors and warnings remain. A file with nothing but notes is not
    /// touched, unless [`LoadOptions::repair`] asks for notes too.
    pub fn fix(&mut self) -> usize {
        let notes = self.options.repair == formats::Repair::All;
        let serious = |d: &Diagnostic| d.severity != Severity::Info;
        let mut found = findings::of(&*self.document, &self.source, &self.options, self.sink.clone(), None);
        // A repair may bring to light what was hidden by what it repaired: then it is done once more.
        for _ in 0..REPAIRS {
            if !found.iter().any(|d| d.code.fixable && (notes || serious(d))) {
                break;
            }
            self.document.fix(&self.source.context(&self.options));
            self.changed();
            // Looked at as a reader would see it, not as it is in memory.
            let mut sink = Sink::new();
            let bytes = Bytes::from(self.document.write());
            let known = &mut Some(self.format);
            match open_as(known, &bytes, self.source.file_name(), &self.options, false, &mut sink) {
                Ok(opened) => self.document = opened.document,
                Err(_) => return 1,
            }
            found = findings::of(&*self.document, &self.source, &self.options, sink, None);
        }
        found.iter().filter(|d| serious(d)).count()
    }

    /// Repairs what is only worth a note, too: `validate --fix all`.
    ///
    /// ```
    /// let mut model = xenomesh::open("../../tests/data/codes/XAC_NODE_FLAGS.xac")?;
    /// let has_note = |m: &xenomesh::Model| m.validate().iter().any(|f| f.code.id == "XAC_NODE_FLAGS");
    /// model.fix();
    /// assert!(has_note(&model));
    /// model.fix_all();
    /// assert!(!has_note(&model));
    /// # Ok::<(), xenomesh::Error>(())
    /// ```
    pub fn fix_all(&mut self) -> usize {
        let before = std::mem::replace(&mut self.options.repair, Repair::All);
        let left = self.fix();
        self.options.repair = before;
        left
    }

    /// A game folder to look into for what is not next to the file: its files and its archives.
    pub fn look_into(&mut self, game: &Path) -> Result<()> {
        if self.game.as_deref() != Some(game) {
            let files = crate::archives::game_files(game)
                .map_err(|e| Error::Option { option: "game", message: format!("{}: {e}", game.display()) })?;
            let layers: Vec<Box<dyn Files>> = vec![Box::new(self.source.files.clone()), files];
            self.source.files = Arc::new(Overlay::new(layers));
            self.game = Some(game.to_owned());
        }
        Ok(())
    }

    /// Removes what identifies a person and nothing else; returns what it was, a line each.
    ///
    /// ```
    /// let mut model = xenomesh::open("../../samples/xnalara/character_saved.xps")?;
    /// assert!(!model.scrub().is_empty());
    /// assert!(model.scrub().is_empty());
    /// # Ok::<(), xenomesh::Error>(())
    /// ```
    pub fn scrub(&mut self) -> Vec<String> {
        self.changed();
        self.document.scrub()
    }

    /// Recomputes sizes and counts after an edit.
    pub fn recount(&mut self) {
        self.changed();
        self.document.recount();
    }

    /// Findings and bytes of the file that was read do not hold for what it has become.
    fn changed(&mut self) {
        self.trace = None;
        self.sink = Sink::new();
        self.pristine = false;
    }

    /// Every field as JSON.
    pub fn dump(&self) -> Vec<u8> {
        let mut out = Vec::new();
        // A vector takes everything that is written to it.
        let _ = self.dump_to(&mut out);
        out
    }

    /// Every field as JSON, into a writer.
    pub fn dump_to(&self, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        self.document.dump(out)
    }

    /// Names to show for hashes in [`Model::dump`]: those asked for, and those of the files next to this one.
    pub fn learn_names(&mut self) {
        self.document.learn_names(&self.source.context(&self.options));
    }

    /// The bytes; exactly those that were read while nothing was changed.
    pub fn write(&self) -> Vec<u8> {
        self.document.write()
    }

    /// The neutral model. A motion alone becomes a skeleton with that animation.
    pub fn scene(&self, options: &LoadOptions) -> Result<Scene> {
        self.scene_with(options, &mut Sink::new())
    }

    /// The neutral model, and what converting to it found.
    pub fn scene_with(&self, options: &LoadOptions, sink: &mut Sink) -> Result<Scene> {
        Ok(self.document.to_scene(&self.source.context(options), sink)?)
    }

    /// Which byte is which field; `None` once the model was changed.
    ///
    /// ```
    /// let model = xenomesh::open("../../samples/xnalara/character.mesh")?;
    /// let layout = model.layout().unwrap();
    /// assert_eq!(layout.untiled(model.bytes().len() as u64), None, "every byte is accounted for");
    /// # Ok::<(), xenomesh::Error>(())
    /// ```
    pub fn layout(&self) -> Option<Trace> {
        if !self.pristine {
            return None;
        }
        let (known, name) = (&mut Some(self.format), self.source.file_name());
        open_as(known, &self.bytes, name, &self.options, true, &mut Sink::new()).ok()?.trace
    }

    /// What is inside, as the type of its format.
    pub fn as_<T: Any>(&self) -> Option<&T> {
        (&*self.document as &dyn Any).downcast_ref()
    }

    /// The same, to change it. [`Model::write`] then gives the changed bytes.
    pub fn as_mut<T: Any>(&mut self) -> Option<&mut T> {
        if self.as_::<T>().is_some() {
            self.changed();
        }
        (&mut *self.document as &mut dyn Any).downcast_mut()
    }

    /// The document, whatever its format.
    pub fn document(&self) -> &dyn Document {
        &*self.document
    }

    /// Itself as it is now, as an input of a conversion: what is next to the file can still be found.
    pub fn to_source(&self) -> Source {
        let mut own = Memory::default();
        own.insert(self.source.path.clone(), self.document.write());
        let layers: Vec<Box<dyn Files>> = vec![Box::new(own), Box::new(self.source.files.clone())];
        Source { files: Arc::new(Overlay::new(layers)), ..self.source.clone() }
    }
}

/// Stands in until there is a real one.
fn cannot_happen() -> wire::Error {
    wire::Error::new(&formats::UNREADABLE, String::new())
}
