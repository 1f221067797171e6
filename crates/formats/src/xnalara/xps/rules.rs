//! Rules for binary models, their repair, and the removal of personal data.

use super::super::rules as codes;
use super::super::rules::fix;
use super::super::rules::geometry::{At, Element};
use super::super::rules::{About, is_absolute};
use super::scene;
use super::types::settings::{Item, Settings, pose_lines};
use super::types::vertices::Vertices;
use super::types::{Header, Layout, Tangents, Trailer, WeightLayout, Xps, is_old};
use crate::rules::{Pass, settle};
use crate::xnalara::model::Model;
use crate::xnalara::net::NetString;
use crate::{Context, Repair};
use serde_json::Value;
use std::borrow::Cow;
use wire::{Sink, Text};

/// What is looked at and repaired: the header, and the model as columns. How it is laid out is repaired by laying it out
/// anew, so what is wrong with that is only reported.
struct Draft<'a> {
    xps: &'a Xps,
    header: Cow<'a, Option<Header>>,
    model: Model,
}

impl<'a> Draft<'a> {
    fn new(xps: &'a Xps) -> Self {
        Self { xps, header: Cow::Borrowed(&xps.header), model: xps.model() }
    }
}

/// Looks for everything that is wrong.
pub fn check(xps: &Xps, cx: &Context<'_>, sink: &mut Sink) {
    crate::rules::check(&Draft::new(xps), sink, |draft, pass| rules(draft, cx, pass));
}

/// Repairs everything that can be.
pub fn fix(xps: &mut Xps, cx: &Context<'_>) {
    let mut draft = Draft::new(xps);
    settle(&mut draft, &|code| cx.options.repair.takes(code), |draft, pass| rules(draft, cx, pass));
    let Draft { mut model, header, .. } = draft;
    let header = header.into_owned();
    let promised = Layout::of_version(header.as_ref().map(|h| (h.major, h.minor)), !model.bones.is_empty());
    fix::fit_layout(&mut model, promised.tangents != Tangents::None, promised.weights == WeightLayout::Fixed);
    *xps = scene::from_model(&model, header, xps.trailer.take());
}

fn rules<'a>(draft: &Draft<'a>, cx: &Context<'_>, pass: &mut Pass<'_, Draft<'a>>) {
    let Draft { xps, header, model } = draft;
    if let Some(header) = &**header {
        pass.part("header", |d| d.header.to_mut().as_mut(), |pass| header_rules(header, pass));
    }
    layout_rules(xps, model, pass);
    let sink = pass.sink();
    check_strings(xps, sink);
    check_privacy(xps, sink);
    check_extension(xps, cx, sink);
    if !xps.trailing.is_empty() {
        let message = format!("{} bytes follow the last mesh", xps.trailing.len());
        sink.push(&codes::TRAILING_BYTES, "trailing", message);
    }
    let about = About { stem: cx.stem(), header: xps.header.is_some(), text: false };
    if xps.layout.weights == WeightLayout::Counted {
        for (i, m) in model.meshes.iter().enumerate().filter(|(_, m)| m.geometry.weights.bones.len() > 65535)
        {
            let message = format!("{} weights", m.geometry.weights.bones.len());
            sink.push(&codes::WEIGHTS_MANY, format!("meshes[{i}].vertices"), message);
        }
    }
    let place = |mesh, element| At::Into(bytes_into(xps, mesh, element));
    let encoding = cx.options.encoding.as_deref();
    pass.part("", |d| Some(&mut d.model), |pass| codes::rules(model, about, encoding, &place, pass));
}

/// Bytes from the first vertex or triangle of a mesh to another.
fn bytes_into(xps: &Xps, mesh: usize, element: Element) -> u64 {
    let Some(vertices) = xps.meshes.get(mesh).map(|m| &m.vertices) else { return 0 };
    let bytes = match element {
        Element::Triangle(t) => t.saturating_mul(12),
        Element::Vertex(v) => {
            let fixed = vertices.layout.fixed_size(vertices.uv_layers).unwrap_or(0);
            let mut at = 0_usize;
            for _ in 0..v {
                let left = vertices.bytes.get(at..).unwrap_or_default();
                let Some(step) = Vertices::step(left, fixed, vertices.layout.weights) else { break };
                at = at.saturating_add(step);
            }
            at
        }
    };
    bytes as u64
}

