//! What rides in `extras` under the name of the family.

use super::bsg::{Bsg, GraphNode};
use crate::notes::{base64_bytes, base64_text};
use ::scene::Extras;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use wire::{Endian, Reader, Writer};

/// The key in extras.
pub const FAMILY: &str = "anark";

crate::notes::notes! { "anark":
    /// Of a scene.
    scene {
        /// Slides that move nothing that glTF could move: for people.
        SLIDES "slides": Vec<ClipNote>;
        /// The BGF, base64.
        BGF "bgf": String;
        /// Width and height: for people, the BGF says them.
        SIZE "size": [u16; 2];
        /// The BSG without its nodes.
        BSG "bsg": Bsg;
        /// Cameras and lights, which some programs leave out.
        EYES "eyes": Vec<EyeNote>;
    }
    /// Of a node.
    node {
        /// Its node of the BSG.
        GRAPH "bsg": GraphNote;
        /// Its element of the BGF.
        ELEMENT "element": ElementNote;
    }
    /// Of a mesh.
    mesh {
        /// It is of the COLLADA file; changes when its vertices do.
        DAE "dae": String;
        /// It shows the bounds of a node.
        BOX "box": bool;
        /// It is the letters of a text.
        TEXT "text": bool;
    }
    /// Of a material.
    material {
        /// Its element of the BGF.
        ELEMENT "element": usize;
        /// Red, green and blue as converted.
        COLOR "color": [f32; 3];
        /// Its id in the COLLADA file.
        ID "id": String;
    }
    /// Of a channel.
    channel {
        /// What it moves.
        VECTOR "vector": String;
        /// The animations of its axes.
        ANIMATIONS "animations": Vec<Option<usize>>;
        /// Its node is turned upside down.
        INVERT_Y "invertY": bool;
    }
}

/// A record of a BSG, base64.
fn packed(node: &GraphNode) -> String {
    let mut out = Writer::new(Endian::Little);
    out.put(node);
    base64_text(&out.finish())
}

fn unpacked(record: &str) -> Option<GraphNode> {
    Reader::new(&base64_bytes(record)?).get().ok()
}

/// A node of the BSG: its record, and what it says for people.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GraphNote {
    /// Its place in the file.
    pub index: usize,
    /// Scene item id.
    pub id: u32,
    #[serde(rename = "type")]
    ty: Value,
    layer: Value,
    opacity: Value,
    transparent: Value,
    invert_y: Value,
    record: String,
}

impl GraphNote {
    /// The note of a record.
    pub fn new(index: usize, g: &GraphNode) -> Self {
        Self {
            index,
            id: g.scene_item_id,
            ty: g.node_type.shown().into(),
            layer: g.layer.into(),
            opacity: g.opacity.into(),
            transparent: (g.transparent != 0).into(),
            invert_y: (g.invert_y != 0).into(),
            record: packed(g),
        }
    }

    /// All of the record.
    pub fn graph(&self) -> Option<GraphNode> {
        unpacked(&self.record)
    }
}

/// A camera or light of the BSG.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct EyeNote {
    /// Its place in the file.
    pub index: usize,
    /// Scene item id of its parent.
    pub parent: u32,
    /// Its name.
    pub name: String,
    record: String,
}

impl EyeNote {
    /// The note of a record.
    pub fn new(index: usize, parent: u32, name: String, g: &GraphNode) -> Self {
        Self { index, parent, name, record: packed(g) }
    }

    /// All of the record.
    pub fn graph(&self) -> Option<GraphNode> {
        unpacked(&self.record)
    }
}

/// An element of the BGF: for people but for its place, its id and its text.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ElementNote {
    /// Its place in the file.
    pub index: usize,
    /// Its name.
    pub name: Value,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: Value,
    /// Whether it is active.
    pub active: Value,
    /// By name.
    pub attributes: Map<String, Value>,
    /// Scene item id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<u32>,
    /// What it says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<TextNote>,
}

/// What a text says, and how: for people but for the string.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TextNote {
    /// What it says.
    pub string: String,
    /// Font.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub font: Option<String>,
    /// Size of letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<f32>,
    /// Distance of lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leading: Option<f32>,
    /// Distance of letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tracking: Option<f32>,
    /// Red, green, blue and alpha.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<[Value; 4]>,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub horizontal: Option<String>,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertical: Option<String>,
    /// Whether lines are broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub word_wrap: Option<bool>,
}

/// What an animation is of, for people: all that its extras say.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ClipNote {
    /// The slides it plays.
    pub slides: Vec<SlideNote>,
    /// Animations that glTF cannot show.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tracks: Vec<TrackNote>,
    /// Values that slides set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Value>,
    /// How long it is; channels may end before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f32>,
}

impl ClipNote {
    /// As extras.
    pub fn extras(&self) -> Extras {
        serde_json::to_value(self).map(|own| (FAMILY.to_owned(), own)).into_iter().collect()
    }
}

/// A slide.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SlideNote {
    /// Its place in the file.
    pub index: usize,
    /// The element it is of.
    pub element: String,
    /// Its name.
    pub slide: String,
    /// Start.
    pub begin_ms: u32,
    /// End.
    pub end_ms: u32,
    /// Length.
    pub period_ms: u32,
    /// How fast.
    pub period_factor: Value,
    /// It does not play.
    pub paused: bool,
    /// It starts again.
    pub wrap: bool,
    /// As stored.
    pub flags: u8,
    /// Elements that it shows.
    pub activates: Vec<u32>,
    /// Elements that it hides.
    pub deactivates: Vec<u32>,
}

/// An animation that glTF cannot show.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TrackNote {
    /// Its place in the file.
    pub animation: usize,
    /// The element it moves.
    pub element: String,
    /// The attribute it moves.
    pub attribute: String,
    /// Time, value and two inner values of each key.
    pub keys: Vec<(u32, f32, f32, f32)>,
    /// Only where it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
}
