//! Small files that cost the program of the first days gigabytes, minutes or its life, against the real binary within fixed
//! memory and processor time. (`XENOMESH_PROGRAM` names another program to try: each of these fails on that of 7790d78.)
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod common;

use common::{Dir, binary, both, code, finished};
use std::f32::consts::TAU;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Runs the program with 4 GB of addresses and a minute of the processor, sanitizers and threads included.
fn within(d: &Dir, args: &[&str]) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -v 4000000; ulimit -t 60; exec \"$0\" \"$@\""]).arg(binary());
    finished(shell.args(args).current_dir(&d.0))
}

/// A PNG of one bit a pixel: black, and small however large it is.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut deflate = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    let row = vec![0_u8; 1 + (width as usize).div_ceil(8)];
    (0..height).for_each(|_| deflate.write_all(&row).unwrap());
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
    for (name, data) in [
        (b"IHDR", [&size[..], &[1, 0, 0, 0, 0]].concat()),
        (b"IDAT", deflate.finish().unwrap()),
        (b"IEND", Vec::new()),
    ] {
        let chunk = [&name[..], &data].concat();
        let mut crc = flate2::Crc::new();
        crc.update(&chunk);
        out.extend((data.len() as u32).to_be_bytes());
        out.extend(chunk);
        out.extend(crc.sum().to_be_bytes());
    }
    out
}

