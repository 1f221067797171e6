//! Codes, rules, repairs.

use super::scene::curves::is_known;
use super::types::{Ani, Key};
use crate::rules::Pass;
use wire::Sink;

wire::codes! { CODES = "ANI":
    VERSION Error
        "a version other than 1"
        "only version 1 is known; the file is newer or damaged";
    KEY_OFFSET Error
        "the keys do not start after the descriptions"
        "the header is damaged";
    KEY_TIME Warning fixable
        "key times that do not rise, or are not numbers"
        "the order of keys decides; --fix sorts them";
    STRETCH Info
        "stretch rotations"
        "they cannot be shown; they are kept in extras";
    STRETCH_COUNT Warning
        "different numbers of stretch rotations before and after the scale"
        "they belong together; export the animation again";
    INTERPOLATION Info
        "an interpolation of unknown meaning"
        "it is shown as a straight line and kept in extras";
    NAME Warning
        "an animation without the name of a part"
        "it moves nothing";
    TAIL Warning fixable
        "bytes that do not belong to any animation"
        "no program uses them; --fix removes them";
    NAME_LONG Error
        "a name longer than 63 bytes"
        "shorten the name of the node or the animation";
    LOST Warning
        "a channel an ANI file cannot hold"
        "shape key motions belong into XPM files";
}

/// Whether times rise and are numbers.
fn rising(keys: &[Key]) -> bool {
    keys.iter().all(|k| k.time.is_finite())
        && keys.iter().zip(keys.iter().skip(1)).all(|(a, b)| a.time < b.time)
}

/// Keys in the order of their times. Of keys at one time the last one holds.
fn rise(list: &mut Vec<Key>) {
    list.retain(|k| k.time.is_finite());
    list.sort_by(|x, y| x.time.total_cmp(&y.time));
    list.reverse();
    list.dedup_by(|x, y| x.time == y.time);
    list.reverse();
}

impl Ani {
    /// Looks for everything wrong with the file itself.
    pub fn check_file(&self, sink: &mut Sink) {
        crate::rules::check(self, sink, Self::rules);
    }

    /// Repairs what can be repaired.
    pub fn fix_file(&mut self) {
        crate::rules::fix(self, &|_| true, Self::rules);
        self.recount();
    }

    fn rules(&self, pass: &mut Pass<'_, Self>) {
        for (i, a) in self.anims.iter().enumerate() {
            let at = |field: &str| format!("anims[{i}].{field}");
            if a.desc.part().is_empty() {
                pass.report(&NAME, at("name"), "empty name, expected that of a part");
            }
            let names = ["pos", "rot", "scale", "pre_scale", "post_scale"];
            for (n, (list, name)) in a.lists().into_iter().zip(names).enumerate() {
                // Stretch rotations of studio files have several keys of one time; nothing plays them.
                let stretch = n > 2 && list.iter().all(|k| k.time.is_finite());
                if !stretch && !rising(list) {
                    let k = list
                        .iter()
                        .zip(list.iter().skip(1))
                        .position(|(a, b)| a.time >= b.time || !b.time.is_finite());
                    let k = k.map_or(0, |k| k + 1);
                    let message = "the time is not after that of the key before";
                    pass.repair(&KEY_TIME, at(&format!("{name}[{k}].time")), message, move |ani| {
                        let list = ani.anims.get_mut(i).and_then(|a| a.lists_mut().into_iter().nth(n));
                        list.into_iter().for_each(rise);
                    });
                }
                if let Some((k, key)) =
                    list.iter().enumerate().find(|(_, k)| !k.interpolation.iter().all(|v| is_known(*v)))
                {
                    pass.report(
                        &INTERPOLATION,
                        at(&format!("{name}[{k}].interpolation")),
                        format!("interpolation {:?}", key.interpolation),
                    );
                }
            }
            if a.pre_scale.len() != a.post_scale.len() {
                let message =
                    format!("{} before and {} after the scale", a.pre_scale.len(), a.post_scale.len());
                pass.report(&STRETCH_COUNT, at("num_pre_scale"), message);
            } else if !a.pre_scale.is_empty() {
                pass.report(&STRETCH, at("pre_scale"), format!("{} stretch rotations", a.pre_scale.len()));
            }
        }
        if !self.tail.is_empty() || !self.gap.is_empty() {
            let (path, n) =
                if self.tail.is_empty() { ("gap", self.gap.len()) } else { ("tail", self.tail.len()) };
            pass.repair(&TAIL, path, format!("{n} bytes do not belong to any animation"), |ani| {
                ani.gap.clear();
                ani.tail.clear();
            });
        }
    }
}

/// The latest key.
pub fn last_time(a: &super::types::Anim) -> f32 {
    a.lists().into_iter().flatten().map(|k| k.time).filter(|t| t.is_finite()).fold(0.0, f32::max)
}
