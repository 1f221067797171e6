//! Joints turned along their bone, for people who pose in Blender.
//!
//! Every joint `j` gets a turn `D` of its own frame, so that local +Y points to the mean of its child joints; a leaf
//! goes on in its parent's direction, and local +X is the axis the bone bends about (`roll.rs`). World′ = World · D, so for a child of `p`: local′ = D(p)⁻¹ · local · D(j), and
//! inverse bind′ = D(j)⁻¹ · inverse bind. Skinning is the same at every time, keys are turned likewise.
//! A joint that shows a mesh, or is not scaled evenly, cannot be turned and stays.

use super::roll::Bone;
use crate::{Channel, Property, Scene};
use glam::{Mat3, Mat4, Quat, Vec3};
use serde_json::{Value, json};

/// Where the turn of a node is kept, for [`unorient_bones`].
const KEY: &str = "orient";

/// Turns all joints along their bones. Returns how many were turned.
pub fn orient_bones(scene: &mut Scene) -> usize {
    let turns = turns(scene);
    for (node, turn) in scene.nodes.iter_mut().zip(&turns) {
        if *turn != Quat::IDENTITY {
            node.extras.insert(KEY.into(), json!(turn.to_array()));
        }
    }
    apply(scene, &turns);
    turns.iter().filter(|t| **t != Quat::IDENTITY).count()
}

/// Undoes [`orient_bones`], if it was done. Returns how many joints were turned back.
pub fn unorient_bones(scene: &mut Scene) -> usize {
    let back = |value: Value| {
        let list: Vec<f32> = value.as_array()?.iter().filter_map(Value::as_f64).map(|v| v as f32).collect();
        let turn = Quat::from_array(<[f32; 4]>::try_from(list).ok()?);
        (turn.is_finite() && turn.length_squared() > 0.5).then(|| turn.normalize().inverse())
    };
    let turns: Vec<Quat> = scene
        .nodes
        .iter_mut()
        .map(|n| n.extras.shift_remove(KEY).and_then(back).unwrap_or(Quat::IDENTITY))
        .collect();
    apply(scene, &turns);
    turns.iter().filter(|t| **t != Quat::IDENTITY).count()
}

fn is_even(scale: &[f32]) -> bool {
    let (least, most) = scale.iter().fold((f32::MAX, f32::MIN), |(a, b), s| (a.min(*s), b.max(*s)));
    most - least <= 1e-6 * most.abs().max(least.abs())
}

fn turns(scene: &Scene) -> Vec<Quat> {
    let count = scene.nodes.len();
    let mut joint = vec![false; count];
    for id in scene.skins.iter().flat_map(|s| &s.joints) {
        if let Some(slot) = joint.get_mut(id.0 as usize) {
            *slot = true;
        }
    }
    let mut free: Vec<bool> =
        scene.nodes.iter().zip(&joint).map(|(n, j)| *j && n.mesh.is_none() && is_even(&n.scale)).collect();
    let channels = scene.animations.iter().flat_map(|a| &a.channels);
    for channel in channels.filter(|c| c.property == Property::Scale) {
        if !channel.values.chunks_exact(3).all(is_even)
            && let Some(slot) = free.get_mut(channel.node.0 as usize)
        {
            *slot = false;
        }
    }
    let world = scene.world_matrices();
    let directions = directions(scene, &joint, &world);
    let (children, _) = scene.children();
    let direction = |i: usize| directions.get(i).copied().flatten();
    let all = scene.nodes.iter().zip(&world).zip(directions.iter().zip(&free)).enumerate();
    all.map(|(i, ((node, world), (along, free)))| match along {
        Some(along) if *free => {
            let below: Vec<usize> = joints_below(&children, &joint, i);
            let below = below.first().filter(|_| below.len() == 1);
            let bone = Bone {
                name: &node.name,
                along: *along,
                head: world.w_axis.truncate(),
                above: joint_above(scene, &joint, i).and_then(direction),
                below: below.and_then(|b| Some((scene.nodes.get(*b)?.name.as_str(), direction(*b)?))),
            };
            frame(world.inverse(), bone.axis(), *along)
        }
        _ => Quat::IDENTITY,
    })
    .collect()
}

/// The turn of a joint's own frame that brings local X and Y to two directions of the world.
fn frame(into: Mat4, x: Vec3, y: Vec3) -> Quat {
    let y = into.transform_vector3(y).normalize_or_zero();
    let x = into.transform_vector3(x);
    let x = (x - y * x.dot(y)).normalize_or_zero();
    let turn = Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y)));
    let fine = turn.is_finite() && x != Vec3::ZERO && y != Vec3::ZERO;
    if fine { turn.normalize() } else { Quat::IDENTITY }
}

