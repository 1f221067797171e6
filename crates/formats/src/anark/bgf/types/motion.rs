//! What changes over time: animations, and the slides that switch them.

use super::elements::attributes;
use crate::anark::frame::{list, put_list};
use crate::anark::value::{Attribute, AttributeName, Name16};
use serde::{Deserialize, Serialize};
use wire::{Reader, Result, Wire, Writer};

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

wire::record! {
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
        @count num_settings = settings * Setting::MIN_SIZE;
        /// What it does to elements.
        pub settings: Vec<Setting> [num_settings],
    }
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

impl Wire for Setting {
    const MIN_SIZE: usize = 13;
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let element = r.field("element", Reader::u32)?;
        let activate = r.field("activate", Reader::u8)?;
        let values = attributes(r, "num_values", "values")?;
        Ok(Self { element, activate, values, refs: list(r, "num_refs", "refs")? })
    }
    fn write(&self, w: &mut Writer) {
        w.u32(self.element);
        w.u8(self.activate);
        put_list(w, &self.values);
        put_list(w, &self.refs);
    }
}
