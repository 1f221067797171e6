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
use super::notes::scene as notes;
use crate::Context;
use crate::notes::base64_text;
use scene::curves::euler::Order;
use scene::{Extras, Mirror, Scene};
use wire::{Result, Sink};

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
    let mut extras = Extras::new();
    if let Some(bgf) = &companions.bgf {
        let still = slides::add(&mut out, bgf, &tree, &placed, &names, sink);
        if !still.is_empty() {
            notes::SLIDES.put(&mut extras, &still);
        }
        notes::BGF.put(&mut extras, &base64_text(&bgf.to_bytes()));
        notes::SIZE.put(&mut extras, &[bgf.header.width, bgf.header.height]);
    }
    if let Some(bsg) = &companions.bsg {
        // The nodes travel with the nodes.
        let frame = super::bsg::Bsg { nodes: super::section::Section::default(), ..bsg.clone() };
        notes::BSG.put(&mut extras, &frame);
        let named = tree.items.iter().map(|i| (i.graph.scene_item_id, i.name.clone())).collect();
        let eyes = super::from_scene::missing::keep(bsg, &named);
        if !eyes.is_empty() {
            notes::EYES.put(&mut extras, &eyes);
        }
    }
    out.extras = extras;
    Ok(out)
}

/// The scene item id a node came with.
pub(super) fn own_id(node: &scene::Node) -> Option<u32> {
    let element = || super::notes::node::ELEMENT.get(&node.extras)?.id;
    let graph = super::notes::node::GRAPH.get(&node.extras).map(|g| g.id);
    graph.or_else(element).filter(|id| *id != 0)
}

/// The id a material has in the COLLADA file.
pub(super) fn own_material(material: &scene::Material) -> Option<String> {
    super::notes::material::ID.get(&material.extras)
}

/// Whether a mesh stands for something that is not in the COLLADA file: bounds, letters.
pub(super) fn has_no_collada(mesh: &scene::Mesh) -> bool {
    text::is_text(mesh) || super::notes::mesh::BOX.is_in(&mesh.extras)
}

/// Linear light to what a screen shows, 0–1.
pub(super) fn screen(v: f32) -> f32 {
    values::screen(v)
}

/// The attribute that holds the text of a text element.
fn text_hash() -> u32 {
    super::hash::attribute_hash(b"textstring")
}
