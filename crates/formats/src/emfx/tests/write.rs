//! What is written: the chunks of each game, sound, and what a template restores.

use super::super::rules::codes;
use super::super::types::body::{Body, Nested};
use super::super::types::{Emfx, Magic};
use super::model::{actor, load};
use super::motion;
use crate::emfx::xac::types::{ActorInfo, NONE};
use crate::{Context, LoadOptions, Lod, Output, WriteOptions};
use scene::{Alpha, Memory, Scene};
use wire::{Reader, Severity, Sink};

/// A model that moves, as another program would hand it over: nothing of ours in its extras.
fn foreign() -> Scene {
    let mut scene = load(&actor(&[]), Lod::One(0), false);
    motion::bend().document().animate(&mut scene, &motion::context(), &mut Sink::new()).unwrap();
    scene.extras.clear();
    scene.nodes.iter_mut().for_each(|n| n.extras.clear());
    scene.meshes.iter_mut().for_each(|m| m.extras.clear());
    scene.materials.iter_mut().for_each(|m| m.extras.clear());
    scene.animations.iter_mut().for_each(|a| a.extras.clear());
    scene
}

fn make(scene: &Scene, profile: Option<&str>, template: Option<&Emfx>) -> (Vec<Output>, Sink) {
    let options = WriteOptions {
        file_name: "a.xac".into(),
        profile: profile.map(str::to_owned),
        originals: template.map(Emfx::originals).unwrap_or_default(),
        ..WriteOptions::default()
    };
    let mut sink = Sink::new();
    let out = crate::by_id("xac").unwrap().from_scene.unwrap()(scene, &options, &mut sink).unwrap();
    (out, sink)
}

/// Reads what was written; it must be sound and its sizes true.
fn sound(output: &Output) -> Emfx {
    let mut sink = Sink::new();
    let file = Emfx::read(&mut Reader::new(&output.bytes), &mut sink).unwrap();
    let files = Memory::default();
    let options = LoadOptions::default();
    file.clone().document().check(&Context { files: &files, path: "a.xac", options: &options }, &mut sink);
    let bad: Vec<_> = sink
        .findings()
        .iter()
        .filter(|f| f.severity != Severity::Info || f.code.id.starts_with("EMFX_CHUNK_SIZE"))
        .collect();
    assert!(bad.is_empty(), "{}: {bad:?}", output.suffix);
    file
}

fn versions(file: &Emfx) -> Vec<(u32, u32)> {
    let mut out: Vec<(u32, u32)> = file.chunks.iter().map(|c| (c.id, c.version)).collect();
    out.dedup();
    out
}

/// The chunks and versions that the files of each game have (formats/emotionfx.md §6), in the order that is safest (§5).
#[test]
fn every_profile_has_the_chunks_of_its_game() {
    for (profile, materials, submotions) in [
        ("xrebirth", &[(3, 2)][..], (202, 2)),
        ("tos", &[(3, 2), (5, 2)], (202, 2)),
        ("paradox", &[(3, 2)], (202, 1)),
    ] {
        let (out, _) = make(&foreign(), Some(profile), None);
        let suffixes: Vec<&str> = out.iter().map(|o| o.suffix.as_str()).collect();
        assert_eq!(suffixes, [".xac", ".bend.xsm"], "{profile}");
        let xac = sound(&out[0]);
        let mut want = vec![(7, 2), (11, 1), (13, 1)];
        want.extend(materials);
        want.extend([(1, 1), (2, 3)]);
        assert_eq!(versions(&xac), want, "{profile}");
        assert_eq!(versions(&sound(&out[1])), [(201, 2), submotions], "{profile}");
        for c in &xac.chunks {
            match &c.body {
                Body::Skin(s) => assert!(s.table.iter().all(|[_, n]| (1..=4).contains(n))),
                Body::Mesh(m) => assert_eq!(m.layers[0].kind, 5, "original vertices come first"),
                Body::Nodes(n) => {
                    assert!(n.nodes.iter().enumerate().all(|(i, n)| n.parent == NONE || n.parent < i as u32));
                    assert!(n.nodes.iter().any(|n| n.obb.unwrap()[3] > 0.0), "boxes around what moves");
                }
                _ => {}
            }
        }
        assert_eq!(said(&load(&xac, Lod::One(0), false)), said(&foreign()), "{profile}");
    }
}

type Weights = Vec<(String, f32)>;
type Said = (String, Vec<[f32; 3]>, Vec<Option<String>>, Vec<Weights>);

/// Geometry, materials and weights by name.
fn said(scene: &Scene) -> Vec<Said> {
    let mut out = Vec::new();
    for node in &scene.nodes {
        let Some(mesh) = node.mesh.map(|m| &scene.meshes[m.0 as usize]) else { continue };
        let joints = node.skin.map_or(&[][..], |s| &scene.skins[s.0 as usize].joints);
        let name = |j: u16| scene.node(joints[usize::from(j)]).unwrap().name.clone();
        let of = |v: usize| {
            let mut list: Weights =
                mesh.influences.iter().flat_map(|i| i.of(v)).map(|(j, w)| (name(j), w)).collect();
            list.sort_by(|a, b| a.0.cmp(&b.0));
            list
        };
        let material = |p: &scene::Primitive| p.material.map(|m| scene.materials[m.0 as usize].name.clone());
        out.push((
            mesh.name.clone(),
            mesh.positions.clone(),
            mesh.primitives.iter().map(material).collect(),
            (0..mesh.positions.len()).map(of).collect(),
        ));
    }
    out.sort_by(|a, b| a.0.cmp(&b.0));
    out
}

