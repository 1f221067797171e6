//! Materials and their textures.

use crate::samples::textures::{Encoding, encode, invert_green, noise, paint, shade};
use anyhow::Result;
use image::RgbaImage;
use scene::{Alpha, ImageId, Material, MaterialId, PixelOps, Scene, Slot, TextureSlot};

/// Numbers of the materials, in the order [`add`] makes them.
pub const FACE: MaterialId = MaterialId(0);
/// Eyeballs.
pub const EYES: MaterialId = MaterialId(1);
/// Hands.
pub const SKIN: MaterialId = MaterialId(2);
/// Shirt.
pub const CLOTH: MaterialId = MaterialId(3);
/// Trousers.
pub const DENIM: MaterialId = MaterialId(4);
/// Shoes and belt.
pub const LEATHER: MaterialId = MaterialId(5);
/// Hair.
pub const HAIR: MaterialId = MaterialId(6);
/// The glowing buckle.
pub const BUCKLE: MaterialId = MaterialId(7);

const SIZE: u32 = 128;
const SKIN_TONE: [u8; 3] = [226, 172, 138];

/// Adds images and materials; returns the texture files.
pub fn add(scene: &mut Scene) -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    let mut image = |scene: &mut Scene, name: &str, encoding, picture: &RgbaImage| -> Result<ImageId> {
        let normal = name.contains("_n.");
        let stored = if normal { invert_green(picture) } else { picture.clone() };
        files.push((name.to_owned(), encode(&stored, encoding)?));
        let id = scene.image(name, PixelOps { invert_green: normal, ..PixelOps::default() });
        if let Some(slot) = scene.images.get_mut(id.0 as usize) {
            slot.data = Some(encode(picture, Encoding::Png)?.into());
            slot.mime = "image/png".into();
        }
        Ok(id)
    };
    let face = image(scene, "face.png", Encoding::Png, &face())?;
    let light = image(scene, "face_light.png", Encoding::Png, &light())?;
    let eyes = image(scene, "eyes.png", Encoding::Png, &eyes())?;
    let skin = image(scene, "skin.tga", Encoding::Tga, &skin())?;
    let cloth = image(scene, "cloth.tga", Encoding::Tga, &cloth())?;
    let cloth_n = image(scene, "cloth_n.dds", Encoding::Dds, &weave())?;
    let mask = image(scene, "cloth_mask.tga", Encoding::Tga, &mask())?;
    let denim = image(scene, "denim.dds", Encoding::Bc1, &denim())?;
    let leather = image(scene, "leather.png", Encoding::Png, &leather())?;
    let hair = image(scene, "hair.dds", Encoding::Bc3, &hair())?;
    let plain = image(scene, "buckle.png", Encoding::Png, &buckle(false))?;
    let glow = image(scene, "buckle_glow.png", Encoding::Png, &buckle(true))?;

    let base = |image| TextureSlot::new(Slot::BaseColor, image);
    let mut add = |name: &str, textures: Vec<TextureSlot>, change: &dyn Fn(&mut Material)| {
        let mut material = Material { name: name.into(), roughness: 0.8, textures, ..Material::default() };
        change(&mut material);
        scene.add_material(material);
    };
    let lightmap = TextureSlot { uv: 1, ..TextureSlot::new(Slot::Lightmap, light) };
    add("face", vec![base(face), lightmap], &|_| ());
    add("eyes", vec![base(eyes)], &|m| m.roughness = 0.2);
    add("skin", vec![base(skin)], &|_| ());
    let cloth =
        vec![base(cloth), TextureSlot::new(Slot::Normal, cloth_n), TextureSlot::new(Slot::Mask, mask)];
    add("cloth", cloth, &|_| ());
    add("denim", vec![base(denim)], &|_| ());
    add("leather", vec![base(leather)], &|m| m.roughness = 0.5);
    add("hair", vec![base(hair)], &|m| {
        m.alpha = Alpha::Mask(0.5);
        m.double_sided = true;
    });
    add("buckle", vec![base(plain), TextureSlot::new(Slot::Emissive, glow)], &|m| {
        m.emissive = [1.0; 3];
        m.metallic = 1.0;
        m.roughness = 0.3;
    });
    Ok(files)
}

/// Squared distance of a pixel from an ellipse's middle; 1000 is its edge.
fn ellipse(x: u32, y: u32, center: (i32, i32), radius: (i32, i32)) -> i32 {
    let (dx, dy) = (x as i32 - center.0, y as i32 - center.1);
    dx * dx * 1000 / (radius.0 * radius.0) + dy * dy * 1000 / (radius.1 * radius.1)
}

