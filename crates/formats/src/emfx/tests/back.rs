//! Coming back from a program that drops what it does not know: numbered names, unused materials, collision meshes,
//! tangents, meshes hung on a node of their own, unscaled joints.

use super::super::rules::codes;
use super::super::types::Emfx;
use super::super::types::body::Body;
use super::super::xac::scene::actor::Actor;
use super::super::xac::types::{LayerData, MorphTarget, MorphTargets, TANGENT};
use super::model::{actor, load};
use crate::{Lod, WriteOptions};
use scene::{
    Animation, Channel, Extras, Influences, Interpolation, Material, Node, NodeId, NodeKind, Property, Scene,
    Skin,
};
use wire::{Reader, Sink, Text};

/// What a default export leaves: no extras, no tangents.
fn stripped(mut scene: Scene) -> Scene {
    scene.extras.clear();
    scene.nodes.iter_mut().for_each(|n| n.extras.clear());
    scene.materials.iter_mut().for_each(|m| m.extras.clear());
    for m in &mut scene.meshes {
        m.extras.clear();
        m.tangents.clear();
    }
    scene
}

fn make(scene: &Scene, profile: Option<&str>, template: Option<&Emfx>) -> (Emfx, Sink) {
    let options = WriteOptions {
        file_name: "a.xac".into(),
        profile: profile.map(str::to_owned),
        originals: template.map(Emfx::originals).unwrap_or_default(),
        ..WriteOptions::default()
    };
    let mut sink = Sink::new();
    let out = crate::by_id("xac").unwrap().from_scene.unwrap()(scene, &options, &mut sink).unwrap();
    (Emfx::read(&mut Reader::new(&out[0].bytes), &mut Sink::new()).unwrap(), sink)
}

fn materials(file: &Emfx) -> Vec<String> {
    Actor::new(file).materials.iter().map(|m| m.name().lossy()).collect()
}

#[test]
fn numbered_and_dropped_materials_are_those_of_the_template() {
    let mut original = actor(&[]);
    let at = original.chunks.iter().position(|c| c.id == 3).unwrap();
    let plain = original.chunks[at].clone();
    // A default that nothing uses, then two of the same name with other layers.
    for (i, texture) in [(1, "one"), (2, "two")] {
        let mut chunk = plain.clone();
        let Body::Material(m) = &mut chunk.body else { panic!("no material") };
        m.name = "Standard".into();
        m.ior = 1.25;
        m.layers.0.iter_mut().for_each(|l| l.texture = texture.into());
        original.chunks.insert(at + i, chunk);
    }
    for (chunk, numbers) in original.chunks.iter_mut().filter(|c| c.id == 1).zip([[1, 2], [2, 1], [2, 2]]) {
        let Body::Mesh(mesh) = &mut chunk.body else { panic!("no mesh") };
        mesh.submeshes.iter_mut().zip(numbers).for_each(|(s, n)| s.material = n);
    }
    original.true_sizes();
    let before = materials(&original);
    assert_eq!(before[..3], ["EMFX Default", "Standard", "Standard"]);
    let mut scene = stripped(load(&original, Lod::One(0), false));
    // Blender: those in use only, in the order it meets them, numbered; and one that somebody renamed.
    let used = |i: u32| {
        scene.meshes.iter().flat_map(|m| &m.primitives).any(|p| p.material.is_some_and(|m| m.0 == i))
    };
    let kept: Vec<u32> = (0..scene.materials.len() as u32).rev().filter(|i| used(*i)).collect();
    let list: Vec<Material> = kept.iter().map(|i| scene.materials[*i as usize].clone()).collect();
    scene.materials = list;
    for p in scene.meshes.iter_mut().flat_map(|m| &mut m.primitives) {
        let now = kept.iter().position(|k| Some(*k) == p.material.map(|m| m.0)).unwrap();
        p.material = Some(scene::MaterialId(now as u32));
    }
    let names = ["Standard", "Standard.001"];
    scene.materials.iter_mut().zip(names).for_each(|(m, n)| m.name = n.into());
    let (file, _) = make(&scene, None, Some(&original));
    assert_eq!(materials(&file), before, "order, names and the default came back");
    let used = |f: &Emfx| {
        let of = |m: &crate::emfx::xac::types::Mesh| {
            (m.node, m.collision, m.submeshes.iter().map(|s| s.material).collect::<Vec<_>>())
        };
        let mut list: Vec<_> = Actor::new(f).meshes.iter().map(|m| of(m.1)).collect();
        list.sort();
        list.into_iter().filter(|m| m.1 == 0).collect::<Vec<_>>()
    };
    assert_eq!(used(&file), used(&original));
    let layers = |f: &Emfx| {
        f.chunks
            .iter()
            .filter_map(|c| match &c.body {
                Body::Material(m) => {
                    Some(m.layers.0.iter().map(|l| (l.map_type, l.texture.lossy())).collect::<Vec<_>>())
                }
                _ => None,
            })
            .take(3)
            .collect::<Vec<_>>()
    };
    assert_eq!(layers(&file), layers(&original), "layers whose texture was not found came back");
}

