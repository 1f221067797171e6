//! The files a component leads to.

use super::super::rules::{ANIMATION, ELSEWHERE, GEOMETRY, NONE, REFERENCE};
use super::super::types::{LodEntry, Model, Part, text};
use crate::Context;
use crate::egosoft::ani::Ani;
use crate::egosoft::find;
use crate::egosoft::xml::{ElementId, Xml};
use scene::Files;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use wire::{Code, Error, Reader, Result, Sink};

/// Levels of detail looked for beyond those the XML declares.
const MAX_LODS: u32 = 16;
/// Levels of detail the XML may declare.
const MAX_DECLARED: u32 = 64;
/// How far macros are followed.
const MAX_HOPS: usize = 8;

/// A mesh file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LodFile {
    /// Level.
    pub lod: u32,
    /// Path in the file system.
    pub path: String,
    /// What the XML says about materials: number of the range (from 1) and name.
    pub materials: Vec<(u32, String)>,
}

/// The files of a part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PartFiles {
    /// By level.
    pub lods: Vec<LodFile>,
    /// The collision mesh.
    pub collision: Option<String>,
    /// The wreck, by level.
    pub wreck: Vec<LodFile>,
    /// The wreck's collision mesh.
    pub wreck_collision: Option<String>,
    /// Whether the engine's own physics are next to the collision mesh: `<part>-hull.jcs`, `<part>-mesh.jcs`.
    pub cooked: bool,
}

/// Where components are by their names: `index/components.xml` of the game and its extensions.
#[derive(Debug, Default)]
pub struct Index {
    /// Lower-case name to game paths, the strongest first.
    entries: HashMap<String, Vec<String>>,
}

