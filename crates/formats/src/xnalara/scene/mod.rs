//! From a model to a scene.
//!
//! Axes, units and UVs are glTF's already (right-handed, Y up, V down). Triangles are clockwise in front and are
//! reversed; with them the sign of tangents. Bones have no rotation: a node's translation is its head minus its
//! parent's, its inverse bind moves by minus its head.

pub(crate) mod colors;
pub(crate) mod materials;

use super::model::{Mesh, Model, Weights, hierarchy};
use super::names::{GroupTag, MeshName};
use super::notes;
use super::pose;
use super::rules;
use super::rules::About;
use super::rules::geometry;
use super::rules::geometry::Element;
use crate::notes::base64_text;
use crate::{Context, Names, Rest};
use materials::Surface;
use scene::{Extras, Influences, MeshId, Node, NodeId, NodeKind, Primitive, Scene, Skin, SkinId};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use wire::{Result, Sink};

/// What the file says in addition to its model.
#[derive(Debug, Clone)]
pub struct Wrapping {
    /// What the header says about surfaces.
    pub surface: Surface,
    /// Text of the default pose.
    pub pose: Option<Vec<u8>>,
    /// For converting back, put into the scene's extras.
    pub extras: Value,
    /// Whether it is text.
    pub text: bool,
}

/// Makes the scene.
pub fn to_scene(model: Model, wrapping: Wrapping, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
    let names = Names::detect(model.names(), cx.options.encoding.as_deref())?;
    let mut scene = Scene { name: cx.stem().to_owned(), ..Scene::default() };
    let file = notes::File::of(&model, names);
    scene.extras.insert("xnalara".into(), file.with(wrapping.extras));
    let skin = add_bones(&mut scene, &model, names, sink);
    let about = About { stem: cx.stem(), header: wrapping.surface.header, text: wrapping.text };
    let bone_names: HashSet<String> = model.bones.iter().map(|b| names.text(&b.name)).collect();
    let mut builder = Builder {
        bones: model.bones.len(),
        bone_names,
        skin,
        names,
        about,
        surface: wrapping.surface,
        file: file.of,
    };
    let switches = switches(&model, names);
    if !wrapping.surface.axes_in_order() {
        let [r, g, b] = wrapping.surface.normal_axes;
        let message = format!("flags 3 to 5 are {r}, {g}, {b}; only 0 or 1, 2 or 3, 4 or 5 can be shown");
        sink.push(&rules::NORMAL_AXES, "header.settings", message);
    }
    for (i, mesh) in model.meshes.into_iter().enumerate() {
        builder.mesh(&mut scene, i, mesh, &switches, sink);
    }
    if let Some(text) = &wrapping.pose {
        default_pose(&mut scene, text, cx, sink);
    }
    Ok(scene)
}

fn add_bones(scene: &mut Scene, model: &Model, names: Names, sink: &mut Sink) -> Option<SkinId> {
    let (parents, cut) = hierarchy(&model.bones);
    if !sink.has(&rules::PARENT_CYCLE) {
        rules::report_cycles(model, &cut, sink);
    }
    // A head that is no number would spoil every vertex that hangs on it.
    let heads: Vec<[f32; 3]> =
        model.bones.iter().map(|b| b.head.map(|v| if v.is_finite() { v } else { 0.0 })).collect();
    let used = used_bones(model, &parents);
    let mut inverse_binds = Vec::with_capacity(heads.len());
    for (i, (bone, head)) in model.bones.iter().zip(&heads).enumerate() {
        let parent = parents.get(i).copied().flatten();
        let from = parent.and_then(|p| heads.get(p)).copied().unwrap_or_default();
        let (name, raw_name) = names.decode(bone.name.as_bytes());
        let stored = bone.parent;
        let mut extras = Extras::new();
        // Only what the hierarchy does not say: odd parents.
        if parent.map_or(-1, |p| p as i32) != stored {
            notes::node::PARENT.put(&mut extras, &stored);
        }
        if !used.get(i).copied().unwrap_or(true) || is_unused(&name) {
            notes::node::UNUSED.put(&mut extras, &true);
        }
        scene.add_node(Node {
            name,
            raw_name,
            parent: parent.map(|p| NodeId(p as u32)),
            translation: [head[0] - from[0], head[1] - from[1], head[2] - from[2]],
            extras,
            ..Node::default()
        });
        let [x, y, z] = head.map(|v| -v);
        inverse_binds.push([1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, y, z, 1.0]);
    }
    if model.bones.is_empty() {
        return None;
    }
    let joints = (0..model.bones.len() as u32).map(NodeId).collect();
    scene.skins.push(Skin { name: String::new(), joints, inverse_binds });
    Some(SkinId(0))
}

