//! The settings block of a "Generic Item 2" header.
//!
//! New layout (not "major ≤ 2 and minor ≤ 12"): `hash u32, itemCount u32`, then items `type u32, count u32, info u32`
//! and their payload. Old layout: opaque words.
//!
//! | type | payload | count | info |
//! |---|---|---|---|
//! | 0 | `count` words of spare space | words | 0 |
//! | 1 | default pose, text padded to 4 bytes | bytes before padding | lines |
//! | 2 | `count` pairs of flag and value | pairs | pairs |
//!
//! Known: all of the above. Unknown: what the hash is made of; any other type ends the walk and stays as bytes.

use serde::{Deserialize, Serialize};
use wire::{Reader, Result, Text, Writer};

/// The block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Settings {
    /// Old layout, or a block too odd to walk.
    Opaque(#[serde(with = "wire::exact::hex")] Vec<u8>),
    /// New layout.
    Items(Items),
}

/// The walked block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Items {
    /// Opaque; 180 in files of add-ons.
    pub hash: u32,
    /// How many items the file says there are.
    pub item_count: u32,
    /// The items that could be walked.
    pub items: Vec<Item>,
    /// What follows them up to the end of the block.
    #[serde(with = "wire::exact::hex")]
    pub rest: Vec<u8>,
}

/// One item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum Item {
    /// Type 0: room for later.
    Spare {
        /// Third word.
        info: u32,
        /// Payload; the count is its length.
        words: Vec<u32>,
    },
    /// Type 1: a pose applied on load.
    Pose {
        /// Stored length; should be the bytes of the text.
        count: u32,
        /// Stored number of lines.
        info: u32,
        /// `.pose` syntax.
        text: Text,
        /// Up to the next multiple of four.
        #[serde(with = "wire::exact::hex")]
        padding: Vec<u8>,
    },
    /// Type 2: switches.
    Flags {
        /// Stored number of pairs once more.
        info: u32,
        /// Flag and value; the count is their number.
        pairs: Vec<[u32; 2]>,
    },
}

/// Reads the block; `r` ends where it ends.
pub fn read(r: &mut Reader<'_>, old: bool) -> Result<Settings> {
    if old || r.remaining() < 8 {
        return Ok(Settings::Opaque(r.take(r.remaining())?.to_vec()));
    }
    let hash = r.field("hash", Reader::u32)?;
    let item_count = r.field("item_count", Reader::u32)?;
    let mut items = Vec::new();
    r.field("items", |r| {
        while (items.len() as u64) < u64::from(item_count) && !r.is_empty() {
            let i = items.len();
            match r.attempt(|r| r.index(i, read_item)) {
                Ok(item) => items.push(item),
                Err(_) => break,
            }
        }
        Ok(())
    })?;
    let rest = r.field("rest", |r| r.take(r.remaining()).map(<[u8]>::to_vec))?;
    Ok(Settings::Items(Items { hash, item_count, items, rest }))
}

fn read_item(r: &mut Reader<'_>) -> Result<Item> {
    let kind = r.field("type", Reader::u32)?;
    let count = r.field("count", Reader::u32)?;
    let info = r.field("info", Reader::u32)?;
    match kind {
        0 => Ok(Item::Spare { info, words: r.field("words", |r| r.bulk(count as usize))? }),
        1 => read_pose(r, count, info),
        2 => {
            let flat: Vec<u32> = r.field("pairs", |r| r.bulk((count as usize).saturating_mul(2)))?;
            Ok(Item::Flags { info, pairs: flat.as_chunks::<2>().0.to_vec() })
        }
        _ => Err(r.error(&wire::codes::VALUE, format!("settings item of unknown type {kind}"))),
    }
}

/// XNALaraMesh stores the number of characters where bytes are meant: then the declared end does not lead to an item, or
/// is in the middle of a line.
fn read_pose(r: &mut Reader<'_>, count: u32, info: u32) -> Result<Item> {
    let declared = count as usize;
    let fits = |len: usize| {
        let mut probe = r.fork();
        let text = probe.take(len).ok()?;
        probe.take(len.checked_next_multiple_of(4)? - len).ok()?;
        let next = probe.rest().first_chunk::<4>().map(|w| u32::from_le_bytes(*w));
        let leads_on = next.map_or(probe.is_empty(), |kind| kind <= 2);
        let whole = pose_lines(text) == info && text.last().is_none_or(|b| *b == b'\n');
        Some((leads_on, whole))
    };
    let in_characters = characters_to_bytes(r.rest(), declared).filter(|len| *len != declared);
    let len = match (fits(declared), in_characters) {
        (Some((true, true)), _) | (_, None) => declared,
        (plain, Some(len)) if fits(len) > plain => len,
        _ => declared,
    };
    let text = Text(r.field("text", |r| r.take(len).map(<[u8]>::to_vec))?);
    let pad = len.next_multiple_of(4) - len;
    let padding = r.field("padding", |r| r.take(pad.min(r.remaining())).map(<[u8]>::to_vec))?;
    Ok(Item::Pose { count, info, text, padding })
}

/// How many bytes the first `n` characters take.
fn characters_to_bytes(bytes: &[u8], n: usize) -> Option<usize> {
    let mut starts = bytes.iter().enumerate().filter(|(_, b)| **b & 0xc0 != 0x80).map(|(i, _)| i);
    starts.nth(n).or_else(|| (n > 0).then_some(bytes.len()))
}

