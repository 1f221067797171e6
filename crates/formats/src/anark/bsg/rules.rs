//! Rules of a BSG.

use super::super::rules::{COUNT, HEADER, ID_NOT_IN_DAE, NOT_FINITE, SECTION_SIZE, TRAILING};
use super::types::{Bsg, GraphNode, magic};
use crate::Context;
use crate::anark::companions::Companions;
use crate::rules::Pass;
use std::collections::{HashMap, HashSet};
use wire::Sink;

wire::codes! { CODES = "BSG":
    PARENT Error
        "the parent of a node is not a node before it"
        "order the nodes so that parents come first";
    DUPLICATE_ID Error
        "two nodes or assets have the same scene item id"
        "give each its own id";
    TYPE Warning
        "the type of a node or an asset is not one of the known ones"
        "nodes: 1 dummy, 2 geometry, 3 camera, 4 light, 5 text, 8 layer; assets: 6 material, 7 texture";
    LAYER Warning
        "the layer of a node is above 7"
        "there are eight layers, 0 to 7";
    BOX Warning fixable
        "the bounding box of a node is inside out"
        "--fix swaps the corners";
    OPACITY Warning fixable
        "the opacity of a node is not between 0 and 1"
        "the game cannot draw more than fully opaque or less than invisible; --fix limits it";
    ROTATION_METHOD Info
        "a node turns about several axes by another rotation method than the known 4"
        "the order of its angles is not known; look whether it is turned right";
    ID_NOT_IN_BGF Info
        "no element of the BGF next to this file uses this scene item id"
        "nothing to do if the object needs no name, no animation and no state";
}

/// Looks for everything that is wrong.
pub fn check(bsg: &Bsg, cx: &Context<'_>, sink: &mut Sink) {
    crate::rules::check(bsg, sink, rules);
    companions(bsg, cx, sink);
}

/// Repairs: opacities and all that [`tidy`] does.
pub fn fix(bsg: &mut Bsg) {
    crate::rules::fix(bsg, &|_| true, rules);
    bsg.recount();
}

/// Constants, sizes, counts, boxes, bytes without meaning; nothing that would change how an unedited node is drawn.
pub fn tidy(bsg: &mut Bsg) {
    crate::rules::fix(bsg, &|code| code.id != OPACITY.id, rules);
    bsg.recount();
}

fn rules(bsg: &Bsg, pass: &mut Pass<'_, Bsg>) {
    header(bsg, pass);
    let m = &bsg.memory;
    if m.size != 8 {
        let message = format!("the section says {} bytes, expected 8", m.size);
        pass.repair(&SECTION_SIZE, "memory.size", message, |b| b.memory.rest.clear());
    }
    bsg.nodes.rules("nodes", m.nodes, |b: &mut Bsg| &mut b.nodes, pass);
    bsg.assets.rules("assets", m.assets, |b: &mut Bsg| &mut b.assets, pass);
    for (name, stored, found) in
        [("nodes", m.nodes, bsg.nodes.list.len()), ("assets", m.assets, bsg.assets.list.len())]
    {
        if stored as usize != found {
            let message = format!("{name} is {stored}, the file has {found}");
            pass.repair(&COUNT, format!("memory.{name}"), message, |_| {});
        }
    }
    if !bsg.trailing.is_empty() {
        let message = format!("{} bytes after the assets", bsg.trailing.len());
        pass.repair(&TRAILING, "trailing", message, |b| b.trailing.clear());
    }
    nodes(bsg, pass);
    ids(bsg, pass.sink());
}

/// The constants of a header; its size is recounted.
fn constants(bsg: &mut Bsg) {
    let h = &mut bsg.header;
    h.rest.clear();
    (h.unknown_0x01, h.unknown_0x02, h.unknown_0x14) = (4, 0, 2);
}

fn header(bsg: &Bsg, pass: &mut Pass<'_, Bsg>) {
    let h = &bsg.header;
    for (field, found, wanted) in [
        ("unknown_0x01", u32::from(h.unknown_0x01), 4),
        ("unknown_0x02", u32::from(h.unknown_0x02), 0),
        ("header_size", h.header_size, 0x18),
        ("unknown_0x14", h.unknown_0x14, 2),
    ] {
        if found != wanted {
            let message = format!("{field} is {found}, expected {wanted}");
            pass.repair(&HEADER, format!("header.{field}"), message, constants);
        }
    }
    if h.magic.as_bytes() != magic(h.byte_order).as_bytes() {
        let message = format!("the magic is {:?}, expected {:?}", h.magic, magic(h.byte_order));
        pass.repair(&HEADER, "header.magic", message, constants);
    }
}