/// What a missing component is: that of a mod, without the game it is for, is no mistake of the mod.
pub(crate) fn missing_code(cx: &Context<'_>) -> &'static Code {
    let has =
        |name: &str| find::ancestors(cx.path).any(|a| cx.files.resolve(&find::below(a, name)).is_some());
    if has("content.xml") && !has("01.cat") && !has("version.dat") { &ELSEWHERE } else { &REFERENCE }
}

impl Index {
    /// Reads all indices of components there are.
    pub fn load(files: &dyn Files, document: &str) -> Self {
        Self::read(files, document, "index/components.xml")
    }

    /// Reads all indices of macros there are.
    pub fn macros(files: &dyn Files, document: &str) -> Self {
        Self::read(files, document, "index/macros.xml")
    }

    fn read(files: &dyn Files, document: &str, name: &str) -> Self {
        let mut out = Self::default();
        // Later indices override earlier ones.
        for path in find::all(files, document, name).iter().rev() {
            let Some(xml) = files.read(path).ok().and_then(|bytes| Xml::parse(&bytes).ok()) else { continue };
            for e in xml.all("entry") {
                if let (Some(name), Some(value)) = (xml.attr(e, "name"), xml.attr(e, "value")) {
                    out.entries.entry(name.to_lowercase()).or_default().push(value.into_owned());
                }
            }
        }
        out
    }

    /// The XML of a component in the file system.
    pub fn find(&self, files: &dyn Files, document: &str, name: &str) -> Option<String> {
        let places = self.entries.get(&name.to_lowercase())?;
        places.iter().find_map(|value| {
            let file =
                if scene::has_extension(value, "xml") { value.clone() } else { format!("{value}.xml") };
            find::file(files, document, &file)
        })
    }
}

/// What a part may borrow from another component.
struct Lender {
    folder: Option<String>,
    /// By lower-case part.
    lods: HashMap<String, Vec<LodEntry>>,
}

/// Finds the files of one component; everything looked for is looked for once.
pub struct Finder<'m, 'c> {
    model: &'m Model<'m>,
    cx: &'c Context<'c>,
    folder: OnceCell<Option<String>>,
    index: OnceCell<Index>,
    lenders: RefCell<HashMap<String, Option<Rc<Lender>>>>,
    /// Components in no index: where one is used first, its name, how often it is used.
    missing: RefCell<BTreeMap<String, (ElementId, String, usize)>>,
}

impl<'m, 'c> Finder<'m, 'c> {
    /// Nothing is looked for yet.
    pub fn new(model: &'m Model<'m>, cx: &'c Context<'c>) -> Self {
        Self {
            model,
            cx,
            folder: OnceCell::new(),
            index: OnceCell::new(),
            lenders: RefCell::default(),
            missing: RefCell::default(),
        }
    }

    /// The geometry folder in the file system.
    pub fn geometry_folder(&self) -> Option<String> {
        let look = || find::folder(self.cx.files, self.cx.path, self.model.geometry.as_deref()?);
        self.folder.get_or_init(look).clone()
    }

    /// What a geometry folder of the game is that was not found.
    pub(crate) fn missing_folder(&self) -> &'static Code {
        if missing_code(self.cx).id == ELSEWHERE.id { &ELSEWHERE } else { &GEOMETRY }
    }

    /// The animation file next to the geometry folder.
    pub fn animation_file(&self) -> Option<String> {
        let geometry = self.model.geometry.as_deref()?.trim_end_matches(['\\', '/']);
        find::file(self.cx.files, self.cx.path, &format!("{geometry}.ani"))
    }

    /// What the animation file holds; one that cannot be read is reported.
    pub fn animations(&self, sink: &mut Sink) -> Option<Ani> {
        let path = self.animation_file()?;
        let read = self.cx.files.read(&path).map_err(|e| e.to_string()).and_then(|bytes| {
            let mut r = Reader::new(&bytes).with_limits(self.cx.options.limits);
            Ani::read(&mut r).map_err(|e| e.to_string())
        });
        read.map_err(|why| {
            let message = format!("{} cannot be read: {why}", scene::file_name(&path));
            sink.push(&ANIMATION, self.model.xml.describe(self.model.element), message);
        })
        .ok()
    }

    /// The mesh files of a part.
    pub fn part(&self, part: &Part) -> PartFiles {
        let Some((component, name)) = &part.reference else {
            return match self.geometry_folder() {
                Some(folder) => self.meshes(&folder, &part.name, &part.lods, part),
                None => PartFiles::default(),
            };
        };
        let Some(lender) = self.lender(component) else {
            let mut missing = self.missing.borrow_mut();
            missing.entry(component.to_lowercase()).or_insert((part.element, component.clone(), 0)).2 += 1;
            return PartFiles::default();
        };
        let Some(folder) = &lender.folder else { return PartFiles::default() };
        // Such a part has no levels of its own, so those of the lender hold.
        let theirs = lender.lods.get(&name.to_lowercase()).map(Vec::as_slice).unwrap_or_default();
        let lods = if part.lods.is_empty() { theirs } else { part.lods.as_slice() };
        self.meshes(folder, name, lods, part)
    }

    /// Says once what was not found, and how often it is used.
    pub fn report_missing(&self, sink: &mut Sink) {
        let missing = std::mem::take(&mut *self.missing.borrow_mut());
        for (element, component, uses) in missing.into_values() {
            let times = if uses == 1 { "once".to_owned() } else { format!("{uses} times") };
            let message = format!("component {component:?}, used {times}, is in no index");
            sink.push(missing_code(self.cx), self.model.xml.describe(element), message);
        }
    }

    fn lender(&self, component: &str) -> Option<Rc<Lender>> {
        let mut known = self.lenders.borrow_mut();
        known.entry(component.to_lowercase()).or_insert_with(|| self.look_up(component).map(Rc::new)).clone()
    }

    fn look_up(&self, component: &str) -> Option<Lender> {
        let (files, document) = (self.cx.files, self.cx.path);
        let index = self.index.get_or_init(|| Index::load(files, document));
        let path = index.find(files, document, component)?;
        let empty = Lender { folder: None, lods: HashMap::new() };
        let Some(xml) = files.read(&path).ok().and_then(|bytes| Xml::parse(&bytes).ok()) else {
            return Some(empty);
        };
        let Ok(model) = Model::new(&xml) else { return Some(empty) };
        let folder = model.geometry.as_deref().and_then(|g| find::folder(files, &path, g));
        let parts = model.connections.into_iter().flat_map(|c| c.parts);
        Some(Lender { folder, lods: parts.map(|p| (p.name.to_lowercase(), p.lods)).collect() })
    }

    fn meshes(&self, folder: &str, name: &str, lods: &[LodEntry], part: &Part) -> PartFiles {
        let look = |file: String| self.cx.files.resolve(&find::below(folder, &file));
        let declared = lods.iter().map(|l| l.index.saturating_add(1)).max().unwrap_or(0).min(MAX_DECLARED);
        let levels = |name: &str, lods: &[LodEntry]| -> Vec<LodFile> {
            let mut out = Vec::new();
            for lod in 0..MAX_LODS.max(declared) {
                match look(format!("{name}-lod{lod}.xmf")) {
                    Some(path) => {
                        let entry = lods.iter().find(|l| l.index == lod);
                        let materials = entry.map(|l| l.materials.clone()).unwrap_or_default();
                        out.push(LodFile { lod, path, materials });
                    }
                    // Levels are contiguous unless the XML says otherwise.
                    None if lod >= declared => break,
                    None => {}
                }
            }
            out
        };
        PartFiles {
            lods: levels(name, lods),
            collision: look(format!("{name}-collision.xmf")),
            wreck: part.wreck.as_deref().map(|w| levels(w, &[])).unwrap_or_default(),
            wreck_collision: part.wreck.as_deref().and_then(|w| look(format!("{w}-collision.xmf"))),
            cooked: ["hull", "mesh"].iter().any(|kind| look(format!("{name}-{kind}.jcs")).is_some()),
        }
    }
}

/// The component a macro file means: its path and XML.
pub fn macro_component(xml: &Xml, cx: &Context<'_>) -> Result<(String, Xml)> {
    let index = Index::load(cx.files, cx.path);
    let mut here: Option<Xml> = None;
    for _ in 0..MAX_HOPS {
        let xml = here.as_ref().unwrap_or(xml);
        let reference = xml
            .all("component")
            .find_map(|c| text(xml, c, "ref"))
            .ok_or_else(|| Error::new(&NONE, format!("<{}> names no component", xml.name(xml.root()))))?;
        let found = index
            .find(cx.files, cx.path, &reference)
            .or_else(|| find::file(cx.files, cx.path, &format!("{reference}.xml")))
            .ok_or_else(|| Error::new(missing_code(cx), format!("component {reference:?} is in no index")))?;
        let bytes = cx.files.read(&found).map_err(|e| Error::new(&REFERENCE, format!("{found}: {e}")))?;
        let next = Xml::parse(&bytes)?;
        if next.name(next.root()) != "macros" && Model::new(&next).is_ok() {
            return Ok((found, next));
        }
        here = Some(next);
    }
    Err(Error::new(&REFERENCE, "macros refer to one another without end"))
}
