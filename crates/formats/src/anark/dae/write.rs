//! COLLADA out: the meshes of a menu as a new file, or put into the file they came from.

use super::super::rules::LOST;
use super::super::scene::{has_no_collada, own_id, own_material, screen};
use super::{Dae, DaeNode, Geometry};
use quick_xml::Reader;
use quick_xml::events::Event;
use scene::{Alpha, Colors, Material, Mesh, Node, NodeKind, Primitive, Scene, Slot, Topology};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::ops::Range;
use wire::Sink;

/// A COLLADA file and the pictures that are not the game's own.
pub struct Collada {
    /// The `.dae`.
    pub dae: Vec<u8>,
    /// Name and bytes of pictures.
    pub files: Vec<(String, Vec<u8>)>,
}

fn escape(text: &str) -> String {
    super::xml::escape(text, |c| c.is_control().then_some('_'))
}

/// Ids that differ from each other.
#[derive(Default)]
struct Ids(HashSet<String>);

impl Ids {
    fn take(&mut self, wanted: String) -> String {
        let mut free = wanted.clone();
        let mut n = 1;
        while !self.0.insert(free.clone()) {
            free = format!("{wanted}-{n}");
            n += 1;
        }
        free
    }
}

fn floats<'a>(values: impl IntoIterator<Item = &'a f32>) -> String {
    let mut out = String::new();
    for v in values {
        let v = if v.is_finite() { *v } else { 0.0 };
        let _ = write!(out, "{v} ");
    }
    out.pop();
    out
}

/// A `<source>` of rows.
fn source(out: &mut String, id: &str, names: &[&str], values: &[f32]) {
    let (rows, stride) = (values.len() / names.len().max(1), names.len());
    let params: String = names.iter().map(|n| format!("<param name=\"{n}\" type=\"float\"/>")).collect();
    let _ = writeln!(
        out,
        "   <source id=\"{id}\"><float_array id=\"{id}-a\" count=\"{}\">{}</float_array><technique_common>\
         <accessor source=\"#{id}-a\" count=\"{rows}\" stride=\"{stride}\">{params}</accessor></technique_common></source>",
        values.len(),
        floats(values)
    );
}

/// The `<mesh>` element of a mesh; `symbol` gives the material of a primitive.
fn mesh_xml(mesh: &Mesh, id: &str, symbol: impl Fn(usize, &Primitive) -> String) -> String {
    let n = mesh.positions.len();
    let mut out = String::from("<mesh>\n");
    let mut inputs = format!("<input semantic=\"VERTEX\" source=\"#{id}-v\" offset=\"0\"/>");
    source(&mut out, &format!("{id}-p"), &["X", "Y", "Z"], mesh.positions.as_flattened());
    if mesh.normals.len() == n {
        source(&mut out, &format!("{id}-n"), &["X", "Y", "Z"], mesh.normals.as_flattened());
        let _ = write!(inputs, "<input semantic=\"NORMAL\" source=\"#{id}-n\" offset=\"0\"/>");
    }
    for (set, uvs) in mesh.uvs.iter().enumerate().filter(|(_, uvs)| uvs.len() == n) {
        // V goes up in COLLADA.
        let values: Vec<f32> = uvs.iter().flat_map(|[u, v]| [*u, 1.0 - v]).collect();
        source(&mut out, &format!("{id}-t{set}"), &["S", "T"], &values);
        let _ = write!(
            inputs,
            "<input semantic=\"TEXCOORD\" source=\"#{id}-t{set}\" offset=\"0\" set=\"{set}\"/>"
        );
    }
    let colors: Option<Vec<f32>> = mesh.colors.first().map(|c| match c {
        Colors::F32(list) => list.as_flattened().to_vec(),
        Colors::U8(list) => list.as_flattened().iter().map(|v| f32::from(*v) / 255.0).collect(),
    });
    if let Some(values) = colors.filter(|c| c.len() == 4 * n) {
        source(&mut out, &format!("{id}-c"), &["R", "G", "B", "A"], &values);
        let _ = write!(inputs, "<input semantic=\"COLOR\" source=\"#{id}-c\" offset=\"0\" set=\"0\"/>");
    }
    let _ = writeln!(
        out,
        "   <vertices id=\"{id}-v\"><input semantic=\"POSITION\" source=\"#{id}-p\"/></vertices>"
    );
    for (i, p) in primitives(mesh).iter().enumerate().filter(|(_, p)| p.topology == Topology::Triangles) {
        let indices = mesh.indices_of(p);
        let list: Vec<String> = indices.iter().map(u32::to_string).collect();
        let _ = writeln!(
            out,
            "   <triangles material=\"{}\" count=\"{}\">{inputs}<p>{}</p></triangles>",
            escape(&symbol(i, p)),
            indices.len() / 3,
            list.join(" ")
        );
    }
    out.push_str("  </mesh>");
    out
}

