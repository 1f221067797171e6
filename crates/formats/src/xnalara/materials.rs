//! From a mesh name and its textures to a material.

use super::groups::{Group, Map, Param, Shading};
use super::names::{GroupTag, MeshName};
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
}

impl Surface {
    /// A file without header.
    pub const CLASSIC: Self = Self { header: false, culling: true, normal_axes: DEFAULT_AXES };

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
        specular: specular(group, parsed),
        ..Material::default()
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

/// Highlights of the groups that have them. The amount may exceed one; glTF's factor may not.
fn specular(group: &Group, parsed: &MeshName) -> Option<Specular> {
    let index = group.params.iter().position(|p| *p == Param::SpecularAmount)?;
    Some(Specular { factor: parsed.param(index).clamp(0.0, 1.0), color: [1.0; 3] })
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
    let mut out = Json::new();
    out.insert("renderGroup".into(), json!(parsed.group_number()));
    match parsed.group {
        GroupTag::Missing => {
            out.insert("renderGroupMissing".into(), json!(true));
        }
        GroupTag::Protected(_) => {
            out.insert("protected".into(), json!(true));
        }
        GroupTag::Number(_) => {}
    }
    if !parsed.params.is_empty() {
        out.insert("params".into(), json!(parsed.params));
    }
    let named: Json<String, Value> = group
        .params
        .iter()
        .enumerate()
        .map(|(i, p)| (p.label().to_owned(), json!(parsed.param(i))))
        .collect();
    if !named.is_empty() {
        out.insert("named".into(), Value::Object(named));
    }
    if !group.posed {
        out.insert("posed".into(), json!(false));
    }
    match group.shading {
        Shading::VertexLit => {
            out.insert("shading".into(), json!("vertexLit"));
        }
        Shading::VertexColor => {
            out.insert("shading".into(), json!("vertexColor"));
        }
        Shading::Lit | Shading::Shadeless => {}
    }
    let mut extras = Extras::new();
    extras.insert("xnalara".into(), Value::Object(out));
    extras
}
