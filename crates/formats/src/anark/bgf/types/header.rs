//! Header and memory section: everything before the records.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wire::{Result, Text};

/// The header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// 0 little, 1 big.
    pub byte_order: u8,
    /// 4.
    pub unknown_0x01: u8,
    /// 0x1A: bytes after this field.
    pub header_size: u32,
    /// `AnarkBGF`.
    pub magic: Text,
    /// 3.
    pub version: u32,
    /// 0.
    pub unknown_0x12: u32,
    /// Width of the screen it is made for.
    pub width: u16,
    /// Height of the screen it is made for.
    pub height: u16,
    /// 0 none, 1 to the width, 2 to width and height.
    pub fit_mode: u8,
    /// Tables of this + 1 entries are allocated: at least the largest scene item id in use.
    pub highest_id: u32,
    /// 0.
    pub unknown_0x1f: u8,
    /// What a larger header has more.
    #[serde(default, with = "wire::exact::hex", skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<u8>,
}

impl Default for Header {
    fn default() -> Self {
        Self {
            byte_order: 0,
            unknown_0x01: 4,
            header_size: 0x1A,
            magic: "AnarkBGF".into(),
            version: 3,
            unknown_0x12: 0,
            width: 0,
            height: 0,
            fit_mode: 0,
            highest_id: 0,
            unknown_0x1f: 0,
            rest: Vec::new(),
        }
    }
}

/// How many counts the memory section has.
pub const COUNTS: usize = 25;

/// What each count is of; `unknown_` ones are kept as they are.
pub const COUNT_NAMES: [&str; COUNTS] = [
    "small_elements",
    "large_elements",
    "attributes",
    "contracts",
    "event_names",
    "unknown_5",
    "strings",
    "unknown_7",
    "animations",
    "keyframes",
    "logics",
    "logic_events",
    "logic_actions",
    "params",
    "slides",
    "settings",
    "values",
    "refs",
    "paddings",
    "small_elements_copy",
    "large_elements_copy",
    "attributes_copy",
    "contracts_copy",
    "event_names_copy",
    "unknown_24",
];

/// Index of a count by what it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum Count {
    /// Elements without slides.
    Small = 0,
    /// Elements with slides.
    Large = 1,
    /// Attributes over all elements.
    Attributes = 2,
    /// Contracts.
    Contracts = 3,
    /// Event names over all contracts.
    EventNames = 4,
    /// Strings.
    Strings = 6,
    /// Animations.
    Animations = 8,
    /// Keyframes over all animations.
    Keyframes = 9,
    /// Logics.
    Logics = 10,
    /// Events over all logics.
    LogicEvents = 11,
    /// Actions over all events.
    LogicActions = 12,
    /// Params.
    Params = 13,
    /// Slides.
    Slides = 14,
    /// Element settings over all slides.
    Settings = 15,
    /// Attribute values over all settings.
    Values = 16,
    /// References over all settings.
    Refs = 17,
    /// Settings with an odd number of references.
    Paddings = 18,
}

/// The first of the five copies.
pub const FIRST_COPY: usize = 19;

/// The memory section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// 0x64.
    pub size: u32,
    /// In the order of [`COUNT_NAMES`].
    pub counts: [u32; COUNTS],
    /// What a larger section has more.
    pub rest: Vec<u8>,
}

impl Default for Memory {
    fn default() -> Self {
        Self { size: 4 * COUNTS as u32, counts: [0; COUNTS], rest: Vec::new() }
    }
}

impl Memory {
    /// A count.
    pub fn get(&self, count: Count) -> u32 {
        self.counts.get(count as usize).copied().unwrap_or(0)
    }
}

#[derive(Serialize, Deserialize)]
struct MemoryJson {
    size: u32,
    counts: indexmap::IndexMap<String, u32>,
    #[serde(default, with = "wire::exact::hex", skip_serializing_if = "Vec::is_empty")]
    rest: Vec<u8>,
}

impl Serialize for Memory {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let counts = COUNT_NAMES.iter().map(|n| (*n).to_owned()).zip(self.counts).collect();
        MemoryJson { size: self.size, counts, rest: self.rest.clone() }.serialize(s)
    }
}

impl<'de> Deserialize<'de> for Memory {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let json = MemoryJson::deserialize(d)?;
        if let Some(odd) = json.counts.keys().find(|k| !COUNT_NAMES.contains(&k.as_str())) {
            return Err(serde::de::Error::custom(format!("there is no count {odd:?}")));
        }
        let counts = COUNT_NAMES.map(|n| json.counts.get(n).copied().unwrap_or(0));
        Ok(Self { size: json.size, counts, rest: json.rest })
    }
}
