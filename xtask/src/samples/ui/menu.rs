//! The scene: elements with their nodes, animations and slides.

use super::shape::Shape;
use formats::anark::bgf::{
    Animation, Bgf, Contract, Element, ElementType, Keyframe, Large, Ref, Setting, Slide, flag,
};
use formats::anark::bsg::{Asset, Bsg, GraphNode, NodeType};
use formats::anark::hash::{attribute_hash, hash};
use formats::anark::section::Section;
use formats::anark::value::{Attribute, AttributeName, Name, Name16, Param, StringRef, ValueType};
use std::f32::consts::TAU;

/// The scene while it grows.
#[derive(Default)]
pub struct Menu {
    /// Elements, animations, slides.
    pub face: Bgf,
    /// Transforms.
    pub graph: Bsg,
    /// Names of the elements.
    pub names: Vec<String>,
    /// Shape and material of the elements.
    pub shapes: Vec<Option<(Shape, usize)>>,
    /// Colours of the materials.
    pub colors: Vec<[f32; 4]>,
    next_id: u32,
    /// Index of the BSG node of an element.
    pub nodes: Vec<Option<usize>>,
}

/// Place and size of an element in glTF's space.
#[derive(Clone, Copy, Default)]
struct At {
    position: [f32; 3],
    size: [f32; 2],
    pivot: [f32; 3],
}

fn at(x: f32, y: f32, z: f32) -> At {
    At { position: [x, y, z], ..At::default() }
}

impl At {
    fn size(self, w: f32, h: f32) -> Self {
        Self { size: [w, h], ..self }
    }
}

const BUTTONS: [(&str, &str); 5] = [
    ("Continue", "Continue"),
    ("NewGame", "New game"),
    ("Options", "Options"),
    ("Credits", "Credits"),
    ("Quit", "Quit"),
];

impl Menu {
    /// The whole menu.
    pub fn new() -> Self {
        let mut m = Self { next_id: 1, ..Self::default() };
        m.face.header.width = 1920;
        m.face.header.height = 1080;
        m.face.header.fit_mode = 2;
        let scene = m.add("Scene", None, ElementType::DUMMY, At::default(), true);
        m.contract(scene);
        let camera = m.add("MainCamera", Some(scene), ElementType::CAMERA, at(0.0, 0.0, 10.0), false);
        for (name, v) in [("fov", 50.0), ("clipnear", 0.5), ("clipfar", 100.0)] {
            m.float(camera, name, v);
        }
        m.attribute(camera, Attribute::new("orthographic", ValueType::Bool, 0));
        let plan = m.add("PlanCamera", Some(scene), ElementType::CAMERA, at(0.0, 0.0, 20.0), false);
        m.attribute(plan, Attribute::new("orthographic", ValueType::Bool, 1));
        let light = m.add("KeyLight", Some(scene), ElementType::LIGHT, at(0.0, 4.0, 8.0), false);
        m.color(light, "lightdiffuse", [1.0, 0.9, 0.7]);
        m.float(light, "brightness", 80.0);
        m.float(light, "outerconeangle", 60.0);
        let layer = m.add("Layer", Some(scene), ElementType::DUMMY, At::default(), true);
        let back =
            m.shape("Backdrop", layer, at(0.0, 0.0, -1.0), Shape::Quad(16.0, 9.0), [0.9, 0.9, 1.0, 1.0]);
        m.texture(back, "menu_back.tga");
        let menu = m.add("Menu", Some(layer), ElementType::DUMMY, at(-3.0, 0.0, 0.0), true);
        m.shape("Panel", menu, at(0.0, -0.8, 0.0), Shape::Quad(5.4, 5.8), [0.08, 0.12, 0.22, 0.85]);
        m.shape("Title", menu, at(0.0, 3.1, 0.1), Shape::Letters("XENOMESH", 0.16), [0.95, 0.75, 0.2, 1.0]);
        let buttons: Vec<usize> = BUTTONS
            .iter()
            .enumerate()
            .map(|(i, (name, label))| m.button(menu, name, label, 1.3 - i as f32 * 1.05))
            .collect();
        let dial = m.add(
            "Dial",
            Some(layer),
            ElementType::DUMMY,
            At { pivot: [0.2, 0.1, 0.0], ..at(4.2, 0.4, 0.0) },
            true,
        );
        m.shape("Gear", dial, at(0.2, 0.1, 0.0), Shape::Disc(1.6, 32), [0.25, 0.5, 0.75, 1.0]);
        m.shape("Needle", dial, at(0.2, 0.8, 0.1), Shape::Quad(0.12, 1.3), [0.95, 0.95, 0.95, 1.0]);
        let version = m.text("Version", layer, at(5.6, -4.1, 0.1).size(3.0, 0.4), "version 1.0");
        m.float(version, "size", 18.0);
        let badge = m.badge(layer);
        let curtain =
            m.shape("Curtain", scene, at(0.0, 0.0, 2.0), Shape::Quad(16.0, 9.0), [0.0, 0.0, 0.0, 1.0]);
        m.float(curtain, "opacity", 0.0);
        m.set_active(curtain, false);
        m.slides(scene, layer, menu, dial, curtain, &buttons);
        m.shimmer(layer, back, version, badge);
        m.params();
        m
    }

