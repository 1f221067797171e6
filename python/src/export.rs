//! A scene for Python: dictionaries by the field names of `scene.py`, with columns for everything that is long.
//!
//! The scene is taken apart: vectors become columns without a copy.

use crate::column::{Column, Element};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};
use scene::{
    Alpha, Animation, Channel, Colors, Extras, Image, Influences, Interpolation, Material, Mesh, MorphTarget,
    Node, NodeKind, Property, Scene, Skin, TextureSlot, Topology,
};

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
        let animations = list(self.py, scene.animations, |a| self.animation(a, &counts))?;
        Ok(dict!(self.py,
            "name": scene.name,
            "nodes": list(self.py, scene.nodes, |n| self.node(n))?,
            "meshes": list(self.py, scene.meshes, |m| self.mesh(m))?,
            "skins": list(self.py, scene.skins, |s| self.skin(s))?,
            "materials": list(self.py, scene.materials, |m| self.material(m))?,
            "images": list(self.py, scene.images, |i| self.image(i))?,
            "animations": animations,
            "lights": PyList::empty(self.py),
            "cameras": PyList::empty(self.py),
            "extras": extras(&scene.extras),
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
        Ok(dict!(self.py,
            "name": node.name,
            "parent": node.parent.map(|p| p.0),
            "translation": tuple(node.translation),
            "rotation": quad(node.rotation),
            "scale": tuple(node.scale),
            "mesh": node.mesh.map(|m| m.0),
            "skin": node.skin.map(|s| s.0),
            "light": None::<u32>,
            "camera": None::<u32>,
            "weights": self.column(node.weights)?,
            "visible": node.visible,
            "lod": node.lod,
            "kind": kind(node.kind),
            "raw_name": node.raw_name.as_deref().map(|raw| PyBytes::new(self.py, raw)),
            "extras": extras(&node.extras),
        ))
    }

    fn mesh(self, mesh: Mesh) -> PyResult<Dict<'py>> {
        let primitives: Vec<_> = mesh
            .primitives
            .iter()
            .map(|p| (p.material.map(|m| m.0), p.start, p.count, topology(p.topology)))
            .collect();
        Ok(dict!(self.py,
            "name": mesh.name,
            "positions": self.column(mesh.positions)?,
            "indices": self.column(mesh.indices)?,
            "normals": self.optional(mesh.normals)?,
            "tangents": self.optional(mesh.tangents)?,
            "uvs": list(self.py, mesh.uvs, |uv| self.column(uv))?,
            "colors": list(self.py, mesh.colors, |c| match c {
                Colors::U8(rows) => self.column(rows),
                Colors::F32(rows) => self.column(rows),
            })?,
            "influences": mesh.influences.map(|i| self.influences(i)).transpose()?,
            "primitives": primitives,
            "targets": list(self.py, mesh.targets, |t| self.target(t))?,
            "lod": mesh.lod,
            "collision": mesh.collision,
            "extras": extras(&mesh.extras),
        ))
    }

    fn influences(self, i: Influences) -> PyResult<Dict<'py>> {
        Ok(dict!(self.py,
            "starts": self.column(i.starts)?,
            "joints": self.column(i.joints)?,
            "weights": self.column(i.weights)?,
        ))
    }

    fn target(self, target: MorphTarget) -> PyResult<Dict<'py>> {
        Ok(dict!(self.py,
            "name": target.name,
            "vertices": self.column(target.vertices)?,
            "positions": self.column(target.positions)?,
            "normals": self.optional(target.normals)?,
            "tangents": self.optional(target.tangents)?,
        ))
    }

    fn skin(self, skin: Skin) -> PyResult<Dict<'py>> {
        let joints: Vec<u32> = skin.joints.iter().map(|j| j.0).collect();
        Ok(dict!(self.py,
            "name": skin.name,
            "joints": self.column(joints)?,
            "inverse_binds": self.column(skin.inverse_binds)?,
        ))
    }

    fn animation(self, animation: Animation, targets: &[usize]) -> PyResult<Dict<'py>> {
        Ok(dict!(self.py,
            "name": animation.name,
            "channels": list(self.py, animation.channels, |c| self.channel(c, targets))?,
            "extras": extras(&animation.extras),
        ))
    }

    fn channel(self, channel: Channel, targets: &[usize]) -> PyResult<Dict<'py>> {
        let width = match channel.property {
            Property::Translation | Property::Scale => 3,
            Property::Rotation => 4,
            Property::Weights => targets.get(channel.node.0 as usize).copied().unwrap_or(0),
        };
        let spline = channel.interpolation == Interpolation::CubicSpline;
        let row = width.max(1) * if spline { 3 } else { 1 };
        let keys = channel.values.len() / row;
        let shape = if spline { vec![keys, 3, width.max(1)] } else { vec![keys, width.max(1)] };
        let values = if keys * row == channel.values.len() {
            Column::shaped(channel.values, &shape, self.writable)
        } else {
            let all = channel.values.len();
            Column::shaped(channel.values, &[all, 1], self.writable)
        };
        Ok(dict!(self.py,
            "node": channel.node.0,
            "path": property(channel.property),
            "times": self.column(channel.times)?,
            "values": Bound::new(self.py, values)?,
            "interpolation": interpolation(channel.interpolation),
            "extras": extras(&channel.extras),
        ))
    }

    fn material(self, m: Material) -> PyResult<Dict<'py>> {
        let (alpha, cutoff) = match m.alpha {
            Alpha::Opaque => ("opaque", 0.5),
            Alpha::Mask(cutoff) => ("mask", cutoff),
            Alpha::Blend => ("blend", 0.5),
        };
        Ok(dict!(self.py,
            "name": m.name,
            "base_color": quad(m.base_color),
            "metallic": m.metallic,
            "roughness": m.roughness,
            "emissive": tuple(m.emissive),
            "specular": m.specular.map(|s| (s.factor, tuple(s.color))),
            "alpha": alpha,
            "alpha_cutoff": cutoff,
            "double_sided": m.double_sided,
            "unlit": m.unlit,
            "textures": list(self.py, m.textures, |t| self.texture(&t))?,
            "extras": extras(&m.extras),
        ))
    }

    fn texture(self, t: &TextureSlot) -> PyResult<Bound<'py, PyTuple>> {
        let transform =
            t.transform.map(|t| ((t.offset[0], t.offset[1]), t.rotation, (t.scale[0], t.scale[1])));
        (t.slot.label(), t.image.0, t.uv, transform, t.strength, t.clamp).into_pyobject(self.py)
    }

    fn image(self, image: Image) -> PyResult<Dict<'py>> {
        let ops = image.ops;
        let data = image.data.map(|data| Bound::new(self.py, Column::shared(data))).transpose()?;
        Ok(dict!(self.py,
            "file": image.file,
            "data": data,
            "mime": image.mime,
            "found": image.found,
            "ops": (ops.invert_red, ops.invert_green, ops.invert_blue, ops.drop_alpha),
            "extras": extras(&image.extras),
        ))
    }
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
fn extras(extras: &Extras) -> String {
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

fn kind(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Source => "source",
        NodeKind::Helper => "helper",
        NodeKind::Holder => "holder",
    }
}

fn topology(topology: Topology) -> &'static str {
    match topology {
        Topology::Triangles => "triangles",
        Topology::Lines => "lines",
        Topology::Points => "points",
    }
}

fn property(property: Property) -> &'static str {
    match property {
        Property::Translation => "translation",
        Property::Rotation => "rotation",
        Property::Scale => "scale",
        Property::Weights => "weights",
    }
}

fn interpolation(interpolation: Interpolation) -> &'static str {
    match interpolation {
        Interpolation::Step => "step",
        Interpolation::Linear => "linear",
        Interpolation::CubicSpline => "cubicspline",
    }
}
