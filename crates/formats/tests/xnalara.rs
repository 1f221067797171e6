//! What is written is strict: neither `--fix` nor a conversion leaves an error or a warning.
#![allow(clippy::unwrap_used, reason = "a test")]

extern crate xenomesh_formats as formats;

mod common;

use common::Case;
use formats::open;
use formats::{Context, LoadOptions, WriteOptions};
use wire::{Reader, Severity, Sink};

const FAMILY: [&str; 4] = ["xnalara-bin", "xps", "xnalara-ascii", "pose"];

/// Files of the family, good and broken, that can be read.
fn cases() -> Vec<Case> {
    let mut out = common::cases(&["samples/xnalara", "tests/data/codes"]);
    out.retain(|c| FAMILY.contains(&c.format));
    assert!(out.len() > 60, "only {} files", out.len());
    out
}

/// Findings of a file that are more than a note.
fn complaints(bytes: &[u8], name: &str) -> Vec<String> {
    let options = LoadOptions::default();
    let mut sink = Sink::new();
    match open(&bytes::Bytes::copy_from_slice(bytes), name, &options, false, &mut sink) {
        Err(e) => return vec![e.to_string()],
        Ok(opened) => {
            let files = scene::Memory::default();
            opened.document.check(&Context { files: &files, path: name, options: &options }, &mut sink);
        }
    }
    let bad = sink.finish().into_iter().filter(|d| d.severity > Severity::Info);
    bad.map(|d| format!("{}: {}", d.code.id, d.message)).collect()
}

#[test]
fn fixing_leaves_nothing_to_complain_about() {
    let mut problems = Vec::new();
    for case in cases() {
        let options = LoadOptions::default();
        let folder = case.folder();
        let cx = Context { files: &folder, path: case.name(), options: &options };
        let Ok(mut doc) = formats::read(&mut Reader::new(&case.bytes), case.name(), &mut Sink::new()) else {
            continue;
        };
        doc.fix(&cx);
        let left = complaints(&doc.write(), case.name());
        if !left.is_empty() {
            problems.push(format!("{}: {}", case.label, left.join("; ")));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Every model of the family through glTF into every kind of model file.
#[test]
fn converting_leaves_nothing_to_complain_about() {
    const TARGETS: [(&str, &str, Option<&str>); 6] = [
        ("xnalara-bin", "generic_item.mesh", None),
        ("xps", "x.xps", None),
        ("xps", "x.xps", Some("xps2")),
        ("xps", "x.xps", Some("xps3")),
        ("xps", "x.xps", Some("1.12")),
        ("xnalara-ascii", "generic_item.mesh.ascii", None),
    ];
    // Names are kept as they were even where they say no group, one nobody knows, or are not UTF-8.
    const KEPT: [&str; 3] = ["XNA_GROUP_MISSING", "XNA_GROUP_UNKNOWN", "XNA_NAME_ENCODING"];
    // Of the samples, which all show the same figure, the one with the most in addition to its model.
    let wanted = |c: &&Case| c.format != "pose" && (c.label.contains("codes") || c.label.contains("saved"));
    let mut problems = Vec::new();
    for case in cases().iter().filter(wanted) {
        let options = LoadOptions::default();
        let folder = case.folder();
        let cx = Context { files: &folder, path: case.name(), options: &options };
        let read = formats::read(&mut Reader::new(&case.bytes), case.name(), &mut Sink::new());
        let Ok(scene) = read.and_then(|doc| doc.to_scene(&cx, &mut Sink::new())) else { continue };
        let glb = scene::gltf::write_glb(&scene, &scene::gltf::WriteOptions::default(), &mut Sink::new());
        let scene =
            scene::gltf::read(&glb.unwrap(), &scene::Memory::default(), "x.glb", &mut Sink::new()).unwrap();
        for (format, name, profile) in TARGETS {
            let options = WriteOptions {
                file_name: name.into(),
                profile: profile.map(Into::into),
                texture_files: scene::textures::file_names(&scene),
                ..WriteOptions::default()
            };
            let make = formats::by_id(format).unwrap().from_scene.unwrap();
            let bytes = make(&scene, &options, &mut Sink::new()).unwrap().remove(0).bytes;
            let left: Vec<String> = complaints(&bytes, name)
                .into_iter()
                .filter(|c| !KEPT.iter().any(|kept| c.starts_with(kept)))
                .collect();
            if !left.is_empty() {
                problems.push(format!("{} to {format} {profile:?}: {}", case.label, left.join("; ")));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What identifies a person rides along in a GLB, and `scrub` takes it out there as well.
#[test]
fn a_glb_can_be_scrubbed() {
    let path = common::root().join("samples/xnalara/character_saved.xps");
    let bytes = std::fs::read(path).unwrap();
    let mut doc = formats::read(&mut Reader::new(&bytes), "x.xps", &mut Sink::new()).unwrap();
    let files = scene::Memory::default();
    let options = LoadOptions::default();
    let mut sink = Sink::new();
    let scene =
        doc.to_scene(&Context { files: &files, path: "x.xps", options: &options }, &mut sink).unwrap();
    assert!(
        sink.finish()
            .iter()
            .any(|d| d.code.id == "XNA_PRIVACY" && d.message.contains("converted files keep"))
    );
    let glb =
        scene::gltf::write_glb(&scene, &scene::gltf::WriteOptions::default(), &mut Sink::new()).unwrap();
    let holds = |bytes: &[u8], what: &str| bytes.windows(what.len()).any(|w| w == what.as_bytes());
    let secrets = ["CP-ELPMAXE", "elpmaxe", "models", "0 0 1 B", "168"];
    assert!(secrets.iter().all(|s| holds(&glb, s)));

    let mut gltf = formats::read(&mut Reader::new(&glb), "x.glb", &mut Sink::new()).unwrap();
    assert_eq!(gltf.scrub(), doc.scrub(), "the same as from the file itself");
    let clean = gltf.write();
    assert!(!secrets.iter().take(4).any(|s| holds(&clean, s)));
    assert_eq!(complaints(&clean, "x.glb"), Vec::<String>::new());
    let mut sink = Sink::new();
    let back = scene::gltf::read(&clean, &files, "x.glb", &mut sink).unwrap();
    let write = WriteOptions { file_name: "x.xps".into(), ..WriteOptions::default() };
    let xps = formats::by_id("xps").unwrap().from_scene.unwrap()(&back, &write, &mut sink).unwrap().remove(0);
    let mut again = formats::read(&mut Reader::new(&xps.bytes), "x.xps", &mut Sink::new()).unwrap();
    assert_eq!(again.scrub(), Vec::<String>::new());
    assert!(gltf.scrub().is_empty(), "twice is once");
}
