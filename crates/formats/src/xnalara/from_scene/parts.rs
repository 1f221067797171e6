//! Which mesh a part of the scene is, and what it is called now.
//!
//! Artists change the render group by renaming the object, seldom the mesh data or the material. A name in XPS form
//! counts in that order; where the names disagree, the one that is not what was exported is the newest edit.

use super::super::rules as codes;
use super::origin::{Origin, Template, is_same, unnumbered};
use crate::xnalara::names::{GroupTag, MeshName};
use crate::xnalara::notes;
use scene::{Extras, Material, Mesh, Node, Scene};
use wire::Sink;

/// What a part is called.
#[derive(Debug)]
pub struct Named {
    /// The whole name; not in XPS form if nothing says a render group.
    pub name: String,
    /// The name's bytes, where the name is the original's.
    pub raw: Option<Vec<u8>>,
    /// What it was.
    pub origin: Option<Origin>,
    /// Whether its render group was chosen by hand, so that the material has no say.
    pub by_hand: bool,
    /// Whether the name says a render group, or was in the file as it is.
    pub decided: bool,
}

/// One of the three names of a part.
#[derive(Debug)]
struct Label {
    /// Object, mesh data or material: for messages.
    what: &'static str,
    /// The name, as Blender would have it without its limits.
    text: String,
    /// What was exported there.
    was: Option<String>,
}

impl Label {
    fn new(what: &'static str, text: &str, extras: &Extras, template: Option<&Template>) -> Self {
        let text = text.trim_end_matches("#mesh");
        let was = notes::node::NAME.get(extras).or_else(|| Some(template?.part(text)?.name.clone()));
        let optional = MeshName::parse(text).optional.is_some();
        let text = match &was {
            Some(was) if is_same(text, was) => was.as_str(),
            None if optional => text,
            _ => unnumbered(text),
        };
        Self { what, text: text.to_owned(), was }
    }

    /// Whether it is not what was exported with a part. A name that nothing knows was given since.
    fn is_edited(&self, part: &str) -> bool {
        self.was.as_ref().map_or(!self.text.is_empty() && self.text != part, |was| *was != self.text)
    }

    fn says_group(&self) -> bool {
        let parsed = MeshName::parse(&self.text);
        matches!(parsed.group, GroupTag::Number(_)) && parsed.render_group().1
    }
}

/// What shows a part.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    /// The object.
    pub node: &'a Node,
    /// The mesh data.
    pub mesh: &'a Mesh,
    /// The material.
    pub material: &'a Material,
    /// Whether the mesh has more than one material: several meshes joined into one.
    pub several: bool,
    /// Everything else.
    pub scene: &'a Scene,
}

/// Decides.
pub fn name(shown: Shown<'_>, template: Option<&Template>, sink: &mut Sink) -> Named {
    let Shown { node, mesh, material, several, .. } = shown;
    let object = Label::new("object", &node.name, &node.extras, template);
    let data = Label::new("mesh", &mesh.name, &mesh.extras, template);
    let surface = Label::new("material", &material.name, &material.extras, template);
    let origin = origin(shown, [&object, &data, &surface], template);
    if several {
        return joined(object, data, surface, origin, sink);
    }
    let labels = [object, data, surface];
    match origin {
        Some(origin) => known(labels, origin, sink),
        None => unknown(shown.scene, &labels, template.is_some(), sink),
    }
}

/// The note on the material first: it survives joining. Where the object and its mesh are another part's than the
/// material, the material was assigned, and only lends its textures.
fn origin(shown: Shown<'_>, labels: [&Label; 3], template: Option<&Template>) -> Option<Origin> {
    let by_material = Origin::noted(&shown.material.extras);
    let by_mesh = Origin::noted(&shown.mesh.extras);
    let by_template = || {
        let was = |l: &Label| l.was.clone().and_then(|n| template?.part(&n).cloned());
        let [object, data, surface] = labels;
        if shown.several { was(surface) } else { was(object).or_else(|| was(data)).or_else(|| was(surface)) }
    };
    match (by_material, by_mesh) {
        (Some(material), Some(mesh)) if !shown.several && material.name != mesh.name => {
            Some(Origin { textures: material.textures, ..mesh })
        }
        (Some(material), _) => Some(material),
        (None, Some(mesh)) if !shown.several => Some(mesh),
        _ => by_template(),
    }
}

