//! Nodes of a scene as nodes of an actor: parents first, unique names, split transforms joined again.

use super::super::scene::hierarchy::{local, worlds};
use super::super::types::{NONE, Node};
use super::mesh::MadeMesh;
use crate::emfx::maths::{Local, MIRROR, mirror, mirror_quat, to_f32, uniform};
use crate::emfx::notes;
use crate::emfx::xsm::scene::split::{bound, outer_of};
use glam::{DMat4, DQuat, DVec3};
use scene::{NodeId, NodeKind, Scene};
use std::collections::{HashMap, HashSet};
use wire::Text;

/// The nodes of an actor in the making.
pub struct Hierarchy {
    /// Nodes, parents first.
    pub nodes: Vec<Node>,
    /// Number of each scene node.
    numbers: Vec<Option<u32>>,
    /// World matrix at rest of each node, in the scene's space.
    pub worlds: Vec<DMat4>,
    /// World matrix at rest of each node of the scene.
    scene_worlds: Vec<DMat4>,
    names: HashSet<Vec<u8>>,
    /// Nodes whose box was kept.
    boxed: HashSet<u32>,
}

impl Hierarchy {
    /// All source nodes of a scene.
    pub fn new(scene: &Scene, order: u8) -> Self {
        let mut out = Self {
            nodes: Vec::new(),
            numbers: vec![None; scene.nodes.len()],
            worlds: Vec::new(),
            scene_worlds: worlds(scene),
            names: HashSet::new(),
            boxed: HashSet::new(),
        };
        let mut children: HashMap<NodeId, usize> = HashMap::new();
        for parent in scene.nodes.iter().filter_map(|n| n.parent) {
            *children.entry(parent).or_default() += 1;
        }
        let ids = (0..scene.nodes.len() as u32).map(NodeId);
        let joined: HashSet<NodeId> =
            ids.filter_map(|i| joinable(scene, i)).filter(|o| children.get(o) == Some(&1)).collect();
        for i in 0..scene.nodes.len() {
            let mut chain = vec![i];
            while let Some(up) = chain.last().and_then(|c| parent_of(scene, *c, &joined))
                && out.numbers.get(up).is_some_and(Option::is_none)
                && chain.len() <= scene.nodes.len()
            {
                chain.push(up);
            }
            for node in chain.into_iter().rev() {
                out.add(scene, node, order, &joined);
            }
        }
        out
    }

    fn add(&mut self, scene: &Scene, i: usize, order: u8, joined: &HashSet<NodeId>) {
        let id = NodeId(i as u32);
        let Some(source) = scene.nodes.get(i) else { return };
        let skip = source.kind == NodeKind::Holder || joined.contains(&id);
        if skip || self.numbers.get(i).is_none_or(Option::is_some) {
            return;
        }
        let Some(mut rest) = bound(scene, id, order).map(|b| b.rest) else { return };
        if outer_of(scene, id).is_some_and(|o| !joined.contains(&o)) {
            // The outer half stays a node of its own.
            rest.translation = source.translation;
            rest.rotation = DQuat::from_array(source.rotation.map(f64::from)).normalize();
            rest.scale = source.scale;
            rest.scale_rotation = DQuat::IDENTITY;
        }
        rest.order = order;
        let parent = parent_of(scene, i, joined).and_then(|p| self.numbers.get(p).copied().flatten());
        let raw = source.raw_name.clone().unwrap_or_else(|| source.name.clone().into_bytes());
        let stored = notes::node::NODE.value(&source.extras).and_then(|n| {
            let mut value = n.clone();
            let map = value.as_object_mut()?;
            map.insert("parent".into(), NONE.into());
            map.insert("name".into(), "".into());
            crate::from_value::<Node>(&value).ok()
        });
        let made = new_node(rest, stored, &mut self.boxed, self.nodes.len() as u32);
        let number = self.push(made, parent, raw);
        self.worlds.push(self.scene_worlds.get(i).copied().unwrap_or(DMat4::IDENTITY));
        if let Some(slot) = self.numbers.get_mut(i) {
            *slot = Some(number);
        }
    }

