//! Target games.

use crate::WriteOptions;
use wire::{Error, Result, codes};

/// Which game a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Profile {
    /// X Rebirth: standard materials, packed motions.
    #[default]
    XRebirth,
    /// Tree of Savior: effect materials after a standard one, packed motions.
    TreeOfSavior,
    /// Europa Universalis III, Hearts of Iron III, Victoria 2: standard materials, float motions.
    Paradox,
}

impl Profile {
    /// Whether a game was named: then the file follows that game, not the file the scene came from.
    pub fn asked(options: &WriteOptions) -> bool {
        options.profile.as_deref().is_some_and(|p| !p.is_empty())
    }

    /// The profile asked for.
    pub fn of(options: &WriteOptions) -> Result<Self> {
        match options.profile.as_deref().map(str::to_ascii_lowercase).as_deref() {
            None | Some("" | "xrebirth" | "x4") => Ok(Self::XRebirth),
            Some("tos") => Ok(Self::TreeOfSavior),
            Some("paradox") => Ok(Self::Paradox),
            Some(other) => {
                let text = format!("unknown profile {other:?}; EMotionFX has xrebirth, tos, paradox");
                Err(Error::new(&codes::VALUE, text))
            }
        }
    }
}
