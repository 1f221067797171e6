//! The `.pose` text: taken apart with the place of every number, so that only what changed is spelled anew.
//!
//! New style: `name: rx ry rz [tx ty tz [sx sy sz]]`, degrees, model units, factors. Old style: the first line has no
//! colon; three numbers a line, in bone order.

use crate::xnalara::maths::BonePose;
use crate::xnalara::numbers::{parse_f32, spell_f32};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ops::Range;
use wire::Text;

/// One line that says something.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Bone name, trimmed; empty in the old style.
    pub bone: Text,
    /// As many numbers as the line has.
    #[serde(with = "wire::exact")]
    pub values: Vec<f32>,
}

impl Line {
    /// What a number says that is not there: no move, no change of size.
    fn neutral(at: usize) -> f32 {
        if at >= 6 { 1.0 } else { 0.0 }
    }

    /// Three, six or nine numbers.
    pub fn complete(&mut self) {
        let want = self.values.len().next_multiple_of(3).min(9);
        self.values.truncate(want);
        self.values.extend((self.values.len()..want).map(Self::neutral));
    }

    /// Numbers that are finite.
    pub fn settle(&mut self) {
        for (i, v) in self.values.iter_mut().enumerate().filter(|(_, v)| !v.is_finite()) {
            *v = Self::neutral(i);
        }
    }

    /// What it does to its bone; what is missing changes nothing.
    pub fn pose(&self) -> BonePose {
        let mut out = BonePose::IDENTITY;
        let slots = out.rotation.iter_mut().chain(&mut out.translation).chain(&mut out.scale);
        for (slot, value) in slots.zip(&self.values) {
            *slot = *value;
        }
        out
    }

    /// Whether the number of values is one that programs know.
    pub fn is_regular(&self) -> bool {
        matches!(self.values.len(), 3 | 6 | 9)
    }
}

/// A line that could not be understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bad {
    /// Where it begins.
    pub offset: usize,
    /// 1-based.
    pub line: usize,
    /// What was found.
    pub found: String,
}

/// A pose text taken apart.
#[derive(Debug, Clone, Default)]
pub struct Parsed {
    /// No colons: values in bone order.
    pub old_style: bool,
    /// Lines in order.
    pub lines: Vec<Line>,
    /// Place of the name and of each value, line by line.
    pub spans: Vec<(Range<usize>, Vec<Range<usize>>)>,
    /// Lines that say nothing sensible.
    pub bad: Vec<Bad>,
}

/// Takes a text apart; anything is accepted.
pub fn parse(source: &[u8]) -> Parsed {
    let mut out = Parsed::default();
    let mut at = if source.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let mut number = 0;
    let mut first = true;
    while at < source.len() {
        let rest = source.get(at..).unwrap_or_default();
        let len = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
        number += 1;
        let line = at..at + len;
        at += len + 1;
        let text = source.get(line.clone()).unwrap_or_default();
        if text.trim_ascii().is_empty() {
            continue;
        }
        let colon = text.iter().rposition(|b| *b == b':');
        if first {
            out.old_style = colon.is_none();
            first = false;
        }
        match parse_line(text, line.start, if out.old_style { None } else { colon }) {
            Some((parsed, spans)) if out.old_style || colon.is_some() => {
                out.lines.push(parsed);
                out.spans.push(spans);
            }
            _ => {
                let found = String::from_utf8_lossy(text.trim_ascii()).chars().take(60).collect();
                out.bad.push(Bad { offset: line.start, line: number, found });
            }
        }
    }
    out
}

type Spans = (Range<usize>, Vec<Range<usize>>);

fn parse_line(text: &[u8], start: usize, colon: Option<usize>) -> Option<(Line, Spans)> {
    let head = text.get(..colon.unwrap_or(0)).unwrap_or_default();
    let lead = head.len() - head.trim_ascii_start().len();
    let bone = head.trim_ascii();
    let name = start + lead..start + lead + bone.len();
    let mut values = Vec::new();
    let mut spans = Vec::new();
    let mut at = colon.map_or(0, |c| c + 1);
    while at < text.len() {
        let rest = text.get(at..).unwrap_or_default();
        let skip = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
        let rest = rest.get(skip..).unwrap_or_default();
        let len = rest.iter().take_while(|b| !b.is_ascii_whitespace()).count();
        if len == 0 {
            break;
        }
        values.push(parse_f32(rest.get(..len).unwrap_or_default())?);
        spans.push(start + at + skip..start + at + skip + len);
        at += skip + len;
    }
    (!values.is_empty()).then(|| (Line { bone: Text(bone.to_vec()), values }, (name, spans)))
}

