//! What to convert to.

use crate::{Error, Result};
use formats::{FORMATS, Format};
use scene::textures::PICTURES;
use std::path::Path;

/// What to convert to.
#[derive(Clone, Copy, Default)]
pub enum Target {
    /// Binary glTF.
    #[default]
    Glb,
    /// glTF with its buffer and pictures next to it.
    Gltf,
    /// Wavefront OBJ with MTL.
    Obj,
    /// COLLADA, as user interfaces of X Rebirth have their meshes.
    Dae,
    /// A drawing: `svg`, `dot`, `mmd`.
    Drawing(&'static str),
    /// A picture file, by its ending: `png`, `dds`, `gz` (a gzipped DDS), `tga`, `bmp`, `jpg`.
    Picture(&'static str),
    /// A game format.
    Game(&'static Format),
}

const DRAWINGS: [&str; 3] = ["svg", "dot", "mmd"];

impl Target {
    /// By `--to`, else by the output's extension, else GLB.
    pub fn choose(to: Option<&str>, out: Option<&Path>) -> Result<Self> {
        if let Some(name) = to {
            return Self::by_name(name);
        }
        let Some(out) = out else { return Ok(Self::Glb) };
        if out.is_dir() {
            return Ok(Self::Glb);
        }
        let name = out.file_name().map(|n| n.to_string_lossy().to_lowercase()).unwrap_or_default();
        if !is_file_name(&name) {
            return Ok(Self::Glb);
        }
        let game = writable()
            .flat_map(|f| f.extensions.iter().map(move |e| (e, f)))
            .filter(|(e, _)| name.strip_suffix(**e).is_some_and(|s| s.ends_with('.')))
            .max_by_key(|(e, _)| e.len());
        match game {
            Some((_, f)) if f.id != "gltf" => Ok(Self::Game(f)),
            _ => {
                let ending = name.rsplit('.').next().unwrap_or_default();
                Self::named(ending).ok_or_else(|| {
                    Error::Request(format!(
                        "{} cannot be written: .{ending} is not a format of this program; .glb is what most programs \
                         open (`xenomesh formats` lists the others)",
                        out.display()
                    ))
                })
            }
        }
    }

    /// Whether a file name is that of a picture in a kind that programs do not open: alone it becomes a PNG.
    pub(crate) fn is_game_picture(name: &str) -> bool {
        let lower = name.to_ascii_lowercase();
        [".dds", ".gz", ".tga"].iter().any(|e| lower.ends_with(e))
    }

    /// By the name of a target or the id of a format.
    pub fn by_name(name: &str) -> Result<Self> {
        Self::named(name).ok_or_else(|| {
            let known: Vec<&str> = writable().map(|f| f.id).filter(|id| *id != "gltf").collect();
            let message = format!(
                "cannot convert to {name:?}; targets are glb, gltf, obj, dae, svg, dot, mmd, png, dds, gz, tga, bmp, jpg, {}",
                known.join(", ")
            );
            Error::Option { option: "to", message }
        })
    }

    fn named(name: &str) -> Option<Self> {
        let name = name.trim_start_matches('.').to_ascii_lowercase();
        match name.as_str() {
            "glb" => return Some(Self::Glb),
            "gltf" => return Some(Self::Gltf),
            "obj" => return Some(Self::Obj),
            "dae" => return Some(Self::Dae),
            _ => {}
        }
        let drawing = DRAWINGS.iter().find(|d| **d == name).map(|kind| Self::Drawing(kind));
        let picture = || PICTURES.iter().find(|p| **p == name).map(|kind| Self::Picture(kind));
        let by_id = || writable().find(|f| f.id == name);
        let by_extension = || writable().find(|f| f.extensions.contains(&name.as_str()));
        drawing.or_else(picture).or_else(|| by_id().or_else(by_extension).map(Self::Game))
    }

    /// Extension of its main file.
    pub fn extension(&self) -> &'static str {
        match self {
            Self::Glb => "glb",
            Self::Gltf => "gltf",
            Self::Obj => "obj",
            Self::Dae => "dae",
            Self::Drawing(kind) | Self::Picture(kind) => kind,
            Self::Game(f) => f.extension,
        }
    }
}

/// The formats that can be made of a scene.
fn writable() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().copied().filter(|f| f.from_scene.is_some())
}

/// A name with an extension is a file, one without a folder.
pub(crate) fn is_file_name(name: &str) -> bool {
    name.rfind('.').is_some_and(|i| i > 0 && i + 1 < name.len())
}
