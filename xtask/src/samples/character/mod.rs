//! The procedural character: 1.7 units high, +Y up, facing +Z, its left hand at +X.
//!
//! Skeleton with the names XNALara models use (no rotation at rest), seven skinned meshes (one with two UV sets and
//! morph targets, one with vertex colours, one with two materials, one with up to six influences), textures in three
//! file formats, a walk cycle and a talking face.

mod body;
mod bones;
mod motion;
mod pictures;

use super::Sample;
use anyhow::Result;
use scene::{Node, NodeId, NodeKind, Scene, SkinId};

/// The character.
pub fn character() -> Result<Sample> {
    let mut scene = Scene { name: "character".into(), ..Scene::default() };
    let skeleton = bones::add(&mut scene);
    let textures = pictures::add(&mut scene)?;
    for mesh in body::meshes(&skeleton) {
        let name = mesh.name.clone();
        let mesh = scene.add_mesh(mesh);
        scene.add_node(Node {
            name: format!("{name}#mesh"),
            kind: NodeKind::Holder,
            mesh: Some(mesh),
            skin: Some(SkinId(0)),
            ..Node::default()
        });
    }
    let head = scene.nodes.iter().position(|n| n.name == "head#mesh").map(|i| NodeId(i as u32));
    scene.animations.push(motion::walk(&skeleton));
    scene.animations.extend(head.map(motion::talk));
    Ok(Sample { scene, textures })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Mat4, Vec3};

    #[test]
    fn columns_agree_and_nothing_is_degenerate() {
        let sample = character().unwrap();
        let scene = &sample.scene;
        assert_eq!(scene.meshes.len(), 7);
        assert!(scene.nodes.iter().filter(|n| n.kind == NodeKind::Source).count() >= 30);
        for m in &scene.meshes {
            let n = m.positions.len();
            assert_eq!(m.normals.len(), n);
            assert!(m.uvs.iter().all(|u| u.len() == n));
            let skin = m.influences.as_ref().unwrap();
            for v in 0..n {
                let sum: f32 = skin.of(v).map(|w| w.1).sum();
                assert!((sum - 1.0).abs() < 1e-6 && skin.of(v).count() <= 6, "{}[{v}]: {sum}", m.name);
            }
            let covered: u32 = m.primitives.iter().map(|p| p.count).sum();
            assert_eq!(covered as usize, m.indices.len());
            for t in m.indices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|i| Vec3::from(m.positions[t[i] as usize]));
                assert!((b - a).cross(c - a).length() > 1e-9, "{}: {t:?}", m.name);
            }
        }
        let most = |m: &scene::Mesh| {
            let i = m.influences.as_ref().unwrap();
            (0..m.positions.len()).map(|v| i.of(v).count()).max()
        };
        assert!(scene.meshes.iter().any(|m| most(m) > Some(4)), "no mesh has more than four influences");
    }

    /// Closed surfaces turned outwards enclose a positive volume.
    #[test]
    fn surfaces_face_outwards() {
        for m in &character().unwrap().scene.meshes {
            let volume: f32 = m
                .indices
                .chunks_exact(3)
                .map(|t| {
                    let [a, b, c] = [0, 1, 2].map(|i| Vec3::from(m.positions[t[i] as usize]));
                    a.dot(b.cross(c)) / 6.0
                })
                .sum();
            assert!(volume > 0.0, "{} has volume {volume}", m.name);
            let mut agree = 0;
            for t in m.indices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|i| Vec3::from(m.positions[t[i] as usize]));
                agree += i32::from((b - a).cross(c - a).dot(Vec3::from(m.normals[t[0] as usize])) > 0.0);
            }
            assert!(agree as usize * 3 > m.indices.len() * 9 / 10, "{}: {agree}", m.name);
        }
    }

    #[test]
    fn the_walk_loops_and_bends_knees_backwards() {
        let scene = character().unwrap().scene;
        let walk = &scene.animations[0];
        assert!((walk.seconds() - 1.0).abs() < 1e-6);
        for c in &walk.channels {
            let n = c.values.len() / c.times.len();
            assert_eq!(
                c.values[..n],
                c.values[c.values.len() - n..],
                "{:?}",
                scene.nodes[c.node.0 as usize].name
            );
        }
        // Knee flexed: the ankle moves backwards.
        let knee = scene.nodes.iter().position(|n| n.name == "leg left knee").unwrap();
        let c = walk.channels.iter().find(|c| c.node.0 as usize == knee).unwrap();
        for q in c.values.chunks_exact(4) {
            let down = Mat4::from_quat(glam::Quat::from_slice(q)).transform_vector3(Vec3::NEG_Y);
            assert!(down.z <= 1e-5);
        }
    }
}
