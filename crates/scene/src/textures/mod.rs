//! Pictures: found, decoded, made ready for glTF, and written back.
//!
//! | file | holds |
//! |---|---|
//! | `alone.rs` | a picture file as another, without a model |
//! | `check.rs` | what loading would report, without the pixels |
//! | `find.rs` | where a name of the source leads |
//! | `decode.rs`, `dds.rs` | files to pixels |
//! | `budget.rs`, `gate.rs` | what pictures may cost, all of a model, all workers |
//! | `pixels.rs` | pixels, operations on them, PNG |
//! | `paint.rs` | a country's colours over masks |
//! | `lightmaps.rs` | lightmaps in the base colour, and out again |
//! | `pack.rs` | one picture of the channels of several |
//! | `export.rs`, `dds_write.rs`, `bc7.rs` | converting back: names and encoders |

mod alone;
mod bc7;
mod budget;
mod check;
mod compare;
mod dds;
mod dds_write;
mod decode;
mod export;
mod find;
mod gate;
mod lightmaps;
mod pack;
mod paint;
mod pixels;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_back;

pub use crate::pictures::{Problem, Search, mime};
pub use alone::{PICTURES, convert};
pub use check::check;
pub use compare::is_picture;
pub use export::{Originals, UNCHANGED, export, export_as, file_names, recognise};
pub use lightmaps::{bake as bake_lightmaps, unbake as unbake_lightmaps};
pub use paint::{paint, unpaint};

use crate::codes::{TEXTURE_EXTENSION, TEXTURE_MISSING};
use crate::parallel::prelude::*;
use crate::{PixelOps, Scene};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use budget::Budget;
pub use find::is_dds;
use find::{Found, Places};
use gate::Gate;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use wire::Sink;

/// Key of [`crate::Image::extras`]: the header of the DDS that a picture was, for writing another one like it.
const DDS: &str = "dds";

/// Pixels of an encoded picture (PNG, JPEG, DDS, TGA, BMP) as RGBA: width, height, bytes. For previews.
/// Nothing in a TGA says that it is one: its name must.
pub fn decode_rgba(bytes: &[u8], name: &str, limit: u64) -> Result<(u32, u32, Vec<u8>), Problem> {
    with_rgba(bytes, name, limit, |width, height, rgba| (width, height, rgba))
}

/// Does something with the pixels of an encoded picture while all workers together decode no more than the limit. What
/// is done must not wait for other threads.
pub fn with_rgba<T>(
    bytes: &[u8],
    name: &str,
    limit: u64,
    work: impl FnOnce(u32, u32, Vec<u8>) -> T,
) -> Result<T, Problem> {
    let need = decode::size(bytes, name, limit)?;
    let _pass = gate::enter_everywhere(need.saturating_mul(2), limit);
    let pixels = decode::decode(bytes, name, limit)?;
    Ok(work(pixels.width, pixels.height, pixels.into_rgba()))
}

/// Whether two encoded pictures decode to the same pixels.
pub fn same_pixels(a: &[u8], b: &[u8], name: &str, limit: u64) -> bool {
    let (Ok(x), Ok(y)) = (decode::size(a, name, limit), decode::size(b, name, limit)) else { return false };
    let _pass = gate::enter_everywhere(x.saturating_add(y).saturating_mul(2), limit);
    let rgba =
        |bytes: &[u8]| decode::decode(bytes, name, limit).map(|p| (p.width, p.height, p.into_rgba())).ok();
    rgba(a).is_some_and(|a| rgba(b) == Some(a))
}

/// Width and height of an encoded picture, from its header alone.
pub fn dimensions(bytes: &[u8], name: &str) -> Result<(u32, u32), String> {
    decode::dimensions(bytes, name)
}

/// Leaves out the data of every picture that is there, and does not decode or asks for more than the limit: nothing
/// that was made from the scene then holds a damaged picture.
pub fn verify(images: &mut [crate::Image], limit: u64, mut report: impl FnMut(usize, &Problem)) {
    let check = |image: &crate::Image| image.data.as_deref().map(|data| checked(data, limit, None));
    let mut budget = Budget::new(limit);
    let first: Vec<Option<Result<Checked, Problem>>> = images.par_iter().map(check).collect();
    for (i, (image, first)) in images.iter_mut().zip(first).enumerate() {
        let done = match (first, image.data.as_deref()) {
            (Some(Ok(Checked::Excess)), Some(data)) => checked(data, limit, Some(&mut budget)),
            (Some(done), _) => done,
            (None, _) => continue,
        };
        match done {
            Ok(Checked::Clean(clean)) => {
                image.data = Some(clean.data);
                clean.mime.clone_into(&mut image.mime);
            }
            Ok(_) => {}
            Err(problem) => {
                report(i, &problem);
                image.data = None;
            }
        }
    }
}

