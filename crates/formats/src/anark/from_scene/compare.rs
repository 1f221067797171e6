//! Which node of a model is which node of the original, and what a model cannot restore.

use super::super::rules::LOST;
use super::super::scene::nodes::UP;
use super::identity::plain_name;
use super::is_helper;
use super::motion::near;
use crate::anark::bgf::Bgf;
use crate::anark::notes;
use glam::DQuat;
use scene::{Node, Scene};
use std::collections::HashMap;
use wire::Sink;

/// What a node is, so that it is found again in another scene: its element, else its id; and how many helpers above it
/// that is.
pub(super) type Label = (String, usize);

pub(super) fn labels(scene: &Scene, ids: &HashMap<usize, u32>, face: &Bgf) -> HashMap<u32, Label> {
    let by_id = face.elements_by_id();
    let mut out = HashMap::new();
    for (i, node) in scene.nodes.iter().enumerate().filter(|(_, n)| !is_helper(n)) {
        let said = || notes::node::ELEMENT.get(&node.extras).map(|e| e.index);
        let id = ids.get(&i);
        let element = id.and_then(|id| by_id.get(id)).copied().or_else(said);
        let label = match (element, id) {
            (Some(element), _) => format!("element {element}"),
            (None, Some(id)) => format!("node {id}"),
            (None, None) => continue,
        };
        let (mut at, mut above) = (i as u32, 0);
        while out.insert(at, (label.clone(), above)).is_none() {
            let helper = scene.nodes.get(at as usize).and_then(|n| n.parent);
            let helper = helper.filter(|p| scene.node(*p).is_some_and(|n| is_helper(n) && n.name != UP));
            let Some(helper) = helper else { break };
            (at, above) = (helper.0, above + 1);
        }
    }
    out
}

/// Whether a name is only the number of an object: `AK12`.
fn by_number(name: &str) -> bool {
    name.strip_prefix("AK").is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// A node of a model whose element is known, and the node it was.
pub(crate) struct Matched<'a> {
    /// Index of the element.
    pub element: usize,
    /// In the original.
    pub was: &'a Node,
    /// In the model.
    pub is: &'a Node,
}

/// The nodes of both scenes that belong to one element, in the order of the elements.
pub(super) fn matched<'a>(
    scene: &'a Scene,
    original: &'a Scene,
    now: &HashMap<u32, Label>,
    then: &HashMap<u32, Label>,
) -> Vec<Matched<'a>> {
    let own = |l: &&Label| l.1 == 0 && l.0.starts_with("element ");
    let was: HashMap<&str, u32> =
        then.iter().filter(|(_, l)| own(l)).map(|(i, l)| (l.0.as_str(), *i)).collect();
    let mut out: Vec<Matched<'a>> = now
        .iter()
        .filter(|(_, l)| own(l))
        .filter_map(|(i, l)| {
            let element = l.0.strip_prefix("element ")?.parse().ok()?;
            let was = original.nodes.get(*was.get(l.0.as_str())? as usize)?;
            Some(Matched { element, was, is: scene.nodes.get(*i as usize)? })
        })
        .collect();
    out.sort_by_key(|m| m.element);
    out
}

/// Reports what nodes do not restore. Names are hashes that scripts look for: a new name in the model does not change
/// them. Places are the graph's: a model of a BGF alone has none.
pub(super) fn compare_nodes(
    scene: &Scene,
    original: &Scene,
    now: &HashMap<u32, Label>,
    then: &HashMap<u32, Label>,
    alone: bool,
    sink: &mut Sink,
) {
    let by_label: HashMap<&Label, u32> =
        then.iter().filter(|(_, l)| l.1 == 0).map(|(i, l)| (l, *i)).collect();
    let turn = |n: &Node| DQuat::from_array(n.rotation.map(f64::from)).normalize();
    let mut nodes: Vec<_> = now.iter().filter(|(_, l)| l.1 == 0).collect();
    nodes.sort();
    for (i, label) in nodes {
        let was = by_label.get(label).and_then(|j| original.nodes.get(*j as usize));
        if let (Some(was), Some(is), true) = (was, scene.nodes.get(*i as usize), alone)
            && !(near(&was.translation, &is.translation)
                && near(&was.scale, &is.scale)
                && turn(was).angle_between(turn(is)) < 1e-4)
        {
            let message = format!("{:?} was moved; convert the BSG next to the BGF to move it", is.name);
            sink.push(&LOST, "", message);
        }
        if let (Some(is), true) = (scene.nodes.get(*i as usize), label.0.starts_with("node")) {
            if !notes::node::GRAPH.is_in(&is.extras) {
                let message = format!("{:?} has no element in the BGF, so its name is kept nowhere", is.name);
                sink.push(&LOST, "", message);
            }
            continue;
        }
        if let (Some(was), Some(is)) = (was, scene.nodes.get(*i as usize))
            && was.name != is.name
            && was.name != plain_name(&is.name)
            && !was.name.starts_with("0x")
            && !by_number(&is.name)
        {
            let message = format!("{:?} is {:?} in the model; in the BGF its name stays", was.name, is.name);
            sink.push(&LOST, "", message);
        }
    }
}
