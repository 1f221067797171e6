//! How the bytes of an entry are stored, and back.
//!
//! Neither the revision nor the sizes say for certain which of the ways it is, so they are tried: what gives the size and
//! the CRC of the record is right.

use super::super::types::Record;
use super::cipher::{decipher, encipher};
use flate2::{Compression, Crc, Decompress, FlushDecompress, Status};
use std::io::{self, Write};

/// A way to store a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// Deflated, then enciphered: what the game does.
    Usual,
    /// Deflated only.
    Deflated,
    /// As it is: pictures and sounds that do not deflate.
    Plain,
    /// Enciphered only.
    Enciphered,
    /// Deflated, then enciphered two times.
    Twice,
}

/// Which ways to try, the likeliest first.
const ORDER: [Coding; 5] =
    [Coding::Usual, Coding::Deflated, Coding::Plain, Coding::Enciphered, Coding::Twice];
const PLAIN_ORDER: [Coding; 5] =
    [Coding::Plain, Coding::Enciphered, Coding::Usual, Coding::Deflated, Coding::Twice];

/// Extensions that the game stores as they are.
const PLAIN: [&str; 3] = ["jpg", "fsb", "mp3"];

/// Whether a file of this name is stored as it is.
pub fn is_plain(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, e)| PLAIN.iter().any(|p| p.eq_ignore_ascii_case(e)))
}

/// Whether archives of a revision are enciphered.
pub fn enciphers(revision: u32) -> bool {
    revision == 0 || revision > 11_000
}

/// CRC-32 of bytes.
pub fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// A decoded entry.
pub struct Decoded {
    /// The file.
    pub bytes: Vec<u8>,
    /// How it was stored.
    pub coding: Coding,
    /// Its CRC-32.
    pub crc: u32,
}

/// The file of a record from its stored bytes. What gives the right CRC wins, else the first that gives the right size.
pub fn decode(record: &Record, stored: &[u8]) -> Option<Decoded> {
    let order = if is_plain(&record.path.lossy()) { PLAIN_ORDER } else { ORDER };
    let size = record.size as usize;
    let mut second = None;
    for coding in order {
        let Some(bytes) = try_one(coding, stored, size) else { continue };
        let crc = crc32(&bytes);
        let decoded = Decoded { bytes, coding, crc };
        if crc == record.crc {
            return Some(decoded);
        }
        // Any bytes of the right number are a plain file: that alone proves nothing.
        if second.is_none() {
            second = Some(decoded);
        }
    }
    second
}

fn try_one(coding: Coding, stored: &[u8], size: usize) -> Option<Vec<u8>> {
    let deciphered = |times: usize| {
        let mut work = stored.to_vec();
        for _ in 0..times {
            decipher(&mut work);
        }
        work
    };
    match coding {
        Coding::Plain => (stored.len() == size).then(|| stored.to_vec()),
        Coding::Enciphered => (stored.len() == size).then(|| deciphered(1)),
        Coding::Deflated => inflate(stored, size),
        Coding::Usual => inflate(&deciphered(1), size),
        Coding::Twice => inflate(&deciphered(2), size),
    }
}

/// Inflates to exactly `size` bytes; no more than that is ever held, and nothing that is not there is reserved.
pub fn inflate(stored: &[u8], size: usize) -> Option<Vec<u8>> {
    // Deflate shrinks by 1032 at most: a larger size cannot come true.
    if size > stored.len().saturating_mul(1032) {
        return None;
    }
    let mut out = Vec::with_capacity(size);
    let mut stream = Decompress::new(false);
    loop {
        let (before_in, before_out) = (stream.total_in(), stream.total_out());
        let rest = stored.get(before_in as usize..)?;
        let status = stream.decompress_vec(rest, &mut out, FlushDecompress::Finish).ok()?;
        match status {
            Status::StreamEnd => break,
            _ if out.len() >= size && out.len() == out.capacity() => {
                // Full, and the end mark may still be to come.
                let mut one = [0; 1];
                let rest = stored.get(stream.total_in() as usize..)?;
                let status = stream.decompress(rest, &mut one, FlushDecompress::Finish).ok()?;
                if status != Status::StreamEnd || stream.total_out() as usize != size {
                    return None;
                }
                break;
            }
            _ if stream.total_in() == before_in && stream.total_out() == before_out => return None,
            _ => {}
        }
    }
    (out.len() == size).then_some(out)
}

/// The stored bytes of a file, as the game has them.
pub fn encode(path: &str, file: &[u8], revision: u32) -> io::Result<Vec<u8>> {
    if is_plain(path) {
        return Ok(file.to_vec());
    }
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(file)?;
    let mut out = encoder.finish()?;
    if enciphers(revision) {
        encipher(&mut out);
    }
    Ok(out)
}
