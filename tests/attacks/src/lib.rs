//! What strangers try. The fuzz targets (`fuzz/`) call `run`, ordinary tests replay what they kept, and other tests take
//! their damaged files and hostile scenes from here.

mod damage;
mod random;
mod scenes;
mod seeds;
mod targets;

pub use damage::{Damaged, GAMES, damaged, glbs};
pub use random::{Random, mutate, set};
pub use scenes::{HOSTILE, hostile_scene};
pub use seeds::{files_below, noise, root, seeds};
pub use targets::{Job, Step, Target, targets};

/// What a damaged file may inflate to here.
pub const INFLATED: u64 = 1 << 20;

/// The target with a name.
pub fn target(name: &str) -> Option<Target> {
    targets().into_iter().find(|t| t.name == name)
}
