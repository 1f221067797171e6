//! A scene as an actor.
use crate::{Output, WriteOptions};
use scene::Scene;
use wire::{Result, Sink};
/// Makes an actor.
pub fn from_scene(_: &Scene, _: &WriteOptions, _: &mut Sink) -> Result<Vec<Output>> {
    Ok(Vec::new())
}
