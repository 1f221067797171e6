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
    let all =
        ["Hat", "Soldier", "Recruit", "Banner", "Horse", "Cavalry", "Cruiser"].map(|n| format!("{n}.glb"));
    assert_eq!(names, all);
    assert!(done.iter().all(|c| c.status == Status::Done));
    assert_eq!(clips(&done[0]), set(&[]));
    assert_eq!(clips(&done[1]), set(&["idle", "move"]));
    assert_eq!(clips(&done[2]), set(&["march"]));
    assert_eq!(clips(&done[5]), set(&["move"]));
    assert_eq!(clips(&done[6]), set(&["attack"]));
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
    assert_eq!(clips(soldier), want, "a folder of the game alone");
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

/// Where a node is at the first key of the only clip, below its parents.
fn place(json: &serde_json::Value, name: &str) -> [f64; 3] {
    let nodes = json["nodes"].as_array().unwrap();
    let at = nodes.iter().position(|n| n["name"] == name).unwrap();
    let numbers =
        |v: &serde_json::Value| -> [f64; 3] { std::array::from_fn(|i| v[i].as_f64().unwrap_or(0.0)) };
    assert!(
        json["animations"][0]["channels"]
            .as_array()
            .unwrap()
            .iter()
            .all(|c| { c["target"]["node"] != at || c["target"]["path"] != "translation" })
    );
    numbers(&nodes[at]["translation"])
}

/// The motion was made for a larger ship. Retargeting, by the definitions or by hand, leaves turrets where they are.
#[test]
fn turrets_stay_on_their_ship() {
    let done = Converter::new().no_textures().actor_type("Cruiser").convert([UNITS]).unwrap();
    let rear = place(&json(&done[0]), "turret_rear");
    assert!((rear[2] + 1.2 * 0.8).abs() < 1e-5 && (rear[1] - 0.45 * 0.8).abs() < 1e-5, "{rear:?}");
    let ship = || Converter::new().no_textures().motion("../../samples/paradox-game/gfx/anims/ship.fire.xsm");
    let model = ["../../samples/paradox-game/gfx/anims/ship.xac"];
    let by_hand = ship().retarget().convert(model).unwrap();
    assert!((place(&json(&by_hand[0]), "turret_rear")[2] + 1.2).abs() < 1e-5);
    let without = json(&ship().convert(model).unwrap()[0]);
    let nodes = without["nodes"].as_array().unwrap();
    let rear = nodes.iter().position(|n| n["name"] == "turret_rear").unwrap();
    let moved = without["animations"][0]["channels"].as_array().unwrap();
    let moved = moved.iter().any(|c| c["target"]["node"] == rear && c["target"]["path"] == "translation");
    assert!(moved, "without it the turret goes where the larger ship has it");
}

/// The flag is in `gfx/flags`, and a painted picture never becomes the game's.
#[test]
fn flags_and_painted_pictures() {
    let folder = std::env::temp_dir().join(format!("xenomesh-colours-{}", std::process::id()));
    let done = Converter::new().actor_type("Banner").convert([UNITS]).unwrap();
    assert_eq!(json(&done[0])["images"][0]["name"], "SAM", "{:?}", done[0].findings);
    let horse = ["../../samples/paradox-game/gfx/anims/horse.xac"];
    let glb = folder.join("horse.glb");
    Converter::new().colours("B22222,FFD700").write(horse, &glb).unwrap();
    let back = Converter::new().write([glb.to_str().unwrap()], folder.join("back/horse.xac")).unwrap();
    let said: Vec<&str> = back[0].findings.iter().map(|f| f.code.id).collect();
    assert!(said.contains(&"TEXTURE_PAINTED"), "{said:?}");
    let names: Vec<&str> = back[0].files.iter().map(|f| f.name.as_str()).collect();
    assert!(!names.iter().any(|n| n.starts_with("units.") || n.contains('#')), "{names:?}");
    let dump = xenomesh::open(folder.join("back/horse.xac")).unwrap().dump();
    let dump = String::from_utf8(dump).unwrap();
    assert!(dump.contains("\"units\"") && !dump.contains("#colours"));
    for wrong in ["red", "12345", "FFFFFF,000000,FF0000", ""] {
        assert!(Converter::new().colours(wrong).convert(horse).is_err(), "{wrong:?}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
