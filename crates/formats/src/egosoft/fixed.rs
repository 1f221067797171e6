//! A name in a field of fixed size.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wire::{Reader, Result, Text, Wire, Writer};

/// A NUL-terminated name of at most `N` bytes; whatever is after the NUL is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixed<const N: usize>(pub [u8; N]);

impl<const N: usize> Fixed<N> {
    /// A name, cut where it does not fit with its NUL.
    pub fn new(name: &[u8]) -> Self {
        let mut out = [0; N];
        for (slot, byte) in out.iter_mut().zip(name.iter().take(N.saturating_sub(1))) {
            *slot = *byte;
        }
        Self(out)
    }

    /// The bytes before the NUL.
    pub fn trimmed(&self) -> &[u8] {
        let end = self.0.iter().position(|b| *b == 0).unwrap_or(N);
        self.0.get(..end).unwrap_or_default()
    }

    /// The name for people.
    pub fn lossy(&self) -> String {
        String::from_utf8_lossy(self.trimmed()).into_owned()
    }
}

impl<const N: usize> Wire for Fixed<N> {
    const MIN_SIZE: usize = N;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut out = [0; N];
        out.copy_from_slice(r.take(N)?);
        Ok(Self(out))
    }
    fn write(&self, w: &mut Writer) {
        w.bytes(&self.0);
    }
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Json {
    Plain(Text),
    Junk {
        text: Text,
        #[serde(with = "wire::exact::hex")]
        rest: Vec<u8>,
    },
}

impl<const N: usize> Serialize for Fixed<N> {
    fn serialize<S: Serializer>(&self, s: S) -> std::result::Result<S::Ok, S::Error> {
        let name = self.trimmed();
        let rest = self.0.get(name.len()..).unwrap_or_default();
        let text = Text(name.to_vec());
        // A hex object and a junk object look the same, so names that are not UTF-8 are always spelled out.
        if rest.iter().all(|b| *b == 0) && text.as_str().is_some() {
            Json::Plain(text).serialize(s)
        } else {
            Json::Junk { text, rest: rest.to_vec() }.serialize(s)
        }
    }
}

impl<'de, const N: usize> Deserialize<'de> for Fixed<N> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> std::result::Result<Self, D::Error> {
        let mut bytes = match Json::deserialize(d)? {
            Json::Plain(text) => text.0,
            Json::Junk { mut text, rest } => {
                text.0.extend_from_slice(&rest);
                text.0
            }
        };
        if bytes.len() > N {
            return Err(serde::de::Error::custom(format!("name of {} bytes, {N} is the most", bytes.len())));
        }
        bytes.resize(N, 0);
        <[u8; N]>::try_from(bytes).map(Self).map_err(|_| serde::de::Error::custom("wrong length"))
    }
}
