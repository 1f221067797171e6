//! Every output is written next to its target and renamed; nothing half-written stays.

use crate::{Error, Result};
use scene::disk::Temporary;
use std::fs;
use std::io::Write;
use std::path::Path;

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

pub use scene::disk::remove_unfinished;

/// Writes a whole file or nothing.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let failed = |message: String| Error::Output { path: path.to_owned(), message };
    path.file_name().ok_or_else(|| failed("is not a file name".into()))?;
    let mut made = Temporary::create(path);
    // Mostly the folder is there: asking for every one of a thousand files takes longer than writing them.
    if matches!(&made, Err(e) if e.kind() == std::io::ErrorKind::NotFound)
        && let Some(parent) = path.parent()
    {
        fs::create_dir_all(parent)
            .map_err(|e| failed(format!("cannot be written: its folder: {}", scene::disk::plain(&e))))?;
        made = Temporary::create(path);
    }
    made.and_then(|(temporary, mut file)| {
        file.write_all(bytes)?;
        drop(file);
        temporary.commit()
    })
    .map_err(|e| failed(format!("cannot be written: {}", scene::disk::plain(&e))))
}

/// Refuses a path below a folder that goes through a link which is there already.
pub fn refuse_links(folder: &Path, path: &Path) -> Result<()> {
    match scene::disk::link_below(folder, path) {
        None => Ok(()),
        Some(link) => {
            let message = format!("would be written through the link {}", link.display());
            Err(Error::Output { path: path.to_owned(), message })
        }
    }
}

/// Refuses to replace a file unless asked to.
pub fn refuse_existing(path: &Path, force: bool) -> Result<()> {
    if path.is_dir() {
        return Err(Error::Output {
            path: path.to_owned(),
            message: "is a folder; name a file in it".into(),
        });
    }
    if !force && path.exists() {
        return Err(Error::Output { path: path.to_owned(), message: "exists; --force replaces it".into() });
    }
    Ok(())
}
