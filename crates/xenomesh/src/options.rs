//! Every option of `convert`, as data: what a command line, a keyword argument or a JSON file says.

use formats::{Lod, Rest};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Every option of `xenomesh convert`, with its defaults. [`crate::Recipe`] is what it means.
///
/// ```
/// let options: xenomesh::ConvertOptions =
///     serde_json::from_str(r#"{"to": "xps", "lod": "all", "max_influences": 4, "hidden": "omit"}"#)?;
/// assert_eq!(options.max_influences, Some(4));
/// assert!(serde_json::from_str::<xenomesh::ConvertOptions>(r#"{"maxinfluences": 4}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ConvertOptions {
    /// Target: `glb`, `gltf`, `obj`, `svg`, `dot`, `mmd` or the id of a format. By the output's extension, else `glb`.
    pub to: Option<String>,
    /// Motions to bind.
    pub motion: Vec<String>,
    /// Bind the motions of the model's folder that fit it.
    pub motions: Option<Motions>,
    /// Motions made for another skeleton: add what the model's bind pose differs from theirs.
    pub retarget: bool,
    /// Of a `.gfx` with several actor types, this one.
    #[serde(rename = "type")]
    pub actor_type: Option<String>,
    /// Models to hang on nodes: `helmet.xac@Head`.
    pub attach: Vec<String>,
    /// Which pose is the rest pose.
    pub rest: Rest,
    /// Look for textures here too.
    pub textures: Vec<PathBuf>,
    /// Leave textures out.
    pub no_textures: bool,
    /// A country's two colours over the masks of Paradox models, `RRGGBB,RRGGBB`, for looking at.
    pub colours: Option<String>,
    /// A game folder: its files and catalogs are searched too.
    pub game: Option<PathBuf>,
    /// Which level of detail: a number, 0 = finest, or `all`.
    pub lod: Lod,
    /// Collision meshes too.
    pub collision: bool,
    /// Hidden parts.
    pub hidden: Hidden,
    /// Keep the strongest influences of each vertex.
    pub max_influences: Option<u32>,
    /// Multiply all lengths.
    pub scale: Option<f32>,
    /// Turn joints along their bones.
    pub orient_bones: bool,
    /// Multiply lightmaps into the base colour, for programs that do not show them.
    pub bake_lightmaps: bool,
    /// Rename joints: a file of `old;new` lines.
    pub bone_map: Option<PathBuf>,
    /// Target game or variant: `x4`, `xrebirth`, `tos`, `paradox`, `xps2`, `xps3`.
    pub profile: Option<String>,
    /// The original file: supplies what glTF cannot hold.
    pub template: Option<PathBuf>,
    /// Class of a component: `ship_m`. That of the template or the scene, else `ship_s`.
    pub component_class: Option<String>,
    /// Where the game finds the meshes of a component. That of the template or the scene, else by class and name.
    pub geometry: Option<String>,
    /// Drop keys that interpolation replaces within this error; 0 keeps all.
    pub key_error: f32,
    /// A frame of the motion, 24 a second, from 0: for poses and the default pose of an `.xps`.
    pub frame: Option<u32>,
    /// Every key of the motion, a `.pose` each.
    pub frames: Option<EveryFrame>,
    /// How bones are called.
    pub bone_names: Option<BoneNames>,
    /// Where pictures of a game format go instead of next to it.
    pub textures_to: Option<PathBuf>,
    /// Where the decoded buffers of XMF meshes go, with their layout as JSON.
    pub raw: Option<PathBuf>,
    /// Code page of names that are not UTF-8; guessed if absent.
    pub encoding: Option<String>,
    /// Text files with one name a line, to turn hashes (Anark) into names.
    pub names: Vec<PathBuf>,
    /// Most memory a file may ask for beyond its own size, in bytes; 1 GiB if absent.
    pub limit: Option<u64>,
    /// Follow links out of the folders that are named.
    pub follow: bool,
    /// Replace existing outputs.
    pub force: bool,
    /// Skip inputs whose output exists.
    pub skip_existing: bool,
    /// How many files at once; all cores if absent.
    pub jobs: Option<usize>,
}

/// Which motions are bound without being named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Motions {
    /// Those that the game's own `.gfx` files name; without such files, those of the model's folder that fit it.
    Auto,
}

/// Which frames besides one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EveryFrame {
    /// All that have a key.
    All,
}

/// How bones are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoneNames {
    /// Sides as Blender mirrors them: `arm *side* elbow.L`.
    Blender,
}

/// What becomes of hidden parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hidden {
    /// They stay as hidden nodes.
    #[default]
    Keep,
    /// They are left out.
    Omit,
}
