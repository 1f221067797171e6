//! What fuzzing kept and what it once found, run again (`cargo xtask fuzz` makes more).
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a test")]

use attacks::{Random, files_below, mutate, root, seeds, target, targets};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// One input may take this long on a busy machine.
const PATIENCE: Duration = Duration::from_secs(10);

/// What went wrong, if anything did.
fn judge(target: &attacks::Target, bytes: &[u8], what: &str) -> Option<String> {
    let started = Instant::now();
    let why = match catch_unwind(AssertUnwindSafe(|| target.run(bytes))) {
        Err(_) => "panicked".to_owned(),
        Ok(Err(why)) => why,
        Ok(Ok(())) if started.elapsed() > PATIENCE => format!("took {:?}", started.elapsed()),
        Ok(Ok(())) => return None,
    };
    Some(format!("{} {what}: {why}", target.name))
}

#[test]
fn every_format_and_every_writer_has_a_target() {
    let names: Vec<String> = targets().into_iter().map(|t| t.name).collect();
    for f in formats::FORMATS {
        assert!(names.contains(&format!("read-{}", f.id)), "{} is not read", f.id);
        if f.from_scene.is_some() && f.id != "gltf" {
            assert!(names.contains(&format!("write-{}", f.id)), "{} is not written", f.id);
        }
    }
    for step in ["check", "fix", "scene", "dump"] {
        for family in ["xnalara", "emfx", "egosoft", "anark", "games", "gltf"] {
            assert!(names.contains(&format!("{step}-{family}")), "{step} {family}");
        }
    }
    for other in ["sniff", "build", "dae", "thumb", "archive-zip", "picture-dds", "picture-png", "write-glb"]
    {
        assert!(names.iter().any(|n| n == other), "{other}");
    }
}

#[test]
fn the_kept_inputs_break_no_promise() {
    let mut problems = Vec::new();
    let mut bytes = 0;
    for target in targets() {
        let kept = files_below(&root().join("fuzz/corpus").join(&target.name));
        assert!(!kept.is_empty(), "fuzz/corpus/{} is empty: cargo xtask fuzz --commit", target.name);
        for path in kept {
            let input = std::fs::read(&path).unwrap();
            bytes += input.len();
            problems.extend(judge(&target, &input, &path.display().to_string()));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(bytes < 500_000, "a small corpus is committed, not {bytes} bytes");
}

/// Seeds as they are and damaged: every target does something without libFuzzer, too.
#[test]
fn seeds_and_their_damage_break_no_promise() {
    let mut problems = Vec::new();
    for target in targets() {
        let seeds = seeds(&target);
        assert!(!seeds.is_empty(), "{} begins with nothing", target.name);
        for i in 0..80 {
            let mut random = Random::new(&target.name, i);
            let seed = &seeds[random.below(seeds.len())];
            let input = if i < 20 { seed.clone() } else { mutate(seed, &mut random) };
            problems.extend(judge(&target, &input, &format!("damage {i}")));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// A file `<target>--<story>` each, with a line on it in the README.
#[test]
fn every_regression_is_harmless_and_has_a_story() {
    let folder = root().join("fuzz/regressions");
    let stories = std::fs::read_to_string(folder.join("README.md")).unwrap();
    let named = stories.lines().filter_map(|l| l.strip_prefix("| `")?.split_once('`')).map(|(name, _)| name);
    let named: Vec<&str> = named.collect();
    assert!(!named.is_empty(), "no finding was kept");
    let mut found = Vec::new();
    for path in files_below(&folder) {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name == "README.md" {
            continue;
        }
        let target = name.split_once("--").and_then(|(target_name, _)| target(target_name));
        let target = target.unwrap_or_else(|| panic!("{name} names no target"));
        if let Some(problem) = judge(&target, &std::fs::read(&path).unwrap(), &name) {
            panic!("{problem}");
        }
        found.push(name);
    }
    for name in &named {
        assert!(found.iter().any(|f| f == name), "{name} is in the README and not in the folder");
    }
    for name in &found {
        assert!(named.contains(&name.as_str()), "{name} has no line in the README");
    }
}
