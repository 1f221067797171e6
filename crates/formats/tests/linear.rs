//! Cost grows linearly with input: twice the input, at most a little more than twice the allocations and bytes.
//! Counts, not clocks.
#![allow(clippy::unwrap_used, reason = "a test")]

extern crate xenomesh_formats as formats;

use formats::exercise::{Outcome, Plan, run};
use formats::{FORMATS, Format, WriteOptions};
use meter::Used;
use scene::{
    Animation, Channel, Extras, Influences, Interpolation, Material, MaterialId, Mesh, MorphTarget, Node,
    NodeId, NodeKind, Primitive, Property, Scene, Skin, SkinId,
};
use wire::Sink;

#[global_allocator]
static METER: meter::Meter = meter::Meter;

/// What "a little more" is: tables that grow by doubling, headers.
const SLACK: f64 = 1.25;

/// A skinned strip of `n` quads with a morph target and a motion of `n` keys on each of `n / 16` joints.
fn strip(n: u32) -> Scene {
    let mut scene = Scene { name: "strip".into(), ..Scene::default() };
    let joints = (n / 16).max(2);
    let mut skin = Skin { name: "skin".into(), ..Skin::default() };
    for i in 0..joints {
        let parent = i.checked_sub(1).map(NodeId);
        let translation = if i == 0 { [0.0; 3] } else { [0.0, 1.0, 0.0] };
        let id = scene.add_node(Node { name: format!("joint {i}"), parent, translation, ..Node::default() });
        skin.joints.push(id);
        let mut inverse = glam::Mat4::IDENTITY;
        inverse.w_axis.y = -(i as f32);
        skin.inverse_binds.push(inverse.to_cols_array());
    }
    scene.skins.push(skin);
    scene.add_material(Material { name: "paint".into(), ..Material::default() });
    let mut mesh = Mesh { name: "strip".into(), uvs: vec![Vec::new()], ..Mesh::default() };
    let mut weights = (Vec::new(), Vec::new());
    for i in 0..=n {
        for side in 0..2 {
            mesh.positions.push([side as f32, i as f32, 0.0]);
            mesh.normals.push([0.0, 0.0, 1.0]);
            mesh.uvs[0].push([side as f32, i as f32 / n as f32]);
            weights.0.extend([((i / 16).min(joints - 1)) as u16, ((i / 16 + 1) % joints) as u16]);
            weights.1.extend([0.75, 0.25]);
        }
    }
    for i in 0..n {
        let a = i * 2;
        mesh.indices.extend([a, a + 1, a + 2, a + 2, a + 1, a + 3]);
    }
    let count = mesh.indices.len() as u32;
    mesh.primitives =
        vec![Primitive { material: Some(MaterialId(0)), start: 0, count, ..Primitive::default() }];
    mesh.influences = Some(Influences::fixed(2, weights.0, weights.1));
    mesh.targets.push(MorphTarget {
        name: "bulge".into(),
        vertices: (0..n).collect(),
        positions: vec![[0.0, 0.0, 1.0]; n as usize],
        ..MorphTarget::default()
    });
    let mesh = scene.add_mesh(mesh);
    let kind = NodeKind::Holder;
    let skin = Some(SkinId(0));
    scene.add_node(Node { name: "strip#mesh".into(), kind, mesh: Some(mesh), skin, ..Node::default() });
    scene.animations.push(Animation {
        name: "wave".into(),
        channels: (0..joints)
            .map(|j| Channel {
                node: NodeId(j),
                property: Property::Translation,
                interpolation: Interpolation::Linear,
                times: (0..64).map(|k| k as f32 / 64.0).collect(),
                values: (0..64).flat_map(|k| [k as f32, 1.0, (k * k) as f32]).collect(),
                extras: Extras::new(),
            })
            .collect(),
        extras: Extras::new(),
    });
    scene
}

/// A file of the format, and the name it goes by.
fn file(format: &Format, n: u32) -> Option<(String, Vec<u8>)> {
    let name = format!("model.{}", format.extensions[0]);
    let options = WriteOptions { file_name: name.clone(), ..WriteOptions::default() };
    let outputs = (format.from_scene?)(&strip(n), &options, &mut Sink::new()).ok()?;
    Some((name, outputs.into_iter().next()?.bytes))
}

fn cost(name: &str, bytes: &[u8]) -> Used {
    let mut files = scene::Memory::default();
    files.insert(name, bytes);
    let plan = Plan { trace: false, dump: false, ..Plan::default() };
    let (outcome, used) = meter::measure(|| run(bytes, &files, name, &plan));
    match outcome.unwrap() {
        Outcome::Read(_) => used,
        Outcome::Refused(e) => panic!("{name}: {e}"),
    }
}

#[test]
fn twice_the_input_costs_twice_as_much() {
    let mut problems = Vec::new();
    let mut tried = 0;
    for format in FORMATS {
        let (Some((name, one)), Some((_, two))) = (file(format, 2048), file(format, 4096)) else { continue };
        tried += 1;
        let input = two.len() as f64 / one.len() as f64;
        let (a, b) = (cost(&name, &one), cost(&name, &two));
        for (what, a, b) in [
            ("bytes", a.bytes, b.bytes),
            ("allocations", a.allocations, b.allocations),
            ("peak", a.peak, b.peak),
        ] {
            let growth = b as f64 / a.max(1) as f64;
            let line = format!("{}: {input:.2} × the input, {growth:.2} × the {what} ({a} → {b})", format.id);
            eprintln!("{line}");
            if growth > input.max(2.0) * SLACK {
                problems.push(line);
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(tried > 0 || FORMATS.iter().all(|f| f.from_scene.is_none()));
}
