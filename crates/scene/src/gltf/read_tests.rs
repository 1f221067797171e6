//! Documents as other programs write them, and documents nobody should write.

use super::read;
use crate::*;
use serde_json::{Value, json};
use wire::Sink;

fn try_read(doc: &Value) -> wire::Result<Scene> {
    read(doc.to_string().as_bytes(), &Memory::default(), "a.gltf", &mut Sink::new())
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine;
    format!(
        "data:application/octet-stream;base64,{}",
        base64::engine::general_purpose::STANDARD.encode(bytes)
    )
}

/// A document around one primitive.
fn document(buffer: &[u8], views: Value, accessors: Value, primitive: Value) -> Value {
    json!({
        "asset": { "version": "2.0" },
        "buffers": [{ "uri": base64(buffer), "byteLength": buffer.len() }],
        "bufferViews": views,
        "accessors": accessors,
        "meshes": [{ "primitives": [primitive] }],
        "nodes": [{ "mesh": 0 }],
        "scenes": [{ "nodes": [0] }],
    })
}

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

#[test]
fn interleaved_and_without_indices() {
    // Three vertices of position, normal and UV in 32 bytes each.
    let data: Vec<f32> = (0..3).flat_map(|v| [v as f32, 1.0, 2.0, 0.0, 0.0, 1.0, 0.5, v as f32]).collect();
    let view = json!([{ "buffer": 0, "byteLength": 96, "byteStride": 32 }]);
    let at = |offset: u32, kind: &str| json!({ "bufferView": 0, "byteOffset": offset, "componentType": 5126, "count": 3, "type": kind });
    let accessors = json!([at(0, "VEC3"), at(12, "VEC3"), at(24, "VEC2")]);
    let primitive = json!({ "attributes": { "POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2 } });
    let scene = try_read(&document(&floats(&data), view, accessors, primitive)).unwrap();
    let m = &scene.meshes[0];
    assert_eq!(m.positions, [[0.0, 1.0, 2.0], [1.0, 1.0, 2.0], [2.0, 1.0, 2.0]]);
    assert_eq!(m.normals, [[0.0, 0.0, 1.0]; 3]);
    assert_eq!(m.uvs[0][2], [0.5, 2.0]);
    assert_eq!(m.indices, [0, 1, 2]);
}

#[test]
fn quantised_and_normalised() {
    let mut data: Vec<u8> = [100i16, -200, 300, 0].repeat(3).iter().flat_map(|v| v.to_le_bytes()).collect();
    data.extend([0u8, 127, 129, 0].repeat(3)); // normals, signed bytes
    data.extend([0u8, 255, 51, 0].repeat(3)); // UV, normalised bytes
    let views = json!([
        { "buffer": 0, "byteLength": 24, "byteStride": 8 },
        { "buffer": 0, "byteOffset": 24, "byteLength": 12, "byteStride": 4 },
        { "buffer": 0, "byteOffset": 36, "byteLength": 12, "byteStride": 4 },
    ]);
    let accessors = json!([
        { "bufferView": 0, "componentType": 5122, "count": 3, "type": "VEC3" },
        { "bufferView": 1, "componentType": 5120, "normalized": true, "count": 3, "type": "VEC3" },
        { "bufferView": 2, "componentType": 5121, "normalized": true, "count": 3, "type": "VEC2" },
    ]);
    let primitive = json!({ "attributes": { "POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2 } });
    let mut doc = document(&data, views, accessors, primitive);
    doc["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    let scene = try_read(&doc).unwrap();
    let m = &scene.meshes[0];
    assert_eq!(m.positions[0], [100.0, -200.0, 300.0]);
    assert_eq!(m.normals[0], [0.0, 1.0, -1.0]);
    assert_eq!(m.uvs[0][0], [0.0, 1.0]);
}

fn strip(mode: u32, corners: usize) -> Mesh {
    let data = floats(&(0..corners * 3).map(|v| v as f32).collect::<Vec<_>>());
    let views = json!([{ "buffer": 0, "byteLength": data.len() }]);
    let accessors = json!([{ "bufferView": 0, "componentType": 5126, "count": corners, "type": "VEC3" }]);
    let primitive = json!({ "attributes": { "POSITION": 0 }, "mode": mode });
    try_read(&document(&data, views, accessors, primitive)).unwrap().meshes.remove(0)
}

#[test]
fn strips_fans_and_loops() {
    assert_eq!(strip(5, 4).indices, [0, 1, 2, 2, 1, 3]);
    assert_eq!(strip(6, 4).indices, [1, 2, 0, 2, 3, 0]);
    assert_eq!(strip(3, 3).indices, [0, 1, 1, 2]);
    assert_eq!(strip(2, 3).indices, [0, 1, 1, 2, 2, 0]);
    assert_eq!(strip(0, 3).primitives[0].topology, Topology::Points);
    assert_eq!(strip(1, 4).primitives[0].topology, Topology::Lines);
}

#[test]
fn primitives_with_other_accessors_follow_each_other() {
    let data = floats(&(0..18).map(|v| v as f32).collect::<Vec<_>>());
    let views = json!([{ "buffer": 0, "byteLength": 72 }]);
    let at = |offset: u32| json!({ "bufferView": 0, "byteOffset": offset, "componentType": 5126, "count": 3, "type": "VEC3" });
    let mut doc = document(&data, views, json!([at(0), at(36)]), json!({}));
    doc["meshes"][0]["primitives"] = json!([
        { "attributes": { "POSITION": 0 } },
        { "attributes": { "POSITION": 1, "NORMAL": 1 } },
        { "attributes": { "POSITION": 0 } },
    ]);
    let scene = try_read(&doc).unwrap();
    let m = &scene.meshes[0];
    assert_eq!(m.positions.len(), 6);
    assert_eq!(m.indices, [0, 1, 2, 3, 4, 5, 0, 1, 2]);
    assert_eq!(m.normals.len(), 6);
    assert!(m.normals[..3].iter().all(|n| *n != [0.0; 3]), "made for those without");
}

#[test]
fn matrices_come_apart_and_cycles_end() {
    let doc = json!({
        "asset": { "version": "2.0" },
        "nodes": [
            { "matrix": [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1], "children": [1] },
            { "children": [2] }, { "children": [1] },
            { "matrix": [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] },
        ],
        "scenes": [{ "nodes": [0, 3] }],
    });
    let mut sink = Sink::new();
    let scene = read(doc.to_string().as_bytes(), &Memory::default(), "a.gltf", &mut sink).unwrap();
    let n = &scene.nodes[0];
    assert_eq!((n.translation, n.scale), ([5.0, 6.0, 7.0], [2.0; 3]));
    let q = glam::Quat::from_array(n.rotation);
    assert!(q.abs_diff_eq(glam::Quat::from_rotation_z(std::f32::consts::FRAC_PI_2), 1e-6));
    assert!(sink.has(&codes::PARENT_CYCLE) || sink.has(&codes::REFERENCE));
    assert!(sink.has(&codes::GLTF_MATRIX), "the shear is reported");
    assert_eq!(scene.world_matrices().len(), 4);
}

#[test]
fn lies_are_errors_with_a_path() {
    let data = floats(&[0.0; 9]);
    let view = json!([{ "buffer": 0, "byteLength": 36 }]);
    let good = json!([{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" }]);
    let primitive = json!({ "attributes": { "POSITION": 0 } });
    assert!(try_read(&document(&data, view.clone(), good.clone(), primitive.clone())).is_ok());
    for (pointer, value, path, code) in [
        ("/accessors/0/count", json!(4_000_000_000u64), "meshes[0].primitives[0]", "WIRE_LIMIT"),
        ("/accessors/0/count", json!(4), "accessors[0]", "GLTF_ACCESSOR"),
        ("/accessors/0/byteOffset", json!(u64::MAX), "accessors[0]", "GLTF_ACCESSOR"),
        ("/accessors/0/bufferView", json!(7), "accessors[0]", "GLTF_INDEX"),
        ("/accessors/0/componentType", json!(1), "accessors[0]", "GLTF_ACCESSOR"),
        ("/accessors/0/type", json!("VEC2"), "accessors[0]", "GLTF_ACCESSOR"),
        ("/bufferViews/0/byteLength", json!(u64::MAX), "bufferViews[0]", "GLTF_BUFFER"),
        ("/bufferViews/0/buffer", json!(9), "bufferViews[0]", "GLTF_INDEX"),
        ("/buffers/0/byteLength", json!(1000), "buffers[0]", "GLTF_BUFFER"),
        ("/buffers/0/uri", json!("../../etc/passwd"), "buffers[0].uri", "GLTF_BUFFER"),
        ("/meshes/0/primitives/0/attributes/POSITION", json!(3), "meshes[0].primitives[0]", "GLTF_INDEX"),
        ("/meshes/0/primitives/0/material", json!(0), "meshes[0].primitives[0].material", "GLTF_INDEX"),
        ("/meshes/0/primitives/0/mode", json!(9), "meshes[0].primitives[0].mode", "GLTF_JSON"),
        ("/nodes/0/mesh", json!(1), "nodes[0].mesh", "GLTF_INDEX"),
        ("/nodes/0/children", json!([5]), "nodes[0].children", "GLTF_INDEX"),
        ("/scenes/0/nodes", json!([5]), "scenes[0].nodes", "GLTF_INDEX"),
        ("/asset/version", json!("1.0"), "asset.version", "GLTF_JSON"),
        ("/nodes", json!("x"), "", "GLTF_JSON"),
        (
            "/extensionsRequired",
            json!(["KHR_draco_mesh_compression"]),
            "extensionsRequired[0]",
            "GLTF_EXTENSION",
        ),
    ] {
        let mut doc = document(&data, view.clone(), good.clone(), primitive.clone());
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        doc.pointer_mut(parent).unwrap()[key] = value.clone();
        let error = try_read(&doc).expect_err(pointer);
        assert!(error.path().contains(path), "{pointer} = {value}: {error} in {:?}", error.path());
        assert_eq!(error.code().id, code, "{pointer} = {value}: {error}");
    }
}

#[test]
fn zeros_for_nothing_are_not_given() {
    let accessors = json!([{ "componentType": 5126, "count": 4_000_000_000u64, "type": "VEC3" }]);
    let doc = document(&[0; 4], json!([]), accessors, json!({ "attributes": { "POSITION": 0 } }));
    assert_eq!(try_read(&doc).unwrap_err().code().id, "WIRE_LIMIT");
}

#[test]
fn truncated_glb_says_where() {
    let glb =
        super::write_glb(&super::tests::everything(), &super::WriteOptions::default(), &mut Sink::new())
            .unwrap();
    for len in 0..glb.len().min(4096) {
        let _ = read(&glb[..len], &Memory::default(), "a.glb", &mut Sink::new());
    }
    let error = read(&glb[..100], &Memory::default(), "a.glb", &mut Sink::new()).unwrap_err();
    assert_eq!((error.code().id, &error.path()[..]), ("WIRE_COUNT_TOO_LARGE", "chunks[0].data"));
}

#[test]
fn foreign_extras_and_textures_are_kept() {
    let doc = json!({
        "asset": { "version": "2.0" },
        "extensionsUsed": ["KHR_texture_transform", "KHR_materials_specular", "KHR_materials_unlit"],
        "images": [{ "uri": "sub/n%20map.png" }],
        "textures": [{ "source": 0, "sampler": 0 }],
        "samplers": [{ "wrapS": 33071, "wrapT": 33071 }],
        "materials": [{
            "name": "m",
            "normalTexture": { "index": 0, "texCoord": 0, "scale": 0.5, "extensions": { "KHR_texture_transform": { "scale": [2, 3], "texCoord": 1 } } },
            "extensions": { "KHR_materials_unlit": {}, "KHR_materials_specular": { "specularFactor": 0.25 }, "KHR_materials_emissive_strength": { "emissiveStrength": 2.0 } },
            "emissiveFactor": [0.5, 0, 0],
            "extras": { "mine": [1, { "x": null }] },
        }],
    });
    let mut files = Memory::default();
    files.insert("dir/sub/n map.png", super::tests::everything().images[0].data.clone().unwrap().to_vec());
    let s = read(doc.to_string().as_bytes(), &files, "dir/a.gltf", &mut Sink::new()).unwrap();
    let m = &s.materials[0];
    let t = &m.textures[0];
    assert_eq!((t.slot.clone(), t.uv, t.strength, t.clamp), (Slot::Normal, 1, 0.5, true));
    assert_eq!(t.transform.unwrap().scale, [2.0, 3.0]);
    assert!(m.unlit && m.specular.unwrap().factor == 0.25 && m.emissive == [1.0, 0.0, 0.0]);
    assert_eq!(m.extras["gltf"], json!({ "mine": [1, { "x": null }] }));
    assert_eq!(s.images[0].file, "sub/n map.png");
    assert!(s.images[0].data.is_some() && s.images[0].ops.invert_green, "games want it the other way round");
}
