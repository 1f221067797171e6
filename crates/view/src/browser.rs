//! What a model needs for the page, and what comes back from there.

use crate::raster::{CLAY_ROUGHNESS, clay};
use formats::WriteOptions;
use scene::{Files, Memory, Overlay, Scene, Slot, textures};
use std::sync::Arc;
use wire::{Error, Result, Sink};
use xenomesh::Source;

/// Materials whose picture of colours is missing are clay, as in `thumb`.
pub fn dress(scene: &mut Scene) {
    let Scene { materials, images, .. } = scene;
    for m in materials {
        let image = m.texture(&Slot::BaseColor).and_then(|t| images.get(t.image.0 as usize));
        if image.is_some_and(|i| i.data.is_none()) {
            m.base_color = clay(m.base_color);
            (m.metallic, m.roughness, m.unlit) = (0.0, CLAY_ROUGHNESS, false);
        }
    }
}

/// A scene as a file of a game, without the pictures.
pub fn game(scene: &Scene, format: &str, file_name: &str, sink: &mut Sink) -> Result<Vec<u8>> {
    let request = |text: String| Error::new(&wire::codes::REQUEST, text);
    let made =
        formats::by_id(format).ok_or_else(|| request(format!("{format} cannot be made from a scene")))?;
    let options = WriteOptions {
        file_name: format!("{}.{format}", formats::stem(file_name)),
        texture_files: textures::file_names(scene),
        ..WriteOptions::default()
    };
    let first = made.make(scene, &options, sink)?.into_iter().next();
    first
        .map(|o| o.bytes)
        .ok_or_else(|| request(format!("there is nothing in it that a {format} file could hold")))
}

/// A source with other bytes; everything around it stays.
pub fn replaced(source: &Source, bytes: Vec<u8>) -> Source {
    let mut memory = Memory::default();
    memory.insert(source.path.clone(), bytes);
    let layers: Vec<Box<dyn Files>> = vec![Box::new(memory), Box::new(source.files.clone())];
    Source { files: Arc::new(Overlay::new(layers)), ..source.clone() }
}
