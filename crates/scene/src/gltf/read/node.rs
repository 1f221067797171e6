//! Hierarchy, skins, scenes.

use super::super::json;
use super::{In, extras, no_such};
use crate::codes::{GLTF_MATRIX, PARENT_CYCLE, REFERENCE};
use crate::{
    Camera, CameraId, Light, LightId, LightKind, Mesh, MeshId, Node, NodeId, NodeKind, Projection, Scene,
    Skin, SkinId,
};
use glam::{Mat4, Quat};
use serde_json::{Map, Value};
use std::collections::HashSet;
use wire::{Error, Result, Sink};

/// Scene node by glTF node; `None` for roots the writer had added.
pub type Nodes = Vec<Option<NodeId>>;

/// Reads nodes, skins and scenes.
pub fn read(input: &mut In<'_, '_>, scene: &mut Scene, weights: &[Vec<f32>]) -> Result<Nodes> {
    let root = input.root;
    let mut models = Vec::with_capacity(root.nodes.len());
    let mut made = Vec::with_capacity(root.nodes.len());
    for (i, node) in root.nodes.iter().enumerate() {
        let read = extras::read(node.extras.as_ref(), &[], &format!("nodes[{i}]"), input.sink);
        made.push(Node { extras: read.extras, ..Node::default() });
        models.push(read.model);
    }
    let parents = parents(root, input.sink)?;
    let dropped: Vec<bool> = added_roots(root, &models);
    let mut next = 0;
    let nodes: Nodes = dropped
        .iter()
        .map(|dropped| {
            (!dropped).then(|| {
                next += 1;
                NodeId(next - 1)
            })
        })
        .collect();
    let lods = lods(root, &parents)?;
    let placed = parents.iter().zip(&lods).zip(&models);
    for (i, ((node, mut target), ((parent, lod), own))) in root.nodes.iter().zip(made).zip(placed).enumerate()
    {
        if dropped.get(i) == Some(&true) {
            continue;
        }
        let at = |e: Error| e.in_index(i).in_field("nodes");
        fill(input, node, &mut target, i);
        model(scene, &mut target, own, &node.name);
        target.parent = parent.and_then(|p| nodes.get(p).copied().flatten());
        let top = target.parent.is_none();
        match *lod {
            Scenes::Lod(lod) if top && target.lod.is_none() => target.lod = Some(lod),
            Scenes::Nowhere if top => target.visible = false,
            _ => {}
        }
        references(root, node, &mut target, weights).map_err(at)?;
        scene.nodes.push(target);
    }
    scene.lights = lights(root);
    scene.cameras = root.cameras.iter().map(camera).collect();
    skins(input, scene, &nodes)?;
    let first = root.scene.unwrap_or(0) as usize;
    if let Some(s) = root.scenes.get(first) {
        scene.name.clone_from(&s.name);
        scene.extras = extras::read(s.extras.as_ref(), &[], "scenes[0]", input.sink).extras;
    } else {
        scene.extras = extras::read(root.extras.as_ref(), &[], "extras", input.sink).extras;
    }
    Ok(nodes)
}

/// The lights of the document; what is left out has the value the extension gives it.
fn lights(root: &json::Root) -> Vec<Light> {
    let list = root.extensions.as_ref().and_then(|e| e.lights.as_ref());
    let one = |l: &json::Light| Light {
        name: l.name.clone(),
        kind: match l.kind.as_str() {
            "spot" => {
                let spot = l.spot.clone().unwrap_or_default();
                LightKind::Spot {
                    inner: spot.inner_cone_angle.unwrap_or(0.0),
                    outer: spot.outer_cone_angle.unwrap_or(std::f32::consts::FRAC_PI_4),
                }
            }
            "directional" => LightKind::Directional,
            _ => LightKind::Point,
        },
        color: l.color.unwrap_or([1.0; 3]),
        intensity: l.intensity.unwrap_or(1.0),
        range: l.range,
    };
    list.into_iter().flat_map(|l| &l.lights).map(one).collect()
}

/// A camera; one without a projection is as glTF's default viewer would show it.
fn camera(c: &json::Camera) -> Camera {
    let name = c.name.clone();
    match (&c.perspective, &c.orthographic) {
        (_, Some(o)) if c.kind == "orthographic" || c.perspective.is_none() => Camera {
            name,
            projection: Projection::Orthographic { xmag: o.xmag, ymag: o.ymag },
            near: o.znear,
            far: Some(o.zfar),
        },
        (Some(p), _) => Camera {
            name,
            projection: Projection::Perspective { yfov: p.yfov, aspect: p.aspect_ratio },
            near: p.znear,
            far: p.zfar,
        },
        _ => Camera { name, ..Camera::default() },
    }
}