    fn add(&mut self, name: &str, parent: Option<usize>, ty: ElementType, place: At, large: bool) -> usize {
        let has_item = ty != ElementType::CONTRACT;
        let id = if has_item { self.next_id } else { 0 };
        self.next_id += u32::from(has_item);
        let large = large.then_some(Large { unknown_0x0e: 2, period_ms: 1000 });
        let [x, y, z] = place.position;
        let mut attributes = vec![Attribute::new("name", ValueType::String, self.string(name))];
        let is_node = !matches!(ty, ElementType::CONTRACT | ElementType::MATERIAL | ElementType::TEXTURE);
        if is_node {
            for (axis, v) in ["x", "y", "z"].into_iter().zip([x, y, -z]) {
                attributes.push(Attribute::new(&format!("position.{axis}"), ValueType::Float, v.to_bits()));
            }
        }
        self.face.elements.list.push(Element {
            name: Name(hash(name.as_bytes())),
            parent: parent.map_or(-1, |p| p as i32),
            scene_item_id: id,
            ty,
            flags: flag::ACTIVE | if large.is_some() { flag::LARGE } else { 0 },
            large,
            attributes,
        });
        self.names.push(name.to_owned());
        self.shapes.push(None);
        self.colors.push([1.0; 4]);
        let node = is_node.then(|| self.node(parent, id, ty, place));
        self.nodes.push(node);
        if has_item && !is_node {
            let asset_type = if ty == ElementType::MATERIAL { NodeType::MATERIAL } else { NodeType::TEXTURE };
            self.graph.assets.list.push(Asset { scene_item_id: id, asset_type });
        }
        self.face.elements.list.len() - 1
    }

    fn node(&mut self, parent: Option<usize>, id: u32, ty: ElementType, place: At) -> usize {
        let node_type = match ty {
            ElementType::GEOMETRY => NodeType::GEOMETRY,
            ElementType::CAMERA => NodeType::CAMERA,
            ElementType::LIGHT => NodeType::LIGHT,
            ElementType::TEXT => NodeType::TEXT,
            _ => NodeType::DUMMY,
        };
        let [w, h] = place.size;
        let mirror = |[x, y, z]: [f32; 3]| [x, y, 0.0 - z];
        let parent = parent.and_then(|p| self.nodes.get(p).copied().flatten());
        self.graph.nodes.list.push(GraphNode {
            parent: parent.map_or(-1, |p| p as i32),
            scene_item_id: id,
            node_type,
            translation: mirror(place.position),
            pivot: mirror(place.pivot),
            box_min: [-w / 2.0, -h / 2.0, 0.0],
            box_max: [w / 2.0, h / 2.0, 0.0],
            ..GraphNode::default()
        });
        self.graph.nodes.list.len() - 1
    }

    fn string(&mut self, text: &str) -> u32 {
        let list = &mut self.face.strings.list;
        let found = list.iter().position(|s| s.as_bytes() == text.as_bytes());
        found.unwrap_or_else(|| {
            list.push(text.into());
            list.len() - 1
        }) as u32
    }

    fn float(&mut self, element: usize, name: &str, value: f32) {
        self.attribute(element, Attribute::new(name, ValueType::Float, value.to_bits()));
    }

    fn color(&mut self, element: usize, name: &str, color: [f32; 3]) {
        for (channel, v) in ["r", "g", "b"].into_iter().zip(color) {
            self.float(element, &format!("{name}.{channel}"), (v * 255.0).round());
        }
    }

    /// A plate that the COLLADA file does not have: its material alone says how it looks.
    fn badge(&mut self, layer: usize) -> usize {
        let place = at(4.3, -2.6, 0.1).size(3.0, 1.0);
        let badge = self.add("Badge", Some(layer), ElementType::GEOMETRY, place, false);
        let material = self.add("BadgeMaterial", Some(badge), ElementType::MATERIAL, At::default(), false);
        self.color(material, "diffuse", [0.8, 0.3, 0.1]);
        self.float(material, "opacity", 90.0);
        self.float(material, "emissivepower", 100.0);
        self.text("BadgeText", layer, at(4.3, -2.6, 0.2).size(2.6, 0.6), "New!");
        material
    }

