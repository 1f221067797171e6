//! Definitions of Paradox games: each actor type with its clips, `--type`, `--motions auto`, `--attach`.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeSet;
use xenomesh::{Converted, Converter, Status};

const UNITS: &str = "../../samples/paradox-game/interface/units.gfx";
const SOLDIER: &str = "../../samples/paradox-game/gfx/anims/soldier.xac";

/// The JSON of a GLB.
fn json(c: &Converted) -> serde_json::Value {
    let glb = &c.files[0].bytes;
    let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&glb[20..20 + length]).unwrap()
}

fn clips(c: &Converted) -> BTreeSet<String> {
    let json = json(c);
    let list = json["animations"].as_array().cloned().unwrap_or_default();
    list.iter().map(|a| a["name"].as_str().unwrap().to_owned()).collect()
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(ToString::to_string).collect()
}

#[test]
fn every_type_is_an_output_with_exactly_its_clips() {
    let done = Converter::new().no_textures().convert([UNITS]).unwrap();
    let names: Vec<&str> = done.iter().map(|c| c.files[0].name.as_str()).collect();
    assert_eq!(names, ["Hat.glb", "Soldier.glb", "Recruit.glb"]);
    assert!(done.iter().all(|c| c.status == Status::Done));
    assert_eq!(clips(&done[0]), set(&[]));
    assert_eq!(clips(&done[1]), set(&["idle", "move"]));
    assert_eq!(clips(&done[2]), set(&["march"]));
}

#[test]
fn what_is_attached_hangs_on_its_node_at_its_size() {
    let done = Converter::new().no_textures().actor_type("soldier").convert([UNITS]).unwrap();
    assert_eq!(done.len(), 1);
    let json = json(&done[0]);
    let nodes = json["nodes"].as_array().unwrap();
    let at = |name: &str| nodes.iter().position(|n| n["name"] == name).unwrap_or_else(|| panic!("no {name}"));
    let children = nodes[at("head neck upper")]["children"].as_array().unwrap();
    assert!(children.contains(&at("Hat").into()), "{children:?}");
    // 0.5 high, half as large, on a soldier that is half as large again.
    let mesh = json["meshes"].as_array().unwrap().iter().find(|m| m["name"] == "Hat").unwrap();
    let position = mesh["primitives"][0]["attributes"]["POSITION"].as_u64().unwrap() as usize;
    let top = json["accessors"][position]["max"][1].as_f64().unwrap();
    assert!((top - 0.5 * 0.5 * 1.5).abs() < 1e-5, "{top}");
}

#[test]
fn one_type_by_name_and_not_several_in_one_file() {
    let wrong = Converter::new().actor_type("Sailor").convert([UNITS]).unwrap_err().to_string();
    assert!(wrong.contains("Sailor") && wrong.contains("Recruit"), "{wrong}");
    let out = std::env::temp_dir().join(format!("xenomesh-types-{}.glb", std::process::id()));
    let several = Converter::new().write([UNITS], &out).unwrap_err().to_string();
    assert!(several.contains("--type"), "{several}");
    assert!(!out.exists());
}

#[test]
fn motions_of_an_actor_come_from_the_definitions() {
    let auto = || Converter::new().no_textures().motions_auto();
    let want = set(&["idle", "march", "move"]);
    assert_eq!(clips(&auto().convert([SOLDIER]).unwrap()[0]), want);
    let folder = "../../samples/paradox-game/gfx/anims";
    let all = auto().game("../../samples/paradox-game").convert([folder]).unwrap();
    let soldier = all.iter().find(|c| c.files[0].name == "soldier.glb").unwrap();
    assert_eq!(clips(soldier), want, "a folder of the game by itself");
    let hat = all.iter().find(|c| c.files[0].name == "hat.glb").unwrap();
    assert!(hat.findings.iter().any(|f| f.code.id == "MOTION_NONE"));
    // Without definitions it is a guess, and says so.
    let alone = auto().convert(["../../samples/emfx/paradox/character.xac"]).unwrap();
    let said = alone[0].findings.iter().filter(|f| f.code.id == "MOTION_BOUND").map(|f| f.message.clone());
    assert!(
        said.clone().count() > 0 && said.clone().all(|m| m.contains("guess")),
        "{:?}",
        said.collect::<Vec<_>>()
    );
}

#[test]
fn attaching_by_hand() {
    let hat = "../../samples/paradox-game/gfx/anims/hat.xac";
    let done =
        Converter::new().no_textures().attach(format!("{hat}@head neck upper")).convert([SOLDIER]).unwrap();
    assert!(json(&done[0])["nodes"].as_array().unwrap().iter().any(|n| n["name"] == "Hat"));
    let wrong = Converter::new().no_textures().attach(format!("{hat}@antenna")).convert([SOLDIER]).unwrap();
    assert!(wrong[0].error.as_ref().unwrap().to_string().contains("antenna"));
    assert!(Converter::new().attach("hat.xac").convert([SOLDIER]).is_err());
}

#[test]
fn one_type_can_be_opened_by_its_name() {
    let model = xenomesh::open(format!("{UNITS}:Soldier")).unwrap();
    assert_eq!(model.format(), "gfx");
    let scene = model.scene(&xenomesh::LoadOptions::default()).unwrap();
    assert_eq!(scene.name, "Soldier");
    let error = xenomesh::open(format!("{UNITS}:Nobody")).unwrap_err().to_string();
    assert!(error.contains("Nobody") && error.contains("Recruit"), "{error}");
}
