//! A byte scanner for the text: lines, tokens and comments, no strings of its own.

use crate::xnalara::numbers::{parse_f32, parse_int};
use crate::xnalara::rules;
use wire::{Error, Result, codes};

/// Where a value stands.
pub type Span = (u32, u32);

/// A cursor over the text. With `SPANS` it notes where every value stands.
pub struct Cursor<'a, const SPANS: bool> {
    text: &'a [u8],
    pos: usize,
    /// Places of values in reading order.
    pub spans: Vec<Span>,
    /// Take what cannot be read as zero.
    pub lenient: bool,
    /// Values that were taken as zero, and where the first is.
    pub bad_numbers: (usize, usize),
    /// Lines with more or fewer values than they should have, and where the first is.
    pub odd_lines: (usize, usize),
}

impl<'a, const SPANS: bool> Cursor<'a, SPANS> {
    /// At the start, after a byte order mark.
    pub fn new(text: &'a [u8]) -> Self {
        let pos = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Self { text, pos, spans: Vec::new(), lenient: false, bad_numbers: (0, 0), odd_lines: (0, 0) }
    }

    /// Position of the next byte.
    pub fn position(&self) -> usize {
        self.pos
    }

    /// Goes back to an earlier position, forgetting the places noted since.
    pub fn rewind(&mut self, pos: usize, spans: usize) {
        self.pos = pos;
        self.spans.truncate(spans);
    }

