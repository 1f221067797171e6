//! From a mesh name and its textures to a material.

use super::super::groups::{Group, Map, Param, Shading};
use super::super::names::{GroupTag, MeshName};
use scene::{Alpha, Extras, Material, PixelOps, Scene, Slot, Specular, TextureSlot, TextureTransform};
use serde_json::{Map as Json, Value, json};

/// What the header says about surfaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surface {
    /// Whether there is a "Generic Item 2" header.
    pub header: bool,
    /// Back faces are not drawn.
    ///
    /// Classic XNALara culls them always; XPS draws both sides unless flag 0 or 1 is set.
    pub culling: bool,
    /// Which axis the red, green and blue of normal maps hold: value / 2 = X, Y, Z, odd = inverted.
    pub normal_axes: [u32; 3],
    /// Exponent of highlights: flag 6.
    pub gloss: u32,
}

impl Surface {
    /// A file without header.
    pub const CLASSIC: Self =
        Self { header: false, culling: true, normal_axes: DEFAULT_AXES, gloss: DEFAULT_GLOSS };

    /// What must happen to normal maps for glTF, which has X+, Y+, Z+.
    pub fn normal_ops(&self) -> PixelOps {
        let [r, g, b] = self.normal_axes.map(|v| v % 2 == 1);
        PixelOps { invert_red: r, invert_green: g, invert_blue: b, drop_alpha: false, red_only: false }
    }

    /// Whether red, green and blue hold X, Y and Z in this order.
    pub fn axes_in_order(&self) -> bool {
        self.normal_axes.map(|v| v / 2) == [0, 1, 2]
    }
}

/// What XNALara and XPS take where nothing is said.
pub const DEFAULT_GLOSS: u32 = 10;

/// X+, Y-, Z+: Direct3D style.
pub const DEFAULT_AXES: [u32; 3] = [0, 3, 4];

/// Adds the material of a mesh.
pub fn material(
    scene: &mut Scene,
    name: &str,
    parsed: &MeshName,
    textures: &[(String, u32)],
    uv_layers: u32,
    surface: Surface,
) -> Material {
    let (group, _) = parsed.render_group();
    let mut out = Material {
        name: name.to_owned(),
        alpha: if group.blended { Alpha::Blend } else { Alpha::Opaque },
        double_sided: !surface.culling,
        // Baked vertex colours are all the light the other kind has.
        unlit: matches!(group.shading, Shading::Shadeless | Shading::VertexColor),
        ..shine(group, parsed, surface.gloss)
    };
    for (map, (file, _)) in group.slots.iter().zip(textures) {
        if file.is_empty() {
            continue;
        }
        let slot = slot_of(*map, &out);
        let ops = if slot == Slot::Normal { surface.normal_ops() } else { PixelOps::default() };
        let image = scene.image(file, ops);
        if slot == Slot::Emissive {
            out.emissive = [1.0; 3];
        }
        out.textures.push(TextureSlot {
            uv: group.uv_layer(*map, uv_layers, surface.header),
            transform: repeat(group, parsed, *map),
            ..TextureSlot::new(slot, image)
        });
    }
    out.extras = material_extras(group, parsed);
    out
}

/// The slot of a map; a second picture for the same slot gets a name of its own.
fn slot_of(map: Map, material: &Material) -> Slot {
    let slot = map.slot();
    if material.texture(&slot).is_none() {
        return slot;
    }
    let label = slot.label();
    let mut n = 2;
    while material.texture(&Slot::Other(format!("{label}{n}"))).is_some() {
        n += 1;
    }
    Slot::Other(format!("{label}{n}"))
}

/// Share of light a plain surface of glTF reflects head on.
const PLAIN: f32 = 0.04;
/// Roughness of surfaces that show an environment picture, which is sharp.
const MIRROR: f32 = 0.2;

/// Roughness and highlights of a group.
///
/// XNALara adds amount × cos(reflection, eye)^gloss. An exponent of 4 × gloss about the half vector has the same width, and
/// 2 / (exponent + 2) is the square of glTF's alpha, which is the square of its roughness. Its highlight is F / (4 alpha²)
/// bright in the middle, so F = 4 alpha² × amount: the colour says 4 alpha² (as a multiple of 0.04), the factor the amount,
/// which is what artists change. An amount above one goes into the colour.
///
/// An environment picture has no place in glTF; the surface reflects what is around it by the same share instead.
fn shine(group: &Group, parsed: &MeshName, gloss: u32) -> Material {
    let param = |p: Param| group.params.iter().position(|o| *o == p).map(|at| parsed.param(at).max(0.0));
    let exponent = 4.0 * gloss.clamp(1, 1000) as f32;
    let alpha2 = 2.0 / (exponent + 2.0);
    let (amount, reflection) = (param(Param::SpecularAmount), param(Param::Reflection));
    let factor = amount.or(reflection).map(|f| f.min(1.0));
    let (roughness, head_on) = match (reflection, amount) {
        (Some(share), _) => (MIRROR, share.min(1.0)),
        (None, Some(amount)) => (alpha2.sqrt().sqrt(), 4.0 * alpha2 * amount),
        (None, None) => return Material::default(),
    };
    // The colour is what the factor leaves to be said; without any factor it says nothing.
    let color = factor.map_or(1.0, |f| if f > 0.0 { head_on / (PLAIN * f) } else { 1.0 });
    let specular = factor.map(|factor| Specular { factor, color: [color.min(1.0 / PLAIN); 3] });
    Material { roughness, specular, ..Material::default() }
}

