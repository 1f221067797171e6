//! Every finding code has a fixture that raises it, and `--fix` repairs what says it can be repaired
//! (ARCHITECTURE.md, "Findings").
#![allow(clippy::unwrap_used, reason = "a test")]

extern crate xenomesh_formats as formats;

mod common;

use formats::{LoadOptions, Lod, WriteOptions};
use scene::{Files, Folder};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wire::{Code, Error, Reader, Sink};
use xenomesh::{Source, assemble};

/// Codes that no small file can raise, and why.
const WITHOUT: &[(&str, &str)] = &[
    ("GLTF_TOO_LARGE", "takes a model of 4 GiB"),
    ("XAC_BONES_OF_GAME", "takes --profile paradox; emfx/tests/write.rs has it"),
    ("XNA_INDEX_16BIT", "takes a file of 2 MB"),
    ("XNA_WEIGHTS_MANY", "takes a file of 400 kB"),
    ("SCENE_BONE_MAP", "is about the file given with --bone-map"),
    ("TEXTURE_PAINTED", "is about a step towards games; crates/xenomesh/tests/paradox.rs has it"),
    ("SCENE_LIGHTS_LEFT_OUT", "is about the target, not about a file; crates/xenomesh/src/job.rs has it"),
    ("SCENE_PICTURE_KEPT", "is about files next to the output"),
    ("WIRE_LIMIT", "takes a file that inflates to 1 GiB; hardening.rs runs with a small limit"),
    ("WIRE_DEPTH", "no format nests without a bound of its own"),
    ("FILE_UNREADABLE", "is about the file system, not about a file"),
];

/// A fixture on disk.
struct Fixture {
    /// What is read.
    main: PathBuf,
    /// Motions to bind.
    motions: Vec<String>,
    /// Models that are merged with it.
    others: Vec<String>,
    /// The format to convert to, if the code belongs to writing.
    to: Option<String>,
}

fn fixture(code: &Code) -> Option<Fixture> {
    let root = common::root().join("tests/data/codes");
    let folder = root.join(code.id);
    if folder.is_dir() {
        let names: Vec<String> = Folder::new(&folder).list("").into_iter().map(|e| e.name).collect();
        let main = names.iter().find(|n| n.starts_with("main."))?;
        return Some(Fixture {
            main: folder.join(main),
            motions: names.iter().filter(|n| n.starts_with("motion.")).cloned().collect(),
            others: names.iter().filter(|n| n.starts_with("other.")).cloned().collect(),
            to: std::fs::read_to_string(folder.join("to")).ok().map(|t| t.trim().to_owned()),
        });
    }
    let entries = std::fs::read_dir(&root).unwrap().map(Result::unwrap);
    let prefix = format!("{}.", code.id);
    let mut found: Vec<PathBuf> = entries
        .map(|e| e.path())
        .filter(|p| p.file_name().unwrap().to_str().unwrap().starts_with(&prefix))
        .collect();
    found.sort();
    found.into_iter().next().map(|main| Fixture { main, motions: Vec::new(), others: Vec::new(), to: None })
}

/// Codes raised by reading and checking.
fn validated(bytes: &[u8], source: &Source, options: &LoadOptions) -> BTreeSet<&'static str> {
    let mut sink = Sink::new();
    let result =
        formats::open(&bytes::Bytes::copy_from_slice(bytes), source.file_name(), options, false, &mut sink);
    match result {
        Ok(opened) => opened.document.check(&source.context(options), &mut sink),
        Err(e) => note(&mut sink, &e),
    }
    ids(sink)
}

fn note(sink: &mut Sink, e: &Error) {
    sink.push(e.code(), e.path(), e.message());
}

fn ids(sink: Sink) -> BTreeSet<&'static str> {
    sink.finish().iter().map(|d| d.code.id).collect()
}

/// Codes raised by converting, with and without all levels and collision meshes.
fn converted(fixture: &Fixture, source: &Source) -> BTreeSet<&'static str> {
    let mut out = BTreeSet::new();
    for options in [
        LoadOptions::default(),
        LoadOptions {
            lod: Lod::All,
            collision: true,
            rest: formats::Rest::DefaultPose,
            ..LoadOptions::default()
        },
    ] {
        let mut sink = Sink::new();
        if let Err(e) = convert(fixture, source, &options, &mut sink) {
            note(&mut sink, &e);
        }
        out.extend(ids(sink));
    }
    out
}

