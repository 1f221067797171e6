//! A Clausewitz script: `key = value`, `key = { … }`, words alone, `#` to the end of the line. The text stays as it is;
//! what is read from it knows where it is.

use super::rules::{BRACE, EQUALS, QUOTE};
use std::ops::Range;
use wire::{Code, Reader, Result, Sink};

/// One piece of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Where it begins.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
}

impl Token {
    /// Its place in the text.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// `key = value`, or a value alone.
#[derive(Debug, Clone)]
pub struct Entry {
    /// What stands before the `=`.
    pub key: Option<Token>,
    /// What stands after it.
    pub value: Value,
}

/// What a key has.
#[derive(Debug, Clone)]
pub enum Value {
    /// A word or a quoted text.
    Word(Token),
    /// `{ … }`, from brace to brace.
    Block(Token, Vec<Entry>),
    /// Nothing: the text ends, or a brace follows.
    Missing(Token),
}

/// A text taken apart.
#[derive(Debug, Clone)]
pub struct Script {
    text: Vec<u8>,
    tokens: Vec<Token>,
    entries: Vec<Entry>,
    lines: Lines,
}

/// Where lines begin.
#[derive(Debug, Clone)]
struct Lines(Vec<u32>);

impl Lines {
    fn new(text: &[u8]) -> Self {
        Self([0].into_iter().chain(memchr::memchr_iter(b'\n', text).map(|i| i as u32 + 1)).collect())
    }

    /// `line 3, column 7`.
    fn place(&self, offset: u32) -> String {
        let line = self.0.partition_point(|start| *start <= offset);
        let start = self.0.get(line.saturating_sub(1)).copied().unwrap_or_default();
        format!("line {line}, column {}", offset - start + 1)
    }
}

/// Mistakes, as many as anybody reads.
struct Said<'s> {
    sink: &'s mut Sink,
    lines: Lines,
    left: u32,
}

impl Said<'_> {
    fn say(&mut self, code: &'static Code, token: Token, what: &str) {
        if let Some(left) = self.left.checked_sub(1) {
            self.left = left;
            let message = format!("{}: {what}", self.lines.place(token.start));
            self.sink.push_at(code, token.start.into(), "", message);
        }
    }
}

impl Script {
    /// Takes a text apart; nothing is refused but braces that nest too deeply.
    pub fn parse(text: Vec<u8>, depth: u32, sink: &mut Sink) -> Result<Self> {
        let mut said = Said { sink, lines: Lines::new(&text), left: 100 };
        let tokens = tokens(&text, &mut said);
        let mut parser = Parser { text: &text, tokens: &tokens, at: 0, depth };
        let entries = parser.entries(None, &mut said)?;
        let lines = said.lines;
        Ok(Self { text, tokens, entries, lines })
    }

    /// The text.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Everything but blanks and comments.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// What is not in any block.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// A token's bytes without quotes.
    pub fn word(&self, token: Token) -> &[u8] {
        let bytes = self.text.get(token.range()).unwrap_or_default();
        match bytes.strip_prefix(b"\"") {
            Some(inner) => inner.strip_suffix(b"\"").unwrap_or(inner),
            None => bytes,
        }
    }

    /// A token for people: CP1252, as these games have it.
    pub fn shown(&self, token: Token) -> String {
        encoding_rs::WINDOWS_1252.decode_without_bom_handling(self.word(token)).0.into_owned()
    }

    /// `line 3, column 7`.
    pub fn place(&self, offset: u32) -> String {
        self.lines.place(offset)
    }
}

fn tokens(text: &[u8], said: &mut Said<'_>) -> Vec<Token> {
    let mut out = Vec::new();
    let mut at = 0;
    // The mark some editors write first is a blank.
    if text.starts_with(b"\xef\xbb\xbf") {
        at = 3;
    }
    while let Some(byte) = text.get(at) {
        let start = at;
        match byte {
            b'#' => {
                let rest = text.get(at..).unwrap_or_default();
                at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
                continue;
            }
            b if b.is_ascii_whitespace() || *b == 0x0b => {
                at += 1;
                continue;
            }
            b'{' | b'}' | b'=' => at += 1,
            b'"' => {
                let rest = text.get(at + 1..).unwrap_or_default();
                match memchr::memchr2(b'"', b'\n', rest) {
                    Some(n) if rest.get(n) == Some(&b'"') => at += n + 2,
                    end => {
                        let token = Token { start: start as u32, end: start as u32 };
                        said.say(&QUOTE, token, "the text has no second quote");
                        at += 1 + end.unwrap_or(rest.len());
                    }
                }
            }
            _ => {
                let rest = text.get(at..).unwrap_or_default();
                let ends =
                    |b: &u8| b.is_ascii_whitespace() || matches!(b, b'{' | b'}' | b'=' | b'"' | b'#' | 0x0b);
                at += rest.iter().position(ends).unwrap_or(rest.len());
            }
        }
        out.push(Token { start: start as u32, end: at as u32 });
    }
    out
}

struct Parser<'a> {
    text: &'a [u8],
    tokens: &'a [Token],
    at: usize,
    depth: u32,
}

impl Parser<'_> {
    fn peek(&self) -> Option<(Token, u8)> {
        let token = *self.tokens.get(self.at)?;
        Some((token, self.text.get(token.start as usize).copied().unwrap_or_default()))
    }

    /// What follows up to the brace that closes `open`.
    fn entries(&mut self, open: Option<Token>, said: &mut Said<'_>) -> Result<Vec<Entry>> {
        let mut out = Vec::new();
        while let Some((token, first)) = self.peek() {
            match (first, open) {
                (b'}', Some(_)) => return Ok(out),
                (b'}', None) => {
                    self.at += 1;
                    said.say(&BRACE, token, "this brace closes nothing");
                }
                (b'=', _) => {
                    self.at += 1;
                    said.say(&EQUALS, token, "there is nothing before this =");
                }
                (b'{', _) => out.push(Entry { key: None, value: self.block(token, said)? }),
                _ => {
                    self.at += 1;
                    out.push(self.entry(token, said)?);
                }
            }
        }
        if let Some(open) = open {
            said.say(&BRACE, open, "this brace is never closed");
        }
        Ok(out)
    }

    fn entry(&mut self, word: Token, said: &mut Said<'_>) -> Result<Entry> {
        let Some((equals, b'=')) = self.peek() else {
            return Ok(Entry { key: None, value: Value::Word(word) });
        };
        self.at += 1;
        let value = match self.peek() {
            Some((token, b'{')) => self.block(token, said)?,
            Some((_, b'}' | b'=')) | None => {
                said.say(&EQUALS, equals, "there is nothing after this =");
                Value::Missing(equals)
            }
            Some((token, _)) => {
                self.at += 1;
                Value::Word(token)
            }
        };
        Ok(Entry { key: Some(word), value })
    }

    fn block(&mut self, open: Token, said: &mut Said<'_>) -> Result<Value> {
        self.at += 1;
        let left = self.depth.checked_sub(1);
        let Some(left) = left else {
            let mut reader = Reader::new(self.text);
            reader.seek(open.start.into())?;
            return Err(reader.error(&wire::codes::DEPTH, "braces nest too deeply"));
        };
        self.depth = left;
        let entries = self.entries(Some(open), said)?;
        self.depth += 1;
        let end = match self.peek() {
            Some((close, b'}')) => {
                self.at += 1;
                close.end
            }
            _ => self.text.len() as u32,
        };
        Ok(Value::Block(Token { start: open.start, end }, entries))
    }
}
