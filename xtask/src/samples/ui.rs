//! A game menu in the Anark formats: plan, face, scene graph and COLLADA, in both byte orders.

use anyhow::Result;
use formats::anark::bgf::{
    Animation, Bgf, Contract, Element, ElementType, Keyframe, Large, Ref, Setting, Slide, flag,
};
use formats::anark::bgp::{Action, Asset as PlanAsset, Bgp, State, Transition};
use formats::anark::bsg::{Asset, Bsg, GraphNode, NodeType};
use formats::anark::hash::{attribute_hash, hash};
use formats::anark::section::Section;
use formats::anark::value::{Attribute, AttributeName, CString, Name, Name16, Param, StringRef, ValueType};
use std::f32::consts::TAU;
use std::fmt::Write as _;
use std::path::Path;

/// Writes `anark/` and `anark/big-endian/`.
pub fn write(out: &Path) -> Result<()> {
    let mut menu = Menu::new();
    for (folder, order) in [("anark", 0), ("anark/big-endian", 1)] {
        let dir = out.join(folder);
        std::fs::create_dir_all(&dir)?;
        menu.face.header.byte_order = order;
        menu.graph.header.byte_order = order;
        menu.face.recount();
        menu.graph.recount();
        let plan = Bgp { byte_order: order, ..plan() };
        std::fs::write(dir.join("menu.bgp"), plan.to_bytes())?;
        std::fs::write(dir.join("main.bgf"), menu.face.to_bytes())?;
        std::fs::write(dir.join("main.bsg"), menu.graph.to_bytes())?;
        std::fs::write(dir.join("main.dae"), menu.collada())?;
        std::fs::write(dir.join("menu_back.tga"), gradient())?;
    }
    Ok(())
}

