//! ZIP archives as a file system, to read models from where they were downloaded.
//!
//! Read by hand rather than by a crate: what is needed is the central directory and flate2, which is here anyway; files
//! are read by several threads at once from one handle, and everything is bounded by what is there.
//! Stored and deflated files, also those of archives above 4 GiB. Enciphered ones and other methods are refused by name.

use crate::archive::Folders;
use crate::ipf::inflate;
use flate2::Crc;
use scene::{Entry, Files, ReadAt, file_name, safe_relative};
use std::collections::HashMap;
use std::io;
use wire::{Limits, Reader};

/// The end record without its comment.
const END_SIZE: usize = 22;
const END: &[u8; 4] = b"PK\x05\x06";
const END_64: u32 = 0x0606_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const LOCAL: u32 = 0x0403_4b50;
/// Bytes of a local header without its names.
const LOCAL_SIZE: u64 = 30;
/// Names in here are UTF-8.
const UTF8: u16 = 1 << 11;

/// One file.
#[derive(Debug, Clone)]
struct Member {
    path: String,
    flags: u16,
    method: u16,
    crc: u32,
    stored: u64,
    size: u64,
    header: u64,
}

/// An open ZIP archive.
pub struct Zip {
    data: Box<dyn ReadAt>,
    label: String,
    limit: u64,
    members: Vec<Member>,
    /// Lower-case path to member; the later of two wins.
    index: HashMap<String, u32>,
    /// Lower-case file name to member; the first wins.
    names: HashMap<String, u32>,
    folders: Folders,
}

fn bad(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}

fn cut_off() -> io::Error {
    bad("it has no list of files at its end; it is cut off, or not a ZIP archive")
}

impl Zip {
    /// Reads the list of files. `label` is what messages call the archive.
    pub fn new(data: Box<dyn ReadAt>, label: impl Into<String>) -> io::Result<Self> {
        let size = data.size()?;
        let start = size.saturating_sub(END_SIZE as u64 + u64::from(u16::MAX));
        let tail = data.read_at(start, size - start)?;
        let last = tail.len().checked_sub(END_SIZE - 4).ok_or_else(cut_off)?;
        let at = memchr::memmem::rfind(tail.get(..last).unwrap_or_default(), END).ok_or_else(cut_off)?;
        let directory = directory(&*data, tail.get(at..).unwrap_or_default(), start + at as u64)?;
        let mut out = Self {
            data,
            label: label.into(),
            limit: Limits::default().bytes,
            members: members(&directory)?,
            index: HashMap::new(),
            names: HashMap::new(),
            folders: Folders::default(),
        };
        for (i, m) in out.members.iter().enumerate() {
            let lower = m.path.to_lowercase();
            out.names.entry(file_name(&lower).to_owned()).or_insert(i as u32);
            out.index.insert(lower, i as u32);
        }
        // One piece of data under a thousand names is how small archives become large ones.
        if out.members.iter().fold(0_u64, |sum, m| sum.saturating_add(m.stored)) > size {
            return Err(bad("its files overlap: it is damaged, or made to do harm"));
        }
        out.folders = Folders::new(out.members.iter().map(|m| m.path.clone()));
        Ok(out)
    }

    /// Opens an archive of a file system.
    pub fn open(files: &dyn Files, path: &str) -> io::Result<Self> {
        let found = files.resolve(path).ok_or(io::ErrorKind::NotFound)?;
        Self::new(files.open(&found)?, files.display(&found))
    }

    /// Most bytes that one file may inflate to.
    #[must_use]
    pub fn with_limit(mut self, bytes: u64) -> Self {
        self.limit = bytes;
        self
    }

    /// Path, size and CRC-32 of every file.
    pub fn entries(&self) -> impl Iterator<Item = (&str, u64, u32)> {
        self.members.iter().map(|m| (m.path.as_str(), m.size, m.crc))
    }

