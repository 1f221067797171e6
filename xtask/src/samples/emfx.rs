//! The character as EMotionFX files: one set per game, one of them big-endian, each with its walk and its talk.

use super::character::character;
use anyhow::{Context, Result};
use formats::WriteOptions;
use scene::Scene;
use serde_json::json;
use std::path::Path;
use wire::Sink;

/// Folder, profile, byte order.
const SETS: [(&str, &str, &str); 4] = [
    ("xrebirth", "xrebirth", "little"),
    ("tos", "tos", "little"),
    ("paradox", "paradox", "little"),
    ("risen-big-endian", "paradox", "big"),
];

/// Writes all sets below `emfx/`.
pub fn write(out: &Path) -> Result<()> {
    let sample = character()?;
    for (folder, profile, endian) in SETS {
        let dir = out.join("emfx").join(folder);
        std::fs::create_dir_all(&dir)?;
        sample.write_textures(&dir)?;
        let mut scene = sample.scene.clone();
        set_endian(&mut scene, endian);
        let options = WriteOptions {
            file_name: "character.xac".into(),
            profile: Some(profile.into()),
            texture_files: scene.images.iter().map(|i| i.file.clone()).collect(),
            ..WriteOptions::default()
        };
        let make = formats::by_id("xac").and_then(|f| f.from_scene).context("xac cannot be written")?;
        for made in make(&scene, &options, &mut Sink::new())? {
            std::fs::write(dir.join(format!("character{}", made.suffix)), made.bytes)?;
        }
    }
    Ok(())
}

/// The header a file of this byte order would have left in extras.
fn set_endian(scene: &mut Scene, endian: &str) {
    let header = |magic: &str| json!({"header": {"magic": magic, "version": [1, 0], "endian": endian, "multiply_order": 0}});
    scene.extras.insert("emfx".into(), header("XAC "));
    for a in &mut scene.animations {
        a.extras.insert("emfx".into(), header("XSM "));
    }
}