/// A shape of the COLLADA file.
enum Shape {
    /// Width, height.
    Quad(f32, f32),
    /// Radius, corners.
    Disc(f32, u32),
    /// Block letters, height of a block.
    Letters(&'static str, f32),
}

/// Corners, and polygons by their indices.
type Polygons = (Vec<[f32; 2]>, Vec<Vec<usize>>);

impl Shape {
    fn polygons(&self) -> Polygons {
        let mut points = Vec::new();
        let mut faces = Vec::new();
        let mut quad = |x0: f32, y0: f32, x1: f32, y1: f32| {
            let first = points.len();
            points.extend([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]);
            faces.push((first..first + 4).collect());
        };
        match self {
            Shape::Quad(w, h) => quad(-w / 2.0, -h / 2.0, w / 2.0, h / 2.0),
            Shape::Letters(text, unit) => {
                let left = -(text.len() as f32 * 4.0 - 1.0) * unit / 2.0;
                for (i, c) in text.chars().enumerate() {
                    for (row, bits) in glyph(c).into_iter().enumerate() {
                        for column in (0..3).filter(|b| bits >> (2 - b) & 1 == 1) {
                            let x = left + (i as f32 * 4.0 + column as f32) * unit;
                            let y = (2.5 - row as f32 - 1.0) * unit;
                            quad(x, y, x + unit * 0.92, y + unit * 0.92);
                        }
                    }
                }
            }
            Shape::Disc(radius, n) => {
                let ring = |i: u32| {
                    // Teeth, so that turning is seen.
                    let r = if i.is_multiple_of(2) { *radius } else { radius * 0.82 };
                    let a = TAU * i as f32 / *n as f32;
                    [round(r * a.cos()), round(r * a.sin())]
                };
                points.extend((0..*n).map(ring));
                faces.push((0..*n as usize).collect());
            }
        }
        (points, faces)
    }
}

/// Three decimals, so that no two machines spell a sine differently.
fn round(v: f32) -> f32 {
    (v * 1000.0).round() / 1000.0
}

fn glyph(c: char) -> [u8; 5] {
    match c {
        'X' => [0b101, 0b101, 0b010, 0b101, 0b101],
        'E' => [0b111, 0b100, 0b110, 0b100, 0b111],
        'N' => [0b111, 0b101, 0b101, 0b101, 0b101],
        'O' => [0b111, 0b101, 0b101, 0b101, 0b111],
        'M' => [0b111, 0b111, 0b101, 0b101, 0b101],
        'S' => [0b111, 0b100, 0b111, 0b001, 0b111],
        'H' => [0b101, 0b101, 0b111, 0b101, 0b101],
        _ => [0; 5],
    }
}

/// The scene while it grows.
#[derive(Default)]
struct Menu {
    face: Bgf,
    graph: Bsg,
    names: Vec<String>,
    shapes: Vec<Option<(Shape, usize)>>,
    colors: Vec<[f32; 4]>,
    next_id: u32,
    /// Index of the BSG node of an element.
    nodes: Vec<Option<usize>>,
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
    fn new() -> Self {
        let mut m = Self { next_id: 1, ..Self::default() };
        m.face.header.width = 1920;
        m.face.header.height = 1080;
        m.face.header.fit_mode = 2;
        let scene = m.add("Scene", None, ElementType::DUMMY, At::default(), true);
        m.contract(scene);
        let camera = m.add("MainCamera", Some(scene), ElementType::CAMERA, at(0.0, 0.0, 10.0), false);
        m.float(camera, "fov", 45.0);
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
        let curtain =
            m.shape("Curtain", scene, at(0.0, 0.0, 2.0), Shape::Quad(16.0, 9.0), [0.0, 0.0, 0.0, 1.0]);
        m.float(curtain, "opacity", 0.0);
        m.set_active(curtain, false);
        m.slides(scene, layer, menu, dial, curtain, &buttons);
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

    fn attribute(&mut self, element: usize, attribute: Attribute) {
        if let Some(e) = self.face.elements.list.get_mut(element) {
            e.attributes.push(attribute);
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

    fn collada(&self) -> String {
        let mut out = String::from(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" \
             version=\"1.4.1\">\n <asset><up_axis>Y_UP</up_axis></asset>\n",
        );
        let elements = &self.face.elements.list;
        let id = |i: usize| elements.get(i).map_or(0, |e| e.scene_item_id);
        let of_type = |ty: ElementType| (0..elements.len()).filter(move |i| elements[*i].ty == ty);
        out.push_str(" <library_images>\n");
        for t in of_type(ElementType::TEXTURE) {
            let _ = writeln!(
                out,
                "  <image id=\"AK{}\" name=\"{}\"><init_from>menu_back.tga</init_from></image>",
                id(t),
                self.names[t]
            );
        }
        out.push_str(" </library_images>\n <library_effects>\n");
        for m in of_type(ElementType::MATERIAL) {
            let texture = of_type(ElementType::TEXTURE).find(|t| elements[*t].parent == m as i32);
            let [r, g, b, a] = self.colors[m];
            let diffuse = texture.map_or_else(
                || format!("<color>{r} {g} {b} {a}</color>"),
                |t| format!("<texture texture=\"AK{}\" texcoord=\"uv\"/>", id(t)),
            );
            let _ = writeln!(
                out,
                "  <effect id=\"AK{}-fx\"><profile_COMMON><technique sid=\"t\"><lambert><diffuse>{diffuse}</diffuse>\
                 </lambert></technique></profile_COMMON></effect>",
                id(m)
            );
        }
        out.push_str(" </library_effects>\n <library_materials>\n");
        for m in of_type(ElementType::MATERIAL) {
            let (id, name) = (id(m), &self.names[m]);
            let _ = writeln!(
                out,
                "  <material id=\"AK{id}\" name=\"{name}\"><instance_effect url=\"#AK{id}-fx\"/></material>"
            );
        }
        out.push_str(" </library_materials>\n <library_geometries>\n");
        for (i, shape) in self.shapes.iter().enumerate() {
            if let Some((shape, material)) = shape {
                geometry(&mut out, id(i), &self.names[i], shape, id(*material));
            }
        }
        out.push_str(" </library_geometries>\n <library_visual_scenes><visual_scene id=\"scene\">\n");
        self.collada_nodes(&mut out, -1);
        out.push_str(" </visual_scene></library_visual_scenes>\n <scene><instance_visual_scene url=\"#scene\"/></scene>\n</COLLADA>\n");
        out
    }

    fn collada_nodes(&self, out: &mut String, parent: i32) {
        for (i, e) in self.face.elements.list.iter().enumerate().filter(|(_, e)| e.parent == parent) {
            let Some(node) = self.nodes[i].map(|n| &self.graph.nodes.list[n]) else { continue };
            let [x, y, z] = node.translation;
            let _ = write!(
                out,
                "<node id=\"AK{}\" name=\"{}\"><translate>{x} {y} {}</translate>",
                e.scene_item_id,
                self.names[i],
                0.0 - z
            );
            if let Some((_, material)) = &self.shapes[i] {
                let material = self.face.elements.list[*material].scene_item_id;
                let _ = write!(
                    out,
                    "<instance_geometry url=\"#AK{}-mesh\"><bind_material><technique_common><instance_material \
                     symbol=\"m\" target=\"#AK{material}\"/></technique_common></bind_material></instance_geometry>",
                    e.scene_item_id
                );
            }
            out.push('\n');
            self.collada_nodes(out, i as i32);
            out.push_str("</node>\n");
        }
    }
}

fn geometry(out: &mut String, id: u32, name: &str, shape: &Shape, _material: u32) {
    let (points, faces) = shape.polygons();
    let size = points.iter().flatten().fold(0.001_f32, |a, b| a.max(b.abs()));
    let positions: Vec<String> = points.iter().map(|[x, y]| format!("{x} {y} 0")).collect();
    let uvs: Vec<String> = points
        .iter()
        .map(|[x, y]| match shape {
            Shape::Quad(w, h) => format!("{} {}", x / w + 0.5, y / h + 0.5),
            _ => format!("{} {}", round(x / size / 2.0 + 0.5), round(y / size / 2.0 + 0.5)),
        })
        .collect();
    let counts: Vec<String> = faces.iter().map(|f| f.len().to_string()).collect();
    let tuples: Vec<String> = faces.iter().flatten().map(|i| format!("{i} 0 {i}")).collect();
    let source = |kind: &str, values: &str, count: usize, stride: usize| {
        format!(
            "<source id=\"AK{id}-{kind}\"><float_array id=\"AK{id}-{kind}-a\" count=\"{}\">{values}</float_array>\
             <technique_common><accessor source=\"#AK{id}-{kind}-a\" count=\"{count}\" stride=\"{stride}\"/></technique_common></source>",
            count * stride
        )
    };
    let _ = writeln!(
        out,
        "  <geometry id=\"AK{id}-mesh\" name=\"{name}\"><mesh>\n   {}\n   {}\n   {}\n   \
         <vertices id=\"AK{id}-v\"><input semantic=\"POSITION\" source=\"#AK{id}-p\"/></vertices>\n   \
         <polylist material=\"m\" count=\"{}\"><input semantic=\"VERTEX\" source=\"#AK{id}-v\" offset=\"0\"/>\
         <input semantic=\"NORMAL\" source=\"#AK{id}-n\" offset=\"1\"/>\
         <input semantic=\"TEXCOORD\" source=\"#AK{id}-t\" offset=\"2\" set=\"0\"/>\
         <vcount>{}</vcount><p>{}</p></polylist>\n  </mesh></geometry>",
        source("p", &positions.join(" "), points.len(), 3),
        source("n", "0 0 1", 1, 3),
        source("t", &uvs.join(" "), points.len(), 2),
        faces.len(),
        counts.join(" "),
        tuples.join(" ")
    );
}

/// A night sky: dark above, a glow at the horizon.
fn gradient() -> Vec<u8> {
    let (w, h) = (64_u16, 64_u16);
    let mut out = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    out.extend(w.to_le_bytes());
    out.extend(h.to_le_bytes());
    out.extend([24, 0x20]);
    for y in 0..h {
        for x in 0..w {
            let t = y * 255 / h;
            let star = (x.wrapping_mul(193) ^ y.wrapping_mul(389)) % 97 == 0 && y < 40;
            let [r, g, b] = if star { [230, 230, 255] } else { [10 + t / 6, 16 + t / 4, 40 + t / 2] };
            out.extend([b as u8, g as u8, r as u8]);
        }
    }
    out
}

fn plan() -> Bgp {
    let action =
        |(verb, asset): &(&str, &str)| Action { verb: CString::new(verb), asset: CString::new(asset) };
    let actions = |list: &[(&str, &str)]| list.iter().map(action).collect::<Vec<_>>();
    let state = |id: &str, shown: &[(&str, &str)], ways: &[(&str, &str)], left: &[(&str, &str)]| State {
        id: CString::new(id),
        prelude: actions(shown),
        transitions: ways
            .iter()
            .map(|(event, to)| Transition {
                to_state: CString::new(to),
                event: CString::new(event),
                actions: if *event == "onQuit" { actions(&[("kill", "hud")]) } else { Vec::new() },
            })
            .collect(),
        postlude: actions(left),
    };
    let asset = |id: &str| PlanAsset {
        asset_type: CString::new("gameface"),
        id: CString::new(id),
        bgf_path: CString::new(&format!("ui/scenes/{id}.bgf")),
    };
    Bgp {
        assets: ["intro", "main", "options", "credits", "hud", "pause"].into_iter().map(asset).collect(),
        states: vec![
            state(
                "intro",
                &[("preload", "main"), ("show", "intro")],
                &[("onDone", "main"), ("onSkip", "main")],
                &[("kill", "intro")],
            ),
            state(
                "main",
                &[("show", "main")],
                &[
                    ("onStart", "game"),
                    ("onOptions", "options"),
                    ("onCredits", "credits"),
                    ("onQuit", "intro"),
                ],
                &[("hide", "main")],
            ),
            state(
                "options",
                &[("show", "options")],
                &[("onVideo", "video"), ("onAudio", "audio"), ("onBack", "main")],
                &[("hide", "options")],
            ),
            state(
                "video",
                &[("show", "options"), ("lockupdate", "options")],
                &[("onBack", "options"), ("onApply", "video")],
                &[("unlockupdate", "options")],
            ),
            state("audio", &[("show", "options")], &[("onBack", "options")], &[]),
            state("credits", &[("show", "credits")], &[("onBack", "main")], &[("kill", "credits")]),
            state("game", &[("show", "hud")], &[("onPause", "pause")], &[]),
            state(
                "pause",
                &[("pause", "hud"), ("show", "pause")],
                &[("onResume", "game"), ("onQuit", "main")],
                &[("hide", "pause"), ("resume", "hud")],
            ),
        ],
        ..Bgp::default()
    }
}
