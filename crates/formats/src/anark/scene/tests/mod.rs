mod back;
mod looks;

use super::*;
use crate::anark::bgf::{Animation, Bgf, Element, ElementType, Keyframe, Large, Ref, Setting, Slide};
use crate::anark::bsg::{Bsg, GraphNode, NodeType};
use crate::anark::hash::{attribute_hash, hash};
use crate::anark::notes::FAMILY;
use crate::anark::section::Section;
use crate::anark::value::{Attribute, AttributeName, Name, Name16, ValueType};
use crate::{Document, LoadOptions, WriteOptions};
use glam::{Mat4, Quat, Vec3};
use scene::{Memory, NodeKind};
use serde_json::{Value, json};
use std::sync::Arc;
use wire::Reader;

/// As the registry calls it.
fn bsg_from_scene(scene: &Scene, options: &WriteOptions, sink: &mut Sink) -> Result<Vec<crate::Output>> {
    crate::anark::bsg::FORMAT.from_scene.unwrap()(scene, options, sink)
}

fn bgf_from_scene(scene: &Scene, options: &WriteOptions, sink: &mut Sink) -> Result<Vec<crate::Output>> {
    crate::anark::bgf::FORMAT.from_scene.unwrap()(scene, options, sink)
}

fn key(time_ms: u32, value: f32, p1: f32, p2: f32) -> Keyframe {
    Keyframe { time_ms, value, p1, p2, ..Keyframe::default() }
}

fn animation(element: u32, attribute: &str, keyframes: Vec<Keyframe>) -> Animation {
    let attribute = AttributeName(attribute_hash(attribute.as_bytes()));
    Animation { element, attribute, enabled: 1, can_sync_first_keyframe: 0, keyframes }
}

fn element(name: &str, parent: i32, id: u32, ty: ElementType) -> Element {
    let large = (ty == ElementType::DUMMY).then_some(Large { unknown_0x0e: 2, period_ms: 0 });
    let flags = 1 | if large.is_some() { 4 } else { 0 };
    Element {
        name: Name(hash(name.as_bytes())),
        parent,
        scene_item_id: id,
        ty,
        flags,
        large,
        ..Element::default()
    }
}

fn slide(name: &str, owner: u32, flags: u8, end_ms: u32, refs: &[(u32, u16)]) -> Slide {
    let settings = refs
        .iter()
        .map(|(element, index)| Setting {
            element: *element,
            activate: 1,
            values: Vec::new(),
            refs: vec![Ref { is_logic: 0, enable: 1, index: *index }],
        })
        .collect();
    Slide { name: Name16::from_text(name).unwrap(), element: owner, flags, begin_ms: 0, end_ms, settings }
}

const KEYS_X: [[f32; 4]; 3] = [[0.0, 1.0, 4.0, -2.0], [500.0, 3.0, 3.0, 7.0], [1000.0, 7.0, -1.0, -1.0]];
const KEYS_Z: [[f32; 4]; 2] = [[250.0, 5.0, 5.0, 9.0], [1500.0, 9.0, -1.0, -1.0]];

fn keys(rows: &[[f32; 4]]) -> Vec<Keyframe> {
    rows.iter().map(|[t, v, p1, p2]| key(*t as u32, *v, *p1, *p2)).collect()
}

/// The curve as the format page says it, in milliseconds.
fn bezier(rows: &[[f32; 4]], ms: f32) -> f32 {
    if ms <= rows[0][0] {
        return rows[0][1];
    }
    for w in rows.windows(2) {
        let ([t0, p0, p1, p2], [t1, p3, ..]) = (w[0], w[1]);
        if ms <= t1 {
            let s = (ms - t0) / (t1 - t0);
            let r = 1.0 - s;
            return r * r * r * p0 + 3.0 * r * r * s * p1 + 3.0 * r * s * s * p2 + s * s * s * p3;
        }
    }
    rows[rows.len() - 1][1]
}

