//! A model that was opened, changed and written again: what its owner can rely on.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use xenomesh::types::{Pose, Xac, Xps};
use xenomesh::{Converter, Error, Inputs, LoadOptions, Memory, Model, Source, Status};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn open(path: &str) -> Model {
    xenomesh::open(root().join(path)).unwrap()
}

fn codes(model: &Model) -> Vec<&'static str> {
    model.validate().iter().map(|f| f.code.id).collect()
}

#[test]
fn a_model_says_what_it_is() {
    let model = open("samples/xnalara/wave.pose");
    assert!(model.label().ends_with("wave.pose") && model.source().label == model.label());
    assert_eq!(model.document().format(), "pose");
    let shown = format!("{model:?}");
    assert!(shown.contains("wave.pose") && shown.contains("\"pose\""), "{shown}");
    assert!(shown.len() < 300, "its bytes are not shown");
    assert_eq!(model.findings().len(), 0, "reading it found nothing");
    let broken = open("tests/data/codes/BGP_TERMINATOR.bgp");
    assert!(codes(&broken).contains(&"BGP_TERMINATOR"));
    let at = broken.validate().into_iter().find(|f| f.code.id == "BGP_TERMINATOR").unwrap().offset;
    assert!(at.is_some_and(|o| o <= broken.bytes().len() as u64), "{at:?}");
}

/// The type is asked for by name; a wrong one is no change.
#[test]
fn only_what_was_changed_is_no_longer_what_was_read() {
    let mut model = open("samples/xnalara/character_saved.xps");
    let before = model.write();
    assert_eq!(&before, &model.bytes().to_vec());
    assert!(model.as_mut::<Xac>().is_none() && model.as_::<Pose>().is_none());
    assert!(model.layout().is_some(), "a type it is not of changes nothing");
    model.as_mut::<Xps>().unwrap().bones[0].position = [1.5, 2.5, 3.5];
    assert!(model.layout().is_none(), "the bytes that were read are not those of the model");
    let after = model.write();
    assert_ne!(after, before);
    let again = Model::from_bytes("hero.xps", after).unwrap();
    assert_eq!(again.as_::<Xps>().unwrap().bones[0].position, [1.5, 2.5, 3.5]);
}

/// What was changed in memory is what is converted, and what lies next to the file is still found.
#[test]
fn a_changed_model_is_an_input_with_its_neighbours() {
    let mut files = Memory::default();
    for name in ["character_saved.xps", "skin.tga"] {
        files.insert(name, std::fs::read(root().join("samples/xnalara").join(name)).unwrap());
    }
    let files = Arc::new(files);
    let source = Source {
        files: files.clone(),
        path: "character_saved.xps".into(),
        label: "character_saved.xps".into(),
    };
    let mut model = Model::open(&source, &LoadOptions::default()).unwrap();
    assert!(!model.scrub().is_empty());
    let now = model.to_source();
    assert_eq!(now.label, "character_saved.xps");
    assert_eq!(now.read().unwrap().to_vec(), model.write(), "the changed bytes");
    assert_ne!(now.read().unwrap(), source.read().unwrap(), "not those of the file");
    assert!(now.files.read("skin.tga").is_ok(), "its neighbours are there");
    assert_eq!(Model::open(&now, &LoadOptions::default()).unwrap().scrub(), Vec::<String>::new());
    assert_eq!(Converter::new().to("glb").convert_model(&model).unwrap().status, Status::Done);
}

#[test]
fn sizes_and_counts_are_made_anew_on_request() {
    let mut model = open("samples/emfx/xrebirth/character.xac");
    let before = model.write();
    // Junk in the place of a chunk's length, as an edit of the JSON would leave it.
    let mut json: serde_json::Value = serde_json::from_slice(&model.dump()).unwrap();
    let changed = bump(&mut json);
    assert!(changed, "a chunk has a length");
    let mut edited = Model::build("character.xac", &serde_json::to_vec(&json).unwrap()).unwrap();
    assert_ne!(edited.write(), before, "what was typed is written");
    edited.recount();
    assert_eq!(edited.write(), before);
    model.recount();
    assert_eq!(model.write(), before, "what is right stays");
}

/// Adds one to the first stored size.
fn bump(value: &mut serde_json::Value) -> bool {
    match value {
        serde_json::Value::Object(map) => map.iter_mut().any(|(key, v)| match v.as_u64() {
            Some(n) if key == "size" || key == "length" => {
                *v = (n + 1).into();
                true
            }
            _ => bump(v),
        }),
        serde_json::Value::Array(list) => list.iter_mut().any(bump),
        _ => false,
    }
}

