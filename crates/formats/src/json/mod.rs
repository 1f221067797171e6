//! `dump` and `build`: every field as JSON, and exactly back.

#[cfg(test)]
mod tests;
mod value;

use crate::Document;
use serde::{Deserialize, Serialize};
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};
use wire::{Error, Result, codes};

#[derive(Serialize)]
struct Envelope<'a, T> {
    format: &'a str,
    document: &'a T,
}

/// Writes a document as JSON that [`build`] understands.
pub fn dump<T: Serialize>(format: &str, document: &T, out: &mut dyn Write) -> io::Result<()> {
    // JSON comes in crumbs: collected here, they cost no call through the trait object.
    let mut out = io::BufWriter::with_capacity(1 << 16, out);
    let mut ser = Serializer::with_formatter(&mut out, Readable::default());
    Envelope { format, document }.serialize(&mut ser).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Makes a document from JSON that [`dump`] wrote.
pub fn build(json: &[u8]) -> Result<Box<dyn Document>> {
    #[derive(Deserialize)]
    struct Input {
        format: String,
        document: serde_json::Value,
    }
    let input: Input = serde_json::from_slice(json).map_err(|e| Error::new(&codes::JSON, e.to_string()))?;
    let format = crate::by_id(&input.format)
        .ok_or_else(|| Error::new(&codes::JSON, format!("unknown format {:?}", input.format)))?;
    (format.build)(input.document).map_err(|e| e.in_field("document"))
}

/// Reads a document or a note out of JSON; an error says where in it something is wrong.
pub fn from_value<T: for<'de> Deserialize<'de>>(value: &serde_json::Value) -> Result<T> {
    T::deserialize(value::In(value)).map_err(|value::Wrong(e)| e)
}

/// One object key per line, indented; arrays of numbers stay on their line.
#[derive(Default)]
struct Readable {
    depth: usize,
    /// Whether each open level wrote something on lines of its own.
    broken: Vec<bool>,
}

impl Readable {
    fn line<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        w.write_all(b"\n")?;
        for _ in 0..self.depth {
            w.write_all(b" ")?;
        }
        Ok(())
    }

    fn close<W: ?Sized + Write>(&mut self, w: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth = self.depth.saturating_sub(1);
        if self.broken.pop() == Some(true) {
            self.line(w)?;
        }
        w.write_all(bracket)
    }
}

impl Formatter for Readable {
    fn begin_array<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        self.depth += 1;
        self.broken.push(false);
        w.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        self.close(w, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, w: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { w.write_all(b",") }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        // An object inside an array starts a line; an object after its key does not.
        if let Some(broken @ false) = self.broken.last_mut() {
            *broken = true;
        }
        if self.depth > 0 {
            self.line(w)?;
        }
        self.depth += 1;
        self.broken.push(false);
        w.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        self.close(w, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, w: &mut W, first: bool) -> io::Result<()> {
        if !first {
            w.write_all(b",")?;
        }
        if let Some(broken) = self.broken.last_mut() {
            *broken = true;
        }
        self.line(w)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        w.write_all(b": ")
    }
}
