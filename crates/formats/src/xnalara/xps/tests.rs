//! Round trips, trial parses and conversions of binary models.

use super::super::rules as codes;
use super::types::settings::{Item, Items, Settings};
use super::types::{Layout, Tangents, Trailer, WeightLayout, Xps};
use super::{read, scene, write};
use crate::xnalara::model::{Bone, Geometry, Mesh, Model, Texture, Weights};
use crate::xnalara::net::NetString;
use crate::{Context, Document, LoadOptions, Rest};
use ::scene::{Memory, NodeId};
use proptest::prelude::*;
use wire::{Reader, Sink};

/// A model of `bones` bones and one mesh per entry of `layers`.
pub fn model(bones: usize, layers: &[usize], weights: usize) -> Model {
    let f = |i: usize, k: usize| (i * 7 + k * 3) as f32 * 0.125 - 1.0;
    Model {
        bones: (0..bones)
            .map(|i| Bone {
                name: format!("bone {i}").into(),
                parent: i as i32 - 1,
                head: [f(i, 0), f(i, 1), f(i, 2)],
            })
            .collect(),
        meshes: layers
            .iter()
            .enumerate()
            .map(|(m, layers)| {
                let n = 5 + m;
                let mut w = Weights::default();
                if bones > 0 {
                    for v in 0..n {
                        w.push((0..weights).map(|k| {
                            (
                                ((v + k) % bones) as u16,
                                if k == 0 { 1.0 - 0.125 * (weights - 1) as f32 } else { 0.125 },
                            )
                        }));
                    }
                }
                Mesh {
                    name: format!("5_part{m}").into(),
                    textures: vec![Texture { file: "skin.png".into(), uv_layer: 0 }],
                    uv_layers: *layers as u32,
                    geometry: Geometry {
                        positions: (0..n).map(|v| [f(v, 1), f(v, 5), f(v, 2)]).collect(),
                        normals: vec![[0.0, 1.0, 0.0]; n],
                        colors: (0..n).map(|v| [v as u8, 10, 20, 200]).collect(),
                        uvs: (0..*layers).map(|l| (0..n).map(|v| [f(v, l), f(v, l + 1)]).collect()).collect(),
                        tangents: (0..*layers)
                            .map(|l| vec![[1.0, 0.0, 0.0, if l == 0 { 1.0 } else { -1.0 }]; n])
                            .collect(),
                        weights: w,
                        ..Geometry::default()
                    },
                    indices: vec![0, 1, 2, 2, 3, 4],
                }
            })
            .collect(),
    }
}

/// The model as a file of a version.
pub fn file(model: &Model, version: Option<(u16, u16)>, pose: Option<&str>) -> Xps {
    let header = version.map(|(a, b)| {
        let mut h = scene::standard_header(a, b, pose.map(str::as_bytes));
        if super::types::is_old(a, b) {
            h.settings = Settings::Opaque(vec![0, 0, 0, 0, 3, 0, 0, 0]);
        }
        h
    });
    scene::from_model(model, header, None)
}

/// The same with another layout than the version promises.
fn odd(mut xps: Xps, change: impl Fn(&mut Layout)) -> Xps {
    change(&mut xps.layout);
    for m in &mut xps.meshes {
        let g = m.vertices.decode();
        m.vertices = super::types::vertices::Vertices::encode(&g, xps.layout);
    }
    xps
}

fn parse(bytes: &[u8]) -> Xps {
    let mut r = Reader::new(bytes).with_trace();
    let xps = read::read(&mut r).unwrap();
    assert_eq!(r.take_trace().unwrap().untiled(bytes.len() as u64), None);
    xps
}

fn findings(xps: &Xps, name: &str) -> Vec<&'static str> {
    let files = Memory::default();
    let options = LoadOptions::default();
    let mut sink = Sink::new();
    xps.check(&Context { files: &files, path: name, options: &options }, &mut sink);
    sink.findings().iter().map(|d| d.code.id).collect()
}

