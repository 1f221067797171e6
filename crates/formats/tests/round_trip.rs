//! Every file of this project: written as it was read, built from its dump as it was, every byte accounted for.
#![allow(clippy::unwrap_used, reason = "a test")]

extern crate xenomesh_formats as formats;

mod common;

use formats::exercise::{Outcome, Plan, run};
use std::collections::BTreeMap;

#[test]
fn every_file_survives() {
    let cases = common::cases(&["samples", "tests/data"]);
    let mut read: BTreeMap<&str, usize> = BTreeMap::new();
    let mut broken = Vec::new();
    for case in &cases {
        match run(&case.bytes, &case.folder(), case.name(), &Plan::default()) {
            Err(why) => broken.push(format!("{}: {why}", case.label)),
            Ok(Outcome::Read(seen)) => *read.entry(seen.format).or_default() += 1,
            // Fixtures of error codes are there to be refused, samples are not.
            Ok(Outcome::Refused(e)) if case.label.starts_with("samples") => {
                broken.push(format!("{}: {e}", case.label));
            }
            Ok(Outcome::Refused(_)) => {}
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    // An empty folder must not pass.
    for format in formats::FORMATS {
        let n = read.get(format.id).copied().unwrap_or(0);
        assert!(n >= 5, "only {n} files of {} were read: {read:?}", format.id);
    }
    let sampled: std::collections::BTreeSet<&str> =
        cases.iter().filter(|c| c.label.starts_with("samples")).map(|c| c.format).collect();
    for format in formats::FORMATS {
        assert!(format.id == "gltf" || sampled.contains(format.id), "samples/ has no {}", format.id);
    }
}