/// A part that was in the file: the newest edit wins.
fn known(labels: [Label; 3], origin: Origin, sink: &mut Sink) -> Named {
    let [object, _, surface] = &labels;
    let edits: Vec<&Label> = labels.iter().filter(|l| l.is_edited(&origin.name) && l.says_group()).collect();
    if let [first, others @ ..] = edits.as_slice() {
        if let Some(other) = others.iter().find(|o| o.text != first.text) {
            let message = format!(
                "{:?} was renamed to {:?} on the {} and to {:?} on the {}; {:?} is written",
                origin.name, first.text, first.what, other.text, other.what, first.text
            );
            sink.push(&codes::EDITS_DIFFER, "meshes", message);
        }
        let by_hand =
            MeshName::parse(&first.text).group_number() != MeshName::parse(&origin.name).group_number();
        let name = first.text.clone();
        return Named { name, raw: None, origin: Some(origin), by_hand, decided: true };
    }
    // A material of another part: its render group, the part's own name.
    let assigned = surface.was.as_ref().filter(|m| **m != origin.name && !m.is_empty());
    let group_of = |name: &str| MeshName::parse(name).group_number();
    if let (Some(other), true) = (assigned, surface.says_group())
        && group_of(other) != group_of(&origin.name)
    {
        let name = with_group_of(&origin.name, &surface.text);
        let message = format!("{:?} has the material of {other:?}; {name:?} is written", origin.name);
        sink.push(&codes::EDITS_DIFFER, "meshes", message);
        return Named { name, raw: None, origin: Some(origin), by_hand: false, decided: true };
    }
    // A name that says no group still names the part.
    if object.is_edited(&origin.name) && !object.text.is_empty() {
        let name = with_part(&origin.name, &object.text);
        return Named { name, raw: None, origin: Some(origin), by_hand: false, decided: true };
    }
    let (name, raw) = (origin.name.clone(), origin.raw.clone());
    Named { name, raw, origin: Some(origin), by_hand: false, decided: true }
}

/// A part that nothing knows: of another program, or of ours without notes and template.
fn unknown(scene: &Scene, labels: &[Label; 3], compared: bool, sink: &mut Sink) -> Named {
    let [object, data, surface] = labels;
    let fits: Vec<&Label> = labels.iter().filter(|l| l.says_group()).collect();
    let Some(first) = fits.first() else {
        let name = if data.text.is_empty() { &object.text } else { &data.text };
        return Named { name: name.clone(), raw: None, origin: None, by_hand: false, decided: false };
    };
    // We export all three alike: the odd one of three was edited.
    let odd = match fits.as_slice() {
        [a, b, c] if a.text == b.text && b.text != c.text => Some(*c),
        [a, b, c] if a.text == c.text && b.text != c.text => Some(*b),
        _ => None,
    };
    let winner = odd.unwrap_or(first);
    // The material of another object was assigned: its render group, the part's own name.
    let elsewhere = |l: &Label| {
        scene.nodes.iter().any(|n| n.mesh.is_some() && n.name.trim_end_matches("#mesh") == l.text)
    };
    if odd.is_some_and(|l| std::ptr::eq(l, surface)) && elsewhere(surface) {
        let name = with_group_of(&object.text, &surface.text);
        let message =
            format!("{:?} has the material of {:?}; {name:?} is written", object.text, surface.text);
        sink.push(&codes::EDITS_DIFFER, "meshes", message);
        return Named { name, raw: None, origin: None, by_hand: false, decided: true };
    }
    if let Some(other) = fits.iter().find(|l| l.text != winner.text) {
        let message = format!(
            "the {} says {:?}, the {} {:?}; {:?} is written",
            winner.what, winner.text, other.what, other.text, winner.text
        );
        sink.push(&codes::EDITS_DIFFER, "meshes", message);
    }
    let alike = [object, data, surface].iter().all(|l| l.text == winner.text);
    let by_hand = compared || !alike;
    Named { name: winner.text.clone(), raw: None, origin: None, by_hand, decided: true }
}

/// A part of several: its material says which.
fn joined(object: Label, data: Label, surface: Label, origin: Option<Origin>, sink: &mut Sink) -> Named {
    if let Some(origin) = origin {
        // The object's own part follows the object's name, the others their materials'.
        let own = object.was.as_ref().is_some_and(|was| *was == origin.name);
        let blank = |what| Label { what, text: String::new(), was: None };
        let object = if own { object } else { blank("object") };
        return known([object, blank("mesh"), surface], origin, sink);
    }
    let decided = |name: String| Named { name, raw: None, origin: None, by_hand: false, decided: true };
    if surface.says_group() {
        return decided(surface.text);
    }
    let outer = [&object, &data].into_iter().find(|l| l.says_group());
    if let Some(l) = outer {
        let part = format!("{}-{}", MeshName::parse(&l.text).part, surface.text);
        return decided(with_part(&l.text, part.trim_end_matches('-')));
    }
    let name = if data.text.is_empty() { object.text } else { data.text };
    Named { name, raw: None, origin: None, by_hand: false, decided: false }
}

/// A name with the render group and numbers of another.
fn with_group_of(name: &str, other: &str) -> String {
    let (mine, theirs) = (MeshName::parse(name), MeshName::parse(other));
    let params = mine.params_after(theirs.params, mine.render_group().0);
    let MeshName { part, camera, camera_bones, optional, .. } = mine;
    MeshName { group: theirs.group, part, params, camera, camera_bones, optional }.spell()
}

/// A name with another part; underscores would begin the numbers.
fn with_part(name: &str, part: &str) -> String {
    let parsed = MeshName::parse(name);
    let sign = part.starts_with(['+', '-']) && parsed.optional.is_none();
    let part = if sign { part.trim_start_matches(['+', '-']) } else { part };
    MeshName { part: part.replace('_', "-"), ..parsed }.spell()
}
