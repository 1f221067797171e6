//! What rides in `extras` under the name of the family.

use super::phonemes;
use ::scene::Extras;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wire::Text;

/// The key in [`Extras`].
pub const FAMILY: &str = "emfx";

/// Extras with one value of the family.
pub fn make(value: Value) -> Extras {
    let mut out = Extras::new();
    out.insert(FAMILY.into(), value);
    out
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

/// A field of the family's value.
pub fn field<'a>(extras: &'a Extras, name: &str) -> Option<&'a Value> {
    extras.get(FAMILY)?.get(name)
}

/// A field of the family's value as a type.
pub fn get<T: DeserializeOwned>(extras: &Extras, name: &str) -> Option<T> {
    T::deserialize(field(extras, name)?).ok()
}

/// Sets a field of the family's value to what a note says.
pub fn put<T: Serialize>(extras: &mut Extras, name: &str, note: &T) {
    if let Ok(value) = serde_json::to_value(note) {
        set(extras, name, value);
    }
}

/// Sets a field of the family's value.
pub fn set(extras: &mut Extras, name: &str, value: Value) {
    let slot = extras.entry(FAMILY).or_insert_with(|| Value::Object(serde_json::Map::new()));
    if let Value::Object(map) = slot {
        map.insert(name.into(), value);
    }
}

/// Removes a field of the family's value, and the value where nothing is left of it.
pub fn remove(extras: &mut Extras, name: &str) {
    let Some(Value::Object(map)) = extras.get_mut(FAMILY) else { return };
    map.remove(name);
    if map.is_empty() {
        extras.remove(FAMILY);
    }
}

/// Bytes as text.
pub fn encode(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// And back.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
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
