//! A scene for Python: dictionaries by the field names of `scene.py`, with columns for everything that is long.
//!
//! The scene is taken apart: vectors become columns without a copy. Every struct is named field by field, so that a field
//! that is new in `scene` does not compile until it crosses.

use crate::column::{Column, Element};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};
use scene::{
    Alpha, Animation, Camera, Channel, Colors, Extras, Image, Influences, Interpolation, Light, LightKind,
    Material, Mesh, MorphTarget, Node, NodeKind, PixelOps, Primitive, Projection, Property, Scene, Skin,
    Specular, TextureSlot, TextureTransform, Topology,
};
use std::f32::consts::FRAC_PI_4;

type Dict<'py> = Bound<'py, PyDict>;

macro_rules! dict {
    ($py:expr, $($key:literal: $value:expr),* $(,)?) => {{
        let dict = PyDict::new($py);
        $(dict.set_item(pyo3::intern!($py, $key), $value)?;)*
        dict
    }};
}

/// How arrays come out.
#[derive(Clone, Copy)]
pub struct Export<'py> {
    /// Python.
    pub py: Python<'py>,
    /// Whether arrays may be changed in place.
    pub writable: bool,
}

impl<'py> Export<'py> {
    /// The whole scene.
    pub fn scene(self, scene: Scene) -> PyResult<Dict<'py>> {
        let counts: Vec<usize> = scene
            .nodes
            .iter()
            .map(|n| n.mesh.and_then(|m| scene.meshes.get(m.0 as usize)).map_or(0, |m| m.targets.len()))
            .collect();
        let Scene {
            name,
            nodes,
            meshes,
            skins,
            materials,
            images,
            animations,
            lights,
            cameras,
            extras,
            known_images: _,
        } = scene;
        Ok(dict!(self.py,
            "name": name,
            "nodes": list(self.py, nodes, |n| self.node(n))?,
            "meshes": list(self.py, meshes, |m| self.mesh(m))?,
            "skins": list(self.py, skins, |s| self.skin(s))?,
            "materials": list(self.py, materials, |m| self.material(m))?,
            "images": list(self.py, images, |i| self.image(i))?,
            "animations": list(self.py, animations, |a| self.animation(a, &counts))?,
            "lights": list(self.py, lights, |l| self.light(l))?,
            "cameras": list(self.py, cameras, |c| self.camera(c))?,
            "extras": json(&extras),
        ))
    }

    fn column<T: Element + 'static>(self, rows: Vec<T>) -> PyResult<Bound<'py, Column>> {
        Bound::new(self.py, Column::new(rows, self.writable))
    }

    /// A column that may be left out.
    fn optional<T: Element + 'static>(self, rows: Vec<T>) -> PyResult<Option<Bound<'py, Column>>> {
        if rows.is_empty() { Ok(None) } else { self.column(rows).map(Some) }
    }

    fn node(self, node: Node) -> PyResult<Dict<'py>> {
        #[rustfmt::skip]
        let Node {
            name, raw_name, kind, parent, translation, rotation, scale, mesh, skin, light, camera, weights, visible,
            lod, extras,
        } = node;
        Ok(dict!(self.py,
            "name": name,
            "parent": parent.map(|p| p.0),
            "translation": tuple(translation),
            "rotation": quad(rotation),
            "scale": tuple(scale),
            "mesh": mesh.map(|m| m.0),
            "skin": skin.map(|s| s.0),
            "light": light.map(|l| l.0),
            "camera": camera.map(|c| c.0),
            "weights": self.column(weights)?,
            "visible": visible,
            "lod": lod,
            "kind": kind_name(kind),
            "raw_name": raw_name.as_deref().map(|raw| PyBytes::new(self.py, raw)),
            "extras": json(&extras),
        ))
    }

    fn mesh(self, mesh: Mesh) -> PyResult<Dict<'py>> {
        #[rustfmt::skip]
        let Mesh {
            name, positions, normals, tangents, uvs, colors, influences, indices, primitives, targets, lod, collision,
            extras,
        } = mesh;
        let primitives: Vec<_> = primitives.into_iter().map(primitive).collect();
        Ok(dict!(self.py,
            "name": name,
            "positions": self.column(positions)?,
            "indices": self.column(indices)?,
            "normals": self.optional(normals)?,
            "tangents": self.optional(tangents)?,
            "uvs": list(self.py, uvs, |uv| self.column(uv))?,
            "colors": list(self.py, colors, |c| match c {
                Colors::U8(rows) => self.column(rows),
                Colors::F32(rows) => self.column(rows),
            })?,
            "influences": influences.map(|i| self.influences(i)).transpose()?,
            "primitives": primitives,
            "targets": list(self.py, targets, |t| self.target(t))?,
            "lod": lod,
            "collision": collision,
            "extras": json(&extras),
        ))
    }

    fn influences(self, i: Influences) -> PyResult<Dict<'py>> {
        let Influences { starts, joints, weights } = i;
        Ok(dict!(self.py,
            "starts": self.column(starts)?,
            "joints": self.column(joints)?,
            "weights": self.column(weights)?,
        ))
    }

    fn target(self, target: MorphTarget) -> PyResult<Dict<'py>> {
        let MorphTarget { name, vertices, positions, normals, tangents } = target;
        Ok(dict!(self.py,
            "name": name,
            "vertices": self.column(vertices)?,
            "positions": self.column(positions)?,
            "normals": self.optional(normals)?,
            "tangents": self.optional(tangents)?,
        ))
    }

    fn skin(self, skin: Skin) -> PyResult<Dict<'py>> {
        let Skin { name, joints, inverse_binds } = skin;
        let joints: Vec<u32> = joints.iter().map(|j| j.0).collect();
        Ok(dict!(self.py,
            "name": name,
            "joints": self.column(joints)?,
            "inverse_binds": self.column(inverse_binds)?,
        ))
    }

    fn animation(self, animation: Animation, targets: &[usize]) -> PyResult<Dict<'py>> {
        let Animation { name, channels, extras } = animation;
        Ok(dict!(self.py,
            "name": name,
            "channels": list(self.py, channels, |c| self.channel(c, targets))?,
            "extras": json(&extras),
        ))
    }

    fn channel(self, channel: Channel, targets: &[usize]) -> PyResult<Dict<'py>> {
        let Channel { node, property, interpolation, times, values, extras } = channel;
        let width = match property {
            Property::Translation | Property::Scale => 3,
            Property::Rotation => 4,
            Property::Weights => targets.get(node.0 as usize).copied().unwrap_or(0),
        };
        let spline = interpolation == Interpolation::CubicSpline;
        let row = width.max(1) * if spline { 3 } else { 1 };
        let (keys, all) = (values.len() / row, values.len());
        let shape = match keys * row == all {
            true if spline => vec![keys, 3, width.max(1)],
            true => vec![keys, width.max(1)],
            false => vec![all, 1],
        };
        Ok(dict!(self.py,
            "node": node.0,
            "path": property_name(property),
            "times": self.column(times)?,
            "values": Bound::new(self.py, Column::shaped(values, &shape, self.writable))?,
            "interpolation": interpolation_name(interpolation),
            "extras": json(&extras),
        ))
    }

    fn material(self, material: Material) -> PyResult<Dict<'py>> {
        #[rustfmt::skip]
        let Material {
            name, base_color, metallic, roughness, emissive, specular, ior, alpha, double_sided, unlit, textures, extras,
        } = material;
        let (alpha, cutoff) = match alpha {
            Alpha::Opaque => ("opaque", 0.5),
            Alpha::Mask(cutoff) => ("mask", cutoff),
            Alpha::Blend => ("blend", 0.5),
        };
        Ok(dict!(self.py,
            "name": name,
            "base_color": quad(base_color),
            "metallic": metallic,
            "roughness": roughness,
            "emissive": tuple(emissive),
            "specular": specular.map(|Specular { factor, color }| (factor, tuple(color))),
            "ior": ior,
            "alpha": alpha,
            "alpha_cutoff": cutoff,
            "double_sided": double_sided,
            "unlit": unlit,
            "textures": list(self.py, textures, |t| self.texture(t))?,
            "extras": json(&extras),
        ))
    }

    fn texture(self, texture: TextureSlot) -> PyResult<Bound<'py, PyTuple>> {
        let TextureSlot { slot, image, uv, transform, strength, clamp } = texture;
        let transform = transform.map(|TextureTransform { offset, rotation, scale }| {
            ((offset[0], offset[1]), rotation, (scale[0], scale[1]))
        });
        (slot.label(), image.0, uv, transform, strength, clamp).into_pyobject(self.py)
    }

    fn image(self, image: Image) -> PyResult<Dict<'py>> {
        let Image { file, ops, data, mime, found, channels, mut extras } = image;
        if !channels.is_empty() {
            extras.insert("channels".into(), scene::ImageChannel::to_json(&channels));
        }
        let PixelOps { invert_red, invert_green, invert_blue, drop_alpha, red_only } = ops;
        let data = data.map(|data| Bound::new(self.py, Column::shared(data))).transpose()?;
        Ok(dict!(self.py,
            "file": file,
            "data": data,
            "mime": mime,
            "found": found,
            "ops": (invert_red, invert_green, invert_blue, drop_alpha, red_only),
            "extras": json(&extras),
        ))
    }

    fn light(self, light: Light) -> PyResult<Dict<'py>> {
        let Light { name, kind, color, intensity, range } = light;
        let (kind, inner, outer) = match kind {
            LightKind::Point => ("point", 0.0, FRAC_PI_4),
            LightKind::Spot { inner, outer } => ("spot", inner, outer),
            LightKind::Directional => ("directional", 0.0, FRAC_PI_4),
        };
        Ok(dict!(self.py,
            "name": name,
            "kind": kind,
            "color": tuple(color),
            "intensity": intensity,
            "range": range,
            "inner_cone": inner,
            "outer_cone": outer,
        ))
    }

    fn camera(self, camera: Camera) -> PyResult<Dict<'py>> {
        let Camera { name, projection, near, far } = camera;
        let (yfov, aspect, xmag, ymag) = match projection {
            Projection::Perspective { yfov, aspect } => (Some(yfov), aspect, 1.0, 1.0),
            Projection::Orthographic { xmag, ymag } => (None, None, xmag, ymag),
        };
        Ok(dict!(self.py,
            "name": name,
            "yfov": yfov,
            "aspect": aspect,
            "xmag": xmag,
            "ymag": ymag,
            "znear": near,
            "zfar": far,
        ))
    }
}