/// Front of the head in the middle of the picture, eyes at half height.
fn face() -> RgbaImage {
    paint(SIZE, |x, y| {
        let speck = noise(x, y, 1) as i32 / 32 - 4;
        let brow = [(48, 52), (80, 52)].iter().any(|c| ellipse(x, y, *c, (9, 2)) < 1000);
        let cheek = [(46, 78), (82, 78)].iter().map(|c| ellipse(x, y, *c, (9, 7))).min().unwrap_or(9999);
        // A corner the skull does not show.
        let lips = x < 16 && y >= 120;
        match () {
            () if brow => shade([92, 52, 30], speck),
            () if lips => shade([190, 86, 82], speck),
            () if cheek < 1000 => shade([236, 150, 124], speck),
            () => shade(SKIN_TONE, speck),
        }
    })
}

/// Brighter above, darker below: baked light for the second UV set.
fn light() -> RgbaImage {
    paint(64, |_, y| {
        let v = (255 - y * 2) as u8;
        [v, v, v, 255]
    })
}

/// Iris and pupil in the middle.
fn eyes() -> RgbaImage {
    paint(64, |x, y| match ellipse(x, y, (32, 32), (8, 16)) {
        d if d < 220 => [16, 14, 20, 255],
        d if d < 1000 => shade([40, 110, 190], noise(x, y, 2) as i32 / 8),
        d if d < 1200 => [20, 40, 70, 255],
        _ => [244, 242, 238, 255],
    })
}

fn skin() -> RgbaImage {
    paint(64, |x, y| shade(SKIN_TONE, noise(x, y, 3) as i32 / 24 - 5))
}

/// Red and cream checks with a star on the chest.
fn cloth() -> RgbaImage {
    paint(SIZE, |x, y| {
        let (a, b) = (x / 8 % 2 == 0, y / 8 % 2 == 0);
        let speck = noise(x, y, 4) as i32 / 32;
        match (a, b) {
            _ if star(x, y) => shade([250, 214, 70], speck),
            (true, true) => shade([168, 28, 36], speck),
            (false, false) => shade([236, 226, 204], speck),
            _ => shade([204, 92, 86], speck),
        }
    })
}

/// Four points on a diamond, in the middle of the upper half.
fn star(x: u32, y: u32) -> bool {
    let (dx, dy) = ((x as i32 - 64).abs(), (y as i32 - 40).abs());
    dx * dy < 12 && dx < 12 && dy < 16
}

/// A woven normal map, OpenGL style.
fn weave() -> RgbaImage {
    paint(SIZE, |x, y| {
        let wave = |v: u32| [0, 28, 40, 28, 0, -28, -40, -28][(v % 8) as usize];
        [(128 + wave(x)) as u8, (128 + wave(y + x / 8 % 2 * 4)) as u8, 240, 255]
    })
}

fn mask() -> RgbaImage {
    paint(64, |x, y| {
        let v = if (x / 4 + y / 4) % 2 == 0 { 255 } else { 60 };
        [v, v, v, 255]
    })
}

fn denim() -> RgbaImage {
    paint(SIZE, |x, y| {
        let twill = if (x + y) % 4 < 2 { 14 } else { -6 };
        let seam = x % 64 < 3;
        let color = if seam { [186, 150, 84] } else { [52, 76, 128] };
        shade(color, twill + noise(x / 2, y / 2, 5) as i32 / 20 - 6)
    })
}

fn leather() -> RgbaImage {
    paint(64, |x, y| shade([96, 58, 32], noise(x / 2, y / 2, 6) as i32 / 10 - 12))
}

/// Strands; transparent gaps at the lower edge.
fn hair() -> RgbaImage {
    paint(SIZE, |x, y| {
        let strand = noise(x / 2, 0, 7) as i32;
        let mut p = shade([112, 58, 26], strand / 5 - 20);
        let end = 128 - strand / 12;
        p[3] = if y as i32 >= end { 0 } else { 255 };
        p
    })
}

/// A frame with an X; the X glows.
fn buckle(glow: bool) -> RgbaImage {
    paint(64, |x, y| {
        let (x, y) = (x as i32 - 32, y as i32 - 32);
        let cross = (x - y).abs() < 6 || (x + y).abs() < 6;
        let inside = x.abs() < 24 && y.abs() < 24;
        match (glow, cross && inside) {
            (true, true) => [40, 240, 255, 255],
            (true, false) => [0, 0, 0, 255],
            (false, true) => [30, 120, 130, 255],
            (false, false) => shade([214, 178, 90], noise(x as u32, y as u32, 8) as i32 / 16 - 8),
        }
    })
}
