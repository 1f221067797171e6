//! What parts and bones were when they were exported: by the notes in extras, else by the template.

use crate::Names;
use crate::xnalara::model::{Model, Texture};
use crate::xnalara::notes;
use scene::Extras;
use std::collections::HashMap;

/// A mesh as it was before anybody edited it.
#[derive(Debug, Clone, PartialEq)]
pub struct Origin {
    /// Its name.
    pub name: String,
    /// The name's bytes where they were not UTF-8.
    pub raw: Option<Vec<u8>>,
    /// Its textures.
    pub textures: Vec<Texture>,
    /// Its place among the meshes.
    pub rank: usize,
    /// Which file it is of; empty for one of the template.
    pub of: String,
}

impl Origin {
    /// By the note of a mesh or material.
    pub fn noted(extras: &Extras) -> Option<Self> {
        let part = notes::Part::read(extras)?;
        let (raw, textures) = (part.raw(), part.textures());
        Some(Self { name: part.name, raw, textures, rank: part.index, of: part.of })
    }
}

/// The original file, its names decoded.
#[derive(Debug)]
pub struct Template {
    /// Meshes.
    pub parts: Vec<Origin>,
    /// Shown name, bytes and head of each bone.
    pub bones: Vec<(String, Vec<u8>, [f32; 3])>,
}

impl Template {
    /// Of a model.
    pub fn new(model: &Model, names: Names) -> Self {
        let part = |(rank, m): (usize, &crate::xnalara::model::Mesh)| {
            let (name, raw) = names.decode(m.name.as_bytes());
            Origin { name, raw, textures: m.textures.clone(), rank, of: String::new() }
        };
        let bone = |b: &crate::xnalara::model::Bone| (names.text(&b.name), b.name.0.clone(), b.head);
        Self {
            parts: model.meshes.iter().enumerate().map(part).collect(),
            bones: model.bones.iter().map(bone).collect(),
        }
    }

    /// The mesh of a name, perhaps cut or numbered by another program.
    pub fn part(&self, name: &str) -> Option<&Origin> {
        let exact = self.parts.iter().find(|p| p.name == name);
        exact.or_else(|| self.parts.iter().find(|p| is_same(name, &p.name)))
    }
}

/// Bytes of a name that Blender keeps.
const KEPT: usize = 63;

/// Whether a name is another, as far as Blender lets names be: cut after 63 bytes, numbered where it is taken.
pub fn is_same(name: &str, was: &str) -> bool {
    let plain = unnumbered(name);
    name == was || plain == was || is_cut(name, was) || is_cut(plain, was)
}

/// Whether a name is another, cut.
fn is_cut(name: &str, was: &str) -> bool {
    may_be_cut(name) && name.len() < was.len() && was.starts_with(name)
}

/// Whether a name is so long that it may have been cut: at most three bytes go with a character that is cut in two, four
/// with a number.
fn may_be_cut(name: &str) -> bool {
    name.len() + 8 > KEPT
}

/// Names by their place in a list.
#[derive(Debug, Default)]
pub struct Places {
    exact: HashMap<String, usize>,
    long: Vec<(String, usize)>,
}

impl Places {
    /// Of a list; the first of several counts.
    pub fn new<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut out = Self::default();
        for (i, name) in names.enumerate() {
            out.exact.entry(name.to_owned()).or_insert(i);
            if name.len() > KEPT {
                out.long.push((name.to_owned(), i));
            }
        }
        out
    }

    /// The place of a name, perhaps cut.
    pub fn find(&self, name: &str) -> Option<usize> {
        let cut = || {
            let long = self.long.iter().filter(|_| may_be_cut(name));
            long.into_iter().find(|(was, _)| is_cut(name, was)).map(|(_, i)| *i)
        };
        self.exact.get(name).copied().or_else(cut)
    }
}

/// A name without the `.001` that Blender adds.
pub fn unnumbered(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((head, digits))
            if digits.len() == 3 && !head.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) =>
        {
            head
        }
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_blender_leaves_them() {
        let long = format!("24_{}_0.1_16_32", "x".repeat(70));
        assert!(is_same(&long[..63], &long));
        assert!(is_same(&format!("{}.001", &long[..59]), &long));
        assert!(!is_same(&long[..40], &long));
        assert!(is_same("5_belt.002", "5_belt") && is_same("5_belt", "5_belt"));
        assert!(!is_same("5_belt", "5_belt.002") && !is_same("7_belt", "5_belt"));
        assert_eq!(unnumbered("a.1234"), "a.1234");
    }
}