const PIVOT_AT: [f32; 3] = [2.0, 1.0, 0.5];

/// A panel that moves, a dial that turns about a pivot, a plate with a resting pivot.
fn files() -> (Bgf, Bsg) {
    let node = |parent: i32, id: u32, node_type: NodeType| GraphNode {
        parent,
        scene_item_id: id,
        node_type,
        ..GraphNode::default()
    };
    let graph = vec![
        node(-1, 1, NodeType::DUMMY),
        GraphNode {
            translation: [0.5, 6.0, 3.0],
            box_min: [-1.0, -2.0, -3.0],
            box_max: [4.0, 5.0, 6.0],
            ..node(0, 2, NodeType::GEOMETRY)
        },
        GraphNode {
            translation: [10.0, 0.0, -4.0],
            pivot: PIVOT_AT,
            scale: [1.0, 2.0, 1.0],
            ..node(1, 3, NodeType::DUMMY)
        },
        GraphNode {
            translation: [1.0, 1.0, 1.0],
            pivot: [3.0, 0.0, 0.0],
            rotation: [0.0, 0.0, std::f32::consts::FRAC_PI_2],
            opacity: 0.5,
            ..node(0, 4, NodeType::TEXT)
        },
    ];
    let mut bsg = Bsg { nodes: Section::new(graph), ..Bsg::default() };
    bsg.recount();
    let mut label = element("Label", 0, 4, ElementType::TEXT);
    label.attributes = vec![
        Attribute::new("textstring", ValueType::String, 0),
        Attribute::new("opacity", ValueType::Float, 25.0_f32.to_bits()),
    ];
    label.flags = 0;
    let tau = std::f32::consts::TAU;
    let mut bgf = Bgf {
        strings: Section::new(["Hello", "Panel", "Dial", "Label"].into_iter().map(Into::into).collect()),
        elements: Section::new(vec![
            element("Scene", -1, 1, ElementType::DUMMY),
            element("Panel", 0, 2, ElementType::GEOMETRY),
            element("Dial", 1, 3, ElementType::DUMMY),
            label,
        ]),
        animations: Section::new(vec![
            animation(1, "position.x", keys(&KEYS_X)),
            animation(1, "position.z", keys(&KEYS_Z)),
            animation(
                2,
                "rotation.z",
                vec![key(0, 0.0, tau / 3.0, tau * 2.0 / 3.0), key(2000, tau, -0.0175, -0.0175)],
            ),
            animation(2, "scale.x", vec![key(0, 1.0, 1.0, 3.0), key(2000, 3.0, -1.0, -1.0)]),
            animation(3, "opacity", vec![key(0, 0.0, 0.0, 100.0), key(300, 100.0, -1.0, -1.0)]),
            animation(1, "scale.y", vec![key(100, 2.5, -1.0, -1.0)]),
        ]),
        slides: Section::new(vec![
            slide("Master Slide", 0, 4, 1500, &[(1, 0), (1, 1), (3, 4)]),
            slide("Alternative", 0, 13, 1500, &[(1, 1)]),
            slide("Sixteen letters!", 2, 9, 1500, &[(2, 2), (2, 3)]),
        ]),
        ..Bgf::default()
    };
    bgf.recount();
    (bgf, bsg)
}

fn convert(bgf: Option<&Bgf>, bsg: &Bsg, dae: Option<&str>) -> Scene {
    let mut files = Memory::default();
    if let Some(bgf) = bgf {
        files.insert("ui/MENU.BGF", bgf.to_bytes());
    }
    if let Some(dae) = dae {
        files.insert("ui/menu.DAE", dae.as_bytes());
    }
    let options = LoadOptions::default();
    let cx = Context { files: &files, path: "ui/menu.bsg", options: &options };
    let mut sink = Sink::new();
    let out = bsg.to_scene(&cx, &mut sink).unwrap();
    assert!(sink.findings().is_empty(), "{:?}", sink.findings());
    out
}

