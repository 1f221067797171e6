//! A folder of models as a static page: it opens from disk, with no server and nothing from the network.
//!
//! | file of the site | holds |
//! |---|---|
//! | `index.html`, `gallery.css`, `gallery.js` | the page |
//! | `data.js` | one line a model: what cards, search, filters and sorting need |
//! | `details/<name>.js` | the report of one model, loaded when it is opened |
//! | `thumbs/<name>.png`, `models/<name>.glb` | its picture and its GLB |
//! | `models/<name>.js`, `stage.js` | the same GLB as a script, and what shows it in 3D: a page from disk may not fetch |
//! | `manifest.json` | what each model was made from; a second run makes anew only what changed |

pub mod record;

use crate::browser::replaced;
use crate::thumb::{Shot, still};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use formats::LoadOptions;
use rayon::prelude::*;
use record::{Answers, Recorder, fingerprint, unchanged};
use scene::Files;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use wire::{Severity, Sink};
use xenomesh::{AnimationReport, FileReport, Model, Recipe, SceneReport, Source, inspect, names};

/// One model and its path below the folder.
#[derive(Clone)]
pub struct Item {
    /// Where it is.
    pub source: Source,
    /// Shown path, with `/`.
    pub relative: String,
}

/// What a card shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// Path below the folder.
    pub path: String,
    /// Format id.
    pub format: String,
    /// Version as people say it.
    pub version: String,
    /// From which game, as far as the file or its folder says.
    pub game: String,
    /// Size of the file.
    pub bytes: u64,
    /// Number of vertices, finest level.
    pub vertices: usize,
    /// Number of triangles, finest level.
    pub triangles: usize,
    /// Number of joints.
    pub joints: usize,
    /// Number of motions.
    pub animations: usize,
    /// Number of findings: errors, warnings, notes.
    pub findings: [usize; 3],
    /// Why it cannot be shown, or empty.
    pub error: String,
    /// Its picture, or empty.
    pub thumb: String,
    /// Its GLB, or empty.
    pub glb: String,
    /// The same as a script, or empty.
    #[serde(default)]
    pub stage: String,
    /// Its report.
    pub detail: String,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    from: Answers,
    textures: Vec<Answers>,
    scrubbed: bool,
    card: Card,
}

#[derive(Serialize, Deserialize, Default)]
struct Manifest {
    /// Program version and options: a difference makes everything anew.
    settings: String,
    models: BTreeMap<String, Entry>,
}

/// How a gallery is made.
pub struct Options {
    /// Title of the page.
    pub title: String,
    /// How models are loaded.
    pub loader: Recipe,
    /// How pictures are taken.
    pub shot: Shot,
    /// Write GLB files too, and show them in 3D.
    pub glb: bool,
    /// Keep what identifies a person.
    pub private: bool,
}

/// How much was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Made in this run.
    pub made: usize,
    /// Kept from the last run.
    pub kept: usize,
    /// Could not be read.
    pub failed: usize,
    /// Gone since the last run.
    pub removed: usize,
    /// Models from which something was removed that identifies a person.
    pub scrubbed: usize,
}

/// Writes a whole file or nothing.
pub type Write<'a> = &'a (dyn Fn(&Path, &[u8]) -> Result<(), String> + Sync);

/// Makes or renews the gallery of some models in a folder. `step` is called once for every model.
pub fn write(
    items: &[Item],
    site: &Path,
    options: &Options,
    write: Write<'_>,
    step: &(dyn Fn() + Sync),
) -> Result<Summary, String> {
    let settings = settings(options);
    let old: Manifest = std::fs::read(site.join("manifest.json"))
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .filter(|m: &Manifest| m.settings == settings)
        .unwrap_or_default();
    let relative: Vec<&str> = items.iter().map(|i| i.relative.as_str()).collect();
    let stems = names::outputs(&relative, "");
    let made: Result<Vec<(Entry, bool)>, String> = items
        .par_iter()
        .zip(&stems)
        .map(|(item, stem)| {
            let stem = stem.trim_end_matches('.');
            let kept = old.models.get(&item.relative).filter(|m| still_good(m, item, site, options, stem));
            let out = match kept {
                Some(m) => {
                    let (from, textures) = (m.from.clone(), m.textures.clone());
                    (Entry { from, textures, scrubbed: m.scrubbed, card: m.card.clone() }, true)
                }
                None => (make(item, stem, site, options, write)?, false),
            };
            step();
            Ok(out)
        })
        .collect();
    let made = made?;
    let mut summary = Summary::default();
    for (m, kept) in &made {
        *(if *kept { &mut summary.kept } else { &mut summary.made }) += 1;
        summary.failed += usize::from(!m.card.error.is_empty());
        summary.scrubbed += usize::from(m.scrubbed);
    }
    let cards: Vec<&Card> = made.iter().map(|(m, _)| &m.card).collect();
    write_page(site, &options.title, &cards, write)?;
    let models: BTreeMap<String, Entry> =
        items.iter().map(|i| i.relative.clone()).zip(made.into_iter().map(|(m, _)| m)).collect();
    summary.removed = remove_gone(site, &old, &models);
    let manifest = serde_json::to_vec(&Manifest { settings, models }).map_err(|e| e.to_string())?;
    write(&site.join("manifest.json"), &manifest)?;
    Ok(summary)
}

