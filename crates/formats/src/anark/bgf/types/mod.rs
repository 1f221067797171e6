//! The bytes of a BGF as structs.

mod elements;
mod header;
mod motion;

pub use elements::{Action, Contract, Element, ElementType, Large, Logic, LogicEvent, flag};
pub use header::{COUNT_NAMES, COUNTS, Count, FIRST_COPY, Header, Memory};
pub use motion::{Animation, Keyframe, Ref, Setting, Slide};

use crate::anark::section::Section;
use crate::anark::value::Param;
use serde::{Deserialize, Serialize};
use wire::Text;

/// A user interface scene.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Bgf {
    /// First 32 bytes.
    pub header: Header,
    /// How many of everything there are.
    pub memory: Memory,
    /// Texts that attributes, contracts and parameters name by index.
    pub strings: Section<Text>,
    /// The tree, parents first.
    pub elements: Section<Element>,
    /// Events of elements.
    pub contracts: Section<Contract>,
    /// Curves.
    pub animations: Section<Animation>,
    /// Event handlers.
    pub logic: Section<Logic>,
    /// Parameters.
    pub params: Section<Param>,
    /// States of large elements.
    pub slides: Section<Slide>,
    /// Bytes after the last section.
    #[serde(default, with = "wire::exact::hex", skip_serializing_if = "Vec::is_empty")]
    pub trailing: Vec<u8>,
    /// Names learnt from elsewhere, for showing hashes.
    #[serde(skip)]
    pub names: Vec<String>,
}