    /// Path, size and CRC-32 of one file, by its number in [`Zip::entries`].
    pub fn entry(&self, number: usize) -> Option<(&str, u64, u32)> {
        self.members.get(number).map(|m| (m.path.as_str(), m.size, m.crc))
    }

    fn find(&self, path: &str) -> Option<&Member> {
        let at = *self.index.get(&safe_relative(path)?.to_lowercase())?;
        self.members.get(at as usize)
    }

    fn read_member(&self, m: &Member) -> io::Result<Vec<u8>> {
        if m.flags & 1 != 0 {
            return Err(bad(format!("{} is enciphered; unpack the archive with its password first", m.path)));
        }
        if m.size > self.limit {
            return Err(bad(format!("{} is {} bytes, the limit is {}", m.path, m.size, self.limit)));
        }
        let damaged = || bad(format!("{} cannot be read: the archive is damaged", m.path));
        let head = self.data.read_at(m.header, LOCAL_SIZE).map_err(|_| damaged())?;
        let mut r = Reader::new(&head);
        let sizes = (|| {
            let magic = r.u32()?;
            r.take(22)?;
            Ok::<_, wire::Error>((magic, u64::from(r.u16()?) + u64::from(r.u16()?)))
        })();
        let names = sizes.ok().filter(|(magic, _)| *magic == LOCAL).map(|(_, n)| n).ok_or_else(damaged)?;
        let stored = self.data.read_at(m.header + LOCAL_SIZE + names, m.stored).map_err(|_| damaged())?;
        let bytes = match m.method {
            0 => (m.stored == m.size).then_some(stored),
            8 => inflate(&stored, m.size as usize),
            other => {
                let message = format!("{} is packed with method {other}; only deflate is supported", m.path);
                return Err(bad(message));
            }
        };
        let bytes = bytes.ok_or_else(damaged)?;
        let mut crc = Crc::new();
        crc.update(&bytes);
        if crc.sum() == m.crc { Ok(bytes) } else { Err(damaged()) }
    }
}

/// The bytes of the central directory. `end` is the end record and what follows, `at` where it is.
fn directory(data: &dyn ReadAt, end: &[u8], at: u64) -> io::Result<Vec<u8>> {
    let mut r = Reader::new(end);
    let (size, offset) = (|| {
        r.take(12)?;
        Ok::<_, wire::Error>((r.u32()?, r.u32()?))
    })()
    .map_err(|_| cut_off())?;
    let (size, offset) = if size == u32::MAX || offset == u32::MAX {
        large(data, at).ok_or_else(cut_off)?
    } else {
        (u64::from(size), u64::from(offset))
    };
    data.read_at(offset, size).map_err(|_| cut_off())
}

/// Size and offset of the directory of an archive above 4 GiB: a locator before the end record says where they are.
fn large(data: &dyn ReadAt, end: u64) -> Option<(u64, u64)> {
    let locator = data.read_at(end.checked_sub(20)?, 20).ok()?;
    let mut r = Reader::new(&locator);
    r.take(8).ok()?;
    let record = data.read_at(r.u64().ok()?, 56).ok()?;
    let mut r = Reader::new(&record);
    (r.u32().ok()? == END_64).then_some(())?;
    r.take(36).ok()?;
    Some((r.u64().ok()?, r.u64().ok()?))
}

fn members(directory: &[u8]) -> io::Result<Vec<Member>> {
    let mut r = Reader::new(directory);
    let mut out = Vec::new();
    while r.remaining() >= 46 {
        let m = member(&mut r).map_err(|_| bad("its list of files is damaged"))?;
        // Folders, and what leads out of the archive.
        if let Some(m) = m {
            out.push(m);
        }
    }
    Ok(out)
}

