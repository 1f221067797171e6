//! What a caller may ask of loading and writing, in one place for all families.

use wire::Limits;

/// Which levels of detail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lod {
    /// One of them, 0 = finest. A model with fewer gives its coarsest.
    One(u32),
    /// All of them, a glTF scene each.
    All,
}

/// Which pose is the rest pose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rest {
    /// The pose the geometry is stored in.
    #[default]
    Bind,
    /// The pose the file says to start with.
    DefaultPose,
}

/// Options of loading.
#[derive(Debug, Clone)]
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
}

impl Default for LoadOptions {
    fn default() -> Self {
        Self {
            lod: Lod::One(0),
            collision: false,
            rest: Rest::Bind,
            encoding: None,
            names: Vec::new(),
            limits: Limits::default(),
        }
    }
}

/// Options of making a file from a scene.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// The file name asked for, without folder: `hero.xps`. Some formats decide a variant by it.
    pub file_name: String,
    /// The target game or variant: `xrebirth`, `tos`, `paradox`, `xps2`, `xps3` …
    pub profile: Option<String>,
    /// The original file: supplies whatever the detour through glTF lost.
    pub template: Option<Vec<u8>>,
    /// Files of the same name beside the original that belong to it.
    pub template_beside: Vec<Vec<u8>>,
    /// Names of the pictures as they will lie beside the file, by [`scene::ImageId`].
    pub texture_files: Vec<String>,
    /// Largest error of key reduction; 0 = keep all keys.
    pub key_error: f32,
}
