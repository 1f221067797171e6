//! Files of this project, damaged, and what the program makes of them.

use crate::seeds::{files_below, root};
use crate::{Random, hostile_scene, mutate};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use xenomesh::{Converted, Converter, LoadOptions, Model, Source};

/// Larger files take too long.
const LARGEST: u64 = 64 << 10;

static FILES: LazyLock<Vec<PathBuf>> = LazyLock::new(|| {
    let all = ["samples", "tests/data"].iter().flat_map(|f| files_below(&root().join(f)));
    all.filter(|p| p.metadata().is_ok_and(|m| m.len() <= LARGEST) && is_model(p)).collect()
});

fn is_model(path: &Path) -> bool {
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    std::fs::read(path).is_ok_and(|bytes| formats::identify(&bytes, &name).is_ok())
}

/// Formats that can be made from a scene.
pub static GAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    formats::FORMATS.iter().filter(|f| f.from_scene.is_some() && f.id != "gltf").map(|f| f.id).collect()
});

/// A damaged file where it was, with everything around it.
pub struct Damaged {
    /// Which file, and which damage.
    pub label: String,
    /// It, if it still can be read.
    pub model: Option<Model>,
}

/// Damage number `i`; every fourth file is whole.
pub fn damaged(i: u64) -> Damaged {
    let mut random = Random::new("damaged", i);
    let path = FILES.get(random.below(FILES.len())).cloned().unwrap_or_default();
    let mut bytes = std::fs::read(&path).unwrap_or_default();
    if !i.is_multiple_of(4) {
        bytes = mutate(&bytes, &mut random);
    }
    let label = format!("damage {i} of {}", path.strip_prefix(root()).unwrap_or(&path).display());
    let mut source = Source::on_disk(&path);
    source = Source { files: over(&source, bytes), ..source };
    let model = Model::open(&source, &LoadOptions::default()).ok();
    Damaged { label, model }
}

fn over(source: &Source, bytes: Vec<u8>) -> std::sync::Arc<dyn scene::Files> {
    let mut memory = scene::Memory::default();
    memory.insert(source.path.clone(), bytes);
    std::sync::Arc::new(scene::Overlay::new(vec![Box::new(memory), Box::new(source.files.clone())]))
}

impl Damaged {
    /// What `convert --to` makes of it; `None` if nothing is written.
    pub fn convert(&self, to: &str) -> Option<Converted> {
        let done = Converter::new().to(to).convert_model(self.model.as_ref()?).ok()?;
        done.error.is_none().then_some(done)
    }
}

/// GLBs of damaged files and of hostile scenes into a folder, for the Khronos validator; how many.
pub fn glbs(folder: &Path, count: u64) -> std::io::Result<usize> {
    std::fs::create_dir_all(folder)?;
    let mut made = 0;
    for i in 0..count {
        let glb = if i.is_multiple_of(3) {
            let mut random = Random::new("glb", i);
            let bytes: Vec<u8> = (0..random.below(60)).map(|_| random.next() as u8).collect();
            let options = scene::gltf::WriteOptions::default();
            let mut scene = hostile_scene(&bytes);
            // As every verb does with pictures out of a file.
            scene::textures::verify(&mut scene.images, crate::INFLATED, |_, _| {});
            scene::gltf::write_glb(&scene, &options, &mut wire::Sink::new()).ok()
        } else {
            damaged(i).convert("glb").and_then(|c| Some(c.files.into_iter().next()?.bytes))
        };
        if let Some(glb) = glb {
            std::fs::write(folder.join(format!("{i}.glb")), glb)?;
            made += 1;
        }
    }
    Ok(made)
}
