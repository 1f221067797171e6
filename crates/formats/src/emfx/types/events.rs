//! Chunks 50 and 51, shared by XSM and XPM.
//!
//! Which chunk version of the event table uses which layout is not settled: every combination is tried against the
//! declared size and the one that fits is kept next to the content.

use super::can_end;
use serde::{Deserialize, Serialize};
use wire::{Reader, Result, Text, Wire, Writer, record};

record! {
    /// 51: when it was exported.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct TimeStamp {
        /// Year.
        pub year: u16,
        /// Month.
        pub month: i8,
        /// Day.
        pub day: i8,
        /// Hours.
        pub hours: i8,
        /// Minutes.
        pub minutes: i8,
        /// Seconds.
        pub seconds: i8,
        /// Garbage.
        pub pad: u8,
    }
}

/// 50: named moments of a motion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EventTable {
    /// Which layout the size gave away.
    pub layout: EventLayout,
    /// Tracks; exactly one unless the layout counts them.
    pub tracks: Vec<EventTrack>,
}

/// A combination of the three open questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventLayout {
    /// A `u32` number of tracks comes first.
    pub counted: bool,
    /// Tracks have a flag and a name.
    pub named: bool,
    /// Event struct 1, 2 or 3.
    pub event: u8,
}

/// Events of one track.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EventTrack {
    /// On or off, with three bytes of garbage; named tracks only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enabled: Option<[u8; 4]>,
    /// Name; named tracks only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Text>,
    /// Event types.
    pub types: Vec<Text>,
    /// Event parameters.
    pub params: Vec<Text>,
    /// Events.
    pub events: Vec<Event>,
}

/// One event.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Seconds.
    #[serde(with = "wire::exact")]
    pub start: f32,
    /// Seconds; struct 1 has none.
    #[serde(default, with = "wire::exact", skip_serializing_if = "Option::is_none")]
    pub end: Option<f32>,
    /// Index of its type.
    pub kind: u32,
    /// Index of its parameter; a `u16` in struct 3.
    pub param: u32,
    /// Garbage after the `u16` of struct 3.
    #[serde(default)]
    pub pad: [u8; 2],
}

impl EventTable {
    /// Tries the layouts in the order that fits the version best; `None` if no layout has the declared size.
    pub fn read(r: &mut Reader<'_>, version: u32, size: usize) -> Result<Option<Self>> {
        let preferred: [u8; 3] = match version {
            1 => [1, 2, 3],
            2 => [2, 3, 1],
            _ => [3, 2, 1],
        };
        let flags = if version >= 3 {
            [(true, true), (false, true), (false, false), (true, false)]
        } else {
            [(false, false), (false, true), (true, true), (true, false)]
        };
        let layouts = || {
            let of = move |(counted, named)| {
                preferred.into_iter().map(move |event| EventLayout { counted, named, event })
            };
            flags.into_iter().flat_map(of)
        };
        let fits = |layout: &EventLayout, fine: &dyn Fn(&Reader<'_>, usize) -> bool| {
            let mut trial = r.fork();
            let start = trial.position();
            Self::read_as(&mut trial, *layout).is_ok() && fine(&trial, trial.position() - start)
        };
        // Where the size is zero, as one public exporter writes it, the layout that ends at a chunk header.
        let found = layouts()
            .find(|l| fits(l, &|_, used| used == size))
            .or_else(|| layouts().find(|l| size == 0 && fits(l, &|r, _| can_end(r))));
        found.map(|layout| r.field("events", |r| Self::read_as(r, layout))).transpose()
    }

    fn read_as(r: &mut Reader<'_>, layout: EventLayout) -> Result<Self> {
        let n = if layout.counted { r.field("count", |r| r.count_u32(12))? } else { 1 };
        let tracks = r.field("tracks", |r| r.list_with(n, 12, |r, _| EventTrack::read(r, layout)))?;
        Ok(Self { layout, tracks })
    }

    /// Writes it.
    pub fn write(&self, w: &mut Writer) {
        if self.layout.counted {
            w.u32(self.tracks.len() as u32);
        }
        for track in &self.tracks {
            track.write(w, self.layout);
        }
    }
}

impl EventTrack {
    fn read(r: &mut Reader<'_>, layout: EventLayout) -> Result<Self> {
        let size = if layout.event == 1 { 12 } else { 16 };
        let events = r.field("event_count", |r| r.count_u32(size))?;
        let types = r.field("type_count", |r| r.count_u32(4))?;
        let params = r.field("param_count", |r| r.count_u32(4))?;
        let (enabled, name) = if layout.named {
            (Some(r.field("enabled", |r| r.get())?), Some(r.field("name", |r| r.get())?))
        } else {
            (None, None)
        };
        Ok(Self {
            enabled,
            name,
            types: r.field("types", |r| r.list(types))?,
            params: r.field("params", |r| r.list(params))?,
            events: r.field("events", |r| r.list_with(events, size, |r, _| Event::read(r, layout.event)))?,
        })
    }

    fn write(&self, w: &mut Writer, layout: EventLayout) {
        w.u32(self.events.len() as u32);
        w.u32(self.types.len() as u32);
        w.u32(self.params.len() as u32);
        if layout.named {
            w.bytes(&self.enabled.unwrap_or([1, 0, 0, 0]));
            self.name.clone().unwrap_or_default().write(w);
        }
        w.put_all(&self.types);
        w.put_all(&self.params);
        for e in &self.events {
            w.f32(e.start);
            if layout.event != 1 {
                w.f32(e.end.unwrap_or(e.start));
            }
            w.u32(e.kind);
            if layout.event == 3 {
                w.u16(e.param as u16);
                w.bytes(&e.pad);
            } else {
                w.u32(e.param);
            }
        }
    }
}

impl Event {
    fn read(r: &mut Reader<'_>, layout: u8) -> Result<Self> {
        let start = r.field("start", Reader::f32)?;
        let end = if layout == 1 { None } else { Some(r.field("end", Reader::f32)?) };
        let kind = r.field("type", Reader::u32)?;
        let (param, pad) = if layout == 3 {
            (u32::from(r.field("param", Reader::u16)?), r.field("pad", |r| r.get())?)
        } else {
            (r.field("param", Reader::u32)?, [0; 2])
        };
        Ok(Self { start, end, kind, param, pad })
    }
}
