//! What modders of X4 type: game folders, profiles, classes, motions of a ship.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod common;

use common::{Dir, both};
use std::fs;
use std::path::Path;

/// What a run prints; it must end well.
fn run(d: &Dir, args: &[&str]) -> String {
    let out = d.run(args);
    assert!(out.status.success(), "{args:?}: {}", both(&out));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

fn inspect(d: &Dir, file: &str) -> serde_json::Value {
    let all: serde_json::Value = serde_json::from_str(&run(d, &["inspect", "--json", file])).unwrap();
    all["files"][0].clone()
}

/// The sample's ship, copied with its game folder so that nothing is written into the samples.
fn ship(d: &Dir) -> String {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/egosoft/ship");
    copy(&samples, &d.0.join("game"));
    "game/assets/units/size_s/ship_sample.xml".into()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let place = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), place).unwrap();
        }
    }
}

#[test]
fn a_game_folder_is_unpacked_and_later_catalogs_win() {
    let d = Dir::new("folder");
    d.file("a/assets/x.txt", "one");
    d.file("a/assets/y.txt", "kept");
    d.file("b/assets/x.txt", "two");
    fs::create_dir_all(d.0.join("game")).unwrap();
    run(&d, &["pack", "a", "-o", "game/01.cat"]);
    run(&d, &["pack", "b", "-o", "game/02.cat"]);
    let listed = run(&d, &["unpack", "game", "--list"]);
    assert_eq!(listed.lines().count(), 2, "{listed}");
    run(&d, &["unpack", "game", "-o", "out"]);
    assert_eq!((d.text("out/assets/x.txt"), d.text("out/assets/y.txt")), ("two".into(), "kept".into()));
    run(&d, &["unpack", "game", "assets/y*", "-o", "some"]);
    assert!(d.0.join("some/assets/y.txt").exists() && !d.0.join("some/assets/x.txt").exists());
}

#[test]
fn class_and_geometry_are_those_that_were_asked_for() {
    let d = Dir::new("class");
    let xml = ship(&d);
    run(&d, &["convert", &xml, "-o", "ship.glb", "--quiet"]);
    let place = "assets/units/size_l/ship_data";
    run(
        &d,
        &[
            "convert",
            "ship.glb",
            "-o",
            "new/ship.xml",
            "--component-class",
            "ship_l",
            "--geometry",
            place,
            "--quiet",
        ],
    );
    let text = d.text("new/ship.xml");
    assert!(text.contains("class=\"ship_l\"") && text.contains(&format!("geometry=\"{place}\"")), "{text}");
    // Without options both stay as they were.
    run(&d, &["convert", "ship.glb", "-o", "same/ship_sample.xml", "--quiet"]);
    let kept =
        |text: &str| text.split_once("<source geometry=\"").unwrap().1.split('"').next().unwrap().to_owned();
    assert_eq!(kept(&d.text("same/ship_sample.xml")), kept(&d.text(&xml)));
}

#[test]
fn motions_auto_does_not_double_a_ships_own_animations() {
    let d = Dir::new("auto");
    let xml = ship(&d);
    run(&d, &["convert", &xml, "-o", "a.glb", "--quiet"]);
    run(&d, &["convert", &xml, "-o", "b.glb", "--motions", "auto", "--quiet"]);
    let names = |file: &str| {
        let scene = inspect(&d, file)["scene"]["animations"].clone();
        scene.as_array().unwrap().iter().map(|a| a["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(names("a.glb").len() > 2);
    assert_eq!(names("a.glb"), names("b.glb"));
}

#[test]
fn a_profile_decides_how_vertices_are_stored() {
    let d = Dir::new("profile");
    let xml = ship(&d);
    run(&d, &["convert", &xml, "-o", "ship.glb", "--quiet"]);
    for (profile, wanted) in [("x4", "FLOAT2 TEXCOORD0"), ("xrebirth", "FLOAT16_2 TEXCOORD0")] {
        let file = format!("{profile}.xmf");
        run(&d, &["convert", "ship.glb", "-o", &file, "--profile", profile, "--quiet"]);
        let elements = inspect(&d, &file)["details"]["buffers"][0]["elements"].clone();
        assert!(elements.as_array().unwrap().iter().any(|e| e == wanted), "{profile}: {elements}");
    }
}

#[test]
fn a_preview_shows_the_clip_that_is_named() {
    let d = Dir::new("clip");
    let ship = ship(&d);
    let picture = |name: &str, more: &[&str]| {
        let args = [&["thumb", ship.as_str(), "--picture", name, "--size", "64", "--angle", "200,10"], more];
        run(&d, &args.concat());
        fs::read(d.0.join(name)).unwrap()
    };
    let rest = picture("rest.png", &[]);
    let open = picture("open.png", &["--clip", "RAMP_opening", "--time", "1.5"]);
    let fold = picture("fold.png", &["--clip", "wings_folding", "--time", "2"]);
    assert!(rest != open && rest != fold && open != fold, "each shows something else");
    let wrong = d.run(&["thumb", ship.as_str(), "--picture", "x.png", "--clip", "dance"]);
    let said = both(&wrong);
    assert!(!wrong.status.success() && said.contains("dance") && said.contains("wings_folding"), "{said}");
}