fn exact(xps: &Xps) -> Xps {
    let bytes = write(xps);
    let back = parse(&bytes);
    assert_eq!(write(&back), bytes);
    let mut json = Vec::new();
    back.dump(&mut json).unwrap();
    assert_eq!(crate::build(&json).unwrap().write(), bytes);
    back
}

#[test]
fn notes_are_repaired_only_when_asked_for() {
    let mut broken = model(2, &[1], 2);
    let g = &mut broken.meshes[0].geometry;
    g.normals[1] = [0.0; 3];
    g.normals[2] = [f32::NAN; 3];
    let files = Memory::default();
    for (repair, keeps) in [(crate::Repair::Problems, true), (crate::Repair::All, false)] {
        let mut xps = scene::from_model(&broken, None, None);
        let options = LoadOptions { repair, ..LoadOptions::default() };
        xps.fix(&Context { files: &files, path: "x.mesh", options: &options });
        let fixed = xps.model();
        let normals = &fixed.meshes[0].geometry.normals;
        assert_eq!(normals[1] == [0.0; 3], keeps, "{repair:?}");
        assert!(normals[2].iter().all(|v| v.is_finite()) && normals[2] != [0.0; 3], "{repair:?}");
    }
}

/// Reads back exactly, is found as `code`, and is repaired to what the version says.
fn recovered(xps: &Xps, code: &wire::Code, name: &str) {
    let mut back = exact(xps);
    assert_eq!(back.layout, xps.layout);
    assert!(findings(&back, name).contains(&code.id), "{:?}", findings(&back, name));
    let files = Memory::default();
    let options = LoadOptions::default();
    back.fix(&Context { files: &files, path: name, options: &options });
    let fixed = parse(&write(&back));
    assert!(!findings(&fixed, name).contains(&code.id));
    assert_eq!(fixed.layout, Layout::of_version(fixed.header_version(), !fixed.bones.is_empty()));
}

#[test]
fn every_version_is_read_as_written() {
    for version in [None, Some((1, 12)), Some((2, 12)), Some((2, 15)), Some((3, 15))] {
        for bones in [0, 3] {
            for layers in [&[1][..], &[2, 1, 0], &[]] {
                let xps = file(&model(bones, layers, 4), version, Some("bone 1: 1 2 3 4 5 6\n"));
                let back = exact(&xps);
                assert_eq!(back.meshes.len(), layers.len());
                let unsure = version == Some((3, 15)) && bones == 0;
                if !layers.is_empty() && !unsure {
                    assert_eq!(back.layout, xps.layout, "{version:?} {bones} {layers:?}");
                    assert_eq!(back, xps);
                }
            }
        }
    }
}

#[test]
fn any_number_of_weights() {
    let xps = file(&model(9, &[1], 7), Some((3, 15)), None);
    let back = exact(&xps);
    assert_eq!(back.meshes[0].vertices.decode().weights.of(2).0, [2, 3, 4, 5, 6, 7, 8]);
}

#[test]
fn conflicts_are_settled_by_trial() {
    let with_bones = model(3, &[1], 4);
    let no_tangents = |l: &mut Layout| l.tangents = Tangents::None;
    recovered(&odd(file(&with_bones, Some((2, 12)), None), no_tangents), &codes::LAYOUT_VERSION, "x.xps");
    recovered(&odd(file(&with_bones, Some((1, 12)), None), no_tangents), &codes::LAYOUT_VERSION, "x.xps");
    let tangents = |l: &mut Layout| l.tangents = Tangents::PerLayer;
    recovered(&odd(file(&with_bones, Some((1, 15)), None), tangents), &codes::LAYOUT_VERSION, "x.xps");
    recovered(&odd(file(&with_bones, Some((2, 15)), None), tangents), &codes::LAYOUT_VERSION, "x.xps");
}

