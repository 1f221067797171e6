//! The hierarchy: BSG nodes, or the elements themselves where there is no BSG.

use super::values::Values;
use super::{EULER_ORDER, PIVOT, PivotRule, mirror, mirror_angles};
use crate::anark::bgf::{Bgf, ElementType, Slide};
use crate::anark::bsg::{GraphNode, NodeType};
use crate::anark::companions::Companions;
use crate::anark::hash::attribute_hash;
use crate::anark::names::{Dictionary, hex};
use crate::anark::notes::{ElementNote, GraphNote, node as notes};
use crate::anark::value::Attribute;
use glam::{DQuat, DVec3};
use scene::curves::euler;
use scene::{Extras, Node, NodeId, NodeKind, Scene};
use std::collections::{HashMap, HashSet};
use wire::Result;

/// The node that turns a scene whose files have another axis upwards.
pub(crate) const UP: &str = "#up";

/// One node of the source.
pub(super) struct Item {
    /// Index of the parent in the list, always smaller.
    pub parent: Option<usize>,
    /// Shown name.
    pub name: String,
    /// The element it belongs to.
    pub element: Option<usize>,
    /// Transform, box and the rest, in BSG space; made up from attributes where there is no BSG.
    pub graph: GraphNode,
    /// Shown at the start.
    pub visible: bool,
    /// What moves.
    pub moving: Moving,
    /// Opacity, 0–1.
    pub opacity: f32,
    /// Whether its alpha counts; `None` without a graph.
    pub transparent: Option<bool>,
}

/// Which parts of a transform some slide changes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Moving {
    /// Rotation or scale.
    pub turns: bool,
    /// The pivot itself.
    pub pivot: bool,
}

/// Where the parts of an item ended up in the scene.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlacedNode {
    /// The node with the item's name: parent of the children, holder of the mesh.
    pub node: NodeId,
    /// The node whose translation is the item's position.
    pub position: NodeId,
    /// Added to the position, glTF space.
    pub offset: [f32; 3],
    /// The node that rotates and scales.
    pub turning: NodeId,
    /// The node whose translation is the pivot, if it moves; `node` then has its negative.
    pub pivot: Option<NodeId>,
}

/// The hierarchy in source order, parents first.
pub(super) struct Tree {
    /// The nodes.
    pub items: Vec<Item>,
    /// Item of an element.
    pub by_element: HashMap<usize, usize>,
    extras: Vec<Extras>,
}

/// The 27-bit hashes of `name.x`, `name.y`, `name.z`.
pub(crate) fn axes(name: &str) -> [u32; 3] {
    ["x", "y", "z"].map(|axis| attribute_hash(format!("{name}.{axis}").as_bytes()))
}

/// Parts of a transform some animation or slide value changes, by element.
fn moving(bgf: &Bgf) -> HashMap<u32, Moving> {
    let turns: HashSet<u32> = axes("rotation").into_iter().chain(axes("scale")).collect();
    let pivots = axes("pivot");
    let mut out: HashMap<u32, Moving> = HashMap::new();
    let mut mark = |element: u32, attribute: u32| {
        if turns.contains(&attribute) {
            out.entry(element).or_default().turns = true;
        } else if pivots.contains(&attribute) {
            out.entry(element).or_default().pivot = true;
        }
    };
    for a in &bgf.animations.list {
        mark(a.element, a.attribute.0 & crate::anark::hash::ATTRIBUTE_MASK);
    }
    for s in bgf.slides.list.iter().flat_map(|s| &s.settings) {
        s.values.iter().for_each(|v| mark(s.element, v.name()));
    }
    out
}

/// Which elements are shown at the start: flag bit 0, then what the first slides of each large element say.
///
/// The first one is the master slide, which holds in all others; the first of the others is shown at the start. In
/// the 660 large elements of 25 real scenes the master slide switches everything off and the next one switches on.
pub(super) fn initially_active(bgf: &Bgf) -> Vec<bool> {
    let mut out: Vec<bool> = bgf.elements.list.iter().map(|e| e.active()).collect();
    let mut seen: HashMap<u32, bool> = HashMap::new();
    let starts = |s: &&Slide| match seen.get_mut(&s.element) {
        None => seen.insert(s.element, s.name.bytes() == b"Master Slide").is_none(),
        Some(after_master) => std::mem::replace(after_master, false),
    };
    for slide in bgf.slides.list.iter().filter(starts) {
        for setting in &slide.settings {
            if let Some(slot) = out.get_mut(setting.element as usize) {
                *slot = setting.activate != 0;
            }
        }
    }
    out
}

