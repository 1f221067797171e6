//! Surfaces: those of the COLLADA file, and what the elements say where it does not decide.
//!
//! | attribute | of | here |
//! |---|---|---|
//! | `diffuse.r/g/b/a` | material | colour, 0–255, where the COLLADA file has none |
//! | `opacity` | material | 0–100, where the COLLADA file has none |
//! | `emissivepower` | material | 100 or not said: as bright as its colour; less: glow of that part |
//! | `source` | texture | picture, where the COLLADA file has none |
//! | `positionu/v`, `scaleu/v`, `rotationuv`, `pivotu/v` | texture | `KHR_texture_transform` |
//!
//! A texture is a child of its material, a material of its geometry. How the parts of the texture transform are put
//! together is open: scale, then rotation, both about the pivot, then the shift, and v upwards, are assumed. In dumps of 25
//! real scenes no texture turns or has a pivot, none has both a scale (−1 or 3) and a shift, and a scale of whole
//! numbers is the same whichever way v goes, because pictures repeat: every order shows those scenes alike at rest.

use super::values;
use super::values::{Values, children, display, linear, set_number};
use crate::anark::bgf::{Bgf, ElementType};
use crate::anark::dae::DaeMaterial;
use crate::anark::names::Dictionary;
use crate::anark::notes::material as notes;
use scene::{Alpha, Material, MaterialId, PixelOps, Scene, Slot, TextureSlot, TextureTransform};
use std::collections::HashMap;

/// How something is drawn besides its material.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Drawn {
    /// Opacity of the node and those above it, 0–1.
    pub opacity: f32,
    /// What the graph says; `None` without a graph.
    pub transparent: Option<bool>,
}

impl Drawn {
    fn key(self) -> (u32, Option<bool>) {
        (self.opacity.to_bits(), self.transparent)
    }
}

type Key = (String, u32, Option<bool>);

/// Materials of a scene, each made once.
pub(super) struct Looks<'a> {
    bgf: Option<&'a Bgf>,
    names: &'a Dictionary,
    materials: HashMap<usize, Vec<usize>>,
    textures: HashMap<usize, Vec<usize>>,
    by_id: HashMap<u32, usize>,
    made: HashMap<Key, MaterialId>,
}

impl<'a> Looks<'a> {
    pub fn new(bgf: Option<&'a Bgf>, names: &'a Dictionary) -> Self {
        Self {
            bgf,
            names,
            materials: bgf.map(|b| children(b, ElementType::MATERIAL)).unwrap_or_default(),
            textures: bgf.map(|b| children(b, ElementType::TEXTURE)).unwrap_or_default(),
            by_id: bgf.map(Bgf::elements_by_id).unwrap_or_default(),
            made: HashMap::new(),
        }
    }

    fn values(&self, element: usize) -> Option<Values<'a>> {
        self.bgf.and_then(|b| Values::of(b, element))
    }

    /// The material element of a geometry, by its number among them.
    pub fn of_geometry(&self, element: Option<usize>, number: usize) -> Option<usize> {
        let list = self.materials.get(&element?)?;
        list.get(number).or_else(|| list.first()).copied()
    }

    /// The material of the COLLADA file, with what the elements add.
    pub fn of_dae(&mut self, scene: &mut Scene, id: &str, m: &DaeMaterial, drawn: Drawn) -> MaterialId {
        let element = crate::anark::dae::ak_id(id).and_then(|id| self.by_id.get(&id)).copied();
        let element =
            element.filter(|e| self.values(*e).is_some_and(|v| v.element.ty == ElementType::MATERIAL));
        self.once(scene, (format!("#{id}"), drawn), |looks, scene| {
            let values = element.and_then(|e| looks.values(e));
            let [r, g, b, mut a] = m.color;
            if !m.alpha_said {
                a *= values.and_then(|v| v.opacity()).unwrap_or(1.0);
            }
            let rgb = match values.and_then(|v| v.rgb("diffuse")) {
                Some(own) if !m.color_said => own,
                _ => [r, g, b],
            };
            let mut out = Material {
                name: m.name.clone(),
                base_color: color(rgb, a * drawn.opacity),
                emissive: if m.unlit { [0.0; 3] } else { m.emission.map(linear) },
                unlit: m.unlit,
                double_sided: true,
                ..Material::default()
            };
            let own = element.and_then(|e| looks.texture(e));
            let file = m.texture.as_deref().or(own.as_ref().and_then(|o| o.0));
            picture(scene, &mut out, file, own.and_then(|o| o.1));
            (out, element)
        })
    }

    /// A material of the elements alone; a plain one where there is none.
    pub fn of_element(&mut self, scene: &mut Scene, element: usize, drawn: Drawn) -> MaterialId {
        self.once(scene, (format!("element {element}"), drawn), |looks, scene| {
            let Some(values) = looks.values(element) else { return (Material::default(), None) };
            let a = values.alpha("diffuse").unwrap_or(1.0) * values.opacity().unwrap_or(1.0);
            let rgb = values.rgb("diffuse").unwrap_or([1.0; 3]);
            let power = values.number("emissivepower").unwrap_or(100.0);
            let mut out = Material {
                name: looks.name(values),
                base_color: color(rgb, a * drawn.opacity),
                unlit: power >= 100.0,
                double_sided: true,
                ..Material::default()
            };
            if !out.unlit {
                out.emissive = rgb.map(|v| linear(v) * (power / 100.0).clamp(0.0, 1.0));
            }
            let own = looks.texture(element);
            picture(scene, &mut out, own.as_ref().and_then(|o| o.0), own.and_then(|o| o.1));
            (out, Some(element))
        })
    }

    /// The colour of letters.
    pub fn letters(&mut self, scene: &mut Scene, text: Values<'_>, drawn: Drawn) -> MaterialId {
        let rgb = text.rgb("textcolor").unwrap_or([1.0; 3]);
        let a = text.alpha("textcolor").unwrap_or(1.0);
        let key = format!("text {:?} {}", rgb.map(f32::to_bits), a.to_bits());
        let drawn = Drawn { transparent: None, ..drawn };
        self.once(scene, (key, drawn), |_, _| {
            let base_color = color(rgb, a * drawn.opacity);
            let name = "text".into();
            (Material { name, base_color, unlit: true, double_sided: true, ..Material::default() }, None)
        })
    }

    fn once(
        &mut self,
        scene: &mut Scene,
        (key, drawn): (String, Drawn),
        make: impl FnOnce(&Self, &mut Scene) -> (Material, Option<usize>),
    ) -> MaterialId {
        let (opacity, transparent) = drawn.key();
        let key = (key, opacity, transparent);
        if let Some(known) = self.made.get(&key) {
            return *known;
        }
        let (mut material, element) = make(self, scene);
        let pictured = material.texture(&Slot::BaseColor).is_some();
        // A picture's alpha counts where the graph says so, or where there is none to ask.
        if material.base_color[3] < 1.0 || transparent == Some(true) || (pictured && transparent.is_none()) {
            material.alpha = Alpha::Blend;
        }
        if let Some(values) = element.and_then(|e| self.values(e)) {
            let [r, g, b, _] = material.base_color;
            let id = values.element.scene_item_id;
            if let Some(element) = &element {
                notes::ELEMENT.put(&mut material.extras, element);
            }
            notes::COLOR.put(&mut material.extras, &[r, g, b]);
            if id != 0 {
                notes::ID.put(&mut material.extras, &format!("AK{id}"));
            }
        }
        // The COLLADA file's own name for it.
        if let Some(id) = key.0.strip_prefix('#') {
            notes::ID.put(&mut material.extras, &id.to_owned());
        }
        let id = scene.add_material(material);
        self.made.insert(key, id);
        id
    }

    /// Picture and transform of a material's texture element.
    fn texture(&self, material: usize) -> Option<(Option<&'a str>, Option<TextureTransform>)> {
        let values = self.values(*self.textures.get(&material)?.first()?)?;
        Some((values.text("source").filter(|s| !s.is_empty()), transform(values)))
    }

    fn name(&self, values: Values<'_>) -> String {
        let name = self.names.full(values.element.name.0).map(str::to_owned);
        name.unwrap_or_else(|| format!("AK{}", values.element.scene_item_id))
    }
}

