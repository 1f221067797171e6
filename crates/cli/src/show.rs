//! Errors and findings for people: what, where, the bytes, what to do.

use crate::terminal::{self, BOLD, CYAN, RED, RESET, YELLOW};
use std::fmt::Write as _;
use wire::{Diagnostic, Severity};

/// One finding as a little report; `bytes` is the file, for the excerpt.
pub fn finding(label: &str, d: &Diagnostic, bytes: Option<&[u8]>) -> String {
    let (color, word) = match d.severity {
        Severity::Error => (RED, "error"),
        Severity::Warning => (YELLOW, "warning"),
        Severity::Info => (CYAN, "info"),
    };
    // What the bytes should have been helps few; that the file is damaged helps everybody.
    let (first, more) = match d.code.help.strip_prefix("the file is ") {
        Some(what) if d.severity == Severity::Error && d.code.id.starts_with("WIRE_") => {
            (format!("the file is {what}: "), None)
        }
        _ => (String::new(), Some(d.code.help)),
    };
    let mut out = format!(
        "{color}{BOLD}{word}[{}]{RESET}{BOLD}: {first}{}{RESET}\n  --> {}",
        d.code.id,
        terminal::line(&d.message),
        terminal::line(label)
    );
    let text = bytes.filter(|b| is_xml(b));
    match (d.offset, text.and_then(|b| Excerpt::of(b, d.offset?))) {
        (_, Some(place)) => {
            let _ = write!(out, " at line {}, column {}", place.line, place.column);
        }
        (Some(at), None) => {
            let _ = write!(out, " at {at:#x}");
        }
        (None, None) => {}
    }
    if !d.path.is_empty() {
        let _ = write!(out, ", {}", terminal::line(&d.path));
    }
    match (d.offset, bytes) {
        (Some(at), Some(bytes)) if text.is_some() => line(&mut out, bytes, at),
        (Some(at), Some(bytes)) => excerpt(&mut out, bytes, at),
        _ => {}
    }
    if let Some(help) = more {
        let _ = write!(out, "\n  help: {help}");
    }
    out
}

/// Whether bytes are those of an XML file: people read its lines, not its bytes.
fn is_xml(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.trim_ascii_start().starts_with(b"<")
}

/// A place in a text, both counted from 1.
struct Excerpt {
    line: usize,
    column: usize,
}

impl Excerpt {
    fn of(bytes: &[u8], at: u64) -> Option<Self> {
        let before = bytes.get(..usize::try_from(at).ok()?)?;
        let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1);
        let line = before.split(|b| *b == b'\n').count();
        Some(Self { line, column: String::from_utf8_lossy(before.get(start..)?).chars().count() + 1 })
    }
}

/// The line of text around an offset.
fn line(out: &mut String, bytes: &[u8], at: u64) {
    let Some(place) = Excerpt::of(bytes, at) else { return };
    let Some(text) = bytes.split(|b| *b == b'\n').nth(place.line - 1) else { return };
    let text = String::from_utf8_lossy(text);
    let shown: String = text.trim().chars().take(100).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _ = write!(out, "\n  {:>5} | {shown}", place.line);
}

/// The line of bytes around an offset, with a mark under it.
fn excerpt(out: &mut String, bytes: &[u8], at: u64) {
    let Ok(at) = usize::try_from(at) else { return };
    let start = at.saturating_sub(at % 16);
    let Some(row) = bytes.get(start..bytes.len().min(start + 16)).filter(|r| !r.is_empty()) else { return };
    let _ = write!(out, "\n  {start:#010x} ");
    for (i, b) in row.iter().enumerate() {
        let _ = write!(out, "{}{b:02x}", if i == 8 { "  " } else { " " });
    }
    if at < bytes.len() {
        let column = (at - start) * 3 + 1 + usize::from(at - start >= 8);
        let _ = write!(out, "\n  {:11}{:column$}^^", "", "");
    }
}

/// `1.2 MB`.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.2} GB", bytes as f64 / 1e9),
    }
}

/// `, 2 errors, 1 warning`, or nothing.
pub fn counts(findings: &[Diagnostic]) -> String {
    let mut out = String::new();
    for (severity, word) in [(Severity::Error, "error"), (Severity::Warning, "warning")] {
        let n = findings.iter().filter(|d| d.severity == severity).count();
        if n > 0 {
            let _ = write!(out, ", {n} {word}{}", if n == 1 { "" } else { "s" });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_is_shown_by_lines_and_everything_else_by_bytes() {
        let d = |offset| Diagnostic {
            code: &wire::codes::VALUE,
            severity: Severity::Warning,
            offset: Some(offset),
            path: String::new(),
            message: "wrong".into(),
            fixable: false,
        };
        let shown = finding("a.xml", &d(9), Some("<a>\n  <ü/>\n</a>".as_bytes()));
        assert!(shown.contains("a.xml at line 2, column 5\n      2 | <ü/>\n"), "{shown}");
        assert!(!shown.contains("0x"), "{shown}");
        let shown = finding("a.bin", &d(2), Some(&[1, 2, 3, 4]));
        assert!(shown.contains("at 0x2") && shown.contains("01 02 03 04"), "{shown}");
        let error = Diagnostic { severity: Severity::Error, ..d(2) };
        let shown = finding("a.bin", &error, Some(&[1, 2, 3, 4]));
        assert!(
            shown.contains(": the file is damaged") && shown.find("damaged") < shown.find("01 02"),
            "{shown}"
        );
    }
}