fn header_rules(h: &Header, pass: &mut Pass<'_, Header>) {
    if h.tool.text.as_bytes() != b"XNAaraL" {
        let message = format!("{:?}, expected \"XNAaraL\"", h.tool.text.lossy());
        pass.repair(&codes::TOOL_NAME, "tool", message, |h| h.tool = "XNAaraL".into());
    }
    let version = (h.major, h.minor);
    if !is_known(version) {
        let message = format!("{}.{}; 1.12, 2.12, 2.15 and 3.15 are known", h.major, h.minor);
        let known = move |h: &mut Header| (h.major, h.minor) = nearest(version);
        pass.repair(&codes::VERSION_UNKNOWN, "major", message, known);
    }
    type Find = fn(&mut Header) -> Option<&mut NetString>;
    let strings: [(&str, &NetString, Find); 4] = [
        ("tool", &h.tool, |h| Some(&mut h.tool)),
        ("machine", &h.machine, |h| Some(&mut h.machine)),
        ("user", &h.user, |h| Some(&mut h.user)),
        ("files", &h.files, |h| Some(&mut h.files)),
    ];
    for (path, s, find) in strings {
        pass.part(path, find, |pass| string_rules(s, "", pass));
    }
    if let Settings::Items(block) = &h.settings
        && (!block.rest.is_empty() || block.item_count as usize != block.items.len())
    {
        let (known, all, left) = (block.items.len(), block.item_count, block.rest.len());
        let message = format!("{known} of {all} items are understood, {left} bytes remain");
        pass.report(&codes::SETTINGS_UNKNOWN, "settings.rest", message);
    }
    for (i, item) in h.settings.items().iter().enumerate() {
        let path = format!("settings.items[{i}]");
        pass.part(&path, move |h| h.settings.item_mut(i), |pass| item_rules(item, pass));
    }
}

fn item_rules(item: &Item, pass: &mut Pass<'_, Item>) {
    match item {
        Item::Pose { count, info, text, padding } => {
            let (bytes, lines) = (text.0.len(), pose_lines(&text.0));
            if *count as usize != bytes || *info != lines {
                let message =
                    format!("{count} bytes and {info} lines are stored, the text has {bytes} and {lines}");
                pass.repair(&codes::POSE_LENGTH, "count", message, Item::recount);
            }
            if padding.iter().any(|b| *b != 0) {
                let message = format!("padded with {:?}", String::from_utf8_lossy(padding));
                pass.repair(&codes::POSE_PADDING, "padding", message, |item| {
                    if let Item::Pose { padding, .. } = item {
                        padding.fill(0);
                    }
                });
            }
        }
        Item::Flags { pairs, .. } => {
            let mut missing = vec![[3, 0], [4, 3], [5, 4]];
            missing.retain(|[flag, _]| !pairs.iter().any(|p| p[0] == *flag));
            if !missing.is_empty() {
                let message = "flags 3, 4 and 5 are not all there";
                pass.repair(&codes::FLAGS_MISSING, "", message, |item| {
                    if let Item::Flags { pairs, .. } = item {
                        pairs.extend(missing);
                    }
                    item.recount();
                });
            }
        }
        Item::Spare { .. } => {}
    }
}

fn is_known(version: (u16, u16)) -> bool {
    matches!(version, (1 | 2, 12) | (2 | 3, 15))
}

/// The known version that promises the layout of an unknown one.
fn nearest((major, minor): (u16, u16)) -> (u16, u16) {
    match major {
        3.. => (3, 15),
        _ if !is_old(major, minor) => (2, 15),
        2 => (2, 12),
        _ => (1, 12),
    }
}

fn layout_rules(xps: &Xps, model: &Model, pass: &mut Pass<'_, Draft<'_>>) {
    let layout = xps.layout;
    let promised = Layout::of_version(xps.header_version(), !xps.bones.is_empty());
    if !layout.bone_block {
        pass.report(&codes::BONE_BLOCK_MISSING, "meshes.count", "the file begins with the meshes");
    }
    if xps.meshes.iter().all(|m| m.vertices.count == 0) {
        return;
    }
    let path = "meshes[0].vertices";
    let several = xps.meshes.iter().any(|m| m.uv_layers != 1);
    match layout.tangents {
        Tangents::Single if several => {
            pass.report(&codes::TANGENT_PER_VERTEX, path, "one tangent per vertex, whatever the UV layers");
        }
        Tangents::Interleaved => {
            pass.report(&codes::TANGENT_ORDER, path, "each tangent follows its own UV");
        }
        _ => {}
    }
    if layout.position_twice {
        pass.report(&codes::POSITION_TWICE, path, "12 bytes too many a vertex, the position again");
    }
    let boneless_v3 = model.bones.is_empty() && xps.header.as_ref().is_some_and(|h| h.major >= 3);
    if boneless_v3 {
        let what = if layout.weights == WeightLayout::None { "none" } else { "some" };
        let message = format!("no bones; the vertices have {what} weights");
        pass.repair(&codes::BONELESS_V3, path, message, |d| fix::add_root(&mut d.model));
    }
    let tangents_differ = (layout.tangents == Tangents::None) != (promised.tangents == Tangents::None)
        && layout.tangents != Tangents::Single
        && !layout.position_twice
        && xps.meshes.iter().any(|m| m.uv_layers > 0);
    let weights_differ = layout.weights != promised.weights && !boneless_v3;
    if tangents_differ || weights_differ {
        let version = xps.header_version().map_or("headerless".to_owned(), |(a, b)| format!("{a}.{b}"));
        let has = |l: Layout| {
            let t = if l.tangents == Tangents::None { "no tangents" } else { "tangents" };
            let w = match l.weights {
                WeightLayout::None => "no weights",
                WeightLayout::Fixed => "four weights",
                WeightLayout::Counted => "counted weights",
                WeightLayout::CountOnly => "empty weight counts",
            };
            format!("{t} and {w}")
        };
        let message = format!("a {version} file should have {}, this one has {}", has(promised), has(layout));
        pass.report(&codes::LAYOUT_VERSION, path, message);
    }
}

