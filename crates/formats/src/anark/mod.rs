//! Anark Gameface: the user interface files of X Rebirth.
//!
//! | file | what it says |
//! |---|---|
//! | BGP | which scenes there are and when they are shown: a state machine |
//! | BGF | element tree, attributes, animations, slides (states) of one scene |
//! | BSG | transforms, bounds and opacity of the nodes of one scene |
//! | .dae | meshes, materials and names of one scene: COLLADA, node `AK<id>` |
//!
//! Known from format notes, from an independent reader of a big-endian sibling, and from dumps of 25 real scenes; no
//! binary X Rebirth file was at hand. What is open is said where it matters: [`convert::EULER_ORDER`],
//! [`convert::PIVOT`], the memory counts `unknown_*`, bits 30–31 of attributes, slide flag bit 4.

pub mod bgf;
pub mod bgp;
pub mod bsg;
mod codes;
mod companions;
pub mod convert;
mod dae;
pub mod draw;
pub mod hash;
pub mod names;
pub mod section;
pub mod value;
mod words;

use serde::Deserializer;
use serde::de::{Deserialize, Error};

/// A Just Cause 2 file, which shares the magic and nothing else.
pub fn foreign(bytes: &[u8], _name: &str) -> Option<String> {
    let magic = bytes.get(8..16)?;
    let version = bytes.get(16..20).and_then(|b| <[u8; 4]>::try_from(b).ok())?;
    let version = u32::from_le_bytes(version);
    (magic == b"AnarkBGF" && is_just_cause(bytes)).then(|| {
        format!(
            "an Anark file of Just Cause 2, version {version}: its inside is unrelated to the files of X Rebirth \
             (BGF version 3, BSG version 2) and is not supported"
        )
    })
}

/// Whether a file with the magic at 8 is no BSG.
fn is_just_cause(bytes: &[u8]) -> bool {
    bytes.get(4..8) == Some(&[0x1C, 0, 0, 0]) || bytes.get(16..20) == Some(&[1, 0, 0, 0])
}

/// A small number by its name in a list, or as it is.
fn enum_from_json<'de, D: Deserializer<'de>>(d: D, names: &[&str]) -> Result<u8, D::Error> {
    let value = serde_json::Value::deserialize(d)?;
    let named = || {
        let text = value.as_str().filter(|s| !s.is_empty())?;
        names.iter().position(|n| *n == text).map(|i| i as u8)
    };
    named().or_else(|| value.as_u64().and_then(|v| u8::try_from(v).ok())).ok_or_else(|| {
        let known: Vec<&str> = names.iter().copied().filter(|n| !n.is_empty()).collect();
        D::Error::custom(format!("{value} is no type; expected one of {} or a number", known.join(", ")))
    })
}