/// Whether a name says that a bone moves nothing: XPS leaves such bones out of its lists and poses.
fn is_unused(name: &str) -> bool {
    name.get(..6).is_some_and(|head| head.eq_ignore_ascii_case("unused"))
}

/// Which bones move a vertex, directly or by a bone below.
fn used_bones(model: &Model, parents: &[Option<usize>]) -> Vec<bool> {
    let mut used = vec![false; model.bones.len()];
    for mesh in &model.meshes {
        let weights = &mesh.geometry.weights;
        for (bone, weight) in weights.bones.iter().zip(&weights.weights) {
            if let Some(slot) = used.get_mut(usize::from(*bone)).filter(|_| *weight != 0.0) {
                *slot = true;
            }
        }
    }
    for i in 0..used.len() {
        // Up to the first that is marked already: linear, and it ends in a circle too.
        let mut at = if used.get(i) == Some(&true) { parents.get(i).copied().flatten() } else { None };
        while let Some(slot) = at.and_then(|p| used.get_mut(p)).filter(|s| !**s) {
            *slot = true;
            at = at.and_then(|p| parents.get(p).copied().flatten());
        }
    }
    used
}

/// For each switch of optional items, whether it has shown and hidden meshes: then the hidden ones are alternates.
fn switches(model: &Model, names: Names) -> HashMap<Vec<String>, (bool, bool)> {
    let mut out: HashMap<Vec<String>, (bool, bool)> = HashMap::new();
    for mesh in &model.meshes {
        if let Some(o) = MeshName::parse(&names.text(&mesh.name)).optional {
            let seen = out.entry(o.switch).or_default();
            if o.shown { seen.0 = true } else { seen.1 = true }
        }
    }
    out
}

struct Builder<'a> {
    bones: usize,
    bone_names: HashSet<String>,
    skin: Option<SkinId>,
    names: Names,
    about: About<'a>,
    surface: Surface,
    /// Which file its parts are of.
    file: String,
}