fn color(rgb: [f32; 3], a: f32) -> [f32; 4] {
    let [r, g, b] = rgb.map(linear);
    [r, g, b, a.clamp(0.0, 1.0)]
}

fn picture(scene: &mut Scene, out: &mut Material, file: Option<&str>, transform: Option<TextureTransform>) {
    if let Some(file) = file {
        let image = scene.image(file, PixelOps::default());
        out.textures.push(TextureSlot { transform, ..TextureSlot::new(Slot::BaseColor, image) });
    }
}

/// The transform of a texture element; `None` where it moves nothing.
pub(super) fn transform(values: Values<'_>) -> Option<TextureTransform> {
    let number = |name: &str, default: f32| values.number(name).unwrap_or(default);
    let parts = UvParts {
        position: [number("positionu", 0.0), number("positionv", 0.0)],
        scale: [number("scaleu", 1.0), number("scalev", 1.0)],
        pivot: [number("pivotu", 0.0), number("pivotv", 0.0)],
        rotation: number("rotationuv", 0.0),
    };
    parts.to_gltf().filter(|t| t.offset.iter().chain(&t.scale).all(|v| v.is_finite()))
}

/// The transform of texture coordinates as the elements have it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct UvParts {
    pub position: [f32; 2],
    pub scale: [f32; 2],
    pub pivot: [f32; 2],
    pub rotation: f32,
}

impl UvParts {
    /// Where a point goes; v upwards.
    pub fn apply(&self, [u, v]: [f32; 2]) -> [f32; 2] {
        let [x, y] = [(u - self.pivot[0]) * self.scale[0], (v - self.pivot[1]) * self.scale[1]];
        let (sin, cos) = self.rotation.sin_cos();
        [
            cos * x - sin * y + self.pivot[0] + self.position[0],
            sin * x + cos * y + self.pivot[1] + self.position[1],
        ]
    }

    /// glTF's: v goes down there, so that its origin is the upper corner.
    pub fn to_gltf(self) -> Option<TextureTransform> {
        let [u, v] = self.apply([0.0, 1.0]);
        let out = TextureTransform { offset: [u, 1.0 - v], rotation: self.rotation, scale: self.scale };
        let nothing = TextureTransform { offset: [0.0; 2], rotation: 0.0, scale: [1.0; 2] };
        (out != nothing).then_some(out)
    }
}

/// Puts colours that were changed into the BGF.
pub(crate) fn back(out: &mut Bgf, scene: &Scene) {
    let mut done = std::collections::HashSet::new();
    for material in &scene.materials {
        let said = notes::ELEMENT.get(&material.extras).zip(notes::COLOR.get(&material.extras));
        let Some((element, was)) = said else { continue };
        let is_material =
            values::Values::of(out, element).is_some_and(|v| v.element.ty == ElementType::MATERIAL);
        let [r, g, b, _] = material.base_color;
        if is_material && was.iter().zip([r, g, b]).any(|(a, b)| (a - b).abs() > 1e-3) && done.insert(element)
        {
            for (channel, v) in ["r", "g", "b"].into_iter().zip([r, g, b]) {
                set_number(out, element, &format!("diffuse.{channel}"), display(v));
            }
        }
    }
}
