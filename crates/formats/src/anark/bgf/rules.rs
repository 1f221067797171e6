//! Rules of a BGF.

pub use super::super::rules::{
    COMPANION, COUNT, HEADER, ID_NOT_IN_DAE, NOT_FINITE, RECORDS_MISFIT, SECTION_REST, SECTION_SIZE,
    TRAILING, VERSION,
};
use super::types::{Animation, Bgf, COUNT_NAMES, Count, ElementType, FIRST_COPY, Keyframe, flag};
use crate::Context;
use crate::anark::companions::Companions;
use crate::anark::hash::{ATTRIBUTE_MASK, attribute_hash};
use crate::anark::value::{Attribute, ValueType};
use crate::rules::Pass;
use std::collections::HashSet;
use wire::Sink;

wire::codes! { CODES = "BGF":
    COUNT_COPY Error fixable
        "a copy of a count differs from the count"
        "--fix copies the counts again";
    PARENT Error
        "the parent of an element is not an element before it"
        "order the elements so that parents come first";
    ELEMENT_INDEX Error
        "an element index points outside of the list of elements"
        "point it to an element that exists";
    STRING_INDEX Error
        "a string index points outside of the strings section"
        "add the string, or point to one that exists";
    REF_INDEX Error
        "a slide refers to an animation or action that does not exist"
        "point it to one that exists, or drop the reference";
    REF_TOO_LARGE Error
        "a slide refers to an index above 16383"
        "the runtime keeps 14 bits only: use fewer animations or actions";
    HIGHEST_ID Error fixable
        "the highest scene item id of the header is smaller than an id in use"
        "the runtime reads past its table; --fix raises it";
    TIMES Error
        "the times of an animation's keys do not strictly increase"
        "order the keys and give each its own time";
    NO_KEYS Warning
        "an animation has no key"
        "give it one, or drop it and the references to it";
    ELEMENT_TYPE Warning
        "the type of an element is not one of the eight known ones"
        "correct the type";
    ATTRIBUTE_TYPE Warning
        "the type of an attribute is not one of int, float, bool and string"
        "correct the type";
    BOOL Warning
        "a bool is neither 0 nor 1"
        "set it to true or false";
    SLIDE_OWNER Error
        "a slide belongs to an element that is not large"
        "only large elements (flag bit 2) can own slides";
    SLIDE_TIME Warning
        "a slide ends before it begins"
        "set its end after its beginning";
    ID_NOT_IN_BSG Error
        "the BSG next to this file has no node or asset with this scene item id"
        "use the BSG of the same export, or correct the id";
    FLAGS Warning fixable
        "flag bits of an element or a slide that no known file has"
        "--fix clears them";
    SPLINE Warning fixable
        "a spline field of a key is not 0"
        "it is 0 in every known file and not played here; --fix clears it";
    OPACITY Warning fixable
        "an opacity is not between 0 and 100"
        "the game cannot draw more than fully opaque or less than invisible; --fix limits it";
    ANIMATED_SMALL Info
        "elements that are not large are animated"
        "nothing to do if a slide of a large element plays them; by the notes only large elements can be animated";
    SCRIPT Info
        "a script that an element names is not in the folder"
        "put it there; only the game can run it";
    FIT_MODE Warning
        "the fit mode is not one of 0 (none), 1 (width) and 2 (width and height)"
        "correct it";
    TOO_MANY_KEYS Warning
        "the slides use the same animations so often that not all of them were converted"
        "the file is unusual or made to do harm; all of it is kept in the extras";
}

/// The first index the runtime cannot keep.
const REF_LIMIT: u16 = 1 << 14;

/// Looks for everything that is wrong.
pub fn check(bgf: &Bgf, cx: &Context<'_>, sink: &mut Sink) {
    crate::rules::check(bgf, sink, |bgf, pass| rules(bgf, cx, pass));
}