fn primitives(mesh: &Mesh) -> Vec<Primitive> {
    if mesh.primitives.is_empty() {
        return vec![Primitive { count: mesh.indices.len() as u32, ..Primitive::default() }];
    }
    mesh.primitives.clone()
}

/// The whole scene as a new file. Boxes and letters that stand for something else are left out.
pub fn write(scene: &Scene) -> Collada {
    let mut out = Document { scene, text: String::new(), ids: Ids::default(), files: Vec::new() };
    let (children, roots) = scene.children();
    let up =
        roots.iter().filter_map(|r| scene.node(*r)).find(|n| n.name == "#up" && n.kind == NodeKind::Helper);
    let axis = match up.map(|n| n.rotation) {
        Some([x, _, _, _]) if x < -0.5 => "Z_UP",
        Some([_, _, z, _]) if z > 0.5 => "X_UP",
        _ => "Y_UP",
    };
    let _ = write!(
        out.text,
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" \
         version=\"1.4.1\">\n <asset><unit name=\"meter\" meter=\"1\"/><up_axis>{axis}</up_axis></asset>\n"
    );
    let materials = out.materials();
    let meshes = out.geometries(&materials);
    out.text.push_str(" <library_visual_scenes><visual_scene id=\"scene\">\n");
    let mut stack: Vec<Step> = roots.iter().rev().map(|r| Step::Open(r.0 as usize)).collect();
    while let Some(step) = stack.pop() {
        let Step::Open(i) = step else {
            out.text.push_str("</node>\n");
            continue;
        };
        let Some(node) = scene.nodes.get(i) else { continue };
        let below = children.get(i).into_iter().flatten().rev().map(|c| Step::Open(c.0 as usize));
        // The turn of the whole is what the axis says.
        if node.name == "#up" && node.kind == NodeKind::Helper {
            stack.extend(below);
            continue;
        }
        out.node(i, node, &meshes, &materials);
        stack.push(Step::Close);
        stack.extend(below);
    }
    out.text.push_str(
        " </visual_scene></library_visual_scenes>\n <scene><instance_visual_scene url=\"#scene\"/></scene>\n</COLLADA>\n",
    );
    Collada { dae: out.text.into_bytes(), files: out.files }
}

enum Step {
    Open(usize),
    Close,
}

struct Document<'a> {
    scene: &'a Scene,
    text: String,
    ids: Ids,
    files: Vec<(String, Vec<u8>)>,
}

