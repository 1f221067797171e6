//! What a stranger's folder, archive or file can try, against the real binary.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod common;

use common::{Dir, both, code};
use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::process::Command;

fn pipe(d: &Dir, name: &str) {
    assert!(Command::new("mkfifo").arg(d.0.join(name)).status().unwrap().success());
}

fn link(d: &Dir, to: &str, name: &str) {
    symlink(to, d.0.join(name)).unwrap();
}

/// A model in text: bones, then one mesh with one triangle.
fn model(bone: &str, mesh: &str, texture: &str) -> String {
    let vertex = |x: u8, y: u8| format!("{x} {y} 0\n0 0 1\n255 255 255 255\n{x} {y}\n0 0 0 0\n1 0 0 0\n");
    format!(
        "1\n{bone}\n-1\n0 0 0\n1\n{mesh}\n1\n1\n{texture}\n0\n3\n{}{}{}1\n0 1 2\n",
        vertex(0, 0),
        vertex(1, 0),
        vertex(0, 1)
    )
}

fn plain() -> String {
    model("root", "10_flag_1_0_0", "flag.png")
}

#[test]
fn pipes_and_devices_are_one_failed_input_each() {
    let d = Dir::new("special");
    d.file("in/good.mesh.ascii", model("root", "10_a_1_0_0", "tex.png"));
    pipe(&d, "in/pipe.xac");
    pipe(&d, "in/pipe.xml");
    pipe(&d, "in/tex.png");
    link(&d, "/dev/zero", "in/zero.xmf");
    for verb in ["convert", "thumb", "validate", "inspect"] {
        let mut args = vec![verb, "in"];
        if matches!(verb, "convert" | "thumb") {
            args.extend(["-o", verb]);
        }
        let out = d.run(&args);
        assert_eq!(code(&out), 1, "{verb}: {}", both(&out));
        assert!(both(&out).contains("only regular files are read"), "{verb}: {}", both(&out));
    }
    assert_eq!(d.names("convert"), ["good.glb"]);
    assert_eq!(code(&d.run(&["inspect", "/dev/zero"])), 1);
    let out = d.run(&["pack", "in", "-o", "x.cat"]);
    assert_eq!(code(&out), 2);
    assert!(!d.0.join("x.cat").exists() && !d.0.join("x.dat").exists());
}

#[test]
fn a_pipe_where_a_picture_will_be_is_not_waited_for() {
    let d = Dir::new("pipe-out");
    d.file("m/a.mesh.ascii", model("root", "10_a_1_0_0", "tex.png"));
    // One grey point.
    let mut picture = b"BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\x18\0".to_vec();
    picture.resize(54, 0);
    picture.extend_from_slice(&[127, 127, 127, 0]);
    d.file("m/tex.png", picture);
    assert_eq!(code(&d.run(&["convert", "m/a.mesh.ascii", "-o", "a.glb"])), 0);
    fs::create_dir_all(d.0.join("out")).unwrap();
    pipe(&d, "out/tex.png");
    let out = d.run(&["convert", "a.glb", "-o", "out/a.xps"]);
    assert!(code(&out) < 2, "{}", both(&out));
    assert!(
        d.0.join("out/tex.png").symlink_metadata().unwrap().file_type().is_fifo(),
        "the pipe is not ours"
    );
}

#[test]
fn links_to_their_own_folder_are_walked_once() {
    let d = Dir::new("loops");
    d.file("in/a.mesh.ascii", plain());
    for name in ["in/b", "in/c", "in/d"] {
        link(&d, ".", name);
    }
    let out = d.run(&["convert", "in", "-o", "out", "--textures", "in"]);
    assert_eq!(code(&out), 0, "{}", both(&out));
    assert_eq!(d.names("out"), ["a.glb"]);
}

