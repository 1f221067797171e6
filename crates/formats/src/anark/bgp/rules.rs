//! Rules of a BGP.

use super::super::rules::TRAILING;
use super::types::{Asset, Bgp};
use crate::Context;
use crate::anark::value::CString;
use crate::rules::Pass;
use std::collections::HashMap;
use wire::Sink;

/// What can be done with a scene.
pub const VERBS: [&str; 8] =
    ["preload", "show", "hide", "kill", "pause", "resume", "lockupdate", "unlockupdate"];

wire::codes! { CODES = "BGP":
    ASSET Error
        "an action names an asset that does not exist"
        "declare the asset, or correct the name";
    STATE Error
        "a transition goes to a state that does not exist"
        "add the state, or correct the name";
    VERB Error
        "the verb of an action is not one of the eight known ones"
        "known are preload, show, hide, kill, pause, resume, lockupdate and unlockupdate";
    DUPLICATE Error
        "two states or two assets have the same id"
        "rename one of them";
    UNREACHABLE Warning
        "no chain of transitions leads from the first state to this one"
        "add a transition to it, or drop the state";
    NEVER_SHOWN Warning
        "no action shows this asset"
        "show it somewhere, or drop it";
    TERMINATOR Warning fixable
        "a string does not end with exactly one zero byte"
        "the runtime reads strings up to a zero byte; --fix adds it";
    SCENE_MISSING Info
        "a scene that an asset names is not there"
        "put the BGF where the plan looks for it, or correct the path";
    NO_MODEL Error
        "a game plan holds a state machine and no geometry"
        "convert it to svg, dot or mmd; the scenes it names are models";
}

/// Looks for everything that is wrong.
pub fn check(bgp: &Bgp, cx: &Context<'_>, sink: &mut Sink) {
    scenes(bgp, cx, sink);
    crate::rules::check(bgp, sink, rules);
}

/// Repairs: terminators, bytes without meaning.
pub fn fix(bgp: &mut Bgp) {
    crate::rules::fix(bgp, &|_| true, rules);
}

fn rules(bgp: &Bgp, pass: &mut Pass<'_, Bgp>) {
    terminators(bgp, pass);
    let sink = pass.sink();
    let assets = ids(bgp.assets.iter().map(|a| &a.id), "assets", sink);
    let states = ids(bgp.states.iter().map(|s| &s.id), "states", sink);
    let mut shown = vec![false; bgp.assets.len()];
    for (path, action) in bgp.actions() {
        let verb = action.verb.bytes();
        if !VERBS.iter().any(|v| v.as_bytes() == verb) {
            let message = format!("verb {:?}, expected one of {}", action.verb.shown(), VERBS.join(", "));
            sink.push(&VERB, format!("{path}.verb"), message);
        }
        match assets.get(action.asset.bytes()) {
            Some(at) if verb == b"show" => {
                if let Some(slot) = shown.get_mut(*at) {
                    *slot = true;
                }
            }
            Some(_) => {}
            None => {
                let message = format!("asset {:?} is not declared", action.asset.shown());
                sink.push(&ASSET, format!("{path}.asset"), message);
            }
        }
    }
    for (i, (asset, _)) in bgp.assets.iter().zip(shown).enumerate().filter(|(_, (_, shown))| !shown) {
        let message = format!("asset {:?} is never shown", asset.id.shown());
        sink.push(&NEVER_SHOWN, format!("assets[{i}].id"), message);
    }
    reach(bgp, &states, sink);
    if !bgp.trailing.is_empty() {
        let message = format!("{} bytes after the last state", bgp.trailing.len());
        pass.repair(&TRAILING, "trailing", message, |b| b.trailing.clear());
    }
}

/// Where the BGF of an asset is: from the plan's folder or one above it, else by its file name next to the plan.
pub(super) fn scene_path(cx: &Context<'_>, asset: &Asset) -> Option<String> {
    let path = asset.bgf_path.shown().replace('\\', "/");
    if path.is_empty() {
        return None;
    }
    let mut folder = cx.path;
    let mut from: Vec<String> = Vec::new();
    for _ in 0..16 {
        folder = scene::folder_of(folder);
        from.push(scene::below(folder, &path));
        if folder.is_empty() {
            break;
        }
    }
    from.push(cx.next_to(scene::file_name(&path)));
    from.iter().find_map(|p| cx.files.resolve(p))
}

