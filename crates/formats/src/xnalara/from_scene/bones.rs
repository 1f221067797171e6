//! The skeleton of a scene, flattened.

use crate::xnalara::check as codes;
use crate::xnalara::maths::BonePose;
use crate::xnalara::model::Bone;
use crate::xnalara::pose;
use glam::{Mat4, Vec3};
use scene::{NodeId, NodeKind, Scene};
use wire::{Error, Result, Sink, Text};

/// The bones, and how the scene's nodes and skins relate to them.
#[derive(Debug, Default)]
pub struct Skeleton {
    /// Bones in the order of their nodes.
    pub bones: Vec<Bone>,
    /// Bone of each node.
    pub of_node: Vec<Option<u16>>,
    /// From the space of each skin's vertices to model space.
    pub skin_space: Vec<Mat4>,
    /// The rest pose, where it is not the bind pose.
    pub pose: Option<Vec<u8>>,
    /// Where every node is at bind.
    pub bind: Vec<Mat4>,
}

/// Flattens all skins.
pub fn skeleton(scene: &Scene, sink: &mut Sink) -> Result<Skeleton> {
    let world = scene.world_matrices();
    let mut is_joint = vec![false; scene.nodes.len()];
    for joint in scene.skins.iter().flat_map(|s| &s.joints) {
        if let Some(slot) = is_joint.get_mut(joint.0 as usize) {
            *slot = true;
        }
    }
    // A skeleton without anything on it (a pose turned into a model) still is one.
    if scene.skins.is_empty() && scene.meshes.is_empty() {
        for (slot, node) in is_joint.iter_mut().zip(&scene.nodes) {
            *slot = node.kind == NodeKind::Source;
        }
    }
    let mut out = Skeleton { of_node: vec![None; scene.nodes.len()], ..Skeleton::default() };
    let nodes: Vec<usize> = (0..scene.nodes.len()).filter(|i| is_joint.get(*i) == Some(&true)).collect();
    if nodes.len() > 32767 {
        let message = format!("{} joints; the format has at most 32767 bones", nodes.len());
        return Err(Error::new(&wire::codes::VALUE, message));
    }
    for (bone, node) in nodes.iter().enumerate() {
        if let Some(slot) = out.of_node.get_mut(*node) {
            *slot = Some(bone as u16);
        }
    }
    let bind = bind_worlds(scene, &world, &mut out);
    let mut turned = 0;
    for node in &nodes {
        let (Some(n), Some(b)) = (scene.nodes.get(*node), bind.get(*node)) else { continue };
        turned += usize::from(!is_upright(b));
        let head = b.w_axis.truncate();
        out.bones.push(Bone {
            name: n.raw_name.clone().map_or_else(|| n.name.clone().into(), Text),
            parent: parent_bone(scene, &out.of_node, *node).map_or(-1, i32::from),
            head: if head.is_finite() { head.to_array() } else { [0.0; 3] },
        });
    }
    if turned > 0 {
        let message = format!("{turned} of {} joints are turned or scaled at bind", nodes.len());
        sink.push(&codes::LOST_BIND, "bones", message);
    }
    out.pose = rest_pose(scene, &out, &world, &bind);
    out.bind = bind;
    Ok(out)
}

/// Where each joint is at bind, in model space; elsewhere where it is at rest.
///
/// A skin whose joints all differ from rest by the same transform is bound at rest somewhere else: that transform moves
/// it to where it is seen. Otherwise the rest pose is not the bind pose, and the skin stays where it is.
fn bind_worlds(scene: &Scene, world: &[Mat4], out: &mut Skeleton) -> Vec<Mat4> {
    let mut bind = world.to_vec();
    let mut known = vec![false; world.len()];
    for skin in &scene.skins {
        let inverse = |j: usize| {
            let m = skin.inverse_binds.get(j).map_or(Mat4::IDENTITY, Mat4::from_cols_array);
            if m.is_finite() { m } else { Mat4::IDENTITY }
        };
        let rest = |j: &NodeId| world.get(j.0 as usize).copied().unwrap_or(Mat4::IDENTITY);
        let moved: Vec<Mat4> = skin.joints.iter().enumerate().map(|(i, j)| rest(j) * inverse(i)).collect();
        let first = moved.first().copied().unwrap_or(Mat4::IDENTITY);
        let same = moved.iter().all(|m| m.abs_diff_eq(first, 1e-4 * (1.0 + largest(&first))));
        let space = if same && !first.abs_diff_eq(Mat4::IDENTITY, 1e-5) { first } else { Mat4::IDENTITY };
        out.skin_space.push(space);
        for (i, joint) in skin.joints.iter().enumerate() {
            let j = joint.0 as usize;
            let m = inverse(i);
            if let (Some(slot), Some(k @ false)) = (bind.get_mut(j), known.get_mut(j))
                && m.determinant().abs() > 1e-12
            {
                *slot = space * m.inverse();
                *k = true;
            }
        }
    }
    bind
}

fn largest(m: &Mat4) -> f32 {
    m.to_cols_array().iter().fold(0.0, |a, v| a.max(v.abs()))
}

fn is_upright(m: &Mat4) -> bool {
    let axes = [m.x_axis.truncate(), m.y_axis.truncate(), m.z_axis.truncate()];
    axes.iter().zip([Vec3::X, Vec3::Y, Vec3::Z]).all(|(a, b)| a.abs_diff_eq(b, 1e-4))
}

/// The nearest joint above a node.
fn parent_bone(scene: &Scene, of_node: &[Option<u16>], node: usize) -> Option<u16> {
    let mut at = scene.nodes.get(node)?.parent;
    let mut steps = 0;
    while let Some(id) = at {
        if let Some(Some(bone)) = of_node.get(id.0 as usize) {
            return Some(*bone);
        }
        at = scene.node(id)?.parent;
        steps += 1;
        if steps > scene.nodes.len() {
            return None;
        }
    }
    None
}

/// The nearest joint of a node, itself included.
pub fn nearest_bone(scene: &Scene, skeleton: &Skeleton, node: usize) -> Option<u16> {
    let own = skeleton.of_node.get(node).copied().flatten();
    own.or_else(|| parent_bone(scene, &skeleton.of_node, node))
}

/// What moves the bones from bind to rest, as a pose.
fn rest_pose(scene: &Scene, skeleton: &Skeleton, world: &[Mat4], bind: &[Mat4]) -> Option<Vec<u8>> {
    if scene.skins.is_empty() {
        return None;
    }
    let lines = pose::lines_between(skeleton, bind, world);
    let still = lines.iter().all(|l| l.pose().is_close(&BonePose::IDENTITY));
    (!still).then(|| pose::text::spell(&lines, "\n", false))
}
