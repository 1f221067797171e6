//! What trying hundreds of real mods asked for, a test for each: numbers that glTF has a place for, pictures that were
//! taken out, tangents, repairs that keep what is known.

use super::super::rules::codes;
use super::super::rules::fix::fix;
use super::super::types::Emfx;
use super::super::types::body::Body;
use super::super::xac::scene::actor::Actor;
use super::model::{actor, load};
use super::motion::{bend, context};
use crate::emfx::xac::types::{LayerData, TANGENT, UV};
use crate::emfx::xsm::submotions;
use crate::{Lod, Repair, WriteOptions, identify};
use scene::{Channel, Interpolation, MaterialId, NodeId, Property, Scene, Slot};
use wire::{Reader, Severity, Sink};

fn made(scene: &Scene, options: &WriteOptions) -> (Emfx, Sink) {
    let mut sink = Sink::new();
    let out = crate::by_id("xac").unwrap().from_scene.unwrap()(scene, options, &mut sink).unwrap();
    (Emfx::read(&mut Reader::new(&out[0].bytes), &mut Sink::new()).unwrap(), sink)
}

/// The scene as glTF keeps it, with our extras.
fn through_gltf(scene: &Scene) -> Scene {
    let options = scene::gltf::WriteOptions::default();
    let glb = scene::gltf::write_glb(scene, &options, &mut Sink::new()).unwrap();
    scene::gltf::read(&glb, &scene::Memory::default(), "a.glb", &mut Sink::new()).unwrap()
}

/// A picture for every image: only those are in the glTF.
fn with_pictures(mut scene: Scene) -> Scene {
    for image in &mut scene.images {
        image.data = Some(scene::textures::one_color([200, 100, 50]).into());
        image.mime = "image/png".into();
    }
    scene
}

/// Map type and texture of the layers of the first material.
fn layers(file: &Emfx) -> Vec<(u8, String, f32)> {
    let mut all = file.chunks.iter().filter_map(|c| match &c.body {
        Body::Material(m) => {
            Some(m.layers.0.iter().map(|l| (l.map_type, l.texture.lossy(), l.amount)).collect())
        }
        _ => None,
    });
    all.next().unwrap()
}

fn edited(change: impl Fn(&mut super::super::xac::types::materials::Material)) -> Emfx {
    let mut file = actor(&[]);
    for chunk in &mut file.chunks {
        if let Body::Material(m) = &mut chunk.body {
            change(m);
        }
    }
    file.true_sizes();
    file
}

fn ior(file: &Emfx) -> f32 {
    file.chunks.iter().find_map(|c| if let Body::Material(m) = &c.body { Some(m.ior) } else { None }).unwrap()
}

#[test]
fn the_index_of_refraction_is_gltfs() {
    let file = edited(|m| m.ior = 1.33);
    let mut scene = through_gltf(&load(&file, Lod::One(0), false));
    assert_eq!(scene.materials[0].ior, Some(1.33), "KHR_materials_ior");
    assert_eq!(ior(&made(&scene, &WriteOptions::default()).0), 1.33);
    scene.materials[0].ior = Some(1.8);
    assert_eq!(ior(&made(&scene, &WriteOptions::default()).0), 1.8, "an edit arrives");
    let game = edited(|m| (m.name, m.ior) = ("Standard".into(), 1.0));
    let scene = through_gltf(&load(&game, Lod::One(0), false));
    assert_eq!(
        scene.materials[0].ior, None,
        "1 would hide the strength that the shader takes from the picture"
    );
    assert_eq!(ior(&made(&scene, &WriteOptions::default()).0), 1.0);
}

#[test]
fn the_normal_scale_is_the_amount_of_the_layer() {
    let file = edited(|m| m.layers.0[1].amount = 0.5);
    let mut scene = through_gltf(&with_pictures(load(&file, Lod::One(0), false)));
    let normal = |s: &Scene| s.materials[0].textures.iter().position(|t| t.slot == Slot::Normal).unwrap();
    let at = normal(&scene);
    assert_eq!(scene.materials[0].textures[at].strength, 0.5);
    assert_eq!(layers(&made(&scene, &WriteOptions::default()).0)[1].2, 0.5);
    scene.materials[0].textures[at].strength = 0.25;
    assert_eq!(layers(&made(&scene, &WriteOptions::default()).0)[1].2, 0.25);
}

