//! What rides in `extras` under the name of the family.

use ::scene::{Extras, Node};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The key in extras.
pub const FAMILY: &str = "xmf";

/// What a node of a component is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The root.
    Component,
    /// A connection.
    Connection,
    /// A part.
    Part,
    /// The collision mesh of a part.
    Collision,
    /// A light.
    Light,
    /// The root of another component that is shown at a connection.
    Attached,
}

/// What extras say a node is.
pub fn kind(node: &Node) -> Option<Kind> {
    node::KIND.get(&node.extras)
}

crate::notes::notes! { "xmf":
    /// Of a scene.
    scene {
        /// Animations of parts that are not in it.
        UNBOUND "aniUnbound": Vec<AniNote>;
    }
    /// Of a node of a component.
    node {
        /// What it is.
        KIND "kind": Kind;
    }
    /// Of a component.
    component {
        /// Its class: for people, the XML says it.
        CLASS "class": String;
        /// Where its meshes are: for people, the XML says it.
        GEOMETRY "geometry": Option<String>;
        /// The XML.
        XML "xml": String;
        /// Where the keys of the `.ani` start, which empty files say in two ways.
        ANI "ani": i32;
        /// The `.ani`, base64.
        ANI_FILE "aniFile": String;
        /// It shows wrecks: for people.
        WRECK "wreck": bool;
    }
    /// Of a part.
    part {
        /// The part of another component that it shows.
        REF "ref": String;
        /// Its wreck: for people, the XML says it.
        WRECK "wreck": String;
        /// The engine's own physics are next to it.
        JCS "jcs": bool;
        /// Where it turns: for people, the XML says it.
        PIVOT "pivot": [f32; 3];
    }
    /// Of a light: for people, the XML says it.
    light {
        /// Its element.
        LIGHT "light": String;
        /// Attributes as they are in the XML.
        ATTRIBUTES "attributes": Map<String, Value>;
    }
    /// Of what is attached to a connection: for people.
    attached {
        /// The macro.
        MACRO "macro": String;
    }
    /// Of a mesh: what its file says and glTF cannot.
    mesh {
        /// 1 in X Rebirth.
        CULLING "culling": u8;
        /// As in the header: for people.
        RIGHT_HANDED "rightHanded": u8;
        /// As in the header.
        OPTIMIZATION "optimization": u32;
        /// Its vertex streams.
        STREAMS "streams": Vec<StreamNote>;
        /// Names of its materials.
        MATERIALS "materials": Vec<String>;
        /// How many vertices there were.
        VERTICES "vertices": usize;
        /// Its indices.
        INDEX "index": IndexNote;
        /// Descriptions without elements: for people.
        SHORT "shortDescriptions": bool;
        /// Everything before the data, base64.
        TABLES "tables": String;
        /// Of each buffer the checksum of its data and, where it is compressed, the byte that says how hard.
        SUMS "sums": Vec<Vec<u32>>;
        /// It was big-endian: for people.
        BIG_ENDIAN "bigEndian": bool;
        /// The header has a bounding box.
        BOUNDS "bounds": bool;
        /// What columns cannot say: see [`column()`].
        COLUMNS "columns": Map<String, Value>;
        /// Compressed data as they were, base64.
        BLOCKS "blocks": Vec<Option<String>>;
        /// The material that the XML lists for a mesh that names none.
        LISTED "listed": String;
    }
    /// Of a material.
    material {
        /// Its name where that is not UTF-8, base64.
        RAW_NAME "rawName": String;
        /// Type, name and value of each property of the library.
        PROPERTIES "properties": Vec<[String; 3]>;
        /// Attributes of the library: for people.
        ATTRIBUTES "attributes": Map<String, Value>;
        /// What its pictures are, by slot: see [`picture()`].
        PICTURES "pictures": Map<String, Value>;
    }
    /// Of an animation.
    animation {
        /// What it was in the file, by part.
        ANI "ani": Vec<AniNote>;
        /// Connection, start and end in the XML: for people.
        FRAMES "frames": Vec<(String, f32, f32)>;
    }
}

/// A vertex stream.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StreamNote {
    /// Kind of the buffer.
    pub kind: u32,
    /// Which of that kind.
    pub usage_index: u32,
    /// Type of its one element, or that they are listed.
    pub format: u32,
    /// Whether it is compressed.
    pub compressed: u32,
    /// Whether the description lists the elements.
    pub listed: bool,
    /// Type, usage and index.
    pub elements: Vec<(u32, u8, u8)>,
}

/// The index buffer.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub struct IndexNote {
    /// 16 or 32 bits.
    pub format: u32,
    /// Whether it is compressed.
    pub compressed: u32,
}

/// Bytes of a vertex element, base64.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ColumnNote<'a> {
    /// Type of the element.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub ty: Option<u32>,
    /// Which vertices, where not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<std::borrow::Cow<'a, str>>,
    /// The same for all vertices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all: Option<std::borrow::Cow<'a, str>>,
    /// One after another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw: Option<std::borrow::Cow<'a, str>>,
}

impl ColumnNote<'_> {
    /// Adds it to the columns of a mesh.
    pub fn put(self, columns: &mut Map<String, Value>, name: String) {
        if let Ok(value) = serde_json::to_value(self) {
            columns.insert(name, value);
        }
    }
}

/// A column of a mesh.
pub fn column<'a>(extras: &'a Extras, name: &str) -> Option<ColumnNote<'a>> {
    crate::from_value(mesh::COLUMNS.value(extras)?.get(name)?).ok()
}

/// A picture of a material, as it was.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PictureNote {
    /// How long it was.
    pub bytes: usize,
    /// Its checksum.
    pub sum: u32,
    /// The header of the DDS it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dds: Option<Value>,
    /// It was gzipped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gz: bool,
    /// The files it was put together of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channels: Option<Value>,
}

/// The picture of a slot of a material.
pub fn picture(extras: &Extras, slot: &str) -> Option<PictureNote> {
    crate::from_value(material::PICTURES.value(extras)?.get(slot)?).ok()
}

/// The animation of one part as it is in the file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AniNote {
    /// Its place in the file.
    pub index: usize,
    /// The part.
    pub part: String,
    /// Description and keys, base64.
    pub raw: String,
    /// Changes when the channels do.
    pub mark: String,
}
