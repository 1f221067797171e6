//! Units of the small Paradox mod, built of boxes, chunk by chunk as its exporters would: a horse whose joints have
//! scales that never change, a rider on it whose scales act along turned axes, a ship whose motion was made for a
//! larger one.

use super::textures::{Encoding, encode, paint};
use anyhow::Result;
use formats::emfx::actor::{
    ActorInfo, Influence, Layer, LayerData, Layers, Material, MaterialInfo, Mesh, NONE, Node, Nodes, Skin,
    Submesh, VertexLayer,
};
use formats::emfx::motion::{MotionInfo, Quat, RotationKeys, Submotion};
use formats::emfx::{Body, Emfx, Header, Magic};
use glam::{DQuat, DVec3};
use std::path::Path;
use wire::Endian;

/// Seconds between keys.
const STEP: f32 = 0.5;

/// A joint in the file's own space: left-handed, facing −Z.
struct Joint {
    name: &'static str,
    parent: Option<usize>,
    position: [f32; 3],
    /// Degrees around x, then the scale, then degrees around z of the axes in which it acts.
    turn: f64,
    scale: [f32; 3],
    axes: f64,
}

/// A box that one joint moves, or two from its lower to its upper end.
struct Part {
    low: [f32; 3],
    high: [f32; 3],
    joints: [usize; 2],
    /// Which column of the palette.
    colour: usize,
}

/// What a unit is made of.
struct Unit {
    name: &'static str,
    /// Shader technique.
    technique: &'static str,
    joints: Vec<Joint>,
    /// In the space of the model where the unit is skinned, else in that of the (first) joint.
    parts: Vec<Part>,
    skinned: bool,
}

fn joint(name: &'static str, parent: usize, position: [f32; 3]) -> Joint {
    Joint { name, parent: Some(parent), position, turn: 0.0, scale: [1.0; 3], axes: 0.0 }
}

/// Written below `gfx/anims` and `gfx/flags`.
pub fn write(game: &Path) -> Result<()> {
    let anims = game.join("gfx/anims");
    std::fs::create_dir_all(game.join("gfx/flags"))?;
    let (horse, cavalry, ship) = (rider(false), rider(true), ship());
    for unit in [&horse, &cavalry, &ship, &banner()] {
        std::fs::write(anims.join(format!("{}.xac", unit.name)), actor(unit).to_bytes())?;
    }
    std::fs::write(anims.join("horse.gallop.xsm"), gallop(&horse, false).to_bytes())?;
    std::fs::write(anims.join("cavalry.gallop.xsm"), gallop(&cavalry, true).to_bytes())?;
    std::fs::write(anims.join("ship.fire.xsm"), fire(&ship).to_bytes())?;
    let colours =
        [[120, 72, 40], [230, 230, 225], [225, 225, 230], [225, 180, 150], [60, 64, 72], [150, 156, 165]];
    let column = |x: u32| (x as usize / 8).min(colours.len() - 1);
    let diffuse = paint(48, |x, y| {
        let [r, g, b] = colours[column(x)];
        let dark = if (x + y) % 8 == 0 { 20 } else { 0 };
        [r - dark, g - dark, b - dark, 255]
    });
    // Red: how much it shines. Green and blue: where the country's colours go.
    let masks = paint(48, |x, _| match column(x) {
        1 => [40, 255, 0, 255],
        2 => [40, 0, 255, 255],
        5 => [220, 0, 0, 255],
        _ => [20, 0, 0, 255],
    });
    let flag = paint(16, |x, y| {
        if x < 6 {
            [30, 60, 160, 255]
        } else if y < 8 {
            [250, 250, 250, 255]
        } else {
            [190, 30, 40, 255]
        }
    });
    std::fs::write(anims.join("units.dds"), encode(&diffuse, Encoding::Bc1)?)?;
    std::fs::write(anims.join("units_s.tga"), encode(&masks, Encoding::Tga)?)?;
    Ok(std::fs::write(game.join("gfx/flags/SAM.tga"), encode(&flag, Encoding::Tga)?)?)
}

