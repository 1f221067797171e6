//! The chunks of a progressive morph motion as structs.

use super::super::types::bulk;
use super::super::types::bulk::{float, half};
use serde::{Deserialize, Serialize};
use wire::{Reader, Result, Text, Wire, Writer, record};

record! {
    /// 101: where the motion comes from.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct MorphInfo {
        /// Frames per second: a note.
        pub fps: u32,
        /// High and low.
        pub exporter_version: [u8; 2],
        /// Garbage.
        pub pad: [u8; 2],
        /// Application it was exported from.
        pub source_application: Text,
        /// File it was exported from.
        pub original_file: Text,
        /// Build date of the exporter.
        pub exporter_date: Text,
        /// Name.
        pub motion_name: Text,
    }
}

/// 100 and the items of 102: the motion of one morph target.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MorphTrack {
    /// Weight where there are no keys.
    #[serde(with = "wire::exact")]
    pub pose_weight: f32,
    /// Weight of 0.
    #[serde(with = "wire::exact")]
    pub min: f32,
    /// Weight of 65535.
    #[serde(with = "wire::exact")]
    pub max: f32,
    /// Bits of the sounds it is for.
    pub phonemes: u32,
    /// Morph target.
    pub name: Text,
    /// Keys.
    pub keys: Vec<MorphKey>,
}

/// One weight. Time comes first here.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MorphKey {
    /// Seconds.
    #[serde(with = "wire::exact")]
    pub time: f32,
    /// 0 is `min`, 65535 is `max`.
    pub value: u16,
    /// Garbage.
    pub pad: [u8; 2],
}

impl MorphTrack {
    /// Reads it.
    pub fn read(r: &mut Reader<'_>) -> Result<Self> {
        let pose_weight = r.field("pose_weight", Reader::f32)?;
        let min = r.field("min", Reader::f32)?;
        let max = r.field("max", Reader::f32)?;
        let phonemes = r.field("phonemes", Reader::u32)?;
        let n = r.field("key_count", |r| r.count_u32(8))?;
        let name = r.field("name", |r| r.get())?;
        let keys = r.field("keys", |r| {
            bulk::rows(r, n, |b: &[u8; 8], e| {
                let [.., p, q] = *b;
                MorphKey { time: float(b, 0, e), value: half(b, 4, e), pad: [p, q] }
            })
        })?;
        Ok(Self { pose_weight, min, max, phonemes, name, keys })
    }

    /// Writes it.
    pub fn write(&self, w: &mut Writer) {
        w.f32(self.pose_weight);
        w.f32(self.min);
        w.f32(self.max);
        w.u32(self.phonemes);
        w.u32(self.keys.len() as u32);
        self.name.write(w);
        for key in &self.keys {
            w.f32(key.time);
            w.u16(key.value);
            w.bytes(&key.pad);
        }
    }

    /// The weight of a stored value.
    pub fn weight(&self, value: u16) -> f32 {
        self.min + (self.max - self.min) * (f32::from(value) / 65535.0)
    }
}
