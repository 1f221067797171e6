//! COLLADA out, read back by our own reader.

use super::super::write::{put_back, write};
use super::super::*;
use super::QUAD;
use scene::{Material, MaterialId, Node, NodeId, Primitive, Scene};
use serde_json::json;
use wire::Sink;

fn model() -> Scene {
    let mut scene = Scene::default();
    let red =
        Material { name: "Red & <blue>".into(), base_color: [1.0, 0.0, 0.25, 0.5], ..Material::default() };
    let red = Material { alpha: scene::Alpha::Blend, ..red };
    scene.add_material(red);
    scene.add_material(Material { name: "Lit".into(), unlit: true, ..Material::default() });
    let positions = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.5], [1.0, 2.0, 0.125]];
    let mesh = scene::Mesh {
        name: "Plate".into(),
        positions,
        normals: vec![[0.0, 0.0, 1.0]; 4],
        uvs: vec![vec![[0.0, 0.25], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]],
        colors: vec![scene::Colors::U8(vec![[255, 0, 51, 255]; 4])],
        indices: vec![0, 1, 2, 2, 1, 3],
        primitives: vec![
            Primitive { material: Some(MaterialId(0)), start: 0, count: 3, ..Primitive::default() },
            Primitive { material: Some(MaterialId(1)), start: 3, count: 3, ..Primitive::default() },
        ],
        ..scene::Mesh::default()
    };
    let mesh = scene.add_mesh(mesh);
    scene.add_node(Node { name: "Root".into(), ..Node::default() });
    let mut plate =
        Node { name: "Plate \"1\"".into(), parent: Some(NodeId(0)), mesh: Some(mesh), ..Node::default() };
    plate.extras.insert("anark".into(), json!({ "bsg": { "id": 7 } }));
    scene.add_node(plate);
    scene
}

#[test]
fn what_is_written_is_read() {
    let scene = model();
    let made = write(&scene);
    let dae = Dae::read(&made.dae).unwrap();
    let node = &dae.nodes[&7];
    assert_eq!(node.name.as_deref(), Some("Plate \"1\""));
    let geometry = &dae.geometries[&node.instances[0].0];
    let (was, is) = (&scene.meshes[0], &geometry.mesh);
    let corners = |m: &scene::Mesh| -> Vec<([f32; 3], [f32; 2])> {
        m.indices.iter().map(|i| (m.positions[*i as usize], m.uvs[0][*i as usize])).collect()
    };
    assert_eq!(corners(was), corners(is));
    assert_eq!(is.normals[0], [0.0, 0.0, 1.0]);
    assert!(matches!(&is.colors[0], scene::Colors::F32(c) if c[0] == [1.0, 0.0, 0.2, 1.0]));
    let names: Vec<&str> =
        geometry.symbols.iter().map(|s| dae.materials[&node.instances[0].1[s]].name.as_str()).collect();
    assert_eq!(names, ["Red & <blue>", "Lit"]);
    let red = dae.materials.values().find(|m| m.name.starts_with("Red")).unwrap();
    assert!((red.color[2] - 0.5371).abs() < 1e-3, "as a screen shows it: {:?}", red.color);
    assert_eq!((red.color[3], red.unlit), (0.5, false));
    assert!(dae.materials.values().any(|m| m.unlit));
    assert_eq!(dae.up, None);
}

#[test]
fn a_changed_mesh_returns_and_nothing_else_moves() {
    let dae = Dae::read(QUAD.as_bytes()).unwrap();
    let mut scene = Scene::default();
    scene.add_material(Material { name: "Blue & green".into(), ..Material::default() });
    let mut mesh = dae.geometries["g"].mesh.clone();
    mesh.primitives[0].material = Some(MaterialId(0));
    let mesh = scene.add_mesh(mesh);
    scene.add_node(Node { mesh: Some(mesh), ..Node::default() });
    let ids = HashMap::from([(0, 5)]);
    let same = put_back(QUAD.as_bytes(), &scene, &ids, &mut Sink::new());
    assert!(same.dae.is_none() && same.placed.contains(&0), "unchanged");
    // Another order of vertices and triangles is the same mesh.
    let mesh = &mut scene.meshes[0];
    mesh.indices.rotate_left(3);
    mesh.indices[..3].rotate_left(1);
    assert!(put_back(QUAD.as_bytes(), &scene, &ids, &mut Sink::new()).dae.is_none());
    scene.meshes[0].positions[2] = [3.5, 0.0, 1.0];
    let mut sink = Sink::new();
    let back = put_back(QUAD.as_bytes(), &scene, &ids, &mut sink).dae.unwrap();
    assert!(sink.findings().is_empty());
    let text = String::from_utf8(back).unwrap();
    let new = Dae::read(text.as_bytes()).unwrap();
    assert!(new.geometries["g"].mesh.positions.contains(&[3.5, 0.0, 1.0]));
    assert_eq!(new.geometries["g"].symbols, ["sym"]);
    assert!(new.up.is_some() && new.nodes[&5].instances[0].1["sym"] == "AK9");
    let around = |t: &str| {
        let (a, b) = (t.find("<mesh>").unwrap(), t.find("</mesh>").unwrap());
        (t[..a].to_owned(), t[b..].to_owned())
    };
    assert_eq!(around(&text), around(QUAD), "to the byte");
    // Texture coordinates count too.
    let mut scene2 = scene.clone();
    scene2.meshes[0] = dae.geometries["g"].mesh.clone();
    scene2.meshes[0].uvs[0][0] = [0.5, 0.5];
    assert!(put_back(QUAD.as_bytes(), &scene2, &ids, &mut Sink::new()).dae.is_some());
}
