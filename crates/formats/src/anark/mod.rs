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
//! binary X Rebirth file was at hand. What is open is said where it matters: [`scene::EULER_ORDER`],
//! [`scene::PIVOT`], `invert_y` of nodes, scales of lights, the order of texture transforms, the memory counts
//! `unknown_*`, bits 30–31 of attributes, slide flag bit 4.

pub mod bgf;
pub mod bgp;
pub mod bsg;
mod companions;
mod dae;
pub mod draw;
mod frame;
mod from_scene;
pub mod hash;
mod kind;
pub mod names;
mod notes;
mod rules;
pub mod scene;
pub mod section;
pub mod value;
mod words;

pub use dae::write::{Collada, write as collada};

/// A Just Cause 2 file, which shares the magic and nothing else.
pub fn foreign(bytes: &[u8], _name: &str) -> Option<String> {
    just_cause_version(bytes).map(|version| {
        format!(
            "an Anark file of Just Cause 2, version {version}: its inside is unrelated to the files of X Rebirth \
             (BGF version 3, BSG version 2) and is not supported"
        )
    })
}

/// The version of a file with the magic at 8 that is no BSG: a header of 0x1C bytes, or version 1.
fn just_cause_version(bytes: &[u8]) -> Option<u32> {
    let number = |at: usize| {
        let four = bytes.get(at..at + 4).and_then(|b| <[u8; 4]>::try_from(b).ok())?;
        Some(if bytes.first() == Some(&1) { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) })
    };
    let magic = matches!(bytes.get(8..16), Some(b"AnarkBGF" | b"FGBkranA"));
    let version = number(16).filter(|_| magic)?;
    (number(4) == Some(0x1C) || version == 1).then_some(version)
}
