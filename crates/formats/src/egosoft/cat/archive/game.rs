//! A game folder as a file system.
//!
//! Catalogs in the order of the game: `01.cat`, `02.cat` … until a number is missing; then for each extension, by name,
//! `subst_01.cat` …, `subst_v<version>.cat` (paths from the game root: they replace), `ext_01.cat` …,
//! `ext_v<version>.cat` (paths from the extension). Later ones win, an empty file deletes, loose files win over all.

use super::{Archive, Merged};
use crate::egosoft::xml::Xml;
use scene::{Files, Folder, Overlay};
use std::io;
use std::path::Path;

/// All files of a game folder. `version` (`"400"`) chooses version catalogs; if absent, `version.dat` says it.
pub fn game_files(root: &Path, version: Option<&str>) -> io::Result<Box<dyn Files>> {
    if !root.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("{} is not a folder", root.display())));
    }
    let merged = merge_catalogs(&Folder::new(root), version)?;
    Ok(Box::new(Overlay::new(vec![Box::new(Folder::new(root)), Box::new(merged)])))
}

/// The catalogs of a game folder as one file system, without its loose files.
pub fn merge_catalogs(folder: &dyn Files, version: Option<&str>) -> io::Result<Merged> {
    let version = version.map(str::to_owned).or_else(|| {
        let text = folder.read(&folder.resolve("version.dat")?).ok()?;
        let text = String::from_utf8_lossy(&text).trim().to_owned();
        text.bytes().all(|b| b.is_ascii_digit()).then_some(text)
    });
    let mut out = Merged::default();
    numbered(folder, &mut out, "", "", "")?;
    for entry in folder.list("extensions").into_iter().filter(|e| e.folder) {
        let dir = format!("extensions/{}/", entry.name);
        if !enabled(folder, &dir) {
            continue;
        }
        for (kind, prefix) in [("subst_", ""), ("ext_", dir.as_str())] {
            numbered(folder, &mut out, &dir, kind, prefix)?;
            if let Some(v) = &version {
                mount(folder, &mut out, &format!("{dir}{kind}v{v}.cat"), prefix)?;
            }
        }
    }
    Ok(out)
}

/// `<kind>01.cat`, `<kind>02.cat` … until one is missing.
fn numbered(folder: &dyn Files, out: &mut Merged, dir: &str, kind: &str, prefix: &str) -> io::Result<()> {
    for n in 1..1000 {
        if !mount(folder, out, &format!("{dir}{kind}{n:02}.cat"), prefix)? {
            break;
        }
    }
    Ok(())
}

fn mount(folder: &dyn Files, out: &mut Merged, cat: &str, prefix: &str) -> io::Result<bool> {
    let Some(found) = folder.resolve(cat) else { return Ok(false) };
    out.push(Archive::open(folder, &found)?, prefix);
    Ok(true)
}

/// Whether an extension is switched on, which it is unless its `content.xml` says otherwise.
fn enabled(folder: &dyn Files, dir: &str) -> bool {
    let content = folder.resolve(&format!("{dir}content.xml")).and_then(|p| folder.read(&p).ok());
    let Some(xml) = content.and_then(|bytes| Xml::parse(&bytes).ok()) else { return true };
    !matches!(xml.attr(xml.root(), "enabled").as_deref(), Some("0" | "false"))
}