fn glb(scene: &Scene) -> Vec<u8> {
    scene::gltf::write_glb(scene, &scene::gltf::WriteOptions::default(), &mut Sink::new()).unwrap()
}

/// Through a GLB and back.
fn there_and_back(scene: &Scene) -> Scene {
    scene::gltf::read(&glb(scene), &Memory::default(), "x.glb", &mut Sink::new()).unwrap()
}

/// Values of a channel of a GLB by a reader we did not write, at a time in seconds.
struct Played {
    document: gltf::Document,
    blob: Vec<u8>,
}

impl Played {
    fn new(glb: &[u8]) -> Self {
        let gltf::Gltf { document, blob } = gltf::Gltf::from_slice(glb).unwrap();
        Self { document, blob: blob.unwrap() }
    }

    fn value(
        &self,
        animation: &str,
        node: &str,
        property: gltf::animation::Property,
        t: f32,
    ) -> Option<Vec<f32>> {
        let animation = self.document.animations().find(|a| a.name() == Some(animation))?;
        let channel = animation
            .channels()
            .find(|c| c.target().node().name() == Some(node) && c.target().property() == property)?;
        let reader = channel.reader(|_| Some(&self.blob));
        let times: Vec<f32> = reader.read_inputs()?.collect();
        let values: Vec<Vec<f32>> = match reader.read_outputs()? {
            gltf::animation::util::ReadOutputs::Translations(v) => v.map(|v| v.to_vec()).collect(),
            gltf::animation::util::ReadOutputs::Scales(v) => v.map(|v| v.to_vec()).collect(),
            gltf::animation::util::ReadOutputs::Rotations(v) => v.into_f32().map(|v| v.to_vec()).collect(),
            gltf::animation::util::ReadOutputs::MorphTargetWeights(_) => return None,
        };
        let cubic = channel.sampler().interpolation() == gltf::animation::Interpolation::CubicSpline;
        let at = |i: usize, part: usize| if cubic { values[i * 3 + part].clone() } else { values[i].clone() };
        let i = times.partition_point(|x| *x <= t);
        if i == 0 {
            return Some(at(0, 1));
        }
        if i == times.len() || channel.sampler().interpolation() == gltf::animation::Interpolation::Step {
            return Some(at(i - 1, 1));
        }
        let dt = times[i] - times[i - 1];
        let s = (t - times[i - 1]) / dt;
        let (a, b) = (at(i - 1, 1), at(i, 1));
        if cubic {
            let (out, back) = (at(i - 1, 2), at(i, 0));
            let (s2, s3) = (s * s, s * s * s);
            let mix = |j: usize| {
                (2.0 * s3 - 3.0 * s2 + 1.0) * a[j]
                    + dt * (s3 - 2.0 * s2 + s) * out[j]
                    + (3.0 * s2 - 2.0 * s3) * b[j]
                    + dt * (s3 - s2) * back[j]
            };
            return Some((0..a.len()).map(mix).collect());
        }
        if property == gltf::animation::Property::Rotation {
            let (a, b) = (Quat::from_slice(&a), Quat::from_slice(&b));
            return Some(a.slerp(b, s).to_array().to_vec());
        }
        Some(a.iter().zip(&b).map(|(a, b)| a + (b - a) * s).collect())
    }

    /// Local matrix of a node at a time of an animation.
    fn local(&self, animation: &str, node: &gltf::Node<'_>, t: f32) -> Mat4 {
        use gltf::animation::Property::{Rotation, Scale, Translation};
        let name = node.name().unwrap();
        let (translation, rotation, scale) = node.transform().decomposed();
        let get = |p, rest: &[f32]| self.value(animation, name, p, t).unwrap_or_else(|| rest.to_vec());
        Mat4::from_scale_rotation_translation(
            Vec3::from_slice(&get(Scale, &scale)),
            Quat::from_slice(&get(Rotation, &rotation)),
            Vec3::from_slice(&get(Translation, &translation)),
        )
    }

