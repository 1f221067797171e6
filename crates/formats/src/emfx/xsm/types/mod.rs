//! The chunks of a skeletal motion as structs.

pub mod wavelet;
pub(crate) mod xsmtime;

use super::super::types::bulk;
use super::super::types::bulk::{float, half};
use super::super::types::macros::versioned;
use serde::{Deserialize, Serialize};
use wire::{Endian, Reader, Result, Text, Wire, Writer};

versioned! {
    /// 201: where the motion comes from.
    pub struct MotionInfo {
        /// Importance.
        #[serde(default, with = "wire::exact", skip_serializing_if = "Option::is_none")]
        importance: f32 = 2..=3,
        /// Largest acceptable error.
        #[serde(default, with = "wire::exact", skip_serializing_if = "Option::is_none")]
        max_error: f32 = 2..=3,
        /// Frames per second: a note.
        fps: u32,
        /// What feeds root motion.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        extraction_mask: u32 = 3,
        /// High and low.
        exporter_version: [u8; 2],
        /// Garbage.
        pad: [u8; 2],
        /// Application it was exported from.
        source_application: Text,
        /// File it was exported from.
        original_file: Text,
        /// Build date of the exporter.
        exporter_date: Text,
        /// Name, often empty.
        motion_name: Text,
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

impl Quat {
    fn read(r: &mut Reader<'_>, packed: bool) -> Result<Self> {
        Ok(if packed { Quat::Q16(r.get()?) } else { Quat::F32(r.get()?) })
    }

    fn write(&self, w: &mut Writer, packed: bool) {
        match (packed, self) {
            (true, Quat::Q16(q)) => w.put(q),
            (true, Quat::F32(q)) => w.put(&pack(*q)),
            (false, Quat::F32(q)) => w.put(q),
            (false, Quat::Q16(q)) => w.put(&unpack(*q)),
        }
    }

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

impl RotationKeys {
    fn read(r: &mut Reader<'_>, n: usize, packed: bool) -> Result<Self> {
        if packed {
            let key = |b: &[u8; 12], e: Endian| PackedKey {
                value: [half(b, 0, e), half(b, 2, e), half(b, 4, e), half(b, 6, e)].map(|v| v as i16),
                time: float(b, 8, e),
            };
            return Ok(Self::Q16(bulk::rows(r, n, key)?));
        }
        let key = |b: &[u8; 20], e| {
            [float(b, 0, e), float(b, 4, e), float(b, 8, e), float(b, 12, e), float(b, 16, e)]
        };
        Ok(Self::F32(bulk::rows(r, n, key)?))
    }

    fn write(&self, w: &mut Writer, packed: bool) {
        match self {
            Self::F32(keys) => {
                for [x, y, z, q, time] in keys {
                    Quat::F32([*x, *y, *z, *q]).write(w, packed);
                    w.f32(*time);
                }
            }
            Self::Q16(keys) => {
                for key in keys {
                    Quat::Q16(key.value).write(w, packed);
                    w.f32(key.time);
                }
            }
        }
    }

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

    /// Time and value of each, not normalised.
    pub fn keys(&self) -> Vec<(f32, [f32; 4])> {
        match self {
            Self::F32(keys) => keys.iter().map(|[x, y, z, w, t]| (*t, [*x, *y, *z, *w])).collect(),
            Self::Q16(keys) => keys.iter().map(|k| (k.time, unpack(k.value))).collect(),
        }
    }
}

/// 200 and the items of 202: the motion of one node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Submotion {
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
    /// Error of the key reduction, from version 2 on.
    #[serde(default, with = "wire::exact", skip_serializing_if = "Option::is_none")]
    pub max_error: Option<f32>,
    /// Node.
    pub name: Text,
    /// x, y, z, seconds.
    #[serde(with = "wire::exact")]
    pub positions: Vec<[f32; 4]>,
    /// Rotation keys.
    pub rotations: RotationKeys,
    /// x, y, z, seconds.
    #[serde(with = "wire::exact")]
    pub scales: Vec<[f32; 4]>,
    /// Scale rotation keys.
    pub scale_rotations: RotationKeys,
}

impl Submotion {
    /// Reads version 1, 2 (floats) or 3 (packed).
    pub fn read(r: &mut Reader<'_>, version: u32) -> Result<Self> {
        let packed = version == 3;
        let quat = |r: &mut Reader<'_>| Quat::read(r, packed);
        let pose_rotation = r.field("pose_rotation", quat)?;
        let bind_rotation = r.field("bind_rotation", quat)?;
        let pose_scale_rotation = r.field("pose_scale_rotation", quat)?;
        let bind_scale_rotation = r.field("bind_scale_rotation", quat)?;
        let pose_position = r.field("pose_position", |r| r.get())?;
        let pose_scale = r.field("pose_scale", |r| r.get())?;
        let bind_position = r.field("bind_position", |r| r.get())?;
        let bind_scale = r.field("bind_scale", |r| r.get())?;
        let size = if packed { 12 } else { 20 };
        let positions = r.field("position_count", |r| r.count_u32(16))?;
        let rotations = r.field("rotation_count", |r| r.count_u32(size))?;
        let scales = r.field("scale_count", |r| r.count_u32(16))?;
        let scale_rotations = r.field("scale_rotation_count", |r| r.count_u32(size))?;
        let max_error = if version >= 2 { Some(r.field("max_error", Reader::f32)?) } else { None };
        Ok(Self {
            pose_rotation,
            bind_rotation,
            pose_scale_rotation,
            bind_scale_rotation,
            pose_position,
            pose_scale,
            bind_position,
            bind_scale,
            max_error,
            name: r.field("name", |r| r.get())?,
            positions: r.field("positions", |r| r.bulk(positions))?,
            rotations: r.field("rotations", |r| RotationKeys::read(r, rotations, packed))?,
            scales: r.field("scales", |r| r.bulk(scales))?,
            scale_rotations: r
                .field("scale_rotations", |r| RotationKeys::read(r, scale_rotations, packed))?,
        })
    }

    /// Writes it.
    pub fn write(&self, w: &mut Writer, version: u32) {
        let packed = version == 3;
        for q in
            [&self.pose_rotation, &self.bind_rotation, &self.pose_scale_rotation, &self.bind_scale_rotation]
        {
            q.write(w, packed);
        }
        for v in [&self.pose_position, &self.pose_scale, &self.bind_position, &self.bind_scale] {
            v.write(w);
        }
        w.u32(self.positions.len() as u32);
        w.u32(self.rotations.len() as u32);
        w.u32(self.scales.len() as u32);
        w.u32(self.scale_rotations.len() as u32);
        if version >= 2 {
            w.f32(self.max_error.unwrap_or(0.0));
        }
        self.name.write(w);
        bulk::put_f32(w, self.positions.as_flattened());
        self.rotations.write(w, packed);
        bulk::put_f32(w, self.scales.as_flattened());
        self.scale_rotations.write(w, packed);
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
