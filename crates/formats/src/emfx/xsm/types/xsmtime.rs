//! `.xsmtime`: times that Tree of Savior keeps next to a motion. Not EMotionFX.
//!
//! | offset | size | type | field | notes             |
//! |--------|------|------|-------|-------------------|
//! | 0x00   | 4    | i32  | mark  | -1                |
//! | 0x04   | 4    | u32  | count |                   |
//! | 0x08   | 6·n  |      | items | f32 time, u16 value, packed |

use crate::emfx::rules;
use crate::{Confidence, Context, Document, dump, from_value};
use scene::Scene;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io;
use wire::{Endian, Reader, Result, Sink, Writer, record};

record! {
    /// One time.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Item {
        /// Seconds.
        #[serde(with = "wire::exact")]
        pub time: f32,
        /// Meaning unknown.
        pub value: u16,
    }
}

/// The whole file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct XsmTime {
    /// -1.
    pub mark: i32,
    /// Times.
    pub items: Vec<Item>,
    /// Bytes after the last item.
    #[serde(default, with = "wire::exact::hex", skip_serializing_if = "Vec::is_empty")]
    pub trailing: Vec<u8>,
}

/// Whether bytes are such a file: mark, count and length agree.
fn is(bytes: &[u8]) -> bool {
    let (Some(mark), Some(count)) =
        (bytes.first_chunk::<4>(), bytes.get(4..).and_then(<[u8]>::first_chunk::<4>))
    else {
        return false;
    };
    *mark == [0xff; 4] && (u32::from_le_bytes(*count) as u64) * 6 + 8 == bytes.len() as u64
}

impl XsmTime {
    /// Reads it.
    pub fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mark = r.field("mark", Reader::i32)?;
        let n = r.field("count", |r| r.count_u32(6))?;
        let items = r.field("items", |r| r.list(n))?;
        let trailing = r.field("trailing", |r| r.take(r.remaining()))?.to_vec();
        Ok(Self { mark, items, trailing })
    }

    /// Writes it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut w = Writer::new(Endian::Little);
        w.i32(self.mark);
        w.u32(self.items.len() as u32);
        w.put_all(&self.items);
        w.bytes(&self.trailing);
        w.finish()
    }
}

impl Document for XsmTime {
    fn sniff(bytes: &[u8], name: &str) -> Confidence {
        if name.ends_with(".xsmtime") && is(bytes) { Confidence::Content } else { Confidence::No }
    }

    fn read(r: &mut Reader<'_>, _sink: &mut Sink) -> Result<Self> {
        XsmTime::read(r)
    }

    fn build(value: Value) -> Result<Self> {
        from_value(&value)
    }

    fn format(&self) -> &'static str {
        "xsm"
    }

    fn no_template(&self) -> Option<&'static str> {
        Some("it holds times and no motion")
    }

    fn version(&self) -> String {
        "xsmtime".into()
    }

    fn write(&self) -> Vec<u8> {
        self.to_bytes()
    }

    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        dump("xsm", self, out)
    }

    fn check(&self, _cx: &Context<'_>, sink: &mut Sink) {
        crate::rules::check(self, sink, rules::xsmtime);
    }

    fn fix(&mut self, _cx: &Context<'_>) {
        crate::rules::settle(self, &|_| true, rules::xsmtime);
    }

    fn details(&self, _cx: &Context<'_>) -> Value {
        json!({"times": self.items.len()})
    }

    fn to_scene(&self, cx: &Context<'_>, _sink: &mut Sink) -> Result<Scene> {
        Ok(Scene { name: cx.stem().to_owned(), ..Scene::default() })
    }

    fn animate(&self, _scene: &mut Scene, _cx: &Context<'_>, _sink: &mut Sink) -> Result<(usize, usize)> {
        Ok((0, 0))
    }
}
