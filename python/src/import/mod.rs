//! A scene from Python: attributes by the field names of `scene.py`, every length and index checked.
//!
//! What does not fit is a `FieldError` that names the field: `meshes[3].influences.starts`.

use crate::error;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;
use pyo3::types::PyString;
use scene::{Extras, Scene};
use std::fmt::Display;

mod material;
mod mesh;
mod motion;
mod node;

/// A Python object and where it is in the scene.
pub struct At<'py> {
    object: Bound<'py, PyAny>,
    path: String,
    /// Whether values are looked at too that files have and writers cope with: numbers that are not finite, key times.
    strict: bool,
}

impl<'py> At<'py> {
    /// The error of this place.
    pub fn bad(&self, message: impl Display) -> PyErr {
        error::field(self.object.py(), &self.path, &message.to_string())
    }

    /// A field.
    pub fn get(&self, name: &str) -> PyResult<At<'py>> {
        let path = if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) };
        match self.object.getattr(name) {
            Ok(object) => Ok(At { object, path, strict: self.strict }),
            Err(_) => Err(error::field(self.object.py(), &path, "there is no such field")),
        }
    }

    /// A field unless it is `None`.
    pub fn some(&self, name: &str) -> PyResult<Option<At<'py>>> {
        self.get(name).map(|at| if at.object.is_none() { None } else { Some(at) })
    }

    /// A plain value.
    pub fn value<T>(&self, name: &str) -> PyResult<T>
    where
        T: for<'a> FromPyObject<'a, 'py>,
    {
        let at = self.get(name)?;
        at.object.extract::<T>().map_err(|_| at.bad(format!("{} does not fit here", at.shown())))
    }

    /// A plain value, or `None`.
    pub fn maybe<T>(&self, name: &str) -> PyResult<Option<T>>
    where
        T: for<'a> FromPyObject<'a, 'py>,
    {
        if self.get(name)?.object.is_none() { Ok(None) } else { self.value(name).map(Some) }
    }

    /// A number that is finite.
    pub fn number(&self, name: &str) -> PyResult<f32> {
        let number: f32 = self.value(name)?;
        if number.is_finite() || !self.strict {
            Ok(number)
        } else {
            Err(self.get(name)?.bad("the number is not finite"))
        }
    }

    /// A number that is finite, or `None`.
    pub fn maybe_number(&self, name: &str) -> PyResult<Option<f32>> {
        if self.get(name)?.object.is_none() { Ok(None) } else { self.number(name).map(Some) }
    }

    /// Some numbers that are finite.
    pub fn numbers<const N: usize>(&self, name: &str) -> PyResult<[f32; N]> {
        let numbers: [f32; N] = self.value(name)?;
        if !self.strict || numbers.iter().all(|x| x.is_finite()) {
            Ok(numbers)
        } else {
            Err(self.get(name)?.bad("a number is not finite"))
        }
    }

    /// An index below a count, or `None`.
    pub fn index(&self, name: &str, count: usize, of: &str) -> PyResult<Option<u32>> {
        let Some(at) = self.some(name)? else { return Ok(None) };
        match at.object.extract::<u32>() {
            Ok(i) if (i as usize) < count => Ok(Some(i)),
            _ => Err(at.bad(format!("{} is not an index: there are {count} {of}", at.shown()))),
        }
    }

    /// One of some names.
    pub fn choice<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> PyResult<T> {
        let text: String = self.value(name)?;
        let found = choices.iter().find(|(n, _)| *n == text).map(|(_, value)| *value);
        let names = || choices.iter().map(|(n, _)| *n).collect::<Vec<_>>().join(", ");
        found.ok_or_else(|| match self.get(name) {
            Ok(at) => at.bad(format!("must be one of {}, not {text:?}", names())),
            Err(e) => e,
        })
    }

    /// The elements of a list, made one by one.
    pub fn list<T>(&self, name: &str, mut one: impl FnMut(&At<'py>) -> PyResult<T>) -> PyResult<Vec<T>> {
        let at = self.get(name)?;
        let items = at.object.try_iter().map_err(|_| at.bad("must be a list"))?;
        let mut out = Vec::new();
        for (i, object) in items.enumerate() {
            out.push(one(&At { object: object?, path: format!("{}[{i}]", at.path), strict: self.strict })?);
        }
        Ok(out)
    }

    /// How many elements a list has.
    pub fn len(&self, name: &str) -> PyResult<usize> {
        let at = self.get(name)?;
        at.object.len().map_err(|_| at.bad("must be a list"))
    }

    /// The rows of this array.
    pub fn rows<T: Element + Default, const N: usize>(&self) -> PyResult<Vec<[T; N]>> {
        let buffer = self.buffer::<T>()?;
        let [count, width] = buffer.shape() else {
            return Err(self.bad(format!("the shape must be (n, {N}), not {:?}", buffer.shape())));
        };
        if *width != N {
            return Err(self.bad(format!("the shape must be (n, {N}), not {:?}", buffer.shape())));
        }
        let mut out = vec![[T::default(); N]; *count];
        buffer.copy_to_slice(self.object.py(), out.as_flattened_mut())?;
        Ok(out)
    }

    /// The scalars of this array, whatever its shape, and the shape.
    pub fn scalars<T: Element>(&self) -> PyResult<(Vec<T>, Vec<usize>)> {
        let buffer = self.buffer::<T>()?;
        let shape = buffer.shape().to_vec();
        Ok((buffer.to_vec(self.object.py())?, shape))
    }

    /// The scalars of a field that is an array with one axis.
    pub fn flat<T: Element>(&self, name: &str) -> PyResult<Vec<T>> {
        let at = self.get(name)?;
        let (out, shape) = at.scalars()?;
        if shape.len() == 1 { Ok(out) } else { Err(at.bad(format!("the shape must be (n,), not {shape:?}"))) }
    }

    /// The rows of a field; none if it is `None`. Their number must be `count` if that is given.
    pub fn column<const N: usize>(&self, name: &str, count: Option<usize>) -> PyResult<Vec<[f32; N]>> {
        let Some(at) = self.some(name)? else { return Ok(Vec::new()) };
        let rows = at.rows::<f32, N>()?;
        at.same_length(rows.len(), count)?;
        Ok(rows)
    }

    /// A column that is there has one row per vertex.
    pub fn same_length(&self, rows: usize, count: Option<usize>) -> PyResult<()> {
        match count {
            Some(count) if count != rows => Err(self.bad(format!("{rows} rows, but {count} are needed"))),
            _ => Ok(()),
        }
    }

    /// Whether it is an array of this type.
    pub fn is<T: Element>(&self) -> bool {
        PyBuffer::<T>::get(&self.object).is_ok()
    }

    fn buffer<T: Element>(&self) -> PyResult<PyBuffer<T>> {
        PyBuffer::<T>::get(&self.object).map_err(|_| {
            let name = std::any::type_name::<T>().replace('f', "float").replace('u', "uint");
            self.bad(format!("must be an array of {name}"))
        })
    }

    /// Extras of this object: JSON, written by Python's own encoder.
    pub fn extras(&self) -> PyResult<Extras> {
        let at = self.get("extras")?;
        if at.object.is_empty().unwrap_or(false) {
            return Ok(Extras::new());
        }
        let py = at.object.py();
        let text = py
            .import("json")?
            .getattr("dumps")?
            .call1((&at.object,))
            .and_then(|t| Ok(t.cast_into::<PyString>()?.to_str()?.to_owned()))
            .map_err(|e| at.bad(format!("cannot be said as JSON: {e}")))?;
        serde_json::from_str(&text).map_err(|e| at.bad(format!("cannot be said as JSON: {e}")))
    }

    /// What it looks like, shortened.
    fn shown(&self) -> String {
        let text = self.object.repr().map(|r| r.to_string()).unwrap_or_default();
        text.chars().take(60).collect()
    }
}

