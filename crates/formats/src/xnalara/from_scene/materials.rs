//! Render groups for materials that say none, and texture lists.

use super::own;
use crate::WriteOptions;
use crate::xnalara::check as codes;
use crate::xnalara::groups::Map;
use crate::xnalara::model::{Model, Texture};
use crate::xnalara::names::{GroupTag, MeshName};
use crate::xnalara::numbers::spell_f32;
use scene::{Alpha, Material, Scene, Slot, TextureSlot};
use std::collections::BTreeSet;
use wire::{Sink, Text};

/// A picture of one colour for a slot the render group has and the material has not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Placeholder {
    /// A normal map that changes nothing.
    Flat,
    /// Changes nothing where it is multiplied.
    White,
    /// Changes nothing where it is added.
    Black,
}

impl Placeholder {
    fn of(map: Map) -> Self {
        match map {
            Map::B | Map::B1 | Map::B2 => Self::Flat,
            Map::D | Map::L | Map::S => Self::White,
            Map::M | Map::E | Map::G => Self::Black,
        }
    }

    /// What follows the stem of the model's file name.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Flat => "_flat.png",
            Self::White => "_white.png",
            Self::Black => "_black.png",
        }
    }

    /// A PNG of 4 × 4 pixels.
    pub fn bytes(self) -> Vec<u8> {
        const HEAD: &[u8] =
            b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x04\0\0\0\x04\x08\x02\0\0\0\x26\x93\x09\x29";
        const TAIL: &[u8] = b"\0\0\0\0IEND\xae\x42\x60\x82";
        let data: &[u8] = match self {
            Self::Flat => b"\0\0\0\x10IDAT\x78\xda\x63\x68\x68\xf8\x0f\x47\x0c\xc4\x71\x00\x36\xd1\x1f\xf1\x02\xd7\x21\x2b",
            Self::White => b"\0\0\0\x0fIDAT\x78\xda\x63\xf8\x8f\x04\x18\x88\xe3\x00\x00\xdb\x90\x2f\xd1\xd7\x3e\x0c\xf5",
            Self::Black => b"\0\0\0\x0cIDAT\x78\xda\x63\x60\x20\x1d\x00\x00\x00\x34\x00\x01\x48\xa3\x7d\x6f",
        };
        [HEAD, data, TAIL].concat()
    }
}

/// What a material shows.
struct Features {
    bump: bool,
    lightmap: bool,
    specular: bool,
    glow: bool,
    blended: bool,
    unlit: bool,
}

impl Features {
    fn of(m: &Material) -> Self {
        let has = |s: Slot| m.texture(&s).is_some();
        Self {
            bump: has(Slot::Normal),
            lightmap: has(Slot::Lightmap),
            specular: has(Slot::Specular),
            glow: has(Slot::Emissive),
            blended: m.alpha != Alpha::Opaque,
            unlit: m.unlit,
        }
    }

    /// The opaque and the blended group that show the most of it, and what they leave out.
    fn group(&self) -> (u32, u32, Vec<&'static str>) {
        let mut lost = Vec::new();
        let pair = match self {
            Self { unlit: true, .. } => {
                lost.extend(self.bump.then_some("normal map"));
                lost.extend(self.lightmap.then_some("lightmap"));
                lost.extend(self.specular.then_some("specular map"));
                lost.extend(self.glow.then_some("emission"));
                (10, 21)
            }
            Self { glow: true, specular, .. } => {
                lost.extend(self.lightmap.then_some("lightmap"));
                if *specular { (38, 39) } else { (30, 31) }
            }
            Self { lightmap: true, specular: true, .. } => (24, 25),
            Self { lightmap: true, bump: true, .. } => (2, 8),
            Self { lightmap: true, .. } => (3, 9),
            Self { specular: true, .. } => (40, 41),
            Self { bump: true, .. } => (4, 6),
            _ => (5, 7),
        };
        (pair.0, pair.1, lost)
    }
}

