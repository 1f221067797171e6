//! `libraries/material_library.xml`, with what extensions add to it.
//!
//! `/materiallibrary/collection[@name]/material[@name]/properties/property[@type,@name,@value]`; a mesh names
//! `collection.material`. Extensions bring a whole library, or a `<diff>` of `<add>`, `<replace>` and `<remove>`.

use super::find;
use super::notes::material as notes;
use super::xml::{ElementId, Xml};
use scene::{
    Alpha, Files, ImageChannel, Material, MaterialId, PixelOps, Scene, Slot, Specular, TextureSlot, file_name,
};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};

/// Where the library is in a game.
pub const LIBRARY: &str = "libraries/material_library.xml";

/// One property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// `BitMap`, `Float`, `Color` …
    pub ty: String,
    /// `diffuse_map`, `normalStr` …
    pub name: String,
    /// As written.
    pub value: String,
}

/// One material.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    /// Attributes of the element other than its name (shader, blend mode …).
    pub attributes: Vec<(String, String)>,
    /// In order.
    pub properties: Vec<Property>,
}

impl Entry {
    /// Type, name and value of each property, for extras.
    pub fn property_list(&self) -> Vec<[String; 3]> {
        self.properties.iter().map(|p| [&p.ty, &p.name, &p.value].map(String::clone)).collect()
    }
}

/// All materials there are, by lower-case `collection` and `material`.
#[derive(Debug, Clone, Default)]
pub struct Library {
    entries: HashMap<(String, String), Entry>,
    /// Files it came from.
    pub sources: Vec<String>,
}

fn key(collection: &str, material: &str) -> (String, String) {
    (collection.to_lowercase(), material.to_lowercase())
}

/// Splits `collection.material` at the first dot.
pub fn split(name: &str) -> Option<(&str, &str)> {
    name.split_once('.').filter(|(a, b)| !a.is_empty() && !b.is_empty())
}

/// The library last parsed, since a folder of a thousand meshes shares it.
static LAST: Mutex<Option<(u64, Arc<Library>)>> = Mutex::new(None);