fn settings(options: &Options) -> String {
    let l = &options.loader;
    let motions: Vec<String> = l
        .motions
        .iter()
        .map(|m| format!("{}={}", m.label, m.read().map_or_else(|_| String::new(), |b| fingerprint(&b))))
        .collect();
    let folders = l.textures.as_ref().map(Vec::len);
    let text = format!(
        "{}|{:?}|{}|{motions:?}|{}|{folders:?}|{:?}|{}|{}",
        env!("CARGO_PKG_VERSION"),
        l.options,
        options.title,
        l.auto,
        options.shot,
        options.glb,
        options.private
    );
    fingerprint(text.as_bytes())
}

/// Nothing it was made from changed and what was made is still there, under the name it would get today.
fn still_good(made: &Entry, item: &Item, site: &Path, options: &Options, stem: &str) -> bool {
    let folders = options.loader.textures.as_deref().unwrap_or_default();
    let outputs = [&made.card.thumb, &made.card.glb, &made.card.stage, &made.card.detail];
    made.card.detail == format!("details/{stem}.js")
        && outputs.iter().filter(|p| !p.is_empty()).all(|p| site.join(p).is_file())
        && unchanged(&*item.source.files, &made.from)
        && folders.len() == made.textures.len()
        && folders.iter().zip(&made.textures).all(|(f, answers)| unchanged(&**f, answers))
}

fn make(item: &Item, stem: &str, site: &Path, options: &Options, write: Write<'_>) -> Result<Entry, String> {
    let recorder = Arc::new(Recorder::new(item.source.files.clone()));
    let folders: Vec<Arc<Recorder>> =
        options.loader.textures.iter().flatten().map(|f| Arc::new(Recorder::new(f.clone()))).collect();
    let source =
        Source { files: recorder.clone(), path: item.source.path.clone(), label: item.relative.clone() };
    let loader = Recipe {
        textures: options
            .loader
            .textures
            .as_ref()
            .map(|_| folders.iter().map(|f| Arc::clone(f) as Arc<dyn Files>).collect()),
        ..options.loader.clone()
    };
    let (source, scrubbed) =
        if options.private { (source, false) } else { scrubbed(source, &loader.options) };
    let mut report =
        inspect(&source, &loader.options, &|scene, sink| loader.locate(scene, &source, sink)).report;
    let mut card = card(item, stem, &report);
    if report.error.is_none() {
        match show(&loader, &source, options, &mut Sink::new()) {
            Ok(shown) => {
                card.animations = shown.animations.len();
                if let Some(scene) = &mut report.scene {
                    scene.animations = shown.animations;
                }
                let place = |folder: &str, extension: &str, bytes: Option<&[u8]>| -> Result<String, String> {
                    let Some(bytes) = bytes else { return Ok(String::new()) };
                    let path = format!("{folder}/{stem}.{extension}");
                    write(&site.join(&path), bytes).map(|()| path)
                };
                card.thumb = place("thumbs", "png", shown.picture.as_deref())?;
                card.glb = place("models", "glb", shown.glb.as_deref())?;
                let script = shown.glb.as_deref().map(|glb| as_script(&card.path, glb));
                card.stage = place("models", "js", script.as_deref().map(str::as_bytes))?;
            }
            Err(e) => {
                card.error = e.to_string();
                report.error = Some((&e).into());
            }
        }
    }
    let json = serde_json::to_string(&report).map_err(|e| e.to_string())?;
    let key = serde_json::to_string(&card.path).map_err(|e| e.to_string())?;
    write(&site.join(&card.detail), format!("gallery.detail({key},{json});\n").as_bytes())?;
    let textures = folders.iter().map(|f| f.answers()).collect();
    Ok(Entry { from: recorder.answers(), textures, scrubbed, card })
}

