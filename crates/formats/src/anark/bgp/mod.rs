//! Binary game plan (`.bgp`): which scenes exist, and a state machine that shows them.
//!
//! | size | type | field | notes |
//! |---|---|---|---|
//! | 1 | u8 | byte_order | 0 little, 1 big; no magic, no version |
//! | 4 | u32 | num_assets | |
//! | … | string ×3 | asset | type, id, path of the BGF |
//! | 4 | u32 | num_states | |
//! | … | string | state | id |
//! | … | u32, action… | prelude | action = string verb, string asset id |
//! | … | u32, transition… | transitions | string to_state, string event, u32 n, action… |
//! | … | u32, action… | postlude | |
//!
//! string = u32 length, bytes; the length includes a terminating NUL. From one set of notes; no file was at hand.

pub mod rules;
#[cfg(test)]
mod tests;
mod types;

pub use types::{Action, Asset, Bgp, State, Transition};

use crate::{Confidence, Context, Document, Format, Kind, Support};
use scene::Scene;
use serde_json::{Value, json};
use std::io;
use wire::{Error, Reader, Result, Sink};

/// The format.
pub static FORMAT: Format = Format {
    id: "bgp",
    title: "Anark game plan",
    extensions: &["bgp"],
    extension: "bgp",
    kind: Kind::Companion,
    support: Support::NO_MODEL,
    codes: &[rules::CODES, super::rules::SHARED],
    ..Format::one_way::<Bgp>()
};

impl Bgp {
    /// Whether the names look like names, so that other bytes are not taken for a plan.
    fn is_plausible(&self) -> bool {
        let named = |s: &super::value::CString| !s.bytes().is_empty() && !s.bytes().iter().any(|b| *b < 32);
        let assets = self.assets.iter().all(|a| named(&a.id));
        assets && !self.states.is_empty() && self.states.iter().all(|s| named(&s.id))
    }
}

impl Document for Bgp {
    fn sniff(_: &[u8], _: &str) -> Confidence {
        Confidence::No
    }

    /// There is no signature: only a file that parses to its last byte and has something in it is one.
    fn trial(r: &mut Reader<'_>, name: &str, _: &mut Sink) -> Option<(Confidence, Result<Self>)> {
        let read = Bgp::read(r);
        let good = read.as_ref().is_ok_and(|bgp| bgp.trailing.is_empty() && bgp.is_plausible());
        let sure = if good { Confidence::Content } else { Confidence::by_name(name, &["bgp"]) };
        (sure != Confidence::No).then_some((sure, read))
    }

    fn read(r: &mut Reader<'_>, _: &mut Sink) -> Result<Self> {
        Bgp::read(r)
    }

    fn build(value: Value) -> Result<Self> {
        let bgp: Bgp = crate::from_value(&value)?;
        super::frame::check_order(bgp.byte_order)?;
        Ok(bgp)
    }

    fn format(&self) -> &'static str {
        "bgp"
    }

    fn write(&self) -> Vec<u8> {
        self.to_bytes()
    }

    fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        crate::dump("bgp", self, out)
    }

    fn draw(&self, kind: &str) -> Option<String> {
        super::draw::Kind::by_name(kind).map(|kind| super::draw::draw(self, kind))
    }

    fn check(&self, cx: &Context<'_>, sink: &mut Sink) {
        rules::check(self, cx, sink);
    }

    fn fix(&mut self, _cx: &Context<'_>) {
        rules::fix(self);
    }

    fn details(&self, cx: &Context<'_>) -> Value {
        let actions = |list: &[Action]| -> Vec<String> {
            list.iter().map(|a| format!("{} {}", a.verb.shown(), a.asset.shown())).collect()
        };
        json!({
            "byteOrder": if self.byte_order == 1 { "big" } else { "little" },
            "assets": self.assets.iter().map(|a| json!({
                "id": a.id.shown(), "type": a.asset_type.shown(), "file": a.bgf_path.shown(),
                "found": rules::scene_path(cx, a),
            })).collect::<Vec<_>>(),
            "states": self.states.iter().map(|s| json!({
                "id": s.id.shown(),
                "prelude": actions(&s.prelude),
                "transitions": s.transitions.iter().map(|t| json!({
                    "event": t.event.shown(), "to": t.to_state.shown(), "actions": actions(&t.actions),
                })).collect::<Vec<_>>(),
                "postlude": actions(&s.postlude),
            })).collect::<Vec<_>>(),
        })
    }

    fn to_scene(&self, _cx: &Context<'_>, _sink: &mut Sink) -> Result<Scene> {
        let scenes: Vec<String> = self.assets.iter().take(3).map(|a| a.bgf_path.shown()).collect();
        let more = if self.assets.len() > scenes.len() { " …" } else { "" };
        let scenes = if scenes.is_empty() {
            String::new()
        } else {
            format!("; the models are the scenes it names: {}{more}", scenes.join(", "))
        };
        let message =
            format!("a game plan is a state machine without geometry: convert it to svg, dot or mmd{scenes}");
        Err(Error::new(&rules::NO_MODEL, message))
    }
}
