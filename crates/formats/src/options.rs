//! What a caller may ask of loading and writing, in one place for all families.

use crate::Document;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;
use wire::Limits;

/// Which levels of detail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lod {
    /// One of them, 0 = finest. A model with fewer gives its coarsest.
    One(u32),
    /// All of them, a glTF scene each.
    All,
}

impl Default for Lod {
    fn default() -> Self {
        Self::One(0)
    }
}

impl std::str::FromStr for Lod {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self::All),
            _ => text.parse().map(Self::One).map_err(|_| format!("{text:?} is neither a number nor `all`")),
        }
    }
}

/// A number, or `"all"`.
impl Serialize for Lod {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::One(n) => s.serialize_u32(*n),
            Self::All => s.serialize_str("all"),
        }
    }
}

impl<'de> Deserialize<'de> for Lod {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Said {
            Number(u32),
            Text(String),
        }
        match Said::deserialize(d) {
            Ok(Said::Number(n)) => Ok(Self::One(n)),
            Ok(Said::Text(text)) => text.parse().map_err(D::Error::custom),
            Err(_) => Err(D::Error::custom("expected a number or `all`")),
        }
    }
}

/// Which pose is the rest pose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rest {
    /// The pose the geometry is stored in.
    #[default]
    Bind,
    /// The pose the file says to start with.
    DefaultPose,
}

/// How much a repair changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Repair {
    /// What is a warning or an error.
    #[default]
    Problems,
    /// What is only worth a note, too.
    All,
}

/// Options of loading.
#[derive(Debug, Clone, Default)]
pub struct LoadOptions {
    /// Which levels of detail.
    pub lod: Lod,
    /// Collision meshes too.
    pub collision: bool,
    /// Which pose is the rest pose.
    pub rest: Rest,
    /// Code page for names that are not UTF-8 (a label `encoding_rs` knows); guessed if absent.
    pub encoding: Option<String>,
    /// Names for hashes (Anark), one per line of `--names`.
    pub names: Vec<String>,
    /// What a reader may use up.
    pub limits: Limits,
    /// How much [`crate::Document::fix`] changes.
    pub repair: Repair,
    /// Motions made for another skeleton: add what the actor's bind pose differs from the motion's.
    pub retarget: bool,
    /// Motions that were read already, shared by all models of a conversion.
    pub motion_cache: Option<crate::motions::MotionCache>,
}

/// Options of making a file from a scene.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// The file name asked for, without folder: `hero.xps`. Some formats decide a variant by it.
    pub file_name: String,
    /// The target game or variant: `xrebirth`, `tos`, `paradox`, `xps2`, `xps3` …
    pub profile: Option<String>,
    /// The original, which supplies what glTF cannot hold, and files of its name that belong to it.
    pub originals: Vec<Arc<dyn Document>>,
    /// Pictures of the original that are there, as it names them: one of these that the scene lacks was taken out.
    pub template_pictures: Vec<String>,
    /// Files that the original names, by file name: meshes and animations of a component, the COLLADA file of a scene.
    pub template_files: Vec<(String, Vec<u8>)>,
    /// Class of a component: `ship_m`.
    pub class: Option<String>,
    /// Where the game finds the meshes of a component: `assets\\units\\size_m\\hero_data`.
    pub geometry: Option<String>,
    /// Names of the pictures as they will be next to the file, by [`scene::ImageId`].
    pub texture_files: Vec<String>,
    /// Largest error of key reduction; 0 = keep all keys.
    pub key_error: f32,
    /// Which moments of a motion, for formats that hold one (poses).
    pub frames: Frames,
}

/// Which moments of a motion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Frames {
    /// Its first key.
    #[default]
    First,
    /// A frame, 24 a second, from 0.
    One(u32),
    /// Each key, a file each.
    All,
}
