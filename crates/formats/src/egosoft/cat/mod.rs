//! Archives (`.cat` and `.dat`): a text that lists files, and the files one after another.
//!
//! | line of the `.cat` | notes                                                             |
//! |--------------------|-------------------------------------------------------------------|
//! | path               | may contain spaces; `/`; compared without looking at case         |
//! | size               | bytes; the place in the `.dat` is the sum of all sizes before     |
//! | time               | Unix seconds                                                      |
//! | MD5                | 32 hexadecimal digits of the stored bytes; zeros for empty files  |
//!
//! One LF after every line, UTF-8. Known from two archives whose sums all matched, and the studio's own description of
//! override order, version catalogs and deletion by empty files.

mod archive;
pub mod rules;
mod types;

#[cfg(test)]
mod tests;

pub use crate::archive::{Existing, Progress, Unpacked};
pub use archive::game::{game_files, merge_catalogs};
pub use archive::pack::{PackOptions, Packed, line, pack, pack_memory, pack_with, select, unpack};
pub use archive::{Archive, Merged, data_path};
pub use types::{CatEntry, Catalog};

use crate::egosoft::has_extension;
use crate::{Confidence, Context, Document, Format, Kind, Support, from_value};
use scene::Scene;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io;
use wire::{Error, Reader, Result, Sink, Text};

/// The registry entry.
pub static FORMAT: Format = Format {
    id: "cat",
    title: "Egosoft archive (CAT/DAT)",
    extensions: &["cat"],
    extension: "cat",
    kind: Kind::Archive,
    support: Support::NO_MODEL,
    codes: &[rules::CODES],
    ..Format::one_way::<Cat>()
};

/// A catalog as a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cat {
    /// What it lists.
    pub catalog: Catalog,
}

#[derive(Serialize, Deserialize)]
struct Dump {
    /// Whether a line end follows the last line.
    final_newline: bool,
    lines: Vec<Line>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Entry {
        path: Text,
        size: u64,
        mtime: i64,
        md5: Text,
    },
    /// A line that is spelled in another way.
    Raw {
        raw: Text,
    },
}

impl Cat {
    /// Reads a catalog.
    pub fn read(r: &mut Reader<'_>) -> Result<Self> {
        if r.is_tracing() {
            // Lines by number, so that the byte map shows them.
            let mut lines = r.fork();
            let catalog = Catalog::parse(lines.take(lines.remaining())?.to_vec())?;
            let mut i = 0;
            while !r.is_empty() {
                let rest = r.rest();
                let len = rest.iter().position(|b| *b == b'\n').map_or(rest.len(), |n| n + 1);
                r.field("lines", |r| r.index(i, |r| r.take(len)))?;
                i += 1;
            }
            return Ok(Self { catalog });
        }
        Ok(Self { catalog: Catalog::parse(r.take(r.remaining())?.to_vec())? })
    }

    fn to_dump(&self) -> Dump {
        let text = self.catalog.text();
        let body = text.strip_suffix(b"\n").unwrap_or(text);
        let mut entries = self.catalog.entries().iter().peekable();
        let lines = if text.is_empty() { Vec::new() } else { body.split(|b| *b == b'\n').collect() };
        let mut at = 0_u64;
        let lines = lines.into_iter().map(|line| {
            let start = at;
            at += line.len() as u64 + 1;
            let entry = entries.next_if(|e| self.catalog.line_offset(e) == start);
            let plain = entry.map(|e| Line::Entry {
                path: Text(self.catalog.raw_path(e).to_vec()),
                size: e.size,
                mtime: e.mtime,
                md5: Text(self.catalog.md5_text(e).to_vec()),
            });
            plain.filter(|l| l.spell() == line).unwrap_or_else(|| Line::Raw { raw: Text(line.to_vec()) })
        });
        Dump { lines: lines.collect(), final_newline: text.ends_with(b"\n") }
    }

    fn from_dump(d: Dump) -> Result<Self> {
        let mut text = d.lines.iter().map(Line::spell).collect::<Vec<_>>().join(&b'\n');
        if d.final_newline {
            text.push(b'\n');
        }
        Ok(Self { catalog: Catalog::parse(text)? })
    }
}

impl Line {
    fn spell(&self) -> Vec<u8> {
        match self {
            Line::Entry { path, size, mtime, md5 } => {
                [&path.0[..], format!(" {size} {mtime} ").as_bytes(), &md5.0[..]].concat()
            }
            Line::Raw { raw } => raw.0.clone(),
        }
    }
}

impl Document for Cat {
    fn sniff(bytes: &[u8], name: &str) -> Confidence {
        if !has_extension(name, "cat") {
            return Confidence::No;
        }
        let first = bytes.split(|b| *b == b'\n').next().unwrap_or_default().to_vec();
        match Catalog::parse(first) {
            Ok(c) if !c.entries().is_empty() => Confidence::Content,
            _ => Confidence::Extension,
        }
    }

    fn read(r: &mut Reader<'_>, _: &mut Sink) -> Result<Self> {
        Cat::read(r)
    }

    fn build(value: Value) -> Result<Self> {
        Cat::from_dump(from_value(&value)?)
    }

    fn format(&self) -> &'static str {
        FORMAT.id
    }

    fn write(&self) -> Vec<u8> {
        self.catalog.text().to_vec()
    }

    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        crate::dump(FORMAT.id, &self.to_dump(), out)
    }

    fn check(&self, cx: &Context<'_>, sink: &mut Sink) {
        rules::check(self, cx, sink);
    }

    fn fix(&mut self, _cx: &Context<'_>) {
        rules::fix(self);
    }

    fn details(&self, cx: &Context<'_>) -> Value {
        let entries: Vec<Value> = self
            .catalog
            .entries()
            .iter()
            .map(|e| json!({"path": self.catalog.path(e), "size": e.size, "offset": e.offset, "mtime": e.mtime}))
            .collect();
        json!({
            "files": entries.len(),
            "bytes": self.catalog.total(),
            "data": cx.files.resolve(&data_path(cx.path)),
            "entries": entries,
        })
    }

    fn to_scene(&self, _cx: &Context<'_>, _sink: &mut Sink) -> Result<Scene> {
        let files = self.catalog.entries().len();
        Err(Error::new(&rules::NO_MODEL, format!("an archive of {files} files is no model")))
    }
}
