//! `cargo xtask corpus DIR`: every check over a folder of files that cannot be committed, in parallel, as a table.

use anyhow::{Context, Result, bail};
use formats::exercise::{Outcome, Plan, run as exercise};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Instant;
use wire::Severity;

/// What came of one file.
struct Line {
    path: String,
    format: String,
    bytes: u64,
    seconds: f64,
    result: Kind,
    errors: usize,
    warnings: usize,
}

enum Kind {
    /// All promises kept, and a GLB that the `gltf` crate reads.
    Glb,
    /// All promises kept, nothing to convert.
    Read(String),
    /// Cannot be read.
    Refused(String),
    /// A promise was broken.
    Broken(String),
}

fn look(root: &Path, name: &str) -> Option<Line> {
    let bytes = match std::fs::read(root.join(name)) {
        Ok(bytes) => bytes,
        Err(e) => return Some(line(name, "?", 0, 0.0, Kind::Refused(e.to_string()))),
    };
    let folder = scene::Folder::new(root);
    let format = formats::identify(&bytes, scene::file_name(name)).ok()?.id;
    let started = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| exercise(&bytes, &folder, name, &Plan::default())));
    let seconds = started.elapsed().as_secs_f64();
    let size = bytes.len() as u64;
    Some(match result {
        Err(_) => line(name, format, size, seconds, Kind::Broken("panicked".into())),
        Ok(Err(why)) => line(name, format, size, seconds, Kind::Broken(why)),
        Ok(Ok(Outcome::Refused(e))) => line(name, format, size, seconds, Kind::Refused(format!("{e:?}"))),
        Ok(Ok(Outcome::Read(seen))) => {
            let kind = match (&seen.glb, &seen.refused) {
                (Some(glb), _) => match gltf::Gltf::from_slice(glb) {
                    Ok(_) => Kind::Glb,
                    Err(e) => Kind::Broken(format!("the gltf crate refuses the GLB: {e}")),
                },
                (None, Some(e)) => Kind::Read(format!("{e:?}")),
                (None, None) => Kind::Read(String::new()),
            };
            let count = |s| seen.findings.iter().filter(|d| d.severity == s).count();
            let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
            Line { errors, warnings, ..line(name, seen.format, size, seconds, kind) }
        }
    })
}

fn line(path: &str, format: &str, bytes: u64, seconds: f64, result: Kind) -> Line {
    Line { path: path.into(), format: format.into(), bytes, seconds, result, errors: 0, warnings: 0 }
}

/// `cargo xtask corpus DIR`
pub fn run(args: &[String]) -> Result<bool> {
    let [dir] = args else { bail!("expected a folder") };
    let root = std::fs::canonicalize(dir).with_context(|| dir.clone())?;
    let names: Vec<String> = crate::tree::files(&root)?.into_keys().collect();
    let lines: Vec<Line> = names.par_iter().filter_map(|n| look(&root, n)).collect();
    for l in &lines {
        match &l.result {
            Kind::Broken(why) => println!("BROKEN  {} ({}): {why}", l.path, l.format),
            Kind::Refused(why) => println!("refused {} ({}): {why}", l.path, l.format),
            Kind::Read(why) if !why.is_empty() => println!("no GLB  {} ({}): {why}", l.path, l.format),
            _ => {}
        }
    }
    print_table(&lines);
    println!("{} files of no known format", names.len() - lines.len());
    let broken = lines.iter().filter(|l| matches!(l.result, Kind::Broken(_))).count();
    let fewer = remember(&root, &lines)?;
    for problem in &fewer {
        println!("{problem}");
    }
    Ok(broken == 0 && fewer.is_empty() && !lines.is_empty())
}

fn print_table(lines: &[Line]) {
    let mut formats: BTreeMap<&str, Vec<&Line>> = BTreeMap::new();
    for l in lines {
        formats.entry(&l.format).or_default().push(l);
    }
    println!(
        "\n{:14} {:>6} {:>6} {:>7} {:>7} {:>7} {:>8} {:>7} {:>9} {:>7}",
        "format", "files", "glb", "no glb", "refused", "broken", "findings", "errors", "MB", "MB/s"
    );
    for (format, list) in formats {
        let count = |f: fn(&Kind) -> bool| list.iter().filter(|l| f(&l.result)).count();
        let megabytes = list.iter().map(|l| l.bytes).sum::<u64>() as f64 / 1e6;
        let seconds: f64 = list.iter().map(|l| l.seconds).sum();
        println!(
            "{format:14} {:6} {:6} {:7} {:7} {:7} {:8} {:7} {megabytes:9.2} {:7.1}",
            list.len(),
            count(|k| matches!(k, Kind::Glb)),
            count(|k| matches!(k, Kind::Read(_))),
            count(|k| matches!(k, Kind::Refused(_))),
            count(|k| matches!(k, Kind::Broken(_))),
            list.iter().map(|l| l.errors + l.warnings).sum::<usize>(),
            list.iter().map(|l| l.errors).sum::<usize>(),
            megabytes / seconds.max(1e-9),
        );
    }
}

/// Compares the number of files that were read with last time's, and keeps the new numbers.
fn remember(root: &Path, lines: &[Line]) -> Result<Vec<String>> {
    let path = crate::root().join(".cache/corpus.json");
    let mut state: BTreeMap<String, BTreeMap<String, usize>> =
        std::fs::read(&path).ok().and_then(|b| serde_json::from_slice(&b).ok()).unwrap_or_default();
    let mut now: BTreeMap<String, usize> = BTreeMap::new();
    for l in lines.iter().filter(|l| matches!(l.result, Kind::Glb | Kind::Read(_))) {
        *now.entry(l.format.clone()).or_default() += 1;
    }
    let before = state.insert(root.display().to_string(), now.clone()).unwrap_or_default();
    let fewer: Vec<String> = before
        .iter()
        .filter(|(format, n)| now.get(*format).copied().unwrap_or(0) < **n)
        .map(|(format, n)| {
            format!("{format}: {n} files were read last time, now {}", now.get(format).unwrap_or(&0))
        })
        .collect();
    if fewer.is_empty() {
        std::fs::create_dir_all(crate::root().join(".cache"))?;
        std::fs::write(&path, serde_json::to_vec_pretty(&state)?)?;
    }
    Ok(fewer)
}
