//! Archives of Tree of Savior (`.ipf`): data, a table of files, a table of deletions, a footer. Little-endian.
//!
//! | place                | content                                                                          |
//! |----------------------|----------------------------------------------------------------------------------|
//! | 0                    | data of the entries, one after another: deflated, then every other byte enciphered |
//! | `table_offset`       | one record per entry: path length u16, CRC-32 u32, stored size u32, size u32, offset u32, archive-name length u16, archive name, path |
//! | after it             | deletions: u16, u16, archive name, path; usually none                           |
//! | 24 bytes from the end | count u16, table offset u32, deletions u16, their offset u32, `50 4B 05 06`, base revision u32, revision u32 |
//!
//! Known from two archives of the studio and 797 of its community. Guessed: which of the two lengths of a deletion comes
//! first. A file is known by inner archive and path together: one path can be in several inner archives.

mod archive;
pub mod rules;
mod types;

#[cfg(test)]
mod tests;

pub use archive::Archive;
pub use archive::codec::Coding;
pub(crate) use archive::codec::inflate;
pub use archive::game::{Game, game_files, is_game};
pub use archive::pack::{Member, Stamp, pack, pack_memory, stamp_of, unpack};
pub use types::{Block, Deletion, Footer, Ipf, Record};

use crate::{Confidence, Context, Document, Format, Kind, Support, from_value};
use scene::Scene;
use serde_json::{Value, json};
use std::io;
use wire::{Error, Reader, Result, Sink};

/// The registry entry.
pub static FORMAT: Format = Format {
    id: "ipf",
    title: "Tree of Savior archive (IPF)",
    extensions: &["ipf"],
    extension: "ipf",
    kind: Kind::Archive,
    support: Support::NO_MODEL,
    codes: &[rules::CODES],
    ..Format::one_way::<Ipf>()
};

/// The sentence to say about an archive of another game with the same extension.
pub fn foreign(bytes: &[u8], name: &str) -> Option<String> {
    (name.ends_with(".ipf") && bytes.starts_with(b"PK\x03\x04") && !types::has_footer_at_end(bytes)).then(|| {
        "this is an archive of Granado Espada, a ZIP with enciphered names; only those of Tree of Savior are supported"
            .to_owned()
    })
}

impl Document for Ipf {
    fn sniff(bytes: &[u8], name: &str) -> Confidence {
        // The signature is at the end of the file; one elsewhere is worth a look only if the name says so.
        let at_end = types::has_footer_at_end(bytes) && types::locate(bytes).is_some();
        match (at_end, foreign(bytes, name)) {
            (true, _) => Confidence::Content,
            (false, None) => Confidence::by_name(name, &["ipf"]),
            _ => Confidence::No,
        }
    }

    fn read(r: &mut Reader<'_>, _: &mut Sink) -> Result<Self> {
        Ipf::read(r)
    }

    fn build(value: Value) -> Result<Self> {
        from_value(&value)
    }

    fn format(&self) -> &'static str {
        FORMAT.id
    }

    fn version(&self) -> String {
        self.footer.revision.to_string()
    }

    fn write(&self) -> Vec<u8> {
        self.to_bytes()
    }

    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        crate::dump(FORMAT.id, self, out)
    }

    fn recount(&mut self) {
        self.renumber();
    }

    fn check(&self, cx: &Context<'_>, sink: &mut Sink) {
        rules::check(self, cx, sink);
    }

    fn fix(&mut self, cx: &Context<'_>) {
        rules::fix(self, cx);
    }

    fn details(&self, _cx: &Context<'_>) -> Value {
        let entries: Vec<Value> = self
            .records
            .iter()
            .map(|r| {
                json!({"path": r.full_path(), "size": r.size, "stored": r.stored, "offset": r.offset,
                       "crc": format!("{:08x}", r.crc)})
            })
            .collect();
        json!({
            "files": entries.len(),
            "bytes": self.records.iter().map(|r| u64::from(r.size)).sum::<u64>(),
            "base": self.footer.base,
            "revision": self.footer.revision,
            "deletions": self.deletions().map(|d| d.iter().map(Deletion::full_path).collect::<Vec<_>>()),
            "entries": entries,
        })
    }

    fn to_scene(&self, _cx: &Context<'_>, _sink: &mut Sink) -> Result<Scene> {
        let files = self.records.len();
        Err(Error::new(&rules::NO_MODEL, format!("an archive of {files} files is no model")))
    }
}
