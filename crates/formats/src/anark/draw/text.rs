//! The state machine for Graphviz and Mermaid.

use crate::anark::bgp::{Action, Bgp};
use std::collections::HashMap;
use std::fmt::Write as _;

fn lines(mark: &str, actions: &[Action]) -> Vec<String> {
    actions.iter().map(|a| format!("{mark} {} {}", a.verb.shown(), a.asset.shown())).collect()
}

/// Indices of states by id; the first of several wins.
pub(super) fn by_id(plan: &Bgp) -> HashMap<&[u8], usize> {
    let mut out = HashMap::new();
    for (i, s) in plan.states.iter().enumerate() {
        out.entry(s.id.bytes()).or_insert(i);
    }
    out
}

/// How a language says a state machine. Texts it gets are escaped.
struct Language {
    /// What goes before everything, and after.
    frame: [&'static str; 2],
    /// Between the lines of a label.
    line_break: &'static str,
    escape: fn(&str) -> String,
    /// The arrow to the first state.
    start: &'static str,
    /// A state by its number and label.
    state: fn(usize, &str) -> String,
    /// An arrow between two states with its label.
    arrow: fn(usize, usize, &str) -> String,
    /// A state that is not there by a name for it, its id, the state before it and the label of the arrow.
    missing: fn(&str, &str, usize, &str) -> String,
}

fn draw(plan: &Bgp, language: &Language) -> String {
    let label = |first: String, rest: &[Vec<String>]| {
        let all = std::iter::once(&first).chain(rest.iter().flatten());
        all.map(|line| (language.escape)(line)).collect::<Vec<_>>().join(language.line_break)
    };
    let mut out = String::from(language.frame[0]);
    for (i, s) in plan.states.iter().enumerate() {
        let label = label(s.id.shown(), &[lines("+", &s.prelude), lines("−", &s.postlude)]);
        out += &(language.state)(i, &label);
    }
    if !plan.states.is_empty() {
        out += language.start;
    }
    let ids = by_id(plan);
    for (i, s) in plan.states.iter().enumerate() {
        for (t, way) in s.transitions.iter().enumerate() {
            let label = label(way.event.shown(), &[lines("·", &way.actions)]);
            out += &if let Some(to) = ids.get(way.to_state.bytes()) {
                (language.arrow)(i, *to, &label)
            } else {
                let id = (language.escape)(&way.to_state.shown());
                (language.missing)(&format!("m{i}_{t}"), &id, i, &label)
            };
        }
    }
    out + language.frame[1]
}

/// For Graphviz.
pub(super) fn dot(plan: &Bgp) -> String {
    draw(
        plan,
        &Language {
            frame: [
                "digraph plan {\n  rankdir=LR;\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n  \
                 edge [fontname=\"sans-serif\", fontsize=10];\n  start [shape=point];\n",
                "}\n",
            ],
            line_break: "\\n",
            escape: |s| s.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " "),
            start: "  start -> s0;\n",
            state: |i, label| format!("  s{i} [label=\"{label}\"];\n"),
            arrow: |i, to, label| format!("  s{i} -> s{to} [label=\"{label}\"];\n"),
            missing: |name, id, i, label| {
                format!(
                    "  {name} [label=\"{id}\", style=dashed, color=red];\n  \
                     s{i} -> {name} [label=\"{label}\", color=red];\n"
                )
            },
        },
    )
}

/// For Mermaid. Its labels end at `:`, `;` and line ends, which entities stand in for.
pub(super) fn mermaid(plan: &Bgp) -> String {
    draw(
        plan,
        &Language {
            frame: ["stateDiagram-v2\n", ""],
            line_break: "<br/>",
            escape: |s| {
                let mut out = String::new();
                for c in s.chars() {
                    match c {
                        '#' | ';' | ':' | '"' | '<' | '>' | '{' | '}' | '\\' | '%' => {
                            let _ = write!(out, "#{};", c as u32);
                        }
                        c if c.is_control() => out.push(' '),
                        c => out.push(c),
                    }
                }
                out
            },
            start: "  [*] --> s0\n",
            state: |i, label| format!("  state \"{label}\" as s{i}\n"),
            arrow: |i, to, label| format!("  s{i} --> s{to} : {label}\n"),
            missing: |name, id, i, label| {
                format!("  state \"{id} (missing)\" as {name}\n  s{i} --> {name} : {label}\n")
            },
        },
    )
}