fn string_rules(s: &NetString, path: &str, pass: &mut Pass<'_, NetString>) {
    if s.odd_prefix.is_empty() {
        return;
    }
    let (len, bytes) = (s.text.0.len(), s.odd_prefix.len());
    let (code, how) = if s.is_single_byte() {
        (&codes::STRING_LENGTH, "one byte".to_owned())
    } else {
        (&codes::STRING_PREFIX, format!("{bytes} bytes"))
    };
    let message = format!("the length {len} is stored in {how}");
    pass.repair(code, path, message, |s| s.odd_prefix.clear());
}

/// Strings of bones and meshes, which are laid out anew.
fn check_strings(xps: &Xps, sink: &mut Sink) {
    let say = |s: &NetString, path: &dyn Fn() -> String, sink: &mut Sink| {
        if !s.odd_prefix.is_empty() {
            crate::rules::check(s, sink, |s, pass| string_rules(s, &path(), pass));
        }
    };
    for (i, b) in xps.bones.iter().enumerate() {
        say(&b.name, &|| format!("bones[{i}].name"), sink);
    }
    for (i, m) in xps.meshes.iter().enumerate() {
        say(&m.name, &|| format!("meshes[{i}].name"), sink);
        for (t, texture) in m.textures.iter().enumerate() {
            say(&texture.file, &|| format!("meshes[{i}].textures[{t}].file"), sink);
        }
    }
}

/// What identifies a person, as one finding.
pub fn check_privacy(xps: &Xps, sink: &mut Sink) {
    if let Some((path, kinds)) = personal(xps) {
        sink.push(&codes::PRIVACY, path, format!("the file says {kinds}"));
    }
}

/// Where it begins and what is said.
pub fn personal(xps: &Xps) -> Option<(&'static str, String)> {
    let mut kinds = Vec::new();
    if let Some(h) = &xps.header {
        let named = [("machine", &h.machine), ("user", &h.user), ("paths", &h.files)];
        kinds.extend(named.iter().filter(|(_, s)| !s.text.0.is_empty()).map(|(n, _)| *n));
    }
    if xps.trailer.is_some() {
        kinds.extend(["network address", "network card"]);
    }
    let path = if xps.header.is_some() { "header.machine" } else { "trailer" };
    (!kinds.is_empty()).then(|| (path, kinds.join(", ")))
}

fn check_extension(xps: &Xps, cx: &Context<'_>, sink: &mut Sink) {
    let name = cx.file_name().to_ascii_lowercase();
    let wrong = if xps.header.is_some() { ".mesh" } else { ".xps" };
    if name.ends_with(wrong) {
        let what = if xps.header.is_some() { "has" } else { "lacks" };
        sink.push(&codes::EXTENSION, "", format!("a {wrong} file that {what} the Generic Item 2 header"));
    }
}

/// Makes a header what every program reads; what is only untidy stays.
pub fn repair_header(h: &mut Header) {
    settle(h, &|code| Repair::Problems.takes(code), header_rules);
}

/// Removes host, user, paths, address and network card.
pub fn scrub(xps: &mut Xps) -> Vec<String> {
    let mut out = Vec::new();
    scrub_around(xps.header.as_mut(), &mut xps.trailer, &mut out);
    for m in &mut xps.meshes {
        for t in &mut m.textures {
            let file = t.file.text.lossy();
            if is_absolute(&file) {
                out.push(format!("path of a texture: {file}"));
                let name = t.file.text.0.rsplit(|b| matches!(b, b'\\' | b'/' | b':')).next();
                t.file = Text(name.unwrap_or_default().to_vec()).into();
            }
        }
    }
    out
}

fn scrub_around(header: Option<&mut Header>, trailer: &mut Option<Trailer>, out: &mut Vec<String>) {
    if let Some(h) = header {
        let named = [("machine", &mut h.machine), ("user", &mut h.user), ("paths", &mut h.files)];
        for (what, s) in named {
            if !s.text.0.is_empty() {
                out.push(format!("{what}: {}", s.text.lossy()));
                *s = NetString::default();
            }
        }
    }
    if let Some(t) = trailer.take() {
        let [a, b, c, d] = t.address;
        out.push(format!("network address: {a}.{b}.{c}.{d}"));
        out.push(format!("network card: {}", t.mac.text.lossy().replace(' ', "")));
    }
}

/// The same in what a scene carries for converting back.
pub fn scrub_extras(family: &mut Value, out: &mut Vec<String>) {
    let Ok(mut around) = crate::from_value::<scene::Around>(family) else { return };
    let before = out.len();
    scrub_around(around.header.as_mut(), &mut around.trailer, out);
    if let (true, Ok(Value::Object(clean)), Value::Object(own)) =
        (out.len() > before, serde_json::to_value(&around), family)
    {
        // A trailer that is gone leaves no key.
        own.shift_remove("trailer");
        own.extend(clean);
    }
}
