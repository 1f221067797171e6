//! What rides in `extras` under the name of the family.

use super::phonemes;
use super::types::{Chunk, Header};
use super::xac::types::{FxMaterial, Layer, Material};
pub use crate::notes::{base64_bytes as decode, base64_text as encode};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use wire::Text;

/// The key in extras.
pub const FAMILY: &str = "emfx";

/// Kind, size, flags and padding of a layer of vertices.
pub type LayerHead = (u32, u32, u8, u8, [u8; 2]);

crate::notes::notes! { "emfx":
    /// Of a scene.
    scene {
        /// The file's header.
        HEADER "header": Header;
        /// Id and version of its chunks: for people.
        VERSIONS "versions": Vec<[u32; 2]>;
        /// Chunks that have no place in a scene.
        CHUNKS "chunks": Vec<Chunk>;
        /// Names of the nodes in file order.
        NODES "nodes": Vec<String>;
        /// Names of the materials in file order.
        MATERIALS "materials": Vec<String>;
        /// Morph targets that change nothing.
        EMPTY_TARGETS "emptyTargets": Vec<TargetNote>;
    }
    /// Of a node.
    node {
        /// The multiply order of its actor.
        ORDER "order": u8;
        /// The node as it is in the file, without parent, children and name.
        NODE "node": Value;
        /// Turn of the scale's axes, of a node that only a motion names.
        SCALE_ROTATION "scaleRotation": [f32; 4];
        /// The node that the mesh it holds belongs to.
        OWNER "owner": Option<String>;
        /// It stands for a morph target: its height is the weight.
        SLIDER "slider": bool;
        /// The nested actor that it is of: for people.
        LOD "lod": u32;
        /// How morph targets change it.
        MORPHS "morphs": Vec<TransformNote>;
        /// The scale that was taken out of it and of the nodes above.
        SCALE "scale": f32;
    }
    /// Of a mesh.
    mesh {
        /// How many original vertices there are.
        ORIGINALS "originals": u32;
        /// Padding.
        PAD "pad": [u8; 3];
        /// Layers of vertices in file order.
        LAYERS "layers": Vec<LayerHead>;
        /// Indices, vertices and material of its submeshes.
        SUBMESHES "submeshes": Vec<[u32; 3]>;
        /// Which tangent layer the scene has.
        TANGENT "tangent": usize;
        /// Changes when vertices do.
        FINGERPRINT "fingerprint": u32;
        /// Level of detail as it is in the file: for people, the mesh has its own.
        LOD "lod": u32;
        /// The original of each vertex, where it is not its own.
        ORIGINAL_OF "originalOf": String;
        /// Layers that a scene has no column for.
        LAYER_DATA "layerData": BTreeMap<usize, String>;
        /// Its skin with one joint stands for hanging on a node.
        RIGID "rigid": bool;
        /// Its morph targets.
        TARGETS "targets": Vec<TargetNote>;
    }
    /// Of a material.
    material {
        /// The chunk's version: for people.
        VERSION "version": u32;
        /// A standard material.
        STANDARD "standard": Material;
        /// Its layers in chunks of their own.
        LAYERS "layers": Vec<Layer>;
        /// An effect.
        FX "fx": FxMaterial;
        /// What is noted is the template's.
        LENT "lent": bool;
        /// Nothing in the template uses it.
        UNUSED "unused": bool;
    }
    /// Of an animation.
    animation {
        /// The file's header.
        HEADER "header": Header;
        /// Rotations in 16 bits.
        PACKED "packed": bool;
        /// Submotions without their keys.
        SUBMOTIONS "submotions": String;
        /// It is of a morph motion.
        MORPH "morph": bool;
        /// Tracks of a morph motion without their keys.
        TRACKS "tracks": String;
        /// Other chunks.
        CHUNKS "chunks": Vec<Chunk>;
        /// It was moved to another skeleton.
        RETARGET "retarget": bool;
        /// All submotions of the template.
        ORIGINAL "original": String;
    }
    /// Of a channel.
    channel {
        /// It moves nothing: a clip needs one.
        STILL "still": bool;
        /// It is the motion's pose, not a key.
        POSE "pose": bool;
        /// A morph target moves the node.
        MORPH "morph": bool;
        /// Of a node that stands for a morph target.
        SLIDER "slider": bool;
    }
}

