//! Generated folders: written to a side folder first, then compared with or put in place of what is there.

use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Writes one family's part of a generated folder.
pub type Write = fn(&Path) -> Result<()>;

/// Runs `write` for every family below `target`, as the task's arguments say.
pub fn generate(families: &[(&str, Write)], target: &Path, args: &[String]) -> Result<bool> {
    match args {
        [] => {
            let fresh = scratch(target)?;
            write_all(families, &fresh)?;
            let changes = replace(&fresh, target)?;
            println!("{}: {} files, {changes} changed", target.display(), files(target)?.len());
            Ok(true)
        }
        [flag] if flag == "--check" => {
            let fresh = scratch(target)?;
            write_all(families, &fresh)?;
            let differences = compare(&fresh, target)?;
            for line in &differences {
                println!("{line}");
            }
            let _ = std::fs::remove_dir_all(&fresh);
            Ok(differences.is_empty())
        }
        [flag, dir] if flag == "--to" => {
            write_all(families, Path::new(dir))?;
            Ok(true)
        }
        _ => bail!("expected nothing, --check or --to DIR"),
    }
}

fn write_all(families: &[(&str, Write)], out: &Path) -> Result<()> {
    for (name, write) in families {
        std::fs::create_dir_all(out)?;
        write(out).with_context(|| format!("family {name}"))?;
    }
    Ok(())
}

/// An empty folder below `.cache`.
fn scratch(target: &Path) -> Result<PathBuf> {
    let name = target.file_name().and_then(|n| n.to_str()).unwrap_or("tree");
    let dir = crate::root().join(".cache").join(format!("{name}-{}", std::process::id()));
    if dir.exists() {
        std::fs::remove_dir_all(&dir)?;
    }
    std::fs::create_dir_all(&dir)?;
    Ok(dir)
}

/// All files below a folder with their relative path, sorted.
pub fn files(dir: &Path) -> Result<BTreeMap<String, PathBuf>> {
    fn walk(dir: &Path, prefix: &str, out: &mut BTreeMap<String, PathBuf>) -> Result<()> {
        for entry in std::fs::read_dir(dir).with_context(|| dir.display().to_string())? {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                walk(&entry.path(), &format!("{name}/"), out)?;
            } else {
                out.insert(name, entry.path());
            }
        }
        Ok(())
    }
    let mut out = BTreeMap::new();
    if dir.exists() {
        walk(dir, "", &mut out)?;
    }
    Ok(out)
}

fn compare(fresh: &Path, old: &Path) -> Result<Vec<String>> {
    let (fresh, old) = (files(fresh)?, files(old)?);
    let mut out = Vec::new();
    for (name, path) in &fresh {
        match old.get(name) {
            None => out.push(format!("missing: {name}")),
            Some(there) if std::fs::read(there)? != std::fs::read(path)? => {
                out.push(format!("differs: {name}"));
            }
            Some(_) => {}
        }
    }
    out.extend(old.keys().filter(|n| !fresh.contains_key(*n)).map(|n| format!("not generated: {n}")));
    Ok(out)
}

fn replace(fresh: &Path, target: &Path) -> Result<usize> {
    let changes = compare(fresh, target)?.len();
    if target.exists() {
        std::fs::remove_dir_all(target)?;
    }
    if let Some(parent) = target.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::rename(fresh, target)?;
    Ok(changes)
}
