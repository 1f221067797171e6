//! What artists do between export and conversion back, with notes, with the template, with neither.

use super::super::rules::{EDITS_DIFFER, LOST_PICTURE};
use crate::xnalara::model::{Model, Texture};
use crate::xnalara::names::MeshName;
use crate::xnalara::xps::tests::{file, model};
use crate::xnalara::xps::{self, Xps};
use crate::{Context, Document, LoadOptions, WriteOptions};
use scene::{Alpha, Extras, Memory, Node, PixelOps, Scene, Slot, TextureSlot};
use std::sync::Arc;
use wire::{Reader, Result, Sink};

/// How a scene comes back from another program.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Way {
    /// With what we noted.
    Notes,
    /// Without, but with the original file.
    Template,
    /// With neither.
    Bare,
}

const ALL: [Way; 3] = [Way::Notes, Way::Template, Way::Bare];

fn original() -> Xps {
    let mut m = model(4, &[1, 1, 1], 4);
    for (mesh, (name, files)) in m.meshes.iter_mut().zip([
        ("5_belt", vec!["belt.dds"]),
        ("24_skin_0.5", vec!["skin.tga", "light.png", "bump.dds", "spec.png"]),
        ("7_+Hair.main", vec!["hair.dds"]),
    ]) {
        mesh.name = name.into();
        mesh.textures = files.into_iter().map(|f| Texture { file: f.into(), uv_layer: 0 }).collect();
    }
    file(&m, Some((3, 15)), None)
}

/// The scene of the original, its pictures loaded, as another program writes it.
fn edited(way: Way, edit: impl Fn(&mut Scene)) -> Scene {
    let mut scene = reloaded(&original(), way);
    edit(&mut scene);
    scene
}

/// The scene of a file as another program writes it.
fn reloaded(original: &Xps, way: Way) -> Scene {
    let (files, options) = (Memory::default(), LoadOptions::default());
    let cx = Context { files: &files, path: "x.xps", options: &options };
    let mut scene = original.to_scene(&cx, &mut Sink::new()).unwrap();
    for image in &mut scene.images {
        image.data = Some(scene::textures::one_color([1, 2, 3]).into());
        image.mime = "image/png".into();
        // Endings and pixel operations are lost on the way.
        image.file = format!("{}.png", image.file.rsplit_once('.').unwrap().0);
    }
    if way != Way::Notes {
        scene.extras = Extras::new();
        scene.nodes.iter_mut().for_each(|n| n.extras = Extras::new());
        scene.meshes.iter_mut().for_each(|m| m.extras = Extras::new());
        scene.materials.iter_mut().for_each(|m| m.extras = Extras::new());
    }
    scene
}

/// As the registry calls it.
fn make(scene: &Scene, options: &WriteOptions, sink: &mut Sink) -> Result<Vec<crate::Output>> {
    xps::FORMAT.from_scene.unwrap()(scene, options, sink)
}

fn written(scene: &Scene, way: Way, sink: &mut Sink) -> Model {
    written_like(scene, &original(), way, sink)
}

fn written_like(scene: &Scene, original: &Xps, way: Way, sink: &mut Sink) -> Model {
    let originals: Vec<Arc<dyn Document>> =
        if way == Way::Template { vec![Arc::new(original.clone())] } else { Vec::new() };
    let options = WriteOptions { file_name: "x.xps".into(), originals, ..WriteOptions::default() };
    let bytes = make(scene, &options, sink).unwrap().remove(0).bytes;
    let doc = crate::read(&mut Reader::new(&bytes), "x.xps", &mut Sink::new()).unwrap();
    doc.as_any().downcast_ref::<Xps>().unwrap().model()
}

fn names(model: &Model) -> Vec<String> {
    model.meshes.iter().map(|m| m.name.lossy()).collect()
}

fn files(model: &Model, mesh: usize) -> Vec<String> {
    model.meshes[mesh].textures.iter().map(|t| t.file.lossy()).collect()
}

/// The node, mesh and material of a part.
fn part(scene: &Scene, name: &str) -> (usize, usize, usize) {
    let node = scene.nodes.iter().position(|n| n.name == name).unwrap();
    let mesh = scene.nodes[node].mesh.unwrap().0 as usize;
    (node, mesh, scene.meshes[mesh].primitives[0].material.unwrap().0 as usize)
}

