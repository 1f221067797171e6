//! Animations of parts, as the XML lists them.

use crate::egosoft::ani;
use crate::egosoft::component::FRAMES_PER_SECOND;
use crate::egosoft::notes;
use ::scene::Scene;
use std::collections::HashSet;

/// An animation of a part.
pub(crate) struct Clip {
    pub part: String,
    pub name: String,
    pub frames: f32,
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
) -> Vec<Clip> {
    // Some parts move in clips that their connection does not list: what was so stays so.
    let key =
        |a: &ani::Anim| (a.desc.part().to_ascii_lowercase(), a.desc.subname.lossy().to_ascii_lowercase());
    let known: HashSet<_> = original.into_iter().flat_map(|o| &o.anims).map(key).collect();
    let made = scene.animations.iter().filter(|a| !a.extras.contains_key(notes::FAMILY));
    let made: HashSet<&str> = made.map(|a| a.name.as_str()).collect();
    let one = |(a, changed): (&ani::Anim, &bool)| {
        let name = a.desc.subname.lossy();
        Clip {
            part: String::from_utf8_lossy(a.desc.part()).into_owned(),
            frames: (a.desc.duration * FRAMES_PER_SECOND).round().max(1.0),
            fresh: made.contains(name.as_str()) && !known.contains(&key(a)),
            changed: *changed,
            name,
        }
    };
    animation.anims.iter().zip(rebuilt).map(one).collect()
}
