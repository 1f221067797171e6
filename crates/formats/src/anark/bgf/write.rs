//! Writing, and everything that follows from the records: sizes and counts.

use super::types::{Bgf, COUNTS, Count, FIRST_COPY};
use crate::anark::frame::endian;
use wire::{Endian, Writer};

impl Bgf {
    /// The byte order the file is written in.
    pub fn endian(&self) -> Endian {
        endian(self.header.byte_order)
    }

    /// The bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut w = Writer::new(self.endian());
        let h = &self.header;
        w.u8(h.byte_order);
        w.u8(h.unknown_0x01);
        w.u32(h.header_size);
        w.bytes(h.magic.as_bytes());
        w.u32(h.version);
        w.u32(h.unknown_0x12);
        w.u16(h.width);
        w.u16(h.height);
        w.u8(h.fit_mode);
        w.u32(h.highest_id);
        w.u8(h.unknown_0x1f);
        w.bytes(&h.rest);
        w.u32(self.memory.size);
        w.put(&self.memory.counts);
        w.bytes(&self.memory.rest);
        self.strings.write(&mut w);
        self.elements.write(&mut w);
        self.contracts.write(&mut w);
        self.animations.write(&mut w);
        self.logic.write(&mut w);
        self.params.write(&mut w);
        self.slides.write(&mut w);
        w.bytes(&self.trailing);
        w.finish()
    }

    /// What the memory section should say. Counts that are not understood come from the stored ones.
    pub fn true_counts(&self) -> [u32; COUNTS] {
        let mut out = self.memory.counts;
        let mut set = |count: Count, n: usize| {
            if let Some(slot) = out.get_mut(count as usize) {
                *slot = n as u32;
            }
        };
        let large = self.elements.list.iter().filter(|e| e.large.is_some()).count();
        set(Count::Small, self.elements.list.len() - large);
        set(Count::Large, large);
        set(Count::Attributes, self.elements.list.iter().map(|e| e.attributes.len()).sum());
        set(Count::Contracts, self.contracts.list.len());
        set(Count::EventNames, self.contracts.list.iter().map(|c| c.events.len()).sum());
        set(Count::Strings, self.strings.list.len());
        set(Count::Animations, self.animations.list.len());
        set(Count::Keyframes, self.animations.list.iter().map(|a| a.keyframes.len()).sum());
        let events = || self.logic.list.iter().flat_map(|l| &l.events);
        set(Count::Logics, self.logic.list.len());
        set(Count::LogicEvents, events().count());
        set(Count::LogicActions, events().map(|e| e.actions.len()).sum());
        set(Count::Params, self.params.list.len());
        let settings = || self.slides.list.iter().flat_map(|s| &s.settings);
        set(Count::Slides, self.slides.list.len());
        set(Count::Settings, settings().count());
        set(Count::Values, settings().map(|s| s.values.len()).sum());
        set(Count::Refs, settings().map(|s| s.refs.len()).sum());
        set(Count::Paddings, settings().filter(|s| s.refs.len() % 2 == 1).count());
        let (counts, copies) = out.split_at_mut(FIRST_COPY);
        copies.iter_mut().zip(counts).take(5).for_each(|(copy, count)| *copy = *count);
        out
    }

    /// Other ways the number of paddings may be meant: which settings do not count is an open fact.
    pub fn padding_counts(&self) -> [u32; 3] {
        let odd = |s: &&super::types::Setting| s.refs.len() % 2 == 1;
        let slides = &self.slides.list;
        let all = slides.iter().flat_map(|s| &s.settings).filter(odd).count();
        let last_of_all = slides.iter().flat_map(|s| &s.settings).last().as_ref().is_some_and(odd);
        let last_of_each = slides.iter().filter(|s| s.settings.last().as_ref().is_some_and(odd)).count();
        [all as u32, (all - usize::from(last_of_all)) as u32, (all - last_of_each) as u32]
    }

    /// The largest scene item id in use.
    pub fn largest_id(&self) -> u32 {
        self.elements.list.iter().map(|e| e.scene_item_id).max().unwrap_or(0)
    }

    /// Recomputes sizes, counts, copies, flags and the highest id; unknown counts stay.
    pub fn recount(&mut self) {
        self.header.header_size = 0x1A + self.header.rest.len() as u32;
        self.memory.size = (4 * COUNTS + self.memory.rest.len()) as u32;
        let stored = self.memory.counts;
        self.memory.counts = self.true_counts();
        // An unchanged file keeps its number of paddings, whose rule is not sure.
        let changed = (0..COUNTS)
            .filter(|i| *i != Count::Paddings as usize)
            .any(|i| stored.get(i) != self.memory.counts.get(i));
        let paddings = stored.get(Count::Paddings as usize).copied().unwrap_or(0);
        if !changed
            && self.padding_counts().contains(&paddings)
            && let Some(slot) = self.memory.counts.get_mut(Count::Paddings as usize)
        {
            *slot = paddings;
        }
        for e in &mut self.elements.list {
            let large = if e.large.is_some() { super::types::flag::LARGE } else { 0 };
            e.flags = e.flags & !super::types::flag::LARGE | large;
        }
        self.strings.size = self.strings.actual_size();
        self.elements.size = self.elements.actual_size();
        self.contracts.size = self.contracts.actual_size();
        self.animations.size = self.animations.actual_size();
        self.logic.size = self.logic.actual_size();
        self.params.size = self.params.actual_size();
        self.slides.size = self.slides.actual_size();
        self.header.highest_id = self.header.highest_id.max(self.largest_id());
    }
}
