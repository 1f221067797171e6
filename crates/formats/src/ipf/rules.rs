//! Codes and rules.

use super::archive::codec::{Coding, Decoded, crc32, decode, is_plain};
use super::types::{Ipf, Record};
use crate::Context;
use crate::rules::Pass;
use scene::safe_relative;
use std::collections::HashMap;
use wire::{Sink, Text};

wire::codes! { CODES = "IPF":
    FOOTER Error
        "the archive has no footer"
        "the archive is cut off, or it is not an archive of Tree of Savior; get it again";
    TABLE Error
        "the table of files does not fit where the footer says"
        "the archive is damaged; get it again";
    TRAILER Info fixable
        "bytes after the footer"
        "readers that expect the footer at the end cannot open the archive; --fix all removes them";
    DELETION_OFFSET Info fixable
        "the stored position of the deletions is wrong"
        "it does no harm where there are none; --fix all writes it";
    DELETIONS Warning
        "the table of deletions is not what the footer says"
        "the deletions are ignored";
    PATH Error
        "a path that leads out of the archive"
        "it is never read or unpacked; pack again without it";
    SLASH Warning fixable
        "a path with backslashes"
        "the game's archives have `/`; --fix writes them so";
    DUPLICATE Warning
        "a path that comes twice"
        "the later one wins; pack the folder again";
    RANGE Error
        "a file whose data are not within the archive"
        "the archive is cut off or its table is damaged; get it again";
    OVERLAP Warning
        "files that share data"
        "the game's own tools never make such archives; pack the folder again";
    GAP Info
        "data that do not belong to any file"
        "left there by a program that edits archives; pack the folder again to get rid of them";
    DATA Error
        "a file that cannot be decoded"
        "its data are damaged; get the archive again";
    CRC Warning
        "a file whose CRC is not the one in the table"
        "the file is damaged, or was changed by a program that does not keep the sum";
    CRC_STORED Warning fixable
        "the CRC is that of the compressed data instead of the file"
        "some programs write it so; --fix writes the right one";
    CODING Info
        "a file that is stored in another way than the game's own"
        "it can still be read; pack the folder again to store it as the game does";
    NO_MODEL Error
        "an archive where a model is wanted"
        "name a file in it, `name.ipf:path/in/it.xac`, or unpack it";
}

/// Looks at the tables, then at every file.
pub fn check(ipf: &Ipf, cx: &Context<'_>, sink: &mut Sink) {
    crate::rules::check(ipf, sink, |ipf, pass| rules(ipf, cx, pass));
}

/// Repairs what can be repaired without touching the data.
pub fn fix(ipf: &mut Ipf, cx: &Context<'_>) {
    crate::rules::fix(ipf, &|code| cx.options.repair.takes(code), |ipf, pass| rules(ipf, cx, pass));
}

fn rules(ipf: &Ipf, cx: &Context<'_>, pass: &mut Pass<'_, Ipf>) {
    check_footer(ipf, pass);
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (i, r) in ipf.records.iter().enumerate() {
        let path = r.full_path();
        let at = || format!("records[{i}]");
        if safe_relative(&path).is_none() {
            pass.report(&PATH, at(), format!("path {path:?}"));
        } else if r.path.0.contains(&b'\\') || r.archive.0.contains(&b'\\') {
            pass.repair(&SLASH, at(), format!("path {path:?}"), move |ipf| {
                let names = ipf.records.get_mut(i).map(|r| [&mut r.archive, &mut r.path]);
                for name in names.into_iter().flatten() {
                    *name = Text(name.0.iter().map(|b| if *b == b'\\' { b'/' } else { *b }).collect());
                }
            });
        }
        if let Some(first) = seen.insert(path.replace('\\', "/").to_lowercase(), i) {
            pass.report(&DUPLICATE, at(), format!("{path:?} is also record {first}"));
        }
    }
    check_data(ipf, cx, pass);
}