#[test]
fn a_diffuse_colour_stays_next_to_its_map() {
    let file = actor(&[]);
    let scene = through_gltf(&load(&file, Lod::One(0), false));
    assert_eq!(scene.materials[0].base_color, [1.0; 4], "the exporters' grey does not darken the picture");
    let (back, _) = made(&scene, &WriteOptions::default());
    let diffuse = |f: &Emfx| {
        f.chunks.iter().find_map(|c| if let Body::Material(m) = &c.body { Some(m.diffuse) } else { None })
    };
    assert_eq!(diffuse(&back), diffuse(&file));
}

/// Edits win: a picture that somebody took out stays out, one that was not found comes back.
#[test]
fn a_picture_that_was_taken_out_stays_out() {
    let names = |f: &Emfx| layers(f).into_iter().map(|l| l.1).collect::<Vec<_>>();
    let file = actor(&[]);
    let plain = WriteOptions::default();
    let missing = through_gltf(&load(&file, Lod::One(0), false));
    assert_eq!(names(&made(&missing, &plain).0), ["skin", "skin_n", "skin"]);
    let mut scene = through_gltf(&with_pictures(load(&file, Lod::One(0), false)));
    scene.materials[0].textures.retain(|t| t.slot != Slot::Normal);
    assert_eq!(names(&made(&scene, &plain).0), ["skin", "skin"], "with extras");
    // Without extras: what is next to the template would have been in the glTF.
    scene.extras.clear();
    scene.materials.iter_mut().for_each(|m| m.extras.clear());
    scene.materials[0].textures.retain(|t| t.slot == Slot::BaseColor);
    let template = |found: &[&str]| WriteOptions {
        originals: file.originals(),
        template_pictures: found.iter().map(ToString::to_string).collect(),
        ..WriteOptions::default()
    };
    assert_eq!(names(&made(&scene, &template(&["skin"])).0), ["skin", "skin_n", "skin"], "never was found");
    assert_eq!(names(&made(&scene, &template(&["skin", "skin_n"])).0), ["skin", "skin"], "taken out");
    scene.materials.iter_mut().for_each(|m| m.textures.clear());
    let all = made(&scene, &template(&["skin", "skin_n"])).0;
    assert_eq!(names(&all), ["skin", "skin_n", "skin"], "exported without pictures altogether");
}

/// A square in two triangles, two UV sets.
fn square() -> Scene {
    let mut scene = Scene::default();
    let mut mesh = scene::Mesh {
        name: "square".into(),
        positions: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]],
        normals: vec![[0.0, 0.0, 1.0]; 4],
        uvs: vec![
            vec![[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]],
            vec![[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]],
        ],
        indices: vec![0, 1, 2, 0, 2, 3],
        ..scene::Mesh::default()
    };
    mesh.primitives.push(scene::Primitive { count: 6, ..scene::Primitive::default() });
    let mesh = scene.add_mesh(mesh);
    scene.add_node(scene::Node { name: "square".into(), mesh: Some(mesh), ..scene::Node::default() });
    scene
}

/// Rows of the tangent layers of the first mesh.
fn tangents(file: &Emfx) -> Vec<Vec<[f32; 4]>> {
    let view = Actor::new(file);
    let rows = |l: &crate::emfx::xac::types::VertexLayer| match &l.data {
        LayerData::F32(v) => v.as_chunks::<4>().0.to_vec(),
        _ => panic!("no floats"),
    };
    view.meshes[0].1.layers_of(TANGENT).map(rows).collect()
}

