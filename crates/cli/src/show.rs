//! Errors and findings for people: what, where, the bytes, what to do.

use std::fmt::Write as _;
use wire::{Diagnostic, Severity};

const BOLD: &str = "\x1b[1m";
const RED: &str = "\x1b[31m";
const YELLOW: &str = "\x1b[33m";
const CYAN: &str = "\x1b[36m";
const RESET: &str = "\x1b[0m";

/// One finding as a little report; `bytes` is the file, for the excerpt.
pub fn finding(label: &str, d: &Diagnostic, bytes: Option<&[u8]>) -> String {
    let (color, word) = match d.severity {
        Severity::Error => (RED, "error"),
        Severity::Warning => (YELLOW, "warning"),
        Severity::Info => (CYAN, "info"),
    };
    let mut out =
        format!("{color}{BOLD}{word}[{}]{RESET}{BOLD}: {}{RESET}\n  --> {label}", d.code.id, d.message);
    if let Some(at) = d.offset {
        let _ = write!(out, " at {at:#x}");
    }
    if !d.path.is_empty() {
        let _ = write!(out, ", {}", d.path);
    }
    if let (Some(at), Some(bytes)) = (d.offset, bytes) {
        excerpt(&mut out, bytes, at);
    }
    let _ = write!(out, "\n  help: {}", d.code.help);
    out
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