fn check_footer(ipf: &Ipf, pass: &mut Pass<'_, Ipf>) {
    if !ipf.trailer.is_empty() {
        let message = format!("{} bytes follow the footer", ipf.trailer.len());
        pass.repair(&TRAILER, "trailer", message, |ipf| ipf.trailer.clear());
    }
    let end = ipf.footer_offset();
    if ipf.footer.deletions == 0 && u64::from(ipf.footer.deletion_offset) != end {
        let message = format!("it is {:#x}, the table ends at {end:#x}", ipf.footer.deletion_offset);
        let place = move |ipf: &mut Ipf| ipf.footer.deletion_offset = end as u32;
        pass.repair(&DELETION_OFFSET, "footer.deletion_offset", message, place);
    }
    if ipf.deletions().is_none() {
        let message = format!("{} deletions at {:#x}", ipf.footer.deletions, ipf.footer.deletion_offset);
        pass.report(&DELETIONS, "footer.deletions", message);
    }
}

/// The data of records that are within the archive and share them with no record before, in file order of the data.
fn check_data(ipf: &Ipf, cx: &Context<'_>, pass: &mut Pass<'_, Ipf>) {
    let end = ipf.table_offset();
    let mut order: Vec<(usize, &Record)> = ipf.records.iter().enumerate().collect();
    order.sort_by_key(|(i, r)| (r.offset, *i));
    let mut left = cx.options.limits.bytes;
    let mut reached = 0_u64;
    let mut unchecked = 0_usize;
    for (i, r) in order {
        let at = || format!("records[{i}]");
        let (from, to) = (u64::from(r.offset), u64::from(r.offset) + u64::from(r.stored));
        if to > end {
            let message = format!("{:?} ends at {to:#x}, the data end at {end:#x}", r.full_path());
            pass.report(&RANGE, at(), message);
            reached = end;
            continue;
        }
        if from > reached {
            pass.report(&GAP, at(), format!("{} bytes before {:?}", from - reached, r.full_path()));
        }
        if from < reached && r.stored > 0 {
            pass.report(&OVERLAP, at(), format!("{:?} begins within the file before it", r.full_path()));
            reached = reached.max(to);
            continue;
        }
        reached = reached.max(to);
        if let Some(rest) = left.checked_sub(u64::from(r.size)) {
            left = rest;
        } else {
            unchecked += 1;
            continue;
        }
        if let Some(stored) = ipf.stored(i) {
            check_entry(i, r, &stored, pass);
        }
    }
    if reached < end && !ipf.records.is_empty() {
        pass.report(&GAP, "data", format!("{} bytes after the last file", end - reached));
    }
    if unchecked > 0 {
        let message = format!("{unchecked} files were not decoded: together they are larger than --limit");
        pass.report(&wire::codes::LIMIT, "data", message);
    }
}

fn check_entry(i: usize, r: &Record, stored: &[u8], pass: &mut Pass<'_, Ipf>) {
    let at = format!("records[{i}]");
    let Some(decoded) = decode(r, stored) else {
        let message = format!("{:?} is not {} bytes, deciphered and inflated or not", r.full_path(), r.size);
        pass.report(&DATA, at, message);
        return;
    };
    let usual = if is_plain(&r.path.lossy()) { Coding::Plain } else { Coding::Usual };
    if decoded.coding != usual {
        let how = match decoded.coding {
            Coding::Usual => "deflated and enciphered",
            Coding::Deflated => "deflated and not enciphered",
            Coding::Plain => "neither deflated nor enciphered",
            Coding::Enciphered => "enciphered and not deflated",
            Coding::Twice => "enciphered two times",
        };
        pass.report(&CODING, at.as_str(), format!("{:?} is {how}", r.full_path()));
    }
    if decoded.crc != r.crc {
        let message = format!("{:?} has {:08x}, the table says {:08x}", r.full_path(), decoded.crc, r.crc);
        if is_stored_sum(r, stored, &decoded) {
            pass.repair(&CRC_STORED, at, message, move |ipf| {
                ipf.records.get_mut(i).into_iter().for_each(|r| r.crc = decoded.crc);
            });
        } else {
            pass.report(&CRC, at, message);
        }
    }
}

/// Whether the sum is that of the stored bytes, before or after the cipher.
fn is_stored_sum(r: &Record, stored: &[u8], decoded: &Decoded) -> bool {
    let mut plain = stored.to_vec();
    super::archive::cipher::decipher(&mut plain);
    decoded.crc != r.crc && (crc32(stored) == r.crc || crc32(&plain) == r.crc)
}
