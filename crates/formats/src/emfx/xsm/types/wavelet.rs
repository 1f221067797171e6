//! Chunk 203: a motion compressed with wavelets. Kept and described, not decoded: no sample is known.

use super::{Quat, RotationKeys, Submotion};
use serde::{Deserialize, Serialize};
use wire::{Reader, Result, Text, Wire, Writer, record};

record! {
    /// The head, 88 bytes.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct WaveletInfo {
        /// Number of compressed blocks.
        pub chunks: u32,
        /// Samples in each.
        pub samples_per_chunk: u32,
        /// Decompressed bytes of rotations.
        pub rotation_bytes: u32,
        /// Decompressed bytes of positions.
        pub position_bytes: u32,
        /// Decompressed bytes of scales.
        pub scale_bytes: u32,
        /// Rotation tracks.
        pub rotation_tracks: u32,
        /// Scale rotation tracks.
        pub scale_rotation_tracks: u32,
        /// Scale tracks.
        pub scale_tracks: u32,
        /// Position tracks.
        pub position_tracks: u32,
        /// Overhead of a block.
        pub chunk_overhead: u32,
        /// Compressed size.
        pub compressed_size: u32,
        /// Optimised size.
        pub optimized_size: u32,
        /// Uncompressed size.
        pub uncompressed_size: u32,
        /// Offset of the scale rotations.
        pub scale_rotation_offset: u32,
        /// Number of submotions.
        pub submotions: u32,
        /// Quantisation of positions, rotations, scales; sample spacing, seconds per chunk, largest time.
        #[serde(with = "wire::exact")]
        pub factors: [f32; 6],
        /// 0 Haar, 1 D4, 2 CDF 9/7.
        pub wavelet: u8,
        /// 0 Huffman, 1 Rice.
        pub compressor: u8,
        /// Garbage.
        pub pad: [u8; 2],
    }
}

/// A submotion without keys.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WaveletSubmotion {
    /// Pose and bind rotation, pose and bind scale rotation.
    pub rotations: [Quat; 4],
    /// Pose position, pose scale, bind position, bind scale.
    #[serde(with = "wire::exact")]
    pub vectors: [[f32; 3]; 4],
    /// Error of the compression.
    #[serde(with = "wire::exact")]
    pub max_error: f32,
    /// Node.
    pub name: Text,
}

/// A compressed block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WaveletChunk {
    /// Scale of rotations, positions, scales; start time.
    #[serde(with = "wire::exact")]
    pub scales: [f32; 4],
    /// Bits of positions, rotations, scales.
    pub bits: [u32; 3],
    /// Compressed rotations.
    #[serde(with = "wire::exact::hex")]
    pub rotations: Vec<u8>,
    /// Compressed positions.
    #[serde(with = "wire::exact::hex")]
    pub positions: Vec<u8>,
    /// Compressed scales.
    #[serde(with = "wire::exact::hex")]
    pub scale_data: Vec<u8>,
}

/// 203.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Wavelet {
    /// The head.
    pub info: WaveletInfo,
    /// Position, rotation, scale rotation and scale track of each submotion.
    pub mappings: Vec<[u16; 4]>,
    /// Submotions.
    pub submotions: Vec<WaveletSubmotion>,
    /// Blocks.
    pub chunks: Vec<WaveletChunk>,
}

impl WaveletSubmotion {
    /// The submotion at rest: what is known without decoding the blocks.
    pub fn resting(&self) -> Submotion {
        let [pose_rotation, bind_rotation, pose_scale_rotation, bind_scale_rotation] = self.rotations;
        let [pose_position, pose_scale, bind_position, bind_scale] = self.vectors;
        Submotion {
            pose_rotation,
            bind_rotation,
            pose_scale_rotation,
            bind_scale_rotation,
            pose_position,
            pose_scale,
            bind_position,
            bind_scale,
            max_error: Some(self.max_error),
            name: self.name.clone(),
            positions: Vec::new(),
            rotations: RotationKeys::Q16(Vec::new()),
            scales: Vec::new(),
            scale_rotations: RotationKeys::Q16(Vec::new()),
        }
    }
}

impl Wavelet {
    /// Reads it.
    pub fn read(r: &mut Reader<'_>) -> Result<Self> {
        let info: WaveletInfo = r.field("info", |r| r.get())?;
        let n = info.submotions as usize;
        let mappings = r.field("mappings", |r| r.list(n))?;
        let submotions = r.field("submotions", |r| {
            r.list_with(n, 88, |r, _| {
                let mut quat = || Ok(Quat::Q16(r.field("rotations", |r| r.get())?));
                let rotations = [quat()?, quat()?, quat()?, quat()?];
                Ok(WaveletSubmotion {
                    rotations,
                    vectors: r.field("vectors", |r| r.get())?,
                    max_error: r.field("max_error", Reader::f32)?,
                    name: r.field("name", |r| r.get())?,
                })
            })
        })?;
        let chunks = r.field("chunks", |r| {
            r.list_with(info.chunks as usize, 40, |r, _| {
                let scales = r.field("scales", |r| r.get())?;
                let sizes: [u32; 3] = r.field("sizes", |r| r.get())?;
                let bits = r.field("bits", |r| r.get())?;
                let [a, b, c] = sizes.map(|n| n as usize);
                Ok(WaveletChunk {
                    scales,
                    bits,
                    rotations: r.field("rotations", |r| r.take(a))?.to_vec(),
                    positions: r.field("positions", |r| r.take(b))?.to_vec(),
                    scale_data: r.field("scale_data", |r| r.take(c))?.to_vec(),
                })
            })
        })?;
        Ok(Self { info, mappings, submotions, chunks })
    }

    /// Writes it.
    pub fn write(&self, w: &mut Writer) {
        w.put(&self.info);
        w.put_all(&self.mappings);
        for s in &self.submotions {
            for q in &s.rotations {
                let packed = match q {
                    Quat::Q16(q) => *q,
                    Quat::F32(q) => super::pack(*q),
                };
                w.put(&packed);
            }
            w.put(&s.vectors);
            w.f32(s.max_error);
            s.name.write(w);
        }
        for c in &self.chunks {
            w.put(&c.scales);
            for bytes in [&c.rotations, &c.positions, &c.scale_data] {
                w.u32(bytes.len() as u32);
            }
            w.put(&c.bits);
            w.bytes(&c.rotations);
            w.bytes(&c.positions);
            w.bytes(&c.scale_data);
        }
    }
}