#[test]
fn faults_of_known_writers() {
    let two = model(3, &[2, 1], 4);
    recovered(
        &odd(file(&two, None, None), |l| l.tangents = Tangents::Single),
        &codes::TANGENT_PER_VERTEX,
        "x.mesh",
    );
    recovered(
        &odd(file(&two, None, None), |l| l.tangents = Tangents::Interleaved),
        &codes::TANGENT_ORDER,
        "x.mesh",
    );
    recovered(
        &odd(file(&two, Some((2, 15)), None), |l| l.position_twice = true),
        &codes::POSITION_TWICE,
        "x.xps",
    );
    let boneless = model(0, &[1], 0);
    recovered(
        &odd(file(&boneless, None, None), |l| l.bone_block = false),
        &codes::BONE_BLOCK_MISSING,
        "x.mesh",
    );
    recovered(
        &odd(file(&boneless, Some((2, 15)), None), |l| l.bone_block = false),
        &codes::BONE_BLOCK_MISSING,
        "x.xps",
    );
    let counted = |l: &mut Layout| l.weights = WeightLayout::Counted;
    recovered(&odd(file(&boneless, Some((3, 15)), None), counted), &codes::BONELESS_V3, "x.xps");
}

#[test]
fn strings_with_a_raw_length_byte() {
    let mut m = model(2, &[1], 4);
    m.bones[1].name = "b".repeat(200).into();
    let mut xps = file(&m, Some((2, 15)), None);
    xps.bones[1].name.odd_prefix = vec![200];
    recovered(&xps, &codes::STRING_LENGTH, "x.xps");
}

#[test]
fn a_pose_counted_in_characters() {
    let mut xps = file(&model(2, &[1], 4), Some((2, 15)), None);
    let text = "knöchel: 1 2 3 0 0 0 1 1 1\nfuß: 1 2 3 0 0 0 1 1 1\n";
    if let Settings::Items(Items { items, .. }) = &mut xps.header.as_mut().unwrap().settings {
        let pad = text.len().next_multiple_of(4) - text.len();
        items[0] = Item::Pose {
            count: text.chars().count() as u32,
            info: 2,
            text: text.into(),
            padding: vec![b'0'; pad],
        };
    }
    let back = exact(&xps);
    assert_eq!(back.header.as_ref().unwrap().settings.items().len(), 3);
    assert_eq!(back.header.as_ref().unwrap().settings.pose().unwrap().as_str(), Some(text));
    recovered(&xps, &codes::POSE_LENGTH, "x.xps");
}

#[test]
fn trailer_and_trailing_bytes() {
    let mac = NetString::from("0 1 2 3 4 5 6 7 8 9 a b ");
    let mut xps = file(&model(2, &[1], 4), Some((2, 15)), None);
    let plain = write(&xps).len();
    xps.trailer = Some(Trailer { address: [192, 168, 0, 7], mac: mac.clone(), mac_again: mac });
    xps.header.as_mut().unwrap().machine = "CP-XNA".into();
    assert_eq!(write(&xps).len(), plain + 97 + 6);
    let mut back = exact(&xps);
    assert!(back.trailer.is_some() && findings(&back, "x.xps").contains(&codes::PRIVACY.id));
    let gone = back.scrub();
    assert!(gone.iter().any(|l| l.contains("192.168.0.7")) && gone.len() == 3, "{gone:?}");
    assert_eq!(write(&back).len(), plain);
    xps.trailer = None;
    xps.trailing = b"what is this".to_vec();
    recovered(&xps, &codes::TRAILING_BYTES, "x.xps");
}

#[test]
fn unknown_settings_are_kept() {
    let mut xps = file(&model(1, &[1], 4), Some((2, 15)), None);
    if let Settings::Items(block) = &mut xps.header.as_mut().unwrap().settings {
        block.item_count = 4;
        block.rest = vec![255, 0, 0, 0, 9, 9, 9, 9];
    }
    let back = exact(&xps);
    assert_eq!(back, xps);
    assert!(findings(&back, "x.xps").contains(&codes::SETTINGS_UNKNOWN.id));
}

