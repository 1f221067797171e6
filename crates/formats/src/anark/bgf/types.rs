//! The bytes of a BGF as structs.

use crate::anark::names::Scope;
use crate::anark::section::Section;
use crate::anark::value::{Attribute, AttributeName, Name, Name16, Param, StringRef};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wire::{Endian, Reader, Result, Text, Wire, Writer};

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
    /// Bytes behind the last section.
    #[serde(default, with = "wire::exact::hex", skip_serializing_if = "Vec::is_empty")]
    pub trailing: Vec<u8>,
    /// Names learnt from elsewhere, for showing hashes.
    #[serde(skip)]
    pub names: Vec<String>,
}

/// The header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// 0 little, 1 big.
    pub byte_order: u8,
    /// 4.
    pub unknown_0x01: u8,
    /// 0x1A: bytes behind this field.
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

/// What an element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ElementType(pub u8);

const TYPE_NAMES: [&str; 9] =
    ["", "geometry", "camera", "light", "text", "material", "texture", "dummy", "contract"];

impl ElementType {
    /// Has a mesh.
    pub const GEOMETRY: Self = Self(1);
    /// Looks.
    pub const CAMERA: Self = Self(2);
    /// Shines.
    pub const LIGHT: Self = Self(3);
    /// Has a text.
    pub const TEXT: Self = Self(4);
    /// A surface.
    pub const MATERIAL: Self = Self(5);
    /// A picture.
    pub const TEXTURE: Self = Self(6);
    /// Groups others.
    pub const DUMMY: Self = Self(7);
    /// Speaks to the game.
    pub const CONTRACT: Self = Self(8);

    /// The name, if the type is known.
    pub fn name(self) -> Option<&'static str> {
        TYPE_NAMES.get(usize::from(self.0)).copied().filter(|n| !n.is_empty())
    }

    /// For people.
    pub fn shown(self) -> String {
        self.name().map_or_else(|| format!("type {}", self.0), str::to_owned)
    }
}

impl Serialize for ElementType {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self.name() {
            Some(name) => s.serialize_str(name),
            None => s.serialize_u8(self.0),
        }
    }
}

impl<'de> Deserialize<'de> for ElementType {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        crate::anark::enum_from_json(d, &TYPE_NAMES).map(Self)
    }
}

/// One element of the tree.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Element {
    /// Name.
    pub name: Name,
    /// Index of the parent, −1 for a root.
    pub parent: i32,
    /// 0 = none, else node `AK<id>` of the COLLADA file.
    pub scene_item_id: u32,
    /// What it is.
    #[serde(rename = "type")]
    pub ty: ElementType,
    /// Bit 0 initially active; bit 2 large, which is what `large` says.
    pub flags: u8,
    /// What only large elements have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub large: Option<Large>,
    /// Values.
    pub attributes: Vec<Attribute>,
}

/// The part of a large element that small ones lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Large {
    /// 2.
    pub unknown_0x0e: u8,
    /// Animation time period; not used by the runtime.
    pub period_ms: u32,
}

/// Flag bits of an element.
pub mod flag {
    /// Active at the start.
    pub const ACTIVE: u8 = 1;
    /// Can own slides.
    pub const LARGE: u8 = 4;
}

impl Element {
    /// An attribute by its 27-bit hash.
    pub fn attribute(&self, hash: u32) -> Option<&Attribute> {
        self.attributes.iter().find(|a| a.name() == hash)
    }

    /// Whether it is shown at the start.
    pub fn active(&self) -> bool {
        self.flags & flag::ACTIVE != 0
    }
}

/// Reads a `u32` count and that many attributes, in one go unless a trace is wanted.
fn attributes(r: &mut Reader<'_>, count: &'static str, list: &'static str) -> Result<Vec<Attribute>> {
    let n = r.field(count, |r| r.count_u32(Attribute::MIN_SIZE))?;
    if r.is_tracing() {
        return r.field(list, |r| r.list(n));
    }
    let big = r.endian() == Endian::Big;
    let bytes = r.field(list, |r| r.take(n.saturating_mul(8)))?;
    let number = if big { u32::from_be_bytes } else { u32::from_le_bytes };
    let (pairs, _) = bytes.as_chunks::<8>();
    Ok(pairs
        .iter()
        .map(|[a, b, c, d, e, f, g, h]| Attribute {
            type_and_name: number([*a, *b, *c, *d]),
            value: number([*e, *f, *g, *h]),
        })
        .collect())
}

