//! Binary model ↔ scene.

use super::super::from_scene::tangents;
use super::super::pose::types::same_pose;
use super::super::rules as codes;
use super::super::rules::fix;
use super::super::scene::materials::{DEFAULT_AXES, DEFAULT_GLOSS, Surface};
use super::super::scene::{Wrapping, to_scene as model_to_scene};
use super::rules::{personal, repair_header};
use super::types::settings::Settings;
use super::types::{Header, Layout, Mesh, Tangents, Trailer, WeightLayout, Xps, is_old};
use crate::xnalara::from_scene::{self, MadeModel, Original, Placeholder, Target};
use crate::xnalara::model::{self, Model};
use crate::{Context, Output, Outputs, WriteOptions};
use ::scene::Scene;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use wire::{Error, Result, Sink};

/// What a binary file says in addition to its model, for extras.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Around {
    /// `xps`, `xnalara-bin` or `xnalara-ascii`.
    pub format: String,
    /// Header, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header: Option<Header>,
    /// Trailer, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trailer: Option<Trailer>,
}

impl Xps {
    /// The model as columns.
    pub fn model(&self) -> Model {
        let mut model = self.outline();
        for (to, from) in model.meshes.iter_mut().zip(&self.meshes) {
            (to.geometry, to.indices) = (from.vertices.decode(), from.indices.clone());
        }
        model
    }

    /// Bones, names and textures, without geometry.
    pub fn outline(&self) -> Model {
        Model {
            bones: self
                .bones
                .iter()
                .map(|b| model::Bone {
                    name: b.name.text.clone(),
                    parent: i32::from(b.parent),
                    head: b.position,
                })
                .collect(),
            meshes: self.meshes.iter().map(mesh_model).collect(),
        }
    }

    /// What the header says about surfaces.
    pub fn surface(&self) -> Surface {
        let Some(header) = &self.header else { return Surface::CLASSIC };
        let flag = |n| header.settings.flag(n);
        let axis =
            |n: u32| flag(n).unwrap_or_else(|| DEFAULT_AXES.get(n as usize - 3).copied().unwrap_or_default());
        Surface {
            header: true,
            culling: flag(0).unwrap_or(0) != 0 || flag(1).unwrap_or(0) != 0,
            normal_axes: [axis(3), axis(4), axis(5)],
            gloss: flag(6).filter(|g| *g > 0).unwrap_or(DEFAULT_GLOSS),
        }
    }

    /// As the original of what is written.
    pub(super) fn original(&self) -> Original {
        Original::new(&self.outline(), self.around())
    }

    /// What stands around the model.
    pub fn around(&self) -> Around {
        Around {
            format: self.format_id().to_owned(),
            header: self.header.clone(),
            trailer: self.trailer.clone(),
        }
    }

    /// `xps` or `xnalara-bin`.
    pub fn format_id(&self) -> &'static str {
        if self.header.is_some() { "xps" } else { "xnalara-bin" }
    }
}

fn mesh_model(m: &Mesh) -> model::Mesh {
    model::Mesh {
        name: m.name.text.clone(),
        textures: m
            .textures
            .iter()
            .map(|t| model::Texture { file: t.file.text.clone(), uv_layer: t.uv_layer })
            .collect(),
        uv_layers: m.uv_layers,
        geometry: model::Geometry::default(),
        indices: Vec::new(),
    }
}

/// The scene of a document.
pub fn to_scene(xps: &Xps, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
    let around = xps.around();
    if let Some((path, kinds)) = personal(xps) {
        let message = format!("the file says {kinds}; converted files keep that too");
        sink.push(&codes::PRIVACY, path, message);
    }
    let wrapping = Wrapping {
        surface: xps.surface(),
        pose: xps.header.as_ref().and_then(|h| h.settings.pose()).map(|t| t.0.clone()),
        extras: serde_json::to_value(&around).unwrap_or_default(),
        text: false,
    };
    model_to_scene(xps.model(), wrapping, cx, sink)
}

/// Lays a model out as a file of a version; `None` = headerless.
pub fn from_model(model: &Model, header: Option<Header>, trailer: Option<Trailer>) -> Xps {
    let version = header.as_ref().map(|h| (h.major, h.minor));
    let layout = Layout::of_version(version, !model.bones.is_empty());
    Xps {
        header,
        layout,
        bones: model
            .bones
            .iter()
            .map(|b| super::types::Bone {
                name: b.name.clone().into(),
                parent: i16::try_from(b.parent).unwrap_or(-1),
                position: b.head,
            })
            .collect(),
        meshes: model.meshes.iter().map(|m| lay_out(m, layout)).collect(),
        trailer,
        trailing: Vec::new(),
    }
}

fn lay_out(m: &model::Mesh, layout: Layout) -> Mesh {
    Mesh {
        name: m.name.clone().into(),
        uv_layers: m.geometry.uvs.len() as u32,
        textures: m
            .textures
            .iter()
            .map(|t| super::types::Texture { file: t.file.clone().into(), uv_layer: t.uv_layer })
            .collect(),
        vertices: super::types::vertices::Vertices::encode(&m.geometry, layout),
        indices: m.indices.clone(),
    }
}

