//! EMotionFX skeletal motion (`.xsm`).
//!
//! | id | chunk | versions | notes |
//! |----|-------|----------|-------|
//! | 200 | one submotion | 1–3 | floats, floats with error, packed |
//! | 201 | info | 1–3 | |
//! | 202 | submotions | 1, 2 | items are submotion v2 (floats) and v3 (packed); the size lies |
//! | 203 | wavelet motion | 1 | kept and described |
//! | 50, 51 | events, time stamp | 1–3, 1 | `../events.rs` |
//!
//! Value precedes time. Positions and scales move in straight lines, rotations by normalised lerp on the shorter arc.
//! A track without keys is the motion's pose value.

pub(crate) mod from_scene;
pub(crate) mod scene;
pub mod types;

use super::document::{self, root};
use super::maths::{Local, mirror, mirror_quat, to_f32, unit};
use super::notes;
use super::types::Emfx;
use super::types::Magic;
use super::types::body::Body;
use super::xac_place;
use crate::{Confidence, Context, Document, Format, Kind, Names};
use ::scene::{Node, Scene};
pub use from_scene::{from_scene, is_slider, outputs, safe_name};
use glam::DQuat;
pub use scene::{add, animate, constant as hold, name_of, offsets, rotation_channel};
use types::Submotion;
use types::wavelet::WaveletSubmotion;
use types::xsmtime::XsmTime;
use wire::{Result, Sink};

/// The format.
pub static FORMAT: Format = Format {
    id: "xsm",
    title: "EMotionFX 3 skeletal motion",
    extensions: &["xsmtime", "_xmot", "xsm"],
    extension: "xsm",
    kind: Kind::Motion,
    // Tree of Savior keeps times in files of their own next to a motion.
    read: |r, sink| match r.peek(4) {
        [0xff, 0xff, 0xff, 0xff] => Ok(Box::new(XsmTime::read(r)?)),
        _ => Ok(Box::new(<Xsm as Document>::read(r, sink)?)),
    },
    build: |value| match value.get("mark") {
        Some(_) => Ok(Box::new(XsmTime::build(value)?)),
        None => Ok(Box::new(Xsm::build(value)?)),
    },
    templates: &["xac", "xsm", "xpm"],
    profiles: &["xrebirth", "x4", "tos", "paradox"],
    codes: &[super::rules::codes::SHARED, super::rules::codes::MOTION],
    ..Format::of::<Xsm>()
};

root! {
    /// A skeletal motion.
    Xsm,
    |bytes, name| match XsmTime::sniff(bytes, name) {
        Confidence::No => document::sniff(Magic::Xsm, bytes, name, &["xsm", "_xmot", "xsmtime"]),
        sure => sure,
    },
    to_scene,
    from_scene,
    |file| submotions(file).map(|s| s.name.clone()).collect(),
    animate
}

/// All submotions of a file, wherever they are.
pub fn submotions(file: &Emfx) -> impl Iterator<Item = &Submotion> {
    file.chunks.iter().flat_map(|c| match &c.body {
        Body::Submotion(s) => std::slice::from_ref(&**s),
        Body::Submotions(list) => list.as_slice(),
        _ => &[],
    })
}

/// The submotions of a wavelet motion, whose keys are not decoded.
fn wavelets(file: &Emfx) -> impl Iterator<Item = &WaveletSubmotion> {
    file.chunks.iter().flat_map(|c| match &c.body {
        Body::Wavelet(w) => w.submotions.as_slice(),
        _ => &[],
    })
}

/// How the names of a motion are decoded.
pub fn names(file: &Emfx, encoding: Option<&str>) -> Result<Names> {
    let names = submotions(file).map(|s| s.name.as_bytes());
    Names::detect(names.chain(wavelets(file).map(|s| s.name.as_bytes())), encoding)
}

/// The pose of a submotion in the scene's space, as far as it is finite.
pub fn pose(order: u8, s: &Submotion) -> Local {
    let finite = |v: [f32; 3], neutral: f32| v.map(|c| if c.is_finite() { c } else { neutral });
    Local {
        order,
        translation: mirror(finite(s.pose_position, 0.0)),
        rotation: unit(mirror_quat(s.pose_rotation.floats())).unwrap_or(DQuat::IDENTITY),
        scale: finite(s.pose_scale, 1.0),
        scale_rotation: unit(mirror_quat(s.pose_scale_rotation.floats())).unwrap_or(DQuat::IDENTITY),
    }
}

/// A motion alone: one node per track, without hierarchy, in the motion's pose; those of a wavelet motion rest.
pub fn to_scene(file: &Emfx, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
    let names = names(file, cx.options.encoding.as_deref())?;
    let mut scene = Scene { name: cx.stem().to_owned(), ..Scene::default() };
    let order = file.header.multiply_order.min(1);
    let mut poses = Vec::new();
    let waves: Vec<Submotion> = wavelets(file).map(WaveletSubmotion::resting).collect();
    for s in submotions(file).chain(&waves) {
        let (name, raw_name) = names.decode(&s.name.0);
        let pose = pose(order, s);
        let mut extras = notes::node::ORDER.with(&order);
        notes::node::SCALE_ROTATION.put(&mut extras, &to_f32(pose.scale_rotation));
        let id = scene.add_node(Node { name, raw_name, extras, ..Node::default() });
        poses.push((id, pose));
    }
    for (id, pose) in poses {
        xac_place(&mut scene, id, pose);
    }
    animate(file, &mut scene, cx, sink)?;
    Ok(scene)
}