impl Tree {
    /// The hierarchy of whatever files are there.
    pub fn new(companions: &Companions, names: &Dictionary) -> Result<Self> {
        let mut out = match &companions.bsg {
            Some(bsg) => Self::from_graph(&bsg.nodes.list, companions, names),
            None => Self::from_elements(companions.bgf.as_ref(), names),
        };
        if let Some(bgf) = &companions.bgf {
            let active = initially_active(bgf);
            let moving = moving(bgf);
            for item in &mut out.items {
                if let Some(e) = item.element {
                    item.visible = active.get(e).copied().unwrap_or(true);
                    item.moving = moving.get(&(e as u32)).copied().unwrap_or_default();
                }
            }
        }
        Ok(out)
    }

    fn from_graph(nodes: &[GraphNode], companions: &Companions, names: &Dictionary) -> Self {
        let by_id = companions.bgf.as_ref().map(Bgf::elements_by_id).unwrap_or_default();
        let mut out = Self { items: Vec::new(), by_element: HashMap::new(), extras: Vec::new() };
        for (i, n) in nodes.iter().enumerate() {
            let element = by_id.get(&n.scene_item_id).copied().filter(|e| !out.by_element.contains_key(e));
            let e = companions.bgf.as_ref().zip(element).and_then(|(b, i)| b.elements.list.get(i));
            let in_dae = companions.dae.as_ref().and_then(|d| d.nodes.get(&n.scene_item_id));
            let name = e
                .and_then(|e| names.full(e.name.0))
                .or_else(|| in_dae.and_then(|d| d.name.as_deref()).filter(|n| !n.is_empty()))
                .map_or_else(|| format!("AK{}", n.scene_item_id), str::to_owned);
            // The element's opacity goes from 0 to 100.
            let said = e.and_then(|e| e.attribute(attribute_hash(b"opacity"))?.number()).map(|v| v / 100.0);
            out.extras.push(extras(Some((i, n)), element.zip(companions.bgf.as_ref()), names));
            if let Some(e) = element {
                out.by_element.insert(e, i);
            }
            out.items.push(Item {
                parent: usize::try_from(n.parent).ok().filter(|p| *p < i),
                name,
                element,
                graph: finite(n),
                visible: true,
                moving: Moving::default(),
                opacity: said.unwrap_or(n.opacity).clamp(0.0, 1.0),
                transparent: Some(n.transparent != 0),
            });
        }
        out
    }

    fn from_elements(bgf: Option<&Bgf>, names: &Dictionary) -> Self {
        let mut out = Self { items: Vec::new(), by_element: HashMap::new(), extras: Vec::new() };
        let Some(bgf) = bgf else { return out };
        for (i, e) in bgf.elements.list.iter().enumerate() {
            let number = |hash: u32, default: f32| {
                e.attribute(hash).and_then(|a| a.number()).filter(|v| v.is_finite()).unwrap_or(default)
            };
            let vector = |name: &str, default: f32| axes(name).map(|h| number(h, default));
            let graph = GraphNode {
                parent: e.parent,
                scene_item_id: e.scene_item_id,
                node_type: node_type(e.ty),
                translation: vector("position", 0.0),
                rotation: vector("rotation", 0.0),
                scale: vector("scale", 1.0),
                pivot: vector("pivot", 0.0),
                ..GraphNode::default()
            };
            let name = names.full(e.name.0).map_or_else(
                || if e.scene_item_id == 0 { hex(e.name.0) } else { format!("AK{}", e.scene_item_id) },
                str::to_owned,
            );
            out.extras.push(extras(None, Some((i, bgf)), names));
            out.by_element.insert(i, i);
            out.items.push(Item {
                parent: usize::try_from(e.parent).ok().filter(|p| *p < i),
                name,
                element: Some(i),
                graph,
                visible: true,
                moving: Moving::default(),
                opacity: (number(attribute_hash(b"opacity"), 100.0) / 100.0).clamp(0.0, 1.0),
                transparent: None,
            });
        }
        out
    }

    /// Adds the nodes to a scene, below one that turns them all if that is wanted.
    pub fn place(&self, scene: &mut Scene, up: Option<[f32; 4]>) -> Vec<PlacedNode> {
        let top = up.map(|rotation| {
            let node = Node { name: UP.into(), kind: NodeKind::Helper, rotation, ..Node::default() };
            scene.add_node(node)
        });
        let mut placed: Vec<PlacedNode> = Vec::with_capacity(self.items.len());
        for (item, extras) in self.items.iter().zip(&self.extras) {
            let parent = item.parent.and_then(|p| placed.get(p)).map(|p: &PlacedNode| p.node).or(top);
            placed.push(place(scene, item, parent, extras.clone()));
        }
        placed
    }
}

/// Values that are not numbers count as 0 (scale: 1).
fn finite(n: &GraphNode) -> GraphNode {
    let clean = |v: [f32; 3], default: f32| v.map(|x| if x.is_finite() { x } else { default });
    GraphNode {
        translation: clean(n.translation, 0.0),
        rotation: clean(n.rotation, 0.0),
        scale: clean(n.scale, 1.0),
        pivot: clean(n.pivot, 0.0),
        box_min: clean(n.box_min, 0.0),
        box_max: clean(n.box_max, 0.0),
        opacity: if n.opacity.is_finite() { n.opacity } else { 1.0 },
        ..n.clone()
    }
}