/// Repairs: constants, sizes, counts, the highest id, stray bits, opacities, bytes without meaning.
pub fn fix(bgf: &mut Bgf, cx: &Context<'_>) {
    crate::rules::fix(bgf, &|_| true, |bgf, pass| rules(bgf, cx, pass));
    bgf.recount();
}

fn rules(bgf: &Bgf, cx: &Context<'_>, pass: &mut Pass<'_, Bgf>) {
    header(bgf, pass);
    sections(bgf, pass);
    counts(bgf, pass);
    elements(bgf, pass);
    contracts(bgf, pass);
    animations(bgf, pass);
    logic(bgf, pass);
    params(bgf, pass);
    slides(bgf, pass);
    companions(bgf, cx, pass);
}

/// The constants of a header; its size is recounted.
fn constants(bgf: &mut Bgf) {
    let h = &mut bgf.header;
    h.rest.clear();
    (h.unknown_0x01, h.unknown_0x12, h.unknown_0x1f) = (4, 0, 0);
    h.magic = "AnarkBGF".into();
}

fn header(bgf: &Bgf, pass: &mut Pass<'_, Bgf>) {
    let h = &bgf.header;
    for (field, found, wanted) in [
        ("unknown_0x01", u32::from(h.unknown_0x01), 4),
        ("header_size", h.header_size, 0x1A),
        ("unknown_0x12", h.unknown_0x12, 0),
        ("unknown_0x1f", u32::from(h.unknown_0x1f), 0),
    ] {
        if found != wanted {
            let message = format!("{field} is {found}, expected {wanted}");
            pass.repair(&HEADER, format!("header.{field}"), message, constants);
        }
    }
    if h.magic.as_bytes() != b"AnarkBGF" {
        let message = format!("the magic is {:?}, expected \"AnarkBGF\"", h.magic);
        pass.repair(&HEADER, "header.magic", message, constants);
    }
    if h.fit_mode > 2 {
        pass.report(&FIT_MODE, "header.fit_mode", format!("fit mode {}, expected 0, 1 or 2", h.fit_mode));
    }
    let largest = bgf.largest_id();
    if h.highest_id < largest {
        let message = format!("highest id {}, but id {largest} is in use", h.highest_id);
        pass.repair(&HIGHEST_ID, "header.highest_id", message, |_| {});
    }
}

fn sections(bgf: &Bgf, pass: &mut Pass<'_, Bgf>) {
    let m = &bgf.memory;
    if m.size as usize != 100 + m.rest.len() || !m.rest.is_empty() {
        let message = format!("the section says {} bytes, expected 100", m.size);
        pass.repair(&SECTION_SIZE, "memory.size", message, |b| b.memory.rest.clear());
    }
    bgf.strings.rules("strings", m.get(Count::Strings), |b: &mut Bgf| &mut b.strings, pass);
    let elements = m.get(Count::Small).saturating_add(m.get(Count::Large));
    bgf.elements.rules("elements", elements, |b: &mut Bgf| &mut b.elements, pass);
    bgf.contracts.rules("contracts", m.get(Count::Contracts), |b: &mut Bgf| &mut b.contracts, pass);
    bgf.animations.rules("animations", m.get(Count::Animations), |b: &mut Bgf| &mut b.animations, pass);
    bgf.logic.rules("logic", m.get(Count::Logics), |b: &mut Bgf| &mut b.logic, pass);
    bgf.params.rules("params", m.get(Count::Params), |b: &mut Bgf| &mut b.params, pass);
    bgf.slides.rules("slides", m.get(Count::Slides), |b: &mut Bgf| &mut b.slides, pass);
    if !bgf.trailing.is_empty() {
        let message = format!("{} bytes after the slides section", bgf.trailing.len());
        pass.repair(&TRAILING, "trailing", message, |b| b.trailing.clear());
    }
}