#[test]
fn links_do_not_lead_out_unless_asked() {
    let d = Dir::new("out");
    d.file("secret/s.mesh.ascii", plain());
    d.file("in/a.mesh.ascii", plain());
    link(&d, "../secret", "in/folder");
    link(&d, "../secret/s.mesh.ascii", "in/s.mesh.ascii");
    let out = d.run(&["convert", "in", "-o", "out"]);
    assert_eq!(code(&out), 1);
    assert_eq!(both(&out).matches("leads out of the folder").count(), 2, "{}", both(&out));
    assert_eq!(d.names("out"), ["a.glb"]);
    let out = d.run(&["convert", "in", "-o", "all", "--follow"]);
    assert_eq!(code(&out), 0, "{}", both(&out));
    assert_eq!(d.names("all"), ["a.glb", "folder", "s.glb"]);
    // A link that is named is meant.
    assert_eq!(code(&d.run(&["convert", "in/s.mesh.ascii", "-o", "s.glb"])), 0);
    let out = d.run(&["pack", "in", "-o", "x.cat"]);
    assert_eq!(code(&out), 2);
    assert!(both(&out).contains("is a link"), "{}", both(&out));
}

#[test]
fn nothing_is_written_through_a_link() {
    let d = Dir::new("through");
    d.file("in/sub/a.mesh.ascii", plain());
    d.file("elsewhere/keep.txt", "keep");
    fs::create_dir_all(d.0.join("out")).unwrap();
    link(&d, "../elsewhere", "out/sub");
    let out = d.run(&["convert", "in", "-o", "out"]);
    assert_eq!(code(&out), 2, "{}", both(&out));
    assert_eq!(d.names("elsewhere"), ["keep.txt"]);
    // A link in the place of the output is replaced, not followed.
    link(&d, "elsewhere/keep.txt", "a.glb");
    assert_eq!(code(&d.run(&["convert", "in/sub/a.mesh.ascii", "-o", "a.glb", "--force"])), 0);
    assert_eq!(fs::read(d.0.join("elsewhere/keep.txt")).unwrap(), b"keep");
    assert!(!d.0.join("a.glb").is_symlink());
}

#[test]
fn inputs_of_one_name_get_outputs_of_their_own() {
    let d = Dir::new("names");
    for folder in ["a", "b", "c"] {
        d.file(&format!("{folder}/x.mesh.ascii"), plain());
    }
    for (verb, extra) in [("convert", None), ("thumb", None), ("validate", Some("--fix"))] {
        let mut args = vec![verb, "a", "b", "c/x.mesh.ascii", "-o", verb];
        args.extend(extra);
        let out = d.run(&args);
        assert_eq!(code(&out), 0, "{verb}: {}", both(&out));
        let below = |folder: &str| if d.0.join(folder).is_dir() { d.names(folder).len() } else { 1 };
        let made: usize = d.names(verb).iter().map(|n| below(&format!("{verb}/{n}"))).sum();
        assert_eq!(made, 3, "{verb}: {:?}", d.names(verb));
    }
}

fn catalog(d: &Dir, names: &[&str]) {
    let lines: String =
        names.iter().map(|n| format!("{n} 1 1500000000 0cc175b9c0f1b6a831c399e269772661\n")).collect();
    d.file("x.cat", lines);
    d.file("x.dat", "a".repeat(names.len()));
}

#[test]
fn hostile_names_of_archives_are_listed_and_the_rest_is_unpacked() {
    let d = Dir::new("unpack");
    let long = "x".repeat(300);
    let deep = "a/".repeat(600) + "b";
    let names = [
        "good.txt", "a", "a/b", "CLOCK$", "dot.", "blank /x", "tab\tx", "c:stream", "../up", "/root",
        "nul.txt", &long, &deep, "last.txt",
    ];
    catalog(&d, &names);
    d.file("out/good.txt.part", "mine");
    let out = d.run(&["unpack", "x.cat", "-o", "out"]);
    assert_eq!(code(&out), 1, "{}", both(&out));
    assert_eq!(d.names("out"), ["a", "good.txt", "good.txt.part", "last.txt"]);
    assert_eq!(fs::read(d.0.join("out/good.txt.part")).unwrap(), b"mine");
    assert_eq!(String::from_utf8_lossy(&out.stderr).lines().filter(|l| l.starts_with("x.cat:")).count(), 11);
}

