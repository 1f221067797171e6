//! Materials of a scene as materials of an actor.

use super::super::scene::surface;
use super::super::scene::surface::{slot_of, slot_of_parameter};
use super::super::types::materials::{
    FxBitmap, FxFloats, FxMaterial, FxValue, Layer, Layers, Material, MaterialInfo,
};
use crate::emfx::from_scene::profile::Profile;
use crate::emfx::notes;
use crate::emfx::notes::TargetNote;
use crate::emfx::rules::codes;
use crate::emfx::types::Emfx;
use crate::emfx::types::body::Body;
use crate::{Names, WriteOptions};
use scene::{Alpha, COUNTRY_MASKS, Material as SceneMaterial, Scene, Slot, TextureSlot, TextureTransform};
use wire::{Sink, Text};

/// One material of either kind.
pub enum MadeMaterial {
    /// Chunk 3.
    Standard(Box<Material>),
    /// Chunk 5.
    Fx(Box<FxMaterial>),
}

/// The standard material that exporters for Tree of Savior put first.
const DEFAULT: &str = "EMFX Default";

/// All materials, and the number of each of the scene's. A profile asked for decides their kind, else they are of the
/// kind they were. The exporters' default material comes first where the game or the file has it.
pub fn convert(
    scene: &Scene,
    options: &WriteOptions,
    profile: Profile,
    sink: &mut Sink,
) -> (Vec<MadeMaterial>, Vec<u32>) {
    let names = stored_names(scene);
    let mut out = Vec::new();
    let (mut changed, mut plain_colours) = (0_usize, 0_usize);
    let ours = scene.materials.iter().any(|m| notes::material::FX.is_in(&m.extras));
    let had = notes::scene::MATERIALS.get(&scene.extras);
    let had = had.is_some_and(|m| m.first().is_some_and(|name| name == DEFAULT));
    let default = scene.materials.iter().position(|m| unnumbered(&m.name) == DEFAULT);
    let wanted = had || (profile == Profile::TreeOfSavior && !ours);
    let lead = scene.materials.is_empty() || (wanted && default.is_none());
    if lead {
        out.push(MadeMaterial::Standard(Box::new(default_material())));
    }
    // A default material that a program moved comes first again.
    let first = default.filter(|_| wanted);
    let order = first.into_iter().chain((0..scene.materials.len()).filter(|i| Some(*i) != first));
    let mut numbers = vec![0; scene.materials.len()];
    for i in order {
        let Some(m) = scene.materials.get(i) else { continue };
        if let Some(slot) = numbers.get_mut(i) {
            *slot = out.len() as u32;
        }
        let stored_standard: Option<Material> = notes::material::STANDARD.get(&m.extras);
        let stored_fx: Option<FxMaterial> = notes::material::FX.get(&m.extras);
        let effect = if Profile::asked(options) {
            profile == Profile::TreeOfSavior && unnumbered(&m.name) != DEFAULT
        } else {
            stored_fx.is_some()
        };
        changed += usize::from(if effect { stored_standard.is_some() } else { stored_fx.is_some() });
        let [r, g, b, _] = m.base_color;
        plain_colours += usize::from(effect && stored_fx.is_none() && [r, g, b] != [1.0; 3]);
        out.push(if effect {
            MadeMaterial::Fx(Box::new(fx(m, stored_fx, scene, (options, &names))))
        } else {
            let number = out.len() as u16;
            MadeMaterial::Standard(Box::new(standard(m, stored_standard, scene, (options, &names), number)))
        });
    }
    let mut lost = |n: usize, text: &str| {
        if n > 0 {
            sink.push(&codes::LOST, "", format!("{n} {text}"));
        }
    };
    lost(changed, "materials are of the profile's kind now; what only the other kind says is left out");
    lost(plain_colours, "materials have a colour of their own, for which an effect has no parameter");
    (out, numbers)
}

/// A name without the number that Blender gives to the second of a name: `Standard.001`.
pub fn unnumbered(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, n)) if n.len() == 3 && n.bytes().all(|b| b.is_ascii_digit()) => stem,
        _ => name,
    }
}

/// Totals and materials as chunks.
pub fn push(file: &mut Emfx, list: Vec<MadeMaterial>) {
    let standard = list.iter().filter(|m| matches!(m, MadeMaterial::Standard(_))).count() as u32;
    let total = list.len() as u32;
    file.push(13, 1, Body::MaterialInfo(MaterialInfo { lod: None, total, standard, fx: total - standard }));
    for m in list {
        match m {
            MadeMaterial::Standard(m) => file.push(3, 2, Body::Material(m)),
            MadeMaterial::Fx(m) => file.push(5, 2, Body::FxMaterial(*m)),
        }
    }
}

