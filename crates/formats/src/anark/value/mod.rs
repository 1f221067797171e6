//! Small things all three files are made of, and how they look in JSON.

mod attribute;
mod hashes;
mod text;

pub use attribute::{Attribute, Param, ValueType};
pub use hashes::{AttributeName, Name, StringRef};
pub use text::{CString, Name16};
