//! `--motions auto`: the motions that the game's own definitions name for a model; without definitions, a guess.

use crate::Source;
use formats::motions::{self, Motion};
use formats::paradox::gfx::{Gfx, find_file};
use formats::{Context, Kind, LoadOptions, MOTION_BOUND, MOTION_NONE};
use scene::Scene;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use wire::Sink;

/// How much of a motion must find its node.
const SHARE: f64 = 0.8;
/// Most motions that are guessed for one model.
const MOST: usize = 12;

/// Binds them.
pub(crate) fn bind(scene: &mut Scene, model: &Source, options: &LoadOptions, sink: &mut Sink) {
    let cx = model.context(options);
    let definitions = definitions(&cx);
    if definitions.iter().all(|(_, gfx)| gfx.types.is_empty()) {
        guess(scene, model, options, sink);
        return;
    }
    let named = named(&definitions, &cx);
    if named.is_empty() {
        sink.push(
            &MOTION_NONE,
            model.file_name(),
            "no actor type of the game's .gfx files names a motion for it",
        );
    }
    for (clip, path, retarget, of) in named {
        let options = LoadOptions { retarget: retarget || options.retarget, ..options.clone() };
        let inner = Context { files: cx.files, path: &path, options: &options };
        let Ok(motion) = motions::read(&inner) else { continue };
        let before = scene.animations.len();
        if motion.document.animate(scene, &inner, sink).is_ok() {
            for animation in scene.animations.iter_mut().skip(before) {
                animation.name.clone_from(&clip);
            }
            sink.push(&MOTION_BOUND, scene::file_name(&path), format!("bound as {clip:?}: {of} names it"));
        }
    }
}

/// Every `.gfx` of the `interface` folders above a model, with its path. Read once for all models of a game.
fn definitions(cx: &Context<'_>) -> Vec<(String, Arc<Gfx>)> {
    let mut out = Vec::new();
    let mut folder = cx.folder();
    loop {
        let at = if folder.is_empty() { "interface".to_owned() } else { format!("{folder}/interface") };
        for entry in cx.files.list(&at).into_iter().filter(|e| !e.folder) {
            if entry.name.to_ascii_lowercase().ends_with(".gfx") {
                let path = format!("{at}/{}", entry.name);
                let inner = Context { path: &path, ..*cx };
                if let Some(gfx) = motions::definitions(&inner) {
                    out.push((path, gfx));
                }
            }
        }
        if folder.is_empty() {
            return out;
        }
        folder = scene::folder_of(folder);
    }
}

/// Clip, path, whether to retarget, and who says so; in the order of clips. Types that share an actor may have a motion
/// of their own for a state: then the clip has the type's name too.
fn named(definitions: &[(String, Arc<Gfx>)], cx: &Context<'_>) -> Vec<(String, String, bool, String)> {
    let mut states: BTreeMap<String, Vec<(String, bool, String)>> = BTreeMap::new();
    let name = scene::file_name(cx.path).to_lowercase();
    for (path, gfx) in definitions {
        let inner = Context { path, ..*cx };
        for t in &gfx.types {
            // Most types are of other actors: their names say so without a look at the disk.
            if scene::file_name(&t.actor).to_lowercase() != name
                || find_file(&inner, &t.actor).is_none_or(|found| !same_file(cx, &found))
            {
                continue;
            }
            for m in &t.motions {
                let Some(found) = find_file(&inner, &m.file) else { continue };
                let list = states.entry(m.state.clone()).or_default();
                if !list.iter().any(|(path, retarget, _)| *path == found && *retarget == t.retargeting) {
                    list.push((found, t.retargeting, t.name.clone()));
                }
            }
        }
    }
    let mut out = Vec::new();
    for (state, list) in states {
        let several = list.len() > 1;
        for (path, retarget, of) in list {
            let clip = if several { format!("{state} ({of})") } else { state.clone() };
            out.push((clip, path, retarget, of));
        }
    }
    out
}

/// Whether a file is the model: a folder of the game that is named alone has other paths than the game.
fn same_file(cx: &Context<'_>, found: &str) -> bool {
    found.eq_ignore_ascii_case(cx.path)
        || cx.files.display(found) == cx.files.display(cx.path)
        || matches!((cx.files.read(found), cx.files.read(cx.path)), (Ok(a), Ok(b)) if a == b)
}

/// The motions of the model's folder of whose tracks enough name a node, the likeliest of them.
fn guess(scene: &mut Scene, model: &Source, options: &LoadOptions, sink: &mut Sink) {
    let folder = model.folder();
    let names = scene.nodes.iter().map(|n| n.raw_name.clone().unwrap_or_else(|| n.name.clone().into_bytes()));
    let nodes: HashSet<Vec<u8>> = names.chain(scene.meshes.iter().flat_map(target_names)).collect();
    let mut fitting: Vec<(usize, usize, String, Arc<Motion>)> = Vec::new();
    for entry in model.files.list(folder) {
        let path = if folder.is_empty() { entry.name.clone() } else { format!("{folder}/{}", entry.name) };
        // A component has bound its own animations already.
        let own = model.path.to_ascii_lowercase().ends_with(".xml");
        let bound = own && entry.name.to_ascii_lowercase().ends_with(".ani");
        if entry.folder || path == model.path || bound || !has_motion_extension(&entry.name) {
            continue;
        }
        let cx = Context { files: &*model.files, path: &path, options };
        let Ok(motion) = motions::read(&cx) else { continue };
        let bound = motion.tracks.iter().filter(|t| t.names(&nodes)).count();
        if bound > 0 && (bound as f64) >= SHARE * motion.tracks.len() as f64 {
            let alike = common(scene::file_name(&model.path), &entry.name);
            fitting.push((alike, bound, path, motion));
        }
    }
    let all = fitting.len();
    fitting.sort_by(|a, b| (b.0, b.1, &a.2).cmp(&(a.0, a.1, &b.2)));
    fitting.truncate(MOST);
    fitting.sort_by(|a, b| a.2.cmp(&b.2));
    for (_, bound, path, motion) in fitting {
        let cx = Context { files: &*model.files, path: &path, options };
        if motion.document.animate(scene, &cx, sink).is_ok() {
            let tracks = motion.tracks.len();
            let left = if all > MOST { format!(" of which {MOST} are bound") } else { String::new() };
            let message = format!(
                "bound by a guess, {bound} of its {tracks} tracks name nodes of the model; {all} motions of the folder \
                 fit so{left}, and in games one in six of them is the model's own"
            );
            sink.push(&MOTION_BOUND, scene::file_name(&path), message);
        }
    }
}

/// How many characters two names begin with alike.
fn common(a: &str, b: &str) -> usize {
    a.chars().zip(b.chars()).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count()
}

/// Facial motions name morph targets instead of nodes.
fn target_names(mesh: &scene::Mesh) -> impl Iterator<Item = Vec<u8>> + '_ {
    mesh.targets.iter().map(|t| t.name.clone().into_bytes())
}

fn has_motion_extension(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    formats::FORMATS
        .iter()
        .filter(|f| f.kind == Kind::Motion)
        .flat_map(|f| f.extensions)
        .any(|e| lower.strip_suffix(e).is_some_and(|s| s.ends_with('.')))
}