impl Wire for Element {
    const MIN_SIZE: usize = 18;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let name = r.field("name", Name::read)?;
        let parent = r.field("parent", Reader::i32)?;
        let scene_item_id = r.field("scene_item_id", Reader::u32)?;
        let ty = ElementType(r.field("type", Reader::u8)?);
        let flags = r.field("flags", Reader::u8)?;
        let large = if flags & flag::LARGE == 0 {
            None
        } else {
            Some(Large {
                unknown_0x0e: r.field("unknown_0x0e", Reader::u8)?,
                period_ms: r.field("period_ms", Reader::u32)?,
            })
        };
        let attributes = attributes(r, "num_attributes", "attributes")?;
        Ok(Self { name, parent, scene_item_id, ty, flags, large, attributes })
    }

    fn write(&self, w: &mut Writer) {
        w.put(&self.name);
        w.i32(self.parent);
        w.u32(self.scene_item_id);
        w.u8(self.ty.0);
        let large = if self.large.is_some() { flag::LARGE } else { 0 };
        w.u8(self.flags & !flag::LARGE | large);
        if let Some(large) = &self.large {
            w.u8(large.unknown_0x0e);
            w.u32(large.period_ms);
        }
        w.u32(self.attributes.len() as u32);
        w.put_all(&self.attributes);
    }
}

/// Which events an element tells the game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
pub struct Contract {
    /// The element.
    pub element: u32,
    /// Names of the events.
    pub events: Vec<StringRef>,
}

impl Serialize for Contract {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut map = s.serialize_map(None)?;
        map.serialize_entry("element", &self.element)?;
        map.serialize_entry("events", &self.events)?;
        Scope::with(|scope| {
            let names: Vec<Option<&str>> = self.events.iter().map(|e| scope.text(e.0)).collect();
            map.serialize_entry("#events", &names)
        })?;
        map.end()
    }
}

impl Wire for Contract {
    const MIN_SIZE: usize = 8;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let element = r.field("element", Reader::u32)?;
        let n = r.field("num_events", |r| r.count_u32(4))?;
        Ok(Self { element, events: r.field("events", |r| r.list(n))? })
    }
    fn write(&self, w: &mut Writer) {
        w.u32(self.element);
        w.u32(self.events.len() as u32);
        w.put_all(&self.events);
    }
}

/// One attribute of one element over time.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Animation {
    /// The element.
    pub element: u32,
    /// The attribute.
    pub attribute: AttributeName,
    /// 1.
    pub enabled: u8,
    /// 0.
    pub can_sync_first_keyframe: u8,
    /// The keys.
    pub keyframes: Vec<Keyframe>,
}

wire::record! {
    /// A key: 24 bytes.
    #[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
    pub struct Keyframe {
        /// Milliseconds.
        pub time_ms: u32,
        /// The value.
        #[serde(with = "wire::exact")]
        pub value: f32,
        /// 0 in every known file.
        #[serde(with = "wire::exact")]
        pub spline_1: f32,
        /// First inner Bezier value towards the next key; −1 at the last key.
        #[serde(with = "wire::exact")]
        pub p1: f32,
        /// 0 in every known file.
        #[serde(with = "wire::exact")]
        pub spline_2: f32,
        /// Second inner Bezier value towards the next key; −1 at the last key.
        #[serde(with = "wire::exact")]
        pub p2: f32,
    }
}

impl Wire for Animation {
    const MIN_SIZE: usize = 12;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let element = r.field("element", Reader::u32)?;
        let attribute = r.field("attribute", AttributeName::read)?;
        let enabled = r.field("enabled", Reader::u8)?;
        let can_sync_first_keyframe = r.field("can_sync_first_keyframe", Reader::u8)?;
        let n = r.field("num_keyframes", |r| {
            let at = r.offset();
            let n = usize::from(r.u16()?);
            r.count(n, Keyframe::MIN_SIZE).map_err(|e| wire::Error::at(e.code(), at, e.message()))
        })?;
        let keyframes = r.field("keyframes", |r| r.list(n))?;
        Ok(Self { element, attribute, enabled, can_sync_first_keyframe, keyframes })
    }
    fn write(&self, w: &mut Writer) {
        w.u32(self.element);
        w.put(&self.attribute);
        w.u8(self.enabled);
        w.u8(self.can_sync_first_keyframe);
        w.u16(self.keyframes.len() as u16);
        w.put_all(&self.keyframes);
    }
}

/// What an element does on events.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Logic {
    /// The element.
    pub element: u32,
    /// The events.
    pub events: Vec<LogicEvent>,
}

