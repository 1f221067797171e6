//! Pictures written back: the kind of the original, or its very bytes.

use super::tests::{scene, search};
use super::*;
use crate::Memory;

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
    if ops == PixelOps::default() && u32_at(original, 0x70) == 0 {
        let noted = export(&s, &mut Originals::none(), &mut Sink::new()).remove(0).1;
        assert_eq!(with, noted, "the header alone says the same");
    }
    (with, sink)
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
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
            0 => w * h * u32_at(header, 0x58) as usize / 8,
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
    assert_eq!((u32_at(&made, 0x0c), u32_at(&made, 0x10), u32_at(&made, 0x1c)), (32, 64, 7));
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
            (&made[0x54..0x58], u32_at(&made, 0x80), u32_at(&made, 0x1c)),
            (&b"DX10"[..], u32::from(dxgi), 5)
        );
        let (w, h, got) = decode_rgba(&made, "a.dds", 1 << 20).unwrap();
        assert_eq!((w, h), (smooth().width, smooth().height));
        // Two directions in a block are more than one line can hold: 37.5 dB is what remains. BC3 has 30.
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
    assert_eq!(u32_at(&made, 0x1c), 5);
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

/// Smooth and metal are two files of the game and one picture of glTF: each comes back packed and compressed as it was, with
/// the original at hand or only what was noted about it, and the one that did not change not at all.
#[test]
fn channels_come_back_as_their_files_were() {
    let file = |code: &[u8; 4]| dds_write::like(&head(4, code, 0, [0; 4]), smooth()).unwrap().bytes;
    let mut files = Memory::default();
    files.insert("m/hull_smooth.gz", export::gzipped(&file(b"ATI1")).unwrap());
    files.insert("m/hull_metal.dds", file(b"DXT1"));
    let mut s = scene(&["hull_metal_rough.png"]);
    s.images[0].channels = vec![
        crate::ImageChannel::new("hull_smooth", 1, 0.5, true),
        crate::ImageChannel::new("hull_metal", 2, 1.0, false),
    ];
    load(&mut s, &search(&files), &mut Sink::new());
    let loaded = s.images[0].clone();
    let json = crate::ImageChannel::to_json(&loaded.channels);
    assert_eq!(crate::ImageChannel::from_json(Some(&json)), loaded.channels);
    let unchanged = export(&s, &mut Originals::new(&[search(&files)]), &mut Sink::new());
    assert!(unchanged.is_empty(), "{:?}", unchanged.iter().map(|f| &f.0).collect::<Vec<_>>());
    for (channel, name, code) in [(1, "hull_smooth.gz", b"ATI1"), (2, "hull_metal.dds", b"DXT1")] {
        let mut pixels = decode::decode(loaded.data.as_deref().unwrap(), "", 1 << 20).unwrap();
        pixels.data.as_chunks_mut::<3>().0.iter_mut().for_each(|p| p[channel] = 200);
        s.images[0] = crate::Image { data: Some(pixels.into_png().unwrap().into()), ..loaded.clone() };
        let with = export(&s, &mut Originals::new(&[search(&files)]), &mut Sink::new());
        assert_eq!(with.iter().map(|f| f.0.as_str()).collect::<Vec<_>>(), [name]);
        let noted = export(&s, &mut Originals::none(), &mut Sink::new());
        assert_eq!(noted.iter().find(|f| f.0 == name), with.first(), "the notes alone say the same");
        let dds = find::inflated(with[0].1.clone(), 1 << 20).unwrap();
        assert_eq!((with[0].1.starts_with(b"DDS "), &dds[84..88]), (channel == 2, &code[..]));
        let red = decode::decode(&dds, name, 1 << 20).unwrap().data[0];
        let want = if channel == 1 { 110 } else { 200 };
        assert!(red.abs_diff(want) <= 4, "{name}: {red}");
    }
}
