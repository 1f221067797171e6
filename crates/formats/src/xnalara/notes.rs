//! What rides in extras so that a converter back knows what was exported, and so what was edited since.
//!
//! The same note stands on the mesh and on its material: whichever survives joining, copying and assigning in another
//! program says where a part came from.

use super::model::{Model, Texture};
use crate::Names;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use scene::Extras;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The family's key in extras.
pub const FAMILY: &str = "xnalara";

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
        let part: Self = serde_json::from_value(extras.get(FAMILY)?.clone()).ok()?;
        extras.get(FAMILY)?.get("name").is_some().then_some(part)
    }

    /// The name's bytes.
    pub fn raw(&self) -> Option<Vec<u8>> {
        STANDARD.decode(self.raw_name.as_ref()?).ok()
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
    /// Tells files apart: a number made of the names of bones and meshes.
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
    pub fn beside(&self, mut scene: Value) -> Value {
        if let (Value::Object(own), Ok(Value::Object(file))) = (&mut scene, serde_json::to_value(self)) {
            own.extend(file);
        }
        scene
    }

    /// The note of a scene.
    pub fn read(extras: &Extras) -> Option<Self> {
        serde_json::from_value(extras.get(FAMILY)?.clone()).ok()
    }
}

/// Notes the name of the mesh a node shows.
pub fn name(extras: &mut Extras, name: &str) {
    if let Some(own) = family(extras) {
        own.insert("name".into(), json!(name));
    }
}

fn family(extras: &mut Extras) -> Option<&mut Map<String, Value>> {
    extras.entry(FAMILY).or_insert_with(|| Value::Object(Map::new())).as_object_mut()
}
