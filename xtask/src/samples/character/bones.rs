//! The skeleton.

use crate::samples::shapes::{Segment, round3};
use glam::{DVec3, Mat4};
use scene::{Node, NodeId, Scene, Skin};

/// Name, parent, head, and where the line that skin hangs on ends. `left` bones are mirrored to `right`.
type Row = (&'static str, &'static str, [f64; 3], [f64; 3]);

#[rustfmt::skip]
const BONES: &[Row] = &[
    ("root ground", "", [0.0, 0.0, 0.0], [0.0, 0.02, 0.0]),
    ("root hips", "root ground", [0.0, 0.93, 0.0], [0.0, 0.88, 0.0]),
    ("spine lower", "root hips", [0.0, 1.0, 0.0], [0.0, 1.11, 0.0]),
    ("spine middle", "spine lower", [0.0, 1.12, 0.0], [0.0, 1.23, 0.0]),
    ("spine upper", "spine middle", [0.0, 1.24, -0.005], [0.0, 1.38, -0.005]),
    ("head neck lower", "spine upper", [0.0, 1.39, -0.005], [0.0, 1.44, 0.0]),
    ("head neck upper", "head neck lower", [0.0, 1.45, 0.0], [0.0, 1.68, 0.0]),
    ("head jaw", "head neck upper", [0.0, 1.5, 0.04], [0.0, 1.45, 0.1]),
    ("head eyeball left", "head neck upper", [0.042, 1.58, 0.086], [0.042, 1.58, 0.11]),
    ("head hair 1", "head neck upper", [0.0, 1.63, -0.1], [0.0, 1.57, -0.15]),
    ("head hair 2", "head hair 1", [0.0, 1.56, -0.155], [0.0, 1.47, -0.17]),
    ("head hair 3", "head hair 2", [0.0, 1.46, -0.17], [0.0, 1.33, -0.165]),
    ("arm left shoulder 1", "spine upper", [0.05, 1.36, 0.0], [0.15, 1.36, 0.0]),
    ("arm left shoulder 2", "arm left shoulder 1", [0.17, 1.355, 0.0], [0.335, 1.215, 0.0]),
    ("arm left elbow", "arm left shoulder 2", [0.345, 1.205, 0.0], [0.495, 1.075, 0.01]),
    ("arm left wrist", "arm left elbow", [0.505, 1.065, 0.012], [0.555, 1.02, 0.016]),
    ("arm left finger 1a", "arm left wrist", [0.525, 1.05, 0.035], [0.545, 1.02, 0.07]),
    ("arm left finger 2a", "arm left wrist", [0.56, 1.015, 0.016], [0.61, 0.965, 0.02]),
    ("leg left thigh", "root hips", [0.09, 0.88, 0.0], [0.1, 0.5, 0.005]),
    ("leg left knee", "leg left thigh", [0.1, 0.48, 0.005], [0.105, 0.12, -0.015]),
    ("leg left ankle", "leg left knee", [0.105, 0.09, -0.02], [0.11, 0.035, 0.07]),
    ("leg left toes", "leg left ankle", [0.11, 0.03, 0.09], [0.112, 0.025, 0.15]),
];

/// The skeleton as the rest of the character needs it.
pub struct Skeleton {
    names: Vec<String>,
    segments: Vec<Segment>,
}

impl Skeleton {
    /// The bones whose names contain one of the words.
    pub fn select(&self, words: &[&str]) -> Vec<Segment> {
        let fits = |n: &str| words.iter().any(|w| n.contains(w));
        self.names.iter().zip(&self.segments).filter(|(n, _)| fits(n)).map(|(_, s)| *s).collect()
    }

    /// The node of a bone. Joint numbers and node numbers are the same.
    pub fn node(&self, name: &str) -> NodeId {
        NodeId(self.names.iter().position(|n| n == name).unwrap_or(0) as u32)
    }

    /// Where a bone turns.
    pub fn head(&self, name: &str) -> DVec3 {
        self.segments.get(self.node(name).0 as usize).map_or(DVec3::ZERO, |s| s.head)
    }
}

/// Adds the nodes and the skin.
pub fn add(scene: &mut Scene) -> Skeleton {
    let mut skeleton = Skeleton { names: Vec::new(), segments: Vec::new() };
    let mut parents = Vec::new();
    for side in ["left", "right"] {
        for (name, parent, head, tail) in BONES {
            if side == "right" && !name.contains("left") {
                continue;
            }
            let turn = |p: &[f64; 3]| DVec3::new(if side == "right" { -p[0] } else { p[0] }, p[1], p[2]);
            let joint = skeleton.names.len() as u16;
            skeleton.names.push(name.replace("left", side));
            skeleton.segments.push(Segment { joint, head: turn(head), tail: turn(tail) });
            parents.push(parent.replace("left", side));
        }
    }
    let mut skin = Skin { name: "character".into(), ..Skin::default() };
    for (i, name) in skeleton.names.iter().enumerate() {
        let parent = skeleton.names.iter().position(|n| *n == parents[i]);
        let head = skeleton.segments[i].head;
        let from = parent.map_or(DVec3::ZERO, |p| skeleton.segments[p].head);
        let id = scene.add_node(Node {
            name: name.clone(),
            parent: parent.map(|p| NodeId(p as u32)),
            translation: round3(head - from),
            ..Node::default()
        });
        skin.joints.push(id);
    }
    skin.inverse_binds = scene.world_matrices().iter().map(|m| Mat4::inverse(m).to_cols_array()).collect();
    scene.skins.push(skin);
    skeleton
}