/// The source with every name and value that differs from `lines` spelled anew. Lines that are gone or new mean that
/// the whole text is.
pub fn respell(source: &[u8], lines: &[Line]) -> Vec<u8> {
    let parsed = parse(source);
    let same_shape = parsed.lines.len() == lines.len()
        && parsed
            .lines
            .iter()
            .zip(lines)
            .all(|(a, b)| a.values.len() == b.values.len() && (a.bone == b.bone || !parsed.old_style));
    if !same_shape {
        let ending = if source.windows(2).any(|w| w == b"\r\n") { "\r\n" } else { "\n" };
        return spell(lines, ending, parsed.old_style && lines.iter().all(|l| l.bone.0.is_empty()));
    }
    let mut out = Vec::with_capacity(source.len());
    let mut done = 0;
    let mut replace = |span: &Range<usize>, text: &[u8], out: &mut Vec<u8>| {
        out.extend_from_slice(source.get(done..span.start).unwrap_or_default());
        out.extend_from_slice(text);
        done = span.end;
    };
    for ((was, is), (name, values)) in parsed.lines.iter().zip(lines).zip(&parsed.spans) {
        if was.bone != is.bone {
            replace(name, &is.bone.0, &mut out);
        }
        for ((a, b), span) in was.values.iter().zip(&is.values).zip(values) {
            if a.to_bits() != b.to_bits() {
                replace(span, spell_f32(*b).as_bytes(), &mut out);
            }
        }
    }
    out.extend_from_slice(source.get(done..).unwrap_or_default());
    out
}

/// Whether two texts move every bone to the same place, as far as anybody can see.
pub fn same_pose(a: &[u8], b: &[u8]) -> bool {
    let moves = |text: &[u8]| -> HashMap<Text, BonePose> {
        parse(text).lines.into_iter().map(|l| (l.bone.clone(), l.pose())).collect()
    };
    let (a, b) = (moves(a), moves(b));
    let one = |m: &HashMap<Text, BonePose>, bone: &Text| m.get(bone).copied().unwrap_or(BonePose::IDENTITY);
    a.keys().chain(b.keys()).all(|bone| one(&a, bone).is_close(&one(&b, bone)))
}

/// A new text.
pub fn spell(lines: &[Line], ending: &str, old_style: bool) -> Vec<u8> {
    let mut out = Vec::new();
    for line in lines {
        if !old_style {
            out.extend_from_slice(&line.bone.0);
            out.extend_from_slice(b": ");
        }
        let values: Vec<String> = line.values.iter().map(|v| spell_f32(*v)).collect();
        out.extend_from_slice(values.join(" ").as_bytes());
        out.extend_from_slice(ending.as_bytes());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_value_counts_and_spellings() {
        let p = parse(
            b"\xef\xbb\xbfroot: 1 2 3\r\n a:b : 1,5 2 3 4 5 6 \r\n\r\nc: 1 2 3 4 5 6 7 8 9\r\nbroken\r\n",
        );
        assert!(!p.old_style);
        assert_eq!(p.lines.iter().map(|l| l.values.len()).collect::<Vec<_>>(), [3, 6, 9]);
        assert_eq!(p.lines[1].bone, Text::from("a:b"));
        assert_eq!(p.lines[1].values[0], 1.5);
        assert_eq!(p.lines[0].pose().scale, [1.0; 3]);
        assert_eq!(p.lines[0].pose().translation, [0.0; 3]);
        assert_eq!((p.bad.len(), p.bad[0].line), (1, 5));
    }

    #[test]
    fn old_style_goes_by_order() {
        let p = parse(b"0 90 0\n1 2 3\n");
        assert!(p.old_style);
        assert_eq!(p.lines[1].values, [1.0, 2.0, 3.0]);
    }

    #[test]
    fn only_changes_are_spelled_anew() {
        let source = b"root : 1.50 2,0   3 \r\nx: 4 5 6\r\n";
        let mut lines = parse(source).lines;
        assert_eq!(respell(source, &lines), source);
        lines[0].values[1] = 7.25;
        lines[1].bone = "y".into();
        assert_eq!(respell(source, &lines), b"root : 1.50 7.25   3 \r\ny: 4 5 6\r\n");
        lines.pop();
        assert_eq!(respell(source, &lines), b"root: 1.5 7.25 3\r\n");
    }
}