/// How many of everything there are: what indices are checked against.
#[derive(Clone, Copy)]
pub struct Counts {
    nodes: usize,
    meshes: usize,
    skins: usize,
    materials: usize,
    images: usize,
    lights: usize,
    cameras: usize,
}

/// The scene with everything checked that can be: numbers are finite, key times ascend, joints exist. Writers cope with
/// these, since files have them; people want to know.
pub fn strict(object: &Bound<'_, PyAny>) -> PyResult<Scene> {
    let at = At { object: object.clone(), path: String::new(), strict: true };
    let scene = all(&at)?;
    node::joints_exist(&at, &scene)?;
    Ok(scene)
}

/// The scene, with every length and index checked.
pub fn scene(object: &Bound<'_, PyAny>) -> PyResult<Scene> {
    all(&At { object: object.clone(), path: String::new(), strict: false })
}

fn all(at: &At<'_>) -> PyResult<Scene> {
    let counts = Counts {
        nodes: at.len("nodes")?,
        meshes: at.len("meshes")?,
        skins: at.len("skins")?,
        materials: at.len("materials")?,
        images: at.len("images")?,
        lights: at.len("lights")?,
        cameras: at.len("cameras")?,
    };
    let mut scene = Scene {
        name: at.value("name")?,
        nodes: at.list("nodes", |n| node::node(n, counts))?,
        meshes: at.list("meshes", |m| mesh::mesh(m, counts))?,
        skins: at.list("skins", |s| node::skin(s, counts))?,
        materials: at.list("materials", |m| material::material(m, counts))?,
        images: at.list("images", material::image)?,
        animations: Vec::new(),
        lights: at.list("lights", node::light)?,
        cameras: at.list("cameras", node::camera)?,
        extras: at.extras()?,
        ..Scene::default()
    };
    let targets = node::target_counts(&scene);
    scene.animations = at.list("animations", |a| motion::animation(a, &targets))?;
    node::no_cycles(at, &scene)?;
    Ok(scene)
}