/// A horse with a rider. `uneven`: neck and head are stretched along turned axes, as an artist's squash is.
fn rider(uneven: bool) -> Unit {
    let neck = if uneven { ([0.8, 1.3, 1.0], 25.0) } else { ([1.25; 3], 0.0) };
    let joints = vec![
        Joint { parent: None, ..joint("Root", 0, [0.0, 0.0, 0.0]) },
        joint("horse", 0, [0.0, 1.0, 0.0]),
        Joint { turn: -30.0, scale: neck.0, axes: neck.1, ..joint("neck", 1, [0.0, 0.2, -0.6]) },
        joint("head", 2, [0.0, 0.5, 0.0]),
        joint("leg_FL", 1, [-0.2, -0.25, -0.5]),
        joint("leg_FR", 1, [0.2, -0.25, -0.5]),
        joint("leg_BL", 1, [-0.2, -0.25, 0.5]),
        joint("leg_BR", 1, [0.2, -0.25, 0.5]),
        Joint { scale: [0.5; 3], ..joint("saddle", 1, [0.0, 0.3, 0.0]) },
        Joint { scale: [1.6; 3], ..joint("rider", 8, [0.0, 0.5, 0.1]) },
        // Mirrored, as the exporter's decomposition leaves it.
        Joint { scale: [-1.0; 3], ..joint("rider_head", 9, [0.0, 0.75, 0.0]) },
        joint("hand", 9, [-0.45, 0.3, -0.3]),
    ];
    let part = |low, high, joints, colour| Part { low, high, joints, colour };
    let parts = vec![
        part([-0.3, 0.75, -0.7], [0.3, 1.3, 0.7], [1, 1], 0),
        part([-0.15, 1.2, -1.0], [0.15, 1.75, -0.65], [1, 2], 0),
        part([-0.17, 1.65, -1.45], [0.17, 1.95, -0.75], [3, 3], 0),
        part([-0.28, 0.0, -0.58], [-0.12, 0.8, -0.42], [4, 1], 0),
        part([0.12, 0.0, -0.58], [0.28, 0.8, -0.42], [5, 1], 0),
        part([-0.28, 0.0, 0.42], [-0.12, 0.8, 0.58], [6, 1], 0),
        part([0.12, 0.0, 0.42], [0.28, 0.8, 0.58], [7, 1], 0),
        part([-0.33, 1.05, -0.25], [0.33, 1.35, 0.3], [8, 8], 2),
        part([-0.22, 1.35, -0.12], [0.22, 2.05, 0.18], [8, 9], 1),
        part([-0.14, 2.08, -0.1], [0.14, 2.4, 0.16], [10, 10], 3),
        part([-0.42, 1.7, -0.9], [-0.36, 1.76, -0.15], [11, 11], 5),
    ];
    Unit {
        name: if uneven { "cavalry" } else { "horse" },
        technique: "Standard",
        joints,
        parts,
        skinned: true,
    }
}

/// A hull with two turrets; nothing is skinned.
fn ship() -> Unit {
    let joints = vec![
        Joint { parent: None, ..joint("hull", 0, [0.0, 0.4, 0.0]) },
        joint("turret_front", 0, [0.0, 0.45, -1.3]),
        joint("barrel_front", 1, [0.0, 0.15, -0.2]),
        joint("turret_rear", 0, [0.0, 0.45, 1.2]),
        joint("bridge", 0, [0.0, 0.4, 0.1]),
    ];
    let part = |low, high, node, colour| Part { low, high, joints: [node, node], colour };
    let parts = vec![
        part([-0.5, -0.4, -2.2], [0.5, 0.4, 2.0], 0, 5),
        part([-0.3, -0.05, -0.3], [0.3, 0.25, 0.3], 1, 4),
        part([-0.06, -0.06, -0.8], [0.06, 0.06, 0.0], 2, 4),
        part([-0.3, -0.05, -0.3], [0.3, 0.25, 0.3], 3, 4),
        part([-0.25, 0.0, -0.5], [0.25, 0.7, 0.4], 4, 1),
    ];
    Unit { name: "ship", technique: "StaticStandard", joints, parts, skinned: false }
}

fn banner() -> Unit {
    let joints = vec![Joint { parent: None, ..joint("banner", 0, [0.0; 3]) }];
    let parts = vec![Part { low: [-0.02, 0.0, 0.0], high: [0.02, 0.6, 0.9], joints: [0, 0], colour: 0 }];
    Unit { name: "banner", technique: "Flag", joints, parts, skinned: false }
}

fn quat(q: DQuat) -> [f32; 4] {
    q.to_array().map(|v| v as f32)
}

