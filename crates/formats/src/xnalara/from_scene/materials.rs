//! Render groups for materials that say none, and texture lists.

use super::super::rules as codes;
use super::super::scene::colors;
use super::layers;
use super::look::{Look, params};
use super::origin::{Origin, Template, unnumbered};
use super::parts::Shown;
use super::surface::Turner;
use crate::WriteOptions;
use crate::xnalara::groups::{Group, Map, Param};
use crate::xnalara::model::Texture;
use crate::xnalara::names::{GroupTag, MeshName};
use scene::{Alpha, Material, Mesh, Scene, Slot, TextureSlot};
use std::collections::BTreeSet;
use wire::Sink;

/// A picture of one colour for a slot the render group has and the material has not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Placeholder {
    /// A normal map that changes nothing.
    Flat,
    /// Changes nothing where it is multiplied.
    White,
    /// Changes nothing where it is added.
    Black,
    /// A glow without picture.
    Glow([u8; 3]),
}

impl Placeholder {
    fn of(map: Map, material: &Material) -> Self {
        match map {
            Map::G if material.emissive != [0.0; 3] => {
                let [r, g, b] = material.emissive;
                let [r, g, b, _] = colors::to_display([r, g, b, 1.0]);
                Self::Glow([r, g, b])
            }
            Map::B | Map::B1 | Map::B2 => Self::Flat,
            Map::D | Map::L | Map::S => Self::White,
            Map::M | Map::E | Map::G => Self::Black,
        }
    }

    /// What follows the stem of the model's file name.
    pub fn suffix(self) -> String {
        match self {
            Self::Flat => "_flat.png".to_owned(),
            Self::White => "_white.png".to_owned(),
            Self::Black => "_black.png".to_owned(),
            Self::Glow([r, g, b]) => format!("_glow_{r:02x}{g:02x}{b:02x}.png"),
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
            Self::Glow(color) => return scene::textures::one_color(color),
            Self::Black => b"\0\0\0\x0cIDAT\x78\xda\x63\x60\x20\x1d\x00\x00\x00\x34\x00\x01\x48\xa3\x7d\x6f",
        };
        [HEAD, data, TAIL].concat()
    }
}

/// A name that says the render group of the material.
pub fn choose_name(name: &str, shown: Shown<'_>, sink: &mut Sink) -> MeshName {
    let material = shown.material;
    let look = Look::of(material);
    let posed = shown.node.skin.is_some();
    let group = layers::better(look.group(None), material, shown.mesh.uvs.len(), posed);
    let mut params = params(group, &[], None, material);
    for (value, param) in params.iter_mut().zip(group.params) {
        let slot = match param {
            Param::SpecularRepeat => Slot::Specular,
            Param::GlowRepeat => Slot::Emissive,
            _ => continue,
        };
        *value = layers::tiles(material, &slot).unwrap_or(*value);
    }
    let parsed = MeshName {
        group: GroupTag::Number(u32::from(group.id)),
        params,
        ..MeshName::parse(&format!("5_{}", part_name(name)))
    };
    report_lost(&parsed.spell(), material, &look, group, sink);
    parsed
}

/// What of a material no render group, or not this one, can show.
pub fn report_lost(name: &str, material: &Material, look: &Look, group: &Group, sink: &mut Sink) {
    let mut lost: Vec<&str> =
        look.maps.iter().filter(|m| !group.slots.contains(m)).map(|m| codes::map_name(*m)).collect();
    if material.texture(&Slot::MetallicRoughness).is_some() {
        lost.push("metallic-roughness map");
    }
    if material.metallic > 0.0 {
        lost.push("metal");
    }
    if matches!(material.alpha, Alpha::Mask(_)) {
        lost.push("alpha cutoff (blended instead)");
    }
    for (slot, what) in
        [(Slot::Normal, "strength of the bump map"), (Slot::Lightmap, "strength of the lightmap")]
    {
        if material.texture(&slot).is_some_and(|t| t.strength != 1.0) {
            lost.push(what);
        }
    }
    if !lost.is_empty() {
        let message = format!("{name:?}: {}", lost.join(", "));
        sink.push(&codes::LOST_MATERIAL, "materials", message);
    }
}

/// Underscores separate the pieces of a mesh name; `+` and `-` in front would make it optional.
fn part_name(name: &str) -> String {
    let part = name.replace('_', "-");
    let part = part.trim_start_matches(['+', '-']);
    if part.is_empty() { "unnamed".to_owned() } else { part.to_owned() }
}

/// Fills texture slots.
pub struct Namer<'a> {
    /// Whose pictures.
    pub scene: &'a Scene,
    /// What was asked for.
    pub options: &'a WriteOptions,
    /// Which of them say something.
    pub pictures: Pictures,
    /// Pictures to be made.
    pub placeholders: &'a mut BTreeSet<Placeholder>,
    /// Turns normal maps.
    pub turner: &'a mut Turner,
    /// What was replaced by them.
    pub filled: Vec<&'static str>,
}