/// The flags that every program writes.
const USUAL: [[u32; 2]; 4] = [[2, 1], [3, 0], [4, 3], [5, 4]];

impl Settings {
    /// Writes the block as it was.
    pub fn write(&self, w: &mut Writer) {
        match self {
            Settings::Opaque(bytes) => w.bytes(bytes),
            Settings::Items(block) => {
                w.u32(block.hash);
                w.u32(block.item_count);
                for item in &block.items {
                    item.write(w);
                }
                w.bytes(&block.rest);
            }
        }
    }

    /// The block XNALaraMesh writes for an empty pose, which XPS is known to load: flags and spare space.
    pub fn standard(pose: Option<&[u8]>) -> Self {
        let text = Text(pose.unwrap_or_default().to_vec());
        let mut items = Items {
            hash: 180,
            item_count: 0,
            items: vec![
                Item::Pose { count: 0, info: 0, text, padding: Vec::new() },
                Item::Flags { info: 4, pairs: USUAL.to_vec() },
                Item::Spare { info: 0, words: vec![0; 256] },
            ],
            rest: Vec::new(),
        };
        items.recount();
        Settings::Items(items)
    }

    /// The text of the default pose, if there is one.
    pub fn pose(&self) -> Option<&Text> {
        self.items().iter().find_map(|i| match i {
            Item::Pose { text, .. } if !text.0.is_empty() => Some(text),
            _ => None,
        })
    }

    /// Stores a default pose; false where there is no place for one.
    pub fn set_pose(&mut self, pose: &[u8]) -> bool {
        if self.pose().is_some_and(|t| t.0 == pose) {
            return true;
        }
        let Settings::Items(block) = self else { return false };
        let new = Item::Pose { count: 0, info: 0, text: Text(pose.to_vec()), padding: Vec::new() };
        match block.items.iter_mut().find(|i| matches!(i, Item::Pose { .. })) {
            Some(item) => *item = new,
            None => block.items.insert(0, new),
        }
        block.recount();
        true
    }

    /// Sets a flag; false where there is no place for one.
    pub fn set_flag(&mut self, flag: u32, value: u32) -> bool {
        let Settings::Items(block) = self else { return false };
        if !block.items.iter().any(|i| matches!(i, Item::Flags { .. })) {
            let at = block.items.len().min(1);
            block.items.insert(at, Item::Flags { info: 4, pairs: USUAL.to_vec() });
        }
        for item in &mut block.items {
            if let Item::Flags { pairs, .. } = item {
                if let Some(pair) = pairs.iter_mut().find(|p| p[0] == flag) {
                    pair[1] = value;
                } else {
                    let at = pairs.iter().position(|p| p[0] > flag).unwrap_or(pairs.len());
                    pairs.insert(at, [flag, value]);
                }
                break;
            }
        }
        block.recount();
        true
    }

    /// The items, if the block could be walked.
    pub fn items(&self) -> &[Item] {
        match self {
            Settings::Items(block) => &block.items,
            Settings::Opaque(_) => &[],
        }
    }

    /// One of the items.
    pub fn item_mut(&mut self, i: usize) -> Option<&mut Item> {
        match self {
            Settings::Items(block) => block.items.get_mut(i),
            Settings::Opaque(_) => None,
        }
    }

    /// The value of a flag.
    pub fn flag(&self, flag: u32) -> Option<u32> {
        self.items().iter().find_map(|i| match i {
            Item::Flags { pairs, .. } => pairs.iter().find(|p| p[0] == flag).map(|p| p[1]),
            _ => None,
        })
    }
}

impl Items {
    /// Makes every stored count agree with the content.
    pub fn recount(&mut self) {
        let known = self.items.len() as u32;
        self.item_count = if self.rest.is_empty() { known } else { self.item_count.max(known) };
        self.items.iter_mut().for_each(Item::recount);
    }
}

/// Lines of a pose text: each has an end.
pub fn pose_lines(text: &[u8]) -> u32 {
    let lines = text.split(|b| *b == b'\n').count();
    (lines - usize::from(text.last().is_none_or(|b| *b == b'\n'))) as u32
}

impl Item {
    /// Makes its counts agree with its content.
    pub fn recount(&mut self) {
        match self {
            Item::Pose { count, info, text, padding } => {
                *count = text.0.len() as u32;
                *info = pose_lines(&text.0);
                let pad = text.0.len().next_multiple_of(4) - text.0.len();
                if padding.len() != pad {
                    *padding = vec![0; pad];
                }
            }
            Item::Flags { info, pairs } => *info = pairs.len() as u32,
            Item::Spare { .. } => {}
        }
    }

    fn write(&self, w: &mut Writer) {
        match self {
            Item::Spare { info, words } => {
                w.put_all(&[0, words.len() as u32, *info]);
                w.put_all(words);
            }
            Item::Pose { count, info, text, padding } => {
                w.put_all(&[1, *count, *info]);
                w.bytes(&text.0);
                w.bytes(padding);
            }
            Item::Flags { info, pairs } => {
                w.put_all(&[2, pairs.len() as u32, *info]);
                w.put_all(pairs);
            }
        }
    }
}
