//! What comes out of files does not command the terminal: everything the program prints goes through here.
//!
//! | what | becomes |
//! |---|---|
//! | C0 (but line feed and tab), DEL, C1 | `\u{1b}`; in JSON `\u001b` |
//! | marks, embeddings, overrides and isolates of direction | `\u{202e}`; in JSON `\u202e` |
//! | our own colours ([`STYLES`]) in [`styled`] text | stay |

use std::borrow::Cow;
use std::io::{self, BufWriter, StdoutLock, Write};

pub const BOLD: &str = "\x1b[1m";
pub const RED: &str = "\x1b[31m";
pub const YELLOW: &str = "\x1b[33m";
pub const CYAN: &str = "\x1b[36m";
pub const RESET: &str = "\x1b[0m";
/// The only sequences that this program sends.
const STYLES: [&str; 5] = [BOLD, RED, YELLOW, CYAN, RESET];

fn is_command(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text with everything visible that a terminal would obey; line feeds stay.
pub fn escape(text: &str) -> Cow<'_, str> {
    replace(text, is_command)
}

/// Text that stays on its line.
pub fn line(text: &str) -> Cow<'_, str> {
    replace(text, |c| is_command(c) || matches!(c, '\n' | '\t' | '\u{2028}' | '\u{2029}'))
}

/// Nearly all that is printed; no character of it is a command.
fn is_plain_ascii(bytes: &[u8]) -> bool {
    // Blocks without a way out are compared many bytes at a time.
    let plain = |b: &u8| matches!(b, b' '..=b'~' | b'\n' | b'\t');
    bytes.chunks(64).all(|block| block.iter().fold(true, |all, b| all & plain(b)))
}

fn replace(text: &str, bad: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&bad) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if bad(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Text with our own colours in it. Its parts that come from files have been through [`line`].
pub fn styled(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\x1b') {
        let (before, after) = rest.split_at(at);
        out.push_str(&escape(before));
        let own = STYLES.iter().find(|s| after.starts_with(**s));
        out.push_str(own.unwrap_or(&"\\u{1b}"));
        rest = after.get(own.map_or(1, |s| s.len())..).unwrap_or_default();
    }
    out.push_str(&escape(rest));
    out
}

/// Prints to stderr what may hold text of a file.
#[macro_export]
macro_rules! say {
    ($($arg:tt)*) => { anstream::eprintln!("{}", $crate::terminal::escape(&format!($($arg)*))) };
}

/// Stdout for text, or for JSON, which stays JSON. Flush it before something is printed to stderr.
pub fn stdout(json: bool) -> BufWriter<Plain<StdoutLock<'static>>> {
    // Buffered before it is looked at: whoever prints does so in pieces of a few bytes, none of which splits a character.
    BufWriter::new(Plain { inner: io::stdout().lock(), json })
}

/// A writer that shows what a terminal would obey.
pub struct Plain<W> {
    inner: W,
    json: bool,
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if is_plain_ascii(bytes) {
            self.inner.write_all(bytes)?;
            return Ok(bytes.len());
        }
        let text = String::from_utf8_lossy(bytes);
        if !self.json {
            self.inner.write_all(escape(&text).as_bytes())?;
        } else if text.contains(is_command) {
            for c in text.chars() {
                match c {
                    // Between values only: inside of strings it is escaped already.
                    '\r' => self.inner.write_all(b"\r")?,
                    c if is_command(c) => write!(self.inner, "\\u{:04x}", u32::from(c))?,
                    c => self.inner.write_all(c.encode_utf8(&mut [0; 4]).as_bytes())?,
                }
            }
        } else {
            self.inner.write_all(text.as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVIL: &str = "a\x1b]0;owned\x07\u{9b}2J\u{202e}gpj.exe\u{2066}\r\u{7f}\u{200f}b";

    #[test]
    fn nothing_of_a_file_commands_the_terminal() {
        let shown = escape(EVIL);
        assert!(!shown.contains(is_command), "{shown}");
        assert!(shown.contains("\\u{1b}]0;owned\\u{7}\\u{9b}2J\\u{202e}gpj.exe"));
        assert_eq!(escape("Größe 骨 🦴\t\n"), "Größe 骨 🦴\t\n", "other text stays");
        assert_eq!(line("a\nerror: b"), "a\\u{a}error: b");
        let text = styled(&format!("{RED}{BOLD}x{RESET} \x1b[8m{EVIL}"));
        assert!(text.starts_with("\x1b[31m\x1b[1mx\x1b[0m \\u{1b}[8m"), "{text}");
        assert_eq!(text.matches('\x1b').count(), 3);
    }

    #[test]
    fn what_is_passed_through_unseen_holds_no_command() {
        for c in (0..0x80).map(char::from) {
            assert!(!is_plain_ascii(c.to_string().as_bytes()) || !is_command(c), "{c:?}");
        }
        assert!(!is_plain_ascii("\u{9b}".as_bytes()));
        let mut out = Vec::new();
        Plain { inner: &mut out, json: false }.write_all(EVIL.as_bytes()).unwrap();
        assert_eq!(out, escape(EVIL).as_bytes());
    }

    #[test]
    fn json_stays_json() {
        let mut out = Vec::new();
        serde_json::to_writer_pretty(
            Plain { inner: &mut out, json: true },
            &serde_json::json!({ "name": EVIL }),
        )
        .unwrap();
        let text = String::from_utf8(out.clone()).unwrap();
        assert!(!text.contains(is_command), "{text}");
        let back: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(back["name"], EVIL);
    }
}
