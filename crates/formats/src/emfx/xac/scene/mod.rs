//! An actor as a scene.

pub mod actor;
pub(crate) mod geometry;
pub(crate) mod hierarchy;
pub(crate) mod surface;

use super::super::notes;
use super::super::rules::codes;
use super::super::types::Emfx;
use super::super::types::body::{Body, Nested};
use super::types::Mesh;
use crate::emfx::maths::{mirror, mirror_quat};
use crate::emfx::notes::{TargetNote, TransformNote};
use crate::{Context, Lod, Names};
use actor::Actor;
use geometry::Joints;
use scene::{
    Extras, Influences, MaterialId, Mesh as SceneMesh, Node, NodeId, NodeKind, Scene, Skin, SkinId, Slot,
};
use std::collections::HashMap;
use wire::{Result, Sink};

/// Hierarchy, meshes, skins, materials and morph targets in glTF's conventions.
pub fn to_scene(file: &Emfx, cx: &Context<'_>, sink: &mut Sink) -> Result<Scene> {
    let actor = Actor::new(file);
    let names = actor.names(cx.options.encoding.as_deref())?;
    let mut scene = Scene { name: cx.stem().to_owned(), ..Scene::default() };
    let nodes = hierarchy::add(&mut scene, &actor, &names, sink);
    let nested = actor.nested_levels();
    let fields = actor.meshes.iter().filter_map(|m| m.1.lod).max().unwrap_or(0);
    let coarsest = nested.iter().copied().max().unwrap_or(0).max(fields);
    let wanted = match cx.options.lod {
        Lod::One(n) => Some(n.min(coarsest)),
        Lod::All => None,
    };
    let tag = wanted.is_none() && coarsest > 0;
    if let (Some(level), 1..) = (wanted, coarsest) {
        let path = actor.lods.first().map_or_else(String::new, |l| format!("chunks[{}].lod_actor", l.0));
        let text = format!(
            "level {level} of 0 to {coarsest} is taken; --lod all takes all of them, and --template restores nested ones"
        );
        sink.push(&codes::LOD_LEFT_OUT, path, text);
    }
    let mut adder = Adder { scene, cx, wanted, tag, level: 0, prefix: String::new() };
    adder.scene.extras = scene_extras(file, &actor, &names);
    adder.actor(&actor, &names, &nodes, wanted.is_none_or(|w| !nested.contains(&w)), sink);
    for ((chunk, lod), level) in actor.lods.iter().zip(&nested) {
        if let Nested::Actor(inner) = &lod.file
            && wanted.is_none_or(|w| w == *level)
        {
            adder.level = *level;
            adder.prefix = format!("chunks[{chunk}].lod_actor.file.");
            let actor = Actor::new(inner);
            let names = actor.names(cx.options.encoding.as_deref())?;
            let nodes = adder.bind_nodes(&actor, &names);
            adder.actor(&actor, &names, &nodes, true, sink);
        }
    }
    morph_transforms(&mut adder.scene, &actor, &names, &nodes);
    Ok(adder.scene)
}

struct Adder<'a, 'c> {
    scene: Scene,
    cx: &'a Context<'c>,
    /// The level asked for, or all.
    wanted: Option<u32>,
    /// Whether holders carry their level, so that every level becomes a scene.
    tag: bool,
    /// Level of the actor at hand.
    level: u32,
    /// Its path.
    prefix: String,
}

impl Adder<'_, '_> {
    /// Materials and meshes of one actor.
    fn actor(&mut self, actor: &Actor<'_>, names: &Names, nodes: &[NodeId], meshes: bool, sink: &mut Sink) {
        let materials = self.materials(actor, names, sink);
        if !meshes {
            return;
        }
        let normal_uv: Vec<Option<u32>> = materials
            .iter()
            .map(|m| self.scene.materials.get(m.0 as usize)?.texture(&Slot::Normal).map(|t| t.uv))
            .collect();
        let mut joints = Joints::default();
        let mut skinned: Vec<NodeId> = Vec::new();
        let prefix = self.prefix.clone();
        let cx = geometry::Context {
            actor,
            nodes,
            materials: &materials,
            normal_uv: &normal_uv,
            names,
            prefix: &prefix,
        };
        for (chunk, mesh) in &actor.meshes {
            let level = if self.level > 0 { self.level } else { mesh.lod.unwrap_or(0) };
            let other_level = self.level == 0 && self.wanted.is_some_and(|w| w != level);
            if other_level || (mesh.collision != 0 && !self.cx.options.collision) {
                continue;
            }
            let Some(mut converted) = geometry::convert(&cx, *chunk, mesh, &mut joints, sink) else {
                continue;
            };
            converted.lod = level;
            let owner = nodes.get(mesh.node as usize).copied();
            match converted.influences {
                Some(_) => skinned.push(self.hold(converted, owner, level, None)),
                None => self.attach(converted, owner, level, mesh),
            }
        }
        if !skinned.is_empty() {
            let binds = (self.level > 0).then(|| own_binds(actor, names, nodes, &joints.nodes));
            let skin = self.skin(joints.nodes, binds, sink);
            for holder in skinned {
                if let Some(node) = self.scene.nodes.get_mut(holder.0 as usize) {
                    node.skin = Some(skin);
                }
            }
        }
    }