impl Document<'_> {
    /// Ids of the materials.
    fn materials(&mut self) -> Vec<String> {
        let scene = self.scene;
        let names = scene::gltf::image_names(&scene.images);
        let images: Vec<String> =
            (0..scene.images.len()).map(|i| self.ids.take(format!("image-{i}"))).collect();
        self.text.push_str(" <library_images>\n");
        for ((image, id), name) in scene.images.iter().zip(&images).zip(&names) {
            // The game's own picture stays; what has no file of that kind is written.
            let own = scene::file_name(&image.file);
            let written = own.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase());
            let game = written.as_deref().is_some_and(|e| ["dds", "tga", "bmp", "gz"].contains(&e));
            let file = if game { own } else { name };
            if let Some(data) = image.data.as_ref().filter(|_| !game) {
                self.files.push((name.clone(), data.to_vec()));
            }
            let _ =
                writeln!(self.text, "  <image id=\"{id}\"><init_from>{}</init_from></image>", escape(file));
        }
        self.text.push_str(" </library_images>\n <library_effects>\n");
        let ids: Vec<String> = scene
            .materials
            .iter()
            .enumerate()
            .map(|(i, m)| self.ids.take(own_material(m).unwrap_or_else(|| format!("material-{i}"))))
            .collect();
        for (m, id) in scene.materials.iter().zip(&ids) {
            self.text.push_str(&effect(m, id, &images));
        }
        self.text.push_str(" </library_effects>\n <library_materials>\n");
        for (m, id) in scene.materials.iter().zip(&ids) {
            let _ = writeln!(
                self.text,
                "  <material id=\"{}\" name=\"{}\"><instance_effect url=\"#{}-fx\"/></material>",
                escape(id),
                escape(&m.name),
                escape(id)
            );
        }
        self.text.push_str(" </library_materials>\n");
        ids
    }

    /// Ids of the meshes; `None` for what is not written.
    fn geometries(&mut self, materials: &[String]) -> Vec<Option<String>> {
        let scene = self.scene;
        let mut owner: HashMap<u32, &Node> = HashMap::new();
        for node in &scene.nodes {
            if let Some(mesh) = node.mesh {
                owner.entry(mesh.0).or_insert(node);
            }
        }
        self.text.push_str(" <library_geometries>\n");
        let mut out = Vec::with_capacity(scene.meshes.len());
        for (i, mesh) in scene.meshes.iter().enumerate() {
            let Some(node) = owner.get(&(i as u32)).filter(|_| !has_no_collada(mesh)) else {
                out.push(None);
                continue;
            };
            let id = own_id(node).map_or_else(|| format!("mesh-{i}"), |id| format!("AK{id}-mesh"));
            let id = self.ids.take(id);
            let symbol = |_: usize, p: &Primitive| {
                p.material.and_then(|m| materials.get(m.0 as usize)).cloned().unwrap_or_default()
            };
            let name = if mesh.name.is_empty() { &node.name } else { &mesh.name };
            let _ = writeln!(
                self.text,
                "  <geometry id=\"{id}\" name=\"{}\">{}</geometry>",
                escape(name),
                mesh_xml(mesh, &id, symbol)
            );
            out.push(Some(id));
        }
        self.text.push_str(" </library_geometries>\n");
        out
    }

    fn node(&mut self, i: usize, node: &Node, meshes: &[Option<String>], materials: &[String]) {
        let id = own_id(node).map_or_else(|| format!("node-{i}"), |id| format!("AK{id}"));
        let id = self.ids.take(id);
        // Rows first.
        let matrix = node.local_matrix().transpose().to_cols_array();
        let _ = write!(
            self.text,
            "<node id=\"{id}\" name=\"{}\"><matrix>{}</matrix>",
            escape(&node.name),
            floats(&matrix)
        );
        let mesh = node.mesh.and_then(|m| Some((m, meshes.get(m.0 as usize)?.as_ref()?)));
        if let Some((mesh, url)) = mesh {
            let used = self.scene.meshes.get(mesh.0 as usize).map(primitives).unwrap_or_default();
            let used: std::collections::BTreeSet<u32> =
                used.iter().filter_map(|p| Some(p.material?.0)).collect();
            let _ = write!(self.text, "<instance_geometry url=\"#{url}\"><bind_material><technique_common>");
            for id in used.iter().filter_map(|m| materials.get(*m as usize)) {
                let id = escape(id);
                let _ = write!(self.text, "<instance_material symbol=\"{id}\" target=\"#{id}\"/>");
            }
            self.text.push_str("</technique_common></bind_material></instance_geometry>");
        }
        self.text.push('\n');
    }
}

