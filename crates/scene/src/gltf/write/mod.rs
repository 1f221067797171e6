//! [`Scene`] → glTF. Columns are borrowed and copied once, into the output; only what must change is made anew.

mod animation;
mod buffer;
mod camera;
mod extras;
mod influences;
mod light;
mod material;
mod mesh;
mod morph;
mod node;
mod sanitise;

use super::{glb, json};
use crate::{Image, Scene};
use buffer::Buffers;
pub use extras::{FOREIGN, KEY, MODEL};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use wire::{Error, Result, Sink};

/// Options of writing.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// Stem of the `.bin` next to a `.gltf`; `"model"` if empty.
    pub stem: String,
}

/// A `.gltf` and the files next to it.
#[derive(Debug, Clone, Default)]
pub struct Separate {
    /// The `.gltf`.
    pub json: Vec<u8>,
    /// Name and bytes of the `.bin` and the pictures. Names are safe, unique and without folder.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Everything that grows while a document is written.
struct Out<'a, 's> {
    scene: &'a Scene,
    sink: &'s mut Sink,
    root: json::Root,
    buffers: Buffers<'a>,
    used: Used,
}

/// Extensions in use.
#[derive(Default)]
struct Used {
    lights: bool,
    visibility: bool,
    unlit: bool,
    specular: bool,
    ior: bool,
    texture_transform: bool,
}

impl Used {
    fn names(&self) -> Vec<String> {
        [
            (self.ior, "KHR_materials_ior"),
            (self.specular, "KHR_materials_specular"),
            (self.unlit, "KHR_materials_unlit"),
            (self.lights, "KHR_lights_punctual"),
            (self.visibility, "KHR_node_visibility"),
            (self.texture_transform, "KHR_texture_transform"),
        ]
        .into_iter()
        .filter(|(used, _)| *used)
        .map(|(_, name)| name.to_owned())
        .collect()
    }
}

fn document<'a, 's>(scene: &'a Scene, image_files: Option<&[String]>, sink: &'s mut Sink) -> Out<'a, 's> {
    let asset =
        json::Asset { version: "2.0".into(), generator: Some("xenomesh".into()), ..json::Asset::default() };
    let mut out = Out {
        scene,
        sink,
        root: json::Root { asset, ..json::Root::default() },
        buffers: Buffers::default(),
        used: Used::default(),
    };
    let plan = node::plan(&mut out);
    let materials = material::write(&mut out, image_files);
    let meshes = mesh::write(&mut out, &plan, materials);
    light::write(&mut out);
    camera::write(&mut out);
    node::write(&mut out, &plan, &meshes);
    animation::write(&mut out, &plan, &meshes);
    out.root.extensions_used = out.used.names();
    out.root.accessors = std::mem::take(&mut out.buffers.accessors);
    out.root.buffer_views = std::mem::take(&mut out.buffers.views);
    out
}

fn to_json(root: &json::Root) -> Result<Vec<u8>> {
    serde_json::to_vec(root).map_err(|e| Error::new(&wire::codes::JSON, e.to_string()))
}

/// Reports what writing a scene would, and writes nothing.
pub fn check(scene: &Scene, sink: &mut Sink) {
    document(scene, None, sink);
}

/// A binary glTF, pictures included.
pub fn write_glb(scene: &Scene, _options: &WriteOptions, sink: &mut Sink) -> Result<Vec<u8>> {
    let mut out = document(scene, None, sink);
    let bin = out.buffers.padded_len();
    if bin > 0 {
        out.root.buffers.push(json::Buffer { uri: None, byte_length: bin as u64 });
    }
    let mut glb = glb::start(&to_json(&out.root)?, bin)?;
    out.buffers.copy_to(&mut glb);
    Ok(glb)
}

/// A `.gltf` with a `.bin` and the pictures next to it.
pub fn write_gltf(scene: &Scene, options: &WriteOptions, sink: &mut Sink) -> Result<Separate> {
    let names = image_names(&scene.images);
    let mut out = document(scene, Some(&names), sink);
    let stem = if options.stem.is_empty() { "model" } else { &options.stem };
    let mut files = Vec::new();
    let len = out.buffers.padded_len();
    if len > 0 {
        u32::try_from(len).map_err(|_| glb::too_large("the buffer", len))?;
        let name = format!("{stem}.bin");
        out.root.buffers.push(json::Buffer { uri: Some(percent_encode(&name)), byte_length: len as u64 });
        let mut bin = Vec::with_capacity(len);
        out.buffers.copy_to(&mut bin);
        files.push((name, bin));
    }
    let used: std::collections::HashSet<&str> =
        out.root.images.iter().filter_map(|i| i.uri.as_deref()).collect();
    for (image, name) in scene.images.iter().zip(&names) {
        if let Some(data) = &image.data
            && used.contains(percent_encode(name).as_str())
        {
            files.push((name.clone(), data.to_vec()));
        }
    }
    Ok(Separate { json: to_json(&out.root)?, files })
}

/// Safe, unique names with the extension of the content, by image.
pub fn image_names(images: &[Image]) -> Vec<String> {
    let mut taken = std::collections::HashSet::new();
    images
        .iter()
        .map(|image| {
            let base = crate::file_name(&image.file);
            let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
            let safe: String = stem
                .chars()
                .map(|c| if c.is_control() || "<>:\"/\\|?*".contains(c) { '_' } else { c })
                .collect();
            let safe = if crate::safe_relative(&safe).is_none() { "image".to_owned() } else { safe };
            let ext = if image.mime == "image/jpeg" { "jpg" } else { "png" };
            let spelled =
                |n: usize| if n == 0 { format!("{safe}.{ext}") } else { format!("{safe}_{n}.{ext}") };
            let name = spelled(crate::free_number(0, |n| taken.contains(&spelled(n).to_lowercase())));
            taken.insert(name.to_lowercase());
            name
        })
        .collect()
}

/// All but what RFC 3986 calls unreserved.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A file name as a relative URI.
fn percent_encode(name: &str) -> String {
    utf8_percent_encode(name, ESCAPED).to_string()
}