    fn materials(&mut self, actor: &Actor<'_>, names: &Names, sink: &mut Sink) -> Vec<MaterialId> {
        let mut out = Vec::with_capacity(actor.materials.len());
        for s in &actor.materials {
            let new = surface::convert(s, names, &self.prefix, &mut self.scene, sink);
            // Nested actors repeat the materials of the main one.
            let same = (self.level > 0).then(|| {
                self.scene.materials.iter().position(|m| m.name == new.name && m.extras == new.extras)
            });
            out.push(match same.flatten() {
                Some(i) => MaterialId(i as u32),
                None => self.scene.add_material(new),
            });
        }
        out
    }

    /// A skinned mesh on an identity root.
    fn hold(&mut self, mesh: SceneMesh, owner: Option<NodeId>, level: u32, skin: Option<SkinId>) -> NodeId {
        let name = format!("{}#mesh", mesh.name);
        let owner = owner.and_then(|o| self.scene.node(o)).map(|n| n.name.clone());
        let mesh = self.scene.add_mesh(mesh);
        self.scene.add_node(Node {
            name,
            kind: NodeKind::Holder,
            mesh: Some(mesh),
            skin,
            lod: self.tag.then_some(level),
            extras: notes::node::OWNER.with(&owner),
            ..Node::default()
        })
    }

    /// A rigid mesh: on its node, or on a child of it if that already shows one.
    fn attach(&mut self, mut mesh: SceneMesh, owner: Option<NodeId>, level: u32, source: &Mesh) {
        if self.tag {
            // Only roots can belong to one scene: a skin with one joint moves it like its node.
            if let Some(owner) = owner {
                mesh.influences = Some(Influences::fixed(
                    1,
                    vec![0; mesh.positions.len()],
                    vec![1.0; mesh.positions.len()],
                ));
                notes::mesh::RIGID.put(&mut mesh.extras, &true);
                let skin = self.skin(
                    vec![owner],
                    Some(vec![glam::Mat4::IDENTITY.to_cols_array()]),
                    &mut Sink::new(),
                );
                self.hold(mesh, Some(owner), level, Some(skin));
                return;
            }
        }
        let name = mesh.name.clone();
        let collision = source.collision != 0;
        let id = self.scene.add_mesh(mesh);
        let free = owner.and_then(|o| self.scene.nodes.get_mut(o.0 as usize)).filter(|n| n.mesh.is_none());
        match free {
            Some(node) if !collision => node.mesh = Some(id),
            _ => {
                let suffix = if collision { "collision" } else { "mesh" };
                let owner_name = owner.and_then(|o| self.scene.node(o)).map(|n| n.name.clone());
                self.scene.add_node(Node {
                    name: format!("{name}#{suffix}"),
                    kind: NodeKind::Holder,
                    parent: owner,
                    mesh: Some(id),
                    extras: notes::node::OWNER.with(&owner_name),
                    ..Node::default()
                });
            }
        }
    }

    fn skin(&mut self, joints: Vec<NodeId>, binds: Option<Vec<[f32; 16]>>, sink: &mut Sink) -> SkinId {
        let inverse_binds = binds.unwrap_or_else(|| hierarchy::inverse_binds(&self.scene, &joints, sink));
        self.scene.skins.push(Skin { name: self.scene.name.clone(), joints, inverse_binds });
        SkinId(self.scene.skins.len() as u32 - 1)
    }