/// One layer of tangents for every UV set, as the files of all these games have them, though no program exports two.
#[test]
fn tangent_layers_are_made() {
    for profile in [None, Some("xrebirth"), Some("tos"), Some("paradox")] {
        let options = WriteOptions { profile: profile.map(str::to_owned), ..WriteOptions::default() };
        let (file, _) = made(&square(), &options);
        let [first, second] = &tangents(&file)[..] else { panic!("two layers") };
        // Along U; w·(N×T) along V in the file's own left-handed space.
        for (list, along, down) in [(first, [1.0, 0.0], [0.0, -1.0]), (second, [0.0, 1.0], [1.0, 0.0])] {
            for [x, y, z, w] in list {
                assert!((x - along[0]).abs() < 1e-5 && (y - along[1]).abs() < 1e-5 && z.abs() < 1e-5);
                let n = glam::Vec3::NEG_Z;
                let bitangent = n.cross(glam::Vec3::new(*x, *y, *z)) * *w;
                assert!(bitangent.abs_diff_eq(glam::Vec3::new(down[0], down[1], 0.0), 1e-5), "{bitangent}");
            }
        }
    }
    // A file that has none gets none.
    let mut bare = made(&square(), &WriteOptions::default()).0;
    for chunk in &mut bare.chunks {
        if let Body::Mesh(m) = &mut chunk.body {
            m.layers.retain(|l| l.kind != TANGENT);
            assert_eq!(m.layers.iter().filter(|l| l.kind == UV).count(), 2);
        }
    }
    bare.true_sizes();
    let again = made(&through_gltf(&load(&bare, Lod::One(0), false)), &WriteOptions::default()).0;
    assert!(tangents(&again).is_empty());
}

#[test]
fn the_weights_of_collision_meshes_are_a_loss_that_is_said() {
    let mut scene = load(&actor(&[]), Lod::One(0), false);
    scene.meshes[0].collision = true;
    let (_, sink) = made(&scene, &WriteOptions::default());
    let said = sink.findings().iter().find(|f| f.message.contains("loses its weights")).unwrap();
    assert_eq!(said.severity, Severity::Warning);
}

#[test]
fn a_node_is_known_where_only_its_weight_is_not() {
    let mut file = actor(&[]);
    let skin = file.chunks.iter_mut().find_map(|c| match &mut c.body {
        Body::Skin(s) => Some(s),
        _ => None,
    });
    let skin = skin.unwrap();
    skin.table = vec![[0, 2], [2, 1]];
    skin.influences[2].node = 2;
    file.true_sizes();
    let scene = load(&file, Lod::One(0), false);
    let i = scene.meshes[0].influences.as_ref().unwrap();
    let (joint, weight) = i.of(1).next().unwrap();
    assert_eq!((scene.skins[0].joints[usize::from(joint)], weight), (NodeId(2), 1.0));
    fix(&mut file, Repair::Problems);
    let view = Actor::new(&file);
    let skin = view.skin_of(view.meshes[0].1).unwrap().1;
    let left: Vec<(u16, f32)> = skin.of(1).iter().map(|i| (i.node, i.weight)).collect();
    assert_eq!(left, [(2, 1.0)]);
}

#[test]
fn unknown_chunks_stay_when_a_file_is_repaired() {
    let (before, after) = (b"of a later engine".to_vec(), vec![7_u8; 5]);
    let mut file = actor(&[]);
    file.push(77, 1, Body::Unknown(before.clone()));
    let last = file.chunks.pop().unwrap();
    file.chunks.insert(1, last);
    // A known id in a version that nobody knows, then the end of the file.
    file.push(11, 12, Body::Unknown(after.clone()));
    file.true_sizes();
    let bytes = file.to_bytes();
    let mut sink = Sink::new();
    let mut read = Emfx::read(&mut Reader::new(&bytes), &mut sink).unwrap();
    assert!(sink.has(&codes::UNKNOWN_CHUNK) && !sink.has(&codes::NOT_A_CHUNK), "{:?}", sink.findings());
    for repair in [Repair::Problems, Repair::All] {
        fix(&mut read, repair);
        let kept: Vec<&Vec<u8>> = read
            .chunks
            .iter()
            .filter_map(|c| if let Body::Unknown(b) = &c.body { Some(b) } else { None })
            .collect();
        assert!(kept.contains(&&before) && kept.contains(&&after));
    }
}

#[test]
fn the_format_of_later_paradox_games_is_named() {
    for name in ["ship.mesh", "ship.xac"] {
        let e = identify(b"@@b@!pdxasset", name).err().unwrap();
        assert!(e.message().contains("Clausewitz"), "{e}");
    }
}

