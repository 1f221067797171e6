//! What the program is made of: licences, sources, two versions of one thing, build scripts, packages by their hash.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "a test")]

use attacks::root;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

fn packages() -> Vec<Value> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let metadata = |more: &[&str]| {
        Command::new(&cargo)
            .args(["metadata", "--format-version", "1", "--locked"])
            .args(more)
            .current_dir(root())
            .output()
            .unwrap()
    };
    // A machine that has only built for itself lacks the crates of other systems: Cargo may fetch those.
    let mut out = metadata(&["--offline"]);
    if !out.status.success() {
        out = metadata(&[]);
    }
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let all: Value = serde_json::from_slice(&out.stdout).unwrap();
    all["packages"].as_array().unwrap().clone()
}

/// The quoted words of a list in `deny.toml`: what follows `key`, up to the closing bracket.
fn list(key: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("deny.toml")).unwrap();
    let start = text.find(&format!("\n{key} = [")).unwrap_or_else(|| panic!("no {key} in deny.toml"));
    let body = text[start..].split("\n]").next().unwrap();
    let lines = body.lines().map(str::trim).filter(|l| !l.starts_with('#'));
    lines.filter_map(|l| l.split('"').nth(1)).map(str::to_owned).collect()
}

#[test]
fn licences_are_those_of_the_list() {
    let allowed: BTreeSet<String> = list("allow").into_iter().collect();
    assert!(allowed.contains("MIT") && !allowed.contains("GPL-3.0"));
    for p in packages() {
        let text = p["license"].as_str().unwrap_or_default().replace('/', " OR ");
        // All parts of an AND, one of each OR.
        for part in text.replace(['(', ')'], "").split(" AND ") {
            let fits = part.split(" OR ").any(|l| allowed.contains(l.trim()));
            assert!(fits, "{} is under {text:?}", p["name"]);
        }
    }
}

#[test]
fn sources_are_the_registry_and_nothing_is_there_twice_unnoticed() {
    let banned = list("deny");
    let twice: BTreeSet<String> = list("skip").into_iter().collect();
    assert!(banned.iter().any(|b| b == "memmap2") && banned.iter().any(|b| b == "cc"));
    let mut versions: BTreeMap<String, usize> = BTreeMap::new();
    for p in packages() {
        let name = p["name"].as_str().unwrap().to_owned();
        let source = p["source"].as_str();
        assert!(source.is_none_or(|s| s.starts_with("registry+")), "{name} comes from {source:?}");
        assert!(!banned.contains(&name), "{name} is banned by deny.toml");
        *versions.entry(name).or_default() += 1;
    }
    let found: BTreeSet<String> = versions.into_iter().filter(|v| v.1 > 1).map(|v| v.0).collect();
    assert_eq!(found, twice, "two versions: those of deny.toml and no others");
}

/// `docs/supply-chain.md` has a row for every crate that runs code while it is built.
#[test]
fn every_build_script_has_a_note() {
    let text = std::fs::read_to_string(root().join("docs/supply-chain.md")).unwrap();
    let noted: BTreeSet<&str> =
        text.lines().filter_map(|l| l.strip_prefix("| `")?.split('`').next()).collect();
    let scripted = |p: &Value| {
        let targets = p["targets"].as_array().unwrap();
        p["source"].is_string() && targets.iter().any(|t| t["kind"][0] == "custom-build")
    };
    let all = packages();
    let found: BTreeSet<&str> =
        all.iter().filter(|p| scripted(p)).map(|p| p["name"].as_str().unwrap()).collect();
    assert_eq!(found, noted);
}

/// Libraries take the lints of the workspace, which forbid it; those that cannot say why and allow it one by one.
#[test]
fn libraries_forbid_unsafe() {
    let text = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    assert!(text("Cargo.toml").contains("\nunsafe_code = \"forbid\"\n"));
    for name in ["wire", "scene", "formats", "xenomesh", "view", "cli"] {
        let lints = text(&format!("crates/{name}/Cargo.toml"));
        assert!(lints.contains("[lints]\nworkspace = true"), "{name}");
    }
    for name in ["crates/web", "python"] {
        assert!(text(&format!("{name}/Cargo.toml")).contains("\nunsafe_code = \"deny\"\n"), "{name}");
    }
}

#[test]
fn every_package_of_node_is_pinned_by_its_hash() {
    let text = std::fs::read_to_string(root().join("clients/package-lock.json")).unwrap();
    let lock: Value = serde_json::from_str(&text).unwrap();
    let packages = lock["packages"].as_object().unwrap();
    assert!(packages.len() > 10);
    for (name, p) in packages.iter().filter(|(name, _)| !name.is_empty()) {
        assert!(p["integrity"].as_str().is_some_and(|i| i.starts_with("sha512-")), "{name} has no hash");
        assert!(p["resolved"].is_null(), "{name} names a host");
    }
}

/// Every promise of SECURITY.md names tests, and each of them exists.
#[test]
fn every_promise_has_its_test() {
    let text = std::fs::read_to_string(root().join("SECURITY.md")).unwrap();
    let rows: Vec<&str> =
        text.lines().filter(|l| l.starts_with("| ") && !l.starts_with("| promise")).collect();
    assert!(rows.len() > 15, "{} promises", rows.len());
    let sources: Vec<(String, String)> = ["crates", "tests", "xtask/src", "clients", "python/tests"]
        .iter()
        .flat_map(|f| attacks::files_below(&root().join(f)))
        .filter(|p| p.extension().is_some_and(|e| ["rs", "py", "mjs"].iter().any(|x| e == *x)))
        .filter(|p| !p.components().any(|c| c.as_os_str() == "node_modules"))
        .map(|p| {
            let name = p.strip_prefix(root()).unwrap_or(&p).to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&p).unwrap_or_default())
        })
        .collect();
    for row in rows {
        let tests: Vec<&str> =
            row.split('|').nth(2).unwrap_or_default().split('`').skip(1).step_by(2).collect();
        assert!(!tests.is_empty(), "no test holds {row}");
        for test in tests {
            let function = test.rsplit("::").next().unwrap_or(test);
            let file = test.split("::").next().unwrap_or(test);
            let found = sources.iter().any(|(path, source)| {
                path.contains(file)
                    && (source.contains(&format!("fn {function}("))
                        || source.contains(&format!("def {function}(")))
            });
            assert!(found, "{test} of SECURITY.md does not exist");
        }
    }
}
