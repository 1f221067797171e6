//! What fuzzing starts from: the project's own small files, never a game's.

use crate::targets::{FAMILIES, Job, Step};
use crate::{Random, Target, mutate};
use image::{DynamicImage, ImageFormat};
use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Larger files are too slow to start from.
const SMALL: u64 = 4 << 10;

/// The folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files below a folder, sorted; none if there is no such folder.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { out.push(path) }
        }
    }
    out.sort();
    out
}

/// Small files of this project, by format.
static SAMPLES: LazyLock<BTreeMap<&'static str, Vec<Vec<u8>>>> = LazyLock::new(|| {
    let mut out: BTreeMap<&str, Vec<Vec<u8>>> = BTreeMap::new();
    for path in ["samples", "tests/data"].iter().flat_map(|f| files_below(&root().join(f))) {
        if path.metadata().is_ok_and(|m| m.len() > SMALL) {
            continue;
        }
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if let Ok(bytes) = std::fs::read(&path)
            && let Ok(format) = formats::identify(&bytes, &name)
        {
            out.entry(format.id).or_default().push(bytes);
        }
    }
    out
});

fn samples(id: &str) -> Vec<Vec<u8>> {
    SAMPLES.get(id).cloned().unwrap_or_default()
}

/// Inputs to begin with.
pub fn seeds(target: &Target) -> Vec<Vec<u8>> {
    match target.job {
        Job::Sniff => {
            FAMILIES.iter().flat_map(|f| f.1).flat_map(|id| samples(id).into_iter().take(3)).collect()
        }
        Job::Read(format) => samples(format.id),
        Job::Step(step, ids) => {
            let mut out = Vec::new();
            for (i, id) in ids.iter().enumerate() {
                let small = if step == Step::Dump { 20 } else { usize::MAX };
                for mut bytes in samples(id).into_iter().take(small) {
                    bytes.push(i as u8);
                    out.push(bytes);
                }
            }
            out
        }
        Job::Write(_) | Job::Thumb => noise(),
        Job::Build => FAMILIES.iter().flat_map(|f| f.1).filter_map(|id| dumped(id)).collect(),
        Job::Dae => vec![DAE.as_bytes().to_vec()],
        Job::Archive(kind) => archives(kind),
        Job::Picture(kind) => pictures(kind),
    }
}

/// A small menu's meshes: what a COLLADA file is made of.
const DAE: &str = r##"<?xml version="1.0"?><COLLADA version="1.4.1"><library_geometries><geometry id="Box1-lib" name="Box1"><mesh>
<source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#pa" count="3" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="1" material="m"><input semantic="VERTEX" offset="0" source="#v"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="Box1" name="Box1"><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_geometry url="#Box1-lib"/></node></visual_scene></library_visual_scenes></COLLADA>"##;

/// Bytes that decide about nothing in particular.
pub fn noise() -> Vec<Vec<u8>> {
    (0..64)
        .map(|i| {
            let mut random = Random::new("noise", i);
            (0..4 + i).map(|_| random.next() as u8).collect()
        })
        .collect()
}

/// The smallest file of a format as JSON.
fn dumped(id: &str) -> Option<Vec<u8>> {
    let bytes = samples(id).into_iter().min_by_key(Vec::len)?;
    let format = formats::by_id(id)?;
    let document = (format.read)(&mut wire::Reader::new(&bytes), &mut wire::Sink::new()).ok()?;
    let mut out = Vec::new();
    document.dump(&mut out).ok()?;
    (out.len() as u64 <= 4 * SMALL).then_some(out)
}

fn archives(kind: &str) -> Vec<Vec<u8>> {
    match kind {
        "ipf" => samples("ipf"),
        "zip" => vec![zip(&[("a.txt", b"hello"), ("sub/b.mesh.ascii", b"1\nroot\n-1\n0 0 0\n0\n")])],
        _ => {
            let line = |name: &str, size: usize| {
                format!("{name} {size} 1500000000 0cc175b9c0f1b6a831c399e269772661\n")
            };
            let mut out = (line("a.txt", 1) + &line("sub/b c.xmf", 2)).into_bytes();
            out.extend(b"\0ab");
            vec![out]
        }
    }
}

/// Stored files in a ZIP archive.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut out, mut list) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let crc = crc32(bytes);
        let at = out.len() as u32;
        let mut common = [0_u16, 0, 0, 0, 0].iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
        for n in [crc, bytes.len() as u32, bytes.len() as u32] {
            common.extend(n.to_le_bytes());
        }
        common.extend((name.len() as u16).to_le_bytes());
        common.extend(0_u16.to_le_bytes());
        out.extend(b"PK\x03\x04");
        out.extend(&common);
        out.extend(name.as_bytes());
        out.extend(*bytes);
        list.extend(b"PK\x01\x02\0\0");
        list.extend(&common);
        list.extend([0; 10]);
        list.extend(at.to_le_bytes());
        list.extend(name.as_bytes());
    }
    let (at, n) = (out.len() as u32, files.len() as u16);
    out.extend(&list);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(n.to_le_bytes());
    out.extend(n.to_le_bytes());
    out.extend((list.len() as u32).to_le_bytes());
    out.extend(at.to_le_bytes());
    out.extend([0; 2]);
    out
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, b| {
        (0..8).fold(crc ^ u32::from(*b), |c, _| if c & 1 == 1 { (c >> 1) ^ 0xedb8_8320 } else { c >> 1 })
    })
}

fn pictures(kind: &str) -> Vec<Vec<u8>> {
    if kind == "dds" {
        let blocks = |code: &[u8; 4], data: usize| {
            let mut out = b"DDS \x7c\0\0\0\x07\x10\0\0\x08\0\0\0\x08\0\0\0".to_vec();
            out.extend([0; 56]);
            out.extend(b"\x20\0\0\0\x04\0\0\0");
            out.extend(code);
            out.extend([0; 20]);
            out.extend(b"\0\x10\0\0");
            out.extend([0; 16]);
            out.extend((0..data).map(|i| (i * 37 % 251) as u8));
            out
        };
        return vec![blocks(b"DXT1", 32), blocks(b"DXT3", 64), blocks(b"DXT5", 64), blocks(b"ATI2", 64)];
    }
    let format = match kind {
        "tga" => ImageFormat::Tga,
        "bmp" => ImageFormat::Bmp,
        "png" => ImageFormat::Png,
        _ => ImageFormat::Jpeg,
    };
    let rgba = image::RgbaImage::from_fn(8, 8, |x, y| image::Rgba([x as u8 * 30, y as u8 * 30, 7, 200]));
    let rgba = DynamicImage::ImageRgba8(rgba);
    let mut out = Vec::new();
    for picture in [rgba.clone(), rgba.to_rgb8().into(), rgba.to_luma8().into()] {
        let mut bytes = Cursor::new(Vec::new());
        if picture.write_to(&mut bytes, format).is_ok() {
            out.push(bytes.into_inner());
        }
    }
    let damaged: Vec<Vec<u8>> =
        (0..8).filter_map(|i| Some(mutate(out.first()?, &mut Random::new(kind, i)))).collect();
    out.extend(damaged);
    out
}
