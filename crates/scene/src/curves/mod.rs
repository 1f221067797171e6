//! Animation maths that several formats share.

pub mod bezier;
pub mod euler;
pub mod nlerp;