fn counts(bgf: &Bgf, pass: &mut Pass<'_, Bgf>) {
    let stored = bgf.memory.counts;
    let found = bgf.true_counts();
    let rows = COUNT_NAMES.iter().zip(stored.iter().zip(found));
    for (i, (name, (stored, found))) in rows.enumerate() {
        let path = format!("memory.counts.{name}");
        if i >= FIRST_COPY {
            let original = bgf.memory.counts.get(i - FIRST_COPY).copied().unwrap_or(0);
            if i < FIRST_COPY + 5 && *stored != original {
                let message = format!("the copy is {stored}, the count {original}");
                pass.repair(&COUNT_COPY, path, message, |_| {});
            }
        } else if i == Count::Paddings as usize {
            // Which settings count is an open fact: any of the known readings will do.
            if !bgf.padding_counts().contains(stored) {
                let message = format!("{stored} paddings, {found} settings have an odd number of refs");
                pass.repair(&COUNT, path, message, |_| {});
            }
        } else if *stored != found {
            let message = format!("{name} is {stored}, the file has {found}");
            pass.repair(&COUNT, path, message, |_| {});
        }
    }
}

fn element_index(bgf: &Bgf, index: u32, path: impl FnOnce() -> String, pass: &mut Pass<'_, Bgf>) {
    let n = bgf.elements.list.len();
    if index as usize >= n {
        pass.report(&ELEMENT_INDEX, path(), format!("element {index}, there are {n}"));
    }
}

fn string_index(bgf: &Bgf, index: u32, path: impl FnOnce() -> String, pass: &mut Pass<'_, Bgf>) {
    let n = bgf.strings.list.len();
    if index as usize >= n {
        pass.report(&STRING_INDEX, path(), format!("string {index}, there are {n}"));
    }
}

/// `at` finds the attribute again.
fn attribute(
    bgf: &Bgf,
    a: &Attribute,
    path: impl Fn() -> String,
    at: impl Fn(&mut Bgf) -> Option<&mut Attribute> + 'static,
    pass: &mut Pass<'_, Bgf>,
) {
    let value = || format!("{}.value", path());
    match a.ty() {
        ValueType::Unknown(bits) => {
            let message = format!("type {bits}, expected 1 int, 3 float, 4 bool or 5 string");
            pass.report(&ATTRIBUTE_TYPE, format!("{}.type_and_name", path()), message);
        }
        ValueType::Bool if a.value > 1 => {
            pass.report(&BOOL, value(), format!("bool of value {}", a.value));
        }
        ValueType::Float if !f32::from_bits(a.value).is_finite() => {
            pass.report(&NOT_FINITE, value(), format!("the value is {}", f32::from_bits(a.value)));
        }
        ValueType::String => string_index(bgf, a.value, value, pass),
        _ => {}
    }
    let numeric = matches!(a.ty(), ValueType::Int | ValueType::Float) && a.name() == opacity();
    let number = a.number().filter(|v| v.is_finite() && numeric);
    if let Some(v) = number.filter(|v| !(0.0..=100.0).contains(v)) {
        let message = format!("opacity {v}, expected 0 to 100");
        pass.repair(&OPACITY, value(), message, move |b| at(b).into_iter().for_each(limit));
    }
}

/// An opacity within its bounds.
fn limit(a: &mut Attribute) {
    match a.ty() {
        ValueType::Float => a.value = f32::from_bits(a.value).clamp(0.0, 100.0).to_bits(),
        _ => a.value = (a.value as i32).clamp(0, 100) as u32,
    }
}

fn opacity() -> u32 {
    attribute_hash(b"opacity")
}

/// Bits of an element that mean something.
const ELEMENT_FLAGS: u8 = flag::ACTIVE | flag::LARGE;

/// Bits of a slide that known files have.
const SLIDE_FLAGS: u8 = 0x1F;

