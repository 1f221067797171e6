//! Lets so many pictures be decoded at a time that they are never more than two of the largest of a model, and never
//! more than the limit over all models of the program together.
//!
//! Whoever is inside never waits for another and never hands work to other threads, so waiting always ends.

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

/// Everything this program has decoded and not yet let go: all models, all workers.
static EVERYWHERE: Gate = Gate::new();

/// Leaves the gate when dropped.
pub struct Pass<'g> {
    gate: &'g Gate,
    bytes: u64,
}

impl Gate {
    const fn new() -> Self {
        Self { state: Mutex::new(State { inside: 0, largest: 0 }), changed: Condvar::new() }
    }

    /// Waits until two of the largest have room.
    pub fn enter(&self, bytes: u64) -> Pass<'_> {
        self.wait(bytes, |state| state.largest.saturating_mul(2))
    }

    fn wait(&self, bytes: u64, most: impl Fn(&State) -> u64) -> Pass<'_> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.largest = state.largest.max(bytes);
        while state.inside > 0 && state.inside.saturating_add(bytes) > most(&state) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.inside = state.inside.saturating_add(bytes);
        Pass { gate: self, bytes }
    }
}

/// Waits until all workers together hold so little that `bytes` more stay within the limit.
pub fn enter_everywhere(bytes: u64, limit: u64) -> Pass<'static> {
    EVERYWHERE.wait(bytes, |_| limit)
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        let mut state = self.gate.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.inside = state.inside.saturating_sub(self.bytes);
        drop(state);
        self.gate.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn all_workers_together_stay_within_the_limit() {
        let gate = Gate::new();
        let (now, most) = (AtomicU64::new(0), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let pass = gate.wait(40, |_| 100);
                        most.fetch_max(now.fetch_add(40, Ordering::SeqCst) + 40, Ordering::SeqCst);
                        std::thread::yield_now();
                        now.fetch_sub(40, Ordering::SeqCst);
                        drop(pass);
                    }
                });
            }
        });
        assert!(most.into_inner() <= 100);
    }
}
