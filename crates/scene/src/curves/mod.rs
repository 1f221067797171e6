//! Animation maths that several formats share.

pub mod bezier;
pub mod euler;
mod guard;
pub mod inserted;
pub mod nlerp;

/// How many keys sampling may add. Hostile files ask for any number of turns and bends; memory is to stay in proportion
/// to the file, so what many tracks share comes from one budget.
#[derive(Debug, Clone, Copy)]
pub struct Budget(usize);

/// What a file gets, however short it is, and what each key adds.
const BASE: usize = 1 << 14;
const PER_KEY: usize = 64;
/// No curve of a real file needs more.
const MOST: usize = 1 << 18;

impl Budget {
    /// For a track, or a whole file, of so many keys.
    pub fn for_keys(keys: usize) -> Self {
        Self(BASE.saturating_add(keys.saturating_mul(PER_KEY)))
    }

    /// So many keys.
    pub fn of(keys: usize) -> Self {
        Self(keys)
    }

    /// What one track may use.
    fn left(&self) -> usize {
        self.0.min(MOST)
    }

    fn spend(&mut self, keys: usize) {
        self.0 = self.0.saturating_sub(keys);
    }
}