    /// Nodes of a nested actor: those of the main one with the same name, new ones for the rest.
    fn bind_nodes(&mut self, actor: &Actor<'_>, names: &Names) -> Vec<NodeId> {
        let mut by_name: HashMap<Vec<u8>, NodeId> = HashMap::new();
        for (i, node) in self.scene.nodes.iter().enumerate().filter(|(_, n)| n.kind == NodeKind::Source) {
            let key = node.raw_name.clone().unwrap_or_else(|| node.name.clone().into_bytes());
            by_name.entry(key).or_insert(NodeId(i as u32));
        }
        let mut out: Vec<NodeId> = Vec::with_capacity(actor.nodes.len());
        for (i, (_, node)) in actor.nodes.iter().enumerate() {
            let known = by_name.get(&node.name.0).copied();
            out.push(known.unwrap_or_else(|| {
                let parent = actor.parent(i).and_then(|p| out.get(p).copied());
                let id = hierarchy::add_one(&mut self.scene, actor.order, node, parent, names);
                if let Some(added) = self.scene.nodes.last_mut() {
                    notes::node::LOD.put(&mut added.extras, &self.level);
                }
                hierarchy::place(&mut self.scene, id, hierarchy::local(actor.order, node));
                id
            }));
        }
        out
    }
}

/// Inverse binds of a nested actor: those of its own skeleton, whichever nodes it moves with.
fn own_binds(actor: &Actor<'_>, names: &Names, nodes: &[NodeId], joints: &[NodeId]) -> Vec<[f32; 16]> {
    let mut own = Scene::default();
    let ids = hierarchy::add(&mut own, actor, names, &mut Sink::new());
    let mut source: HashMap<NodeId, NodeId> = HashMap::new();
    for (node, id) in nodes.iter().zip(&ids) {
        source.entry(*node).or_insert(*id);
    }
    let joints: Vec<NodeId> = joints.iter().filter_map(|j| source.get(j).copied()).collect();
    hierarchy::inverse_binds(&own, &joints, &mut Sink::new())
}

/// Chunks that have no place in a scene, the header and the order of the nodes.
fn scene_extras(file: &Emfx, actor: &Actor<'_>, names: &Names) -> Extras {
    let others: Vec<super::super::types::Chunk> = file
        .chunks
        .iter()
        .filter(|c| {
            matches!(
                c.body,
                Body::ActorInfo(_)
                    | Body::Limit(_)
                    | Body::NodeGroups(_)
                    | Body::MotionSources(_)
                    | Body::Attachments(_)
                    | Body::TimeStamp(_)
                    | Body::Events(_)
                    | Body::Unknown(_)
            )
        })
        .cloned()
        .collect();
    let versions: Vec<[u32; 2]> = {
        let mut seen: Vec<[u32; 2]> = Vec::new();
        for c in &file.chunks {
            if !seen.contains(&[c.id, c.version]) {
                seen.push([c.id, c.version]);
            }
        }
        seen
    };
    let nodes: Vec<String> = actor.nodes.iter().map(|(_, n)| names.text(&n.name)).collect();
    let materials: Vec<String> = actor.materials.iter().map(|m| names.text(m.name())).collect();
    let mut out = notes::scene::HEADER.with(&file.header);
    notes::scene::VERSIONS.put(&mut out, &versions);
    notes::scene::CHUNKS.put(&mut out, &others);
    notes::scene::NODES.put(&mut out, &nodes);
    notes::scene::MATERIALS.put(&mut out, &materials);
    let empty = actor
        .targets
        .iter()
        .enumerate()
        .filter(|(_, (_, t))| t.lod == 0 && t.deltas.is_empty() && t.transforms.is_empty());
    let empty: Vec<TargetNote> = empty.map(|(i, (_, t))| geometry::target_note(i, t)).collect();
    if !empty.is_empty() {
        notes::scene::EMPTY_TARGETS.put(&mut out, &empty);
    }
    out
}

/// Changes of nodes by morph targets ride on the nodes, mirrored: XPM motions make channels of them.
fn morph_transforms(scene: &mut Scene, actor: &Actor<'_>, names: &Names, nodes: &[NodeId]) {
    let mut lists: HashMap<u32, Vec<TransformNote>> = HashMap::new();
    for (index, (_, target)) in actor.targets.iter().enumerate() {
        for t in &target.transforms {
            let fine = t.rotation.iter().chain(&t.position).chain(&t.scale).chain(&t.scale_rotation);
            if fine.clone().any(|v| !v.is_finite()) {
                continue;
            }
            lists.entry(t.node).or_default().push(TransformNote {
                index: index as u32,
                target: names.text(&target.name),
                lod: target.lod,
                range_min: target.range_min,
                range_max: target.range_max,
                phonemes: target.phonemes,
                rotation: mirror_quat(t.rotation),
                scale_rotation: mirror_quat(t.scale_rotation),
                position: mirror(t.position),
                scale: t.scale,
            });
        }
    }
    for (node, list) in lists {
        let id = nodes.get(node as usize);
        if let Some(node) = id.and_then(|id| scene.nodes.get_mut(id.0 as usize)) {
            notes::node::MORPHS.put(&mut node.extras, &list);
        }
    }
}
