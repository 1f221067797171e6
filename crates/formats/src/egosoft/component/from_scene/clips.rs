//! Animations of parts, as the XML lists them.

use crate::egosoft::ani;
use crate::egosoft::base64_bytes;
use crate::egosoft::component::FRAMES_PER_SECOND;
use crate::egosoft::fixed::Fixed;
use crate::egosoft::notes;
use ::scene::Scene;
use std::collections::{HashMap, HashSet, VecDeque};

/// An animation of a part.
pub(crate) struct Clip {
    pub part: String,
    pub name: String,
    pub frames: f32,
    /// Its name before, where it has another one now.
    pub was: Option<String>,
    /// No file had it before.
    pub fresh: bool,
    /// Its keys are others than those of the file it came from.
    pub changed: bool,
}

/// What the XML must say about an animation file.
pub(super) fn clips(
    scene: &Scene,
    animation: &ani::Ani,
    original: Option<&ani::Ani>,
    rebuilt: &[bool],
    before: Vec<Option<String>>,
) -> Vec<Clip> {
    // Some parts move in clips that their connection does not list: what was so stays so.
    let key =
        |a: &ani::Anim| (a.desc.part().to_ascii_lowercase(), a.desc.subname.lossy().to_ascii_lowercase());
    let known: HashSet<_> = original.into_iter().flat_map(|o| &o.anims).map(key).collect();
    let made = scene.animations.iter().filter(|a| !a.extras.contains_key(notes::FAMILY));
    let made: HashSet<&str> = made.map(|a| a.name.as_str()).collect();
    let one = |((a, changed), was): ((&ani::Anim, &bool), Option<String>)| {
        let name = a.desc.subname.lossy();
        Clip {
            part: String::from_utf8_lossy(a.desc.part()).into_owned(),
            frames: (a.desc.duration * FRAMES_PER_SECOND).round().max(1.0),
            fresh: made.contains(name.as_str()) && !known.contains(&key(a)),
            changed: *changed,
            was,
            name,
        }
    };
    animation.anims.iter().zip(rebuilt).zip(before).map(one).collect()
}

/// Gives animations of a file the names that the scene has for them now; says what each was called that changed. `rest` is
/// the scene with the names of the game.
pub(super) fn rename(rest: &Scene, animation: &mut ani::Ani) -> Vec<Option<String>> {
    let mut names: HashMap<(String, String), VecDeque<&str>> = HashMap::new();
    for a in &rest.animations {
        let moved: HashSet<String> =
            a.channels.iter().filter_map(|c| rest.node(c.node)).map(|n| n.name.to_lowercase()).collect();
        for note in notes::animation::ANI.get(&a.extras).into_iter().flatten() {
            let part = note.part.to_lowercase();
            let Some(old) = subname(&note.raw).filter(|_| moved.contains(&part)) else { continue };
            names.entry((part, old)).or_default().push_back(&a.name);
        }
    }
    let one = |a: &mut ani::Anim| {
        let old = a.desc.subname.lossy();
        let part = String::from_utf8_lossy(a.desc.part()).to_lowercase();
        let new = names.get_mut(&(part.clone(), old.clone()))?.pop_front()?;
        if new.is_empty() || new.len() > 63 || is_same(new, &old, &part) {
            return None;
        }
        a.desc.subname = Fixed::new(new.as_bytes());
        Some(old)
    };
    animation.anims.iter_mut().map(one).collect()
}

/// The name in what extras kept of an animation.
fn subname(raw: &str) -> Option<String> {
    let raw = base64_bytes(raw)?;
    let name = raw.get(64..128)?.split(|b| *b == 0).next().unwrap_or_default();
    Some(String::from_utf8_lossy(name).into_owned())
}

/// Whether a name is the old one with what programs add: the number of a copy, or the part.
fn is_same(new: &str, old: &str, part: &str) -> bool {
    let (new, old) = (new.to_lowercase(), old.to_lowercase());
    let rest = new.strip_prefix(&old).and_then(|rest| rest.strip_prefix(['.', '_', '-']));
    new == old || rest.is_some_and(|r| r.starts_with(part) || r.bytes().all(|b| b.is_ascii_digit()))
}