/// What was seen of a PNG or JPEG.
enum Checked {
    /// It stays as it is.
    Good,
    /// It stays, without chunks that glTF does not want, or encoded again.
    Clean(Encoded),
    /// It asks for more than its file explains, and nobody has counted it yet.
    Excess,
}

fn checked(bytes: &[u8], limit: u64, budget: Option<&mut Budget>) -> Result<Checked, Problem> {
    let need = decode::size(bytes, "", limit)?;
    match (Budget::excess(need, bytes.len()), budget) {
        (0, _) => {}
        (excess, Some(budget)) => budget.charge(excess)?,
        (_, None) => return Ok(Checked::Excess),
    }
    if mime(bytes) == Some("image/png") {
        decode::verify_png(bytes)?;
        let clean = pixels::strip_png(bytes).ok_or_else(|| "its chunks are broken".to_owned())?;
        return Ok(if clean == bytes {
            Checked::Good
        } else {
            Checked::Clean(Encoded::new(clean, "image/png"))
        });
    }
    let _pass = gate::enter_everywhere(need, limit);
    let pixels = decode::decode(bytes, "", limit)?;
    if pixels::plain_jpeg(bytes) {
        return Ok(Checked::Good);
    }
    Ok(Checked::Clean(Encoded::new(pixels.into_png()?, "image/png")))
}

/// A small PNG of one colour.
pub fn one_color(rgb: [u8; 3]) -> Vec<u8> {
    let data = std::iter::repeat_n(rgb, 16).flatten().collect();
    pixels::Pixels { width: 4, height: 4, channels: 3, data }.into_png().unwrap_or_default()
}

/// Fills [`crate::Image::found`] of every image that has no data yet. A picture that is not there is a finding.
pub fn locate(scene: &mut Scene, search: &Search<'_>, sink: &mut Sink) {
    find_all(scene, search, sink);
}

/// A file name without folder and ending, in small letters.
fn bare(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file).to_lowercase();
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    stem.to_owned()
}

fn find_all(scene: &mut Scene, search: &Search<'_>, sink: &mut Sink) -> Vec<Option<Found>> {
    let mut places = Places::new(search);
    let mut out = Vec::with_capacity(scene.images.len());
    let mut missing = HashSet::new();
    // A GLB may hold a picture once and name it again where glTF has no place for it.
    let held: HashSet<String> =
        scene.images.iter().filter(|i| i.data.is_some()).map(|i| bare(&i.file)).collect();
    for (i, image) in scene.images.iter_mut().enumerate() {
        if image.data.is_some() || image.file.trim().is_empty() || !image.channels.is_empty() {
            out.push(None);
            continue;
        }
        let path = format!("images[{i}]");
        let found = places.find(&image.file);
        match &found {
            Some(f) => {
                image.found = Some(places.display(f));
                if f.other_extension {
                    let message = format!("{:?} is not there, {:?} is taken for it", image.file, f.path);
                    sink.push(&TEXTURE_EXTENSION, path, message);
                }
            }
            // Several uses of a picture are one picture.
            None if !held.contains(&bare(&image.file)) && missing.insert(image.file.to_lowercase()) => {
                sink.push(&TEXTURE_MISSING, path, format!("texture {:?} was not found", image.file));
            }
            None => {}
        }
        out.push(found);
    }
    out
}

