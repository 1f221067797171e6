//! The tables, and the file as a whole.

use super::rules::{FOOTER, TABLE};
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use wire::{Endian, Error, Reader, Result, Text, Wire, Writer};

/// The signature, 12 bytes before the end.
const MAGIC: [u8; 4] = *b"PK\x05\x06";
/// Bytes of a footer.
pub const FOOTER_SIZE: usize = 24;
/// Bytes of a record without its names.
pub const RECORD_SIZE: usize = 20;
/// How many signatures are looked at.
const TRIES: usize = 16;
/// How far from the end a footer is looked for.
pub const SEARCH: usize = 64 << 10;

wire::record! {
    /// The last 24 bytes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Footer {
        /// Files.
        pub files: u16,
        /// Where the table of files is.
        pub table_offset: u32,
        /// Deletions.
        pub deletions: u16,
        /// Where the table of deletions is; of no meaning where there are none.
        pub deletion_offset: u32,
        /// `50 4B 05 06`.
        pub magic: [u8; 4],
        /// The revision that is patched; 0 for a whole archive.
        pub base: u32,
        /// The revision this archive brings.
        pub revision: u32,
    }
}

/// One file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// CRC-32 of the file.
    pub crc: u32,
    /// Bytes in the archive.
    pub stored: u32,
    /// Bytes of the file.
    pub size: u32,
    /// Where its bytes are in the archive.
    pub offset: u32,
    /// The inner archive it belongs to: `char_texture.ipf`.
    pub archive: Text,
    /// Its path in there.
    pub path: Text,
}

impl Record {
    /// Inner archive and path: what the file is called in messages and below a folder.
    pub fn full_path(&self) -> String {
        join(&self.archive, &self.path)
    }
}

fn join(archive: &Text, path: &Text) -> String {
    if archive.0.is_empty() { path.lossy() } else { format!("{archive}/{path}") }
}

fn length(text: &Text) -> u16 {
    u16::try_from(text.0.len()).unwrap_or(u16::MAX)
}

impl Wire for Record {
    const MIN_SIZE: usize = RECORD_SIZE;

    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let path = r.field("path_length", Reader::u16)?;
        let crc = r.field("crc", Reader::u32)?;
        let stored = r.field("stored", Reader::u32)?;
        let size = r.field("size", Reader::u32)?;
        let offset = r.field("offset", Reader::u32)?;
        let archive = r.field("archive_length", Reader::u16)?;
        // The archive name comes first although its length comes second.
        let archive = r.field("archive", |r| Ok(Text(r.take(archive.into())?.to_vec())))?;
        let path = r.field("path", |r| Ok(Text(r.take(path.into())?.to_vec())))?;
        Ok(Self { crc, stored, size, offset, archive, path })
    }

    fn write(&self, w: &mut Writer) {
        w.u16(length(&self.path));
        w.u32(self.crc);
        w.u32(self.stored);
        w.u32(self.size);
        w.u32(self.offset);
        w.u16(length(&self.archive));
        w.bytes(&self.archive.0);
        w.bytes(&self.path.0);
    }
}

/// A file that a patch removes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deletion {
    /// The inner archive; `data` in all that were seen, which means all of them.
    pub archive: Text,
    /// Its path.
    pub path: Text,
}

impl Deletion {
    /// Inner archive and path.
    pub fn full_path(&self) -> String {
        join(&self.archive, &self.path)
    }

    /// All of a table that ends where it says. Which length comes first is not known: the archive's is tried first.
    pub fn parse(table: &[u8], count: u16) -> Option<Vec<Self>> {
        let read = |archive_first: bool| {
            let mut r = Reader::new(table);
            let mut out = Vec::new();
            for _ in 0..count {
                let (a, b) = (r.u16().ok()?, r.u16().ok()?);
                let (archive, path) = if archive_first { (a, b) } else { (b, a) };
                let archive = Text(r.take(archive.into()).ok()?.to_vec());
                let path = Text(r.take(path.into()).ok()?.to_vec());
                out.push(Self { archive, path });
            }
            r.is_empty().then_some(out)
        };
        // Both lengths swapped still end at the same byte: a name that is no name decides.
        let sensible = |list: &Vec<Self>| list.iter().all(|d| !d.archive.0.contains(&b'/'));
        read(true).filter(sensible).or_else(|| read(false).filter(sensible)).or_else(|| read(true))
    }
}