/// Late first keys, a last key that is there twice: notes. `--fix` leaves notes, `--fix all` does not.
#[test]
fn notes_about_keys_stay_unless_all_is_repaired() {
    let mut file = bend();
    for chunk in &mut file.chunks {
        if let Body::Submotions(list) = &mut chunk.body {
            list[0].positions = [0.5, 1.0, 1.0].map(|t| [t, 0.0, 0.0, t]).to_vec();
        }
    }
    file.true_sizes();
    let said = |file: &Emfx| {
        let mut sink = Sink::new();
        file.clone().document().check(&context(), &mut sink);
        let list = sink.findings().iter().map(|f| (f.code.id, f.severity));
        list.filter(|f| f.0.starts_with("XSM_KEY")).collect::<Vec<_>>()
    };
    let notes = [("XSM_KEY_REPEATED", Severity::Info), ("XSM_KEY_LATE", Severity::Info)];
    let mut both = said(&file);
    both.sort_by_key(|n| std::cmp::Reverse(n.0));
    assert_eq!(both, notes);
    let keys = |f: &Emfx| submotions(f).next().unwrap().positions.len();
    let mut some = file.clone();
    fix(&mut some, Repair::Problems);
    assert_eq!(some.to_bytes(), file.to_bytes(), "not a byte");
    fix(&mut some, Repair::All);
    assert_eq!(keys(&some), 2);
    // What is held until the first key is a key at 0 in what we write.
    let mut scene = load(&actor(&[]), Lod::One(0), false);
    file.clone().document().animate(&mut scene, &context(), &mut Sink::new()).unwrap();
    scene.animations[0].extras.clear();
    let out = crate::by_id("xsm").unwrap().from_scene.unwrap();
    let out = out(&scene, &WriteOptions::default(), &mut Sink::new()).unwrap();
    let back = Emfx::read(&mut Reader::new(&out[0].bytes), &mut Sink::new()).unwrap();
    assert!(submotions(&back).all(|s| s.positions.first().is_none_or(|k| k[3] == 0.0)));
}

/// The first action takes the file's name and keeps its own inside.
#[test]
fn the_first_action_keeps_its_name() {
    let mut scene = load(&actor(&[]), Lod::One(0), false);
    for name in ["Wave", "Bow"] {
        bend().document().animate(&mut scene, &context(), &mut Sink::new()).unwrap();
        let clip = scene.animations.last_mut().unwrap();
        clip.name = name.into();
        clip.extras.clear();
    }
    scene.animations[1].channels.push(Channel {
        node: NodeId(0),
        property: Property::Weights,
        interpolation: Interpolation::Linear,
        times: vec![0.0],
        values: vec![0.0],
        extras: scene::Extras::new(),
    });
    let out = crate::by_id("xsm").unwrap().from_scene.unwrap();
    let mut sink = Sink::new();
    let out = out(&scene, &WriteOptions { file_name: "x.xsm".into(), ..WriteOptions::default() }, &mut sink)
        .unwrap();
    let suffixes: Vec<&str> = out.iter().map(|o| o.suffix.as_str()).collect();
    assert_eq!(suffixes, [".xsm", ".Bow.xsm"]);
    let shape = sink.findings().iter().find(|f| f.message.contains("x.xpm")).unwrap();
    assert_eq!(shape.severity, Severity::Warning, "clips that have no place are a loss without -v");
    let file = Emfx::read(&mut Reader::new(&out[0].bytes), &mut Sink::new()).unwrap();
    let mut again = load(&actor(&[]), Lod::One(0), false);
    file.clone().document().animate(&mut again, &context(), &mut Sink::new()).unwrap();
    assert_eq!(again.animations[0].name, "Wave");
}