    fn node(&self, name: &str) -> gltf::Node<'_> {
        self.document.nodes().find(|n| n.name() == Some(name)).unwrap()
    }
}

#[test]
fn animated_values_follow_the_bezier_between_keys_too() {
    let (bgf, bsg) = files();
    let scene = convert(Some(&bgf), &bsg, None);
    let names: Vec<&str> = scene.animations.iter().map(|a| a.name.as_str()).collect();
    assert_eq!(
        names,
        ["Scene: Master Slide and 1 more, 1500 ms", "Scene: Alternative", "not in any slide"],
        "slides of different elements on one time base share an animation"
    );
    let played = Played::new(&glb(&scene));
    for i in 0..=170 {
        let t = i as f32 / 100.0;
        let v = played.value(names[0], "Panel", gltf::animation::Property::Translation, t).unwrap();
        let want = [bezier(&KEYS_X, t * 1000.0), 6.0, -bezier(&KEYS_Z, t * 1000.0)];
        for (a, b) in v.iter().zip(want) {
            assert!((a - b).abs() < 2e-4, "at {t}: {v:?}, expected {want:?}");
        }
        let v = played.value(names[1], "Panel", gltf::animation::Property::Translation, t).unwrap();
        assert!((v[0] - 0.5).abs() < 1e-6, "x rests where the BSG has it");
    }
    let v = played.value(names[2], "Panel", gltf::animation::Property::Scale, 0.0).unwrap();
    assert_eq!(v, [1.0, 2.5, 1.0], "an animation of no slide is not forgotten; one key holds");
}

#[test]
fn a_turn_about_a_pivot_is_exact() {
    let (bgf, bsg) = files();
    let scene = convert(Some(&bgf), &bsg, None);
    let played = Played::new(&glb(&scene));
    let name = scene.animations[0].name.clone();
    let (outer, inner) = (played.node("Dial#pivot"), played.node("Dial"));
    let point = Vec3::new(0.3, -0.7, 1.9);
    for i in 0..=200 {
        let t = i as f32 / 100.0;
        let got = (played.local(&name, &outer, t) * played.local(&name, &inner, t)).transform_point3(point);
        // The format page, in BSG space, then mirrored.
        let p = Vec3::from(PIVOT_AT);
        let grown = bezier(&[[0.0, 1.0, 1.0, 3.0], [2000.0, 3.0, 0.0, 0.0]], t * 1000.0);
        let m = Mat4::from_translation(Vec3::new(10.0, 0.0, -4.0))
            * Mat4::from_translation(p)
            * Mat4::from_rotation_z(std::f32::consts::TAU * t / 2.0)
            * Mat4::from_scale(Vec3::new(grown, 2.0, 1.0))
            * Mat4::from_translation(-p);
        let want = m.transform_point3(Vec3::from(mirror(point.to_array())));
        let want = Vec3::from(mirror(want.to_array()));
        assert!(got.distance(want) < 1e-3, "at {t}: {got}, expected {want}");
    }
    let helper = scene.nodes.iter().find(|n| n.name == "Dial#pivot").unwrap();
    assert_eq!(helper.kind, NodeKind::Helper);
}

