//! Paradox (Victoria 2, Europa Universalis III, Hearts of Iron III): the definitions that put EMotionFX actors and
//! motions together. The actors themselves are [`crate::by_id`]`("xac")`.

pub mod gfx;
