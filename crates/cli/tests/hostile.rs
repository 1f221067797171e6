//! What a stranger's folder, archive or file can try (DESIGN.md §6), against the real binary.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A scratch folder that goes away.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("xenomesh-hostile-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn put(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    fn pipe(&self, name: &str) {
        let path = self.0.join(name);
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    }

    fn link(&self, to: &str, name: &str) {
        symlink(to, self.0.join(name)).unwrap();
    }

    /// Runs, and fails if that takes longer than a minute.
    fn run(&self, args: &[&str]) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_xenomesh"))
            .args(args)
            .current_dir(&self.0)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let started = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if started.elapsed() > Duration::from_mins(1) {
                child.kill().unwrap();
                panic!("{args:?} hangs");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        child.wait_with_output().unwrap()
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let mut out: Vec<String> = fs::read_dir(self.0.join(folder))
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        out.sort();
        out
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn text(out: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr))
}

fn code(out: &Output) -> i32 {
    out.status.code().unwrap_or_else(|| panic!("killed: {}", text(out)))
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
    d.put("in/good.mesh.ascii", model("root", "10_a_1_0_0", "tex.png"));
    d.pipe("in/pipe.xac");
    d.pipe("in/pipe.xml");
    d.pipe("in/tex.png");
    d.link("/dev/zero", "in/zero.xmf");
    for verb in ["convert", "thumb", "validate", "inspect"] {
        let mut args = vec![verb, "in"];
        if matches!(verb, "convert" | "thumb") {
            args.extend(["-o", verb]);
        }
        let out = d.run(&args);
        assert_eq!(code(&out), 1, "{verb}: {}", text(&out));
        assert!(text(&out).contains("only regular files are read"), "{verb}: {}", text(&out));
    }
    assert_eq!(d.names("convert"), ["good.glb"]);
    assert_eq!(code(&d.run(&["inspect", "/dev/zero"])), 1);
    let out = d.run(&["pack", "in", "-o", "x.cat"]);
    assert_eq!(code(&out), 2);
    assert!(!d.0.join("x.cat").exists() && !d.0.join("x.dat").exists());
}

#[test]
fn links_to_their_own_folder_are_walked_once() {
    let d = Dir::new("loops");
    d.put("in/a.mesh.ascii", plain());
    for name in ["in/b", "in/c", "in/d"] {
        d.link(".", name);
    }
    let out = d.run(&["convert", "in", "-o", "out", "--textures", "in"]);
    assert_eq!(code(&out), 0, "{}", text(&out));
    assert_eq!(d.names("out"), ["a.glb"]);
}

#[test]
fn links_do_not_lead_out_unless_asked() {
    let d = Dir::new("out");
    d.put("secret/s.mesh.ascii", plain());
    d.put("in/a.mesh.ascii", plain());
    d.link("../secret", "in/folder");
    d.link("../secret/s.mesh.ascii", "in/s.mesh.ascii");
    let out = d.run(&["convert", "in", "-o", "out"]);
    assert_eq!(code(&out), 1);
    assert_eq!(text(&out).matches("leads out of the folder").count(), 2, "{}", text(&out));
    assert_eq!(d.names("out"), ["a.glb"]);
    let out = d.run(&["convert", "in", "-o", "all", "--follow"]);
    assert_eq!(code(&out), 0, "{}", text(&out));
    assert_eq!(d.names("all"), ["a.glb", "folder", "s.glb"]);
    // A link that is named is meant.
    assert_eq!(code(&d.run(&["convert", "in/s.mesh.ascii", "-o", "s.glb"])), 0);
    let out = d.run(&["pack", "in", "-o", "x.cat"]);
    assert_eq!(code(&out), 2);
    assert!(text(&out).contains("is a link"), "{}", text(&out));
}

#[test]
fn nothing_is_written_through_a_link() {
    let d = Dir::new("through");
    d.put("in/sub/a.mesh.ascii", plain());
    d.put("elsewhere/keep.txt", "keep");
    fs::create_dir_all(d.0.join("out")).unwrap();
    d.link("../elsewhere", "out/sub");
    let out = d.run(&["convert", "in", "-o", "out"]);
    assert_eq!(code(&out), 2, "{}", text(&out));
    assert_eq!(d.names("elsewhere"), ["keep.txt"]);
    // A link in the place of the output is replaced, not followed.
    d.link("elsewhere/keep.txt", "a.glb");
    assert_eq!(code(&d.run(&["convert", "in/sub/a.mesh.ascii", "-o", "a.glb", "--force"])), 0);
    assert_eq!(fs::read(d.0.join("elsewhere/keep.txt")).unwrap(), b"keep");
    assert!(!d.0.join("a.glb").is_symlink());
}

