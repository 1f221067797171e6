//! Codes and rules.

use super::Gfx;
use super::scene::find_file;
use crate::Context;
use std::collections::HashMap;
use wire::Sink;

wire::codes! { CODES = "GFX":
    BRACE Warning
        "a brace without its partner"
        "the game reads on past it; add or remove the brace";
    QUOTE Warning
        "a text whose second quote is missing"
        "add the quote";
    EQUALS Warning
        "an = with nothing before or after it"
        "write key = value";
    NUMBER Warning
        "a value that is not what its key takes"
        "write a number above 0 for scale, yes or no for retargeting";
    UNNAMED Warning
        "an actor type without a name or an actorfile"
        "the game cannot use it; add the key";
    DUPLICATE Warning
        "two actor types of one name"
        "the game takes one of them; give the other a name of its own";
    ACTOR_MISSING Warning
        "an actor file that is not there"
        "name the game's folder with --game; a mod may use files of the game";
    MOTION_MISSING Warning
        "a motion file that is not there"
        "name the game's folder with --game; a mod may use files of the game";
    ATTACH_MISSING Warning
        "something is attached that is not defined, or to a node that is not there"
        "check the names; a type may be defined in another .gfx file";
    UNKNOWN_KEY Info
        "a key of an actor type that is not known"
        "nothing to do; it is kept";
    NONE Info
        "a file without actor types where a model is wanted"
        "most .gfx files hold sprites only; actors are in avatars.gfx, units.gfx and the like";
}

/// Looks at the actor types, and for the files that they name.
pub fn check(gfx: &Gfx, cx: &Context<'_>, sink: &mut Sink) {
    sink.append(gfx.said.clone());
    let script = &gfx.script;
    let mut names: HashMap<String, usize> = HashMap::new();
    for (i, t) in gfx.types.iter().enumerate() {
        let at = |what: &str| format!("types[{i}]{what}");
        if t.name.is_empty() || t.actor.is_empty() {
            let what = if t.name.is_empty() { "name" } else { "actorfile" };
            let message = format!("{}: an actor type has no {what}", script.place(t.start));
            sink.push_at(&UNNAMED, t.start.into(), at(""), message);
        }
        if let Some(first) = names.insert(t.name.to_lowercase(), i).filter(|_| !t.name.is_empty()) {
            let message = format!("{}: {:?} is also types[{first}]", script.place(t.start), t.name);
            sink.push_at(&DUPLICATE, t.start.into(), at(""), message);
        }
        for (key, value) in &t.wrong {
            let message =
                format!("{}: {} = {:?}", script.place(value.start), script.shown(*key), script.shown(*value));
            sink.push_at(&NUMBER, value.start.into(), at(""), message);
        }
        for key in &t.unknown {
            let message = format!("{}: key {:?}", script.place(key.start), script.shown(*key));
            sink.push_at(&UNKNOWN_KEY, key.start.into(), at(""), message);
        }
    }
    check_files(gfx, cx, sink);
}

fn check_files(gfx: &Gfx, cx: &Context<'_>, sink: &mut Sink) {
    let script = &gfx.script;
    for (i, t) in gfx.types.iter().enumerate() {
        if !t.actor.is_empty() && find_file(cx, &t.actor).is_none() {
            let message = format!("{}: there is no {:?}", script.place(t.start), t.actor);
            sink.push_at(&ACTOR_MISSING, t.start.into(), format!("types[{i}].actorfile"), message);
        }
        for m in t.motions.iter().filter(|m| find_file(cx, &m.file).is_none()) {
            let message = format!("{}: there is no {:?}", script.place(m.at), m.file);
            sink.push_at(&MOTION_MISSING, m.at.into(), format!("types[{i}].{}", m.state), message);
        }
        for a in t.attached.iter().filter(|a| gfx.find(&a.name).is_none()) {
            let message = format!("{}: no type here is called {:?}", script.place(a.at), a.name);
            sink.push_at(&ATTACH_MISSING, a.at.into(), format!("types[{i}].attach"), message);
        }
    }
}
