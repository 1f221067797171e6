//! Animation maths that several formats share.

pub mod bezier;
pub mod euler;