impl Library {
    /// The library of the game a document belongs to, extensions merged; `None` if there is none.
    pub fn load(files: &dyn Files, document: &str) -> Option<Arc<Library>> {
        let paths = find::all(files, document, LIBRARY);
        let texts: Vec<(String, Vec<u8>)> =
            paths.into_iter().filter_map(|p| files.read(&p).ok().map(|bytes| (p, bytes))).collect();
        if texts.is_empty() {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        texts.hash(&mut hasher);
        let hash = hasher.finish();
        if let Ok(last) = LAST.lock()
            && let Some((known, library)) = &*last
            && *known == hash
        {
            return Some(library.clone());
        }
        let mut library = Library::default();
        for (path, bytes) in texts {
            if let Ok(xml) = Xml::parse(&bytes) {
                library.merge(&xml);
                library.sources.push(path);
            }
        }
        let library = Arc::new(library);
        if let Ok(mut last) = LAST.lock() {
            *last = Some((hash, library.clone()));
        }
        Some(library)
    }

    /// Adds a whole library or a diff.
    pub fn merge(&mut self, xml: &Xml) {
        let root = xml.root();
        if xml.name(root) == "diff" {
            for op in xml.children(root) {
                self.apply(xml, op);
            }
        } else {
            for c in xml.named(root, "collection") {
                self.add_collection(xml, c);
            }
        }
    }

    fn add_collection(&mut self, xml: &Xml, collection: ElementId) {
        let name = xml.attr(collection, "name").unwrap_or_default().into_owned();
        for m in xml.named(collection, "material") {
            self.add_material(xml, &name, m);
        }
    }

    fn add_material(&mut self, xml: &Xml, collection: &str, material: ElementId) {
        let Some(name) = xml.attr(material, "name") else { return };
        let attributes = xml.attrs(material).filter(|(n, _)| *n != "name");
        let entry = Entry {
            attributes: attributes.map(|(n, v)| (n.to_owned(), v.into_owned())).collect(),
            properties: xml.named(material, "properties").flat_map(|p| properties(xml, p)).collect(),
        };
        self.entries.insert(key(collection, &name), entry);
    }

    /// One operation of a diff.
    fn apply(&mut self, xml: &Xml, op: ElementId) {
        let Some(place) = xml.attr(op, "sel").and_then(|sel| Selector::parse(&sel)) else { return };
        match (xml.name(op), &place.collection, &place.material) {
            ("add" | "replace", None, _) => {
                xml.named(op, "collection").for_each(|c| self.add_collection(xml, c));
            }
            ("add", Some(c), None) => xml.named(op, "material").for_each(|m| self.add_material(xml, c, m)),
            ("add", Some(c), Some(m)) => {
                let entry = self.entries.entry(key(c, m)).or_default();
                entry.properties.extend(properties(xml, op));
                entry.properties.extend(xml.named(op, "properties").flat_map(|p| properties(xml, p)));
            }
            ("replace", Some(c), None) => {
                let gone = c.to_lowercase();
                self.entries.retain(|(c, _), _| *c != gone);
                xml.named(op, "collection").for_each(|c| self.add_collection(xml, c));
            }
            ("replace", Some(c), Some(m)) => match &place.property {
                None => xml.named(op, "material").for_each(|m| self.add_material(xml, c, m)),
                Some(p) => {
                    let new = if place.attribute.as_deref() == Some("value") {
                        let value = xml.text(op).trim().to_owned();
                        vec![Property { ty: String::new(), name: p.clone(), value }]
                    } else {
                        properties(xml, op)
                    };
                    let list = self.entries.get_mut(&key(c, m)).map(|e| &mut e.properties);
                    for (old, new) in list.into_iter().flatten().filter(|q| q.name == *p).zip(new) {
                        *old =
                            Property { ty: if new.ty.is_empty() { old.ty.clone() } else { new.ty }, ..new };
                    }
                }
            },
            ("remove", Some(c), None) => {
                let gone = c.to_lowercase();
                self.entries.retain(|(c, _), _| *c != gone);
            }
            ("remove", Some(c), Some(m)) => match &place.property {
                None => {
                    self.entries.remove(&key(c, m));
                }
                Some(p) => {
                    if let Some(e) = self.entries.get_mut(&key(c, m)) {
                        e.properties.retain(|q| q.name != *p);
                    }
                }
            },
            _ => {}
        }
    }

    /// The material a mesh names.
    pub fn get(&self, name: &str) -> Option<&Entry> {
        let (collection, material) = split(name)?;
        self.entries.get(&key(collection, material))
    }

    /// How many materials there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

fn properties(xml: &Xml, parent: ElementId) -> Vec<Property> {
    let text = |id, name| xml.attr(id, name).unwrap_or_default().into_owned();
    let one = |p| Property { ty: text(p, "type"), name: text(p, "name"), value: text(p, "value") };
    xml.named(parent, "property").map(one).collect()
}

/// What the selector of a diff points at.
#[derive(Debug, Default, PartialEq, Eq)]
struct Selector {
    collection: Option<String>,
    material: Option<String>,
    property: Option<String>,
    attribute: Option<String>,
}

impl Selector {
    /// `/materiallibrary/collection[@name='a']/material[@name="b"]/properties/property[@name='c']/@value`.
    fn parse(sel: &str) -> Option<Self> {
        let mut out = Self::default();
        for step in sel.trim().trim_start_matches('/').split('/') {
            if let Some(attribute) = step.strip_prefix('@') {
                out.attribute = Some(attribute.to_owned());
                continue;
            }
            let (element, name) = match step.split_once('[') {
                Some((element, rest)) => {
                    let value =
                        rest.trim_end_matches(']').trim().strip_prefix("@name")?.trim().strip_prefix('=')?;
                    (element, Some(value.trim().trim_matches(['\'', '"']).to_owned()))
                }
                None => (step, None),
            };
            match element {
                "collection" => out.collection = name,
                "material" => out.material = name,
                "property" => out.property = name,
                "materiallibrary" | "properties" | "" => {}
                _ => return None,
            }
        }
        Some(out)
    }
}

/// The slot a bitmap of the library goes to.
pub(super) fn slot(name: &str) -> Slot {
    match name.to_lowercase().as_str() {
        "diffuse_map" => Slot::BaseColor,
        "normal_map" => Slot::Normal,
        "specular_map" => Slot::Specular,
        "environment_map" => Slot::Environment,
        "emissive_map" | "glow_map" | "color_glow_map" | "illumination_map" => Slot::Emissive,
        "ambientocclusion_map" | "ao_map" => Slot::Lightmap,
        _ => Slot::Other(name.to_owned()),
    }
}

/// The material of a name in a scene, made if new.
pub fn material(scene: &mut Scene, library: Option<&Library>, name: &str, raw: Option<&[u8]>) -> MaterialId {
    if let Some(at) = scene.materials.iter().position(|m| m.name == name) {
        return MaterialId(at as u32);
    }
    let mut out = Material { name: name.to_owned(), ..Material::default() };
    if let Some(raw) = raw {
        notes::RAW_NAME.put(&mut out.extras, &super::base64_text(raw));
    }
    if let Some(entry) = library.and_then(|l| l.get(name)) {
        fill(scene, &mut out, entry);
        notes::PROPERTIES.put(&mut out.extras, &entry.property_list());
        if !entry.attributes.is_empty() {
            let map = entry.attributes.iter().map(|(n, v)| (n.clone(), v.as_str().into())).collect();
            notes::ATTRIBUTES.put(&mut out.extras, &map);
        }
    }
    scene.add_material(out)
}

/// What the properties of a material are looked up by.
struct Values<'e>(&'e Entry);

impl Values<'_> {
    fn number(&self, name: &str) -> Option<f32> {
        let p = self.0.properties.iter().find(|p| p.name.eq_ignore_ascii_case(name))?;
        p.value.trim().parse::<f32>().ok().filter(|v| v.is_finite())
    }

