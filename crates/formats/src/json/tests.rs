use super::from_value;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Model {
    name: String,
    parts: Vec<Part>,
    size: [u8; 3],
    scale: Option<f32>,
    places: BTreeMap<String, (i8, char)>,
    numbers: BTreeMap<u32, bool>,
    kinds: BTreeMap<Kind, u8>,
    done: bool,
    nothing: (),
    newtype: Newtype,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Kind {
    Low,
    High,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Newtype(i64);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Part {
    Empty,
    Box(u16),
    Line(f64, f64),
    Ball { radius: u32 },
}

fn model() -> Model {
    Model {
        name: "n".into(),
        parts: vec![Part::Empty, Part::Box(7), Part::Line(0.5, -1.0), Part::Ball { radius: 3 }],
        size: [1, 2, 3],
        scale: Some(1.5),
        places: BTreeMap::from([("p".into(), (-4, 'c'))]),
        numbers: BTreeMap::from([(9, true), (70000, false)]),
        kinds: BTreeMap::from([(Kind::Low, 1), (Kind::High, 2)]),
        done: true,
        nothing: (),
        newtype: Newtype(i64::MIN),
    }
}

#[test]
fn every_shape_comes_back() {
    let model = model();
    assert_eq!(from_value::<Model>(&serde_json::to_value(&model).unwrap()).unwrap(), model);
    let value = json!({"any": [1, -1, 1.5, null, true, "t", {"x": []}]});
    assert_eq!(from_value::<Value>(&value).unwrap(), value);
}

/// Each error says what was found, what was expected, and the way to it.
#[test]
fn errors_say_where() {
    let cases: [(&str, Value, &str, &str); 16] = [
        ("/name", json!(3), "name", "invalid type: integer `3`, expected a string"),
        ("/parts", json!({}), "parts", "invalid type: map, expected a sequence"),
        ("/parts/0", json!("Cone"), "parts[0]", "unknown variant `Cone`"),
        ("/parts/0", json!(1), "parts[0]", "expected string or map"),
        ("/parts/0", json!("Box"), "parts[0]", "expected newtype variant"),
        ("/parts/1", json!({"Box": 70000}), "parts[1].Box", "invalid value: integer `70000`, expected u16"),
        ("/parts/1", json!({"Box": 1, "Line": []}), "parts[1]", "expected map with a single key"),
        ("/parts/2/Line/1", json!("far"), "parts[2].Line[1]", "invalid type: string \"far\", expected f64"),
        ("/parts/2/Line", json!([1, 2, 3]), "parts[2].Line", "invalid length 3, expected 2 elements"),
        ("/parts/3/Ball", json!({}), "parts[3].Ball", "missing field `radius`"),
        ("/size", json!([1, 2]), "size", "invalid length 2, expected an array of length 3"),
        ("/scale", json!([]), "scale", "invalid type: sequence, expected f32"),
        ("/places/p/0", json!(300), "places.p[0]", "invalid value: integer `300`, expected i8"),
        (
            "/numbers",
            json!({"9": true, "ten": true}),
            "numbers.ten",
            "invalid type: string \"ten\", expected u32",
        ),
        ("/kinds", json!({"Middle": 1}), "kinds.Middle", "unknown variant `Middle`"),
        ("/done", json!(null), "done", "invalid type: unit value, expected a boolean"),
    ];
    for (at, wrong, path, message) in cases {
        let mut value = serde_json::to_value(model()).unwrap();
        *value.pointer_mut(at).unwrap() = wrong;
        let error = from_value::<Model>(&value).unwrap_err();
        assert_eq!(error.path(), path, "{error}");
        assert!(error.message().contains(message), "{at}: {error}");
    }
    let mut value = serde_json::to_value(model()).unwrap();
    value["colour"] = json!(1);
    let error = from_value::<Model>(&value).unwrap_err();
    assert_eq!((error.path(), error.code().id), ("colour".into(), "WIRE_JSON"));
    assert!(error.message().starts_with("unknown field `colour`, expected one of `name`"), "{error}");
}
