//! glTF → [`Scene`]: lenient about what exporters leave out, strict about every index, count and size.
//!
//! | file | holds |
//! |---|---|
//! | `data.rs` | buffers, accessors as numbers |
//! | `mesh.rs`, `morph.rs` | primitives of a mesh as one set of columns |
//! | `node.rs` | hierarchy, skins, scenes |
//! | `material.rs` | materials, textures, images |
//! | `animation.rs` | motion |
//! | `extras.rs` | our string and what others left |

mod animation;
mod data;
mod extras;
mod material;
mod mesh;
mod morph;
mod node;

use super::glb::{MAGIC, Parts};
use super::json;
use crate::codes::{GLTF_EXTENSION, GLTF_EXTENSION_IGNORED, GLTF_JSON};
use crate::{Files, Scene};
use data::Data;
use std::borrow::Cow;
use wire::{Error, Result, Sink};

/// Extensions that change nothing this reader would have to know, or that it knows.
const KNOWN: &[&str] = &[
    "KHR_lights_punctual",
    "KHR_materials_anisotropy",
    "KHR_materials_clearcoat",
    "KHR_materials_emissive_strength",
    "KHR_materials_ior",
    "KHR_materials_iridescence",
    "KHR_materials_sheen",
    "KHR_materials_specular",
    "KHR_materials_transmission",
    "KHR_materials_unlit",
    "KHR_materials_variants",
    "KHR_materials_volume",
    "KHR_mesh_quantization",
    "KHR_lights_punctual",
    "KHR_node_visibility",
    "KHR_texture_transform",
    "KHR_xmp_json_ld",
];

/// Extensions without which there is no geometry.
const COMPRESSION: &[&str] =
    &["KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression"];

/// What everything else needs.
struct In<'a, 's> {
    root: &'a json::Root,
    data: Data<'a>,
    files: &'a dyn Files,
    folder: &'a str,
    /// What pictures may ask for.
    limit: u64,
    sink: &'s mut Sink,
}

/// Reads a GLB or a `.gltf`. `path` is where it is in `files`; buffers and pictures next to it are found there.
/// Pictures may ask for 1 GiB.
pub fn read(bytes: &[u8], files: &dyn Files, path: &str, sink: &mut Sink) -> Result<Scene> {
    read_parts(Parts::of(bytes)?, files, path, wire::Limits::default().bytes, sink)
}

/// [`read`] of a file that was taken apart, with a limit of what pictures may ask for.
pub fn read_parts(
    parts: Parts<'_>,
    files: &dyn Files,
    path: &str,
    limit: u64,
    sink: &mut Sink,
) -> Result<Scene> {
    let root = parse(parts.json, parts.json_at)?;
    check_version(&root)?;
    check_extensions(&root, sink)?;
    let folder = crate::folder_of(path);
    let size = parts.json.len() + parts.bin.map_or(0, <[u8]>::len);
    let data = Data::load(&root, parts.bin, size, files, folder)?;
    let mut input = In { root: &root, data, files, folder, limit, sink };
    let mut scene = Scene::default();
    let materials = material::read(&mut input, &mut scene)?;
    let meshes = mesh::read(&mut input, &mut scene, &materials)?;
    let nodes = node::read(&mut input, &mut scene, &meshes)?;
    animation::read(&mut input, &mut scene, &nodes)?;
    Ok(scene)
}

/// Whether bytes look like a GLB or a glTF document.
pub fn sniff(bytes: &[u8]) -> bool {
    if bytes.starts_with(MAGIC) {
        return true;
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let start = text.trim_ascii_start();
    start.starts_with(b"{") && start.windows(7).take(1 << 20).any(|w| w == b"\"asset\"")
}

fn parse(text: &[u8], base: u64) -> Result<json::Root> {
    serde_json::from_slice(text).map_err(|e| {
        let before: usize =
            text.split_inclusive(|b| *b == b'\n').take(e.line().saturating_sub(1)).map(<[u8]>::len).sum();
        let offset = base + before as u64 + e.column().saturating_sub(1) as u64;
        let message = e.to_string();
        let plain = message.rsplit_once(" at line ").map_or(message.as_str(), |(m, _)| m);
        Error::at(&GLTF_JSON, offset, plain)
    })
}

fn check_version(root: &json::Root) -> Result<()> {
    let version = root.asset.min_version.as_ref().unwrap_or(&root.asset.version);
    if version.starts_with("2.") {
        return Ok(());
    }
    let message = format!("asset.version is {version:?}, expected \"2.0\"");
    Err(Error::new(&GLTF_JSON, message).in_field("version").in_field("asset"))
}

fn check_extensions(root: &json::Root, sink: &mut Sink) -> Result<()> {
    for (i, name) in root.extensions_required.iter().enumerate() {
        if COMPRESSION.contains(&name.as_str()) {
            let error = Error::new(&GLTF_EXTENSION, format!("{name} is required and not supported"));
            return Err(error.in_index(i).in_field("extensionsRequired"));
        }
        if !KNOWN.contains(&name.as_str()) {
            let path = format!("extensionsRequired[{i}]");
            sink.push(&GLTF_EXTENSION_IGNORED, path, format!("{name} is required and not known"));
        }
    }
    Ok(())
}

/// The error of an index that leads nowhere.
fn no_such(what: &str, index: u32, len: usize) -> Error {
    Error::new(&crate::codes::GLTF_INDEX, format!("{what} {index} does not exist, there are {len}"))
}

/// The path of a file named by a URI of the document.
fn next_to(folder: &str, uri: &str) -> String {
    let name = percent_decode(uri);
    if folder.is_empty() { name } else { format!("{folder}/{name}") }
}

/// A URI as text; as it is if it stands for something else.
fn percent_decode(uri: &str) -> String {
    percent_encoding::percent_decode_str(uri).decode_utf8().map_or_else(|_| uri.to_owned(), Cow::into_owned)
}

/// MIME type and bytes of a data URI.
fn data_uri(uri: &str) -> Option<(&str, Vec<u8>)> {
    use base64::Engine;
    use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
    let rest = uri.strip_prefix("data:")?;
    let (head, body) = rest.split_once(',')?;
    let mime = head.split(';').next().unwrap_or("");
    if !head.ends_with(";base64") {
        return Some((mime, percent_decode(body).into_bytes()));
    }
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    GeneralPurpose::new(&base64::alphabet::STANDARD, config).decode(body).ok().map(|b| (mime, b))
}
