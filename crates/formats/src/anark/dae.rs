//! As much of COLLADA as a user interface scene needs: names, ids, meshes, materials.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use scene::{Colors, Mesh, Primitive};
use std::collections::{HashMap, HashSet};
use wire::{Error, Result, codes};

/// What a COLLADA file says.
#[derive(Debug, Default)]
pub(super) struct Dae {
    /// Every `name` attribute, each once, in file order.
    pub names: Vec<String>,
    /// Nodes by the number behind `AK`.
    pub nodes: HashMap<u32, DaeNode>,
    /// Materials by their XML id.
    pub materials: HashMap<String, DaeMaterial>,
    /// Meshes by their XML id; `primitives` have no material, the symbols stand beside.
    pub geometries: HashMap<String, Geometry>,
    ids: HashSet<u32>,
}

/// A node.
#[derive(Debug, Default, Clone)]
pub(super) struct DaeNode {
    /// Its name.
    pub name: Option<String>,
    /// What it shows: geometry ids with material ids by symbol.
    pub instances: Vec<(String, HashMap<String, String>)>,
}

/// A material.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DaeMaterial {
    /// Name, or id.
    pub name: String,
    /// Diffuse colour, sRGB or linear as the exporter had it.
    pub color: [f32; 4],
    /// Emission.
    pub emission: [f32; 3],
    /// Diffuse picture.
    pub texture: Option<String>,
    /// Without light.
    pub unlit: bool,
}

/// A mesh and the material symbol of each primitive.
#[derive(Debug, Default)]
pub(super) struct Geometry {
    /// Columns, glTF conventions.
    pub mesh: Mesh,
    /// One per primitive.
    pub symbols: Vec<String>,
}

/// An XML element, small: only what is needed below.
#[derive(Debug, Default)]
struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
    children: Vec<Tag>,
}

/// Deeper nesting is refused.
const MAX_DEPTH: usize = 200;

impl Tag {
    fn open(e: &BytesStart<'_>) -> Self {
        let attributes = e
            .attributes()
            .flatten()
            .map(|a| {
                let key = a.key.local_name().as_ref().to_owned();
                let raw = a.value.clone().into_owned();
                let value = quick_xml::escape::unescape(&raw).map(|v| v.into_owned()).unwrap_or(raw);
                (key, value)
            })
            .collect();
        let name = e.local_name().as_ref().to_owned();
        Self { name, attributes, ..Self::default() }
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(k, _)| k == name).map(|(_, v)| v.as_str())
    }

    /// The id an attribute such as `url="#id"` points to.
    fn link(&self, name: &str) -> Option<&str> {
        self.get(name).map(|v| v.strip_prefix('#').unwrap_or(v))
    }

    fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Tag> {
        self.children.iter().filter(move |c| c.name == name)
    }

    fn child(&self, name: &str) -> Option<&Tag> {
        self.children.iter().find(|c| c.name == name)
    }

    /// The tag and everything below it, in document order.
    fn walk(&self) -> Vec<&Tag> {
        let mut out = Vec::new();
        let mut stack = vec![self];
        while let Some(tag) = stack.pop() {
            out.push(tag);
            stack.extend(tag.children.iter().rev());
        }
        out
    }

    fn find(&self, name: &str) -> Option<&Tag> {
        self.walk().into_iter().find(|t| t.name == name)
    }

    fn floats(&self) -> Vec<f32> {
        self.text.split_ascii_whitespace().map(|t| t.parse().unwrap_or(0.0)).collect()
    }

    /// Numbers; what is none becomes an index that fits nothing.
    fn indices(&self) -> Vec<u32> {
        self.text.split_ascii_whitespace().map(|t| t.parse().unwrap_or(u32::MAX)).collect()
    }
}