#[test]
fn collision_meshes_come_back() {
    let original = actor(&[]);
    let scene = stripped(load(&original, Lod::One(0), false));
    assert!(scene.meshes.iter().all(|m| !m.collision));
    let (file, _) = make(&scene, Some("paradox"), Some(&original));
    let view = Actor::new(&file);
    let collision: Vec<_> = view.meshes.iter().filter(|m| m.1.collision != 0).collect();
    assert_eq!(collision.len(), 1);
    assert_eq!(view.nodes[collision[0].1.node as usize].1.name.lossy(), "rigid");
}

#[test]
fn a_mesh_below_a_node_of_its_name_is_that_nodes() {
    let mut scene = stripped(load(&actor(&[]), Lod::One(0), false));
    let at = scene.nodes.iter().position(|n| n.name == "rigid").unwrap();
    let mesh = scene.nodes[at].mesh.take();
    scene.add_node(Node { name: "rigid".into(), parent: Some(NodeId(at as u32)), mesh, ..Node::default() });
    let (file, _) = make(&scene, None, None);
    let view = Actor::new(&file);
    let names: Vec<String> = view.nodes.iter().map(|n| n.1.name.lossy()).collect();
    assert_eq!(names, ["root", "child", "rigid"]);
    assert!(view.meshes.iter().any(|m| m.1.node == 2));
}

#[test]
fn too_many_bones_for_the_game_are_reported() {
    let mut scene = Scene::default();
    let joints: Vec<NodeId> =
        (0..50).map(|i| scene.add_node(Node { name: format!("b{i}"), ..Node::default() })).collect();
    let inverse_binds = vec![glam::Mat4::IDENTITY.to_cols_array(); 50];
    scene.skins.push(Skin { name: "s".into(), joints, inverse_binds });
    let mut mesh = scene::Mesh {
        name: "many".into(),
        positions: (0..51).map(|i| [i as f32, (i % 2) as f32, 0.0]).collect(),
        indices: (0..51).collect(),
        ..scene::Mesh::default()
    };
    mesh.primitives.push(scene::Primitive { start: 0, count: 51, ..scene::Primitive::default() });
    mesh.influences = Some(Influences::fixed(1, (0..51).map(|i| i % 50).collect(), vec![1.0; 51]));
    let id = scene.add_mesh(mesh);
    scene.add_node(Node {
        name: "many#mesh".into(),
        kind: NodeKind::Holder,
        mesh: Some(id),
        skin: Some(scene::SkinId(0)),
        ..Node::default()
    });
    let (_, sink) = make(&scene, Some("paradox"), None);
    let text =
        sink.findings().iter().find(|f| f.code.id == codes::BONES_OF_GAME.id).map(|f| f.message.clone());
    assert!(text.is_some_and(|t| t.contains("50 bones") && t.contains("2 parts")));
    let (_, sink) = make(&scene, Some("tos"), None);
    assert!(!sink.has(&codes::BONES_OF_GAME));
}

/// Blender's armature is no node of the file, and the node that it took the name of has it again.
#[test]
fn an_armature_is_no_node() {
    let original = actor(&[]);
    let names = |f: &Emfx| Actor::new(f).nodes.iter().map(|n| n.1.name.lossy()).collect::<Vec<_>>();
    let mut scene = stripped(load(&original, Lod::One(0), false));
    let roots: Vec<usize> = (0..scene.nodes.len()).filter(|i| scene.nodes[*i].parent.is_none()).collect();
    let rig = scene.add_node(Node { name: "root".into(), ..Node::default() });
    for r in roots {
        scene.nodes[r].parent = Some(rig);
    }
    scene.nodes[0].name = "root.001".into();
    let (file, _) = make(&scene, None, Some(&original));
    assert_eq!(names(&file), names(&original));
    assert!(Actor::new(&file).meshes.iter().any(|m| m.1.node == 0), "its mesh too");
    scene.nodes[rig.0 as usize].name = "Armature".into();
    scene.nodes[0].name = "root".into();
    assert_eq!(names(&make(&scene, None, Some(&original)).0), names(&original));
    let foreign = names(&make(&scene, None, None).0);
    assert!(foreign.contains(&"Armature".to_owned()), "without the file it may be anybody's: {foreign:?}");
}