fn node<'a>(scene: &'a mut Scene, name: &str) -> &'a mut Node {
    let at = part(scene, name).0;
    &mut scene.nodes[at]
}

fn mesh<'a>(scene: &'a mut Scene, name: &str) -> &'a mut scene::Mesh {
    let at = part(scene, name).1;
    &mut scene.meshes[at]
}

fn material<'a>(scene: &'a mut Scene, name: &str) -> &'a mut scene::Material {
    let at = part(scene, name).2;
    &mut scene.materials[at]
}

fn check(edit: impl Fn(&mut Scene), want: [&str; 3], warns: bool) {
    for way in ALL {
        let mut sink = Sink::new();
        let model = written(&edited(way, &edit), way, &mut sink);
        assert_eq!(names(&model), want, "{way:?}");
        let warned = sink.has(&EDITS_DIFFER) || sink.has(&LOST_PICTURE);
        assert!(warned || !warns, "{way:?}: {:?}", sink.findings());
    }
}

const SAME: [&str; 3] = ["5_belt", "24_skin_0.5", "7_+Hair.main"];

#[test]
fn nothing_edited_nothing_changed() {
    check(|_| {}, SAME, false);
    for way in [Way::Notes, Way::Template] {
        let mut sink = Sink::new();
        let model = written(&edited(way, |_| {}), way, &mut sink);
        assert_eq!(files(&model, 1), ["skin.tga", "light.png", "bump.dds", "spec.png"], "{way:?}");
        assert!(!sink.has(&EDITS_DIFFER) && !sink.has(&LOST_PICTURE));
    }
}

/// Groups 34 and 35 say no strength of highlights: glTF has no place for their specular map.
#[test]
fn a_specular_map_that_gltf_does_not_show_is_no_edit() {
    for group in [34, 35] {
        let name = format!("{group}_coat_0.1_16_0");
        let mut m = model(2, &[1], 4);
        m.meshes[0].name = name.as_str().into();
        m.meshes[0].textures =
            ["d.png", "b.png", "m.png", "s.png"].map(|f| Texture { file: f.into(), uv_layer: 0 }).to_vec();
        let original = file(&m, Some((3, 15)), None);
        for (way, through) in ALL.into_iter().flat_map(|w| [(w, false), (w, true)]) {
            let mut scene = reloaded(&original, way);
            if through {
                let options = scene::gltf::WriteOptions::default();
                let glb = scene::gltf::write_glb(&scene, &options, &mut Sink::new()).unwrap();
                scene = scene::gltf::read(&glb, &Memory::default(), "x.glb", &mut Sink::new()).unwrap();
            }
            let mut sink = Sink::new();
            let back = written_like(&scene, &original, way, &mut sink);
            assert_eq!(names(&back), [name.as_str()], "{way:?} {through}");
            assert!(!sink.has(&EDITS_DIFFER), "{way:?} {through}: {:?}", sink.findings());
            if way != Way::Bare {
                assert_eq!(files(&back, 0), ["d.png", "b.png", "m.png", "s.png"], "{way:?} {through}");
            }
        }
    }
}

/// glTF has no texture where there are no UVs.
#[test]
fn a_mesh_without_uvs_keeps_its_maps() {
    let mut m = model(2, &[0, 1], 4);
    for mesh in &mut m.meshes {
        mesh.textures = ["d.png", "b.png"].map(|f| Texture { file: f.into(), uv_layer: 0 }).to_vec();
    }
    (m.meshes[0].name, m.meshes[1].name) = ("4_coat_0.1_0_0".into(), "4_boots_0.1_0_0".into());
    let original = file(&m, Some((3, 15)), None);
    for way in ALL {
        let scene = reloaded(&original, way);
        let glb =
            scene::gltf::write_glb(&scene, &scene::gltf::WriteOptions::default(), &mut Sink::new()).unwrap();
        let mut scene = scene::gltf::read(&glb, &Memory::default(), "x.glb", &mut Sink::new()).unwrap();
        let mut sink = Sink::new();
        let back = written_like(&scene, &original, way, &mut sink);
        assert_eq!(names(&back), ["4_coat_0.1_0_0", "4_boots_0.1_0_0"], "{way:?}");
        assert!(!sink.has(&EDITS_DIFFER), "{way:?}: {:?}", sink.findings());
        if way != Way::Bare {
            assert_eq!(files(&back, 0), ["d.png", "b.png"], "{way:?}");
            assert!(!sink.has(&LOST_PICTURE), "{way:?}");
        }
        // Where there are UVs, a map that is gone was removed.
        let (_, _, boots) = part(&scene, "4_boots_0.1_0_0");
        scene.materials[boots].textures.retain(|t| t.slot != Slot::Normal);
        let back = written_like(&scene, &original, way, &mut Sink::new());
        assert_eq!(names(&back), ["4_coat_0.1_0_0", "32_boots_0.1_0_0"], "{way:?}");
    }
}