fn parse(bytes: &[u8]) -> Result<Tag> {
    let text = String::from_utf8_lossy(bytes);
    let mut reader = Reader::from_str(&text);
    reader.config_mut().check_end_names = false;
    let mut stack = vec![Tag::default()];
    let wrong =
        |reader: &Reader<&[u8]>, message: String| Error::at(&codes::VALUE, reader.buffer_position(), message);
    loop {
        match reader.read_event() {
            Ok(Event::Start(e)) => {
                if stack.len() > MAX_DEPTH {
                    return Err(wrong(&reader, "elements are nested too deep".into()));
                }
                stack.push(Tag::open(&e));
            }
            Ok(Event::Empty(e)) => {
                if let Some(top) = stack.last_mut() {
                    top.children.push(Tag::open(&e));
                }
            }
            Ok(Event::End(_)) => {
                if let Some(tag) = stack.pop()
                    && let Some(top) = stack.last_mut()
                {
                    top.children.push(tag);
                } else {
                    return Err(wrong(&reader, "an element ends that never began".into()));
                }
            }
            Ok(Event::Text(t)) => {
                if let Some(top) = stack.last_mut() {
                    top.text.push_str(&t);
                }
            }
            Ok(Event::CData(t)) => {
                if let Some(top) = stack.last_mut() {
                    top.text.push_str(&t);
                }
            }
            Ok(Event::GeneralRef(e)) => {
                if let Some(top) = stack.last_mut()
                    && let Ok(text) = quick_xml::escape::unescape(&format!("&{};", &*e))
                {
                    top.text.push_str(&text);
                }
            }
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(e) => return Err(wrong(&reader, format!("not well-formed XML: {e}"))),
        }
    }
    if stack.len() != 1 {
        return Err(wrong(&reader, format!("{} elements are never closed", stack.len() - 1)));
    }
    let root = stack.pop().unwrap_or_default();
    let found = root.children.into_iter().find(|t| t.name == "COLLADA");
    found.ok_or_else(|| Error::at(&codes::VALUE, 0, "no COLLADA element"))
}

/// The number of `AK<number>`, whatever follows it.
fn ak_id(id: &str) -> Option<u32> {
    let digits = id.strip_prefix("AK")?;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits.get(..end)?.parse().ok()
}

/// Which way is up in the file.
#[derive(Clone, Copy)]
enum Up {
    X,
    Y,
    Z,
}

impl Up {
    fn turn(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self {
            Up::X => [-y, x, z],
            Up::Y => [x, y, z],
            Up::Z => [x, z, -y],
        }
    }
}

impl Dae {
    /// Reads a file.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let root = parse(bytes)?;
        let mut out = Self::default();
        let mut seen = HashSet::new();
        for tag in root.walk() {
            if let Some(name) = tag.get("name").filter(|n| !n.is_empty())
                && seen.insert(name.to_owned())
            {
                out.names.push(name.to_owned());
            }
            out.ids.extend(tag.get("id").and_then(ak_id));
        }
        let up = match root.find("up_axis").map(|t| t.text.trim()) {
            Some("Z_UP") => Up::Z,
            Some("X_UP") => Up::X,
            _ => Up::Y,
        };
        for tag in root.all("library_geometries").flat_map(|l| l.all("geometry")) {
            if let (Some(id), Some(mesh)) = (tag.get("id"), tag.child("mesh")) {
                let name = tag.get("name").unwrap_or(id);
                out.geometries.insert(id.to_owned(), geometry(mesh, name, up));
            }
        }
        out.materials = materials(&root);
        for tag in root.all("library_visual_scenes").flat_map(|l| l.all("visual_scene")) {
            out.nodes(tag);
        }
        Ok(out)
    }

    /// Whether some object has the id `AK<id>`.
    pub fn has_id(&self, id: u32) -> bool {
        self.ids.contains(&id)
    }

    /// Nodes below a tag; geometry of a node without an id belongs to the nearest one above that has one.
    fn nodes(&mut self, tag: &Tag) {
        let mut stack: Vec<(&Tag, Option<u32>)> = vec![(tag, None)];
        while let Some((tag, owner)) = stack.pop() {
            let id = tag.get("id").and_then(ak_id).filter(|_| tag.name == "node");
            let owner = id.or(owner);
            if let Some(id) = id {
                self.nodes.entry(id).or_default().name = tag.get("name").map(str::to_owned);
            }
            if let Some(node) = owner.and_then(|o| self.nodes.get_mut(&o)) {
                for instance in tag.all("instance_geometry") {
                    let bound = instance.walk();
                    let materials = bound.iter().filter(|t| t.name == "instance_material");
                    let materials = materials
                        .filter_map(|t| Some((t.get("symbol")?.to_owned(), t.link("target")?.to_owned())));
                    let url = instance.link("url").unwrap_or_default().to_owned();
                    node.instances.push((url, materials.collect()));
                }
            }
            stack.extend(tag.children.iter().filter(|c| c.name == "node").rev().map(|c| (c, owner)));
        }
    }
}