fn repeat(group: &Group, parsed: &MeshName, map: Map) -> Option<TextureTransform> {
    let wanted = |p: &Param| {
        matches!(
            (map, p),
            (Map::B1, Param::Bump1Repeat | Param::BumpRepeat)
                | (Map::B2, Param::Bump2Repeat | Param::BumpRepeat)
                | (Map::S, Param::SpecularRepeat)
                | (Map::G, Param::GlowRepeat)
        )
    };
    let index = group.params.iter().position(wanted)?;
    let times = parsed.params.get(index).copied().filter(|t| *t > 0.0 && *t != 1.0)?;
    Some(TextureTransform { offset: [0.0; 2], rotation: 0.0, scale: [times, times] })
}

fn material_extras(group: &Group, parsed: &MeshName) -> Extras {
    use super::super::notes::material as note;
    let mut out = note::RENDER_GROUP.with(&parsed.group_number());
    match parsed.group {
        GroupTag::Missing => note::RENDER_GROUP_MISSING.put(&mut out, &true),
        GroupTag::Protected(_) => note::PROTECTED.put(&mut out, &true),
        GroupTag::Number(_) => {}
    }
    if !parsed.params.is_empty() {
        note::PARAMS.put(&mut out, &parsed.params);
    }
    let named = group.params.iter().enumerate().map(|(i, p)| (p.label().to_owned(), json!(parsed.param(i))));
    let named: Json<String, Value> = named.collect();
    if !named.is_empty() {
        note::NAMED.put(&mut out, &named);
    }
    if !group.posed {
        note::POSED.put(&mut out, &false);
    }
    match group.shading {
        Shading::VertexLit => note::SHADING.put(&mut out, &"vertexLit"),
        Shading::VertexColor => note::SHADING.put(&mut out, &"vertexColor"),
        Shading::Lit | Shading::Shadeless => {}
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(name: &str, gloss: u32) -> Material {
        let surface = Surface { gloss, ..Surface::CLASSIC };
        material(&mut Scene::default(), name, &MeshName::parse(name), &[], 1, surface)
    }

    /// How bright the middle of a highlight is where a white matt surface is 1.
    fn peak(m: &Material) -> f32 {
        let s = m.specular.unwrap();
        let f = (PLAIN * s.color[0]).min(1.0) * s.factor;
        f / (4.0 * m.roughness.powi(4))
    }

    #[test]
    fn highlights_are_as_bright_as_their_amount_and_as_wide_as_the_gloss() {
        for (name, amount) in
            [("4_boots_0.3", 0.3), ("24_skin_0.1_1_1", 0.1), ("40_boots_1", 1.0), ("4_boots_2.5", 2.5)]
        {
            for gloss in [10, 30] {
                let m = made(name, gloss);
                assert!((peak(&m) - amount).abs() < 1e-4 * amount, "{name}: {}", peak(&m));
                assert_eq!(m.specular.unwrap().factor, amount.min(1.0), "what artists change");
            }
        }
        assert!((made("4_boots_0.3", 10).roughness - 0.467).abs() < 1e-3);
        assert!(made("4_boots_0.3", 40).roughness < made("4_boots_0.3", 10).roughness);
        assert!(made("5_cloth", 10).specular.is_none() && made("5_cloth", 10).roughness == 1.0);
        assert_eq!(made("4_matt_0", 10).specular.unwrap().factor, 0.0);
    }

    #[test]
    fn an_environment_reflects_by_its_amount() {
        for (name, factor) in [("26_visor_0.6", 0.6), ("28_visor_0.6_0.2_1", 0.2)] {
            let m = made(name, 10);
            let s = m.specular.unwrap();
            assert!(
                ((PLAIN * s.color[0]).min(1.0) * s.factor - 0.6_f32.min(s.factor)).abs() < 1e-5,
                "{name}: {s:?}"
            );
            assert_eq!((m.roughness, s.factor), (MIRROR, factor));
        }
    }
}
