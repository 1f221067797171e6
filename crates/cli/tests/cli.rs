//! What scripts depend on as little scenarios against the real binary.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod common;

use common::{Dir, code};
use std::fs;
use std::path::Path;
use std::process::Output;

fn stderr(out: &Output) -> String {
    String::from_utf8_lossy(&out.stderr).into_owned()
}

fn json(out: &Output) -> serde_json::Value {
    serde_json::from_slice(&out.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&out.stdout)))
}

/// A headerless XNALara model: one bone, one triangle.
fn mesh() -> Vec<u8> {
    let mut b = Vec::new();
    let name = |b: &mut Vec<u8>, s: &str| {
        b.push(u8::try_from(s.len()).unwrap());
        b.extend_from_slice(s.as_bytes());
    };
    b.extend_from_slice(&1_u32.to_le_bytes());
    name(&mut b, "root ground");
    b.extend_from_slice(&(-1_i16).to_le_bytes());
    b.extend_from_slice(&[0; 12]);
    b.extend_from_slice(&1_u32.to_le_bytes());
    name(&mut b, "5_body");
    b.extend_from_slice(&1_u32.to_le_bytes());
    b.extend_from_slice(&1_u32.to_le_bytes());
    name(&mut b, "skin.png");
    b.extend_from_slice(&0_u32.to_le_bytes());
    b.extend_from_slice(&3_u32.to_le_bytes());
    for p in [[0.0_f32, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]] {
        for v in p.iter().chain(&[0.0, 0.0, 1.0]) {
            b.extend_from_slice(&v.to_le_bytes());
        }
        b.extend_from_slice(&[255; 4]);
        for v in [p[0], p[1], 1.0, 0.0, 0.0, 1.0] {
            b.extend_from_slice(&v.to_le_bytes());
        }
        b.extend_from_slice(&[0; 8]);
        for v in [1.0_f32, 0.0, 0.0, 0.0] {
            b.extend_from_slice(&v.to_le_bytes());
        }
    }
    b.extend_from_slice(&1_u32.to_le_bytes());
    for i in 0..3_u32 {
        b.extend_from_slice(&i.to_le_bytes());
    }
    b
}

#[test]
fn mistyped_words_get_the_closest_match() {
    let d = Dir::new("typo");
    let out = d.run(&["convrt", "x", "-o", "y"]);
    assert_eq!(code(&out), 2);
    assert!(stderr(&out).contains("'convert'"), "{}", stderr(&out));
    let out = d.run(&["convert", "x", "-o", "y", "--no-texture"]);
    assert_eq!(code(&out), 2);
    assert!(stderr(&out).contains("--no-textures"), "{}", stderr(&out));
}

#[test]
fn one_bad_input_does_not_stop_the_others() {
    let d = Dir::new("bad");
    d.file("m/good.mesh", mesh());
    d.file("m/empty.mesh", b"");
    d.file("m/cut.mesh", &mesh()[..60]);
    let out = d.run(&["convert", "m", "missing.mesh", "-o", "out"]);
    assert_eq!(code(&out), 1, "{}", stderr(&out));
    assert!(d.has("out/good.glb"));
    assert!(!d.has("out/empty.glb") && !d.has("out/cut.glb"));
    let text = stderr(&out);
    assert!(text.contains("no such file") && text.contains("empty") && text.contains(" at 0x"), "{text}");
    let left: Vec<_> = fs::read_dir(d.0.join("out")).unwrap().collect();
    assert_eq!(left.len(), 1, "nothing half-written stays");
}

#[test]
fn a_folder_in_place_of_a_file_is_walked_and_an_empty_one_said_so() {
    let d = Dir::new("folder");
    fs::create_dir_all(d.0.join("x.mesh")).unwrap();
    d.file("good.mesh", mesh());
    let out = d.run(&["convert", "x.mesh", "good.mesh", "-o", "out"]);
    assert_eq!(code(&out), 1);
    assert!(stderr(&out).contains("it holds no model"), "{}", stderr(&out));
    assert!(d.has("out/good.glb"), "the other input is done");
}

