//! `extras` of an object: foreign keys as they came, ours as one JSON string.
//!
//! The string is the object's [`Extras`] by family plus `"model"`: what the model knows and glTF has no place for.

use crate::Extras;
use serde_json::{Map, Value};

/// Foreign extras in [`Extras`].
pub const FOREIGN: &str = "gltf";
/// The model's own additions inside our string.
pub const MODEL: &str = "model";
/// Our key.
pub const KEY: &str = "xenomesh";

/// The `extras` of an object, if it has any. `extra` are plain keys that clients know, such as `targetNames`.
pub fn write(extras: &Extras, model: Map<String, Value>, extra: Map<String, Value>) -> Option<Value> {
    let mut out = Map::new();
    let mut ours = Map::new();
    for (key, value) in extras {
        match value {
            Value::Object(foreign) if key == FOREIGN => {
                out.extend(foreign.iter().map(|(k, v)| (k.clone(), v.clone())));
            }
            _ if key == MODEL => {}
            _ => {
                ours.insert(key.clone(), value.clone());
            }
        }
    }
    if !model.is_empty() {
        ours.insert(MODEL.into(), Value::Object(model));
    }
    out.extend(extra);
    if !ours.is_empty() {
        out.insert(KEY.into(), Value::String(Value::Object(ours).to_string()));
    }
    if out.is_empty() { None } else { Some(Value::Object(out)) }
}
