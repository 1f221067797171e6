//! Motions and definitions that several models share: read once for all of them.

use crate::paradox::gfx::Gfx;
use crate::{Context, Document, Names, UNREADABLE};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use wire::{Error, Result, Sink, Text};

/// Files kept at most, by their bytes.
const MOST: u64 = 256 << 20;

/// What was read, by what its file is called. Clones share what they hold.
#[derive(Clone, Default)]
pub struct MotionCache {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    motions: HashMap<String, Arc<Motion>>,
    definitions: HashMap<String, Option<Arc<Gfx>>>,
    bytes: u64,
}

impl std::fmt::Debug for MotionCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MotionCache")
    }
}

impl MotionCache {
    fn with<T>(&self, f: impl FnOnce(&mut State) -> T) -> T {
        f(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A motion and the names it moves.
pub struct Motion {
    /// The motion.
    pub document: Box<dyn Document>,
    /// Its tracks.
    pub tracks: Vec<Track>,
    /// How long its file is.
    pub bytes: u64,
}

/// A name as it is in the file, and as it is shown if that is something else.
pub struct Track {
    raw: Vec<u8>,
    shown: Option<Vec<u8>>,
}

impl Track {
    /// Whether it is one of some names. Nodes know their raw name, morph targets only the one that is shown.
    pub fn names(&self, nodes: &HashSet<Vec<u8>>) -> bool {
        nodes.contains(&self.raw) || self.shown.as_ref().is_some_and(|s| nodes.contains(s))
    }
}

/// The motion of a file, from the cache of the options where there is one.
pub fn read(cx: &Context<'_>) -> Result<Arc<Motion>> {
    let key = cx.files.display(cx.path);
    let cache = cx.options.motion_cache.as_ref();
    if let Some(known) = cache.and_then(|c| c.with(|s| s.motions.get(&key).cloned())) {
        return Ok(known);
    }
    let bytes = cx.files.read(cx.path).map_err(|e| Error::new(&UNREADABLE, e.to_string()))?;
    let size = bytes.len() as u64;
    let document = crate::open(&bytes.into(), cx.file_name(), cx.options, false, &mut Sink::new())?.document;
    let names = document.tracks();
    let shown = Names::detect(names.iter().map(Text::as_bytes), cx.options.encoding.as_deref())?;
    let track =
        |t: Text| Track { shown: t.as_str().is_none().then(|| shown.text(&t).into_bytes()), raw: t.0 };
    let motion = Arc::new(Motion { document, tracks: names.into_iter().map(track).collect(), bytes: size });
    if let Some(cache) = cache {
        cache.with(|s| {
            if s.bytes + size <= MOST {
                s.bytes += size;
                s.motions.insert(key, motion.clone());
            }
        });
    }
    Ok(motion)
}

/// The definitions of a `.gfx` file, from the cache of the options where there is one. `None` if it cannot be read.
pub fn definitions(cx: &Context<'_>) -> Option<Arc<Gfx>> {
    let key = cx.files.display(cx.path);
    let cache = cx.options.motion_cache.as_ref();
    if let Some(known) = cache.and_then(|c| c.with(|s| s.definitions.get(&key).cloned())) {
        return known;
    }
    let bytes = cx.files.read(cx.path).ok();
    let opened =
        bytes.and_then(|b| crate::open(&b.into(), cx.file_name(), cx.options, false, &mut Sink::new()).ok());
    let gfx = opened.and_then(|o| o.document.as_any().downcast_ref::<Gfx>().cloned()).map(Arc::new);
    if let Some(cache) = cache {
        cache.with(|s| s.definitions.insert(key, gfx.clone()));
    }
    gfx
}
