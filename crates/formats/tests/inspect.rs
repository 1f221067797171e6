//! What `inspect --json` says about every sample, kept as snapshots: a change of any of it shows in review.
//!
//! After a change that is meant: `INSTA_UPDATE=always cargo test -p xenomesh-formats --test inspect`, then read the diff.
#![allow(clippy::unwrap_used, reason = "a test")]

extern crate xenomesh_formats as formats;

mod common;

use formats::LoadOptions;
use scene::textures::{Search, locate};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;
use xenomesh::{Source, inspect};

/// Lists longer than this are cut: their length says enough.
const LONGEST: usize = 64;

fn shorten(value: &mut Value) {
    match value {
        Value::Array(list) => {
            let all = list.len();
            if all > LONGEST {
                list.truncate(LONGEST);
                list.push(format!("… {all} in all").into());
            }
            list.iter_mut().for_each(shorten);
        }
        Value::Object(map) => map.values_mut().for_each(shorten),
        _ => {}
    }
}

fn report(label: &str) -> Value {
    let path = label.strip_prefix("samples/").unwrap_or(label);
    let files = Arc::new(scene::Folder::new(common::root().join("samples")));
    let source = Source { files: files.clone(), path: path.to_owned(), label: label.to_owned() };
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let inspected = inspect(&source, &LoadOptions::default(), &|scene, sink| {
        locate(scene, &Search::next_to(&*files, folder), sink);
    });
    let mut value = serde_json::to_value(&inspected.report).unwrap();
    shorten(&mut value);
    value
}

#[test]
fn every_sample_is_reported_as_before() {
    let folder = common::root().join("crates/formats/tests/snapshots/inspect");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(&folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_sort_maps(true);
    let _guard = settings.bind_to_scope();
    let mut names = BTreeSet::new();
    let mut formats_seen = BTreeSet::new();
    for case in common::cases(&["samples"]) {
        let label = case.label.replace('\\', "/");
        let name = label.trim_start_matches("samples/").replace('/', "__");
        insta::assert_json_snapshot!(name.as_str(), report(&label));
        names.insert(format!("{name}.snap"));
        formats_seen.insert(case.format);
    }
    for format in formats::FORMATS.iter().filter(|f| f.id != "gltf") {
        assert!(formats_seen.contains(format.id), "no sample of {}", format.id);
    }
    // A snapshot whose sample is gone proves nothing.
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let file = entry.file_name().into_string().unwrap();
        assert!(names.contains(&file) || file.ends_with(".snap.new"), "{file} belongs to no sample");
    }
}
