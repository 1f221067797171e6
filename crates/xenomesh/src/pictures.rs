//! Pictures that go with a game format. They are the artist's: one that did not change is not written again, and none
//! replaces another.

use formats::{Format, Kind, WriteOptions};
use scene::textures::{self, Originals};
use scene::{Scene, codes::PICTURE_KEPT};
use std::collections::HashMap;
use std::path::Path;
use wire::Sink;

/// Names the pictures in `options` and returns those that are to be written. `folder`: where they will be, if on a disk.
pub(crate) fn plan(
    scene: &Scene,
    format: &Format,
    options: &mut WriteOptions,
    originals: &mut Originals<'_>,
    folder: Option<&Path>,
    limit: u64,
    sink: &mut Sink,
) -> Vec<(String, Vec<u8>)> {
    let spelled = (format.picture_names)(scene, options);
    options.texture_files.clone_from(&spelled);
    if format.kind == Kind::Motion {
        return Vec::new();
    }
    let mut there = Vec::new();
    // Blocks of a DDS lose a little: a file that an earlier conversion wrote is known by its bytes. Made only if needed.
    let mut made: Option<HashMap<String, Vec<u8>>> = None;
    let plain = |image: &scene::Image| image.data.is_some() && image.channels.is_empty();
    for (i, image) in scene.images.iter().enumerate().filter(|(_, i)| plain(i)) {
        let (Some(folder), Some(name)) = (folder, options.texture_files.get(i).cloned()) else { continue };
        let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, "png"));
        let spelling = |n: u32| if n == 1 { name.clone() } else { format!("{stem}-{n}.{ending}") };
        for n in 1..1000 {
            let free = spelling(n);
            let old = match scene::disk::read(&folder.join(&free)) {
                Ok(old) => old,
                Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                    rename(options, &name, &free, sink);
                    break;
                }
                // Something is there that is no picture of ours: a folder, a pipe, a file of somebody else.
                Err(_) => continue,
            };
            let mut is_ours = || {
                let all = made.get_or_insert_with(|| {
                    textures::export_as(scene, &spelled, originals, &mut Sink::new()).into_iter().collect()
                });
                all.get(&name) == Some(&old)
            };
            if textures::is_picture(image, &old, &free, limit) || is_ours() {
                rename(options, &name, &free, &mut Sink::new());
                there.push(free);
                break;
            }
        }
    }
    let mut files = textures::export_as(scene, &options.texture_files, originals, sink);
    files.retain(|(name, _)| !there.contains(name));
    files
}

fn rename(options: &mut WriteOptions, from: &str, to: &str, sink: &mut Sink) {
    if from == to {
        return;
    }
    for file in options.texture_files.iter_mut().filter(|f| *f == from) {
        to.clone_into(file);
    }
    let message = format!("{from:?} is there and is another picture; the new one is written as {to:?}");
    sink.push(&PICTURE_KEPT, from, message);
}
