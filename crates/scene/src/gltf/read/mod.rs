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

use super::json;
use crate::codes::{GLTF_EXTENSION, GLTF_EXTENSION_IGNORED, GLTF_HEADER, GLTF_JSON};
use crate::{Files, Scene};
use data::Data;
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

/// Reads a GLB or a `.gltf`. `path` is where it lies in `files`; buffers and pictures beside it are found there.
/// Pictures may ask for 1 GiB.
pub fn read(bytes: &[u8], files: &dyn Files, path: &str, sink: &mut Sink) -> Result<Scene> {
    read_within(bytes, files, path, wire::Limits::default().bytes, sink)
}

/// [`read`] with a limit of what pictures may ask for.
pub fn read_within(
    bytes: &[u8],
    files: &dyn Files,
    path: &str,
    limit: u64,
    sink: &mut Sink,
) -> Result<Scene> {
    let (text, bin, base) = split(bytes)?;
    let root = parse(text, base)?;
    check_version(&root)?;
    check_extensions(&root, sink)?;
    let folder = path.rsplit_once('/').map_or("", |(dir, _)| dir);
    let data = Data::load(&root, bin, bytes.len(), files, folder)?;
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
    if bytes.starts_with(b"glTF") {
        return true;
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let start = text.trim_ascii_start();
    start.starts_with(b"{") && start.windows(7).take(1 << 20).any(|w| w == b"\"asset\"")
}

/// JSON, binary chunk, and where the JSON starts.
type Chunks<'a> = (&'a [u8], Option<&'a [u8]>, u64);

fn split(bytes: &[u8]) -> Result<Chunks<'_>> {
    if !bytes.starts_with(b"glTF") {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        return Ok((text, None, (bytes.len() - text.len()) as u64));
    }
    let word = |at: usize| {
        let four = bytes.get(at..at + 4).and_then(|b| <[u8; 4]>::try_from(b).ok());
        let cut = || Error::at(&GLTF_HEADER, at as u64, "the file ends inside a header");
        four.map(u32::from_le_bytes).ok_or_else(cut)
    };
    let version = word(4)?;
    if version != 2 {
        return Err(Error::at(&GLTF_HEADER, 4, format!("version is {version}, expected 2")));
    }
    let (mut text, mut bin, mut at) = (None, None, 12usize);
    while at + 8 <= bytes.len() && bin.is_none() {
        let (len, kind) = (word(at)? as usize, word(at + 4)?);
        let body = bytes.get(at + 8..).and_then(|rest| rest.get(..len)).ok_or_else(|| {
            let left = bytes.len() - at - 8;
            Error::at(&GLTF_HEADER, at as u64, format!("a chunk of {len} bytes has {left} left"))
        })?;
        match &kind.to_le_bytes() {
            b"JSON" if text.is_none() => text = Some((body, (at + 8) as u64)),
            b"BIN\0" => bin = Some(body),
            _ => {}
        }
        at = (at + 8 + len).next_multiple_of(4);
    }
    let (text, base) = text.ok_or_else(|| Error::at(&GLTF_HEADER, 12, "there is no JSON chunk"))?;
    Ok((text, bin, base))
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
fn beside(folder: &str, uri: &str) -> String {
    let name = percent_decode(uri);
    if folder.is_empty() { name } else { format!("{folder}/{name}") }
}

fn percent_decode(uri: &str) -> String {
    let bytes = uri.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while let Some(b) = bytes.get(i) {
        let pair = bytes.get(i + 1..i + 3).and_then(|h| std::str::from_utf8(h).ok());
        match pair.and_then(|h| u8::from_str_radix(h, 16).ok()) {
            Some(code) if *b == b'%' => {
                out.push(code);
                i += 3;
            }
            _ => {
                out.push(*b);
                i += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| uri.to_owned())
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
