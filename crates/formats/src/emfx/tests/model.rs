//! What a scene gets from an actor beyond what moves: columns, materials, levels of detail, collision meshes.

use super::super::types::body::{Body, LodActor, Nested};
use super::super::types::{Emfx, Header, Magic};
use super::super::xac::types::materials::{FxBitmap, FxMaterial, FxValue, Layer, Layers, Material};
use crate::emfx::xac::types::{Influence, LayerData, Mesh, NONE, Node, Nodes, Skin, Submesh, VertexLayer};
use crate::{Context, LoadOptions, Lod};
use scene::{Alpha, Colors, Memory, NodeKind, PixelOps, Scene, Slot};
use wire::{Endian, Sink, Text};

fn node(name: &str, parent: u32) -> Node {
    Node {
        rotation: [0.0, 0.0, 0.0, 1.0],
        scale_rotation: [0.0, 0.0, 0.0, 1.0],
        position: [1.0, 2.0, 3.0],
        scale: [1.0; 3],
        shear: [-1.0; 3],
        skeletal_lods: NONE,
        motion_lods: Some(NONE),
        parent,
        children: Some(0),
        flags: Some(1),
        pad: Some([1, 2, 3]),
        obb: Some([0.0; 16]),
        importance: Some(1.0),
        name: name.into(),
    }
}

fn floats(kind: u32, size: u32, values: &[f32]) -> VertexLayer {
    let data = LayerData::F32(values.to_vec());
    VertexLayer { kind, size, keep_originals: 1, is_scale: 0, pad: [7, 7], data }
}

fn words(kind: u32, values: &[u32]) -> VertexLayer {
    let data = LayerData::U32(values.to_vec());
    VertexLayer { kind, size: 4, keep_originals: 0, is_scale: 0, pad: [7, 7], data }
}

/// A triangle with everything: two tangent and UV sets, both kinds of colours.
fn mesh(node: u32, collision: u8) -> Mesh {
    let mut layers = vec![
        words(5, &[0, 1, 1]),
        floats(0, 12, &[0.0, 0.0, 1.0, 1.0, 0.0, 2.0, 0.0, 1.0, 3.0]),
        floats(1, 12, &[0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0]),
    ];
    if collision == 0 {
        layers.extend([
            floats(3, 8, &[0.0, 0.25, 1.0, 0.5, 0.0, 1.0]),
            floats(3, 8, &[0.5; 6]),
            floats(2, 16, &[1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0]),
            floats(2, 16, &[0.0, 0.0, 1.0, -1.0, 0.0, 0.0, 1.0, -1.0, 0.0, 0.0, 1.0, -1.0]),
            words(4, &[0xff00_8001, 0, 0]),
            floats(6, 16, &[0.5; 12]),
        ]);
    }
    Mesh {
        node,
        lod: None,
        original_vertices: 2,
        vertices: 3,
        indices: 3,
        collision,
        pad: [0; 3],
        layers,
        submeshes: vec![Submesh { vertices: 3, material: 1, indices: vec![0, 1, 2], bones: vec![0] }],
    }
}

fn standard() -> Material {
    let layer = |map_type: u8, texture: &str| Layer {
        amount: 1.0,
        u_offset: 0.5,
        v_offset: 0.0,
        u_tiling: 2.0,
        v_tiling: 1.0,
        rotation: 0.0,
        material: 0,
        map_type,
        blend_mode: 0,
        texture: texture.into(),
    };
    Material {
        lod: None,
        ambient: [0.0; 4],
        diffuse: [0.588; 4],
        specular: [0.9; 4],
        emissive: [0.0; 4],
        shine: 10.0,
        shine_strength: 0.25,
        opacity: 1.0,
        ior: 1.5,
        double_sided: 1,
        wireframe: 0,
        transparency: b'F',
        layer_count: 3,
        name: "EMFX Default".into(),
        layers: Layers(vec![layer(2, "skin"), layer(5, "skin_n"), layer(4, "skin")]),
    }
}

fn effect() -> FxMaterial {
    let int = |name: &str, value: i32| FxValue { value, name: name.into() };
    let on = |name: &str| FxValue { value: 1, name: name.into() };
    let bitmap = |name: &str, value: &str| FxBitmap { name: name.into(), value: value.into() };
    FxMaterial {
        name: Text(b"S\xe4bel".to_vec()),
        effect: "Default.fx".into(),
        technique: Some(Text::default()),
        ints: vec![
            int("normalTexturemapChannel", 2),
            int("g_alphaTestValue", 51),
            int("DiffuseTexmapChannel", 1),
        ],
        bools: vec![on("g_isAlphaTestOn"), on("g_isTwoSideOn"), on("g_isLightOff")],
        bitmaps: vec![
            bitmap("DiffuseTex", "a.dds"),
            bitmap("normalTexture", "n.dds"),
            bitmap("ShadowTex", "None"),
            bitmap("EnvTex", "e.dds"),
            bitmap("EnvOpaTex", "o.dds"),
        ],
        ..FxMaterial::default()
    }
}

