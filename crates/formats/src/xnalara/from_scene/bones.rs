//! The skeleton of a scene, flattened.

use super::super::pose;
use super::super::rules as codes;
use super::origin::{Places, Template, unnumbered};
use crate::xnalara::maths::BonePose;
use crate::xnalara::model::Bone;
use crate::xnalara::notes;
use glam::{Mat4, Vec3};
use scene::{NodeId, NodeKind, Scene};
use wire::{Error, Result, Sink, Text};

/// The bones, and how the scene's nodes and skins relate to them.
#[derive(Debug, Default)]
pub struct Skeleton {
    /// Bones in the order they had, else that of the skins.
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

impl Skeleton {
    /// The bone that everything without one hangs on: the first root.
    pub fn root(&self) -> u16 {
        self.bones.iter().position(|b| b.parent < 0).unwrap_or(0) as u16
    }
}

/// Bones in the order they had, by name: poses of the old style and classic scenes go by it.
#[derive(Debug, Default)]
pub struct Order {
    names: Vec<(String, Option<Vec<u8>>)>,
    places: Places,
    /// Where the bones of the template are.
    heads: Vec<Vec3>,
}

impl Order {
    /// By the template, else by the scene's note.
    pub fn new(scene: &Scene, template: Option<&Template>) -> Self {
        let names: Vec<(String, Option<Vec<u8>>)> = if let Some(t) = template {
            t.bones.iter().map(|(name, raw, _)| (name.clone(), Some(raw.clone()))).collect()
        } else {
            let file = notes::File::read(&scene.extras).unwrap_or_default();
            file.bones.into_iter().map(|n| (n, None)).collect()
        };
        let places = Places::new(names.iter().map(|n| n.0.as_str()));
        let heads = template.map(|t| t.bones.iter().map(|b| Vec3::from_array(b.2)).collect());
        Self { names, places, heads: heads.unwrap_or_default() }
    }

    /// The place of a bone that has another name now: the only one left at this point.
    fn renamed(&self, known: &[(usize, usize)], head: Vec3) -> Option<usize> {
        let near = |(place, at): &(usize, &Vec3)| {
            at.distance(head) <= 1e-4 * (1.0 + head.length()) && known.iter().all(|(taken, _)| taken != place)
        };
        let mut free = self.heads.iter().enumerate().filter(near);
        free.next().filter(|_| free.next().is_none()).map(|(place, _)| place)
    }