impl Builder<'_> {
    fn mesh(
        &mut self,
        scene: &mut Scene,
        index: usize,
        mesh: Mesh,
        switches: &HashMap<Vec<String>, (bool, bool)>,
        sink: &mut Sink,
    ) {
        let (name, raw) = self.names.decode(mesh.name.as_bytes());
        let parsed = MeshName::parse(&name);
        self.report_group(index, &name, &parsed, sink);
        let textures: Vec<(String, u32)> =
            mesh.textures.iter().map(|t| (self.names.text(&t.file), t.uv_layer)).collect();
        let part = notes::Part {
            name: name.clone(),
            raw_name: raw.map(|r| base64_text(&r)),
            index,
            textures: textures.clone(),
            of: self.file.clone(),
        };
        let mut material =
            materials::material(scene, &name, &parsed, &textures, mesh.uv_layers, self.surface);
        part.note(&mut material.extras);
        let material = scene.add_material(material);
        let blended = parsed.render_group().0.blended;
        let mut out = self.columns(index, mesh, blended, sink);
        out.name.clone_from(&name);
        out.primitives.push(Primitive {
            material: Some(material),
            count: out.indices.len() as u32,
            ..Primitive::default()
        });
        part.note(&mut out.extras);
        let skinned = out.influences.is_some();
        let id = scene.add_mesh(out);
        scene.add_node(self.holder(name, &parsed, id, skinned, switches));
    }

    fn report_group(&self, index: usize, name: &str, parsed: &MeshName, sink: &mut Sink) {
        let path = format!("meshes[{index}].name");
        let (_, known) = parsed.render_group();
        if rules::is_classic(self.about, parsed) {
            // One sentence for the model: they all are.
            if !sink.has(&rules::CLASSIC_MATERIALS) {
                let message = format!("{name:?} of {:?} names no render group", self.about.stem);
                sink.push(&rules::CLASSIC_MATERIALS, path, message);
            }
        } else if parsed.group == GroupTag::Missing {
            if !sink.has(&rules::GROUP_MISSING) {
                sink.push(
                    &rules::GROUP_MISSING,
                    path,
                    format!("{name:?} does not begin with a number and _"),
                );
            }
        } else if !known && !sink.has(&rules::GROUP_UNKNOWN) {
            let message = format!("{name:?} has render group {}; 1 to 43 are known", parsed.group_number());
            sink.push(&rules::GROUP_UNKNOWN, path, message);
        }
    }

    fn columns(&self, index: usize, mesh: Mesh, blended: bool, sink: &mut Sink) -> scene::Mesh {
        let mut extras = Extras::new();
        let g = mesh.geometry;
        let n = g.positions.len();
        let path = |what: &str| format!("meshes[{index}].{what}");
        let indices = reverse(mesh.indices, n, |dropped, first| {
            if !sink.has(&rules::INDEX_RANGE) {
                let message = format!("{dropped} triangles name vertices beyond {n} and are left out");
                sink.push(&rules::INDEX_RANGE, Element::Triangle(first).path(index), message);
            }
        });
        if mesh.uv_layers as usize != g.uvs.len() {
            notes::mesh::UV_LAYERS.put(&mut extras, &mesh.uv_layers);
        }
        let (colors, alpha) = colors(g.colors, self.surface.header || blended);
        if let Some(alpha) = alpha {
            notes::mesh::ALPHA.put(&mut extras, &alpha);
        }
        let mut layers = g.tangents.into_iter();
        let tangents = tangents(layers.next().unwrap_or_default(), &g.normals).unwrap_or_else(|stored| {
            if !stored.is_empty() && !sink.has(&rules::TANGENTS_DUMMY) {
                sink.push(&rules::TANGENTS_DUMMY, path("vertices"), "the tangents are zero or have no sign");
            }
            if !stored.is_empty() {
                notes::put_tangents(&mut extras, 0, &stored);
            }
            Vec::new()
        });
        for (i, layer) in layers.enumerate() {
            notes::put_tangents(&mut extras, i + 1, &layer);
        }
        let influences = (self.skin.is_some() && g.weights.is_some()).then(|| {
            influences(g.weights, n, self.bones, |missing, first| {
                if !sink.has(&rules::WEIGHTS_BONE) {
                    let message = format!("{missing} of {n} vertices use bones that do not exist");
                    sink.push(&rules::WEIGHTS_BONE, Element::Vertex(first).path(index), message);
                }
            })
        });
        scene::Mesh {
            positions: g.positions,
            normals: g.normals,
            tangents,
            uvs: g.uvs,
            colors: vec![colors::to_linear(colors)],
            influences,
            indices,
            extras,
            ..scene::Mesh::default()
        }
    }

    /// Meshes sit on roots of their own under their plain name, which is what artists see and change in Blender; a
    /// name that a bone has already gets `#mesh`.
    fn holder(
        &self,
        name: String,
        parsed: &MeshName,
        mesh: MeshId,
        skinned: bool,
        switches: &HashMap<Vec<String>, (bool, bool)>,
    ) -> Node {
        let taken = name.is_empty() || self.bone_names.contains(&name);
        let mut node = Node {
            name: if taken { format!("{name}#mesh") } else { name.clone() },
            kind: NodeKind::Holder,
            mesh: Some(mesh),
            skin: self.skin.filter(|_| skinned),
            ..Node::default()
        };
        if let Some(o) = &parsed.optional {
            node.visible = o.shown;
            let alternate = !o.shown && switches.get(&o.switch).is_some_and(|s| s.0 && s.1);
            notes::node::SWITCH.put(&mut node.extras, &o.switch.join("|"));
            notes::node::SHOWN.put(&mut node.extras, &o.shown);
            notes::node::DISPLAY.put(&mut node.extras, &o.display);
            notes::node::ALTERNATE.put(&mut node.extras, &alternate);
        }
        notes::node::NAME.put(&mut node.extras, &name);
        node
    }
}

/// Counter-clockwise triangles; those that name missing vertices are left out.
fn reverse(mut indices: Vec<u32>, vertices: usize, mut dropped: impl FnMut(usize, usize)) -> Vec<u32> {
    let highest = indices.iter().copied().max().unwrap_or(0) as usize;
    indices.truncate(indices.len() / 3 * 3);
    if !indices.is_empty() && highest >= vertices {
        let all = indices.as_chunks::<3>().0;
        let there = |t: &[u32; 3]| t.iter().all(|i| (*i as usize) < vertices);
        let kept: Vec<[u32; 3]> = all.iter().copied().filter(there).collect();
        dropped(all.len() - kept.len(), all.iter().position(|t| !there(t)).unwrap_or(0));
        indices = kept.into_flattened();
    }
    for t in indices.as_chunks_mut::<3>().0 {
        t.swap(1, 2);
    }
    indices
}

