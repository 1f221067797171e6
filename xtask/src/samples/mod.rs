//! What `samples/` holds: one procedural character and one ship, in every format.
//!
//! A family adds its module and one line to [`FAMILIES`]; its function writes below the folder it is given
//! (`out.join("xnalara")` …) and gets the character from [`character::character`].

#[allow(dead_code, reason = "until the first family uses it")]
pub mod character;
mod emfx;
mod ipf;
mod paradox;
#[allow(dead_code, reason = "families take what they need")]
pub mod shapes;
pub mod ship;
#[allow(dead_code, reason = "families take what they need")]
pub mod textures;
mod thumbs;
mod ui;
mod units;
mod xnalara;

use crate::tree::Write;
use anyhow::Result;
use scene::Scene;
use std::path::Path;

/// One line per family.
#[rustfmt::skip]
static FAMILIES: &[(&str, Write)] = &[
    ("readme", readme),
    ("xnalara", xnalara::write),
    ("emfx", emfx::write),
    // After the family whose files it packs.
    ("ipf", ipf::write),
    ("paradox", paradox::write),
    ("anark", ui::write),
    ("egosoft", ship::write),
    // Last: pictures of what the others made.
    ("thumbs", thumbs::write),
];

/// A model to be written in some format.
#[allow(dead_code, reason = "families take what they need")]
pub struct Sample {
    /// The model. Its images have `file` (the name in `textures`), `ops` and, as PNG the glTF way, `data`.
    pub scene: Scene,
    /// Texture files as a game has them (normal maps Direct3D style), by file name.
    pub textures: Vec<(String, Vec<u8>)>,
}

impl Sample {
    /// Writes the texture files into a folder.
    #[allow(dead_code, reason = "families take what they need")]
    pub fn write_textures(&self, dir: &Path) -> Result<()> {
        std::fs::create_dir_all(dir)?;
        for (name, bytes) in &self.textures {
            std::fs::write(dir.join(name), bytes)?;
        }
        Ok(())
    }
}

fn readme(out: &Path) -> Result<()> {
    std::fs::write(
        out.join("README.md"),
        "Files to try, made by `cargo xtask samples` and by nothing else; CC0, do with them what you like.\n",
    )?;
    Ok(())
}

/// `cargo xtask samples`
pub fn run(args: &[String]) -> Result<bool> {
    crate::tree::generate(FAMILIES, &crate::root().join("samples"), args)
}
