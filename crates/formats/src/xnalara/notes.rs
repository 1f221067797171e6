//! What rides in extras so that a converter back knows what was exported, and so what was edited since.
//!
//! The same note stands on the mesh and on its material: whichever survives joining, copying and assigning in another
//! program says where a part came from.

use super::model::{Model, Texture};
use super::scenefile::types::{Camera, Light};
use crate::Names;
use crate::notes::{base64_bytes, base64_text};
use scene::Extras;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The family's key in extras.
pub const FAMILY: &str = "xnalara";

crate::notes::notes! { "xnalara":
    /// Of a bone, or of a node that shows a mesh.
    node {
        /// A parent that the hierarchy does not say: for people.
        PARENT "parent": i32;
        /// No vertex hangs on it: so that programs can hide it.
        UNUSED "unused": bool;
        /// The name of the mesh.
        NAME "name": String;
        /// The switch that shows and hides it.
        SWITCH "switch": String;
        /// Shown at load: for people, `visible` says it too.
        SHOWN "shown": bool;
        /// Distinguishes the meshes of a switch: for people.
        DISPLAY "display": Option<String>;
        /// Shown when the switch is off.
        ALTERNATE "alternate": bool;
    }
    /// Of what a `.scene` file shows: for people.
    stage {
        /// That it was one.
        FORMAT "format": String;
        /// What is around the models.
        SCENE "scene": StageNote;
    }
    /// Of a mesh.
    mesh {
        /// UV layers that the file says, where it has others: for people.
        UV_LAYERS "uvLayers": u32;
        /// Alpha of the vertices where the file's program ignores it.
        ALPHA "alpha": Alpha;
    }
    /// What the name of a mesh says about its material: for people, the name counts.
    material {
        /// Number of the render group.
        RENDER_GROUP "renderGroup": u32;
        /// The name has none.
        RENDER_GROUP_MISSING "renderGroupMissing": bool;
        /// Its number is protected.
        PROTECTED "protected": bool;
        /// Numbers of the name.
        PARAMS "params": Vec<f32>;
        /// The same by what they are for.
        NAMED "named": Map<String, Value>;
        /// Poses do not move it.
        POSED "posed": bool;
        /// How it is lit.
        SHADING "shading": &'static str;
    }
}

/// What a `.scene` file says next to its models.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StageNote {
    /// As in the file.
    pub camera: Camera,
    /// As in the file.
    pub lights: Vec<Light>,
}

/// Alpha of vertices: one for all, or one each, base64.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Alpha {
    /// One for all.
    All(u8),
    /// One each.
    Each(String),
}

/// Notes tangents of a layer that glTF has no place for.
pub fn put_tangents(extras: &mut Extras, layer: usize, tangents: &[[f32; 4]]) {
    if let Some(own) = family(extras) {
        let bytes: Vec<u8> = tangents.as_flattened().iter().flat_map(|v| v.to_le_bytes()).collect();
        own.insert(format!("tangents{layer}"), base64_text(&bytes).into());
    }
}

/// The tangents of a layer.
pub fn tangents(extras: &Extras, layer: usize) -> Option<Vec<[f32; 4]>> {
    let bytes = base64_bytes(extras.get(FAMILY)?.get(format!("tangents{layer}"))?.as_str()?)?;
    let floats: Vec<f32> = bytes.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
    Some(floats.as_chunks::<4>().0.to_vec())
}

/// A mesh as it was exported.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// The name's bytes where they were not UTF-8, base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw_name: Option<String>,
    /// Its place among the meshes.
    pub index: usize,
    /// Its textures: file and UV layer.
    pub textures: Vec<(String, u32)>,
    /// Which file it is of, see [`File`].
    pub of: String,
}

impl Part {
    /// Adds the note.
    pub fn note(&self, extras: &mut Extras) {
        if let (Some(own), Ok(Value::Object(part))) = (family(extras), serde_json::to_value(self)) {
            own.extend(part);
        }
    }

    /// The note of a mesh or material.
    pub fn read(extras: &Extras) -> Option<Self> {
        let part: Self = crate::from_value(extras.get(FAMILY)?).ok()?;
        extras.get(FAMILY)?.get("name").is_some().then_some(part)
    }

    /// The name's bytes.
    pub fn raw(&self) -> Option<Vec<u8>> {
        base64_bytes(self.raw_name.as_ref()?)
    }

    /// The texture list.
    pub fn textures(&self) -> Vec<Texture> {
        let texture =
            |(file, uv_layer): &(String, u32)| Texture { file: file.clone().into(), uv_layer: *uv_layer };
        self.textures.iter().map(texture).collect()
    }
}

/// A file as it was exported.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct File {
    /// Distinguishes files: a number made of the names of bones and meshes.
    pub of: String,
    /// Bones in file order: poses of the old style and classic scenes go by it.
    pub bones: Vec<String>,
}

impl File {
    /// The note of a model.
    pub fn of(model: &Model, names: Names) -> Self {
        let bones: Vec<String> = model.bones.iter().map(|b| names.text(&b.name)).collect();
        // FNV-1a.
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        let all = model.bones.iter().map(|b| &b.name).chain(model.meshes.iter().map(|m| &m.name));
        for byte in all.flat_map(|n| n.as_bytes().iter().chain(&[0])) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Self { of: format!("{hash:016x}"), bones }
    }

    /// The scene's note with this one in it.
    pub fn with(&self, mut scene: Value) -> Value {
        if let (Value::Object(own), Ok(Value::Object(file))) = (&mut scene, serde_json::to_value(self)) {
            own.extend(file);
        }
        scene
    }

    /// The note of a scene.
    pub fn read(extras: &Extras) -> Option<Self> {
        crate::from_value(extras.get(FAMILY)?).ok()
    }
}

fn family(extras: &mut Extras) -> Option<&mut Map<String, Value>> {
    extras.entry(FAMILY).or_insert_with(|| Value::Object(Map::new())).as_object_mut()
}