#[test]
fn a_name_changes_the_group_wherever_it_stands() {
    let want = ["7_belt", "24_skin_0.5", "7_+Hair.main"];
    check(|s| node(s, "5_belt").name = "7_belt".into(), want, false);
    check(|s| mesh(s, "5_belt").name = "7_belt".into(), want, false);
    check(|s| material(s, "5_belt").name = "7_belt".into(), want, false);
    let hidden = ["5_belt", "24_skin_0.5", "7_-Hair.main"];
    check(|s| node(s, "7_+Hair.main").name = "7_-Hair.main".into(), hidden, false);
    let numbered = |s: &mut Scene| {
        let (node, mesh, _) = part(s, "24_skin_0.5");
        (s.nodes[node].name, s.meshes[mesh].name) = ("24_skin_0.5.001".into(), "24_skin_0.5.002".into());
    };
    check(numbered, SAME, false);
}

#[test]
fn a_plain_name_renames_the_part() {
    for way in [Way::Notes, Way::Template] {
        let scene = edited(way, |s| node(s, "24_skin_0.5").name = "my_skin".into());
        let model = written(&scene, way, &mut Sink::new());
        assert_eq!(names(&model)[1], "24_my-skin_0.5", "{way:?}");
    }
}

#[test]
fn what_the_material_shows_changes_the_group() {
    let blended = |s: &mut Scene| {
        let m = part(s, "5_belt").2;
        s.materials[m].alpha = Alpha::Blend;
        s.materials[m].base_color[3] = 0.5;
    };
    check(blended, ["7_belt", "24_skin_0.5", "7_+Hair.main"], true);
    let model = written(&edited(Way::Notes, blended), Way::Notes, &mut Sink::new());
    assert!(model.meshes[0].geometry.colors.iter().all(|c| c[3] <= 128));
    let opaque = |s: &mut Scene| material(s, "7_+Hair.main").alpha = Alpha::Opaque;
    check(opaque, ["5_belt", "24_skin_0.5", "5_+Hair.main"], true);
    let no_bump = |s: &mut Scene| {
        let m = part(s, "24_skin_0.5").2;
        s.materials[m].textures.retain(|t| t.slot != Slot::Specular && t.slot != Slot::Normal);
    };
    check(no_bump, ["5_belt", "3_skin", "7_+Hair.main"], true);
    let bump = |s: &mut Scene| {
        let image = s.image("new.png", PixelOps::default());
        let m = part(s, "5_belt").2;
        s.materials[m].textures.push(TextureSlot::new(Slot::Normal, image));
        s.materials[m].roughness = 0.75;
    };
    check(bump, ["4_belt_0.25", "24_skin_0.5", "7_+Hair.main"], true);
    for way in ALL {
        let model = written(&edited(way, bump), way, &mut Sink::new());
        assert_eq!(files(&model, 0).get(1).map(String::as_str), Some("new.png"), "{way:?}");
    }
    let glow = |s: &mut Scene| material(s, "5_belt").emissive = [1.0, 0.0, 0.0];
    check(glow, ["30_belt_0", "24_skin_0.5", "7_+Hair.main"], true);
    let shadeless = |s: &mut Scene| material(s, "5_belt").unlit = true;
    check(shadeless, ["10_belt", "24_skin_0.5", "7_+Hair.main"], true);
    let shiny = |s: &mut Scene| {
        let m = part(s, "24_skin_0.5").2;
        s.materials[m].specular.as_mut().unwrap().factor = 0.9;
    };
    check(shiny, ["5_belt", "24_skin_0.9", "7_+Hair.main"], true);
}

