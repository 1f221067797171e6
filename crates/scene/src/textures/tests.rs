use super::*;
use crate::{Image, Memory};

/// 4 × 4 pixels, all different.
fn rgba() -> Vec<u8> {
    (0u8..16).flat_map(|i| [i * 16, 255 - i * 16, i, if i % 2 == 0 { 255 } else { 128 }]).collect()
}

pub(super) fn search(files: &Memory) -> Search<'_> {
    Search::next_to(files, "m")
}

pub(super) fn scene(files: &[&str]) -> Scene {
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

/// `body` and `body.dds` are found as one file: there is no second one to be named.
#[test]
fn spellings_of_one_file_are_one_name() {
    let mut s = scene(&["DIF", "dif.dds", "dif", "a\\body", "a/Body.dds", "b/body", "dif.tga"]);
    let names = ["DIF.dds", "DIF.dds", "DIF.dds", "body.dds", "body.dds", "body_1.dds", "dif.tga"];
    assert_eq!(file_names(&s), names);
    s.images[0].data = Some(vec![1].into());
    s.images[1].data = Some(vec![1].into());
    s.images[2].data = Some(vec![2].into());
    assert_eq!(file_names(&s)[..3], ["DIF.dds", "DIF.dds", "dif_1.dds"], "another picture");
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

#[test]
fn flags_of_paradox_games_are_found() {
    let mut files = Memory::default();
    files.insert("mod/gfx/flags/ENG.tga", super::dds::encode(4, 4, &rgba()));
    let mut s = scene(&["eng.tga"]);
    let mut sink = Sink::new();
    locate(&mut s, &Search::next_to(&files, "mod/gfx/anims"), &mut sink);
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

#[test]
fn a_picture_that_is_held_under_the_same_name_is_not_missing() {
    let mut scene = scene(&["units_s.png", "gfx\\Units_S.tga", "other"]);
    scene.images[0].data = Some(png().into());
    let mut sink = Sink::new();
    load(&mut scene, &search(&Memory::default()), &mut sink);
    let said: Vec<String> = sink.finish().into_iter().map(|d| d.message).collect();
    assert_eq!(said, ["texture \"other\" was not found"]);
}
