//! Nodes, skins and scenes.
//!
//! glTF node `i` is [`NodeId`] `i`; nodes the writer adds come after. It adds a holder where a skinned mesh is not
//! on an identity root (clients ignore such a transform, and the validator warns), and a common root where the
//! joints of a skin have none (the validator calls that an error).

use super::super::json;
use super::mesh::Meshes;
use super::sanitise::{all_finite, finite_or};
use super::{Out, extras};
use crate::codes::{NONFINITE, PARENT_CYCLE, REFERENCE, SKIN_EMPTY};
use crate::{Mesh, Node, NodeKind, Property, Scene, SkinId};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

/// A skin as glTF wants it: joints unique and existing.
pub struct SkinPlan {
    /// glTF index.
    pub index: u32,
    /// Nodes.
    pub joints: Vec<u32>,
    binds: Vec<[f32; 16]>,
    /// New joint number by old; `None` = all as they are.
    pub remap: Option<Vec<Option<u16>>>,
}

#[cfg(test)]
impl SkinPlan {
    /// A skin with nothing but joints.
    pub fn for_test(joints: Vec<u32>) -> Self {
        Self { index: 0, joints, binds: Vec::new(), remap: None }
    }
}

/// What a node shows.
#[derive(Clone, Copy)]
pub struct Use {
    /// Which mesh.
    pub mesh: usize,
    /// Bound by which skin.
    pub skin: Option<usize>,
}

/// Decisions that everything else needs.
pub struct NodePlan {
    /// Parent by node; no cycles.
    parents: Vec<Option<usize>>,
    /// Mesh by node.
    pub uses: Vec<Option<Use>>,
    /// Skin by [`SkinId`].
    pub skins: Vec<Option<SkinPlan>>,
    /// The glTF node that shows a node's mesh.
    pub shown_by: Vec<u32>,
    /// Owners of added holders, in the order of the nodes made.
    holders: Vec<usize>,
    /// Children of added roots, in the order of the nodes made.
    roots: Vec<Vec<usize>>,
}

/// Looks at the hierarchy, the skins and who shows what.
pub fn plan(out: &mut Out<'_, '_>) -> NodePlan {
    let scene = out.scene;
    let parents = parents(out);
    let skins = skins(out);
    let uses: Vec<Option<Use>> = (0..scene.nodes.len()).map(|i| use_of(out, &skins, i)).collect();
    let mut shown_by: Vec<u32> = (0..scene.nodes.len() as u32).collect();
    let moved: BTreeSet<usize> = scene
        .animations
        .iter()
        .flat_map(|a| &a.channels)
        .filter(|c| c.property != Property::Weights)
        .map(|c| c.node.0 as usize)
        .collect();
    let mut holders = Vec::new();
    let all = scene.nodes.iter().zip(&mut shown_by).zip(parents.iter().zip(&uses));
    for (i, ((node, shown), (parent, used))) in all.enumerate() {
        let skinned = used.is_some_and(|u| u.skin.is_some());
        if skinned && (parent.is_some() || !is_identity(node) || moved.contains(&i)) {
            *shown = (scene.nodes.len() + holders.len()) as u32;
            holders.push(i);
        }
    }
    let roots = common_roots(&parents, &skins);
    NodePlan { parents, uses, skins, shown_by, holders, roots }
}

fn is_identity(node: &Node) -> bool {
    node.translation == [0.0; 3] && node.rotation == [0.0, 0.0, 0.0, 1.0] && node.scale == [1.0; 3]
}

fn parents(out: &mut Out<'_, '_>) -> Vec<Option<usize>> {
    let nodes = &out.scene.nodes;
    let mut parents: Vec<Option<usize>> = nodes.iter().map(|n| n.parent.map(|p| p.0 as usize)).collect();
    for (i, (parent, node)) in parents.iter_mut().zip(nodes).enumerate() {
        if parent.is_some_and(|p| p >= nodes.len()) {
            let message = format!("parent of {:?} does not exist", node.name);
            out.sink.push(&REFERENCE, format!("nodes[{i}]"), message);
            *parent = None;
        }
    }
    // 0 = not seen, 1 = on the way up, 2 = known to reach a root.
    let mut state = vec![0u8; nodes.len()];
    for start in 0..nodes.len() {
        let mut path = Vec::new();
        let mut at = Some(start);
        while let Some(i) = at
            && let (Some(seen), Some(parent), Some(node)) =
                (state.get_mut(i), parents.get_mut(i), nodes.get(i))
        {
            at = None;
            if *seen == 0 {
                *seen = 1;
                path.push(i);
                at = *parent;
            } else if *seen == 1 {
                let message = format!("{:?} is its own ancestor", node.name);
                out.sink.push(&PARENT_CYCLE, format!("nodes[{i}]"), message);
                *parent = None;
            }
        }
        for i in path {
            state.get_mut(i).into_iter().for_each(|s| *s = 2);
        }
    }
    parents
}