/// A camera target follows three numbers, and a change of group changes nothing else of a name.
#[test]
fn a_changed_group_keeps_the_numbers_before_the_camera() {
    for (name, want) in [
        ("5_y_1_0_0_camera_root ground", "7_y_1_0_0_camera_root ground"),
        ("5_y_1_0_0", "7_y_1_0_0"),
        ("4_y_0.5_16_32_camera", "6_y_0.5_16_32_camera"),
        ("34_y_0.1_16_0_camera", "35_y_0.1_16_0_camera"),
        ("5_y", "7_y"),
    ] {
        let mut m = model(2, &[1], 4);
        m.meshes[0].name = name.into();
        m.meshes[0].textures = ["d.png", "b.png", "m.png", "s.png"]
            .into_iter()
            .take(MeshName::parse(name).render_group().0.slots.len())
            .map(|f| Texture { file: f.into(), uv_layer: 0 })
            .collect();
        let original = file(&m, Some((3, 15)), None);
        for way in ALL {
            let mut scene = reloaded(&original, way);
            scene.materials[0].alpha = Alpha::Blend;
            assert_eq!(names(&written_like(&scene, &original, way, &mut Sink::new())), [want], "{way:?}");
        }
    }
    // A group without numbers takes the place of one whose numbers said something.
    let spoken = MeshName::parse("24_skin_0.5_16_32_head");
    assert_eq!(spoken.params_after(Vec::new(), spoken.render_group().0), [1.0, 16.0, 32.0]);
    let plain = MeshName::parse("24_skin_0.5");
    assert!(plain.params_after(Vec::new(), plain.render_group().0).is_empty());
}

#[test]
fn another_picture_is_named_a_removed_one_filled() {
    for way in ALL {
        let scene = edited(way, |s| {
            let image = s.image("gold.png", PixelOps::default());
            material(s, "5_belt").textures[0].image = image;
            material(s, "7_+Hair.main").textures.clear();
        });
        let mut sink = Sink::new();
        let model = written(&scene, way, &mut sink);
        assert_eq!(names(&model), SAME, "{way:?}");
        assert_eq!(files(&model, 0), ["gold.png"], "{way:?}");
        assert_eq!(files(&model, 2), ["x_white.png"], "{way:?}");
        assert!(sink.has(&LOST_PICTURE), "{way:?}");
    }
}

/// Joined into the first: its node and mesh, everybody's materials.
#[test]
fn joined_meshes_come_apart_by_material() {
    for way in ALL {
        let scene = edited(way, |s| {
            let (node, into, _) = part(s, "5_belt");
            for name in ["24_skin_0.5", "7_+Hair.main"] {
                let (n, other, material) = part(s, name);
                let other = s.meshes[other].clone();
                let mesh = &mut s.meshes[into];
                let (first, start) = (mesh.positions.len() as u32, mesh.indices.len() as u32);
                mesh.positions.extend(&other.positions);
                mesh.normals.extend(&other.normals);
                mesh.uvs[0].extend(&other.uvs[0]);
                mesh.colors.clear();
                mesh.tangents.clear();
                mesh.influences = None;
                mesh.indices.extend(other.indices.iter().map(|i| i + first));
                mesh.primitives.push(scene::Primitive {
                    material: Some(scene::MaterialId(material as u32)),
                    start,
                    count: other.indices.len() as u32,
                    ..scene::Primitive::default()
                });
                (s.nodes[n].mesh, s.nodes[n].skin) = (None, None);
            }
            s.nodes[node].skin = None;
        });
        let model = written(&scene, way, &mut Sink::new());
        assert_eq!(names(&model), SAME, "{way:?}");
        assert_eq!(files(&model, 1).len(), 4, "{way:?}");
        assert_eq!(files(&model, 0).len(), 1, "{way:?}");
        // Without a skin they hang on the root.
        assert!(model.meshes.iter().all(|m| m.geometry.weights.of(0).0[0] == 0), "{way:?}");
    }
}