fn parents(root: &json::Root, sink: &mut Sink) -> Result<Vec<Option<usize>>> {
    let mut parents: Vec<Option<usize>> = vec![None; root.nodes.len()];
    for (i, node) in root.nodes.iter().enumerate() {
        for child in &node.children {
            let slot = parents.get_mut(*child as usize).ok_or_else(|| {
                no_such("node", *child, root.nodes.len()).in_field("children").in_index(i).in_field("nodes")
            })?;
            match slot {
                None => *slot = Some(i),
                Some(first) => {
                    let message = format!("node {child} is a child of {first} and of {i}");
                    sink.push(&REFERENCE, format!("nodes[{i}].children"), message);
                }
            }
        }
    }
    break_cycles(&mut parents, sink);
    Ok(parents)
}

/// Makes nodes that are their own ancestors roots.
fn break_cycles(parents: &mut [Option<usize>], sink: &mut Sink) {
    // 0 = not seen, else the number of the walk that saw it.
    let mut seen = vec![0usize; parents.len()];
    for start in 0..parents.len() {
        let mut at = start;
        while let (Some(walk @ 0), Some(parent)) = (seen.get_mut(at), parents.get_mut(at)) {
            *walk = start + 1;
            let Some(up) = *parent else { break };
            if seen.get(up) == Some(&(start + 1)) {
                sink.push(&PARENT_CYCLE, format!("nodes[{at}]"), "a node is its own ancestor");
                *parent = None;
                break;
            }
            at = up;
        }
    }
}

/// A root the writer had to add for a skin, and nobody gave anything to do since.
fn added_roots(root: &json::Root, models: &[Map<String, Value>]) -> Vec<bool> {
    let moved = root.animations.iter().flat_map(|a| &a.channels).filter_map(|c| c.target.node);
    let joints = root.skins.iter().flat_map(|s| s.joints.iter().copied());
    let busy: HashSet<u32> = moved.chain(joints).collect();
    let nodes = root.nodes.iter().zip(models).enumerate();
    nodes.map(|(i, (node, model))| is_plain_root(node, model) && !busy.contains(&(i as u32))).collect()
}

fn is_plain_root(node: &json::Node, model: &Map<String, Value>) -> bool {
    let ours = model.get("kind").and_then(Value::as_str) == Some("root") || node.name == "#root";
    let plain = node.mesh.is_none()
        && node.matrix.is_none()
        && node.translation.is_none_or(|t| t == [0.0; 3])
        && node.rotation.is_none_or(|r| r == [0.0, 0.0, 0.0, 1.0])
        && node.scale.is_none_or(|s| s == [1.0; 3]);
    ours && plain
}

/// Which scenes a node's tree is in.
#[derive(Clone, Copy, PartialEq)]
enum Scenes {
    All,
    Lod(u32),
    Nowhere,
}

/// Where every node is: scenes are taken as levels of detail.
fn lods(root: &json::Root, parents: &[Option<usize>]) -> Result<Vec<Scenes>> {
    if root.scenes.is_empty() {
        return Ok(vec![Scenes::All; parents.len()]);
    }
    let mut number = vec![0usize; parents.len()];
    let mut lowest = vec![u32::MAX; parents.len()];
    for (s, scene) in root.scenes.iter().enumerate() {
        let mut listed = scene.nodes.clone();
        listed.sort_unstable();
        listed.dedup();
        for node in &listed {
            let at = *node as usize;
            let count = number.get_mut(at).ok_or_else(|| {
                no_such("node", *node, parents.len()).in_field("nodes").in_index(s).in_field("scenes")
            })?;
            *count += 1;
            if let Some(l) = lowest.get_mut(at) {
                *l = (*l).min(s as u32);
            }
        }
    }
    let of = |i: usize| match (number.get(i), lowest.get(i)) {
        (Some(n), Some(lowest)) if (1..root.scenes.len()).contains(n) => Scenes::Lod(*lowest),
        (Some(0), _) => Scenes::Nowhere,
        _ => Scenes::All,
    };
    // Children of a root that will be dropped take its place.
    let place = |(i, parent): (usize, &Option<usize>)| match parent {
        None => of(i),
        Some(p) if parents.get(*p) == Some(&None) => of(*p),
        Some(_) => Scenes::All,
    };
    Ok(parents.iter().enumerate().map(place).collect())
}

