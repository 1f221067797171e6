//! Nodes, skins, lights and cameras.

use super::{At, Counts};
use pyo3::prelude::*;
use scene::{
    Camera, CameraId, Light, LightId, LightKind, MeshId, Node, NodeId, NodeKind, Projection, Scene, Skin,
    SkinId,
};

const KINDS: [(&str, NodeKind); 3] =
    [("source", NodeKind::Source), ("helper", NodeKind::Helper), ("holder", NodeKind::Holder)];

/// A node.
pub fn node(at: &At<'_>, counts: Counts) -> PyResult<Node> {
    Ok(Node {
        name: at.value("name")?,
        raw_name: at.maybe("raw_name")?,
        kind: at.choice("kind", &KINDS)?,
        parent: at.index("parent", counts.nodes, "nodes")?.map(NodeId),
        translation: at.numbers("translation")?,
        rotation: at.numbers("rotation")?,
        scale: at.numbers("scale")?,
        mesh: at.index("mesh", counts.meshes, "meshes")?.map(MeshId),
        skin: at.index("skin", counts.skins, "skins")?.map(SkinId),
        light: at.index("light", counts.lights, "lights")?.map(LightId),
        camera: at.index("camera", counts.cameras, "cameras")?.map(CameraId),
        weights: at.flat("weights")?,
        visible: at.value("visible")?,
        lod: at.maybe("lod")?,
        extras: at.extras()?,
    })
}

/// A light.
pub fn light(at: &At<'_>) -> PyResult<Light> {
    let spot = LightKind::Spot { inner: at.number("inner_cone")?, outer: at.number("outer_cone")? };
    let kinds = [("point", LightKind::Point), ("spot", spot), ("directional", LightKind::Directional)];
    Ok(Light {
        name: at.value("name")?,
        kind: at.choice("kind", &kinds)?,
        color: at.numbers("color")?,
        intensity: at.number("intensity")?,
        range: at.maybe_number("range")?,
    })
}

/// A camera; without an angle it is orthographic.
pub fn camera(at: &At<'_>) -> PyResult<Camera> {
    let projection = match at.maybe_number("yfov")? {
        Some(yfov) => Projection::Perspective { yfov, aspect: at.maybe_number("aspect")? },
        None => Projection::Orthographic { xmag: at.number("xmag")?, ymag: at.number("ymag")? },
    };
    Ok(Camera {
        name: at.value("name")?,
        projection,
        near: at.number("znear")?,
        far: at.maybe_number("zfar")?,
    })
}

/// A skin.
pub fn skin(at: &At<'_>, counts: Counts) -> PyResult<Skin> {
    let joints: Vec<u32> = at.flat("joints")?;
    if let Some((i, joint)) = joints.iter().enumerate().find(|(_, j)| **j as usize >= counts.nodes) {
        let message = format!("joint {i} is node {joint}: there are {} nodes", counts.nodes);
        return Err(at.get("joints")?.bad(message));
    }
    let field = at.get("inverse_binds")?;
    let (numbers, shape) = field.scalars::<f32>()?;
    if shape != [joints.len(), 4, 4] {
        return Err(field.bad(format!("the shape must be ({}, 4, 4), not {shape:?}", joints.len())));
    }
    // Rows of Python are columns here.
    let turned = |m: &[f32; 16]| glam::Mat4::from_cols_array(m).transpose().to_cols_array();
    Ok(Skin {
        name: at.value("name")?,
        joints: joints.into_iter().map(NodeId).collect(),
        inverse_binds: numbers.as_chunks::<16>().0.iter().map(turned).collect(),
    })
}

/// Morph targets of the mesh of each node.
pub fn target_counts(scene: &Scene) -> Vec<usize> {
    let of =
        |node: &Node| node.mesh.and_then(|m| scene.meshes.get(m.0 as usize)).map_or(0, |m| m.targets.len());
    scene.nodes.iter().map(of).collect()
}

/// Following parents always ends.
pub fn no_cycles(at: &At<'_>, scene: &Scene) -> PyResult<()> {
    // 0 = not seen, 1 = on the way up from here, 2 = ends well
    let mut state = vec![0u8; scene.nodes.len()];
    for start in 0..scene.nodes.len() {
        let mut way = Vec::new();
        let mut next = Some(start);
        while let Some(i) = next {
            match state.get_mut(i) {
                Some(s @ 0) => *s = 1,
                Some(1) => {
                    let name = scene.nodes.get(i).map(|n| n.name.as_str()).unwrap_or_default();
                    return Err(at.get("nodes")?.bad(format!("node {i} {name:?} is its own ancestor")));
                }
                _ => break,
            }
            way.push(i);
            next = scene.nodes.get(i).and_then(|n| n.parent).map(|p| p.0 as usize);
        }
        for i in way {
            if let Some(s) = state.get_mut(i) {
                *s = 2;
            }
        }
    }
    Ok(())
}

/// Influences name joints of the skin that their node has.
pub fn joints_exist(at: &At<'_>, scene: &Scene) -> PyResult<()> {
    let largest: Vec<Option<u16>> = scene
        .meshes
        .iter()
        .map(|m| m.influences.as_ref().and_then(|i| i.joints.iter().max().copied()))
        .collect();
    for node in &scene.nodes {
        let (Some(mesh), Some(skin)) = (node.mesh, node.skin) else { continue };
        let joints = scene.skins.get(skin.0 as usize).map_or(0, |s| s.joints.len());
        if let Some(Some(most)) = largest.get(mesh.0 as usize)
            && usize::from(*most) >= joints
        {
            let place = At {
                object: at.get("meshes")?.object,
                path: format!("meshes[{}].influences.joints", mesh.0),
                strict: true,
            };
            return Err(place.bad(format!("joint {most} is used: skin {} has {joints} joints", skin.0)));
        }
    }
    Ok(())
}