fn convert(fixture: &Fixture, source: &Source, options: &LoadOptions, sink: &mut Sink) -> wire::Result<()> {
    let motions: Vec<Source> = fixture
        .motions
        .iter()
        .map(|m| Source { files: source.files.clone(), path: m.clone(), label: m.clone() })
        .collect();
    let mut inputs = vec![source.clone()];
    inputs.extend(fixture.others.iter().map(|m| Source {
        files: source.files.clone(),
        path: m.clone(),
        label: m.clone(),
    }));
    let mut scene = assemble(&inputs, &motions, motions.is_empty(), options, sink)?;
    scene::textures::load(&mut scene, &scene::textures::Search::next_to(&*source.files, ""), sink);
    let Some(to) = &fixture.to else {
        return scene::gltf::write_glb(&scene, &scene::gltf::WriteOptions::default(), sink).map(drop);
    };
    let (id, profile) = to.split_once(' ').map_or((to.as_str(), None), |(id, p)| (id, Some(p.to_owned())));
    let format = formats::by_id(id).unwrap_or_else(|| panic!("no format {id:?}"));
    let make = format.from_scene.unwrap_or_else(|| panic!("{id} cannot be written"));
    let options = WriteOptions {
        file_name: format!("main.{}", format.extensions[0]),
        texture_files: scene::textures::file_names(&scene),
        profile,
        ..WriteOptions::default()
    };
    make(&scene, &options, sink)?;
    let places = [scene::textures::Search::next_to(&*source.files, "")];
    scene::textures::export(&scene, &mut scene::textures::Originals::new(&places), sink);
    Ok(())
}

fn source(main: &Path) -> Source {
    let name = main.file_name().unwrap().to_str().unwrap().to_owned();
    Source { files: Arc::new(Folder::new(main.parent().unwrap())), path: name.clone(), label: name }
}

/// What the fixture of a code raises.
fn raised(fixture: &Fixture) -> BTreeSet<&'static str> {
    let bytes = std::fs::read(&fixture.main).unwrap();
    if fixture.main.extension().is_some_and(|e| e == "json") {
        return formats::build(&bytes).err().map(|e| e.code().id).into_iter().collect();
    }
    let source = source(&fixture.main);
    let mut out = validated(&bytes, &source, &LoadOptions::default());
    out.extend(converted(fixture, &source));
    out
}

/// Why `--fix` did not repair what it says it repairs.
fn unrepaired(code: &Code, fixture: &Fixture) -> Option<String> {
    let bytes = std::fs::read(&fixture.main).unwrap();
    let source = source(&fixture.main);
    let options = LoadOptions { repair: formats::Repair::All, ..LoadOptions::default() };
    let cx = source.context(&options);
    let mut sink = Sink::new();
    let mut document = match formats::read(&mut Reader::new(&bytes), source.file_name(), &mut sink) {
        Ok(document) => document,
        Err(e) => return Some(format!("cannot be read: {e}")),
    };
    document.fix(&cx);
    let fixed = document.write();
    let left = validated(&fixed, &source, &options);
    left.contains(code.id).then(|| "is still raised after --fix".to_owned())
}

#[test]
fn every_code_has_a_fixture() {
    let exempt = |id: &str| WITHOUT.iter().any(|(without, _)| *without == id);
    let missing: Vec<&str> = formats::codes()
        .iter()
        .map(|c| (c.id, fixture(c)))
        .filter(|(id, f)| f.is_none() != exempt(id))
        .map(|(id, _)| id)
        .collect();
    assert!(missing.is_empty(), "{} codes without a fixture, or exempt with one: {missing:?}", missing.len());
}

#[test]
fn every_fixture_raises_its_code_and_is_repaired() {
    let mut problems = Vec::new();
    for code in formats::codes() {
        let Some(fixture) = fixture(code) else { continue };
        let raised = raised(&fixture);
        if !raised.contains(code.id) {
            problems.push(format!("{}: its fixture raises {raised:?}", code.id));
        } else if code.fixable
            && let Some(why) = unrepaired(code, &fixture)
        {
            problems.push(format!("{}: {why}", code.id));
        }
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

/// No fixture is left over from a code that is gone.
#[test]
fn every_fixture_belongs_to_a_code() {
    let known: BTreeSet<&str> = formats::codes().iter().map(|c| c.id).collect();
    let root = common::root().join("tests/data/codes");
    let names = std::fs::read_dir(root).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    let names: Vec<String> = names.collect();
    assert!(names.len() + WITHOUT.len() > known.len(), "{} fixtures for {} codes", names.len(), known.len());
    for name in names {
        let id = name.split('.').next().unwrap().to_owned();
        assert!(known.contains(id.as_str()) || id == "README", "{name} belongs to no code");
    }
}
