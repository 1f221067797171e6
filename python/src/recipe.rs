//! Options as Python gives them: JSON by the names of `xenomesh convert`.

use crate::error::{self, Class, Details};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use xenomesh::{ConvertOptions, Recipe, Template};

/// The options of `convert`; an unknown name or a wrong type is a `TypeError`, as with any keyword argument.
pub fn options(py: Python<'_>, json: &str) -> PyResult<ConvertOptions> {
    serde_json::from_str(json).map_err(|e| {
        let (message, name) = (plain(&e), culprit(json));
        if message.starts_with("unknown field") {
            return PyTypeError::new_err(message.replacen("unknown field", "there is no option", 1));
        }
        if message.starts_with("invalid type") {
            return PyTypeError::new_err(format!("{name}: {message}"));
        }
        let message = format!("{name}: {message}");
        error::raise(
            py,
            Class::Write,
            &Details { message: &message, code: wire::codes::REQUEST.id, ..Details::default() },
        )
    })
}

/// What went wrong, without the place in a text that nobody wrote.
fn plain(e: &serde_json::Error) -> String {
    let text = e.to_string();
    text.rsplit_once(" at line").map_or(text.as_str(), |(m, _)| m).to_owned()
}

/// Which option cannot be read.
fn culprit(json: &str) -> String {
    let all: serde_json::Map<String, serde_json::Value> = serde_json::from_str(json).unwrap_or_default();
    let fails = |(name, value): &(&String, &serde_json::Value)| {
        let alone = serde_json::Map::from_iter([((*name).clone(), (*value).clone())]);
        serde_json::from_value::<ConvertOptions>(serde_json::Value::Object(alone)).is_err()
    };
    all.iter().find(fails).map(|(name, _)| name.clone()).unwrap_or_default()
}

/// What options mean, with a bone map and a template that are in memory.
pub fn recipe(
    py: Python<'_>,
    json: &str,
    bone_map: Option<String>,
    template: Option<Vec<u8>>,
) -> PyResult<Recipe> {
    let options = options(py, json)?;
    let made = py.detach(|| Recipe::new(&options));
    let mut recipe = made.map_err(|e| error::of(py, &e, ""))?;
    if bone_map.is_some() {
        recipe.bone_map = bone_map;
    }
    if let Some(bytes) = template {
        let opened = py.detach(|| Template::from_bytes("template", bytes));
        recipe.template = Some(opened.map_err(|e| error::of(py, &e, ""))?);
    }
    Ok(recipe)
}

/// The names of all options of `convert`, and what they are if nothing is said, as JSON.
#[pyfunction]
pub fn convert_options() -> PyResult<String> {
    serde_json::to_string(&ConvertOptions::default())
        .map_err(|e| pyo3::exceptions::PyValueError::new_err(e.to_string()))
}
