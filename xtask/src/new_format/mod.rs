//! `cargo xtask new-format NAME`: the files of a format that reads, writes, checks and repairs itself from the first
//! minute, entered where formats are listed. What is in the file is for a person to find out.

use anyhow::{Context, Result, bail, ensure};
use std::path::Path;
use std::process::Command;

/// What each file of the folder begins as. `NAME` is the format, `Type` its root type, `CODE` the start of its codes.
const FILES: [(&str, &str); 5] = [
    ("mod.rs", include_str!("mod.rs.txt")),
    ("types.rs", include_str!("types.rs.txt")),
    ("rules.rs", include_str!("rules.rs.txt")),
    ("scene.rs", include_str!("scene.rs.txt")),
    ("tests.rs", include_str!("tests.rs.txt")),
];

/// What no program can write.
const LEFT: &str = "\
left to you, in this order; the tests say which of them are missing:
  1. crates/formats/src/NAME/mod.rs: the layout table, how to recognise a file, what works (`Support`)
  2. crates/formats/src/NAME/types.rs: its records, until no byte is `rest`
  3. crates/formats/src/NAME/rules.rs: what can be wrong with a file, and how it is repaired
  4. crates/formats/src/NAME/scene.rs: its model
  5. xtask/src/samples: a sample; xtask/src/fixtures: one file per code;
     then `cargo xtask samples`, `cargo xtask fixtures`, `cargo xtask codes`
  6. crates/xenomesh/tests/front.rs: the root type in the list of typed documents; `INSTA_UPDATE=always cargo test` for
     the snapshots of `inspect`
  7. README.md: a row of the table; CHANGELOG.md: a line";

/// Writes the files and says what remains to be done.
pub fn run(args: &[String]) -> Result<bool> {
    let [name] = args else { bail!("one name, as in `cargo xtask new-format amx`") };
    for path in write(&crate::root(), name)? {
        println!("{path}");
    }
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let sorted = Command::new(cargo).args(["fmt", "--all"]).current_dir(crate::root()).status()?;
    ensure!(sorted.success(), "`cargo fmt --all` failed");
    println!("\n{}", LEFT.replace("NAME", name));
    Ok(true)
}

/// The same in the workspace below `root`; returns what was written or changed.
pub fn write(root: &Path, name: &str) -> Result<Vec<String>> {
    let plain = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    ensure!(plain, "{name:?}: a name is lower-case letters and digits, as in `amx`");
    let formats = root.join("crates/formats/src");
    let folder = formats.join(name);
    ensure!(!folder.exists(), "{} exists already", folder.display());
    let kind = name.chars().take(1).map(|c| c.to_ascii_uppercase()).chain(name.chars().skip(1)).collect();
    let fill = |text: &str, kind: &String| {
        text.replace("CODE", &name.to_ascii_uppercase()).replace("NAME", name).replace("Type", kind)
    };
    let mut changed = Vec::new();
    // The lists first: whatever is wrong with them is found before anything is written.
    let lists = [
        ("crates/formats/src/lib.rs", "mod registry;\n", "pub mod NAME;\n"),
        ("crates/formats/src/registry.rs", "    &crate::gltf::FORMAT,\n", "    &crate::NAME::FORMAT,\n"),
        (
            "crates/xenomesh/src/lib.rs",
            "    pub use formats::gltf::Gltf;\n",
            "    pub use formats::NAME::Type;\n",
        ),
        ("ARCHITECTURE.md", "| `gltf` | `gltf` | `Gltf` |\n", "| `NAME` | `NAME` | `Type` |\n"),
    ];
    let mut texts = Vec::new();
    for (path, before, line) in lists {
        let text = std::fs::read_to_string(root.join(path)).with_context(|| path.to_owned())?;
        let Some((head, tail)) = text.split_once(before) else {
            bail!("{path}: the line {before:?} is gone")
        };
        texts.push((path, format!("{head}{}{before}{tail}", fill(line, &kind))));
    }
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    for (file, text) in FILES {
        std::fs::write(folder.join(file), fill(text, &kind))?;
        changed.push(format!("crates/formats/src/{name}/{file}"));
    }
    for (path, text) in texts {
        std::fs::write(root.join(path), text)?;
        changed.push(path.to_owned());
    }
    Ok(changed)
}