fn skins(out: &mut Out<'_, '_>) -> Vec<Option<SkinPlan>> {
    let scene = out.scene;
    let mut made = 0;
    let mut plans = Vec::new();
    for (s, skin) in scene.skins.iter().enumerate() {
        let mut numbers: HashMap<u32, u16> = HashMap::new();
        let (mut joints, mut binds, mut remap) = (Vec::new(), Vec::new(), Vec::new());
        for (j, node) in skin.joints.iter().enumerate() {
            if node.0 as usize >= scene.nodes.len() {
                remap.push(None);
                continue;
            }
            let next = joints.len() as u16;
            let number = *numbers.entry(node.0).or_insert(next);
            if number == next {
                joints.push(node.0);
                binds.push(bind(skin.inverse_binds.get(j)));
            }
            remap.push(Some(number));
        }
        let same = remap.iter().enumerate().all(|(i, n)| n.map(usize::from) == Some(i));
        let path = format!("skins[{s}]");
        if !same {
            let message = format!("{} of {} joints are unique nodes", joints.len(), remap.len());
            out.sink.push(&REFERENCE, path.clone(), message);
        }
        if joints.is_empty() {
            out.sink.push(&SKIN_EMPTY, path, "a skin has no joints");
            plans.push(None);
            continue;
        }
        if binds.iter().any(|m: &[f32; 16]| !all_finite(m)) {
            out.sink.push(&NONFINITE, path, "inverse bind matrices are not finite");
            for m in binds.iter_mut().filter(|m| !all_finite(*m)) {
                *m = glam::Mat4::IDENTITY.to_cols_array();
            }
        }
        plans.push(Some(SkinPlan { index: made, joints, binds, remap: (!same).then_some(remap) }));
        made += 1;
    }
    plans
}

/// The matrix with its last row exactly 0, 0, 0, 1.
fn bind(matrix: Option<&[f32; 16]>) -> [f32; 16] {
    let mut m = matrix.copied().unwrap_or(glam::Mat4::IDENTITY.to_cols_array());
    (m[3], m[7], m[11], m[15]) = (0.0, 0.0, 0.0, 1.0);
    m
}

fn use_of(out: &mut Out<'_, '_>, skins: &[Option<SkinPlan>], i: usize) -> Option<Use> {
    let scene = out.scene;
    let node = scene.nodes.get(i)?;
    let id = node.mesh?.0 as usize;
    let path = || format!("nodes[{i}]");
    let Some(mesh) = scene.meshes.get(id) else {
        out.sink.push(&REFERENCE, path(), format!("mesh {id} of {:?} does not exist", node.name));
        return None;
    };
    let skin = node.skin.map(|SkinId(s)| s as usize);
    let usable = skin.filter(|s| skins.get(*s).is_some_and(Option::is_some) && mesh.influences.is_some());
    if skin.is_some() && usable.is_none() {
        let message = format!("{:?} has a skin that binds nothing", node.name);
        out.sink.push(&SKIN_EMPTY, path(), message);
    }
    Some(Use { mesh: id, skin: usable })
}

/// Groups of root nodes that some skin spans.
fn common_roots(parents: &[Option<usize>], skins: &[Option<SkinPlan>]) -> Vec<Vec<usize>> {
    let mut top: Vec<Option<usize>> = vec![None; parents.len()];
    let mut root_of = |node: usize| {
        let mut path = Vec::new();
        let mut at = node;
        let root = loop {
            if let Some(known) = top.get(at).copied().flatten() {
                break known;
            }
            path.push(at);
            match parents.get(at).copied().flatten() {
                Some(up) => at = up,
                None => break at,
            }
        };
        for i in path {
            top.get_mut(i).into_iter().for_each(|t| *t = Some(root));
        }
        root
    };
    let mut groups: Vec<BTreeSet<usize>> = Vec::new();
    for skin in skins.iter().flatten() {
        let mut group: BTreeSet<usize> = skin.joints.iter().map(|j| root_of(*j as usize)).collect();
        if group.len() < 2 {
            continue;
        }
        groups.retain(|other| {
            let apart = other.is_disjoint(&group);
            if !apart {
                group.extend(other);
            }
            apart
        });
        groups.push(group);
    }
    groups.into_iter().map(|g| g.into_iter().collect()).collect()
}