fn member(r: &mut Reader<'_>) -> wire::Result<Option<Member>> {
    if r.u32()? != CENTRAL {
        return Err(r.error(&wire::codes::VALUE, "no entry"));
    }
    r.take(4)?;
    let (flags, method) = (r.u16()?, r.u16()?);
    r.take(4)?;
    let crc = r.u32()?;
    let (stored, size) = (r.u32()?, r.u32()?);
    let (name, extra, comment) = (r.u16()?, r.u16()?, r.u16()?);
    r.take(8)?;
    let header = r.u32()?;
    let name = r.take(name.into())?;
    let extra = r.take(extra.into())?;
    r.take(comment.into())?;
    let mut wide = Wide { extra: wide_extra(extra) };
    let size = wide.or(size);
    let stored = wide.or(stored);
    let header = wide.or(header);
    let name = decode_name(name, flags);
    let path = safe_relative(&name).filter(|_| !name.ends_with(['/', '\\']));
    Ok(path.map(|path| Member { path, flags, method, crc, stored, size, header }))
}

/// The numbers of 64 bits that stand for those that did not fit, in the order of the format.
struct Wide<'a> {
    extra: Reader<'a>,
}

impl Wide<'_> {
    fn or(&mut self, value: u32) -> u64 {
        if value == u32::MAX { self.extra.u64().unwrap_or(u64::from(value)) } else { u64::from(value) }
    }
}

fn wide_extra(extra: &[u8]) -> Reader<'_> {
    let mut r = Reader::new(extra);
    while let (Ok(id), Ok(len)) = (r.u16(), r.u16()) {
        match r.take(len.into()) {
            Ok(field) if id == 1 => return Reader::new(field),
            Ok(_) => {}
            Err(_) => break,
        }
    }
    Reader::new(&[])
}

/// UTF-8 where the archive says so or it is; else the code page of old tools.
fn decode_name(name: &[u8], flags: u16) -> String {
    match std::str::from_utf8(name) {
        Ok(text) => text.to_owned(),
        Err(_) if flags & UTF8 != 0 => String::from_utf8_lossy(name).into_owned(),
        Err(_) => name.iter().map(|b| cp437(*b)).collect(),
    }
}

/// The upper half of code page 437.
const CP437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

fn cp437(byte: u8) -> char {
    if byte < 128 {
        char::from(byte)
    } else {
        CP437.chars().nth(usize::from(byte) - 128).unwrap_or('\u{fffd}')
    }
}