/// A whole archive, every byte of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ipf {
    /// What is before the table, cut where entries begin and end.
    pub data: Vec<Block>,
    /// One record per file.
    pub records: Vec<Record>,
    /// What is between the table and the footer: the deletions.
    #[serde(with = "wire::exact::hex", default)]
    pub deletion_table: Vec<u8>,
    /// The footer.
    pub footer: Footer,
    /// What follows the footer: nothing, in most archives.
    #[serde(with = "wire::exact::hex", default)]
    pub trailer: Vec<u8>,
}

/// Some bytes of the data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Block(#[serde(with = "hex_bytes")] pub Bytes);

mod hex_bytes {
    use bytes::Bytes;
    use serde::{Deserializer, Serializer};

    pub fn serialize<S: Serializer>(bytes: &Bytes, s: S) -> Result<S::Ok, S::Error> {
        wire::exact::hex::serialize(bytes, s)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Bytes, D::Error> {
        wire::exact::hex::deserialize::<Vec<u8>, D>(d).map(Bytes::from)
    }
}

/// Whether the signature is where it is in nearly all archives.
pub fn has_footer_at_end(bytes: &[u8]) -> bool {
    bytes.len().checked_sub(12).and_then(|at| bytes.get(at..at + 4)) == Some(&MAGIC)
}

/// The footer of the last bytes of an archive and where it begins in them; `start` is where they begin in the archive.
/// Footers that are not at the end count only if `fits` says so.
pub fn find_footer(tail: &[u8], start: u64, fits: impl Fn(&Footer, u64) -> bool) -> Option<(Footer, usize)> {
    let magic = memchr::memmem::rfind_iter(tail, &MAGIC);
    // A file made of signatures is not read a thousand times.
    magic.filter_map(|at| at.checked_sub(12)).take(TRIES).find_map(|at| {
        let footer = Reader::new(tail.get(at..at + FOOTER_SIZE)?).get::<Footer>().ok()?;
        let end = start + at as u64;
        (u64::from(footer.table_offset) <= end && fits(&footer, end)).then_some((footer, at))
    })
}

/// Whether the table of a footer at `end` fits before it, read from all bytes.
fn table_fits(bytes: &[u8], footer: &Footer, end: u64) -> bool {
    let table = bytes.get(footer.table_offset as usize..end as usize);
    table.is_some_and(|t| skip_records(t, footer.files).is_some())
}

/// How many bytes a number of records take.
pub fn skip_records(table: &[u8], count: u16) -> Option<usize> {
    let mut at = 0_usize;
    for _ in 0..count {
        let head = table.get(at..)?.first_chunk::<RECORD_SIZE>()?;
        let names = usize::from(u16::from_le_bytes([head[0], head[1]]))
            + usize::from(u16::from_le_bytes([head[18], head[19]]));
        at = at.checked_add(RECORD_SIZE + names).filter(|at| *at <= table.len())?;
    }
    Some(at)
}

/// The footer of a whole archive and where it is.
pub fn locate(bytes: &[u8]) -> Option<(Footer, usize)> {
    let start = bytes.len().saturating_sub(SEARCH);
    let tail = bytes.get(start..)?;
    let (footer, at) = find_footer(tail, start as u64, |f, end| table_fits(bytes, f, end))?;
    Some((footer, start + at))
}

impl Ipf {
    /// Reads an archive.
    pub fn read(r: &mut Reader<'_>) -> Result<Self> {
        let bytes = r.rest();
        let (footer, footer_at) = locate(bytes).ok_or_else(|| no_footer(bytes))?;
        let table_at = footer.table_offset as usize;
        let mut ahead = r.fork();
        ahead.seek(table_at as u64)?;
        let records = ahead.list::<Record>(footer.files.into())?;
        let mut data = Vec::new();
        for (i, pair) in cuts(&records, table_at).windows(2).enumerate() {
            let [from, to] = pair else { continue };
            data.push(r.field("data", |r| r.index(i, |r| Ok(Block(r.keep(to - from)?))))?);
        }
        let records = r.field("records", |r| r.list::<Record>(footer.files.into()))?;
        let between = footer_at.saturating_sub(r.position());
        let deletion_table = r.field("deletion_table", |r| Ok(r.take(between)?.to_vec()))?;
        let footer = r.field("footer", Reader::get::<Footer>)?;
        let trailer = r.field("trailer", |r| Ok(r.take(r.remaining())?.to_vec()))?;
        Ok(Self { data, records, deletion_table, footer, trailer })
    }