impl Namer<'_> {
    /// The textures of a render group in slot order, none missing. Where the picture is still the same, it keeps the
    /// spelling it had; what glTF cannot show stays as it was.
    pub fn textures(
        &mut self,
        name: &MeshName,
        material: &Material,
        origin: Option<&Origin>,
    ) -> Vec<Texture> {
        let (group, known) = name.render_group();
        let was = origin.map(|o| MeshName::parse(&o.name));
        let old_group = was.as_ref().map(|n| n.render_group().0);
        let same = old_group.is_none_or(|old| std::ptr::eq(old, group));
        let stored = origin.map(|o| o.textures.as_slice()).unwrap_or_default();
        // A list that says nothing about slots stays as it was.
        let says_slots = known && name.group != GroupTag::Missing;
        let wanted = if origin.is_none() || says_slots { group.required_textures() } else { 0 };
        let mut list = Vec::new();
        for (i, map) in group.slots.iter().enumerate() {
            let old = if same {
                stored.get(i)
            } else {
                let at = old_group.and_then(|g| g.slots.iter().position(|m| m == map));
                at.and_then(|at| stored.get(at))
            };
            // Groups nobody knows have several pictures of a kind; the material's is the first.
            let first = group.slots.iter().position(|m| m == map) == Some(i);
            match self.texture(material, *map, old, first) {
                Some(texture) => list.push(texture),
                None if i < wanted => {
                    let kind = Placeholder::of(*map, material);
                    self.filled.push(codes::map_name(*map));
                    let uv_layer = old.map_or(0, |t| t.uv_layer);
                    list.push(Texture { file: self.placeholder(kind).into(), uv_layer });
                }
                None => break,
            }
        }
        if same {
            list.extend(stored.iter().skip(list.len()).cloned());
        }
        list
    }

    fn texture(
        &mut self,
        material: &Material,
        map: Map,
        old: Option<&Texture>,
        first: bool,
    ) -> Option<Texture> {
        let now = self.file(material, map).filter(|_| first);
        match (now, old) {
            (Some(now), Some(old)) if same_picture(&now, &old.file.lossy()) => Some(old.clone()),
            (Some(now), old) => Some(Texture { file: now.into(), uv_layer: old.map_or(0, |t| t.uv_layer) }),
            (None, Some(old)) if !self.is_removed(material, map) => Some(old.clone()),
            (None, _) => None,
        }
    }

    /// Whether a picture that was there is gone because somebody took it out.
    fn is_removed(&self, material: &Material, map: Map) -> bool {
        let shows = matches!(map, Map::D | Map::L | Map::B | Map::G)
            || (map == Map::S && material.specular.is_some());
        shows && self.pictures == Pictures::All
    }

    fn placeholder(&mut self, kind: Placeholder) -> String {
        let file = format!("{}{}", crate::registry::stem(&self.options.file_name), kind.suffix());
        self.placeholders.insert(kind);
        file
    }

    /// The file of the picture in a slot, as it will be next to the model.
    fn file(&mut self, material: &Material, map: Map) -> Option<String> {
        let TextureSlot { image, .. } = material.texture(&map.slot())?;
        let turned = if map == Map::B { self.turner.file(self.scene, self.options, *image) } else { None };
        if turned.is_some() {
            return turned;
        }
        let given = self.options.texture_files.get(image.0 as usize).filter(|f| !f.is_empty());
        let own = || self.scene.images.get(image.0 as usize).map(|i| scene::file_name(&i.file).to_owned());
        given.cloned().or_else(own).filter(|f| !f.is_empty())
    }
}

/// Which pictures of a material say that somebody edited it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pictures {
    /// Those that are there and those that are not.
    All,
    /// Only those that are there: a mesh without UVs has lost its pictures in glTF.
    Added,
    /// None: the scene was written without.
    None,
}

impl Pictures {
    /// Of a mesh.
    pub fn of(scene: &Scene, mesh: &Mesh) -> Self {
        match scene.images.iter().any(|i| i.data.is_some()) {
            false => Self::None,
            true if mesh.uvs.is_empty() => Self::Added,
            true => Self::All,
        }
    }
}

/// Whether two files are the same picture: other programs change folder, ending and case.
pub fn same_picture(now: &str, was: &str) -> bool {
    let stem = |file: &str| {
        let base = scene::file_name(file);
        let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
        unnumbered(stem).to_lowercase()
    };
    let exact = scene::file_name(now).eq_ignore_ascii_case(scene::file_name(was));
    exact || stem(now) == stem(was)
}

/// Names of all pictures, spelled as the original does: other programs change ending and case.
pub fn picture_names(scene: &Scene, template: Option<&Template>) -> Vec<String> {
    let mut out = scene::textures::file_names(scene);
    let known =
        |m: &Material| Origin::noted(&m.extras).or_else(|| template?.part(unnumbered(&m.name)).cloned());
    for material in &scene.materials {
        let Some(origin) = known(material) else { continue };
        for (map, old) in MeshName::parse(&origin.name).render_group().0.slots.iter().zip(&origin.textures) {
            let Some(slot) = material.texture(&map.slot()) else { continue };
            let old = scene::file_name(&old.file.lossy()).to_owned();
            let safe = scene::safe_relative(&old).is_some() && old.contains('.');
            if let Some(name) = out.get_mut(slot.image.0 as usize)
                && safe
                && same_picture(name, &old)
            {
                *name = old;
            }
        }
    }
    out
}