fn materials(root: &Tag) -> HashMap<String, DaeMaterial> {
    let images: HashMap<&str, String> = root
        .all("library_images")
        .flat_map(|l| l.all("image"))
        .filter_map(|i| {
            let from = i.child("init_from")?;
            let file = from.child("ref").map_or(from.text.trim(), |r| r.text.trim());
            Some((i.get("id")?, picture_path(file)))
        })
        .collect();
    let effects: HashMap<&str, &Tag> = root
        .all("library_effects")
        .flat_map(|l| l.all("effect"))
        .filter_map(|e| Some((e.get("id")?, e)))
        .collect();
    root.all("library_materials")
        .flat_map(|l| l.all("material"))
        .filter_map(|m| {
            let id = m.get("id")?;
            let effect = m.child("instance_effect").and_then(|i| i.link("url")).and_then(|u| effects.get(u));
            let name = m.get("name").filter(|n| !n.is_empty()).unwrap_or(id).to_owned();
            Some((id.to_owned(), material(name, effect.copied(), &images)))
        })
        .collect()
}

/// A file name out of an URI.
fn picture_path(uri: &str) -> String {
    let plain = uri.strip_prefix("file:///").or_else(|| uri.strip_prefix("file://")).unwrap_or(uri);
    plain.replace("%20", " ")
}

fn material(name: String, effect: Option<&Tag>, images: &HashMap<&str, String>) -> DaeMaterial {
    let mut out = DaeMaterial { name, color: [1.0; 4], emission: [0.0; 3], texture: None, unlit: false };
    let Some(effect) = effect else { return out };
    let model = effect
        .walk()
        .into_iter()
        .find(|t| matches!(t.name.as_str(), "phong" | "lambert" | "blinn" | "constant"));
    let Some(model) = model else { return out };
    out.unlit = model.name == "constant";
    let color = |name: &str| {
        let values = model.child(name)?.child("color")?.floats();
        <[f32; 4]>::try_from(values).ok()
    };
    if let Some([r, g, b, _]) = color("emission") {
        out.emission = [r, g, b];
    }
    let main = if out.unlit { "emission" } else { "diffuse" };
    if let Some(value) = color(main) {
        out.color = value;
    }
    let alpha = model.child("transparency").and_then(|t| t.child("float")).map(|t| t.floats());
    if let Some(alpha) = alpha.and_then(|v| v.first().copied()).filter(|a| (0.0..1.0).contains(a) && *a > 0.0)
    {
        out.color[3] = alpha;
    }
    if let Some(sampler) = model.child(main).and_then(|t| t.child("texture")).and_then(|t| t.get("texture")) {
        out.texture = picture(effect, sampler, images);
    }
    out
}

/// A picture by its sampler: sampler → surface → image, or straight to the image.
fn picture(effect: &Tag, sampler: &str, images: &HashMap<&str, String>) -> Option<String> {
    let params: HashMap<&str, &Tag> = effect
        .walk()
        .into_iter()
        .filter(|t| t.name == "newparam")
        .filter_map(|t| Some((t.get("sid")?, t)))
        .collect();
    let mut at = sampler.to_owned();
    for _ in 0..3 {
        if let Some(file) = images.get(at.as_str()) {
            return Some(file.clone());
        }
        let param = params.get(at.as_str())?;
        let next = param.find("source").or_else(|| param.find("init_from"));
        at = match (next, param.find("instance_image")) {
            (Some(tag), _) => tag.text.trim().to_owned(),
            (None, Some(tag)) => tag.link("url")?.to_owned(),
            (None, None) => return None,
        };
    }
    None
}

/// One `<input>`: where its numbers are and at which place of the index tuples it stands.
struct Input<'a> {
    semantic: &'a str,
    data: Source,
    offset: usize,
}