fn through_gltf(scene: &Scene) -> Scene {
    let options = scene::gltf::WriteOptions::default();
    let glb = scene::gltf::write_glb(scene, &options, &mut Sink::new()).unwrap();
    scene::gltf::read(&glb, &scene::Memory::default(), "a.glb", &mut Sink::new()).unwrap()
}

/// A joint whose scale a motion changes is two nodes; the template, which has no motion, shows it as one without scale.
#[test]
fn a_node_in_two_halves_is_one_with_a_template() {
    let mut original = actor(&[]);
    let at = original.chunks.iter().position(|c| c.id == 11).unwrap();
    let Body::Nodes(list) = &mut original.chunks[at].body else { panic!("no nodes") };
    list.nodes[1].scale = [2.0; 3];
    let mut scene = load(&original, Lod::One(0), false);
    let id = NodeId(1);
    let mut bound = super::super::xsm::scene::split::bound(&scene, id, 0).unwrap();
    super::super::xsm::scene::split::split(&mut scene, &mut bound);
    let channel = Channel {
        node: bound.outer.unwrap(),
        property: Property::Scale,
        interpolation: Interpolation::Linear,
        times: vec![0.0, 1.0],
        values: vec![2.0, 2.0, 2.0, 1.0, 2.0, 3.0],
        extras: Extras::new(),
    };
    scene.animations.push(Animation { name: "m".into(), channels: vec![channel], ..Animation::default() });
    crate::settle(&mut scene);
    let back = through_gltf(&scene);
    for template in [None, Some(&original)] {
        for scene in [back.clone(), stripped(back.clone())] {
            let (file, _) = make(&scene, None, template);
            let list =
                Actor::new(&file).nodes.iter().map(|n| (n.1.name.lossy(), n.1.scale)).collect::<Vec<_>>();
            let found: Vec<_> = list.iter().filter(|n| n.0.starts_with("child")).collect();
            assert_eq!(found, [&("child".to_owned(), [2.0; 3])], "{}", template.is_some());
        }
    }
}

/// One row that is no direction takes none of the others with it, and is the file's own where that is allowed.
#[test]
fn one_bad_tangent_is_one() {
    let mut original = actor(&[]);
    let tangents = |file: &Emfx| {
        let layers: Vec<Vec<f32>> = Actor::new(file).meshes[0]
            .1
            .layers_of(TANGENT)
            .map(|l| if let LayerData::F32(v) = &l.data { v.clone() } else { Vec::new() })
            .collect();
        layers
    };
    for chunk in original.chunks.iter_mut().filter(|c| c.id == 1) {
        let Body::Mesh(mesh) = &mut chunk.body else { panic!("no mesh") };
        for layer in mesh.layers.iter_mut().filter(|l| l.kind == TANGENT) {
            let LayerData::F32(values) = &mut layer.data else { panic!("no numbers") };
            values.copy_from_slice(&[0.6, 0.8, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.8, 0.6, 0.0, 1.0]);
        }
    }
    let back = through_gltf(&load(&original, Lod::One(0), false));
    assert!(back.meshes.iter().all(|m| m.tangents.is_empty()), "glTF has no place for a row of zeros");
    assert_eq!(tangents(&make(&back, None, None).0), tangents(&original));
    assert_eq!(tangents(&make(&stripped(back), None, Some(&original)).0), tangents(&original));
}

/// Names of a code page come back in it, and without extras from the template.
#[test]
fn names_of_a_code_page_come_back() {
    let hair = b"\xb8\xd3\xb8\xae".to_vec();
    let mut original = actor(&[]);
    original.chunks.retain(|c| c.id != 5);
    for chunk in &mut original.chunks {
        match &mut chunk.body {
            Body::Nodes(list) => list.nodes[1].name = Text(hair.clone()),
            Body::Material(m) => {
                m.name = Text([&hair[..], b"_m"].concat());
                m.layers.0.iter_mut().for_each(|l| l.texture = Text(hair.clone()));
            }
            Body::Mesh(mesh) => mesh.submeshes.iter_mut().for_each(|s| s.material = 0),
            _ => {}
        }
    }
    let names = |file: &Emfx| {
        let actor = Actor::new(file);
        let nodes: Vec<Text> = actor.nodes.iter().map(|n| n.1.name.clone()).collect();
        (nodes, actor.materials.iter().map(|m| m.name().clone()).collect::<Vec<_>>())
    };
    let layers = |file: &Emfx| {
        let standard = file.chunks.iter().find_map(|c| match &c.body {
            Body::Material(m) => Some(m.layers.clone()),
            _ => None,
        });
        standard.unwrap()
    };
    let back = through_gltf(&load(&original, Lod::One(0), false));
    assert_eq!(back.nodes[1].name, "머리");
    let (file, _) = make(&back, None, None);
    assert_eq!((names(&file), layers(&file)), (names(&original), layers(&original)));
    let mut bare = stripped(back.clone());
    bare.nodes.iter_mut().for_each(|n| n.raw_name = None);
    let (file, _) = make(&bare, None, Some(&original));
    assert_eq!((names(&file), layers(&file)), (names(&original), layers(&original)));
    let mut renamed = back;
    renamed.materials[0].name = "hair".into();
    assert_eq!(materials(&make(&renamed, None, None).0), ["hair"]);
}