impl Files for Zip {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.read_member(self.find(path).ok_or(io::ErrorKind::NotFound)?)
    }

    fn list(&self, folder: &str) -> Vec<Entry> {
        self.folders.list(folder)
    }

    fn resolve(&self, path: &str) -> Option<String> {
        self.find(path).map(|m| m.path.clone())
    }

    fn find_name(&self, name: &str) -> Option<String> {
        let at = *self.names.get(&name.to_lowercase())?;
        self.members.get(at as usize).map(|m| m.path.clone())
    }

    fn display(&self, path: &str) -> String {
        format!("{}:{path}", self.label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn u16s(out: &mut Vec<u8>, values: &[u16]) {
        out.extend(values.iter().flat_map(|v| v.to_le_bytes()));
    }

    fn u32s(out: &mut Vec<u8>, values: &[u32]) {
        out.extend(values.iter().flat_map(|v| v.to_le_bytes()));
    }

    fn crc(bytes: &[u8]) -> u32 {
        let mut crc = Crc::new();
        crc.update(bytes);
        crc.sum()
    }

    /// A ZIP of deflated files: name, flags, content.
    fn zip(files: &[(&[u8], u16, &[u8])]) -> Vec<u8> {
        let (mut out, mut list) = (Vec::new(), Vec::new());
        for (name, flags, bytes) in files {
            let mut e = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
            e.write_all(bytes).unwrap();
            let stored = e.finish().unwrap();
            let at = out.len() as u32;
            let sizes = [crc(bytes), stored.len() as u32, bytes.len() as u32];
            u32s(&mut out, &[LOCAL]);
            u16s(&mut out, &[20, *flags, 8, 0, 0]);
            u32s(&mut out, &sizes);
            u16s(&mut out, &[name.len() as u16, 0]);
            out.extend_from_slice(name);
            out.extend(stored);
            u32s(&mut list, &[CENTRAL]);
            u16s(&mut list, &[20, 20, *flags, 8, 0, 0]);
            u32s(&mut list, &sizes);
            u16s(&mut list, &[name.len() as u16, 0, 0, 0, 0]);
            u32s(&mut list, &[0, at]);
            list.extend_from_slice(name);
        }
        let at = out.len() as u32;
        out.extend(&list);
        out.extend_from_slice(END);
        u16s(&mut out, &[0, 0, files.len() as u16, files.len() as u16]);
        u32s(&mut out, &[list.len() as u32, at]);
        u16s(&mut out, &[3]);
        out.extend_from_slice(b"hi!");
        out
    }

    fn sample() -> Vec<u8> {
        zip(&[
            (b"Models/Hero.xps", 0, b"hero"),
            (b"Models/tex/Skin.dds", 0, &[7; 5000]),
            (b"../evil.txt", 0, b"evil"),
            (b"secret.txt", 1, b"?"),
            (b"m\x84dchen.txt", 0, b"cp437"),
            ("m\u{e4}d.txt".as_bytes(), UTF8, b"utf8"),
            (b"Models/", 0, b""),
        ])
    }

    #[test]
    fn a_zip_is_a_folder() {
        let z = Zip::new(Box::new(sample()), "a.zip").unwrap();
        assert_eq!(z.read("models/HERO.xps").unwrap(), b"hero");
        assert_eq!(z.read("Models/tex/skin.dds").unwrap(), [7; 5000]);
        assert_eq!(z.find_name("SKIN.dds").as_deref(), Some("Models/tex/Skin.dds"));
        assert_eq!(z.read("m\u{e4}dchen.txt").unwrap(), b"cp437");
        assert_eq!(z.read("m\u{e4}d.txt").unwrap(), b"utf8");
        assert_eq!(z.resolve("evil.txt"), None);
        assert!(z.read("secret.txt").unwrap_err().to_string().contains("password"));
        let names: Vec<String> = z.list("models").into_iter().map(|e| e.name).collect();
        assert_eq!(names, ["Hero.xps", "tex"]);
        let small = Zip::new(Box::new(sample()), "a.zip").unwrap().with_limit(100);
        assert!(small.read("Models/tex/Skin.dds").unwrap_err().to_string().contains("limit"));
    }

    #[test]
    fn large_archives_have_other_numbers() {
        let plain = zip(&[(b"a.txt", 0, b"content")]);
        let end = memchr::memmem::rfind(&plain, END).unwrap();
        let list = memchr::memmem::rfind(&plain, &CENTRAL.to_le_bytes()).unwrap();
        let mut out = plain[..end].to_vec();
        let record = out.len() as u64;
        u32s(&mut out, &[END_64]);
        out.extend([0; 36]);
        out.extend(((end - list) as u64).to_le_bytes());
        out.extend((list as u64).to_le_bytes());
        u32s(&mut out, &[0x0706_4b50, 0]);
        out.extend(record.to_le_bytes());
        u32s(&mut out, &[1]);
        out.extend_from_slice(END);
        u16s(&mut out, &[0, 0, 1, 1]);
        u32s(&mut out, &[u32::MAX, u32::MAX]);
        u16s(&mut out, &[0]);
        assert_eq!(Zip::new(Box::new(out), "a.zip").unwrap().read("a.txt").unwrap(), b"content");
    }

    #[test]
    fn damage_never_panics() {
        let whole = sample();
        let try_all = |bytes: Vec<u8>| {
            if let Ok(z) = Zip::new(Box::new(bytes), "a.zip") {
                for m in z.members.clone() {
                    let _ = z.read_member(&m);
                }
            }
        };
        for n in 0..whole.len() {
            try_all(whole[..n].to_vec());
            for value in [0, 0xff, whole[n] ^ 1] {
                let mut changed = whole.clone();
                changed[n] = value;
                try_all(changed);
            }
        }
        assert!(Zip::new(Box::new(b"PK".to_vec()), "a.zip").is_err());
    }
}