    /// Remaining bytes: an upper bound for any count.
    pub fn remaining(&self) -> usize {
        self.text.len() - self.pos
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.pos).copied()
    }

    /// An error here.
    pub fn error(&self, message: impl Into<String>) -> Error {
        Error::at(&codes::VALUE, self.pos as u64, message)
    }

    fn note(&mut self, start: usize, end: usize) {
        if SPANS {
            self.spans.push((start as u32, end as u32));
        }
    }

    /// Blanks, line ends and comments.
    #[inline]
    fn skip(&mut self) {
        while let Some(b) = self.peek() {
            match b {
                b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => self.pos += 1,
                b'#' => self.skip_line_rest(),
                _ => break,
            }
        }
    }

    fn skip_line_rest(&mut self) {
        let rest = self.text.get(self.pos..).unwrap_or_default();
        self.pos += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
    }

    /// Blanks of this line only; whether a value follows on it.
    #[inline]
    pub fn more_on_line(&mut self) -> bool {
        while let Some(b' ' | b'\t' | b'\r') = self.peek() {
            self.pos += 1;
        }
        !matches!(self.peek(), None | Some(b'\n' | b'#'))
    }

    #[inline]
    fn token(&mut self) -> Result<&'a [u8]> {
        self.skip();
        self.raw_token()
    }

    #[inline]
    fn raw_token(&mut self) -> Result<&'a [u8]> {
        let rest = self.text.get(self.pos..).unwrap_or_default();
        let len = rest.iter().position(|b| *b <= b' ' || *b == b'#').unwrap_or(rest.len());
        let token = rest.get(..len).unwrap_or_default();
        if token.is_empty() {
            return Err(Error::at(
                &codes::TRUNCATED,
                self.pos as u64,
                "the text ends where a number should be",
            ));
        }
        self.note(self.pos, self.pos + len);
        self.pos += len;
        Ok(token)
    }

    #[cold]
    fn not_a_number<T>(&mut self, token: &[u8], zero: T) -> Result<T> {
        let at = self.pos - token.len();
        if !self.lenient {
            let shown: String = String::from_utf8_lossy(token).chars().take(40).collect();
            return Err(Error::at(&codes::VALUE, at as u64, format!("{shown:?} is not a number")));
        }
        if self.bad_numbers.0 == 0 {
            self.bad_numbers.1 = at;
        }
        self.bad_numbers.0 += 1;
        Ok(zero)
    }

    /// The next number.
    #[inline]
    pub fn float(&mut self) -> Result<f32> {
        let token = self.token()?;
        match parse_f32(token) {
            Some(v) => Ok(v),
            None => self.not_a_number(token, 0.0),
        }
    }

    /// The next `N` numbers.
    #[inline]
    pub fn floats<const N: usize>(&mut self) -> Result<[f32; N]> {
        let mut out = [0.0; N];
        for slot in &mut out {
            *slot = self.float()?;
        }
        Ok(out)
    }

    /// The next whole number.
    #[inline]
    pub fn int(&mut self) -> Result<i64> {
        let token = self.token()?;
        match parse_int(token) {
            Some(v) => Ok(v),
            None => self.not_a_number(token, 0),
        }
    }

    /// The next count; each item takes at least `least` bytes of text.
    pub fn count(&mut self, least: usize) -> Result<usize> {
        let token = self.token()?;
        if SPANS {
            // Counts follow from the shape, they are not values.
            self.spans.pop();
        }
        let at = self.pos - token.len();
        let Some(n) = parse_int(token) else {
            let shown: String = String::from_utf8_lossy(token).chars().take(40).collect();
            return Err(Error::at(&codes::VALUE, at as u64, format!("{shown:?} is not a count")));
        };
        match usize::try_from(n) {
            Ok(n) if n.checked_mul(least).is_some_and(|bytes| bytes <= self.remaining() + 1) => Ok(n),
            _ => Err(Error::at(
                &codes::COUNT_TOO_LARGE,
                at as u64,
                format!("count {n} needs at least {least} bytes each, {} bytes remain", self.remaining()),
            )),
        }
    }

    /// Up to four numbers of one line; the rest is zero.
    pub fn color(&mut self) -> Result<[u8; 4]> {
        self.skip();
        let mut out = [0; 4];
        for (i, slot) in out.iter_mut().enumerate() {
            if i > 0 && !self.more_on_line() {
                self.odd_line();
                for _ in i..4 {
                    self.note(self.pos, self.pos);
                }
                break;
            }
            let token = self.raw_token()?;
            *slot = match parse_int(token) {
                Some(v) => v.clamp(0, 255) as u8,
                None => self.not_a_number(token, 0)?,
            };
        }
        Ok(out)
    }

    /// Whether the next line is blank; then it is passed over.
    pub fn blank_line(&mut self) -> bool {
        if self.more_on_line() || self.peek() != Some(b'\n') {
            return false;
        }
        let rest = self.text.get(self.pos + 1..).unwrap_or_default();
        let len = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
        let blank = rest.get(..len).unwrap_or_default().trim_ascii().is_empty() && len < rest.len();
        if blank {
            self.pos += 1 + len;
        }
        blank
    }

    /// White, for a blank line where a colour should be.
    pub fn no_color(&mut self) -> [u8; 4] {
        self.odd_line();
        for _ in 0..4 {
            self.note(self.pos, self.pos);
        }
        [255; 4]
    }

    /// Notes that a line has not the number of values it should have.
    pub fn odd_line(&mut self) {
        if self.odd_lines.0 == 0 {
            self.odd_lines.1 = self.pos;
        }
        self.odd_lines.0 += 1;
    }

    /// Bone indices: the whole next line that says something.
    #[inline]
    pub fn bone_line(&mut self, out: &mut Vec<u16>) -> Result<usize> {
        self.skip();
        let before = out.len();
        loop {
            let token = self.raw_token()?;
            let value = match parse_int(token) {
                // A fraction is a weight or a UV: the wrong line.
                Some(v) if !token.iter().any(|b| matches!(b, b'.' | b',')) => v,
                _ => self.not_a_number(token, -1)?,
            };
            out.push(u16::try_from(value).unwrap_or(u16::MAX));
            if !self.more_on_line() {
                return Ok(out.len() - before);
            }
        }
    }

    /// Weights: the whole next line that says something.
    #[inline]
    pub fn weight_line(&mut self, out: &mut Vec<f32>) -> Result<usize> {
        self.skip();
        let before = out.len();
        loop {
            let token = self.raw_token()?;
            let value = match parse_f32(token) {
                Some(v) => v,
                None => self.not_a_number(token, 0.0)?,
            };
            out.push(value);
            if !self.more_on_line() {
                return Ok(out.len() - before);
            }
        }
    }

    /// A whole line as a name, trimmed. `is_empty_name` looks at the next lines and says whether a blank line is the
    /// name itself rather than decoration.
    pub fn name(&mut self, is_empty_name: impl Fn(&[&[u8]]) -> bool) -> Result<&'a [u8]> {
        if self.pos > 0 && self.text.get(self.pos - 1) != Some(&b'\n') && self.pos != 3 {
            if self.more_on_line() {
                self.odd_line();
            }
            self.skip_line_rest();
            self.pos = (self.pos + 1).min(self.text.len());
        }
        loop {
            if self.pos >= self.text.len() {
                let message = "the text ends where a name should be";
                return Err(Error::at(&codes::TRUNCATED, self.pos as u64, message));
            }
            let start = self.pos;
            self.skip_line_rest();
            let line = self.text.get(start..self.pos).unwrap_or_default();
            self.pos = (self.pos + 1).min(self.text.len());
            let lead = line.len() - line.trim_ascii_start().len();
            let name = line.trim_ascii();
            if name.starts_with(b"#") || (name.is_empty() && !is_empty_name(&self.next_lines::<3>())) {
                continue;
            }
            self.note(start + lead, start + lead + name.len());
            return Ok(name);
        }
    }

    /// The next lines that say something, without moving.
    fn next_lines<const N: usize>(&self) -> Vec<&'a [u8]> {
        let rest = self.text.get(self.pos..).unwrap_or_default();
        rest.split(|b| *b == b'\n')
            .map(|l| l.split(|b| *b == b'#').next().unwrap_or_default().trim_ascii())
            .filter(|l| !l.is_empty())
            .take(N)
            .collect()
    }

    /// Whether nothing but blanks and comments remains.
    pub fn at_end(&mut self) -> bool {
        self.skip();
        self.pos >= self.text.len()
    }

    /// What the checker says about looseness met on the way.
    pub fn findings(&self, sink: &mut wire::Sink) {
        let (n, at) = self.bad_numbers;
        if n > 0 {
            sink.push_at(&rules::TEXT_NUMBER, at as u64, "", format!("{n} values are not numbers"));
        }
        let (n, at) = self.odd_lines;
        if n > 0 {
            let message = format!("{n} lines hold more or fewer values than their item");
            sink.push_at(&rules::TEXT_TUPLE, at as u64, "", message);
        }
    }
}