fn elements(bgf: &Bgf, pass: &mut Pass<'_, Bgf>) {
    for (i, e) in bgf.elements.list.iter().enumerate() {
        let path = format!("elements.list[{i}]");
        if e.parent < -1 || e.parent >= i as i32 {
            let message = format!("parent {} of element {i}, expected -1 or an index below {i}", e.parent);
            pass.report(&PARENT, format!("{path}.parent"), message);
        }
        if e.ty.name().is_none() {
            pass.report(&ELEMENT_TYPE, format!("{path}.type"), format!("type {}, expected 1 to 8", e.ty.0));
        }
        if e.flags & !ELEMENT_FLAGS != 0 {
            let message = format!("flags {:#04x}, known are 0x01 active and 0x04 large", e.flags);
            let keep = move |b: &mut Bgf| b.elements.list.get_mut(i).map(|e| e.flags &= ELEMENT_FLAGS);
            pass.repair(&FLAGS, format!("{path}.flags"), message, move |b| _ = keep(b));
        }
        for (k, a) in e.attributes.iter().enumerate() {
            attribute(
                bgf,
                a,
                || format!("{path}.attributes[{k}]"),
                move |b| b.elements.list.get_mut(i)?.attributes.get_mut(k),
                pass,
            );
        }
    }
}

/// One finding for all of them: real scenes animate geometry, materials and textures, which are small.
fn animated_small(bgf: &Bgf, pass: &mut Pass<'_, Bgf>) {
    let small = |a: &&Animation| bgf.elements.list.get(a.element as usize).is_some_and(|e| e.large.is_none());
    let elements: std::collections::BTreeSet<u32> =
        bgf.animations.list.iter().filter(small).map(|a| a.element).collect();
    let first = bgf.animations.list.iter().position(|a| elements.contains(&a.element));
    if let (Some(at), Some(element)) = (first, elements.first()) {
        let message = format!("{} small elements are animated, the first is {element}", elements.len());
        pass.report(&ANIMATED_SMALL, format!("animations.list[{at}].element"), message);
    }
}

fn contracts(bgf: &Bgf, pass: &mut Pass<'_, Bgf>) {
    for (i, c) in bgf.contracts.list.iter().enumerate() {
        let path = format!("contracts.list[{i}]");
        element_index(bgf, c.element, || format!("{path}.element"), pass);
        for (k, e) in c.events.iter().enumerate() {
            string_index(bgf, e.0, || format!("{path}.events[{k}]"), pass);
        }
    }
}

fn animations(bgf: &Bgf, pass: &mut Pass<'_, Bgf>) {
    animated_small(bgf, pass);
    for (i, a) in bgf.animations.list.iter().enumerate() {
        let path = format!("animations.list[{i}]");
        element_index(bgf, a.element, || format!("{path}.element"), pass);
        if a.keyframes.is_empty() {
            pass.report(&NO_KEYS, format!("{path}.num_keyframes"), "no key");
        }
        let of_key = |k: usize, how: fn(&mut Keyframe)| {
            move |b: &mut Bgf| {
                let key = b.animations.list.get_mut(i).and_then(|a| a.keyframes.get_mut(k));
                key.into_iter().for_each(how);
            }
        };
        for (k, key) in a.keyframes.iter().enumerate() {
            let before = k.checked_sub(1).and_then(|k| a.keyframes.get(k));
            if let Some(before) = before.filter(|b| b.time_ms >= key.time_ms) {
                let message = format!("key {k} at {} ms follows a key at {} ms", key.time_ms, before.time_ms);
                pass.report(&TIMES, format!("{path}.keyframes[{k}].time_ms"), message);
            }
            if key.spline_1 != 0.0 || key.spline_2 != 0.0 {
                let message = format!("key {k} has {} and {}, expected 0", key.spline_1, key.spline_2);
                let how = of_key(k, |key| (key.spline_1, key.spline_2) = (0.0, 0.0));
                pass.repair(&SPLINE, format!("{path}.keyframes[{k}].spline_1"), message, how);
            }
            if a.attribute.0 & ATTRIBUTE_MASK == opacity()
                && !(0.0..=100.0).contains(&key.value)
                && key.value.is_finite()
            {
                let message = format!("key {k} has opacity {}, expected 0 to 100", key.value);
                let how = of_key(k, |key| key.value = key.value.clamp(0.0, 100.0));
                pass.repair(&OPACITY, format!("{path}.keyframes[{k}].value"), message, how);
            }
            if ![key.value, key.p1, key.p2].iter().all(|v| v.is_finite()) {
                let message = format!("key {k} is {}, {}, {}", key.value, key.p1, key.p2);
                pass.report(&NOT_FINITE, format!("{path}.keyframes[{k}]"), message);
            }
        }
    }
}

