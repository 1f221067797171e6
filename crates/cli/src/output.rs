//! Every output is written beside its target and renamed; nothing half-written stays.

use anyhow::{Context as _, Result};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};

/// What to do about an output that exists.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Refuse.
    Keep,
    /// Pass over it without a word of complaint.
    Skip,
    /// Replace it.
    Replace,
}

static UNFINISHED: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);

/// On Ctrl-C, removes what is not finished.
pub fn clean_up_when_interrupted() {
    // A second handler cannot be there; without one an interruption may leave a `.tmp` file, nothing worse.
    let _ = ctrlc::set_handler(|| {
        if let Ok(list) = UNFINISHED.lock() {
            for path in list.iter() {
                let _ = fs::remove_file(path);
            }
        }
        std::process::exit(130);
    });
}

/// Writes a whole file or nothing.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let name = path.file_name().with_context(|| format!("{} is no file name", path.display()))?;
    let temporary = path.with_file_name(format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id()));
    let mut guard = Unfinished::new(&temporary);
    let mut written = fs::write(&temporary, bytes);
    // Mostly the folder is there: asking for every one of a thousand files takes longer than writing them.
    if matches!(&written, Err(e) if e.kind() == std::io::ErrorKind::NotFound)
        && let Some(parent) = path.parent()
    {
        fs::create_dir_all(parent).with_context(|| format!("folder {}", parent.display()))?;
        written = fs::write(&temporary, bytes);
    }
    written
        .and_then(|()| fs::rename(&temporary, path))
        .with_context(|| format!("{} cannot be written", path.display()))?;
    guard.finished = true;
    Ok(())
}

/// Refuses to replace a file unless told to.
pub fn refuse_existing(path: &Path, force: bool) -> Result<()> {
    if !force && path.exists() {
        anyhow::bail!("{} exists; --force replaces it", path.display());
    }
    Ok(())
}

struct Unfinished {
    path: PathBuf,
    finished: bool,
}

impl Unfinished {
    fn new(path: &Path) -> Self {
        if let Ok(mut list) = UNFINISHED.lock() {
            list.insert(path.to_owned());
        }
        Self { path: path.to_owned(), finished: false }
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Ok(mut list) = UNFINISHED.lock() {
            list.remove(&self.path);
        }
        if !self.finished {
            let _ = fs::remove_file(&self.path);
        }
    }
}
