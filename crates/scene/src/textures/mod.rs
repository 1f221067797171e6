//! Pictures: found, decoded, made ready for glTF, and written back.
//!
//! | file | holds |
//! |---|---|
//! | `find.rs` | where a name of the source leads |
//! | `decode.rs`, `dds.rs` | files to pixels |
//! | `pixels.rs` | pixels, operations on them, PNG |
//! | `export.rs`, `dds_write.rs` | converting back: names and encoders |

mod compare;
mod dds;
mod dds_write;
mod decode;
mod export;
mod find;
mod gate;
mod pixels;
#[cfg(test)]
mod tests;

pub use compare::is_picture;
pub use export::{Originals, export, export_as, file_names, recognise};
pub use find::Search;

use crate::codes::{TEXTURE_EXTENSION, TEXTURE_MISSING, TEXTURE_UNREADABLE};
use crate::parallel::prelude::*;
use crate::{PixelOps, Scene};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use find::{Found, Places};
use gate::Gate;
use std::collections::HashMap;
use std::sync::Arc;
use wire::Sink;

/// Key of [`crate::Image::extras`]: the header of the DDS that a picture was, for writing another one like it.
const DDS: &str = "dds";

/// The MIME type of encoded bytes that glTF can hold, by their content.
pub fn mime(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(pixels::PNG_MAGIC) {
        Some("image/png")
    } else if bytes.starts_with(b"\xff\xd8\xff") {
        Some("image/jpeg")
    } else {
        None
    }
}

/// Pixels of an encoded picture (PNG, JPEG, DDS, TGA, BMP) as RGBA: width, height, bytes. For previews.
/// Nothing in a TGA says that it is one: its name must.
pub fn decode_rgba(bytes: &[u8], name: &str, limit: u64) -> Result<(u32, u32, Vec<u8>), String> {
    let pixels = decode::decode(bytes, name, limit)?;
    Ok((pixels.width, pixels.height, pixels.into_rgba()))
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

fn find_all(scene: &mut Scene, search: &Search<'_>, sink: &mut Sink) -> Vec<Option<Found>> {
    let mut places = Places::new(search);
    let mut out = Vec::with_capacity(scene.images.len());
    for (i, image) in scene.images.iter_mut().enumerate() {
        if image.data.is_some() || image.file.trim().is_empty() {
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
            None => sink.push(&TEXTURE_MISSING, path, format!("texture {:?} was not found", image.file)),
        }
        out.push(found);
    }
    out
}

/// Finds, decodes and encodes every picture, in parallel, with the same result whatever the number of threads.
///
/// At most two of the largest pictures are held decoded at a time.
pub fn load(scene: &mut Scene, search: &Search<'_>, sink: &mut Sink) {
    let found = find_all(scene, search, sink);
    let mut jobs: Vec<(&Found, PixelOps)> = Vec::new();
    let mut known: HashMap<(&Found, PixelOps), usize> = HashMap::new();
    let mut job_of: Vec<Option<usize>> = Vec::with_capacity(found.len());
    for (image, found) in scene.images.iter().zip(&found) {
        job_of.push(found.as_ref().map(|f| {
            *known.entry((f, image.ops)).or_insert_with(|| {
                jobs.push((f, image.ops));
                jobs.len() - 1
            })
        }));
    }
    let places = Places::new(search);
    let gate = Gate::default();
    let made: Vec<Result<Encoded, String>> =
        jobs.par_iter().map(|(found, ops)| one(&places, found, *ops, search.limit, &gate)).collect();
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
            Some(Err(why)) => {
                let message = format!("texture {:?}: {why}", image.file);
                sink.push(&TEXTURE_UNREADABLE, format!("images[{i}]"), message);
            }
        }
    }
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

fn one(
    places: &Places<'_>,
    found: &Found,
    ops: PixelOps,
    limit: u64,
    gate: &Gate,
) -> Result<Encoded, String> {
    let bytes = places.read(found, limit)?;
    if ops == PixelOps::default() {
        match mime(&bytes) {
            Some("image/png") => {
                if let Some(clean) = pixels::strip_png(&bytes) {
                    return Ok(Encoded::new(clean, "image/png"));
                }
            }
            Some(mime) if pixels::plain_jpeg(&bytes) => return Ok(Encoded::new(bytes, mime)),
            _ => {}
        }
    }
    let _pass = gate.enter(decode::size(&bytes, &found.path, limit)?);
    let mut pixels = decode::decode(&bytes, &found.path, limit)?;
    let header = dds::header(&bytes).ok().filter(|_| bytes.starts_with(b"DDS "));
    let dds = header.and_then(|h| Some(STANDARD.encode(bytes.get(..h.data())?)));
    drop(bytes);
    pixels.apply(ops);
    pixels.into_png().map(|png| Encoded { dds, ..Encoded::new(png, "image/png") })
}