fn logic(bgf: &Bgf, pass: &mut Pass<'_, Bgf>) {
    for (i, l) in bgf.logic.list.iter().enumerate() {
        let path = format!("logic.list[{i}]");
        element_index(bgf, l.element, || format!("{path}.element"), pass);
        for (k, e) in l.events.iter().enumerate() {
            for (m, a) in e.actions.iter().enumerate() {
                let path = format!("{path}.events[{k}].actions[{m}]");
                element_index(bgf, a.element_a, || format!("{path}.element_a"), pass);
                element_index(bgf, a.element_b, || format!("{path}.element_b"), pass);
                attribute(
                    bgf,
                    &a.attribute,
                    || format!("{path}.attribute"),
                    move |b| {
                        let event = b.logic.list.get_mut(i)?.events.get_mut(k)?;
                        Some(&mut event.actions.get_mut(m)?.attribute)
                    },
                    pass,
                );
            }
        }
    }
}

fn params(bgf: &Bgf, pass: &mut Pass<'_, Bgf>) {
    for (i, p) in bgf.params.list.iter().enumerate() {
        let path = || format!("params.list[{i}].value");
        match p.ty() {
            ValueType::String => string_index(bgf, p.value, path, pass),
            ValueType::Bool if p.value > 1 => {
                pass.report(&BOOL, path(), format!("bool of value {}", p.value));
            }
            ValueType::Float if !f32::from_bits(p.value).is_finite() => {
                pass.report(&NOT_FINITE, path(), format!("the value is {}", f32::from_bits(p.value)));
            }
            _ => {}
        }
    }
}

fn slides(bgf: &Bgf, pass: &mut Pass<'_, Bgf>) {
    let animations = bgf.animations.list.len();
    let actions = bgf.logic.list.iter().flat_map(|l| &l.events).map(|e| e.actions.len()).sum::<usize>();
    for (i, s) in bgf.slides.list.iter().enumerate() {
        let path = format!("slides.list[{i}]");
        element_index(bgf, s.element, || format!("{path}.element"), pass);
        if let Some(owner) = bgf.elements.list.get(s.element as usize).filter(|e| e.large.is_none()) {
            let message = format!("slide of element {}, a small {}", s.element, owner.ty.shown());
            pass.report(&SLIDE_OWNER, format!("{path}.element"), message);
        }
        if s.flags & !SLIDE_FLAGS != 0 {
            let message = format!("flags {:#04x}, known are the lowest five bits", s.flags);
            let keep = move |b: &mut Bgf| b.slides.list.get_mut(i).map(|s| s.flags &= SLIDE_FLAGS);
            pass.repair(&FLAGS, format!("{path}.flags"), message, move |b| _ = keep(b));
        }
        if s.end_ms < s.begin_ms {
            let message = format!("from {} ms to {} ms", s.begin_ms, s.end_ms);
            pass.report(&SLIDE_TIME, format!("{path}.end_ms"), message);
        }
        for (k, setting) in s.settings.iter().enumerate() {
            let path = format!("{path}.settings[{k}]");
            element_index(bgf, setting.element, || format!("{path}.element"), pass);
            for (m, a) in setting.values.iter().enumerate() {
                attribute(
                    bgf,
                    a,
                    || format!("{path}.values[{m}]"),
                    move |b| b.slides.list.get_mut(i)?.settings.get_mut(k)?.values.get_mut(m),
                    pass,
                );
            }
            for (m, r) in setting.refs.iter().enumerate() {
                let path = || format!("{path}.refs[{m}].index");
                let (what, n) = if r.is_logic == 0 { ("animation", animations) } else { ("action", actions) };
                if r.index >= REF_LIMIT {
                    pass.report(
                        &REF_TOO_LARGE,
                        path(),
                        format!("{what} {}, at most 16383 fit 14 bits", r.index),
                    );
                } else if usize::from(r.index) >= n {
                    pass.report(&REF_INDEX, path(), format!("{what} {}, there are {n}", r.index));
                }
            }
        }
    }
}

