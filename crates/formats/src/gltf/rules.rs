//! The one rule of the container, and what identifies a person.

use serde_json::Value;

wire::codes! { CODES:
    GLB_LENGTH Error fixable
        "the length in the GLB header is not the length of the file"
        "the file is cut off or has bytes added; `validate --fix` writes the true length";
}

/// What our `extras` carry for converting back may say who made the file: host, user, folders, network card.
/// Cleans the JSON of a document; returns what was removed, a line each. `None` if there was nothing.
pub fn scrub(json: &[u8]) -> Option<(Vec<u8>, Vec<String>)> {
    let mut value: Value = serde_json::from_slice(json).ok()?;
    let mut removed = Vec::new();
    walk(&mut value, &mut removed);
    if removed.is_empty() {
        return None;
    }
    Some((serde_json::to_vec(&value).ok()?, removed))
}

fn walk(value: &mut Value, removed: &mut Vec<String>) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|v| walk(v, removed)),
        Value::Object(map) => {
            for (key, v) in map {
                match v {
                    Value::String(text) if key == "xenomesh" => ours(text, removed),
                    Value::String(_) if key == "uri" => {}
                    v => walk(v, removed),
                }
            }
        }
        Value::String(text) if is_personal_path(text) => {
            let name = scene::file_name(text).to_owned();
            removed.push(format!("path: {}", std::mem::replace(text, name)));
        }
        _ => {}
    }
}

/// Our string holds JSON of its own.
fn ours(text: &mut String, removed: &mut Vec<String>) {
    let Ok(mut inner) = serde_json::from_str::<Value>(text) else { return };
    let before = removed.len();
    #[cfg(feature = "xnalara")]
    if let Some(family) = inner.get_mut("xnalara") {
        crate::xnalara::scrub_extras(family, removed);
    }
    walk(&mut inner, removed);
    if removed.len() > before {
        *text = inner.to_string();
    }
}

/// A whole path of somebody's disk; one line, so no text of another kind.
fn is_personal_path(text: &str) -> bool {
    let bytes = text.as_bytes();
    let drive = matches!(bytes, [d, b':', b'\\' | b'/', ..] if d.is_ascii_alphabetic());
    let share = text.starts_with("\\\\");
    let home = text.starts_with("/home/") || text.starts_with("/Users/");
    (drive || share || home) && !text.contains('\n')
}