fn fill(input: &mut In<'_, '_>, node: &json::Node, target: &mut Node, i: usize) {
    target.name.clone_from(&node.name);
    if let Some(matrix) = node.matrix {
        let m = Mat4::from_cols_array(&matrix);
        let (s, r, t) = m.to_scale_rotation_translation();
        let back = Mat4::from_scale_rotation_translation(s, r, t);
        let size = m.abs().to_cols_array().iter().fold(1.0f32, |a, v| a.max(*v));
        if !back.abs_diff_eq(m, 1e-4 * size) {
            let message = format!("the matrix of {:?} is more than translation, rotation, scale", node.name);
            input.sink.push(&GLTF_MATRIX, format!("nodes[{i}].matrix"), message);
        }
        let r = if r.is_finite() { r.normalize() } else { Quat::IDENTITY };
        (target.translation, target.rotation, target.scale) = (t.into(), r.into(), s.into());
    }
    target.translation = node.translation.unwrap_or(target.translation);
    target.rotation = node.rotation.unwrap_or(target.rotation);
    target.scale = node.scale.unwrap_or(target.scale);
    let light = node.extensions.as_ref().and_then(|e| e.light.as_ref());
    let known = input.root.extensions.as_ref().and_then(|e| e.lights.as_ref()).map_or(0, |l| l.lights.len());
    target.light = light.filter(|l| (l.light as usize) < known).map(|l| LightId(l.light));
    target.camera = node.camera.filter(|c| (*c as usize) < input.root.cameras.len()).map(CameraId);
    let shown = node.extensions.as_ref().and_then(|e| e.visibility.as_ref());
    target.visible = shown.is_none_or(|v| v.visible);
}

/// What the writer had put into extras.
fn model(scene: &mut Scene, target: &mut Node, model: &Map<String, Value>, name: &str) {
    target.kind = match model.get("kind").and_then(Value::as_str) {
        Some("helper") => NodeKind::Helper,
        Some("holder") => NodeKind::Holder,
        None if name.ends_with("#scale") => NodeKind::Helper,
        None if name.ends_with("#mesh") => NodeKind::Holder,
        _ => NodeKind::Source,
    };
    target.raw_name = extras::hex(model.get("rawName"));
    target.lod = extras::number(model.get("lod"));
    if model.get("visible").and_then(Value::as_bool) == Some(false) {
        target.visible = false;
    }
    if let Some(Value::Object(mesh)) = model.get("mesh") {
        let extras = mesh.get("extras").and_then(Value::as_object).cloned().unwrap_or_default();
        let text = mesh.get("name").and_then(Value::as_str).unwrap_or_default();
        let id = scene.add_mesh(Mesh {
            name: text.to_owned(),
            lod: extras::number(mesh.get("lod")).unwrap_or(0),
            collision: mesh.get("collision").and_then(Value::as_bool).unwrap_or(false),
            extras,
            ..Mesh::default()
        });
        target.mesh = Some(id);
    }
}

fn references(root: &json::Root, node: &json::Node, target: &mut Node, weights: &[Vec<f32>]) -> Result<()> {
    if let Some(mesh) = node.mesh {
        if mesh as usize >= root.meshes.len() {
            return Err(no_such("mesh", mesh, root.meshes.len()).in_field("mesh"));
        }
        target.mesh = Some(MeshId(mesh));
        let default = weights.get(mesh as usize).cloned().unwrap_or_default();
        target.weights = if node.weights.is_empty() { default } else { node.weights.clone() };
    }
    if let Some(skin) = node.skin {
        if skin as usize >= root.skins.len() {
            return Err(no_such("skin", skin, root.skins.len()).in_field("skin"));
        }
        target.skin = Some(SkinId(skin));
    }
    Ok(())
}

fn skins(input: &mut In<'_, '_>, scene: &mut Scene, nodes: &Nodes) -> Result<()> {
    for (i, skin) in input.root.skins.iter().enumerate() {
        let at = |e: Error| e.in_index(i).in_field("skins");
        let joint = |j: &u32| {
            let node = nodes.get(*j as usize).copied().flatten();
            node.ok_or_else(|| at(no_such("node", *j, nodes.len()).in_field("joints")))
        };
        let joints: Vec<NodeId> = skin.joints.iter().map(joint).collect::<Result<_>>()?;
        let mut inverse_binds = match skin.inverse_bind_matrices {
            Some(accessor) => input.data.floats::<16>(accessor).map_err(at)?,
            None => Vec::new(),
        };
        inverse_binds.resize(joints.len(), Mat4::IDENTITY.to_cols_array());
        scene.skins.push(Skin { name: skin.name.clone(), joints, inverse_binds });
    }
    Ok(())
}