/// Scripts of elements: index of element and attribute, and the file.
pub(in crate::anark) fn scripts(bgf: &Bgf) -> Vec<(usize, usize, &str)> {
    let name = attribute_hash(b"BehaviorScripts");
    let mut out = Vec::new();
    for (i, e) in bgf.elements.list.iter().enumerate() {
        for (k, a) in e.attributes.iter().enumerate().filter(|(_, a)| a.name() == name) {
            let files = a.string().and_then(|s| bgf.string(s)).unwrap_or_default();
            out.extend(files.split([';', ',']).map(str::trim).filter(|f| !f.is_empty()).map(|f| (i, k, f)));
        }
    }
    out
}

/// Where a script is: as it is named, or compiled (`.lua` is `.xpl` in the game), next to the scene or above it.
pub(in crate::anark) fn script_path(cx: &Context<'_>, file: &str) -> Option<String> {
    let file = file.replace('\\', "/");
    let stem = file.rsplit_once('.').map_or(file.as_str(), |(stem, _)| stem);
    let names = [file.clone(), format!("{stem}.xpl"), format!("{stem}.lua")];
    let own = |f: &String| scene::file_name(f).to_owned();
    names.iter().flat_map(|n| [n.clone(), own(n)]).find_map(|n| {
        let here = cx.files.resolve(&cx.next_to(&n));
        here.or_else(|| cx.files.resolve(&n))
    })
}

fn check_scripts(bgf: &Bgf, cx: &Context<'_>, sink: &mut Sink) {
    for (element, attribute, file) in scripts(bgf) {
        if script_path(cx, file).is_some() {
            continue;
        }
        let path = format!("elements.list[{element}].attributes[{attribute}].value");
        sink.push(&SCRIPT, path, format!("script {file:?} is not next to the scene"));
    }
}

fn companions(bgf: &Bgf, cx: &Context<'_>, pass: &mut Pass<'_, Bgf>) {
    check_scripts(bgf, cx, pass.sink());
    let companions = Companions::load(cx, &["bsg", "dae"], pass.sink());
    let must_exist = [
        ElementType::GEOMETRY,
        ElementType::TEXT,
        ElementType::MATERIAL,
        ElementType::TEXTURE,
        ElementType::DUMMY,
    ];
    if let Some(bsg) = &companions.bsg {
        let ids: HashSet<u32> = bsg.ids().collect();
        for (i, e) in bgf.elements.list.iter().enumerate() {
            if must_exist.contains(&e.ty) && e.scene_item_id != 0 && !ids.contains(&e.scene_item_id) {
                let message = format!("{} with id {} is not in the BSG", e.ty.shown(), e.scene_item_id);
                pass.report(&ID_NOT_IN_BSG, format!("elements.list[{i}].scene_item_id"), message);
            }
        }
        let largest = bsg.ids().max().unwrap_or(0);
        if bgf.header.highest_id < largest && bgf.largest_id() <= bgf.header.highest_id {
            let message = format!("highest id {}, but the BSG has id {largest}", bgf.header.highest_id);
            let raise = move |b: &mut Bgf| b.header.highest_id = b.header.highest_id.max(largest);
            pass.repair(&HIGHEST_ID, "header.highest_id", message, raise);
        }
    }
    if let Some(dae) = &companions.dae {
        for (i, e) in bgf.elements.list.iter().enumerate() {
            if must_exist.contains(&e.ty) && e.scene_item_id != 0 && !dae.has_id(e.scene_item_id) {
                let message = format!("{} AK{} is not in the .dae", e.ty.shown(), e.scene_item_id);
                pass.report(&ID_NOT_IN_DAE, format!("elements.list[{i}].scene_item_id"), message);
            }
        }
    }
}