    /// The bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let size = self.data.iter().map(|b| b.0.len()).sum::<usize>() + self.records.len() * 80 + 64;
        let mut w = Writer::with_capacity(Endian::Little, size);
        for block in &self.data {
            w.bytes(&block.0);
        }
        w.put_all(&self.records);
        w.bytes(&self.deletion_table);
        w.put(&self.footer);
        w.bytes(&self.trailer);
        w.finish()
    }

    /// Where the table is.
    pub fn table_offset(&self) -> u64 {
        self.data.iter().map(|b| b.0.len() as u64).sum()
    }

    /// Where the footer is.
    pub fn footer_offset(&self) -> u64 {
        let names: usize =
            self.records.iter().map(|r| RECORD_SIZE + r.archive.0.len() + r.path.0.len()).sum();
        self.table_offset() + (names + self.deletion_table.len()) as u64
    }

    /// The deletions, if their table is what the footer says.
    pub fn deletions(&self) -> Option<Vec<Deletion>> {
        if self.footer.deletions == 0 {
            return Some(Vec::new());
        }
        let before = self.footer_offset() - self.deletion_table.len() as u64;
        let skip = u64::from(self.footer.deletion_offset).checked_sub(before)?;
        Deletion::parse(self.deletion_table.get(usize::try_from(skip).ok()?..)?, self.footer.deletions)
    }

    /// Counts, sizes and offsets after an edit, where each record has the block of its number.
    pub fn renumber(&mut self) {
        let mut at = 0_u32;
        if self.data.len() == self.records.len() {
            for (record, block) in self.records.iter_mut().zip(&self.data) {
                record.offset = at;
                record.stored = block.0.len() as u32;
                at = at.saturating_add(record.stored);
            }
        }
        self.footer.files = self.records.len() as u16;
        self.footer.table_offset = self.table_offset() as u32;
        self.footer.deletion_offset = (self.footer_offset() - self.deletion_table.len() as u64) as u32;
    }
}

fn no_footer(bytes: &[u8]) -> Error {
    if has_footer_at_end(bytes) {
        let at = bytes.len().saturating_sub(FOOTER_SIZE) as u64;
        return Error::at(&TABLE, at, "the table of files does not fit where the footer says it is")
            .in_field("footer");
    }
    let at = bytes.len().saturating_sub(FOOTER_SIZE) as u64;
    Error::at(
        &FOOTER,
        at,
        "the signature 50 4B 05 06 is not in the last 64 KiB; the archive is cut off, or the file is not an archive",
    )
}

/// Where blocks begin and end: every start and end of an entry's data before the table. An entry with no bytes has an
/// empty block of its own when all entries are one after another.
fn cuts(records: &[Record], end: usize) -> Vec<usize> {
    let mut next = 0;
    let in_order = records.iter().all(|r| {
        let fits = r.offset as usize == next;
        next = next.saturating_add(r.stored as usize);
        fits && next <= end
    });
    if in_order && next == end && !records.is_empty() {
        return records.iter().map(|r| r.offset as usize).chain([end]).collect();
    }
    let mut out: Vec<usize> = records
        .iter()
        .flat_map(|r| [r.offset as usize, (r.offset as usize).saturating_add(r.stored as usize)])
        .filter(|at| *at < end)
        .chain([0, end])
        .collect();
    out.sort_unstable();
    out.dedup();
    out
}

impl Ipf {
    /// The stored bytes of a record, if they are before the table.
    pub fn stored(&self, record: usize) -> Option<Bytes> {
        let r = self.records.get(record)?;
        let (from, len) = (r.offset as usize, r.stored as usize);
        let mut start = 0;
        let mut parts = Vec::new();
        let mut wanted = len;
        for block in &self.data {
            let end = start + block.0.len();
            if wanted > 0 && end > from {
                let skip = from.saturating_sub(start);
                let take = wanted.min(block.0.len().saturating_sub(skip));
                parts.push(block.0.get(skip..skip + take).map(|_| block.0.slice(skip..skip + take))?);
                wanted -= take;
            }
            start = end;
        }
        match (wanted, parts.as_slice()) {
            (0, [one]) => Some(one.clone()),
            (0, parts) => Some(Bytes::from(parts.concat())),
            _ => None,
        }
    }
}