/// The nearest joint above a node, through nodes that are not joints.
fn joint_above(scene: &Scene, joint: &[bool], i: usize) -> Option<usize> {
    let above = |i: usize| scene.nodes.get(i)?.parent.map(|p| p.0 as usize);
    // A circle of parents ends after as many steps as there are nodes.
    std::iter::successors(above(i), |p| above(*p)).take(joint.len()).find(|p| joint.get(*p) == Some(&true))
}

/// The world direction of every joint's bone.
fn directions(scene: &Scene, joint: &[bool], world: &[Mat4]) -> Vec<Option<Vec3>> {
    let (children, roots) = scene.children();
    let head = |i: usize| world.get(i).map_or(Vec3::ZERO, |w| w.w_axis.truncate());
    let mut out: Vec<Option<Vec3>> = vec![None; world.len()];
    // Parents first, so that a leaf finds its parent's direction.
    let mut stack: Vec<(usize, Option<Vec3>)> = roots.iter().map(|r| (r.0 as usize, None)).collect();
    while let Some((i, above)) = stack.pop() {
        let mut below = above;
        if joint.get(i) == Some(&true) {
            let heads: Vec<Vec3> = joints_below(&children, joint, i).into_iter().map(head).collect();
            let mean = heads.iter().sum::<Vec3>() / heads.len().max(1) as f32;
            let along = (mean - head(i)).try_normalize().filter(|_| !heads.is_empty());
            below = along.or(above);
            out.get_mut(i).into_iter().for_each(|o| *o = below);
        }
        stack.extend(children.get(i).into_iter().flatten().map(|c| (c.0 as usize, below)));
    }
    out
}

/// Nearest joints below a node, through nodes that are not joints.
fn joints_below(children: &[Vec<crate::NodeId>], joint: &[bool], i: usize) -> Vec<usize> {
    let mut out = Vec::new();
    let below = |i: usize| children.get(i).into_iter().flatten().map(|c| c.0 as usize);
    let mut stack: Vec<usize> = below(i).collect();
    while let Some(at) = stack.pop() {
        if joint.get(at) == Some(&true) {
            out.push(at);
        } else {
            stack.extend(below(at));
        }
    }
    out.sort_unstable();
    out
}

fn apply(scene: &mut Scene, turns: &[Quat]) {
    let above: Vec<Quat> = scene
        .nodes
        .iter()
        .map(|n| n.parent.and_then(|p| turns.get(p.0 as usize)).map_or(Quat::IDENTITY, |t| t.inverse()))
        .collect();
    for (node, (left, right)) in scene.nodes.iter_mut().zip(above.iter().copied().zip(turns.iter().copied()))
    {
        if left == Quat::IDENTITY && right == Quat::IDENTITY {
            continue;
        }
        node.translation = (left * Vec3::from(node.translation)).to_array();
        node.rotation = (left * Quat::from_array(node.rotation) * right).normalize().to_array();
    }
    for skin in &mut scene.skins {
        for (joint, bind) in skin.joints.iter().zip(&mut skin.inverse_binds) {
            if let Some(turn) = turns.get(joint.0 as usize).filter(|t| **t != Quat::IDENTITY) {
                *bind = (Mat4::from_quat(turn.inverse()) * Mat4::from_cols_array(bind)).to_cols_array();
            }
        }
    }
    for channel in scene.animations.iter_mut().flat_map(|a| &mut a.channels) {
        let i = channel.node.0 as usize;
        if let (Some(left), Some(right)) = (above.get(i), turns.get(i)) {
            turn_keys(channel, *left, *right);
        }
    }
}

/// Both turns are linear in the key, so tangents take them too.
fn turn_keys(channel: &mut Channel, left: Quat, right: Quat) {
    match channel.property {
        Property::Translation if left != Quat::IDENTITY => {
            for v in channel.values.as_chunks_mut::<3>().0 {
                *v = (left * Vec3::from(*v)).to_array();
            }
        }
        Property::Rotation if left != Quat::IDENTITY || right != Quat::IDENTITY => {
            for v in channel.values.as_chunks_mut::<4>().0 {
                *v = product(product(left.to_array(), *v), right.to_array());
            }
        }
        _ => {}
    }
}

/// The quaternion product of any four numbers: tangents are not of length one.
fn product(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    let [ax, ay, az, aw] = a;
    let [bx, by, bz, bw] = b;
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}