impl Joint {
    fn rotation(&self) -> DQuat {
        DQuat::from_rotation_x(self.turn.to_radians())
    }

    fn scale_rotation(&self) -> DQuat {
        DQuat::from_rotation_z(self.axes.to_radians())
    }
}

fn header(magic: Magic) -> Header {
    Header { magic, version: [1, 0], endian: Endian::Little, multiply_order: 1 }
}

fn actor(unit: &Unit) -> Emfx {
    let mut file = Emfx::new(header(Magic::Xac));
    file.push(7, 2, Body::ActorInfo(Box::new(info(unit.name))));
    let children = |i: usize| unit.joints.iter().filter(|j| j.parent == Some(i)).count() as u32;
    let nodes = unit.joints.iter().enumerate().map(|(i, j)| node(j, children(i)));
    file.push(11, 1, Body::Nodes(Nodes { roots: 1, nodes: nodes.collect() }));
    file.push(13, 1, Body::MaterialInfo(MaterialInfo { lod: None, total: 2, standard: 2, fx: 0 }));
    file.push(3, 2, Body::Material(Box::new(material("EMFX Default", &[]))));
    let textures: &[(u8, &str)] =
        if unit.technique == "Flag" { &[(2, "SAM")] } else { &[(2, "units"), (3, "units_s")] };
    file.push(3, 2, Body::Material(Box::new(material(unit.technique, textures))));
    if unit.skinned {
        let all: Vec<&Part> = unit.parts.iter().collect();
        file.push(1, 1, Body::Mesh(mesh(1, &all, true)));
        file.push(2, 3, Body::Skin(skin(1, &all)));
    } else {
        for part in &unit.parts {
            file.push(1, 1, Body::Mesh(mesh(part.joints[0] as u32, &[part], false)));
        }
    }
    file.true_sizes();
    file
}

fn info(name: &str) -> ActorInfo {
    ActorInfo {
        lods: None,
        trajectory_node: None,
        extraction_node: None,
        extraction_mask: None,
        repositioning_mask: Some(0),
        repositioning_node: Some(NONE),
        exporter_version: [3, 0],
        pad: [0; 2],
        retarget_root_offset: Some(0.0),
        source_application: "Xenomesh samples".into(),
        original_file: format!("{name}.max").as_str().into(),
        exporter_date: "Apr  9 2010".into(),
        actor_name: name.into(),
    }
}

fn node(j: &Joint, children: u32) -> Node {
    Node {
        rotation: quat(j.rotation()),
        scale_rotation: quat(j.scale_rotation()),
        position: j.position,
        scale: j.scale,
        shear: [-1.0; 3],
        skeletal_lods: u32::MAX,
        motion_lods: Some(u32::MAX),
        parent: j.parent.map_or(NONE, |p| p as u32),
        children: Some(children),
        flags: Some(1),
        pad: Some([0; 3]),
        obb: Some([
            1.0,
            0.0,
            0.0,
            f32::MIN,
            0.0,
            1.0,
            0.0,
            f32::MIN,
            0.0,
            0.0,
            1.0,
            f32::MIN,
            0.0,
            0.0,
            0.0,
            1.0,
        ]),
        importance: Some(1.0),
        name: j.name.into(),
    }
}

fn material(name: &str, textures: &[(u8, &str)]) -> Material {
    let layer = |(map_type, texture): &(u8, &str)| Layer {
        amount: 1.0,
        u_offset: 0.0,
        v_offset: 0.0,
        u_tiling: 1.0,
        v_tiling: 1.0,
        rotation: 0.0,
        material: 1,
        map_type: *map_type,
        blend_mode: 0,
        texture: (*texture).into(),
    };
    Material {
        lod: None,
        ambient: [0.0, 0.0, 0.0, 1.0],
        diffuse: [0.5, 0.5, 0.5, 1.0],
        specular: [0.5, 0.5, 0.5, 1.0],
        emissive: [0.0, 0.0, 0.0, 1.0],
        shine: 25.0,
        shine_strength: 1.0,
        opacity: 1.0,
        ior: 1.0,
        double_sided: u8::from(name == "Flag"),
        wireframe: 0,
        transparency: b'F',
        layer_count: textures.len() as u8,
        name: name.into(),
        layers: Layers(textures.iter().map(layer).collect()),
    }
}

/// A vertex of a box: position, normal, UV, tangent, how high in the box.
type Corner = ([f32; 3], [f32; 3], [f32; 2], [f32; 4], f32);

