//! Whatever a file says of the person who made it goes, and nothing else: sizes and all other bytes are right afterwards.
#![allow(clippy::unwrap_used, reason = "a test")]

use serde_json::Value;
use xenomesh::Model;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");

/// Files, and the fields of their dumps that may hold a path of somebody's disk.
const FILES: &[(&str, &[&str])] = &[
    ("samples/emfx/xrebirth/character.xac", &["original_file"]),
    ("samples/emfx/risen-big-endian/character.xac", &["original_file"]),
    // Once more in a level of detail.
    ("tests/data/codes/XAC_LOD_LEFT_OUT.xac", &["original_file"]),
    ("samples/emfx/xrebirth/character.walk.xsm", &["original_file"]),
    ("samples/emfx/risen-big-endian/character.walk.xsm", &["original_file"]),
    ("samples/emfx/paradox/character.talk.xpm", &["original_file"]),
    ("samples/emfx/risen-big-endian/character.talk.xpm", &["original_file"]),
    ("samples/xnalara/meeting_xps.scene", &["directory", "ground_texture", "background_image", "texture"]),
];

/// Says something else in each field of these names; returns how often.
fn replace(value: &mut Value, names: &[&str], by: &str) -> usize {
    match value {
        Value::Array(list) => list.iter_mut().map(|v| replace(v, names, by)).sum(),
        Value::Object(fields) => fields
            .iter_mut()
            .map(|(name, v)| match v {
                Value::String(text) if names.contains(&name.as_str()) => {
                    by.clone_into(text);
                    1
                }
                _ => replace(v, names, by),
            })
            .sum(),
        _ => 0,
    }
}

fn with(name: &str, dump: &Value, names: &[&str], by: &str) -> (Model, usize) {
    let mut dump = dump.clone();
    let times = replace(&mut dump, names, by);
    let mut model = Model::build(name, &serde_json::to_vec(&dump).unwrap()).unwrap();
    model.recount();
    (Model::from_bytes(name, model.write()).unwrap(), times)
}

#[test]
fn paths_go_and_nothing_else() {
    for (sample, names) in FILES {
        let name = sample.rsplit('/').next().unwrap();
        let bytes = std::fs::read(format!("{ROOT}{sample}")).unwrap();
        let dump: Value = serde_json::from_slice(&Model::from_bytes(name, bytes).unwrap().dump()).unwrap();
        for path in [r"C:\Users\Jo Doe\work\a.mb", "/home/jo/work/a.mb"] {
            let (mut model, times) = with(name, &dump, names, path);
            let said = model.scrub();
            assert!(times > 0 && said.len() == times, "{sample}: {times} fields, {said:?}");
            assert!(said.iter().all(|s| s.contains("work")), "{sample}: {said:?}");
            let scrubbed = model.write();
            let (wanted, _) = with(name, &dump, names, "a.mb");
            assert_eq!(scrubbed, wanted.write(), "{sample}");
            let mut again = Model::from_bytes(name, scrubbed).unwrap();
            assert_eq!(again.scrub(), Vec::<String>::new(), "{sample}");
            assert_eq!(again.findings().len(), wanted.findings().len(), "{sample}");
        }
    }
}
