//! Words that people who pose models stumble over are not used in messages, help, papers, comments and names.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test")]

use std::path::{Path, PathBuf};

/// What is not written, and what is written instead.
const BANNED: &[(&str, &str)] = &[
    ("behind", "after"),
    ("beside", "next to"),
    ("told", "reported, said, asked, recognised"),
    ("tell", "say, report, distinguish"),
    ("tells", "says, reports, distinguishes"),
    ("mend", "repair"),
    ("mends", "repairs"),
    ("mended", "repaired"),
    ("way back", "exporting back, converting back"),
    ("bring back", "restore"),
    ("brings back", "restores"),
    ("brought back", "restored"),
    ("nobody reads", "unused"),
    ("nobody understands", "of unknown meaning"),
    ("that is none", "that is not one"),
    ("that are none", "that are not"),
    ("by itself", "alone, automatically"),
    ("by themselves", "alone, automatically"),
    ("bytes are left", "bytes remain"),
    ("all bytes left", "all remaining bytes"),
    ("as they come", "as they are"),
    ("cannot be had", "is missing, is not available"),
];

/// Where one of them is the right word: places in space, an idiom, names of a game.
const RIGHT: &[&str] = &[
    "leaves nothing behind",
    "left behind",
    "stays behind",
    "from behind",
    "what is behind",
    "picture behind everything",
    "high in front low behind",
    "const behind",
    "light behind",
];

fn is_text(path: &Path) -> bool {
    let known = ["rs", "md", "py", "pyi", "js", "mjs", "html", "snap", "toml"];
    path.extension().is_some_and(|e| known.iter().any(|k| e == *k))
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    let made = ["target", "node_modules", "page", "corpus", "regressions", "__pycache__"];
    for entry in std::fs::read_dir(folder).unwrap().map(|e| e.unwrap()) {
        let (path, name) = (entry.path(), entry.file_name());
        let kind = entry.file_type().unwrap();
        if kind.is_dir() && !made.iter().any(|m| name == *m) && !name.to_string_lossy().starts_with('.') {
            files(&path, out);
        } else if kind.is_file() && is_text(&path) && !path.ends_with(file!()) {
            out.push(path);
        }
    }
}

/// Its words, a blank around each: of names too, whose words are joined by `_`.
fn words(line: &str) -> String {
    let all = line.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty());
    all.fold(" ".into(), |text, word| text + &word.to_ascii_lowercase() + " ")
}

fn wrong(line: &str) -> Option<(&'static str, &'static str)> {
    let mut text = words(line);
    for right in RIGHT {
        text = text.replace(&format!(" {right} "), " ");
    }
    BANNED.iter().find(|(word, _)| text.contains(&format!(" {word} "))).copied()
}

#[test]
fn the_glossary_is_kept() {
    assert_eq!(wrong("/// 12 bytes behind the header"), Some(("behind", "after")));
    assert_eq!(wrong("fn an_edit_is_told() {"), Some(("told", "reported, said, asked, recognised")));
    assert_eq!(wrong("a killed run leaves nothing behind; a fortold end"), None);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut list = Vec::new();
    for folder in ["blender", "clients", "crates", "docs", "python", "tests", "xtask"] {
        files(&root.join(folder), &mut list);
    }
    let papers = std::fs::read_dir(&root).unwrap().map(|e| e.unwrap().path());
    list.extend(papers.filter(|p| p.is_file() && is_text(p)));
    assert!(list.len() > 700, "only {} files found", list.len());
    let mut found = Vec::new();
    for path in list {
        let text = std::fs::read_to_string(&path).unwrap();
        for (number, line) in text.lines().enumerate() {
            if let Some((word, instead)) = wrong(line) {
                found.push(format!("{}:{}: {word:?}; write {instead}", path.display(), number + 1));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