/// What exporters put first, for actors that have no material.
pub fn default_material() -> Material {
    plain(DEFAULT)
}

fn plain(name: &str) -> Material {
    Material {
        lod: None,
        ambient: [0.0, 0.0, 0.0, 1.0],
        diffuse: [1.0; 4],
        specular: [1.0; 4],
        emissive: [0.0, 0.0, 0.0, 1.0],
        shine: 0.0,
        shine_strength: 0.0,
        opacity: 1.0,
        ior: 1.5,
        double_sided: 0,
        wireframe: 0,
        transparency: b'F',
        layer_count: 0,
        name: name.into(),
        layers: Layers::default(),
    }
}

/// How the names of the file that a scene came from were decoded: the same choice from the same names.
fn stored_names(scene: &Scene) -> Names {
    let mut all: Vec<Text> = Vec::new();
    all.extend(scene.nodes.iter().filter_map(|n| n.raw_name.clone()).map(Text));
    for mesh in &scene.meshes {
        let targets: Vec<TargetNote> = notes::mesh::TARGETS.get(&mesh.extras).unwrap_or_default();
        all.extend(targets.into_iter().map(|t| t.name));
    }
    for m in &scene.materials {
        if let Some(m) = notes::material::STANDARD.get(&m.extras) {
            all.extend(m.layers.0.into_iter().map(|l| l.texture).chain([m.name]));
        }
        if let Some(m) = notes::material::FX.get(&m.extras) {
            all.extend(m.bitmaps.into_iter().map(|b| b.value).chain([m.name]));
        }
        let separate: Vec<Layer> = notes::material::LAYERS.get(&m.extras).unwrap_or_default();
        all.extend(separate.into_iter().map(|l| l.texture));
    }
    Names::guess(all.iter().map(Text::as_bytes))
}

/// What a stored material would look like in a scene, to see what was changed since.
fn was(material: &Material, layers: &[Layer], names: &Names) -> SceneMaterial {
    let surface = super::super::scene::actor::Surface {
        chunk: 0,
        version: 2,
        lod: 0,
        kind: super::super::scene::actor::SurfaceKind::Standard(material),
        layers: layers.iter().collect(),
    };
    surface::convert(&surface, names, "", &mut Scene::default(), &mut Sink::new())
}

fn standard(
    m: &SceneMaterial,
    stored: Option<Material>,
    scene: &Scene,
    (options, names): (&WriteOptions, &Names),
    number: u16,
) -> Material {
    let separate: Vec<Layer> = notes::material::LAYERS.get(&m.extras).unwrap_or_default();
    let known = stored.is_some();
    let mut out = stored.unwrap_or_else(|| plain(""));
    let before = was(&out, &separate, names);
    let near = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4);
    out.lod = None;
    if !known || (m.name != before.name && unnumbered(&m.name) != before.name) {
        out.name = m.name.as_str().into();
    }
    let [r, g, b, a] = m.base_color;
    if !known || !near(&m.base_color, &before.base_color) {
        out.diffuse = [r, g, b, 1.0];
        out.opacity = a;
    }
    if !known || !near(&m.emissive, &before.emissive) {
        let [r, g, b] = m.emissive;
        out.emissive = [r, g, b, 1.0];
    }
    if (!known || (m.roughness - before.roughness).abs() > 1e-4) && m.roughness > 0.0 {
        out.shine = (2.0 / (m.roughness * m.roughness) - 2.0).max(0.0);
    }
    if let Some(s) = m.specular
        && (!known || before.specular != Some(s))
    {
        let [r, g, b] = s.color;
        out.specular = [r, g, b, 1.0];
        out.shine_strength = s.factor;
    }
    if let Some(ior) = m.ior.filter(|i| before.ior != Some(*i)) {
        out.ior = ior;
    }
    if !known || m.double_sided != before.double_sided {
        out.double_sided = u8::from(m.double_sided);
    }
    let old: Vec<Layer> = out.layers.0.iter().chain(&separate).cloned().collect();
    out.layers = Layers(layers(m, &old, scene, (options, names), number));
    // Alpha in the colour texture is what an opacity layer of the same picture says.
    let colour = out.layers.0.iter().find(|l| l.map_type == 2).cloned();
    if let (Alpha::Blend | Alpha::Mask(_), Some(mut layer)) = (m.alpha, colour)
        && a >= 1.0
        && !(known && m.alpha == before.alpha)
        && !out.layers.0.iter().any(|l| l.map_type == 4)
    {
        layer.map_type = 4;
        out.layers.0.push(layer);
    }
    out.layers.0.truncate(255);
    out.layer_count = out.layers.0.len() as u8;
    out
}

