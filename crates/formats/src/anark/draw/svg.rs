//! Later.
use crate::anark::bgp::Bgp;
/// Later.
pub(super) fn draw(_plan: &Bgp) -> String {
    String::new()
}