#[test]
fn a_game_gives_what_is_not_next_to_the_file() {
    let scratch = std::env::temp_dir().join(format!("xenomesh-model-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&scratch);
    std::fs::create_dir_all(scratch.join("game")).unwrap();
    for end in ["cat", "dat"] {
        let from = root().join(format!("samples/egosoft/ship.{end}"));
        std::fs::copy(from, scratch.join(format!("game/01.{end}"))).unwrap();
    }
    let part = "samples/egosoft/ship/assets/units/size_s/ship_sample.xml";
    let bytes = std::fs::read(root().join(part)).unwrap();
    let mut model = Model::from_bytes("ship_sample.xml", bytes).unwrap();
    let meshes = |m: &Model| m.scene(&LoadOptions::default()).map_or(0, |s| s.meshes.len());
    assert_eq!(meshes(&model), 0, "its parts are elsewhere");
    let gone = scratch.join("gone");
    let error = model.look_into(&gone);
    assert!(
        matches!(&error, Err(Error::Option { option: "game", message }) if message.contains("gone")),
        "{error:?}"
    );
    model.look_into(&scratch.join("game")).unwrap();
    let found = meshes(&model);
    assert!(found > 0, "the game has them");
    model.look_into(&scratch.join("game")).unwrap();
    assert_eq!(meshes(&model), found, "once is enough");
    std::fs::remove_dir_all(&scratch).unwrap();
}

#[test]
fn a_repair_is_counted_and_lasts() {
    let mut model = open("tests/data/codes/XNA_WEIGHTS_ZERO.mesh");
    assert!(codes(&model).contains(&"XNA_WEIGHTS_ZERO"));
    assert_eq!(model.fix(), 0, "nothing worse than a note remains");
    assert!(!codes(&model).contains(&"XNA_WEIGHTS_ZERO"));
    let once = model.write();
    assert_eq!((model.fix(), model.write()), (0, once.clone()), "a second time changes nothing");
    let again = Model::from_bytes("x.mesh", once).unwrap();
    assert!(!codes(&again).contains(&"XNA_WEIGHTS_ZERO"));
}

/// JSON that is no dump, and bytes that are of no format, are errors with a sentence.
#[test]
fn what_is_no_model_is_an_error() {
    for json in [&b"{}"[..], b"[1]", b"not json", br#"{"format":"no such format"}"#] {
        assert!(!Model::build("x.xac", json).unwrap_err().to_string().is_empty());
    }
    let error = Model::from_bytes("x.bin", *b"letters").unwrap_err().to_string();
    assert!(error.contains("format"), "{error}");
    let missing = Inputs::default().one("no/such/file.xac").unwrap();
    let error = Model::open(&missing.source, &LoadOptions::default()).unwrap_err().to_string();
    assert_eq!(
        (missing.source.label.as_str(), error.as_str()),
        ("no/such/file.xac", "there is no such file")
    );
}

/// Hashes of Anark get names from the files next to them.
#[test]
fn names_are_learned_for_a_dump() {
    let mut model = open("samples/anark/main.bsg");
    let before = model.dump();
    model.learn_names();
    let after = model.dump();
    assert!(after.len() >= before.len());
    let built = |json: &[u8]| Model::build("main.bsg", json).unwrap().write();
    assert_eq!(built(&after), built(&before), "names are for people, the bytes stay");
    assert_eq!(built(&after), model.write());
}

/// Levels of detail are trees of their own, with the same nodes.
#[test]
fn a_report_names_the_nodes_of_a_ship_once() {
    let path = root().join("samples/egosoft/ship/assets/units/size_s/ship_sample.xml");
    let input = Inputs::default().one(&path.to_string_lossy()).unwrap();
    let report = xenomesh::inspect(&input.source, &LoadOptions::default(), &|_, _| {}).report;
    let report = report.scene.unwrap();
    let options = LoadOptions { collision: true, ..LoadOptions::default() };
    let fine = Model::open(&input.source, &options).unwrap().scene(&options).unwrap();
    let first: Vec<&str> = fine.nodes.iter().map(|n| n.name.as_str()).collect();
    assert_eq!(report.joints.iter().take(first.len()).collect::<Vec<_>>(), first);
    let channels: Vec<usize> = fine.animations.iter().map(|a| a.channels.len()).collect();
    assert_eq!(report.animations.iter().map(|a| a.channels).collect::<Vec<_>>(), channels);
    let levels = report.meshes.iter().map(|m| m.lod).max().unwrap();
    assert!(levels > 0 && report.joints.len() < first.len() * 2, "{levels} levels, {:?}", report.joints);
}