fn node_type(ty: ElementType) -> NodeType {
    match ty {
        ElementType::GEOMETRY => NodeType::GEOMETRY,
        ElementType::CAMERA => NodeType::CAMERA,
        ElementType::LIGHT => NodeType::LIGHT,
        ElementType::TEXT => NodeType::TEXT,
        ElementType::MATERIAL => NodeType::MATERIAL,
        ElementType::TEXTURE => NodeType::TEXTURE,
        _ => NodeType::DUMMY,
    }
}

/// The rotation of Euler angles of BSG space, in glTF space.
pub(crate) fn rotation(angles: [f32; 3]) -> DQuat {
    euler::quat(mirror_angles(angles).map(f64::from), EULER_ORDER)
}

/// The scale of a node; `invert_y` turns its y upside down. Open: no file at hand has the flag set, so that it turns all
/// below the node too is assumed; the flag itself is in the node's extras (`invertY`).
pub(crate) fn scale(graph: &GraphNode) -> [f32; 3] {
    let [x, y, z] = graph.scale;
    [x, if graph.invert_y == 0 { y } else { -y }, z]
}

/// What a static pivot adds to the translation: `p − R·S·p`, glTF space.
pub(crate) fn pivot_offset(graph: &GraphNode) -> [f32; 3] {
    match PIVOT {
        PivotRule::Around => {
            let p = DVec3::from_array(mirror(graph.pivot).map(f64::from));
            let s = DVec3::from_array(scale(graph).map(f64::from));
            (p - rotation(graph.rotation) * (s * p)).to_array().map(|v| v as f32)
        }
    }
}

fn add([ax, ay, az]: [f32; 3], [bx, by, bz]: [f32; 3]) -> [f32; 3] {
    [ax + bx, ay + by, az + bz]
}

fn place(scene: &mut Scene, item: &Item, parent: Option<NodeId>, extras: Extras) -> PlacedNode {
    let g = &item.graph;
    let translation = mirror(g.translation);
    let pivot = mirror(g.pivot);
    let turned = Node {
        rotation: rotation(g.rotation).to_array().map(|v| v as f32),
        scale: scale(g),
        ..Node::default()
    };
    let named = Node { name: item.name.clone(), visible: item.visible, extras, ..Node::default() };
    let has_pivot = g.pivot != [0.0; 3];
    if item.moving.pivot {
        let helper = |suffix: &str| Node {
            name: format!("{}#{suffix}", item.name),
            kind: NodeKind::Helper,
            ..Node::default()
        };
        let position = scene.add_node(Node { parent, translation, ..helper("position") });
        let turning = scene.add_node(Node {
            parent: Some(position),
            translation: pivot,
            rotation: turned.rotation,
            scale: turned.scale,
            ..helper("pivot")
        });
        let inner = Node { parent: Some(turning), translation: pivot.map(|v| -v), ..named };
        let node = scene.add_node(inner);
        return PlacedNode { node, position, offset: [0.0; 3], turning, pivot: Some(turning) };
    }
    if has_pivot && item.moving.turns {
        let outer = Node {
            name: format!("{}#pivot", item.name),
            kind: NodeKind::Helper,
            parent,
            translation: add(translation, pivot),
            ..turned
        };
        let outer = scene.add_node(outer);
        let inner = Node { parent: Some(outer), translation: pivot.map(|v| -v), ..named };
        let node = scene.add_node(inner);
        return PlacedNode { node, position: outer, offset: pivot, turning: outer, pivot: None };
    }
    let offset = if has_pivot { pivot_offset(g) } else { [0.0; 3] };
    let node = scene.add_node(Node {
        parent,
        translation: add(translation, offset),
        rotation: turned.rotation,
        scale: turned.scale,
        ..named
    });
    PlacedNode { node, position: node, offset, turning: node, pivot: None }
}

/// What glTF has no place for.
fn extras(graph: Option<(usize, &GraphNode)>, element: Option<(usize, &Bgf)>, names: &Dictionary) -> Extras {
    let mut out = Extras::new();
    if let Some((index, g)) = graph {
        notes::GRAPH.put(&mut out, &GraphNote::new(index, g));
    }
    if let Some((index, bgf)) = element
        && let Some(e) = bgf.elements.list.get(index)
    {
        let shown = |a: &Attribute| (names.show_attribute(a.name()), a.json(&bgf.strings.list));
        let note = ElementNote {
            index,
            name: names.show(e.name.0).into(),
            ty: e.ty.shown().into(),
            active: e.active().into(),
            attributes: e.attributes.iter().map(shown).collect(),
            id: Some(e.scene_item_id).filter(|id| *id != 0),
            text: Values::of(bgf, index).and_then(super::text::facts),
        };
        notes::ELEMENT.put(&mut out, &note);
    }
    out
}