#[test]
fn inputs_of_one_name_get_outputs_of_their_own() {
    let d = Dir::new("names");
    for folder in ["a", "b", "c"] {
        d.put(&format!("{folder}/x.mesh.ascii"), plain());
    }
    for (verb, extra) in [("convert", None), ("thumb", None), ("validate", Some("--fix"))] {
        let mut args = vec![verb, "a", "b", "c/x.mesh.ascii", "-o", verb];
        args.extend(extra);
        let out = d.run(&args);
        assert_eq!(code(&out), 0, "{verb}: {}", text(&out));
        let below = |folder: &str| if d.0.join(folder).is_dir() { d.names(folder).len() } else { 1 };
        let made: usize = d.names(verb).iter().map(|n| below(&format!("{verb}/{n}"))).sum();
        assert_eq!(made, 3, "{verb}: {:?}", d.names(verb));
    }
}

fn catalog(d: &Dir, names: &[&str]) {
    let lines: String =
        names.iter().map(|n| format!("{n} 1 1500000000 0cc175b9c0f1b6a831c399e269772661\n")).collect();
    d.put("x.cat", lines);
    d.put("x.dat", "a".repeat(names.len()));
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
    d.put("out/good.txt.part", "mine");
    let out = d.run(&["unpack", "x.cat", "-o", "out"]);
    assert_eq!(code(&out), 1, "{}", text(&out));
    assert_eq!(d.names("out"), ["a", "good.txt", "good.txt.part", "last.txt"]);
    assert_eq!(fs::read(d.0.join("out/good.txt.part")).unwrap(), b"mine");
    assert_eq!(String::from_utf8_lossy(&out.stderr).lines().filter(|l| l.starts_with("x.cat:")).count(), 11);
}

#[test]
fn names_in_files_do_not_command_the_terminal() {
    let d = Dir::new("terminal");
    let evil = "a\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}b";
    d.put("x.mesh.ascii", model(evil, &format!("10_{evil}_1_0_0"), &format!("{evil}.png")));
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
        let shown = text(&d.run(args));
        let bad =
            |c: &char| (c.is_control() && !matches!(c, '\n' | '\t')) || ('\u{202a}'..='\u{202e}').contains(c);
        assert_eq!(shown.chars().filter(bad).count(), 0, "{args:?}: {shown:?}");
    }
    let out = d.run(&["inspect", "x.mesh.ascii", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(json["files"][0]["scene"]["joints"][0], evil, "JSON still says what is there");
}

/// Killed at any time: outputs are whole or not there, inputs are as they were, the next run cleans up.
#[test]
fn a_killed_run_leaves_nothing_half_written() {
    let d = Dir::new("kill");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/xnalara/character.mesh");
    let bytes = fs::read(source).unwrap();
    for i in 0..12 {
        d.put(&format!("in/m{i}.mesh"), &bytes);
    }
    let arguments = ["convert", "in", "-o", "out", "--no-textures", "--force"];
    assert_eq!(code(&d.run(&arguments)), 0);
    let read = |name: &str| fs::read(d.0.join("out").join(name)).unwrap();
    let whole: Vec<(String, Vec<u8>)> = d.names("out").into_iter().map(|n| (n.clone(), read(&n))).collect();
    for round in 0..25_u64 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_xenomesh"))
            .args(arguments)
            .current_dir(&d.0)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(round * 7 % 180));
        let _ = child.kill();
        let _ = child.wait();
        for (name, bytes) in &whole {
            assert!(&read(name) == bytes, "round {round}: {name} is not whole");
        }
    }
    assert_eq!(code(&d.run(&arguments)), 0);
    assert_eq!(d.names("out").len(), 12, "leftovers are gone: {:?}", d.names("out"));
    assert!((0..12).all(|i| fs::read(d.0.join(format!("in/m{i}.mesh"))).unwrap() == bytes));
}