/// Numbers with their width.
#[derive(Clone, Default)]
struct Source {
    values: Vec<f32>,
    stride: usize,
}

impl Source {
    fn get<const N: usize>(&self, index: u32, default: f32) -> Option<[f32; N]> {
        let at = (index as usize).checked_mul(self.stride)?;
        let row = self.values.get(at..at.checked_add(self.stride)?)?;
        let mut out = [default; N];
        out.iter_mut().zip(row).for_each(|(slot, v)| *slot = *v);
        Some(out)
    }
}

fn geometry(mesh: &Tag, name: &str, up: Up) -> Geometry {
    let sources: HashMap<&str, &Tag> = mesh.all("source").filter_map(|s| Some((s.get("id")?, s))).collect();
    let vertices: HashMap<&str, &Tag> =
        mesh.all("vertices").filter_map(|v| Some((v.get("id")?, v))).collect();
    let mut out = Geometry { mesh: Mesh { name: name.to_owned(), ..Mesh::default() }, ..Geometry::default() };
    let mut build = Builder { up, ..Builder::default() };
    for part in &mesh.children {
        let polygons = match part.name.as_str() {
            "triangles" | "polylist" | "polygons" => polygons(part),
            _ => continue,
        };
        let inputs = inputs(part, &sources, &vertices);
        let stride = part.all("input").filter_map(|i| i.get("offset")?.parse::<usize>().ok()).max();
        let stride = stride.map_or(1, |o| o.min(64) + 1);
        let start = build.indices.len() as u32;
        build.add(&inputs, &polygons, stride);
        let count = build.indices.len() as u32 - start;
        if count > 0 {
            out.mesh.primitives.push(Primitive { start, count, ..Primitive::default() });
            out.symbols.push(part.get("material").unwrap_or_default().to_owned());
        }
    }
    build.finish(&mut out.mesh);
    out
}

/// Index tuples and corner counts of a part.
struct Polygons {
    tuples: Vec<u32>,
    corners: Vec<u32>,
    /// Corners of every polygon where `corners` is empty.
    fixed: usize,
}

fn polygons(part: &Tag) -> Polygons {
    let lists = part.children.iter().filter_map(|c| match c.name.as_str() {
        "p" => Some(c.indices()),
        // A polygon with holes: its outline.
        "ph" => c.child("p").map(Tag::indices),
        _ => None,
    });
    let mut out = Polygons { tuples: Vec::new(), corners: Vec::new(), fixed: 0 };
    match part.name.as_str() {
        "triangles" => {
            out.fixed = 3;
            out.tuples = lists.flatten().collect();
        }
        "polylist" => {
            out.corners = part.child("vcount").map(Tag::indices).unwrap_or_default();
            out.tuples = lists.flatten().collect();
        }
        _ => {
            let stride = part.all("input").filter_map(|i| i.get("offset")?.parse::<usize>().ok()).max();
            let stride = stride.map_or(1, |o| o.min(64) + 1);
            for list in lists {
                out.corners.push((list.len() / stride) as u32);
                out.tuples.extend(list.iter().take(list.len() / stride * stride));
            }
        }
    }
    out
}

fn inputs<'a>(
    part: &'a Tag,
    sources: &HashMap<&str, &Tag>,
    vertices: &HashMap<&str, &'a Tag>,
) -> Vec<Input<'a>> {
    let mut out = Vec::new();
    for input in part.all("input") {
        let (Some(semantic), Some(link)) = (input.get("semantic"), input.link("source")) else { continue };
        let offset = input.get("offset").and_then(|o| o.parse().ok()).unwrap_or(0);
        if semantic == "VERTEX" {
            for inner in vertices.get(link).into_iter().flat_map(|v| v.all("input")) {
                if let (Some(semantic), Some(link)) = (inner.get("semantic"), inner.link("source")) {
                    out.push(Input { semantic, data: source(sources.get(link).copied()), offset });
                }
            }
        } else {
            out.push(Input { semantic, data: source(sources.get(link).copied()), offset });
        }
    }
    out
}