/// A GLB of triangles that share no corner, with a material for each picture, in the slot `base` or `normal`.
fn glb(triangles: &[[[f32; 2]; 3]], slot: &str, pictures: &[Vec<u8>]) -> Vec<u8> {
    let corners: Vec<[f32; 2]> = triangles.iter().flatten().copied().collect();
    let n = corners.len();
    let positions = corners.iter().flat_map(|[x, y]| [*x, *y, 0.0]);
    let normals = corners.iter().flat_map(|_| [0.0, 0.0, 1.0]);
    let uvs = corners.iter().flatten().copied();
    let mut bin: Vec<u8> = positions.chain(normals).chain(uvs).flat_map(f32::to_le_bytes).collect();
    let mut views = vec![
        format!(r#"{{"buffer":0,"byteLength":{}}}"#, n * 12),
        format!(r#"{{"buffer":0,"byteOffset":{},"byteLength":{}}}"#, n * 12, n * 12),
        format!(r#"{{"buffer":0,"byteOffset":{},"byteLength":{}}}"#, n * 24, n * 8),
    ];
    for picture in pictures {
        views.push(format!(r#"{{"buffer":0,"byteOffset":{},"byteLength":{}}}"#, bin.len(), picture.len()));
        bin.extend(picture);
        bin.resize(bin.len().next_multiple_of(4), 0);
    }
    let each = |text: &dyn Fn(usize) -> String| (0..pictures.len()).map(text).collect::<Vec<_>>().join(",");
    let material = |i: usize| match slot {
        "normal" => format!(r#"{{"normalTexture":{{"index":{i}}}}}"#),
        _ => format!(r#"{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":{i}}}}}}}"#),
    };
    let mut json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
        "buffers":[{{"byteLength":{}}}],"bufferViews":[{}],"accessors":[
        {{"bufferView":0,"componentType":5126,"count":{n},"type":"VEC3","min":[-2,-2,0],"max":[2,2,0]}},
        {{"bufferView":1,"componentType":5126,"count":{n},"type":"VEC3"}},
        {{"bufferView":2,"componentType":5126,"count":{n},"type":"VEC2"}}],
        "meshes":[{{"primitives":[{}]}}],"materials":[{}],"textures":[{}],"images":[{}]}}"#,
        bin.len(),
        views.join(","),
        each(&|i| format!(r#"{{"attributes":{{"POSITION":0,"NORMAL":1,"TEXCOORD_0":2}},"material":{i}}}"#)),
        each(&material),
        each(&|i| format!(r#"{{"source":{i}}}"#)),
        each(&|i| format!(r#"{{"bufferView":{},"mimeType":"image/png"}}"#, i + 3)),
    )
    .into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let part = |kind: &[u8; 4], data: &[u8]| [&(data.len() as u32).to_le_bytes(), &kind[..], data].concat();
    let parts = [part(b"JSON", &json), part(b"BIN\0", &bin)].concat();
    [&b"glTF\x02\0\0\0"[..], &(parts.len() as u32 + 12).to_le_bytes(), &parts].concat()
}

#[test]
fn pictures_far_larger_than_their_files() {
    let d = Dir::new("pictures");
    let triangle = [[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]];
    d.file("one.glb", glb(&triangle, "normal", &[png(40_000, 40_000)]));
    let eight: Vec<Vec<u8>> = (0..8).map(|i| png(16_000, 16_000 + i)).collect();
    d.file("eight.glb", glb(&triangle, "base", &eight));
    for args in [
        &["convert", "one.glb", "-o", "one.xps"][..],
        &["convert", "eight.glb", "-o", "eight.xps"],
        &["thumb", "eight.glb", "-o", "pictures", "--size", "32"],
    ] {
        let out = within(&d, args);
        assert_eq!(code(&out), 0, "{args:?}: {}", both(&out));
    }
}

/// Tangents of forty thousand triangles around one corner; a component of twenty-four thousand parts in a ring.
#[test]
fn fans_and_rings() {
    let d = Dir::new("fans");
    let n = 40_000_u16;
    let at = |i: u16| {
        let angle = f32::from(i) / f32::from(n) * TAU;
        [angle.cos(), angle.sin()]
    };
    let fan: Vec<[[f32; 2]; 3]> = (0..n).map(|i| [[0.0, 0.0], at(i), at(i + 1)]).collect();
    d.file("fan.glb", glb(&fan, "normal", &[png(1, 1)]));
    let n = 24_000;
    let one = |i: u32| {
        let next = (i + 1) % n;
        format!(
            "<connection name=\"c{i}\" parent=\"p{next}\" tags=\"part\"><parts><part name=\"p{i}\"/></parts></connection>"
        )
    };
    let ring: String = (0..n).map(one).collect();
    d.file(
        "ring.xml",
        format!(
            "<components><component name=\"x\" class=\"ship_s\"><connections>{ring}</connections></component></components>"
        ),
    );
    for args in [&["convert", "fan.glb", "-o", "again.glb"][..], &["inspect", "ring.xml"]] {
        let out = within(&d, args);
        assert_eq!(code(&out), 0, "{args:?}: {}", both(&out));
    }
}

/// What the fixtures of these codes become passes `validate`, or is not written.
#[test]
fn what_is_written_from_broken_files_passes_validate() {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/codes");
    let mut written = 0;
    for (file, to) in [
        ("XNA_NAME_ENCODING.mesh", "xps"),
        ("XNA_NAME_ENCODING.mesh", "pose"),
        ("XNA_NOT_FINITE.mesh", "xac"),
        ("BSG_TYPE.bsg", "bsg"),
        ("BSG_LAYER.bsg", "bsg"),
        ("ANARK_NOT_FINITE.bgf", "bgf"),
        ("EMFX_BROKEN_CHUNK.xac", "xac"),
        ("ANI_KEY_TIME.ani", "ani"),
    ] {
        let d = Dir::new("strict");
        std::fs::create_dir(d.0.join("out")).unwrap();
        let input = data.join(file);
        within(&d, &["convert", input.to_str().unwrap(), "--to", to, "-o", "out"]);
        if d.names("out").is_empty() {
            continue;
        }
        written += 1;
        // The program that is built checks, whichever one wrote.
        let mut check = Command::new(env!("CARGO_BIN_EXE_xenomesh"));
        let said = both(&finished(check.args(["validate", "out"]).current_dir(&d.0)));
        let codes = said.lines().filter_map(|l| {
            let (word, rest) = l.trim_start().split_once('[')?;
            let id = rest.split(']').next().filter(|_| matches!(word, "error" | "warning"))?;
            (!formats::ABOUT_OTHERS.contains(&id) && id != "TEXTURE_MISSING").then_some(id)
        });
        assert_eq!(codes.collect::<Vec<_>>(), Vec::<&str>::new(), "{file} to {to}: {said}");
    }
    assert!(written > 2, "{written} were written");
}

/// The Khronos validator decodes pictures: one that breaks off is left out, not passed through.
#[test]
fn damaged_pictures_are_left_out() {
    let d = Dir::new("damaged");
    let whole = png(64, 64);
    let cut = whole[..whole.len() - 20].to_vec();
    let triangle = [[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]];
    for (name, picture, kept) in [("whole", &whole, true), ("cut", &cut, false)] {
        d.file(&format!("{name}.glb"), glb(&triangle, "base", std::slice::from_ref(picture)));
        let out = within(&d, &["convert", &format!("{name}.glb"), "-o", &format!("{name}-again.glb")]);
        assert_eq!(code(&out), 0, "{}", both(&out));
        let made = std::fs::read(d.0.join(format!("{name}-again.glb"))).unwrap();
        assert_eq!(made.windows(8).any(|w| w == b"\x89PNG\r\n\x1a\n"), kept, "{name}: {}", both(&out));
    }
}