/// A range that ends before the tracks do would cut them off.
#[test]
fn the_range_of_a_shape_key_covers_its_tracks() {
    let mut scene = stripped(load(&actor(&[]), Lod::One(0), false));
    let target = |name: &str| scene::MorphTarget {
        name: name.into(),
        vertices: vec![0],
        positions: vec![[1.0, 0.0, 0.0]],
        ..scene::MorphTarget::default()
    };
    scene.meshes[0].targets = vec![target("wide"), target("still")];
    let node = scene.nodes.iter().position(|n| n.mesh == Some(scene::MeshId(0))).unwrap();
    let channel = Channel {
        node: NodeId(node as u32),
        property: Property::Weights,
        interpolation: Interpolation::Linear,
        times: vec![0.0, 1.0],
        values: vec![-0.5, 0.0, 2.0, 0.0],
        extras: Extras::new(),
    };
    scene.animations.push(Animation { name: "m".into(), channels: vec![channel], ..Animation::default() });
    let (file, _) = make(&scene, None, None);
    let ranges: Vec<_> = Actor::new(&file).targets.iter().map(|t| (t.1.range_min, t.1.range_max)).collect();
    assert_eq!(ranges, [(-0.5, 2.0), (0.0, 1.0)]);
}

#[test]
fn a_shape_key_that_changes_nothing_stays() {
    let mut original = actor(&[]);
    let target = MorphTarget {
        range_min: -1.0,
        range_max: 3.0,
        lod: 0,
        phonemes: 2,
        name: "rest".into(),
        deltas: Vec::new(),
        transforms: Vec::new(),
    };
    original.push(12, 1, Body::MorphTargets(MorphTargets { lod: 0, targets: vec![target.clone()] }));
    let back = through_gltf(&load(&original, Lod::One(0), false));
    for (scene, template) in [(back.clone(), None), (stripped(back), Some(&original))] {
        let (file, _) = make(&scene, None, template);
        assert_eq!(Actor::new(&file).targets.iter().map(|t| t.1).collect::<Vec<_>>(), [&target]);
    }
}

/// A threshold that nobody said is one half, and is not said for having been read.
#[test]
fn no_threshold_stays_none() {
    let mut original = actor(&[]);
    for chunk in &mut original.chunks {
        if let Body::FxMaterial(m) = &mut chunk.body {
            m.ints.retain(|p| p.name.0 != b"g_alphaTestValue");
        }
    }
    let value = |file: &Emfx| {
        file.chunks.iter().find_map(|c| match &c.body {
            Body::FxMaterial(m) => Some(m.int("g_alphaTestValue")),
            _ => None,
        })
    };
    let mut back = through_gltf(&load(&original, Lod::One(0), false));
    assert_eq!(value(&make(&back, None, None).0), Some(None));
    back.materials[1].alpha = scene::Alpha::Mask(0.2);
    assert_eq!(value(&make(&back, None, None).0), Some(Some(51)));
}

/// Each level is an actor with all nodes: more levels than any game has are refused, not multiplied.
#[test]
fn levels_of_detail_are_bounded() {
    let one = load(&actor(&[]), Lod::One(0), false);
    let with = |levels: u32| {
        let mut scene = one.clone();
        let mesh = scene.meshes[0].clone();
        for lod in 1..levels {
            scene
                .nodes
                .push(Node { mesh: Some(scene::MeshId(scene.meshes.len() as u32)), ..Node::default() });
            scene.meshes.push(scene::Mesh { lod, ..mesh.clone() });
        }
        let make = crate::by_id("xac").unwrap().from_scene.unwrap();
        make(&scene, &WriteOptions::default(), &mut Sink::new())
    };
    let made = with(32).unwrap();
    let file = Emfx::read(&mut Reader::new(&made[0].bytes), &mut Sink::new()).unwrap();
    assert_eq!(file.chunks.iter().filter(|c| matches!(c.body, Body::LodActor(_))).count(), 31);
    let refused = with(33).unwrap_err();
    assert!(refused.message().starts_with("33 levels of detail"), "{refused}");
}
