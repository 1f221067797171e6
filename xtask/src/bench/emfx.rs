//! EMotionFX: reading a large actor, many small motions, actor to GLB.

use super::Bench;
use anyhow::{Context as _, Result};
use bytes::Bytes;
use formats::{Context, LoadOptions, WriteOptions};
use scene::{
    Animation, Channel, Extras, Influences, Interpolation, Memory, Mesh, Node, NodeId, NodeKind, Primitive,
    Property, Scene, Skin, SkinId,
};
use wire::{Reader, Sink};

/// Vertices along one side of the large mesh.
const SIDE: u32 = 700;

/// A skinned sheet with normals, tangents and two UV sets.
fn sheet() -> Scene {
    let mut s = Scene { name: "sheet".into(), ..Scene::default() };
    let joints: Vec<NodeId> =
        (0..4).map(|i| s.add_node(Node { name: format!("joint {i}"), ..Node::default() })).collect();
    let n = (SIDE * SIDE) as usize;
    let at = |i: usize| [(i as u32 % SIDE) as f32, (i as u32 / SIDE) as f32].map(|v| v / SIDE as f32);
    let positions = (0..n)
        .map(|i| {
            let [x, y] = at(i);
            [x, y, (x * 9.0).sin() * 0.1]
        })
        .collect();
    let mut indices = Vec::with_capacity(n * 6);
    for y in 0..SIDE - 1 {
        for x in 0..SIDE - 1 {
            let a = y * SIDE + x;
            indices.extend([a, a + 1, a + SIDE, a + 1, a + SIDE + 1, a + SIDE]);
        }
    }
    let mesh = Mesh {
        name: "sheet".into(),
        positions,
        normals: vec![[0.0, 0.0, 1.0]; n],
        tangents: vec![[1.0, 0.0, 0.0, 1.0]; n],
        uvs: vec![(0..n).map(at).collect(), (0..n).map(at).collect()],
        influences: Some(Influences::fixed(
            2,
            (0..2 * n).map(|i| (i % 4) as u16).collect(),
            (0..2 * n).map(|i| if i % 2 == 0 { 0.75 } else { 0.25 }).collect(),
        )),
        primitives: vec![Primitive { start: 0, count: indices.len() as u32, ..Primitive::default() }],
        indices,
        ..Mesh::default()
    };
    let binds = vec![glam::Mat4::IDENTITY.to_cols_array(); joints.len()];
    s.skins.push(Skin { name: "sheet".into(), joints, inverse_binds: binds });
    let mesh = s.add_mesh(mesh);
    s.add_node(Node {
        name: "sheet#mesh".into(),
        kind: NodeKind::Holder,
        mesh: Some(mesh),
        skin: Some(SkinId(0)),
        ..Node::default()
    });
    s
}

/// Forty nodes, thirty keys each.
fn dance() -> Scene {
    let mut s = Scene { name: "dance".into(), ..Scene::default() };
    let mut animation = Animation { name: "dance".into(), ..Animation::default() };
    for i in 0..40 {
        let node = s.add_node(Node { name: format!("joint {i}"), ..Node::default() });
        let times: Vec<f32> = (0..30).map(|k| k as f32 / 30.0).collect();
        let values =
            times.iter().flat_map(|t| glam::Quat::from_rotation_y(t * 2.0 + i as f32).to_array()).collect();
        animation.channels.push(Channel {
            node,
            property: Property::Rotation,
            interpolation: Interpolation::Linear,
            times,
            values,
            extras: Extras::new(),
        });
    }
    s.animations.push(animation);
    s
}

fn make(scene: &Scene, id: &str) -> Result<Vec<u8>> {
    let make = formats::by_id(id).and_then(|f| f.from_scene).context("no such format")?;
    let options = WriteOptions { file_name: format!("a.{id}"), ..WriteOptions::default() };
    Ok(make(scene, &options, &mut Sink::new())?.first().context("nothing was made")?.bytes.clone())
}

/// Adds the rows.
pub fn rows(bench: &mut Bench) -> Result<()> {
    let actor = Bytes::from(make(&sheet(), "xac")?);
    let read = || formats::read(&mut Reader::shared(&actor), "a.xac", &mut Sink::new());
    bench.reading("read XAC", &actor, 0.4, read);
    let files = Memory::default();
    let options = LoadOptions::default();
    let cx = Context { files: &files, path: "a.xac", options: &options };
    let convert = || -> wire::Result<Vec<u8>> {
        let scene = read()?.to_scene(&cx, &mut Sink::new())?;
        scene::gltf::write_glb(&scene, &scene::gltf::WriteOptions::default(), &mut Sink::new())
    };
    let glb = convert()?;
    bench.converting("XAC to GLB", &actor, &glb, 4.0, convert);
    let motion = make(&dance(), "xsm")?;
    // A thousand of these a second on two cores is five hundred on one.
    bench.rate("read and bind small XSM", motion.len(), 500.0 * motion.len() as f64, || {
        let doc = formats::read(&mut Reader::new(&motion), "a.xsm", &mut Sink::new())?;
        doc.to_scene(&Context { path: "a.xsm", ..cx }, &mut Sink::new())
    });
    Ok(())
}
