//! Facts for `inspect` that all model files share.

use super::names::MeshName;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How many meshes each render group has.
pub fn groups(names: impl Iterator<Item = String>) -> Value {
    let mut out: BTreeMap<u32, usize> = BTreeMap::new();
    for name in names {
        *out.entry(MeshName::parse(&name).group_number()).or_default() += 1;
    }
    json!(out)
}

/// The switches of optional items and their meshes.
pub fn switches(names: impl Iterator<Item = String>) -> Value {
    let mut out: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for name in names {
        if let Some(o) = MeshName::parse(&name).optional {
            let entry = json!({ "mesh": name, "shown": o.shown });
            out.entry(o.switch.join("|")).or_default().push(entry);
        }
    }
    json!(out)
}
