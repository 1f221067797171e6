//! Which UVs the maps of a render group read. Materials of other programs move, tile and choose UVs for each picture;
//! a render group reads one layer for nearly all of them.

use super::super::rules as codes;
use crate::xnalara::groups::{Group, Map, Param};
use crate::xnalara::model::Geometry;
use crate::xnalara::names::MeshName;
use scene::{Material, Slot, TextureSlot, TextureTransform};

/// The maps glTF shows.
const SHOWN: [Map; 5] = [Map::D, Map::L, Map::B, Map::S, Map::G];

const NEUTRAL: TextureTransform = TextureTransform { offset: [0.0; 2], rotation: 0.0, scale: [1.0; 2] };

/// Where a picture takes its UVs from.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Use {
    uv: u32,
    transform: TextureTransform,
}

impl Use {
    fn of(texture: &TextureSlot) -> Self {
        Self { uv: texture.uv, transform: texture.transform.unwrap_or(NEUTRAL) }
    }

    /// `KHR_texture_transform`: scaled, turned, moved.
    fn apply(&self, [u, v]: [f32; 2]) -> [f32; 2] {
        let TextureTransform { offset, rotation, scale } = self.transform;
        let (sin, cos) = rotation.sin_cos();
        let (u, v) = (u * scale[0], v * scale[1]);
        [cos * u + sin * v + offset[0], cos * v - sin * u + offset[1]]
    }
}

/// How often a picture is tiled, where that is all that its transform does.
pub fn tiles(material: &Material, slot: &Slot) -> Option<f32> {
    let TextureTransform { offset, rotation, scale: [x, y] } = material.texture(slot)?.transform?;
    (offset == [0.0; 2] && rotation == 0.0 && x == y && x > 0.0 && x != 1.0).then_some(x)
}

/// The group like this one that also reads the maps as the material does.
pub fn better(group: &'static Group, material: &Material, layers: usize, posed: bool) -> &'static Group {
    let light = || {
        let lightmap = material.texture(&Slot::Lightmap).map(Use::of);
        let base = material.texture(&Slot::BaseColor).map(Use::of);
        layers > 1 && !posed && lightmap.is_some() && lightmap != base
    };
    let id = match group.id {
        3 if light() => 17,
        9 if light() => 19,
        30 | 31 if tiles(material, &Slot::Emissive).is_some() => u32::from(group.id) + 6,
        40 | 41 if tiles(material, &Slot::Specular).is_some() => u32::from(group.id) + 2,
        _ => return group,
    };
    Group::by_id(id).unwrap_or(group)
}

/// Puts UVs into the layers from which the group reads them, as the first map says that reads a layer. Returns the maps
/// that read others.
pub fn settle(
    g: &mut Geometry,
    material: &Material,
    name: &MeshName,
    header: bool,
    ours: bool,
) -> Vec<&'static str> {
    let (group, _) = name.render_group();
    let count = g.uvs.len() as u32;
    if count == 0 {
        return Vec::new();
    }
    let says = |map: Map| {
        let param = match map {
            Map::S => Param::SpecularRepeat,
            Map::G => Param::GlowRepeat,
            _ => return false,
        };
        group.params.contains(&param)
    };
    let mut uses: Vec<(Map, u32, Use)> = Vec::new();
    for map in group.slots.iter().filter(|m| SHOWN.contains(m)) {
        let Some(texture) = material.texture(&map.slot()) else { continue };
        let mut one = Use::of(texture);
        if says(*map) && tiles(material, &map.slot()).is_some() {
            one.transform = NEUTRAL;
        }
        // Which layer lightmaps of our own files read depends on the file: their layers stay as they are.
        let own = ours && *map == Map::L && one.transform == NEUTRAL;
        if !own && one.uv < count {
            uses.push((*map, group.uv_layer(*map, count, header), one));
        }
    }
    let old = g.uvs.clone();
    let mut lost = Vec::new();
    for layer in 0..count {
        let mut readers = uses.iter().filter(|(_, at, _)| *at == layer);
        let Some((_, _, first)) = readers.next() else { continue };
        lost.extend(readers.filter(|(_, _, other)| other != first).map(|(map, _, _)| codes::map_name(*map)));
        if *first == (Use { uv: layer, transform: NEUTRAL }) {
            continue;
        }
        let Some(from) = old.get(first.uv as usize) else { continue };
        let made = from.iter().map(|uv| first.apply(*uv)).collect();
        if let Some(slot) = g.uvs.get_mut(layer as usize) {
            *slot = made;
        }
        // What nothing reads is kept in the layer that was taken from.
        let free = !uses.iter().any(|(_, at, _)| *at == first.uv);
        if let (true, Some(slot), Some(was)) =
            (free, g.uvs.get_mut(first.uv as usize), old.get(layer as usize))
        {
            slot.clone_from(was);
        }
        // Tangents follow the UVs.
        g.tangents.clear();
    }
    lost
}