/// A header as XNALaraMesh writes it, which XPS is known to load; nothing about anybody's machine.
pub fn standard_header(major: u16, minor: u16, pose: Option<&[u8]>) -> Header {
    Header {
        major,
        minor,
        tool: "XNAaraL".into(),
        machine: "".into(),
        user: "".into(),
        files: "".into(),
        // The old block is opaque; programs saw equal small numbers there.
        settings: if is_old(major, minor) { Settings::Opaque(vec![0; 16]) } else { Settings::standard(pose) },
    }
}

/// Makes a headerless model from a scene.
pub fn classic_from_scene(
    scene: &Scene,
    like: Option<&Xps>,
    options: &WriteOptions,
    sink: &mut Sink,
) -> Outputs {
    let made = from_scene::model(scene, like.map(Xps::original), options, Target::Classic, sink)?;
    finish(made, None, options, sink)
}

/// Makes a model with header from a scene.
pub fn from_scene(scene: &Scene, like: Option<&Xps>, options: &WriteOptions, sink: &mut Sink) -> Outputs {
    let mut made = from_scene::model(scene, like.map(Xps::original), options, Target::Header, sink)?;
    let mut stored = made.around.as_ref().and_then(|b| b.header.clone());
    stored.iter_mut().for_each(repair_header);
    let asked = match options.profile.as_deref() {
        None => None,
        Some("xps3" | "3.15") => Some((3, 15)),
        Some("xps2" | "2.15") => Some((2, 15)),
        Some("2.12") => Some((2, 12)),
        Some("1.12") => Some((1, 12)),
        Some(other) => {
            let message = format!("unknown profile {other:?}; try xps2 or xps3");
            return Err(Error::new(&wire::codes::VALUE, message));
        }
    };
    // A model without bones stays so: programs disagree about such files of version 3.
    let boneless = made.model.bones.is_empty();
    let default = if boneless { (2, 15) } else { (3, 15) };
    let stored_version = stored.as_ref().map(|h| (h.major, h.minor)).filter(|v| v.0 < 3 || !boneless);
    let (major, minor) = asked.or(stored_version).unwrap_or(default);
    if major >= 3 && made.model.bones.is_empty() {
        fix::add_root(&mut made.model);
        let message = "the model has no bones; a bone \"root\" is added, as version 3 needs one";
        sink.push(&codes::RENAMED, "bones", message);
    }
    let fits = |h: &Header| is_old(h.major, h.minor) == is_old(major, minor);
    let stored_pose = stored.as_ref().and_then(|h| h.settings.pose()).map(|t| t.0.clone());
    // A rest pose that is not the stored one was made since.
    let pose = match (&made.pose, &stored_pose) {
        (Some(new), Some(old)) if same_pose(new, old) => stored_pose,
        (Some(new), _) => Some(new.clone()),
        (None, _) => stored_pose,
    };
    let mut header = match stored.filter(fits) {
        Some(h) => Header { major, minor, ..h },
        None => standard_header(major, minor, None),
    };
    if let Some(pose) = pose
        && !header.settings.set_pose(&pose)
    {
        let message = format!("the default pose is left out; a {major}.{minor} file has no place for it");
        sink.push(&codes::LOST_ANIMATION, "", message);
    }
    made.sides.store(&mut header.settings, sink);
    finish(made, Some(header), options, sink)
}

fn finish(mut made: MadeModel, header: Option<Header>, options: &WriteOptions, sink: &mut Sink) -> Outputs {
    let version = header.as_ref().map(|h| (h.major, h.minor));
    let layout = Layout::of_version(version, !made.model.bones.is_empty());
    let four = layout.weights == WeightLayout::Fixed;
    if four {
        report_reduction(&made.model, sink);
    }
    if layout.tangents != Tangents::None {
        made.model.meshes.iter_mut().for_each(tangents::generate);
    }
    fix::fit_layout(&mut made.model, layout.tangents != Tangents::None, four);
    let trailer = made.around.and_then(|b| b.trailer).filter(|_| header.is_some());
    let xps = from_model(&made.model, header, trailer);
    let mut out = vec![Output::new(String::new(), super::write(&xps))];
    out.extend(placeholders(&made.placeholders, options));
    out.extend(made.pictures);
    Ok(out)
}

/// Pictures for slots that nothing fills.
pub fn placeholders(wanted: &BTreeSet<Placeholder>, _: &WriteOptions) -> Vec<Output> {
    wanted.iter().map(|p| Output::new(p.suffix(), p.bytes())).collect()
}

fn report_reduction(model: &Model, sink: &mut Sink) {
    for (i, m) in model.meshes.iter().enumerate() {
        let w = &m.geometry.weights;
        let is_cut = |v: &usize| {
            let (ids, weights) = w.of(*v);
            let pairs: Vec<(u16, f32)> = ids.iter().copied().zip(weights.iter().copied()).collect();
            ids.len() > 4 && fix::merged(&pairs).len() > 4
        };
        let many = (0..m.geometry.len()).filter(is_cut).count();
        if many > 0 {
            let message = format!("{many} vertices of {:?} have more than four weights", m.name.lossy());
            sink.push(&codes::LOST_WEIGHTS, format!("meshes[{i}].vertices"), message);
        }
    }
}
