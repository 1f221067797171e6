//! Archives as file systems: `.cat` with its `.dat`, `.ipf`, `.zip`, and games that are made of them.

use crate::Walk;
#[cfg(feature = "egosoft")]
use formats::egosoft::cat;
use formats::{ipf, zip};
use scene::{Files, Folder};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Extensions of archives.
const ENDINGS: [&str; 3] = [".cat", ".ipf", ".zip"];

/// `archive.cat:inner/path`, split after the first name of an archive that a colon follows.
pub(crate) fn split(typed: &str) -> Option<(String, &str)> {
    let lower = typed.to_ascii_lowercase();
    let at = ENDINGS.iter().filter_map(|e| lower.find(&format!("{e}:"))).min()?;
    Some((typed.get(..at + 4)?.to_owned(), typed.get(at + 5..)?))
}

/// Whether this is the name of an archive.
pub fn is_archive(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    ENDINGS.iter().any(|e| lower.ends_with(e))
}

/// Whether an archive that is named alone means what is in it. A `.zip` always does; an `.ipf` is a file to inspect, too.
pub(crate) fn is_folder(typed: &str, walk: Walk) -> bool {
    let lower = typed.to_ascii_lowercase();
    lower.ends_with(".zip") || (lower.ends_with(".ipf") && walk == Walk::Models)
}

fn place(path: &Path) -> (Folder, String) {
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    (Folder::new(parent), name)
}

/// Opens a catalog on disk; its `.dat` is next to it.
#[cfg(feature = "egosoft")]
pub fn open_archive(path: &Path) -> io::Result<cat::Archive> {
    let (folder, name) = place(path);
    cat::Archive::open(&folder, &name)
}

/// Opens an archive on disk as a file system, by its extension: `.ipf`, `.zip`, else a catalog. No file of it may inflate to
/// more than `limit` bytes.
pub fn open_files(path: &Path, limit: u64) -> io::Result<Arc<dyn Files>> {
    let (folder, name) = place(path);
    open_within(&folder, &name, limit)
}

/// The same in another file system.
pub fn open_within(files: &dyn Files, path: &str, limit: u64) -> io::Result<Arc<dyn Files>> {
    Ok(match path.to_ascii_lowercase().rsplit_once('.').map(|(_, e)| e) {
        Some("ipf") => Arc::new(ipf::Archive::open(files, path)?.with_limit(limit)),
        Some("zip") => Arc::new(zip::Zip::open(files, path)?.with_limit(limit)),
        #[cfg(feature = "egosoft")]
        _ => Arc::new(cat::Archive::open(files, path)?),
        #[cfg(not(feature = "egosoft"))]
        _ => return Err(io::Error::other("catalogs need the feature `egosoft`, which is off in this build")),
    })
}

/// A game folder: archives of Tree of Savior where there are any, else catalogs.
pub(crate) fn game_files(root: &Path) -> io::Result<Box<dyn Files>> {
    if ipf::is_game(&Folder::new(root)) {
        return ipf::game_files(root);
    }
    #[cfg(feature = "egosoft")]
    return cat::game_files(root, None);
    #[cfg(not(feature = "egosoft"))]
    return Ok(Box::new(Folder::new(root)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_archive_of_a_path_is_split_off() {
        assert_eq!(split("a/01.CAT:b/c.xml"), Some(("a/01.CAT".into(), "b/c.xml")));
        assert_eq!(split("C:\\x\\data.ipf:ui.ipf/a.xac"), Some(("C:\\x\\data.ipf".into(), "ui.ipf/a.xac")));
        assert_eq!(split("m.zip:"), Some(("m.zip".into(), "")));
        assert_eq!(split("C:\\m.zip"), None);
        assert!(
            is_folder("A.ZIP", Walk::All)
                && !is_folder("a.ipf", Walk::All)
                && is_folder("a.ipf", Walk::Models)
        );
    }
}
