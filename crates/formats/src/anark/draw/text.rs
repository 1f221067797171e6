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

/// For Graphviz.
pub(super) fn dot(plan: &Bgp) -> String {
    let quote = |s: &str| s.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ");
    let mut out = String::from(
        "digraph plan {\n  rankdir=LR;\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n  \
         edge [fontname=\"sans-serif\", fontsize=10];\n  start [shape=point];\n",
    );
    for (i, s) in plan.states.iter().enumerate() {
        let mut label = vec![s.id.shown()];
        label.extend(lines("+", &s.prelude));
        label.extend(lines("−", &s.postlude));
        let label: Vec<String> = label.iter().map(|l| quote(l)).collect();
        let _ = writeln!(out, "  s{i} [label=\"{}\"];", label.join("\\n"));
    }
    if !plan.states.is_empty() {
        out.push_str("  start -> s0;\n");
    }
    let ids = by_id(plan);
    for (i, s) in plan.states.iter().enumerate() {
        for (t, way) in s.transitions.iter().enumerate() {
            let mut label = vec![way.event.shown()];
            label.extend(lines("·", &way.actions));
            let label: Vec<String> = label.iter().map(|l| quote(l)).collect();
            let label = label.join("\\n");
            if let Some(to) = ids.get(way.to_state.bytes()) {
                let _ = writeln!(out, "  s{i} -> s{to} [label=\"{label}\"];");
            } else {
                let name = quote(&way.to_state.shown());
                let _ = writeln!(out, "  m{i}_{t} [label=\"{name}\", style=dashed, color=red];");
                let _ = writeln!(out, "  s{i} -> m{i}_{t} [label=\"{label}\", color=red];");
            }
        }
    }
    out.push_str("}\n");
    out
}

/// For Mermaid. Its labels end at `:`, `;` and line ends, which entities stand in for.
pub(super) fn mermaid(plan: &Bgp) -> String {
    let escape = |s: &str| {
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
    };
    let mut out = String::from("stateDiagram-v2\n");
    for (i, s) in plan.states.iter().enumerate() {
        let mut label = vec![s.id.shown()];
        label.extend(lines("+", &s.prelude));
        label.extend(lines("−", &s.postlude));
        let label: Vec<String> = label.iter().map(|l| escape(l)).collect();
        let _ = writeln!(out, "  state \"{}\" as s{i}", label.join("<br/>"));
    }
    if !plan.states.is_empty() {
        out.push_str("  [*] --> s0\n");
    }
    let ids = by_id(plan);
    for (i, s) in plan.states.iter().enumerate() {
        for (t, way) in s.transitions.iter().enumerate() {
            let mut label = vec![way.event.shown()];
            label.extend(lines("·", &way.actions));
            let label: Vec<String> = label.iter().map(|l| escape(l)).collect();
            let label = label.join("<br/>");
            if let Some(to) = ids.get(way.to_state.bytes()) {
                let _ = writeln!(out, "  s{i} --> s{to} : {label}");
            } else {
                let _ = writeln!(out, "  state \"{} (missing)\" as m{i}_{t}", escape(&way.to_state.shown()));
                let _ = writeln!(out, "  s{i} --> m{i}_{t} : {label}");
            }
        }
    }
    out
}
