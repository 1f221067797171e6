//! What is known of pictures with and without the feature `textures`.

use crate::Files;
use crate::codes::{TEXTURE_LIMIT, TEXTURE_UNREADABLE};
use wire::Code;

/// Start of a PNG file.
pub(crate) const PNG_MAGIC: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Where to look.
pub struct Search<'a> {
    /// The file system of the model.
    pub files: &'a dyn Files,
    /// The model's folder in there: `""` or `a/b`.
    pub folder: &'a str,
    /// `--textures` folders.
    pub extra: Vec<&'a dyn Files>,
    /// `--game`: a whole game as file system.
    pub game: Option<&'a dyn Files>,
    /// Most bytes of one decoded picture.
    pub limit: u64,
}

impl<'a> Search<'a> {
    /// Next to the model only, pictures of up to 1 GiB.
    pub fn next_to(files: &'a dyn Files, folder: &'a str) -> Self {
        Self { files, folder, extra: Vec::new(), game: None, limit: 1 << 30 }
    }
}

/// Why there is no picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// It asks for more than it may.
    Large(String),
    /// It does not decode.
    Broken(String),
}

impl Problem {
    /// The finding it is.
    pub fn code(&self) -> &'static Code {
        match self {
            Self::Large(_) => &TEXTURE_LIMIT,
            Self::Broken(_) => &TEXTURE_UNREADABLE,
        }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Self::Large(text) | Self::Broken(text)) = self;
        f.write_str(text)
    }
}

/// The MIME type of encoded bytes that glTF can hold, by their content.
pub fn mime(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(PNG_MAGIC) {
        Some("image/png")
    } else if bytes.starts_with(b"\xff\xd8\xff") {
        Some("image/jpeg")
    } else {
        None
    }
}
