//! A small picture of every model of `samples/`: `crates/view/tests/thumbs.rs` compares them pixel by pixel.

use anyhow::{Context, Result};
use formats::Kind;
use scene::Folder;
use std::path::Path;
use std::sync::Arc;
use view::raster::Look;
use view::thumb::{Shot, still};
use xenomesh::{Recipe, Source};

/// Pixels a side.
const SIZE: u32 = 128;

/// Writes `thumbs/`; must come last.
pub fn write(out: &Path) -> Result<()> {
    let files: Arc<Folder> = Arc::new(Folder::new(out));
    let mut models = Vec::new();
    for (name, path) in crate::tree::files(out)? {
        let bytes = std::fs::read(&path)?;
        if formats::identify(&bytes, &name).is_ok_and(|f| f.kind == Kind::Model) {
            models.push(name);
        }
    }
    let relative: Vec<&str> = models.iter().map(String::as_str).collect();
    let loader = Recipe { textures: Some(Vec::new()), ..Recipe::default() };
    let shot = Shot { look: Look { size: [SIZE; 2], ..Look::default() }, ..Shot::default() };
    for (path, thumb) in models.iter().zip(xenomesh::names::outputs(&relative, "png")) {
        let source = Source { files: files.clone(), path: path.clone(), label: path.clone() };
        // Some belong to a whole game and cannot be opened alone.
        let Ok(scene) = loader.scene(&[source], &mut wire::Sink::new()) else { continue };
        // A state machine or a scene without geometry has nothing to see.
        let Some(picture) = still(&scene, &shot) else { continue };
        let to = out.join("thumbs").join(thumb);
        std::fs::create_dir_all(to.parent().context("a folder")?)?;
        std::fs::write(to, picture.png()?)?;
    }
    Ok(())
}