#[test]
fn bones_and_meshes_come_back_in_order() {
    for way in [Way::Notes, Way::Template] {
        let scene = edited(way, |s| {
            s.skins[0].joints.reverse();
            s.skins[0].inverse_binds.reverse();
            let root = s.add_node(Node { name: "neutral_bone".into(), ..Node::default() });
            s.skins[0].joints.push(root);
            s.skins[0].inverse_binds.push(glam::Mat4::IDENTITY.to_cols_array());
            let last = s.nodes.len() - 2;
            s.nodes.swap(last, last - 2);
        });
        let model = written(&scene, way, &mut Sink::new());
        assert_eq!(names(&model), SAME, "{way:?}");
        let bones: Vec<String> = model.bones.iter().map(|b| b.name.lossy()).collect();
        let want: Vec<String> = original().model().bones.iter().map(|b| b.name.lossy()).collect();
        assert_eq!(bones, want, "{way:?}");
    }
    // With nothing to go by, the order of the skin, parents first.
    let scene = edited(Way::Bare, |s| {
        s.skins[0].joints.reverse();
        s.skins[0].inverse_binds.reverse();
    });
    let model = written(&scene, Way::Bare, &mut Sink::new());
    for (i, bone) in model.bones.iter().enumerate() {
        assert!(bone.parent < i as i32, "{:?}", bone.name);
    }
}

#[test]
fn a_renamed_bone_keeps_its_place() {
    let mut want: Vec<String> = original().model().bones.iter().map(|b| b.name.lossy()).collect();
    let scene = edited(Way::Template, |s| {
        s.nodes.iter_mut().filter(|n| n.name == want[1]).for_each(|n| n.name = "tail".into());
    });
    want[1] = "tail".into();
    let model = written(&scene, Way::Template, &mut Sink::new());
    assert_eq!(model.bones.iter().map(|b| b.name.lossy()).collect::<Vec<_>>(), want);
    // One that is elsewhere is new.
    let scene = edited(Way::Template, |s| {
        for node in s.nodes.iter_mut().filter(|n| n.name == original().model().bones[1].name.lossy()) {
            node.name = "tail".into();
            node.translation[0] += 1.0;
        }
        s.skins[0].inverse_binds = Vec::new();
    });
    let model = written(&scene, Way::Template, &mut Sink::new());
    assert_eq!(model.bones.last().unwrap().name.lossy(), "tail");
}

#[test]
fn another_model_is_no_template_and_lends_nothing() {
    let mut other = model(9, &[1], 4);
    for (i, bone) in other.bones.iter_mut().enumerate() {
        bone.name = format!("stranger {i}").into();
    }
    other.meshes[0].name = "5_stranger".into();
    let originals: Vec<Arc<dyn Document>> = vec![Arc::new(file(&other, Some((3, 15)), None))];
    let options = WriteOptions { file_name: "x.xps".into(), originals, ..WriteOptions::default() };
    for way in [Way::Notes, Way::Bare] {
        let error = make(&edited(way, |_| {}), &options, &mut Sink::new()).unwrap_err();
        assert!(error.message().contains("another model"), "{error}");
    }
    // Notes of one file in a scene that holds parts of another: its header stays at home.
    let scene = edited(Way::Notes, |s| {
        let own = s.extras.get_mut("xnalara").unwrap();
        own["header"]["user"] = serde_json::json!("resu");
        own["of"] = serde_json::json!("0123456789abcdef");
    });
    let bytes = make(&scene, &WriteOptions::default(), &mut Sink::new()).unwrap().remove(0).bytes;
    assert!(!bytes.windows(4).any(|w| w == b"resu"));
}

#[test]
fn a_copied_part_gets_a_name_of_its_own() {
    let scene = edited(Way::Notes, |s| {
        let copy = Node { name: "5_belt.001".into(), ..s.nodes[part(s, "5_belt").0].clone() };
        s.nodes.push(copy);
    });
    let model = written(&scene, Way::Notes, &mut Sink::new());
    assert_eq!(names(&model), ["5_belt", "5_belt-2", "24_skin_0.5", "7_+Hair.main"]);
}