/// Colours by the alpha rule, and the alpha as stored where the rule changed it.
///
/// Alpha counts only in files with a header and in blended groups; zero on every vertex means "unset".
fn colors(mut colors: Vec<[u8; 4]>, counts: bool) -> (Vec<[u8; 4]>, Option<notes::Alpha>) {
    let unset = colors.iter().all(|c| c[3] == 0);
    if colors.is_empty() || (counts && !unset) {
        return (colors, None);
    }
    let first = colors.first().map_or(0, |c| c[3]);
    let stored = if colors.iter().all(|c| c[3] == first) {
        (first != 255).then_some(notes::Alpha::All(first))
    } else {
        let alpha: Vec<u8> = colors.iter().map(|c| c[3]).collect();
        Some(notes::Alpha::Each(base64_text(&alpha)))
    };
    for c in &mut colors {
        c[3] = 255;
    }
    (colors, stored)
}

/// Tangents for reversed triangles, or the stored ones back if they are placeholders.
///
/// A few without length belong to degenerate UVs: any direction across the normal will do for them.
fn tangents(
    mut stored: Vec<[f32; 4]>,
    normals: &[[f32; 3]],
) -> std::result::Result<Vec<[f32; 4]>, Vec<[f32; 4]>> {
    let good = stored.iter().filter(|t| geometry::is_tangent(t)).count();
    if stored.is_empty() || good * 10 < stored.len() * 9 {
        return Err(stored);
    }
    for (i, t) in stored.iter_mut().enumerate() {
        if geometry::is_tangent(t) {
            t[3] = -t[3];
        } else {
            let n = normals.get(i).map_or(glam::Vec3::Y, |n| glam::Vec3::from_array(*n));
            let across = n.try_normalize().unwrap_or(glam::Vec3::Y).any_orthonormal_vector();
            *t = [across.x, across.y, across.z, 1.0];
        }
    }
    Ok(stored)
}

/// Influences by the rules of the original program: a sum of zero puts all weight on the first slot; weights on missing
/// bones are dropped.
fn influences(
    w: Weights,
    vertices: usize,
    bones: usize,
    mut missing: impl FnMut(usize, usize),
) -> Influences {
    let highest = w.bones.iter().copied().max().map_or(0, usize::from);
    let whole =
        if w.weights.len() == 4 * vertices && w.starts.iter().zip((0..).step_by(4)).all(|(a, b)| *a == b) {
            let sums = w.weights.as_chunks::<4>().0.iter().map(|[a, b, c, d]| a + b + c + d);
            sums.fold(true, |fine, sum| fine & (sum.abs() > 0.0) & (sum.abs() < f32::INFINITY))
        } else {
            (0..vertices).all(|v| {
                let sum: f32 = w.of(v).1.iter().sum();
                sum.is_finite() && sum != 0.0
            })
        };
    if whole && highest < bones {
        return Influences { starts: w.starts, joints: w.bones, weights: w.weights };
    }
    let mut out = Influences { starts: vec![0], ..Influences::default() };
    let (mut lost, mut first_lost) = (0, 0);
    for v in 0..vertices {
        let (ids, weights) = w.of(v);
        let usable = |(b, w): &(u16, f32)| usize::from(*b) < bones && w.is_finite();
        let pairs = || ids.iter().copied().zip(weights.iter().copied());
        if pairs().any(|(b, w)| usize::from(b) >= bones && w != 0.0) {
            first_lost = if lost == 0 { v } else { first_lost };
            lost += 1;
        }
        let sum: f32 = pairs().filter(usable).map(|(_, w)| w).sum();
        if sum == 0.0 {
            let first = ids.first().copied().filter(|b| usize::from(*b) < bones).unwrap_or(0);
            out.joints.push(first);
            out.weights.push(1.0);
        } else {
            for (b, weight) in pairs().filter(usable) {
                out.joints.push(b);
                out.weights.push(weight);
            }
        }
        out.starts.push(out.joints.len() as u32);
    }
    if lost > 0 {
        missing(lost, first_lost);
    }
    out
}

/// The default pose: an animation, or applied to the nodes where that was asked for.
fn default_pose(scene: &mut Scene, text: &[u8], cx: &Context<'_>, sink: &mut Sink) {
    let parsed = pose::types::parse(text);
    if parsed.lines.iter().all(|l| l.pose().is_identity()) {
        return;
    }
    if cx.options.rest == Rest::DefaultPose {
        pose::apply(scene, &parsed, "header.settings", sink);
    } else {
        let bound = pose::bind(scene, &parsed, "header.settings", sink);
        pose::add_animation(scene, pose::DEFAULT_POSE, &bound);
    }
}