fn to_scene(xps: &Xps, name: &str, rest: Rest) -> ::scene::Scene {
    let files = Memory::default();
    let options = LoadOptions { rest, ..LoadOptions::default() };
    let cx = Context { files: &files, path: name, options: &options };
    xps.to_scene(&cx, &mut Sink::new()).unwrap()
}

#[test]
fn the_scene_follows_the_conventions() {
    let mut m = model(3, &[1], 4);
    m.bones[2].parent = 0;
    m.meshes[0].name = "7_-Hat.x".into();
    let xps = file(&m, None, None);
    let s = to_scene(&xps, "generic_item.mesh", Rest::Bind);
    assert_eq!(s.nodes[2].parent, Some(NodeId(0)));
    let (a, b) = (m.bones[0].head, m.bones[2].head);
    assert_eq!(s.nodes[2].translation, [b[0] - a[0], b[1] - a[1], b[2] - a[2]]);
    assert_eq!(s.skins[0].inverse_binds[2][12..15], b.map(|v| -v));
    let holder = &s.nodes[3];
    assert_eq!((holder.name.as_str(), holder.visible, holder.skin.is_some()), ("7_-Hat.x", false, true));
    let mesh = &s.meshes[0];
    assert_eq!(mesh.indices, [0, 2, 1, 2, 4, 3]);
    assert_eq!(mesh.tangents[0], [1.0, 0.0, 0.0, -1.0]);
    assert_eq!(s.materials[0].alpha, ::scene::Alpha::Blend);
    // Group 7 is blended: alpha counts even without header.
    assert_eq!(
        mesh.colors,
        [super::super::scene::colors::to_linear((0..5).map(|v| [v, 10, 20, 200]).collect())]
    );
    m.meshes[0].name = "5_hat".into();
    let s = to_scene(&file(&m, None, None), "generic_item.mesh", Rest::Bind);
    assert_eq!(
        s.meshes[0].colors,
        [super::super::scene::colors::to_linear((0..5).map(|v| [v, 10, 20, 255]).collect())]
    );
    assert!(!s.materials[0].double_sided);
    let s = to_scene(&file(&m, Some((2, 15)), None), "x.xps", Rest::Bind);
    assert_eq!(
        s.meshes[0].colors,
        [super::super::scene::colors::to_linear((0..5).map(|v| [v, 10, 20, 200]).collect())]
    );
    assert!(s.materials[0].double_sided);
}

#[test]
fn weights_by_the_rules() {
    let mut m = model(2, &[1], 4);
    let w = &mut m.meshes[0].geometry.weights;
    w.weights[..4].fill(0.0);
    w.bones[0] = 1;
    w.bones[4] = 99;
    let s = to_scene(&file(&m, None, None), "generic_item.mesh", Rest::Bind);
    let i = s.meshes[0].influences.as_ref().unwrap();
    assert_eq!(i.of(0).collect::<Vec<_>>(), [(1, 1.0)]);
    assert_eq!(i.of(1).count(), 3);
}

#[test]
fn the_default_pose_moves_nodes_or_becomes_an_animation() {
    let xps = file(&model(2, &[1], 4), Some((3, 15)), Some("bone 1: 90 0 0 1 2 3 1 1 2\n"));
    let s = to_scene(&xps, "x.xps", Rest::Bind);
    let rest = s.nodes[1].translation;
    assert_eq!((s.animations.len(), s.animations[0].name.as_str()), (1, "default pose"));
    assert_eq!(s.animations[0].channels.len(), 3);
    let s = to_scene(&xps, "x.xps", Rest::DefaultPose);
    assert!(s.animations.is_empty());
    assert_eq!(s.nodes[1].translation, [rest[0] + 1.0, rest[1] + 2.0, rest[2] + 3.0]);
    assert_eq!(s.nodes[1].scale, [1.0, 1.0, 2.0]);
    assert!((s.nodes[1].rotation[0] - std::f32::consts::FRAC_1_SQRT_2).abs() < 1e-6);
}

