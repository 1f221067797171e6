//! Lets so many pictures be decoded at a time that they are never more than two of the largest.

use std::sync::{Condvar, Mutex, PoisonError};

#[derive(Default)]
struct State {
    inside: u64,
    largest: u64,
}

/// Counts decoded bytes in flight.
#[derive(Default)]
pub struct Gate {
    state: Mutex<State>,
    changed: Condvar,
}

/// Leaves the gate when dropped.
pub struct Pass<'g> {
    gate: &'g Gate,
    bytes: u64,
}

impl Gate {
    /// Waits until there is room. Whoever is inside never waits for another, so this always ends.
    pub fn enter(&self, bytes: u64) -> Pass<'_> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.largest = state.largest.max(bytes);
        while state.inside > 0 && state.inside + bytes > 2 * state.largest {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.inside += bytes;
        Pass { gate: self, bytes }
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        let mut state = self.gate.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.inside -= self.bytes;
        drop(state);
        self.gate.changed.notify_all();
    }
}
