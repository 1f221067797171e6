//! The files of this project that tests run over.
#![allow(dead_code, reason = "each test file takes what it needs")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// One file of a known format.
pub struct Case {
    /// Where it is.
    pub path: PathBuf,
    /// Path from the workspace, for messages.
    pub label: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// Its format, by sniffing.
    pub format: &'static str,
}

impl Case {
    /// The file name.
    pub fn name(&self) -> &str {
        self.path.file_name().and_then(|n| n.to_str()).unwrap_or_default()
    }

    /// The folder it is in, as a file system.
    pub fn folder(&self) -> scene::Folder {
        scene::Folder::new(self.path.parent().unwrap_or(Path::new(".")))
    }
}

/// Every file of a known format below folders of the workspace, sorted by path.
pub fn cases(folders: &[&str]) -> Vec<Case> {
    let mut paths = Vec::new();
    for folder in folders {
        walk(&root().join(folder), &mut paths);
    }
    paths.sort();
    let mut out = Vec::new();
    for path in paths {
        let bytes = std::fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if let Ok(format) = formats::identify(&bytes, &name) {
            let label = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            out.push(Case { path, label, bytes, format: format.id });
        }
    }
    out
}

/// Everything there is to try, by format.
pub fn by_format(cases: &[Case]) -> BTreeMap<&'static str, Vec<&Case>> {
    let mut out: BTreeMap<&'static str, Vec<&Case>> = BTreeMap::new();
    for case in cases {
        out.entry(case.format).or_default().push(case);
    }
    out
}

fn walk(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap().map(Result::unwrap) {
        if entry.path().is_dir() {
            walk(&entry.path(), out);
        } else {
            out.push(entry.path());
        }
    }
}
