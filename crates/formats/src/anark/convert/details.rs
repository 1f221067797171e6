//! What `inspect` tells about a scene beyond its model.

use super::nodes::initially_active;
use crate::Context;
use crate::anark::bgf::{Bgf, Slide};
use crate::anark::bsg::Bsg;
use crate::anark::companions::Companions;
use crate::anark::names::Dictionary;
use serde_json::{Value, json};

fn byte_order(order: u8) -> &'static str {
    if order == 1 { "big" } else { "little" }
}

fn slide_line(s: &Slide) -> String {
    let mut line = format!("{} ({}–{} ms", s.name.shown(), s.begin_ms, s.end_ms);
    line.push_str(if s.playing() { ", playing" } else { ", paused" });
    if s.wraps() {
        line.push_str(", wraps");
    }
    line.push(')');
    line
}

/// Facts of a BGF: the element tree with names, types, activity, slides and animations.
pub(in crate::anark) fn bgf_details(bgf: &Bgf, beside: &Companions, cx: &Context<'_>) -> Value {
    let mut names = super::dictionary(beside, cx);
    names.extend(bgf.names.iter().map(String::as_str));
    names.extend(bgf.strings.list.iter().filter_map(crate::anark::names::shown));
    let n = bgf.elements.list.len();
    let (mut slides, mut animations) = (vec![Vec::new(); n], vec![Vec::new(); n]);
    for s in &bgf.slides.list {
        if let Some(list) = slides.get_mut(s.element as usize) {
            list.push(slide_line(s));
        }
    }
    for a in &bgf.animations.list {
        if let Some(list) = animations.get_mut(a.element as usize) {
            let last = a.keyframes.iter().map(|k| k.time_ms).max().unwrap_or(0);
            let name = names.show_attribute(a.attribute.0);
            list.push(format!("{name} ({} keys, {last} ms)", a.keyframes.len()));
        }
    }
    let active = initially_active(bgf);
    let depths = depths(bgf.elements.list.iter().map(|e| e.parent));
    let elements: Vec<Value> = bgf
        .elements
        .list
        .iter()
        .enumerate()
        .map(|(i, e)| {
            json!({
                "index": i,
                "name": names.show(e.name.0),
                "type": e.ty.shown(),
                "active": e.active(),
                "shown": active.get(i),
                "parent": e.parent,
                "depth": depths.get(i),
                "id": e.scene_item_id,
                "attributes": e.attributes.len(),
                "slides": slides.get(i),
                "animations": animations.get(i),
            })
        })
        .collect();
    json!({
        "byteOrder": byte_order(bgf.header.byte_order),
        "width": bgf.header.width,
        "height": bgf.header.height,
        "fitMode": bgf.header.fit_mode,
        "highestId": bgf.header.highest_id,
        "strings": bgf.strings.list.len(),
        "tree": tree(bgf, &names, &depths, &slides, &animations),
        "elements": elements,
        "contracts": bgf.contracts.list.iter().map(|c| json!({
            "element": c.element,
            "events": c.events.iter().map(|e| bgf.string(e.0)).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "params": bgf.params.list.iter().map(|p| names.show(p.type_hash.0)).collect::<Vec<_>>(),
        "animations": bgf.animations.list.len(),
        "slides": bgf.slides.list.len(),
        "logics": bgf.logic.list.len(),
    })
}

/// How deep each entry lies; parents come first.
fn depths(parents: impl Iterator<Item = i32>) -> Vec<usize> {
    let mut out: Vec<usize> = Vec::new();
    for parent in parents {
        let above = usize::try_from(parent).ok().and_then(|p| out.get(p));
        out.push(above.map_or(0, |d| d + 1));
    }
    out
}

/// The tree for people, a line each.
fn tree(
    bgf: &Bgf,
    names: &Dictionary,
    depths: &[usize],
    slides: &[Vec<String>],
    animations: &[Vec<String>],
) -> Vec<String> {
    let mut out = Vec::new();
    for (i, e) in bgf.elements.list.iter().enumerate() {
        // Deeper than that nobody can read it, and the blanks would grow without bounds.
        let indent = "  ".repeat(depths.get(i).copied().unwrap_or(0).min(32));
        let text = e
            .attributes
            .iter()
            .find(|a| a.name() == super::text_hash())
            .and_then(|a| bgf.string(a.string()?));
        let text = text.map(|t| format!(" {t:?}")).unwrap_or_default();
        let off = if e.active() { "" } else { ", inactive" };
        out.push(format!("{indent}{} ({}{off}){text}", names.show(e.name.0), e.ty.shown()));
        for line in slides.get(i).into_iter().flatten() {
            out.push(format!("{indent}  slide {line}"));
        }
        for line in animations.get(i).into_iter().flatten() {
            out.push(format!("{indent}  animation {line}"));
        }
    }
    out
}

/// Facts of a BSG.
pub(in crate::anark) fn bsg_details(bsg: &Bsg, beside: &Companions, cx: &Context<'_>) -> Value {
    let names = super::dictionary(beside, cx);
    let depths = depths(bsg.nodes.list.iter().map(|n| n.parent));
    let mut by_id = std::collections::HashMap::new();
    for e in beside.bgf.iter().flat_map(|b| &b.elements.list) {
        by_id.entry(e.scene_item_id).or_insert_with(|| names.full(e.name.0).map(str::to_owned));
    }
    let nodes: Vec<Value> = bsg
        .nodes
        .list
        .iter()
        .zip(&depths)
        .map(|(n, depth)| {
            let in_dae = beside.dae.as_ref().and_then(|d| d.nodes.get(&n.scene_item_id)?.name.clone());
            json!({
                "id": n.scene_item_id,
                "name": by_id.get(&n.scene_item_id).cloned().flatten().or(in_dae),
                "type": n.node_type.shown(),
                "parent": n.parent,
                "depth": depth,
                "layer": n.layer,
                "opacity": n.opacity,
                "transparent": n.transparent != 0,
            })
        })
        .collect();
    json!({
        "byteOrder": byte_order(bsg.header.byte_order),
        "nodes": nodes,
        "assets": bsg.assets.list.iter().map(|a| json!({
            "id": a.scene_item_id, "type": a.asset_type.shown(),
        })).collect::<Vec<_>>(),
        "bgf": beside.bgf.is_some(),
        "dae": beside.dae.is_some(),
    })
}