    fn bitmap(&self, name: &str) -> Option<&str> {
        let is = |p: &&Property| p.ty.eq_ignore_ascii_case("bitmap") && p.name.eq_ignore_ascii_case(name);
        self.0.properties.iter().find(is).map(|p| p.value.trim()).filter(|v| !v.is_empty())
    }
}

fn fill(scene: &mut Scene, out: &mut Material, entry: &Entry) {
    let values = Values(entry);
    for p in
        entry.properties.iter().filter(|p| p.ty.eq_ignore_ascii_case("bitmap") && !p.value.trim().is_empty())
    {
        let slot = slot(&p.name);
        if out.textures.iter().any(|t| t.slot == slot) {
            continue;
        }
        // The game's normal maps are Direct3D's: green points down.
        let ops = PixelOps { invert_green: slot == Slot::Normal, ..PixelOps::default() };
        let image = scene.image(p.value.trim(), ops);
        let mut texture = TextureSlot::new(slot.clone(), image);
        match slot {
            Slot::Normal => texture.strength = values.number("normalStr").unwrap_or(1.0),
            Slot::Emissive => {
                let strength =
                    ["color_glowStr", "glowStr", "emissiveStr"].iter().find_map(|n| values.number(n));
                out.emissive = [strength.unwrap_or(1.0).clamp(0.0, 1.0); 3];
            }
            Slot::Specular => {
                let factor = values.number("specularStr").unwrap_or(1.0).clamp(0.0, 1.0);
                out.specular = Some(Specular { factor, color: [1.0; 3] });
            }
            _ => {}
        }
        out.textures.push(texture);
    }
    metal_and_roughness(scene, out, &values);
    let mode = entry.attributes.iter().filter(|(n, _)| {
        matches!(n.to_lowercase().as_str(), "shader" | "effect" | "blendmode" | "transparency" | "preview")
    });
    let mode: String = mode.map(|(_, v)| v.to_lowercase()).collect::<Vec<_>>().join(" ");
    if mode.contains("alphatest") || mode.contains("cutout") {
        out.alpha = Alpha::Mask(0.5);
    } else if mode.contains("alpha") || mode.contains("glass") || mode.contains("additive") {
        out.alpha = Alpha::Blend;
    }
    if entry
        .attributes
        .iter()
        .any(|(n, v)| n.eq_ignore_ascii_case("twosided") && matches!(v.as_str(), "1" | "true"))
    {
        out.double_sided = true;
    }
}

