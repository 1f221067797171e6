//! From bytes to a scene file. Classic files do not say how many bones an item has: without the models, the numbers that
//! make everything after them fit are searched for.

use super::types::{
    Accessory, Body, BonePose, Camera, Contents, Generation, Item, Light, SceneFile, Sky, Surroundings,
    Window,
};
use crate::xnalara::net::{NetString, Prefix};
use std::collections::HashSet;
use wire::{Error, Reader, Result, codes};

type Version = (u16, u16);

/// Reads a scene. `bones`: how many bones each item has, where that is known.
pub fn read(r: &mut Reader<'_>, bones: Option<&[usize]>) -> Result<SceneFile> {
    let major = r.field("major", Reader::u16)?;
    let minor = r.field("minor", Reader::u16)?;
    if major != 1 || minor > 99 {
        let message = format!("version {major}.{minor}; 1.0 to 1.99 make sense");
        return Err(r.error(&codes::VALUE, message).in_field("major"));
    }
    let version = (major, minor);
    let classic = |r: &mut Reader<'_>| {
        let counts = match bones {
            Some(counts) => Some(counts.to_vec()),
            None => search(r, version),
        };
        let counts = counts.ok_or_else(|| unresolved(r))?;
        r.attempt(|r| contents(r, version, Generation::Classic, &counts))
    };
    let xps = |r: &mut Reader<'_>| r.attempt(|r| contents(r, version, Generation::Xps, &[]));
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

fn contents(r: &mut Reader<'_>, v: Version, generation: Generation, counts: &[usize]) -> Result<Contents> {
    let items = r.field("items", |r| {
        let n = r.field("count", |r| r.count_u32(20))?;
        r.list_with(n, 20, |r, i| item(r, v, generation, counts.get(i).copied().unwrap_or(0)))
    })?;
    let camera = r.field("camera", camera)?;
    let xps = generation == Generation::Xps;
    let before_lights = if xps { vec![r.field("before_lights", Reader::f32)?] } else { Vec::new() };
    let lights = r.field("lights", |r| {
        let n = if v >= (1, 10) {
            3
        } else if v >= (1, 4) {
            2
        } else {
            1
        };
        r.list_with(n, 19, |r, i| light(r, v, xps && i > 0 && v >= (1, 30)))
    })?;
    let surroundings = r.attempt(|r| r.field("surroundings", |r| surroundings(r, v, xps))).ok();
    let rest = r.field("rest", |r| r.take(r.remaining()).map(<[u8]>::to_vec))?;
    Ok(Contents { generation, items, camera, before_lights, lights, surroundings, rest })
}

fn string(r: &mut Reader<'_>, name: &'static str) -> Result<NetString> {
    r.field(name, |r| NetString::read(r, Prefix::SevenBit))
}

fn floats(r: &mut Reader<'_>, n: usize) -> Result<Vec<f32>> {
    r.bulk(n)
}

fn item(r: &mut Reader<'_>, v: Version, generation: Generation, count: usize) -> Result<Item> {
    let kind = string(r, "kind")?;
    let directory = if v >= (1, 5) { Some(string(r, "directory")?) } else { None };
    let visible = r.field("visible", Reader::u8)?;
    let scale = r.field("scale", |r| floats(r, if v >= (1, 8) { 3 } else { 1 }))?;
    let xps = generation == Generation::Xps;
    let bones = r.field("bones", |r| {
        let n = if xps { r.field("count", |r| r.count_u32(37))? } else { count };
        let values = if xps { 9 } else { classic_values(v) };
        r.list_with(n, 4 * values, |r, _| {
            let name = if xps { Some(string(r, "name")?) } else { None };
            Ok(BonePose { name, values: r.field("values", |r| floats(r, values))? })
        })
    })?;
    let position = r.field("position", Reader::get)?;
    let accessories = r.field("accessories", |r| {
        let n = r.field("count", |r| r.count_u32(2))?;
        accessory_list(r, n)
    })?;
    let more_accessories = if xps {
        r.field("more_accessories", |r| {
            let n = r.field("count", Reader::u16)?;
            accessory_list(r, usize::from(n))
        })?
    } else {
        Vec::new()
    };
    let glow = if v >= (1, 11) { r.field("glow", |r| floats(r, 6))? } else { Vec::new() };
    Ok(Item { kind, directory, visible, scale, bones, position, accessories, more_accessories, glow })
}

fn classic_values(v: Version) -> usize {
    if v >= (1, 3) { 6 } else { 3 }
}

fn accessory_list(r: &mut Reader<'_>, n: usize) -> Result<Vec<Accessory>> {
    r.list_with(n, 2, |r, _| {
        Ok(Accessory { name: string(r, "name")?, visible: r.field("visible", Reader::u8)? })
    })
}

fn camera(r: &mut Reader<'_>) -> Result<Camera> {
    Ok(Camera {
        fov: r.field("fov", Reader::f32)?,
        target: r.field("target", Reader::get)?,
        distance: r.field("distance", Reader::f32)?,
        horizontal: r.field("horizontal", Reader::f32)?,
        vertical: r.field("vertical", Reader::f32)?,
    })
}

