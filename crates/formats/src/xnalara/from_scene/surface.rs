//! What a header says about all surfaces of a file (its flags), and what becomes of it where there is no place for it.

use super::super::rules as codes;
use super::super::scene::materials::{DEFAULT_AXES, DEFAULT_GLOSS, Surface};
use super::Target;
use crate::xnalara::xps::Around;
use crate::xnalara::xps::types::settings::Settings;
use crate::{Output, WriteOptions};
use scene::textures::{Originals, export_as};
use scene::{Image, ImageId, Material, PixelOps, Scene, Topology};
use std::collections::HashMap;
use wire::{Code, Sink};

/// The settings that are written again: those of the file the scene came from, where the new file has room for them.
pub fn kept<'a>(around: Option<&'a Around>, target: Target, options: &WriteOptions) -> Option<&'a Settings> {
    let old = matches!(options.profile.as_deref(), Some("2.12" | "1.12"));
    around?.header.as_ref().map(|h| &h.settings).filter(|_| target == Target::Header && !old)
}

/// What happened to normal maps of files with these settings.
pub fn normal_ops(settings: Option<&Settings>) -> PixelOps {
    let axis = |i: usize| settings.and_then(|s| s.flag(3 + i as u32));
    let [x, y, z] = DEFAULT_AXES;
    let normal_axes = [axis(0).unwrap_or(x), axis(1).unwrap_or(y), axis(2).unwrap_or(z)];
    Surface { normal_axes, ..Surface::CLASSIC }.normal_ops()
}

/// Says which flags that mean something the new file does not hold. Directions of normal maps are in the pictures then.
pub fn report_lost(settings: &Settings, sink: &mut Sink) {
    let set = |flag: u32, usual: u32| settings.flag(flag).filter(|v| *v != usual);
    let axes = [3, 4, 5].map(|f| settings.flag(f).map(|v| v / 2));
    let turned = axes.iter().zip(0..).any(|(v, i)| v.is_some_and(|v| v != i));
    let lost = [
        set(0, 0).map(|_| "hidden back faces (flag 0)".to_owned()),
        set(1, 0).map(|_| "hidden back faces (flag 1)".to_owned()),
        set(2, 1).map(|_| "no shadows (flag 2)".to_owned()),
        turned.then(|| "the order of the axes of normal maps (flags 3 to 5)".to_owned()),
        set(6, DEFAULT_GLOSS).filter(|g| *g > 0).map(|g| format!("gloss {g} (flag 6)")),
    ];
    let lost: Vec<String> = lost.into_iter().flatten().collect();
    if !lost.is_empty() {
        let lost = lost.join(", ");
        let message = format!("left out, only .xps files of version 2.15 or 3.15 hold it: {lost}");
        sink.push(&codes::LOST_MATERIAL, "header.settings", message);
    }
}

/// Pictures that are turned for a file which cannot say how they are.
#[derive(Debug, Default)]
pub struct Turner {
    /// What must have been done to a picture of the file.
    wanted: PixelOps,
    /// Pictures of new names.
    pub outputs: Vec<Output>,
    /// What there is to say about them.
    pub notes: Vec<(&'static Code, String)>,
    known: HashMap<u32, Option<String>>,
}

impl Turner {
    /// For files whose pictures have had this done to them.
    pub fn new(wanted: PixelOps) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// The name of a normal map that had to be turned.
    pub fn file(&mut self, scene: &Scene, options: &WriteOptions, id: ImageId) -> Option<String> {
        if let Some(known) = self.known.get(&id.0) {
            return known.clone();
        }
        let image = scene.images.get(id.0 as usize)?;
        let made = if flips(image.ops) == flips(self.wanted) { None } else { self.turn(image, options, id) };
        self.known.insert(id.0, made.clone());
        made
    }

    fn turn(&mut self, image: &Image, options: &WriteOptions, id: ImageId) -> Option<String> {
        let file = options.texture_files.get(id.0 as usize).filter(|f| !f.is_empty());
        let file = file.map_or_else(|| scene::file_name(&image.file), |f| scene::file_name(f));
        let old = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let suffix = format!("_{old}_flipped.png");
        let name = format!("{}{suffix}", crate::registry::stem(&options.file_name));
        let ops = PixelOps { drop_alpha: false, red_only: false, ..self.wanted };
        let one = Image { file: name.clone(), ops, data: image.data.clone(), ..Image::default() };
        let alone = Scene { images: vec![one], ..Scene::default() };
        let safe = scene::safe_relative(&name).is_some();
        let names = std::slice::from_ref(&name);
        let made = export_as(&alone, names, &mut Originals::none(), &mut Sink::new()).pop();
        let Some((_, bytes)) = made.filter(|_| safe) else {
            let message = format!(
                "the normal map {file:?} is not as programs read it in this file, which cannot say so: invert its green"
            );
            self.notes.push((&codes::LOST_MATERIAL, message));
            return None;
        };
        let message = format!(
            "{file:?} became {name:?}: the file cannot say which way green points, so it is inverted"
        );
        self.notes.push((&codes::RENAMED, message));
        if self.outputs.iter().all(|o| o.suffix != suffix) {
            self.outputs.push(Output::new(suffix, bytes));
        }
        Some(name)
    }
}

fn flips(ops: PixelOps) -> [bool; 3] {
    [ops.invert_red, ops.invert_green, ops.invert_blue]
}

/// From which sides the surfaces of a scene are drawn.
#[derive(Debug, Clone, Default)]
pub struct Sides {
    /// Materials of one side, and where there are any, the first.
    single: (usize, String),
    /// Materials of two sides.
    double: usize,
}

impl Sides {
    /// Of everything that is shown.
    pub fn of(scene: &Scene) -> Self {
        let mut out = Self::default();
        let mut seen = std::collections::HashSet::new();
        let plain = Material::default();
        let meshes = scene.nodes.iter().filter_map(|n| scene.meshes.get(n.mesh?.0 as usize));
        for p in meshes.flat_map(|m| &m.primitives).filter(|p| p.topology == Topology::Triangles) {
            if !seen.insert(p.material.map(|m| m.0)) {
                continue;
            }
            let material = p.material.and_then(|m| scene.materials.get(m.0 as usize)).unwrap_or(&plain);
            if material.double_sided {
                out.double += 1;
            } else {
                if out.single.0 == 0 {
                    out.single.1.clone_from(&material.name);
                }
                out.single.0 += 1;
            }
        }
        out
    }

    /// Writes what the flags of a header can say.
    pub fn store(&self, settings: &mut Settings, sink: &mut Sink) {
        let hides = |s: &Settings| [0, 1].iter().any(|f| s.flag(*f).is_some_and(|v| v != 0));
        let (single, first) = &self.single;
        if *single > 0 && self.double == 0 {
            if hides(settings) || settings.set_flag(0, 1) {
                return;
            }
        } else if self.double > 0 && hides(settings) {
            for flag in [0, 1].into_iter().filter(|f| settings.flag(*f).is_some()).collect::<Vec<_>>() {
                settings.set_flag(flag, 0);
            }
        }
        if *single > 0 {
            let all = single + self.double;
            let message = format!(
                "{single} of {all} materials are of one side ({first:?} first); the file has one switch for all or none \
                 and shows both"
            );
            sink.push(&codes::LOST_MATERIAL, "materials", message);
        }
    }
}
