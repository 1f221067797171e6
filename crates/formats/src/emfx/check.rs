//! Rules, repairs, recounting and scrubbing.
use super::chunk::Emfx;
use super::xsmtime::XsmTime;
use crate::Context;
use wire::Sink;
/// x
pub fn recount(file: &mut Emfx) {
    file.true_sizes();
}
/// x
pub fn check(_: &Emfx, _: &Context<'_>, _: &mut Sink) {}
/// x
pub fn fix(file: &mut Emfx) {
    file.true_sizes();
}
/// x
pub fn scrub(_: &mut Emfx) -> Vec<String> {
    Vec::new()
}
/// x
pub fn xsmtime(_: &XsmTime, _: &mut Sink) {}