/// Writes nodes, skins and scenes.
pub fn write(out: &mut Out<'_, '_>, plan: &NodePlan, meshes: &Meshes) {
    let scene = out.scene;
    let mut nodes = Vec::with_capacity(scene.nodes.len() + plan.holders.len() + plan.roots.len());
    for (i, node) in scene.nodes.iter().enumerate() {
        nodes.push(one(out, plan, meshes, i, node));
    }
    for owner in &plan.holders {
        if let Some(node) = scene.nodes.get(*owner) {
            nodes.push(holder(out, plan, meshes, *owner, node));
        }
    }
    for children in &plan.roots {
        let mut model = Map::new();
        model.insert("kind".into(), "root".into());
        nodes.push(json::Node {
            name: "#root".into(),
            children: children.iter().map(|c| *c as u32).collect(),
            extras: extras::write(&Map::new(), model, Map::new()),
            ..json::Node::default()
        });
    }
    for (i, parent) in plan.parents.iter().enumerate() {
        if let Some(p) = parent.and_then(|p| nodes.get_mut(p)) {
            p.children.push(i as u32);
        }
    }
    out.root.nodes = nodes;
    write_skins(out, plan);
    write_scenes(out, plan);
}

fn one(out: &mut Out<'_, '_>, plan: &NodePlan, meshes: &Meshes, i: usize, node: &Node) -> json::Node {
    let shown_here = plan.shown_by.get(i) == Some(&(i as u32));
    let mut made = if shown_here { shown(out, plan, meshes, i) } else { json::Node::default() };
    let (t, r, s) = transform(out, i, node);
    made.name.clone_from(&node.name);
    made.translation = (t != [0.0; 3]).then_some(t);
    made.rotation = (r != [0.0, 0.0, 0.0, 1.0]).then_some(r);
    made.scale = (s != [1.0; 3]).then_some(s);
    let mut model = Map::new();
    match node.kind {
        NodeKind::Source => {}
        NodeKind::Helper => drop(model.insert("kind".into(), "helper".into())),
        NodeKind::Holder => drop(model.insert("kind".into(), "holder".into())),
    }
    if let Some(raw) = &node.raw_name {
        model.insert("rawName".into(), wire::to_hex(raw).into());
    }
    if let Some(lod) = node.lod {
        model.insert("lod".into(), lod.into());
    }
    if !node.visible {
        model.insert("visible".into(), false.into());
    }
    if let Some(u) = plan.shows(i)
        && made.mesh.is_none()
        && shown_here
        && let Some(mesh) = out.scene.meshes.get(u.mesh)
    {
        model.insert("mesh".into(), empty_mesh(mesh));
    }
    made.extras = extras::write(&node.extras, model, Map::new());
    made.camera = super::camera::of(out, node);
    made.extensions = extensions(out, node, super::light::of(out, node));
    made
}

/// What remains of a mesh that draws nothing.
fn empty_mesh(mesh: &Mesh) -> Value {
    json!({ "name": mesh.name, "lod": mesh.lod, "collision": mesh.collision, "extras": mesh.extras })
}

fn extensions(
    out: &mut Out<'_, '_>,
    node: &Node,
    light: Option<json::LightUse>,
) -> Option<json::NodeExtensions> {
    let visibility = (!node.visible).then_some(json::Visibility { visible: false });
    out.used.visibility |= visibility.is_some();
    let made = json::NodeExtensions { visibility, light };
    (made != json::NodeExtensions::default()).then_some(made)
}

/// Mesh, skin and weights of the node that shows them.
fn shown(out: &Out<'_, '_>, plan: &NodePlan, meshes: &Meshes, i: usize) -> json::Node {
    let mut made = json::Node::default();
    let (Some(u), Some(node)) = (plan.shows(i), out.scene.nodes.get(i)) else { return made };
    made.mesh = meshes.index(u);
    let targets = out.scene.meshes.get(u.mesh).map_or(0, |m| m.targets.len());
    if made.mesh.is_some() {
        made.skin = u.skin.and_then(|s| plan.skin(s)).map(|s| s.index);
        if targets > 0 && !node.weights.is_empty() {
            made.weights =
                (0..targets).map(|t| finite_or(node.weights.get(t).copied().unwrap_or(0.0), 0.0)).collect();
        }
    }
    made
}

fn holder(out: &mut Out<'_, '_>, plan: &NodePlan, meshes: &Meshes, owner: usize, node: &Node) -> json::Node {
    let mut made = shown(out, plan, meshes, owner);
    let mut model = Map::new();
    model.insert("kind".into(), "holder".into());
    if let Some(lod) = plan.lod(out.scene, owner) {
        model.insert("lod".into(), lod.into());
    }
    if !node.visible {
        model.insert("visible".into(), false.into());
    }
    made.name = format!("{}#mesh", node.name);
    made.extras = extras::write(&Map::new(), model, Map::new());
    // Light and camera stay with the owner.
    made.extensions = extensions(out, node, None);
    made
}