#[test]
fn existing_outputs_are_kept_skipped_or_replaced() {
    let d = Dir::new("force");
    d.file("a.mesh", mesh());
    assert_eq!(code(&d.run(&["convert", "a.mesh", "-o", "a.glb"])), 0);
    let again = d.run(&["convert", "a.mesh", "-o", "a.glb"]);
    assert_eq!(code(&again), 1);
    assert!(stderr(&again).contains("--force"), "{}", stderr(&again));
    assert_eq!(code(&d.run(&["convert", "a.mesh", "-o", "a.glb", "--skip-existing"])), 0);
    assert_eq!(code(&d.run(&["convert", "a.mesh", "-o", "a.glb", "--force"])), 0);
}

#[test]
fn a_folder_is_mirrored_and_clashing_names_are_kept_whole() {
    let d = Dir::new("mirror");
    d.file("in/a/x.mesh", mesh());
    d.file("in/a/x.xps", mesh());
    d.file("in/b/y.mesh", mesh());
    d.file("in/.hidden/z.mesh", mesh());
    d.file("in/readme.txt", b"no model");
    let out = d.run(&["convert", "in", "-o", "out"]);
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    assert!(d.has("out/a/x.mesh.glb") && d.has("out/a/x.xps.glb") && d.has("out/b/y.glb"));
    assert!(!d.0.join("out/.hidden").exists() && !d.has("out/readme.glb"));
}

#[test]
fn the_number_of_jobs_changes_no_byte() {
    let d = Dir::new("jobs");
    for i in 0..20 {
        d.file(&format!("in/{i}.mesh"), mesh());
    }
    assert_eq!(code(&d.run(&["convert", "in", "-o", "one", "--jobs", "1"])), 0);
    assert_eq!(code(&d.run(&["convert", "in", "-o", "two", "--jobs", "2"])), 0);
    for i in 0..20 {
        let read = |dir: &str| fs::read(d.0.join(dir).join(format!("{i}.glb"))).unwrap();
        assert_eq!(read("one"), read("two"));
    }
}

#[test]
fn reports_are_pure_json_on_stdout() {
    let d = Dir::new("json");
    d.file("a.mesh", mesh());
    let out = d.run(&["inspect", "a.mesh", "--json"]);
    assert_eq!(code(&out), 0);
    let report = json(&out);
    let file = &report["files"][0];
    assert_eq!((file["format"].as_str(), file["error"].is_null()), (Some("xnalara-bin"), true));
    assert_eq!(file["scene"]["joints"][0], "root ground");
    let m = &file["scene"]["meshes"][0];
    assert_eq!(
        (m["vertices"].as_u64(), m["triangles"].as_u64(), m["skinned"].as_bool()),
        (Some(3), Some(1), Some(true))
    );
    assert_eq!(file["scene"]["materials"][0]["textures"][0]["found"], false);
    let out = d.run(&["validate", "a.mesh", "nothing.mesh", "--json"]);
    assert_eq!(code(&out), 1);
    let report = json(&out);
    assert_eq!(report["files"][1]["findings"][0]["code"], "FILE_UNREADABLE");
}

#[test]
fn dump_and_build_give_the_same_bytes() {
    let d = Dir::new("dump");
    d.file("a.mesh", mesh());
    assert_eq!(code(&d.run(&["dump", "a.mesh", "-o", "a.json"])), 0);
    assert_eq!(code(&d.run(&["build", "a.json", "-o", "b.mesh"])), 0);
    assert_eq!(fs::read(d.0.join("b.mesh")).unwrap(), mesh());
    let piped = d.run(&["dump", "a.mesh"]);
    assert_eq!(piped.stdout, fs::read(d.0.join("a.json")).unwrap());
    d.file("broken.json", b"{\"format\": \"xps\"");
    let out = d.run(&["build", "broken.json", "-o", "c.mesh"]);
    assert_eq!(code(&out), 1);
    assert!(!d.has("c.mesh"));
}

#[test]
fn what_cannot_be_written_is_exit_2() {
    let d = Dir::new("unwritable");
    d.file("a.mesh", mesh());
    d.file("blocked", b"a file where a folder should be");
    let out = d.run(&["convert", "a.mesh", "-o", "blocked/x.glb"]);
    assert_eq!(code(&out), 2, "{}", stderr(&out));
    let out = d.run(&["convert", "a.mesh", "-o", "x.unknown"]);
    assert_eq!(code(&out), 2);
    assert!(stderr(&out).contains("glb"), "{}", stderr(&out));
}

