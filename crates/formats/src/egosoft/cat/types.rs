//! The text of a catalog.

use super::rules::LINE;
use std::ops::Range;
use wire::{Error, Result};

/// One file of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CatEntry {
    path: (u32, u32),
    md5: (u32, u32),
    /// Bytes.
    pub size: u64,
    /// Where it starts in the `.dat`.
    pub offset: u64,
    /// Unix seconds.
    pub mtime: i64,
}

/// A catalog: the text, and where its fields are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catalog {
    text: Vec<u8>,
    entries: Vec<CatEntry>,
    total: u64,
}

fn range(s: (u32, u32)) -> Range<usize> {
    s.0 as usize..s.1 as usize
}

/// A number in ASCII digits that ends where the text ends and begins after a space: the number, and where the space is.
fn number_before(text: &[u8]) -> Option<(u64, usize)> {
    let (mut number, mut scale) = (0_u64, 1_u64);
    for (digits, byte) in text.iter().rev().enumerate() {
        match byte {
            b'0'..=b'9' if digits < 19 => {
                number += u64::from(byte - b'0') * scale;
                scale = scale.wrapping_mul(10);
            }
            b' ' if digits > 0 => return Some((number, text.len() - 1 - digits)),
            _ => return None,
        }
    }
    None
}

impl Catalog {
    /// Parses the text of a `.cat`. A line whose size is no number ends it: all offsets after it are unknown.
    pub fn parse(text: Vec<u8>) -> Result<Self> {
        if u32::try_from(text.len()).is_err() {
            return Err(Error::new(&LINE, "the catalog is larger than 4 GiB"));
        }
        let mut entries = Vec::with_capacity(text.len() / 96);
        let (mut start, mut offset) = (0_usize, 0_u64);
        for (i, end) in memchr::memchr_iter(b'\n', &text).chain([text.len()]).enumerate() {
            let line = text.get(start..end).unwrap_or_default();
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let at = std::mem::replace(&mut start, end + 1);
            if line.is_empty() {
                continue;
            }
            let entry = parse_line(line, at, offset).ok_or_else(|| bad_line(line, at, i))?;
            offset = offset.checked_add(entry.size).ok_or_else(|| {
                let message = format!("line {} makes the archive larger than any disk", i + 1);
                Error::at(&LINE, at as u64, message)
            })?;
            entries.push(entry);
        }
        Ok(Self { text, entries, total: offset })
    }

    /// The text.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// All entries, in file order.
    pub fn entries(&self) -> &[CatEntry] {
        &self.entries
    }

    /// The path as it stands in the catalog.
    pub fn raw_path(&self, e: &CatEntry) -> &[u8] {
        self.text.get(range(e.path)).unwrap_or_default()
    }

    /// The path for lookups and people.
    pub fn path(&self, e: &CatEntry) -> String {
        String::from_utf8_lossy(self.raw_path(e)).into_owned()
    }

    /// Where the line of an entry starts.
    pub fn line_offset(&self, e: &CatEntry) -> u64 {
        e.path.0.into()
    }

    /// The sum as it stands in the catalog.
    pub fn md5_text(&self, e: &CatEntry) -> &[u8] {
        self.text.get(range(e.md5)).unwrap_or_default()
    }

    /// The sum, if it is one. Zeros stand for an empty file.
    pub fn md5(&self, e: &CatEntry) -> Option<[u8; 16]> {
        let text = std::str::from_utf8(self.md5_text(e)).ok().filter(|t| t.len() == 32)?;
        u128::from_str_radix(text, 16).ok().map(u128::to_be_bytes)
    }

    /// Bytes the `.dat` must have.
    pub fn total(&self) -> u64 {
        self.total
    }
}

fn bad_line(line: &[u8], at: usize, i: usize) -> Error {
    let shown: String = String::from_utf8_lossy(line).chars().take(80).collect();
    let message = format!("line {} is {shown:?}, expected path, size, time and MD5", i + 1);
    Error::at(&LINE, at as u64, message).in_index(i).in_field("lines")
}

/// Paths may contain spaces, the three fields after them do not: one pass from the right.
#[inline]
fn parse_line(line: &[u8], start: usize, offset: u64) -> Option<CatEntry> {
    let third = memchr::memrchr(b' ', line)?;
    let times = line.get(..third)?;
    let (mtime, second) = match number_before(times) {
        Some((n, at)) => (i64::try_from(n).ok()?, at),
        None => negative(times)?,
    };
    let (size, first) = number_before(line.get(..second)?)?;
    (first > 0).then_some(())?;
    Some(CatEntry {
        path: (start as u32, (start + first) as u32),
        md5: ((start + third + 1) as u32, (start + line.len()) as u32),
        size,
        offset,
        mtime,
    })
}

/// A time before 1970.
fn negative(text: &[u8]) -> Option<(i64, usize)> {
    let space = memchr::memrchr(b' ', text)?;
    let digits = text.get(space..)?.strip_prefix(b" -")?;
    let (n, _) = number_before(&[b" ", digits].concat())?;
    Some((-i64::try_from(n).ok()?, space))
}
