//! Left and right as Blender mirrors them: `arm left elbow` is `arm *side* elbow.L` there, as the add-on everybody uses
//! spells it.

use crate::{NodeKind, Scene};
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

fn rename(scene: &mut Scene, new_name: fn(&str) -> Option<String>) -> usize {
    let mut taken: HashSet<String> = scene.nodes.iter().map(|n| n.name.clone()).collect();
    let mut count = 0;
    for node in scene.nodes.iter_mut().filter(|n| n.kind != NodeKind::Holder && n.mesh.is_none()) {
        if let Some(new) = new_name(&node.name).filter(|n| taken.insert(n.clone())) {
            node.name = new;
            count += 1;
        }
    }
    count
}

/// Names all bones with a side as Blender mirrors them. Returns how many.
pub fn blender_names(scene: &mut Scene) -> usize {
    rename(scene, to_blender)
}

/// Undoes [`blender_names`]. Returns how many bones were renamed.
pub fn source_names(scene: &mut Scene) -> usize {
    rename(scene, from_blender)
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
        assert_eq!(to_blender("cleft"), None);
        assert_eq!(from_blender("arm.L"), None);
    }
}
