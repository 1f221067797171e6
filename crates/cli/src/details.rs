//! What a format has to say next to its scene, for people: the JSON of `details` without its punctuation.

use serde_json::Value;
use std::io::{Result, Write};

/// Lists of things are cut here; `--json` has all of them.
const SHOWN: usize = 12;
/// Short lists of words stay on one line.
const WIDTH: usize = 90;

/// Prints the keys of an object, one a line, deeper ones indented.
pub fn print(out: &mut impl Write, value: &Value, indent: usize) -> Result<()> {
    let Value::Object(map) = value else { return Ok(()) };
    for (key, value) in map {
        match value {
            Value::Object(inner) if inner.is_empty() => {}
            Value::Object(_) => {
                writeln!(out, "{:indent$}{key}", "")?;
                print(out, value, indent + 2)?;
            }
            Value::Array(list) if list.is_empty() => {}
            Value::Array(list) => print_list(out, key, list, indent)?,
            Value::Null => {}
            plain => writeln!(out, "{:indent$}{key}: {}", "", spelled(plain))?,
        }
    }
    Ok(())
}

fn print_list(out: &mut impl Write, key: &str, list: &[Value], indent: usize) -> Result<()> {
    let things = list.iter().any(Value::is_object);
    if !things {
        let line = list.iter().map(spelled).collect::<Vec<_>>().join(", ");
        if line.len() + key.len() <= WIDTH && !line.contains("  ") {
            return writeln!(out, "{:indent$}{key}: {line}", "");
        }
    }
    writeln!(out, "{:indent$}{key} ({})", "", list.len())?;
    // A list of lines is text somebody laid out: all of it.
    let shown = if things { SHOWN } else { list.len() };
    for item in list.iter().take(shown) {
        writeln!(out, "{:indent$}  {}", "", spelled(item))?;
    }
    if list.len() > shown {
        writeln!(out, "{:indent$}  … and {} more; --json lists them", "", list.len() - shown)?;
    }
    Ok(())
}

/// A value on one line.
fn spelled(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => format!("[{}]", list.iter().map(spelled).collect::<Vec<_>>().join(", ")),
        Value::Object(map) => {
            let empty = |v: &Value| v.is_null() || v.as_array().is_some_and(Vec::is_empty);
            let said = map.iter().filter(|(_, v)| !empty(v));
            said.map(|(k, v)| format!("{k} {}", spelled(v))).collect::<Vec<_>>().join(", ")
        }
        plain => plain.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lines_are_for_people() {
        let mut out = Vec::new();
        let value = json!({
            "order": "little",
            "tree": ["Scene", "  Menu"],
            "flags": [1, 2],
            "none": [],
            "header": {"machine": "PC"},
            "chunks": (0..14).map(|i| json!({"id": i, "empty": []})).collect::<Vec<_>>(),
        });
        print(&mut out, &value, 2).unwrap();
        let text = String::from_utf8(out).unwrap();
        let expected = "  order: little\n  tree (2)\n    Scene\n      Menu\n  flags: 1, 2\n  header\n    machine: PC\n  \
                        chunks (14)\n    id 0\n";
        assert!(text.starts_with(expected), "{text}");
        assert!(text.ends_with("id 11\n    … and 2 more; --json lists them\n"), "{text}");
    }
}