#[test]
fn rest_pivots_fold_and_rest_values_are_right() {
    let (bgf, bsg) = files();
    let scene = convert(Some(&bgf), &bsg, None);
    let label = scene.nodes.iter().position(|n| n.name == "Label").unwrap();
    // T·T(p)·R·S·T(−p) with a quarter turn about z and p = (3, 0, 0): the origin goes to (1,1) + (3,0) − (0,3).
    let at = scene.world_matrices()[label].transform_point3(Vec3::ZERO);
    assert!(at.distance(Vec3::new(4.0, -2.0, -1.0)) < 1e-5, "{at}");
    assert!(scene.nodes[label].visible, "the first slide switches it on");
    let mut dark = bgf.clone();
    dark.slides.list[0].settings[2].activate = 0;
    assert!(!convert(Some(&dark), &bsg, None).nodes[label].visible);
    let extras = &scene.nodes[label].extras["anark"];
    assert_eq!(extras["element"]["attributes"]["textstring"], "Hello");
    assert_eq!(extras["bsg"]["opacity"], 0.5);
    let panel = scene.nodes.iter().find(|n| n.name == "Panel").unwrap();
    let mesh = &scene.meshes[panel.mesh.unwrap().0 as usize];
    let bounds =
        |f: fn(f32, f32) -> f32, axis: usize| mesh.positions.iter().map(|p| p[axis]).reduce(f).unwrap();
    assert_eq!([0, 1, 2].map(|a| bounds(f32::min, a)), [-1.0, -2.0, -6.0]);
    assert_eq!([0, 1, 2].map(|a| bounds(f32::max, a)), [4.0, 5.0, 3.0]);
}

#[test]
fn slides_and_what_gltf_cannot_move_are_in_the_extras() {
    let (bgf, bsg) = files();
    let scene = convert(Some(&bgf), &bsg, None);
    let extras = &scene.animations[0].extras["anark"];
    assert_eq!(extras["slides"][0]["slide"], "Master Slide");
    assert_eq!(extras["slides"][0]["paused"], false);
    assert_eq!(extras["slides"][1]["slide"], "Sixteen letters!");
    assert_eq!((&extras["slides"][1]["wrap"], &extras["slides"][1]["paused"]), (&true.into(), &true.into()));
    assert_eq!(extras["slides"][1]["periodMs"], 1500);
    assert_eq!(extras["tracks"][0]["attribute"], "opacity");
    assert_eq!(extras["tracks"][0]["keys"][1][1], 100.0);
}

/// Opacity, colour and texture coordinates that move: every reader of glTF finds their keys in the extras of an animation, or
/// of the scene where nothing else moves.
#[test]
fn what_gltf_cannot_move_is_in_the_glb_for_everybody() {
    let (mut bgf, bsg) = files();
    let first = bgf.animations.list.len() as u16;
    for (element, attribute) in [(1, "opacity"), (1, "diffuse.r"), (2, "positionu")] {
        bgf.animations.list.push(animation(element, attribute, keys(&KEYS_Z)));
    }
    // One next to what moves, two in a slide of their own.
    bgf.slides.list[0].settings[0].refs.push(Ref { is_logic: 0, enable: 1, index: first });
    bgf.slides.list.push(slide("Colours", 2, 4, 900, &[(1, first + 1), (2, first + 2)]));
    bgf.recount();
    let scene = convert(Some(&bgf), &bsg, None);
    let options = scene::gltf::WriteOptions::default();
    let glb = scene::gltf::write_glb(&scene, &options, &mut Sink::new()).unwrap();
    let glb = gltf::Gltf::from_slice(&glb).unwrap();
    let own = |extras: &gltf::json::Extras| -> Value {
        let outer: Value = serde_json::from_str(extras.as_ref().unwrap().get()).unwrap();
        serde_json::from_str::<Value>(outer["xenomesh"].as_str().unwrap()).unwrap()["anark"].clone()
    };
    let mut found: Vec<(String, String, f64)> = Vec::new();
    let mut look = |list: &Value| {
        for t in list["tracks"].as_array().into_iter().flatten() {
            let text = |name: &str| t[name].as_str().unwrap().to_owned();
            found.push((text("element"), text("attribute"), t["keys"][1][1].as_f64().unwrap()));
        }
    };
    glb.animations().for_each(|a| look(&own(a.extras())));
    let scenes = own(glb.scenes().next().unwrap().extras());
    scenes["slides"].as_array().into_iter().flatten().for_each(look);
    found.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    let want = [
        ("Dial", "positionu", 9.0),
        ("Label", "opacity", 100.0),
        ("Panel", "diffuse.r", 9.0),
        ("Panel", "opacity", 9.0),
    ];
    assert_eq!(found, want.map(|(e, a, v)| (e.to_owned(), a.to_owned(), v)));
}

