//! Reports to the pages when an opened file, or one next to it, changes, and when new ones come.

use super::state::State;
use crate::session::Open;
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// Programs write a file in many small steps: wait until they are through.
const QUIET: Duration = Duration::from_millis(150);

/// Watches the folders of all opened files. Where watching is not possible there is no reloading, nothing worse.
pub fn start(state: &Arc<State>, roots: &[PathBuf]) -> Option<RecommendedWatcher> {
    let (sender, receiver) = channel::<PathBuf>();
    let mut watcher = watcher(sender)?;
    let mut files = places(state);
    let folders: BTreeSet<&Path> = files.iter().filter_map(|(_, p)| p.parent()).collect();
    for folder in folders {
        let _ = watcher.watch(folder, RecursiveMode::NonRecursive);
    }
    for root in roots {
        let _ = watcher.watch(root, RecursiveMode::Recursive);
    }
    let state = Arc::downgrade(state);
    std::thread::spawn(move || {
        let mut touched: BTreeSet<PathBuf> = BTreeSet::new();
        loop {
            match receiver.recv_timeout(QUIET) {
                Ok(path) => {
                    touched.insert(path);
                }
                Err(RecvTimeoutError::Timeout) if touched.is_empty() => {}
                Err(RecvTimeoutError::Timeout) => {
                    let Some(state) = state.upgrade() else { return };
                    if state.look_again() {
                        files = places(&state);
                    }
                    let ids = affected(&files, &std::mem::take(&mut touched));
                    if !ids.is_empty() {
                        state.changed(ids);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    });
    Some(watcher)
}

/// Where the opened files are.
fn places(state: &State) -> Vec<(usize, PathBuf)> {
    let Ok(open) = state.session.open.read() else { return Vec::new() };
    let place = |(id, o): (usize, &Open)| Some((id, std::fs::canonicalize(o.path.as_deref()?).ok()?));
    open.iter().enumerate().filter_map(place).collect()
}

fn watcher(sender: Sender<PathBuf>) -> Option<RecommendedWatcher> {
    notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        let Ok(event) = event else { return };
        if matches!(event.kind, EventKind::Access(_)) {
            return;
        }
        for path in event.paths {
            let _ = sender.send(path);
        }
    })
    .ok()
}

/// The files that changed; where something else in the folder did (a texture, a companion), all files of that folder.
fn affected(files: &[(usize, PathBuf)], touched: &BTreeSet<PathBuf>) -> Vec<usize> {
    let opened: BTreeSet<&Path> = files.iter().map(|(_, p)| p.as_path()).collect();
    let hidden = |p: &Path| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
    let hit = |file: &Path| {
        touched.iter().any(|t| {
            t == file || (!opened.contains(t.as_path()) && t.parent() == file.parent() && !hidden(t))
        })
    };
    files.iter().filter(|(_, p)| hit(p)).map(|(id, _)| *id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_texture_concerns_its_folder_and_a_model_itself() {
        let files = vec![(0, "/a/x.xac".into()), (1, "/a/y.xac".into()), (2, "/b/z.xac".into())];
        let of = |p: &str| affected(&files, &BTreeSet::from([PathBuf::from(p)]));
        assert_eq!(of("/a/x.xac"), [0]);
        assert_eq!(of("/a/skin.dds"), [0, 1]);
        assert_eq!(of("/a/.skin.dds.tmp"), Vec::<usize>::new());
    }
}
