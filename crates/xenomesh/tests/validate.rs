//! `validate` says everything that `convert` says about the same file.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xenomesh::formats::by_id;
use xenomesh::{Converter, Error, LoadOptions, Memory, Model, Severity, Source};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files_below(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files_below(&path, out);
        } else {
            out.push(path);
        }
    }
}

/// Codes of converting a file to GLB as people do, without options.
fn converted(path: &Path) -> BTreeSet<&'static str> {
    let mut codes = BTreeSet::new();
    for one in Converter::new().convert([path.to_str().unwrap()]).unwrap_or_default() {
        codes.extend(one.findings.iter().map(|d| d.code.id));
        if let Some(Error::File(e)) = &one.error {
            codes.insert(e.code().id);
        }
    }
    codes
}

/// Samples and fixtures; `XENOMESH_CORPUS` names a folder of more.
#[test]
fn validate_says_everything_that_convert_says() {
    let mut files = Vec::new();
    for folder in ["samples", "tests/data/codes"] {
        files_below(&root().join(folder), &mut files);
    }
    if let Some(more) = std::env::var_os("XENOMESH_CORPUS") {
        files_below(Path::new(&more), &mut files);
    }
    let (mut compared, mut said, mut problems) = (0, BTreeSet::new(), Vec::new());
    for path in &files {
        let Ok(model) = xenomesh::open(path.to_str().unwrap()) else { continue };
        // Archives and state machines become no model, which is all that converting says about them.
        if !by_id(model.format()).unwrap().support.to_gltf {
            continue;
        }
        let own: BTreeSet<&str> = model.validate().iter().map(|d| d.code.id).collect();
        let codes = converted(path);
        let silent: Vec<&str> = codes.difference(&own).copied().collect();
        if !silent.is_empty() {
            problems.push(format!("{}: {silent:?}", path.display()));
        }
        compared += 1;
        said.extend(codes);
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
    assert!(compared > 300 && said.len() > 60, "{compared} files, {} codes", said.len());
    for code in ["TEXTURE_MISSING", "TEXTURE_LIMIT", "SCENE_TANGENTS_DROPPED", "SCENE_NORMALS_LENGTH"] {
        assert!(said.contains(code), "{code} is not among them");
    }
}

/// Of the actor types of a `.gfx` each is looked at, as convert does.
#[test]
fn every_actor_type_is_looked_at() {
    let game = root().join("samples/paradox-game");
    let mut files = Memory::default();
    for name in ["soldier.xac", "hat.xac"] {
        files.insert(format!("gfx/anims/{name}"), std::fs::read(game.join("gfx/anims").join(name)).unwrap());
    }
    let text = std::fs::read(game.join("interface/units.gfx")).unwrap();
    let text = String::from_utf8_lossy(&text).replace("head neck upper", "no such node");
    files.insert("interface/units.gfx", text.into_bytes());
    let path = "interface/units.gfx".to_owned();
    let source = Source { files: Arc::new(files), path: path.clone(), label: path };
    let found = Model::open(&source, &LoadOptions::default()).unwrap().validate();
    let attach: Vec<_> = found.iter().filter(|d| d.code.id == "GFX_ATTACH_MISSING").collect();
    assert!(attach.len() == 1 && attach[0].message.contains("Soldier"), "{found:?}");
}

#[test]
fn nothing_that_can_be_repaired_remains_after_a_repair() {
    let (mut files, mut repaired, mut problems) = (Vec::new(), 0, Vec::new());
    files_below(&root().join("tests/data/codes"), &mut files);
    for path in &files {
        let Ok(mut model) = xenomesh::open(path.to_str().unwrap()) else { continue };
        if !model.validate().iter().any(|d| d.fixable) {
            continue;
        }
        model.fix_all();
        repaired += 1;
        let name = path.file_name().unwrap().to_str().unwrap();
        let again = Model::open(&model.to_source(), &LoadOptions::default()).unwrap();
        let left: Vec<&str> = again.validate().iter().filter(|d| d.fixable).map(|d| d.code.id).collect();
        // No triangle of that one is good; a mesh without any is not made.
        if !left.is_empty() && name != "XMF_BIG_ENDIAN.xmf" {
            problems.push(format!("{name}: {left:?}"));
        }
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
    assert!(repaired > 100, "{repaired}");
}

/// What the look without pixels finds wrong, loading does too, and the other way round.
#[test]
fn damaged_pictures_are_seen_without_their_pixels() {
    let model = std::fs::read(root().join("tests/data/codes/TEXTURE_UNREADABLE/main.mesh.ascii")).unwrap();
    let png = std::fs::read(root().join("tests/data/codes/TEXTURE_EXTENSION/flag.png")).unwrap();
    let dds = std::fs::read(root().join("tests/data/codes/TEXTURE_KIND/skin.dds")).unwrap();
    let zipped = |bytes: &[u8]| {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        std::io::Write::write_all(&mut out, bytes).unwrap();
        out.finish().unwrap()
    };
    let cut = |bytes: &[u8]| bytes[..bytes.len() - 9].to_vec();
    let mut turned = png.clone();
    let middle = turned.len() / 2;
    turned[middle] ^= 1;
    let first_mip = |bytes: &[u8]| bytes[..140].to_vec();
    let cases = [
        ("flag.png", png.clone(), true),
        ("flag.png", cut(&png), false),
        ("flag.png", turned, false),
        ("flag.dds", dds.clone(), true),
        ("flag.dds", first_mip(&dds), false),
        ("flag.dds.gz", zipped(&dds), true),
        ("flag.dds.gz", zipped(&first_mip(&dds)), false),
        ("flag.png", b"no picture".to_vec(), false),
    ];
    for (i, (name, bytes, good)) in cases.into_iter().enumerate() {
        let mut files = Memory::default();
        files.insert("main.mesh.ascii", model.clone());
        files.insert(name, bytes);
        let files = Arc::new(files);
        let source = Source { files: files.clone(), path: "main.mesh.ascii".into(), label: "main".into() };
        let found = Model::open(&source, &LoadOptions::default()).unwrap().validate();
        let said: Vec<&str> = found.iter().map(|d| d.code.id).collect();
        let done = Converter::new().files(files).convert(["main.mesh.ascii"]).unwrap();
        for codes in [said, done[0].findings.iter().map(|d| d.code.id).collect()] {
            assert_eq!(!codes.contains(&"TEXTURE_UNREADABLE"), good, "case {i}, {name}: {codes:?}");
            assert!(!codes.contains(&"TEXTURE_MISSING"), "case {i}, {name}");
        }
    }
}

/// Neither a repaired copy in another folder nor an exit status gets worse by a file that is elsewhere.
#[test]
fn a_picture_that_is_not_there_is_a_note() {
    for fixture in ["TEXTURE_MISSING.mesh.ascii", "TEXTURE_UNREADABLE/main.mesh.ascii"] {
        let model = xenomesh::open(root().join("tests/data/codes").join(fixture).to_str().unwrap()).unwrap();
        let found = model.validate();
        let about: Vec<_> = found.iter().filter(|d| d.code.id.starts_with("TEXTURE")).collect();
        assert!(!about.is_empty() && about.iter().all(|d| d.severity == Severity::Info), "{about:?}");
    }
}
