//! Lists what is wrong with files: `cargo run -p xenomesh --example list_findings -- samples`.

use std::collections::BTreeMap;
use xenomesh::{LoadOptions, inputs, validate};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let mut kinds: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for input in inputs(&paths)? {
        // Files that cannot be opened have findings too.
        let checked = validate(&input.source, &LoadOptions::default());
        for finding in &checked.report.findings {
            let byte = finding.offset.map_or_else(String::new, |at| format!(" at {at:#x}"));
            println!("{}: {}{byte}: {}", checked.report.path, finding.code.id, finding.message);
            kinds.entry(finding.code.id).or_insert((0, finding.code.help)).0 += 1;
        }
    }
    for (code, (count, help)) in kinds {
        println!("{count:6} × {code}: {help}");
    }
    Ok(())
}