#[test]
fn details_for_inspect() {
    let mut m = model(2, &[1, 2], 4);
    m.meshes[0].name = "24_+Hat|Red.a_0.5".into();
    let xps = file(&m, Some((2, 15)), Some("bone 0: 1 2 3\n"));
    let files = Memory::default();
    let options = LoadOptions::default();
    let details = xps.details(&Context { files: &files, path: "x.xps", options: &options });
    insta::assert_json_snapshot!(details);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn bytes_survive(
        version in prop::sample::select(vec![None, Some((1, 12)), Some((2, 12)), Some((2, 15)), Some((3, 15))]),
        bones in 0_usize..5,
        layers in prop::collection::vec(0_usize..3, 0..4),
        weights in 1_usize..9,
        bits in any::<u32>(),
        name in "[ -~é]{0,300}",
    ) {
        let weights = if version == Some((3, 15)) { weights } else { 4 };
        let mut m = model(bones, &layers, weights);
        for mesh in &mut m.meshes {
            mesh.geometry.positions[0][1] = f32::from_bits(bits);
        }
        if let Some(b) = m.bones.first_mut() {
            b.name = name.into();
        }
        let bytes = write(&file(&m, version, None));
        let back = parse(&bytes);
        prop_assert_eq!(write(&back), bytes);
    }
}

#[test]
fn findings_name_the_byte_of_the_first_vertex() {
    for version in [None, Some((2, 15)), Some((3, 15))] {
        let mut m = model(4, &[1, 2], 4);
        let g = &mut m.meshes[1].geometry;
        g.positions[3] = [f32::NAN, 77.0, 78.0];
        g.weights.weights[4 * 2] = 0.0;
        m.meshes[1].indices[4] = 99;
        let bytes = write(&file(&m, version, None));
        let mut r = Reader::new(&bytes).with_trace();
        let xps = read::read(&mut r).unwrap();
        let files = Memory::default();
        let options = LoadOptions::default();
        let mut sink = Sink::new();
        xps.check(&Context { files: &files, path: "generic_item.mesh", options: &options }, &mut sink);
        sink.locate(&r.take_trace().unwrap());
        let at = |code: &wire::Code| {
            let d = sink.findings().iter().find(|d| d.code.id == code.id).unwrap();
            (d.path.as_str(), bytes[d.offset.unwrap() as usize..].to_vec())
        };
        let (path, from) = at(&codes::NOT_FINITE);
        assert_eq!(path, "meshes[1].vertices[3]");
        assert_eq!(from[4..8], 77.0_f32.to_le_bytes());
        let (path, from) = at(&codes::WEIGHTS_SUM);
        assert_eq!(path, "meshes[1].vertices[2]");
        assert_eq!(from[..4], m.meshes[1].geometry.positions[2][0].to_le_bytes());
        let (path, from) = at(&codes::INDEX_RANGE);
        assert_eq!((path, &from[4..8]), ("meshes[1].triangles[1]", &99_u32.to_le_bytes()[..]));
    }
}

#[test]
fn more_weights_than_gllara_reads() {
    let mut m = model(1, &[0], 1);
    m.meshes[0].geometry.weights = Weights::default();
    for _ in 0..m.meshes[0].geometry.positions.len() {
        m.meshes[0].geometry.weights.push((0..14000).map(|k| (0, if k == 0 { 1.0 } else { 0.0 })));
    }
    let found = findings(&file(&m, Some((3, 15)), None), "xps.xps");
    assert!(found.contains(&codes::WEIGHTS_MANY.id), "{found:?}");
    assert!(!findings(&file(&m, Some((2, 15)), None), "xps.xps").contains(&codes::WEIGHTS_MANY.id));
}