/// The name a picture has next to the file.
fn file_of(t: &TextureSlot, scene: &Scene, options: &WriteOptions) -> String {
    let given = options.texture_files.get(t.image.0 as usize).filter(|f| !f.is_empty());
    let own = scene.images.get(t.image.0 as usize).map(|i| i.file.clone()).unwrap_or_default();
    let name = given.cloned().unwrap_or(own);
    scene::file_name(&name).to_owned()
}

fn bare(file: &str) -> &str {
    match file.rsplit_once('.') {
        Some((stem, ext)) if !stem.is_empty() && (2..=4).contains(&ext.len()) => stem,
        _ => file,
    }
}

fn map_type(slot: &Slot) -> u8 {
    match slot {
        Slot::BaseColor => 2,
        Slot::Specular => 3,
        Slot::Normal => 5,
        Slot::Emissive => 6,
        Slot::Lightmap | Slot::MetallicRoughness | Slot::Mask => 0,
        Slot::Environment => 12,
        Slot::Other(name) => {
            let first = |n: &str| name == n || name.strip_prefix(n).is_some_and(|r| r.starts_with(' '));
            surface::MAP_TYPES.iter().position(|n| first(n)).unwrap_or(0) as u8
        }
    }
}

fn layers(
    m: &SceneMaterial,
    old: &[Layer],
    scene: &Scene,
    (options, names): (&WriteOptions, &Names),
    number: u16,
) -> Vec<Layer> {
    let mut left: Vec<&Layer> = old.iter().collect();
    let mut out = Vec::new();
    for t in m.textures.iter().filter(|t| t.slot != Slot::Other(COUNTRY_MASKS.into())) {
        let file = file_of(t, scene, options);
        let name = bare(&file);
        let same = |l: &&Layer| {
            let text = names.text(&l.texture);
            let slot = slot_of(l.map_type) == t.slot || map_type(&t.slot) == l.map_type;
            slot && (bare(&text).eq_ignore_ascii_case(name) || text.eq_ignore_ascii_case(&file))
        };
        let mut layer = match left.iter().position(same) {
            Some(i) => left.remove(i).clone(),
            None => Layer {
                amount: 1.0,
                u_offset: 0.0,
                v_offset: 0.0,
                u_tiling: 1.0,
                v_tiling: 1.0,
                rotation: 0.0,
                material: number,
                map_type: map_type(&t.slot),
                blend_mode: 0,
                texture: name.into(),
            },
        };
        layer.material = number;
        if t.slot == Slot::Normal && (surface::amount(&layer) - t.strength).abs() > 1e-4 {
            layer.amount = t.strength;
        }
        if surface::transform(&layer) != t.transform {
            let neutral = TextureTransform { offset: [0.0; 2], rotation: 0.0, scale: [1.0; 2] };
            let x = t.transform.unwrap_or(neutral);
            [layer.u_offset, layer.v_offset] = x.offset;
            [layer.u_tiling, layer.v_tiling] = x.scale;
            layer.rotation = x.rotation;
        }
        out.push(layer);
    }
    // Layers without a texture, and those whose texture was not found or has no place in glTF, ride along.
    let gone = Gone::new(m, scene, options);
    let free = |l: &&Layer| {
        let slot = slot_of(l.map_type);
        let other = m.textures.iter().any(|t| t.slot == slot);
        l.texture.0.is_empty() || !(other || gone.has(&slot, &names.text(&l.texture)))
    };
    out.extend(left.into_iter().filter(free).map(|l| Layer { material: number, ..l.clone() }));
    out
}

/// Which pictures of a material were taken out on purpose. One that was not found never was in the glTF, and is named in
/// the material's own extras; where those are the template's, a picture that is there would have been in the glTF.
struct Gone<'a> {
    /// The template's pictures, where the data of the material are the template's.
    lent: Option<&'a [String]>,
    /// Whether the scene has any picture at all.
    pictures: bool,
    /// Then programs keep the picture of the colour only.
    unlit: bool,
}

impl<'a> Gone<'a> {
    fn new(m: &SceneMaterial, scene: &Scene, options: &'a WriteOptions) -> Self {
        let lent = notes::material::LENT.is_in(&m.extras);
        let unused = notes::material::UNUSED.is_in(&m.extras);
        Self {
            lent: lent.then_some(&options.template_pictures),
            pictures: !unused && scene.materials.iter().any(|m| !m.textures.is_empty()),
            unlit: m.unlit,
        }
    }

    fn has(&self, slot: &Slot, file: &str) -> bool {
        // Programs drop what shines, and what glTF has no place for.
        let shown =
            matches!(slot, Slot::BaseColor) || (!self.unlit && matches!(slot, Slot::Normal | Slot::Emissive));
        let there = |list: &[String]| list.iter().any(|f| bare(f).eq_ignore_ascii_case(bare(file)));
        shown && self.pictures && self.lent.is_none_or(there)
    }
}

