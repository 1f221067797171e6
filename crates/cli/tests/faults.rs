//! Killed at any moment, and disks that are full: an output is whole or not there, inputs are as they were, and the next
//! run cleans up. `XENOMESH_KILLS` says how often each verb is killed (`cargo xtask fuzz --kills 500`).
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod common;

use common::{Dir, binary, both, code, finished, timed, tree};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A verb and its arguments: what is in `in` goes to `out`.
const VERBS: &[(&str, &[&str])] = &[
    ("convert", &["convert", "in", "-o", "out", "--force"]),
    ("pack", &["pack", "in", "-o", "out/all.cat", "--force"]),
    ("fix", &["validate", "in", "--fix", "-o", "out", "--force"]),
    ("gallery", &["gallery", "in", "-o", "out", "--size", "32"]),
];

/// A folder of small models, some of them in need of repair.
fn models(name: &str) -> Dir {
    let d = Dir::new(name);
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/codes");
    for (i, file) in
        ["XNA_INDEX_RANGE.mesh", "XNA_WEIGHTS_ZERO.mesh", "XAC_NODE_FLAGS.xac"].iter().enumerate()
    {
        let bytes = fs::read(data.join(file)).unwrap();
        for copy in 0..3 {
            d.file(&format!("in/{i}/m{copy}-{file}"), &bytes);
        }
    }
    fs::create_dir(d.0.join("out")).unwrap();
    d
}

/// What a whole run leaves. The gallery notes when a file was made, which is no part of it.
fn outputs(d: &Dir) -> std::collections::BTreeMap<String, Vec<u8>> {
    tree(&d.0.join("out"))
}

fn leftovers(d: &Dir) -> Vec<String> {
    outputs(d).into_keys().filter(|n| n.contains(".xenomesh-")).collect()
}

fn killed(verb: &str) {
    let (name, args) = VERBS.iter().find(|v| v.0 == verb).unwrap();
    let kills: u64 = std::env::var("XENOMESH_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(6);
    let d = models(&format!("killed-{name}"));
    let before = tree(&d.0.join("in"));
    let (first, time) = timed(|| d.run(args));
    assert!(code(&first) < 2, "{}", both(&first));
    let whole = outputs(&d);
    assert!(!whole.is_empty(), "{}", both(&first));
    let mut seed = 88_172_645_463_325_252_u64;
    let mut dead = 0;
    for round in 0..kills {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        // Half of the rounds start from nothing, so that files appear; the others replace what is there.
        if round.is_multiple_of(2) {
            fs::remove_dir_all(d.0.join("out")).unwrap();
            fs::create_dir(d.0.join("out")).unwrap();
        }
        let mut child = d.program(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_micros(seed % (time.as_micros() as u64 + 1)));
        let _ = child.kill();
        dead += usize::from(child.wait().unwrap().code().is_none());
        for (file, bytes) in outputs(&d) {
            let ours = file.rsplit('/').next().unwrap().starts_with(".xenomesh-");
            assert!(ours || whole.get(&file) == Some(&bytes), "round {round}: {file} is not whole");
        }
        assert_eq!(tree(&d.0.join("in")), before, "round {round}: an input changed");
    }
    assert!(code(&d.run(args)) < 2);
    assert_eq!(outputs(&d), whole, "the next run makes everything and removes what was left");
    eprintln!("{verb}: {dead} of {kills} runs were killed before their end");
}

#[test]
fn killed_while_converting() {
    killed("convert");
}

#[test]
fn killed_while_packing() {
    killed("pack");
}

#[test]
fn killed_while_repairing() {
    killed("fix");
}

#[test]
fn killed_while_making_a_gallery() {
    killed("gallery");
}

/// The kernel refuses to let any file grow beyond a limit, as a full disk does.
#[test]
fn a_full_disk_is_an_error_and_leaves_nothing_behind() {
    for (verb, args) in VERBS {
        let d = models(&format!("full-{verb}"));
        let before = tree(&d.0.join("in"));
        assert!(code(&d.run(args)) < 2);
        let whole = outputs(&d);
        let mut failed = 0;
        for blocks in [0, 1, 2, 5] {
            fs::remove_dir_all(d.0.join("out")).unwrap();
            fs::create_dir(d.0.join("out")).unwrap();
            // The signal is ignored, so that the write itself fails.
            let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
            let mut shell = Command::new("sh");
            shell.args(["-c", &script]).arg(binary()).args(*args).current_dir(&d.0);
            let out = finished(&mut shell);
            let said = both(&out);
            assert!(!said.contains("panicked"), "{verb} {blocks}: {said}");
            let made = outputs(&d);
            if code(&out) == 0 {
                assert_eq!(made, whole, "{verb} {blocks}: says that all went well");
            } else {
                failed += 1;
                assert!(!said.trim().is_empty(), "{verb} {blocks}: fails without a word");
            }
            for (file, bytes) in &made {
                assert_eq!(whole.get(file), Some(bytes), "{verb} {blocks}: {file} is not whole");
            }
            assert_eq!(leftovers(&d), Vec::<String>::new(), "{verb} {blocks}");
            assert_eq!(tree(&d.0.join("in")), before, "{verb} {blocks}: an input changed");
        }
        assert!(failed > 0, "{verb}: no write failed");
    }
}
