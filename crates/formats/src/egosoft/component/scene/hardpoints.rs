//! Connections that are no parts: weapons, engines, docks. Empties of a scene.
//!
//! An empty named `con_…`, or with a custom property `tags`, is a connection. Its tags, group and value come from the
//! custom properties `tags`, `group` and `value`; without them tags come from its name:
//!
//! | in the name | tag | | in the name | tag |
//! |---|---|---|---|---|
//! | `weapon` | weapon | | `_s_`, `small` | small |
//! | `turret` | turret | | `_m_`, `medium` | medium |
//! | `engine` | engine | | `_l_`, `large` | large |
//! | `thruster` | thruster | | `_xl_`, `extralarge` | extralarge |
//! | `shield` | shield | | `dockarea` | dockarea |
//! | `cockpit` | cockpit | | `storage` | storage |
//! | `countermeasure` | countermeasures | | `signalleak` | signalleak |

use super::super::from_scene::{Objects, Place, clean};
use super::super::rules::REMOVED;
use super::super::types::{Connection, Model};
use crate::egosoft::notes::{Kind, kind};
use scene::{Node, NodeId};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use wire::Sink;

/// What a word of a name makes a connection.
const WORDS: [(&str, &str); 9] = [
    ("weapon", "weapon"),
    ("turret", "turret"),
    ("engine", "engine"),
    ("thruster", "thruster"),
    ("shield", "shield"),
    ("dockarea", "dockarea"),
    ("cockpit", "cockpit"),
    ("storage", "storage"),
    ("countermeasure", "countermeasures"),
];

/// What a word of a name, alone between `_`, says about size.
const SIZES: [(&str, &str); 8] = [
    ("s", "small"),
    ("m", "medium"),
    ("l", "large"),
    ("xl", "extralarge"),
    ("small", "small"),
    ("medium", "medium"),
    ("large", "large"),
    ("extralarge", "extralarge"),
];

/// Attributes that people see as custom properties.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    pub tags: Option<String>,
    pub group: Option<String>,
    pub value: Option<String>,
}

/// A connection of the scene.
#[derive(Debug, Clone)]
pub(crate) struct Hardpoint {
    pub name: String,
    /// The part it hangs on.
    pub parent: Option<String>,
    pub place: Place,
    pub marks: Marks,
}

/// The custom properties of a node.
pub(crate) fn marks(node: Option<&Node>) -> Marks {
    let text = |name: &str| match node?.extras.get("gltf")?.get(name)? {
        Value::String(s) => Some(s.clone()),
        Value::Number(n) => Some(n.to_string()),
        _ => None,
    };
    Marks { tags: text("tags"), group: text("group"), value: text("value") }
}

/// Tags by a name.
fn tags_of(name: &str) -> String {
    let lower = name.to_lowercase();
    let kinds = WORDS.iter().filter(|(word, _)| lower.contains(word)).map(|(_, tag)| *tag);
    let words: Vec<&str> = lower.split(['_', '-', '.']).collect();
    let sizes = SIZES.iter().filter(|(word, _)| words.contains(word)).map(|(_, tag)| *tag);
    kinds.chain(sizes).collect::<Vec<_>>().join(" ")
}

/// Says that the scene has a connection no longer.
pub(crate) fn report_removed(model: &Model<'_>, c: &Connection, sink: &mut Sink) {
    let message = format!("connection {:?} is not in the scene; it stays in the XML", c.name);
    sink.push(&REMOVED, model.xml.describe(c.element), message);
}

/// Whether a name is that of a connection.
pub(crate) fn is_named(name: &str) -> bool {
    let name = name.to_lowercase();
    name.starts_with("con_") || name.starts_with("connection")
}

/// Whether a node is meant as a connection.
fn is_meant(objects: &Objects<'_>, node: &Node) -> bool {
    let said = is_named(objects.names.plain(&node.name)) || marks(Some(node)).tags.is_some();
    node.mesh.is_none() && (kind(node) == Some(Kind::Connection) || (kind(node).is_none() && said))
}

/// Connections that the XML does not have: new empties, and copies within one tree.
pub(crate) fn fresh(objects: &Objects<'_>, model: &Model<'_>) -> Vec<Hardpoint> {
    let mut known: HashMap<String, &Connection> = HashMap::new();
    for c in &model.connections {
        known.entry(c.name.to_lowercase()).or_insert(c);
    }
    let found = objects.tree.connections(model.connections.iter().map(|c| c.name.as_str()));
    let firsts: HashSet<NodeId> = found.into_iter().flatten().collect();
    let roots: HashSet<NodeId> = firsts.iter().map(|id| objects.tree.root(*id)).collect();
    let all = candidates(objects).filter(|(id, n)| {
        let copy = known.contains_key(&objects.names.plain(&n.name).to_lowercase());
        // Levels of detail have the same connections in trees of their own.
        !firsts.contains(id) && (!copy || roots.contains(&objects.tree.root(*id)))
    });
    let list = all.map(|(id, n)| {
        let mut made = make(objects, id, n);
        if let Some(old) = known.get(&objects.names.plain(&n.name).to_lowercase()) {
            made.name = clean(&n.name).replace('.', "_");
            let tags = marks(Some(n)).tags.unwrap_or_else(|| old.tags.join(" "));
            made.marks.tags = Some(tags);
            made.marks.group = made.marks.group.or_else(|| old.group.clone());
        }
        made
    });
    named_once(list.filter(|h| !known.contains_key(&h.name.to_lowercase())))
}

/// All connections of a scene without an XML.
pub(crate) fn all(objects: &Objects<'_>) -> Vec<Hardpoint> {
    // Connections of parts are made with their parts, also where one of the levels has no mesh of the part.
    let shows = |id: &NodeId| objects.scene.node(*id).is_some_and(|n| n.mesh.is_some());
    let holds_part = |id: NodeId| objects.tree.children(id).iter().any(shows);
    let name = |n: &Node| objects.names.plain(&n.name).to_lowercase();
    let holders: HashSet<String> =
        candidates(objects).filter(|(id, _)| holds_part(*id)).map(|(_, n)| name(n)).collect();
    let alone = candidates(objects).filter(|(_, n)| !holders.contains(&name(n)));
    named_once(alone.map(|(id, n)| make(objects, id, n)))
}

fn candidates<'a>(objects: &'a Objects<'_>) -> impl Iterator<Item = (NodeId, &'a Node)> {
    let nodes = objects.scene.nodes.iter().enumerate().map(|(i, n)| (NodeId(i as u32), n));
    nodes.filter(|(_, n)| is_meant(objects, n))
}

fn make(objects: &Objects<'_>, id: NodeId, node: &Node) -> Hardpoint {
    let name = clean(objects.names.plain(&node.name));
    let mut marks = marks(Some(node));
    marks.tags.get_or_insert_with(|| tags_of(&name));
    let (t, r, _) = objects.place(id);
    Hardpoint { name, parent: objects.part_above(id), place: Place::new(t, r), marks }
}

/// Copies in several trees are one.
fn named_once(list: impl Iterator<Item = Hardpoint>) -> Vec<Hardpoint> {
    let mut seen = HashSet::new();
    list.filter(|h| seen.insert(h.name.to_lowercase())).collect()
}