/// One event and what follows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LogicEvent {
    /// Probably the hash of its name.
    pub event: Name,
    /// What is done.
    pub actions: Vec<Action>,
}

wire::record! {
    /// One thing to do: 20 bytes.
    #[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
    pub struct Action {
        /// Owner.
        pub element_a: u32,
        /// Target.
        pub element_b: u32,
        /// Probably the hash of what to do.
        pub id: Name,
        /// With which value.
        pub attribute: Attribute,
    }
}

impl Wire for Logic {
    const MIN_SIZE: usize = 8;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let element = r.field("element", Reader::u32)?;
        let n = r.field("num_events", |r| r.count_u32(LogicEvent::MIN_SIZE))?;
        Ok(Self { element, events: r.field("events", |r| r.list(n))? })
    }
    fn write(&self, w: &mut Writer) {
        w.u32(self.element);
        w.u32(self.events.len() as u32);
        w.put_all(&self.events);
    }
}

impl Wire for LogicEvent {
    const MIN_SIZE: usize = 8;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let event = r.field("event", Name::read)?;
        let n = r.field("num_actions", |r| r.count_u32(Action::MIN_SIZE))?;
        Ok(Self { event, actions: r.field("actions", |r| r.list(n))? })
    }
    fn write(&self, w: &mut Writer) {
        w.put(&self.event);
        w.u32(self.actions.len() as u32);
        w.put_all(&self.actions);
    }
}

/// A state of a large element.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Slide {
    /// Name; `Master Slide` is the first of every element.
    pub name: Name16,
    /// The large element it belongs to.
    pub element: u32,
    /// Bits 0–1 period factor, 2 playing, 3 wrap rule, 4 unknown.
    pub flags: u8,
    /// Start of its time.
    pub begin_ms: u32,
    /// End of its time.
    pub end_ms: u32,
    /// What it does to elements.
    pub settings: Vec<Setting>,
}

impl Slide {
    /// After how many periods time is reset.
    pub fn period_factor(&self) -> u8 {
        self.flags & 3
    }

    /// Whether its time runs from the start.
    pub fn playing(&self) -> bool {
        self.flags & 4 != 0
    }

    /// Whether time goes back to 0 after a period; else to one period after `period_factor` of them.
    pub fn wraps(&self) -> bool {
        self.flags & 8 != 0
    }
}

/// What a slide does to one element.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Setting {
    /// The element.
    pub element: u32,
    /// Whether it is active.
    pub activate: u8,
    /// Values it takes.
    pub values: Vec<Attribute>,
    /// Animations and actions it switches.
    pub refs: Vec<Ref>,
}

wire::record! {
    /// An animation or an action of a slide: 4 bytes.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
    pub struct Ref {
        /// 0: an animation; else an action, counted over the whole logic section.
        pub is_logic: u8,
        /// Switched on.
        pub enable: u8,
        /// Which one. The runtime keeps 14 bits.
        pub index: u16,
    }
}

impl Wire for Slide {
    const MIN_SIZE: usize = 33;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let name = r.field("name", Name16::read)?;
        let element = r.field("element", Reader::u32)?;
        let flags = r.field("flags", Reader::u8)?;
        let begin_ms = r.field("begin_ms", Reader::u32)?;
        let end_ms = r.field("end_ms", Reader::u32)?;
        let n = r.field("num_settings", |r| r.count_u32(Setting::MIN_SIZE))?;
        let settings = r.field("settings", |r| r.list(n))?;
        Ok(Self { name, element, flags, begin_ms, end_ms, settings })
    }
    fn write(&self, w: &mut Writer) {
        w.put(&self.name);
        w.u32(self.element);
        w.u8(self.flags);
        w.u32(self.begin_ms);
        w.u32(self.end_ms);
        w.u32(self.settings.len() as u32);
        w.put_all(&self.settings);
    }
}

impl Wire for Setting {
    const MIN_SIZE: usize = 13;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let element = r.field("element", Reader::u32)?;
        let activate = r.field("activate", Reader::u8)?;
        let values = attributes(r, "num_values", "values")?;
        let n = r.field("num_refs", |r| r.count_u32(Ref::MIN_SIZE))?;
        Ok(Self { element, activate, values, refs: r.field("refs", |r| r.list(n))? })
    }
    fn write(&self, w: &mut Writer) {
        w.u32(self.element);
        w.u8(self.activate);
        w.u32(self.values.len() as u32);
        w.put_all(&self.values);
        w.u32(self.refs.len() as u32);
        w.put_all(&self.refs);
    }
}