fn fx(
    m: &SceneMaterial,
    stored: Option<FxMaterial>,
    scene: &Scene,
    (options, names): (&WriteOptions, &Names),
) -> FxMaterial {
    let known = stored.is_some();
    let mut out = stored.unwrap_or_else(|| FxMaterial {
        effect: "Default.fx".into(),
        floats: vec![FxFloats { value: [0.0], name: "TextureUOffSet".into() }],
        ..FxMaterial::default()
    });
    let tested = known && out.bool("g_isAlphaTestOn");
    let stored_cutoff = out.int("g_alphaTestValue").map(surface::cutoff);
    out.lod = None;
    out.technique.get_or_insert_with(Text::default);
    let numbered = known && out.name.as_str() == Some(unnumbered(&m.name));
    if !known || (out.name.as_str().is_some() && !numbered) {
        out.name = m.name.as_str().into();
    }
    let mut switch = |name: &str, on: bool| match out.bools.iter_mut().find(|p| p.name.0 == name.as_bytes()) {
        Some(p) if (p.value != 0) != on => p.value = u8::from(on),
        None if on => out.bools.push(FxValue { value: 1, name: name.into() }),
        _ => {}
    };
    switch("g_isAlphaBlendOn", m.alpha == Alpha::Blend);
    if !(known && m.alpha == Alpha::Blend) {
        switch("g_isAlphaTestOn", matches!(m.alpha, Alpha::Mask(_)));
    }
    switch("g_isTwoSideOn", m.double_sided);
    switch("g_isLightOff", m.unlit);
    let mut number = |name: &str, value: i32| match out.ints.iter_mut().find(|p| p.name.0 == name.as_bytes())
    {
        Some(p) => p.value = value,
        None => out.ints.push(FxValue { value, name: name.into() }),
    };
    // Where nothing is said, it is one half.
    let said = stored_cutoff.unwrap_or(0.5);
    if let Alpha::Mask(cutoff) = m.alpha
        && (!tested || (cutoff - said).abs() > 1e-4)
    {
        number("g_alphaTestValue", (cutoff * 255.0).round() as i32);
    }
    let mut used: Vec<usize> = Vec::new();
    for t in &m.textures {
        let file = file_of(t, scene, options);
        let fits = |(i, b): &(usize, &FxBitmap)| {
            let name = b.name.lossy();
            !used.contains(i) && (slot_of_parameter(&name) == t.slot || t.slot == Slot::Other(name))
        };
        let found = out.bitmaps.iter().enumerate().find(fits).map(|f| f.0);
        let name = if let Some(b) = found.and_then(|i| out.bitmaps.get_mut(i)) {
            if !bare(&names.text(&b.value)).eq_ignore_ascii_case(bare(&file)) {
                b.value = file.as_str().into();
            }
            b.name.lossy()
        } else {
            let name = parameter(&t.slot);
            out.bitmaps.push(FxBitmap { name: name.as_str().into(), value: file.as_str().into() });
            name
        };
        used.extend(found.or(Some(out.bitmaps.len() - 1)));
        let channel = format!("{name}mapChannel");
        let stored = out.ints.iter_mut().find(|p| p.name.0 == channel.as_bytes());
        match stored {
            Some(p) if (p.value - 1).max(0) as u32 != t.uv => p.value = t.uv as i32 + 1,
            None if t.uv > 0 || !known => {
                out.ints.push(FxValue { value: t.uv as i32 + 1, name: channel.as_str().into() });
            }
            _ => {}
        }
    }
    let gone = Gone::new(m, scene, options);
    for (_, b) in out.bitmaps.iter_mut().enumerate().filter(|(i, _)| !used.contains(i)) {
        let file = names.text(&b.value);
        let said = !file.is_empty() && !file.eq_ignore_ascii_case("none");
        if said && gone.has(&slot_of_parameter(&b.name.lossy()), &file) {
            b.value = "None".into();
        }
    }
    out
}

/// The picture parameter of a slot.
fn parameter(slot: &Slot) -> String {
    match slot {
        Slot::BaseColor => "DiffuseTex",
        Slot::Lightmap => "ShadowTex",
        Slot::Environment => "EnvTex",
        Slot::Normal => "normalTexture",
        Slot::Specular => "specTexture",
        Slot::Emissive => "glowTexture",
        Slot::Mask => "maskTexture",
        Slot::MetallicRoughness => "metallicRoughness",
        Slot::Other(name) => name,
    }
    .to_owned()
}