/// What a mesh remembers of one of its morph targets, in `targets`. Fields in the order in which they are written.
#[derive(Serialize, Deserialize, Default, Clone)]
#[serde(rename_all = "camelCase")]
pub struct TargetNote {
    /// Its place in the file.
    pub index: Option<u32>,
    /// Its name, byte for byte.
    #[serde(default)]
    pub name: Text,
    /// Least weight.
    pub range_min: f32,
    /// Largest weight; no range where it is not above the least.
    pub range_max: f32,
    /// Level of detail: for people, the mesh has its own.
    #[serde(default)]
    pub lod: u32,
    /// Which phonemes it stands for.
    #[serde(default)]
    pub phonemes: u32,
    /// The same by name, which counts where it says something else.
    #[serde(default)]
    pub phoneme_sets: Vec<String>,
    /// Smallest change, as stored.
    pub min: Option<f32>,
    /// Largest change, as stored.
    pub max: Option<f32>,
}

impl TargetNote {
    /// Its phonemes: the names where they were changed, else the bits as they were.
    pub fn phoneme_mask(&self) -> u32 {
        match phonemes::mask(&self.phoneme_sets) {
            Some(mask) if mask != self.phonemes & phonemes::ALL && !self.phoneme_sets.is_empty() => mask,
            _ => self.phonemes,
        }
    }
}

/// How a target changes a node, in the node's `morphs`; in the scene's space. Fields in the order in which they are
/// written.
#[derive(Serialize, Deserialize, Clone)]
#[serde(rename_all = "camelCase")]
pub struct TransformNote {
    /// The target's place in the file.
    #[serde(default)]
    pub index: u32,
    /// The target's name.
    pub target: String,
    /// Level of detail.
    #[serde(default)]
    pub lod: u32,
    /// Least weight.
    pub range_min: f32,
    /// Largest weight.
    pub range_max: f32,
    /// Which phonemes it stands for.
    #[serde(default)]
    pub phonemes: u32,
    /// What is added, or for rotations what is reached, at full weight.
    pub rotation: [f32; 4],
    /// As above.
    pub scale_rotation: [f32; 4],
    /// As above.
    pub position: [f32; 3],
    /// As above.
    pub scale: [f32; 3],
}

/// Numbers that mostly rise by small steps, packed.
pub fn encode_steps(values: &[u32]) -> String {
    let mut out = Vec::with_capacity(values.len() + 8);
    let mut last = 0_u32;
    for v in values {
        let step = v.wrapping_sub(last) as i32;
        let mut zigzag = ((step << 1) ^ (step >> 31)) as u32;
        last = *v;
        while zigzag >= 0x80 {
            out.push(zigzag as u8 | 0x80);
            zigzag >>= 7;
        }
        out.push(zigzag as u8);
    }
    encode(&out)
}

/// And back.
pub fn decode_steps(text: &str) -> Option<Vec<u32>> {
    let bytes = decode(text)?;
    let mut out = Vec::with_capacity(bytes.len());
    let (mut last, mut word, mut shift) = (0_u32, 0_u32, 0_u32);
    for b in bytes {
        word |= u32::from(b & 0x7f).checked_shl(shift)?;
        shift += 7;
        if b & 0x80 == 0 {
            let step = (word >> 1) as i32 ^ -((word & 1) as i32);
            last = last.wrapping_add(step as u32);
            out.push(last);
            (word, shift) = (0, 0);
        }
    }
    (shift == 0).then_some(out)
}

/// A number that changes when vertices do.
pub fn fingerprint(positions: &[[f32; 3]]) -> u32 {
    let mut sums = [positions.len() as u32, 1, 2];
    for [x, y, z] in positions {
        let [a, b, c] = sums;
        sums = [
            a.wrapping_mul(31).wrapping_add(x.to_bits()),
            b.wrapping_mul(31).wrapping_add(y.to_bits()),
            // A mirrored zero comes back as the other zero.
            c.wrapping_mul(31).wrapping_add(if *z == 0.0 { 0 } else { z.to_bits() }),
        ];
    }
    let [a, b, c] = sums;
    a ^ b.rotate_left(11) ^ c.rotate_left(22)
}

#[cfg(test)]
mod tests {
    #[test]
    fn steps_survive() {
        for values in [vec![], vec![0, 1, 2, 3, 2, 100_000, 0, u32::MAX, 5], (0..1000).collect()] {
            assert_eq!(super::decode_steps(&super::encode_steps(&values)).unwrap(), values);
        }
    }
}