/// Finds, decodes and encodes every picture, in parallel, with the same result whatever the number of threads.
///
/// At most two of the largest pictures are held decoded at a time. One that asks for more than the limit, alone or
/// together with the others, is left out with a finding before anything of it is decoded.
pub fn load(scene: &mut Scene, search: &Search<'_>, sink: &mut Sink) {
    let found = find_all(scene, search, sink);
    let mut jobs: Vec<(&Found, PixelOps)> = Vec::new();
    let mut known: HashMap<(&Found, PixelOps), usize> = HashMap::new();
    let mut job_of: Vec<Option<usize>> = Vec::with_capacity(found.len());
    let packed: HashSet<&str> =
        scene.images.iter().flat_map(|i| &i.channels).map(|c| c.file.as_str()).collect();
    for (image, found) in scene.images.iter().zip(&found) {
        // A file that is a channel of another picture is in there.
        let alone = found.as_ref().filter(|_| !packed.contains(image.file.as_str()));
        job_of.push(alone.map(|f| {
            *known.entry((f, image.ops)).or_insert_with(|| {
                jobs.push((f, image.ops));
                jobs.len() - 1
            })
        }));
    }
    let places = Places::new(search);
    let gate = Gate::default();
    let first: Vec<Result<Attempt, Problem>> =
        jobs.par_iter().map(|(found, ops)| one(&places, found, *ops, search.limit, &gate, false)).collect();
    // What asks for more than its file explains is counted, in order, so that the same pictures always fit.
    let mut budget = Budget::new(search.limit);
    let made: Vec<Result<Encoded, Problem>> = first
        .into_iter()
        .zip(&jobs)
        .map(|(made, (found, ops))| match made? {
            Attempt::Done(encoded) => Ok(encoded),
            Attempt::Excess(excess) => {
                budget.charge(excess)?;
                match one(&places, found, *ops, search.limit, &gate, true)? {
                    Attempt::Done(encoded) => Ok(encoded),
                    Attempt::Excess(_) => Err(Problem::Broken("it changed while it was read".into())),
                }
            }
        })
        .collect();
    for (i, (image, job)) in scene.images.iter_mut().zip(job_of).enumerate() {
        match job.and_then(|j| made.get(j)) {
            None => {}
            Some(Ok(made)) => {
                image.data = Some(made.data.clone());
                made.mime.clone_into(&mut image.mime);
                if let Some(header) = &made.dds {
                    image.extras.insert(DDS.into(), header.clone().into());
                }
            }
            Some(Err(problem)) => {
                let message = format!("texture {:?}: {problem}", image.file);
                sink.push(problem.code(), format!("images[{i}]"), message);
            }
        }
    }
    pack::load(scene, search, &mut budget, sink);
}

/// The header of a DDS file, as base64.
fn dds_header(bytes: &[u8]) -> Option<String> {
    let header = dds::header(bytes).ok().filter(|_| bytes.starts_with(b"DDS "))?;
    Some(STANDARD.encode(bytes.get(..header.data())?))
}

/// A picture as glTF has it.
struct Encoded {
    data: Arc<[u8]>,
    mime: &'static str,
    /// The header of the DDS it was, as base64.
    dds: Option<String>,
}

impl Encoded {
    fn new(data: Vec<u8>, mime: &'static str) -> Self {
        Self { data: data.into(), mime, dds: None }
    }
}

enum Attempt {
    Done(Encoded),
    /// It asks for so much more than its file explains.
    Excess(u64),
}

fn one(
    places: &Places<'_>,
    found: &Found,
    ops: PixelOps,
    limit: u64,
    gate: &Gate,
    counted: bool,
) -> Result<Attempt, Problem> {
    let bytes = places.read(found, limit)?;
    let need = decode::size(&bytes, &found.path, limit)?;
    match Budget::excess(need, bytes.len()) {
        excess if excess > 0 && !counted => return Ok(Attempt::Excess(excess)),
        _ => {}
    }
    let plain = ops == PixelOps::default();
    if plain
        && mime(&bytes) == Some("image/png")
        && let Some(clean) = pixels::strip_png(&bytes)
    {
        decode::verify_png(&clean)?;
        return Ok(Attempt::Done(Encoded::new(clean, "image/png")));
    }
    let _pass = (gate.enter(need), gate::enter_everywhere(need, limit));
    let mut pixels = decode::decode(&bytes, &found.path, limit)?;
    if plain && mime(&bytes) == Some("image/jpeg") && pixels::plain_jpeg(&bytes) {
        return Ok(Attempt::Done(Encoded::new(bytes, "image/jpeg")));
    }
    let dds = dds_header(&bytes);
    drop(bytes);
    pixels.apply(ops);
    let png = pixels.into_png()?;
    Ok(Attempt::Done(Encoded { dds, ..Encoded::new(png, "image/png") }))
}
