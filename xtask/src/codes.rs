//! `ISSUES.md`, generated from the codes in the source.

use anyhow::{Result, bail};
use wire::Severity;

fn text() -> String {
    let mut out = String::from(
        "# Findings\n\nEvery code `xenomesh` can report, made by `cargo xtask codes`. \
         Codes are never renamed or used again; each has a fixture in `tests/data/codes/`.\n\
         **Fix**: `xenomesh validate --fix` repairs it.\n",
    );
    let mut family = "";
    for code in formats::codes() {
        let name = code.id.split('_').next().unwrap_or_default();
        if name != family {
            family = name;
            out.push_str(&format!("\n## {name}\n\n| code | severity | fix | what it means | what to do |\n|---|---|---|---|---|\n"));
        }
        let severity = match code.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        };
        let cell = |s: &str| s.replace('|', "\\|");
        out.push_str(&format!(
            "| `{}` | {severity} | {} | {} | {} |\n",
            code.id,
            if code.fixable { "yes" } else { "" },
            cell(code.summary),
            cell(code.help)
        ));
    }
    out
}

/// `cargo xtask codes`
pub fn run(args: &[String]) -> Result<bool> {
    let path = crate::root().join("ISSUES.md");
    let text = text();
    match args {
        [] => {
            std::fs::write(&path, text)?;
            Ok(true)
        }
        [flag] if flag == "--check" => {
            let same = std::fs::read_to_string(&path).is_ok_and(|old| old == text);
            if !same {
                println!("ISSUES.md is not what the source says; run `cargo xtask codes`");
            }
            Ok(same)
        }
        _ => bail!("expected nothing or --check"),
    }
}