    /// Colour, opacity and texture coordinates over time.
    fn shimmer(&mut self, layer: usize, back: usize, version: usize, badge: usize) {
        let texture = self.names.iter().position(|n| n == "BackTexture").unwrap_or(back);
        let drift = self.animate(texture, "positionu", &[(0, 0.0), (3000, 1.0)], false);
        let blink = self.animate(version, "opacity", &[(0, 100.0), (1500, 20.0), (3000, 100.0)], true);
        let glow = ["r", "g", "b"]
            .into_iter()
            .zip([(204.0, 255.0), (77.0, 204.0), (26.0, 51.0)])
            .map(|(c, (a, b))| {
                self.animate(badge, &format!("diffuse.{c}"), &[(0, a), (1500, b), (3000, a)], true)
            })
            .collect();
        self.slide(
            layer,
            "Shimmer",
            13,
            3000,
            vec![(texture, true, vec![drift]), (version, true, vec![blink]), (badge, true, glow)],
        );
    }

    fn attribute(&mut self, element: usize, attribute: Attribute) {
        if let Some(e) = self.face.elements.list.get_mut(element) {
            e.attributes.push(attribute);
        }
    }

    fn set_transparent(&mut self, element: usize) {
        if let Some(node) = self.nodes.get(element).copied().flatten() {
            self.graph.nodes.list[node].transparent = 1;
        }
    }

    fn set_active(&mut self, element: usize, active: bool) {
        if let Some(e) = self.face.elements.list.get_mut(element) {
            e.flags = e.flags & !flag::ACTIVE | u8::from(active);
        }
    }

    fn contract(&mut self, scene: usize) {
        let contract = self.add("UI", Some(scene), ElementType::CONTRACT, At::default(), false);
        let kind = self.string("contract");
        let class = self.string("UIContract");
        self.attribute(contract, Attribute::new("AKCustomObjType", ValueType::String, kind));
        self.attribute(contract, Attribute::new("_AKIsContract", ValueType::Bool, 1));
        self.attribute(contract, Attribute::new("_AKContractClass", ValueType::String, class));
        let script = self.string("menu.xpl");
        self.attribute(scene, Attribute::new("BehaviorScripts", ValueType::String, script));
        let events = ["onUp", "onDown", "onLeft", "onRight", "onSelect", "onBack", "onKeyDown"];
        let events = events.map(|e| StringRef(self.string(e))).to_vec();
        self.face.contracts.list.push(Contract { element: contract as u32, events });
    }

    fn shape(&mut self, name: &str, parent: usize, place: At, shape: Shape, color: [f32; 4]) -> usize {
        let (points, _) = shape.polygons();
        let extent = |axis: usize| points.iter().map(|p| p[axis].abs()).fold(0.0_f32, f32::max) * 2.0;
        let place = place.size(extent(0), extent(1));
        let element = self.add(name, Some(parent), ElementType::GEOMETRY, place, false);
        let material =
            self.add(&format!("{name}Material"), Some(element), ElementType::MATERIAL, At::default(), false);
        self.colors[material] = color;
        for (channel, v) in ["r", "g", "b", "a"].into_iter().zip(color) {
            self.float(material, &format!("diffuse.{channel}"), (v * 255.0).round());
        }
        self.shapes[element] = Some((shape, material));
        if color[3] < 1.0 {
            self.set_transparent(element);
        }
        element
    }

    fn texture(&mut self, geometry: usize, file: &str) {
        let material = self.shapes[geometry].as_ref().map_or(geometry, |s| s.1);
        let texture = self.add("BackTexture", Some(material), ElementType::TEXTURE, At::default(), false);
        let source = self.string(file);
        self.attribute(texture, Attribute::new("source", ValueType::String, source));
    }

    fn text(&mut self, name: &str, parent: usize, place: At, text: &str) -> usize {
        let element = self.add(name, Some(parent), ElementType::TEXT, place, false);
        let index = self.string(text);
        self.attribute(element, Attribute::new("textstring", ValueType::String, index));
        let font = self.string("zekton");
        self.attribute(element, Attribute::new("font", ValueType::String, font));
        for align in ["horzalign", "vertalign"] {
            self.attribute(element, Attribute::new(align, ValueType::Int, 1));
        }
        self.color(element, "textcolor", [0.9, 0.95, 1.0]);
        if name != "Version" {
            self.float(element, "size", 24.0);
        }
        self.set_transparent(element);
        element
    }

