//! Each file is looked at once and read once, whatever is done with it. One test, so that nobody else counts meanwhile.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use xenomesh::formats::counted::{LOOKED, READ};
use xenomesh::{Converter, Inputs, LoadOptions, Memory, inspect, validate};

/// How often files were looked at and read meanwhile.
fn count(what: impl FnOnce()) -> (usize, usize) {
    let before = (LOOKED.load(Relaxed), READ.load(Relaxed));
    what();
    (LOOKED.load(Relaxed) - before.0, READ.load(Relaxed) - before.1)
}

#[test]
fn every_file_is_opened_once_by_every_verb() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // Without a signature (only reading decides), with one, text, and one that is broken.
    let files = [
        "samples/xnalara/character.mesh",
        "samples/xnalara/character_saved.xps",
        "samples/xnalara/wave.pose",
        "samples/emfx/xrebirth/character.xac",
        "tests/data/codes/XNA_INDEX_RANGE.mesh",
        "tests/data/codes/BGP_TERMINATOR.bgp",
    ];
    let options = LoadOptions::default();
    for file in files {
        let path = root.join(file);
        assert!(path.exists(), "{file} is not there");
        let source = Inputs::default().one(&path.to_string_lossy()).unwrap().source;
        let once = (1, 1);
        assert_eq!(count(|| drop(inspect(&source, &options, &|_, _| {}))), once, "inspect {file}");
        assert_eq!(count(|| drop(validate(&source, &options))), once, "validate {file}");
        let bytes = std::fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !file.ends_with(".bgp") {
            let mut files = Memory::default();
            files.insert(name.clone(), bytes);
            let convert = || drop(Converter::new().files(Arc::new(files)).convert([name.as_str()]).unwrap());
            assert_eq!(count(convert), once, "convert {file}");
        }
        // What was repaired is written and read as another would see it, but not looked at again.
        let checked = validate(&source, &options);
        let serious = |d: &xenomesh::Diagnostic| d.code.fixable && d.severity != xenomesh::Severity::Info;
        let repaired = usize::from(checked.report.findings.iter().any(serious));
        let mut model = checked.model.unwrap();
        assert_eq!(count(|| assert_eq!(model.fix(), 0, "{file}")), (0, repaired), "fix {file}");
        assert_eq!(repaired == 1, file.contains("codes"), "{file}");
    }
}