fn scenes(bgp: &Bgp, cx: &Context<'_>, sink: &mut Sink) {
    let missing = |(_, a): &(usize, &Asset)| scene_path(cx, a).is_none();
    for (i, asset) in bgp.assets.iter().enumerate().filter(missing) {
        let message = format!("asset {:?}: {:?} is not there", asset.id.shown(), asset.bgf_path.shown());
        sink.push(&SCENE_MISSING, format!("assets[{i}].bgf_path"), message);
    }
}

fn ids<'a>(ids: impl Iterator<Item = &'a CString>, list: &str, sink: &mut Sink) -> HashMap<&'a [u8], usize> {
    let mut out = HashMap::new();
    for (i, id) in ids.enumerate() {
        if let Some(first) = out.get(id.bytes()) {
            let message = format!("id {:?} is already that of {list}[{first}]", id.shown());
            sink.push(&DUPLICATE, format!("{list}[{i}].id"), message);
        } else {
            out.insert(id.bytes(), i);
        }
    }
    out
}

fn reach(bgp: &Bgp, states: &HashMap<&[u8], usize>, sink: &mut Sink) {
    for (s, state) in bgp.states.iter().enumerate() {
        for (t, way) in state.transitions.iter().enumerate() {
            if !states.contains_key(way.to_state.bytes()) {
                let message = format!("state {:?} does not exist", way.to_state.shown());
                sink.push(&STATE, format!("states[{s}].transitions[{t}].to_state"), message);
            }
        }
    }
    let reached = reached(bgp, states);
    for (i, (state, _)) in bgp.states.iter().zip(reached).enumerate().filter(|(_, (_, r))| !r) {
        let message = format!("state {:?} cannot be reached from the first state", state.id.shown());
        sink.push(&UNREACHABLE, format!("states[{i}].id"), message);
    }
}

/// Which states a chain of transitions from the first one reaches.
fn reached(bgp: &Bgp, states: &HashMap<&[u8], usize>) -> Vec<bool> {
    let mut reached = vec![false; bgp.states.len()];
    let mut stack = vec![0];
    while let Some(i) = stack.pop() {
        let (Some(slot), Some(state)) = (reached.get_mut(i), bgp.states.get(i)) else { continue };
        if !std::mem::replace(slot, true) {
            stack.extend(state.transitions.iter().filter_map(|t| states.get(t.to_state.bytes())));
        }
    }
    reached
}

/// Every string with its path, changeable.
fn strings(bgp: &mut Bgp, mut f: impl FnMut(String, &mut CString)) {
    for (i, a) in bgp.assets.iter_mut().enumerate() {
        f(format!("assets[{i}].asset_type"), &mut a.asset_type);
        f(format!("assets[{i}].id"), &mut a.id);
        f(format!("assets[{i}].bgf_path"), &mut a.bgf_path);
    }
    for (s, state) in bgp.states.iter_mut().enumerate() {
        f(format!("states[{s}].id"), &mut state.id);
        for (name, list) in [("prelude", &mut state.prelude), ("postlude", &mut state.postlude)] {
            for (i, a) in list.iter_mut().enumerate() {
                f(format!("states[{s}].{name}[{i}].verb"), &mut a.verb);
                f(format!("states[{s}].{name}[{i}].asset"), &mut a.asset);
            }
        }
        for (t, way) in state.transitions.iter_mut().enumerate() {
            let path = format!("states[{s}].transitions[{t}]");
            f(format!("{path}.to_state"), &mut way.to_state);
            f(format!("{path}.event"), &mut way.event);
            for (i, a) in way.actions.iter_mut().enumerate() {
                f(format!("{path}.actions[{i}].verb"), &mut a.verb);
                f(format!("{path}.actions[{i}].asset"), &mut a.asset);
            }
        }
    }
}

fn terminators(bgp: &Bgp, pass: &mut Pass<'_, Bgp>) {
    // Plans are small: a copy costs less than a second walk would.
    strings(&mut bgp.clone(), |path, s| {
        if !s.terminated() {
            let message = format!("{:?} has no single zero byte at its end", s.0);
            pass.repair(&TERMINATOR, path, message, |b| strings(b, |_, s| s.terminate()));
        }
    });
}
