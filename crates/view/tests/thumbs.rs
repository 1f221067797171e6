//! The committed picture of every sample, pixel by pixel.

extern crate xenomesh_view as view;

use formats::Kind;
use scene::{Files, Folder};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use view::raster::Look;
use view::thumb::{Shot, still};
use xenomesh::{Recipe, Source};

fn walk(files: &Folder, folder: &str, out: &mut Vec<String>) {
    for entry in files.list(folder) {
        let path = if folder.is_empty() { entry.name } else { format!("{folder}/{}", entry.name) };
        if entry.folder { walk(files, &path, out) } else { out.push(path) }
    }
}

#[test]
fn every_sample_looks_as_it_did() {
    let root: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let files = Arc::new(Folder::new(&root));
    let mut all = Vec::new();
    walk(&files, "", &mut all);
    all.sort();
    let is_model =
        |p: &String| formats::identify(&files.read(p).unwrap(), p).is_ok_and(|f| f.kind == Kind::Model);
    let models: Vec<String> =
        all.iter().filter(|p| !p.ends_with(".png")).filter(|p| is_model(p)).cloned().collect();
    let mut committed: BTreeSet<String> = all.into_iter().filter(|p| p.starts_with("thumbs/")).collect();
    let relative: Vec<&str> = models.iter().map(String::as_str).collect();
    let loader = Recipe { textures: Some(Vec::new()), ..Recipe::default() };
    let shot = Shot { look: Look { size: [128; 2], ..Look::default() }, ..Shot::default() };
    let mut wrong = Vec::new();
    for (path, name) in models.iter().zip(xenomesh::names::outputs(&relative, "png")) {
        let source = Source { files: files.clone(), path: path.clone(), label: path.clone() };
        let Ok(scene) = loader.scene(&[source], &mut wire::Sink::new()) else { continue };
        let Some(picture) = still(&scene, &shot) else { continue };
        let thumb = format!("thumbs/{name}");
        if !committed.remove(&thumb) {
            wrong.push(format!("{path} has no picture"));
            continue;
        }
        let old = scene::textures::decode_rgba(&files.read(&thumb).unwrap(), "", 1 << 24).unwrap();
        assert_eq!((old.0, old.1), (128, 128), "{thumb}");
        let pairs = old.2.chunks_exact(4).zip(picture.rgba.chunks_exact(4));
        let differ = pairs.filter(|(a, b)| a != b).count();
        if differ > 0 {
            wrong.push(format!("{path}: {differ} pixels differ"));
        }
    }
    wrong.extend(committed.into_iter().map(|p| format!("{p} is of no sample")));
    assert!(wrong.is_empty(), "run `cargo xtask samples` and look at the pictures:\n{}", wrong.join("\n"));
}

/// The coat of the rider is the first colour, the saddle the second; everything else stays.
#[test]
fn a_countrys_colours_are_seen() {
    let root: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/paradox-game");
    let path = "gfx/anims/cavalry.xac".to_owned();
    let source = Source { files: Arc::new(Folder::new(&root)), path: path.clone(), label: path };
    let shot = Shot { look: Look { size: [128; 2], ..Look::default() }, ..Shot::default() };
    let seen = |colours: Vec<[u8; 3]>| {
        let loader = Recipe { textures: Some(Vec::new()), colours, ..Recipe::default() };
        let scene = loader.scene(std::slice::from_ref(&source), &mut wire::Sink::new()).unwrap();
        still(&scene, &shot).unwrap().rgba
    };
    type Pixel = [u8; 4];
    let count = |rgba: &[u8], fits: fn(i32, i32, i32) -> bool| {
        let shown = rgba.as_chunks::<4>().0.iter().filter(|p| p[3] > 0);
        shown.filter(|p: &&Pixel| fits(p[0].into(), p[1].into(), p[2].into())).count()
    };
    let (red, green) = (|r: i32, g: i32, b: i32| r > 3 * g.max(b), |r: i32, g: i32, b: i32| g > 3 * r.max(b));
    let plain = seen(Vec::new());
    assert_eq!((count(&plain, red), count(&plain, green)), (0, 0));
    let both = seen(vec![[255, 0, 0], [0, 255, 0]]);
    let (coat, saddle) = (count(&both, red), count(&both, green));
    assert!(coat > 200 && saddle > 40, "{coat} red, {saddle} green");
    // The brown of the horse stays pixel for pixel, but where coat and saddle touch it.
    let pairs = plain.as_chunks::<4>().0.iter().zip(both.as_chunks::<4>().0);
    let brown: Vec<bool> = pairs
        .filter(|(p, _)| {
            p[3] > 0 && i32::from(p[0]) > i32::from(p[1]) + 20 && i32::from(p[1]) > i32::from(p[2]) + 8
        })
        .map(|(p, q)| p == q)
        .collect();
    let same = brown.iter().filter(|same| **same).count();
    assert!(
        brown.len() > 1000 && same * 10 > brown.len() * 9,
        "no mask, no colour: {same} of {}",
        brown.len()
    );
    let one = seen(vec![[255, 0, 0]]);
    assert!(count(&one, red) > 200 && count(&one, green) == 0, "the second stays as it is");
}
