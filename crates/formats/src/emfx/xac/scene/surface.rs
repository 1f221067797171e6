//! Materials of an actor to materials of a scene.

use super::super::types::materials::{FxMaterial, Layer, Material};
use super::actor::{Surface, SurfaceKind};
use crate::Names;
use crate::emfx::notes;
use crate::emfx::rules::codes;
use scene::{
    Alpha, COUNTRY_MASKS, Material as SceneMaterial, PixelOps, Scene, Slot, Specular, TextureSlot,
    TextureTransform,
};
use wire::Sink;

/// Map types of standard layers.
pub const MAP_TYPES: [&str; 16] = [
    "unknown",
    "ambient",
    "diffuse",
    "specular",
    "opacity",
    "bump",
    "self illumination",
    "shininess",
    "shininess strength",
    "filter color",
    "reflection",
    "refraction",
    "environment",
    "displacement",
    "displacement factor",
    "normal map",
];

/// The slot of a map type.
pub fn slot_of(map_type: u8) -> Slot {
    match map_type {
        2 => Slot::BaseColor,
        3 => Slot::Specular,
        5 | 15 => Slot::Normal,
        6 => Slot::Emissive,
        10 | 12 => Slot::Environment,
        other => Slot::Other(
            MAP_TYPES
                .get(usize::from(other))
                .map_or_else(|| format!("map type {other}"), |s| (*s).to_owned()),
        ),
    }
}

/// The slot of a picture parameter of an effect.
pub fn slot_of_parameter(name: &str) -> Slot {
    let lower = name.to_ascii_lowercase();
    let has = |part: &str| lower.contains(part);
    if has("envopa") {
        Slot::Other(name.to_owned())
    } else if has("diffuse") || has("albedo") || has("basecolor") || has("basetex") {
        Slot::BaseColor
    } else if has("normal") || has("bump") {
        Slot::Normal
    } else if has("spec") {
        Slot::Specular
    } else if has("glow") || has("emissive") || has("illum") {
        Slot::Emissive
    } else if has("shadow") || has("lightmap") {
        Slot::Lightmap
    } else if has("mask") {
        Slot::Mask
    } else if has("env") {
        Slot::Environment
    } else {
        Slot::Other(name.to_owned())
    }
}

/// One material of the scene, its textures added to the scene's images.
pub fn convert(
    surface: &Surface<'_>,
    names: &Names,
    prefix: &str,
    scene: &mut Scene,
    sink: &mut Sink,
) -> SceneMaterial {
    match surface.kind {
        SurfaceKind::Standard(m) => {
            let path = format!("{prefix}chunks[{}].material", surface.chunk);
            standard(m, surface, names, &path, scene, sink)
        }
        SurfaceKind::Fx(m) => fx(m, surface, names, scene),
    }
}

fn clamp(v: f32, neutral: f32) -> f32 {
    if v.is_finite() { v.clamp(0.0, 1.0) } else { neutral }
}

fn standard(
    m: &Material,
    surface: &Surface<'_>,
    names: &Names,
    path: &str,
    scene: &mut Scene,
    sink: &mut Sink,
) -> SceneMaterial {
    let [r, g, b, _] = m.diffuse.map(|c| clamp(c, 1.0));
    let [sr, sg, sb, _] = m.specular.map(|c| clamp(c, 0.0));
    let [er, eg, eb, _] = m.emissive.map(|c| clamp(c, 0.0));
    let opacity = clamp(m.opacity, 1.0);
    let shine = if m.shine.is_finite() { m.shine.max(0.0) } else { 0.0 };
    let mut out = SceneMaterial {
        name: names.text(&m.name),
        base_color: [r, g, b, opacity],
        // The exponent of Blinn's highlight as the width of a microfacet one.
        roughness: (2.0 / (shine + 2.0)).sqrt().clamp(0.05, 1.0),
        emissive: [er, eg, eb],
        specular: Some(Specular { factor: clamp(m.shine_strength, 0.0), color: [sr, sg, sb] }),
        alpha: if opacity < 1.0 { Alpha::Blend } else { Alpha::Opaque },
        double_sided: m.double_sided != 0,
        ior: (m.ior.is_finite() && m.ior >= 1.0 && (m.ior - 1.5).abs() > 1e-6).then_some(m.ior),
        ..SceneMaterial::default()
    };
    let separate: Vec<&Layer> = surface.layers.clone();
    let layers: Vec<&Layer> = m.layers.0.iter().chain(separate.iter().copied()).collect();
    let diffuse = layers.iter().find(|l| l.map_type == 2 && !l.texture.0.is_empty());
    for layer in &layers {
        if !layer.texture.0.is_empty() {
            add_layer(&mut out, layer, names, scene);
        }
    }
    if diffuse.is_some() {
        // The exporters' default grey is not meant to darken the picture.
        out.base_color = [1.0, 1.0, 1.0, opacity];
    }
    if out.texture(&Slot::Emissive).is_some() && out.emissive == [0.0; 3] {
        out.emissive = [1.0; 3];
    }
    if let Some(map) = layers.iter().find(|l| l.map_type == 4 && !l.texture.0.is_empty()) {
        if diffuse.is_some_and(|d| d.texture.0.eq_ignore_ascii_case(&map.texture.0)) {
            out.alpha = Alpha::Blend;
        } else {
            let text = format!("opacity texture {:?} is not that of the colour", names.text(&map.texture));
            sink.push(&codes::OPACITY_MAP, format!("{path}.layers"), text);
        }
    }
    if let Some(alpha) = technique(&out.name) {
        out.alpha = alpha;
        // The shaders have a strength in the picture, and no index; 1, which the exporters leave, would hide it.
        out.ior = None;
        if alpha == Alpha::Opaque {
            let [r, g, b, _] = out.base_color;
            out.base_color = [r, g, b, 1.0];
        }
        country_masks(&mut out, scene);
    }
    out.extras = notes::material::VERSION.with(&surface.version);
    notes::material::STANDARD.put(&mut out.extras, m);
    notes::material::LAYERS.put(&mut out.extras, &separate.into_iter().cloned().collect());
    out
}