#[test]
fn without_the_face_nodes_are_called_by_their_id() {
    let (bgf, bsg) = files();
    let scene = convert(None, &bsg, None);
    assert_eq!(scene.nodes.iter().map(|n| n.name.as_str()).collect::<Vec<_>>(), ["AK1", "AK2", "AK3", "AK4"]);
    assert!(scene.animations.is_empty());
    // And a face without its graph is a plain tree.
    let (files, options) = (Memory::default(), LoadOptions::default());
    let cx = Context { files: &files, path: "menu.bgf", options: &options };
    let scene = bgf.to_scene(&cx, &mut Sink::new()).unwrap();
    let source = |n: &&scene::Node| n.kind == NodeKind::Source;
    let names: Vec<&str> = scene.nodes.iter().filter(source).map(|n| n.name.as_str()).collect();
    assert_eq!(names, ["Scene", "Panel", "Dial", "Label"]);
}

#[test]
fn meshes_come_from_the_collada_file() {
    let (bgf, bsg) = files();
    let dae = r##"<COLLADA><library_geometries><geometry id="g"><mesh>
      <source id="p"><float_array>0 0 1 1 0 1 0 1 1</float_array><technique_common><accessor stride="3"/></technique_common></source>
      <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
      <triangles material="m" count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
      </mesh></geometry></library_geometries>
      <library_materials><material id="AK77" name="Red"/></library_materials>
      <library_visual_scenes><visual_scene><node id="AK1" name="Scene"/><node id="AK2" name="Panel"><instance_geometry url="#g">
      <bind_material><technique_common><instance_material symbol="m" target="#AK77"/></technique_common></bind_material>
      </instance_geometry></node><node id="AK3"/><node id="AK4"/></visual_scene></library_visual_scenes></COLLADA>"##;
    let scene = convert(Some(&bgf), &bsg, Some(dae));
    let panel = scene.nodes.iter().find(|n| n.name == "Panel").unwrap();
    let mesh = &scene.meshes[panel.mesh.unwrap().0 as usize];
    assert_eq!(
        (mesh.positions[0], mesh.indices.as_slice()),
        ([0.0, 0.0, 1.0], &[0, 1, 2][..]),
        "not mirrored"
    );
    assert_eq!(scene.materials[mesh.primitives[0].material.unwrap().0 as usize].name, "Red");
}

#[test]
fn another_axis_upwards_turns_nodes_and_meshes_together() {
    let (bgf, bsg) = files();
    let dae = r##"<COLLADA><asset><up_axis>Z_UP</up_axis></asset><library_geometries><geometry id="g"><mesh>
      <source id="p"><float_array>0 0 1 1 0 1 0 1 1</float_array><technique_common><accessor stride="3"/></technique_common></source>
      <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
      <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
      </mesh></geometry></library_geometries>
      <library_visual_scenes><visual_scene><node id="AK2" name="Panel"><instance_geometry url="#g"/></node>
      </visual_scene></library_visual_scenes></COLLADA>"##;
    let scene = convert(Some(&bgf), &bsg, Some(dae));
    let panel = scene.nodes.iter().position(|n| n.name == "Panel").unwrap();
    let at = scene.world_matrices()[panel].transform_point3(Vec3::new(0.0, 0.0, 1.0));
    // (0.5, 6, -3) and the vertex in the file's axes, then z to y.
    assert!(at.distance(Vec3::new(0.5, -2.0, -6.0)) < 1e-5, "{at}");
    let back = bsg_from_scene(&there_and_back(&scene), &WriteOptions::default(), &mut Sink::new()).unwrap();
    assert_eq!(back[0].bytes, bsg.to_bytes(), "the turn is not in the file");
}
