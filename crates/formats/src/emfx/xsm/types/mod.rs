//! The chunks of a skeletal motion as structs.

pub mod wavelet;
pub(crate) mod xsmtime;

use serde::{Deserialize, Serialize};
use wire::{Reader, Result, Text, Wire, Writer, bulk, record};

record! {
    /// 201: where the motion comes from.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct MotionInfo {
        /// Importance.
        #[serde(default, with = "wire::exact", skip_serializing_if = "Option::is_none")]
        pub importance: f32 = 2..=3,
        /// Largest acceptable error.
        #[serde(default, with = "wire::exact", skip_serializing_if = "Option::is_none")]
        pub max_error: f32 = 2..=3,
        /// Frames per second: a note.
        pub fps: u32,
        /// What feeds root motion.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub extraction_mask: u32 = 3,
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
        /// Name, often empty.
        pub motion_name: Text,
    }
}

/// A quaternion as wide as the file has it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quat {
    /// Floats.
    F32(#[serde(with = "wire::exact")] [f32; 4]),
    /// Component times 32767.
    Q16([i16; 4]),
}

impl Wire for Quat {
    const MIN_SIZE: usize = 8;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        Ok(if r.version() == PACKED { Quat::Q16(r.get()?) } else { Quat::F32(r.get()?) })
    }
    fn write(&self, w: &mut Writer) {
        match (w.version() == PACKED, self) {
            (true, Quat::Q16(q)) => w.put(q),
            (true, Quat::F32(q)) => w.put(&pack(*q)),
            (false, Quat::F32(q)) => w.put(q),
            (false, Quat::Q16(q)) => w.put(&unpack(*q)),
        }
    }
}

/// The version of a submotion that packs its rotations.
pub const PACKED: u32 = 3;

impl Default for Quat {
    fn default() -> Self {
        Quat::Q16([0; 4])
    }
}

impl Quat {
    /// As floats; not normalised.
    pub fn floats(&self) -> [f32; 4] {
        match self {
            Quat::F32(q) => *q,
            Quat::Q16(q) => unpack(*q),
        }
    }
}

/// Decodes a packed quaternion; not normalised.
pub fn unpack(q: [i16; 4]) -> [f32; 4] {
    q.map(|c| f32::from(c) / 32767.0)
}

/// Encodes a quaternion, rounded to nearest.
pub fn pack(q: [f32; 4]) -> [i16; 4] {
    q.map(|c| (c.clamp(-1.0, 1.0) * 32767.0).round() as i16)
}

/// Rotation keys as wide as the file has them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RotationKeys {
    /// x, y, z, w, seconds.
    F32(#[serde(with = "wire::exact")] Vec<[f32; 5]>),
    /// Packed.
    Q16(Vec<PackedKey>),
}

/// A packed rotation key.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PackedKey {
    /// Component times 32767.
    pub value: [i16; 4],
    /// Seconds.
    #[serde(with = "wire::exact")]
    pub time: f32,
}

/// Rotation keys as the version has them.
mod rotation_keys {
    use super::super::super::types::bulk::{float, rows, u16_at};
    use super::{PACKED, PackedKey, Quat, RotationKeys};
    use wire::{Endian, Reader, Result, Writer};

    pub fn read(r: &mut Reader<'_>, n: usize) -> Result<RotationKeys> {
        if r.version() == PACKED {
            let key = |b: &[u8; 12], e: Endian| PackedKey {
                value: [u16_at(b, 0, e), u16_at(b, 2, e), u16_at(b, 4, e), u16_at(b, 6, e)].map(|v| v as i16),
                time: float(b, 8, e),
            };
            return Ok(RotationKeys::Q16(rows(r, n, key)?));
        }
        let key = |b: &[u8; 20], e| {
            [float(b, 0, e), float(b, 4, e), float(b, 8, e), float(b, 12, e), float(b, 16, e)]
        };
        Ok(RotationKeys::F32(rows(r, n, key)?))
    }