    /// The original name of a bone.
    fn name(&self, name: &str) -> Option<Text> {
        let (name, raw) = self.names.get(self.places.find(name)?)?;
        Some(raw.clone().map_or_else(|| name.clone().into(), Text))
    }
}

/// The joints of all skins in the order of the first that names them; parents first where nothing says otherwise.
/// `bind`: where every node is at bind.
fn joints(scene: &Scene, order: &Order, bind: &[Mat4]) -> Vec<usize> {
    let mut seen = vec![false; scene.nodes.len()];
    let mut listed = Vec::new();
    let mut add = |i: usize, listed: &mut Vec<usize>| {
        if let Some(slot @ false) = seen.get_mut(i) {
            *slot = true;
            listed.push(i);
        }
    };
    for joint in scene.skins.iter().flat_map(|s| &s.joints) {
        let i = joint.0 as usize;
        if !is_neutral(scene, i, order) {
            add(i, &mut listed);
        }
    }
    // A skeleton without anything on it (a pose turned into a model) still is one.
    if scene.skins.is_empty() && scene.meshes.is_empty() {
        for (i, _) in scene.nodes.iter().enumerate().filter(|(_, n)| n.kind == NodeKind::Source) {
            add(i, &mut listed);
        }
    }
    let name = |i: usize| scene.nodes.get(i).map_or("", |n| n.name.as_str());
    let mut known: Vec<(usize, usize)> = Vec::new();
    let mut new = Vec::new();
    for i in listed {
        match order.places.find(name(i)) {
            Some(place) => known.push((place, i)),
            None => new.push(i),
        }
    }
    new.retain(|i| {
        let head = bind.get(*i).map(|m| m.w_axis.truncate());
        let place = head.and_then(|head| order.renamed(&known, head));
        known.extend(place.map(|place| (place, *i)));
        place.is_none()
    });
    known.sort_by_key(|(place, _)| *place);
    let mut out: Vec<usize> = known.into_iter().map(|(_, i)| i).collect();
    out.extend(parents_first(scene, &new));
    out
}

/// Blender's stand-in for vertices without a bone.
fn is_neutral(scene: &Scene, i: usize, order: &Order) -> bool {
    let Some(node) = scene.nodes.get(i) else { return false };
    unnumbered(&node.name) == "neutral_bone"
        && order.places.find(&node.name).is_none()
        && !scene.nodes.iter().any(|n| n.parent.is_some_and(|p| p.0 as usize == i))
}

/// The same nodes, each after those above it; otherwise in their order.
fn parents_first(scene: &Scene, nodes: &[usize]) -> Vec<usize> {
    let mut wanted = vec![false; scene.nodes.len()];
    for i in nodes {
        if let Some(slot) = wanted.get_mut(*i) {
            *slot = true;
        }
    }
    let mut out = Vec::with_capacity(nodes.len());
    for start in nodes {
        let mut path = Vec::new();
        let mut at = Some(*start);
        while let Some(i) = at
            && path.len() <= scene.nodes.len()
        {
            if wanted.get(i) == Some(&true) {
                path.push(i);
            }
            at = scene.nodes.get(i).and_then(|n| n.parent).map(|p| p.0 as usize);
        }
        for i in path.into_iter().rev() {
            if let Some(slot @ true) = wanted.get_mut(i) {
                *slot = false;
                out.push(i);
            }
        }
    }
    out
}

/// Flattens all skins.
pub fn skeleton(scene: &Scene, order: &Order, sink: &mut Sink) -> Result<Skeleton> {
    let world = scene.world_matrices();
    let mut out = Skeleton { of_node: vec![None; scene.nodes.len()], ..Skeleton::default() };
    let bind = bind_worlds(scene, order, &world, &mut out);
    let nodes = joints(scene, order, &bind);
    if nodes.len() > 32767 {
        let message = format!("{} joints; the format has at most 32767 bones", nodes.len());
        return Err(Error::new(&wire::codes::VALUE, message));
    }
    for (bone, node) in nodes.iter().enumerate() {
        if let Some(slot) = out.of_node.get_mut(*node) {
            *slot = Some(bone as u16);
        }
    }
    let mut turned = 0;
    for node in &nodes {
        let (Some(n), Some(b)) = (scene.nodes.get(*node), bind.get(*node)) else { continue };
        turned += usize::from(!is_upright(b));
        let head = b.w_axis.truncate();
        // A name that was cut, or whose bytes were not UTF-8, is the original's again.
        let own = n.raw_name.clone().map(Text);
        out.bones.push(Bone {
            name: own.or_else(|| order.name(&n.name)).unwrap_or_else(|| n.name.clone().into()),
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
/// it to where it is seen. Otherwise the rest pose is not the bind pose, and the skin stays where it is. So it does where the
/// first bone of a model of ours was turned or moved, and nothing above it: that is a pose.
fn bind_worlds(scene: &Scene, order: &Order, world: &[Mat4], out: &mut Skeleton) -> Vec<Mat4> {
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
        let placed = |above: Mat4| first.abs_diff_eq(above, 1e-4 * (1.0 + largest(&first)));
        let posed = || {
            top_joint(scene, &skin.joints).is_some_and(|top| {
                let node = scene.node(top);
                let above =
                    node.and_then(|n| world.get(n.parent?.0 as usize)).copied().unwrap_or(Mat4::IDENTITY);
                node.is_some_and(|n| order.places.find(&n.name).is_some()) && !placed(above)
            })
        };
        let moves = same && !first.abs_diff_eq(Mat4::IDENTITY, 1e-5) && !posed();
        let space = if moves { first } else { Mat4::IDENTITY };
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

/// The joint that all are below, as seen from the first.
fn top_joint(scene: &Scene, joints: &[NodeId]) -> Option<NodeId> {
    let mut top = *joints.first()?;
    for _ in joints {
        match scene.node(top)?.parent.filter(|p| joints.contains(p)) {
            Some(parent) => top = parent,
            None => break,
        }
    }
    Some(top)
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
    (!still).then(|| pose::types::spell(&lines, "\n", false))
}