#[test]
fn patterns_are_expanded_by_us() {
    let d = Dir::new("glob");
    d.file("in/a.mesh", mesh());
    d.file("in/deep/b.mesh", mesh());
    assert_eq!(code(&d.run(&["convert", "in/**/*.mesh", "-o", "out"])), 0);
    assert!(d.has("out/a.glb") && d.has("out/deep/b.glb"));
    assert_eq!(code(&d.run(&["convert", "in/*.nothing", "-o", "out2"])), 2);
}

#[test]
fn every_verb_has_an_example() {
    let d = Dir::new("help");
    let help = String::from_utf8(d.run(&["--help"]).stdout).unwrap();
    let list = help.split("Commands:").nth(1).unwrap().split("\n\n").next().unwrap();
    let verbs: Vec<&str> = list.lines().filter_map(|l| l.split_whitespace().next()).collect();
    assert!(verbs.len() >= 14 && verbs.contains(&"gallery"), "{verbs:?}");
    for verb in verbs.into_iter().filter(|v| *v != "help") {
        let out = d.run(&[verb, "--help"]);
        assert_eq!(code(&out), 0);
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        assert!(text.contains("Example"), "{verb}: {text}");
        assert!(text.contains(&format!("xenomesh {verb}")), "{verb}: {text}");
    }
}

#[test]
fn three_formats_of_a_scene_come_out() {
    let d = Dir::new("targets");
    d.file("a.mesh", mesh());
    for out in ["a.gltf", "a.obj", "a.xps", "a.mesh.ascii"] {
        let r = d.run(&["convert", "a.mesh", "-o", out]);
        assert_eq!(code(&r), 0, "{out}: {}", stderr(&r));
        assert!(Path::new(&d.0.join(out)).is_file());
    }
    assert!(d.has("a.bin") && d.has("a.mtl"));
}

/// A file of `samples/anark`, in a folder of its own.
fn menu(d: &Dir, name: &str) {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/anark");
    d.file(name, fs::read(samples.join(name)).unwrap());
}

#[test]
fn a_plan_is_drawn_and_no_model() {
    let d = Dir::new("plan");
    menu(&d, "menu.bgp");
    for kind in ["svg", "dot", "mmd"] {
        assert_eq!(code(&d.run(&["convert", "menu.bgp", "-o", &format!("menu.{kind}")])), 0);
    }
    let out = d.run(&["convert", "menu.bgp", "-o", "menu.glb"]);
    assert_eq!((code(&out), d.has("menu.glb")), (1, false));
    assert!(stderr(&out).contains("svg, dot or mmd"), "{}", stderr(&out));
    let out = d.run(&["inspect", "menu.bgp", "--json"]);
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    let report = &json(&out)["files"][0];
    assert_eq!((&report["error"], &report["scene"]["meshes"]), (&().into(), &serde_json::json!([])));
    assert_eq!(report["details"]["states"][0]["id"], "intro");
}

#[test]
fn an_edit_without_recount_is_reported() {
    let d = Dir::new("recount");
    menu(&d, "main.bgf");
    assert_eq!(code(&d.run(&["dump", "main.bgf", "-o", "a.json"])), 0);
    let same = d.run(&["build", "a.json", "-o", "same.bgf"]);
    assert_eq!((code(&same), stderr(&same).as_str()), (0, ""));
    let text = fs::read_to_string(d.0.join("a.json")).unwrap();
    d.file("b.json", text.replacen("\"onUp\"", "\"onUpwards\"", 1).as_bytes());
    let out = d.run(&["build", "b.json", "-o", "kept.bgf"]);
    assert_eq!(code(&out), 0);
    assert!(stderr(&out).contains("--recount"), "{}", stderr(&out));
    let out = d.run(&["build", "b.json", "-o", "right.bgf", "--recount"]);
    assert_eq!(stderr(&out), "");
    assert_eq!(code(&d.run(&["validate", "right.bgf"])), 0);
    assert_eq!(code(&d.run(&["validate", "kept.bgf", "--fix", "-o", "fixed"])), 1, "the runtime refuses it");
    assert_eq!(fs::read(d.0.join("fixed/kept.bgf")).unwrap(), fs::read(d.0.join("right.bgf")).unwrap());
}