fn primitive(primitive: Primitive) -> (Option<u32>, u32, u32, &'static str) {
    let Primitive { material, start, count, topology } = primitive;
    (material.map(|m| m.0), start, count, topology_name(topology))
}

fn list<'py, T, O>(
    py: Python<'py>,
    items: Vec<T>,
    one: impl Fn(T) -> PyResult<Bound<'py, O>>,
) -> PyResult<Bound<'py, PyList>> {
    let out = PyList::empty(py);
    for item in items {
        out.append(one(item)?.into_any())?;
    }
    Ok(out)
}

/// JSON text, read by Python only where somebody looks; empty for none.
fn json(extras: &Extras) -> String {
    if extras.is_empty() {
        return String::new();
    }
    serde_json::to_string(extras).unwrap_or_default()
}

fn tuple(v: [f32; 3]) -> (f32, f32, f32) {
    (v[0], v[1], v[2])
}

fn quad(v: [f32; 4]) -> (f32, f32, f32, f32) {
    (v[0], v[1], v[2], v[3])
}

fn kind_name(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Source => "source",
        NodeKind::Helper => "helper",
        NodeKind::Holder => "holder",
    }
}

fn topology_name(topology: Topology) -> &'static str {
    match topology {
        Topology::Triangles => "triangles",
        Topology::Lines => "lines",
        Topology::Points => "points",
    }
}

fn property_name(property: Property) -> &'static str {
    match property {
        Property::Translation => "translation",
        Property::Rotation => "rotation",
        Property::Scale => "scale",
        Property::Weights => "weights",
    }
}

fn interpolation_name(interpolation: Interpolation) -> &'static str {
    match interpolation {
        Interpolation::Step => "step",
        Interpolation::Linear => "linear",
        Interpolation::CubicSpline => "cubicspline",
    }
}