#[test]
fn an_effect_says_what_the_material_says() {
    let (out, _) = make(&foreign(), Some("tos"), None);
    let scene = load(&sound(&out[0]), Lod::One(0), false);
    let m = scene.materials.iter().find(|m| m.name == "Säbel").unwrap();
    assert_eq!((m.alpha, m.double_sided, m.unlit), (Alpha::Mask(0.2), true, true));
    let slots: Vec<String> = m.textures.iter().map(|t| t.slot.label()).collect();
    assert_eq!(slots, ["baseColor", "normal", "environment", "other:EnvOpaTex"]);
    assert_eq!(m.textures[1].uv, 1);
}

/// Our own file goes to another game when that is asked for, and stays what it is when it is not.
#[test]
fn a_profile_asked_for_decides_the_kind_of_materials() {
    let ours = load(&actor(&[]), Lod::One(0), false);
    let kinds = |profile: Option<&str>| {
        let (out, sink) = make(&ours, profile, None);
        let ids: Vec<u32> =
            sound(&out[0]).chunks.iter().map(|c| c.id).filter(|id| matches!(id, 3 | 5)).collect();
        (ids, sink.has(&codes::LOST))
    };
    assert_eq!(kinds(None), (vec![3, 5], false));
    assert_eq!(kinds(Some("tos")), (vec![3, 5], false));
    assert_eq!(kinds(Some("xrebirth")), (vec![3, 3], true), "effect parameters are lost, and that is said");
    assert_eq!(kinds(Some("paradox")), (vec![3, 3], true));
}

#[test]
fn infos_of_other_versions_become_version_2_for_a_game() {
    let mut file = actor(&[]);
    let info = ActorInfo {
        lods: Some(1),
        trajectory_node: Some(NONE),
        extraction_node: Some(1),
        extraction_mask: None,
        repositioning_mask: None,
        repositioning_node: None,
        exporter_version: [3, 28],
        pad: [1, 2],
        retarget_root_offset: Some(0.5),
        source_application: "Maya".into(),
        original_file: "a.mb".into(),
        exporter_date: "May  1 2011".into(),
        actor_name: "hero".into(),
    };
    file.push(7, 4, Body::ActorInfo(Box::new(info)));
    file.true_sizes();
    let scene = load(&file, Lod::One(0), false);
    let info = |profile: Option<&str>| {
        let (out, _) = make(&scene, profile, None);
        let file = sound(&out[0]);
        file.chunks
            .iter()
            .find_map(|c| match &c.body {
                Body::ActorInfo(i) => Some((c.version, i.repositioning_node, i.retarget_root_offset)),
                _ => None,
            })
            .unwrap()
    };
    assert_eq!(info(None), (4, None, Some(0.5)));
    assert_eq!(info(Some("xrebirth")), (2, Some(1), Some(0.5)));
}

/// Levels of detail that were not converted come back from the original.
#[test]
fn a_template_brings_nested_levels_back() {
    let original = actor(&[1, 2]);
    let options = LoadOptions::default();
    let files = Memory::default();
    let mut sink = Sink::new();
    let cx = Context { files: &files, path: "a.xac", options: &options };
    let scene = original.clone().document().to_scene(&cx, &mut sink).unwrap();
    assert!(sink.has(&codes::LOD_LEFT_OUT));
    let (without, _) = make(&scene, None, None);
    assert!(sound(&without[0]).chunks.iter().all(|c| c.id != 8));
    let (with, _) = make(&scene, None, Some(&original));
    let file = sound(&with[0]);
    let levels: Vec<u32> = file
        .chunks
        .iter()
        .filter_map(|c| match &c.body {
            Body::LodActor(l) if matches!(l.file, Nested::Actor(_)) => Some(l.level),
            _ => None,
        })
        .collect();
    assert_eq!(levels, [1, 2]);
    let all = load(&file, Lod::All, false);
    assert_eq!(all.meshes.len(), load(&original, Lod::All, false).meshes.len());
    // A scene that has its levels keeps those.
    let (own, _) = make(&load(&original, Lod::All, false), None, Some(&original));
    assert_eq!(sound(&own[0]).chunks.iter().filter(|c| c.id == 8).count(), 2);
}

/// What a template says, where a program dropped our extras.
#[test]
fn a_template_fills_in_what_was_dropped() {
    let original = actor(&[1]);
    let (out, _) = make(&foreign(), None, Some(&original));
    let ids: Vec<u32> = sound(&out[0]).chunks.iter().map(|c| c.id).collect();
    assert!(ids.contains(&5), "the effect came back: {ids:?}");
    let mut motion = motion::bend();
    motion.header.magic = Magic::Xsm;
    let options =
        WriteOptions { file_name: "a.xsm".into(), originals: motion.originals(), ..WriteOptions::default() };
    let made =
        crate::by_id("xsm").unwrap().from_scene.unwrap()(&foreign(), &options, &mut Sink::new()).unwrap();
    assert!(versions(&sound(&made[0])).contains(&(51, 1)), "the time stamp came back");
    let originals = crate::registry::original("a.gltf", b"{}");
    let options = WriteOptions { originals, ..WriteOptions::default() };
    let e = crate::by_id("xac").unwrap().make(&foreign(), &options, &mut Sink::new()).unwrap_err();
    assert!(e.message().contains("the template is a file of format gltf"), "{e}");
}
