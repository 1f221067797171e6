//! `extras` back into [`Extras`]: our string by family, what others left under `"gltf"`.

use super::super::write::{FOREIGN, KEY, MODEL};
use crate::Extras;
use crate::codes;
use serde_json::{Map, Value};
use wire::Sink;

/// Extras of an object, and what the model had added.
#[derive(Default)]
pub struct Read {
    /// By family.
    pub extras: Extras,
    /// What the writer put under `"model"`.
    pub model: Map<String, Value>,
}

/// Takes extras apart. `known` are plain keys the caller deals with.
pub fn read(extras: Option<&Value>, known: &[&str], path: &str, sink: &mut Sink) -> Read {
    let mut out = Read::default();
    let mut foreign = Map::new();
    match extras {
        None | Some(Value::Null) => {}
        Some(Value::Object(object)) => {
            for (key, value) in object {
                if key == KEY {
                    if let Some(ours) = ours(value) {
                        out.extras = ours;
                    } else {
                        sink.push(
                            &codes::GLTF_EXTRAS,
                            path,
                            "extras.xenomesh is not a string of a JSON object",
                        );
                        foreign.insert(key.clone(), value.clone());
                    }
                } else if !known.contains(&key.as_str()) {
                    foreign.insert(key.clone(), value.clone());
                }
            }
        }
        Some(other) => drop(out.extras.insert(FOREIGN.into(), other.clone())),
    }
    if let Some(Value::Object(model)) = out.extras.shift_remove(MODEL) {
        out.model = model;
    }
    if !foreign.is_empty() {
        out.extras.insert(FOREIGN.into(), Value::Object(foreign));
    }
    out
}

fn ours(value: &Value) -> Option<Extras> {
    match serde_json::from_str(value.as_str()?).ok()? {
        Value::Object(object) => Some(object),
        _ => None,
    }
}

/// A float that was written as one.
pub fn float(value: Option<&Value>) -> Option<f32> {
    value?.as_f64().map(|v| v as f32)
}

/// An unsigned number.
pub fn number(value: Option<&Value>) -> Option<u32> {
    value?.as_u64().and_then(|v| u32::try_from(v).ok())
}

/// Bytes of a hexadecimal string.
pub fn hex(value: Option<&Value>) -> Option<Vec<u8>> {
    wire::from_hex(value?.as_str()?)
}
