//! The threads that work is done on while Python goes on.
//!
//! A child of `fork` inherits a thread pool without its threads and would wait for them for ever: the pool belongs to the
//! process that made it. It is looked up with the GIL held and `fork` needs the GIL, so the lock is free in every child.

use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

static POOL: Mutex<Option<(u32, Arc<rayon::ThreadPool>)>> = Mutex::new(None);

/// The pool of this process.
fn pool(_gil: Python<'_>) -> PyResult<Arc<rayon::ThreadPool>> {
    let mut slot = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let own = std::process::id();
    if let Some((id, pool)) = &*slot
        && *id == own
    {
        return Ok(pool.clone());
    }
    let made = rayon::ThreadPoolBuilder::new()
        .thread_name(|i| format!("xenomesh-{i}"))
        .build()
        .map_err(|e| pyo3::exceptions::PyRuntimeError::new_err(e.to_string()))?;
    let made = Arc::new(made);
    // The parent's pool has no threads here: dropping it would talk to them.
    std::mem::forget(slot.replace((own, made.clone())));
    Ok(made)
}

/// Does work on the pool, without the GIL.
pub fn work<R: Send>(py: Python<'_>, work: impl FnOnce() -> R + Send) -> PyResult<R> {
    let pool = pool(py)?;
    Ok(py.detach(|| pool.install(work)))
}