/// A renamed material keeps its data: it is the only one that remains, and the same mesh uses it.
#[test]
fn a_renamed_material_keeps_its_data() {
    let file = edited(|m| m.shine = 33.0);
    let mut scene = load(&file, Lod::One(0), false);
    scene.extras.clear();
    scene.materials.iter_mut().for_each(|m| m.extras.clear());
    scene.materials[0].name = "Brass".into();
    for p in scene.meshes.iter_mut().flat_map(|m| &mut m.primitives) {
        p.material = Some(MaterialId(0));
    }
    let options = WriteOptions { originals: file.originals(), ..WriteOptions::default() };
    let (back, _) = made(&scene, &options);
    let brass = back.chunks.iter().find_map(|c| match &c.body {
        Body::Material(m) if m.name.lossy() == "Brass" => Some((m.shine, m.layers.0.len())),
        _ => None,
    });
    assert_eq!(brass, Some((33.0, 3)));
}

#[test]
fn inspect_names_chunks_masks_and_phonemes() {
    let mut file = actor(&[]);
    let info = crate::emfx::xac::types::ActorInfo {
        repositioning_mask: Some(5),
        ..serde_json::from_value(serde_json::json!({
            "repositioning_mask": 5, "repositioning_node": 0, "exporter_version": [3, 0], "pad": [0, 0],
            "retarget_root_offset": 0.0, "source_application": "", "original_file": "", "exporter_date": "",
            "actor_name": "",
        }))
        .unwrap()
    };
    file.push(7, 2, Body::ActorInfo(Box::new(info)));
    file.true_sizes();
    let details = file.clone().document().details(&context()).to_string();
    for part in ["\"name\":\"actor info\"", "\"repositioning\":[\"position\",\"scale\"]", "\"name\":\"skin\""]
    {
        assert!(details.contains(part), "{part} in {details}");
    }
}

/// Blender samples every clip at its own frames. With the motion as template, what it only sampled is the original again,
/// and what was edited is not.
#[test]
fn sampled_tracks_are_the_templates() {
    let mut original = bend();
    for chunk in &mut original.chunks {
        if let Body::Submotions(list) = &mut chunk.body {
            // 30 frames a second, which no 24 meet.
            let key = |i: u8| [f32::from(i % 2), 2.0, 3.0, f32::from(i) / 30.0];
            list[0].positions = (0..16).map(key).collect();
            list[0].rotations = crate::emfx::xsm::types::RotationKeys::F32(Vec::new());
        }
    }
    original.true_sizes();
    let mut scene = load(&actor(&[]), Lod::One(0), false);
    original.clone().document().animate(&mut scene, &context(), &mut Sink::new()).unwrap();
    let clip = &mut scene.animations[0];
    clip.extras.clear();
    let channel = clip.channels.iter_mut().find(|c| c.property == Property::Translation).unwrap();
    let exact = channel.clone();
    let at = |t: f32| {
        let next = exact.times.iter().position(|k| *k >= t).unwrap_or(exact.times.len() - 1).max(1);
        let (a, b) = (exact.times[next - 1], exact.times[next]);
        let u = ((t - a) / (b - a)).min(1.0);
        (0..3)
            .map(|i| exact.values[next * 3 - 3 + i] * (1.0 - u) + exact.values[next * 3 + i] * u)
            .collect::<Vec<_>>()
    };
    channel.times = (0..13).map(|f| f as f32 / 24.0).collect();
    channel.values = channel.times.iter().flat_map(|t| at(*t)).collect();
    let write = |scene: &Scene, template: bool| {
        let originals = if template { original.originals() } else { Vec::new() };
        let options = WriteOptions { originals, ..WriteOptions::default() };
        let out =
            crate::by_id("xsm").unwrap().from_scene.unwrap()(scene, &options, &mut Sink::new()).unwrap();
        let file = Emfx::read(&mut Reader::new(&out[0].bytes), &mut Sink::new()).unwrap();
        submotions(&file).next().unwrap().positions.clone()
    };
    let keys = submotions(&original).next().unwrap().positions.clone();
    assert_eq!(write(&scene, false).len(), 13, "what Blender says");
    assert_eq!(write(&scene, true), keys, "what the file said");
    let channel =
        scene.animations[0].channels.iter_mut().find(|c| c.property == Property::Translation).unwrap();
    channel.values[6 * 3 + 1] += 0.5;
    let edited = write(&scene, true);
    assert_eq!(edited.len(), 13);
    assert!((edited[6][1] - 2.5).abs() < 1e-5, "an edited key arrives");
}