    fn push(&mut self, mut node: Node, parent: Option<u32>, raw: Vec<u8>) -> u32 {
        let number = self.nodes.len() as u32;
        node.parent = parent.unwrap_or(NONE);
        node.name = Text(self.unique(raw, number));
        if let Some(children) =
            parent.and_then(|p| self.nodes.get_mut(p as usize)).and_then(|p| p.children.as_mut())
        {
            *children += 1;
        }
        self.nodes.push(node);
        number
    }

    fn unique(&mut self, raw: Vec<u8>, number: u32) -> Vec<u8> {
        let base = if raw.is_empty() { format!("node {number}").into_bytes() } else { raw };
        let numbered = |n: usize| match n {
            1 => base.clone(),
            _ => base.iter().copied().chain(format!(" {n}").into_bytes()).collect(),
        };
        let name = numbered(scene::free_number(1, |n| self.names.contains(&numbered(n))));
        self.names.insert(name.clone());
        name
    }

    /// A new identity node for a mesh without an owner.
    pub fn add_plain(&mut self, name: &str, parent: Option<u32>) -> u32 {
        let rest = Local {
            order: 0,
            translation: [0.0; 3],
            rotation: DQuat::IDENTITY,
            scale: [1.0; 3],
            scale_rotation: DQuat::IDENTITY,
        };
        let node = new_node(rest, None, &mut HashSet::new(), 0);
        let world = parent.and_then(|p| self.worlds.get(p as usize).copied()).unwrap_or(DMat4::IDENTITY);
        self.worlds.push(world);
        self.push(node, parent, name.as_bytes().to_vec())
    }

    /// The number of a scene node.
    pub fn number(&self, scene_node: usize) -> Option<u32> {
        self.numbers.get(scene_node).copied().flatten()
    }

    /// From the space of a scene node to that of a node of the actor, at rest.
    pub fn between(&self, scene_node: usize, owner: u32) -> DMat4 {
        if self.number(scene_node) == Some(owner) {
            return DMat4::IDENTITY;
        }
        let get = |list: &[DMat4], i: usize| list.get(i).copied().unwrap_or(DMat4::IDENTITY);
        let out = get(&self.worlds, owner as usize).inverse() * get(&self.scene_worlds, scene_node);
        if out.is_finite() { out } else { DMat4::IDENTITY }
    }

    /// The first node of each name.
    pub fn by_name<'s>(&self, scene: &'s Scene) -> HashMap<&'s str, u32> {
        let mut by_name = HashMap::new();
        for (i, node) in scene.nodes.iter().enumerate() {
            if let Some(number) = self.number(i) {
                by_name.entry(node.name.as_str()).or_insert(number);
            }
        }
        by_name
    }

    /// From the node numbers of the file the scene came from to those of now.
    pub fn renumber(&self, scene: &Scene) -> HashMap<u32, u32> {
        let names: Vec<String> = notes::scene::NODES.get(&scene.extras).unwrap_or_default();
        let by_name = self.by_name(scene);
        let pair = |(old, name): (usize, &String)| Some((old as u32, *by_name.get(name.as_str())?));
        names.iter().enumerate().filter_map(pair).collect()
    }

    /// Boxes of the nodes that have none yet, from the vertices they move.
    pub fn finish(&mut self, made: &[MadeMesh]) {
        let mut boxes: HashMap<u32, (DVec3, DVec3)> = HashMap::new();
        let inverses: Vec<DMat4> = self.worlds.iter().map(DMat4::inverse).collect();
        for m in made {
            for (node, p) in m.moved() {
                let point = match (&m.skin, inverses.get(node as usize)) {
                    (Some(_), Some(inverse)) => inverse.transform_point3(p),
                    _ => p,
                };
                let point = DVec3::from_array(MIRROR.point(point.to_array()));
                if point.is_finite() {
                    let slot = boxes.entry(node).or_insert((point, point));
                    *slot = (slot.0.min(point), slot.1.max(point));
                }
            }
        }
        for (i, node) in self.nodes.iter_mut().enumerate() {
            let number = i as u32;
            if let (false, Some((low, high))) = (self.boxed.contains(&number), boxes.get(&number)) {
                let (c, h) = (((*low + *high) / 2.0).as_vec3(), ((*high - *low) / 2.0).as_vec3());
                #[rustfmt::skip]
                let m = [
                    1.0, 0.0, 0.0, h.x,
                    0.0, 1.0, 0.0, h.y,
                    0.0, 0.0, 1.0, h.z,
                    c.x, c.y, c.z, 1.0,
                ];
                node.obb = Some(m);
            }
        }
    }
}