/// The repair of a node.
fn of_node(i: usize, how: impl FnOnce(&mut GraphNode) + 'static) -> impl FnOnce(&mut Bsg) + 'static {
    move |bsg| {
        if let Some(node) = bsg.nodes.list.get_mut(i) {
            how(node);
        }
    }
}

fn upright(n: &mut GraphNode) {
    for (a, b) in n.box_min.iter_mut().zip(&mut n.box_max) {
        if *a > *b {
            std::mem::swap(a, b);
        }
    }
}

fn nodes(bsg: &Bsg, pass: &mut Pass<'_, Bsg>) {
    for (i, n) in bsg.nodes.list.iter().enumerate() {
        let path = format!("nodes.list[{i}]");
        if n.parent < -1 || n.parent >= i as i32 {
            let message = format!("parent {} of node {i}, expected -1 or an index below {i}", n.parent);
            pass.report(&PARENT, format!("{path}.parent"), message);
        }
        if n.node_type.name().is_none() || n.node_type.is_asset() {
            let message = format!("a node of type {}, expected 1 to 5 or 8", n.node_type.0);
            pass.report(&TYPE, format!("{path}.node_type"), message);
        }
        if n.layer > 7 {
            pass.report(&LAYER, format!("{path}.layer"), format!("layer {}, expected 0 to 7", n.layer));
        }
        if n.box_min.iter().zip(n.box_max).any(|(a, b)| *a > b) {
            let message = format!("the box goes from {:?} to {:?}", n.box_min, n.box_max);
            pass.repair(&BOX, format!("{path}.box_min"), message, of_node(i, upright));
        }
        if n.opacity.is_finite() && !(0.0..=1.0).contains(&n.opacity) {
            let message = format!("opacity {}, expected 0 to 1", n.opacity);
            let how = of_node(i, |n| n.opacity = n.opacity.clamp(0.0, 1.0));
            pass.repair(&OPACITY, format!("{path}.opacity"), message, how);
        }
        if n.rotation_method != 4 && n.rotation.iter().filter(|a| **a != 0.0).count() > 1 {
            let message = format!("rotation method {}, expected 4", n.rotation_method);
            pass.report(&ROTATION_METHOD, format!("{path}.rotation_method"), message);
        }
        for (field, values) in [
            ("translation", n.translation),
            ("rotation", n.rotation),
            ("scale", n.scale),
            ("pivot", n.pivot),
            ("box_min", n.box_min),
            ("box_max", n.box_max),
            ("opacity", [n.opacity; 3]),
        ] {
            if values.iter().any(|v| !v.is_finite()) {
                pass.report(&NOT_FINITE, format!("{path}.{field}"), format!("{field} is {values:?}"));
            }
        }
    }
    for (i, a) in bsg.assets.list.iter().enumerate() {
        if !a.asset_type.is_asset() {
            let message = format!("an asset of type {}, expected 6 or 7", a.asset_type.0);
            pass.report(&TYPE, format!("assets.list[{i}].asset_type"), message);
        }
    }
}

impl Bsg {
    /// Ids of nodes, then of assets; 0 where there is none.
    pub fn ids(&self) -> impl Iterator<Item = u32> {
        let assets = self.assets.list.iter().map(|a| a.scene_item_id);
        self.nodes.list.iter().map(|n| n.scene_item_id).chain(assets)
    }

    /// Ids that name something, with their place in [`Bsg::ids`].
    fn used_ids(&self) -> impl Iterator<Item = (usize, u32)> {
        self.ids().enumerate().filter(|(_, id)| *id != 0)
    }

    /// The path of the id at a place of [`Bsg::ids`].
    fn id_path(&self, at: usize) -> String {
        match at.checked_sub(self.nodes.list.len()) {
            None => format!("nodes.list[{at}].scene_item_id"),
            Some(asset) => format!("assets.list[{asset}].scene_item_id"),
        }
    }
}

fn ids(bsg: &Bsg, sink: &mut Sink) {
    let mut seen: HashMap<u32, usize> = HashMap::new();
    for (at, id) in bsg.used_ids() {
        if let Some(first) = seen.get(&id) {
            let message = format!("id {id} is already that of {}", bsg.id_path(*first));
            sink.push(&DUPLICATE_ID, bsg.id_path(at), message);
        } else {
            seen.insert(id, at);
        }
    }
}

fn companions(bsg: &Bsg, cx: &Context<'_>, sink: &mut Sink) {
    let companions = Companions::load(cx, &["bgf", "dae"], sink);
    if let Some(bgf) = &companions.bgf {
        let used: HashSet<u32> = bgf.elements.list.iter().map(|e| e.scene_item_id).collect();
        for (at, id) in bsg.used_ids().filter(|(_, id)| !used.contains(id)) {
            sink.push(&ID_NOT_IN_BGF, bsg.id_path(at), format!("id {id} is in no element of the BGF"));
        }
    }
    if let Some(dae) = &companions.dae {
        for (at, id) in bsg.used_ids().filter(|(_, id)| !dae.has_id(*id)) {
            sink.push(&ID_NOT_IN_DAE, bsg.id_path(at), format!("AK{id} is not in the .dae"));
        }
    }
}
