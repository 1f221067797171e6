//! The bytes as structs.

use crate::xnalara::net::NetString;
use serde::{Deserialize, Serialize};
use wire::{Reader, Result, Wire, Writer, bulk, codes, record};

/// Added to the minor version ([`Reader::version`]) for the layout of XPS.
pub const XPS: u32 = 1000;

/// Whether a version has the layout of XPS.
pub fn is_xps(version: u32) -> bool {
    version >= XPS
}

/// The minor version.
pub fn minor(version: u32) -> u32 {
    version % XPS
}

/// XPS after 1.21.
fn is_late(version: u32) -> bool {
    is_xps(version) && minor(version) > 21
}

/// Numbers of a bone's pose.
pub fn pose_values(version: u32) -> usize {
    match version {
        XPS.. => 9,
        3.. => 6,
        _ => 3,
    }
}

/// A string that looks like one: a wrong place shows here first.
mod readable {
    use super::{NetString, Reader, Result, Wire, Writer, codes};

    pub fn read(r: &mut Reader<'_>) -> Result<NetString> {
        let s = NetString::read(r)?;
        if s.text.0.iter().any(|b| *b < 0x20) {
            return Err(r.error(&codes::VALUE, "control characters in a file name"));
        }
        Ok(s)
    }

    pub fn write(s: &NetString, w: &mut Writer) {
        s.write(w);
    }
}

/// The same, several times.
mod several {
    use super::{NetString, Reader, Result, Writer, readable};

    pub fn read(r: &mut Reader<'_>, n: usize) -> Result<Vec<NetString>> {
        r.list_with(n, 1, |r, _| readable::read(r))
    }

    pub fn write(list: &[NetString], w: &mut Writer) {
        w.put_all(list);
    }
}

/// A scene file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SceneFile {
    /// Major version, 1.
    pub major: u16,
    /// Minor version: up to 11 classic, from 21 XPS.
    pub minor: u16,
    /// What follows.
    pub body: Body,
}

/// What follows the version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// Items, camera, lights and the rest.
    Known(Box<Contents>),
    /// Items whose ends are only known with their models.
    Unresolved(#[serde(with = "wire::exact::hex")] Vec<u8>),
}

/// Which of the two layouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Generation {
    /// Bones in model order, without count or names.
    Classic,
    /// Bones with count and names.
    Xps,
}

/// Everything in a scene.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Contents {
    /// Which layout.
    pub generation: Generation,
    /// Models.
    pub items: Vec<Item>,
    /// Camera.
    pub camera: Camera,
    /// XPS: one float more before the lights.
    #[serde(with = "wire::exact")]
    pub before_lights: Vec<f32>,
    /// Lights.
    pub lights: Vec<Light>,
    /// Ground, background, sky; `None` where it could not be understood.
    pub surroundings: Option<Surroundings>,
    /// Bytes of unknown meaning, at the end.
    #[serde(with = "wire::exact::hex")]
    pub rest: Vec<u8>,
}

/// A model in the scene.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// Base name of the model: `generic_item`, `xps`, `lara` …
    pub kind: NetString,
    /// Windows path relative to the data folder (from 1.5).
    pub directory: Option<NetString>,
    /// Shown.
    pub visible: u8,
    /// One factor, or one per axis (from 1.8).
    #[serde(with = "wire::exact")]
    pub scale: Vec<f32>,
    /// Pose.
    pub bones: Vec<BonePose>,
    /// Where it stands.
    #[serde(with = "wire::exact")]
    pub position: [f32; 3],
    /// Optional items.
    pub accessories: Vec<Accessory>,
    /// XPS: a second list.
    pub more_accessories: Vec<Accessory>,
    /// Glow colours (from 1.11).
    #[serde(with = "wire::exact")]
    pub glow: Vec<f32>,
}

impl Item {
    /// Numbers that are not finite become those that change nothing.
    pub(super) fn make_finite(&mut self) {
        let set = |values: &mut [f32], usual: f32| {
            values.iter_mut().filter(|v| !v.is_finite()).for_each(|v| *v = usual);
        };
        set(&mut self.scale, 1.0);
        set(&mut self.position, 0.0);
        for bone in &mut self.bones {
            let poses = bone.values.len().min(6);
            let (pose, scale) = bone.values.split_at_mut(poses);
            set(pose, 0.0);
            set(scale, 1.0);
        }
    }
}

record! {
    /// Pose of a bone.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct BonePose(v) {
        /// XPS: its name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub name: NetString = is_xps(v),
        /// Rotation (degrees), movement (from 1.3), scale (XPS): 3, 6 or 9 numbers.
        #[serde(with = "wire::exact")]
        pub values: Vec<f32> as bulk(pose_values(v)),
    }
}

record! {
    /// An optional item and whether it is shown.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Accessory {
        /// Its switch.
        pub name: NetString,
        /// Shown.
        pub visible: u8,
    }
}

record! {
    /// The camera, radians.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Camera {
        /// Field of view.
        #[serde(with = "wire::exact")]
        pub fov: f32,
        /// What it looks at.
        #[serde(with = "wire::exact")]
        pub target: [f32; 3],
        /// From how far.
        #[serde(with = "wire::exact")]
        pub distance: f32,
        /// Around Y.
        #[serde(with = "wire::exact")]
        pub horizontal: f32,
        /// Up and down.
        #[serde(with = "wire::exact")]
        pub vertical: f32,
    }
}

/// A light.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Light {
    /// A byte in front of the second and third (from 1.30).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unknown_before: Option<u8>,
    /// Where it shines to.
    #[serde(with = "wire::exact")]
    pub direction: [f32; 3],
    /// How strong (from 1.2).
    #[serde(with = "wire::exact")]
    pub intensity: Option<f32>,
    /// RGB.
    pub color: [u8; 3],
    /// How dark its shadows are.
    #[serde(with = "wire::exact")]
    pub shadow_depth: f32,
}

record! {
    /// What is around the models.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Surroundings(v) {
        /// XPS after 1.21: post-processing is on.
        pub use_post_processing: u8 = is_late(v),
        /// Four numbers (from 1.9).
        #[serde(with = "wire::exact")]
        pub post_processing: Vec<f32> as bulk(if minor(v) >= 9 { 4 } else { 0 }),
        /// XPS: a byte, and four more after 1.21.
        #[serde(with = "wire::exact::hex")]
        pub unknown_after_post: Vec<u8> as bulk(if is_late(v) { 5 } else { usize::from(is_xps(v)) }),
        /// Ground is shown.
        pub ground_visible: u8,
        /// Its picture.
        pub ground_texture: NetString as readable,
        /// RGB (from 1.1).
        pub background_color: [u8; 3] = minor(v) >= 1,
        /// Picture behind everything.
        pub background_image: NetString as readable,
        /// XPS after 1.21: how that picture is scaled, and a picture in front.
        pub background_more: Vec<NetString> as several(if is_late(v) { 2 } else { 0 }),
        /// Sky dome (from 1.6).
        pub sky: Sky = minor(v) >= 6,
        /// Window (from 1.7).
        pub window: Window = minor(v) >= 7,
    }
}

record! {
    /// The sky dome.
    #[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
    pub struct Sky {
        /// Shown.
        pub visible: u8,
        /// Its picture.
        pub texture: NetString as readable,
        /// Rotation and elevation.
        #[serde(with = "wire::exact")]
        pub values: [f32; 2],
    }
}

record! {
    /// The viewer's window.
    #[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
    pub struct Window {
        /// Whether the size counts.
        pub fixed: u8,
        /// Pixels.
        pub size: [i32; 2],
    }
}
