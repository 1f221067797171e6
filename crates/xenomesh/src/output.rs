//! Every output is written next to its target and renamed; nothing half-written stays.

use crate::{Error, Result};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};

/// What to do about an output that exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Existing {
    /// Refuse.
    #[default]
    Keep,
    /// Pass over it without a word of complaint.
    Skip,
    /// Replace it.
    Replace,
}

static UNFINISHED: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);

/// Removes what is not finished: for a program that is about to end in the middle of something.
pub fn remove_unfinished() {
    if let Ok(list) = UNFINISHED.lock() {
        for path in list.iter() {
            let _ = fs::remove_file(path);
        }
    }
}

/// Writes a whole file or nothing.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let failed = |message: String| Error::Output { path: path.to_owned(), message };
    let name = path.file_name().ok_or_else(|| failed("is no file name".into()))?;
    let temporary = path.with_file_name(format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id()));
    let mut guard = Unfinished::new(&temporary);
    let mut written = fs::write(&temporary, bytes);
    // Mostly the folder is there: asking for every one of a thousand files takes longer than writing them.
    if matches!(&written, Err(e) if e.kind() == std::io::ErrorKind::NotFound)
        && let Some(parent) = path.parent()
    {
        fs::create_dir_all(parent).map_err(|e| failed(format!("cannot be written: its folder: {e}")))?;
        written = fs::write(&temporary, bytes);
    }
    written
        .and_then(|()| fs::rename(&temporary, path))
        .map_err(|e| failed(format!("cannot be written: {e}")))?;
    guard.finished = true;
    Ok(())
}

/// Refuses to replace a file unless told to.
pub fn refuse_existing(path: &Path, force: bool) -> Result<()> {
    if !force && path.exists() {
        return Err(Error::Output { path: path.to_owned(), message: "exists; --force replaces it".into() });
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
