//! Left and right as Blender mirrors them: `arm left elbow` is `arm *side* elbow.L` there, as the add-on everybody uses
//! spells it.

use crate::{Node, NodeKind, Scene};
use std::collections::HashSet;

const SIDE: &str = "*side*";

/// A name with its side after it, or `None` if it has no side.
pub fn to_blender(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split(' ').collect();
    let at = words.iter().position(|w| w.eq_ignore_ascii_case("left") || w.eq_ignore_ascii_case("right"))?;
    let side = if words.get(at)?.eq_ignore_ascii_case("left") { "L" } else { "R" };
    let renamed: Vec<&str> = words.iter().enumerate().map(|(i, w)| if i == at { SIDE } else { w }).collect();
    Some(format!("{}.{side}", renamed.join(" ")))
}

/// The name before [`to_blender`], or `None` if it is not of that form.
pub fn from_blender(name: &str) -> Option<String> {
    let (base, side) = name.rsplit_once('.')?;
    let word = match side {
        "L" => "left",
        "R" => "right",
        _ => return None,
    };
    base.contains(SIDE).then(|| base.replacen(SIDE, word, 1))
}

fn rename(scene: &mut Scene, new_name: fn(&mut Node) -> Option<String>) -> usize {
    let mut taken: HashSet<String> = scene.nodes.iter().map(|n| n.name.clone()).collect();
    let mut count = 0;
    for node in scene.nodes.iter_mut().filter(|n| n.kind != NodeKind::Holder && n.mesh.is_none()) {
        let raw = node.raw_name.clone();
        match new_name(node) {
            Some(new) if taken.insert(new.clone()) => {
                node.name = new;
                count += 1;
            }
            // The name is another bone's: this one stays as it is.
            Some(_) => node.raw_name = raw,
            None => {}
        }
    }
    count
}

/// Names all bones with a side as Blender mirrors them. Returns how many. What the new name does not say (capitals) is kept as
/// the raw name.
pub fn blender_names(scene: &mut Scene) -> usize {
    rename(scene, |node| {
        let new = to_blender(&node.name)?;
        if node.raw_name.is_none() && from_blender(&new).as_ref() != Some(&node.name) {
            node.raw_name = Some(node.name.clone().into_bytes());
        }
        Some(new)
    })
}

/// Undoes [`blender_names`]. Returns how many bones were renamed.
pub fn source_names(scene: &mut Scene) -> usize {
    rename(scene, |node| {
        let kept = node.raw_name.as_ref().and_then(|raw| String::from_utf8(raw.clone()).ok());
        // Only `blender_names` keeps UTF-8 there; a bone that was renamed since has no more use for it.
        if kept.is_some() {
            node.raw_name = None;
        }
        let was = kept.filter(|was| to_blender(was).as_ref() == Some(&node.name));
        was.or_else(|| from_blender(&node.name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_go_and_come() {
        for (name, blender) in [
            ("arm left elbow", "arm *side* elbow.L"),
            ("right", "*side*.R"),
            ("head eyeball right", "head eyeball *side*.R"),
        ] {
            assert_eq!(to_blender(name).as_deref(), Some(blender));
            assert_eq!(from_blender(blender).as_deref(), Some(name));
        }
        let named = |name: &str| Node { name: name.to_owned(), ..Node::default() };
        let names = ["Left Arm", "RIGHT", "right", "left leg", "root"];
        let mut scene = Scene { nodes: names.map(named).to_vec(), ..Scene::default() };
        assert_eq!(blender_names(&mut scene), 3, "the name of `right` is taken");
        assert_eq!(scene.nodes[0].name, "*side* Arm.L");
        let mut edited = scene.clone();
        edited.nodes[0].name = "hook".into();
        source_names(&mut scene);
        assert_eq!(scene.nodes.iter().map(|n| n.name.as_str()).collect::<Vec<_>>(), names);
        source_names(&mut edited);
        assert_eq!(
            (edited.nodes[0].name.as_str(), &edited.nodes[0].raw_name),
            ("hook", &None),
            "an edit wins"
        );
        assert_eq!(to_blender("cleft"), None);
        assert_eq!(from_blender("arm.L"), None);
    }
}
