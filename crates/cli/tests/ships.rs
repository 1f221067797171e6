//! What modders of X4 type: game folders, profiles, classes, motions of a ship.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A scratch folder that goes away.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("xenomesh-ships-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// What a run prints; it must end well.
    fn run(&self, args: &[&str]) -> String {
        let out =
            Command::new(env!("CARGO_BIN_EXE_xenomesh")).args(args).current_dir(&self.0).output().unwrap();
        assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8_lossy(&out.stdout).into_owned()
    }

    fn inspect(&self, file: &str) -> serde_json::Value {
        let all: serde_json::Value = serde_json::from_str(&self.run(&["inspect", "--json", file])).unwrap();
        all["files"][0].clone()
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
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
    d.run(&["pack", "a", "-o", "game/01.cat"]);
    d.run(&["pack", "b", "-o", "game/02.cat"]);
    let listed = d.run(&["unpack", "game", "--list"]);
    assert_eq!(listed.lines().count(), 2, "{listed}");
    d.run(&["unpack", "game", "-o", "out"]);
    assert_eq!((d.text("out/assets/x.txt"), d.text("out/assets/y.txt")), ("two".into(), "kept".into()));
    d.run(&["unpack", "game", "assets/y*", "-o", "some"]);
    assert!(d.0.join("some/assets/y.txt").exists() && !d.0.join("some/assets/x.txt").exists());
}

#[test]
fn class_and_geometry_are_those_that_were_asked_for() {
    let d = Dir::new("class");
    let xml = ship(&d);
    d.run(&["convert", &xml, "-o", "ship.glb", "--quiet"]);
    let place = "assets/units/size_l/ship_data";
    d.run(&[
        "convert",
        "ship.glb",
        "-o",
        "new/ship.xml",
        "--component-class",
        "ship_l",
        "--geometry",
        place,
        "--quiet",
    ]);
    let text = d.text("new/ship.xml");
    assert!(text.contains("class=\"ship_l\"") && text.contains(&format!("geometry=\"{place}\"")), "{text}");
    // Without options both stay as they were.
    d.run(&["convert", "ship.glb", "-o", "same/ship_sample.xml", "--quiet"]);
    let kept =
        |text: &str| text.split_once("<source geometry=\"").unwrap().1.split('"').next().unwrap().to_owned();
    assert_eq!(kept(&d.text("same/ship_sample.xml")), kept(&d.text(&xml)));
}

#[test]
fn motions_auto_does_not_double_a_ships_own_animations() {
    let d = Dir::new("auto");
    let xml = ship(&d);
    d.run(&["convert", &xml, "-o", "a.glb", "--quiet"]);
    d.run(&["convert", &xml, "-o", "b.glb", "--motions", "auto", "--quiet"]);
    let names = |file: &str| {
        let scene = d.inspect(file)["scene"]["animations"].clone();
        scene.as_array().unwrap().iter().map(|a| a["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(names("a.glb").len() > 2);
    assert_eq!(names("a.glb"), names("b.glb"));
}

#[test]
fn a_profile_decides_how_vertices_are_stored() {
    let d = Dir::new("profile");
    let xml = ship(&d);
    d.run(&["convert", &xml, "-o", "ship.glb", "--quiet"]);
    for (profile, wanted) in [("x4", "FLOAT2 TEXCOORD0"), ("xrebirth", "FLOAT16_2 TEXCOORD0")] {
        let file = format!("{profile}.xmf");
        d.run(&["convert", "ship.glb", "-o", &file, "--profile", profile, "--quiet"]);
        let elements = d.inspect(&file)["details"]["buffers"][0]["elements"].clone();
        assert!(elements.as_array().unwrap().iter().any(|e| e == wanted), "{profile}: {elements}");
    }
}