/// X4 says how smooth and how metallic a surface is by a map and a number each; glTF has one picture, green rough and
/// blue metal, and a factor each. X Rebirth has neither: its surfaces stay rough.
fn metal_and_roughness(scene: &mut Scene, out: &mut Material, values: &Values<'_>) {
    let smooth = values.number("Smoothness").map(|v| v.clamp(0.0, 1.0));
    let metal = values.number("Metallness").or_else(|| values.number("Metalness")).map(|v| v.clamp(0.0, 1.0));
    let (smooth_map, metal_map) = (values.bitmap("smooth_map"), values.bitmap("metal_map"));
    let mut channels = Vec::new();
    if let Some(file) = smooth_map {
        // Smooth times a number is not rough times a number: it goes into the pixels.
        channels.push(ImageChannel::new(file, 1, smooth.unwrap_or(1.0), true));
        out.roughness = 1.0;
    } else if let Some(smooth) = smooth {
        out.roughness = 1.0 - smooth;
    }
    if let Some(file) = metal_map {
        channels.push(ImageChannel::new(file, 2, 1.0, false));
        out.metallic = metal.unwrap_or(1.0);
    } else if let Some(metal) = metal {
        out.metallic = metal;
    }
    if let Some(first) = channels.first() {
        let name = format!("{}_metal_rough.png", file_name(&first.file));
        let image = scene.packed_image(&name, channels);
        out.textures.push(TextureSlot::new(Slot::MetallicRoughness, image));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scene::Memory;

    const BASE: &str = r#"<materiallibrary><collection name="a">
      <material name="hull" shader="P1"><properties>
        <property type="BitMap" name="diffuse_map" value="assets\textures\hull_diff"/>
        <property type="BitMap" name="normal_map" value="assets\textures\hull_bump"/>
        <property type="BitMap" name="smooth_map" value="assets\textures\hull_smooth"/>
        <property type="Float" name="normalStr" value="0.5"/>
        <property type="Float" name="Smoothness" value="0.75"/>
      </properties></material>
      <material name="gone"/></collection></materiallibrary>"#;
    const DIFF: &str = r#"<diff>
      <add sel="/materiallibrary"><collection name="dlc"><material name="m"/></collection></add>
      <add sel="/materiallibrary/collection[@name='a']"><material name="new"/></add>
      <replace sel="//collection[@name='a']/material[@name='hull']/properties/property[@name='diffuse_map']/@value">dlc\other</replace>
      <remove sel="/materiallibrary/collection[@name='a']/material[@name='gone']"/>
    </diff>"#;

    #[test]
    fn extensions_are_merged() {
        let mut m = Memory::default();
        m.insert("libraries/material_library.xml", BASE);
        m.insert("extensions/dlc/libraries/material_library.xml", DIFF);
        let l = Library::load(&m, "assets/ship.xml").unwrap();
        assert_eq!((l.len(), l.sources.len()), (3, 2));
        assert!(l.get("dlc.m").is_some() && l.get("a.new").is_some() && l.get("a.gone").is_none());
        assert_eq!(l.get("A.Hull").unwrap().properties[0].value, "dlc\\other");
        let mut scene = Scene::default();
        let id = material(&mut scene, Some(&l), "a.hull", None);
        assert_eq!(material(&mut scene, Some(&l), "a.hull", None), id);
        let made = &scene.materials[0];
        assert_eq!(made.textures.len(), 4);
        let normal = made.texture(&Slot::Normal).unwrap();
        assert!(normal.strength == 0.5 && scene.images[normal.image.0 as usize].ops.invert_green);
        assert!(made.texture(&Slot::Other("smooth_map".into())).is_some());
        let rough = made.texture(&Slot::MetallicRoughness).unwrap();
        let [channel] = &scene.images[rough.image.0 as usize].channels[..] else { panic!("one channel") };
        assert_eq!(
            (channel.file.as_str(), channel.to, channel.invert),
            ("assets\\textures\\hull_smooth", 1, true)
        );
        assert_eq!((made.metallic, made.roughness, channel.scale), (0.0, 1.0, 0.75));
    }
}