pub fn actor(levels: &[u32]) -> Emfx {
    let header = Header { magic: Magic::Xac, version: [1, 0], endian: Endian::Little, multiply_order: 0 };
    let mut file = Emfx::new(header);
    let nodes = vec![node("root", NONE), node("child", 0), node("rigid", 1)];
    file.push(11, 1, Body::Nodes(Nodes { roots: 1, nodes }));
    file.push(3, 2, Body::Material(Box::new(standard())));
    file.push(5, 2, Body::FxMaterial(effect()));
    file.push(1, 1, Body::Mesh(mesh(0, 0)));
    let influence = |weight: f32, node: u16| Influence { weight, node, pad: [3, 1] };
    file.push(
        2,
        3,
        Body::Skin(Skin {
            node: 0,
            lod: None,
            local_bones: Some(2),
            collision: 0,
            pad: [0; 3],
            influences: vec![
                influence(0.25, 1),
                influence(0.75, 0),
                influence(f32::NAN, 1),
                influence(1.0, 1),
            ],
            table: vec![[0, 2], [2, 2]],
        }),
    );
    file.push(1, 1, Body::Mesh(mesh(2, 0)));
    file.push(1, 1, Body::Mesh(mesh(2, 1)));
    for level in levels {
        let nested = Nested::Actor(Box::new(actor(&[])));
        file.push(8, 1, Body::LodActor(LodActor { level: *level, size: 0, file: nested }));
    }
    file.true_sizes();
    file
}

pub fn load(file: &Emfx, lod: Lod, collision: bool) -> Scene {
    let options = LoadOptions { lod, collision, ..LoadOptions::default() };
    let files = Memory::default();
    file.clone()
        .document()
        .to_scene(&Context { files: &files, path: "a.xac", options: &options }, &mut Sink::new())
        .unwrap()
}

#[test]
fn columns_are_mirrored_and_the_rest_is_kept() {
    let scene = load(&actor(&[]), Lod::One(0), false);
    let names: Vec<&str> = scene.nodes.iter().map(|n| n.name.as_str()).collect();
    assert_eq!(names, ["root", "child", "rigid", "root#mesh"]);
    assert_eq!(scene.nodes[1].translation, [1.0, 2.0, -3.0]);
    let m = &scene.meshes[0];
    assert_eq!(m.name, "root");
    assert_eq!(m.positions, [[0.0, 0.0, -1.0], [1.0, 0.0, -2.0], [0.0, 1.0, -3.0]]);
    assert_eq!(m.normals[0], [0.0, 0.0, -1.0]);
    assert_eq!(m.indices, [0, 2, 1]);
    assert_eq!(m.uvs.len(), 2);
    assert_eq!(m.uvs[0][0], [0.0, 0.25]);
    // The normal map uses the second UV set, so the second tangents count; w stays.
    assert_eq!(m.tangents[0], [0.0, 0.0, -1.0, -1.0]);
    assert_eq!(m.colors[0], Colors::U8(vec![[0, 0x80, 1, 0xff], [0; 4], [0; 4]]));
    assert!(matches!(&m.colors[1], Colors::F32(c) if c[2] == [0.5; 4]));
    assert_eq!(m.primitives[0].material.map(|m| m.0), Some(1));
    let i = m.influences.as_ref().unwrap();
    assert_eq!(i.of(0).map(|(_, w)| w).collect::<Vec<_>>(), [0.25, 0.75]);
    assert_eq!(i.of(2).map(|(_, w)| w).collect::<Vec<_>>(), [1.0], "the weight that is no number is gone");
    assert_eq!(scene.nodes[2].mesh.map(|m| m.0), Some(1), "a rigid mesh hangs on its node");
}

