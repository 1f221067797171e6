//! Names and texts with their terminators and paddings.

use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;
use wire::{Reader, Result, Text, Wire, Writer};

/// A name in a field of 16 bytes, NUL-padded, not necessarily terminated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Name16(pub [u8; 16]);

impl Name16 {
    /// The bytes before the first NUL.
    pub fn bytes(&self) -> &[u8] {
        let len = self.0.iter().position(|b| *b == 0).unwrap_or(16);
        self.0.get(..len).unwrap_or_default()
    }

    /// For people.
    pub fn shown(&self) -> String {
        String::from_utf8_lossy(self.bytes()).into_owned()
    }

    /// A field from a name; `None` if it is longer than 16 bytes.
    pub fn from_text(text: &str) -> Option<Self> {
        let mut out = [0; 16];
        out.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(Self(out))
    }
}

impl Wire for Name16 {
    const MIN_SIZE: usize = 16;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let bytes = r.take(16)?;
        <[u8; 16]>::try_from(bytes).map(Self).map_err(|_| r.error(&wire::codes::TRUNCATED, "16 bytes needed"))
    }
    fn write(&self, w: &mut Writer) {
        w.bytes(&self.0);
    }
}

impl Serialize for Name16 {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(self.bytes()) {
            Ok(text) if Name16::from_text(text) == Some(*self) => s.serialize_str(text),
            // Garbage after the terminator, or another code page: all 16 bytes.
            _ => Text(self.0.to_vec()).serialize_hex(s),
        }
    }
}

impl<'de> Deserialize<'de> for Name16 {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = Text::deserialize(d)?;
        let mut out = [0; 16];
        match out.get_mut(..text.0.len()) {
            Some(slot) => slot.copy_from_slice(&text.0),
            None => return Err(de::Error::custom(format!("{text:?} is longer than 16 bytes"))),
        }
        Ok(Self(out))
    }
}

/// A BGP string: its length includes a terminating NUL, which JSON leaves out. A string stored differently is
/// `{"raw": …}` with all of its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct CString(pub Text);

impl CString {
    /// A string with its terminator.
    pub fn new(text: &str) -> Self {
        let mut bytes = text.as_bytes().to_vec();
        bytes.push(0);
        Self(Text(bytes))
    }

    /// The bytes without one terminator.
    pub fn bytes(&self) -> &[u8] {
        self.0.0.strip_suffix(b"\0").unwrap_or(&self.0.0)
    }

    /// For people.
    pub fn shown(&self) -> String {
        String::from_utf8_lossy(self.bytes()).into_owned()
    }

    /// Gives it its one zero byte, after the text before the first one.
    pub fn terminate(&mut self) {
        if !self.terminated() {
            let mut text = self.0.0.split(|b| *b == 0).next().unwrap_or_default().to_vec();
            text.push(0);
            self.0.0 = text;
        }
    }

    /// Whether exactly one NUL is there, at the end.
    pub fn terminated(&self) -> bool {
        self.0.0.iter().position(|b| *b == 0).is_some_and(|i| i + 1 == self.0.0.len())
    }
}

impl Wire for CString {
    const MIN_SIZE: usize = 4;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        Text::read(r).map(Self)
    }
    fn write(&self, w: &mut Writer) {
        self.0.write(w);
    }
}

impl Serialize for CString {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(self.bytes()) {
            Ok(text) if self.terminated() => s.serialize_str(text),
            _ => {
                let mut map = s.serialize_map(Some(1))?;
                map.serialize_entry("raw", &self.0)?;
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for CString {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        match Value::deserialize(d)? {
            Value::String(s) => Ok(Self::new(&s)),
            Value::Object(mut map) => match map.remove("raw") {
                Some(raw) => crate::from_value(&raw).map(Self).map_err(de::Error::custom),
                None => Err(de::Error::custom("expected a string or {\"raw\": …}")),
            },
            other => Err(de::Error::custom(format!("{other} is not a string"))),
        }
    }
}

/// `{"hex": "…"}` even where the bytes would be UTF-8.
trait SerializeHex {
    fn serialize_hex<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error>;
}

impl SerializeHex for Text {
    fn serialize_hex<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let digits: String = self.0.iter().map(|b| format!("{b:02x}")).collect();
        let mut map = s.serialize_map(Some(1))?;
        map.serialize_entry("hex", &digits)?;
        map.end()
    }
}
