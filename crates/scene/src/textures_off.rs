//! In the place of `textures` where that feature is off: materials keep the names of their pictures, and none is looked
//! for, decoded or written.

use crate::{Files, Scene, file_name};
use wire::Sink;

/// Where to look.
pub struct Search<'a> {
    /// The file system of the model.
    pub files: &'a dyn Files,
    /// The model's folder in there: `""` or `a/b`.
    pub folder: &'a str,
    /// Other folders.
    pub extra: Vec<&'a dyn Files>,
    /// The game's files.
    pub game: Option<&'a dyn Files>,
    /// Most bytes a picture may take.
    pub limit: u64,
}

impl<'a> Search<'a> {
    /// Around a model only.
    pub fn beside(files: &'a dyn Files, folder: &'a str) -> Self {
        Self { files, folder, extra: Vec::new(), game: None, limit: 1 << 30 }
    }
}

/// The MIME type of encoded bytes that glTF can hold, by their content.
pub fn mime(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some("image/png")
    } else if bytes.starts_with(b"\xff\xd8\xff") {
        Some("image/jpeg")
    } else {
        None
    }
}

/// No picture can be decoded.
pub fn decode_rgba(_: &[u8], _: &str, _: u64) -> Result<(u32, u32, Vec<u8>), String> {
    Err("this program was built without the feature `textures`".into())
}

/// Looks for nothing.
pub fn locate(_: &mut Scene, _: &Search<'_>, _: &mut Sink) {}

/// Loads nothing.
pub fn load(_: &mut Scene, _: &Search<'_>, _: &mut Sink) {}

/// The base name of every image.
pub fn file_names(scene: &Scene) -> Vec<String> {
    scene.images.iter().map(|i| file_name(&i.file).to_owned()).collect()
}

/// Pictures as the original model has them: none are looked for.
pub struct Originals<'a>(std::marker::PhantomData<&'a ()>);

impl<'a> Originals<'a> {
    /// Nowhere to look.
    pub fn none() -> Self {
        Self(std::marker::PhantomData)
    }

    /// Looks nowhere.
    pub fn new(_: &[Search<'a>]) -> Self {
        Self::none()
    }
}

/// Recognises nothing.
pub fn recognise(_: &mut Scene, _: &mut Originals<'_>) {}

/// Writes nothing.
pub fn export(_: &Scene, _: &mut Originals<'_>, _: &mut Sink) -> Vec<(String, Vec<u8>)> {
    Vec::new()
}
