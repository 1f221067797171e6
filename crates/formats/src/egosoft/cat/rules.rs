//! Codes and rules.

use super::Cat;
use super::archive::{Archive, data_path};
use super::types::Catalog;
use crate::Context;
use crate::rules::Pass;
use scene::safe_relative;
use std::collections::HashMap;
use wire::Sink;

wire::codes! { CODES = "CAT":
    LINE Error
        "a line that is not path, size, time and MD5"
        "the catalog is damaged; every file after the line is out of place";
    LINE_END Warning fixable
        "line ends other than LF, empty lines, or no line end after the last line"
        "the game wants one LF after every line; --fix writes them so";
    PATH Error
        "a path that leads out of the archive"
        "it is never read or unpacked; remove the line's file and pack again";
    DUPLICATE Warning
        "a path that comes twice"
        "the later one wins; pack the folder again";
    MD5_TEXT Warning
        "a sum that is not 32 hexadecimal digits"
        "the file cannot be verified; pack the folder again";
    NO_DATA Error
        "the .dat next to the catalog is missing"
        "both files belong together; get the other one";
    DATA_SIZE Error
        "the .dat is not as long as all files together"
        "the archive is cut off or the catalog belongs to another one";
    MD5 Error
        "a file whose MD5 is not the one in the catalog"
        "the archive is damaged; verify the game's files";
    NO_MODEL Error
        "an archive where a model is wanted"
        "name a file in it, `name.cat:path/in/it.xml`, or unpack it";
}

/// Looks at the catalog, then at the data next to it.
pub fn check(cat: &Cat, cx: &Context<'_>, sink: &mut Sink) {
    crate::rules::check(cat, sink, lines);
    check_data(&cat.catalog, cx, sink);
}

/// Repairs the line ends.
pub fn fix(cat: &mut Cat) {
    crate::rules::fix(cat, &|_| true, lines);
}

/// How many carriage returns a line ends with.
fn returns(line: &[u8]) -> usize {
    line.iter().rev().take_while(|b| **b == b'\r').count()
}

/// One LF after every line.
fn end_lines(cat: &mut Cat) {
    let lines = cat.catalog.text().split(|b| *b == b'\n');
    let lines = lines.map(|l| l.get(..l.len() - returns(l)).unwrap_or_default());
    let mut text = Vec::with_capacity(cat.catalog.text().len() + 1);
    for line in lines.filter(|l| !l.is_empty()) {
        text.extend_from_slice(line);
        text.push(b'\n');
    }
    if let Ok(catalog) = Catalog::parse(text) {
        cat.catalog = catalog;
    }
}

fn lines(cat: &Cat, pass: &mut Pass<'_, Cat>) {
    let catalog = &cat.catalog;
    let text = catalog.text();
    let ends_well = text.is_empty() || text.ends_with(b"\n");
    let doubled = text.starts_with(b"\n") || text.windows(2).any(|w| w == b"\n\n");
    let odd = text.split(|b| *b == b'\n').any(|line| returns(line) > 0);
    if !ends_well || doubled || odd {
        let at = text.iter().position(|b| *b == b'\r').unwrap_or(text.len());
        pass.sink().push_at(&LINE_END, at as u64, "lines", "expected one LF after every line");
        pass.keep(&LINE_END, end_lines);
    }
    let sink = pass.sink();
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (i, e) in catalog.entries().iter().enumerate() {
        let path = catalog.path(e);
        let at = catalog.line_offset(e);
        if safe_relative(&path).is_none() {
            sink.push_at(&PATH, at, format!("lines[{i}]"), format!("path {path:?}"));
        }
        if let Some(first) = seen.insert(path.to_lowercase(), i) {
            sink.push_at(
                &DUPLICATE,
                at,
                format!("lines[{i}]"),
                format!("{path:?} is also line {}", first + 1),
            );
        }
        if catalog.md5(e).is_none() {
            let sum = String::from_utf8_lossy(catalog.md5_text(e));
            sink.push_at(&MD5_TEXT, at, format!("lines[{i}]"), format!("sum {sum:?} of {path:?}"));
        }
    }
}

fn check_data(catalog: &Catalog, cx: &Context<'_>, sink: &mut Sink) {
    let dat = data_path(cx.path);
    let Some(found) = cx.files.resolve(&dat) else {
        if catalog.total() > 0 {
            sink.push(&NO_DATA, "", format!("there is no {}", scene::file_name(&dat)));
        }
        return;
    };
    let Ok(data) = cx.files.open(&found) else {
        sink.push(&NO_DATA, "", format!("{} cannot be read", scene::file_name(&dat)));
        return;
    };
    let size = data.size().unwrap_or(0);
    if size != catalog.total() {
        let message = format!(
            "{} has {size} bytes, the catalog adds up to {}",
            scene::file_name(&dat),
            catalog.total()
        );
        sink.push(&DATA_SIZE, "", message);
    }
    let Ok(archive) = Archive::new(catalog.text().to_vec(), data, cx.path) else { return };
    for (i, e) in catalog.entries().iter().enumerate() {
        // What is after the end was reported above.
        if e.offset.saturating_add(e.size) <= size
            && catalog.md5(e).is_some()
            && archive.verify_entry(e).is_ok_and(|good| !good)
        {
            let message = format!("{:?} is not what was packed", catalog.path(e));
            sink.push_at(&MD5, catalog.line_offset(e), format!("lines[{i}]"), message);
        }
    }
}