    pub fn write(keys: &RotationKeys, w: &mut Writer) {
        match keys {
            RotationKeys::F32(keys) => {
                for [x, y, z, q, time] in keys {
                    w.put(&Quat::F32([*x, *y, *z, *q]));
                    w.f32(*time);
                }
            }
            RotationKeys::Q16(keys) => {
                for key in keys {
                    w.put(&Quat::Q16(key.value));
                    w.f32(key.time);
                }
            }
        }
    }
}

impl RotationKeys {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::F32(keys) => keys.len(),
            Self::Q16(keys) => keys.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes the last one.
    pub fn pop(&mut self) {
        match self {
            Self::F32(keys) => _ = keys.pop(),
            Self::Q16(keys) => _ = keys.pop(),
        }
    }

    /// Time and value of each, not normalised.
    pub fn keys(&self) -> Vec<(f32, [f32; 4])> {
        match self {
            Self::F32(keys) => keys.iter().map(|[x, y, z, w, t]| (*t, [*x, *y, *z, *w])).collect(),
            Self::Q16(keys) => keys.iter().map(|k| (k.time, unpack(k.value))).collect(),
        }
    }
}

record! {
    /// 200 and the items of 202: the motion of one node. Versions 1 and 2 have floats, 3 packed rotations.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Submotion(v) {
        /// Rotation where there are no keys.
        pub pose_rotation: Quat,
        /// Rotation of the rig it was made for.
        pub bind_rotation: Quat,
        /// Scale rotation where there are no keys.
        pub pose_scale_rotation: Quat,
        /// Scale rotation of the rig it was made for.
        pub bind_scale_rotation: Quat,
        /// Position where there are no keys.
        #[serde(with = "wire::exact")]
        pub pose_position: [f32; 3],
        /// Scale where there are no keys.
        #[serde(with = "wire::exact")]
        pub pose_scale: [f32; 3],
        /// Position of the rig it was made for.
        #[serde(with = "wire::exact")]
        pub bind_position: [f32; 3],
        /// Scale of the rig it was made for.
        #[serde(with = "wire::exact")]
        pub bind_scale: [f32; 3],
        @count position_count = positions * 16;
        @count rotation_count = rotations * if v == PACKED { 12 } else { 20 };
        @count scale_count = scales * 16;
        @count scale_rotation_count = scale_rotations * if v == PACKED { 12 } else { 20 };
        /// Error of the key reduction.
        #[serde(default, with = "wire::exact", skip_serializing_if = "Option::is_none")]
        pub max_error: f32 = 2..,
        /// Node.
        pub name: Text,
        /// x, y, z, seconds.
        #[serde(with = "wire::exact")]
        pub positions: Vec<[f32; 4]> as bulk(position_count),
        /// Rotation keys.
        pub rotations: RotationKeys as rotation_keys(rotation_count),
        /// x, y, z, seconds.
        #[serde(with = "wire::exact")]
        pub scales: Vec<[f32; 4]> as bulk(scale_count),
        /// Scale rotation keys.
        pub scale_rotations: RotationKeys as rotation_keys(scale_rotation_count),
    }
}

impl Submotion {
    /// Everything but the keys.
    pub fn clone_head(&self) -> Self {
        Self {
            pose_rotation: self.pose_rotation,
            bind_rotation: self.bind_rotation,
            pose_scale_rotation: self.pose_scale_rotation,
            bind_scale_rotation: self.bind_scale_rotation,
            pose_position: self.pose_position,
            pose_scale: self.pose_scale,
            bind_position: self.bind_position,
            bind_scale: self.bind_scale,
            max_error: self.max_error,
            name: self.name.clone(),
            positions: Vec::new(),
            rotations: RotationKeys::F32(Vec::new()),
            scales: Vec::new(),
            scale_rotations: RotationKeys::F32(Vec::new()),
        }
    }
}
