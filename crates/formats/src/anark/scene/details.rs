//! What `inspect` says about a scene beyond its model.

use super::super::bgf::rules::{script_path, scripts};
use super::nodes::initially_active;
use crate::Context;
use crate::anark::bgf::{Bgf, Slide};
use crate::anark::bsg::Bsg;
use crate::anark::companions::Companions;
use crate::anark::names::Dictionary;
use crate::anark::value::{Attribute, Param, ValueType};
use serde_json::{Value, json};

fn byte_order(order: u8) -> &'static str {
    if order == 1 { "big" } else { "little" }
}

/// The fit mode by its name.
fn fit_mode(mode: u8) -> String {
    let names = ["none", "width", "width and height"];
    names.get(usize::from(mode)).map_or_else(|| format!("unknown {mode}"), |n| (*n).to_owned())
}

/// Attributes by their names, with their values.
fn values<'a>(bgf: &Bgf, names: &Dictionary, list: impl IntoIterator<Item = &'a Attribute>) -> Value {
    let list = list.into_iter().map(|a| (names.show_attribute(a.name()), short(a.json(&bgf.strings.list))));
    Value::Object(list.collect())
}

/// A long text is cut: it may stand in any number of attributes.
fn short(value: Value) -> Value {
    const MOST: usize = 200;
    match value {
        Value::String(s) if s.len() > MOST => {
            let cut: String = s.chars().take(MOST).collect();
            Value::String(format!("{cut}…"))
        }
        other => other,
    }
}

/// A slide with all that it sets.
fn slide(bgf: &Bgf, names: &Dictionary, s: &Slide) -> Value {
    let element = |i: u32| bgf.elements.list.get(i as usize).map(|e| names.show(e.name.0));
    let settings: Vec<Value> = s
        .settings
        .iter()
        .map(|x| {
            let switched = |on: bool| -> Vec<u16> {
                let refs = x.refs.iter().filter(|r| r.is_logic == 0 && (r.enable != 0) == on);
                refs.map(|r| r.index).collect()
            };
            json!({
                "element": x.element,
                "name": element(x.element),
                "active": x.activate != 0,
                "values": values(bgf, names, &x.values),
                "plays": switched(true),
                "stops": switched(false),
                "actions": x.refs.iter().filter(|r| r.is_logic != 0).map(|r| r.index).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({
        "name": s.name.shown(),
        "element": s.element,
        "elementName": element(s.element),
        "beginMs": s.begin_ms,
        "endMs": s.end_ms,
        "playing": s.playing(),
        "wraps": s.wraps(),
        "periodFactor": s.period_factor(),
        "flags": s.flags,
        "settings": settings,
    })
}

/// A parameter with its value.
fn param(bgf: &Bgf, names: &Dictionary, p: &Param) -> Value {
    let value = match p.ty() {
        ValueType::Float => json!(f32::from_bits(p.value)),
        ValueType::Bool => json!(p.value != 0),
        ValueType::String => json!(bgf.string(p.value)),
        _ => json!(p.value),
    };
    json!({ "type": names.show(p.type_hash.0), "value": value })
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
pub(in crate::anark) fn bgf_details(bgf: &Bgf, companions: &Companions, cx: &Context<'_>) -> Value {
    let mut names = super::dictionary(companions, cx);
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
                "values": values(bgf, &names, &e.attributes),
                "slides": slides.get(i),
                "animations": animations.get(i),
            })
        })
        .collect();
    json!({
        "byteOrder": byte_order(bgf.header.byte_order),
        "width": bgf.header.width,
        "height": bgf.header.height,
        "fitMode": fit_mode(bgf.header.fit_mode),
        "highestId": bgf.header.highest_id,
        "strings": bgf.strings.list.len(),
        "tree": tree(bgf, &names, &depths, &slides, &animations),
        "elements": elements,
        "contracts": bgf.contracts.list.iter().map(|c| json!({
            "element": c.element,
            "events": c.events.iter().map(|e| bgf.string(e.0)).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "params": bgf.params.list.iter().map(|p| param(bgf, &names, p)).collect::<Vec<_>>(),
        "animations": bgf.animations.list.len(),
        "slides": bgf.slides.list.len(),
        "slideSettings": bgf.slides.list.iter().map(|s| slide(bgf, &names, s)).collect::<Vec<_>>(),
        "scripts": scripts(bgf).into_iter().map(|(element, _, file)| json!({
            "element": element, "file": file, "found": script_path(cx, file),
        })).collect::<Vec<_>>(),
        "logics": bgf.logic.list.len(),
    })
}

/// How deep each entry is; parents come first.
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
pub(in crate::anark) fn bsg_details(bsg: &Bsg, companions: &Companions, cx: &Context<'_>) -> Value {
    let names = super::dictionary(companions, cx);
    let depths = depths(bsg.nodes.list.iter().map(|n| n.parent));
    let mut by_id = std::collections::HashMap::new();
    for e in companions.bgf.iter().flat_map(|b| &b.elements.list) {
        by_id.entry(e.scene_item_id).or_insert_with(|| names.full(e.name.0).map(str::to_owned));
    }
    let nodes: Vec<Value> = bsg
        .nodes
        .list
        .iter()
        .zip(&depths)
        .map(|(n, depth)| {
            let in_dae = companions.dae.as_ref().and_then(|d| d.nodes.get(&n.scene_item_id)?.name.clone());
            json!({
                "id": n.scene_item_id,
                "name": by_id.get(&n.scene_item_id).cloned().flatten().or(in_dae),
                "type": n.node_type.shown(),
                "parent": n.parent,
                "depth": depth,
                "layer": n.layer,
                "opacity": n.opacity,
                "transparent": n.transparent != 0,
                "invertY": n.invert_y != 0,
                "translation": n.translation,
                "rotation": n.rotation,
                "scale": n.scale,
                "pivot": n.pivot,
                "boxMin": n.box_min,
                "boxMax": n.box_max,
                "rotationMethod": n.rotation_method,
            })
        })
        .collect();
    json!({
        "byteOrder": byte_order(bsg.header.byte_order),
        "nodes": nodes,
        "assets": bsg.assets.list.iter().map(|a| json!({
            "id": a.scene_item_id, "type": a.asset_type.shown(),
        })).collect::<Vec<_>>(),
        "bgf": companions.bgf.is_some(),
        "dae": companions.dae.is_some(),
    })
}
