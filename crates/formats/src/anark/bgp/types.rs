//! The bytes of a BGP as structs, read and written.

use crate::anark::frame::{self, list, put_list};
use crate::anark::value::CString;
use serde::{Deserialize, Serialize};
use wire::{Reader, Result, Writer};

/// A game plan: which scenes there are, and a state machine that shows them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bgp {
    /// 0 little, 1 big.
    pub byte_order: u8,
    /// Scenes.
    pub assets: Vec<Asset>,
    /// States; the first is where it starts.
    pub states: Vec<State>,
    /// Bytes after the last state.
    #[serde(default, with = "wire::exact::hex", skip_serializing_if = "Vec::is_empty")]
    pub trailing: Vec<u8>,
}

wire::record! {
    /// One scene.
    #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Asset {
        /// What kind of thing it is.
        pub asset_type: CString,
        /// How actions call it.
        pub id: CString,
        /// Path of the BGF.
        pub bgf_path: CString,
    }
}

wire::record! {
    /// Something to do with a scene.
    #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Action {
        /// `preload`, `show`, `hide` …
        pub verb: CString,
        /// Which scene.
        pub asset: CString,
    }
}

wire::record! {
    /// One state.
    #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct State {
        /// How transitions call it.
        pub id: CString,
        @count num_prelude = prelude * Action::MIN_SIZE;
        /// Done on entering.
        pub prelude: Vec<Action> [num_prelude],
        @count num_transitions = transitions * Transition::MIN_SIZE;
        /// Ways out.
        pub transitions: Vec<Transition> [num_transitions],
        @count num_postlude = postlude * Action::MIN_SIZE;
        /// Done on leaving.
        pub postlude: Vec<Action> [num_postlude],
    }
}

wire::record! {
    /// A way to another state.
    #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Transition {
        /// Where it goes.
        pub to_state: CString,
        /// What sets it off.
        pub event: CString,
        @count num_actions = actions * Action::MIN_SIZE;
        /// Done on the way.
        pub actions: Vec<Action> [num_actions],
    }
}

impl Bgp {
    /// Reads a whole file.
    pub fn read(r: &mut Reader<'_>) -> Result<Self> {
        let byte_order = frame::byte_order(r)?;
        Ok(Self {
            byte_order,
            assets: list(r, "num_assets", "assets")?,
            states: list(r, "num_states", "states")?,
            trailing: r.field("trailing", |r| Ok(r.take(r.remaining())?.to_vec()))?,
        })
    }

    /// The bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut w = Writer::new(frame::endian(self.byte_order));
        w.u8(self.byte_order);
        put_list(&mut w, &self.assets);
        put_list(&mut w, &self.states);
        w.bytes(&self.trailing);
        w.finish()
    }

    /// Every action with the path of its place.
    pub fn actions(&self) -> impl Iterator<Item = (String, &Action)> {
        self.states.iter().enumerate().flat_map(|(s, state)| {
            let at = move |list: &str, i: usize| format!("states[{s}].{list}[{i}]");
            let prelude = state.prelude.iter().enumerate().map(move |(i, a)| (at("prelude", i), a));
            let ways = state.transitions.iter().enumerate().flat_map(move |(t, way)| {
                let actions = way.actions.iter().enumerate();
                actions.map(move |(i, a)| (format!("states[{s}].transitions[{t}].actions[{i}]"), a))
            });
            let postlude = state.postlude.iter().enumerate().map(move |(i, a)| (at("postlude", i), a));
            prelude.chain(ways).chain(postlude)
        })
    }
}
