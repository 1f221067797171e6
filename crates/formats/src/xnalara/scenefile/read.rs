//! From bytes to a scene file. Classic files do not say how many bones an item has: without the models, the numbers that
//! make everything after them fit are searched for.

use super::types::{
    Body, Camera, Contents, Generation, Item, Light, SceneFile, Surroundings, XPS, is_xps, minor, pose_values,
};
use crate::xnalara::net::{NetString, Prefix};
use std::collections::HashSet;
use wire::{Error, Reader, Result, codes};

/// Reads a scene. `bones`: how many bones each item has, where that is known.
pub fn read(r: &mut Reader<'_>, bones: Option<&[usize]>) -> Result<SceneFile> {
    let major = r.field("major", Reader::u16)?;
    let minor = r.field("minor", Reader::u16)?;
    if major != 1 || minor > 99 {
        let message = format!("version {major}.{minor}; 1.0 to 1.99 make sense");
        return Err(r.error(&codes::VALUE, message).in_field("major"));
    }
    let version = u32::from(minor);
    let classic = |r: &mut Reader<'_>| {
        let counts = match bones {
            Some(counts) => Some(counts.to_vec()),
            None => search(r, version),
        };
        let counts = counts.ok_or_else(|| unresolved(r))?;
        r.attempt(|r| contents(r, version, Generation::Classic, &counts))
    };
    let xps = |r: &mut Reader<'_>| r.attempt(|r| contents(r, version + XPS, Generation::Xps, &[]));
    let known = match minor {
        0..=11 => classic(r),
        12..=20 => xps(r).or_else(|_| classic(r)),
        _ => xps(r),
    };
    let body = match known {
        Ok(contents) => Body::Known(Box::new(contents)),
        // A classic scene may make sense once its models are there; anything else is damaged.
        Err(e) if minor >= 21 => return Err(e),
        Err(e) => {
            let items = r.fork().count_u32(20)?;
            if items == 0 {
                return Err(e);
            }
            Body::Unresolved(r.field("unresolved", |r| r.take(r.remaining()).map(<[u8]>::to_vec))?)
        }
    };
    Ok(SceneFile { major, minor, body })
}

fn unresolved(r: &Reader<'_>) -> Error {
    r.error(&codes::VALUE, "no number of bones makes the items fit")
}

fn contents(r: &mut Reader<'_>, v: u32, generation: Generation, counts: &[usize]) -> Result<Contents> {
    r.set_version(v);
    let items = r.field("items", |r| {
        let n = r.field("count", |r| r.count_u32(20))?;
        r.list_with(n, 20, |r, i| item(r, counts.get(i).copied().unwrap_or(0)))
    })?;
    let camera = r.field("camera", Reader::get)?;
    let before_lights = if is_xps(v) { vec![r.field("before_lights", Reader::f32)?] } else { Vec::new() };
    let lights = r.field("lights", |r| r.list_with(lights(v), 19, light))?;
    let surroundings = r.attempt(|r| r.field("surroundings", Reader::get)).ok();
    let rest = r.field("rest", |r| r.take(r.remaining()).map(<[u8]>::to_vec))?;
    Ok(Contents { generation, items, camera, before_lights, lights, surroundings, rest })
}

/// How many lights a version has.
fn lights(v: u32) -> usize {
    match minor(v) {
        10.. => 3,
        4.. => 2,
        _ => 1,
    }
}

/// Kind and directory.
fn item_head(r: &mut Reader<'_>) -> Result<(NetString, Option<NetString>)> {
    let kind = r.field("kind", Reader::get)?;
    let directory = if minor(r.version()) >= 5 { Some(r.field("directory", Reader::get)?) } else { None };
    Ok((kind, directory))
}

/// `count`: bones of a classic item.
fn item(r: &mut Reader<'_>, count: usize) -> Result<Item> {
    let v = r.version();
    let (kind, directory) = item_head(r)?;
    let visible = r.field("visible", Reader::u8)?;
    let scale = r.field("scale", |r| r.bulk(if minor(v) >= 8 { 3 } else { 1 }))?;
    let bones = r.field("bones", |r| {
        let n = if is_xps(v) { r.field("count", |r| r.count_u32(37))? } else { count };
        r.list_with(n, 4 * pose_values(v), |r, _| r.get())
    })?;
    let position = r.field("position", Reader::get)?;
    let accessories = r.field("accessories", Reader::get)?;
    let more_accessories = if is_xps(v) {
        r.field("more_accessories", |r| {
            let n = r.field("count", Reader::u16)?;
            r.list(usize::from(n))
        })?
    } else {
        Vec::new()
    };
    let glow = if minor(v) >= 11 { r.field("glow", |r| r.bulk(6))? } else { Vec::new() };
    Ok(Item { kind, directory, visible, scale, bones, position, accessories, more_accessories, glow })
}

