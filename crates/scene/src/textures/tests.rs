use super::*;
use crate::{Image, Memory};

/// 4 × 4 pixels, all different.
fn rgba() -> Vec<u8> {
    (0u8..16).flat_map(|i| [i * 16, 255 - i * 16, i, if i % 2 == 0 { 255 } else { 128 }]).collect()
}

fn search(files: &Memory) -> Search<'_> {
    Search::beside(files, "m")
}

fn scene(files: &[&str]) -> Scene {
    let images = files.iter().map(|f| Image { file: (*f).into(), ..Image::default() });
    Scene { images: images.collect(), ..Scene::default() }
}

fn load_one(file: &str, bytes: Vec<u8>, ops: PixelOps) -> Result<(u32, u32, Vec<u8>), String> {
    let mut files = Memory::default();
    files.insert(format!("m/{file}"), bytes);
    let mut s = scene(&[file]);
    s.images[0].ops = ops;
    let mut sink = Sink::new();
    load(&mut s, &search(&files), &mut sink);
    match &s.images[0].data {
        Some(data) => decode_rgba(data, "", 1 << 20).map_err(|p| p.to_string()),
        None => Err(format!("{:?}", sink.findings())),
    }
}

fn dds(bits: u32, flags: u32, masks: [u32; 4], data: &[u8]) -> Vec<u8> {
    let mut out = super::dds::encode(4, 4, &[]);
    for (at, value) in
        [(0x50, flags), (0x58, bits), (0x5c, masks[0]), (0x60, masks[1]), (0x64, masks[2]), (0x68, masks[3])]
    {
        out[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }
    out.extend_from_slice(data);
    out
}

#[test]
fn every_plain_layout_decodes() {
    let white = [255u8; 64];
    for (bits, flags, masks, expected) in [
        (32, 0x41, [0xff_0000, 0xff00, 0xff, 0xff00_0000], [3, 2, 1, 4]),
        (32, 0x40, [0xff_0000, 0xff00, 0xff, 0], [3, 2, 1, 255]),
        (32, 0x41, [0xff, 0xff00, 0xff_0000, 0xff00_0000], [1, 2, 3, 4]),
        (24, 0x40, [0xff_0000, 0xff00, 0xff, 0], [3, 2, 1, 255]),
        (8, 0x2_0000, [0xff, 0, 0, 0], [1, 1, 1, 255]),
        (16, 0x2_0001, [0xff, 0, 0, 0xff00], [1, 1, 1, 2]),
        (8, 2, [0, 0, 0, 0xff], [255, 255, 255, 1]),
    ] {
        let file = dds(bits, flags, masks, &[1, 2, 3, 4].repeat(16));
        let (_, _, pixels) = load_one("a.dds", file, PixelOps::default()).unwrap();
        assert_eq!(pixels[..4], expected, "{bits} {flags:#x}");
        let full = dds(bits, flags, masks, &white);
        assert_eq!(load_one("a.dds", full, PixelOps::default()).unwrap().2, [255; 64], "white stays white");
    }
    let r5g6b5 = dds(16, 0x40, [0xf800, 0x7e0, 0x1f, 0], &[0x00, 0xf8].repeat(16));
    assert_eq!(load_one("a.dds", r5g6b5, PixelOps::default()).unwrap().2[..4], [255, 0, 0, 255]);
    let a4 = dds(16, 0x41, [0xf00, 0xf0, 0xf, 0xf000], &[0x21, 0x43].repeat(16));
    assert_eq!(load_one("a.dds", a4, PixelOps::default()).unwrap().2[..4], [51, 34, 17, 68]);
    let a1 = dds(16, 0x41, [0x7c00, 0x3e0, 0x1f, 0x8000], &[0x1f, 0x80].repeat(16));
    assert_eq!(load_one("a.dds", a1, PixelOps::default()).unwrap().2[..4], [0, 0, 255, 255]);
}

fn blocks(code: &[u8; 4], block: &[u8]) -> Vec<u8> {
    let mut file = dds(0, 4, [0; 4], block);
    file[0x54..0x58].copy_from_slice(code);
    file
}

#[test]
fn blocks_decode_and_normals_are_completed() {
    // Two colours, red and blue, all pixels the first.
    let bc1 = [0x00, 0xf8, 0x1f, 0x00, 0, 0, 0, 0];
    assert_eq!(
        load_one("a.dds", blocks(b"DXT1", &bc1), PixelOps::default()).unwrap().2[..4],
        [255, 0, 0, 255]
    );
    let half = [128, 128, 0, 0, 0, 0, 0, 0];
    let bc3 = [half, bc1].concat();
    assert_eq!(
        load_one("a.dds", blocks(b"DXT5", &bc3), PixelOps::default()).unwrap().2[..4],
        [255, 0, 0, 128]
    );
    let bc5 = [half, half].concat();
    let (_, _, flat) = load_one("a.dds", blocks(b"ATI2", &bc5), PixelOps::default()).unwrap();
    assert_eq!(flat[..4], [128, 128, 255, 255]);
    let mut dx10 = blocks(b"DX10", &[98, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    dx10.extend([0x40; 16]);
    assert!(load_one("a.dds", dx10, PixelOps::default()).is_ok(), "BC7");
}

#[test]
fn broken_pictures_are_findings() {
    for file in
        [blocks(b"DXT1", &[0; 7]), blocks(b"????", &[0; 64]), b"DDS ".to_vec(), b"garbage".to_vec(), vec![]]
    {
        let why = load_one("a.dds", file, PixelOps::default()).unwrap_err();
        assert!(why.contains("TEXTURE_UNREADABLE"), "{why}");
    }
    let mut huge = super::dds::encode(4, 4, &rgba());
    huge[0x0c..0x14].copy_from_slice(&[0xff; 8]);
    assert!(load_one("a.dds", huge, PixelOps::default()).unwrap_err().contains("the limit is"));
}

#[test]
fn all_endings_come_back_as_they_went() {
    let ops = PixelOps { invert_green: true, ..PixelOps::default() };
    for ending in ["png", "tga", "bmp", "dds"] {
        let mut s = scene(&[&format!("x\\A.{ending}")]);
        let pixels = pixels::Pixels { width: 4, height: 4, channels: 4, data: rgba() };
        s.images[0].data = Some(pixels.into_png().unwrap().into());
        s.images[0].ops = ops;
        let (name, bytes) = export(&s, &mut Originals::none(), &mut Sink::new()).remove(0);
        assert_eq!(name, format!("A.{ending}"));
        let back = load_one(&name, bytes, ops).unwrap();
        assert_eq!(back, (4, 4, rgba()), "{ending}");
    }
}

#[test]
fn operations_change_what_they_say() {
    let file = super::dds::encode(4, 4, &rgba());
    let all = PixelOps {
        invert_red: true,
        invert_green: true,
        invert_blue: true,
        drop_alpha: true,
        red_only: false,
    };
    let (_, _, pixels) = load_one("a.dds", file, all).unwrap();
    assert_eq!(pixels[4..8], [239, 16, 254, 255]);
}

#[test]
fn png_keeps_its_bytes_but_for_two_chunks() {
    let mut out = Vec::new();
    let mut e = png::Encoder::new(&mut out, 1, 1);
    e.set_pixel_dims(Some(png::PixelDimensions { xppu: 1, yppu: 1, unit: png::Unit::Meter }));
    e.set_color(png::ColorType::Grayscale);
    e.write_header().unwrap().write_image_data(&[7]).unwrap();
    assert!(out.windows(4).any(|w| w == b"pHYs"));
    let mut files = Memory::default();
    files.insert("m/a.png", out.clone());
    let mut s = scene(&["a.png"]);
    load(&mut s, &search(&files), &mut Sink::new());
    let data = s.images[0].data.clone().unwrap();
    assert_eq!(data.len(), out.len() - 21, "one chunk of 9 bytes is gone");
    assert_eq!(decode_rgba(&data, "", 1000).unwrap().2, [7, 7, 7, 255]);
}

#[test]
fn names_lead_to_files() {
    let picture = super::dds::encode(4, 4, &rgba());
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut gz, &picture).unwrap();
    let mut files = Memory::default();
    for name in ["m/Skin.DDS", "m/sub/Hair.dds", "m/wrong.tga", "assets/textures/hull_diff.dds", "m/v1.2.dds"]
    {
        files.insert(name, picture.clone());
    }
    files.insert("m/packed.dds.gz", gz.finish().unwrap());
    let mut extra = Memory::default();
    extra.insert("deep/down/Cloth.png", png());
    for (name, expected) in [
        ("skin.dds", Some("m/Skin.DDS")),
        ("C:\\Users\\me\\SKIN.dds", Some("m/Skin.DDS")),
        ("..\\..\\skin.dds", Some("m/Skin.DDS")),
        ("skin", Some("m/Skin.DDS")),
        ("..\\assets\\textures\\hull_diff.dds", Some("assets/textures/hull_diff.dds")),
        ("..\\..\\..\\assets\\textures\\hull_diff.dds", None),
        ("Sub\\hair.DDS", Some("m/sub/Hair.dds")),
        ("packed", Some("m/packed.dds.gz")),
        ("packed.dds", Some("m/packed.dds.gz")),
        ("wrong.dds", Some("m/wrong.tga")),
        ("assets\\textures\\hull_diff", Some("assets/textures/hull_diff.dds")),
        ("v1.2", Some("m/v1.2.dds")),
        ("cloth.tga", Some("deep/down/Cloth.png")),
        ("none.dds", None),
        ("nul.dds", None),
    ] {
        let mut s = scene(&[name]);
        let mut sink = Sink::new();
        let mut search = search(&files);
        search.extra.push(&extra);
        load(&mut s, &search, &mut sink);
        assert_eq!(s.images[0].found.as_deref(), expected, "{name}");
        assert_eq!(s.images[0].data.is_some(), expected.is_some(), "{name}");
        assert_eq!(sink.has(&TEXTURE_MISSING), expected.is_none(), "{name}");
        assert_eq!(sink.has(&TEXTURE_EXTENSION), ["wrong.dds", "cloth.tga"].contains(&name), "{name}");
    }
}

fn png() -> Vec<u8> {
    pixels::Pixels { width: 4, height: 4, channels: 4, data: rgba() }.into_png().unwrap()
}

#[test]
fn equal_pictures_are_decoded_once() {
    let mut files = Memory::default();
    files.insert("m/a.dds", super::dds::encode(4, 4, &rgba()));
    let mut s = scene(&["a.dds", "A.dds", "x/a.dds"]);
    s.images[2].ops.invert_green = true;
    load(&mut s, &search(&files), &mut Sink::new());
    let data: Vec<_> = s.images.iter().map(|i| i.data.clone().unwrap()).collect();
    assert!(Arc::ptr_eq(&data[0], &data[1]));
    assert_ne!(data[0], data[2]);
}

#[test]
fn file_names_are_safe_and_unique() {
    let s = scene(&["a/x.dds", "b/X.dds", "a/x.dds", "C:\\nul", "we?ird", "y.psd", "z.dds.gz"]);
    let names = ["x.dds", "X_1.dds", "x.dds", "texture_3.dds", "we_ird.dds", "y.psd.dds", "z.dds"];
    assert_eq!(file_names(&s), names);
}

#[test]
fn jpeg_is_copied_unless_gltf_does_not_know_it() {
    let mut three = Vec::new();
    let encoder = image::codecs::jpeg::JpegEncoder::new(&mut three);
    image::ImageEncoder::write_image(encoder, &[90; 48], 4, 4, image::ExtendedColorType::Rgb8).unwrap();
    assert!(pixels::plain_jpeg(&three));
    let at = three.windows(2).position(|w| w == [0xff, 0xc0]).unwrap();
    let mut four = three.clone();
    four[at + 9] = 4;
    assert!(!pixels::plain_jpeg(&four));
    assert!(!pixels::plain_jpeg(&three[..at]));
    assert!(!pixels::plain_jpeg(b"\xff\xd8\xff"));
}

/// A header of 16 × 8 pixels with 5 mips: flags, code, bits, masks.
fn head(flags: u32, code: &[u8; 4], bits: u32, masks: [u32; 4]) -> Vec<u8> {
    let mut file = vec![0; 128];
    file[..4].copy_from_slice(b"DDS ");
    let mut put = |at: usize, value: u32| file[at..at + 4].copy_from_slice(&value.to_le_bytes());
    for (at, value) in
        [(4, 124), (8, 0x2_1007), (0x0c, 8), (0x10, 16), (0x1c, 5), (0x2c, 0x5456_564e), (0x4c, 32)]
    {
        put(at, value);
    }
    put(0x50, flags);
    put(0x54, u32::from_le_bytes(*code));
    put(0x58, bits);
    for (i, mask) in masks.into_iter().enumerate() {
        put(0x5c + 4 * i, mask);
    }
    put(0x6c, 0x40_1008);
    file
}

fn painted(f: impl Fn(u32, u32) -> [u8; 4]) -> pixels::Pixels {
    let data = (0..8).flat_map(|y| (0..16).map(move |x| (x, y))).flat_map(|(x, y)| f(x, y)).collect();
    pixels::Pixels { width: 16, height: 8, channels: 4, data }
}

/// A smooth picture.
fn smooth() -> pixels::Pixels {
    painted(|x, y| [x as u8 * 5, 200 - y as u8 * 6, 60 + x as u8 * 3, 255 - x as u8 * 8])
}

fn psnr(a: &[u8], b: &[u8], channels: &[usize]) -> f64 {
    let pairs = a.as_chunks::<4>().0.iter().zip(b.as_chunks::<4>().0);
    let errors = pairs.flat_map(|(a, b)| channels.iter().map(|c| f64::from(a[*c].abs_diff(b[*c])).powi(2)));
    let all: Vec<f64> = errors.collect();
    10.0 * (255.0_f64.powi(2) / (all.iter().sum::<f64>() / all.len() as f64).max(1e-9)).log10()
}

/// What a picture that was loaded from `original` becomes when it is changed to `pixels`.
fn changed(original: &[u8], pixels: pixels::Pixels, ops: PixelOps) -> (Vec<u8>, Sink) {
    let mut files = Memory::default();
    files.insert("m/a.dds", original);
    let mut s = scene(&["a.dds"]);
    s.images[0].ops = ops;
    load(&mut s, &search(&files), &mut Sink::new());
    s.images[0].data = Some(pixels.into_png().unwrap().into());
    let mut sink = Sink::new();
    let with = export(&s, &mut Originals::new(&[search(&files)]), &mut sink).remove(0).1;
    if ops == PixelOps::default() && word(original, 0x70) == 0 {
        let noted = export(&s, &mut Originals::none(), &mut Sink::new()).remove(0).1;
        assert_eq!(with, noted, "the header alone says the same");
    }
    (with, sink)
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

#[test]
fn a_changed_picture_is_of_the_same_kind() {
    let rgb: &[usize] = &[0, 1, 2];
    let all: &[usize] = &[0, 1, 2, 3];
    let kinds: &[(Vec<u8>, usize, &[usize], f64)] = &[
        (head(4, b"DXT1", 0, [0; 4]), 8, rgb, 30.0),
        (head(4, b"DXT3", 0, [0; 4]), 16, all, 28.0),
        (head(4, b"DXT5", 0, [0; 4]), 16, all, 30.0),
        (head(4, b"ATI1", 0, [0; 4]), 8, &[0], 35.0),
        (head(4, b"ATI2", 0, [0; 4]), 16, &[0, 1], 35.0),
        (head(4, b"RXGB", 0, [0; 4]), 16, rgb, 28.0),
        (head(0x41, &[0; 4], 32, [0xff_0000, 0xff00, 0xff, 0xff00_0000]), 0, all, 90.0),
        (head(0x40, &[0; 4], 24, [0xff_0000, 0xff00, 0xff, 0]), 0, rgb, 90.0),
        (head(0x40, &[0; 4], 16, [0xf800, 0x7e0, 0x1f, 0]), 0, rgb, 35.0),
    ];
    for (header, block, channels, least) in kinds {
        let name = String::from_utf8_lossy(&header[0x54..0x58]).into_owned();
        let size = |w: usize, h: usize| match block {
            0 => w * h * word(header, 0x58) as usize / 8,
            n => w.div_ceil(4) * h.div_ceil(4) * n,
        };
        let total: usize = [(16, 8), (8, 4), (4, 2), (2, 1), (1, 1)].iter().map(|(w, h)| size(*w, *h)).sum();
        let mut original = header.clone();
        original.resize(128 + total, 0);
        let opaque = !channels.contains(&3);
        let picture = || {
            if opaque {
                painted(|x, y| {
                    let p = smooth().data;
                    let i = ((y * 16 + x) * 4) as usize;
                    [p[i], p[i + 1], p[i + 2], 255]
                })
            } else {
                smooth()
            }
        };
        let (made, sink) = changed(&original, picture(), PixelOps::default());
        assert!(sink.findings().is_empty(), "{name}");
        assert_eq!(made.len(), 128 + total, "{name}: all mips");
        assert_eq!(made[..128], header[..], "{name}: the header stays");
        let (w, h, got) = decode_rgba(&made, "a.dds", 1 << 20).unwrap();
        assert_eq!((w, h), (16, 8));
        let psnr = psnr(&got, &picture().into_rgba(), channels);
        assert!(psnr >= *least, "{name}: {psnr} dB");
    }
}

#[test]
fn another_size_has_all_mips_of_its_own() {
    let mut original = head(4, b"DXT1", 0, [0; 4]);
    original.resize(128 + 8 * 12, 0);
    let large = pixels::Pixels { width: 64, height: 32, channels: 4, data: vec![200; 64 * 32 * 4] };
    let (made, _) = changed(&original, large, PixelOps::default());
    assert_eq!((word(&made, 0x0c), word(&made, 0x10), word(&made, 0x1c)), (32, 64, 7));
    let blocks: usize =
        (0..7).map(|i| (64_usize >> i).max(1).div_ceil(4) * (32_usize >> i).max(1).div_ceil(4)).sum();
    assert_eq!(made.len(), 128 + 8 * blocks);
}

#[test]
fn what_did_not_change_is_the_original() {
    let mut original = super::dds_write::like(&head(4, b"DXT5", 0, [0; 4]), smooth()).unwrap().bytes;
    original.extend(b"and what another program left here");
    let mut files = Memory::default();
    files.insert("m/a.dds", original.clone());
    for ops in [PixelOps::default(), PixelOps { invert_green: true, drop_alpha: true, ..PixelOps::default() }]
    {
        let mut s = scene(&["a.dds"]);
        s.images[0].ops = ops;
        load(&mut s, &search(&files), &mut Sink::new());
        let out = export(&s, &mut Originals::new(&[search(&files)]), &mut Sink::new());
        assert_eq!(out, [("a.dds".to_owned(), original.clone())]);
    }
}

#[test]
fn alpha_that_was_dropped_comes_from_the_original() {
    let original =
        super::dds_write::like(&head(0x41, &[0; 4], 32, [0xff, 0xff00, 0xff_0000, 0xff00_0000]), smooth());
    let ops = PixelOps { drop_alpha: true, ..PixelOps::default() };
    let (made, _) = changed(&original.unwrap().bytes, painted(|_, _| [9, 8, 7, 255]), ops);
    let (_, _, got) = decode_rgba(&made, "a.dds", 1 << 20).unwrap();
    assert_eq!(got[..8], [9, 8, 7, 255, 9, 8, 7, 247]);
}

#[test]
fn bc7_stays_bc7() {
    for dxgi in [98, 99] {
        let mut original = head(4, b"DX10", 0, [0; 4]);
        original.extend([dxgi, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
        original.extend([0x40; 16 * 12]);
        let (made, sink) = changed(&original, smooth(), PixelOps::default());
        assert!(!sink.has(&crate::codes::TEXTURE_KIND));
        assert_eq!(
            (&made[0x54..0x58], word(&made, 0x80), word(&made, 0x1c)),
            (&b"DX10"[..], u32::from(dxgi), 5)
        );
        let (w, h, got) = decode_rgba(&made, "a.dds", 1 << 20).unwrap();
        assert_eq!((w, h), (smooth().width, smooth().height));
        // Two directions in a block are more than one line can hold: 37.5 dB is what is left. BC3 has 30.
        let noise = psnr(&smooth().into_rgba(), &got, &[0, 1, 2, 3]);
        assert!(noise > 37.0, "{noise:.1} dB");
        let one_way = || painted(|x, _| [x as u8 * 5, 200 - x as u8 * 6, 60 + x as u8 * 3, 255]);
        let (made, _) = changed(&original, one_way(), PixelOps::default());
        let (_, _, got) = decode_rgba(&made, "a.dds", 1 << 20).unwrap();
        let noise = psnr(&one_way().into_rgba(), &got, &[0, 1, 2, 3]);
        assert!(noise > 45.0, "{noise:.1} dB");
    }
}

/// Blocks whose colours a line holds come back within a step; opaque stays opaque, clear stays clear.
#[test]
fn bc7_of_plain_blocks_is_close() {
    for color in [[0, 0, 0, 255], [255, 255, 255, 255], [10, 200, 77, 255], [9, 8, 7, 0], [128, 64, 32, 128]]
    {
        let band: Vec<u8> = std::iter::repeat_n(color, 8 * 4).flatten().collect();
        let mut blocks = [0; 32];
        super::bc7::row(&band, 8, &mut blocks);
        let mut file = head(4, b"DX10", 0, [0; 4]);
        file.extend([98, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
        file[0x0c..0x10].copy_from_slice(&4_u32.to_le_bytes());
        file[0x10..0x14].copy_from_slice(&8_u32.to_le_bytes());
        file[0x1c..0x20].copy_from_slice(&1_u32.to_le_bytes());
        file.extend(blocks);
        let (_, _, got) = decode_rgba(&file, "a.dds", 1 << 20).unwrap();
        for p in got.as_chunks::<4>().0 {
            assert!(p.iter().zip(color).all(|(a, b)| a.abs_diff(b) <= 1), "{p:?} for {color:?}");
            assert!(color[3] != 255 || p[3] == 255, "{p:?}");
        }
    }
}

#[test]
fn what_cannot_be_written_is_said() {
    // BC6H, half floats.
    let mut bc6 = head(4, b"DX10", 0, [0; 4]);
    bc6.extend([95, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    bc6.extend([0x40; 16 * 12]);
    let (made, sink) = changed(&bc6, smooth(), PixelOps::default());
    assert!(sink.has(&crate::codes::TEXTURE_KIND));
    assert_eq!(&made[0x54..0x58], b"DXT5");
    assert_eq!(word(&made, 0x1c), 5);
    let mut cube = head(4, b"DXT1", 0, [0; 4]);
    cube[0x70..0x74].copy_from_slice(&0xfe00_u32.to_le_bytes());
    cube.resize(128 + 6 * 8 * 12, 0);
    let (made, sink) = changed(&cube, smooth(), PixelOps::default());
    assert!(sink.has(&crate::codes::TEXTURE_KIND));
    assert_eq!(made, cube, "the original stays");
}

#[test]
fn a_png_of_another_program_is_the_original_of_its_name() {
    let original = super::dds_write::like(&head(4, b"DXT1", 0, [0; 4]), smooth()).unwrap().bytes;
    let mut files = Memory::default();
    files.insert("m/Skin.dds", original.clone());
    let mut s = scene(&["skin.png", "new.png"]);
    let shown = decode_rgba(&original, "a.dds", 1 << 20).unwrap();
    let pixels = || pixels::Pixels { width: 16, height: 8, channels: 4, data: shown.2.clone() };
    for image in &mut s.images {
        image.data = Some(pixels().into_png().unwrap().into());
    }
    let searches = [search(&files)];
    let mut originals = Originals::new(&searches);
    recognise(&mut s, &mut originals);
    let out = export(&s, &mut originals, &mut Sink::new());
    assert_eq!(out[0], ("Skin.dds".to_owned(), original));
    assert_eq!(out[1].0, "new.png");
}

#[test]
fn flags_of_paradox_games_are_found() {
    let mut files = Memory::default();
    files.insert("mod/gfx/flags/ENG.tga", super::dds::encode(4, 4, &rgba()));
    let mut s = scene(&["eng.tga"]);
    let mut sink = Sink::new();
    locate(&mut s, &Search::beside(&files, "mod/gfx/anims"), &mut sink);
    assert_eq!(s.images[0].found.as_deref(), Some("mod/gfx/flags/ENG.tga"));
}
/// A white PNG: large declared, small encoded.
fn white_png(side: u32) -> Vec<u8> {
    let (width, height) = (side, side);
    let data = vec![255; side as usize * side as usize * 3];
    super::pixels::Pixels { width, height, channels: 3, data }.into_png().unwrap()
}

#[test]
fn pictures_of_a_model_are_charged_together_before_they_are_decoded() {
    let bomb = white_png(1024);
    assert!(bomb.len() * 64 < 1024 * 1024 * 4, "{} bytes are no bomb", bomb.len());
    let mut files = Memory::default();
    for i in 0..4 {
        files.insert(format!("m/{i}.png"), bomb.clone());
    }
    // Room for two of them, whether they are passed through or turned.
    for ops in [PixelOps::default(), PixelOps { invert_green: true, ..PixelOps::default() }] {
        let mut s = scene(&["0.png", "1.png", "2.png", "3.png"]);
        s.images.iter_mut().for_each(|i| i.ops = ops);
        let mut sink = Sink::new();
        load(&mut s, &Search { limit: 7 << 20, ..search(&files) }, &mut sink);
        let there: Vec<bool> = s.images.iter().map(|i| i.data.is_some()).collect();
        assert_eq!(there, [true, true, false, false]);
        let codes: Vec<&str> = sink.findings().iter().map(|d| d.code.id).collect();
        assert_eq!(codes, ["TEXTURE_LIMIT"; 2]);
    }
}

#[test]
fn pictures_with_data_are_verified_and_exported_within_the_limit() {
    let bomb = white_png(1024);
    let mut s = scene(&["a.dds", "b.dds", "c.dds"]);
    s.images.iter_mut().for_each(|i| i.data = Some(bomb.clone().into()));
    let mut sink = Sink::new();
    let made = export(&s, &mut Originals::within(7 << 20), &mut sink);
    assert_eq!(made.iter().map(|(n, _)| n.as_str()).collect::<Vec<_>>(), ["a.dds", "b.dds"]);
    assert_eq!(sink.findings().len(), 1);
    let mut seen = Vec::new();
    verify(&mut s.images, 5 << 20, |i, p| seen.push((i, p.code().id)));
    assert_eq!(seen, [(1, "TEXTURE_LIMIT"), (2, "TEXTURE_LIMIT")]);
}

#[test]
fn damaged_pictures_are_not_passed_through() {
    let png = white_png(64);
    let mut jpeg = Vec::new();
    let encoder = image::codecs::jpeg::JpegEncoder::new(&mut jpeg);
    let noise: Vec<u8> = (0..64 * 64 * 3_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    image::ImageEncoder::write_image(encoder, &noise, 64, 64, image::ExtendedColorType::Rgb8).unwrap();
    for (name, whole) in [("a.png", png), ("a.jpg", jpeg)] {
        assert!(load_one(name, whole.clone(), PixelOps::default()).is_ok(), "{name}");
        for len in [whole.len() / 3, whole.len() / 2, whole.len() - 13] {
            let mut files = Memory::default();
            files.insert(format!("m/{name}"), whole[..len].to_vec());
            let mut s = scene(&[name]);
            let mut sink = Sink::new();
            load(&mut s, &search(&files), &mut sink);
            // What decodes of a JPEG is kept, as a whole PNG.
            let kept = s.images[0].data.as_deref().and_then(mime);
            assert_eq!(kept, (name == "a.jpg").then_some("image/png"), "{name} cut to {len}");
            assert_eq!(sink.has(&crate::codes::TEXTURE_UNREADABLE), name == "a.png", "{name} cut to {len}");
        }
    }
}