    fn button(&mut self, menu: usize, name: &str, label: &str, y: f32) -> usize {
        let button =
            self.add(&format!("Button{name}"), Some(menu), ElementType::DUMMY, at(0.0, y - 0.4, 0.05), true);
        self.shape(
            &format!("{name}Plate"),
            button,
            at(0.0, 0.0, 0.0),
            Shape::Quad(4.6, 0.85),
            [0.2, 0.32, 0.5, 1.0],
        );
        self.text(&format!("{name}Label"), button, at(0.0, 0.0, 0.05).size(3.6, 0.5), label);
        button
    }

    /// An animation over a straight or eased way; returns its index.
    fn animate(&mut self, element: usize, attribute: &str, keys: &[(u32, f32)], eased: bool) -> u16 {
        let none = if attribute.starts_with("rotation") { -1.0_f32.to_radians() } else { -1.0 };
        let keyframes = keys
            .iter()
            .enumerate()
            .map(|(i, (time_ms, value))| {
                let (p1, p2) = match keys.get(i + 1) {
                    Some((_, next)) if eased => (*value, *next),
                    Some((_, next)) => (value + (next - value) / 3.0, value + (next - value) * 2.0 / 3.0),
                    None => (none, none),
                };
                Keyframe { time_ms: *time_ms, value: *value, p1, p2, ..Keyframe::default() }
            })
            .collect();
        let attribute = AttributeName(attribute_hash(attribute.as_bytes()));
        let element = element as u32;
        self.face.animations.list.push(Animation {
            element,
            attribute,
            enabled: 1,
            can_sync_first_keyframe: 0,
            keyframes,
        });
        self.face.animations.list.len() as u16 - 1
    }

    fn slide(
        &mut self,
        owner: usize,
        name: &str,
        flags: u8,
        end_ms: u32,
        settings: Vec<(usize, bool, Vec<u16>)>,
    ) {
        let settings = settings
            .into_iter()
            .map(|(element, active, refs)| Setting {
                element: element as u32,
                activate: u8::from(active),
                values: Vec::new(),
                refs: refs.into_iter().map(|index| Ref { is_logic: 0, enable: 1, index }).collect(),
            })
            .collect();
        let name = Name16::from_text(name).unwrap_or_default();
        self.face.slides.list.push(Slide {
            name,
            element: owner as u32,
            flags,
            begin_ms: 0,
            end_ms,
            settings,
        });
    }

    fn slides(
        &mut self,
        scene: usize,
        layer: usize,
        menu: usize,
        dial: usize,
        curtain: usize,
        buttons: &[usize],
    ) {
        let open = [
            self.animate(menu, "position.x", &[(0, -11.0), (450, -2.8), (600, -3.0)], true),
            self.animate(menu, "position.y", &[(0, 0.6), (600, 0.0)], false),
        ];
        let fade_in = self.animate(curtain, "opacity", &[(0, 100.0), (600, 0.0)], false);
        let close = self.animate(menu, "position.x", &[(0, -3.0), (400, -11.0)], true);
        let turn = self.animate(dial, "rotation.z", &[(0, 0.0), (4000, TAU)], false);
        self.slide(scene, "Master Slide", 4, 600, vec![(curtain, true, vec![fade_in])]);
        self.slide(layer, "Master Slide", 0, 0, vec![]);
        self.slide(menu, "Master Slide", 0, 600, vec![(menu, true, vec![])]);
        self.slide(menu, "Open", 4, 600, vec![(menu, true, open.to_vec())]);
        self.slide(menu, "Close", 4, 400, vec![(menu, true, vec![close])]);
        self.slide(dial, "Master Slide", 13, 4000, vec![(dial, true, vec![turn])]);
        for button in buttons {
            let grow: Vec<u16> = ["scale.x", "scale.y"]
                .map(|axis| self.animate(*button, axis, &[(0, 1.0), (200, 1.12)], true))
                .to_vec();
            self.slide(*button, "Master Slide", 0, 200, vec![]);
            self.slide(*button, "Highlighted 1234", 4, 200, vec![(*button, true, grow)]);
        }
    }

    fn params(&mut self) {
        let text = self.string("Main menu");
        let float = |name: &str, v: f32| Param { type_hash: Name(hash(name.as_bytes())), value: v.to_bits() };
        let plain = |name: &str, value: u32| Param { type_hash: Name(hash(name.as_bytes())), value };
        self.face.params = Section::new(vec![
            float("float", 0.5),
            float("float3.x", 1.0),
            float("float3.y", 2.0),
            float("float3.z", 3.0),
            float("long", 7.0),
            float("color4.r", 255.0),
            plain("bool", 1),
            plain("string", text),
        ]);
    }
}
