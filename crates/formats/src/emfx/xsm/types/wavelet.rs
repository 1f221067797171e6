//! Chunk 203: a motion compressed with wavelets. Kept and described, not decoded: no sample is known.

use super::{Quat, RotationKeys, Submotion};
use serde::{Deserialize, Serialize};
use wire::{Text, bulk, record};

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

record! {
    /// A submotion without keys; its rotations are packed.
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
}

record! {
    /// A compressed block.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct WaveletChunk {
        /// Scale of rotations, positions, scales; start time.
        #[serde(with = "wire::exact")]
        pub scales: [f32; 4],
        @count rotation_size = rotations * 1;
        @count position_size = positions * 1;
        @count scale_size = scale_data * 1;
        /// Bits of positions, rotations, scales.
        pub bits: [u32; 3],
        /// Compressed rotations.
        #[serde(with = "wire::exact::hex")]
        pub rotations: Vec<u8> as bulk(rotation_size),
        /// Compressed positions.
        #[serde(with = "wire::exact::hex")]
        pub positions: Vec<u8> as bulk(position_size),
        /// Compressed scales.
        #[serde(with = "wire::exact::hex")]
        pub scale_data: Vec<u8> as bulk(scale_size),
    }
}

record! {
    /// 203.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Wavelet {
        /// The head.
        pub info: WaveletInfo,
        /// Position, rotation, scale rotation and scale track of each submotion.
        pub mappings: Vec<[u16; 4]> as bulk(info.submotions as usize),
        /// Submotions.
        pub submotions: Vec<WaveletSubmotion> [info.submotions as usize],
        /// Blocks.
        pub chunks: Vec<WaveletChunk> [info.chunks as usize],
    }
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
