//! `cargo test --release -p xenomesh-scene speed -- --ignored --nocapture`: what writing costs beside copying.

use super::{WriteOptions, write_glb};
use crate::*;
use std::hint::black_box;
use std::time::Instant;
use wire::Sink;

fn best<T>(mut f: impl FnMut() -> T) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..15 {
        let began = Instant::now();
        black_box(f());
        best = best.min(began.elapsed().as_secs_f64());
    }
    best
}

fn model(vertices: u32) -> Scene {
    let mut s = Scene::default();
    for _ in 0..100 {
        s.add_node(Node::default());
    }
    s.skins.push(Skin { joints: (0..100).map(NodeId).collect(), ..Skin::default() });
    for i in 1..100 {
        s.nodes[i].parent = Some(NodeId(0));
    }
    let f = |i: u32| (i % 1000) as f32 * 0.001;
    let mesh = s.add_mesh(Mesh {
        positions: (0..vertices).map(|i| [f(i), f(i * 7), f(i * 13)]).collect(),
        normals: (0..vertices).map(|i| glam::Vec3::new(f(i), f(i * 3), 1.0).normalize().to_array()).collect(),
        uvs: vec![(0..vertices).map(|i| [f(i), f(i * 5)]).collect()],
        colors: vec![Colors::U8(vec![[255; 4]; vertices as usize])],
        influences: Some(Influences::fixed(
            4,
            (0..vertices * 4).map(|i| (i * 7 % 100) as u16).collect(),
            (0..vertices).flat_map(|_| [0.5, 0.25, 0.25, 0.0]).collect(),
        )),
        indices: (0..vertices * 6).map(|i| (i * 31) % vertices).collect(),
        ..Mesh::default()
    });
    s.add_node(Node { mesh: Some(mesh), skin: Some(SkinId(0)), ..Node::default() });
    s
}

#[test]
#[ignore = "prints times"]
fn speed() {
    let only = std::env::var("SPEED_VERTICES").ok().and_then(|v| v.parse().ok());
    for vertices in only.map_or(vec![10_000, 60_000, 500_000], |v| vec![v]) {
        let scene = model(vertices);
        let glb = write_glb(&scene, &WriteOptions::default(), &mut Sink::new()).unwrap();
        let copy = best(|| glb.clone());
        let own = best(|| write_glb(&scene, &WriteOptions::default(), &mut Sink::new()).unwrap());
        let ms = 1000.0;
        let (a, b) = (own * ms, copy * ms);
        println!(
            "{vertices} vertices, {} bytes: write {a:.2} ms, copy {b:.2} ms, {:.2} ×",
            glb.len(),
            own / copy
        );
    }
}