#[test]
fn files_alone_are_converted_next_to_themselves() {
    let d = Dir::new("verbless");
    d.file("a b.mesh", mesh());
    d.file("models/c.mesh", mesh());
    let out = d.run(&["a b.mesh", "models", "--no-textures"]);
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    assert!(d.has("a b.glb") && d.has("models/c.glb"));
    d.file("a b.glb", b"mine");
    let out = d.run(&["a b.mesh"]);
    assert_eq!(code(&out), 1);
    assert!(stderr(&out).contains("--force"), "{}", stderr(&out));
    assert_eq!(fs::read(d.0.join("a b.glb")).unwrap(), b"mine");
    assert_eq!(code(&d.run(&["convert", "models/c.mesh", "--to", "xps"])), 0);
    assert!(d.has("models/c.xps"));
    let out = d.run(&["nothing.mesh"]);
    assert_eq!(code(&out), 1, "a path is no mistyped verb");
    assert!(stderr(&out).contains("no such file"), "{}", stderr(&out));
}

#[test]
fn a_name_that_an_option_does_not_know_is_exit_2_and_names_the_option() {
    let d = Dir::new("options");
    d.file("a.mesh", mesh());
    for (arguments, option) in [
        (&["--encoding", "klingon"][..], "--encoding: "),
        (&["--profile", "klingon", "--to", "xps"], "--profile: "),
        (&["--template", "missing.xps", "--to", "xps"], "--template: missing.xps"),
        (&["--template", "a.mesh", "--to", "xac"], "--template: a.mesh"),
        (&["--bone-map", "missing.txt"], "--bone-map: "),
        (&["--to", "klingon"], "--to: "),
    ] {
        let out = d.run(&[&["convert", "a.mesh", "-o", "out"], arguments].concat());
        assert_eq!(code(&out), 2, "{arguments:?}: {}", stderr(&out));
        assert!(stderr(&out).contains(option), "{arguments:?}: {}", stderr(&out));
    }
    assert!(!d.has("out/a.glb"));
    assert_eq!(code(&d.run(&["inspect", "a.mesh", "--encoding", "klingon"])), 2);
}

#[test]
fn an_actor_written_as_an_actor_keeps_its_extension() {
    let d = Dir::new("extension");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/emfx/xrebirth");
    d.file("x.xac", fs::read(samples.join("character.xac")).unwrap());
    for to in ["xac", "xsm"] {
        assert_eq!(code(&d.run(&["convert", "x.xac", "-o", "out", "--to", to, "--no-textures"])), 0);
        assert!(d.has(&format!("out/x.{to}")));
    }
}

#[test]
fn a_folder_is_scrubbed_into_the_same_tree_and_nothing_is_replaced() {
    let d = Dir::new("scrub");
    let saved =
        fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/xnalara/character_saved.xps")).unwrap();
    d.file("m/a/hero.xps", &saved);
    d.file("m/plain.mesh", mesh());
    d.file("m/skin.png", b"not copied");
    d.file("m/bad.mesh", b"");
    let out = d.run(&["scrub", "m", "-o", "clean"]);
    let text = stderr(&out);
    assert_eq!(code(&out), 1, "one of them is empty: {text}");
    assert!(text.contains("removed") && text.contains("2 written, 1 of them cleaned, 1 failed"), "{text}");
    assert_eq!(fs::read(d.0.join("clean/plain.mesh")).unwrap(), mesh(), "nothing else changes");
    assert!(fs::read(d.0.join("clean/a/hero.xps")).unwrap().len() < saved.len(), "no trailer");
    assert!(!d.has("clean/skin.png"));
    let again = d.run(&["scrub", "clean", "-o", "clean2"]);
    assert!(code(&again) == 0 && !stderr(&again).contains("removed"), "{}", stderr(&again));
    let refused = d.run(&["scrub", "m/plain.mesh", "m/a", "-o", "clean"]);
    assert!(code(&refused) == 1 && stderr(&refused).contains("exists"), "{}", stderr(&refused));
}

#[test]
fn files_of_other_programs_get_one_sentence_and_no_bytes() {
    let d = Dir::new("foreign");
    let cases: [(&str, &[u8], &str); 4] = [
        ("hero.rar", b"Rar!\x1a\x07\x01\0....", "RAR archive; unpack it"),
        ("hero.blend", b"BLENDER-v405....", "glTF 2.0"),
        ("hero.mesh", b"%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n", "Unity asset"),
        ("hero.exe", b"MZ\x90\0....", "a program"),
    ];
    for (name, bytes, part) in cases {
        d.file(name, bytes);
        let out = d.run(&[name]);
        let text = stderr(&out);
        assert!(code(&out) == 1 && text.contains(part) && !text.contains("0x"), "{text}");
    }
    let out = d.run(&["lost.xps"]);
    assert!(code(&out) == 1 && stderr(&out).contains("no such file"), "{}", stderr(&out));
}

