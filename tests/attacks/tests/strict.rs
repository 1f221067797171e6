//! Writing is strict whatever was read: what is written passes `validate`, or nothing is written and the reason is named.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a test")]

use attacks::{GAMES, Random, damaged, hostile_scene};
use formats::{Context, LoadOptions, WriteOptions};
use std::collections::BTreeMap;
use wire::{Severity, Sink};

/// How many damaged files; `XENOMESH_DAMAGE` for more.
fn count(usual: u64) -> u64 {
    std::env::var("XENOMESH_DAMAGE").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// What `validate` says about files made together: code and message of each finding of at least this severity.
fn findings(files: &[(String, Vec<u8>)], least: Severity) -> Vec<String> {
    let mut memory = scene::Memory::default();
    for (name, bytes) in files {
        memory.insert(name.clone(), bytes.clone());
    }
    let options = LoadOptions::default();
    let mut out = Vec::new();
    for (name, bytes) in files {
        // Pictures are no models.
        let lower = name.to_lowercase();
        if [".png", ".jpg", ".dds", ".tga", ".bmp", ".gz"].iter().any(|e| lower.ends_with(e)) {
            continue;
        }
        let mut sink = Sink::new();
        let bytes = bytes.clone().into();
        match formats::open(&bytes, name, &options, false, &mut sink) {
            Err(e) => out.push(format!("{} {}", e.code().id, e.message())),
            Ok(opened) => {
                opened.document.check(&Context { files: &memory, path: name, options: &options }, &mut sink);
            }
        }
        let serious = sink.finish().into_iter().filter(|d| d.severity >= least);
        let serious = serious.filter(|d| !formats::ABOUT_OTHERS.contains(&d.code.id));
        out.extend(serious.map(|d| format!("{} {}", d.code.id, d.message)));
    }
    out
}

fn fail_on(problems: &[String], tried: usize, written: usize) {
    let mut by_code: BTreeMap<&str, usize> = BTreeMap::new();
    for p in problems {
        *by_code
            .entry(p.rsplit(": ").next().and_then(|t| t.split(' ').next()).unwrap_or_default())
            .or_default() += 1;
    }
    eprintln!("{tried} tried, {written} written, {} problems: {by_code:?}", problems.len());
    assert!(written * 10 > tried, "next to nothing is written");
    assert!(
        problems.is_empty(),
        "{by_code:?}\n{}",
        problems.iter().take(30).cloned().collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn what_is_converted_from_damaged_files_passes_validate() {
    let (mut problems, mut tried, mut written) = (Vec::new(), 0, 0);
    for i in 0..count(150) {
        let file = damaged(i);
        if file.model.is_none() {
            continue;
        }
        let to = GAMES[i as usize % GAMES.len()];
        tried += 1;
        let Some(done) = file.convert(to) else { continue };
        written += 1;
        let files: Vec<_> = done.files.into_iter().map(|f| (f.name, f.bytes)).collect();
        // Files of a component that nobody edited are the very files that were read, warnings included.
        let same = to == "component" && file.label.ends_with(".xml");
        let least = if same { Severity::Error } else { Severity::Warning };
        let found = findings(&files, least).into_iter();
        problems.extend(found.map(|f| format!("{} to {to}: {f}", file.label)));
    }
    fail_on(&problems, tried, written);
}

#[test]
fn what_is_written_from_hostile_scenes_passes_validate() {
    let (mut problems, mut tried, mut written) = (Vec::new(), 0, 0);
    for i in 0..count(150) {
        let mut random = Random::new("strict", i);
        let bytes: Vec<u8> = (0..random.below(40)).map(|_| random.next() as u8).collect();
        let scene = hostile_scene(&bytes);
        let id = GAMES[i as usize % GAMES.len()];
        let format = formats::by_id(id).unwrap();
        let options =
            WriteOptions { file_name: format!("x.{}", format.extension), ..WriteOptions::default() };
        tried += 1;
        let Ok(made) = format.make(&scene, &options, &mut Sink::new()) else { continue };
        written += 1;
        let name =
            |n: usize, suffix: &str| if n == 0 { options.file_name.clone() } else { format!("x{suffix}") };
        let files: Vec<_> =
            made.into_iter().enumerate().map(|(n, o)| (name(n, &o.suffix), o.bytes)).collect();
        let found = findings(&files, Severity::Warning).into_iter();
        problems.extend(found.map(|f| format!("scene {i} to {id}: {f}")));
    }
    fail_on(&problems, tried, written);
}

/// Damaged pictures, names of every kind and values that are not numbers do not keep `--fix` from its promise.
#[test]
fn a_repair_leaves_nothing_that_can_be_repaired() {
    let (mut problems, mut tried) = (Vec::new(), 0);
    for i in 0..count(3000) {
        let mut file = damaged(i);
        let Some(model) = &mut file.model else { continue };
        tried += 1;
        model.fix();
        let source = xenomesh::Source { files: model.to_source().files, ..model.source().clone() };
        let Ok(again) = xenomesh::Model::open(&source, &LoadOptions::default()) else { continue };
        let left = again.validate().into_iter().filter(|d| d.code.fixable && d.severity != Severity::Info);
        problems.extend(left.map(|d| format!("{}: {} {}", file.label, d.code.id, d.message)));
    }
    fail_on(&problems, tried, tried);
}
