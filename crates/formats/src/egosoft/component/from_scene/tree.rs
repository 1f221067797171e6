//! What is above and below every node, and which node a name means: worked out once, so that writing a component
//! takes no longer than its scene is large.

use super::roles::Names;
use crate::egosoft::notes::{Kind, kind};
use scene::{Channel, Interpolation, Node, NodeId, Property, Scene};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

/// What is above one node.
#[derive(Debug, Clone, Copy)]
struct Above {
    part: Option<NodeId>,
    component: Option<NodeId>,
    root: NodeId,
    depth: u32,
}

/// A scene as a tree of parts and connections.
pub(crate) struct Tree {
    above: Vec<Above>,
    children: Vec<Vec<NodeId>>,
    animated: HashSet<NodeId>,
    /// What an animation changes, and whether it has a key where that is as if nothing had moved.
    moved: HashMap<(NodeId, Property), bool>,
    /// Connections by name as it is spelled, and by plain name in lower case. `true`: extras call the node a connection.
    spelled: HashMap<(String, bool), NodeId>,
    plain: HashMap<(String, bool), NodeId>,
    /// All of a plain name, by the number that Blender gave the copy, then in order.
    copies: HashMap<String, Vec<NodeId>>,
}

impl Tree {
    pub fn new(scene: &Scene, names: &Names, is_part: impl Fn(&Node) -> bool) -> Self {
        let (children, roots) = scene.children();
        let channels = || scene.animations.iter().flat_map(|a| &a.channels);
        let animated = channels().map(|c| c.node).collect();
        let mut moved: HashMap<(NodeId, Property), bool> = HashMap::new();
        for c in channels() {
            *moved.entry((c.node, c.property)).or_default() |= rests(c);
        }
        let alone = |i: usize| Above { part: None, component: None, root: NodeId(i as u32), depth: 0 };
        let mut above: Vec<Above> = (0..scene.nodes.len()).map(alone).collect();
        let mut open = roots;
        while let Some(id) = open.pop() {
            let (Some(node), Some(here)) = (scene.node(id), above.get(id.0 as usize).copied()) else {
                continue;
            };
            let next = Above {
                part: if is_part(node) { Some(id) } else { here.part },
                component: if kind(node) == Some(Kind::Component) { Some(id) } else { here.component },
                root: here.root,
                depth: here.depth + 1,
            };
            for child in children.get(id.0 as usize).into_iter().flatten() {
                if let Some(slot) = above.get_mut(child.0 as usize) {
                    *slot = next;
                    open.push(*child);
                }
            }
        }
        let (spelled, plain, copies) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut tree = Self { above, children, animated, moved, spelled, plain, copies };
        tree.name_connections(scene, names);
        tree
    }

    /// Of several copies the outermost stands for a connection, then the first.
    fn name_connections(&mut self, scene: &Scene, names: &Names) {
        let mut list: Vec<(u32, NodeId, &Node)> = Vec::new();
        for (i, node) in scene.nodes.iter().enumerate() {
            let id = NodeId(i as u32);
            if node.mesh.is_none() && matches!(kind(node), None | Some(Kind::Connection)) {
                list.push((self.depth(id), id, node));
            }
        }
        list.sort_by_key(|(depth, id, _)| (*depth, *id));
        for (_, id, node) in list {
            let called = kind(node) == Some(Kind::Connection);
            self.spelled.entry((node.name.clone(), called)).or_insert(id);
            let plain = names.plain(&node.name).to_ascii_lowercase();
            self.copies.entry(plain.clone()).or_default().push(id);
            self.plain.entry((plain, called)).or_insert(id);
        }
        let number = |id: &NodeId| {
            let name = scene.node(*id).map_or("", |n| n.name.as_str());
            let copy = name.get(names.plain(name).len()..).and_then(|rest| rest.strip_prefix('.'));
            (copy.and_then(|n| n.parse::<u32>().ok()).unwrap_or(0), *id)
        };
        self.copies.values_mut().for_each(|list| list.sort_by_key(number));
    }