#[test]
fn materials_say_what_the_source_says() {
    let scene = load(&actor(&[]), Lod::One(0), false);
    let m = &scene.materials[0];
    assert_eq!((m.base_color, m.double_sided, m.alpha), ([1.0; 4], true, Alpha::Blend));
    let slots: Vec<String> = m.textures.iter().map(|t| t.slot.label()).collect();
    assert_eq!(slots, ["baseColor", "normal", "other:opacity"]);
    let x = m.textures[0].transform.unwrap();
    assert_eq!((x.offset, x.scale), ([0.5, 0.0], [2.0, 1.0]));
    let fx = &scene.materials[1];
    assert_eq!(fx.name, "Säbel");
    assert_eq!((fx.alpha, fx.double_sided, fx.unlit), (Alpha::Mask(0.2), true, true));
    let slots: Vec<String> = fx.textures.iter().map(|t| t.slot.label()).collect();
    assert_eq!(slots, ["baseColor", "normal", "environment", "other:EnvOpaTex"]);
    assert_eq!(fx.texture(&Slot::Normal).unwrap().uv, 1);
    let normal = &scene.images[fx.texture(&Slot::Normal).unwrap().image.0 as usize];
    assert_eq!(normal.ops, PixelOps { invert_green: true, ..PixelOps::default() });
}

#[test]
fn collision_meshes_come_when_asked_for() {
    assert!(load(&actor(&[]), Lod::One(0), false).meshes.iter().all(|m| !m.collision));
    let scene = load(&actor(&[]), Lod::One(0), true);
    let holder = scene.nodes.iter().find(|n| n.name == "rigid#collision").unwrap();
    assert_eq!((holder.kind, holder.parent.map(|p| p.0)), (NodeKind::Holder, Some(2)));
    assert_eq!(scene.meshes.iter().filter(|m| m.collision).count(), 1);
}

#[test]
fn levels_of_detail_are_chosen_or_all_there() {
    let file = actor(&[0, 0]);
    for (wanted, level) in [(0, 0), (1, 1), (2, 2), (9, 2)] {
        let scene = load(&file, Lod::One(wanted), false);
        assert_eq!(scene.meshes.len(), 2);
        assert!(scene.meshes.iter().all(|m| m.lod == level), "{wanted}");
        assert_eq!(scene.nodes.iter().filter(|n| n.kind == NodeKind::Source).count(), 3, "one skeleton");
    }
    let scene = load(&file, Lod::All, false);
    assert_eq!(scene.meshes.len(), 6);
    let levels: Vec<u32> = scene.nodes.iter().filter_map(|n| n.lod).collect();
    assert_eq!(levels, [0, 0, 1, 1, 2, 2]);
    assert!(scene.nodes.iter().filter(|n| n.lod.is_some()).all(|n| n.parent.is_none() && n.skin.is_some()));
}

/// Through glTF and back an actor keeps what glTF has no place for.
#[test]
fn extras_bring_everything_back() {
    let file = actor(&[]);
    let scene = load(&file, Lod::One(0), true);
    let glb =
        scene::gltf::write_glb(&scene, &scene::gltf::WriteOptions::default(), &mut Sink::new()).unwrap();
    let back = scene::gltf::read(&glb, &Memory::default(), "a.glb", &mut Sink::new()).unwrap();
    let make = crate::by_id("xac").unwrap().from_scene.unwrap();
    let out = make(&back, &crate::WriteOptions::default(), &mut Sink::new()).unwrap();
    let again = Emfx::read(&mut wire::Reader::new(&out[0].bytes), &mut Sink::new()).unwrap();
    let find = |f: &Emfx, id: u32| {
        f.chunks.iter().filter(|c| c.id == id).map(|c| c.body.clone()).collect::<Vec<_>>()
    };
    let (Body::Nodes(a), Body::Nodes(b)) = (&find(&file, 11)[0], &find(&again, 11)[0]) else { panic!() };
    let plain = |n: &Node| Node { children: None, ..n.clone() };
    assert_eq!(a.nodes.iter().map(plain).collect::<Vec<_>>(), b.nodes.iter().map(plain).collect::<Vec<_>>());
    assert_eq!(find(&file, 3), find(&again, 3));
    assert_eq!(find(&file, 5), find(&again, 5));
    let (was, now) = (find(&file, 1), find(&again, 1));
    assert_eq!(was.len(), now.len());
    for (a, b) in was.iter().zip(&now) {
        let (Body::Mesh(a), Body::Mesh(b)) = (a, b) else { panic!() };
        assert_eq!(a.layers, b.layers);
        let bare = |s: &Submesh| (s.vertices, s.material, s.indices.len());
        assert_eq!(
            a.submeshes.iter().map(bare).collect::<Vec<_>>(),
            b.submeshes.iter().map(bare).collect::<Vec<_>>()
        );
    }
}