/// A name that says the render group of the material.
pub fn choose_name(name: &str, material: &Material, sink: &mut Sink) -> (String, MeshName) {
    let features = Features::of(material);
    let (opaque, blended, mut lost) = features.group();
    let id = if features.blended { blended } else { opaque };
    if material.texture(&Slot::MetallicRoughness).is_some() {
        lost.push("metallic-roughness map");
    }
    if material.metallic > 0.0 {
        lost.push("metal");
    }
    if !features.glow && material.emissive != [0.0; 3] {
        lost.push("emission without picture");
    }
    if matches!(material.alpha, Alpha::Mask(_)) {
        lost.push("alpha cutoff (blended instead)");
    }
    if !lost.is_empty() {
        let message = format!("{name:?}, render group {id}: {}", lost.join(", "));
        sink.push(&codes::LOST_MATERIAL, "materials", message);
    }
    let part = part_name(name);
    let mut out = format!("{id}_{part}");
    let parsed = MeshName::parse(&out);
    if parsed.render_group().0.params.len() == 1 {
        let amount = material.specular.map_or(1.0 - material.roughness, |s| s.factor).clamp(0.0, 1.0);
        out.push('_');
        // One minus a roughness leaves noise that nobody wants to read in a name.
        out.push_str(&spell_f32((amount * 1e5).round() / 1e5));
    }
    let parsed = MeshName::parse(&out);
    (out, parsed)
}

/// Underscores separate the pieces of a mesh name; `+` and `-` in front would make it optional.
fn part_name(name: &str) -> String {
    let part = name.replace('_', "-");
    let part = part.trim_start_matches(['+', '-']);
    if part.is_empty() { "unnamed".to_owned() } else { part.to_owned() }
}

/// The texture list our own glTF carries.
pub fn stored_textures(mesh: &scene::Mesh) -> Option<Vec<Texture>> {
    let list: Vec<(String, u32)> = serde_json::from_value(own(&mesh.extras, "textures")?.clone()).ok()?;
    Some(list.into_iter().map(|(file, uv_layer)| Texture { file: file.into(), uv_layer }).collect())
}

/// The texture list of the mesh of the same name in the original file.
pub fn template_textures(template: Option<&Model>, name: &str) -> Option<Vec<Texture>> {
    let mesh = template?.meshes.iter().find(|m| m.name.as_bytes() == name.as_bytes())?;
    Some(mesh.textures.clone())
}

/// Fills texture slots.
pub struct Namer<'a> {
    /// Whose pictures.
    pub scene: &'a Scene,
    /// What was asked for.
    pub options: &'a WriteOptions,
    /// Pictures to be made.
    pub placeholders: &'a mut BTreeSet<Placeholder>,
}

impl Namer<'_> {
    /// The textures of a render group in slot order, none missing. A stored list keeps what it has more and, where the
    /// picture is still the same, its spelling.
    pub fn textures(
        &mut self,
        name: &MeshName,
        material: &Material,
        stored: Option<Vec<Texture>>,
    ) -> Vec<Texture> {
        let (group, known) = name.render_group();
        // A list that says nothing about slots stays as it was.
        let says_slots = known && name.group != GroupTag::Missing;
        let wanted = if stored.is_none() || says_slots { group.required_textures() } else { 0 };
        let mut list = stored.unwrap_or_default();
        for (i, map) in group.slots.iter().enumerate() {
            let file = self.file(material, *map);
            match (list.get_mut(i), file) {
                (Some(texture), Some(new)) => {
                    let old = texture.file.lossy();
                    if !scene::file_name(&old).eq_ignore_ascii_case(scene::file_name(&new)) {
                        texture.file = Text::from(new);
                    }
                }
                (Some(_), None) => {}
                (None, Some(new)) => list.push(Texture { file: new.into(), uv_layer: 0 }),
                (None, None) if i < wanted => {
                    let file = self.placeholder(Placeholder::of(*map)).into();
                    list.push(Texture { file, uv_layer: 0 });
                }
                (None, None) => break,
            }
        }
        list
    }

    fn placeholder(&mut self, kind: Placeholder) -> String {
        self.placeholders.insert(kind);
        format!("{}{}", crate::registry::stem(&self.options.file_name), kind.suffix())
    }

    /// The file of the picture in a slot, as it will lie beside the model.
    fn file(&self, material: &Material, map: Map) -> Option<String> {
        let TextureSlot { image, .. } = material.texture(&map.slot())?;
        let given = self.options.texture_files.get(image.0 as usize).filter(|f| !f.is_empty());
        let own = || self.scene.images.get(image.0 as usize).map(|i| scene::file_name(&i.file).to_owned());
        given.cloned().or_else(own).filter(|f| !f.is_empty())
    }
}