fn transform(out: &mut Out<'_, '_>, i: usize, node: &Node) -> ([f32; 3], [f32; 4], [f32; 3]) {
    let finite = all_finite(&node.translation) && all_finite(&node.rotation) && all_finite(&node.scale);
    if !finite {
        let message = format!("the transform of {:?} is not finite", node.name);
        out.sink.push(&NONFINITE, format!("nodes[{i}]"), message);
    }
    let t = node.translation.map(|v| finite_or(v, 0.0));
    let s = node.scale.map(|v| finite_or(v, 1.0));
    (t, unit_quaternion(node.rotation), s)
}

/// The quaternion itself if it is of length one, else normalised, else no rotation.
pub fn unit_quaternion(q: [f32; 4]) -> [f32; 4] {
    let d = glam::Vec4::from(q).as_dvec4();
    let square = d.length_squared();
    if (square - 1.0).abs() <= 1e-6 {
        return q;
    }
    match d.try_normalize() {
        Some(unit) if unit.is_finite() => unit.as_vec4().to_array(),
        _ => [0.0, 0.0, 0.0, 1.0],
    }
}

fn write_skins(out: &mut Out<'_, '_>, plan: &NodePlan) {
    if plan.skins.iter().all(Option::is_none) {
        return;
    }
    out.buffers.open();
    for (skin, source) in plan.skins.iter().zip(&out.scene.skins) {
        let Some(skin) = skin else { continue };
        let layout = super::buffer::Components::float("MAT4");
        let binds = out.buffers.packed(Cow::Owned(skin.binds.clone()), skin.binds.len(), &layout, None);
        out.root.skins.push(json::Skin {
            name: source.name.clone(),
            inverse_bind_matrices: Some(binds),
            joints: skin.joints.clone(),
            ..json::Skin::default()
        });
    }
    out.buffers.close();
}

impl NodePlan {
    /// What a node shows.
    pub fn shows(&self, node: usize) -> Option<Use> {
        self.uses.get(node).copied().flatten()
    }

    /// A skin that binds something.
    pub fn skin(&self, skin: usize) -> Option<&SkinPlan> {
        self.skins.get(skin)?.as_ref()
    }

    /// The LOD of the root above a node.
    fn lod(&self, scene: &Scene, mut node: usize) -> Option<u32> {
        while let Some(up) = self.parents.get(node).copied().flatten() {
            node = up;
        }
        scene.nodes.get(node)?.lod
    }
}

fn write_scenes(out: &mut Out<'_, '_>, plan: &NodePlan) {
    let scene = out.scene;
    if scene.nodes.is_empty() {
        // A scene must have nodes, some readers think; the document may do without scenes.
        out.root.extras = extras::write(&scene.extras, Map::new(), Map::new());
        return;
    }
    let adopted: BTreeSet<usize> = plan.roots.iter().flatten().copied().collect();
    let mut roots: Vec<(u32, Option<u32>)> = Vec::new();
    let first_root = scene.nodes.len() + plan.holders.len();
    for (i, children) in plan.roots.iter().enumerate() {
        let lods: BTreeSet<Option<u32>> = children.iter().map(|c| scene.nodes.get(*c)?.lod).collect();
        let lod = lods.iter().next().copied().flatten().filter(|_| lods.len() == 1);
        roots.push(((first_root + i) as u32, lod));
    }
    for (i, (node, parent)) in scene.nodes.iter().zip(&plan.parents).enumerate() {
        if parent.is_none() && !adopted.contains(&i) {
            roots.push((i as u32, node.lod));
        }
    }
    for (i, owner) in plan.holders.iter().enumerate() {
        roots.push(((scene.nodes.len() + i) as u32, plan.lod(scene, *owner)));
    }
    let lods: BTreeSet<u32> = roots.iter().filter_map(|(_, lod)| *lod).collect();
    let mut wanted: Vec<Option<u32>> = lods.into_iter().map(Some).collect();
    if wanted.is_empty() {
        wanted.push(None);
    }
    for (i, lod) in wanted.iter().enumerate() {
        out.root.scenes.push(json::Scene {
            name: match lod {
                Some(lod) if i > 0 => format!("{}#lod{lod}", scene.name),
                _ => scene.name.clone(),
            },
            nodes: roots.iter().filter(|(_, l)| l.is_none() || l == lod).map(|(n, _)| *n).collect(),
            extras: if i == 0 { extras::write(&scene.extras, Map::new(), Map::new()) } else { None },
        });
    }
    out.root.scene = Some(0);
}