/// The outer half of a node, if the pair can be one node of an actor: the inner half only turns.
fn joinable(scene: &Scene, id: NodeId) -> Option<NodeId> {
    let outer = outer_of(scene, id)?;
    let inner = scene.node(id)?;
    let near = |a: &[f32; 3], b: f32, size: f32| a.iter().all(|v| (v - b).abs() < 1e-5 * size);
    let helper = scene.node(outer)?;
    let size = helper.translation.iter().fold(1.0, |a: f32, v| a.max(v.abs()));
    let plain = near(&inner.translation, 0.0, size) && near(&inner.scale, 1.0, 10.0);
    (plain && helper.mesh.is_none()).then_some(outer)
}

/// The parent of a node in the actor: halves that are joined and holders are passed over.
fn parent_of(scene: &Scene, i: usize, joined: &HashSet<NodeId>) -> Option<usize> {
    let mut up = scene.nodes.get(i)?.parent?;
    for _ in 0..scene.nodes.len() {
        let node = scene.node(up)?;
        if !joined.contains(&up) && node.kind != NodeKind::Holder {
            return Some(up.0 as usize);
        }
        up = node.parent?;
    }
    None
}

/// A node in the file's space. What was stored is kept bit for bit where it still says the same.
fn new_node(rest: Local, stored: Option<Node>, boxed: &mut HashSet<u32>, number: u32) -> Node {
    #[rustfmt::skip]
    let no_box = [
        1.0, 0.0, 0.0, f32::MIN,
        0.0, 1.0, 0.0, f32::MIN,
        0.0, 0.0, 1.0, f32::MIN,
        0.0, 0.0, 0.0, 1.0,
    ];
    let had_box = stored.as_ref().is_some_and(|s| s.obb.is_some());
    let same = stored.as_ref().is_some_and(|s| {
        let was = local(rest.order, s);
        let near = |a: [f32; 3], b: [f32; 3]| {
            a.iter().zip(&b).all(|(a, b)| (a - b).abs() <= 1e-6 * a.abs().max(1.0))
        };
        let turn = scene::curves::nlerp::angle(was.rotation, rest.rotation) < 1e-5;
        let axes = uniform(rest.scale)
            || scene::curves::nlerp::angle(was.scale_rotation, rest.scale_rotation) < 1e-5;
        near(was.translation, rest.translation) && near(was.scale, rest.scale) && turn && axes
    });
    let mut node = stored.unwrap_or(Node {
        rotation: [0.0, 0.0, 0.0, 1.0],
        scale_rotation: [0.0, 0.0, 0.0, 1.0],
        position: [0.0; 3],
        scale: [1.0; 3],
        shear: [-1.0; 3],
        skeletal_lods: u32::MAX,
        motion_lods: None,
        parent: NONE,
        children: None,
        flags: None,
        pad: None,
        obb: None,
        importance: None,
        name: Text::default(),
    });
    if !same {
        node.rotation = mirror_quat(to_f32(rest.rotation));
        node.scale_rotation = mirror_quat(to_f32(rest.scale_rotation));
        node.position = mirror(rest.translation);
        node.scale = rest.scale;
    }
    if had_box && same {
        boxed.insert(number);
    }
    node.motion_lods.get_or_insert(u32::MAX);
    node.children = Some(0);
    node.flags.get_or_insert(1);
    node.pad.get_or_insert([0; 3]);
    node.obb.get_or_insert(no_box);
    node.importance.get_or_insert(1.0);
    node
}