fn effect(m: &Material, id: &str, images: &[String]) -> String {
    let id = escape(id);
    let picture = m.texture(&Slot::BaseColor).and_then(|t| images.get(t.image.0 as usize));
    let [r, g, b, a] = m.base_color;
    let color = |[r, g, b]: [f32; 3], a: f32| {
        format!("<color>{}</color>", floats(&[screen(r), screen(g), screen(b), a]))
    };
    let mut params = String::new();
    let main = match picture {
        Some(image) => {
            params = format!(
                "<newparam sid=\"{image}-surface\"><surface type=\"2D\"><init_from>{image}</init_from></surface></newparam>\
                 <newparam sid=\"{image}-sampler\"><sampler2D><source>{image}-surface</source></sampler2D></newparam>"
            );
            format!("<texture texture=\"{image}-sampler\" texcoord=\"UVMap\"/>")
        }
        None => color([r, g, b], 1.0),
    };
    let (model, body) = if m.unlit {
        ("constant", format!("<emission>{main}</emission>"))
    } else {
        ("lambert", format!("<emission>{}</emission><diffuse>{main}</diffuse>", color(m.emissive, 1.0)))
    };
    let through = if m.alpha == Alpha::Blend && a < 1.0 {
        format!(
            "<transparent opaque=\"A_ONE\"><color>1 1 1 1</color></transparent><transparency><float>{a}</float></transparency>"
        )
    } else {
        String::new()
    };
    format!(
        "  <effect id=\"{id}-fx\"><profile_COMMON>{params}<technique sid=\"t\"><{model}>{body}{through}</{model}></technique>\
         </profile_COMMON></effect>\n"
    )
}

/// What became of the meshes of a model in the COLLADA file it came from.
#[derive(Default)]
pub(in crate::anark) struct Returned {
    /// The file, if something changed.
    pub dae: Option<Vec<u8>>,
    /// Meshes that are in there now, changed or not.
    pub placed: HashSet<u32>,
}

/// Puts changed meshes into the file they came from; everything else stays as it is, to the byte.
pub(in crate::anark) fn put_back(
    bytes: &[u8],
    scene: &Scene,
    ids: &HashMap<usize, u32>,
    sink: &mut Sink,
) -> Returned {
    let mut out = Returned::default();
    let (Ok(text), Ok(dae)) = (std::str::from_utf8(bytes), Dae::read(bytes)) else { return out };
    let mut changed: HashMap<&str, u32> = HashMap::new();
    for (i, node) in scene.nodes.iter().enumerate() {
        let Some((id, mesh)) = node.mesh.and_then(|m| Some((m.0, scene.meshes.get(m.0 as usize)?))) else {
            continue;
        };
        let there = ids.get(&i).and_then(|id| dae.nodes.get(id));
        let Some(there) = there.filter(|n| !n.instances.is_empty() && !has_no_collada(mesh)) else {
            continue;
        };
        if same_shape(&parts(&dae, there), &[mesh]) {
            out.placed.insert(id);
            continue;
        }
        let [(url, _)] = there.instances.as_slice() else {
            let message =
                format!("{:?}: the .dae makes it of several geometries; change them there", node.name);
            sink.push(&LOST, "", message);
            continue;
        };
        match changed.get(url.as_str()) {
            Some(other) if *other != id => {
                let message = format!("{:?} shares its geometry with a node that was changed too", node.name);
                sink.push(&LOST, "", message);
            }
            _ => {
                changed.insert(url, id);
                out.placed.insert(id);
            }
        }
    }
    if !changed.is_empty() {
        out.dae = Some(spliced(text, &dae, scene, &changed));
    }
    out
}

fn parts<'a>(dae: &'a Dae, node: &DaeNode) -> Vec<&'a Mesh> {
    node.instances.iter().filter_map(|(g, _)| dae.geometries.get(g)).map(|g| &g.mesh).collect()
}

