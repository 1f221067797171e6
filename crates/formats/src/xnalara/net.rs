//! Strings of .NET's `BinaryWriter`: a 7-bit length in bytes, then the bytes.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wire::{Reader, Result, Text, Wire, Writer, codes};

/// How a reader takes the length of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Prefix {
    /// Seven bits a byte, the lowest first, the top bit says that more follow.
    #[default]
    SevenBit,
    /// One raw byte, as GLLara's writer leaves it: no other reader understands 128 to 255.
    SingleByte,
}

/// A string with whatever its length prefix really was.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NetString {
    /// The bytes.
    pub text: Text,
    /// The prefix where it is not the shortest 7-bit form; empty otherwise.
    pub odd_prefix: Vec<u8>,
}

/// The [`Reader::version`] of files whose strings have a length of one byte.
pub const SINGLE_BYTE: u32 = u32::MAX;

impl Wire for NetString {
    const MIN_SIZE: usize = 1;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let prefix = if r.version() == SINGLE_BYTE { Prefix::SingleByte } else { Prefix::SevenBit };
        Self::read_as(r, prefix)
    }
    /// As it was.
    fn write(&self, w: &mut Writer) {
        if self.odd_prefix.is_empty() {
            w.bytes(&shortest(self.text.0.len()));
        } else {
            w.bytes(&self.odd_prefix);
        }
        w.bytes(&self.text.0);
    }
}

impl NetString {
    fn read_as(r: &mut Reader<'_>, prefix: Prefix) -> Result<Self> {
        let start = r.position();
        let (len, raw) = r.field("length", |r| match prefix {
            Prefix::SingleByte => r.u8().map(|b| (usize::from(b), vec![b])),
            Prefix::SevenBit => seven_bit(r),
        })?;
        if len > r.remaining() {
            let left = r.remaining();
            let message = format!("a string of {len} bytes does not fit into the remaining {left} bytes");
            r.seek(start as u64)?;
            return Err(r.error(&codes::TRUNCATED, message));
        }
        let text = Text(r.take(len)?.to_vec());
        let odd_prefix = if raw == shortest(len) { Vec::new() } else { raw };
        Ok(Self { text, odd_prefix })
    }

    /// Skips one without keeping it; its bytes are returned for a look.
    pub fn skim<'a>(r: &mut Reader<'a>, prefix: Prefix) -> Result<&'a [u8]> {
        let len = match prefix {
            Prefix::SingleByte => usize::from(r.u8()?),
            Prefix::SevenBit => skim_length(r)?,
        };
        r.take(len)
    }

    /// Whether its length is one raw byte of 128 or more.
    pub fn is_single_byte(&self) -> bool {
        self.odd_prefix.len() == 1
    }
}

impl From<Text> for NetString {
    fn from(text: Text) -> Self {
        Self { text, odd_prefix: Vec::new() }
    }
}

impl From<&str> for NetString {
    fn from(text: &str) -> Self {
        Text::from(text).into()
    }
}

fn skim_length(r: &mut Reader<'_>) -> Result<usize> {
    let mut len = 0_u64;
    for i in 0..5_u32 {
        let b = r.u8()?;
        len |= u64::from(b & 0x7f) << (7 * i);
        if b & 0x80 == 0 {
            return Ok(usize::try_from(len).unwrap_or(usize::MAX));
        }
    }
    Err(r.error(&codes::VALUE, "a string length takes more than 5 bytes"))
}

fn seven_bit(r: &mut Reader<'_>) -> Result<(usize, Vec<u8>)> {
    let start = r.peek(5);
    let before = r.remaining();
    let len = skim_length(r)?;
    let used = before - r.remaining();
    Ok((len, start.get(..used).unwrap_or_default().to_vec()))
}

/// The shortest 7-bit form of a length.
fn shortest(len: usize) -> Vec<u8> {
    let mut left = len;
    let mut out = Vec::with_capacity(2);
    loop {
        let low = (left & 0x7f) as u8;
        left >>= 7;
        if left == 0 {
            out.push(low);
            return out;
        }
        out.push(low | 0x80);
    }
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Repr {
    Plain(Text),
    Odd {
        text: Text,
        #[serde(with = "wire::exact::hex")]
        length_prefix: Vec<u8>,
    },
}

impl Serialize for NetString {
    fn serialize<S: Serializer>(&self, s: S) -> std::result::Result<S::Ok, S::Error> {
        if self.odd_prefix.is_empty() {
            self.text.serialize(s)
        } else {
            Repr::Odd { text: self.text.clone(), length_prefix: self.odd_prefix.clone() }.serialize(s)
        }
    }
}

impl<'de> Deserialize<'de> for NetString {
    fn deserialize<D: Deserializer<'de>>(d: D) -> std::result::Result<Self, D::Error> {
        Ok(match Repr::deserialize(d)? {
            Repr::Plain(text) => text.into(),
            Repr::Odd { text, length_prefix } => Self { text, odd_prefix: length_prefix },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_as_dot_net_writes_them() {
        for (len, bytes) in [(0, &[0_u8][..]), (127, &[0x7f]), (128, &[0x80, 1]), (300, &[0xac, 2])] {
            assert_eq!(shortest(len), bytes);
            let mut file = bytes.to_vec();
            file.extend(std::iter::repeat_n(b'x', len));
            let s = Reader::new(&file).get::<NetString>().unwrap();
            assert_eq!((s.text.0.len(), s.odd_prefix.len()), (len, 0));
        }
    }

    #[test]
    fn an_odd_prefix_survives() {
        let file = [0x83, 0x00, b'a', b'b', b'c'];
        let s = Reader::new(&file).get::<NetString>().unwrap();
        let mut w = Writer::default();
        s.write(&mut w);
        assert_eq!(w.finish(), file);
        let json = serde_json::to_string(&s).unwrap();
        assert_eq!(serde_json::from_str::<NetString>(&json).unwrap(), s);
    }
}