/// `--raw` writes the buffers of a mesh with their layout, and says so where there are none.
#[test]
fn raw_buffers_are_written_next_to_a_conversion() {
    let dir = Dir::new("raw");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let hull = "egosoft/ship/assets/units/size_s/ship_sample_data/part_main-lod0.xmf";
    dir.file("hull-lod0.xmf", fs::read(samples.join(hull)).unwrap());
    let out = dir.run(&["convert", "hull-lod0.xmf", "--raw", "buffers", "-o", "hull.glb"]);
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    let layout = fs::read(dir.0.join("buffers/hull-lod0.raw.json")).unwrap();
    let layout: serde_json::Value = serde_json::from_slice(&layout).unwrap();
    let buffers = layout["buffers"].as_array().unwrap();
    assert!(buffers.len() >= 2);
    for b in buffers {
        let file = dir.0.join(format!("buffers/hull-lod0{}", b["fileSuffix"].as_str().unwrap()));
        assert_eq!(fs::metadata(file).unwrap().len(), b["bytes"].as_u64().unwrap());
        assert_eq!(
            b["bytes"].as_u64().unwrap(),
            b["stride"].as_u64().unwrap() * b["count"].as_u64().unwrap()
        );
    }
    dir.file("hero.mesh", mesh());
    let out = dir.run(&["convert", "hero.mesh", "--raw", "buffers", "-o", "hero.glb"]);
    assert_eq!(code(&out), 1);
    assert!(stderr(&out).contains("--raw is for XMF meshes"), "{}", stderr(&out));
}

/// A menu goes to glTF and back to the byte; its meshes go to COLLADA, and nothing is written that did not change.
#[test]
fn a_menu_goes_there_and_back() {
    let dir = Dir::new("menu");
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/anark");
    for name in ["main.bsg", "main.bgf", "main.dae", "menu_back.tga"] {
        dir.file(name, fs::read(samples.join(name)).unwrap());
    }
    let out = dir.run(&["convert", "main.bsg", "-o", "menu.glb"]);
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    let out = dir.run(&["convert", "menu.glb", "--template", "main.bsg", "-o", "new/main.bsg"]);
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    assert!(!stderr(&out).contains("warning"), "{}", stderr(&out));
    for name in ["main.bsg", "main.bgf"] {
        assert_eq!(
            fs::read(dir.0.join("new").join(name)).unwrap(),
            fs::read(dir.0.join(name)).unwrap(),
            "{name}"
        );
    }
    assert!(!dir.has("new/main.dae"), "no mesh was changed");
    let out = dir.run(&["convert", "menu.glb", "-o", "meshes.dae"]);
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    let text = fs::read_to_string(dir.0.join("meshes.dae")).unwrap();
    assert!(text.contains("name=\"Backdrop\"") && text.contains("<init_from>menu_back.tga</init_from>"));
}