/// Red of a specular map of the Paradox games is its strength; green and blue are masks of the country's two colours,
/// which stay with the picture as it is. Only two techniques paint them.
fn country_masks(out: &mut SceneMaterial, scene: &mut Scene) {
    let painted =
        ["Standard", "StaticStandard"].iter().any(|n| technique_of(&out.name).eq_ignore_ascii_case(n));
    let Some(i) = out.textures.iter().position(|t| t.slot == Slot::Specular) else { return };
    let Some(slot) = out.textures.get_mut(i) else { return };
    let Some(file) = scene.images.get(slot.image.0 as usize).map(|i| i.file.clone()) else { return };
    let whole = TextureSlot { slot: Slot::Other(COUNTRY_MASKS.into()), ..slot.clone() };
    slot.image = scene.image(&file, PixelOps { red_only: true, ..PixelOps::default() });
    out.specular = Some(Specular { factor: 1.0, color: [1.0; 3] });
    if painted {
        out.textures.push(whole);
    }
}

fn add_layer(out: &mut SceneMaterial, layer: &Layer, names: &Names, scene: &mut Scene) {
    let mut slot = slot_of(layer.map_type);
    if out.texture(&slot).is_some() {
        let name = MAP_TYPES.get(usize::from(layer.map_type)).copied().unwrap_or("map");
        slot = Slot::Other(format!("{name} {}", out.textures.len() + 1));
    }
    let ops = PixelOps { invert_green: slot == Slot::Normal, ..PixelOps::default() };
    let image = scene.image(&names.text(&layer.texture), ops);
    let strength = if slot == Slot::Normal { amount(layer) } else { 1.0 };
    out.textures.push(TextureSlot { transform: transform(layer), strength, ..TextureSlot::new(slot, image) });
}

/// How much of a layer shows; a field that was not filled in is all of it.
pub fn amount(layer: &Layer) -> f32 {
    if layer.amount.is_finite() && layer.amount > 0.0 { layer.amount } else { 1.0 }
}

/// The technique in a material's name, which may have a namespace before it.
fn technique_of(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// How a shader technique of the Paradox games treats alpha; their materials are named after it.
fn technique(name: &str) -> Option<Alpha> {
    let name = technique_of(name);
    let known = |list: &[&str]| list.iter().any(|n| name.eq_ignore_ascii_case(n));
    if known(&["Standard", "StaticStandard", "Flag", "TexAnim"]) {
        Some(Alpha::Opaque)
    } else if known(&["Shadow", "StaticShadow", "Smoke"]) {
        Some(Alpha::Blend)
    } else {
        None
    }
}

/// Offset, tiling and rotation, unless they change nothing.
pub fn transform(layer: &Layer) -> Option<TextureTransform> {
    let finite = |v: f32, neutral: f32| if v.is_finite() { v } else { neutral };
    let tiling = [layer.u_tiling, layer.v_tiling].map(|v| finite(v, 1.0));
    let out = TextureTransform {
        offset: [finite(layer.u_offset, 0.0), finite(layer.v_offset, 0.0)],
        rotation: finite(layer.rotation, 0.0),
        // No tiling at all is a field nobody filled in.
        scale: if tiling == [0.0; 2] { [1.0; 2] } else { tiling },
    };
    (out != TextureTransform { offset: [0.0; 2], rotation: 0.0, scale: [1.0; 2] }).then_some(out)
}

/// A threshold in 8 bits.
pub fn cutoff(value: i32) -> f32 {
    (value as f32 / 255.0).clamp(0.0, 1.0)
}

fn fx(m: &FxMaterial, surface: &Surface<'_>, names: &Names, scene: &mut Scene) -> SceneMaterial {
    let cutoff = m.int("g_alphaTestValue").map_or(0.5, cutoff);
    let mut out = SceneMaterial {
        name: names.text(&m.name),
        alpha: match (m.bool("g_isAlphaBlendOn"), m.bool("g_isAlphaTestOn")) {
            (true, _) => Alpha::Blend,
            (false, true) => Alpha::Mask(cutoff),
            _ => Alpha::Opaque,
        },
        double_sided: m.bool("g_isTwoSideOn"),
        unlit: m.bool("g_isLightOff"),
        ..SceneMaterial::default()
    };
    for bitmap in &m.bitmaps {
        let file = names.text(&bitmap.value);
        if file.is_empty() || file.eq_ignore_ascii_case("none") {
            continue;
        }
        let name = names.text(&bitmap.name);
        let mut slot = slot_of_parameter(&name);
        if out.texture(&slot).is_some() {
            slot = Slot::Other(name.clone());
        }
        let ops = PixelOps { invert_green: slot == Slot::Normal, ..PixelOps::default() };
        let image = scene.image(&file, ops);
        // UV sets count from 1 there.
        let uv = m.int(&format!("{name}mapChannel")).map_or(0, |c| (c - 1).clamp(0, 7) as u32);
        out.textures.push(TextureSlot { uv, ..TextureSlot::new(slot, image) });
    }
    if out.texture(&Slot::Emissive).is_some() {
        out.emissive = [1.0; 3];
    }
    out.extras = notes::material::VERSION.with(&surface.version);
    notes::material::FX.put(&mut out.extras, m);
    out
}
