//! The chunks of a progressive morph motion as structs.

use serde::{Deserialize, Serialize};
use wire::{Text, record};

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

record! {
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
        @count key_count = keys * 8;
        /// Morph target.
        pub name: Text,
        /// Keys.
        pub keys: Vec<MorphKey> as morph_keys(key_count),
    }
}

record! {
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
}

/// Keys, all at once.
mod morph_keys {
    use super::MorphKey;
    use crate::emfx::types::bulk::{float, rows, u16_at};
    use wire::{Reader, Result, Writer};

    pub fn read(r: &mut Reader<'_>, n: usize) -> Result<Vec<MorphKey>> {
        rows(r, n, |b: &[u8; 8], e| {
            let [.., p, q] = *b;
            MorphKey { time: float(b, 0, e), value: u16_at(b, 4, e), pad: [p, q] }
        })
    }

    pub fn write(keys: &[MorphKey], w: &mut Writer) {
        w.put_all(keys);
    }
}

impl MorphTrack {
    /// The weight of a stored value.
    pub fn weight(&self, value: u16) -> f32 {
        self.min + (self.max - self.min) * (f32::from(value) / 65535.0)
    }
}
