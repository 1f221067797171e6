//! Elements, and what they report to the game and do on events.

use crate::anark::frame::put_list;
use crate::anark::kind::kind;
use crate::anark::names::Scope;
use crate::anark::value::{Attribute, Name, StringRef};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wire::{Endian, Reader, Result, Wire, Writer};

kind! {
    /// What an element is.
    ElementType,
    ["", "geometry", "camera", "light", "text", "material", "texture", "dummy", "contract"];
    /// Has a mesh.
    GEOMETRY = 1;
    /// Looks.
    CAMERA = 2;
    /// Shines.
    LIGHT = 3;
    /// Has a text.
    TEXT = 4;
    /// A surface.
    MATERIAL = 5;
    /// A picture.
    TEXTURE = 6;
    /// Groups others.
    DUMMY = 7;
    /// Speaks to the game.
    CONTRACT = 8;
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
pub(super) fn attributes(
    r: &mut Reader<'_>,
    count: &'static str,
    list: &'static str,
) -> Result<Vec<Attribute>> {
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
        let ty = r.field("type", ElementType::read)?;
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
        w.put(&self.ty);
        let large = if self.large.is_some() { flag::LARGE } else { 0 };
        w.u8(self.flags & !flag::LARGE | large);
        if let Some(large) = &self.large {
            w.u8(large.unknown_0x0e);
            w.u32(large.period_ms);
        }
        put_list(w, &self.attributes);
    }
}

wire::record! {
    /// Which events an element reports to the game.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct Contract {
        /// The element.
        pub element: u32,
        @count num_events = events * StringRef::MIN_SIZE;
        /// Names of the events.
        pub events: Vec<StringRef> [num_events],
    }
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

impl<'de> Deserialize<'de> for Contract {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Parts {
            element: u32,
            events: Vec<StringRef>,
            #[serde(rename = "#events", default)]
            texts: Vec<Option<String>>,
        }
        let Parts { element, mut events, texts } = Parts::deserialize(d)?;
        // Events added or removed by hand: which text belongs to which is not known.
        if events.len() == texts.len() {
            for (event, text) in events.iter_mut().zip(&texts) {
                event.0 = Scope::follow(event.0, text.as_deref());
            }
        }
        Ok(Self { element, events })
    }
}

wire::record! {
    /// What an element does on events.
    #[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
    pub struct Logic {
        /// The element.
        pub element: u32,
        @count num_events = events * LogicEvent::MIN_SIZE;
        /// The events.
        pub events: Vec<LogicEvent> [num_events],
    }
}

wire::record! {
    /// One event and what follows.
    #[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
    pub struct LogicEvent {
        /// Probably the hash of its name.
        pub event: Name,
        @count num_actions = actions * Action::MIN_SIZE;
        /// What is done.
        pub actions: Vec<Action> [num_actions],
    }
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