/// Six sides of four corners each, clockwise seen from outside.
fn corners(part: &Part) -> Vec<Corner> {
    let (low, high) = (DVec3::from(part.low.map(f64::from)), DVec3::from(part.high.map(f64::from)));
    let (centre, half) = ((low + high) / 2.0, (high - low) / 2.0);
    let mut out = Vec::new();
    for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0), (2, 1.0), (2, -1.0)] {
        let n = DVec3::AXES[axis] * sign;
        let (u, v) = (DVec3::AXES[(axis + 1) % 3] * sign, DVec3::AXES[(axis + 2) % 3]);
        for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let p = centre + (n + u * a + v * b) * half;
            let uv = [(part.colour as f32 * 8.0 + 4.0 + 3.0 * a as f32) / 48.0, 0.5 + 0.4 * b as f32];
            let uv = if part.colour == 0 && part.joints == [0, 0] {
                [0.5 + 0.5 * a as f32, 0.5 + 0.5 * b as f32]
            } else {
                uv
            };
            let w = n.cross(u).dot(v).signum();
            let f = |v: DVec3| v.as_vec3().to_array();
            let [x, y, z] = f(u);
            let up = ((p.y - low.y) / (high.y - low.y)) as f32;
            out.push((f(p), f(n), uv, [x, y, z, w as f32], up));
        }
    }
    out
}

/// A mesh of boxes; only one with a skin lists bones.
fn mesh(owner: u32, parts: &[&Part], skinned: bool) -> Mesh {
    let all: Vec<Corner> = parts.iter().flat_map(|p| corners(p)).collect();
    let n = all.len() as u32;
    let layer = |kind: u32, size: u32, keep: u8, data: LayerData| VertexLayer {
        kind,
        size,
        keep_originals: keep,
        is_scale: 0,
        pad: [0; 2],
        data,
    };
    let layers = vec![
        layer(5, 4, 0, LayerData::U32((0..n).collect())),
        layer(0, 12, 1, LayerData::F32(all.iter().flat_map(|c| c.0).collect())),
        layer(1, 12, 1, LayerData::F32(all.iter().flat_map(|c| c.1).collect())),
        layer(3, 8, 0, LayerData::F32(all.iter().flat_map(|c| c.2).collect())),
        layer(2, 16, 1, LayerData::F32(all.iter().flat_map(|c| c.3).collect())),
    ];
    let indices: Vec<u32> = (0..n / 4).flat_map(|f| [0, 1, 2, 0, 2, 3].map(|i| f * 4 + i)).collect();
    let mut bones: Vec<u32> =
        parts.iter().filter(|_| skinned).flat_map(|p| p.joints.map(|j| j as u32)).collect();
    bones.sort_unstable();
    bones.dedup();
    Mesh {
        node: owner,
        lod: None,
        original_vertices: n,
        vertices: n,
        indices: indices.len() as u32,
        collision: 0,
        pad: [0; 3],
        layers,
        submeshes: vec![Submesh { vertices: n, material: 1, indices, bones }],
    }
}

/// The lower end of a part goes with its first joint, the upper end with its second.
fn skin(owner: u32, parts: &[&Part]) -> Skin {
    let mut influences: Vec<Influence> = Vec::new();
    let mut table = Vec::new();
    for part in parts {
        for corner in corners(part) {
            let joint = part.joints[usize::from(corner.4 > 0.5)];
            table.push([influences.len() as u32, 1]);
            influences.push(Influence { weight: 1.0, node: joint as u16, pad: [0; 2] });
        }
    }
    let mut used: Vec<u16> = influences.iter().map(|i| i.node).collect();
    used.sort_unstable();
    used.dedup();
    let local_bones = Some(used.len() as u32);
    Skin { node: owner, lod: None, local_bones, collision: 0, pad: [0; 3], influences, table }
}

/// A track that rests where the joint does.
fn still(j: &Joint) -> Submotion {
    let (rotation, axes) = (Quat::F32(quat(j.rotation())), Quat::F32(quat(j.scale_rotation())));
    Submotion {
        pose_rotation: rotation,
        bind_rotation: rotation,
        pose_scale_rotation: axes,
        bind_scale_rotation: axes,
        pose_position: j.position,
        pose_scale: j.scale,
        bind_position: j.position,
        bind_scale: j.scale,
        max_error: Some(0.0),
        name: j.name.into(),
        positions: Vec::new(),
        rotations: RotationKeys::F32(Vec::new()),
        scales: Vec::new(),
        scale_rotations: RotationKeys::F32(Vec::new()),
    }
}

