//! What an animation remembers of the poses it was made of, so that the next of a numbered series can join them.

use super::types::{Line, Parsed};
use crate::xnalara::notes::FAMILY;
use scene::Extras;
use serde::{Deserialize, Serialize};

/// The poses of a clip.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Clip {
    /// In order.
    pub poses: Vec<Frame>,
    /// The file name of the last one, without extension.
    pub last: String,
}

/// One of them.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// Bones in order, without names.
    pub old_style: bool,
    /// Its lines.
    pub lines: Vec<Line>,
}

impl Clip {
    /// Of these poses.
    pub fn new(poses: &[Parsed], last: &str) -> Self {
        let frame = |p: &Parsed| Frame { old_style: p.old_style, lines: p.lines.clone() };
        Self { poses: poses.iter().map(frame).collect(), last: last.to_owned() }
    }

    /// The poses.
    pub fn parsed(self) -> Vec<Parsed> {
        let pose = |f: Frame| Parsed { old_style: f.old_style, lines: f.lines, ..Parsed::default() };
        self.poses.into_iter().map(pose).collect()
    }

    /// Notes it.
    pub fn note(&self, extras: &mut Extras) {
        if let Ok(value) = serde_json::to_value(self) {
            extras.insert(FAMILY.into(), value);
        }
    }

    /// Whether an animation has a note.
    pub fn is_in(extras: &Extras) -> bool {
        extras.get(FAMILY).is_some_and(|own| own.get("poses").is_some())
    }

    /// The note of an animation.
    pub fn read(extras: &Extras) -> Option<Self> {
        crate::from_value(extras.get(FAMILY)?).ok()
    }
}