/// The text with the meshes of some geometries replaced.
fn spliced(text: &str, dae: &Dae, scene: &Scene, changed: &HashMap<&str, u32>) -> Vec<u8> {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (id, range) in mesh_ranges(text) {
        let mesh = changed.get(id.as_str()).and_then(|m| scene.meshes.get(*m as usize));
        let (Some(mesh), Some(geometry)) = (mesh, dae.geometries.get(&id)) else { continue };
        out.push_str(text.get(at..range.start).unwrap_or_default());
        out.push_str(&mesh_xml(mesh, &escape(&id), |i, p| symbol(dae, &id, geometry, scene, i, p)));
        at = range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out.into_bytes()
}

/// The symbol of a primitive: of the material it has, else of its place.
fn symbol(dae: &Dae, id: &str, geometry: &Geometry, scene: &Scene, i: usize, p: &Primitive) -> String {
    let name = p.material.and_then(|m| scene.materials.get(m.0 as usize)).map(|m| m.name.as_str());
    let bound = dae.nodes.values().flat_map(|n| &n.instances).find(|(g, _)| g == id).map(|(_, b)| b);
    let named = |s: &&String| {
        let id = bound.and_then(|b| b.get(*s)).unwrap_or(s);
        dae.materials.get(id).is_some_and(|m| Some(m.name.as_str()) == name)
    };
    let list = &geometry.symbols;
    list.iter().find(named).or_else(|| list.get(i)).or_else(|| list.last()).cloned().unwrap_or_default()
}

/// Where the `<mesh>` of each geometry stands.
fn mesh_ranges(text: &str) -> Vec<(String, Range<usize>)> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = false;
    let (mut out, mut geometry, mut start) = (Vec::new(), None, None);
    loop {
        let before = reader.buffer_position() as usize;
        match reader.read_event() {
            Ok(Event::Start(e)) => match e.local_name().as_ref() {
                "geometry" => {
                    let id = e.attributes().flatten().find(|a| a.key.local_name().as_ref() == "id");
                    geometry = id.map(|a| {
                        let raw = a.value.into_owned();
                        quick_xml::escape::unescape(&raw).map(|v| v.into_owned()).unwrap_or(raw)
                    });
                }
                "mesh" if geometry.is_some() && start.is_none() => start = Some(before),
                _ => {}
            },
            Ok(Event::End(e)) => match e.local_name().as_ref() {
                "mesh" => {
                    if let (Some(id), Some(start)) = (geometry.clone(), start.take()) {
                        out.push((id, start..reader.buffer_position() as usize));
                    }
                }
                "geometry" => geometry = None,
                _ => {}
            },
            Ok(Event::Eof) | Err(_) => break,
            Ok(_) => {}
        }
    }
    out
}

/// Whether two lists of meshes draw the same triangles, in whatever order, of whatever vertices.
fn same_shape(a: &[&Mesh], b: &[&Mesh]) -> bool {
    let all = || a.iter().chain(b).flat_map(|m| m.positions.iter().flatten());
    let size = all().filter(|v| v.is_finite()).fold(1e-6_f32, |m, v| m.max(v.abs()));
    triangles(a, size) == triangles(b, size)
}

/// Triangles as rounded corners with their texture coordinates, each turned to its smallest corner, sorted.
fn triangles(meshes: &[&Mesh], size: f32) -> Vec<[[i64; 5]; 3]> {
    let mut out = Vec::new();
    for mesh in meshes {
        let corner = |i: &u32| {
            let [x, y, z] = mesh.positions.get(*i as usize).copied().unwrap_or_default();
            let [u, v] = mesh.uvs.first().and_then(|s| s.get(*i as usize)).copied().unwrap_or_default();
            let place = |v: f32| (f64::from(v / size) * 1e5).round() as i64;
            let uv = |v: f32| (f64::from(v) * 1e4).round() as i64;
            [place(x), place(y), place(z), uv(u), uv(v)]
        };
        for p in primitives(mesh).iter().filter(|p| p.topology == Topology::Triangles) {
            for t in mesh.indices_of(p).as_chunks::<3>().0 {
                let mut t: [[i64; 5]; 3] = std::array::from_fn(|k| t.get(k).map(corner).unwrap_or_default());
                let place = |c: &[i64; 5]| [c[0], c[1], c[2]];
                // Programs leave out what has no area.
                if place(&t[0]) == place(&t[1])
                    || place(&t[1]) == place(&t[2])
                    || place(&t[0]) == place(&t[2])
                {
                    continue;
                }
                let first = (0..3).min_by_key(|k| t.get(*k).copied()).unwrap_or(0);
                t.rotate_left(first);
                out.push(t);
            }
        }
    }
    out.sort_unstable();
    out
}