/// Five keys of a rotation: from rest by these degrees around an axis.
fn turns(rest: DQuat, axis: DVec3, degrees: [f64; 5]) -> RotationKeys {
    let key = |(i, d): (usize, &f64)| {
        let [x, y, z, w] = quat(rest * DQuat::from_axis_angle(axis, d.to_radians()));
        [x, y, z, w, i as f32 * STEP]
    };
    RotationKeys::F32(degrees.iter().enumerate().map(key).collect())
}

fn gallop(unit: &Unit, uneven: bool) -> Emfx {
    let track = |j: &Joint| {
        let mut s = still(j);
        let turn = |axis, degrees| turns(j.rotation(), axis, degrees);
        match j.name {
            "Root" => {
                let up = [0.0, 0.15, 0.0, 0.15, 0.0];
                s.positions = up.iter().enumerate().map(|(i, y)| [0.0, *y, 0.0, i as f32 * STEP]).collect();
            }
            "neck" => s.rotations = turn(DVec3::X, [0.0, 25.0, 0.0, -20.0, 0.0]),
            "head" => {
                s.rotations = turn(DVec3::Y, [0.0, 30.0, 0.0, -30.0, 0.0]);
                if uneven {
                    let grow = [1.0, 1.2, 1.4, 1.2, 1.0];
                    s.scales =
                        grow.iter().enumerate().map(|(i, y)| [1.0, *y, 1.0, i as f32 * STEP]).collect();
                    s.scale_rotations = turns(DQuat::IDENTITY, DVec3::X, [0.0, 20.0, 40.0, 20.0, 0.0]);
                }
            }
            "leg_FL" | "leg_BR" => s.rotations = turn(DVec3::X, [0.0, 35.0, 0.0, -35.0, 0.0]),
            "leg_FR" | "leg_BL" => s.rotations = turn(DVec3::X, [0.0, -35.0, 0.0, 35.0, 0.0]),
            "rider" => s.rotations = turn(DVec3::X, [0.0, -12.0, 0.0, 8.0, 0.0]),
            "rider_head" => s.rotations = turn(DVec3::Y, [0.0, 40.0, 0.0, -40.0, 0.0]),
            "hand" => s.rotations = turn(DVec3::Z, [0.0, 15.0, 0.0, -15.0, 0.0]),
            _ => {}
        }
        s
    };
    motion("gallop", unit.joints.iter().map(track).collect())
}

/// Made for a ship half as long again: without retargeting the turrets leave this one.
fn fire(unit: &Unit) -> Emfx {
    let track = |j: &Joint| {
        let mut s = still(j);
        if j.parent.is_some() {
            s.bind_position = j.position.map(|v| v * 1.5);
            s.pose_position = s.bind_position;
        }
        match j.name {
            "turret_front" => s.rotations = turns(j.rotation(), DVec3::Y, [0.0, 40.0, 40.0, 40.0, 0.0]),
            "turret_rear" => s.rotations = turns(j.rotation(), DVec3::Y, [180.0, 140.0, 140.0, 140.0, 180.0]),
            "barrel_front" => {
                let [x, y, z] = s.bind_position;
                let back = [0.0, 0.0, 0.25, 0.1, 0.0];
                s.positions = back.iter().enumerate().map(|(i, b)| [x, y, z + b, i as f32 * STEP]).collect();
            }
            _ => {}
        }
        s
    };
    motion("fire", unit.joints.iter().map(track).collect())
}

fn motion(name: &str, list: Vec<Submotion>) -> Emfx {
    let mut file = Emfx::new(header(Magic::Xsm));
    let info = MotionInfo {
        importance: Some(1.0),
        max_error: Some(1e8),
        fps: 24,
        extraction_mask: None,
        exporter_version: [3, 0],
        pad: [0; 2],
        source_application: "Xenomesh samples".into(),
        original_file: format!("{name}.max").as_str().into(),
        exporter_date: "Apr  9 2010".into(),
        motion_name: "".into(),
    };
    file.push(201, 2, Body::MotionInfo(info));
    file.push(202, 1, Body::Submotions(list));
    file.true_sizes();
    file
}