fn source(tag: Option<&Tag>) -> Source {
    let Some(tag) = tag else { return Source::default() };
    let values = tag.child("float_array").map(Tag::floats).unwrap_or_default();
    let accessor = tag.find("accessor");
    let number = |name: &str| accessor.and_then(|a| a.get(name)?.parse::<usize>().ok());
    let stride = number("stride").unwrap_or(1).clamp(1, 64);
    let offset = number("offset").unwrap_or(0);
    Source { values: values.get(offset..).unwrap_or_default().to_vec(), stride }
}

/// Corners become vertices; equal corners share one.
struct Builder {
    up: Up,
    known: HashMap<Vec<u32>, u32>,
    part: u32,
    positions: Vec<[f32; 3]>,
    normals: Vec<Option<[f32; 3]>>,
    uvs: Vec<Vec<Option<[f32; 2]>>>,
    colors: Vec<Option<[f32; 4]>>,
    indices: Vec<u32>,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            up: Up::Y,
            known: HashMap::new(),
            part: 0,
            positions: Vec::new(),
            normals: Vec::new(),
            uvs: Vec::new(),
            colors: Vec::new(),
            indices: Vec::new(),
        }
    }
}

impl Builder {
    fn add(&mut self, inputs: &[Input<'_>], polygons: &Polygons, stride: usize) {
        // Parts have sources of their own: their corners are never shared.
        self.part += 1;
        let mut tuples = polygons.tuples.chunks_exact(stride);
        let total = tuples.len();
        let fixed = std::iter::repeat_n(3, if polygons.fixed == 3 { total / 3 } else { 0 });
        let sizes: Vec<usize> = match polygons.fixed {
            3 => fixed.collect(),
            _ => polygons.corners.iter().map(|c| *c as usize).collect(),
        };
        for size in sizes {
            if size > tuples.len() {
                break;
            }
            let corners: Vec<Option<u32>> =
                tuples.by_ref().take(size).map(|t| self.vertex(inputs, t)).collect();
            let Some(corners) = corners.into_iter().collect::<Option<Vec<u32>>>() else { continue };
            for (b, c) in corners.iter().skip(1).zip(corners.iter().skip(2)) {
                self.indices.extend([corners.first().copied().unwrap_or(0), *b, *c]);
            }
        }
    }

    fn vertex(&mut self, inputs: &[Input<'_>], tuple: &[u32]) -> Option<u32> {
        let mut key = Vec::with_capacity(tuple.len() + 1);
        key.push(self.part);
        key.extend_from_slice(tuple);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        let (mut position, mut normal, mut color, mut uvs) = (None, None, None, Vec::new());
        for input in inputs {
            let index = *tuple.get(input.offset)?;
            match input.semantic {
                "POSITION" => position = Some(self.up.turn(input.data.get(index, 0.0)?)),
                "NORMAL" => normal = input.data.get(index, 0.0).map(|n| self.up.turn(n)),
                // V goes up in COLLADA.
                "TEXCOORD" => uvs.push(input.data.get(index, 0.0).map(|[u, v]: [f32; 2]| [u, 1.0 - v])),
                "COLOR" => color = input.data.get(index, 1.0),
                _ => {}
            }
        }
        self.positions.push(position?);
        let vertex = self.positions.len() as u32 - 1;
        self.normals.push(normal);
        self.colors.push(color);
        for (set, uv) in uvs.into_iter().enumerate().take(8) {
            while self.uvs.len() <= set {
                self.uvs.push(Vec::new());
            }
            if let Some(column) = self.uvs.get_mut(set) {
                column.resize(vertex as usize, None);
                column.push(uv);
            }
        }
        self.known.insert(key, vertex);
        Some(vertex)
    }

    fn finish(self, mesh: &mut Mesh) {
        let n = self.positions.len();
        mesh.positions = self.positions;
        mesh.indices = self.indices;
        if self.normals.iter().all(Option::is_some) {
            mesh.normals = self.normals.into_iter().flatten().collect();
        }
        for mut column in self.uvs {
            column.resize(n, None);
            mesh.uvs.push(column.into_iter().map(Option::unwrap_or_default).collect());
        }
        if n > 0 && self.colors.iter().all(Option::is_some) {
            mesh.colors.push(Colors::F32(self.colors.into_iter().flatten().collect()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) const QUAD: &str = r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
 <asset><up_axis>Z_UP</up_axis></asset>
 <library_images><image id="img"><init_from>file:///pics/a%20b.tga</init_from></image></library_images>
 <library_effects><effect id="fx"><profile_COMMON>
  <newparam sid="surf"><surface type="2D"><init_from>img</init_from></surface></newparam>
  <newparam sid="samp"><sampler2D><source>surf</source></sampler2D></newparam>
  <technique sid="t"><phong><emission><color>0 0 0 1</color></emission>
   <diffuse><texture texture="samp" texcoord="uv"/></diffuse></phong></technique>
 </profile_COMMON></effect></library_effects>
 <library_materials><material id="AK9" name="Blue &amp; green"><instance_effect url="#fx"/></material></library_materials>
 <library_geometries><geometry id="g" name="Quad"><mesh>
  <source id="p"><float_array id="pa" count="12">0 0 0 2 0 0 2 0 1 0 0 1</float_array>
   <technique_common><accessor source="#pa" count="4" stride="3"/></technique_common></source>
  <source id="n"><float_array id="na" count="3">0 -1 0</float_array>
   <technique_common><accessor source="#na" count="1" stride="3"/></technique_common></source>
  <source id="t"><float_array id="ta" count="8">0 0 1 0 1 1 0 1</float_array>
   <technique_common><accessor source="#ta" count="4" stride="2"/></technique_common></source>
  <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
  <polylist material="sym" count="1"><input semantic="VERTEX" source="#v" offset="0"/>
   <input semantic="NORMAL" source="#n" offset="1"/><input semantic="TEXCOORD" source="#t" offset="2" set="0"/>
   <vcount>4</vcount><p>0 0 0 1 0 1 2 0 2 3 0 3</p></polylist>
 </mesh></geometry></library_geometries>
 <library_visual_scenes><visual_scene id="s"><node id="AK5" name="Panel"><instance_geometry url="#g">
  <bind_material><technique_common><instance_material symbol="sym" target="#AK9"/></technique_common></bind_material>
 </instance_geometry></node></visual_scene></library_visual_scenes>
</COLLADA>"##;

    #[test]
    fn a_textured_quad() {
        let dae = Dae::read(QUAD.as_bytes()).unwrap();
        let mesh = &dae.geometries["g"].mesh;
        assert_eq!(mesh.indices, [0, 1, 2, 0, 2, 3]);
        assert_eq!(mesh.positions[2], [2.0, 1.0, -0.0], "z up becomes y up");
        assert_eq!(mesh.normals[0], [0.0, 0.0, 1.0]);
        assert_eq!(mesh.uvs[0][2], [1.0, 0.0], "v goes down");
        assert_eq!(dae.nodes[&5].name.as_deref(), Some("Panel"));
        assert_eq!(dae.nodes[&5].instances[0].1["sym"], "AK9");
        let material = &dae.materials["AK9"];
        assert_eq!(
            (material.name.as_str(), material.texture.as_deref()),
            ("Blue & green", Some("pics/a b.tga"))
        );
        assert!(dae.has_id(9) && dae.has_id(5) && !dae.has_id(1));
        assert!(dae.names.iter().any(|n| n == "Quad"));
    }

    #[test]
    fn hostile_files_are_errors() {
        let deep = "<COLLADA>".to_owned() + &"<a>".repeat(100_000);
        for bad in ["", "<a/>", "<COLLADA>&lt;<b>", "</x>", deep.as_str(), "<COLLADA><a b=></COLLADA"] {
            assert!(Dae::read(bad.as_bytes()).is_err(), "{:?}", bad.get(..20));
        }
        for i in 0..QUAD.len() {
            let _ = Dae::read(&QUAD.as_bytes()[..i]);
        }
        let wild = QUAD.replace("0 0 0 1 0 1 2 0 2 3 0 3", "0 0 0 1 0 1 99999 0 2 3 0 -3");
        assert!(Dae::read(wild.as_bytes()).unwrap().geometries["g"].mesh.indices.is_empty());
    }
}