fn light(r: &mut Reader<'_>, index: usize) -> Result<Light> {
    let v = r.version();
    let extra = is_xps(v) && index > 0 && minor(v) >= 30;
    Ok(Light {
        unknown_before: if extra { Some(r.field("unknown_before", Reader::u8)?) } else { None },
        direction: r.field("direction", Reader::get)?,
        intensity: if minor(v) >= 2 { Some(r.field("intensity", Reader::f32)?) } else { None },
        color: r.field("color", Reader::get)?,
        shadow_depth: r.field("shadow_depth", Reader::f32)?,
    })
}

/// Type and directory of the item after those whose numbers of bones are given; `None` after the last.
pub fn next_item(r: &mut Reader<'_>, counts: &[usize]) -> Result<Option<Item>> {
    r.u16()?;
    let minor = r.u16()?;
    r.set_version(minor.into());
    let n = r.count_u32(20)?;
    for count in counts {
        item(r, *count)?;
    }
    if counts.len() >= n {
        return Ok(None);
    }
    // Without bones what follows is nonsense, but the head is right: all the rest has a fixed size or fails.
    let (kind, directory) = item_head(r)?;
    Ok(Some(Item {
        kind,
        directory,
        visible: 1,
        scale: Vec::new(),
        bones: Vec::new(),
        position: [0.0; 3],
        accessories: Vec::new(),
        more_accessories: Vec::new(),
        glow: Vec::new(),
    }))
}

/// Steps the search may take: a real scene needs a few thousand.
const BUDGET: usize = 400_000;

/// The numbers of bones that make a classic scene fit.
fn search(r: &Reader<'_>, v: u32) -> Option<Vec<usize>> {
    let mut r = r.fork();
    r.set_version(v);
    let n = r.count_u32(20).ok()?;
    let mut state = Search { version: v, items: n, failed: HashSet::new(), left: BUDGET };
    let mut counts = state.from(&r, 0)?;
    counts.reverse();
    Some(counts)
}

struct Search {
    version: u32,
    items: usize,
    failed: HashSet<(usize, usize)>,
    left: usize,
}

impl Search {
    /// Counts of the items from `index` on, last first. Depth is the number of items, which is bounded below.
    fn from(&mut self, r: &Reader<'_>, index: usize) -> Option<Vec<usize>> {
        if index == self.items {
            return self.ends_well(r.fork()).then(Vec::new);
        }
        if index > 64 || !self.failed.insert((index, r.position())) {
            return None;
        }
        let mut r = r.fork();
        self.head(&mut r)?;
        let size = 4 * pose_values(self.version);
        for count in 0..=r.remaining() / size {
            self.left = self.left.checked_sub(1)?;
            let mut next = r.fork();
            if self.tail(&mut next).is_some()
                && let Some(mut counts) = self.from(&next, index + 1)
            {
                counts.push(count);
                return Some(counts);
            }
            let pose = r.bulk::<f32>(size / 4).ok()?;
            if pose.iter().any(|p| !p.is_finite() || p.abs() > 1e6) {
                return None;
            }
        }
        None
    }

    fn head(&self, r: &mut Reader<'_>) -> Option<()> {
        let kind = NetString::skim(r, Prefix::SevenBit).ok()?;
        if kind.is_empty() || kind.iter().any(|b| *b < 0x20) {
            return None;
        }
        if self.version >= 5 {
            let directory = NetString::skim(r, Prefix::SevenBit).ok()?;
            directory.iter().all(|b| *b >= 0x20).then_some(())?;
        }
        (r.u8().ok()? <= 1).then_some(())?;
        let scale = r.bulk::<f32>(if self.version >= 8 { 3 } else { 1 }).ok()?;
        scale.iter().all(|s| s.is_finite() && s.abs() < 1e6).then_some(())
    }

    fn tail(&self, r: &mut Reader<'_>) -> Option<()> {
        let finite = |v: Vec<f32>| v.iter().all(|f| f.is_finite() && f.abs() < 1e9).then_some(());
        finite(r.bulk(3).ok()?)?;
        let n = r.count_u32(2).ok()?;
        for _ in 0..n {
            let name = NetString::skim(r, Prefix::SevenBit).ok()?;
            (name.iter().all(|b| *b >= 0x20) && r.u8().ok()? <= 1).then_some(())?;
        }
        if self.version >= 11 {
            finite(r.bulk(6).ok()?)?;
        }
        Some(())
    }

    fn ends_well(&self, mut r: Reader<'_>) -> bool {
        let plausible = |c: Camera| c.fov.is_finite() && c.distance.is_finite() && c.fov.abs() < 1e3;
        let camera = r.get().is_ok_and(plausible);
        let lights = (0..lights(self.version))
            .all(|i| light(&mut r, i).is_ok_and(|l| l.direction.iter().all(|d| d.is_finite())));
        let flags = r.get().is_ok_and(|s: Surroundings| {
            s.ground_visible <= 1 && s.sky.as_ref().is_none_or(|s| s.visible <= 1)
        });
        camera && lights && flags && r.is_empty()
    }
}