/// The model without what identifies a person, and whether there was any: galleries are made to be shared.
fn scrubbed(source: Source, options: &LoadOptions) -> (Source, bool) {
    let Ok(mut model) = Model::open(&source, options) else { return (source, false) };
    if model.scrub().is_empty() { (source, false) } else { (replaced(&source, model.write()), true) }
}

/// A GLB as a script that hands it to the page.
fn as_script(path: &str, glb: &[u8]) -> String {
    let key = serde_json::to_string(path).unwrap_or_default();
    format!("gallery.model({key},\"{}\");\n", BASE64_STANDARD.encode(glb))
}

/// What a card needs of a model.
struct Shown {
    picture: Option<Vec<u8>>,
    glb: Option<Vec<u8>>,
    /// With those that `--motions auto` bound.
    animations: Vec<AnimationReport>,
}

fn show(loader: &Recipe, source: &Source, options: &Options, sink: &mut Sink) -> wire::Result<Shown> {
    let scene = loader.scene(std::slice::from_ref(source), sink)?;
    let picture = still(&scene, &options.shot).and_then(|p| p.png().ok());
    let glb = if options.glb { Some(loader.glb(&scene, sink)?) } else { None };
    Ok(Shown { picture, glb, animations: SceneReport::new(&scene).animations })
}

fn card(item: &Item, stem: &str, report: &FileReport) -> Card {
    let scene = report.scene.as_ref();
    let all = || scene.into_iter().flat_map(|s| &s.meshes);
    // A file may be one coarse level, or nothing but collision.
    let finest = all().map(|m| (m.collision, m.lod)).min();
    let meshes = || all().filter(|m| Some((m.collision, m.lod)) == finest);
    let count = |s: Severity| report.findings.iter().filter(|f| f.severity == s).count();
    Card {
        path: item.relative.clone(),
        format: report.format.unwrap_or("unknown").to_owned(),
        version: report.version.clone(),
        game: game(item, report),
        bytes: report.bytes,
        vertices: meshes().map(|m| m.vertices).sum(),
        triangles: meshes().map(|m| m.triangles).sum(),
        joints: scene.map_or(0, |s| s.joints.len()),
        animations: scene.map_or(0, |s| s.animations.len()),
        findings: [count(Severity::Error), count(Severity::Warning), count(Severity::Info)],
        error: report.error.as_ref().map(|e| e.message.clone()).unwrap_or_default(),
        thumb: String::new(),
        glb: String::new(),
        stage: String::new(),
        detail: format!("details/{stem}.js"),
    }
}

/// What the file says, else the first folder: people keep games apart by folders.
fn game(item: &Item, report: &FileReport) -> String {
    let said = ["game", "profile", "engine"].iter().find_map(|k| report.details.get(k)?.as_str());
    let folder = item.relative.split_once('/').map(|(first, _)| first);
    said.or(folder).unwrap_or_default().to_owned()
}

const HTML: &str = include_str!("page.html");
const CSS: &str = include_str!("page.css");
const JS: &str = include_str!("page.js");
/// The 3D part of the viewer's page.
const STAGE: &[u8] = include_bytes!("../../page/app.js");

fn write_page(site: &Path, title: &str, cards: &[&Card], write: Write<'_>) -> Result<(), String> {
    let mut data = String::from("gallery.models([\n");
    for card in cards {
        data.push_str(&serde_json::to_string(card).map_err(|e| e.to_string())?);
        data.push_str(",\n");
    }
    data.push_str("]);\n");
    let safe = title.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    write(&site.join("gallery.css"), CSS.as_bytes())?;
    write(&site.join("gallery.js"), JS.as_bytes())?;
    if cards.iter().any(|c| !c.stage.is_empty()) {
        write(&site.join("stage.js"), STAGE)?;
    }
    write(&site.join("data.js"), data.as_bytes())?;
    write(&site.join("index.html"), HTML.replace("{{title}}", &safe).as_bytes())
}

/// Removes what the last run made of models that are no more, or made under another name.
fn remove_gone(site: &Path, old: &Manifest, new: &BTreeMap<String, Entry>) -> usize {
    let outputs = |m: &Entry| [&m.card.thumb, &m.card.glb, &m.card.stage, &m.card.detail].map(String::clone);
    let keep: std::collections::HashSet<String> = new.values().flat_map(outputs).collect();
    for path in old.models.values().flat_map(outputs).filter(|p| !p.is_empty() && !keep.contains(p)) {
        if let Some(safe) = scene::safe_relative(&path) {
            // What cannot be removed is left over, nothing worse.
            let _ = std::fs::remove_file(site.join(safe));
        }
    }
    old.models.keys().filter(|k| !new.contains_key(*k)).count()
}