    fn of(&self, id: NodeId) -> Option<&Above> {
        self.above.get(id.0 as usize)
    }

    /// The nearest part above a node.
    pub fn part_above(&self, id: NodeId) -> Option<NodeId> {
        self.of(id)?.part
    }

    /// The nearest node above one that extras call the component.
    pub fn component_above(&self, id: NodeId) -> Option<NodeId> {
        self.of(id)?.component
    }

    /// The outermost node above a node, or itself.
    pub fn root(&self, id: NodeId) -> NodeId {
        self.of(id).map_or(id, |a| a.root)
    }

    /// How many nodes are above a node.
    fn depth(&self, id: NodeId) -> u32 {
        self.of(id).map_or(0, |a| a.depth)
    }

    pub fn children(&self, id: NodeId) -> &[NodeId] {
        self.children.get(id.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// Whether an animation moves a node.
    pub fn is_animated(&self, id: NodeId) -> bool {
        self.animated.contains(&id)
    }

    /// Whether an animation changes this of a node.
    pub fn is_moved(&self, id: NodeId, property: Property) -> bool {
        self.moved.contains_key(&(id, property))
    }

    /// Whether an animation changes this of a node, with a key where it is as if nothing had moved.
    pub fn passes_rest(&self, id: NodeId, property: Property) -> bool {
        self.moved.get(&(id, property)) == Some(&true)
    }

    /// The nodes of connections. Some components have several of one name: those are the copies in one tree, in order.
    pub fn connections<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<Option<NodeId>> {
        let mut known: HashMap<String, std::vec::IntoIter<NodeId>> = HashMap::new();
        let find = |name: &str| match known.entry(name.to_ascii_lowercase()) {
            Entry::Occupied(mut copies) => copies.get_mut().next(),
            Entry::Vacant(slot) => {
                let first = self.connection(name)?;
                let all = self.copies.get(slot.key()).into_iter().flatten().copied();
                let copies = all.filter(|id| *id != first && self.root(*id) == self.root(first));
                slot.insert(copies.collect::<Vec<_>>().into_iter());
                Some(first)
            }
        };
        names.map(find).collect()
    }

    /// The node of a connection: one that extras call so, spelled like it.
    fn connection(&self, name: &str) -> Option<NodeId> {
        let lower = name.to_ascii_lowercase();
        [true, false].into_iter().find_map(|called| {
            let exact = self.spelled.get(&(name.to_owned(), called));
            exact.or_else(|| self.plain.get(&(lower.clone(), called))).copied()
        })
    }
}

/// Whether a channel has a key without any motion.
fn rests(c: &Channel) -> bool {
    let values = |width: usize| {
        let all = c.values.chunks_exact(width).enumerate();
        let cubic = c.interpolation == Interpolation::CubicSpline;
        all.filter(move |(i, _)| !cubic || i % 3 == 1).map(|(_, v)| v)
    };
    match c.property {
        Property::Rotation => values(4).any(|v| v.last().is_some_and(|w| w.abs() > 1.0 - 1e-6)),
        _ => values(3).any(|v| v.iter().all(|v| v.abs() < 1e-4)),
    }
}

/// Things by the part they belong to, whatever the case of its name.
pub(crate) struct ByPart<'a, T>(HashMap<String, Vec<&'a T>>);

impl<'a, T> ByPart<'a, T> {
    pub fn new(list: &'a [T], part: impl Fn(&T) -> &str) -> Self {
        let mut map: HashMap<String, Vec<&T>> = HashMap::new();
        for one in list {
            map.entry(part(one).to_ascii_lowercase()).or_default().push(one);
        }
        Self(map)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn of(&self, part: &str) -> &[&'a T] {
        self.0.get(&part.to_ascii_lowercase()).map_or(&[], Vec::as_slice)
    }
}
