//! From the files of a scene to a model, and back.
//!
//! BSG space is left-handed; glTF is its mirror image in z: translations, pivots and `position.z` change the sign of z,
//! Euler angles that of x and y, boxes swap their z. The COLLADA file is on glTF's side already, unless it says that
//! another axis than Y points upwards: then one node at the top turns everything.

pub(crate) mod boxes;
mod details;
pub(crate) mod eyes;
mod font;
pub(crate) mod looks;
pub(crate) mod meshes;
pub(crate) mod nodes;
pub(crate) mod slides;
#[cfg(test)]
mod tests;
pub(crate) mod text;
mod values;

pub use super::from_scene::{bgf_from_scene, bsg_from_scene};
pub(super) use details::{bgf_details, bsg_details};

use super::companions::Companions;
use super::names::Dictionary;
use crate::Context;
use scene::Mirror;
use scene::Scene;
use scene::curves::euler::Order;
use serde_json::{Map, Value, json};
use wire::{Error, Result, Sink, codes};

/// The order of Euler angles: `Ry · Rx · Rz`.
///
/// Open: no file at hand shows it. The rotation method of every known node is 4, and YXZ is number 4, counted from 0, of
/// the rotation orders of the tool's later descendants (XYZ, YZX, ZXY, XZY, YXZ, ZYX) and their default.
pub const EULER_ORDER: Order = Order::Yxz;

/// How a node's transform is put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PivotRule {
    /// `T · T(pivot) · R · S · T(−pivot)`.
    Around,
}

/// The pivot rule in force. Open: assumed, no file at hand shows it.
pub const PIVOT: PivotRule = PivotRule::Around;

/// The family's key in extras.
pub(crate) const FAMILY: &str = "anark";

/// BSG space to the scene's and back.
const MIRROR: Mirror = Mirror::Z;

/// BSG space to the scene's for places, and back.
pub(crate) fn mirror(point: [f32; 3]) -> [f32; 3] {
    MIRROR.point(point)
}

/// BSG space to the scene's for Euler angles, and back.
pub(crate) fn mirror_angles(angles: [f32; 3]) -> [f32; 3] {
    MIRROR.angles(angles)
}

/// Names for hashes, from everywhere.
fn dictionary(companions: &Companions, cx: &Context<'_>) -> Dictionary {
    let mut names = Dictionary::new(cx.options.names.iter().map(String::as_str));
    if let Some(dae) = &companions.dae {
        names.extend(dae.names.iter().map(String::as_str));
    }
    if let Some(bgf) = &companions.bgf {
        names.extend(bgf.names.iter().map(String::as_str));
        names.extend(bgf.strings.list.iter().filter_map(super::names::shown));
    }
    names
}

/// The model of whatever files of a scene are there.
pub(super) fn to_scene(companions: &Companions, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
    let names = dictionary(companions, cx);
    let mut out = Scene { name: cx.stem().to_owned(), ..Scene::default() };
    let tree = nodes::Tree::new(companions, &names)?;
    let placed = tree.place(&mut out, companions.dae.as_ref().and_then(|d| d.up));
    meshes::add(&mut out, &tree, &placed, companions, &names);
    eyes::add(&mut out, &tree, &placed, companions.bgf.as_ref());
    let mut extras = Map::new();
    if let Some(bgf) = &companions.bgf {
        let still = slides::add(&mut out, bgf, &tree, &placed, &names, sink);
        if !still.is_empty() {
            extras.insert("slides".into(), still.into());
        }
        extras.insert("bgf".into(), Value::from(base64(&bgf.to_bytes())));
        extras.insert("size".into(), json!([bgf.header.width, bgf.header.height]));
    }
    if let Some(bsg) = &companions.bsg {
        // The nodes travel with the nodes.
        let frame = super::bsg::Bsg { nodes: super::section::Section::default(), ..bsg.clone() };
        let frame = serde_json::to_value(&frame).map_err(|e| Error::new(&codes::VALUE, e.to_string()))?;
        extras.insert("bsg".into(), frame);
        let named = tree.items.iter().map(|i| (i.graph.scene_item_id, i.name.clone())).collect();
        let eyes = super::from_scene::missing::keep(bsg, &named);
        if !eyes.is_empty() {
            extras.insert("eyes".into(), eyes.into());
        }
    }
    out.extras.insert(FAMILY.into(), Value::Object(extras));
    Ok(out)
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.decode(text).ok()
}

/// The scene item id a node came with.
pub(super) fn own_id(node: &scene::Node) -> Option<u32> {
    let own = super::from_scene::family(&node.extras)?;
    let of = |key: &str| own.get(key)?.get("id")?.as_u64();
    of("bsg").or_else(|| of("element")).and_then(|id| u32::try_from(id).ok()).filter(|id| *id != 0)
}

/// The id a material has in the COLLADA file.
pub(super) fn own_material(material: &scene::Material) -> Option<String> {
    Some(super::from_scene::family(&material.extras)?.get("id")?.as_str()?.to_owned())
}

/// Whether a mesh stands for something that is not in the COLLADA file: bounds, letters.
pub(super) fn has_no_collada(mesh: &scene::Mesh) -> bool {
    text::is_text(mesh) || super::from_scene::family(&mesh.extras).is_some_and(|e| e.get("box").is_some())
}

/// Linear light to what a screen shows, 0–1.
pub(super) fn screen(v: f32) -> f32 {
    values::screen(v)
}

/// The attribute that holds the text of a text element.
fn text_hash() -> u32 {
    super::hash::attribute_hash(b"textstring")
}