#[test]
fn names_in_files_do_not_command_the_terminal() {
    let d = Dir::new("terminal");
    let evil = "a\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}b";
    d.file("x.mesh.ascii", model(evil, &format!("10_{evil}_1_0_0"), &format!("{evil}.png")));
    catalog(&d, &[evil]);
    for args in [
        &["inspect", "x.mesh.ascii"][..],
        &["inspect", "x.mesh.ascii", "--json"],
        &["inspect", "x.mesh.ascii", "--layout"],
        &["validate", "x.mesh.ascii"],
        &["validate", "x.mesh.ascii", "--json"],
        &["convert", "x.mesh.ascii", "-o", "x.glb", "-v"],
        &["dump", "x.mesh.ascii"],
        &["unpack", "x.cat", "--list"],
        &["unpack", "x.cat", "-o", "out"],
        &["unpack", "x.cat", "--verify"],
    ] {
        let shown = both(&d.run(args));
        let bad =
            |c: &char| (c.is_control() && !matches!(c, '\n' | '\t')) || ('\u{202a}'..='\u{202e}').contains(c);
        assert_eq!(shown.chars().filter(bad).count(), 0, "{args:?}: {shown:?}");
    }
    let out = d.run(&["inspect", "x.mesh.ascii", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(json["files"][0]["scene"]["joints"][0], evil, "JSON still says what is there");
}

/// A busy machine starts no more threads: the work is done on the one there is. (No stack is large enough here.)
#[test]
fn without_threads_everything_is_done_on_one() {
    let d = Dir::new("threads");
    d.file("in/a.mesh.ascii", plain());
    d.file("in/b.mesh.ascii", plain());
    for args in [
        &["inspect", "in"][..],
        &["validate", "in"],
        &["convert", "in", "-o", "out"],
        &["convert", "in", "-o", "two", "--jobs", "2"],
        &["thumb", "in", "-o", "pictures", "--size", "32"],
        &["gallery", "in", "-o", "site", "--size", "32"],
    ] {
        let out = common::finished(d.program(args).env("RUST_MIN_STACK", (1_u64 << 46).to_string()));
        assert_eq!(code(&out), 0, "{args:?}: {}", both(&out));
    }
    assert_eq!(d.names("out"), d.names("two"));
    assert_eq!(d.names("out").len(), 2);
}

/// What is made to be shown to others says nothing about who made the models, unless that is asked for.
#[test]
fn a_gallery_says_nothing_about_its_makers() {
    let d = Dir::new("private");
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/codes/XNA_PRIVACY.xps");
    d.file("in/secret.xps", fs::read(fixture).unwrap());
    let said = both(&d.run(&["scrub", "in/secret.xps", "-o", "clean.xps"]));
    let words: Vec<&str> = said
        .lines()
        .filter_map(|l| l.split("removed ").nth(1)?.split_once(": "))
        .map(|w| w.1.trim())
        .collect();
    assert!(words.len() > 2, "{said}");
    let holds = |folder: &str| {
        let all = common::tree(&d.0.join(folder)).into_values().collect::<Vec<_>>().concat();
        let holds = |w: &&&str| all.windows(w.len()).any(|part| part == w.as_bytes());
        words.iter().filter(holds).count()
    };
    assert!(holds("in") > 2, "what is looked for is there: {words:?}");
    assert_eq!(code(&d.run(&["gallery", "in", "-o", "site", "--size", "32"])), 0);
    assert_eq!(holds("site"), 0, "{words:?}");
    assert_eq!(code(&d.run(&["gallery", "in", "-o", "own", "--size", "32", "--keep-private"])), 0);
    assert!(holds("own") > 0, "--keep-private keeps it");
}

/// A template supplies what its own model had; to another model it gives nothing, least of all who made it.
#[test]
fn a_template_of_another_model_says_nothing_about_its_maker() {
    let d = Dir::new("template");
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/codes/XNA_PRIVACY.xps");
    d.file("secret.xps", fs::read(fixture).unwrap());
    d.file("other.mesh.ascii", model("pelvis", "10_coat_1_0_0", "coat.png"));
    assert_eq!(code(&d.run(&["convert", "other.mesh.ascii", "-o", "other.glb"])), 0);
    let out = d.run(&["convert", "other.glb", "-o", "other.xps", "--template", "secret.xps"]);
    let holds = |bytes: &[u8]| bytes.windows(7).any(|w| w == b"CP-ANNA");
    assert!(holds(&fs::read(fixture).unwrap()));
    assert!(!fs::read(d.0.join("other.xps")).is_ok_and(|made| holds(&made)), "{}", both(&out));
}