/// What is wrong is named first, in words, and nothing is done.
#[test]
fn mistakes_are_named_as_they_are() {
    let d = Dir::new("mistakes");
    d.file("hero.mesh", mesh());
    d.file("hero.glb", b"something else");
    d.file("file.txt", b"{");
    let cases: &[(&[&str], i32, &str)] = &[
        (&["convert", "gone.mesh", "-o", "hero.glb"], 1, "there is no such file"),
        (&["convert", "hero.mesh", "-o", "hero.fbx"], 2, "hero.fbx cannot be written: .fbx is not a format"),
        (&["convert", "hero.mesh", "--to", "fbx"], 2, "--to: cannot convert to \"fbx\""),
        (
            &["convert", "hero.mesh", "-o", "x.glb", "--motion", "gone.pose"],
            2,
            "--motion: gone.pose: there is no such file",
        ),
        (&["convert", "hero.mesh", "-o", "x.glb", "--motion", "auto"], 2, "did you mean --motions auto?"),
        (&["convert", "hero.mesh", "-o", "x.glb", "--textures", "gone"], 2, "--textures: gone is not there"),
        (
            &["convert", "hero.mesh", "-o", "x.glb", "--game", "file.txt"],
            2,
            "--game: file.txt is not a folder",
        ),
        (
            &["convert", "hero.mesh", "-o", "x.glb", "--frame", "5"],
            2,
            "--frame: needs an output that ends in .pose or .xps",
        ),
        (&["convert", "hero.mesh", "-o", "file.txt/x.glb"], 2, "a part of its path is a file"),
        (&["build", "file.txt", "-o", "x.xps"], 1, "error[WIRE_JSON]"),
        (&["build", "gone.json", "-o", "x.xps"], 1, "gone.json: there is no such file"),
        (&["dump", "hero.mesh", "-o", "."], 2, ". is a folder; name a file in it"),
        (&["hash", "--find", "1", "--names", "gone.txt"], 2, "--names: gone.txt: there is no such file"),
        (&["unpack", "hero.mesh", "-o", "x"], 1, "it is not an archive"),
        (&["unpack", "gone.cat", "-o", "x"], 1, "gone.cat: there is no such file"),
        (&["pack", "gone", "-o", "x.cat"], 2, "gone is not there"),
        (&["view", "gone.xps", "--no-open"], 2, "gone.xps: there is no such file"),
    ];
    for (args, exit, says) in cases {
        let out = d.run(args);
        let text = stderr(&out);
        assert!(text.contains(says), "{args:?}: {text}");
        assert!(!text.contains("os error") && !text.contains("\\u{1b}"), "{args:?}: {text}");
        assert_eq!(code(&out), *exit, "{args:?}: {text}");
    }
    assert_eq!(d.names("."), ["file.txt", "hero.glb", "hero.mesh"], "nothing was made");
}

#[test]
fn a_built_file_of_another_name_is_warned_of() {
    let d = Dir::new("build-name");
    d.file("hero.mesh", mesh());
    assert_eq!(code(&d.run(&["dump", "hero.mesh", "-o", "hero.json"])), 0);
    let out = d.run(&["build", "hero.json", "-o", "hero.xac"]);
    assert!(
        stderr(&out).contains("warning: hero.xac becomes a file of the format xnalara-bin"),
        "{}",
        stderr(&out)
    );
    let out = d.run(&["build", "hero.json", "-o", "same.mesh"]);
    assert_eq!((code(&out), stderr(&out).as_str()), (0, ""));
}

/// `--limit` is about what is in an archive, too.
#[test]
fn files_of_archives_are_within_the_limit() {
    let d = Dir::new("zip-limit");
    let zip = zip("a.mesh", &mesh());
    d.file("a.zip", zip);
    assert_eq!(code(&d.run(&["convert", "a.zip", "-o", "out"])), 0);
    let out = d.run(&["convert", "a.zip", "-o", "small", "--limit", "64"]);
    assert_eq!(code(&out), 1, "{}", stderr(&out));
    assert!(stderr(&out).contains("limit"), "{}", stderr(&out));
}

/// A ZIP with one stored file.
fn zip(name: &str, bytes: &[u8]) -> Vec<u8> {
    let crc = bytes.iter().fold(!0_u32, |crc, b| {
        (0..8).fold(crc ^ u32::from(*b), |c, _| (c >> 1) ^ (0xEDB8_8320 & (c & 1).wrapping_neg()))
    });
    let len = u32::try_from(bytes.len()).unwrap().to_le_bytes();
    let mut head = vec![10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0x58];
    for part in [!crc, u32::from_le_bytes(len), u32::from_le_bytes(len)] {
        head.extend_from_slice(&part.to_le_bytes());
    }
    head.extend_from_slice(&u16::try_from(name.len()).unwrap().to_le_bytes());
    head.extend_from_slice(&[0, 0]);
    let mut out = b"PK\x03\x04".to_vec();
    out.extend_from_slice(&head);
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(bytes);
    let start = out.len();
    out.extend_from_slice(b"PK\x01\x02\x0a\0");
    out.extend_from_slice(&head);
    out.extend_from_slice(&[0; 14]);
    out.extend_from_slice(name.as_bytes());
    let size = out.len() - start;
    out.extend_from_slice(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
    for n in [size, start] {
        out.extend_from_slice(&u32::try_from(n).unwrap().to_le_bytes());
    }
    out.extend_from_slice(&[0, 0]);
    out
}