fn light(r: &mut Reader<'_>, v: Version, extra: bool) -> Result<Light> {
    Ok(Light {
        unknown_before: if extra { Some(r.field("unknown_before", Reader::u8)?) } else { None },
        direction: r.field("direction", Reader::get)?,
        intensity: if v >= (1, 2) { Some(r.field("intensity", Reader::f32)?) } else { None },
        color: r.field("color", Reader::get)?,
        shadow_depth: r.field("shadow_depth", Reader::f32)?,
    })
}

fn surroundings(r: &mut Reader<'_>, v: Version, xps: bool) -> Result<Surroundings> {
    let late = xps && v > (1, 21);
    Ok(Surroundings {
        use_post_processing: if late { Some(r.field("use_post_processing", Reader::u8)?) } else { None },
        post_processing: if v >= (1, 9) { r.field("post_processing", |r| floats(r, 4))? } else { Vec::new() },
        unknown_after_post: r.field("unknown_after_post", |r| {
            r.take(if late { 5 } else { usize::from(xps) }).map(<[u8]>::to_vec)
        })?,
        ground_visible: r.field("ground_visible", Reader::u8)?,
        ground_texture: readable(r, "ground_texture")?,
        background_color: if v >= (1, 1) { Some(r.field("background_color", Reader::get)?) } else { None },
        background_image: readable(r, "background_image")?,
        background_more: if late {
            vec![readable(r, "background_scaling")?, readable(r, "hud_texture")?]
        } else {
            Vec::new()
        },
        sky: if v >= (1, 6) { Some(r.field("sky", sky)?) } else { None },
        window: if v >= (1, 7) { Some(r.field("window", window)?) } else { None },
    })
}

/// A string that looks like one: a wrong place shows here first.
fn readable(r: &mut Reader<'_>, name: &'static str) -> Result<NetString> {
    let s = string(r, name)?;
    if s.text.0.iter().any(|b| *b < 0x20) {
        return Err(r.error(&codes::VALUE, "control characters in a file name").in_field(name));
    }
    Ok(s)
}

fn sky(r: &mut Reader<'_>) -> Result<Sky> {
    Ok(Sky {
        visible: r.field("visible", Reader::u8)?,
        texture: readable(r, "texture")?,
        values: r.field("values", Reader::get)?,
    })
}

fn window(r: &mut Reader<'_>) -> Result<Window> {
    Ok(Window { fixed: r.field("fixed", Reader::u8)?, size: r.field("size", Reader::get)? })
}

/// Type and directory of the item after those whose numbers of bones are given; `None` after the last.
pub fn next_item(r: &mut Reader<'_>, counts: &[usize]) -> Result<Option<Item>> {
    let v = (r.u16()?, r.u16()?);
    let n = r.count_u32(20)?;
    for count in counts {
        item(r, v, Generation::Classic, *count)?;
    }
    if counts.len() >= n {
        return Ok(None);
    }
    // Without bones what follows is nonsense, but the head is right: all the rest has a fixed size or fails.
    let kind = string(r, "kind")?;
    let directory = if v >= (1, 5) { Some(string(r, "directory")?) } else { None };
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
fn search(r: &Reader<'_>, v: Version) -> Option<Vec<usize>> {
    let mut r = r.fork();
    let n = r.count_u32(20).ok()?;
    let mut state = Search { version: v, items: n, failed: HashSet::new(), left: BUDGET };
    let mut counts = state.from(&r, 0)?;
    counts.reverse();
    Some(counts)
}

struct Search {
    version: Version,
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
        let size = 4 * classic_values(self.version);
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
        if self.version >= (1, 5) {
            let directory = NetString::skim(r, Prefix::SevenBit).ok()?;
            directory.iter().all(|b| *b >= 0x20).then_some(())?;
        }
        (r.u8().ok()? <= 1).then_some(())?;
        let scale = r.bulk::<f32>(if self.version >= (1, 8) { 3 } else { 1 }).ok()?;
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
        if self.version >= (1, 11) {
            finite(r.bulk(6).ok()?)?;
        }
        Some(())
    }

    fn ends_well(&self, mut r: Reader<'_>) -> bool {
        let v = self.version;
        let plausible = |c: &Camera| c.fov.is_finite() && c.distance.is_finite() && c.fov.abs() < 1e3;
        let camera = camera(&mut r).is_ok_and(|c| plausible(&c));
        let n = if v >= (1, 10) {
            3
        } else if v >= (1, 4) {
            2
        } else {
            1
        };
        let lights =
            (0..n).all(|_| light(&mut r, v, false).is_ok_and(|l| l.direction.iter().all(|d| d.is_finite())));
        let rest = surroundings(&mut r, v, false);
        let flags = rest
            .as_ref()
            .is_ok_and(|s| s.ground_visible <= 1 && s.sky.as_ref().is_none_or(|s| s.visible <= 1));
        camera && lights && flags && r.is_empty()
    }
}
